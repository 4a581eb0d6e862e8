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
    Some(
        look.error(codes::WORD_ORDER, look.at, end, "how often a step is repeated stands behind it")
            .help(format!("write `step {direction} {} times`", look.word(number))),
    )
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
