//! Counts of legal turns to a depth, by the whole language. Imports `program`, `judge`, `moment`, `world`.

use super::judge::{count, is_won_or_lost, successors};
use super::moment::Rules;
use super::world::World;
use std::ops::ControlFlow;

/// The number of ways to play so many turns, the last of them made too if wanted; none if the tables do not hold all
/// that comes up.
#[must_use]
pub fn perft<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    depth: u32,
    leaves: bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    rules.renew();
    if world.over.is_some() {
        return Some(0);
    }
    if depth == 1 && !leaves {
        let (turns, whole) = count(rules, world);
        let over = turns > 0 && is_won_or_lost(rules, world, whole);
        return (!rules.is_given_up()).then_some(if over { 0 } else { turns });
    }
    let mut sum = 0;
    let mut any = false;
    let mut unknown = false;
    successors(rules, world, &mut |next| {
        any = true;
        match next.and_then(|next| perft(rules, next, depth - 1, leaves)) {
            Some(nodes) => sum += nodes,
            None => unknown = true,
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
