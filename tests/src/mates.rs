//! Positions in which somebody wins by force in a number of turns: the shipped ones, and a proof for each by trying
//! everything. Imports the interpreter's `arena`, `session`, and the rooms beside it.

use crate::players::open_with;
use crate::root;
use rulemate::session::Session;
use rulemate_interpreter::arena::{Node, Seat, Turns};
use rulemate_interpreter::ids::SideId;
use serde::{Deserialize, Serialize};

/// A position in which whoever is to move wins by force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mate {
    /// The game.
    pub game: String,
    /// The events of its deck; the position says which are in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// The position.
    pub position: String,
    /// In how many turns of the winner.
    pub moves: u32,
    /// A turn that wins so soon, in coordinate form.
    pub key: String,
}

/// The shipped ones.
///
/// # Panics
/// If their file cannot be read.
#[must_use]
#[allow(clippy::panic)]
pub fn shipped() -> Vec<Mate> {
    let path = root().join("tests/data/mates.yaml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Mate {
    /// Its game at its position.
    #[must_use]
    pub fn open(&self) -> Session {
        open_with(&self.game, &[], Some(&self.events), Some(&self.position))
    }
}

/// Proves wins by trying everything.
#[derive(Debug, Default)]
pub struct Solver {
    line: Vec<(Option<Node>, Turns)>,
    /// Positions looked at since the solver was made.
    pub looked_at: u64,
    most: Option<u64>,
}

impl Solver {
    /// One that looks at no more than so many positions: what it has not proved then is open.
    #[must_use]
    pub fn within(most: Option<u64>) -> Solver {
        Solver { most, ..Solver::default() }
    }

    /// Whether a side wins, whatever others do, within so many of its turns. Chance counts as another.
    pub fn wins(&mut self, seat: &mut Seat<'_>, node: &Node, side: SideId, turns: u32) -> bool {
        self.go(seat, node, side, turns, 0)
    }

    /// The turns after which a side still wins within so many of its turns, the turn itself included.
    pub fn keys(&mut self, seat: &mut Seat<'_>, node: &Node, side: SideId, turns: u32) -> Vec<usize> {
        let mut list = Turns::new();
        seat.list(node, &mut list);
        let mut next = node.clone();
        let mut keys = Vec::new();
        for index in 0..list.steps().len() {
            if seat.play(node, &list, index, &mut next) && self.go(seat, &next, side, turns - 1, 0) {
                keys.push(index);
            }
        }
        keys
    }

    fn go(&mut self, seat: &mut Seat<'_>, node: &Node, side: SideId, left: u32, ply: usize) -> bool {
        self.looked_at += 1;
        if self.most.is_some_and(|most| self.looked_at > most) {
            return false;
        }
        if self.line.len() <= ply {
            self.line.push((None, Turns::new()));
        }
        let (room, mut turns) = std::mem::take(&mut self.line[ply]);
        let mut next = room.unwrap_or_else(|| node.clone());
        seat.list(node, &mut turns);
        let ended = if node.waits() { None } else { seat.outcome(node, &turns, 1) };
        let decides = node.who() == Some(side);
        let wins = match ended {
            Some(outcome) => outcome.winner == Some(side),
            None if turns.steps().is_empty() || turns.are_unknown() => false,
            None if decides && !node.waits() && left == 0 => false,
            None => {
                let left = if decides && !node.waits() { left - 1 } else { left };
                let mut indices = 0..turns.steps().len();
                let mut comes = |index: usize| {
                    seat.play(node, &turns, index, &mut next) && self.go(seat, &next, side, left, ply + 1)
                };
                if decides { indices.any(&mut comes) } else { indices.all(&mut comes) }
            }
        };
        self.line[ply] = (Some(next), turns);
        wins
    }
}
