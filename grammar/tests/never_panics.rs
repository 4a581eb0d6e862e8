//! Whatever bytes come: no panic, an answer in bounded time, places inside the text, a bounded list of mistakes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::time::{Duration, Instant};

use common::{files, soup};
use proptest::prelude::*;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::parse::{LARGEST_FILE, parse_bytes};
use rulemate_grammar::print::format;
use rulemate_grammar::render::{Report, plain};
use rulemate_grammar::source::{SourceId, Sources};
use rulemate_grammar::{ast, codes};

/// Reads, checks what must hold of any answer, and gives the mistakes.
fn read(bytes: &[u8]) -> (ast::File, Vec<Diagnostic>) {
    let start = Instant::now();
    let (source, file, diagnostics) = parse_bytes("text", bytes, SourceId(0));
    let spent = start.elapsed();
    assert!(spent < Duration::from_secs(10), "{spent:?}");
    assert!(diagnostics.len() <= 101);
    let mut sources = Sources::default();
    let text_length = source.text.len();
    sources.add(source);
    for diagnostic in &diagnostics {
        assert!(codes::find(diagnostic.code).is_some());
        assert!(!diagnostic.message.contains('\n') && !diagnostic.message.is_empty());
        assert!(diagnostic.help.is_some(), "{}: {}", diagnostic.code, diagnostic.message);
        for label in &diagnostic.labels {
            let span = label.place.span;
            assert!(span.start <= span.end && span.end as usize <= text_length);
            assert!(sources.get(SourceId(0)).text.get(span.start as usize..span.end as usize).is_some());
        }
        let _ = Report::new(diagnostic, &sources);
    }
    let _ = plain(&diagnostics, &sources);
    let _ = format(sources.get(SourceId(0)), SourceId(0));
    (file, diagnostics)
}

fn codes_of(bytes: &[u8]) -> Vec<&'static str> {
    read(bytes).1.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn odd_bytes_are_answered() {
    assert_eq!(codes_of(b"rook also moves\0 step any"), [codes::CONTROL_CHARACTER]);
    assert_eq!(codes_of(b"// \0\nrook also moves step any"), [codes::CONTROL_CHARACTER]);
    assert_eq!(codes_of(b"event \"\xff\xfe\""), [codes::NOT_UTF8]);
    assert_eq!(codes_of(b"// \xff\nrook also moves step any"), [codes::NOT_UTF8]);
    assert_eq!(codes_of(b"\xff\xfe"), [codes::NOT_UTF8]);
    assert_eq!(codes_of(b"game \"G\"\rboard 8 by 8"), [codes::CONTROL_CHARACTER]);
    assert!(codes_of("\u{feff}game \"G\"\r\nboard 8 by 8\r\n".as_bytes()).is_empty());
    assert!(codes_of(b"").is_empty());
    assert_eq!(codes_of("rook \u{202e}moves step any".as_bytes()), [codes::CONTROL_CHARACTER]);
}

#[test]
fn sizes_are_bounded() {
    assert_eq!(codes_of(&vec![b'a'; 10 << 20]), [codes::TOO_LARGE]);
    assert_eq!(codes_of(&vec![b' '; LARGEST_FILE + 1]), [codes::TOO_LARGE]);
    assert_eq!(codes_of(&vec![b'a'; LARGEST_FILE]), [codes::TOO_LONG]);
    for (open, close) in [("(", ")"), ("{", "}"), ("when rook moves { ", "} "), ("x means ( ", ") ")] {
        let deep = open.repeat(100_000.min(LARGEST_FILE / open.len() / 2)) + "rook";
        let codes = codes_of(deep.as_bytes());
        assert!(codes.contains(&codes::TOO_DEEP), "{open} {codes:?}");
        let closed = deep + &close.repeat(50_000);
        let codes = codes_of(&closed.as_bytes()[..closed.len().min(LARGEST_FILE)]);
        assert!(codes.contains(&codes::TOO_DEEP), "{open} {codes:?}");
    }
    for word in ["not ", "piece that is ", "x with ", "if a, ", "number of ", "1 + ", "else if ", "unless "] {
        for head in ["forbid z if ", "when rook moves, ", "when rook moves { ", "z means "] {
            let deep = head.to_owned() + &word.repeat(100_000);
            let codes = codes_of(&deep.as_bytes()[..deep.len().min(LARGEST_FILE)]);
            assert!(
                codes.iter().any(|code| [codes::TOO_DEEP, codes::TOO_LONG].contains(code)),
                "{word} {codes:?}"
            );
        }
    }
}

