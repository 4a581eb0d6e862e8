//! Sentences that are plain English and not quite the language: what to write for them.
//! Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Rule;
use crate::tokens::Kind;
use crate::words;

const GAITS: &[&str] = &["step", "slide", "leap", "like"];

/// `rook can move step diagonal`, `rook may move like bishop`
pub(super) fn path_behind_right(look: &Look<'_>) -> Option<Diagnostic> {
    if look.place == Place::Block || is_trigger(look) {
        return None;
    }
    let index =
        (1..look.len()).find(|index| matches!(look.word(*index), "can" | "cannot" | "may" | "must"))?;
    let verb = match look.word(index + 1) {
        "move" => "moves",
        "take" => "takes",
        _ => return None,
    };
    if !GAITS.contains(&look.word(index + 2)) || look.at > index + 2 || look.at < index {
        return None;
    }
    let (modal, subject) = (look.word(index), look.text(0, index - 1));
    let help = match modal {
        "cannot" => {
            format!("write directions alone, `{subject} cannot move diagonal`, or `by` and a label")
        }
        _ => format!("write `{subject} also {verb} {} ...`", look.word(index + 2)),
    };
    let text = look.text(index, index + 1);
    Some(
        look.error(codes::OTHER_WORD, index, index + 1, format!("a path does not stand behind `{text}`"))
            .help(help),
    )
}

/// `knight may pass own pawn`
pub(super) fn may_for_can(look: &Look<'_>) -> Option<Diagnostic> {
    if look.place == Place::Block || is_trigger(look) {
        return None;
    }
    let index = (1..look.len()).find(|index| look.word(*index) == "may")?;
    let verb = look.word(index + 1);
    (look.at <= index + 1 && words::BARE_VERBS.contains(&verb)).then(|| {
        look.error(codes::OTHER_WORD, index, index, "`may` offers a further move in the block of a `when`")
            .help(format!("write `can {verb}` for a right"))
    })
}

fn is_trigger(look: &Look<'_>) -> bool {
    matches!(look.word(0), "when" | "before" | "after")
}

/// `when rook moves, it becomes queen if ...`
pub(super) fn guard_behind_effect(look: &Look<'_>) -> Option<Diagnostic> {
    if !is_trigger(look) || !matches!(look.here(), "if" | "unless") {
        return None;
    }
    let comma = look.find(",").filter(|comma| *comma > 0 && comma + 1 < look.at)?;
    let (head, guard) = (look.text(0, comma - 1), look.text(look.at, look.len()));
    Some(
        look.error(codes::WORD_ORDER, look.at, look.len(), "what is asked stands before what is to be done")
            .help(format!("write it before the comma: `{head} {guard}, ...`")),
    )
}

/// `rook and knight also moves step any`
pub(super) fn and_in_subject(look: &Look<'_>) -> Option<Diagnostic> {
    let verb = [Rule::how, Rule::k_also, Rule::moving, Rule::relation, Rule::doing];
    let asks = verb.iter().any(|rule| look.expects(*rule)) && !look.expects(Rule::EOI);
    (look.here() == "and" && asks && look.at > 0 && look.is_word(look.at + 1)).then(|| {
        let (one, other) = (look.before(look.at), look.word(look.at + 1));
        look.error(codes::OTHER_WORD, look.at, look.at, "sets are joined by `or`, also where both are meant")
            .help(format!("write `{one} or {other}`"))
    })
}

/// `rook also moves 2 steps forward`, `rook also moves forward 2 squares`
pub(super) fn number_of_steps(look: &Look<'_>) -> Option<Diagnostic> {
    let path = [Rule::path, Rule::legs, Rule::leg].iter().any(|rule| look.expects(*rule));
    let unit = |index: usize| {
        matches!(
            look.word(index),
            "step" | "steps" | "square" | "squares" | "field" | "fields" | "time" | "times"
        )
    };
    let (number, direction, end) = if look.kind(look.at) == Some(Kind::Number) && unit(look.at + 1) {
        (look.at, look.at + 2, look.at + 2)
    } else if look.is_word(look.at) && look.kind(look.at + 1) == Some(Kind::Number) && unit(look.at + 2) {
        (look.at + 1, look.at, look.at + 2)
    } else {
        return None;
    };
    if !path {
        return None;
    }
    let named = look.is_word(direction) && !words::is_reserved(look.word(direction));
    let direction = if named { look.word(direction) } else { "forward" };
    let end = if named { end } else { end - 1 };
    Some(look.error(codes::WORD_ORDER, look.at, end, "how often a step is repeated stands behind it").help(
        match look.word(number) {
            "1" => format!("write `step {direction}`"),
            number => format!("write `step {direction} {number} times`"),
        },
    ))
}

