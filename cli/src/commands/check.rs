//! `rulemate check`: looks for mistakes in rule files and folders.

use super::test::SCENARIOS;
use super::{Done, Stop, diagnostics, noun, unreadable};
use crate::args::Cli;
use crate::input;
use crate::render;
use crate::session;
use crate::shelf::{self, ENDING, Folders, Walk, deck_of, game_with_deck, read, rule_files};
use rulemate_grammar::ast::{self, Item};
use rulemate_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulemate_grammar::parse::parse_bytes;
use rulemate_grammar::source::{Place, Source, SourceId, Sources};
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::shelf::{Broken, EventNames, Wanted, load, load_wanted};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Checks all rule files that the paths name.
pub fn run(cli: &Cli, shelf: &Folders, paths: &[PathBuf], game: Option<&str>, out: &mut dyn Write) -> Done {
    let mut found = Found::default();
    let files = {
        let mut told = Told { sources: &mut found.sources, wrong: &mut found.diagnostics };
        rule_files_of(paths, &mut told)?
    };
    for file in &files {
        check(shelf, file, game, &mut found);
    }
    let errors = found.diagnostics.iter().filter(|each| each.severity == Severity::Error).count();
    let others = found.diagnostics.len() - errors;
    if cli.json {
        let value = json!({
            "files": files.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>(),
            "errors": errors,
            "diagnostics": render::json(&found.sources, &found.diagnostics),
        });
        super::print_json(out, &value)?;
    } else {
        diagnostics(cli, out, &found.sources, &found.diagnostics)?;
        let others = if others == 0 { String::new() } else { format!(", {}", noun(others, "warning")) };
        writeln!(out, "{} checked: {}{others}", noun(files.len(), "file"), noun(errors, "error"))?;
    }
    if session::has_errors(&found.diagnostics) { Err(Stop::Told) } else { Ok(()) }
}

/// The rule files that paths name: themselves, or those in folders and below. What cannot be read is told.
pub(super) fn rule_files_of(paths: &[PathBuf], told: &mut Told<'_>) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(told.walk_for(path, &[ENDING], "rule file"));
        } else if path.is_file()
            && path.extension().is_some_and(|ending| SCENARIOS.iter().any(|e| ending == *e))
        {
            let path = path.display();
            return Err(Stop::Usage(format!(
                "`{path}` is no rule file: `rulemate test` runs scenario files"
            )));
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            return Err(no_file(path));
        }
    }
    Ok(files)
}

/// What is said of a path that is neither file nor folder.
pub(super) fn no_file(path: &Path) -> Stop {
    let error = input::file(path).err();
    unreadable(path, &error.unwrap_or_else(|| std::io::ErrorKind::NotFound.into()))
}

/// Where what cannot be read is told.
pub(super) struct Told<'a> {
    pub(super) sources: &'a mut Sources,
    pub(super) wrong: &'a mut Vec<Diagnostic>,
}

impl Told<'_> {
    /// The same, where it is a mistake that there are none.
    pub(super) fn walk_for(&mut self, folder: &Path, endings: &[&str], what: &str) -> Vec<PathBuf> {
        let before = self.wrong.len();
        let files = self.walk(folder, endings);
        if files.is_empty() && self.wrong.len() == before {
            let shown = folder.to_string_lossy().replace('\\', "/");
            let source = self.sources.add(Source::new(shown.as_str(), ""));
            let message = format!("there is no {what} in `{shown}` or below it");
            let place = Place { source, ..Place::default() };
            let endings: Vec<String> = endings.iter().map(|ending| format!("`.{ending}`")).collect();
            let help = format!("the name of a {what} ends in {}", endings.join(" or "));
            self.wrong.push(Diagnostic::error(crate::codes::FILE, place, message).help(help));
        }
        files
    }

    /// The files with these endings in a folder and below.
    pub(super) fn walk(&mut self, folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
        let walk = Walk::through(folder, endings);
        for (path, error) in walk.unreadable {
            self.unreadable(&from_here(path), &error);
        }
        walk.files.into_iter().map(from_here).collect()
    }

    /// Tells that a file or folder cannot be read.
    pub(super) fn unreadable(&mut self, path: &Path, error: &std::io::Error) {
        let shown = shelf::shown(path);
        let source = self.sources.add(Source::new(shown.as_str(), ""));
        self.wrong.push(input::unreadable(&shown, source, error));
    }
}

