//! A second opinion on Pawns Chess: its rules written down once more, as plain Rust and with this game alone in mind.
//! Imports nothing of the project but, in `positions`, `dice`, so that an error in the interpreter cannot be an error here.
//!
//! Everything is done the slow and obvious way: a turn is played on a copy of the board, a king is threatened if some
//! whole turn of the enemy takes it. What the model leaves out is met with [`Beyond`] and never with a guess.

mod mover;
mod positions;

use Kind::{
    Archer, Berserker, BerserkerKnight, Bishop, Guard, Healer, Hero, Horseman, King, Knight, Mercenary, Pawn,
    Queen, Rook, Spy,
};
use mover::Mover;
use std::collections::BTreeSet;

/// The position leads to something that the model leaves out: a displaced Spy that is put onto one of the other side.
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
    BerserkerKnight,
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

    /// A Berserker of either form.
    fn rages(self) -> bool {
        matches!(self, Berserker | BerserkerKnight)
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
            BerserkerKnight => "(Nb)",
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
    /// Tells a man from others of his kind, wherever he goes.
    number: u8,
}

impl Man {
    fn new(side: Side, kind: Kind) -> Man {
        Man { side, kind, daring: false, exposed: false, rest: 0, number: 0 }
    }

    /// The same man as another kind, with nothing to remember.
    fn becomes(self, kind: Kind) -> Man {
        Man { number: self.number, ..Man::new(self.side, kind) }
    }

    fn is(self, side: Side, kind: Kind) -> bool {
        (self.side, self.kind) == (side, kind)
    }
}

