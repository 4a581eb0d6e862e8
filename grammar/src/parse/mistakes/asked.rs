//! Places and denials that English says in another order: `on near`, `is on not`, `does not move`.
//! Imports `codes`.

use super::Look;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Rule;

/// `knight cannot stop on near enemy king`, `it is on near enemy king`
pub(super) fn place_without_squares(look: &Look<'_>) -> Option<Diagnostic> {
    let here = look.here();
    if !matches!(here, "near" | "within" | "met") || look.at + 1 >= look.len() {
        return None;
    }
    let before = look.before(look.at);
    if !matches!(before, "on" | "pass" | "from" | "to" | "onto" | "over" | "taking" | "take" | "see") {
        return None;
    }
    let rest = look.text(look.at, look.len());
    let asked = before == "on" && matches!(look.before(look.at - 1), "is" | "not" | "are");
    let help = if asked {
        format!("leave `on` out: `is {rest}`")
    } else if matches!(before, "take" | "taking" | "see" | "over") {
        format!("write `piece {rest}`")
    } else {
        format!("write `square {rest}`, or `piece {rest}` for what stands there")
    };
    let message = format!("`{here}` tells which squares or pieces are meant, and none stand before it");
    Some(look.error(codes::UNEXPECTED, look.at, look.at, message).help(help))
}

/// `file a is on not board`
pub(super) fn not_behind_place(look: &Look<'_>) -> Option<Diagnostic> {
    let place = look.at.checked_sub(1)?;
    let word = look.word(place);
    let fits = look.here() == "not"
        && matches!(word, "on" | "near" | "within")
        && matches!(look.before(place), "is" | "are")
        && look.at + 1 < look.len();
    fits.then(|| {
        look.error(codes::WORD_ORDER, place, look.at, "`not` stands directly behind `is`")
            .help(format!("write `is not {word} {}`", look.text(look.at + 1, look.len())))
    })
}

/// `heading is toward file a`, `rook cannot move toward file a`
pub(super) fn direction_from_square(look: &Look<'_>) -> Option<Diagnostic> {
    let here = look.here();
    let path = [Rule::path, Rule::legs, Rule::leg, Rule::from].iter().any(|rule| look.expects(*rule));
    let asked = matches!(look.before(look.at), "is" | "not" | "means" | "=" | "move" | "becomes");
    (matches!(here, "toward" | "away") && asked && !path).then(|| {
        let message = format!("`{here}` stands in a path or behind `push` alone");
        look.error(codes::UNEXPECTED, look.at, look.at, message)
            .help("compare where it goes with where it began: `file of target < file of origin`")
    })
}

/// `if it does not move`, `own piece that does not move`
pub(super) fn denied(look: &Look<'_>) -> Option<Diagnostic> {
    let does = (1..look.len())
        .find(|index| matches!(look.word(*index), "does" | "do" | "did") && look.word(index + 1) == "not")?;
    let begin = (0..does).rev().find(|index| {
        matches!(
            look.word(*index),
            "if" | "unless"
                | "that"
                | "with"
                | "and"
                | "or"
                | "forbid"
                | "needs"
                | "("
                | ","
                | "{}"
                | "means"
        )
    })?;
    let verb = match look.word(does + 2) {
        "capture" => "takes".to_owned(),
        verb @ ("move" | "take" | "act" | "castle" | "promote" | "arrive" | "threaten") => format!("{verb}s"),
        _ => return None,
    };
    let end = (does + 3..look.len())
        .find(|index| {
            matches!(
                look.word(*index),
                "if" | "unless"
                    | "and"
                    | "or"
                    | ","
                    | ")"
                    | "{}"
                    | "becomes"
                    | "may"
                    | "must"
                    | "can"
                    | "cannot"
            )
        })
        .unwrap_or(look.len());
    let behind = if does + 3 < end { format!(" {}", look.text(does + 3, end - 1)) } else { String::new() };
    let help = match look.word(begin) {
        "that" => {
            let first = begin.checked_sub(1)?;
            let whose = matches!(look.before(first), "own" | "enemy" | "another" | "some" | "each" | "no");
            let who = look.text(first - usize::from(whose), first);
            format!("give it a name: `{who} p with not (p {verb}{behind})`")
        }
        "," | "{}" => return None,
        _ if begin + 1 < does => {
            let who = look.text(begin + 1, does - 1);
            match look.word(begin + 1) {
                "some" => format!("write `no {} {verb}{behind}`", look.text(begin + 2, does - 1)),
                "each" | "no" => format!("write `not ({who} {verb}{behind})`"),
                _ if begin + 2 == does => format!("write `not ({who} {verb}{behind})`"),
                _ => format!("write `no {who} {verb}{behind}`"),
            }
        }
        _ => return None,
    };
    let text = look.text(does, does + 1);
    Some(
        look.error(codes::OTHER_WORD, does, does + 1, format!("`{text}` is written otherwise here"))
            .help(help),
    )
}
