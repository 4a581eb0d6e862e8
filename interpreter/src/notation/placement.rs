//! The first field of a position: what stands where. Imports `ids`, `board`, `model`.

use crate::board::Size;
use crate::ids::{KindId, SideId, Square};
use crate::model::Library;
use std::ops::Range;

/// What is wrong with the field, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub what: Wrong,
    /// Which bytes of the field.
    pub range: Range<usize>,
}

/// What can be wrong with the field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// So many ranks instead of as many as the board has.
    Ranks(usize),
    /// Rank (from 1) with so many squares instead of as many as the board has files.
    Squares(usize, usize),
    /// A sign that no kind bears.
    Sign(String),
    /// An opening bracket without a closing one.
    Bracket,
    /// A count of empty squares that is 0, or more than a rank has.
    Count(String),
    /// A sign of several kinds.
    Ambiguous(String),
}

/// Reads the pieces of a field, rank by rank from the last down. All faults are told; what could be read is
/// returned beside them. `files` are the files whose kinds may stand on the board.
#[must_use]
pub fn read(
    library: &Library,
    size: Size,
    files: &[usize],
    field: &str,
) -> (Vec<(Square, KindId, SideId)>, Vec<Fault>) {
    let mut placed = Vec::new();
    let mut faults = Vec::new();
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != usize::from(size.ranks) {
        faults.push(Fault { what: Wrong::Ranks(rows.len()), range: 0..field.len() });
    }
    let mut start = 0;
    for (index, row) in rows.iter().enumerate() {
        let rank = usize::from(size.ranks).checked_sub(index + 1);
        let mut width = 0;
        let mut open = false;
        for (item, range) in items(row) {
            let fault = |what| Fault { what, range: start + range.start..start + range.end };
            match item {
                Item::Empty(count) if (1..=16).contains(&count) => width += count,
                Item::Empty(_) => faults.push(fault(Wrong::Count(row[range.clone()].to_string()))),
                Item::Open => {
                    open = true;
                    faults.push(fault(Wrong::Bracket));
                }
                Item::Sign(sign) => {
                    match find_sign(library, files, sign) {
                        Ok((kind, side)) => {
                            let file = u8::try_from(width).ok().filter(|file| *file < size.files);
                            let rank = rank.and_then(|rank| u8::try_from(rank).ok());
                            if let (Some(file), Some(rank)) = (file, rank) {
                                placed.push((Square::at(file, rank), kind, side));
                            }
                        }
                        Err(wrong) => faults.push(fault(wrong)),
                    }
                    width += 1;
                }
            }
        }
        if let Some(rank) = rank.filter(|_| !open)
            && width != usize::from(size.files)
        {
            faults.push(Fault { what: Wrong::Squares(rank + 1, width), range: start..start + row.len() });
        }
        start += row.len() + 1;
    }
    (placed, faults)
}

/// The bytes of the sign that stands for a piece on a square, in a field without faults.
#[must_use]
pub fn sign_of(size: Size, field: &str, square: Square) -> Option<Range<usize>> {
    let row = usize::from(size.ranks).checked_sub(usize::from(square.rank()) + 1)?;
    let start: usize = field.split('/').take(row).map(|row| row.len() + 1).sum();
    let mut file = 0;
    for (item, range) in items(field.split('/').nth(row)?) {
        match item {
            Item::Empty(count) => file += count,
            Item::Sign(_) | Item::Open if file == usize::from(square.file()) => {
                return Some(start + range.start..start + range.end);
            }
            Item::Sign(_) | Item::Open => file += 1,
        }
    }
    None
}

/// Writes the pieces that `at` gives, rank by rank from the last down.
#[must_use]
pub fn write(size: Size, at: impl Fn(Square) -> Option<String>) -> String {
    let mut text = String::new();
    for rank in (0..size.ranks).rev() {
        let mut empty = 0;
        for file in 0..size.files {
            let Some(sign) = at(Square::at(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            if sign.chars().count() == 1 {
                text.push_str(&sign);
            } else {
                text.push('(');
                text.push_str(&sign);
                text.push(')');
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The kind and the side of a sign: as declared it is the first side's, in lower case the second's.
///
/// # Errors
/// [`Wrong::Sign`] if no kind of these files bears it, [`Wrong::Ambiguous`] if several do.
pub fn find_sign(library: &Library, files: &[usize], sign: &str) -> Result<(KindId, SideId), Wrong> {
    let mut found = Vec::new();
    for (index, kind) in library.kinds.iter().enumerate() {
        if !files.contains(&kind.file.index()) {
            continue;
        }
        if kind.sign == sign {
            found.push((KindId::from_index(index), SideId(0)));
        } else if kind.sign.to_lowercase() == sign {
            found.push((KindId::from_index(index), SideId(1)));
        }
    }
    match found[..] {
        [one] => Ok(one),
        [] => Err(Wrong::Sign(sign.to_string())),
        _ => Err(Wrong::Ambiguous(sign.to_string())),
    }
}

enum Item<'t> {
    Empty(usize),
    Sign(&'t str),
    Open,
}

fn items(row: &str) -> Vec<(Item<'_>, Range<usize>)> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(letter) = row[at..].chars().next() {
        let start = at;
        if letter.is_ascii_digit() {
            let digits = row[at..].bytes().take_while(u8::is_ascii_digit).count();
            at += digits;
            all.push((Item::Empty(row[start..at].parse().unwrap_or(usize::MAX)), start..at));
        } else if letter == '(' {
            if let Some(close) = row[at..].find(')') {
                at += close + 1;
                all.push((Item::Sign(&row[start + 1..at - 1]), start..at));
            } else {
                at = row.len();
                all.push((Item::Open, start..at));
            }
        } else {
            at += letter.len_utf8();
            all.push((Item::Sign(&row[start..at]), start..at));
        }
    }
    all
}