/// A piece taken next to a Healer of its side.
#[derive(Clone, Debug)]
struct Wounded {
    man: Man,
    at: Cell,
    /// The Healers that stood beside it.
    nurses: Vec<u8>,
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
    /// Spies that an enemy has displaced, and from where: their owner has yet to move them aside, in this order.
    displaced: Vec<(Man, Cell)>,
    /// How many men there have been.
    numbered: u8,
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
    /// Where a Berserker has taken, in order.
    sequence: Vec<Cell>,
    /// It could go on from there, and must if it legally can.
    goes_on: bool,
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

impl Turn {
    /// In how many ways it can be decided where a Spy goes that it has displaced; none, if it has displaced none.
    ///
    /// # Errors
    /// There is something that the model leaves out.
    pub fn ways(&self) -> Result<Option<usize>, Beyond> {
        if self.after.displaced.is_empty() {
            return Ok(None);
        }
        self.after.aside().map(|ways| Some(ways.len()))
    }
}

impl State {
    /// The first position.
    #[must_use]
    pub fn start() -> State {
        let mut start = State::empty(Side::White);
        start.rights = [[true; 2]; 2];
        for (file, (officer, pawn)) in (0..).zip(OFFICERS.into_iter().zip(PAWNS)) {
            for (side, first, second) in [(Side::White, 0, 1), (Side::Black, 7, 6)] {
                start.enlist(Cell(file, first), Man::new(side, officer));
                start.enlist(Cell(file, second), Man::new(side, pawn));
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
            displaced: Vec::new(),
            numbered: 0,
        }
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

    /// Puts a man who was not there before.
    fn enlist(&mut self, cell: Cell, man: Man) {
        self.numbered += 1;
        self.put(cell, Man { number: self.numbered, ..man });
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

    fn wound(&mut self, at: Cell, man: Man) {
        let beside = |(cell, other): &(Cell, Man)| other.is(man.side, Healer) && at.is_near(*cell);
        let nurses: Vec<u8> = self.men().filter(beside).map(|(_, healer)| healer.number).collect();
        if man.kind != King && !nurses.is_empty() {
            self.wounded.push(Wounded { man, at, nurses, ready: false });
        }
    }

    /// Moves a man.
    fn shift(&mut self, from: Cell, to: Cell) {
        if let Some(man) = self.slot(from).take() {
            self.arrive(to, man);
        }
    }

    /// Puts a man onto a square. What still stands there is a Spy that he did not see, which is displaced.
    fn arrive(&mut self, to: Cell, man: Man) {
        if let Some(spy) = self.at(to) {
            self.displaced.push((spy, to));
        }
        self.put(to, man);
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

    /// Whether some whole turn of the enemy takes the king of a side, one that takes his own as well not excepted.
    fn threatened(&self, side: Side) -> bool {
        let takes = |turn: &Played| turn.taken.iter().any(|man| man.is(side, King));
        self.moves(side.enemy()).iter().any(|turn| !turn.goes_on && takes(turn))
    }

    /// Whether the player is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.threatened(self.player)
    }

    /// Whether the player's enemy is in check, so that play cannot have come here.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        self.threatened(self.player.enemy())
    }

    /// Everything that the pieces of a side could do if it were its turn, as far as it can threaten: Heroes sacrifice
    /// themselves if they have been declared.
    fn moves(&self, side: Side) -> Vec<Played> {
        let mut all = Vec::new();
        for (at, man) in self.men().filter(|(_, man)| man.side == side) {
            let mover = Mover { state: self, at, man, crown: false };
            mover.walk(&mut all);
            if man.kind == Hero && man.daring {
                mover.sacrifice(&mut all);
            }
        }
        all
    }

    /// Everything that the player could do if he had nothing to fear.
    fn candidates(&self) -> Vec<Played> {
        let mut all = Vec::new();
        // Only for a king in check may a Hero become one. That it may makes nothing more of a threat.
        let crown = self.threatened(self.player);
        for (at, man) in self.men().filter(|(_, man)| man.side == self.player) {
            let mover = Mover { state: self, at, man, crown };
            mover.walk(&mut all);
            match man.kind {
                // One that is still on the board when its owner is to move has not been declared.
                Hero => mover.sacrifice(&mut all),
                Healer if man.rest == 0 => mover.heal(&mut all),
                King => mover.castle(&mut all),
                _ => {}
            }
        }
        all
    }

    /// The legal turns.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        let (player, enemy) = (self.player, self.player.enemy());
        let aimed = self.aiming(enemy);
        let mut legal = Vec::new();
        for turn in self.candidates() {
            // A Hero that was not declared has threatened nothing, and takes no king.
            if turn.taken.iter().any(|man| man.is(enemy, King)) {
                continue;
            }
            // To take one's own king is lost and not illegal.
            let lost = !turn.after.has(player, King);
            if lost || turn.after.is_safe(player, &aimed, turn.by_king) {
                legal.push((turn, lost));
            }
        }
        // A sequence that could go on may end where nothing legal follows.
        let ends = |(turn, _): &(Played, bool)| {
            let follows = |(other, _): &(Played, bool)| {
                other.squares.0 == turn.squares.0
                    && other.sequence.len() > turn.sequence.len()
                    && other.sequence.starts_with(&turn.sequence)
            };
            !turn.goes_on || !legal.iter().any(follows)
        };
        let ending: Vec<bool> = legal.iter().map(ends).collect();
        let mut ending = ending.into_iter();
        legal.retain(|_| ending.next() == Some(true));
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
        turns
    }

    /// Whether the player may leave things so, `aimed` being the enemy's Heroes that could have taken his king before.
    fn is_safe(&self, player: Side, aimed: &BTreeSet<Cell>, by_king: bool) -> bool {
        if self.threatened(player) {
            return false;
        }
        // A heroic check is answered with the Hero on the board, and with it removed.
        let enemy = player.enemy();
        let dared = self.men().any(|(_, man)| man.side == enemy && man.daring);
        if dared && self.without_daring(enemy).threatened(player) {
            return false;
        }
        // Declared or not, a Hero bars squares to the king, and pins; what it aimed at already may stay there.
        let now = self.aiming(enemy);
        if by_king { now.is_empty() } else { now.is_subset(aimed) }
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
                man = man.becomes(Pawn);
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
        let mut settled = self.clone();
        if settled.displaced.is_empty() {
            return Ok(vec![settled]);
        }
        let (spy, from) = settled.displaced.remove(0);
        let owner = spy.side;
        let mut all = Vec::new();
        for to in ANY.iter().filter_map(|way| from.step(*way)) {
            if owner.rank(to) == 8 || !self.is_empty(to, owner) {
                continue;
            }
            if self.at(to).is_some() {
                return Err(Beyond);
            }
            let mut state = settled.clone();
            state.put(to, spy);
            // It takes no king from there, and lets none be taken.
            if !state.threatened(owner.enemy()) {
                all.push(state);
            }
        }
        if all.is_empty() {
            settled.wound(from, spy);
            all.push(settled);
        }
        let rest: Result<Vec<Vec<State>>, Beyond> = all.iter().map(State::aside).collect();
        Ok(rest?.concat())
    }

    /// The number of ways to play so many turns, at least one; each way to move a Spy aside is followed.
    ///
    /// # Errors
    /// On the way there is something that the model leaves out.
    pub fn count(&self, depth: u32) -> Result<u64, Beyond> {
        let turns = self.turns();
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
