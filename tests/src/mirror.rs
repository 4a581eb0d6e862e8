//! Positions and turns with the colours changed and the ranks turned over. Imports the interpreter's `position`.

use rulemate_interpreter::board::{Size, SquareSet, Vector};
use rulemate_interpreter::ids::{PieceId, SideId, Square};
use rulemate_interpreter::position::{
    Chosen, Declared, Left, Mark, Part, Pending, Piece, Place, Position, Started, Turn, Value,
};

fn square(size: Size, square: Square) -> Square {
    Square::at(square.file(), size.ranks - 1 - square.rank())
}

fn place(size: Size, place: Place) -> Place {
    match place {
        Place::Square(at) => Place::Square(square(size, at)),
        Place::Held(at) => Place::Held(square(size, at)),
        Place::Taken(at) => Place::Taken(square(size, at)),
        Place::Hand(side) => Place::Hand(side.other()),
        Place::On(_) | Place::Gone => place,
    }
}

/// Directions are kept as their reader sees them, who has forward before him still, and left where right was.
fn mirrored(directions: &[Vector]) -> Vec<Vector> {
    let mut mirrored: Vec<Vector> = directions.iter().map(|each| Vector::new(-each.right, each.up)).collect();
    mirrored.sort_unstable();
    mirrored
}

fn value(size: Size, value: &Value) -> Value {
    match value {
        Value::Squares(squares) => {
            Value::Squares(squares.iter().map(|at| square(size, at)).collect::<SquareSet>())
        }
        Value::Sides(sides) => {
            let mut sides: Vec<SideId> = sides.iter().map(|side| side.other()).collect();
            sides.sort_unstable();
            Value::Sides(sides)
        }
        Value::Directions(directions) => Value::Directions(mirrored(directions)),
        // Pieces keep their numbers.
        other => other.clone(),
    }
}

fn mark(size: Size, mark: &Mark) -> Mark {
    let left = match mark.left {
        Left::Turns { side, turns, enemy, new } => Left::Turns { side: side.other(), turns, enemy, new },
        left => left,
    };
    Mark { value: value(size, &mark.value), left, ..mark.clone() }
}

/// The position as the other side would have it.
#[must_use]
pub fn position(size: Size, position: &Position) -> Position {
    let mut other = Position::empty();
    other.pieces = position
        .pieces
        .iter()
        .map(|piece| Piece {
            owner: piece.owner.other(),
            kind: piece.kind,
            place: place(size, piece.place),
            fresh: piece.fresh,
            facts: piece.facts.iter().map(|(fact, each)| (*fact, mark(size, each))).collect(),
        })
        .collect();
    for at in size.squares() {
        other.board[square(size, at).index()] = position.at(at);
    }
    other.squares = position
        .squares
        .iter()
        .map(|((fact, at), each)| ((*fact, square(size, *at)), mark(size, each)))
        .collect();
    other.sides =
        position.sides.iter().map(|((fact, side), each)| ((*fact, side.other()), mark(size, each))).collect();
    other.game = position.game.iter().map(|(fact, each)| (*fact, mark(size, each))).collect();
    other.player = position.player.other();
    other.number = position.number;
    other.events = position
        .events
        .iter()
        .map(|started| Started { event: started.event, by: started.by.other() })
        .collect();
    other.barred = position.barred.iter().map(|turn| Turn { parts: parts(size, &turn.parts) }).collect();
    other.barred.sort_unstable();
    other.pending = position.pending.as_ref().map(|pending| {
        Box::new(Pending {
            declared: parts(size, &pending.declared),
            who: pending.who.map(SideId::other),
            stands: pending.stands,
            starting: pending
                .starting
                .iter()
                .map(|started| Started { event: started.event, by: started.by.other() })
                .collect(),
        })
    });
    other.over = position.over.clone().map(|mut over| {
        over.winner = over.winner.map(SideId::other);
        over
    });
    debug_assert!((0..other.pieces.len()).map(PieceId::from_index).all(|id| match other.piece(id).place {
        Place::Square(at) => other.at(at) == Some(id),
        _ => true,
    }));
    other
}

fn chosen(size: Size, chosen: &Chosen) -> Chosen {
    match chosen {
        Chosen::Piece(at, kind, side) => Chosen::Piece(at.map(|at| square(size, at)), *kind, side.other()),
        Chosen::Square(at) => Chosen::Square(square(size, *at)),
        Chosen::Side(side) => Chosen::Side(side.other()),
        Chosen::Directions(directions) => Chosen::Directions(mirrored(directions)),
        Chosen::Kind(_) | Chosen::Number(_) | Chosen::Event(_) => chosen.clone(),
    }
}

fn parts(size: Size, parts: &[Part]) -> Vec<Part> {
    let part = |part: &Part| match part {
        Part::Choice(choice) => Part::Choice(choice.as_ref().map(|each| chosen(size, each))),
        Part::Move(declared) => {
            let mut takes: Vec<Square> = declared.takes.iter().map(|at| square(size, *at)).collect();
            takes.sort_unstable();
            Part::Move(Declared {
                origin: declared.origin.map(|at| square(size, at)),
                target: declared.target.map(|at| square(size, at)),
                partner: declared.partner.map(|at| square(size, at)),
                takes,
                label: declared.label,
                each: declared.each.as_ref().map(|each| chosen(size, each)),
                carried: declared.carried,
            })
        }
    };
    parts.iter().map(part).collect()
}

/// The turn as the other side would play it.
#[must_use]
pub fn turn(size: Size, turn: &Turn) -> Turn {
    Turn { parts: parts(size, &turn.parts) }
}
