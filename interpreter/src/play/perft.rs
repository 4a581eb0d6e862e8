//! Counts of legal turns to a depth, by a program. Imports `program`, `state`, `generate`, `make`, `moves`, `ask`.

use super::ask::end;
use super::generate::generate;
use super::make::make;
use super::moves::{Count, Move};
use super::state::State;
use crate::program::Program;

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// By sets of targets, none of them looked at.
    Sets,
    /// By the length of a list of turns.
    #[default]
    Lists,
    /// By making every turn.
    Leaves,
}

/// The number of ways to play so many turns.
#[must_use]
pub fn perft<const N: usize, const K: usize>(
    program: &Program<N>,
    state: &State<N, K>,
    depth: u32,
    counting: Counting,
) -> u64 {
    let mut lists: Vec<Vec<Move>> = (0..depth).map(|_| Vec::with_capacity(256)).collect();
    count(program, state, counting, &mut lists)
}

fn count<const N: usize, const K: usize>(
    program: &Program<N>,
    state: &State<N, K>,
    counting: Counting,
    lists: &mut [Vec<Move>],
) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    if program.ends_with_turns && end(program, state, 1).is_some_and(|end| end.winner.is_some()) {
        return 0;
    }
    if deeper.is_empty() && counting == Counting::Sets {
        let mut sum = Count::default();
        generate(program, state, &mut sum);
        return sum.0;
    }
    list.clear();
    generate(program, state, list);
    if deeper.is_empty() && counting == Counting::Lists {
        return list.len() as u64;
    }
    let mut sum = 0;
    for step in &*list {
        sum += count(program, &make(program, state, *step), counting, deeper);
    }
    sum
}
