//! Threats: what a side could take if it were its turn, and whether it could move at all. Imports `model`, `position`.

use super::moment::{Depth, Frame, Moment, Sought};
use super::state::State;
use super::turn::Found;
use crate::ids::{LabelId, PieceId, SideId, Square};
use crate::model::{Deed, Expr, Type};
use crate::position::{Place, Position, Value};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A capture that a side could make.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub taker: Option<PieceId>,
    pub taken: PieceId,
    pub labels: std::rc::Rc<[LabelId]>,
    /// The sentences that made the moves of the turn.
    pub made: Vec<rulemate_grammar::source::Place>,
}

impl Moment<'_> {
    /// What a side could take by whole turns of level 0, were it its turn now: some of these pieces, or any.
    /// Stops at the first capture for which `enough` says so.
    pub fn captures(
        &self,
        side: SideId,
        targets: Option<&[PieceId]>,
        threats_only: bool,
        enough: &mut dyn FnMut(&Capture) -> bool,
    ) {
        // What a move does besides may ask for threats; while one is looked for, there is none.
        if self.depth.level == 0 {
            return;
        }
        let mut position = self.position.clone();
        if self.depth.closing && side != self.start.player {
            State::close(&mut position, self.start.player);
        }
        position.player = side;
        position.pending = None;
        if side != self.start.player {
            position.barred.clear();
        }
        let state = State::begin(self.question, Arc::clone(self.force), &position, Depth::THREAT);
        let moment = state.moment();
        let carriers = |target: &PieceId| match position.piece(*target).place {
            Place::On(carrier) => Some(carrier),
            _ => None,
        };
        // Who takes a carrier takes what it carries.
        let sought: Option<Vec<PieceId>> = targets
            .map(|targets| targets.iter().copied().chain(targets.iter().filter_map(carriers)).collect());
        let sought = if self.force.takes_otherwise { Sought::All } else { Sought::Taking(sought.as_deref()) };
        let threatens = |moment: &Moment<'_>, way: &super::ways::Way| {
            !threats_only
                || way.takes.is_empty()
                || way.piece.is_none_or(|piece| {
                    way.rules
                        .iter()
                        .any(|rule| moment.may_threaten(piece, self.force.moves[*rule].rule.label))
                })
        };
        let mut visit = |found: Found<'_, '_>| {
            let Found::Whole(done) = found else { return ControlFlow::Continue(()) };
            let hits: Vec<Capture> = done
                .log
                .iter()
                .filter(|each| {
                    each.deed == Deed::IsTaken && targets.is_none_or(|targets| targets.contains(&each.who))
                })
                .map(|each| Capture {
                    taker: each.other.as_ref().map(|(taker, _)| *taker),
                    taken: each.who,
                    labels: std::rc::Rc::clone(&each.labels),
                    made: done.made.clone(),
                })
                .collect();
            if hits.is_empty() || !done.broken_laws(0).is_empty() {
                return ControlFlow::Continue(());
            }
            if hits.iter().any(&mut *enough) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        for way in (Moment { sought, ..moment }).ways(side).iter().filter(|way| threatens(&moment, way)) {
            if state.explore_move(way, None, &threatens, &mut visit).is_break() {
                break;
            }
        }
    }

    /// How royal pieces of a side are threatened: one capture for each pair of taker and taken.
    pub fn royal_threats(&self, side: SideId) -> Vec<Capture> {
        let royals = self.royals(side);
        let mut threats: Vec<Capture> = Vec::new();
        if !royals.is_empty() {
            self.captures(side.other(), Some(&royals), true, &mut |capture| {
                if threats.iter().all(|each| (each.taken, each.taker) != (capture.taken, capture.taker)) {
                    threats.push(capture.clone());
                }
                false
            });
        }
        threats
    }

    /// `X is threatened by Y without Z`.
    pub fn is_threatened(
        &self,
        target: &Expr,
        by: Option<&Expr>,
        without: Option<&Expr>,
        frame: &mut Frame,
    ) -> bool {
        let by = by.map(|by| self.pieces(by, frame));
        let value = self.eval(target, frame);
        if let Some(without) = without {
            let gone = self.pieces(without, frame);
            let mut position = self.position.clone();
            for piece in gone {
                position.put(piece, Place::Gone);
            }
            return Moment { position: &position, ..*self }.value_is_threatened(&value, by.as_deref(), frame);
        }
        self.value_is_threatened(&value, by.as_deref(), frame)
    }

    fn value_is_threatened(&self, value: &Value, by: Option<&[PieceId]>, frame: &Frame) -> bool {
        let counts =
            |taker: Option<PieceId>| by.is_none_or(|by| taker.is_some_and(|taker| by.contains(&taker)));
        match value {
            Value::Pieces(list) => [SideId(0), SideId(1)].into_iter().any(|owner| {
                let targets: Vec<PieceId> = list
                    .iter()
                    .copied()
                    .filter(|each| self.piece(*each).owner == owner && self.is_present(*each))
                    .collect();
                let mut found = false;
                if !targets.is_empty() {
                    self.captures(owner.other(), Some(&targets), true, &mut |capture| {
                        found |= counts(capture.taker);
                        found
                    });
                }
                found
            }),
            Value::Squares(set) => set.iter().any(|square| {
                let Some(it) = frame.it else { return false };
                let there = self.standing(it, square);
                let mut found = false;
                Moment { position: &there, ..*self }.captures(
                    self.piece(it).owner.other(),
                    Some(&[it]),
                    true,
                    &mut |capture| {
                        found |= counts(capture.taker);
                        found
                    },
                );
                found
            }),
            _ => false,
        }
    }

    /// The position as if a piece stood on a square.
    pub(super) fn standing(&self, piece: PieceId, square: Square) -> Position {
        let mut position = self.position.clone();
        if let Some(found) = position.at(square).filter(|found| *found != piece) {
            position.put(found, Place::Gone);
        }
        position.put(piece, Place::Square(square));
        position
    }

    /// `X could take Y by L`, `X threatens Y by L`.
    pub fn could_take(
        &self,
        who: &Expr,
        what: Option<&Expr>,
        label: Option<LabelId>,
        threats_only: bool,
        frame: &mut Frame,
    ) -> bool {
        let takers = self.pieces(who, frame);
        let counts = |capture: &Capture| {
            capture.taker.is_some_and(|taker| takers.contains(&taker))
                && label.is_none_or(|label| capture.labels.contains(&label))
        };
        let what = what.map(|what| (self.eval(what, frame), what.of));
        [SideId(0), SideId(1)]
            .into_iter()
            .filter(|side| takers.iter().any(|each| self.piece(*each).owner == *side))
            .any(|side| {
                let mut found = false;
                match &what {
                    None => self.captures(side, None, threats_only, &mut |capture| {
                        found |= counts(capture);
                        found
                    }),
                    Some((Value::Pieces(list), _)) => {
                        if !list.is_empty() {
                            self.captures(side, Some(list), threats_only, &mut |capture| {
                                found |= counts(capture);
                                found
                            });
                        }
                    }
                    Some((Value::Squares(set), Type::Squares)) => {
                        if let Some(it) = frame.it {
                            for square in set.iter() {
                                let there = self.standing(it, square);
                                Moment { position: &there, ..*self }.captures(
                                    side,
                                    Some(&[it]),
                                    threats_only,
                                    &mut |capture| {
                                        found |= counts(capture);
                                        found
                                    },
                                );
                            }
                        }
                    }
                    Some(_) => {}
                }
                found
            })
    }

    /// Whether a side, were it its turn, has a legal turn (after which a condition holds).
    pub fn can_reach(&self, side: SideId, condition: Option<(&Expr, &Frame)>) -> bool {
        if self.stuck && side == self.position.player {
            return false;
        }
        if self.depth.answers == 0 {
            return true;
        }
        let mut position = self.position.clone();
        if self.depth.closing && side != self.start.player {
            State::expire(&mut position, self.start.player);
        }
        position.player = side;
        position.pending = None;
        if side != self.start.player {
            position.barred.clear();
        }
        let depth = Depth { level: 2, answers: self.depth.answers - 1, closing: false };
        let state = State::begin(self.question, Arc::clone(self.force), &position, depth);
        let Some((condition, frame)) = condition else {
            let found = state.explore(&|_, _| true, &mut |found| match found {
                Found::Whole(done) if done.breaks_law() => ControlFlow::Continue(()),
                Found::Whole(_) | Found::Split(..) => ControlFlow::Break(()),
            });
            return found.is_break();
        };
        // Inside, `own` and `enemy` are as that side sees them.
        let seen = Frame { view: side, ..frame.clone() };
        state.legal_states().into_iter().any(|done| done.moment().test(condition, &mut seen.clone()))
    }
}
