//! Conditions and values of a program. Pieces are the squares that they stand on; whose eyes a sentence looks through
//! was settled when it was compiled. Imports `bits`.

use super::bits::Bits;

/// Kinds, a bit for each code.
pub type Kinds = u32;

/// A set of squares, or of pieces by their squares.
#[derive(Clone, PartialEq, Debug)]
pub enum Set<const N: usize> {
    /// Always these.
    Fixed(Bits<N>),
    /// Pieces of these kinds.
    Kinds(Kinds),
    /// Pieces of the side.
    Side(u8),
    /// All pieces.
    Pieces,
    /// Squares without a piece.
    Empty,
    /// The piece that is spoken of.
    It,
    /// The squares passed.
    Trail,
    /// In all.
    And(Box<[Set<N>]>),
    /// In one.
    Or(Box<[Set<N>]>),
    /// In the first and not in the second.
    Minus(Box<Set<N>>, Box<Set<N>>),
}

/// A whole number.
#[derive(Clone, PartialEq, Debug)]
pub enum Number<const N: usize> {
    /// Always this.
    Fixed(i32),
    /// How many.
    Count(Set<N>),
    /// A number of the position, by its index.
    Fact(u8),
    /// How often the position has stood.
    Repeats,
    /// Sum.
    Add(Box<[Number<N>; 2]>),
    /// Difference.
    Subtract(Box<[Number<N>; 2]>),
    /// Product.
    Multiply(Box<[Number<N>; 2]>),
    /// Remainder, never negative; 0 if the divisor is 0.
    Remainder(Box<[Number<N>; 2]>),
    /// As it was when the turn began.
    Before(Box<Number<N>>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition<const N: usize> {
    /// Always so.
    Fixed(bool),
    /// It does not hold.
    Not(Box<Condition<N>>),
    /// All hold.
    All(Box<[Condition<N>]>),
    /// One holds.
    Any(Box<[Condition<N>]>),
    /// There is one.
    Some(Set<N>),
    /// All of the first are in the second; of none, so.
    Within(Set<N>, Set<N>),
    /// Two numbers.
    Compared(Compare, Number<N>, Number<N>),
    /// A piece of these, all of this side, is threatened.
    Threatened(u8, Set<N>),
    /// `it`, a piece of this side, would be threatened on one of these squares.
    ThreatenedOn(u8, Set<N>),
    /// The side has a legal turn.
    CanMove(u8),
    /// A piece of these kinds has ended a walk in this turn, by a move with this label if one is given.
    Moved(Kinds, Option<u16>),
    /// Some piece has been taken in this turn.
    Taken,
}

impl<const N: usize> Condition<N> {
    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Condition<N> {
        match self {
            Condition::Fixed(yes) => Condition::Fixed(!yes),
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }

    /// Whether it asks nothing about threats or answers: so it is asked of threats too.
    #[must_use]
    pub fn is_of_the_board(&self) -> bool {
        match self {
            Condition::Threatened(..) | Condition::ThreatenedOn(..) | Condition::CanMove(_) => false,
            Condition::Not(inner) => inner.is_of_the_board(),
            Condition::All(list) | Condition::Any(list) => list.iter().all(Condition::is_of_the_board),
            _ => true,
        }
    }

    /// All of these, shortened where that is settled.
    #[must_use]
    pub fn all(list: impl IntoIterator<Item = Condition<N>>) -> Condition<N> {
        let mut kept = Vec::new();
        for each in list {
            match each {
                Condition::Fixed(true) => {}
                Condition::Fixed(false) => return Condition::Fixed(false),
                Condition::All(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Condition::Fixed(true),
            1 => kept.swap_remove(0),
            _ => Condition::All(kept.into()),
        }
    }

    /// One of these, shortened where that is settled.
    #[must_use]
    pub fn any(list: impl IntoIterator<Item = Condition<N>>) -> Condition<N> {
        let mut kept = Vec::new();
        for each in list {
            match each {
                Condition::Fixed(false) => {}
                Condition::Fixed(true) => return Condition::Fixed(true),
                Condition::Any(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Condition::Fixed(false),
            1 => kept.swap_remove(0),
            _ => Condition::Any(kept.into()),
        }
    }
}
