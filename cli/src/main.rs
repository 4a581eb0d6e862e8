//! The `rulemate` program.

use clap::Parser;
use rulemate::{args, commands};
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run(&args::Cli::parse())
}
