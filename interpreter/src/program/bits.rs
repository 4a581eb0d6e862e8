//! Sets of squares as machine words: one for boards of up to 64 squares, two or four for larger ones. Imports nothing.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares. Squares are numbered by rank, then by file, from 0, without gaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Bits::EMPTY
    }
}

impl<const N: usize> Bits<N> {
    /// None.
    pub const EMPTY: Bits<N> = Bits([0; N]);

    /// The set of one square.
    #[inline]
    #[must_use]
    pub fn of(square: u8) -> Bits<N> {
        let mut set = Bits::EMPTY;
        if N == 1 {
            set.0[0] = 1 << (square & 63);
        } else {
            set.0[(square >> 6) as usize % N] = 1 << (square & 63);
        }
        set
    }

    /// The first word, which is all of a set of one word.
    #[inline]
    #[must_use]
    pub fn word(self) -> u64 {
        self.0[0]
    }

    /// A set whose first word is this one.
    #[inline]
    #[must_use]
    pub fn from_word(word: u64) -> Bits<N> {
        let mut set = Bits::EMPTY;
        set.0[0] = word;
        set
    }

    /// All words.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// Whether the square is in it.
    #[inline]
    #[must_use]
    pub fn has(self, square: u8) -> bool {
        self.meets(Bits::of(square))
    }

    /// Whether it holds none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether both have a square in common.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Bits<N>) -> bool {
        !(self & other).is_empty()
    }

    /// Whether all of its squares are in the other.
    #[inline]
    #[must_use]
    pub fn within(self, other: Bits<N>) -> bool {
        self.without(other).is_empty()
    }

    /// In this and not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Bits<N>) -> Bits<N> {
        self & !other
    }

    /// How many.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it holds two or more.
    #[inline]
    #[must_use]
    pub fn has_several(self) -> bool {
        if N == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.len() > 1 }
    }

    /// The lowest square; of none, 0.
    #[inline]
    #[must_use]
    pub fn first(self) -> u8 {
        if N == 1 {
            return low(self.0[0]) & 63;
        }
        let mut base = 0;
        for word in self.0 {
            if word != 0 {
                return base + low(word);
            }
            base = base.wrapping_add(64);
        }
        0
    }

    /// The highest square; of none, 0.
    #[inline]
    #[must_use]
    pub fn last(self) -> u8 {
        if N == 1 {
            return 63 - (high(self.0[0]) & 63);
        }
        let mut base = 0;
        let mut found = 0;
        for word in self.0 {
            if word != 0 {
                found = base + (63 - high(word));
            }
            base = base.wrapping_add(64);
        }
        found
    }

    /// Takes the lowest square out and says which it was.
    #[inline]
    pub fn pop(&mut self) -> Option<u8> {
        if self.is_empty() {
            return None;
        }
        let square = self.first();
        if N == 1 {
            self.0[0] &= self.0[0].wrapping_sub(1);
        } else {
            *self = self.without(Bits::of(square));
        }
        Some(square)
    }
}

#[allow(clippy::cast_possible_truncation)]
#[inline]
fn low(word: u64) -> u8 {
    word.trailing_zeros() as u8
}

#[allow(clippy::cast_possible_truncation)]
#[inline]
fn high(word: u64) -> u8 {
    word.leading_zeros() as u8
}

impl<const N: usize> Iterator for Bits<N> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        self.pop()
    }
}

impl<const N: usize> FromIterator<u8> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Bits<N> {
        squares.into_iter().fold(Bits::EMPTY, |set, square| set | Bits::of(square))
    }
}

macro_rules! operator {
    ($name:ident, $method:ident, $assign:ident, $assigning:ident, $with:tt, $assigned:tt) => {
        impl<const N: usize> $name for Bits<N> {
            type Output = Bits<N>;

            #[inline]
            fn $method(mut self, other: Bits<N>) -> Bits<N> {
                for (word, with) in self.0.iter_mut().zip(other.0) {
                    *word $assigned with;
                }
                self
            }
        }

        impl<const N: usize> $assign for Bits<N> {
            #[inline]
            fn $assigning(&mut self, other: Bits<N>) {
                *self = *self $with other;
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &, &=);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |, |=);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^, ^=);

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn not(mut self) -> Bits<N> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn holds<const N: usize>(a: &BTreeSet<u8>, b: &BTreeSet<u8>) {
        let set = |squares: &BTreeSet<u8>| squares.iter().copied().collect::<Bits<N>>();
        let squares = |set: Bits<N>| set.collect::<BTreeSet<u8>>();
        assert_eq!(squares(set(a)), *a);
        assert_eq!(squares(set(a) & set(b)), a & b);
        assert_eq!(squares(set(a) | set(b)), a | b);
        assert_eq!(squares(set(a) ^ set(b)), a ^ b);
        assert_eq!(squares(set(a).without(set(b))), a - b);
        assert_eq!(set(a).len() as usize, a.len());
        assert_eq!(set(a).has_several(), a.len() > 1);
        assert_eq!(set(a).within(set(b)), a.is_subset(b));
        assert_eq!(set(a).meets(set(b)), !a.is_disjoint(b));
        if let (Some(first), Some(last)) = (a.first(), a.last()) {
            assert_eq!((set(a).first(), set(a).last()), (*first, *last));
        }
    }

    proptest! {
        #[test]
        fn sets_are_sets(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            holds::<4>(&a, &b);
            let below = |most: u8| [&a, &b].map(|set| set.iter().map(|each| each % most).collect());
            let [c, d] = below(128);
            holds::<2>(&c, &d);
            let [c, d] = below(64);
            holds::<1>(&c, &d);
        }
    }
}
