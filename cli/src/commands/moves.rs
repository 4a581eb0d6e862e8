//! `rulemate moves` and `rulemate perft`.

use super::{Done, Stop, eprintln_quietly, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::session::{self, Trouble};
use crate::shelf::Folders;
use rulemate_grammar::source::Sources;
use rulemate_interpreter::engine::Reason;
use rulemate_interpreter::notation::coordinate;
use rulemate_interpreter::perft;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// Lists the legal turns.
pub fn moves(cli: &Cli, shelf: &Folders, args: &GameArgs, out: &mut dyn Write) -> Done {
    let session = open(shelf, args)?;
    let game = &session.game;
    let texts = game.coordinates().into_iter().zip(game.sans());
    if cli.json {
        let outcome = game.outcome().map(|outcome| game.outcome_text(&outcome));
        let claims: Vec<Value> = game
            .claims()
            .iter()
            .map(|claim| {
                json!({
                    "side": game.library().side_name(claim.side),
                    "by": claim.by.map(|by| game.library().labels[by.index()].clone()),
                })
            })
            .collect();
        let turns: Vec<Value> =
            texts.map(|(coordinate, san)| json!({ "coordinate": coordinate, "san": san })).collect();
        return print_json(
            out,
            &json!({
                "position": game.position_text(),
                "turns": turns,
                "check": game.is_check(),
                "outcome": outcome,
                "claims": claims,
            }),
        );
    }
    for (coordinate, san) in texts {
        writeln!(out, "{coordinate}\t{san}")?;
    }
    if let Some(outcome) = game.outcome() {
        out.flush()?;
        eprintln_quietly(&format!("the game is over: {}", game.outcome_text(&outcome)));
    }
    Ok(())
}

/// Counts legal turns.
pub fn perft(
    cli: &Cli,
    shelf: &Folders,
    args: &GameArgs,
    depth: u32,
    divide: bool,
    out: &mut dyn Write,
) -> Done {
    let mut session = open(shelf, args)?;
    let game = &session.game;
    let stop = |sources: &mut Sources, reason: Reason| {
        let diagnostics = vec![session::given_up(sources, reason)];
        Stop::Trouble(Trouble { sources: sources.clone(), diagnostics })
    };
    let sources = &mut session.sources;
    let (engine, position) = (game.rules().engine, game.position());
    let mut depths: Vec<Value> = Vec::new();
    let mut nodes = 1;
    for each in 1..=depth {
        let start = Instant::now();
        let divided = divide && each == depth;
        let parts = if divided { perft::divide(engine, position, each) } else { Ok(Vec::new()) };
        let parts = parts.map_err(|reason| stop(sources, reason))?;
        nodes = if divided {
            parts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            perft::perft(engine, position, each).map_err(|reason| stop(sources, reason))?
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
    if cli.json {
        return print_json(out, &json!({ "depths": depths, "nodes": nodes }));
    }
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

fn rate(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)]
    let each_second = if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 };
    format!("{seconds:.3} s, {each_second:.0} nodes/s")
}
