//! Mistakes that may stand anywhere, and what is said where nothing better is known.
//! Imports `codes`, `suggest`, `words`, and reads a piece once more as what it is not.

use super::expected::{tell, words as expected_words};
use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::{self, Rule};
use crate::suggest::{edit_distance, suggest};
use crate::tokens::Kind;
use crate::words;

/// `rook moves R`
pub(super) fn betza(look: &Look<'_>) -> Option<Diagnostic> {
    let path =
        [Rule::path, Rule::legs, Rule::leg, Rule::betza, Rule::string].iter().any(|rule| look.expects(*rule));
    if !path
        || !look.is_word(look.at)
        || !matches!(look.before(look.at), "moves" | "takes" | "or" | "then" | "(" | "like")
    {
        return None;
    }
    let word = look.here();
    let letters = word
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"abcdfhijklmnopqrsuvwxyzgABCDFGHKLNQRSTWXZ".contains(&byte));
    (letters && word.bytes().any(|byte| byte.is_ascii_uppercase())).then(|| {
        look.error(
            codes::BETZA_WITHOUT_QUOTES,
            look.at,
            look.at,
            format!("`{word}` looks like Betza notation, which stands in quotes"),
        )
        .help(format!("write `\"{word}\"`"))
    })
}

/// `rook cannot move king cannot move`: what stands in one line could be read as two.
pub(super) fn two_sentences(look: &Look<'_>) -> Option<Diagnostic> {
    /// Longer lines are not read again.
    const LONGEST: usize = 2_000;
    let text = &look.strip.text;
    if text.len() > LONGEST || look.at == look.len() {
        return None;
    }
    let reads = |text: &str| match look.place {
        Place::File => read::sentence(text).is_ok(),
        Place::Block => read::effect(text).is_ok(),
    };
    // The first words of the second one may have been read as part of the first.
    let start = (look.at.saturating_sub(5).max(1)..=look.at).rev().find(|start| {
        let (first, second) = text.split_at(look.strip.items[*start].start);
        reads(first.trim_end()) && reads(second)
    })?;
    let (what, help) = match look.place {
        Place::File => ("sentence", ""),
        Place::Block => ("effect", ", or set it apart by `;`"),
    };
    let word = look.word(start);
    Some(
        look.error(
            codes::TOO_MUCH,
            start,
            start,
            format!("a {what} of its own begins here, in the line of another"),
        )
        .help(format!("begin a new line before `{word}`{help}")),
    )
}

/// `Rook moves step any`, `maxRank means 9`
pub(super) fn capitals(look: &Look<'_>) -> Option<Diagnostic> {
    let word = look.here();
    let capital = word.find(|letter: char| letter.is_ascii_uppercase())?;
    if !look.is_word(look.at) {
        return None;
    }
    let message = if capital == 0 {
        format!("`{word}` begins with a capital letter, as no word here does")
    } else {
        format!("`{word}` has a capital letter, as no word here does")
    };
    Some(
        look.error(codes::CAPITALS, look.at, look.at, message)
            .help(format!("write `{}`; titles and signs stand in quotes", words::in_small_letters(word))),
    )
}

/// The words for directions.
pub(super) const DIRECTIONS: &[&str] =
    &["forward", "backward", "left", "right", "sideways", "diagonal", "orthogonal", "any", "onward"];

/// `queen moves like rook or bishop`, `pawn moves forward`
pub(super) fn path_without_gait(look: &Look<'_>) -> Option<Diagnostic> {
    let path = [Rule::path, Rule::legs, Rule::leg].iter().any(|rule| look.expects(*rule));
    let number = |index: usize| look.kind(index) == Some(Kind::Number);
    if path && number(look.at) && number(look.at + 1) && matches!(look.before(look.at), "or" | "then") {
        let text = look.text(look.at, look.at + 1);
        return Some(
            look.error(codes::UNEXPECTED, look.at, look.at + 1, format!("`{text}` is no path by itself"))
                .help(format!("write `leap {text}`")),
        );
    }
    if !path || !look.is_word(look.at) {
        return None;
    }
    let here = look.here();
    let way = here.strip_suffix("ly").unwrap_or(here);
    if DIRECTIONS.contains(&way) {
        return Some(
            look.error(codes::UNEXPECTED, look.at, look.at, format!("`{here}` says where, and not how"))
                .help(format!("write `step {way}` for one square, `slide {way}` for as far as it is free")),
        );
    }
    let like = (0..look.at).rev().take(4).any(|index| look.word(index) == "like");
    (like && matches!(look.before(look.at), "or" | "then") && !words::is_reserved(here)).then(|| {
        look.error(codes::UNEXPECTED, look.at, look.at, format!("`{here}` is no path by itself"))
            .help(format!("write `like {here}`"))
    })
}

