//! Which players there are, and how one is made. Imports `player`, `value`.

use super::{AlphaBeta, Greedy, MonteCarlo, Player, Random};
use crate::value::Values;
use std::sync::Arc;
use std::time::Duration;

/// How far a player may think; whichever limit comes first ends it. With limits of depth or nodes the same seed makes
/// the same game on any machine; with a limit of time it does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Limits {
    /// Plies looked ahead, captures behind them left aside; of Monte Carlo tree search, plies of its tree.
    pub depth: Option<u32>,
    /// Positions looked at for one turn.
    pub nodes: Option<u64>,
    /// Time for one turn.
    pub time: Option<Duration>,
}

impl Limits {
    /// So many plies.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So long.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let time = self.time.map(|time| format!("{} ms", time.as_millis()));
        let parts: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// A sort of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Make {
    /// Any turn.
    Random,
    /// The turn after which it stands best.
    Greedy,
    /// Alpha-beta search.
    AlphaBeta(Limits),
    /// Monte Carlo tree search.
    MonteCarlo(Limits),
}

impl Make {
    /// A player of this sort, that holds pieces to be worth so much.
    #[must_use]
    pub fn make(&self, values: &Arc<Values>) -> Box<dyn Player> {
        let values = Arc::clone(values);
        match *self {
            Make::Random => Box::new(Random),
            Make::Greedy => Box::new(Greedy::new(values)),
            Make::AlphaBeta(limits) => Box::new(AlphaBeta::new(values, limits)),
            Make::MonteCarlo(limits) => Box::new(MonteCarlo::new(values, limits)),
        }
    }

    /// Its name: `alpha-beta, depth 4`.
    #[must_use]
    pub fn name(&self) -> String {
        let (name, limits) = match self {
            Make::Random => return "random".to_owned(),
            Make::Greedy => return "greedy".to_owned(),
            Make::AlphaBeta(limits) => ("alpha-beta", limits),
            Make::MonteCarlo(limits) => ("monte-carlo", limits),
        };
        let limits = limits.to_string();
        if limits.is_empty() { name.to_owned() } else { format!("{name}, {limits}") }
    }
}
