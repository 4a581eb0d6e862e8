//! Between positions and what the whole language plays on. Imports `ids`, `board`, `position`, `compile`, `play`,
//! `program`, `vocabulary`.

use crate::board::{SquareSet, Vector};
use crate::compile::full::Codes;
use crate::ids::{FactId, FileId, PieceId, SideId, Square};
use crate::play::full::judge::{Ended, ended, is_won_or_lost, legal_turns};
use crate::play::full::listing::MOST_LISTED;
use crate::play::full::moment::{Depth, Memory, Rules};
use crate::play::full::turn::{Found, Part as Said, Script, Turn as Way};
use crate::play::full::ways::{Declared as Shown, Pick};
use crate::play::full::world::{FOR_GOOD, Mark as Kept, Over, Place as At, World};
use crate::position::{
    Chosen, Declared, Left, Mark, Outcome, Part, Piece, Place, Position, Started, Turn, Value,
};
use crate::program::bits::Bits;
use crate::program::full::term::Val;
use crate::program::full::{Full, NONE, Store};
use crate::vocabulary::{Bearer, Lifetime, Type};
use std::ops::ControlFlow;

/// Carries positions and turns over.
pub(crate) struct Carrier<'p, const N: usize> {
    pub program: &'p Full<N>,
    pub codes: &'p Codes,
}

