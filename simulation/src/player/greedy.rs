//! What looks best at once. Imports `player`, `value`.

use super::{Look, Player};
use crate::value::{Judge, Values};
use rulemate_interpreter::arena::{Node, Turns};
use std::sync::Arc;

/// More than any material.
const WIN: i32 = 1_000_000;

/// Plays the turn after which it stands best by what is on the board, or has won; of several, any. A turn that somebody
/// else's decision splits is taken for what it declares.
#[derive(Debug)]
pub struct Greedy {
    values: Arc<Values>,
    judge: Judge,
    room: Option<(Node, Turns)>,
}

impl Greedy {
    /// A player that holds pieces to be worth so much.
    #[must_use]
    pub fn new(values: Arc<Values>) -> Greedy {
        Greedy { values, judge: Judge::default(), room: None }
    }
}

impl Player for Greedy {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        if !self.judge.is_ready() {
            self.judge = Judge::new(&self.values, look.seat.arena().library());
        }
        let (after, turns) = self.room.get_or_insert_with(|| (look.node.clone(), Turns::new()));
        let (mut best, mut chosen, mut alike) = (i32::MIN, 0, 0);
        for (index, step) in look.turns.steps().iter().enumerate() {
            let score = if step.splits {
                let taken = step.takes.map_or(0, |kind| self.judge.worth(kind));
                self.judge.material(look.seat, look.node, look.side) + taken
            } else if look.seat.play(look.node, look.turns, index, after) {
                // Whether that wins or loses is asked only where nothing is waited for.
                let ended = if after.waits() {
                    None
                } else {
                    look.seat.list(after, turns);
                    let repeats = look.stood.times(look.seat.identity(after, turns)) + 1;
                    look.seat.outcome(after, turns, repeats)
                };
                match ended.map(|outcome| outcome.winner) {
                    None => self.judge.material(look.seat, after, look.side),
                    Some(None) => 0,
                    Some(Some(winner)) if winner == look.side => WIN,
                    Some(Some(_)) => -WIN,
                }
            } else {
                continue;
            };
            alike = if score == best { alike + 1 } else { 1 };
            if score > best || (score == best && look.dice.below(alike) == 0) {
                (best, chosen) = (score, index);
            }
        }
        chosen
    }
}
