//! What people write, what is said of it, and that what the help says to write is good: each line is mended by it.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};
use rulemate_grammar::diagnostic::Diagnostic;

/// What people write, line by line: see its head.
const LINES: &str = include_str!("helps.txt");

/// What is wrong, the code and the text that is underlined, a part of the help, and the line as mended by it.
struct Line {
    files: fn(&str) -> Files,
    wrong: String,
    code: &'static str,
    underlined: String,
    help: &'static str,
    mended: String,
}

fn lines() -> Vec<Line> {
    let mut files: fn(&str) -> Files = event;
    let mut all = Vec::new();
    for line in LINES.lines().filter(|line| !line.is_empty()) {
        if line.starts_with("## Lines of a game") {
            files = game;
        }
        if line.starts_with('#') {
            continue;
        }
        let parts: Vec<&str> = line.split(" ~ ").collect();
        let [wrong, code, underlined, help, mended] = parts[..] else { panic!("five parts: {line}") };
        let text = |part: &str| part.replace("\\n", "\n");
        let (wrong, underlined, mended) = (text(wrong), text(underlined), text(mended));
        all.push(Line { files, wrong, code, underlined, help, mended });
    }
    all
}

fn event(text: &str) -> Files {
    let chain = games("event-chess");
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Files::new(&games, &[("block", &format!("event \"Block\"\n{text}\n"))])
}

fn game(text: &str) -> Files {
    let mut chain = games("chess");
    chain.push(("example".to_owned(), format!("game \"Example\" extends \"chess\"\n{text}\n")));
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Files::new(&games, &[])
}

/// What is told of files, but for what is declared and not used.
fn told(files: &Files) -> Vec<Diagnostic> {
    let mut told = files.told.clone();
    if told.is_empty() {
        told = files.resolve().1;
    }
    told.retain(|each| !matches!(each.code, "R0612" | "R0613" | "R0614"));
    told
}

/// Whether the words that a help puts into backticks stand in the mended line, those around `...` one after another.
fn uses(help: &str, mended: &str) -> bool {
    let Some(words) = help.split('`').nth(1) else { return true };
    let mut rest = mended;
    words.split("...").all(|part| {
        let found = rest.find(part.trim());
        if let Some(at) = found {
            rest = &rest[at + part.trim().len()..];
        }
        found.is_some()
    })
}

#[test]
fn what_a_help_says_to_write_is_good() {
    let mut bad = Vec::new();
    for Line { files, wrong, code, underlined, help, mended } in lines() {
        let of_wrong = files(&wrong);
        let found = told(&of_wrong);
        let fits = match found.as_slice() {
            [only] => {
                let place = only.labels[0].place;
                let said = only.help.as_deref().unwrap_or("");
                only.code == code
                    && of_wrong.sources.get(place.source).slice(place.span) == underlined
                    && said.contains(help)
            }
            _ => false,
        };
        if !fits {
            bad.push(format!("{wrong}\n    told {:#?}", of_wrong.rendered(&found)));
        }
        if !uses(help, &mended) {
            bad.push(format!("{mended}\n    does not write {help}"));
        }
        let of_mended = files(&mended);
        let left = told(&of_mended);
        if !left.is_empty() {
            bad.push(format!("{mended}\n    is not good: {:#?}", of_mended.rendered(&left)));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn what_is_well_said_is_not_told_of() {
    for text in [
        "rook cannot move by castling",
        "allowed means rank 1 or rank 2\na1 is not allowed\nrook cannot stop on allowed",
        "rook on rank 1 cannot stop if it is on rank 3",
        "rook on rank 3 on enemy rank 6 cannot move",
        "rook near a1 on b2 cannot move",
        "rook on a1 on rank 8 cannot move",
        "when rook moves if it is on rank 3 and it is on rank 4 before turn, draw",
        "when pawn moves if origin is on rank 2 and it is on rank 4, draw",
        "when rook moves, for each x in piece on e4, take x",
        "when rook moves by castling, draw",
        "rook also moves step diagonal by sidestep\nwhen rook moves by sidestep, draw",
        "rook also moves step diagonal by sidestep\nking also moves leap 1 2 by hop",
        "rook also moves step diagonal by slip { it becomes queen }\nwhen queen moves by slip, draw",
        "when piece moves, choose x from own pawn near it { take x }",
        "forbid if rank of own king = 1",
        "king cannot move if it = own king",
        "when rook moves, draw\nwhen queen moves, draw",
        "forbid foo if enemy side cannot (own side cannot move)",
    ] {
        let files = event(text);
        let found = told(&files);
        assert!(found.is_empty(), "{text}\n{:#?}", files.rendered(&found));
    }
}
