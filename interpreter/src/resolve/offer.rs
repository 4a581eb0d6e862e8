//! Decisions and offers of further moves. Imports `model`, `scope`, `single`, `types`, `wording`.

use super::effect::sound;
use super::scope::Moment;
use super::single::surely_single;
use super::types::{PIECES, SIDES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Choose, Deed, Effect, EffectKind, Expr, Grant, Node, Type};
use rulemate_grammar::ast;

/// `S may choose x from S { }`, in parts.
pub(super) struct ChooseSaid<'a> {
    pub(super) who: Option<&'a ast::Expr>,
    pub(super) may: bool,
    pub(super) name: &'a ast::Name,
    pub(super) options: &'a [ast::Expr],
    pub(super) guards: &'a [ast::Guard],
    pub(super) body: &'a [ast::Effect],
}

impl Resolver<'_> {
    /// A decision.
    pub(super) fn choose(&mut self, said: &ChooseSaid<'_>) -> Option<Choose> {
        let who = self.chooser(said.who);
        let mark = self.scope.enter();
        let whole = said.options.len() > 1;
        let mut values = Vec::new();
        for option in said.options {
            values.push((self.value(option, Want::Any), option));
        }
        if values.iter().any(|(value, _)| value.is_broken()) {
            // The name is bound to nothing that is known: what follows would only repeat the mistake.
            self.scope.leave(mark);
            return None;
        }
        let mut options = self.agree(values, Want::Any);
        // Kinds set apart by commas are kinds to choose from.
        let kinds = options.iter().map(|option| self.kinds_of(option)).collect::<Option<Vec<_>>>();
        if let (true, Some(kinds)) = (whole, kinds) {
            options = kinds;
        }
        let of = options.first().map_or(Type::Bool, |option| option.of);
        if matches!(of, Type::Bool) {
            if let Some(first) = said.options.first() {
                let message = format!("`{}` is a condition, and no set to choose from", wording::expr(first));
                self.report(codes::error(codes::WRONG_TYPE, self.place(first.span), message));
            }
            self.scope.leave(mark);
            return None;
        }
        if of == Type::Number && !whole {
            if let Some(first) = said.options.first() {
                let diagnostic = codes::error(
                    codes::WRONG_TYPE,
                    self.place(first.span),
                    "a number is no set to choose from",
                )
                .help("list the numbers: `choose n from 1, 2, 3 { }`");
                self.report(diagnostic);
            }
            self.scope.leave(mark);
            return None;
        }
        let guards = self.guards(said.guards);
        let (var, options, body) = self.chosen(said, options, of);
        self.scope.leave(mark);
        let secret = sets_secret(&body, &self.library.facts);
        Some(Choose { who: who?, may: said.may, var, options, whole, guards, body, secret })
    }

    /// Binds the choice and reads what follows. Words for a kind's pieces stand for the kind where only that
    /// makes sense: `choose k from queen or rook { it becomes k }`.
    fn chosen(
        &mut self,
        said: &ChooseSaid<'_>,
        options: Vec<Expr>,
        of: Type,
    ) -> (crate::ids::VarId, Vec<Expr>, Vec<Effect>) {
        let kinds = if of == Type::Pieces {
            options.iter().map(|option| self.kinds_of(option)).collect::<Option<Vec<_>>>()
        } else {
            None
        };
        let told = self.diagnostics.len();
        let mark = self.scope.enter();
        let var = self.bind(said.name, of);
        let body = self.effects(said.body);
        let Some(kinds) = kinds.filter(|_| self.diagnostics.len() > told) else {
            return (var, options, body);
        };
        let as_pieces = self.diagnostics.split_off(told);
        self.scope.leave(mark);
        let var_of_kind = self.bind(said.name, Type::Kinds);
        let body_of_kind = self.effects(said.body);
        if self.diagnostics.len() == told {
            return (var_of_kind, kinds, body_of_kind);
        }
        self.diagnostics.truncate(told);
        self.diagnostics.extend(as_pieces);
        (var, options, body)
    }

    /// Who chooses: `None` inside for chance; nothing if it did not resolve.
    fn chooser(&mut self, who: Option<&ast::Expr>) -> Option<Option<Expr>> {
        let Some(said) = who else {
            return Some(Some(Expr {
                of: Type::Sides,
                node: Node::Player,
                place: self.library.files[self.scope.file.index()].place,
            }));
        };
        if let Some(("chance", _)) = wording::single_word(said) {
            return Some(None);
        }
        let value = sound(self.value(said, SIDES))?;
        if !surely_single(&value) {
            let text = wording::expr(said);
            let message = format!("`{text}` leaves open which side chooses");
            let help = "write `own side`, `enemy side` or `player`; `side` alone inside `for each side`";
            self.report_at(codes::WHO_CHOOSES, said.span, message, help);
            return None;
        }
        Some(Some(value))
    }

    /// An offer of a further move.
    pub(super) fn grant(&mut self, effect: &ast::Effect) -> Option<Grant> {
        let ast::EffectKind::Grant {
            subject,
            must,
            verb,
            object,
            by,
            without,
            times,
            if_it_can,
            guards,
            block,
        } = &effect.kind
        else {
            return None;
        };
        let modal = if *must { "must" } else { "may" };
        let who = self.value(subject, Want::Any);
        let who = match who.of {
            Type::Sides => who,
            _ => self.fit(who, PIECES, &|| wording::expr(subject)),
        };
        let deed = self.offered(verb, modal);
        let object_value = object.as_ref().map(|object| self.value(object, PIECES));
        let label = self.label(by.as_ref());
        self.asks_by(&who, label, by.as_ref(), false);
        let mut without_taking = false;
        if let Some(without) = without {
            match without.text.as_str() {
                "taking" => without_taking = true,
                "moving" => {
                    let message =
                        "`without moving` belongs to a move's own sentence, not to an offer".to_owned();
                    self.report_at(
                        codes::WITHOUT,
                        without.span,
                        message,
                        "write `may take by ...` with its label",
                    );
                }
                // Told of where it was read.
                _ => {}
            }
        }
        if without_taking && deed == Some(Deed::Takes) {
            let message = "an offer to take `without taking` offers nothing".to_owned();
            self.report_at(codes::CONTRADICTION, effect.span, message, "write `may move without taking`");
        }
        if *if_it_can && !must {
            let message = "`if it can` belongs to `must`: who may need not".to_owned();
            self.report_at(
                codes::IF_IT_CAN,
                effect.span,
                message,
                "leave it out, or write `must ... if it can`",
            );
        }
        if self.scope.moment != Moment::Move {
            let message = "no further move can follow here: the turn is over, or has not begun".to_owned();
            let help = "offer it in a rule inside the turn: `when ... moves, it may move once`";
            self.report_at(codes::NO_OFFER, verb.span, message, help);
            return None;
        }
        let bounded = times.is_some() || deed == Some(Deed::Takes) || self.scope.deed == Some(Deed::Takes);
        if deed.is_some() && !bounded {
            let text = wording::expr(subject);
            let message = "this could go on for ever".to_owned();
            let help = format!(
                "say how often in a turn: `{text} {modal} {} once`, `3 times`; or `{text} {modal} take`, which ends by itself",
                verb.text
            );
            self.report_at(codes::UNBOUNDED, verb.span, message, &help);
        }
        let outer = (self.scope.it, self.scope.deed);
        // The move that takes the offer is asked, and its mover is spoken of.
        let (guards, block_effects) = {
            let guards = self.walked(|resolver| resolver.guards(guards));
            let of_move = std::mem::replace(&mut self.scope.of_move, true);
            self.scope.deed = None;
            if who.of != Type::Sides {
                self.scope.it = Some(Type::Pieces);
            }
            let effects = self.block(block.as_deref(), Moment::Move);
            self.scope.of_move = of_move;
            (guards, effects)
        };
        (self.scope.it, self.scope.deed) = outer;
        if who.is_broken() || object_value.as_ref().is_some_and(Expr::is_broken) {
            return None;
        }
        Some(Grant {
            subject: who,
            must: *must,
            deed: deed?,
            object: object_value,
            label,
            without_taking,
            times: times.map(|times| u16::try_from(times.value).unwrap_or(u16::MAX)),
            if_it_can: *if_it_can,
            guards,
            block: block_effects,
        })
    }
}

/// Whether effects assign a secret fact.
fn sets_secret(effects: &[Effect], facts: &[crate::model::Fact]) -> bool {
    effects.iter().any(|effect| match &effect.kind {
        EffectKind::Set(fact, ..) | EffectKind::SetGame(fact, _) => facts[fact.index()].secret,
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => sets_secret(body, facts),
        EffectKind::If(_, then, otherwise) => sets_secret(then, facts) || sets_secret(otherwise, facts),
        EffectKind::Choose(choose) => sets_secret(&choose.body, facts),
        _ => false,
    })
}
