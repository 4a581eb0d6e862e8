//! The `rulemate` program.

use clap::Parser;
use rulemate::{args, commands};
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut said: Vec<OsString> = env::args_os().collect();
    // Whoever asks for help on help gets it.
    if said.get(1).is_some_and(|first| first == "help") {
        said.retain(|each| each != "--help" && each != "-h");
    }
    commands::run(&args::Cli::parse_from(said))
}
