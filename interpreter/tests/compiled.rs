//! Compiled rules and the plain evaluator say the same: turns, next positions, ends.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::notation::{Rules, canonical, coordinate, fen};
use rulemate_interpreter::play::perft::Counting;
use rulemate_interpreter::play::state::State;
use rulemate_interpreter::position::Position;
use std::sync::Arc;

/// A game by both evaluators.
struct Both {
    plain: Prepared,
    fast: Fast,
}

/// The library of a shipped game, or of a game of one's own on top of it.
fn library(name: &str, own: Option<&str>) -> Library {
    let base = games(name);
    let mut base: Vec<(&str, &str)> =
        base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let own = own.map(|sentences| format!("game \"Own\" extends \"{name}\"\n{sentences}"));
    base.extend(own.iter().map(|text| ("own", text.as_str())));
    let files = Files::new(&base, &[]);
    assert!(files.told.is_empty(), "{own:?} {:#?}", files.told);
    let (library, told) = files.resolve();
    assert!(told.is_empty(), "{own:?} {told:#?}");
    library
}

impl Both {
    fn of(name: &str) -> Both {
        Both::by(name, library(name, None))
    }

    fn by(name: &str, library: Library) -> Both {
        let plain = Prepared::by(library.clone(), Evaluator::Plain).unwrap();
        let fast = Fast::new(Arc::new(library));
        fast.set_first_position(plain.setup.clone());
        if let Err(refusal) = &fast.plan(&plain.setup).quick {
            panic!("{name} is not compiled: {refusal:?}");
        }
        Both { plain, fast }
    }

    fn read(&self, text: &str) -> Position {
        fen::read(self.plain.rules(), SourceId(0), text).unwrap()
    }

    fn told(&self, position: &Position) -> String {
        let rules = Rules { engine: &*self.plain.engine, lexicon: &self.plain.lexicon };
        format!("{} / {}", fen::write(rules, position), canonical::identity(rules, position))
    }

    /// Compares all that both say of a position, and what they make of one of its turns.
    fn compare(&self, position: &Position, random: &mut u64) -> Option<Position> {
        let at = || fen::write(self.plain.rules(), position);
        let (plain, fast) = (self.plain.engine.turns(position), self.fast.turns(position));
        if plain != fast {
            let write = |turns: &[_]| coordinate::write_all(self.plain.rules(), position, turns);
            let (plain, fast) = (write(&plain), write(&fast));
            let only = |one: &[String], other: &[String]| {
                one.iter().filter(|each| !other.contains(each)).cloned().collect::<Vec<_>>()
            };
            panic!("{}\nplain only {:?}\nfast only {:?}", at(), only(&plain, &fast), only(&fast, &plain));
        }
        assert_eq!(self.fast.count(position), plain.len() as u64, "{}", at());
        for repeats in [1, 3, 5] {
            let (plain, fast) =
                (self.plain.engine.outcome(position, repeats), self.fast.outcome(position, repeats));
            assert_eq!(plain, fast, "{}", at());
        }
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let turn = plain.get(usize::try_from(*random >> 33).unwrap() % plain.len().max(1))?;
        let (plain, fast) = (self.plain.engine.play(position, turn), self.fast.play(position, turn));
        let (plain, fast) = (plain.unwrap(), fast.unwrap());
        assert_eq!(self.told(&plain), self.told(&fast), "after {turn:?} in {}", at());
        // What the fast one made goes on: so what it leaves out would be seen.
        Some(fast)
    }
}

impl Both {
    /// Plays games at random, comparing at every ply.
    fn play(&self, games: usize, plies: usize) {
        let mut random = 1;
        for _ in 0..games {
            let mut position = self.plain.setup.clone();
            for _ in 0..plies {
                let Some(next) = self.compare(&position, &mut random) else { break };
                position = next;
            }
        }
    }
}

#[test]
fn random_games_are_the_same_by_both() {
    for name in ["chess", "berolina", "capablanca", "knightmate", "los-alamos"] {
        Both::of(name).play(6, 90);
    }
}

