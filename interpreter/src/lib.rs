//! Rule files, from syntax tree to legal turns. The engine knows no chess: every game is a file.

pub mod arena;
pub mod board;
pub mod check;
pub mod codes;
pub mod compare;
pub mod compile;
pub mod engine;
pub mod fast;
pub mod game;
pub mod ids;
pub mod model;
pub mod notation;
pub mod oracle;
pub mod perft;
pub mod play;
pub mod position;
pub mod program;
pub mod resolve;
pub mod shelf;
pub mod vocabulary;
