//! Positions, turns and games as text, in games that the rule files define.
#![allow(clippy::unwrap_used, clippy::panic)]

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::{Prepared, Refused, record};
use rulemate_interpreter::ids::{SideId, Square};
use rulemate_interpreter::notation::{canonical, coordinate, fen, pgn, san};
use rulemate_interpreter::position::{Left, Mark, Piece, Place, Position, Value};
use rulemate_interpreter::shelf::{RuleText, Shelf, load};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The rule files of the repository, and one of this test's own.
struct Files;

const CARRYING: &str = r#"game "Carrying" extends "chess"
fact injured on pieces for 1 own turn
fact haul on sides = 0
fact weather on game is number
fact dug on squares for 2 enemy turns
fact way on pieces is direction
fact friend on pieces is piece
fact facing on pieces is direction = forward
fact slants on game is direction = forward diagonal
piece (lost) "X" moves step any
when piece is taken, it becomes injured
when piece moves { way of it becomes heading; friend of it becomes piece near it; facing of it becomes forward }
before turn if weather = 99, put own king onto e4
when piece moves, for each p in piece near it, put p onto it
when rook moves, trail becomes dug
when lost takes piece, put target in own hand
when lost castles { own side wins }
when king castles { draw }
"#;

const LOADS: &str = r#"game "Loads" extends "chess"
piece cart "C" moves step any
piece barge "G" moves step any
when cart moves if no piece is on it, may choose p from own knight near it { put p onto it }
when barge moves, if number of piece on it < 3 { may choose p from own piece near it { put p onto it } }
when barge takes piece unless some piece is on it, put knight onto it
knight also moves step sideways onto own bishop
"#;

const DETOURS: &str = r#"game "Detours" extends "chess"
fact proud on pieces for 1 own turn
fact bought on pieces for 1 own turn
grown means piece except pawn except royal
pawn also acts by growing {
    it becomes rook
    if it is rook { it becomes proud; it becomes queen }
}
when grown takes piece unless it is bishop or knight, it becomes proud
when rook takes bishop, it becomes bishop
before knight is taken { it becomes bought; it becomes enemy }
"#;

const ISLAND: &str = r#"game "Island" extends "chess"
setup "4k3/8/8/8/8/8/8/4K3 w - - 0 1" with passed and clock
fact sunk on squares
file a or sunk square is not on board
king also acts by sinking { choose s from empty near it { s becomes sunk } }
"#;

const LASTING: &str = r#"game "Lasting" extends "chess"
fact hurt on pieces for 1 own turn
fact tired on pieces for 1 enemy turn
fact spent on pieces for 1 own turn
when piece is taken, it becomes hurt
when rook moves { it becomes tired; it becomes spent }
"#;

impl Shelf for Files {
    fn find(&self, name: &str) -> Option<RuleText> {
        let bytes = if name == "detours" {
            DETOURS.as_bytes().to_vec()
        } else if name == "island" {
            ISLAND.as_bytes().to_vec()
        } else if name == "lasting" {
            LASTING.as_bytes().to_vec()
        } else if name == "loads" {
            LOADS.as_bytes().to_vec()
        } else if name == "carrying" {
            CARRYING.replace("piece (lost)", "piece lost").replace("\"X\"", "\"Xy\"").into_bytes()
        } else {
            std::fs::read(folder().join(name).with_extension("rules")).ok()?
        };
        Some(RuleText { name: name.to_owned(), shown: format!("{name}.rules"), bytes })
    }

    fn games(&self) -> Vec<String> {
        vec!["chess".to_owned()]
    }

    fn deck(&self, _folder: &str) -> Vec<RuleText> {
        Vec::new()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
}

fn prepared(game: &str) -> Prepared {
    let loaded = load(&Files, game, &[]);
    assert!(loaded.is_sound(), "{:?}", loaded.diagnostics);
    Prepared::new(loaded.library).unwrap()
}

fn chess() -> &'static Prepared {
    static CHESS: OnceLock<Prepared> = OnceLock::new();
    CHESS.get_or_init(|| prepared("chess"))
}

