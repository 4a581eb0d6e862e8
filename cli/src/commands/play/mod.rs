//! `rulemate play`: a game at the terminal.

mod board;
mod steps;
mod table;

use super::{Done, Stop, request, tell_left_out};
use crate::args::GameArgs;
use crate::input;
use crate::render::cleaned;
use crate::session::{self, Request};
use crate::shelf::Folders;
use rulemate_interpreter::ids::SideId;
use std::io::{IsTerminal, Write};
use std::path::Path;
use table::{Next, Table};

/// Plays a game until it is left.
pub fn run(
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
    if let Some(path) = load {
        table.load(path, out)?;
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
        let line = input::line(&mut lines).map_err(|error| Stop::Io("standard input".to_string(), error))?;
        let Some(line) = line else {
            writeln!(out)?;
            return Ok(());
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

fn side(session: &session::Session, name: &str) -> Result<SideId, Stop> {
    let library = session.game.library();
    session.prepared.lexicon.side(library, name).ok_or_else(|| {
        let [first, second] = &library.sides;
        Stop::Usage(format!("`{name}` is no side: `--random {first}` or `--random {second}`"))
    })
}
