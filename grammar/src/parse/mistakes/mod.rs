//! What was meant by a sentence that cannot be read.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Stop;
use crate::parse::strip::Strip;

/// Where the piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Among the sentences of the file.
    File,
    /// In a block.
    Block,
}

/// The mistake in a piece.
pub fn find(strip: &Strip, stop: &Stop, _place: Place) -> Diagnostic {
    let index = strip.index(stop.offset);
    Diagnostic::error(
        codes::UNEXPECTED,
        strip.place(index, index),
        format!("unexpected, {:?}", stop.expected),
    )
}
