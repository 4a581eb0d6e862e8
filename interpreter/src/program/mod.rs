//! A game's rules, and those of the events in force, as flat tables: what `play` plays by. Imports `ids`.
//!
//! A program is generic over the number of 64-bit words of a set of squares, which the size of the board settles when
//! the rules are compiled.

pub mod bits;
pub mod expr;
pub mod full;
pub mod geometry;
pub mod lines;

use bits::Bits;
use expr::{Condition, Kinds, Number};
use geometry::{Geometry, RayId};
use rulemate_grammar::source::Place;

/// A kind of piece, from 0.
pub type Code = u8;

/// How many kinds a program may have.
pub const MOST_KINDS: usize = 32;

/// How many numbers of the game a position may carry.
pub const MOST_NUMBERS: usize = 4;

/// How many castlings of a side, and runs of a kind, there may be.
pub const MOST_SPECIAL: usize = 16;

/// For each square a set of squares.
pub type Table<const N: usize> = Box<[Bits<N>]>;

/// The rules.
#[derive(Clone, Debug)]
pub struct Program<const N: usize> {
    /// The board.
    pub geometry: Geometry<N>,
    /// Number of kinds.
    pub kinds: usize,
    /// What each side can do.
    pub sides: [Side<N>; 2],
    /// Kinds of which it counts whether they have moved.
    pub fresh: Kinds,
    /// What happens to them when a turn of each side ends.
    pub turn_ends: [Vec<Effect<N>>; 2],
    /// How the game ends, in the order of asking, by the side whose turn it is.
    pub ends: [Vec<End<N>>; 2],
    /// Some end may be a win or a loss for a side that still has turns.
    pub ends_with_turns: bool,
}

/// What a side can do, and how it is kept from harm.
#[derive(Clone, Debug)]
pub struct Side<const N: usize> {
    /// Its kinds that move, in order of their codes.
    pub kinds: Vec<Kind<N>>,
    /// What goes together with a partner.
    pub castles: Vec<Castle<N>>,
    /// How it takes.
    pub threats: Threats<N>,
    /// Its royal kinds.
    pub royal: Kinds,
    /// What its turns must not do.
    pub laws: Laws<N>,
}

/// What is asked of a turn before it is legal.
#[derive(Clone, Debug)]
pub struct Laws<const N: usize> {
    /// Its royal pieces must not be threatened afterwards.
    pub danger: bool,
    /// It must not do any of these.
    pub forbidden: Vec<Condition<N>>,
}

/// The moves of a kind, from each square, by what they have in common.
#[derive(Clone, Debug)]
pub struct Kind<const N: usize> {
    /// Which kind.
    pub code: Code,
    /// What it is in the whole.
    pub shape: Shape,
    /// Its steps and leaps from each square.
    pub landings: Box<[Landings<N>]>,
    /// Slides.
    pub rides: Vec<Ride>,
    /// Goes there over empty squares.
    pub runs: Vec<Run<N>>,
    /// It takes makers of the passing fact from somewhere.
    pub passes: bool,
    /// Where it becomes another kind.
    pub zone: Bits<N>,
    /// What it may become there.
    pub becomes: Vec<Code>,
    /// It becomes royal there, or is no longer: each such turn is tried.
    pub crowns: bool,
}

impl<const N: usize> Kind<N> {
    /// A kind that does nothing, on a board of so many squares.
    #[must_use]
    pub fn still(code: Code, squares: usize) -> Kind<N> {
        Kind {
            code,
            shape: Shape::Mixed,
            landings: vec![Landings::default(); squares].into(),
            rides: Vec::new(),
            runs: Vec::new(),
            passes: false,
            zone: Bits::EMPTY,
            becomes: Vec::new(),
            crowns: false,
        }
    }
}

/// Where a step or a leap goes from one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Landings<const N: usize> {
    /// With or without taking.
    pub both: Bits<N>,
    /// Without taking.
    pub quiet: Bits<N>,
    /// To take.
    pub take: Bits<N>,
    /// To take the maker of a passing fact there.
    pub passing: Bits<N>,
}

/// What a kind's moves are in the whole, if they are of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Of several sorts.
    #[default]
    Mixed,
    /// Steps or leaps that may take.
    Leaper,
    /// Slides along these lines that may take.
    Slider {
        /// Ranks and files.
        orthogonal: bool,
        /// Diagonals.
        diagonal: bool,
    },
}

/// Whether a move may take, and whether it must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// It goes where nothing is taken.
    pub quiet: bool,
    /// It takes.
    pub take: bool,
}

