//! Where rule files come from: those built in, folders, and paths. Imports the interpreter's `shelf`.

use crate::input;
use include_dir::{Dir, include_dir};
use rulemate_grammar::ast::Item;
use rulemate_grammar::parse::parse_bytes;
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::shelf::{RuleText, Shelf};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../rules");

/// The ending of rule files.
pub const ENDING: &str = "rules";

/// The built-in rules, with folders of further ones, which come before them, and paths.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Folders with rule files, the first searched first.
    pub folders: Vec<PathBuf>,
    /// The folder that paths are counted from; none: the one where the program runs.
    pub base: Option<PathBuf>,
}

impl Folders {
    /// These folders.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Folders {
        Folders { folders, base: None }
    }

    /// The same, with paths counted from this folder.
    #[must_use]
    pub fn at(&self, base: &Path) -> Folders {
        Folders { folders: self.folders.clone(), base: Some(base.to_path_buf()) }
    }

    /// The same, with the folder in which a file stands before all others.
    #[must_use]
    pub fn with_folder_of(&self, file: &Path) -> Folders {
        let beside = file.parent().map(Path::to_path_buf);
        let folders = beside.into_iter().chain(self.folders.iter().cloned()).collect();
        Folders { folders, base: self.base.clone() }
    }

    /// The file on disk that a name means.
    fn file_of(&self, name: &str) -> Option<PathBuf> {
        if let Some(path) = self.path_of(name) {
            return Some(path);
        }
        if name.is_empty() || name.contains(['/', '\\']) {
            return None;
        }
        self.folders.iter().map(|folder| folder.join(name).with_extension(ENDING)).find(|path| path.is_file())
    }

    fn path_of(&self, name: &str) -> Option<PathBuf> {
        let looks_like_path = name.contains(['/', '\\']) || Path::new(name).extension().is_some();
        let mut path = PathBuf::from(name);
        if let (Some(base), true) = (&self.base, path.is_relative()) {
            path = base.join(path);
        }
        (looks_like_path && path.is_file()).then_some(path)
    }
}

impl Shelf for Folders {
    fn find(&self, name: &str) -> Option<RuleText> {
        if let Some(path) = self.file_of(name) {
            return read(&path).ok();
        }
        let file = format!("{name}.{ENDING}");
        BUILT_IN.get_file(&file).map(|file| RuleText {
            name: name.to_string(),
            shown: format!("{name}.{ENDING}"),
            bytes: file.contents().to_vec(),
        })
    }

    fn unreadable(&self, name: &str) -> Option<String> {
        if name.is_empty() {
            return None;
        }
        let base = self.base.clone().unwrap_or_default();
        let plain = !name.contains(['/', '\\']);
        let in_folder = |folder: &PathBuf| input::not_readable(&folder.join(name).with_extension(ENDING));
        let called_so = || self.folders.iter().filter(|_| plain).find_map(in_folder);
        input::not_readable(&base.join(name)).or_else(called_so)
    }

    fn games(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .folders
            .iter()
            .flat_map(|folder| rule_files(folder))
            .filter_map(|path| stem(&path))
            .collect();
        names.extend(BUILT_IN.files().filter_map(|file| stem(file.path())));
        names.sort();
        names.dedup();
        names
    }

    fn deck(&self, folder: &str) -> Vec<RuleText> {
        let mut found: Vec<RuleText> = Vec::new();
        for text in self.folders.iter().flat_map(|each| Texts::of(&each.join(folder)).read) {
            if found.iter().all(|other| other.name != text.name) {
                found.push(text);
            }
        }
        if let Some(dir) = BUILT_IN.get_dir(folder) {
            for file in dir.files().filter(|file| file.path().extension().is_some_and(|e| e == ENDING)) {
                let name = stem(file.path()).unwrap_or_default();
                if found.iter().all(|other| other.name != name) {
                    let shown = file.path().to_string_lossy().replace('\\', "/");
                    found.push(RuleText { name, shown, bytes: file.contents().to_vec() });
                }
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    fn has_deck(&self, folder: &str) -> bool {
        self.folders.iter().any(|each| each.join(folder).is_dir()) || BUILT_IN.get_dir(folder).is_some()
    }

    fn deck_beside(&self, game: &str, folder: &str) -> Option<Vec<RuleText>> {
        let beside = self.file_of(game)?.parent()?.join(folder);
        beside.is_dir().then(|| Texts::of(&beside).read)
    }

    fn not_read_in_deck(&self, game: &str, folder: &str) -> Vec<(String, String)> {
        let beside = self.file_of(game).and_then(|file| Some(file.parent()?.join(folder)));
        let folders = match beside.filter(|beside| beside.is_dir()) {
            Some(beside) => vec![beside],
            None => self.folders.iter().map(|each| each.join(folder)).collect(),
        };
        let told = |(path, error): (PathBuf, io::Error)| (shown(&path), error.to_string());
        folders.iter().flat_map(|folder| Texts::of(folder).unreadable).map(told).collect()
    }

    fn beside(&self, game: &str) -> Option<Box<dyn Shelf>> {
        let path = self.path_of(game)?;
        Some(Box::new(self.with_folder_of(&path)))
    }
}

/// Whether a game or an event that comes with the program is called so.
#[must_use]
pub fn is_built_in(name: &str) -> bool {
    let called = |dir: &Dir<'static>| dir.files().any(|file| stem(file.path()).as_deref() == Some(name));
    called(&BUILT_IN) || BUILT_IN.dirs().any(called)
}

/// The rule files directly in a folder, in order of their names; none if it cannot be read.
#[must_use]
pub fn rule_files(folder: &Path) -> Vec<PathBuf> {
    files_with(folder, &[ENDING])
}

/// The files with one of these endings directly in a folder, in order of their names.
#[must_use]
pub fn files_with(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    // The folder of a file that is named without one is where the program runs.
    let open = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(open) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| path.is_file())
        .filter(|path| path.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e)))
        .collect();
    paths.sort();
    paths
}

