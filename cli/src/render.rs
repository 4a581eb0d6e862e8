//! Diagnostics for people, drawn by miette, and for programs, as JSON. The only room that knows miette.

use miette::{
    Diagnostic as Report, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource,
    Severity as Level, SourceCode,
};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::Sources;
use serde_json::{Value, json};
use std::fmt;

/// The width of what is drawn.
const WIDTH: usize = 100;

/// All diagnostics as text, with their sources, in colour if asked for.
#[must_use]
pub fn draw(sources: &Sources, diagnostics: &[Diagnostic], colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let shown = Shown::new(sources, diagnostic);
        if handler.render_report(&mut text, &shown).is_err() {
            text.push_str(&format!("{}: {}\n", diagnostic.code, diagnostic.message));
        }
    }
    text
}

/// All diagnostics for programs.
#[must_use]
pub fn json(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
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
                    "text": label.text,
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
            "message": diagnostic.message,
            "help": diagnostic.help,
            "labels": labels,
        })
    });
    Value::Array(all.collect())
}

#[derive(Debug)]
struct Shown {
    message: String,
    code: String,
    severity: Severity,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: NamedSource<String>,
}

impl Shown {
    fn new(sources: &Sources, diagnostic: &Diagnostic) -> Shown {
        let home = sources.get(diagnostic.source());
        let mut labels = Vec::new();
        let mut elsewhere = Vec::new();
        for label in &diagnostic.labels {
            if label.place.source == diagnostic.source() {
                let length = home.text.len();
                let (start, end) = (label.place.span.start as usize, label.place.span.end as usize);
                let (start, end) = (start.min(length), end.min(length));
                let text = (!label.text.is_empty()).then(|| label.text.clone());
                labels.push(LabeledSpan::new(text, start, end.saturating_sub(start)));
            } else {
                let text = if label.text.is_empty() { "see" } else { label.text.as_str() };
                elsewhere.push(format!("{text}: {}", sources.cite(label.place)));
            }
        }
        let mut help: Vec<String> = diagnostic.help.iter().cloned().collect();
        help.extend(elsewhere);
        Shown {
            message: diagnostic.message.clone(),
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity,
            help: (!help.is_empty()).then(|| help.join("\n")),
            labels,
            source: NamedSource::new(home.name.clone(), home.text.clone()),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl Report for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
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
