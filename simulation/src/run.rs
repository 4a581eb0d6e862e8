//! Playing a plan with several threads. Imports `figures`, `plan`, `referee`, `rules`, `sentence`, `settings`.
//!
//! Games are numbered; threads take the next number, and what they have played is noted in the order of the numbers. So
//! all that depends on the order (which games are kept, when a precision is reached, where a run can be gone on with)
//! is the same however many threads there are, and no more than a window of games waits to be noted.

use crate::figures::Figures;
use crate::plan::Plan;
use crate::referee::{Kept, Referee, Which};
use crate::rules::Rules;
use crate::sentence::Sentences;
use crate::settings::{Games, Settings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Games of each contest after which it is looked whether the precision is reached.
pub const BATCH: u64 = 200;

/// Games that may be played and not yet noted.
const WINDOW: u64 = 512;

/// Short games are handed over together, once they have so many turns: to wake whoever notes them costs as much as some
/// of these.
const TOGETHER: usize = 4096;

/// Who has noted nothing for so long asks for whatever games are over. No figure depends on it.
const PATIENCE: Duration = Duration::from_millis(100);

/// A part of all games: every `of`-th, from the `part`-th on, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// From 0.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard { part: 0, of: 1 }
    }
}

/// What is played, all that does not change.
pub struct Job<'j> {
    /// By which rules.
    pub rules: &'j Rules,
    /// Which contests.
    pub plan: &'j Plan,
    /// How.
    pub settings: &'j Settings,
    /// The sentences that are asked about.
    pub sentences: &'j Sentences,
    /// Which part of the games.
    pub shard: Shard,
}

/// How far it is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// Rounds that are over: until a precision is reached, games are played in batches.
    pub round: u64,
    /// Games of the round that are noted or belong to other shards.
    pub next: u64,
    /// Games that were noted.
    pub noted: u64,
    /// Contests that need no more games.
    pub finished: Vec<bool>,
    /// What is kept of each.
    pub figures: Vec<Figures>,
}

/// Games of a round: which of each contest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Round {
    /// Contest, first game, number of games.
    parts: Vec<(usize, u64, u64)>,
}

impl Round {
    fn of(job: &Job<'_>, state: &State) -> Round {
        let part = |contest: usize| match job.settings.games {
            Games::Number(number) => (contest, 0, number),
            Games::Precision { most, .. } => {
                let from = state.round * BATCH;
                (contest, from, BATCH.min(most.saturating_sub(from)))
            }
        };
        let contests = (0..job.plan.contests.len()).filter(|contest| !state.finished[*contest]);
        Round { parts: contests.map(part).collect() }
    }

    fn games(&self) -> u64 {
        self.parts.iter().map(|(_, _, count)| count).sum()
    }

    fn which(&self, number: u64) -> Option<Which> {
        let mut before = 0;
        for (contest, from, count) in &self.parts {
            if number < before + count {
                return Some(Which { contest: *contest, index: from + number - before });
            }
            before += count;
        }
        None
    }
}

impl State {
    /// Nothing is played yet.
    #[must_use]
    pub fn new(plan: &Plan) -> State {
        let contests = plan.contests.len();
        State {
            finished: vec![false; contests],
            figures: vec![Figures::default(); contests],
            ..State::default()
        }
    }

    /// Whether all is played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished.iter().all(|finished| *finished)
    }

    /// How many games there are to play, those that are played too; with a precision, at most.
    #[must_use]
    pub fn games(&self, job: &Job<'_>) -> u64 {
        let most = job.settings.games.most();
        let all: u64 = self
            .figures
            .iter()
            .zip(&self.finished)
            .map(|(figures, finished)| if *finished && job.shard.of == 1 { figures.games } else { most })
            .sum();
        (all + job.shard.of - 1 - job.shard.part) / job.shard.of
    }

    /// Notes what is over when a round is.
    fn end_round(&mut self, job: &Job<'_>) {
        (self.round, self.next) = (self.round + 1, 0);
        for (figures, finished) in self.figures.iter().zip(&mut self.finished) {
            *finished = match job.settings.games {
                Games::Number(_) => true,
                Games::Precision { half_width, most } => {
                    // Where a whole batch had no result, the next ones would not either: hours for nothing.
                    let never_ends = figures.decided_or_drawn() == 0;
                    let reached = figures.score().half_width() <= half_width;
                    *finished || figures.games >= most || never_ends || reached
                }
            };
        }
    }
}

/// What is shared by the threads of a round.
struct Claims {
    next: u64,
    noted: u64,
    stopped: bool,
}

/// What a thread is to do next.
enum Claim {
    /// Play this game.
    Play(u64),
    /// Wait until some more games are noted.
    Wait,
    /// Leave.
    Leave,
}

/// A game that was played: its number, what is kept of it, and as it is written down.
type Played = (u64, Kept, String);

