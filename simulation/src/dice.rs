//! What is left to chance: drawn from a seed, the same on any machine. Imports no room of this crate.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A source of draws.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The source of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The source of one of the things that a seed stands for, counted from 0: each has its own stream.
    #[must_use]
    pub fn of(seed: u64, index: u64) -> Dice {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        dice.set_stream(index);
        Dice(dice)
    }

    /// A number below another, all alike; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        if end <= 1 { 0 } else { self.0.random_range(0..end) }
    }

    /// A number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        self.0.random()
    }
}
