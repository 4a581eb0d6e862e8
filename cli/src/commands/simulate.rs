//! `rulemate simulate`: plays games by a settings file, and tells what they say.

use super::{Done, Stop, eprintln_quietly, left_out_line, print_json};
use crate::args::Cli;
use crate::codes::{FILE, STORED};
use crate::input;
use crate::render::cleaned;
use crate::session::Trouble;
use crate::shelf::{Folders, shown};
use crate::simulation::{self, EXAMPLE, Flags, Folder, Games, Made, SetUp, Settled};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, Sources};
use rulemate_simulation::referee::Kept;
use rulemate_simulation::report::{Report, html, table};
use rulemate_simulation::run::{Shard, State, run as play};
use rulemate_simulation::stored::{self, Asked};
use serde_json::json;
use std::fmt;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The journal is written so often, or more rarely where that takes long.
const EVERY: Duration = Duration::from_secs(1);

/// The first time it is written so soon, and then twice as late each time up to that.
const FIRST: Duration = Duration::from_millis(50);

/// Of all time no more than one part in so many is spent on the journal.
const PART_FOR_JOURNAL: u32 = 20;

/// Writes a commented settings file.
pub fn init(path: Option<&Path>, out: &mut dyn Write) -> Done {
    let path = path.unwrap_or(Path::new("simulation.yaml"));
    if path.exists() {
        return Err(wrong(FILE, path, "it is there already", "name another file, or take it away first"));
    }
    input::write(path, EXAMPLE).map_err(|error| Stop::Io(shown(path), error))?;
    writeln!(out, "wrote {}", cleaned(&shown(path)))?;
    writeln!(out, "try `rulemate simulate {}`", cleaned(&shown(path)))?;
    Ok(())
}

/// A mistake that belongs to a file as a whole.
pub(super) fn wrong(code: &'static str, path: &Path, message: &str, help: &str) -> Stop {
    let mut sources = Sources::default();
    let name = shown(path);
    let place = Place { source: sources.add(Source::new(name.as_str(), "")), ..Place::default() };
    let diagnostics = vec![Diagnostic::error(code, place, format!("`{name}`: {message}")).help(help)];
    Trouble { sources, diagnostics }.into()
}

/// Plays a simulation.
pub fn run(
    cli: &Cli,
    shelf: &Folders,
    path: &Path,
    flags: &Flags,
    (resume, shard): (bool, Option<&str>),
    out: &mut dyn Write,
) -> Done {
    let shard = match shard {
        Some(text) => read_shard(text)?,
        None => Shard::default(),
    };
    let bytes = input::file(path).map_err(|error| super::unreadable(path, &error))?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(wrong(
            crate::codes::SIMULATION,
            path,
            "it is not UTF-8 text",
            "see whether it is the right file",
        ));
    };
    let mut sources = Sources::default();
    let settled = simulation::read(&mut sources, Source::new(shown(path), text), flags)
        .map_err(|diagnostics| Trouble { sources: sources.clone(), diagnostics })?;
    if shard.of > 1 && settled.written.precision.is_some() {
        let message = "a part of the games cannot tell when a precision is reached";
        let diagnostics = vec![settled.wrong("precision", message, "give a number of `games`")];
        return Err(Trouble { sources, diagnostics }.into());
    }
    let base = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let set_up = simulation::set_up(shelf, &base, &settled, sources, shard)?;
    for left_out in &set_up.left_out {
        eprintln_quietly(&left_out_line(&set_up.sources, left_out));
    }
    let folder = match &settled.written.output.folder {
        Some(folder) if flags.folder.is_some() => PathBuf::from(folder),
        _ => simulation::report_of(path, &settled.written),
    };
    let folder = Folder::open(&folder, shard).map_err(|error| cannot_write(&folder, &error))?;
    let asked = Asked {
        program: env!("CARGO_PKG_VERSION").to_string(),
        digest: set_up.digest.clone(),
        shard,
        settings: json!({ "folder": shown(&base), "settings": settled.written }),
        games: None,
    };
    let begun = begin(&folder, &asked, resume, &set_up)?;
    let mut running = Running { cli, settled: &settled, set_up: &set_up, folder, asked };
    let stopped = running.play(begun, threads_of(&settled))?;
    running.tell(&stopped, out)
}

