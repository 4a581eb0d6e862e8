//! Mistakes that show at the beginning of a piece: heads, titles, facts. Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Rule;
use crate::tokens::Kind;
use crate::words;

/// `take back turn`
pub(super) fn take_back(look: &Look<'_>) -> Option<Diagnostic> {
    let from = (0..look.len()).find(|index| {
        matches!(look.word(*index), "undo" | "undoes" | "takeback" | "retract" | "rollback" | "revert")
            || (matches!(look.word(*index), "take" | "takes") && look.word(index + 1) == "back")
    })?;
    let to = if look.word(from + 1) == "back" { from + 1 } else { from };
    let text = look.text(from, to);
    Some(
        look.error(codes::TAKE_BACK, from, to, format!("a turn is not taken back by `{text}`"))
            .help("write `forbid if ...`: it undoes the latest choice, or the turn"),
    )
}

/// `game "G" from "g"`, `event from "events"`
pub(super) fn old_from(look: &Look<'_>) -> Option<Diagnostic> {
    match (look.word(0), look.word(1), look.word(2)) {
        ("game", _, "from" | "extend" | "like" | "of" | "is" | "on") if look.kind(1) == Some(Kind::Text) => {
            Some(
                look.error(
                    codes::OLD_FROM,
                    2,
                    2,
                    format!("`{}` does not say which game this one builds on", look.word(2)),
                )
                .help("write `extends`"),
            )
        }
        ("event" | "events", "from", _) => Some(
            look.error(codes::OLD_FROM, 0, 1, "the folder of the events is not told like this")
                .help("write `deck` and the folder in quotes, as in `deck \"events\"`"),
        ),
        ("event", _, "from" | "extends") if look.kind(1) == Some(Kind::Text) => Some(
            look.error(codes::TOO_MUCH, 2, look.len(), "an event builds on no other file")
                .help("leave this out: an event is put into any game"),
        ),
        _ => None,
    }
}

/// `event Portals`, `piece king K`
pub(super) fn missing_quotes(look: &Look<'_>) -> Option<Diagnostic> {
    let head = look.word(0);
    let (from, what) = match head {
        "game" if look.word(2) == "extends" && look.at == 3 => (3, "the name of a game"),
        "game" | "event" => (1, "a title"),
        "type" => (1, "a type"),
        "deck" => (1, "the name of a folder"),
        "setup" => (1, "a position"),
        "not" if look.word(1) == "with" => (2, "a type"),
        "piece" if look.is_word(1) && look.at == 2 && look.word(2).len() <= 2 && look.is_word(2) => {
            (2, "a kind's sign")
        }
        _ => return None,
    };
    let stops_here =
        look.at == from || (from < look.at && matches!(head, "type" | "deck" | "event" | "setup"));
    let bare = matches!(look.kind(from), Some(Kind::Word | Kind::Number));
    if !stops_here
        || !bare
        || look.place == Place::Block
        || matches!(look.word(from), "from" | "starts" | "ends")
    {
        return None;
    }
    let to = if from == 2 && head == "piece" {
        2
    } else {
        let end =
            (from..look.len()).find(|index| !matches!(look.kind(*index), Some(Kind::Word | Kind::Number)));
        let stop = (from + 1..look.len()).find(|index| matches!(look.word(*index), "extends" | "from"));
        end.unwrap_or(look.len()).min(stop.unwrap_or(look.len())) - 1
    };
    let text = look.text(from, to);
    Some(
        look.error(
            codes::MISSING_QUOTES,
            from,
            to,
            format!("{what} stands in quotes, and `{text}` has none"),
        )
        .help(format!("write `\"{text}\"`")),
    )
}

/// `board 8 8`
pub(super) fn board(look: &Look<'_>) -> Option<Diagnostic> {
    let numbers: Vec<&str> = (1..look.len())
        .filter(|index| look.kind(*index) == Some(Kind::Number))
        .map(|index| look.word(index))
        .collect();
    if look.word(0) != "board" || look.kind(1) != Some(Kind::Number) {
        return None;
    }
    let help = match numbers.as_slice() {
        [files, ranks, ..] => format!("write `board {files} by {ranks}`"),
        [both] => format!("write `board {both} by {both}`"),
        [] => return None,
    };
    Some(
        look.error(codes::UNEXPECTED, 1, look.len(), "a board has a number of files and one of ranks")
            .help(help),
    )
}

/// `setting claims yes`
pub(super) fn setting(look: &Look<'_>) -> Option<Diagnostic> {
    (look.word(0) == "setting" && look.is_word(1) && look.find("=").is_none()).then(|| {
        look.error(
            codes::BAD_FACT,
            1,
            look.len(),
            "a setting has a value that holds as long as nobody sets it",
        )
        .help(format!("write `setting {} = yes`, `= no` or a number", look.word(1)))
    })
}

