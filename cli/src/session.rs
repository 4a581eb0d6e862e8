//! From what a user names to a game that can be played: rules, events, settings, a position, moves. Imports
//! the interpreter; no input or output but through a shelf.

use crate::scenario::split_moves;
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::{Place, Source, SourceId, Sources, Span};
use rulemate_interpreter::game::{Game, Prepared, Refused};
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::notation::fen::{self, Text};
use rulemate_interpreter::position::{Position, Started};
use rulemate_interpreter::shelf::{self, Shelf};

/// What a user names.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game.
    pub game: String,
    /// Events in force from the start, as `45:w`; without a side the first is the first side's, the next the
    /// other's, and so on.
    pub events: Vec<String>,
    /// Settings, as `claims=no`.
    pub settings: Vec<String>,
    /// Where it begins; none: the game's first position.
    pub position: Option<String>,
    /// What is played first.
    pub moves: Vec<String>,
}

/// What is wrong with a request, and the texts that its places lie in.
#[derive(Debug)]
pub struct Trouble {
    /// The texts.
    pub sources: Sources,
    /// At least one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// A game, and the texts of its rules.
pub struct Session {
    /// The game.
    pub game: Game,
    /// Rules ready for further games.
    pub prepared: Prepared,
    /// The events that the request put in force.
    pub events: Vec<Started>,
    /// The sides that were said to have started one.
    pub starters: Vec<SideId>,
    /// The texts.
    pub sources: Sources,
    /// Warnings and notes on the rules.
    pub notes: Vec<Diagnostic>,
}

/// Opens a game.
///
/// # Errors
/// What is wrong with the rules, the position or the moves.
pub fn open(shelf: &dyn Shelf, request: &Request) -> Result<Session, Trouble> {
    let mut session = prepare(shelf, request)?;
    if let Err(diagnostics) = begin(&mut session, request.position.as_deref(), &request.moves) {
        return Err(Trouble { sources: session.sources, diagnostics });
    }
    Ok(session)
}

/// Makes the rules of a request ready, with a game from the first position.
///
/// # Errors
/// What is wrong with the rules.
pub fn prepare(shelf: &dyn Shelf, request: &Request) -> Result<Session, Trouble> {
    let beside = shelf.beside(&request.game);
    let shelf = beside.as_deref().unwrap_or(shelf);
    let names: Vec<String> = request.events.iter().map(|event| name_and_side(event).0.to_string()).collect();
    let mut loaded = shelf::load(shelf, &request.game, &names);
    if loaded.diagnostics.iter().any(is_no_game) {
        // Whatever else is missing is missing for want of the game.
        loaded.diagnostics.retain(is_no_game);
        return Err(Trouble { sources: loaded.sources, diagnostics: loaded.diagnostics });
    }
    for text in &request.settings {
        let source = loaded.sources.add(Source::new("--set", text.as_str()));
        if let Err(diagnostic) = shelf::set(&mut loaded.library, source, text) {
            loaded.diagnostics.push(*diagnostic);
        }
    }
    if !loaded.is_sound() {
        return Err(Trouble { sources: loaded.sources, diagnostics: loaded.diagnostics });
    }
    let mut sources = loaded.sources;
    let prepared = match Prepared::new(loaded.library) {
        Ok(prepared) => prepared,
        Err(diagnostics) => return Err(Trouble { sources, diagnostics }),
    };
    let mut events = Vec::new();
    let mut wrong = Vec::new();
    for (at, text) in request.events.iter().enumerate() {
        let source = sources.add(Source::new("--events", text.as_str()));
        match started(&prepared, source, text, at, &events) {
            Ok(event) => events.push(event),
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    if !wrong.is_empty() {
        return Err(Trouble { sources, diagnostics: wrong });
    }
    let starters: Vec<SideId> = request
        .events
        .iter()
        .zip(&events)
        .filter(|(text, _)| name_and_side(text).1.is_some())
        .map(|(_, started)| started.by)
        .collect();
    let mut setup = prepared.setup.clone();
    setup.events.clone_from(&events);
    let setup = having_started(&prepared, setup, &starters);
    Ok(Session {
        game: prepared.game_from(setup),
        prepared,
        events,
        starters,
        sources,
        notes: loaded.diagnostics,
    })
}

/// Takes the game of a session to a position, and plays moves there.
///
/// # Errors
/// What is wrong with the position or the first move that cannot be played.
pub fn begin(session: &mut Session, position: Option<&str>, moves: &[String]) -> Result<(), Vec<Diagnostic>> {
    if let Some(text) = position {
        let position = read_position(session, "position", text)?;
        session.game = session.prepared.game_from(position);
    }
    if moves.is_empty() {
        return Ok(());
    }
    let joined = moves.join(" ");
    let source = session.sources.add(Source::new("moves", joined.as_str()));
    let mut at = 0;
    for (index, text) in moves.iter().enumerate() {
        if let Err(refused) = session.game.play_text(text) {
            let place = Place { source, span: Span::new(at, at + text.len()) };
            let number = format!("move {} of {}", index + 1, moves.len());
            return Err(vec![refusal(&session.game, &refused, place, &number)]);
        }
        at += text.len() + 1;
    }
    Ok(())
}

/// Reads a position in which the events of the session are in force.
///
/// # Errors
/// What is wrong with the text.
pub fn read_position(session: &mut Session, shown: &str, text: &str) -> Result<Position, Vec<Diagnostic>> {
    let text = with_events(session, text);
    let source = session.sources.add(Source::new(shown, text.as_str()));
    let position = fen::read(session.prepared.rules(), source, &text)?;
    Ok(having_started(&session.prepared, position, &session.starters))
}

/// Moves in one text.
#[must_use]
pub fn moves_of(text: &str) -> Vec<String> {
    split_moves(text).into_iter().map(str::to_string).collect()
}

/// The position's text with the events that the session was opened with, unless it speaks of events itself.
#[must_use]
pub fn with_events(session: &Session, text: &str) -> String {
    let (fields, suffix) =
        text.split_once('|').map_or((text, None), |(fields, suffix)| (fields, Some(suffix)));
    let speaks =
        suffix.is_some_and(|suffix| suffix.split(';').any(|clause| clause.trim().starts_with("events ")));
    if session.events.is_empty() || speaks {
        return text.to_string();
    }
    let (library, lexicon) = (session.prepared.engine.library(), &session.prepared.lexicon);
    let starts: Vec<String> = session
        .events
        .iter()
        .map(|started| {
            let name = &library.files[started.event.index()].name;
            format!("{name}:{}", lexicon.sides[started.by.index()])
        })
        .collect();
    let rest = suffix.map_or_else(String::new, |suffix| format!(";{suffix}"));
    format!("{} | events {}{rest}", fields.trim_end(), starts.join(", "))
}

/// A refused move as a diagnostic: what was said, where in the list, and all that refuses it.
#[must_use]
pub fn refusal(game: &Game, refused: &Refused, place: Place, number: &str) -> Diagnostic {
    let mut message = refused.message(game);
    if let Refused::Illegal { reasons, .. } = refused {
        let told: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
        if !told.is_empty() {
            message = format!("{message}: {}", told.join("; "));
        }
    }
    let mut diagnostic = Diagnostic::error(refused.code(), place, message).label(number);
    if let Refused::Illegal { reasons, .. } = refused {
        for reason in reasons {
            if let Some(place) = reason.place {
                diagnostic = diagnostic.also(place, reason.text.clone());
            }
        }
    }
    match refused.help() {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// Whether it says that there is no such game.
#[must_use]
pub fn is_no_game(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == shelf::UNKNOWN_GAME
}

/// Whether there is an error among them.
#[must_use]
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The position as if these sides had used their right to start an event.
fn having_started(prepared: &Prepared, position: Position, starters: &[SideId]) -> Position {
    starters.iter().fold(position, |position, side| prepared.engine.having_started(&position, *side))
}

fn started(
    prepared: &Prepared,
    source: SourceId,
    text: &str,
    at: usize,
    before: &[Started],
) -> Result<Started, Box<Diagnostic>> {
    let (name, side) = name_and_side(text);
    let stem = stem(name);
    let default = prepared.lexicon.sides[SideId::from_index(at % 2).index()].clone();
    let side_at = side.map_or(name.len()..name.len(), |side| text.len() - side.len()..text.len());
    let side = side.unwrap_or(&default);
    let text = Text { text, source };
    fen::started(prepared.rules(), text, (&stem, 0..name.len()), (side, side_at), before)
}

/// `45:w` as `45` and `w`. A colon with more than a word behind it belongs to a path.
fn name_and_side(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, side)) if side.chars().all(char::is_alphanumeric) && !side.is_empty() => {
            (name, Some(side))
        }
        _ => (text, None),
    }
}

/// The short name of an event that may have been named by its path.
fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".rules").unwrap_or(file).to_string()
}
