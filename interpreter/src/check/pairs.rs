//! Two files that were written apart and hold together. Additions, withdrawals and laws add up by themselves; what does
//! not is told here, so that an author knows before play: both replace one thing (the one started later prevails), one
//! takes away all that the other adds, one forbids what the other demands, or every turn that the other leaves. That is
//! a contradiction, and a warning. A note is what the language settles by itself: a demand `if it can` that nothing
//! can meet, two offers at one moment. Raises R0901 to R0905. Imports `ids`, `model`, `codes`, `covers`, `exclude`.

use super::covers::{apart, covers};
use super::exclude::{guards_exclude, opposite, same};
use crate::codes;
use crate::ids::FileId;
use crate::model::{
    Deed, Demand, Effect, EffectKind, Expr, File, Grant, Guard, Happens, Kinship, Library, Motion, MoveRule,
    Moves, Node, Path, Promotion, Relation, Steps, Type, Verb,
};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::Place;

/// What two files of a library do to each other; the first is taken as started first.
#[must_use]
pub fn pair(library: &Library, one: FileId, other: FileId) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    let (Some(first), Some(second)) = (library.files.get(one.index()), library.files.get(other.index()))
    else {
        return told;
    };
    if never_together(first, second, &mut told) || never_together(second, first, &mut told) {
        told.truncate(1);
        return told;
    }
    both_replace(library, first, second, &mut told);
    for (adding, taking) in [(first, second), (second, first)] {
        eaten(library, adding, taking, &mut told);
    }
    opposite_laws(library, first, second, &mut told);
    offers(library, first, second, &mut told);
    super::loops::pair(library, first, second, &mut told);
    told
}

/// What a file takes away of what it adds itself.
pub(super) fn alone(library: &Library, file: &File, told: &mut Vec<Diagnostic>) {
    eaten(library, file, file, told);
}

fn conflict(code: &'static str, severity: Severity, places: [Place; 2], message: String) -> Diagnostic {
    Diagnostic { severity, ..codes::error(code, places[1], message) }.also(places[0], "and here")
}

fn never_together(first: &File, second: &File, told: &mut Vec<Diagnostic>) -> bool {
    let barred = second.types.iter().chain(&second.not_with);
    for (of, place) in &first.types {
        if let Some((_, there)) = barred.clone().find(|(other, _)| other == of) {
            let message = format!("these two never hold together: `{of}`");
            let note = conflict(codes::NEVER_TOGETHER, Severity::Note, [*there, *place], message)
                .help("take the type out of one of them if they should");
            told.push(note);
            return true;
        }
    }
    false
}

