//! The front of Rulemate: the command line, the built-in rules, scenario files. What the binary and the tests
//! of the whole share.

pub mod args;
pub mod book;
pub mod chance;
pub mod codes;
pub mod commands;
pub mod explain;
pub mod input;
pub mod render;
pub mod scenario;
pub mod session;
pub mod shelf;
pub mod simulation;
