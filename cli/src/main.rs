//! The `rulemate` program.

fn main() {}
