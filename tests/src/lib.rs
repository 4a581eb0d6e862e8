//! What the tests of the whole share: the shipped rules by name, scenario files, random games, mirrors, and a model
//! of Pawns Chess that owes the interpreter nothing.
//! Imports the crates of the project.

pub mod betza;
pub mod dice;
pub mod manual;
pub mod mirror;
pub mod pawns;
pub mod scenarios;
pub mod shelf;
pub mod walk;

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::perft::perft;
use rulemate_interpreter::shelf::{Loaded, load};
use shelf::Shipped;
use std::path::{Path, PathBuf};

/// The folder of the whole project.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// A path as it is called within the project.
#[must_use]
pub fn within(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Whether the deep tests were asked for, by `RULEMATE_DEEP=1`.
#[must_use]
pub fn deep() -> bool {
    std::env::var_os("RULEMATE_DEEP").is_some_and(|value| value != "0")
}

/// The first number in a default run, the second in a deep one.
#[must_use]
pub fn amount(shallow: usize, far: usize) -> usize {
    if deep() { far } else { shallow }
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
        assert_eq!(found, Ok(*count), "{game} from {} to depth {depth}", position.unwrap_or("the start"));
    }
}
