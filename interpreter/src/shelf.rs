//! From names to rules: which texts a game is made of, read and resolved. Imports `model`, `resolve`, `check`, and the
//! crate `rulemate_grammar`. It reads no files: a [`Shelf`] hands it texts.

use crate::check::check;
use crate::model::{Library, SettingValue};
use crate::resolve::{Input, PRELUDE, resolve};
use rulemate_grammar::ast::{File, Item, Text};
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::parse::parse_bytes;
use rulemate_grammar::sink::capped;
use rulemate_grammar::source::{Place, Source, SourceId, Sources, Span};
use rulemate_grammar::suggest::suggest;
use std::collections::{BTreeMap, BTreeSet};

rulemate_grammar::code_table! {
    UNKNOWN_GAME "R0841" "a game that is not there";
    GAME_CIRCLE "R0842" "a game that extends itself";
    NOT_A_GAME "R0843" "an event where a game is wanted, or a game where an event is";
    UNKNOWN_EVENT "R0844" "an event that is not there";
    UNKNOWN_SETTING "R0845" "a setting that is not there, or a value that it cannot have";
    UNKNOWN_DECK "R0846" "a deck that is not there";
    EVENTS_ALIKE "R0847" "two events with one number or title";
    UNREADABLE_EVENT "R0848" "a file of the deck that cannot be read";
}

/// A rule file before it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The short name: the file's name without folder and ending.
    pub name: String,
    /// The name shown in messages, for instance `rules/chess.rules`.
    pub shown: String,
    /// What stands in it.
    pub bytes: Vec<u8>,
}

/// Where rule files come from.
pub trait Shelf {
    /// The file that a name, or whatever else this shelf understands (a path), means.
    fn find(&self, name: &str) -> Option<RuleText>;

    /// Why what a name means cannot be read, though something of this name is there; none if nothing is.
    fn unreadable(&self, _name: &str) -> Option<String> {
        None
    }

    /// The short names of all games, for suggestions.
    fn games(&self) -> Vec<String>;

    /// The rule files of a deck's folder, in order of their names.
    fn deck(&self, folder: &str) -> Vec<RuleText>;

    /// Whether there is such a folder.
    fn has_deck(&self, _folder: &str) -> bool {
        true
    }

    /// The rule files of a deck's folder that lies beside a game's file, in order of their names; none if there is
    /// no such folder, or the name is none that this shelf has as a file.
    fn deck_beside(&self, _game: &str, _folder: &str) -> Option<Vec<RuleText>> {
        None
    }

    /// What lies in a deck's folder, beside a game's file or elsewhere, is called as rule files are, and cannot be
    /// read: its name as shown in messages, and why.
    fn not_read_in_deck(&self, _game: &str, _folder: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The same shelf, with what stands beside a game's file before all else; none if the name is no path.
    fn beside(&self, _game: &str) -> Option<Box<dyn Shelf>> {
        None
    }
}

/// Which rules are asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The game, by name or whatever else the shelf understands.
    pub game: String,
    /// Events that must be there: numbers, names or titles of the deck, or files from elsewhere, which are added.
    pub events: Vec<String>,
    /// The deck, named likewise; none: the whole folder that the game names.
    pub deck: Option<Vec<String>>,
    /// What becomes of broken events.
    pub broken: Broken,
}

/// What becomes of events with errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Broken {
    /// Each is an error.
    Refused,
    /// Those that nobody named are left out of the deck.
    #[default]
    LeftOut,
    /// All are left out, those that were named too.
    AllLeftOut,
}

/// Rules that were read, as far as they could be.
#[derive(Debug)]
pub struct Loaded {
    /// The game, the games under it, and its events.
    pub library: Library,
    /// The texts, for messages.
    pub sources: Sources,
    /// What is wrong with them, in the order in which they were read.
    pub diagnostics: Vec<Diagnostic>,
    /// The events of the deck that are broken and left out.
    pub left_out: Vec<LeftOut>,
}

