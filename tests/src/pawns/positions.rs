//! Random positions of the model, and their texts. Imports `dice`.

use super::Kind::{
    Archer, Berserker, BerserkerKnight, Bishop, Healer, Hero, Horseman, King, Knight, Pawn, Queen, Rook, Spy,
};
use super::{Cell, Kind, Man, PAWNS, Side, State};
use crate::dice::Dice;

impl State {
    /// Some position, in which the player whose turn it is not may be in check.
    #[must_use]
    pub fn random(dice: &mut Dice) -> State {
        State::random_thinned(dice, 1)
    }

    /// The same with so many times fewer men.
    #[must_use]
    pub fn random_thinned(dice: &mut Dice, rarer: usize) -> State {
        let mut state = State::empty(if dice.once_in(2) { Side::White } else { Side::Black });
        for side in [Side::White, Side::Black] {
            if dice.once_in(4) {
                for (file, kind) in [(4, King), (0, Rook), (7, Rook)] {
                    state.enlist(Cell(file, side.home()), Man::new(side, kind));
                }
                state.rights[side as usize] = [true; 2];
            }
        }
        for side in [Side::White, Side::Black] {
            if !state.has(side, King) {
                state.scatter(dice, Man::new(side, King));
            }
            let officers = [Queen, Rook, Bishop, Knight, Knight, BerserkerKnight];
            for kind in PAWNS.into_iter().chain([Healer, Pawn]).chain(officers) {
                if !dice.once_in(rarer * if kind.is_pawn() { 2 } else { 4 }) {
                    continue;
                }
                state.scatter(dice, Man::new(side, kind));
            }
        }
        state.remember(dice);
        state
    }

    /// Some position with two kings and these men of the player and of his enemy, and nothing to remember; pawns of
    /// the player stand before their last rank.
    #[must_use]
    pub fn random_of(dice: &mut Dice, own: &[Kind], enemy: &[Kind]) -> State {
        let mut state = State::empty(if dice.once_in(2) { Side::White } else { Side::Black });
        let player = state.player;
        for kind in own {
            let man = Man::new(player, *kind);
            let free: Vec<Cell> = Cell::all()
                .filter(|cell| state.at(*cell).is_none())
                .filter(|cell| !kind.is_pawn() || player.rank(*cell) == 7)
                .collect();
            if let Some(cell) = dice.pick(&free) {
                state.enlist(*cell, man);
            }
        }
        for (side, kind) in [(player, King), (player.enemy(), King)] {
            state.scatter(dice, Man::new(side, kind));
        }
        for kind in enemy {
            state.scatter(dice, Man::new(player.enemy(), *kind));
        }
        state
    }

    /// Puts a man onto some free square; a pawn where it can have come without being one that promotes.
    fn scatter(&mut self, dice: &mut Dice, man: Man) {
        let free: Vec<Cell> = Cell::all()
            .filter(|cell| self.at(*cell).is_none())
            .filter(|cell| !man.kind.is_pawn() || (2..=7).contains(&man.side.rank(*cell)))
            .collect();
        if let Some(cell) = dice.pick(&free) {
            self.enlist(*cell, man);
        }
    }

    /// Lets something have happened: rests, wounds, a declared Hero, discovered Spies.
    fn remember(&mut self, dice: &mut Dice) {
        let player = self.player;
        let before = |cell: Cell| cell.step((0, player.forward())).filter(|cell| self.at(*cell).is_none());
        let king = self.men().find(|(_, man)| man.is(player, King));
        if let Some(cell) = king.and_then(|(cell, _)| before(cell)).filter(|_| dice.once_in(4)) {
            self.enlist(cell, Man::new(player.enemy(), Spy));
        }
        let aiming = self.aiming(player.enemy());
        let daring =
            dice.pick(&aiming.into_iter().collect::<Vec<Cell>>()).copied().filter(|_| dice.once_in(2));
        let men: Vec<(Cell, Man)> = self.men().collect();
        for (at, man) in men {
            let front = at.step((0, man.side.forward())).and_then(|cell| self.at(cell));
            let checks = front.is_some_and(|king| king.is(player, King));
            let remembered = Man {
                daring: daring == Some(at),
                exposed: man.is(player.enemy(), Spy) && checks,
                rest: u8::from(matches!(man.kind, Healer | Archer) && dice.once_in(4)),
                ..man
            };
            self.put(at, remembered);
        }
        for side in [Side::White, Side::Black] {
            for _ in 0..2 {
                let free: Vec<Cell> = Cell::all().filter(|cell| self.at(*cell).is_none()).collect();
                let kinds =
                    [Queen, Rook, Bishop, Knight, Pawn, Hero, Berserker, Spy, Healer, Horseman, Archer];
                let (Some(at), Some(kind)) = (dice.pick(&free), dice.pick(&kinds)) else { continue };
                if !kind.is_pawn() || (2..=7).contains(&side.rank(*at)) {
                    self.numbered += 1;
                    let man = Man { number: self.numbered, ..Man::new(side, *kind) };
                    self.wound(*at, man);
                }
            }
        }
        self.wounded.iter_mut().for_each(|wounded| wounded.ready = true);
    }

    /// What has to be remembered of single pieces, as text behind the fields.
    fn suffix(&self) -> String {
        let name = |cell: Cell| format!("{}{}", char::from(b'a' + cell.0 as u8), cell.1 + 1);
        let mut clauses: Vec<String> = Vec::new();
        for wounded in &self.wounded {
            let nurses: Vec<String> = self
                .men()
                .filter(|(_, man)| wounded.nurses.contains(&man.number))
                .map(|(at, _)| name(at))
                .collect();
            let sign = wounded.man.kind.sign().trim_matches(['(', ')']);
            let sign = if wounded.man.side == Side::White { sign.to_owned() } else { sign.to_lowercase() };
            clauses.push(format!("taken {} {sign}(nurse=({}))", name(wounded.at), nurses.join(" ")));
        }
        for (at, man) in self.men() {
            let facts = [
                (man.daring, "daring"),
                (man.exposed, "exposed"),
                (man.rest > 0 && man.kind == Healer, "weary"),
                (man.rest > 0 && man.kind == Archer, "reloading"),
            ];
            let borne = facts.iter().filter(|(borne, _)| *borne);
            clauses.extend(borne.map(|(_, fact)| format!("piece {} ({fact})", name(at))));
        }
        if clauses.is_empty() { String::new() } else { format!(" | {}", clauses.join("; ")) }
    }

    /// The position as text.
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
        format!("{board} {player} {rights} - 0 1{}", self.suffix())
    }
}
