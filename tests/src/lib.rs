//! What the tests of the whole share: the shipped rules by name, scenario files, random games, mirrors, and a model
//! of Pawns Chess that owes the interpreter nothing.
//! Imports the crates of the project.

pub mod betza;
pub mod dice;
pub mod lots;
pub mod manual;
pub mod mates;
pub mod mirror;
pub mod pairs;
pub mod pawns;
pub mod players;
pub mod scenarios;
pub mod shelf;
pub mod walk;

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::{Evaluator, Prepared};
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
pub fn prepared(game: &str) -> Prepared {
    prepared_by(game, Evaluator::default())
}

/// The same, evaluated in a certain way.
///
/// # Panics
/// If its rules have errors.
#[must_use]
#[allow(clippy::panic)]
pub fn prepared_by(game: &str, evaluator: Evaluator) -> Prepared {
    let Loaded { library, diagnostics, .. } = load(&Shipped::default(), game, &[]);
    assert!(diagnostics.is_empty(), "{game}: {diagnostics:#?}");
    match Prepared::by(library, evaluator) {
        Ok(prepared) => prepared,
        Err(diagnostics) => panic!("{game}: {diagnostics:#?}"),
    }
}

/// Counts of up to so many nodes are asserted of compiled rules in every run.
const MOST_COMPILED: u64 = 5_000_000;

/// Asserts node counts of a game from a position (none: its first), from depth 1 on: of the plain evaluator those up
/// to `most` nodes, and more of compiled rules.
///
/// # Panics
/// If a count differs.
pub fn assert_counts(game: &str, position: Option<&str>, counts: &[u64], most: u64) {
    assert_counts_by(&prepared_by(game, Evaluator::Plain), game, position, counts, most);
    let compiled = prepared_by(game, Evaluator::Compiled);
    if compiled.engine.perft(&compiled.setup, 1).is_some() {
        assert_counts_by(&compiled, game, position, counts, MOST_COMPILED);
    }
}

#[allow(clippy::panic)]
fn assert_counts_by(prepared: &Prepared, game: &str, position: Option<&str>, counts: &[u64], most: u64) {
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
