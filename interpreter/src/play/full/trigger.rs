//! The triggers that happenings and moments of the turn wake. Imports `program`, `vocabulary`, `moment`, `turn`.

use super::moment::{Frame, Happened, Moment, Was};
use super::turn::{Script, Stop, Turn};
use crate::program::full::NONE;
use crate::program::full::rule::Happens;
use crate::vocabulary::{Deed, Time, Type};

type Done = Result<(), Stop>;

impl<const N: usize, const K: usize> Turn<'_, N, K> {
    /// Lets the rules of these times answer all that has happened and was not answered yet.
    pub(super) fn answer(&mut self, times: &[Time], script: &mut Script<'_>) -> Done {
        while self.answered < self.log.len() {
            self.answer_next(times, script)?;
        }
        Ok(())
    }

    /// Lets the rules of these times answer the next thing that has happened. One rule answers one kind of happening
    /// once for the same pair of pieces in one move, so answers to answers come to an end.
    pub(super) fn answer_next(&mut self, times: &[Time], script: &mut Script<'_>) -> Done {
        let program = self.rules.program;
        let happened = self.log[self.answered];
        self.answered += 1;
        let waiting = &program.waiting[happened.deed as usize];
        if waiting.is_empty() {
            return Ok(());
        }
        let kinds = |piece: u8, was: &Was| 1u64 << self.world.kind(piece) | 1u64 << was.kind;
        let who = kinds(happened.who, &happened.was);
        let other_kinds = happened.other.as_ref().map_or(u64::MAX, |(other, was)| kinds(*other, was));
        for each in waiting {
            if each.kinds & who == 0 || each.others & other_kinds == 0 {
                continue;
            }
            let index = each.trigger;
            let rule = &program.triggers[usize::from(index)];
            if !times.contains(&rule.time) || rule.level > self.depth.level {
                continue;
            }
            let other = happened.other.map_or(NONE, |(other, _)| other);
            let key = (index, happened.deed, happened.who, other);
            if self.once.contains(&key) || !self.wakes(index, &happened) {
                continue;
            }
            self.once.push(key);
            let mut frame = self.moment().about(happened.who).with(self.info);
            let labels = std::mem::replace(&mut self.labels, 0);
            let done = self.effects(&rule.effects, &mut frame, script, false);
            self.labels = labels;
            done?;
        }
        Ok(())
    }

    /// Whether a rule waits for what has happened, and its guards hold now.
    fn wakes(&self, index: u16, happened: &Happened) -> bool {
        let rule = &self.rules.program.triggers[usize::from(index)];
        let Happens::Does { subject, deed, object, label } = &rule.happens else { return false };
        if label.is_some_and(|label| happened.labels >> label & 1 == 0) {
            return false;
        }
        let moment = self.moment();
        // Inside the turn, what was taken, promoted or displaced is what it was; afterwards it is what it is,
        // wherever it is.
        let changed = matches!(deed, Deed::IsTaken | Deed::Promotes | Deed::IsDisplaced);
        let moment = match (changed, rule.time) {
            (true, Time::When) => Moment { was: Some((happened.who, happened.was)), ..moment },
            (true, _) => Moment { off_board_too: true, ..moment },
            (false, _) => moment,
        };
        let mut frame = Frame::new(self.world.player()).with(self.info);
        if !moment.has_piece(subject, happened.who, &mut frame) {
            return false;
        }
        let moment = Moment { off_board_too: false, ..moment };
        let mut frame = moment.about(happened.who).with(self.info);
        let fits = object.as_ref().is_none_or(|object| match (happened.other, object.of) {
            (None, _) | (_, Type::Squares) => {
                moment.square_of(happened.who).is_some_and(|at| moment.has_square(object, at, &mut frame))
            }
            (Some((other, was)), Type::Kinds) => {
                let kinds = moment.kinds(object, &mut frame);
                moment.kind_in(was.kind, kinds) || kinds >> self.world.kind(other) & 1 == 1
            }
            (Some((other, was)), _) => {
                Moment { was: Some((other, was)), ..moment }.has_piece(object, other, &mut frame)
            }
        });
        fits && moment.guards(&rule.guards, &mut frame)
    }

    /// Runs the rules of one moment of the turn: `before turn`, `when turn ends`, `after turn`.
    pub(super) fn moment_rules(&mut self, time: Time, happens: &Happens<N>, script: &mut Script<'_>) -> Done {
        let program = self.rules.program;
        for rule in program.triggers.iter().filter(|rule| rule.time == time && rule.happens == *happens) {
            if rule.level > self.depth.level {
                continue;
            }
            let mut frame = Frame::new(self.world.player()).with(self.info);
            if self.moment().guards(&rule.guards, &mut frame) {
                self.effects(&rule.effects, &mut frame, script, false)?;
            }
        }
        Ok(())
    }
}
