//! The program as a user meets it: what it prints, and with which status it leaves.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::{Output, Stdio};

#[test]
fn moves_are_listed_in_both_forms() {
    let place = Place::new("moves");
    let output = place.run(&["moves", "chess", "--play", "e4 e5 Nf3"]);
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    assert_eq!(text.lines().count(), 29);
    assert!(text.lines().any(|line| line == "b8c6\tNc6"), "{text}");
    let value = json(&place.run(&["moves", "chess", "--json", "--play", "e4"]));
    assert_eq!(value["turns"].as_array().unwrap().len(), 20);
    assert_eq!(value["position"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(value["check"], false);
}

#[test]
fn nodes_are_counted() {
    let place = Place::new("perft");
    let text = out(&place.run(&["perft", "chess", "2"]));
    assert!(text.starts_with("depth 1: 20 nodes, "), "{text}");
    assert_eq!(text.lines().last(), Some("nodes 400"));
    let text = out(&place.run(&["perft", "chess", "2", "--divide"]));
    assert!(text.lines().any(|line| line == "e2e4\t20"), "{text}");
    assert_eq!(json(&place.run(&["perft", "chess", "1", "--json"]))["nodes"], 20);
    assert_eq!(out(&place.run(&["perft", "chess", "0"])), "nodes 1\n");
}

#[test]
fn an_illegal_move_in_a_list_is_told_with_its_number_and_nothing_is_dropped() {
    let place = Place::new("illegal");
    let output = place.run(&["moves", "chess", "--play", "e4 e5 Bb5 a6 Bb6 Nf6"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "");
    let text = err(&output);
    assert!(text.contains("`Bb6` is illegal") && text.contains("move 5 of 6"), "{text}");
    let value = json(&place.run(&["perft", "chess", "1", "--json", "--play", "e4 what"]));
    assert_eq!(value["diagnostics"][0]["code"], "R0821");
    assert_eq!(value["diagnostics"][0]["labels"][0]["text"], "move 2 of 2");
}

#[test]
fn wrong_names_are_errors_with_a_suggestion() {
    let place = Place::new("names");
    for (args, said) in [
        (&["moves", "ches"][..], "did you mean `chess`?"),
        (&["moves", "chess", "--set", "claim=no"], "did you mean `claims`?"),
        (&["moves", "chess", "--set", "claims=maybe"], "`claims` is `yes` or `no`, not `maybe`"),
        (&["moves", "chess", "--events", "nothing"], "there is no event `nothing`"),
        (&["moves", "chess", "--position", "8/8/8/8/8/8/8/8 w - - 0 1"], "white has no royal piece"),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err(&output).contains(said), "{args:?}: {}", err(&output));
    }
    for args in [&["move", "chess"][..], &["perft", "chess"], &["explain-code", "R9"]] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!err(&output).is_empty());
    }
}

#[test]
fn a_path_works_in_place_of_a_name_and_folders_add_games() {
    let place = Place::new("paths");
    fs::create_dir_all(place.folder.join("more")).unwrap();
    let text = "game \"Leaps\" extends \"chess\"\nking also moves leap 1 2 without taking\n";
    place.write("more/leaps.rules", text);
    for args in [&["perft", "more/leaps.rules", "1"][..], &["perft", "leaps", "1", "--rules", "more"]] {
        assert_eq!(out(&place.run(args)).lines().last(), Some("nodes 22"), "{args:?}");
    }
    assert_eq!(place.run(&["perft", "leaps", "1"]).status.code(), Some(1));
    place.write("far.rules", "event \"Far\"\nknight also moves leap 1 3\n");
    assert_eq!(
        out(&place.run(&["perft", "chess", "1", "--events", "far.rules"])).lines().last(),
        Some("nodes 24")
    );
}

#[test]
fn moves_are_explained() {
    let place = Place::new("explain");
    let text = out(&place.run(&["explain", "chess", "e4"]));
    assert!(text.starts_with("e4 (e2e4) is legal:") && text.contains("at chess.rules:"), "{text}");
    let pinned = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1";
    let output = place.run(&["explain", "chess", "--position", pinned, "Bd3"]);
    let text = out(&output);
    assert!(text.starts_with("`Bd3` is illegal:") && text.contains("chess.rules:"), "{text}");
    let text = out(&place.run(&["explain", "chess", "g1"]));
    assert!(text.contains("the white knight on g1 can play") && text.contains("g1f3\tNf3"), "{text}");
    assert_eq!(json(&place.run(&["explain", "chess", "--json", "Nf3"]))["legal"], true);
}

