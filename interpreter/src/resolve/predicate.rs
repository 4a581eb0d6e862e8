//! What is asked of a value: `is`, `has`, `could take`, `moves` and the like. Imports `ids`, `model`, `types`,
//! `words`, `wording`.

use super::names::{LabelUse, Named};
use super::types::{DIRECTIONS, KINDS, PIECES, SIDES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::ids::LabelId;
use crate::model::{Compare, Deed, Expr, Node, Type, Verb};
use rulemate_grammar::ast::{self, Is, PredicateKind};
use rulemate_grammar::source::Span;

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
                let condition = self.condition(condition);
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
        node: fn(Box<Expr>, Option<Box<Expr>>, Option<LabelId>) -> Node,
    ) -> Expr {
        let value = self.fit(value, PIECES, &|| wording::expr(said));
        let object = object.map(|object| self.value(object, Want::Places));
        let label = self.label(by);
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
        if found.is_none() {
            let known = self.names.known_labels(self.scope.file, &[LabelUse::Move]);
            let help = match super::suggested(&by.text, known) {
                Some(guess) => format!("did you mean `{guess}`?"),
                None => format!("give the label to a move: `... moves ... by {}`", by.text),
            };
            let message = format!("no move is called `{}`", by.text);
            let diagnostic = codes::error(codes::UNKNOWN_LABEL, self.place(by.span), message).help(help);
            self.report(diagnostic);
        }
        found
    }

    /// What stands behind `is`.
    fn is(&mut self, value: Expr, what: &Is, said: &ast::Expr, span: Span, behind: Span) -> Expr {
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
                    .help("declare it so: `secret fact pit on sides is square`, and ask `own pit is secret`");
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
        self.make(Type::Bool, Node::Compared(Compare::Equal, Box::new(value), Box::new(is)), span)
    }

    /// Tells that a value cannot be what is said behind `is`.
    fn tell_is(&mut self, value: &Expr, found: Type, member: &ast::Expr, said: &ast::Expr, list: bool) {
        let (text, who) = (wording::expr(member), wording::expr(said));
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
