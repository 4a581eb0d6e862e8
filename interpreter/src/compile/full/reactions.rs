//! What plain moves set off, where that is a short list of facts to be set. Imports `program`, `vocabulary`, `plain`.

use crate::program::full::plain::{Becomes, Does, Happened, Reaction, Waker};
use crate::program::full::rule::{Effect, EffectKind, Happens, Trigger};
use crate::program::full::term::{KindSet, Node, Term, Val};
use crate::program::full::{Full, Store};
use crate::vocabulary::{Arithmetic, Bearer, Deed, Time, Type};

/// What plain moves set off; none if something may come before a turn begins, or before something is taken.
pub(super) fn reactions<const N: usize>(full: &Full<N>, wakers: &[Waker]) -> Option<Vec<Reaction>> {
    if full.traits.begins || full.traits.before_taking || wakers.len() > 64 {
        return None;
    }
    let indexed = (0u16..).zip(&full.triggers);
    Some(indexed.filter_map(|(index, rule)| Reader { full }.reaction(index, rule, wakers)).collect())
}

/// Whether something happens to who castles that does not happen to others, or when somebody does.
pub(super) fn castling_wakes<const N: usize>(full: &Full<N>) -> bool {
    full.triggers.iter().any(|rule| {
        let castles = matches!(&rule.happens, Happens::Does { deed: Deed::Castles, .. });
        castles || rule.guards.iter().any(|guard| !guard.unless && guard.condition.node == Node::Castling)
    })
}

struct Reader<'f, const N: usize> {
    full: &'f Full<N>,
}

impl<const N: usize> Reader<'_, N> {
    /// What a trigger does; none if no plain move sets it off.
    fn reaction(&self, index: u16, rule: &Trigger<N>, wakers: &[Waker]) -> Option<Reaction> {
        let waker = wakers.iter().position(|waker| waker.trigger == index);
        let mut reaction = Reaction {
            trigger: index,
            waker: waker.and_then(|place| u8::try_from(place).ok()),
            deed: None,
            movers: KindSet::MAX,
            taken: None,
            label: None,
            unless_castling: false,
            does: None,
        };
        let mut exact = rule.time == Time::When;
        match &rule.happens {
            Happens::EventStarts => return None,
            Happens::Turn => exact = false,
            Happens::TurnEnds => {}
            Happens::Does { subject, deed, object, label } => {
                // The kinds that a set names; if that depends on more than the kind, all that it may name.
                let mut kinds = |term: &Term<N>, own: bool| {
                    kinds_named(self.full, term, own, 0).unwrap_or_else(|| {
                        exact = false;
                        let of_pieces = term.of == Type::Pieces;
                        if of_pieces { super::plain::kinds_of(self.full, term, 0) } else { KindSet::MAX }
                    })
                };
                match deed {
                    Deed::Moves => {
                        reaction.movers = kinds(subject, true);
                        exact &= object.is_none();
                    }
                    Deed::Arrives => {
                        reaction.movers = kinds(subject, true);
                        exact &= object.is_none();
                    }
                    Deed::Takes => {
                        reaction.movers = kinds(subject, true);
                        let taken = object.as_ref().map_or(KindSet::MAX, |object| kinds(object, false));
                        reaction.taken = Some(taken);
                    }
                    Deed::IsTaken => {
                        // The taken piece's own side asks.
                        reaction.taken = Some(kinds(subject, false));
                        reaction.movers = object.as_ref().map_or(KindSet::MAX, |object| kinds(object, true));
                        exact &= object.is_none();
                    }
                    Deed::Acts | Deed::Castles | Deed::Promotes | Deed::IsDisplaced => return None,
                }
                reaction.deed = Some(*deed);
                reaction.label = *label;
            }
        }
        for guard in &rule.guards {
            match &guard.condition.node {
                // A plain move is no castling.
                Node::Castling if guard.unless => reaction.unless_castling = true,
                Node::Castling => return None,
                Node::Is(it, kinds) if it.node == Node::It && it.of == Type::Pieces => {
                    // It is asked as its own side sees it.
                    let kinds = kinds_named(self.full, kinds, true, 0);
                    let kinds = kinds.map(|kinds| if guard.unless { !kinds } else { kinds });
                    match (reaction.deed, kinds) {
                        (Some(Deed::IsTaken), Some(kinds)) => {
                            reaction.taken = reaction.taken.map(|taken| taken & kinds);
                        }
                        (Some(_), Some(kinds)) => reaction.movers &= kinds,
                        _ => exact = false,
                    }
                }
                _ => exact = false,
            }
        }
        if exact {
            reaction.does = self.all(&rule.effects);
        }
        Some(reaction)
    }

    fn all(&self, effects: &[Effect<N>]) -> Option<Vec<Does>> {
        effects.iter().map(|effect| self.does(effect)).collect()
    }

    fn does(&self, effect: &Effect<N>) -> Option<Does> {
        match &effect.kind {
            EffectKind::SetGame(fact, value) => {
                let Store::Count(index) = self.full.facts[usize::from(*fact)].store else { return None };
                let same = |term: &Term<N>| matches!(term.node, Node::GameFact(of) if of == *fact);
                Some(Does::Number(index, becomes(value, same)?))
            }
            EffectKind::Set(fact, of, value) => {
                let declared = &self.full.facts[usize::from(*fact)];
                let own = |term: &Term<N>| matches!(term.node, Node::Kin(false));
                let yes = value.node == Node::Fixed(Val::Bool(true));
                match (declared.bearer, declared.store, &of.node) {
                    (Bearer::Sides, Store::Count(index), Node::Kin(false)) => {
                        let same = |term: &Term<N>| matches!(&term.node, Node::FactOf(of, side) if of == fact && own(side));
                        Some(Does::OfSide(index, becomes(value, same)?))
                    }
                    (Bearer::Squares, Store::Mark, Node::Trail) if yes => Some(Does::Trail(*fact)),
                    (Bearer::Pieces, Store::Sets { .. }, Node::It) if yes => Some(Does::Bears(*fact)),
                    _ => None,
                }
            }
            EffectKind::If(condition, then, otherwise) => {
                let mut happened = Happened::default();
                match &condition.node {
                    Node::Or(all) => all.iter().try_for_each(|each| self.happened(each, &mut happened)),
                    _ => self.happened(condition, &mut happened),
                }?;
                Some(Does::If(happened, self.all(then)?, self.all(otherwise)?))
            }
            _ => None,
        }
    }

    fn happened(&self, term: &Term<N>, happened: &mut Happened) -> Option<()> {
        let Node::Did(who, deed, None, None) = &term.node else { return None };
        match deed {
            Deed::Moves => happened.moved |= kinds_named(self.full, who, true, 0)?,
            Deed::IsTaken => happened.taken |= kinds_named(self.full, who, false, 0)?,
            _ => return None,
        }
        Some(())
    }
}

