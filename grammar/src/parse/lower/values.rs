//! Values: phrases, what narrows them, and their words. Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::chain::absorb;
use super::moves::LARGEST_BOARD;
use super::{Kids, Lower, only};
use crate::ast::{Atom, AtomKind, Expr, ExprKind, Modifier, ModifierKind, Name, Operator};
use crate::codes;
use crate::parse::read::Rule;
use crate::source::Span;
use crate::words;

impl Lower<'_> {
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
            if self.words_in_disguise(&group) {
                return None;
            }
            words.push(group);
        }
        Some(words)
    }

    /// Tells of words that read like names here, and were meant as numbers, verbs or comparisons.
    fn words_in_disguise(&mut self, group: &[Atom]) -> bool {
        let mut told = false;
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
            told = true;
        }
        told
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
