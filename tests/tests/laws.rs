//! Laws of play that hold in every game: random games of each shipped game, of Event Chess with each of three of its
//! events, with each two, and with all, and of Pawns Chess also from the middle of games; of Event Chess with each other
//! event, and with pairs of events that are drawn by the date. Imports the shared `walk`, `mirror`, `pairs` and `pawns`.
//! More with `RULEMATE_DEEP=1`, and pairs by `RULEMATE_PAIRS`.
#![allow(clippy::panic)]

use rulemate::session::{self, Session};
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::{Game, record};
use rulemate_interpreter::notation::{canonical, coordinate, fen, pgn, san_read};
use rulemate_interpreter::position::{Part, Turn};
use rulemate_tests::dice::Dice;
use rulemate_tests::lots::{self, Played};
use rulemate_tests::pairs;
use rulemate_tests::pawns::State;
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
    // What repetition goes by is the same for a position that was played to and for one that is read afresh.
    let identity = |position: &_| canonical::identity(game.rules(), position);
    assert_eq!(identity(&read), identity(game.position()), "\n{}", shown(game));
    let turns = game.rules().engine.turns(&read);
    let read = sorted(coordinate::write_all(game.rules(), &read, &turns));
    let ours = sorted(game.coordinates());
    assert!(read == ours, "turns of the position as read:\n{}\n{}", differing(&read, &ours), shown(game));
}

/// What is listed is legal, and others, which come from the positions before and after, are refused.
fn list_and_question_agree(game: &Game, others: &[Turn]) {
    let engine = game.rules().engine;
    let turns = game.turns();
    assert_eq!(engine.count(game.position()), turns.len() as u64, "\n{}", shown(game));
    for turn in turns {
        let text = || coordinate::write_full(game.rules(), game.position(), &turn.parts);
        assert!(engine.is_legal(game.position(), turn), "{} is listed, and illegal\n{}", text(), shown(game));
    }
    for turn in others {
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
        hold_over(session.game.clone(), &session, &mut dice, amount(plies, 250), Care::at(3));
    }
}

/// Which laws are held how often.
#[derive(Clone, Copy)]
struct Care {
    /// Those that take longer are held at one position of so many.
    some: usize,
    /// So many turns that are not listed are asked about there.
    others: usize,
}

impl Care {
    /// All is asked at one position of so many.
    fn at(some: usize) -> Care {
        Care { some, others: usize::MAX }
    }
}

/// Plays on at random, and holds all laws. The number of positions.
fn hold_over(mut game: Game, session: &Session, dice: &mut Dice, plies: usize, care: Care) -> usize {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut held = 0;
    play(&mut game, dice, plies, |game, before, dice| {
        held += 1;
        text_round_trips(game);
        if game.position().pending.is_none() {
            let identity = canonical::identity(game.rules(), game.position());
            let turns = sorted(game.coordinates());
            if let Some(others) = known.insert(identity.clone(), turns.clone()) {
                assert!(others == turns, "{identity}\n{}\n{}", differing(&others, &turns), shown(game));
            }
        }
        if !dice.once_in(care.some) {
            return;
        }
        let mut others = before.to_vec();
        let after =
            dice.pick(game.turns()).and_then(|turn| game.rules().engine.play(game.position(), turn).ok());
        others.extend(after.map_or_else(Vec::new, |after| game.rules().engine.turns(&after)));
        others.retain(|turn| !game.turns().contains(turn));
        while others.len() > care.others {
            others.swap_remove(dice.below(others.len()));
        }
        list_and_question_agree(game, &others);
        let sans = game.sans();
        none_twice(game, &sans);
        texts_read_back(game, &sans, dice);
        mirrored_turns_are_the_turns_mirrored(game);
    });
    record_replays(&game, session);
    held
}

/// Some position in the middle of a game of Pawns Chess, with all that may have to be remembered there.
fn middle(session: &Session, dice: &mut Dice) -> Game {
    loop {
        let state = State::random_thinned(dice, 2);
        if state.is_impossible() {
            continue;
        }
        // By the rules of an event a king may be open all the same.
        let text = session::with_events(session, &state.text());
        if let Ok(game) = session.prepared.game_at(SourceId(0), &text) {
            return game;
        }
    }
}

/// Plays a turn that goes onto a piece which its player does not see, if there is one.
fn step_on_what_hides(game: &mut Game) {
    let position = game.position();
    let hidden = game.rules().engine.hidden(position, position.player);
    let onto = |turn: &&Turn| match turn.parts.first() {
        Some(Part::Move(first)) => {
            let found = first.target.and_then(|target| position.at(target));
            found.is_some_and(|found| hidden.contains(&found))
        }
        _ => false,
    };
    if let Some(turn) = game.turns().iter().find(onto).cloned()
        && let Err(refused) = game.play(&turn)
    {
        panic!("{}\n{}", refused.message(game), shown(game));
    }
}

