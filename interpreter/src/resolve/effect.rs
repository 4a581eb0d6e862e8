//! Effects, but for decisions, offers and `becomes`. Imports `model`, `scope`, `types`, `wording`.

use super::single::surely_single;
use super::types::{PIECES, SIDES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Effect, EffectKind, Expr, Node, Type};
use rulemate_grammar::ast;
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// Effects in order; those that did not resolve are left out.
    pub(super) fn effects(&mut self, effects: &[ast::Effect]) -> Vec<Effect> {
        effects
            .iter()
            .filter_map(|effect| {
                let kind = self.effect(effect)?;
                Some(Effect { kind, place: self.place(effect.span) })
            })
            .collect()
    }

    fn effect(&mut self, effect: &ast::Effect) -> Option<EffectKind> {
        use ast::EffectKind as Said;
        Some(match &effect.kind {
            Said::ForEach { over, guards, body } => return self.for_each(over.as_ref(), guards, body),
            Said::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.effects(then);
                let otherwise = self.effects(otherwise);
                sound(condition).map(|condition| EffectKind::If(condition, then, otherwise))?
            }
            Said::Forbid { condition } => {
                let condition = self.condition(condition);
                EffectKind::Forbid(sound(condition)?)
            }
            Said::Choose { who, may, name, options, guards, body } => {
                let said =
                    super::offer::ChooseSaid { who: who.as_ref(), may: *may, name, options, guards, body };
                EffectKind::Choose(self.choose(&said)?)
            }
            Said::PutOnto(what, onto) => {
                let (what_said, onto_said) = (what, onto);
                let (what, onto) = (self.placeable(what), self.value(onto, Want::Places));
                let mut well =
                    self.tell_unless_one(&onto, onto_said, "a piece is put onto one square or piece");
                // A piece may carry several.
                if onto.of == Type::Squares || what.of == Type::Kinds {
                    well &= self.tell_unless_one(&what, what_said, "one piece is put onto a square");
                }
                if !well {
                    return None;
                }
                EffectKind::PutOnto(sound(what)?, sound(onto)?)
            }
            Said::PutIn(what, hand) => {
                let said = what;
                let (what, hand) = (self.placeable(what), self.hand(hand));
                if what.of == Type::Kinds && !what.is_broken() {
                    let text = wording::expr(said);
                    let message = format!("`{text}` is a kind: a hand takes pieces that are there");
                    let diagnostic = codes::error(codes::PUT_IN, self.place(said.span), message)
                        .help(format!("name the pieces: `it`, or `own {text}` for all of one's own"));
                    self.report(diagnostic);
                    return None;
                }
                EffectKind::PutInHand(sound(what)?, hand?)
            }
            Said::Take(what) => EffectKind::Take(self.pieces_there(what)?),
            Said::Remove(what) => EffectKind::Remove(self.pieces_there(what)?),
            Said::Swap(first, second) => {
                let (first_said, second_said) = (first, second);
                let (first, second) = (self.value(first, PIECES), self.value(second, PIECES));
                let what = "two pieces change places";
                let well = [(&first, first_said), (&second, second_said)];
                if !well
                    .into_iter()
                    .fold(true, |well, (value, said)| self.tell_unless_one(value, said, what) && well)
                {
                    return None;
                }
                EffectKind::Swap(sound(first)?, sound(second)?)
            }
            Said::Push { what, away, whence } => {
                let what = self.pieces_there(what);
                let whence = self.whence(whence);
                EffectKind::Push(what?, *away, sound(whence)?)
            }
            Said::Reveal(what) => return self.reveal(what),
            Said::Promote(what) => EffectKind::Promote(self.pieces_there(what)?),
            Said::Draw => EffectKind::Draw,
            Said::EventEnds => {
                let file = self.scope.file;
                if !self.library.files[file.index()].event {
                    let diagnostic = codes::error(
                        codes::EVENT_ENDS,
                        self.place(effect.span),
                        "this file is a game: there is no event here that could end",
                    )
                    .help("write `draw`, `S wins` or `S loses` to end the game");
                    self.report(diagnostic);
                    return None;
                }
                EffectKind::EventEnds
            }
            Said::Grant { .. } => EffectKind::Grant(self.grant(effect)?),
            Said::Becomes { what, not, to } => return self.becomes(what, *not, to, effect.span),
            Said::Starts(event) => {
                let said = event;
                let event = self.value(event, Want::One(Type::Events));
                if !self.tell_unless_one(&event, said, "one event starts") {
                    return None;
                }
                EffectKind::Starts(sound(event)?)
            }
            Said::Ends { who, wins } => {
                let who = self.value(who, SIDES);
                if !surely_single(&who) {
                    let said = effect_subject(effect);
                    if let Some(said) = said {
                        self.tell_several_sides(&who, said);
                    }
                    return None;
                }
                let who = sound(who)?;
                if *wins { EffectKind::Wins(who) } else { EffectKind::Loses(who) }
            }
        })
    }

    fn tell_several_sides(&mut self, value: &Expr, said: &ast::Expr) {
        if value.is_broken() {
            return;
        }
        let text = wording::expr(said);
        let message = format!("`{text}` may be several sides");
        let help = "write `own side`, `enemy side` or `player`";
        self.report(codes::error(codes::SEVERAL, value.place, message).help(help));
    }

    /// What may be put somewhere: pieces, or a kind, of which a new piece is made.
    fn placeable(&mut self, what: &ast::Expr) -> Expr {
        let value = self.value(what, Want::Any);
        // A kind by its name is put as a new piece.
        let value = match value.node {
            Node::OfKind(kinds) => *kinds,
            node => Expr { node, ..value },
        };
        match value.of {
            // A bound kind, or the kind of a piece, is put as a new piece.
            Type::Kinds => value,
            Type::Squares if !matches!(value.node, Node::Target) => self.standing(value, what),
            _ => self.fit(value, PIECES, &|| wording::expr(what)),
        }
    }

    /// Pieces; squares are told of.
    fn pieces_there(&mut self, what: &ast::Expr) -> Option<Expr> {
        let value = self.value(what, Want::Any);
        let value = match value.of {
            Type::Squares if !matches!(value.node, Node::Target) => self.standing(value, what),
            _ => self.fit(value, PIECES, &|| wording::expr(what)),
        };
        sound(value)
    }

    fn standing(&mut self, value: Expr, said: &ast::Expr) -> Expr {
        if value.is_broken() {
            return value;
        }
        self.fit(value, PIECES, &|| wording::expr(said))
    }

    /// Behind `put X in`: the hand of one side.
    fn hand(&mut self, hand: &ast::Expr) -> Option<Expr> {
        let value = self.value(hand, Want::Any);
        if value.is_broken() {
            return None;
        }
        match value.node {
            Node::Hand(sides) if surely_single(&sides) => Some(*sides),
            node => {
                let text = wording::expr(hand);
                let message = match node {
                    Node::Hand(_) => format!("`{text}` leaves open whose hand is meant"),
                    _ => format!("`{text}` is no hand"),
                };
                let diagnostic = codes::error(codes::PUT_IN, value.place, message)
                    .help("write `put ... in own hand` or `in enemy hand`; onto a square or a piece: `put ... onto ...`");
                self.report(diagnostic);
                None
            }
        }
    }

    fn reveal(&mut self, what: &ast::Expr) -> Option<EffectKind> {
        let value = sound(self.value(what, Want::Any))?;
        match value.node {
            Node::FactOf(fact, of) if self.library.facts[fact.index()].secret => {
                Some(EffectKind::Reveal(fact, *of))
            }
            _ => {
                let message = format!("`{}` is no secret fact", wording::expr(what));
                let diagnostic = codes::error(codes::NOT_SECRET, value.place, message)
                    .help("declare it so: `secret fact den on sides is square`, and write `reveal own den`");
                self.report(diagnostic);
                None
            }
        }
    }

    fn for_each(
        &mut self,
        over: Option<&(ast::Name, ast::Expr)>,
        guards: &[ast::Guard],
        body: &[ast::Effect],
    ) -> Option<EffectKind> {
        let mark = self.scope.enter();
        let result = match over {
            None => {
                let outer = std::mem::replace(&mut self.scope.each_side, true);
                let guards = self.guards(guards);
                let body = self.effects(body);
                self.scope.each_side = outer;
                Some(EffectKind::ForEachSide(guards, body))
            }
            Some((name, set)) => {
                let said = set;
                let set = self.value(set, Want::Any);
                let set = match set.of {
                    _ if set.is_broken() => set,
                    Type::Bool | Type::Number => {
                        let message = format!(
                            "`{}` is {}, and has no members",
                            wording::expr(said),
                            wording::type_words(set.of)
                        );
                        self.report(codes::error(codes::WRONG_TYPE, set.place, message));
                        self.broken(said.span)
                    }
                    _ if self.tell_nothing_to_go_through(name, &set, said) => self.broken(said.span),
                    _ => set,
                };
                let var = self.bind(name, set.of);
                let guards = self.guards(guards);
                let body = if set.is_broken() { Vec::new() } else { self.effects(body) };
                sound(set).map(|set| EffectKind::ForEach(var, set, guards, body))
            }
        };
        self.scope.leave(mark);
        result
    }

    /// Tells of `for each` over what is one, whatever the position is; says whether it is.
    fn tell_nothing_to_go_through(&mut self, name: &ast::Name, set: &Expr, said: &ast::Expr) -> bool {
        let text = wording::expr(said);
        let help = match &set.node {
            Node::Player | Node::Side(_) | Node::Kin(_) => {
                format!(
                    "write `for each side`, or what is to be done alone, with `{text}` for `{}`",
                    name.text
                )
            }
            Node::It | Node::Origin => {
                format!("write what is to be done alone, with `{text}` for `{}`", name.text)
            }
            Node::Squares(squares) if squares.len() == 1 => {
                format!("write what is to be done alone, with `{text}` for `{}`", name.text)
            }
            _ => return false,
        };
        let message = format!("`{text}` is one: there is nothing to go through");
        self.report(codes::error(codes::ONE_SIDE, self.place(said.span), message).help(help));
        true
    }

    /// Binds a name, told of if it means something already.
    pub(super) fn bind(&mut self, name: &ast::Name, of: Type) -> crate::ids::VarId {
        self.check_free(name);
        self.scope.bind(&name.text, of)
    }

    fn check_free(&mut self, name: &ast::Name) {
        let text = &name.text;
        let place = self.place(name.span);
        if super::words::is_built_in(text) {
            self.tell_built_in(name);
        } else if self.scope.find(text).is_some() {
            let diagnostic = codes::error(
                codes::BOUND_TWICE,
                place,
                format!("`{text}` is bound already in this sentence"),
            )
            .help("take another name for the inner one");
            self.report(diagnostic);
        } else if let Some((named, declared)) = self.names.find_exactly(self.scope.file, text) {
            let diagnostic =
                codes::error(codes::BOUND_TWICE, place, format!("`{text}` is {} already", named.sort()))
                    .also(declared, "declared here")
                    .help("take another name, for instance one letter");
            self.report(diagnostic);
        }
    }

    /// The whole span of an effect's place, for messages of its parts.
    pub(super) fn report_at(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        let diagnostic = codes::error(code, self.place(span), message).help(help);
        self.report(diagnostic);
    }
}

/// A value that resolved.
pub(super) fn sound(value: Expr) -> Option<Expr> {
    (!value.is_broken()).then_some(value)
}

fn effect_subject(effect: &ast::Effect) -> Option<&ast::Expr> {
    match &effect.kind {
        ast::EffectKind::Ends { who, .. } => Some(who),
        _ => None,
    }
}
