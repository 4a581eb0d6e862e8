//! Settings files of simulations, from text to settings, with diagnostics. Imports `flags`, `format`, `scenario`'s reader.

use super::flags::Flags;
use super::format::Written;
use crate::codes::SIMULATION;
use crate::scenario::{shown, too_deep};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::sink::capped;
use rulemate_grammar::source::{Place, Source, SourceId, Sources, Span};
use rulemate_grammar::suggest::suggest;
use serde_yaml::{Mapping, Value};
use std::ops::Range;

/// The keys of a settings file, what each of them is, and an example.
const KEYS: [(&str, &str, &str); 20] = [
    ("game", "a name or a path", "event-chess"),
    ("deck", "a list of numbers, names or paths", "[36, 45]"),
    ("set", "settings with their values", "{claims: no}"),
    ("events", "`none`, `drawn`, `each`, `pairs`, or a list", "[36:w, 45:b]"),
    ("start", "`at once`, `choice`, `random`, or `turn` with a number", "turn 8"),
    ("starter", "`both`, or a side", "both"),
    ("positions", "`usual`, a list of positions, or a file of them", "usual"),
    ("players", "a player, or two", "[{player: alpha-beta, nodes: 500}, random]"),
    ("values", "`estimated`, or a file that `rulemate tune` has written", "values.yaml"),
    ("swap", "`yes` or `no`", "yes"),
    ("games", "a whole number", "1000"),
    ("precision", "a number of percentage points", "2"),
    ("most", "a whole number", "100000"),
    ("seed", "a whole number", "1"),
    ("threads", "a whole number", "2"),
    ("cap", "a whole number", "1000"),
    ("adjudicate", "a lead in units, and a number of turns", "{lead: 9, turns: 8}"),
    ("base", "`yes` or `no`", "yes"),
    ("sample", "a whole number", "50"),
    ("output", "a folder, and whether games are written", "{folder: report, games: gz}"),
];

/// The keys of what stands in them.
const PLAYER: [&str; 4] = ["player", "depth", "nodes", "time"];
const ADJUDICATE: [&str; 2] = ["lead", "turns"];
const OUTPUT: [&str; 2] = ["folder", "games"];

/// Whether a text is settings of a simulation rather than anything else: keys of theirs alone, and a game.
#[must_use]
pub fn is_settings(text: &str) -> bool {
    let Ok(Value::Mapping(keys)) = serde_yaml::from_str(text) else { return false };
    let known = |key: &Value| key.as_str().is_some_and(|key| KEYS.iter().any(|(known, ..)| *known == key));
    keys.contains_key("game") && keys.keys().all(known)
}

/// A larger file is not read.
const LARGEST_FILE: usize = 1 << 20;

/// Settings, and where they stand.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The settings, with what the command line says in place of them.
    pub written: Written,
    /// The text.
    text: String,
    source: SourceId,
    /// What was said on the command line, by key.
    said: Vec<(&'static str, SourceId, usize)>,
    /// Keys that are none, or whose values cannot be read: the settings do without them, to see what else is wrong.
    pub mistakes: Vec<Diagnostic>,
}

impl Settled {
    /// Settings that do not come from a file.
    #[must_use]
    pub fn bare(written: Written, source: SourceId) -> Settled {
        Settled { written, text: String::new(), source, said: Vec::new(), mistakes: Vec::new() }
    }

    /// Where the value of a key was said.
    #[must_use]
    pub fn place(&self, key: &str) -> Place {
        if let Some((_, source, length)) = self.said.iter().find(|(said, ..)| *said == key) {
            return Place { source: *source, span: Span::new(0, *length) };
        }
        let text = Text { text: &self.text, id: self.source };
        let range = text.key(key).unwrap_or(0..0);
        Place { source: self.source, span: Span::new(range.start, range.end) }
    }

    /// What is wrong with the value of a key.
    #[must_use]
    pub fn wrong(&self, key: &str, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::error(SIMULATION, self.place(key), message).help(help)
    }
}

