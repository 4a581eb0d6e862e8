//! From what was read to the syntax tree, strictly: what the reader let through and the language does not mean
//! is told here. Imports `ast`, `codes`, `diagnostic`, `sink`, `source`, `words`, and the reader's rules.

mod chain;
mod conditions;
mod effects;
mod heading;
mod moves;
mod sentences;
mod values;

use pest::iterators::{Pair, Pairs};

use super::read::Rule;
use super::strip::Strip;
use crate::ast;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::sink::Sink;
use crate::source::{Place, Span};
use crate::suggest::{edit_distance, suggest};
use crate::words;

/// Builds a sentence.
pub fn sentence(
    pair: Pair<'_, Rule>,
    strip: &Strip,
    blocks: Vec<Vec<ast::Effect>>,
    sink: &mut Sink,
) -> Option<ast::Sentence> {
    let mut lower = Lower { strip, blocks, sink };
    let span = lower.whole();
    let item = lower.item(pair);
    lower.told(span, item.is_some());
    Some(ast::Sentence { span, item: item?, again: None })
}

/// Builds an effect.
pub fn effect(
    pair: Pair<'_, Rule>,
    strip: &Strip,
    blocks: Vec<Vec<ast::Effect>>,
    sink: &mut Sink,
) -> Option<ast::Effect> {
    let mut lower = Lower { strip, blocks, sink };
    let span = lower.whole();
    let effect = lower.action(pair);
    lower.told(span, effect.is_some());
    effect
}

/// Builds the tree of one piece.
struct Lower<'a> {
    strip: &'a Strip,
    /// The effects of its blocks, in order; each is taken once.
    blocks: Vec<Vec<ast::Effect>>,
    sink: &'a mut Sink,
}

/// The parts of a pair, taken one by one.
struct Kids<'i> {
    pairs: std::iter::Peekable<Pairs<'i, Rule>>,
}

impl<'i> Kids<'i> {
    fn of(pair: Pair<'i, Rule>) -> Kids<'i> {
        Kids { pairs: pair.into_inner().peekable() }
    }

    fn peek(&mut self) -> Option<Rule> {
        self.pairs.peek().map(Pair::as_rule)
    }

    fn next(&mut self) -> Option<Pair<'i, Rule>> {
        self.pairs.next()
    }

    /// The next part, if it is of this rule.
    fn eat(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        if self.peek() == Some(rule) { self.next() } else { None }
    }

    /// Whether the next part is of this rule; takes it.
    fn has(&mut self, rule: Rule) -> bool {
        self.eat(rule).is_some()
    }

    /// The next part of this rule; those before it are passed over.
    fn find(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.pairs.by_ref().find(|pair| pair.as_rule() == rule)
    }
}

