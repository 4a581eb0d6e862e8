//! What files made at random have found, at its smallest: chess with some sentences more, a position, and how many
//! turns there are by the manual. Imports `compare`, `rules`, `common`.

use crate::common::{Files, games};
use crate::compare::{Both, Seen};
use crate::rules::Made;

struct Found {
    /// What was wrong, and which side.
    what: &'static str,
    sentences: &'static str,
    position: &'static str,
    turns: usize,
}

const FOUND: &[Found] = &[
    Found {
        what: "who bears a fact since the move before in the same turn meets a demand for those who do: the compiled one",
        sentences: "fact hot on pieces for 1 own turn\nwhen rook takes, it becomes hot\n\
                    when rook takes, it may take once\nhot piece must take if it can",
        position: "7k/8/8/8/8/r2r4/8/R6K w - - 0 1",
        turns: 1,
    },
    Found {
        what: "who takes a carrier takes what it carries, here the own king: the compiled one",
        sentences: "when piece moves unless it is rook, put it onto enemy king",
        position: "B2k2N1/8/8/8/8/8/7n/1n6 b - - 1 2 | on d8 K[b]",
        turns: 11,
    },
    Found {
        what: "where an act takes was bounded as its side sees it, though the other chooses: the compiled one",
        sentences: "knight also acts by blast { enemy side chooses aim from rank 3 { take piece on aim } }",
        position: "k7/8/8/8/8/4K3/P3n3/8 w - - 0 1",
        turns: 4,
    },
    Found {
        what: "a board of which nothing is said had no squares: the compiled one",
        sentences: "side wins by feat if some a1 is on board",
        position: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        turns: 0,
    },
    Found {
        what: "a threat was looked for while one was looked for, without end: both",
        sentences: "rook also acts by watch { if some own royal is threatened { take enemy rook } }",
        position: "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1",
        turns: 15,
    },
    Found {
        what: "what was taken before a turn was remembered behind it: the plain one",
        sentences: "before turn, take own pawn\nking cannot move if some taken own pawn",
        position: "4k3/p7/8/8/8/8/8/4K3 w - - 0 1",
        turns: 5,
    },
    Found {
        what: "to set a number to what it is unset was a change: the plain one",
        sentences: "fact runs on sides = 2\nplayer also acts by trick { own runs becomes enemy runs }",
        position: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        turns: 5,
    },
    Found {
        what: "where a rule waits for arrivals was read as whom they take: the compiled one",
        sentences: "when rook arrives on own rook, forbid if it is rook",
        position: "4r2k/8/8/8/8/8/8/4K3 w - - 0 1",
        turns: 5,
    },
    Found {
        what: "a taking of the king that a law of level 0 forbids was a threat: the compiled one",
        sentences: "forbid peace if some king is taken",
        position: "4r2k/8/8/8/8/8/8/4K3 w - - 0 1",
        turns: 5,
    },
    Found {
        what: "a king that takes and so goes off the board was a threat: the compiled one",
        sentences: "when piece moves if heading is forward, put it in own hand",
        position: "8/8/8/8/2k5/8/1K6/8 w - - 0 1",
        turns: 7,
    },
    Found {
        what: "of a piece that there was not before the turn it was asked what it was then: the plain one",
        sentences: "when knight arrives if (it is fresh) before turn, put knight onto origin",
        position: "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        turns: 8,
    },
];

#[test]
fn what_was_found_stays_mended() {
    for Found { what, sentences, position, turns } in FOUND {
        let own = format!("game \"Made\" extends \"chess\"\n{sentences}");
        let mut base = games("chess");
        base.push(("made".to_owned(), own));
        let base: Vec<(&str, &str)> =
            base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (library, told) = Files::new(&base, &[]).resolve();
        assert!(told.is_empty(), "{what}: {told:#?}");
        let positions = vec![(*position).to_owned()];
        let made = Made { below: Some("chess"), games: Vec::new(), events: Vec::new(), positions };
        let both = Both::of(library, &made).unwrap();
        assert_eq!(both.first_turns(), *turns, "{what}");
        both.play(&mut Seen::default()).unwrap_or_else(|difference| panic!("{what}: {difference}"));
    }
}
