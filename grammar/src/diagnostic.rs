//! What is wrong with a text, as a value. Imports `source`.

use crate::source::{Place, SourceId};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The file means nothing until this is mended.
    Error,
    /// Probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// A place with a few words under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// What is underlined.
    pub place: Place,
    /// The words; may be empty.
    pub text: String,
}

/// One mistake: a stable code, a one-line message, the places, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// For instance `R0203`; each has its page in `docs/errors`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line, lower case, in the language's own words; the author's text in backticks.
    pub message: String,
    /// The first is where the mistake is; the others say what it conflicts with.
    pub labels: Vec<Label>,
    /// What to write.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label { place, text: String::new() }],
            help: None,
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, place, message) }
    }

    /// The same, with words under its first place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// The same, with a further place.
    #[must_use]
    pub fn also(mut self, place: Place, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { place, text: text.into() });
        self
    }

    /// The same, with what to write.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// The source that the mistake is in.
    #[must_use]
    pub fn source(&self) -> SourceId {
        self.labels.first().map_or(SourceId(0), |label| label.place.source)
    }
}