fn both_replace(library: &Library, first: &File, second: &File, told: &mut Vec<Diagnostic>) {
    let mut tell = |what: String, places: [Place; 2]| {
        let message = format!("both replace {what}; the one started later prevails");
        let help = "`cannot`, or a rule of the walk, often says it without a clash; `also` adds";
        told.push(conflict(codes::BOTH_REPLACE, Severity::Warning, places, message).help(help));
    };
    let kind_names = |kinds: &[crate::ids::KindId], others: &[crate::ids::KindId]| {
        let common = kinds.iter().find(|kind| others.contains(kind))?;
        Some(library.kinds[common.index()].name.clone())
    };
    let now = |moves: &&Moves| moves.motion == Motion::Now;
    let mut slots = Vec::new();
    for one in first.moves.iter().filter(now) {
        for other in second.moves.iter().filter(now) {
            let Some(kind) = kind_names(&one.kinds, &other.kinds) else { continue };
            let told_of = slots.contains(&(kind.clone(), one.label));
            let excluded = apart(from(one), from(other))
                || apart(one.subject.as_ref(), other.subject.as_ref())
                || guards_exclude(library, &starts(one), &starts(other))
                || is_said_alike(library, one, first, second);
            if one.label != other.label || told_of || excluded {
                continue;
            }
            slots.push((kind.clone(), one.label));
            let what = match one.label {
                Some(label) => format!("what `{kind}` does by `{}`", library.labels[label.index()]),
                None => format!("the moves of `{kind}`"),
            };
            tell(what, [one.place, other.place]);
        }
    }
    for one in first.promotions.iter().filter(|one| one.motion == Motion::Now) {
        for other in second.promotions.iter().filter(|other| other.motion == Motion::Now) {
            let common = kind_names(&one.kinds, &other.kinds);
            // The later takes the place of the first wherever its guards hold, whatever zone either names.
            let alike = |one: &&Promotion, other: &&Promotion| {
                same(library, &one.subject, &other.subject)
                    && same(library, &one.on, &other.on)
                    && same(library, &one.to, &other.to)
                    && same_guards(library, &one.guards, &other.guards)
            };
            let of = |file: &'_ File| -> Vec<Promotion> {
                let now = file.promotions.iter().filter(|each| each.motion == Motion::Now);
                now.filter(|each| kind_names(&each.kinds, &one.kinds).is_some()).cloned().collect()
            };
            let excluded = apart(Some(&one.subject), Some(&other.subject))
                || guards_exclude(library, &one.guards, &other.guards)
                || are_alike(
                    &of(first).iter().collect::<Vec<_>>(),
                    &of(second).iter().collect::<Vec<_>>(),
                    &alike,
                );
            if let Some(kind) = common.filter(|_| !excluded) {
                tell(format!("the promotions of `{kind}`"), [one.place, other.place]);
            }
        }
    }
    for one in first.definitions.iter().filter(|one| one.motion == Motion::Now) {
        let same = |other: &&crate::model::Definition| {
            other.motion == Motion::Now
                && other.meaning == one.meaning
                && !guards_exclude(library, &one.guards, &other.guards)
                && !(same(library, &one.body, &other.body)
                    && same_guards(library, &one.guards, &other.guards))
        };
        if let Some(other) = second.definitions.iter().find(same) {
            let name = &library.meanings[one.meaning.index()].name;
            tell(format!("what `{name}` means"), [one.place, other.place]);
        }
    }
}

/// Whether two files put the same in the place of what a kind does: each sentence of one stands in the other.
fn is_said_alike(library: &Library, of: &Moves, first: &File, second: &File) -> bool {
    let slot = |file: &'_ File| -> Vec<Moves> {
        let now = file.moves.iter().filter(|each| each.motion == Motion::Now && each.label == of.label);
        now.filter(|each| each.kinds.iter().any(|kind| of.kinds.contains(kind))).cloned().collect()
    };
    let maybe = |one: Option<&Expr>, other: Option<&Expr>| same_maybe(library, one, other);
    let alike = |one: &&Moves, other: &&Moves| {
        let walks = match (&one.rule, &other.rule) {
            (MoveRule::Travel(one), MoveRule::Travel(other)) => {
                one.mode == other.mode
                    && one.stays == other.stays
                    && maybe(one.to.as_ref(), other.to.as_ref())
                    && same_path(library, &one.path, &other.path)
            }
            _ => false,
        };
        walks
            && !one.has_block
            && !other.has_block
            && one.each.is_none()
            && other.each.is_none()
            && maybe(from(one), from(other))
            && maybe(one.subject.as_ref(), other.subject.as_ref())
            && same_guards(library, &one.guards, &other.guards)
    };
    are_alike(&slot(first).iter().collect::<Vec<_>>(), &slot(second).iter().collect::<Vec<_>>(), &alike)
}

/// Whether each of one list has its like in the other, and the other way round.
fn are_alike<T>(one: &[T], other: &[T], alike: &dyn Fn(&T, &T) -> bool) -> bool {
    one.iter().all(|each| other.iter().any(|other| alike(each, other)))
        && other.iter().all(|each| one.iter().any(|other| alike(other, each)))
}

fn same_maybe(library: &Library, one: Option<&Expr>, other: Option<&Expr>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => same(library, one, other),
        (None, None) => true,
        _ => false,
    }
}

fn same_guards(library: &Library, one: &[Guard], other: &[Guard]) -> bool {
    let pairs = || one.iter().zip(other);
    one.len() == other.len()
        && pairs()
            .all(|(one, other)| one.unless == other.unless && same(library, &one.condition, &other.condition))
}

