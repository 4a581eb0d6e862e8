//! What players play by is what the rules say: random games in an arena and by the evaluators side by side. The same
//! turns, the same positions, the same ends and threats, and one number for each position that `repeats` tells apart;
//! for every shipped game, for events drawn by the day, and for Event Chess with its whole deck, where events start in the middle.
//! More with `RULEMATE_DEEP=1`.
#![allow(clippy::panic)]

use rulemate::session::{Request, Session};
use rulemate_interpreter::arena::{Arena, Turns};
use rulemate_interpreter::ids::{KindId, SideId, Square};
use rulemate_interpreter::notation::{Rules, canonical, coordinate, fen};
use rulemate_interpreter::position::{Part, Place, Position, Turn};
use rulemate_tests::dice::Dice;
use rulemate_tests::lots::{self, Played, day};
use rulemate_tests::pairs;
use rulemate_tests::shelf::{files_in, read};
use rulemate_tests::walk::{self, choose};
use rulemate_tests::{amount, deep};
use std::collections::HashMap;

fn open(game: &str, events: &[String]) -> Session {
    walk::open(&Request { game: game.to_owned(), events: events.to_vec(), ..Request::default() })
}

fn pieces_of(position: &Position) -> Vec<(KindId, SideId, Option<Square>)> {
    let mut pieces: Vec<_> = position
        .ids()
        .filter(|id| matches!(position.piece(*id).place, Place::Square(_) | Place::On(_) | Place::Hand(_)))
        .map(|id| (position.piece(id).kind, position.piece(id).owner, position.square_of(id)))
        .collect();
    pieces.sort();
    pieces
}

/// Plays games side by side; the number of positions that were compared.
fn side_by_side(name: &str, session: &Session, games: usize, plies: usize) -> usize {
    let rules = session.prepared.rules();
    let engine = rules.engine;
    let arena = Arena::new(&session.prepared);
    let mut dice = Dice::named(name);
    let mut compared = 0;
    let (mut numbers, mut texts) = (HashMap::new(), HashMap::new());
    for _ in 0..games {
        let mut seat = arena.seat();
        let mut position = session.game.position().clone();
        let mut node = seat.node(&position);
        let mut turns = Turns::new();
        let mut stood: HashMap<u64, u32> = HashMap::new();
        for _ in 0..plies {
            let shown = || format!("{name}: {}", fen::write(rules, &position));
            seat.list(&node, &mut turns);
            let listed: Vec<Turn> =
                (0..turns.steps().len()).map(|index| seat.turn(&node, &turns, index)).collect();
            let mut sorted = listed.clone();
            sorted.sort();
            let mut expected = engine.turns(&position);
            expected.sort();
            // How a turn goes on the tables may tell where it is too much work for the plain evaluator.
            if expected.is_empty() && position.pending.is_some() && engine.given_up(&position).is_some() {
                break;
            }
            assert!(sorted == expected, "{}\n{}", differing(rules, &position, &sorted, &expected), shown());
            let seen = seat.position(&node);
            assert_eq!(fen::write(rules, &seen), fen::write(rules, &position), "{}", shown());
            let mut census = Vec::new();
            seat.pieces(&node, |kind, side, square| census.push((kind, side, square)));
            census.sort();
            assert_eq!(census, pieces_of(&position), "{}", shown());
            let decides = position.pending.as_ref().map_or(Some(position.player), |pending| pending.who);
            assert_eq!((node.player(), node.who()), (position.player, decides), "{}", shown());
            if position.pending.is_none() {
                for side in [SideId(0), SideId(1)] {
                    let expected = engine.threatened(&position, side);
                    assert_eq!(seat.is_threatened(&node, side), expected, "{side:?} {}", shown());
                }
                let (number, text) = (seat.identity(&node, &turns), canonical::identity(rules, &position));
                let known = numbers.entry(number).or_insert_with(|| text.clone());
                assert_eq!(*known, text, "one number for two: {}", shown());
                assert_eq!(*texts.entry(text).or_insert(number), number, "two numbers: {}", shown());
                let repeats = *stood.entry(number).and_modify(|times| *times += 1).or_insert(1);
                let ended = engine.outcome(&position, repeats);
                assert_eq!(seat.outcome(&node, &turns, repeats), ended, "{}", shown());
            }
            compared += 1;
            let Some(turn) = choose(&mut dice, &listed) else { break };
            let Some(index) = listed.iter().position(|each| each == turn) else { break };
            let step = turns.steps()[index];
            if let Some(Part::Move(declared)) = turn.parts.iter().find(|part| matches!(part, Part::Move(_))) {
                assert_eq!((step.from, step.to), (declared.origin, declared.target), "{}", shown());
            }
            let mut next = node.clone();
            assert!(seat.play(&node, &turns, index, &mut next), "{}", shown());
            let played = match engine.play(&position, turn) {
                Ok(played) => played,
                Err(reasons) => panic!("{turn:?}: {reasons:?} {}", shown()),
            };
            assert!(!step.splits || played.pending.is_some(), "{turn:?} is not split: {}", shown());
            position = played;
            node = next;
        }
    }
    compared
}

fn differing(rules: Rules<'_>, position: &Position, one: &[Turn], other: &[Turn]) -> String {
    let only = |one: &[Turn], other: &[Turn]| {
        let left: Vec<Turn> = one.iter().filter(|turn| !other.contains(turn)).cloned().collect();
        left.iter().map(|turn| coordinate::write_full(rules, position, &turn.parts)).collect::<Vec<_>>()
    };
    format!("only in the arena {:?}, only by the rules {:?}", only(one, other), only(other, one))
}

#[test]
fn games_in_the_arena_are_those_of_the_rules() {
    for path in files_in(&rulemate_tests::root().join("rules")) {
        let Some(text) = read(&path) else { panic!("{path:?}") };
        let compared = side_by_side(&text.name, &open(&text.name, &[]), amount(3, 40), 80);
        assert!(compared > 20, "{}: {compared}", text.name);
    }
}

#[test]
fn each_event_in_the_arena_is_as_its_rules_say() {
    let events = files_in(&rulemate_tests::root().join("rules/events"));
    let mut compared = 0;
    // A third of them each day.
    let today = |index: &usize| deep() || (*index as u64 + day()).is_multiple_of(3);
    let events: Vec<_> = events.iter().enumerate().filter(|(index, _)| today(index)).collect();
    for (_, path) in &events {
        let Some(text) = read(path) else { panic!("{path:?}") };
        let session = open("event-chess", std::slice::from_ref(&text.name));
        compared += side_by_side(&text.name, &session, amount(1, 20), 40);
    }
    assert!(compared > 20 * events.len(), "{compared}");
}

#[test]
fn pairs_of_events_in_the_arena_are_as_their_rules_say() {
    lots::play("arena", &pairs::together(), 6, |pair, lot| {
        let games = 1;
        let positions = side_by_side(&pair.join("+"), &pairs::session(pair), games, lot.amount(20, 60));
        Played { games, positions }
    });
}
