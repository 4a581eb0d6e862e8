//! Playing by the whole language: nothing of it is left out, and little is proved. The meaning of every part is that of
//! the plain evaluator's; positions are flat values that copy. Imports `program`, `vocabulary`.

mod calm;
mod castle;
mod castlings;
mod define;
mod doors;
pub mod effect;
mod end;
pub mod eval;
mod fact;
pub mod identity;
pub mod judge;
pub mod known;
pub mod listing;
pub mod make;
pub mod moment;
pub mod perft;
pub mod plain;
mod promote;
pub mod relation;
mod sleep;
mod stops;
mod targets;
pub mod threat;
mod trigger;
pub mod turn;
mod wakers;
pub mod walk;
pub mod ways;
pub mod world;
