//! Conditions and values of the whole language. Imports `vocabulary`, `bits`, `path`.

use super::path::Path;
use crate::program::bits::Bits;
use crate::vocabulary::{Arithmetic, Compare, Deed, Lines, Quantifier, Type, Verb};

/// Kinds, a bit for each code.
pub type KindSet = u64;

/// Directions, a bit for each vector of the board, as their reader sees them.
pub type Directions = u64;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Val<const N: usize> {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i32),
    /// Pieces.
    Pieces(Bits<N>),
    /// Squares.
    Squares(Bits<N>),
    /// Kinds.
    Kinds(KindSet),
    /// Directions.
    Directions(Directions),
    /// Sides, a bit for each.
    Sides(u8),
    /// Events, a bit for each of the library's.
    Events(u64),
}

impl<const N: usize> Val<N> {
    /// No, 0 or the empty set.
    #[must_use]
    pub fn nothing(of: Type) -> Val<N> {
        match of {
            Type::Bool => Val::Bool(false),
            Type::Number => Val::Number(0),
            Type::Pieces => Val::Pieces(Bits::EMPTY),
            Type::Squares => Val::Squares(Bits::EMPTY),
            Type::Kinds => Val::Kinds(0),
            Type::Directions => Val::Directions(0),
            Type::Sides => Val::Sides(0),
            Type::Events => Val::Events(0),
        }
    }

    /// How many members; of a condition 1 or 0, of a number 1.
    #[must_use]
    pub fn count(self) -> u32 {
        match self {
            Val::Bool(yes) => u32::from(yes),
            Val::Number(_) => 1,
            Val::Pieces(set) | Val::Squares(set) => set.len(),
            Val::Kinds(set) | Val::Directions(set) | Val::Events(set) => set.count_ones(),
            Val::Sides(set) => set.count_ones(),
        }
    }

    /// In one of both; of different types the first alone.
    #[must_use]
    pub fn either(self, other: Val<N>) -> Val<N> {
        match (self, other) {
            (Val::Bool(a), Val::Bool(b)) => Val::Bool(a || b),
            (Val::Pieces(a), Val::Pieces(b)) => Val::Pieces(a | b),
            (Val::Squares(a), Val::Squares(b)) => Val::Squares(a | b),
            (Val::Kinds(a), Val::Kinds(b)) => Val::Kinds(a | b),
            (Val::Directions(a), Val::Directions(b)) => Val::Directions(a | b),
            (Val::Sides(a), Val::Sides(b)) => Val::Sides(a | b),
            (Val::Events(a), Val::Events(b)) => Val::Events(a | b),
            (a, _) => a,
        }
    }

    /// In both, or (`keep` false) in the first and not in the second.
    #[must_use]
    pub fn select(self, other: Val<N>, keep: bool) -> Val<N> {
        let bits = |a: Bits<N>, b: Bits<N>| if keep { a & b } else { a.without(b) };
        let words = |a: u64, b: u64| if keep { a & b } else { a & !b };
        match (self, other) {
            (Val::Bool(a), Val::Bool(b)) => Val::Bool(a && b == keep),
            (Val::Pieces(a), Val::Pieces(b)) => Val::Pieces(bits(a, b)),
            (Val::Squares(a), Val::Squares(b)) => Val::Squares(bits(a, b)),
            (Val::Kinds(a), Val::Kinds(b)) => Val::Kinds(words(a, b)),
            (Val::Directions(a), Val::Directions(b)) => Val::Directions(words(a, b)),
            (Val::Sides(a), Val::Sides(b)) => Val::Sides(if keep { a & b } else { a & !b }),
            (Val::Events(a), Val::Events(b)) => Val::Events(words(a, b)),
            (a, _) => a,
        }
    }
}

/// A condition or a value, and its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Term<const N: usize> {
    /// Its type.
    pub of: Type,
    /// What it is.
    pub node: Node<N>,
}

type Inner<const N: usize> = Box<Term<N>>;

