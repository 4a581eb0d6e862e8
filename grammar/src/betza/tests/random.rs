//! Random strings: nothing panics, every place lies in the text, and there is a tree or a mistake.
//! Imports `betza` and `proptest`.

use super::super::CODES;
use super::{AT, Heading, Move, parse};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn holds(text: &str) -> Result<(), TestCaseError> {
    let start = Instant::now();
    let result = parse(text, AT);
    prop_assert!(start.elapsed() < Duration::from_secs(2));
    let end = AT.span.start as usize + text.len();
    let inside = |place: crate::source::Place| {
        let (from, to) = (place.span.start as usize, place.span.end as usize);
        let base = AT.span.start as usize;
        from >= base && from <= to && to <= end && text.get(from - base..to - base).is_some()
    };
    match &result {
        Ok(betza) => {
            prop_assert!(!betza.moves.is_empty());
            for one in &betza.moves {
                let Move::Walk(walk) = one else { continue };
                prop_assert!(inside(walk.place) && !walk.legs.is_empty());
                for (at, leg) in walk.legs.iter().enumerate() {
                    let last = at + 1 == walk.legs.len();
                    prop_assert!(leg.most != Some(0));
                    prop_assert!(!(last && leg.end.over) && (last || !leg.end.passant));
                    match &leg.heading {
                        Heading::Any(vectors) => prop_assert!(!vectors.is_empty()),
                        Heading::After(turns) => {
                            prop_assert!(at > 0 && turns.iter().all(|turn| !turn.to.is_empty()));
                        }
                    }
                }
            }
        }
        Err(found) => {
            prop_assert!(!found.is_empty());
            for mistake in found {
                prop_assert!(CODES.iter().any(|entry| entry.code == mistake.code));
                prop_assert!(!mistake.labels.is_empty() && mistake.help.is_some());
                prop_assert!(mistake.labels.iter().all(|label| inside(label.place)));
            }
        }
    }
    prop_assert_eq!(&result, &parse(text, AT));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn letters_of_the_notation(text in "[abcdefghijlmnopqrsvzWFDNAHLCJZGKQRBO0-9?\\[\\]-]{0,24}") {
        holds(&text)?;
    }

    #[test]
    fn nearly_right(text in "([fblrvsh]{0,2}[mcdinjpgzqo]{0,2}a?){1,3}[WFDNAKQRBO][0-3]?") {
        holds(&text)?;
    }

    #[test]
    fn nearly_right_brackets(text in "\\[[fblrs]{0,2}[mcp]?[WFDNKQR][2-4]?([?-][fblrs]{0,2}[WFDNKQRB]){1,4}\\]") {
        holds(&text)?;
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..260)) {
        holds(&String::from_utf8_lossy(&bytes))?;
    }
}
