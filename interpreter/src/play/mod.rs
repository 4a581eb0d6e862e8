//! Playing by a program: positions, legal turns, making them, ends. No text, no maps, no strings.
//! Imports `program`.

pub mod ask;
pub mod full;
pub mod generate;
pub mod identity;
pub mod make;
pub mod moves;
pub mod perft;
pub mod state;
pub mod threat;
