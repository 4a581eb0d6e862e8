//! A number for a state that is the same for all that mean the same. Imports `program`, `state`, `moves`.

use super::moves::{Besides, Move};
use super::state::State;
use crate::program::bits::Bits;
use crate::program::{MOST_NUMBERS, Program};

/// What rules tell apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sameness {
    /// The number that does not count.
    pub clock: Option<u8>,
    /// Some rule asks whether a piece is fresh, apart from castling.
    pub reads_fresh: bool,
    /// The passing fact does nothing but make pieces takeable.
    pub passing: bool,
}

/// Spreads the bits of a number over all of another, the finalizer of MurmurHash3.
#[inline]
#[must_use]
pub fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}

/// A number for a set, of which there is one for each purpose; 0 for none.
#[inline]
#[must_use]
pub fn mix_set<const N: usize>(purpose: u64, set: Bits<N>) -> u64 {
    if set.is_empty() {
        return 0;
    }
    set.words().iter().fold(mix(purpose), |sum, word| mix(sum ^ word).wrapping_add(sum << 1 | 1))
}

/// The number of a position whose turns are listed. Positions that `repeats` counts as one have one number; others
/// share one by a chance of 1 in 2^64 a pair.
#[must_use]
pub fn identity<const N: usize, const K: usize>(
    program: &Program<N>,
    state: &State<N, K>,
    sameness: Sameness,
    moves: &[Move],
) -> u64 {
    let mut sum = u64::from(state.player);
    let mut add = |words: &[u64; N]| {
        for word in words {
            sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    };
    for set in state.kinds.iter().chain(&state.sides) {
        add(set.words());
    }
    let fresh = if sameness.reads_fresh { state.fresh } else { castling_rights(program, state) };
    add(fresh.words());
    let live = |step: &Move| step.besides() == Besides::TakesMaker;
    if !state.marked.is_empty() && (!sameness.passing || moves.iter().any(live)) {
        add(state.marked.words());
        sum ^= mix(u64::from(state.maker) + 1);
    }
    for (index, number) in (0u8..).zip(&state.numbers[..MOST_NUMBERS]) {
        if sameness.clock != Some(index) {
            #[allow(clippy::cast_sign_loss)]
            let number = u64::from(*number as u32);
            sum = sum.wrapping_add(mix(u64::from(index) << 32 | number));
        }
    }
    mix(sum)
}

/// The squares of fresh pieces that could castle with another fresh one.
fn castling_rights<const N: usize, const K: usize>(program: &Program<N>, state: &State<N, K>) -> Bits<N> {
    let mut rights = Bits::EMPTY;
    if state.fresh.is_empty() {
        return rights;
    }
    for (side, own) in program.sides.iter().zip(&state.sides) {
        let fresh = state.fresh & *own;
        for castle in &side.castles {
            for first in fresh & state.kind(castle.code) {
                for partner in (fresh & state.of(castle.with)).without(Bits::of(first)) {
                    let place = usize::from(first) * 16 + usize::from(partner % program.geometry.files);
                    let way = castle.ways.get(place).copied().flatten();
                    if way.is_some_and(|way| way.partner == partner) {
                        rights |= Bits::of(first) | Bits::of(partner);
                    }
                }
            }
        }
    }
    rights
}
