//! Facts and meanings by their names, alone and before `of`, and names that nothing has. Imports `ids`, `model`,
//! `names`, `types`, `words`, `wording`.

use super::names::Named;
use super::types::{PIECES, SIDES, SQUARES, Want};
use super::words::{ABOUT_VALUES, VALUES, is_built_in};
use super::{Resolver, wording};
use crate::codes;
use crate::ids::{FactId, MeaningId};
use crate::model::{Bearer, Expr, Node, Type};
use rulemate_grammar::ast::{Atom, AtomKind};
use rulemate_grammar::number_word;
use rulemate_grammar::source::Span;

/// Makes what a built-in word has of something.
type Make = fn(Box<Expr>) -> Node;

impl Resolver<'_> {
    /// A fact that nobody is named for.
    pub(super) fn fact_alone(&mut self, fact: FactId, span: Span) -> Expr {
        let entry = &self.library.facts[fact.index()];
        let (of, name) = (entry.of, entry.name.clone());
        match entry.bearer {
            Bearer::Game => self.make(of, Node::GameFact(fact), span),
            _ if of == Type::Bool => {
                let of = match entry.bearer {
                    Bearer::Squares => Type::Squares,
                    Bearer::Sides => Type::Sides,
                    Bearer::Pieces | Bearer::Game => Type::Pieces,
                };
                self.make(of, Node::Bearing(fact), span)
            }
            bearer => {
                let (whose, help) = match bearer {
                    Bearer::Sides => ("side", format!("write `own {name}` or `enemy {name}`")),
                    Bearer::Squares => ("square", format!("write `{name} of target`, or of another square")),
                    Bearer::Pieces | Bearer::Game => {
                        ("piece", format!("write `{name} of it`, or of another piece"))
                    }
                };
                let message = format!("each {whose} has its own `{name}`: whose is meant?");
                let diagnostic = codes::error(codes::WHOSE, self.place(span), message).help(help);
                self.report(diagnostic);
                self.broken(span)
            }
        }
    }

    /// A fact of those that bear it.
    pub(super) fn fact_of(&mut self, fact: FactId, of: Expr, span: Span) -> Expr {
        let entry = &self.library.facts[fact.index()];
        let (result, bearer, name) = (entry.of, entry.bearer, entry.name.clone());
        if of.is_broken() {
            return of;
        }
        let want = match bearer {
            Bearer::Pieces => PIECES,
            Bearer::Squares => SQUARES,
            Bearer::Sides => SIDES,
            Bearer::Game => {
                let message =
                    format!("`{name}` is a fact of the game, not of {}", wording::type_words(of.of));
                let diagnostic = codes::error(codes::WRONG_BEARER, self.place(span), message)
                    .help(format!("write `{name}` alone"));
                self.report(diagnostic);
                return self.broken(span);
            }
        };
        match self.try_fit(of, want) {
            Ok(of) => self.make(result, Node::FactOf(fact, Box::new(of)), span),
            Err((of, wanted)) => {
                let message = format!(
                    "`{name}` is a fact of {}, and this is {}",
                    bearer_words(bearer),
                    wording::type_words(of.of)
                );
                let help = if wanted == Type::Sides {
                    format!("write `own {name}` or `enemy {name}`")
                } else {
                    format!("write `{name} of` one of {}", bearer_words(bearer))
                };
                let place = self.library.facts[fact.index()].place;
                let diagnostic = codes::error(codes::WRONG_BEARER, of.place, message)
                    .also(place, "declared here")
                    .help(help);
                self.report(diagnostic);
                self.broken(span)
            }
        }
    }

    pub(super) fn meaning_alone(&mut self, meaning: MeaningId, span: Span) -> Expr {
        if !self.is_typed(meaning) {
            return self.broken(span);
        }
        let entry = &self.library.meanings[meaning.index()];
        if entry.parameter.is_some() {
            let (name, place) = (entry.name.clone(), entry.place);
            let message = format!("`{name}` is said of something: of what?");
            let diagnostic = codes::error(codes::PARAMETER, self.place(span), message)
                .also(place, "defined here")
                .help(format!("write `{name} of ...`"));
            self.report(diagnostic);
            return self.broken(span);
        }
        self.make(entry.of, Node::Meaning(meaning, None), span)
    }

    /// A word before `of`.
    pub(super) fn function(&mut self, head: &Atom, of: Expr) -> Expr {
        let span = head.span.to(of.place.span);
        let AtomKind::Word(word) = &head.kind else {
            let message = format!("`{}` is nothing that something has", wording::atom(head));
            let diagnostic = codes::error(codes::NO_FUNCTION, self.place(head.span), message)
                .help("before `of` stands a fact, a meaning, or `rank`, `file`, `square`, `kind`, `side`");
            self.report(diagnostic);
            return self.broken(span);
        };
        let said = || format!("{word} of");
        let built: Option<(Want, Type, Make)> = match word.as_str() {
            "square" | "squares" => {
                let of = self.fit(of, SQUARES, &said);
                return if of.is_broken() { of } else { Expr { place: self.place(span), ..of } };
            }
            "rank" | "ranks" => Some((SQUARES, Type::Number, Node::RankOf)),
            "file" | "files" => Some((SQUARES, Type::Number, Node::FileOf)),
            "kind" | "kinds" => Some((PIECES, Type::Kinds, Node::KindsOf)),
            "side" | "sides" | "owner" => Some((PIECES, Type::Sides, Node::OwnersOf)),
            "hand" | "hands" => Some((SIDES, Type::Pieces, Node::Hand)),
            _ => None,
        };
        if let Some((want, result, node)) = built {
            let of = self.fit(of, want, &said);
            if result == Type::Number && self.tell_several_before_of(word, &of) {
                return self.broken(span);
            }
            return if of.is_broken() { of } else { self.make(result, node(Box::new(of)), span) };
        }
        match self.names.find(self.scope.file, word) {
            Some((Named::Fact(fact), _)) => self.fact_of(fact, of, span),
            Some((Named::Meaning(meaning), place)) => {
                if !self.is_typed(meaning) {
                    return self.broken(span);
                }
                let entry = &self.library.meanings[meaning.index()];
                let (result, parameter) = (entry.of, entry.parameter);
                let Some(parameter) = parameter else {
                    let message = format!("`{word}` means something by itself, and is said of nothing");
                    let diagnostic = codes::error(codes::PARAMETER, self.place(head.span), message)
                        .also(place, "defined here")
                        .help(format!("write `{word}` alone, or define `{word} of p means ...`"));
                    self.report(diagnostic);
                    return self.broken(span);
                };
                let of = self.fit(of, Want::One(parameter), &said);
                if of.is_broken() {
                    return of;
                }
                self.make(result, Node::Meaning(meaning, Some(Box::new(of))), span)
            }
            Some((named, _)) => {
                let message = format!("`{word}` is {}, and nothing that something has", named.sort());
                let diagnostic = codes::error(codes::NO_FUNCTION, self.place(head.span), message).help(
                    "before `of` stands a fact, a meaning, or `rank`, `file`, `square`, `kind`, `side`",
                );
                self.report(diagnostic);
                self.broken(span)
            }
            None => {
                if is_built_in(word) || self.scope.find(word).is_some() {
                    let message = format!("`{word}` is nothing that something has");
                    let diagnostic = codes::error(codes::NO_FUNCTION, self.place(head.span), message).help(
                        "before `of` stands a fact, a meaning, or `rank`, `file`, `square`, `kind`, `side`",
                    );
                    self.report(diagnostic);
                } else {
                    self.unknown_word(word, head.span);
                }
                self.broken(span)
            }
        }
    }

    /// Whether a sentence that could not be read, which is told, may have given this name.
    pub(super) fn is_lost(&self, word: &str) -> bool {
        let mut seen = self.names.seen_from(self.scope.file);
        seen.any(|file| {
            let lost = &self.inputs[file].tree.lost;
            lost.iter().any(|name| name == word || word.strip_suffix('s') == Some(name))
        })
    }

    /// Tells of a word that nothing here is called.
    pub(super) fn unknown_word(&mut self, word: &str, span: Span) {
        if self.is_lost(word) {
            return;
        }
        let mut candidates: Vec<&str> =
            self.scope.bound.iter().rev().map(|bound| bound.name.as_str()).collect();
        candidates.extend(self.names.known(self.scope.file, |_| true));
        candidates.extend(VALUES);
        candidates.extend(ABOUT_VALUES);
        let guess = super::suggested(self.tired(), word, candidates);
        let mut diagnostic =
            codes::error(codes::UNKNOWN_NAME, self.place(span), format!("nothing here is called `{word}`"));
        let said = match word {
            "every" | "all" => Some(
                "leave it out: a sentence about a kind is about all of them; in a condition write `each`",
            ),
            "time" | "times" => Some("write the number and `times` behind the step: `step forward 3 times`"),
            "x" => Some("for a capture write `takes`, as in `some piece takes own piece`"),
            "check" | "checks" | "checked" => Some(
                "whether a royal piece is attacked is asked so: `some own royal is threatened`, `no royal is threatened`",
            ),
            "false" => Some("write `no` for a value; in a condition put `not` before what is asked"),
            "true" => Some("write `yes` for a value; in a condition it is left out"),
            "beside" | "adjacent" | "nearby" => {
                Some("write `near`: `it is near ...`, `some own piece near ...`")
            }
            "owner" => Some("write `side of` or `owner of` and a piece: `side of it is enemy side`"),
            "light" => Some("define it: `light means square s with (file of s + rank of s) % 2 = 1`"),
            "occupied" => Some("write `is not empty`, or `some piece is on ...`"),
            "moved" => Some("write `is not fresh` of what has moved"),
            _ => None,
        };
        // A file's letter that goes on a list: `file a or h`.
        let letter = word.len() == 1 && word.bytes().all(|letter| (b'a'..=b'p').contains(&letter));
        if letter {
            let meant = if word == "i" { "did you mean `is`? For" } else { "for" };
            diagnostic = diagnostic.help(format!(
                "{meant} the squares of a file write `file {word}`; a piece gets a name by `some piece {word} with ...` or `for each {word} in ...`"
            ));
        } else if let Some(digits) = number_word(word) {
            diagnostic = diagnostic.help(format!("write `{digits}`"));
        } else if let Some(said) = said {
            diagnostic = diagnostic.help(said);
        } else if let Some(guess) = guess {
            diagnostic = diagnostic.help(format!("did you mean `{guess}`?"));
        } else if let Some((file, place)) = self.names.elsewhere(self.scope.file, word) {
            let name = self.library.files[file.index()].name.clone();
            diagnostic =
                diagnostic.also(place, format!("a name of `{name}`, which only `{name}` can use")).help(
                    "names are private to their file; declare your own, or put it into the game under both",
                );
        } else {
            diagnostic = diagnostic.help(format!(
                "declare it: `fact {word} on pieces`, `{word} means ...`, or `piece {word} \"...\"`"
            ));
        }
        self.report(diagnostic);
    }
}

/// What bears a fact, in words.
pub(super) fn bearer_words(bearer: Bearer) -> &'static str {
    match bearer {
        Bearer::Pieces => "pieces",
        Bearer::Squares => "squares",
        Bearer::Sides => "sides",
        Bearer::Game => "the game",
    }
}
