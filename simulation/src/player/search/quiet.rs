//! The end of a line: what takes or promotes is played out before a position is judged. Imports `player`, `value`.

use super::mind::{Entered, Mind};
use super::order::gain;
use super::viewer;
use crate::player::Stood;
use rulemate_interpreter::arena::Seat;

/// Plies of captures at the end of a line.
const DEEPEST: u32 = 8;
/// How much a position can gain at most beyond what is taken, in hundredths of the unit.
const MARGIN: i32 = 150;

impl Mind {
    /// What the position at a ply is worth to whoever decides there, once it has quietened; it has been entered.
    ///
    /// Whoever may do something else than take need not take. Where all turns take, one of them must be played.
    pub(super) fn quiet(
        &mut self,
        seat: &mut Seat<'_>,
        stood: &Stood,
        ply: usize,
        deep: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let stand = self.stand(seat, ply);
        if self.plies[ply].node.waits() || deep >= DEEPEST {
            return stand;
        }
        self.arrange(ply, None, true);
        let is_forced = self.plies[ply].order.len() == self.plies[ply].turns.steps().len();
        let mut best = if is_forced { None } else { Some(stand) };
        if !is_forced {
            if stand >= beta {
                return stand;
            }
            alpha = alpha.max(stand);
        }
        let side = viewer(&self.plies[ply].node);
        while let Some(index) = self.next(ply) {
            let step = self.plies[ply].turns.steps()[index];
            if step.splits {
                continue;
            }
            if best.is_some() {
                let most = stand + gain(&self.judge, &step) + MARGIN;
                if most <= alpha {
                    best = best.max(Some(most));
                    continue;
                }
            }
            if !self.play(seat, ply, index) {
                continue;
            }
            let same = viewer(&self.plies[ply + 1].node) == side;
            let score = if same {
                self.quiet_next(seat, stood, ply + 1, deep + 1, alpha, beta)
            } else {
                -self.quiet_next(seat, stood, ply + 1, deep + 1, -beta, -alpha)
            };
            if self.is_stopped() {
                return 0;
            }
            best = best.max(Some(score));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best.unwrap_or(stand)
    }

    fn quiet_next(
        &mut self,
        seat: &mut Seat<'_>,
        stood: &Stood,
        ply: usize,
        deep: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.is_out_of_work() {
            return 0;
        }
        match self.enter(seat, stood, ply) {
            Entered::Closed(score) => score,
            Entered::Open => self.quiet(seat, stood, ply, deep, alpha, beta),
        }
    }
}
