//! Which turns are legal: laws, then demands; and how a game has ended. Imports `program`, `moment`, `turn`.

use super::known::Known;
use super::make::make;
use super::moment::{Depth, Frame, Moment, Rules};
use super::plain::find;
use super::turn::{Found, Script, Turn, Visit};
use super::ways::{Way, Ways};
use super::world::World;
use crate::ids::LabelId;
use crate::program::bits::Bits;
use crate::program::full::rule::Demand;
use std::ops::ControlFlow;

/// Hands out the legal turns that go on from here, as they stand when they are judged.
pub fn legal_turns<'r, const N: usize, const K: usize>(turn: &Turn<'r, N, K>, visit: Visit<'_, 'r, N, K>) {
    let program = turn.rules.program;
    if let Some(known) = known_of(turn) {
        let moment = Moment { closed: known.closed, unmet: known.unmet, ..turn.moment() };
        let ways = ways_to_try(&moment, &known);
        if by_trying(turn, &ways, visit).is_continue() {
            let _ = known_ways(&moment, &known, &mut |way, rough| {
                (!rough).then(|| turn.explore_move(way, None, &|_, _| true, visit))
            });
        }
        return;
    }
    if !program.traits.demands_if_possible {
        let _ = turn.explore(&|_, _| true, &mut |found| match found {
            Found::Whole(done) if done.breaks_law() => ControlFlow::Continue(()),
            found => visit(found),
        });
        return;
    }
    // What is demanded if it is possible is known once all turns are. What comes of a split one is not known yet: it
    // makes nothing bind, and is judged once it is whole.
    let demands: Vec<&Demand<N>> = program.demands.iter().filter(|each| each.if_it_can).collect();
    let mut candidates: Vec<(Turn<'r, N, K>, Option<u64>)> = Vec::new();
    let _ = turn.explore(&|_, _| true, &mut |found| {
        let (done, met) = match found {
            Found::Whole(done) if done.breaks_law() => return ControlFlow::Continue(()),
            Found::Whole(done) => {
                let met = demands.iter().enumerate();
                (&*done, Some(met.fold(0, |met, (index, each)| met | u64::from(done.meets(each)) << index)))
            }
            Found::Split(done) => (&*done, None),
        };
        candidates.push((done.clone(), met));
        ControlFlow::Continue(())
    });
    let known = || candidates.iter().filter_map(|(_, met)| *met);
    let binds = known().fold(0, |all, met| all | met);
    let possible = known().any(|met| met & binds == binds);
    for (done, met) in &mut candidates {
        let fits = binds == 0
            || met.is_none_or(|met| if possible { met & binds == binds } else { met & binds != 0 })
            || done.takes_royal();
        let found = if met.is_none() { Found::Split(done) } else { Found::Whole(done) };
        if fits && visit(found).is_break() {
            return;
        }
    }
}

/// What is known of the moves with which a turn may begin, if that is asked of a real turn.
fn known_of<const N: usize, const K: usize>(turn: &Turn<'_, N, K>) -> Option<Known<N>> {
    let asked = turn.moves == 0 && turn.depth.level == 2 && turn.depth.answers > 0;
    let mut known = Known::nothing();
    (asked && finds(turn.rules, &turn.world, &mut known)).then_some(known)
}

/// What is made of a way: whether to go on; none: the way must be known as a whole.
type Made = Option<ControlFlow<()>>;

/// Hands out the ways that are known to be legal. Those that may go through doors come first without what they pass
/// and how long they are, which is said with them; if that is not enough, they come again as they are.
fn known_ways<const N: usize, const K: usize>(
    moment: &Moment<'_, N, K>,
    known: &Known<N>,
    made: &mut dyn FnMut(&Way<N>, bool) -> Made,
) -> ControlFlow<()> {
    let mut ways = Vec::new();
    for piece in known.pieces & known.far {
        let mut left = known.legal(piece);
        for target in known.legal(piece) {
            if let Some(flow) = moment.far_way(piece, target).and_then(|way| made(&way, true)) {
                flow?;
                left = left.without(Bits::of(target));
            }
        }
        if left.is_empty() {
            continue;
        }
        ways.clear();
        moment.ways_of(piece, &mut ways);
        for way in &ways {
            if left.has(way.declared.target) && known.verdict(way) == Some(true) {
                as_it_is(made(way, false))?;
            }
        }
    }
    for piece in known.pieces.without(known.far) {
        for target in known.legal(piece) {
            let Some(way) = moment.plain_way(piece, target) else {
                moment.rules.give_up();
                return ControlFlow::Break(());
            };
            as_it_is(made(&way, false))?;
        }
    }
    known.castles.iter().try_for_each(|castles| as_it_is(made(&moment.castling_way(castles), false)))
}

fn as_it_is(made: Made) -> ControlFlow<()> {
    made.unwrap_or(ControlFlow::Continue(()))
}

/// Hands out the positions after the legal turns, the other side to move; none: a decision splits the turn, or the
/// tables do not hold what comes of it.
pub fn successors<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    visit: &mut dyn FnMut(Option<&World<N, K>>) -> ControlFlow<()>,
) {
    let mut known = Known::nothing();
    let turn = Turn::begin(rules, world, Depth::PLAY);
    if !finds(rules, world, &mut known) {
        legal_turns(&turn, &mut |found| visit(settled(found)));
        return;
    }
    let moment = Moment { closed: known.closed, unmet: known.unmet, ..turn.moment() };
    let ways = ways_to_try(&moment, &known);
    if by_trying(&turn, &ways, &mut |found| visit(settled(found))).is_break() {
        return;
    }
    let mut next = *world;
    let _ = known_ways(&moment, &known, &mut |way, rough| match make(rules, world, &known, way, &mut next) {
        true => {
            if next.overflow {
                rules.give_up();
            }
            Some(visit(if next.overflow { None } else { Some(&next) }))
        }
        false if rough => None,
        false => Some(turn.explore_move(way, None, &|_, _| true, &mut |found| visit(settled(found)))),
    });
}

