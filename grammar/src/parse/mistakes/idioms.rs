//! Idioms of printed rules, by the words that stand in a row in them, with what to write. None of these rows stands
//! in a sentence of the language. Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::tokens::Kind;
use crate::words;

/// Rows of words, and the words to write for them.
const ROWS: &[(&[&str], &str)] = &[
    (&["turns", "into"], "`becomes`"),
    (&["turned", "into"], "`becomes`"),
    (&["changes", "into"], "`becomes`"),
    (&["changes", "to"], "`becomes`"),
    (&["transforms", "into"], "`becomes`"),
    (&["gets", "taken"], "`is taken`"),
    (&["gets", "captured"], "`is taken`"),
    (&["is", "in", "check"], "`is threatened`, and before the pieces `some`: `some own royal is threatened`"),
    (
        &["are", "in", "check"],
        "`is threatened`, and before the pieces `some`: `some own royal is threatened`",
    ),
    (&["is", "under", "attack"], "`is threatened`"),
    (&["is", "not", "in", "check"], "`not (some own royal is threatened)`"),
    (&["moves", "again"], "`may move once`"),
    (&["may", "move", "again"], "`may move once`"),
    (&["can", "move", "again"], "`may move once`"),
    (&["must", "move", "again"], "`must move once`"),
    (&["takes", "again"], "`may take once`"),
    (&["may", "take", "again"], "`may take once`"),
    (&["can", "take", "again"], "`may take once`"),
    (&["must", "take", "again"], "`must take once`"),
    (&["has", "the", "moves", "of"], "`also moves like`"),
    (&["has", "moves", "of"], "`also moves like`"),
    (&["has", "the", "powers", "of"], "`also moves like`"),
    (&["game", "over"], "`draw`, or who wins: `side wins by race if ...`"),
    (&["game", "ends"], "`draw`, or who wins: `side wins by race if ...`"),
];

/// The rows of the table.
pub(super) fn row(look: &Look<'_>) -> Option<Diagnostic> {
    let (from, (row, right)) = (0..look.len()).find_map(|from| {
        let stands = |(row, _): &&(&[&str], &str)| {
            (from == 0 || row[0] != "game")
                && row.iter().enumerate().all(|(at, word)| look.word(from + at) == *word)
        };
        ROWS.iter().find(stands).map(|found| (from, found))
    })?;
    let to = from + row.len() - 1;
    // In a condition it asks whether it has happened once more, which is said otherwise again.
    if look.word(to) == "again" && look.effect().is_none_or(|start| start > from) {
        return None;
    }
    let text = look.text(from, to);
    Some(
        look.error(codes::OTHER_WORD, from, to, format!("`{text}` is written otherwise here"))
            .help(format!("write {right}")),
    )
}

/// `turn it into queen`, `promote it to queen`
pub(super) fn make_into(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect()?;
    let verb = look.word(start);
    let makes = matches!(verb, "turn" | "change" | "transform" | "convert" | "promote" | "make");
    let to = (start + 2..look.len()).find(|index| matches!(look.word(*index), "into" | "to"))?;
    if !makes || to + 1 >= look.len() || !look.plain(start + 1, to - 1) {
        return None;
    }
    let (what, kind) = (look.text(start + 1, to - 1), look.text(to + 1, look.len()));
    let message = format!("`{verb}` does not say what something becomes");
    Some(
        look.error(codes::OTHER_WORD, start, look.len(), message)
            .help(format!("write `{what} becomes {kind}`")),
    )
}

/// `swap rook with king`
pub(super) fn swap_with(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect()?;
    let with = (start + 2..look.len()).find(|index| look.word(*index) == "with")?;
    let joined = (start..look.len()).any(|index| look.word(index) == "and");
    (look.word(start) == "swap" && !joined && look.plain(start + 1, with - 1)).then(|| {
        look.error(codes::OTHER_WORD, with, with, "the two that change places are joined by `and`")
            .help("write `and`")
    })
}

/// `rook cannot enter rank 8`, `rook cannot go to rank 8`, `rook can jump over pawn`
pub(super) fn where_it_goes(look: &Look<'_>) -> Option<Diagnostic> {
    let modal = (1..look.len()).find(|index| matches!(look.word(*index), "can" | "cannot" | "may"))?;
    let (to, right) = match (look.word(modal + 1), look.word(modal + 2)) {
        ("enter" | "reach", _) => (modal + 1, "stop on"),
        ("go" | "move" | "travel", "to" | "onto" | "into") | ("land" | "end" | "arrive" | "stand", "on") => {
            (modal + 2, "stop on")
        }
        ("jump" | "leap" | "hop" | "move" | "go" | "pass" | "slide", "over" | "through") => {
            (modal + 2, "pass")
        }
        _ => return None,
    };
    let told = look.word(modal + 1) == "move" && right == "stop on";
    if told || look.place != Place::File || !look.plain(0, modal - 1) {
        return None;
    }
    let said = if look.word(modal) == "cannot" { "cannot" } else { "can" };
    let text = look.text(modal, to);
    Some(
        look.error(codes::OTHER_WORD, modal, to, format!("`{text}` is written otherwise here"))
            .help(format!("write `{said} {right}`")),
    )
}

/// `rook also jumps over pawn`
pub(super) fn jumps_over(look: &Look<'_>) -> Option<Diagnostic> {
    let index = (1..look.len()).find(|index| {
        matches!(look.word(*index), "jumps" | "hops" | "leaps") && look.word(index + 1) == "over"
    })?;
    let from = if matches!(look.before(index), "also" | "now") { index - 1 } else { index };
    (look.place == Place::File && from > 0 && look.plain(0, from - 1)).then(|| {
        let text = look.text(from, index + 1);
        look.error(codes::OTHER_WORD, from, index + 1, format!("`{text}` is written otherwise here"))
            .help("write `can pass`")
    })
}

