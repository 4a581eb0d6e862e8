//! Each page of `docs/errors` that this crate owns: what is wrong there gives that code at the right words, and what
//! is right there is clean.

mod common;

use common::{Files, blocks, games};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_interpreter::check::pair;
use rulemate_interpreter::codes::CODES;
use rulemate_interpreter::ids::FileId;

/// What each page's wrong block has underlined.
const UNDERLINED: &[(&str, &str)] = &[
    ("R0301", "horse"),
    ("R0302", "pwan"),
    ("R0303", "duoble"),
    ("R0304", "dnager"),
    ("R0305", "pased"),
    ("R0306", "heavy"),
    ("R0307", "royal"),
    ("R0308", "it"),
    ("R0309", "length"),
    ("R0310", "rook"),
    ("R0311", "rank"),
    ("R0312", "king"),
    ("R0313", "home"),
    ("R0314", "pawn"),
    ("R0315", "strong"),
    ("R0316", "egg"),
    ("R0317", "rooks"),
    ("R0401", "rank 8"),
    ("R0402", "rank 8"),
    ("R0403", "own rook"),
    ("R0404", "number of own rook"),
    ("R0405", "e4"),
    ("R0406", "own"),
    ("R0407", "runs"),
    ("R0408", "muddy"),
    ("R0409", "file of it = kind of it"),
    ("R0410", "move"),
    ("R0411", "rank 1"),
    ("R0412", "it"),
    ("R0413", "own pit"),
    ("R0414", "length"),
    ("R0415", "forward"),
    ("R0416", "rank 3"),
    ("R0417", "0"),
    ("R0418", "a1"),
    ("R0419", "player"),
    ("R0501", "bishop"),
    ("R0502", "player"),
    ("R0503", "3"),
    ("R0504", "own piece"),
    ("R0505", "q"),
    ("R0506", "moving"),
    ("R0507", "it may take without taking"),
    ("R0508", "acts { it becomes rested }"),
    ("R0509", "acts by rest"),
    ("R0510", "bounces toward e4"),
    ("R0511", "castle"),
    ("R0512", "rank 8"),
    ("R0513", "[zB-K]"),
    ("R0514", "O2"),
    ("R0515", "forward backward"),
    ("R0516", "onward"),
    ("R0601", "move"),
    ("R0602", "castle"),
    ("R0603", "move"),
    ("R0604", "it may take if it can"),
    ("R0605", "moves"),
    ("R0606", "rank 8"),
    ("R0607", "hand"),
    ("R0608", "side"),
    ("R0609", "event ends"),
    ("R0610", "s is threatened"),
    ("R0611", "enemy pit"),
    ("R0612", "tired"),
    ("R0613", "heavy"),
    ("R0614", "tired"),
    ("R0615", "tired"),
    ("R0616", "diagonal"),
    ("R0617", "it takes"),
    ("R0618", "put kind of it onto e4"),
    ("R0619", "e starts"),
    ("R0620", "ten means nine or nine or nine or nine"),
    ("R0621", "castling"),
    ("R0622", "duoble"),
    ("R0623", "enemy side cannot (own side cannot (enemy side cannot (some piece is taken)))"),
    ("R0701", "rook also moves step diagonal"),
    ("R0702", "event \"Second\""),
    ("R0703", "board 10 by 10"),
    ("R0704", "SS"),
    ("R0705", "s"),
    ("R0706", "\"N\""),
    ("R0707", "\"g\""),
    ("R0708", "rank 9"),
    ("R0709", "tired"),
    ("R0710", "8"),
    ("R0711", "\"ss/SS w - - 0 1\""),
    ("R0712", "\"4k3/8/8/8/8/8/PPPPPPPP/8 w - - 0 1\""),
    ("R0713", "event \"Sidestep\""),
    ("R0901", "king now takes step any"),
    ("R0902", "piece cannot take own piece"),
    ("R0903", "rook cannot take piece"),
    ("R0904", "player may move once"),
    ("R0905", "\"rook carrier\""),
    ("R0906", "put kind of it onto e4"),
];

/// The files of a block: games under it, and an event unless it is a game.
fn files(fence: &str, block: &str) -> Files {
    let first = block.lines().next().unwrap_or("");
    if fence == "pair" {
        let chain = games("event-chess");
        let games: Vec<(&str, &str)> =
            chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let second = block.rfind("event \"").unwrap_or(0);
        return Files::new(&games, &[("one", &block[..second]), ("two", &block[second..])]);
    }
    if first.starts_with("game") {
        let below = first.split_once("extends \"").map(|(_, rest)| rest.trim_end_matches('"'));
        let mut chain = below.map_or(Vec::new(), games);
        chain.push(("block".to_owned(), block.to_owned()));
        let games: Vec<(&str, &str)> =
            chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        return Files::new(&games, &[]);
    }
    let chain = games(if fence == "chess" { "chess" } else { "event-chess" });
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let event = if first.starts_with("event") || fence == "bare" {
        block.to_owned()
    } else {
        format!("event \"Block\"\n{block}")
    };
    Files::new(&games, &[("block", &event)])
}

/// What is told of files; of two events also what they do to each other.
fn all_told(files: &Files, fence: &str) -> Vec<Diagnostic> {
    let (library, mut told) = files.resolve();
    if fence == "pair" {
        let last = library.files.len() - 1;
        told.extend(pair(&library, FileId::from_index(last - 1), FileId::from_index(last)));
    }
    told
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    let mut wrong = Vec::new();
    for rulemate_grammar::codes::Code { code, title, page } in CODES {
        if !page.starts_with(&format!("# {code}: {title}\n")) {
            wrong.push(format!("{code}: the page begins otherwise"));
        }
        if page.contains("No short example shows it.") {
            continue;
        }
        let found = blocks(page);
        let [(fence, bad), (fence_of_good, good)] = found.as_slice() else {
            wrong.push(format!("{code}: two blocks are wanted"));
            continue;
        };
        let files_of_bad = files(fence, bad);
        let mut told = files_of_bad.told.clone();
        told.extend(all_told(&files_of_bad, fence));
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
                if message.contains('\n') || message.ends_with('.') || message.starts_with(char::is_uppercase)
                {
                    wrong.push(format!("{code}: {message}"));
                }
            }
        }
        if others.iter().any(|other| !matches!(other.code, "R0612" | "R0613" | "R0614")) {
            wrong.push(format!("{code}: besides {:?}", files_of_bad.rendered(&others)));
        }
        let files_of_good = files(fence_of_good, good);
        let mut told = files_of_good.told.clone();
        told.extend(all_told(&files_of_good, fence_of_good));
        if !told.is_empty() {
            wrong.push(format!("{code}: right is not clean: {:?}", files_of_good.rendered(&told)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
