//! Walks that go in at one door and on from another, by sets. Imports `program`, `plain`.

use super::plain::Look;
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::plain::{Lane, Mover};

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// Whether it is known of the moves that are not tried that no piece of the enemy comes to a square through a door.
    pub(super) fn doors_keep_away(&mut self, at: u8) -> bool {
        if !self.doors[1].has_several() {
            return true;
        }
        let (on, keepers) = self.through_doors(at, self.occupied);
        self.keepers |= keepers;
        if on && self.doors_known {
            // Each move is looked at.
            self.keepers = if self.come_through(at, self.enemy, self.doors[1], self.occupied) {
                self.own
            } else {
                self.keepers
            };
            return true;
        }
        !on
    }

    /// Whether some piece of the enemy comes through doors to the square of the royal piece once an own piece has gone
    /// from one square to another.
    pub(super) fn come_through_after(&self, from: u8, to: u8, royal: u8) -> bool {
        let (left, there) = (Bits::of(from), Bits::of(to));
        let enemy = self.enemy.without(there);
        let occupied = self.occupied.without(left) | there;
        self.come_through(royal, enemy, self.doors[1].without(there), occupied)
    }

    /// Whether a walk of the enemy could go in at one door and on from another to a square, over a board so occupied;
    /// and the own pieces each of which alone keeps one from it. It may say so where a closer look finds none.
    pub(super) fn through_doors(&self, at: u8, occupied: Bits<N>) -> (bool, Bits<N>) {
        let doors = self.doors[1];
        let (mut on, mut keepers) = (false, Bits::EMPTY);
        if !doors.has_several() {
            return (on, keepers);
        }
        let board = &self.moment.program().board;
        for (index, vector) in (0u8..).zip(&board.vectors) {
            let behind = &self.plain.ahead[usize::from(vector.back)];
            if !behind[usize::from(at)].meets(doors) {
                continue;
            }
            self.back_from(at, vector.back, occupied, &mut |exit, last| {
                if !doors.has(exit) || last.has_several() || !last.within(self.own) {
                    return;
                }
                for entry in doors.without(Bits::of(exit)) {
                    if !behind[usize::from(entry)].meets(self.enemy | doors) {
                        continue;
                    }
                    self.back_from(entry, vector.back, occupied, &mut |from, first| {
                        let between = first | last;
                        let comes = self.comes(from, entry, index) || doors.has(from) && from != entry;
                        if !comes || between.has_several() || !between.within(self.own) {
                            return;
                        }
                        on |= between.is_empty();
                        keepers |= between;
                    });
                }
            });
        }
        (on, keepers)
    }

    /// Goes back along a vector as far as at most one piece stands in the way, and says what was passed.
    pub(super) fn back_from(&self, at: u8, back: u8, occupied: Bits<N>, visit: &mut dyn FnMut(u8, Bits<N>)) {
        let board = &self.moment.program().board;
        let vector = &board.vectors[usize::from(back)];
        let mut square = at;
        let mut between = Bits::EMPTY;
        loop {
            square = vector.next[usize::from(square)];
            if square == NONE {
                return;
            }
            if occupied.has(square) {
                visit(square, between);
                between |= Bits::of(square);
                if between.has_several() {
                    return;
                }
            }
        }
    }

    /// Whether a piece of the enemy may come to a square with a vector, nothing standing in its way.
    pub(super) fn comes(&self, from: u8, to: u8, vector: u8) -> bool {
        if !self.enemy.has(from) {
            return false;
        }
        let Some(piece) = self.world.at(from) else { return false };
        let mover = &self.plain.sides[usize::from(1 - self.me)].kinds[usize::from(self.world.kind(piece))];
        let vector = &self.moment.program().board.vectors[usize::from(vector)];
        let steps = &mover.walks.landings[usize::from(from)];
        let along = |ride: &crate::program::Ride| {
            let straight = vector.unit && (vector.right == 0 || vector.up == 0);
            let slanting = vector.unit && vector.right != 0 && vector.up != 0;
            ride.orthogonal && straight || ride.diagonal && slanting || !ride.rays.is_empty()
        };
        (steps.both | steps.take | steps.quiet).has(to)
            || mover.walks.rides.iter().any(along)
            || !mover.walks.runs.is_empty()
    }

    /// Where plain walks lead that go in at one door and on from another.
    pub(super) fn targets_through_doors(&self, mover: &Mover<N>, from: u8) -> Bits<N> {
        let mut targets = Bits::EMPTY;
        for lane in mover.lanes.iter().filter(|lane| lane.from.has(from)) {
            let mut ends = Bits::EMPTY;
            let stops = self.occupied | self.blocked[0];
            self.follow(lane, from, (self.doors[0], stops), (from, 0, Bits::EMPTY), &mut ends);
            targets |= self.fitting(lane.mode, ends & lane.to);
        }
        targets.without(Bits::of(from))
    }

    /// Whether some of these pieces of the enemy take on a square by a plain walk that goes in at one of these doors and
    /// on from another, and beyond none of the squares that stop them.
    pub(super) fn come_through(&self, at: u8, takers: Bits<N>, doors: Bits<N>, stops: Bits<N>) -> bool {
        let side = &self.plain.sides[usize::from(1 - self.me)];
        doors.has_several()
            && side.kinds.iter().zip(&self.world.flat.kinds).any(|(mover, men)| {
                (*men & takers).any(|from| {
                    mover.lanes.iter().any(|lane| {
                        let goes = lane.mode.take && lane.from.has(from) && lane.to.has(at);
                        if !goes
                            || !self.plain.ahead[usize::from(lane.vector)][usize::from(from)].meets(doors)
                        {
                            return false;
                        }
                        let mut ends = Bits::EMPTY;
                        self.follow(lane, from, (doors, stops), (from, 0, Bits::EMPTY), &mut ends);
                        ends.has(at)
                    })
                })
            })
    }

    /// Follows a lane from a square over doors and up to squares that stop it, so many steps and doors being behind it.
    fn follow(
        &self,
        lane: &Lane<N>,
        origin: u8,
        (doors, stops): (Bits<N>, Bits<N>),
        (at, steps, entered): (u8, u16, Bits<N>),
        ends: &mut Bits<N>,
    ) {
        let next = &self.moment.program().board.vectors[usize::from(lane.vector)].next;
        let (mut square, mut steps) = (at, steps);
        loop {
            square = next[usize::from(square)];
            if square == NONE {
                return;
            }
            if doors.has(square) && square != origin && !entered.has(square) {
                let before = entered | Bits::of(square);
                for exit in doors.without(Bits::of(square) | Bits::of(origin)) {
                    self.follow(lane, origin, (doors, stops), (exit, steps, before), ends);
                }
            }
            steps += 1;
            if steps >= lane.least {
                *ends |= Bits::of(square);
            }
            if steps >= lane.most || stops.without(Bits::of(origin)).has(square) {
                return;
            }
        }
    }
}
