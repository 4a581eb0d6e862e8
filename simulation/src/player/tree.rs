//! Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006) with a bias toward what looks good (Rosin, 2011).
//! Imports `player`, `value`, `dice`.
//!
//! A playout is not played to its end: the new position is judged once what can be taken has been taken, and the
//! judgement counts as so much of a game. What chance decides is drawn anew each time.

use super::search::{Mind, WIN, viewer};
use super::{Limits, Look, Player};
use crate::dice::Dice;
use crate::value::Values;
use rulemate_interpreter::arena::Step;
use rulemate_interpreter::ids::SideId;
use std::sync::Arc;

/// Positions looked at for a turn if nothing limits it.
const USUAL_NODES: u64 = 2000;
/// Plies of the tree at most.
const DEEPEST: u32 = 40;
/// How much what has been tried little draws.
const CURIOSITY: f64 = 0.6;
/// By how much what has not been tried is taken for worse than its parent, as a part of a game.
const RESERVE: f64 = 0.1;
/// What an open game is short of a won one at least, and ahead of a lost one.
const MARGIN: f64 = 0.1;
/// By how much a lead counts for less than the odds that it gives, so that a greater one still counts for more.
const CALM: f64 = 3.0;
/// Turns that may be played for one decision though somebody else decides in them: each is slow.
const SPLITS: u32 = 48;

/// A turn in the tree, and the position after it.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// Its children: a turn each, in the order of the list.
    first: u32,
    count: u32,
    visits: u32,
    /// How much of the games the first side got, in all.
    total: f64,
    bias: f32,
}

/// Looks ahead by Monte Carlo tree search.
#[derive(Debug)]
pub struct MonteCarlo {
    values: Arc<Values>,
    limits: Limits,
    mind: Mind,
    spots: Vec<Spot>,
    path: Vec<u32>,
    splits_left: u32,
}

impl MonteCarlo {
    /// A player that holds pieces to be worth so much, and may think so far; without limits, 2000 positions a turn.
    #[must_use]
    pub fn new(values: Arc<Values>, limits: Limits) -> MonteCarlo {
        let mind = Mind::default();
        MonteCarlo { values, limits, mind, spots: Vec::new(), path: Vec::new(), splits_left: 0 }
    }

