//! Values: words side by side, `of`, and what stands behind a phrase. Imports `ids`, `model`, `types`, `words`,
//! `wording`.

use super::types::{NUMBER, PIECES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Arithmetic, Expr, Node, Type};
use rulemate_grammar::ast::{self, Atom, AtomKind, ExprKind, ModifierKind};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// A value of the wanted type.
    pub(super) fn value(&mut self, expr: &ast::Expr, want: Want) -> Expr {
        let value = match &expr.kind {
            ExprKind::Or(members) => return self.or_value(expr, members, want),
            ExprKind::And(_) | ExprKind::Not(_) => self.condition(expr),
            ExprKind::Test { quantifier: None, subject, predicate: None, earlier } => {
                let value = self.value(subject, Want::Any);
                if *earlier { self.earlier(value, expr.span) } else { value }
            }
            ExprKind::Test { .. } => self.condition(expr),
            ExprKind::Except(first, rest) => return self.except(expr, first, rest, want),
            ExprKind::Sum(left, operator, right) => self.calculation(expr.span, left, *operator, right),
            ExprKind::Phrase { words, modifiers } => self.phrase(expr.span, words, modifiers),
        };
        self.fit(value, want, &|| wording::expr(expr))
    }

    fn or_value(&mut self, expr: &ast::Expr, members: &[ast::Expr], want: Want) -> Expr {
        if want == Want::Any && members.iter().any(is_condition) {
            return self.condition(expr);
        }
        let mut values = Vec::new();
        for member in members {
            values.push((self.value(member, Want::Any), member));
        }
        if values.iter().any(|(value, _)| value.is_broken()) {
            return self.broken(expr.span);
        }
        if want == Want::Any && values.iter().all(|(value, _)| value.of == Type::Bool) {
            return self.condition(expr);
        }
        let set = values.iter().find(|(value, _)| value.of != Type::Bool);
        let condition = values.iter().find(|(value, _)| value.of == Type::Bool);
        if let (Some((set, set_said)), Some((condition, said))) = (set, condition) {
            let (set_said, said) = (wording::expr(set_said), wording::expr(said));
            let message = format!(
                "`{said}` is a condition, but `or` joins it to `{set_said}`, which is {}",
                wording::type_words(set.of)
            );
            let diagnostic = codes::error(codes::MIXED_OR, condition.place, message)
                .also(set.place, wording::type_words(set.of).to_owned())
                .help(format!("put the condition first: `{said} or ...`, or say the whole of both"));
            self.report(diagnostic);
            return self.broken(expr.span);
        }
        let squares = values.iter().all(|(value, _)| value.of == Type::Squares);
        if let ([first, second, ..], true) = (members, squares)
            && is_half_a_place(first, second)
        {
            let message = "`or` joins all that stands before it with the place behind it";
            let place = self.place(first.span.to(second.span));
            self.report(
                Diagnostic::warning(rulemate_grammar::codes::AND_OR, place, message)
                    .help("put brackets around the places, as in `empty on (file a or file h)`"),
            );
        }
        let values = self.agree(values, want);
        if values.iter().any(Expr::is_broken) {
            return self.broken(expr.span);
        }
        let of = values.first().map_or(Type::Bool, |value| value.of);
        self.make(of, Node::Either(values), expr.span)
    }

    fn except(&mut self, expr: &ast::Expr, first: &ast::Expr, rest: &[ast::Expr], want: Want) -> Expr {
        let mut values = vec![(self.value(first, Want::Any), first)];
        for each in rest {
            let value = self.value(each, Want::Any);
            values.push((value, each));
        }
        if let Some((wrong, said)) = values
            .iter()
            .find(|(value, _)| !value.is_broken() && matches!(value.of, Type::Bool | Type::Number))
        {
            let message = format!(
                "`{}` is {}: `except` leaves members of a set out",
                wording::expr(said),
                wording::type_words(wrong.of)
            );
            let diagnostic = codes::error(codes::WRONG_TYPE, wrong.place, message)
                .help("write `unless` before a condition");
            self.report(diagnostic);
            return self.broken(expr.span);
        }
        let mut values = self.agree(values, want);
        if values.iter().any(Expr::is_broken) {
            return self.broken(expr.span);
        }
        let first = values.remove(0);
        let value = self.make(first.of, Node::Except(Box::new(first), values), expr.span);
        self.fit(value, want, &|| wording::expr(expr))
    }

    fn calculation(
        &mut self,
        span: Span,
        left: &ast::Expr,
        operator: ast::Operator,
        right: &ast::Expr,
    ) -> Expr {
        let left = self.value(left, NUMBER);
        let right = self.value(right, NUMBER);
        if left.is_broken() || right.is_broken() {
            return self.broken(span);
        }
        self.tell_facts_of_several(&[&left, &right]);
        if operator == ast::Operator::Remainder && matches!(right.node, Node::Number(0)) {
            let diagnostic = codes::error(codes::BY_ZERO, right.place, "nothing can be divided by 0")
                .help("write what it is to be divided by: `% 2` is 0 for even numbers");
            self.report(diagnostic);
            return self.broken(span);
        }
        let operator = match operator {
            ast::Operator::Plus => Arithmetic::Add,
            ast::Operator::Minus => Arithmetic::Subtract,
            ast::Operator::Times => Arithmetic::Multiply,
            ast::Operator::Remainder => Arithmetic::Remainder,
        };
        self.make(Type::Number, Node::Calculate(operator, Box::new(left), Box::new(right)), span)
    }

    /// A value as it was when the turn began.
    pub(super) fn earlier(&self, value: Expr, span: Span) -> Expr {
        if value.is_broken() {
            return value;
        }
        self.make(value.of, Node::Earlier(Box::new(value)), span)
    }

    /// A phrase with all that stands behind it.
    fn phrase(&mut self, span: Span, words: &[Vec<Atom>], modifiers: &[ast::Modifier]) -> Expr {
        let mut value: Option<Expr> = None;
        for group in words.iter().rev() {
            value = Some(match value {
                Some(broken) if broken.is_broken() => broken,
                of => self.group(group, of),
            });
        }
        let mut value = value.unwrap_or_else(|| self.broken(span));
        let said = || words.iter().map(|group| wording::atoms(group)).collect::<Vec<_>>().join(" of ");
        let mark = self.scope.enter();
        let mut places = Vec::new();
        if value.of == Type::Squares && !value.is_broken() {
            places.push((value.clone(), None));
        }
        let mut modifiers = modifiers.iter().peekable();
        while let Some(modifier) = modifiers.next() {
            value = match &modifier.kind {
                ModifierKind::At(position) => {
                    self.located(value, position, modifier.span, &mut places, &said)
                }
                ModifierKind::That(predicates) => self.that(value, predicates, modifier.span, &said),
                ModifierKind::Earlier => self.earlier(value, span),
                // Without a name before it, which is told of where it was read.
                ModifierKind::With(_) => self.broken(span),
                ModifierKind::Named(name) => match modifiers.next().map(|next| &next.kind) {
                    Some(ModifierKind::With(condition)) => {
                        self.those(value, Some(name), span, |resolver, _| resolver.condition(condition))
                    }
                    _ => self.broken(span),
                },
            };
        }
        self.scope.leave(mark);
        Expr { place: self.place(span), ..value }
    }

    /// Words side by side, before what stands behind `of`.
    fn group(&mut self, atoms: &[Atom], of: Option<Expr>) -> Expr {
        let Some((head, mut before)) = atoms.split_last() else {
            return self.broken(Span::default());
        };
        let span = atoms.first().map_or(head.span, |first| first.span.to(head.span));
        if self.tell_doubled(atoms) || of.is_none() && self.tell_line_by_place(before.last(), head) {
            return self.broken(span);
        }
        let mut value = match of {
            Some(of) => self.function(head, of),
            None => {
                // A fact of sides, a hand, a side: whose is said by the word before.
                if let Some((whose, rest)) = before.split_last() {
                    if let Some(value) = self.of_side(whose, head) {
                        before = rest;
                        value
                    } else {
                        self.noun(head)
                    }
                } else {
                    self.noun(head)
                }
            }
        };
        if value.of == Type::Directions && !value.is_broken() {
            let (parts, rest) = self.direction_words(head, value, before, span);
            value = parts;
            before = rest;
        }
        for (at, atom) in before.iter().enumerate().rev() {
            if value.is_broken() {
                return value;
            }
            value = self.narrowed(atom, value, &atoms[at + 1..], span);
        }
        value
    }

    /// Tells of a word that stands twice among words side by side.
    fn tell_doubled(&mut self, atoms: &[Atom]) -> bool {
        let is_same = |one: &Atom, other: &Atom| match (&one.kind, &other.kind) {
            (AtomKind::Word(one), AtomKind::Word(other)) => {
                one.strip_suffix('s').unwrap_or(one) == other.strip_suffix('s').unwrap_or(other)
            }
            (AtomKind::Square(..), AtomKind::Square(..)) => one.kind == other.kind,
            _ => false,
        };
        let again = atoms.iter().enumerate().find_map(|(at, atom)| {
            let first = atoms[..at].iter().find(|before| is_same(before, atom))?;
            Some((first, atom))
        });
        let Some((first, atom)) = again else { return false };
        let message = format!("`{}` is said twice", wording::atom(atom));
        let diagnostic = codes::error(codes::WORDS_CLASH, self.place(atom.span), message)
            .also(self.place(first.span), "said before")
            .help("leave one of both out");
        self.report(diagnostic);
        true
    }

    /// Tells of `last rank` and `first file`: ranks have numbers, and files letters.
    fn tell_line_by_place(&mut self, before: Option<&Atom>, head: &Atom) -> bool {
        let (Some(Atom { kind: AtomKind::Word(place), span }), AtomKind::Word(line)) = (before, &head.kind)
        else {
            return false;
        };
        let rank = matches!(line.as_str(), "rank" | "ranks");
        if !rank && !matches!(line.as_str(), "file" | "files") {
            return false;
        }
        let size = self.library.size;
        let most = size.map_or(8, |size| if rank { size.ranks } else { size.files });
        let Some(number) = super::words::number_of_line(place, most) else { return false };
        let (message, right) = if rank {
            (
                format!("`{place} {line}` has a number, counted from its owner's side"),
                format!("rank {number}"),
            )
        } else {
            let letter = char::from(b'a' + (number - 1));
            (format!("`{place} {line}` has a letter"), format!("file {letter}"))
        };
        let diagnostic = codes::error(codes::BARE_WORD, self.place(span.to(head.span)), message)
            .help(format!("write `{right}`"));
        self.report(diagnostic);
        true
    }

    /// Direction words side by side: the directions that have a part in all.
    fn direction_words<'b>(
        &mut self,
        head: &Atom,
        value: Expr,
        before: &'b [Atom],
        span: Span,
    ) -> (Expr, &'b [Atom]) {
        let mut parts = vec![(value, is_primitive(head))];
        let mut rest = before;
        while let Some((atom, earlier)) = rest.split_last() {
            if self.kinship(atom).is_some() {
                break;
            }
            let part = self.noun(atom);
            if part.is_broken() {
                return (part, &[]);
            }
            if part.of != Type::Directions {
                self.clash(atom, part.of, Type::Directions);
                return (self.broken(span), &[]);
            }
            parts.push((part, is_primitive(atom)));
            rest = earlier;
        }
        parts.reverse();
        if parts.len() == 1 {
            return (parts.remove(0).0, rest);
        }
        if self.parts_of(&parts).is_some_and(|found| found.is_empty()) {
            let said: Vec<String> = atoms_of(before, rest, head).map(wording::atom).collect();
            let message = format!("no direction is `{}`", said.join(" "));
            let diagnostic = codes::error(codes::NO_DIRECTION, self.place(span), message).help(format!(
                "words side by side narrow each other; write `{}` for each of them",
                said.join(" or ")
            ));
            self.report(diagnostic);
            return (self.broken(span), &[]);
        }
        (self.make(Type::Directions, Node::Parts(parts), span), rest)
    }

    /// `on X`, `near X` and the like behind a phrase.
    fn located(
        &mut self,
        value: Expr,
        position: &ast::Position,
        span: Span,
        places: &mut Vec<(Expr, Option<String>)>,
        said: &dyn Fn() -> String,
    ) -> Expr {
        let value = if value.of == Type::Squares { value } else { self.fit(value, PIECES, said) };
        if let ast::Position::On(inner) = position {
            let words = wording::expr(inner);
            let inner = self.value(inner, Want::Places);
            if value.is_broken() || inner.is_broken() {
                return self.broken(span);
            }
            let here = (inner, Some(words));
            if self.tell_elsewhere(places, &here, span) {
                return self.broken(span);
            }
            let inner = here.0.clone();
            places.push(here);
            return match (value.of, inner.of) {
                (Type::Squares, Type::Squares) => self.intersection(value, inner, span),
                (Type::Squares, _) => {
                    let squares = self.fit(inner, SQUARES, &String::new);
                    self.intersection(value, squares, span)
                }
                (_, Type::Squares) if !matches!(value.node, Node::Taken(_)) => {
                    let there = self.make(Type::Pieces, Node::StandingOn(Box::new(inner)), span);
                    self.intersection(value, there, span)
                }
                (_, Type::Squares) => self.at_squares(value, inner, span),
                _ => {
                    let there = self.make(Type::Pieces, Node::CarriedBy(Box::new(inner)), span);
                    self.intersection(value, there, span)
                }
            };
        }
        let squares = self.position(position, span);
        if value.is_broken() || squares.is_broken() {
            return self.broken(span);
        }
        let here = (squares, None);
        if self.tell_elsewhere(places, &here, span) {
            return self.broken(span);
        }
        let squares = here.0.clone();
        places.push(here);
        if value.of == Type::Squares {
            return self.intersection(value, squares, span);
        }
        self.at_squares(value, squares, span)
    }

    /// Those pieces of a set whose square, or last square, is among these.
    fn at_squares(&mut self, value: Expr, squares: Expr, span: Span) -> Expr {
        self.those(value, None, span, |resolver, member| {
            let square = resolver.make(Type::Squares, Node::SquaresOf(Box::new(member)), span);
            resolver.make(Type::Bool, Node::Is(Box::new(square), Box::new(squares)), span)
        })
    }

    /// The squares of a position that is not `on`.
    pub(super) fn position(&mut self, position: &ast::Position, span: Span) -> Expr {
        let node = match position {
            ast::Position::On(inner) => return self.value(inner, SQUARES),
            ast::Position::Near(inner) => {
                let inner = self.value(inner, SQUARES);
                if inner.is_broken() {
                    return inner;
                }
                Node::Near(Box::new(inner))
            }
            ast::Position::Within(number, inner) => {
                let inner = self.value(inner, SQUARES);
                if inner.is_broken() {
                    return inner;
                }
                Node::Within(u8::try_from(number.value).unwrap_or(u8::MAX), Box::new(inner))
            }
            ast::Position::Met(path, from) => {
                let mut from = self.value(from, SQUARES);
                let path = self.whole_path(path);
                if from.is_broken() {
                    return from;
                }
                // A piece stays a piece: it is who looks.
                if let Node::SquaresOf(piece) = from.node {
                    from = *piece;
                }
                Node::Met(Box::new(path), Box::new(from))
            }
        };
        self.make(Type::Squares, node, span)
    }

    /// Those members of a set for which a condition holds.
    pub(super) fn those(
        &mut self,
        set: Expr,
        name: Option<&ast::Name>,
        span: Span,
        condition: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        if !set.is_broken() && matches!(set.of, Type::Bool | Type::Number) {
            let message = format!("this is {}, and has no members", wording::type_words(set.of));
            self.report(codes::error(codes::WRONG_TYPE, set.place, message));
            return self.broken(span);
        }
        let mark = self.scope.enter();
        let var = match name {
            Some(name) => self.bind(name, set.of),
            None => self.scope.fresh(),
        };
        let member = Expr { of: set.of, node: Node::Var(var), place: set.place };
        let condition = condition(self, member);
        self.scope.leave(mark);
        if set.is_broken() || condition.is_broken() {
            return self.broken(span);
        }
        self.make(set.of, Node::Those(Box::new(set), var, Box::new(condition)), span)
    }

    /// Behind `toward` and `away from`: squares or a direction.
    pub(super) fn whence(&mut self, expr: &ast::Expr) -> Expr {
        let value = self.value(expr, Want::Any);
        if value.of == Type::Directions || value.is_broken() {
            return value;
        }
        self.fit(value, SQUARES, &|| wording::expr(expr))
    }
}

