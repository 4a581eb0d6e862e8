//! Rule files through the parser and the resolver: what is sound stays without a word.

use rulemate_grammar::ast;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, Sources};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::resolve::{Input, PRELUDE, resolve};
use std::path::Path;

/// Files of one library: games from the ground up, then events.
struct Files {
    sources: Sources,
    read: Vec<(String, ast::File, rulemate_grammar::source::SourceId)>,
    games: usize,
    told: Vec<Diagnostic>,
}

impl Files {
    fn new(games: &[(&str, &str)], events: &[(&str, &str)]) -> Files {
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

    fn resolve(&self) -> (Library, Vec<Diagnostic>) {
        let inputs: Vec<Input<'_>> =
            self.read.iter().map(|(name, tree, source)| Input { name, source: *source, tree }).collect();
        let (games, events) = inputs.split_at(self.games);
        resolve(games, events)
    }

    fn rendered(&self, told: &[Diagnostic]) -> Vec<String> {
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

fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

fn assert_clean(games: &[(&str, &str)], events: &[(&str, &str)]) -> Library {
    let files = Files::new(games, events);
    assert!(files.told.is_empty(), "{:#?}", files.rendered(&files.told));
    let (library, told) = files.resolve();
    assert!(told.is_empty(), "{:#?}", files.rendered(&told));
    library
}

#[test]
fn chess_resolves() {
    let chess = text("rules/chess.rules");
    let library = assert_clean(&[("chess", &chess)], &[]);
    assert_eq!(library.kinds.len(), 6);
    assert_eq!(library.files[1].moves.len(), 9);
    assert_eq!(library.files[1].relations.len(), 2);
}