/// An event of the deck that is left out.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The name of its file as shown in messages.
    pub shown: String,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Whether the rules mean something: there is no error.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    }
}

/// Reads a game by name, with the games that it extends, the whole of its deck, and further events by name; a
/// broken event is an error.
#[must_use]
pub fn load(shelf: &dyn Shelf, game: &str, events: &[String]) -> Loaded {
    let wanted =
        Wanted { game: game.to_string(), events: events.to_vec(), deck: None, broken: Broken::Refused };
    load_wanted(shelf, &wanted)
}

/// Reads a game by name, with the games that it extends, the events of its deck, and further events by name.
/// Mistakes of names that were asked for by the caller are told in sources of their own.
#[must_use]
pub fn load_wanted(shelf: &dyn Shelf, wanted: &Wanted) -> Loaded {
    let game = wanted.game.as_str();
    let (sources, wrong, files, not_read) = (Sources::default(), Vec::new(), Vec::new(), Vec::new());
    let mut loading = Loading { shelf, sources, wrong, files, not_read };
    let asked = loading.sources.add(Source::new("command line", game));
    let place = Place { source: asked, span: Span::new(0, game.len()) };
    let prelude = RuleText {
        name: "prelude".to_string(),
        shown: "prelude.rules".to_string(),
        bytes: PRELUDE.as_bytes().to_vec(),
    };
    let mut games = vec![loading.read(prelude)];
    games.extend(loading.game(game, place));
    for game in &mut games {
        loading.wrong.append(&mut game.wrong);
    }
    let deck = games.iter().rev().find_map(|game| Some((deck_of(&game.tree)?, game)));
    let beside = deck.and_then(|(folder, game)| shelf.deck_beside(&game.called, &folder.text));
    let missing = |folder: &Text| beside.is_none() && !shelf.has_deck(&folder.text);
    if let Some((folder, game)) = deck.filter(|(folder, _)| missing(folder)) {
        let place = Place { source: game.source, span: folder.span };
        let message = format!("there is no folder `{}` beside the game", folder.text);
        loading.wrong.push(
            Diagnostic::error(UNKNOWN_DECK, place, message)
                .help("make the folder, with a file for each event, or leave the line out"),
        );
    }
    if let Some((folder, game)) = deck {
        loading.not_read = shelf.not_read_in_deck(&game.called, &folder.text);
    }
    let unreadable = match wanted.deck {
        None => loading.unreadable(loading.not_read.clone(), wanted.broken),
        Some(_) => Vec::new(),
    };
    let texts = beside.or_else(|| deck.map(|(folder, _)| shelf.deck(&folder.text))).unwrap_or_default();
    let mut spare: Vec<Read> = texts.into_iter().map(|text| loading.read(text)).collect();
    let mut deck = match &wanted.deck {
        None => std::mem::take(&mut spare),
        Some(names) => {
            let mut deck = Vec::new();
            for name in names {
                loading.event("deck", name, &mut deck, &mut spare);
            }
            deck
        }
    };
    for name in &wanted.events {
        loading.event("events", name, &mut deck, &mut spare);
    }
    tell_alike(&mut deck);
    let mut loaded = loading.put_together(&games, deck, wanted.broken);
    loaded.left_out.extend(unreadable);
    loaded
}

