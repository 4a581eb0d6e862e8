//! Where the mistakes of one text are gathered, up to a bound. Imports `codes`, `diagnostic`, `source`.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Place;

/// More mistakes than these are counted, not told.
pub const MOST_DIAGNOSTICS: usize = 100;

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
            let message = format!("there are {} more mistakes in this file", self.more);
            let diagnostic = Diagnostic::error(codes::TOO_MANY, last.place, message)
                .help("mend those above first; often the others go with them");
            self.list.push(diagnostic);
        }
        self.list
    }
}
