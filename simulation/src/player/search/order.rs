//! In which order turns are tried. Imports `value`.

use crate::value::Judge;
use rulemate_interpreter::arena::Step;
use rulemate_interpreter::ids::SideId;

/// Turns by key that are told apart in what is remembered of how well they did.
const KEYS: usize = 4096;
/// Before any other: what was best when the position was searched last.
const REMEMBERED: i32 = 1 << 28;
/// Then what wins pieces.
const TAKES: i32 = 1 << 24;
/// Then what has refuted other turns at the same distance.
const KILLS: i32 = 1 << 22;

/// How well turns that take nothing have done, whatever the position.
#[derive(Clone, Debug)]
pub(super) struct History(Vec<i32>);

impl Default for History {
    fn default() -> History {
        History(vec![0; 2 * KEYS])
    }
}

impl History {
    fn place(side: SideId, key: u32) -> usize {
        let mixed = key.wrapping_mul(0x9e37_79b1) >> 20;
        side.index() * KEYS + mixed as usize
    }

    fn of(&self, side: SideId, key: u32) -> i32 {
        self.0[History::place(side, key)]
    }

    /// A turn has refuted what led to its position, by a search of this depth.
    pub fn credit(&mut self, side: SideId, key: u32, depth: i32) {
        let entry = &mut self.0[History::place(side, key)];
        *entry += depth * depth;
        if *entry > KILLS / 2 {
            self.0.iter_mut().for_each(|each| *each /= 2);
        }
    }

    /// What was learned some turns ago counts less.
    pub fn fade(&mut self) {
        self.0.iter_mut().for_each(|each| *each /= 4);
    }
}

/// Whether a turn wins or changes something at once, so that a judgement before it says little.
pub(super) fn is_loud(judge: &Judge, step: &Step) -> bool {
    step.takes.is_some() || gain(judge, step) > 0
}

/// What a turn wins at once, as far as it declares so.
pub fn gain(judge: &Judge, step: &Step) -> i32 {
    let taken = step.takes.map_or(0, |kind| judge.worth(kind));
    let grown = match (step.becomes, step.kind) {
        (Some(next), Some(kind)) => judge.worth(next) - judge.worth(kind),
        _ => 0,
    };
    taken + grown
}

/// How early a turn is tried: the greater, the earlier. What takes most by least comes first (Shannon, 1950, and what
/// engines have made of it since); `best` is remembered, and `killers` have refuted others.
pub(super) fn urgency(
    judge: &Judge,
    history: &History,
    side: SideId,
    step: &Step,
    best: Option<u32>,
    killers: [u32; 2],
) -> i32 {
    if best == Some(step.key) {
        return REMEMBERED;
    }
    if is_loud(judge, step) {
        let by = step.kind.map_or(0, |kind| judge.worth(kind));
        return TAKES + gain(judge, step) * 8 - by / 2;
    }
    if step.takes_own {
        return -TAKES;
    }
    if killers.contains(&step.key) {
        return KILLS;
    }
    history.of(side, step.key)
}
