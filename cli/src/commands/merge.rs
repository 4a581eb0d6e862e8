//! `rulemate merge`: puts the shards of a simulation together.

use super::simulate::{cannot_write, report, wrong};
use super::{Done, Stop};
use crate::args::Cli;
use crate::codes::STORED;
use crate::shelf::{Folders, shown};
use crate::simulation::{self, Folder, Games, Settled, Written};
use flate2::read::MultiGzDecoder;
use rulemate_grammar::source::{Source, Sources};
use rulemate_simulation::run::Shard;
use rulemate_simulation::stored::{self, Stored, Unfit};
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What a shard knows of its settings.
#[derive(Deserialize)]
struct Known {
    folder: String,
    settings: Written,
}

/// Puts shards together.
pub fn run(cli: &Cli, shelf: &Folders, paths: &[PathBuf], folder: &Path, out: &mut dyn Write) -> Done {
    let mut shards: Vec<Stored> = Vec::new();
    for path in paths {
        let bytes = fs::read(path).map_err(|error| super::unreadable(path, &error))?;
        let help = "play this part again, or leave the file out if it is none";
        shards.push(stored::read(&bytes).map_err(|broken| wrong(STORED, path, &broken.to_string(), help))?);
    }
    let whole = stored::merge(&shards).map_err(|unfit| unfitting(paths, unfit))?;
    let known: Known = serde_json::from_value(whole.asked.settings.clone()).map_err(|_| {
        wrong(STORED, &paths[0], "its settings are those of another version", "play it again")
    })?;
    let mut sources = Sources::default();
    let source = sources.add(Source::new(shown(&paths[0]), ""));
    let settled = Settled::bare(known.settings, source);
    let base = PathBuf::from(known.folder);
    let set_up = simulation::set_up(shelf, &base, &settled, sources, Shard::default())?;
    if set_up.digest != whole.asked.digest {
        let help =
            "take back the change, or play all parts again; paths count from the folder of the settings";
        return Err(wrong(
            STORED,
            &paths[0],
            "it was played by other rules, or by another version of the program",
            help,
        ));
    }
    let folder = Folder::open(folder, Shard::default()).map_err(|error| cannot_write(folder, &error))?;
    let how = settled.written.output.games.0.as_str();
    if how != "no" {
        games(paths, &shards, &folder, how)?;
    }
    report(cli, &set_up, &settled, &folder, &whole.state, out)
}

fn unfitting(paths: &[PathBuf], unfit: Unfit) -> Stop {
    let again = "name each part of one run once";
    match unfit {
        Unfit::Other(at) => {
            wrong(STORED, &paths[at], "it is a part of another simulation than the first file", again)
        }
        Unfit::Unfinished(at) => {
            wrong(STORED, &paths[at], "this part is not played to its end", "go on with it by `--resume`")
        }
        Unfit::Twice(at) => wrong(STORED, &paths[at], "this part is here already", again),
        Unfit::Missing(parts, of) => {
            let names: Vec<String> = parts.iter().map(|part| format!("{part}/{of}")).collect();
            let message = format!("parts are missing: {}", names.join(", "));
            wrong(STORED, &paths[0], &message, "name their files too, or play them with `--shard`")
        }
    }
}

/// Puts the games of all parts together in the order of one run, none of them held longer than it takes.
fn games(paths: &[PathBuf], shards: &[Stored], folder: &Folder, how: &str) -> Done {
    let packed = how == "gz";
    let mut readers: Vec<(u64, PathBuf, Reader)> = Vec::new();
    for (path, shard) in paths.iter().zip(shards) {
        let beside = Folder::beside(path, shard.asked.shard).games(how);
        let file = File::open(&beside).map_err(|error| super::unreadable(&beside, &error))?;
        let lines: Box<dyn BufRead> = match packed {
            true => Box::new(BufReader::new(MultiGzDecoder::new(file))),
            false => Box::new(BufReader::new(file)),
        };
        readers.push((shard.asked.shard.part, beside, Reader { lines, next: None }));
    }
    readers.sort_by_key(|(part, ..)| *part);
    let path = folder.games(how);
    let mut games = Games::open(&path, packed, 0).map_err(|error| cannot_write(&path, &error))?;
    loop {
        let mut any = false;
        for (_, beside, reader) in &mut readers {
            if let Some(game) = reader.game().map_err(|error| super::unreadable(beside, &error))? {
                any = true;
                games.add(&game).map_err(|error| cannot_write(&path, &error))?;
            }
        }
        if !any {
            games.flush().map_err(|error| cannot_write(&path, &error))?;
            return Ok(());
        }
    }
}

/// Reads game after game.
struct Reader {
    lines: Box<dyn BufRead>,
    /// The first line of the next game.
    next: Option<String>,
}

impl Reader {
    fn game(&mut self) -> io::Result<Option<String>> {
        let mut game = self.next.take().unwrap_or_default();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line)? == 0 {
                return Ok((!game.is_empty()).then_some(game));
            }
            if line.starts_with("[Event \"") && !game.is_empty() {
                self.next = Some(line);
                return Ok(Some(game));
            }
            game.push_str(&line);
        }
    }
}