/// Sets a setting of the game, as `claims=no`.
///
/// # Errors
/// There is no such setting, or it cannot have this value; the place counts in the text that was given.
pub fn set(library: &mut Library, source: SourceId, text: &str) -> Result<(), Box<Diagnostic>> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let at = |start: usize, end: usize| Place { source, span: Span::new(start, end) };
    let names: Vec<&str> = library.settings.iter().map(|setting| setting.name.as_str()).collect();
    let Some(index) = names.iter().position(|known| *known == name.trim()) else {
        let message = format!("this game has no setting `{}`", name.trim());
        let diagnostic = Diagnostic::error(UNKNOWN_SETTING, at(0, name.len()), message);
        return Err(Box::new(match suggest(name.trim(), names.iter().copied()) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None if names.is_empty() => diagnostic.help("it has none"),
            None => diagnostic.help(format!("it has {}", names.join(", "))),
        }));
    };
    let setting = &mut library.settings[index];
    let given = match (setting.value, value.trim()) {
        (SettingValue::Switch(_), "yes") => Some(SettingValue::Switch(true)),
        (SettingValue::Switch(_), "no") => Some(SettingValue::Switch(false)),
        (SettingValue::Switch(_), _) => None,
        (SettingValue::Number(_), number) => number.parse().ok().map(SettingValue::Number),
    };
    let Some(given) = given else {
        let (wanted, example) = match setting.value {
            SettingValue::Switch(_) => ("`yes` or `no`", "yes"),
            SettingValue::Number(_) => ("a number", "1"),
        };
        let message = format!("`{}` is {wanted}, not `{}`", setting.name, value.trim());
        let help = format!("write `{}={example}`", setting.name);
        let place = at(text.len() - value.len(), text.len());
        return Err(Box::new(Diagnostic::error(UNKNOWN_SETTING, place, message).help(help)));
    };
    setting.value = given;
    Ok(())
}

struct Read {
    name: String,
    /// What it was found by.
    called: String,
    shown: String,
    source: SourceId,
    tree: File,
    /// What the parser has to say.
    wrong: Vec<Diagnostic>,
    /// Somebody asked for this event.
    asked: bool,
}

struct Loading<'a> {
    shelf: &'a dyn Shelf,
    sources: Sources,
    wrong: Vec<Diagnostic>,
    files: Vec<String>,
    /// Files of the deck that cannot be read, and why.
    not_read: Vec<(String, String)>,
}

