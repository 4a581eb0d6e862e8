//! Phrases that nothing in the language looks like, so that they are told of before a piece is read: `cannot be
//! taken`, `has exactly 1`, `leap 1,2`. Each help says the whole of what to write. Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::tokens::Kind;
use crate::words;

/// `rook cannot be taken`, `pawn can be taken by rook`
pub(super) fn passive(look: &Look<'_>) -> Option<Diagnostic> {
    let be = (2..look.len()).find(|index| {
        look.word(*index) == "be"
            && matches!(look.before(*index), "can" | "cannot" | "must" | "may" | "could")
    })?;
    let modal = if look.before(be) == "cannot" { "cannot" } else { "can" };
    let subject = look.text(0, be - 2);
    let done = look.word(be + 1);
    let bare = words::bare_form(words::other_word(done).unwrap_or(done), words::BARE_VERBS);
    let end = (be + 2..look.len()).find(|index| matches!(look.word(*index), "if" | "unless"));
    let by = (look.word(be + 2) == "by" && be + 3 < look.len())
        .then(|| look.text(be + 3, end.map_or(look.len(), |end| end - 1)));
    let who = by.unwrap_or_else(|| "piece".to_owned());
    let help = match bare {
        _ if look.place == Place::Block || !look.plain(0, be - 2) => {
            "say who does it: `piece could take it`, `it is threatened`".to_owned()
        }
        Some(verb @ ("take" | "see" | "pass")) => {
            format!("say who does it: `{who} {modal} {verb} {subject}`")
        }
        Some(verb @ ("move" | "promote")) => format!("write `{subject} {modal} {verb}`"),
        Some("threaten") => format!("write `{who} {modal} threaten`, for moves that give no check"),
        _ => "say who does what: `piece cannot take ...`, `piece cannot pass ...`".to_owned(),
    };
    let text = look.text(be - 1, be + 1);
    Some(
        look.error(codes::OTHER_WORD, be - 1, be + 1, format!("what `{text}` says is told of who does it"))
            .help(help),
    )
}

/// `rook must not move`, `rook can not move`
pub(super) fn modal_not(look: &Look<'_>) -> Option<Diagnostic> {
    let index = (1..look.len()).find(|index| {
        matches!(
            look.word(*index),
            "can" | "must" | "may" | "could" | "should" | "will" | "shall" | "do" | "does"
        ) && look.word(index + 1) == "not"
    })?;
    let text = look.text(index, index + 1);
    Some(
        look.error(codes::OTHER_WORD, index, index + 1, format!("`{text}` is written otherwise here"))
            .help("write `cannot`"),
    )
}

/// `both sides have 1 rook`
pub(super) fn both_sides(look: &Look<'_>) -> Option<Diagnostic> {
    let index = (0..look.len()).find(|index| {
        look.word(*index) == "both"
            && matches!(look.word(index + 1), "sides" | "players" | "side" | "colors" | "colours")
    })?;
    let verb = matches!(look.word(index + 2), "have" | "has");
    let (to, right) = if verb { (index + 2, "each side has") } else { (index + 1, "each side") };
    let text = look.text(index, to);
    Some(
        look.error(codes::OTHER_WORD, index, to, format!("`{text}` is written otherwise here"))
            .help(format!("write `{right}`")),
    )
}