    /// One walk down the tree, to a position that is new or at its end. False: a limit was reached.
    fn walk(&mut self, look: &mut Look<'_, '_>, dice: &mut Dice) -> bool {
        let deepest = self.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) as usize;
        let (mut spot, mut ply) = (0u32, 0);
        self.path.clear();
        self.path.push(0);
        // What comes of it for the first side.
        let result = loop {
            if ply > 0 {
                if self.mind.is_out_of_work() {
                    return false;
                }
                if let Some(score) = self.mind.closed(look.seat, look.stood, ply) {
                    break self.share(ply, score);
                }
            }
            let here = self.spots[spot as usize];
            if here.count == 0 {
                self.expand(spot, ply);
                if ply > 0 {
                    let score = self.mind.settle(look.seat, look.stood, ply);
                    if self.mind.is_stopped() {
                        return false;
                    }
                    break self.share(ply, score);
                }
            }
            if ply >= deepest {
                let score = self.mind.settle(look.seat, look.stood, ply);
                break self.share(ply, score);
            }
            let Some(index) = self.select(spot, ply, dice) else {
                break self.share(ply, self.mind.stand(look.seat, ply));
            };
            let child = self.spots[spot as usize].first + u32::try_from(index).unwrap_or(0);
            self.path.push(child);
            let step = self.mind.step(ply, index);
            if step.splits || self.mind.waits(ply) {
                if self.splits_left == 0 && ply > 0 {
                    break self.share(ply, self.mind.stand(look.seat, ply));
                }
                self.splits_left = self.splits_left.saturating_sub(1);
            }
            if !self.mind.play(look.seat, ply, index) {
                break self.share(ply, self.mind.stand(look.seat, ply));
            }
            (spot, ply) = (child, ply + 1);
        };
        for spot in &self.path {
            let spot = &mut self.spots[*spot as usize];
            spot.visits += 1;
            spot.total += result;
        }
        true
    }

    /// What the first side gets where the position at a ply is worth so much to whoever decides there.
    fn share(&self, ply: usize, score: i32) -> f64 {
        let expected = match score {
            won if won > WIN / 2 => 1.0 - f64::from(WIN - won) / 4000.0,
            lost if lost < -WIN / 2 => f64::from(lost + WIN) / 4000.0,
            // Nothing but a win is as good as won, and more is always better.
            open => MARGIN + (1.0 - 2.0 * MARGIN) * self.mind.judge().expected(f64::from(open) / CALM),
        };
        if self.mind.side(ply).0 == 0 { expected } else { 1.0 - expected }
    }

    /// Gives a position a child for each turn.
    fn expand(&mut self, spot: u32, ply: usize) {
        let first = self.spots.len();
        let steps = self.mind.steps(ply);
        let judge = self.mind.judge();
        // Within the tree nothing starts events, unless nothing else can be done.
        let barred = |step: &Step| ply > 0 && step.splits && step.from.is_none();
        let all_barred = steps.iter().all(barred);
        let draws = |step: &Step| {
            if barred(step) && !all_barred {
                return 0.0;
            }
            let gain = super::search::gain(judge, step);
            let risk = if gain > 0 { step.kind.map_or(0, |kind| judge.worth(kind)) / 8 } else { 0 };
            1.0 + f64::from((gain - risk).clamp(0, 1000)) / 50.0
        };
        let sum: f64 = steps.iter().map(draws).sum();
        #[allow(clippy::cast_possible_truncation)]
        self.spots
            .extend(steps.iter().map(|step| Spot { bias: (draws(step) / sum) as f32, ..Spot::default() }));
        let here = &mut self.spots[spot as usize];
        here.first = u32::try_from(first).unwrap_or(0);
        here.count = u32::try_from(steps.len()).unwrap_or(0);
    }

    /// Which turn the walk goes on by.
    fn select(&self, spot: u32, ply: usize, dice: &mut Dice) -> Option<usize> {
        let here = self.spots[spot as usize];
        if self.mind.is_chance(ply) {
            return (here.count > 0).then(|| dice.below(here.count as usize));
        }
        let first_side = self.mind.side(ply).0 == 0;
        let seen_by = |share: f64| if first_side { share } else { 1.0 - share };
        let mean = if here.visits == 0 { 0.5 } else { here.total / f64::from(here.visits) };
        let unknown = (seen_by(mean) - RESERVE).max(0.0);
        let width = f64::from(here.visits.max(1)).sqrt() * CURIOSITY;
        let children = &self.spots[here.first as usize..(here.first + here.count) as usize];
        let mut best: Option<(f64, usize)> = None;
        for (index, child) in children.iter().enumerate() {
            if child.bias <= 0.0 {
                continue;
            }
            let visits = f64::from(child.visits);
            let share = if child.visits == 0 { unknown } else { seen_by(child.total / visits) };
            let value = share + width * f64::from(child.bias) * f64::from(here.count).sqrt() / (1.0 + visits);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
        }
        best.map(|(_, index)| index)
    }
}

impl Player for MonteCarlo {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        let count = look.turns.steps().len();
        if count < 2 {
            return 0;
        }
        #[allow(clippy::cast_possible_truncation)]
        let seed = (look.dice.fraction() * 9e15) as u64;
        let mut dice = Dice::new(seed);
        let mut limits = self.limits;
        if limits.nodes.is_none() && limits.time.is_none() {
            limits.nodes = Some(USUAL_NODES);
        }
        self.mind.begin(&self.values, look.seat, look.node, limits, dice.clone());
        self.splits_left = SPLITS;
        self.spots.clear();
        self.spots.push(Spot::default());
        // Each option of a decision is slow to make.
        let most = if look.node.waits() { 4 * count } else { usize::MAX };
        let mut walks = 0;
        while walks < most && self.walk(look, &mut dice) {
            walks += 1;
        }
        let root = self.spots[0];
        let children = &self.spots[root.first as usize..(root.first + root.count) as usize];
        let best = (0..children.len()).rev().max_by_key(|index| children[*index].visits);
        best.filter(|index| children[*index].visits > 0).unwrap_or_else(|| look.dice.below(count))
    }

    fn begin_game(&mut self) {
        self.mind.forget();
    }
}

/// What the walk asks of the search's line of positions.
impl Mind {
    fn steps(&self, ply: usize) -> &[Step] {
        self.turns(ply).steps()
    }

    fn step(&self, ply: usize, index: usize) -> Step {
        self.steps(ply)[index]
    }

    fn waits(&self, ply: usize) -> bool {
        self.node(ply).waits()
    }

    fn is_chance(&self, ply: usize) -> bool {
        self.node(ply).who().is_none()
    }

    fn side(&self, ply: usize) -> SideId {
        viewer(self.node(ply))
    }
}
