//! Scenario files: what they tell, and what is wrong in them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;

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
