//! A position as a program sees it: a flat value that copies. Imports `program`.

use crate::program::bits::Bits;
use crate::program::expr::Kinds;
use crate::program::{Code, MOST_NUMBERS};

/// A position. `N` words make a set of squares; there is room for `K` kinds, a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const N: usize, const K: usize> {
    /// The squares of the pieces of each kind.
    pub kinds: [Bits<N>; K],
    /// The squares of the pieces of each side.
    pub sides: [Bits<N>; 2],
    /// Those of the pieces that have not moved, where that counts.
    pub fresh: Bits<N>,
    /// The squares that bear the passing fact.
    pub marked: Bits<N>,
    /// The numbers of the game.
    pub numbers: [i32; MOST_NUMBERS],
    /// The number of the move, from 1.
    pub number: u32,
    /// Where the piece stands that made the passing fact.
    pub maker: u8,
    /// Whose turn it is.
    pub player: u8,
}

impl<const N: usize, const K: usize> State<N, K> {
    /// A board without pieces, the first side to move.
    #[must_use]
    pub fn empty() -> State<N, K> {
        State {
            kinds: [Bits::EMPTY; K],
            sides: [Bits::EMPTY; 2],
            fresh: Bits::EMPTY,
            marked: Bits::EMPTY,
            numbers: [0; MOST_NUMBERS],
            number: 1,
            maker: 0,
            player: 0,
        }
    }

    /// Puts a piece onto an empty square.
    pub fn put(&mut self, square: u8, code: Code, side: u8) {
        self.kinds[code as usize & (K - 1)] |= Bits::of(square);
        self.sides[side as usize & 1] |= Bits::of(square);
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> Bits<N> {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of a kind, of both sides.
    #[inline]
    #[must_use]
    pub fn kind(&self, code: Code) -> Bits<N> {
        self.kinds[code as usize & (K - 1)]
    }

    /// The pieces of some kinds, of both sides.
    #[inline]
    #[must_use]
    pub fn of(&self, kinds: Kinds) -> Bits<N> {
        let mut left = kinds;
        let mut found = Bits::EMPTY;
        while left != 0 {
            found |= self.kinds[left.trailing_zeros() as usize & (K - 1)];
            left &= left - 1;
        }
        found
    }

    /// The kind that stands on a square, and its side.
    #[must_use]
    pub fn at(&self, square: u8) -> Option<(Code, u8)> {
        let code = (0..K).find(|code| self.kinds[*code].has(square))?;
        #[allow(clippy::cast_possible_truncation)]
        Some((code as Code, u8::from(self.sides[1].has(square))))
    }
}