/// What a number becomes.
fn becomes<const N: usize>(value: &Term<N>, same: impl Fn(&Term<N>) -> bool) -> Option<Becomes> {
    match &value.node {
        Node::Fixed(Val::Number(number)) => Some(Becomes::Just(*number)),
        Node::Calculate(how, first, second) if same(first) => {
            let Node::Fixed(Val::Number(number)) = second.node else { return None };
            match how {
                Arithmetic::Add => Some(Becomes::More(number)),
                Arithmetic::Subtract => number.checked_neg().map(Becomes::More),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The kinds, themselves alone, for which a piece is in a set that stands on a square, of the player (`own`) or of his
/// enemy, as the player sees it; none if that depends on more.
fn kinds_named<const N: usize>(full: &Full<N>, term: &Term<N>, own: bool, depth: u8) -> Option<KindSet> {
    let of = |term: &Term<N>| kinds_named(full, term, own, depth);
    match &term.node {
        Node::AllPieces => Some(KindSet::MAX),
        Node::OfKinds(kinds) => Some(*kinds),
        Node::CarriedBy(_) => Some(0),
        Node::Both(all) => all.iter().try_fold(KindSet::MAX, |kinds, each| Some(kinds & of(each)?)),
        Node::Either(all) => all.iter().try_fold(0, |kinds, each| Some(kinds | of(each)?)),
        Node::Except(base, all) => all.iter().try_fold(of(base)?, |kinds, each| Some(kinds & !of(each)?)),
        Node::OwnedBy(base, sides) => match sides.node {
            Node::Kin(enemy) if enemy != own => of(base),
            Node::Kin(_) => Some(0),
            _ => None,
        },
        Node::SeenBy(enemy, base) => kinds_named(full, base, own ^ enemy, depth),
        Node::Meaning(word, None) if depth < 8 => {
            let mut kinds = 0;
            for rule in &full.words[usize::from(*word)].rules {
                let plain = rule.guards.is_empty()
                    && !rule.except
                    && rule.parameter.is_none()
                    && rule.motion != crate::vocabulary::Motion::Now;
                if !plain {
                    return None;
                }
                kinds |= kinds_named(full, &rule.body, own, depth + 1)?;
            }
            Some(kinds)
        }
        _ => None,
    }
}
