//! From what a user names to a game that can be played: rules, events, settings, a position, moves. Imports
//! the interpreter; no input or output but through a shelf.

use crate::chance::Chance;
use crate::scenario::{Numbered, split_moves};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::{Place, Source, SourceId, Sources, Span};
use rulemate_interpreter::engine::Reason;
use rulemate_interpreter::game::{Evaluator, Game, Prepared, Refused, behind_start};
use rulemate_interpreter::ids::{FactId, FileId, SideId};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::notation::codes;
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
    /// The numbers that stand before some of them.
    pub numbers: Vec<Numbered>,
    /// Moves behind a draw are played all the same: whoever shows a rule need not mind what else ends a game.
    pub past_draws: bool,
    /// How the rules are evaluated.
    pub evaluator: Evaluator,
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
    /// Moves behind a draw are played.
    past_draws: bool,
    /// The numbers before moves of the request.
    numbers: Vec<Numbered>,
    /// What is left to chance.
    chance: Chance,
    /// What it was before each draw, and how many plies had been played then.
    drawn: Vec<(usize, Chance)>,
}

impl Session {
    /// Draws one of so many.
    pub fn one_of(&mut self, count: usize) -> Option<usize> {
        self.drawn.push((self.game.plies().len(), self.chance.clone()));
        self.chance.one_of(count)
    }

