//! What is kept of all games of a contest: counts alone, so that they add up to the same in any order. Imports
//! `contest`, `referee`, `rules`, `sentence`, `settings`, `statistics`.

use crate::contest::End;
use crate::referee::{Kept, Which};
use crate::rules::Rules;
use crate::sentence::Asked;
use crate::statistics::{Histogram, Share, score};
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::position::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Plies of which the turns to choose from are kept one by one.
pub const PLIES: usize = 400;

/// How many games of each sort of surprise are kept.
pub const MOST_NOTABLE: usize = 3;

/// Games won, lost and drawn.
pub type Results = [u64; 3];

/// What is kept of the games of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// How many.
    pub games: u64,
    /// As the first side has them; those that were judged too.
    pub results: Results,
    /// Stopped after the most plies: not drawn.
    pub capped: u64,
    /// Given up, because the rules ask for too much work.
    pub unknown: u64,
    /// Taken to be won, though by the rules they were not over; counted among the results.
    pub judged: u64,
    /// By how they ended, in words.
    pub ends: BTreeMap<String, u64>,
    /// Turns a game.
    pub length: Histogram,
    /// Turns to choose from, over all turns.
    pub choices: Histogram,
    /// By ply: how many turns there were to choose from, and in how many games.
    pub by_ply: Vec<[u64; 2]>,
    /// Pieces that left the board, a game.
    pub captures: Histogram,
    /// Checks a game.
    pub checks: Histogram,
    /// The events that were started, by the number of their file.
    pub starts: BTreeMap<u32, Starts>,
    /// Games in which nothing was started.
    pub unstarted: u64,
    /// Of the side that started the first event of the game.
    pub first_starter: Results,
    /// Of the first player of the settings, with the first side and with the second.
    pub player: [Results; 2],
    /// What was found of sentences, by their number.
    pub sentences: BTreeMap<u32, Asked>,
    /// The games that surprise most.
    pub notable: BTreeMap<Surprise, Vec<Notable>>,
}

/// What is kept of an event that was started.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Starts {
    /// By each side.
    pub by: [u64; 2],
    /// On which turn of its player; 0: before the first.
    pub turn: Histogram,
    /// As each side has them that started it.
    pub results: [Results; 2],
}

/// In what a game surprises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surprise {
    /// Won by the side that had been behind by the most.
    Comeback,
    /// With the result that the pieces on the board made least probable, turn by turn on average.
    Unlikely,
    /// Won by the second player of the settings, sooner than any other.
    Upset,
    /// Decided after the fewest turns.
    Shortest,
    /// The most turns.
    Longest,
    /// The most turns to choose from at once.
    Widest,
}

/// A game that surprises.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notable {
    /// The more the greater.
    pub by: i64,
    /// Which game of the contest.
    pub index: u64,
    /// From which of the positions it began.
    pub begin: usize,
    /// What was played.
    pub played: Vec<u16>,
    /// Before which decision the position stands that shows it.
    pub at: u32,
    /// How it ended.
    pub end: String,
}

impl Figures {
    /// Notes a game.
    pub fn note(&mut self, rules: &Rules, two_players: bool, kept: &Kept) {
        self.games += 1;
        let turns = u32::try_from(kept.choices.len()).unwrap_or(u32::MAX);
        self.length.note(turns);
        for (count, times) in &kept.counted {
            self.choices.note_times(*count, u64::from(*times));
        }
        let plies = kept.choices.len().min(PLIES);
        if self.by_ply.len() < plies {
            self.by_ply.resize(plies, [0, 0]);
        }
        for (sums, count) in self.by_ply.iter_mut().zip(&kept.choices) {
            sums[0] += u64::from(*count);
            sums[1] += 1;
        }
        self.captures.note(kept.captures);
        self.checks.note(kept.checks);
        let end = ending(rules, &kept.end);
        *self.ends.entry(end.clone()).or_insert(0) += 1;
        let result = result(&kept.end);
        match &kept.end {
            End::Capped => self.capped += 1,
            End::Unknown => self.unknown += 1,
            End::Judged(_) => self.judged += 1,
            End::Ruled(_) => {}
        }
        if let Some(winner) = result {
            self.results[place(winner, SideId(0))] += 1;
            let seat = usize::from(kept.swapped);
            self.player[seat][place(winner, SideId::from_index(seat))] += 1;
            if let Some(first) = kept.starts.first() {
                self.first_starter[place(winner, first.by)] += 1;
            }
        }
        self.unstarted += u64::from(kept.starts.is_empty());
        for start in &kept.starts {
            let starts = self.starts.entry(u32::from(start.event.0)).or_default();
            starts.by[start.by.index()] += 1;
            starts.turn.note(start.turn);
            if let Some(winner) = result {
                starts.results[start.by.index()][place(winner, start.by)] += 1;
            }
        }
        for (sentence, asked) in &kept.asked {
            let sentence = u32::try_from(*sentence).unwrap_or(u32::MAX);
            self.sentences.entry(sentence).or_default().add(*asked);
        }
        self.surprise(two_players, kept, result, &end);
    }

