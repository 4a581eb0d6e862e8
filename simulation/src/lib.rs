//! Players of whatever rules are in force, games between them, and what the games say of the rules. No files, no
//! clocks but those that a player's limits ask for, no terminal: those are `cli`'s.

pub mod contest;
pub mod dice;
pub mod figures;
pub mod markup;
pub mod opener;
pub mod picture;
pub mod plan;
pub mod player;
pub mod playout;
pub mod referee;
pub mod report;
pub mod rules;
pub mod run;
pub mod sentence;
pub mod settings;
pub mod statistics;
pub mod stored;
pub mod value;
