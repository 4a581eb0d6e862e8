//! Single words: what is built in, what the files declare. Imports `ids`, `board`,
//! `model`, `names`, `types`, `wording`.

use super::Resolver;
use super::names::Named;
use super::types::Want;
use crate::board::{COMPASS, SquareSet, Vector};
use crate::codes;
use crate::ids::Square;
use crate::model::{Bearer, Expr, Kinship, Lines, Node, Type};
use rulemate_grammar::ast::{Atom, AtomKind};
use rulemate_grammar::source::Span;

/// Built-in words that the parser lets pass, since they can be defined or name moves.
pub(super) const DEFINABLE: &[&str] = &["royal", "board", "castling"];

/// Built-in words that can stand in a value, for suggestions.
/// Words that stand about values, and are read as names if they are misspelt.
pub(super) const ABOUT_VALUES: &[&str] = &[
    "each",
    "some",
    "near",
    "within",
    "that",
    "with",
    "except",
    "number",
    "threatened",
    "secret",
    "unless",
    "not",
];

pub(super) const VALUES: &[&str] = &[
    "own",
    "enemy",
    "another",
    "it",
    "player",
    "origin",
    "target",
    "heading",
    "length",
    "trail",
    "onward",
    "empty",
    "royal",
    "hand",
    "square",
    "kind",
    "direction",
    "rank",
    "file",
    "repeats",
    "continuing",
    "left",
    "right",
    "forward",
    "backward",
    "fresh",
    "taken",
    "castling",
    "setup",
    "board",
    "side",
    "event",
    "piece",
];

/// Built-in words that cannot.
const OTHERS: &[&str] = &["game", "number", "owner", "yes", "no", "chance", "secret", "threatened", "type"];

/// Whether a file may not declare this name.
pub(super) fn is_built_in(name: &str) -> bool {
    VALUES.contains(&name) || OTHERS.contains(&name)
}

