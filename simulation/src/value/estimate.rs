//! What pieces are worth by the rules alone: by how many turns they have. Imports `value`, `dice`, `statistics`.

use super::judge::centrality;
use super::{Values, Worth};
use crate::dice::Dice;
use crate::statistics::{LEVEL, Mean, deviations};
use rulemate_interpreter::arena::{Arena, Node, Seat, Turns};
use rulemate_interpreter::ids::{KindId, SideId, Square};
use rulemate_interpreter::position::{Piece, Place, Position};

/// How often turns are counted, of all kinds together: some rules are slow.
const COUNTS: usize = 720;
/// Positions of random games in which they are counted, at most and at least.
const SAMPLES: (usize, usize) = (120, 30);
/// Plies of each game at most.
const PLIES: u32 = 60;
/// Where it must be quick, so many positions are taken from each game, one after the other.
const FROM_ONE: usize = 5;
/// Further positions that a kind is put into, at most, if it could not be put into enough of them.
const TRIES: usize = 3;

/// What was counted of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    times: f64,
    turns: f64,
    turns_squared: f64,
    promotions: f64,
    /// Sums for the slope of turns over centrality.
    inward: f64,
    inward_squared: f64,
    inward_turns: f64,
}

impl Counted {
    /// Turns on average.
    fn mean(&self) -> f64 {
        if self.times > 0.0 { self.turns / self.times } else { 0.0 }
    }

    /// Turns on average, with the half width of their interval.
    fn spread(&self) -> Mean {
        let times = self.times.max(1.0);
        let variance = (self.turns_squared - self.turns * self.turns / times) / (times - 1.0).max(1.0);
        let deviation = variance.max(0.0).sqrt();
        Mean { value: self.mean(), deviation, within: deviations(LEVEL) * deviation / times.sqrt() }
    }

    /// How many turns more it has in the middle than at the rim, by least squares.
    fn slope(&self) -> f64 {
        let spread = self.inward_squared - self.inward * self.inward / self.times.max(1.0);
        if spread < 1e-6 {
            return 0.0;
        }
        (self.inward_turns - self.inward * self.turns / self.times.max(1.0)) / spread
    }
}

pub(super) fn estimate(arena: &Arena, start: &Position) -> Values {
    let (counted, royal) = counted(arena, start, 1);
    valued(&counted, &royal, start)
}

/// How many turns each kind has, on average, by the rules in force in a position, and which of them the unit is.
#[derive(Clone, PartialEq, Debug)]
pub struct Ease {
    /// By the id of the kind; none: royal, or it never stood anywhere.
    pub kinds: Vec<Option<Mean>>,
    /// Those of the weakest kind of the position.
    pub unit: f64,
}

pub(super) fn ease(arena: &Arena, start: &Position) -> Ease {
    let (counted, royal) = counted(arena, start, FROM_ONE);
    let unit = least(&counted, &royal, start);
    let told =
        |(counted, royal): (&Counted, &bool)| (!royal && counted.times > 1.0).then(|| counted.spread());
    Ease { kinds: counted.iter().zip(&royal).map(told).collect(), unit }
}

/// Counts turns in positions of random games, so many from each game; also says which kinds are royal.
fn counted(arena: &Arena, start: &Position, from_one: usize) -> (Vec<Counted>, Vec<bool>) {
    let library = arena.library();
    let mut seat = arena.seat();
    let mut dice = Dice::of(0x7275_6c65, 1);
    let mut counted = vec![Counted::default(); library.kinds.len()];
    let royal = royals(&mut seat, start, library.kinds.len());
    let mut turns = Turns::new();
    let samples = (COUNTS / library.kinds.len().max(1)).clamp(SAMPLES.1, SAMPLES.0);
    for _ in 0..samples.div_ceil(from_one) {
        let mut position = start.clone();
        for _ in 0..from_one {
            let plies = dice.below(PLIES as usize / from_one);
            let Some(next) = wander(&mut seat, &position, plies, &mut turns, &mut dice) else { break };
            position = next;
            for index in (0..library.kinds.len()).filter(|index| !royal[*index]) {
                let kind = KindId::from_index(index);
                for _ in 0..TRIES {
                    if count(&mut seat, &position, kind, &royal, &mut turns, &mut dice, &mut counted) {
                        break;
                    }
                }
            }
        }
    }
    (counted, royal)
}

/// Which kinds are royal in a position.
fn royals(seat: &mut Seat<'_>, start: &Position, kinds: usize) -> Vec<bool> {
    let mut royal = vec![false; kinds];
    // Where something is still to be decided, those of the position in which it is.
    let node = seat.node(&Position { pending: None, ..start.clone() });
    for side in [SideId(0), SideId(1)] {
        seat.royals(&node, side, |kind| royal[kind.index()] = true);
    }
    royal
}

/// A position of a random game, in which nothing is waited for.
fn wander(
    seat: &mut Seat<'_>,
    start: &Position,
    plies: usize,
    turns: &mut Turns,
    dice: &mut Dice,
) -> Option<Position> {
    let mut node = seat.node(start);
    let mut next = node.clone();
    for _ in 0..plies {
        seat.list(&node, turns);
        let Some(index) = unsplit(turns, dice) else { break };
        if !seat.play(&node, turns, index, &mut next) {
            break;
        }
        std::mem::swap(&mut node, &mut next);
    }
    let mut guard = 0;
    while node.waits() && guard < 8 {
        seat.list(&node, turns);
        if turns.steps().is_empty() || !seat.play(&node, turns, dice.below(turns.steps().len()), &mut next) {
            return None;
        }
        std::mem::swap(&mut node, &mut next);
        guard += 1;
    }
    (!node.waits()).then(|| seat.position(&node))
}

