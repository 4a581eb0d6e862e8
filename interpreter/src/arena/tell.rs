//! What is told of turns to players. Imports `position`, `fast`, `compile`, `play`, `program`.

use super::step::{Step, Turns};
use crate::compile::Names;
use crate::fast::carry::Carrier as Quick;
use crate::fast::whole::Carrier as Whole;
use crate::play::full::listing::{Entry, Listing};
use crate::play::full::turn::Part as Said;
use crate::play::full::ways::Pick;
use crate::play::full::world::World;
use crate::play::moves::Besides;
use crate::play::state::State;
use crate::position::{Chosen, Part, Position, Turn};
use crate::program::Program;
use crate::program::full::NONE;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

pub(super) fn tell_quick<const N: usize, const K: usize>(
    behind: Option<(&Program<N>, &Names)>,
    state: &State<N, K>,
    turns: &mut Turns,
) {
    let Some((program, names)) = behind else { return };
    let carrier = Quick { program, names };
    let enemy = state.sides[usize::from(1 - state.player) & 1];
    let kind = |code: u8| names.kinds.get(usize::from(code)).copied();
    turns.steps.extend(turns.moves.iter().map(|step| {
        let (from, to, code) = (step.from(), step.to(), step.code());
        let castles = matches!(step.besides(), Besides::Castles(_));
        let victim = match step.besides() {
            Besides::TakesMaker => Some(state.maker),
            Besides::Castles(_) => None,
            _ => enemy.has(to).then_some(to),
        };
        let taken = victim.and_then(|victim| state.at(victim)).and_then(|(code, _)| kind(code));
        Step {
            from: Some(carrier.square(from)),
            to: Some(carrier.square(carrier.target(state, *step))),
            kind: kind(code),
            takes: taken,
            takes_own: false,
            becomes: if step.becomes() == code || castles { None } else { kind(step.becomes()) },
            splits: false,
            key: step.key(),
        }
    }));
}

pub(super) fn tell_whole<const N: usize, const K: usize>(
    carrier: &Whole<'_, N>,
    world: &World<N, K>,
    listing: &Listing<N, K>,
    steps: &mut Vec<Step>,
) {
    let codes = carrier.codes;
    let square = |number: u8| (number != NONE).then(|| carrier.square(number));
    let kind = |piece: u8| codes.kinds[usize::from(world.kind(piece))];
    for entry in &listing.entries {
        let Entry { piece, origin, target, .. } = *entry;
        let mut step = Step {
            from: square(origin),
            to: square(target),
            kind: (piece != NONE).then(|| kind(piece)),
            splits: Listing::<N, K>::is_split(entry),
            key: u32::from(origin) | u32::from(target) << 8 | 1 << 31,
            ..Step::default()
        };
        match listing.said(entry) {
            Some(parts) => {
                for part in parts {
                    match part {
                        Said::Move(declared) => {
                            for taken in declared.takes.filter_map(|square| world.at(square)) {
                                if world.owner(taken) == world.player() {
                                    step.takes_own = true;
                                } else if step.takes.is_none() {
                                    step.takes = Some(kind(taken));
                                }
                            }
                        }
                        Said::Choice(Some(Pick::Kind(code))) if step.becomes.is_none() => {
                            step.becomes = Some(codes.kinds[usize::from(*code)]);
                        }
                        Said::Choice(_) => {}
                    }
                }
                let mut hasher = DefaultHasher::new();
                parts.hash(&mut hasher);
                #[allow(clippy::cast_possible_truncation)]
                let hash = hasher.finish() as u32;
                step.key = hash & !(1 << 31);
            }
            None if Listing::<N, K>::is_castling(entry) => step.key |= 1 << 30,
            None => step.takes = world.at(target).map(kind),
        }
        steps.push(step);
    }
}

pub(super) fn plain_step(position: &Position, turn: &Turn) -> Step {
    let mut step = Step::default();
    let mut first = true;
    for part in &turn.parts {
        match part {
            Part::Move(declared) => {
                if first {
                    (step.from, step.to) = (declared.origin, declared.target);
                    let piece = declared.origin.and_then(|origin| position.at(origin));
                    step.kind = piece.map(|piece| position.piece(piece).kind);
                    first = false;
                }
                for taken in declared.takes.iter().filter_map(|square| position.at(*square)) {
                    let taken = position.piece(taken);
                    if taken.owner == position.player {
                        step.takes_own = true;
                    } else if step.takes.is_none() {
                        step.takes = Some(taken.kind);
                    }
                }
            }
            Part::Choice(Some(Chosen::Kind(kind))) if step.becomes.is_none() => step.becomes = Some(*kind),
            Part::Choice(_) => {}
        }
    }
    let mut hasher = DefaultHasher::new();
    turn.hash(&mut hasher);
    #[allow(clippy::cast_possible_truncation)]
    let hash = hasher.finish() as u32;
    Step { key: hash & !(1 << 31), ..step }
}
