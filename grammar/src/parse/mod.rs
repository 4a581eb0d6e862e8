//! From text to syntax tree. Splits, cuts, reads each sentence alone, and builds the tree; what cannot be read
//! is left out and told of. Nothing outside this room knows how sentences are read.
//! Imports `ast`, `codes`, `cut`, `diagnostic`, `sink`, `source`, `tokens`.

mod lower;
mod mistakes;
mod read;
mod strip;

use crate::ast;
use crate::codes;
use crate::cut::{self, Block, Part, Piece};
use crate::diagnostic::Diagnostic;
use crate::sink::Sink;
use crate::source::{Place, Source, SourceId, Span};
use crate::tokens::{self, Token};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use strip::Strip;

/// A larger file is not read.
pub const LARGEST_FILE: usize = 1 << 20;

/// Reads a rule file. Always gives a tree, of what could be read; what is wrong is in the list, in the order of
/// the text.
#[must_use]
pub fn parse(source: &Source, id: SourceId) -> (ast::File, Vec<Diagnostic>) {
    let mut sink = Sink::default();
    if source.text.len() > LARGEST_FILE {
        sink.push(too_large(id));
        return (ast::File::default(), sink.finish());
    }
    let tokens = tokens::split(&source.text, id, &mut sink).tokens;
    let pieces = cut::cut(&source.text, &tokens, id, &mut sink);
    let mut reader = Reader { text: &source.text, tokens: &tokens, id, sink: &mut sink, lost: Vec::new() };
    let mut sentences: Vec<ast::Sentence> =
        pieces.iter().filter_map(|piece| reader.sentence(piece)).collect();
    let lost = reader.lost;
    mark_repeated(&source.text, &tokens, &mut sentences);
    (ast::File { sentences, lost }, sink.finish())
}

/// Marks each sentence that a sentence before it says already, word for word.
fn mark_repeated(text: &str, tokens: &[Token], sentences: &mut [ast::Sentence]) {
    let mut said: HashMap<Vec<&str>, Span> = HashMap::new();
    for sentence in sentences {
        let span = sentence.span;
        let first = tokens.partition_point(|token| token.span.start < span.start);
        let words = tokens[first..]
            .iter()
            .take_while(|token| token.span.end <= span.end)
            .filter_map(|token| text.get(token.span.start as usize..token.span.end as usize));
        match said.entry(words.collect()) {
            Entry::Occupied(before) => sentence.again = Some(*before.get()),
            Entry::Vacant(room) => {
                room.insert(span);
            }
        }
    }
}

/// Reads a rule file as it lies on a disk: bytes that may be no text at all. The source is the text that the
/// places in the diagnostics belong to.
#[must_use]
pub fn parse_bytes(name: &str, bytes: &[u8], id: SourceId) -> (Source, ast::File, Vec<Diagnostic>) {
    if bytes.len() > LARGEST_FILE {
        let diagnostics = vec![too_large(id)];
        return (Source::new(name, ""), ast::File::default(), diagnostics);
    }
    let valid = std::str::from_utf8(bytes);
    let source = Source::new(name, String::from_utf8_lossy(bytes));
    let (file, mut diagnostics) = parse(&source, id);
    if let Err(error) = valid {
        diagnostics.retain(|diagnostic| diagnostic.code != codes::NOT_UTF8);
        let at = error.valid_up_to();
        let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
        let diagnostic = Diagnostic::error(
            codes::NOT_UTF8,
            Place { source: id, span },
            "here stands something that is not UTF-8 text",
        )
        .help("save the file as UTF-8");
        diagnostics.insert(0, diagnostic);
    }
    (source, file, diagnostics)
}

fn too_large(id: SourceId) -> Diagnostic {
    Diagnostic::error(
        codes::TOO_LARGE,
        Place { source: id, span: Span::default() },
        "this file is too large for a rule file",
    )
    .help(format!("rule files have at most {LARGEST_FILE} bytes; is it the right file?"))
}

/// Reads pieces, the blocks in them first.
struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    id: SourceId,
    sink: &'a mut Sink,
    lost: Vec<String>,
}

