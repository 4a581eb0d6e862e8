//! The message for words that ask for themselves. Imports nothing of this crate but `codes`.

use crate::codes;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Place;

/// More links than this are not told one by one.
const MOST_LINKS: usize = 8;

/// The error for a chain of names, each of which asks for the next, and the last for the first.
pub(crate) fn told(chain: &[(String, Place)]) -> Option<Diagnostic> {
    let ((first, place), rest) = chain.split_first()?;
    let message = if rest.is_empty() {
        format!("`{first}` asks for itself")
    } else {
        let names: Vec<String> =
            chain.iter().take(MOST_LINKS).chain(chain.first()).map(|(name, _)| format!("`{name}`")).collect();
        let dots = if chain.len() > MOST_LINKS { " asks ..., and so on up to" } else { " asks" };
        let (last, before) = names.split_last()?;
        format!("this goes in a circle: {}{dots} {last}", before.join(" asks "))
    };
    let mut diagnostic = codes::error(codes::CIRCLE, *place, message)
        .help("take one of these words out of what it asks, or say it with a fact that a rule sets");
    for (name, place) in rest.iter().take(MOST_LINKS - 1) {
        diagnostic = diagnostic.also(*place, format!("`{name}` stands in the circle"));
    }
    Some(diagnostic)
}
