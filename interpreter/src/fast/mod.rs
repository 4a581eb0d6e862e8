//! The compiled rules as an evaluator: turns, next positions and ends by a program where the rules in force have one,
//! all else by the plain evaluator. Imports `ids`, `board`, `model`, `position`, `engine`, `oracle`, `compile`,
//! `program`, `play`.

pub(crate) mod carry;
pub mod describe;
pub(crate) mod whole;

use crate::board::SquareSet;
use crate::compile::full::{Codes, Tables, compile_whole};
use crate::compile::{Compiled, Names, Refusal, compile};
use crate::engine::{Area, Claimable, Counting as Wanted, Engine, Explanation, Midway, Reason};
use crate::ids::{FileId, LabelId, PieceId, SideId, Square};
use crate::model::Library;
use crate::oracle::Oracle;
use crate::play::ask::end;
use crate::play::full::judge::made_otherwise;
use crate::play::full::moment::{Memory, Rules};
use crate::play::full::perft::perft as whole_perft;
use crate::play::full::plain::known;
use crate::play::generate::generate;
use crate::play::moves::{Count, Move};
use crate::play::perft::{Counting, perft};
use crate::play::state::State;
use crate::position::{Outcome, Position, Started, Turn};
use crate::program::Program;
use carry::Carrier;
use rulemate_grammar::source::Place;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Both evaluators of one library.
#[derive(Debug)]
pub struct Fast {
    library: Arc<Library>,
    oracle: Oracle,
    /// By the events in force.
    plans: Mutex<HashMap<Vec<FileId>, Arc<Plan>>>,
}

/// How the rules with some events in force are played.
#[derive(Debug)]
pub struct Plan {
    /// The program, or why there is none.
    pub quick: Result<(Compiled, Names), Refusal>,
    library: Arc<Library>,
    events: Vec<FileId>,
    whole: OnceLock<Result<(Tables, Codes), Refusal>>,
}

impl Plan {
    fn new(library: &Arc<Library>, events: &[FileId]) -> Plan {
        let quick = compile(library, events);
        Plan { quick, library: Arc::clone(library), events: events.to_vec(), whole: OnceLock::new() }
    }

    /// The flat tables of the whole language, or why there are none; made when they are asked for.
    pub fn whole(&self) -> &Result<(Tables, Codes), Refusal> {
        self.whole.get_or_init(|| compile_whole(&self.library, &self.events))
    }
}

/// A position carried over into a program, with room for so many kinds.
macro_rules! carried {
    ($room:literal, $names:ident, $position:expr, $otherwise:expr,
        |$program:ident, $state:ident, $carrier:ident| $do:expr) => {{
        let $carrier = Carrier { program: &**$program, names: $names };
        match $carrier.state::<$room>($position) {
            Some($state) => $do,
            None => $otherwise,
        }
    }};
}

/// The same, of whichever size.
macro_rules! with_state {
    ($plan:expr, $position:expr, $otherwise:expr, |$program:ident, $state:ident, $carrier:ident| $do:expr) => {
        match &$plan.quick {
            Ok((Compiled::Small($program), names)) if $program.kinds <= 8 => {
                carried!(8, names, $position, $otherwise, |$program, $state, $carrier| $do)
            }
            Ok((Compiled::Small($program), names)) => {
                carried!(32, names, $position, $otherwise, |$program, $state, $carrier| $do)
            }
            Ok((Compiled::Middle($program), names)) => {
                carried!(32, names, $position, $otherwise, |$program, $state, $carrier| $do)
            }
            Ok((Compiled::Large($program), names)) => {
                carried!(32, names, $position, $otherwise, |$program, $state, $carrier| $do)
            }
            Err(_) => $otherwise,
        }
    };
}

/// What the whole language says of a position, carried over with the first position; none if it does not hold it.
macro_rules! with_world {
    ($self:expr, $plan:expr, $position:expr, |$carrier:ident, $world:ident, $first:ident| $do:expr) => {
        match $plan.whole() {
            Ok((Tables::Small(program), codes)) => {
                with_world!(@ 16, $self, program, codes, $position, |$carrier, $world, $first| $do)
            }
            Ok((Tables::Large(program), codes)) => {
                with_world!(@ 32, $self, program, codes, $position, |$carrier, $world, $first| $do)
            }
            Err(_) => None,
        }
    };
    (@ $room:literal, $self:expr, $program:ident, $codes:ident, $position:expr,
        |$carrier:ident, $world:ident, $first:ident| $do:expr) => {{
        let $carrier = whole::Carrier { program: &**$program, codes: $codes };
        match ($carrier.world::<$room>($position), $carrier.world::<$room>($self.first())) {
            (Some($world), Some($first)) => $do,
            _ => None,
        }
    }};
}

/// Compiled rules of no more sets of events are kept.
const MOST_PLANS: usize = 64;