/// Whether two paths are the same but for where they stand.
fn same_path(library: &Library, one: &Path, other: &Path) -> bool {
    let all = |one: &[Path], other: &[Path]| {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_path(library, one, other))
    };
    let maybe = |one: &Option<Expr>, other: &Option<Expr>| same_maybe(library, one.as_ref(), other.as_ref());
    match (one, other) {
        (Path::Either(one), Path::Either(other)) | (Path::Then(one), Path::Then(other)) => all(one, other),
        (Path::Repeat(one, least, most), Path::Repeat(other, from, to)) => {
            (least, most) == (from, to) && same_path(library, one, other)
        }
        (Path::Onto(one, set), Path::Onto(other, same_set)) => {
            same(library, set, same_set) && same_path(library, one, other)
        }
        (Path::Like(one), Path::Like(other)) => same(library, one, other),
        (Path::Leg(one), Path::Leg(other)) => {
            let steps = match (&one.steps, &other.steps) {
                (Steps::In(one), Steps::In(other)) => same(library, one, other),
                (Steps::Vectors(one), Steps::Vectors(other)) => one == other,
                (Steps::Leap(right, up, one), Steps::Leap(files, ranks, other)) => {
                    (right, up) == (files, ranks) && maybe(one, other)
                }
                (Steps::Toward(leap, one), Steps::Toward(same_leap, other))
                | (Steps::Away(leap, one), Steps::Away(same_leap, other)) => {
                    leap == same_leap && same(library, one, other)
                }
                (one, other) => one == other,
            };
            steps
                && (one.least, one.most, one.empty) == (other.least, other.most, other.empty)
                && maybe(&one.over, &other.over)
                && maybe(&one.onto, &other.onto)
                && maybe(&one.taking, &other.taking)
        }
        (one, other) => one == other,
    }
}

/// The squares that a move may begin on.
fn from(moves: &Moves) -> Option<&Expr> {
    match &moves.rule {
        MoveRule::Travel(travel) => travel.from.as_ref(),
        MoveRule::Act(act) => act.from.as_ref(),
        MoveRule::Castle(castle) => castle.from.as_ref(),
    }
}

/// The guards of a move, and where it begins as one more.
fn starts(moves: &Moves) -> Vec<Guard> {
    let it = |set: &Expr| Expr { of: Type::Pieces, node: Node::It, place: set.place };
    let begins = |set: &Expr| {
        let node = Node::Is(Box::new(it(set)), Box::new(set.clone()));
        Guard { unless: false, condition: Expr { of: Type::Bool, node, place: set.place } }
    };
    moves.guards.iter().cloned().chain(from(moves).map(begins)).collect()
}

