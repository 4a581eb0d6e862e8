//! `rulemate test`: runs scenario files.

use super::check::{Told, no_file};
use super::{Done, Stop, diagnostics, noun, print_json};
use crate::args::Cli;
use crate::input;
use crate::render::cleaned;
use crate::scenario::{self, Failure, Outcome, Setting};
use crate::shelf::Folders;
use crate::simulation::is_settings;
use rulemate_grammar::codes::NOT_UTF8;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, Sources, Span};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The endings of scenario files.
pub(super) const SCENARIOS: [&str; 2] = ["yaml", "yml"];

/// Node counts with more nodes than this need `--deep`.
const MOST_NODES: u64 = 250_000;

/// Runs all scenarios of files and folders.
pub fn run(
    cli: &Cli,
    shelf: &Folders,
    paths: &[PathBuf],
    (deep, strict): (bool, bool),
    events: &[String],
    only: Option<&str>,
    out: &mut dyn Write,
) -> Done {
    let here = [PathBuf::from(".")];
    let setting = Setting { most_nodes: (!deep).then_some(MOST_NODES), strict, ..Setting::default() };
    let mut sources = Sources::default();
    let mut wrong: Vec<Diagnostic> = Vec::new();
    let mut told = Told { sources: &mut sources, wrong: &mut wrong };
    let files = scenario_files(if paths.is_empty() { &here } else { paths }, &mut told)?;
    let mut unread = wrong.len();
    let mut results: Vec<Value> = Vec::new();
    let mut broken: BTreeSet<String> = BTreeSet::new();
    let (mut passed, mut failed, mut left_out) = (0usize, 0usize, 0usize);
    for file in &files {
        let shown = file.to_string_lossy().replace('\\', "/");
        let scenarios = match read(file, &shown, &mut sources) {
            Ok(scenarios) => scenarios,
            Err(told) => {
                wrong.extend(told);
                unread += 1;
                continue;
            }
        };
        let shelf = shelf.at(file.parent().unwrap_or(Path::new(".")));
        for mut lined in scenarios {
            if lined.scenario.events.0.is_empty() {
                lined.scenario.events.0 = events.to_vec();
            }
            if only.is_some_and(|text| !lined.scenario.name.contains(text)) {
                continue;
            }
            let outcome = scenario::run(&shelf, &lined.scenario, setting);
            left_out += outcome.left_out;
            broken.extend(outcome.broken.iter().cloned());
            if outcome.failures.is_empty() {
                passed += 1
            } else {
                failed += 1
            }
            if cli.json {
                results.push(as_json(&shown, &lined, &outcome));
            } else if !outcome.failures.is_empty() {
                tell(out, &shown, &lined, &outcome)?;
            }
        }
    }
    if let Some(text) = only.filter(|_| results.is_empty() && passed + failed == 0 && unread == 0) {
        return Err(Stop::Usage(format!("no scenario has `{text}` in its name")));
    }
    for file in &broken {
        super::eprintln_quietly(&format!(
            "warning: `{file}` is left out of the deck; `rulemate check` says why"
        ));
    }
    if cli.json {
        let value = json!({
            "scenarios": results,
            "passed": passed,
            "failed": failed,
            "left_out": left_out,
            "diagnostics": crate::render::json(&sources, &wrong),
        });
        print_json(out, &value)?;
    } else {
        if !wrong.is_empty() {
            diagnostics(cli, out, &sources, &wrong)?;
        }
        if left_out > 0 {
            let counts = noun(left_out, "node count");
            writeln!(out, "{counts} left out: `--deep` runs {}", if left_out == 1 { "it" } else { "them" })?;
        }
        let unread = if unread == 0 { String::new() } else { format!(", {} not read", noun(unread, "file")) };
        writeln!(out, "{passed} passed, {failed} failed{unread}")?;
    }
    if failed > 0 || !wrong.is_empty() { Err(Stop::Told) } else { Ok(()) }
}

/// The scenario files that paths name: themselves, or those in folders and below.
fn scenario_files(paths: &[PathBuf], told: &mut Told<'_>) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            // Settings of simulations may lie beside scenarios.
            let settings = |file: &PathBuf| {
                let text = input::file(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                text.is_ok_and(|text| is_settings(&text))
            };
            let found = told.walk_for(path, &SCENARIOS, "scenario file");
            files.extend(found.into_iter().filter(|file| !settings(file)));
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            return Err(no_file(path));
        }
    }
    Ok(files)
}

fn read(file: &Path, shown: &str, sources: &mut Sources) -> Result<Vec<scenario::Lined>, Vec<Diagnostic>> {
    let bytes = match input::file(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            let id = sources.add(Source::new(shown, ""));
            return Err(vec![input::unreadable(shown, id, &error)]);
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    // What some programs put before a text in UTF-8 is no part of it.
    let source = Source::new(shown, text.strip_prefix('\u{feff}').unwrap_or(&text));
    let id = sources.add(source.clone());
    if let Err(error) = std::str::from_utf8(&bytes) {
        let at = error.valid_up_to() - (text.len() - source.text.len()).min(error.valid_up_to());
        let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
        let message = "here stands something that is not UTF-8 text";
        let place = Place { source: id, span };
        return Err(vec![Diagnostic::error(NOT_UTF8, place, message).help("save the file as UTF-8")]);
    }
    scenario::read(&source, id)
}

fn tell(out: &mut dyn Write, shown: &str, lined: &scenario::Lined, outcome: &Outcome) -> std::io::Result<()> {
    writeln!(out, "FAILED {shown}:{}: {}", lined.line, cleaned(&lined.scenario.name))?;
    for failure in &outcome.failures {
        let (line, column) = place(lined, failure);
        writeln!(out, "  {} at {shown}:{line}:{column}", failure.key)?;
        for (head, text) in [("expected", &failure.expected), ("got", &failure.got)] {
            let mut lines = text.lines();
            writeln!(out, "    {head:<9} {}", cleaned(lines.next().unwrap_or("")))?;
            for line in lines {
                writeln!(out, "              {}", cleaned(line))?;
            }
        }
    }
    Ok(())
}

/// Where in its file stands what has failed.
fn place(lined: &scenario::Lined, failure: &Failure) -> (usize, usize) {
    lined.place(failure.key, failure.said.as_ref().map(|(said, nth)| (said.as_str(), *nth)))
}

fn as_json(file: &str, lined: &scenario::Lined, outcome: &Outcome) -> Value {
    let failures: Vec<Value> = outcome
        .failures
        .iter()
        .map(|failure| {
            let (line, column) = place(lined, failure);
            json!({
                "key": failure.key,
                "line": line,
                "column": column,
                "expected": failure.expected,
                "got": failure.got,
            })
        })
        .collect();
    json!({
        "file": file,
        "line": lined.line,
        "name": lined.scenario.name,
        "passed": failures.is_empty(),
        "checked": outcome.checked,
        "failures": failures,
    })
}
