//! What need not be tried: walks that are sets of squares, and rules that can be seen to sleep. Imports `program`,
//! `vocabulary`, `term`.

use super::term::{KindSet, Slide, Term};
use crate::program::bits::Bits;
use crate::program::expr::Kinds;
use crate::program::geometry::Geometry;
use crate::program::{CastleWay, Code, Kind, Mode, Threats};
use crate::vocabulary::Deed;

/// The plain part of rules in force.
#[derive(Clone, Debug)]
pub struct Plain<const N: usize> {
    /// Turns may be known without trying; or else no more is known than who takes at most.
    pub turns: bool,
    /// What is demanded if it is possible are captures by pieces as they are when the turn begins, by its only move: so
    /// it is known whether one of them binds.
    pub demands: bool,
    /// The board.
    pub geometry: Geometry<N>,
    /// By vector of the board and by square: the squares that steps along it come to.
    pub ahead: Vec<Vec<Bits<N>>>,
    /// What pieces of each side do.
    pub sides: [Side<N>; 2],
    /// Royal kinds.
    pub royal: u32,
    /// Whether own royal pieces must not be threatened after a turn.
    pub danger: bool,
    /// Squares that pieces do not go beyond, as their side sees them.
    pub blocks: Vec<Block<N>>,
    /// Squares at which pieces go in to go on elsewhere.
    pub doors: Vec<Term<N>>,
    /// All pieces go in at the doors of one sentence, always.
    pub doors_exact: bool,
    /// The doors are pieces of the walker's side, of certain kinds.
    pub doors_own: bool,
    /// Carried pieces do not move.
    pub carried_stay: bool,
    /// Something happens to who castles, or when somebody does.
    pub castling_wakes: bool,
    /// Facts by which their maker is taken, and the kinds that do.
    pub passing: Vec<(u8, KindSet)>,
    /// The laws, by their place in the list, that are neither that of royal pieces nor kept by every plain move.
    pub laws: Vec<u16>,
    /// The triggers that bear on what is legal.
    pub wakers: Vec<Waker>,
    /// Facts that a plain move may set before it is judged; and one that takes; and one that takes a royal piece.
    pub set: [Vec<u8>; 3],
    /// The first two, without what only triggers set that bear on what is legal.
    pub set_besides: [Vec<u8>; 2],
    /// What a plain move sets off, trigger by trigger in the order of asking; none: only a whole turn shows it.
    pub reactions: Option<Vec<Reaction>>,
    /// The numbers that the sentences ask which may sleep.
    pub asked: Vec<u8>,
    /// Kinds whose pieces the enemy may not see.
    pub unseen: Kinds,
    /// Pieces of the enemy that no piece of a side sees, as that side sees them.
    pub hides: Vec<Term<N>>,
    /// Sentences that may sleep ask whether royal pieces could be taken: what is known is known only of moves behind
    /// which none could be, of either side.
    pub calm: bool,
    /// Kinds whose moves may leave facts by which their maker is taken.
    pub marking: KindSet,
}

/// What a trigger does when a plain move of one piece, which stands on a square, sets it off.
#[derive(Clone, PartialEq, Debug)]
pub struct Reaction {
    /// Which trigger.
    pub trigger: u16,
    /// Its place among the wakers, if it bears on what is legal.
    pub waker: Option<u8>,
    /// What sets it off; none: the end of the turn.
    pub deed: Option<Deed>,
    /// The kinds of the mover, themselves alone.
    pub movers: KindSet,
    /// The kinds of what is taken; none: nothing need be taken.
    pub taken: Option<KindSet>,
    /// The label of the move.
    pub label: Option<u8>,
    /// A castling does not set it off.
    pub unless_castling: bool,
    /// What it does; none: only a whole turn shows it.
    pub does: Option<Vec<Does>>,
}

/// What a reaction does.
#[derive(Clone, PartialEq, Debug)]
pub enum Does {
    /// A number of the game becomes this.
    Number(u8, Becomes),
    /// A number of the side of whom the trigger speaks.
    OfSide(u8, Becomes),
    /// What was passed bears this fact, made by whom the trigger speaks of.
    Trail(u8),
    /// Whom the trigger speaks of bears this fact, which is kept as sets.
    Bears(u8),
    /// One thing if pieces of some kinds have moved, or were taken; or else the other.
    If(Happened, Vec<Does>, Vec<Does>),
}

impl Does {
    /// Whether it depends on what a move passes.
    #[must_use]
    pub fn asks_trail(&self) -> bool {
        match self {
            Does::Trail(_) => true,
            Does::If(_, then, otherwise) => then.iter().chain(otherwise).any(Does::asks_trail),
            _ => false,
        }
    }
}

