//! Mistakes about verbs: their endings, their order, other words for them. Imports `codes`, `suggest`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Rule;
use crate::suggest::{edit_distance, suggest};
use crate::words;

const HELPING: &[&str] = &["can", "cannot", "could", "must", "may"];

/// `pawn promotes to queen`
pub(super) fn missing_zone(look: &Look<'_>) -> Option<Diagnostic> {
    let index =
        (0..look.len()).find(|index| look.word(*index) == "promotes" && look.word(index + 1) == "to")?;
    (look.at == index + 1 && look.expects(Rule::k_on)).then(|| {
        look.error(codes::MISSING_ZONE, index, index + 1, "on which squares does it promote?")
            .help("write `promotes on rank 8 to ...`")
    })
}

/// `can not`, `does not`, `must not`
pub(super) fn two_words(look: &Look<'_>) -> Option<Diagnostic> {
    for index in 0..look.at.min(look.len()) + 1 {
        let right = match (look.word(index), look.word(index + 1)) {
            ("can" | "may" | "must" | "could" | "do" | "does" | "will" | "should", "not") => "cannot",
            ("are" | "be" | "was", "not") => "is not",
            ("has" | "have", "not") => "has no",
            ("able", "to") => "can",
            ("has" | "have", "to") => "must",
            ("in", "front") => "met by step forward from",
            ("next" | "adjacent", "to") => "near",
            ("at" | "more", "least" | "than")
                if look.word(index) != "more" || look.word(index + 1) == "than" =>
            {
                ">="
            }
            ("less" | "fewer", "than") => "<",
            ("greater", "than") => ">",
            ("equal", "to") | ("equals", _) => "=",
            ("instead", "of") => "now",
            ("as", "if") => "like",
            _ => continue,
        };
        let to = if look.word(index) == "equals" { index } else { index + 1 };
        let right = if look.word(index) == "more" { ">" } else { right };
        if look.at > to + 1 && !HELPING.contains(&look.word(index)) {
            continue;
        }
        let text = look.text(index, to);
        return Some(
            look.error(codes::OTHER_WORD, index, to, format!("`{text}` is written otherwise here"))
                .help(format!("write `{right}`")),
        );
    }
    None
}

/// `captures` for `takes`, `jump` for `leap`
pub(super) fn other_word(look: &Look<'_>) -> Option<Diagnostic> {
    let last = look.at.min(look.len().saturating_sub(1));
    let index = (0..=last).rev().find(|index| {
        look.is_word(*index)
            && words::other_word(look.word(*index)).is_some_and(|right| fits(look, *index, right))
    })?;
    let word = look.word(index);
    let right = words::other_word(word)?;
    let behind = HELPING.contains(&look.before(index));
    let verb_lacks = index > 0 && !matches!(look.before(index), "moves" | "takes" | "or" | "then" | "(");
    let effect = look.effect() == Some(index) || look.expects_body() && index == look.at;
    let right = match right {
        "by" if word == "as" && matches!(look.before(index), "moves" | "takes" | "move" | "take") => {
            "like".to_owned()
        }
        "takes" if effect => "take".to_owned(),
        "step" | "slide" | "leap" if verb_lacks => format!("moves {right}"),
        _ if behind => words::bare_form(right, words::BARE_VERBS).unwrap_or(right).to_owned(),
        _ => right.to_owned(),
    };
    Some(
        look.error(codes::OTHER_WORD, index, index, format!("`{word}` is called `{right}` here"))
            .help(format!("write `{right}`")),
    )
}

/// Whether a word could be meant where it stands: not as a name that a phrase holds.
fn fits(look: &Look<'_>, index: usize, right: &str) -> bool {
    let verbless = (0..look.len()).all(|index| !words::is_reserved(look.word(index)));
    if verbless && look.place == Place::File && look.at == look.len() {
        return index > 0;
    }
    // A label may be any word.
    let label = look.before(index) == "by" && index < look.at;
    if look.word(index) == "x" || label {
        return false;
    }
    let next_path = |at: usize| matches!(look.word(at), "step" | "slide" | "leap" | "like" | "(");
    match right {
        "takes" => {
            index + 1 >= look.at || next_path(index + 1) || look.at == look.len() || look.at <= index + 3
        }
        _ => index == look.at || index + 1 == look.at || (index == 0 && look.at <= 2),
    }
}