/// `moves up to 3 squares forward`, `slide forward 3`, `step forward 3`
pub(super) fn how_far(look: &Look<'_>) -> Option<Diagnostic> {
    let gait = (0..look.len()).find(|index| matches!(look.word(*index), "step" | "slide"));
    let up = (0..look.len()).find(|index| {
        look.word(*index) == "up"
            && look.word(index + 1) == "to"
            && look.kind(index + 2) == Some(Kind::Number)
    });
    if let Some(up) = up {
        let number = look.word(up + 2);
        let unit = matches!(look.word(up + 3), "square" | "squares" | "step" | "steps" | "field" | "fields");
        let to = up + 2 + usize::from(unit);
        let way = |index: usize| look.is_word(index) && !words::is_reserved(look.word(index));
        let (from, to, direction) = match gait.filter(|gait| *gait < up) {
            Some(gait) if look.plain(gait + 1, up - 1) && up > gait + 1 => {
                (gait, to, look.text(gait + 1, up - 1))
            }
            None if way(to + 1) => (up, to + 1, look.word(to + 1).to_owned()),
            _ => return None,
        };
        return Some(
            look.error(codes::OTHER_WORD, from, to, "how far a slide goes at most is asked behind it")
                .help(format!("write `slide {direction} if length <= {number}`")),
        );
    }
    let gait = gait?;
    let number = (gait + 2..look.len()).find(|index| look.kind(*index) == Some(Kind::Number))?;
    let alone = look.plain(gait + 1, number - 1) && !matches!(look.word(number + 1), "times" | "time" | "or");
    let named = matches!(look.before(number), "rank" | "ranks" | "or" | "of");
    let range = look.word(number + 1) == "to" && look.kind(number + 2) == Some(Kind::Number);
    if alone && !named && range {
        let unit = matches!(look.word(number + 3), "times" | "square" | "squares" | "step" | "steps");
        let (least, most) = (look.word(number), look.word(number + 2));
        let direction = look.text(gait + 1, number - 1);
        let at_least = if least == "1" { String::new() } else { format!("length >= {least} and ") };
        let (to, message) = (number + 2 + usize::from(unit), "how far a slide goes is asked behind it");
        return Some(
            look.error(codes::OTHER_WORD, gait, to, message)
                .help(format!("write `slide {direction} if {at_least}length <= {most}`")),
        );
    }
    let times = words::number_word(look.word(number + 1)).is_some();
    if !alone || named || times {
        return None;
    }
    let unit = matches!(look.word(number + 1), "square" | "squares" | "steps");
    let (way, digits) = (look.text(gait, number - 1), look.word(number));
    let help = if look.word(gait) == "step" {
        format!("write `{way} {digits} times`")
    } else {
        format!("write `{way} if length <= {digits}`")
    };
    Some(
        look.error(
            codes::UNEXPECTED,
            number,
            number + usize::from(unit),
            "a number alone does not say how far",
        )
        .help(help),
    )
}

/// `rook can take only pawn`
pub(super) fn take_only(look: &Look<'_>) -> Option<Diagnostic> {
    let only = (3..look.len()).find(|index| {
        look.word(*index) == "only"
            && look.word(index - 1) == "take"
            && matches!(look.word(index - 2), "can" | "may")
    })?;
    let end = (only + 1..look.len())
        .find(|index| matches!(look.word(*index), "if" | "unless" | "by"))
        .unwrap_or(look.len());
    if look.place != Place::File
        || !look.plain(0, only - 3)
        || end <= only + 1
        || !look.plain(only + 1, end - 1)
    {
        return None;
    }
    let whom = look.text(only + 1, end - 1).replace(" or ", " except ");
    Some(
        look.error(
            codes::OTHER_WORD,
            only - 2,
            end - 1,
            "what it cannot take is said, and what is left out of that",
        )
        .help(format!("write `cannot take piece except {whom}`")),
    )
}

/// `has 1 or more rook`, `there are 2 rook`
pub(super) fn so_many(look: &Look<'_>) -> Option<Diagnostic> {
    let more = (1..look.len()).find(|index| {
        look.kind(*index) == Some(Kind::Number)
            && look.word(index + 1) == "or"
            && matches!(look.word(index + 2), "more" | "higher" | "greater")
            && look.before(*index) == "has"
    });
    if let Some(at) = more {
        let number = look.word(at);
        return Some(
            look.error(
                codes::OTHER_WORD,
                at,
                at + 2,
                format!("`has {number}` means {number} or more by itself"),
            )
            .help(format!("write `{number}`")),
        );
    }
    let there = (1..look.len()).find(|index| {
        look.word(*index) == "there" && matches!(look.word(index + 1), "is" | "are" | "exists" | "exist")
    })?;
    let number = there + 2;
    let end = (number + 1..look.len())
        .find(|index| {
            matches!(look.word(*index), "and" | "or" | "if" | "unless" | "," | ")" | "{}" | "after")
        })
        .unwrap_or(look.len());
    let what = |from: usize| if end > from { look.text(from, end - 1) } else { "own piece".to_owned() };
    let help = match (look.kind(number), look.word(number)) {
        (Some(Kind::Number), digits) => format!("write `number of {} >= {digits}`", what(number + 1)),
        (_, "no") => format!("write `no {}`", what(number + 1)),
        (_, "some" | "a" | "an" | "any") => format!("write `some {}`", what(number + 1)),
        _ => format!("write `some {}`", what(number)),
    };
    let text = look.text(there, end - 1);
    Some(
        look.error(codes::OTHER_WORD, there, end - 1, format!("`{text}` is written otherwise here"))
            .help(help),
    )
}