/// A move that is made otherwise without a whole turn than by one, if there is one.
#[must_use]
pub fn made_otherwise<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
) -> Option<Way<N>> {
    let mut known = Known::nothing();
    if !finds(rules, world, &mut known) {
        return None;
    }
    let turn = Turn::begin(rules, world, Depth::PLAY);
    let moment = Moment { closed: known.closed, unmet: known.unmet, ..turn.moment() };
    let mut otherwise = None;
    let mut roughly: Vec<(u8, u8, World<N, K>)> = Vec::new();
    let _ = known_ways(&moment, &known, &mut |way, rough| {
        let mut next = *world;
        let made = make(rules, world, &known, way, &mut next).then_some(next);
        let (piece, target) = (way.piece, way.declared.target);
        if rough {
            roughly.extend(made.map(|next| (piece, target, next)));
            return None;
        }
        let before = roughly.iter().find(|each| (each.0, each.1) == (piece, target));
        if before.is_some_and(|(_, _, before)| made.is_none_or(|next| next != *before)) {
            otherwise = Some(*way);
            return Some(ControlFlow::Break(()));
        }
        let Some(next) = made else { return Some(ControlFlow::Continue(())) };
        let mut alike = false;
        let _ = turn.explore_move(way, None, &|_, _| true, &mut |found| {
            alike =
                settled(found).is_some_and(|settled| *settled == next || settled.overflow && next.overflow);
            ControlFlow::Break(())
        });
        if alike {
            return Some(ControlFlow::Continue(()));
        }
        otherwise = Some(*way);
        Some(ControlFlow::Break(()))
    });
    otherwise
}

/// The position once a legal turn stands.
fn settled<'s, const N: usize, const K: usize>(found: Found<'s, '_, N, K>) -> Option<&'s World<N, K>> {
    match found {
        Found::Whole(done) => done.settle(&mut Script::new(&[])).is_ok().then_some(&done.world),
        Found::Split(_) => None,
    }
}

/// Finds out what is known of the moves of a real turn; false: all are to be tried.
pub(super) fn finds<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    known: &mut Known<N>,
) -> bool {
    if !rules.program.traits.demands_if_possible {
        return find(rules, world, known);
    }
    // Nothing is demanded where no piece that must take could.
    if !rules.program.plain.as_ref().is_some_and(|plain| plain.demands) {
        return false;
    }
    let moment = Moment::at_start(rules, world, Depth::PLAY);
    let who = |demand: &Demand<N>| moment.pieces(&demand.subject, &mut Frame::new(world.player()));
    let must = rules.program.demands.iter().fold(Bits::EMPTY, |all, demand| all | who(demand));
    known.counting &= must.is_empty();
    let enemy = world.flat.sides[usize::from(1 - world.player())];
    if !find(rules, world, known) || (known.hungry | known.far).meets(must) {
        return false;
    }
    let marked: Bits<N> = world.marks().iter().map(|mark| mark.bearer).collect();
    { must }.all(|piece| !(known.tried(piece) | known.legal(piece)).meets(enemy | marked))
}

