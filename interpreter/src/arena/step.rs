//! The legal turns of a position. Imports `ids`, `play`, `position`.

use crate::ids::{KindId, Square};
use crate::play::full::listing::Listing;
use crate::play::moves::Move;
use crate::position::{Position, Turn};

/// One legal turn, or one option of a decision, as far as a player goes by it without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Where its first move begins; none for acts of a side, and for decisions.
    pub from: Option<Square>,
    /// Where that ends; none for what is done on the spot.
    pub to: Option<Square>,
    /// The kind that moves.
    pub kind: Option<KindId>,
    /// The first piece of the enemy that its moves declare to take: its kind.
    pub takes: Option<KindId>,
    /// It declares to take a piece of the player's own.
    pub takes_own: bool,
    /// What a piece is to become.
    pub becomes: Option<KindId>,
    /// Somebody else, or chance, decides in it or after it.
    pub splits: bool,
    /// The same for the same turn in other positions, as far as that makes sense; others may share it.
    pub key: u32,
}

/// The legal turns of a position, or the options of the decision that it waits for. It is filled again and again.
#[derive(Debug, Default)]
pub struct Turns {
    pub(super) steps: Vec<Step>,
    pub(super) moves: Vec<Move>,
    pub(super) small: Option<Box<Listing<1, 16>>>,
    pub(super) wide: Option<Box<Listing<4, 32>>>,
    /// Where the tables do not hold the position, or what comes up: itself, and its turns.
    pub(super) plain: Option<(Box<Position>, Vec<Turn>)>,
    pub(super) unknown: bool,
    pub(super) held_by: HeldBy,
}

/// Which of the lists it is that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum HeldBy {
    #[default]
    Plain,
    Moves,
    Small,
    Wide,
}

impl Turns {
    /// An empty list.
    #[must_use]
    pub fn new() -> Turns {
        Turns::default()
    }

    /// The number of legal turns; 0 once somebody has won.
    #[must_use]
    pub fn count(&self) -> usize {
        match self.held_by {
            HeldBy::Plain => self.plain.as_ref().map_or(0, |(_, listed)| listed.len()),
            HeldBy::Moves => self.moves.len(),
            HeldBy::Small => self.small.as_ref().map_or(0, |listing| listing.entries.len()),
            HeldBy::Wide => self.wide.as_ref().map_or(0, |listing| listing.entries.len()),
        }
    }

    /// Each legal turn once, in an order that depends on the position alone; none once somebody has won, or where they
    /// were only counted.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether the rules ask for more work than is allowed, so that the turns are not known.
    #[must_use]
    pub fn are_unknown(&self) -> bool {
        self.unknown
    }
}
