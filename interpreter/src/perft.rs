//! Counts of legal turns to a depth. Imports `position`, `engine`.
//!
//! Counted are ways to play so many turns. A decision that splits a turn, and whatever its player does then, belongs
//! to that turn: it is followed without counting, a way for each option, but behind the last turn. A turn that is under
//! way at the beginning is the first. A won or lost position has no turns.

use crate::engine::Engine;
use crate::position::{Position, Turn};

/// The number of turns, so many deep.
#[must_use]
pub fn perft(engine: &dyn Engine, position: &Position, depth: u32) -> u64 {
    count(engine, position, depth, false)
}

/// For each turn of a position the number of turns behind it, so many deep in all; their sum is [`perft`].
#[must_use]
pub fn divide(engine: &dyn Engine, position: &Position, depth: u32) -> Vec<(Turn, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    turns_and_after(engine, position)
        .map(|(turn, after)| (turn, count_after(engine, position, &after, depth, false)))
        .collect()
}

/// The number of turns; whether the turn that is under way, if one is, has been counted.
fn count(engine: &dyn Engine, position: &Position, depth: u32, counted: bool) -> u64 {
    match depth {
        0 => 1,
        1 if position.pending.is_none() => engine.count(position),
        _ => turns_and_after(engine, position)
            .map(|(_, after)| count_after(engine, position, &after, depth, counted))
            .sum(),
    }
}

/// The number of turns behind one step of a turn, so many deep with it.
fn count_after(engine: &dyn Engine, before: &Position, after: &Position, depth: u32, counted: bool) -> u64 {
    // A turn counts when it begins; one that had begun before, when it stands.
    let counts = match &before.pending {
        None => true,
        Some(pending) => {
            // What is decided while events are put in force comes before the first turn.
            let turn = !pending.stands && pending.starting.is_empty();
            turn && !counted && after.pending.as_ref().is_none_or(|pending| pending.stands)
        }
    };
    count(engine, after, if counts { depth - 1 } else { depth }, counted || counts)
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
