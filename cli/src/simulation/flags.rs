//! What the command line says in place of a settings file: every key can be said there. Imports `format`.

use super::format::{Adjudicate, List, Player, Players, Positions, Text, Written};
use clap::Args;
use clap::builder::BoolishValueParser;
use std::path::PathBuf;

/// Settings on the command line; each takes the place of the key of its name.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct Flags {
    /// The game.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The deck: numbers, names or paths of events.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub deck: Option<Vec<String>>,
    /// A setting of the game, as claims=no. Can be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// none, drawn, each, pairs, or a list as 45:w,36:b.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub events: Option<Vec<String>>,
    /// When they start: `at once`, `choice`, `random`, `turn 8`.
    #[arg(long, value_name = "WHEN")]
    pub start: Option<String>,
    /// Who starts them: both, or a side.
    #[arg(long, value_name = "SIDE")]
    pub starter: Option<String>,
    /// usual, a position, or a file of them. Can be given several times.
    #[arg(long, value_name = "TEXT")]
    pub positions: Option<Vec<String>>,
    /// A player, as `alpha-beta:depth=3:nodes=1000`. Given twice: one for each side.
    #[arg(long, value_name = "PLAYER")]
    pub players: Option<Vec<String>>,
    /// What players hold pieces to be worth: estimated, or a file that `rulemate tune` has written.
    #[arg(long, value_name = "FILE")]
    pub values: Option<String>,
    /// The players change sides every other game; `--swap=no`: they do not.
    #[arg(long, value_name = "YES|NO", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = BoolishValueParser::new())]
    pub swap: Option<bool>,
    /// How many games of each setting.
    #[arg(long, value_name = "NUMBER")]
    pub games: Option<u64>,
    /// In place of a number of games: by how many percentage points the score may be off.
    #[arg(long, value_name = "PERCENT", conflicts_with = "games")]
    pub precision: Option<f64>,
    /// Games after which that is given up.
    #[arg(long, value_name = "NUMBER")]
    pub most: Option<u64>,
    /// What all that is left to chance comes from.
    #[arg(long)]
    pub seed: Option<u64>,
    /// How many threads play; 0: one for each processor.
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<usize>,
    /// Games are stopped after so many plies.
    #[arg(long, value_name = "PLIES")]
    pub cap: Option<u32>,
    /// When a side is taken to have won, as `lead=9:turns=8`; no: never.
    #[arg(long, value_name = "HOW")]
    pub adjudicate: Option<String>,
    /// Whether the game without events is played too, to compare with.
    #[arg(long, value_name = "YES|NO", value_parser = BoolishValueParser::new())]
    pub base: Option<bool>,
    /// Games of each setting in which sentences are tried one by one.
    #[arg(long, value_name = "NUMBER")]
    pub sample: Option<u64>,
    /// The folder to write to.
    #[arg(long = "out", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// All games are written: no, pgn, or gz.
    #[arg(long, value_name = "HOW")]
    pub write_games: Option<String>,
}

