//! Which events may start, and why others may not. Imports `model`, `position`, `engine`.

use super::moment::{Depth, Frame, Moment};
use super::question::Question;
use crate::engine::Reason;
use crate::ids::{FileId, SideId};
use crate::model::{Effect, EffectKind, Expr, Node};
use crate::position::{Position, Started};

/// Whether effects start an event, whoever chooses it.
pub(super) fn starts(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match &effect.kind {
        EffectKind::Starts(_) => true,
        EffectKind::Choose(choose) => starts(&choose.body),
        EffectKind::If(_, then, otherwise) => starts(then) || starts(otherwise),
        _ => false,
    })
}

/// Whether a condition is only about what the deck has left.
fn about_deck(condition: &Expr) -> bool {
    matches!(&condition.node, Node::Any(set) if set.node == Node::AllEvents)
}

impl<'o> Question<'o> {
    /// Why the player may not start this event now; nothing if he may.
    pub(super) fn why_no_start(&self, position: &Position, event: FileId) -> Vec<Reason> {
        if position.over.is_some() {
            return vec![Reason::plain("the game is over")];
        }
        let Some(state) = self.under_way(position) else {
            return vec![Reason::plain("a decision is waited for first")];
        };
        let moment = state.moment();
        let player = state.player();
        let name = self.side_name(player);
        let mut barred = Vec::new();
        let mut open = false;
        let mut known = false;
        for index in moment.acts_in_force(player) {
            let rule = &state.force.moves[index].rule;
            if !starts(&rule.block) {
                continue;
            }
            known = true;
            let failing = rule.guards.iter().filter(|guard| {
                !about_deck(&guard.condition)
                    && !moment.guards(std::slice::from_ref(guard), &mut Frame::new(player, rule.vars))
            });
            let before = barred.len();
            barred.extend(failing.map(|guard| {
                Reason::from_rule(format!("{name} may not start an event now"), guard.condition.place)
            }));
            open |= barred.len() == before;
        }
        let mut reasons = Vec::new();
        if !known {
            reasons.push(Reason::plain("by the rules of this game no player starts events"));
        } else if !open {
            reasons.append(&mut barred);
        } else if state.moves > 0 {
            reasons.push(Reason::plain("the turn has begun, and goes on with a move"));
        }
        reasons.extend(moment.refusals(event, player));
        reasons
    }
}

impl Moment<'_> {
    /// The events of the deck that a side could start now.
    pub fn startable(&self, side: SideId) -> Vec<FileId> {
        let find = || self.events_to_start(side).collect();
        // In an answer that is only asked about, conditions may be followed less far.
        let played = (self.depth.level, self.depth.answers) == (Depth::PLAY.level, Depth::PLAY.answers);
        if played { self.question.startable(self.position, side, find) } else { find() }
    }

    /// Whether there is such an event; the rest of the deck is not asked.
    pub fn may_start_some(&self, side: SideId) -> bool {
        self.events_to_start(side).next().is_some()
    }

    fn events_to_start(&self, side: SideId) -> impl Iterator<Item = FileId> + '_ {
        let library = &self.force.library;
        let events = (library.games..library.files.len()).map(FileId::from_index);
        events.filter(move |event| self.refusals(*event, side).is_empty())
    }

    /// Why an event may not start now, the player's right to start one left aside. Nothing if it may.
    pub fn refusals(&self, event: FileId, side: SideId) -> Vec<Reason> {
        let library = &self.force.library;
        let Some(file) = library.files.get(event.index()) else { return Vec::new() };
        let mut refusals = Vec::new();
        for started in &self.position.events {
            let other = &library.files[started.event.index()];
            if started.event == event {
                let text = format!("`{}` is in force already", file.title);
                refusals.push(Reason::from_rule(text, file.place));
                continue;
            }
            let of = |name: &str, types: &[(String, _)]| {
                types.iter().any(|(each, _)| each.eq_ignore_ascii_case(name))
            };
            for (name, place) in file.types.iter().filter(|(name, _)| of(name, &other.types)) {
                let text =
                    format!("it is of the type \"{name}\", as `{}` is, which is in force", other.title);
                refusals.push(Reason::from_rule(text, *place));
            }
            for (name, place) in file.not_with.iter().filter(|(name, _)| of(name, &other.types)) {
                let text = format!("it is not with \"{name}\", and `{}`, which is in force, is", other.title);
                refusals.push(Reason::from_rule(text, *place));
            }
            for (name, place) in other.not_with.iter().filter(|(name, _)| of(name, &file.types)) {
                let text = format!("`{}`, which is in force, is not with \"{name}\"", other.title);
                refusals.push(Reason::from_rule(text, *place));
            }
        }
        for (condition, after) in &file.needs {
            let holds = if *after {
                let mut position = self.position.clone();
                position.events.push(Started { event, by: side });
                let force = self.question.force(&position);
                let moment = Moment::at_start(self.question, &force, &position, self.depth);
                moment.test(condition, &mut Frame::new(side, 8))
            } else {
                self.test(condition, &mut Frame::new(side, 8))
            };
            if !holds {
                let text = if *after {
                    "what it needs would not hold once it has started"
                } else {
                    "what it needs does not hold"
                };
                refusals.push(Reason::from_rule(text, condition.place));
            }
        }
        refusals
    }
}
