//! What a condition or a value of a program comes to. Imports `program`, `state`, `threat`, `generate`.

use super::generate::can_move;
use super::state::State;
use super::threat::attacked;
use crate::program::bits::Bits;
use crate::program::expr::{Compare, Condition, Kinds, Number, Set};
use crate::program::{End, MOST_NUMBERS, Program};

/// The moment at which a condition is asked.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a, const N: usize, const K: usize> {
    /// The rules.
    pub program: &'a Program<N>,
    /// The position as it is.
    pub now: &'a State<N, K>,
    /// The position as it was when the turn began.
    pub before: &'a State<N, K>,
    /// The numbers of the game as they are.
    pub numbers: [i32; MOST_NUMBERS],
    /// The kinds that have moved in the turn.
    pub moved: Kinds,
    /// The label of the move.
    pub label: Option<u16>,
    /// Something has been taken.
    pub taken: bool,
    /// The piece that is spoken of.
    pub it: Bits<N>,
    /// What it passes.
    pub trail: Bits<N>,
    /// How often the position has stood.
    pub repeats: u32,
    /// The side to move has a legal turn; none: that is not known yet.
    pub can_move: Option<bool>,
}

impl<'a, const N: usize, const K: usize> Moment<'a, N, K> {
    /// The moment in a turn.
    #[inline]
    #[must_use]
    pub fn of(program: &'a Program<N>, now: &'a State<N, K>, before: &'a State<N, K>) -> Self {
        Moment {
            program,
            now,
            before,
            numbers: now.numbers,
            moved: 0,
            label: None,
            taken: false,
            it: Bits::EMPTY,
            trail: Bits::EMPTY,
            repeats: 1,
            can_move: None,
        }
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, condition: &Condition<N>) -> bool {
        match condition {
            Condition::Fixed(yes) => *yes,
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(list) => list.iter().all(|each| self.holds(each)),
            Condition::Any(list) => list.iter().any(|each| self.holds(each)),
            Condition::Some(set) => !self.set(set).is_empty(),
            Condition::Within(inner, outer) => self.set(inner).within(self.set(outer)),
            Condition::Compared(how, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                match how {
                    Compare::Equal => a == b,
                    Compare::Different => a != b,
                    Compare::Less => a < b,
                    Compare::AtMost => a <= b,
                    Compare::More => a > b,
                    Compare::AtLeast => a >= b,
                }
            }
            Condition::Threatened(side, set) => {
                let side = *side as usize & 1;
                let takers = self.now.sides[1 - side];
                let threats = &self.program.sides[1 - side].threats;
                let occupied = self.now.pieces();
                let mut targets = self.set(set) & self.now.sides[side];
                targets.any(|at| attacked((&self.program.geometry, threats), self.now, at, takers, occupied))
            }
            Condition::ThreatenedOn(side, set) => {
                let side = *side as usize & 1;
                let threats = &self.program.sides[1 - side].threats;
                let occupied = self.now.pieces().without(self.it);
                let mut squares = self.set(set);
                squares.any(|at| {
                    let takers = self.now.sides[1 - side].without(Bits::of(at));
                    attacked((&self.program.geometry, threats), self.now, at, takers, occupied | Bits::of(at))
                })
            }
            Condition::CanMove(side) => {
                debug_assert_eq!(*side, self.now.player);
                self.can_move.unwrap_or_else(|| can_move(self.program, self.now))
            }
            Condition::Moved(kinds, label) => {
                self.moved & kinds != 0 && (label.is_none() || *label == self.label)
            }
            Condition::Taken => self.taken,
        }
    }

    /// The squares of a set.
    #[must_use]
    pub fn set(&self, set: &Set<N>) -> Bits<N> {
        match set {
            Set::Fixed(squares) => *squares,
            Set::Kinds(kinds) => self.now.of(*kinds),
            Set::Side(side) => self.now.sides[*side as usize & 1],
            Set::Pieces => self.now.pieces(),
            Set::Empty => self.program.geometry.all.without(self.now.pieces()),
            Set::It => self.it,
            Set::Trail => self.trail,
            Set::And(list) => list.iter().fold(self.program.geometry.all, |all, each| all & self.set(each)),
            Set::Or(list) => list.iter().fold(Bits::EMPTY, |all, each| all | self.set(each)),
            Set::Minus(base, except) => self.set(base).without(self.set(except)),
        }
    }

    /// A number.
    #[must_use]
    pub fn number(&self, number: &Number<N>) -> i32 {
        let both = |pair: &[Number<N>; 2]| (self.number(&pair[0]), self.number(&pair[1]));
        match number {
            Number::Fixed(number) => *number,
            Number::Count(set) => i32::try_from(self.set(set).len()).unwrap_or(i32::MAX),
            Number::Fact(index) => self.numbers[*index as usize % MOST_NUMBERS],
            Number::Repeats => i32::try_from(self.repeats).unwrap_or(i32::MAX),
            Number::Add(pair) => {
                let (a, b) = both(pair);
                a.saturating_add(b)
            }
            Number::Subtract(pair) => {
                let (a, b) = both(pair);
                a.saturating_sub(b)
            }
            Number::Multiply(pair) => {
                let (a, b) = both(pair);
                a.saturating_mul(b)
            }
            Number::Remainder(pair) => {
                let (a, b) = both(pair);
                a.checked_rem_euclid(b).unwrap_or(0)
            }
            Number::Before(inner) => {
                Moment { now: self.before, numbers: self.before.numbers, ..*self }.number(inner)
            }
        }
    }
}

/// The same, where it is known whether the side to move has a legal turn. That it has none may be because somebody has
/// won already.
#[must_use]
pub fn end_of<'a, const N: usize, const K: usize>(
    program: &'a Program<N>,
    state: &State<N, K>,
    repeats: u32,
    can_move: bool,
) -> Option<&'a End<N>> {
    let known = can_move || !program.ends_with_turns;
    let moment = Moment { repeats, can_move: known.then_some(can_move), ..Moment::of(program, state, state) };
    program.ends[state.player as usize & 1].iter().find(|end| moment.holds(&end.condition))
}

/// How the game has ended in a position that has stood so often, if it has.
#[must_use]
pub fn end<'a, const N: usize, const K: usize>(
    program: &'a Program<N>,
    state: &State<N, K>,
    repeats: u32,
) -> Option<&'a End<N>> {
    let moment = Moment { repeats, ..Moment::of(program, state, state) };
    program.ends[state.player as usize & 1].iter().find(|end| moment.holds(&end.condition))
}
