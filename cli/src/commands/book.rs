//! `rulemate book`: a page on every event of a deck.

use super::simulate::cannot_write;
use super::{Done, Stop, eprintln_quietly, left_out_line, noun};
use crate::args::Cli;
use crate::book::{self, Wanted};
use crate::render::cleaned;
use crate::shelf::{Folders, shown};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes the page with its pictures and figures; or, to check, says what would change.
pub fn run(cli: &Cli, shelf: &Folders, wanted: &Wanted, check: bool, out: &mut dyn Write) -> Done {
    let book = book::make(shelf, wanted)?;
    for left_out in &book.left_out {
        eprintln_quietly(&left_out_line(&book.sources, left_out));
    }
    let mut changed = Vec::new();
    for (path, text) in &book.files {
        if fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            continue;
        }
        changed.push(shown(path));
        if !check {
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            let folder = if folder.as_os_str().is_empty() { Path::new(".").to_path_buf() } else { folder };
            fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, &error))?;
            crate::input::write(path, text).map_err(|error| cannot_write(path, &error))?;
        }
    }
    let idle: Vec<String> = book.idle.iter().map(|path| shown(path)).collect();
    if cli.json {
        let value = serde_json::json!({ "changed": changed, "idle": idle, "remarks": book.remarks });
        super::print_json(out, &value)?;
    } else {
        for path in &changed {
            writeln!(out, "{} {}", if check { "would change" } else { "wrote" }, cleaned(path))?;
        }
        for path in &idle {
            writeln!(out, "{} is no picture of this deck: take it away", cleaned(path))?;
        }
        for remark in &book.remarks {
            writeln!(out, "{}", cleaned(remark))?;
        }
        let files = noun(book.files.len(), "file");
        writeln!(out, "{} of {files} {}", changed.len(), if check { "would change" } else { "changed" })?;
    }
    if check && !(changed.is_empty() && idle.is_empty()) { Err(Stop::Told) } else { Ok(()) }
}
