//! What pieces are worth, and how a position is judged by that. Imports `contest`, `dice`, `player`, `statistics`.
//!
//! All numbers are hundredths of a *unit*: what the weakest kind of the first position is worth that can be won and
//! moves.

mod estimate;
mod judge;
mod learn;
mod text;

pub use estimate::Ease;
pub use judge::{Judge, centrality, progress};
pub use learn::{Learning, learn};
pub use text::{Named, NamedWorth};

use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::ids::KindId;
use rulemate_interpreter::position::Position;

/// What one kind is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Worth {
    /// On average of all squares.
    pub worth: f64,
    /// How much more on its last rank than on its first.
    pub advance: f64,
    /// How much more in the middle of the board than at its rim.
    pub centre: f64,
    /// It is royal in the first position: it cannot be won, so it has no worth.
    pub royal: bool,
    /// The standard error of its worth, if it was learned.
    pub error: Option<f64>,
    /// In how many of the games that it was learned from one side had more of it than the other for a while.
    pub games: u32,
}

/// What the kinds of a library are worth, and a few weights besides.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// By the id of the kind.
    pub kinds: Vec<Worth>,
    /// To have one legal turn more than the other side had.
    pub mobility: f64,
    /// To be the one whose turn it is.
    pub turn: f64,
    /// By how many hundredths of the unit the odds of winning grow e-fold.
    pub scale: f64,
}

impl Values {
    /// An estimate by the rules of the first position; see [`Values::estimated_from`].
    #[must_use]
    pub fn estimated(arena: &Arena) -> Values {
        Values::estimated_from(arena, arena.setup())
    }

    /// An estimate from mobility by the rules in force in a position: a piece that has twice the turns is worth twice
    /// as much. How many it has is counted in positions of random games from there, where a piece is taken off and
    /// one of the kind is put somewhere instead. The same position gives the same estimate.
    #[must_use]
    pub fn estimated_from(arena: &Arena, start: &Position) -> Values {
        estimate::estimate(arena, start)
    }

    /// How many turns the pieces have by the rules in force in a position, quickly: half the work of an estimate, and the
    /// same whenever it is asked.
    #[must_use]
    pub fn ease(arena: &Arena, start: &Position) -> Ease {
        estimate::ease(arena, start)
    }

    /// What the rules in force in a position have taught: the estimate, fitted to the results of games.
    #[must_use]
    pub fn learned(arena: &Arena, start: &Position, learning: &Learning) -> Values {
        learn(arena, start, learning)
    }

    /// What a kind is worth.
    #[must_use]
    pub fn worth(&self, kind: KindId) -> f64 {
        self.kinds.get(kind.index()).map_or(0.0, |kind| kind.worth)
    }
}
