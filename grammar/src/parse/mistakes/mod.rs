//! What was meant by a piece that cannot be read: each kind of mistake has a function, and the first that knows
//! the piece speaks. Imports `codes`, `diagnostic`, `suggest`, `tokens`, `words`.

mod asked;
mod beginnings;
mod conditions;
mod expected;
mod general;
mod habits;
mod idioms;
mod meant;
mod phrases;
mod turns;
mod verbs;

use super::read::{Rule, Stop};
use super::strip::Strip;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::tokens::Kind;

/// Where a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Among the sentences of the file.
    File,
    /// In a block.
    Block,
}

/// A piece that cannot be read, and where reading stopped.
struct Look<'a> {
    strip: &'a Strip,
    expected: &'a [Rule],
    /// The index of the word that reading stopped at; the number of words if it is the end.
    at: usize,
    place: Place,
}

/// The mistakes that are known, those that are sure before those that are guesses.
const KNOWN: &[fn(&Look<'_>) -> Option<Diagnostic>] = &[
    beginnings::take_back,
    general::two_sentences,
    asked::not_behind_place,
    general::reserved_name,
    asked::place_without_squares,
    asked::direction_from_square,
    beginnings::old_from,
    beginnings::missing_quotes,
    beginnings::board,
    beginnings::setting,
    beginnings::sides,
    beginnings::fact,
    beginnings::word_before_subject,
    beginnings::other_branch,
    meant::capture_sign,
    meant::bare_capture,
    general::betza,
    general::capitals,
    meant::is_for,
    meant::end_without_if,
    beginnings::foreign_keyword,
    beginnings::no_beginning,
    meant::needs,
    meant::path_behind_right,
    meant::may_for_can,
    meant::number_of_steps,
    meant::and_in_subject,
    general::twice,
    verbs::missing_zone,
    verbs::two_words,
    conditions::turn_begins,
    verbs::other_word,
    verbs::without_s,
    verbs::with_s,
    verbs::order,
    general::path_without_gait,
    general::number_word,
    conditions::comma_before_block,
    conditions::equals,
    conditions::list_without_block,
    conditions::other_if,
    conditions::other_then,
    meant::guard_behind_effect,
    general::misspelt_here,
    conditions::missing_comma,
    conditions::missing_if,
    general::wrong_place,
    general::misspelt_before,
    general::too_much,
    general::unfinished,
];

/// Mistakes that are one whatever stands around them, the narrower before the wider.
const PLAIN: &[fn(&Look<'_>) -> Option<Diagnostic>] = &[
    habits::threat_happens,
    habits::other_happening,
    habits::no_longer,
    habits::requires,
    habits::name_line,
    habits::end_is,
    habits::declaration,
    habits::range,
    turns::given_turn,
    turns::ended_turn,
    turns::must_stay,
    turns::leave,
    turns::allowed_to,
    turns::nobody_can,
    turns::none_of,
    turns::in_hand,
    habits::loops,
    habits::bare_leap,
    habits::now_draw,
    idioms::row,
    idioms::make_into,
    idioms::swap_with,
    idioms::where_it_goes,
    idioms::jumps_over,
    idioms::how_far,
    idioms::take_only,
    idioms::so_many,
    phrases::passive,
    asked::denied,
    phrases::modal_not,
    phrases::both_sides,
    phrases::has_number,
    phrases::more_than_squares,
    phrases::comparison,
    phrases::if_it_can,
    phrases::leap,
    phrases::rank_in_letters,
    phrases::sign_without_name,
    phrases::from_behind_right,
    phrases::start_text,
    phrases::put,
    phrases::named_end,
    phrases::move_as,
    habits::comma_for_or,
];

/// A phrase in a piece that nothing in the language looks like, whether or not the piece can be read.
pub fn find_plain(strip: &Strip, place: Place) -> Option<Diagnostic> {
    let look = Look { strip, expected: &[], at: 0, place };
    PLAIN.iter().find_map(|known| known(&look))
}

/// The mistake in a piece.
pub fn find(strip: &Strip, stop: &Stop, place: Place) -> Diagnostic {
    let at = strip.index(stop.offset);
    if stop.expected.is_empty() {
        return Diagnostic::error(
            codes::TOO_TANGLED,
            strip.place(0, strip.items.len()),
            "this sentence is too tangled to be read",
        )
        .help("cut it in two, or give parts of it a name with `means`");
    }
    let look = Look { strip, expected: &stop.expected, at, place };
    KNOWN.iter().find_map(|known| known(&look)).unwrap_or_else(|| general::unexpected(&look))
}

impl Look<'_> {
    fn word(&self, index: usize) -> &str {
        self.strip.word(index)
    }

    /// The word at which reading stopped; empty at the end.
    fn here(&self) -> &str {
        self.word(self.at)
    }

    /// The word before an index; empty at the beginning.
    fn before(&self, index: usize) -> &str {
        index.checked_sub(1).map_or("", |before| self.word(before))
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.strip.kind(index)
    }

    fn is_word(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Word)
    }

    fn len(&self) -> usize {
        self.strip.items.len()
    }

    /// The first index of a word.
    fn find(&self, word: &str) -> Option<usize> {
        (0..self.len()).find(|index| self.word(*index) == word)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Whether these words are all names, articles and words that narrow them, as those of a subject.
    fn plain(&self, from: usize, to: usize) -> bool {
        (from..=to).all(|index| {
            let word = self.word(index);
            self.is_word(index) && (!crate::words::is_reserved(word) || matches!(word, "or" | "except"))
        })
    }

    /// Where the effect begins: the whole of a piece of a block, or what stands behind a trigger's comma.
    fn effect(&self) -> Option<usize> {
        match self.place {
            Place::Block => Some(0),
            Place::File if matches!(self.word(0), "when" | "before" | "after") => {
                let comma = (0..self.len()).rev().find(|index| self.word(*index) == ",")?;
                (comma + 1 < self.len()).then_some(comma + 1)
            }
            Place::File => None,
        }
    }

    /// Whether what is to be done could have begun where reading stopped.
    fn expects_body(&self) -> bool {
        self.expects(Rule::body) || self.expects(Rule::block)
    }

    /// The text of some words, shortened.
    fn text(&self, from: usize, to: usize) -> String {
        let last = self.len().saturating_sub(1);
        match (self.strip.items.get(from.min(last)), self.strip.items.get(to.min(last))) {
            (Some(from), Some(to)) if from.start <= to.end => {
                crate::tokens::shorten(&self.strip.text[from.start..to.end])
            }
            _ => String::new(),
        }
    }

    fn error(&self, code: &'static str, from: usize, to: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.strip.place(from, to), message)
    }
}
