//! Whole sessions at the terminal: starts by draw and by name, choices step by step, what is said wrongly, and turns
//! taken back.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, out};
use std::collections::BTreeSet;
use std::fs;

const BISHOPLESS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const FACING: &str = "event \"Facing\"\nnumber 29\nfact facing on pieces is direction = forward\n\
    when event starts, for each side, for each n in own knight, side chooses d from left, right { facing of n becomes d }\n\
    knight now moves slide facing of it\n";

/// The lines that are positions.
fn positions(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.contains(" w ") || line.contains(" b "))
        .filter(|line| line.contains('/'))
        .collect()
}

#[test]
fn wrong_starts_are_answered_and_nothing_is_lost() {
    let place = Place::new("starts-answered");
    place.write(
        "rival.rules",
        "event \"Rival\"\nnumber 50\ntype \"rook carrier\"\nknight also moves leap 1 3\n",
    );
    let args = ["play", "event-chess", "--deck", "36,45,rival.rules", "--position", BISHOPLESS];
    // Out of turn, unknown, under a condition that fails; twice, again by name, a rival of what is in force.
    let lines = "start 45:b\nposition\nstart 99\nstart ambulanc\nstart 36\nposition\nstart 45\nposition\nstart 45\n\
                 start\nposition\nKe2\nstart 50\nstart 45\nposition\nstart\nposition\nquit\n";
    let text = out(&place.typed(&args, lines));
    for said in [
        "`start 45:b` is illegal:\n  it is not the turn of black\n",
        "`start 99` is no legal move.\n  the deck has no event `99`; legal are for instance `start 45`, `start 50`\n",
        "`start ambulanc` is no legal move.\n  the deck has no event `ambulanc`; legal are for instance `start ambulance`\n",
        "`start 36` is illegal:\n  what it needs does not hold, by `each side has 2 bishops` at events/portals.rules:4\n",
        "`start 45` is illegal:\n  white may not start an event now, by `continuing or own side is opened`",
        "`start` is illegal:\n  white may not start an event now, by",
        "`start 50` is illegal:\n  it is of the type \"rook carrier\", as `Ambulance` is, which is in force, by `\"rook carrier\"` at rival.rules:3",
        "`start 45` is illegal:\n  `Ambulance` is in force already, by `event \"Ambulance\"`",
        "\n  `Ambulance`: `Ambulance` is in force already",
        "`start` is illegal:\n  `Portals`: what it needs does not hold",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let started = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | turn @opening,45 and w decides";
    let moved = "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1 | events ambulance:w; side w (opened)";
    // Nothing of the deck fits: Black keeps his right to start one.
    assert_eq!(positions(&text), [BISHOPLESS, BISHOPLESS, started, started, moved, moved], "{text}");
}

#[test]
fn a_draw_gives_only_what_may_start() {
    let place = Place::new("fits");
    let drawn = |seed: usize| {
        let seed = seed.to_string();
        let args = ["play", "event-chess", "--deck", "36,45,48", "--position", BISHOPLESS, "--seed", &seed];
        let text = out(&place.typed(&args, "start\nquit\n"));
        text.lines().find_map(|line| line.strip_prefix("chance: ")).unwrap().to_string()
    };
    let all: Vec<String> = (0..10).map(drawn).collect();
    let kinds: BTreeSet<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(kinds, BTreeSet::from(["45", "48"]), "{all:?}");
    assert_eq!(all[3], drawn(3));
}

#[test]
fn an_event_with_choices_starts_and_is_taken_back_as_one_turn() {
    let place = Place::new("one-turn");
    place.write("facing.rules", FACING);
    let fields = "4k1n1/8/8/8/3N4/8/8/4K3 w - - 0 1";
    let args = ["play", "event-chess", "--deck", "facing.rules", "--position", fields];
    // The draw, White's choice, a move that comes too early, Black's choice, the move; then all of it back.
    let lines = "start\nNf5\nright\nstart 29\nKd7\nleft\nNf4\nposition\nundo\nposition\nstart\nright\nundo\nposition\nquit\n";
    let text = out(&place.typed(&args, lines));
    for said in [
        "chance: 29\n",
        "in force: \"Facing\", started by white",
        "1. white> start\n",
        "`start 29` is illegal:\n  a decision is waited for first\n",
        "black decides> Kd7\n`Kd7` is not among the options: black has to decide first.\n  the options are `left`, `right`\n",
        "    piece d4 (facing=right)\n",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let moved = "4k1n1/8/8/8/5N2/8/8/4K3 b - - 1 1 | events facing:w; piece f4 (facing=right); piece g8 (facing=left); side w (opened)";
    assert_eq!(positions(&text), [moved, fields, fields], "{text}");
}

#[test]
fn the_deck_is_shown_at_the_board_by_number() {
    let place = Place::new("shown");
    let args = ["play", "event-chess", "--position", BISHOPLESS];
    let text = out(&place.typed(&args, "events\nquit\n"));
    for said in [
        " 36  portals  \"Portals\"\n     needs each side has 2 bishops\n",
        "     white may not start it:\n       what it needs does not hold, by `each side has 2 bishops` at events/portals.rules:4\n",
        " 45  ambulance  \"Ambulance\"\n     type \"rook carrier\"\n     needs each side has 1 rook\n     white may start it\n",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let at = |said: &str| text.find(said).unwrap();
    assert!(at(" 36  ") < at(" 45  ") && at(" 45  ") < at(" 48  "), "{text}");
}

#[test]
fn a_turn_of_several_moves_is_led_step_by_step() {
    let place = Place::new("steps");
    let args = ["play", "pawns-chess", "--position", "4k3/8/3p1p2/4p3/3(Pb)4/8/8/4K3 w - - 0 1"];
    let lines =
        "Pbxe5\nKd2\nxf6\nposition\nundo\nPbxe5\nd6\nposition\nundo\nd4e5\ncancel\nc3\nKe2\nposition\nquit\n";
    let text = out(&place.typed(&args, lines));
    for said in [
        "    which further move: Pbxd6, Pbxf6\nwhite, Pbxe5, which further move?> Kd2\n`Kd2` is not among the options",
        "`cancel` takes Pbxe5 back",
        "1. white> c3\nnothing stands on c3, and no piece of white can go there\n",
        "`Ke2` is illegal:\n  it does not do what must be done",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert_eq!(
        positions(&text),
        [
            "4k3/8/3p1(Pb)2/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/3(Pb)1p2/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/3p1p2/4p3/3(Pb)4/8/8/4K3 w - - 0 1"
        ],
        "{text}"
    );
}

#[test]
fn a_broken_event_is_named_and_left_out_of_the_game_that_is_played() {
    let place = Place::new("broken-played");
    fs::create_dir_all(place.folder.join("more/events")).unwrap();
    place.write("more/events/bad.rules", "event \"Bad\"\nnumber 99\nking now takes stepp any\n");
    let output = place.typed(&["play", "event-chess", "--rules", "more"], "start 99\nstart 45\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).contains("`more/events/bad.rules` is left out of the deck"), "{}", err(&output));
    let text = out(&output);
    assert!(
        text.contains("`start 99` is no legal move") && text.contains("in force: \"Ambulance\""),
        "{text}"
    );
    let output = place.typed(&["play", "event-chess", "--rules", "more", "--strict"], "quit\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("stepp"), "{}", err(&output));
}

#[test]
fn a_turn_that_brings_a_secret_to_light_is_taken_back_and_barred() {
    let place = Place::new("mined");
    place.write(
        "mines.rules",
        "event \"Mines\"\nnumber 1\nsecret fact mine on sides is square\n\
         when event starts, for each side, side chooses s from empty { own mine becomes s }\n\
         after piece arrives on enemy mine {\n  reveal enemy mine\n  forbid if it is royal\n  remove it\n}\n",
    );
    let args = ["play", "chess", "--events", "mines.rules", "--position", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"];
    let text = out(&place.typed(&args, "a5\ne2\nKe2\nposition\nKd2\nposition\nquit\n"));
    // White knows the mine that he has found, and his own; Black does not know White's.
    let found = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1 | events mines:w; side w (mine=a5); side b (mine=e2 revealed); barred e1e2\n";
    assert!(text.contains(found), "{text}");
    let stands = "4k3/p7/8/8/8/8/P2K4/8 b - - 1 1 | events mines:w; side b (mine=e2 revealed)\n";
    assert!(text.contains(stands), "{text}");
}

/// What is typed, and what is answered to it among other things.
fn answers(place: &Place, args: &[&str], lines: &[(&str, &str)]) {
    let typed: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    let output = place.typed(args, &format!("{}\nquit\n", typed.join("\n")));
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    let mut rest = text.as_str();
    for (line, said) in lines {
        let at = rest.find(&format!("> {line}\n")).unwrap_or_else(|| panic!("{line}: {text}"));
        rest = &rest[at + line.len() + 3..];
        let answer = rest.find("> ").map_or(rest, |end| &rest[..end]);
        assert!(answer.contains(said), "{line}: {said}: {answer}");
    }
}

#[test]
fn what_is_typed_wrongly_is_answered_by_what_may_have_been_meant() {
    let place = Place::new("meant-at-the-board");
    let none = "`moves` lists the legal moves, `help` what else can be typed";
    answers(
        &place,
        &["play", "chess"],
        &[
            ("e5", "nothing stands on e5, and no piece of white can go there"),
            ("e1", "the white king on e1 has no legal turn"),
            ("e7", "the black pawn on e7 has no turn: it is white's"),
            ("Ke9", "`e9` is no square of the board, which goes from a1 to h8"),
            ("castles", "castling is written `O-O` or `O-O-O`"),
            ("foo", "a move is written like `Na3` or `b1a3`"),
            ("foo", none),
            ("movs", "did you mean the command `moves`?"),
            ("e4", "."),
            ("UNDO", "."),
            ("undo", "nothing has been played"),
        ],
    );
    let castling = ["play", "chess", "--position", "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1"];
    answers(
        &place,
        &castling,
        &[
            ("Kc1", "legal are for instance `O-O-O`"),
            ("dxe6ep", "."),
            ("position", "r3k2r/8/4P3/8/8/8/8/R3K2R b KQkq - 0 1"),
            ("0-0", "."),
            ("position", "r4rk1/8/4P3/8/8/8/8/R3K2R w KQ - 1 2"),
        ],
    );
    let attacked = ["play", "chess", "--position", "4kr2/8/8/8/8/8/8/4K2R w K - 120 90"];
    answers(
        &place,
        &attacked,
        &[(
            "O-O",
            "it could only castle to g1, and the rook on f8 threatens f1, by `royal cannot move by castling",
        )],
    );
    let text = out(&place.typed(&attacked, "quit\n"));
    assert!(text.contains("    a draw can be claimed: `claim fifty-moves`\n"), "{text}");
    let text = out(&place.typed(&["play", "chess"], "quit\n"));
    assert!(!text.contains("can be claimed"), "{text}");
}

#[test]
fn a_kind_is_said_in_many_ways() {
    let place = Place::new("kinds");
    let args = ["play", "chess", "--position", "8/4P3/8/8/8/8/8/k3K3 w - - 0 1"];
    let queen = "4Q3/8/8/8/8/8/8/k3K3 b - - 0 1\n";
    let rook = "4R3/8/8/8/8/8/8/k3K3 b - - 0 1\n";
    for (said, after) in [
        ("Q", queen),
        ("q", queen),
        ("=Q", queen),
        ("e8=Q", queen),
        ("e8Q", queen),
        ("1", queen),
        ("2", rook),
        ("e7e8r", rook),
        ("rook", rook),
    ] {
        let text = out(&place.typed(&args, &format!("e8\n{said}\nposition\nquit\n")));
        assert!(text.contains("which kind: =Q, =R, =B, =N (or 1 to 4)"), "{text}");
        assert!(text.contains(after), "{said}: {text}");
    }
    let text = out(&place.typed(&args, "e8\n5\ne8=K\nquit\n"));
    assert_eq!(text.matches("is not among the options").count(), 2, "{text}");
}

#[test]
fn a_start_and_a_move_stand_in_one_line_and_a_title_in_quotes() {
    let place = Place::new("start-and-move");
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | events force-fields:w; side w (opened)\n";
    let args = ["play", "event-chess", "--deck", "48"];
    for lines in [
        "start \"Force Fields\"\ne4",
        "start \"Force Fields\" e4",
        "start 48 e4",
        "start Force Fields e4",
        "start e4",
        "start 48:w e4",
        "start 48, e4",
        "Start 48\ne4",
        "Start Force Fields, e4",
    ] {
        let text = out(&place.typed(&args, &format!("{lines}\nposition\nquit\n")));
        assert!(text.contains(after), "{lines}: {text}");
    }
    for play in ["start \"Force Fields\" e4", "1. start 48 e4", "start e4", "Start 48, e4"] {
        let value =
            common::json(&place.run(&["moves", "event-chess", "--deck", "48", "--play", play, "--json"]));
        assert_eq!(format!("{}\n", value["position"].as_str().unwrap()), after, "{play}");
    }
    let text = out(&place.typed(&args, "start 99 e4\nposition\nquit\n"));
    assert!(text.contains("`start 99 e4` is no legal move") && positions(&text).len() == 1, "{text}");
}

#[test]
fn many_options_are_shown_square_by_square() {
    let place = Place::new("many-options");
    place.write(
        "dig.rules",
        "event \"Dig\"\nnumber 5\nfact dug on squares\nwhen event starts, for each side, side chooses s from empty { \
         side chooses p from own piece { s becomes dug } }\n",
    );
    let args = ["play", "event-chess", "--deck", "dig.rules"];
    let text = out(&place.typed(&args, "start\nwhat\na3\nR@a1\nquit\n"));
    let squares = "    to be decided: which square, one of 32:\n      a3 b3 c3 d3 e3 f3 g3 h3 a4 ";
    assert!(text.contains(squares) && text.contains("which piece, one of 16:\n      R@a1 N@b1 "), "{text}");
    assert!(text.lines().filter(|line| line.starts_with("      ")).all(|line| line.len() <= 100), "{text}");
    assert!(text.contains("there are 512 options, as "), "{text}");
    assert!(text.contains("black decides> "), "{text}");
}

#[test]
fn what_is_no_line_is_passed_over_and_the_game_goes_on() {
    let place = Place::new("no-line");
    let long = "a".repeat(70_000);
    let text = out(&place.typed(&["play", "chess"], &format!("d4\n{long}\nd5\nposition\nquit\n")));
    assert!(text.contains("the line has more than 65536 bytes: it is passed over"), "{text}");
    assert_eq!(positions(&text), ["rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"]);
    place.write("typed", "");
    fs::write(place.folder.join("typed"), b"d4\n\xff\xfe\nd5\nposition\nquit\n").unwrap();
    let typed = fs::File::open(place.folder.join("typed")).unwrap();
    let output = place.command(&["play", "chess"]).stdin(typed).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    assert!(text.contains("this line is not UTF-8 text: it is passed over"), "{text}");
    assert_eq!(positions(&text).len(), 1, "{text}");
}

#[test]
fn a_program_plays_by_lines_of_json() {
    let place = Place::new("json-play");
    let output = place.typed(&["play", "chess", "--json"], "e4\nfoo\n\nmoves\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    let states: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(states.len(), 5);
    assert_eq!((&states[0]["who"], &states[0]["typed"]), (&"white".into(), &serde_json::Value::Null));
    assert_eq!(states[1]["position"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(states[1]["turns"].as_array().unwrap().len(), 20);
    assert_eq!(states[1]["messages"].as_array().unwrap().len(), 0);
    assert_eq!(
        (&states[2]["typed"], &states[2]["messages"][0]),
        (&"foo".into(), &"`foo` is no legal move.".into())
    );
    let at = ["--position", "8/4P3/8/8/8/8/8/k3K3 w - - 0 1"];
    let output = place.typed(&[&["play", "chess", "--json"], &at[..]].concat(), "e8\n");
    let last: serde_json::Value = serde_json::from_str(out(&output).lines().last().unwrap()).unwrap();
    assert_eq!(last["asks"], "e8, which kind?");
}
