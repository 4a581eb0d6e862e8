//! The words of the language by what they are, and words and signs that people bring from elsewhere.
//! Imports nothing.

/// A word has at most so many letters.
pub const LONGEST_WORD: usize = 60;

/// Words that cannot be names.
pub const RESERVED: &[&str] = &[
    "acts",
    "after",
    "allow",
    "also",
    "and",
    "arrives",
    "away",
    "becomes",
    "before",
    "bounces",
    "by",
    "can",
    "cannot",
    "castles",
    "choose",
    "chooses",
    "could",
    "draw",
    "each",
    "else",
    "ends",
    "except",
    "fact",
    "for",
    "forbid",
    "from",
    "has",
    "if",
    "in",
    "is",
    "leap",
    "like",
    "loses",
    "may",
    "means",
    "met",
    "moves",
    "must",
    "near",
    "needs",
    "no",
    "not",
    "now",
    "of",
    "on",
    "once",
    "onto",
    "or",
    "over",
    "promote",
    "promotes",
    "push",
    "put",
    "remove",
    "reveal",
    "secret",
    "slide",
    "some",
    "starts",
    "step",
    "swap",
    "take",
    "takes",
    "taking",
    "that",
    "then",
    "this",
    "threatens",
    "times",
    "to",
    "toward",
    "turn",
    "turns",
    "unless",
    "when",
    "wins",
    "with",
    "within",
    "without",
    "wraps",
];

/// Words that have a meaning already, and that a file cannot give another one.
pub const BUILT_IN: &[&str] = &[
    "own",
    "enemy",
    "another",
    "it",
    "player",
    "origin",
    "target",
    "heading",
    "length",
    "trail",
    "onward",
    "empty",
    "hand",
    "square",
    "squares",
    "kind",
    "direction",
    "rank",
    "ranks",
    "file",
    "files",
    "repeats",
    "continuing",
    "left",
    "right",
    "forward",
    "backward",
    "piece",
    "pieces",
    "side",
    "sides",
    "event",
    "events",
    "game",
    "number",
    "setup",
    "setting",
    "deck",
    "taken",
    "threatened",
    "fresh",
    "yes",
    "type",
    "chance",
    "owner",
];

/// Words that begin a sentence.
pub const HEADS: &[&str] = &[
    "game", "event", "number", "type", "needs", "deck", "board", "sides", "setup", "setting", "piece",
    "secret", "fact", "forbid", "allow", "draw", "when", "before", "after", "not",
];

/// Words that begin an effect.
pub const EFFECTS: &[&str] = &[
    "put", "take", "remove", "swap", "push", "reveal", "promote", "choose", "may", "forbid", "draw", "for",
    "if",
];

/// Words that open a further condition or count, and so lie in each other.
pub const NESTING: &[&str] = &["not", "that", "with", "if", "for", "else", "unless", "number"];

/// Words and signs that cannot begin a sentence: a line that begins with one goes on with the line before.
pub const CONTINUING: &[&str] = &[
    "and", "or", "unless", "then", "except", "else", "by", "to", "from", "without", "that", "with", ",", ")",
    "{",
];

/// Verbs of movement, as a sentence has them.
pub const MOVEMENT: &[&str] = &["moves", "takes", "acts", "castles", "promotes", "bounces", "wraps"];

/// Verbs behind `can`, `cannot` and `must`.
pub const BARE_VERBS: &[&str] =
    &["move", "take", "stop", "pass", "see", "threaten", "promote", "act", "castle"];

/// Verbs of an offer, behind `may` and `must`.
pub const OFFERS: &[&str] = &["move", "take", "act"];

/// What `without` leaves out.
pub const WITHOUT: &[&str] = &["taking", "moving"];

/// What happens to a piece, behind `is`.
pub const PASSIVE: &[&str] = &["taken", "displaced"];

/// What facts are on, one and many.
pub const OWNERS: &[(&str, &str)] =
    &[("piece", "pieces"), ("square", "squares"), ("side", "sides"), ("game", "game")];

/// The types of facts.
pub const TYPES: &[&str] = &["number", "square", "piece", "kind", "direction", "side"];

/// Whether a word cannot be a name.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// The one of the known words that this word is another form of.
#[must_use]
pub fn bare_form(verb: &str, known: &[&str]) -> Option<&'static str> {
    const FORMS: &[(&str, &[&str])] = &[
        ("move", &["moves", "moving", "moved"]),
        ("take", &["takes", "taking", "taken"]),
        ("stop", &["stops", "stopping", "stopped"]),
        ("pass", &["passes", "passing", "passed"]),
        ("see", &["sees", "seeing", "seen"]),
        ("threaten", &["threatens", "threatening", "threatened"]),
        ("promote", &["promotes", "promoting", "promoted"]),
        ("act", &["acts", "acting", "acted"]),
        ("castle", &["castles", "castling", "castled"]),
        ("choose", &["chooses", "choosing", "chosen"]),
        ("taking", &["take", "takes"]),
        ("moving", &["move", "moves"]),
        ("taken", &["take", "takes"]),
    ];
    FORMS.iter().find(|(bare, forms)| known.contains(bare) && forms.contains(&verb)).map(|(bare, _)| *bare)
}

