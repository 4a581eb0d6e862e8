//! The legal turns of a position, handed out by sets. Imports `program`, `state`, `moves`, `threat`, `make`, `ask`.

use super::ask::Moment;
use super::make::make;
use super::moves::{Any, Besides, Move, Visit};
use super::state::State;
use super::threat::{Danger, attacked, danger, royal_attacked};
use crate::program::bits::Bits;
use crate::program::{Kind, Mode, Program, Ride, Shape, Side};

/// Hands out all legal turns; whether the visitor wanted all.
#[inline]
pub fn generate<const N: usize, const K: usize, V: Visit<N>>(
    program: &Program<N>,
    state: &State<N, K>,
    visit: &mut V,
) -> bool {
    let me = state.player as usize & 1;
    let side = &program.sides[me];
    let royals = state.of(side.royal) & state.sides[me];
    if side.laws.forbidden.is_empty() && !(side.laws.danger && royals.has_several()) {
        let royal = (side.laws.danger && !royals.is_empty()).then(|| royals.first());
        let round = Round::new(program, state, royal);
        if !round.danger.overflow {
            return round.all(visit);
        }
    }
    Round::new(program, state, None).all(&mut Tried { program, state, visit })
}

/// Whether the side to move has a legal turn.
#[must_use]
pub fn can_move<const N: usize, const K: usize>(program: &Program<N>, state: &State<N, K>) -> bool {
    let mut any = Any::default();
    generate(program, state, &mut any);
    any.0
}

/// Whether a turn that was made is legal, whatever it did.
#[must_use]
fn keeps_laws<const N: usize, const K: usize>(
    program: &Program<N>,
    before: &State<N, K>,
    after: &State<N, K>,
) -> bool {
    let me = before.player as usize & 1;
    let laws = &program.sides[me].laws;
    if laws.danger && royal_attacked(program, after, me) {
        return false;
    }
    laws.forbidden.is_empty() || {
        let moment = Moment::of(program, after, before);
        !laws.forbidden.iter().any(|law| moment.holds(law))
    }
}

/// Makes each turn and asks what it breaks, before it hands it on.
struct Tried<'a, const N: usize, const K: usize, V> {
    program: &'a Program<N>,
    state: &'a State<N, K>,
    visit: &'a mut V,
}

impl<const N: usize, const K: usize, V: Visit<N>> Visit<N> for Tried<'_, N, K, V> {
    fn goes(&mut self, from: u8, code: u8, targets: Bits<N>) -> bool {
        let mut targets = targets;
        targets.all(|to| self.one(Move::new(from, to, code, code, Besides::Nothing)))
    }

    fn becomes(&mut self, from: u8, code: u8, targets: Bits<N>, kinds: &[u8]) -> bool {
        let mut targets = targets;
        targets
            .all(|to| kinds.iter().all(|kind| self.one(Move::new(from, to, code, *kind, Besides::Nothing))))
    }

    fn one(&mut self, step: Move) -> bool {
        let after = make(self.program, self.state, step);
        !keeps_laws(self.program, self.state, &after) || self.visit.one(step)
    }
}

/// One generation.
struct Round<'a, const N: usize, const K: usize> {
    program: &'a Program<N>,
    side: &'a Side<N>,
    state: &'a State<N, K>,
    own: Bits<N>,
    enemy: Bits<N>,
    occupied: Bits<N>,
    /// The one piece that must not be left in danger, and how it is.
    royal: Option<u8>,
    danger: Danger<N>,
}

impl<'a, const N: usize, const K: usize> Round<'a, N, K> {
    #[inline]
    fn new(program: &'a Program<N>, state: &'a State<N, K>, royal: Option<u8>) -> Self {
        let me = state.player as usize & 1;
        let danger = match royal {
            Some(royal) => {
                let threats = &program.sides[1 - me].threats;
                danger((&program.geometry, threats), state, royal, 1 - me, (Bits::EMPTY, Bits::EMPTY))
            }
            None => Danger::none(program.geometry.all),
        };
        let (own, enemy) = (state.sides[me], state.sides[1 - me]);
        Round { program, side: &program.sides[me], state, own, enemy, occupied: own | enemy, royal, danger }
    }

