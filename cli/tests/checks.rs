//! What `rulemate check` tells of mistakes, boards, positions, folders and files that cannot be read.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;
use std::os::unix::ffi::OsStrExt;

#[test]
fn a_first_position_does_not_fit_the_board() {
    let place = Place::new("fit");
    for (name, text, at, said) in [
        (
            "gone",
            "game \"Gone\" extends \"chess\"\nfile h is not on board\n",
            "file h is not on board",
            "pieces on squares that this takes away: h1, h2, h7, h8",
        ),
        (
            "one",
            "game \"One\" extends \"chess\"\na1 is not on board\nsetup \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\" with passed and clock\n",
            "R",
            "no square for a piece of this position: a1",
        ),
        (
            "wide",
            "game \"Wide\" extends \"chess\"\nboard 10 by 8\n",
            "board 10 by 8",
            "8 by 8 squares, and this board 10 by 8",
        ),
    ] {
        place.write(&format!("{name}.rules"), text);
        let value = json(&place.run(&["check", "--json", &format!("{name}.rules")]));
        let told = value["diagnostics"].as_array().unwrap();
        assert_eq!(told.len(), 1, "{value:#}");
        assert_eq!(told[0]["code"], "R0704");
        assert!(told[0]["message"].as_str().unwrap().contains(said), "{value:#}");
        let label = &told[0]["labels"][0];
        assert!(label["file"].as_str().unwrap().ends_with(&format!("{name}.rules")), "{value:#}");
        let line = text.lines().nth(label["line"].as_u64().unwrap() as usize - 1).unwrap();
        let from = label["column"].as_u64().unwrap() as usize - 1;
        assert!(line[from..].starts_with(at), "{name}: {value:#}");
    }
    let fits = "game \"Fits\" extends \"chess\"\nfile h is not on board\n\
                setup \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\" with passed and clock\n";
    place.write("fits.rules", fits);
    assert_eq!(place.run(&["check", "fits.rules"]).status.code(), Some(0));
}

