//! `rulemate explain`.

use super::{Done, Stop, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::explain;
use crate::render::cleaned;
use crate::shelf::Folders;
use rulemate_interpreter::notation::lexicon::square;
use serde_json::{Value, json};
use std::io::Write;

/// Says why a move is legal or not, or what a piece can do.
pub fn run(cli: &Cli, shelf: &Folders, args: &GameArgs, what: &str, out: &mut dyn Write) -> Done {
    let session = open(shelf, args)?;
    let game = &session.game;
    if let Some(at) = square(what).filter(|at| game.rules().lexicon.size.has(*at)) {
        // A move may be written like its square: meant so is what is legal, or leads some piece to where none is.
        let is_move = game.find(what).is_ok() || game.position().at(at).is_none() && game.leads(what);
        if !is_move {
            return of_square(cli, game, at, out);
        }
    }
    let said = explain::of_move(&game.open_view(), &session.sources, what);
    if cli.json {
        let places: Vec<Value> = said
            .places
            .iter()
            .map(|(cited, sentence)| json!({ "place": cited, "sentence": sentence }))
            .collect();
        print_json(out, &json!({ "move": what, "legal": said.legal, "text": said.text, "places": places }))?;
    } else {
        writeln!(out, "{}", cleaned(&said.text))?;
    }
    // An illegal move is an answer here; one that means nothing is not.
    if said.known { Ok(()) } else { Err(Stop::Told) }
}

fn of_square(
    cli: &Cli,
    game: &rulemate_interpreter::game::Game,
    at: rulemate_interpreter::ids::Square,
    out: &mut dyn Write,
) -> Done {
    let position = game.position();
    let piece = position.at(at).map(|id| position.piece(id));
    let name = piece.map(|piece| {
        let library = game.library();
        format!("{} {}", library.side_name(piece.owner), library.kinds[piece.kind.index()].name)
    });
    let turns = explain::of_square(&game.open_view(), at);
    if cli.json {
        let turns: Vec<Value> =
            turns.iter().map(|(coordinate, san)| json!({ "coordinate": coordinate, "san": san })).collect();
        let mut value = json!({ "square": at.to_string(), "piece": name, "turns": turns });
        if piece.is_none() {
            let reached: Vec<Value> = explain::onto_square(&game.open_view(), at)
                .iter()
                .map(|(piece, coordinate, san)| json!({ "piece": piece, "coordinate": coordinate, "san": san }))
                .collect();
            value["reached_by"] = Value::Array(reached);
        }
        return print_json(out, &value);
    }
    let (line, list) = explain::about_square(&game.open_view(), at);
    writeln!(out, "{line}")?;
    for each in list {
        writeln!(out, "{}", each.join("\t"))?;
    }
    Ok(())
}
