//! Counts of legal turns to a depth, by the whole language. Imports `program`, `judge`, `moment`, `turn`, `world`.

use super::judge::{count, is_won_or_lost, legal_turns};
use super::moment::{Depth, Rules};
use super::turn::{Found, Script, Turn};
use super::world::World;
use std::ops::ControlFlow;

/// The number of ways to play so many turns; none if the tables do not hold all that comes up.
#[must_use]
pub fn perft<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    depth: u32,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    rules.renew();
    if world.over.is_some() {
        return Some(0);
    }
    let turn = Turn::begin(rules, world, Depth::PLAY);
    if depth == 1 {
        let (turns, whole) = count(&turn);
        let over = turns > 0 && is_won_or_lost(rules, world, whole);
        return (!rules.is_given_up()).then_some(if over { 0 } else { turns });
    }
    let mut sum = 0;
    let mut any = false;
    let mut unknown = false;
    legal_turns(&turn, &mut |found| {
        any = true;
        match found {
            Found::Split(_) => unknown = true,
            Found::Whole(done) => match done.settle(&mut Script::new(&[])) {
                Ok(()) => match perft(rules, &done.world, depth - 1) {
                    Some(nodes) => sum += nodes,
                    None => unknown = true,
                },
                Err(_) => unknown = true,
            },
        }
        if unknown { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if unknown || rules.is_given_up() {
        return None;
    }
    // A won or lost position has no turns.
    let over = any && is_won_or_lost(rules, world, true);
    (!rules.is_given_up()).then_some(if over { 0 } else { sum })
}
