//! From a position to its suffix. Imports `ids`, `position`, and the rest of `notation`.

use super::value::{Of, write_facts};
use crate::ids::{FactId, PieceId, SideId, Square};
use crate::notation::{Rules, coordinate};
use crate::position::{Mark, Part, Pending, Place, Position, Started};
use std::collections::BTreeMap;

/// What stands in a text for a part of a turn that is not told.
pub const UNSHOWN: &str = "?";

/// The suffix of a position in canonical form, without the bar before it; empty if it has nothing besides its
/// fields. `said` are the marks that the fields say, and `fresh` what they say of each piece.
pub fn write(
    rules: Rules<'_>,
    position: &Position,
    said: &[(FactId, Option<Square>)],
    fresh: &[bool],
) -> String {
    let writer = Writer { rules, position };
    let mut clauses = Vec::new();
    if !position.events.is_empty() {
        clauses.push(format!("events {}", starts(rules, &position.events)));
    }
    writer.pieces(&mut clauses);
    writer.fresh(&mut clauses, fresh);
    writer.facts(&mut clauses, said);
    if !position.barred.is_empty() {
        let turns = position.barred.iter().map(|turn| coordinate::write_full(rules, position, &turn.parts));
        clauses.push(format!("barred {}", turns.collect::<Vec<_>>().join(" and ")));
    }
    if let Some(pending) = &position.pending {
        let all: Vec<Option<Part>> = pending.declared.iter().cloned().map(Some).collect();
        clauses.push(write_pending(rules, position, pending, &all));
    }
    if let Some(over) = &position.over {
        let how =
            over.winner.map_or_else(|| "draw".to_string(), |side| format!("{} wins", writer.side(side)));
        let by = over.by.map_or_else(String::new, |by| format!(" by {}", rules.library().labels[by.index()]));
        clauses.push(format!("over {how}{by}"));
    }
    clauses.join("; ")
}

/// The clause of the decision that is waited for; `shown` are the parts of what is declared, none for one that is
/// not told.
pub fn write_pending(
    rules: Rules<'_>,
    position: &Position,
    pending: &Pending,
    shown: &[Option<Part>],
) -> String {
    let mut turn = String::new();
    for (at, (part, shown)) in pending.declared.iter().zip(shown).enumerate() {
        match (part, shown) {
            (Part::Move(_), _) if at > 0 => turn.push(';'),
            (Part::Choice(_), None) => turn.push(','),
            _ => {}
        }
        match shown {
            Some(part) => {
                turn.push_str(&coordinate::write_full(rules, position, std::slice::from_ref(part)));
            }
            None => turn.push_str(UNSHOWN),
        }
    }
    let who = pending.who.map_or("chance", |side| &rules.lexicon.sides[side.index()]);
    if pending.starting.is_empty() {
        let turn = if turn.is_empty() { "." } else { &turn };
        let stands = if pending.stands { " stands" } else { "" };
        return format!("turn {turn}{stands} and {who} decides");
    }
    let with = turn.strip_prefix(',').unwrap_or(&turn);
    let with = if with.is_empty() { String::new() } else { format!(" with {with}") };
    format!("starting {}{with} and {who} decides", starts(rules, &pending.starting))
}

/// Events with their starters: `portals:w, ambulance:b`.
fn starts(rules: Rules<'_>, events: &[Started]) -> String {
    let start = |started: &Started| {
        let name = &rules.library().files[started.event.index()].name;
        format!("{name}:{}", rules.lexicon.sides[started.by.index()])
    };
    events.iter().map(start).collect::<Vec<_>>().join(", ")
}

struct Writer<'a> {
    rules: Rules<'a>,
    position: &'a Position,
}