impl Fast {
    /// The evaluators of this library.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Fast {
        Fast { oracle: Oracle::new(Arc::clone(&library)), library, plans: Mutex::default() }
    }

    /// Tells it the first position of the game, which `setup X` asks. Only the first call counts.
    pub fn set_first_position(&self, position: Position) {
        self.oracle.set_first_position(position);
    }

    /// The program for the events in force in a position, or why there is none.
    #[must_use]
    pub fn plan(&self, position: &Position) -> Arc<Plan> {
        let events: Vec<FileId> = position.events.iter().map(|each| each.event).collect();
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        // Of a large deck there are many sets of events: those that are in use are kept by their users.
        if plans.len() >= MOST_PLANS && !plans.contains_key(&events) {
            plans.clear();
        }
        let plan = || Arc::new(Plan::new(&self.library, &events));
        Arc::clone(plans.entry(events.clone()).or_insert_with(plan))
    }

    fn first(&self) -> &Position {
        self.oracle.first_position()
    }

    /// The turns by the whole language, if its tables hold the position.
    #[must_use]
    pub fn turns_by_tables(&self, position: &Position) -> Option<Vec<Turn>> {
        with_world!(self, self.plan(position), position, |carrier, world, first| carrier
            .turns(&world, &first))
    }

    /// The number of ways to play so many turns by the whole language, if its tables hold all that comes up.
    #[must_use]
    pub fn perft_by_tables(&self, position: &Position, depth: u32) -> Option<u64> {
        self.perft_of_tables(position, depth, false)
    }

    fn perft_of_tables(&self, position: &Position, depth: u32, leaves: bool) -> Option<u64> {
        with_world!(self, self.plan(position), position, |carrier, world, first| {
            whole_perft(&Rules::new(carrier.program, &first, &Memory::default()), &world, depth, leaves)
        })
    }

    /// How the game has ended by the whole language, if its tables hold the position.
    #[must_use]
    pub fn outcome_by_tables(&self, position: &Position, repeats: u32) -> Option<Option<Outcome>> {
        with_world!(self, self.plan(position), position, |carrier, world, first| {
            carrier.outcome(&world, &first, repeats)
        })
    }

    /// How many legal turns of a position need not be tried by the whole language; none if all are to be, or its tables
    /// do not hold the position.
    #[must_use]
    pub fn known_by_tables(&self, position: &Position) -> Option<u64> {
        with_world!(self, self.plan(position), position, |carrier, world, first| {
            known(&Rules::new(carrier.program, &first, &Memory::default()), &world).map(|known| known.count)
        })
    }

    /// Whether the whole language makes the same of a turn as `next`, which the plain evaluator has made of it; none if
    /// its tables do not hold all that comes up, or somebody has to decide first.
    #[must_use]
    pub fn plays_alike(&self, position: &Position, turn: &Turn, next: &Position) -> Option<bool> {
        with_world!(self, self.plan(position), position, |carrier, world, first| {
            let played = carrier.played(&world, &first, turn)?;
            Some(carrier.world(next)?.renumbered(carrier.program) == played)
        })
    }

    /// Whether all moves that the tables make without a whole turn come to what a whole turn makes of them; none if the
    /// tables do not hold the position.
    #[must_use]
    pub fn makes_alike(&self, position: &Position) -> Option<bool> {
        with_world!(self, self.plan(position), position, |carrier, world, first| {
            Some(made_otherwise(&Rules::new(carrier.program, &first, &Memory::default()), &world).is_none())
        })
    }

    fn slow_turns(&self, position: &Position) -> Vec<Turn> {
        self.turns_by_tables(position).unwrap_or_else(|| self.oracle.turns(position))
    }

    /// The number of ways to play so many turns, if the rules in force have a program.
    #[must_use]
    pub fn perft_counting(&self, position: &Position, depth: u32, counting: Counting) -> Option<u64> {
        let plan = self.plan(position);
        with_state!(plan, position, None, |program, state, _carrier| {
            Some(perft(program, &state, depth, counting))
        })
    }
}

fn list<const N: usize, const K: usize>(program: &Program<N>, state: &State<N, K>) -> Vec<Move> {
    let mut moves = Vec::new();
    if !won_or_lost(program, state) {
        generate(program, state, &mut moves);
    }
    moves
}

pub(crate) fn won_or_lost<const N: usize, const K: usize>(program: &Program<N>, state: &State<N, K>) -> bool {
    program.ends_with_turns && end(program, state, 1).is_some_and(|end| end.winner.is_some())
}

impl Engine for Fast {
    fn library(&self) -> &Library {
        &self.library
    }

    fn turns(&self, position: &Position) -> Vec<Turn> {
        with_state!(self.plan(position), position, self.slow_turns(position), |program, state, carrier| {
            let moves = list(program, &state);
            let mut turns: Vec<Turn> = moves.into_iter().map(|step| carrier.turn(&state, step)).collect();
            turns.sort_unstable();
            turns
        })
    }

