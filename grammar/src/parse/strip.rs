//! A piece as a text of its own: one space between its words and signs, `{}` for each block, and the way back
//! to where each stands in the file. Imports `cut`, `source`, `tokens`.

use crate::cut::{Part, Piece};
use crate::source::{Place, SourceId, Span};
use crate::tokens::{Kind, Token};

/// A levelled piece.
#[derive(Debug)]
pub struct Strip {
    /// Its text.
    pub text: String,
    /// Its words and signs in order.
    pub items: Vec<Item>,
    /// The file that it is from.
    pub id: SourceId,
}

/// One word or sign of a piece, or a block.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it is; a block is a sign.
    pub kind: Kind,
    /// Where it begins in the text of the strip.
    pub start: usize,
    /// Where it ends there.
    pub end: usize,
    /// Where it stands in the file.
    pub span: Span,
}

impl Strip {
    /// Levels a piece.
    pub fn new(source: &str, tokens: &[Token], piece: &Piece, id: SourceId) -> Strip {
        let mut strip = Strip { text: String::new(), items: Vec::new(), id };
        for part in &piece.parts {
            let span = part.span(tokens);
            if !strip.text.is_empty() {
                strip.text.push(' ');
            }
            let start = strip.text.len();
            let kind = match part {
                Part::Token(index) => {
                    strip.text.push_str(source.get(span.start as usize..span.end as usize).unwrap_or(""));
                    tokens[*index].kind
                }
                Part::Block(_) => {
                    strip.text.push_str("{}");
                    Kind::Sign
                }
            };
            strip.items.push(Item { kind, start, end: strip.text.len(), span });
        }
        strip
    }

    /// The index of the item at an offset, or of the next one behind it; the number of items at the end.
    pub fn index(&self, offset: usize) -> usize {
        self.items.partition_point(|item| item.end <= offset)
    }

    /// Where a range of the strip's text stands in the file. Spaces at its ends are left out.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.index(start);
        let last = self.items.partition_point(|item| item.start < end);
        match (self.items.get(first), self.items.get(last.max(first + 1) - 1)) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.end(),
        }
    }

    /// The place of a range of items.
    pub fn place(&self, from: usize, to: usize) -> Place {
        let last = self.items.len().saturating_sub(1);
        let span = match (self.items.get(from.min(last)), self.items.get(to.min(last))) {
            (Some(from), Some(to)) => from.span.to(to.span),
            _ => Span::default(),
        };
        Place { source: self.id, span }
    }

    /// The text of an item; empty beyond the ends.
    pub fn word(&self, index: usize) -> &str {
        self.items.get(index).map_or("", |item| &self.text[item.start..item.end])
    }

    /// What an item is.
    pub fn kind(&self, index: usize) -> Option<Kind> {
        self.items.get(index).map(|item| item.kind)
    }

    /// Which of the blocks begins at an offset.
    pub fn block_at(&self, offset: usize) -> usize {
        self.items.iter().take_while(|item| item.start < offset).filter(|item| self.is_block(item)).count()
    }

    fn is_block(&self, item: &Item) -> bool {
        item.kind == Kind::Sign && &self.text[item.start..item.end] == "{}"
    }

    /// The place right behind the last item.
    fn end(&self) -> Span {
        self.items.last().map_or(Span::default(), |item| Span { start: item.span.end, end: item.span.end })
    }
}
