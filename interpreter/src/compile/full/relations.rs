//! What the relations of the walk leave plain. Imports `program`, `vocabulary`, `plain`.

use super::plain::Finder;
use super::wakers::only_sets;
use crate::compile::Refusal;
use crate::program::full::Full;
use crate::program::full::plain::{Block, Safe, Swept};
use crate::program::full::rule::{Guard, Happens, Relation};
use crate::program::full::term::{KindSet, Node, Term};
use crate::vocabulary::{Type, Verb};
use rulemate_grammar::source::Place;

/// What relations of the walk leave plain.
pub(super) struct Ground<const N: usize> {
    /// Kinds that walk otherwise.
    pub odd: KindSet,
    /// Kinds that pass more than empty squares.
    pub passing_more: KindSet,
    /// Kinds that take others than the enemy's pieces.
    pub taking_more: KindSet,
    /// Kinds whose pieces some may not see.
    pub unseen: KindSet,
    /// Pieces of the enemy that no piece of a side sees, as that side sees them.
    pub hides: Vec<Term<N>>,
    /// Some pieces see otherwise.
    pub hides_otherwise: bool,
    /// Kinds that are kept from some of their walks, and do no others.
    pub kept: KindSet,
    /// Kinds that are kept from taking something, and do all else.
    pub kept_takes: KindSet,
    /// Kinds that walk otherwise by a label; if that is only to be kept from castling, what must be safe.
    pub odd_by: Vec<(u8, KindSet, Option<Safe>)>,
    pub blocks: Vec<Block<N>>,
    pub doors: Vec<Term<N>>,
    pub doors_exact: bool,
    pub passing: Vec<(u8, KindSet)>,
    /// Kinds some of which may not promote to all.
    pub unpromoted: KindSet,
    /// Where it stands that kinds some of which may not promote do not.
    pub bars: Vec<(KindSet, Place)>,
    /// Where it stands that kinds are kept from some of their walks.
    pub keeps: Vec<(KindSet, Place)>,
    /// Sentences by which kinds walk otherwise, by a label or all that they do.
    pub otherwise: Vec<(Option<u8>, KindSet, Place, &'static str)>,
}

/// Notes what the relations of the walk leave as it usually is.
pub(super) fn usual<const N: usize>(full: &mut Full<N>) {
    let relations = |verb: Verb| &full.relations[verb as usize];
    let open = |rule: &Relation<N>| rule.everybody && rule.label.is_none() && rule.guards.is_empty();
    let whole = |term: &Term<N>| is_whole_board(full, term);
    let stops = relations(Verb::Stop);
    let stops_plainly = !stops.is_empty()
        && stops.iter().all(|rule| rule.can && open(rule) && rule.object.as_ref().is_none_or(whole));
    let takes = |rule: &&Relation<N>| rule.fact.is_none();
    let taking: Vec<&Relation<N>> = relations(Verb::Take).iter().filter(takes).collect();
    let takes_plainly = !taking.is_empty()
        && taking.iter().all(|rule| rule.can && open(rule) && rule.object.as_ref().is_some_and(is_enemy));
    let mut closed = Vec::new();
    let mut passes = false;
    let passes_plainly = relations(Verb::Pass).iter().all(|rule| {
        let Some(object) = rule.object.as_ref().filter(|_| open(rule)) else { return false };
        if rule.can {
            passes = true;
            return object.node == Node::Empty;
        }
        closed.push(object.clone());
        object.of == Type::Squares && rule.level == 0 && !is_about_walker(object)
    }) && passes
        && full.traits.all_seen;
    full.closed = if passes_plainly { closed } else { Vec::new() };
    let stuck = |term: &Term<N>| matches!(&term.node, Node::Not(of) if matches!(&of.node, Node::CanMove(who) if who.node == Node::Player));
    full.traits.ends_with_turns = full.ends.iter().any(|end| {
        let only_stuck = end.guards.iter().any(|guard| {
            !guard.unless
                && match &guard.condition.node {
                    Node::And(all) => all.iter().any(stuck),
                    _ => stuck(&guard.condition),
                }
        });
        end.who.is_some() && !only_stuck
    });
    full.traits.ends_without_choice = full
        .triggers
        .iter()
        .all(|rule| rule.happens != Happens::TurnEnds || only_sets(&rule.effects, &mut Vec::new()));
    full.traits.passes_plainly = passes_plainly;
    full.traits.stops_plainly = stops_plainly;
    full.traits.takes_plainly = takes_plainly;
}

fn is_whole_board<const N: usize>(full: &Full<N>, term: &Term<N>) -> bool {
    match &term.node {
        Node::Board => true,
        Node::Zone([mine, other]) => *mine == full.board.all && *other == full.board.all,
        _ => false,
    }
}

impl<const N: usize> Finder<'_, N> {
    /// What the relations of the walk leave plain, if they leave anything.
    pub(super) fn ground(&mut self) -> Result<Ground<N>, Refusal> {
        let full = self.full;
        let mut ground = Ground {
            odd: 0,
            passing_more: 0,
            taking_more: 0,
            unseen: 0,
            hides: Vec::new(),
            hides_otherwise: false,
            kept: 0,
            kept_takes: 0,
            odd_by: Vec::new(),
            blocks: Vec::new(),
            doors: Vec::new(),
            doors_exact: false,
            passing: Vec::new(),
            unpromoted: 0,
            bars: Vec::new(),
            keeps: Vec::new(),
            otherwise: Vec::new(),
        };
        for (rule, place) in full.edges.iter().zip(&self.origins.edges) {
            let kinds = self.kinds_of(&rule.subject);
            ground.odd |= kinds;
            ground.otherwise.push((None, kinds, *place, "an edge"));
        }
        let mut usual = [false; 8];
        let verbs = [
            Verb::See,
            Verb::Take,
            Verb::Stop,
            Verb::Pass,
            Verb::PassFrom,
            Verb::Move,
            Verb::Promote,
            Verb::Threaten,
        ];
        for verb in verbs {
            for (index, rule) in full.relations[verb as usize].iter().enumerate() {
                let object = rule.object.as_ref().map(|object| &object.node);
                let open = rule.can && rule.everybody && rule.label.is_none() && rule.fact.is_none();
                let free = open && rule.guards.is_empty();
                let is_usual = match verb {
                    Verb::See => free && matches!(object, None | Some(Node::AllPieces)),
                    Verb::Pass => free && matches!(object, Some(Node::Empty)),
                    Verb::Stop => {
                        free && rule.object.as_ref().is_none_or(|object| is_whole_board(full, object))
                    }
                    Verb::Take => free && rule.object.as_ref().is_some_and(is_enemy),
                    Verb::Threaten => free && object.is_none(),
                    Verb::Move => open && object.is_none() && rule.guards.iter().all(is_on_piece),
                    Verb::PassFrom | Verb::Promote => false,
                };
                if is_usual {
                    usual[verb as usize] = true;
                    continue;
                }
                self.unusual(verb, rule, self.origins.relation(verb, index), &mut ground)?;
            }
        }
        let must = [
            (Verb::See, "no piece that sees as usual"),
            (Verb::Pass, "no piece that passes as usual"),
            (Verb::Stop, "no piece that stops as usual"),
            (Verb::Take, "no piece that takes as usual"),
            (Verb::Move, "no piece that moves as usual"),
        ];
        match must.iter().find(|(verb, _)| !usual[*verb as usize]) {
            Some((verb, what)) => Err(Refusal::new(what, self.origins.relation(*verb, 0))),
            None => Ok(ground),
        }
    }

