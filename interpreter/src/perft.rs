//! Counts of legal turns to a depth. Imports `position`, `engine`.
//!
//! Counted are ways to play so many turns. A decision that splits a turn, and whatever its player does then, belongs
//! to that turn: it is followed without counting, a way for each option, but behind the last turn. A turn that is under
//! way at the beginning is the first. A won or lost position has no turns.

use crate::engine::{Counting, Engine, Reason};
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
    perft_by(engine, position, depth, Counting::default()).map(|(nodes, _)| nodes)
}

/// The number of turns, so many deep, and how the last ply was counted: as wanted, or as the rules allow.
///
/// # Errors
/// On the way the rules ask for more work than is allowed.
pub fn perft_by(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    wanted: Counting,
) -> Result<(u64, Counting), Reason> {
    if let Some(found) = engine.perft_by(position, depth, wanted) {
        return Ok(found);
    }
    let (mut budget, counted) = by_playing(wanted);
    let nodes = count(engine, position, depth, false, &mut budget).map_err(unbounded)?;
    Ok((nodes, counted))
}

/// How turns are counted that are played one by one.
fn by_playing(wanted: Counting) -> (Budget, Counting) {
    let leaves = wanted == Counting::Leaves;
    (Budget { leaves, ..Budget::default() }, if leaves { Counting::Leaves } else { Counting::Lists })
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
    count(engine, position, depth, false, &mut Budget { left: Some(most), way: Some(most), leaves: false })
}

fn unbounded(unfinished: Unfinished) -> Reason {
    match unfinished {
        Unfinished::GivenUp(reason) => reason,
        Unfinished::More => Reason::plain("there are too many turns"),
    }
}

/// How much may still be counted (none: any number), and how.
#[derive(Default)]
struct Budget {
    /// Turns.
    left: Option<u64>,
    /// Turns on the way to them.
    way: Option<u64>,
    /// Every turn is made, the last ones too.
    leaves: bool,
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

/// Turns, each with the number of those behind it.
pub type Divided = Vec<(Turn, u64)>;

/// For each turn of a position the number of turns behind it, so many deep in all; their sum is [`perft`]. And the ways
/// in which last plies were counted.
///
/// # Errors
/// On the way the rules ask for more work than is allowed.
pub fn divide_by(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    wanted: Counting,
) -> Result<(Divided, Vec<Counting>), Reason> {
    let mut ways = Vec::new();
    if depth == 0 {
        return Ok((Vec::new(), ways));
    }
    let mut behind = |turn: Turn| {
        let after = after(engine, position, &turn)?;
        let whole = position.pending.is_none() && after.pending.is_none();
        // Of one turn deep the turns themselves are the list.
        let deeper = (whole && depth > 1).then(|| engine.perft_by(&after, depth - 1, wanted)).flatten();
        let (nodes, counted) = match deeper {
            Some(found) => found,
            None => {
                let (mut budget, counted) = by_playing(wanted);
                (count_after(engine, position, &after, depth, false, &mut budget)?, counted)
            }
        };
        if !ways.contains(&counted) {
            ways.push(counted);
        }
        Ok((turn, nodes))
    };
    let turns = turns(engine, position).map_err(unbounded)?;
    let divided: Result<Divided, Reason> =
        turns.into_iter().map(|turn| behind(turn).map_err(unbounded)).collect();
    Ok((divided?, ways))
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
        1 if position.pending.is_none() && !budget.leaves => match engine.count(position) {
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
    let counts = counts(before, after, counted);
    count(engine, after, if counts { depth - 1 } else { depth }, counted || counts, budget)
}

/// Whether one step of a turn counts: a turn does when it begins; one that had begun before, and has not been counted,
/// when it stands.
pub(crate) fn counts(before: &Position, after: &Position, counted: bool) -> bool {
    let Some(pending) = &before.pending else { return true };
    // What is decided while events are put in force comes before the first turn.
    let turn = !pending.stands && pending.starting.is_empty();
    turn && !counted && after.pending.as_ref().is_none_or(|pending| pending.stands)
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