#[test]
fn what_is_begun_passes_its_own_test_and_its_check() {
    let place = Place::new("new");
    assert_eq!(place.run(&["new", "game", "Leaping Kings"]).status.code(), Some(0));
    assert_eq!(place.run(&["new", "event", "Far Knights"]).status.code(), Some(0));
    let output = place.run(&["test"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), "3 passed, 0 failed\n"));
    assert_eq!(place.run(&["fmt", "--check"]).status.code(), Some(0));
    assert_eq!(place.run(&["check", "leaping-kings.rules"]).status.code(), Some(0));
    assert_eq!(place.run(&["new", "game", "Leaping Kings"]).status.code(), Some(2));
    assert_eq!(place.run(&["new", "game", "..."]).status.code(), Some(2));
}

#[test]
fn scenarios_tell_what_was_expected_and_what_came() {
    let place = Place::new("scenarios");
    place.write(
        "some.yaml",
        "- name: right\n  game: chess\n  legal: [e4]\n- name: wrong\n  game: chess\n  turns: 21\n  outcome: mate\n",
    );
    let output = place.run(&["test", "some.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    for said in ["FAILED some.yaml:4: wrong", "expected  21", "got       20:", "1 passed, 1 failed"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let value = json(&place.run(&["test", "--json"]));
    assert_eq!((&value["passed"], &value["failed"]), (&1.into(), &1.into()));
    assert_eq!(value["scenarios"][1]["failures"][0]["key"], "turns");
}

#[test]
fn unknown_keys_of_scenarios_are_errors_with_their_line() {
    let place = Place::new("keys");
    place.write("some.yaml", "- name: wrong\n  game: chess\n  legl: [e4]\n");
    let output = place.run(&["test"]);
    assert_eq!(output.status.code(), Some(1));
    let text = err(&output);
    assert!(
        text.contains("no key `legl`") && text.contains("some.yaml:3:3") && text.contains("`legal`"),
        "{text}"
    );
    for (text, said) in [
        ("- game: chess\n", "has no `name`"),
        ("- name: x\n  game: chess\n  turns: many\n", "`turns` is a whole number, not `many`"),
        ("- name: x\n  game: chess\n  perft: 20\n", "`perft` is a list of whole numbers, not `20`"),
        ("- name: x\n  game: chess\n  check: maybe\n", "`check` is `yes` or `no`, not `maybe`"),
        ("- name: x\n  game: chess\n  turns: 20\n  turns: 20\n", "`turns` is said twice"),
        ("- name: x\n  game: chess\n  legal:\n", "`legal` is a list of moves, not nothing"),
        ("name: x\ngame: chess\n", "a scenario file is a list of scenarios"),
        ("- some\n", "a scenario has keys with values"),
        ("name: [", "R0851"),
    ] {
        place.write("some.yaml", text);
        let output = place.run(&["test"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains(said), "{said}: {}", err(&output));
    }
}

#[test]
fn mistakes_in_rules_are_found() {
    let place = Place::new("check");
    place.write("bad.rules", "game \"Bad\" extends \"chess\"\npiece duck \"D\" moves stepp any\n");
    let output = place.run(&["check", "bad.rules"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("stepp"), "{}", err(&output));
    let value = json(&place.run(&["check", "bad.rules", "--json"]));
    assert_eq!(value["diagnostics"][0]["labels"][0]["line"], 2);
    place.write("none.rules", "game \"None\" extends \"nothing\"\n");
    let output = place.run(&["check", "none.rules"]);
    assert!(err(&output).contains("there is no game `nothing`"), "{}", err(&output));
    place.write("round.rules", "game \"Round\" extends \"round\"\n");
    assert!(err(&place.run(&["check", "round.rules"])).contains("extends itself"));
    fs::write(place.folder.join("bytes.rules"), [0xff, 0xfe, 0x00]).unwrap();
    assert_eq!(place.run(&["check", "bytes.rules"]).status.code(), Some(1));
}

#[test]
fn a_game_is_played_saved_and_loaded() {
    let place = Place::new("play");
    assert!(out(&place.typed(&["play", "chess"], "help\nquit\n")).contains("  Nf3, g1f3  "));
    let lines = "e2\ne4\nKe5\ne5\nundo\ne6\nposition\nsave game.pgn\nnonsense\nquit\n";
    let output = place.typed(&["play", "chess"], lines);
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    for said in [
        "  4  .  .  .  .  *  .  .  .",
        "`Ke5` is illegal:",
        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "saved to game.pgn",
        "`nonsense` is no legal move",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "colour where nobody sees it");
    let saved = fs::read_to_string(place.folder.join("game.pgn")).unwrap();
    assert!(saved.ends_with("\n\n1. e4 e6 *\n"), "{saved}");
    let output = place.typed(&["play", "chess", "--load", "game.pgn"], "d4\nquit\n");
    assert!(out(&output).contains("2 moves loaded"), "{}", out(&output));
    place.write("bad.pgn", "1. e4 e5 2. Ke3 *\n");
    let output = place.typed(&["play", "chess", "--load", "bad.pgn"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("move 3 of the game"), "{}", err(&output));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let place = Place::new("seed");
    let game = |seed: &str| {
        let args = ["play", "chess", "--random", "black", "--seed", seed];
        out(&place.typed(&args, "e4\nd4\nc4\nposition\nquit\n"))
    };
    let first = game("7");
    assert_eq!(first, game("7"));
    assert!(first.contains("black: "), "{first}");
    assert_eq!(place.typed(&["play", "chess", "--random", "green"], "").status.code(), Some(2));
}

#[test]
fn a_mate_ends_the_game() {
    let place = Place::new("mate");
    let text = out(&place.typed(&["play", "chess"], "f3\ne5\ng4\nQh4\nKf2\nquit\n"));
    assert!(text.contains("black wins by mate (0-1)") && text.contains("the game is over"), "{text}");
}

#[test]
fn pages_completions_and_the_manual_are_printed() {
    let place = Place::new("pages");
    assert!(out(&place.run(&["explain-code", "r0806"])).starts_with("# R0806: "));
    assert!(out(&place.run(&["explain-code"])).lines().count() > 60);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(out(&place.run(&["completions", shell])).contains("rulemate"), "{shell}");
    }
    let text = out(&place.run(&["man"]));
    assert!(text.contains(".TH rulemate") && text.contains("rulemate\\-perft"));
    for command in [
        "check",
        "moves",
        "perft",
        "explain",
        "play",
        "test",
        "fmt",
        "new",
        "explain-code",
        "completions",
        "man",
    ] {
        assert_eq!(place.run(&[command, "--help"]).status.code(), Some(0), "{command}");
    }
}

#[test]
fn a_reader_who_has_had_enough_is_no_error() {
    let place = Place::new("pipe");
    let mut child =
        place.command(&["explain-code"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
}

/// A game in which whoever brings the king to the fourth rank wins, with much left to play.
const HILL: &str = "game \"Hill\" extends \"chess\"\nside wins by hill if some own king is on rank 4\n";

#[test]
fn a_won_game_has_no_moves_anywhere() {
    let place = Place::new("won");
    place.write("hill.rules", HILL);
    let won = ["hill.rules", "--position", "4k3/8/8/8/8/4K3/P7/8 w - - 0 1", "--play"];
    let run = |first: &str, moves: &str, more: &[&str]| {
        let mut args = vec![first];
        args.extend(won);
        args.push(moves);
        args.extend(more);
        place.run(&args)
    };
    let output = run("moves", "Ke4", &[]);
    assert_eq!(out(&output), "", "{}", err(&output));
    assert!(err(&output).contains("the game is over: white wins by hill"), "{}", err(&output));
    let output = run("moves", "Ke4 Kd7", &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("the game is over: white wins by hill"), "{}", err(&output));
    let text = out(&run("explain", "Ke4", &["Kd7"]));
    assert!(text.contains("the game is over: white wins by hill"), "{text}");
    place.write(
        "won.yaml",
        "- name: won\n  game: hill.rules\n  position: \"4k3/8/8/8/8/4K3/P7/8 w - - 0 1\"\n  moves: [Ke4]\n  \
         turns: 0\n  outcome: white wins by hill\n  illegal: [Kd7]\n- name: legal\n  game: hill.rules\n  \
         position: \"4k3/8/8/8/8/4K3/P7/8 w - - 0 1\"\n  moves: [Ke4]\n  legal: [Kd7]\n",
    );
    let text = out(&place.run(&["test", "won.yaml"]));
    assert!(text.contains("Kd7: the game is over: white wins by hill"), "{text}");
    assert!(text.contains("1 passed, 1 failed"), "{text}");
}

#[test]
fn a_game_given_by_path_finds_its_deck_and_its_parents() {
    let place = Place::new("beside");
    fs::create_dir_all(place.folder.join("g/mydeck")).unwrap();
    place.write("g/base.rules", "game \"Base\" extends \"chess\"\nking also moves leap 1 2 without taking\n");
    place.write("g/mine.rules", "game \"Mine\" extends \"base\"\ndeck \"mydeck\"\n");
    place.write("g/mydeck/7-far.rules", "event \"Far\"\nnumber 7\nknight also moves leap 1 3\n");
    place.write("g/some.yaml", "- name: beside\n  game: mine.rules\n  events: [7]\n  turns: 26\n");
    let count = |output: Output| (out(&output).lines().count(), err(&output));
    assert_eq!(count(place.run(&["moves", "g/mine.rules", "--events", "7"])), (26, String::new()));
    assert_eq!(out(&place.run(&["test", "g/some.yaml"])), "1 passed, 0 failed\n");
    let output = place.run(&["perft", "g/mine.rules", "1", "--events", "7"]);
    assert_eq!(out(&output).lines().last(), Some("nodes 26"), "{}", err(&output));
    let output = place.run(&["explain", "g/mine.rules", "--events", "7", "Na4"]);
    assert!(out(&output).contains("is legal"), "{}{}", out(&output), err(&output));
    let output = place.run(&["check", "g/mine.rules"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&place.typed(&["play", "g/mine.rules", "--events", "7"], "Na4\nquit\n")).contains("Mine"));
    let inside =
        place.command(&["moves", "mine.rules", "--events", "7"]).current_dir(place.folder.join("g")).output();
    assert_eq!(count(inside.unwrap()), (26, String::new()));
}

#[test]
fn a_slip_of_the_pen_is_no_illegal_move() {
    let place = Place::new("slips");
    place.write(
        "some.yaml",
        "- name: slips\n  game: chess\n  illegal: [Kh2, e2e5, O-O, exd5, Nf3xe5, e8=Q, e8, Qd1-h5#]\n\
         - name: slip\n  game: chess\n  illegal: [Zf3]\n- name: slips two\n  game: chess\n  illegal: [Nf9, start nothing, hello]\n\
         - name: legal\n  game: chess\n  legal: [Knight]\n",
    );
    let text = out(&place.run(&["test", "some.yaml"]));
    assert_eq!(text.matches("cannot be read as a move").count(), 5, "{text}");
    assert!(text.contains("1 passed, 3 failed") && text.contains("Zf3: it cannot be read"), "{text}");
}

#[test]
fn explanations_speak_of_the_move_that_is_meant() {
    let place = Place::new("meant");
    let explain = |args: &[&str]| {
        let output = place.run(&[&["explain"], args].concat());
        format!("{}{}", out(&output), err(&output))
    };
    assert!(explain(&["chess", "e5"]).contains("nothing stands on e5"));
    let blocked = ["chess", "--position", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4"];
    let text = explain(&blocked);
    assert!(text.contains("`e4` is illegal") && text.contains("e3"), "{text}");
    let rook = ["chess", "--position", "4k3/8/8/8/8/8/n3P3/R3K3 w - - 0 1"];
    let text = explain(&[&rook[..], &["Rxa2, e3"]].concat());
    assert!(text.contains("`Rxa2` is a whole turn"), "{text}");
    let text = explain(&[&rook[..], &["Kd8, Ke8"]].concat());
    assert!(text.contains("the king on e1 does not go to d8"), "{text}");
    place.write(
        "swap.rules",
        "event \"Swap\"\nking also acts by exchange { choose r from own rook { swap it and r } }\n",
    );
    let swap = ["chess", "--events", "swap.rules", "--position", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"];
    let text = explain(&[&swap[..], &["Ke1@exchange"]].concat());
    assert!(text.contains("`Ke1@exchange, R@a1`") && text.contains("`Ke1@exchange, R@h1`"), "{text}");
    let output = place.run(&[&["explain", "--json"], &swap[..], &["Ke1@exchange, Ra1"]].concat());
    let value = json(&output);
    assert_eq!((&value["legal"], &value["places"][0]["place"]), (&true.into(), &"swap.rules:2".into()));
    place.write(
        "drops.rules",
        "event \"Drops\"\nwhen piece is taken unless it is pawn or royal, put it in enemy hand\nplayer also acts by drop {\n    \
         choose p from own hand {\n        choose s from empty { put p onto s }\n    }\n}\n",
    );
    let drops = ["chess", "--events", "drops.rules", "--play", "Nc3 d5 Nxd5 Qxd5 a3"];
    let text = explain(&[&drops[..], &["N@e6"]].concat());
    assert!(text.starts_with("drop, N@e6 (@drop,n@,e6) is legal"), "{text}");
    for said in ["drop, n@, N@e6", "drop, N@, N@e6", "drop, N@e6", "n@e6", "@drop,n@,e6"] {
        assert_eq!(explain(&[&drops[..], &[said]].concat()), text, "{said}");
    }
    let text = explain(&[&drops[..], &["Q@e6"]].concat());
    assert!(text.starts_with("`Q@e6` is no legal move"), "{text}");
}

#[test]
fn what_is_no_rule_file_and_what_has_no_game_is_told_once() {
    let place = Place::new("once");
    place.write("some.yaml", "- name: x\n  game: chess\n  turns: 20\n");
    for command in ["check", "fmt"] {
        let output = place.run(&[command, "some.yaml"]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(err(&output).matches("is no rule file").count(), 1, "{}", err(&output));
    }
    let output = place.run(&["moves", "nochess", "--events", "45,36", "--set", "claims=no", "--json"]);
    assert_eq!(json(&output)["diagnostics"].as_array().unwrap().len(), 1);
    place.write("sidestep.rules", "event \"Sidestep\"\nhorse also moves leap 1 3\n");
    assert!(err(&place.run(&["check", "sidestep.rules"])).contains("[sidestep.rules:2:1]"));
    let value = json(&place.run(&["check", "--json", "."]));
    assert_eq!(value["files"][0], "sidestep.rules");
    assert_eq!(value["diagnostics"][0]["labels"][0]["file"], "sidestep.rules");
    place.write("sidestep.rules", "event \"Sidestep\"\nknight also moves leap 1 3\n");
    assert_eq!(out(&place.run(&["fmt", "sidestep.rules"])), "0 of 1 file changed\n");
    place.write("none.yaml", "- name: x\n  game: chess\n  moves: [e4]\n");
    assert!(out(&place.run(&["test", "none.yaml"])).contains("this scenario checks nothing"));
    place.write("wrong.yaml", "- name: x\n  game: chess\n  outcome: whte wins\n");
    assert!(out(&place.run(&["test", "wrong.yaml"])).contains("`whte wins` cannot be read"));
}

#[test]
fn the_board_shows_where_a_piece_goes_first() {
    let place = Place::new("targets");
    let text = "event \"Twice\"\nwhen rook moves, own king may move without taking once\n";
    place.write("twice.rules", text);
    let args = ["play", "chess", "--events", "twice.rules", "--position", "4k3/8/8/8/P7/8/8/R3K3 w - - 0 1"];
    let text = out(&place.typed(&args, "a1\nquit\n"));
    assert_eq!(text.matches('*').count(), 5, "{text}");
}

#[test]
fn many_mistakes_and_long_lines_are_told_in_part() {
    let place = Place::new("many");
    let many: String = (0..5000).map(|word| format!("zm{word} means own rook\n")).collect();
    place.write("many.rules", &format!("event \"E\"\n{many}zm means own rokk\n"));
    let output = place.run(&["check", "many.rules", "--game", "chess"]);
    let text = err(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("nothing here is called `rokk`"), "{text}");
    place.write("many.rules", &format!("event \"E\"\n{many}"));
    let output = place.run(&["check", "many.rules", "--game", "chess"]);
    assert!(err(&output).contains("there are 4900 more mistakes in this text"));
    place.write(
        "long.rules",
        &format!("event \"E\" // {} \u{7} é\nrook also moves step any bla", "é ".repeat(90_000)),
    );
    let output = place.run(&["check", "long.rules", "--game", "chess"]);
    let text = err(&output);
    assert!(text.contains("long.rules:1:180015") && text.contains("cannot be seen"), "{text}");
    assert!(text.len() < 4000, "{}", text.len());
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_checked() {
    let place = Place::new("unreadable");
    place.write("good.rules", "event \"E\"\nrook also moves step any\n");
    std::os::unix::fs::symlink("nowhere", place.folder.join("lost.rules")).unwrap();
    std::os::unix::fs::symlink("nowhere", place.folder.join(".#good.rules")).unwrap();
    let odd = std::ffi::OsStr::from_bytes(b"\xff.rules");
    fs::write(place.folder.join(odd), "").unwrap();
    let output = place.run(&["check", ".", "--game", "chess"]);
    let text = err(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("cannot read `lost.rules`") && text.contains("is not UTF-8 text"), "{text}");
    assert_eq!(out(&output), "1 file checked: 2 errors\n");
}

#[test]
fn a_deck_must_be_there() {
    let place = Place::new("no-deck");
    place.write("g.rules", "game \"G\" extends \"chess\"\ndeck \"nothere\"\n");
    let output = place.run(&["check", "g.rules"]);
    assert!(err(&output).contains("there is no folder `nothere`"), "{}", err(&output));
    fs::create_dir(place.folder.join("nothere")).unwrap();
    assert_eq!(place.run(&["check", "g.rules"]).status.code(), Some(0));
}

#[test]
fn endless_input_ends() {
    let place = Place::new("endless");
    std::os::unix::fs::symlink("/dev/zero", place.folder.join("z.pgn")).unwrap();
    let output = place.run(&["play", "chess", "--load", "z.pgn"]);
    assert!(err(&output).contains("a pipe or a device"), "{}", err(&output));
    fs::File::create(place.folder.join("large.pgn")).unwrap().set_len((16 << 20) + 1).unwrap();
    let output = place.run(&["play", "chess", "--load", "large.pgn"]);
    assert!(err(&output).contains("more than 16777216 bytes"), "{}", err(&output));
    let zero = fs::File::open("/dev/zero").unwrap();
    let output = place.command(&["play", "chess"]).stdin(zero).output().unwrap();
    assert!(err(&output).contains("the line has more than 16777216 bytes"), "{}", err(&output));
}

#[test]
fn a_setting_is_set_once() {
    let place = Place::new("set-twice");
    let output = place.run(&["moves", "chess", "--set", "claims=yes", "--set", "claims=no"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("`claims` is set twice"), "{}", err(&output));
}

#[test]
fn scenario_files_are_utf_8_with_or_without_a_mark() {
    let place = Place::new("utf-8");
    let text = "- name: a\n  game: chess\n  turns: 20\n";
    place.write("mark.yaml", &format!("\u{feff}{text}"));
    assert_eq!(out(&place.run(&["test", "mark.yaml"])), "1 passed, 0 failed\n");
    fs::write(place.folder.join("latin.yaml"), b"- name: \xe4\n  game: chess\n  turns: 20\n").unwrap();
    let output = place.run(&["test", "latin.yaml"]);
    assert!(
        err(&output).contains("not UTF-8 text") && err(&output).contains("latin.yaml:1:9"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_capital_before_a_square_is_a_sign() {
    let place = Place::new("bishop");
    let position = "rnbqkbnr/pppppppp/8/8/8/2n5/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = out(&place.run(&["explain", "chess", "Bxc3", "--position", position]));
    assert!(text.contains("the bishop on c1 does not go to c3"), "{text}");
    let text = out(&place.run(&["explain", "chess", "bxc3", "--position", position]));
    assert!(text.contains("is legal"), "{text}");
}

#[test]
fn pipes_are_no_files() {
    let place = Place::new("pipes");
    let made = std::process::Command::new("mkfifo").arg(place.folder.join("pipe")).status().unwrap();
    assert!(made.success());
    let output = place.run(&["play", "chess", "--load", "pipe"]);
    assert!(!output.status.success() && err(&output).contains("it is a pipe"), "{}", err(&output));
    let output = place.typed(&["play", "chess"], "load pipe\nsave pipe\nquit\n");
    assert_eq!(out(&output).matches("it is a pipe or a device, and no file").count(), 2, "{}", out(&output));
}

#[test]
fn texts_from_outside_are_shown_clean_and_up_to_a_bound() {
    let place = Place::new("outside");
    place.write("esc.pgn", "[Variant \"\u{1b}[31mX\"]\n\n1. \u{1b}[31mNf3 *\n");
    let many = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | {}", "; ".repeat(5000));
    for args in [
        &["explain", "chess", "\u{1b}[31mNf3"][..],
        &["moves", "chess", "--play", "\u{1b}[31mNf3"],
        &["moves", "\u{1b}[31m"],
        &["test", "\u{1b}[31m"],
        &["play", "chess", "--load", "esc.pgn"],
        &["moves", "chess", "--position", &many],
    ] {
        let output = place.run(args);
        assert!(!output.status.success(), "{args:?}");
        let told = out(&output) + &err(&output);
        assert!(!told.contains('\u{1b}') && !told.is_empty() && told.len() < 200_000, "{told}");
    }
    let text = err(&place.run(&["moves", "chess", "--position", &many]));
    assert!(text.contains("more mistakes in this text"), "{}", text.len());
    let output = place.typed(&["play", "chess"], "\u{1b}[31mNf3\nload esc.pgn\nquit\n");
    assert!(!out(&output).contains('\u{1b}'), "{}", out(&output));
}

#[test]
fn help_has_help_new_has_json_and_empty_squares_say_who_comes() {
    let place = Place::new("small-answers");
    for args in [&["help", "--help"][..], &["help", "moves", "--help"], &["help"]] {
        assert_eq!(place.run(args).status.code(), Some(0), "{args:?}");
    }
    let value = json(&place.run(&["new", "event", "Foo", "--json"]));
    assert_eq!(value["written"].as_array().map(Vec::len), Some(2));
    let text = out(&place.run(&["explain", "chess", "e5"]));
    assert_eq!(text, "nothing stands on e5, and no piece of white can go there\n");
    let text = out(&place.run(&["explain", "chess", "e5", "--play", "Nf3 a6"]));
    assert!(
        text.starts_with("nothing stands on e5; white can go there with\nknight f3\tf3e5\tNe5\n"),
        "{text}"
    );
}

#[test]
fn what_is_not_there_or_cannot_be_read_is_an_error_of_the_input() {
    let place = Place::new("unreadable");
    fs::create_dir_all(place.folder.join("folder/deeper")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.folder.join("pipe.rules")).status().unwrap();
    assert!(made.success());
    let folder = "it is a folder, and no file";
    let pipe = "it is a pipe or a device, and no file";
    let none = "there is no such file or folder";
    for (args, said) in [
        (&["moves", "folder"][..], folder),
        (&["moves", "./pipe.rules"], pipe),
        (&["moves", "/dev/zero"], pipe),
        (&["moves", "pipe", "--rules", "."], pipe),
        (&["moves", "nowhere.rules"], "there is no game `nowhere.rules`"),
        (&["moves", "chess", "--events", "pipe.rules"], pipe),
        (&["moves", "chess", "--events", "folder"], folder),
        (&["moves", "event-chess", "--deck", "pipe.rules"], pipe),
        (&["check", "pipe.rules"], pipe),
        (&["check", "nowhere"], none),
        (&["check", "folder"], "there is no rule file in `folder` or below it"),
        (&["check", "--pairs", "nowhere"], none),
        (&["check", "--pairs", "folder"], "there is no rule file in it"),
        (&["fmt", "nowhere"], none),
        (&["test", "nowhere.yaml"], none),
        (&["test", "pipe.rules"], pipe),
        (&["test", "folder"], "there is no scenario file in `folder` or below it"),
        (&["moves", "chess", "--rules", "nowhere"], none),
        (&["moves", "chess", "--rules", "pipe.rules"], "it is no folder"),
        (&["new", "event", "X", "--in", "nowhere"], none),
        (&["play", "chess", "--load", "nowhere"], none),
        (&["play", "chess", "--load", "folder"], folder),
    ] {
        let output = place.typed(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(said), "{args:?}: {}", err(&output));
        let output = place.typed(&[args, &["--json"]].concat(), "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let value = json(&output);
        let message = value["diagnostics"][0]["message"].as_str().unwrap();
        assert!(message.contains(said), "{args:?}: {message}");
    }
}

#[test]
fn a_scenario_file_has_scenarios() {
    let place = Place::new("no-scenarios");
    place.write("none.yaml", "");
    place.write("list.yaml", "[]\n");
    place.write("one.yaml", "- name: a\n  game: chess\n  turns: 20\n");
    for file in ["none.yaml", "list.yaml"] {
        let output = place.run(&["test", file]);
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains("there is no scenario in this file"), "{}", err(&output));
    }
    let output = place.run(&["test", "one.yaml", "--only", "b"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("no scenario has `b` in its name"), "{}", err(&output));
}

#[test]
fn what_is_wrong_in_a_scenario_is_told_with_its_place_in_the_file() {
    let place = Place::new("places");
    place.write(
        "some.yaml",
        "# some\n- name: a\n  game: chess\n  position: \"4k3/8/8/8/8/8/8/3XK3 w - - 0 1\"\n  turns: 1\n\
         - name: b\n  moves: [Nf3, Nf6, Nf3,\n    e4]\n  game: chess\n  turns: 1\n\
         - name: c\n  game: nochess\n  turns: 1\n\
         - name: d\n  game: event-chess\n  events:\n    - 45\n    - none\n  turns: 1\n\
         - name: e\n  game: chess\n  set: {claims: no, clams: no}\n  turns: 1\n\
         - name: f\n  game: chess\n  legal: [e4,\n    e5]\n  illegal: [e4]\n  turns: 21\n  explain: {e4: nothing}\n",
    );
    let output = place.run(&["test", "some.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    let told: Vec<&str> = text.lines().filter(|line| line.contains(" at some.yaml:")).collect();
    assert_eq!(
        told,
        [
            "  position at some.yaml:4:31",
            "  moves at some.yaml:7:21",
            "  game at some.yaml:12:9",
            "  events at some.yaml:18:7",
            "  set at some.yaml:22:21",
            "  legal at some.yaml:27:5",
            "  illegal at some.yaml:28:13",
            "  explain at some.yaml:30:13",
            "  turns at some.yaml:29:3",
        ],
        "{text}"
    );
    assert!(!text.contains("command line:1") && !text.contains("position:1"), "{text}");
    let value = json(&place.run(&["test", "some.yaml", "--json"]));
    let failure = &value["scenarios"][1]["failures"][0];
    assert_eq!(
        (&failure["key"], &failure["line"], &failure["column"]),
        (&"moves".into(), &7.into(), &21.into())
    );
}

#[test]
fn numbers_of_moves_are_read_and_nothing_is_played_behind_the_end() {
    let place = Place::new("numbered");
    let position =
        |play: &str| json(&place.run(&["moves", "chess", "--json", "--play", play]))["position"].clone();
    let plain = position("e4 e5 Nf3 Nc6 Bb5 a6");
    for play in [
        "1.e4 e5 2. Nf3 Nc6 3.Bb5 3...a6",
        "1. e4 1... e5 2.Nf3 Nc6 3.Bb5 a6",
        "1 . e4 e5 2.Nf3 Nc6 3. Bb5 3... a6",
    ] {
        if play.starts_with("1 .") {
            assert_ne!(position(play), plain, "a lone number is no number of a move");
        } else {
            assert_eq!(position(play), plain, "{play}");
        }
    }
    let output = place.run(&["moves", "chess", "--play", "e4 e5 a6"]);
    assert!(err(&output).contains("none of the 8 pieces that could be meant goes to a6"), "{}", err(&output));
    let drawn = ["--position", "4k3/p7/8/8/8/8/P7/3RK3 w - - 149 100", "--play"];
    let output = place.run(&[&["moves", "chess"], &drawn[..], &["Rd2"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = place.run(&[&["moves", "chess"], &drawn[..], &["Rd2 Ke7 Rd3"]].concat());
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""));
    let text = err(&output);
    assert!(
        text.contains("the game is over: draw by seventy-five-moves") && text.contains("move 2 of 3"),
        "{text}"
    );
}

#[test]
fn rules_that_set_each_other_off_are_named() {
    let place = Place::new("runaway");
    place.write("one.rules", "event \"One\"\nwhen piece arrives on e4, put kind of it onto e5\n");
    place.write("two.rules", "event \"Two\"\nwhen piece arrives on e5, put kind of it onto e4\n");
    let text = out(&place.run(&["explain", "chess", "--events", "one.rules,two.rules", "e4"]));
    assert!(
        text.contains(
            "rules set each other off without end, and this one ran last, by `put kind of it onto e"
        ) && (text.contains("at one.rules:2") || text.contains("at two.rules:2")),
        "{text}"
    );
}
