//! What people write out of habit, from printed rules or from programs, where another sentence is meant: threats as
//! happenings, lists with commas, loops, declarations. Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::tokens::Kind;
use crate::words;

fn is_trigger(look: &Look<'_>) -> bool {
    matches!(look.word(0), "when" | "before" | "after")
}

/// Where the head of a trigger ends: at its guards or its effect.
fn head_end(look: &Look<'_>) -> usize {
    (1..look.len())
        .find(|index| matches!(look.word(*index), "if" | "unless" | "," | "{}"))
        .unwrap_or(look.len())
}

/// `when king is in check`, `when rook attacks king`: a threat is asked of a position, and does not happen.
pub(super) fn threat_happens(look: &Look<'_>) -> Option<Diagnostic> {
    let end = head_end(look);
    if !is_trigger(look) || look.place != Place::File || end < 3 {
        return None;
    }
    let verb = (2..end).find(|index| {
        matches!(look.word(*index), "is" | "are" | "attacks" | "threatens" | "checks" | "gives")
    })?;
    if !look.plain(1, verb - 1) {
        return None;
    }
    let who = look.text(1, verb - 1);
    let asked = match (look.word(verb), look.word(verb + 1), look.word(verb + 2)) {
        ("is" | "are", "threatened" | "attacked" | "checked", _)
        | ("is" | "are", "in", "check")
        | ("is" | "are", "under", "attack") => format!("some {who} is threatened"),
        ("gives", "check", _) => format!("some {who} threatens enemy royal"),
        ("attacks" | "threatens" | "checks", ..) if verb + 1 < end && look.plain(verb + 1, end - 1) => {
            format!("some {who} threatens {}", look.text(verb + 1, end - 1))
        }
        ("threatens" | "checks", ..) if verb + 1 == end => format!("some {who} threatens enemy royal"),
        _ => return None,
    };
    let also = if look.word(verb) == "attacks" { "; for a capture write `takes`" } else { "" };
    let message = "a threat is there or not, and is nothing that happens";
    Some(
        look.error(codes::OTHER_WORD, verb, end - 1, message)
            .help(format!("ask for it when the turn ends: `when turn ends if {asked}`{also}")),
    )
}

/// `when pawn is promoted`, `when pawn reaches rank 8`
pub(super) fn other_happening(look: &Look<'_>) -> Option<Diagnostic> {
    let reach = (1..look.len()).find(|index| {
        matches!(look.word(*index), "reaches" | "enters" | "lands")
            && !matches!(look.before(*index), "by" | "fact" | "piece")
            && look.is_word(index + 1)
            && !matches!(look.word(index + 1), "means" | "on" | "also" | "now" | "can" | "cannot" | "is")
            || look.word(*index) == "lands" && look.word(index + 1) == "on" && look.before(*index) != "fact"
    });
    let (from, to, right) = if let Some(verb) = reach {
        let small = matches!(look.word(verb + 1), "on" | "in" | "at" | "onto");
        (verb, verb + usize::from(small), "arrives on")
    } else if is_trigger(look) {
        let end = head_end(look);
        let is = (2..end).find(|index| matches!(look.word(*index), "is" | "are" | "gets"))?;
        let right = match look.word(is + 1) {
            "promoted" => "promotes",
            "moved" => "moves",
            _ => return None,
        };
        (is, is + 1, right)
    } else {
        return None;
    };
    let text = look.text(from, to);
    Some(
        look.error(codes::OTHER_WORD, from, to, format!("`{text}` is called `{right}` here"))
            .help(format!("write `{right}`")),
    )
}

/// `queen is no longer royal`
pub(super) fn no_longer(look: &Look<'_>) -> Option<Diagnostic> {
    let is = (1..look.len()).find(|index| {
        matches!(look.word(*index), "is" | "are")
            && look.word(index + 1) == "no"
            && matches!(look.word(index + 2), "longer" | "more")
    })?;
    let right = if look.effect().is_some_and(|start| start < is) { "becomes not" } else { "is not" };
    let text = look.text(is, is + 2);
    Some(
        look.error(codes::OTHER_WORD, is, is + 2, format!("`{text}` is written otherwise here"))
            .help(format!("write `{right}`")),
    )
}

