//! Rule files, from text to syntax tree. Knows how the language is spelled, and nothing of what it means.
//!
//! [`parse::parse`] reads a text, [`print::format`] puts it in good form, [`render`] shows what is wrong with it,
//! [`codes`] holds a page for each mistake, [`suggest::suggest`] finds the word that was meant.

pub mod ast;
pub mod betza;
pub mod codes;
mod cut;
pub mod diagnostic;
pub mod parse;
pub mod preface;
pub mod print;
pub mod render;
pub mod sink;
pub mod source;
pub mod suggest;
mod tokens;
mod words;

pub use words::number_word;
