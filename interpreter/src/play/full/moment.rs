//! The moment at which a sentence is asked: the position, what happened in the turn, how deep the question lies.
//! Imports `program`, `world`.

use super::sleep::{Asleep, Drowsy, REMEMBERED};
use super::world::{Place, World};
use crate::program::bits::Bits;
use crate::program::full::term::Val;
use crate::program::full::{Full, MOST_NAMES, NONE};
use crate::vocabulary::Deed;
use std::cell::{Cell, RefCell};

/// How many pieces one move may take.
pub const MOST_TAKEN: usize = 8;

/// What is played by, and how much work a question may still cost.
#[derive(Debug)]
pub struct Rules<'r, const N: usize, const K: usize> {
    /// The rules in force.
    pub program: &'r Full<N>,
    /// The first position.
    pub first: &'r World<N, K>,
    memory: &'r Memory,
}

/// What is kept from question to question by one and the same rules.
#[derive(Debug)]
pub struct Memory {
    /// Something was met that the tables do not hold, or too much work: nothing that was said counts.
    beyond: Cell<bool>,
    work: Cell<u32>,
    /// How deep words have gone into words.
    words: Cell<u16>,
    /// What sleeps in positions that were asked lately.
    asleep: RefCell<[Option<(Drowsy, Asleep)>; REMEMBERED]>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            beyond: Cell::new(false),
            work: Cell::new(MOST_WORK),
            words: Cell::new(0),
            asleep: RefCell::new([None; REMEMBERED]),
        }
    }
}

impl Memory {
    /// Makes ready for another question, whatever became of the last.
    pub fn forget_question(&self) {
        self.beyond.set(false);
        self.work.set(MOST_WORK);
        self.words.set(0);
    }

    /// Whether nothing that was said counts.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.beyond.get()
    }
}

/// How much work a question may cost: steps of walks, and turns that are tried.
const MOST_WORK: u32 = 4_000_000;

/// How deep words may go into words.
const DEEPEST_WORD: u16 = 64;

impl<'r, const N: usize, const K: usize> Rules<'r, N, K> {
    /// Rules, with what is remembered of them.
    #[must_use]
    pub fn new(program: &'r Full<N>, first: &'r World<N, K>, memory: &'r Memory) -> Self {
        Rules { program, first, memory }
    }

    /// What sleeps, as it was found out in a position that is the same in all that it depends on.
    pub(super) fn remembered(&self, drowsy: Drowsy, find: impl FnOnce() -> Asleep) -> Asleep {
        let room = drowsy.room();
        if let Some((known, asleep)) = self.memory.asleep.borrow()[room]
            && known == drowsy
        {
            return asleep;
        }
        let asleep = find();
        self.memory.asleep.borrow_mut()[room] = Some((drowsy, asleep));
        asleep
    }

    /// Notes that what is asked goes beyond what is known here.
    pub fn give_up(&self) {
        self.memory.beyond.set(true);
        self.memory.work.set(0);
    }

    /// Whether nothing that was said counts.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.memory.beyond.get()
    }

    /// Begins another question.
    pub fn renew(&self) {
        if !self.memory.beyond.get() {
            self.memory.work.set(MOST_WORK);
        }
    }

    /// Does so much work; false: there is no more to be done.
    #[inline]
    #[must_use]
    pub fn spend(&self, work: u32) -> bool {
        let left = self.memory.work.get();
        if left <= work {
            self.give_up();
            return false;
        }
        self.memory.work.set(left - work);
        true
    }

    /// Goes into a word.
    pub fn within_word(&self, ask: impl FnOnce()) {
        let depth = self.memory.words.get();
        if depth >= DEEPEST_WORD {
            self.give_up();
            return;
        }
        self.memory.words.set(depth + 1);
        ask();
        self.memory.words.set(depth);
    }
}

/// A piece as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Was {
    /// Its kind.
    pub kind: u8,
    /// Its owner.
    pub owner: u8,
    /// Where it was.
    pub place: Place,
    /// It had not moved.
    pub fresh: bool,
    /// Which of the sets it was in.
    pub sets: u16,
}

/// Something that happened in the running turn.
#[derive(Clone, Copy, Debug)]
pub struct Happened {
    /// What.
    pub deed: Deed,
    /// Who did it, or to whom it was done.
    pub who: u8,
    /// As it was when it happened.
    pub was: Was,
    /// Whom it took, by whom it was taken.
    pub other: Option<(u8, Was)>,
    /// The labels of the move.
    pub labels: u64,
    /// The how manieth move of the turn.
    pub link: u16,
}

/// Pieces that a move takes, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    pieces: [u8; MOST_TAKEN],
    count: u8,
}

