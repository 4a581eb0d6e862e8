//! One question put to the evaluator, and the work that it may still cost. Imports `model`, `position`, `engine`.
//!
//! A rule file may say what takes longer to work out than anybody waits: all walks through a net of portals, all
//! orders of a hundred moves. So each question has a measure of work; when that is used up, everything that is still
//! being worked out comes to an end quickly, its result is thrown away, and a sentence that was at work is named.

use super::Oracle;
use super::force::Force;
use crate::board::{Size, SquareSet};
use crate::engine::Reason;
use crate::ids::{FileId, SideId};
use crate::model::DEEPEST_WORD;
use crate::position::Position;
use rulemate_grammar::source::Place;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// How much work a question may cost: steps of walks, words that are asked for their meaning, and turns.
pub(super) const MOST_WORK: u32 = 50_000_000;

/// As how many steps a turn counts that is played to see what it does.
pub(super) const PLAYED: u32 = 100;

/// As how many steps it counts that a walk goes on from elsewhere.
pub(super) const ENTERED: u32 = 20;

/// As how many steps a rule counts that is asked at an edge.
pub(super) const BEYOND: u32 = 10;

/// As how many steps a turn counts that is kept in memory until all are known.
pub(super) const KEPT: u32 = 5_000;

/// A question, while it is answered.
#[derive(Debug)]
pub(super) struct Question<'o> {
    oracle: &'o Oracle,
    left: Cell<u32>,
    words: Cell<u16>,
    /// The sentence at work.
    at: Cell<Option<Place>>,
    /// What sentences have cost.
    costs: RefCell<HashMap<(Cause, Place), u32>>,
}

/// What a sentence makes that takes long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cause {
    /// Turns of others that are asked about.
    Answers,
    /// Further moves, and choices.
    Turns,
    /// Walks.
    Walks,
}

impl Cause {
    /// What is said of a sentence that has cost most, and what it must have cost to be worth naming.
    fn told(self, most_work: u32) -> (&'static str, u32) {
        match self {
            Cause::Answers => {
                ("the rules ask after more turns than can be looked at, most by this", most_work / 2)
            }
            Cause::Turns => ("the rules make more turns than can be listed, most by this", most_work / 2_000),
            Cause::Walks => ("there are more walks than can be followed, most by this", LONG),
        }
    }
}

/// How much work makes a walk long.
const LONG: u32 = 2_000;

impl<'o> Question<'o> {
    pub fn new(oracle: &'o Oracle) -> Question<'o> {
        Question {
            oracle,
            left: Cell::new(oracle.most_work),
            words: Cell::new(0),
            at: Cell::new(None),
            costs: RefCell::default(),
        }
    }

    /// The events that a side may start in a position, found once for the same position asked again and again.
    pub fn startable(
        &self,
        position: &Position,
        side: SideId,
        find: impl FnOnce() -> Vec<FileId>,
    ) -> Vec<FileId> {
        if let Some(events) = self.oracle.found_startable(position, side) {
            return events;
        }
        let events = find();
        if self.given_up().is_none() {
            self.oracle.note_startable(position, side, &events);
        }
        events
    }

    pub fn size(&self) -> Size {
        self.oracle.size
    }

    pub fn rectangle(&self) -> SquareSet {
        self.oracle.rectangle
    }

    pub fn first_position(&self) -> &'o Position {
        self.oracle.first_position()
    }

    pub fn force(&self, position: &Position) -> Arc<Force> {
        self.oracle.force(position)
    }

    /// The event or game whose source a place lies in.
    pub fn file_of(&self, place: Place) -> Option<FileId> {
        let files = &self.oracle.library.files;
        files.iter().position(|file| file.place.source == place.source).map(FileId::from_index)
    }

    /// The name of a side.
    pub fn side_name(&self, side: SideId) -> &'o str {
        self.oracle.library.side_name(side)
    }

    /// Follows the walks of a sentence.
    pub fn walk(&self, place: Place, follow: impl FnOnce()) {
        let before = self.left.get();
        if before > 0 {
            self.at.set(Some(place));
        }
        follow();
        let cost = before.saturating_sub(self.left.get());
        if cost >= LONG {
            self.costs(Cause::Walks, place, cost);
        }
    }

    /// Asks after turns that a condition is about.
    pub fn ask<T>(&self, place: Place, answer: impl FnOnce() -> T) -> T {
        let before = self.left.get();
        let answer = answer();
        self.costs(Cause::Answers, place, before.saturating_sub(self.left.get()));
        answer
    }

    /// Notes what a sentence has cost.
    pub fn costs(&self, cause: Cause, place: Place, cost: u32) {
        let mut costs = self.costs.borrow_mut();
        let sum = costs.entry((cause, place)).or_default();
        *sum = sum.saturating_add(cost);
    }

    /// Does so much work; false: there is no more to be done.
    pub fn spend(&self, work: u32) -> bool {
        let left = self.left.get().saturating_sub(work);
        self.left.set(left);
        left > 0
    }

    /// Looks at one member of a set that the rules go through one by one; false: there is no more to be done.
    pub fn looks(&self, place: Place) -> bool {
        if self.left.get() == 1 {
            self.at.set(Some(place));
        }
        self.spend(1)
    }

    /// Takes back so much work, so many times, unless the question has been given up.
    pub fn restore(&self, work: u32, times: usize) {
        let work = work.saturating_mul(u32::try_from(times).unwrap_or(u32::MAX));
        if !self.is_given_up() {
            self.left.set(self.left.get().saturating_add(work).min(self.oracle.most_work));
        }
    }

    /// Whether all work has been spent.
    pub fn is_given_up(&self) -> bool {
        self.left.get() == 0
    }

    /// Goes into a word for its meaning; not deeper than the stack bears.
    pub fn within_word<T>(&self, place: Place, ask: impl FnOnce() -> T) -> Option<T> {
        let depth = self.words.get();
        if depth >= DEEPEST_WORD && !self.is_given_up() {
            self.at.set(Some(place));
            self.left.set(0);
        }
        if !self.spend(1) {
            return None;
        }
        self.words.set(depth + 1);
        let answer = ask();
        self.words.set(depth);
        Some(answer)
    }

    /// Why the question was given up, if it was.
    pub fn given_up(&self) -> Option<Reason> {
        if !self.is_given_up() {
            return None;
        }
        let costs = self.costs.borrow();
        for cause in [Cause::Answers, Cause::Turns, Cause::Walks] {
            let (text, least) = cause.told(self.oracle.most_work);
            let of = costs.iter().filter(|((of, _), cost)| *of == cause && **cost >= least);
            if let Some(((_, place), _)) = of.max_by_key(|((_, place), cost)| (**cost, Reverse(*place))) {
                return Some(Reason::from_rule(text, *place));
            }
        }
        let text = "the rules ask for more work than is allowed, and this sentence was at work at the end";
        Some(self.at.get().map_or_else(|| Reason::plain(text), |place| Reason::from_rule(text, place)))
    }
}
