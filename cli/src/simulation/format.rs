//! The shape of settings files of simulations. Imports `scenario`'s words.

use crate::scenario::{Switch, Word, Words};
use indexmap::IndexMap;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// What `rulemate simulate --init` writes: every key, with its usual value.
pub const EXAMPLE: &str = include_str!("example.yaml");

/// A settings file.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The game, by name or path.
    pub game: String,
    /// The deck, by numbers, names or paths; none: the whole folder that the game names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<List>,
    /// Settings of the game by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub set: IndexMap<String, Text>,
    /// `none`, `drawn`, `each`, `pairs`, or a list.
    #[serde(default = "none")]
    pub events: List,
    /// `at once`, `choice`, `random`, or `turn N`.
    #[serde(default = "at_once")]
    pub start: String,
    /// `both`, or a side.
    #[serde(default = "both")]
    pub starter: String,
    /// `usual`, positions, or a file of them.
    #[serde(default = "usual")]
    pub positions: Positions,
    /// The players of the first and the second side; one for both.
    #[serde(default = "random")]
    pub players: Players,
    /// `estimated`, or a file that `rulemate tune` has written.
    #[serde(default = "estimated")]
    pub values: String,
    /// Whether they change sides every other game.
    #[serde(default)]
    pub swap: Flag,
    /// How many games of each setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// In their place: by how many percentage points the score may be off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Where that is given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// What all that is left to chance comes from.
    #[serde(default = "one")]
    pub seed: u64,
    /// How many threads; 0: one for each processor.
    #[serde(default)]
    pub threads: usize,
    /// Games are stopped after so many plies.
    #[serde(default = "thousand")]
    pub cap: u32,
    /// When a side is taken to have won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudicate>,
    /// Whether the game without events is played for comparison.
    #[serde(default = "yes")]
    pub base: Flag,
    /// Games of each setting in which sentences are tried one by one.
    #[serde(default = "fifty")]
    pub sample: u64,
    /// Where to, and what.
    #[serde(default)]
    pub output: Output,
}

fn none() -> List {
    List(vec!["none".to_string()])
}

fn at_once() -> String {
    "at once".to_string()
}

fn both() -> String {
    "both".to_string()
}

fn usual() -> Positions {
    Positions(vec!["usual".to_string()])
}

fn estimated() -> String {
    "estimated".to_string()
}

fn random() -> Players {
    Players(vec![Player { player: "random".to_string(), ..Player::default() }])
}

fn one() -> u64 {
    1
}

fn thousand() -> u32 {
    1000
}

fn fifty() -> u64 {
    50
}

fn yes() -> Flag {
    Flag(true)
}

/// A list of words, or one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct List(pub Vec<String>);

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<List, D::Error> {
        Words::deserialize(from).map(|words| List(words.0))
    }
}

/// A word or a number as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        Word::deserialize(from).map(|word| Text(word.0))
    }
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Flag, D::Error> {
        Switch::deserialize(from).map(|switch| Flag(switch.0))
    }
}

impl Serialize for Flag {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(self.0)
    }
}

/// Positions, or one text: a position has commas of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Positions(pub Vec<String>);

impl<'de> Deserialize<'de> for Positions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Positions, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            More(Vec<String>),
            One(String),
        }
        let said = Said::deserialize(from)
            .map_err(|_| D::Error::custom("`usual`, a list of positions, or a file is wanted"))?;
        Ok(Positions(match said {
            Said::More(more) => more,
            Said::One(one) => vec![one],
        }))
    }
}

/// Players, or one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Players(pub Vec<Player>);

impl<'de> Deserialize<'de> for Players {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Players, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Each {
            Name(String),
            Limited(Player),
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            More(Vec<Each>),
            One(Each),
        }
        let said = Said::deserialize(from).map_err(|_| D::Error::custom("a player, or two, are wanted"))?;
        let player = |each: Each| match each {
            Each::Name(player) => Player { player, ..Player::default() },
            Each::Limited(player) => player,
        };
        Ok(Players(match said {
            Said::More(more) => more.into_iter().map(player).collect(),
            Said::One(one) => vec![player(one)],
        }))
    }
}

/// A player with its limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// `random`, `greedy`, `alpha-beta`, `monte-carlo`.
    pub player: String,
    /// Plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// When a side is taken to have won.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudicate {
    /// It is ahead by so many units.
    pub lead: f64,
    /// Before so many turns in a row.
    pub turns: u32,
}

/// Where to, and what.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The folder; none: beside the settings, by their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Whether all games are written: `no`, `pgn`, or `gz`.
    #[serde(default = "no")]
    pub games: Text,
}

impl Default for Output {
    fn default() -> Output {
        Output { folder: None, games: no() }
    }
}

fn no() -> Text {
    Text("no".to_string())
}
