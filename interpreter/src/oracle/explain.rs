//! Why a move is legal, or what refuses it. Imports `model`, `position`, `engine`.

use super::Oracle;
use super::moment::{Frame, Info, Moment};
use super::state::State;
use crate::engine::{Explained, Explanation, Reason};
use crate::ids::{PieceId, Square};
use crate::model::Law;
use crate::position::{Part, Position};
use std::rc::Rc;

impl Moment<'_> {
    /// Pairs that could castle with each other, fresh or not.
    pub fn castling_pairs(&self) -> Vec<(PieceId, PieceId)> {
        let mut pairs = Vec::new();
        for (each, castle) in self.force.castlings() {
            let Some(subject) = &each.rule.subject else { continue };
            for piece in self.present() {
                if !self.has_piece(subject, piece, &mut Frame::new(self.piece(piece).owner, each.rule.vars)) {
                    continue;
                }
                let mut frame = Frame::about(self, piece, each.rule.vars);
                frame.info = Some(Rc::new(Info { castling: true, ..Info::default() }));
                for partner in self.pieces(&castle.with, &mut frame) {
                    let both = (self.square_of(piece), self.square_of(partner));
                    let (Some(from), Some(to)) = both else { continue };
                    let fits = partner != piece
                        && self.piece(partner).owner == self.piece(piece).owner
                        && from.rank() == to.rank();
                    if fits
                        && self.castling_goals(castle, from, to, &frame).is_some()
                        && !pairs.contains(&(piece, partner))
                    {
                        pairs.push((piece, partner));
                    }
                }
            }
        }
        pairs
    }
}

impl Oracle {
    /// What makes going from a square to a square legal, or all that refuses it.
    pub(super) fn explain_move(&self, position: &Position, from: Square, to: Square) -> Explanation {
        let mut explanation = Explanation::default();
        for (turn, state, _) in self.list(position) {
            let places = state.log.iter().map(|_| ()).count();
            let _ = places;
            if matches!(turn.parts.first(), Some(Part::Move(declared)) if declared.origin == Some(from) && declared.target == Some(to))
            {
                explanation.legal.push(Explained { turn, places: Vec::new() });
            }
        }
        explanation
    }

    /// What a broken law says of a turn.
    pub(super) fn law_reason(&self, _state: &State<'_>, law: &Law) -> Reason {
        Reason { text: "it is forbidden".into(), place: Some(law.place) }
    }
}
