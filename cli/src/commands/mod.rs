//! The commands: each takes its arguments and prints what it has to say. Imports everything of this crate.

mod book;
mod check;
mod compare;
mod compile;
mod events;
mod explain;
mod fmt;
mod merge;
mod moves;
mod new;
mod pages;
mod pairs;
mod perft;
mod play;
mod replay;
mod simulate;
mod test;
mod tune;

pub(crate) use events::heading;

use crate::args::{Cli, Command, EngineName, GameArgs};
use crate::book::Wanted;
use crate::input;
use crate::render;
use crate::scenario::numbers;
use crate::session::{self, Request, Session, Trouble};
use crate::shelf::{Folders, game_with_deck};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::{Place, Source, Sources};
use rulemate_interpreter::game::Evaluator;
use rulemate_interpreter::shelf::LeftOut;
use serde_json::json;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a command has stopped.
pub(crate) enum Stop {
    /// The input has errors.
    Trouble(Trouble),
    /// The input has errors that are told already.
    Told,
    /// Wrong usage.
    Usage(String),
    /// Reading or writing failed.
    Io(String, io::Error),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        Stop::Trouble(trouble)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io("standard output".to_string(), error)
    }
}

/// What a command gives back.
pub(crate) type Done = Result<(), Stop>;

/// A file or folder that cannot be read: an error of the input, as what stands in it would be.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Stop {
    let shown = path.to_string_lossy().replace('\\', "/");
    let mut sources = Sources::default();
    let source = sources.add(Source::new(shown.as_str(), ""));
    Trouble { diagnostics: vec![input::unreadable(&shown, source, error)], sources }.into()
}

/// A folder that must be there.
fn must_be_folder(path: &Path) -> Done {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(_) => {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "it is no folder");
            Err(unreadable(path, &error))
        }
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// Runs a command. 0: fine; 1: the input has errors; 2: wrong usage.
#[must_use]
pub fn run(cli: &Cli) -> ExitCode {
    let stdout = io::stdout();
    let mut out = io::BufWriter::new(stdout.lock());
    let done = dispatch(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Io(_, error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            // Whoever read us has had enough. What is still in the buffer must not be written either.
            let _ = out.into_parts();
            ExitCode::SUCCESS
        }
        Err(stop) => {
            let code = if matches!(stop, Stop::Usage(_)) { 2 } else { 1 };
            let _ = tell(cli, &mut out, stop);
            let _ = out.flush();
            ExitCode::from(code)
        }
    }
}

fn dispatch(cli: &Cli, out: &mut dyn Write) -> Done {
    let shelf = Folders::new(cli.rules.clone());
    cli.rules.iter().try_for_each(|folder| must_be_folder(folder))?;
    match &cli.command {
        Command::Check { game, pairs: Some(folder), .. } => {
            pairs::run(cli, &shelf, folder, game.as_deref(), out)
        }
        Command::Events { game, place } => events::run(cli, &shelf, game.as_deref(), place, out),
        Command::Check { paths, game, .. } => check::run(cli, &shelf, paths, game.as_deref(), out),
        Command::Moves(args) => moves::moves(cli, &shelf, args, out),
        Command::Perft { game, depth, compare: true, .. } => compare::run(cli, &shelf, game, *depth, out),
        Command::Perft { game, depth, divide, count, .. } => {
            perft::run(cli, &shelf, game, (*depth, *divide, *count), out)
        }
        Command::Compile { game, dump } => compile::run(cli, &shelf, game, *dump, out),
        Command::Explain { game, what } => explain::run(cli, &shelf, game, what, out),
        Command::Play { game, replay: Some(file), .. } => replay::run(cli, &shelf, game, file, out),
        Command::Play { game, random, open, load, .. } => {
            play::run(cli, &shelf, game, random.as_deref(), *open, load.as_deref(), out)
        }
        Command::Tune { game, games, depth, threads, output } => {
            let amount = tune::Amount { games: *games, depth: *depth, threads: *threads };
            tune::run(cli, &shelf, game, &amount, output.as_deref(), out)
        }
        Command::Test { paths, deep, strict, events, only } => {
            test::run(cli, &shelf, paths, (*deep, *strict), events, only.as_deref(), out)
        }
        Command::Simulate { settings, init: true, .. } => simulate::init(settings.as_deref(), out),
        Command::Simulate { settings, flags, resume, shard, .. } => {
            let file = settings.as_deref().unwrap_or(Path::new(""));
            simulate::run(cli, &shelf, file, flags, (*resume, shard.as_deref()), out)
        }
        Command::Merge { shards, folder } => merge::run(cli, &shelf, shards, folder, out),
        Command::Book { game, scenarios, figures, page, check } => {
            let Some(game) = game.clone().or_else(|| game_with_deck(&shelf)) else {
                return Err(Stop::Usage("no game at hand has a deck: name one".to_string()));
            };
            let wanted =
                Wanted { game, scenarios: scenarios.clone(), figures: figures.clone(), page: page.clone() };
            book::run(cli, &shelf, &wanted, *check, out)
        }
        Command::Fmt { paths, check } => fmt::run(cli, paths, *check, out),
        Command::New { what, name, folder } => new::run(cli, *what, name, folder, out),
        Command::ExplainCode { code } => pages::explain_code(cli, code.as_deref(), out),
        Command::Completions { shell } => pages::completions(*shell, out),
        Command::Man => pages::man(out),
    }
}

