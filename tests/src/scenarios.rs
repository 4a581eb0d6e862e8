//! Scenario files, run, and what is told of those that fail. Imports the program's `scenario` and `shelf`.

use crate::{deep, within};
use rulemate::scenario::{self, Outcome, Setting};
use rulemate::shelf::Folders;
use rulemate_grammar::source::{Source, SourceId};
use rulemate_interpreter::shelf::Shelf;
use std::fmt::Write;
use std::path::Path;

/// Node counts with more nodes than this wait for the deep run; `counts` has those of the world.
const MOST_NODES: u64 = 20_000;

/// How much of a scenario is run here.
#[must_use]
pub fn setting() -> Setting {
    Setting { most_nodes: (!deep()).then_some(MOST_NODES), strict: true, ..Setting::default() }
}

/// Runs the scenarios of a file: how many there are, and what is to be told of those that fail.
#[must_use]
pub fn run_file(path: &Path) -> (usize, Vec<String>) {
    let shown = within(path);
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return (0, vec![format!("{shown}: {error}")]),
    };
    let shelf = Folders::default().at(path.parent().unwrap_or(path));
    run_text(&shelf, &shown, &text, |line| line)
}

/// Runs the scenarios of a text; `line_of` says which line of what the reader sees a line of the text is.
pub fn run_text(
    shelf: &dyn Shelf,
    shown: &str,
    text: &str,
    line_of: impl Fn(usize) -> usize,
) -> (usize, Vec<String>) {
    let source = Source::new(shown, text);
    let scenarios = match scenario::read(&source, SourceId(0)) {
        Ok(scenarios) => scenarios,
        Err(wrong) => {
            let told = wrong.iter().map(|wrong| {
                let start = wrong.labels.first().map_or(0, |label| label.place.span.start);
                let line = line_of(source.line_column(start).0);
                format!("{shown}:{line}: {}", wrong.message)
            });
            return (0, told.collect());
        }
    };
    let failed = scenarios
        .iter()
        .filter_map(|lined| {
            let outcome = scenario::run(shelf, &lined.scenario, setting());
            told(&format!("{shown}:{}", line_of(lined.line)), &lined.scenario.name, &outcome)
        })
        .collect();
    (scenarios.len(), failed)
}

/// What is to be told of a scenario that failed.
fn told(place: &str, name: &str, outcome: &Outcome) -> Option<String> {
    if outcome.failures.is_empty() {
        return None;
    }
    let mut text = format!("{place}: {name}");
    for failure in &outcome.failures {
        let _ = write!(
            text,
            "\n  {}\n    expected  {}\n    got       {}",
            failure.key,
            failure.expected.replace('\n', "\n              "),
            failure.got.replace('\n', "\n              ")
        );
    }
    Some(text)
}
