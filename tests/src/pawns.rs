//! A second opinion on Pawns Chess: its rules written down once more, as plain Rust and with this game alone in mind.
//! Imports nothing of the project but `dice`, so that an error in the interpreter cannot be an error here.
//!
//! Everything is done the slow and obvious way: a turn is played on a copy of the board, a king is threatened if some
//! whole turn of the enemy takes it. What the model leaves out is met with [`Beyond`] and never with a guess.

use crate::dice::Dice;
use Kind::{
    Archer, Berserker, Bishop, Guard, Healer, Hero, Horseman, King, Knight, Mercenary, Pawn, Queen, Rook, Spy,
};
use std::collections::BTreeSet;

/// The position leads to something that the model leaves out: promotions, and the rare meetings of a Spy with somebody
/// who is put onto its square without having moved there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beyond;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// It begins, and goes up the board.
    White,
    /// It goes down.
    Black,
}

impl Side {
    fn enemy(self) -> Side {
        if self == Side::White { Side::Black } else { Side::White }
    }

    /// One step forward.
    fn forward(self) -> i8 {
        if self == Side::White { 1 } else { -1 }
    }

    /// The rank as the side counts it, from 1.
    fn rank(self, at: Cell) -> i8 {
        if self == Side::White { at.1 + 1 } else { 8 - at.1 }
    }

    /// The rank of its king at the start, from 0.
    fn home(self) -> i8 {
        if self == Side::White { 0 } else { 7 }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Hero,
    Berserker,
    Spy,
    Healer,
    Mercenary,
    Horseman,
    Guard,
    Archer,
}

/// The second rank, from the first file on.
const PAWNS: [Kind; 8] = [Hero, Berserker, Spy, Healer, Mercenary, Horseman, Guard, Archer];
const OFFICERS: [Kind; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];

impl Kind {
    fn is_pawn(self) -> bool {
        self == Pawn || PAWNS.contains(&self)
    }

    fn sign(self) -> &'static str {
        match self {
            King => "K",
            Queen => "Q",
            Rook => "R",
            Bishop => "B",
            Knight => "N",
            Pawn => "P",
            Hero => "(Ph)",
            Berserker => "(Pb)",
            Spy => "(Ps)",
            Healer => "(Pe)",
            Mercenary => "(Pm)",
            Horseman => "(Pr)",
            Guard => "(Pg)",
            Archer => "(Pa)",
        }
    }
}

/// A square: its file and its rank, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell(pub i8, pub i8);

impl Cell {
    fn on_board(self) -> bool {
        (0..8).contains(&self.0) && (0..8).contains(&self.1)
    }

    /// The square so far away, if the board has it.
    fn step(self, (files, ranks): (i8, i8)) -> Option<Cell> {
        Some(Cell(self.0 + files, self.1 + ranks)).filter(|cell| cell.on_board())
    }

    /// Adjacent, not equal.
    fn is_near(self, other: Cell) -> bool {
        (self.0 - other.0).abs().max((self.1 - other.1).abs()) == 1
    }

    fn all() -> impl Iterator<Item = Cell> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Cell(file, rank)))
    }
}

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ANY: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// A piece, and what must be remembered of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    side: Side,
    kind: Kind,
    /// A Hero that has been declared to threaten the king.
    daring: bool,
    /// A Spy that has been discovered because it threatens the king.
    exposed: bool,
    /// For so many ends of its own turns a Healer or an Archer rests, that of the turn of its deed counted.
    rest: u8,
}

impl Man {
    fn new(side: Side, kind: Kind) -> Man {
        Man { side, kind, daring: false, exposed: false, rest: 0 }
    }

    fn is(self, side: Side, kind: Kind) -> bool {
        (self.side, self.kind) == (side, kind)
    }
}

