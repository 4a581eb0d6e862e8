//! What people write, what is said of it, and that what the help says to write is good: each line is mended by it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Files, games};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};

/// What is wrong; code and underlined text; a part of the help, in which what stands in backticks is put into the
/// line; the line as mended by it.
type Line = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Lines of an event.
const EVENTS: &[Line] = &[
    // `x` for a capture.
    ("when rook x pawn, remove it", "R0206", "x", "`takes`", "when rook takes pawn, remove it"),
    ("when rook x pawn { remove it }", "R0206", "x", "`takes`", "when rook takes pawn { remove it }"),
    ("when own rook x enemy pawn, remove it", "R0206", "x", "`takes`", "when own rook takes enemy pawn, remove it"),
    ("rook also x step diagonal", "R0206", "x", "`takes`", "rook also takes step diagonal"),
    ("rook also moves x step diagonal", "R0206", "moves x", "`takes`", "rook also takes step diagonal"),
    ("when RxP, remove it", "R0206", "RxP", "`piece takes own piece`", "when piece takes own piece, remove it"),
    ("when Nxf7, remove it", "R0206", "Nxf7", "`piece takes own piece`", "when piece takes own piece, remove it"),
    ("rook can x own pawn", "R0206", "x", "`can take`", "rook can take own pawn"),
    ("rook must x pawn if it can", "R0206", "x", "`must take`", "rook must take pawn if it can"),
    ("forbid if rook x pawn", "R0301", "x", "`some piece takes own piece`", "forbid if some piece takes own piece"),
    ("forbid if some rook x some pawn", "R0206", "some rook x some pawn", "`some rook takes pawn`", "forbid if some rook takes pawn"),
    // Effects.
    ("when rook moves, kill it", "R0206", "kill", "`take`", "when rook moves, take it"),
    ("when rook moves { kill it }", "R0215", "kill", "`take`", "when rook moves { take it }"),
    ("when rook moves, capture pawn near it", "R0206", "capture", "`take`", "when rook moves, take pawn near it"),
    ("when rook moves { destroy it }", "R0215", "destroy", "`take`", "when rook moves { take it }"),
    ("when rook moves, move it to a1", "R0206", "move it to a1", "`put it onto a1`", "when rook moves, put it onto a1"),
    ("when rook moves { place it on a1 }", "R0206", "place it on a1", "`put it onto a1`", "when rook moves { put it onto a1 }"),
    ("when rook moves, put it on a1", "R0206", "on", "`onto`", "when rook moves, put it onto a1"),
    ("when rook moves, put it to a1", "R0206", "to", "`onto`", "when rook moves, put it onto a1"),
    ("when rook moves, it is queen", "R0206", "is", "`becomes`", "when rook moves, it becomes queen"),
    ("when rook moves { it is on a1 }", "R0206", "it is on a1", "`put it onto a1`", "when rook moves { put it onto a1 }"),
    ("when rook moves, own side wins by race", "R0221", "by race", "`own side wins`", "when rook moves, own side wins"),
    ("when rook moves { draw by race }", "R0221", "by race", "`draw`", "when rook moves { draw }"),
    ("when king moves, 45 starts", "R0401", "45", "`chance chooses e from event { e starts }`", "when king moves, chance chooses e from event { e starts }"),
    ("when king moves, start \"foo\"", "R0215", "start \"foo\"", "`chance chooses e from event { e starts }`", "when king moves, chance chooses e from event { e starts }"),
    ("start \"foo\"", "R0215", "start \"foo\"", "`when piece moves, chance chooses e from event { e starts }`", "when piece moves, chance chooses e from event { e starts }"),
    // Moves and rights.
    ("rook also moves as queen", "R0206", "as", "`like`", "rook also moves like queen"),
    ("rook can move as queen", "R0206", "can move", "`rook also moves like ...`", "rook also moves like queen"),
    ("rook cannot moov", "R0223", "moov", "`move`", "rook cannot move"),
    ("rook cannot moev", "R0223", "moev", "`move`", "rook cannot move"),
    ("rook cannot move more than 3 squares", "R0206", "more than 3 squares", "`rook cannot stop if length > 3`", "rook cannot stop if length > 3"),
    ("rook cannot move from rank 3", "R0234", "from rank 3", "`rook on rank 3 cannot move`", "rook on rank 3 cannot move"),
    ("rook cannot move from e4 to e5", "R0234", "from e4", "`rook cannot stop on e5 if origin is e4`", "rook cannot stop on e5 if origin is e4"),
    ("rook cannot move from rank 3 to rank 4", "R0234", "from rank 3", "`rook cannot stop on rank 4 if origin is on rank 3`", "rook cannot stop on rank 4 if origin is on rank 3"),
    ("rook can move from rank 3", "R0234", "from rank 3", "`rook also moves step any from rank 3`", "rook also moves step any from rank 3"),
    ("pawn must take enemy piece if they can", "R0206", "if they can", "`if it can`", "pawn must take enemy piece if it can"),
    ("pawn must take if possible", "R0206", "if possible", "`if it can`", "pawn must take if it can"),
    ("rook cannot be taken", "R0206", "cannot be taken", "`piece cannot take rook`", "piece cannot take rook"),
    ("king cannot be captured by pawn", "R0206", "cannot be captured", "`pawn cannot take king`", "pawn cannot take king"),
    ("pawn can be passed by own rook if it is on rank 2", "R0206", "can be passed", "`own rook can pass pawn`", "own rook can pass pawn if it is on rank 2"),
    ("rook must not move", "R0206", "must not", "`cannot`", "rook cannot move"),
    ("rook can not move", "R0206", "can not", "`cannot`", "rook cannot move"),
    ("rook should not stop on e4", "R0206", "should not", "`cannot`", "rook cannot stop on e4"),
    ("rook also moves leap 1,2", "R0200", "1,2", "`leap 1 2`", "rook also moves leap 1 2"),
    ("rook also moves leap (1,2)", "R0200", "(1,2)", "`leap 1 2`", "rook also moves leap 1 2"),
    ("rook also moves leap 1 by 2 forward", "R0200", "1 by 2", "`leap 1 2`", "rook also moves leap 1 2 forward"),
    ("rook also moves step forward twice", "R0301", "twice", "`2 times`", "rook also moves step forward 2 times"),
    ("piece \"J\" moves step any", "R0222", "piece \"J\"", "`piece new-kind \"J\"`", "piece new-kind \"J\" moves step any"),
    // Conditions and values.
    ("rook cannot stop if length is greater than 3", "R0206", "is greater than", "`>`", "rook cannot stop if length > 3"),
    ("rook cannot stop if length at least 3", "R0206", "at least", "`>=`", "rook cannot stop if length >= 3"),
    ("rook cannot stop if length is equal to 3", "R0206", "is equal to", "`=`", "rook cannot stop if length = 3"),
    ("rook cannot stop if length > 0x10", "R0110", "0x10", "`16`", "rook cannot stop if length > 16"),
    ("number 0x10", "R0110", "0x10", "`16`", "number 16"),
    ("rook cannot stop if it is on file a or h", "R0301", "h", "`file h`", "rook cannot stop if it is on file a or file h"),
    ("file a or h is not on board", "R0301", "h", "`file h`", "file a or file h is not on board"),
    ("rook cannot stop on rank eight", "R0232", "eight", "`8`", "rook cannot stop on rank 8"),
    ("needs both sides have 1 rook", "R0206", "both sides have", "`each side has`", "needs each side has 1 rook"),
    ("needs each side has exactly 1 rook", "R0206", "exactly", "`number of own rook = 1 and number of enemy rook = 1`", "needs number of own rook = 1 and number of enemy rook = 1"),
    ("needs each side has at least 2 rook", "R0206", "at least", "`has 2`", "needs each side has 2 rook"),
    ("needs each side has more than 2 rook", "R0206", "more than", "`has 3`", "needs each side has 3 rook"),
    ("forbid if own side has at most 1 rook", "R0206", "at most", "`number of own rook <= 1`", "forbid if number of own rook <= 1"),
    ("rook cannot move if it = fresh", "R0409", "it = fresh", "`it is fresh`", "rook cannot move if it is fresh"),
    ("rook cannot move if it != queen", "R0409", "it != queen", "`it is not queen`", "rook cannot move if it is not queen"),
    ("rook cannot stop if target = rank 8", "R0409", "target = rank 8", "`target is on rank 8`", "rook cannot stop if target is on rank 8"),
    ("centre is d4 or e4", "R0206", "is", "`centre means d4 or e4`", "centre means d4 or e4"),
    ("heavy is rook or queen", "R0206", "is", "`heavy means rook or queen`", "heavy means rook or queen"),
    ("own side wins by race", "R0222", "own side wins by race", "`own side wins by race if ...`", "own side wins by race if some own king is on rank 8"),
    // Idioms.
    ("when rook moves, turn it into queen", "R0206", "turn it into queen", "`it becomes queen`", "when rook moves, it becomes queen"),
    ("when rook moves { promote it to queen }", "R0206", "promote it to queen", "`it becomes queen`", "when rook moves { it becomes queen }"),
    ("when rook moves, it turns into queen", "R0206", "turns into", "`becomes`", "when rook moves, it becomes queen"),
    ("when rook moves, teleport it to a1", "R0206", "teleport it to a1", "`put it onto a1`", "when rook moves, put it onto a1"),
    ("when rook moves, swap it with own king", "R0206", "with", "`and`", "when rook moves, swap it and own king"),
    ("when rook moves, it moves again", "R0206", "moves again", "`may move once`", "when rook moves, it may move once"),
    ("when rook moves, it may move again", "R0206", "may move again", "`may move once`", "when rook moves, it may move once"),
    ("when rook gets captured, draw", "R0206", "gets captured", "`is taken`", "when rook is taken, draw"),
    ("when pawn x, remove it", "R0206", "x", "`takes`", "when pawn takes, remove it"),
    ("rook x pawn", "R0206", "x", "`rook can take pawn`", "rook can take pawn"),
    ("forbid if own king is in check", "R0206", "is in check", "`is threatened`", "forbid if some own king is threatened"),
    ("rook cannot enter rank 8", "R0206", "cannot enter", "`cannot stop on`", "rook cannot stop on rank 8"),
    ("rook cannot land on rank 8", "R0206", "cannot land on", "`cannot stop on`", "rook cannot stop on rank 8"),
    ("rook can jump over pawns", "R0206", "can jump over", "`can pass`", "rook can pass pawns"),
    ("rook also jumps over own pawn", "R0206", "also jumps over", "`can pass`", "rook can pass own pawn"),
    ("rook also moves slide forward 3", "R0200", "3", "`slide forward if length <= 3`", "rook also moves slide forward if length <= 3"),
    ("rook also moves slide diagonal up to 3 squares", "R0206", "slide diagonal up to 3 squares", "`slide diagonal if length <= 3`", "rook also moves slide diagonal if length <= 3"),
    ("rook also moves up to 3 squares diagonal", "R0206", "up to 3 squares diagonal", "`slide diagonal if length <= 3`", "rook also moves slide diagonal if length <= 3"),
    ("rook also moves step diagonal 2", "R0200", "2", "`step diagonal 2 times`", "rook also moves step diagonal 2 times"),
    ("rook also moves 1 square diagonal", "R0213", "1 square diagonal", "`step diagonal`", "rook also moves step diagonal"),
    ("rook also moves diagonally", "R0200", "diagonally", "`step diagonal`", "rook also moves step diagonal"),
    ("rook also moves leap 1 3 or 2 2", "R0200", "2 2", "`leap 2 2`", "rook also moves leap 1 3 or leap 2 2"),
    ("knight also moves leap 2x1", "R0110", "2x1", "`2 by 1` for a board, `2 1` for a leap", "knight also moves leap 2 1 // not 2 by 1"),
    ("rook can take only pawn", "R0206", "can take only pawn", "`cannot take piece except pawn`", "rook cannot take piece except pawn"),
    ("needs each side has 1 or more rook", "R0206", "1 or more", "`1`", "needs each side has 1 rook"),
    ("needs there are 2 rook", "R0206", "there are 2 rook", "`number of rook >= 2`", "needs number of rook >= 2"),
    ("needs own side has no more than 2 pawn", "R0206", "no more than", "`number of own pawn <= 2`", "needs number of own pawn <= 2"),
    ("knight has the moves of rook", "R0206", "has the moves of", "`also moves like`", "knight also moves like rook"),
    // Sentences that never apply.
    ("pawn also moves step backward without taking by duoble", "R0622", "duoble", "`double`", "pawn also moves step backward without taking by double"),
    ("pawn cannot move by castling", "R0621", "castling", "`by double`", "pawn cannot move by double"),
    ("when rook promotes to queen, remove it", "R0621", "promotes", "`... also promotes on rank 8 to ...`", "rook also promotes on rank 8 to queen\nwhen rook promotes to queen, remove it"),
    ("when pawn promotes to king, remove it", "R0621", "promotes", "`... also promotes on rank 8 to ...`", "pawn also promotes on rank 8 to king\nwhen pawn promotes to king, remove it"),
    ("rook cannot promote", "R0621", "promote", "name pieces that promote", "pawn cannot promote"),
    ("needs each side has 1 rook\nneeds each side has 1 rook", "R0710", "needs each side has 1 rook", "leave one of both out", "needs each side has 1 rook"),
    ("rook cannot move if it is on e4\nrook cannot move if it is on e4", "R0710", "rook cannot move if it is on e4", "leave one of both out", "rook cannot move if it is on e4"),
    ("when rook moves { draw }\nwhen rook moves {\n    draw // so\n}", "R0710", "when rook moves {\n    draw // so\n}", "leave one of both out", "when rook moves { draw }"),
];

