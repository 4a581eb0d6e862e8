//! A position judged by what stands where. Imports `value`.

use super::Values;
use rulemate_interpreter::arena::{Node, Seat};
use rulemate_interpreter::ids::{KindId, SideId, Square};
use rulemate_interpreter::model::Library;

/// Squares that a number can stand for, and one for pieces in hand.
const SQUARES: usize = 257;

/// Values made ready to judge by: a number for each kind on each square.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    table: Vec<i32>,
    worth: Vec<i32>,
    mobility: f64,
    turn: i32,
    scale: f64,
}

/// How far a square lies ahead, from 0 on the first rank of a side to 1 on its last.
#[must_use]
pub fn progress(library: &Library, side: SideId, square: Square) -> f64 {
    let ranks = library.size.map_or(8, |size| size.ranks);
    let behind =
        if side.0 == 0 { square.rank() } else { ranks.saturating_sub(1).saturating_sub(square.rank()) };
    f64::from(behind) / f64::from(ranks.saturating_sub(1).max(1))
}

/// How far a square lies from the rim: from 0 there to 1 in the middle.
#[must_use]
pub fn centrality(library: &Library, square: Square) -> f64 {
    let (files, ranks) = library.size.map_or((8, 8), |size| (size.files, size.ranks));
    let off = |at: u8, count: u8| {
        let last = f64::from(count.saturating_sub(1).max(1));
        (2.0 * f64::from(at) - last).abs() / last
    };
    1.0 - off(square.file(), files).max(off(square.rank(), ranks)).min(1.0)
}

/// The average centrality of the squares of a usual board, so that what a piece is worth does not depend on it.
pub(super) const USUAL_CENTRALITY: f64 = 0.25;

impl Judge {
    /// Makes values ready for the rules that they are of.
    #[must_use]
    pub fn new(values: &Values, library: &Library) -> Judge {
        let (files, ranks) = library.size.map_or((8, 8), |size| (size.files, size.ranks));
        let kinds = library.kinds.len();
        let mut table = vec![0; kinds * 2 * SQUARES];
        #[allow(clippy::cast_possible_truncation)]
        let rounded = |value: f64| value.round().clamp(-50_000.0, 50_000.0) as i32;
        let mut worth = vec![0; kinds];
        for (index, kind) in values.kinds.iter().enumerate().take(kinds) {
            let base = if kind.royal { 0.0 } else { kind.worth };
            worth[index] = rounded(base);
            for side in [SideId(0), SideId(1)] {
                let row = (index * 2 + side.index()) * SQUARES;
                table[row + SQUARES - 1] = rounded(base);
                for (file, rank) in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
                    let square = Square::at(file, rank);
                    let ahead = kind.advance * (progress(library, side, square) - 0.5);
                    let inward = kind.centre * (centrality(library, square) - USUAL_CENTRALITY);
                    table[row + square.index()] = rounded(base + ahead + inward);
                }
            }
        }
        let turn = rounded(values.turn);
        Judge { table, worth, mobility: values.mobility, turn, scale: values.scale.max(1.0) }
    }

    /// Whether it has been made.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.table.is_empty()
    }

    /// What is on the board, as a side sees it.
    #[must_use]
    pub fn material(&self, seat: &Seat<'_>, node: &Node, side: SideId) -> i32 {
        let mut sum = 0;
        seat.pieces(node, |kind, owner, square| {
            let place = square.map_or(SQUARES - 1, |square| square.index());
            let worth = self.table[(kind.index() * 2 + (owner.index() & 1)) * SQUARES + place];
            sum += if owner == side { worth } else { -worth };
        });
        sum
    }

    /// What it is worth besides to have the turn, with so many turns more than the other side had.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn ease(&self, more_turns: i32) -> i32 {
        self.turn + (self.mobility * f64::from(more_turns)) as i32
    }

    /// What a kind is worth.
    #[must_use]
    pub fn worth(&self, kind: KindId) -> i32 {
        self.worth.get(kind.index()).copied().unwrap_or(0)
    }

    /// How much of a game may be expected of a position that is worth so much: from 0 to 1.
    #[must_use]
    pub fn expected(&self, score: f64) -> f64 {
        1.0 / (1.0 + (-score / self.scale).exp())
    }

    /// What a position is worth of which so much of a game may be expected.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn worth_of(&self, expected: f64) -> i32 {
        let expected = expected.clamp(1e-6, 1.0 - 1e-6);
        (self.scale * (expected / (1.0 - expected)).ln()) as i32
    }
}
