//! Scenario files, from text to scenarios, with diagnostics. Imports `format`; the only room that knows YAML.

use super::format::Scenario;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::sink::capped;
use rulemate_grammar::source::{Place, Source, SourceId, Span};
use rulemate_grammar::suggest::suggest;
use serde_yaml::{Mapping, Value};
use std::ops::Range;

/// The keys of a scenario, what each of them is, and an example.
const KEYS: [(&str, &str, &str); 17] = [
    ("name", "a text", "a short castling"),
    ("game", "a name or a path", "my-game.rules"),
    ("picture", "`yes` or `no`", "yes"),
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

/// Node counts go no deeper.
const MOST_DEPTHS: usize = 16;

/// A scenario and the line that it begins in.
#[derive(Clone, Debug)]
pub struct Lined {
    /// The scenario.
    pub scenario: Scenario,
    /// From 1.
    pub line: usize,
    /// Its text, from the line on in which it begins.
    text: String,
}

impl Lined {
    /// Where a key of the scenario stands, or in its value for the nth time (from 0) a text: line and column, from 1.
    #[must_use]
    pub fn place(&self, key: &str, said: Option<(&str, usize)>) -> (usize, usize) {
        let text = Text { text: &self.text, id: SourceId::default(), items: Vec::new() };
        let all = 0..self.text.len();
        let start = |key: &str| text.key(all.clone(), key).first().map(|range| range.start);
        let at = start(key).unwrap_or(0);
        let end = KEYS.iter().filter_map(|(key, ..)| start(key)).filter(|start| *start > at).min();
        let value = &self.text[at..end.unwrap_or(self.text.len())];
        let value_at = value.find(':').map_or(0, |colon| colon + 1);
        let found = said.and_then(|(said, nth)| words_in(&value[value_at..], said, is_whole(key)).nth(nth));
        let at = found.map_or(at, |found| at + value_at + found);
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (self.line + before.matches('\n').count(), before[line_start..].chars().count() + 1)
    }
}

/// Whether what is wrong in the value of a key is a word of it, and not a part of one as in a position.
pub(super) fn is_whole(key: &str) -> bool {
    !matches!(key, "position" | "result")
}

/// Where a text stands in another, as a word of its own if it must be whole.
pub(super) fn words_in<'t>(text: &'t str, said: &'t str, whole: bool) -> impl Iterator<Item = usize> + 't {
    let joins = |letter: char| letter.is_alphanumeric();
    let stands = move |at: &usize| {
        let (before, behind) = (&text[..*at], &text[at + said.len()..]);
        !whole
            || !(before.ends_with(joins) && said.starts_with(joins)
                || behind.starts_with(joins) && said.ends_with(joins))
    };
    let count = if said.is_empty() { 0 } else { usize::MAX };
    text.match_indices(said).take(count).map(|(at, _)| at).filter(stands)
}

/// A larger file is not read.
const LARGEST_FILE: usize = 1 << 20;

/// So deep may brackets and lists lie in each other.
const DEEPEST: usize = 16;

/// The scenarios of a text.
///
/// # Errors
/// All that is wrong with it.
pub fn read(source: &Source, id: SourceId) -> Result<Vec<Lined>, Vec<Diagnostic>> {
    let text = Text { text: &source.text, id, items: items(&source.text) };
    if text.text.len() > LARGEST_FILE {
        let diagnostic = text.error(0..0, "this file is too large for a scenario file");
        let help = format!("scenario files have at most {LARGEST_FILE} bytes; is it the right file?");
        return Err(vec![diagnostic.help(help)]);
    }
    if let Some(at) = too_deep(text.text) {
        let diagnostic = text.error(at..at + 1, "this lies too deep in brackets and lists");
        return Err(vec![
            diagnostic.help("a scenario needs no more than a list in a list; close the brackets"),
        ]);
    }
    let values = match serde_yaml::from_str(text.text) {
        Ok(Value::Sequence(values)) => values,
        Ok(Value::Null) => Vec::new(),
        Ok(_) => {
            let diagnostic = text.error(text.line(0), "a scenario file is a list of scenarios");
            return Err(vec![
                diagnostic.help("begin each scenario with `- name: ...`, and indent its other keys"),
            ]);
        }
        Err(error) => return Err(text.all_wrong(&error)),
    };
    let wrong: Vec<Diagnostic> =
        values.iter().enumerate().flat_map(|(index, value)| text.mistakes(index, value)).collect();
    if !wrong.is_empty() {
        return Err(capped(wrong));
    }
    let scenarios: Vec<Scenario> = match serde_yaml::from_str::<Option<_>>(text.text) {
        Ok(scenarios) => scenarios.unwrap_or_default(),
        Err(error) => return Err(vec![text.no_yaml(0, &error)]),
    };
    if scenarios.is_empty() {
        let diagnostic = text.error(0..0, "there is no scenario in this file");
        return Err(vec![
            diagnostic.help("begin each scenario with `- name: ...`, and indent its other keys"),
        ]);
    }
    let lined = |(index, scenario): (usize, Scenario)| {
        let item = text.item(index);
        let start = text.text[..item.start].rfind('\n').map_or(0, |end| end + 1);
        let line = source.line_column(Span::new(item.start, 0).start).0;
        Lined { scenario, line, text: text.text[start..item.end].to_string() }
    };
    Ok(scenarios.into_iter().enumerate().map(lined).collect())
}

/// Where brackets, or lists that begin in one line, lie too deep in each other. The reader of YAML would take
/// very long over them.
pub(crate) fn too_deep(text: &str) -> Option<usize> {
    let (mut brackets, mut lists, mut quote) = (0usize, 0usize, None);
    let mut begins = true;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (_, '\n') => (lists, begins) = (0, true),
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if begins || text[..at].ends_with([' ', '[', '{', ',', ':']) => {
                quote = Some(letter);
            }
            (None, '[' | '{') => brackets += 1,
            (None, ']' | '}') => brackets = brackets.saturating_sub(1),
            (None, '-' | '?') if begins => lists += 1,
            _ => {}
        }
        begins = begins && matches!(letter, '\n' | ' ' | '-' | '?');
        if brackets.max(lists) > DEEPEST {
            return Some(at);
        }
    }
    None
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

    /// What is wrong with each scenario, where something keeps the whole from being YAML.
    fn all_wrong(&self, error: &serde_yaml::Error) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            match serde_yaml::from_str(&self.text[item.clone()]) {
                Ok(Value::Sequence(values)) => {
                    wrong.extend(values.iter().flat_map(|value| self.mistakes(index, value)));
                }
                Ok(_) => {}
                Err(error) => wrong.push(self.no_yaml(item.start, &error)),
            }
        }
        if wrong.is_empty() {
            wrong.push(self.no_yaml(0, error));
        }
        capped(wrong)
    }

    /// What keeps the text from being YAML that begins at an offset.
    fn no_yaml(&self, from: usize, error: &serde_yaml::Error) -> Diagnostic {
        let message = error.to_string();
        if let Some(key) =
            message.split_once("duplicate entry with key \"").and_then(|(_, rest)| rest.split('"').next())
        {
            let twice = |item: Range<usize>| self.key(item, key).into_iter().nth(1);
            let here =
                (0..self.items.len()).map(|index| self.item(index)).skip_while(|item| item.start < from);
            let range = here.into_iter().find_map(twice);
            return self
                .error(range.unwrap_or(0..0), format!("`{key}` is said twice in one scenario"))
                .help("join the two, or begin a new scenario with `- name: ...`");
        }
        let line = error.location().map_or(1, |location| location.line());
        let before = self.text[from..].split_inclusive('\n').take(line.saturating_sub(1));
        let start = from + before.map(str::len).sum::<usize>();
        let indent = self.text[start..].bytes().take_while(|byte| *byte == b' ').count();
        let help = "write `key: value`, a blank behind the colon; indent the keys of a scenario alike; close \
                    brackets and quotes; put a text with signs such as `:`, `#` or `{` into quotes";
        self.error(self.line(start + indent), "this line, or what stands before it, is no YAML").help(help)
    }

    /// What is wrong with one scenario, in the order of its keys.
    fn mistakes(&self, index: usize, value: &Value) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        let start = self.line(self.item(index).start);
        let Value::Mapping(keys) = value else {
            let message = format!("a scenario has keys with values; this is {}", shown(value));
            return vec![self.error(start, message).help("write `- name: ...`, and the other keys below")];
        };
        for (key, value) in keys {
            let Some(key) = key.as_str() else {
                wrong.push(self.error(start.clone(), format!("{} is no key of a scenario", shown(key))));
                continue;
            };
            let range = self.key_or_item(index, key);
            let Some((_, what, example)) = KEYS.iter().find(|(known, ..)| *known == key) else {
                let names = || KEYS.iter().map(|(name, ..)| *name);
                let help = match suggest(key, names()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("the keys are {}", names().collect::<Vec<_>>().join(", ")),
                };
                wrong.push(self.error(range, format!("a scenario has no key `{key}`")).help(help));
                continue;
            };
            if value.is_null() || !can_be(key, value) {
                let message = format!("`{key}` is {what}, not {}", shown(value));
                wrong.push(self.error(range, message).help(format!("write for instance `{key}: {example}`")));
            }
        }
        for key in ["name", "game"].into_iter().filter(|key| !keys.contains_key(*key)) {
            let diagnostic = self.error(start.clone(), format!("this scenario has no `{key}`"));
            wrong.push(diagnostic.help(format!("add a line `{key}: ...`")));
        }
        if let Some(Value::Sequence(counts)) = keys.get("perft")
            && counts.len() > MOST_DEPTHS
        {
            let range = self.key_or_item(index, "perft");
            let message = format!("`perft` goes {} turns deep", counts.len());
            wrong.push(self.error(range, message).help(format!("give at most {MOST_DEPTHS} numbers")));
        }
        wrong
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
pub(crate) fn shown(value: &Value) -> String {
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
