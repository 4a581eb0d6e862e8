//! From syntax tree to model: names resolved, types known. Imports `ids`, `board`, `model`, `codes`.
//!
//! All names of all files are gathered first, then the types of defined words, then every sentence is read.
//! Whatever does not resolve is told of once, at the narrowest place, and left out or [`Node::Broken`]; what
//! remains is sound.
//!
//! [`Node::Broken`]: crate::model::Node::Broken

mod apart;
mod becomes;
mod betza;
pub(crate) mod circle;
mod condition;
mod declare;
mod effect;
mod is;
mod laws;
mod moves;
mod named;
mod names;
mod narrow;
mod never;
mod offer;
mod path;
mod phrase;
mod predicate;
mod relation;
mod scope;
mod sentences;
mod setup;
mod single;
mod trigger;
mod types;
mod typing;
mod wording;
mod words;

use crate::board::Size;
use crate::codes;
use crate::ids::{FactId, FileId, LabelId, MeaningId};
use crate::model::{File, Library, Meaning, Type};
use names::{LabelUse, Names};
use rulemate_grammar::ast;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, SourceId, Span};
use rulemate_grammar::suggest::suggest;
use scope::Scope;
use std::collections::{BTreeMap, BTreeSet};
use typing::Typing;

/// The ground of the language, a rule file like others: read it under this name and pass it first.
pub const PRELUDE: &str = include_str!("../prelude.rules");

/// The label of castling moves.
const CASTLING: &str = "castling";
/// The label of captures without moving that have no label of their own: they are a right apart.
const SHOT: &str = "shot";

/// A rule file that has been read.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its short name: that of the file without ending.
    pub name: &'a str,
    /// The source that its spans belong to.
    pub source: SourceId,
    /// What stands in it.
    pub tree: &'a ast::File,
}

/// Resolves a game and the events that may come into force in it. `games` begins with the prelude and goes on
/// from the ground up; `events` are in the order of the deck. The library always stands; if no diagnostic is an
/// error, every expression in it is sound.
#[must_use]
pub fn resolve(games: &[Input<'_>], events: &[Input<'_>]) -> (Library, Vec<Diagnostic>) {
    let inputs: Vec<Input<'_>> = games.iter().chain(events).copied().collect();
    let mut resolver = Resolver::new(inputs, games.len());
    resolver.run();
    // What a file without a heading stands on is not known, so what it names is not either.
    let bare: Vec<SourceId> = resolver
        .diagnostics
        .iter()
        .filter(|told| told.code == codes::NO_HEADING)
        .map(Diagnostic::source)
        .collect();
    resolver.diagnostics.retain(|told| told.code == codes::NO_HEADING || !bare.contains(&told.source()));
    (resolver.library, resolver.diagnostics)
}

/// What is known while files are resolved.
struct Resolver<'a> {
    library: Library,
    diagnostics: Vec<Diagnostic>,
    /// What is told now is thrown away.
    trying: bool,
    inputs: Vec<Input<'a>>,
    names: Names,
    typing: Typing<'a>,
    scope: Scope,
    /// The boards that games say, from the ground up.
    boards: Vec<(FileId, Size, Place)>,
    /// The text of the game's first position.
    setup: Option<&'a str>,
    /// The kinds by their signs in lower case.
    alike: BTreeMap<String, Vec<usize>>,
    /// Where the signs of the kinds stand.
    signs: Vec<Place>,
    /// Defaults of facts that are still to be read.
    defaults: Vec<(FactId, FileId, &'a ast::Expr)>,
    /// What sentences ask of pieces that may never be so.
    asked: Vec<never::Asked>,
    /// The labels that something asks for.
    asked_labels: BTreeSet<LabelId>,
    /// The labels that sentences give to moves.
    given: Vec<never::Given>,
    /// Where pieces of the enemy are those that go, and the words for them.
    enemies_go: Vec<(FileId, Place, String)>,
}

