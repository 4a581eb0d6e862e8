//! The formatter keeps meaning and comments, and has nothing to do a second time. Uses the files in
//! `tests/files` and mixtures of their words.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use common::{files, same_meaning, soup};
use proptest::prelude::*;
use rulemate_grammar::print::format;
use rulemate_grammar::source::{Source, SourceId};

fn formatted(text: &str) -> Option<String> {
    format(&Source::new("text", text), SourceId(0)).ok()
}

/// What must hold of any text that can be formatted.
fn holds(text: &str) {
    let Some(once) = formatted(text) else { return };
    let twice = formatted(&once).unwrap_or_else(|| panic!("cannot be read any more:\n{once}"));
    assert_eq!(once, twice, "formatted twice");
    same_meaning(text, &once);
    let comments = |text: &str| text.matches("//").count();
    assert_eq!(comments(text), comments(&once), "comments of\n{text}");
}

#[test]
fn good_files_keep_their_meaning() {
    for (name, text) in files() {
        assert!(formatted(&text).is_some(), "{name}");
        holds(&text);
        holds(&text.replace('\n', "\r\n"));
        holds(&text.replace("    ", ""));
    }
}

#[test]
fn a_file_in_disorder_is_put_in_order() {
    let text = "\n\n\ngame   \"G\"  // the name\nboard 8   by 8\n\n\n\n// kinds\npiece rook \"R\"   moves\tslide any ,\n  if own( rook )\nwhen rook moves\n{\nit   becomes tired ; // first\n\n\n      if it is rook{take it}\nelse { take rook\n}\n// last\n}\n";
    let want = "game \"G\"  // the name\nboard 8 by 8\n\n// kinds\npiece rook \"R\" moves slide any,\n    if own (rook)\nwhen rook moves {\n    it becomes tired  // first\n\n    if it is rook { take it }\n    else {\n        take rook\n    }\n    // last\n}\n";
    assert_eq!(formatted(text).unwrap(), want);
    holds(text);
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    assert!(formatted("rook moves\n").is_none());
    assert_eq!(formatted("").unwrap(), "");
    assert_eq!(formatted("// only this").unwrap(), "// only this\n");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mixtures_keep_their_meaning(text in soup()) {
        holds(&text);
    }
}