/// `sides white, black`
pub(super) fn sides(look: &Look<'_>) -> Option<Diagnostic> {
    let second = if look.word(2) == "," { 3 } else { 2 };
    (look.word(0) == "sides" && look.is_word(1) && look.is_word(second)).then(|| {
        look.error(codes::UNEXPECTED, 1, look.len(), "the names of the two sides are joined by `and`")
            .help(format!("write `sides {} and {}`", look.word(1), look.word(second)))
    })
}

/// What is wrong in the parts of a fact.
pub(super) fn fact(look: &Look<'_>) -> Option<Diagnostic> {
    if look.word(0) != "fact" && (look.word(0) != "secret" || look.word(1) != "fact") {
        return None;
    }
    const LIFETIMES: &str =
        "write `for this turn`, `for 1 own turn` or `for 1 enemy turn`; without it the fact is for good";
    let whose = (0..look.len()).find(|index| {
        look.word(*index) == "for"
            && look.kind(index + 1) == Some(Kind::Number)
            && matches!(look.word(index + 2), "turn" | "turns")
    });
    if let Some(index) = whose {
        let number = look.word(index + 1);
        return Some(look.error(codes::BAD_FACT, index, index + 2, "whose turns are counted?").help(
            if number == "1" {
                "write `for 1 own turn` or `for 1 enemy turn`".to_owned()
            } else {
                format!("write `for {number} own turns` or `for {number} enemy turns`")
            },
        ));
    }
    let last = look.at + 1 == look.len() && look.kind(look.at) == Some(Kind::Number);
    if last && look.find("for").is_none() && (look.expects(Rule::k_for) || look.expects(Rule::lifetime)) {
        return Some(
            look.error(codes::BAD_FACT, look.at, look.at, "what is this number?")
                .help(format!("write `= {}` for what the fact is at first", look.here())),
        );
    }
    if let Some(index) = look.find("for").filter(|index| *index < look.at) {
        return Some(
            look.error(codes::BAD_FACT, index, look.len(), "this does not say how long the fact lasts")
                .help(LIFETIMES),
        );
    }
    if look.expects(Rule::k_on) || look.expects(Rule::owner) {
        return Some(look.error(codes::BAD_FACT, look.at, look.at, "a fact is told of something").help(
            format!("write `fact {} on pieces`, `on squares`, `on sides` or `on game`", fact_name(look)),
        ));
    }
    let long = look.kind(look.at) == Some(Kind::Number)
        || matches!(look.here(), "until" | "lasts" | "lasting" | "during" | "forever" | "while" | "once");
    (long && (look.expects(Rule::k_for) || look.expects(Rule::lifetime))).then(|| {
        look.error(codes::BAD_FACT, look.at, look.len(), "this does not say how long the fact lasts")
            .help(LIFETIMES)
    })
}

fn fact_name<'a>(look: &'a Look<'_>) -> &'a str {
    let index = if look.word(0) == "secret" { 2 } else { 1 };
    if look.is_word(index) && !words::is_reserved(look.word(index)) { look.word(index) } else { "NAME" }
}

/// `also rook moves step any`, `piece "K" king`
pub(super) fn word_before_subject(look: &Look<'_>) -> Option<Diagnostic> {
    match look.word(0) {
        word @ ("also" | "now") => Some(
            look.error(codes::WORD_ORDER, 0, 0, format!("`{word}` stands behind what it is about"))
                .help(format!("write it before the verb, as in `{} {word} ...`", look.word(1))),
        ),
        "piece" if look.kind(1) == Some(Kind::Text) && look.is_word(2) => {
            Some(
                look.error(codes::WORD_ORDER, 1, 2, "the name of a kind comes before its sign")
                    .help(format!("write `piece {} {}`", look.word(2), look.word(1))),
            )
        }
        "number" if look.kind(1) == Some(Kind::Text) => Some(
            look.error(codes::UNEXPECTED, 1, 1, "the number of an event has no quotes")
                .help(format!("write `number {}`", look.word(1).trim_matches('"'))),
        ),
        _ => None,
    }
}

