//! Paths: legs, what they pass, end on and take, and how often. Imports `board`, `model`, `betza`, `types`,
//! `wording`.

use super::types::{KINDS, PIECES, SQUARES};
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Expr, Leg, Path, Steps};
use rulemate_grammar::ast::{self, Gait, LegHow, Times};
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// A way over the board from where something stands: nothing has been gone before it.
    pub(super) fn whole_path(&mut self, path: &ast::Path) -> Path {
        for span in first_leg(path, "onward") {
            let message = "`onward` goes on in the direction of the leg before, and this is the first";
            let diagnostic = codes::error(codes::ONWARD_FIRST, self.place(span), message)
                .help("say a direction: `step forward then step onward`");
            self.report(diagnostic);
        }
        for span in first_leg(path, "heading") {
            let message = "in a path `heading` is where this path has gone, and this is its first leg";
            let diagnostic = codes::error(codes::ONWARD_FIRST, self.place(span), message)
                .help("keep that of the move in a fact: `fact way on pieces is direction`, `way of it becomes heading`, and then `step way of it`");
            self.report(diagnostic);
        }
        for span in first_leg(path, "origin") {
            let message =
                "in a path `origin` is where this path begins, and its first leg has no direction from there";
            let diagnostic = codes::error(codes::ONWARD_FIRST, self.place(span), message)
                .help("keep that of the move in a fact: `fact start on pieces is square`, `start of it becomes origin`, and then `step away from start of it`");
            self.report(diagnostic);
        }
        self.path(path)
    }

    /// A way over the board, or a part of one.
    pub(super) fn path(&mut self, path: &ast::Path) -> Path {
        match path {
            ast::Path::Either(paths) => Path::Either(paths.iter().map(|path| self.path(path)).collect()),
            ast::Path::Then(paths) => Path::Then(paths.iter().map(|path| self.path(path)).collect()),
            ast::Path::Leg(leg) => self.leg(leg),
        }
    }

    fn leg(&mut self, leg: &ast::Leg) -> Path {
        let times = leg.times.map(Self::times);
        let steps = match &leg.gait {
            Gait::Step(directions) => self.steps(None, directions),
            Gait::Slide(directions) => self.steps(None, directions),
            Gait::Leap(m, n, directions) => self.leap(m, n, directions),
            Gait::Like(kinds) => {
                let kinds = self.value(kinds, KINDS);
                return self.whole(Path::Like(kinds), times, leg);
            }
            Gait::Betza(text) => {
                let path = self.betza(text);
                return self.whole(path, times, leg);
            }
            Gait::Group(path) => {
                let path = self.path(path);
                return self.whole(path, times, leg);
            }
        };
        let (least, most) = match (&leg.gait, times) {
            (Gait::Slide(_), None) => (1, None),
            (Gait::Slide(_), Some((least, most))) => {
                if let Some(times) = &leg.times {
                    let help = match most {
                        None => "leave `any times` out: `slide D` is `step D any times`".to_owned(),
                        Some(_) => format!(
                            "write `step ... {least} times` for exactly so many squares, or `cannot stop if length > {least}`"
                        ),
                    };
                    let diagnostic = codes::error(
                        codes::SLIDE_TIMES,
                        self.place(times_span(*times)),
                        "a slide already goes as far as it likes",
                    )
                    .help(help);
                    self.report(diagnostic);
                }
                (1, None)
            }
            (_, None) => (1, Some(1)),
            (_, Some(times)) => times,
        };
        let [over, onto, taking] = self.hows(leg);
        let legs: Vec<Path> = steps
            .into_iter()
            .map(|steps| {
                let (over, onto, taking) = (over.clone(), onto.clone(), taking.clone());
                Path::Leg(Leg { steps, least, most, over, onto, taking, empty: false })
            })
            .collect();
        one_or_either(legs)
    }

    /// Something that is gone as a whole: it begins anew each time, and passes and takes nothing as a leg would. It may
    /// end onto a piece, by its last leg.
    fn whole(&mut self, path: Path, times: Option<(u16, Option<u16>)>, leg: &ast::Leg) -> Path {
        let mut onto = None;
        for (how, said) in &leg.hows {
            if *how == LegHow::Onto {
                onto = Some(self.value(said, PIECES));
                if let Gait::Group(path) = &leg.gait {
                    self.tell_of_two_ends(said.span, path);
                }
                continue;
            }
            let word = how_word(*how);
            let diagnostic = codes::error(
                codes::HOW_ON_GROUP,
                self.place(said.span),
                format!("`{word} {}` belongs to a step, slide or leap", wording::expr(said)),
            )
            .help(format!(
                "write it inside, behind the leg: `(step forward {word} {})`",
                wording::expr(said)
            ));
            self.report(diagnostic);
        }
        let path = match times {
            None => path,
            Some((least, most)) => Path::Repeat(Box::new(path), least, most),
        };
        match onto {
            None => path,
            Some(onto) => Path::Onto(Box::new(path), onto),
        }
    }

    /// A path in brackets that ends onto a piece must not say by itself what it does with the piece where it ends.
    fn tell_of_two_ends(&mut self, onto: Span, path: &ast::Path) {
        let Some((how, said)) = said_end(path) else { return };
        let place = self.place(onto);
        let message = format!("this path ends `{}` a piece by itself", how_word(how));
        let diagnostic = codes::error(codes::CONTRADICTION, self.place(said), message)
            .also(place, "and `onto` here")
            .help("leave one of both out");
        self.report(diagnostic);
    }

    fn times(times: Times) -> (u16, Option<u16>) {
        match times {
            Times::Any(_) => (1, None),
            Times::Exactly(number) => {
                let number = u16::try_from(number.value.clamp(1, 999)).unwrap_or(1);
                (number, Some(number))
            }
        }
    }

    /// `over`, `onto`, `taking`.
    fn hows(&mut self, leg: &ast::Leg) -> [Option<Expr>; 3] {
        let mut found: [Option<Expr>; 3] = [None, None, None];
        let mut spans: [Option<Span>; 3] = [None; 3];
        for (how, said) in &leg.hows {
            let (at, want) = match how {
                LegHow::Over => (0, SQUARES),
                LegHow::Onto => (1, PIECES),
                LegHow::Taking => (2, PIECES),
            };
            spans[at] = Some(said.span);
            found[at] = Some(self.value(said, want));
        }
        if let (Some(onto), Some(taking)) = (spans[1], spans[2]) {
            let place = self.place(onto);
            let diagnostic = codes::error(
                codes::CONTRADICTION,
                self.place(taking),
                "a leg that ends `onto` a piece leaves it there, and `taking` takes it",
            )
            .also(place, "`onto` here")
            .help("leave one of both out");
            self.report(diagnostic);
        }
        found
    }

    fn leap(&mut self, m: &ast::Number, n: &ast::Number, directions: &[ast::Direction]) -> Vec<Steps> {
        // Longer leaps, and those that go nowhere, are told of where they were read.
        let size = |number: &ast::Number| u8::try_from(number.value.min(15)).unwrap_or(15);
        let (first, second) = (size(m), size(n));
        if directions.is_empty() {
            return vec![Steps::Leap(first, second, None)];
        }
        self.steps(Some((first, second)), directions)
    }

    /// Steps, or leaps of this size, in directions.
    fn steps(&mut self, leap: Option<(u8, u8)>, directions: &[ast::Direction]) -> Vec<Steps> {
        let plain = |words: Expr| match leap {
            None => Steps::In(words),
            Some((m, n)) => Steps::Leap(m, n, Some(words)),
        };
        if let Some(words) = self.plain_directions(directions) {
            return vec![plain(words)];
        }
        let mut all = Vec::new();
        for direction in directions {
            all.push(match direction {
                ast::Direction::Words(_) => match self.plain_directions(std::slice::from_ref(direction)) {
                    Some(words) => plain(words),
                    None => continue,
                },
                ast::Direction::Toward(whence) => Steps::Toward(leap, self.whence(whence)),
                ast::Direction::Away(whence) => Steps::Away(leap, self.whence(whence)),
            });
        }
        all
    }
}

