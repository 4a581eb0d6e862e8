//! Sentences that give meanings, relations, laws, ends and triggers. Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::{Kids, Lower, only};
use crate::ast::{self, How, Item, Modal, Object, Time};
use crate::codes;
use crate::parse::read::Rule;
use crate::words;

/// The clauses behind the verb of a relation.
#[derive(Default)]
pub(super) struct Tail {
    pub(super) by: Option<ast::Name>,
    pub(super) if_it_can: Option<crate::source::Span>,
    pub(super) guards: Vec<ast::Guard>,
}

impl Lower<'_> {
    /// Any sentence.
    pub(super) fn item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        match pair.as_rule() {
            Rule::game => self.game(pair),
            Rule::event => self.heading_text(pair).map(|name| Item::Event { name }),
            Rule::number => self.event_number(pair),
            Rule::type_ => self.heading_text(pair).map(Item::Type),
            Rule::not_with => self.heading_text(pair).map(Item::NotWith),
            Rule::needs => self.needs(pair),
            Rule::deck => self.heading_text(pair).map(Item::Deck),
            Rule::board => self.board(pair),
            Rule::sides => self.sides(pair),
            Rule::setup => self.setup(pair),
            Rule::setting => self.setting(pair),
            Rule::piece => self.piece(pair),
            Rule::fact => self.fact(pair),
            Rule::means => self.means(pair),
            Rule::trigger => self.trigger(pair),
            Rule::forbid => self.forbid(pair),
            Rule::allow => self.allow(pair),
            Rule::draw_end => self.draw_end(pair),
            _ => self.about(pair),
        }
    }

    fn means(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let name = self.new_name(&kids.next()?);
        let of = if kids.has(Rule::k_of) { Some(self.new_name(&kids.next()?)) } else { None };
        let how = self.how(&mut kids)?;
        kids.find(Rule::k_means)?;
        let body = self.cond(kids.next()?)?;
        let guards = self.guards(&mut kids)?;
        Some(Item::Means { name, of, how, body, guards })
    }

    fn how(&mut self, kids: &mut Kids<'_>) -> Option<How> {
        let Some(how) = kids.eat(Rule::how) else { return Some(How::Plain) };
        Some(if only(how)?.as_rule() == Rule::k_also { How::Also } else { How::Now })
    }

    /// All guards that come next.
    pub(super) fn guards(&mut self, kids: &mut Kids<'_>) -> Option<Vec<ast::Guard>> {
        let mut guards = Vec::new();
        while let Some(guard) = kids.eat(Rule::guard) {
            guards.push(self.guard(guard)?);
        }
        Some(guards)
    }

    pub(super) fn guard(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Guard> {
        let mut kids = Kids::of(pair);
        kids.has(Rule::comma);
        let word = kids.next()?;
        let start = self.span(&word);
        let condition = self.cond(kids.next()?)?;
        let span = start.to(condition.span);
        Some(ast::Guard { unless: word.as_rule() == Rule::k_unless, condition, span })
    }

    pub(super) fn forbid(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        kids.has(Rule::k_forbid);
        let name = kids.eat(Rule::name).map(|name| self.new_name(&name));
        let condition = self.cond(kids.find(Rule::cond)?)?;
        Some(Item::Forbid { name, condition })
    }

    fn allow(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.find(Rule::name)?);
        let guards = self.guards(&mut kids)?;
        Some(Item::Allow { name, guards })
    }

    /// `by N`
    pub(super) fn by(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Name> {
        let name = Kids::of(pair).find(Rule::name)?;
        Some(self.name(&name))
    }

    fn by_if_any(&mut self, kids: &mut Kids<'_>) -> Option<Option<ast::Name>> {
        Some(match kids.eat(Rule::by) {
            Some(by) => Some(self.by(by)?),
            None => None,
        })
    }

    fn draw_end(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        kids.has(Rule::k_draw);
        let by = self.by_if_any(&mut kids)?;
        let guards = self.guards(&mut kids)?;
        Some(Item::Draw { by, guards })
    }

    fn about(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let subject = self.value(kids.next()?)?;
        let says = kids.next()?;
        let rule = says.as_rule();
        let mut kids = Kids::of(says);
        match rule {
            Rule::relation => self.relation(subject, kids),
            Rule::moving => {
                let how = self.how(&mut kids)?;
                let rule = self.move_rule(kids.next()?)?;
                Some(Item::Moves { subject, how, rule })
            }
            Rule::claim => {
                kids.find(Rule::k_draw)?;
                let by = self.by_if_any(&mut kids)?;
                let guards = self.guards(&mut kids)?;
                Some(Item::Claim { subject, by, guards })
            }
            Rule::side_end => {
                let wins = kids.next()?.as_rule() == Rule::k_wins;
                let by = self.by_if_any(&mut kids)?;
                let guards = self.guards(&mut kids)?;
                Some(Item::End { subject, wins, by, guards })
            }
            _ => {
                kids.find(Rule::k_is)?;
                let not = kids.has(Rule::k_not);
                let on = kids.has(Rule::k_on);
                let name = self.name(&kids.next()?);
                let guards = self.guards(&mut kids)?;
                Some(Item::Sort { subject, not, on, name, guards })
            }
        }
    }

    fn relation(&mut self, subject: ast::Expr, mut kids: Kids<'_>) -> Option<Item> {
        let (modal, word) = match kids.next()?.as_rule() {
            Rule::k_can => (Modal::Can, "can"),
            Rule::k_cannot => (Modal::Cannot, "cannot"),
            _ => (Modal::Must, "must"),
        };
        let said = kids.next()?;
        let squares = kids.pairs.peek().and_then(|object| object.as_str().strip_prefix("on "));
        let verb = match (squares, words::other_word(said.as_str())) {
            (Some(squares), Some("takes")) => {
                let verb = self.name(&said);
                let help = format!("write `{word} take piece on {}`", squares.trim_end());
                self.error(
                    codes::OTHER_WORD,
                    verb.span,
                    format!("`{}` is called `take` here", verb.text),
                    help,
                );
                verb
            }
            _ => self.verb(&said, word, words::BARE_VERBS),
        };
        let object = match kids.eat(Rule::object) {
            Some(object) => Some(self.object(object)?),
            None => None,
        };
        if let Some(object) = &object {
            self.object_fits(word, &verb, object);
        }
        let tail = self.tail(&mut kids)?;
        if let Some(span) = tail.if_it_can
            && modal != Modal::Must
        {
            self.error(
                codes::CONDITION_TWICE,
                span,
                format!("`if it can` does not go with `{word}`"),
                "it belongs to `must`: leave it out",
            );
        }
        let if_it_can = tail.if_it_can.is_some();
        Some(Item::Relation { subject, modal, verb, object, by: tail.by, if_it_can, guards: tail.guards })
    }

    /// `stop` wants `on`, `promote` wants `to`, and only `pass` goes from one to another.
    fn object_fits(&mut self, modal: &str, verb: &ast::Name, object: &Object) {
        let name = verb.text.as_str();
        let (fine, span) = match object {
            Object::Plain(value) => (!matches!(name, "stop" | "promote" | "act" | "castle"), value.span),
            Object::On(value) => (name == "stop", value.span),
            Object::To(value) => (matches!(name, "promote" | "move"), value.span),
            Object::FromTo(from, to) => (name == "pass", from.span.to(to.span)),
        };
        if fine || !words::BARE_VERBS.contains(&name) {
            return;
        }
        let text = self.strip_text(span);
        let help = match name {
            "stop" => format!("write `{modal} stop on ...`"),
            "promote" => format!("write `{modal} promote to ...`"),
            "act" | "castle" => format!("write `{modal} {name}`, or `{modal} {name} by ...`"),
            _ => format!("write `{modal} {name}` and then what, without a word between"),
        };
        self.error(
            codes::CONDITION_TWICE,
            span,
            format!("`{text}` does not go with `{name}` like this"),
            help,
        );
    }

    fn tail(&mut self, kids: &mut Kids<'_>) -> Option<Tail> {
        let mut tail = Tail::default();
        while let Some(pair) = kids.next() {
            let span = self.span(&pair);
            match pair.as_rule() {
                Rule::by => {
                    let by = self.by(pair)?;
                    if tail.by.is_some() {
                        self.twice(span);
                    }
                    tail.by.get_or_insert(by);
                }
                Rule::able => {
                    if tail.if_it_can.is_some() {
                        self.twice(span);
                    }
                    tail.if_it_can = Some(span);
                }
                _ => {
                    let guard = self.guard(pair)?;
                    tail.guards.push(guard);
                }
            }
        }
        Some(tail)
    }

    /// What stands behind a verb.
    pub(super) fn object(&mut self, pair: Pair<'_, Rule>) -> Option<Object> {
        let mut kids = Kids::of(pair);
        if kids.has(Rule::k_from) {
            let from = self.value(kids.next()?)?;
            kids.find(Rule::k_to)?;
            return Some(Object::FromTo(from, self.value(kids.next()?)?));
        }
        if kids.has(Rule::k_on) {
            return Some(Object::On(self.value(kids.next()?)?));
        }
        if kids.has(Rule::k_to) {
            return Some(Object::To(self.value(kids.next()?)?));
        }
        Some(Object::Plain(self.value(kids.next()?)?))
    }

    fn trigger(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let mut kids = Kids::of(pair);
        let time = match only(kids.next()?)?.as_rule() {
            Rule::k_when => Time::When,
            Rule::k_before => Time::Before,
            _ => Time::After,
        };
        let happening = self.happening(kids.next()?)?;
        let guards = self.guards(&mut kids)?;
        let body = self.body(kids.next()?)?;
        Some(Item::Trigger { time, happening, guards, body })
    }
}
