//! Looks for wins by force in games between players, and proves each by trying everything:
//! `cargo run --release -p rulemate-tests --example mates -- GAME EVENTS DECK MOVES COUNT SEED [PIECES]`, where EVENTS
//! and DECK are names with commas between them, or `-`. With PIECES, as `KQ(Ph)k(pa)`, it looks in positions in which
//! these stand anywhere. Prints what `tests/data/mates.yaml` holds.

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::arena::{Arena, Turns};
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::notation::{coordinate, fen};
use rulemate_interpreter::position::Position;
use rulemate_simulation::contest::Board;
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{AlphaBeta, Limits, Look, Make, Player, Stood};
use rulemate_simulation::value::Values;
use rulemate_tests::mates::{Mate, Solver};
use rulemate_tests::players::{open_with, start};
use std::sync::Arc;

/// Positions that are looked at for one proof.
const MOST: u64 = 30_000_000;

fn main() {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let [game, events, deck, moves, count, seed, pieces @ ..] = &said[..] else {
        println!("GAME EVENTS DECK MOVES COUNT SEED [PIECES]");
        return;
    };
    let names = |text: &str| -> Vec<String> {
        text.split(',').filter(|name| *name != "-").map(str::to_owned).collect()
    };
    let (events, deck) = (names(events), names(deck));
    let (moves, count): (u32, usize) = (moves.parse().expect("a number"), count.parse().expect("a number"));
    let seed: u64 = seed.parse().expect("a number");
    let session = open_with(game, &events, Some(&deck), None);
    let arena = Arena::new(&session.prepared);
    let start = start(&session);
    let values = Arc::new(Values::estimated_from(&arena, &start));
    let mut found: Vec<Mate> = Vec::new();
    for index in 0.. {
        let mut dice = Dice::of(seed, index);
        if let Some(pieces) = pieces.first() {
            let text = placed(pieces, &mut dice);
            let read = fen::read(session.prepared.rules(), SourceId(0), &text);
            if let Some(key) = read.ok().and_then(|position| mate(&arena, &position, &values, (moves, false)))
            {
                found.push(Mate { game: game.clone(), events: deck.clone(), position: text, moves, key });
                print!("{}", serde_yaml::to_string(&found[found.len() - 1..]).expect("text"));
            }
            if found.len() >= count {
                return;
            }
            continue;
        }
        let mut board = Board::new(arena.seat());
        let (mut one, mut other) = (Make::Greedy.make(&values), Make::Random.make(&values));
        let mut stood: Vec<Position> = Vec::new();
        let players: [&mut dyn Player; 2] =
            if index % 2 == 0 { [&mut *one, &mut *other] } else { [&mut *other, &mut *one] };
        board.play(&start, players, &mut dice, 200, &mut |played| {
            if !played.before.waits() && played.before.number() > 4 {
                stood.push(played.seat.position(played.before));
            }
        });
        // A win is near the end of a game; one position of a game is enough.
        for position in stood.iter().rev().take(12) {
            if let Some(key) = mate(&arena, position, &values, (moves, true)) {
                let text = fen::write(session.prepared.rules(), position);
                found.push(Mate { game: game.clone(), events: deck.clone(), position: text, moves, key });
                print!("{}", serde_yaml::to_string(&found[found.len() - 1..]).expect("text"));
                break;
            }
        }
        if found.len() >= count {
            return;
        }
    }
}

/// A position in which pieces stand on squares that are drawn.
fn placed(pieces: &str, dice: &mut Dice) -> String {
    let mut squares = vec![String::new(); 64];
    let mut rest = pieces;
    while let Some(first) = rest.chars().next() {
        let end = if first == '(' { rest.find(')').expect("a bracket") + 1 } else { 1 };
        let (sign, behind) = rest.split_at(end);
        rest = behind;
        let free: Vec<usize> = (0..64).filter(|square| squares[*square].is_empty()).collect();
        // Pieces of two letters are pawns here: not on the first and last rank.
        let free: Vec<usize> =
            free.into_iter().filter(|square| end == 1 || (8..56).contains(square)).collect();
        squares[free[dice.below(free.len())]] = sign.to_owned();
    }
    let rank = |rank: &[String]| {
        let (mut text, mut empty) = (String::new(), 0);
        for sign in rank.iter().chain([&String::from("/")]) {
            if sign.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push_str(sign);
        }
        text
    };
    let board: String = squares.chunks(8).map(rank).collect();
    format!("{} w - - 0 1", board.trim_end_matches('/'))
}

/// The turn that wins in so many turns, alone if that is asked, if nothing wins sooner.
fn mate(
    arena: &Arena,
    position: &Position,
    values: &Arc<Values>,
    (moves, alone): (u32, bool),
) -> Option<String> {
    let mut seat = arena.seat();
    let node = seat.node(position);
    let side: SideId = node.who()?;
    let mut turns = Turns::new();
    seat.list(&node, &mut turns);
    let limits = Limits { nodes: Some(400_000), ..Limits::depth(2 * moves - 1) };
    let mut player = AlphaBeta::new(Arc::clone(values), limits);
    let (stood, mut dice) = (Stood::default(), Dice::new(1));
    let seen = player.think(&mut Look {
        seat: &mut seat,
        node: &node,
        turns: &turns,
        stood: &stood,
        dice: &mut dice,
        side,
    });
    if seen.wins_in() != Some(moves) {
        return None;
    }
    let mut solver = Solver::within(Some(MOST));
    if solver.wins(&mut seat, &node, side, moves - 1) {
        return None;
    }
    if alone {
        let keys = solver.keys(&mut seat, &node, side, moves);
        if keys != [seen.index] || solver.looked_at > MOST {
            return None;
        }
    } else {
        let mut next = node.clone();
        let played = seat.play(&node, &turns, seen.index, &mut next);
        if !played || !solver.wins(&mut seat, &next, side, moves - 1) {
            return None;
        }
    }
    let turn = seat.turn(&node, &turns, seen.index);
    let rules = rulemate_interpreter::notation::Rules { engine: arena.engine(), lexicon: arena.lexicon() };
    Some(coordinate::write_full(rules, position, &turn.parts))
}
