//! Conditions and values; what never changes becomes a value. Imports `ids`, `board`, `model`, `program`, `fixed`.

use super::Lower;
use crate::compile::Refusal;
use crate::compile::fixed::{Fixed, View};
use crate::ids::{SideId, VarId};
use crate::model::{Expr, Guard, Kinship, Node as Said, SettingValue, visit};
use crate::program::full::rule;
use crate::program::full::term::{KindSet, Node, Term, Threatened, Val};
use crate::vocabulary::{Quantifier, Type};

/// The number of a name.
pub(super) fn var(name: VarId) -> u8 {
    u8::try_from(name.index()).unwrap_or(u8::MAX)
}

impl<const N: usize> Lower<'_, '_, N> {
    pub(super) fn maybe(&mut self, expr: Option<&Expr>) -> Result<Option<Term<N>>, Refusal> {
        expr.map(|expr| self.term(expr)).transpose()
    }

    pub(super) fn list(&mut self, all: &[Expr]) -> Result<Vec<Term<N>>, Refusal> {
        all.iter().map(|each| self.term(each)).collect()
    }

    /// Guards; that something could start is asked last, since the rules of what starts may be needed for it.
    pub(super) fn guards(&mut self, guards: &[Guard]) -> Result<Vec<rule::Guard<N>>, Refusal> {
        let mut lowered = Vec::new();
        for guard in guards {
            lowered.push(rule::Guard {
                unless: guard.unless,
                condition: self.term(&guard.condition)?,
                about_move: is_about_move(&guard.condition),
            });
        }
        lowered.sort_by_key(|guard| asks_for_events(&guard.condition));
        Ok(lowered)
    }

    fn inner(&mut self, expr: &Expr) -> Result<Box<Term<N>>, Refusal> {
        Ok(Box::new(self.term(expr)?))
    }

    fn maybe_inner(&mut self, expr: Option<&Expr>) -> Result<Option<Box<Term<N>>>, Refusal> {
        Ok(self.maybe(expr)?.map(Box::new))
    }

    /// What an expression always comes to.
    fn settled(&self, expr: &Expr) -> Option<Node<N>> {
        if expr.of == Type::Pieces {
            let all = KindSet::MAX >> (64 - self.codes.kinds.len().clamp(1, 64));
            let kinds = self.people(expr, all)?;
            return Some(if kinds == all { Node::AllPieces } else { Node::OfKinds(kinds) });
        }
        let [mine, other] = [SideId(0), SideId(1)].map(|side| self.rules.fixed(expr, &View::of(side)));
        Some(match (mine?, other?) {
            (Fixed::Bool(a), Fixed::Bool(b)) if a == b => Node::Fixed(Val::Bool(a)),
            (Fixed::Number(a), Fixed::Number(b)) if a == b => Node::Fixed(Val::Number(a)),
            (Fixed::Squares(a), Fixed::Squares(b)) if self.whole_board || is_literal(expr) => {
                Node::Zone([self.bits(a), self.bits(b)])
            }
            (Fixed::Kinds(a), Fixed::Kinds(b)) if a == b => Node::Fixed(Val::Kinds(self.kind_set(&a))),
            (Fixed::Directions(a), Fixed::Directions(b)) if a == b => {
                let known = self.vectors(&a);
                if known.len() != a.len() {
                    return None;
                }
                Node::Fixed(Val::Directions(known.iter().fold(0, |set, each| set | 1 << each)))
            }
            (Fixed::Sides(a), Fixed::Sides(b)) if a == b => {
                Node::Fixed(Val::Sides(a.iter().fold(0, |set, side| set | 1 << side.0)))
            }
            _ => return None,
        })
    }

    /// The kinds of a set that is all pieces present of certain kinds.
    fn people(&self, expr: &Expr, all: KindSet) -> Option<KindSet> {
        match &expr.node {
            Said::AllPieces => Some(all),
            Said::OfKind(kinds) => {
                let Fixed::Kinds(kinds) = self.rules.fixed(kinds, &View::of(SideId(0)))? else { return None };
                let of = |kind: &&crate::ids::KindId| {
                    self.library().lineage(**kind).any(|each| kinds.contains(&each))
                };
                Some(self.kind_set(&self.codes.kinds.iter().filter(of).copied().collect::<Vec<_>>()))
            }
            Said::Either(list) => list.iter().try_fold(0, |sum, each| Some(sum | self.people(each, all)?)),
            Said::Both(list) => list.iter().try_fold(all, |sum, each| Some(sum & self.people(each, all)?)),
            Said::Except(base, list) => list
                .iter()
                .try_fold(self.people(base, all)?, |sum, each| Some(sum & !self.people(each, all)?)),
            Said::Meaning(word, None) => {
                let bodies = self.rules.bodies(*word)?;
                bodies.into_iter().try_fold(0, |sum, (body, except)| {
                    let kinds = self.people(body, all)?;
                    Some(if except { sum & !kinds } else { sum | kinds })
                })
            }
            _ => None,
        }
    }

