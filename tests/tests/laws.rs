//! Laws of play that hold in every game: random games of each shipped game, of Event Chess with each of its
//! events, with each two, and with all. Imports the shared `walk` and `mirror`. More with `RULEMATE_DEEP=1`.
#![allow(clippy::panic)]

use rulemate::session::Session;
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::{Game, record};
use rulemate_interpreter::notation::{canonical, coordinate, fen, pgn, san_read};
use rulemate_interpreter::position::Turn;
use rulemate_tests::dice::Dice;
use rulemate_tests::walk::{Case, game_at, play};
use rulemate_tests::{amount, mirror};
use std::collections::BTreeMap;

/// A game, and its moves so far for whoever has to look at what went wrong.
fn shown(game: &Game) -> String {
    let moves: Vec<&str> = game.plies().iter().map(|ply| ply.coordinate.as_str()).collect();
    format!("{}\nafter {}", game.position_text(), moves.join(" "))
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort();
    items
}

/// What only one of two sorted lists has.
fn differing(one: &[String], other: &[String]) -> String {
    let only = |one: &[String], other: &[String]| {
        one.iter().filter(|text| !other.contains(text)).cloned().collect::<Vec<_>>().join(" ")
    };
    format!("only here: {}\nonly there: {}", only(one, other), only(other, one))
}

/// Text to position to text is the identity, and the position read has the same turns.
fn text_round_trips(game: &Game) {
    let text = game.position_text();
    let read = match fen::read(game.rules(), SourceId(0), &text) {
        Ok(read) => read,
        Err(wrong) => panic!("the position is refused: {wrong:#?}\n{}", shown(game)),
    };
    assert_eq!(fen::write(game.rules(), &read), text, "\n{}", shown(game));
    let turns = game.rules().engine.turns(&read);
    let read = sorted(coordinate::write_all(game.rules(), &read, &turns));
    let ours = sorted(game.coordinates());
    assert!(read == ours, "turns of the position as read:\n{}\n{}", differing(&read, &ours), shown(game));
}

/// What is listed is legal, and turns of the positions before and after that are not listed are refused.
fn list_and_question_agree(game: &Game, others: &[Turn]) {
    let engine = game.rules().engine;
    let turns = game.turns();
    assert_eq!(engine.count(game.position()), turns.len() as u64, "\n{}", shown(game));
    for turn in turns {
        let text = || coordinate::write_full(game.rules(), game.position(), &turn.parts);
        assert!(engine.is_legal(game.position(), turn), "{} is listed, and illegal\n{}", text(), shown(game));
    }
    for turn in others.iter().filter(|turn| !turns.contains(turn)) {
        let text = || coordinate::write_full(game.rules(), game.position(), &turn.parts);
        assert!(!engine.is_legal(game.position(), turn), "{} is legal, not listed\n{}", text(), shown(game));
        assert!(engine.play(game.position(), turn).is_err(), "{} is played\n{}", text(), shown(game));
    }
}

/// No turn and no text of a turn stands twice.
fn none_twice(game: &Game, sans: &[String]) {
    let turns = sorted(game.turns().to_vec());
    assert!(turns.windows(2).all(|pair| pair[0] != pair[1]), "a turn twice\n{}", shown(game));
    for texts in [game.coordinates(), sans.to_vec()] {
        let texts = sorted(texts);
        let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
        assert!(twice.is_none(), "{twice:?} twice\n{}", shown(game));
    }
}

/// The texts of some turns, in both forms, mean these turns and no others.
fn texts_read_back(game: &Game, sans: &[String], dice: &mut Dice) {
    let turns = game.turns();
    let coordinates = game.coordinates();
    for _ in 0..amount(4, 12).min(turns.len()) {
        let at = dice.below(turns.len());
        let (position, turn) = (game.position(), &turns[at]);
        let read = coordinate::read(game.rules(), position, turns, &coordinates[at]);
        assert!(read == [turn], "{} reads as {read:?}\n{}", coordinates[at], shown(game));
        let read = san_read::read(game.rules(), position, turns, &sans[at]);
        assert!(read == [turn], "{} reads as {read:?}\n{}", sans[at], shown(game));
        for text in [&coordinates[at], &sans[at]] {
            match game.find(text) {
                Ok(found) => assert!(found == *turn, "{text} is found as {found:?}\n{}", shown(game)),
                Err(refused) => panic!("{text}: {}\n{}", refused.message(game), shown(game)),
            }
        }
    }
}