/// A piece taken next to a Healer of its side.
#[derive(Clone, Copy, Debug)]
struct Wounded {
    man: Man,
    /// The turn in which it was taken is over, so the next one of its side is the one to heal in.
    ready: bool,
}

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    board: [[Option<Man>; 8]; 8],
    player: Side,
    /// By side: castling with the rook of the last file, and of the first, is still allowed.
    rights: [[bool; 2]; 2],
    /// What has just been passed by a double step, and where the pawn stands that did so.
    passed: Option<(Cell, Cell)>,
    wounded: Vec<Wounded>,
    /// A Spy that an enemy has displaced, and from where: its owner has yet to move it aside.
    displaced: Option<(Side, Cell)>,
}

/// A turn and what it leads to, before the decision about the Hero and before the end of the turn.
struct Played {
    /// The first move's squares; an act has no target, a shot that at which it is aimed.
    squares: (Cell, Option<Cell>),
    after: State,
    taken: Vec<Man>,
    /// The king has moved.
    by_king: bool,
    /// A Berserker's sequence that begins with an enemy.
    rage: bool,
}

/// A legal turn.
pub struct Turn {
    /// From where to where its first move goes; healing goes nowhere.
    pub squares: (Cell, Option<Cell>),
    /// The position after it, its end left out.
    after: State,
    /// The Hero that is declared to threaten.
    declared: Option<Cell>,
    /// The player has lost the game by it.
    lost: bool,
}

impl State {
    /// The first position.
    #[must_use]
    pub fn start() -> State {
        let mut start = State::empty(Side::White);
        start.rights = [[true; 2]; 2];
        for (file, (officer, pawn)) in (0..).zip(OFFICERS.into_iter().zip(PAWNS)) {
            for (side, first, second) in [(Side::White, 0, 1), (Side::Black, 7, 6)] {
                start.put(Cell(file, first), Man::new(side, officer));
                start.put(Cell(file, second), Man::new(side, pawn));
            }
        }
        start
    }

    fn empty(player: Side) -> State {
        State {
            board: [[None; 8]; 8],
            player,
            rights: [[false; 2]; 2],
            passed: None,
            wounded: Vec::new(),
            displaced: None,
        }
    }

    /// Some position, in which the player whose turn it is not may be in check.
    #[must_use]
    pub fn random(dice: &mut Dice) -> State {
        let mut state = State::empty(if dice.once_in(2) { Side::White } else { Side::Black });
        for side in [Side::White, Side::Black] {
            if dice.once_in(4) {
                for (file, kind) in [(4, King), (0, Rook), (7, Rook)] {
                    state.put(Cell(file, side.home()), Man::new(side, kind));
                }
                state.rights[side as usize] = [true; 2];
            }
        }
        for side in [Side::White, Side::Black] {
            if !state.has(side, King) {
                state.scatter(dice, Man::new(side, King));
            }
            for kind in PAWNS.into_iter().chain([Queen, Rook, Bishop, Knight, Knight, Pawn]) {
                if !dice.once_in(if kind.is_pawn() { 2 } else { 4 }) {
                    continue;
                }
                state.scatter(dice, Man::new(side, kind));
            }
        }
        state
    }

    /// Puts a man onto some free square; a pawn so that it does not promote within a turn of a single move.
    fn scatter(&mut self, dice: &mut Dice, man: Man) {
        let free: Vec<Cell> = Cell::all()
            .filter(|cell| self.at(*cell).is_none())
            .filter(|cell| !man.kind.is_pawn() || (2..=5).contains(&man.side.rank(*cell)))
            .collect();
        if let Some(cell) = dice.pick(&free) {
            self.put(*cell, man);
        }
    }

    /// The position as text, what has to be remembered of single pieces left out.
    #[must_use]
    pub fn text(&self) -> String {
        let row = |rank: &[Option<Man>; 8]| {
            let signs = rank.iter().map(|man| match man {
                None => "1".to_owned(),
                Some(man) if man.side == Side::White => man.kind.sign().to_owned(),
                Some(man) => man.kind.sign().to_lowercase(),
            });
            signs.collect::<String>()
        };
        let mut board = self.board.iter().rev().map(row).collect::<Vec<String>>().join("/");
        for free in (2..=8).rev() {
            board = board.replace(&"1".repeat(free), &free.to_string());
        }
        let player = if self.player == Side::White { 'w' } else { 'b' };
        let [[k, q], [bk, bq]] = self.rights;
        let mut rights: String = [(k, 'K'), (q, 'Q'), (bk, 'k'), (bq, 'q')]
            .iter()
            .filter(|(has, _)| *has)
            .map(|(_, c)| c)
            .collect();
        if rights.is_empty() {
            rights.push('-');
        }
        format!("{board} {player} {rights} - 0 1")
    }

