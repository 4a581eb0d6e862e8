//! Walks that come together, and questions that cost more than is allowed.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::notation::{coordinate, fen};
use rulemate_interpreter::oracle::Oracle;
use rulemate_interpreter::perft::{Unfinished, perft, perft_within};
use rulemate_interpreter::position::{Position, Started};
use std::sync::Arc;

/// Chess with an event in force, and where it is played.
fn chess(event: &str, position: &str) -> (Library, Position, Prepared) {
    let event = format!("event \"E\"\n{event}");
    let base = games("chess");
    let base: Vec<(&str, &str)> = base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (library, mut told) = Files::new(&base, &[("e", &event)]).resolve();
    // What makes so much to look at is warned of.
    told.retain(|each| each.code != "R0623");
    assert!(told.is_empty(), "{told:#?}");
    let prepared = Prepared::new(library.clone()).unwrap();
    let mut position = fen::read(prepared.rules(), SourceId(0), position).unwrap();
    let event = FileId::from_index(library.games);
    position.events.push(Started { event, by: SideId(0) });
    (library, position, prepared)
}

/// Where the piece on a1 may go.
fn from_a1(event: &str, position: &str) -> Vec<String> {
    let (_, position, prepared) = chess(event, position);
    let turns = prepared.engine.turns(&position);
    let mut targets: Vec<String> = coordinate::write_all(prepared.rules(), &position, &turns)
        .iter()
        .filter_map(|text| text.strip_prefix("a1").map(ToOwned::to_owned))
        .collect();
    targets.sort_unstable();
    targets
}

/// A knight in a pocket of four squares: a1, a2, b1, b2.
const POCKET: &str = "4k3/8/8/8/8/PP6/2P5/N1K5 w - - 0 1";

#[test]
fn a_path_repeated_without_number_reaches_all_that_hangs_together() {
    let all = ["a2", "b1", "b2"];
    assert_eq!(from_a1("knight now moves (step orthogonal) any times", POCKET), all);
    // The whole board but the squares of its own pieces, its own square and, without taking, the enemy's.
    let open = "knight now moves (step any) any times without taking";
    assert_eq!(from_a1(open, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1").len(), 64 - 3);
}

#[test]
fn lengths_that_are_asked_for_are_kept_apart() {
    // In an even number of steps b2, and a1 itself, which is no move; in an odd number a2 and b1.
    let of = |length: &str| {
        from_a1(&format!("knight now moves (step orthogonal) any times if length {length}"), POCKET)
    };
    assert_eq!(of("= 1"), ["a2", "b1"]);
    assert_eq!(of("= 2"), ["b2"]);
    assert_eq!(of("= 3"), ["a2", "b1"]);
    assert_eq!(of("> 2"), ["a2", "b1", "b2"]);
    // Two ways of one length that pass other squares: only over a2.
    let over = "knight now moves (step orthogonal) 2 times if some trail is on file a";
    assert_eq!(from_a1(over, POCKET), ["b2"]);
    let never = "knight now moves (step orthogonal) 2 times if some trail is on file c";
    assert_eq!(from_a1(never, POCKET), [""; 0]);
}

#[test]
fn headings_before_the_last_are_kept_apart_where_one_is_barred() {
    // On all ways to b1 and b2 it goes sideways; to a2 only on all but the straight one.
    let event = "knight now moves (step orthogonal) any times\nknight cannot move sideways";
    assert_eq!(from_a1(event, POCKET), ["a2"]);
}

/// What a question is given up for that may cost no more than this; none if it is answered.
fn given_up(event: &str, work: u32) -> Option<String> {
    let (library, position, _) = chess(event, "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1");
    let places: Vec<_> = library.files.last().map(|file| file.place.source).into_iter().collect();
    let oracle = Oracle::new(Arc::new(library)).within(work);
    let turns = oracle.turns(&position);
    let reason = oracle.given_up(&position)?;
    assert!(turns.is_empty(), "{turns:?}");
    assert!(oracle.outcome(&position, 1).is_none());
    let told = reason.clone();
    assert_eq!(perft(&oracle, &position, 2), Err(reason));
    assert!(matches!(perft_within(&oracle, &position, 1, 500), Err(Unfinished::GivenUp(_))));
    // It is the event that is to blame.
    assert_eq!(told.place.map(|place| place.source), places.first().copied(), "{told:?}");
    Some(told.text)
}

/// Nobody waits minutes for an answer: the measure that all questions have is used up in seconds by turns that are
/// asked about in turns that are asked about.
#[test]
fn answers_about_answers_are_given_up_by_the_measure_of_all() {
    let event = "forbid x if enemy side can (own side can move)";
    let (library, position, _) = chess(event, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let oracle = Oracle::new(Arc::new(library));
    assert!(oracle.turns(&position).is_empty());
    let text = oracle.given_up(&position).map(|reason| reason.text);
    let told = "the rules ask after more turns than can be looked at, most by this";
    assert_eq!(text.as_deref(), Some(told));
}

#[test]
fn what_costs_too_much_is_given_up_and_the_sentence_named() {
    let choices = "player also acts by x { choose s from empty { choose t from empty { choose k from kind { put k onto s } } } }";
    assert_eq!(
        given_up(choices, 1_000_000).as_deref(),
        Some("the rules make more turns than can be listed, most by this")
    );
    let further = "when piece moves, it must move 100 times";
    assert_eq!(
        given_up(further, 1_000_000).as_deref(),
        Some("the rules make more turns than can be listed, most by this")
    );
    let walks = "rook now moves (slide any over piece) any times if length > 1 and number of trail > 3";
    assert_eq!(
        given_up(walks, 1_000_000).as_deref(),
        Some("there are more walks than can be followed, most by this")
    );
    let answers = "forbid x if enemy side cannot (enemy side can (own side can (some piece is taken)))";
    assert_eq!(
        given_up(answers, 1_000_000).as_deref(),
        Some("the rules ask after more turns than can be looked at, most by this")
    );
    let within = |inner: &str, name: &str| format!("number of (square {name} with {inner} > 0)");
    let counts = within(&within(&within(&within("number of piece on s", "v"), "u"), "t"), "s");
    assert_eq!(
        given_up(&format!("forbid x if {counts} > 70"), 1_000_000).as_deref(),
        Some("the rules ask for more work than is allowed, and this sentence was at work at the end")
    );
    // What is as large as games are is answered.
    assert_eq!(given_up("when rook moves, it may move 2 times", 10_000_000), None);
}
