//! Whether two conditions can never hold together, and whether one surely follows from another, told from their forms
//! alone. Imports `model`, `covers`.

use super::covers::{apart, covers};
use crate::ids::KindId;
use crate::model::{Compare, Expr, Guard, Library, Node, area};

/// Whether two lists of guards can never all be met together.
pub(super) fn guards_exclude(library: &Library, one: &[Guard], other: &[Guard]) -> bool {
    one.iter().any(|one| other.iter().any(|other| guard_excludes(library, one, other)))
}

fn guard_excludes(library: &Library, one: &Guard, other: &Guard) -> bool {
    match (one.unless, other.unless) {
        (false, false) => exclude(library, &one.condition, &other.condition),
        (true, false) => implies(library, &other.condition, &one.condition),
        (false, true) => implies(library, &one.condition, &other.condition),
        (true, true) => opposite(library, &one.condition, &other.condition),
    }
}

/// Whether one condition is the other with `not` before it.
pub(super) fn opposite(library: &Library, one: &Expr, other: &Expr) -> bool {
    match (&one.node, &other.node) {
        (Node::Not(one), _) => same(library, one, other),
        (_, Node::Not(other)) => same(library, one, other),
        _ => false,
    }
}

/// Whether two conditions surely never hold together.
pub(super) fn exclude(library: &Library, one: &Expr, other: &Expr) -> bool {
    match (&one.node, &other.node) {
        (Node::Not(one), _) => implies(library, other, one),
        (_, Node::Not(other)) => implies(library, one, other),
        (Node::And(all), _) => all.iter().any(|each| exclude(library, each, other)),
        (_, Node::And(all)) => all.iter().any(|each| exclude(library, one, each)),
        (Node::Or(all), _) => all.iter().all(|each| exclude(library, each, other)),
        (_, Node::Or(all)) => all.iter().all(|each| exclude(library, one, each)),
        _ => differ(library, one, other),
    }
}

/// Whether the second condition surely holds where the first does.
pub(super) fn implies(library: &Library, one: &Expr, other: &Expr) -> bool {
    match (&one.node, &other.node) {
        (_, Node::And(all)) => all.iter().all(|each| implies(library, one, each)),
        (Node::Or(all), _) => all.iter().all(|each| implies(library, each, other)),
        (Node::And(all), _) => all.iter().any(|each| implies(library, each, other)),
        (_, Node::Or(all)) => all.iter().any(|each| implies(library, one, each)),
        (Node::Did(one, deed, of, by), Node::Did(other, same, whom, with)) => {
            deed == same
                && covers(library, Some(other), Some(one))
                && covers(library, whom.as_deref(), of.as_deref())
                && (with.is_none() || with == by)
        }
        _ => same(library, one, other),
    }
}

/// Whether two plain conditions are about one thing, and ask what it cannot be at once.
fn differ(library: &Library, one: &Expr, other: &Expr) -> bool {
    if let (Some((of, low, high)), Some((whom, from, to))) = (ranks(one), ranks(other)) {
        return same(library, of, whom) && (high < from || to < low);
    }
    match (&one.node, &other.node) {
        (Node::Compared(how, left, right), Node::Compared(so, of, value)) if same(library, left, of) => {
            match (numbers(*how, right), numbers(*so, value)) {
                (Some((low, high)), Some((from, to))) => high < from || to < low,
                _ => (*how, *so) == (Compare::Equal, Compare::Equal) && are_other_constants(right, value),
            }
        }
        (Node::Is(what, set), Node::Is(whom, other)) => {
            same(library, what, whom)
                && (apart(Some(set), Some(other))
                    || of_other_kinds(library, set, other)
                    || lie_apart(library, set, other))
        }
        _ => false,
    }
}

/// Whether no piece is of the kinds of both sets.
fn of_other_kinds(library: &Library, one: &Expr, other: &Expr) -> bool {
    let (Node::OfKind(one), Node::OfKind(other)) = (&one.node, &other.node) else { return false };
    let (Node::Kinds(one), Node::Kinds(other)) = (&one.node, &other.node) else { return false };
    let is = |kind: KindId, kinds: &[KindId]| kinds.iter().any(|above| library.kind_is(kind, *above));
    let mut all = (0..library.kinds.len()).map(KindId::from_index);
    !all.any(|kind| is(kind, one) && is(kind, other))
}

/// Whether two sets surely have no square in common.
fn lie_apart(library: &Library, one: &Expr, other: &Expr) -> bool {
    let area = |of| library.size.and_then(|size| area::area(size, of));
    matches!((area(one), area(other)), (Some(one), Some(other)) if area::apart(one, other))
}

