//! Which pieces a side does not know of. Imports `ids`, `position`.

use super::moment::{Depth, Moment};
use super::question::Question;
use crate::ids::{PieceId, SideId};
use crate::position::{Piece, Place, Position};

impl<'o> Question<'o> {
    /// The pieces that are hidden from a side: none of its own can see them, or they ride on such a piece. One that
    /// is displaced counts as standing where it stood.
    pub(super) fn hidden_pieces(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        let force = self.force(position);
        let moment = Moment::at_start(self, &force, position, Depth::PLAY);
        // A side that has nothing left to see with is no longer kept from anything.
        let sees_at_all = moment.present().any(|id| position.piece(id).owner == side);
        if force.all_seen || !sees_at_all {
            return Vec::new();
        }
        position.ids().filter(|id| moment.hides(*id, side)).collect()
    }
}

impl Moment<'_> {
    /// Whether a piece, or what carries it, is hidden from a side.
    fn hides(&self, piece: PieceId, side: SideId) -> bool {
        let mut each = piece;
        // What carries each other in a circle ends here too.
        for _ in 0..=self.position.pieces.len() {
            let hidden = match self.piece(each).place {
                Place::Square(_) | Place::On(_) => self.hidden_from(each, side),
                Place::Held(square) => {
                    let was = Piece { place: Place::Square(square), ..self.piece(each).clone() };
                    self.as_was(each, &was).hidden_from(each, side)
                }
                Place::Hand(_) | Place::Taken(_) | Place::Gone => false,
            };
            match self.piece(each).place {
                _ if hidden => return true,
                Place::On(carrier) => each = carrier,
                _ => return false,
            }
        }
        false
    }
}