/// Games of Pawns Chess from the middle on, under events. In turn they begin with each of what is wanted: something that
/// has to be remembered, or a decision in the middle of a turn.
fn hold_in_the_middle(events: &'static [&'static str], games: usize, wanted: &[&str]) {
    let case = Case { game: "pawns-chess", events };
    let session = case.open();
    let mut dice = Dice::named(&format!("middle {case:?}"));
    for number in 0..amount(games, 20 * games) {
        let word = wanted[number % wanted.len()];
        let mut game = middle(&session, &mut dice);
        while !game.position_text().contains(word) {
            game = middle(&session, &mut dice);
            if word == DECIDES {
                step_on_what_hides(&mut game);
            }
        }
        hold_over(game, &session, &mut dice, amount(3, 12), Care::at(2));
    }
}

/// In the text of a position that waits for a Spy's owner.
const DECIDES: &str = " stands and ";

const REMEMBERED: [&str; 6] = ["daring", "exposed", "weary", "reloading", "nurse", DECIDES];

#[test]
fn pawns_chess_from_the_middle() {
    hold_in_the_middle(&[], 12, &REMEMBERED);
}

#[test]
fn pawns_chess_and_portals() {
    hold_in_the_middle(&["36:w"], 3, &[DECIDES, "nurse", "daring"]);
}

#[test]
fn pawns_chess_and_ambulance() {
    hold_in_the_middle(&["45:w"], 3, &[DECIDES, "nurse", "exposed"]);
}

#[test]
fn pawns_chess_and_force_fields() {
    hold_in_the_middle(&["48:w"], 3, &[DECIDES, "daring", "reloading"]);
}

#[test]
fn pawns_chess_and_all_three() {
    hold_in_the_middle(&["48:w", "45:b", "36:w"], 3, &[DECIDES, "nurse", "weary"]);
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
    pawns_chess: "pawns-chess" [], 10;
    event_chess: "event-chess" [], 30;
    portals: "event-chess" ["36:w"], 30;
    ambulance: "event-chess" ["45:w"], 30;
    force_fields: "event-chess" ["48:w"], 30;
    portals_and_ambulance: "event-chess" ["36:w", "45:b"], 30;
    portals_and_force_fields: "event-chess" ["36:w", "48:b"], 30;
    all_three: "event-chess" ["36:w", "45:b", "48"], 30;
    ambulance_and_force_fields: "event-chess" ["48:w", "45:b"], 30;
}

#[test]
fn pairs_of_events_hold_all_laws() {
    lots::play("laws", &pairs::together(), 10, |pair, lot| {
        let session = pairs::session(pair);
        let mut dice = Dice::named(&pair.join("+"));
        let care = Care { some: lot.amount(5, 4), others: lot.amount(4, 8) };
        let game = session.game.clone();
        Played { games: 1, positions: hold_over(game, &session, &mut dice, lot.amount(10, 30), care) }
    });
}

/// Else a game that goes on from its position's text would not be the same game with the same seed.
#[test]
fn the_order_of_turns_depends_on_the_position_alone() {
    let hold = |session: &Session, mut game: Game, plies: usize| {
        play(&mut game, &mut Dice::named("order"), plies, |game, _, _| {
            let read = game_at(session, &game.position_text());
            assert_eq!(read.coordinates(), game.coordinates(), "\n{}", shown(game));
        });
    };
    for game in ["chess", "event-chess"] {
        let session = Case { game, events: &[] }.open();
        hold(&session, session.game.clone(), amount(20, 200));
    }
    let session = Case { game: "pawns-chess", events: &[] }.open();
    let mut dice = Dice::named("order in the middle");
    for _ in 0..amount(4, 60) {
        let game = middle(&session, &mut dice);
        hold(&session, game, amount(4, 20));
    }
}

/// Few pieces, so that a random game comes to its end.
const THIN: [&str; 4] = [
    "7k/8/6K1/8/8/8/Q7/8 w - - 0 1",
    "8/2k5/8/8/8/8/5p2/K7 b - - 0 1",
    "k7/1p6/8/8/8/8/6P1/7K w - - 0 1",
    "5rk1/5ppp/8/8/8/8/8/K2R3R w - - 90 60",
];

const THIN_WITH_PAWNS: [&str; 4] = [
    "7k/8/6K1/8/8/8/Q6(Ph)/8 w - - 0 1",
    "8/2k5/8/3(Ps)4/8/8/5(pb)2/K7 b - - 0 1",
    "7k/5p2/3K4/4n3/3(Pb)4/8/8/8 w - - 0 1",
    "5rk1/5(pe)(ps)p/8/8/8/8/8/K2R3R w - - 90 60",
];

#[test]
fn finished_games_replay_to_their_end() {
    let mut finished = 0;
    let cases = [
        ("chess", &[][..], &THIN[..]),
        ("event-chess", &[], &THIN),
        ("event-chess", &["45:w", "48:b"], &THIN),
        ("pawns-chess", &[], &THIN_WITH_PAWNS),
    ];
    for (game, events, texts) in cases {
        let session = Case { game, events }.open();
        let mut dice = Dice::named("finished");
        for text in texts {
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
        "events 45:w; taken e4 N(injured)",
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
