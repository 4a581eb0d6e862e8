//! `rulemate perft`.

use super::{Done, Stop, open, print_json};
use crate::args::{Cli, CountName, GameArgs};
use crate::session::{self, Trouble};
use crate::shelf::Folders;
use rulemate_grammar::source::Sources;
use rulemate_interpreter::engine::{Counting, Reason};
use rulemate_interpreter::notation::coordinate;
use rulemate_interpreter::perft;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// Counts legal turns.
pub fn run(
    cli: &Cli,
    shelf: &Folders,
    args: &GameArgs,
    (depth, divide, count): (u32, bool, CountName),
    out: &mut dyn Write,
) -> Done {
    let mut session = open(shelf, args)?;
    let game = &session.game;
    let sources = &mut session.sources;
    let (engine, position) = (game.rules().engine, game.position());
    let wanted = match count {
        CountName::Set => Counting::Sets,
        CountName::List => Counting::Lists,
        CountName::Leaf => Counting::Leaves,
    };
    let mut depths: Vec<Value> = Vec::new();
    let mut nodes = 1;
    let mut counted = Vec::new();
    for each in 1..=depth {
        let start = Instant::now();
        let divided = divide && each == depth;
        let parts = if divided {
            let (parts, ways) = perft::divide_by(engine, position, each, wanted)
                .map_err(|reason| given_up(sources, reason))?;
            (nodes, counted) = (parts.iter().map(|(_, nodes)| nodes).sum(), ways);
            parts
        } else {
            let (found, way) = perft::perft_by(engine, position, each, wanted)
                .map_err(|reason| given_up(sources, reason))?;
            (nodes, counted) = (found, vec![way]);
            Vec::new()
        };
        let time = start.elapsed();
        let turns: Vec<_> = parts.iter().map(|(turn, _)| turn.clone()).collect();
        let texts = coordinate::write_all(game.rules(), position, &turns);
        if cli.json {
            let divide: Vec<Value> = texts
                .iter()
                .zip(&parts)
                .map(|(text, (_, nodes))| json!({ "turn": text, "nodes": nodes }))
                .collect();
            depths.push(json!({
                "depth": each,
                "nodes": nodes,
                "seconds": time.as_secs_f64(),
                "counted_by": counted.iter().map(|way| way_name(*way)).collect::<Vec<_>>(),
                "divide": if divided { Value::Array(divide) } else { Value::Null },
            }));
            continue;
        }
        for (text, (_, nodes)) in texts.iter().zip(&parts) {
            writeln!(out, "{text}\t{nodes}")?;
        }
        writeln!(out, "depth {each}: {nodes} nodes, {}", rate(nodes, time))?;
        out.flush()?;
    }
    let ways: Vec<&str> = counted.iter().map(|way| way_name(*way)).collect();
    if cli.json {
        return print_json(out, &json!({ "depths": depths, "nodes": nodes, "counted_by": ways }));
    }
    if !ways.is_empty() {
        writeln!(out, "counted by {}", ways.join(" and "))?;
    }
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

fn way_name(way: Counting) -> &'static str {
    match way {
        Counting::Sets => "sets",
        Counting::Lists => "lists",
        Counting::Leaves => "leaves",
        Counting::Tables => "tables",
    }
}

/// That the rules ask for more work than is allowed.
pub(super) fn given_up(sources: &mut Sources, reason: Reason) -> Stop {
    let diagnostics = vec![session::given_up(sources, reason)];
    Stop::Trouble(Trouble { sources: sources.clone(), diagnostics })
}

/// How long something took, and how many nodes that makes a second.
pub(super) fn rate(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)]
    let each_second = if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 };
    format!("{seconds:.3} s, {each_second:.0} nodes/s")
}