/// `has exactly 1 rook`, `has at least 2 rook`, `has more than 2 rook`
pub(super) fn has_number(look: &Look<'_>) -> Option<Diagnostic> {
    let has = (1..look.len()).find(|index| matches!(look.word(*index), "has" | "have"))?;
    let (last, compare) = match (look.word(has + 1), look.word(has + 2)) {
        ("exactly" | "precisely" | "only" | "just", _) => (has + 1, "="),
        ("at", "least") => (has + 2, ">="),
        ("at", "most") => (has + 2, "<="),
        ("more", "than") => (has + 2, ">"),
        ("less" | "fewer", "than") => (has + 2, "<"),
        ("no", "more") if look.word(has + 3) == "than" => (has + 3, "<="),
        ("no", "less" | "fewer") if look.word(has + 3) == "than" => (has + 3, ">="),
        _ => return None,
    };
    let digits = words::number_word(look.word(last + 1)).unwrap_or(look.word(last + 1));
    let number: u32 = digits.parse().ok()?;
    let end = (last + 2..look.len())
        .find(|index| {
            matches!(look.word(*index), "and" | "or" | "if" | "unless" | "after" | "," | ")" | "{}")
        })
        .unwrap_or(look.len());
    if end <= last + 2 {
        return None;
    }
    let what = look.text(last + 2, end - 1);
    let count = |whose: &str| format!("number of {whose}{what} {compare} {number}");
    let least = format!("`has {number}` means {number} or more");
    let help = match (compare, look.before(has), look.before(has - 1)) {
        (">=", ..) => format!("write `has {number}`, which means {number} or more"),
        (">", ..) => format!("write `has {}`, which means {} or more", number + 1, number + 1),
        (_, "side" | "sides", "each") => {
            format!("{least}; write `{} and {}`", count("own "), count("enemy "))
        }
        (_, "side" | "sides", whose @ ("own" | "enemy")) => {
            format!("{least}; write `{}`", count(&format!("{whose} ")))
        }
        (_, "player", _) => format!("{least}; write `{}`", count("own ")),
        _ => format!("{least}; write `{}`", count("")),
    };
    let text = look.text(has + 1, last);
    Some(
        look.error(codes::OTHER_WORD, has + 1, last, format!("`{text}` does not stand behind `has`"))
            .help(help),
    )
}

/// `rook cannot move more than 3 squares`
pub(super) fn more_than_squares(look: &Look<'_>) -> Option<Diagnostic> {
    let than = (2..look.len()).find(|index| {
        look.word(*index) == "than"
            && matches!(look.word(index + 2), "square" | "squares" | "step" | "steps" | "field" | "fields")
    })?;
    let sign = more_or_less(look.before(than))?;
    let number = look.word(than + 1);
    let digits = words::number_word(number).unwrap_or(number);
    digits.parse::<u32>().ok()?;
    let verb = than.checked_sub(2)?;
    if !matches!(look.word(verb), "move" | "moves" | "slide" | "go" | "step") {
        return None;
    }
    let modal = (0..verb).find(|index| matches!(look.word(*index), "can" | "cannot" | "may" | "must"));
    let subject = match modal {
        Some(modal) if modal > 0 && look.place == Place::File && look.plain(0, modal - 1) => {
            look.text(0, modal - 1)
        }
        _ => "piece".to_owned(),
    };
    Some(
        look.error(codes::OTHER_WORD, than - 1, than + 2, "how far a move goes is its `length`")
            .help(format!("write `{subject} cannot stop if length {sign} {digits}`")),
    )
}

/// `length is greater than 3`, `length greater than 3`, `clock is at least 100`
pub(super) fn comparison(look: &Look<'_>) -> Option<Diagnostic> {
    for index in 1..look.len() {
        let (to, sign) = match (look.word(index), look.word(index + 1)) {
            (word, "than") => match more_or_less(word) {
                Some(sign) => (index + 1, sign),
                None => continue,
            },
            ("at", "least") => (index + 1, ">="),
            ("at", "most") => (index + 1, "<="),
            ("equal", "to") => (index + 1, "="),
            ("equals", _) => (index, "="),
            _ => continue,
        };
        let is = matches!(look.before(index), "is" | "are" | "be");
        let from = if is { index - 1 } else { index };
        // What is compared stands before it: a word, or the end of a bracket.
        let Some(left) = from.checked_sub(1) else { continue };
        let compared = look.word(left) == ")" || look.is_word(left) && !words::is_reserved(look.word(left));
        let wants = matches!(look.kind(to + 1), Some(Kind::Number | Kind::Word));
        if !compared || !wants {
            continue;
        }
        let text = look.text(from, to);
        return Some(
            look.error(codes::OTHER_WORD, from, to, format!("`{text}` is written as a sign here"))
                .help(format!("write `{sign}`")),
        );
    }
    None
}

fn more_or_less(word: &str) -> Option<&'static str> {
    Some(match word {
        "more" | "greater" | "larger" | "bigger" | "higher" | "further" | "farther" | "longer" => ">",
        "less" | "fewer" | "smaller" | "lower" | "shorter" => "<",
        _ => return None,
    })
}