/// The only part of a pair.
fn only(pair: Pair<'_, Rule>) -> Option<Pair<'_, Rule>> {
    pair.into_inner().next()
}

impl Lower<'_> {
    fn whole(&self) -> Span {
        self.strip.span(0, self.strip.text.len())
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.strip.span(span.start(), span.end())
    }

    fn place(&self, span: Span) -> Place {
        Place { source: self.strip.id, span }
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, self.place(span), message).help(help);
        self.tell(diagnostic);
    }

    /// A piece that was read and gave no tree must have been told of; if not, it is here.
    fn told(&mut self, span: Span, fine: bool) {
        if !fine && self.sink.is_silent_about(self.place(span)) {
            self.error(codes::NO_SENTENCE, span, "this cannot be understood", "see the forms of sentences");
        }
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> ast::Name {
        ast::Name { text: pair.as_str().trim_end().to_owned(), span: self.span(pair) }
    }

    /// A name that is given here, and so must not have a meaning already.
    fn new_name(&mut self, pair: &Pair<'_, Rule>) -> ast::Name {
        let name = self.name(pair);
        if words::BUILT_IN.contains(&name.text.as_str()) {
            self.error(
                codes::RESERVED_NAME,
                name.span,
                format!("`{}` has a meaning already", name.text),
                "choose another name",
            );
        }
        name
    }

    fn text(&mut self, pair: &Pair<'_, Rule>) -> ast::Text {
        let text = pair.as_str().trim().trim_matches('"').to_owned();
        let span = self.span(pair);
        if text.trim().is_empty() {
            self.error(
                codes::EMPTY_TEXT,
                span,
                "nothing stands between these quotes",
                "write the title, sign, position or path between them",
            );
        }
        ast::Text { text, span }
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) -> ast::Number {
        ast::Number { value: pair.as_str().trim().parse().unwrap_or(u32::MAX), span: self.span(pair) }
    }

    /// A number that must lie between two others.
    fn number_within(&mut self, pair: &Pair<'_, Rule>, what: &str, least: u32, most: u32) -> ast::Number {
        let number = self.number(pair);
        if number.value < least || number.value > most {
            self.error(
                codes::IMPOSSIBLE_NUMBER,
                number.span,
                format!("{what} cannot be {}", number.value),
                format!("write a number from {least} to {most}"),
            );
        }
        number
    }

    /// The effects of a block.
    fn block(&mut self, pair: &Pair<'_, Rule>) -> Vec<ast::Effect> {
        let index = self.strip.block_at(pair.as_span().start());
        self.blocks.get_mut(index).map(std::mem::take).unwrap_or_default()
    }

    /// A verb, which must be one of these.
    fn verb(&mut self, pair: &Pair<'_, Rule>, behind: &str, known: &[&'static str]) -> ast::Name {
        let name = self.name(pair);
        if known.contains(&name.text.as_str()) {
            return name;
        }
        let message;
        let code;
        let help;
        if let Some(bare) = words::bare_form(&name.text, known) {
            code = codes::VERB_ENDING;
            message = format!("`{}` should be `{bare}` behind `{behind}`", name.text);
            help = format!("write `{behind} {bare}`");
        } else if let Some(meant) = words::other_word(&name.text)
            && let Some(bare) = known
                .iter()
                .find(|known| **known == meant)
                .copied()
                .or_else(|| words::bare_form(meant, known))
        {
            code = codes::OTHER_WORD;
            message = format!("`{}` is called `{bare}` here", name.text);
            help = format!("write `{behind} {bare}`");
        } else {
            code = codes::UNKNOWN_VERB;
            message = format!("`{}` cannot stand behind `{behind}`", name.text);
            // Of those that are known so that they can be told of where they are wrong, none is proposed.
            let offered: Vec<&str> = match behind {
                "must" => words::OFFERS.to_vec(),
                "can" | "cannot" => {
                    known.iter().copied().filter(|verb| !matches!(*verb, "act" | "castle")).collect()
                }
                _ => known.to_vec(),
            };
            let alike = |verb: &&&str| {
                name.text.chars().next() == verb.chars().next() && edit_distance(&name.text, verb) <= 2
            };
            let guess = suggest(&name.text, offered.iter().copied())
                .or_else(|| offered.iter().find(alike).copied().filter(|_| name.text.len() > 3));
            help = match guess {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("write {}", words::list(&offered)),
            };
        }
        self.error(code, name.span, message, help);
        name
    }

    /// Says that a clause stands twice.
    fn twice(&mut self, clause: Span) {
        let text = self.strip_text(clause);
        self.error(
            codes::SAID_TWICE,
            clause,
            format!("`{text}` says once more what a clause before it says"),
            "keep one of the two",
        );
    }

    fn strip_text(&self, span: Span) -> String {
        let from = self.strip.items.iter().find(|item| item.span.start >= span.start);
        let to = self.strip.items.iter().rev().find(|item| item.span.end <= span.end);
        match (from, to) {
            (Some(from), Some(to)) if from.start < to.end => {
                crate::tokens::shorten(&self.strip.text[from.start..to.end])
            }
            _ => String::new(),
        }
    }
}