/// The numbers for which a comparison with a number holds.
fn numbers(how: Compare, with: &Expr) -> Option<(i64, i64)> {
    let Node::Number(number) = with.node else { return None };
    let number = i64::from(number);
    match how {
        Compare::Equal => Some((number, number)),
        Compare::Different => None,
        Compare::Less => Some((i64::MIN, number - 1)),
        Compare::AtMost => Some((i64::MIN, number)),
        Compare::More => Some((number + 1, i64::MAX)),
        Compare::AtLeast => Some((number, i64::MAX)),
    }
}

/// What a condition asks to be on which ranks, from 1.
fn ranks(condition: &Expr) -> Option<(&Expr, i64, i64)> {
    match &condition.node {
        Node::Compared(how, left, right) => {
            let Node::RankOf(of) = &left.node else { return None };
            numbers(*how, right).map(|(low, high)| (on_board(of), low, high))
        }
        Node::Is(what, set) => match set.node {
            Node::Ranks(low, high) => Some((on_board(what), i64::from(low) + 1, i64::from(high) + 1)),
            _ => None,
        },
        _ => None,
    }
}

/// A piece for its square.
fn on_board(of: &Expr) -> &Expr {
    match &of.node {
        Node::SquaresOf(piece) => piece,
        _ => of,
    }
}

fn are_other_constants(one: &Expr, other: &Expr) -> bool {
    match (&one.node, &other.node) {
        (Node::Side(one), Node::Side(other)) => one != other,
        (Node::Bool(one), Node::Bool(other)) => one != other,
        (Node::Kin(one), Node::Kin(other)) => one != other,
        (Node::Kinds(one), Node::Kinds(other)) => one.iter().all(|kind| !other.contains(kind)),
        (Node::Directions(one), Node::Directions(other)) => one.iter().all(|each| !other.contains(each)),
        (Node::Squares(one), Node::Squares(other)) => one.and(*other).is_empty() && one != other,
        _ => false,
    }
}

/// Whether two expressions are the same but for where they stand.
pub(super) fn same(library: &Library, one: &Expr, other: &Expr) -> bool {
    let all = |one: &[Expr], other: &[Expr]| {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(library, one, other))
    };
    let maybe = |one: &Option<Box<Expr>>, other: &Option<Box<Expr>>| match (one, other) {
        (Some(one), Some(other)) => same(library, one, other),
        (None, None) => true,
        _ => false,
    };
    match (&one.node, &other.node) {
        (Node::It, Node::It)
        | (Node::Origin, Node::Origin)
        | (Node::Target, Node::Target)
        | (Node::Trail, Node::Trail)
        | (Node::Heading, Node::Heading)
        | (Node::Length, Node::Length)
        | (Node::Castling, Node::Castling)
        | (Node::Continuing, Node::Continuing)
        | (Node::Repeats, Node::Repeats)
        | (Node::Player, Node::Player)
        | (Node::Fresh, Node::Fresh)
        | (Node::Empty, Node::Empty)
        | (Node::AllSides, Node::AllSides) => true,
        (Node::Number(one), Node::Number(other)) => one == other,
        (Node::Bool(one), Node::Bool(other)) => one == other,
        (Node::Setting(one), Node::Setting(other)) => one == other,
        (Node::GameFact(one), Node::GameFact(other)) => one == other,
        (Node::FactOf(one, of), Node::FactOf(other, whom)) => one == other && same(library, of, whom),
        (Node::Count(one), Node::Count(other))
        | (Node::RankOf(one), Node::RankOf(other))
        | (Node::FileOf(one), Node::FileOf(other))
        | (Node::KindsOf(one), Node::KindsOf(other))
        | (Node::OwnersOf(one), Node::OwnersOf(other))
        | (Node::CarriedBy(one), Node::CarriedBy(other))
        | (Node::StandingOn(one), Node::StandingOn(other))
        | (Node::SquaresOf(one), Node::SquaresOf(other))
        | (Node::Any(one), Node::Any(other))
        | (Node::CanMove(one), Node::CanMove(other))
        | (Node::Not(one), Node::Not(other)) => same(library, one, other),
        (Node::And(one), Node::And(other)) | (Node::Or(one), Node::Or(other)) => all(one, other),
        (Node::Is(one, of), Node::Is(other, whom)) => same(library, one, other) && same(library, of, whom),
        (Node::Compared(how, one, of), Node::Compared(so, other, whom)) => {
            how == so && same(library, one, other) && same(library, of, whom)
        }
        (Node::Now(one, of), Node::Now(other, whom)) => one == other && maybe(of, whom),
        (Node::Did(one, deed, of, by), Node::Did(other, so, whom, with)) => {
            (deed, by) == (so, with) && same(library, one, other) && maybe(of, whom)
        }
        (
            Node::Threatened { target: one, by, without },
            Node::Threatened { target: other, by: with, without: but },
        ) => same(library, one, other) && maybe(by, with) && maybe(without, but),
        // Sets are the same if each holds the other.
        _ => {
            one.of == other.of
                && covers(library, Some(one), Some(other))
                && covers(library, Some(other), Some(one))
        }
    }
}