/// Any of the turns in which nobody else decides; where there is none, any.
fn unsplit(turns: &Turns, dice: &mut Dice) -> Option<usize> {
    let count = turns.steps().len();
    if count == 0 {
        return None;
    }
    let mut index = dice.below(count);
    for _ in 0..8 {
        if !turns.steps()[index].splits {
            break;
        }
        index = dice.below(count);
    }
    Some(index)
}

/// Counts the turns of a kind that stands somewhere instead of another piece of the player; false: there it could not
/// stand.
fn count(
    seat: &mut Seat<'_>,
    position: &Position,
    kind: KindId,
    royal: &[bool],
    turns: &mut Turns,
    dice: &mut Dice,
    counted: &mut [Counted],
) -> bool {
    let player = position.player;
    let movable: Vec<_> = position
        .ids()
        .filter(|id| {
            let piece = position.piece(*id);
            piece.owner == player && !royal[piece.kind.index()] && matches!(piece.place, Place::Square(_))
        })
        .filter(|id| !position.ids().any(|other| position.piece(other).place == Place::On(*id)))
        .collect();
    let library = seat.arena().library();
    let empty = empty_squares(seat, position);
    if movable.is_empty() || empty.is_empty() {
        return false;
    }
    let mut changed = position.clone();
    let gone = movable[dice.below(movable.len())];
    changed.put(gone, Place::Gone);
    changed.pieces[gone.index()].facts.clear();
    let square = empty[dice.below(empty.len())];
    changed.add(Piece { owner: player, kind, place: Place::Square(square), fresh: false, facts: Vec::new() });
    let node: Node = seat.node(&changed);
    seat.list(&node, turns);
    if turns.steps().is_empty() || turns.are_unknown() {
        return false;
    }
    let own = || turns.steps().iter().filter(|step| step.from == Some(square));
    let entry = &mut counted[kind.index()];
    #[allow(clippy::cast_precision_loss)]
    let number = targets(own().filter_map(|step| step.to)) as f64;
    let inward = centrality(library, square);
    entry.times += 1.0;
    entry.turns += number;
    entry.turns_squared += number * number;
    entry.promotions += f64::from(u8::from(own().any(|step| step.becomes.is_some_and(|next| next != kind))));
    entry.inward += inward;
    entry.inward_squared += inward * inward;
    entry.inward_turns += inward * number;
    true
}

/// How many different squares there are.
fn targets(squares: impl Iterator<Item = Square>) -> u32 {
    let mut set = [0u64; 4];
    for square in squares {
        set[square.index() >> 6] |= 1 << (square.index() & 63);
    }
    set.iter().map(|word| word.count_ones()).sum()
}

/// The squares of the board on which nothing stands.
fn empty_squares(seat: &Seat<'_>, position: &Position) -> Vec<Square> {
    seat.arena().engine().board(position).iter().filter(|square| position.at(*square).is_none()).collect()
}

/// The turns of the weakest kind that stands in a position and moves; where there is none, of any.
fn least(counted: &[Counted], royal: &[bool], start: &Position) -> f64 {
    let stands = |index: usize| {
        start.ids().any(|id| {
            let piece = start.piece(id);
            piece.kind.index() == index
                && matches!(piece.place, Place::Square(_) | Place::On(_) | Place::Hand(_))
        })
    };
    let candidates = |must_stand: bool| {
        (0..counted.len())
            .map(|index| (index, counted[index].mean()))
            .filter(|(index, mean)| !royal[*index] && *mean > 0.05 && (!must_stand || stands(*index)))
            .map(|(_, mean)| mean)
            .fold(f64::INFINITY, f64::min)
    };
    let found = [candidates(true), candidates(false)].into_iter().find(|least| least.is_finite());
    found.unwrap_or(1.0)
}

/// Turns into worth.
fn valued(counted: &[Counted], royal: &[bool], start: &Position) -> Values {
    let least = least(counted, royal, start);
    let kinds = counted.iter().zip(royal).map(|(counted, royal)| {
        if *royal {
            return Worth { royal: true, ..Worth::default() };
        }
        let worth = 100.0 * counted.mean() / least;
        let relative = if counted.mean() > 0.0 { counted.slope() / counted.mean() } else { 0.0 };
        Worth {
            worth,
            advance: if counted.promotions > 0.0 { PROMOTES * worth } else { 0.0 },
            centre: (INWARD * relative * worth).clamp(-worth / 2.0, worth / 2.0),
            ..Worth::default()
        }
    });
    Values { kinds: kinds.collect(), mobility: 2.0, turn: 10.0, scale: 200.0 }
}

/// What part of its worth a kind that promotes gains on its way over the board.
const PROMOTES: f64 = 0.6;
/// What part of the turns that a piece has more in the middle counts as worth of the square.
const INWARD: f64 = 0.2;
