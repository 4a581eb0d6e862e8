//! `X becomes Y`: facts get values, pieces change kind and side. Imports `ids`, `model`, `types`, `wording`.

use super::effect::sound;
use super::named::bearer_words;
use super::types::{KINDS, PIECES, SIDES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::ids::FactId;
use crate::model::{Bearer, EffectKind, Expr, Kinship, Node, Type};
use rulemate_grammar::ast;
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// `X becomes Y`, `X becomes not F`
    pub(super) fn becomes(
        &mut self,
        what: &ast::Expr,
        not: bool,
        to: &ast::Expr,
        span: Span,
    ) -> Option<EffectKind> {
        if let Some(("game", _)) = wording::single_word(what) {
            return self.game_becomes(not, to);
        }
        let left = sound(self.value(what, Want::Any))?;
        match &left.node {
            Node::GameFact(fact) if !self.changes_piece(*fact, to) => {
                let fact = *fact;
                let value = self.assigned(fact, not, to, span)?;
                return Some(EffectKind::SetGame(fact, value));
            }
            Node::FactOf(fact, of) if !self.changes_piece(*fact, to) => {
                let (fact, of) = (*fact, (**of).clone());
                let value = self.assigned(fact, not, to, span)?;
                return Some(EffectKind::Set(fact, of, value));
            }
            Node::SeenBy(..) if matches!(left.of, Type::Number | Type::Bool | Type::Directions) => {
                let message = format!("`{}` is no fact that can be set here", wording::expr(what));
                let help = "name the fact as it is declared, without `own` or `enemy` before a fact of pieces or the game";
                self.report_at(codes::BECOMES, what.span, message, help);
                return None;
            }
            _ => {}
        }
        if matches!(left.of, Type::Number | Type::Bool | Type::Directions | Type::Kinds | Type::Events) {
            let text = wording::expr(what);
            let message = format!("`{text}` is {}, and cannot become anything", wording::type_words(left.of));
            let help =
                "facts, pieces, squares, sides and the game can; declare a fact: `fact runs on sides = 3`";
            self.report_at(codes::BECOMES, what.span, message, help);
            return None;
        }
        self.changed(left, what, not, to)
    }

    /// Whether a fact of type piece, named on the left, changes its piece rather than its own value.
    fn changes_piece(&mut self, fact: FactId, to: &ast::Expr) -> bool {
        if self.library.facts[fact.index()].of != Type::Pieces {
            return false;
        }
        let Some((word, _)) = wording::single_word(to) else { return false };
        if matches!(word, "own" | "enemy") {
            return true;
        }
        match self.names.find(self.scope.file, word) {
            Some((super::names::Named::Kind(_), _)) => true,
            Some((super::names::Named::Fact(fact), _)) => self.library.facts[fact.index()].of == Type::Bool,
            _ => false,
        }
    }

    /// The value that a fact gets.
    fn assigned(&mut self, fact: FactId, not: bool, to: &ast::Expr, span: Span) -> Option<Expr> {
        let of = self.library.facts[fact.index()].of;
        if of == Type::Bool {
            let value = self.condition(to);
            return sound(self.not(value, not, span));
        }
        if not {
            let name = self.library.facts[fact.index()].name.clone();
            let message = format!("`{name}` is {}: it is not simply yes or no", wording::type_words(of));
            self.report_at(codes::BECOMES, to.span, message, "give it a value without `not`");
            return None;
        }
        let value = sound(self.value(to, Want::One(of)))?;
        self.tell_facts_of_several(&[&value]);
        Some(value)
    }

    /// `game becomes F`
    fn game_becomes(&mut self, not: bool, to: &ast::Expr) -> Option<EffectKind> {
        let fact = self.fact_named(to).filter(|fact| {
            let fact = &self.library.facts[fact.index()];
            fact.bearer == Bearer::Game && fact.of == Type::Bool
        });
        let Some(fact) = fact else {
            let message = format!("`{}` is no yes-or-no fact of the game", wording::expr(to));
            self.report_at(codes::BECOMES, to.span, message, "declare it: `fact frozen on game`");
            return None;
        };
        Some(EffectKind::SetGame(fact, self.make(Type::Bool, Node::Bool(!not), to.span)))
    }

    /// Pieces, squares or sides get a kind, a yes-or-no fact, or another owner.
    fn changed(&mut self, left: Expr, what: &ast::Expr, not: bool, to: &ast::Expr) -> Option<EffectKind> {
        if let Some(fact) = self.fact_named(to) {
            let entry = &self.library.facts[fact.index()];
            if entry.of == Type::Bool && entry.bearer != Bearer::Game {
                return self.bears(left, what, fact, not, to);
            }
        }
        if not {
            let message = format!("`{}` is no yes-or-no fact, and `not` ends only such", wording::expr(to));
            self.report_at(codes::BECOMES, to.span, message, "declare it: `fact tired on pieces`");
            return None;
        }
        let word = wording::single_word(to).map(|(word, _)| word.to_owned());
        let kinship = match word.as_deref() {
            Some("own") => Some(Kinship::Own),
            Some("enemy") => Some(Kinship::Enemy),
            _ => None,
        };
        if let Some(kinship) = kinship {
            let pieces = sound(self.fit(left, PIECES, &|| wording::expr(what)))?;
            let side = self.make(Type::Sides, Node::Kin(kinship), to.span);
            return Some(EffectKind::ChangeSide(pieces, side));
        }
        let value = sound(self.value(to, Want::Any))?;
        if value.of == Type::Sides {
            let pieces = sound(self.fit(left, PIECES, &|| wording::expr(what)))?;
            return self
                .tell_unless_one(&value, to, "a piece has one side")
                .then_some(EffectKind::ChangeSide(pieces, value));
        }
        match self.try_fit(value, KINDS) {
            Ok(kinds) => {
                let pieces = sound(self.fit(left, PIECES, &|| wording::expr(what)))?;
                self.tell_unless_one(&kinds, to, "a piece is of one kind")
                    .then_some(EffectKind::Become(pieces, kinds))
            }
            Err((value, _)) => {
                let message = format!(
                    "`{}` is {}, and nothing that something becomes",
                    wording::expr(to),
                    wording::type_words(value.of)
                );
                let bracketed = narrowed_bearer(what);
                let help = bracketed.as_deref().unwrap_or(match value.of {
                    Type::Pieces => {
                        "name a kind, a yes-or-no fact, `own` or `enemy`; `kind of x` for the kind of a piece"
                    }
                    Type::Squares => "write `put ... onto ...` to move a piece",
                    Type::Number => "name a fact on the left: `own runs becomes 3`",
                    _ => "name a kind, a yes-or-no fact, `own` or `enemy`",
                });
                self.report_at(codes::BECOMES, to.span, message, help);
                None
            }
        }
    }

    /// `X becomes F` with a yes-or-no fact.
    fn bears(
        &mut self,
        left: Expr,
        what: &ast::Expr,
        fact: FactId,
        not: bool,
        to: &ast::Expr,
    ) -> Option<EffectKind> {
        let entry = &self.library.facts[fact.index()];
        let (bearer, name, declared) = (entry.bearer, entry.name.clone(), entry.place);
        let want = match bearer {
            Bearer::Squares => SQUARES,
            Bearer::Sides => SIDES,
            Bearer::Pieces | Bearer::Game => PIECES,
        };
        let left = match self.try_fit(left, want) {
            Ok(left) => sound(left)?,
            Err((left, _)) => {
                let message = format!(
                    "`{name}` is a fact on {}, but `{}` is {}",
                    bearer_words(bearer),
                    wording::expr(what),
                    wording::type_words(left.of)
                );
                let diagnostic = codes::error(codes::WRONG_BEARER, self.place(to.span), message)
                    .also(declared, "declared here")
                    .help(format!(
                        "name {} on the left, or declare a fact on what `{}` is",
                        bearer_words(bearer),
                        wording::expr(what)
                    ));
                self.report(diagnostic);
                return None;
            }
        };
        let value = self.make(Type::Bool, Node::Bool(!not), to.span);
        Some(EffectKind::Set(fact, left, value))
    }
}

/// `grudge of own pawn near it`: `of` reaches over the words directly behind it, and what narrows them is said of the
/// whole. What to write, if the fact of those pieces is meant.
fn narrowed_bearer(what: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Phrase { words, modifiers } = &what.kind else { return None };
    let text = wording::expr(what);
    let (fact, bearer) = text.split_once(" of ")?;
    (words.len() == 2 && !modifiers.is_empty()).then(|| {
        format!("if `{fact}` shall get this value, use brackets: `{fact} of ({bearer}) becomes ...`")
    })
}