/// `requires each side has 1 rook`
pub(super) fn requires(look: &Look<'_>) -> Option<Diagnostic> {
    let asks = matches!(
        look.word(1),
        "each" | "some" | "no" | "own" | "enemy" | "number" | "player" | "not" | "any" | "both" | "at"
    );
    (look.place == Place::File && matches!(look.word(0), "requires" | "require" | "required") && asks).then(
        || {
            let message = format!("what an event asks for is not said by `{}`", look.word(0));
            look.error(codes::OTHER_WORD, 0, 0, message).help("write `needs`")
        },
    )
}

/// `name "Portals"`, `title "Portals"`
pub(super) fn name_line(look: &Look<'_>) -> Option<Diagnostic> {
    let says = matches!(look.word(0), "name" | "title");
    (look.place == Place::File && says && look.kind(1) == Some(Kind::Text)).then(|| {
        let message = "the name of a game or an event has no line of its own";
        look.error(codes::FOREIGN_KEYWORD, 0, look.len(), message)
            .help("delete it: the name stands in the first line, behind `event` or `game`")
    })
}

/// `stalemate is a win`
pub(super) fn end_is(look: &Look<'_>) -> Option<Diagnostic> {
    let end = look.word(0);
    if look.place != Place::File || !matches!(end, "stalemate" | "mate" | "checkmate") || look.word(1) != "is"
    {
        return None;
    }
    let last = look.word(look.len().saturating_sub(1));
    let help = match last {
        "draw" => format!("write `draw by {end} if player cannot move`"),
        "win" | "loss" | "victory" | "defeat" | "won" | "lost" => {
            format!("write `player loses by {end} if player cannot move`, or `player wins`")
        }
        _ => return None,
    };
    let message = format!("who wins or loses by `{end}`, and when, is said by a sentence");
    Some(look.error(codes::OTHER_WORD, 0, look.len(), message).help(help))
}

/// `int x`, `bool tired = false`
pub(super) fn declaration(look: &Look<'_>) -> Option<Diagnostic> {
    let number = matches!(look.word(0), "int" | "integer" | "float" | "uint");
    let switch = matches!(look.word(0), "bool" | "boolean" | "flag");
    let named = look.is_word(1) && !words::is_reserved(look.word(1));
    let shape = look.len() == 2 || look.word(2) == "=" && look.len() == 4;
    ((number || switch) && named && shape).then(|| {
        let name = look.word(1);
        let help = match (number, look.word(3)) {
            (true, "") => {
                format!("write `fact {name} on game = 0`; or `on pieces`, `on sides`, `on squares`")
            }
            (true, value) => {
                format!("write `fact {name} on game = {value}`; or `on pieces`, `on sides`, `on squares`")
            }
            (false, _) => format!("write `fact {name} on pieces`; or `on game`, `on sides`, `on squares`"),
        };
        look.error(codes::FOREIGN_KEYWORD, 0, look.len(), "what the game remembers is declared as a fact")
            .help(help)
    })
}

/// `rook cannot stop on a1, a2`, `promotes on rank 8 to queen, rook`
pub(super) fn comma_for_or(look: &Look<'_>) -> Option<Diagnostic> {
    if look.place != Place::File
        || is_trigger(look)
        || matches!(look.word(0), "sides" | "needs" | "setup" | "board" | "if" | "for" | "choose" | "x")
    {
        return None;
    }
    let other = |index: usize| {
        matches!(
            look.word(index),
            "if" | "unless" | "becomes" | "may" | "wins" | "loses" | "choose" | "chooses" | "from" | "{}"
        )
    };
    let comma = (1..look.len()).find(|index| look.word(*index) == ",")?;
    let name = |index: usize| look.is_word(index) && !words::is_reserved(look.word(index));
    let before = name(comma - 1) || look.kind(comma - 1) == Some(Kind::Number) && name(comma.checked_sub(2)?);
    let fits = before
        && name(comma + 1)
        && look.word(comma + 1) != "it"
        && !(1..comma).any(|index| matches!(look.word(index), "if" | "unless" | "{}" | "leap"))
        && !(comma + 1..look.len())
            .take(3)
            .any(|index| other(index) && !matches!(look.word(index), "if" | "unless"));
    fits.then(|| {
        look.error(codes::OTHER_WORD, comma, comma, "the members of a set are joined by `or`")
            .help("write `or` for the comma")
    })
}

