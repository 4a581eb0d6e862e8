//! Rule files made at random, by which compiled rules and the plain evaluator must say the same: turns, next
//! positions, ends, counts. All files are checked, and some of them played by.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod compare;
mod coverage;
mod effects;
mod found;
mod paths;
mod rules;
mod sentences;
mod tape;
mod words;

use common::{Files, games};
use compare::{Both, Seen};
use coverage::Coverage;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, SourceId};
use rulemate_interpreter::check::check;
use rulemate_interpreter::model::Library;
use rules::{Case, Made, cases};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::Duration;

/// Checking a file must not take longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What has become of the files.
#[derive(Default)]
struct Tally {
    made: usize,
    accepted: usize,
    /// Those refused, by the code of the first mistake.
    refused: BTreeMap<&'static str, usize>,
    seen: Seen,
    coverage: Coverage,
}

fn is_error(told: &Diagnostic) -> bool {
    told.severity == Severity::Error
}

/// The rules that files give, and what is told of them. A check that panics or does not end is a failure.
fn checked(made: &Made) -> Result<(Library, Vec<Diagnostic>), TestCaseError> {
    let mut base: Vec<(String, String)> = made.below.map(games).unwrap_or_default();
    base.extend(made.games.iter().map(|(name, text)| ((*name).to_owned(), text.clone())));
    let events = made.events.clone();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let base: Vec<(&str, &str)> =
            base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let events: Vec<(&str, &str)> = events.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let files = Files::new(&base, &events);
        let (library, mut told) = files.resolve();
        // Where the words were only warned of, the laws are still to be looked at.
        if !told.is_empty() && !told.iter().any(is_error) {
            told.extend(check(&library));
        }
        let _ = sender.send((library, files.told.iter().cloned().chain(told).collect()));
    });
    receiver.recv_timeout(PATIENCE).map_err(|why| TestCaseError::fail(format!("check: {why}")))
}

/// Checks the files of a case, and holds the evaluators to each other by them if it is among those that are played.
fn compared(case: &Case, part: u16, tally: &mut Tally) -> Result<(), TestCaseError> {
    let made = case.make();
    tally.made += 1;
    let (library, told) = checked(&made)?;
    let mistake = told.iter().find(|each| is_error(each));
    let both = match mistake {
        Some(mistake) => Err(mistake.code),
        None => Both::of(library, &made),
    };
    let both = match both {
        Ok(both) => both,
        Err(code) => {
            *tally.refused.entry(code).or_default() += 1;
            return Ok(());
        }
    };
    tally.accepted += 1;
    for (_, text) in made.games.iter().chain(&made.events) {
        let tree = parse(&Source::new("text", text.as_str()), SourceId(0)).0;
        tally.coverage.see(&format!("{tree:?}"));
    }
    if case.is_among(part) { both.play(&mut tally.seen).map_err(TestCaseError::fail) } else { Ok(()) }
}

/// A number from outside, to look for more: `GENERATED_SEED=7 GENERATED_CASES=1000`.
fn asked(name: &str) -> Option<u32> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn files_made_at_random_are_the_same_by_both() {
    // In a default run many are checked, and few played; in a deep one (`RULEMATE_DEEP=1`) more.
    let deep = std::env::var_os("RULEMATE_DEEP").is_some_and(|value| value != "0");
    let (files, part) = if deep { (3_000, 1) } else { (1_000, 4) };
    let config = Config {
        cases: asked("GENERATED_CASES").unwrap_or(files),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(asked("GENERATED_SEED").unwrap_or(1).into()),
        max_shrink_iters: 1_000,
        ..Config::default()
    };
    let part = if asked("GENERATED_CASES").is_some() { 1 } else { part };
    let tally = RefCell::new(Tally::default());
    let result = TestRunner::new(config).run(&cases(), |case| compared(&case, part, &mut tally.borrow_mut()));
    let Tally { made, accepted, refused, seen, coverage } = tally.into_inner();
    eprintln!("{made} made, {accepted} accepted; {seen:?}; refused {refused:?}");
    if let Err(why) = result {
        panic!("{why}");
    }
    assert!(accepted * 3 > made, "{accepted} of {made} are accepted; refused: {refused:?}");
    let asked = seen.by_tables + seen.given_up;
    assert!(seen.given_up * 10 <= asked, "the tables gave up {} of {asked}", seen.given_up);
    // Of few files not all can be asked.
    if made >= 1_000 {
        assert_eq!(coverage.missing(), [""; 0], "nodes that no accepted file has");
    }
}
