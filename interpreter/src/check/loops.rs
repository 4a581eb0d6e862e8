//! Rules that set each other off without end. Inside one move a rule answers what happens to one pair of pieces
//! once, and pieces are finite, so answers end by themselves unless new pieces keep coming: a rule puts a new piece,
//! whose arrival wakes the rule again, by itself or through others. A piece that is put onto `empty` uses up a square, so
//! that ends too, unless a rule of the circle takes pieces off. Guards are not weighed: a circle with a guard in it
//! is left to the bound that play has. A start inside a start ends likewise, because what is in force cannot start
//! again, unless the event has ended in between. Raises R0618, R0619 and R0906. Imports `ids`, `model`, `codes`, `covers`.

use super::covers::apart;
use crate::codes;
use crate::ids::KindId;
use crate::model::{Deed, Effect, EffectKind, Expr, File, Happens, Library, Node, Time, Trigger, Type};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::Place;

/// What an effect of a rule makes happen.
struct Makes<'l> {
    deed: Deed,
    /// To whom.
    whom: &'l Expr,
    /// Where it arrives.
    at: Option<&'l Expr>,
    /// A new piece comes with it: it surely finds an empty square there, or not.
    new: Option<bool>,
    place: Place,
}

/// A rule that answers what happens to pieces.
struct Answer<'l> {
    rule: &'l Trigger,
    /// To whom what it answers happens.
    subject: &'l Expr,
    makes: Vec<Makes<'l>>,
    /// It takes pieces off the squares.
    clears: bool,
    /// Pieces become something else, so that kinds say little.
    changes: bool,
}

/// Tells of the circles among the games and one event, or the games alone.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let games = &library.files[..library.games.min(library.files.len())];
    let base: Vec<&File> = games.iter().collect();
    if let Some(circle) = circle(library, &base) {
        told.push(tell(codes::WITHOUT_END, Severity::Error, &circle));
    }
    for file in &library.files[games.len()..] {
        let mut files = base.clone();
        files.push(file);
        // A circle of the games alone is told above.
        if let Some(circle) = circle(library, &files)
            .filter(|circle| circle.iter().any(|(rule, ..)| rule.source == file.place.source))
        {
            told.push(tell(codes::WITHOUT_END, Severity::Error, &circle));
        }
        restarts(file, told);
    }
}

/// A circle that closes only with both of two events.
pub(super) fn pair(library: &Library, first: &File, second: &File, told: &mut Vec<Diagnostic>) {
    let games = &library.files[..library.games.min(library.files.len())];
    let files: Vec<&File> = games.iter().chain([first, second]).collect();
    let through = |circle: &[(Place, Place)], file: &File| {
        circle.iter().any(|(rule, _)| rule.source == file.place.source)
    };
    if let Some(circle) =
        circle(library, &files).filter(|circle| through(circle, first) && through(circle, second))
    {
        told.push(tell(codes::WITHOUT_END_TOGETHER, Severity::Warning, &circle));
    }
}

fn tell(code: &'static str, severity: Severity, circle: &[(Place, Place)]) -> Diagnostic {
    let (mut places, mut told) = (circle.iter(), None);
    if let Some((_, effect)) = places.next() {
        let message = "the new piece wakes this rule again, without end";
        told = Some(Diagnostic { severity, ..codes::error(code, *effect, message) }.help(
            "put it onto `empty`, or name the pieces that wake the rule more narrowly: by a kind that is not put, rather than `piece`",
        ));
    }
    let told =
        told.unwrap_or_else(|| codes::error(code, Place::default(), "rules wake each other without end"));
    places.fold(told, |told, (_, effect)| told.also(*effect, "by way of this"))
}

/// A circle with a new piece in it: for each rule its place, and that of the effect which wakes the next. The
/// effect that puts the new piece is the first.
fn circle(library: &Library, files: &[&File]) -> Option<Vec<(Place, Place)>> {
    let answers: Vec<Answer<'_>> = files
        .iter()
        .flat_map(|file| &file.triggers)
        .filter(|rule| rule.guards.is_empty() && rule.time != Time::Before)
        .filter_map(|rule| {
            let Happens::Does { subject, .. } = &rule.happens else { return None };
            let mut answer = Answer { rule, subject, makes: Vec::new(), clears: false, changes: false };
            collect(&rule.effects, &mut answer);
            Some(answer)
        })
        .collect();
    for (start, answer) in answers.iter().enumerate() {
        for makes in &answer.makes {
            let Some(onto_empty) = makes.new else { continue };
            for next in (0..answers.len()).filter(|next| wakes(library, answer, makes, &answers[*next])) {
                let Some(way) = way(library, &answers, next, start) else { continue };
                let clears = answer.clears || way.iter().any(|(at, _)| answers[*at].clears);
                if onto_empty && !clears {
                    continue;
                }
                let mut circle = vec![(answer.rule.place, makes.place)];
                circle.extend(way.iter().map(|(at, effect)| (answers[*at].rule.place, *effect)));
                return Some(circle);
            }
        }
    }
    None
}

