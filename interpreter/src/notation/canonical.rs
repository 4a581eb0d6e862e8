//! One form for all positions that mean the same, and the text that `repeats` counts. Imports `ids`, `engine`,
//! `model`, `position`, and the rest of `notation`.

use crate::engine::nothing;
use crate::ids::{FactId, PieceId, SideId, Square};
use crate::model::{Library, Type};
use crate::notation::lexicon::constant_default;
use crate::notation::{Rules, castling, fen};
use crate::position::{Left, Mark, Piece, Place, Position, Value};
use std::collections::BTreeMap;

/// The same position, without what no rule can tell apart:
/// - pieces that are gone, or were taken and bear no fact, are forgotten, and so is whoever speaks of them;
/// - the pieces stand in one order: by square, each followed by what it carries, then hands, held, taken;
/// - facts that say what they would say unset are unset, and only secrets are revealed;
/// - a fact that only makes pieces takeable in passing is left out where no legal turn takes by it;
/// - who made a fact is kept for facts of squares alone, and of an end that has come about not where it stands;
/// - whether a piece is fresh is kept for castling rights alone, unless a rule in force asks for it.
///
/// Positions with equal canonical forms have equal texts and the reverse.
#[must_use]
pub fn canonical(rules: Rules<'_>, position: &Position) -> Position {
    let mut base = position.clone();
    base.pending = None;
    if let Some(over) = &mut base.over {
        over.place = Default::default();
    }
    drop_defaults(rules, &mut base);
    drop_dead_passed(rules, &mut base);
    settle_fresh(rules, &mut base);
    let mut sorted = sort_pieces(&base);
    sorted.pending.clone_from(&position.pending);
    sorted
}

/// The text that `repeats` counts: the position's own, without the move's number and the fact of the game
/// that the fifth field fills.
#[must_use]
pub fn identity(rules: Rules<'_>, position: &Position) -> String {
    let mut position = canonical(rules, position);
    position.number = 1;
    if let Some(clock) = rules.lexicon.clock {
        position.game.remove(&clock);
    }
    fen::write_canonical(rules, &position)
}

fn drop_defaults(rules: Rules<'_>, position: &mut Position) {
    let library = rules.library();
    let secret = |fact: FactId| library.facts[fact.index()].secret;
    for (fact, mark) in position.pieces.iter_mut().flat_map(|piece| &mut piece.facts) {
        mark.revealed &= secret(*fact);
    }
    position.squares.iter_mut().for_each(|((fact, _), mark)| mark.revealed &= secret(*fact));
    position.sides.iter_mut().for_each(|((fact, _), mark)| mark.revealed &= secret(*fact));
    position.game.iter_mut().for_each(|(fact, mark)| mark.revealed &= secret(*fact));
    let says = |fact: FactId, mark: &Mark| says(library, fact, mark);
    for piece in &mut position.pieces {
        piece.facts.retain(|(fact, mark)| says(*fact, mark));
        piece.facts.sort_by_key(|(fact, _)| *fact);
        piece.facts.iter_mut().for_each(|(_, mark)| mark.maker = None);
    }
    position.squares.retain(|(fact, _), mark| says(*fact, mark));
    position.sides.retain(|(fact, _), mark| says(*fact, mark));
    position.game.retain(|fact, mark| says(*fact, mark));
    position.sides.values_mut().chain(position.game.values_mut()).for_each(|mark| mark.maker = None);
}

/// Whether a fact says something else than it would unset.
pub(super) fn says(library: &Library, fact: FactId, mark: &Mark) -> bool {
    // To be no, or none, is what the fact says unset, for however long that is said; and so is to name pieces, but none.
    let declared = &library.facts[fact.index()];
    let ended =
        declared.default.is_none() && declared.of != Type::Number && mark.value == nothing(declared.of);
    let nobody = mark.value == Value::Pieces(Vec::new());
    let plain = mark.left == Left::Always && !mark.revealed || (ended || nobody) && !declared.secret;
    !plain || constant_default(library, fact).is_none_or(|default| default != mark.value)
}

