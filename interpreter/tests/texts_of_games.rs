//! Random games of every shipped game: each position, each turn and the whole game come back from their texts.
#![allow(clippy::unwrap_used, clippy::panic)]

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::{Game, Prepared, record};
use rulemate_interpreter::notation::{canonical, coordinate, fen, pgn};
use rulemate_interpreter::shelf::{RuleText, Shelf, load};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The rule files of the repository.
struct Files;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
}

fn read(path: &Path) -> Option<RuleText> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    Some(RuleText { shown: format!("{name}.rules"), bytes: std::fs::read(path).ok()?, name })
}

impl Shelf for Files {
    fn find(&self, name: &str) -> Option<RuleText> {
        read(&folder().join(name).with_extension("rules"))
    }

    fn games(&self) -> Vec<String> {
        Vec::new()
    }

    fn deck(&self, name: &str) -> Vec<RuleText> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder().join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().filter_map(|path| read(path)).collect()
    }
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

/// Plays games of so many plies, and looks at all texts on the way.
fn play(game: &str, start: Option<&str>, games: u64, plies: usize) {
    play_with(game, start, &[], games, plies);
}

/// The same, each of these events being started before so many plies from the beginning of the game.
fn play_with(game: &str, start: Option<&str>, events: &[(usize, &str)], games: u64, plies: usize) {
    let loaded = load(&Files, game, &[]);
    assert!(loaded.is_sound(), "{:?}", loaded.diagnostics);
    let prepared = Prepared::new(loaded.library).unwrap();
    for seed in 1..=games {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut game = match start {
            Some(text) => prepared.game_at(SourceId(0), text).unwrap(),
            None => prepared.game(),
        };
        let mut started: Vec<&str> = Vec::new();
        for ply in 0..plies {
            // An event whose condition does not hold yet is started later.
            for (_, event) in events.iter().filter(|(before, _)| *before <= ply) {
                if !started.contains(event) && game.play_text(&format!("start {event}")).is_ok() {
                    started.push(*event);
                    break;
                }
            }
            let rules = game.rules();
            let text = game.position_text();
            let back =
                fen::read(rules, SourceId(0), &text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
            assert_eq!(back, canonical::canonical(rules, game.position()), "{text}");
            assert_eq!(fen::write(rules, &back), text);
            let turns = game.turns().to_vec();
            if turns.is_empty() || game.outcome().is_some() {
                break;
            }
            let (coordinates, sans) = (game.coordinates(), game.sans());
            for texts in [&coordinates, &sans] {
                let different: BTreeSet<&String> = texts.iter().collect();
                assert_eq!(different.len(), turns.len(), "{text}: {texts:?}");
            }
            let at = numbers.below(turns.len());
            for said in [&coordinates[at], &sans[at]] {
                assert_eq!(game.find(said).as_ref(), Ok(&turns[at]), "{text}: {said}");
            }
            let full = coordinate::write_full(rules, game.position(), &turns[at].parts);
            let parts = coordinate::read_full(rules, game.position(), &full);
            assert_eq!(parts.as_ref(), Some(&turns[at].parts), "{text}: {full}");
            game.play(&turns[at]).unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
        }
        let record = record::write(&game, &prepared, &[]);
        for event in &started {
            assert!(record.contains(&format!("{{[%start {event}]}}")), "{record}");
        }
        assert!(events.is_empty() || !started.is_empty(), "{record}");
        let (read, wrong) = pgn::read(SourceId(0), &record);
        assert!(wrong.is_empty(), "{record}: {wrong:?}");
        let again = record::play(&prepared, SourceId(0), &read[0])
            .unwrap_or_else(|broken| panic!("{record}: {broken:?}"));
        assert_eq!(again.position_text(), game.position_text(), "{record}");
        let positions = |game: &Game| game.plies().iter().map(|ply| ply.san.clone()).collect::<Vec<_>>();
        assert_eq!(positions(&again), positions(&game), "{record}");
    }
}

#[test]
fn chess() {
    play("chess", None, 4, 60);
    play("chess", Some("1r2k1r1/P1P1P1P1/8/8/8/8/p1p1p1p1/1R2K1R1 w BGbg - 0 1"), 4, 30);
}

#[test]
fn capablanca() {
    play("capablanca", None, 1, 40);
}

#[test]
fn berolina() {
    play("berolina", None, 2, 40);
}

#[test]
fn knightmate() {
    play("knightmate", None, 2, 40);
}

#[test]
fn los_alamos() {
    play("los-alamos", None, 2, 60);
}

#[test]
fn event_chess() {
    play("event-chess", None, 1, 40);
}

/// What Pawns Chess has to remember: declared Heroes, discovered and displaced Spies, wounds, rests; with events too.
const MIDDLES: [&str; 6] = [
    "6k1/8/p4(ps)2/3(Ph)4/3(Pa)4/8/7P/1K6 b - - 0 1 | piece d4 (reloading); piece d5 (daring)",
    "8/8/4k3/4(Ps)3/4(pb)3/1(Pe)6/2r5/K3N3 b - - 0 1 | piece e5 (exposed)",
    "8/8/8/6k1/2r1(Ps)3/2(Pe)3(Pb)1/8/K7 b - - 0 1 | turn c4e4 stands and w decides",
    "6k1/8/8/4b3/2(Pe)(Pe)4/8/8/6K1 w - - 0 2 | taken d5 N(nurse=(c4 d4)), P(nurse=d4); piece c4 (weary)",
    "6k1/8/8/5p2/2n1(Pa)3/3(Pe)4/8/3R2K1 b - - 0 1 | events ambulance:w, force-fields:b",
    "4k3/6(ps)1/8/2b5/4B3/2B5/1(Ph)(Pe)5/6K1 w - - 0 1 | events portals:w",
];

#[test]
fn pawns_chess() {
    play("pawns-chess", None, 1, 4);
    for middle in MIDDLES {
        play("pawns-chess", Some(middle), 1, 5);
    }
}

/// Pieces that take each other soon, with bishops and rooks for all that the events speak of.
const CROWDED: &str = "r1b1kb1r/1pp2pp1/3p4/3Pn3/3pN3/2P1P3/1P3PP1/R1B1KB1R w KQkq - 0 12";

#[test]
fn each_event_of_event_chess() {
    for event in ["36", "45", "48"] {
        play_with("event-chess", None, &[(2, event)], 1, 20);
        play_with("event-chess", Some(CROWDED), &[(0, event)], 2, 20);
    }
}

#[test]
fn each_pair_of_events() {
    for (first, second) in [("36", "45"), ("45", "48"), ("48", "36")] {
        play_with("event-chess", Some(CROWDED), &[(0, first), (1, second)], 2, 20);
    }
}

#[test]
fn numbers_and_results_must_be_those_of_the_game() {
    let loaded = load(&Files, "chess", &[]);
    let prepared = Prepared::new(loaded.library).unwrap();
    let wrong = |text: &str| -> Vec<String> {
        let (games, mut wrong) = pgn::read(SourceId(0), text);
        if let Err(record::Broken::Record(more)) = record::play(&prepared, SourceId(0), &games[0]) {
            wrong.extend(more);
        }
        let said =
            |span: rulemate_grammar::source::Span| text[span.start as usize..span.end as usize].to_owned();
        wrong.iter().map(|each| said(each.labels[0].place.span)).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(wrong("1. e4 e5 2. Nf3 2... Nc6 *"), none);
    assert_eq!(wrong("1.e4 1...e5 2 . Nf3 2 ... Nc6 1-0"), none);
    assert_eq!(wrong("9. e4 3... e5"), ["9.", "3..."]);
    assert_eq!(wrong("1... e4 1... e5"), ["1..."]);
    assert_eq!(wrong("1. f3 e5 2. g4 Qh4# 1-0"), ["1-0"]);
    assert_eq!(wrong("1. f3 e5 2. g4 Qh4# 0-1"), none);
    assert_eq!(wrong("1. f3 e5 2. g4 Qh4# *"), none);
    assert_eq!(wrong("[Result \"1-0\"]\n\n1. e4 0-1"), ["0-1"]);
    assert_eq!(wrong("[Result \"1-0\"]\n\n1. e4 *"), none);
    assert_eq!(
        wrong("[Result \"1-0\"]\n[White \"A\"]\n[White \"B\"]\n[result \"0-1\"]\n\n1. e4 *"),
        ["[result \"0-1\"]"]
    );
    let twice =
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n30. e4 *";
    assert_eq!(wrong(twice), ["[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]"]);
    let later = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n\n";
    assert_eq!(wrong(&format!("{later}30. e4 Ke7 31. e5 *")), none);
    assert_eq!(wrong(&format!("{later}1. e4 Ke7 2. e5 *")), none);
    assert_eq!(wrong(&format!("{later}1. e4 Ke7 31. e5 *")), ["31."]);
}
