//! Where games begin: positions from settings, and from files. Imports `input`, `read`, `session`, the interpreter.

use super::read::Settled;
use crate::input;
use crate::session;
use crate::shelf::shown;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::sink::capped;
use rulemate_grammar::source::{Place, Source, Sources, Span};
use rulemate_interpreter::game::{Prepared, record};
use rulemate_interpreter::notation::{fen, pgn};
use rulemate_interpreter::position::Position;
use std::path::Path;

/// The starting positions; none if it is the usual one.
pub(super) fn starts(
    sources: &mut Sources,
    prepared: &Prepared,
    folder: &Path,
    settled: &Settled,
) -> Result<Vec<Position>, Vec<Diagnostic>> {
    let (mut starts, mut wrong) = (Vec::new(), Vec::new());
    for text in &settled.written.positions.0 {
        let ending = Path::new(text.as_str()).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let found = match ending.to_ascii_lowercase().as_str() {
            _ if text == "usual" => Ok(vec![prepared.setup.clone()]),
            "pgn" => ends_of_games(sources, prepared, &folder.join(text), settled),
            "epd" | "fen" => lines(sources, prepared, text, &folder.join(text), settled),
            _ => position(sources, prepared, "positions", text).map(|position| vec![position]),
        };
        match found {
            Ok(found) => starts.extend(found),
            Err(found) => wrong.extend(found),
        }
    }
    if !wrong.is_empty() {
        return Err(capped(wrong));
    }
    if starts.is_empty() {
        let help = "write `usual`, a position in quotes, or a file that ends in .pgn, .epd or .fen";
        return Err(vec![settled.wrong("positions", "there is no starting position here", help)]);
    }
    Ok(starts)
}

/// The positions in the lines of a file.
fn lines(
    sources: &mut Sources,
    prepared: &Prepared,
    name: &str,
    path: &Path,
    settled: &Settled,
) -> Result<Vec<Position>, Vec<Diagnostic>> {
    let text = file(path, settled)?;
    let (mut positions, mut wrong) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match position(sources, prepared, name, &whole(line)) {
            Ok(position) => positions.push(position),
            Err(found) => wrong.extend(found),
        }
    }
    if wrong.is_empty() { Ok(positions) } else { Err(wrong) }
}

fn file(path: &Path, settled: &Settled) -> Result<String, Vec<Diagnostic>> {
    match input::file(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            let message = format!("cannot read `{}`: {}", shown(path), input::why(&error));
            Err(vec![settled.wrong(
                "positions",
                message,
                "see whether the path is right; it counts from the folder of the settings",
            )])
        }
    }
}

fn position(
    sources: &mut Sources,
    prepared: &Prepared,
    name: &str,
    text: &str,
) -> Result<Position, Vec<Diagnostic>> {
    let source = sources.add(Source::new(name, text));
    fen::read(prepared.rules(), source, text)
}

/// A line of an EPD file as FEN: four fields, and behind them numbers or operations.
fn whole(line: &str) -> String {
    if line.contains('|') {
        return line.to_string();
    }
    let fields: Vec<&str> = line.split_whitespace().collect();
    let numbers = fields.iter().skip(4).take(2).filter(|field| field.parse::<u32>().is_ok()).count();
    let placed = fields.iter().take(4).copied().collect::<Vec<_>>().join(" ");
    if numbers == 2 { format!("{placed} {} {}", fields[4], fields[5]) } else { format!("{placed} 0 1") }
}

/// The positions at the end of each game of a file.
fn ends_of_games(
    sources: &mut Sources,
    prepared: &Prepared,
    path: &Path,
    settled: &Settled,
) -> Result<Vec<Position>, Vec<Diagnostic>> {
    let text = file(path, settled)?;
    let source = sources.add(Source::new(shown(path), text.as_str()));
    let (games, wrong) = pgn::read(source, &text);
    if session::has_errors(&wrong) {
        return Err(wrong);
    }
    let mut ends = Vec::new();
    for (number, game) in (1..).zip(&games) {
        match record::play(prepared, source, game) {
            Ok(game) => ends.push(game.position().clone()),
            Err(record::Broken::Position(wrong) | record::Broken::Record(wrong)) => return Err(wrong),
            Err(record::Broken::Move(game, refused, at, range)) => {
                let place = Place { source, span: Span::new(range.start, range.end) };
                return Err(vec![session::refusal(
                    &game,
                    &refused,
                    place,
                    &format!("move {at} of game {number}"),
                )]);
            }
        }
    }
    Ok(ends)
}
