//! Making plain moves that are known to be legal, without the happenings of a whole turn. Imports `program`,
//! `vocabulary`, `moment`, `ways`, `world`.

use super::effect::left;
use super::known::Known;
use super::moment::Rules;
use super::ways::Way;
use super::world::{Mark, Place, World};
use crate::program::bits::Bits;
use crate::program::full::plain::{Becomes, Does, Happened, Reaction};
use crate::program::full::rule::Promotion;
use crate::program::full::term::Val;
use crate::program::full::{Full, NONE, Store};
use crate::vocabulary::{Deed, Motion};

/// What the reactions to one move go by.
struct Made<'m, const N: usize> {
    program: &'m Full<N>,
    player: u8,
    movers: u64,
    victim: u64,
    castles: bool,
    trail: Bits<N>,
    labels: u64,
    /// The wakers that do nothing.
    idle: u64,
}

/// Whether a piece may become another kind by going to a square.
#[must_use]
pub(super) fn may_become<const N: usize, const K: usize>(
    program: &Full<N>,
    world: &World<N, K>,
    piece: u8,
    target: u8,
) -> bool {
    let line = program.lineage[usize::from(world.kind(piece))];
    let promotes = |rule: &Promotion<N>| rule.motion == Motion::Also || rule.kinds & line != 0;
    let there = program.zones.as_ref().is_none_or(|zones| zones[usize::from(world.player())].has(target));
    there && program.promotions.iter().any(promotes)
}

/// Makes a plain move that is known to be legal: `next` becomes the position after it, the other side to move; false if
/// only a whole turn shows it.
#[must_use]
pub fn make<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    known: &Known<N>,
    way: &Way<N>,
    next: &mut World<N, K>,
) -> bool {
    let program = rules.program;
    let Some(plain) = program.plain.as_ref().filter(|plain| plain.turns) else { return false };
    let Some(reactions) = &plain.reactions else { return false };
    let (piece, target, taken) = (way.piece, way.declared.target, way.met);
    let player = world.player();
    let becomes = may_become(program, world, piece, target);
    let partner = way.partner;
    if partner.is_some_and(|(partner, _)| plain.castling_wakes || world.carries(partner)) {
        return false;
    }
    if becomes || world.carries(piece) || taken != NONE && world.carries(taken) {
        return false;
    }
    let takes = usize::from(taken != NONE);
    let label = |rule: &u16| program.moves[usize::from(*rule)].label;
    let made = Made {
        program,
        player,
        movers: 1 << world.kind(piece) | partner.map_or(0, |(partner, _)| 1 << world.kind(partner)),
        castles: partner.is_some(),
        victim: if taken == NONE { 0 } else { 1 << world.kind(taken) },
        trail: way.trail,
        labels: way.rules().iter().filter_map(label).fold(0, |all, (label, _)| all | 1 << label),
        idle: known.zones.iter().fold(known.idle[takes], |idle, (waker, zones)| {
            idle | u64::from(!zones[takes].has(target)) << waker
        }),
    };
    // A way that is not known as a whole does not say what it passes.
    let rough = way.length == 0;
    let shown = |does: &[Does]| !rough || !does.iter().any(Does::asks_trail);
    let known_of = |reaction: &Reaction| reaction.does.as_ref().is_some_and(|does| shown(does));
    let movers = made.movers;
    if !reactions.iter().all(|reaction| known_of(reaction) || !made.sets_off(reaction, movers)) {
        return false;
    }
    *next = *world;
    if taken != NONE {
        next.put(taken, Place::Taken(target));
    }
    match partner {
        Some((partner, goal)) => {
            next.put(piece, Place::Gone);
            next.put(partner, Place::Gone);
            next.put(piece, Place::Square(target));
            next.put(partner, Place::Square(goal));
            next.fresh = next.fresh.without(Bits::of(partner));
        }
        None => next.put(piece, Place::Square(target)),
    }
    next.fresh = next.fresh.without(Bits::of(piece));
    for deed in [Some(Deed::Moves), Some(Deed::Takes), Some(Deed::IsTaken), Some(Deed::Arrives), None] {
        for who in [Some(piece), partner.map(|(partner, _)| partner)].into_iter().flatten() {
            let mover = 1 << world.kind(who);
            let (it, view) = match deed {
                Some(Deed::IsTaken) => (taken, 1 - player),
                None => (NONE, player),
                _ => (who, player),
            };
            for reaction in reactions.iter().filter(|reaction| reaction.deed == deed) {
                if let Some(does) = reaction.does.as_ref().filter(|_| made.sets_off(reaction, mover)) {
                    made.all(does, next, it, view);
                }
            }
            if deed.is_none() {
                break;
            }
        }
    }
    next.expire(program);
    next.flat.player = 1 - player;
    if player == 1 {
        next.flat.number = next.flat.number.saturating_add(1);
    }
    next.compact(program);
    true
}

impl<const N: usize> Made<'_, N> {
    /// Whether the move sets off a reaction.
    #[inline]
    fn sets_off(&self, reaction: &Reaction, movers: u64) -> bool {
        let taken = match reaction.taken {
            Some(kinds) => kinds & self.victim != 0,
            None => true,
        };
        taken
            && reaction.movers & movers != 0
            && !(self.castles && reaction.unless_castling)
            && reaction.label.is_none_or(|label| self.labels >> label & 1 == 1)
            && !(reaction.does.is_none() && reaction.waker.is_some_and(|waker| self.idle >> waker & 1 == 1))
    }

    fn happened(&self, happened: Happened) -> bool {
        happened.moved & self.movers != 0 || happened.taken & self.victim != 0
    }

    fn all<const K: usize>(&self, does: &[Does], next: &mut World<N, K>, it: u8, view: u8) {
        for each in does {
            self.one(each, next, it, view);
        }
    }

    fn one<const K: usize>(&self, does: &Does, next: &mut World<N, K>, it: u8, view: u8) {
        let mut count = |index: usize, becomes: Becomes| {
            let number = &mut next.counts[index];
            *number = match becomes {
                Becomes::Just(value) => value,
                Becomes::More(more) => number.saturating_add(more),
            };
        };
        match does {
            Does::Number(index, becomes) => count(usize::from(*index), *becomes),
            Does::OfSide(index, becomes) => count(usize::from(*index + view), *becomes),
            Does::Trail(fact) => {
                let left = left(self.program.facts[usize::from(*fact)].life, view, self.player);
                for bearer in self.trail {
                    let mark = Mark {
                        fact: *fact,
                        bearer,
                        maker: it,
                        left,
                        revealed: false,
                        value: Val::Bool(true),
                    };
                    next.set_mark(*fact, bearer, Some(mark));
                }
            }
            Does::Bears(fact) => {
                if it == NONE {
                    return;
                }
                let declared = &self.program.facts[usize::from(*fact)];
                let left = left(declared.life, next.owner(it), self.player);
                if let Store::Sets { first, count } = declared.store {
                    next.bear(it, (first, count), left);
                }
            }
            Does::If(happened, then, otherwise) => {
                self.all(if self.happened(*happened) { then } else { otherwise }, next, it, view);
            }
        }
    }
}
