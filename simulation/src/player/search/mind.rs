//! The search itself: a stack of positions that are used again and again. Imports `player`, `value`, `dice`.

use super::order::{History, gain, is_loud, urgency};
use super::table::{Bound, Entry, Table};
use super::{library, viewer};
use crate::dice::Dice;
use crate::player::{Limits, Look, Stood};
use crate::value::{Judge, Values};
use rulemate_interpreter::arena::{Node, Seat, Step, Turns};
use rulemate_interpreter::ids::SideId;
use std::time::Instant;

/// What a won position is worth; a win after some plies is so much less.
pub const WIN: i32 = 1_000_000;
/// Plies of a line, captures at its end included.
pub(super) const LONGEST: usize = 96;
/// Options of chance that are looked at; of more, so many are drawn.
const MOST_OPTIONS: usize = 4;
/// Turns within a search that may be played though somebody else's decision splits them.
const SPLITS: u32 = 24;
/// Places of the table: of a shallow search, and of others.
const PLACES: [usize; 2] = [1 << 13, 1 << 18];
/// Nodes between two looks at the clock, a power of two.
const BETWEEN_LOOKS: u64 = 64;

/// A position of the line that is being looked at, with what belongs to it.
#[derive(Debug)]
pub(super) struct Ply {
    pub node: Node,
    pub turns: Turns,
    /// Turns yet to be tried, with their urgency.
    pub order: Vec<(i32, u16)>,
    killers: [u32; 2],
    identity: u64,
}

impl Ply {
    fn new(node: &Node) -> Ply {
        Ply { node: node.clone(), turns: Turns::new(), order: Vec::new(), killers: [0; 2], identity: 0 }
    }
}

/// All that a search uses, kept from turn to turn.
#[derive(Debug, Default)]
pub struct Mind {
    pub(super) judge: Judge,
    pub(super) plies: Vec<Ply>,
    table: Table,
    history: History,
    dice: Option<Dice>,
    most_nodes: u64,
    until: Option<Instant>,
    nodes: u64,
    stopped: bool,
    splits_left: u32,
}

/// What is to be known of a position before its turns are looked at.
pub(super) enum Entered {
    /// It is over, or nothing is known of how it goes on: what it is worth.
    Closed(i32),
    /// It goes on.
    Open,
}

impl Mind {
    /// Forgets what was found in the last game.
    pub fn forget(&mut self) {
        self.table = Table::default();
        self.history = History::default();
    }

    /// Makes ready for a search from a position.
    pub fn begin(&mut self, values: &Values, seat: &Seat<'_>, node: &Node, limits: Limits, dice: Dice) {
        if !self.judge.is_ready() {
            self.judge = Judge::new(values, library(seat));
        }
        if self.table.is_empty() {
            let shallow = limits.depth.is_some_and(|depth| depth < 4);
            self.table.clear(PLACES[usize::from(!shallow)]);
        }
        if self.plies.is_empty() {
            self.plies.resize_with(LONGEST + 2, || Ply::new(node));
        }
        for ply in &mut self.plies {
            ply.killers = [0; 2];
        }
        let first = &mut self.plies[0];
        first.node.clone_from(node);
        seat.list(&first.node, &mut first.turns);
        first.identity = 0;
        self.history.fade();
        self.dice = Some(dice);
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        self.until = limits.time.map(|time| Instant::now() + time);
        (self.nodes, self.stopped, self.splits_left) = (0, false, SPLITS);
    }

    /// Positions looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a limit has been reached.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How positions are judged.
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// The position at a ply of the line.
    pub fn node(&self, ply: usize) -> &Node {
        &self.plies[ply].node
    }

    /// Its turns, once it has been entered.
    pub fn turns(&self, ply: usize) -> &Turns {
        &self.plies[ply].turns
    }

    /// Lists the turns of the position at a ply; what it is worth if it does not go on.
    pub fn closed(&mut self, seat: &Seat<'_>, stood: &Stood, ply: usize) -> Option<i32> {
        match self.enter(seat, stood, ply) {
            Entered::Closed(score) => Some(score),
            Entered::Open => None,
        }
    }