/// `each side has 1 rook` without `needs`
pub(super) fn needs(look: &Look<'_>) -> Option<Diagnostic> {
    (look.place == Place::File && look.at == 0 && matches!(look.here(), "each" | "some" | "no")).then(|| {
        look.error(
            codes::NOT_A_BEGINNING,
            0,
            0,
            format!("a sentence cannot begin with `{}`", look.here()),
        )
        .help("write `needs` before what must hold for the event to start, and nothing before `piece` or the name of a kind, which means every one")
    })
}

/// `when rook x pawn`, `rook also x step any`, `when RxP`
pub(super) fn capture_sign(look: &Look<'_>) -> Option<Diagnostic> {
    if let Some(index) = (0..look.len()).find(|index| look.is_word(*index) && is_short(look.word(*index))) {
        let word = look.word(index);
        return Some(
            look.error(codes::OTHER_WORD, index, index, format!("`{word}` writes a turn, and no rule"))
                .help("write the names of the kinds, and the verb: `piece takes own piece`"),
        );
    }
    let index = (1..look.len()).find(|index| look.word(*index) == "x" && is_sign_of_taking(look, *index))?;
    let before = look.before(index);
    let (from, right) = match before {
        "moves" | "move" => (index - 1, "takes".to_owned()),
        "moving" => (index - 1, "taking".to_owned()),
        _ => (index, "takes".to_owned()),
    };
    let asked = look.find("if").or_else(|| look.find("unless")).or_else(|| look.find("needs"));
    let trigger = is_trigger(look) && asked.is_none_or(|asked| index < asked);
    if let (Some(asked), false) = (asked.filter(|asked| *asked < index), trigger) {
        return Some(capture_asked(look, asked, index));
    }
    let text = look.text(from, index);
    if !is_trigger(look) && look.at == look.len() && look.place == Place::File {
        return Some(takes_whom(look, index));
    }
    Some(
        look.error(codes::OTHER_WORD, from, index, format!("`{text}` is called `{right}` here"))
            .help(format!("write `{right}`")),
    )
}

/// `rook takes pawn`, `rook captures pawn`
pub(super) fn bare_capture(look: &Look<'_>) -> Option<Diagnostic> {
    let verb = (1..look.len()).find(|index| {
        let word = look.word(*index);
        word == "takes" || words::other_word(word) == Some("takes") && word.ends_with('s')
    })?;
    let name = |index: usize| look.word(index).bytes().all(|letter| letter.is_ascii_lowercase());
    let way = |index: usize| super::general::DIRECTIONS.contains(&look.word(index));
    let fits = look.place == Place::File
        && !is_trigger(look)
        && verb + 1 < look.len()
        && look.plain(0, verb - 1)
        && look.plain(verb + 1, look.len() - 1)
        && (verb + 1..look.len()).all(|index| name(index) && !way(index));
    fits.then(|| takes_whom(look, verb))
}

/// Somebody takes somebody: a right, or what has happened.
fn takes_whom(look: &Look<'_>, verb: usize) -> Diagnostic {
    let (who, whom) = (look.text(0, verb - 1), look.text(verb + 1, look.len()));
    let word = look.word(verb);
    look.error(codes::OTHER_WORD, verb, verb, format!("`{word}` leaves open whether it may or has done so"))
        .help(format!(
            "write `{who} can take {whom}` for a right, `when {who} takes {whom}, ...` for what follows"
        ))
}

/// `forbid if some rook x some pawn`: what is asked has one `some`, before the first.
fn capture_asked(look: &Look<'_>, asked: usize, index: usize) -> Diagnostic {
    let from = (asked + 1..index)
        .rev()
        .find(|before| matches!(look.word(*before), "and" | "or" | "not" | "("))
        .map_or(asked + 1, |before| before + 1);
    let end = (index + 1..look.len())
        .find(|after| {
            matches!(look.word(*after), "and" | "or" | "if" | "unless" | "before" | ")" | "," | "{}")
        })
        .unwrap_or(look.len());
    let bare =
        |from: usize| from + usize::from(matches!(look.word(from), "some" | "a" | "an" | "the" | "any"));
    let quantifier = match look.word(from) {
        "no" | "each" | "it" => "",
        _ => "some ",
    };
    let (who, whom) = (look.text(bare(from), index - 1), look.text(bare(index + 1), end - 1));
    look.error(codes::OTHER_WORD, from, end - 1, "`x` is called `takes` here")
        .help(format!("write `{quantifier}{who} takes {whom}`"))
}

