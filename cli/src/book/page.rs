//! The page as Markdown. Imports `book`'s rooms, `commands`, `session`, `shelf`, the grammar.

use super::figures::{Figures, Kept, Run};
use super::{Entry, Wanted, picture};
use crate::commands::heading;
use crate::session::Session;
use crate::shelf::shown;
use rulemate_grammar::preface::preface;
use rulemate_interpreter::model::File;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

/// Writes the page.
pub(super) fn write(wanted: &Wanted, session: &Session, kept: &Kept, entries: &[Entry<'_>]) -> String {
    let library = session.prepared.engine.library();
    let game = library.files.get(library.games.saturating_sub(1)).map_or("", |file| file.title.as_str());
    let mut text = format!(
        "<!-- Written by `{}`. What is changed here is lost; change the rules, the scenarios or the figures. -->\n\n\
         # The events of {game}\n\n{}: each with its rules in words, as the comment at the head of its file has them; with an \
         example, which is one of its scenarios; and with what games between players of the program say of it.\n\n",
        command(wanted),
        noun(entries.len(), "event"),
    );
    text.push_str("In the pictures a green spot or ring is a legal move that the example names, a red cross an illegal one, and a blue \
         arrow a move that is made. A small disc at a piece is what it carries, a red dot says that it bears a fact. Squares that \
         a word or a fact of the event means are tinted: blue for the first side, red for the second.\n\n");
    overview(&mut text, session, kept, entries);
    for entry in entries {
        event(&mut text, wanted, session, kept, entry);
    }
    method(&mut text, wanted, session, kept);
    text
}

/// The command that makes the page from what is kept.
fn command(wanted: &Wanted) -> String {
    let mut command = format!("rulemate book {}", wanted.game);
    for path in &wanted.scenarios {
        let _ = write!(command, " --scenarios {}", shown(path));
    }
    let _ = write!(command, " --out {}", shown(&wanted.page));
    command
}

/// All events in a table.
fn overview(text: &mut String, session: &Session, kept: &Kept, entries: &[Entry<'_>]) {
    let side = &session.prepared.engine.library().sides[0];
    let Some(first) = kept.runs.first() else {
        for entry in entries {
            let _ = writeln!(text, "- {}", link(entry.file));
        }
        text.push('\n');
        return;
    };
    let _ = write!(
        text,
        "Each event from the first turn on, both sides played by the player *{}* ([how](#how-the-figures-were-made)); what stands \
         in brackets holds with 95 % certainty.\n\n\
         | Event | {} scores | its starter scores | won | drawn | no result | turns a game | to choose from |\n\
         |---|---|---|---|---|---|---|---|\n",
        players(first),
        capital(side),
    );
    let mut row = |name: &str, figures: &Figures| {
        let starter = figures.starter.map_or_else(|| "–".to_string(), within);
        let _ = writeln!(
            text,
            "| {name} | {} | {starter} | {} | {} | {} | {:.0} | {:.1} |",
            within(figures.score),
            share(figures.results[0] + figures.results[1], figures.games),
            share(figures.results[2], figures.games),
            share(figures.open, figures.games),
            figures.length,
            figures.choices
        );
    };
    if let Some(base) = &first.base {
        row("*without events*", base);
    }
    for entry in entries {
        if let Some((run, figures)) = kept.of(&entry.file.name).next() {
            let stale = figures.is_stale(session, entry, run);
            let sign = if run.from != first.from { " †" } else { "" };
            row(&format!("{}{}{sign}", link(entry.file), if stale { " ‡" } else { "" }), figures);
        }
    }
    text.push('\n');
    let others = entries.iter().filter_map(|entry| kept.of(&entry.file.name).next());
    if others.clone().any(|(run, _)| run.from != first.from) {
        text.push_str("† Played in another way, which stands with the event.\n\n");
    }
    if entries
        .iter()
        .any(|entry| kept.of(&entry.file.name).any(|(run, figures)| figures.is_stale(session, entry, run)))
    {
        text.push_str("‡ Played by an earlier text of the rules.\n\n");
    }
}

fn event(text: &mut String, wanted: &Wanted, session: &Session, kept: &Kept, entry: &Entry<'_>) {
    let file = entry.file;
    let source = session.sources.get(file.place.source);
    let _ = write!(text, "## {}\n\n", title(file));
    for paragraph in preface(&source.text) {
        let _ = write!(text, "{}\n\n", escaped(&paragraph));
    }
    if let Some((example, _)) = &entry.example {
        let picture = format!("{}/{}", stem(&wanted.page), picture(file));
        let _ = write!(text, "![{}]({picture})\n\n", example.seen.replace(['[', ']'], ""));
        let _ = write!(text, "*{}.*", escaped(&capital(example.name.trim_end_matches('.'))));
        for told in &example.told {
            let _ = write!(text, " {told}.");
        }
        text.push_str("\n\n");
        if let Some(command) = &example.command {
            let _ = write!(text, "```sh\n{command}\n```\n\n");
        }
    }
    let needs: Vec<String> =
        heading(session, entry.event).into_iter().map(|(_, line, _)| format!("`{line}`")).collect();
    let needs = if needs.is_empty() { "it may always start".to_string() } else { needs.join(", ") };
    let _ = writeln!(text, "- Condition: {needs}");
    let _ = writeln!(text, "- File: {}", linked(&wanted.page, Path::new(&source.name)));
    if let Some((_, scenarios)) = &entry.example {
        let _ = writeln!(text, "- Scenarios: {}", linked(&wanted.page, scenarios));
    }
    text.push('\n');
    figures(text, session, kept, entry);
}

fn figures(text: &mut String, session: &Session, kept: &Kept, entry: &Entry<'_>) {
    let side = capital(&session.prepared.engine.library().sides[0]);
    let mut all = kept.of(&entry.file.name).peekable();
    if all.peek().is_none() {
        text.push_str("It has not been simulated.\n\n");
        return;
    }
    let _ = write!(
        text,
        "| played by | games | {side} scores | more than without events | its starter scores | won | drawn | no result | turns a game | to choose from |\n\
         |---|---|---|---|---|---|---|---|---|---|\n"
    );
    let mut stale = false;
    let mut sentences = Vec::new();
    for (run, figures) in all {
        stale |= figures.is_stale(session, entry, run);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {:.0} | {:.1} |",
            how(run),
            figures.games,
            within(figures.score),
            figures.beyond.map_or_else(|| "–".to_string(), beyond),
            figures.starter.map_or_else(|| "–".to_string(), within),
            share(figures.results[0] + figures.results[1], figures.games),
            share(figures.results[2], figures.games),
            share(figures.open, figures.games),
            figures.length,
            figures.choices,
        );
        sentences.extend(of_sentences(run, figures));
    }
    text.push('\n');
    if stale {
        text.push_str("**These figures are of an earlier text of the rules.**\n\n");
    }
    for sentence in sentences {
        let _ = write!(text, "{sentence}\n\n");
    }
}

/// What is known of an event's sentences.
fn of_sentences(run: &Run, figures: &Figures) -> Option<String> {
    let (asked, idle, unsure) = (figures.asked, &figures.idle, figures.unsure);
    if asked == 0 {
        return None;
    }
    let players = how(run);
    let mut told = match (asked, idle.len(), unsure) {
        (1, 0, 0) => format!("Its sentence made a difference ({players})."),
        (_, 0, 0) => format!("Each of its {asked} sentences made a difference ({players})."),
        (_, 0, _) => format!("Of its {} none was found to do nothing ({players}).", noun(asked, "sentence")),
        _ => {
            let idle: Vec<String> = idle
                .iter()
                .map(|(text, positions)| format!("`{text}` in {}", noun(count(*positions), "position")))
                .collect();
            format!("Made no difference ({players}): {}.", idle.join("; "))
        }
    };
    if unsure > 0 {
        let _ = write!(told, " Of {} too little was seen to tell.", noun(unsure, "sentence"));
    }
    Some(told)
}

fn method(text: &mut String, wanted: &Wanted, session: &Session, kept: &Kept) {
    text.push_str("## How the figures were made\n\n");
    if kept.runs.is_empty() {
        text.push_str(
            "There are none yet: `rulemate simulate` makes them, and `rulemate book --figures` takes them.\n",
        );
        return;
    }
    text.push_str("By `rulemate simulate`, whose figures [simulations](simulation.md#what-is-told) explains. A draw counts as half a point; games without a result count for nothing. The same settings, seed and rules make the same games.\n\n");
    for run in &kept.runs {
        let stale = if run.is_of_another_game(session) {
            " The game's own rules were others than today's."
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "- {}: settings {}, seed {}, {} of each event by itself, stopped after {} plies, program {}.{stale}",
            capital(&how(run)),
            linked(&wanted.page, Path::new(&run.from)),
            run.settings.seed,
            noun(count(run.events.values().map(|figures| figures.games).max().unwrap_or(0)), "game"),
            run.settings.cap,
            run.program,
        );
    }
    text.push_str("\nAll anew, figures and page:\n\n```sh\n");
    for run in &kept.runs {
        let _ = writeln!(text, "rulemate simulate {}", run.from);
    }
    let figures: Vec<String> = kept.runs.iter().map(|run| format!(" --figures {}", run.from)).collect();
    let _ = write!(text, "{}{}\n```\n\n", command(wanted), figures.concat());
    let first = &kept.runs[0].from;
    let _ = write!(
        text,
        "One event alone, as after a change of its rules; the figures of all others are kept:\n\n```sh\n\
         rulemate simulate {first} --events NUMBER\n{} --figures {first}\n```\n\n\
         The page alone, from the rules, the scenarios and the figures that are kept:\n\n```sh\n{}\n```\n",
        command(wanted),
        command(wanted)
    );
}

impl Figures {
    fn is_stale(&self, session: &Session, entry: &Entry<'_>, run: &Run) -> bool {
        let text = &session.sources.get(entry.file.place.source).text;
        self.rules.as_deref() != Some(crate::simulation::rules_of(text).as_str())
            || run.is_of_another_game(session)
    }
}

/// Who played, and when the event started if not before the first turn.
fn how(run: &Run) -> String {
    let start = match run.settings.start.as_str() {
        "at once" => String::new(),
        "random" => ", started on a turn drawn by chance".to_string(),
        other => format!(", started on {other} or later"),
    };
    format!("{}{start}", players(run))
}

fn players(run: &Run) -> String {
    match &run.players {
        [one, two] if one == two => one.clone(),
        [one, two] if run.settings.swap.0 => format!("{one} and {two} by turns"),
        [one, two] => format!("{one} against {two}"),
    }
}

fn title(file: &File) -> String {
    file.number.map_or_else(|| file.title.clone(), |number| format!("{number}. {}", file.title))
}

/// A link to an event's heading, as those who show Markdown name it.
fn link(file: &File) -> String {
    let title = title(file);
    let letters = title.to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    let anchor: String = kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect();
    format!("[{title}](#{anchor})")
}

/// A file, linked from the page if it is one.
fn linked(page: &Path, path: &Path) -> String {
    let name = shown(path);
    if path.is_file() { format!("[`{name}`]({})", relative(page, path)) } else { format!("`{name}`") }
}

/// The way from a page to a file.
fn relative(page: &Path, path: &Path) -> String {
    let folder: Vec<Component<'_>> = page.parent().unwrap_or(Path::new("")).components().collect();
    let parts: Vec<Component<'_>> = path.components().collect();
    let same = folder.iter().zip(&parts).take_while(|(one, two)| one == two).count();
    let up = folder[same..].iter().map(|_| Component::ParentDir);
    shown(&up.chain(parts[same..].iter().copied()).collect::<PathBuf>())
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn within([value, low, high]: [f64; 3]) -> String {
    format!("{:.1} % ({:.1}–{:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
}

fn beyond([value, low, high]: [f64; 3]) -> String {
    format!("{:+.1} ({:+.1} to {:+.1})", 100.0 * value, 100.0 * low, 100.0 * high)
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.0} %", 100.0 * rulemate_simulation::statistics::ratio(part, whole.max(1)))
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn noun(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text without signs that Markdown would take for its own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '<' | '>' | '[' | ']' | '#' | '`' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
