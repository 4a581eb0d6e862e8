//! Files and lines from outside, read up to a bound: what has no end ends in an error. Imports `codes`.

use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::parse::LARGEST_FILE;
use rulemate_grammar::source::{Place, SourceId};
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// A game file or a scenario file may have so many bytes.
pub const LARGEST_INPUT: usize = 16 << 20;

/// A line that is typed may have so many bytes.
pub const LONGEST_LINE: usize = 64 << 10;

/// The bytes of a rule file; of one that is too large so many that the parser says so.
///
/// # Errors
/// It cannot be read.
pub fn rules(path: &Path) -> io::Result<Vec<u8>> {
    up_to(path, LARGEST_FILE + 1)
}

/// The bytes of another file.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn file(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = up_to(path, LARGEST_INPUT + 1)?;
    if bytes.len() > LARGEST_INPUT { Err(too_large("file", LARGEST_INPUT)) } else { Ok(bytes) }
}

/// The next line, without its end; none if there is no more.
///
/// # Errors
/// It cannot be read, is too long, or is no text.
pub fn line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(LONGEST_LINE + 1).unwrap_or(u64::MAX);
    if from.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > LONGEST_LINE {
        return Err(too_large("line", LONGEST_LINE));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this line is not UTF-8 text"))?;
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_string()))
}

/// The mistake that a file cannot be read.
#[must_use]
pub fn unreadable(shown: &str, source: SourceId, error: &io::Error) -> Diagnostic {
    let place = Place { source, ..Place::default() };
    let help = match error.kind() {
        io::ErrorKind::NotFound => "see whether the path is right",
        io::ErrorKind::PermissionDenied => "allow yourself to read it, or leave it out",
        io::ErrorKind::InvalidData => "see whether it is the right file",
        _ => "name a file that can be read, or leave it out",
    };
    Diagnostic::error(crate::codes::FILE, place, format!("cannot read `{shown}`: {error}")).help(help)
}

fn up_to(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    no_pipe(path)?;
    File::open(path)?.take(u64::try_from(most).unwrap_or(u64::MAX)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file, over what may be there.
///
/// # Errors
/// It cannot be written, or what is there is no file.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if path.exists() {
        no_pipe(path)?;
    }
    fs::write(path, text)
}

/// Pipes and the like are not opened: nobody may be at their other end.
fn no_pipe(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no file"))
    }
}

/// The mistake of a file whose name cannot be said.
#[must_use]
pub fn no_name() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "its name is not UTF-8 text")
}

fn too_large(what: &str, most: usize) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the {what} has more than {most} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_end_somewhere() {
        let mut endless = io::BufReader::new(io::repeat(0));
        assert!(line(&mut endless).is_err());
        let mut two = Cursor::new("e4\r\ne5");
        assert_eq!(line(&mut two).ok(), Some(Some("e4".to_string())));
        assert_eq!(line(&mut two).ok(), Some(Some("e5".to_string())));
        assert_eq!(line(&mut two).ok(), Some(None));
    }
}
