//! Promotions. Imports `program`, `vocabulary`, `moment`, `turn`.

use super::moment::{Frame, as_it_is};
use super::turn::{Ask, Script, Stop, Turn};
use super::ways::Pick;
use super::world::Place;
use crate::program::full::rule::Promotion;
use crate::vocabulary::{Deed, Motion};
use smallvec::SmallVec;

type Done = Result<(), Stop>;

impl<const N: usize, const K: usize> Turn<'_, N, K> {
    /// Lets a piece that stands in a zone of its promotions become one of the kinds, by its owner's choice.
    pub fn promote(&mut self, piece: u8, script: &mut Script<'_>) -> Done {
        let kinds = self.promotions(piece);
        if kinds.is_empty() {
            return Ok(());
        }
        let who = self.world.owner(piece);
        // Also where it can become one thing only: the turn then says what.
        let kind = match script.next_choice() {
            Some(Some(Pick::Kind(kind))) if kinds.contains(kind) => *kind,
            Some(_) => return Err(Stop::Dead),
            None => {
                let options = kinds.into_iter().map(Pick::Kind).collect();
                return Err(self.ask(Ask { who: Some(who), options, may: false }));
            }
        };
        let was = as_it_is(&self.world, piece);
        self.world.set_kind(piece, kind);
        let now = as_it_is(&self.world, piece);
        self.happens_as(Deed::Promotes, piece, was, Some((piece, now)));
        Ok(())
    }

    /// What a piece may become where it stands.
    fn promotions(&self, piece: u8) -> SmallVec<[u8; 4]> {
        let mut kinds = SmallVec::new();
        let program = self.rules.program;
        if let (Some(zones), Place::Square(at)) = (&program.zones, self.world.place(piece))
            && !zones[usize::from(self.world.owner(piece))].has(at)
        {
            return kinds;
        }
        let all = &program.promotions;
        let line = program.lineage[usize::from(self.world.kind(piece))];
        if all.iter().all(|rule| rule.motion != Motion::Also && rule.kinds & line == 0) {
            return kinds;
        }
        let moment = self.moment();
        let Some(square) = moment.square_of(piece) else { return kinds };
        let holds = |rule: &Promotion<N>| {
            let mut frame = moment.about(piece).with(self.info);
            moment.has_piece(&rule.subject, piece, &mut Frame::new(self.world.player()))
                && (rule.level > self.depth.level || moment.guards(&rule.guards, &mut frame))
        };
        let mut add = |rule: &Promotion<N>| {
            let mut frame = moment.about(piece).with(self.info);
            if moment.has_square(&rule.on, square, &mut frame) {
                for kind in self.exact_kinds(&rule.to, &mut frame) {
                    if !kinds.contains(&kind) && moment.may_promote(piece, kind) {
                        kinds.push(kind);
                    }
                }
            }
        };
        for ancestor in program.line(self.world.kind(piece)) {
            let of = |rule: &&Promotion<N>, motion: Motion| {
                rule.motion == motion && rule.kinds >> ancestor & 1 == 1
            };
            let now = || all.iter().filter(|rule| of(rule, Motion::Now) && holds(rule));
            if let Some(last) = now().next_back() {
                now().filter(|rule| rule.file == last.file).for_each(&mut add);
                break;
            }
            if all.iter().any(|rule| of(&rule, Motion::Base)) {
                all.iter().filter(|rule| of(rule, Motion::Base) && holds(rule)).for_each(&mut add);
                break;
            }
        }
        all.iter().filter(|rule| rule.motion == Motion::Also && holds(rule)).for_each(&mut add);
        kinds
    }
}
