//! What the games say, as figures with their intervals, and how that is shown. Imports `figures`, `markup`, `picture`, `plan`, `player`, `referee`,
//! `rules`, `run`, `sentence`, `settings`, `statistics`, `value`.

pub mod html;
pub mod plot;
mod style;
pub mod table;
pub mod worth;

use crate::figures::{Figures, Notable, Surprise, name};
use crate::picture::Picture;
use crate::referee::{Referee, Which};
use crate::rules::Rules;
use crate::run::{Job, State};
use crate::settings::Games;
use crate::statistics::{Histogram, Mean, Share, difference, float, score, share};
use rulemate_interpreter::ids::FileId;
use rulemate_interpreter::notation::{coordinate, fen};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use worth::Worths;

/// Of so many settings the games that surprise are shown, and what pieces are worth.
const MOST_SHOWN: usize = 64;

/// In so many positions a sentence must have been asked before it is said that it never makes a difference: what happens
/// in more than one of ten would be missed by chance in less than one of eight cases.
pub const ENOUGH: u64 = 20;

/// All that the games say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The names of both sides.
    pub sides: [String; 2],
    /// The players, as the settings name them.
    pub players: [String; 2],
    /// Every other game they changed sides.
    pub swap: bool,
    /// The seed.
    pub seed: u64,
    /// Games were stopped after so many plies.
    pub cap: u32,
    /// All games that were asked for have been played.
    pub finished: bool,
    /// The same settings make the same games: no player went by the clock.
    pub repeatable: bool,
    /// Games in all.
    pub games: u64,
    /// Setting by setting, the base game first.
    pub contests: Vec<Told>,
    /// What was not played, and why.
    pub left_out: Vec<(String, String)>,
    /// What the players, and whoever tells who is ahead, hold pieces to be worth, in units.
    pub values: Vec<(String, f64)>,
    /// What pieces are worth in the base game, estimated from mobility.
    pub worth_in_base: Option<Worths>,
    /// The events of all pairs, if pairs were played.
    pub matrix: Option<Matrix>,
}

/// What the games of one setting say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    /// Its number, from 1.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The short names of its events, where these are known before.
    pub events: Vec<String>,
    /// It is the game without events.
    pub base: bool,
    /// Games.
    pub games: u64,
    /// Won and lost by the first side, and drawn.
    pub results: [u64; 3],
    /// The first side's score.
    pub score: Share,
    /// Whether that is as precise as was asked for, if a precision was.
    pub precision_reached: Option<bool>,
    /// How much more that is than in the base game.
    pub score_beyond_base: Option<Share>,
    /// Games that somebody won.
    pub decided: Share,
    /// Games that were drawn.
    pub drawn: Share,
    /// Games that were not over at the cap.
    pub capped: u64,
    /// Games that were given up.
    pub unknown: u64,
    /// Games that were taken to be won.
    pub judged: u64,
    /// How games ended, the most frequent end first.
    pub ends: Vec<(String, u64)>,
    /// Turns a game.
    pub length: Spread,
    /// Turns to choose from.
    pub choices: Spread,
    /// The same by ply, as far as a twentieth of the games went.
    pub choices_by_ply: Vec<f64>,
    /// Pieces that left the board, a game.
    pub captures: Spread,
    /// Checks, a game.
    pub checks: Spread,
    /// The events that were started.
    pub starts: Vec<Started>,
    /// Games in which no event was started.
    pub unstarted: u64,
    /// The score of who started first.
    pub first_starter: Option<Share>,
    /// The score of the first player of the settings, if there are two.
    pub first_player: Option<Share>,
    /// How much more that is than in the base game.
    pub first_player_beyond_base: Option<Share>,
    /// What pieces are worth by the rules of the setting; where events are drawn, with each of the most frequent.
    pub worth: Vec<Worths>,
    /// What each sentence did.
    pub sentences: Vec<Fired>,
    /// The games that surprise most.
    pub notable: Vec<Shown>,
}

/// How numbers are spread.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// Their mean.
    pub mean: Option<Mean>,
    /// A twentieth lies at or below, then half, then nineteen twentieths.
    pub quantiles: [Option<u32>; 3],
    /// How often each came up.
    pub counts: Histogram,
}

