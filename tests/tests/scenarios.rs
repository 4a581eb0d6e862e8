//! Runs every scenario of `tests/scenarios` and `examples`, and shows that a scenario can fail. Imports the
//! program's `scenario`.

use rulemate::scenario::{self, Failure};
use rulemate::shelf::Folders;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Source, SourceId};
use rulemate_tests::root;
use rulemate_tests::scenarios::{run_file, setting};
use rulemate_tests::shelf::files_below;

/// Runs all scenario files directly in a folder, and says which scenarios of which files failed.
fn folder(name: &str) {
    let folder = root().join(name);
    let files: Vec<_> = files_below(&folder, "yaml")
        .into_iter()
        .filter(|file| file.parent() == Some(folder.as_path()))
        .collect();
    assert!(!files.is_empty(), "no scenario files in {name}");
    let (mut count, mut failed) = (0, Vec::new());
    for file in &files {
        let (scenarios, told) = run_file(file);
        assert!(scenarios > 0 || !told.is_empty(), "{} has no scenario", file.display());
        count += scenarios;
        failed.extend(told);
    }
    assert!(
        failed.is_empty(),
        "{} of {count} scenarios in {name} failed:\n\n{}\n",
        failed.len(),
        failed.join("\n\n")
    );
}

/// The folders that have a test below.
const FOLDERS: [&str; 5] = [
    "examples",
    "tests/scenarios/chess",
    "tests/scenarios/event-chess",
    "tests/scenarios/pawns-chess",
    "tests/scenarios/variants",
];

#[test]
fn chess() {
    folder("tests/scenarios/chess");
}

#[test]
fn variants() {
    folder("tests/scenarios/variants");
}

#[test]
fn event_chess() {
    folder("tests/scenarios/event-chess");
}

#[test]
fn pawns_chess() {
    folder("tests/scenarios/pawns-chess");
}

#[test]
fn examples() {
    folder("examples");
}

