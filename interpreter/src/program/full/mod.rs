//! The whole language as flat tables: every sentence in force, its words as numbers and sets. What the quick forms of
//! [`Program`](super::Program) do not hold is played by these. Imports `ids`, `vocabulary`, `bits`.

pub mod path;
pub mod plain;
pub mod rule;
pub mod term;

use super::bits::Bits;
use super::geometry::Geometry;
use super::{Code, Table};
use crate::vocabulary::{Bearer, Deed, Lifetime, Type};
use rule::{Demand, Edge, End, Law, Moves, Promotion, Relation, Suspension, Trigger};
use rulemate_grammar::source::Place;
use term::{KindSet, Term};

/// No piece, no square, nothing.
pub const NONE: u8 = u8::MAX;

/// How many names a sentence may bind.
pub const MOST_NAMES: usize = 8;

/// How many sets of pieces or squares that bear a fact a position carries.
pub const MOST_PLANES: usize = 16;

/// How many numbers of the game and of its sides a position carries.
pub const MOST_COUNTS: usize = 8;

/// How many kinds may be in play.
pub const MOST_IN_PLAY: usize = 32;

/// Rules in force, whole.
#[derive(Clone, Debug)]
pub struct Full<const N: usize> {
    /// The board.
    pub board: Board<N>,
    /// What is seen along its lines.
    pub geometry: Geometry<N>,
    /// By code: the kind itself and those that it is, as a set.
    pub lineage: Vec<KindSet>,
    /// By code: the kind itself and those that it is, from itself upward.
    pub lines: Vec<Vec<Code>>,
    /// The codes in the order in which their files declare them.
    pub kinds: Vec<Code>,
    /// The facts.
    pub facts: Vec<Fact<N>>,
    /// The defined words: of each its sentences in the order of files.
    pub words: Vec<Word<N>>,
    /// The royal pieces.
    pub royal: Term<N>,
    /// The word for the squares of the board.
    pub board_word: u16,
    /// The rules of movement.
    pub moves: Vec<Moves<N>>,
    /// By code: the slots of the kind, of each the sentences.
    pub slots: Vec<Vec<Slot>>,
    /// The same as without the changes that one file makes, for files whose sentences borrow walks.
    pub slots_without: Vec<(u64, Vec<Vec<Slot>>)>,
    /// The files whose sentences borrow walks: each is a bit of the sets of files above.
    pub borrowers: Vec<u16>,
    /// The acts of sides.
    pub acts: Vec<u16>,
    /// Promotions.
    pub promotions: Vec<Promotion<N>>,
    /// The squares of each side on which pieces promote at all, if they are always the same.
    pub zones: Option<[Bits<N>; 2]>,
    /// What becomes of walks at edges.
    pub edges: Vec<Edge<N>>,
    /// `can` and `cannot`, by verb.
    pub relations: [Vec<Relation<N>>; 8],
    /// `must`.
    pub demands: Vec<Demand<N>>,
    /// `forbid`.
    pub laws: Vec<Law<N>>,
    /// `allow`.
    pub suspensions: Vec<Suspension<N>>,
    /// Ends, in the order of asking.
    pub ends: Vec<End<N>>,
    /// What happens when something happens.
    pub triggers: Vec<Trigger<N>>,
    /// By deed: the triggers that wait for it, in their order.
    pub waiting: [Vec<Waiting>; 8],
    /// Where sentences stand that may end the game.
    pub places: Vec<Place>,
    /// Squares that nobody goes beyond, as each side sees them.
    pub closed: Vec<Term<N>>,
    /// The events of the deck that nothing in force bars, and what each needs.
    pub deck: Vec<Candidate<N>>,
    /// What is known of the rules as a whole.
    pub traits: Traits,
    /// What may take otherwise than by the captures that a walk lists.
    pub takers: Takers,
    /// What need not be tried.
    pub plain: Option<plain::Plain<N>>,
    /// What walks by each label are asked of their past; the last entry is for walks without a label.
    pub asked: Vec<Asked>,
}

/// An event that could start.
#[derive(Clone, Debug)]
pub struct Candidate<const N: usize> {
    /// Its bit.
    pub event: u8,
    /// What it needs of the position as it is.
    pub needs: Vec<Term<N>>,
    /// It needs something of the position as it would be, which these rules cannot tell.
    pub needs_more: bool,
}

/// A trigger that waits for a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Which one.
    pub trigger: u16,
    /// Of whom: the kinds that they may have, themselves alone.
    pub kinds: KindSet,
    /// Whom they take, by whom they are taken, what they become: its kinds.
    pub others: KindSet,
}

/// What is known of rules as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// Pieces may be taken otherwise than by the captures that a walk lists.
    pub takes_otherwise: bool,
    /// The board is the whole rectangle.
    pub whole_board: bool,
    /// Every piece sees every piece.
    pub all_seen: bool,
    /// Somebody may be taken by a fact on a square.
    pub taken_by_fact: bool,
    /// Pieces go on from elsewhere that come to a square, whether or not a piece stands there.
    pub doors_on_squares: bool,
    /// Some demand is met only if it can be.
    pub demands_if_possible: bool,
    /// A position whose player has turns may be won or lost all the same.
    pub ends_with_turns: bool,
    /// No decision is made as a turn ends.
    pub ends_without_choice: bool,
    /// Pieces pass what is empty, but for squares that are the same for all of a side.
    pub passes_plainly: bool,
    /// Pieces stop anywhere.
    pub stops_plainly: bool,
    /// Pieces take those of the enemy, and makers of facts.
    pub takes_plainly: bool,
    /// Something may follow once a turn stands.
    pub follows: bool,
    /// Something may happen before a turn begins.
    pub begins: bool,
    /// Something may happen before a piece is taken.
    pub before_taking: bool,
}

