//! The codes of mistakes in positions, moves and games. Imports nothing.

/// A position's text has not four or six fields.
pub const FIELDS: &str = "R0801";
/// A board's field does not fit the board.
pub const PLACEMENT: &str = "R0802";
/// A sign that no piece bears.
pub const SIGN: &str = "R0803";
/// A field that says whose turn it is, or counts, cannot be read.
pub const COUNTER: &str = "R0804";
/// A right to castle that cannot be.
pub const CASTLING: &str = "R0805";
/// A passed square that cannot be.
pub const PASSED: &str = "R0806";
/// Too few or too many royal pieces.
pub const ROYAL: &str = "R0807";
/// The player could take a royal piece at once.
pub const DANGER: &str = "R0808";
/// The part of a position's text behind `|` cannot be read.
pub const SUFFIX: &str = "R0809";
/// A position speaks of an event that cannot be in force.
pub const EVENT: &str = "R0810";
/// A position speaks of a fact that is not there, or cannot be so.
pub const FACT: &str = "R0811";
/// A position speaks of a piece or a square that is not there.
pub const PIECE: &str = "R0812";
/// A position waits for a decision that nobody can make.
pub const DECISION: &str = "R0813";
/// A move that says nothing.
pub const MOVE: &str = "R0821";
/// A move that could be several.
pub const SEVERAL: &str = "R0822";
/// A move that the rules refuse.
pub const ILLEGAL: &str = "R0823";
/// The text of a game cannot be read.
pub const PGN: &str = "R0831";
