//! How players do against each other:
//! `cargo run --release -p rulemate-tests --example strength -- GAME EVENTS GAMES SEED PLAYER PLAYER [VALUES]`, where
//! EVENTS are names of events in force with commas between them, or `-`, or behind `deck:` those that can start; a player is `random`, `greedy`, `alpha:LIMIT` or `tree:LIMIT`;
//! and a limit is `d4`, `n1000` or `t100`: plies, positions, milliseconds.

use rulemate_interpreter::arena::{Arena, Turns};
use rulemate_interpreter::position::Position;
use rulemate_simulation::contest::{Board, End};
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{AlphaBeta, Limits, Look, Make, Stood};
use rulemate_simulation::value::{Learning, Named, Values};
use rulemate_tests::players::{open, open_with, start};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
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

/// The results of the first of two players.
struct Tally {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    capped: u64,
}

impl Tally {
    /// The results and the score, with the half width of its 95 % interval.
    #[allow(clippy::cast_precision_loss)]
    fn line(&self) -> String {
        let Tally { games, won, drawn, lost, capped } = self;
        let (n, w, half) = (*games as f64, *won as f64, (drawn + capped) as f64 / 2.0);
        let score = (w + half) / n;
        let spread = ((w + half / 2.0) / n - score * score).max(0.0);
        let width = 196.0 * (spread / n).sqrt();
        let score = 100.0 * score;
        format!("{won} won, {drawn} drawn, {lost} lost, {capped} capped: {score:.1}% ± {width:.1}%")
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
    let names = |text: &str| -> Vec<String> {
        text.split(',').filter(|name| *name != "-").map(str::to_owned).collect()
    };
    let session = match events.strip_prefix("deck:") {
        Some(deck) => open_with(game, &[], Some(&names(deck)), None),
        None => open(game, &names(events)),
    };
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
    if first == "learn" {
        let games = u32::try_from(games).expect("small");
        let threads = NonZeroUsize::MIN;
        let depth = limits(second).depth.unwrap_or(1);
        let values = Values::learned(&arena, &start, &Learning { games, seed, threads, depth });
        println!("{}", serde_yaml::to_string(&values.named(arena.library())).expect("text"));
        return;
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
        let tally = Tally { games: index + 1, won, drawn, lost, capped };
        // Whoever cannot wait for the end sees what has come so far.
        eprint!("\r{}", tally.line());
    }
    eprintln!();
    let tally = Tally { games, won, drawn, lost, capped };
    let (names, seconds) = ([makes[0].name(), makes[1].name()], began.elapsed().as_secs_f64());
    println!("{} against {}: {}; {plies} plies, {seconds:.1} s", names[0], names[1], tally.line());
    println!("{ends:?}");
}