/// `must take if they can`, `must take if possible`
pub(super) fn if_it_can(look: &Look<'_>) -> Option<Diagnostic> {
    look.find("must")?;
    for index in 1..look.len() {
        let to = match (look.word(index), look.word(index + 1), look.word(index + 2)) {
            ("if" | "when" | "whenever", "they" | "he" | "she" | "one", "can") => index + 2,
            ("if" | "when" | "whenever", "possible" | "able", _) => index + 1,
            ("when" | "whenever", "it", "can") => index + 2,
            _ => continue,
        };
        let text = look.text(index, to);
        return Some(
            look.error(codes::OTHER_WORD, index, to, format!("`{text}` is written otherwise here"))
                .help("write `if it can`"),
        );
    }
    None
}

/// `leap 1,2`, `leap (1,2)`, `leap 1 by 2`
pub(super) fn leap(look: &Look<'_>) -> Option<Diagnostic> {
    let leap = (0..look.len()).find(|index| matches!(look.word(*index), "leap" | "leaps"))?;
    let open = usize::from(look.word(leap + 1) == "(");
    let first = leap + 1 + open;
    let number = |index: usize| look.kind(index) == Some(Kind::Number);
    let between = matches!(look.word(first + 1), "," | "-" | "by" | "and" | "to" | "x");
    let second = first + 1 + usize::from(between);
    let close = usize::from(open == 1 && look.word(second + 1) == ")");
    if !number(first) || !number(second) || !between && open == 0 {
        return None;
    }
    let (one, two) = (look.word(first), look.word(second));
    Some(
        look.error(
            codes::UNEXPECTED,
            leap + 1,
            second + close,
            "the two numbers of a leap stand side by side",
        )
        .help(format!("write `leap {one} {two}`")),
    )
}

/// `rank eight`
pub(super) fn rank_in_letters(look: &Look<'_>) -> Option<Diagnostic> {
    let rank = (0..look.len()).find(|index| {
        matches!(look.word(*index), "rank" | "ranks") && words::number_word(look.word(index + 1)).is_some()
    })?;
    let word = look.word(rank + 1);
    let digits = words::number_word(word)?;
    Some(
        look.error(codes::NUMBER_WORD, rank + 1, rank + 1, format!("`{word}` is written in digits"))
            .help(format!("write `{digits}`")),
    )
}

/// `piece "J" moves step any`
pub(super) fn sign_without_name(look: &Look<'_>) -> Option<Diagnostic> {
    let behind = look.word(2);
    let verb =
        words::MOVEMENT.contains(&behind) || matches!(behind, "is" | "also" | "now") || look.len() == 2;
    (look.word(0) == "piece" && look.kind(1) == Some(Kind::Text) && verb).then(|| {
        let sign = look.word(1);
        look.error(codes::UNFINISHED, 0, 1, "a kind has a name, and its sign stands behind that")
            .help(format!("write `piece new-kind {sign}`, with a name of your own"))
    })
}

/// `rook cannot move from rank 3`
pub(super) fn from_behind_right(look: &Look<'_>) -> Option<Diagnostic> {
    let modal = (1..look.len()).find(|index| matches!(look.word(*index), "can" | "cannot"))?;
    let verb = look.word(modal + 1);
    if look.word(modal + 2) != "from"
        || !matches!(verb, "move" | "take" | "promote" | "threaten")
        || look.place != Place::File
        || !look.plain(0, modal - 1)
    {
        return None;
    }
    let from = modal + 2;
    let end = (from + 1..look.len())
        .find(|index| matches!(look.word(*index), "to" | "if" | "unless" | "by"))
        .unwrap_or(look.len());
    if end <= from + 1 {
        return None;
    }
    let (subject, place) = (look.text(0, modal - 1), look.text(from + 1, end - 1));
    let said = look.word(modal);
    let help = match (verb, said, look.word(end) == "to") {
        ("move", "cannot", true) => {
            let stop =
                (end + 1..look.len()).find(|index| matches!(look.word(*index), "if" | "unless" | "by"));
            let goal = look.text(end + 1, stop.map_or(look.len(), |stop| stop - 1));
            format!("write `{subject} cannot stop on {goal} if origin is {}`", place_words(&place))
        }
        ("move", "can", _) => format!("write `{subject} also moves step any from {place}`, or another path"),
        _ => format!("write `{subject} on {place} {said} {verb}`"),
    };
    Some(
        look.error(codes::CONDITION_TWICE, from, end - 1, format!("`from` does not go with `{said} {verb}`"))
            .help(help),
    )
}

