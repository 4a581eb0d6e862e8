//! What is left to chance: drawn from a seed, the same on any machine. Imports no room of this crate.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A source of draws.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The source of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// One of so many, all alike; none if there is none.
    pub fn one_of(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| self.0.random_range(0..count))
    }
}
