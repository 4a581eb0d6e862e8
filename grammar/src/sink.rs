//! Where the mistakes of one text are gathered, up to a bound. Imports `codes`, `diagnostic`, `source`.

use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Place, SourceId};
use std::collections::BTreeMap;

/// More mistakes than these are counted, not told.
pub const MOST_DIAGNOSTICS: usize = 100;

/// What is wrong with several files, with no more than so many mistakes of each, warnings left out first; behind
/// the last of a file that has more, how many they are.
#[must_use]
pub fn capped(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut rooms: BTreeMap<SourceId, Room> = BTreeMap::new();
    for diagnostic in &diagnostics {
        let room = rooms.entry(diagnostic.source()).or_default();
        if diagnostic.severity == Severity::Error { room.errors += 1 } else { room.others += 1 }
    }
    let mut list = Vec::new();
    for diagnostic in diagnostics {
        let Some(room) = rooms.get_mut(&diagnostic.source()) else { continue };
        let is_error = diagnostic.severity == Severity::Error;
        // The parser has said so already, and keeps its place.
        let is_last_word = diagnostic.code == codes::TOO_MANY;
        let most = if is_error { MOST_DIAGNOSTICS } else { MOST_DIAGNOSTICS.saturating_sub(room.errors) };
        let kept = if is_error { &mut room.kept_errors } else { &mut room.kept_others };
        if is_last_word || *kept < most {
            *kept += usize::from(!is_last_word);
            room.closed |= is_last_word;
            room.last = diagnostic.labels.first().map(|label| label.place);
            list.push(diagnostic);
        }
    }
    for room in rooms.values().filter(|room| !room.closed) {
        let errors = room.errors - room.kept_errors;
        let more = errors + room.others - room.kept_others;
        if let (Some(last), true) = (room.last, more > 0) {
            let mut note = too_many(more, last);
            if errors == 0 {
                note.severity = Severity::Warning;
            }
            let at =
                list.iter().rposition(|each| each.source() == last.source).map_or(list.len(), |at| at + 1);
            list.insert(at, note);
        }
    }
    list
}

/// What there is of one file, and what of it is told.
#[derive(Default)]
struct Room {
    errors: usize,
    others: usize,
    kept_errors: usize,
    kept_others: usize,
    last: Option<Place>,
    closed: bool,
}

fn too_many(more: usize, place: Place) -> Diagnostic {
    let message = match more {
        1 => "there is 1 more mistake in this text".to_owned(),
        _ => format!("there are {more} more mistakes in this text"),
    };
    Diagnostic::error(codes::TOO_MANY, place, message)
        .help("mend those above first; often the others go with them")
}

/// Gathers mistakes.
#[derive(Debug, Default)]
pub struct Sink {
    list: Vec<Diagnostic>,
    more: usize,
}

impl Sink {
    /// Takes a mistake.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < MOST_DIAGNOSTICS {
            self.list.push(diagnostic);
        } else {
            self.more += 1;
        }
    }

    /// Takes a mistake, which is worked out only if it will be told.
    pub fn push_with(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.list.len() < MOST_DIAGNOSTICS {
            self.list.push(diagnostic());
        } else {
            self.more += 1;
        }
    }

    /// Whether no mistake has been told in this place.
    pub fn is_silent_about(&self, place: Place) -> bool {
        let span = place.span;
        self.more == 0
            && !self.list.iter().flat_map(|diagnostic| &diagnostic.labels).any(|label| {
                label.place.source == place.source
                    && label.place.span.start >= span.start
                    && label.place.span.end <= span.end
            })
    }

    /// Gives all of them in the order of the text; where there were too many, the last one says so.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.place));
        if self.more > 0
            && let Some(last) = self.list.last().and_then(|last| last.labels.first())
        {
            self.list.push(too_many(self.more, last.place));
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn place(source: u32, at: usize) -> Place {
        Place { source: SourceId(source), span: Span::new(at, at + 1) }
    }

    #[test]
    fn errors_come_before_warnings() {
        let mut all: Vec<Diagnostic> =
            (0..500).map(|at| Diagnostic::warning("R0613", place(1, at), "nothing uses it")).collect();
        all.push(Diagnostic::error("R0301", place(2, 0), "nothing is called so"));
        all.extend((500..505).map(|at| Diagnostic::error("R0301", place(1, at), "nothing is called so")));
        let kept = capped(all);
        let of = |source: u32| kept.iter().filter(move |each| each.source() == SourceId(source));
        assert_eq!(of(2).count(), 1);
        assert_eq!(of(1).filter(|each| each.severity == Severity::Error).count(), 5);
        assert_eq!(of(1).count(), MOST_DIAGNOSTICS + 1);
        let last = of(1).next_back().map(|each| (each.code, each.severity, each.message.as_str()));
        let expected = "there are 405 more mistakes in this text";
        assert_eq!(last, Some((codes::TOO_MANY, Severity::Warning, expected)));
    }

    #[test]
    fn few_are_left_as_they_are() {
        let all = vec![Diagnostic::error("R0301", place(1, 0), "nothing is called so"); MOST_DIAGNOSTICS];
        assert_eq!(capped(all.clone()), all);
    }

    #[test]
    fn what_the_parser_left_out_is_said_once() {
        let mut sink = Sink::default();
        for at in 0..300 {
            sink.push_with(|| Diagnostic::error("R0200", place(1, at), "it cannot stand here"));
        }
        let mut all = sink.finish();
        all.push(Diagnostic::warning("R0613", place(1, 400), "nothing uses it"));
        let kept = capped(all);
        assert_eq!(kept.len(), MOST_DIAGNOSTICS + 1);
        assert_eq!(kept.iter().filter(|each| each.code == codes::TOO_MANY).count(), 1);
    }
}