/// What `is` asks of a square: `on rank 3`, but `e4`.
fn place_words(place: &str) -> String {
    let square = place.len() <= 3 && place.ends_with(|last: char| last.is_ascii_digit());
    if square { place.to_owned() } else { format!("on {place}") }
}

/// `start "foo"`
pub(super) fn start_text(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (0..look.len()).find(|index| {
        matches!(look.word(*index), "start" | "starts" | "begin") && look.kind(index + 1) == Some(Kind::Text)
    })?;
    if at > 0 && !matches!(look.before(at), "," | ")") {
        return None;
    }
    let lead = if at == 0 && look.place == Place::File { "when piece moves, " } else { "" };
    let text = look.word(at + 1);
    let (message, help) = if text.contains('/') {
        ("the first position is told otherwise".to_owned(), format!("write `setup {text}`"))
    } else {
        (
            "no event is named in the rules of another file".to_owned(),
            format!(
                "write `{lead}chance chooses e from event {{ e starts }}`, which starts one that may start now"
            ),
        )
    };
    Some(look.error(codes::FOREIGN_KEYWORD, at, at + 1, message).help(help))
}

/// `move it to a1`, `put it on a1`
pub(super) fn put(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect()?;
    let goal = |from: usize| {
        (from..look.len()).find(|index| matches!(look.word(*index), "to" | "onto" | "on" | "into" | "at"))
    };
    match look.word(start) {
        "move" | "place" | "drop" | "set" | "send" | "bring" | "teleport" | "transport" => {
            let to = goal(start + 1).filter(|to| *to > start + 1 && to + 1 < look.len())?;
            let (what, place) = (look.text(start + 1, to - 1), look.text(to + 1, look.len()));
            let word = look.word(start);
            Some(
                look.error(codes::OTHER_WORD, start, look.len(), format!("`{word}` is called `put` here"))
                    .help(format!("write `put {what} onto {place}`")),
            )
        }
        "put" if (start..look.len()).all(|index| !matches!(look.word(index), "onto" | "in" | "{}")) => {
            let to = goal(start + 1).filter(|to| *to > start + 1 && to + 1 < look.len())?;
            let word = look.word(to);
            Some(
                look.error(codes::OTHER_WORD, to, to, format!("`{word}` is called `onto` behind `put`"))
                    .help("write `onto`"),
            )
        }
        _ => None,
    }
}

/// `own side wins by foo` as an effect
pub(super) fn named_end(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect()?;
    let by = (start + 1..look.len()).find(|index| {
        look.word(*index) == "by" && matches!(look.before(*index), "wins" | "loses" | "draw")
    })?;
    let who = by == start + 1 || by > start + 1 && look.plain(start, by - 2);
    if !look.is_word(by + 1) || by + 2 != look.len() || !who {
        return None;
    }
    let (said, name) = (look.text(start, by - 1), look.text(by, by + 1));
    Some(
        look.error(codes::TOO_MUCH, by, by + 1, "an effect that ends the game gives the end no name")
            .help(format!("write `{said}`; a sentence of its own has a name, as `{said} {name} if ...`")),
    )
}

/// `rook can move as queen`
pub(super) fn move_as(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (3..look.len()).find(|index| {
        look.word(*index) == "as"
            && matches!(look.word(index - 1), "move" | "take")
            && matches!(look.word(index - 2), "can" | "may")
    })?;
    if look.place != Place::File || !look.plain(0, at - 3) {
        return None;
    }
    let (subject, verb, text) = (look.text(0, at - 3), look.word(at - 1), look.text(at - 2, at - 1));
    Some(
        look.error(codes::OTHER_WORD, at - 2, at - 1, format!("a path does not stand behind `{text}`"))
            .help(format!("write `{subject} also {verb}s like ...`")),
    )
}
