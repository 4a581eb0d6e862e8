//! The program as a user meets it: what it prints, and with which status it leaves.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;
use std::process::{Output, Stdio};

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