fn drop_dead_passed(rules: Rules<'_>, position: &mut Position) {
    let passing: Vec<(FactId, Square)> = position
        .squares
        .keys()
        .filter(|(fact, _)| rules.lexicon.only_taken_by(position, *fact))
        .copied()
        .collect();
    if passing.is_empty() {
        return;
    }
    let live = rules.engine.live_passed(position);
    for key in passing {
        if !live.contains(&key.1) {
            position.squares.remove(&key);
        }
    }
}

fn settle_fresh(rules: Rules<'_>, position: &mut Position) {
    if rules.lexicon.reads_fresh(position) {
        // A piece that is off the board has been moved or taken, whatever its flag says.
        for piece in &mut position.pieces {
            piece.fresh &= matches!(piece.place, Place::Square(_));
        }
    } else {
        let rights = castling::rights(rules, position);
        castling::deduce_fresh(rules, position, &rights);
    }
}

fn sort_pieces(position: &Position) -> Position {
    let mut order = Vec::with_capacity(position.pieces.len());
    let group = |wanted: Place| {
        let mut group: Vec<PieceId> =
            position.ids().filter(|id| position.piece(*id).place == wanted).collect();
        group.sort_by_cached_key(|id| likeness(position.piece(*id)));
        group
    };
    let squares = (0..=255).map(|square| Place::Square(Square(square)));
    let hands = [SideId(0), SideId(1)].map(Place::Hand);
    let mut off: Vec<Place> = position
        .pieces
        .iter()
        .map(|piece| piece.place)
        .filter(|place| matches!(place, Place::Held(_) | Place::Taken(_)))
        .collect();
    off.sort_unstable();
    off.dedup();
    for place in squares.chain(hands).chain(off) {
        let mut stack = match place {
            Place::Square(square) => position.at(square).into_iter().collect(),
            _ => group(place),
        };
        stack.reverse();
        while let Some(id) = stack.pop() {
            if matches!(place, Place::Taken(_)) && position.piece(id).facts.is_empty() {
                continue;
            }
            order.push(id);
            let mut carried = group(Place::On(id));
            carried.reverse();
            stack.extend(carried);
        }
    }
    renumber(position, &order)
}

/// What sets a piece apart from others at its place.
fn likeness(piece: &Piece) -> impl Ord + use<> {
    let facts: Vec<(FactId, Mark)> = piece
        .facts
        .iter()
        .map(|(fact, mark)| {
            let value = match &mark.value {
                Value::Pieces(pieces) => Value::Number(i32::try_from(pieces.len()).unwrap_or(i32::MAX)),
                value => value.clone(),
            };
            (*fact, Mark { value, ..mark.clone() })
        })
        .map(|(fact, mark)| (fact, Mark { maker: None, ..mark }))
        .collect();
    (piece.owner, piece.kind, piece.fresh, facts)
}

fn renumber(position: &Position, order: &[PieceId]) -> Position {
    let new: BTreeMap<PieceId, PieceId> =
        order.iter().enumerate().map(|(index, id)| (*id, PieceId::from_index(index))).collect();
    let mark = |mark: &Mark| {
        let value = match &mark.value {
            Value::Pieces(pieces) => {
                let mut pieces: Vec<PieceId> = pieces.iter().filter_map(|id| new.get(id).copied()).collect();
                pieces.sort_unstable();
                Value::Pieces(pieces)
            }
            value => value.clone(),
        };
        Mark { value, maker: mark.maker.and_then(|id| new.get(&id).copied()), ..mark.clone() }
    };
    let mut sorted = Position::empty();
    for id in order {
        let mut piece = position.piece(*id).clone();
        if let Place::On(carrier) = piece.place {
            piece.place = new.get(&carrier).map_or(Place::Gone, |carrier| Place::On(*carrier));
        }
        piece.facts = piece.facts.iter().map(|(fact, each)| (*fact, mark(each))).collect();
        sorted.add(piece);
    }
    sorted.squares = position.squares.iter().map(|(key, each)| (*key, mark(each))).collect();
    sorted.sides = position.sides.iter().map(|(key, each)| (*key, mark(each))).collect();
    sorted.game = position.game.iter().map(|(key, each)| (*key, mark(each))).collect();
    sorted.player = position.player;
    sorted.events.clone_from(&position.events);
    sorted.barred.clone_from(&position.barred);
    sorted.number = position.number;
    sorted.over.clone_from(&position.over);
    sorted
}
