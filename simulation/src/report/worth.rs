//! What pieces are worth by the rules of each setting, beside the base game. Imports `figures`, `plan`, `rules`, `run`,
//! `statistics`, `value`.
//!
//! It is an estimate from mobility: how many turns a piece of the kind has, in positions of random games by the rules of
//! the setting. All are told in the unit of the base game, so that they can be compared.

use crate::plan::Contest;
use crate::rules::Rules;
use crate::run::{Job, State};
use crate::statistics::{Mean, Share};
use crate::value::{Ease, Values};
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::position::{Position, Started};
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Of events that are drawn, so many are looked at: those that were started most often.
pub const MOST_DRAWN: usize = 12;

/// What pieces are worth under some rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worths {
    /// With what in force.
    pub under: String,
    /// Kind by kind, those left out that are royal or never move.
    pub kinds: Vec<Worth>,
}

/// What pieces of a kind are worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worth {
    /// The kind.
    pub kind: String,
    /// Its turns, in positions of random games.
    pub turns: Mean,
    /// What it is worth, in units: turns by those of the weakest kind of the base game.
    pub worth: Share,
    /// How much more that is than in the base game.
    pub beyond_base: Option<Share>,
}

/// A set of rules to be looked at.
struct Asked {
    contest: Option<usize>,
    under: String,
    position: Position,
}

/// What pieces are worth in the base game, and in each setting. With many settings nothing is looked at, nor before all
/// games are played, nor where the settings ask for no sample.
pub(super) fn worths(
    job: &Job<'_>,
    state: &State,
    most: usize,
    threads: usize,
) -> (Option<Worths>, Vec<Vec<Worths>>) {
    let contests = &job.plan.contests;
    let mut found: Vec<Vec<Worths>> = vec![Vec::new(); contests.len()];
    let asks = job.settings.sample > 0 && state.is_finished() && contests.len() <= most;
    if !asks || contests.iter().all(|contest| contest.base) {
        return (None, found);
    }
    let base = contests.iter().find(|contest| contest.base).and_then(|base| base.begins.first());
    let base = base.map_or_else(
        || job.rules.having_started(job.rules.prepared.setup.clone(), &BOTH),
        |begin| begin.position.clone(),
    );
    let mut asked = vec![Asked { contest: None, under: "base game".to_string(), position: base }];
    for (index, contest) in contests.iter().enumerate().filter(|(_, contest)| !contest.base) {
        asked.extend(rules_of(job, state, index, contest));
    }
    let eases = looked_at(job.rules, &asked, threads);
    let Some((first, base)) = asked.first().zip(eases.first()) else { return (None, found) };
    for (asked, ease) in asked.iter().zip(&eases) {
        if let Some(contest) = asked.contest {
            found[contest].push(told(job.rules, &asked.under, ease, base, true));
        }
    }
    (Some(told(job.rules, &first.under, base, base, false)), found)
}

const BOTH: [SideId; 2] = [SideId(0), SideId(1)];

/// The rules of a setting: its own; where events are drawn, with each of those in force that were started most often.
fn rules_of(job: &Job<'_>, state: &State, index: usize, contest: &Contest) -> Vec<Asked> {
    let Some(begin) = contest.begins.first() else { return Vec::new() };
    let asked = |under: String, position: Position| Asked { contest: Some(index), under, position };
    if !begin.position.events.is_empty() || begin.position.pending.is_some() {
        return vec![asked(contest.name.clone(), begin.position.clone())];
    }
    let sets: Vec<(String, Vec<FileId>)> = if contest.events.is_empty() {
        let starts = &state.figures[index].starts;
        let mut starts: Vec<(u32, u64)> =
            starts.iter().map(|(event, starts)| (*event, starts.by.iter().sum())).collect();
        starts.sort_by_key(|(event, times)| (std::cmp::Reverse(*times), *event));
        let events = starts.into_iter().take(MOST_DRAWN).map(|(event, _)| FileId::from_index(event as usize));
        events.map(|event| (job.rules.title(event).to_string(), vec![event])).collect()
    } else {
        vec![(contest.name.clone(), contest.events.clone())]
    };
    let in_force = |(under, events): (String, Vec<FileId>)| {
        let by = |at: usize| BOTH[at % 2];
        let starts = events.iter().enumerate().map(|(at, event)| Started { event: *event, by: by(at) });
        let ready = job.rules.having_started(begin.position.clone(), &BOTH);
        let started = job.rules.engine().started(&ready, &starts.collect::<Vec<_>>()).ok()?;
        Some(asked(under, started))
    };
    sets.into_iter().filter_map(in_force).collect()
}

/// Looks at each, with several threads; the same with any number of them.
fn looked_at(rules: &Rules, asked: &[Asked], threads: usize) -> Vec<Ease> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Ease)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, asked.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(each) = asked.get(at) else { return };
                    let ease = Values::ease(&rules.arena, &each.position);
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((at, ease));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, ease)| ease).collect()
}

fn told(rules: &Rules, under: &str, ease: &Ease, base: &Ease, beyond: bool) -> Worths {
    let around = |value: f64, within: f64| Share { value, low: value - within, high: value + within };
    let unit = base.unit.max(1e-6);
    let kinds = rules.library().kinds.iter().enumerate().filter_map(|(index, kind)| {
        let turns = (*ease.kinds.get(index)?)?;
        let before = base.kinds.get(index).copied().flatten();
        if turns.value <= 0.0 && before.is_none_or(|before| before.value <= 0.0) {
            return None;
        }
        let worth = around(turns.value / unit, turns.within / unit);
        let beyond_base = before.filter(|_| beyond).map(|before| {
            let within = (turns.within.powi(2) + before.within.powi(2)).sqrt();
            around((turns.value - before.value) / unit, within / unit)
        });
        Some(Worth { kind: kind.name.clone(), turns, worth, beyond_base })
    });
    Worths { under: under.to_string(), kinds: kinds.collect() }
}
