//! Text that travels: positions, turns and games, written and read. Imports `ids`, `board`, `model`,
//! `position`, `engine`; no input or output.

mod acting;
mod bearers;
pub mod canonical;
mod castling;
pub mod codes;
pub mod coordinate;
pub mod fen;
pub mod form;
pub mod lexicon;
mod loads;
mod makers;
mod passed;
pub mod pgn;
pub mod placement;
pub mod reads;
pub mod san;
pub mod san_read;
mod suffix;

use crate::engine::Engine;
use crate::model::Library;
use lexicon::Lexicon;

/// An evaluator and the words of its library: what every reader and writer here works with.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// Evaluates the rules.
    pub engine: &'a dyn Engine,
    /// The words of its library.
    pub lexicon: &'a Lexicon,
}

impl<'a> Rules<'a> {
    /// The rules themselves.
    #[must_use]
    pub fn library(self) -> &'a Library {
        self.engine.library()
    }
}
