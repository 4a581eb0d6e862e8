//! What a player may imagine of what is hidden from it. Imports `dice`.
//!
//! A player that were shown the position would know the other side's secrets. So it is shown one that it must hold for
//! possible: what it knows is in it, and what it does not know is drawn at random (determinisation; for card games:
//! Ginsberg, 2001). It cannot know that it has been drawn, so it plays as if it knew: it neither looks for what is
//! hidden nor hides anything by its play.

use crate::dice::Dice;
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::board::SquareSet;
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::ids::{FactId, PieceId, SideId, Square};
use rulemate_interpreter::model::{File, Library, Verb};
use rulemate_interpreter::position::{Mark, Place, Position, Value};

/// How often a place is drawn for one hidden piece before it is left where it is.
const TRIES: usize = 12;

/// Whether anything can be hidden by these rules at all, whatever events start.
#[must_use]
pub fn can_hide(library: &Library) -> bool {
    library.facts.iter().any(|fact| fact.secret) || library.files.iter().any(closes_eyes)
}

/// Whether a file says that somebody cannot see something.
fn closes_eyes(file: &File) -> bool {
    file.relations.iter().any(|relation| relation.verb == Verb::See && !relation.can)
}

/// Whether pieces can be hidden by the rules in force in a position.
fn can_hide_pieces(library: &Library, position: &Position) -> bool {
    let events = position.events.iter().map(|started| started.event.index());
    (0..library.games).chain(events).any(|file| closes_eyes(&library.files[file]))
}

/// A position that a side must hold for possible, drawn at random; none if nothing is hidden from it. A turn that is
/// under way is left as it is, with what has been decided in it.
#[must_use]
pub fn imagine(arena: &Arena, position: &Position, side: SideId, dice: &mut Dice) -> Option<Position> {
    if position.pending.is_some() {
        return None;
    }
    let engine = arena.engine();
    let hides = can_hide_pieces(arena.library(), position);
    let hidden = if hides { engine.hidden(position, side) } else { Vec::new() };
    let mut imagined = position.clone();
    let moved = move_hidden(engine, &mut imagined, &hidden, side, dice);
    let drawn = draw_secrets(arena, &mut imagined, side, dice);
    (moved || drawn).then_some(imagined)
}

/// Puts hidden pieces elsewhere: where they would be as hidden, and threaten no more than they do.
fn move_hidden(
    engine: &dyn Engine,
    imagined: &mut Position,
    hidden: &[PieceId],
    side: SideId,
    dice: &mut Dice,
) -> bool {
    let mut moved = false;
    if hidden.is_empty() {
        return moved;
    }
    let threatened = engine.threatened(imagined, side);
    let legal = engine.count(imagined) > 0;
    for piece in hidden {
        let Place::Square(from) = imagined.piece(*piece).place else { continue };
        let empty: Vec<Square> =
            engine.board(imagined).iter().filter(|square| imagined.at(*square).is_none()).collect();
        for _ in 0..TRIES.min(empty.len()) {
            let square = empty[dice.below(empty.len())];
            imagined.put(*piece, Place::Square(square));
            let fits = engine.hidden(imagined, side).contains(piece)
                && engine.threatened(imagined, side) == threatened
                && (engine.count(imagined) > 0) == legal;
            if fits {
                moved = true;
                break;
            }
            imagined.put(*piece, Place::Square(from));
        }
    }
    moved
}

/// Draws anew what the other side keeps secret.
fn draw_secrets(arena: &Arena, imagined: &mut Position, side: SideId, dice: &mut Dice) -> bool {
    let library = arena.library();
    let before = imagined.clone();
    let unknown = |fact: FactId, mark: &Mark, whose: Option<SideId>| {
        library.facts[fact.index()].secret && !mark.revealed && whose != Some(side)
    };
    let mut drawn = false;
    let board = arena.engine().board(&before);
    let mut again = |mark: &mut Mark, whose: Option<SideId>, dice: &mut Dice| {
        drawn = true;
        draw(&mut mark.value, (&before, board), whose, dice);
    };
    for piece in &mut imagined.pieces {
        let owner = piece.owner;
        for (_, mark) in piece.facts.iter_mut().filter(|(fact, mark)| unknown(*fact, mark, Some(owner))) {
            again(mark, Some(owner), dice);
        }
    }
    for ((fact, of), mark) in &mut imagined.sides {
        if unknown(*fact, mark, Some(*of)) {
            again(mark, Some(*of), dice);
        }
    }
    for (fact, mark) in &mut imagined.game {
        if unknown(*fact, mark, None) {
            again(mark, None, dice);
        }
    }
    let maker = |mark: &Mark| mark.maker.map(|maker| before.piece(maker).owner);
    let secret: Vec<(FactId, Square)> = imagined
        .squares
        .iter()
        .filter(|((fact, _), mark)| unknown(*fact, mark, maker(mark)))
        .map(|(key, _)| *key)
        .collect();
    for (fact, square) in secret {
        let Some(mark) = imagined.squares.remove(&(fact, square)) else { continue };
        let free: Vec<Square> =
            board.iter().filter(|square| !imagined.squares.contains_key(&(fact, *square))).collect();
        let free = if before.at(square).is_none() { empty_of(&before, &free) } else { free };
        let square = free.get(dice.below(free.len())).copied().unwrap_or(square);
        imagined.squares.insert((fact, square), mark);
        drawn = true;
    }
    drawn
}

fn empty_of(position: &Position, squares: &[Square]) -> Vec<Square> {
    squares.iter().copied().filter(|square| position.at(*square).is_none()).collect()
}

/// Draws a value anew: as many squares, empty ones if these are empty; as many pieces of the same side; as many kinds
/// that stand on the board. What is none of these is left as it is.
fn draw(
    value: &mut Value,
    (position, board): (&Position, SquareSet),
    whose: Option<SideId>,
    dice: &mut Dice,
) {
    match value {
        Value::Squares(set) => {
            let all: Vec<Square> = board.iter().collect();
            let are_empty = set.iter().all(|square| position.at(square).is_none());
            let from = if are_empty { empty_of(position, &all) } else { all };
            let count = set.iter().count();
            *set = some_of(from, count, dice).into_iter().collect();
        }
        Value::Pieces(pieces) => {
            let owner = pieces.first().map(|piece| position.piece(*piece).owner).or(whose);
            let from: Vec<PieceId> = position
                .ids()
                .filter(|id| matches!(position.piece(*id).place, Place::Square(_)))
                .filter(|id| owner.is_none_or(|owner| position.piece(*id).owner == owner))
                .collect();
            *pieces = some_of(from, pieces.len(), dice);
            pieces.sort_unstable();
        }
        Value::Kinds(kinds) => {
            let mut from: Vec<_> = position
                .ids()
                .filter(|id| matches!(position.piece(*id).place, Place::Square(_)))
                .map(|id| position.piece(id).kind)
                .collect();
            from.sort_unstable();
            from.dedup();
            *kinds = some_of(from, kinds.len(), dice);
            kinds.sort_unstable();
        }
        Value::Bool(_) | Value::Number(_) | Value::Directions(_) | Value::Sides(_) | Value::Events(_) => {}
    }
}

/// So many of these, all alike to be drawn.
fn some_of<T>(mut from: Vec<T>, count: usize, dice: &mut Dice) -> Vec<T> {
    for at in 0..count.min(from.len()) {
        let other = at + dice.below(from.len() - at);
        from.swap(at, other);
    }
    from.truncate(count);
    from
}
