//! `rulemate play --replay`: plays through all games of a PGN file.

use super::{Done, Stop, noun, open, print_json, unreadable};
use crate::args::{Cli, GameArgs};
use crate::render::cleaned;
use crate::session::{self, Trouble};
use crate::shelf::{Folders, shown};
use flate2::read::MultiGzDecoder;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, Span};
use rulemate_interpreter::game::record::{self, Broken};
use rulemate_interpreter::notation::{codes, pgn};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// One game has at most so many bytes.
const LARGEST_GAME: usize = 1 << 20;

/// Plays through the games of a file, one after the other: the file may be larger than memory.
pub fn run(cli: &Cli, shelf: &Folders, args: &GameArgs, path: &Path, out: &mut dyn Write) -> Done {
    let session = open(shelf, args)?;
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let packed = path.extension().is_some_and(|ending| ending == "gz");
    let inside: Box<dyn Read> = if packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut lines = BufReader::new(inside);
    let (mut next, mut count, mut told) = (None, 0usize, Vec::new());
    while let Some(text) = game(&mut lines, &mut next).map_err(|error| unreadable(path, &error))? {
        let mut sources = session.sources.clone();
        let source = sources.add(Source::new(shown(path), text.as_str()));
        let (games, wrong) = pgn::read(source, &text);
        if session::has_errors(&wrong) {
            return Err(Stop::Trouble(Trouble { sources, diagnostics: wrong }));
        }
        for each in &games {
            count += 1;
            let game = record::play(&session.prepared, source, each).map_err(|broken| {
                let diagnostics = match broken {
                    Broken::Position(wrong) | Broken::Record(wrong) => wrong,
                    Broken::Move(game, refused, at, range) => {
                        let place = Place { source, span: Span::new(range.start, range.end) };
                        let number = format!("move {at} of game {count}");
                        vec![session::refusal(&game, &refused, place, &number)]
                    }
                };
                Stop::Trouble(Trouble { sources: sources.clone(), diagnostics })
            })?;
            let name = each.tag("Round").unwrap_or("?");
            let plies = game.plies().len();
            let end =
                game.outcome().map_or_else(|| "not over".to_string(), |outcome| game.outcome_text(&outcome));
            if cli.json {
                told.push(json!({ "round": name, "plies": plies, "outcome": end, "position": game.position_text() }));
            } else {
                writeln!(out, "game {}: {}, {end}", cleaned(name), noun(plies, "decision"))?;
            }
        }
    }
    if count == 0 {
        let mut sources = session.sources.clone();
        let place = Place { source: sources.add(Source::new(shown(path), "")), ..Place::default() };
        let diagnostics = vec![Diagnostic::error(codes::PGN, place, "there is no game in this file")];
        return Err(Stop::Trouble(Trouble { sources, diagnostics }));
    }
    if cli.json {
        return print_json(out, &Value::Array(told));
    }
    writeln!(out, "{} replayed", noun(count, "game"))?;
    Ok(())
}

/// The text of the next game: up to the next line that begins tags behind moves.
fn game(lines: &mut impl BufRead, next: &mut Option<String>) -> std::io::Result<Option<String>> {
    let mut text = next.take().unwrap_or_default();
    let mut moves = false;
    loop {
        let mut line = String::new();
        let room = u64::try_from(LARGEST_GAME).unwrap_or(u64::MAX);
        if lines.by_ref().take(room).read_line(&mut line)? == 0 {
            return Ok((!text.trim().is_empty()).then_some(text));
        }
        let tag = line.starts_with('[');
        if tag && moves {
            *next = Some(line);
            return Ok(Some(text));
        }
        moves |= !tag && !line.trim().is_empty();
        text.push_str(&line);
        if text.len() > LARGEST_GAME {
            return Err(std::io::Error::new(
                std::io::ErrorKind::InvalidData,
                format!("a game has more than {LARGEST_GAME} bytes"),
            ));
        }
    }
}