    /// What an entered position is worth once what can be taken has been taken.
    pub fn settle(&mut self, seat: &mut Seat<'_>, stood: &Stood, ply: usize) -> i32 {
        self.quiet(seat, stood, ply, 0, -WIN - 1, WIN + 1)
    }

    /// How early a turn is tried of which nothing is known.
    pub fn first_urgency(&self, side: SideId, step: &Step) -> i32 {
        urgency(&self.judge, &self.history, side, step, None, [0; 2])
    }

    /// What a turn of the first position is worth to whoever decides there, if that is more than `alpha`; else at
    /// most so much. None: it could not be played, or a limit was reached.
    pub fn turn(
        &mut self,
        look: &mut Look<'_, '_>,
        index: usize,
        depth: i32,
        alpha: i32,
        is_slow: bool,
    ) -> Option<i32> {
        if !self.play(look.seat, 0, index) {
            return None;
        }
        let side = viewer(look.node);
        let depth = if look.node.waits() { depth } else { depth - 1 };
        let depth = if is_slow { depth.min(1) } else { depth };
        let score = if alpha > -WIN && !is_slow {
            let score = self.child(look.seat, look.stood, side, 1, depth, (alpha, alpha + 1));
            if score > alpha && !self.stopped {
                self.child(look.seat, look.stood, side, 1, depth, (alpha, WIN + 1))
            } else {
                score
            }
        } else {
            self.child(look.seat, look.stood, side, 1, depth, (alpha.max(-WIN - 1), WIN + 1))
        };
        (!self.stopped).then_some(score)
    }

    /// What the position at a ply is worth to a side.
    fn child(
        &mut self,
        seat: &mut Seat<'_>,
        stood: &Stood,
        side: SideId,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        if viewer(&self.plies[ply].node) == side {
            self.search(seat, stood, ply, depth, alpha, beta)
        } else {
            -self.search(seat, stood, ply, depth, -beta, -alpha)
        }
    }

    /// Notes one more position; whether a limit has been reached.
    pub fn is_out_of_work(&mut self) -> bool {
        self.nodes += 1;
        let looks = self.nodes & (BETWEEN_LOOKS - 1) == 0;
        let is_late = || self.until.is_some_and(|until| Instant::now() >= until);
        self.stopped |= self.nodes > self.most_nodes || (looks && is_late());
        self.stopped
    }

    /// Lists the turns of the position at a ply, and sees whether it is over.
    pub(super) fn enter(&mut self, seat: &Seat<'_>, stood: &Stood, ply: usize) -> Entered {
        let Ply { node, turns, identity, .. } = &mut self.plies[ply];
        seat.list(node, turns);
        *identity = 0;
        if !node.waits() {
            let own = seat.identity(node, turns);
            *identity = own;
            let (node, turns) = (&self.plies[ply].node, &self.plies[ply].turns);
            let here = self.plies[1..ply].iter().filter(|earlier| earlier.identity == own).count();
            let times = stood.times(own) + u32::try_from(here).unwrap_or(0) + 1;
            let mut outcome = seat.outcome(node, turns, times);
            // What has come back once can come back as often as somebody likes.
            if outcome.is_none() && times > 1 {
                outcome = seat.outcome(node, turns, u32::MAX);
            }
            if let Some(outcome) = outcome {
                let distance = i32::try_from(ply).unwrap_or(0);
                return Entered::Closed(match outcome.winner {
                    None => 0,
                    Some(winner) if winner == viewer(node) => WIN - distance,
                    Some(_) => distance - WIN,
                });
            }
        }
        let ply_turns = &self.plies[ply].turns;
        if ply_turns.are_unknown() || ply_turns.steps().is_empty() || ply >= LONGEST {
            return Entered::Closed(self.stand(seat, ply));
        }
        Entered::Open
    }

