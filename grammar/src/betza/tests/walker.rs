//! A plain walker for the tests: where a string leads on a board of pieces around the origin. Imports `betza`.

use super::{BTreeSet, End, Vector, Walk, Way, walks};
use std::collections::BTreeMap;

/// The pieces of a text such as `x 0 1, o 2 2`: `x` is an enemy, `o` an own piece.
pub(super) fn squares(pieces: &str) -> BTreeMap<(i8, i8), char> {
    let piece = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |at: usize| words[at].parse().expect("a number");
        ((number(1), number(2)), words[0].chars().next().expect("a letter"))
    };
    pieces.split(',').filter(|text| !text.trim().is_empty()).map(piece).collect()
}

/// All squares on which a move of the string can end, 7 squares around the origin.
pub(super) fn reach(text: &str, pieces: &str) -> BTreeSet<(i8, i8)> {
    let mut ends = BTreeSet::new();
    for walk in walks(text) {
        Board { pieces: squares(pieces), walk: &walk }.leg(0, (0, 0), None, &mut ends);
    }
    ends
}

struct Board<'w> {
    pieces: BTreeMap<(i8, i8), char>,
    walk: &'w Walk,
}

impl Board<'_> {
    fn leg(&self, at: usize, from: (i8, i8), before: Option<Vector>, ends: &mut BTreeSet<(i8, i8)>) {
        let Some(leg) = self.walk.legs.get(at) else {
            ends.insert(from);
            return;
        };
        for first in leg.first_steps(before) {
            for hand in leg.bend.hands() {
                let (mut square, mut step, mut hurdles, mut last_full) = (from, *first, 0, false);
                for done in 1..=u32::from(leg.most.unwrap_or(16)) {
                    if done > 1 {
                        step = leg.bend.next(step, done - 1, hand);
                    }
                    let full =
                        |v: &Vector| self.pieces.contains_key(&(square.0 + v.right, square.1 + v.forward));
                    let between = step.between();
                    if leg.way == Way::Lame && between.iter().any(full) {
                        break;
                    }
                    if leg.way == Way::Jump && !between.iter().any(full) {
                        break;
                    }
                    square = (square.0 + step.right, square.1 + step.forward);
                    if square.0.abs() > 7 || square.1.abs() > 7 {
                        break;
                    }
                    let allowed = match leg.way {
                        Way::Free | Way::Lame | Way::Jump => hurdles == 0,
                        Way::HopOne => hurdles == 1,
                        Way::HopMany => hurdles > 0,
                        Way::HopBehind => hurdles == 1 && last_full,
                    };
                    let found = self.pieces.get(&square);
                    if allowed && fits(leg.end, found) {
                        self.leg(at + 1, square, Some(step), ends);
                    }
                    last_full = found.is_some();
                    hurdles += usize::from(last_full);
                }
            }
        }
    }
}

fn fits(end: End, found: Option<&char>) -> bool {
    match found {
        None => end.quiet || end.passant,
        Some('x') => end.capture || end.over,
        Some(_) => end.own || end.over,
    }
}
