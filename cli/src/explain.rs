//! Why a move is legal, or what refuses it, in words with places in files. Imports the interpreter.

use rulemate_grammar::source::{Place, Sources};
use rulemate_interpreter::engine::Reason;
use rulemate_interpreter::game::{Game, Refused, View, behind_start};
use rulemate_interpreter::ids::Square;
use rulemate_interpreter::notation::coordinate;
use rulemate_interpreter::position::{Part, Turn};

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether it is legal.
    pub legal: bool,
    /// Whether the text means a move at all: one that is legal, or one that rules refuse.
    pub known: bool,
    /// One sentence or several, each a line.
    pub text: String,
    /// The places that are cited, as `file:line` with the sentence that stands there.
    pub places: Vec<(String, String)>,
}

/// What makes a move legal, or everything that refuses it.
#[must_use]
pub fn of_move(view: &View<'_>, sources: &Sources, text: &str) -> Said {
    let game = view.game();
    let found = match start(view, sources, text) {
        Some(found) => found,
        None => view.find(text).map(|turn| legal(view, sources, &turn)),
    };
    match found {
        Ok(said) => said,
        Err(refused) => of_refused(game, sources, &refused),
    }
}

/// What is said of a move that was not played.
#[must_use]
pub fn of_refused(game: &Game, sources: &Sources, refused: &Refused) -> Said {
    let mut said =
        Said { legal: false, known: false, text: format!("{}.", refused.message(game)), places: Vec::new() };
    match refused {
        Refused::Illegal { reasons, .. } if reasons.is_empty() => said.known = true,
        Refused::Illegal { reasons, .. } => {
            said.known = true;
            said.text = refused.message(game);
            said.text.push(':');
            for (text, places) in told_once(reasons) {
                said.text.push_str(&format!("\n  {text}"));
                for (word, place) in places {
                    let cited = cite(sources, place);
                    // A sentence that has been shown is only pointed at.
                    if said.places.contains(&cited) {
                        said.text.push_str(&format!(", {word} {}", cited.0));
                    } else {
                        said.text.push_str(&format!(", {word} `{}` at {}", cited.1, cited.0));
                        said.places.push(cited);
                    }
                }
            }
        }
        Refused::Over(outcome) => {
            said.known = true;
            let (cited, sentence) = cite(sources, outcome.place);
            said.text = format!("{}, by `{sentence}` at {cited}", refused.message(game));
            said.places.push((cited, sentence));
        }
        _ => {
            if let Some(help) = refused.help() {
                said.text.push_str(&format!("\n  {help}"));
            }
        }
    }
    said
}