impl Loading<'_> {
    /// The game of a name and all that it extends, from the ground up.
    fn game(&mut self, name: &str, asked: Place) -> Vec<Read> {
        let mut games: Vec<Read> = Vec::new();
        let mut wanted = Some((name.to_string(), asked));
        while let Some((name, place)) = wanted.take() {
            let Some(text) = self.shelf.find(&name) else {
                self.wrong.push(self.unknown_game(&name, place));
                break;
            };
            if self.files.contains(&text.shown) {
                let message = format!("`{name}` extends itself");
                self.wrong.push(
                    Diagnostic::error(GAME_CIRCLE, place, message)
                        .help("a game extends a game that was there before"),
                );
                break;
            }
            self.files.push(text.shown.clone());
            let read = Read { called: name.clone(), ..self.read(text) };
            for sentence in &read.tree.sentences {
                let here = Place { source: read.source, span: sentence.span };
                match &sentence.item {
                    Item::Game { extends: Some(parent), .. } => {
                        wanted =
                            Some((parent.text.clone(), Place { source: read.source, span: parent.span }));
                    }
                    Item::Event { .. } => {
                        let message = format!("`{name}` is an event, and a game is wanted");
                        self.wrong.push(
                            Diagnostic::error(NOT_A_GAME, here, message)
                                .help("name the game that it is put into; the event is named beside it, as by `--events`"),
                        );
                    }
                    _ => {}
                }
            }
            games.push(read);
        }
        games.reverse();
        games
    }

    /// An event of the deck by number, name or title, or else one of the spare ones or from elsewhere, which is added.
    fn event(&mut self, list: &str, name: &str, deck: &mut Vec<Read>, spare: &mut Vec<Read>) {
        if let Some(read) = deck.iter_mut().find(|read| is_called(read, name)) {
            read.asked = true;
            return;
        }
        if let Some(at) = spare.iter().position(|read| is_called(read, name)) {
            deck.push(Read { asked: true, ..spare.remove(at) });
            return;
        }
        if let Some(text) = self.shelf.find(name) {
            let read = self.read(text);
            if read.wrong.is_empty()
                && !read.tree.sentences.iter().any(|sentence| matches!(sentence.item, Item::Event { .. }))
            {
                let place = Place { source: read.source, span: Default::default() };
                let message = format!("`{name}` is no event");
                self.wrong.push(Diagnostic::error(NOT_A_GAME, place, message).help(
                    "the first line of an event is `event \"...\"`; a game is named where the game is",
                ));
            }
            deck.push(Read { asked: true, ..read });
            return;
        }
        let source = self.sources.add(Source::new(list, name));
        let place = Place { source, span: Span::new(0, name.len()) };
        let mut diagnostic = Diagnostic::error(UNKNOWN_EVENT, place, format!("there is no event `{name}`"));
        let is_called = |shown: &str| {
            shown
                .rsplit('/')
                .next()
                .and_then(|file| file.rsplit_once('.'))
                .is_some_and(|(stem, _)| stem == name)
        };
        let of_deck = self.not_read.iter().find(|(shown, _)| is_called(shown)).cloned();
        let by_name = || Some((name.to_string(), self.shelf.unreadable(name)?));
        if let Some((shown, why)) = of_deck.or_else(by_name) {
            self.wrong.push(Diagnostic { message: format!("cannot read `{shown}`: {why}"), ..diagnostic });
            return;
        }
        let known = deck.iter().chain(spare.iter()).map(|read| read.name.as_str());
        if let Some(meant) = suggest(name, known) {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
        } else if deck.is_empty() && spare.is_empty() {
            diagnostic = diagnostic.help("this game has no deck; write the path of the event's file");
        } else {
            diagnostic = diagnostic
                .help("write the number, the title or the file's name of an event of the deck, or the path of a file");
        }
        self.wrong.push(diagnostic);
    }

    /// Files of the deck that cannot be read: those that are left out, unless they are errors.
    fn unreadable(&mut self, files: Vec<(String, String)>, broken: Broken) -> Vec<LeftOut> {
        let mut left_out = Vec::new();
        for (shown, why) in files {
            let source = self.sources.add(Source::new(shown.as_str(), ""));
            let place = Place { source, span: Span::default() };
            let message = format!("cannot read `{shown}` of the deck: {why}");
            let diagnostic = Diagnostic::error(UNREADABLE_EVENT, place, message)
                .help("make it a file that can be read, or take it out of the folder");
            if broken == Broken::Refused {
                self.wrong.push(diagnostic);
            } else {
                left_out.push(LeftOut { shown, diagnostics: vec![diagnostic] });
            }
        }
        left_out
    }

    /// Resolves and checks all files; broken events that nobody asked for are left out, as `broken` says.
    fn put_together(mut self, games: &[Read], mut deck: Vec<Read>, broken: Broken) -> Loaded {
        fn inputs(read: &[Read]) -> Vec<Input<'_>> {
            read.iter()
                .map(|read| Input { name: &read.name, source: read.source, tree: &read.tree })
                .collect()
        }
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let mut left_out = Vec::new();
        loop {
            let (library, mut diagnostics) = resolve(&inputs(games), &inputs(&deck));
            let mut told: Vec<Diagnostic> = self.wrong.clone();
            told.extend(deck.iter().flat_map(|read| read.wrong.clone()));
            if !told.iter().chain(&diagnostics).any(is_error) {
                diagnostics.append(&mut check(&library));
            }
            told.append(&mut diagnostics);
            let may_go = |read: &Read| match broken {
                Broken::Refused => false,
                Broken::LeftOut => !read.asked,
                Broken::AllLeftOut => true,
            };
            let broken: BTreeSet<SourceId> =
                told.iter().filter(|each| is_error(each)).map(Diagnostic::source).collect();
            let is_out = |read: &Read| may_go(read) && broken.contains(&read.source);
            let (out, kept): (Vec<Read>, Vec<Read>) = deck.into_iter().partition(is_out);
            deck = kept;
            if out.is_empty() {
                let sources = std::mem::take(&mut self.sources);
                return Loaded { library, sources, diagnostics: capped(told), left_out };
            }
            left_out.extend(out.into_iter().map(|read| LeftOut {
                diagnostics: capped(
                    told.iter().filter(|each| each.source() == read.source).cloned().collect(),
                ),
                shown: read.shown,
            }));
        }
    }

    fn read(&mut self, text: RuleText) -> Read {
        // The source is made by the parser, which knows what is no text; its id is the next one.
        let id = self.sources.add(Source::new("", ""));
        let (source, tree, wrong) = parse_bytes(&text.shown, &text.bytes, id);
        self.sources.replace(id, source);
        Read {
            called: text.name.clone(),
            name: text.name,
            shown: text.shown,
            source: id,
            tree,
            wrong,
            asked: false,
        }
    }

    fn unknown_game(&self, name: &str, place: Place) -> Diagnostic {
        let games = self.shelf.games();
        let mut diagnostic = Diagnostic::error(UNKNOWN_GAME, place, format!("there is no game `{name}`"));
        if let Some(why) = self.shelf.unreadable(name) {
            diagnostic.message = format!("cannot read `{name}`: {why}");
        }
        match suggest(name, games.iter().map(String::as_str)) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic.help(format!("there are {}; a path to a file works too", games.join(", "))),
        }
    }
}

