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
    count(engine, position, depth, false, &mut Budget::default()).unwrap_or_default()
}

/// The number of turns, so many deep; none if there are more than so many, or more on the way there.
#[must_use]
pub fn perft_within(engine: &dyn Engine, position: &Position, depth: u32, most: u64) -> Option<u64> {
    count(engine, position, depth, false, &mut Budget { left: Some(most), way: Some(most) })
}

/// How much may still be counted; none: any number.
#[derive(Default)]
struct Budget {
    /// Turns.
    left: Option<u64>,
    /// Turns on the way to them.
    way: Option<u64>,
}

impl Budget {
    fn spend(&mut self, turns: u64) -> Option<u64> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(turns)?;
        }
        Some(turns)
    }

    fn go(&mut self) -> Option<()> {
        if let Some(way) = &mut self.way {
            *way = way.checked_sub(1)?;
        }
        Some(())
    }
}

/// For each turn of a position the number of turns behind it, so many deep in all; their sum is [`perft`].
#[must_use]
pub fn divide(engine: &dyn Engine, position: &Position, depth: u32) -> Vec<(Turn, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    turns_and_after(engine, position)
        .map(|(turn, after)| {
            let behind = count_after(engine, position, &after, depth, false, &mut Budget::default());
            (turn, behind.unwrap_or_default())
        })
        .collect()
}

/// The number of turns; whether the turn that is under way, if one is, has been counted.
fn count(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    counted: bool,
    budget: &mut Budget,
) -> Option<u64> {
    match depth {
        0 => budget.spend(1),
        1 if position.pending.is_none() => budget.spend(engine.count(position)),
        _ => turns_and_after(engine, position).try_fold(0, |sum: u64, (_, after)| {
            budget.go()?;
            Some(sum + count_after(engine, position, &after, depth, counted, budget)?)
        }),
    }
}

/// The number of turns behind one step of a turn, so many deep with it.
fn count_after(
    engine: &dyn Engine,
    before: &Position,
    after: &Position,
    depth: u32,
    counted: bool,
    budget: &mut Budget,
) -> Option<u64> {
    // A turn counts when it begins; one that had begun before, when it stands.
    let counts = match &before.pending {
        None => true,
        Some(pending) => {
            // What is decided while events are put in force comes before the first turn.
            let turn = !pending.stands && pending.starting.is_empty();
            turn && !counted && after.pending.as_ref().is_none_or(|pending| pending.stands)
        }
    };
    count(engine, after, if counts { depth - 1 } else { depth }, counted || counts, budget)
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