/// Where a path asks by this word for a direction before it has gone anywhere.
fn first_leg(path: &ast::Path, wanted: &str) -> Vec<Span> {
    match path {
        ast::Path::Either(paths) => paths.iter().flat_map(|path| first_leg(path, wanted)).collect(),
        ast::Path::Then(paths) => paths.first().map(|path| first_leg(path, wanted)).unwrap_or_default(),
        ast::Path::Leg(leg) => match &leg.gait {
            Gait::Step(directions) | Gait::Slide(directions) | Gait::Leap(_, _, directions) => {
                let words = directions.iter().map(|direction| match direction {
                    ast::Direction::Words(words)
                    | ast::Direction::Toward(words)
                    | ast::Direction::Away(words) => words,
                });
                words.filter_map(|words| wording::direction_word(words, wanted)).collect()
            }
            Gait::Group(path) => first_leg(path, wanted),
            Gait::Like(_) | Gait::Betza(_) => Vec::new(),
        },
    }
}

/// What the last leg of a path says of the piece where it ends.
fn said_end(path: &ast::Path) -> Option<(LegHow, Span)> {
    match path {
        ast::Path::Either(paths) => paths.iter().find_map(said_end),
        ast::Path::Then(paths) => paths.last().and_then(said_end),
        ast::Path::Leg(leg) => {
            let ends = leg.hows.iter().find(|(how, _)| *how != LegHow::Over);
            match &leg.gait {
                _ if ends.is_some() => ends.map(|(how, said)| (*how, said.span)),
                Gait::Group(path) => said_end(path),
                _ => None,
            }
        }
    }
}

/// A single path, or a choice.
pub(super) fn one_or_either(mut paths: Vec<Path>) -> Path {
    match paths.len() {
        1 => paths.remove(0),
        _ => Path::Either(paths),
    }
}

fn how_word(how: LegHow) -> &'static str {
    match how {
        LegHow::Over => "over",
        LegHow::Onto => "onto",
        LegHow::Taking => "taking",
    }
}

fn times_span(times: Times) -> Span {
    match times {
        Times::Any(span) => span,
        Times::Exactly(number) => number.span,
    }
}