/// Games that differ from orthodox chess in one thing each.
const GAMES_OF_ONE_DIFFERENCE: &[&str] = &[
    // Riders along other lines, and a leap that is no knight's.
    "knight now moves leap 1 2 any times",
    "bishop now moves leap 2 2 or leap 1 3",
    "rook now moves slide forward or slide sideways",
    // Slides of bounded length, and lame leaps.
    "queen now moves step any 3 times",
    "queen now moves step any or step any 2 times or step any 3 times",
    "knight now moves step orthogonal 2 times",
    "knight now takes step orthogonal 2 times\nknight now moves step any without taking",
    // Zones.
    "bishop now moves slide diagonal to rank 1 to 4",
    "rook now moves slide orthogonal from rank 1 to 3",
    "queen also moves leap 1 2 from rank 5 to 8",
    // Rights taken away.
    "pawn cannot move by double",
    "setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\" with passed and clock\nrook cannot move by castling",
    "king now castles 3 squares with rook",
    "setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\" with passed and clock\npawn cannot move by double\nking cannot move by castling",
    // Several royal pieces, none, others.
    "royal also means queen",
    "queen is royal",
    "royal now means rook\nallow suicide",
    "allow danger",
    "allow danger\nallow suicide",
    // Promotions.
    "pawn now promotes on rank 6 to queen or king",
    "knight also promotes on rank 8 to bishop",
    "pawn also promotes on rank 8 to king",
    "pawn now promotes on rank 3 to 8 to knight",
    // Numbers of the game, and ends by them.
    "fact plies on game = 3\nwhen turn ends, plies becomes plies + 1\ndraw by length if plies > 40",
    "fact bold on game\nplayer loses by count if number of own pawn < 3",
    "own side wins by race if some own king is on rank 4",
    "draw by dark if no pawn is on dark",
    // Passing.
    "pawn now moves step forward 2 times from rank 2 to 3 without taking by double",
    "pawn cannot move by double\nknight also moves step forward 2 times without taking by double\nwhen knight moves by double, trail becomes passed",
];

#[test]
fn games_of_one_difference_are_the_same_by_both() {
    let mut refused = Vec::new();
    for sentences in GAMES_OF_ONE_DIFFERENCE {
        let library = library("chess", Some(sentences));
        let fast = Fast::new(Arc::new(library.clone()));
        let plain = Prepared::by(library.clone(), Evaluator::Plain)
            .unwrap_or_else(|told| panic!("{sentences}: {told:#?}"));
        if let Err(refusal) = &fast.plan(&plain.setup).quick {
            refused.push(format!("{sentences}: {}", refusal.what));
            continue;
        }
        Both::by(sentences, library).play(3, 60);
    }
    // Where a rook is royal, castling is barred to it too, as the partner: that is left to the plain evaluator.
    assert_eq!(refused, ["royal now means rook\nallow suicide: a castling that is barred to the partner"]);
}

#[test]
fn all_ways_to_count_come_to_the_same() {
    let counts = [
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862),
        ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238),
        ("capablanca", "", 3, 25228),
        ("los-alamos", "", 4, 14332),
    ];
    for (name, text, depth, nodes) in counts {
        let both = Both::of(name);
        let position = if text.is_empty() { both.plain.setup.clone() } else { both.read(text) };
        for counting in [Counting::Sets, Counting::Lists, Counting::Leaves] {
            let found = both.fast.perft_counting(&position, depth, counting);
            assert_eq!(found, Some(nodes), "{name} {text} {counting:?}");
        }
    }
}

#[test]
fn a_position_of_orthodox_chess_is_small() {
    assert!(size_of::<State<1, 8>>() < 256);
}

#[test]
fn the_largest_board_is_compiled() {
    let empty = ["16"; 14].join("/");
    let own = format!("board 16 by 16\nsetup \"r2qk2r8/{empty}/R2QK2R8 w - - 0 1\" with passed and clock");
    Both::by("chess", library("chess", Some(&own))).play(2, 20);
}
