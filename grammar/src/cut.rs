//! Cuts the tokens of a file into sentences, and the blocks in them into effects. Bounds their depth and
//! length, and finds brackets that are not closed or that close nothing.
//! Imports `codes`, `diagnostic`, `sink`, `source`, `tokens`, `words`.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::sink::Sink;
use crate::source::{Place, SourceId, Span};
use crate::tokens::{Kind, Token};
use crate::words;

/// How deep brackets and words that hold a further condition may lie in each other.
pub const DEEPEST: usize = 64;
/// How many words and signs a sentence may have, those of its blocks left out.
pub const LONGEST: usize = 2000;

/// A sentence, or an effect of a block.
#[derive(Debug, Default)]
pub struct Piece {
    /// Its words and blocks in order.
    pub parts: Vec<Part>,
    /// It has a mistake that has been told, and is not to be read.
    pub broken: bool,
    /// Nor are its blocks.
    pub unreadable: bool,
}

/// A part of a piece.
#[derive(Debug)]
pub enum Part {
    /// The token of this index.
    Token(usize),
    /// A block.
    Block(Block),
}

/// `{ }` with what stands in it.
#[derive(Debug)]
pub struct Block {
    /// The index of the opening bracket.
    pub open: usize,
    /// The index of the closing bracket.
    pub close: usize,
    /// The effects.
    pub pieces: Vec<Piece>,
}

impl Part {
    /// Where it stands.
    pub fn span(&self, tokens: &[Token]) -> Span {
        match self {
            Part::Token(index) => tokens[*index].span,
            Part::Block(block) => tokens[block.open].span.to(tokens[block.close].span),
        }
    }
}

/// Cuts a file.
pub fn cut(text: &str, tokens: &[Token], id: SourceId, sink: &mut Sink) -> Vec<Piece> {
    let mut cutter =
        Cutter { text, tokens, id, sink, levels: vec![Level::default()], skipped: 0, told_deep: false };
    for index in 0..tokens.len() {
        cutter.token(index);
    }
    cutter.close_all();
    cutter.levels.pop().map(|level| level.pieces).unwrap_or_default()
}

/// The file itself, or a block that is open.
#[derive(Default)]
struct Level {
    open: usize,
    pieces: Vec<Piece>,
    current: Piece,
    parens: Vec<usize>,
    nesting: usize,
}

impl Level {
    fn end_piece(&mut self) {
        self.nesting = 0;
        if !self.current.parts.is_empty() || self.current.broken {
            self.pieces.push(std::mem::take(&mut self.current));
        }
    }
}

struct Cutter<'a> {
    text: &'a str,
    tokens: &'a [Token],
    id: SourceId,
    sink: &'a mut Sink,
    /// The file first, the innermost open block last; never empty.
    levels: Vec<Level>,
    /// Brackets that are open beyond the deepest allowed.
    skipped: usize,
    told_deep: bool,
}

