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

/// A line that was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Without its end.
    Text(String),
    /// It is too long, or no text: why it is passed over.
    Refused(String),
}

/// The next line; none if there is no more. What is passed over ends with its line.
///
/// # Errors
/// It cannot be read, or does not end.
pub fn line(from: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut up_to = |bytes: &mut Vec<u8>, most: usize| {
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        from.by_ref().take(most).read_until(b'\n', bytes)
    };
    if up_to(&mut bytes, LONGEST_LINE + 1)? == 0 {
        return Ok(None);
    }
    if bytes.len() > LONGEST_LINE {
        let mut rest = Vec::new();
        if !bytes.ends_with(b"\n") && up_to(&mut rest, LARGEST_INPUT)? == LARGEST_INPUT {
            return Err(too_large("line", LARGEST_INPUT));
        }
        return Ok(Some(Line::Refused(too_large("line", LONGEST_LINE).to_string())));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text.trim_end_matches(['\n', '\r']).to_string()),
        Err(_) => Line::Refused("this line is not UTF-8 text".to_string()),
    }))
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
    let message = format!("cannot read `{shown}`: {}", why(error));
    Diagnostic::error(crate::codes::FILE, place, message).help(help)
}

/// The same in plain words, where there are some.
#[must_use]
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::PermissionDenied => "you may not read it".to_string(),
        _ => error.to_string(),
    }
}

/// Why a file cannot be read that is there all the same; none if it can, or there is none.
#[must_use]
pub fn not_readable(path: &Path) -> Option<String> {
    match no_pipe(path).and_then(|()| File::open(path)) {
        Ok(_) => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => Some(why(&error)),
    }
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
    let there = fs::metadata(path)?;
    let what = match there.is_dir() {
        _ if there.is_file() => return Ok(()),
        true => "it is a folder, and no file",
        false => "it is a pipe or a device, and no file",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
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
        let text = |text: &str| Some(Some(Line::Text(text.to_string())));
        assert_eq!(line(&mut two).ok(), text("e4"));
        assert_eq!(line(&mut two).ok(), text("e5"));
        assert_eq!(line(&mut two).ok(), Some(None));
    }

    #[test]
    fn what_is_no_line_is_passed_over_and_the_next_one_read() {
        for wrong in [vec![b'a'; LONGEST_LINE + 5], vec![b'a'; LONGEST_LINE], b"\xff\xfe".to_vec()] {
            let mut input = Cursor::new([&wrong[..], b"\ne5\n"].concat());
            assert!(matches!(line(&mut input), Ok(Some(Line::Refused(_)))));
            assert_eq!(line(&mut input).ok(), Some(Some(Line::Text("e5".to_string()))));
        }
    }
}