/// A slide along rays, as far as nothing stands in the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Ride {
    /// Whether it takes.
    pub mode: Mode,
    /// Along ranks and files.
    pub orthogonal: bool,
    /// Along diagonals.
    pub diagonal: bool,
    /// Along other rays.
    pub rays: Vec<RayId>,
}

/// A move of a fixed length over squares that must be empty.
#[derive(Clone, PartialEq, Debug)]
pub struct Run<const N: usize> {
    /// Whether it takes.
    pub mode: Mode,
    /// From each square the squares passed, and where it ends: one square, or none.
    pub ways: Box<[(Bits<N>, Bits<N>)]>,
    /// The squares passed bear the passing fact afterwards.
    pub marks: bool,
    /// Its label.
    pub label: Option<u16>,
}

impl<const N: usize> Run<N> {
    /// Whether it is told apart from other moves to the same square.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        self.marks || self.label.is_some()
    }
}

/// A move of two pieces of one rank toward and past each other.
#[derive(Clone, Debug)]
pub struct Castle<const N: usize> {
    /// The kind that goes first.
    pub code: Code,
    /// The kinds of its partner.
    pub with: Kinds,
    /// By the square of the first, and the file of its partner.
    pub ways: Box<[Option<CastleWay<N>>]>,
    /// It may not be done if this holds; `it` is the first, the trail what it passes.
    pub barred: Condition<N>,
    /// Its label.
    pub label: u16,
}

/// One pair of squares that castle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CastleWay<const N: usize> {
    /// The partner's square.
    pub partner: u8,
    /// Where the first goes.
    pub goal: u8,
    /// Where the partner goes.
    pub partner_goal: u8,
    /// The squares between the first and its goal.
    pub trail: Bits<N>,
    /// Nothing else may stand there.
    pub free: Bits<N>,
    /// The squares that either goes over, those where they stood included.
    pub passed: Bits<N>,
}

impl<const N: usize> CastleWay<N> {
    /// A castling from a square to its goal with a partner of the same rank, which goes beside the goal; none if there
    /// is no such square.
    #[must_use]
    pub fn between(geometry: &Geometry<N>, (origin, goal): (u8, u8), partner: u8) -> Option<CastleWay<N>> {
        let toward: i8 = if partner < origin { -1 } else { 1 };
        let partner_goal = geometry.step(goal, (-toward, 0))?;
        let span = |a: u8, b: u8| -> Bits<N> { (a.min(b)..=a.max(b)).collect() };
        let both = Bits::of(origin) | Bits::of(partner);
        let trail = span(origin, goal).without(Bits::of(origin) | Bits::of(goal));
        let free = (span(origin, goal) | span(partner, partner_goal)).without(both);
        let over = |a: u8, b: u8| span(a, b).without(Bits::of(a) | Bits::of(b));
        let passed = over(origin, goal) | over(partner, partner_goal);
        Some(CastleWay { partner, goal, partner_goal, trail, free, passed })
    }
}

/// How a side takes, seen from the square of what is taken.
#[derive(Clone, Debug, Default)]
pub struct Threats<const N: usize> {
    /// The squares from which pieces of a kind take here by one step or leap.
    pub leaps: Vec<(Code, Table<N>)>,
    /// Kinds that slide along ranks and files.
    pub orthogonal: Kinds,
    /// Kinds that slide along diagonals.
    pub diagonal: Kinds,
    /// Kinds that slide along other rays, each seen from the taken piece.
    pub rays: Vec<(Kinds, RayId)>,
    /// Kinds that take here over empty squares: from where, and which squares.
    pub runs: Vec<(Code, Table<N>, Table<N>)>,
}

/// What happens to a number of the game.
#[derive(Clone, Debug)]
pub enum Effect<const N: usize> {
    /// It starts anew at a value when pieces of some kinds have moved or, if so said, anything was taken; else it grows.
    Count {
        /// Which number.
        number: u8,
        /// The kinds.
        moved: Kinds,
        /// Anything taken counts too.
        taken: bool,
        /// Where it starts.
        anew: i32,
        /// By how much it grows.
        by: i32,
    },
    /// It becomes this.
    Set(u8, Number<N>),
    /// One thing or the other.
    If(Condition<N>, Vec<Effect<N>>, Vec<Effect<N>>),
}

/// How the game ends.
#[derive(Clone, Debug)]
pub struct End<const N: usize> {
    /// Which side wins; none: drawn.
    pub winner: Option<u8>,
    /// Its name.
    pub label: Option<u16>,
    /// When.
    pub condition: Condition<N>,
    /// The sentence.
    pub place: Place,
}