/// Whether an `x` is a sign of taking, and no name.
fn is_sign_of_taking(look: &Look<'_>, index: usize) -> bool {
    let before = look.before(index);
    let next = look.word(index + 1);
    let path = matches!(next, "step" | "slide" | "leap" | "like" | "(");
    if matches!(before, "also" | "now" | "moves" | "move") {
        return path || index == look.at;
    }
    let named = |index: usize| {
        let word = look.word(index);
        look.is_word(index) && !words::is_reserved(word)
    };
    let goes_on = matches!(next, "some" | "each" | "no") && look.at == index + 1;
    let intransitive = is_trigger(look) && matches!(next, "," | "{}") && look.plain(1, index - 1);
    let head = is_trigger(look) && look.plain(1, look.at.saturating_sub(1).max(1));
    let whole = look.at == look.len() && look.plain(0, look.at - 1);
    named(index - 1)
        && (goes_on
            || intransitive
            || path && look.at == index
            || named(index + 1) && index < look.at && (head || whole))
}

/// Whether a word is a turn in short: `RxP`, `exd5`, `Nxf7`.
fn is_short(word: &str) -> bool {
    let Some((who, whom)) = word.split_once('x') else { return false };
    let kind = |part: &str| part.len() <= 2 && part.starts_with(|first: char| first.is_ascii_uppercase());
    let square = |part: &str| {
        part.len() <= 3
            && part.starts_with(|first: char| first.is_ascii_lowercase())
            && part.ends_with(|last: char| last.is_ascii_digit())
    };
    (kind(who) || who.len() == 1) && (kind(whom) || square(whom))
}

/// `centre is d4 or e4`, `it is tired` as an effect
pub(super) fn is_for(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect().unwrap_or(0);
    let is = (start + 1..look.len()).find(|index| matches!(look.word(*index), "is" | "are"))?;
    if !look.plain(start, is - 1) || matches!(look.word(start), "draw" | "there") {
        return None;
    }
    let behind = look.text(is + 1, look.len());
    if look.effect().is_some() {
        if look.at != is {
            return None;
        }
        let who = look.text(start, is - 1);
        let (to, help) = match look.word(is + 1) {
            "on" | "at" => (look.len(), format!("write `put {who} onto {}`", look.text(is + 2, look.len()))),
            "not" => (is + 1, "write `becomes not`".to_owned()),
            _ => (is, "write `becomes`".to_owned()),
        };
        let from = if to == look.len() { start } else { is };
        let message = "`is` asks, and makes nothing so";
        return Some(look.error(codes::OTHER_WORD, from, to, message).help(help));
    }
    let value = look.at == is + 1 || look.at == is + 2 && look.here() == "or" && look.is_word(is + 1);
    (look.place == Place::File && is == 1 && value && is + 1 < look.len()).then(|| {
        let name = look.word(0);
        look.error(codes::OTHER_WORD, is, is, format!("what `{name}` is, is said by `means`"))
            .help(format!("write `{name} means {behind}`"))
    })
}

/// `own side wins by race` without saying when
pub(super) fn end_without_if(look: &Look<'_>) -> Option<Diagnostic> {
    let ends = (0..look.len()).find(|index| matches!(look.word(*index), "wins" | "loses" | "draw"))?;
    let named = look.word(ends + 1) == "by" && look.len() == ends + 3;
    let alone = look.len() == ends + 1 && ends > 0;
    (look.place == Place::File
        && look.at == look.len()
        && (named || alone)
        && (ends == 0 || look.plain(0, ends - 1)))
    .then(|| {
        let said = look.text(0, look.len());
        let message = "this does not say when the game ends so";
        look.error(codes::UNFINISHED, 0, look.len(), message)
            .help(format!("write `{said} if ...`, and behind `if` what must have come to be"))
    })
}