/// The words of a group from the first that was joined on.
fn atoms_of<'b>(before: &'b [Atom], rest: &[Atom], head: &'b Atom) -> impl Iterator<Item = &'b Atom> {
    before[rest.len()..].iter().chain([head])
}

/// Whether something is surely a condition, by its form.
fn is_condition(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::And(_) | ExprKind::Not(_) => true,
        ExprKind::Test { quantifier, predicate, .. } => quantifier.is_some() || predicate.is_some(),
        ExprKind::Or(members) => members.iter().any(is_condition),
        ExprKind::Except(..) | ExprKind::Sum(..) | ExprKind::Phrase { .. } => false,
    }
}

/// Whether a direction word among several stands for every direction with a part in it.
fn is_primitive(atom: &Atom) -> bool {
    matches!(&atom.kind, AtomKind::Word(word)
        if matches!(word.as_str(), "forward" | "backward" | "left" | "right" | "onward"))
}

/// `empty on file a or file h`: what is on one file, and all of the other.
fn is_half_a_place(before: &ast::Expr, behind: &ast::Expr) -> bool {
    let ExprKind::Phrase { modifiers, .. } = &before.kind else { return false };
    match modifiers.last().map(|last| &last.kind) {
        Some(ModifierKind::At(ast::Position::On(place))) => is_bare_place(place) && is_bare_place(behind),
        _ => false,
    }
}

/// `rank 4`, `file a`, `e4`, and nothing besides.
fn is_bare_place(value: &ast::Expr) -> bool {
    let ExprKind::Phrase { words, modifiers } = &value.kind else { return false };
    let [atoms] = &words[..] else { return false };
    let [atom] = &atoms[..] else { return false };
    modifiers.is_empty()
        && matches!(atom.kind, AtomKind::Square(..) | AtomKind::Rank(..) | AtomKind::File(..))
}