fn read(prepared: &Prepared, text: &str) -> Position {
    fen::read(prepared.rules(), SourceId(0), text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

/// The text after a round through a position.
fn again(prepared: &Prepared, text: &str) -> String {
    let position = read(prepared, text);
    let written = fen::write(prepared.rules(), &position);
    assert_eq!(read(prepared, &written), position, "{text}");
    written
}

/// Code and underlined text of all that is wrong.
fn wrong(prepared: &Prepared, text: &str) -> Vec<String> {
    let wrong = fen::read(prepared.rules(), SourceId(0), text).expect_err(text);
    wrong
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.labels[0].place.span;
            format!("{} {}", diagnostic.code, &text[span.start as usize..span.end as usize])
        })
        .collect()
}

#[test]
fn plain_positions_come_back_as_they_are() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 40",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "4k3/8/8/8/8/8/8/1RR1KR2 w KC - 0 1",
    ] {
        assert_eq!(again(chess(), text), text);
    }
}

#[test]
fn castling_fields_of_all_sorts_are_read() {
    for (text, written) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1"),
        ("4k3/8/8/8/8/8/8/1RR1KR2 w BF - 0 1", "4k3/8/8/8/8/8/8/1RR1KR2 w KQ - 0 1"),
        ("2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1", "2rkr3/8/8/8/8/8/8/2RKR3 w KQkq - 0 1"),
    ] {
        assert_eq!(again(chess(), text), written);
    }
}

