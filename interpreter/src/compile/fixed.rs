//! Values that no position can change: zones, kinds, directions. Imports `ids`, `board`, `model`, `rules`.

use super::rules::Rules;
use crate::board::{SquareSet, Vector, having_parts};
use crate::ids::{KindId, SideId, Square, VarId};
use crate::model::{Arithmetic, Compare, Expr, Kinship, Node, SettingValue};

/// A value that is always the same.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Fixed {
    Bool(bool),
    Number(i32),
    Squares(SquareSet),
    Kinds(Vec<KindId>),
    Directions(Vec<Vector>),
    Sides(Vec<SideId>),
}

/// How a value is read: as which side sees it, whose turn it is, and what names stand for.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub side: SideId,
    pub player: Option<SideId>,
    pub names: Vec<(VarId, Fixed)>,
}

impl View {
    pub fn of(side: SideId) -> View {
        View { side, player: None, names: Vec::new() }
    }
}

impl Rules<'_> {
    /// What an expression always comes to; none if that depends on the position.
    pub fn fixed(&self, expr: &Expr, view: &View) -> Option<Fixed> {
        Some(match &expr.node {
            Node::Bool(yes) => Fixed::Bool(*yes),
            Node::Number(number) => Fixed::Number(*number),
            Node::Squares(set) => Fixed::Squares(*set),
            Node::AllSquares => Fixed::Squares(self.size.squares().collect()),
            Node::Ranks(low, high) => {
                let within = |square: &Square| {
                    (*low..=*high).contains(&self.size.rank_seen_by(square.rank(), view.side))
                };
                Fixed::Squares(self.size.squares().filter(within).collect())
            }
            Node::Kinds(kinds) => Fixed::Kinds(sorted(kinds.clone())),
            Node::AllKinds => Fixed::Kinds((0..self.library.kinds.len()).map(KindId::from_index).collect()),
            Node::Directions(list) => Fixed::Directions(sorted(list.clone())),
            Node::Side(side) => Fixed::Sides(vec![*side]),
            Node::Kin(Kinship::Own) => Fixed::Sides(vec![view.side]),
            Node::Kin(Kinship::Enemy) => Fixed::Sides(vec![view.side.other()]),
            Node::Player => Fixed::Sides(vec![view.player?]),
            Node::AllSides => Fixed::Sides(vec![SideId(0), SideId(1)]),
            Node::Setting(setting) => match self.library.setting(*setting) {
                SettingValue::Switch(yes) => Fixed::Bool(yes),
                SettingValue::Number(number) => Fixed::Number(number),
            },
            Node::Var(name) => view.names.iter().rev().find(|(each, _)| each == name)?.1.clone(),
            // Nothing in force says otherwise: the board is whole.
            Node::Meaning(meaning, None)
                if *meaning == self.library.board
                    && self.bodies(*meaning).is_some_and(|all| all.is_empty()) =>
            {
                Fixed::Squares(self.size.squares().collect())
            }
            Node::Meaning(meaning, None) => {
                let bodies = self.bodies(*meaning)?;
                let view = View { names: Vec::new(), ..view.clone() };
                let mut all = bodies.iter().map(|(body, except)| Some((self.fixed(body, &view)?, *except)));
                let (first, _) = all.next()??;
                all.try_fold(first, |so_far, each| {
                    let (value, except) = each?;
                    combined(so_far, value, if except { How::Except } else { How::Either })
                })?
            }
            Node::Both(all) => self.fold(all, view, How::Both)?,
            Node::Either(all) => self.fold(all, view, How::Either)?,
            Node::Except(base, all) => all.iter().try_fold(self.fixed(base, view)?, |so_far, each| {
                combined(so_far, self.fixed(each, view)?, How::Except)
            })?,
            Node::Parts(all) => {
                let directions = |(expr, part): &(Expr, bool)| match self.fixed(expr, view)? {
                    Fixed::Directions(list) => Some((list, *part)),
                    _ => None,
                };
                Fixed::Directions(sorted(having_parts(
                    &all.iter().map(directions).collect::<Option<Vec<_>>>()?,
                )))
            }
            Node::Those(of, name, condition) => {
                let Fixed::Squares(set) = self.fixed(of, view)? else { return None };
                let mut kept = SquareSet::EMPTY;
                for square in set.iter() {
                    let mut view = view.clone();
                    view.names.push((*name, Fixed::Squares([square].into_iter().collect())));
                    match self.fixed(condition, &view)? {
                        Fixed::Bool(true) => kept.insert(square),
                        Fixed::Bool(false) => {}
                        _ => return None,
                    }
                }
                Fixed::Squares(kept)
            }
            Node::SquaresOf(of) => match self.fixed(of, view)? {
                Fixed::Squares(set) => Fixed::Squares(set),
                _ => return None,
            },
            Node::Calculate(how, a, b) => {
                let (Fixed::Number(a), Fixed::Number(b)) = (self.fixed(a, view)?, self.fixed(b, view)?)
                else {
                    return None;
                };
                Fixed::Number(match how {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                    Arithmetic::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
                })
            }
            Node::RankOf(of) => {
                let Fixed::Squares(set) = self.fixed(of, view)? else { return None };
                let ranks = set.iter().map(|each| self.size.rank_seen_by(each.rank(), view.side));
                Fixed::Number(ranks.min().map_or(0, |rank| i32::from(rank) + 1))
            }
            Node::FileOf(of) => {
                let Fixed::Squares(set) = self.fixed(of, view)? else { return None };
                Fixed::Number(set.iter().map(Square::file).min().map_or(0, |file| i32::from(file) + 1))
            }
            Node::Compared(how, a, b) => {
                let (a, b) = (self.fixed(a, view)?, self.fixed(b, view)?);
                Fixed::Bool(match (how, &a, &b) {
                    (Compare::Equal, ..) => a == b,
                    (Compare::Different, ..) => a != b,
                    (Compare::Less, Fixed::Number(a), Fixed::Number(b)) => a < b,
                    (Compare::AtMost, Fixed::Number(a), Fixed::Number(b)) => a <= b,
                    (Compare::More, Fixed::Number(a), Fixed::Number(b)) => a > b,
                    (Compare::AtLeast, Fixed::Number(a), Fixed::Number(b)) => a >= b,
                    _ => return None,
                })
            }
            Node::Not(of) => match self.fixed(of, view)? {
                Fixed::Bool(yes) => Fixed::Bool(!yes),
                _ => return None,
            },
            Node::And(all) => self.settled(all, view, false)?,
            Node::Or(all) => self.settled(all, view, true)?,
            _ => return None,
        })
    }

    /// `false` as soon as one is false, or `true` as soon as one is true; else all must be known.
    fn settled(&self, all: &[Expr], view: &View, by: bool) -> Option<Fixed> {
        let values: Vec<Option<Fixed>> = all.iter().map(|each| self.fixed(each, view)).collect();
        if values.contains(&Some(Fixed::Bool(by))) {
            return Some(Fixed::Bool(by));
        }
        values.iter().all(|each| *each == Some(Fixed::Bool(!by))).then_some(Fixed::Bool(!by))
    }

    fn fold(&self, all: &[Expr], view: &View, how: How) -> Option<Fixed> {
        let mut values = all.iter().map(|each| self.fixed(each, view));
        let first = values.next()??;
        values.try_fold(first, |so_far, each| combined(so_far, each?, how))
    }

    /// Squares that are always the same.
    pub fn squares(&self, expr: &Expr, side: SideId) -> Option<SquareSet> {
        match self.fixed(expr, &View::of(side))? {
            Fixed::Squares(set) => Some(set),
            _ => None,
        }
    }

    /// Directions that are always the same, as the side sees them.
    pub fn directions(&self, expr: &Expr, side: SideId) -> Option<Vec<Vector>> {
        match self.fixed(expr, &View::of(side))? {
            Fixed::Directions(list) => Some(list),
            _ => None,
        }
    }

    /// Kinds that are always the same, themselves alone.
    pub fn exact_kinds(&self, expr: &Expr, side: SideId) -> Option<Vec<KindId>> {
        match self.fixed(expr, &View::of(side))? {
            Fixed::Kinds(list) => Some(list),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
enum How {
    Both,
    Either,
    Except,
}

fn combined(a: Fixed, b: Fixed, how: How) -> Option<Fixed> {
    Some(match (a, b) {
        (Fixed::Squares(a), Fixed::Squares(b)) => Fixed::Squares(match how {
            How::Both => a.and(b),
            How::Either => a.or(b),
            How::Except => a.without(b),
        }),
        (Fixed::Kinds(a), Fixed::Kinds(b)) => Fixed::Kinds(merged(a, b, how)),
        (Fixed::Directions(a), Fixed::Directions(b)) => Fixed::Directions(merged(a, b, how)),
        (Fixed::Sides(a), Fixed::Sides(b)) => Fixed::Sides(merged(a, b, how)),
        _ => return None,
    })
}

fn merged<T: Ord + Copy>(mut a: Vec<T>, b: Vec<T>, how: How) -> Vec<T> {
    match how {
        How::Both => a.retain(|each| b.contains(each)),
        How::Except => a.retain(|each| !b.contains(each)),
        How::Either => a.extend(b),
    }
    sorted(a)
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}