/// `fact take on pieces`
pub(super) fn reserved_name(look: &Look<'_>) -> Option<Diagnostic> {
    if let Some(diagnostic) = no_name_before_means(look) {
        return Some(diagnostic);
    }
    let here = look.here();
    let article = is_article(here);
    let name_only =
        look.expected.iter().all(|rule| matches!(rule, Rule::name | Rule::word | Rule::noun | Rule::k_if));
    let lacks_if = look.word(0) == "forbid" && look.find("if").is_none();
    let square = is_square(here);
    (name_only && !lacks_if && (article || square || words::is_reserved(here))).then(|| {
        let what = match (article, square) {
            (true, _) => "an article",
            (_, true) => "the name of a square",
            _ => "a word of the language",
        };
        look.error(codes::RESERVED_NAME, look.at, look.at, format!("`{here}` is {what} and cannot be a name"))
            .help("choose another name")
    })
}

/// `a means own rook`, `e4 means own rook`, `a0-0 means own rook`
fn no_name_before_means(look: &Look<'_>) -> Option<Diagnostic> {
    let means = look.find("means").filter(|means| *means > 0 && look.at <= *means)?;
    let last = if matches!(look.before(means), "also" | "now") { means.checked_sub(2)? } else { means - 1 };
    let said = look.text(0, last);
    let what = match look.word(0) {
        first if last == 0 && is_article(first) => "an article",
        first if last == 0 && is_square(first) => "the name of a square",
        first if is_square(first) || first.starts_with(|letter: char| letter.is_ascii_digit()) => {
            let message = format!("`{said}` is no name");
            return Some(look.error(codes::RESERVED_NAME, 0, last, message).help(
                "a name begins as no number and no square does: small letters, with digits and hyphens behind",
            ));
        }
        _ => return None,
    };
    let message = format!("`{said}` is {what} and cannot be a name");
    Some(look.error(codes::RESERVED_NAME, 0, last, message).help("choose another name"))
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the")
}

/// Whether a word is the name of a square: `e4`, `p16`.
fn is_square(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|file| ('a'..='p').contains(&file))
        && !letters.as_str().is_empty()
        && letters.as_str().len() <= 2
        && letters.all(|digit| digit.is_ascii_digit())
}

/// `also also`
pub(super) fn twice(look: &Look<'_>) -> Option<Diagnostic> {
    let here = look.here();
    if here.is_empty() || look.at == 0 || !matches!(look.kind(look.at), Some(Kind::Word) | Some(Kind::Sign)) {
        return None;
    }
    let before = look.before(look.at);
    let same = here == before && !matches!(here, "(" | ")" | "{}");
    let both = matches!((before, here), ("also", "now") | ("now", "also"));
    (same || both).then(|| {
        let (message, help) = if both {
            (
                "`also` and `now` do not go together".to_owned(),
                "`also` adds, `now` replaces: keep one of the two".to_owned(),
            )
        } else {
            (format!("`{here}` stands here twice"), format!("write `{here}` once"))
        };
        look.error(codes::SAID_TWICE, look.at, look.at, message).help(help)
    })
}

/// `two times`
pub(super) fn number_word(look: &Look<'_>) -> Option<Diagnostic> {
    let index = if words::number_word(look.here()).is_some() {
        look.at
    } else if look.at > 0 && words::number_word(look.before(look.at)).is_some() {
        look.at - 1
    } else {
        return None;
    };
    let word = look.word(index);
    let right = words::number_word(word)?;
    Some(
        look.error(codes::NUMBER_WORD, index, index, format!("`{word}` is written in digits"))
            .help(format!("write `{right}`")),
    )
}

/// A misspelt word where reading stopped.
pub(super) fn misspelt_here(look: &Look<'_>) -> Option<Diagnostic> {
    let word = look.here();
    if !look.is_word(look.at) || words::is_reserved(word) || words::BUILT_IN.contains(&word) {
        return None;
    }
    let known = expected_words(look.expected);
    let meant =
        suggest(word, known.iter().map(String::as_str)).filter(|meant| word.len() > 3 || meant.len() > 3)?;
    Some(misspelt(look, look.at, meant))
}

fn misspelt(look: &Look<'_>, index: usize, meant: &str) -> Diagnostic {
    look.error(codes::MISSPELT, index, index, format!("`{}` means nothing here", look.word(index)))
        .help(format!("did you mean `{meant}`?"))
}