impl Spread {
    fn of(counts: &Histogram) -> Spread {
        let quantiles = [0.05, 0.5, 0.95].map(|part| counts.quantile(part));
        Spread { mean: counts.mean(), quantiles, counts: counts.clone() }
    }
}

/// An event that was started.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Started {
    /// Its title.
    pub event: String,
    /// How often each side did.
    pub by: [u64; 2],
    /// On which turn of its player; 0: before the first.
    pub turn: Spread,
    /// The score of those who did.
    pub score: Share,
    /// The same for each side.
    pub by_side: [Share; 2],
}

/// What a sentence did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fired {
    /// Its event.
    pub event: String,
    /// Where it stands.
    pub place: String,
    /// As written.
    pub text: String,
    /// Positions in which it was left out.
    pub positions: u64,
    /// In which of them other turns were legal without it.
    pub changed_turns: u64,
    /// In which of them something else came of a turn.
    pub changed_outcomes: u64,
    /// In which of them it bore on the turn that was played.
    pub bore_on_play: u64,
    /// In which of them it made any difference.
    pub fired: Share,
    /// It never did.
    pub never: bool,
}

/// A game that surprises.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shown {
    /// In what.
    pub surprise: Surprise,
    /// The number of the game.
    pub game: String,
    /// What is surprising, in words.
    pub why: String,
    /// How it ended.
    pub end: String,
    /// The position that shows it.
    pub position: String,
    /// What was played up to it, and behind it.
    pub moves: [Vec<String>; 2],
    /// The same as a picture.
    #[serde(skip)]
    pub picture: Picture,
}

/// Scores of each two events.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Matrix {
    /// The events.
    pub events: Vec<String>,
    /// By row and column: what was played of both.
    pub cells: BTreeMap<usize, BTreeMap<usize, Cell>>,
}

/// What is known of two events.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The number of the setting.
    pub number: usize,
    /// Half of one and more: the side that started the event of the row scored so much.
    pub score: Share,
    /// Games that somebody won.
    pub decided: f64,
    /// Turns a game.
    pub length: f64,
}

impl Report {
    /// What a state says, worked out by so many threads.
    #[must_use]
    pub fn new(job: &Job<'_>, state: &State, threads: usize) -> Report {
        let rules = job.rules;
        let library = rules.library();
        let base = job.plan.contests.iter().position(|contest| contest.base);
        let base = base.map(|base| &state.figures[base]).filter(|base| base.games > 0);
        let (worth_in_base, worths) = worth::worths(job, state, MOST_SHOWN, threads);
        let mut contests: Vec<Told> =
            (0..job.plan.contests.len()).map(|index| told(job, state, index, base)).collect();
        for (told, worth) in contests.iter_mut().zip(worths) {
            told.worth = worth;
        }
        for (told, notable) in contests.iter_mut().zip(shown(job, state, threads)) {
            told.notable = notable;
        }
        let game = library.files.get(library.games.saturating_sub(1));
        let played = library
            .kinds
            .iter()
            .zip(&rules.values.kinds)
            .filter(|(_, worth)| !worth.royal && worth.worth > 0.0);
        let values = played.map(|(kind, worth)| (kind.name.clone(), worth.worth / 100.0)).collect();
        Report {
            game: game.map_or_else(String::new, |file| file.title.clone()),
            sides: library.sides.clone(),
            players: [job.settings.players[0].name(), job.settings.players[1].name()],
            swap: job.settings.swap,
            seed: job.settings.seed,
            cap: job.settings.cap,
            finished: state.is_finished(),
            repeatable: job.settings.is_repeatable(),
            games: state.figures.iter().map(|figures| figures.games).sum(),
            matrix: matrix(job, state, &contests),
            contests,
            left_out: job.plan.left_out.iter().map(|out| (out.name.clone(), out.why.clone())).collect(),
            values,
            worth_in_base,
        }
    }

