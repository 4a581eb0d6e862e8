//! Rules of movement and paths. Imports `ast`, `codes`, `words`.

use pest::iterators::Pair;

use super::{Kids, Lower, only};
use crate::ast::{self, Clause, Direction, Gait, LegHow, MoveVerb, Path, Reach, Times};
use crate::codes;
use crate::parse::read::Rule;
use crate::source::Span;
use crate::words;

/// The widest and highest board has so many files and ranks.
pub(super) const LARGEST_BOARD: u32 = 16;

impl Lower<'_> {
    /// A rule of movement, without its subject.
    pub(super) fn move_rule(&mut self, pair: Pair<'_, Rule>) -> Option<ast::MoveRule> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let rule = kids.next()?;
        let verb = match rule.as_rule() {
            Rule::travel => self.travel(rule)?,
            Rule::acts => {
                let mut kids = Kids::of(rule);
                kids.has(Rule::k_acts);
                let clauses = self.clauses(&mut kids)?;
                self.clauses_fit("acts", &clauses, |clause| {
                    !matches!(clause, Clause::To(_) | Clause::Without(_))
                });
                MoveVerb::Acts { clauses }
            }
            Rule::castles => self.castles(rule)?,
            Rule::promotes => self.promotes(rule)?,
            _ => self.edge(rule)?,
        };
        let block = match kids.eat(Rule::block) {
            Some(block) => {
                self.block_fits(&verb, self.span(&block));
                Some(self.block(&block))
            }
            None => None,
        };
        Some(ast::MoveRule { span, verb, block })
    }

    /// Promotions and edges do nothing besides.
    fn block_fits(&mut self, verb: &MoveVerb, span: Span) {
        let (verb, help) = match verb {
            MoveVerb::Promotes { .. } => {
                ("promotes", "write `when ... promotes { ... }` in a sentence of its own")
            }
            MoveVerb::Edge { wraps: true, .. } => {
                ("wraps", "write `when ... moves { ... }` in a sentence of its own")
            }
            MoveVerb::Edge { .. } => ("bounces", "write `when ... moves { ... }` in a sentence of its own"),
            MoveVerb::Travel { .. } | MoveVerb::Acts { .. } | MoveVerb::Castles { .. } => return,
        };
        self.error(codes::CONDITION_TWICE, span, format!("a block does not go with `{verb}`"), help);
    }

    /// Clauses that do not go with a verb.
    fn clauses_fit(&mut self, verb: &str, clauses: &[Clause], fits: fn(&Clause) -> bool) {
        for clause in clauses.iter().filter(|clause| !fits(clause)) {
            let (word, span) = match clause {
                Clause::From(value) => ("from", value.span),
                Clause::To(value) => ("to", value.span),
                Clause::By(name) => ("by", name.span),
                Clause::Without(word) => ("without", word.span),
                Clause::ForEach(name, _) => ("for each", name.span),
                Clause::Guard(guard) => ("if", guard.span),
            };
            let message = format!("`{word}` does not go with `{verb}`");
            self.error(codes::CONDITION_TWICE, span, message, "leave it out, or say it by `if ...`");
        }
    }

    fn travel(&mut self, pair: Pair<'_, Rule>) -> Option<MoveVerb> {
        let mut kids = Kids::of(pair);
        let takes = kids.next()?.as_rule() == Rule::k_takes;
        let path = self.path(kids.next()?)?;
        let clauses = self.clauses(&mut kids)?;
        for clause in &clauses {
            if let Clause::Without(word) = clause
                && takes
                && word.text == "taking"
            {
                self.error(
                    codes::CONDITION_TWICE,
                    word.span,
                    "`without taking` does not go with `takes`",
                    "write `moves`, or leave `without taking` out",
                );
            }
        }
        Some(MoveVerb::Travel { takes, path, clauses })
    }

    fn clauses(&mut self, kids: &mut Kids<'_>) -> Option<Vec<Clause>> {
        let mut clauses: Vec<Clause> = Vec::new();
        while let Some(pair) = kids.eat(Rule::clause) {
            let mut parts = Kids::of(pair);
            parts.has(Rule::comma);
            let part = parts.next()?;
            let span = self.span(&part);
            let clause = self.clause(part)?;
            let sort = std::mem::discriminant(&clause);
            let repeats = !matches!(clause, Clause::Guard(_) | Clause::ForEach(..));
            let before = clauses.iter().find(|other| std::mem::discriminant(*other) == sort);
            match (before, &clause) {
                (Some(Clause::Without(before)), Clause::Without(word)) if before.text != word.text => {
                    self.error(
                        codes::CONDITION_TWICE,
                        span,
                        "`without moving` takes from afar, and `without taking` takes nothing: this does nothing",
                        "keep `without taking` to go and not take, or `without moving` to take and not go",
                    );
                }
                (Some(_), _) if repeats => self.twice(span),
                _ => {}
            }
            clauses.push(clause);
        }
        Some(clauses)
    }

    fn clause(&mut self, pair: Pair<'_, Rule>) -> Option<Clause> {
        let rule = pair.as_rule();
        if rule == Rule::guard {
            return Some(Clause::Guard(self.guard(pair)?));
        }
        let mut kids = Kids::of(pair);
        Some(match rule {
            Rule::from => Clause::From(self.value(kids.find(Rule::value)?)?),
            Rule::to => Clause::To(self.value(kids.find(Rule::value)?)?),
            Rule::by => Clause::By(self.new_name(&kids.find(Rule::name)?)),
            Rule::without => Clause::Without(self.verb(&kids.find(Rule::loose)?, "without", words::WITHOUT)),
            _ => {
                let name = self.new_name(&kids.find(Rule::name)?);
                Clause::ForEach(name, self.value(kids.find(Rule::value)?)?)
            }
        })
    }

    fn castles(&mut self, pair: Pair<'_, Rule>) -> Option<MoveVerb> {
        let mut kids = Kids::of(pair);
        kids.find(Rule::k_castles)?;
        let reach = if kids.has(Rule::k_to) {
            Reach::To(self.value(kids.next()?)?)
        } else {
            let number = self.number_within(&kids.next()?, "the number of squares", 1, LARGEST_BOARD - 1);
            let word = self.name(&kids.next()?);
            if !matches!(word.text.as_str(), "square" | "squares") {
                let message = format!("`{}` is not what a castling is measured in", word.text);
                let help = format!("write `castles {} squares with ...`", number.value);
                self.error(codes::UNEXPECTED, word.span, message, help);
            }
            Reach::Squares(number)
        };
        kids.find(Rule::k_with)?;
        let with = self.value(kids.next()?)?;
        let clauses = self.clauses(&mut kids)?;
        self.clauses_fit("castles", &clauses, |clause| matches!(clause, Clause::By(_) | Clause::Guard(_)));
        Some(MoveVerb::Castles { reach, with, clauses })
    }

    fn promotes(&mut self, pair: Pair<'_, Rule>) -> Option<MoveVerb> {
        let mut kids = Kids::of(pair);
        let on = self.value(kids.find(Rule::value)?)?;
        let to = self.value(kids.find(Rule::value)?)?;
        let guards = self.guards(&mut kids)?;
        Some(MoveVerb::Promotes { on, to, guards })
    }

    fn edge(&mut self, pair: Pair<'_, Rule>) -> Option<MoveVerb> {
        let mut kids = Kids::of(pair);
        let wraps = kids.next()?.as_rule() == Rule::k_wraps;
        let directions = match kids.eat(Rule::dirs) {
            Some(dirs) => Some(self.directions(dirs)?),
            None => None,
        };
        let guards = self.guards(&mut kids)?;
        Some(MoveVerb::Edge { wraps, directions, guards })
    }

    /// A path.
    pub(super) fn path(&mut self, pair: Pair<'_, Rule>) -> Option<Path> {
        let mut ways = Vec::new();
        for legs in pair.into_inner().filter(|part| part.as_rule() == Rule::legs) {
            let mut steps = Vec::new();
            for leg in legs.into_inner().filter(|part| part.as_rule() == Rule::leg) {
                steps.push(Path::Leg(self.leg(leg)?));
            }
            ways.push(if steps.len() == 1 { steps.pop()? } else { Path::Then(steps) });
        }
        if ways.len() == 1 { ways.pop() } else { Some(Path::Either(ways)) }
    }

    fn leg(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Leg> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let gait = self.gait(kids.next()?)?;
        let times = match kids.eat(Rule::times) {
            Some(times) => Some(self.times(times)?),
            None => None,
        };
        let mut hows = Vec::new();
        while let Some(how) = kids.eat(Rule::leg_how) {
            let mut kids = Kids::of(how);
            let how = match kids.next()?.as_rule() {
                Rule::k_over => LegHow::Over,
                Rule::k_onto => LegHow::Onto,
                _ => LegHow::Taking,
            };
            let set = kids.next()?;
            let span = self.span(&set);
            if hows.iter().any(|(other, _)| *other == how) {
                self.twice(span);
            }
            hows.push((how, self.value(set)?));
        }
        Some(ast::Leg { span, gait, times, hows })
    }

    fn gait(&mut self, pair: Pair<'_, Rule>) -> Option<Gait> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::step => Some(Gait::Step(self.directions(kids.find(Rule::dirs)?)?)),
            Rule::slide => Some(Gait::Slide(self.directions(kids.find(Rule::dirs)?)?)),
            Rule::leap => {
                let one = self.number_within(&kids.find(Rule::int)?, "a leap's length", 0, LARGEST_BOARD - 1);
                let other =
                    self.number_within(&kids.find(Rule::int)?, "a leap's length", 0, LARGEST_BOARD - 1);
                if one.value == 0 && other.value == 0 {
                    self.error(
                        codes::IMPOSSIBLE_NUMBER,
                        one.span.to(other.span),
                        "a leap of 0 and 0 goes nowhere",
                        "write how far it goes, as `leap 1 2`; a piece that stands still `acts`",
                    );
                }
                let directions = match kids.eat(Rule::dirs) {
                    Some(dirs) => self.directions(dirs)?,
                    None => Vec::new(),
                };
                Some(Gait::Leap(one, other, directions))
            }
            Rule::like => Some(Gait::Like(self.value(kids.find(Rule::small)?)?)),
            Rule::betza => Some(Gait::Betza(self.text(&kids.next()?))),
            _ => Some(Gait::Group(Box::new(self.path(kids.find(Rule::path)?)?))),
        }
    }

    fn times(&mut self, pair: Pair<'_, Rule>) -> Option<Times> {
        let span = self.span(&pair);
        let number = only(pair)?;
        Some(match number.as_rule() {
            Rule::int => Times::Exactly(self.number_within(&number, "how often it goes", 1, 100)),
            _ => Times::Any(span),
        })
    }

    fn directions(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Direction>> {
        let mut directions = Vec::new();
        for dir in pair.into_inner().filter(|part| part.as_rule() == Rule::dir) {
            let mut kids = Kids::of(dir);
            directions.push(if kids.has(Rule::k_away) {
                Direction::Away(self.value(kids.find(Rule::small)?)?)
            } else if kids.has(Rule::k_toward) {
                Direction::Toward(self.value(kids.next()?)?)
            } else {
                Direction::Words(self.value(kids.next()?)?)
            });
        }
        Some(directions)
    }
}
