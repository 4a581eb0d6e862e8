//! The sentences that head a file, and those that declare kinds, facts and settings.
//! Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::{Kids, Lower, only};
use crate::ast::{self, AtomKind, ExprKind, Item, Lifetime};
use crate::codes;
use crate::parse::read::Rule;
use crate::source::Span;
use crate::suggest::suggest;
use crate::words;

impl Lower<'_> {
    /// `game "G" extends "g"`
    pub(super) fn game(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let name = self.text(&kids.find(Rule::string)?);
        let extends = kids.find(Rule::string).map(|text| self.text(&text));
        Some(Item::Game { name, extends })
    }

    /// The text of a heading that has but one.
    pub(super) fn heading_text(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Text> {
        let text = Kids::of(pair).find(Rule::string)?;
        Some(self.text(&text))
    }

    /// `number 36`
    pub(super) fn event_number(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let number = Kids::of(pair).find(Rule::int)?;
        Some(Item::Number(self.number(&number)))
    }

    /// `needs C after event starts`
    pub(super) fn needs(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let condition = self.cond(kids.find(Rule::cond)?)?;
        let after = kids.find(Rule::afterwards).is_some();
        Some(Item::Needs { condition, after })
    }

    /// `board 8 by 8`
    pub(super) fn board(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let files = self.number_within(&kids.find(Rule::int)?, "the number of files", 1, 16);
        let ranks = self.number_within(&kids.find(Rule::int)?, "the number of ranks", 1, 16);
        Some(Item::Board { files, ranks })
    }

    /// `sides white and black`
    pub(super) fn sides(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let first = self.new_name(&kids.find(Rule::name)?);
        let second = self.new_name(&kids.find(Rule::name)?);
        if first.text == second.text {
            self.twice(second.span);
        }
        Some(Item::Sides { first, second })
    }

    /// `setup "FEN" with f and g`
    pub(super) fn setup(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let fen = self.text(&kids.find(Rule::string)?);
        let mut with: Vec<ast::Name> = Vec::new();
        while let Some(name) = kids.find(Rule::name) {
            let name = self.name(&name);
            if with.iter().any(|other| other.text == name.text) {
                self.twice(name.span);
            }
            with.push(name);
        }
        Some(Item::Setup { fen, with })
    }

    /// `setting NAME = yes`
    pub(super) fn setting(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let name = self.new_name(&kids.find(Rule::name)?);
        kids.find(Rule::equals)?;
        let value = self.sum_or_no(kids.next()?)?;
        let fine = match &value.kind {
            ExprKind::Phrase { words, modifiers } => {
                modifiers.is_empty()
                    && words.len() == 1
                    && words[0].len() == 1
                    && match &words[0][0].kind {
                        AtomKind::Word(word) => matches!(word.as_str(), "yes" | "no"),
                        AtomKind::Number(_) => true,
                        _ => false,
                    }
            }
            _ => false,
        };
        if !fine {
            let text = self.strip_text(value.span);
            self.error(
                codes::BAD_FACT,
                value.span,
                format!("a setting cannot be `{text}`"),
                "write `yes`, `no` or a number",
            );
        }
        Some(Item::Setting { name, value })
    }

    /// `piece K "L" is J MOVES`
    pub(super) fn piece(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let name = self.new_name(&kids.find(Rule::name)?);
        let sign = self.text(&kids.find(Rule::string)?);
        let is = if kids.has(Rule::k_is) { Some(self.name(&kids.next()?)) } else { None };
        let rule = match kids.eat(Rule::move_rule) {
            Some(rule) => Some(self.move_rule(rule)?),
            None => None,
        };
        Some(Item::Piece { name, sign, is, rule })
    }

    /// `secret fact F on pieces is TYPE = V for LIFE`
    pub(super) fn fact(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let secret = kids.has(Rule::k_secret);
        let name = self.new_name(&kids.find(Rule::name)?);
        let on = self.owner(&kids.find(Rule::owner)?);
        let of = if kids.has(Rule::k_is) { Some(self.type_word(&kids.next()?)) } else { None };
        let default = match kids.eat(Rule::default) {
            Some(default) => Some(self.sum_or_no(default.into_inner().nth(1)?)?),
            None => None,
        };
        let life = match kids.eat(Rule::lifetime) {
            Some(life) => Some(self.lifetime(life)?),
            None => None,
        };
        Some(Item::Fact { secret, name, on, of, default, life })
    }

    fn owner(&mut self, pair: &Pair<'_, Rule>) -> ast::Name {
        let mut name = self.name(pair);
        match words::OWNERS.iter().find(|(one, many)| name.text == *one || name.text == *many) {
            Some((_, many)) => (*many).clone_into(&mut name.text),
            None => {
                let known = words::OWNERS.iter().map(|(_, many)| *many);
                let help = match suggest(&name.text, known) {
                    Some(meant) => format!("did you mean `on {meant}`?"),
                    None => "write `on pieces`, `on squares`, `on sides` or `on game`".to_owned(),
                };
                let message = format!("a fact cannot be on `{}`", name.text);
                self.error(codes::BAD_FACT, name.span, message, help);
            }
        }
        name
    }

    fn type_word(&mut self, pair: &Pair<'_, Rule>) -> ast::Name {
        let mut name = self.name(pair);
        let known = words::TYPES.iter().copied();
        if words::TYPES.contains(&name.text.as_str()) {
            return name;
        }
        if let Some(one) = name.text.strip_suffix('s').filter(|one| words::TYPES.contains(one)) {
            name.text = one.to_owned();
            return name;
        }
        let help = match suggest(&name.text, known) {
            Some(meant) => format!("did you mean `is {meant}`?"),
            None => format!("write `is` and {}; without it the fact is yes or no", words::list(words::TYPES)),
        };
        let message = format!("`{}` is not a type", name.text);
        self.error(codes::BAD_FACT, name.span, message, help);
        name
    }

    fn lifetime(&mut self, pair: Pair<'_, Rule>) -> Option<Lifetime> {
        let span: Span = self.span(&pair);
        let mut kids = Kids::of(pair);
        kids.find(Rule::k_for)?;
        if kids.has(Rule::this_turn) {
            return Some(Lifetime::ThisTurn(span));
        }
        let number = self.number_within(&kids.next()?, "the number of turns", 1, 1000);
        let whose = self.name(&kids.next()?);
        if !matches!(whose.text.as_str(), "own" | "enemy") {
            let message = format!("`{}` does not say whose turns are counted", whose.text);
            let help = format!("write `for {0} own turns` or `for {0} enemy turns`", number.value);
            self.error(codes::BAD_FACT, whose.span, message, help);
        }
        Some(Lifetime::Turns { number, whose })
    }

    /// `no`, or a value.
    pub(super) fn sum_or_no(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Expr> {
        if pair.as_rule() != Rule::no_value {
            return self.value(pair);
        }
        let span = self.span(&only(pair)?);
        let atom = ast::Atom { span, kind: AtomKind::Word("no".to_owned()) };
        Some(ast::Expr { span, kind: ExprKind::Phrase { words: vec![vec![atom]], modifiers: Vec::new() } })
    }
}
