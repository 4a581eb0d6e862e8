//! What a simulation is asked for, as values that have been looked at. Imports `player`.

use crate::player::{Limits, Make};

/// What is played, by whom, and how often.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Which events come into play.
    pub events: Events,
    /// When they start.
    pub when: When,
    /// Who starts them.
    pub starter: Starter,
    /// The players of the first and of the second side.
    pub players: [Make; 2],
    /// Every other game they change sides.
    pub swap: bool,
    /// How many games of each setting.
    pub games: Games,
    /// What all that is left to chance comes from.
    pub seed: u64,
    /// A game is stopped after so many plies, and counts as capped.
    pub cap: u32,
    /// When a side is taken to have won.
    pub judged: Option<Judged>,
    /// The same games without events are played for comparison.
    pub base: bool,
    /// In so many games of each setting the sentences of its events are tried one by one.
    pub sample: u64,
    /// The games are kept.
    pub record: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            events: Events::None,
            when: When::Once,
            starter: Starter::Both,
            players: [Make::Random, Make::Random],
            swap: false,
            games: Games::Number(1000),
            seed: 1,
            cap: 1000,
            judged: None,
            base: true,
            sample: 50,
            record: false,
        }
    }
}

/// Which events come into play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Events {
    /// None: the game itself.
    None,
    /// Those that the players draw from the deck.
    Drawn,
    /// Each event of the deck by itself.
    Each,
    /// Each two events of the deck.
    Pairs,
    /// These, by number, name or title, each with the side that starts it, if it is said.
    These(Vec<(String, Option<usize>)>),
}

/// When events start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Those that are drawn as soon as they may, the others before the first turn.
    Once,
    /// Those that are drawn whenever a player chooses to.
    Choice,
    /// On a turn of the player that is drawn anew for each game, or the first on which it may be after that.
    Random,
    /// On this turn of the player, or the first on which it may be after that.
    Turn(u32),
}

/// Turns up to which one may be drawn on which an event starts.
pub const LAST_RANDOM_TURN: u32 = 20;

/// Who starts events of which it is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    /// One side: 0 or 1.
    Side(usize),
    /// Events that are drawn: both sides, each its own; others: each side in every other game.
    Both,
}

/// How many games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Games {
    /// So many of each setting.
    Number(u64),
    /// Until the interval of the first side's score is no wider than this to each side, or so many have been played.
    Precision {
        /// From 0 to below 0.5.
        half_width: f64,
        /// Where it is given up.
        most: u64,
    },
}

impl Games {
    /// The most games of one setting.
    #[must_use]
    pub fn most(self) -> u64 {
        match self {
            Games::Number(number) => number,
            Games::Precision { most, .. } => most,
        }
    }
}

/// When a side is taken to have won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// It is ahead by so much, in hundredths of a unit.
    pub lead: i64,
    /// Before so many turns in a row.
    pub turns: u32,
}

/// Games of one setting are at most so many.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// Plies of a game are at most so many.
pub const MOST_PLIES: u32 = 100_000;

/// Games of the sample are at most so many.
pub const MOST_SAMPLE: u64 = 100_000;

/// Why settings mean nothing that can be played: what is said, and what to say instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Senseless {
    /// The key of the settings that says it.
    pub key: &'static str,
    /// One line, lower case.
    pub message: String,
    /// What to write.
    pub help: String,
}

impl Senseless {
    fn new(key: &'static str, message: impl Into<String>, help: impl Into<String>) -> Senseless {
        Senseless { key, message: message.into(), help: help.into() }
    }
}

impl Settings {
    /// Whether the same seed makes the same games: no player goes by the clock.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        !self.players.iter().any(
            |make| matches!(make, Make::AlphaBeta(limits) | Make::MonteCarlo(limits) if limits.time.is_some()),
        )
    }

    /// What is senseless in them, all at once.
    #[must_use]
    pub fn senseless(&self) -> Vec<Senseless> {
        let mut wrong = Vec::new();
        let most = self.games.most();
        if most == 0 || most > MOST_GAMES {
            let key = if matches!(self.games, Games::Number(_)) { "games" } else { "most" };
            let message = format!("{most} games cannot be played");
            wrong.push(Senseless::new(key, message, format!("write a number from 1 to {MOST_GAMES}")));
        }
        if let Games::Precision { half_width, most } = self.games {
            let needed = crate::statistics::games_for(half_width);
            if !(half_width > 0.0 && half_width < 0.5) {
                let message = format!("a precision of {} percent cannot be reached", half_width * 100.0);
                let help = "write how far the score may be off, in percent, from above 0 to below 50: \
                            `precision: 2`";
                wrong.push(Senseless::new("precision", message, help));
            } else if needed > crate::statistics::float(most) {
                let message = format!(
                    "a precision of {} percent can take {needed} games, and at most {most} are played",
                    half_width * 100.0
                );
                let help = format!("write `most: {needed}`, or a larger precision");
                wrong.push(Senseless::new("precision", message, help));
            }
        }
        if self.cap == 0 || self.cap > MOST_PLIES {
            let message = format!("games cannot be stopped after {} plies", self.cap);
            wrong.push(Senseless::new("cap", message, format!("write a number from 1 to {MOST_PLIES}")));
        }
        if self.sample > MOST_SAMPLE {
            let message = format!("a sample of {} games takes too long", self.sample);
            wrong.push(Senseless::new("sample", message, format!("write a number from 0 to {MOST_SAMPLE}")));
        }
        let [first, second] = &self.players;
        wrong.extend(senseless_limits(first));
        // One player for both sides is one mistake.
        wrong.extend(senseless_limits(second).filter(|_| first != second));
        if let Some(judged) = self.judged
            && (judged.lead <= 0 || judged.turns == 0)
        {
            let message = "a lead of nothing, or for no turn, ends every game".to_string();
            wrong.push(Senseless::new("adjudicate", message, "write for instance `{lead: 9, turns: 8}`"));
        }
        if self.when == When::Choice && self.events != Events::Drawn {
            let message = "only events that are drawn start when a player chooses to".to_string();
            wrong.push(Senseless::new("start", message, "write `events: drawn`, or `start: at once`"));
        }
        if self.when == When::Turn(0) {
            let message = "turns are counted from 1".to_string();
            wrong.push(Senseless::new("start", message, "write `turn 1`, or `at once`"));
        }
        wrong
    }
}

fn senseless_limits(make: &Make) -> Option<Senseless> {
    let (Make::AlphaBeta(limits) | Make::MonteCarlo(limits)) = make else { return None };
    let wrong = |what: &str, help: &str| {
        Some(Senseless::new("players", format!("{} {what}", make.name()), help.to_string()))
    };
    let Limits { depth, nodes, time } = *limits;
    if depth == Some(0) || nodes == Some(0) || time.is_some_and(|time| time.is_zero()) {
        return wrong("may not think at all", "write limits of at least 1, or the player `greedy`");
    }
    None
}
