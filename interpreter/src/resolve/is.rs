//! What stands behind `is`: states, places, kinds, facts, values. Imports `model`, `types`, `wording`.

use super::types::{PIECES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Compare, Deed, Expr, Node, Type};
use rulemate_grammar::ast::{self, Is};
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// What stands behind `is`.
    pub(super) fn is(&mut self, value: Expr, what: &Is, said: &ast::Expr, span: Span, behind: Span) -> Expr {
        match what {
            Is::Secret => self.is_secret(value, said, span),
            Is::Threatened { by, without } => {
                let target = match value.of {
                    Type::Squares => value,
                    _ => self.fit(value, PIECES, &|| wording::expr(said)),
                };
                let by = by.as_ref().map(|by| self.value(by, PIECES));
                let without = without.as_ref().map(|without| self.value(without, PIECES));
                if target.is_broken() || [&by, &without].into_iter().flatten().any(Expr::is_broken) {
                    return self.broken(span);
                }
                let node = Node::Threatened {
                    target: Box::new(target),
                    by: by.map(Box::new),
                    without: without.map(Box::new),
                };
                self.make(Type::Bool, node, span)
            }
            Is::Taken { by } => {
                let value = self.fit(value, PIECES, &|| wording::expr(said));
                let by = by.as_ref().map(|by| self.value(by, PIECES));
                if value.is_broken() || by.as_ref().is_some_and(Expr::is_broken) {
                    return self.broken(span);
                }
                self.make(Type::Bool, Node::Did(Box::new(value), Deed::IsTaken, by.map(Box::new), None), span)
            }
            Is::At(position) => self.is_at(value, position, said, span),
            Is::Value(what) => self.is_value(value, what, said, span, behind),
        }
    }

    fn is_secret(&mut self, value: Expr, said: &ast::Expr, span: Span) -> Expr {
        if value.is_broken() {
            return value;
        }
        let fact = match &value.node {
            Node::FactOf(fact, of) => Some((*fact, of.clone())),
            Node::SeenBy(kinship, of) => match &of.node {
                Node::FactOf(fact, inner) => {
                    let inner = self.make(inner.of, Node::SeenBy(*kinship, inner.clone()), inner.place.span);
                    Some((*fact, Box::new(inner)))
                }
                _ => None,
            },
            _ => None,
        };
        match fact {
            Some((fact, of)) if self.library.facts[fact.index()].secret => {
                self.make(Type::Bool, Node::Secret(fact, of), span)
            }
            _ => {
                let message = format!("`{}` is no secret fact", wording::expr(said));
                let diagnostic = codes::error(codes::NOT_SECRET, self.place(said.span), message)
                    .help("declare it so: `secret fact den on sides is square`, and ask `own den is secret`");
                self.report(diagnostic);
                self.broken(span)
            }
        }
    }

    fn is_at(&mut self, value: Expr, position: &ast::Position, said: &ast::Expr, span: Span) -> Expr {
        if let ast::Position::On(inner) = position {
            let inner = self.value(inner, Want::Places);
            if value.is_broken() || inner.is_broken() {
                return self.broken(span);
            }
            if inner.of == Type::Pieces && value.of != Type::Squares {
                let value = self.fit(value, PIECES, &|| wording::expr(said));
                if value.is_broken() {
                    return value;
                }
                let carried = self.make(Type::Pieces, Node::CarriedBy(Box::new(inner)), span);
                return self.make(Type::Bool, Node::Is(Box::new(value), Box::new(carried)), span);
            }
            let inner = self.fit(inner, SQUARES, &String::new);
            return self.is_among(value, inner, said, span);
        }
        let squares = self.position(position, span);
        self.is_among(value, squares, said, span)
    }

    /// The square of a value is among these.
    fn is_among(&mut self, value: Expr, squares: Expr, said: &ast::Expr, span: Span) -> Expr {
        let value = self.fit(value, SQUARES, &|| wording::expr(said));
        if value.is_broken() || squares.is_broken() {
            return self.broken(span);
        }
        self.make(Type::Bool, Node::Is(Box::new(value), Box::new(squares)), span)
    }

    /// `is` with a kind, a fact, a meaning or a value.
    fn is_value(
        &mut self,
        value: Expr,
        what: &ast::Expr,
        said: &ast::Expr,
        span: Span,
        behind: Span,
    ) -> Expr {
        let members: Vec<&ast::Expr> = match &what.kind {
            ast::ExprKind::Or(members) => members.iter().collect(),
            _ => vec![what],
        };
        let mut value = value;
        let mut wanted = Vec::new();
        for (at, member) in members.iter().enumerate() {
            let is = self.value(member, Want::Any);
            if value.is_broken() || is.is_broken() {
                return self.broken(span);
            }
            // What a move ends on is a piece or a square, as it is asked.
            if at == 0 && matches!(value.node, Node::Target) && matches!(is.of, Type::Pieces | Type::Squares)
            {
                value.of = is.of;
            }
            if value.of == Type::Number {
                return self.is_number(value, is, member, span);
            }
            let was = is.of;
            match self.try_fit(is, Want::One(value.of)) {
                Ok(is) if value.of != Type::Bool && (value.of != Type::Squares || was != Type::Pieces) => {
                    wanted.push(is);
                }
                Ok(_) => {
                    self.tell_is(&value, was, member, said, members.len() > 1);
                    return self.broken(span);
                }
                Err((is, _)) => {
                    let named = (is.of, value.of) == (Type::Pieces, Type::Kinds);
                    if named {
                        // `kind of x is raging`: the pieces of a word, by their kinds.
                        let place = is.place;
                        wanted.push(Expr { of: Type::Kinds, node: Node::KindsOf(Box::new(is)), place });
                        continue;
                    }
                    self.tell_is(&value, is.of, member, said, members.len() > 1);
                    return self.broken(span);
                }
            }
        }
        self.tell_never_of_kind(&value, &wanted, what.span);
        let is = match wanted.len() {
            1 => wanted.remove(0),
            _ => self.make(value.of, Node::Either(wanted), behind),
        };
        self.make(Type::Bool, Node::Is(Box::new(value), Box::new(is)), span)
    }

    fn is_number(&mut self, value: Expr, is: Expr, member: &ast::Expr, span: Span) -> Expr {
        let is = self.fit(is, Want::One(Type::Number), &|| wording::expr(member));
        if is.is_broken() {
            return is;
        }
        self.tell_facts_of_several(&[&value, &is]);
        self.make(Type::Bool, Node::Compared(Compare::Equal, Box::new(value), Box::new(is)), span)
    }

    /// Tells that a value cannot be what is said behind `is`.
    fn tell_is(&mut self, value: &Expr, found: Type, member: &ast::Expr, said: &ast::Expr, list: bool) {
        let (text, who) = (wording::expr(member), wording::expr(said));
        if value.of == Type::Bool && !who.is_empty() && matches!(text.as_str(), "yes" | "no") {
            let not = if text == "no" { "not " } else { "" };
            let message = format!("`{who}` is yes or no by itself, and is not compared with `{text}`");
            let diagnostic = codes::error(codes::WRONG_IS, self.place(member.span), message)
                .help(format!("write `{not}{who}` alone"));
            self.report(diagnostic);
            return;
        }
        let message = format!(
            "`{text}` is {}, but {} asked to be {}",
            wording::type_words(found),
            if who.is_empty() { "this is".to_owned() } else { format!("`{who}` is") },
            match value.of {
                Type::Pieces => "a kind or to bear a fact",
                Type::Squares => "a square or to bear a fact",
                of => wording::type_words(of),
            }
        );
        let who = if who.is_empty() { "it".to_owned() } else { who };
        let help = match (value.of, found) {
            (Type::Pieces, Type::Squares) => format!("write `{who} is on {text}`"),
            (Type::Squares, Type::Pieces) => format!("write `some {text} is on {who}`"),
            (_, Type::Bool) if list => format!("put the condition first: `{text} or {who} is ...`"),
            (_, Type::Bool) => format!("write `{text}` alone, or `{who} is ... and {text}`"),
            (Type::Pieces, Type::Sides) => format!("write `side of {who} is {text}`, or `{who} is own`"),
            (Type::Pieces, Type::Kinds) => format!("write `kind of {who} is {text}`"),
            (Type::Bool, _) => format!("`{who}` is true or not: write `{who}` or `not {who}` alone"),
            _ => format!("what stands behind `is` must be {}", wording::type_words(value.of)),
        };
        let code = if list { codes::MIXED_OR } else { codes::WRONG_IS };
        let place = self.place(member.span);
        self.report(codes::error(code, place, message).help(help));
    }
}
