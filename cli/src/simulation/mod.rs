//! Simulations as files: their settings, the folder they write to, and what is made of both. Imports `codes`, `input`,
//! `scenario`, `session`, `shelf`, the interpreter and the simulation.

mod flags;
mod folder;
mod format;
mod made;
mod meant;
mod read;
mod set_up;
mod starts;

pub use flags::Flags;
pub use folder::{Folder, Games, JOURNAL, record, write};
pub use format::{EXAMPLE, Written};
pub use made::{Made, report_of, rules_of};
pub use read::{Settled, is_settings, read};
pub use set_up::{SetUp, set_up};