    /// A condition or a value.
    pub(super) fn term(&mut self, expr: &Expr) -> Result<Term<N>, Refusal> {
        let node = match self.settled(expr) {
            Some(node) => node,
            None => self.node(expr)?,
        };
        Ok(Term { of: expr.of, node })
    }

    #[allow(clippy::too_many_lines)]
    fn node(&mut self, expr: &Expr) -> Result<Node<N>, Refusal> {
        Ok(match &expr.node {
            Said::Broken => Node::Fixed(Val::nothing(expr.of)),
            Said::Bool(yes) => Node::Fixed(Val::Bool(*yes)),
            Said::Number(number) => Node::Fixed(Val::Number(*number)),
            Said::Squares(_) | Said::Ranks(..) | Said::Kinds(_) | Said::AllKinds => {
                return Err(Refusal::new("a value", expr.place));
            }
            Said::Directions(_) => return Err(Refusal::new("a direction", expr.place)),
            Said::Side(side) => Node::Fixed(Val::Sides(1 << side.0)),
            Said::Kin(kin) => Node::Kin(*kin == Kinship::Enemy),
            Said::Player => Node::Player,
            Said::AllSides => Node::Fixed(Val::Sides(3)),
            Said::AllSquares => Node::Board,
            Said::Empty => Node::Empty,
            Said::AllPieces => Node::AllPieces,
            Said::AllEvents => {
                return Err(Refusal::new("events that are told one by one", expr.place));
            }
            Said::Hand(sides) => Node::Hand(self.inner(sides)?),
            Said::It => Node::It,
            Said::Origin => Node::Origin,
            Said::Target => Node::Target,
            Said::Trail => Node::Trail,
            Said::Heading => Node::Heading,
            Said::Length => Node::Length,
            Said::Castling => Node::Castling,
            Said::Continuing => Node::Continuing,
            Said::Repeats => Node::Repeats,
            Said::Var(name) => Node::Var(var(*name)),
            Said::Setting(setting) => Node::Fixed(match self.library().setting(*setting) {
                SettingValue::Switch(yes) => Val::Bool(yes),
                SettingValue::Number(number) => Val::Number(number),
            }),
            Said::Meaning(word, argument) => Node::Meaning(word.0, self.maybe_inner(argument.as_deref())?),
            Said::GameFact(fact) => Node::GameFact(Self::fact(*fact)),
            Said::FactOf(fact, of) => Node::FactOf(Self::fact(*fact), self.inner(of)?),
            Said::Bearing(fact) => Node::Bearing(Self::fact(*fact)),
            Said::Fresh => Node::Fresh,
            Said::Both(all) => Node::Both(self.list(all)?),
            Said::Either(all) => Node::Either(self.list(all)?),
            Said::Except(base, all) => Node::Except(self.inner(base)?, self.list(all)?),
            Said::OfKind(kinds) => Node::OfKind(self.inner(kinds)?),
            Said::OwnedBy(of, sides) => Node::OwnedBy(self.inner(of)?, self.inner(sides)?),
            Said::Another(of) => Node::Another(self.inner(of)?),
            Said::Taken(of) => Node::Taken(self.inner(of)?),
            Said::SeenBy(kin, of) => Node::SeenBy(*kin == Kinship::Enemy, self.inner(of)?),
            Said::Parts(all) => Node::Parts(
                all.iter().map(|(each, part)| Ok((self.term(each)?, *part))).collect::<Result<_, _>>()?,
            ),
            Said::CarriedBy(of) => Node::CarriedBy(self.inner(of)?),
            Said::StandingOn(of) => Node::StandingOn(self.inner(of)?),
            Said::SquaresOf(of) => Node::SquaresOf(self.inner(of)?),
            Said::KindsOf(of) => Node::KindsOf(self.inner(of)?),
            Said::OwnersOf(of) => Node::OwnersOf(self.inner(of)?),
            Said::Near(of) => Node::Near(self.inner(of)?),
            Said::Within(steps, of) => Node::Within(*steps, self.inner(of)?),
            Said::Met(path, from) => {
                let path = self.path(path)?;
                let slide = if self.whole_board { self.slide(&path) } else { None };
                Node::Met(Box::new(path), self.inner(from)?, slide)
            }
            Said::Those(of, name, condition) => {
                Node::Those(self.inner(of)?, var(*name), self.inner(condition)?)
            }
            Said::Setup(of) => Node::Setup(self.inner(of)?),
            Said::Earlier(of) => Node::Earlier(self.inner(of)?),
            Said::Calculate(how, a, b) => Node::Calculate(*how, self.inner(a)?, self.inner(b)?),
            Said::Count(of) => Node::Count(self.inner(of)?),
            Said::RankOf(of) => Node::RankOf(self.inner(of)?),
            Said::FileOf(of) => Node::FileOf(self.inner(of)?),
            Said::And(all) => Node::And(self.list(all)?),
            Said::Or(all) => Node::Or(self.list(all)?),
            Said::Not(of) => Node::Not(self.inner(of)?),
            Said::Any(of) if of.node == Said::AllEvents => Node::Any(Box::new(all_events())),
            Said::Any(of) => Node::Any(self.inner(of)?),
            Said::Compared(how, a, b) => Node::Compared(*how, self.inner(a)?, self.inner(b)?),
            Said::Is(a, b) => Node::Is(self.inner(a)?, self.inner(b)?),
            Said::Every(quantifier, set, name, condition) => {
                let (set, condition) = (self.inner(set)?, self.inner(condition)?);
                every(*quantifier, set, var(*name), condition)
            }
            Said::EveryLine(quantifier, lines, name, condition) => {
                Node::EveryLine(*quantifier, *lines, var(*name), self.inner(condition)?)
            }
            Said::Has(who, least, what) => Node::Has(self.inner(who)?, *least, self.inner(what)?),
            Said::CanMove(sides) => Node::CanMove(self.inner(sides)?),
            Said::CanReach(sides, condition) => Node::CanReach(self.inner(sides)?, self.inner(condition)?),
            Said::CouldTake(who, what, label) | Said::Threatens(who, what, label) => Node::CouldTake(
                self.inner(who)?,
                self.maybe_inner(what.as_deref())?,
                label.map(|label| self.label(label, expr.place)).transpose()?,
                matches!(expr.node, Said::Threatens(..)),
            ),
            Said::Threatened { target, by, without } => Node::Threatened(Box::new(Threatened {
                target: self.term(target)?,
                by: self.maybe(by.as_deref())?,
                without: self.maybe(without.as_deref())?,
            })),
            Said::Did(who, deed, what, label) => Node::Did(
                self.inner(who)?,
                *deed,
                self.maybe_inner(what.as_deref())?,
                label.map(|label| self.label(label, expr.place)).transpose()?,
            ),
            Said::Now(deed, what) => Node::Now(*deed, self.maybe_inner(what.as_deref())?),
            Said::Secret(fact, of) => Node::Secret(Self::fact(*fact), self.inner(of)?),
            Said::Right(verb, who, what) => {
                Node::Right(*verb, self.inner(who)?, self.maybe_inner(what.as_deref())?)
            }
        })
    }
}

