//! Each page of `docs/errors` that this crate owns: what is wrong there gives that code at the right words, and what
//! is right there is clean.

mod common;

use common::{Files, blocks, games, text};
use rulemate_interpreter::codes::CODES;

/// What each page's wrong block has underlined.
const UNDERLINED: &[(&str, &str)] = &[
    ("R0301", "horse"),
    ("R0302", "pwan"),
    ("R0303", "duoble"),
    ("R0304", "dnager"),
    ("R0305", "pased"),
    ("R0306", "minor"),
    ("R0307", "empty"),
    ("R0308", "it"),
    ("R0309", "length"),
    ("R0310", "rook"),
    ("R0311", "with rank of king > 2"),
    ("R0312", "k"),
    ("R0313", "rank"),
    ("R0314", "king"),
    ("R0315", "home"),
    ("R0316", "pawn"),
    ("R0317", "strong"),
    ("R0318", "egg"),
    ("R0401", "rank 8"),
    ("R0402", "rank 8"),
    ("R0403", "own rook"),
    ("R0404", "number of own rook"),
    ("R0405", "e4"),
    ("R0406", "own"),
    ("R0407", "runs"),
    ("R0408", "muddy"),
    ("R0409", "own king > 3"),
    ("R0410", "take"),
    ("R0411", "move"),
    ("R0412", "rank 1"),
    ("R0413", "it"),
    ("R0414", "own pit"),
    ("R0415", "length"),
    ("R0416", "rooks"),
    ("R0417", "place"),
    ("R0418", "forward"),
    ("R0419", "0"),
    ("R0501", "bishop"),
    ("R0502", "player"),
    ("R0503", "3"),
    ("R0504", "own piece"),
    ("R0505", "file a"),
    ("R0506", "0"),
    ("R0507", "0 0"),
    ("R0508", "rank 1"),
    ("R0509", "moves"),
    ("R0510", "takes step diagonal without taking"),
    ("R0511", "acts { it becomes rested }"),
    ("R0512", "acts by rest"),
    ("R0513", "bounces { remove it }"),
    ("R0514", "bounces toward e4"),
    ("R0515", "castle"),
    ("R0516", "rank 8"),
    ("R0517", "[zB-K]"),
    ("R0518", "O2"),
    ("R0601", "move"),
    ("R0602", "capture"),
    ("R0603", "move"),
    ("R0604", "it may take if it can"),
    ("R0605", "moves"),
    ("R0606", "threatened"),
    ("R0607", "rank 8"),
    ("R0608", "hand"),
    ("R0609", "side"),
    ("R0610", "event ends"),
    ("R0611", "s is threatened"),
    ("R0612", "enemy pit"),
    ("R0613", "tired"),
    ("R0614", "heavy"),
    ("R0701", "rook also moves step diagonal"),
    ("R0702", "event \"Second\""),
    ("R0703", "board 10 by 10"),
    ("R0704", "20"),
    ("R0705", "SS"),
    ("R0706", "s"),
    ("R0707", "\"N\""),
    ("R0708", "\"g\""),
    ("R0709", "rank 9"),
    ("R0710", "red"),
    ("R0711", "tired"),
    ("R0712", "king"),
    ("R0713", "8"),
    ("R0714", "\"ss/SS w - - 0 1\""),
];

/// The files of a block: games under it, and an event unless it is a game.
fn files(fence: &str, block: &str) -> Files {
    let first = block.lines().next().unwrap_or("");
    if first.starts_with("game") {
        let below = first.split_once("extends \"").map(|(_, rest)| rest.trim_end_matches('"'));
        let mut chain = below.map_or(Vec::new(), games);
        chain.push(("block".to_owned(), block.to_owned()));
        let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        return Files::new(&games, &[]);
    }
    let chain = games(if fence == "chess" { "chess" } else { "event-chess" });
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let event =
        if first.starts_with("event") || fence == "bare" { block.to_owned() } else { format!("event \"Block\"\n{block}") };
    Files::new(&games, &[("block", &event)])
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    let mut wrong = Vec::new();
    for (code, title) in CODES {
        let page = text(&format!("docs/errors/{code}.md"));
        if !page.starts_with(&format!("# {code}: {title}\n")) {
            wrong.push(format!("{code}: the page begins otherwise"));
        }
        let found = blocks(&page);
        let [(fence, bad), (fence_of_good, good)] = found.as_slice() else {
            wrong.push(format!("{code}: two blocks are wanted"));
            continue;
        };
        let files_of_bad = files(fence, bad);
        let mut told = files_of_bad.told.clone();
        told.extend(files_of_bad.resolve().1);
        let mark = UNDERLINED.iter().find(|(known, _)| known == code).map_or("", |(_, mark)| mark);
        let first = told.iter().find(|diagnostic| diagnostic.code == *code);
        let others: Vec<_> = told.iter().filter(|diagnostic| diagnostic.code != *code).cloned().collect();
        match first {
            None => wrong.push(format!("{code}: not told, but {:?}", files_of_bad.rendered(&told))),
            Some(diagnostic) => {
                let place = diagnostic.labels[0].place;
                let text = files_of_bad.sources.get(place.source).slice(place.span);
                if text != mark {
                    wrong.push(format!("{code}: underlines <{text}>, wanted <{mark}>"));
                }
                if diagnostic.help.is_none() {
                    wrong.push(format!("{code}: no help"));
                }
                let message = &diagnostic.message;
                if message.contains('\n') || message.ends_with('.') || message.starts_with(char::is_uppercase) {
                    wrong.push(format!("{code}: {message}"));
                }
            }
        }
        if others.iter().any(|other| !matches!(other.code, "R0613" | "R0614")) {
            wrong.push(format!("{code}: besides {:?}", files_of_bad.rendered(&others)));
        }
        let files_of_good = files(fence_of_good, good);
        let mut told = files_of_good.told.clone();
        told.extend(files_of_good.resolve().1);
        if !told.is_empty() {
            wrong.push(format!("{code}: right is not clean: {:?}", files_of_good.rendered(&told)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
