//! `rulemate moves`.

use super::{Done, eprintln_quietly, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::shelf::Folders;
use rulemate_interpreter::game::View;
use rulemate_interpreter::notation::coordinate;
use serde_json::{Value, json};
use std::io::Write;

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