/// What a number becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Becomes {
    /// This.
    Just(i32),
    /// So much more.
    More(i32),
}

/// Whether something has happened: one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Happened {
    /// A piece of these kinds has moved.
    pub moved: KindSet,
    /// A piece of these kinds was taken.
    pub taken: KindSet,
}

/// Squares that pieces do not go beyond.
#[derive(Clone, Debug)]
pub struct Block<const N: usize> {
    /// The squares, as the side of the walker sees them.
    pub term: Term<N>,
    /// The same, if that is what pieces of some kinds see along lines.
    pub swept: Option<Swept>,
}

/// What pieces of some kinds see along lines, each up to the first piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swept {
    /// Pieces of the enemy rather than of the walker's side.
    pub enemy: bool,
    /// Their kinds, themselves alone.
    pub kinds: Kinds,
    /// Along which lines.
    pub slide: Slide,
    /// Only squares on which nothing stands.
    pub empty: bool,
}

/// What pieces of a side do.
#[derive(Clone, Debug)]
pub struct Side<const N: usize> {
    /// By code.
    pub kinds: Vec<Mover<N>>,
    /// How they take; what kinds that may take otherwise, or not always so, do is left out.
    pub threats: Threats<N>,
    /// Kinds that may take otherwise, or are kept from it.
    pub odd_threats: KindSet,
    /// How they take at most: nobody takes where this does not lead.
    pub bounds: Threats<N>,
    /// Kinds of which it is not known where they take at most.
    pub unbounded: KindSet,
    /// Kinds whose moves may be followed by further moves of the same piece: that is within their bounds.
    pub going_on: KindSet,
    /// Those of them that do nothing but plain walks, and stay what they are.
    pub striding: KindSet,
    /// How many moves such a turn may have.
    pub strides: u16,
    /// Kinds whose turn goes on only while they take, none of which is within the bounds.
    pub chains: Vec<Chain<N>>,
}

/// A kind that may go on taking in the turn in which it has taken.
#[derive(Clone, Debug)]
pub struct Chain<const N: usize> {
    /// Which kind.
    pub code: Code,
    /// What it is, and what it may become on its way.
    pub stages: Vec<Stage<N>>,
}

/// What a piece is on its way.
#[derive(Clone, Debug)]
pub struct Stage<const N: usize> {
    /// By square: where it takes at most.
    pub takes: Vec<Bits<N>>,
    /// Which other stages it may come to, and on which squares.
    pub becomes: Vec<(usize, Bits<N>)>,
}

/// What a kind does.
#[derive(Clone, Debug)]
pub struct Mover<const N: usize> {
    /// Its plain walks.
    pub walks: Kind<N>,
    /// The same, each with its sentence.
    pub lanes: Vec<Lane<N>>,
    /// Castlings, as the piece that goes first.
    pub castlings: Vec<Castling<N>>,
    /// Sentences that are neither plain walks nor plain castlings.
    pub odd: Vec<u16>,
    /// The squares on which one of these may begin.
    pub odd_from: Bits<N>,
    /// The same, of which some may be done without being fresh.
    pub odd_when_stale: bool,
    /// Where these lead at most, castlings and acts aside, if they do nothing but take.
    pub odd_reach: Option<Kind<N>>,
    /// What it takes is seen by walking, and is taken where this leads at most: where it meets nobody nothing is.
    pub reach: Option<Kind<N>>,
    /// All that it does is to be tried.
    pub wholly_odd: bool,
    /// It is kept from some of its plain walks: which are left is seen by walking.
    pub kept: bool,
}

/// A castling whose squares are always the same.
#[derive(Clone, Debug)]
pub struct Castling<const N: usize> {
    /// The sentence.
    pub rule: u16,
    /// The kinds of the partner, themselves alone.
    pub with: KindSet,
    /// By the square of the first, and the file of its partner.
    pub ways: Box<[Option<CastleWay<N>>]>,
    /// What must not be threatened while it stands, or is passed.
    pub safe: Safe,
}

/// What a castling must not leave, or pass, while it is threatened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Safe {
    /// The first, where it stands.
    pub start: bool,
    /// The first, on the squares that it passes.
    pub trail: bool,
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

/// A trigger that bears on what is legal; or one that follows a turn, which bears on nothing.
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
    /// Facts that it sets.
    pub sets: Vec<u8>,
    /// It does more than to set facts.
    pub does: bool,
    /// Whatever it does, it takes no turn back.
    pub undoes_nothing: bool,
    /// A castling does not wake it.
    pub unless_castling: bool,
    /// A move that takes a royal piece may wake it.
    pub by_royals: bool,
}

impl Waker {
    /// Whether it bears on what is legal.
    #[must_use]
    pub fn bears(&self) -> bool {
        self.does || !self.laws.is_empty()
    }
}
