//! Conditions and values that depend on the position. Imports `ids`, `model`, `program`, `fixed`.

use super::fixed::{Fixed, View};
use super::{Build, Refusal};
use crate::ids::{FactId, KindId, MeaningId, SideId};
use crate::model::{self, Arithmetic, Deed, Expr, Guard, Node, Quantifier, Type};
use crate::program::MOST_NUMBERS;
use crate::program::expr::{Compare, Condition, Kinds, Number, Set};

impl<const N: usize> Build<'_, N> {
    /// The kinds of a set of pieces that is all pieces of certain kinds.
    pub fn kinds_of_pieces(&self, expr: &Expr) -> Option<Kinds> {
        match &expr.node {
            Node::AllPieces => Some(self.mask(self.rules.kinds.iter().copied())),
            Node::OfKind(kinds) => {
                let kinds = self.rules.exact_kinds(kinds, SideId(0))?;
                Some(self.mask(kinds.into_iter().flat_map(|kind| self.rules.family(kind))))
            }
            Node::Either(all) => all.iter().try_fold(0, |sum, each| Some(sum | self.kinds_of_pieces(each)?)),
            Node::Both(all) => {
                all.iter().try_fold(Kinds::MAX, |sum, each| Some(sum & self.kinds_of_pieces(each)?))
            }
            Node::Except(base, all) => all
                .iter()
                .try_fold(self.kinds_of_pieces(base)?, |sum, each| Some(sum & !self.kinds_of_pieces(each)?)),
            Node::Meaning(meaning, None) if expr.of == Type::Pieces => self.kinds_of_word(*meaning),
            _ => None,
        }
    }

    /// The kinds of a word for all pieces of certain kinds.
    pub fn kinds_of_word(&self, word: MeaningId) -> Option<Kinds> {
        self.rules.bodies(word)?.into_iter().try_fold(0, |sum, (body, except)| {
            let kinds = self.kinds_of_pieces(body)?;
            Some(if except { sum & !kinds } else { sum | kinds })
        })
    }

    fn mask(&self, kinds: impl Iterator<Item = KindId>) -> Kinds {
        kinds.filter(|kind| self.rules.kinds.contains(kind)).fold(0, |mask, kind| mask | 1 << self.code(kind))
    }

    /// All of these guards.
    pub fn guards(&mut self, guards: &[Guard], view: &View) -> Result<Condition<N>, Refusal> {
        let mut all = Vec::new();
        for guard in guards {
            let condition = self.condition(&guard.condition, view)?;
            all.push(if guard.unless { condition.negated() } else { condition });
        }
        Ok(Condition::all(all))
    }

    /// A condition.
    pub fn condition(&mut self, expr: &Expr, view: &View) -> Result<Condition<N>, Refusal> {
        if let Some(Fixed::Bool(yes)) = self.rules.fixed(expr, view) {
            return Ok(Condition::Fixed(yes));
        }
        let refused = || Refusal::new("a condition", expr.place);
        Ok(match &expr.node {
            Node::And(all) => Condition::all(
                all.iter().map(|each| self.condition(each, view)).collect::<Result<Vec<_>, _>>()?,
            ),
            Node::Or(all) => Condition::any(
                all.iter().map(|each| self.condition(each, view)).collect::<Result<Vec<_>, _>>()?,
            ),
            Node::Not(of) => self.condition(of, view)?.negated(),
            Node::Any(of) => Condition::Some(self.set(of, view)?),
            Node::Compared(how, a, b) if a.of == Type::Number && b.of == Type::Number => {
                Condition::Compared(compare(*how), self.number(a, view)?, self.number(b, view)?)
            }
            Node::Is(a, b) => {
                let (a, b) = (self.set(a, view)?, self.set(b, view)?);
                Condition::all([Condition::Some(a.clone()), Condition::Within(a, b)])
            }
            Node::Every(quantifier, set, name, condition) => {
                let set = self.set(set, view)?;
                // `each X is Y`: one question to the sets instead of one to each member.
                let Node::Is(member, of) = &condition.node else { return Err(refused()) };
                let member = if let Node::SquaresOf(of) = &member.node { of } else { member };
                if !matches!(&member.node, Node::Var(each) if each == name) {
                    return Err(refused());
                }
                let of = self.set(of, view)?;
                match quantifier {
                    Quantifier::Each => Condition::Within(set, of),
                    Quantifier::Some => Condition::Some(Set::And([set, of].into())),
                    Quantifier::No => Condition::Some(Set::And([set, of].into())).negated(),
                }
            }
            Node::CanMove(sides) => match self.rules.fixed(sides, view) {
                Some(Fixed::Sides(sides)) if sides.len() == 1 && view.player == sides.first().copied() => {
                    Condition::CanMove(sides[0].0)
                }
                _ => return Err(refused()),
            },
            Node::Threatened { target, by: None, without: None } if target.of == Type::Pieces => {
                let set = self.set(target, view)?;
                Condition::any(
                    [0, 1]
                        .into_iter()
                        .filter(|side| !belongs(&set, 1 - side))
                        .map(|side| Condition::Threatened(side, set.clone())),
                )
            }
            Node::Threatened { target, by: None, without: None } if target.of == Type::Squares => {
                Condition::ThreatenedOn(view.side.0, self.set(target, view)?)
            }
            Node::Did(who, Deed::Moves, None, label) => {
                let kinds = self.kinds_of_pieces(who).ok_or_else(refused)?;
                if let Some(label) = label
                    && !self.asked.contains(label)
                {
                    self.asked.push(*label);
                }
                Condition::Moved(kinds, label.map(|label| label.0))
            }
            Node::Did(who, Deed::IsTaken, None, None) if matches!(who.node, Node::AllPieces) => {
                Condition::Taken
            }
            _ => return Err(refused()),
        })
    }

    /// A set of squares, or of pieces by their squares.
    pub fn set(&mut self, expr: &Expr, view: &View) -> Result<Set<N>, Refusal> {
        if let Some(kinds) = self.kinds_of_pieces(expr) {
            return Ok(if kinds == self.mask(self.rules.kinds.iter().copied()) {
                Set::Pieces
            } else {
                Set::Kinds(kinds)
            });
        }
        match self.rules.fixed(expr, view) {
            Some(Fixed::Squares(squares)) => return Ok(Set::Fixed(self.bits(squares))),
            Some(Fixed::Kinds(kinds)) => {
                let kinds = kinds.into_iter().flat_map(|kind| self.rules.family(kind));
                return Ok(Set::Kinds(self.mask(kinds)));
            }
            _ => {}
        }
        let refused = || Refusal::new("a set", expr.place);
        Ok(match &expr.node {
            Node::Empty => Set::Empty,
            Node::It => Set::It,
            Node::Trail => Set::Trail,
            Node::Both(all) => {
                Set::And(all.iter().map(|each| self.set(each, view)).collect::<Result<Vec<_>, _>>()?.into())
            }
            Node::Either(all) => {
                Set::Or(all.iter().map(|each| self.set(each, view)).collect::<Result<Vec<_>, _>>()?.into())
            }
            Node::Except(base, all) => {
                let except = all.iter().map(|each| self.set(each, view)).collect::<Result<Vec<_>, _>>()?;
                Set::Minus(Box::new(self.set(base, view)?), Box::new(Set::Or(except.into())))
            }
            Node::OwnedBy(of, sides) => {
                let Some(Fixed::Sides(sides)) = self.rules.fixed(sides, view) else { return Err(refused()) };
                let sides: Vec<Set<N>> = sides.into_iter().map(|side| Set::Side(side.0)).collect();
                let sides = if let [one] = sides.as_slice() { one.clone() } else { Set::Or(sides.into()) };
                Set::And([self.set(of, view)?, sides].into())
            }
            Node::StandingOn(of) => Set::And([Set::Pieces, self.set(of, view)?].into()),
            Node::SquaresOf(of) => self.set(of, view)?,
            Node::Meaning(meaning, None) => {
                let bodies = self.rules.bodies(*meaning).ok_or_else(refused)?;
                let view = View { names: Vec::new(), ..view.clone() };
                let mut sum: Option<Set<N>> = None;
                for (body, except) in bodies {
                    let set = self.set(body, &view)?;
                    sum = Some(match (sum, except) {
                        (None, _) => set,
                        (Some(sum), true) => Set::Minus(Box::new(sum), Box::new(set)),
                        (Some(sum), false) => Set::Or([sum, set].into()),
                    });
                }
                sum.ok_or_else(refused)?
            }
            _ => return Err(refused()),
        })
    }

    /// A number.
    pub fn number(&mut self, expr: &Expr, view: &View) -> Result<Number<N>, Refusal> {
        if let Some(Fixed::Number(number)) = self.rules.fixed(expr, view) {
            return Ok(Number::Fixed(number));
        }
        Ok(match &expr.node {
            Node::Count(of) => match &of.node {
                Node::Earlier(of) => Number::Before(Box::new(Number::Count(self.set(of, view)?))),
                _ => Number::Count(self.set(of, view)?),
            },
            Node::Earlier(of) => Number::Before(Box::new(self.number(of, view)?)),
            Node::GameFact(fact) => Number::Fact(self.number_of(*fact, expr)?),
            Node::Repeats => Number::Repeats,
            Node::Calculate(how, a, b) => {
                let pair = Box::new([self.number(a, view)?, self.number(b, view)?]);
                match how {
                    Arithmetic::Add => Number::Add(pair),
                    Arithmetic::Subtract => Number::Subtract(pair),
                    Arithmetic::Multiply => Number::Multiply(pair),
                    Arithmetic::Remainder => Number::Remainder(pair),
                }
            }
            _ => return Err(Refusal::new("a number", expr.place)),
        })
    }

    /// The number that carries a fact of the game.
    pub fn number_of(&mut self, fact: FactId, expr: &Expr) -> Result<u8, Refusal> {
        let declared = &self.library().facts[fact.index()];
        if declared.of != Type::Number || declared.life != model::Lifetime::Always || declared.secret {
            return Err(Refusal::new("a fact", expr.place));
        }
        let default = match &declared.default {
            None => 0,
            Some(default) => match self.rules.fixed(default, &View::of(SideId(0))) {
                Some(Fixed::Number(number)) => number,
                _ => return Err(Refusal::new("a fact whose value depends on the position", default.place)),
            },
        };
        let known = self.numbers.iter().position(|(each, _)| *each == fact);
        let index = known.unwrap_or_else(|| {
            self.numbers.push((fact, default));
            self.numbers.len() - 1
        });
        if index >= MOST_NUMBERS {
            return Err(Refusal::new("more numbers than are counted", expr.place));
        }
        #[allow(clippy::cast_possible_truncation)]
        Ok(index as u8)
    }
}

/// Whether a set holds pieces of this side only.
fn belongs<const N: usize>(set: &Set<N>, side: u8) -> bool {
    match set {
        Set::Side(of) => *of == side,
        Set::And(all) => all.iter().any(|each| belongs(each, side)),
        Set::Or(all) => all.iter().all(|each| belongs(each, side)),
        Set::Minus(base, _) => belongs(base, side),
        _ => false,
    }
}

fn compare(how: model::Compare) -> Compare {
    match how {
        model::Compare::Equal => Compare::Equal,
        model::Compare::Different => Compare::Different,
        model::Compare::Less => Compare::Less,
        model::Compare::AtMost => Compare::AtMost,
        model::Compare::More => Compare::More,
        model::Compare::AtLeast => Compare::AtLeast,
    }
}
