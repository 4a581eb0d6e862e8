//! Which values surely have at most one member. Imports `model`.

use crate::model::{Expr, Node, Type};

/// Whether a value surely has at most one member. A parameter counts as one: it is asked as a whole.
pub(super) fn surely_single(value: &Expr) -> bool {
    match &value.node {
        Node::Broken
        | Node::It
        | Node::Origin
        | Node::Target
        | Node::Heading
        | Node::Player
        | Node::Kin(_)
        | Node::Side(_)
        | Node::Var(_) => true,
        Node::Squares(squares) => squares.len() <= 1,
        Node::Directions(directions) => directions.len() <= 1,
        Node::Kinds(kinds) => kinds.len() <= 1,
        Node::FactOf(_, of) | Node::SquaresOf(of) | Node::KindsOf(of) | Node::OwnersOf(of) => {
            surely_single(of)
        }
        Node::GameFact(_) => true,
        Node::Both(members) => members.iter().any(surely_single),
        Node::Except(of, _)
        | Node::OwnedBy(of, _)
        | Node::Another(of)
        | Node::Taken(of)
        | Node::SeenBy(_, of)
        | Node::Those(of, ..)
        | Node::Earlier(of) => surely_single(of),
        _ => matches!(value.of, Type::Bool | Type::Number),
    }
}