/// The ways of which nothing is known.
pub(super) fn ways_to_try<const N: usize, const K: usize>(
    moment: &Moment<'_, N, K>,
    known: &Known<N>,
) -> Ways<N> {
    let mut ways = Vec::new();
    // Acts come first: a decision of chance ends a count at once.
    if known.acts {
        moment.acts(moment.world.player(), &mut ways);
    }
    let far = known.far.filter(|piece| !known.tried(*piece).is_empty()).collect::<Bits<N>>();
    let walked = known.walked | far;
    for piece in walked {
        moment.ways_of(piece, &mut ways);
    }
    ways.retain(|way| known.verdict(way).is_none());
    for piece in known.odd.without(walked) {
        moment.odd_ways(piece, &mut ways);
    }
    for castles in &known.castles_tried {
        moment.castle_as(castles, &mut ways);
    }
    for piece in known.pieces.without(walked) {
        for target in known.tried(piece) {
            match moment.plain_way(piece, target) {
                Some(way) => ways.push(way),
                None => moment.rules.give_up(),
            }
        }
    }
    ways
}

/// Follows ways, and judges the turns.
fn by_trying<'r, const N: usize, const K: usize>(
    turn: &Turn<'r, N, K>,
    ways: &[Way<N>],
    visit: Visit<'_, 'r, N, K>,
) -> ControlFlow<()> {
    for way in ways {
        turn.explore_move(way, None, &|_, _| true, &mut |found| match found {
            Found::Whole(done) if done.breaks_law() => ControlFlow::Continue(()),
            found => visit(found),
        })?;
    }
    ControlFlow::Continue(())
}

/// The number of legal turns, and whether one of them is whole: then the player can move.
#[must_use]
pub fn count<const N: usize, const K: usize>(rules: &Rules<'_, N, K>, world: &World<N, K>) -> (u64, bool) {
    let (mut count, mut whole) = (0, false);
    let mut one = |found: Found<'_, '_, N, K>| {
        count += 1;
        whole |= matches!(found, Found::Whole(_));
        ControlFlow::Continue(())
    };
    let mut known = Known::to_count();
    if !finds(rules, world, &mut known) {
        legal_turns(&Turn::begin(rules, world, Depth::PLAY), &mut one);
        return (count, whole);
    }
    let moment =
        Moment { closed: known.closed, unmet: known.unmet, ..Moment::at_start(rules, world, Depth::PLAY) };
    let ways = ways_to_try(&moment, &known);
    if !ways.is_empty() {
        let _ = by_trying(&Turn::begin(rules, world, Depth::PLAY), &ways, &mut one);
    }
    (count + known.count, whole || known.count > 0)
}

/// How a game has ended: who wins, by which name, and where that is said, in the list of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who has won; none: drawn.
    pub winner: Option<u8>,
    /// By which end.
    pub label: Option<LabelId>,
    /// Where that stands.
    pub place: u16,
}

/// Whether a position that has turns is won or lost all the same: then it has none. One that only begins turns that a
/// decision splits, none of them whole, may have a player who cannot move.
#[must_use]
pub fn is_won_or_lost<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    whole: bool,
) -> bool {
    (!whole || rules.program.traits.ends_with_turns)
        && ended(rules, world, 1, whole.then_some(true)).is_some_and(|ended| ended.winner.is_some())
}

/// How the game has ended in a position that has stood so often, if it has; whether the player has a legal turn, if that
/// is known.
#[must_use]
pub fn ended<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    repeats: u32,
    can_move: Option<bool>,
) -> Option<Ended> {
    if let Some(over) = world.over {
        return Some(Ended { winner: over.winner, label: None, place: over.place });
    }
    let moment = Moment { repeats, can_move, ..Moment::at_start(rules, world, Depth::PLAY) };
    let player = world.player();
    for end in &rules.program.ends {
        let sides = match &end.who {
            None => 1 << player,
            Some((who, _)) => moment.sides(who, &mut Frame::new(player)),
        };
        for side in [1 - player, player] {
            if sides >> side & 1 == 0 {
                continue;
            }
            let mut frame = Frame::new(side);
            if moment.guards(&end.guards, &mut frame) && !moment.allowed(end.label) {
                let winner = end.who.as_ref().map(|(_, wins)| if *wins { side } else { 1 - side });
                return Some(Ended { winner, label: end.label, place: end.place });
            }
        }
    }
    None
}
