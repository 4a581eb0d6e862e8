//! Holds Betza strings to sentences: pieces said in both ways have the same turns. Imports the shared `betza`.

use rulemate_interpreter::board::Size;
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::position::Position;
use rulemate_tests::amount;
use rulemate_tests::betza::{Entry, entries, kinds, random_position, same, turns};
use rulemate_tests::dice::Dice;

/// The boards, and the part of the positions on each.
const BOARDS: [Size; 2] = [Size { files: 8, ranks: 8 }, Size { files: 11, ranks: 7 }];

/// What is to be told of the first position in which the two differ.
fn compare(entry: &Entry) -> Option<String> {
    let mut moved = false;
    for size in BOARDS {
        let (said, spelled) = match (entry.by_string(size), entry.by_words(size)) {
            (Ok(said), Ok(spelled)) => (said, spelled),
            (said, spelled) => {
                let wrong: Vec<String> = [said.err(), spelled.err()].into_iter().flatten().collect();
                return Some(format!("{}: {}", entry.betza, wrong.join("\n")));
            }
        };
        assert_eq!(kinds(&said), kinds(&spelled));
        let mut dice = Dice::named(&entry.betza);
        for _ in 0..amount(52, 1000) {
            let mut position = random_position(&mut dice, size, kinds(&said));
            for player in [SideId(0), SideId(1)] {
                position.player = player;
                let (ours, theirs) = (turns(&said, &position), turns(&spelled, &position));
                moved |= !ours.is_empty();
                if same((&said, &ours), (&spelled, &theirs)) {
                    continue;
                }
                let only = |one: &[(String, Position)], other: &[(String, Position)]| {
                    let texts = one.iter().map(|(text, _)| text.as_str());
                    let only = texts.filter(|text| other.iter().all(|(known, _)| known != text));
                    only.collect::<Vec<_>>().join(" ")
                };
                return Some(format!(
                    "{} ({}): {}\n  only by the string: {}\n  only by {:?}: {}",
                    entry.betza,
                    entry.note,
                    fen::write(said.rules(), &position),
                    only(&ours, &theirs),
                    entry.sentences,
                    only(&theirs, &ours)
                ));
            }
        }
    }
    (!moved).then(|| format!("{}: never moves", entry.betza))
}

/// Compares every fourth entry from one on: four tests run side by side.
fn part(of: usize) {
    let entries = entries();
    let wrong: Vec<String> = entries.iter().skip(of).step_by(4).filter_map(compare).collect();
    assert!(wrong.is_empty(), "{} differ:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn strings_and_sentences_agree_1() {
    part(0);
}

#[test]
fn strings_and_sentences_agree_2() {
    part(1);
}

#[test]
fn strings_and_sentences_agree_3() {
    part(2);
}

#[test]
fn strings_and_sentences_agree_4() {
    part(3);
}

#[test]
fn there_are_enough_of_them_and_none_twice() {
    let mut strings: Vec<String> = entries().into_iter().map(|entry| entry.betza).collect();
    assert!(strings.len() >= 150, "{} entries", strings.len());
    strings.sort();
    assert_eq!(strings.windows(2).find(|pair| pair[0] == pair[1]), None);
}

#[test]
fn a_difference_is_found() {
    let entry = |betza: &str, sentence: &str| Entry {
        betza: betza.to_owned(),
        sentences: vec![sentence.to_owned()],
        note: "wrong on purpose".to_owned(),
    };
    assert!(
        compare(&entry("W", "moves step diagonal")).is_some_and(|told| told.contains("only by the string"))
    );
    assert!(compare(&entry("mW", "moves step orthogonal")).is_some());
    assert!(compare(&entry("W", "moves stp orthogonal")).is_some());
    assert_eq!(compare(&entry("W", "moves step orthogonal")), None);
}
