//! Who passed the square of a position's fourth field. Imports `ids`, `board`, `model`, `position`, `engine`, `makers`.
//!
//! The field names a square and not the piece that passed it. It is found by going back: a piece of the side
//! that has just moved steps back over the square, to an empty square as far behind it; if one of that
//! side's turns from there passes the square again and leaves the same mark, that is the piece. With events in
//! force it may have come by another way: if none is found, it is the piece on the next square forward, if that can
//! have set the mark.

use crate::board::Vector;
use crate::ids::{FactId, PieceId, SideId, Square};
use crate::model::{Library, Lifetime};
use crate::notation::{Rules, makers};
use crate::position::{Left, Mark, Part, Place, Position, Value};

/// The pieces that can have passed the square in the turn before.
pub fn makers(rules: Rules<'_>, position: &Position, fact: FactId, square: Square) -> Vec<PieceId> {
    let size = rules.lexicon.size;
    if position.at(square).is_some() {
        return Vec::new();
    }
    let side = position.player.other();
    let mut found = Vec::new();
    for right in -2..=2 {
        for up in -2..=2 {
            let vector = Vector::new(right, up);
            if vector == Vector::default() {
                continue;
            }
            let Some(now) = size.step(square, vector) else { continue };
            let Some(before) = size.step(square, vector.back()) else { continue };
            let Some(id) = position.at(now) else { continue };
            if position.piece(id).owner == side
                && position.at(before).is_none()
                && came_from(rules, position, fact, square, (id, before, now))
            {
                found.push(id);
            }
        }
    }
    if found.is_empty() && !position.events.is_empty() {
        // An event may have led it there by another way: then it is the piece on the next square.
        let next = size.step(square, Vector::new(0, 1).seen_by(side)).and_then(|next| position.at(next));
        let can = |id: &PieceId| {
            let mark = mark(rules.library(), position, fact, *id);
            position.piece(*id).owner == side && makers::can_have_set(rules, position, (fact, square), &mark)
        };
        found.extend(next.filter(can));
    }
    found
}

/// Whether the piece, put back, has a turn to where it stands that leaves the mark on the square.
fn came_from(
    rules: Rules<'_>,
    position: &Position,
    fact: FactId,
    square: Square,
    (id, before, now): (PieceId, Square, Square),
) -> bool {
    let mut earlier = position.clone();
    earlier.pending = None;
    earlier.over = None;
    earlier.player = position.player.other();
    earlier.squares.retain(|(other, _), _| *other != fact);
    earlier.put(id, Place::Square(before));
    earlier.pieces[id.index()].fresh = true;
    rules.engine.turns(&earlier).iter().any(|turn| {
        let [Part::Move(declared)] = &turn.parts[..] else { return false };
        if declared.origin != Some(before) || declared.target != Some(now) || !declared.takes.is_empty() {
            return false;
        }
        rules.engine.play(&earlier, turn).is_ok_and(|after| {
            let mark = after.squares.get(&(fact, square));
            mark.and_then(|mark| mark.maker).is_some_and(|maker| after.at(now) == Some(maker))
        })
    })
}

/// The mark that the fourth field stands for, made by this piece.
pub fn mark(library: &Library, position: &Position, fact: FactId, maker: PieceId) -> Mark {
    Mark {
        value: Value::Bool(true),
        maker: Some(maker),
        left: full_life(library, fact, position.player.other()),
        revealed: false,
    }
}

/// What is left of a fact's lifetime when it has just been set, in the view of `side`.
pub fn full_life(library: &Library, fact: FactId, side: SideId) -> Left {
    match library.facts[fact.index()].life {
        Lifetime::Always => Left::Always,
        Lifetime::ThisTurn => Left::ThisTurn,
        Lifetime::Turns { number, enemy } => {
            let side = if enemy { side.other() } else { side };
            Left::Turns { side, turns: number, enemy, new: false }
        }
    }
}
