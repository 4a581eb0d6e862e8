//! The codes of mistakes that only the command line meets, and of all crates together. Imports the other
//! crates' tables.

use rulemate_grammar::codes::Code;

rulemate_grammar::code_table! {
    SCENARIO "R0851" "a scenario file that cannot be read";
    FILE "R0852" "a file that cannot be read or written";
    SIMULATION "R0853" "settings of a simulation that cannot be read or played";
    STORED "R0854" "a stored run that cannot be gone on with or put together";
}

/// All codes there are, in order.
pub fn all() -> impl Iterator<Item = &'static Code> {
    let mut all: Vec<&Code> = rulemate_grammar::codes::CODES
        .iter()
        .chain(rulemate_grammar::betza::CODES)
        .chain(rulemate_interpreter::codes::CODES)
        .chain(rulemate_interpreter::notation::codes::CODES)
        .chain(rulemate_interpreter::shelf::CODES)
        .chain(CODES)
        .collect();
    all.sort_unstable_by_key(|entry| entry.code);
    all.into_iter()
}
