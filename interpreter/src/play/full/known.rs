//! What is known of the moves of a position, and the ways of those that are known to be legal. Imports `program`,
//! `moment`, `ways`, `world`.

use super::moment::Moment;
use super::ways::{Declared, Way, Ways, blank_way};
use super::world::{Each, Place};
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::plain::Lane;
use crate::program::{CastleWay, Kind};
use smallvec::SmallVec;

/// The targets of one piece's plain moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<const N: usize> {
    /// Those that are to be tried.
    pub(super) tried: Bits<N>,
    /// Those of which it is known whether they are legal.
    pub(super) judged: Bits<N>,
    /// Those that are.
    pub(super) legal: Bits<N>,
}

/// A castling on the board.
#[derive(Clone, Copy, Debug)]
pub struct Castles<const N: usize> {
    /// Who goes first.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// With whom.
    pub partner: u8,
    /// The sentence.
    pub rule: u16,
    /// The squares.
    pub way: CastleWay<N>,
}

/// What is known of the moves of a position without trying them.
#[derive(Clone, Debug)]
pub struct Known<const N: usize> {
    /// Pieces of which something is known.
    pub pieces: Bits<N>,
    /// Pieces whose plain moves may go through doors: how, is seen by walking.
    pub far: Bits<N>,
    /// Pieces of which all moves are to be walked, but for those that are known.
    pub walked: Bits<N>,
    /// Pieces of which sentences that are no plain walks are to be tried.
    pub odd: Bits<N>,
    /// By piece: where its targets stand in the list.
    slots: Each<N>,
    targets: SmallVec<[Targets<N>; 24]>,
    /// Castlings that are legal.
    pub castles: SmallVec<[Castles<N>; 2]>,
    /// Castlings that are to be tried.
    pub castles_tried: SmallVec<[Castles<N>; 2]>,
    /// Squares that pieces of each side do not go beyond, if these are the same for all of them.
    pub closed: Option<[Bits<N>; 2]>,
    /// Where pieces of the enemy stand that the player does not see.
    pub unmet: Bits<N>,
    /// Pieces of which all moves are walked, or some tried, that may take pieces of the enemy.
    pub hungry: Bits<N>,
    /// The wakers that do nothing at all while a plain move is made, and while one that takes is made.
    pub idle: [u64; 2],
    /// Wakers that do nothing at all when a piece comes to other squares than these, without and with taking.
    pub zones: SmallVec<[(u8, [Bits<N>; 2]); 2]>,
    /// Acts of the side may begin.
    pub acts: bool,
    /// Moves that are known are only counted.
    pub(super) counting: bool,
    /// How many legal moves are known, with what pieces may become.
    pub count: u64,
}

impl<const N: usize> Known<N> {
    /// Nothing is known.
    #[must_use]
    pub fn nothing() -> Known<N> {
        Known {
            pieces: Bits::EMPTY,
            far: Bits::EMPTY,
            walked: Bits::EMPTY,
            odd: Bits::EMPTY,
            slots: Each::all(NONE),
            targets: SmallVec::new(),
            castles: SmallVec::new(),
            castles_tried: SmallVec::new(),
            closed: None,
            unmet: Bits::EMPTY,
            hungry: Bits::EMPTY,
            idle: [0; 2],
            zones: SmallVec::new(),
            acts: true,
            counting: false,
            count: 0,
        }
    }

    /// Nothing is known, and what will be is only to be counted.
    #[must_use]
    pub fn to_count() -> Known<N> {
        Known { counting: true, ..Known::nothing() }
    }

    /// Notes what is known of a piece.
    #[inline]
    pub(super) fn note(&mut self, piece: u8, walks: &Kind<N>, found: Targets<N>) {
        self.pieces |= Bits::of(piece);
        self.slots.set(piece, u8::try_from(self.targets.len()).unwrap_or(NONE));
        self.targets.push(found);
        self.count_legal(walks, found.legal);
    }

    /// Counts legal moves.
    #[inline]
    pub(super) fn count_legal(&mut self, walks: &Kind<N>, legal: Bits<N>) {
        self.count += u64::from(legal.len());
        let becoming = legal & walks.zone;
        if !becoming.is_empty() {
            self.count += u64::from(becoming.len()) * (walks.becomes.len().max(1) as u64 - 1);
        }
    }

    #[inline]
    fn of(&self, piece: u8) -> Option<&Targets<N>> {
        self.targets.get(usize::from(self.slots.get(piece)))
    }

    /// The targets of a piece's plain moves that are known to be legal.
    #[inline]
    #[must_use]
    pub fn legal(&self, piece: u8) -> Bits<N> {
        self.of(piece).map_or(Bits::EMPTY, |targets| targets.legal)
    }

