//! `rulemate check --pairs`: what each two events of a folder do to each other.

use super::{Done, Stop, diagnostics, left_out_line, must_be_folder, noun, print_json, unreadable};
use crate::args::Cli;
use crate::explain::cite;
use crate::input;
use crate::render;
use crate::session;
use crate::shelf::{Folders, Texts, game_with_deck, shown};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::{Source, Sources};
use rulemate_interpreter::check;
use rulemate_interpreter::codes::NEVER_TOGETHER;
use rulemate_interpreter::ids::FileId;
use rulemate_interpreter::model::{File, Library};
use rulemate_interpreter::shelf::{Broken, EVENTS_ALIKE, LeftOut, RuleText, Shelf, Wanted, load_wanted};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// A shelf whose deck is one folder, whatever the game says.
struct WithDeck<'s> {
    shelf: &'s Folders,
    deck: Vec<RuleText>,
}

impl Shelf for WithDeck<'_> {
    fn find(&self, name: &str) -> Option<RuleText> {
        let called = |text: &&RuleText| text.shown == name;
        self.deck.iter().find(called).cloned().or_else(|| self.shelf.find(name))
    }

    fn games(&self) -> Vec<String> {
        self.shelf.games()
    }

    fn deck(&self, _: &str) -> Vec<RuleText> {
        self.deck.clone()
    }
}

/// How two events stand to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Excluded,
    Contradictory,
    Compatible,
}

impl Verdict {
    fn of(told: &[Diagnostic]) -> Verdict {
        if told.iter().any(|each| each.code == NEVER_TOGETHER) {
            Verdict::Excluded
        } else if told.iter().any(|each| each.severity != Severity::Note) {
            Verdict::Contradictory
        } else {
            Verdict::Compatible
        }
    }

    fn word(self) -> &'static str {
        match self {
            Verdict::Excluded => "excluded",
            Verdict::Contradictory => "contradictory",
            Verdict::Compatible => "compatible",
        }
    }
}

/// Checks all pairs of the events in a folder.
pub fn run(cli: &Cli, shelf: &Folders, folder: &Path, game: Option<&str>, out: &mut dyn Write) -> Done {
    must_be_folder(folder)?;
    let game = game.map(str::to_string).or_else(|| game_with_deck(shelf));
    let Some(game) = game else {
        return Err(Stop::Usage("no game at hand has a deck: name one by `--game`".to_string()));
    };
    let Texts { read: deck, unreadable: not_read } = Texts::of(folder);
    if deck.is_empty() && not_read.is_empty() {
        return Err(unreadable(folder, &std::io::Error::other("there is no rule file in it")));
    }
    let wanted = Wanted {
        game,
        // The game need not have a deck of its own.
        events: deck.iter().map(|text| text.shown.clone()).collect(),
        deck: Some(Vec::new()),
        broken: Broken::AllLeftOut,
    };
    let mut loaded = load_wanted(&WithDeck { shelf, deck }, &wanted);
    for (path, error) in not_read {
        let shown = shown(&path);
        let source = loaded.sources.add(Source::new(shown.as_str(), ""));
        let diagnostics = vec![input::unreadable(&shown, source, &error)];
        loaded.left_out.push(LeftOut { shown, diagnostics });
    }
    if !loaded.is_sound() {
        return Err(session::Trouble { sources: loaded.sources, diagnostics: loaded.diagnostics }.into());
    }
    let (library, sources) = (&loaded.library, &loaded.sources);
    let alike: Vec<Diagnostic> =
        loaded.diagnostics.iter().filter(|each| each.code == EVENTS_ALIKE).cloned().collect();
    let mut pairs = Vec::new();
    for second in library.games..library.files.len() {
        for first in library.games..second {
            let told = check::pair(library, FileId::from_index(first), FileId::from_index(second));
            pairs.push((first, second, Verdict::of(&told), told));
        }
    }
    pairs.sort_by_key(|(first, second, ..)| (*first, *second));
    let count = |verdict: Verdict| pairs.iter().filter(|(_, _, each, _)| *each == verdict).count();
    let counts =
        [Verdict::Excluded, Verdict::Contradictory, Verdict::Compatible].map(|each| (each, count(each)));
    if cli.json {
        let list: Vec<Value> = pairs
            .iter()
            .map(|(first, second, verdict, told)| {
                json!({
                    "first": named(&library.files[*first]),
                    "second": named(&library.files[*second]),
                    "verdict": verdict.word(),
                    "reasons": render::json(sources, told),
                })
            })
            .collect();
        let left_out: Vec<Value> = loaded
            .left_out
            .iter()
            .map(
                |each| json!({ "file": each.shown, "diagnostics": render::json(sources, &each.diagnostics) }),
            )
            .collect();
        let [excluded, contradictory, compatible] = counts.map(|(_, count)| count);
        let value = json!({
            "events": events(library).map(named).collect::<Vec<_>>(),
            "pairs": list,
            "excluded": excluded,
            "contradictory": contradictory,
            "compatible": compatible,
            "left_out": left_out,
            "diagnostics": render::json(sources, &alike),
        });
        print_json(out, &value)?;
    } else {
        for (first, second, verdict, told) in &pairs {
            let [first, second] = [first, second].map(|file| library.files[*file].name.as_str());
            writeln!(out, "{first} + {second}: {}", verdict.word())?;
            told.iter().try_for_each(|each| tell(out, sources, each))?;
        }
        let told: Vec<String> =
            counts.iter().map(|(verdict, count)| format!("{count} {}", verdict.word())).collect();
        let (events, pairs) = (noun(events(library).count(), "event"), noun(pairs.len(), "pair"));
        writeln!(out, "{events}, {pairs}: {}", told.join(", "))?;
        diagnostics(cli, out, sources, &alike)?;
        for left_out in &loaded.left_out {
            diagnostics(cli, out, sources, &left_out.diagnostics)?;
            super::eprintln_quietly(&left_out_line(sources, left_out));
        }
    }
    if loaded.left_out.is_empty() { Ok(()) } else { Err(Stop::Told) }
}

fn events(library: &Library) -> impl Iterator<Item = &File> {
    library.files.iter().filter(|file| file.event)
}

fn named(file: &File) -> Value {
    json!({ "number": file.number, "name": file.name, "title": file.title })
}

/// What is told of two events, and the sentences in both.
fn tell(out: &mut dyn Write, sources: &Sources, told: &Diagnostic) -> std::io::Result<()> {
    writeln!(out, "  {} ({})", told.message, told.code)?;
    for label in told.labels.iter().rev() {
        let (at, sentence) = cite(sources, label.place);
        writeln!(out, "    `{sentence}` at {at}")?;
    }
    Ok(())
}
