//! A source text with a name, places in it, and its lines. Imports nothing.

use std::fmt;

/// A range of bytes in one source text: `start` inclusive, `end` exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`; offsets beyond `u32` are cut to its largest value.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Span {
        let cut = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: cut(start), end: cut(end) }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// Which of the sources at hand a place lies in; the index into the [`Sources`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SourceId(pub u32);

/// A span in a certain source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The source.
    pub source: SourceId,
    /// The bytes in it.
    pub span: Span,
}

/// One rule file: its name as shown to people, and its text.
#[derive(Clone, Debug)]
pub struct Source {
    /// Shown in messages, for instance `rules/chess.rules`.
    pub name: String,
    /// The whole text, valid UTF-8.
    pub text: String,
    line_starts: Vec<u32>,
}

impl Source {
    /// A source of this name and text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1))
            .map(|at| u32::try_from(at).unwrap_or(u32::MAX))
            .collect();
        Source { name: name.into(), text, line_starts }
    }

    /// Line and column of a byte, both counted from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1) - 1;
        let start = self.line_starts[line] as usize;
        let before = self.text.get(start..offset as usize).unwrap_or("");
        (line + 1, before.chars().count() + 1)
    }

    /// The bytes of the line in which a byte lies, without its end.
    #[must_use]
    pub fn line_around(&self, offset: usize) -> std::ops::Range<usize> {
        let at = u32::try_from(offset).unwrap_or(u32::MAX);
        let next = self.line_starts.partition_point(|start| *start <= at).max(1);
        let end = self.line_starts.get(next).map_or(self.text.len(), |next| *next as usize - 1);
        self.line_starts[next - 1] as usize..end
    }

    /// The text of a span; empty where the span does not fit the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// Whether it is a character that cannot be seen, other than a tab, or stands for what is no text.
#[must_use]
pub fn is_control(c: char) -> bool {
    (c.is_control() && c != '\t')
        || c == char::REPLACEMENT_CHARACTER
        || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
}

/// All sources of one run, each known by its [`SourceId`].
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// Adds a source.
    pub fn add(&mut self, source: Source) -> SourceId {
        self.all.push(source);
        SourceId(u32::try_from(self.all.len() - 1).unwrap_or(u32::MAX))
    }

    /// Puts another source in the place of one; does nothing if there is none of this id.
    pub fn replace(&mut self, id: SourceId, source: Source) {
        if let Some(there) = self.all.get_mut(id.0 as usize) {
            *there = source;
        }
    }

    /// The source of this id.
    ///
    /// # Panics
    /// If the id comes from other `Sources`.
    #[must_use]
    pub fn get(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// `name:line` of a place, as messages cite it.
    #[must_use]
    pub fn cite(&self, place: Place) -> String {
        let source = self.get(place.source);
        format!("{}:{}", source.name, source.line_column(place.span.start).0)
    }
}
