//! The formatter: spaces and indentation as they should be, words, comments and line breaks as the author has
//! them. Imports `cut`, `diagnostic`, `parse`, `sink`, `source`, `tokens`.

use crate::cut::{self, Block, Part, Piece};
use crate::diagnostic::{Diagnostic, Severity};
use crate::parse::parse;
use crate::sink::Sink;
use crate::source::{Source, SourceId};
use crate::tokens::{self, Comment, Token, Tokens};

const INDENT: usize = 4;

/// The text of a rule file in good form. It means the same, and formatting it again changes nothing.
///
/// # Errors
/// The mistakes of a text that cannot be read; it is left alone.
pub fn format(source: &Source, id: SourceId) -> Result<String, Vec<Diagnostic>> {
    let (_, diagnostics) = parse(source, id);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let mut sink = Sink::default();
    let Tokens { tokens, comments } = tokens::split(&source.text, id, &mut sink);
    let pieces = cut::cut(&source.text, &tokens, id, &mut sink);
    let mut printer = Printer {
        text: &source.text,
        tokens: &tokens,
        comments: &comments,
        out: String::new(),
        indent: 0,
        last_end: 0,
        fresh: true,
        after_comment: false,
        parens: 0,
    };
    printer.pieces(&pieces, 0, true);
    printer.comments_before(tokens.len(), 0);
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    Ok(printer.out)
}

struct Printer<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// Those that are not printed yet.
    comments: &'a [Comment],
    out: String,
    /// The indentation of the line at hand.
    indent: usize,
    /// Where the token or comment printed last ends in the source.
    last_end: usize,
    /// Nothing has been printed in this file or block.
    fresh: bool,
    /// The line at hand ends with a comment.
    after_comment: bool,
    /// Round brackets open in the piece at hand.
    parens: usize,
}

impl<'a> Printer<'a> {
    /// Sentences, or the effects of a block.
    fn pieces(&mut self, pieces: &[Piece], indent: usize, lines: bool) {
        for piece in pieces {
            let Some(first) = piece.parts.first() else { continue };
            let first = match first {
                Part::Token(index) => *index,
                Part::Block(block) => block.open,
            };
            self.comments_before(first, indent);
            let breaks = self.breaks(first);
            let same_line = !lines || (breaks == 0 && !self.fresh && !self.after_comment);
            if same_line && !self.fresh {
                self.out.push_str("; ");
            } else if !same_line {
                self.new_line(breaks, indent);
            }
            self.parens = 0;
            self.piece(piece, indent);
        }
    }

    fn piece(&mut self, piece: &Piece, indent: usize) {
        let mut before: Option<&str> = None;
        for part in &piece.parts {
            match part {
                Part::Token(index) => {
                    let text = self.word(*index);
                    self.in_piece(*index, text, before, indent);
                    self.out.push_str(text);
                    self.last_end = self.tokens[*index].span.end as usize;
                    self.fresh = false;
                    match text {
                        "(" => self.parens += 1,
                        ")" => self.parens = self.parens.saturating_sub(1),
                        _ => {}
                    }
                    before = Some(text);
                }
                Part::Block(block) => {
                    let parens = std::mem::take(&mut self.parens);
                    self.comments_before(block.open, indent + INDENT);
                    if self.after_comment {
                        self.new_line(1, indent);
                    } else if before.is_some() {
                        self.out.push(' ');
                    }
                    self.block(block);
                    self.parens = parens;
                    before = Some("}");
                }
            }
        }
    }

    /// What stands between a word and the one before it in the same piece.
    fn in_piece(&mut self, index: usize, text: &str, before: Option<&str>, indent: usize) {
        let Some(before) = before else { return };
        let deeper = if text == ")" { self.parens.saturating_sub(1) } else { self.parens };
        let continued = if text == "else" { indent } else { indent + INDENT * (1 + deeper) };
        self.comments_before(index, indent + INDENT * (1 + self.parens));
        if self.breaks(index) > 0 || self.after_comment {
            self.new_line(1, continued);
        } else if !(matches!(text, "," | ")") || before == "(") {
            self.out.push(' ');
        }
    }

    fn block(&mut self, block: &Block) {
        let lines = self.text[self.start(block.open)..self.start(block.close)].contains('\n');
        let indent = self.indent;
        self.out.push('{');
        self.last_end = self.tokens[block.open].span.end as usize;
        self.fresh = true;
        if lines {
            self.pieces(&block.pieces, indent + INDENT, true);
            self.comments_before(block.close, indent + INDENT);
            self.new_line(1, indent);
        } else {
            self.out.push(' ');
            self.pieces(&block.pieces, indent, false);
            self.out.push(' ');
        }
        self.out.push('}');
        self.last_end = self.tokens[block.close].span.end as usize;
        self.fresh = false;
    }

    /// Comments that stand before a token.
    fn comments_before(&mut self, index: usize, indent: usize) {
        while let Some((comment, rest)) = self.comments.split_first() {
            if comment.after > index {
                break;
            }
            self.comments = rest;
            let start = comment.span.start as usize;
            let end = comment.span.end as usize;
            let breaks = self.text[self.last_end.min(start)..start].matches('\n').count();
            if breaks == 0 && !self.out.is_empty() {
                self.out.push_str("  ");
            } else {
                self.new_line(breaks, indent);
            }
            self.out.push_str(self.text[start..end].trim_end());
            self.last_end = end;
            self.fresh = false;
            self.after_comment = true;
        }
    }

    /// Ends the line; an empty one stays where the author has one, but not at the beginning of a block.
    fn new_line(&mut self, breaks: usize, indent: usize) {
        if !self.out.is_empty() {
            self.out.push('\n');
            if breaks > 1 && !self.fresh {
                self.out.push('\n');
            }
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.indent = indent;
        self.after_comment = false;
    }

    /// Line ends in the source between what was printed last and a token.
    fn breaks(&self, index: usize) -> usize {
        let start = self.start(index);
        self.text[self.last_end.min(start)..start].matches('\n').count()
    }

    fn start(&self, index: usize) -> usize {
        self.tokens[index].span.start as usize
    }

    fn word(&self, index: usize) -> &'a str {
        let span = self.tokens[index].span;
        &self.text[span.start as usize..span.end as usize]
    }
}
