//! The triggers that happenings and moments of the turn wake. Imports `model`, `position`.

use super::moment::{Frame, Happened, Moment};
use super::state::{Script, State, Stop};
use crate::model::{Deed, Expr, Happens, Time, Trigger, Type};
use crate::position::Value;
use std::rc::Rc;
use std::sync::Arc;

type Done = Result<(), Stop>;

impl State<'_> {
    /// Lets the rules of these times answer all that has happened and was not answered yet.
    pub fn answer(&mut self, times: &[Time], script: &mut Script<'_>) -> Done {
        while self.answered < self.log.len() {
            self.answer_next(times, script)?;
        }
        Ok(())
    }

    /// Lets the rules of these times answer the next thing that has happened. One rule answers one kind of
    /// happening once for the same pair of pieces in one move, so answers to answers come to an end.
    pub fn answer_next(&mut self, times: &[Time], script: &mut Script<'_>) -> Done {
        let force = Arc::clone(&self.force);
        let happened = self.log[self.answered].clone();
        self.answered += 1;
        let pair = (happened.deed, happened.who, happened.other.as_ref().map(|(other, _)| *other));
        for (index, each) in force.triggers.iter().enumerate() {
            let rule = &each.rule;
            if !times.contains(&rule.time) || each.level > self.depth.level {
                continue;
            }
            let key = (index, pair.0, pair.1, pair.2);
            if self.once.contains(&key) || !self.wakes(rule, &happened) {
                continue;
            }
            self.once.push(key);
            let mut frame =
                Frame::about(&self.moment(), happened.who, rule.vars).with(&Rc::clone(&self.info));
            let labels = std::mem::replace(&mut self.labels, Rc::new([]));
            let done = self.effects(&rule.effects, &mut frame, script, false);
            self.labels = labels;
            done?;
        }
        Ok(())
    }

    /// Whether a rule waits for what has happened, and its guards hold now.
    fn wakes(&self, rule: &Trigger, happened: &Happened) -> bool {
        let Happens::Does { subject, deed, object, label } = &rule.happens else { return false };
        if *deed != happened.deed || label.is_some_and(|label| !happened.labels.contains(&label)) {
            return false;
        }
        let moment = self.moment();
        // Inside the turn, what was taken, promoted or displaced is what it was; afterwards it is what it is,
        // wherever it is.
        let changed = matches!(deed, Deed::IsTaken | Deed::Promotes | Deed::IsDisplaced);
        let moment = match (changed, rule.time) {
            (true, Time::When) => moment.as_was(happened.who, &happened.was),
            (true, _) => Moment { off_board_too: true, ..moment },
            (false, _) => moment,
        };
        let mut frame = Frame::new(self.position.player, rule.vars).with(&self.info);
        if !moment.has_piece(subject, happened.who, &mut frame) {
            return false;
        }
        let moment = Moment { off_board_too: false, ..moment };
        let mut frame = Frame::about(&moment, happened.who, rule.vars).with(&self.info);
        let stands_on = |object: &Expr, frame: &mut Frame| {
            moment.square_of(happened.who).is_some_and(|at| moment.has_square(object, at, frame))
        };
        let fits = object.as_ref().is_none_or(|object| match (&happened.other, object.of) {
            (None, _) | (_, Type::Squares) => stands_on(object, &mut frame),
            (Some((other, was)), Type::Kinds) => match moment.eval(object, &mut frame) {
                Value::Kinds(kinds) => {
                    self.force.kind_in(was.kind, &kinds) || kinds.contains(&self.position.piece(*other).kind)
                }
                _ => false,
            },
            (Some((other, was)), _) => moment.as_was(*other, was).has_piece(object, *other, &mut frame),
        });
        fits && moment.guards(&rule.guards, &mut frame)
    }

    /// Runs the rules of one moment of the turn: `before turn`, `when turn ends`, `after turn`, `event starts`.
    pub fn moment_rules(&mut self, time: Time, happens: &Happens, script: &mut Script<'_>) -> Done {
        let force = Arc::clone(&self.force);
        for each in
            force.triggers.iter().filter(|each| each.rule.time == time && each.rule.happens == *happens)
        {
            if each.level > self.depth.level {
                continue;
            }
            let mut frame = Frame::new(self.position.player, each.rule.vars).with(&Rc::clone(&self.info));
            if self.moment().guards(&each.rule.guards, &mut frame) {
                self.effects(&each.rule.effects, &mut frame, script, false)?;
            }
        }
        Ok(())
    }
}
