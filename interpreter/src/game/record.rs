//! A game as PGN, and back. Imports `ids`, `position`, `notation`.

use super::{Game, Prepared, Refused};
use crate::ids::SideId;
use crate::notation::pgn::{self, Kind, Pgn, PgnMove};
use crate::notation::{codes, fen};
use crate::position::{Chosen, Part, Started};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, SourceId, Span};
use std::ops::Range;

/// Why a game could not be played from its record.
#[derive(Clone, Debug)]
pub enum Broken {
    /// Its first position is wrong.
    Position(Vec<Diagnostic>),
    /// A move is refused: the game up to it, the refusal, the move's number in the record from 1, its bytes.
    Move(Box<Game>, Refused, usize, Range<usize>),
    /// Numbers of moves or the result are not those of the game.
    Record(Vec<Diagnostic>),
}

/// The result of a game as PGN has it.
#[must_use]
pub fn result(game: &Game) -> &'static str {
    match game.outcome().map(|outcome| outcome.winner) {
        Some(Some(SideId(0))) => "1-0",
        Some(Some(_)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    }
}

/// The game as PGN text: the seven tags of the roster, those given in place of the unknown ones, the variant,
/// and where the game did not begin from the first position, that.
#[must_use]
pub fn write(game: &Game, prepared: &Prepared, given: &[(String, String)]) -> String {
    let roster = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result(game)),
    ];
    let said = |name: &str| given.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let mut tags: Vec<(String, String)> = roster
        .iter()
        .map(|(name, value)| ((*name).to_string(), said(name).unwrap_or_else(|| (*value).to_string())))
        .collect();
    let library = game.library();
    if let Some(file) = library.games.checked_sub(1).and_then(|last| library.files.get(last)) {
        tags.push(("Variant".to_string(), file.title.clone()));
    }
    let start = fen::write(game.rules(), game.start());
    if start != fen::write(prepared.rules(), &prepared.setup) {
        tags.push(("SetUp".to_string(), "1".to_string()));
        tags.push(("FEN".to_string(), start));
    }
    let others = given.iter().filter(|(name, _)| tags.iter().all(|(tag, _)| tag != name));
    let others: Vec<(String, String)> = others.cloned().collect();
    tags.extend(others);
    let started: Vec<String> = game.position().events.iter().map(|each| started(game, *each)).collect();
    if !started.is_empty() {
        tags.push(("Events".to_string(), started.join(", ")));
    }
    let (moves, whose) = moves(game);
    let record = Pgn { tags, moves, result: Some(result(game).to_string()), result_at: 0..0 };
    pgn::write(&record, game.start().number, &whose)
}

/// The event with its number and who started it: `45 Ambulance (white)`.
fn started(game: &Game, started: Started) -> String {
    let library = game.library();
    let file = &library.files[started.event.index()];
    let number = file.number.map_or_else(String::new, |number| format!("{number} "));
    format!("{number}{} ({})", file.title, library.side_name(started.by))
}

/// What was played, and whether each was the second side's. An act behind which chance draws an event is one
/// with it, `start 45`; what its player moves then is a move like any other, and what he chooses before it stands
/// apart.
fn moves(game: &Game) -> (Vec<PgnMove>, Vec<bool>) {
    let library = game.library();
    let mut moves: Vec<PgnMove> = Vec::new();
    let mut whose = Vec::new();
    let mut plies = game.plies().iter().peekable();
    // An event has been started, and its player has not yet moved.
    let mut open = false;
    while let Some(ply) = plies.next() {
        let of = |side: Option<SideId>| side == Some(SideId(1));
        let mut text = ply.san.clone();
        let mut kind = if ply.decision { Kind::Decision } else { Kind::Move };
        if ply.decision
            && open
            && let Some((chosen, moved)) = ply.moves_at.and_then(|at| text.split_at_checked(at))
        {
            let (chosen, moved) = (chosen.trim_end_matches(", ").to_string(), moved.to_string());
            if !chosen.is_empty() {
                moves.push(PgnMove { text: chosen, kind, range: 0..0, number: None });
                whose.push(of(ply.who));
            }
            (text, kind) = (moved, Kind::Move);
        }
        if let ([Part::Move(act)], Some(next)) = (&ply.turn.parts[..], plies.peek())
            && act.origin.is_none()
            && next.who.is_none()
            && let [Part::Choice(Some(Chosen::Event(event)))] = next.turn.parts[..]
        {
            let file = &library.files[event.index()];
            let name = file.number.map_or_else(|| file.name.clone(), |number| number.to_string());
            (text, kind) = (format!("start {name}"), Kind::Start);
            plies.next();
        }
        open = kind == Kind::Start || open && kind == Kind::Decision;
        moves.push(PgnMove { text, kind, range: 0..0, number: None });
        whose.push(of(ply.who));
    }
    (moves, whose)
}

