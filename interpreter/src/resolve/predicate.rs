//! What is asked of a value: `is`, `has`, `could take`, `moves` and the like. Imports `ids`, `model`, `types`,
//! `words`, `wording`.

use super::names::{LabelUse, Named};
use super::never::is_movers;
use super::types::{DIRECTIONS, KINDS, PIECES, SIDES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::ids::LabelId;
use crate::model::{Compare, Deed, Expr, Node, Type, Verb};
use rulemate_grammar::ast::{self, PredicateKind};
use rulemate_grammar::source::Span;

/// Makes `could take` or `threatens`.
type Capability = fn(Box<Expr>, Option<Box<Expr>>, Option<LabelId>) -> Node;

impl Resolver<'_> {
    /// `X that PRED and PRED`
    pub(super) fn that(
        &mut self,
        value: Expr,
        predicates: &[ast::Predicate],
        span: Span,
        said: &dyn Fn() -> String,
    ) -> Expr {
        let value = match value.of {
            Type::Kinds if matches!(value.node, Node::Var(_)) => self.fit(value, PIECES, said),
            _ => value,
        };
        let subject = ast::Expr {
            span: value.place.span,
            kind: ast::ExprKind::Phrase { words: Vec::new(), modifiers: Vec::new() },
        };
        let place = value.place.span.to(span);
        self.those(value, None, place, |resolver, member| {
            let mut conditions: Vec<Expr> = Vec::new();
            for predicate in predicates {
                conditions.push(resolver.predicate(member.clone(), predicate, &subject));
            }
            match conditions.len() {
                1 => conditions.remove(0),
                _ if conditions.iter().any(Expr::is_broken) => resolver.broken(span),
                _ => resolver.make(Type::Bool, Node::And(conditions), span),
            }
        })
    }

    /// Something asked of a value, which `said` wrote.
    pub(super) fn predicate(&mut self, value: Expr, predicate: &ast::Predicate, said: &ast::Expr) -> Expr {
        let span = said.span.to(predicate.span);
        match &predicate.kind {
            PredicateKind::Compare(comparison, other) => self.compared(value, *comparison, other, said, span),
            PredicateKind::Has(number, what) => self.has(value, *number, what, said, span),
            PredicateKind::Can { not, verb, object, by } => {
                self.can(value, (*not, verb, object.as_ref(), by.as_ref()), said, span)
            }
            PredicateKind::CanReach { not, condition } => {
                let sides = self.fit(value, SIDES, &|| wording::expr(said));
                let kinds = self.scope.it_kinds.take();
                let condition = self.condition(condition);
                self.scope.it_kinds = kinds;
                if sides.is_broken() || condition.is_broken() {
                    return self.broken(span);
                }
                let node = Node::CanReach(Box::new(sides), Box::new(condition));
                let reach = self.make(Type::Bool, node, span);
                self.not(reach, *not, span)
            }
            PredicateKind::CouldTake { object, by } => {
                self.capable(value, object.as_ref(), by.as_ref(), said, span, Node::CouldTake)
            }
            PredicateKind::Threatens { object, by } => {
                self.capable(value, object.as_ref(), by.as_ref(), said, span, Node::Threatens)
            }
            PredicateKind::Does { verb, object, by } => {
                self.does(value, verb, object.as_ref(), by.as_ref(), said, span)
            }
            PredicateKind::Is { not, what } => {
                let condition = self.is(value, what, said, span, predicate.span);
                self.not(condition, *not, span)
            }
        }
    }

    fn compared(
        &mut self,
        value: Expr,
        comparison: ast::Comparison,
        other: &ast::Expr,
        said: &ast::Expr,
        span: Span,
    ) -> Expr {
        let other_said = || wording::expr(other);
        let right = self.value(other, Want::Any);
        if value.is_broken() || right.is_broken() {
            return self.broken(span);
        }
        let (left, right) = match self.try_fit(right, Want::One(value.of)) {
            Ok(right) => (value, right),
            Err((right, _)) => match self.try_fit(value, Want::One(right.of)) {
                Ok(left) => (left, right),
                Err((left, _)) => {
                    let message = format!(
                        "`{}` is {}, and `{}` is {}: they cannot be compared",
                        wording::expr(said),
                        wording::type_words(left.of),
                        other_said(),
                        wording::type_words(right.of)
                    );
                    let diagnostic = codes::error(codes::COMPARED, self.place(span), message)
                        .help("compare values of one type; `number of ...` makes a number of a set");
                    self.report(diagnostic);
                    return self.broken(span);
                }
            },
        };
        self.tell_facts_of_several(&[&left, &right]);
        let is = if comparison == ast::Comparison::Different { "is not" } else { "is" };
        if self.tell_compared_with_many([&left, &right], [said, other], is, span) {
            return self.broken(span);
        }
        let comparison = match comparison {
            ast::Comparison::Equal => Compare::Equal,
            ast::Comparison::Different => Compare::Different,
            ast::Comparison::Less => Compare::Less,
            ast::Comparison::AtMost => Compare::AtMost,
            ast::Comparison::More => Compare::More,
            ast::Comparison::AtLeast => Compare::AtLeast,
        };
        if left.of != Type::Number && !matches!(comparison, Compare::Equal | Compare::Different) {
            let message = format!(
                "only numbers are less or more, and `{}` is {}",
                wording::expr(said),
                wording::type_words(left.of)
            );
            let diagnostic = codes::error(codes::COMPARED, self.place(span), message)
                .help("write `number of`, `rank of` or `file of` before it, or compare by `=`");
            self.report(diagnostic);
            return self.broken(span);
        }
        self.make(Type::Bool, Node::Compared(comparison, Box::new(left), Box::new(right)), span)
    }

    /// Tells of one piece or square that is compared with a word for many: it never is the same as all of them.
    fn tell_compared_with_many(
        &mut self,
        [left, right]: [&Expr; 2],
        [said, other]: [&ast::Expr; 2],
        is: &str,
        span: Span,
    ) -> bool {
        let (one, many, who, what) = if is_of_the_move(left) {
            (left, right, said, other)
        } else if is_of_the_move(right) {
            (right, left, other, said)
        } else {
            return false;
        };
        if !matches!(one.of, Type::Pieces | Type::Squares) || many.is_broken() || self.may_be_one(many) {
            return false;
        }
        let (who, what) = (wording::expr(who), wording::expr(what));
        let message = format!("`=` asks whether both are the same, and `{what}` may be several");
        let on = if one.of == Type::Squares { "on " } else { "" };
        let diagnostic = codes::error(codes::COMPARED, self.place(span), message)
            .help(format!("write `{who} {is} {on}{what}`"));
        self.report(diagnostic);
        true
    }

    fn has(
        &mut self,
        value: Expr,
        number: Option<u32>,
        what: &ast::Expr,
        said: &ast::Expr,
        span: Span,
    ) -> Expr {
        let what_value = self.value(what, Want::Any);
        if value.is_broken() || what_value.is_broken() {
            return self.broken(span);
        }
        let (who, what_value) = match value.of {
            Type::Sides => {
                let what_value = match what_value.of {
                    Type::Squares => what_value,
                    _ => self.fit(what_value, PIECES, &|| wording::expr(what)),
                };
                (value, what_value)
            }
            Type::Squares => {
                let what_value = match what_value.of {
                    Type::Squares => what_value,
                    _ => self.fit(what_value, PIECES, &|| wording::expr(what)),
                };
                (value, what_value)
            }
            of => {
                let message =
                    format!("sides, ranks and files have something, and this is {}", wording::type_words(of));
                let diagnostic = codes::error(codes::HAS, value.place, message)
                    .help(format!("write `some {} is ...`, or `each side has ...`", wording::expr(said)));
                self.report(diagnostic);
                return self.broken(span);
            }
        };
        if what_value.is_broken() {
            return what_value;
        }
        let not = number == Some(0);
        let least = number.unwrap_or(1).max(1);
        let node = Node::Has(Box::new(who), least, Box::new(what_value));
        let has = self.make(Type::Bool, node, span);
        self.not(has, not, span)
    }

    /// `can move`, and rights that a condition asks.
    fn can(
        &mut self,
        value: Expr,
        (not, verb, object, by): (bool, &ast::Name, Option<&ast::Object>, Option<&ast::Name>),
        said: &ast::Expr,
        span: Span,
    ) -> Expr {
        let right = match verb.text.as_str() {
            // Told of where it was read: conditions ask `could take`.
            "take" => return self.broken(span),
            "move" if value.of == Type::Sides && object.is_none() => {
                if let Some(by) = by {
                    let diagnostic = codes::error(
                        codes::CAN,
                        self.place(by.span),
                        "`can move` asks whether there is any turn, not by which move",
                    )
                    .help("write `own side can (some own piece moves by ...)`");
                    self.report(diagnostic);
                    return self.broken(span);
                }
                let can = self.make(Type::Bool, Node::CanMove(Box::new(value)), span);
                return self.not(can, not, span);
            }
            "move" | "act" => {
                let message = format!(
                    "whether there is a turn is asked of a side, not of {}",
                    wording::type_words(value.of)
                );
                let diagnostic = codes::error(codes::CAN, self.place(verb.span), message)
                    .help(format!("write `own side can (some own piece {}s)`", verb.text));
                self.report(diagnostic);
                return self.broken(span);
            }
            "see" => Verb::See,
            "stop" => Verb::Stop,
            "pass" => Verb::Pass,
            _ => {
                let message = format!("`can {}` is nothing that a condition asks", verb.text);
                let help = match verb.text.as_str() {
                    "threaten" => "write `threatens`",
                    "promote" => "write `own side can (some own piece promotes)`",
                    _ => {
                        "write `can move`, `can (...)`, `could take`, `can see`, `can pass` or `can stop on`"
                    }
                };
                self.report(codes::error(codes::CAN, self.place(verb.span), message).help(help));
                return self.broken(span);
            }
        };
        let value = self.fit(value, PIECES, &|| wording::expr(said));
        let object = match (right, object) {
            (_, None) => None,
            (Verb::See, Some(ast::Object::Plain(object))) => Some(self.value(object, PIECES)),
            (Verb::Stop, Some(ast::Object::On(object))) | (Verb::Pass, Some(ast::Object::Plain(object))) => {
                Some(self.value(object, SQUARES))
            }
            (_, Some(_)) => {
                let help = "write `can see X`, `can stop on X` or `can pass X`";
                let message = format!("this does not stand behind `can {}`", verb.text);
                self.report(codes::error(codes::CAN, self.place(verb.span), message).help(help));
                return self.broken(span);
            }
        };
        if value.is_broken() || object.as_ref().is_some_and(Expr::is_broken) {
            return self.broken(span);
        }
        let right = self.make(Type::Bool, Node::Right(right, Box::new(value), object.map(Box::new)), span);
        self.not(right, not, span)
    }

    /// `could take X by L`, `threatens X by L`
    fn capable(
        &mut self,
        value: Expr,
        object: Option<&ast::Expr>,
        by: Option<&ast::Name>,
        said: &ast::Expr,
        span: Span,
        node: Capability,
    ) -> Expr {
        let value = self.fit(value, PIECES, &|| wording::expr(said));
        let object = object.map(|object| self.value(object, Want::Places));
        let label = self.label(by);
        self.asks_by(&value, label, by, false);
        if value.is_broken() || object.as_ref().is_some_and(Expr::is_broken) {
            return self.broken(span);
        }
        self.make(Type::Bool, node(Box::new(value), object.map(Box::new), label), span)
    }

    /// `moves`, `takes X`, `arrives on S` and the like: has happened in this turn, or belongs to the move.
    fn does(
        &mut self,
        value: Expr,
        verb: &ast::Name,
        object: Option<&ast::Expr>,
        by: Option<&ast::Name>,
        said: &ast::Expr,
        span: Span,
    ) -> Expr {
        let Some(deed) = deed(&verb.text) else { return self.broken(span) };
        let object = object.map(|object| self.deed_object(deed, object));
        let label = self.label(by);
        let of_walk = self.scope.of_walk && matches!(value.node, Node::It);
        let value = self.fit(value, PIECES, &|| wording::expr(said));
        if value.is_broken() || object.as_ref().is_some_and(Expr::is_broken) {
            return self.broken(span);
        }
        if is_movers(deed) {
            self.asks_by(&value, label, by, true);
        }
        if deed == Deed::Promotes {
            self.asks_promotion(&value, object.as_ref(), self.place(verb.span));
        }
        let object = object.map(Box::new);
        if of_walk
            && label.is_none()
            && matches!(deed, Deed::Moves | Deed::Takes | Deed::Acts | Deed::Castles)
        {
            return self.make(Type::Bool, Node::Now(deed, object), span);
        }
        self.make(Type::Bool, Node::Did(Box::new(value), deed, object, label), span)
    }

    /// What stands behind a deed: whom it takes, where it arrives, to what it promotes.
    pub(super) fn deed_object(&mut self, deed: Deed, object: &ast::Expr) -> Expr {
        match deed {
            Deed::Arrives => self.value(object, SQUARES),
            Deed::Promotes => self.value(object, KINDS),
            _ => self.value(object, PIECES),
        }
    }

    /// The label behind `by`, if the file knows it.
    pub(super) fn label(&mut self, by: Option<&ast::Name>) -> Option<LabelId> {
        let by = by?;
        let found = self.names.find_label(self.scope.file, &by.text, &[LabelUse::Move]);
        if found.is_none() && !self.is_lost(&by.text) {
            let known = self.names.known_labels(self.scope.file, &[LabelUse::Move]);
            let help = match super::suggested(self.tired(), &by.text, known) {
                Some(guess) => format!("did you mean `{guess}`?"),
                None => format!("give the label to a move: `... moves ... by {}`", by.text),
            };
            let message = format!("no move is called `{}`", by.text);
            let diagnostic = codes::error(codes::UNKNOWN_LABEL, self.place(by.span), message).help(help);
            self.report(diagnostic);
        }
        found
    }

    /// A fact that the only word of an expression names.
    pub(super) fn fact_named(&self, expr: &ast::Expr) -> Option<crate::ids::FactId> {
        let (word, _) = wording::single_word(expr)?;
        if self.scope.find(word).is_some() {
            return None;
        }
        match self.names.find(self.scope.file, word) {
            Some((Named::Fact(fact), _)) => Some(fact),
            _ => None,
        }
    }

    /// Directions set apart by `or`, as one set; none if one of them is `toward` or `away from`.
    pub(super) fn plain_directions(&mut self, directions: &[ast::Direction]) -> Option<Expr> {
        let words: Option<Vec<&ast::Expr>> = directions
            .iter()
            .map(|direction| match direction {
                ast::Direction::Words(words) => Some(words),
                ast::Direction::Away(_) | ast::Direction::Toward(_) => None,
            })
            .collect();
        let words = words?;
        let span = words.first()?.span.to(words.last()?.span);
        let mut values: Vec<Expr> = words.iter().map(|words| self.value(words, DIRECTIONS)).collect();
        Some(match values.len() {
            1 => values.remove(0),
            _ if values.iter().any(Expr::is_broken) => self.broken(span),
            _ => self.make(Type::Directions, Node::Either(values), span),
        })
    }
}

/// Whether a value is a piece or a square of the move that is spoken of.
fn is_of_the_move(value: &Expr) -> bool {
    match &value.node {
        Node::It | Node::Origin | Node::Target => true,
        Node::SquaresOf(of) => is_of_the_move(of),
        _ => false,
    }
}

/// The deed of a verb.
pub(super) fn deed(verb: &str) -> Option<Deed> {
    Some(match verb {
        "moves" | "move" => Deed::Moves,
        "takes" | "take" => Deed::Takes,
        "acts" | "act" => Deed::Acts,
        "castles" | "castle" => Deed::Castles,
        "arrives" => Deed::Arrives,
        "promotes" => Deed::Promotes,
        _ => return None,
    })
}
