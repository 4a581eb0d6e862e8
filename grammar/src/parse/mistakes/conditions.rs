//! Mistakes about what is asked and what is done: `if`, commas, braces, `=`. Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Rule;

use crate::words;

/// `clock = 0` for `clock becomes 0`
pub(super) fn equals(look: &Look<'_>) -> Option<Diagnostic> {
    if look.here() != "=" {
        return None;
    }
    if look.expects(Rule::k_becomes) || look.expects(Rule::becomes) {
        return Some(
            look.error(codes::EQUALS_FOR_BECOMES, look.at, look.at, "`=` compares, and sets nothing")
                .help("write `becomes`"),
        );
    }
    let names = look.expects(Rule::k_means) || look.expects(Rule::moving);
    (names && look.place == Place::File).then(|| {
        look.error(codes::EQUALS_FOR_BECOMES, look.at, look.at, "`=` compares, and gives nothing a meaning")
            .help("write `means` for a meaning; facts are set by `becomes` in the braces of a `when`")
    })
}

/// `choose d from forward, backward` without `{ }`
pub(super) fn list_without_block(look: &Look<'_>) -> Option<Diagnostic> {
    let choose = (0..look.len()).find(|index| matches!(look.word(*index), "choose" | "chooses"))?;
    let from = (choose..look.len()).find(|index| look.word(*index) == "from")?;
    let comma = (from..look.len()).find(|index| look.word(*index) == ",")?;
    let block = (comma..look.len()).any(|index| look.word(index) == "{}");
    (!block && look.at > comma && look.at + 1 >= look.len()).then(|| {
        look.error(codes::LIST_WITHOUT_BLOCK, from, look.len(), "a list of choices needs a block behind it")
            .help("write in braces what is done with the choice: `choose x from a, b { ... }`")
    })
}

/// `forbid it when ...`
pub(super) fn other_if(look: &Look<'_>) -> Option<Diagnostic> {
    let other =
        matches!(look.here(), "when" | "while" | "where" | "whenever" | "provided" | "whilst" | "until");
    let guard = [Rule::guard, Rule::clause, Rule::k_if].iter().any(|rule| look.expects(*rule));
    (other && guard && look.at > 0).then(|| {
        let right = if look.here() == "until" { "unless" } else { "if" };
        look.error(codes::OTHER_WORD, look.at, look.at, format!("`{}` is called `{right}` here", look.here()))
            .help(format!("write `{right}`"))
    })
}

/// `when turn begins`
pub(super) fn turn_begins(look: &Look<'_>) -> Option<Diagnostic> {
    (look.word(1) == "turn" && matches!(look.word(2), "begins" | "starts" | "begin" | "start")).then(|| {
        look.error(codes::OTHER_WORD, 0, 2, "a turn that is about to begin is told otherwise")
            .help("write `before turn`")
    })
}

/// `if C then X`, `for each x in S do X`
pub(super) fn other_then(look: &Look<'_>) -> Option<Diagnostic> {
    let before = look.before(look.at);
    let (at, word) = if matches!(look.here(), "then" | "do") {
        (look.at, look.here())
    } else if before == "do" {
        (look.at - 1, before)
    } else {
        return None;
    };
    let acts = matches!(look.word(0), "when" | "before" | "after" | "if" | "for") || look.expects_body();
    (acts && at > 0).then(|| {
        look.error(codes::MISSING_COMMA, at, at, format!("what is to be done does not begin with `{word}`"))
            .help("write a comma instead of it, or put the effects in braces")
    })
}

/// `when rook moves, { ... }`
pub(super) fn comma_before_block(look: &Look<'_>) -> Option<Diagnostic> {
    (look.here() == "{}" && look.before(look.at) == ",").then(|| {
        look.error(codes::UNEXPECTED, look.at - 1, look.at - 1, "a comma and braces are one too many")
            .help("leave the comma before `{` out")
    })
}

/// `when rook moves it becomes tired`
pub(super) fn missing_comma(look: &Look<'_>) -> Option<Diagnostic> {
    let here = look.here();
    let joins = words::is_reserved(here) && !words::EFFECTS.contains(&here);
    let verb = matches!(look.here(), "becomes" | "may" | "must" | "starts" | "wins" | "loses" | "chooses");
    if !look.expects_body() || !look.is_word(look.at) || (joins && !verb) {
        return None;
    }
    let from =
        if verb && look.at > 0 && look.is_word(look.at - 1) && !words::is_reserved(look.before(look.at)) {
            look.at - 1
        } else {
            look.at
        };
    let text = look.text(from, look.at);
    Some(if look.expects(Rule::body) {
        look.error(codes::MISSING_COMMA, from, look.at, "the effect needs a comma or braces before it")
            .help(format!("write `, {text} ...`, or put the effects in braces"))
    } else {
        look.error(codes::MISSING_COMMA, from, look.at, "the effect needs braces around it")
            .help(format!("write `{{ {text} ... }}`"))
    })
}

/// `forbid some own royal is threatened`
pub(super) fn missing_if(look: &Look<'_>) -> Option<Diagnostic> {
    if look.at >= look.len() {
        return None;
    }
    let first = look.word(0);
    let lonely = look.expected.iter().all(|rule| matches!(rule, Rule::guard | Rule::by | Rule::k_by));
    let expects = look.expects(Rule::guard) && (lonely || matches!(first, "draw" | "allow"))
        || look.expects(Rule::k_if);
    let asks = match first {
        "forbid" => look.find("if").is_none(),
        "draw" | "allow" => true,
        _ => lonely,
    };
    if !asks || !(expects || first == "forbid") {
        return None;
    }
    let from = if first == "forbid" && look.at > 2 { 1 } else { look.at.max(1) };
    let help = match first {
        "forbid" if from > 1 => format!("write `forbid {} if ...`", look.word(1)),
        "forbid" => "write `forbid if ...`, or `forbid NAME if ...`".to_owned(),
        _ => "write `if` before the condition".to_owned(),
    };
    Some(look.error(codes::MISSING_IF, from, look.len(), "a condition needs `if` before it").help(help))
}
