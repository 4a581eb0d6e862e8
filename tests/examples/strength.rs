//! How players do against each other:
//! `cargo run --release -p rulemate-tests --example strength -- GAME EVENTS GAMES SEED PLAYER PLAYER [VALUES]`, where
//! EVENTS are names with commas between them, or `-`; a player is `random`, `greedy`, `alpha:LIMIT` or `tree:LIMIT`;
//! and a limit is `d4`, `n1000` or `t100`: plies, positions, milliseconds.

use rulemate_interpreter::arena::{Arena, Turns};
use rulemate_interpreter::position::Position;
use rulemate_simulation::contest::{Board, End};
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{AlphaBeta, Limits, Look, Make, Stood};
use rulemate_simulation::value::{Named, Values};
use rulemate_tests::players::{open, start};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn limits(text: &str) -> Limits {
    let number: u64 = text[1..].parse().expect("a number");
    match &text[..1] {
        "d" => Limits::depth(u32::try_from(number).expect("small")),
        "n" => Limits::nodes(number),
        _ => Limits::time(Duration::from_millis(number)),
    }
}

fn player(text: &str) -> Make {
    match text.split_once(':') {
        None if text == "greedy" => Make::Greedy,
        None => Make::Random,
        Some(("tree", limit)) => Make::MonteCarlo(limits(limit)),
        Some((_, limit)) => Make::AlphaBeta(limits(limit)),
    }
}

/// How many positions a second alpha-beta looks at, in positions of random games.
fn speed(arena: &Arena, start: &Position, values: &Arc<Values>, (games, seed): (u64, u64), limits: Limits) {
    let mut seat = arena.seat();
    let (mut nodes, mut depths, mut times, mut spent) = (0, 0, 0u32, Duration::ZERO);
    for index in 0..games {
        let mut dice = Dice::of(seed, index);
        let (mut node, mut turns) = (seat.node(start), Turns::new());
        let mut next = node.clone();
        for _ in 0..10 + dice.below(50) {
            seat.list(&node, &mut turns);
            let count = turns.steps().len();
            let slow = |index: usize| turns.steps()[index].splits;
            let drawn = (0..20).map(|_| dice.below(count)).find(|index| count > 0 && !slow(*index));
            let Some(index) = drawn else { break };
            if !seat.play(&node, &turns, index, &mut next) {
                break;
            }
            std::mem::swap(&mut node, &mut next);
        }
        seat.list(&node, &mut turns);
        if turns.steps().len() < 2 || node.waits() {
            continue;
        }
        let (stood, side) = (Stood::default(), node.player());
        let mut player = AlphaBeta::new(Arc::clone(values), limits);
        let began = Instant::now();
        let found = player.think(&mut Look {
            seat: &mut seat,
            node: &node,
            turns: &turns,
            stood: &stood,
            dice: &mut dice,
            side,
        });
        spent += began.elapsed();
        (nodes, depths, times) = (nodes + found.nodes, depths + found.depth, times + 1);
    }
    let seconds = spent.as_secs_f64();
    #[allow(clippy::cast_precision_loss)]
    let rate = nodes as f64 / seconds;
    println!(
        "{nodes} nodes in {seconds:.2} s, {rate:.0} a second; {times} positions, depth {:.1}, {:.2} ms each",
        f64::from(depths) / f64::from(times),
        1000.0 * seconds / f64::from(times)
    );
}

fn main() {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let [game, events, games, seed, first, second, ..] = &said[..] else {
        println!("GAME EVENTS GAMES SEED PLAYER PLAYER [VALUES]");
        return;
    };
    let events: Vec<String> = events.split(',').filter(|name| *name != "-").map(str::to_owned).collect();
    let session = open(game, &events);
    let arena = Arena::new(&session.prepared);
    let start = start(&session);
    let mut values = Values::estimated_from(&arena, &start);
    if let Some(path) = said.get(6) {
        let text = std::fs::read_to_string(path).expect("a file of values");
        let named: Named = serde_yaml::from_str(&text).expect("values");
        values = values.with_named(&named, arena.library()).expect("known kinds");
    }
    for (name, worth) in &values.named(arena.library()).pieces {
        println!("{name:20} {worth:?}");
    }
    let values = Arc::new(values);
    let (games, seed): (u64, u64) = (games.parse().expect("a number"), seed.parse().expect("a number"));
    if first == "speed" {
        return speed(&arena, &start, &values, (games, seed), limits(second));
    }
    let makes = [player(first), player(second)];
    let (mut won, mut drawn, mut lost, mut capped, mut plies) = (0u64, 0u64, 0u64, 0u64, 0u64);
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    let began = Instant::now();
    for index in 0..games {
        let mut dice = Dice::of(seed, index);
        let mut board = Board::new(arena.seat());
        let (mut one, mut other) = (makes[0].make(&values), makes[1].make(&values));
        let swapped = index % 2 == 1;
        let players: [&mut dyn rulemate_simulation::player::Player; 2] =
            if swapped { [&mut *other, &mut *one] } else { [&mut *one, &mut *other] };
        let end = board.play(&start, players, &mut dice, 400, &mut |_| plies += 1);
        match &end {
            End::Ruled(outcome) => {
                match outcome.winner {
                    None => drawn += 1,
                    Some(side) if (side.0 == 1) == swapped => won += 1,
                    Some(_) => lost += 1,
                }
                *ends.entry(session.game.outcome_text(outcome)).or_default() += 1;
            }
            _ => capped += 1,
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let (n, w, d, c) = (games as f64, won as f64, drawn as f64, capped as f64);
    let score = (w + (d + c) / 2.0) / n;
    let spread = ((w + (d + c) / 4.0) / n - score * score).max(0.0);
    println!(
        "{} against {}: {won} won, {drawn} drawn, {lost} lost, {capped} capped: {:.1}% ± {:.1}%; {} plies, {:.1} s",
        makes[0].name(),
        makes[1].name(),
        100.0 * score,
        196.0 * (spread / n).sqrt(),
        plies,
        began.elapsed().as_secs_f64()
    );
    println!("{ends:?}");
}
