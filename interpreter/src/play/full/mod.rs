//! Playing by the whole language: nothing of it is left out, and little is proved. The meaning of every part is that of
//! the plain evaluator's; positions are flat values that copy. Imports `program`, `vocabulary`.

pub mod effect;
pub mod eval;
pub mod judge;
pub mod moment;
pub mod perft;
pub mod plain;
pub mod relation;
pub mod threat;
pub mod turn;
pub mod walk;
pub mod ways;
pub mod world;
