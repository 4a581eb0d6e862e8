//! The shape of scenario files. Imports nothing of the project.
//!
//! A file is a YAML list of scenarios. Each has a name, a game, and whatever it checks:
//!
//! ```yaml
//! - name: a short castling
//!   game: chess                     # a name, or a path from the file's folder
//!   picture: yes                    # shown by `rulemate book` as the example of its event
//!   events: [36, ambulance:b]       # in force from the start: numbers, names or paths, and who started them
//!   deck: [36, 45]                  # what is drawn from; else the whole deck
//!   set: {claims: no}               # settings
//!   position: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"      # else the game's first
//!   moves: [O-O, Ke7]               # played first, in either form; also as one text
//!   legal: [Re1+, f1e1]             # then each of these is a legal move
//!   illegal: [Kh2]                  # and none of these
//!   turns: 25                       # number of legal turns
//!   check: no                       # whether a royal piece of the player is threatened
//!   outcome: none                   # `none`, `mate`, `draw by stalemate`, `white wins by mate`
//!   claim: none                     # `none`, or what may be claimed: `threefold`
//!   result: "r6r/4k3/8/8/8/8/8/R4RK1 w - - 2 2"           # the position then
//!   perft: [25, 583]                # number of nodes, depth by depth
//!   explain: {Kh2: "open to"}       # a move, and words that stand in what is said of it
//! ```

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// The keys that check something.
pub const CHECKS: [&str; 9] =
    ["legal", "illegal", "turns", "check", "outcome", "claim", "result", "perft", "explain"];

/// One scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it is about.
    pub name: String,
    /// The game, by name or path.
    pub game: String,
    /// The page of a deck shows it as the example of its event.
    #[serde(default)]
    pub picture: Option<Switch>,
    /// The events in force from the start, each with `:` and the side that started it, if it matters.
    #[serde(default)]
    pub events: Words,
    /// The deck, by numbers, names or paths; none: the whole folder that the game names.
    pub deck: Option<Words>,
    /// Settings by name.
    #[serde(default)]
    pub set: IndexMap<String, Word>,
    /// Where it begins; none: the game's first position.
    pub position: Option<String>,
    /// What is played first.
    #[serde(default)]
    pub moves: Moves,
    /// What is legal then.
    #[serde(default)]
    pub legal: Moves,
    /// What is not.
    #[serde(default)]
    pub illegal: Moves,
    /// The number of legal turns.
    pub turns: Option<usize>,
    /// Whether a royal piece of the player is threatened.
    pub check: Option<Switch>,
    /// How the game has ended.
    pub outcome: Option<String>,
    /// What may be claimed.
    pub claim: Option<Words>,
    /// The position then.
    pub result: Option<String>,
    /// The number of nodes, depth by depth.
    pub perft: Option<Vec<u64>>,
    /// Moves, and words that stand in what is said of them.
    #[serde(default)]
    pub explain: IndexMap<String, String>,
}

/// A word or a number as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(pub String);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Switch(bool),
            Number(i64),
            Text(String),
        }
        Ok(Word(
            match Written::deserialize(from).map_err(|_| D::Error::custom("a word or a number is wanted"))? {
                Written::Switch(true) => "yes".to_string(),
                Written::Switch(false) => "no".to_string(),
                Written::Number(number) => number.to_string(),
                Written::Text(text) => text,
            },
        ))
    }
}

/// A list of words, or one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Words, D::Error> {
        let written = OneOrMore::deserialize(from)
            .map_err(|_| D::Error::custom("a word, or a list of words, is wanted"))?;
        Ok(Words(match written {
            OneOrMore::More(words) => words.into_iter().map(|word| word.0).collect(),
            OneOrMore::One(word) => word.0.split(',').map(|each| each.trim().to_string()).collect(),
        }))
    }
}

/// A list of moves, or several in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub Vec<String>);

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Moves, D::Error> {
        let written = OneOrMore::deserialize(from)
            .map_err(|_| D::Error::custom("a list of moves, or moves in one text, is wanted"))?;
        Ok(Moves(match written {
            OneOrMore::More(words) => words.into_iter().map(|word| word.0).collect(),
            OneOrMore::One(word) => split_moves(&word.0).into_iter().map(str::to_string).collect(),
        }))
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    More(Vec<Word>),
    One(Word),
}

/// Yes or no, as `yes`, `no`, `true` or `false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch(pub bool);

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Switch, D::Error> {
        match Word::deserialize(from)?.0.as_str() {
            "yes" | "true" => Ok(Switch(true)),
            "no" | "false" => Ok(Switch(false)),
            other => Err(D::Error::custom(format!("`yes` or `no` is wanted, not `{other}`"))),
        }
    }
}

/// The moves of a text: apart by spaces; what follows a comma, or `start`, belongs to the move before; numbers
/// of moves, `1.` or `1...`, are passed over, also directly before a move.
#[must_use]
pub fn split_moves(text: &str) -> Vec<&str> {
    split(text).0
}

/// The moves of a list, and the numbers before them.
fn split(text: &str) -> (Vec<&str>, Vec<Numbered>) {
    let mut moves: Vec<&str> = Vec::new();
    let mut numbers = Vec::new();
    let mut begin: Option<usize> = None;
    for word in text.split_whitespace() {
        // The words are parts of the text, so this is where each begins.
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let (word, at) = match begin {
            None => {
                let plain = without_number(word);
                let number = &word[..word.len() - plain.len()];
                let digits = number.trim_end_matches('.');
                if !digits.is_empty() {
                    let second = number.len() - digits.len() > 1;
                    numbers.push(Numbered { index: moves.len(), value: digits.parse().ok(), second });
                }
                (plain, at + number.len())
            }
            Some(_) => (word, at),
        };
        if word.is_empty() {
            continue;
        }
        let from = *begin.get_or_insert(at);
        let said = &text[from..at + word.len()];
        // A title in quotes belongs to its start as a whole.
        let starts = said.get(..6).is_some_and(|head| head.eq_ignore_ascii_case("start "));
        let open = starts && said.matches('"').count() == 1;
        if word.ends_with(',') || word.eq_ignore_ascii_case("start") || open {
            continue;
        }
        moves.push(said);
        begin = None;
    }
    if let Some(from) = begin {
        moves.push(text[from..].trim_end());
    }
    (moves, numbers)
}

/// A number that stands before a move of a list: `2.`, `2...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Which move it stands before, from 0.
    pub index: usize,
    /// The number; none if it is too large to be one.
    pub value: Option<u32>,
    /// Several dots: it is the second side's move.
    pub second: bool,
}

/// The numbers that stand before the moves of a list.
#[must_use]
pub fn numbers(text: &str) -> Vec<Numbered> {
    split(text).1
}

/// A word without the number of a move before it: `2.Nf3`, `2...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