/// The settings of a text, as the command line changes them, with what is wrong with single keys.
///
/// # Errors
/// That it is no text of settings.
pub fn read(sources: &mut Sources, source: Source, flags: &Flags) -> Result<Settled, Vec<Diagnostic>> {
    let id = sources.add(source.clone());
    let text = Text { text: &source.text, id };
    if source.text.len() > LARGEST_FILE {
        let help = format!("settings have at most {LARGEST_FILE} bytes; is it the right file?");
        return Err(vec![text.error(0..0, "this file is too large for settings").help(help)]);
    }
    if let Some(at) = too_deep(&source.text) {
        let diagnostic = text.error(at..at + 1, "this lies too deep in brackets and lists");
        return Err(vec![diagnostic.help("settings need no more than a list of keys; close the brackets")]);
    }
    let mut keys = match serde_yaml::from_str(&source.text) {
        Ok(Value::Mapping(keys)) => keys,
        Ok(_) => {
            let diagnostic = text.error(text.line(0), "settings are keys with values");
            return Err(vec![diagnostic.help(
                "write `game: ...`, and other keys below; `rulemate simulate --init` writes them all",
            )]);
        }
        Err(error) => return Err(vec![text.no_yaml(&error)]),
    };
    let mut mistakes = text.mistakes(&mut keys);
    let whole = if mistakes.is_empty() { Ok(source.text.clone()) } else { serde_yaml::to_string(&keys) };
    let mut written: Written = match whole.and_then(|whole| serde_yaml::from_str(&whole)) {
        Ok(written) => written,
        Err(_) if !mistakes.is_empty() => return Err(capped(mistakes)),
        Err(error) => return Err(vec![text.no_yaml(&error)]),
    };
    let mut said = Vec::new();
    for (key, value) in flags.said() {
        let shown = format!("--{}", key.replace(' ', "-"));
        let source = sources.add(Source::new(shown, value.as_str()));
        said.push((key, source, value.len()));
    }
    let wrong = flags
        .change(&mut written)
        .into_iter()
        .map(|(key, message, help)| {
            let place = said.iter().find(|(said, ..)| *said == key);
            let place = place.map_or_else(Place::default, |(_, source, length)| Place {
                source: *source,
                span: Span::new(0, *length),
            });
            Diagnostic::error(SIMULATION, place, message).help(help)
        })
        .collect::<Vec<_>>();
    mistakes.extend(wrong);
    Ok(Settled { written, text: source.text, source: id, said, mistakes: capped(mistakes) })
}

struct Text<'t> {
    text: &'t str,
    id: SourceId,
}

