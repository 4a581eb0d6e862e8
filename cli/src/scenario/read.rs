//! Scenario files, from text to scenarios, with diagnostics. Imports `format`; the only room that knows YAML.

use super::format::Scenario;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, SourceId, Span};
use rulemate_grammar::suggest::suggest;

/// The keys of a scenario.
const KEYS: [&str; 16] = [
    "name", "game", "events", "deck", "set", "position", "moves", "legal", "illegal", "turns", "check",
    "outcome", "claim", "result", "perft", "explain",
];

/// A scenario and the line that it begins in.
#[derive(Clone, Debug)]
pub struct Lined {
    /// The scenario.
    pub scenario: Scenario,
    /// From 1.
    pub line: usize,
}

/// The scenarios of a text.
///
/// # Errors
/// What is wrong with the first thing in it that cannot be read.
pub fn read(source: &Source, id: SourceId) -> Result<Vec<Lined>, Box<Diagnostic>> {
    let text = &source.text;
    if text.len() > 1 << 20 {
        let place = Place { source: id, span: Span::new(0, 0) };
        return Err(Box::new(Diagnostic::error(
            crate::codes::SCENARIO,
            place,
            "the file is larger than 1 MiB",
        )));
    }
    let scenarios: Vec<Scenario> =
        serde_yaml::from_str(text).map_err(|error| Box::new(explain(text, id, &error)))?;
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with('-') && !line.starts_with("---"))
        .map(|(at, _)| at + 1);
    Ok(scenarios.into_iter().map(|scenario| Lined { scenario, line: lines.next().unwrap_or(1) }).collect())
}

fn explain(text: &str, id: SourceId, error: &serde_yaml::Error) -> Diagnostic {
    let message = error.to_string();
    let at = error.location().map_or(0, |location| location.index().min(text.len()));
    // The location counts characters where a text has more than ASCII, so it is only trusted on a border.
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let mut span = Span::new(at, line_end.min(at + 80));
    let between = |open: &str| {
        let rest = message.split_once(open)?.1;
        Some(rest.split_once('`')?.0.to_string())
    };
    let (message, help) = if let Some(key) = between("unknown field `") {
        // The location is that of the scenario or of the key; the key stands at or behind it.
        if let Some(found) = text[at..].find(&format!("{key}:")) {
            span = Span::new(at + found, at + found + key.len());
        }
        let help = match suggest(&key, KEYS.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the keys are {}", KEYS.join(", ")),
        };
        (format!("a scenario has no key `{key}`"), Some(help))
    } else if let Some(key) = between("missing field `") {
        (format!("this scenario has no `{key}`"), Some(format!("add a line `{key}: ...`")))
    } else {
        let plain = message.split(" at line ").next().unwrap_or(&message).to_string();
        (plain, None)
    };
    let diagnostic = Diagnostic::error(crate::codes::SCENARIO, Place { source: id, span }, message);
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
