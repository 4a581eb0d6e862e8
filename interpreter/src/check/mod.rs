//! Laws of the language that ask about whole files, one room a law. Imports `ids`, `model`, `codes`.

mod answers;
mod circles;
mod covers;
mod exclude;
mod level;
mod loops;
mod never;
pub mod pairs;
mod secrets;
mod unfold;
mod unused;

pub use pairs::pair;

use crate::model::Library;
use rulemate_grammar::diagnostic::Diagnostic;

/// What breaks a law of the language, in the order of the files; for a library that resolved.
#[must_use]
pub fn check(library: &Library) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    answers::check(library, &mut told);
    circles::check(library, &mut told);
    level::check(library, &mut told);
    loops::check(library, &mut told);
    never::check(library, &mut told);
    secrets::check(library, &mut told);
    unfold::check(library, &mut told);
    unused::check(library, &mut told);
    library.files.iter().for_each(|file| pairs::alone(library, file, &mut told));
    told.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.place));
    told
}
