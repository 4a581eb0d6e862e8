//! Diagnostics for people, drawn by miette, and for programs, as JSON. The only room that knows miette.

use miette::{
    Diagnostic as Report, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, Severity as Level, SourceCode, SourceSpan, SpanContents,
};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::sink::capped;
use rulemate_grammar::source::{Source, Sources, is_control};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The width of what is drawn.
const WIDTH: usize = 100;

/// All diagnostics as text, with their sources, in colour if asked for.
#[must_use]
pub fn draw(sources: &Sources, diagnostics: &[Diagnostic], colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
    let mut text = String::new();
    for diagnostic in &capped(diagnostics.to_vec()) {
        let shown = Shown::new(sources, diagnostic);
        if handler.render_report(&mut text, &shown).is_err() {
            text.push_str(&format!("{}: {}\n", diagnostic.code, cleaned(&diagnostic.message)));
        }
    }
    text
}

/// All diagnostics for programs.
#[must_use]
pub fn json(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    let diagnostics = capped(diagnostics.to_vec());
    let all = diagnostics.iter().map(|diagnostic| {
        let labels: Vec<Value> = diagnostic
            .labels
            .iter()
            .map(|label| {
                let source = sources.get(label.place.source);
                let (line, column) = source.line_column(label.place.span.start);
                let (end_line, end_column) = source.line_column(label.place.span.end);
                json!({
                    "file": source.name,
                    "line": line,
                    "column": column,
                    "end_line": end_line,
                    "end_column": end_column,
                    "text": shortened(&label.text),
                })
            })
            .collect();
        json!({
            "code": diagnostic.code,
            "severity": match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            "message": shortened(&diagnostic.message),
            "help": diagnostic.help.as_deref().map(shortened),
            "labels": labels,
        })
    });
    Value::Array(all.collect())
}

#[derive(Debug)]
struct Shown<'s> {
    message: String,
    code: &'static str,
    severity: Severity,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: Lines<'s>,
}

impl<'s> Shown<'s> {
    fn new(sources: &'s Sources, diagnostic: &Diagnostic) -> Shown<'s> {
        let home = sources.get(diagnostic.source());
        let mut source = Lines {
            source: home,
            clean: cleaned(&home.text),
            name: cleaned(&home.name),
            windows: Vec::new(),
        };
        let mut labels = Vec::new();
        let mut elsewhere = Vec::new();
        for label in &diagnostic.labels {
            let (start, end) = (label.place.span.start as usize, label.place.span.end as usize);
            let drawn = label.place.source == diagnostic.source();
            match drawn.then(|| source.window(start, end)).flatten() {
                Some((start, end)) => {
                    let text =
                        (!label.text.is_empty()).then(|| cleaned(&shortened(&label.text)).into_owned());
                    labels.push(LabeledSpan::new(text, start, end - start));
                }
                None => {
                    let text = if label.text.is_empty() { "see" } else { label.text.as_str() };
                    elsewhere.push(format!("{}: {}", shortened(text), sources.cite(label.place)));
                }
            }
        }
        let mut help: Vec<String> = diagnostic.help.iter().map(|help| shortened(help)).collect();
        help.extend(elsewhere);
        Shown {
            message: cleaned(&shortened(&diagnostic.message)).into_owned(),
            code: diagnostic.code,
            severity: diagnostic.severity,
            help: (!help.is_empty()).then(|| cleaned(&help.join("\n")).into_owned()),
            labels,
            source,
        }
    }
}

/// A longer line is not shown whole, but so much of it around what is underlined.
const LONGEST_LINE: usize = 240;

/// A longer text of a message is cut.
const LONGEST_TEXT: usize = 2000;

/// A text without what a terminal would obey: each character that cannot be seen is a mark of as many bytes.
#[must_use]
pub fn cleaned(text: &str) -> Cow<'_, str> {
    let unseen = |c: char| is_control(c) && !matches!(c, '\n' | char::REPLACEMENT_CHARACTER);
    if !text.contains(unseen) {
        return Cow::Borrowed(text);
    }
    let mark = |c: char| match c.len_utf8() {
        _ if !unseen(c) => c,
        1 => '?',
        2 => '\u{b7}',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(mark).collect())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_string(),
    }
}

/// A source of which only the lines that are shown are read, and of long lines only a part.
#[derive(Debug)]
struct Lines<'s> {
    source: &'s Source,
    /// Its text as it is shown, byte for byte as long.
    clean: Cow<'s, str>,
    name: Cow<'s, str>,
    /// The parts of long lines that are shown, one a line.
    windows: Vec<Range<usize>>,
}

impl Lines<'_> {
    /// What of a span can be shown, and makes room for it; nothing if another part of its line is shown.
    fn window(&mut self, start: usize, end: usize) -> Option<(usize, usize)> {
        let text = self.source.text.as_str();
        let start = back_to_letter(text, start);
        let line = self.source.line_around(start);
        let end = end.clamp(start, text.len());
        if line.len() <= LONGEST_LINE && self.source.line_around(end).len() <= LONGEST_LINE {
            return Some((start, end));
        }
        let known = self.windows.iter().find(|window| line.start <= window.start && window.end <= line.end);
        let window = known.cloned().unwrap_or_else(|| {
            let from = start.saturating_sub(LONGEST_LINE / 2).max(line.start);
            let to = (from + LONGEST_LINE).min(line.end);
            back_to_letter(text, from)..back_to_letter(text, to)
        });
        if !window.contains(&start) && start != window.end {
            return None;
        }
        let end = back_to_letter(text, end.min(window.end)).max(start);
        self.windows.push(window);
        Some((start, end))
    }
}

/// The beginning of the letter in which a byte lies; the end of the text behind it.
fn back_to_letter(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

impl SourceCode for Lines<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.source.text.as_str();
        let (start, end) = (span.offset().min(text.len()), (span.offset() + span.len()).min(text.len()));
        let mut line = self.source.line_around(start);
        let (mut from, mut column) = (line.start, 0);
        if before == 0 {
            from = start;
            column = text.get(line.start..start).unwrap_or("").chars().count();
        }
        for _ in 0..before {
            if let Some(above) = line.start.checked_sub(1) {
                let above = self.source.line_around(above);
                if above.len() > LONGEST_LINE {
                    break;
                }
                from = above.start;
                line = above;
            }
        }
        let mut last = self.source.line_around(end);
        let mut to = if after == 0 { end } else { last.end };
        for _ in 0..after {
            if last.end < text.len() {
                let below = self.source.line_around(last.end + 1);
                if below.len() > LONGEST_LINE {
                    break;
                }
                to = below.end;
                last = below;
            }
        }
        for window in &self.windows {
            let long = self.source.line_around(window.start);
            if before > 0 && long.contains(&start) {
                from = window.start;
            }
            if after > 0 && long.start <= end && end <= long.end {
                to = window.end;
            }
        }
        let (to, from) = (to.max(end), from.min(start));
        let number = self.source.line_column(u32::try_from(from).unwrap_or(u32::MAX)).0 - 1;
        let span = SourceSpan::new(from.into(), to - from);
        let bytes = self.clean.as_bytes().get(from..to).unwrap_or_default();
        let count = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
        let name = self.name.to_string();
        Ok(Box::new(MietteSpanContents::new_named(name, bytes, span, number, column, count)))
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl Report for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<Level> {
        Some(match self.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
