//! What a word makes of the value behind it: `own`, `taken`, an adjective. Imports `model`, `types`, `words`,
//! `wording`.

use super::types::{PIECES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Expr, Kinship, Node, Type};
use rulemate_grammar::ast::{self, Atom, AtomKind};
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// What a word before a value makes of it.
    pub(super) fn narrowed(&mut self, atom: &Atom, value: Expr, behind: &[Atom], span: Span) -> Expr {
        let AtomKind::Word(word) = &atom.kind else {
            let adjective = self.noun(atom);
            return self.both(atom, adjective, value, behind, span);
        };
        let said = || word.clone();
        if let Some(kinship) = self.kinship(atom) {
            return self.seen_by(kinship, value, atom.span, span);
        }
        match word.as_str() {
            "another" => {
                let value = self.fit(value, Want::Places, &said);
                if self.scope.it.is_none() {
                    let diagnostic = codes::error(
                        codes::NO_IT,
                        self.place(atom.span),
                        "`another` leaves out what is spoken of, and nothing is spoken of here",
                    )
                    .help("leave `another` out, or name the pieces and write `except`");
                    self.report(diagnostic);
                    return self.broken(span);
                }
                self.wrapped(value, span, Node::Another)
            }
            "taken" => {
                let value = self.fit(value, PIECES, &said);
                self.wrapped(value, span, Node::Taken)
            }
            "setup" => {
                let value = self.fit(value, PIECES, &said);
                if value.is_broken() {
                    return value;
                }
                if speaks_of_pieces(&value) {
                    let diagnostic = codes::error(
                        codes::WRONG_TYPE,
                        value.place,
                        "`setup` reads the first position, where this piece is not known",
                    )
                    .help("name a kind: `setup own` and the kind, or `kind of` the piece");
                    self.report(diagnostic);
                    return self.broken(span);
                }
                self.make(Type::Squares, Node::Setup(Box::new(value)), span)
            }
            _ => {
                let adjective = self.noun(atom);
                self.both(atom, adjective, value, behind, span)
            }
        }
    }

    /// A set made of a set of the same type.
    fn wrapped(&self, value: Expr, span: Span, node: fn(Box<Expr>) -> Node) -> Expr {
        if value.is_broken() {
            return value;
        }
        self.make(value.of, node(Box::new(value)), span)
    }

    /// `own` or `enemy` before a value.
    fn seen_by(&mut self, kinship: Kinship, value: Expr, word: Span, span: Span) -> Expr {
        // A bound kind is a word for pieces; a set of kinds that a meaning gives is not.
        let value = match value.node {
            Node::Var(_) if value.of == Type::Kinds => self.fit(value, PIECES, &String::new),
            _ => value,
        };
        if let Node::OwnedBy(_, side) = &value.node
            && let Node::Kin(said) = side.node
        {
            let words = |kinship| if kinship == Kinship::Own { "own" } else { "enemy" };
            let message = if said == kinship {
                format!("`{}` is said twice", words(kinship))
            } else {
                "nothing is `own` and `enemy` at once".to_owned()
            };
            let diagnostic = codes::error(codes::WORDS_CLASH, self.place(word), message)
                .also(side.place, "the other word")
                .help("leave one of both out; `piece` alone means those of both sides");
            self.report(diagnostic);
            return self.broken(span);
        }
        if value.of == Type::Pieces {
            let value = if kinship == Kinship::Enemy { self.asked_of_enemy(value) } else { value };
            let side = self.make(Type::Sides, Node::Kin(kinship), word);
            return self.make(Type::Pieces, Node::OwnedBy(Box::new(value), Box::new(side)), span);
        }
        if is_same_for_all(&value) {
            let which = if kinship == Kinship::Own { "own" } else { "enemy" };
            let message = format!("`{which}` says nothing here: this is the same for both sides");
            let diagnostic =
                codes::error(codes::NOBODYS, self.place(word), message).help(format!("leave `{which}` out"));
            self.report(diagnostic);
            return self.broken(span);
        }
        self.make(value.of, Node::SeenBy(kinship, Box::new(value)), span)
    }

    /// Pieces by words that may say `own` and `enemy` themselves: these are asked as the enemy means them.
    fn asked_of_enemy(&self, value: Expr) -> Expr {
        let Expr { of, node, place } = value;
        let node = match node {
            Node::Meaning(word, None) if word != self.library.royal => {
                let word = Expr { of, node: Node::Meaning(word, None), place };
                return Expr { of, node: Node::SeenBy(Kinship::Enemy, Box::new(word)), place };
            }
            Node::Both(all) => Node::Both(all.into_iter().map(|each| self.asked_of_enemy(each)).collect()),
            Node::Except(base, all) => {
                let all = all.into_iter().map(|each| self.asked_of_enemy(each)).collect();
                Node::Except(Box::new(self.asked_of_enemy(*base)), all)
            }
            node => node,
        };
        Expr { of, node, place }
    }

    /// Two words side by side: what is both.
    fn both(&mut self, atom: &Atom, adjective: Expr, value: Expr, behind: &[Atom], span: Span) -> Expr {
        if adjective.is_broken() || value.is_broken() {
            return self.broken(span);
        }
        if self.tell_apart(&adjective, &value, [&wording::atom(atom), &wording::atoms(behind)], span) {
            return self.broken(span);
        }
        let mut value = value;
        if adjective.of == Type::Pieces && value.of == Type::Kinds {
            value = self.fit(value, PIECES, &String::new);
        }
        match (adjective.of, value.of) {
            (Type::Bool | Type::Number, _) | (_, Type::Bool | Type::Number) => {
                self.clash(atom, adjective.of, value.of);
                self.broken(span)
            }
            (Type::Sides, Type::Pieces) => {
                self.make(Type::Pieces, Node::OwnedBy(Box::new(value), Box::new(adjective)), span)
            }
            (Type::Kinds, Type::Pieces) => {
                let adjective = self.fit(adjective, PIECES, &String::new);
                self.intersection(adjective, value, span)
            }
            (Type::Pieces, Type::Squares) if matches!(value.node, Node::Target) => {
                value.of = Type::Pieces;
                self.intersection(adjective, value, span)
            }
            (left, right) if left == right => self.intersection(adjective, value, span),
            (left, right) => {
                self.clash(atom, left, right);
                self.broken(span)
            }
        }
    }

    pub(super) fn intersection(&self, first: Expr, second: Expr, span: Span) -> Expr {
        let of = second.of;
        let members = match second.node {
            Node::Both(members) => std::iter::once(first).chain(members).collect(),
            node => vec![first, Expr { node, ..second }],
        };
        self.make(of, Node::Both(members), span)
    }

    /// Tells of a word that does not go with the word behind it.
    pub(super) fn clash(&mut self, atom: &Atom, left: Type, right: Type) {
        let word = wording::atom(atom);
        let message = format!(
            "`{word}` is {}, and the word behind it is {}",
            wording::type_words(left),
            wording::type_words(right)
        );
        let help = match (left, right) {
            (Type::Squares, Type::Pieces) => format!("write `on {word}` behind the pieces"),
            (Type::Pieces, Type::Squares) => {
                format!("write the squares that are `near`, or `on` whose squares `{word}` stands")
            }
            (Type::Number, Type::Pieces) => {
                format!("a number of them is asked by `has {word} ...`, or `number of ... >= {word}`")
            }
            (Type::Directions, Type::Pieces | Type::Squares) => {
                format!("leave `{word}` out: `{word}` is a set of directions")
            }
            (Type::Bool, _) => format!("say it as a condition: `if {word} and ...`"),
            _ => "words side by side mean all of it at once, so they must be of one type".to_owned(),
        };
        let diagnostic = codes::error(codes::WORDS_CLASH, self.place(atom.span), message).help(help);
        self.report(diagnostic);
    }

    /// `number of X`
    pub(super) fn count(&mut self, inner: &ast::Expr, span: Span) -> Expr {
        let value = self.value(inner, Want::Any);
        if value.is_broken() {
            return self.broken(span);
        }
        let value = match value.node {
            Node::Var(_) if value.of == Type::Kinds => self.fit(value, PIECES, &String::new),
            _ => value,
        };
        if matches!(value.of, Type::Bool | Type::Number) {
            let message = format!(
                "`number of` counts a set, and `{}` is {}",
                wording::expr(inner),
                wording::type_words(value.of)
            );
            self.report(codes::error(codes::WRONG_TYPE, value.place, message));
            return self.broken(span);
        }
        self.make(Type::Number, Node::Count(Box::new(value)), span)
    }
}

/// Whether a value is the same whoever looks.
fn is_same_for_all(value: &Expr) -> bool {
    matches!(
        value.node,
        Node::Bool(_)
            | Node::Number(_)
            | Node::Squares(_)
            | Node::Side(_)
            | Node::Kin(_)
            | Node::Player
            | Node::AllSides
            | Node::AllSquares
            | Node::AllKinds
            | Node::AllEvents
            | Node::It
            | Node::Origin
            | Node::Target
            | Node::Trail
            | Node::Heading
            | Node::Length
            | Node::Castling
            | Node::Continuing
            | Node::Repeats
            | Node::Var(_)
            | Node::Setting(_)
    )
}

/// Whether certain pieces of the position are spoken of.
fn speaks_of_pieces(value: &Expr) -> bool {
    match &value.node {
        Node::It | Node::Target | Node::Var(_) => value.of == Type::Pieces,
        Node::OwnedBy(of, _) | Node::Another(of) | Node::SeenBy(_, of) => speaks_of_pieces(of),
        Node::Both(members) | Node::Either(members) => members.iter().any(speaks_of_pieces),
        _ => false,
    }
}