    fn at(&self, cell: Cell) -> Option<Man> {
        self.board[cell.1 as usize][cell.0 as usize]
    }

    fn slot(&mut self, cell: Cell) -> &mut Option<Man> {
        &mut self.board[cell.1 as usize][cell.0 as usize]
    }

    fn put(&mut self, cell: Cell, man: Man) {
        *self.slot(cell) = Some(man);
    }

    fn men(&self) -> impl Iterator<Item = (Cell, Man)> {
        Cell::all().filter_map(|cell| self.at(cell).map(|man| (cell, man)))
    }

    fn has(&self, side: Side, kind: Kind) -> bool {
        self.men().any(|(_, man)| man.is(side, kind))
    }

    /// What a side sees on a square: a Spy of the enemy is not there until it is discovered.
    fn seen(&self, cell: Cell, by: Side) -> Option<Man> {
        self.at(cell).filter(|man| man.side == by || man.kind != Spy || man.exposed)
    }

    fn is_empty(&self, cell: Cell, to: Side) -> bool {
        self.seen(cell, to).is_none()
    }

    fn sees_enemy(&self, cell: Cell, by: Side) -> bool {
        self.seen(cell, by).is_some_and(|man| man.side != by)
    }

    /// Takes what stands on a square. A Healer of its side next to it will be able to heal it.
    fn take(&mut self, cell: Cell, taken: &mut Vec<Man>) {
        let Some(man) = self.slot(cell).take() else { return };
        taken.push(man);
        self.wound(cell, man);
    }

    fn wound(&mut self, cell: Cell, man: Man) {
        if man.kind != King && self.men().any(|(at, other)| other.is(man.side, Healer) && cell.is_near(at)) {
            self.wounded.push(Wounded { man: Man::new(man.side, man.kind), ready: false });
        }
    }

    /// Moves a man. What still stands where it goes is a Spy that it did not see, which is displaced.
    fn shift(&mut self, from: Cell, to: Cell) -> Result<(), Beyond> {
        let Some(man) = self.slot(from).take() else { return Ok(()) };
        if let Some(spy) = self.at(to) {
            self.displaced = Some((spy.side, to));
        }
        self.put(to, man);
        // A Guard does not promote.
        if man.kind.is_pawn() && man.kind != Guard && man.side.rank(to) == 8 { Err(Beyond) } else { Ok(()) }
    }

    /// The squares on which a Hero would take by a sacrifice: with a queen's move or a knight's move.
    fn sacrifices(&self, from: Cell, side: Side) -> Vec<Cell> {
        let mut all: Vec<Cell> = LEAPS.iter().filter_map(|leap| from.step(*leap)).collect();
        all.extend(ANY.iter().filter_map(|way| self.slide(from, *way, side).pop()));
        all.retain(|cell| self.sees_enemy(*cell, side));
        all
    }

    /// The squares of a slide, the first one that is seen to be occupied included.
    fn slide(&self, from: Cell, way: (i8, i8), side: Side) -> Vec<Cell> {
        let mut all = Vec::new();
        let mut at = from;
        while let Some(next) = at.step(way) {
            all.push(next);
            at = next;
            if !self.is_empty(next, side) {
                break;
            }
        }
        all
    }

    /// The Heroes of a side that could take the enemy king by a sacrifice, declared or not.
    fn aiming(&self, side: Side) -> BTreeSet<Cell> {
        let king = |cell: &Cell| self.at(*cell).is_some_and(|man| man.is(side.enemy(), King));
        self.men()
            .filter(|(at, man)| man.is(side, Hero) && self.sacrifices(*at, side).iter().any(king))
            .map(|(at, _)| at)
            .collect()
    }