impl Taken {
    /// In order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        self.pieces.iter().take(usize::from(self.count)).copied()
    }

    /// Whether it is among them.
    #[inline]
    #[must_use]
    pub fn has(&self, piece: u8) -> bool {
        self.iter().any(|each| each == piece)
    }

    /// None.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more; false: there is no room.
    pub fn push(&mut self, piece: u8) -> bool {
        match self.pieces.get_mut(usize::from(self.count)) {
            Some(room) => {
                *room = piece;
                self.count += 1;
                true
            }
            None => false,
        }
    }
}

/// What is known of a move while its guards are asked, and while its block and triggers run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info<const N: usize> {
    /// Where it began.
    pub origin: u8,
    /// Where it ends.
    pub target: u8,
    /// Whom it meets there.
    pub met: u8,
    /// The vector of its last step, absolute.
    pub heading: u8,
    /// The square just entered, while exits are asked.
    pub entered: u8,
    /// It castles.
    pub castling: bool,
    /// Number of steps.
    pub length: u16,
    /// What it passed.
    pub trail: Bits<N>,
    /// What it takes.
    pub takes: Taken,
}

impl<const N: usize> Info<N> {
    /// Nothing is known.
    pub const NOTHING: Info<N> = Info {
        origin: NONE,
        target: NONE,
        met: NONE,
        heading: NONE,
        entered: NONE,
        castling: false,
        length: 0,
        trail: Bits::EMPTY,
        takes: Taken { pieces: [0; MOST_TAKEN], count: 0 },
    };
}

/// What a sentence speaks of: whose eyes, which piece, which names.
#[derive(Clone, Copy, Debug)]
pub struct Frame<const N: usize> {
    /// Whose eyes.
    pub view: u8,
    /// What it speaks of.
    pub it: u8,
    /// What names stand for.
    pub vars: [Option<Val<N>>; MOST_NAMES],
    /// The move that is spoken of.
    pub info: Option<Info<N>>,
}

impl<const N: usize> Frame<N> {
    /// Seen as a side sees it.
    #[inline]
    #[must_use]
    pub fn new(view: u8) -> Frame<N> {
        Frame { view, it: NONE, vars: [None; MOST_NAMES], info: None }
    }

    /// The same, with what is known of a move.
    #[inline]
    #[must_use]
    pub fn with(mut self, info: Info<N>) -> Frame<N> {
        self.info = Some(info);
        self
    }

    /// Binds a name.
    #[inline]
    pub fn bind(&mut self, var: u8, value: Val<N>) {
        if let Some(room) = self.vars.get_mut(usize::from(var)) {
            *room = Some(value);
        }
    }
}

/// How a question may be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The highest level of sentences that count: 0 in threats, 2 in play.
    pub level: u8,
    /// How many answers inside answers may still be followed.
    pub answers: u8,
    /// The turn is being judged: what runs out with it is over for the other side.
    pub closing: bool,
}

impl Depth {
    /// A turn that is really played.
    pub const PLAY: Depth = Depth { level: 2, answers: 3, closing: false };
    /// A turn that is only threatened.
    pub const THREAT: Depth = Depth { level: 0, answers: 0, closing: false };
}

/// Which ways are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought<const N: usize> {
    /// All.
    All,
    /// Those that take one of these pieces, or any.
    Taking(Option<Bits<N>>),
}

/// The moment at which a sentence is asked.
#[derive(Clone, Copy)]
pub struct Moment<'a, const N: usize, const K: usize> {
    /// The rules.
    pub rules: &'a Rules<'a, N, K>,
    /// The position.
    pub world: &'a World<N, K>,
    /// The position when the turn began.
    pub start: &'a World<N, K>,
    /// What happened in the turn.
    pub log: &'a [Happened],
    /// How many moves of pieces the turn has had.
    pub links: u16,
    /// How deep.
    pub depth: Depth,
    /// How often the position has stood.
    pub repeats: u32,
    /// A piece that counts as what it was.
    pub was: Option<(u8, Was)>,
    /// What the board is, is being worked out.
    pub in_board: bool,
    /// A piece that is off the board counts by what it is.
    pub off_board_too: bool,
    /// Which ways are looked for.
    pub sought: Sought<N>,
    /// Whether the player has a legal turn, once that is known of this position.
    pub can_move: Option<bool>,
    /// Squares that pieces of each side do not go beyond, once they have been worked out for this position.
    pub closed: Option<[Bits<N>; 2]>,
    /// Where pieces of the enemy stand that the player does not see, once that is known of this position.
    pub unmet: Bits<N>,
}