/// The texts of reasons, each once, with all sentences for it: first by what, then what that breaks.
fn told_once(reasons: &[Reason]) -> Vec<(&str, Vec<(&'static str, Place)>)> {
    let mut told: Vec<(&str, Vec<(&'static str, Place)>)> = Vec::new();
    for reason in reasons {
        let words = if reason.by.is_some() { ["by", "against"] } else { ["by"; 2] };
        let places = reason.by.into_iter().chain(reason.place).zip(words).map(|(place, word)| (word, place));
        match told.iter_mut().find(|(text, _)| *text == reason.text) {
            Some((_, known)) => {
                for place in places {
                    if !known.contains(&place) {
                        known.push(place);
                    }
                }
            }
            None => told.push((&reason.text, places.collect())),
        }
    }
    told
}

/// What is said of `start E`; none if the text is no such.
fn start(view: &View<'_>, sources: &Sources, text: &str) -> Option<Result<Said, Refused>> {
    let rest = behind_start(text.trim())?;
    let name = rest.strip_prefix(' ').or(rest.is_empty().then_some(""))?.trim().trim_matches('"');
    let game = view.game();
    if let Err(refused) = game.would_play(text) {
        return Some(Err(view.refused(refused)));
    }
    let library = game.library();
    let event = library.event(name.split(':').next().unwrap_or(name));
    let needs = event.map_or(&[][..], |event| &library.files[event.index()].needs[..]);
    let places: Vec<(String, String)> = needs.iter().map(|(need, _)| cite(sources, need.place)).collect();
    let mut said = format!("{} is legal", text.trim());
    for (at, (cited, sentence)) in places.iter().enumerate() {
        said.push_str(if at == 0 { ": what it needs holds" } else { "" });
        said.push_str(&format!("\n  by `{sentence}` at {cited}"));
    }
    Some(Ok(Said { legal: true, known: true, text: said, places }))
}

fn legal(view: &View<'_>, sources: &Sources, turn: &Turn) -> Said {
    let (game, name) = (view.game(), view.san(turn));
    let coordinate = coordinate::write(game.rules(), game.position(), game.turns(), turn);
    let mut said = Said {
        legal: true,
        known: true,
        text: format!("{name} ({coordinate}) is legal"),
        places: Vec::new(),
    };
    for place in game.rules().engine.made(game.position(), turn) {
        let cited = cite(sources, place);
        if !said.places.contains(&cited) {
            said.places.push(cited);
        }
    }
    for (at, (cited, sentence)) in said.places.iter().enumerate() {
        said.text.push_str(if at == 0 { ":" } else { "" });
        said.text.push_str(&format!("\n  by `{sentence}` at {cited}"));
    }
    said
}

/// `file:line`, and the text of the sentence, cut where it is long.
#[must_use]
pub fn cite(sources: &Sources, place: Place) -> (String, String) {
    let text = sources.get(place.source).slice(place.span);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(72).collect();
    let sentence = if short.len() < line.len() { format!("{short}...") } else { short };
    (sources.cite(place), sentence)
}

/// What the piece on a square can do: its legal turns in both forms.
#[must_use]
pub fn of_square(view: &View<'_>, square: Square) -> Vec<(String, String)> {
    let turns = view.turns();
    let coordinates = coordinate::write_all(view.game().rules(), view.game().position(), turns);
    let sans = view.sans();
    turns
        .iter()
        .zip(coordinates.into_iter().zip(sans))
        .filter(|(turn, _)| {
            turn.parts
                .iter()
                .any(|part| matches!(part, Part::Move(declared) if declared.origin == Some(square)))
        })
        .map(|(_, texts)| texts)
        .collect()
}

/// What is said of a square: of what stands there, what it can play; else who can go there. One line, and a list.
#[must_use]
pub fn about_square(view: &View<'_>, at: Square) -> (String, Vec<Vec<String>>) {
    let (library, position) = (view.game().library(), view.so_far());
    let who = library.side_name(position.player);
    let Some(piece) = position.at(at).map(|id| position.piece(id)) else {
        let reached: Vec<Vec<String>> = onto_square(view, at)
            .into_iter()
            .map(|(piece, coordinate, san)| vec![piece, coordinate, san])
            .collect();
        let line = match reached.is_empty() {
            true => format!("nothing stands on {at}, and no piece of {who} can go there"),
            false => format!("nothing stands on {at}; {who} can go there with"),
        };
        return (line, reached);
    };
    let kind = &library.kinds[piece.kind.index()].name;
    let name = format!("the {} {kind} on {at}", library.side_name(piece.owner));
    let turns = of_square(view, at);
    let line = match turns.is_empty() {
        true if piece.owner == position.player => format!("{name} has no legal turn"),
        true => format!("{name} has no turn: it is {who}'s"),
        false => format!("{name} can play"),
    };
    (line, turns.into_iter().map(|(coordinate, san)| vec![coordinate, san]).collect())
}

/// What can go to a square: each piece with where it stands, and the turn in both forms.
#[must_use]
pub fn onto_square(view: &View<'_>, square: Square) -> Vec<(String, String, String)> {
    let (turns, game) = (view.turns(), view.game());
    let (library, position) = (game.library(), view.so_far());
    let coordinates = coordinate::write_all(game.rules(), game.position(), turns);
    let said = turns.iter().zip(coordinates.into_iter().zip(view.sans()));
    let arrives = |(turn, (coordinate, san)): (&Turn, (String, String))| {
        let origin = turn.parts.iter().find_map(|part| match part {
            Part::Move(declared) if declared.target == Some(square) => Some(declared.origin),
            _ => None,
        })?;
        let piece = origin.and_then(|origin| Some((origin, position.piece(position.at(origin)?).kind)));
        let piece = piece.map_or_else(
            || "from the hand".to_owned(),
            |(origin, kind)| format!("{} {origin}", library.kinds[kind.index()].name),
        );
        Some((piece, coordinate, san))
    };
    said.filter_map(arrives).collect()
}