    /// Takes back the draws that belong to plies which have been taken back: what is tried again comes out the same.
    pub fn undraw(&mut self) {
        let plies = self.game.plies().len();
        while let Some((_, before)) = self.drawn.pop_if(|(at, _)| *at >= plies) {
            self.chance = before;
        }
    }
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
    // That an event is missing keeps nobody from seeing what is wrong with the others that were named.
    let (missing, notes): (Vec<Diagnostic>, Vec<Diagnostic>) =
        loaded.diagnostics.into_iter().partition(|each| each.code == shelf::UNKNOWN_EVENT);
    if has_errors(&notes) {
        let diagnostics = missing.into_iter().chain(notes).collect();
        return Err(Trouble { sources: loaded.sources, diagnostics });
    }
    let mut sources = loaded.sources;
    let prepared = match Prepared::by(loaded.library, request.evaluator) {
        Ok(prepared) => prepared,
        Err(diagnostics) => return Err(Trouble { sources, diagnostics }),
    };
    let mut events = Vec::new();
    let told = missing.len();
    let mut wrong = missing;
    for (at, text) in request.events.iter().enumerate() {
        let name = stem(name_and_side(text).0.trim_matches('"'));
        if told > 0 && prepared.engine.library().event(&name).is_none() {
            continue;
        }
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
    let mut session = Session {
        game: prepared.game(),
        prepared,
        events,
        starters,
        sources,
        notes,
        left_out: loaded.left_out,
        past_draws: request.past_draws,
        numbers: request.numbers.clone(),
        chance: Chance::new(request.seed),
        drawn: Vec::new(),
    };
    // A position that is given is the one in which they start.
    if request.position.is_none() {
        let setup = having_started(&session.prepared, session.prepared.setup.clone(), &session.starters);
        match put_in_force(&mut session, setup, &[]) {
            Ok(position) => session.game = session.prepared.game_from(position),
            Err(diagnostics) => return Err(Trouble { sources: session.sources, diagnostics }),
        }
    }
    Ok(session)
}

/// The position with the session's events put in force, but for those that are so already and have been set up.
fn put_in_force(
    session: &mut Session,
    position: Position,
    set_up: &[FileId],
) -> Result<Position, Vec<Diagnostic>> {
    let wanted: Vec<Started> =
        session.events.iter().filter(|started| !set_up.contains(&started.event)).copied().collect();
    let base = Position {
        events: position.events.iter().filter(|other| !wanted.contains(other)).copied().collect(),
        ..position
    };
    session.prepared.engine.started(&base, &wanted).map_err(|reasons| {
        let names = named(session, &wanted).join(", ");
        let source = session.sources.add(Source::new("--events", names.as_str()));
        let place = Place { source, span: Span::new(0, names.len()) };
        let told: Vec<String> = reasons.iter().map(|reason| reason.text.clone()).collect();
        let message = format!("what this sets up cannot be done here: {}", told.join("; "));
        let mut diagnostic = Diagnostic::error(codes::EVENT, place, message);
        for reason in reasons {
            if let Some(place) = reason.place {
                diagnostic = diagnostic.also(place, reason.text);
            }
        }
        vec![diagnostic]
    })
}

/// Takes the game of a session to a position, and plays moves there.
///
/// # Errors
/// What is wrong with the position or the first move that cannot be played.
pub fn begin(session: &mut Session, position: Option<&str>, moves: &[String]) -> Result<(), Vec<Diagnostic>> {
    if let Some(text) = position {
        let position = read_start(session, text)?;
        session.game = session.prepared.game_from(position);
    }
    play_all(session, moves)?;
    // What chance has to say to events that are put in force is drawn as well.
    let sets_up =
        |game: &Game| game.position().pending.as_ref().is_some_and(|pending| !pending.starting.is_empty());
    while sets_up(&session.game) && session.game.who().is_none() && draw(session) {}
    session.game.given_up().map_or(Ok(()), |reason| Err(vec![given_up(&mut session.sources, reason)]))
}

/// That the rules ask for more work than is allowed.
pub fn given_up(sources: &mut Sources, reason: Reason) -> Diagnostic {
    let place = reason
        .place
        .unwrap_or_else(|| Place { source: sources.add(Source::new("rules", "")), span: Span::new(0, 0) });
    Diagnostic::error(codes::GIVEN_UP, place, reason.text).help(
        "bound how often a path, a further move or a choice is repeated, or give its pieces fewer ways to go",
    )
}

fn play_all(session: &mut Session, moves: &[String]) -> Result<(), Vec<Diagnostic>> {
    let joined = moves.join(" ");
    let source = session.sources.add(Source::new("moves", joined.as_str()));
    let texts = texts(session.game.library(), moves);
    let count = texts.len();
    // A position that is drawn as it is given can be played on from; an end that comes about on the way ends the list.
    let open = !session.past_draws && session.game.outcome().is_none();
    let mut offset = None;
    for (index, (at, text, listed)) in texts.into_iter().enumerate() {
        // What chance decides is drawn where the list does not say it.
        while session.game.who().is_none() && session.game.find(text).is_err() && draw(session) {}
        let place = Place { source, span: Span::new(at, at + text.len()) };
        let numbered = session.numbers.iter().find(|number| Some(number.index) == listed);
        if let Some(wrong) =
            numbered.and_then(|number| wrong_number(&session.game, *number, place, &mut offset))
        {
            return Err(vec![wrong.label(format!("move {} of {count}", index + 1))]);
        }
        let ended = session.game.outcome().filter(|_| open);
        let ended = ended.map_or(Ok(()), |outcome| Err(Refused::Over(outcome)));
        if let Err(refused) = ended.and_then(|()| session.game.play_text(text)) {
            let number = format!("move {} of {count}", index + 1);
            return Err(vec![refusal(&session.game, &refused, place, &number)]);
        }
        while behind_start(text.trim()) == Some("") && session.game.who().is_none() && draw(session) {}
    }
    Ok(())
}

/// A number before a move that is not the move's. From a position in the middle of a game it may count from 1: the
/// first number says so, and `offset` keeps it.
fn wrong_number(game: &Game, said: Numbered, place: Place, offset: &mut Option<u32>) -> Option<Diagnostic> {
    let right = game.position().number;
    let base = *offset.get_or_insert(if said.value == Some(1) { right - right.min(1) } else { 0 });
    let right = right.saturating_sub(base);
    let second = game.position().player == SideId(1);
    if said.value == Some(right) && (second || !said.second) {
        return None;
    }
    let dots = if second { "..." } else { "." };
    let side = game.library().side_name(game.position().player);
    let message = format!("another number stands before this: it is move {right}, and {side}'s");
    Some(Diagnostic::error(codes::MOVE, place, message).help(format!("write `{right}{dots}`, or no number")))
}

/// Makes a decision of chance; says whether there was one to make.
pub fn draw(session: &mut Session) -> bool {
    let turns = session.game.turns().to_vec();
    let turn = session.one_of(turns.len()).and_then(|at| turns.get(at));
    session.game.who().is_none() && turn.is_some_and(|turn| session.game.play(turn).is_ok())
}

/// The moves of a list, each with where it begins in the joined text, and which of the list it begins. A start with a
/// move behind it is two.
fn texts<'m>(library: &Library, moves: &'m [String]) -> Vec<(usize, &'m str, Option<usize>)> {
    let mut all = Vec::new();
    let mut at = 0;
    for (index, text) in moves.iter().enumerate() {
        match start_and_move(library, text) {
            Some((start, rest)) => {
                all.push((at, start, Some(index)));
                all.push((at + text.len() - rest.len(), rest, None));
            }
            None => all.push((at, text.as_str(), Some(index))),
        }
        at += text.len() + 1;
    }
    all
}