impl<'a, const N: usize, const K: usize> Moment<'a, N, K> {
    /// A position at the beginning of a turn.
    #[must_use]
    pub fn at_start(rules: &'a Rules<'a, N, K>, world: &'a World<N, K>, depth: Depth) -> Self {
        Moment {
            rules,
            world,
            start: world,
            log: &[],
            links: 0,
            depth,
            repeats: 1,
            was: None,
            in_board: false,
            off_board_too: false,
            sought: Sought::All,
            closed: None,
            unmet: Bits::EMPTY,
            can_move: None,
        }
    }

    /// The rules in force.
    #[inline]
    #[must_use]
    pub fn program(&self) -> &'a Full<N> {
        self.rules.program
    }

    /// A frame about a piece, seen as its owner sees it.
    #[inline]
    #[must_use]
    pub fn about(&self, piece: u8) -> Frame<N> {
        Frame { it: piece, ..Frame::new(self.owner(piece)) }
    }

    /// Whether a way that takes these pieces is looked for.
    #[inline]
    #[must_use]
    pub fn seeks(&self, takes: &Taken) -> bool {
        match self.sought {
            Sought::All => true,
            Sought::Taking(None) => !takes.is_empty(),
            Sought::Taking(Some(sought)) => takes.iter().any(|taken| sought.has(taken)),
        }
    }

    #[inline]
    fn was(&self, piece: u8) -> Option<&Was> {
        match &self.was {
            Some((id, was)) if *id == piece => Some(was),
            _ => None,
        }
    }

    /// The kind of a piece, as it is or as it was.
    #[inline]
    #[must_use]
    pub fn kind(&self, piece: u8) -> u8 {
        self.was(piece).map_or_else(|| self.world.kind(piece), |was| was.kind)
    }

    /// The owner of a piece.
    #[inline]
    #[must_use]
    pub fn owner(&self, piece: u8) -> u8 {
        self.was(piece).map_or_else(|| self.world.owner(piece), |was| was.owner)
    }

    /// Where a piece is.
    #[inline]
    #[must_use]
    pub fn place(&self, piece: u8) -> Place {
        self.was(piece).map_or_else(|| self.world.place(piece), |was| was.place)
    }

    /// Whether it has not moved.
    #[inline]
    #[must_use]
    pub fn is_fresh(&self, piece: u8) -> bool {
        self.was(piece).map_or_else(|| self.world.fresh.has(piece), |was| was.fresh)
    }

    /// The square of a piece.
    #[inline]
    #[must_use]
    pub fn square_of(&self, piece: u8) -> Option<u8> {
        match self.was(piece).map(|was| was.place) {
            None => self.world.square_of(piece),
            Some(Place::Square(square) | Place::Held(square) | Place::Taken(square)) => Some(square),
            Some(Place::On(carrier)) => self.world.square_of(carrier),
            Some(Place::Hand(_) | Place::Gone) => None,
        }
    }

    /// The squares of pieces.
    #[must_use]
    pub fn squares_of(&self, pieces: Bits<N>) -> Bits<N> {
        pieces.filter_map(|piece| self.square_of(piece)).collect()
    }

    /// Whether a piece is on a square or carried, or was.
    #[inline]
    #[must_use]
    pub fn is_present(&self, piece: u8) -> bool {
        matches!(self.place(piece), Place::Square(_) | Place::On(_))
    }

    /// Whether a piece counts as one of the pieces.
    #[inline]
    #[must_use]
    pub fn counts(&self, piece: u8) -> bool {
        self.off_board_too || self.is_present(piece)
    }

    /// The pieces on squares or carried.
    #[inline]
    #[must_use]
    pub fn present(&self) -> Bits<N> {
        self.as_they_were(self.world.present(), |was| matches!(was.place, Place::Square(_) | Place::On(_)))
    }

    /// A set of pieces, corrected for the one that counts as what it was.
    #[inline]
    #[must_use]
    pub fn as_they_were(&self, set: Bits<N>, has: impl FnOnce(&Was) -> bool) -> Bits<N> {
        match &self.was {
            None => set,
            Some((id, was)) if has(was) => set | Bits::of(*id),
            Some((id, _)) => set.without(Bits::of(*id)),
        }
    }

    /// A piece as it is now.
    #[must_use]
    pub fn now(&self, piece: u8) -> Was {
        as_it_is(self.world, piece)
    }
}

/// A piece as it is.
#[must_use]
pub fn as_it_is<const N: usize, const K: usize>(world: &World<N, K>, piece: u8) -> Was {
    let bit = Bits::of(piece);
    let sets =
        world.sets.iter().enumerate().fold(0, |all, (index, set)| all | u16::from(set.meets(bit)) << index);
    Was {
        kind: world.kind(piece),
        owner: world.owner(piece),
        place: world.place(piece),
        fresh: world.fresh.has(piece),
        sets,
    }
}
