//! Alpha-beta search (Knuth and Moore, 1975), deeper and deeper (Slate and Atkin, 1977), with null windows (Pearl,
//! 1980), a table of positions, and quiescence. Imports `player`, `value`, `dice`.
//!
//! What is particular: whoever decides in a position need not be the other side of whoever decided before it, so a
//! score is always what it is to the one who decides there, and is turned round only where that changes. Turns that
//! somebody else's decision splits are slow to play: each of a search's few is a node of its own, where that side
//! decides, or chance does; beyond that they are taken for what they declare.

mod mind;
mod order;
mod quiet;
mod table;

pub(super) use mind::{Mind, WIN};
pub(super) use order::gain;

use super::{Limits, Look, Player};
use crate::dice::Dice;
use crate::value::Values;
use rulemate_interpreter::arena::{Node, Seat};
use std::sync::Arc;

/// Plies of a search that is limited by nothing.
const USUAL_DEPTH: u32 = 3;
/// The deepest search.
const DEEPEST: u32 = 48;
/// How deep turns are searched that leave the next decision to chance, and decisions that split a turn: each is slow.
const DEPTH_OF_SPLITS: i32 = 2;

/// In how many turns a player thinks of starting an event once: all events have to be asked whether they may start.
const THINKS_OF_STARTS: usize = 8;

/// Looks ahead by alpha-beta search.
#[derive(Debug)]
pub struct AlphaBeta {
    values: Arc<Values>,
    limits: Limits,
    mind: Mind,
    order: Vec<usize>,
    thinks_of_starts: bool,
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best turn, by its place in the list.
    pub index: usize,
    /// What it is worth to whoever decides, in hundredths of the unit; near [`AlphaBeta::WIN`] where somebody wins
    /// by force.
    pub score: i32,
    /// How deep was searched to the end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl Found {
    /// In how many turns of its own the player wins by force, this one included; none: as far as was seen, not at all.
    #[must_use]
    pub fn wins_in(&self) -> Option<u32> {
        let plies = WIN - self.score;
        (self.score > WIN / 2).then(|| u32::try_from((plies + 1) / 2).unwrap_or(0))
    }
}

impl AlphaBeta {
    /// What a won position is worth; a win after `n` plies is `n` less.
    pub const WIN: i32 = WIN;

    /// A player that holds pieces to be worth so much, and may think so far; without limits, three plies.
    #[must_use]
    pub fn new(values: Arc<Values>, limits: Limits) -> AlphaBeta {
        AlphaBeta { values, limits, mind: Mind::default(), order: Vec::new(), thinks_of_starts: true }
    }

    /// Searches a position.
    pub fn think(&mut self, look: &mut Look<'_, '_>) -> Found {
        let count = look.turns.steps().len();
        let limits = self.limits;
        let mut found = Found { index: look.dice.below(count), score: 0, depth: 0, nodes: 0 };
        if count < 2 {
            return found;
        }
        #[allow(clippy::cast_possible_truncation)]
        let seed = (look.dice.fraction() * 9e15) as u64;
        self.mind.begin(&self.values, look.seat, look.node, limits, Dice::new(seed));
        self.shuffle(look);
        let unlimited = limits == Limits::default();
        let usual = if unlimited { USUAL_DEPTH } else { DEEPEST };
        let mut deepest = limits.depth.unwrap_or(usual).clamp(1, DEEPEST);
        if look.node.waits() {
            deepest = deepest.min(DEPTH_OF_SPLITS.unsigned_abs());
        }
        self.thinks_of_starts = look.dice.below(THINKS_OF_STARTS) == 0;
        let mut scores = vec![None; count];
        for depth in 1..=deepest {
            let done = self.go_through(look, i32::try_from(depth).unwrap_or(1), &mut scores, &mut found);
            if !done {
                break;
            }
            found.depth = depth;
            if found.score.abs() > WIN / 2 && WIN - found.score.abs() <= i32::try_from(depth).unwrap_or(0) {
                break;
            }
        }
        found.nodes = self.mind.nodes();
        found
    }

    /// Turns that look alike are tried in an order left to the dice, what takes most first.
    fn shuffle(&mut self, look: &mut Look<'_, '_>) {
        let steps = look.turns.steps();
        self.order.clear();
        self.order.extend(0..steps.len());
        for end in (1..steps.len()).rev() {
            self.order.swap(end, look.dice.below(end + 1));
        }
        let mind = &self.mind;
        self.order.sort_by_key(|index| -mind.first_urgency(look.side, &steps[*index]));
    }

    /// One iteration: searches each turn to a depth. False: it was cut short; then what is found may still be better
    /// than what was found before.
    fn go_through(
        &mut self,
        look: &mut Look<'_, '_>,
        depth: i32,
        slow: &mut [Option<i32>],
        found: &mut Found,
    ) -> bool {
        let (mut best, mut alpha): (Option<usize>, i32) = (None, -WIN - 1);
        let mut place = 0;
        for at in 0..self.order.len() {
            let index = self.order[at];
            let step = look.turns.steps()[index];
            let is_slow = step.splits && step.from.is_none();
            let score = match slow[index] {
                Some(score) if is_slow => Some(score),
                _ if is_slow && !self.thinks_of_starts && (best.is_some() || at + 1 < self.order.len()) => {
                    continue;
                }
                _ if is_slow && depth < DEPTH_OF_SPLITS && self.limits.depth != Some(1) => continue,
                _ => self.mind.turn(look, index, depth, alpha, is_slow),
            };
            let Some(score) = score else {
                if self.mind.is_stopped() {
                    break;
                }
                continue;
            };
            if is_slow {
                slow[index] = Some(score);
            }
            if best.is_none() || score > alpha {
                (alpha, best, place) = (score, Some(index), at);
            }
        }
        if let Some(best) = best {
            (found.index, found.score) = (best, alpha);
            self.order[..=place].rotate_right(1);
        }
        !self.mind.is_stopped()
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        self.think(look).index
    }

    fn begin_game(&mut self) {
        self.mind.forget();
    }
}

/// The side by whose eyes a position is judged: whoever decides, or, where chance does, whose turn it is.
pub(super) fn viewer(node: &Node) -> rulemate_interpreter::ids::SideId {
    node.who().unwrap_or(node.player())
}

/// Makes sure that the judge knows the rules.
pub(super) fn library<'a>(seat: &Seat<'a>) -> &'a rulemate_interpreter::model::Library {
    seat.arena().library()
}