    pub(super) fn unusual(
        &mut self,
        verb: Verb,
        rule: &Relation<N>,
        place: Place,
        ground: &mut Ground<N>,
    ) -> Result<(), Refusal> {
        let kinds = self.kinds_of(&rule.subject);
        let without = || Refusal::new("a relation of nothing", place);
        match verb {
            Verb::Pass if !rule.can && rule.everybody && rule.label.is_none() && rule.guards.is_empty() => {
                let object = rule.object.as_ref().ok_or_else(without)?;
                if is_about_walker(object) {
                    return Err(Refusal::new("squares that each walk is stopped by for itself", place));
                }
                ground.blocks.push(Block { term: object.clone(), swept: swept(self.full, object, false, 0) });
                self.findings.blocks.push(place);
            }
            Verb::PassFrom if rule.can && rule.label.is_none() => {
                let object = rule.object.as_ref().ok_or_else(without)?;
                // Where one goes in, one may come out: at another of the same.
                let elsewhere = || Refusal::new("doors that lead elsewhere than to their like", place);
                let to = squares_of(rule.to.as_ref().ok_or_else(without)?);
                let Node::Another(out) = &to.node else { return Err(elsewhere()) };
                if squares_of(out) != squares_of(object) {
                    return Err(elsewhere());
                }
                ground.doors_exact = ground.doors.is_empty() && rule.everybody && rule.guards.is_empty();
                ground.doors.push(object.clone());
                self.findings.doors.push(place);
            }
            Verb::Take if rule.can && rule.fact.is_some() => {
                ground.passing.push((rule.fact.ok_or_else(without)?, kinds));
                self.findings.passing.push(place);
            }
            Verb::See => {
                let object = rule.object.as_ref();
                ground.unseen |= object.map_or(KindSet::MAX, |object| self.kinds_of(object));
                let always = !rule.can && rule.everybody && rule.label.is_none() && rule.guards.is_empty();
                match object.filter(|object| always && is_of_enemy(object) && !is_about_walker(object)) {
                    Some(object) => ground.hides.push(object.clone()),
                    None => ground.hides_otherwise = true,
                }
            }
            // It takes something away from moves by a label, or from kinds.
            Verb::Promote => {
                ground.unpromoted |= kinds;
                ground.bars.push((kinds, place));
            }
            Verb::Take if !rule.can && rule.fact.is_some() => {}
            // Those who stand on squares move anyhow; whoever is carried is tried.
            Verb::Move if rule.can && rule.label.is_none() && rule.object.is_none() => {}
            Verb::Take if !rule.can && rule.label.is_none() => {
                ground.kept_takes |= kinds;
                ground.keeps.push((kinds, place));
            }
            Verb::Stop | Verb::Pass | Verb::PassFrom | Verb::Move if !rule.can && rule.label.is_none() => {
                ground.kept |= kinds;
                ground.keeps.push((kinds, place));
            }
            _ => {
                ground.otherwise.push((rule.label, kinds, place, "an unusual relation"));
                if verb == Verb::Pass && rule.can && rule.label.is_none() {
                    ground.passing_more |= kinds;
                    return Ok(());
                }
                if verb == Verb::Take && rule.can && rule.fact.is_none() && rule.label.is_none() {
                    ground.taking_more |= kinds;
                    return Ok(());
                }
                match rule.label {
                    Some(label) => ground.odd_by.push((label, kinds, kept_from_castling(verb, rule))),
                    None => ground.odd |= kinds,
                }
            }
        }
        Ok(())
    }
}