/// Additions of one file that another takes away altogether, and demands that it forbids.
fn eaten(library: &Library, adding: &File, taking: &File, told: &mut Vec<Diagnostic>) {
    let withdrawals =
        || taking.relations.iter().filter(|relation| !relation.can && relation.guards.is_empty());
    let mut tell = |added: Place, taken: Place, what: &str| {
        let message = format!("this takes away all of {what}");
        let help = "narrow one of both by a guard, or by naming fewer pieces";
        told.push(conflict(codes::EATEN, Severity::Warning, [added, taken], message).help(help));
    };
    for right in adding.relations.iter().filter(|relation| relation.can) {
        if let Some(by) = withdrawals().find(|by| takes_away(library, by, right)) {
            tell(right.place, by.place, "what the other sentence allows");
        }
    }
    // Two files can hold together although a demand of one says nothing then.
    let apart = !std::ptr::eq(adding, taking);
    let own_taken = [adding, taking].into_iter().chain(&library.files[..library.games]).any(takes_own);
    for moves in adding.moves.iter().filter(|moves| moves.motion != Motion::Base) {
        let Some(subject) = &moves.subject else { continue };
        let only_takes = matches!(&moves.rule, MoveRule::Travel(travel) if !travel.mode.quiet);
        let by = withdrawals().find(|by| {
            let barred = match by.verb {
                Verb::Move => by.object.as_ref().is_none_or(|barred| all_goes(library, &moves.rule, barred)),
                Verb::Take => only_takes && takes_nothing(library, by, own_taken),
                _ => false,
            };
            barred
                && (by.label.is_none() || by.label == moves.label)
                && covers(library, Some(&by.subject), Some(subject))
        });
        if let Some(by) = by {
            tell(moves.place, by.place, "what the other sentence adds");
        }
    }
    for promotion in adding.promotions.iter().filter(|promotion| promotion.motion != Motion::Base) {
        let by = withdrawals().find(|by| {
            by.verb == Verb::Promote
                && covers(library, Some(&by.subject), Some(&promotion.subject))
                && covers(library, by.object.as_ref(), Some(&promotion.to))
        });
        if let Some(by) = by {
            tell(promotion.place, by.place, "what the other sentence adds");
        }
    }
    // In one file the order says what is meant.
    for word in adding.definitions.iter().filter(|word| apart && !word.except && word.motion != Motion::Base)
    {
        let by = taking.definitions.iter().find(|by| {
            by.except
                && by.meaning == word.meaning
                && by.guards.is_empty()
                && covers(library, Some(&by.body), Some(&word.body))
        });
        if let Some(by) = by {
            tell(word.place, by.place, "what the other sentence adds");
        }
    }
    for demand in &adding.demands {
        let by = withdrawals().find(|by| forbids(library, by, demand, own_taken)).map(|by| by.place);
        let law = || taking.laws.iter().find(|law| is_forbidden(library, demand, &law.condition));
        let Some(by) = by.or_else(|| law().map(|law| law.place)) else { continue };
        let (severity, message) = if demand.if_it_can && apart {
            (
                Severity::Note,
                "this forbids all that the other sentence demands if it can: that demand never holds",
            )
        } else {
            (Severity::Warning, "this forbids all that the other sentence demands")
        };
        let help = "narrow one of both by a guard, or by naming fewer pieces";
        let told_of = conflict(codes::DEMAND_FORBIDDEN, severity, [demand.place, by], message.to_owned());
        told.push(told_of.help(help));
    }
}

/// Whether all that a move goes is in these directions, or has a part in them that it cannot do without.
fn all_goes(library: &Library, rule: &MoveRule, barred: &Expr) -> bool {
    match rule {
        MoveRule::Travel(travel) => path_goes(library, &travel.path, barred),
        MoveRule::Act(_) | MoveRule::Castle(_) => false,
    }
}

fn path_goes(library: &Library, path: &Path, barred: &Expr) -> bool {
    match path {
        Path::Either(all) => all.iter().all(|path| path_goes(library, path, barred)),
        Path::Then(all) => all.iter().any(|path| path_goes(library, path, barred)),
        Path::Repeat(path, ..) | Path::Onto(path, _) | Path::Only { path, .. } => {
            path_goes(library, path, barred)
        }
        Path::Leg(leg) => match (&leg.steps, &barred.node) {
            (Steps::In(way), _) => covers(library, Some(barred), Some(way)),
            (Steps::Vectors(all), Node::Directions(barred)) => {
                all.iter().all(|vector| barred.contains(&vector.reduced()))
            }
            _ => false,
        },
        Path::Like(_) => false,
    }
}

/// Whether a file lets pieces take some of their own side.
fn takes_own(file: &File) -> bool {
    file.relations.iter().any(|relation| {
        let of_enemy = relation.object.as_ref().is_some_and(is_of_enemy);
        relation.can && relation.verb == Verb::Take && relation.fact.is_none() && !of_enemy
    })
}

fn is_of_enemy(set: &Expr) -> bool {
    matches!(&set.node, Node::OwnedBy(_, side) if matches!(side.node, Node::Kin(Kinship::Enemy)))
}

/// Whether a law forbids every turn in which a demand is met.
fn is_forbidden(library: &Library, demand: &Demand, law: &Expr) -> bool {
    match &law.node {
        Node::Or(all) => all.iter().any(|each| is_forbidden(library, demand, each)),
        Node::Did(who, Deed::IsTaken, None, None) => {
            demand.deed == Deed::Takes && covers(library, Some(who), demand.object.as_ref())
        }
        Node::Did(who, deed, whom, label) => {
            *deed == demand.deed
                && covers(library, Some(who), Some(&demand.subject))
                && covers(library, whom.as_deref(), demand.object.as_ref())
                && (label.is_none() || *label == demand.label)
        }
        _ => false,
    }
}

