//! Players of whatever rules are in force, games between them, and what the games say of the rules. No files, no
//! clocks but those that a player's limits ask for, no terminal: those are `cli`'s.

pub mod contest;
pub mod dice;
pub mod player;
pub mod value;
