//! Events that `--events` and scenarios put in force are set up there: what they do at their start, and what they let
//! the players choose.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};

/// Each knight faces where its side says, and slides there.
const FACING: &str = "event \"Facing\"\nnumber 29\nfact facing on pieces is direction = forward\n\
    when event starts, for each side, for each n in own knight, side chooses d from left, right { facing of n becomes d }\n\
    knight now moves slide facing of it\n";
/// The outer files are gone.
const NARROW: &str = "event \"Narrow\"\nnumber 83\ntype \"board\"\n\
    when event starts { push piece on file a toward file h }\nfile a is not on board\n";
/// Chance names a direction in which queens do not move.
const BARRED: &str = "event \"Barred\"\nnumber 105\nfact barred on game is direction\n\
    when event starts, chance chooses d from forward, backward { barred becomes d }\nqueen cannot move barred\n";

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.write("facing.rules", FACING);
    place.write("narrow.rules", NARROW);
    place.write("barred.rules", BARRED);
    place
}

fn position(place: &Place, args: &[&str]) -> String {
    let output = place.run(&[&["moves", "event-chess", "--json"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    json(&output)["position"].as_str().unwrap().to_string()
}

const KNIGHTS: &str = "4k1n1/8/8/8/3N4/8/8/4K3 w - - 0 1";

#[test]
fn what_an_event_lets_choose_is_waited_for() {
    let place = place("waits");
    let at = ["--position", KNIGHTS, "--events", "facing.rules"];
    let moves = |more: &[&str]| out(&place.run(&[&["moves", "event-chess"], &at[..], more].concat()));
    assert_eq!(moves(&[]), "left\tleft\nright\tright\n");
    // White has chosen, and Black chooses as he sees it.
    assert_eq!(moves(&["--play", "right"]), "left\tleft\nright\tright\n");
    let first = position(&place, &at);
    assert_eq!(first, format!("{KNIGHTS} | starting facing:w and w decides"));
    let second = position(&place, &[&at[..], &["--play", "right"]].concat());
    assert_eq!(second, format!("{KNIGHTS} | starting facing:w with right and b decides"));
    let last = position(&place, &[&at[..], &["--play", "right left"]].concat());
    assert_eq!(last, format!("{KNIGHTS} | events facing:w; piece d4 (facing=right); piece g8 (facing=left)"));
    // These texts are positions themselves.
    for text in [&first, &second, &last] {
        assert_eq!(position(&place, &["--position", text, "--events", "facing.rules"]), *text);
    }
    let text = moves(&["--play", "right left"]);
    assert!(text.contains("d4h4\tNh4") && !text.contains("d4c4") && !text.contains("d4e6"), "{text}");
    // A sign of what is missing, and of what is none of the options.
    let output = place.run(&[&["moves", "event-chess"], &at[..], &["--play", "forward"]].concat());
    assert!(err(&output).contains("white has to decide first"), "{}", err(&output));
    let text = out(&place.run(&[&["explain", "event-chess"], &at[..], &["Nh4"]].concat()));
    assert!(text.contains("`Nh4` is not among the options: white has to decide first"), "{text}");
    // Ways to decide are no turns: 2 times 2 of them before the first.
    let perft = |depth: &str| {
        json(&place.run(&[&["perft", "event-chess", depth, "--json"], &at[..]].concat()))["nodes"].clone()
    };
    let count = |play: &str| moves(&["--play", play]).lines().count();
    let all: usize = ["left left", "left right", "right left", "right right"].map(count).iter().sum();
    assert_eq!(perft("1"), all);
}

#[test]
fn the_side_that_started_it_chooses_first() {
    let place = place("first");
    let at = ["--position", KNIGHTS, "--events", "facing.rules:b", "--play", "left"];
    let text = position(&place, &at);
    assert_eq!(text, format!("{KNIGHTS} | side b (opened); starting facing:b with left and w decides"));
    // One after the other, in the order in which they are named.
    let at = ["--position", KNIGHTS, "--events", "45:b,facing.rules:w", "--play", "left"];
    let text = position(&place, &at);
    assert_eq!(
        text,
        format!(
            "{KNIGHTS} | events ambulance:b; side w (opened); side b (opened); starting facing:w with left and b decides"
        )
    );
    let at = ["--position", KNIGHTS, "--events", "facing.rules:w,45:b", "--play", "left left"];
    let text = position(&place, &at);
    assert!(text.contains(" | events facing:w, ambulance:b; "), "{text}");
}

#[test]
fn what_an_event_does_at_its_start_is_done() {
    let place = place("does");
    let fields = "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1";
    let moved = "4k3/8/8/8/8/8/1P6/1R2K3 w - - 0 1 | events narrow:w";
    assert_eq!(position(&place, &["--position", fields, "--events", "narrow.rules"]), moved);
    // It may also be said to be in force already: then it is as the text says, and nothing is done again.
    let again = format!("{moved}; side w (opened)");
    assert_eq!(position(&place, &["--position", &again, "--events", "narrow.rules"]), again);
    let stated = format!("{KNIGHTS} | piece d4 (facing=right)");
    let text = position(&place, &["--position", &stated, "--events", "facing.rules"]);
    assert_eq!(text, format!("{KNIGHTS} | events facing:w; piece d4 (facing=right)"));
    // What the text lists stays; what is named besides is started in it.
    let text = position(&place, &["--position", moved, "--events", "narrow.rules,facing.rules"]);
    assert_eq!(text, "4k3/8/8/8/8/8/1P6/1R2K3 w - - 0 1 | events narrow:w, facing:b");
    // What is to be drawn is drawn by the seed, where nothing says it.
    let drawn =
        |seed: &str| position(&place, &["--position", fields, "--events", "barred.rules", "--seed", seed]);
    let all: std::collections::BTreeSet<String> = (0..8).map(|seed| drawn(&seed.to_string())).collect();
    assert_eq!(all.len(), 2, "{all:?}");
    let text =
        position(&place, &["--position", fields, "--events", "barred.rules", "--play", "backward Kd1"]);
    assert!(text.ends_with("| events barred:w; game (barred=backward)"), "{text}");
}

#[test]
fn directions_are_called_as_the_rules_call_them() {
    let place = place("called");
    place.write(
        "limited.rules",
        "event \"Limited\"\nfact barred on sides is direction\nwhen event starts, for each side, \
         side chooses d from forward, forward diagonal, sideways, any { own barred becomes d }\n\
         queen cannot move own barred or enemy barred\n",
    );
    let at = |play: &str| position(&place, &["--events", "limited.rules", "--play", play]);
    for (said, meant) in [
        ("sideways", "left+right"),
        ("left+right", "left+right"),
        ("forward", "forward"),
        ("forward-diagonal", "forward-left+forward-right"),
    ] {
        let text = at(said);
        assert!(text.ends_with(&format!("starting limited:w with {meant} and b decides")), "{said}: {text}");
    }
    let text = at("sideways any");
    assert!(text.contains("side w (barred=(left right))"), "{text}");
}

#[test]
fn events_that_exclude_each_other_are_refused_all_at_once() {
    let place = place("exclude");
    place.write("wide.rules", "event \"Wide\"\nnumber 84\ntype \"board\"\nknight also moves leap 1 3\n");
    let args = ["moves", "event-chess", "--json", "--events", "narrow.rules,wide.rules,45,45,99"];
    let output = place.run(&args);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    assert!(text.contains("there is no event `99`"), "{text}");
    let args = ["moves", "event-chess", "--json", "--events", "narrow.rules,wide.rules,45,45:b"];
    let value = json(&place.run(&args));
    let messages: Vec<&str> = value["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["message"].as_str().unwrap())
        .collect();
    assert_eq!(
        messages,
        ["`narrow` and `wide` are both of the type \"board\"", "`ambulance` is in force already"]
    );
    let fields = "4k3/8/8/8/8/8/P7/1R2K3 w - - 0 1 | events wide:w";
    let output = place.run(&["moves", "event-chess", "--events", "84,narrow.rules", "--deck", "wide.rules"]);
    assert!(err(&output).contains("are both of the type"), "{}", err(&output));
    let args =
        ["moves", "event-chess", "--deck", "wide.rules", "--events", "narrow.rules", "--position", fields];
    let output = place.run(&args);
    assert!(err(&output).contains("`wide` and `narrow` are both of the type \"board\""), "{}", err(&output));
}

#[test]
fn scenarios_and_play_begin_with_the_choices() {
    let place = place("begin");
    place.write(
        "some.yaml",
        &format!(
            "- {{name: chosen, game: chess, events: [facing.rules], position: \"{KNIGHTS}\", moves: [left, left], illegal: [Nh4], legal: [Na4]}}\n\
             - {{name: not yet, game: chess, events: [facing.rules], position: \"{KNIGHTS}\", legal: [left], illegal: [Na4], turns: 2}}\n\
             - {{name: said, game: chess, events: [facing.rules], position: \"{KNIGHTS} | piece d4 (facing=left)\", legal: [Na4]}}\n"
        ),
    );
    assert_eq!(out(&place.run(&["test"])), "3 passed, 0 failed\n");
    place.write(
        "some.yaml",
        &format!("- {{name: x, game: chess, position: \"{KNIGHTS}\", moves: [left, left], legal: [Na4]}}\n"),
    );
    assert_eq!(out(&place.run(&["test", "--events", "facing.rules"])), "1 passed, 0 failed\n");
    let args = ["play", "event-chess", "--events", "facing.rules", "--position", KNIGHTS];
    let lines = "left\nsave game.pgn\nright\nNa4\nsave more.pgn\nposition\nquit\n";
    let text = out(&place.typed(&args, lines));
    let load = |file: &str| {
        let args = ["play", "event-chess", "--deck", "facing.rules", "--load", file];
        out(&place.typed(&args, "position\nquit\n"))
    };
    assert!(load("game.pgn").contains(" | starting facing:w with left and b decides\n"));
    let last = text.lines().find(|line| line.contains(" | events ")).unwrap();
    assert!(last.starts_with("4k1n1/8/8/8/N7/") && load("more.pgn").contains(last), "{text}");
    let text = out(&place.typed(&args, "Na4\nleft\nright\nNa4\nundo\nundo\nposition\nquit\n"));
    for said in [
        "    to be decided: left  right\nwhite decides> Na4\n`Na4` is not among the options: white has to decide first.",
        "black decides> right",
        "1. black> undo",
        "1. white> undo\n",
        &format!("white decides> position\n{KNIGHTS} | starting facing:w and w decides"),
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_position_waits_only_for_what_is_to_be_decided() {
    let place = place("waits-for");
    for (suffix, said) in [
        ("starting 45:w and w decides", "nothing is to be decided where these events start"),
        ("starting facing:w and b decides", "write `w decides`"),
        (
            "starting 45:b, facing:w and w decides",
            "write `events 45:b` for what is done, then `starting facing:w ...`",
        ),
        ("starting facing:w with forward and b decides", "choice 1 of `forward` is not among the options"),
        ("starting facing:w with left,left and b decides", "nothing is to be decided"),
        ("starting facing:w with left and w decides", "write `b decides`"),
    ] {
        let text = format!("{KNIGHTS} | {suffix}");
        let output = place.run(&["moves", "event-chess", "--deck", "45,facing.rules", "--position", &text]);
        assert_eq!(output.status.code(), Some(1), "{suffix}");
        assert!(err(&output).contains("R0813") && err(&output).contains(said), "{suffix}: {}", err(&output));
    }
}

#[test]
fn what_nothing_can_have_led_to_is_refused() {
    let place = Place::new("never_led_to");
    let load = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1 | on a1 P";
    let second = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1 | events ambulance:w; taken d3 K(injured)";
    for (args, said) in [
        (&["moves", "chess", "--position", load][..], "no rule in force lets a piece carry another"),
        (&["moves", "event-chess", "--position", load], "no rule in force lets a piece carry another"),
        (
            &["moves", "event-chess", "--position", second],
            "white has a royal piece, and one that was taken; one is meant",
        ),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err(&output).contains(said), "{args:?}: {}", err(&output));
    }
    let output = place.run(&["moves", "event-chess", "--events", "ambulance", "--position", load]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let over = place.run(&["moves", "chess", "--json", "--position", "4k3/8/8/8/8/8/8/R3K2R w - - 150 100"]);
    assert_eq!(json(&over)["claims"].as_array().unwrap().len(), 0);
    let not_yet =
        place.run(&["moves", "chess", "--json", "--position", "4k3/8/8/8/8/8/8/R3K2R w - - 120 100"]);
    assert!(!json(&not_yet)["claims"].as_array().unwrap().is_empty());
}

#[test]
fn an_ambulance_carries_one_of_its_side_and_nobody_else_does() {
    let place = Place::new("loads");
    for (suffix, said) in [
        ("on a1 P, N", "by the rules in force a rook carries no more than 1"),
        ("on a1 P; on a1 N", "by the rules in force a rook carries no more than 1"),
        ("on a1 p", "no rule in force puts a piece of black onto one of white"),
        ("on a1 K", "no rule in force puts a king onto a rook"),
        ("on e1 P", "no rule in force puts anything onto a king"),
        ("on a1 P[N]", "no rule in force puts anything onto a pawn"),
        ("on a1 P (opened by h1)", "it is a fact of sides"),
        ("side w (opened by h1)", "of sides it is not known who set `opened`"),
    ] {
        let text = format!("4k3/8/8/8/8/8/8/R3K2R w - - 0 1 | events ambulance:w; {suffix}");
        let output = place.run(&["moves", "event-chess", "--deck", "36,45,48", "--position", &text]);
        assert_eq!(output.status.code(), Some(1), "{suffix}");
        assert!(err(&output).contains(said), "{suffix}: {}", err(&output));
    }
}

#[test]
fn who_has_passed_a_square_may_have_come_through_portals() {
    let place = Place::new("passed_through_portals");
    let run = |position: &str, play: &[&str]| {
        let mut args = vec!["play", "event-chess", "--position", position];
        args.extend(play);
        place.typed(&args, "position\nquit\n")
    };
    // The pawn e2 goes in at e3 and out of e6, past e7, and promotes on e8.
    let before = "3b4/7k/4B3/1p6/2b5/4B3/4P3/7K w - - 0 1 | events portals:w";
    let output = run(before, &["--play", "e8=Q"]);
    let text = out(&output);
    let after = text.lines().find(|line| line.contains(" | events ")).unwrap();
    assert!(after.contains(" b - e7 0 1 | "), "{after}");
    let again = run(after, &[]);
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    assert!(out(&again).contains(&format!("\n{after}\n")), "{}", out(&again));
    // No pawn comes to a1, and none to e8 where another stands on e2.
    let fields = "3bQ3/7k/4B3/1p6/2b5/4B3/8/R5K1 b - - 0 1 | events portals:w; square e7";
    let taken = "3bQ3/7k/4B3/1p6/2b5/4B3/4P3/7K b - - 0 1 | events portals:w; square e7";
    for (text, said) in [
        (format!("{fields} (passed by a1)"), "the rook `a1` cannot have set `passed` on e7"),
        (format!("{fields} (passed by e6)"), "the bishop `e6` cannot have set `passed` on e7"),
        (format!("{taken} (passed by e8)"), "the queen `e8` cannot have set `passed` on e7"),
    ] {
        let output = run(&text, &[]);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(err(&output).contains(said), "{text}: {}", err(&output));
    }
    // The rules may have been others when the pawn passed: it went over e3 before the fields were there.
    let fields = "4k3/8/8/8/3pP3/7r/8/R3K3 b - e3 0 1";
    let output = run(fields, &["--events", "48:b"]);
    let text = out(&output);
    let after = text.lines().find(|line| line.contains(" | events ")).unwrap();
    assert_eq!(run(after, &[]).status.code(), Some(0), "{after}");
}

#[test]
fn a_title_in_quotes_names_an_event_and_numbers_of_moves_are_the_moves() {
    let place = Place::new("titles_and_numbers");
    for event in ["\"Force Fields\"", "\"Force Fields\":b", "Force Fields"] {
        let output = place.run(&["moves", "event-chess", "--events", event]);
        assert_eq!(output.status.code(), Some(0), "{event}: {}", err(&output));
    }
    for (moves, said) in [
        ("1. e4 e5 3. Nf3", "it is move 2, and white's"),
        ("1. e4 2... e5", "it is move 1, and black's"),
        ("2.e4", "it is move 1, and white's"),
        ("1... e4", "it is move 1, and white's"),
    ] {
        let output = place.run(&["moves", "chess", "--play", moves]);
        assert_eq!(output.status.code(), Some(1), "{moves}");
        assert!(err(&output).contains(said), "{moves}: {}", err(&output));
    }
    for moves in ["1. e4 e5 2. Nf3", "1.e4 1...e5 2.Nf3 Nc6", "e4 e5 2. Nf3"] {
        let output = place.run(&["moves", "chess", "--play", moves]);
        assert_eq!(output.status.code(), Some(0), "{moves}: {}", err(&output));
    }
    let later = "4k3/8/8/8/8/8/8/R3K3 w - - 0 31";
    for (moves, code) in [("1. Ra2 Kd7 2. Ra3", 0), ("31. Ra2 Kd7 32. Ra3", 0), ("1. Ra2 Kd7 32. Ra3", 1)] {
        let output = place.run(&["moves", "chess", "--position", later, "--play", moves]);
        assert_eq!(output.status.code(), Some(code), "{moves}: {}", err(&output));
    }
}

#[test]
fn a_record_that_names_events_must_put_them_in_force() {
    let place = Place::new("events_of_records");
    let tags = "[Result \"*\"]\n[Variant \"Event Chess\"]\n[Events \"36 Portals (white)\"]\n\n";
    place.write("silent.pgn", &format!("{tags}1. e4 e5 *\n"));
    place.write("said.pgn", &format!("{tags}{{[%start 36]}} 1. e4 e5 *\n"));
    let output = place.typed(&["play", "event-chess", "--load", "silent.pgn"], "quit\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("the tag `Events` says `36 Portals (white)`"), "{}", err(&output));
    let output = place.typed(&["play", "event-chess", "--load", "said.pgn"], "quit\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn nothing_new_is_called_like_what_comes_with_the_program() {
    let place = Place::new("names_taken");
    for args in [["new", "event", "chess"], ["new", "game", "chess"], ["new", "event", "Force Fields"]] {
        let output = place.run(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err(&output).contains("comes with the program"), "{args:?}: {}", err(&output));
        assert!(err(&output).contains("take another name"), "{args:?}: {}", err(&output));
    }
    assert_eq!(std::fs::read_dir(&place.folder).unwrap().count(), 0);
}