/// What sentences ask of the past of a walk while it is under way, or where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The squares passed.
    pub trail: bool,
    /// The number of steps.
    pub length: bool,
    /// Headings before the last.
    pub headings: bool,
}

/// What may take otherwise than by the captures that a walk lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Takers {
    /// By sentence of movement: whether what it does besides may take.
    pub moves: Vec<bool>,
    /// Of each trigger that may take: what wakes it (none: any move), and the kinds of whom it waits for.
    pub triggers: Vec<(Option<Deed>, KindSet)>,
    /// Which triggers these are.
    pub indices: Vec<u16>,
}

/// The sentences of one slot of a kind, as indices into the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    /// Groups of replacements, latest first; the last group may be the original.
    pub replacements: Vec<Vec<u16>>,
    /// Additions.
    pub also: Vec<u16>,
}

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact<const N: usize> {
    /// What bears it.
    pub bearer: Bearer,
    /// Its type.
    pub of: Type,
    /// What it is when nobody has set it.
    pub default: Option<Term<N>>,
    /// How long it lasts.
    pub life: Lifetime,
    /// How a position keeps it.
    pub store: Store,
}

/// How a position keeps a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// Yes or no, of pieces or squares: a set for each number of turn ends that it may still last.
    Sets {
        /// The first of them.
        first: u8,
        /// How many: one if it lasts for good.
        count: u8,
    },
    /// Of the game, or of each side: a number for good; of the second side the next one.
    Count(u8),
    /// As a mark in a list.
    Mark,
}

/// A defined word.
#[derive(Clone, Debug)]
pub struct Word<const N: usize> {
    /// Its type.
    pub of: Type,
    /// Its sentences.
    pub rules: Vec<rule::Definition<N>>,
}

/// A board and the steps over it.
#[derive(Clone, Debug)]
pub struct Board<const N: usize> {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// All squares.
    pub all: Bits<N>,
    /// All vectors of steps and leaps, in order.
    pub vectors: Vec<Vector>,
    /// By square: its neighbours.
    pub near: Table<N>,
}

/// A step or a leap, and what it comes to everywhere.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Files to the right.
    pub right: i8,
    /// Ranks up.
    pub up: i8,
    /// The same the other way.
    pub back: u8,
    /// The shortest in its direction.
    pub reduced: u8,
    /// It is a step to a neighbour.
    pub unit: bool,
    /// By square: where it leads, or none.
    pub next: Box<[u8]>,
}

impl<const N: usize> Full<N> {
    /// A kind and those that it is, from itself upward.
    pub fn line(&self, code: Code) -> impl Iterator<Item = Code> + '_ {
        self.lines[usize::from(code)].iter().copied()
    }

    /// A set with this file, if its sentences borrow walks.
    #[must_use]
    pub fn borrower(&self, file: u16) -> u64 {
        self.borrowers.iter().position(|each| *each == file).map_or(0, |index| 1 << index)
    }

    /// The slots of a kind, as without the changes that the files of a set make.
    #[must_use]
    pub fn slots_without(&self, code: Code, files: u64) -> &[Slot] {
        let without = self.slots_without.iter().find(|(each, _)| *each == files);
        &without.map_or(&self.slots, |(_, slots)| slots)[usize::from(code)]
    }
}

impl<const N: usize> Board<N> {
    /// The file of a square.
    #[must_use]
    pub fn file(&self, square: u8) -> u8 {
        square % self.files
    }

    /// The rank of a square.
    #[must_use]
    pub fn rank(&self, square: u8) -> u8 {
        square / self.files
    }

    /// The square of a file and a rank, if there is one.
    #[must_use]
    pub fn square(&self, file: i16, rank: i16) -> Option<u8> {
        let (file, rank) = (u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
        (file < self.files && rank < self.ranks).then(|| rank * self.files + file)
    }

    /// A rank as a side counts it, from 0.
    #[must_use]
    pub fn rank_seen_by(&self, rank: u8, side: u8) -> u8 {
        if side == 0 { rank } else { self.ranks - 1 - rank }
    }

    /// Where a vector leads.
    #[inline]
    #[must_use]
    pub fn step(&self, square: u8, vector: u8) -> Option<u8> {
        let next = self.vectors[vector as usize].next[square as usize];
        (next != NONE).then_some(next)
    }

    /// A vector as a side sees it, or as it is of one that a side sees.
    #[inline]
    #[must_use]
    pub fn seen_by(&self, vector: u8, side: u8) -> u8 {
        if side == 0 { vector } else { self.vectors[vector as usize].back }
    }

    /// Which vector this is, if it is one of the board's.
    #[must_use]
    pub fn vector(&self, right: i8, up: i8) -> Option<u8> {
        let found = self.vectors.binary_search_by_key(&(right, up), |each| (each.right, each.up));
        found.ok().and_then(|index| u8::try_from(index).ok())
    }

    /// All squares next to some of these.
    #[must_use]
    pub fn around(&self, squares: Bits<N>) -> Bits<N> {
        squares.fold(Bits::EMPTY, |all, square| all | self.near[square as usize])
    }
}

impl Vector {
    /// Whether it has a part in another, or goes its way within an eighth of a turn.
    #[must_use]
    pub fn goes_with(&self, other: &Vector) -> bool {
        let part = (other.right == 0 || self.right.signum() == other.right.signum())
            && (other.up == 0 || self.up.signum() == other.up.signum());
        let dot = self.dot(other);
        part || dot > 0 && 2 * dot * dot >= self.dot(self) * other.dot(other)
    }

    /// The scalar product.
    #[must_use]
    pub fn dot(&self, other: &Vector) -> i32 {
        i32::from(self.right) * i32::from(other.right) + i32::from(self.up) * i32::from(other.up)
    }
}
