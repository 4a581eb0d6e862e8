//! An example of an event: a scenario as a picture, and what it says, in words. Imports `scenario`, `session`, `shelf`,
//! the interpreter and the simulation.

use crate::scenario::{Scenario, Setting, request};
use crate::session::{self, Session, Trouble};
use crate::shelf::Folders;
use rulemate_interpreter::game::Game;
use rulemate_interpreter::position::{Chosen, Part, Turn};
use rulemate_simulation::picture::{self, Picture, Said, Way};
use std::path::Path;

/// A scenario as a page shows it.
pub(super) struct Example {
    /// The picture, as a file.
    pub svg: String,
    /// What is seen in it.
    pub seen: String,
    /// What it is about.
    pub name: String,
    /// What it says of moves and of the game's end.
    pub told: Vec<String>,
    /// The command that shows the position.
    pub command: Option<String>,
}

/// Shows a scenario. One that says what is legal is a position with these moves; of any other the position before and
/// behind the last move is shown.
pub(super) fn show(shelf: &Folders, file: &Path, scenario: &Scenario) -> Result<Example, Trouble> {
    let shelf = shelf.at(file.parent().unwrap_or(Path::new("")));
    let session = session::open(&shelf, &request(scenario, Setting::default()))?;
    let speaks = !scenario.legal.0.is_empty() || !scenario.illegal.0.is_empty();
    let pictures = if speaks { vec![with_moves(&session, scenario)] } else { before_and_behind(&session) };
    let seen: Vec<String> = pictures.iter().map(Picture::in_words).collect();
    Ok(Example {
        svg: picture::file(&pictures),
        seen: seen.join(" Then: "),
        name: scenario.name.clone(),
        told: told(scenario),
        command: command(scenario),
    })
}

/// The position behind all moves, with those that the scenario speaks of.
fn with_moves(session: &Session, scenario: &Scenario) -> Picture {
    let game = &session.game;
    let mut picture = Picture::of(&session.prepared, game.position());
    let mut ways = game.plies().last().map_or_else(Vec::new, |ply| of_turn(&ply.turn, Said::Made));
    for text in &scenario.legal.0 {
        ways.extend(game.find(text).map_or_else(|_| Vec::new(), |turn| of_turn(&turn, Said::Legal)));
    }
    for text in &scenario.illegal.0 {
        let way = |(from, to)| Way { said: Said::Illegal, from: Some(from), to: Some(to) };
        ways.extend(game.ways(text).into_iter().map(way));
    }
    picture.ways = sorted(ways);
    picture
}

/// The position before the last move, with that move, and the one behind it.
fn before_and_behind(session: &Session) -> Vec<Picture> {
    let behind = Picture::of(&session.prepared, session.game.position());
    let Some(last) = session.game.plies().last() else { return vec![behind] };
    let mut game: Game = session.game.clone();
    game.undo();
    let mut before = Picture::of(&session.prepared, game.position());
    before.ways = sorted(of_turn(&last.turn, Said::Made));
    vec![before, behind]
}

/// The moves and choices of a turn.
fn of_turn(turn: &Turn, said: Said) -> Vec<Way> {
    let way = |part: &Part| match part {
        Part::Move(declared) => Some(Way { said, from: declared.origin, to: declared.target }),
        Part::Choice(Some(Chosen::Square(square) | Chosen::Piece(Some(square), ..))) => {
            Some(Way { said, from: None, to: Some(*square) })
        }
        Part::Choice(_) => None,
    };
    turn.parts.iter().filter_map(way).filter(|way| way.from.or(way.to).is_some()).collect()
}

fn sorted(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort();
    ways.dedup();
    ways
}

/// What the scenario says, in sentences.
fn told(scenario: &Scenario) -> Vec<String> {
    let list = |moves: &[String]| moves.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ");
    let mut told = Vec::new();
    let speaks = !scenario.legal.0.is_empty() || !scenario.illegal.0.is_empty();
    match &scenario.moves.0[..] {
        [] => {}
        moves if speaks => told.push(format!("Played before: `{}`", moves.join(" "))),
        [one] => told.push(format!("Played: `{one}`")),
        [before @ .., last] => told.push(format!("Played: `{last}`, behind `{}`", before.join(" "))),
    }
    if !scenario.legal.0.is_empty() {
        told.push(format!("Legal: {}", list(&scenario.legal.0)));
    }
    if !scenario.illegal.0.is_empty() {
        told.push(format!("Illegal: {}", list(&scenario.illegal.0)));
    }
    if let Some(turns) = scenario.turns {
        told.push(format!("Legal turns in all: {turns}"));
    }
    if let Some(check) = scenario.check {
        told.push(if check.0 { "Check" } else { "No check" }.to_string());
    }
    match scenario.outcome.as_deref() {
        None => {}
        Some("none") => told.push("The game goes on".to_string()),
        Some(outcome) => told.push(format!("The game is over: {outcome}")),
    }
    told
}

/// The command that lists the moves of the position; none where what it names goes by a path.
fn command(scenario: &Scenario) -> Option<String> {
    let mut words = vec![scenario.game.clone()];
    for (option, list) in [("--events", Some(&scenario.events)), ("--deck", scenario.deck.as_ref())] {
        if let Some(list) = list.filter(|list| !list.0.is_empty()) {
            words.push(format!("{option} {}", list.0.join(",")));
        }
    }
    words.extend(scenario.set.iter().map(|(name, value)| format!("--set {name}={}", value.0)));
    if words.iter().any(|word| word.contains(['/', '"', '\''])) {
        return None;
    }
    words.extend(scenario.position.iter().map(|position| format!("--position \"{position}\"")));
    if !scenario.moves.0.is_empty() {
        words.push(format!("--play \"{}\"", scenario.moves.0.join(" ").replace('"', "\\\"")));
    }
    Some(format!("rulemate moves {}", words.join(" ")))
}