/// Plays a record from its first position.
///
/// # Errors
/// The position is wrong, or a move is refused.
pub fn play(prepared: &Prepared, source: SourceId, record: &Pgn) -> Result<Game, Broken> {
    let mut game = match record.tag("FEN") {
        Some(text) => prepared.game_at(source, text).map_err(Broken::Position)?,
        None => prepared.game(),
    };
    let mut wrong = Vec::new();
    let mut offset = None;
    let mut moves = record.moves.iter().enumerate().peekable();
    while let Some((index, each)) = moves.next() {
        wrong.extend(wrong_number(&game, source, each, &mut offset));
        if let Some((index, follows)) = moves.next_if(|(_, next)| begins(&game, each, next)) {
            wrong.extend(wrong_number(&game, source, follows, &mut offset));
            if let Err(refused) = game.play_text(&format!("{}, {}", each.text, follows.text)) {
                return Err(Broken::Move(Box::new(game), refused, index + 1, follows.range.clone()));
            }
        } else if let Err(refused) = game.play_text(&each.text) {
            return Err(Broken::Move(Box::new(game), refused, index + 1, each.range.clone()));
        }
    }
    wrong.extend(wrong_events(&game, source, record));
    wrong.extend(wrong_result(&game, source, record));
    if wrong.is_empty() { Ok(game) } else { Err(Broken::Record(wrong)) }
}

/// Whether a decision and the move behind it are one turn: as one they are legal, or the first is none alone.
fn begins(game: &Game, each: &PgnMove, next: &PgnMove) -> bool {
    if each.kind != Kind::Decision || next.kind != Kind::Move {
        return false;
    }
    let second = game.position().player == SideId(1);
    let own = next.number.as_ref().is_none_or(|number| number.second == second);
    if game.find(&each.text).is_err() {
        return own && !game.begun(&each.text).is_empty();
    }
    next.number.is_some() && own && game.find(&format!("{}, {}", each.text, next.text)).is_ok()
}

/// A number before a move that is not the move's. From a position in the middle of a game some programs count
/// from 1: the first number says so, and `offset` keeps it.
fn wrong_number(
    game: &Game,
    source: SourceId,
    each: &PgnMove,
    offset: &mut Option<u32>,
) -> Option<Diagnostic> {
    let number = each.number.as_ref()?;
    let right = game.position().number;
    let base = *offset.get_or_insert(if number.value == Some(1) { right - right.min(1) } else { 0 });
    let right = right.saturating_sub(base);
    let second = game.position().player == SideId(1);
    if number.value == Some(right) && (second || !number.second) {
        return None;
    }
    let place = Place { source, span: Span::new(number.range.start, number.range.end) };
    let dots = if second { "..." } else { "." };
    let side = game.library().side_name(game.position().player);
    let message = format!("this is move {right}, and it is {side}'s");
    Some(Diagnostic::error(codes::PGN, place, message).help(format!("write `{right}{dots}`")))
}

/// Events that the record names and that its moves do not put in force, or others than it names.
fn wrong_events(game: &Game, source: SourceId, record: &Pgn) -> Option<Diagnostic> {
    let said = record.tag("Events").filter(|said| said.trim() != "?")?;
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let sorted = |text: &str| {
        let mut events: Vec<String> = text.split(',').map(plain).collect();
        events.sort();
        events
    };
    let events: Vec<String> = game.position().events.iter().map(|each| started(game, *each)).collect();
    let events = events.join(", ");
    if sorted(said) == sorted(&events) {
        return None;
    }
    let now = if events.is_empty() { "no event" } else { &events };
    let message = format!("the tag `Events` says `{said}`, and what its moves put in force is: {now}");
    let help = "say the start before its move, as `{[%start NUMBER]}`, or the event in the `FEN`; else take out the tag";
    let place = Place { source, span: Span::new(0, 0) };
    Some(Diagnostic::error(codes::PGN, place, message).help(help))
}

/// A result that the last position refutes: it has an outcome of its own.
fn wrong_result(game: &Game, source: SourceId, record: &Pgn) -> Option<Diagnostic> {
    let said = record.result.as_deref().filter(|said| *said != "*")?;
    let right = result(game);
    if right == "*" || said == right {
        return None;
    }
    let outcome = game.outcome().map_or_else(String::new, |outcome| game.outcome_text(&outcome));
    let place = Place { source, span: Span::new(record.result_at.start, record.result_at.end) };
    let message = format!("the game ends `{said}` here, and by its rules it is over: {outcome}");
    Some(Diagnostic::error(codes::PGN, place, message).help(format!("write `{right}`")))
}