/// Plays on from a state until all is played or it is told to stop. What each game is written down as is made where it
/// is played; it is handed out once the game is noted.
///
/// # Errors
/// What whoever takes the games says; what was noted before stays.
pub fn run<E>(
    job: &Job<'_>,
    state: &mut State,
    threads: usize,
    stop: &AtomicBool,
    written: &(dyn Fn(&Kept) -> String + Sync),
    keep: &mut dyn FnMut(&str, &State) -> Result<(), E>,
) -> Result<(), E> {
    let mut referees: Vec<Referee<'_>> =
        (0..threads.max(1)).map(|_| Referee::new(job.rules, job.plan, job.settings, job.sentences)).collect();
    while !state.is_finished() {
        let round = Round::of(job, state);
        play_round((job, &round), &mut referees, state, stop, written, keep)?;
        if state.next < round.games() {
            return Ok(());
        }
        state.end_round(job);
    }
    Ok(())
}

fn play_round<E>(
    (job, round): (&Job<'_>, &Round),
    referees: &mut [Referee<'_>],
    state: &mut State,
    stop: &AtomicBool,
    written: &(dyn Fn(&Kept) -> String + Sync),
    keep: &mut dyn FnMut(&str, &State) -> Result<(), E>,
) -> Result<(), E> {
    let games = round.games();
    let two_players = job.settings.players[0] != job.settings.players[1];
    let mine = |number: u64| number % job.shard.of == job.shard.part;
    while state.next < games && !mine(state.next) {
        state.next += 1;
    }
    let note = |state: &mut State, kept: &Kept| {
        state.figures[kept.which.contest].note(job.rules, two_players, kept);
        state.noted += 1;
        state.next = (state.next + job.shard.of).min(games);
    };
    if let [referee] = referees {
        // One thread is one thread: it plays, notes, and hands out.
        while state.next < games && !stop.load(Ordering::Relaxed) {
            let Some(which) = round.which(state.next) else { break };
            let kept = referee.play(which);
            note(state, &kept);
            keep(&written(&kept), state)?;
        }
        return Ok(());
    }
    let claims = Mutex::new(Claims { next: state.next, noted: state.next, stopped: false });
    let moved = Condvar::new();
    let window = WINDOW * job.shard.of;
    // Who holds games that are not handed over must not wait: they may be the ones that others wait for.
    let claim = |may_wait: bool| {
        let mut claims = claims.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if claims.stopped || stop.load(Ordering::Relaxed) || claims.next >= games {
                return Claim::Leave;
            }
            if claims.next < claims.noted + window {
                let number = claims.next;
                claims.next += job.shard.of;
                return Claim::Play(number);
            }
            if !may_wait {
                return Claim::Wait;
            }
            claims = moved.wait(claims).unwrap_or_else(PoisonError::into_inner);
        }
    };
    let asked = AtomicU64::new(0);
    // As wide as the window: nobody waits because the one who notes is held up for a moment.
    let (send, receive) = sync_channel::<Vec<Played>>(WINDOW as usize);
    std::thread::scope(|scope| {
        for referee in referees {
            let (send, claim, asked) = (send.clone(), &claim, &asked);
            scope.spawn(move || {
                let (mut played, mut turns): (Vec<Played>, usize) = (Vec::new(), 0);
                let mut answered = 0;
                loop {
                    let claimed = claim(played.is_empty());
                    if let Claim::Play(number) = claimed {
                        let Some(which) = round.which(number) else { return };
                        let kept = referee.play(which);
                        turns += kept.played.len();
                        let text = written(&kept);
                        played.push((number, kept, text));
                        let asks = asked.load(Ordering::Relaxed);
                        if turns < TOGETHER && asks == answered {
                            continue;
                        }
                        answered = asks;
                    }
                    turns = 0;
                    let gone = !played.is_empty() && send.send(std::mem::take(&mut played)).is_err();
                    if gone || matches!(claimed, Claim::Leave) {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<u64, (Kept, String)> = BTreeMap::new();
        let mut done = Ok(());
        loop {
            let played = match receive.recv_timeout(PATIENCE) {
                Ok(played) => played,
                Err(RecvTimeoutError::Disconnected) => return done,
                Err(RecvTimeoutError::Timeout) => {
                    asked.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
            };
            waiting.extend(played.into_iter().map(|(number, kept, text)| (number, (kept, text))));
            while let Some((kept, text)) = waiting.remove(&state.next) {
                note(state, &kept);
                if done.is_ok() {
                    done = keep(&text, state);
                }
                if done.is_err() {
                    claims.lock().unwrap_or_else(PoisonError::into_inner).stopped = true;
                }
            }
            claims.lock().unwrap_or_else(PoisonError::into_inner).noted = state.next;
            moved.notify_all();
        }
    })
}
