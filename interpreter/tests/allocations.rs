//! Nothing is allocated per move where turns of a compiled game are made and counted. The counter of allocations is that
//! of the thread, and this file has one test.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::play::perft::Counting;
use std::sync::Arc;

/// Positions, with the number of turns 3 and 4 deep that is published.
const POSITIONS: [(&str, u64, u64); 2] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8_902, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97_862, 4_085_603),
];

#[test]
fn counting_turns_allocates_nothing_per_move() {
    let base = games("chess");
    let base: Vec<(&str, &str)> = base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (library, _) = Files::new(&base, &[]).resolve();
    let plain = Prepared::by(library.clone(), Evaluator::Plain).unwrap();
    let fast = Fast::new(Arc::new(library));
    fast.set_first_position(plain.setup.clone());
    for (text, three, four) in POSITIONS {
        let position = fen::read(plain.rules(), SourceId(0), text).unwrap();
        for counting in [Counting::Lists, Counting::Leaves] {
            // Whatever is made once is made now.
            assert_eq!(fast.perft_counting(&position, 3, counting), Some(three));
            let allocated = |depth: u32, nodes: u64| {
                let mut found = None;
                let info =
                    allocation_counter::measure(|| found = fast.perft_counting(&position, depth, counting));
                assert_eq!(found, Some(nodes));
                info.count_total
            };
            let (shallow, deep) = (allocated(3, three), allocated(4, four));
            // A list of turns for each ply is all that a greater depth asks for.
            assert!(shallow > 0, "the counter does not count");
            assert!(deep <= shallow + 1, "{text} {counting:?}: {shallow}, then {deep} allocations");
            assert!(deep <= 16, "{text} {counting:?}: {deep} allocations");
        }
    }
}