impl<'a> Writer<'a> {
    fn side(&self, side: SideId) -> &'a str {
        &self.rules.lexicon.sides[side.index()]
    }

    fn pieces(&self, clauses: &mut Vec<String>) {
        let mut places: Vec<Place> = Vec::new();
        for id in self.position.ids() {
            let place = self.position.piece(id).place;
            let said = match place {
                Place::On(carrier) => matches!(self.position.piece(carrier).place, Place::Square(_)),
                Place::Hand(_) | Place::Held(_) | Place::Taken(_) => true,
                Place::Square(_) | Place::Gone => false,
            };
            if said && !places.contains(&place) {
                places.push(place);
            }
        }
        for place in places {
            let head = match place {
                Place::On(carrier) => match self.position.piece(carrier).place {
                    Place::Square(square) => format!("on {square}"),
                    _ => continue,
                },
                Place::Hand(side) => format!("hand {}", self.side(side)),
                Place::Held(square) => format!("held {square}"),
                Place::Taken(square) => format!("taken {square}"),
                Place::Square(_) | Place::Gone => continue,
            };
            clauses.push(format!("{head} {}", self.group(place)));
        }
    }

    fn group(&self, place: Place) -> String {
        let all: Vec<String> = self
            .position
            .ids()
            .filter(|id| self.position.piece(*id).place == place)
            .map(|id| self.piece(id))
            .collect();
        all.join(", ")
    }

    fn piece(&self, id: PieceId) -> String {
        let piece = self.position.piece(id);
        let mut text = self.rules.lexicon.sign(piece.kind, piece.owner).to_string();
        let carried = self.group(Place::On(id));
        if !carried.is_empty() {
            text.push_str(&format!("[{carried}]"));
        }
        if !piece.facts.is_empty() {
            let marks = piece.facts.iter().map(|(fact, mark)| (*fact, mark));
            text.push_str(&write_facts(self.rules, self.position, Of::Piece(id), marks));
        }
        text
    }

    fn fresh(&self, clauses: &mut Vec<String>, fresh: &[bool]) {
        for (head, wanted) in [("fresh", true), ("moved", false)] {
            let squares: Vec<String> = self
                .position
                .pieces
                .iter()
                .zip(fresh)
                .filter(|(piece, said)| piece.fresh != **said && piece.fresh == wanted)
                .filter_map(|(piece, _)| match piece.place {
                    Place::Square(square) => Some(square.to_string()),
                    _ => None,
                })
                .collect();
            if !squares.is_empty() {
                clauses.push(format!("{head} {}", squares.join(" ")));
            }
        }
    }

    fn facts(&self, clauses: &mut Vec<String>, said: &[(FactId, Option<Square>)]) {
        let (rules, position) = (self.rules, self.position);
        for id in position.ids() {
            let piece = position.piece(id);
            if let (Place::Square(square), false) = (piece.place, piece.facts.is_empty()) {
                let marks = piece.facts.iter().map(|(fact, mark)| (*fact, mark));
                let facts = write_facts(rules, position, Of::Piece(id), marks);
                clauses.push(format!("piece {square} {facts}"));
            }
        }
        let mut squares: BTreeMap<Square, Vec<(FactId, &Mark)>> = BTreeMap::new();
        for ((fact, square), mark) in &position.squares {
            if !said.contains(&(*fact, Some(*square))) {
                squares.entry(*square).or_default().push((*fact, mark));
            }
        }
        for (square, marks) in squares {
            clauses.push(format!("square {square} {}", write_facts(rules, position, Of::Square, marks)));
        }
        for side in [SideId(0), SideId(1)] {
            let marks: Vec<(FactId, &Mark)> = position
                .sides
                .iter()
                .filter(|((_, of), _)| *of == side)
                .map(|((fact, _), mark)| (*fact, mark))
                .collect();
            if !marks.is_empty() {
                let facts = write_facts(rules, position, Of::Side(side), marks);
                clauses.push(format!("side {} {facts}", self.side(side)));
            }
        }
        let marks: Vec<(FactId, &Mark)> = position
            .game
            .iter()
            .filter(|(fact, _)| !said.contains(&(**fact, None)))
            .map(|(fact, mark)| (*fact, mark))
            .collect();
        if !marks.is_empty() {
            clauses.push(format!("game {}", write_facts(rules, position, Of::Game, marks)));
        }
    }
}