/// A way from one rule to another by what they make happen: each rule but the last with the effect that leads on.
fn way(library: &Library, answers: &[Answer<'_>], from: usize, to: usize) -> Option<Vec<(usize, Place)>> {
    let mut seen = vec![false; answers.len()];
    let mut open = vec![(from, Vec::new())];
    while let Some((at, way)) = open.pop() {
        if at == to {
            return Some(way);
        }
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        for makes in &answers[at].makes {
            for next in (0..answers.len()).filter(|next| wakes(library, &answers[at], makes, &answers[*next]))
            {
                let mut longer = way.clone();
                longer.push((at, makes.place));
                open.push((next, longer));
            }
        }
    }
    None
}

/// Whether what a rule makes happen may wake another, or the same.
fn wakes(library: &Library, by: &Answer<'_>, makes: &Makes<'_>, other: &Answer<'_>) -> bool {
    let Happens::Does { subject, deed, object, label } = &other.rule.happens else { return false };
    let elsewhere = *deed == Deed::Arrives
        && object.as_ref().is_some_and(|object| object.of == Type::Squares && apart(makes.at, Some(object)));
    *deed == makes.deed
        && label.is_none()
        && !elsewhere
        && (by.changes
            || other.changes
            || meet(library, kinds(makes.whom, by.subject), kinds(subject, subject)))
}

/// Whether two sets of pieces may have a member in common, told from their kinds.
fn meet(library: &Library, one: Option<Vec<KindId>>, other: Option<Vec<KindId>>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    one.iter().any(|a| other.iter().any(|b| library.kind_is(*a, *b) || library.kind_is(*b, *a)))
}

/// The kinds of which a set's pieces surely are, `it` being one of the subject's.
fn kinds(expr: &Expr, subject: &Expr) -> Option<Vec<KindId>> {
    match &expr.node {
        Node::It if !matches!(subject.node, Node::It) => kinds(subject, subject),
        Node::Kinds(kinds) => Some(kinds.clone()),
        Node::OfKind(inner)
        | Node::KindsOf(inner)
        | Node::OwnedBy(inner, _)
        | Node::Those(inner, ..)
        | Node::Another(inner)
        | Node::Taken(inner)
        | Node::SeenBy(_, inner)
        | Node::Except(inner, _) => kinds(inner, subject),
        Node::Both(all) => all.iter().find_map(|each| kinds(each, subject)),
        Node::Either(all) => {
            let mut union = Vec::new();
            for each in all {
                union.extend(kinds(each, subject)?);
            }
            Some(union)
        }
        _ => None,
    }
}

/// What the effects surely come to and make happen. What stands behind an `if` or a guard is left aside.
fn collect<'l>(effects: &'l [Effect], answer: &mut Answer<'l>) {
    for effect in effects {
        let place = effect.place;
        let mut made = |deed: Deed, whom: &'l Expr, at: Option<&'l Expr>, new: Option<bool>| {
            answer.makes.push(Makes { deed, whom, at, new, place });
        };
        match &effect.kind {
            EffectKind::PutOnto(what, onto) if onto.of == Type::Squares => {
                let new = is_new(what).then(|| is_empty(onto));
                made(Deed::Arrives, what, Some(onto), new);
            }
            EffectKind::Swap(one, other) => {
                made(Deed::Arrives, one, None, None);
                made(Deed::Arrives, other, None, None);
            }
            EffectKind::Push(what, ..) => made(Deed::Arrives, what, None, None),
            EffectKind::Promote(what) => made(Deed::Promotes, what, None, None),
            EffectKind::Take(what) => {
                made(Deed::IsTaken, what, None, None);
                answer.clears = true;
                continue;
            }
            _ => {}
        }
        match &effect.kind {
            EffectKind::Remove(_) | EffectKind::PutInHand(..) | EffectKind::PutOnto(..)
                if !is_put_new(effect) =>
            {
                answer.clears = true;
            }
            EffectKind::Become(..) | EffectKind::ChangeSide(..) => answer.changes = true,
            EffectKind::ForEachSide(guards, body) | EffectKind::ForEach(_, _, guards, body)
                if guards.is_empty() =>
            {
                collect(body, answer);
            }
            EffectKind::Choose(choose) if choose.guards.is_empty() && !choose.may => {
                collect(&choose.body, answer);
            }
            _ => {}
        }
    }
}

fn is_put_new(effect: &Effect) -> bool {
    matches!(&effect.kind, EffectKind::PutOnto(what, _) if is_new(what))
}

/// Whether what is put is a kind: a new piece.
fn is_new(what: &Expr) -> bool {
    what.of == Type::Kinds || matches!(&what.node, Node::OwnedBy(of, _) if of.of == Type::Kinds)
}

/// Whether a set of squares surely holds empty ones alone.
fn is_empty(squares: &Expr) -> bool {
    match &squares.node {
        Node::Empty => true,
        Node::Those(inner, ..) | Node::Another(inner) | Node::Except(inner, _) | Node::SeenBy(_, inner) => {
            is_empty(inner)
        }
        Node::Both(all) => all.iter().any(is_empty),
        Node::Either(all) => all.iter().all(is_empty),
        _ => false,
    }
}

/// An event whose start may end it and start events: it could start again in its own start.
fn restarts(file: &File, told: &mut Vec<Diagnostic>) {
    let starts = file.triggers.iter().filter(|rule| rule.happens == Happens::EventStarts);
    let (mut ends, mut begins) = (None, None);
    for rule in starts {
        each(&rule.effects, &mut |effect| match effect.kind {
            EffectKind::EventEnds => ends = ends.or(Some(effect.place)),
            EffectKind::Starts(_) => begins = begins.or(Some(effect.place)),
            _ => {}
        });
    }
    if let (Some(ends), Some(begins)) = (ends, begins) {
        let message = "while it starts, this event may end and be started again, without end";
        told.push(
            codes::error(codes::RESTARTS, begins, message)
                .also(ends, "it ends here")
                .help("let it end later: `after turn { event ends }`"),
        );
    }
}

fn each(effects: &[Effect], visit: &mut dyn FnMut(&Effect)) {
    for effect in effects {
        visit(effect);
        match &effect.kind {
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => each(body, visit),
            EffectKind::If(_, then, otherwise) => {
                each(then, visit);
                each(otherwise, visit);
            }
            EffectKind::Choose(choose) => each(&choose.body, visit),
            _ => {}
        }
    }
}
