//! What surely is so, or does nothing, while a plain move is made. Imports `program`, `vocabulary`, `moment`.

use super::moment::{Frame, Moment};
use super::world::{Place, World};
use crate::program::bits::Bits;
use crate::program::full::rule::{Effect, EffectKind, Grant};
use crate::program::full::term::{Node, Term};
use crate::program::full::{Full, Store};
use crate::vocabulary::{Bearer, Deed, Quantifier};

/// What a rule may rely on while a plain move is made: that a fact of pieces, squares, sides or the game stays as it is.
#[derive(Clone, Copy)]
pub(super) struct Still<'s> {
    /// Facts that may be set.
    pub set: &'s [u8],
    /// Something may be taken.
    pub taking: bool,
    /// Whose move it is.
    pub mover: u8,
    /// Behind it no royal piece of either side could be taken by the other, and none has been.
    pub calm: bool,
    /// How deep words have gone into words.
    pub depth: u8,
}

/// All that what sleeps depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drowsy {
    player: u8,
    carried: bool,
    /// Whether pieces of each side are away, a bit for each.
    away: u8,
    /// Facts of which there are marks.
    marked: u64,
    /// Sets of bearers that are not empty.
    borne: u16,
    numbers: [i32; MOST_ASKED],
}

/// How deep words are followed.
const DEEPEST: u8 = 8;

/// How many numbers may be asked where it is remembered what sleeps.
const MOST_ASKED: usize = 4;

/// How many positions it is remembered of what sleeps.
pub(super) const REMEMBERED: usize = 64;

impl Drowsy {
    /// What it depends on in a position, if that is little.
    pub(super) fn of<const N: usize, const K: usize>(
        program: &Full<N>,
        world: &World<N, K>,
        asked: &[u8],
    ) -> Option<Drowsy> {
        if asked.len() > MOST_ASKED {
            return None;
        }
        let mut numbers = [0; MOST_ASKED];
        for (number, index) in numbers.iter_mut().zip(asked) {
            *number = world.counts[usize::from(*index)];
        }
        let mut marked = 0;
        for mark in world.marks() {
            let bearer = program.facts[usize::from(mark.fact)].bearer;
            if mark.fact >= 64 || matches!(bearer, Bearer::Sides | Bearer::Game) {
                return None;
            }
            marked |= 1 << mark.fact;
        }
        let sets = world.sets.iter().enumerate();
        let borne = sets.fold(0, |all, (index, set)| all | u16::from(!set.is_empty()) << (index & 15));
        Some(Drowsy {
            player: world.player(),
            carried: !world.carried.is_empty(),
            away: [0, 1]
                .into_iter()
                .fold(0, |all, side| all | u8::from(world.away.meets(world.owned(side))) << side),
            marked,
            borne,
            numbers,
        })
    }

    /// Where it is remembered.
    pub(super) fn room(&self) -> usize {
        let flags = u64::from(self.player) | u64::from(self.carried) << 1 | u64::from(self.away) << 2;
        let facts = self.marked ^ u64::from(self.borne) << 20;
        #[allow(clippy::cast_sign_loss)]
        let numbers = self.numbers.iter().fold(0, |all: u64, each| all.wrapping_mul(31) ^ *each as u64);
        let mixed = (flags ^ facts << 3 ^ numbers << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 58) as usize % REMEMBERED
    }
}

