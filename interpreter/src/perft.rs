//! Counts of legal turns to a depth. Imports `position`, `engine`.
//!
//! Counted are ways to play so many turns. A decision that is not the player's own is followed without counting
//! as a turn: a way for each option, but behind the last turn. A won or lost position has no turns.

use crate::engine::Engine;
use crate::position::{Position, Turn};

/// The number of turns, so many deep.
#[must_use]
pub fn perft(engine: &dyn Engine, position: &Position, depth: u32) -> u64 {
    if depth > 0 && position.pending.is_some() {
        return turns_and_after(engine, position).map(|(_, after)| perft(engine, &after, depth)).sum();
    }
    match depth {
        0 => 1,
        1 => engine.count(position),
        _ => turns_and_after(engine, position).map(|(_, after)| perft(engine, &after, depth - 1)).sum(),
    }
}

/// For each turn of a position the number of turns behind it, so many deep in all; their sum is [`perft`].
#[must_use]
pub fn divide(engine: &dyn Engine, position: &Position, depth: u32) -> Vec<(Turn, u64)> {
    let Some(left) = depth.checked_sub(1) else { return Vec::new() };
    let left = if position.pending.is_some() { depth } else { left };
    turns_and_after(engine, position)
        .map(|(turn, after)| {
            let nodes = if left == 0 { 1 } else { perft(engine, &after, left) };
            (turn, nodes)
        })
        .collect()
}

fn turns_and_after<'a>(
    engine: &'a dyn Engine,
    position: &'a Position,
) -> impl Iterator<Item = (Turn, Position)> + 'a {
    engine.turns(position).into_iter().filter_map(|turn| {
        let after = engine.play(position, &turn).ok()?;
        Some((turn, after))
    })
}
