//! Whether one set surely holds all of another, told from their forms alone. Imports `model`.

use crate::model::{Expr, Library, Node};

/// Whether `wide` surely holds all that `narrow` does; no set stands for all there is.
pub(super) fn covers(library: &Library, wide: Option<&Expr>, narrow: Option<&Expr>) -> bool {
    match (wide, narrow) {
        (None, _) => true,
        (Some(wide), None) => matches!(wide.node, Node::AllPieces | Node::AllSquares | Node::AllKinds),
        (Some(wide), Some(narrow)) => holds(library, wide, narrow),
    }
}

fn holds(library: &Library, wide: &Expr, narrow: &Expr) -> bool {
    match (&wide.node, &narrow.node) {
        (Node::AllPieces | Node::AllSquares | Node::AllKinds, _) => wide.of == narrow.of,
        (_, Node::Either(all)) => all.iter().all(|each| holds(library, wide, each)),
        (Node::Either(all), _) => all.iter().any(|each| holds(library, each, narrow)),
        (Node::OfKind(wide), Node::OfKind(narrow)) => holds(library, wide, narrow),
        (Node::Kinds(wide), Node::Kinds(narrow)) => {
            narrow.iter().all(|kind| wide.iter().any(|above| library.kind_is(*kind, *above)))
        }
        (Node::OwnedBy(wide, side), Node::OwnedBy(narrow, other)) => {
            holds(library, side, other) && holds(library, wide, narrow)
        }
        (Node::Kin(wide), Node::Kin(narrow)) => wide == narrow,
        (Node::Side(wide), Node::Side(narrow)) => wide == narrow,
        (Node::Meaning(wide, None), Node::Meaning(narrow, None)) => wide == narrow,
        (Node::Bearing(wide), Node::Bearing(narrow)) => wide == narrow,
        (Node::Directions(wide), Node::Directions(narrow)) => narrow.iter().all(|each| wide.contains(each)),
        (Node::Ranks(low, high), Node::Ranks(from, to)) => low <= from && to <= high,
        (Node::Squares(wide), Node::Squares(narrow)) => narrow.without(*wide).is_empty(),
        (Node::SquaresOf(wide), Node::SquaresOf(narrow)) => holds(library, wide, narrow),
        // A set that is narrowed further is held by what holds it.
        (_, Node::Both(all)) => all.iter().any(|each| holds(library, wide, each)),
        (_, Node::OwnedBy(narrow, _) | Node::Those(narrow, ..) | Node::Another(narrow)) => {
            holds(library, wide, narrow)
        }
        _ => false,
    }
}

/// Whether two sets surely have no member in common.
pub(super) fn apart(one: Option<&Expr>, other: Option<&Expr>) -> bool {
    if let (Some(one), Some(other)) = (one, other)
        && is_of_others(one, other)
    {
        return true;
    }
    match (one.map(|expr| &expr.node), other.map(|expr| &expr.node)) {
        (Some(Node::Ranks(low, high)), Some(Node::Ranks(from, to))) => high < from || to < low,
        (Some(Node::Squares(one)), Some(Node::Squares(other))) => one.and(*other).is_empty(),
        _ => false,
    }
}

/// Whether two sets of pieces are of the one side and of the other.
fn is_of_others(one: &Expr, other: &Expr) -> bool {
    match (&one.node, &other.node) {
        (Node::OwnedBy(_, one), Node::OwnedBy(_, other)) => match (&one.node, &other.node) {
            (Node::Side(one), Node::Side(other)) => one != other,
            _ => false,
        },
        (Node::Both(all), _) => all.iter().any(|each| is_of_others(each, other)),
        (_, Node::Both(all)) => all.iter().any(|each| is_of_others(one, each)),
        (Node::Those(of, ..), _) => is_of_others(of, other),
        (_, Node::Those(of, ..)) => is_of_others(one, of),
        _ => false,
    }
}