/// What follows `game "Example" extends "chess"`.
const GAMES: &[Line] = &[
    ("when event starts, draw", "R0609", "event starts", "`setup`", "setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" with passed and clock"),
    ("board 10 by 8", "R0704", "board 10 by 8", "`setup`", "board 10 by 8\nsetup \"4k5/10/10/10/10/10/10/4K5 w - - 0 1\" with passed and clock"),
    ("start \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "R0215", "start \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "`setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"`", "setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" with passed and clock"),
];

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
    let mut wrong = Vec::new();
    let lines = EVENTS.iter().map(|line| (line, event as fn(&str) -> Files));
    for ((text, code, underlined, help, mended), files) in
        lines.chain(GAMES.iter().map(|line| (line, game as fn(&str) -> Files)))
    {
        let of_wrong = files(text);
        let found = told(&of_wrong);
        let fits = match found.as_slice() {
            [only] => {
                let place = only.labels[0].place;
                let said = only.help.as_deref().unwrap_or("");
                only.code == *code
                    && of_wrong.sources.get(place.source).slice(place.span) == *underlined
                    && said.contains(help)
            }
            _ => false,
        };
        if !fits {
            wrong.push(format!("{text}\n    told {:#?}", of_wrong.rendered(&found)));
        }
        if !uses(help, mended) {
            wrong.push(format!("{mended}\n    does not write {help}"));
        }
        let of_mended = files(mended);
        let left = told(&of_mended);
        if !left.is_empty() {
            wrong.push(format!("{mended}\n    is not good: {:#?}", of_mended.rendered(&left)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_told_has_a_help() {
    let lines = EVENTS.iter().map(|line| event(line.0)).chain(GAMES.iter().map(|line| game(line.0)));
    for files in lines {
        assert!(told(&files).iter().all(|each| each.help.is_some() || each.severity == Severity::Note));
    }
}

#[test]
fn what_is_well_said_is_not_told_of() {
    for text in [
        "rook cannot move by castling",
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
