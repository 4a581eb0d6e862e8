//! Which triggers bear on what is legal, and which facts plain moves may set. Imports `program`, `vocabulary`, `plain`.

use super::plain::Finder;
use crate::program::full::Full;
use crate::program::full::plain::Waker;
use crate::program::full::rule::{Effect, EffectKind, Happens};
use crate::program::full::term::{KindSet, Node, Term};
use crate::vocabulary::{Deed, Time, Type};

impl<const N: usize> Finder<'_, N> {
    /// The triggers that bear on what is legal; and the facts that plain moves may set, the second list for those that
    /// take, the third for those that take one of these royal pieces.
    pub(super) fn wakers(&self, laws: &[u16], royal: KindSet) -> (Vec<Waker>, [Vec<u8>; 3]) {
        let full = self.full;
        let asked: Vec<(u16, Vec<u8>)> =
            laws.iter().map(|law| (*law, facts_in(full, &full.laws[usize::from(*law)].condition))).collect();
        let mut promoting = Vec::new();
        for rule in &full.promotions {
            rule.guards.iter().for_each(|guard| promoting.extend(facts_in(full, &guard.condition)));
        }
        let (mut wakers, mut set) = (Vec::new(), [Vec::new(), Vec::new(), Vec::new()]);
        for (index, rule) in (0u16..).zip(&full.triggers) {
            if rule.time == Time::After {
                continue;
            }
            let all = KindSet::MAX;
            let (deed, kinds, taken) = match &rule.happens {
                Happens::EventStarts => continue,
                Happens::Turn if rule.time == Time::Before => continue,
                Happens::Turn | Happens::TurnEnds => (None, all, all),
                Happens::Does { subject, deed, object, .. } => {
                    let of = |term: &Term<N>| if term.of == Type::Pieces { self.kinds_of(term) } else { all };
                    // Only behind `takes` does it say whom: behind `arrives` it is where.
                    let whom = object.as_ref().filter(|_| *deed == Deed::Takes);
                    (Some(*deed), of(subject), whom.map_or(all, of))
                }
            };
            let mut sets = Vec::new();
            let does = !only_sets(&rule.effects, &mut sets);
            let asking = asked.iter().filter(|(_, facts)| facts.iter().any(|fact| sets.contains(fact)));
            let asking: Vec<u16> = asking.map(|(law, _)| *law).collect();
            let does = does || sets.iter().any(|fact| promoting.contains(fact));
            let taking = matches!(deed, Some(Deed::IsTaken | Deed::Takes));
            if !taking {
                set[0].extend(&sets);
            }
            set[1].extend(&sets);
            let by_royals = match deed {
                Some(Deed::IsTaken) => kinds & royal != 0,
                Some(Deed::Takes) => taken & royal != 0,
                _ => true,
            };
            if by_royals {
                set[2].extend(&sets);
            }
            if does || !asking.is_empty() {
                let undoes_nothing =
                    asking.is_empty() && rule.time == Time::When && undoes_nothing(&rule.effects, false);
                wakers.push(Waker {
                    trigger: index,
                    deed,
                    kinds,
                    taken,
                    laws: asking,
                    does,
                    undoes_nothing,
                    by_royals,
                });
            }
        }
        (wakers, set)
    }
}

/// The facts that a condition asks.
fn facts_in<const N: usize>(full: &Full<N>, term: &Term<N>) -> Vec<u8> {
    let mut facts = Vec::new();
    let mut words = Vec::new();
    collect(full, term, &mut facts, &mut words);
    facts
}

fn collect<const N: usize>(full: &Full<N>, term: &Term<N>, facts: &mut Vec<u8>, words: &mut Vec<u16>) {
    match &term.node {
        Node::GameFact(fact) | Node::FactOf(fact, _) | Node::Bearing(fact) | Node::Secret(fact, _) => {
            facts.push(*fact);
        }
        Node::Meaning(word, _) if !words.contains(word) => {
            words.push(*word);
            for rule in &full.words[usize::from(*word)].rules {
                collect(full, &rule.body, facts, words);
                rule.guards.iter().for_each(|guard| collect(full, &guard.condition, facts, words));
            }
        }
        _ => {}
    }
    term.parts(&mut |part| collect(full, part, facts, words));
}

/// Whether effects only set facts; and which.
pub(super) fn only_sets<const N: usize>(effects: &[Effect<N>], sets: &mut Vec<u8>) -> bool {
    let mut only = true;
    for effect in effects {
        only &= match &effect.kind {
            EffectKind::SetGame(fact, _) | EffectKind::Set(fact, ..) => {
                sets.push(*fact);
                true
            }
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => only_sets(body, sets),
            EffectKind::If(_, then, otherwise) => only_sets(then, sets) & only_sets(otherwise, sets),
            EffectKind::Choose(choose) => {
                only_sets(&choose.body, sets);
                false
            }
            EffectKind::Grant(grant) => {
                only_sets(&grant.block, sets);
                false
            }
            _ => false,
        };
    }
    only
}

/// Whether effects can take no turn back: they forbid nothing, demand no choice that may have no options, end no game,
/// and offer no further move.
fn undoes_nothing<const N: usize>(effects: &[Effect<N>], nested: bool) -> bool {
    effects.iter().all(|effect| match &effect.kind {
        EffectKind::SetGame(..)
        | EffectKind::Set(..)
        | EffectKind::PutOnto(..)
        | EffectKind::PutInHand(..)
        | EffectKind::Reveal(..) => true,
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => undoes_nothing(body, nested),
        EffectKind::If(_, then, otherwise) => {
            undoes_nothing(then, nested) && undoes_nothing(otherwise, nested)
        }
        EffectKind::Choose(choose) => {
            choose.who.is_some() && (choose.may || !nested) && undoes_nothing(&choose.body, true)
        }
        _ => false,
    })
}
