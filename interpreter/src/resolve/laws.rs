//! Laws, ends, claims, meanings and what grows or shrinks them. Imports `ids`, `model`, `names`, `types`,
//! `wording`.

use super::names::{LabelUse, Named};
use super::scope::InWord;
use super::types::{SIDES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::ids::{LabelId, MeaningId};
use crate::model::{Claim, Definition, End, EndKind, Expr, Law, Motion, Suspension, Type};
use rulemate_grammar::ast::{self, How};
use rulemate_grammar::source::Span;

/// `N of p means V if C`, in parts.
pub(super) struct MeansSentence<'a> {
    pub(super) name: &'a ast::Name,
    pub(super) of: Option<&'a ast::Name>,
    pub(super) how: How,
    pub(super) body: &'a ast::Expr,
    pub(super) guards: &'a [ast::Guard],
}

impl Resolver<'_> {
    /// `forbid N if C`
    pub(super) fn forbid(&mut self, span: Span, name: Option<&ast::Name>, condition: &ast::Expr) {
        self.scope.of_move = true;
        let condition = self.condition(condition);
        let label = self.end_label(name, LabelUse::Law);
        let (vars, place) = (self.scope.vars, self.place(span));
        self.file().laws.push(Law { label, condition, vars, place });
    }

    /// The label of a law or an end, which was declared before all sentences.
    fn end_label(&self, name: Option<&ast::Name>, used: LabelUse) -> Option<LabelId> {
        self.names.find_label(self.scope.file, &name?.text, &[used])
    }

    /// `allow N if C`
    pub(super) fn allow(&mut self, span: Span, name: &ast::Name, guards: &[ast::Guard]) {
        self.scope.of_move = true;
        let guards = self.guards(guards);
        let wanted = [LabelUse::Law, LabelUse::End];
        let Some(label) = self.names.find_label(self.scope.file, &name.text, &wanted) else {
            let known = self.names.known_labels(self.scope.file, &wanted);
            let help = match super::suggested(self.tired(), &name.text, known) {
                Some(guess) => format!("did you mean `{guess}`?"),
                None => "name what a `forbid`, `draw by`, `wins by` or `loses by` of the game is called"
                    .to_owned(),
            };
            let message = format!("no law and no end is called `{}`", name.text);
            self.report(codes::error(codes::UNKNOWN_LAW, self.place(name.span), message).help(help));
            return;
        };
        let (vars, place) = (self.scope.vars, self.place(span));
        self.file().suspensions.push(Suspension { label, guards, vars, place });
    }

    /// `draw by N if C`, and with a side `S wins by N if C`, `S loses by N if C`.
    pub(super) fn end(
        &mut self,
        span: Span,
        who: Option<(&ast::Expr, bool)>,
        by: Option<&ast::Name>,
        guards: &[ast::Guard],
    ) {
        let kind = match who {
            None => EndKind::Draw,
            Some((who, wins)) => {
                let Some(who) = self.ender(who, wins, guards) else { return };
                if wins { EndKind::Wins(who) } else { EndKind::Loses(who) }
            }
        };
        let guards = self.guards(guards);
        let label = self.end_label(by, LabelUse::End);
        let (vars, place) = (self.scope.vars, self.place(span));
        self.file().ends.push(End { kind, label, guards, vars, place });
    }

    /// Who wins or loses; tells of pieces, which do neither, and what to write of them.
    fn ender(&mut self, said: &ast::Expr, wins: bool, guards: &[ast::Guard]) -> Option<Expr> {
        let value = self.value(said, Want::Any);
        if !matches!(value.of, Type::Kinds | Type::Pieces) || value.is_broken() {
            return Some(self.fit(value, SIDES, &|| wording::expr(said)));
        }
        match self.try_fit(value, SIDES) {
            Ok(value) => Some(value),
            Err((value, _)) => {
                let text = wording::expr(said);
                let verb = if wins { "wins" } else { "loses" };
                let place = guards.first().and_then(|guard| stands_on(&guard.condition));
                let asked = match place {
                    Some(place) => format!("some own {text} is on {}", wording::expr(place)),
                    None => format!("some own {text} ..."),
                };
                let message = format!("`{text}` is pieces, and a side {verb}");
                let diagnostic = codes::error(codes::WRONG_TYPE, value.place, message)
                    .help(format!("write `side {verb} by NAME if {asked}`"));
                self.report(diagnostic);
                None
            }
        }
    }

    /// `S may draw by N if C`
    pub(super) fn claim(
        &mut self,
        span: Span,
        who: &ast::Expr,
        by: Option<&ast::Name>,
        guards: &[ast::Guard],
    ) {
        let who = self.value(who, SIDES);
        let guards = self.guards(guards);
        let label = self.end_label(by, LabelUse::End);
        let (vars, place) = (self.scope.vars, self.place(span));
        self.file().claims.push(Claim { who, label, guards, vars, place });
    }

    /// `N of p means V if C`
    pub(super) fn means(&mut self, span: Span, said: &MeansSentence<'_>) {
        let Some(meaning) = self.meaning_named(said.name) else { return };
        if !self.is_typed(meaning) {
            // Told of where its type was looked for, or in its body, which is read for that.
            self.scope.it = Some(Type::Pieces);
            self.scope.of_move = true;
            if let Some(of) = said.of {
                self.scope.bind(&of.text, Type::Pieces);
            }
            if !self.in_circle(meaning) {
                self.value(said.body, Want::Any);
            }
            return;
        }
        let entry = &self.library.meanings[meaning.index()];
        let (of, parameter, defined) = (entry.of, entry.parameter, entry.place);
        let motion = match said.how {
            How::Plain => Motion::Base,
            How::Also => Motion::Also,
            How::Now => Motion::Now,
        };
        if said.of.is_some() != parameter.is_some() {
            let name = &said.name.text;
            let (message, help) = if parameter.is_some() {
                (format!("`{name}` is said of something"), format!("write `{name} of p ...`"))
            } else {
                (format!("`{name}` is said of nothing"), format!("write `{name}` without `of`"))
            };
            let diagnostic = codes::error(codes::PARAMETER, self.place(said.name.span), message)
                .also(defined, "as defined here")
                .help(help);
            self.report(diagnostic);
            return;
        }
        let parameter = match (said.of, parameter) {
            (Some(name), Some(of)) => Some(self.bind(name, of)),
            _ => None,
        };
        let inside = |guard| {
            let (name, parameter) = (said.name.text.clone(), said.of.map(|of| of.text.clone()));
            Some(InWord { name, parameter, guard })
        };
        self.scope.word = inside(false);
        let body = match of {
            Type::Bool => self.condition(said.body),
            of => self.value(said.body, Want::One(of)),
        };
        self.scope.word = inside(true);
        let guards = self.guards(said.guards);
        self.define(span, meaning, parameter, motion, false, body, guards);
    }

    #[allow(clippy::too_many_arguments)]
    fn define(
        &mut self,
        span: Span,
        meaning: MeaningId,
        parameter: Option<crate::ids::VarId>,
        motion: Motion,
        except: bool,
        body: Expr,
        guards: Vec<crate::model::Guard>,
    ) {
        let (vars, place) = (self.scope.vars, self.place(span));
        let definition = Definition { meaning, parameter, motion, except, body, guards, vars, place };
        self.file().definitions.push(definition);
    }

    fn meaning_named(&mut self, name: &ast::Name) -> Option<MeaningId> {
        match name.text.as_str() {
            "royal" => return Some(self.library.royal),
            "board" => return Some(self.library.board),
            _ => {}
        }
        match self.names.find(self.scope.file, &name.text) {
            Some((Named::Meaning(meaning), _)) => Some(meaning),
            // A name declared as something else was told of when it was declared again.
            Some((named, place)) => {
                if self.names.declared_in(self.scope.file, &name.text).is_none() {
                    let message = format!("`{}` is {}, and no meaning", name.text, named.sort());
                    let diagnostic = codes::error(codes::NO_MEANING, self.place(name.span), message)
                        .also(place, "declared here")
                        .help("only what `means` defined, `royal` and `board` can be changed so");
                    self.report(diagnostic);
                }
                None
            }
            // A built-in word was told of when it was declared.
            None if super::words::is_built_in(&name.text) => None,
            None => {
                let known = self.names.known(self.scope.file, |named| matches!(named, Named::Meaning(_)));
                let help = match super::suggested(
                    self.tired(),
                    &name.text,
                    known.into_iter().chain(["royal", "board"]),
                ) {
                    Some(guess) => format!("did you mean `{guess}`?"),
                    None => format!("define it first: `{} means ...`", name.text),
                };
                let message = format!("no meaning is called `{}`", name.text);
                self.report(codes::error(codes::NO_MEANING, self.place(name.span), message).help(help));
                None
            }
        }
    }

    /// `S is N`, `S is not N`, `S is not on N`
    pub(super) fn sort(
        &mut self,
        span: Span,
        subject: &ast::Expr,
        not: bool,
        name: &ast::Name,
        guards: &[ast::Guard],
    ) {
        if let Some((named @ (Named::Kind(_) | Named::Fact(_)), place)) =
            self.names.find(self.scope.file, &name.text)
        {
            let text = wording::expr(subject);
            let (message, help) = match named {
                Named::Kind(_) => (
                    format!("`{}` is a kind: what is it, is said where a kind is declared", name.text),
                    format!(
                        "write `piece {text} \"...\" is {}`, or `{text} becomes {}` in a rule",
                        name.text, name.text
                    ),
                ),
                _ => (
                    format!("`{}` is a fact: a rule sets it", name.text),
                    format!("write `when ..., {text} becomes {}`, or define a meaning", name.text),
                ),
            };
            let diagnostic = codes::error(codes::NO_MEANING, self.place(name.span), message)
                .also(place, "declared here")
                .help(help);
            self.report(diagnostic);
            return;
        }
        if super::words::is_built_in(&name.text) && !matches!(name.text.as_str(), "royal" | "board") {
            let message = format!("`{}` means the same in every game, and nothing is made so", name.text);
            let diagnostic = codes::error(codes::NO_MEANING, self.place(name.span), message)
                .help("only what `means` defined, `royal` and `board` can be changed so; for what changes declare a fact: `fact NAME on pieces`");
            self.report(diagnostic);
            return;
        }
        let Some(meaning) = self.meaning_named(name) else { return };
        if !self.is_typed(meaning) {
            return;
        }
        let entry = &self.library.meanings[meaning.index()];
        let (of, parameter, defined) = (entry.of, entry.parameter, entry.place);
        if parameter.is_some() || matches!(of, Type::Bool | Type::Number) {
            let message = format!("`{}` has no members that come and go", name.text);
            let diagnostic = codes::error(codes::NO_MEANING, self.place(name.span), message)
                .also(defined, "defined here")
                .help(format!("write `{} also means ... if ...`, or `now means`", name.text));
            self.report(diagnostic);
            return;
        }
        let body = self.value(subject, Want::One(of));
        self.scope.word = Some(InWord { name: name.text.clone(), parameter: None, guard: true });
        let guards = self.guards(guards);
        self.define(span, meaning, None, Motion::Also, not, body, guards);
    }
}

/// The squares of `it is on S`.
fn stands_on(asked: &ast::Expr) -> Option<&ast::Expr> {
    let ast::ExprKind::Test { predicate: Some(predicate), .. } = &asked.kind else { return None };
    match &predicate.kind {
        ast::PredicateKind::Is { not: false, what: ast::Is::At(ast::Position::On(place)) } => Some(place),
        _ => None,
    }
}