#[test]
fn a_passed_square_stands_only_where_it_can_be_used() {
    let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(again(chess(), text), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    // The pawn d4 is pinned to its king: nobody takes on e3.
    let pinned = "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1";
    assert_eq!(again(chess(), pinned), "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1");
}

#[test]
fn two_that_could_have_passed_need_the_suffix() {
    let berolina = prepared("berolina");
    let text = "4k3/8/8/8/1pP1P3/8/8/4K3 b - d3 0 1";
    assert_eq!(wrong(&berolina, text), ["R0806 d3"]);
    let told = "4k3/8/8/8/2PpP3/8/8/4K3 b - - 0 1 | square d3 (passed by e4)";
    assert_eq!(again(&berolina, told), told);
    let alone = "4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1";
    assert_eq!(again(&berolina, alone), alone);
}

#[test]
fn boards_of_other_sizes_and_short_texts() {
    let capablanca = prepared("capablanca");
    let text = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
    assert_eq!(again(&capablanca, text), text);
    let pawns = prepared("pawns-chess");
    let start = fen::write(pawns.rules(), &pawns.setup);
    assert!(start.contains("/(Ph)(Pb)"), "{start}");
    assert_eq!(again(&pawns, &start), start);
    assert_eq!(again(chess(), "4k3/8/8/8/8/8/8/4K3 w - -"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn no_piece_stands_on_a_square_that_is_missing() {
    let island = prepared("island");
    assert_eq!(wrong(&island, "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"), ["R0812 p", "R0812 R"]);
    assert_eq!(wrong(&island, "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1 | square g1 (sunk)"), ["R0812 R"]);
    for text in ["4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 | square g1 (sunk by e1)"]
    {
        assert_eq!(again(&island, text), text);
    }
    // What vanishes in play takes what stands there along, and the text that is written can be read.
    let mut game = island.game_at(SourceId(0), "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    game.play_text("e1@sinking,f1").unwrap();
    let text = game.position_text();
    assert_eq!(again(&island, &text), text);
}

#[test]
fn wrong_positions_are_refused_with_all_reasons() {
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", &["R0801 4k3/8/8/8/8/8/8/4K3"][..]),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", &["R0802 4k3/8/8/8/8/8/4K3"]),
        ("4k3/8/8/8/8/9/8/4K2 w - - 0 1", &["R0802 9", "R0802 4K2"]),
        ("4k3/8/8/8/8/8/8/4KZ2 w - - 0 1", &["R0803 Z"]),
        ("4k3/8/8/8/8/8/8/4K(R w - - 0 1", &["R0802 (R"]),
        ("4k3/8/8/8/8/8/8/4K3 x - - -1 0", &["R0804 x", "R0804 -1", "R0804 0"]),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", &["R0805 K", "R0805 Q"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KKx - 0 1", &["R0805 K", "R0805 x"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqHa - 0 1", &["R0805 H", "R0805 a"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | turn e1e2 and b decides", &["R0813 e1e2"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | turn =q and b decides", &["R0813 =q"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | over draw; over w wins", &["R0809 draw", "R0809 w"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | fresh e1; moved e1", &["R0809 e1"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | fresh", &["R0809 "]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | game (clock=-5)", &["R0811 clock"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | taken a5 P", &["R0812 taken a5"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | hand w q", &["R0812 q", "R0812 q"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | hand w Q", &["R0812 Q"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | over w wins", &["R0809 w"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | over w wins by mate", &["R0809 w"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | barred e1e2", &["R0813 e1e2"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 |", &["R0809 "]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | game (clock=3);; what", &["R0809 ", "R0809 what"]),
        ("4k3/8/8/8/8/8/4P3/4K3 b - e3 0 1", &["R0806 e3"]),
        ("4k3/8/8/8/8/8/4P3/4K3 b - k3 0 1", &["R0806 k3"]),
        ("8/8/8/8/8/8/8/4K3 w K - 0 1", &["R0807 8/8/8/8/8/8/8/4K3", "R0805 K"]),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", &["R0807 4k3/8/8/8/8/8/8/3KK3"]),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &["R0808 4k3/8/8/8/8/8/4R3/4K3"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | what", &["R0809 what"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | events x:w", &["R0810 x"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | game (clok=1)", &["R0811 clok"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | on a1 P", &["R0812 a1"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | turn Ke2 and b decides", &["R0813 Ke2"]),
        // What is wrong behind the fields does not hide what is wrong in them, and the reverse.
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1 | on a2 P", &["R0805 K", "R0812 a2"]),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w Q - 0 1 | on a2 P",
            &["R0808 4k3/8/8/8/8/8/4R3/4K3", "R0805 Q", "R0812 a2"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - x 1 | taken a5 P; what",
            &["R0805 K", "R0804 x", "R0812 taken a5", "R0809 what"],
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1 | turn e1e2 and b decides", &["R0804 -1", "R0813 e1e2"]),
        // What is passed: not by the player's own piece, not where nothing takes, not twice, not by nobody.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1 | square e3 (passed by d4)", &["R0811 passed"]),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1 | square a3 (passed by e4)", &["R0811 passed"]),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1 | square e3 (passed)", &["R0811 passed"]),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 | square e3 (passed by e4)", &["R0806 e3"]),
        ("4k3/8/8/8/3pPP2/8/8/4K3 b - e3 0 1 | square f3 (passed by f4)", &["R0806 e3", "R0811 passed"]),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1 | square e3 (passed by e4 for 0 b turns)", &["R0811 0 b turns"]),
    ] {
        assert_eq!(wrong(chess(), text), expected, "{text}");
    }
}

#[test]
fn who_could_take_a_royal_piece_is_named() {
    for (text, by) in [
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", " by the rook on e2"),
        ("4k3/8/8/8/8/8/4K2q/8 b - - 0 1", " by the queen on h2"),
    ] {
        let wrong = fen::read(chess().rules(), SourceId(0), text).expect_err(text);
        assert!(wrong[0].message.ends_with(by), "{}", wrong[0].message);
    }
}

#[test]
fn counters_beyond_range_say_how_far_they_go() {
    let help = |text: &str| {
        let wrong = fen::read(chess().rules(), SourceId(0), text).expect_err(text);
        wrong.into_iter().map(|each| each.help.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(
        help("4k3/8/8/8/8/8/8/4K3 w - - 2147483648 99999999999999999999"),
        ["write a number from 0 to 2147483647", "write a number from 1 to 4294967295"]
    );
    assert_eq!(
        help("4k3/8/8/8/8/8/8/4K3 w - - -1 0"),
        ["write a number from 0 on", "write a number from 1 on"]
    );
    let at_most = "4k3/8/8/8/8/8/8/4K3 w - - 2147483647 4294967295";
    let mut game = chess().game_at(SourceId(0), at_most).unwrap();
    game.play_text("e1e2").unwrap();
    game.play_text("e8e7").unwrap();
    let text = game.position_text();
    assert_eq!(again(chess(), &text), text);
}

#[test]
fn facts_that_cannot_be_read_do_not_hide_the_others() {
    let carrying = prepared("carrying");
    let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | taken e4 P(injured for 3 w turns); taken e5 P";
    assert_eq!(wrong(&carrying, text), ["R0811 3 w turns", "R0812 taken e5"]);
    let ended = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | taken e4 P(injured=no)";
    assert_eq!(wrong(&carrying, ended), ["R0812 taken e4"]);
    let unset = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | taken e4 P(injured)";
    assert_eq!(again(&carrying, unset), unset);
}

#[test]
fn no_text_panics() {
    let pieces = [
        "4k3",
        "8",
        "(",
        ")",
        "|",
        "/",
        " ",
        ";",
        "w",
        "-",
        "events",
        "on",
        "e4",
        "é",
        "\u{0}",
        "99999999999",
        "P[",
        "]",
        "(x=",
        "hand",
        "turn",
        ",",
    ];
    for a in pieces {
        for b in pieces {
            for c in pieces {
                let text = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1{a}{b}{c}");
                let _ = fen::read(chess().rules(), SourceId(0), &text);
                let _ = fen::read(chess().rules(), SourceId(0), &format!("{a}{b}{c}"));
                let _ = pgn::read(SourceId(0), &text);
            }
        }
    }
}

#[test]
fn whatever_a_position_has_comes_back() {
    let carrying = prepared("carrying");
    for text in [
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | on a1 N, P",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | on a1 R[B, p]",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | hand w Q, Q, N; hand b p",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | held d5 Xy; taken e4 P(injured), n(injured)",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | piece a1 (way=forward-left); side b (haul=2); game (weather=-3)",
        "4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | square e4 (dug for 1 b turn)",
        "4k3/8/8/8/8/8/8/R3K3 b - - 0 1 | square e4 (dug by a1)",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | on a1 P; hand b p(friend=(a1 a1.1)); piece e1 (friend=hand:b.1)",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | over b wins by mate",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | over draw",
    ] {
        assert_eq!(again(&carrying, text), text);
    }
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | turn a1a2,c1 and b decides", "R0813 a1a2,c1"),
        (
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | turn a1a2xa2~double stands and chance decides",
            "R0813 a1a2xa2~double",
        ),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | taken e4 P(injured for 0 w turns)", "R0811 0 w turns"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | taken e4 P(injured for 9 w turns)", "R0811 9 w turns"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | side w (haul=x)", "R0811 x"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | side w (haul)", "R0811 haul"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | side q (haul=1)", "R0812 q"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | side w (haul=1, haul=2)", "R0811 haul"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | piece e5 (injured)", "R0812 e5"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | piece a1 (friend=e5)", "R0811 e5"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | hand w Z", "R0803 Z"),
    ] {
        assert_eq!(wrong(&carrying, text), [expected], "{text}");
    }
}

/// What pieces bear, and where they are, must be something that play can come to.
#[test]
fn what_no_rule_brings_about_is_refused() {
    let pawns = prepared("pawns-chess");
    let at = |suffix: &str| format!("4k3/8/8/8/8/8/3(Pa)(Pe)3/R2(Ph)K3 w - - 0 1 | {suffix}");
    for (suffix, expected) in [
        ("held d5 Ps", "R0812 held d5"),
        ("taken d3 K(nurse=e2)", "R0807 4k3/8/8/8/8/8/3(Pa)(Pe)3/R2(Ph)K3"),
        ("taken d3 N(nurse=())", "R0812 taken d3"),
        ("piece e1 (reloading)", "R0811 reloading"),
        ("piece e2 (daring)", "R0811 daring"),
        ("piece d2 (exposed)", "R0811 exposed"),
        ("piece d2 (weary)", "R0811 weary"),
        ("piece d2 (reloading for 1 b turn)", "R0811 1 b turn"),
    ] {
        assert_eq!(wrong(&pawns, &at(suffix)), [expected], "{suffix}");
    }
    // A piece takes along what it bears when it promotes; a king has been a Hero.
    for suffix in [
        "piece d2 (reloading)",
        "piece a1 (weary)",
        "piece e1 (daring)",
        "taken d3 Ps(nurse=e2)",
        "taken d3 N(nurse=e2), P(nurse=e2)",
        "taken d3 Pe(nurse=e2, weary); taken e3 N(nurse=(e2 taken:d3.1))",
    ] {
        assert_eq!(again(&pawns, &at(suffix)), at(suffix));
    }
}

/// What a piece carries must be something that the rules put onto it, and not more than they do.
#[test]
fn nobody_carries_what_no_rule_puts_onto_it() {
    let loads = prepared("loads");
    let at = |suffix: &str| format!("4k3/8/8/8/8/8/P7/CN1GKB2 w - - 0 1 | {suffix}");
    for suffix in
        ["on a1 N", "on d1 N, N, P", "on d1 N, C[N]", "on f1 N, N, N, N", "on a1 N; on d1 N, P; on f1 N"]
    {
        assert_eq!(again(&loads, &at(suffix)), at(suffix));
    }
    for (suffix, expected) in [
        // A cart takes up a knight when it carries nothing.
        ("on a1 N, N", &["R0812 N"][..]),
        ("on a1 N; on a1 N", &["R0812 N"]),
        ("on a1 P", &["R0812 P"]),
        ("on a1 n", &["R0812 n"]),
        // A barge takes up one of its side as long as it has two at most.
        ("on d1 N, N, N, P", &["R0812 P"]),
        ("on d1 N, p", &["R0812 p"]),
        // Only knights go onto bishops, and nothing goes onto others.
        ("on f1 P", &["R0812 P"]),
        ("on a2 N", &["R0812 N"]),
        ("on b1 P; on e1 N", &["R0812 P", "R0812 N"]),
        ("on a1 N[P]", &["R0812 P"]),
        ("on d1 C[N, N]", &["R0812 N"]),
    ] {
        assert_eq!(wrong(&loads, &at(suffix)), expected, "{suffix}");
    }
}

/// What the last turn cannot have set, and would have ended if it had been there before, is over.
#[test]
fn what_has_expired_is_refused() {
    let lasting = prepared("lasting");
    let at = |suffix: &str| format!("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1 | {suffix}");
    // White's knight was taken in Black's turn; rooks are spent by their own last turn; Black's has just moved.
    for suffix in ["taken d5 N(hurt)", "piece a1 (spent)", "piece a8 (spent)", "piece a8 (tired)"] {
        assert_eq!(again(&lasting, &at(suffix)), at(suffix));
    }
    for (suffix, expected) in [("taken d5 n(hurt)", "R0811 hurt"), ("piece a1 (tired)", "R0811 tired")] {
        assert_eq!(wrong(&lasting, &at(suffix)), [expected], "{suffix}");
    }
}

/// Who is said to have set a fact on a square must have been able to.
#[test]
fn nobody_has_passed_who_cannot_have() {
    let at = |rank: &str, suffix: &str| format!("4k3/8/8/8/2PpP3/8/{rank}/4K2R b - - 0 1 | {suffix}");
    let told = |game: &Prepared, rank: &str, suffix: &str| wrong(game, &at(rank, suffix));
    let berolina = prepared("berolina");
    // Berolina pawns have come from c2 to e4 or from e2 to c4, over d3.
    for by in ["c4", "e4"] {
        let text = at("8", &format!("square d3 (passed by {by})"));
        assert_eq!(again(&berolina, &text), text);
    }
    assert_eq!(told(&berolina, "2P5", "square d3 (passed by e4)"), ["R0811 e4"]);
    assert_eq!(told(&berolina, "8", "square d3 (passed by h1)"), ["R0811 h1"]);
    // Orthodox pawns have passed what is behind them, from where nothing stands now.
    assert_eq!(again(chess(), &at("8", "square e3 (passed by e4)")), "4k3/8/8/8/2PpP3/8/8/4K2R b - e3 0 1");
    assert_eq!(told(chess(), "4P3", "square e3 (passed by e4)"), ["R0811 e4"]);
    for by in ["c4", "h1", "e1"] {
        assert_eq!(told(chess(), "8", &format!("square e3 (passed by {by})")), [format!("R0811 {by}")]);
    }
    // Whose turn sets it, and for how long, is all that is known of other facts.
    let carrying = prepared("carrying");
    assert_eq!(wrong(&carrying, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | side w (haul=1 by a1)"), ["R0811 a1"]);
}

/// What a block has made of a piece before it sets a fact, and what may change sides, is not refused.
#[test]
fn what_rules_bring_about_by_detours_is_read() {
    let game = |name: &str| prepared(name);
    let detours = game("detours");
    let at = |suffix: &str| format!("4k3/8/8/8/8/8/P7/RN2KB2 w - - 0 1 | {suffix}");
    for suffix in [
        "piece a1 (proud)",
        "piece b1 (bought for 1 b turn)",
        "piece f1 (proud)",
        "taken e4 q(proud), n(bought for 1 w turn)",
    ] {
        assert_eq!(again(&detours, &at(suffix)), at(suffix));
    }
    for (suffix, expected) in [("piece a2 (proud)", "R0811 proud"), ("piece e1 (bought)", "R0811 bought")] {
        assert_eq!(wrong(&detours, &at(suffix)), [expected], "{suffix}");
    }
}

#[test]
fn what_no_rule_tells_apart_has_one_form() {
    let carrying = prepared("carrying");
    let rules = carrying.rules();
    let plain = read(&carrying, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let mut other = Position::empty();
    // The same pieces in another order, one that is gone, one that was taken, and facts as they are unset.
    let gone = Piece {
        owner: SideId(1),
        kind: plain.pieces[0].kind,
        place: Place::Gone,
        fresh: true,
        facts: Vec::new(),
    };
    let taken = Piece { place: Place::Taken(Square::at(0, 0)), ..gone.clone() };
    other.add(gone);
    for piece in plain.pieces.iter().rev() {
        other.add(piece.clone());
    }
    other.add(taken);
    let haul = plain_fact(&carrying, "haul");
    let mark = Mark { value: Value::Number(0), maker: None, left: Left::Always, revealed: false };
    other.sides.insert((haul, SideId(0)), mark);
    assert_eq!(canonical::canonical(rules, &other), plain);
    assert_eq!(canonical::identity(rules, &other), canonical::identity(rules, &plain));
}

/// What is set to what it would be unset, and what is said in another order, is the same.
#[test]
fn a_fact_that_says_what_it_would_unset_says_nothing() {
    let carrying = prepared("carrying");
    let at = |suffix: &str| format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1{suffix}");
    for suffix in [
        " | piece a1 (facing=forward)",
        " | game (slants=(forward-left forward-right))",
        " | game (slants=(forward-right forward-left))",
        " | side w (haul=0)",
    ] {
        assert_eq!(again(&carrying, &at(suffix)), at(""), "{suffix}");
    }
    let two = [" | piece a1 (way=(left forward))", " | piece a1 (way=(forward left))"];
    assert_eq!(again(&carrying, &at(two[0])), again(&carrying, &at(two[1])));
    let kept = at(" | piece a1 (facing=left)");
    assert_eq!(again(&carrying, &kept), kept);
}

fn plain_fact(prepared: &Prepared, name: &str) -> rulemate_interpreter::ids::FactId {
    let facts = &prepared.engine.library().facts;
    let at = facts.iter().position(|fact| fact.name == name).unwrap();
    rulemate_interpreter::ids::FactId::from_index(at)
}

#[test]
fn repetition_leaves_out_clock_and_number() {
    let mut game = chess().game();
    for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
        assert!(game.claims().is_empty());
        game.play_text(text).unwrap();
    }
    assert_eq!(game.repeats(), 3);
    assert_eq!(game.claims().len(), 2);
    let outcome = game.claim(None).unwrap();
    assert_eq!(game.outcome_text(&outcome), "draw by threefold");
    assert!(game.undo() && game.outcome().is_none());
}

/// What a text is read as in a position, in human form.
fn reads(position: &str, text: &str) -> String {
    let game = chess().game_at(SourceId(0), position).unwrap();
    match game.find(text) {
        Ok(turn) => san::write(game.rules(), game.position(), game.turns(), &turn),
        Err(Refused::Several { candidates, .. } | Refused::Waits { candidates, .. }) => {
            format!("several: {}", candidates.join(" "))
        }
        Err(Refused::Unknown { candidates, .. }) => format!("unknown: {}", candidates.join(" ")),
        Err(Refused::Illegal { reasons, .. }) => format!("illegal: {}", reasons.len()),
        Err(Refused::Over(_)) => "over".to_owned(),
    }
}

#[test]
fn a_square_alone_is_no_capture() {
    const FACING: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    for text in ["d5", "Pd5"] {
        let got = reads(FACING, text);
        assert!(got.starts_with("illegal") || got.starts_with("unknown"), "{text}: {got}");
    }
    assert_eq!(reads(FACING, "ed5"), "exd5");
}

#[test]
fn moves_are_read_leniently() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for text in ["Nf3", "g1f3", "Ng1f3", "Ng1-f3", "Nf3+", "Nf3!?", "nf3", "Ngf3", " Nf3 ", "Nxf3"] {
        assert_eq!(reads(START, text), "Nf3", "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!", "E2E4"] {
        assert_eq!(reads(START, text), "e4", "{text}");
    }
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["O-O", "0-0", "OO", "o-o", "e1g1", "e1h1", "O-O+"] {
        assert_eq!(reads(CASTLE, text), "O-O", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
        assert_eq!(reads(CASTLE, text), "O-O-O", "{text}");
    }
    const PROMOTION: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    for text in ["axb8=Q+", "axb8Q", "a7b8q", "ab8=Q", "axb=Q", "ab=q", "a7xb8=Q", "axb8(Q)", "bxb8"] {
        let expected = if text == "bxb8" { "illegal: 1" } else { "axb8=Q+" };
        let got = reads(PROMOTION, text);
        assert!(got == expected || (text == "bxb8" && !got.starts_with("axb8")), "{text}: {got}");
    }
    const PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "ed", "ed6", "exd", "e5d6", "e5xd6"] {
        assert_eq!(reads(PASSANT, text), "exd6", "{text}");
    }
    const TWO: &str = "4k3/8/8/8/8/8/8/N3KN2 w - - 0 1";
    assert_eq!(reads("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"), "several: Nbd2 Nfd2");
    assert!(reads(TWO, "Nz9").starts_with("unknown: "));
    assert_eq!(reads(TWO, "what is this"), "unknown: ");
    assert_eq!(reads(START, "Nf33"), "unknown: Nf3 Na3 Nc3 Nh3 f3");
    const BISHOP: &str = "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1";
    assert_eq!(reads(BISHOP, "bxc3"), "bxc3");
    assert_eq!(reads("4k3/8/8/8/8/2p5/1B6/4K3 w - - 0 1", "bxc3"), "Bxc3");
}

#[test]
fn moves_are_written_canonically_and_come_back() {
    for (position, expected) in [
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", &["Nbd2", "Nfd2"][..]),
        ("R7/8/8/4k3/8/8/8/R6K w - - 0 1", &["R1a5+", "R8a5+"]),
        ("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", &["Qee1", "Qh4e1", "Q1e1"]),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", &["Ra8#", "O-O-O"]),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", &["dxe3", "d3"]),
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", &["axb8=N", "axb8=Q+", "a8=R"]),
    ] {
        let game = chess().game_at(SourceId(0), position).unwrap();
        let sans = game.sans();
        for each in expected {
            assert!(sans.iter().any(|san| san == each), "{each} in {sans:?}");
        }
        let coordinates = coordinate::write_all(game.rules(), game.position(), game.turns());
        for ((turn, san), coordinate) in game.turns().iter().zip(&sans).zip(&coordinates) {
            assert_eq!(game.find(san).as_ref(), Ok(turn), "{san}");
            assert_eq!(game.find(coordinate).as_ref(), Ok(turn), "{coordinate}");
            let full = coordinate::write_full(game.rules(), game.position(), &turn.parts);
            assert_eq!(
                coordinate::read_full(game.rules(), game.position(), &full).as_ref(),
                Some(&turn.parts),
                "{full}"
            );
            assert_eq!(game.find(&full).as_ref(), Ok(turn), "{full}");
        }
    }
}

#[test]
fn castling_that_reads_like_a_step_names_the_partner() {
    let game = chess().game_at(SourceId(0), "4k3/8/8/8/8/8/8/5K1R w K - 0 1").unwrap();
    let coordinates = game.coordinates();
    assert!(coordinates.contains(&"f1h1".to_owned()) && coordinates.contains(&"f1g1".to_owned()));
    let castle = game.find("f1h1").unwrap();
    assert_eq!(game.find("O-O"), Ok(castle));
}

#[test]
fn games_are_recorded_and_read_again() {
    let mut game = chess().game();
    for text in "e4 e5 Nf3 Nc6 Bb5 a6 O-O".split(' ') {
        game.play_text(text).unwrap();
    }
    let text = record::write(&game, chess(), &[("White".to_owned(), "A \"quoted\" name".to_owned())]);
    assert!(
        text.contains("[Variant \"Chess\"]") && text.contains("[White \"A \\\"quoted\\\" name\"]"),
        "{text}"
    );
    assert!(text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *"), "{text}");
    let (games, wrong) = pgn::read(SourceId(0), &text);
    assert!(wrong.is_empty());
    assert_eq!(games[0].tag("white"), Some("A \"quoted\" name"));
    let back = record::play(chess(), SourceId(0), &games[0]).unwrap();
    assert_eq!(back.position_text(), game.position_text());

    let from = chess().game_at(SourceId(0), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").unwrap();
    let mut from = from;
    from.play_text("Kd7").unwrap();
    from.play_text("e4").unwrap();
    let text = record::write(&from, chess(), &[]);
    assert!(
        text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]") && text.contains("7... Kd7 8. e4 *"),
        "{text}"
    );
}

#[test]
fn pgn_passes_over_what_is_no_move() {
    let text = "[Event \"One\"]\n\n1. e4 {best [by test]} e5 $1 (1... c5 2. Nf3 (2. c3) d6) 2.Nf3! ; to the end\n% skipped\n2... Nc6 1/2-1/2\n\n[Event \"Two\"]\n\n1. d4 *\n";
    let (games, wrong) = pgn::read(SourceId(0), text);
    assert!(wrong.is_empty(), "{wrong:?}");
    let moves: Vec<Vec<&str>> =
        games.iter().map(|game| game.moves.iter().map(|each| each.text.as_str()).collect()).collect();
    assert_eq!(moves, [vec!["e4", "e5", "Nf3!", "Nc6"], vec!["d4"]]);
    assert_eq!(games[0].result.as_deref(), Some("1/2-1/2"));
    for broken in ["{ open", "(1. e4", "[Event \"x]\n", "1. e4 )"] {
        assert_eq!(pgn::read(SourceId(0), broken).1.len(), 1, "{broken}");
    }
}

#[test]
fn a_start_or_a_decision_in_a_record_says_which() {
    for (text, expected) in [
        ("{[%start]} 1. e4 *", "start"),
        ("{[%start ]} 1. e4 *", "start "),
        ("1. e4 {[%choice]} e5 *", "choice"),
        ("{[%clk 0:01] [%choice  ]} 1. e4 *", "choice  "),
    ] {
        let (_, wrong) = pgn::read(SourceId(0), text);
        let said = |span: rulemate_grammar::source::Span| &text[span.start as usize..span.end as usize];
        let told: Vec<&str> = wrong.iter().map(|each| said(each.labels[0].place.span)).collect();
        assert_eq!(told, [expected], "{text}");
    }
    let (games, wrong) = pgn::read(SourceId(0), "{[%start 45] [%clk 0:01]} 1. e4 {[%emt]} *");
    assert!(wrong.is_empty() && games[0].moves.len() == 2, "{wrong:?}");
}
