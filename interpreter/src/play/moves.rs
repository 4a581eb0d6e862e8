//! Moves as programs make them, and those to whom they are handed. Imports `program`.

use crate::program::Code;
use crate::program::bits::Bits;

/// A move: from where, to where, with which kind, what that becomes, and what else it does, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(u32);

/// What else a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Besides {
    /// Nothing: whatever stands on its target is taken.
    Nothing,
    /// It takes the maker of the passing fact.
    TakesMaker,
    /// A partner goes with it, by this entry of its side's castlings.
    Castles(u8),
    /// By this run of its kind, which marks what it passes or has a label.
    Runs(u8),
}

const CASTLES: u32 = 16;
const RUNS: u32 = 32;

impl Move {
    /// A move.
    #[inline]
    #[must_use]
    pub fn new(from: u8, to: u8, code: Code, becomes: Code, besides: Besides) -> Move {
        let tag = match besides {
            Besides::Nothing => 0,
            Besides::TakesMaker => 1,
            Besides::Castles(index) => CASTLES + u32::from(index),
            Besides::Runs(index) => RUNS + u32::from(index),
        };
        Move(
            u32::from(from)
                | u32::from(to) << 8
                | u32::from(code) << 16
                | u32::from(becomes) << 21
                | tag << 26,
        )
    }

    /// The same for the same move in other positions.
    #[inline]
    #[must_use]
    pub fn key(self) -> u32 {
        self.0
    }

    /// Where it begins.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn from(self) -> u8 {
        self.0 as u8
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn to(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The kind that moves.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn code(self) -> Code {
        (self.0 >> 16) as u8 & 31
    }

    /// What it is afterwards.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn becomes(self) -> Code {
        (self.0 >> 21) as u8 & 31
    }

    /// What else it does.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn besides(self) -> Besides {
        match self.0 >> 26 {
            0 => Besides::Nothing,
            tag if tag < CASTLES => Besides::TakesMaker,
            tag if tag < RUNS => Besides::Castles((tag - CASTLES) as u8),
            tag => Besides::Runs((tag - RUNS) as u8),
        }
    }
}

/// Somebody to whom turns are handed, by sets. Each method says whether more are wanted.
pub trait Visit<const N: usize> {
    /// A piece goes to each of these squares, and does nothing besides.
    fn goes(&mut self, from: u8, code: Code, targets: Bits<N>) -> bool;

    /// A piece goes to each of these squares, and becomes each of these kinds there.
    fn becomes(&mut self, from: u8, code: Code, targets: Bits<N>, kinds: &[Code]) -> bool;

    /// One move.
    fn one(&mut self, step: Move) -> bool;
}

/// Counts turns without making a list.
#[derive(Default, Debug)]
pub struct Count(pub u64);

impl<const N: usize> Visit<N> for Count {
    #[inline]
    fn goes(&mut self, _: u8, _: Code, targets: Bits<N>) -> bool {
        self.0 += u64::from(targets.len());
        true
    }

    #[inline]
    fn becomes(&mut self, _: u8, _: Code, targets: Bits<N>, kinds: &[Code]) -> bool {
        self.0 += u64::from(targets.len()) * kinds.len() as u64;
        true
    }

    #[inline]
    fn one(&mut self, _: Move) -> bool {
        self.0 += 1;
        true
    }
}

/// Wants to know only whether there is one.
#[derive(Default, Debug)]
pub struct Any(pub bool);

impl<const N: usize> Visit<N> for Any {
    #[inline]
    fn goes(&mut self, _: u8, _: Code, targets: Bits<N>) -> bool {
        self.0 |= !targets.is_empty();
        !self.0
    }

    #[inline]
    fn becomes(&mut self, _: u8, _: Code, targets: Bits<N>, kinds: &[Code]) -> bool {
        self.0 |= !targets.is_empty() && !kinds.is_empty();
        !self.0
    }

    #[inline]
    fn one(&mut self, _: Move) -> bool {
        self.0 = true;
        false
    }
}

impl<const N: usize> Visit<N> for Vec<Move> {
    #[inline]
    fn goes(&mut self, from: u8, code: Code, targets: Bits<N>) -> bool {
        self.extend(targets.map(|to| Move::new(from, to, code, code, Besides::Nothing)));
        true
    }

    #[inline]
    fn becomes(&mut self, from: u8, code: Code, targets: Bits<N>, kinds: &[Code]) -> bool {
        for to in targets {
            self.extend(kinds.iter().map(|kind| Move::new(from, to, code, *kind, Besides::Nothing)));
        }
        true
    }

    #[inline]
    fn one(&mut self, step: Move) -> bool {
        self.push(step);
        true
    }
}
