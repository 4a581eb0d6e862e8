//! What figures were made of: the program, the settings, the rules. Imports `format`, `set_up`.

use super::format::{Output, Written};
use super::set_up::SetUp;
use indexmap::IndexMap;
use rulemate_grammar::preface::bare;
use rulemate_simulation::stored::digest;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What figures were made of.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Made {
    /// The program's version.
    pub program: String,
    /// The settings, but for how many threads played and where to it was written.
    pub settings: Written,
    /// A digest of each rule file by its short name, comments and layout left aside.
    pub rules: IndexMap<String, String>,
}

impl Made {
    /// Of what was played.
    #[must_use]
    pub fn of(set_up: &SetUp, written: &Written) -> Made {
        let files = &set_up.rules.library().files;
        let text = |file: &rulemate_interpreter::model::File| &set_up.sources.get(file.place.source).text;
        Made {
            program: env!("CARGO_PKG_VERSION").to_string(),
            settings: Made::settings(written),
            rules: files.iter().map(|file| (file.name.clone(), rules_of(text(file)))).collect(),
        }
    }

    /// Settings without what changes no figure.
    #[must_use]
    pub fn settings(written: &Written) -> Written {
        Written { threads: 0, output: Output::default(), ..written.clone() }
    }
}

/// The digest of a rule file's rules: sixteen signs, the same as long as no word or sign of them changes.
#[must_use]
pub fn rules_of(text: &str) -> String {
    let mut digest = digest(&[bare(text).as_bytes()]);
    digest.truncate(16);
    digest
}

/// The folder of the report of a settings file.
#[must_use]
pub fn report_of(settings: &Path, written: &Written) -> PathBuf {
    match &written.output.folder {
        Some(folder) => settings.parent().unwrap_or(Path::new("")).join(folder),
        None => settings.with_extension("report"),
    }
}
