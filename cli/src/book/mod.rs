//! The page of a deck: each event with its rules in words, a picture of an example, and what simulations have said of it.
//! Imports `codes`, `commands`, `input`, `scenario`, `session`, `shelf`, `simulation`, the interpreter and the simulation.

mod example;
mod figures;
mod page;

use crate::codes::{FILE, STORED};
use crate::input;
use crate::scenario::{self, Lined};
use crate::session::{self, Request, Session, Trouble};
use crate::shelf::{Folders, Walk, shown};
use crate::simulation::{self, Flags, is_settings, report_of};
use example::Example;
use figures::Kept;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, Sources};
use rulemate_interpreter::ids::FileId;
use rulemate_interpreter::model::{File, Library};
use rulemate_interpreter::shelf::LeftOut;
use std::fs;
use std::path::{Path, PathBuf};

/// What a page is made of.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The game, by name or path.
    pub game: String,
    /// Scenario files, or folders of them.
    pub scenarios: Vec<PathBuf>,
    /// Settings of simulations, the figures of whose reports take the place of those that are kept.
    pub figures: Vec<PathBuf>,
    /// The page.
    pub page: PathBuf,
}

/// A page with what lies beside it.
pub struct Book {
    /// The files and their texts: the page, the pictures, the figures.
    pub files: Vec<(PathBuf, String)>,
    /// Pictures beside it that belong to no event any more.
    pub idle: Vec<PathBuf>,
    /// What is to be known of it: events without an example, or with figures of an earlier text.
    pub remarks: Vec<String>,
    /// The texts of the rules.
    pub sources: Sources,
    /// Broken events that the deck does without.
    pub left_out: Vec<LeftOut>,
}

/// A scenario, and the file that it stands in.
struct Found {
    file: PathBuf,
    lined: Lined,
}

/// All that is said of an event.
struct Entry<'b> {
    file: &'b File,
    event: FileId,
    example: Option<(Example, &'b Path)>,
}

/// The name of the file of figures beside a page.
const FIGURES: &str = "figures.json";

/// Makes the page of a deck, and writes nothing.
///
/// # Errors
/// What is wrong with the rules, the scenarios or the figures.
pub fn make(shelf: &Folders, wanted: &Wanted) -> Result<Book, Trouble> {
    let request = Request { game: wanted.game.clone(), ..Request::default() };
    let session = session::prepare(shelf, &request)?;
    let library = session.prepared.engine.library();
    let mut events: Vec<FileId> = (library.games..library.files.len())
        .map(FileId::from_index)
        .filter(|id| of(library, *id).event)
        .collect();
    events.sort_by_key(|event| {
        (of(library, *event).number.unwrap_or(u32::MAX), of(library, *event).name.clone())
    });
    if events.is_empty() {
        let message = "this game has no events";
        return Err(trouble(FILE, Path::new(&wanted.game), message, "name a game with a deck"));
    }
    let beside = wanted.page.with_extension("");
    let mut kept = kept(&beside.join(FIGURES))?;
    for settings in &wanted.figures {
        take(&mut kept, settings)?;
    }
    let found = scenarios(&wanted.scenarios)?;
    let shelf =
        game_file(&session, library).map_or_else(|| shelf.clone(), |game| shelf.with_folder_of(&game));
    let mut entries = Vec::new();
    for event in events {
        let example = match example_of(library, event, &found) {
            Some(found) => {
                Some((example::show(&shelf, &found.file, &found.lined.scenario)?, found.file.as_path()))
            }
            None => None,
        };
        entries.push(Entry { file: of(library, event), event, example });
    }
    kept.retain(|name| entries.iter().any(|entry| entry.file.name == *name));
    let mut files = vec![(wanted.page.clone(), page::write(wanted, &session, &kept, &entries))];
    for entry in &entries {
        if let Some((example, _)) = &entry.example {
            files.push((beside.join(picture(entry.file)), example.svg.clone()));
        }
    }
    if !kept.runs.is_empty() {
        files.push((beside.join(FIGURES), kept.write()));
    }
    let idle = Walk::through(&beside, &["svg"]).files;
    let idle = idle.into_iter().filter(|path| files.iter().all(|(made, _)| made != path)).collect();
    let remarks = remarks(&session, &kept, &entries);
    Ok(Book { files, idle, remarks, left_out: session.left_out, sources: session.sources })
}

/// The name of an event's picture.
fn picture(event: &File) -> String {
    format!("{}.svg", event.name)
}

fn of(library: &Library, file: FileId) -> &File {
    &library.files[file.index()]
}

/// Where the game's own file lies, if it is no built-in one.
fn game_file(session: &Session, library: &Library) -> Option<PathBuf> {
    let game = library.files.get(library.games.checked_sub(1)?)?;
    let path = PathBuf::from(&session.sources.get(game.place.source).name);
    path.is_file().then_some(path)
}