/// `rook move slide orthogonal`
pub(super) fn without_s(look: &Look<'_>) -> Option<Diagnostic> {
    let last = look.at.min(look.len().saturating_sub(1));
    for index in 1..=last {
        let Some(right) = with_ending(look.word(index)) else { continue };
        let before = look.before(index);
        let next = look.word(index + 1);
        if HELPING.contains(&before)
            || matches!(before, "," | ")" | "it" | "}" | "{}") && matches!(next, "back")
        {
            continue;
        }
        let helping = ["must", "cannot", "could"].into_iter();
        let near = !words::is_reserved(before) && before.len() > 3 && index > 1;
        if let Some(meant) = suggest(before, helping).filter(|_| near) {
            let message = format!("`{before}` means nothing here");
            return Some(
                look.error(codes::MISSPELT, index - 1, index - 1, message)
                    .help(format!("did you mean `{meant}`?")),
            );
        }
        let effect = words::EFFECTS.contains(&look.word(index));
        if effect && (before == "," || (look.expects_body() && index == look.at)) {
            continue;
        }
        let suits = index == look.at || look.at == index + 1 || matches!(right, "is" | "has");
        if !suits {
            continue;
        }
        let word = look.word(index);
        let help = if matches!(word, "are" | "have") {
            format!("write `{right}`: the verb is the same for one and for many")
        } else {
            format!("write `{right}`, also for many")
        };
        return Some(
            look.error(codes::VERB_WITHOUT_S, index, index, format!("`{word}` should be `{right}` here"))
                .help(help),
        );
    }
    None
}

fn with_ending(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "move" => "moves",
        "take" => "takes",
        "act" => "acts",
        "castle" => "castles",
        "promote" => "promotes",
        "bounce" => "bounces",
        "wrap" => "wraps",
        "mean" => "means",
        "become" => "becomes",
        "win" => "wins",
        "lose" => "loses",
        "start" => "starts",
        "arrive" => "arrives",
        "threaten" => "threatens",
        "choose" => "chooses",
        "have" => "has",
        "are" | "be" | "was" => "is",
        _ => return None,
    })
}

/// `may chooses`, `moves slides`
pub(super) fn with_s(look: &Look<'_>) -> Option<Diagnostic> {
    let chooses =
        (1..look.len()).find(|index| look.word(*index) == "chooses" && look.before(*index) == "may");
    if let Some(index) = chooses {
        return Some(
            look.error(codes::VERB_ENDING, index, index, "`chooses` should be `choose` behind `may`")
                .help("write `may choose`"),
        );
    }
    let word = look.here();
    let right = match word {
        "chooses" if look.at == 0 => "choose",
        "slides" | "sliding" => "slide",
        "steps" | "stepping" => "step",
        "leaps" | "leaping" => "leap",
        "puts" => "put",
        "removes" => "remove",
        "swaps" => "swap",
        "pushes" => "push",
        "reveals" => "reveal",
        "forbids" | "forbidden" => "forbid",
        "draws" => "draw",
        "allows" => "allow",
        "takes" if look.before(look.at) == "could" => "take",
        _ => return verb_for_gait(look),
    };
    if look.at > 0 && matches!(right, "slide" | "step" | "leap") && !expects_path(look) {
        return verb_for_gait(look);
    }
    let text = word.to_owned();
    Some(
        look.error(codes::VERB_ENDING, look.at, look.at, format!("`{text}` should be `{right}` here"))
            .help(format!("write `{right}`")),
    )
}

fn expects_path(look: &Look<'_>) -> bool {
    [Rule::path, Rule::legs, Rule::leg, Rule::step, Rule::slide].iter().any(|rule| look.expects(*rule))
}

/// `rook slides orthogonal`
fn verb_for_gait(look: &Look<'_>) -> Option<Diagnostic> {
    let last = look.at.min(look.len().saturating_sub(1));
    let index = (1..=last).find(|index| {
        matches!(look.word(*index), "slides" | "steps" | "leaps" | "step" | "slide" | "leap")
            && !matches!(look.before(*index), "moves" | "takes" | "or" | "then" | "(" | "by")
    })?;
    let misspelt = ["moves", "takes"].iter().any(|verb| edit_distance(look.before(index), verb) <= 2);
    let stops_here = index == look.at || look.word(index).ends_with('s');
    if misspelt || !stops_here || !words_before_are_plain(look, index) {
        return None;
    }
    let word = look.word(index);
    let gait = word.trim_end_matches('s');
    Some(
        look.error(codes::OTHER_WORD, index, index, format!("`{word}` is a way to go, and no verb"))
            .help(format!("write `moves {gait}`")),
    )
}

fn words_before_are_plain(look: &Look<'_>, index: usize) -> bool {
    (0..index).all(|before| look.is_word(before) && !words::MOVEMENT.contains(&look.word(before)))
}

/// `rook moves also step any`
pub(super) fn order(look: &Look<'_>) -> Option<Diagnostic> {
    let before = look.before(look.at);
    let here = look.here();
    let right = match (before, here) {
        (verb, "also" | "now") if words::MOVEMENT.contains(&verb) => format!("{here} {verb}"),
        ("not", "is" | "can" | "has") => match here {
            "is" => "is not".to_owned(),
            "can" => "cannot".to_owned(),
            _ => "has no".to_owned(),
        },
        ("also" | "now", "can" | "cannot" | "must") => here.to_owned(),
        ("also" | "now", "is") => "is".to_owned(),
        _ => return None,
    };
    Some(
        look.error(
            codes::WORD_ORDER,
            look.at - 1,
            look.at,
            format!("`{before} {here}` cannot stand like this"),
        )
        .help(format!("write `{right}`")),
    )
}