/// A line with `start` and a move behind it in two: the start, with its event if it names one, and the move. A comma
/// may stand between.
#[must_use]
pub fn start_and_move<'t>(library: &Library, line: &'t str) -> Option<(&'t str, &'t str)> {
    let rest = behind_start(line).filter(|rest| rest.starts_with(' '))?.trim_start();
    let at = |rest: &str| {
        let (start, behind) = line.split_at(line.len() - rest.len());
        (start.trim_end().trim_end_matches(','), behind)
    };
    if let Some((_, behind)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        let end = behind.find(' ').unwrap_or(behind.len());
        let behind = behind[end..].trim_start();
        return (!behind.is_empty()).then(|| at(behind));
    }
    let event = |text: &str| {
        let text = text.strip_suffix(',').unwrap_or(text);
        let (name, side) = text.split_once(':').unwrap_or((text, ""));
        !side.contains(' ') && library.event(name.trim()).is_some()
    };
    if event(rest) {
        return None;
    }
    let ends = rest.match_indices(' ').map(|(end, _)| end).rev();
    let named = ends.into_iter().find(|end| event(&rest[..*end])).map(|end| rest[end..].trim_start());
    named.or(is_move(library, rest).then_some(rest)).map(at)
}

/// Whether what stands behind `start` is a move of its own rather than an event: it has a square, or castles.
fn is_move(library: &Library, text: &str) -> bool {
    if text.starts_with('"') {
        return false;
    }
    let name = text.split(':').next().unwrap_or(text);
    let castles = text.starts_with("O-O") || text.starts_with("0-0");
    let first = text.split(' ').next().unwrap_or(text);
    let has_square = first.contains(|letter: char| letter.is_ascii_digit())
        && first.contains(|letter: char| letter.is_ascii_alphabetic());
    library.event(name).is_none() && (castles || has_square)
}

/// Reads the position in which a game begins, and puts the events of the session in force there. Events that the text
/// lists, or of which it states facts, are in force in the state that it says; so are all in the middle of a turn.
fn read_start(session: &mut Session, text: &str) -> Result<Position, Vec<Diagnostic>> {
    let listed = listed(session, text);
    let missing: Vec<Started> =
        session.events.iter().filter(|started| !listed.contains(&started.event)).copied().collect();
    let whole = adding_events(session, text, &missing);
    let source = session.sources.add(Source::new("position", whole.as_str()));
    let (position, mut set_up) = match fen::read(session.prepared.rules(), source, &whole) {
        Ok(position) => {
            let stated = missing.iter().filter(|started| has_facts_of(session, &position, started.event));
            let stated: Vec<FileId> = stated.map(|started| started.event).collect();
            (position, stated)
        }
        // What they set up may be what the rules in force ask of a position.
        Err(wrong) if missing.is_empty() || wrong.iter().any(|each| each.code == codes::EVENT) => {
            return Err(wrong);
        }
        Err(wrong) => {
            let source = session.sources.add(Source::new("position", text));
            (fen::read(session.prepared.rules(), source, text).map_err(|_| wrong)?, Vec::new())
        }
    };
    let starters: Vec<SideId> = session
        .starters
        .iter()
        .filter(|side| missing.iter().any(|started| started.by == **side))
        .copied()
        .collect();
    let position = having_started(&session.prepared, position, &starters);
    if position.pending.is_some() {
        return Ok(position);
    }
    set_up.extend(listed);
    put_in_force(session, position, &set_up)
}

