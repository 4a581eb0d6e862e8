//! What need not be tried: walks that are sets of squares, and rules that can be seen to sleep. Imports `program`,
//! `vocabulary`, `term`.

use super::term::{KindSet, Term};
use crate::program::bits::Bits;
use crate::program::geometry::Geometry;
use crate::program::{Kind, Mode, Threats};
use crate::vocabulary::Deed;

/// The plain part of rules in force.
#[derive(Clone, Debug)]
pub struct Plain<const N: usize> {
    /// The board.
    pub geometry: Geometry<N>,
    /// What pieces of each side do.
    pub sides: [Side<N>; 2],
    /// Royal kinds.
    pub royal: u32,
    /// Whether own royal pieces must not be threatened after a turn.
    pub danger: bool,
    /// Squares that pieces do not go beyond, as their side sees them.
    pub blocks: Vec<Term<N>>,
    /// Squares at which pieces go in to go on elsewhere.
    pub doors: Vec<Term<N>>,
    /// All pieces go in at the doors of one sentence, always.
    pub doors_exact: bool,
    /// Facts by which their maker is taken, and the kinds that do.
    pub passing: Vec<(u8, KindSet)>,
    /// The laws, by their place in the list, that are neither that of royal pieces nor kept by every plain move.
    pub laws: Vec<u16>,
    /// The triggers that bear on what is legal.
    pub wakers: Vec<Waker>,
    /// Facts that a plain move may set before it is judged; and one that takes; and one that takes a royal piece.
    pub set: [Vec<u8>; 3],
}

/// What pieces of a side do.
#[derive(Clone, Debug)]
pub struct Side<const N: usize> {
    /// By code.
    pub kinds: Vec<Mover<N>>,
    /// How they take.
    pub threats: Threats<N>,
    /// Kinds that may take otherwise.
    pub odd_threats: KindSet,
}

/// What a kind does.
#[derive(Clone, Debug)]
pub struct Mover<const N: usize> {
    /// Its plain walks.
    pub walks: Kind<N>,
    /// The same, each with its sentence.
    pub lanes: Vec<Lane<N>>,
    /// Sentences that are no plain walks.
    pub odd: Vec<u16>,
    /// The same, of which some may be done without being fresh.
    pub odd_when_stale: bool,
    /// All that it does is to be tried.
    pub wholly_odd: bool,
}

/// Walks along one vector by one sentence.
#[derive(Clone, Copy, Debug)]
pub struct Lane<const N: usize> {
    /// The sentence.
    pub rule: u16,
    /// The vector.
    pub vector: u8,
    /// Least number of steps.
    pub least: u16,
    /// Greatest number.
    pub most: u16,
    /// Whether it takes.
    pub mode: Mode,
    /// The squares that it may begin on.
    pub from: Bits<N>,
    /// The squares that it may end on.
    pub to: Bits<N>,
}

/// A trigger that bears on what is legal.
#[derive(Clone, Debug)]
pub struct Waker {
    /// Which one.
    pub trigger: u16,
    /// What wakes it; none: the end of each turn.
    pub deed: Option<Deed>,
    /// The kinds of whom it waits for.
    pub kinds: KindSet,
    /// The kinds whom they take, if it waits for that.
    pub taken: KindSet,
    /// Laws that ask what it sets.
    pub laws: Vec<u16>,
    /// It does more than to set facts.
    pub does: bool,
    /// Whatever it does, it takes no turn back.
    pub undoes_nothing: bool,
    /// A move that takes a royal piece may wake it.
    pub by_royals: bool,
}
