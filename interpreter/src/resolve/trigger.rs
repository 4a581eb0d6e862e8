//! Triggers: when they act and what they wait for. Imports `model`, `scope`, `types`.

use super::never::is_movers;
use super::scope::Moment;
use super::types::PIECES;
use super::{Resolver, wording};
use crate::codes;
use crate::model::{Deed, Happens, Time, Trigger, Type};
use rulemate_grammar::ast::{self, HappeningKind, Object};
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// `when H if C { }` and the like.
    pub(super) fn trigger(
        &mut self,
        span: Span,
        time: ast::Time,
        happening: &ast::Happening,
        guards: &[ast::Guard],
        body: &[ast::Effect],
    ) {
        let happens = self.happening(time, happening);
        let (moment, deed) = match (&happens, time) {
            (Some(Happens::Does { deed, .. }), ast::Time::When | ast::Time::Before) => {
                (Moment::Move, Some(*deed))
            }
            (None, _) => (Moment::Move, Some(Deed::Takes)),
            _ => (Moment::Between, None),
        };
        self.scope.deed = deed;
        if let (Some(Happens::Does { subject, deed, .. }), ast::Time::When) = (&happens, time)
            && *deed != Deed::Promotes
        {
            self.speak_of_kinds(Some(subject));
        }
        let guards = self.guards(guards);
        self.speak_of_kinds(None);
        let effects = self.block(Some(body), moment);
        let Some(happens) = happens else { return };
        let time = match time {
            ast::Time::Before => Time::Before,
            ast::Time::When => Time::When,
            ast::Time::After => Time::After,
        };
        let (vars, place) = (self.scope.vars, self.place(span));
        self.file().triggers.push(Trigger { time, happens, guards, effects, vars, place });
    }

    fn happening(&mut self, time: ast::Time, happening: &ast::Happening) -> Option<Happens> {
        let span = happening.span;
        match &happening.kind {
            HappeningKind::EventStarts => {
                if time != ast::Time::When {
                    self.tell_time(span, "an event's start is answered at once", "write `when event starts`");
                    return None;
                }
                if !self.library.files[self.scope.file.index()].event {
                    let message = "this file is a game: there is no event here that could start";
                    let help = "a game begins as its `setup` says; what an event does when it starts, its own file says";
                    self.report(codes::error(codes::EVENT_ENDS, self.place(span), message).help(help));
                    return None;
                }
                Some(Happens::EventStarts)
            }
            HappeningKind::Turn => {
                if time == ast::Time::When {
                    let help =
                        "write `before turn` for its beginning, `when turn ends` or `after turn` for its end";
                    self.tell_time(span, "`when turn` leaves open which moment of the turn is meant", help);
                    return None;
                }
                Some(Happens::Turn)
            }
            HappeningKind::TurnEnds => {
                if time != ast::Time::When {
                    let help = "write `when turn ends` before it is judged, `after turn` when it stands";
                    self.tell_time(span, "a turn's end has `when` only", help);
                    return None;
                }
                Some(Happens::TurnEnds)
            }
            HappeningKind::Does { subject, verb, passive, object, by } => {
                self.does_happen(time, subject, (verb, *passive), object.as_ref(), by.as_ref())
            }
        }
    }

    fn tell_time(&mut self, span: Span, message: &str, help: &str) {
        self.report(codes::error(codes::WRONG_TIME, self.place(span), message).help(help));
    }

    fn does_happen(
        &mut self,
        time: ast::Time,
        subject: &ast::Expr,
        (verb, passive): (&ast::Name, bool),
        object: Option<&Object>,
        by: Option<&ast::Name>,
    ) -> Option<Happens> {
        // In the subject, and in what stands behind the verb, `own` is the player's.
        let who = self.value(subject, PIECES);
        self.scope.it = Some(Type::Pieces);
        self.scope.of_move = true;
        let deed = Self::happening_deed(verb, passive)?;
        if time == ast::Time::Before && deed != Deed::IsTaken {
            let text = wording::expr(subject);
            let what = if passive { format!("is {}", verb.text) } else { verb.text.clone() };
            self.tell_time(
                verb.span,
                "`before` knows only the turn and a piece about to be taken",
                &format!(
                    "write `when {text} {what}` inside the turn, or `after {text} {what}` when it stands"
                ),
            );
            return None;
        }
        let object = match (deed, object) {
            (_, None) => None,
            (Deed::Takes, Some(Object::Plain(object)))
            | (Deed::Arrives, Some(Object::On(object)))
            | (Deed::Promotes, Some(Object::To(object))) => Some(self.deed_object(deed, object)),
            (Deed::IsTaken, Some(Object::Plain(object))) => Some(self.value(object, PIECES)),
            (
                _,
                Some(
                    Object::Plain(object)
                    | Object::On(object)
                    | Object::To(object)
                    | Object::FromTo(object, _),
                ),
            ) => {
                let help = match deed {
                    Deed::Takes => "write `takes` and pieces: `when piece takes enemy piece`",
                    Deed::Arrives => "write `arrives on` and squares",
                    Deed::Promotes => {
                        "write `promotes to` and kinds; ask for the square in a guard: `if it is on rank 8`"
                    }
                    _ => "ask for it in a guard: `if it is on rank 8`",
                };
                let message = format!("this does not stand behind `{}`", verb.text);
                self.report(
                    codes::error(codes::HAPPENING_OBJECT, self.place(object.span), message).help(help),
                );
                None
            }
        };
        let label = self.label(by);
        if is_movers(deed) {
            self.asks_by(&who, label, by, true);
        }
        if deed == Deed::Promotes {
            self.asks_promotion(&who, object.as_ref(), self.place(verb.span));
        }
        if who.is_broken() || object.as_ref().is_some_and(crate::model::Expr::is_broken) {
            return None;
        }
        if time == ast::Time::When && super::apart::is_of_goers(deed) {
            self.tell_enemy_goes(&who, subject);
        }
        Some(Happens::Does { subject: who, deed, object, label })
    }

    fn happening_deed(verb: &ast::Name, passive: bool) -> Option<Deed> {
        match (verb.text.as_str(), passive) {
            ("taken", true) => Some(Deed::IsTaken),
            ("displaced", true) => Some(Deed::IsDisplaced),
            (word, false) => super::predicate::deed(word),
            // Told of where it was read.
            _ => None,
        }
    }
}
