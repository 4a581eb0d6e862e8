//! What the tests of the whole share: the shipped rules by name. Imports `rulemate_interpreter`.

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::perft::perft;
use rulemate_interpreter::shelf::{Loaded, RuleText, Shelf, load};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the whole project.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Whether the deep tests were asked for, by `RULEMATE_DEEP=1`.
#[must_use]
pub fn deep() -> bool {
    std::env::var_os("RULEMATE_DEEP").is_some_and(|value| value != "0")
}

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

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "rules")).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Option<RuleText> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    Some(RuleText { name, shown: path.display().to_string(), bytes: fs::read(path).ok()? })
}

/// A shipped game, ready to be played.
///
/// # Panics
/// If its rules have errors.
#[must_use]
#[allow(clippy::panic)]
pub fn prepared(game: &str) -> Prepared {
    let Loaded { library, diagnostics, .. } = load(&Shipped::default(), game, &[]);
    assert!(diagnostics.is_empty(), "{game}: {diagnostics:#?}");
    match Prepared::new(library) {
        Ok(prepared) => prepared,
        Err(diagnostics) => panic!("{game}: {diagnostics:#?}"),
    }
}

/// Asserts node counts of a game from a position (none: its first), from depth 1 on; only those up to `most`
/// nodes are counted.
///
/// # Panics
/// If a count differs.
#[allow(clippy::panic)]
pub fn assert_counts(game: &str, position: Option<&str>, counts: &[u64], most: u64) {
    let prepared = prepared(game);
    let start = match position.map(|text| fen::read(prepared.rules(), SourceId(0), text)) {
        None => prepared.setup.clone(),
        Some(Ok(start)) => start,
        Some(Err(diagnostics)) => panic!("{position:?}: {diagnostics:#?}"),
    };
    for (depth, count) in (1..).zip(counts).filter(|(_, count)| **count <= most) {
        let found = perft(&*prepared.engine, &start, depth);
        assert_eq!(found, *count, "{game} from {} to depth {depth}", position.unwrap_or("the start"));
    }
}