/// What a term is. The meaning of each is that of the same word of the model.
#[derive(Clone, PartialEq, Debug)]
pub enum Node<const N: usize> {
    /// Always this.
    Fixed(Val<N>),
    /// Certain squares, as each side sees them.
    Zone([Bits<N>; 2]),
    /// The side of the view, or (`true`) its enemy.
    Kin(bool),
    /// Whose turn it is.
    Player,
    /// The squares of the board.
    Board,
    /// Those on which the view sees nothing.
    Empty,
    /// All pieces present.
    AllPieces,
    /// Events that could start now.
    AllEvents,
    /// Pieces in the hands of sides.
    Hand(Inner<N>),
    /// What is spoken of.
    It,
    /// Where the move began.
    Origin,
    /// Where it ends, or whom it meets there.
    Target,
    /// What it passed.
    Trail,
    /// Its last direction.
    Heading,
    /// How many steps.
    Length,
    /// It castles.
    Castling,
    /// A piece has moved or acted before in this turn.
    Continuing,
    /// How often the position has stood.
    Repeats,
    /// A bound name.
    Var(u8),
    /// A defined word, of its argument.
    Meaning(u16, Option<Inner<N>>),
    /// A fact of the game.
    GameFact(u8),
    /// A fact of these.
    FactOf(u8, Inner<N>),
    /// Those who bear a fact.
    Bearing(u8),
    /// Those who have not moved.
    Fresh,
    /// In all.
    Both(Vec<Term<N>>),
    /// In one.
    Either(Vec<Term<N>>),
    /// In the first, in none of the others.
    Except(Inner<N>, Vec<Term<N>>),
    /// Pieces of certain kinds.
    OfKinds(KindSet),
    /// Pieces of kinds.
    OfKind(Inner<N>),
    /// Of the first, those of these sides.
    OwnedBy(Inner<N>, Inner<N>),
    /// Without what is spoken of.
    Another(Inner<N>),
    /// Those taken that were such.
    Taken(Inner<N>),
    /// As the view's own side, or (`true`) its enemy, sees it.
    SeenBy(bool, Inner<N>),
    /// Directions that have a part in all, or are in them.
    Parts(Vec<(Term<N>, bool)>),
    /// Carried by these.
    CarriedBy(Inner<N>),
    /// Standing on these.
    StandingOn(Inner<N>),
    /// The squares of these.
    SquaresOf(Inner<N>),
    /// The kinds of these.
    KindsOf(Inner<N>),
    /// The owners of these.
    OwnersOf(Inner<N>),
    /// Neighbours.
    Near(Inner<N>),
    /// So many steps around.
    Within(u8, Inner<N>),
    /// Where a path ends from these; and the slide that it is, if it is one along ranks and files, or diagonals.
    Met(Box<Path<N>>, Inner<N>, Option<Slide>),
    /// Those of a set for which a condition holds.
    Those(Inner<N>, u8, Inner<N>),
    /// In the first position.
    Setup(Inner<N>),
    /// When the turn began.
    Earlier(Inner<N>),
    /// A calculation.
    Calculate(Arithmetic, Inner<N>, Inner<N>),
    /// How many.
    Count(Inner<N>),
    /// The lowest rank, from 1.
    RankOf(Inner<N>),
    /// The lowest file, from 1.
    FileOf(Inner<N>),
    /// All hold.
    And(Vec<Term<N>>),
    /// One holds.
    Or(Vec<Term<N>>),
    /// It does not hold.
    Not(Inner<N>),
    /// There is one.
    Any(Inner<N>),
    /// Two values.
    Compared(Compare, Inner<N>, Inner<N>),
    /// All of the first, and at least one, are in the second.
    Is(Inner<N>, Inner<N>),
    /// For so many of a set.
    Every(Quantifier, Inner<N>, u8, Inner<N>),
    /// For so many rows of the board.
    EveryLine(Quantifier, Lines, u8, Inner<N>),
    /// At least so many.
    Has(Inner<N>, u32, Inner<N>),
    /// It has a legal turn.
    CanMove(Inner<N>),
    /// It has one after which a condition holds.
    CanReach(Inner<N>, Inner<N>),
    /// These could take those, by a label; `true`: leaving aside what does not threaten.
    CouldTake(Inner<N>, Option<Inner<N>>, Option<u8>, bool),
    /// These are threatened.
    Threatened(Box<Threatened<N>>),
    /// These have done this.
    Did(Inner<N>, Deed, Option<Inner<N>>, Option<u8>),
    /// The move does this.
    Now(Deed, Option<Inner<N>>),
    /// A fact of these is not known yet.
    Secret(u8, Inner<N>),
    /// These have a right.
    Right(Verb, Inner<N>, Option<Inner<N>>),
}

/// A slide without bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slide {
    /// Along ranks and files.
    pub orthogonal: bool,
    /// Along diagonals.
    pub diagonal: bool,
}

/// Who is threatened.
#[derive(Clone, PartialEq, Debug)]
pub struct Threatened<const N: usize> {
    /// Pieces, or squares.
    pub target: Term<N>,
    /// By these.
    pub by: Option<Term<N>>,
    /// As if these were gone.
    pub without: Option<Term<N>>,
}

impl<const N: usize> Term<N> {
    /// The parts of a term, each once, not deeper.
    pub fn parts(&self, visit: &mut dyn FnMut(&Term<N>)) {
        match &self.node {
            Node::Meaning(_, argument) => argument.iter().for_each(|each| visit(each)),
            Node::Hand(a)
            | Node::FactOf(_, a)
            | Node::OfKind(a)
            | Node::Another(a)
            | Node::Taken(a)
            | Node::SeenBy(_, a)
            | Node::CarriedBy(a)
            | Node::StandingOn(a)
            | Node::SquaresOf(a)
            | Node::KindsOf(a)
            | Node::OwnersOf(a)
            | Node::Near(a)
            | Node::Within(_, a)
            | Node::Setup(a)
            | Node::Earlier(a)
            | Node::Count(a)
            | Node::RankOf(a)
            | Node::FileOf(a)
            | Node::Not(a)
            | Node::Any(a)
            | Node::CanMove(a)
            | Node::EveryLine(_, _, _, a)
            | Node::Secret(_, a) => visit(a),
            Node::OwnedBy(a, b)
            | Node::Those(a, _, b)
            | Node::Calculate(_, a, b)
            | Node::Compared(_, a, b)
            | Node::Is(a, b)
            | Node::Every(_, a, _, b)
            | Node::Has(a, _, b)
            | Node::CanReach(a, b) => {
                visit(a);
                visit(b);
            }
            Node::Both(all) | Node::Either(all) | Node::And(all) | Node::Or(all) => {
                all.iter().for_each(visit)
            }
            Node::Except(a, all) => {
                visit(a);
                all.iter().for_each(visit);
            }
            Node::Parts(all) => all.iter().for_each(|(each, _)| visit(each)),
            Node::Met(path, a, _) => {
                path.terms(visit);
                visit(a);
            }
            Node::CouldTake(a, b, ..) | Node::Did(a, _, b, _) | Node::Right(_, a, b) => {
                visit(a);
                b.iter().for_each(|each| visit(each));
            }
            Node::Threatened(asked) => {
                visit(&asked.target);
                asked.by.iter().chain(&asked.without).for_each(visit);
            }
            Node::Now(_, a) => a.iter().for_each(|each| visit(each)),
            _ => {}
        }
    }
}
