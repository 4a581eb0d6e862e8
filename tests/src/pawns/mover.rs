//! What a piece of the model could do: its moves, each played on a copy of the board. Imports nothing of the project.

use super::Kind::{
    Archer, Berserker, BerserkerKnight, Bishop, Guard, Hero, Horseman, King, Knight, Mercenary, Pawn, Queen,
    Rook, Spy,
};
use super::{ANY, Cell, DIAGONAL, Kind, LEAPS, Man, ORTHOGONAL, Played, State, Wounded};
use std::collections::BTreeSet;

/// A piece that is asked what it could do.
pub(super) struct Mover<'s> {
    pub state: &'s State,
    pub at: Cell,
    pub man: Man,
    /// A Hero may become King.
    pub crown: bool,
}

impl Mover<'_> {
    /// A copy of the position to play on. What could be taken in passing can no longer be.
    fn copy(&self) -> State {
        State { passed: None, ..self.state.clone() }
    }

    fn played(&self, to: Option<Cell>, after: State, taken: Vec<Man>) -> Played {
        let by_king = self.man.kind == King && to.is_some();
        let squares = (self.at, to);
        Played { squares, after, taken, by_king, rage: false, sequence: Vec::new(), goes_on: false }
    }

    /// What stands on the square has gone there: it becomes what it can, if it must become something.
    fn arrived(&self, played: Played, all: &mut Vec<Played>) {
        let (man, Some(to)) = (self.man, played.squares.1) else { return };
        if !man.kind.is_pawn() || man.side.rank(to) != 8 || man.kind == Guard {
            all.push(played);
            return;
        }
        let kinds: &[Kind] = if man.kind == Horseman { &[Knight] } else { &[Queen, Rook, Bishop, Knight] };
        for kind in kinds {
            let mut after = played.after.clone();
            after.put(to, man.becomes(*kind));
            all.push(self.played(Some(to), after, played.taken.clone()));
            if let Some(last) = all.last_mut() {
                last.rage = played.rage;
            }
        }
        if man.kind == Hero && self.crown {
            let mut after = played.after.clone();
            for slot in after.board.iter_mut().flatten() {
                slot.take_if(|old| old.is(man.side, King));
            }
            after.put(to, man.becomes(King));
            all.push(Played { after, by_king: true, ..played });
        }
    }

    /// Goes to a square that looks empty.
    fn go(&self, to: Cell, all: &mut Vec<Played>) {
        let mut after = self.copy();
        after.shift(self.at, to);
        self.arrived(self.played(Some(to), after, Vec::new()), all);
    }

    /// Goes to a square, and takes what stands on `victim`.
    fn capture(&self, to: Cell, victim: Cell, all: &mut Vec<Played>) {
        let mut after = self.copy();
        let mut taken = Vec::new();
        after.take(victim, &mut taken);
        after.shift(self.at, to);
        if self.man.kind == Spy {
            after.put(to, self.man.becomes(Pawn));
        }
        let rage = self.man.kind.rages() && self.state.sees_enemy(victim, self.man.side);
        let played = Played { rage, ..self.played(Some(to), after, taken) };
        // A Berserker that promotes by its first capture is none any more.
        let goes_on = match self.man.kind {
            Berserker => self.man.side.rank(to) != 8,
            kind => kind == BerserkerKnight,
        };
        if goes_on {
            self.rage(to, self.man.kind, Played { sequence: vec![to], ..played }, all);
        } else {
            self.arrived(played, all);
        }
    }

    /// A Berserker that has taken goes on from where it stands while it can.
    fn rage(&self, at: Cell, kind: Kind, played: Played, all: &mut Vec<Played>) {
        let side = self.man.side;
        let slanting = [(-1, side.forward()), (1, side.forward())];
        let ways: &[(i8, i8)] = if kind == Berserker { &slanting } else { &LEAPS };
        let mut goes_on = false;
        for to in ways.iter().filter_map(|way| at.step(*way)) {
            if played.after.is_empty(to, side) {
                continue;
            }
            goes_on = true;
            let (mut after, mut taken) = (played.after.clone(), played.taken.clone());
            after.take(to, &mut taken);
            after.shift(at, to);
            let knighted = kind == Berserker && side.rank(to) == 8;
            let kind = if knighted { BerserkerKnight } else { kind };
            after.put(to, self.man.becomes(kind));
            let mut further = self.played(played.squares.1, after, taken);
            further.rage = played.rage;
            further.sequence = [&played.sequence[..], &[to]].concat();
            self.rage(to, kind, further, all);
        }
        all.push(Played { goes_on, ..played });
    }

    pub fn walk(&self, all: &mut Vec<Played>) {
        if self.man.kind.is_pawn() { self.pawn(all) } else { self.officer(all) }
    }

    fn officer(&self, all: &mut Vec<Played>) {
        let (state, side) = (self.state, self.man.side);
        let step = |ways: &[(i8, i8)]| ways.iter().filter_map(|way| self.at.step(*way)).collect::<Vec<_>>();
        let slide = |ways: &[(i8, i8)]| {
            ways.iter().flat_map(|way| state.slide(self.at, *way, side)).collect::<Vec<_>>()
        };
        let targets = match self.man.kind {
            King => step(&ANY),
            Knight | BerserkerKnight => step(&LEAPS),
            Rook => slide(&ORTHOGONAL),
            Bishop => slide(&DIAGONAL),
            _ => slide(&ANY),
        };
        for to in targets {
            match state.seen(to, side) {
                None => self.go(to, all),
                Some(victim) if self.may_take(victim) => self.capture(to, to, all),
                Some(_) => {}
            }
        }
    }

    /// A Berserker takes on both sides; its own king only where it is forced to.
    fn may_take(&self, victim: Man) -> bool {
        victim.side != self.man.side || self.man.kind.rages() && victim.kind != King
    }

    /// What an orthodox pawn does, and what each kind does besides or instead.
    fn pawn(&self, all: &mut Vec<Played>) {
        let (state, side, kind) = (self.state, self.man.side, self.man.kind);
        let forward = side.forward();
        let ahead = [(0, forward)];
        let slanting = [(-1, forward), (1, forward)];
        // The ways of going without taking, and of taking.
        let (mut goes, mut takes) = match kind {
            // A Berolina pawn.
            Spy => (slanting.to_vec(), ahead.to_vec()),
            _ => (ahead.to_vec(), slanting.to_vec()),
        };
        self.double(&goes, all);
        match kind {
            // One that is discovered threatens both as it did and as a pawn.
            Spy if self.man.exposed => takes.extend(slanting),
            Mercenary => {
                goes.extend(slanting);
                takes.extend(ahead);
            }
            Horseman => goes.extend(LEAPS.iter().filter(|leap| leap.1 * forward > 0)),
            Guard if side.rank(self.at) <= 2 => {
                goes.extend(ANY);
                takes.extend(ANY);
            }
            Guard => {
                goes.extend(ORTHOGONAL);
                takes.extend(DIAGONAL);
            }
            _ => {}
        }
        let reached = |ways: Vec<(i8, i8)>| -> BTreeSet<Cell> {
            ways.into_iter().filter_map(|way| self.at.step(way)).collect()
        };
        for to in reached(goes) {
            if state.is_empty(to, side) {
                self.go(to, all);
            }
        }
        for to in reached(takes) {
            match state.seen(to, side) {
                None => self.in_passing(to, all),
                Some(victim) if self.may_take(victim) => self.capture(to, to, all),
                Some(_) => {}
            }
        }
        if kind == Archer && self.man.rest == 0 {
            self.shoot(all);
        }
    }

    /// Two steps at once from the second rank.
    fn double(&self, ways: &[(i8, i8)], all: &mut Vec<Played>) {
        let side = self.man.side;
        if side.rank(self.at) != 2 {
            return;
        }
        for way in ways {
            let between = self.at.step(*way).filter(|cell| self.state.is_empty(*cell, side));
            let Some(between) = between else { continue };
            let to = between.step(*way).filter(|cell| self.state.is_empty(*cell, side));
            let Some(to) = to else { continue };
            self.go(to, all);
            if let Some(played) = all.last_mut() {
                played.after.passed = Some((between, to));
            }
        }
    }

    /// Takes the pawn that has just passed a square diagonally in front, unless it is a Spy that nobody sees. A Spy
    /// that could take so is a pawn already.
    fn in_passing(&self, to: Cell, all: &mut Vec<Played>) {
        let side = self.man.side;
        let slanting = to.0 != self.at.0 && to.1 == self.at.1 + side.forward();
        match self.state.passed {
            Some((passed, pawn))
                if passed == to && slanting && self.man.kind != Spy && self.state.sees_enemy(pawn, side) =>
            {
                self.capture(to, pawn, all)
            }
            _ => {}
        }
    }

    /// An arrow at an enemy two squares ahead, from here or from one square further on.
    fn shoot(&self, all: &mut Vec<Played>) {
        let (state, side) = (self.state, self.man.side);
        let forward = side.forward();
        let rested = Man { rest: 2, ..self.man };
        let aim = |files_ahead: i8| {
            self.at.step((0, files_ahead * forward)).filter(|cell| state.sees_enemy(*cell, side))
        };
        if let Some(target) = aim(2) {
            let (mut after, mut taken) = (self.copy(), Vec::new());
            after.take(target, &mut taken);
            after.put(self.at, rested);
            all.push(self.played(Some(target), after, taken));
        }
        let step = self.at.step((0, forward)).filter(|cell| state.is_empty(*cell, side));
        if let (Some(step), Some(target)) = (step, aim(3)) {
            let (mut after, mut taken) = (self.copy(), Vec::new());
            after.shift(self.at, step);
            after.take(target, &mut taken);
            after.put(step, rested);
            all.push(self.played(Some(step), after, taken));
        }
    }

    /// A Hero takes and is removed. Nobody heals it.
    pub fn sacrifice(&self, all: &mut Vec<Played>) {
        for target in self.state.sacrifices(self.at, self.man.side) {
            let (mut after, mut taken) = (self.copy(), Vec::new());
            after.take(target, &mut taken);
            *after.slot(self.at) = None;
            all.push(self.played(Some(target), after, taken));
        }
    }

    /// A Healer puts back what was taken, a pawn not onto a square of promotion; a Spy comes back as a pawn.
    pub fn heal(&self, all: &mut Vec<Played>) {
        let (state, side) = (self.state, self.man.side);
        for (index, Wounded { man, ready, nurses, .. }) in state.wounded.iter().enumerate() {
            if man.side != side || !ready || !nurses.contains(&self.man.number) {
                continue;
            }
            for bed in ANY.iter().filter_map(|way| self.at.step(*way)) {
                if !state.is_empty(bed, side) || man.kind.is_pawn() && side.rank(bed) == 8 {
                    continue;
                }
                let mut after = self.copy();
                after.wounded.remove(index);
                after.arrive(bed, man.becomes(if man.kind == Spy { Pawn } else { man.kind }));
                after.put(self.at, Man { rest: 2, ..self.man });
                all.push(self.played(None, after, Vec::new()));
            }
        }
    }

    /// A king castles over squares on which nothing could take it, and, where he goes, no Hero either.
    pub fn castle(&self, all: &mut Vec<Played>) {
        let (state, side) = (self.state, self.man.side);
        let cell = |file| Cell(file, side.home());
        // The rook's file, the files in between, those that the king crosses, and where the rook comes to stand.
        let pairs: [(i8, &[i8], [i8; 2], i8); 2] = [(7, &[5, 6], [5, 6], 5), (0, &[1, 2, 3], [3, 2], 3)];
        for (right, (rook, between, crossed, beside)) in pairs.into_iter().enumerate() {
            let free = between.iter().all(|file| state.is_empty(cell(*file), side));
            if !state.rights[side as usize][right] || !free || state.threatened(side) {
                continue;
            }
            let mut safe = true;
            for file in crossed {
                let mut on_the_way = state.clone();
                *on_the_way.slot(self.at) = None;
                on_the_way.put(cell(file), self.man);
                safe &= !on_the_way.threatened(side) && on_the_way.aiming(side.enemy()).is_empty();
            }
            if safe {
                let mut after = self.copy();
                after.shift(self.at, cell(crossed[1]));
                after.shift(cell(rook), cell(beside));
                all.push(self.played(Some(cell(crossed[1])), after, Vec::new()));
            }
        }
    }
}