/// A misspelt word before the place where reading stopped: it was taken for a name.
pub(super) fn misspelt_before(look: &Look<'_>) -> Option<Diagnostic> {
    let known: Vec<&str> = words::HEADS.iter().chain(words::RESERVED).copied().collect();
    for index in (0..look.at.min(look.len())).rev() {
        let word = look.word(index);
        let skip = !look.is_word(index)
            || word.len() < 4
            || words::is_reserved(word)
            || words::BUILT_IN.contains(&word)
            || words::HEADS.contains(&word)
            || words::BARE_VERBS.contains(&word);
        if skip {
            continue;
        }
        let most = if word.len() < 7 { 1 } else { 2 };
        let meant = known
            .iter()
            .copied()
            .filter(|meant| meant.len() > 2 && edit_distance(word, meant) <= most)
            .min_by_key(|meant| edit_distance(word, meant));
        if let Some(meant) = meant {
            return Some(misspelt(look, index, meant));
        }
    }
    None
}

/// An effect among the sentences, a sentence among the effects.
pub(super) fn wrong_place(look: &Look<'_>) -> Option<Diagnostic> {
    let other = match look.place {
        Place::File => read::effect(&look.strip.text).is_ok(),
        Place::Block => read::sentence(&look.strip.text).is_ok(),
    };
    other.then(|| match look.place {
        Place::File => look
            .error(codes::WRONG_PLACE, 0, look.len(), "this is an effect, and no sentence by itself")
            .help("say when it happens: `when ... { ... }`"),
        Place::Block => look
            .error(codes::WRONG_PLACE, 0, look.len(), "this is a sentence, and no effect")
            .help("write it outside the braces, in a line of its own"),
    })
}

/// More words than a sentence has room for.
pub(super) fn too_much(look: &Look<'_>) -> Option<Diagnostic> {
    if look.at >= look.len() || !look.expects(Rule::EOI) {
        return None;
    }
    let here = look.here();
    let help = if here == "and" {
        "a path goes on with `or` for another way, with `then` for a further leg".to_owned()
    } else if here == "once" && look.find("acts").is_some() {
        "leave it out; a fact remembers that it was done: `fact done on sides`, and `if own side is not done`"
            .to_owned()
    } else if here == "starts" {
        "no condition asks that: `when event starts` waits for the start of the event in whose file it stands"
            .to_owned()
    } else if look.before(look.at) == "{}" {
        "begin a new line behind `}`".to_owned()
    } else if here == "{}" {
        "this sentence does nothing besides; leave the block out".to_owned()
    } else {
        format!("end the sentence before it, or go on with {}", tell(&without_end(look)))
    };
    let shown = if here == "{}" { "{" } else { here };
    Some(
        look.error(
            codes::TOO_MUCH,
            look.at,
            look.at,
            format!("the sentence could end before `{shown}`, and cannot go on with it"),
        )
        .help(help),
    )
}

fn without_end(look: &Look<'_>) -> Vec<Rule> {
    look.expected.iter().copied().filter(|rule| *rule != Rule::EOI).collect()
}

/// A sentence that stops too early.
pub(super) fn unfinished(look: &Look<'_>) -> Option<Diagnostic> {
    if look.at < look.len() {
        return None;
    }
    let last = look.len().saturating_sub(1);
    let verbless = (0..look.len()).all(|index| !words::is_reserved(look.word(index)));
    if verbless || look.len() == 1 {
        let what = if look.place == Place::File { "a sentence" } else { "an effect" };
        let help = match look.place {
            Place::File => "say what it does: `piece also moves ...`, `piece cannot ...`, `NAME means ...`",
            Place::Block => "say what happens: `it becomes ...`, `it may move once`, `put it onto ...`",
        };
        return Some(
            look.error(
                codes::NO_SENTENCE,
                0,
                look.len(),
                format!("`{}` is not {what}", look.text(0, look.len())),
            )
            .help(help),
        );
    }
    Some(
        look.error(
            codes::UNFINISHED,
            last,
            last,
            format!("the sentence stops too early behind `{}`", look.word(last)),
        )
        .help(format!("write {} behind it", tell(look.expected))),
    )
}

/// Where nothing better is known.
pub(super) fn unexpected(look: &Look<'_>) -> Diagnostic {
    let here = if look.here() == "{}" { "{" } else { look.here() };
    let help = format!("write {}", tell(look.expected));
    look.error(codes::UNEXPECTED, look.at, look.at, format!("`{here}` cannot stand here")).help(help)
}