/// The path of a file found in the folder where the program runs, without that folder.
fn from_here(file: PathBuf) -> PathBuf {
    file.strip_prefix(".").map(Path::to_path_buf).unwrap_or(file)
}

/// What several runs have found, each thing once.
#[derive(Default)]
struct Found {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    ids: BTreeMap<String, SourceId>,
    seen: BTreeSet<(String, u32, &'static str, String)>,
    /// What the events of each folder are called.
    names: BTreeMap<PathBuf, EventNames>,
    /// The game of the events of each folder.
    games: BTreeMap<PathBuf, String>,
}

impl Found {
    fn add(&mut self, sources: &Sources, diagnostics: Vec<Diagnostic>) {
        for mut diagnostic in diagnostics {
            let first = diagnostic.labels.first().map_or_else(Place::default, |label| label.place);
            let name = sources.get(first.source).name.clone();
            if !self.seen.insert((name, first.span.start, diagnostic.code, diagnostic.message.clone())) {
                continue;
            }
            for Label { place, .. } in &mut diagnostic.labels {
                place.source = self.id(sources.get(place.source));
            }
            self.diagnostics.push(diagnostic);
        }
    }

    fn id(&mut self, source: &Source) -> SourceId {
        *self.ids.entry(source.name.clone()).or_insert_with(|| self.sources.add(source.clone()))
    }

    /// Warns of an event with the number or the title of another one in its folder. In a deck that is an error,
    /// which is told where the game is checked.
    fn add_event(&mut self, file: &Path, source: &Source, tree: &ast::File) {
        let id = self.id(source);
        let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
        let mut told = self.names.entry(folder).or_default().add(id, tree);
        told.iter_mut().for_each(|diagnostic| diagnostic.severity = Severity::Warning);
        if !told.is_empty() {
            let sources = self.sources.clone();
            self.add(&sources, told);
        }
    }
}

fn check(shelf: &Folders, file: &Path, game: Option<&str>, found: &mut Found) {
    let shown = shelf::shown(file);
    let named = file.to_str().ok_or_else(input::no_name);
    let text = match named.and_then(|_| read(file)) {
        Ok(text) => text,
        Err(error) => {
            Told { sources: &mut found.sources, wrong: &mut found.diagnostics }.unreadable(file, &error);
            return;
        }
    };
    let (source, tree, _) = parse_bytes(&text.shown, &text.bytes, SourceId::default());
    let event = tree.sentences.iter().any(|sentence| matches!(sentence.item, Item::Event { .. }));
    // Games beside the file are found by name, whether or not `--rules` names their folder.
    let mut shelf = shelf.clone();
    shelf = shelf.with_folder_of(file);
    // A name with neither folder nor ending is a path here all the same.
    let is_path = shown.contains('/') || file.extension().is_some();
    let path = if is_path { shown.clone() } else { format!("./{shown}") };
    let mut loaded = if event {
        found.add_event(file, &source, &tree);
        // Events of one folder are of one game: it is looked for once.
        let game = game.map(str::to_string).unwrap_or_else(|| {
            let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
            let of_folder = || game_of_event(&shelf, file).unwrap_or_default();
            found.games.entry(folder).or_insert_with(of_folder).clone()
        });
        // The rest of the deck does not matter for one event.
        load_wanted(
            &shelf,
            &Wanted { game, events: vec![path], deck: Some(Vec::new()), broken: Broken::Refused },
        )
    } else {
        load(&shelf, &path, &[])
    };
    if event && loaded.diagnostics.iter().any(session::is_no_game) {
        loaded.diagnostics.retain(session::is_no_game);
    }
    let sound = loaded.is_sound();
    found.add(&loaded.sources, std::mem::take(&mut loaded.diagnostics));
    if sound && let Err(diagnostics) = Prepared::new(loaded.library) {
        found.add(&loaded.sources, diagnostics);
    }
}

/// The game in whose deck an event is: one in the folder above whose deck is the event's folder; else the
/// first game at hand that has a deck.
fn game_of_event(shelf: &Folders, file: &Path) -> Option<String> {
    let folder = std::path::absolute(file).ok()?.parent()?.to_path_buf();
    let name = folder.file_name()?.to_str()?;
    let above = folder.parent().map(rule_files).unwrap_or_default();
    for game in above {
        if read(&game).ok().and_then(|text| deck_of(&text)).is_some_and(|deck| deck == name) {
            return Some(game.to_string_lossy().into_owned());
        }
    }
    game_with_deck(shelf)
}