/// The events that a position's text lists as in force, or as being put in force.
fn listed(session: &Session, text: &str) -> Vec<FileId> {
    let library = session.prepared.engine.library();
    let suffix = text.split_once('|').map_or("", |(_, suffix)| suffix);
    let clauses = suffix.split(';').filter_map(|clause| {
        let clause = clause.trim();
        clause.strip_prefix("events ").or_else(|| clause.strip_prefix("starting "))
    });
    let names = clauses.flat_map(|clause| clause.split(',')).filter_map(|start| start.rsplit_once(':'));
    names.filter_map(|(name, _)| library.event(name.trim())).collect()
}

/// Whether the position has a fact that this event declares.
fn has_facts_of(session: &Session, position: &Position, event: FileId) -> bool {
    let of_event = |fact: &FactId| session.prepared.engine.library().facts[fact.index()].file == event;
    position.pieces.iter().flat_map(|piece| &piece.facts).any(|(fact, _)| of_event(fact))
        || position.squares.keys().any(|(fact, _)| of_event(fact))
        || position.sides.keys().any(|(fact, _)| of_event(fact))
        || position.game.keys().any(of_event)
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
    let speaks = text
        .split_once('|')
        .is_some_and(|(_, suffix)| suffix.split(';').any(|clause| clause.trim().starts_with("events ")));
    if speaks { text.to_string() } else { adding_events(session, text, &session.events) }
}

/// The position's text with further events in force, behind those that it lists.
fn adding_events(session: &Session, text: &str, events: &[Started]) -> String {
    if events.is_empty() {
        return text.to_string();
    }
    let starts = named(session, events).join(", ");
    let (fields, suffix) = text.split_once('|').unwrap_or((text, ""));
    let (mut clauses, mut added): (Vec<String>, bool) = (Vec::new(), false);
    for clause in suffix.split(';').filter(|clause| !clause.trim().is_empty()) {
        let lists = !added && clause.trim().starts_with("events ");
        clauses.push(if lists { format!("{clause}, {starts}") } else { clause.to_string() });
        added |= lists;
    }
    if !added {
        clauses.insert(0, format!(" events {starts}"));
    }
    format!("{} |{}", fields.trim_end(), clauses.join(";"))
}

/// Events with who started them, as positions have them.
fn named(session: &Session, events: &[Started]) -> Vec<String> {
    let (library, lexicon) = (session.prepared.engine.library(), &session.prepared.lexicon);
    let start = |started: &Started| {
        let name = &library.files[started.event.index()].name;
        format!("{name}:{}", lexicon.sides[started.by.index()])
    };
    events.iter().map(start).collect()
}

/// A refused move as a diagnostic: what was said, where in the list, and all that refuses it.
#[must_use]
pub fn refusal(game: &Game, refused: &Refused, place: Place, number: &str) -> Diagnostic {
    let mut message = refused.message(game);
    if let Refused::Illegal { reasons, .. } = refused {
        let mut told: Vec<&str> = Vec::new();
        for reason in reasons {
            if !told.contains(&reason.text.as_str()) {
                told.push(&reason.text);
            }
        }
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
    let stem = stem(name.trim_matches('"'));
    let default = prepared.lexicon.sides[SideId::from_index(at % 2).index()].clone();
    let side_at = side.map_or(name.len()..name.len(), |side| text.len() - side.len()..text.len());
    let side = side.unwrap_or(&default);
    let text = Text { text, source };
    fen::started(prepared.rules(), text, (&stem, 0..name.len()), (side, side_at), before)
}

/// `45:w` as `45` and `w`. A colon with more than a word behind it belongs to a path.
pub(crate) fn name_and_side(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, side)) if side.chars().all(char::is_alphanumeric) && !side.is_empty() => {
            (name, Some(side))
        }
        _ => (text, None),
    }
}

/// The short name of an event that may have been named by its path.
pub(crate) fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".rules").unwrap_or(file).to_string()
}
