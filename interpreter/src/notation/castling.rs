//! Castling rights: from fresh pieces to the third field of a position and back. Imports `ids`,
//! `position`, and `lexicon`.
//!
//! Read are `KQkq` (the outermost partner on that side of the mover: `K` toward the last file, `Q` toward
//! file a), the letters of files (`A` to `P`, but for `K`), and `-`. Written are `K` and `Q` where the
//! partner is the outermost, else the letter of its file.

use crate::ids::{PieceId, SideId};
use crate::notation::Rules;
use crate::position::{Place, Position};

/// A mover and its partner.
pub type Pair = (PieceId, PieceId);

/// The pairs of which both are fresh, the first side's first, for each from the last file to file a.
pub fn rights(rules: Rules<'_>, position: &Position) -> Vec<Pair> {
    let fresh = |id: PieceId| position.piece(id).fresh;
    let mut pairs: Vec<Pair> = pairs(rules, position);
    pairs.retain(|(mover, partner)| fresh(*mover) && fresh(*partner));
    pairs
}

/// All pairs that could castle if they were fresh, in the order of [`rights`].
pub fn pairs(rules: Rules<'_>, position: &Position) -> Vec<Pair> {
    let mut pairs = rules.engine.castling_pairs(position);
    pairs.sort_by_key(|(mover, partner)| {
        let file = position.square_of(*partner).map_or(0, |square| square.file());
        (position.piece(*mover).owner, std::cmp::Reverse(file), *mover)
    });
    pairs.dedup();
    pairs
}

/// Sets all fresh flags as a text without further words on them means: the pairs of the rights are fresh;
/// of the kinds that castle nothing else is; of the others what stands on a square of its setup.
pub fn deduce_fresh(rules: Rules<'_>, position: &mut Position, rights: &[Pair]) {
    let fresh: Vec<bool> = position
        .ids()
        .map(|id| {
            let piece = position.piece(id);
            let Place::Square(square) = piece.place else { return false };
            if rules.lexicon.castles(rules.library(), position, piece.kind) {
                return rights.iter().any(|(mover, partner)| *mover == id || *partner == id);
            }
            rules.lexicon.home(piece.kind, piece.owner).has(square)
        })
        .collect();
    for (piece, fresh) in position.pieces.iter_mut().zip(fresh) {
        piece.fresh = fresh;
    }
}

/// The third field.
pub fn write(rules: Rules<'_>, position: &Position) -> String {
    let pairs = pairs(rules, position);
    let mut text = String::new();
    for (mover, partner) in rights(rules, position) {
        let side = position.piece(mover).owner;
        let Some(upper) = letter(position, &pairs, (mover, partner)) else { continue };
        let letter = if side == SideId(0) { upper } else { upper.to_ascii_lowercase() };
        if !text.contains(letter) {
            text.push(letter);
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// The letter of a pair in upper case; none if its file's letter is one that means a side of the board.
fn letter(position: &Position, pairs: &[Pair], pair: Pair) -> Option<char> {
    if outermost(position, pairs, pair) {
        return Some(if toward_last(position, pair) { 'K' } else { 'Q' });
    }
    let file = position.square_of(pair.1)?.file();
    Some(char::from(b'A' + file)).filter(|letter| *letter != 'K')
}

/// The pairs that a letter of the field means, of `pairs` those of the side that the letter's case names.
pub fn meant(position: &Position, pairs: &[Pair], letter: char) -> Vec<Pair> {
    let side = SideId(u8::from(letter.is_ascii_lowercase()));
    let upper = letter.to_ascii_uppercase();
    let of_side = pairs.iter().copied().filter(|pair| position.piece(pair.0).owner == side);
    of_side
        .filter(|pair| match upper {
            'K' | 'Q' => outermost(position, pairs, *pair) && toward_last(position, *pair) == (upper == 'K'),
            _ => position.square_of(pair.1).is_some_and(|at| char::from(b'A' + at.file()) == upper),
        })
        .collect()
}

fn toward_last(position: &Position, (mover, partner): Pair) -> bool {
    let file = |id| position.square_of(id).map_or(0, |square| square.file());
    file(partner) > file(mover)
}

/// Whether no partner of the same mover stands further out on the same side of it.
fn outermost(position: &Position, pairs: &[Pair], pair: Pair) -> bool {
    let file = |id: PieceId| position.square_of(id).map_or(0, |square| square.file());
    let toward = toward_last(position, pair);
    pairs
        .iter()
        .filter(|other| other.0 == pair.0 && toward_last(position, **other) == toward)
        .all(|other| if toward { file(other.1) <= file(pair.1) } else { file(other.1) >= file(pair.1) })
}
