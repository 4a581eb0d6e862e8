//! One question put to the evaluator, and the work that it may still cost. Imports `model`, `position`, `engine`.
//!
//! A rule file may say what takes longer to work out than anybody waits: all walks through a net of portals, all
//! orders of a hundred moves. So each question has a measure of work; when that is used up, everything that is still
//! being worked out comes to an end quickly, its result is thrown away, and a sentence that was at work is named.

use super::Oracle;
use super::force::Force;
use crate::board::{Size, SquareSet};
use crate::engine::Reason;
use crate::ids::FileId;
use crate::position::Position;
use rulemate_grammar::source::Place;
use std::cell::Cell;
use std::sync::Arc;

/// How much work a question may cost: steps of walks, words that are asked for their meaning, and turns.
const MOST_WORK: u32 = 10_000_000;

/// As how many steps a turn counts that is played to see what it does.
pub(super) const PLAYED: u32 = 30;

/// As how many steps it counts that a walk goes on from elsewhere.
pub(super) const ENTERED: u32 = 20;

/// As how many steps a rule counts that is asked at an edge.
pub(super) const BEYOND: u32 = 10;

/// As how many steps a turn counts that is kept in memory until all are known.
pub(super) const KEPT: u32 = 500;

/// How deep words may ask for words.
const DEEPEST_WORD: u16 = 64;

/// A question, while it is answered.
#[derive(Debug)]
pub(super) struct Question<'o> {
    oracle: &'o Oracle,
    left: Cell<u32>,
    words: Cell<u16>,
    /// The sentence at work.
    at: Cell<Option<Place>>,
}

impl<'o> Question<'o> {
    pub fn new(oracle: &'o Oracle) -> Question<'o> {
        Question { oracle, left: Cell::new(MOST_WORK), words: Cell::new(0), at: Cell::new(None) }
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
    pub fn side_name(&self, side: crate::ids::SideId) -> &'o str {
        self.oracle.library.side_name(side)
    }

    /// Notes which sentence is at work.
    pub fn works_on(&self, place: Place) {
        if self.left.get() > 0 {
            self.at.set(Some(place));
        }
    }

    /// Does so much work; false: there is no more to be done.
    pub fn spend(&self, work: u32) -> bool {
        let left = self.left.get().saturating_sub(work);
        self.left.set(left);
        left > 0
    }

    /// Whether all work has been spent.
    pub fn is_given_up(&self) -> bool {
        self.left.get() == 0
    }

    /// Goes into a word for its meaning; not deeper than the stack bears.
    pub fn within_word<T>(&self, place: Place, ask: impl FnOnce() -> T) -> Option<T> {
        let depth = self.words.get();
        if depth >= DEEPEST_WORD {
            self.works_on(place);
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
        let text = "the rules ask for more work than is allowed, and this sentence was at work at the end";
        let reason =
            self.at.get().map_or_else(|| Reason::plain(text), |place| Reason::from_rule(text, place));
        self.is_given_up().then_some(reason)
    }
}
