//! Compiled rules and the plain evaluator say the same: turns, next positions, ends.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::notation::{Rules, canonical, coordinate, fen};
use rulemate_interpreter::play::perft::Counting;
use rulemate_interpreter::position::Position;
use std::sync::Arc;

/// A game by both evaluators.
struct Both {
    plain: Prepared,
    fast: Fast,
}

impl Both {
    fn of(name: &str) -> Both {
        let base = games(name);
        let base: Vec<(&str, &str)> = base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (library, told) = Files::new(&base, &[]).resolve();
        assert!(told.is_empty(), "{told:#?}");
        let plain = Prepared::new(library.clone()).unwrap();
        let fast = Fast::new(Arc::new(library));
        fast.set_first_position(plain.setup.clone());
        if let Err(refusal) = &*fast.plan(&plain.setup) {
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

#[test]
fn random_games_are_the_same_by_both() {
    for name in ["chess", "berolina", "capablanca", "knightmate", "los-alamos"] {
        let both = Both::of(name);
        let mut random = 1;
        for _ in 0..6 {
            let mut position = both.plain.setup.clone();
            for _ in 0..90 {
                let Some(next) = both.compare(&position, &mut random) else { break };
                position = next;
            }
        }
    }
}

#[test]
fn known_counts_come_out() {
    let counts = [
        ("chess", "", 5, 4_865_609),
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        (
            "chess",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            4,
            3_894_594,
        ),
        ("capablanca", "", 4, 805_128),
        ("berolina", "", 4, 882_717),
        ("knightmate", "", 5, 3_249_033),
        ("los-alamos", "", 5, 191_846),
    ];
    for (name, text, depth, nodes) in counts {
        let both = Both::of(name);
        let position = if text.is_empty() { both.plain.setup.clone() } else { both.read(text) };
        for counting in [Counting::Sets, Counting::Lists, Counting::Leaves] {
            assert_eq!(
                both.fast.perft(&position, depth, counting),
                Some(nodes),
                "{name} {text} {counting:?}"
            );
        }
    }
}
