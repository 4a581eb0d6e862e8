//! Where players play: positions, their legal turns as numbers, and what comes of them, by the quickest evaluator that
//! holds them. Imports `ids`, `model`, `position`, `engine`, `fast`, `game`, `notation`, `compile`, `play`, `program`.
//!
//! An [`Arena`] holds rules and is shared by threads; a [`Seat`] is one thread's place in it. A [`Node`] is a
//! position; [`Turns`] lists its legal turns. The same game comes of the same choices wherever it is played.

mod held;
mod seat;
mod step;
mod tell;

pub use seat::Seat;
pub use step::{Step, Turns};

use crate::engine::Engine;
use crate::fast::Fast;
use crate::game::Prepared;
use crate::ids::SideId;
use crate::model::Library;
use crate::notation::lexicon::Lexicon;
use crate::play::full::world::World;
use crate::play::state::State;
use crate::position::Position;
use std::sync::Arc;

/// Rules to be played by, to be shared.
#[derive(Clone)]
pub struct Arena {
    engine: Arc<dyn Engine>,
    fast: Option<Arc<Fast>>,
    lexicon: Arc<Lexicon>,
    setup: Position,
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").field("compiled", &self.fast.is_some()).finish_non_exhaustive()
    }
}

impl Arena {
    /// An arena for these rules; where they are to be evaluated plainly, players play so too.
    #[must_use]
    pub fn new(prepared: &Prepared) -> Arena {
        Arena {
            engine: Arc::clone(&prepared.engine),
            fast: prepared.fast.clone(),
            lexicon: Arc::clone(&prepared.lexicon),
            setup: prepared.setup.clone(),
        }
    }

    /// A place for one thread.
    #[must_use]
    pub fn seat(&self) -> Seat<'_> {
        Seat::new(self)
    }

    /// The evaluator of the rules, for questions that are rarely asked.
    #[must_use]
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The words of the rules.
    #[must_use]
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The rules.
    #[must_use]
    pub fn library(&self) -> &Library {
        self.engine.library()
    }

    /// The first position of the game.
    #[must_use]
    pub fn setup(&self) -> &Position {
        &self.setup
    }
}

/// A position as players see it. It belongs to the seat that made it.
#[derive(Clone, Debug)]
pub struct Node {
    stand: Stand,
    /// Which rules are in force, as the seat counts them.
    held: u32,
}

/// A position, as its evaluator has it.
#[derive(Clone, Debug)]
enum Stand {
    Tiny(State<1, 8>),
    Small(Box<State<1, 32>>),
    Middle(Box<State<2, 32>>),
    Large(Box<State<4, 32>>),
    World(Box<World<1, 16>>),
    Wide(Box<World<4, 32>>),
    Plain(Box<Position>),
    Midway(Box<Midway>),
}

/// A turn that must go on with a move.
#[derive(Clone, Debug)]
struct Midway {
    /// As a plain value.
    position: Position,
    /// Which rules it goes on by, as the seat counts them.
    held: u32,
    start: World<1, 16>,
    now: World<1, 16>,
    /// The place of the offer, in the list of places.
    offer: u16,
}

/// Does the same with a state or a world, whatever its size; of a position, something else.
macro_rules! with_stand {
    ($stand:expr, |$state:ident| $quick:expr, |$world:ident| $whole:expr, |$position:ident| $plain:expr) => {
        match $stand {
            Stand::Tiny($state) => $quick,
            Stand::Small($state) => $quick,
            Stand::Middle($state) => $quick,
            Stand::Large($state) => $quick,
            Stand::World($world) => $whole,
            Stand::Wide($world) => $whole,
            Stand::Plain($position) => $plain,
            Stand::Midway(midway) => {
                let $position = &midway.position;
                $plain
            }
        }
    };
}

impl Node {
    /// Whose turn it is, or would be once what is waited for has been decided.
    #[must_use]
    pub fn player(&self) -> SideId {
        with_stand!(&self.stand, |state| SideId(state.player), |world| SideId(world.player()), |position| {
            position.player
        })
    }

    /// Who decides next; none: chance.
    #[must_use]
    pub fn who(&self) -> Option<SideId> {
        match &self.stand {
            Stand::Plain(position) => who_decides(position),
            Stand::Midway(midway) => who_decides(&midway.position),
            _ => Some(self.player()),
        }
    }

    /// Whether a decision is waited for, of somebody else than the player of a turn or behind his turn.
    #[must_use]
    pub fn waits(&self) -> bool {
        match &self.stand {
            Stand::Plain(position) => position.pending.is_some(),
            Stand::Midway(_) => true,
            _ => false,
        }
    }

    /// The number of the move, from 1 as FEN counts.
    #[must_use]
    pub fn number(&self) -> u32 {
        with_stand!(&self.stand, |state| state.number, |world| world.flat.number, |position| position.number)
    }
}

fn who_decides(position: &Position) -> Option<SideId> {
    position.pending.as_ref().map_or(Some(position.player), |pending| pending.who)
}
