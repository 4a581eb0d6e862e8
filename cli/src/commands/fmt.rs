//! `rulemate fmt`: brings rule files into their usual form.

use super::{Done, Stop};
use crate::args::Cli;
use std::io::Write;
use std::path::PathBuf;

/// Formats files and folders.
pub fn run(_cli: &Cli, _paths: &[PathBuf], _check: bool, _out: &mut dyn Write) -> Done {
    Err(Stop::Usage("not yet".to_string()))
}
