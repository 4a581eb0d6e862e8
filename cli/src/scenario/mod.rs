//! Scenarios: what an author, or a test, wants of rules. Imports the interpreter; no input or output.

mod format;
mod read;
mod run;

pub use format::{Moves, Numbered, Scenario, Switch, Word, Words, numbers, split_moves};
pub use read::{Lined, read};
pub(crate) use read::{shown, too_deep};
pub use run::{Failure, Outcome, Setting, request, run};