/// The other side has the same turns in the mirrored position, by way of its text too.
fn mirrored_turns_are_the_turns_mirrored(game: &Game) {
    let size = game.library().size.expect("a board");
    let rules = game.rules();
    let other = mirror::position(size, game.position());
    let text = fen::write(rules, &other);
    let read = match fen::read(rules, SourceId(0), &text) {
        Ok(read) => read,
        Err(wrong) => panic!("the mirrored position {text} is refused: {wrong:#?}\n{}", shown(game)),
    };
    let ours = sorted(game.turns().iter().map(|turn| mirror::turn(size, turn)));
    let theirs = sorted(rules.engine.turns(&read));
    let write = |turns: &[Turn]| -> Vec<String> {
        turns.iter().map(|turn| coordinate::write_full(rules, &read, &turn.parts)).collect()
    };
    assert!(
        ours == theirs,
        "mirrored: {text}\n{}\n{}",
        differing(&write(&ours), &write(&theirs)),
        shown(game)
    );
    let threatened = |position, player| rules.engine.threatened(position, player);
    if game.position().pending.is_none() {
        let (here, there) = (game.position(), &read);
        assert_eq!(threatened(here, here.player), threatened(there, there.player), "\n{}", shown(game));
    }
}

/// A game, written and read, ends in the same way.
fn record_replays(game: &Game, session: &Session) {
    let text = record::write(game, &session.prepared, &[]);
    let (games, wrong) = pgn::read(SourceId(0), &text);
    assert!(wrong.is_empty() && games.len() == 1, "{wrong:#?}\n{text}");
    let again = match record::play(&session.prepared, SourceId(0), &games[0]) {
        Ok(again) => again,
        Err(record::Broken::Position(wrong) | record::Broken::Record(wrong)) => panic!("{wrong:#?}\n{text}"),
        Err(record::Broken::Move(at, refused, number, _)) => {
            panic!("move {number}: {}\n{}\n{text}", refused.message(&at), shown(&at))
        }
    };
    assert_eq!(again.position_text(), game.position_text(), "{text}");
    // A start and what chance draws behind it are one entry of the text and two plies of the game.
    assert_eq!(again.plies().len(), game.plies().len(), "{text}");
    assert_eq!(again.repeats(), game.repeats(), "{text}");
    let end = |game: &Game| game.outcome().map(|outcome| game.outcome_text(&outcome));
    assert_eq!(end(&again), end(game), "{text}");
    assert_eq!(games[0].result.as_deref(), Some(record::result(game)), "{text}");
}