/// The word of the language that another word stands for.
#[must_use]
pub fn other_word(word: &str) -> Option<&'static str> {
    OTHER_WORDS.iter().find(|(other, _)| *other == word).map(|(_, right)| *right)
}

/// `a`, `b` or `c`, each in backticks.
#[must_use]
pub fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => format!("`{only}`"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|word| format!("`{word}`")).collect();
            format!("{} or `{last}`", first.join(", "))
        }
    }
}

/// Words that people use for a word of the language.
pub const OTHER_WORDS: &[(&str, &str)] = &[
    ("captures", "takes"),
    ("attacks", "takes"),
    ("kills", "takes"),
    ("eats", "takes"),
    ("beats", "takes"),
    ("hits", "takes"),
    ("destroys", "takes"),
    ("x", "takes"),
    ("capture", "takes"),
    ("attack", "takes"),
    ("kill", "takes"),
    ("eat", "takes"),
    ("beat", "takes"),
    ("destroy", "takes"),
    ("capturing", "taking"),
    ("captured", "taken"),
    ("killed", "taken"),
    ("attacked", "threatened"),
    ("checked", "threatened"),
    ("jump", "leap"),
    ("jumps", "leap"),
    ("hop", "leap"),
    ("hops", "leap"),
    ("walk", "step"),
    ("go", "step"),
    ("ride", "slide"),
    ("goes", "moves"),
    ("walks", "moves"),
    ("travels", "moves"),
    ("lands", "arrives"),
    ("reaches", "arrives"),
    ("enters", "arrives"),
    ("reflects", "bounces"),
    ("adjacent", "near"),
    ("beside", "near"),
    ("nearby", "near"),
    ("inside", "within"),
    ("upon", "on"),
    ("at", "on"),
    ("onwards", "onward"),
    ("towards", "toward"),
    ("into", "onto"),
    ("via", "over"),
    ("through", "over"),
    ("but", "except"),
    ("excluding", "except"),
    ("all", "each"),
    ("every", "each"),
    ("exists", "some"),
    ("none", "no"),
    ("equals", "="),
    ("turns-into", "becomes"),
    ("transforms", "becomes"),
    ("gets", "becomes"),
    ("will", "must"),
    ("shall", "must"),
    ("should", "must"),
    ("might", "may"),
    ("gains", "also"),
    ("additionally", "also"),
    ("instead", "now"),
    ("begins", "starts"),
    ("begin", "starts"),
    ("finishes", "ends"),
    ("picks", "chooses"),
    ("selects", "chooses"),
    ("pick", "choose"),
    ("select", "choose"),
    ("place", "put"),
    ("drop", "put"),
    ("set", "put"),
    ("exchange", "swap"),
    ("show", "reveal"),
    ("shows", "reveal"),
    ("delete", "remove"),
    ("which", "that"),
    ("who", "that"),
    ("whose", "with"),
    ("using", "by"),
    ("named", "by"),
    ("as", "by"),
    ("called", "by"),
];

/// The digits of a number in letters.
#[must_use]
pub fn number_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "twice" => "2 times",
        "thrice" => "3 times",
        _ => return None,
    })
}

/// Signs of other languages, and what to write for them. Longer ones come first.
pub const FOREIGN_SIGNS: &[(&str, &str)] = &[
    ("===", "write `=` for a comparison"),
    ("!==", "write `!=`"),
    ("==", "write `=` for a comparison"),
    ("=>", "write `means` for a meaning, `>=` for a comparison"),
    ("=<", "write `<=`"),
    ("->", "write a comma before what is to be done, or braces around it"),
    (":=", "write `becomes` to set a fact, `means` to give a meaning a name"),
    ("+=", "write `X becomes X + 1`"),
    ("-=", "write `X becomes X - 1`"),
    ("*=", "write `X becomes X * 2`"),
    ("++", "write `X becomes X + 1`"),
    ("<>", "write `!=`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("&", "write `and`"),
    ("|", "write `or`"),
    ("\u{2264}", "write `<=`"),
    ("\u{2265}", "write `>=`"),
    ("\u{2260}", "write `!=`"),
    ("\u{d7}", "write `*`, or `by` between the sizes of a board"),
    ("\u{2212}", "write `-`"),
    ("\u{2013}", "write `-`"),
    ("\u{2014}", "write `-`, or begin a comment with `//`"),
    ("/", "whole numbers are not divided here; `%` gives the remainder, and `//` begins a comment"),
    ("^", "write the product out"),
    ("**", "write the product out"),
];

/// What to write for a character that means nothing.
#[must_use]
pub fn unknown_sign_help(sign: char) -> &'static str {
    match sign {
        '[' | ']' => "write `(` and `)` around values, `{` and `}` around effects",
        '.' => {
            "a sentence ends with its line, without a full stop; a fact is reached by `of`, as `rank of it`"
        }
        ':' => "delete it; what follows a head goes on in the same line, and effects stand in `{ }`",
        '!' => "write `not`, or `!=` for \"is different from\"",
        '?' => "write `if` before a condition",
        '~' => "write `not`",
        '@' | '$' | '&' | '_' => "names are plain words",
        '\\' => "a sentence goes on over a line end after a comma, `and`, `or`, `then` or `except`",
        _ => "delete it, or put the text in quotes if it is part of a title",
    }
}

