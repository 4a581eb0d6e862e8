//! `rulemate moves` and `rulemate perft`.

use super::{Done, Stop, eprintln_quietly, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::session::{self, Trouble};
use crate::shelf::Folders;
use rulemate_grammar::source::Sources;
use rulemate_interpreter::engine::Reason;
use rulemate_interpreter::game::View;
use rulemate_interpreter::notation::coordinate;
use rulemate_interpreter::perft;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// Lists the legal turns.
pub fn moves(cli: &Cli, shelf: &Folders, args: &GameArgs, out: &mut dyn Write) -> Done {
    let session = open(shelf, args)?;
    let game = &session.game;
    if cli.json {
        return print_json(out, &as_json(&game.open_view()));
    }
    let texts = game.coordinates().into_iter().zip(game.sans());
    for (coordinate, san) in texts {
        writeln!(out, "{coordinate}\t{san}")?;
    }
    if let Some(outcome) = game.outcome() {
        out.flush()?;
        eprintln_quietly(&format!("the game is over: {}", game.outcome_text(&outcome)));
    }
    Ok(())
}

/// Where a game stands, for programs: as far as the view shows it.
pub(super) fn as_json(view: &View<'_>) -> Value {
    let game = view.game();
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
    let coordinates = coordinate::write_all(game.rules(), game.position(), view.turns());
    let turns: Vec<Value> = coordinates
        .into_iter()
        .zip(view.sans())
        .map(|(coordinate, san)| json!({ "coordinate": coordinate, "san": san }))
        .collect();
    json!({
        "position": view.text(),
        "turns": turns,
        "check": view.is_check(),
        "outcome": game.outcome().map(|outcome| game.outcome_text(&outcome)),
        "claims": claims,
    })
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
