//! Rule files through the parser and the resolver: what is sound stays without a word.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Files, blocks, games, text, told};
use rulemate_interpreter::check::pair;
use rulemate_interpreter::ids::FileId;
use rulemate_interpreter::model::Library;
use std::path::Path;

fn assert_clean(games: &[(&str, &str)], events: &[(&str, &str)]) -> Library {
    let files = Files::new(games, events);
    assert!(files.told.is_empty(), "{:#?}", files.rendered(&files.told));
    let (library, told) = files.resolve();
    assert!(told.is_empty(), "{:#?}", files.rendered(&told));
    library
}

#[test]
fn chess_resolves() {
    let chess = text("rules/chess.rules");
    let library = assert_clean(&[("chess", &chess)], &[]);
    assert_eq!(library.kinds.len(), 6);
    assert_eq!(library.files[1].moves.len(), 9);
    assert_eq!(library.files[1].relations.len(), 2);
}

fn rule_files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rules"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn all_games_resolve() {
    for (name, _) in rule_files("rules") {
        assert_eq!(told(&name, &[]), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn all_events_resolve_alone_and_together() {
    let mut all = rule_files("rules/events");
    all.extend(rule_files("examples").into_iter().filter(|(_, text)| text.starts_with("event")));
    let mut wrong = Vec::new();
    for (name, text) in &all {
        wrong.extend(told("event-chess", &[(name, text)]));
    }
    let together: Vec<(&str, &str)> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    wrong.extend(told("event-chess", &together));
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn the_manual_resolves() {
    let mut wrong = Vec::new();
    for (number, (fence, block)) in blocks(&text("docs/language.md")).into_iter().enumerate() {
        if fence.contains("wrong") {
            continue;
        }
        let game = if fence.contains("chess") { "chess" } else { "event-chess" };
        let first = block.lines().next().unwrap_or("");
        let mut messages = if first.starts_with("game") {
            let mut chain = first
                .split_once("extends \"")
                .map_or(Vec::new(), |(_, rest)| games(rest.trim_end_matches('"')));
            chain.push(("block".to_owned(), block));
            let games: Vec<(&str, &str)> = chain.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
            let files = Files::new(&games, &[]);
            let mut all = files.rendered(&files.told);
            all.extend(files.rendered(&files.resolve().1));
            all
        } else if first.starts_with("event") {
            told(game, &[("block", &block)])
        } else {
            told(game, &[("block", &format!("event \"Block\"\n{block}"))])
        };
        // A fragment may declare what only the text around it uses.
        messages.retain(|message| {
            !message.contains(" R0612") && !message.contains(" R0613") && !message.contains(" R0614")
        });
        for message in &mut messages {
            message.insert_str(0, &format!("block {number}: "));
        }
        wrong.extend(messages);
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Which two events of the deck cannot hold together, by a type, or leave nothing of a sentence of each other.
const CLASHES: [(&str, &str, &str); 12] = [
    ("5-check", "no-checks-allowed", "R0905"),
    ("ambulance", "sacrificial-catapult", "R0905"),
    ("ambulance", "watch-tower", "R0905"),
    ("directional-knights", "minor-piece-transformations", "R0901"),
    ("drunken-bishops", "minor-piece-transformations", "R0901"),
    ("hit-and-run", "long-live-the-queen", "R0905"),
    ("ice", "short-non-captures", "R0905"),
    ("ice", "slow-pieces", "R0905"),
    ("king-on-horse", "long-live-the-queen", "R0901"),
    ("long-live-the-queen", "monster-queen", "R0905"),
    ("sacrificial-catapult", "watch-tower", "R0905"),
    ("short-non-captures", "slow-pieces", "R0905"),
];

#[test]
fn the_events_of_the_repository_clash_only_where_they_are_meant_to() {
    let all = rule_files("rules/events");
    let together: Vec<(&str, &str)> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let chain = games("event-chess");
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let files = Files::new(&games, &together);
    let (library, _) = files.resolve();
    let mut clashes = Vec::new();
    for one in 0..together.len() {
        for other in one + 1..together.len() {
            let file = |index: usize| FileId::from_index(library.games + index);
            for told in pair(&library, file(one), file(other)) {
                let (one, other) = (together[one].0, together[other].0);
                clashes.push((one.min(other), one.max(other), told.code));
            }
        }
    }
    clashes.sort_unstable();
    assert_eq!(clashes, CLASHES);
}
