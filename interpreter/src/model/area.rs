//! Where squares lie, and pieces stand, that words name: told from the words alone, as far as they are always the same.
//! Imports `board`, `ids`.

use super::{Expr, Kinship, Node};
use crate::board::{Size, SquareSet, distance};
use crate::ids::{SideId, VarId};

/// Squares that hold all that is meant, as the first side sees them and as the second does.
pub(crate) type Area = [SquareSet; 2];

/// Squares among which these surely lie; none if that is not known. Of pieces, those among which they stand.
pub(crate) fn area(size: Size, of: &Expr) -> Option<Area> {
    let each = |views: Area, make: &dyn Fn(SquareSet) -> SquareSet| views.map(make);
    match &of.node {
        Node::Squares(squares) => Some([*squares; 2]),
        Node::Ranks(low, high) => Some([SideId(0), SideId(1)].map(|side| {
            let seen = |rank: u8| (*low..=*high).contains(&size.rank_seen_by(rank, side));
            size.squares().filter(|square| seen(square.rank())).collect()
        })),
        Node::Either(all) => {
            let mut views = [SquareSet::EMPTY; 2];
            for member in all {
                let of = area(size, member)?;
                views = [views[0].or(of[0]), views[1].or(of[1])];
            }
            Some(views)
        }
        Node::Both(all) => all.iter().filter_map(|member| area(size, member)).reduce(meet),
        Node::Except(of, _)
        | Node::Another(of)
        | Node::OwnedBy(of, _)
        | Node::StandingOn(of)
        | Node::SquaresOf(of) => area(size, of),
        Node::SeenBy(Kinship::Own, of) => area(size, of),
        Node::SeenBy(Kinship::Enemy, of) => area(size, of).map(|[first, second]| [second, first]),
        Node::Those(of, var, condition) => {
            area(size, of).into_iter().chain(bound(size, *var, condition)).reduce(meet)
        }
        Node::Near(of) => area(size, of).map(|views| each(views, &|squares| around(size, squares, 1, false))),
        Node::Within(steps, of) => {
            area(size, of).map(|views| each(views, &|squares| around(size, squares, *steps, true)))
        }
        _ => None,
    }
}

/// Where a condition wants what a name is bound to.
pub(crate) fn bound(size: Size, var: VarId, condition: &Expr) -> Option<Area> {
    wanted(size, condition, &|of| matches!(of, Node::Var(name) if *name == var))
}

/// Where a condition wants a piece or a square.
pub(crate) fn wanted(size: Size, condition: &Expr, what: &dyn Fn(&Node) -> bool) -> Option<Area> {
    match &condition.node {
        Node::And(all) => all.iter().filter_map(|each| wanted(size, each, what)).reduce(meet),
        Node::Is(of, among) => {
            let is_it = match &of.node {
                Node::SquaresOf(piece) => what(&piece.node),
                node => what(node),
            };
            is_it.then(|| area(size, among)).flatten()
        }
        _ => None,
    }
}

/// Whether two areas surely have no square in common. What is said of a larger board is said of no square here, and
/// is apart from nothing.
pub(crate) fn apart(one: Area, other: Area) -> bool {
    let none = |area: Area| area.iter().any(SquareSet::is_empty);
    !none(one) && !none(other) && meet(one, other).iter().all(SquareSet::is_empty)
}

fn meet(one: Area, other: Area) -> Area {
    [one[0].and(other[0]), one[1].and(other[1])]
}

/// The squares at most so many king's steps away.
fn around(size: Size, squares: SquareSet, steps: u8, themselves: bool) -> SquareSet {
    let is_near = |square: &crate::ids::Square| {
        squares.iter().any(|from| {
            let away = distance(from, *square);
            away <= steps && (themselves || away > 0)
        })
    };
    size.squares().filter(is_near).collect()
}