/// What squares are, if that is what pieces of some kinds see along lines.
fn swept<const N: usize>(full: &Full<N>, term: &Term<N>, enemy: bool, depth: u8) -> Option<Swept> {
    match &term.node {
        Node::SeenBy(other, of) => swept(full, of, enemy ^ other, depth),
        Node::Meaning(word, None) if depth < 8 => {
            let [rule] = full.words[usize::from(*word)].rules.as_slice() else { return None };
            let plain = rule.guards.is_empty() && !rule.except && rule.parameter.is_none();
            if plain { swept(full, &rule.body, enemy, depth + 1) } else { None }
        }
        Node::Both(all) => match all.as_slice() {
            [Term { node: Node::Empty, .. }, of] | [of, Term { node: Node::Empty, .. }] => {
                swept(full, of, enemy, depth).map(|swept| Swept { empty: true, ..swept })
            }
            _ => None,
        },
        Node::Met(_, from, Some(slide)) => {
            let Node::OwnedBy(of, by) = &from.node else { return None };
            let (Node::OfKinds(kinds), Node::Kin(other)) = (&of.node, &by.node) else { return None };
            let kinds = u32::try_from(*kinds).ok()?;
            Some(Swept { enemy: enemy ^ other, kinds, slide: *slide, empty: false })
        }
        _ => None,
    }
}

