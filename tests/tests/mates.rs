//! Shipped positions with a win by force: each is proved by trying everything, and alpha-beta search finds it.
#![allow(clippy::panic)]

use rulemate_interpreter::arena::{Arena, Turns};
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{AlphaBeta, Limits, Look, Stood};
use rulemate_simulation::value::Values;
use rulemate_tests::deep;
use rulemate_tests::mates::{Solver, shipped};
use std::collections::HashMap;
use std::sync::Arc;

#[test]
fn there_are_enough_of_each_sort() {
    let mates = shipped();
    assert!(mates.len() >= 30, "{}", mates.len());
    let mut sorts: HashMap<(String, Vec<String>), [usize; 2]> = HashMap::new();
    for mate in &mates {
        let sort = sorts.entry((mate.game.clone(), mate.events.clone())).or_default();
        assert!((2..=3).contains(&mate.moves), "{mate:?}");
        sort[mate.moves as usize - 2] += 1;
    }
    assert!(sorts.len() >= 5, "{sorts:?}");
    assert!(sorts.values().all(|counts| counts.iter().sum::<usize>() >= 6), "{sorts:?}");
    assert!(sorts.values().all(|counts| counts.iter().all(|count| *count > 0)), "{sorts:?}");
}

/// Nothing wins sooner, and after the key everything the other side can do loses in time. Of wins in three every fifth
/// is proved in a default run.
#[test]
fn each_win_is_proved() {
    for (index, mate) in shipped().into_iter().enumerate() {
        if mate.moves > 2 && !deep() && index % 5 > 0 {
            continue;
        }
        let session = mate.open();
        let arena = Arena::new(&session.prepared);
        let mut seat = arena.seat();
        let node = seat.node(session.game.position());
        let side = node.who().unwrap_or_else(|| panic!("chance decides: {mate:?}"));
        let mut solver = Solver::default();
        assert!(!solver.wins(&mut seat, &node, side, mate.moves - 1), "sooner: {mate:?}");
        let mut turns = Turns::new();
        seat.list(&node, &mut turns);
        let key = session.game.find(&mate.key).unwrap_or_else(|refused| panic!("{refused:?}: {mate:?}"));
        let mut indices = 0..turns.steps().len();
        let index = indices.find(|index| seat.turn(&node, &turns, *index) == key);
        let index = index.unwrap_or_else(|| panic!("not listed: {mate:?}"));
        let mut next = node.clone();
        assert!(seat.play(&node, &turns, index, &mut next));
        assert!(solver.wins(&mut seat, &next, side, mate.moves - 1), "{mate:?}");
    }
}

#[test]
fn looking_ahead_finds_each() {
    for mate in shipped() {
        let session = mate.open();
        let arena = Arena::new(&session.prepared);
        let mut seat = arena.seat();
        let node = seat.node(session.game.position());
        let values = Arc::new(Values::estimated_from(&arena, session.game.position()));
        let mut player = AlphaBeta::new(values, Limits::depth(2 * mate.moves - 1));
        let mut turns = Turns::new();
        seat.list(&node, &mut turns);
        let (stood, mut dice) = (Stood::default(), Dice::new(1));
        let side = node.player();
        let mut look =
            Look { seat: &mut seat, node: &node, turns: &turns, stood: &stood, dice: &mut dice, side };
        let found = player.think(&mut look);
        assert_eq!(found.wins_in(), Some(mate.moves), "{mate:?}");
    }
}
