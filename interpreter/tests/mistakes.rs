//! Mistakes that authors make: each is told once, by the right code, at the right words, with the right help.

#![allow(clippy::type_complexity, clippy::unwrap_used)]

mod common;

use common::{Files, games};
use proptest::prelude::*;
use rulemate_grammar::diagnostic::Diagnostic;

/// An event on top of Event Chess: its text, and code, underlined text and a part of the help of what is told.
const MISTAKES: &[(&str, &[(&str, &str, &str)])] = &[
    ("horse also moves leap 1 2", &[("R0301", "horse", "`knight`")]),
    ("rook also moves step north", &[("R0301", "north", "`forward`")]),
    ("bishop moves step any", &[("R0501", "bishop", "`bishop also moves ...`")]),
    ("rook or bishop takes step any", &[("R0501", "rook or bishop", "also takes")]),
    ("bishop promotes on rank 8 to queen", &[("R0501", "bishop", "also promotes")]),
    ("when king moves, it may move", &[("R0601", "move", "`it may move once`")]),
    ("when king moves, it may move 3 times", &[]),
    ("when king takes, it may move", &[]),
    ("when king moves, it may take", &[]),
    ("when rook moves if it is rook or rank 8, remove it", &[("R0402", "rank 8", "`it is on rank 8`")]),
    (
        "rook cannot move unless own side is opened or continuing",
        &[("R0402", "continuing", "`continuing or own side is ...`")],
    ),
    ("rook cannot move unless continuing or own side is opened", &[]),
    ("forbid if own royal is threatened", &[("R0403", "own royal", "`some own royal`")]),
    ("forbid if own rook or own queen is threatened", &[("R0403", "own queen", "`each own queen`")]),
    ("forbid if (own rook or own queen) is threatened", &[("R0403", "(own rook or own queen)", "`some")]),
    ("rook cannot move if it can take enemy king", &[("R0214", "can take", "could take")]),
    (
        "secret fact pit on sides is square\nwhen event starts, for each side, side chooses s from empty { own pit becomes s }\nforbid if some piece is on enemy pit",
        &[("R0611", "enemy pit", "`after` rule")],
    ),
    (
        "sight means empty met by slide any from enemy queen\npiece can see piece on sight",
        &[("R0315", "sight", "fact that a rule sets")],
    ),
    (
        "a1a means own rook near b1b\nb1b means own rook near a1a\na1a cannot move",
        &[("R0315", "a1a", "take one of these words out")],
    ),
    ("when pawn moves, put knight onto e5", &[]),
    ("when pawn moves, put own knight onto e5", &[("R0416", "own knight", "`choose x from own knight")]),
    ("when pawn moves, put rook or knight onto e5", &[("R0416", "rook or knight", "choose x")]),
    ("when pawn moves, put it onto rank 3 or e4", &[("R0416", "rank 3 or e4", "choose s")]),
    ("den means e4\nwhen pawn moves, put own king onto den", &[]),
    ("when pawn moves, put it onto own rook", &[("R0416", "own rook", "choose x")]),
    ("when pawn moves, put knight in own hand", &[("R0607", "knight", "own knight")]),
    ("when pawn moves, swap it and own rook", &[("R0416", "own rook", "choose x")]),
    ("when pawn moves, swap it and piece on e4", &[]),
    ("when pawn moves, it becomes rook or knight", &[("R0416", "rook or knight", "choose k")]),
    ("forbid if rank of own rook = 1", &[("R0416", "own rook", "some own piece p with rank of p = 1")]),
    ("forbid if rank of own king = 1 or some own rook r with file of r = 1", &[]),
    (
        "fact load on pieces = 0\nwhen rook moves, load of own rook becomes 3\nforbid if load of own rook > 2",
        &[("R0416", "own rook", "load of p")],
    ),
    ("forbid if own enemy rook", &[("R0405", "own", "leave one of both out")]),
    ("forbid if own own rook", &[("R0405", "own", "leave one of both out")]),
    ("forbid if number of piece % 0 = 1", &[("R0417", "0", "% 2")]),
    ("forbid if a1", &[("R0418", "a1", "some piece is on a1")]),
    ("forbid if own side", &[("R0418", "own side", "has 1 piece")]),
    ("rook also moves step forward left", &[]),
    ("rook also moves step forward backward", &[("R0515", "forward backward", "forward or backward")]),
    ("rook bounces sideways diagonal", &[("R0515", "sideways diagonal", "sideways or diagonal")]),
    ("rook also moves (step any then step onward) any times", &[]),
    ("rook also moves step any or (slide onward then step any)", &[("R0516", "onward", "then step onward")]),
    ("forbid if some piece met by step onward from own king", &[("R0516", "onward", "then step onward")]),
    ("rook wraps onward", &[("R0510", "onward", "wraps sideways")]),
    ("piece rooks \"X\" moves step any", &[("R0317", "rooks", "more than an `s`")]),
    ("type \"a\"\ntype \"A\"", &[("R0710", "\"A\"", "leave one of both out")]),
    ("type \"a\"\nnot with \"a\"", &[("R0710", "\"a\"", "leave `not with` out")]),
    ("setting slow = no\nforbid if slow is yes", &[("R0411", "yes", "write `slow` alone")]),
    ("rook now moves slide any any times", &[("R0503", "any times", "leave `any times` out")]),
    ("own runs becomes 3", &[("R0228", "own runs becomes 3", "")]),
    ("fact runs on sides = 3\nwhen rook moves, runs becomes 2", &[("R0407", "runs", "`own runs`")]),
    (
        "fact tired on pieces\nwhen rook moves, own side becomes tired\ntired rook cannot move",
        &[("R0408", "tired", "")],
    ),
    ("when rook moves, it becomes knigth", &[("R0301", "knigth", "`knight`")]),
    ("when rook moves, it becomes rank 8", &[("R0414", "rank 8", "`put ... onto ...`")]),
    ("dark bishop cannot move", &[("R0405", "dark", "on dark")]),
    ("any rook cannot move", &[("R0405", "any", "leave `any` out")]),
    ("rook cannot move by sacrifise", &[("R0303", "sacrifise", "")]),
    ("pawn cannot move by duble", &[("R0303", "duble", "`double`")]),
    ("allow suiside", &[("R0304", "suiside", "`suicide`")]),
    ("fact passed on squares", &[]),
    ("fact tired on pieces\nfact tired on squares", &[("R0306", "tired", "take another name")]),
    ("officer means rook\nofficer cannot move", &[]),
    ("fact king on pieces", &[("R0306", "king", "take another name")]),
    ("every rook also moves step any", &[("R0301", "every", "leave it out")]),
    ("all rook also moves step any", &[("R0301", "all", "leave it out")]),
    ("rook also moves step forward 3 time", &[("R0301", "time", "`times`")]),
    (
        "king wins if it is on rank 8",
        &[("R0401", "king", "`side wins by NAME if some own king is on rank 8`")],
    ),
    (
        "fact runs on sides\nwhen rook moves, own runs becomes own runs + 1",
        &[("R0401", "own runs", "`fact runs on sides = 0`")],
    ),
    ("fact tired on pieces\nrook cannot move if tired", &[("R0615", "tired", "`if it is tired`")]),
    ("rook cannot move if castling", &[]),
    ("needs each side have 1 rook", &[("R0202", "have", "`has`")]),
    ("rook can move diagonal", &[("R0616", "diagonal", "`rook also moves step diagonal`")]),
    ("rook can pass own pawn if it takes", &[("R0617", "it takes", "unless it takes`")]),
    ("rook cannot stop on e4 unless it takes", &[]),
    ("piece rook \"Rr\" moves step any", &[("R0306", "rook", "also moves")]),
    ("minor means rook\nminor means bishop", &[("R0306", "minor", "now means")]),
    ("royal means queen", &[("R0306", "royal", "`royal now means ...`")]),
    ("royal now means queen", &[]),
    ("queen is royal", &[]),
    ("file i is not on board", &[("R0708", "file i", "")]),
    ("rook cannot stop on e9", &[("R0708", "e9", "")]),
    ("when turn ends, it becomes queen", &[("R0308", "it", "name the piece")]),
    ("draw by foo if heading is forward", &[("R0309", "heading", "rule about a move")]),
    (
        "when event starts, side chooses s from empty { remove piece on s }",
        &[("R0608", "side", "for each side")],
    ),
    ("when rook is taken, put it in hand", &[("R0607", "hand", "own hand")]),
    ("rook cannot take e4", &[("R0512", "e4", "piece on e4")]),
    ("king must see queen", &[("R0602", "see", "`move`, `take` or `act`")]),
    ("needs own side has 2 dragons", &[("R0301", "dragons", "declare it")]),
    ("needs each rook is fresh", &[]),
    ("needs each side has 2 e4", &[]),
    ("when before turn { draw }", &[("R0200", "", "")]),
    ("player cannot move", &[("R0401", "player", "")]),
    ("white rook cannot move", &[]),
    ("rook cannot move if player is white", &[]),
    ("rook cannot move if side of it is enemy", &[]),
    ("strong of p means own rook near p\nrook cannot stop on strong of e4", &[]),
    ("twice of n means n + n\nrook cannot stop if length > twice of 2", &[]),
    ("near-by of k means number of own k\nrook cannot move if near-by of pawn > 3", &[]),
    ("king also acts by change { choose k from rook or queen { it becomes k } }", &[]),
    ("king also acts by change { choose k from rook, queen { it becomes k } }", &[]),
    ("king also acts by rout { choose p from rook or queen { take p } }", &[]),
    ("rook is pawn", &[("R0314", "pawn", "is pawn")]),
    ("fact tired on pieces\nrook is tired", &[("R0314", "tired", "`when ..., rook becomes tired`")]),
    ("castling means own king", &[("R0307", "castling", "another name")]),
    ("forbid if each own rook", &[("R0404", "each own rook", "`some own rook`")]),
    ("rook cannot pass own e4", &[("R0406", "own", "leave `own` out")]),
    ("game2 cannot move", &[("R0301", "game2", "")]),
    ("after rook moves, it may move once", &[("R0603", "move", "inside the turn")]),
    ("after rook moves, forbid if it is on rank 8", &[]),
    ("rook also moves slide any onto piece { put target onto origin }", &[]),
    ("rook cannot stop on target", &[]),
    ("rook also castles 2 squares with king", &[]),
    ("side may draw by agreement", &[("R0228", "", "")]),
];

