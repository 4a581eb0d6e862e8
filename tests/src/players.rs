//! Shipped games made ready for players. Imports the crates of the project.

use rulemate::session::{self, Request, Session};
use rulemate::shelf::Folders;
use rulemate_interpreter::position::Position;

/// A game with events in force.
///
/// # Panics
/// If its rules have errors.
#[must_use]
#[allow(clippy::panic)]
pub fn open(game: &str, events: &[String]) -> Session {
    open_with(game, events, None, None)
}

/// The same from a position, with certain events as its deck.
///
/// # Panics
/// If its rules or the position have errors.
#[must_use]
#[allow(clippy::panic)]
pub fn open_with(game: &str, events: &[String], deck: Option<&[String]>, position: Option<&str>) -> Session {
    let (game, events, deck) = (game.to_owned(), events.to_vec(), deck.map(<[String]>::to_vec));
    let request = Request { game, events, deck, ..Request::default() };
    let opened = session::prepare(&Folders::default(), &request);
    let mut session = match opened {
        Ok(session) => session,
        Err(trouble) => {
            panic!("{}", rulemate_grammar::render::plain(&trouble.diagnostics, &trouble.sources))
        }
    };
    if let Err(diagnostics) = session::begin(&mut session, position, &[]) {
        panic!("{position:?}: {}", rulemate_grammar::render::plain(&diagnostics, &session.sources))
    }
    session
}

/// Where it begins, with these events.
#[must_use]
pub fn start(session: &Session) -> Position {
    session.game.position().clone()
}
