//! A position as the whole language sees it: a flat value that copies. Imports `program`, `state`.

use crate::play::state::State;
use crate::program::bits::Bits;
use crate::program::full::term::Val;
use crate::program::full::{Full, MOST_COUNTS, MOST_PLANES, NONE, Store};
use crate::vocabulary::{Bearer, Lifetime};

/// How many marks that are neither sets nor counts a position carries.
pub const MOST_MARKS: usize = 12;

/// A number for each piece or square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Each<const N: usize>([[u8; 64]; N]);

impl<const N: usize> Each<N> {
    /// The same for all.
    #[must_use]
    pub fn all(value: u8) -> Each<N> {
        Each([[value; 64]; N])
    }

    /// That of one.
    #[inline]
    #[must_use]
    pub fn get(&self, of: u8) -> u8 {
        self.0[(of >> 6) as usize % N][(of & 63) as usize]
    }

    /// Sets that of one.
    #[inline]
    pub fn set(&mut self, of: u8, value: u8) {
        self.0[(of >> 6) as usize % N][(of & 63) as usize] = value;
    }
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not there.
    Gone,
    /// On a square.
    Square(u8),
    /// Carried by a piece.
    On(u8),
    /// In the hand of a side.
    Hand(u8),
    /// Displaced from a square.
    Held(u8),
    /// Taken from a square.
    Taken(u8),
}

const GONE: u8 = 0;
const SQUARE: u8 = 1;
const ON: u8 = 2;
const HAND: u8 = 3;
const HELD: u8 = 4;
const TAKEN: u8 = 5;

/// How long a mark lasts: for good.
pub const FOR_GOOD: u8 = u8::MAX;

/// A fact that has been set and is neither a set nor a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark<const N: usize> {
    /// Which.
    pub fact: u8,
    /// The piece, square or side; of the game 0.
    pub bearer: u8,
    /// The piece that was spoken of.
    pub maker: u8,
    /// How many ends of turns it still outlives.
    pub left: u8,
    /// A secret one that is known.
    pub revealed: bool,
    /// What it says.
    pub value: Val<N>,
}

/// How the game has ended by an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Over {
    /// Who has won.
    pub winner: Option<u8>,
    /// Where the effect stands, in the list of places.
    pub place: u16,
}

/// A position. Pieces have numbers, which they keep; of each the kind, the owner, the place are known.
#[derive(Clone, Copy, Debug)]
pub struct World<const N: usize, const K: usize> {
    /// What stands on squares, as sets.
    pub flat: State<N, K>,
    /// By square: the piece there.
    at: Each<N>,
    kind: Each<N>,
    how: Each<N>,
    place: Each<N>,
    /// By kind: the pieces of the kind, wherever they are.
    by_kind: [Bits<N>; K],
    /// Pieces of the second side.
    second: Bits<N>,
    /// Pieces on squares.
    pub standing: Bits<N>,
    /// Pieces that are carried.
    pub carried: Bits<N>,
    /// Pieces that are in hand, displaced or taken.
    pub away: Bits<N>,
    /// Pieces that have neither moved nor been put.
    pub fresh: Bits<N>,
    /// How many numbers have been given to pieces.
    pub used: u16,
    /// Sets of bearers, as the facts say.
    pub sets: [Bits<N>; MOST_PLANES],
    /// Numbers, as the facts say.
    pub counts: [i32; MOST_COUNTS],
    marks: [Mark<N>; MOST_MARKS],
    marked: u8,
    /// More has been marked, or put, than there is room for: nothing that is said of it counts.
    pub overflow: bool,
    /// An effect has ended the game.
    pub over: Option<Over>,
}