fn event(text: &str) -> Files {
    let chain = games("event-chess");
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Files::new(&games, &[("block", &format!("event \"Block\"\n{text}"))])
}

#[test]
fn each_mistake_is_told_once_at_its_words() {
    let mut wrong = Vec::new();
    for (text, expected) in MISTAKES {
        let files = event(text);
        let mut told = files.told.clone();
        told.extend(files.resolve().1);
        // What is declared alone here is not used.
        told.retain(|diagnostic| !matches!(diagnostic.code, "R0612" | "R0613" | "R0614"));
        let found: Vec<(&str, &str)> = told
            .iter()
            .map(|diagnostic| {
                let place = diagnostic.labels[0].place;
                (diagnostic.code, files.sources.get(place.source).slice(place.span))
            })
            .collect();
        let fits = found.len() == expected.len()
            && found.iter().zip(*expected).zip(&told).all(|(((code, mark), (wanted, words, help)), told)| {
                code == wanted
                    && (mark == words || (wanted.starts_with("R02") && words.is_empty()))
                    && told.help.as_deref().unwrap_or("").contains(help)
            });
        if !fits {
            wrong.push(format!("{text}\n    wanted {expected:?}\n    told {:#?}", files.rendered(&told)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words that sentences are made of.
const WORDS: &[&str] = &[
    "rook",
    "own",
    "enemy",
    "piece",
    "another",
    "it",
    "taken",
    "setup",
    "royal",
    "board",
    "forward",
    "any",
    "left",
    "trail",
    "target",
    "origin",
    "heading",
    "empty",
    "side",
    "player",
    "kind",
    "hand",
    "of",
    "rank",
    "file",
    "1",
    "9",
    "e4",
    "number",
    "passed",
    "clock",
    "opened",
    "haul",
    "missing",
    "home",
    "dark",
    "is",
    "not",
    "on",
    "near",
    "within",
    "that",
    "with",
    "x",
    "if",
    "unless",
    "and",
    "or",
    "except",
    "each",
    "some",
    "no",
    "has",
    "can",
    "cannot",
    "must",
    "may",
    "move",
    "take",
    "moves",
    "takes",
    "also",
    "now",
    "step",
    "slide",
    "leap",
    "like",
    "then",
    "(",
    ")",
    "{",
    "}",
    ",",
    "\n",
    "when",
    "after",
    "before",
    "turn",
    "ends",
    "becomes",
    "choose",
    "from",
    "put",
    "onto",
    "in",
    "means",
    "fact",
    "squares",
    "pieces",
    "=",
    "<",
    "+",
    "could",
    "threatened",
    "by",
    "double",
    "for",
    "to",
    "acts",
    "promotes",
    "castles",
    "\"zB\"",
    "\"K\"",
    "event",
    "starts",
    "secret",
    "game",
    "repeats",
    "continuing",
    "swap",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn nothing_that_somebody_writes_breaks_the_reader(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 1..40),
    ) {
        let files = event(&words.join(" "));
        let _ = files.resolve();
    }
}

#[test]
fn files_cut_short_and_sentences_shuffled_break_nothing() {
    let text = common::text("rules/pawns-chess.rules");
    let body: Vec<&str> = text.lines().skip(4).collect();
    for cut in (0..text.len()).step_by(37).filter(|cut| text.is_char_boundary(*cut)) {
        let _ = event(&text[..cut]).resolve();
    }
    for start in 0..body.len() {
        let turned: Vec<&str> = body[start..].iter().chain(&body[..start]).copied().collect();
        let _ = event(&turned.join("\n")).resolve();
    }
}

#[test]
fn words_stand_as_deep_as_they_may_and_long_chains_and_circles_are_told() {
    let links = |count: usize| -> String {
        (0..count).map(|link| format!("word{link} means word{} except rook\n", link + 1)).collect()
    };
    let chain = |count: usize| {
        event(&format!("{}word{count} means own rook\nword0 cannot move", links(count))).resolve().1
    };
    let codes = |told: Vec<Diagnostic>| told.iter().map(|told| told.code).collect::<Vec<_>>();
    // 64 words, the last of which stands on none.
    assert!(chain(63).is_empty());
    assert_eq!(codes(chain(64)), ["R0620"]);
    assert_eq!(codes(chain(2000)), ["R0620"]);
    let circle = event(&format!("{}word2000 means word0", links(2000)));
    assert_eq!(codes(circle.resolve().1), ["R0315"]);
    // 2 to the 16th words are looked up, and to the 17th.
    let doubling = |count: usize| {
        let links: String =
            (0..count).map(|link| format!("word{link} means word{0} or word{0}\n", link + 1)).collect();
        event(&format!("{links}word{count} means own rook\nword0 cannot move")).resolve().1
    };
    assert!(doubling(15).is_empty());
    assert_eq!(codes(doubling(16)), ["R0620"]);
}

#[test]
fn what_a_game_is_made_of_is_said_once() {
    for (text, words) in [
        ("board 8 by 8\nboard 3 by 3\nsides white and black", "board 3 by 3"),
        ("sides white and black\nsides red and blue", "sides red and blue"),
        ("deck \"events\"\ndeck \"others\"", "deck \"others\""),
        (
            "setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\nsetup \"k7/8/8/8/8/8/8/4K3 w - - 0 1\"",
            "setup \"k7/8/8/8/8/8/8/4K3 w - - 0 1\"",
        ),
    ] {
        let mut chain = games("chess");
        chain.push(("twice".to_owned(), format!("game \"Twice\" extends \"chess\"\n{text}")));
        let chain: Vec<(&str, &str)> =
            chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let files = Files::new(&chain, &[]);
        let told = files.resolve().1;
        let told: Vec<&Diagnostic> = told.iter().filter(|told| told.code == "R0710").collect();
        assert_eq!(told.len(), 1, "{text}");
        let at = |label: usize| {
            let place = told[0].labels[label].place;
            files.sources.get(place.source).slice(place.span)
        };
        assert_eq!(at(0), words);
        assert_eq!(text.lines().find(|line| line.split(' ').next() == words.split(' ').next()), Some(at(1)));
    }
}

#[test]
fn a_sentence_that_goes_through_too_many_sets_is_told_of() {
    let terms = |count: usize| vec!["each b1=b1"; count].join(" or ");
    let effect = format!("if {},draw\n", terms(300));
    let of = |effects: usize| {
        let files = event(&format!("when turn ends {{\n{}}}", effect.repeat(effects)));
        assert!(files.told.is_empty(), "{:#?}", files.told.first());
        files.resolve().1.iter().map(|told| told.code).collect::<Vec<_>>()
    };
    assert!(of(2).is_empty());
    assert_eq!(of(219), ["R0318"]);
}