/// What is missing, or out of date: of all events in one sentence, else event by event.
fn remarks(session: &Session, kept: &Kept, entries: &[Entry<'_>]) -> Vec<String> {
    let has_figures = |entry: &Entry<'_>| kept.of(&entry.file.name).next().is_some();
    let mut remarks = Vec::new();
    let examples = entries.iter().any(|entry| entry.example.is_some());
    if !examples {
        remarks.push("no event has an example: name scenarios by `--scenarios`".to_string());
    }
    let figures = entries.iter().any(has_figures);
    if !figures {
        remarks.push("no event has figures: name settings of simulations by `--figures`".to_string());
    }
    for entry in entries {
        let title = &entry.file.title;
        if examples && entry.example.is_none() {
            remarks.push(format!("`{title}` has no example: no scenario puts it in force alone"));
        }
        let text = &session.sources.get(entry.file.place.source).text;
        if figures && !has_figures(entry) {
            remarks.push(format!("`{title}` has no figures"));
        } else if kept.is_stale(session, entry.file, text) {
            remarks
                .push(format!("the figures of `{title}` are of an earlier text of its rules, or the game's"));
        }
    }
    remarks
}

/// A mistake that belongs to a file as a whole.
fn trouble(code: &'static str, path: &Path, message: &str, help: &str) -> Trouble {
    let mut sources = Sources::default();
    let name = shown(path);
    let place = Place { source: sources.add(Source::new(name.as_str(), "")), ..Place::default() };
    let diagnostics = vec![Diagnostic::error(code, place, format!("`{name}`: {message}")).help(help)];
    Trouble { sources, diagnostics }
}

/// The text of a file.
fn text(path: &Path) -> Result<String, Trouble> {
    let bytes = input::file(path).map_err(|error| {
        let mut sources = Sources::default();
        let source = sources.add(Source::new(shown(path), ""));
        Trouble { diagnostics: vec![input::unreadable(&shown(path), source, &error)], sources }
    })?;
    String::from_utf8(bytes)
        .map_err(|_| trouble(FILE, path, "it is not UTF-8 text", "save the file as UTF-8"))
}

fn kept(path: &Path) -> Result<Kept, Trouble> {
    if !path.exists() {
        return Ok(Kept::default());
    }
    Kept::read(&text(path)?).map_err(|why| {
        let help = "take the file away, and make the figures anew by `--figures`";
        trouble(STORED, path, &format!("these are no figures of a page: {why}"), help)
    })
}

/// Takes the figures of a report.
fn take(kept: &mut Kept, settings: &Path) -> Result<(), Trouble> {
    let mut sources = Sources::default();
    let source = Source::new(shown(settings), text(settings)?);
    let settled = simulation::read(&mut sources, source, &Flags::default())
        .map_err(|diagnostics| Trouble { sources, diagnostics })?;
    let report = report_of(settings, &settled.written).join(FIGURES);
    kept.take(&shown(settings), &settled.written, &text(&report)?).map_err(|why| {
        trouble(STORED, &report, &why, &format!("play them with `rulemate simulate {}`", shown(settings)))
    })
}

/// All scenarios of files and folders, in order of the names of files.
fn scenarios(paths: &[PathBuf]) -> Result<Vec<Found>, Trouble> {
    let mut found = Vec::new();
    for path in paths {
        let files = match fs::metadata(path) {
            Ok(there) if there.is_dir() => Walk::through(path, &["yaml", "yml"]).files,
            _ => vec![path.clone()],
        };
        for file in files {
            let source = Source::new(shown(&file), text(&file)?);
            if path.is_dir() && is_settings(&source.text) {
                continue;
            }
            let mut sources = Sources::default();
            let id = sources.add(source.clone());
            let read = scenario::read(&source, id).map_err(|diagnostics| Trouble { sources, diagnostics })?;
            found.extend(read.into_iter().map(|lined| Found { file: file.clone(), lined }));
        }
    }
    Ok(found)
}

/// The example of an event: of the scenarios that put it in force alone the first that says that it is the picture, else
/// the first. In a file that is called like the event, one that starts it in play may say so too.
fn example_of<'f>(library: &Library, event: FileId, found: &'f [Found]) -> Option<&'f Found> {
    let named = |text: &String| library.event(&session::stem(session::name_and_side(text).0)) == Some(event);
    let alone = |found: &&Found| matches!(&found.lined.scenario.events.0[..], [one] if named(one));
    let own = |found: &&Found| {
        let stem = found.file.file_stem().map(|stem| stem.to_string_lossy());
        stem.is_some_and(|stem| stem == of(library, event).name.as_str())
    };
    let is_picture = |found: &&Found| found.lined.scenario.picture.is_some_and(|picture| picture.0);
    let said = found.iter().find(|found| is_picture(found) && (alone(found) || own(found)));
    // Its own file comes before others that happen to use it.
    said.or_else(|| found.iter().find(|found| own(found) && alone(found)))
        .or_else(|| found.iter().find(alone))
}
