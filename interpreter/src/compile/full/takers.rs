//! What may take otherwise than by the captures that a walk lists. Imports `program`, `vocabulary`, `plain`.

use super::plain::kinds_of;
use crate::program::full::rule::{Effect, EffectKind, Grant, Happens, Trigger, Walks};
use crate::program::full::term::{KindSet, Term};
use crate::program::full::{Full, Takers};
use crate::vocabulary::{Deed, Time, Type};

/// Kinds whose moves without taking, and acts, may take all the same: by what they do besides, or by what they wake.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Loud {
    moves: KindSet,
    acts: KindSet,
}

/// What may take otherwise than by the captures that a walk lists.
pub(super) fn takers<const N: usize>(full: &Full<N>) -> Takers {
    // The louder the moves, the more takes: from below until nothing is added.
    let mut loud = Loud::default();
    loop {
        let more = louder(full, loud);
        if more == loud {
            break;
        }
        loud = more;
    }
    let moves = full.moves.iter().map(|rule| takes(full, &rule.block, loud)).collect();
    let taking = (0u16..).zip(&full.triggers).filter(|(_, rule)| may_take(full, rule, loud));
    let triggers = taking.clone().map(|(_, rule)| match &rule.happens {
        Happens::Does { subject, deed, .. } => (Some(*deed), wakers(full, subject, *deed)),
        _ => (None, KindSet::MAX),
    });
    Takers { moves, triggers: triggers.collect(), indices: taking.map(|(index, _)| index).collect() }
}

/// The kinds that set off a trigger that waits for a deed.
fn wakers<const N: usize>(full: &Full<N>, subject: &Term<N>, deed: Deed) -> KindSet {
    let mut kinds = kinds_of(full, subject, 0);
    // Who castles moves its partner.
    for castle in full.moves.iter().filter(|_| deed == Deed::Moves) {
        if let (Walks::Castle { with, .. }, Some(first)) = (&castle.rule, &castle.subject)
            && kinds_of(full, with, 0) & kinds != 0
        {
            kinds |= kinds_of(full, first, 0);
        }
    }
    kinds
}

fn louder<const N: usize>(full: &Full<N>, loud: Loud) -> Loud {
    let mut more = loud;
    for rule in full.moves.iter().filter(|rule| takes(full, &rule.block, loud)) {
        let kinds = rule.subject.as_ref().map_or(KindSet::MAX, |subject| kinds_of(full, subject, 0));
        match rule.rule {
            Walks::Act => more.acts |= kinds,
            _ => more.moves |= kinds,
        }
    }
    for rule in full.triggers.iter().filter(|rule| may_take(full, rule, loud)) {
        match &rule.happens {
            Happens::Does { subject, deed: Deed::Moves, .. } => {
                more.moves |= wakers(full, subject, Deed::Moves);
            }
            Happens::Does { subject, deed: Deed::Acts, .. } => more.acts |= wakers(full, subject, Deed::Acts),
            // Nothing is taken yet.
            Happens::Does { deed: Deed::Takes | Deed::IsTaken, .. } => {}
            _ => more = Loud { moves: KindSet::MAX, acts: KindSet::MAX },
        }
    }
    more
}

fn may_take<const N: usize>(full: &Full<N>, rule: &Trigger<N>, loud: Loud) -> bool {
    rule.time == Time::Before && matches!(rule.happens, Happens::Does { .. })
        || rule.time == Time::When && takes(full, &rule.effects, loud)
}

/// Whether effects may take a piece, now or by a further move, in a turn that is only asked about. There chance does
/// not count, so nothing behind its decision does.
fn takes<const N: usize>(full: &Full<N>, effects: &[Effect<N>], loud: Loud) -> bool {
    let takes_in = |effects: &[Effect<N>]| takes(full, effects, loud);
    let chance =
        |effect: &&Effect<N>| matches!(&effect.kind, EffectKind::Choose(choose) if choose.who.is_none());
    effects.iter().take_while(|effect| !chance(effect)).any(|effect| match &effect.kind {
        EffectKind::Grant(grant) => !is_quiet(full, grant, loud) || takes_in(&grant.block),
        EffectKind::Take(_) | EffectKind::Starts(_) => true,
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => takes_in(body),
        EffectKind::If(_, then, otherwise) => takes_in(then) || takes_in(otherwise),
        EffectKind::Choose(choose) => takes_in(&choose.body),
        _ => false,
    })
}

/// Whether no further move that is offered takes anything.
fn is_quiet<const N: usize>(full: &Full<N>, grant: &Grant<N>, loud: Loud) -> bool {
    let kinds = kinds_of(full, &grant.subject, 0);
    grant.subject.of == Type::Pieces
        && match grant.deed {
            Deed::Moves => grant.without_taking && kinds & loud.moves == 0,
            Deed::Acts => kinds & loud.acts == 0,
            _ => false,
        }
}
