//! The rules with some events in force, as one thread has them. Imports `ids`, `model`, `position`, `fast`, `notation`,
//! `compile`, `play`, `program`.

use super::{Arena, Stand};
use crate::compile::full::Tables;
use crate::compile::{Compiled, Names};
use crate::fast::Plan;
use crate::fast::carry::Carrier as Quick;
use crate::fast::whole::Carrier as Whole;
use crate::ids::FactId;
use crate::model::Library;
use crate::notation::lexicon::{Lexicon, constant_default};
use crate::play::full::identity::Sameness;
use crate::play::full::moment::{Memory, Rules};
use crate::play::full::world::World;
use crate::play::identity::{Sameness as QuickSameness, mix};
use crate::position::{Position, Started};
use crate::program::full::{Full, NONE, Store};
use std::sync::Arc;

/// The rules with some events in force, as one seat has them.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) started: Vec<Started>,
    /// A number for them.
    pub(super) events: u64,
    pub(super) plan: Option<Arc<Plan>>,
    pub(super) quick: QuickSameness,
    pub(super) small: Option<Hall<1, 16>>,
    pub(super) wide: Option<Hall<4, 32>>,
}

/// What goes with flat tables.
#[derive(Debug)]
pub(super) struct Hall<const N: usize, const K: usize> {
    pub(super) first: Box<World<N, K>>,
    pub(super) memory: Memory,
    pub(super) sameness: Sameness<N>,
}

/// What stands behind a state: its program and its names.
macro_rules! program_of {
    (Small, $held:expr) => {
        match $held.plan.as_deref() {
            Some(Plan { quick: Ok((Compiled::Small(program), names)), .. }) => Some((&**program, names)),
            _ => None,
        }
    };
    (Middle, $held:expr) => {
        match $held.plan.as_deref() {
            Some(Plan { quick: Ok((Compiled::Middle(program), names)), .. }) => Some((&**program, names)),
            _ => None,
        }
    };
    (Large, $held:expr) => {
        match $held.plan.as_deref() {
            Some(Plan { quick: Ok((Compiled::Large(program), names)), .. }) => Some((&**program, names)),
            _ => None,
        }
    };
}

/// What stands behind a world: its tables, their codes, and what goes with them.
macro_rules! tables_of {
    (Small, $held:expr) => {
        match ($held.plan.as_deref().map(Plan::whole), &$held.small) {
            (Some(Ok((Tables::Small(program), codes))), Some(hall)) => Some((&**program, codes, hall)),
            _ => None,
        }
    };
    (Large, $held:expr) => {
        match ($held.plan.as_deref().map(Plan::whole), &$held.wide) {
            (Some(Ok((Tables::Large(program), codes))), Some(hall)) => Some((&**program, codes, hall)),
            _ => None,
        }
    };
}

/// Does the same for a state or a world of whichever size, with what stands behind it; for a position, and where
/// nothing stands behind it, something else.
macro_rules! with_rules {
    ($held:expr, $stand:expr, |$state:ident, $program:ident, $names:ident| $quick:expr,
        |$world:ident, $tables:ident, $codes:ident, $hall:ident| $whole:expr, else $plain:expr) => {
        match $stand {
            Stand::Tiny($state) => match program_of!(Small, $held) {
                Some(($program, $names)) => $quick,
                None => $plain,
            },
            Stand::Small($state) => match program_of!(Small, $held) {
                Some(($program, $names)) => $quick,
                None => $plain,
            },
            Stand::Middle($state) => match program_of!(Middle, $held) {
                Some(($program, $names)) => $quick,
                None => $plain,
            },
            Stand::Large($state) => match program_of!(Large, $held) {
                Some(($program, $names)) => $quick,
                None => $plain,
            },
            Stand::World($world) => match tables_of!(Small, $held) {
                Some(($tables, $codes, $hall)) => $whole,
                None => $plain,
            },
            Stand::Wide($world) => match tables_of!(Large, $held) {
                Some(($tables, $codes, $hall)) => $whole,
                None => $plain,
            },
            Stand::Plain(_) | Stand::Midway(_) => $plain,
        }
    };
}

