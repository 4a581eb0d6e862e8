//! Betza strings: reads the short notation for piece moves into a tree of meaning. Imports `source`, `diagnostic`.
//!
//! `fmWfcF` becomes two walks: one forward step to an empty square, and one taking step to either forward
//! diagonal. The tree speaks of vectors as the owner of the piece sees them, so nobody behind this room needs
//! to know a letter of the notation.
//!
//! Where the notation is open, these choices hold:
//!
//! * Compounds distribute: `fK` is `fWfF`. `KK` is `Q`; `RR`, `WW2` and `WWW` are refused.
//! * Letters for direction that stand side by side are read from the left, the longest name first: `ffsN` is
//!   `ff` and `s`. Several names are all meant: `fbW`. On diagonals `fs` is both of `fl` and `fr`.
//! * `n` and `j` divide a leap between them: `n` if every square between is empty, `j` if some is not. Between
//!   lie the squares of the way that goes orthogonally first, then diagonally: one for N, two for L and J.
//!   On a rider each leap is asked.
//! * `j` before a slider (`jR`) is the ski slider: it leaves out the first square, whatever stands there, and
//!   equals `[D?R]`.
//! * `z` and `q` ride without limit unless a number says otherwise (`qN`); both start to either side. They turn
//!   by a quarter for atoms with four targets, by an eighth for those with eight.
//! * `p`, `pp` and `g` count the hurdle squares into the range. At the end of a leg that is not the last, `p`
//!   means: ends on any piece, leaves it alone and goes on.
//! * A leg that is not the last and has no mode letter ends on an empty square. Every leg must be gone.
//! * Letters in a leg behind `a` are eighths of a turn (`f` 0, `fr` 1, `r` 2, `br` 3, `b` 4; `fs` is `fl` and
//!   `fr`), in the ring of eight vectors around the heading: behind W an eighth leads to F, behind D to A,
//!   behind N to the next N. So `mafsW` reaches the squares of `nN`. Without such a letter all directions of
//!   the atom are open, back included.
//! * In brackets each leg names its own atom, and goes on in those of its directions that lie nearest to
//!   straight on, or to the letter before it. `?` makes two moves: one that stops there, one that goes on.
//! * `O` implies that the king has not moved; with `l` or `r` it castles to that side only.

mod build;
mod castle;
mod codes;
mod directions;
mod modifiers;
mod scan;
#[cfg(test)]
mod tests;
mod tree;
mod units;

pub use codes::CODES;
pub use tree::{Bend, Betza, Castle, End, Heading, Leg, Move, Turn, Vector, Walk, Way};

use crate::diagnostic::Diagnostic;
use crate::source::Place;

/// The longest string that is read, in bytes.
pub const LONGEST: usize = 200;

/// The most legs of one move.
pub const MOST_LEGS: usize = 8;

/// Reads what stands between the quotes; `at` starts at its first character.
///
/// # Errors
/// All mistakes of the string, in the order of the text, each at the letters that are wrong.
pub fn parse(text: &str, at: Place) -> Result<Betza, Vec<Diagnostic>> {
    let mut found = codes::Findings::new(text, at);
    let tokens = scan::scan(text, &mut found);
    let units = units::units(&tokens, &mut found);
    let moves = build::moves(&units, &mut found);
    found.finish(Betza { moves })
}
