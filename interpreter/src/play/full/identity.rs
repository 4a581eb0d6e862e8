//! A number for a position that is the same for all that mean the same. Imports `program`, `vocabulary`, `listing`,
//! `moment`, `world`.

use super::listing::Listing;
use super::moment::{Depth, Moment, Rules};
use super::turn::Part;
use super::world::{FOR_GOOD, Mark, Place, World};
use crate::play::identity::{mix, mix_set};
use crate::program::full::term::Val;
use crate::program::full::{NONE, Store};
use crate::vocabulary::Bearer;

/// What rules tell apart.
#[derive(Clone, Debug, Default)]
pub struct Sameness<const N: usize> {
    /// The number that does not count.
    pub clock: Option<u8>,
    /// Some rule asks whether a piece is fresh, apart from castling.
    pub reads_fresh: bool,
    /// The facts that do nothing but make pieces takeable in passing.
    pub passing: Vec<u8>,
    /// The facts that are secret.
    pub secret: Vec<u8>,
    /// By fact: what it says unset, if that is always the same.
    pub defaults: Vec<Option<Val<N>>>,
}

/// The number of a position whose turns are listed. Positions that `repeats` counts as one have one number; others
/// share one by a chance of 1 in 2^64 a pair.
#[must_use]
pub fn identity<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    sameness: &Sameness<N>,
    listing: &Listing<N, K>,
) -> u64 {
    let mut sum = mix(u64::from(world.player()));
    if let Some(over) = world.over {
        sum = sum.wrapping_add(mix(1 << 40 | over.winner.map_or(2, u64::from)));
    }
    for (code, squares) in (0u64..).zip(&world.flat.kinds) {
        for side in 0..2 {
            let pieces = *squares & world.flat.sides[side as usize];
            sum = sum.wrapping_add(mix_set(2 << 40 | code << 8 | side, pieces));
        }
    }
    for piece in world.carried | world.away {
        sum = sum.wrapping_add(mix(mark_of(world, piece)));
    }
    let fresh = if sameness.reads_fresh {
        world.fresh & world.standing
    } else if world.fresh.is_empty() {
        world.fresh
    } else {
        Moment::at_start(rules, world, Depth::PLAY).castling_rights()
    };
    sum = sum.wrapping_add(mix_set(3 << 40, world.squares_of(fresh)));
    for (index, fact) in (0u8..).zip(&rules.program.facts) {
        match fact.store {
            Store::Sets { first, count } => {
                for age in 0..count {
                    let bearers = world.sets[usize::from(first + age)];
                    let tag = 4 << 40 | u64::from(index) << 8 | u64::from(age);
                    if fact.bearer == Bearer::Squares {
                        let passing = sameness.passing.contains(&index);
                        sum = sum.wrapping_add(if passing { 0 } else { mix_set(tag, bearers) });
                    } else {
                        for bearer in bearers {
                            sum = sum.wrapping_add(mix(tag ^ mix(mark_of(world, bearer))));
                        }
                    }
                }
            }
            Store::Count(first) => {
                let wide = if fact.bearer == Bearer::Sides { 2 } else { 1 };
                for count in (first..first + wide).filter(|count| sameness.clock != Some(*count)) {
                    #[allow(clippy::cast_sign_loss)]
                    let number = world.counts[usize::from(count)] as u32;
                    sum = sum.wrapping_add(mix(5 << 40 | u64::from(count) << 32 | u64::from(number)));
                }
            }
            Store::Mark => {}
        }
    }
    for mark in world.marks() {
        let counts = if sameness.passing.contains(&mark.fact) {
            is_live(world, mark, listing)
        } else {
            !says_nothing(sameness, mark)
        };
        if counts {
            sum = sum.wrapping_add(of_mark(rules, world, mark));
        }
    }
    mix(sum)
}

/// What sets a piece apart from others, but for its facts: its kind, owner and place.
fn mark_of<const N: usize, const K: usize>(world: &World<N, K>, piece: u8) -> u64 {
    let mut piece = piece;
    let mut sum = 0;
    for _ in 0..=world.used {
        let (how, at) = match world.place(piece) {
            Place::Gone => (0, 0),
            Place::Square(square) => (1, square),
            Place::On(_) => (2, 0),
            Place::Hand(side) => (3, side),
            Place::Held(square) => (4, square),
            Place::Taken(square) => (5, square),
        };
        let own = u64::from(world.kind(piece)) << 16 | u64::from(world.owner(piece)) << 12;
        sum = mix(sum ^ (6 << 40 | own | how << 8 | u64::from(at)));
        let Place::On(carrier) = world.place(piece) else { break };
        piece = carrier;
    }
    sum
}

fn of_mark<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    mark: &Mark<N>,
) -> u64 {
    let bearer = rules.program.facts[usize::from(mark.fact)].bearer;
    let who = if bearer == Bearer::Pieces { mark_of(world, mark.bearer) } else { u64::from(mark.bearer) };
    let value = match mark.value {
        Val::Bool(yes) => u64::from(yes),
        #[allow(clippy::cast_sign_loss)]
        Val::Number(number) => u64::from(number as u32),
        Val::Pieces(set) => set.fold(1, |sum: u64, piece| sum.wrapping_add(mix(mark_of(world, piece)))),
        Val::Squares(set) => mix_set(2, set),
        Val::Kinds(set) | Val::Directions(set) | Val::Events(set) => mix(set),
        Val::Sides(set) => u64::from(set),
    };
    let maker = if bearer == Bearer::Squares && mark.maker != NONE { mark_of(world, mark.maker) } else { 0 };
    let flags = u64::from(mark.fact) << 16 | u64::from(mark.left) << 8 | u64::from(mark.revealed);
    mix(mix(mix(mix(7 << 40 | flags) ^ who) ^ value) ^ maker)
}

/// Whether a mark says what the fact would say unset.
fn says_nothing<const N: usize>(sameness: &Sameness<N>, mark: &Mark<N>) -> bool {
    let secret = sameness.secret.contains(&mark.fact);
    let default = sameness.defaults.get(usize::from(mark.fact)).copied().flatten();
    let nothing = match mark.value {
        Val::Bool(yes) => !yes,
        Val::Number(_) => false,
        Val::Pieces(set) | Val::Squares(set) => set.is_empty(),
        Val::Kinds(set) | Val::Directions(set) | Val::Events(set) => set == 0,
        Val::Sides(set) => set == 0,
    };
    let plain = mark.left == FOR_GOOD && !(mark.revealed && secret) || nothing && !secret;
    plain && default == Some(mark.value)
}

/// Whether some legal turn takes the maker of a passing fact by it.
fn is_live<const N: usize, const K: usize>(
    world: &World<N, K>,
    mark: &Mark<N>,
    listing: &Listing<N, K>,
) -> bool {
    if mark.maker == NONE {
        return false;
    }
    let Some(maker) = world.square_of(mark.maker) else { return false };
    let takes = |part: &Part<N>| match part {
        Part::Move(declared) => declared.target == mark.bearer && declared.takes.has(maker),
        Part::Choice(_) => false,
    };
    listing.entries.iter().filter_map(|entry| listing.said(entry)).any(|parts| parts.iter().any(takes))
}
