//! The text of a first position against the board and the kinds. Imports `ids`, `board`, `model`, `names`.

use super::Resolver;
use super::names::Named;
use crate::codes;
use crate::ids::{FactId, FileId};
use crate::model::{Bearer, Type};
use rulemate_grammar::ast;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Span};
use std::collections::BTreeSet;

/// One thing in the board field of a position's text.
enum Item {
    /// So many empty squares.
    Empty(usize),
    /// A piece's sign.
    Sign(String),
    /// `/`
    Next,
}

impl Resolver<'_> {
    /// Tells of ranks and files that are not as many as the board has, and of signs that no kind has.
    pub(super) fn check_setup(&mut self, fen: &ast::Text) {
        let Some((size, board)) = self.board_of(self.scope.file) else {
            let diagnostic = codes::error(codes::NO_BOARD, self.place(fen.span), "a setup needs a board")
                .help("write `board 8 by 8` before it, or extend a game that has one");
            self.report(diagnostic);
            return;
        };
        let field = fen.text.split(' ').next().unwrap_or("");
        // Hands stand in brackets behind the board.
        let squares = field.split('[').next().unwrap_or("");
        let start = fen.span.start as usize + 1;
        let at = |from: usize, to: usize| Span::new(start + from, start + to);
        let (mut rank, mut files, mut rank_start) = (1, 0, 0);
        let mut items = self.setup_items(squares, start);
        items.push((Item::Next, squares.len(), squares.len()));
        let mut wrong = false;
        let mut told: BTreeSet<String> = BTreeSet::new();
        for (item, from, to) in items {
            match item {
                Item::Empty(number) => files += number,
                Item::Sign(sign) => {
                    files += 1;
                    if told.insert(sign.clone()) {
                        self.check_sign(&sign, at(from, to));
                    }
                }
                Item::Next => {
                    if files != usize::from(size.files) && !wrong {
                        wrong = true;
                        let message =
                            format!("this rank has {files} squares, and the board {} files", size.files);
                        let diagnostic = codes::error(codes::SETUP, self.place(at(rank_start, from)), message)
                            .also(board, "the board is said here")
                            .help("count signs as one, signs in parentheses as one, numbers as so many empty squares");
                        self.report(diagnostic);
                    }
                    if to < squares.len() || from < to {
                        rank += 1;
                    }
                    (files, rank_start) = (0, to);
                }
            }
        }
        if rank != usize::from(size.ranks) {
            let message = format!("this position has {rank} ranks, and the board {}", size.ranks);
            let diagnostic = codes::error(codes::SETUP, self.place(at(0, squares.len())), message)
                .also(board, "the board is said here")
                .help("write the ranks from the last to the first, with `/` between");
            self.report(diagnostic);
        }
    }

    /// Tells of a board that a file says anew, and that the first position below it does not fit.
    pub(super) fn tell_board_without_setup(&mut self, setup: Option<(FileId, &ast::Text)>) {
        let Some((of, fen)) = setup else { return };
        let Some((file, size, place)) = self.boards.last().copied().filter(|(file, ..)| *file > of) else {
            return;
        };
        let rows = rows(fen.text.split([' ', '[']).next().unwrap_or(""));
        let (files, ranks) = (usize::from(size.files), usize::from(size.ranks));
        if rows.len() == ranks && rows.iter().all(|row| *row == files) || file.index() >= self.library.games {
            return;
        }
        let message = format!(
            "the first position has {} by {} squares, and this board {files} by {ranks}",
            rows.iter().max().unwrap_or(&0),
            rows.len()
        );
        let there = Place { source: self.inputs[of.index()].source, span: fen.span };
        let diagnostic = codes::error(codes::SETUP, place, message)
            .also(there, "the first position is said here")
            .help("write a `setup` for this board beside it");
        self.report(diagnostic);
    }

    /// Warns where the game's first position lacks royal pieces, or has more of them on one side.
    pub(super) fn tell_royals(&mut self, fen: &ast::Text) {
        let changes = |sentence: &ast::Sentence| match &sentence.item {
            ast::Item::Means { name, how, .. } => name.text == "royal" && *how != ast::How::Plain,
            ast::Item::Sort { name, .. } => name.text == "royal",
            _ => false,
        };
        let games = self.inputs.iter().take(self.library.games);
        let changed = games.flat_map(|input| &input.tree.sentences).any(changes);
        let is_last = self.setup.is_some_and(|last| std::ptr::eq(last, fen.text.as_str()));
        let Some(kinds) = self.typing.named(self.library.royal) else { return };
        if changed || !is_last || kinds.is_empty() {
            return;
        }
        let kinds = kinds.to_vec();
        let [first, second] = self.count_in_setup(&fen.text, &kinds);
        let names: Vec<&str> =
            kinds.iter().map(|kind| self.library.kinds[kind.index()].name.as_str()).collect();
        let message = match (first, second) {
            (0, 0) => "no side has a royal piece in this position".to_owned(),
            (0, _) | (_, 0) => {
                let side = &self.library.sides[usize::from(second == 0)];
                format!("{side} has no royal piece in this position")
            }
            _ if first != second => format!("one side has {first} royal pieces here, and the other {second}"),
            _ => return,
        };
        let help = format!("royal is: {}; if it is meant so, say `royal now means ...`", names.join(" or "));
        let diagnostic = Diagnostic::warning(codes::SETUP_ROYAL, self.place(fen.span), message).help(help);
        self.report(diagnostic);
    }

    /// The board field in pieces, each with its bytes.
    fn setup_items(&mut self, squares: &str, start: usize) -> Vec<(Item, usize, usize)> {
        let mut items = Vec::new();
        let mut letters = squares.char_indices().peekable();
        while let Some((from, letter)) = letters.next() {
            let mut to = from + letter.len_utf8();
            let item = match letter {
                '/' => Item::Next,
                '0'..='9' => {
                    while let Some((next, _)) = letters.next_if(|(_, next)| next.is_ascii_digit()) {
                        to = next + 1;
                    }
                    Item::Empty(squares[from..to].parse().unwrap_or(usize::MAX).min(999))
                }
                '(' => {
                    let mut sign = String::new();
                    let mut closed = false;
                    for (next, inner) in letters.by_ref() {
                        to = next + inner.len_utf8();
                        if inner == ')' {
                            closed = true;
                            break;
                        }
                        sign.push(inner);
                    }
                    if !closed {
                        let place = self.place(Span::new(start + from, start + to));
                        let diagnostic = codes::error(codes::SETUP, place, "this parenthesis is not closed")
                            .help("write a sign of several letters as `(Ph)`");
                        self.report(diagnostic);
                    }
                    Item::Sign(sign)
                }
                letter => Item::Sign(letter.to_string()),
            };
            items.push((item, from, to));
        }
        items
    }

    fn check_sign(&mut self, sign: &str, span: Span) {
        let kinds: Vec<&str> = self
            .names
            .known(self.scope.file, |named| matches!(named, Named::Kind(_)))
            .into_iter()
            .filter_map(|name| match self.names.find_exactly(self.scope.file, name) {
                Some((Named::Kind(kind), _)) => Some(self.library.kinds[kind.index()].sign.as_str()),
                _ => None,
            })
            .collect();
        if kinds.iter().any(|known| known.eq_ignore_ascii_case(sign)) {
            return;
        }
        let help = match super::suggested(self.tired(), sign, kinds.iter().copied()) {
            Some(guess) if guess.len() > 1 => format!("did you mean `({guess})`?"),
            _ => format!(
                "the signs are {}",
                kinds.iter().map(|sign| format!("`{sign}`")).collect::<Vec<_>>().join(", ")
            ),
        };
        let message = format!("no kind has the sign `{sign}`");
        self.report(codes::error(codes::SIGN_UNKNOWN, self.place(span), message).help(help));
    }

    /// The facts that the fourth and fifth field fill: one of squares, one number of the game.
    pub(super) fn setup_facts(&mut self, names: &[ast::Name]) -> Vec<FactId> {
        let mut facts = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let Some((Named::Fact(fact), declared)) = self.names.find_exactly(self.scope.file, &name.text)
            else {
                let known = self.names.known(self.scope.file, |named| matches!(named, Named::Fact(_)));
                let help = match super::suggested(self.tired(), &name.text, known) {
                    Some(guess) => format!("did you mean `{guess}`?"),
                    None => format!("declare it: `fact {} on squares`", name.text),
                };
                let message = format!("no fact is called `{}`", name.text);
                self.report(codes::error(codes::UNKNOWN_FACT, self.place(name.span), message).help(help));
                continue;
            };
            let entry = &self.library.facts[fact.index()];
            let fits = match at {
                0 => entry.bearer == Bearer::Squares && entry.of == Type::Bool,
                1 => entry.bearer == Bearer::Game && entry.of == Type::Number,
                _ => false,
            };
            if !fits {
                let help = match at {
                    0 => "the fourth field names a square: it fills a yes-or-no fact on squares",
                    1 => "the fifth field is a number: it fills a number on game",
                    _ => "only the fourth and the fifth field fill facts",
                };
                let message = format!("`{}` cannot be filled by this field", name.text);
                let diagnostic = codes::error(codes::SETUP_WITH, self.place(name.span), message)
                    .also(declared, "declared here")
                    .help(help);
                self.report(diagnostic);
                continue;
            }
            facts.push(fact);
        }
        facts
    }
}

/// How many squares each rank of a position's board field has.
fn rows(field: &str) -> Vec<usize> {
    let count = |row: &str| {
        let mut letters = row.chars().peekable();
        let mut files = 0usize;
        while let Some(letter) = letters.next() {
            let Some(digit) = letter.to_digit(10) else {
                if letter == '(' {
                    letters.by_ref().find(|inner| *inner == ')');
                }
                files = files.saturating_add(1);
                continue;
            };
            let mut number = digit as usize;
            while let Some(next) = letters.peek().and_then(|next| next.to_digit(10)) {
                number = number.saturating_mul(10).saturating_add(next as usize);
                letters.next();
            }
            files = files.saturating_add(number);
        }
        files
    };
    field.split('/').map(count).collect()
}