impl Cutter<'_> {
    fn word(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| {
            self.text.get(token.span.start as usize..token.span.end as usize).unwrap_or("")
        })
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn place(&self, index: usize) -> Place {
        Place { source: self.id, span: self.tokens.get(index).map_or(Span::default(), |token| token.span) }
    }

    fn here(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn token(&mut self, index: usize) {
        let lines = self.tokens[index].lines_before;
        if lines > 0 {
            self.new_line(index, lines);
        }
        let sign = self.kind(index) == Some(Kind::Sign);
        let text = self.word(index);
        let bracket = sign.then(|| text.bytes().next()).flatten().unwrap_or(0);
        if self.skipped > 0 {
            match bracket {
                b'(' | b'{' => self.skipped += 1,
                b')' | b'}' => self.skipped -= 1,
                _ => {}
            }
            return;
        }
        match bracket {
            b'(' | b'{' => self.open(index, bracket == b'{'),
            b')' => self.close_paren(index),
            b'}' => self.close_block(index),
            b';' => self.semicolon(index),
            _ => self.plain(index),
        }
    }

    fn plain(&mut self, index: usize) {
        let nests = match self.kind(index) {
            Some(Kind::Word) => words::NESTING.contains(&self.word(index)),
            Some(Kind::Sign) => matches!(self.word(index), "+" | "-" | "*" | "%"),
            _ => false,
        };
        let broken = self.kind(index) == Some(Kind::Broken);
        let deepest = self.depth() >= DEEPEST;
        let level = self.here();
        level.current.parts.push(Part::Token(index));
        level.current.broken |= broken;
        let long = level.current.parts.len() > LONGEST && !level.current.broken;
        if nests {
            level.nesting += 1;
        }
        if long {
            level.current.broken = true;
            let diagnostic =
                Diagnostic::error(codes::TOO_LONG, self.place(index), "this sentence is too long").help(
                    format!("a sentence has at most {LONGEST} words; give parts of it a name with `means`"),
                );
            self.sink.push(diagnostic);
        } else if nests && deepest {
            self.too_deep(index);
        }
    }

    fn depth(&self) -> usize {
        self.levels.iter().map(|level| 1 + level.parens.len() + level.nesting).sum::<usize>() - 1
    }

    fn too_deep(&mut self, index: usize) {
        self.here().current.broken = true;
        if !self.told_deep {
            self.told_deep = true;
            let diagnostic = Diagnostic::error(
                codes::TOO_DEEP,
                self.place(index),
                "this lies too deep in the sentence",
            )
            .help(format!(
                "brackets and conditions go {DEEPEST} deep at most; give parts of it a name with `means`"
            ));
            self.sink.push(diagnostic);
        }
    }

    fn open(&mut self, index: usize, block: bool) {
        if self.depth() >= DEEPEST {
            self.too_deep(index);
            self.skipped = 1;
        } else if block {
            self.levels.push(Level { open: index, ..Level::default() });
        } else {
            let level = self.here();
            level.parens.push(index);
            level.current.parts.push(Part::Token(index));
        }
    }

    fn close_paren(&mut self, index: usize) {
        let level = self.here();
        if level.parens.pop().is_some() {
            level.current.parts.push(Part::Token(index));
        } else {
            level.current.broken = true;
            self.stray(index, "this bracket closes nothing", "delete it, or open it with `(`");
        }
    }

    fn close_block(&mut self, index: usize) {
        self.unclosed_parens();
        if self.levels.len() == 1 {
            let level = self.here();
            level.current.broken = true;
            level.end_piece();
            self.stray(index, "this bracket closes nothing", "delete it, or open it with `{`");
            return;
        }
        if let Some(mut level) = self.levels.pop() {
            level.end_piece();
            if level.pieces.is_empty() {
                let place =
                    Place { source: self.id, span: self.tokens[level.open].span.to(self.tokens[index].span) };
                let diagnostic = Diagnostic::error(codes::EMPTY_BLOCK, place, "this block does nothing")
                    .help("write what is to be done between `{` and `}`, or leave both out");
                self.sink.push(diagnostic);
            }
            let block = Block { open: level.open, close: index, pieces: level.pieces };
            self.here().current.parts.push(Part::Block(block));
        }
    }

    fn stray(&mut self, index: usize, message: &str, help: &str) {
        let diagnostic = Diagnostic::error(codes::STRAY_BRACKET, self.place(index), message).help(help);
        self.sink.push(diagnostic);
    }

    fn semicolon(&mut self, index: usize) {
        self.unclosed_parens();
        let top = self.levels.len() == 1;
        let level = self.here();
        let empty = level.current.parts.is_empty() && !level.current.broken;
        level.end_piece();
        if top || empty {
            let diagnostic =
                Diagnostic::error(codes::SEMICOLON, self.place(index), "this `;` sets nothing apart").help(
                    if top {
                        "a sentence ends with its line: delete the `;`"
                    } else {
                        "write one `;` between two effects, or each in its own line"
                    },
                );
            self.sink.push(diagnostic);
        }
    }

    fn unclosed_parens(&mut self) {
        let level = self.here();
        let Some(open) = level.parens.last().copied() else { return };
        level.parens.clear();
        level.current.broken = true;
        self.unclosed(open);
    }

    fn unclosed(&mut self, open: usize) {
        let sign = self.word(open).to_owned();
        let closing = if sign == "{" { "}" } else { ")" };
        let diagnostic = Diagnostic::error(
            codes::UNCLOSED_BRACKET,
            self.place(open),
            format!("this `{sign}` is never closed"),
        )
        .help(format!("write `{closing}` where it ends"));
        self.sink.push(diagnostic);
    }

    /// Ends the sentence with all that is open in it.
    fn close_all(&mut self) {
        let open = match self.here() {
            level if !level.parens.is_empty() => level.parens.last().copied(),
            level => Some(level.open),
        };
        let nothing_open = self.levels.len() == 1 && self.here().parens.is_empty();
        if self.skipped > 0 {
            self.skipped = 0;
        } else if let Some(open) = open
            && !nothing_open
        {
            self.unclosed(open);
        }
        self.levels.truncate(1);
        let level = self.here();
        level.parens.clear();
        level.current.broken |= !nothing_open;
        level.current.unreadable |= !nothing_open;
        level.end_piece();
    }

    fn new_line(&mut self, index: usize, lines: u32) {
        let top = self.levels.len() == 1;
        let in_parens = !self.here().parens.is_empty();
        if self.skipped > 0 || !top || in_parens {
            if self.begins_sentence(index) || (in_parens && (lines > 1 || self.begins_movement(index))) {
                return self.end_here();
            }
            if in_parens || self.skipped > 0 {
                return;
            }
        }
        if self.continues(index) {
            return;
        }
        self.told_deep = false;
        self.here().end_piece();
    }

    fn end_here(&mut self) {
        let parens_in_block = self.levels.len() > 1 && !self.here().parens.is_empty() && self.skipped == 0;
        if parens_in_block {
            // The block may still be closed further down.
            self.unclosed_parens();
            self.here().end_piece();
        } else {
            self.close_all();
            self.told_deep = false;
        }
    }

    /// Whether the sentence goes on over the line end before this token.
    fn continues(&mut self, index: usize) -> bool {
        let last = match self.here().current.parts.last() {
            Some(Part::Token(last)) => Some(*last),
            _ => None,
        };
        let last = last.map_or("", |last| self.word(last));
        let unfinished = matches!(last, "," | "and" | "or" | "then" | "except");
        unfinished || words::CONTINUING.contains(&self.word(index))
    }

    /// Whether an unmistakable head of a sentence stands here.
    fn begins_sentence(&self, index: usize) -> bool {
        let kind = |ahead: usize| if self.same_line(index, ahead) { self.kind(index + ahead) } else { None };
        let word = |ahead: usize| if self.same_line(index, ahead) { self.word(index + ahead) } else { "" };
        match self.word(index) {
            "game" | "event" | "type" | "deck" | "setup" => kind(1) == Some(Kind::Text),
            "number" | "board" => kind(1) == Some(Kind::Number),
            "not" => word(1) == "with" && kind(2) == Some(Kind::Text),
            "piece" => kind(1) == Some(Kind::Word) && kind(2) == Some(Kind::Text),
            "setting" => word(2) == "=",
            "sides" => word(2) == "and",
            "secret" => word(1) == "fact",
            "fact" => kind(1) == Some(Kind::Word),
            "before" => kind(1) == Some(Kind::Word) && word(1) != "turn",
            "after" => kind(1) == Some(Kind::Word) && word(1) != "event",
            "needs" | "when" | "allow" => kind(1) == Some(Kind::Word),
            _ => word(1) == "means" || (word(1) == "of" && word(3) == "means") || self.begins_movement(index),
        }
    }

    /// Whether this line begins as a sentence of movement does: `rook also moves`, `rook moves slide`.
    fn begins_movement(&self, index: usize) -> bool {
        const MOST_WORDS: usize = 12;
        for at in index..index + MOST_WORDS {
            if self.kind(at) != Some(Kind::Word) || (at > index && !self.same_line(at - 1, 1)) {
                return false;
            }
            let word = self.word(at);
            let next = if self.same_line(at, 1) { self.word(at + 1) } else { "" };
            if at > index && matches!(word, "moves" | "takes") {
                return matches!(next, "step" | "slide" | "leap" | "like");
            }
            if at > index && matches!(word, "also" | "now") {
                return words::MOVEMENT.contains(&next);
            }
            if words::is_reserved(word) && word != "or" {
                return false;
            }
        }
        false
    }

    fn same_line(&self, index: usize, ahead: usize) -> bool {
        (1..=ahead).all(|step| self.tokens.get(index + step).is_some_and(|token| token.lines_before == 0))
    }
}