    /// Sentences that never made a difference, all settings together, each with the number of positions in which it was
    /// asked; with fewer than [`ENOUGH`] nothing is said of it.
    #[must_use]
    pub fn never_fired(&self) -> Vec<(&Fired, u64)> {
        self.unfired().into_iter().filter(|(_, positions)| *positions >= ENOUGH).collect()
    }

    /// How many sentences never made a difference, but were asked in too few positions for that to mean much.
    #[must_use]
    pub fn hardly_asked(&self) -> usize {
        self.unfired().len() - self.never_fired().len()
    }

    fn unfired(&self) -> Vec<(&Fired, u64)> {
        let mut fired: BTreeMap<&str, (&Fired, bool, u64)> = BTreeMap::new();
        for each in self.contests.iter().flat_map(|contest| &contest.sentences) {
            let entry = fired.entry(&each.place).or_insert((each, true, 0));
            entry.1 &= each.never;
            entry.2 += each.positions;
        }
        fired
            .into_values()
            .filter(|(_, never, _)| *never)
            .map(|(each, _, positions)| (each, positions))
            .collect()
    }
}

fn told(job: &Job<'_>, state: &State, index: usize, base: Option<&Figures>) -> Told {
    let (rules, contest, figures) = (job.rules, &job.plan.contests[index], &state.figures[index]);
    let library = rules.library();
    let known = figures.decided_or_drawn();
    let other = base.filter(|base| !contest.base && known > 0 && base.decided_or_drawn() > 0);
    let two = job.settings.players[0] != job.settings.players[1];
    let first_player = (two && known > 0).then(|| score(figures.of_first_player()));
    let mut ends: Vec<(String, u64)> =
        figures.ends.iter().map(|(end, times)| (end.clone(), *times)).collect();
    ends.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let enough = (figures.games / 20).max(1);
    let by_ply = figures.by_ply.iter().take_while(|[_, games]| *games >= enough);
    let mut starts: Vec<Started> = figures
        .starts
        .iter()
        .map(|(event, starts)| Started {
            event: rules.title(FileId::from_index(*event as usize)).to_string(),
            by: starts.by,
            turn: Spread::of(&starts.turn),
            score: score(Figures::of_starters(starts)),
            by_side: starts.results.map(score),
        })
        .collect();
    starts
        .sort_by(|a, b| b.by.iter().sum::<u64>().cmp(&a.by.iter().sum()).then_with(|| a.event.cmp(&b.event)));
    let sentences = figures.sentences.iter().filter_map(|(number, asked)| {
        let sentence = job.sentences.all.get(*number as usize)?;
        Some(Fired {
            event: rules.title(sentence.event).to_string(),
            place: sentence.cite.clone(),
            text: sentence.text.clone(),
            positions: asked.positions,
            changed_turns: asked.turns,
            changed_outcomes: asked.outcomes,
            bore_on_play: asked.played,
            fired: share(asked.fired, asked.positions),
            never: asked.fired == 0,
        })
    });
    Told {
        number: index + 1,
        name: contest.name.clone(),
        events: contest.events.iter().map(|event| library.files[event.index()].name.clone()).collect(),
        base: contest.base,
        games: figures.games,
        results: figures.results,
        score: figures.score(),
        precision_reached: match job.settings.games {
            Games::Precision { half_width, .. } => Some(figures.score().half_width() <= half_width),
            Games::Number(_) => None,
        },
        score_beyond_base: other.map(|base| difference(figures.score(), base.score())),
        decided: share(figures.results[0] + figures.results[1], figures.games),
        drawn: share(figures.results[2], figures.games),
        capped: figures.capped,
        unknown: figures.unknown,
        judged: figures.judged,
        ends,
        length: Spread::of(&figures.length),
        choices: Spread::of(&figures.choices),
        choices_by_ply: by_ply.map(|[sum, games]| float(*sum) / float(*games)).collect(),
        captures: Spread::of(&figures.captures),
        checks: Spread::of(&figures.checks),
        starts,
        unstarted: if contest.base { 0 } else { figures.unstarted },
        first_starter: (figures.first_starter != [0; 3]).then(|| score(figures.first_starter)),
        first_player,
        first_player_beyond_base: other
            .filter(|_| two)
            .map(|base| difference(score(figures.of_first_player()), score(base.of_first_player()))),
        worth: Vec::new(),
        sentences: sentences.collect(),
        notable: Vec::new(),
    }
}

