//! The pairs of the deck's events that may hold together, and games under them. Imports the interpreter's `check` and
//! the program's `session`.

use crate::lots::Pair;
use crate::prepared;
use crate::walk::open;
use rulemate::session::{Request, Session};
use rulemate_grammar::diagnostic::Severity;
use rulemate_interpreter::check::pair;
use rulemate_interpreter::codes::NEVER_TOGETHER;
use rulemate_interpreter::ids::FileId;

/// Each two events that may hold together, by what the library reads of their types and sentences. Where both replace
/// one thing they may, and the later prevails.
#[must_use]
pub fn together() -> Vec<Pair> {
    let prepared = prepared("event-chess");
    let library = prepared.engine.library();
    let name = |index: usize| library.files[index].name.clone();
    let hold = |one: usize, other: usize| {
        let told = pair(library, FileId::from_index(one), FileId::from_index(other));
        told.iter().all(|each| each.severity != Severity::Error && each.code != NEVER_TOGETHER)
    };
    let events = library.games..library.files.len();
    let pairs = events.clone().flat_map(|one| (one + 1..events.end).map(move |other| (one, other)));
    pairs.filter(|(one, other)| hold(*one, *other)).map(|(one, other)| [name(one), name(other)]).collect()
}

/// Event Chess under two events, with no others in its deck; each side has started one.
#[must_use]
pub fn session(pair: &Pair) -> Session {
    let events = pair.iter().zip(["w", "b"]).map(|(event, side)| format!("{event}:{side}")).collect();
    let game = "event-chess".to_owned();
    open(&Request { game, events, deck: Some(pair.to_vec()), ..Request::default() })
}
