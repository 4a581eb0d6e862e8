//! Any turn. Imports `player`.

use super::{Look, Player};

/// Plays any of the legal turns, all alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        look.dice.below(look.turns.count())
    }

    fn lists(&self) -> bool {
        false
    }
}
