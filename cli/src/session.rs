//! From what a user names to a game that can be played: rules, events, settings, a position, moves. Imports
//! the interpreter; no input or output but through a shelf.

use crate::chance::Chance;
use crate::scenario::split_moves;
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::{Place, Source, SourceId, Sources, Span};
use rulemate_interpreter::game::{Game, Prepared, Refused};
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::model::Library;
use rulemate_interpreter::notation::fen::{self, Text};
use rulemate_interpreter::position::{Position, Started};
use rulemate_interpreter::shelf::{self, Broken, LeftOut, Shelf, Wanted};
use std::collections::BTreeSet;

/// What a user names.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game.
    pub game: String,
    /// Events in force from the start, as `45:w`; without a side the first is the first side's, the next the
    /// other's, and so on.
    pub events: Vec<String>,
    /// The deck, by numbers, names or paths; none: the whole folder that the game names.
    pub deck: Option<Vec<String>>,
    /// A broken event of the deck is an error, and not left out.
    pub strict: bool,
    /// What all that is left to chance comes from.
    pub seed: u64,
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
    /// The broken events that the deck does without.
    pub left_out: Vec<LeftOut>,
    /// What is left to chance.
    pub chance: Chance,
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
    let broken = if request.strict { Broken::Refused } else { Broken::LeftOut };
    let wanted = Wanted { game: request.game.clone(), events: names, deck: request.deck.clone(), broken };
    let mut loaded = shelf::load_wanted(shelf, &wanted);
    if loaded.diagnostics.iter().any(is_no_game) {
        // Whatever else is missing is missing for want of the game.
        loaded.diagnostics.retain(is_no_game);
        return Err(Trouble { sources: loaded.sources, diagnostics: loaded.diagnostics });
    }
    let mut set = BTreeSet::new();
    for text in &request.settings {
        let source = loaded.sources.add(Source::new("--set", text.as_str()));
        let name = |text: &str| text.split('=').next().unwrap_or("").trim().to_string();
        if !set.insert(name(text)) {
            let place = Place { source, span: Span::new(0, text.len()) };
            let message = format!("`{}` is set twice", name(text));
            loaded
                .diagnostics
                .push(Diagnostic::error(shelf::UNKNOWN_SETTING, place, message).help("set it once"));
        } else if let Err(diagnostic) = shelf::set(&mut loaded.library, source, text) {
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
        left_out: loaded.left_out,
        chance: Chance::new(request.seed),
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
    let texts = texts(session.game.library(), moves);
    let count = texts.len();
    for (index, (at, text)) in texts.into_iter().enumerate() {
        // What chance decides is drawn where the list does not say it.
        while session.game.who().is_none() && session.game.find(text).is_err() && draw(session) {}
        if let Err(refused) = session.game.play_text(text) {
            let place = Place { source, span: Span::new(at, at + text.len()) };
            let number = format!("move {} of {count}", index + 1);
            return Err(vec![refusal(&session.game, &refused, place, &number)]);
        }
        while text.trim() == START && session.game.who().is_none() && draw(session) {}
    }
    Ok(())
}

/// The word that starts an event.
const START: &str = "start";

/// Makes a decision of chance; says whether there was one to make.
pub fn draw(session: &mut Session) -> bool {
    let turns = session.game.turns().to_vec();
    let turn = session.chance.one_of(turns.len()).and_then(|at| turns.get(at));
    session.game.who().is_none() && turn.is_some_and(|turn| session.game.play(turn).is_ok())
}

/// The moves of a list, each with where it begins in the joined text. `start` and what follows it are two,
/// where no event is called so and it looks like a move.
fn texts<'m>(library: &Library, moves: &'m [String]) -> Vec<(usize, &'m str)> {
    let mut all = Vec::new();
    let mut at = 0;
    for text in moves {
        let behind = text.strip_prefix(START).filter(|rest| rest.starts_with(' ')).map(str::trim_start);
        match behind {
            Some(rest) if is_move(library, rest) => {
                all.push((at, START));
                all.push((at + text.len() - rest.len(), rest));
            }
            _ => all.push((at, text.as_str())),
        }
        at += text.len() + 1;
    }
    all
}

/// Whether what stands behind `start` is a move of its own rather than an event: it has a square, or castles.
fn is_move(library: &Library, text: &str) -> bool {
    let name = text.split(':').next().unwrap_or(text);
    let castles = text.starts_with("O-O") || text.starts_with("0-0");
    let has_square = text.contains(|letter: char| letter.is_ascii_digit())
        && text.contains(|letter: char| letter.is_ascii_alphabetic());
    library.event(name).is_none() && (castles || has_square)
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
