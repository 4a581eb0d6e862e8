//! What simulations have said of the events of a deck, kept in a small file beside its page. Imports `session`,
//! `simulation`, the interpreter and the simulation.

use crate::session::Session;
use crate::simulation::{Made, Written, rules_of};
use indexmap::IndexMap;
use rulemate_interpreter::model::File;
use rulemate_simulation::report::ENOUGH;
use serde::{Deserialize, Serialize};

/// All figures of a page.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    /// Simulation by simulation.
    pub runs: Vec<Run>,
}

/// What one simulation has said.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    /// The settings file.
    pub from: String,
    /// The program's version.
    pub program: String,
    /// The settings.
    pub settings: Written,
    /// The players of the first and the second side, as the settings name them.
    pub players: [String; 2],
    /// Digests of the game's own files.
    pub game: IndexMap<String, String>,
    /// The game without events.
    pub base: Option<Figures>,
    /// Each event by itself.
    pub events: IndexMap<String, Figures>,
}

/// What the games of one setting have said.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figures {
    /// The digest of the event's rules; none: no event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Games.
    pub games: u64,
    /// Won and lost by the first side, and drawn.
    pub results: [u64; 3],
    /// Games without a result.
    pub open: u64,
    /// The first side's score, with its interval.
    pub score: [f64; 3],
    /// How much more that is than without events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<[f64; 3]>,
    /// The score of the side that started the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starter: Option<[f64; 3]>,
    /// Turns a game.
    pub length: f64,
    /// Turns to choose from.
    pub choices: f64,
    /// How many sentences were left out by turns to see what they do.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub asked: usize,
    /// Of how many of them too little was seen.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unsure: usize,
    /// Those that made no difference, each with the number of positions in which it was left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<(String, u64)>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What is read of the figures of a report.
#[derive(Deserialize)]
struct Reported {
    players: [String; 2],
    finished: bool,
    contests: Vec<Contest>,
    made: Made,
}

#[derive(Deserialize)]
struct Contest {
    events: Vec<String>,
    base: bool,
    games: u64,
    results: [u64; 3],
    score: Interval,
    score_beyond_base: Option<Interval>,
    length: Spread,
    choices: Spread,
    starts: Vec<Started>,
    sentences: Vec<Sentence>,
}

#[derive(Clone, Copy, Deserialize)]
struct Interval {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct Spread {
    mean: Option<Mean>,
}

#[derive(Deserialize)]
struct Mean {
    value: f64,
}

#[derive(Deserialize)]
struct Started {
    score: Interval,
}

#[derive(Deserialize)]
struct Sentence {
    text: String,
    positions: u64,
    never: bool,
}

impl Kept {
    /// Reads what was kept.
    pub(super) fn read(text: &str) -> Result<Kept, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// As text.
    pub(super) fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Takes the figures of a report that was made by a settings file. If it was asked for some of the events alone,
    /// these take the place of what is kept of them, else all do.
    pub(super) fn take(&mut self, from: &str, written: &Written, report: &str) -> Result<(), String> {
        let report: Reported = serde_json::from_str(report)
            .map_err(|error| format!("these are no figures of this version of the program: {error}"))?;
        if !report.finished {
            return Err("not all of its games have been played".to_string());
        }
        let settings = Made::settings(written);
        let same_but_for_events = Written { events: settings.events.clone(), ..report.made.settings.clone() };
        if same_but_for_events != settings {
            return Err(format!("it was made by other settings than those of `{from}`"));
        }
        let names: Vec<&str> =
            report.contests.iter().flat_map(|contest| &contest.events).map(String::as_str).collect();
        let single = |contest: &Contest| contest.base || contest.events.len() == 1;
        if !report.contests.iter().all(single) {
            return Err("its events were not played each by itself".to_string());
        }
        let digests = report.made.rules.iter();
        let in_deck = |name: &str| names.contains(&name);
        let mut run = Run {
            from: from.to_string(),
            program: report.made.program.clone(),
            settings,
            players: report.players.clone(),
            game: digests.map(|(name, digest)| (name.clone(), digest.clone())).collect(),
            base: None,
            events: IndexMap::new(),
        };
        for contest in &report.contests {
            let figures = Figures::of(contest, &report.made.rules);
            match contest.events.first() {
                None => run.base = Some(figures),
                Some(event) => {
                    run.events.insert(event.clone(), figures);
                }
            }
        }
        run.game.retain(|name, _| !in_deck(name));
        let partial = report.made.settings != run.settings;
        match self.runs.iter_mut().find(|other| other.from == from) {
            Some(other) if partial && other.settings == run.settings && other.program == run.program => {
                run.game.retain(|name, _| other.game.contains_key(name));
                if run.game != other.game {
                    return Err(
                        "the game's own rules are others than those of the figures that are kept".to_string()
                    );
                }
                other.events.extend(run.events);
            }
            _ if partial => {
                return Err("it is of some events alone, and there is nothing to add it to".to_string());
            }
            Some(other) => *other = run,
            None => self.runs.push(run),
        }
        Ok(())
    }

    /// Forgets events that are none of these.
    pub(super) fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.runs.iter_mut().for_each(|run| run.events.retain(|name, _| keep(name)));
    }

    /// What is kept of an event.
    pub(super) fn of<'k>(&'k self, event: &'k str) -> impl Iterator<Item = (&'k Run, &'k Figures)> + 'k {
        self.runs.iter().filter_map(move |run| Some((run, run.events.get(event)?)))
    }

    /// Whether something of an event was found by other rules than those of today: its own, or the game's.
    pub(super) fn is_stale(&self, session: &Session, event: &File, text: &str) -> bool {
        let now = rules_of(text);
        self.of(&event.name).any(|(run, figures)| {
            figures.rules.as_deref() != Some(now.as_str()) || run.is_of_another_game(session)
        })
    }
}

impl Run {
    /// Whether the game's own rules were others.
    pub(super) fn is_of_another_game(&self, session: &Session) -> bool {
        let library = session.prepared.engine.library();
        library.files.iter().take(library.games).any(|file| {
            let text = &session.sources.get(file.place.source).text;
            self.game.get(&file.name) != Some(&rules_of(text))
        })
    }
}

impl Figures {
    fn of(contest: &Contest, rules: &IndexMap<String, String>) -> Figures {
        let [won, lost, drawn] = contest.results;
        let mean = |spread: &Spread| rounded(spread.mean.as_ref().map_or(0.0, |mean| mean.value), 10.0);
        let sentences = &contest.sentences;
        let unsure = |sentence: &&Sentence| sentence.never && sentence.positions < ENOUGH;
        let idle = sentences.iter().filter(|sentence| sentence.never && !unsure(sentence));
        Figures {
            rules: contest.events.first().and_then(|event| rules.get(event).cloned()),
            games: contest.games,
            results: contest.results,
            open: contest.games.saturating_sub(won + lost + drawn),
            score: contest.score.rounded(),
            beyond: contest.score_beyond_base.map(Interval::rounded),
            starter: contest.starts.first().map(|started| started.score.rounded()),
            length: mean(&contest.length),
            choices: mean(&contest.choices),
            asked: sentences.len(),
            unsure: sentences.iter().filter(unsure).count(),
            idle: idle.map(|sentence| (sentence.text.clone(), sentence.positions)).collect(),
        }
    }
}

impl Interval {
    fn rounded(self) -> [f64; 3] {
        [self.value, self.low, self.high].map(|value| rounded(value, 10_000.0))
    }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
