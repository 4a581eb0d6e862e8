//! The letter O: castling. Raises what it lacks and what it cannot have. Imports `codes`, `tree`, `units`.

use super::codes::{CASTLING, Findings, TWICE};
use super::tree::{Castle, Move};
use super::units::Modified;

/// The castling that `O` with its modifiers means, if it is well said.
pub(super) fn castle(said: &Modified, found: &mut Findings<'_>) -> Option<Move> {
    let (mut left, mut right, mut fresh, mut well) = (false, false, false, true);
    for modifier in &said.modifiers {
        let news = match modifier.letter {
            's' => !(std::mem::replace(&mut left, true) & std::mem::replace(&mut right, true)),
            'l' => !std::mem::replace(&mut left, true),
            'r' => !std::mem::replace(&mut right, true),
            'i' => !std::mem::replace(&mut fresh, true),
            letter => {
                let message = format!("castling cannot have the letter `{letter}`");
                let help = "before `O` stand only `i` (which it implies) and the sides `l`, `r` or `s`";
                found.report(CASTLING, modifier.span, message, help);
                well = false;
                true
            }
        };
        if !news {
            let message = format!("`{}` says nothing that is not said already", modifier.letter);
            found.report(TWICE, modifier.span, message, "leave it out");
        }
    }
    let help = "write how many squares it goes: `O2`";
    let squares = match said.atom.number {
        Some(squares) if squares > 0 => squares,
        Some(_) => {
            found.report(CASTLING, said.atom.span, "a castling of 0 squares goes nowhere".to_owned(), help);
            return None;
        }
        // A number that is no range has been raised already.
        None if said.atom.span.len() > 1 => return None,
        None => {
            found.report(CASTLING, said.atom.span, "this castling does not say how far".to_owned(), help);
            return None;
        }
    };
    let (left, right) = if left || right { (left, right) } else { (true, true) };
    well.then(|| Move::Castle(Castle { squares, left, right, place: found.place(said.span()) }))
}