fn tell(cli: &Cli, out: &mut dyn Write, stop: Stop) -> io::Result<()> {
    match stop {
        Stop::Told => Ok(()),
        Stop::Trouble(trouble) => diagnostics(cli, out, &trouble.sources, &trouble.diagnostics),
        Stop::Usage(message) => {
            eprintln_quietly(&format!("error: {message}\n\nFor more information, try '--help'."));
            Ok(())
        }
        Stop::Io(what, error) if cli.json => {
            let mut sources = Sources::default();
            let place = Place { source: sources.add(Source::new(what.as_str(), "")), ..Place::default() };
            let message = format!("{what}: {}", input::why(&error));
            diagnostics(cli, out, &sources, &[Diagnostic::error(crate::codes::FILE, place, message)])
        }
        Stop::Io(what, error) => {
            eprintln_quietly(&format!("error: {what}: {error}"));
            Ok(())
        }
    }
}

/// Prints diagnostics: drawn on standard error, or as JSON on standard output.
fn diagnostics(
    cli: &Cli,
    out: &mut dyn Write,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> io::Result<()> {
    if cli.json {
        let value = json!({ "diagnostics": render::json(sources, diagnostics) });
        return writeln!(out, "{value:#}");
    }
    out.flush()?;
    let drawn = render::draw(sources, diagnostics, colour_on_stderr());
    let _ = io::stderr().write_all(drawn.as_bytes());
    Ok(())
}

/// Prints a line on standard error, and does not mind if nobody reads it.
fn eprintln_quietly(text: &str) {
    let _ = writeln!(io::stderr(), "{}", render::cleaned(text));
}

fn colour_on_stderr() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The game that arguments name, at the position that they name. What is left out of the deck is told.
fn open(shelf: &Folders, args: &GameArgs) -> Result<Session, Stop> {
    let session = session::open(shelf, &request(args))?;
    tell_left_out(&session);
    Ok(session)
}

/// Names the broken events that the deck does without, on standard error.
fn tell_left_out(session: &Session) {
    for left_out in &session.left_out {
        eprintln_quietly(&left_out_line(&session.sources, left_out));
    }
}

/// One line about an event that is left out: its file, and the first thing that is wrong with it.
fn left_out_line(sources: &Sources, left_out: &LeftOut) -> String {
    let errors: Vec<&Diagnostic> =
        left_out.diagnostics.iter().filter(|each| each.severity == Severity::Error).collect();
    let first = errors.first().map_or_else(String::new, |first| {
        let place = first.labels.first().map_or_else(String::new, |label| sources.cite(label.place));
        format!(": {place}: {} ({})", first.message, first.code)
    });
    let more = if errors.len() > 1 { format!(", and {} more", errors.len() - 1) } else { String::new() };
    format!("warning: `{}` is left out of the deck{first}{more}", left_out.shown)
}

fn request(args: &GameArgs) -> Request {
    let place = &args.place;
    let trimmed = |names: &[String]| names.iter().map(|name| unquoted(name.trim())).collect();
    Request {
        game: args.game.clone(),
        events: trimmed(&place.events),
        deck: place.deck.as_deref().map(trimmed),
        strict: place.strict,
        seed: place.seed.unwrap_or_default(),
        settings: place.set.clone(),
        position: place.position.clone(),
        moves: place.play.as_deref().map_or_else(Vec::new, session::moves_of),
        numbers: place.play.as_deref().map_or_else(Vec::new, numbers),
        past_draws: false,
        evaluator: match place.engine {
            EngineName::Compiled => Evaluator::Compiled,
            EngineName::Oracle => Evaluator::Plain,
        },
    }
}

/// A title without the quotation marks that it may stand in, and what is behind them: `"Portals":w`.
fn unquoted(name: &str) -> String {
    match name.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((title, rest)) => format!("{title}{rest}"),
        None => name.to_string(),
    }
}

/// A number of things: `1 file`, `2 files`.
fn noun(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Prints JSON.
fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> Done {
    writeln!(out, "{value:#}")?;
    Ok(())
}