    /// Whether some whole turn of the enemy takes the king of a side. A sequence that takes the enemy's own as well
    /// loses the game for him, and so threatens nothing.
    fn threatened(&self, side: Side) -> Result<bool, Beyond> {
        let takes = |taken: &[Man], side| taken.iter().any(|man| man.is(side, King));
        let threats = self.moves(side.enemy())?;
        Ok(threats.iter().any(|turn| takes(&turn.taken, side) && !takes(&turn.taken, side.enemy())))
    }

    /// Whether the player's enemy is in check, so that play cannot have come here.
    ///
    /// # Errors
    /// The model leaves out what would tell.
    pub fn is_impossible(&self) -> Result<bool, Beyond> {
        self.threatened(self.player.enemy())
    }

    /// Everything that the pieces of a side could do if it were its turn, as far as it can threaten: Heroes sacrifice
    /// themselves if they have been declared.
    fn moves(&self, side: Side) -> Result<Vec<Played>, Beyond> {
        let mut all = Vec::new();
        for (at, man) in self.men().filter(|(_, man)| man.side == side) {
            let mover = Mover { state: self, at, man };
            if man.kind.is_pawn() {
                mover.pawn(&mut all)?
            } else {
                mover.officer(&mut all)?
            }
            if man.kind == Hero && man.daring {
                mover.sacrifice(&mut all);
            }
        }
        Ok(all)
    }

    /// Everything that the player could do if he had nothing to fear.
    fn candidates(&self) -> Result<Vec<Played>, Beyond> {
        let mut all = self.moves(self.player)?;
        for (at, man) in self.men().filter(|(_, man)| man.side == self.player) {
            let mover = Mover { state: self, at, man };
            match man.kind {
                // One that is still on the board when its owner is to move has not been declared.
                Hero => mover.sacrifice(&mut all),
                Healer if man.rest == 0 => mover.heal(&mut all)?,
                King => mover.castle(&mut all)?,
                _ => {}
            }
        }
        Ok(all)
    }

    /// The legal turns.
    ///
    /// # Errors
    /// One of them, or of the threats that forbid one, is left out of the model.
    pub fn turns(&self) -> Result<Vec<Turn>, Beyond> {
        let (player, enemy) = (self.player, self.player.enemy());
        let aimed = self.aiming(enemy);
        let mut legal = Vec::new();
        for turn in self.candidates()? {
            // A Hero that was not declared has threatened nothing, and takes no king.
            if turn.taken.iter().any(|man| man.is(enemy, King)) {
                continue;
            }
            // To take one's own king is lost and not illegal.
            let lost = !turn.after.has(player, King);
            if lost || turn.after.is_safe(player, &aimed, turn.by_king)? {
                legal.push((turn, lost));
            }
        }
        // Whose Berserker can take an enemy must do so.
        if legal.iter().any(|(turn, _)| turn.rage) {
            legal.retain(|(turn, _)| turn.rage);
        }
        let mut turns = Vec::new();
        for (Played { squares, after, .. }, lost) in legal {
            // A Hero that aims at the king: its owner declares that it threatens him, or does not.
            for hero in after.aiming(player) {
                turns.push(Turn { squares, after: after.clone(), declared: Some(hero), lost });
            }
            turns.push(Turn { squares, after, declared: None, lost });
        }
        Ok(turns)
    }

    /// Whether the player may leave things so, `aimed` being the enemy's Heroes that could have taken his king before.
    fn is_safe(&self, player: Side, aimed: &BTreeSet<Cell>, by_king: bool) -> Result<bool, Beyond> {
        if self.threatened(player)? {
            return Ok(false);
        }
        // A heroic check is answered with the Hero on the board, and with it removed.
        let enemy = player.enemy();
        let dared = self.men().any(|(_, man)| man.side == enemy && man.daring);
        if dared && self.without_daring(enemy).threatened(player)? {
            return Ok(false);
        }
        // Declared or not, a Hero bars squares to the king, and pins; what it aimed at already may stay there.
        let now = self.aiming(enemy);
        Ok(if by_king { now.is_empty() } else { now.is_subset(aimed) })
    }

