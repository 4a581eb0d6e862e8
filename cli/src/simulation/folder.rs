//! The folder that a simulation writes to: its journal, its games, its report. Imports `codes`, `input`, the simulation.
//!
//! A file is written beside its place and then put there, so whoever reads it finds the old one or the new one whole.

use flate2::Compression;
use flate2::write::GzEncoder;
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::notation::pgn::{self, Pgn};
use rulemate_simulation::contest::End;
use rulemate_simulation::figures::{name, result};
use rulemate_simulation::referee::Kept;
use rulemate_simulation::run::{Job, Shard};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the journal of a run that is not finished.
pub const JOURNAL: &str = "journal";

/// So much must be free before hours are spent.
const ROOM: usize = 1 << 20;

/// A folder to write to.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where.
    pub path: PathBuf,
    shard: Shard,
}

impl Folder {
    /// The folder, made if it is not there; a file of a million bytes is written and taken away again to see that it can
    /// be.
    ///
    /// # Errors
    /// It cannot be written to.
    pub fn open(path: &Path, shard: Shard) -> io::Result<Folder> {
        fs::create_dir_all(path)?;
        let folder = Folder { path: path.to_path_buf(), shard };
        let probe = folder.path.join(format!(".probe-{}", std::process::id()));
        let written = File::create(&probe).and_then(|mut file| {
            file.write_all(&vec![b'.'; ROOM])?;
            file.sync_all()
        });
        let _ = fs::remove_file(&probe);
        written.map(|()| folder)
    }

    /// The folder in which the file of a shard lies.
    #[must_use]
    pub fn beside(file: &Path, shard: Shard) -> Folder {
        Folder { path: file.parent().unwrap_or(Path::new("")).to_path_buf(), shard }
    }

    /// A file of this run: those of shards have their number in their name.
    #[must_use]
    pub fn file(&self, stem: &str, ending: &str) -> PathBuf {
        let Shard { part, of } = self.shard;
        let part = if of == 1 { String::new() } else { format!("-{}-of-{of}", part + 1) };
        self.path.join(format!("{stem}{part}{ending}"))
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.file(JOURNAL, ".rmrun")
    }

    /// The file of the shard, once it is played.
    #[must_use]
    pub fn shard(&self) -> PathBuf {
        self.file("shard", ".rmrun")
    }

    /// The file of all games.
    #[must_use]
    pub fn games(&self, how: &str) -> PathBuf {
        self.file("games", if how == "gz" { ".pgn.gz" } else { ".pgn" })
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("part");
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    // What has come half way is of no use, and may be what there is no room for.
    written.inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// All games as they are played.
pub struct Games {
    file: File,
    packed: bool,
    /// What is not written yet.
    buffer: Vec<u8>,
}

/// How hard it is tried to pack games: harder takes four times as long, and saves one part in twenty.
const PACKING: u32 = 4;

/// So many bytes are packed at once at least, where nobody asks for more.
const PACKED: usize = 1 << 20;

impl Games {
    /// The file of games, cut to the length it had when the journal was written.
    ///
    /// # Errors
    /// It cannot be opened or is shorter than that.
    pub fn open(path: &Path, packed: bool, length: u64) -> io::Result<Games> {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).read(true).open(path)?;
        if file.metadata()?.len() < length {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the file of games has lost its end"));
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Games { file, packed, buffer: Vec::new() })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, text: &str) -> io::Result<()> {
        self.buffer.extend_from_slice(text.as_bytes());
        if self.buffer.len() >= PACKED { self.flush().map(|_| ()) } else { Ok(()) }
    }

    /// Writes all that was added; the length of the file then. Packed, what was added becomes a member of its own, so
    /// that the file can be cut here.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn flush(&mut self) -> io::Result<u64> {
        if !self.buffer.is_empty() {
            if self.packed {
                let mut packer = GzEncoder::new(&mut self.file, Compression::new(PACKING));
                packer.write_all(&self.buffer)?;
                packer.finish()?;
            } else {
                self.file.write_all(&self.buffer)?;
            }
            self.buffer.clear();
        }
        self.file.stream_position()
    }
}

/// A game as PGN.
#[must_use]
pub fn record(job: &Job<'_>, kept: &Kept) -> String {
    let (rules, contest) = (job.rules, &job.plan.contests[kept.which.contest]);
    let library = rules.library();
    let title = library.files.get(library.games.saturating_sub(1)).map_or("", |file| file.title.as_str());
    let mut players = [0, 1].map(|at| job.settings.players[at].name());
    if kept.swapped {
        players.reverse();
    }
    let score = match result(&kept.end) {
        Some(Some(SideId(0))) => "1-0",
        Some(Some(_)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    };
    let begin = &contest.begins[kept.begin].position;
    let mut tags: Vec<(&str, String)> = vec![
        ("Event", format!("{title}, {}", contest.name)),
        ("Site", "?".to_string()),
        ("Date", "????.??.??".to_string()),
        ("Round", name(kept.which)),
        ("White", players[0].clone()),
        ("Black", players[1].clone()),
        ("Result", score.to_string()),
        ("Variant", title.to_string()),
    ];
    if *begin != rules.prepared.setup {
        tags.push(("SetUp", "1".to_string()));
        tags.push(("FEN", fen::write(rules.prepared.rules(), begin)));
    }
    let started = kept.starts.iter().map(|start| {
        let file = &library.files[start.event.index()];
        let number = file.number.map_or_else(String::new, |number| format!("{number} "));
        format!("{number}{} ({})", file.title, library.side_name(start.by))
    });
    let started: Vec<String> = started.collect();
    if !started.is_empty() {
        tags.push(("Events", started.join(", ")));
    }
    match kept.end {
        End::Capped => tags.push(("Termination", "unterminated".to_string())),
        End::Judged(_) => tags.push(("Termination", "adjudication".to_string())),
        End::Ruled(_) | End::Unknown => {}
    }
    let tags = tags.into_iter().map(|(tag, value)| (tag.to_string(), value)).collect();
    let (moves, whose): (Vec<_>, Vec<_>) = kept.moves.iter().cloned().unzip();
    let game = Pgn { tags, moves, result: Some(score.to_string()), result_at: 0..0 };
    format!("{}\n", pgn::write(&game, begin.number, &whose))
}
