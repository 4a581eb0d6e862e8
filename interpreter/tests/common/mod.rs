//! Rule files put together for the tests of this crate.

#![allow(clippy::unwrap_used, clippy::panic)]
#![allow(dead_code)]

use rulemate_grammar::ast;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, SourceId, Sources};
use rulemate_interpreter::check::check;
use rulemate_interpreter::model::Library;
use rulemate_interpreter::resolve::{Input, PRELUDE, resolve};
use std::path::Path;

/// Files of one library: games from the ground up, then events.
pub struct Files {
    pub sources: Sources,
    read: Vec<(String, ast::File, SourceId)>,
    games: usize,
    pub told: Vec<Diagnostic>,
}

impl Files {
    pub fn new(games: &[(&str, &str)], events: &[(&str, &str)]) -> Files {
        let mut files = Files { sources: Sources::default(), read: Vec::new(), games: 0, told: Vec::new() };
        for (name, text) in std::iter::once(&("prelude", PRELUDE)).chain(games).chain(events) {
            let source = Source::new(format!("{name}.rules"), *text);
            let id = files.sources.add(source);
            let (tree, told) = parse(files.sources.get(id), id);
            files.told.extend(told);
            files.read.push(((*name).to_owned(), tree, id));
        }
        files.games = games.len() + 1;
        files
    }

    pub fn resolve(&self) -> (Library, Vec<Diagnostic>) {
        let inputs: Vec<Input<'_>> =
            self.read.iter().map(|(name, tree, source)| Input { name, source: *source, tree }).collect();
        let (games, events) = inputs.split_at(self.games);
        let (library, mut told) = resolve(games, events);
        if told.is_empty() {
            told = check(&library);
        }
        (library, told)
    }

    pub fn rendered(&self, told: &[Diagnostic]) -> Vec<String> {
        told.iter()
            .map(|diagnostic| {
                let place = diagnostic.labels[0].place;
                let text = self.sources.get(place.source).slice(place.span);
                format!(
                    "{} {}: {} <{text}> {}",
                    self.sources.cite(place),
                    diagnostic.code,
                    diagnostic.message,
                    diagnostic.help.as_deref().unwrap_or("")
                )
            })
            .collect()
    }
}

pub fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// The games of the repository from the ground up.
pub fn games(name: &str) -> Vec<(String, String)> {
    let mut chain = vec![(name.to_owned(), text(&format!("rules/{name}.rules")))];
    while let Some((_, above)) = chain.first() {
        let Some((_, rest)) = above.lines().next().unwrap().split_once(" extends \"") else { break };
        let below = rest.trim_end_matches('"').to_owned();
        let file = text(&format!("rules/{below}.rules"));
        chain.insert(0, (below, file));
    }
    chain
}

/// What is told of files: games of the repository, then a file on top.
pub fn told(game: &str, events: &[(&str, &str)]) -> Vec<String> {
    let chain = games(game);
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let files = Files::new(&games, events);
    let mut all = files.rendered(&files.told);
    all.extend(files.rendered(&files.resolve().1));
    all
}

/// The fence words and the text of each block of rules.
pub fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(fence) = line.strip_prefix("```rules") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            found.push((fence.trim().to_owned(), block.join("\n")));
        }
    }
    found
}
