//! What a position has besides its six fields, as one readable suffix. Imports the rest of `notation`.
//!
//! ```text
//! position = FIELDS [ " | " clause { "; " clause } ]
//! clause   = "events" start { ", " start }             events in force, in order of their start
//!          | "on" SQUARE piece { ", " piece }          carried by the piece on that square
//!          | "hand" SIDE piece { ", " piece }          in the hand of a side
//!          | "held" SQUARE piece { ", " piece }        displaced, last on that square
//!          | "taken" SQUARE piece { ", " piece }       taken from that square, and still known
//!          | "piece" SQUARE facts                      facts of the piece on that square
//!          | "square" SQUARE facts                     facts of that square
//!          | "side" SIDE facts                         facts of that side
//!          | "game" facts                              facts of the game
//!          | "fresh" SQUARE { " " SQUARE }             fresh although the fields do not say so
//!          | "moved" SQUARE { " " SQUARE }             not fresh although the fields say so
//!          | "turn" TURN [ " stands" ] " and " ( SIDE | "chance" ) " decides"
//!                                                      a turn that waits for a decision, judged already or not
//!          | "starting" start { ", " start } [ " with " value { "," value } ] " and " ( SIDE | "chance" ) " decides"
//!                                                      events being put in force, and what was chosen for the first
//!          | "barred" TURN { " and " TURN }               turns that were taken back: they may not be tried again
//!          | "over" ( SIDE " wins" | "draw" ) [ " by " NAME ]     an effect has ended the game
//! start    = EVENT ":" SIDE                            its number, short name or title, and who started it
//! piece    = SIGN [ "[" piece { ", " piece } "]" ] [ facts ]     with what it carries
//! facts    = "(" fact { ", " fact } ")"
//! fact     = NAME [ "=" value ] [ " by " REF ] [ " for " life ] [ " revealed" ]
//! value    = ATOM | "(" [ ATOM { " " ATOM } ] ")"      without one: yes
//! life     = NUMBER SIDE "turn" | "this turn" | "good" without one: its full length, just begun
//! ```
//!
//! `SIDE` is the letter of the third rank of the fields (`w`, `b`), `SIGN` a sign as on the board without
//! brackets, `NAME` a fact's name, with its file before it and a dot where two files in force use the name
//! (`ambulance.injured`). An `ATOM` is `yes`, `no`, a number, a square, a kind's name, a direction
//! (`forward-left`), a side or an event, as the fact's type asks, and for pieces a `REF`: `e4` for the piece on
//! e4, `e4.1` for the first that it carries, `taken:e4.1`, `held:e4.1`, `hand:w.1` for the first in such a
//! clause. `TURN` is the coordinate form of what has been declared so far, in full.
//!
//! The writer puts the clauses in this order, and within each by square; facts in order of declaration.

mod never;
mod parse;
mod read;
mod value;
mod write;

pub use read::{Suffix, started};
pub use value::{direction, direction_name};
pub use write::{UNSHOWN, write, write_pending};