/// What sleeps while a plain move is made, and while one that takes is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Asleep {
    /// No law that plain moves could break forbids any.
    pub(super) laws: [bool; 2],
    /// The wakers that may bear on what is legal, a bit for each.
    pub(super) awake: [u64; 2],
    /// The wakers that do nothing at all.
    pub(super) idle: [u64; 2],
    /// No act of the side may begin.
    pub(super) acts: bool,
    /// Nothing keeps the enemy from taking the royal piece, where it walks there.
    pub(super) stands: bool,
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Whether a set of anything has no member, and will have none after a plain move.
    #[allow(clippy::only_used_in_recursion)]
    pub(super) fn is_surely_empty(&self, term: &Term<N>, still: Still<'_>, view: u8) -> bool {
        match &term.node {
            Node::CarriedBy(_) => self.world.carried.is_empty(),
            Node::Taken(of) if is_own(of) && view == still.mover => {
                // A plain move takes nobody of its own side.
                !self.world.away.meets(self.world.owned(view))
            }
            Node::Taken(_) => !still.taking && self.world.away.is_empty(),
            Node::Hand(_) => self.world.away.is_empty() && !still.taking,
            Node::Bearing(fact) => {
                let declared = &self.program().facts[usize::from(*fact)];
                let bears = match (declared.store, declared.bearer) {
                    (Store::Sets { first, count }, _) => !self.world.bearing(first, count).is_empty(),
                    (_, Bearer::Pieces | Bearer::Squares) => {
                        declared.default.is_some() || self.world.marks().iter().any(|mark| mark.fact == *fact)
                    }
                    _ => true,
                };
                !bears && !still.set.contains(fact)
            }
            Node::Both(all) => all.iter().any(|each| self.is_surely_empty(each, still, view)),
            Node::Either(all) => all.iter().all(|each| self.is_surely_empty(each, still, view)),
            Node::Except(base, _)
            | Node::OwnedBy(base, _)
            | Node::Another(base)
            | Node::SquaresOf(base)
            | Node::KindsOf(base)
            | Node::OwnersOf(base) => self.is_surely_empty(base, still, view),
            Node::Those(base, var, condition) => {
                still.calm && self.takes_royals(base, *var, condition)
                    || self.is_surely_empty(base, still, view)
            }
            Node::SeenBy(enemy, base) => self.is_surely_empty(base, still, view ^ u8::from(*enemy)),
            Node::Meaning(word, None) if still.depth < DEEPEST => {
                let deeper = Still { depth: still.depth + 1, ..still };
                match self.program().words[usize::from(*word)].rules.as_slice() {
                    [rule] => !rule.except && self.is_surely_empty(&rule.body, deeper, view),
                    _ => false,
                }
            }
            // A plain move takes nobody of its own side, and makes no new pieces; a kind that is not there stays away,
            // unless something becomes it.
            _ => false,
        }
    }

    /// Whether a condition surely holds, or surely does not, after a plain move.
    pub(super) fn surely(&self, term: &Term<N>, still: Still<'_>, view: u8) -> Option<bool> {
        match &term.node {
            Node::Not(of) => self.surely(of, still, view).map(|holds| !holds),
            Node::And(all) => {
                let mut known = true;
                for each in all {
                    match self.surely(each, still, view) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => known = false,
                    }
                }
                known.then_some(true)
            }
            Node::Or(all) => {
                let mut known = true;
                for each in all {
                    match self.surely(each, still, view) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => known = false,
                    }
                }
                known.then_some(false)
            }
            Node::Any(of) if self.is_surely_empty(of, still, view) => Some(false),
            Node::Every(Quantifier::Some, of, ..) if self.is_surely_empty(of, still, view) => Some(false),
            Node::Threatened(asked) if still.calm && asked.without.is_none() => {
                self.kin_of_royals(&asked.target).map(|_| false)
            }
            Node::Did(who, Deed::IsTaken, ..) if still.calm => self.kin_of_royals(who).map(|_| false),
            Node::CouldTake(who, Some(what), ..) if still.calm => {
                let (who, royals) = (kin(who), self.kin_of_royals(what));
                (who.is_some() && royals.is_some() && who != royals).then_some(false)
            }
            Node::Is(of, _) if self.is_surely_empty(of, still, view) => Some(false),
            _ if self.is_still(term, still) => Some(self.test(term, &mut Frame::new(view))),
            _ => None,
        }
    }

    /// Whether those of a set are asked for who could take a royal piece of the other side.
    fn takes_royals(&self, base: &Term<N>, var: u8, condition: &Term<N>) -> bool {
        match &condition.node {
            Node::And(all) => all.iter().any(|each| self.takes_royals(base, var, each)),
            Node::CouldTake(who, Some(what), ..) => {
                let (side, royals) = (kin(base), self.kin_of_royals(what));
                who.node == Node::Var(var) && side.is_some() && royals.is_some() && side != royals
            }
            _ => false,
        }
    }

    /// Whose royal pieces a term names, if it is those of one side.
    fn kin_of_royals(&self, term: &Term<N>) -> Option<bool> {
        let Node::OwnedBy(of, _) = &term.node else { return None };
        let royal = self.program().plain.as_ref().map_or(0, |plain| u64::from(plain.royal));
        let royals = matches!(of.node, Node::OfKinds(kinds) if kinds & !royal == 0);
        kin(term).filter(|_| royals)
    }

    /// Whether a term asks only for what stays as it is.
    pub(super) fn is_still(&self, term: &Term<N>, still: Still<'_>) -> bool {
        let own = match &term.node {
            Node::Fixed(_) | Node::Kin(_) | Node::Player => true,
            Node::GameFact(fact) | Node::FactOf(fact, _) | Node::Bearing(fact) => {
                let declared = &self.program().facts[usize::from(*fact)];
                let of = matches!(declared.bearer, Bearer::Sides | Bearer::Game);
                of && declared.default.as_ref().is_none_or(|term| matches!(term.node, Node::Fixed(_)))
                    && !still.set.contains(fact)
            }
            Node::Compared(..)
            | Node::Is(..)
            | Node::Any(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Calculate(..)
            | Node::Count(_)
            | Node::Either(_)
            | Node::Both(_) => true,
            _ => false,
        };
        let mut parts = own;
        term.parts(&mut |part| parts = parts && self.is_still(part, still));
        parts
    }

    /// Whether effects surely do nothing that is more than to set facts; or (`at_all`) nothing at all.
    pub(super) fn surely_do_nothing(
        &self,
        effects: &[Effect<N>],
        still: Still<'_>,
        view: u8,
        at_all: bool,
    ) -> bool {
        effects.iter().all(|effect| match &effect.kind {
            EffectKind::SetGame(..) => !at_all,
            EffectKind::Set(_, of, _) => !at_all || self.is_surely_empty(of, still, view),
            EffectKind::If(condition, then, otherwise) => match self.surely(condition, still, view) {
                Some(true) => self.surely_do_nothing(then, still, view, at_all),
                Some(false) => self.surely_do_nothing(otherwise, still, view, at_all),
                None => {
                    self.surely_do_nothing(then, still, view, at_all)
                        && self.surely_do_nothing(otherwise, still, view, at_all)
                }
            },
            EffectKind::ForEach(_, set, _, body) => {
                self.is_surely_empty(set, still, view) || self.surely_do_nothing(body, still, view, at_all)
            }
            EffectKind::ForEachSide(_, body) => {
                self.surely_do_nothing(body, still, view, at_all)
                    && self.surely_do_nothing(body, still, 1 - view, at_all)
            }
            EffectKind::Choose(choose) => {
                choose.options.iter().all(|option| self.is_surely_empty(option, still, view))
            }
            EffectKind::Take(set) | EffectKind::Remove(set) | EffectKind::Promote(set) => {
                self.is_surely_empty(set, still, view)
            }
            EffectKind::Become(set, _)
            | EffectKind::ChangeSide(set, _)
            | EffectKind::PutOnto(set, false, _)
            | EffectKind::PutInHand(set, _) => self.is_surely_empty(set, still, view),
            _ => false,
        })
    }

    /// The squares such that effects surely do nothing when a piece that they speak of has come to any other.
    pub(super) fn squares_that_wake(
        &self,
        effects: &[Effect<N>],
        still: Still<'_>,
        view: u8,
    ) -> Option<Bits<N>> {
        effects.iter().try_fold(Bits::EMPTY, |all, effect| {
            let wake = match &effect.kind {
                EffectKind::If(condition, then, otherwise) => match self.surely(condition, still, view) {
                    Some(true) => self.squares_that_wake(then, still, view),
                    Some(false) => self.squares_that_wake(otherwise, still, view),
                    None => {
                        let then = self.squares_that_wake(then, still, view)?;
                        Some(then | self.squares_that_wake(otherwise, still, view)?)
                    }
                },
                EffectKind::Choose(choose) => choose.options.iter().try_fold(Bits::EMPTY, |all, option| {
                    Some(all | self.squares_with_members(option, still, view)?)
                }),
                EffectKind::Grant(grant) => self.squares_that_take(grant, view),
                EffectKind::ForEach(_, set, ..) | EffectKind::Take(set) | EffectKind::Remove(set) => {
                    self.squares_with_members(set, still, view)
                }
                _ => None,
            };
            match wake {
                Some(wake) => Some(all | wake),
                None if self.surely_do_nothing(std::slice::from_ref(effect), still, view, true) => Some(all),
                None => None,
            }
        })
    }

    /// The squares from which the piece that is spoken of could take something at most, where a move by a label that
    /// takes is offered to it.
    fn squares_that_take(&self, grant: &Grant<N>, view: u8) -> Option<Bits<N>> {
        let plain = self.program().plain.as_ref()?;
        if grant.must && !grant.if_it_can || grant.deed != Deed::Takes || grant.subject.node != Node::It {
            return None;
        }
        let label = grant.label?;
        let has =
            |rule: u16| self.program().moves[usize::from(rule)].label.is_some_and(|(own, _)| own == label);
        let marked: Bits<N> = self.world.marks().iter().map(|mark| mark.bearer).collect();
        let prey = self.world.flat.sides[0] | self.world.flat.sides[1] | marked;
        let mut from = Bits::EMPTY;
        for mover in &plain.sides[usize::from(view)].kinds {
            if mover.lanes.iter().any(|lane| has(lane.rule))
                || mover.castlings.iter().any(|each| has(each.rule))
            {
                return None;
            }
            if mover.wholly_odd || mover.odd.iter().any(|rule| has(*rule)) {
                let reach = mover
                    .odd_reach
                    .as_ref()
                    .filter(|reach| reach.rides.is_empty() && reach.runs.is_empty())?;
                let takes = |at: &u8| reach.landings[usize::from(*at)].take.meets(prey);
                from |= self.program().board.all.filter(takes).collect();
            }
        }
        Some(from)
    }

    /// The squares such that a set surely has no members when the piece that is spoken of has come to any other.
    fn squares_with_members(&self, term: &Term<N>, still: Still<'_>, view: u8) -> Option<Bits<N>> {
        if self.is_surely_empty(term, still, view) {
            return Some(Bits::EMPTY);
        }
        match &term.node {
            Node::Either(all) => all.iter().try_fold(Bits::EMPTY, |squares, each| {
                Some(squares | self.squares_with_members(each, still, view)?)
            }),
            Node::Both(all) => {
                let parts = all.iter().filter_map(|each| self.squares_with_members(each, still, view));
                parts.reduce(|one, other| one & other)
            }
            // Those of them that are near it.
            Node::Those(of, var, condition) => {
                let Node::Is(square, around) = &condition.node else { return None };
                let is_var = matches!(&square.node, Node::SquaresOf(of) if of.node == Node::Var(*var));
                let steps = match &around.node {
                    Node::Near(it) if is_it(it) => 1,
                    Node::Within(steps, it) if is_it(it) => *steps,
                    _ => return None,
                };
                let mut squares =
                    self.world.squares_of(self.those_taken(of, still, view).filter(|_| is_var)?);
                for _ in 0..steps {
                    squares |= self.program().board.around(squares);
                }
                Some(squares)
            }
            _ => None,
        }
    }

    /// All that may be among the taken pieces of a set after a plain move.
    fn those_taken(&self, term: &Term<N>, still: Still<'_>, view: u8) -> Option<Bits<N>> {
        let Node::Taken(of) = &term.node else { return None };
        let own = is_own(of);
        // A plain move takes nobody of its own side.
        if still.taking && !(own && view == still.mover) {
            return None;
        }
        let taken = self.world.away.filter(|piece| {
            matches!(self.world.place(*piece), Place::Taken(_)) && (!own || self.world.owner(*piece) == view)
        });
        Some(taken.collect())
    }
}

/// Whose pieces all of a set are: the view's side, or (`true`) its enemy.
fn kin<const N: usize>(term: &Term<N>) -> Option<bool> {
    match &term.node {
        Node::OwnedBy(_, by) => match by.node {
            Node::Kin(enemy) => Some(enemy),
            _ => None,
        },
        Node::Both(all) => all.iter().find_map(kin),
        Node::Except(base, _) | Node::Those(base, ..) | Node::Another(base) => kin(base),
        _ => None,
    }
}

/// Whether all of a set are of the view's side.
fn is_own<const N: usize>(term: &Term<N>) -> bool {
    match &term.node {
        Node::OwnedBy(_, sides) => sides.node == Node::Kin(false),
        Node::Both(all) => all.iter().any(is_own),
        _ => false,
    }
}

/// Whether a term is what is spoken of, or its square.
fn is_it<const N: usize>(term: &Term<N>) -> bool {
    match &term.node {
        Node::It => true,
        Node::SquaresOf(of) => of.node == Node::It,
        _ => false,
    }
}
