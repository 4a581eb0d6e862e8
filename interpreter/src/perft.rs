//! Counts of legal turns to a depth. Imports `position`, `engine`.
//!
//! Counted are ways to play so many turns. A decision that splits a turn, and whatever its player does then, belongs
//! to that turn: it is followed without counting, a way for each option, but behind the last turn. A turn that is under
//! way at the beginning is the first. A won or lost position has no turns.

use crate::engine::{Engine, Reason};
use crate::position::{Position, Turn};

/// Why a count has no end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It goes beyond its bound.
    More,
    /// On the way the rules ask for more work than is allowed.
    GivenUp(Reason),
}

/// The number of turns, so many deep.
///
/// # Errors
/// On the way the rules ask for more work than is allowed.
pub fn perft(engine: &dyn Engine, position: &Position, depth: u32) -> Result<u64, Reason> {
    if let Some(nodes) = engine.perft(position, depth) {
        return Ok(nodes);
    }
    count(engine, position, depth, false, &mut Budget::default()).map_err(unbounded)
}

/// The number of turns, so many deep.
///
/// # Errors
/// There are more than so many, or more on the way there; or the rules ask for more work than is allowed.
pub fn perft_within(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    most: u64,
) -> Result<u64, Unfinished> {
    count(engine, position, depth, false, &mut Budget { left: Some(most), way: Some(most) })
}

fn unbounded(unfinished: Unfinished) -> Reason {
    match unfinished {
        Unfinished::GivenUp(reason) => reason,
        Unfinished::More => Reason::plain("there are too many turns"),
    }
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
    fn spend(&mut self, turns: u64) -> Result<u64, Unfinished> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(turns).ok_or(Unfinished::More)?;
        }
        Ok(turns)
    }

    fn go(&mut self) -> Result<(), Unfinished> {
        if let Some(way) = &mut self.way {
            *way = way.checked_sub(1).ok_or(Unfinished::More)?;
        }
        Ok(())
    }
}

/// For each turn of a position the number of turns behind it, so many deep in all; their sum is [`perft`].
///
/// # Errors
/// On the way the rules ask for more work than is allowed.
pub fn divide(engine: &dyn Engine, position: &Position, depth: u32) -> Result<Vec<(Turn, u64)>, Reason> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let behind = |turn: Turn| {
        let after = after(engine, position, &turn)?;
        let whole = position.pending.is_none() && after.pending.is_none();
        let nodes = match engine.perft(&after, depth - 1).filter(|_| whole) {
            Some(nodes) => nodes,
            None => count_after(engine, position, &after, depth, false, &mut Budget::default())?,
        };
        Ok((turn, nodes))
    };
    let turns = turns(engine, position).map_err(unbounded)?;
    turns.into_iter().map(|turn| behind(turn).map_err(unbounded)).collect()
}

/// The number of turns; whether the turn that is under way, if one is, has been counted.
fn count(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    counted: bool,
    budget: &mut Budget,
) -> Result<u64, Unfinished> {
    match depth {
        0 => budget.spend(1),
        1 if position.pending.is_none() => match engine.count(position) {
            0 => none(engine, position).map(|()| 0),
            turns => budget.spend(turns),
        },
        _ => turns(engine, position)?.into_iter().try_fold(0, |sum: u64, turn| {
            budget.go()?;
            let after = after(engine, position, &turn)?;
            Ok(sum + count_after(engine, position, &after, depth, counted, budget)?)
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
) -> Result<u64, Unfinished> {
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

fn turns(engine: &dyn Engine, position: &Position) -> Result<Vec<Turn>, Unfinished> {
    let turns = engine.turns(position);
    if turns.is_empty() {
        none(engine, position)?;
    }
    Ok(turns)
}

/// Whether there is really no turn.
fn none(engine: &dyn Engine, position: &Position) -> Result<(), Unfinished> {
    engine.given_up(position).map_or(Ok(()), |reason| Err(Unfinished::GivenUp(reason)))
}

fn after(engine: &dyn Engine, position: &Position, turn: &Turn) -> Result<Position, Unfinished> {
    engine.play(position, turn).map_err(|reasons| {
        let reason = reasons.into_iter().next();
        Unfinished::GivenUp(reason.unwrap_or_else(|| Reason::plain("a turn that is listed is refused")))
    })
}
