//! Rule files through the parser and the resolver: what is sound stays without a word.

mod common;

use common::{Files, blocks, games, text, told};
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
        messages.retain(|message| !message.contains(" R0612") && !message.contains(" R0613"));
        for message in &mut messages {
            message.insert_str(0, &format!("block {number}: "));
        }
        wrong.extend(messages);
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// A resolved sentence without places and types.
fn compact(debug: &str) -> String {
    let mut text = debug.to_owned();
    while let Some(at) = text.find(", place: Place {") {
        let end = at + text[at..].find(" }").unwrap() + 2;
        text.replace_range(at..end, "");
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Expr { of: ") {
        out.push_str(&rest[..at]);
        let after = &rest[at..];
        let node = after.find("node: ").unwrap() + 6;
        // Find the brace that closes this expression.
        let mut depth = 0;
        let mut close = after.len();
        for (index, letter) in after.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        close = index;
                        break;
                    }
                }
                _ => {}
            }
        }
        out.push_str(&compact(&after[node..close]));
        out.truncate(out.trim_end().len());
        rest = &after[close + 1..];
    }
    out.push_str(rest);
    out
}

#[test]
fn dump() {
    let Ok(path) = std::env::var("DUMP") else { return };
    let chain = games(&std::env::var("GAME").unwrap_or("event-chess".to_owned()));
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let event = std::fs::read_to_string(path).unwrap();
    let files = Files::new(&games, &[("dump", &event)]);
    for line in files.rendered(&files.told) {
        println!("{line}");
    }
    let (library, told) = files.resolve();
    for line in files.rendered(&told) {
        println!("{line}");
    }
    let file = library.files.last().unwrap();
    macro_rules! show {
        ($($field:ident)*) => {$(for each in &file.$field {
            println!("{} {}", stringify!($field), compact(&format!("{each:?}")));
        })*};
    }
    show!(needs moves promotions edges relations demands definitions laws suspensions ends claims triggers);
}