/// The games that surprise, by contest. Each is played again, which takes as long as some games do, so several threads
/// share them.
fn shown(job: &Job<'_>, state: &State, threads: usize) -> Vec<Vec<Shown>> {
    let mut shown: Vec<Vec<Shown>> = vec![Vec::new(); state.figures.len()];
    if job.plan.contests.len() > MOST_SHOWN {
        return shown;
    }
    let mut asked: Vec<(usize, Surprise, &Notable)> = Vec::new();
    for (contest, figures) in state.figures.iter().enumerate() {
        for (surprise, games) in &figures.notable {
            asked.extend(games.iter().map(|game| (contest, *surprise, game)));
        }
    }
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Shown)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, asked.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((contest, surprise, game)) = asked.get(at) else { return };
                    let told = show(job, *contest, *surprise, game);
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((at, told));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    for (at, told) in found {
        shown[asked[at].0].push(told);
    }
    shown
}

fn show(job: &Job<'_>, contest: usize, surprise: Surprise, game: &Notable) -> Shown {
    let rules: &Rules = job.rules;
    let words = rules.prepared.rules();
    let mut moves: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    let (mut position, mut picture) = (String::new(), Picture::default());
    let begin = &job.plan.contests[contest].begins[game.begin].position;
    Referee::again(rules, begin, &game.played, &mut |at, here, turn| {
        if at == game.at as usize {
            position = fen::write(words, here);
            picture = Picture::of(&rules.prepared, here);
        }
        if let Some(turn) = turn {
            let behind = usize::from(at >= game.at as usize);
            moves[behind].push(coordinate::write_full(words, here, &turn.parts));
        }
    });
    let turns = |by: i64| match by.unsigned_abs() {
        1 => "1 turn".to_string(),
        more => format!("{more} turns"),
    };
    let units = |by: i64| format!("{:.1} units", float(by.unsigned_abs()) / 100.0);
    let why = match surprise {
        Surprise::Comeback => format!("won after having been behind by {}", units(game.by)),
        Surprise::Unlikely => format!(
            "by the pieces on the board this result had a probability of {:.1} % on average",
            float(game.by.unsigned_abs()) / 10_000.0
        ),
        Surprise::Upset => format!("won by {} after {}", job.settings.players[1].name(), turns(game.by)),
        Surprise::Shortest => format!("decided after {}", turns(game.by)),
        Surprise::Longest => format!("{} long", turns(game.by)),
        Surprise::Widest => format!("{} to choose from", turns(game.by)),
    };
    let number = name(Which { contest, index: game.index });
    Shown { surprise, game: number, why, end: game.end.clone(), position, moves, picture }
}

fn matrix(job: &Job<'_>, state: &State, contests: &[Told]) -> Option<Matrix> {
    if job.settings.events != crate::settings::Events::Pairs {
        return None;
    }
    let events: Vec<FileId> = job.rules.events().collect();
    let place = |event: FileId| events.iter().position(|each| *each == event);
    let mut cells: BTreeMap<usize, BTreeMap<usize, Cell>> = BTreeMap::new();
    for (index, contest) in job.plan.contests.iter().enumerate() {
        let [one, two] = contest.events[..] else { continue };
        let (Some(one_at), Some(two_at)) = (place(one), place(two)) else { continue };
        let figures = &state.figures[index];
        for (row, column, event) in [(one_at, two_at, one), (two_at, one_at, two)] {
            let Some(starts) = figures.starts.get(&u32::from(event.0)) else { continue };
            let cell = Cell {
                number: index + 1,
                score: score(Figures::of_starters(starts)),
                decided: contests[index].decided.value,
                length: contests[index].length.mean.map_or(0.0, |mean| mean.value),
            };
            cells.entry(row).or_default().insert(column, cell);
        }
    }
    Some(Matrix { events: events.iter().map(|event| job.rules.title(*event).to_string()).collect(), cells })
}
