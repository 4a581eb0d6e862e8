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
    for file in &files {
        let shown = file.to_string_lossy().replace('\\', "/");
        if let Some(text) = formatted(file, &shown, &mut sources, &mut wrong)? {
            if !check {
                fs::write(file, text).map_err(|error| Stop::Io(shown.clone(), error))?;
            }
            changed.push(shown);
        }
    }
    if cli.json {
        let value = json!({
            "files": files.len(),
            "changed": changed,
            "diagnostics": crate::render::json(&sources, &wrong),
        });
        print_json(out, &value)?;
    } else {
        let verb = if check { "would change" } else { "changed" };
        for file in &changed {
            writeln!(out, "{verb} {file}")?;
        }
        diagnostics(cli, out, &sources, &wrong)?;
        writeln!(out, "{} of {} {verb}", changed.len(), noun(files.len(), "file"))?;
    }
    if !wrong.is_empty() || (check && !changed.is_empty()) { Err(Stop::Told) } else { Ok(()) }
}

/// The text of a file in its usual form, if it differs.
fn formatted(
    file: &Path,
    shown: &str,
    sources: &mut Sources,
    wrong: &mut Vec<Diagnostic>,
) -> Result<Option<String>, Stop> {
    let bytes = input::rules(file).map_err(|error| Stop::Io(shown.to_string(), error))?;
    let id: SourceId = sources.add(rulemate_grammar::source::Source::new("", ""));
    let (source, _, mut told) = parse_bytes(shown, &bytes, id);
    sources.replace(id, source);
    if crate::session::has_errors(&told) {
        wrong.append(&mut told);
        return Ok(None);
    }
    match format(sources.get(id), id) {
        Ok(text) if text.as_bytes() == bytes => Ok(None),
        Ok(text) => Ok(Some(text)),
        Err(mut told) => {
            wrong.append(&mut told);
            Ok(None)
        }
    }
}