/// What must be safe for a castling, if a relation is no more than that.
fn kept_from_castling<const N: usize>(verb: Verb, rule: &Relation<N>) -> Option<Safe> {
    let kinds = matches!(rule.subject.node, Node::AllPieces | Node::OfKinds(_));
    let [guard] = rule.guards.as_slice() else { return None };
    if verb != Verb::Move || rule.can || rule.object.is_some() || guard.unless || !kinds {
        return None;
    }
    let mut safe = Safe::default();
    let mut note = |term: &Term<N>| {
        let term = if let Node::Any(of) = &term.node { of } else { term };
        let Node::Threatened(asked) = &term.node else { return None };
        if asked.by.is_some() || asked.without.is_some() {
            return None;
        }
        match asked.target.node {
            Node::It if asked.target.of == Type::Pieces => safe.start = true,
            Node::Trail => safe.trail = true,
            _ => return None,
        }
        Some(())
    };
    match &guard.condition.node {
        Node::Or(all) => all.iter().try_for_each(&mut note),
        _ => note(&guard.condition),
    }?;
    Some(safe)
}

/// The pieces, or squares, whose squares a term names.
fn squares_of<const N: usize>(term: &Term<N>) -> &Term<N> {
    if let Node::SquaresOf(of) = &term.node { of } else { term }
}

fn is_enemy<const N: usize>(term: &Term<N>) -> bool {
    matches!(&term.node, Node::OwnedBy(of, by)
        if of.node == Node::AllPieces && by.node == Node::Kin(true))
}

/// Whether a set has pieces of the enemy alone.
fn is_of_enemy<const N: usize>(term: &Term<N>) -> bool {
    match &term.node {
        Node::OwnedBy(_, by) => by.node == Node::Kin(true),
        Node::Both(all) => all.iter().any(is_of_enemy),
        Node::Either(all) => all.iter().all(is_of_enemy),
        Node::Except(base, _) | Node::Those(base, ..) => is_of_enemy(base),
        _ => false,
    }
}

/// Whether nobody who is carried may move.
pub(super) fn carried_stay<const N: usize>(full: &Full<N>) -> bool {
    full.relations[Verb::Move as usize].iter().all(|rule| !rule.can || rule.guards.iter().any(is_on_any))
}

/// `unless it is on piece`, whichever piece that is.
fn is_on_any<const N: usize>(guard: &Guard<N>) -> bool {
    is_on_piece(guard)
        && matches!(&guard.condition.node, Node::Is(_, on)
            if matches!(&on.node, Node::CarriedBy(by) if by.node == Node::AllPieces))
}

/// `unless it is on piece`: carried pieces are tried.
fn is_on_piece<const N: usize>(guard: &Guard<N>) -> bool {
    guard.unless
        && matches!(&guard.condition.node, Node::Is(it, on)
            if it.node == Node::It && matches!(on.node, Node::CarriedBy(_)))
}

/// Whether a term asks for more of a walk than whose it is.
fn is_about_walker<const N: usize>(term: &Term<N>) -> bool {
    asks_of_walker(term, &mut Vec::new())
}

/// The same inside terms that bind these names.
fn asks_of_walker<const N: usize>(term: &Term<N>, bound: &mut Vec<u8>) -> bool {
    let own = match &term.node {
        Node::Var(var) => !bound.contains(var),
        Node::It
        | Node::Origin
        | Node::Target
        | Node::Trail
        | Node::Heading
        | Node::Length
        | Node::Castling
        | Node::Another(_)
        | Node::Now(..)
        | Node::Continuing => true,
        _ => false,
    };
    let before = bound.len();
    if let Node::Those(_, var, _) | Node::Every(_, _, var, _) | Node::EveryLine(_, _, var, _) = &term.node {
        bound.push(*var);
    }
    let mut inside = false;
    term.parts(&mut |part| inside = inside || asks_of_walker(part, bound));
    bound.truncate(before);
    own || inside
}
