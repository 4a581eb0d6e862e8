//! Conditions: `and`, `or`, `not`, and a value with or without something asked of it. Imports `ids`, `model`,
//! `predicate`, `single`, `types`, `wording`.

use super::single::surely_single;
use super::types::Want;
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Expr, Guard, Node, Quantifier, Type};
use rulemate_grammar::ast::{self, ExprKind};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// A condition.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Or(members) => self.joined(expr.span, members, Node::Or),
            ExprKind::And(members) => self.joined(expr.span, members, Node::And),
            ExprKind::Not(inner) => {
                let inner = self.condition(inner);
                self.not(inner, true, expr.span)
            }
            ExprKind::Test { quantifier, subject, predicate, earlier } => {
                if !earlier {
                    return self.test(expr.span, *quantifier, subject, predicate.as_deref());
                }
                // It may have been of another kind then.
                let kinds = self.scope.it_kinds.take();
                let condition = self.test(expr.span, *quantifier, subject, predicate.as_deref());
                self.scope.it_kinds = kinds;
                self.earlier(condition, expr.span)
            }
            ExprKind::Except(..) | ExprKind::Sum(..) | ExprKind::Phrase { .. } => {
                let value = self.value(expr, Want::Any);
                self.holds(value, expr, expr.span)
            }
        }
    }

    /// `if C`, `unless C`, in order.
    pub(super) fn guards(&mut self, guards: &[ast::Guard]) -> Vec<Guard> {
        guards
            .iter()
            .map(|guard| {
                let condition = self.condition(&guard.condition);
                self.tell_anybody(guard, &condition);
                Guard { unless: guard.unless, condition }
            })
            .collect()
    }

    /// Warns of a fact alone as a guard, where it may have been meant of `it`.
    fn tell_anybody(&mut self, guard: &ast::Guard, condition: &Expr) {
        let Node::Any(bearing) = &condition.node else { return };
        let Node::Bearing(fact) = bearing.node else { return };
        let name = self.library.facts[fact.index()].name.clone();
        if self.scope.it != Some(Type::Pieces) || bearing.of != Type::Pieces {
            return;
        }
        let word = if guard.unless { "unless" } else { "if" };
        let message = format!("`{name}` alone asks whether any piece of both sides is {name}");
        self.report(
            Diagnostic::warning(codes::ANYBODY, condition.place, message)
                .help(format!("write `{word} it is {name}`, or `{word} some piece is {name}`")),
        );
    }

    fn joined(&mut self, span: Span, members: &[ast::Expr], node: fn(Vec<Expr>) -> Node) -> Expr {
        let members: Vec<Expr> = members.iter().map(|member| self.condition(member)).collect();
        if members.iter().any(Expr::is_broken) {
            return self.broken(span);
        }
        self.make(Type::Bool, node(members), span)
    }

    /// The opposite of a condition, if `not`.
    pub(super) fn not(&self, condition: Expr, not: bool, span: Span) -> Expr {
        if condition.is_broken() || !not {
            return condition;
        }
        self.make(Type::Bool, Node::Not(Box::new(condition)), span)
    }

    /// A value alone as a condition: it is true, or has a member.
    fn holds(&mut self, value: Expr, said: &ast::Expr, span: Span) -> Expr {
        match value.of {
            _ if value.is_broken() => value,
            Type::Bool => value,
            Type::Number => {
                let text = wording::expr(said);
                let diagnostic = codes::error(
                    codes::NOT_A_CONDITION,
                    value.place,
                    format!("`{text}` is a number, and no condition"),
                )
                .help(format!("compare it: `{text} > 0`"));
                self.report(diagnostic);
                self.broken(span)
            }
            _ if is_always_there(&value) => {
                let text = wording::expr(said);
                let message = format!("`{text}` is always there: as a condition it says nothing");
                let help = match value.of {
                    Type::Squares => format!("say what is asked of it: `some piece is on {text}`"),
                    Type::Directions => format!("say what is asked of it: `heading is {text}`"),
                    Type::Sides => format!("say what is asked of it: `{text} has 1 piece`"),
                    _ => format!("say what is asked of it: `{text} is ...`"),
                };
                self.report(codes::error(codes::ALWAYS_THERE, value.place, message).help(help));
                self.broken(span)
            }
            _ => self.make(Type::Bool, Node::Any(Box::new(value)), span),
        }
    }

    fn test(
        &mut self,
        span: Span,
        quantifier: Option<ast::Quantifier>,
        subject: &ast::Expr,
        predicate: Option<&ast::Predicate>,
    ) -> Expr {
        let line = wording::single_word(subject).and_then(|(word, _)| Self::lines(word));
        if let (Some(line), Some(quantifier), Some(predicate)) = (line, quantifier, predicate) {
            let var = self.scope.fresh();
            let member = self.make(Type::Squares, Node::Var(var), subject.span);
            let condition = self.predicate(member, predicate, subject);
            if condition.is_broken() {
                return condition;
            }
            let node = Node::EveryLine(quantified(quantifier), line, var, Box::new(condition));
            return self.make(Type::Bool, node, span);
        }
        if let Some(condition) = self.of_game(span, subject, predicate) {
            return condition;
        }
        let value = self.value(subject, Want::Any);
        if quantifier.is_some() && self.tell_one_side(&value, subject) {
            return self.broken(span);
        }
        let Some(predicate) = predicate else {
            return self.bare(span, quantifier, value, subject);
        };
        let Some(quantifier) = quantifier else {
            if value.of == Type::Number && matches!(value.node, Node::FactOf(..)) {
                // Told of where it is compared.
            } else if !surely_single(&value) && !asks_whole(predicate, value.of) {
                self.tell_several(&value, subject);
                return self.broken(span);
            }
            return self.predicate(value, predicate, subject);
        };
        if !value.is_broken() && matches!(value.of, Type::Bool | Type::Number) {
            let message = format!(
                "`{}` is {}: there is nothing to count in it",
                wording::expr(subject),
                wording::type_words(value.of)
            );
            let diagnostic = codes::error(codes::WRONG_TYPE, value.place, message)
                .help("leave `each`, `some` or `no` out");
            self.report(diagnostic);
            return self.broken(span);
        }
        // What has happened, and threats, are asked of a whole set: some of it did.
        let not = quantifier == ast::Quantifier::No;
        if quantifier != ast::Quantifier::Each && asks_some(predicate) {
            let condition = self.predicate(value, predicate, subject);
            return self.not(condition, not, span);
        }
        let var = self.scope.fresh();
        // A kind's pieces, not the kind, are asked.
        let value = match value.of {
            Type::Kinds if asks_pieces(predicate) => self.fit(value, super::types::PIECES, &String::new),
            _ => value,
        };
        let member = Expr { of: value.of, node: Node::Var(var), place: value.place };
        let condition =
            if value.is_broken() { value.clone() } else { self.predicate(member, predicate, subject) };
        if condition.is_broken() {
            return condition;
        }
        let node = Node::Every(quantified(quantifier), Box::new(value), var, Box::new(condition));
        self.make(Type::Bool, node, span)
    }

    /// Tells of `each`, `some` or `no` before a word for one side; says whether it is one.
    fn tell_one_side(&mut self, value: &Expr, said: &ast::Expr) -> bool {
        let text = wording::expr(said);
        let message = match value.node {
            Node::Player => format!("`{text}` is one side, the one whose turn it is"),
            Node::Side(_) | Node::Kin(_) => format!("`{text}` is one side"),
            Node::It => format!("`{text}` is one, the one that the sentence is about"),
            _ => return false,
        };
        let diagnostic = codes::error(codes::ONE_SIDE, value.place, message).help(match value.node {
            Node::Player => {
                "write `side` behind `each`, `some` or `no` for both: `each side has ...`".to_owned()
            }
            Node::It => "leave `each`, `some` or `no` out".to_owned(),
            _ => format!("write `{text}` alone, or `each side` for both"),
        });
        self.report(diagnostic);
        true
    }

    /// A value with `some`, `no` or nothing before it, and nothing asked of it.
    fn bare(
        &mut self,
        span: Span,
        quantifier: Option<ast::Quantifier>,
        value: Expr,
        said: &ast::Expr,
    ) -> Expr {
        match quantifier {
            None => self.holds(value, said, span),
            Some(ast::Quantifier::Some) => self.holds(value, said, span),
            Some(ast::Quantifier::No) => {
                let condition = self.holds(value, said, span);
                self.not(condition, true, span)
            }
            Some(ast::Quantifier::Each) => {
                if !value.is_broken() {
                    let text = wording::expr(said);
                    let diagnostic = codes::error(
                        codes::NOT_A_CONDITION,
                        self.place(span),
                        format!("nothing is asked of each of `{text}`"),
                    )
                    .help(format!(
                        "say what: `each {text} is ...`; or `some {text}` for whether there is one"
                    ));
                    self.report(diagnostic);
                }
                self.broken(span)
            }
        }
    }

    /// `game is F`
    fn of_game(
        &mut self,
        span: Span,
        subject: &ast::Expr,
        predicate: Option<&ast::Predicate>,
    ) -> Option<Expr> {
        let (word, _) = wording::single_word(subject)?;
        let ast::PredicateKind::Is { not, what: ast::Is::Value(fact) } = &predicate?.kind else {
            return None;
        };
        if word != "game" {
            return None;
        }
        let fact = self.condition(fact);
        Some(self.not(fact, *not, span))
    }

    /// Tells that a subject may have several members.
    pub(super) fn tell_several(&mut self, value: &Expr, said: &ast::Expr) {
        if value.is_broken() {
            return;
        }
        let text = wording::expr(said);
        let message = format!("`{text}` may be several {}", several(value.of));
        let mut help = format!("say `some {text}`, `each {text}` or `no {text}`");
        if matches!(said.kind, ExprKind::Or(_)) {
            help = format!("say `some ({text})`, `each ({text})` or `no ({text})`");
        }
        self.report(codes::error(codes::SEVERAL, value.place, message).help(help));
    }
}

