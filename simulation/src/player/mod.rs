//! Who plays: what a player sees, and what it answers. Imports `dice`,
//! `value`.

mod greedy;
mod imagine;
mod make;
mod possible;
mod random;
mod search;
mod tree;

pub use greedy::Greedy;
pub use imagine::Imagination;
pub use make::{Limits, Make};
pub use random::Random;
pub use search::{AlphaBeta, Found};
pub use tree::MonteCarlo;

use crate::dice::Dice;
use rulemate_interpreter::arena::{Node, Seat, Turns};
use rulemate_interpreter::ids::SideId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How often each position of a game has stood, by the number that is its own.
#[derive(Clone, Debug, Default)]
pub struct Stood(HashMap<u64, u32, BuildHasherDefault<AsItIs>>);

/// The numbers of positions are spread already.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

impl Stood {
    /// Notes that a position stands; how often it has, this time included.
    pub fn note(&mut self, identity: u64) -> u32 {
        let times = self.0.entry(identity).or_insert(0);
        *times += 1;
        *times
    }

    /// How often a position has stood.
    #[must_use]
    pub fn times(&self, identity: u64) -> u32 {
        self.0.get(&identity).copied().unwrap_or(0)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// What a player sees when it is asked.
#[derive(Debug)]
pub struct Look<'l, 'a> {
    /// Its place in the arena.
    pub seat: &'l mut Seat<'a>,
    /// The position.
    pub node: &'l Node,
    /// The legal turns, or the options of the decision; there is at least one. They may be only counted if the player
    /// [does not look](Player::lists) at them.
    pub turns: &'l Turns,
    /// The positions of the game so far, this one included.
    pub stood: &'l Stood,
    /// The player's own dice.
    pub dice: &'l mut Dice,
    /// Whose player it is.
    pub side: SideId,
}

/// A player. All it knows of a game it takes from the rules in force.
pub trait Player: Send {
    /// Which of the turns it plays, by its place in the list.
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize;

    /// Whether it looks at what the turns are, and not only at how many there are. Asked once a game, at its beginning.
    fn lists(&self) -> bool {
        true
    }

    /// Forgets whatever it remembers of the last game.
    fn begin_game(&mut self) {}
}
