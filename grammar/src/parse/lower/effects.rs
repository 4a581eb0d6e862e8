//! What triggers wait for, and effects. Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::{Kids, Lower, only};
use crate::ast::{self, EffectKind, HappeningKind, Item, Object};
use crate::codes;
use crate::parse::read::Rule;
use crate::words;

/// An offer is made so often at most.
const MOST_TIMES: u32 = 100;

impl Lower<'_> {
    /// What a trigger waits for.
    pub(super) fn happening(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Happening> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let first = kids.next()?;
        let kind = match first.as_rule() {
            Rule::event_starts => HappeningKind::EventStarts,
            Rule::turn_ends => HappeningKind::TurnEnds,
            Rule::turn_begins => HappeningKind::Turn,
            _ => {
                let subject = self.value(first)?;
                let mut doing = Kids::of(kids.next()?);
                let verb = doing.next()?;
                let passive = verb.as_rule() == Rule::k_is;
                let verb =
                    if passive { self.verb(&doing.next()?, "is", words::PASSIVE) } else { self.name(&verb) };
                let object = match doing.next() {
                    None => None,
                    Some(word) if word.as_rule() == Rule::k_on => {
                        Some(Object::On(self.value(doing.next()?)?))
                    }
                    Some(word) if word.as_rule() == Rule::k_to => {
                        if verb.text == "arrives" {
                            let span = self.span(&word);
                            self.error(
                                codes::OTHER_WORD,
                                span,
                                "a piece arrives `on` squares",
                                "write `arrives on`",
                            );
                        }
                        Some(Object::To(self.value(doing.next()?)?))
                    }
                    Some(value) => Some(Object::Plain(self.value(value)?)),
                };
                let by = match kids.eat(Rule::by) {
                    Some(by) => Some(self.by(by)?),
                    None => None,
                };
                HappeningKind::Does { subject, verb, passive, object, by }
            }
        };
        Some(ast::Happening { span, kind })
    }

    /// A block, or one effect behind a comma.
    pub(super) fn body(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<ast::Effect>> {
        let mut kids = Kids::of(pair);
        kids.has(Rule::comma);
        self.effects(kids.next()?)
    }

    fn effects(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<ast::Effect>> {
        match pair.as_rule() {
            Rule::block => Some(self.block(&pair)),
            Rule::branch => Some(vec![self.action_of(pair)?]),
            _ => Some(vec![self.action(pair)?]),
        }
    }

    /// An effect.
    pub(super) fn action(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Effect> {
        self.action_of(only(pair)?)
    }

    fn action_of(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Effect> {
        let span = self.span(&pair);
        let kind = self.kind_of(pair)?;
        Some(ast::Effect { span, kind })
    }

    fn kind_of(&mut self, pair: Pair<'_, Rule>) -> Option<EffectKind> {
        let rule = pair.as_rule();
        if rule == Rule::forbid {
            return self.forbid_here(pair);
        }
        let mut kids = Kids::of(pair);
        Some(match rule {
            Rule::foreach => return self.for_each(kids),
            Rule::branch => return self.branch(kids),
            Rule::choose => {
                let may = kids.has(Rule::k_may);
                kids.find(Rule::k_choose)?;
                return self.choice(None, may, kids.next()?);
            }
            Rule::says => return self.says(kids),
            Rule::put => {
                kids.has(Rule::k_put);
                let what = self.value(kids.next()?)?;
                let onto = kids.next()?.as_rule() == Rule::k_onto;
                let place = self.value(kids.next()?)?;
                if onto { EffectKind::PutOnto(what, place) } else { EffectKind::PutIn(what, place) }
            }
            Rule::take => {
                let what = self.value(kids.find(Rule::value)?)?;
                if matches!(self.strip_text(what.span).as_str(), "back" | "back it") {
                    self.error(
                        codes::TAKE_BACK,
                        what.span,
                        "a turn is not taken back like this",
                        "write `forbid if ...`: it undoes the latest choice, or the turn",
                    );
                }
                EffectKind::Take(what)
            }
            Rule::remove => EffectKind::Remove(self.value(kids.find(Rule::value)?)?),
            Rule::reveal => EffectKind::Reveal(self.value(kids.find(Rule::value)?)?),
            Rule::promote => EffectKind::Promote(self.value(kids.find(Rule::value)?)?),
            Rule::swap => {
                let one = self.value(kids.find(Rule::value)?)?;
                EffectKind::Swap(one, self.value(kids.find(Rule::value)?)?)
            }
            Rule::push => {
                let what = self.value(kids.find(Rule::value)?)?;
                let away = kids.has(Rule::k_away);
                EffectKind::Push { what, away, whence: self.value(kids.find(Rule::small)?)? }
            }
            Rule::draw => EffectKind::Draw,
            _ => EffectKind::EventEnds,
        })
    }

    fn forbid_here(&mut self, pair: Pair<'_, Rule>) -> Option<EffectKind> {
        let Some(Item::Forbid { name, condition }) = self.forbid(pair) else { return None };
        if let Some(name) = name {
            self.error(
                codes::TOO_MUCH,
                name.span,
                format!("`forbid` in a block bears no name, and `{}` is one", name.text),
                "write `forbid if ...`",
            );
        }
        Some(EffectKind::Forbid { condition })
    }

    fn for_each(&mut self, mut kids: Kids<'_>) -> Option<EffectKind> {
        kids.find(Rule::k_each)?;
        let over = if kids.has(Rule::k_side) {
            None
        } else {
            let name = self.new_name(&kids.next()?);
            kids.find(Rule::k_in)?;
            Some((name, self.value(kids.next()?)?))
        };
        let guards = self.guards(&mut kids)?;
        let body = self.body(kids.next()?)?;
        Some(EffectKind::ForEach { over, guards, body })
    }

    fn branch(&mut self, mut kids: Kids<'_>) -> Option<EffectKind> {
        let condition = self.cond(kids.find(Rule::cond)?)?;
        let then = self.body(kids.next()?)?;
        let otherwise = match kids.eat(Rule::otherwise) {
            Some(otherwise) => {
                let mut kids = Kids::of(otherwise);
                kids.find(Rule::k_else)?;
                kids.has(Rule::comma);
                self.effects(kids.next()?)?
            }
            None => Vec::new(),
        };
        Some(EffectKind::If { condition, then, otherwise })
    }

    fn choice(&mut self, who: Option<ast::Expr>, may: bool, pair: Pair<'_, Rule>) -> Option<EffectKind> {
        let mut kids = Kids::of(pair);
        let name = self.new_name(&kids.next()?);
        kids.find(Rule::k_from)?;
        let list = kids.next()?;
        let mut options = Vec::new();
        if list.as_rule() == Rule::options {
            for value in list.into_inner().filter(|part| part.as_rule() == Rule::value) {
                options.push(self.value(value)?);
            }
        } else {
            options.push(self.value(list)?);
        }
        let guards = self.guards(&mut kids)?;
        let body = self.body(kids.next()?)?;
        Some(EffectKind::Choose { who, may, name, options, guards, body })
    }

    fn says(&mut self, mut kids: Kids<'_>) -> Option<EffectKind> {
        let subject = self.value(kids.next()?)?;
        let says = kids.next()?;
        let rule = says.as_rule();
        let mut kids = Kids::of(says);
        Some(match rule {
            Rule::chooses => {
                let may = kids.has(Rule::k_may);
                return self.choice(Some(subject), may, kids.find(Rule::choice)?);
            }
            Rule::grant => return self.grant(subject, kids),
            Rule::becomes => {
                kids.has(Rule::k_becomes);
                let not = kids.has(Rule::k_not);
                EffectKind::Becomes { what: subject, not, to: self.sum_or_no(kids.next()?)? }
            }
            Rule::starts => EffectKind::Starts(subject),
            _ => EffectKind::Ends { who: subject, wins: kids.next()?.as_rule() == Rule::k_wins },
        })
    }

    fn grant(&mut self, subject: ast::Expr, mut kids: Kids<'_>) -> Option<EffectKind> {
        let must = kids.next()?.as_rule() == Rule::k_must;
        let verb = self.verb(&kids.next()?, if must { "must" } else { "may" }, words::OFFERS);
        let object = match kids.eat(Rule::value) {
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        if let Some(object) = &object
            && verb.text != "take"
            && words::OFFERS.contains(&verb.text.as_str())
        {
            let text = self.strip_text(object.span);
            if let Some(right) = words::number_word(&text) {
                let message = format!("`{text}` is written in digits");
                self.error(codes::NUMBER_WORD, object.span, message, format!("write `{right}`"));
                return None;
            }
            self.error(
                codes::CONDITION_TWICE,
                object.span,
                format!("`{text}` does not go with `{}`", verb.text),
                format!("only `take` says whom; write `once`, `3 times` or `by ...` behind `{}`", verb.text),
            );
        }
        let (mut by, mut without, mut times) = (None, None, None);
        let mut if_it_can = false;
        let mut guards = Vec::new();
        let mut block = None;
        while let Some(pair) = kids.next() {
            let span = self.span(&pair);
            let said = match pair.as_rule() {
                Rule::by => {
                    let name = self.by(pair)?;
                    by.replace(name).is_some()
                }
                Rule::without => {
                    let word = Kids::of(pair).find(Rule::loose)?;
                    let word = self.verb(&word, "without", words::WITHOUT);
                    without.replace(word).is_some()
                }
                Rule::often => {
                    let often = self.often(pair)?;
                    times.replace(often).is_some()
                }
                Rule::able => std::mem::replace(&mut if_it_can, true),
                Rule::guard => {
                    let guard = self.guard(pair)?;
                    guards.push(guard);
                    false
                }
                Rule::block => block.replace(self.block(&pair)).is_some(),
                _ => false,
            };
            if said {
                self.twice(span);
            }
        }
        Some(EffectKind::Grant { subject, must, verb, object, by, without, times, if_it_can, guards, block })
    }

    fn often(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Number> {
        let mut kids = Kids::of(pair);
        kids.has(Rule::comma);
        let first = kids.next()?;
        if first.as_rule() == Rule::k_once {
            return Some(ast::Number { value: 1, span: self.span(&first) });
        }
        Some(self.number_within(&first, "how often it is offered", 1, MOST_TIMES))
    }
}