impl<const N: usize> Carrier<'_, N> {
    fn number(&self, square: Square) -> u8 {
        square.rank() * self.program.board.files + square.file()
    }

    pub fn square(&self, number: u8) -> Square {
        Square::at(self.program.board.file(number), self.program.board.rank(number))
    }

    fn set(&self, squares: SquareSet) -> Bits<N> {
        squares.iter().map(|square| self.number(square)).collect()
    }

    pub fn value(&self, value: &Value) -> Option<Val<N>> {
        let piece = |id: &PieceId| u8::try_from(id.index()).ok();
        Some(match value {
            Value::Bool(yes) => Val::Bool(*yes),
            Value::Number(number) => Val::Number(*number),
            Value::Pieces(list) => {
                Val::Pieces(list.iter().map(piece).collect::<Option<Vec<u8>>>()?.into_iter().collect())
            }
            Value::Squares(squares) => Val::Squares(self.set(*squares)),
            Value::Kinds(list) => {
                Val::Kinds(list.iter().fold(0, |all, kind| all | 1 << self.codes.code(*kind)))
            }
            Value::Directions(list) => {
                let mut all = 0;
                for vector in list {
                    all |= 1 << self.program.board.vector(vector.right, vector.up)?;
                }
                Val::Directions(all)
            }
            Value::Sides(list) => Val::Sides(list.iter().fold(0, |all, side| all | 1 << side.0)),
            Value::Events(list) => {
                Val::Events(list.iter().fold(0, |all, event| all | 1 << (event.index() - self.codes.games)))
            }
        })
    }

    /// The world of a position; none if it has what the tables do not hold.
    pub fn world<const K: usize>(&self, position: &Position) -> Option<World<N, K>> {
        if position.pending.is_some() || !position.barred.is_empty() || self.codes.in_play > K {
            return None;
        }
        let mut world = World::<N, K>::empty();
        world.flat.player = position.player.0;
        world.flat.number = position.number;
        for fact in &self.program.facts {
            if let (Store::Count(index), Some(default)) = (fact.store, &fact.default) {
                let crate::program::full::term::Node::Fixed(Val::Number(number)) = default.node else {
                    return None;
                };
                let wide = if fact.bearer == Bearer::Sides { 2 } else { 1 };
                for count in world.counts.iter_mut().skip(usize::from(index)).take(wide) {
                    *count = number;
                }
            }
        }
        for piece in &position.pieces {
            let code = self.codes.code(piece.kind);
            if usize::from(code) >= self.codes.in_play {
                return None;
            }
            world.add(code, piece.owner.0);
        }
        let id = |piece: PieceId| u8::try_from(piece.index()).ok();
        for (index, piece) in position.pieces.iter().enumerate() {
            let number = u8::try_from(index).ok()?;
            let place = match piece.place {
                Place::Square(square) => At::Square(self.number(square)),
                Place::On(carrier) => At::On(id(carrier)?),
                Place::Hand(side) => At::Hand(side.0),
                Place::Held(square) => At::Held(self.number(square)),
                Place::Taken(square) => At::Taken(self.number(square)),
                Place::Gone => At::Gone,
            };
            world.put(number, place);
            if piece.fresh {
                world.fresh |= Bits::of(number);
            }
            for (fact, mark) in &piece.facts {
                self.mark(&mut world, *fact, number, mark)?;
            }
        }
        for ((fact, square), mark) in &position.squares {
            self.mark(&mut world, *fact, self.number(*square), mark)?;
        }
        for ((fact, side), mark) in &position.sides {
            self.mark(&mut world, *fact, side.0, mark)?;
        }
        for (fact, mark) in &position.game {
            self.mark(&mut world, *fact, 0, mark)?;
        }
        if let Some(over) = &position.over {
            let place = self.program.places.iter().position(|place| *place == over.place)?;
            world.over =
                Some(Over { winner: over.winner.map(|side| side.0), place: u16::try_from(place).ok()? });
        }
        (!world.overflow).then_some(world)
    }

    fn mark<const K: usize>(
        &self,
        world: &mut World<N, K>,
        fact: FactId,
        bearer: u8,
        mark: &Mark,
    ) -> Option<()> {
        let index = u8::try_from(fact.index()).ok()?;
        let left = match mark.left {
            Left::Always => FOR_GOOD,
            Left::ThisTurn => 0,
            Left::Turns { side, turns, new, .. } => {
                let turns = u8::try_from(turns).ok().filter(|turns| *turns <= 100)?;
                match (new, side.0 == world.player()) {
                    (true, _) => 2 * turns,
                    (false, true) => (2 * turns).checked_sub(2)?,
                    (false, false) => (2 * turns).checked_sub(1)?,
                }
            }
        };
        let value = self.value(&mark.value)?;
        let declared = &self.program.facts[fact.index()];
        match declared.store {
            Store::Sets { first, count } => {
                if value != Val::Bool(true) {
                    return None;
                }
                let age = if left == FOR_GOOD { 0 } else { left };
                if age >= count {
                    return None;
                }
                world.sets[usize::from(first + age)] |= Bits::of(bearer);
            }
            Store::Count(first) => {
                let side = if declared.bearer == Bearer::Sides { usize::from(bearer) } else { 0 };
                world.counts[usize::from(first) + side] = match value {
                    Val::Number(number) => number,
                    Val::Bool(yes) => i32::from(yes),
                    _ => return None,
                };
            }
            Store::Mark => {
                let maker = match mark.maker {
                    Some(maker) => u8::try_from(maker.index()).ok()?,
                    None => NONE,
                };
                let kept = Kept { fact: index, bearer, maker, left, revealed: mark.revealed, value };
                world.set_mark(index, bearer, Some(kept));
            }
        }
        Some(())
    }

    /// The position of a world in which these events are in force. Who made a fact that is kept as a set is not known.
    pub fn position<const K: usize>(&self, world: &World<N, K>, events: &[Started]) -> Position {
        let mut position = Position::empty();
        position.player = SideId(world.player());
        position.number = world.flat.number;
        position.events = events.to_vec();
        let there = world.present() | world.away;
        let mut ids = [PieceId::from_index(0); 256];
        for (index, piece) in there.enumerate() {
            ids[usize::from(piece)] = PieceId::from_index(index);
        }
        for piece in there {
            let place = match world.place(piece) {
                At::Gone => Place::Gone,
                At::Square(square) => Place::Square(self.square(square)),
                At::On(carrier) => Place::On(ids[usize::from(carrier)]),
                At::Hand(side) => Place::Hand(SideId(side)),
                At::Held(square) => Place::Held(self.square(square)),
                At::Taken(square) => Place::Taken(self.square(square)),
            };
            position.add(Piece {
                owner: SideId(world.owner(piece)),
                kind: self.codes.kinds[usize::from(world.kind(piece))],
                place,
                fresh: world.fresh.has(piece),
                facts: Vec::new(),
            });
        }
        let mut set = |fact: usize, bearer: u8, mark: Mark| {
            let id = FactId::from_index(fact);
            match self.program.facts[fact].bearer {
                Bearer::Pieces if there.has(bearer) => {
                    let piece = &mut position.pieces[ids[usize::from(bearer)].index()];
                    piece.facts.push((id, mark));
                    piece.facts.sort_by_key(|(fact, _)| *fact);
                }
                Bearer::Pieces => {}
                Bearer::Squares => drop(position.squares.insert((id, self.square(bearer)), mark)),
                Bearer::Sides => drop(position.sides.insert((id, SideId(bearer)), mark)),
                Bearer::Game => drop(position.game.insert(id, mark)),
            }
        };
        for (index, fact) in self.program.facts.iter().enumerate() {
            match fact.store {
                Store::Sets { first, count } => {
                    for age in 0..count {
                        let left = if fact.life == Lifetime::Always { FOR_GOOD } else { age };
                        for bearer in world.sets[usize::from(first + age)] {
                            let left = self.left(world.player(), left, fact.life);
                            let mark = Mark { value: Value::Bool(true), maker: None, left, revealed: false };
                            set(index, bearer, mark);
                        }
                    }
                }
                Store::Count(first) => {
                    for side in 0..if fact.bearer == Bearer::Sides { 2 } else { 1 } {
                        let number = world.counts[usize::from(first + side)];
                        let value = if fact.of == Type::Bool {
                            Value::Bool(number != 0)
                        } else {
                            Value::Number(number)
                        };
                        set(index, side, Mark { value, maker: None, left: Left::Always, revealed: false });
                    }
                }
                Store::Mark => {}
            }
        }
        for mark in world.marks() {
            let fact = &self.program.facts[usize::from(mark.fact)];
            let maker = (mark.maker != NONE && there.has(mark.maker)).then(|| ids[usize::from(mark.maker)]);
            let (value, left) =
                (self.said(mark.value, &ids), self.left(world.player(), mark.left, fact.life));
            set(usize::from(mark.fact), mark.bearer, Mark { value, maker, left, revealed: mark.revealed });
        }
        if let Some(over) = world.over {
            let place = self.program.places[usize::from(over.place)];
            position.over = Some(Outcome { winner: over.winner.map(SideId), by: None, place });
        }
        position
    }

    /// How long a mark lasts, of which it is known how many ends of turns it outlives.
    fn left(&self, player: u8, left: u8, life: Lifetime) -> Left {
        let enemy = match life {
            Lifetime::Turns { enemy, .. } => enemy,
            Lifetime::Always | Lifetime::ThisTurn => false,
        };
        match left {
            FOR_GOOD => Left::Always,
            left => Left::Turns {
                side: SideId(player ^ left & 1),
                turns: u16::from(left / 2) + 1,
                enemy,
                new: false,
            },
        }
    }

    fn said(&self, value: Val<N>, ids: &[PieceId; 256]) -> Value {
        match value {
            Val::Bool(yes) => Value::Bool(yes),
            Val::Number(number) => Value::Number(number),
            Val::Pieces(set) => Value::Pieces(set.map(|piece| ids[usize::from(piece)]).collect()),
            Val::Squares(set) => Value::Squares(set.map(|square| self.square(square)).collect()),
            Val::Kinds(set) => {
                let kinds = self.codes.kinds.iter().enumerate();
                let mut kinds: Vec<_> =
                    kinds.filter(|(code, _)| set >> code & 1 == 1).map(|(_, kind)| *kind).collect();
                kinds.sort_unstable();
                Value::Kinds(kinds)
            }
            Val::Directions(set) => Value::Directions(self.vectors(set)),
            Val::Sides(set) => Value::Sides((0..2).filter(|side| set >> side & 1 == 1).map(SideId).collect()),
            Val::Events(set) => Value::Events(
                (0..64usize)
                    .filter(|bit| set >> bit & 1 == 1)
                    .map(|bit| FileId::from_index(bit + self.codes.games))
                    .collect(),
            ),
        }
    }

    fn vectors(&self, set: u64) -> Vec<Vector> {
        let vectors = (0u8..64).zip(&self.program.board.vectors);
        let of = vectors.filter(|(index, _)| set >> index & 1 == 1);
        of.map(|(_, each)| Vector::new(each.right, each.up)).collect()
    }

    /// A turn as its player declares it.
    pub fn turn(&self, parts: &[Said<N>]) -> Turn {
        let part = |part: &Said<N>| match part {
            Said::Move(shown) => Part::Move(self.declared(shown)),
            Said::Choice(pick) => Part::Choice(pick.map(|pick| self.chosen(pick))),
        };
        Turn { parts: parts.iter().map(part).collect() }
    }

    fn declared(&self, shown: &Shown<N>) -> Declared {
        let square = |number: u8| (number != NONE).then(|| self.square(number));
        Declared {
            origin: square(shown.origin),
            target: square(shown.target),
            takes: shown.takes.map(|each| self.square(each)).collect(),
            partner: square(shown.partner),
            label: shown.label.map(|label| self.codes.labels[usize::from(label)]),
            each: shown.each.map(|pick| self.chosen(pick)),
            carried: shown.carried,
        }
    }

    fn chosen(&self, pick: Pick) -> Chosen {
        match pick {
            Pick::Piece(square, kind, owner) => Chosen::Piece(
                square.map(|square| self.square(square)),
                self.codes.kinds[usize::from(kind)],
                SideId(owner),
            ),
            Pick::Square(square) => Chosen::Square(self.square(square)),
            Pick::Kind(kind) => Chosen::Kind(self.codes.kinds[usize::from(kind)]),
            Pick::Directions(set) => Chosen::Directions(self.vectors(set)),
            Pick::Side(side) => Chosen::Side(SideId(side)),
            Pick::Number(number) => Chosen::Number(number),
            Pick::Event(bit) => Chosen::Event(FileId::from_index(usize::from(bit) + self.codes.games)),
        }
    }

    /// The legal turns, in order; none if the tables do not hold all that comes up.
    pub fn turns<const K: usize>(&self, world: &World<N, K>, first: &World<N, K>) -> Option<Vec<Turn>> {
        let memory = Memory::default();
        let rules = Rules::new(self.program, first, &memory);
        let (mut turns, mut whole) = (Vec::new(), false);
        if world.over.is_none() {
            legal_turns(&Way::begin(&rules, world, Depth::PLAY), &mut |found| {
                whole |= matches!(found, Found::Whole(_));
                let (Found::Whole(done) | Found::Split(done)) = found;
                if turns.len() >= MOST_LISTED {
                    rules.give_up();
                    return ControlFlow::Break(());
                }
                turns.push(self.turn(&done.parts));
                ControlFlow::Continue(())
            });
        }
        let over = !turns.is_empty() && is_won_or_lost(&rules, world, whole);
        if over {
            turns.clear();
        }
        turns.sort_unstable();
        (!rules.is_given_up()).then_some(turns)
    }

    /// What a turn leads to, as far as no decision of somebody else comes first; none if the tables do not hold all that
    /// comes up, or the turn is not among the legal ones.
    pub fn played<const K: usize>(
        &self,
        world: &World<N, K>,
        first: &World<N, K>,
        turn: &Turn,
    ) -> Option<World<N, K>> {
        let memory = Memory::default();
        let rules = Rules::new(self.program, first, &memory);
        let mut next = None;
        legal_turns(&Way::begin(&rules, world, Depth::PLAY), &mut |found| {
            let Found::Whole(done) = found else { return ControlFlow::Continue(()) };
            if self.turn(&done.parts) != *turn {
                return ControlFlow::Continue(());
            }
            if done.settle(&mut Script::new(&[])).is_ok() {
                next = Some(done.world.renumbered(self.program));
            }
            ControlFlow::Break(())
        });
        next.filter(|next| !rules.is_given_up() && !next.overflow)
    }

    /// How the game has ended; none if the tables do not hold all that comes up.
    pub fn outcome<const K: usize>(
        &self,
        world: &World<N, K>,
        first: &World<N, K>,
        repeats: u32,
    ) -> Option<Option<Outcome>> {
        let memory = Memory::default();
        let rules = Rules::new(self.program, first, &memory);
        let outcome = ended(&rules, world, repeats, None);
        (!rules.is_given_up()).then(|| {
            outcome.map(|Ended { winner, label, place }| Outcome {
                winner: winner.map(SideId),
                by: label,
                place: self.program.places[usize::from(place)],
            })
        })
    }
}
