//! Conditions and values. Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::chain::absorb;
use super::moves::LARGEST_BOARD;
use super::{Kids, Lower, only};
use crate::ast::{
    Atom, AtomKind, Comparison, Expr, ExprKind, Is, Modifier, ModifierKind, Name, Operator, Position,
    Predicate, PredicateKind, Quantifier,
};
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

    fn predicate(&mut self, pair: Pair<'_, Rule>) -> Option<Predicate> {
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

    fn position(&mut self, pair: Pair<'_, Rule>) -> Option<Position> {
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

    /// A value: `value`, `plain`, `part`, `sum`, `product`, `phrase` or `small`.
    pub(super) fn value(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::value | Rule::plain => {
                let mut all: Option<Expr> = None;
                for part in pair.into_inner() {
                    if part.as_rule() == Rule::k_or {
                        continue;
                    }
                    let part = self.value(part)?;
                    match &mut all {
                        None => all = Some(part),
                        Some(all) => {
                            if let Err(part) = absorb(all, part, &mut None) {
                                let first = all.clone();
                                *all = Expr {
                                    span: first.span.to(part.span),
                                    kind: ExprKind::Or(vec![first, part]),
                                };
                            }
                        }
                    }
                }
                all
            }
            Rule::part => {
                let mut members = Vec::new();
                for sum in pair.into_inner().filter(|sum| sum.as_rule() == Rule::sum) {
                    members.push(self.value(sum)?);
                }
                if members.len() == 1 {
                    return members.pop();
                }
                let base = members.remove(0);
                Some(Expr { span, kind: ExprKind::Except(Box::new(base), members) })
            }
            Rule::sum | Rule::product => {
                let mut kids = Kids::of(pair);
                let mut left = self.value(kids.next()?)?;
                while let Some(sign) = kids.next() {
                    let right = self.value(kids.next()?)?;
                    let operator = match sign.as_rule() {
                        Rule::plus => Operator::Plus,
                        Rule::minus => Operator::Minus,
                        Rule::star => Operator::Times,
                        _ => Operator::Remainder,
                    };
                    let span = left.span.to(right.span);
                    left = Expr { span, kind: ExprKind::Sum(Box::new(left), operator, Box::new(right)) };
                }
                Some(left)
            }
            Rule::small => {
                let words = self.words(pair)?;
                Some(Expr { span, kind: ExprKind::Phrase { words, modifiers: Vec::new() } })
            }
            _ => self.phrase(pair),
        }
    }

    fn phrase(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let mut words = self.words(kids.next()?)?;
        let mut modifiers = Vec::new();
        while let Some(pair) = kids.eat(Rule::modifier) {
            let span = self.span(&pair);
            let inner = only(pair)?;
            let kind = match inner.as_rule() {
                Rule::place => ModifierKind::At(self.position(inner)?),
                Rule::that => {
                    let mut predicates = Vec::new();
                    for pred in inner.into_inner().filter(|part| part.as_rule() == Rule::pred) {
                        predicates.push(self.predicate(pred)?);
                    }
                    ModifierKind::That(predicates)
                }
                Rule::with => {
                    let mut parts = Kids::of(inner);
                    let with = self.span(&parts.next()?);
                    if let Some(name) = self.member_name(&mut words, modifiers.is_empty(), with) {
                        modifiers.push(Modifier { span: name.span, kind: ModifierKind::Named(name) });
                    }
                    ModifierKind::With(self.cond(parts.next()?)?)
                }
                _ => ModifierKind::Earlier,
            };
            modifiers.push(Modifier { span, kind });
        }
        Some(Expr { span, kind: ExprKind::Phrase { words, modifiers } })
    }

    /// Takes the name before `with` out of the words of a phrase.
    fn member_name(&mut self, words: &mut [Vec<Atom>], direct: bool, with: Span) -> Option<Name> {
        let group = words.last_mut()?;
        let named = match group.last() {
            Some(Atom { span, kind: AtomKind::Word(word) }) if direct && group.len() > 1 => {
                Some(Name { text: word.clone(), span: *span })
            }
            _ => None,
        };
        let fine = named.as_ref().is_some_and(|name| !words::BUILT_IN.contains(&name.text.as_str()));
        if !fine {
            self.error(
                codes::NO_MEMBER_NAME,
                with,
                "`with` needs a name before it, for the one that is spoken of",
                "give it one and speak of it in the condition, as in `piece p with rank of p > 4`",
            );
            return None;
        }
        group.pop();
        named
    }

    fn words(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Vec<Atom>>> {
        let mut words = Vec::new();
        for atoms in pair.into_inner().filter(|part| part.as_rule() == Rule::atoms) {
            let mut group = Vec::new();
            for atom in atoms.into_inner().filter(|part| part.as_rule() != Rule::article) {
                group.push(self.atom(atom)?);
            }
            self.words_in_disguise(&group);
            words.push(group);
        }
        Some(words)
    }

    /// Words that read like names here, and were meant as numbers, verbs or comparisons.
    fn words_in_disguise(&mut self, group: &[Atom]) {
        for (index, atom) in group.iter().enumerate() {
            let AtomKind::Word(word) = &atom.kind else { continue };
            let next = match group.get(index + 1).map(|atom| &atom.kind) {
                Some(AtomKind::Word(next)) => next.as_str(),
                Some(_) => "more",
                None => "",
            };
            let (code, right, end) = match (word.as_str(), next) {
                ("have", _) if index > 0 => (codes::VERB_WITHOUT_S, "has", atom),
                ("are", _) if index > 0 => (codes::VERB_WITHOUT_S, "is", atom),
                ("captures" | "attacks" | "kills" | "eats" | "beats", _) if index > 0 => {
                    (codes::OTHER_WORD, "takes", atom)
                }
                ("more" | "greater", "than") => (codes::OTHER_WORD, "number of ... >", &group[index + 1]),
                ("less" | "fewer", "than") => (codes::OTHER_WORD, "number of ... <", &group[index + 1]),
                ("at", "least") => (codes::OTHER_WORD, "number of ... >=", &group[index + 1]),
                ("at", "most") => (codes::OTHER_WORD, "number of ... <=", &group[index + 1]),
                (_, "") => continue,
                _ => match words::number_word(word) {
                    Some(digits) => (codes::NUMBER_WORD, digits, atom),
                    None => continue,
                },
            };
            let span = atom.span.to(end.span);
            let text = self.strip_text(span);
            self.error(code, span, format!("`{text}` is written otherwise here"), format!("write `{right}`"));
        }
    }

    fn atom(&mut self, pair: Pair<'_, Rule>) -> Option<Atom> {
        let span = self.span(&pair);
        let text = pair.as_str().trim_end();
        let kind = match pair.as_rule() {
            Rule::int => AtomKind::Number(self.number(&pair).value),
            Rule::coord => {
                let file = text.bytes().next()?.wrapping_sub(b'a');
                let rank: u32 = text[1..].parse().unwrap_or(0);
                if !(1..=LARGEST_BOARD).contains(&rank) || text[1..].starts_with('0') {
                    let message = format!("no board has a square `{text}`");
                    self.error(codes::OFF_THE_BOARD, span, message, "squares go from a1 to p16");
                    return None;
                }
                AtomKind::Square(file, u8::try_from(rank - 1).ok()?)
            }
            Rule::group => AtomKind::Group(Box::new(self.cond(Kids::of(pair).find(Rule::cond)?)?)),
            Rule::count => AtomKind::Count(Box::new(self.value(Kids::of(pair).find(Rule::phrase)?)?)),
            Rule::rank => {
                let mut kids = Kids::of(pair);
                let from = self.rank_number(&kids.find(Rule::int)?);
                let to = kids.find(Rule::int).map_or(from, |to| self.rank_number(&to));
                self.in_order(span, from, to, &format!("rank {to} to {from}"));
                AtomKind::Rank(from, to)
            }
            Rule::file => {
                let mut kids = Kids::of(pair);
                let letter = |pair: Pair<'_, Rule>| pair.as_str().bytes().next().map(|letter| letter - b'a');
                let from = letter(kids.find(Rule::letter)?)?;
                let to = match kids.find(Rule::letter) {
                    Some(to) => letter(to)?,
                    None => from,
                };
                let name = |file: u8| char::from(b'a' + file);
                self.in_order(span, from.into(), to.into(), &format!("file {} to {}", name(to), name(from)));
                AtomKind::File(from, to)
            }
            _ => AtomKind::Word(text.to_owned()),
        };
        Some(Atom { span, kind })
    }

    fn rank_number(&mut self, pair: &Pair<'_, Rule>) -> u32 {
        let number = self.number(pair);
        if !(1..=LARGEST_BOARD).contains(&number.value) {
            let message = format!("no board has a rank {}", number.value);
            self.error(codes::OFF_THE_BOARD, number.span, message, "ranks go from 1 to 16");
        }
        number.value
    }

    fn in_order(&mut self, span: Span, from: u32, to: u32, right: &str) {
        if from > to {
            self.error(
                codes::IMPOSSIBLE_NUMBER,
                span,
                "nothing lies from the later to the earlier",
                format!("write `{right}`"),
            );
        }
    }
}

fn join(mut members: Vec<Expr>, kind: fn(Vec<Expr>) -> ExprKind) -> Option<Expr> {
    if members.len() == 1 {
        return members.pop();
    }
    let span = members.first()?.span.to(members.last()?.span);
    // `a or b` read as values and as conditions are one list.
    Some(Expr { span, kind: kind(members) })
}
