//! Mistakes as people read them: plain text of width 80, and a bridge to `miette` for terminals.
//! Imports `diagnostic`, `source`, and `miette`.

use std::fmt;

use miette::{LabeledSpan, NamedSource};

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::{Source, SourceId, Sources, Span};

const WIDTH: usize = 80;

/// Mistakes as plain text, without colour, each with the lines that it is about.
#[must_use]
pub fn plain(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        if !out.is_empty() {
            out.push('\n');
        }
        plain_one(&mut out, diagnostic, sources);
    }
    out
}

fn plain_one(out: &mut String, diagnostic: &Diagnostic, sources: &Sources) {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    wrapped(out, &format!("{severity}[{}]: ", diagnostic.code), &diagnostic.message, 2);
    let widest = diagnostic.labels.iter().map(|label| line_of(label, sources).0.to_string().len()).max();
    let margin = widest.unwrap_or(1).max(2);
    let mut last: Option<(SourceId, usize)> = None;
    for (index, label) in diagnostic.labels.iter().enumerate() {
        let source = sources.get(label.place.source);
        let (line, column) = line_of(label, sources);
        if last.is_none_or(|(other, _)| other != label.place.source) {
            out.push_str(&format!("{:margin$}--> {}:{line}:{column}\n{:margin$} |\n", "", source.name, ""));
        }
        if last != Some((label.place.source, line)) {
            out.push_str(&format!("{line:margin$} | {}\n", shown(source, label.place.span).0));
        }
        let (_, before, length) = shown(source, label.place.span);
        let mark = if index == 0 { "^" } else { "-" };
        let text = if label.text.is_empty() { String::new() } else { format!(" {}", label.text) };
        out.push_str(&format!("{:margin$} | {:before$}{}{text}\n", "", "", mark.repeat(length)));
        last = Some((label.place.source, line));
    }
    if let Some(help) = &diagnostic.help {
        wrapped(out, &format!("{:margin$} = help: ", ""), help, margin + 9);
    }
}

fn line_of(label: &Label, sources: &Sources) -> (usize, usize) {
    sources.get(label.place.source).line_column(label.place.span.start)
}

/// The line in which a span begins (a window of it where it is long), how many characters stand in it before
/// the span, and how many belong to it.
fn shown(source: &Source, span: Span) -> (String, usize, usize) {
    const WINDOW: usize = 72;
    let text = source.text.as_str();
    let start = (span.start as usize).min(text.len());
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
    let line = &text[line_start..line_end];
    let end = (span.end as usize).clamp(start, line_end);
    let before = text[line_start..start].chars().count();
    let length = text[start..end].trim_end().chars().count().max(1);
    let visible = |c: char| {
        if c == '\t' {
            ' '
        } else if c.is_control() {
            '\u{b7}'
        } else {
            c
        }
    };
    let all: Vec<char> = line.trim_end().chars().map(visible).collect();
    if all.len() <= WINDOW {
        return (all.into_iter().collect(), before, length);
    }
    let from = before.saturating_sub(WINDOW / 2);
    let to = (from + WINDOW).min(all.len());
    let left = if from > 0 { "..." } else { "" };
    let right = if to < all.len() { "..." } else { "" };
    let middle: String = all.get(from..to).unwrap_or(&[]).iter().collect();
    (
        format!("{left}{middle}{right}"),
        before - from + left.len(),
        length.min(to.saturating_sub(before).max(1)),
    )
}

/// A text behind a head, broken between words.
fn wrapped(out: &mut String, head: &str, text: &str, indent: usize) {
    let mut line = head.to_owned();
    let mut bare = true;
    for word in text.split(' ') {
        if !bare && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(indent);
            bare = true;
        }
        if !bare {
            line.push(' ');
        }
        line.push_str(word);
        bare = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// A mistake with the texts that it is about, for `miette`'s handlers. Places in another file than the first
/// are reports of their own beneath it.
pub struct Report {
    message: String,
    code: Option<&'static str>,
    severity: Severity,
    help: Option<String>,
    source: NamedSource<String>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    /// The report of a mistake.
    #[must_use]
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Report {
        let main = diagnostic.source();
        let mut others: Vec<SourceId> = Vec::new();
        for label in &diagnostic.labels {
            if label.place.source != main && !others.contains(&label.place.source) {
                others.push(label.place.source);
            }
        }
        let related = others.into_iter().map(|id| Report {
            message: format!("see also {}", sources.get(id).name),
            code: None,
            severity: Severity::Note,
            help: None,
            source: named(sources.get(id)),
            labels: labels(diagnostic, id),
            related: Vec::new(),
        });
        Report {
            message: diagnostic.message.clone(),
            code: Some(diagnostic.code),
            severity: diagnostic.severity,
            help: diagnostic.help.clone(),
            source: named(sources.get(main)),
            labels: labels(diagnostic, main),
            related: related.collect(),
        }
    }
}

fn named(source: &Source) -> NamedSource<String> {
    NamedSource::new(&source.name, source.text.clone())
}

fn labels(diagnostic: &Diagnostic, id: SourceId) -> Vec<LabeledSpan> {
    let here = diagnostic.labels.iter().filter(|label| label.place.source == id);
    here.map(|label| {
        let text = (!label.text.is_empty()).then(|| label.text.clone());
        LabeledSpan::new(text, label.place.span.start as usize, label.place.span.len())
    })
    .collect()
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|report| report as &dyn miette::Diagnostic)))
    }
}