/// The events that could start: it is only known whether there is one.
pub(super) fn all_events<const N: usize>() -> Term<N> {
    Term { of: Type::Events, node: Node::AllEvents }
}

/// A condition for so many of a set; where it only asks for membership, as a question to the sets.
fn every<const N: usize>(
    quantifier: Quantifier,
    set: Box<Term<N>>,
    name: u8,
    condition: Box<Term<N>>,
) -> Node<N> {
    let member = match condition.node {
        Node::Is(ref each, ref of)
            if each.node == Node::Var(name) && of.of == set.of && is_present(&set) && !names(of, name) =>
        {
            of.clone()
        }
        _ => return Node::Every(quantifier, set, name, condition),
    };
    let of = set.of;
    let term = |node: Node<N>, of: Type| Box::new(Term { of, node });
    let any = |node: Node<N>| Node::Any(term(node, of));
    match quantifier {
        Quantifier::Some => any(Node::Both(vec![*set, *member])),
        Quantifier::No => Node::Not(term(any(Node::Both(vec![*set, *member])), Type::Bool)),
        Quantifier::Each => Node::Not(term(any(Node::Except(set, vec![*member])), Type::Bool)),
    }
}

/// Whether all of a set of pieces are surely on squares or carried.
fn is_present<const N: usize>(set: &Term<N>) -> bool {
    match &set.node {
        Node::AllPieces | Node::OfKinds(_) => true,
        Node::OwnedBy(of, _) => is_present(of),
        _ => false,
    }
}

/// Whether a term speaks of a name.
fn names<const N: usize>(term: &Term<N>, name: u8) -> bool {
    let mut found = term.node == Node::Var(name);
    term.parts(&mut |part| found |= names(part, name));
    found
}

/// Whether a condition asks what could start.
fn asks_for_events<const N: usize>(term: &Term<N>) -> bool {
    let mut asks = term.node == Node::AllEvents;
    term.parts(&mut |part| asks |= asks_for_events(part));
    asks
}

/// Whether it is squares that are named one by one: they are these, whatever the board is.
fn is_literal(expr: &Expr) -> bool {
    matches!(expr.node, Said::Squares(_) | Said::Ranks(..))
}

/// Whether a condition is about the move that is being made, and not only about where the piece stands.
fn is_about_move(condition: &Expr) -> bool {
    let mut is = false;
    visit::all(condition, &mut |part| {
        is |= matches!(
            part.node,
            Said::Origin
                | Said::Target
                | Said::Trail
                | Said::Heading
                | Said::Length
                | Said::Castling
                | Said::Now(..)
        );
    });
    is
}
