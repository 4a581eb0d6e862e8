//! What pieces are worth, fitted to the results of games by the rules in force. Imports `value`, `contest`, `player`,
//! `dice`.
//!
//! The result of a game is explained by what stood in it, by logistic regression (for chess: Österlund, 2014, known
//! as Texel's method). The estimate is where the fit begins, and what it keeps to where the games say nothing.

mod fit;
mod games;

use super::{Values, Worth};
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::position::{Place, Position};
use std::num::NonZeroUsize;

/// How much is learned from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learning {
    /// Games played: half by the estimate, half by what these have taught.
    pub games: u32,
    /// What they are drawn from.
    pub seed: u64,
    /// Threads; what is learned does not depend on how many.
    pub threads: NonZeroUsize,
    /// Plies that the players look ahead.
    pub depth: u32,
}

/// Features of each kind: how many more, how far ahead, how far inward.
const EACH: usize = 3;
/// Features of a position besides: more turns, and whose turn it is.
const BESIDES: usize = 2;
/// By how much the logarithm of the odds may grow for a unit of the estimate.
const ODDS: [f64; 10] = [0.02, 0.03, 0.05, 0.08, 0.12, 0.18, 0.27, 0.4, 0.6, 0.9];

/// Learns, from games that begin in a position.
#[must_use]
pub fn learn(arena: &Arena, start: &Position, learning: &Learning) -> Values {
    let estimate = Values::estimated_from(arena, start);
    let mut values = estimate.clone();
    let mut seen = Vec::new();
    let first = learning.games.div_ceil(2);
    for range in [0..first, first..learning.games] {
        seen.extend(games::play(arena, start, &values, learning, range));
        values = fitted(arena, start, &estimate, &seen);
    }
    values
}

/// The estimate, fitted to games.
fn fitted(arena: &Arena, start: &Position, estimate: &Values, seen: &[games::Seen]) -> Values {
    let kinds = arena.library().kinds.len();
    let width = kinds * EACH + BESIDES;
    // How much a unit says in these games: what explains the results best, all worths together.
    let at = |odds: f64| {
        let mut weights = vec![0.0; width];
        for (index, kind) in estimate.kinds.iter().enumerate() {
            weights[index * EACH] = if kind.royal { 0.0 } else { kind.worth * odds };
            weights[index * EACH + 1] = kind.advance * odds;
            weights[index * EACH + 2] = kind.centre * odds;
        }
        weights[kinds * EACH] = estimate.mobility * odds;
        weights[kinds * EACH + 1] = estimate.turn * odds;
        weights
    };
    let odds = ODDS
        .iter()
        .map(|odds| odds / 100.0)
        .min_by(|one, other| fit::loss(&[], seen, &at(*one)).total_cmp(&fit::loss(&[], seen, &at(*other))));
    let in_odds = odds.unwrap_or(0.005);
    let one = 100.0 * in_odds;
    let mut prior: Vec<fit::Prior> =
        at(in_odds).into_iter().map(|at| fit::Prior { at, within: one }).collect();
    for (index, kind) in estimate.kinds.iter().enumerate() {
        let worth = prior[index * EACH].at;
        let within = (worth * 0.5).max(one);
        prior[index * EACH].within = if kind.royal { 1e-4 } else { within };
        prior[index * EACH + 1].within = within * 0.4;
        prior[index * EACH + 2].within = within * 0.4;
    }
    prior[kinds * EACH].within = one * 0.05;
    prior[kinds * EACH + 1].within = one * 0.3;
    let found = fit::fit(&prior, seen);
    let scale = unit(start, estimate, &found).map_or(1.0 / in_odds, |unit| 100.0 / unit);
    let mut games = vec![0; kinds];
    for game in seen {
        for (count, differs) in games.iter_mut().zip(&game.differs) {
            *count += u32::from(*differs);
        }
    }
    let of = |index: usize| found.weights[index] * scale;
    let kinds_of = estimate.kinds.iter().enumerate().map(|(index, kind)| Worth {
        worth: if kind.royal { 0.0 } else { of(index * EACH) },
        advance: of(index * EACH + 1),
        centre: of(index * EACH + 2),
        royal: kind.royal,
        error: (!kind.royal && games[index] > 0).then(|| found.errors[index * EACH] * scale),
        games: games[index],
    });
    Values { kinds: kinds_of.collect(), mobility: of(kinds * EACH), turn: of(kinds * EACH + 1), scale }
}

/// What the unit is in odds: the weakest kind of the first position that can be won, as far as the games say how much
/// it is worth; else what keeps all pieces of the first position together at their estimate.
fn unit(start: &Position, estimate: &Values, found: &fit::Found) -> Option<f64> {
    let standing = |id: &rulemate_interpreter::ids::PieceId| {
        matches!(start.piece(*id).place, Place::Square(_) | Place::On(_) | Place::Hand(_))
            && start.piece(*id).owner == SideId(0)
    };
    let kinds: Vec<usize> = start.ids().filter(standing).map(|id| start.piece(id).kind.index()).collect();
    let of = |kind: usize| (found.weights[kind * EACH], found.errors[kind * EACH]);
    let free = |kind: &usize| !estimate.kinds[*kind].royal && estimate.kinds[*kind].worth > 1.0;
    let weakest = kinds
        .iter()
        .copied()
        .filter(free)
        .min_by(|one, other| of(*one).0.total_cmp(&of(*other).0).then(one.cmp(other)))?;
    let (weight, error) = of(weakest);
    if weight > 3.0 * error && weight > 0.05 {
        return Some(weight);
    }
    let sum: f64 = kinds.iter().filter(|kind| free(kind)).map(|kind| of(*kind).0).sum();
    let estimated: f64 = kinds.iter().filter(|kind| free(kind)).map(|kind| estimate.kinds[*kind].worth).sum();
    (sum > 0.0 && estimated > 0.0).then(|| 100.0 * sum / estimated)
}