/// Laws of two files that forbid every turn together: one what is so, the other what is not.
fn opposite_laws(library: &Library, first: &File, second: &File, told: &mut Vec<Diagnostic>) {
    for one in &first.laws {
        let against = second.laws.iter().find(|other| opposite(library, &one.condition, &other.condition));
        if let Some(other) = against {
            let message = "this forbids every turn that the other sentence leaves".to_owned();
            let places = [one.place, other.place];
            let help = "narrow one of both: as they are no turn is legal under both";
            told.push(conflict(codes::DEMAND_FORBIDDEN, Severity::Warning, places, message).help(help));
        }
    }
}

fn takes_away(library: &Library, by: &Relation, right: &Relation) -> bool {
    by.verb == right.verb
        && (by.label.is_none() || by.label == right.label)
        && covers(library, Some(&by.subject), Some(&right.subject))
        && covers(library, by.object.as_ref(), right.object.as_ref())
        && covers(library, by.to.as_ref(), right.to.as_ref())
        && (by.fact == right.fact || (by.fact.is_none() && by.object.is_none()))
}

fn forbids(library: &Library, by: &Relation, demand: &Demand, own_taken: bool) -> bool {
    let verb = match demand.deed {
        Deed::Takes => Verb::Take,
        Deed::Moves => Verb::Move,
        _ => return false,
    };
    by.verb == verb
        && by.fact.is_none()
        && (by.label.is_none() || by.label == demand.label)
        && covers(library, Some(&by.subject), Some(&demand.subject))
        && (covers(library, by.object.as_ref(), demand.object.as_ref())
            || verb == Verb::Take && !own_taken && takes_no_enemy(by, demand))
        && by.to.is_none()
}

/// Whether a relation leaves nothing that could be taken, by facts aside.
fn takes_nothing(library: &Library, by: &Relation, own_taken: bool) -> bool {
    let all = |set: &Expr| matches!(&set.node, Node::OwnedBy(who, _) if matches!(who.node, Node::AllPieces));
    by.fact.is_none()
        && (covers(library, by.object.as_ref(), None)
            || !own_taken && by.object.as_ref().is_some_and(|object| is_of_enemy(object) && all(object)))
}

/// Whether a relation bars all pieces of the enemy, where nothing else can be taken anyway.
fn takes_no_enemy(by: &Relation, demand: &Demand) -> bool {
    let all = |set: &Expr| matches!(&set.node, Node::OwnedBy(who, _) if matches!(who.node, Node::AllPieces));
    let plain = demand.object.as_ref().is_none_or(|object| matches!(object.node, Node::AllPieces));
    plain && by.object.as_ref().is_some_and(|object| is_of_enemy(object) && all(object))
}

/// Moves that both files offer when the same happens.
fn offers(library: &Library, first: &File, second: &File, told: &mut Vec<Diagnostic>) {
    for one in &first.triggers {
        for other in &second.triggers {
            let (Happens::Does { subject, deed, .. }, Happens::Does { subject: whom, deed: same, .. }) =
                (&one.happens, &other.happens)
            else {
                continue;
            };
            let meet =
                covers(library, Some(subject), Some(whom)) || covers(library, Some(whom), Some(subject));
            if deed != same || !meet || one.time != other.time {
                continue;
            }
            if let (Some(here), Some(there)) = (offer(&one.effects), offer(&other.effects)) {
                let message = "both offer a further move at one moment: one of them can be taken".to_owned();
                let note = conflict(codes::OFFERS_TOGETHER, Severity::Note, [here, there], message)
                    .help("a `must` comes before a `may`");
                told.push(note);
                return;
            }
        }
    }
}

/// The first offer among effects.
fn offer(effects: &[Effect]) -> Option<Place> {
    effects.iter().find_map(|effect| match &effect.kind {
        EffectKind::Grant(Grant { .. }) => Some(effect.place),
        EffectKind::If(_, then, otherwise) => offer(then).or_else(|| offer(otherwise)),
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => offer(body),
        EffectKind::Choose(choose) => offer(&choose.body),
        _ => None,
    })
}