    /// The position with the declared Heroes of a side removed.
    fn without_daring(&self, side: Side) -> State {
        let mut without = self.clone();
        for slot in without.board.iter_mut().flatten() {
            slot.take_if(|man| man.side == side && man.daring);
        }
        without
    }

    /// What follows from the end of the player's turn.
    fn end(&self) -> State {
        let (player, enemy) = (self.player, self.player.enemy());
        let mut next = self.without_daring(enemy);
        for (at, man) in self.men() {
            let mut man =
                Man { rest: if man.side == player { man.rest.saturating_sub(1) } else { man.rest }, ..man };
            let front = at.step((0, man.side.forward())).and_then(|cell| self.at(cell));
            if man.is(player, Spy) && front.is_some_and(|king| king.is(enemy, King)) {
                man.exposed = true;
            }
            if man.is(enemy, Spy) && man.exposed {
                man = Man::new(enemy, Pawn);
            }
            if next.at(at).is_some() {
                next.put(at, man);
            }
        }
        for side in [Side::White, Side::Black] {
            let home = |file, kind| self.at(Cell(file, side.home())).is_some_and(|man| man.is(side, kind));
            for (right, file) in [7, 0].into_iter().enumerate() {
                next.rights[side as usize][right] &= home(4, King) && home(file, Rook);
            }
        }
        next.wounded.retain(|wounded| !(wounded.ready && wounded.man.side == player));
        next.wounded.iter_mut().for_each(|wounded| wounded.ready = true);
        next.player = enemy;
        next
    }

    /// The positions after the owner of a displaced Spy has moved it aside: one, if none is.
    fn aside(&self) -> Result<Vec<State>, Beyond> {
        let Some((owner, from)) = self.displaced else { return Ok(vec![self.clone()]) };
        let mut settled = State { displaced: None, ..self.clone() };
        let mut all = Vec::new();
        for to in ANY.iter().filter_map(|way| from.step(*way)) {
            if owner.rank(to) == 8 || !self.is_empty(to, owner) {
                continue;
            }
            if self.at(to).is_some() {
                return Err(Beyond);
            }
            let front = to.step((0, owner.forward())).and_then(|cell| self.at(cell));
            if front.is_some_and(|man| man.is(owner.enemy(), King)) {
                continue;
            }
            let mut state = settled.clone();
            state.put(to, Man::new(owner, Spy));
            all.push(state);
        }
        if all.is_empty() {
            settled.wound(from, Man::new(owner, Spy));
            all.push(settled);
        }
        Ok(all)
    }

    /// The number of ways to play so many turns, at least one; each way to move a Spy aside is followed.
    ///
    /// # Errors
    /// On the way there is something that the model leaves out.
    pub fn count(&self, depth: u32) -> Result<u64, Beyond> {
        let turns = self.turns()?;
        if depth <= 1 {
            return Ok(turns.len() as u64);
        }
        let mut sum = 0;
        for turn in turns.into_iter().filter(|turn| !turn.lost) {
            for mut state in turn.after.aside()? {
                if let Some(hero) = turn.declared.and_then(|hero| state.slot(hero).as_mut()) {
                    hero.daring = true;
                }
                sum += state.end().count(depth - 1)?;
            }
        }
        Ok(sum)
    }
}

/// A piece that is asked what it could do.
struct Mover<'s> {
    state: &'s State,
    at: Cell,
    man: Man,
}