/// `ranks 1-4`, `file a-d`
pub(super) fn range(look: &Look<'_>) -> Option<Diagnostic> {
    for index in 0..look.len() {
        match look.word(index) {
            "rank" | "ranks" => {
                let number = |at: usize| look.kind(at) == Some(Kind::Number);
                if number(index + 1) && look.word(index + 2) == "-" && number(index + 3) {
                    let text = look.text(index, index + 3);
                    let (low, high) = (look.word(index + 1), look.word(index + 3));
                    return Some(
                        look.error(
                            codes::OTHER_WORD,
                            index,
                            index + 3,
                            format!("`{text}` counts something off"),
                        )
                        .help(format!("write `rank {low} to {high}`")),
                    );
                }
            }
            "file" | "files" => {
                let Some((low, high)) = look.word(index + 1).split_once('-') else { continue };
                let letter = |part: &str| part.len() == 1 && part.bytes().all(|b| (b'a'..=b'p').contains(&b));
                if letter(low) && letter(high) {
                    let text = look.text(index, index + 1);
                    return Some(
                        look.error(codes::OTHER_WORD, index, index + 1, format!("`{text}` names no files"))
                            .help(format!("write `file {low} to {high}`")),
                    );
                }
            }
            _ => {}
        }
    }
    None
}

/// `for x in pawn`, `for each player`, `repeat 3 times`
pub(super) fn loops(look: &Look<'_>) -> Option<Diagnostic> {
    let each = (0..look.len()).find(|index| {
        look.word(*index) == "for"
            && look.is_word(index + 1)
            && look.word(index + 1) != "each"
            && look.word(index + 2) == "in"
    });
    if let Some(each) = each {
        let message = "each member of a set is gone through by `for each`";
        return Some(look.error(codes::OTHER_WORD, each, each, message).help("write `for each`"));
    }
    let player = (0..look.len()).find(|index| {
        look.word(*index) == "for" && look.word(index + 1) == "each" && look.word(index + 2) == "player"
    });
    if let Some(player) = player {
        let message = "`player` is one side, the one whose turn it is";
        return Some(
            look.error(codes::OTHER_WORD, player, player + 2, message).help("write `for each side`"),
        );
    }
    let start = look.effect()?;
    let number = look.word(start + 1);
    if matches!(look.word(start), "repeat" | "loop" | "do")
        && look.kind(start + 1) == Some(Kind::Number)
        && matches!(look.word(start + 2), "time" | "times")
    {
        let message = "effects are not repeated by a number";
        return Some(look.error(codes::FOREIGN_KEYWORD, start, start + 2, message).help(format!(
            "write them {number} times; a further move is offered so: `it may move {number} times`"
        )));
    }
    None
}

/// `moves (1,2)`, `moves 1,2`
pub(super) fn bare_leap(look: &Look<'_>) -> Option<Diagnostic> {
    let number = |at: usize| look.kind(at) == Some(Kind::Number);
    let from = (1..look.len()).find(|index| {
        let open = usize::from(look.word(*index) == "(");
        matches!(look.before(*index), "moves" | "takes" | "or" | "then" | "leaps" | "jumps")
            && number(index + open)
            && look.word(index + open + 1) == ","
            && number(index + open + 2)
    })?;
    let open = usize::from(look.word(from) == "(");
    let (one, other) = (look.word(from + open), look.word(from + open + 2));
    let to = from + open + 2 + usize::from(open == 1 && look.word(from + 4) == ")");
    let text = look.text(from, to);
    let message = format!("`{text}` does not say how to go");
    Some(look.error(codes::OTHER_WORD, from, to, message).help(format!("write `leap {one} {other}`")))
}

/// `now draw by race if ...`
pub(super) fn now_draw(look: &Look<'_>) -> Option<Diagnostic> {
    let word = look.word(0);
    (matches!(word, "now" | "also") && look.word(1) == "draw").then(|| {
        let message = format!("an end of the game is added as it stands, without `{word}`");
        look.error(codes::WORD_ORDER, 0, 0, message)
            .help("write `draw by ...` alone; an end of another file is taken away by `allow` and its name")
    })
}