/// Once so many games of a setting have been played, and none was over at the cap, that is said.
const FEW: u64 = 20;

/// More threads than this do not help anybody.
const MOST_THREADS: usize = 256;

fn threads_of(settled: &Settled) -> usize {
    match settled.written.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(MOST_THREADS),
    }
}

/// A folder or a file that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Stop {
    wrong(FILE, path, &why_not(error), "name another folder with `--out`, or make room")
}

/// The same of a run that has begun: what its journal counts is kept.
fn cannot_go_on(path: &Path, error: &io::Error) -> Stop {
    let help = "nothing that the journal counts is lost: see to it that the folder can be written to, and go on with `--resume`";
    wrong(FILE, path, &why_not(error), help)
}

fn why_not(error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "you may not write there".to_string()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "there is no room left".to_string(),
        io::ErrorKind::FileTooLarge => "it would be larger than a file may be here".to_string(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => "it is no folder".to_string(),
        _ => error.to_string(),
    };
    format!("cannot write: {why}")
}

fn read_shard(text: &str) -> Result<Shard, Stop> {
    let parts =
        text.split_once('/').and_then(|(part, of)| Some((part.parse::<u64>().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if part >= 1 && part <= of && of <= 1 << 20 => Ok(Shard { part: part - 1, of }),
        _ => Err(Stop::Usage(format!(
            "`{text}` is no part of a run: write `--shard 3/16` for the third of sixteen"
        ))),
    }
}

/// Where a run begins: anew, or where it was left.
fn begin(folder: &Folder, asked: &Asked, resume: bool, set_up: &SetUp) -> Result<(State, u64), Stop> {
    let journal = folder.journal();
    if !resume {
        if journal.exists() {
            let help = "go on with it by `--resume`, name another folder with `--out`, or take the file away";
            return Err(wrong(STORED, &journal, "a run that is not finished was written here", help));
        }
        return Ok((State::new(&set_up.plan), 0));
    }
    if !journal.exists() {
        let help = "begin without `--resume`; a run that is finished leaves no journal";
        return Err(wrong(STORED, &journal, "there is no run to go on with", help));
    }
    let bytes = fs::read(&journal).map_err(|error| super::unreadable(&journal, &error))?;
    let stored = stored::read(&bytes).map_err(|broken| {
        wrong(STORED, &journal, &broken.to_string(), "take the file away and begin anew")
    })?;
    if stored.asked.digest != asked.digest || stored.asked.shard != asked.shard {
        let help = "take back the change to settings, rules or program; or name another folder with `--out`";
        return Err(wrong(STORED, &journal, "it is the journal of other settings or other rules", help));
    }
    Ok((stored.state, stored.asked.games.unwrap_or(0)))
}

struct Running<'r> {
    cli: &'r Cli,
    settled: &'r Settled,
    set_up: &'r SetUp,
    folder: Folder,
    asked: Asked,
}

impl Running<'_> {
    /// Plays until all is played or somebody stops it.
    fn play(&mut self, (mut state, length): (State, u64), threads: usize) -> Result<State, Stop> {
        let how = self.settled.written.output.games.0.clone();
        let path = self.folder.games(&how);
        let mut games = match how.as_str() {
            "no" => None,
            _ => Some(Games::open(&path, how == "gz", length).map_err(|error| cannot_go_on(&path, &error))?),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let asked_to_stop = Arc::clone(&stop);
        // Who asks twice is not made to wait. Where there can be no handler, the journal is what is kept.
        let _ = ctrlc::set_handler(move || {
            if asked_to_stop.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        let job = self.set_up.job();
        let bar = bar(self.cli, state.games(&job), state.noted);
        self.store(&state, games.as_mut())?;
        let mut stored = Instant::now();
        let mut pause = FIRST;
        let mut warned: Vec<bool> = state.figures.iter().map(|figures| figures.games >= FEW).collect();
        let written = |kept: &Kept| if how == "no" { String::new() } else { simulation::record(&job, kept) };
        let played: Done = play(&job, &mut state, threads, &stop, &written, &mut |text, state| {
            if let Some(games) = &mut games {
                games.add(text).map_err(|error| cannot_go_on(&path, &error))?;
            }
            if stored.elapsed() >= pause {
                let before = Instant::now();
                self.store(state, games.as_mut())?;
                pause = (pause * 2).min(EVERY).max(before.elapsed() * PART_FOR_JOURNAL);
                stored = Instant::now();
                bar.set_length(state.games(&job));
            }
            bar.inc(1);
            for endless in self.endless(state, &mut warned) {
                bar.suspend(|| eprintln_quietly(&endless));
            }
            Ok(())
        });
        bar.finish_and_clear();
        played?;
        self.store(&state, games.as_mut())?;
        Ok(state)
    }

    /// What is said at once of settings whose first games have all been stopped, rather than after hours.
    fn endless(&self, state: &State, warned: &mut [bool]) -> Vec<String> {
        let contests = state.figures.iter().zip(&self.set_up.plan.contests).zip(warned);
        let mut said = Vec::new();
        for ((figures, contest), warned) in contests.filter(|((figures, _), _)| figures.games >= FEW) {
            if !std::mem::replace(warned, true) && figures.capped == figures.games {
                said.push(format!(
                    "{}: none of the first {FEW} games was over after {} plies; they have no result (raise `cap`, or stop with Ctrl-C)",
                    cleaned(&contest.name),
                    self.settled.written.cap
                ));
            }
        }
        said
    }

    /// Writes the journal, behind the games that it counts.
    fn store(&self, state: &State, games: Option<&mut Games>) -> Done {
        let path = self.folder.games(&self.settled.written.output.games.0);
        let length = games.map(Games::flush).transpose().map_err(|error| cannot_go_on(&path, &error))?;
        let asked = Asked { games: length, ..self.asked.clone() };
        let journal = self.folder.journal();
        simulation::write(&journal, stored::write(&asked, state).as_bytes())
            .map_err(|error| cannot_go_on(&journal, &error))
    }

    /// Writes the report, and says in short what stands in it.
    fn tell(&self, state: &State, out: &mut dyn Write) -> Done {
        let journal = self.folder.journal();
        if state.is_finished() && self.asked.shard.of > 1 {
            let path = self.folder.shard();
            fs::rename(&journal, &path).map_err(|error| cannot_write(&path, &error))?;
            writeln!(out, "{} games played", state.noted)?;
            writeln!(out, "wrote {}; put all parts together with `rulemate merge`", cleaned(&shown(&path)))?;
            return Ok(());
        }
        report(self.cli, self.set_up, self.settled, &self.folder, state, out)?;
        if state.is_finished() {
            fs::remove_file(&journal).map_err(|error| cannot_write(&journal, &error))
        } else {
            eprintln_quietly(&format!(
                "stopped after {} of {} games; go on with `--resume`",
                state.noted,
                state.games(&self.set_up.job())
            ));
            Ok(())
        }
    }
}

fn bar(cli: &Cli, games: u64, noted: u64) -> ProgressBar {
    if cli.json || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{wide_bar} {human_pos} of {human_len} games, {rate}, {eta} left";
    let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
        // Of slow games a minute tells more than a second.
        let rate = state.per_sec();
        let _ = match rate {
            _ if rate >= 10.0 => write!(to, "{rate:.0} a second"),
            _ if rate >= 1.0 => write!(to, "{rate:.1} a second"),
            _ => write!(to, "{:.1} a minute", 60.0 * rate),
        };
    };
    let bar = ProgressBar::new(games).with_position(noted);
    bar.reset_eta();
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style.with_key("rate", rate)),
        Err(_) => bar,
    }
}