impl Mover<'_> {
    /// A copy of the position to play on. What could be taken in passing can no longer be.
    fn copy(&self) -> State {
        State { passed: None, ..self.state.clone() }
    }

    fn played(&self, to: Option<Cell>, after: State, taken: Vec<Man>) -> Played {
        let by_king = self.man.kind == King && to.is_some();
        Played { squares: (self.at, to), after, taken, by_king, rage: false }
    }

    /// Goes to a square that looks empty.
    fn go(&self, to: Cell, all: &mut Vec<Played>) -> Result<(), Beyond> {
        let mut after = self.copy();
        after.shift(self.at, to)?;
        all.push(self.played(Some(to), after, Vec::new()));
        Ok(())
    }

    /// Goes to a square, and takes what stands on `victim`.
    fn capture(&self, to: Cell, victim: Cell, all: &mut Vec<Played>) -> Result<(), Beyond> {
        let mut after = self.copy();
        let mut taken = Vec::new();
        after.take(victim, &mut taken);
        after.shift(self.at, to)?;
        match self.man.kind {
            Spy => after.put(to, Man::new(self.man.side, Pawn)),
            Berserker => return self.rage(to, after, taken, (to, victim), all),
            _ => {}
        }
        all.push(self.played(Some(to), after, taken));
        Ok(())
    }

    /// A Berserker that has taken, the first time by going to and taking on the squares `first`, goes on while it can.
    fn rage(
        &self,
        at: Cell,
        state: State,
        taken: Vec<Man>,
        first: (Cell, Cell),
        all: &mut Vec<Played>,
    ) -> Result<(), Beyond> {
        let side = self.man.side;
        let mut more = false;
        for to in [-1, 1].iter().filter_map(|aside| at.step((*aside, side.forward()))) {
            if state.is_empty(to, side) {
                continue;
            }
            more = true;
            let (mut state, mut taken) = (state.clone(), taken.clone());
            state.take(to, &mut taken);
            state.shift(at, to)?;
            self.rage(to, state, taken, first, all)?;
        }
        if !more {
            let rage = self.state.sees_enemy(first.1, side);
            all.push(Played { rage, ..self.played(Some(first.0), state, taken) });
        }
        Ok(())
    }

    fn officer(&self, all: &mut Vec<Played>) -> Result<(), Beyond> {
        let (state, side) = (self.state, self.man.side);
        let step = |ways: &[(i8, i8)]| ways.iter().filter_map(|way| self.at.step(*way)).collect::<Vec<_>>();
        let slide = |ways: &[(i8, i8)]| {
            ways.iter().flat_map(|way| state.slide(self.at, *way, side)).collect::<Vec<_>>()
        };
        let targets = match self.man.kind {
            King => step(&ANY),
            Knight => step(&LEAPS),
            Rook => slide(&ORTHOGONAL),
            Bishop => slide(&DIAGONAL),
            _ => slide(&ANY),
        };
        for to in targets {
            if state.is_empty(to, side) {
                self.go(to, all)?;
            } else if state.sees_enemy(to, side) {
                self.capture(to, to, all)?;
            }
        }
        Ok(())
    }

    /// What an orthodox pawn does, and what each kind does besides or instead.
    fn pawn(&self, all: &mut Vec<Played>) -> Result<(), Beyond> {
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
        self.double(&goes, all)?;
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
                self.go(to, all)?;
            }
        }
        for to in reached(takes) {
            let Some(victim) = state.seen(to, side) else {
                self.in_passing(to, all)?;
                continue;
            };
            // A Berserker takes on both sides; its own king only where it is forced to.
            let may = victim.side != side || kind == Berserker && victim.kind != King;
            if may {
                self.capture(to, to, all)?;
            }
        }
        if kind == Archer && self.man.rest == 0 {
            self.shoot(all)?;
        }
        Ok(())
    }

    /// Two steps at once from the second rank.
    fn double(&self, ways: &[(i8, i8)], all: &mut Vec<Played>) -> Result<(), Beyond> {
        let side = self.man.side;
        if side.rank(self.at) != 2 {
            return Ok(());
        }
        for way in ways {
            let between = self.at.step(*way).filter(|cell| self.state.is_empty(*cell, side));
            let Some(between) = between else { continue };
            let to = between.step(*way).filter(|cell| self.state.is_empty(*cell, side));
            let Some(to) = to else { continue };
            self.go(to, all)?;
            if let Some(played) = all.last_mut() {
                played.after.passed = Some((between, to));
            }
        }
        Ok(())
    }

    /// Takes the pawn that has just passed a square diagonally in front, unless it is a Spy that nobody sees. A Spy
    /// that could take so is a pawn already.
    fn in_passing(&self, to: Cell, all: &mut Vec<Played>) -> Result<(), Beyond> {
        let side = self.man.side;
        let slanting = to.0 != self.at.0 && to.1 == self.at.1 + side.forward();
        match self.state.passed {
            Some((passed, pawn))
                if passed == to && slanting && self.man.kind != Spy && self.state.sees_enemy(pawn, side) =>
            {
                self.capture(to, pawn, all)
            }
            _ => Ok(()),
        }
    }

    /// An arrow at an enemy two squares ahead, from here or from one square further on.
    fn shoot(&self, all: &mut Vec<Played>) -> Result<(), Beyond> {
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
            after.shift(self.at, step)?;
            after.take(target, &mut taken);
            after.put(step, rested);
            all.push(self.played(Some(step), after, taken));
        }
        Ok(())
    }

    /// A Hero takes and is removed. Nobody heals it.
    fn sacrifice(&self, all: &mut Vec<Played>) {
        for target in self.state.sacrifices(self.at, self.man.side) {
            let (mut after, mut taken) = (self.copy(), Vec::new());
            after.take(target, &mut taken);
            *after.slot(self.at) = None;
            all.push(self.played(Some(target), after, taken));
        }
    }

    /// A Healer puts back what was taken, a pawn not onto a square of promotion; a Spy comes back as a pawn.
    fn heal(&self, all: &mut Vec<Played>) -> Result<(), Beyond> {
        let (state, side) = (self.state, self.man.side);
        for (number, Wounded { man, ready }) in state.wounded.iter().enumerate() {
            if man.side != side || !ready {
                continue;
            }
            for bed in ANY.iter().filter_map(|way| self.at.step(*way)) {
                if !state.is_empty(bed, side) || man.kind.is_pawn() && side.rank(bed) == 8 {
                    continue;
                }
                if state.at(bed).is_some() {
                    return Err(Beyond);
                }
                let mut after = self.copy();
                after.wounded.remove(number);
                after.put(bed, Man::new(side, if man.kind == Spy { Pawn } else { man.kind }));
                after.put(self.at, Man { rest: 2, ..self.man });
                all.push(self.played(None, after, Vec::new()));
            }
        }
        Ok(())
    }

    /// A king castles over squares on which nothing could take it, and, where he goes, no Hero either.
    fn castle(&self, all: &mut Vec<Played>) -> Result<(), Beyond> {
        let (state, side) = (self.state, self.man.side);
        let cell = |file| Cell(file, side.home());
        // The rook's file, the files in between, those that the king crosses, and where the rook comes to stand.
        let pairs: [(i8, &[i8], [i8; 2], i8); 2] = [(7, &[5, 6], [5, 6], 5), (0, &[1, 2, 3], [3, 2], 3)];
        for (right, (rook, between, crossed, beside)) in pairs.into_iter().enumerate() {
            let free = between.iter().all(|file| state.is_empty(cell(*file), side));
            if !state.rights[side as usize][right] || !free || state.threatened(side)? {
                continue;
            }
            let mut safe = true;
            for file in crossed {
                let mut on_the_way = state.clone();
                *on_the_way.slot(self.at) = None;
                on_the_way.put(cell(file), self.man);
                safe &= !on_the_way.threatened(side)? && on_the_way.aiming(side.enemy()).is_empty();
            }
            if safe {
                let mut after = self.copy();
                after.shift(self.at, cell(crossed[1]))?;
                after.shift(cell(rook), cell(beside))?;
                all.push(self.played(Some(cell(crossed[1])), after, Vec::new()));
            }
        }
        Ok(())
    }
}