#[test]
fn no_scenario_is_left_out() {
    for top in ["tests/scenarios", "examples"] {
        for ending in ["yaml", "yml"] {
            for file in files_below(&root().join(top), ending) {
                let folder = rulemate_tests::within(file.parent().expect("a folder"));
                // Settings of simulations, which `cli/tests/simulate.rs` plays.
                let settings = folder == "examples/simulations";
                assert!(
                    (FOLDERS.contains(&folder.as_str()) || settings) && ending == "yaml",
                    "{}: no test runs it",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_example_has_scenarios() {
    for file in files_below(&root().join("examples"), "rules") {
        assert!(file.with_extension("yaml").is_file(), "{} has no scenarios beside it", file.display());
    }
}

/// The failures of one scenario.
fn failures(text: &str) -> Vec<Failure> {
    let source = Source::new("test.yaml", text);
    let scenarios = scenario::read(&source, SourceId(0)).expect("a scenario");
    assert_eq!(scenarios.len(), 1);
    scenario::run(&Folders::default(), &scenarios[0].scenario, setting()).failures
}

/// A scenario of chess on two kings and a rook with some further lines.
fn rook(lines: &str) -> String {
    format!("- name: a rook\n  game: chess\n  position: \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"\n{lines}")
}

#[test]
fn what_is_so_passes() {
    let all = r#"  set: {claims: no}
  moves: [Ra7, Kf8]
  legal: [Ra8+, a7a8, Kd2]
  illegal: [Rb8, O-O-O, Kxe8]
  turns: 19
  check: no
  outcome: none
  claim: none
  result: "5k2/R7/8/8/8/8/8/4K3 w - - 2 2"
  perft: [19]
  explain: {Rb8: "cannot"}
"#;
    let failed = failures(&rook(&all.replace("  explain: {Rb8: \"cannot\"}\n", "")));
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn what_is_not_so_fails_key_by_key() {
    for (key, lines) in [
        ("legal", "  legal: [Ra5, Rb5]\n"),
        ("illegal", "  illegal: [Rb5, Ra5]\n"),
        ("turns", "  turns: 3\n"),
        ("check", "  check: yes\n"),
        ("outcome", "  outcome: mate\n"),
        ("outcome", "  outcome: white wins by mate\n"),
        ("claim", "  claim: fifty-moves\n"),
        ("result", "  result: \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\"\n"),
        ("perft", "  perft: [16, 1]\n"),
        ("explain", "  explain: {Rb5: \"because of the weather\"}\n"),
        ("moves", "  moves: [Ra5, Ke8]\n"),
        ("set", "  set: {weather: yes}\n"),
        ("events", "  events: [weather]\n"),
    ] {
        let failed = failures(&rook(lines));
        assert_eq!(failed.len(), 1, "{lines}: {failed:#?}");
        assert_eq!(failed[0].key, key, "{lines}: {failed:#?}");
        assert_ne!(failed[0].expected, failed[0].got);
    }
    for (key, lines) in [("outcome", "  moves: [Ra8]\n  outcome: none\n"), ("check", "  check: no\n")] {
        let text = rook(lines).replace("R3K3 w Q", "4K3 w -").replace("4k3/8/8", "4k3/R7/4K3");
        let text = text.replace("8/8/8/4K3 w", "8/8/8/8 w").replace("check: no", "check: yes");
        let failed = failures(&text);
        assert_eq!(failed.iter().map(|failure| failure.key).collect::<Vec<_>>(), [key], "{failed:#?}");
    }
}

#[test]
fn a_game_or_an_event_that_is_not_there_fails() {
    let failed = failures("- name: x\n  game: chss\n  turns: 20\n");
    assert_eq!(failed.len(), 1);
    assert!(failed[0].got.contains("there is no game `chss` (did you mean `chess`?)"), "{failed:#?}");
    let failed = failures("- name: x\n  game: chess\n  position: \"4k3/8 w - - 0 1\"\n");
    assert_eq!(failed[0].key, "position");
    // A scenario may go on behind a draw, but not behind a win.
    let bare = "- name: x\n  game: chess\n  position: \"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1\"\n";
    let failed = failures(&format!("{bare}  moves: [Kxd2, Ke7]\n  legal: [Kd3]\n"));
    assert!(failed.is_empty(), "{failed:#?}");
    let failed = failures("- name: x\n  game: chess\n  moves: [f3, e5, g4, Qh4, a3]\n  turns: 0\n");
    assert!(failed[0].got.contains("the game is over: black wins by mate"), "{failed:#?}");
}

/// What is wrong with a file.
fn wrong(text: &str) -> (Diagnostic, usize, String) {
    let source = Source::new("test.yaml", text);
    let wrong = scenario::read(&source, SourceId(0)).expect_err(text).remove(0);
    let span = wrong.labels.first().expect("a label").place.span;
    let line = source.line_column(span.start).0;
    (wrong, line, text[span.start as usize..span.end as usize].to_owned())
}

#[test]
fn an_unknown_key_is_told_with_its_line() {
    let (diagnostic, line, said) =
        wrong("- name: a\n  game: chess\n- name: b\n  game: chess\n  legl: [e4]\n");
    assert_eq!(diagnostic.message, "a scenario has no key `legl`");
    assert_eq!(diagnostic.help.as_deref(), Some("did you mean `legal`?"));
    assert_eq!((line, said.as_str()), (5, "legl"));
    let (diagnostic, line, _) = wrong("- name: a\n  game: chess\n  xyzzy: 1\n");
    assert!(diagnostic.help.is_some_and(|help| help.contains("position")));
    assert_eq!(line, 3);
}

#[test]
fn a_key_is_missing_or_has_a_value_of_the_wrong_sort() {
    let (diagnostic, ..) = wrong("- game: chess\n");
    assert_eq!(diagnostic.message, "this scenario has no `name`");
    let (_, line, _) = wrong("- name: a\n  game: chess\n  turns: many\n");
    assert_eq!(line, 3);
    let (diagnostic, ..) = wrong("- name: a\n  game: chess\n  check: perhaps\n");
    assert!(diagnostic.message.contains("`yes` or `no`"), "{}", diagnostic.message);
    wrong("name: a\n");
    wrong("- [a\n");
}

#[test]
fn all_that_is_wrong_with_a_file_is_told() {
    let text = "- name: a\n  game: chess\n  legl: [e4]\n  turns: many\n- name: b\n  turns: 20\n- name: c\n  game: chess\n";
    let source = Source::new("test.yaml", text);
    let lines = |text: &str| -> Vec<(usize, String)> {
        let wrong = scenario::read(&source, SourceId(0)).expect_err(text);
        let line = |each: &Diagnostic| source.line_column(each.labels[0].place.span.start).0;
        wrong.iter().map(|each| (line(each), each.message.clone())).collect()
    };
    let expected = [
        (3, "a scenario has no key `legl`"),
        (4, "`turns` is a whole number, not `many`"),
        (5, "this scenario has no `game`"),
    ];
    assert_eq!(lines(text), expected.map(|(line, text)| (line, text.to_owned())));
}

#[test]
fn mistakes_beside_what_is_no_yaml_are_told_too() {
    let text =
        "- name: a\n  game: chess\n  legl: [e4]\n- name: b\n  game: \"chess\n- name: c\n  game chess\n";
    let source = Source::new("test.yaml", text);
    let wrong = scenario::read(&source, SourceId(0)).expect_err(text);
    assert!(wrong.len() >= 2, "{wrong:#?}");
    assert!(wrong[0].message.contains("legl"));
}

#[test]
fn deep_brackets_and_lists_end_at_once() {
    for text in ["{a: ".repeat(100_000), "[".repeat(100_000), "- ".repeat(100_000), "? ".repeat(100_000)] {
        let source = Source::new("test.yaml", text);
        let wrong = scenario::read(&source, SourceId(0)).expect_err("too deep");
        assert_eq!(wrong.len(), 1);
        assert!(wrong[0].message.contains("too deep"), "{}", wrong[0].message);
    }
    let name = "- name: \"smiles :-] [[[[[[[[[[[[[[[[[[[\"\n  game: chess\n  turns: 20\n";
    assert!(scenario::read(&Source::new("test.yaml", name), SourceId(0)).is_ok());
}

#[test]
fn a_wrong_count_does_not_go_on_for_ever() {
    let failed = failures(
        "- name: a\n  game: chess\n  position: \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n  perft: [5, 25, 1, 1, 1, 1, 1, 1]\n",
    );
    assert_eq!(failed[0].got, "170 nodes at depth 3");
    assert_eq!(failed.last().map(|last| last.got.as_str()), Some("more than 20000 nodes at depth 6"));
}