/// The quotes that close these, if these are quotes that other texts use.
#[must_use]
pub fn closing_quote(opening: char) -> Option<&'static [char]> {
    match opening {
        '\u{201c}' | '\u{201d}' | '\u{201e}' => Some(&['\u{201c}', '\u{201d}', '"']),
        '\u{2018}' | '\u{2019}' | '\u{201a}' => Some(&['\u{2018}', '\u{2019}', '\'']),
        '\u{ab}' | '\u{bb}' => Some(&['\u{ab}', '\u{bb}']),
        '\'' => Some(&['\'']),
        '`' => Some(&['`', '\'']),
        _ => None,
    }
}

/// Whether a character closes what these quotes opened.
#[must_use]
pub fn closes_quote(opening: char, c: char) -> bool {
    closing_quote(opening).is_some_and(|closing| closing.contains(&c))
}

/// What to write for a word with an apostrophe.
#[must_use]
pub fn without_apostrophe(word: &str) -> String {
    let plain = word.replace('\u{2019}', "'");
    match plain.to_ascii_lowercase().as_str() {
        "can't" | "couldn't" | "mustn't" | "mayn't" | "doesn't" | "don't" | "won't" => {
            return "write `cannot`".to_owned();
        }
        "isn't" | "aren't" | "wasn't" => return "write `is not`".to_owned(),
        "it's" => return "write `it is`, or `of it` behind what it has".to_owned(),
        _ => {}
    }
    match plain.split_once('\'') {
        Some((owner, _)) => format!("write `of {owner}` behind what it has, as in `rank of {owner}`"),
        None => "delete it".to_owned(),
    }
}

/// A name as it is written here, its parts joined by hyphens: `max-rank` for `maxRank` and `Max_Rank`.
pub fn in_small_letters(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut written = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let small = |of: Option<char>| of.is_some_and(|of| of.is_ascii_lowercase());
        let rises = letter.is_ascii_uppercase()
            && (small(before)
                || before.is_some_and(|of| of.is_ascii_digit())
                || before.is_some_and(|of| of.is_ascii_uppercase())
                    && small(letters.get(index + 1).copied()));
        let begins = rises || before == Some('_');
        // A hyphen stands before a letter only.
        if begins && letter.is_ascii_alphabetic() && !written.is_empty() && !written.ends_with('-') {
            written.push('-');
        }
        if *letter != '_' {
            written.push(letter.to_ascii_lowercase());
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, CONTINUING, HEADS, MOVEMENT, RESERVED};
    use crate::parse::parse;
    use crate::source::{Source, SourceId};

    fn mistakes(text: &str) -> usize {
        parse(&Source::new("text", text), SourceId(0)).1.len()
    }

    #[test]
    fn words_of_the_language_are_refused_as_names_and_others_are_not() {
        for word in RESERVED.iter().chain(BUILT_IN) {
            assert_eq!(mistakes(&format!("fact {word} on pieces")), 1, "{word}");
        }
        for word in ["royal", "tired", "castling", "any", "double", "stop", "see"] {
            assert_eq!(mistakes(&format!("fact {word} on pieces")), 0, "{word}");
        }
    }

    #[test]
    fn the_grammar_reserves_the_same_words() {
        let grammar = include_str!("rulemate.pest");
        let list = grammar.split("reserved = @{").nth(1).unwrap();
        let mut words: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        words.sort_unstable();
        assert_eq!(words, RESERVED);
    }

    #[test]
    fn lists_are_of_words_that_exist() {
        let reserved_or_built_in = |word: &&&str| !RESERVED.contains(word) && !BUILT_IN.contains(word);
        assert_eq!(HEADS.iter().filter(reserved_or_built_in).collect::<Vec<_>>(), [&"board"]);
        assert!(MOVEMENT.iter().all(|word| RESERVED.contains(word)));
        assert!(CONTINUING.iter().all(|word| word.len() == 1 || RESERVED.contains(word)));
    }
}
