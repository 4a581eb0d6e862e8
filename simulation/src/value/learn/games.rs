//! The games that are learned from. Imports `value`, `contest`, `player`, `dice`.

use super::{BESIDES, EACH, Learning};
use crate::contest::{Board, End, Played};
use crate::dice::Dice;
use crate::player::{Limits, Look, Make, Player};
use crate::value::Values;
use crate::value::judge::{USUAL_CENTRALITY, centrality, progress};
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::position::Position;
use std::ops::Range;
use std::sync::Arc;

/// Plies of a game at most; of longer ones nothing is learned.
const PLIES: u32 = 300;
/// Positions of one game that are learned from, at most.
const POSITIONS: usize = 12;
/// Turns at random with which each player begins, at most.
const OPENING: usize = 5;
/// How many of a hundred later turns are at random.
const ASTRAY: usize = 4;

/// What a game says.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// For each position, the features as the first side sees them: those that are not 0.
    pub rows: Vec<Vec<(u16, f32)>>,
    /// How much of the game the first side got.
    pub result: f64,
    /// By kind: for a while one side had more of it than the other.
    pub differs: Vec<bool>,
}

/// A player that begins at random and goes astray now and then, so that games differ.
struct Astray {
    inner: Box<dyn Player>,
    left: Option<usize>,
}

impl Player for Astray {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        let left = match self.left {
            Some(left) => left,
            None => 1 + look.dice.below(OPENING),
        };
        self.left = Some(left.saturating_sub(1));
        let strays = left > 0 || look.dice.below(100) < ASTRAY;
        // What starts events is slow, and left to the player.
        let count = look.turns.steps().len();
        let index = look.dice.below(count);
        if strays && !look.turns.steps()[index].splits { index } else { self.inner.choose(look) }
    }

    fn begin_game(&mut self) {
        self.left = None;
        self.inner.begin_game();
    }
}

/// Plays some of the games, in as many threads as are allowed; what they say in the order of their numbers, games left
/// out that have not come to an end.
pub(super) fn play(
    arena: &Arena,
    start: &Position,
    values: &Values,
    learning: &Learning,
    range: Range<u32>,
) -> Vec<Seen> {
    let threads = learning.threads.get();
    let values = Arc::new(values.clone());
    let mut found: Vec<(u32, Seen)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let (range, values) = (range.clone(), Arc::clone(&values));
                scope.spawn(move || {
                    let mut board = Board::new(arena.seat());
                    let make = Make::AlphaBeta(Limits::depth(learning.depth.max(1)));
                    let mut players = [0, 1].map(|_| Astray { inner: make.make(&values), left: None });
                    range
                        .skip(thread)
                        .step_by(threads)
                        .filter_map(|index| {
                            let mut dice = Dice::of(learning.seed, u64::from(index));
                            game(&mut board, start, &mut players, &mut dice).map(|seen| (index, seen))
                        })
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, seen)| seen).collect()
}

fn game(board: &mut Board<'_>, start: &Position, players: &mut [Astray; 2], dice: &mut Dice) -> Option<Seen> {
    let library = board.seat().arena().library();
    let mut seen = Seen { differs: vec![false; library.kinds.len()], ..Seen::default() };
    let (mut before, mut was_loud) = (None, true);
    let [first, second] = players;
    let end = board.play(start, [first, second], dice, PLIES, &mut |played| {
        let count = played.turns.steps().len();
        let step = played.turns.steps()[played.index];
        let is_loud = step.takes.is_some() || step.becomes.is_some() || step.splits;
        if !played.before.waits() {
            if let Some(before) = before.filter(|_| !is_loud && !was_loud) {
                seen.rows.push(features(played, count, before, &mut seen.differs));
            }
            before = Some(count);
        }
        was_loud = is_loud || played.before.waits();
    });
    let End::Ruled(outcome) = end else { return None };
    seen.result = match outcome.winner {
        None => 0.5,
        Some(SideId(0)) => 1.0,
        Some(_) => 0.0,
    };
    let every = seen.rows.len().div_ceil(POSITIONS).max(1);
    let first = dice.below(every);
    seen.rows = std::mem::take(&mut seen.rows).into_iter().skip(first).step_by(every).collect();
    Some(seen)
}

/// The features of a position; `before` is how many turns the other side had before.
fn features(played: &Played<'_, '_>, count: usize, before: usize, differs: &mut [bool]) -> Vec<(u16, f32)> {
    let library = played.seat.arena().library();
    let kinds = library.kinds.len();
    let mut row = vec![0.0; kinds * EACH + BESIDES];
    played.seat.pieces(played.before, |kind, owner, square| {
        let sign = if owner.0 == 0 { 1.0 } else { -1.0 };
        let at = kind.index() * EACH;
        row[at] += sign;
        if let Some(square) = square {
            row[at + 1] += sign * (progress(library, owner, square) - 0.5);
            row[at + 2] += sign * (centrality(library, square) - USUAL_CENTRALITY);
        }
    });
    let sign = if played.before.player().0 == 0 { 1.0 } else { -1.0 };
    #[allow(clippy::cast_precision_loss)]
    let more = count as f64 - before as f64;
    row[kinds * EACH] = sign * more;
    row[kinds * EACH + 1] = sign;
    for (kind, differs) in differs.iter_mut().enumerate() {
        *differs |= row[kind * EACH] != 0.0;
    }
    #[allow(clippy::cast_possible_truncation)]
    let sparse = (0u16..).zip(row).filter(|(_, value)| *value != 0.0).map(|(at, value)| (at, value as f32));
    sparse.collect()
}
