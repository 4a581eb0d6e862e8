//! The rules that are played by, and what goes with them. Imports `value`.

use crate::value::Values;
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::position::{Outcome, Position};
use std::sync::Arc;

/// Rules ready to be played by many times.
pub struct Rules {
    /// As one game has them.
    pub prepared: Prepared,
    /// As players have them.
    pub arena: Arena,
    /// What pieces are held to be worth.
    pub values: Arc<Values>,
    /// The worth of each kind in whole hundredths, so that sums do not depend on their order.
    pub worth: Vec<i64>,
}

impl Rules {
    /// Rules, with values of pieces.
    #[must_use]
    pub fn new(prepared: Prepared, values: Values) -> Rules {
        #[allow(clippy::cast_possible_truncation)]
        let worth = values.kinds.iter().map(|kind| if kind.royal { 0 } else { kind.worth.round() as i64 });
        Rules { arena: Arena::new(&prepared), worth: worth.collect(), values: Arc::new(values), prepared }
    }

    /// The rules as sentences.
    #[must_use]
    pub fn library(&self) -> &Library {
        self.prepared.engine.library()
    }

    /// Evaluates them.
    #[must_use]
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.prepared.engine
    }

    /// The title of a file.
    #[must_use]
    pub fn title(&self, file: FileId) -> &str {
        &self.library().files[file.index()].title
    }

    /// The events of the deck.
    pub fn events(&self) -> impl Iterator<Item = FileId> + use<> {
        (self.library().games..self.library().files.len()).map(FileId::from_index)
    }

    /// How much of the game the first side may expect with so many hundredths more in pieces: by logistic regression, with
    /// the scale of the values.
    #[must_use]
    pub fn expected(&self, lead: i64) -> f64 {
        #[allow(clippy::cast_precision_loss)]
        let lead = lead as f64;
        1.0 / (1.0 + (-lead / self.values.scale.max(1.0)).exp())
    }

    /// How an end reads: `white wins by mate`.
    #[must_use]
    pub fn outcome_text(&self, outcome: &Outcome) -> String {
        let library = self.library();
        let head = match outcome.winner {
            Some(side) => format!("{} wins", library.side_name(side)),
            None => "draw".to_string(),
        };
        match outcome.by {
            Some(by) => format!("{head} by {}", library.labels[by.index()]),
            None => head,
        }
    }

    /// The position as if these sides had used their right to start an event.
    #[must_use]
    pub fn having_started(&self, position: Position, sides: &[SideId]) -> Position {
        sides.iter().fold(position, |position, side| self.engine().having_started(&position, *side))
    }
}
