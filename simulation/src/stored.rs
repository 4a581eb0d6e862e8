//! A run as text, to be gone on with or to be put together with others. Imports `run`.
//!
//! A file has four lines: what it is and the version of this format; what was asked for, as JSON; how far it has been
//! played, as JSON; and the SHA-256 of the three lines before. `docs/simulation.md` describes it.

use crate::run::{Shard, State};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The first word of such a file.
pub const MAGIC: &str = "rulemate-simulation";

/// The version of the format.
pub const VERSION: u32 = 1;

/// What was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The program's version.
    pub program: String,
    /// A digest of all that the games depend on: the rules, the settings, the program.
    pub digest: String,
    /// Which part of the games.
    pub shard: Shard,
    /// The settings, as their reader has them.
    pub settings: serde_json::Value,
    /// How long the file of games was when this was written, if there is one.
    pub games: Option<u64>,
}

/// A run that was stored.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// What was asked for.
    pub asked: Asked,
    /// How far it is played.
    pub state: State,
}

/// Why a text is no stored run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It does not begin as one.
    Other,
    /// It has another version of the format.
    Version,
    /// It is cut off, or changed.
    Damaged,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Broken::Other => "it is no stored run of `rulemate simulate`",
            Broken::Version => "it was written in another version of the format",
            Broken::Damaged => "it is damaged: its checksum is wrong, or its end is missing",
        })
    }
}

/// A run as text.
#[must_use]
pub fn write(asked: &Asked, state: &State) -> String {
    let line = |value: serde_json::Result<String>| value.unwrap_or_default();
    let mut text = format!(
        "{MAGIC} {VERSION}\n{}\n{}\n",
        line(serde_json::to_string(asked)),
        line(serde_json::to_string(state))
    );
    let sum = digest(&[text.as_bytes()]);
    text.push_str(&format!("sha256 {sum}\n"));
    text
}

/// The run of a text.
///
/// # Errors
/// Why it is none.
pub fn read(bytes: &[u8]) -> Result<Stored, Broken> {
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Err(Broken::Other);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Broken::Damaged)?;
    let first = text.lines().next().unwrap_or("");
    if first != format!("{MAGIC} {VERSION}") {
        let version = first.strip_prefix(MAGIC).and_then(|rest| rest.trim().parse::<u32>().ok());
        return Err(if version.is_some() { Broken::Version } else { Broken::Damaged });
    }
    let (body, last) = text.trim_end_matches('\n').rsplit_once('\n').ok_or(Broken::Damaged)?;
    let sum = digest(&[body.as_bytes(), b"\n"]);
    if last.strip_prefix("sha256 ") != Some(sum.as_str()) {
        return Err(Broken::Damaged);
    }
    let mut lines = body.lines().skip(1);
    let mut next = || lines.next().ok_or(Broken::Damaged);
    let asked = serde_json::from_str(next()?).map_err(|_| Broken::Damaged)?;
    let state = serde_json::from_str(next()?).map_err(|_| Broken::Damaged)?;
    Ok(Stored { asked, state })
}

/// The SHA-256 of texts, one behind the other.
#[must_use]
pub fn digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Why shards do not make a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// One belongs to another simulation: its place in the list.
    Other(usize),
    /// One has not been played to its end.
    Unfinished(usize),
    /// One is there twice.
    Twice(usize),
    /// Parts are missing, counted from 1, of so many.
    Missing(Vec<u64>, u64),
}

/// Puts the shards of a run together.
///
/// # Errors
/// Why they do not make a whole.
pub fn merge(shards: &[Stored]) -> Result<Stored, Unfit> {
    let Some(first) = shards.first() else { return Err(Unfit::Missing(vec![1], 1)) };
    let of = first.asked.shard.of;
    let mut parts: Vec<Option<&Stored>> = Vec::new();
    parts.resize(usize::try_from(of).unwrap_or(0), None);
    for (index, shard) in shards.iter().enumerate() {
        let same = shard.asked.digest == first.asked.digest
            && shard.asked.shard.of == of
            && shard.state.figures.len() == first.state.figures.len();
        let place = usize::try_from(shard.asked.shard.part).ok().filter(|_| same);
        let Some(part) = place.and_then(|place| parts.get_mut(place)) else {
            return Err(Unfit::Other(index));
        };
        if !shard.state.is_finished() {
            return Err(Unfit::Unfinished(index));
        }
        if part.replace(shard).is_some() {
            return Err(Unfit::Twice(index));
        }
    }
    let missing = (1..).zip(&parts).filter(|(_, part)| part.is_none()).map(|(number, _)| number);
    let missing: Vec<u64> = missing.collect();
    if !missing.is_empty() {
        return Err(Unfit::Missing(missing, of));
    }
    let mut whole = first.clone();
    whole.asked.shard = Shard::default();
    whole.asked.games = None;
    whole.state.noted = shards.iter().map(|shard| shard.state.noted).sum();
    for (contest, figures) in whole.state.figures.iter_mut().enumerate() {
        for shard in &shards[1..] {
            figures.add(&shard.state.figures[contest]);
        }
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Figures;

    fn stored(part: u64, of: u64) -> Stored {
        let figures = Figures { games: part + 1, results: [part, 1, 0], ..Figures::default() };
        let asked = Asked {
            program: "0".to_string(),
            digest: "d".to_string(),
            shard: Shard { part, of },
            settings: serde_json::Value::Null,
            games: None,
        };
        let state = State { finished: vec![true], figures: vec![figures], ..State::default() };
        Stored { asked, state }
    }

    #[test]
    fn what_is_written_is_read_and_every_changed_byte_is_seen() {
        let stored = stored(2, 3);
        let text = write(&stored.asked, &stored.state);
        assert_eq!(read(text.as_bytes()), Ok(stored));
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(read(&bytes).is_err(), "byte {at}");
        }
        assert_eq!(read(&text.as_bytes()[..text.len() - 20]), Err(Broken::Damaged));
        assert_eq!(read(b"other"), Err(Broken::Other));
        assert_eq!(read(b"rulemate-simulation 9\n"), Err(Broken::Version));
    }

    #[test]
    fn shards_make_a_whole_or_it_is_told_why_not() {
        let whole = merge(&[stored(1, 3), stored(0, 3), stored(2, 3)]).unwrap();
        assert_eq!(whole.state.figures[0].games, 6);
        assert_eq!(whole.state.figures[0].results, [3, 3, 0]);
        assert_eq!(merge(&[stored(0, 3), stored(2, 3)]), Err(Unfit::Missing(vec![2], 3)));
        assert_eq!(merge(&[stored(0, 2), stored(0, 2)]), Err(Unfit::Twice(1)));
        assert_eq!(merge(&[stored(0, 2), stored(1, 3)]), Err(Unfit::Other(1)));
        let mut open = stored(1, 2);
        open.state.finished = vec![false];
        assert_eq!(merge(&[stored(0, 2), open]), Err(Unfit::Unfinished(1)));
    }
}
