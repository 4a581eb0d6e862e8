//! The reader made from `rulemate.pest`, and where and why it stops. The only file that runs it.
//! Imports the parser generator.

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "rulemate.pest"]
struct Sentences;

/// More steps than these no sentence needs that is within the bounds of the cutter.
const MOST_STEPS: usize = 4_000_000;

/// Where reading stopped, and what could have gone on there.
#[derive(Debug)]
pub struct Stop {
    /// The offset in the text that was read.
    pub offset: usize,
    /// What could have stood there; empty if reading took too many steps.
    pub expected: Vec<Rule>,
}

/// Reads a sentence.
pub fn sentence(text: &str) -> Result<Pair<'_, Rule>, Stop> {
    run(Rule::sentence, text)
}

/// Reads an effect.
pub fn effect(text: &str) -> Result<Pair<'_, Rule>, Stop> {
    run(Rule::action, text)
}

fn run(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, Stop> {
    static BOUND: Once = Once::new();
    BOUND.call_once(|| pest::set_call_limit(NonZeroUsize::new(MOST_STEPS)));
    let mut pairs = Sentences::parse(rule, text).map_err(|error| {
        let (InputLocation::Pos(offset) | InputLocation::Span((offset, _))) = error.location;
        let expected = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        Stop { offset, expected }
    })?;
    pairs.next().ok_or(Stop { offset: 0, expected: Vec::new() })
}