impl Text<'_> {
    fn error(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let place = Place { source: self.id, span: Span::new(range.start, range.end) };
        Diagnostic::error(SIMULATION, place, message)
    }

    /// The rest of the line from here.
    fn line(&self, at: usize) -> Range<usize> {
        at..self.text[at..].find('\n').map_or(self.text.len(), |end| at + end)
    }

    /// Where a key stands: at the beginning of a line, else anywhere outside comments.
    fn key(&self, key: &str) -> Option<Range<usize>> {
        let mut at = 0;
        let mut anywhere = None;
        for line in self.text.split_inclusive('\n') {
            let code = line.split('#').next().unwrap_or("");
            let name = code.trim_start_matches([' ', '-', '"', '\'']);
            let start = at + code.len() - name.len();
            let begins = |rest: &str| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
            if name.strip_prefix(key).is_some_and(begins) {
                return Some(start..start + key.len());
            }
            let found = code.match_indices(key).find(|(found, _)| {
                let before = code[..*found].chars().next_back();
                begins(&code[found + key.len()..])
                    && before.is_none_or(|letter| !letter.is_alphanumeric() && letter != '-')
            });
            anywhere = anywhere.or(found.map(|(found, _)| at + found..at + found + key.len()));
            at += line.len();
        }
        anywhere
    }

    fn no_yaml(&self, error: &serde_yaml::Error) -> Diagnostic {
        let message = error.to_string();
        if let Some(key) =
            message.split_once("duplicate entry with key \"").and_then(|(_, rest)| rest.split('"').next())
        {
            let range = self.key(key).unwrap_or(0..0);
            return self.error(range, format!("`{key}` is said twice")).help("leave one of the two out");
        }
        let line = error.location().map_or(1, |location| location.line());
        let start: usize = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let help = "write `key: value`, a blank behind the colon; close brackets and quotes; put a text with signs such as `:`, `#` or `{` into quotes";
        self.error(self.line(start.min(self.text.len())), "this line, or what stands before it, is no YAML")
            .help(help)
    }

    /// What is wrong with single keys; these are taken out.
    fn mistakes(&self, keys: &mut Mapping) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        if !keys.contains_key("game") {
            let diagnostic = self.error(self.line(0), "these settings have no `game`");
            wrong.push(diagnostic.help("add a line `game: ...`"));
        }
        keys.retain(|key, value| {
            let before = wrong.len();
            self.mistakes_of(key, value, &mut wrong);
            wrong.len() == before
        });
        if !keys.contains_key("game") {
            keys.insert("game".into(), "".into());
        }
        wrong
    }

    fn mistakes_of(&self, key: &Value, value: &Value, wrong: &mut Vec<Diagnostic>) {
        let Some(name) = key.as_str() else {
            wrong.push(self.error(self.line(0), format!("{} is no key of settings", shown(key))));
            return;
        };
        let Some((_, what, example)) = KEYS.iter().find(|(known, ..)| *known == name) else {
            wrong.push(self.unknown(name, "settings have", &KEYS.map(|(name, ..)| name)));
            return;
        };
        let inner: Vec<(&Mapping, &[&str], &str)> = match (name, value) {
            ("players", Value::Mapping(player)) => vec![(player, &PLAYER, "a player has")],
            ("players", Value::Sequence(players)) => {
                let maps = players.iter().filter_map(Value::as_mapping);
                maps.map(|player| (player, &PLAYER[..], "a player has")).collect()
            }
            ("adjudicate", Value::Mapping(keys)) => vec![(keys, &ADJUDICATE, "`adjudicate` has")],
            ("output", Value::Mapping(keys)) => vec![(keys, &OUTPUT, "`output` has")],
            _ => Vec::new(),
        };
        let unknown: Vec<Diagnostic> = inner
            .iter()
            .flat_map(|(keys, known, whose)| {
                let names = keys.keys().filter_map(Value::as_str);
                names.filter(|name| !known.contains(name)).map(|name| self.unknown(name, whose, known))
            })
            .collect();
        if !unknown.is_empty() {
            wrong.extend(unknown);
        } else if value.is_null() && name != "output" || !can_be(name, value) {
            let range = self.key(name).unwrap_or_else(|| self.line(0));
            let message = format!("`{name}` is {what}, not {}", shown(value));
            wrong.push(self.error(range, message).help(format!("write for instance `{name}: {example}`")));
        }
    }

    fn unknown(&self, name: &str, whose: &str, known: &[&str]) -> Diagnostic {
        let range = self.key(name).unwrap_or_else(|| self.line(0));
        let help = match suggest(name, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the keys are {}", known.join(", ")),
        };
        self.error(range, format!("{whose} no key `{name}`")).help(help)
    }
}

/// Whether a key can have this value.
fn can_be(key: &str, value: &Value) -> bool {
    let mut keys = Mapping::new();
    keys.insert("game".into(), "x".into());
    keys.insert(key.into(), value.clone());
    // As text, since a text may look like a number and be one all the same.
    serde_yaml::to_string(&keys).is_ok_and(|text| serde_yaml::from_str::<Written>(&text).is_ok())
}
