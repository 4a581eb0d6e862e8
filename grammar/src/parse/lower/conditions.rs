//! Conditions: chains of `and` and `or`, and what is asked of a value. Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::chain::absorb;
use super::{Kids, Lower, only};
use crate::ast::{Comparison, Expr, ExprKind, Is, Name, Position, Predicate, PredicateKind, Quantifier};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::parse::read::Rule;
use crate::source::Span;
use crate::words;

/// One link of a chain of `and` and `or`.
struct Link {
    expr: Expr,
    /// Nothing but a value: neither quantifier nor predicate.
    bare: bool,
    by: Option<Name>,
}

impl Lower<'_> {
    /// A condition, or a value where either may stand.
    pub(super) fn cond(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut kids = Kids::of(pair);
        let first = self.term(kids.next()?)?;
        let mut mixed_value = false;
        let first_expr = self.closed(first);
        // Each group is joined by `and`, the groups by `or`.
        let mut groups: Vec<Vec<Expr>> = vec![vec![first_expr]];
        let (mut and, mut or) = (None, None);
        while let Some(word) = kids.next() {
            let link = self.term(kids.next()?)?;
            let span = self.span(&word);
            if word.as_rule() == Rule::k_and {
                and.get_or_insert(span);
                let expr = self.closed(link);
                groups.last_mut()?.push(expr);
                continue;
            }
            let Link { expr, bare, mut by } = link;
            let before = groups.last_mut()?.last_mut()?;
            let bare_before = !matches!(before.kind, ExprKind::Test { .. } | ExprKind::Not(_));
            let rest = if bare { absorb(before, expr, &mut by) } else { Err(expr) };
            match rest {
                Ok(()) => {
                    mixed_value |= bare_before;
                    if bare_before {
                        or.get_or_insert(span);
                    }
                }
                Err(expr) => {
                    or.get_or_insert(span);
                    let list = is_half_a_list(before, &expr).then(|| before.span.to(expr.span));
                    if let Some(list) = list {
                        self.tell_half_a_list(list);
                    }
                    let expr = self.closed(Link { expr, bare, by });
                    groups.push(vec![expr]);
                }
            }
        }
        if let (Some(and), Some(or)) = (and, or) {
            self.tell_mixture(and, or, mixed_value);
        }
        let mut members: Vec<Expr> =
            groups.into_iter().filter_map(|group| join(group, ExprKind::And)).collect();
        if members.len() == 1 { members.pop() } else { join(members, ExprKind::Or) }
    }

    /// `some rook or queen is royal`: two conditions, and probably meant as one.
    fn tell_half_a_list(&mut self, span: Span) {
        let diagnostic = Diagnostic::warning(
            codes::AND_OR,
            self.place(span),
            "`or` joins two conditions here, and only the second has the verb",
        )
        .help("put brackets around the list, as in `some (A or B) is royal`, or repeat the verb");
        self.tell(diagnostic);
    }

    fn tell_mixture(&mut self, and: Span, or: Span, value: bool) {
        let reading = if value { "`or` joins the values beside it first" } else { "`and` joins first" };
        let diagnostic = Diagnostic::warning(
            codes::AND_OR,
            self.place(and.max(or)),
            format!("`and` and `or` stand side by side here; {reading}"),
        )
        .help("put brackets around what belongs together");
        self.tell(diagnostic);
    }

    /// A link behind which nothing more can come.
    fn closed(&mut self, link: Link) -> Expr {
        if let Some(by) = link.by {
            self.error(
                codes::CONDITION_TWICE,
                by.span,
                format!("`by {}` has no verb before it", by.text),
                "it belongs behind `moves`, `takes`, `acts`, `threatens` or `could take`",
            );
        }
        link.expr
    }

    fn term(&mut self, pair: Pair<'_, Rule>) -> Option<Link> {
        let mut kids = Kids::of(pair);
        let mut nots = Vec::new();
        while let Some(not) = kids.eat(Rule::k_not) {
            nots.push(self.span(&not));
        }
        let mut start = None;
        let quantifier = match kids.eat(Rule::quant) {
            Some(quant) => {
                start = Some(self.span(&quant));
                Some(match only(quant)?.as_rule() {
                    Rule::k_each => Quantifier::Each,
                    Rule::k_some => Quantifier::Some,
                    _ => Quantifier::No,
                })
            }
            None => None,
        };
        let subject = self.value(kids.next()?)?;
        let mut span = start.unwrap_or(subject.span).to(subject.span);
        let predicate = match kids.eat(Rule::pred) {
            Some(pred) => {
                let predicate = self.predicate(pred)?;
                span = span.to(predicate.span);
                Some(Box::new(predicate))
            }
            None => None,
        };
        let by = match kids.eat(Rule::by) {
            Some(by) => Some(self.by(by)?),
            None => None,
        };
        let earlier = kids.eat(Rule::earlier);
        if let Some(earlier) = &earlier {
            span = span.to(self.span(earlier));
        }
        let bare = nots.is_empty() && quantifier.is_none() && predicate.is_none() && earlier.is_none();
        let mut expr = if quantifier.is_none() && predicate.is_none() && earlier.is_none() {
            subject
        } else {
            let test = ExprKind::Test {
                quantifier,
                subject: Box::new(subject),
                predicate,
                earlier: earlier.is_some(),
            };
            Expr { span, kind: test }
        };
        for not in nots.into_iter().rev() {
            expr = Expr { span: not.to(expr.span), kind: ExprKind::Not(Box::new(expr)) };
        }
        Some(Link { expr, bare, by })
    }

    pub(super) fn predicate(&mut self, pair: Pair<'_, Rule>) -> Option<Predicate> {
        let span = self.span(&pair);
        let inner = only(pair)?;
        let rule = inner.as_rule();
        let mut kids = Kids::of(inner);
        let kind = match rule {
            Rule::compare => {
                let comparison = match kids.next()?.as_str().trim() {
                    "<=" => Comparison::AtMost,
                    ">=" => Comparison::AtLeast,
                    "!=" => Comparison::Different,
                    "<" => Comparison::Less,
                    ">" => Comparison::More,
                    _ => Comparison::Equal,
                };
                PredicateKind::Compare(comparison, self.sum_or_no(kids.next()?)?)
            }
            Rule::has => {
                kids.find(Rule::k_has)?;
                let number = if kids.has(Rule::k_no) {
                    Some(0)
                } else {
                    kids.eat(Rule::int).map(|number| self.number(&number).value)
                };
                PredicateKind::Has(number, self.value(kids.next()?)?)
            }
            Rule::can => self.can(kids)?,
            Rule::could => {
                kids.find(Rule::k_take)?;
                let (object, by) = self.object_and_by(&mut kids)?;
                PredicateKind::CouldTake { object, by }
            }
            Rule::does => {
                let verb = kids.next()?;
                let (object, by) = self.object_and_by(&mut kids)?;
                if verb.as_rule() == Rule::k_threatens {
                    PredicateKind::Threatens { object, by }
                } else {
                    PredicateKind::Does { verb: self.name(&verb), object, by }
                }
            }
            _ => self.is(kids)?,
        };
        Some(Predicate { span, kind })
    }

    fn object_and_by(&mut self, kids: &mut Kids<'_>) -> Option<(Option<Expr>, Option<Name>)> {
        let object = match kids.eat(Rule::part) {
            Some(part) => Some(self.value(part)?),
            None => None,
        };
        let by = match kids.eat(Rule::by) {
            Some(by) => Some(self.by(by)?),
            None => None,
        };
        Some((object, by))
    }

    fn can(&mut self, mut kids: Kids<'_>) -> Option<PredicateKind> {
        let word = kids.next()?;
        let not = word.as_rule() == Rule::k_cannot;
        if kids.has(Rule::open) {
            return Some(PredicateKind::CanReach { not, condition: Box::new(self.cond(kids.next()?)?) });
        }
        let verb = kids.next()?;
        let known = if not { "cannot" } else { "can" };
        let name = self.verb(&verb, known, words::BARE_VERBS);
        let object = match kids.eat(Rule::object) {
            Some(object) => Some(self.object(object)?),
            None => None,
        };
        let by = match kids.eat(Rule::by) {
            Some(by) => Some(self.by(by)?),
            None => None,
        };
        if name.text == "take" {
            let span = self.span(&word).to(name.span);
            let help = if not {
                "a condition asks what a whole turn could do: write `not` before it, and `could take`"
            } else {
                "a condition asks what a whole turn could do: write `could take`"
            };
            self.error(
                codes::COULD_TAKE,
                span,
                format!("`{known} take` gives a right, and this is a condition"),
                help,
            );
        }
        Some(PredicateKind::Can { not, verb: name, object, by })
    }

    fn is(&mut self, mut kids: Kids<'_>) -> Option<PredicateKind> {
        kids.find(Rule::k_is)?;
        let not = kids.has(Rule::k_not);
        let pair = kids.next()?;
        let what = match pair.as_rule() {
            Rule::k_secret => Is::Secret,
            Rule::threatened => {
                let mut kids = Kids::of(pair);
                kids.has(Rule::k_threatened);
                let by = if kids.has(Rule::k_by) { Some(self.value(kids.next()?)?) } else { None };
                let without = if kids.has(Rule::k_without) { Some(self.value(kids.next()?)?) } else { None };
                Is::Threatened { by, without }
            }
            Rule::taken => {
                let mut kids = Kids::of(pair);
                kids.has(Rule::k_taken);
                Is::Taken { by: if kids.has(Rule::k_by) { Some(self.value(kids.next()?)?) } else { None } }
            }
            Rule::r#where => Is::At(self.position(pair)?),
            _ => Is::Value(self.value(pair)?),
        };
        Some(PredicateKind::Is { not, what })
    }

    pub(super) fn position(&mut self, pair: Pair<'_, Rule>) -> Option<Position> {
        let mut kids = Kids::of(pair);
        Some(match kids.next()?.as_rule() {
            Rule::k_on => Position::On(Box::new(self.value(kids.next()?)?)),
            Rule::k_near => Position::Near(Box::new(self.value(kids.next()?)?)),
            Rule::k_within => {
                let number = self.number(&kids.next()?);
                kids.find(Rule::k_of)?;
                Position::Within(number, Box::new(self.value(kids.next()?)?))
            }
            _ => {
                let path = self.path(kids.find(Rule::path)?)?;
                kids.find(Rule::k_from)?;
                Position::Met(Box::new(path), Box::new(self.value(kids.next()?)?))
            }
        })
    }
}

/// Whether a quantifier stands before the first of two, and the verb behind the second.
fn is_half_a_list(before: &Expr, behind: &Expr) -> bool {
    let first = matches!(before.kind, ExprKind::Test { quantifier: Some(_), predicate: None, .. });
    first && matches!(behind.kind, ExprKind::Test { quantifier: None, predicate: Some(_), .. })
}

fn join(mut members: Vec<Expr>, kind: fn(Vec<Expr>) -> ExprKind) -> Option<Expr> {
    if members.len() == 1 {
        return members.pop();
    }
    let span = members.first()?.span.to(members.last()?.span);
    Some(Expr { span, kind: kind(members) })
}
