//! The mistakes of a Betza string: their codes, and the list that gathers them. Imports `source`, `diagnostic`
//! and `tree`.

use super::tree::Betza;
use crate::diagnostic::Diagnostic;
use crate::source::{Place, Span};

/// Nothing between the quotes.
pub(super) const EMPTY: &str = "R0550";
/// A character that the notation does not have.
pub(super) const UNKNOWN: &str = "R0551";
/// A letter of extended Betza that is not read here.
pub(super) const REFUSED: &str = "R0552";
/// Modifiers and nothing behind them.
pub(super) const NO_ATOM: &str = "R0553";
/// A direction that the atom does not have.
pub(super) const NO_DIRECTION: &str = "R0554";
/// A bracket without its partner.
pub(super) const UNPAIRED: &str = "R0555";
/// A bracket that is not a chain of legs.
pub(super) const BRACKET: &str = "R0556";
/// A number that stands behind no atom.
pub(super) const NUMBER: &str = "R0557";
/// A range that says nothing sensible.
pub(super) const RANGE: &str = "R0558";
/// Two letters that exclude each other.
pub(super) const CONTRADICTION: &str = "R0559";
/// A letter that adds nothing.
pub(super) const TWICE: &str = "R0560";
/// A letter that finds nothing to act on.
pub(super) const IDLE: &str = "R0561";
/// A letter in a leg where it cannot be.
pub(super) const WRONG_LEG: &str = "R0562";
/// Castling said wrongly.
pub(super) const CASTLING: &str = "R0563";
/// Too many characters or legs.
pub(super) const TOO_LONG: &str = "R0564";

/// Every code of this room with its title; each has a page in `docs/errors`.
pub const CODES: &[(&str, &str)] = &[
    (EMPTY, "empty Betza string"),
    (UNKNOWN, "unknown letter in a Betza string"),
    (REFUSED, "letter of extended Betza that is not read here"),
    (NO_ATOM, "Betza modifier without an atom"),
    (NO_DIRECTION, "direction that the Betza atom lacks"),
    (UNPAIRED, "bracket without its partner in a Betza string"),
    (BRACKET, "Betza bracket that is not a chain of legs"),
    (NUMBER, "number behind no Betza atom"),
    (RANGE, "range of nonsense in a Betza string"),
    (CONTRADICTION, "Betza letters that contradict each other"),
    (TWICE, "Betza letter that says nothing new"),
    (IDLE, "Betza letter with nothing to act on"),
    (WRONG_LEG, "Betza letter in the wrong leg"),
    (CASTLING, "castling said wrongly in a Betza string"),
    (TOO_LONG, "Betza string too long"),
];

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