impl<const N: usize, const K: usize> World<N, K> {
    /// An empty board.
    #[must_use]
    pub fn empty() -> World<N, K> {
        let mark =
            Mark { fact: NONE, bearer: 0, maker: NONE, left: 0, revealed: false, value: Val::Bool(false) };
        World {
            flat: State::empty(),
            at: Each::all(NONE),
            kind: Each::all(0),
            how: Each::all(GONE),
            place: Each::all(0),
            by_kind: [Bits::EMPTY; K],
            second: Bits::EMPTY,
            standing: Bits::EMPTY,
            carried: Bits::EMPTY,
            away: Bits::EMPTY,
            fresh: Bits::EMPTY,
            used: 0,
            sets: [Bits::EMPTY; MOST_PLANES],
            counts: [0; MOST_COUNTS],
            marks: [mark; MOST_MARKS],
            marked: 0,
            overflow: false,
            over: None,
        }
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn player(&self) -> u8 {
        self.flat.player
    }

    /// What stands on a square.
    #[inline]
    #[must_use]
    pub fn at(&self, square: u8) -> Option<u8> {
        let piece = self.at.get(square);
        (piece != NONE).then_some(piece)
    }

    /// The kind of a piece.
    #[inline]
    #[must_use]
    pub fn kind(&self, piece: u8) -> u8 {
        self.kind.get(piece)
    }

    /// The owner of a piece.
    #[inline]
    #[must_use]
    pub fn owner(&self, piece: u8) -> u8 {
        u8::from(self.second.has(piece))
    }

    /// The pieces of a side, wherever they are.
    #[inline]
    #[must_use]
    pub fn owned(&self, side: u8) -> Bits<N> {
        if side == 0 { !self.second } else { self.second }
    }

    /// Where a piece is.
    #[inline]
    #[must_use]
    pub fn place(&self, piece: u8) -> Place {
        let at = self.place.get(piece);
        match self.how.get(piece) {
            SQUARE => Place::Square(at),
            ON => Place::On(at),
            HAND => Place::Hand(at),
            HELD => Place::Held(at),
            TAKEN => Place::Taken(at),
            _ => Place::Gone,
        }
    }

    /// Pieces on squares or carried.
    #[inline]
    #[must_use]
    pub fn present(&self) -> Bits<N> {
        self.standing | self.carried
    }

    /// The square of a piece: its own, its carrier's, or where it was last.
    #[inline]
    #[must_use]
    pub fn square_of(&self, piece: u8) -> Option<u8> {
        let mut piece = piece;
        for _ in 0..=self.used {
            match self.place(piece) {
                Place::Square(square) | Place::Held(square) | Place::Taken(square) => return Some(square),
                Place::On(carrier) => piece = carrier,
                Place::Hand(_) | Place::Gone => return None,
            }
        }
        None
    }

    /// Whether a piece carries another.
    #[must_use]
    pub fn carries(&self, piece: u8) -> bool {
        { self.carried }.any(|each| self.place(each) == Place::On(piece))
    }

    /// The squares of pieces.
    #[must_use]
    pub fn squares_of(&self, pieces: Bits<N>) -> Bits<N> {
        pieces.filter_map(|piece| self.square_of(piece)).collect()
    }

    /// The pieces on squares.
    #[must_use]
    pub fn on_squares(&self, squares: Bits<N>) -> Bits<N> {
        (squares & self.flat.pieces()).filter_map(|square| self.at(square)).collect()
    }

    /// Pieces of some kinds, wherever they are.
    #[inline]
    #[must_use]
    pub fn of_kinds(&self, kinds: u64) -> Bits<N> {
        let mut found = Bits::EMPTY;
        for (code, set) in self.by_kind.iter().enumerate() {
            if kinds >> code & 1 == 1 {
                found |= *set;
            }
        }
        found
    }

    fn drop_from_square(&mut self, piece: u8) {
        if let Place::Square(square) = self.place(piece)
            && self.at.get(square) == piece
        {
            self.at.set(square, NONE);
            let bit = Bits::of(square);
            let code = self.kind(piece) as usize & (K - 1);
            self.flat.kinds[code] = self.flat.kinds[code].without(bit);
            let side = usize::from(self.owner(piece));
            self.flat.sides[side] = self.flat.sides[side].without(bit);
        }
    }

    fn set_square(&mut self, piece: u8, square: u8) {
        let bit = Bits::of(square);
        // Whatever stood there is left without its square.
        for set in self.flat.kinds.iter_mut().chain(&mut self.flat.sides) {
            *set = set.without(bit);
        }
        self.at.set(square, piece);
        self.flat.kinds[self.kind(piece) as usize & (K - 1)] |= bit;
        self.flat.sides[usize::from(self.owner(piece))] |= bit;
    }

    /// Moves a piece to a place.
    pub fn put(&mut self, piece: u8, place: Place) {
        self.drop_from_square(piece);
        let bit = Bits::of(piece);
        self.standing = self.standing.without(bit);
        self.carried = self.carried.without(bit);
        self.away = self.away.without(bit);
        let (how, at) = match place {
            Place::Gone => (GONE, 0),
            Place::Square(square) => {
                self.standing |= bit;
                (SQUARE, square)
            }
            Place::On(carrier) => {
                self.carried |= bit;
                (ON, carrier)
            }
            Place::Hand(side) => (HAND, side),
            Place::Held(square) => (HELD, square),
            Place::Taken(square) => (TAKEN, square),
        };
        if how >= HAND {
            self.away |= bit;
        }
        self.how.set(piece, how);
        self.place.set(piece, at);
        if let Place::Square(square) = place {
            self.set_square(piece, square);
        }
    }

    /// Makes a piece another kind.
    pub fn set_kind(&mut self, piece: u8, kind: u8) {
        let stands = matches!(self.place(piece), Place::Square(square) if self.at.get(square) == piece);
        if stands {
            let bit = Bits::of(self.place.get(piece));
            let (from, to) = (self.kind(piece) as usize & (K - 1), kind as usize & (K - 1));
            self.flat.kinds[from] = self.flat.kinds[from].without(bit);
            self.flat.kinds[to] |= bit;
        }
        let bit = Bits::of(piece);
        let (from, to) = (self.kind(piece) as usize & (K - 1), kind as usize & (K - 1));
        self.by_kind[from] = self.by_kind[from].without(bit);
        self.by_kind[to] |= bit;
        self.kind.set(piece, kind);
    }

    /// Gives a piece to a side.
    pub fn set_owner(&mut self, piece: u8, side: u8) {
        let bit = Bits::of(piece);
        self.second = if side == 1 { self.second | bit } else { self.second.without(bit) };
        if let Place::Square(square) = self.place(piece)
            && self.at.get(square) == piece
        {
            let bit = Bits::of(square);
            let (to, from) = (usize::from(side), usize::from(1 - side));
            self.flat.sides[from] = self.flat.sides[from].without(bit);
            self.flat.sides[to] |= bit;
        }
    }

    /// A new piece, which is not there yet.
    pub fn add(&mut self, kind: u8, owner: u8) -> u8 {
        let Some(piece) =
            u8::try_from(self.used).ok().filter(|piece| usize::from(*piece) < 64 * N && *piece != NONE)
        else {
            self.overflow = true;
            return 0;
        };
        self.used += 1;
        self.how.set(piece, GONE);
        self.set_kind(piece, kind);
        self.set_owner(piece, owner);
        piece
    }

    /// The marks in the list.
    #[inline]
    #[must_use]
    pub fn marks(&self) -> &[Mark<N>] {
        &self.marks[..usize::from(self.marked)]
    }

    /// The marks in the list, to be changed.
    pub fn marks_mut(&mut self) -> &mut [Mark<N>] {
        &mut self.marks[..usize::from(self.marked)]
    }

    /// The mark of a fact.
    #[inline]
    #[must_use]
    pub fn mark(&self, fact: u8, bearer: u8) -> Option<&Mark<N>> {
        self.marks().iter().find(|mark| mark.fact == fact && mark.bearer == bearer)
    }

    /// Sets a mark, or ends it.
    pub fn set_mark(&mut self, fact: u8, bearer: u8, mark: Option<Mark<N>>) {
        self.keep_marks(|each| each.fact != fact || each.bearer != bearer);
        let Some(mark) = mark else { return };
        match self.marks.get_mut(usize::from(self.marked)) {
            Some(room) => {
                *room = mark;
                self.marked += 1;
            }
            None => self.overflow = true,
        }
    }

    /// Leaves only some marks.
    pub fn keep_marks(&mut self, keep: impl Fn(&Mark<N>) -> bool) {
        let mut kept = 0;
        for index in 0..usize::from(self.marked) {
            if keep(&self.marks[index]) {
                self.marks[kept] = self.marks[index];
                kept += 1;
            }
        }
        self.marked = u8::try_from(kept).unwrap_or(0);
    }

    /// Those who bear a fact that is kept as sets.
    #[inline]
    #[must_use]
    pub fn bearing(&self, first: u8, count: u8) -> Bits<N> {
        let range = usize::from(first)..usize::from(first) + usize::from(count);
        self.sets[range].iter().fold(Bits::EMPTY, |all, set| all | *set)
    }

    /// Ends a fact that is kept as sets.
    pub fn bear_no_more(&mut self, bearer: u8, (first, count): (u8, u8)) {
        for set in &mut self.sets[usize::from(first)..usize::from(first + count)] {
            *set = set.without(Bits::of(bearer));
        }
    }

    /// Sets a fact that is kept as sets, to outlive so many ends of turns.
    pub fn bear(&mut self, bearer: u8, (first, count): (u8, u8), left: u8) {
        self.bear_no_more(bearer, (first, count));
        let age = if left == FOR_GOOD { 0 } else { left };
        self.sets[usize::from(first + age.min(count - 1))] |= Bits::of(bearer);
    }

    /// Takes every fact from a piece.
    pub fn clear_facts(&mut self, program: &Full<N>, piece: u8) {
        let of_pieces = |fact: u8| program.facts[usize::from(fact)].bearer == Bearer::Pieces;
        for fact in &program.facts {
            if let (Bearer::Pieces, Store::Sets { first, count }) = (fact.bearer, fact.store) {
                for set in &mut self.sets[usize::from(first)..usize::from(first + count)] {
                    *set = set.without(Bits::of(piece));
                }
            }
        }
        self.keep_marks(|mark| !(of_pieces(mark.fact) && mark.bearer == piece));
    }

    /// Whether any fact is known of a piece.
    fn has_facts(&self, program: &Full<N>, piece: u8) -> bool {
        program.facts.iter().enumerate().any(|(index, fact)| {
            fact.bearer == Bearer::Pieces
                && match fact.store {
                    Store::Sets { first, count } => self.bearing(first, count).has(piece),
                    _ => self.mark(u8::try_from(index).unwrap_or(NONE), piece).is_some(),
                }
        })
    }

    /// Ends what runs out with a turn, and forgets the taken of whom nothing is known any more.
    pub fn expire(&mut self, program: &Full<N>) {
        for fact in &program.facts {
            let Store::Sets { first, count } = fact.store else { continue };
            let range = usize::from(first)..usize::from(first + count);
            match fact.life {
                Lifetime::Always => {}
                Lifetime::ThisTurn => self.sets[range].fill(Bits::EMPTY),
                Lifetime::Turns { .. } => {
                    let sets = &mut self.sets[range];
                    sets.copy_within(1.., 0);
                    if let Some(last) = sets.last_mut() {
                        *last = Bits::EMPTY;
                    }
                }
            }
        }
        self.keep_marks(|mark| mark.left > 0);
        for mark in self.marks_mut() {
            if mark.left != FOR_GOOD {
                mark.left -= 1;
            }
        }
        for piece in self.away {
            if matches!(self.place(piece), Place::Taken(_)) && !self.has_facts(program, piece) {
                self.put(piece, Place::Gone);
            }
        }
    }

    /// Takes away what will be over for the other side once the turn that is judged stands.
    pub fn close(&mut self, program: &Full<N>) {
        let closes = |life: Lifetime| !matches!(life, Lifetime::Always | Lifetime::Turns { enemy: true, .. });
        for fact in &program.facts {
            if let Store::Sets { first, .. } = fact.store
                && closes(fact.life)
            {
                // What lasts through no further end of a turn.
                self.sets[usize::from(first)] = Bits::EMPTY;
            }
        }
        self.keep_marks(|mark| mark.left > 0 || !closes(program.facts[usize::from(mark.fact)].life));
    }
}

impl<const N: usize, const K: usize> World<N, K> {
    /// Forgets the pieces that are gone: marks that name them, and what they carried. A fact that names pieces is over
    /// when all of them are gone.
    pub fn compact(&mut self, program: &Full<N>) {
        loop {
            let gone = !(self.present() | self.away);
            let mut marks = false;
            for mark in self.marks_mut() {
                if mark.maker != NONE && gone.has(mark.maker) {
                    mark.maker = NONE;
                }
                if let Val::Pieces(set) = &mut mark.value
                    && set.meets(gone)
                {
                    *set = set.without(gone);
                    marks = true;
                }
            }
            if marks || self.marked > 0 {
                let facts = &program.facts;
                self.keep_marks(|mark| {
                    let fact = &facts[usize::from(mark.fact)];
                    let ends = marks && mark.value == Val::Pieces(Bits::EMPTY) && fact.default.is_none();
                    !(ends || fact.bearer == Bearer::Pieces && gone.has(mark.bearer))
                });
            }
            let mut forgotten = false;
            for piece in self.carried {
                if matches!(self.place(piece), Place::On(carrier) if gone.has(carrier)) {
                    self.put(piece, Place::Gone);
                    forgotten = true;
                }
            }
            for piece in self.away {
                if matches!(self.place(piece), Place::Taken(_)) && !self.has_facts(program, piece) {
                    self.put(piece, Place::Gone);
                    forgotten = true;
                }
            }
            if !forgotten {
                return;
            }
        }
    }
}

impl<const N: usize, const K: usize> World<N, K> {
    /// The same position with pieces numbered anew, in the same order, those that are gone left out.
    #[must_use]
    pub fn renumbered(&self, program: &Full<N>) -> World<N, K> {
        let there = self.present() | self.away;
        let mut world =
            World { counts: self.counts, overflow: self.overflow, over: self.over, ..World::empty() };
        world.flat.player = self.flat.player;
        world.flat.number = self.flat.number;
        let mut numbers = Each::<N>::all(NONE);
        for piece in there {
            let number = world.add(self.kind(piece), self.owner(piece));
            numbers.set(piece, number);
            if self.fresh.has(piece) {
                world.fresh |= Bits::of(number);
            }
        }
        let anew = |set: Bits<N>| (set & there).map(|piece| numbers.get(piece)).collect::<Bits<N>>();
        for piece in there {
            let place = match self.place(piece) {
                Place::On(carrier) => Place::On(numbers.get(carrier)),
                place => place,
            };
            world.put(numbers.get(piece), place);
        }
        world.sets = self.sets;
        for fact in &program.facts {
            if let (Bearer::Pieces, Store::Sets { first, count }) = (fact.bearer, fact.store) {
                for set in &mut world.sets[usize::from(first)..usize::from(first + count)] {
                    *set = anew(*set);
                }
            }
        }
        for mark in self.marks() {
            let mut mark = *mark;
            if program.facts[usize::from(mark.fact)].bearer == Bearer::Pieces {
                mark.bearer = numbers.get(mark.bearer);
            }
            if mark.maker != NONE {
                mark.maker = numbers.get(mark.maker);
            }
            if let Val::Pieces(set) = &mut mark.value {
                *set = anew(*set);
            }
            if mark.bearer != NONE {
                world.set_mark(mark.fact, mark.bearer, Some(mark));
            }
        }
        world
    }
}

impl<const N: usize, const K: usize> PartialEq for World<N, K> {
    fn eq(&self, other: &World<N, K>) -> bool {
        self.flat == other.flat
            && (self.at, self.kind, self.how, self.place) == (other.at, other.kind, other.how, other.place)
            && (self.second, self.fresh, self.used) == (other.second, other.fresh, other.used)
            && (self.sets, self.counts, self.over) == (other.sets, other.counts, other.over)
            && self.marked == other.marked
            && self.marks().iter().all(|mark| other.mark(mark.fact, mark.bearer) == Some(mark))
    }
}
