//! Random games of the shipped rules. Imports the program's `session`, the interpreter's `game`.

use crate::dice::Dice;
use rulemate::session::{self, Request, Session};
use rulemate::shelf::Folders;
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::Game;
use rulemate_interpreter::notation::coordinate;
use rulemate_interpreter::position::{Part, Turn};

/// A game and the events in force from the start.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The game's name.
    pub game: &'static str,
    /// The events, by number.
    pub events: &'static [&'static str],
}

impl Case {
    /// The game, ready.
    ///
    /// # Panics
    /// If its rules have errors.
    #[must_use]
    pub fn open(self) -> Session {
        open(&Request {
            game: self.game.to_owned(),
            events: self.events.iter().map(|event| (*event).to_owned()).collect(),
            ..Request::default()
        })
    }
}

/// A game as asked for, ready.
///
/// # Panics
/// If its rules have errors.
#[must_use]
#[allow(clippy::panic)]
pub fn open(request: &Request) -> Session {
    match session::prepare(&Folders::default(), request) {
        Ok(session) => session,
        Err(trouble) => {
            let told = rulemate_grammar::render::plain(&trouble.diagnostics, &trouble.sources);
            panic!("{} {:?}\n{told}", request.game, request.events)
        }
    }
}

/// A game of a session from a position in text form.
///
/// # Panics
/// If the position is wrong.
#[must_use]
#[allow(clippy::panic)]
pub fn game_at(session: &Session, text: &str) -> Game {
    let text = session::with_events(session, text);
    match session.prepared.game_at(SourceId(0), &text) {
        Ok(game) => game,
        Err(wrong) => panic!("{text}: {wrong:#?}"),
    }
}

/// A turn at random, one with choices or several parts rather often.
pub fn choose<'t>(dice: &mut Dice, turns: &'t [Turn]) -> Option<&'t Turn> {
    if dice.once_in(4) {
        let rare: Vec<&Turn> = turns
            .iter()
            .filter(|turn| match &turn.parts[..] {
                [Part::Move(declared)] => declared.origin.is_none(),
                _ => true,
            })
            .collect();
        if let Some(turn) = dice.pick(&rare) {
            return Some(turn);
        }
    }
    dice.pick(turns)
}

/// Plays on at random, at most so many plies, and shows each position with the turns of the one before.
///
/// # Panics
/// If a legal turn is refused.
#[allow(clippy::panic)]
pub fn play(
    game: &mut Game,
    dice: &mut Dice,
    plies: usize,
    mut visit: impl FnMut(&Game, &[Turn], &mut Dice),
) {
    let mut before: Vec<Turn> = Vec::new();
    for _ in 0..plies {
        visit(game, &before, dice);
        if game.outcome().is_some() {
            return;
        }
        let turns = game.turns().to_vec();
        let Some(turn) = choose(dice, &turns).cloned() else { return };
        if let Err(refused) = game.play(&turn) {
            let text = coordinate::write_full(game.rules(), game.position(), &turn.parts);
            panic!("{text} in {}: {}", game.position_text(), refused.message(game));
        }
        before = turns;
    }
    visit(game, &before, dice);
}
