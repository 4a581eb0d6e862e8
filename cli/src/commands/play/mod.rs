//! `rulemate play`: a game at the terminal.

mod board;
mod table;

use super::{Done, Stop, request};
use crate::args::GameArgs;
use crate::session;
use crate::shelf::Folders;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rulemate_interpreter::ids::SideId;
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use table::{Next, Table};

/// What draws at random: the opponent's moves, and whatever the rules leave to chance.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    /// One of so many, all alike; none if there is none.
    fn one_of(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| self.0.random_range(0..count))
    }
}

/// Plays a game until it is left.
pub fn run(
    shelf: &Folders,
    args: &GameArgs,
    random: Option<&str>,
    seed: Option<u64>,
    load: Option<&Path>,
    out: &mut dyn Write,
) -> Done {
    let mut session = session::prepare(shelf, &request(args))?;
    let moves = args.play.as_deref().map_or_else(Vec::new, session::moves_of);
    if let Err(diagnostics) = session::begin(&mut session, args.position.as_deref(), &moves) {
        return Err(Stop::Trouble(session::Trouble { sources: session.sources, diagnostics }));
    }
    let random = match random {
        None => None,
        Some(name) => Some(side(&session, name)?),
    };
    let seed = seed.unwrap_or_else(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        u64::from(since.subsec_nanos()) ^ since.as_secs()
    });
    let stdout = std::io::stdout();
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let chance = Chance(ChaCha8Rng::seed_from_u64(seed));
    let mut table = Table::new(session, random, chance, colour);
    if let Some(path) = load {
        table.load(path, out)?;
    }
    if random.is_some() {
        writeln!(out, "the seed is {seed}")?;
    }
    writeln!(out, "{}: type a move, a square, or `help`", table.title())?;
    table.show(out)?;
    let stdin = std::io::stdin();
    // What is typed is seen; what is piped in is printed, so that the transcript can be read.
    let echo = !stdin.is_terminal();
    let mut lines = stdin.lock().lines();
    loop {
        table.go_on(out)?;
        write!(out, "{}", table.prompt())?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(());
        };
        let line = line.map_err(|error| Stop::Io("standard input".to_string(), error))?;
        if echo {
            writeln!(out, "{}", line.trim())?;
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