/// The rule files directly in a folder, in order of their names, and what is called like one and cannot be read.
#[derive(Debug, Default)]
pub struct Texts {
    /// The files.
    pub read: Vec<RuleText>,
    /// What cannot be read, and why.
    pub unreadable: Vec<(PathBuf, io::Error)>,
}

impl Texts {
    /// Reads a folder; none are in one that is not there.
    #[must_use]
    pub fn of(folder: &Path) -> Texts {
        let mut texts = Texts::default();
        let walk = Walk::directly_in(folder, &[ENDING]);
        for path in walk.files {
            match read(&path) {
                Ok(text) => texts.read.push(text),
                Err(error) => texts.unreadable.push((path, error)),
            }
        }
        texts.unreadable.extend(walk.unreadable.into_iter().filter(|(path, _)| path != folder));
        texts
    }
}

/// What lies in a folder and below: the files with certain endings, folder by folder in order of their names, and
/// what cannot be read. Names that begin with a dot are passed over.
#[derive(Debug, Default)]
pub struct Walk {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Files and folders that cannot be read, and why.
    pub unreadable: Vec<(PathBuf, io::Error)>,
}

impl Walk {
    /// Goes through a folder.
    #[must_use]
    pub fn through(folder: &Path, endings: &[&str]) -> Walk {
        let mut walk = Walk::default();
        let mut folders = VecDeque::from([folder.to_path_buf()]);
        while let Some(folder) = folders.pop_front() {
            walk.folder(&folder, endings, &mut folders);
        }
        walk
    }

    /// Looks at a folder, and not below it.
    fn directly_in(folder: &Path, endings: &[&str]) -> Walk {
        let mut walk = Walk::default();
        walk.folder(folder, endings, &mut VecDeque::new());
        walk
    }

    fn folder(&mut self, folder: &Path, endings: &[&str], below: &mut VecDeque<PathBuf>) {
        match fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>()) {
            Ok(mut entries) => {
                entries.sort_by_key(fs::DirEntry::file_name);
                entries.iter().for_each(|entry| self.entry(entry, endings, below));
            }
            Err(error) => self.unreadable.push((folder.to_path_buf(), error)),
        }
    }

    fn entry(&mut self, entry: &fs::DirEntry, endings: &[&str], folders: &mut VecDeque<PathBuf>) {
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            return;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folders.push_back(path);
            return;
        }
        if !path.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e)) {
            return;
        }
        match fs::metadata(&path) {
            Ok(there) if there.is_dir() => {}
            _ if path.to_str().is_none() => {
                self.unreadable.push((path, input::no_name()));
            }
            Ok(there) if there.is_file() => self.files.push(path),
            Ok(_) => {
                let error =
                    io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe or a device, and no file");
                self.unreadable.push((path, error));
            }
            Err(error) => self.unreadable.push((path, error)),
        }
    }
}

/// The folder of the deck that a game's text names.
#[must_use]
pub fn deck_of(text: &RuleText) -> Option<String> {
    // Most rule files are events; one is not read as a whole to find that out.
    if !text.bytes.windows(4).any(|bytes| bytes == b"deck") {
        return None;
    }
    let (_, tree, _) = parse_bytes(&text.shown, &text.bytes, SourceId::default());
    tree.sentences.iter().find_map(|sentence| match &sentence.item {
        Item::Deck(folder) => Some(folder.text.clone()),
        _ => None,
    })
}

/// The first game at hand that has a deck.
#[must_use]
pub fn game_with_deck(shelf: &dyn Shelf) -> Option<String> {
    shelf.games().into_iter().find(|game| shelf.find(game).is_some_and(|text| deck_of(&text).is_some()))
}

/// A rule file from disk.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> io::Result<RuleText> {
    let bytes = input::rules(path)?;
    Ok(RuleText { name: stem(path).unwrap_or_default(), shown: shown(path), bytes })
}

/// A path as messages have it.
#[must_use]
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}
