//! Between positions and the states of a program. Imports `ids`, `position`, `compile`, `play`, `program`.

use crate::compile::Names;
use crate::ids::{KindId, PieceId, SideId, Square};
use crate::play::make::make;
use crate::play::moves::{Besides, Move};
use crate::play::state::State;
use crate::position::{Chosen, Declared, Left, Mark, Part, Piece, Place, Position, Started, Turn, Value};
use crate::program::bits::Bits;
use crate::program::{Code, Program};

/// Carries positions and moves over.
pub(crate) struct Carrier<'p, const N: usize> {
    pub program: &'p Program<N>,
    pub names: &'p Names,
}

impl<const N: usize> Carrier<'_, N> {
    fn number(&self, square: Square) -> u8 {
        square.rank() * self.program.geometry.files + square.file()
    }

    pub fn square(&self, number: u8) -> Square {
        let files = self.program.geometry.files;
        Square::at(number % files, number / files)
    }

    fn code(&self, kind: KindId) -> Option<Code> {
        let index = self.names.kinds.iter().position(|each| *each == kind)?;
        Code::try_from(index).ok()
    }

    /// The state of a position; none if it has what no program carries.
    pub fn state<const K: usize>(&self, position: &Position) -> Option<State<N, K>> {
        if position.pending.is_some()
            || position.over.is_some()
            || !position.barred.is_empty()
            || !position.sides.is_empty()
        {
            return None;
        }
        let mut state = State::<N, K>::empty();
        state.player = position.player.0;
        state.number = position.number;
        for piece in &position.pieces {
            if !piece.facts.is_empty() {
                return None;
            }
            match piece.place {
                Place::Square(square) => {
                    let (code, at) = (self.code(piece.kind)?, self.number(square));
                    state.put(at, code, piece.owner.0);
                    if piece.fresh && self.program.fresh >> code & 1 == 1 {
                        state.fresh |= Bits::of(at);
                    }
                }
                Place::Gone => {}
                _ => return None,
            }
        }
        for ((fact, square), mark) in &position.squares {
            let next = Left::Turns { side: position.player, turns: 1, enemy: true, new: false };
            if Some(*fact) != self.names.passing || mark.value != Value::Bool(true) || mark.left != next {
                return None;
            }
            let Place::Square(maker) = position.piece(mark.maker?).place else { return None };
            let maker = self.number(maker);
            if !state.marked.is_empty() && state.maker != maker {
                return None;
            }
            state.maker = maker;
            state.marked |= Bits::of(self.number(*square));
        }
        for (number, (_, default)) in state.numbers.iter_mut().zip(&self.names.numbers) {
            *number = *default;
        }
        for (fact, mark) in &position.game {
            let index = self.names.numbers.iter().position(|(each, _)| each == fact)?;
            match mark.value {
                Value::Number(number) if mark.left == Left::Always => state.numbers[index] = number,
                _ => return None,
            }
        }
        Some(state)
    }

    /// The position of a state in which these events are in force.
    pub fn position<const K: usize>(&self, state: &State<N, K>, events: &[Started]) -> Position {
        let mut position = Position::empty();
        position.player = SideId(state.player);
        position.number = state.number;
        position.events = events.to_vec();
        for square in state.pieces() {
            let Some((code, side)) = state.at(square) else { continue };
            position.add(Piece {
                owner: SideId(side),
                kind: self.names.kinds[usize::from(code)],
                place: Place::Square(self.square(square)),
                fresh: state.fresh.has(square),
                facts: Vec::new(),
            });
        }
        let maker = position.at(self.square(state.maker));
        if let Some(fact) = self.names.passing {
            for square in state.marked {
                let left = Left::Turns { side: position.player, turns: 1, enemy: true, new: false };
                let mark = Mark { value: Value::Bool(true), maker, left, revealed: false };
                position.squares.insert((fact, self.square(square)), mark);
            }
        }
        for ((fact, _), number) in self.names.numbers.iter().zip(state.numbers) {
            let value = Value::Number(number);
            let mark = Mark { value, maker: None, left: Left::Always, revealed: false };
            position.game.insert(*fact, mark);
        }
        position
    }

    /// A move as its player declares it.
    pub fn turn<const K: usize>(&self, state: &State<N, K>, step: Move) -> Turn {
        let castles = match step.besides() {
            Besides::Castles(index) => self.way(state, step, index),
            _ => None,
        };
        let (target, partner, label) = match castles {
            Some((way, label)) => (way.goal, Some(self.square(way.partner)), Some(label)),
            None => (step.to(), None, None),
        };
        let takes = match step.besides() {
            Besides::TakesMaker => vec![self.square(state.maker)],
            Besides::Castles(_) => Vec::new(),
            _ if state.pieces().has(step.to()) => vec![self.square(step.to())],
            _ => Vec::new(),
        };
        let declared = Declared {
            origin: Some(self.square(step.from())),
            target: Some(self.square(target)),
            takes,
            partner,
            label: label.map(crate::ids::LabelId),
            each: None,
            carried: false,
        };
        let mut parts = vec![Part::Move(declared)];
        if self.promotes(state, step) {
            parts.push(Part::Choice(Some(Chosen::Kind(self.names.kinds[step.becomes() as usize]))));
        }
        Turn { parts }
    }

    /// Where a move ends: a castling says only with whom.
    pub fn target<const K: usize>(&self, state: &State<N, K>, step: Move) -> u8 {
        match step.besides() {
            Besides::Castles(index) => self.way(state, step, index).map_or(step.to(), |(way, _)| way.goal),
            _ => step.to(),
        }
    }

    fn promotes<const K: usize>(&self, state: &State<N, K>, step: Move) -> bool {
        let kinds = &self.program.sides[state.player as usize & 1].kinds;
        !matches!(step.besides(), Besides::Castles(_))
            && kinds.iter().any(|kind| kind.code == step.code() && kind.zone.has(step.to()))
    }

    fn way<const K: usize>(
        &self,
        state: &State<N, K>,
        step: Move,
        index: u8,
    ) -> Option<(crate::program::CastleWay<N>, u16)> {
        let castle = &self.program.sides[state.player as usize & 1].castles[index as usize];
        let way = castle.ways[step.from() as usize * 16 + step.to() as usize % 16]?;
        Some((way, castle.label))
    }

    /// The position after a move.
    pub fn played<const K: usize>(&self, position: &Position, state: &State<N, K>, step: Move) -> Position {
        let after = make(self.program, state, step);
        let mut next = position.clone();
        let me = position.player;
        let moved = |next: &mut Position, from: u8, to: u8| -> Option<PieceId> {
            let piece = position.at(self.square(from))?;
            next.put(piece, Place::Square(self.square(to)));
            next.pieces[piece.index()].fresh = false;
            Some(piece)
        };
        let take = |next: &mut Position, square: u8| {
            if let Some(taken) = next.at(self.square(square)) {
                next.put(taken, Place::Gone);
            }
        };
        let mover = match step.besides() {
            Besides::Castles(index) => {
                let way = self.way(state, step, index).map(|(way, _)| way);
                way.and_then(|way| {
                    let first = position.at(self.square(step.from()))?;
                    let partner = position.at(self.square(way.partner))?;
                    next.put(first, Place::Gone);
                    next.put(partner, Place::Gone);
                    moved(&mut next, way.partner, way.partner_goal);
                    moved(&mut next, step.from(), way.goal)
                })
            }
            besides => {
                if besides == Besides::TakesMaker {
                    take(&mut next, state.maker);
                }
                take(&mut next, step.to());
                moved(&mut next, step.from(), step.to())
            }
        };
        if let Some(mover) = mover {
            next.pieces[mover.index()].kind = self.names.kinds[step.becomes() as usize];
        }
        next.squares.clear();
        if let Some(fact) = self.names.passing {
            for square in after.marked {
                let left = Left::Turns { side: me.other(), turns: 1, enemy: true, new: false };
                let mark = Mark { value: Value::Bool(true), maker: mover, left, revealed: false };
                next.squares.insert((fact, self.square(square)), mark);
            }
        }
        for (index, (fact, _)) in self.names.numbers.iter().enumerate() {
            let value = Value::Number(after.numbers[index]);
            let mark = Mark { value, maker: None, left: Left::Always, revealed: false };
            next.game.insert(*fact, mark);
        }
        next.player = SideId(after.player);
        next.number = after.number;
        next.compact(&|_| true);
        next
    }
}
