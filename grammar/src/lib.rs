//! Rule files, from text to syntax tree. Knows how the language is spelled, and nothing of what it means.

pub mod ast;
pub mod betza;
pub mod diagnostic;
pub mod source;
