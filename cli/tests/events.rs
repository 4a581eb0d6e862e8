//! Events at the command line: the deck, starts, choices, and whatever can be said wrongly of them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;

const BISHOPLESS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn pairs_of_a_deck_are_checked() {
    let place = Place::new("pairs");
    fs::create_dir_all(place.folder.join("deck")).unwrap();
    place.write("deck/one.rules", "event \"One\"\nnumber 1\ntype \"step\"\nking now takes step any\n");
    place.write("deck/two.rules", "event \"Two\"\nnumber 2\nking now takes step orthogonal\n");
    place.write("deck/three.rules", "event \"Three\"\nnumber 3\ntype \"step\"\nknight also moves leap 1 3\n");
    let output = place.run(&["check", "--pairs", "deck"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    for said in [
        "one + three: excluded",
        "`\"step\"` at deck/one.rules:3",
        "`\"step\"` at deck/three.rules:3",
        "one + two: contradictory",
        "both replace the moves of `king`",
        "`king now takes step any` at deck/one.rules:4",
        "`king now takes step orthogonal` at deck/two.rules:3",
        "three + two: compatible",
        "3 events, 3 pairs: 1 excluded, 1 contradictory, 1 compatible",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let value = json(&place.run(&["check", "--pairs", "deck", "--json", "--game", "chess"]));
    assert_eq!(value["pairs"][0]["verdict"], "excluded");
    assert_eq!(value["pairs"][1]["reasons"][0]["code"], "R0901");
    assert_eq!((&value["excluded"], &value["compatible"]), (&1.into(), &1.into()));
    place.write("deck/four.rules", "event \"Four\"\nking now takes stepp any\n");
    let output = place.run(&["check", "--pairs", "deck"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("3 events, 3 pairs"), "{}", out(&output));
    assert!(err(&output).contains("`deck/four.rules` is left out"), "{}", err(&output));
}

/// Two events of one sentence, or several, what is told of them, and in which class they are.
const PAIRS: &[(&str, &str, &str, &str)] = &[
    ("pawn must move", "forbid quiet if some pawn moves", "contradictory", "R0903"),
    ("piece must take", "piece cannot take enemy piece", "contradictory", "R0903"),
    ("piece must take", "forbid eating if some piece is taken", "contradictory", "R0903"),
    ("piece must take if it can", "piece cannot take enemy piece", "compatible", "R0903"),
    ("piece must take if it can", "rook cannot take enemy piece", "compatible", ""),
    ("pawn must move", "forbid quiet if some pawn moves and clock > 10", "compatible", ""),
    ("rook also moves step diagonal by sly", "rook cannot move diagonal", "contradictory", "R0902"),
    ("rook also moves step any by sly", "rook cannot move diagonal", "compatible", ""),
    ("rook also moves step diagonal or step forward by sly", "rook cannot move diagonal", "compatible", ""),
    ("forbid quiet if some pawn moves", "forbid loud if not some pawn moves", "contradictory", "R0903"),
    (
        "rook now moves step any if rank of it = 1",
        "rook now moves step diagonal if rank of it = 2",
        "compatible",
        "",
    ),
    (
        "rook now moves step any if rank of it = 1",
        "rook now moves step diagonal from rank 2",
        "compatible",
        "",
    ),
    (
        "rook now moves step any if rank of it < 3",
        "rook now moves step diagonal if rank of it > 1",
        "contradictory",
        "R0901",
    ),
    (
        "rook now moves step any if some own pawn",
        "rook now moves step diagonal unless some own pawn",
        "compatible",
        "",
    ),
    (
        "rook now moves step any if some own pawn",
        "rook now moves step diagonal if no own pawn",
        "compatible",
        "",
    ),
    (
        "rook now moves step any if some own pawn",
        "rook now moves step diagonal if no own knight",
        "contradictory",
        "R0901",
    ),
    (
        "pawn now promotes on rank 8 to queen if clock > 3",
        "pawn now promotes on rank 8 to rook if clock <= 3",
        "compatible",
        "",
    ),
    ("royal now means queen if clock > 3", "royal now means rook if clock = 3", "compatible", ""),
];

#[test]
fn a_pair_is_contradictory_only_if_one_leaves_nothing_of_the_other() {
    let place = Place::new("classes");
    for (at, (one, two, verdict, code)) in PAIRS.iter().enumerate() {
        let deck = format!("deck{at}");
        fs::create_dir_all(place.folder.join(&deck)).unwrap();
        place.write(&format!("{deck}/one.rules"), &format!("event \"One\"\n{one}\n"));
        place.write(&format!("{deck}/two.rules"), &format!("event \"Two\"\n{two}\n"));
        let output = place.run(&["check", "--pairs", &deck, "--json", "--game", "chess"]);
        let value = json(&output);
        let pair = &value["pairs"][0];
        assert_eq!(pair["verdict"], *verdict, "{one} + {two}: {value}");
        let reasons = pair["reasons"].as_array().unwrap();
        let codes: Vec<&str> = reasons.iter().map(|each| each["code"].as_str().unwrap()).collect();
        assert_eq!(codes.join(" "), *code, "{one} + {two}");
        assert!(reasons.iter().all(|each| each["labels"].as_array().unwrap().len() == 2), "{value}");
    }
    place.write("deck0/two.rules", "event \"one\"\nrook cannot move\n");
    let output = place.run(&["check", "--pairs", "deck0"]);
    assert!(err(&output).contains("R0847"), "{}", err(&output));
}

#[test]
fn the_shipped_deck_has_few_pairs_that_do_not_hold_together() {
    let place = Place::new("shipped");
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/events");
    let value = json(&place.run(&["check", "--json", "--pairs", deck]));
    let pairs = value["pairs"].as_array().unwrap();
    let of = |verdict: &str| -> Vec<String> {
        let such = pairs.iter().filter(|pair| pair["verdict"] == verdict);
        such.map(|pair| {
            let name = |key: &str| pair[key]["name"].as_str().unwrap().to_string();
            format!("{} {}", name("first"), name("second"))
        })
        .collect()
    };
    // Each gives one piece other moves of its own.
    assert_eq!(
        of("contradictory"),
        [
            "directional-knights minor-piece-transformations",
            "drunken-bishops minor-piece-transformations",
            "king-on-horse long-live-the-queen",
        ]
    );
    // Three carry by rooks, three change how far pieces go, two are not for royal queens, one counts checks that
    // another forbids.
    assert_eq!(
        of("excluded"),
        [
            "5-check no-checks-allowed",
            "ambulance sacrificial-catapult",
            "ambulance watch-tower",
            "hit-and-run long-live-the-queen",
            "ice short-non-captures",
            "ice slow-pieces",
            "long-live-the-queen monster-queen",
            "sacrificial-catapult watch-tower",
            "short-non-captures slow-pieces",
        ]
    );
    assert_eq!(pairs.len(), 40 * 39 / 2);
}

#[test]
fn the_deck_is_listed_with_what_keeps_each_event_from_starting() {
    let place = Place::new("deck");
    let output = place.run(&["events"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    for said in [
        " 36  portals  \"Portals\"\n     needs each side has 2 bishops\n     needs no royal is threatened after event starts\n     white may start it\n",
        " 45  ambulance  \"Ambulance\"\n     type \"rook carrier\"\n     needs each side has 1 rook\n     white may start it\n",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let text = out(&place.run(&["events", "event-chess", "--position", BISHOPLESS, "--events", "45:w"]));
    for said in [
        "white may not start it:\n       white may not start an event now, by `continuing or own side is opened` at event-chess.rules:",
        "`Ambulance` is in force already, by",
        "what it needs does not hold, by `each side has 2 bishops` at events/portals.rules:4",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let value = json(&place.run(&["events", "--json", "--position", BISHOPLESS, "--events", "45:b"]));
    assert_eq!(value["player"], "white");
    let events = value["events"].as_array().unwrap();
    let event = |name: &str| events.iter().find(|event| event["name"] == name).unwrap();
    let (portals, fields) = (event("portals"), event("force-fields"));
    assert_eq!((&portals["may_start"], &fields["may_start"]), (&false.into(), &true.into()));
    assert_eq!(portals["needs"][0]["sentence"], "needs each side has 2 bishops");
    assert_eq!(portals["reasons"][0]["sentence"], "each side has 2 bishops");
    assert_eq!(out(&place.run(&["events", "chess"])), "this game has no events\n");
}

#[test]
fn a_broken_event_is_left_out_or_refused() {
    let place = Place::new("broken");
    fs::create_dir_all(place.folder.join("more/events")).unwrap();
    place.write("more/events/bad.rules", "event \"Bad\"\nnumber 99\nking now takes stepp any\n");
    let output = place.run(&["perft", "event-chess", "1", "--rules", "more"]);
    assert_eq!((output.status.code(), out(&output).lines().last()), (Some(0), Some("nodes 21")));
    let text = err(&output);
    assert!(
        text.contains("`more/events/bad.rules` is left out of the deck: more/events/bad.rules:3"),
        "{text}"
    );
    for more in [&["--strict"][..], &["--events", "99"], &["--events", "bad"], &["--deck", "45,bad"]] {
        let output = place.run(&[&["perft", "event-chess", "1", "--rules", "more"], more].concat());
        assert_eq!(output.status.code(), Some(1), "{more:?}");
        assert!(err(&output).contains("stepp"), "{more:?}: {}", err(&output));
    }
    let value = json(&place.run(&["events", "--json", "--rules", "more"]));
    assert_eq!(value["left_out"][0], "more/events/bad.rules");
    place.write("some.yaml", "- {name: x, game: event-chess, turns: 21}\n");
    let output = place.run(&["test", "--rules", "more"]);
    assert_eq!(out(&output), "1 passed, 0 failed\n");
    assert!(err(&output).contains("`more/events/bad.rules` is left out"), "{}", err(&output));
    assert_eq!(place.run(&["test", "--rules", "more", "--strict"]).status.code(), Some(1));
}

#[test]
fn the_deck_can_be_a_list() {
    let place = Place::new("list");
    let names = |args: &[&str]| -> Vec<String> {
        let value = json(&place.run(&[&["events", "--json"], args].concat()));
        let events = value["events"].as_array().unwrap();
        events.iter().map(|event| event["name"].as_str().unwrap().to_string()).collect()
    };
    place.write("far.rules", "event \"Far\"\nnumber 7\nknight also moves leap 1 3\n");
    assert_eq!(names(&["--deck", "48,ambulance"]), ["ambulance", "force-fields"]);
    assert_eq!(names(&["--deck", "45,far.rules"]), ["far", "ambulance"]);
    let output = place.run(&["events", "--deck", "45,49"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("there is no event `49`"), "{}", err(&output));
    // With one event in the deck the draw has one result.
    let text = out(&place.run(&["moves", "event-chess", "--deck", "far.rules", "--play", "start Nd4"]));
    assert!(text.is_empty(), "{text}");
    let text = out(&place.run(&["moves", "event-chess", "--deck", "far.rules", "--play", "start Nc4"]));
    assert!(text.contains("g8f5"), "{text}");
    place.write(
        "some.yaml",
        "- name: a deck of one\n  game: event-chess\n  deck: [48]\n  moves: [start, e4]\n  illegal: [start 48]\n  result: \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | events force-fields:w; side w (opened)\"\n",
    );
    let output = place.run(&["test"]);
    assert_eq!(out(&output), "1 passed, 0 failed\n");
}

#[test]
fn events_in_force_count_in_every_command() {
    let place = Place::new("force");
    let at = ["--events", "48:b", "--position", "r3k3/8/8/5b2/3R4/8/8/4K3 b - - 0 1"];
    let moves = out(&place.run(&[&["moves", "event-chess"], &at[..]].concat()));
    assert!(moves.contains("f5d7\tBd7") && !moves.contains("f5c8") && !moves.contains("f5h3"), "{moves}");
    let count = moves.lines().count().to_string();
    let perft = out(&place.run(&[&["perft", "event-chess", "1"], &at[..]].concat()));
    assert_eq!(perft.lines().last(), Some(format!("nodes {count}").as_str()));
    let text = out(&place.run(&[&["explain", "event-chess", "Bh3"], &at[..]].concat()));
    assert!(
        text.contains("may not pass g4, by `piece cannot pass enemy field` at events/force-fields.rules:8"),
        "{text}"
    );
    let text = out(&place.typed(&[&["play", "event-chess"], &at[..]].concat(), "quit\n"));
    for said in ["  4  .\" .' .' R  .' .' .' .'", "    ' field of white: d1 d2 d3 a4"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let at = ["--events", "36:w,45:b", "--position", "4k2r/2n5/8/8/8/2B2B2/8/2R1K3 w - - 0 1"];
    let text = out(&place.run(&[&["explain", "event-chess", "Rc5"], &at[..]].concat()));
    assert!(text.contains("is illegal"), "{text}");
    let text = out(&place.run(&[&["explain", "event-chess", "start 48"], &at[..]].concat()));
    assert!(text.contains("white may not start an event now"), "{text}");
    let text = out(&place.run(&["explain", "event-chess", "start 45"]));
    assert_eq!(
        text,
        "start 45 is legal: what it needs holds\n  by `each side has 1 rook` at events/ambulance.rules:8\n"
    );
}

#[test]
fn scenarios_can_be_run_under_events() {
    let place = Place::new("under");
    place.write(
        "some.yaml",
        "- {name: x, game: event-chess, position: \"r3k3/8/8/5b2/3R4/8/8/4K3 b - - 0 1\", illegal: [Bc8]}\n",
    );
    assert_eq!(out(&place.run(&["test", "--events", "48:w"])), "1 passed, 0 failed\n");
    assert_eq!(place.run(&["test"]).status.code(), Some(1));
}

#[test]
fn starts_stand_in_lists_of_moves() {
    let place = Place::new("starts");
    let run = |moves: &str, seed: &str| {
        let deck = ["--deck", "36,45,48"];
        let args = [&["moves", "event-chess", "--json", "--seed", seed, "--play", moves], &deck[..]].concat();
        let value = json(&place.run(&args));
        value["position"].as_str().unwrap().split_once(" | ").unwrap().1.to_string()
    };
    assert_eq!(run("start 45 e4", "1"), "events ambulance:w; side w (opened)");
    assert_eq!(
        run("1. start 45:w e4 start 36 e5", "1"),
        "events ambulance:w, portals:b; side w (opened); side b (opened)"
    );
    let drawn = run("start e4 start e5", "3");
    assert_eq!(drawn.matches(":w").count() + drawn.matches(":b").count(), 2, "{drawn}");
    assert_eq!(drawn, run("start e4 start e5", "3"));
    let draws: std::collections::BTreeSet<String> =
        (0..12).map(|seed| run("start e4", &seed.to_string())).collect();
    assert_eq!(draws.len(), 3, "{draws:?}");
}

#[test]
fn a_turn_that_began_with_a_start_is_the_first_that_perft_counts() {
    let place = Place::new("under-way");
    let nodes = |moves: &str, depth: &str| {
        let args = ["perft", "event-chess", depth, "--json", "--deck", "45", "--play", moves];
        json(&place.run(&args))["nodes"].as_u64()
    };
    assert_eq!(nodes("start 45", "1"), Some(20));
    assert_eq!(nodes("start 45", "2"), nodes("start 45 e4", "1").map(|_| 20 * 20));
    assert_eq!(nodes("opening", "1"), Some(20));
    let text = out(&place.run(&["perft", "event-chess", "1", "--divide", "--play", "start 45"]));
    assert!(text.contains("e2e4\t1\n") && text.ends_with("nodes 20\n"), "{text}");
}

#[test]
fn what_is_said_wrongly_of_starts_is_answered() {
    let place = Place::new("wrong");
    for (moves, said) in [
        ("start 45:b", "it is not the turn of black"),
        ("start 45 e4 e5 start 48", "white may not start an event now"),
        ("start 45 start 48", "may not start an event now"),
        ("start 45 e4 start 45", "`Ambulance` is in force already"),
        ("start portal", "legal are for instance `start portals`"),
        ("start 99", "`start 99` is no legal move"),
    ] {
        let output = place.run(&["moves", "event-chess", "--play", moves]);
        assert_eq!(output.status.code(), Some(1), "{moves}");
        assert!(err(&output).contains(said), "{moves}: {}", err(&output));
    }
    let output = place.run(&["moves", "event-chess", "--position", BISHOPLESS, "--play", "start 36"]);
    let text = err(&output);
    assert!(text.contains("what it needs does not hold") && text.contains("portals.rules:4"), "{text}");
    place.write(
        "rival.rules",
        "event \"Rival\"\nnumber 50\ntype \"rook carrier\"\nknight also moves leap 1 3\n",
    );
    let args = ["--deck", "45,rival.rules", "--play", "start 45 e4 start 50"];
    let text = err(&place.run(&[&["moves", "event-chess"], &args[..]].concat()));
    assert!(
        text.contains("it is of the type \"rook carrier\", as `Ambulance` is")
            && text.contains("rival.rules:3"),
        "{text}"
    );
    let output = place.run(&["moves", "chess", "--play", "start 45"]);
    assert!(err(&output).contains("`start 45` is no legal move"), "{}", err(&output));
}

#[test]
fn wrong_positions_are_refused_with_all_their_reasons() {
    let place = Place::new("positions");
    place.write("rival.rules", "event \"Rival\"\ntype \"rook carrier\"\nknight also moves leap 1 3\n");
    let fields = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (suffix, said) in [
        ("events 45:w; on d4 P", "nothing stands on `d4` that could carry"),
        ("events ambulance:w, rival:b", "`ambulance` and `rival` are both of the type \"rook carrier\""),
        ("events nothing:w", "the deck has no event `nothing`"),
        ("events 45:w, 45:b", "`ambulance` is in force already"),
        ("events 45:w; taken e4 P (injured for 0 w turns)", "this has expired"),
        ("events 45:w; taken e4 p (injured)", "`injured` has expired"),
        ("events 45:w; taken e4 p (injured for 1 b turn)", "`injured` has expired"),
        ("events 45:w; taken e4 P (injured for 2 w turns)", "`injured` lasts for 1 turns at most"),
        ("events 45:w; taken e4 P (injured for good)", "`injured` lasts for a number of turns"),
        ("square e4 (opened)", "no rule in force knows a fact `opened` of squares"),
        ("square e4 (opened)", "it is a fact of sides"),
        ("events 45:w; side w (injured)", "it is a fact of pieces"),
        ("side w (haul=yes)", "`yes` is not a number"),
        ("taken e4 P (injured)", "no rule in force knows a fact `injured` of pieces"),
    ] {
        let position = format!("{fields} | {suffix}");
        let args = ["moves", "event-chess", "--deck", "45,rival.rules", "--position", position.as_str()];
        let output = place.run(&args);
        assert_eq!(output.status.code(), Some(1), "{suffix}");
        assert!(err(&output).contains(said), "{suffix}: {}", err(&output));
    }
    let position =
        "rk2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | events 45:w, nothing:b; on d4 P; side w (injured, haul=x)";
    let value = json(&place.run(&["moves", "event-chess", "--json", "--position", position]));
    assert_eq!(value["diagnostics"].as_array().unwrap().len(), 5, "{value}");
}

#[test]
fn a_player_is_led_through_choices() {
    let place = Place::new("choices");
    let position = "4k3/8/8/8/4p3/3P4/8/2R1K3 b - - 0 1";
    let args = ["play", "event-chess", "--events", "45:w", "--position", position];
    // The pawn is taken; the rook comes near it, picks it up, comes home and puts it down.
    let lines = "exd3\nRc3\nNf3\n-\nundo\nRc3\nP@d3\nposition\nKd7\nRc1\ne4\nb1\nposition\nundo\nRc1\ncancel\nposition\nquit\n";
    let output = place.typed(&args, lines);
    let text = out(&output);
    for said in [
        "in force: \"Ambulance\", started by white",
        "which piece: P@d3, or - for none",
        "2. black> undo",
        "white, Rc3, which piece?> Nf3",
        "`Nf3` is not among the options; which piece: P@d3, or - for none",
        "`cancel` takes Rc3 back",
        "on c3 P",
        "white, Rc1, which square?> e4",
        "`e4` is not among the options; which square: P@b1, P@d1, P@b2, P@c2, P@d2",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let positions: Vec<&str> = text.lines().filter(|line| line.contains(" | events ambulance:w")).collect();
    assert_eq!(
        positions,
        [
            "4k3/8/8/8/8/2Rp4/8/4K3 b - - 1 2 | events ambulance:w; on c3 P; side w (opened)",
            "8/3k4/8/8/8/3p4/8/1PR1K3 b - - 3 3 | events ambulance:w; side w (opened)",
            "8/3k4/8/8/8/2Rp4/8/4K3 w - - 2 3 | events ambulance:w; on c3 P; side w (opened)",
        ]
    );
}

#[test]
fn starts_are_played_drawn_shown_and_taken_back() {
    let place = Place::new("drawn");
    let lines = "start 48\nstart 45\nposition\nd4\nstart\nundo\nundo\nposition\nstart\nevents\nquit\n";
    let output = place.typed(&["play", "event-chess", "--seed", "5"], lines);
    let text = out(&output);
    for said in [
        "the seed is 5",
        "in force: \"Force Fields\", started by white",
        "`start 45` is illegal:",
        "1. black> start",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.contains("\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
    assert_eq!(text, out(&place.typed(&["play", "event-chess", "--seed", "5"], lines)));
    assert!(text.contains("\"Ambulance\"\n") && text.contains("may not start an event now"), "{text}");
}

#[test]
fn a_game_with_starts_is_saved_and_loaded() {
    let place = Place::new("record");
    let lines = "start 45\ne4\nd5\nexd5\nstart 48\nQxd5\nsave game.pgn\nposition\nquit\n";
    let first = out(&place.typed(&["play", "event-chess"], lines));
    let saved = fs::read_to_string(place.folder.join("game.pgn")).unwrap();
    for said in [
        "[Events \"45 Ambulance (white), 48 Force Fields (black)\"]",
        "{[%start 45]} 1. e4 d5 2. exd5 {[%start 48]} 2... Qxd5 *",
    ] {
        assert!(saved.contains(said), "{said}: {saved}");
    }
    let second = out(&place.typed(&["play", "event-chess", "--load", "game.pgn"], "position\nquit\n"));
    let position = |text: &str| text.lines().find(|line| line.contains(" | events ")).unwrap().to_string();
    assert_eq!(position(&first), position(&second));
}

#[test]
fn rules_without_end_are_refused_and_bounded() {
    let place = Place::new("endless");
    place.write("flood.rules", "event \"Flood\"\nwhen piece arrives, put kind of it onto e4\n");
    let output = place.run(&["check", "flood.rules"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("R0618"), "{}", err(&output));
    // A guard keeps it from being seen beforehand.
    place
        .write("flood.rules", "event \"Flood\"\nwhen pawn arrives if some king { put kind of it onto e4 }\n");
    let output = place.run(&["moves", "chess", "--events", "flood.rules"]);
    assert_eq!(out(&output).lines().count(), 4, "{}{}", out(&output), err(&output));
    let text = out(&place.run(&["explain", "chess", "--events", "flood.rules", "e4"]));
    assert!(
        text.contains("without end") && text.contains("`put kind of it onto e4` at flood.rules:2"),
        "{text}"
    );
    place.write(
        "flood.rules",
        "event \"Flood\"\nafter pawn arrives if some king { put kind of it onto e4 }\n",
    );
    let text = out(&place.typed(&["play", "chess", "--events", "flood.rules"], "d4\nquit\n"));
    assert!(text.contains("draw (1/2-1/2)\n    by `put kind of it onto e4` at flood.rules:2"), "{text}");
}

#[test]
fn the_other_side_decides_and_no_move_comes_before() {
    let place = Place::new("other");
    place.write(
        "drift.rules",
        "event \"Drift\"\nwhen rook moves, enemy side chooses s from empty near it { put it onto s }\n",
    );
    let position = "7k/8/8/8/8/8/8/RB2K3 w - - 0 1";
    let args = ["play", "chess", "--events", "drift.rules", "--position", position];
    let text = out(&place.typed(&args, "Ra2\nKe2\ne2\nb3\nposition\nundo\nposition\nquit\n"));
    for said in [
        "    to be decided: R@a1  R@b2  R@a3  R@b3\n",
        "black decides> Ke2\n`Ke2` is not among the options: black has to decide first.",
        "the options are `R@a1`, `R@b2`",
        "\n7k/8/8/8/8/1R6/8/1B2K3 b - - 1 1 | events drift:w\n",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.contains(&format!("\n{position} | events drift:w\n")), "{text}");
    let value = json(&place.run(&[
        "moves",
        "chess",
        "--json",
        "--events",
        "drift.rules",
        "--position",
        position,
        "--play",
        "Ra2 Kb7",
    ]));
    assert_eq!(value["diagnostics"][0]["code"], "R0821");
}

#[test]
fn what_is_chosen_for_an_event_stands_before_the_move_in_a_saved_game() {
    let one = "when event starts { player chooses s from empty on rank 4 { own mine becomes s } }";
    let each = "when event starts, for each side, side chooses s from empty on (rank 4 or rank 5) { own mine becomes s }";
    let cases = [
        (one, "start\nd4\ne4\nd5", "{[%start 312]} {[%choice @d4]} 1. e4 d5 *"),
        (each, "start\nd4\nd5\ne4\nh6", "{[%start 312]} {[%choice @d4]} {[%choice @d5]} 1. e4 h6 *"),
        (one, "start\na4, e4\nd5\nNf3\nNc6", "{[%start 312]} {[%choice @a4]} 1. e4 d5 2. Nf3 Nc6 *"),
    ];
    for (at, (rule, said, written)) in cases.into_iter().enumerate() {
        let place = Place::new(&format!("chosen-{at}"));
        let fact = "fact mine on sides is square\nown mine or enemy mine is not board";
        place.write("mine.rules", &format!("event \"Mine\"\nnumber 312\n{fact}\n{rule}\n"));
        let args = ["play", "event-chess", "--deck", "mine.rules"];
        let first = out(&place.typed(&args, &format!("{said}\nsave game.pgn\nposition\nquit\n")));
        let saved = fs::read_to_string(place.folder.join("game.pgn")).unwrap();
        assert!(saved.contains(written), "{saved}\n{first}");
        let args = [&args[..], &["--load", "game.pgn"]].concat();
        let second = out(&place.typed(&args, "position\nquit\n"));
        let position =
            |text: &str| text.lines().find(|line| line.contains(" | events ")).unwrap().to_string();
        assert_eq!(position(&first), position(&second), "{saved}");
    }
}

#[test]
fn a_choice_without_an_alternative_is_said_and_may_be_left_out() {
    let place = Place::new("single");
    let position = "6k1/8/8/3R4/8/8/2P1P3/2B1K3 w - - 0 1 | on d5 P";
    for said in ["Rd1, P@d2", "d5d1,d2", "Rd1", "d5d1"] {
        let args = ["explain", "event-chess", "--events", "45:w", "--position", position, said];
        let text = out(&place.run(&args));
        assert!(text.starts_with("Rd1, P@d2 (d5d1,d2) is legal"), "{said}: {text}");
    }
}

#[test]
fn a_piece_that_has_just_been_put_moves_by_its_sign() {
    let place = Place::new("put");
    let rules = "event \"Imp\"\nnumber 301\npiece imp \"I\" moves step any\n\
        when event starts, choose s from empty on rank 4 { put imp onto s }\n";
    place.write("imp.rules", rules);
    let args = ["play", "event-chess", "--deck", "imp.rules"];
    for said in ["I@a4, Ib3", "a4;a4b3", "@a4, Ib3"] {
        let text = out(&place.typed(&args, &format!("start\n{said}\nposition\nquit\n")));
        assert!(text.contains("to be decided: which square: I@a4, I@b4, "), "{text}");
        assert!(
            text.contains("rnbqkbnr/pppppppp/8/8/8/1(I)6/") || text.contains("/8/8/8/1I6/"),
            "{said}: {text}"
        );
    }
}

#[test]
fn explaining_behind_the_end_says_how_it_came() {
    let place = Place::new("over");
    let text = out(&place.run(&["explain", "chess", "--play", "f3 e5 g4 Qh4", "e4"]));
    assert!(text.starts_with("the game is over: black wins by mate, by `player loses by mate"), "{text}");
}

#[test]
fn a_deck_is_the_folder_beside_its_game_alone() {
    let place = Place::new("deck-beside");
    fs::create_dir_all(place.folder.join("g/events")).unwrap();
    fs::create_dir_all(place.folder.join("g/mine")).unwrap();
    place.write("g/one.rules", "game \"One\" extends \"event-chess\"\ndeck \"events\"\n");
    place.write("g/two.rules", "game \"Two\" extends \"event-chess\"\ndeck \"mine\"\n");
    place.write("g/events/own.rules", "event \"Own\"\nnumber 3\nrook cannot move\n");
    place.write("g/mine/a.rules", "event \"A\"\nnumber 3\nrook cannot move\n");
    for args in [&["events", "g/one.rules", "--json"][..], &["events", "one", "--rules", "g", "--json"]] {
        let value = json(&place.run(args));
        assert_eq!(value["events"].as_array().map(Vec::len), Some(1), "{args:?}");
    }
    let output = place.run(&["check", "g"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    // Two with one number: an error in a deck, and the second is left out of it.
    place.write("g/mine/b.rules", "event \"a\"\nnumber 3\nrook cannot move\n");
    let output = place.run(&["check", "g"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("5 files checked: 2 errors\n"), "{}", out(&output));
    assert!(err(&output).contains("R0847") && err(&output).contains("a.rules"), "{}", err(&output));
    let output = place.run(&["check", "g/mine/a.rules", "g/mine/b.rules"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("2 files checked: 0 errors, 2 warnings"), "{}", out(&output));
    let output = place.run(&["events", "g/two.rules"]);
    assert!(err(&output).contains("`g/mine/b.rules` is left out of the deck"), "{}", err(&output));
}

#[test]
fn turns_with_two_choices_come_back_from_their_texts() {
    let place = Place::new("two-choices");
    place.write(
        "drops.rules",
        "event \"Drops\"\nnumber 9\nplayer also acts by drop {\n    choose p from own hand {\n        \
         choose s from empty near own king { put p onto s }\n    }\n}\n",
    );
    place.write(
        "answer.rules",
        "event \"Answer\"\nnumber 10\nwhen rook moves, enemy side chooses s from empty near it { put pawn onto s }\n",
    );
    let fields = "4k3/p6r/8/8/8/8/P6R/4K3 w - - 0 1 | hand w N, Q; hand b n";
    let args = ["play", "chess", "--events", "drops.rules,answer.rules", "--position", fields];
    // A piece in hand and where it is put; a move behind which the other side chooses, with options that differ in
    // nothing else; and the same by steps.
    let typed =
        "N@e2\ndrop, n@, N@e7\nRg2\nmoves\n@g3\ndrop\nposition\nsave one.pgn\nload one.pgn\nposition\nquit\n";
    let text = out(&place.typed(&args, typed));
    let options = text.lines().any(|line| line.starts_with("black decides> moves"));
    assert!(options && text.contains("P@f1  P@g1  P@h1"), "{text}");
    let positions: Vec<&str> = text.lines().filter(|line| line.starts_with("4k3/")).collect();
    assert!(positions.len() == 2 && positions[0] == positions[1], "{text}");
    let record = fs::read_to_string(place.folder.join("one.pgn")).unwrap();
    assert!(record.contains("1. drop, N@e2 drop, N@e7 2. Rg2 {[%choice P@g3]}"), "{record}");
}
