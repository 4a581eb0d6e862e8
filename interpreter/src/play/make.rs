//! Making a move. Imports `program`, `state`, `moves`, `ask`.

use super::ask::Moment;
use super::moves::{Besides, Move};
use super::state::State;
use crate::program::bits::Bits;
use crate::program::expr::Kinds;
use crate::program::{Effect, MOST_NUMBERS, Program};

/// The position after a move, the other side to move.
#[must_use]
pub fn make<const N: usize, const K: usize>(
    program: &Program<N>,
    state: &State<N, K>,
    step: Move,
) -> State<N, K> {
    let mut next = *state;
    let (me, code) = (state.player as usize & 1, step.code());
    let (from, to) = (Bits::of(step.from()), Bits::of(step.to()));
    let mut moved: Kinds = 1 << code;
    let mut taken = state.sides[1 - me].meets(to);
    let mut label = None;
    next.marked = Bits::EMPTY;
    next.maker = 0;
    let besides = step.besides();
    if let Besides::Castles(index) = besides {
        let castle = &program.sides[me].castles[index as usize];
        let way = castle.ways.get(step.from() as usize * 16 + step.to() as usize % 16).copied().flatten();
        let Some(way) = way else { return next };
        let partner = Bits::of(way.partner);
        let kind = state.at(way.partner).map_or(0, |(code, _)| code);
        moved |= 1 << kind;
        label = Some(castle.label);
        let (goal, partner_goal) = (Bits::of(way.goal), Bits::of(way.partner_goal));
        next.kinds[code as usize & (K - 1)] ^= from;
        next.kinds[kind as usize & (K - 1)] ^= partner;
        next.sides[me] = next.sides[me].without(from | partner) | goal | partner_goal;
        next.fresh = next.fresh.without(from | partner);
        next.kinds[code as usize & (K - 1)] |= goal;
        next.kinds[kind as usize & (K - 1)] |= partner_goal;
        taken = false;
    } else {
        let left = !(from | to);
        for kind in &mut next.kinds {
            *kind &= left;
        }
        next.kinds[step.becomes() as usize & (K - 1)] |= to;
        next.sides[me] = next.sides[me] & left | to;
        next.sides[1 - me] &= left;
        next.fresh &= left;
        match besides {
            Besides::TakesMaker => {
                let left = !Bits::of(state.maker);
                for kind in &mut next.kinds {
                    *kind &= left;
                }
                next.sides[1 - me] &= left;
                next.fresh &= left;
                taken = true;
            }
            Besides::Runs(index) => {
                // A side's kinds stand in the order of their codes.
                let kind = program.sides[me].kinds.get(code as usize);
                if let Some(run) = kind.and_then(|kind| kind.runs.get(index as usize)) {
                    label = run.label;
                    if run.marks {
                        next.marked = run.ways[step.from() as usize].0;
                        next.maker = step.to();
                    }
                }
            }
            Besides::Nothing | Besides::Castles(_) => {}
        }
    }
    for effect in &program.turn_ends[me] {
        if let Effect::Count { number, moved: kinds, taken: takes, anew, by } = effect {
            let number = &mut next.numbers[*number as usize % MOST_NUMBERS];
            *number = if moved & kinds != 0 || taken && *takes { *anew } else { number.saturating_add(*by) };
        } else {
            let mut numbers = next.numbers;
            let moment = Moment { moved, label, taken, ..Moment::of(program, &next, state) };
            run(&moment, std::slice::from_ref(effect), &mut numbers);
            next.numbers = numbers;
        }
    }
    next.player ^= 1;
    next.number = next.number.saturating_add(u32::from(me == 1));
    next
}

fn run<const N: usize, const K: usize>(
    moment: &Moment<'_, N, K>,
    effects: &[Effect<N>],
    numbers: &mut [i32; MOST_NUMBERS],
) {
    for effect in effects {
        match effect {
            Effect::Set(index, value) => {
                let value = Moment { numbers: *numbers, ..*moment }.number(value);
                if let Some(number) = numbers.get_mut(*index as usize) {
                    *number = value;
                }
            }
            Effect::Count { number, moved, taken, anew, by } => {
                let number = &mut numbers[*number as usize % MOST_NUMBERS];
                let starts = moment.moved & moved != 0 || moment.taken && *taken;
                *number = if starts { *anew } else { number.saturating_add(*by) };
            }
            Effect::If(condition, then, otherwise) => {
                let holds = Moment { numbers: *numbers, ..*moment }.holds(condition);
                run(moment, if holds { then } else { otherwise }, numbers);
            }
        }
    }
}