/// Plays random games of a case, so long by default, and holds all laws at its positions.
fn hold(game: &'static str, events: &'static [&'static str], plies: usize) {
    let case = Case { game, events };
    let session = case.open();
    let mut dice = Dice::named(&format!("{case:?}"));
    for _ in 0..amount(1, 12) {
        let mut game = session.game.clone();
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        play(&mut game, &mut dice, amount(plies, 250), |game, before, dice| {
            text_round_trips(game);
            if game.position().pending.is_none() {
                let identity = canonical::identity(game.rules(), game.position());
                let turns = sorted(game.coordinates());
                if let Some(others) = known.insert(identity.clone(), turns.clone()) {
                    assert!(others == turns, "{identity}\n{}\n{}", differing(&others, &turns), shown(game));
                }
            }
            if !dice.once_in(3) {
                return;
            }
            let mut others = before.to_vec();
            let after =
                dice.pick(game.turns()).and_then(|turn| game.rules().engine.play(game.position(), turn).ok());
            others.extend(after.map_or_else(Vec::new, |after| game.rules().engine.turns(&after)));
            list_and_question_agree(game, &others);
            let sans = game.sans();
            none_twice(game, &sans);
            texts_read_back(game, &sans, dice);
            mirrored_turns_are_the_turns_mirrored(game);
        });
        record_replays(&game, &session);
    }
}

/// A test for each case.
macro_rules! cases {
    ($($name:ident: $game:literal $events:expr, $plies:literal;)*) => {
        $(
            #[test]
            fn $name() {
                hold($game, &$events, $plies);
            }
        )*
    };
}

cases! {
    chess: "chess" [], 30;
    berolina: "berolina" [], 30;
    capablanca: "capablanca" [], 30;
    knightmate: "knightmate" [], 30;
    los_alamos: "los-alamos" [], 30;
    pawns_chess: "pawns-chess" [], 8;
    event_chess: "event-chess" [], 30;
    portals: "event-chess" ["36:w"], 30;
    ambulance: "event-chess" ["45:w"], 30;
    force_fields: "event-chess" ["48:w"], 30;
    portals_and_ambulance: "event-chess" ["36:w", "45:b"], 30;
    portals_and_force_fields: "event-chess" ["36:w", "48:b"], 30;
    all_three: "event-chess" ["36:w", "45:b", "48"], 30;
    ambulance_and_force_fields: "event-chess" ["48:w", "45:b"], 30;
}

/// Else a game that goes on from its position's text would not be the same game with the same seed.
#[test]
fn the_order_of_turns_depends_on_the_position_alone() {
    for game in ["chess", "event-chess"] {
        let session = Case { game, events: &[] }.open();
        let mut game = session.game.clone();
        play(&mut game, &mut Dice::named("order"), amount(20, 200), |game, _, _| {
            let read = game_at(&session, &game.position_text());
            assert_eq!(read.coordinates(), game.coordinates(), "\n{}", shown(game));
        });
    }
}

/// Few pieces, so that a random game comes to its end.
const THIN: [&str; 4] = [
    "7k/8/6K1/8/8/8/Q7/8 w - - 0 1",
    "8/2k5/8/8/8/8/5p2/K7 b - - 0 1",
    "k7/1p6/8/8/8/8/6P1/7K w - - 0 1",
    "5rk1/5ppp/8/8/8/8/8/K2R3R w - - 90 60",
];

#[test]
fn finished_games_replay_to_their_end() {
    let mut finished = 0;
    for (game, events) in [("chess", &[][..]), ("event-chess", &[]), ("event-chess", &["45:w", "48:b"])] {
        let session = Case { game, events }.open();
        let mut dice = Dice::named("finished");
        for text in THIN {
            for _ in 0..amount(2, 12) {
                let mut game = game_at(&session, text);
                play(&mut game, &mut dice, amount(60, 300), |game, _, _| {
                    if game.outcome().is_some() {
                        text_round_trips(game);
                    }
                });
                finished += usize::from(game.outcome().is_some());
                record_replays(&game, &session);
            }
        }
    }
    assert!(finished >= 4, "only {finished} games came to an end");
}

/// The identities of positions with the same six fields.
fn identities(session: &Session, fields: &str, suffixes: &[&str]) -> Vec<String> {
    let identity = |suffix: &&str| {
        let text = if suffix.is_empty() { fields.to_owned() } else { format!("{fields} | {suffix}") };
        let game = game_at(session, &text);
        canonical::identity(game.rules(), game.position())
    };
    suffixes.iter().map(identity).collect()
}

#[test]
fn repetition_sees_events_loads_and_marks() {
    let session = Case { game: "event-chess", events: &[] }.open();
    let fields = "1r2k3/8/8/8/8/8/8/R3K3 w - - 4 30";
    let suffixes = [
        "",
        "events 36:w",
        "events 45:w",
        "events 45:b",
        "events 45:w; on a1 P",
        "events 45:w; on a1 N",
        "events 45:w; on b8 p",
        "events 45:w; taken e4 P(injured)",
        "events 45:w; taken e4 p(injured)",
        "events 45:w; taken d4 P(injured)",
        "side w (opened)",
        "side b (opened)",
        "side w (haul=1)",
        "side w (haul=2)",
        "events 36:w, 45:b",
    ];
    let all = sorted(identities(&session, fields, &suffixes));
    let twice = all.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None, "two of these positions are taken for one");
    let clocks = ["1r2k3/8/8/8/8/8/8/R3K3 w - - 4 30", "1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1"];
    let same = clocks.map(|fields| identities(&session, fields, &["events 45:w; on a1 P"]));
    assert_eq!(same[0], same[1]);
}

#[test]
fn what_nobody_can_use_does_not_tell_positions_apart() {
    let session = Case { game: "chess", events: &[] }.open();
    let identity = |fields: &str| identities(&session, fields, &[""]).remove(0);
    assert_eq!(identity("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), identity("4k3/8/8/8/4P3/8/8/4K3 b - - 7 20"));
    assert_ne!(identity("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), identity("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    assert_ne!(identity("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), identity("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
}

#[test]
fn a_load_that_comes_and_goes_is_no_repetition() {
    let session = Case { game: "event-chess", events: &["45:w", "48:b"] }.open();
    let mut loaded = game_at(&session, "4k2r/8/8/8/8/8/8/4K3 w - - 0 1 | on h8 p");
    for text in ["Kd1", "Rg8, p@g7", "Ke1", "Rh8", "Kd1", "Rg8", "Ke1", "Rh8"] {
        if let Err(refused) = loaded.play_text(text) {
            panic!("{text}: {}\n{}", refused.message(&loaded), shown(&loaded));
        }
    }
    assert_eq!(loaded.repeats(), 2, "{}", loaded.position_text());
}