    #[inline]
    fn all<V: Visit<N>>(&self, visit: &mut V) -> bool {
        let geometry = &self.program.geometry;
        for kind in &self.side.kinds {
            let men = self.state.kind(kind.code) & self.own;
            let plain = kind.zone.is_empty() && !self.royal.is_some_and(|royal| men.has(royal));
            match kind.shape {
                _ if men.is_empty() => {}
                Shape::Leaper if plain => {
                    for from in men {
                        if !self.send(kind, from, kind.landings[from as usize].both, visit) {
                            return false;
                        }
                    }
                }
                Shape::Slider { orthogonal, diagonal } if plain => {
                    for from in men {
                        let mut seen = Bits::EMPTY;
                        if orthogonal {
                            seen |= geometry.orthogonal(from, self.occupied);
                        }
                        if diagonal {
                            seen |= geometry.diagonal(from, self.occupied);
                        }
                        if !self.send(kind, from, seen, visit) {
                            return false;
                        }
                    }
                }
                _ => {
                    for from in men {
                        if !self.piece(kind, from, visit) {
                            return false;
                        }
                    }
                }
            }
        }
        self.side.castles.is_empty() || self.state.fresh.is_empty() || self.castles(visit)
    }

    /// Hands on what a piece that is not royal sees and may take.
    #[inline]
    fn send<V: Visit<N>>(&self, kind: &Kind<N>, from: u8, seen: Bits<N>, visit: &mut V) -> bool {
        let targets = seen.without(self.own) & self.allowed(from);
        targets.is_empty() || visit.goes(from, kind.code, targets)
    }

    /// Where a piece that is not royal may go without leaving the royal one in danger.
    #[inline]
    fn allowed(&self, from: u8) -> Bits<N> {
        if self.danger.pinned.has(from) { self.danger.line(from) } else { self.danger.allowed }
    }

    #[inline]
    fn piece<V: Visit<N>>(&self, kind: &Kind<N>, from: u8, visit: &mut V) -> bool {
        let steps = &kind.landings[from as usize];
        let mut targets =
            steps.both.without(self.own) | steps.quiet.without(self.occupied) | steps.take & self.enemy;
        for ride in &kind.rides {
            targets |= self.ride(ride, from);
        }
        let is_royal = self.royal == Some(from);
        let allowed = if is_royal { self.program.geometry.all } else { self.allowed(from) };
        for (index, run) in (0u8..).zip(&kind.runs) {
            let (trail, target) = run.ways[from as usize];
            let target = target & allowed;
            if target.is_empty() || trail.meets(self.occupied) || !self.fits(run.mode, target) {
                continue;
            }
            if !run.is_apart() {
                targets |= target;
            } else if (!is_royal || self.safe(from, target.first()))
                && !self.told(kind, from, target.first(), Besides::Runs(index), visit)
            {
                return false;
            }
        }
        if kind.crowns {
            let mut tried = Tried { program: self.program, state: self.state, visit: &mut *visit };
            if !tried.becomes(from, kind.code, targets & kind.zone, &kind.becomes) {
                return false;
            }
            targets = targets.without(kind.zone);
        }
        targets &= allowed;
        if is_royal {
            let mut safe = Bits::EMPTY;
            for to in targets {
                if self.safe(from, to) {
                    safe |= Bits::of(to);
                }
            }
            targets = safe;
        }
        if steps.passing.meets(self.state.marked)
            && !self.passing(kind, from, steps.passing & self.state.marked, visit)
        {
            return false;
        }
        if targets.is_empty() {
            return true;
        }
        let becoming = targets & kind.zone;
        if becoming.is_empty() {
            return visit.goes(from, kind.code, targets);
        }
        let staying = targets.without(becoming);
        (staying.is_empty() || visit.goes(from, kind.code, staying))
            && visit.becomes(from, kind.code, becoming, &kind.becomes)
    }

