//! `rulemate tune`.

use super::{Done, Stop, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::shelf::Folders;
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::game::Game;
use rulemate_interpreter::ids::KindId;
use rulemate_interpreter::position::Place;
use rulemate_simulation::value::{Learning, Values, Worth};
use serde_json::json;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

/// How much is learned from, and by how many.
pub struct Amount {
    /// Games.
    pub games: u32,
    /// Plies that players look ahead.
    pub depth: u32,
    /// Threads; none: as many as the machine has.
    pub threads: Option<NonZeroUsize>,
}

/// Learns what pieces are worth.
pub fn run(
    cli: &Cli,
    shelf: &Folders,
    args: &GameArgs,
    amount: &Amount,
    output: Option<&Path>,
    out: &mut dyn Write,
) -> Done {
    let session = open(shelf, args)?;
    let arena = Arena::new(&session.prepared);
    let threads = amount.threads.or_else(|| thread::available_parallelism().ok());
    let learning = Learning {
        games: amount.games,
        seed: args.place.seed.unwrap_or_default(),
        threads: threads.unwrap_or(NonZeroUsize::MIN),
        depth: amount.depth,
    };
    let start = session.game.position();
    let estimate = Values::estimated_from(&arena, start);
    let learned =
        if amount.games == 0 { estimate.clone() } else { Values::learned(&arena, start, &learning) };
    let named = learned.named(arena.library());
    if let Some(path) = output {
        let text = serde_yaml::to_string(&named)
            .map_err(|error| Stop::Io(path.display().to_string(), io::Error::other(error)))?;
        fs::write(path, text).map_err(|error| Stop::Io(path.display().to_string(), error))?;
    }
    if cli.json {
        return print_json(
            out,
            &json!({ "values": named, "estimate": estimate.named(arena.library()), "games": amount.games }),
        );
    }
    table(&session.game, &estimate, &learned, out)
}

/// One line a kind that can be met: those that stand on the board first.
fn table(game: &Game, estimate: &Values, learned: &Values, out: &mut dyn Write) -> Done {
    let library = game.library();
    let position = game.position();
    let stands = |index: usize| {
        position.ids().any(|id| {
            let piece = position.piece(id);
            let there = matches!(piece.place, Place::Square(_) | Place::On(_) | Place::Hand(_));
            there && piece.kind == KindId::from_index(index)
        })
    };
    let mut rows: Vec<usize> = (0..library.kinds.len()).collect();
    rows.sort_by(|one, other| {
        let key = |index: usize| (!stands(index), learned.kinds[index].royal, -learned.kinds[index].worth);
        let (a, b) = (key(*one), key(*other));
        (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(one.cmp(other))
    });
    let wide = library.kinds.iter().map(|kind| kind.name.chars().count()).max().unwrap_or(0).max(5);
    writeln!(
        out,
        "{:wide$}  {:>6}  {:>6}  {:>7}  {:>6}  {:>8}  {:>5}",
        "piece", "worth", "error", "advance", "centre", "estimate", "games"
    )?;
    for index in rows {
        let Worth { worth, advance, centre, royal, error, games } = learned.kinds[index];
        let name = &library.kinds[index].name;
        if royal {
            writeln!(out, "{name:wide$}  {:>6}", "royal")?;
            continue;
        }
        let error = error.map_or_else(|| "-".to_string(), |error| format!("{:.2}", error / 100.0));
        writeln!(
            out,
            "{name:wide$}  {:>6.2}  {error:>6}  {:>7.2}  {:>6.2}  {:>8.2}  {games:>5}",
            worth / 100.0,
            advance / 100.0,
            centre / 100.0,
            estimate.kinds[index].worth / 100.0
        )?;
    }
    writeln!(
        out,
        "a turn more {:.3}, to have the turn {:.2}; {:.2} make the odds of winning 2.7 times as good",
        learned.mobility / 100.0,
        learned.turn / 100.0,
        learned.scale / 100.0
    )?;
    Ok(())
}