    /// What a position is worth by its looks, to whoever decides there; its turns are listed.
    pub fn stand(&self, seat: &Seat<'_>, ply: usize) -> i32 {
        let Ply { node, turns, .. } = &self.plies[ply];
        let side = viewer(node);
        let material = self.judge.material(seat, node, side);
        if ply == 0 || node.waits() {
            return material;
        }
        let before = &self.plies[ply - 1];
        let theirs = before.turns.steps().len();
        if theirs == 0 || before.node.waits() || viewer(&before.node) == side {
            return material + self.judge.ease(0);
        }
        let own = turns.steps().len();
        let more = i32::try_from(own).unwrap_or(0) - i32::try_from(theirs).unwrap_or(0);
        material + self.judge.ease(more)
    }

    /// Puts the turns in order, and makes ready to try them.
    pub(super) fn arrange(&mut self, ply: usize, best: Option<u32>, only_loud: bool) {
        let Mind { plies, judge, history, .. } = self;
        let Ply { node, turns, order, killers, .. } = &mut plies[ply];
        let side = viewer(node);
        order.clear();
        for (index, step) in (0u16..).zip(turns.steps()) {
            if only_loud && !is_loud(judge, step) {
                continue;
            }
            order.push((urgency(judge, history, side, step, best, *killers), index));
        }
    }

    /// The most urgent turn yet to be tried.
    pub(super) fn next(&mut self, ply: usize) -> Option<usize> {
        let order = &mut self.plies[ply].order;
        let mut best = 0;
        for (at, (urgency, index)) in order.iter().enumerate().skip(1) {
            if (*urgency, std::cmp::Reverse(*index)) > (order[best].0, std::cmp::Reverse(order[best].1)) {
                best = at;
            }
        }
        if order.is_empty() { None } else { Some(usize::from(order.swap_remove(best).1)) }
    }

    /// Plays a turn of the position at a ply.
    pub fn play(&mut self, seat: &mut Seat<'_>, ply: usize, index: usize) -> bool {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        seat.play(&before[ply].node, &before[ply].turns, index, &mut after[0].node)
    }

    /// What the position at a ply is worth to whoever decides there.
    fn search(
        &mut self,
        seat: &mut Seat<'_>,
        stood: &Stood,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.is_out_of_work() {
            return 0;
        }
        if let Entered::Closed(score) = self.enter(seat, stood, ply) {
            return score;
        }
        let waits = self.plies[ply].node.waits();
        let count = self.plies[ply].turns.steps().len();
        if waits && self.plies[ply].node.who().is_none() {
            return self.chance(seat, stood, ply, depth);
        }
        // A turn that is the only one is no decision; it costs no depth, but for lines that would not end.
        let depth = if count == 1 && ply < LONGEST / 4 { depth.max(0) + i32::from(depth > 0) } else { depth };
        if depth <= 0 && !waits {
            return self.quiet(seat, stood, ply, 0, alpha, beta);
        }
        let identity = self.plies[ply].identity;
        let known = if waits { None } else { self.table.get(identity) };
        if let Some(entry) = known
            && i32::from(entry.depth) >= depth
        {
            let score = from_here(entry.score, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Least => score >= beta,
                Bound::Most => score <= alpha,
                Bound::Nothing => false,
            };
            if decides {
                return score;
            }
        }
        let side = viewer(&self.plies[ply].node);
        self.arrange(ply, known.map(|entry| entry.best), false);
        let (first_alpha, mut best, mut best_key) = (alpha, None, 0);
        let mut tried = 0;
        while let Some(index) = self.next(ply) {
            let step = self.plies[ply].turns.steps()[index];
            let score = if step.splits {
                match self.split(seat, stood, ply, index, depth, (alpha, beta)) {
                    Some(score) => score,
                    None => continue,
                }
            } else {
                if waits {
                    if self.splits_left == 0 && best.is_some() {
                        break;
                    }
                    self.splits_left = self.splits_left.saturating_sub(1);
                }
                if !self.play(seat, ply, index) {
                    continue;
                }
                let next = if waits { depth } else { depth - 1 };
                if tried == 0 {
                    self.child(seat, stood, side, ply + 1, next, (alpha, beta))
                } else {
                    let score = self.child(seat, stood, side, ply + 1, next, (alpha, alpha + 1));
                    if score > alpha && score < beta && !self.stopped {
                        self.child(seat, stood, side, ply + 1, next, (alpha, beta))
                    } else {
                        score
                    }
                }
            };
            tried += 1;
            if self.stopped {
                return 0;
            }
            if best.is_none_or(|best| score > best) {
                (best, best_key) = (Some(score), step.key);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if !is_loud(&self.judge, &step) {
                    self.history.credit(side, step.key, depth.max(1));
                    let killers = &mut self.plies[ply].killers;
                    if killers[0] != step.key {
                        *killers = [step.key, killers[0]];
                    }
                }
                break;
            }
        }
        let Some(best) = best else { return self.stand(seat, ply) };
        if !waits {
            let bound = match best {
                best if best >= beta => Bound::Least,
                best if best > first_alpha => Bound::Exact,
                _ => Bound::Most,
            };
            let depth = i8::try_from(depth).unwrap_or(i8::MAX);
            self.table.put(Entry { identity, score: to_there(best, ply), best: best_key, depth, bound });
        }
        best
    }