impl<'a> Resolver<'a> {
    fn new(inputs: Vec<Input<'a>>, games: usize) -> Resolver<'a> {
        let mut library = Library { games, ..Library::default() };
        for (index, input) in inputs.iter().enumerate() {
            let place = Place { source: input.source, span: Span::default() };
            library.files.push(File {
                name: input.name.to_owned(),
                title: input.name.to_owned(),
                place,
                event: index >= games,
                ..File::default()
            });
        }
        let mut typing = Typing::default();
        let place = library.files.first().map(|file| file.place).unwrap_or_default();
        for (name, of) in [("royal", Type::Pieces), ("board", Type::Squares)] {
            library.meanings.push(Meaning {
                name: name.to_owned(),
                of,
                parameter: None,
                file: FileId(0),
                place,
            });
            typing.add_built_in(of);
        }
        library.royal = MeaningId(0);
        library.board = MeaningId(1);
        let names = Names::new(games, inputs.len());
        Resolver {
            library,
            diagnostics: Vec::new(),
            trying: false,
            inputs,
            names,
            typing,
            scope: Scope::default(),
            boards: Vec::new(),
            setup: None,
            alike: BTreeMap::new(),
            signs: Vec::new(),
            defaults: Vec::new(),
            asked: Vec::new(),
            asked_labels: BTreeSet::new(),
            given: Vec::new(),
            enemies_go: Vec::new(),
        }
    }

    fn run(&mut self) {
        let files: Vec<(FileId, &'a [ast::Sentence])> = self
            .inputs
            .iter()
            .enumerate()
            .map(|(index, input)| (FileId::from_index(index), input.tree.sentences.as_slice()))
            .collect();
        if files.is_empty() {
            return;
        }
        for label in [CASTLING, SHOT] {
            let label = ast::Name { text: label.to_owned(), span: Span::default() };
            self.declare_label(&label, LabelUse::Move);
        }
        for (file, sentences) in &files {
            self.scope = Scope::of(*file);
            self.heading(sentences);
            self.declare(sentences);
        }
        if self.tell_too_many() {
            return;
        }
        let setup = files.iter().take(self.library.games).rev().find_map(|(file, sentences)| {
            sentences.iter().rev().find_map(|sentence| match &sentence.item {
                ast::Item::Setup { fen, .. } => Some((*file, fen)),
                _ => None,
            })
        });
        self.setup = setup.map(|(_, fen)| fen.text.as_str());
        self.tell_board_without_setup(setup);
        self.library.size = self.boards.last().map(|(_, size, _)| *size);
        for (file, sentences) in &files {
            self.scope = Scope::of(*file);
            self.link_kinds(*file, sentences);
        }
        self.type_meanings();
        self.read_defaults();
        for (file, sentences) in &files {
            for sentence in *sentences {
                self.scope = Scope::of(*file);
                self.sentence(sentence);
                self.tell_too_many_bound(sentence.span);
            }
        }
        self.tell_never();
    }

    /// Tells of more names of a sort than ids can tell apart. Nothing more can be said then.
    fn tell_too_many(&mut self) -> bool {
        let library = &self.library;
        let sorts = [
            ("files", library.files.len(), library.files.last().map(|last| last.place)),
            ("kinds", library.kinds.len(), library.kinds.last().map(|last| last.place)),
            ("facts", library.facts.len(), library.facts.last().map(|last| last.place)),
            ("meanings", library.meanings.len(), library.meanings.last().map(|last| last.place)),
            ("settings", library.settings.len(), library.settings.last().map(|last| last.place)),
            (
                "names of moves, laws and ends",
                library.labels.len(),
                library.files.last().map(|last| last.place),
            ),
        ];
        let most = usize::from(u16::MAX);
        let too_many = sorts.into_iter().find(|(_, count, _)| *count > most);
        let Some((sort, count, place)) = too_many else { return false };
        let message = format!("there are {count} {sort} in the game and its events together");
        let diagnostic = codes::error(codes::TOO_MANY_NAMES, place.unwrap_or_default(), message)
            .help(format!("there is room for {most} of a sort; leave some out"));
        self.diagnostics = vec![diagnostic];
        true
    }

    /// Tells of a sentence that binds more names than ids can tell apart.
    fn tell_too_many_bound(&mut self, span: Span) {
        if self.scope.vars < u16::MAX {
            return;
        }
        let message = "this sentence goes through more sets than there is room for";
        let diagnostic = codes::error(codes::TOO_MANY_NAMES, self.place(span), message).help(format!(
            "`each`, `with`, `choose` and `for each` stand in it {} times; cut it in several",
            u16::MAX
        ));
        self.report(diagnostic);
    }

    /// Whether nobody will read what is suggested: so much has been told, or this is only a try.
    fn tired(&self) -> bool {
        self.trying || self.diagnostics.len() > MOST_GUESSES
    }

    /// Adds a diagnostic.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The file that speaks, to be filled.
    fn file(&mut self) -> &mut File {
        &mut self.library.files[self.scope.file.index()]
    }

    /// The board that a file speaks of, and where it is said.
    fn board_of(&self, file: FileId) -> Option<(Size, Place)> {
        self.boards
            .iter()
            .rev()
            .find(|(said, ..)| said.index() <= file.index())
            .map(|(_, size, place)| (*size, *place))
    }
}

/// Among more words than this none is looked for.
const MOST_CANDIDATES: usize = 1000;

/// When so much is wrong, no words are looked for any more.
const MOST_GUESSES: usize = 100;

/// The word that was probably meant; none if `tired`.
fn suggested<'c>(tired: bool, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if tired {
        return None;
    }
    suggest(word, candidates.into_iter().take(MOST_CANDIDATES))
}