/// Writes the files of the report, and prints it: in short, or as JSON.
pub(super) fn report(
    cli: &Cli,
    set_up: &SetUp,
    settled: &Settled,
    folder: &Folder,
    state: &State,
    out: &mut dyn Write,
) -> Done {
    let report = Report::new(&set_up.job(), state, threads_of(settled));
    // How many threads played, and where to, makes no other games and no other page.
    let asked = serde_yaml::to_string(&Made::settings(&settled.written)).unwrap_or_default();
    let mut value = serde_json::to_value(&report).map_err(io::Error::other)?;
    value["made"] = serde_json::to_value(Made::of(set_up, &settled.written)).map_err(io::Error::other)?;
    let csv = table::csv(&report).map_err(io::Error::other)?;
    let files = [
        ("report.html", html::page(&report, &asked)),
        ("figures.json", format!("{value:#}\n")),
        ("figures.csv", csv),
    ];
    for (name, text) in files {
        let path = folder.path.join(name);
        simulation::write(&path, text.as_bytes()).map_err(|error| cannot_write(&path, &error))?;
    }
    if cli.json {
        return print_json(out, &value);
    }
    short(&report, out)?;
    let path = folder.path.join("report.html");
    writeln!(out, "wrote {}, with figures.json and figures.csv beside it", cleaned(&shown(&path)))?;
    Ok(())
}

