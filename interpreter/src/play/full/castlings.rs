//! Castlings by the squares that must be empty and safe. Imports `program`, `known`, `plain`.

use super::known::{Castles, Known};
use super::plain::{Crown, Look};
use super::world::Place;
use crate::play::threat::attacked;
use crate::program::bits::Bits;
use crate::program::full::plain::{Mover, Safe, Waker};
use crate::vocabulary::Deed;

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// The castlings of a piece that goes first.
    pub(super) fn castlings(
        &self,
        piece: u8,
        from: u8,
        mover: &Mover<N>,
        crown: &Option<Crown<N>>,
        known: &mut Known<N>,
    ) {
        let world = self.world;
        let able = world.fresh & world.standing & world.owned(self.me);
        for castling in &mover.castlings {
            for partner in (able & world.of_kinds(castling.with)).without(Bits::of(piece)) {
                let Place::Square(at) = world.place(partner) else { continue };
                let place = usize::from(from) * 16 + usize::from(at % self.geometry.files);
                let Some(way) = castling.ways.get(place).copied().flatten() else { continue };
                if way.partner != at || way.free.meets(self.occupied.without(self.hidden[0])) {
                    continue;
                }
                let castles = Castles { piece, from, partner, rule: castling.rule, way };
                match self.may_castle(&castles, castling.safe, crown) {
                    Some(true) => {
                        known.castles.push(castles);
                        known.count += 1;
                    }
                    Some(false) => {}
                    None => known.castles_tried.push(castles),
                }
            }
        }
    }

    /// Whether a castling over empty squares is legal, if that is seen without trying it.
    pub(super) fn may_castle(
        &self,
        castles: &Castles<N>,
        safe: Safe,
        crown: &Option<Crown<N>>,
    ) -> Option<bool> {
        let Castles { piece, from, partner, way, .. } = castles;
        let carriers =
            self.world.carried.filter_map(|piece| self.world.square_of(piece)).collect::<Bits<N>>();
        if carriers.has(*from) || carriers.has(way.partner) {
            return None;
        }
        if self.stops[0].meets(way.passed) {
            // Where squares stop some only, a closer look may find that they do not stop these.
            return if self.moment.closed.is_some() { Some(false) } else { None };
        }
        let squares = way.free | way.trail | Bits::of(way.goal) | Bits::of(way.partner_goal);
        if self.plain.calm || self.hidden[0].meets(squares) || self.watch.chased.meets(squares) {
            return None;
        }
        let movers = 1u64 << self.world.kind(*piece) | 1u64 << self.world.kind(*partner);
        let wakes = |(index, waker): (usize, &Waker)| {
            self.awake[0] >> (index & 63) & 1 == 1
                && matches!(waker.deed, Some(Deed::Moves | Deed::Arrives | Deed::Castles | Deed::Promotes))
                && !waker.unless_castling
                && waker.kinds & movers != 0
        };
        if self.plain.wakers.iter().enumerate().any(wakes) {
            return None;
        }
        match crown {
            None if safe.start || safe.trail || self.plain.danger => return None,
            None => return Some(true),
            Some(crown) if crown.at != *from => return None,
            Some(_) => {}
        }
        let (first, second) = (self.world.kind(*piece), self.world.kind(*partner));
        let stands = |square: u8| [(first, Bits::of(*from), Bits::of(square))];
        let castled = [
            (first, Bits::of(*from), Bits::of(way.goal)),
            (second, Bits::of(way.partner), Bits::of(way.partner_goal)),
        ];
        let threatened = |moved: &[(u8, Bits<N>, Bits<N>)], square: u8| {
            let left = moved.iter().fold(self.occupied, |left, (_, from, _)| left.without(*from));
            let occupied = moved.iter().fold(left, |all, (_, _, to)| all | *to);
            self.is_threatened_after(moved, square)
                || self.through_doors(square, occupied).0
                    && (!self.doors_known || self.come_through(square, self.enemy, self.doors[1], occupied))
        };
        let by = (self.geometry, self.by);
        let attacked = |square: u8, occupied: Bits<N>| {
            attacked(by, &self.world.flat, square, self.enemy, occupied.without(self.hidden[1]))
        };
        let left = self.occupied.without(Bits::of(*from));
        let after = left.without(Bits::of(way.partner)) | Bits::of(way.goal) | Bits::of(way.partner_goal);
        // Who is not threatened though no square stops the enemy is not threatened.
        let open_to_attack = self.doors[1].has_several()
            || safe.start && attacked(*from, self.occupied)
            || safe.trail && { way.trail }.any(|square| attacked(square, left | Bits::of(square)))
            || attacked(way.goal, after);
        if !open_to_attack {
            return Some(true);
        }
        let unsafe_there = safe.start && threatened(&stands(*from), *from)
            || safe.trail && { way.trail }.any(|square| threatened(&stands(square), square))
            || threatened(&castled, way.goal);
        // Where squares stop the enemy otherwise, or it comes through doors, a closer look may find none that threatens.
        let exact = !self.bounded
            && (self.plain.blocks.is_empty() || self.swept_alone)
            && (self.doors_known || !self.doors[1].has_several());
        if unsafe_there && !exact { None } else { Some(!unsafe_there) }
    }
}
