//! `rulemate fmt`: brings rule files into their usual form.

use super::check::{Told, rule_files_of};
use super::{Done, Stop, diagnostics, noun, print_json};
use crate::args::Cli;
use crate::input;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::parse::parse_bytes;
use rulemate_grammar::print::format;
use rulemate_grammar::source::{SourceId, Sources};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Formats files and folders. Files with mistakes are left alone and told of.
pub fn run(cli: &Cli, paths: &[PathBuf], check: bool, out: &mut dyn Write) -> Done {
    let here = [PathBuf::from(".")];
    let mut sources = Sources::default();
    let mut wrong: Vec<Diagnostic> = Vec::new();
    let mut told = Told { sources: &mut sources, wrong: &mut wrong };
    let files = rule_files_of(if paths.is_empty() { &here } else { paths }, &mut told)?;
    let mut changed: Vec<String> = Vec::new();
    // What cannot be read in folders has been told of by now, and is none of the files.
    let mut left_alone = wrong.len();
    let count = files.len() + left_alone;
    for file in &files {
        let shown = file.to_string_lossy().replace('\\', "/");
        let mut told = Told { sources: &mut sources, wrong: &mut wrong };
        match formatted(file, &shown, &mut told) {
            Form::Usual => {}
            Form::Other(text) => {
                if !check {
                    fs::write(file, text).map_err(|error| Stop::Io(shown.clone(), error))?;
                }
                changed.push(shown);
            }
            Form::Unknown => left_alone += 1,
        }
    }
    if cli.json {
        let value = json!({
            "files": count,
            "changed": changed,
            "left_alone": left_alone,
            "diagnostics": crate::render::json(&sources, &wrong),
        });
        print_json(out, &value)?;
    } else {
        let verb = if check { "would change" } else { "changed" };
        for file in &changed {
            writeln!(out, "{verb} {file}")?;
        }
        diagnostics(cli, out, &sources, &wrong)?;
        let left_alone = match left_alone {
            0 => String::new(),
            _ => format!(", {left_alone} left alone for mistakes"),
        };
        writeln!(out, "{} of {} {verb}{left_alone}", changed.len(), noun(count, "file"))?;
    }
    if !wrong.is_empty() || (check && !changed.is_empty()) { Err(Stop::Told) } else { Ok(()) }
}

/// What a file is to its usual form.
enum Form {
    /// It has it.
    Usual,
    /// It has another; this is the usual one.
    Other(String),
    /// It cannot be read, or has mistakes, which have been told of.
    Unknown,
}

fn formatted(file: &Path, shown: &str, told: &mut Told<'_>) -> Form {
    let bytes = match input::rules(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            told.unreadable(file, &error);
            return Form::Unknown;
        }
    };
    let id: SourceId = told.sources.add(rulemate_grammar::source::Source::new("", ""));
    let (source, _, mut wrong) = parse_bytes(shown, &bytes, id);
    told.sources.replace(id, source);
    if crate::session::has_errors(&wrong) {
        told.wrong.append(&mut wrong);
        return Form::Unknown;
    }
    match format(told.sources.get(id), id) {
        Ok(text) if text.as_bytes() == bytes => Form::Usual,
        Ok(text) => Form::Other(text),
        Err(mut wrong) => {
            told.wrong.append(&mut wrong);
            Form::Unknown
        }
    }
}