#[test]
fn many_small_things_take_little_time() {
    for word in [
        "a ",
        "? ",
        "or ",
        "and x ",
        "{ } ",
        "( ) ",
        "rook moves step any\n",
        "\"",
        "/*\n",
        "\u{ab}",
        "\u{201c}\n",
        "'",
        "x means y\n",
        "rook kills pawn\n",
        "\n",
        ";",
        "1 ",
        "x of ",
        "a or ",
        ", ",
    ] {
        for head in ["", "when rook moves { "] {
            let text = head.to_owned() + &word.repeat(LARGEST_FILE / 4 / word.len());
            read(text.as_bytes());
        }
    }
}

#[test]
fn deepest_nesting_is_read_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        for (open, close) in
            [("(", ")"), ("not (", ")"), ("a or (b or (", ") is c) is d"), ("a and (x with y = (", "))")]
        {
            let times = (1..=64).rev().find(|times| {
                let text = format!("z means {}rook{}", open.repeat(*times), close.repeat(*times));
                !codes_of(text.as_bytes()).contains(&codes::TOO_DEEP)
            });
            assert!(times.is_some_and(|times| times > 10));
        }
        let blocks =
            "when rook moves ".to_owned() + &"{ if castling ".repeat(31) + "{ take it }" + &"}".repeat(31);
        assert!(codes_of(blocks.as_bytes()).is_empty());
        let path = format!("rook also moves {}step any{}", "(step any or ".repeat(60), ")".repeat(60));
        assert!(codes_of(path.as_bytes()).is_empty());
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn numbers_have_bounds() {
    for number in ["4294967296", "99999999999999999999999999", "1000001"] {
        assert_eq!(codes_of(format!("number {number}").as_bytes()), [codes::NUMBER_TOO_LARGE]);
    }
    for sentence in ["board 0 by 8", "board 17 by 8", "rook moves leap 0 0", "rook moves step any 0 times"] {
        assert_eq!(codes_of(sentence.as_bytes()), [codes::IMPOSSIBLE_NUMBER], "{sentence}");
    }
}

#[test]
fn good_files_survive_any_cut() {
    for (_, text) in files().into_iter().step_by(5) {
        for at in (0..text.len()).step_by(7) {
            read(&text.as_bytes()[..at]);
            read(&text.as_bytes()[at..]);
        }
    }
}

/// A good file with some bytes changed, put in or left out.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let files: Vec<String> = files().into_iter().map(|(_, text)| text).collect();
    let bytes = proptest::sample::select(b"(){}\"/,;=<>+-*%\n\r\t aoz019'\\\x00\xff#.".to_vec());
    let edits = proptest::collection::vec((any::<proptest::sample::Index>(), 0..3_u8, bytes), 1..8);
    (proptest::sample::select(files), edits).prop_map(|(text, edits)| {
        let mut text = text.into_bytes();
        for (at, how, byte) in edits {
            let at = at.index(text.len());
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
    }

    #[test]
    fn random_text(text in "\\PC{0,200}") {
        read(text.as_bytes());
    }

    #[test]
    fn mixtures_of_words(text in soup()) {
        read(text.as_bytes());
    }

    #[test]
    fn changed_files(bytes in mutated()) {
        read(&bytes);
    }
}
