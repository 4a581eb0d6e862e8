//! Rule files made at random, by which compiled rules and the plain evaluator must say the same: turns, next
//! positions, ends, counts.

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
    /// Those refused, by the code of the first mistake.
    refused: BTreeMap<&'static str, usize>,
    played: usize,
    seen: Seen,
    coverage: Coverage,
}

/// The rules that files give, or what is wrong with them. A check that panics or does not end is told with its text.
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
        let (library, told) = files.resolve();
        let told: Vec<Diagnostic> = files.told.iter().cloned().chain(told).collect();
        let _ = sender.send((library, told));
    });
    receiver.recv_timeout(PATIENCE).map_err(|why| TestCaseError::fail(format!("check: {why}")))
}

/// Compares both evaluators by the rules of a case.
fn compared(case: &Case, tally: &RefCell<Tally>) -> Result<(), TestCaseError> {
    let made = case.make();
    let tally = &mut *tally.borrow_mut();
    tally.made += 1;
    let (library, told) = checked(&made)?;
    if let Some(mistake) = told.iter().find(|each| each.severity == Severity::Error) {
        *tally.refused.entry(mistake.code).or_default() += 1;
        if std::env::var_os("GENERATED_SHOW").is_some_and(|code| code == mistake.code) {
            let place = mistake.labels[0].place;
            let text = made.games.iter().chain(&made.events).map(|(_, text)| text);
            let lines: Vec<String> = text
                .filter_map(|text| {
                    let (start, end) = (place.span.start as usize, place.span.end as usize);
                    let word = text.get(start..end)?;
                    let line = text[..start].matches('\n').count();
                    Some(format!("{} <{word}>", text.lines().nth(line)?))
                })
                .collect();
            eprintln!("{}: {} | {lines:?} {:?}", mistake.code, mistake.message, mistake.help);
        }
        return Ok(());
    }
    let both = match Both::of(library, &made) {
        Ok(both) => both,
        Err(code) => {
            *tally.refused.entry(code).or_default() += 1;
            return Ok(());
        }
    };
    tally.played += 1;
    if std::env::var_os("GENERATED_SHOW").is_some_and(|code| code == "all") {
        eprintln!("{case:?}");
    }
    for (_, text) in made.games.iter().chain(&made.events) {
        let tree = parse(&Source::new("text", text.as_str()), SourceId(0)).0;
        tally.coverage.see(&format!("{tree:?}"));
    }
    let begun = std::time::Instant::now();
    let result = both.play(&mut tally.seen).map_err(TestCaseError::fail);
    if std::env::var_os("GENERATED_SHOW").is_some_and(|code| code == "slow")
        && begun.elapsed().as_millis() > 1500
    {
        eprintln!("{:?} {case:?}", begun.elapsed());
    }
    result
}

/// The first number of files in a default run, the second in a deep one (`RULEMATE_DEEP=1`).
fn amount(shallow: u32, far: u32) -> u32 {
    let deep = std::env::var_os("RULEMATE_DEEP").is_some_and(|value| value != "0");
    if deep { far } else { shallow }
}

#[test]
fn files_made_at_random_are_the_same_by_both() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u32>().ok());
    let cases_wanted = number("GENERATED_CASES").unwrap_or(amount(600, 20_000));
    let seed = number("GENERATED_SEED").unwrap_or(1);
    let config = Config {
        cases: cases_wanted,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(u64::from(seed)),
        max_shrink_iters: 1_000,
        ..Config::default()
    };
    let tally = RefCell::new(Tally::default());
    let result = TestRunner::new(config).run(&cases(), |case| compared(&case, &tally));
    let tally = tally.into_inner();
    eprintln!(
        "{} made, {} played, {:?}, refused {:?}\nmissing {:?}",
        tally.made,
        tally.played,
        tally.seen,
        tally.refused,
        tally.coverage.missing()
    );
    if let Err(why) = result {
        panic!("{why}");
    }
    assert!(
        tally.played * 3 > tally.made,
        "{} of {} are played; refused: {:?}",
        tally.played,
        tally.made,
        tally.refused
    );
    assert_eq!(tally.coverage.missing(), [""; 0], "no file that is played has them");
}
