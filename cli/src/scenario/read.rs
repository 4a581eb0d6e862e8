//! Scenario files, from text to scenarios, with diagnostics. Imports `format`; the only room that knows YAML.

use super::format::Scenario;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, SourceId, Span};
use rulemate_grammar::suggest::suggest;
use serde_yaml::{Mapping, Value};
use std::ops::Range;

/// The keys of a scenario, what each of them is, and an example.
const KEYS: [(&str, &str, &str); 16] = [
    ("name", "a text", "a short castling"),
    ("game", "a name or a path", "chess"),
    ("events", "a list of numbers, names or paths", "[36, 45:b]"),
    ("deck", "a list of numbers, names or paths", "[36, 45]"),
    ("set", "settings with their values", "{claims: no}"),
    ("position", "a position in quotes", "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""),
    ("moves", "a list of moves", "[e4, e5]"),
    ("legal", "a list of moves", "[e4, e5]"),
    ("illegal", "a list of moves", "[e4, e5]"),
    ("turns", "a whole number", "20"),
    ("check", "`yes` or `no`", "no"),
    ("outcome", "how the game ends", "draw by stalemate"),
    ("claim", "a name or `none`", "none"),
    ("result", "a position in quotes", "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""),
    ("perft", "a list of whole numbers", "[20, 400]"),
    ("explain", "moves, each with words in quotes", "{e5: \"does not go\"}"),
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
/// What is wrong with it first.
pub fn read(source: &Source, id: SourceId) -> Result<Vec<Lined>, Box<Diagnostic>> {
    let text = Text { text: &source.text, id, items: items(&source.text) };
    if text.text.len() > 1 << 20 {
        return Err(Box::new(text.error(0..0, "the file is larger than 1 MiB")));
    }
    let values = match serde_yaml::from_str(text.text) {
        Ok(Value::Sequence(values)) => values,
        Ok(Value::Null) => Vec::new(),
        Ok(_) => {
            let diagnostic = text.error(text.line(0), "a scenario file is a list of scenarios");
            return Err(Box::new(
                diagnostic.help("begin each scenario with `- name: ...`, and indent its other keys"),
            ));
        }
        Err(error) => return Err(Box::new(text.no_yaml(&error))),
    };
    let wrong = values.iter().enumerate().find_map(|(index, value)| text.mistake(index, value));
    if let Some(wrong) = wrong {
        return Err(Box::new(wrong));
    }
    let scenarios: Vec<Scenario> = match serde_yaml::from_str::<Option<_>>(text.text) {
        Ok(scenarios) => scenarios.unwrap_or_default(),
        Err(error) => return Err(Box::new(text.no_yaml(&error))),
    };
    let line = |index: usize| source.line_column(Span::new(text.item(index).start, 0).start).0;
    Ok(scenarios
        .into_iter()
        .enumerate()
        .map(|(index, scenario)| Lined { scenario, line: line(index) })
        .collect())
}

/// Where the scenarios of a list stand, if each begins a line.
fn items(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut indent = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches(' ');
        let before = line.len() - rest.len();
        let begins =
            rest.strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r']));
        if begins && *indent.get_or_insert(before) == before {
            starts.push(at + before);
        }
        at += line.len();
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

struct Text<'t> {
    text: &'t str,
    id: SourceId,
    items: Vec<Range<usize>>,
}

impl Text<'_> {
    fn error(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let place = Place { source: self.id, span: Span::new(range.start, range.end) };
        Diagnostic::error(crate::codes::SCENARIO, place, message)
    }

    fn item(&self, index: usize) -> Range<usize> {
        self.items.get(index).cloned().unwrap_or(0..self.text.len())
    }

    /// The rest of the line from here.
    fn line(&self, at: usize) -> Range<usize> {
        at..self.text[at..].find('\n').map_or(self.text.len(), |end| at + end)
    }

    /// Where a key stands in a part of the text, each time at the beginning of a line; else anywhere.
    fn key(&self, within: Range<usize>, key: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = within.start;
        for line in self.text[within.clone()].split_inclusive('\n') {
            let name = line.trim_start_matches([' ', '-']);
            let start = at + line.len() - name.len();
            if name.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':')) {
                found.push(start..start + key.len());
            }
            at += line.len();
        }
        if found.is_empty() {
            let anywhere =
                self.text[within.clone()].find(&format!("{key}:")).map(|start| within.start + start);
            found.extend(anywhere.map(|start| start..start + key.len()));
        }
        found
    }

    fn key_or_item(&self, index: usize, key: &str) -> Range<usize> {
        let item = self.item(index);
        self.key(item.clone(), key).into_iter().next().unwrap_or_else(|| self.line(item.start))
    }

    /// What keeps the text from being YAML.
    fn no_yaml(&self, error: &serde_yaml::Error) -> Diagnostic {
        let message = error.to_string();
        if let Some(key) =
            message.split_once("duplicate entry with key \"").and_then(|(_, rest)| rest.split('"').next())
        {
            let twice = |item: Range<usize>| self.key(item, key).into_iter().nth(1);
            let range = (0..self.items.len()).find_map(|index| twice(self.item(index)));
            return self
                .error(range.unwrap_or(0..0), format!("`{key}` is said twice in one scenario"))
                .help("join the two, or begin a new scenario with `- name: ...`");
        }
        let line = error.location().map_or(1, |location| location.line());
        let start = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
        let indent = self.text[start..].bytes().take_while(|byte| *byte == b' ').count();
        let help = "write `key: value`, a blank behind the colon; indent the keys of a scenario alike; close \
                    brackets and quotes; put a text with signs such as `:`, `#` or `{` into quotes";
        self.error(self.line(start + indent), "this line, or what stands before it, is no YAML").help(help)
    }

    /// What is wrong first with one scenario.
    fn mistake(&self, index: usize, value: &Value) -> Option<Diagnostic> {
        let start = self.line(self.item(index).start);
        let Value::Mapping(keys) = value else {
            let message = format!("a scenario has keys with values; this is {}", shown(value));
            return Some(self.error(start, message).help("write `- name: ...`, and the other keys below"));
        };
        for (key, value) in keys {
            let Some(key) = key.as_str() else {
                return Some(self.error(start, format!("{} is no key of a scenario", shown(key))));
            };
            let range = self.key_or_item(index, key);
            let Some((_, what, example)) = KEYS.iter().find(|(known, ..)| *known == key) else {
                let names = || KEYS.iter().map(|(name, ..)| *name);
                let help = match suggest(key, names()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("the keys are {}", names().collect::<Vec<_>>().join(", ")),
                };
                return Some(self.error(range, format!("a scenario has no key `{key}`")).help(help));
            };
            if value.is_null() || !can_be(key, value) {
                let message = format!("`{key}` is {what}, not {}", shown(value));
                return Some(
                    self.error(range, message).help(format!("write for instance `{key}: {example}`")),
                );
            }
        }
        if let Some(key) = ["name", "game"].into_iter().find(|key| !keys.contains_key(*key)) {
            let diagnostic = self.error(start, format!("this scenario has no `{key}`"));
            return Some(diagnostic.help(format!("add a line `{key}: ...`")));
        }
        None
    }
}

/// Whether a key can have this value.
fn can_be(key: &str, value: &Value) -> bool {
    let mut keys = Mapping::new();
    keys.insert("name".into(), "x".into());
    keys.insert("game".into(), "x".into());
    keys.insert(key.into(), value.clone());
    // As text, since a text may look like a number and be one all the same.
    serde_yaml::to_string(&keys).is_ok_and(|text| serde_yaml::from_str::<Scenario>(&text).is_ok())
}

/// A value as it is called in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_string(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::String(text) => format!("`{}`", text.lines().next().unwrap_or_default()),
        Value::Sequence(_) => "a list".to_string(),
        Value::Mapping(_) => "keys with values".to_string(),
        Value::Tagged(_) => "a tag".to_string(),
    }
}