    fn surprise(&mut self, two_players: bool, kept: &Kept, result: Option<Option<SideId>>, end: &str) {
        let turns = i64::try_from(kept.choices.len()).unwrap_or(i64::MAX);
        let last = u32::try_from(kept.played.len()).unwrap_or(u32::MAX);
        let mut note = |surprise: Surprise, by: i64, at: u32| {
            let list = self.notable.entry(surprise).or_default();
            let rank = (-by, kept.which.index);
            let full = list.len() >= MOST_NOTABLE;
            if full && list.last().is_some_and(|worst| (-worst.by, worst.index) <= rank) {
                return;
            }
            let (index, begin, played) = (kept.which.index, kept.begin, kept.played.clone());
            list.push(Notable { by, index, begin, played, at, end: end.to_string() });
            sort(list);
        };
        if let Some(winner) = result.filter(|_| kept.prospects.turns > 0) {
            // The position that shows it is the one in which most spoke for another result.
            let [first, second] = kept.behind;
            let (_, at) = match winner {
                Some(winner) => kept.behind[winner.index()],
                None if first.0 >= second.0 => first,
                None => second,
            };
            note(Surprise::Unlikely, -kept.prospects.of(winner), at);
        }
        if let Some(Some(winner)) = result {
            let (behind, at) = kept.behind[winner.index()];
            if behind > 0 {
                note(Surprise::Comeback, behind, at);
            }
            note(Surprise::Shortest, -turns, last);
            let first = usize::from(kept.swapped);
            if two_players && winner.index() != first {
                note(Surprise::Upset, -turns, last);
            }
        }
        if !matches!(kept.end, End::Unknown) {
            note(Surprise::Longest, turns, last);
        }
        let widest = kept.choices.iter().max().copied().unwrap_or(0);
        note(Surprise::Widest, i64::from(widest), kept.widest);
    }

    /// Adds what was kept of other games of the same contest.
    pub fn add(&mut self, other: &Figures) {
        self.games += other.games;
        add(&mut self.results, other.results);
        self.capped += other.capped;
        self.unknown += other.unknown;
        self.judged += other.judged;
        for (end, times) in &other.ends {
            *self.ends.entry(end.clone()).or_insert(0) += times;
        }
        self.length.add(&other.length);
        self.choices.add(&other.choices);
        if self.by_ply.len() < other.by_ply.len() {
            self.by_ply.resize(other.by_ply.len(), [0, 0]);
        }
        for (mine, theirs) in self.by_ply.iter_mut().zip(&other.by_ply) {
            mine[0] += theirs[0];
            mine[1] += theirs[1];
        }
        self.captures.add(&other.captures);
        self.checks.add(&other.checks);
        for (event, starts) in &other.starts {
            let mine = self.starts.entry(*event).or_default();
            for side in 0..2 {
                mine.by[side] += starts.by[side];
                add(&mut mine.results[side], starts.results[side]);
            }
            mine.turn.add(&starts.turn);
        }
        self.unstarted += other.unstarted;
        add(&mut self.first_starter, other.first_starter);
        for side in 0..2 {
            add(&mut self.player[side], other.player[side]);
        }
        for (sentence, asked) in &other.sentences {
            self.sentences.entry(*sentence).or_default().add(*asked);
        }
        for (surprise, games) in &other.notable {
            let mine = self.notable.entry(*surprise).or_default();
            mine.extend(games.iter().cloned());
            sort(mine);
        }
    }

    /// The first side's score.
    #[must_use]
    pub fn score(&self) -> Share {
        score(self.results)
    }

    /// Games with a result.
    #[must_use]
    pub fn decided_or_drawn(&self) -> u64 {
        self.results.iter().sum()
    }

    /// How the first player of the settings has done with both sides.
    #[must_use]
    pub fn of_first_player(&self) -> Results {
        let [one, two] = self.player;
        [one[0] + two[0], one[1] + two[1], one[2] + two[2]]
    }

    /// How those have done who started an event, all starts of it together.
    #[must_use]
    pub fn of_starters(starts: &Starts) -> Results {
        let [one, two] = starts.results;
        [one[0] + two[0], one[1] + two[1], one[2] + two[2]]
    }
}

fn add(mine: &mut Results, theirs: Results) {
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

fn sort(list: &mut Vec<Notable>) {
    list.sort_by_key(|each| (-each.by, each.index));
    list.truncate(MOST_NOTABLE);
}

/// Who has won, if the game has a result; within: none if it was drawn.
#[must_use]
pub fn result(end: &End) -> Option<Option<SideId>> {
    match end {
        End::Ruled(Outcome { winner, .. }) => Some(*winner),
        End::Judged(winner) => Some(Some(*winner)),
        End::Capped | End::Unknown => None,
    }
}

/// Where a result counts among those won, lost and drawn.
fn place(winner: Option<SideId>, side: SideId) -> usize {
    match winner {
        Some(winner) if winner == side => 0,
        Some(_) => 1,
        None => 2,
    }
}

/// How an end reads.
#[must_use]
pub fn ending(rules: &Rules, end: &End) -> String {
    match end {
        End::Ruled(outcome) => rules.outcome_text(outcome),
        End::Capped => "not over at the cap".to_string(),
        End::Judged(side) => format!("{} taken to have won", rules.library().side_name(*side)),
        End::Unknown => "given up: the rules ask for too much work".to_string(),
    }
}

/// The number by which a game is found again: contest and game, both from 1.
#[must_use]
pub fn name(which: Which) -> String {
    format!("{}.{}", which.contest + 1, which.index + 1)
}