impl Resolver<'_> {
    /// `own` or `enemy`.
    pub(super) fn kinship(&self, atom: &Atom) -> Option<Kinship> {
        match &atom.kind {
            AtomKind::Word(word) if word == "own" => Some(Kinship::Own),
            AtomKind::Word(word) if word == "enemy" => Some(Kinship::Enemy),
            _ => None,
        }
    }

    /// What a word says of a side that the word before it names: `own hand`, `enemy side`, `own haul`.
    pub(super) fn of_side(&mut self, whose: &Atom, head: &Atom) -> Option<Expr> {
        let AtomKind::Word(word) = &head.kind else { return None };
        if self.scope.find(word).is_some() {
            return None;
        }
        let side = match self.kinship(whose) {
            Some(kinship) => self.make(Type::Sides, Node::Kin(kinship), whose.span),
            None => {
                let AtomKind::Word(name) = &whose.kind else { return None };
                match self.names.find_exactly(self.scope.file, name) {
                    Some((Named::Side(side), _)) => self.make(Type::Sides, Node::Side(side), whose.span),
                    _ => return None,
                }
            }
        };
        let span = whose.span.to(head.span);
        match word.as_str() {
            "side" | "sides" => return Some(Expr { place: self.place(span), ..side }),
            "hand" | "hands" => return Some(self.make(Type::Pieces, Node::Hand(Box::new(side)), span)),
            _ => {}
        }
        match self.names.find(self.scope.file, word) {
            Some((Named::Fact(fact), _)) if self.library.facts[fact.index()].bearer == Bearer::Sides => {
                Some(self.fact_of(fact, side, span))
            }
            _ => None,
        }
    }

    /// The last word of a group: what is narrowed by the words before it.
    pub(super) fn noun(&mut self, atom: &Atom) -> Expr {
        let span = atom.span;
        match &atom.kind {
            AtomKind::Word(word) => self.word(word, span),
            AtomKind::Number(number) => {
                self.make(Type::Number, Node::Number(i32::try_from(*number).unwrap_or(i32::MAX)), span)
            }
            AtomKind::Square(file, rank) => {
                self.within_board(u32::from(*file), u32::from(*rank), span);
                let square = (*file < 16 && *rank < 16).then(|| Square::at(*file, *rank));
                self.squares(square.into_iter().collect(), span)
            }
            AtomKind::Rank(low, high) => self.ranks(*low, *high, span),
            AtomKind::File(low, high) => {
                self.within_board(u32::from(*low.max(high)), 0, span);
                let files = *low.min(high)..=*low.max(high).min(&15);
                let squares = files.flat_map(|file| (0..16).map(move |rank| Square::at(file, rank)));
                self.squares(squares.collect(), span)
            }
            AtomKind::Count(inner) => self.count(inner, span),
            AtomKind::Group(inner) => {
                let value = self.value(inner, Want::Any);
                Expr { place: self.place(span), ..value }
            }
        }
    }

    fn squares(&self, squares: SquareSet, span: Span) -> Expr {
        let squares = squares.iter().filter(|square| self.library.size.is_none_or(|size| size.has(*square)));
        self.make(Type::Squares, Node::Squares(squares.collect()), span)
    }

    fn ranks(&mut self, low: u32, high: u32, span: Span) -> Expr {
        let (low, high) = (low.min(high), low.max(high));
        self.within_board(0, high.saturating_sub(1), span);
        if low == 0 {
            // Told of where it was read.
            return self.broken(span);
        }
        // What a game under this one says of a larger board is said of no square here.
        let most = self.library.size.map_or(16, |size| u32::from(size.ranks));
        if low > most {
            return self.squares(SquareSet::EMPTY, span);
        }
        let index = |rank: u32| u8::try_from(rank.min(most) - 1).unwrap_or(15);
        self.make(Type::Squares, Node::Ranks(index(low), index(high)), span)
    }

    /// Tells of a file or rank, from 0, that the board of the file that speaks does not have.
    fn within_board(&mut self, file: u32, rank: u32, span: Span) {
        let Some((size, place)) = self.board_of(self.scope.file) else { return };
        if file < u32::from(size.files) && rank < u32::from(size.ranks) {
            return;
        }
        let message =
            format!("the board has {} files and {} ranks: this lies beyond", size.files, size.ranks);
        let diagnostic = codes::error(codes::OFF_BOARD, self.place(span), message)
            .also(place, "the board is said here")
            .help("ranks are counted from 1 as each side sees them, files from `a`");
        self.report(diagnostic);
    }

    /// A word that stands alone or last.
    pub(super) fn word(&mut self, word: &str, span: Span) -> Expr {
        if let Some(bound) = self.scope.find(word) {
            return self.make(bound.of, Node::Var(bound.id), span);
        }
        if let Some(value) = self.built_in(word, span) {
            return value;
        }
        match self.names.find(self.scope.file, word) {
            Some((Named::Kind(kind), _)) => {
                let kinds = self.make(Type::Kinds, Node::Kinds(vec![kind]), span);
                self.make(Type::Pieces, Node::OfKind(Box::new(kinds)), span)
            }
            Some((Named::Fact(fact), _)) => self.fact_alone(fact, span),
            Some((Named::Meaning(meaning), _)) => self.meaning_alone(meaning, span),
            Some((Named::Setting(setting), _)) => {
                let of = match self.library.setting(setting) {
                    crate::model::SettingValue::Switch(_) => Type::Bool,
                    crate::model::SettingValue::Number(_) => Type::Number,
                };
                self.make(of, Node::Setting(setting), span)
            }
            Some((Named::Side(side), _)) => self.make(Type::Sides, Node::Side(side), span),
            None => {
                self.unknown_word(word, span);
                self.broken(span)
            }
        }
    }

    /// A word that means something in every file.
    fn built_in(&mut self, word: &str, span: Span) -> Option<Expr> {
        let make = |of, node| Some(self.make(of, node, span));
        let all_pieces = || Box::new(self.make(Type::Pieces, Node::AllPieces, span));
        let kin = |kinship| Box::new(self.make(Type::Sides, Node::Kin(kinship), span));
        match word {
            "own" => make(Type::Pieces, Node::OwnedBy(all_pieces(), kin(Kinship::Own))),
            "enemy" => make(Type::Pieces, Node::OwnedBy(all_pieces(), kin(Kinship::Enemy))),
            "taken" => make(Type::Pieces, Node::Taken(all_pieces())),
            "piece" | "pieces" => make(Type::Pieces, Node::AllPieces),
            "square" | "squares" => make(Type::Squares, Node::AllSquares),
            "kind" | "kinds" => make(Type::Kinds, Node::AllKinds),
            "event" | "events" => make(Type::Events, Node::AllEvents),
            "direction" | "directions" => make(Type::Directions, Node::Directions(COMPASS.to_vec())),
            "side" | "sides" if self.scope.each_side => make(Type::Sides, Node::Kin(Kinship::Own)),
            "side" | "sides" => make(Type::Sides, Node::AllSides),
            "player" => make(Type::Sides, Node::Player),
            "hand" | "hands" => {
                let sides = Box::new(self.make(Type::Sides, Node::AllSides, span));
                make(Type::Pieces, Node::Hand(sides))
            }
            "empty" => make(Type::Squares, Node::Empty),
            "fresh" => make(Type::Pieces, Node::Fresh),
            "royal" | "royals" => make(Type::Pieces, Node::Meaning(self.library.royal, None)),
            "board" => make(Type::Squares, Node::Meaning(self.library.board, None)),
            "repeats" => make(Type::Number, Node::Repeats),
            "continuing" => make(Type::Bool, Node::Continuing),
            "yes" => make(Type::Bool, Node::Bool(true)),
            "no" => make(Type::Bool, Node::Bool(false)),
            "forward" => make(Type::Directions, Node::Directions(vec![Vector::new(0, 1)])),
            "backward" => make(Type::Directions, Node::Directions(vec![Vector::new(0, -1)])),
            "left" => make(Type::Directions, Node::Directions(vec![Vector::new(-1, 0)])),
            "right" => make(Type::Directions, Node::Directions(vec![Vector::new(1, 0)])),
            "it" => Some(match self.scope.it {
                Some(of) => self.make(of, Node::It, span),
                None => {
                    let (message, help) = self.no_it();
                    self.report(codes::error(codes::NO_IT, self.place(span), message).help(help));
                    self.broken(span)
                }
            }),
            // Paths go on along the heading of their own walk, whoever speaks.
            "onward" => make(Type::Directions, Node::Heading),
            "origin" => Some(self.of_move(Type::Squares, Node::Origin, word, span)),
            "target" => Some(self.of_move(Type::Pieces, Node::Target, word, span)),
            "trail" => Some(self.of_move(Type::Squares, Node::Trail, word, span)),
            "heading" => Some(self.of_move(Type::Directions, Node::Heading, word, span)),
            "length" => Some(self.of_move(Type::Number, Node::Length, word, span)),
            "castling" => Some(self.of_move(Type::Bool, Node::Castling, word, span)),
            "rank" | "ranks" | "file" | "files" => {
                let message = format!("`{word}` wants a number behind it, or `of` and a square");
                let help = if word.starts_with("rank") {
                    "write `rank 1`, or `rank of it`"
                } else {
                    "write `file a`, or `file of it`"
                };
                let diagnostic = codes::error(codes::BARE_WORD, self.place(span), message).help(help);
                self.report(diagnostic);
                Some(self.broken(span))
            }
            "another" | "setup" | "number" | "secret" | "threatened" | "chance" | "game" | "type" => {
                let (message, help) = match word {
                    "another" => ("`another` stands before pieces or squares", "write `another own piece`"),
                    "setup" => (
                        "`setup` stands before pieces",
                        "write `setup own piece` for the squares where they stood first",
                    ),
                    "number" => ("`number` wants `of` and a set behind it", "write `number of own piece`"),
                    "secret" => {
                        ("`secret` stands behind `is`, or before `fact`", "write `own den is secret`")
                    }
                    "threatened" => ("`threatened` stands behind `is`", "write `royal that is threatened`"),
                    "chance" => ("`chance` only chooses", "write `chance chooses x from ...`"),
                    "game" => ("the game is no value", "name its fact alone: `frozen`, not `frozen of game`"),
                    _ => ("`type` is a heading", "write `kind of it` for what a piece is"),
                };
                let diagnostic = codes::error(codes::BARE_WORD, self.place(span), message).help(help);
                self.report(diagnostic);
                Some(self.broken(span))
            }
            _ => None,
        }
    }

    /// Why `it` is nobody, and what to write.
    fn no_it(&self) -> (String, String) {
        let Some(word) = &self.scope.word else {
            return (
                "nothing is spoken of here, so `it` is nobody".to_owned(),
                "name the piece, for instance by `for each x in own piece { }` or `choose x from ...`"
                    .to_owned(),
            );
        };
        let name = &word.name;
        let message = format!("what `{name}` means is asked by itself, and there `it` is nobody");
        let help = match &word.parameter {
            Some(parameter) => format!("write `{parameter}` for `it`"),
            None if word.guard => {
                "say it of the pieces themselves: `queen on rank 1`, `king that is fresh`".to_owned()
            }
            None => format!("say of what it is asked: `{name} of p means ... p ...`, and `{name} of it`"),
        };
        (message, help)
    }

    /// A word that asks something of the move that is spoken of.
    fn of_move(&mut self, of: Type, node: Node, word: &str, span: Span) -> Expr {
        if self.scope.of_move {
            return self.make(of, node, span);
        }
        let (message, help) = match &self.scope.word {
            Some(inside) => (
                format!("what `{}` means is asked by itself, and there `{word}` is nothing", inside.name),
                "write it where a move is spoken of: a word is told of a piece or a square, `N of p means ...`, and of no move",
            ),
            None => (
                format!("no move is spoken of here, so `{word}` is nothing"),
                "ask it in a rule about a move: behind `moves`, `cannot`, or in `when ... moves`",
            ),
        };
        let diagnostic = codes::error(codes::NO_MOVE, self.place(span), message).help(help);
        self.report(diagnostic);
        self.broken(span)
    }

    /// Rows of the board, if the word names them.
    pub(super) fn lines(word: &str) -> Option<Lines> {
        match word {
            "rank" | "ranks" => Some(Lines::Ranks),
            "file" | "files" => Some(Lines::Files),
            _ => None,
        }
    }
}

/// The number of a rank or file that is named by its place in the row; `most` is that of the last one.
pub(super) fn number_of_line(place: &str, most: u8) -> Option<u8> {
    const PLACES: [&str; 16] = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
    ];
    Some(match place {
        "last" | "final" | "top" | "farthest" | "furthest" | "promotion" | "far" => most,
        "back" | "home" | "bottom" | "base" => 1,
        _ => u8::try_from(PLACES.iter().position(|each| *each == place)?).ok()? + 1,
    })
}