    fn is_legal(&self, position: &Position, turn: &Turn) -> bool {
        with_state!(
            self.plan(position),
            position,
            self.oracle.is_legal(position, turn),
            |program, state, carrier| {
                list(program, &state).into_iter().any(|step| carrier.turn(&state, step) == *turn)
            }
        )
    }

    fn play(&self, position: &Position, turn: &Turn) -> Result<Position, Vec<Reason>> {
        let played = with_state!(self.plan(position), position, None, |program, state, carrier| {
            let found = list(program, &state).into_iter().find(|step| carrier.turn(&state, *step) == *turn);
            found.map(|step| carrier.played(position, &state, step))
        });
        // Why a turn is refused, the plain evaluator says.
        played.map_or_else(|| self.oracle.play(position, turn), Ok)
    }

    fn count(&self, position: &Position) -> u64 {
        with_state!(
            self.plan(position),
            position,
            self.slow_turns(position).len() as u64,
            |program, state, _carrier| {
                let mut count = Count::default();
                if !won_or_lost(program, &state) {
                    generate(program, &state, &mut count);
                }
                count.0
            }
        )
    }

    fn perft_by(&self, position: &Position, depth: u32, wanted: Wanted) -> Option<(u64, Wanted)> {
        let quick = match wanted {
            Wanted::Sets => Some(Counting::Sets),
            Wanted::Lists => Some(Counting::Lists),
            Wanted::Leaves => Some(Counting::Leaves),
            Wanted::Tables => None,
        };
        let found = quick.and_then(|counting| self.perft_counting(position, depth, counting));
        let leaves = wanted == Wanted::Leaves;
        let by_tables = || self.perft_of_tables(position, depth, leaves);
        let counted = if leaves { Wanted::Leaves } else { Wanted::Tables };
        found.map(|nodes| (nodes, wanted)).or_else(|| by_tables().map(|nodes| (nodes, counted)))
    }

    fn plays_alike(&self, position: &Position, turn: &Turn, next: &Position) -> Option<bool> {
        // Nobody has to decide in `next`, and it is played by the same rules.
        let same = position.pending.is_none() && next.pending.is_none() && next.events == position.events;
        same.then(|| Fast::plays_alike(self, position, turn, next)).flatten()
    }

    fn board(&self, position: &Position) -> SquareSet {
        self.oracle.board(position)
    }

    fn threatened(&self, position: &Position, side: SideId) -> bool {
        self.oracle.threatened(position, side)
    }

    fn threats(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        self.oracle.threats(position, side)
    }

    fn outcome(&self, position: &Position, repeats: u32) -> Option<Outcome> {
        with_state!(
            self.plan(position),
            position,
            self.outcome_by_tables(position, repeats)
                .unwrap_or_else(|| self.oracle.outcome(position, repeats)),
            |program, state, _carrier| {
                end(program, &state, repeats).map(|end| Outcome {
                    winner: end.winner.map(SideId),
                    by: end.label.map(LabelId),
                    place: end.place,
                })
            }
        )
    }

    fn claims(&self, position: &Position, repeats: u32) -> Vec<Claimable> {
        self.oracle.claims(position, repeats)
    }

    fn castling_pairs(&self, position: &Position) -> Vec<(PieceId, PieceId)> {
        self.oracle.castling_pairs(position)
    }

    fn live_passed(&self, position: &Position) -> Vec<Square> {
        self.oracle.live_passed(position)
    }

    fn having_started(&self, position: &Position, by: SideId) -> Position {
        self.oracle.having_started(position, by)
    }

    fn started(&self, position: &Position, starts: &[Started]) -> Result<Position, Vec<Reason>> {
        self.oracle.started(position, starts)
    }

    fn why_no_start(&self, position: &Position, event: FileId) -> Vec<Reason> {
        self.oracle.why_no_start(position, event)
    }

    fn midway(&self, position: &Position) -> Option<Midway> {
        self.oracle.midway(position)
    }

    fn so_far(&self, position: &Position) -> Position {
        self.oracle.so_far(position)
    }

    fn hidden(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        self.oracle.hidden(position, side)
    }

    fn areas(&self, position: &Position) -> Vec<Area> {
        self.oracle.areas(position)
    }

    fn made(&self, position: &Position, turn: &Turn) -> Vec<Place> {
        self.oracle.made(position, turn)
    }

    fn explain(&self, position: &Position, from: Square, to: Square) -> Explanation {
        self.oracle.explain(position, from, to)
    }

    fn explain_act(&self, position: &Position, at: Option<Square>, label: LabelId) -> Explanation {
        self.oracle.explain_act(position, at, label)
    }

    fn given_up(&self, position: &Position) -> Option<Reason> {
        self.oracle.given_up(position)
    }
}