#[test]
fn what_cannot_be_read_of_a_deck_is_named() {
    let place = Place::new("unread");
    let deck = place.folder.join("events");
    fs::create_dir_all(&deck).unwrap();
    place.write("decked.rules", "game \"Decked\" extends \"chess\"\ndeck \"events\"\n");
    place.write("events/good.rules", "event \"Good\"\nnumber 1\nrook also moves step diagonal\n");
    place.write("events/letters.rules", "event \"Letters\"\nnumber 2\nrook also moves step diagonal\n");
    let made = std::process::Command::new("mkfifo").arg(deck.join("pipe.rules")).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink("nowhere", deck.join("lost.rules")).unwrap();
    fs::write(deck.join("bytes.rules"), b"event \"\xff\"\nnumber 3\n").unwrap();
    // In play they are left out, by name.
    let output = place.run(&["moves", "decked.rules"]);
    let told = err(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    for name in ["pipe.rules", "lost.rules", "bytes.rules"] {
        assert!(told.contains(name), "{name}: {told}");
    }
    // Whoever names them is told the same.
    for args in [["--events", "pipe"], ["--deck", "pipe"]] {
        let output = place.run(&[&["moves", "decked.rules"], &args[..]].concat());
        let told = err(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("pipe.rules`: it is a pipe or a device"), "{told}");
    }
    // Where the game is checked, they are errors.
    let output = place.run(&["check", "decked.rules"]);
    let told = err(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.matches("R0848").count() == 2 && told.contains("R0100"), "{told}");
    // So are they for pairs.
    let output = place.run(&["check", "--pairs", "events", "--game", "chess"]);
    let (told, listed) = (err(&output), out(&output));
    assert_eq!(output.status.code(), Some(1), "{told}");
    for name in ["pipe.rules", "lost.rules", "bytes.rules"] {
        assert!(told.contains(name), "{name}: {told}");
    }
    assert!(listed.contains("2 events, 1 pair"), "{listed}");
    let value = json(&place.run(&["check", "--pairs", "events", "--game", "chess", "--json"]));
    assert_eq!(value["left_out"].as_array().unwrap().len(), 3, "{value:#}");
}

#[test]
fn siblings_are_not_read_again_for_each_file() {
    let place = Place::new("siblings");
    let mut text = String::new();
    for at in 0..1500 {
        text.push_str(&format!("rook cannot stop on e4 if length > {at} and it is on rank 1\n"));
    }
    let time = |files: &[String]| {
        let names: Vec<&str> = std::iter::once("check").chain(files.iter().map(String::as_str)).collect();
        let start = std::time::Instant::now();
        let output = place.run(&names);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        start.elapsed()
    };
    let files: Vec<String> = (0..12).map(|at| format!("event{at}.rules")).collect();
    place.write(&files[0], &format!("event \"Event 0\"\n{text}"));
    let alone = time(&files[..1]);
    for (at, file) in files.iter().enumerate() {
        place.write(file, &format!("event \"Event {at}\"\n{text}"));
    }
    let all = time(&files);
    assert!(all < alone * 12 * 3, "one takes {alone:?}, twelve take {all:?}");
}

#[test]
fn what_is_wrong_with_texts_and_names_has_a_help() {
    let place = Place::new("helps");
    place.write("moves.rules", "event \"Moves\"\nrook also moves step diagonal\n");
    let at = |text: &'static str| vec!["moves", "chess", "--json", "--position", text];
    let under = |text: &'static str| vec!["moves", "event-chess", "--json", "--position", text];
    for (args, code, help) in [
        (at("4k3/8/8/8/8/8/4K3 w - - 0 1"), "R0802", "write 8 ranks"),
        (at("4k2/8/8/8/8/8/8/4K3 w - - 0 1"), "R0802", "add 1;"),
        (at("4k4/8/8/8/8/8/8/4K3 w - - 0 1"), "R0802", "leave 1 out"),
        (at("4k3/0/8/8/8/8/8/4K3 w - - 0 1"), "R0802", "from 1 to 8"),
        (at("4k3/8/8/8/8/8/8/4K2R w KK - 0 1"), "R0805", "write `K` once"),
        (at("4k3/8/8/8/8/8/8/4K2R w KH - 0 1"), "R0805", "keep one of the two"),
        (at("4k3/8/8/8/8/8/8/4K3 w - - 9999999999 1"), "R0804", "from 0 to 2147483647"),
        (at("4k3/8/8/8/8/8/8/4K3 w - - 0 9999999999"), "R0804", "from 1 to 4294967295"),
        (at("4k3/8/8/8/8/8/8/4K3 w - - x 1"), "R0804", "from 0 on"),
        (under("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | events 45:red"), "R0810", "write `w` or `b`"),
        (under("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | events 45:w, 45:b"), "R0810", "leave one of both out"),
        (vec!["moves", "moves.rules", "--json"], "R0843", "`--events`"),
        (vec!["moves", "chess", "--json", "--events", "event-chess"], "R0843", "`event \"...\"`"),
        (vec!["moves", "event-chess", "--json", "--events", "zzzzzzzz"], "R0844", "the path of a file"),
    ] {
        let value = json(&place.run(&args));
        let told = value["diagnostics"].as_array().unwrap_or_else(|| panic!("{args:?}: {value:#}"));
        let first = told.iter().find(|each| each["code"] == code);
        let first = first.unwrap_or_else(|| panic!("{args:?}: {value:#}"));
        assert!(first["help"].as_str().unwrap_or("").contains(help), "{args:?}: {first:#}");
        assert!(told.iter().all(|each| each["help"].is_string()), "{args:?}: {value:#}");
    }
    let told = err(&place.run(&["check", "--pairs", "moves.rules", "--game", "chess"]));
    assert!(!told.is_empty());
}

/// What is said of two events of one sentence each.
fn pair(place: &Place, one: &str, other: &str) -> String {
    place.write("pair/a.rules", &format!("event \"A\"\n{one}\n"));
    place.write("pair/b.rules", &format!("event \"B\"\n{other}\n"));
    out(&place.run(&["check", "--pairs", "pair", "--game", "chess"]))
}

#[test]
fn pairs_that_take_away_or_replace_are_told_and_no_others() {
    let place = Place::new("pairs_of_sentences");
    fs::create_dir_all(place.folder.join("pair")).unwrap();
    for (one, other, code) in [
        ("pawn now promotes on rank 8 to queen", "pawn now promotes on rank 7 to rook", "R0901"),
        ("pawn cannot promote", "pawn now promotes on rank 8 to queen", "R0902"),
        ("knight cannot move", "knight now moves step any", "R0902"),
        ("rook is royal", "rook is not royal", "R0902"),
        ("piece cannot take piece", "queen also takes step any", "R0902"),
        ("knight now moves step any", "knight now moves step diagonal", "R0901"),
        ("white knight now moves step any", "knight now moves slide any", "R0901"),
        ("knight now moves step any", "knight now moves step any if it is on rank 1", "R0901"),
    ] {
        let said = pair(&place, one, other);
        assert!(said.contains("a + b: contradictory") && said.contains(code), "{one} + {other}: {said}");
    }
    for (one, other) in [
        ("white knight now moves step any", "black knight now moves slide any"),
        ("white pawn now promotes on rank 8 to queen", "black pawn now promotes on rank 7 to rook"),
        ("knight now moves step any", "knight now moves step any"),
        ("pawn now promotes on rank 8 to queen", "pawn now promotes on rank 8 to queen"),
        ("piece cannot take pawn", "queen also takes step any"),
        ("rook is royal", "queen is not royal"),
    ] {
        let said = pair(&place, one, other);
        assert!(said.contains("a + b: compatible"), "{one} + {other}: {said}");
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
fn files_that_cannot_be_formatted_are_counted() {
    let place = Place::new("unformatted");
    place.write("good.rules", "event \"Good\"\nrook also moves step diagonal\n");
    place.write("bad.rules", "event \"Bad\"\nrook also also\n");
    for args in [&["fmt", "good.rules", "bad.rules"][..], &["fmt", "--check", "good.rules", "bad.rules"]] {
        let output = place.run(args);
        let text = out(&output);
        assert!(!output.status.success() && text.contains("of 2 files"), "{text}");
        assert!(text.trim_end().ends_with(", 1 left alone for mistakes"), "{text}");
    }
}