    /// The targets of a piece's plain moves that are to be tried.
    #[inline]
    #[must_use]
    pub fn tried(&self, piece: u8) -> Bits<N> {
        self.of(piece).map_or(Bits::EMPTY, |targets| targets.tried)
    }

    /// Whether a way is legal, if that is known.
    #[inline]
    #[must_use]
    pub fn verdict(&self, way: &Way<N>) -> Option<bool> {
        let target = way.declared.target;
        if way.piece == NONE || way.act || way.stays || target == NONE || !self.pieces.has(way.piece) {
            return None;
        }
        if way.declared.label.is_some() || way.partner.is_some() || way.declared.carried {
            return None;
        }
        self.of(way.piece)
            .filter(|targets| targets.judged.has(target))
            .map(|targets| targets.legal.has(target))
    }
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// The way of a castling.
    pub fn castling_way(&self, castles: &Castles<N>) -> Way<N> {
        let Castles { piece, from, partner, rule, way } = *castles;
        let to_left = way.goal < from;
        let heading = self.program().board.vector(if to_left { -1 } else { 1 }, 0).unwrap_or(NONE);
        let declared = self.declare(&self.program().moves[usize::from(rule)], piece, from, None);
        Way {
            declared: Declared { target: way.goal, partner: way.partner, ..declared },
            trail: way.trail,
            heading,
            length: u16::from(way.goal.abs_diff(from)),
            partner: Some((partner, way.partner_goal)),
            ..blank_way(piece, rule, None)
        }
    }

    /// The way of a castling, if no relation of the walk keeps it from its squares.
    pub fn castle_as(&self, castles: &Castles<N>, ways: &mut Ways<N>) {
        let Castles { piece, from, partner, rule, way } = *castles;
        let squares = [(from, way.goal), (way.partner, way.partner_goal)];
        self.castle_with(piece, partner, rule, squares, &self.about(piece), ways);
    }

    /// The way of a plain move that may go through doors, without what it passes and how long it is; none if the piece
    /// goes by a label there.
    pub fn far_way(&self, piece: u8, target: u8) -> Option<Way<N>> {
        let program = self.program();
        let plain = program.plain.as_ref()?;
        let Place::Square(from) = self.world.place(piece) else { return None };
        let mover =
            &plain.sides[usize::from(self.world.owner(piece))].kinds[usize::from(self.world.kind(piece))];
        let labelled = |lane: &Lane<N>| program.moves[usize::from(lane.rule)].label.is_some();
        let lane = mover.lanes.first().filter(|_| !mover.lanes.iter().any(labelled))?;
        let met = self.world.at(target);
        Some(Way::plain(piece, lane.rule, from, target, met, (lane.vector, 0, Bits::EMPTY)))
    }

    /// The way of a plain move that is known to be legal.
    pub fn plain_way(&self, piece: u8, target: u8) -> Option<Way<N>> {
        let program = self.program();
        let plain = program.plain.as_ref()?;
        let Place::Square(from) = self.world.place(piece) else { return None };
        let owner = self.world.owner(piece);
        let mover = &plain.sides[usize::from(owner)].kinds[usize::from(self.world.kind(piece))];
        let met = self.world.at(target);
        let closed = self.closed(owner);
        let unmet = self.unmet;
        let mut way: Option<Way<N>> = None;
        for lane in &mover.lanes {
            let fits = if met.is_some() { lane.mode.take } else { lane.mode.quiet };
            if !fits || !lane.from.has(from) || !lane.to.has(target) {
                continue;
            }
            let next = &program.board.vectors[usize::from(lane.vector)].next;
            let (mut square, mut length, mut trail) = (from, 0, Bits::EMPTY);
            let arrives = loop {
                square = next[usize::from(square)];
                length += 1;
                if square == NONE || length > lane.most {
                    break false;
                }
                if square == target {
                    break length >= lane.least;
                }
                if self.world.at(square).is_some() && !unmet.has(square) || closed.has(square) {
                    break false;
                }
                trail |= Bits::of(square);
            };
            if !arrives {
                continue;
            }
            match &mut way {
                Some(way) => {
                    way.trail |= trail;
                    if !way.rules().contains(&lane.rule) {
                        let room = way.rules.get_mut(usize::from(way.made_by))?;
                        *room = lane.rule;
                        way.made_by += 1;
                    }
                }
                None => {
                    way = Some(Way::plain(piece, lane.rule, from, target, met, (lane.vector, length, trail)))
                }
            }
        }
        way
    }
}