/// `else` without `if`
pub(super) fn other_branch(look: &Look<'_>) -> Option<Diagnostic> {
    if matches!(look.here(), "elif" | "elsif" | "elseif" | "otherwise") {
        let right = if look.here() == "otherwise" { "else" } else { "else if" };
        return Some(
            look.error(
                codes::OTHER_WORD,
                look.at,
                look.at,
                format!("`{}` is called `{right}` here", look.here()),
            )
            .help(format!("write `{right}`")),
        );
    }
    if look.here() != "else" {
        return None;
    }
    let trigger = matches!(look.word(0), "when" | "before" | "after") && look.find("if").is_some();
    let (message, help) = if trigger {
        (
            "this `else` has no `if`: the one before belongs to the trigger",
            "put the effects in braces: `when ... { if ... { ... } else { ... } }`",
        )
    } else if look.expects_body() {
        ("nothing is to be done before this `else`", "write `if CONDITION { ... } else { ... }`")
    } else {
        ("this `else` has no `if` before it", "write `if CONDITION { ... } else { ... }`")
    };
    Some(look.error(codes::ELSE_ALONE, look.at, look.at, message).help(help))
}

/// Words that other languages begin with.
pub(super) fn foreign_keyword(look: &Look<'_>) -> Option<Diagnostic> {
    let help = match look.word(0) {
        "let" | "def" | "define" | "const" | "var" | "val" | "set" | "declare" => {
            "`NAME means ...` gives a meaning a name; `fact NAME on pieces` declares what changes"
        }
        "rule" | "rules" | "function" | "func" | "fn" | "macro" | "class" | "struct" | "procedure"
        | "sub" => "a rule is a plain sentence, as `piece also moves step any` or `when piece moves { ... }`",
        "import" | "include" | "use" | "require" | "inherit" | "extends" | "load" => {
            "a game builds on another with `game \"NAME\" extends \"NAME\"`; an event stands for itself"
        }
        "variant" | "ruleset" | "ludeme" => {
            "a game begins with `game \"NAME\"`, an event with `event \"NAME\"`"
        }
        "on" | "whenever" | "trigger" | "upon" => "write `when`, as in `when piece moves, ...`",
        "while" | "loop" | "repeat" | "foreach" | "return" | "print" => {
            "loops run over sets: `for each x in own piece { ... }`"
        }
        "player1" | "players" | "colors" | "colours" => "write `sides white and black`",
        "start" | "position" | "fen" => "write `setup` and the position in quotes",
        "option" | "config" | "parameter" => "write `setting NAME = yes`",
        "ban" | "disallow" | "prohibit" | "prevent" | "deny" | "never" => {
            "write `forbid if ...` for turns, `piece cannot ...` for pieces"
        }
        "permit" => "write `allow NAME` to suspend a law, `piece can ...` to give a right",
        "kill" | "capture" => "write `take`",
        "delete" | "destroy" => "write `take`, or `remove` if it is not to count as taken",
        "move" | "place" | "add" | "spawn" | "create" | "drop" => "write `put X onto Y`",
        "win" | "lose" | "end" => {
            "write who: `player wins if ...`, `own side loses`; an event ends by `event ends`"
        }
        _ => return None,
    };
    let bare_effect = look.place == Place::File && matches!(look.word(0), "move" | "end" | "win" | "lose");
    if look.at == 0 && bare_effect {
        return None;
    }
    Some(
        look.error(
            codes::FOREIGN_KEYWORD,
            0,
            0,
            format!("`{}` begins nothing in this language", look.word(0)),
        )
        .help(help),
    )
}

/// `if`, `and`, a number or a sign at the beginning of a sentence.
pub(super) fn no_beginning(look: &Look<'_>) -> Option<Diagnostic> {
    let first = look.word(0);
    if look.place == Place::File && matches!(first, "if" | "unless" | "for") {
        return Some(
            look.error(codes::NOT_A_BEGINNING, 0, 0, format!("a sentence cannot begin with `{first}`"))
                .help("write it at the end of the sentence that it belongs to, in the same line; effects stand in the braces of a `when`"),
        );
    }
    let joining =
        words::CONTINUING.contains(&first) || matches!(first, "of" | "is" | "has" | "becomes" | "means");
    let odd = matches!(look.kind(0), Some(Kind::Text | Kind::Number))
        || (look.kind(0) == Some(Kind::Sign) && first != "(" && first != "{}");
    (look.at == 0 && (joining || odd) || first == "{}" || (first == "(" && is_prefix_notation(look))).then(
        || {
            let shown = if first == "{}" { "{" } else { first };
            let what = if look.place == Place::File { "a sentence" } else { "an effect" };
            look.error(codes::NOT_A_BEGINNING, 0, 0, format!("{what} cannot begin with `{shown}`")).help(
                "a sentence begins with a word, as `piece also moves step any` or `when piece moves { ... }`",
            )
        },
    )
}

/// `(game "Chess" (players 2))`
fn is_prefix_notation(look: &Look<'_>) -> bool {
    look.at <= 2
        && matches!(
            look.word(1),
            "game" | "define" | "rules" | "players" | "equipment" | "option" | "metadata"
        )
}