impl<const N: usize, const K: usize> Hall<N, K> {
    pub(super) fn rules<'r>(&'r self, program: &'r Full<N>) -> Rules<'r, N, K> {
        self.memory.forget_question();
        Rules::new(program, &self.first, &self.memory)
    }

    pub(super) fn memory_gave_up(&self) -> bool {
        self.memory.is_given_up()
    }

    fn new(
        carrier: &Whole<'_, N>,
        first: &Position,
        (library, lexicon, position): (&Library, &Lexicon, &Position),
    ) -> Option<Hall<N, K>> {
        let program = carrier.program;
        let fact = |index: usize| FactId::from_index(index);
        let indices = || 0..program.facts.len();
        let code = |index: usize| u8::try_from(index).unwrap_or(NONE);
        let clock = lexicon.clock.and_then(|clock| match program.facts[clock.index()].store {
            Store::Count(count) => Some(count),
            _ => None,
        });
        let sameness = Sameness {
            clock,
            reads_fresh: lexicon.reads_fresh(position),
            passing: indices()
                .filter(|index| lexicon.only_taken_by(position, fact(*index)))
                .map(code)
                .collect(),
            secret: indices().filter(|index| library.facts[*index].secret).map(code).collect(),
            defaults: indices()
                .map(|index| constant_default(library, fact(index)).and_then(|value| carrier.value(&value)))
                .collect(),
        };
        Some(Hall { first: Box::new(carrier.world(first)?), memory: Memory::default(), sameness })
    }
}

impl Held {
    pub(super) fn new(arena: &Arena, position: &Position) -> Held {
        let plan = arena.fast.as_ref().map(|fast| fast.plan(position));
        let context = (arena.library(), &*arena.lexicon, position);
        let (mut small, mut wide) = (None, None);
        let mut quick = QuickSameness::default();
        if let Some(plan) = &plan {
            match &plan.quick {
                Ok((_, names)) => quick = quick_sameness(names, &arena.lexicon, position),
                Err(_) => match plan.whole() {
                    Ok((Tables::Small(program), codes)) => {
                        small = Hall::new(&Whole { program, codes }, &arena.setup, context);
                    }
                    Ok((Tables::Large(program), codes)) => {
                        wide = Hall::new(&Whole { program, codes }, &arena.setup, context);
                    }
                    Err(_) => {}
                },
            }
        }
        let number = |each: &Started| (u64::from(each.event.0) << 8) + u64::from(each.by.0) + 1;
        let events = position.events.iter().fold(0, |sum, each| mix(sum ^ number(each)));
        Held { started: position.events.clone(), events, plan, quick, small, wide }
    }
}

fn quick_sameness(names: &Names, lexicon: &Lexicon, position: &Position) -> QuickSameness {
    let clock = names.numbers.iter().position(|(fact, _)| Some(*fact) == lexicon.clock);
    QuickSameness {
        clock: clock.and_then(|index| u8::try_from(index).ok()),
        reads_fresh: lexicon.reads_fresh(position),
        passing: names.passing.is_some_and(|fact| lexicon.only_taken_by(position, fact)),
    }
}

pub(super) fn quick_stand(plan: &Plan, position: &Position) -> Option<Stand> {
    let (compiled, names) = plan.quick.as_ref().ok()?;
    Some(match compiled {
        Compiled::Small(program) if program.kinds <= 8 => {
            Stand::Tiny(Quick { program, names }.state(position)?)
        }
        Compiled::Small(program) => Stand::Small(Box::new(Quick { program, names }.state(position)?)),
        Compiled::Middle(program) => Stand::Middle(Box::new(Quick { program, names }.state(position)?)),
        Compiled::Large(program) => Stand::Large(Box::new(Quick { program, names }.state(position)?)),
    })
}

pub(super) fn whole_stand(held: &Held, position: &Position) -> Option<Stand> {
    if let Some((program, codes, _)) = tables_of!(Small, held) {
        return Some(Stand::World(Box::new(Whole { program, codes }.world(position)?)));
    }
    let (program, codes, _) = tables_of!(Large, held)?;
    Some(Stand::Wide(Box::new(Whole { program, codes }.world(position)?)))
}

pub(super) use {program_of, tables_of, with_rules};
