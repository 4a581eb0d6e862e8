//! `rulemate events`: the deck, and which of its events may start.

use super::{Done, Stop, open, print_json};
use crate::args::{Cli, GameArgs, PlaceArgs};
use crate::explain::cite;
use crate::session::Session;
use crate::shelf::{Folders, game_with_deck};
use rulemate_grammar::source::{Place, Sources, Span};
use rulemate_interpreter::engine::Reason;
use rulemate_interpreter::game::Game;
use rulemate_interpreter::ids::FileId;
use serde_json::{Value, json};
use std::io::Write;

/// Lists the events of the deck, by number.
pub fn run(cli: &Cli, shelf: &Folders, game: Option<&str>, place: &PlaceArgs, out: &mut dyn Write) -> Done {
    let name = game.map(str::to_string).or_else(|| game_with_deck(shelf));
    let Some(name) = name else {
        return Err(Stop::Usage("no game at hand has a deck: name one".to_string()));
    };
    let session = open(shelf, &GameArgs { game: name, place: place.clone() })?;
    if !cli.json {
        return Ok(write(&session, out)?);
    }
    let game = &session.game;
    let left_out: Vec<&str> = session.left_out.iter().map(|each| each.shown.as_str()).collect();
    let events: Vec<Value> =
        by_number(game).iter().map(|(event, reasons)| as_json(&session, *event, reasons)).collect();
    let value = json!({
        "position": game.position_text(),
        "player": game.library().side_name(game.position().player),
        "events": events,
        "left_out": left_out,
    });
    print_json(out, &value)
}

/// The events of the deck by number, each with what keeps the player from starting it.
fn by_number(game: &Game) -> Vec<(FileId, Vec<Reason>)> {
    let library = game.library();
    let mut deck = game.deck();
    deck.sort_by_key(|(event, _)| {
        let file = &library.files[event.index()];
        (file.number.is_none(), file.number, file.name.clone())
    });
    deck
}

/// Writes the deck: what each event is and needs, and whether the player may start it.
pub fn write(session: &Session, out: &mut dyn Write) -> std::io::Result<()> {
    let game = &session.game;
    let library = game.library();
    let player = library.side_name(game.position().player);
    let deck = by_number(game);
    if deck.is_empty() {
        writeln!(out, "this game has no events")?;
    }
    for (event, reasons) in &deck {
        let file = &library.files[event.index()];
        let number = file.number.map_or_else(|| "-".to_string(), |number| number.to_string());
        writeln!(out, "{number:>3}  {}  \"{}\"", file.name, file.title)?;
        for line in heading(session, *event) {
            writeln!(out, "     {}", line.1)?;
        }
        if reasons.is_empty() {
            writeln!(out, "     {player} may start it")?;
        } else {
            writeln!(out, "     {player} may not start it:")?;
        }
        for reason in reasons {
            let cited = reason.place.map(|place| cite(&session.sources, place));
            let cited = cited.map_or_else(String::new, |(at, sentence)| format!(", by `{sentence}` at {at}"));
            writeln!(out, "       {}{cited}", reason.text)?;
        }
    }
    Ok(())
}

/// The lines of an event's file that say what it is and needs, as written: the word each begins with, the line, its place.
pub(crate) fn heading(session: &Session, event: FileId) -> Vec<(&'static str, String, String)> {
    let file = &session.game.library().files[event.index()];
    let types = file.types.iter().map(|(_, place)| ("type", *place));
    let barred = file.not_with.iter().map(|(_, place)| ("not with", *place));
    let needs = file.needs.iter().map(|(condition, _)| ("needs", condition.place));
    let mut lines = Vec::new();
    for (word, place) in types.chain(barred).chain(needs) {
        let line = line_of(&session.sources, place);
        let entry = (word, line, session.sources.cite(place));
        if !lines.contains(&entry) {
            lines.push(entry);
        }
    }
    lines
}

/// The whole line in which a place begins, without what stands around it.
fn line_of(sources: &Sources, place: Place) -> String {
    let text = &sources.get(place.source).text;
    let at = (place.span.start as usize).min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let span = Span::new(start, end);
    let line = sources.get(place.source).slice(span);
    line.split("//").next().unwrap_or(line).trim().to_string()
}

fn as_json(session: &Session, event: FileId, reasons: &[Reason]) -> Value {
    let file = &session.game.library().files[event.index()];
    let names = |list: &[(String, Place)]| list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let needs: Vec<Value> = heading(session, event)
        .into_iter()
        .filter(|(word, ..)| *word == "needs")
        .map(|(_, line, place)| json!({ "sentence": line, "place": place }))
        .collect();
    let reasons: Vec<Value> = reasons
        .iter()
        .map(|reason| {
            let cited = reason.place.map(|place| cite(&session.sources, place));
            let (place, sentence) = cited.unzip();
            json!({ "text": reason.text, "place": place, "sentence": sentence })
        })
        .collect();
    json!({
        "number": file.number,
        "name": file.name,
        "title": file.title,
        "types": names(&file.types),
        "not_with": names(&file.not_with),
        "needs": needs,
        "may_start": reasons.is_empty(),
        "reasons": reasons,
    })
}