    /// What a turn is worth that somebody else's decision splits; none: it is left out.
    fn split(
        &mut self,
        seat: &mut Seat<'_>,
        stood: &Stood,
        ply: usize,
        index: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let step = self.plies[ply].turns.steps()[index];
        let only = self.plies[ply].turns.steps().len() == 1;
        // What starts events would be tried in each position of a game, and each time all of them.
        if step.from.is_none() && !only {
            return None;
        }
        if self.splits_left == 0 || depth < 2 {
            return Some(self.stand(seat, ply) + gain(&self.judge, &step));
        }
        self.splits_left -= 1;
        let side = viewer(&self.plies[ply].node);
        if !self.play(seat, ply, index) {
            return None;
        }
        Some(self.child(seat, stood, side, ply + 1, depth - 1, (alpha, beta)))
    }

    /// What a position is worth in which chance decides, as whose turn it is sees it: what may be expected of the game
    /// on average of the options, or of some that are drawn.
    fn chance(&mut self, seat: &mut Seat<'_>, stood: &Stood, ply: usize, depth: i32) -> i32 {
        let count = self.plies[ply].turns.steps().len();
        let drawn = count.min(MOST_OPTIONS);
        self.plies[ply].order.clear();
        self.plies[ply].order.extend((0..count).map(|index| (0, u16::try_from(index).unwrap_or(0))));
        let side = viewer(&self.plies[ply].node);
        let (mut sum, mut times) = (0.0, 0.0);
        for at in 0..drawn {
            let other = at + self.dice.as_mut().map_or(0, |dice| dice.below(count - at));
            self.plies[ply].order.swap(at, other);
            let index = usize::from(self.plies[ply].order[at].1);
            if !self.play(seat, ply, index) {
                continue;
            }
            let score = self.child(seat, stood, side, ply + 1, depth, (-WIN - 1, WIN + 1));
            if self.stopped {
                return 0;
            }
            sum += self.judge.expected(f64::from(score));
            times += 1.0;
        }
        if times == 0.0 { self.stand(seat, ply) } else { self.judge.worth_of(sum / times) }
    }
}

/// A score as it is remembered: wins counted from the position itself.
fn to_there(score: i32, ply: usize) -> i32 {
    let distance = i32::try_from(ply).unwrap_or(0);
    match score {
        _ if score > WIN / 2 => score + distance,
        _ if score < -WIN / 2 => score - distance,
        _ => score,
    }
}

/// A remembered score as it is in this line.
fn from_here(score: i32, ply: usize) -> i32 {
    let distance = i32::try_from(ply).unwrap_or(0);
    match score {
        _ if score > WIN / 2 => score - distance,
        _ if score < -WIN / 2 => score + distance,
        _ => score,
    }
}