/// What is wrong with a flag: its key, the message, the help.
pub type Wrong = (&'static str, String, String);

impl Flags {
    /// What is said, by key, as text.
    #[must_use]
    pub fn said(&self) -> Vec<(&'static str, String)> {
        let list = |list: &Option<Vec<String>>| list.as_ref().map(|list| list.join(","));
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let yes_or_no = |flag: Option<bool>| flag.map(|yes| if yes { "yes" } else { "no" }.to_string());
        let all = [
            ("game", self.game.clone()),
            ("deck", list(&self.deck)),
            ("set", (!self.set.is_empty()).then(|| self.set.join(","))),
            ("events", list(&self.events)),
            ("start", self.start.clone()),
            ("starter", self.starter.clone()),
            ("positions", list(&self.positions)),
            ("players", list(&self.players)),
            ("values", self.values.clone()),
            ("swap", yes_or_no(self.swap)),
            ("games", number(self.games)),
            ("precision", self.precision.map(|precision| precision.to_string())),
            ("most", number(self.most)),
            ("seed", number(self.seed)),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("cap", number(self.cap.map(u64::from))),
            ("adjudicate", self.adjudicate.clone()),
            ("base", yes_or_no(self.base)),
            ("sample", number(self.sample)),
            ("output", self.write_games.clone()),
        ];
        all.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }

    /// Puts what is said in place of what is written; what cannot be read is told.
    pub fn change(&self, written: &mut Written) -> Vec<Wrong> {
        fn put<T: Clone>(from: &Option<T>, to: &mut T) {
            if let Some(value) = from {
                to.clone_from(value);
            }
        }
        put(&self.game, &mut written.game);
        if let Some(deck) = &self.deck {
            written.deck = Some(List(deck.clone()));
        }
        put(&self.values, &mut written.values);
        put(&self.events.clone().map(List), &mut written.events);
        put(&self.start, &mut written.start);
        put(&self.starter, &mut written.starter);
        put(&self.positions.clone().map(Positions), &mut written.positions);
        put(&self.seed, &mut written.seed);
        put(&self.threads, &mut written.threads);
        put(&self.cap, &mut written.cap);
        put(&self.sample, &mut written.sample);
        put(&self.write_games.clone().map(Text), &mut written.output.games);
        if let Some(folder) = &self.folder {
            written.output.folder = Some(folder.to_string_lossy().into_owned());
        }
        put(&self.swap, &mut written.swap.0);
        put(&self.base, &mut written.base.0);
        if self.games.is_some() {
            (written.games, written.precision) = (self.games, None);
        }
        if self.precision.is_some() {
            (written.games, written.precision) = (None, self.precision);
        }
        written.most = self.most.or(written.most);
        let mut wrong = Vec::new();
        for setting in &self.set {
            match setting.split_once('=') {
                Some((name, value)) => {
                    written.set.insert(name.trim().to_string(), Text(value.trim().to_string()));
                }
                None => {
                    let message = format!("`{setting}` sets nothing");
                    wrong.push(("set", message, "write a name and a value, as `claims=no`".to_string()));
                }
            }
        }
        match self.adjudicate.as_deref() {
            None => {}
            Some("no") => written.adjudicate = None,
            Some(text) => match adjudicate(text) {
                Ok(how) => written.adjudicate = Some(how),
                Err(refused) => wrong.push(refused),
            },
        }
        if let Some(players) = &self.players {
            let (read, refused): (Vec<_>, Vec<_>) =
                players.iter().map(|text| player(text)).partition(Result::is_ok);
            written.players = Players(read.into_iter().filter_map(Result::ok).collect());
            wrong.extend(refused.into_iter().filter_map(Result::err));
        }
        wrong
    }
}

/// `lead=9:turns=8` as when a side is taken to have won.
fn adjudicate(text: &str) -> Result<Adjudicate, Wrong> {
    let (mut lead, mut turns) = (None, None);
    for part in text.split(':') {
        match part.split_once('=') {
            Some(("lead", value)) => lead = value.parse().ok(),
            Some(("turns", value)) => turns = value.parse().ok(),
            _ => {}
        }
    }
    match (lead, turns) {
        (Some(lead), Some(turns)) => Ok(Adjudicate { lead, turns }),
        _ => {
            let message = format!("`{text}` does not say when a side is taken to have won");
            Err(("adjudicate", message, "write for instance `lead=9:turns=8`, or `no`".to_string()))
        }
    }
}

/// `alpha-beta:depth=3:nodes=1000` as a player.
fn player(text: &str) -> Result<Player, Wrong> {
    let mut parts = text.split(':');
    let mut player = Player { player: parts.next().unwrap_or("").to_string(), ..Player::default() };
    for part in parts {
        let refused = || {
            let message = format!("`{part}` is no limit of a player");
            ("players", message, "write for instance `alpha-beta:depth=3:nodes=1000`".to_string())
        };
        let (name, value) = part.split_once('=').ok_or_else(refused)?;
        let number: u64 = value.parse().map_err(|_| refused())?;
        match name {
            "depth" => player.depth = Some(u32::try_from(number).map_err(|_| refused())?),
            "nodes" => player.nodes = Some(number),
            "time" => player.time = Some(number),
            _ => return Err(refused()),
        }
    }
    Ok(player)
}