/// Of so many settings each is printed.
const MOST_PRINTED: usize = 12;

fn short(report: &Report, out: &mut dyn Write) -> Done {
    let percent = |value: f64| 100.0 * value;
    writeln!(out, "{}: {} games, seed {}", cleaned(&report.game), report.games, report.seed)?;
    if !report.repeatable {
        writeln!(out, "a player with a limit of time took part: these games cannot be made again")?;
    }
    for told in report.contests.iter().take(MOST_PRINTED) {
        if told.games == 0 {
            continue;
        }
        let [won, lost, drawn] = told.results;
        writeln!(out, "{}: {} games", cleaned(&told.name), told.games)?;
        if told.score.is_unknown() {
            writeln!(out, "  no game has a result")?;
        } else {
            writeln!(
                out,
                "  {} scores {:.1} % ({:.1} to {:.1}): {won} won, {lost} lost, {drawn} drawn",
                report.sides[0],
                percent(told.score.value),
                percent(told.score.low),
                percent(told.score.high)
            )?;
        }
        if report.finished && told.precision_reached == Some(false) {
            writeln!(out, "  the precision that was asked for was not reached in {} games", told.games)?;
        }
        if let Some(beyond) = told.score_beyond_base {
            writeln!(
                out,
                "  beyond the base game {:+.1} ({:+.1} to {:+.1})",
                percent(beyond.value),
                percent(beyond.low),
                percent(beyond.high)
            )?;
        }
        if let Some(first) = told.first_starter {
            writeln!(
                out,
                "  who starts first scores {:.1} % ({:.1} to {:.1})",
                percent(first.value),
                percent(first.low),
                percent(first.high)
            )?;
        }
        if let Some(player) = told.first_player {
            writeln!(
                out,
                "  {} scores {:.1} % ({:.1} to {:.1})",
                report.players[0],
                percent(player.value),
                percent(player.low),
                percent(player.high)
            )?;
        }
        let mean = |spread: &rulemate_simulation::report::Spread| spread.mean.map_or(0.0, |mean| mean.value);
        writeln!(
            out,
            "  a game: {:.1} turns, {:.1} captures, {:.1} checks; {:.1} turns to choose from",
            mean(&told.length),
            mean(&told.captures),
            mean(&told.checks),
            mean(&told.choices)
        )?;
        if told.capped > 0 {
            writeln!(
                out,
                "  {} not over after {} plies: without a result, and not drawn",
                told.capped, report.cap
            )?;
        }
    }
    if report.contests.len() > MOST_PRINTED {
        writeln!(out, "{} further settings stand in the report", report.contests.len() - MOST_PRINTED)?;
    }
    for (fired, positions) in report.never_fired().iter().take(MOST_PRINTED) {
        let (text, place) = (cleaned(&fired.text), cleaned(&fired.place));
        writeln!(out, "never made a difference in {positions} positions: `{text}` at {place}")?;
    }
    if report.hardly_asked() > 0 {
        let count = report.hardly_asked();
        writeln!(out, "of {count} sentences it cannot be said whether they matter: raise `sample`")?;
    }
    Ok(())
}