/// Whether a set has members whatever the position is.
fn is_always_there(value: &Expr) -> bool {
    match &value.node {
        Node::Squares(squares) => !squares.is_empty(),
        Node::Ranks(..)
        | Node::Directions(_)
        | Node::Kinds(_)
        | Node::Side(_)
        | Node::Kin(_)
        | Node::Player
        | Node::AllSides
        | Node::AllSquares
        | Node::AllKinds
        | Node::Origin => true,
        Node::Either(members) => members.iter().any(is_always_there),
        _ => false,
    }
}

fn several(of: Type) -> &'static str {
    match of {
        Type::Sides => "sides",
        of => wording::type_words(of),
    }
}

/// The model's quantifier.
fn quantified(quantifier: ast::Quantifier) -> Quantifier {
    match quantifier {
        ast::Quantifier::Each => Quantifier::Each,
        ast::Quantifier::Some => Quantifier::Some,
        ast::Quantifier::No => Quantifier::No,
    }
}

/// Whether what is asked of a set holds if it holds of some member: such things are asked of the whole set.
fn asks_some(predicate: &ast::Predicate) -> bool {
    match &predicate.kind {
        ast::PredicateKind::Does { .. }
        | ast::PredicateKind::CouldTake { .. }
        | ast::PredicateKind::Threatens { .. } => true,
        ast::PredicateKind::Is { not, what } => {
            !not && matches!(what, ast::Is::Threatened { .. } | ast::Is::Taken { .. })
        }
        _ => false,
    }
}

/// Whether a set is asked as a whole: compared with another, or, of squares, how many of something it has.
fn asks_whole(predicate: &ast::Predicate, of: Type) -> bool {
    match &predicate.kind {
        ast::PredicateKind::Compare(comparison, _) => {
            matches!(comparison, ast::Comparison::Equal | ast::Comparison::Different)
        }
        ast::PredicateKind::Has(..) => of == Type::Squares,
        _ => false,
    }
}

/// Whether only pieces can be asked this.
fn asks_pieces(predicate: &ast::Predicate) -> bool {
    match &predicate.kind {
        ast::PredicateKind::Is { what, .. } => !matches!(what, ast::Is::Value(_)),
        ast::PredicateKind::Compare(..) | ast::PredicateKind::Has(..) => false,
        _ => true,
    }
}
