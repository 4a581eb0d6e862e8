//! `rulemate play`: a game at the terminal.

mod board;
mod steps;
mod table;

use super::{Done, Stop, request, tell_left_out};
use crate::args::{Cli, GameArgs};
use crate::input::{self, Line};
use crate::render::cleaned;
use crate::session::{self, Request};
use crate::shelf::Folders;
use rulemate_interpreter::ids::SideId;
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use table::{Next, Table};

/// Plays a game until it is left.
pub fn run(
    cli: &Cli,
    shelf: &Folders,
    args: &GameArgs,
    random: Option<&str>,
    open: bool,
    load: Option<&Path>,
    out: &mut dyn Write,
) -> Done {
    let seed = args.place.seed.unwrap_or_else(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        u64::from(since.subsec_nanos()) ^ since.as_secs()
    });
    let session = session::open(shelf, &Request { seed, ..request(args) })?;
    tell_left_out(&session);
    let random = match random {
        None => None,
        Some(name) => Some(side(&session, name)?),
    };
    let stdout = std::io::stdout();
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    // A deck is drawn from.
    let drawn = random.is_some() || session.game.library().files.iter().any(|file| file.event);
    let mut table = Table::new(session, random, colour, open);
    table.bare = cli.json;
    let mut said = Vec::new();
    if let Some(path) = load {
        let out: &mut dyn Write = if cli.json { &mut said } else { out };
        table.load(path, out)?;
    }
    if cli.json {
        if drawn {
            writeln!(said, "the seed is {seed}")?;
        }
        return for_programs(&mut table, said, out);
    }
    if drawn {
        writeln!(out, "the seed is {seed}")?;
    }
    writeln!(out, "{}: type a move, a square, or `help`", table.title())?;
    table.show(out)?;
    let stdin = std::io::stdin();
    // What is typed is seen; what is piped in is printed, so that the transcript can be read.
    let echo = !stdin.is_terminal();
    let mut lines = stdin.lock();
    loop {
        table.go_on(out)?;
        write!(out, "{}", table.prompt())?;
        out.flush()?;
        let line = match typed(&mut lines)? {
            Some(Line::Text(line)) => line,
            Some(Line::Refused(why)) => {
                writeln!(out, "{why}: it is passed over")?;
                continue;
            }
            None => {
                writeln!(out)?;
                return Ok(());
            }
        };
        if echo {
            writeln!(out, "{}", cleaned(line.trim()))?;
        }
        match table.answer(line.trim(), out)? {
            Next::On => {}
            Next::Leave => return Ok(()),
        }
    }
}

/// The same for programs: where the game stands at first, and behind each line that is read, as an object in a line of
/// its own.
fn for_programs(table: &mut Table, mut said: Vec<u8>, out: &mut dyn Write) -> Done {
    let mut lines = std::io::stdin().lock();
    let mut line: Option<String> = None;
    loop {
        table.go_on(&mut said)?;
        let value = table.as_json(line.as_deref(), &String::from_utf8_lossy(&said));
        writeln!(out, "{value}")?;
        out.flush()?;
        said.clear();
        match typed(&mut lines)? {
            Some(Line::Text(text)) => {
                if let Next::Leave = table.answer(text.trim(), &mut said)? {
                    return Ok(());
                }
                line = Some(text);
            }
            Some(Line::Refused(why)) => {
                writeln!(said, "{why}: it is passed over")?;
                line = None;
            }
            None => return Ok(()),
        }
    }
}

fn typed(lines: &mut impl BufRead) -> Result<Option<Line>, Stop> {
    input::line(lines).map_err(|error| Stop::Io("standard input".to_string(), error))
}

fn side(session: &session::Session, name: &str) -> Result<SideId, Stop> {
    let library = session.game.library();
    session.prepared.lexicon.side(library, name).ok_or_else(|| {
        let [first, second] = &library.sides;
        Stop::Usage(format!("`{name}` is no side: `--random {first}` or `--random {second}`"))
    })
}