/// The deck's folder that a game names.
fn deck_of(tree: &File) -> Option<&Text> {
    tree.sentences.iter().find_map(|sentence| match &sentence.item {
        Item::Deck(folder) => Some(folder),
        _ => None,
    })
}

/// Tells of events of a deck that have a number or a title in common. One that was named is there all the same.
fn tell_alike(deck: &mut [Read]) {
    let mut names = EventNames::default();
    for read in deck {
        for mut diagnostic in names.add(read.source, &read.tree) {
            if read.asked {
                diagnostic.severity = Severity::Warning;
            }
            read.wrong.push(diagnostic);
        }
    }
}

/// The numbers and titles of events, each with where it stands first.
#[derive(Clone, Debug, Default)]
pub struct EventNames {
    numbers: BTreeMap<u32, Place>,
    titles: BTreeMap<String, Place>,
}

impl EventNames {
    /// Takes those of an event, and says which another event has already.
    pub fn add(&mut self, source: SourceId, event: &File) -> Vec<Diagnostic> {
        let mut told = Vec::new();
        for sentence in &event.sentences {
            let (span, before, what) = match &sentence.item {
                Item::Event { name } => {
                    let place = Place { source, span: name.span };
                    let before = *self.titles.entry(name.text.to_lowercase()).or_insert(place);
                    (name.span, before, format!("is called \"{}\"", name.text))
                }
                Item::Number(number) => {
                    let place = Place { source, span: number.span };
                    let before = *self.numbers.entry(number.value).or_insert(place);
                    (number.span, before, format!("has the number {}", number.value))
                }
                _ => continue,
            };
            if before.source != source {
                let message = format!("another event of the deck {what} already");
                let diagnostic = Diagnostic::error(EVENTS_ALIKE, Place { source, span }, message)
                    .also(before, "here")
                    .help("give one of both another: events are named by them");
                told.push(diagnostic);
            }
        }
        told
    }
}

fn is_called(read: &Read, name: &str) -> bool {
    let number = name.parse::<u32>().ok();
    read.name.eq_ignore_ascii_case(name)
        || read.tree.sentences.iter().any(|sentence| match &sentence.item {
            Item::Event { name: title } => title.text.eq_ignore_ascii_case(name),
            Item::Number(said) => Some(said.value) == number,
            _ => false,
        })
}
