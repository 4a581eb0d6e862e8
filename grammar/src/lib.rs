//! Rule files, from text to syntax tree. Knows how the language is spelled, and nothing of what it means.

pub mod ast;
pub mod betza;
pub mod codes;
mod cut;
pub mod diagnostic;
pub mod parse;
mod sink;
pub mod source;
pub mod suggest;
mod tokens;
mod words;