impl Reader<'_> {
    fn sentence(&mut self, piece: &Piece) -> Option<ast::Sentence> {
        let read = self.read(piece);
        if read.is_none() {
            self.lose(piece);
        }
        read.or_else(|| self.heading(piece))
    }

    /// Notes the names that a sentence may give that cannot be read, so that nobody is told that they are unknown.
    fn lose(&mut self, piece: &Piece) {
        let (text, tokens) = (self.text, self.tokens);
        let word = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or("");
        let words: Vec<&str> = piece.parts.iter().map(|part| word(part.span(tokens))).collect();
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", |before| words[before]);
            let behind = words.get(at + 1).copied().unwrap_or("");
            let names = matches!(before, "fact" | "facts" | "piece" | "setting" | "by");
            let means = at == 0
                && (matches!(behind, "means" | "also" | "now" | "of" | "is") && words.contains(&"means"));
            if (names || means) && word.starts_with(|first: char| first.is_ascii_lowercase()) {
                self.lost.push((*word).to_owned());
            }
        }
    }

    /// What a heading says that cannot be read: the file still is what it says.
    fn heading(&self, piece: &Piece) -> Option<ast::Sentence> {
        let tokens: Vec<Span> = piece.parts.iter().map(|part| part.span(self.tokens)).collect();
        let [first, title, rest @ ..] = tokens.as_slice() else { return None };
        let name = ast::Text { text: self.bare(*title), span: *title };
        let span = first.to(*tokens.last()?);
        let item = match self.slice(*first) {
            "game" if name.text != "starts" => {
                let at = rest.iter().position(|part| self.slice(*part) == "extends");
                let game = at.and_then(|at| rest.get(at + 1));
                let extends = game.map(|game| ast::Text { text: self.bare(*game), span: *game });
                ast::Item::Game { name, extends }
            }
            "event" if !matches!(name.text.as_str(), "starts" | "ends" | "from") => ast::Item::Event { name },
            _ => return None,
        };
        Some(ast::Sentence { span, item, again: None })
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The words of a text, whatever its quotes are.
    fn bare(&self, span: Span) -> String {
        let quote = |c: char| c == '"' || crate::words::closing_quote(c).is_some();
        self.slice(span).trim_matches(quote).to_owned()
    }

    fn read(&mut self, piece: &Piece) -> Option<ast::Sentence> {
        let (strip, blocks) = self.prepare(piece)?;
        if let Some(told) = mistakes::find_plain(&strip, mistakes::Place::File) {
            self.sink.push(told);
            return None;
        }
        match read::sentence(&strip.text) {
            Ok(pair) => lower::sentence(pair, &strip, blocks, self.sink),
            Err(stop) => {
                self.sink.push_with(|| mistakes::find(&strip, &stop, mistakes::Place::File));
                None
            }
        }
    }

    fn effect(&mut self, piece: &Piece) -> Option<ast::Effect> {
        let (strip, blocks) = self.prepare(piece)?;
        if let Some(told) = mistakes::find_plain(&strip, mistakes::Place::Block) {
            self.sink.push(told);
            return None;
        }
        match read::effect(&strip.text) {
            Ok(pair) => lower::effect(pair, &strip, blocks, self.sink),
            Err(stop) => {
                self.sink.push_with(|| mistakes::find(&strip, &stop, mistakes::Place::Block));
                None
            }
        }
    }

    /// The text of a piece to be read, with the effects of its blocks; none for a piece whose mistake is told.
    fn prepare(&mut self, piece: &Piece) -> Option<(Strip, Vec<Vec<ast::Effect>>)> {
        if piece.unreadable {
            return None;
        }
        let mut blocks = Vec::new();
        for part in &piece.parts {
            if let Part::Block(block) = part {
                blocks.push(self.block(block));
            }
        }
        (!piece.broken).then(|| (Strip::new(self.text, self.tokens, piece, self.id), blocks))
    }

    fn block(&mut self, block: &Block) -> Vec<ast::Effect> {
        block.pieces.iter().filter_map(|piece| self.effect(piece)).collect()
    }
}