    /// Hands on a move that does something besides, with what the piece becomes.
    fn told<V: Visit<N>>(&self, kind: &Kind<N>, from: u8, to: u8, besides: Besides, visit: &mut V) -> bool {
        if kind.zone.has(to) {
            let mut tried = Tried { program: self.program, state: self.state, visit: &mut *visit };
            kind.becomes.iter().all(|becomes| tried.one(Move::new(from, to, kind.code, *becomes, besides)))
        } else {
            visit.one(Move::new(from, to, kind.code, kind.code, besides))
        }
    }

    #[inline]
    fn fits(&self, mode: Mode, target: Bits<N>) -> bool {
        if target.meets(self.occupied) { mode.take && target.meets(self.enemy) } else { mode.quiet }
    }

    #[inline]
    fn ride(&self, ride: &Ride, from: u8) -> Bits<N> {
        let geometry = &self.program.geometry;
        let mut seen = Bits::EMPTY;
        if ride.orthogonal {
            seen |= geometry.orthogonal(from, self.occupied);
        }
        if ride.diagonal {
            seen |= geometry.diagonal(from, self.occupied);
        }
        for ray in &ride.rays {
            seen |= geometry.see(*ray, from, self.occupied);
        }
        match (ride.mode.quiet, ride.mode.take) {
            (true, true) => seen.without(self.own),
            (true, false) => seen.without(self.occupied),
            (false, _) => seen & self.enemy,
        }
    }

    /// Whether the royal piece could go there.
    #[inline]
    fn safe(&self, from: u8, to: u8) -> bool {
        let threats = &self.program.sides[1 - (self.state.player as usize & 1)].threats;
        let takers = self.enemy.without(Bits::of(to));
        let occupied = self.occupied.without(Bits::of(from)) | Bits::of(to);
        !attacked((&self.program.geometry, threats), self.state, to, takers, occupied)
    }

    /// Takes of the maker of the passing fact: each is tried.
    #[cold]
    fn passing<V: Visit<N>>(&self, kind: &Kind<N>, from: u8, targets: Bits<N>, visit: &mut V) -> bool {
        if !self.enemy.has(self.state.maker) {
            return true;
        }
        let mut targets = targets.without(self.occupied);
        targets.all(|to| {
            let step = Move::new(from, to, kind.code, kind.code, Besides::TakesMaker);
            self.royal.is_some()
                && !keeps_laws(self.program, self.state, &make(self.program, self.state, step))
                || self.told(kind, from, to, Besides::TakesMaker, visit)
        })
    }

    fn castles<V: Visit<N>>(&self, visit: &mut V) -> bool {
        for (index, castle) in (0u8..).zip(&self.side.castles) {
            for from in self.state.kind(castle.code) & self.own & self.state.fresh {
                let partners = self.state.of(castle.with) & self.own & self.state.fresh;
                for partner in partners.without(Bits::of(from)) {
                    let way = from as usize * 16 + partner as usize % self.program.geometry.files as usize;
                    let Some(way) = castle.ways.get(way).copied().flatten() else { continue };
                    if way.partner != partner || way.free.meets(self.occupied) {
                        continue;
                    }
                    let moment = Moment {
                        it: Bits::of(from),
                        trail: way.trail,
                        ..Moment::of(self.program, self.state, self.state)
                    };
                    if moment.holds(&castle.barred) {
                        continue;
                    }
                    let file = partner % self.program.geometry.files;
                    let step = Move::new(from, file, castle.code, castle.code, Besides::Castles(index));
                    let fine = self.royal.is_none()
                        || keeps_laws(self.program, self.state, &make(self.program, self.state, step));
                    if fine && !visit.one(step) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
