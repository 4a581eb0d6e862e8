//! The mistakes of a Betza string: their codes, and the list that gathers them. Imports `source`, `diagnostic`
//! and `tree`.

use super::tree::Betza;
use crate::diagnostic::Diagnostic;
use crate::source::{Place, Span};

// Every code of this room with its title; each has a page in `docs/errors`.
crate::code_table! {
    EMPTY "R0550" "empty Betza string";
    UNKNOWN "R0551" "unknown letter in a Betza string";
    REFUSED "R0552" "letter of extended Betza that is not read here";
    NO_ATOM "R0553" "Betza modifier without an atom";
    NO_DIRECTION "R0554" "direction that the Betza atom lacks";
    UNPAIRED "R0555" "bracket without its partner in a Betza string";
    BRACKET "R0556" "Betza bracket that is not a chain of legs";
    NUMBER "R0557" "number behind no Betza atom";
    RANGE "R0558" "range of nonsense in a Betza string";
    CONTRADICTION "R0559" "Betza letters that contradict each other";
    TWICE "R0560" "Betza letter that says nothing new";
    IDLE "R0561" "Betza letter with nothing to act on";
    WRONG_LEG "R0562" "Betza letter in the wrong leg";
    CASTLING "R0563" "castling said wrongly in a Betza string";
    TOO_LONG "R0564" "Betza string too long";
}

/// The mistakes found so far in one string.
pub(super) struct Findings<'t> {
    text: &'t str,
    at: Place,
    found: Vec<Diagnostic>,
}

impl<'t> Findings<'t> {
    /// None yet, in a text that begins at this place.
    pub(super) fn new(text: &'t str, at: Place) -> Findings<'t> {
        Findings { text, at, found: Vec::new() }
    }

    /// The place in the source of a span that counts from the beginning of the string.
    pub(super) fn place(&self, span: Span) -> Place {
        let start = self.at.span.start;
        let span = Span { start: start.saturating_add(span.start), end: start.saturating_add(span.end) };
        Place { source: self.at.source, span }
    }

    /// The text of a span that counts from the beginning of the string.
    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// An error at a span that counts from the beginning of the string; to be handed to [`Findings::add`].
    pub(super) fn error(&self, code: &'static str, span: Span, message: String, help: &str) -> Diagnostic {
        Diagnostic::error(code, self.place(span), message).help(help)
    }

    /// Keeps a mistake, once for the same places: the parts of a compound atom find the same one.
    pub(super) fn add(&mut self, mistake: Diagnostic) {
        let same = |other: &Diagnostic| other.code == mistake.code && other.labels == mistake.labels;
        if !self.found.iter().any(same) {
            self.found.push(mistake);
        }
    }

    /// [`Findings::error`] and [`Findings::add`] in one.
    pub(super) fn report(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        let mistake = self.error(code, span, message, help);
        self.add(mistake);
    }

    /// The tree, if there was no mistake; else the mistakes in the order of the text.
    pub(super) fn finish(mut self, tree: Betza) -> Result<Betza, Vec<Diagnostic>> {
        if self.found.is_empty() {
            return Ok(tree);
        }
        self.found.sort_by_key(|mistake| mistake.labels.first().map(|label| label.place));
        Err(self.found)
    }
}
