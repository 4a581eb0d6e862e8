//! The rule files of the project as a shelf, and the files of its folders. Imports the interpreter's `shelf`.

use crate::root;
use rulemate_interpreter::shelf::{RuleText, Shelf};
use std::fs;
use std::path::{Path, PathBuf};

/// The rule files of the project, and one text that a test brings along.
#[derive(Debug, Default)]
pub struct Shipped {
    /// A further text, known by its name.
    pub extra: Option<RuleText>,
}

impl Shelf for Shipped {
    fn find(&self, name: &str) -> Option<RuleText> {
        if let Some(extra) = self.extra.as_ref().filter(|extra| extra.name == name) {
            return Some(extra.clone());
        }
        let folders = ["rules", "rules/events", "examples"];
        folders.iter().find_map(|folder| read(&root().join(folder).join(format!("{name}.rules"))))
    }

    fn games(&self) -> Vec<String> {
        files_in(&root().join("rules"))
            .into_iter()
            .filter_map(|path| read(&path))
            .map(|text| text.name)
            .collect()
    }

    fn deck(&self, folder: &str) -> Vec<RuleText> {
        files_in(&root().join("rules").join(folder)).iter().filter_map(|path| read(path)).collect()
    }
}

/// The rule files directly in a folder, sorted.
#[must_use]
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "rules")).collect();
    files.sort();
    files
}

/// A rule file from disk; none if it cannot be read.
#[must_use]
pub fn read(path: &Path) -> Option<RuleText> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    Some(RuleText { name, shown: crate::within(path), bytes: fs::read(path).ok()? })
}

/// All files with this ending in a folder and below, sorted.
#[must_use]
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// All rule files that the project ships: games, events, examples.
#[must_use]
pub fn shipped_files() -> Vec<PathBuf> {
    let mut files = files_below(&root().join("rules"), "rules");
    files.extend(files_below(&root().join("examples"), "rules"));
    files
}
