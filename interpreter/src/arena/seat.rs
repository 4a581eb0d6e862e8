//! One thread's place: lists turns and plays them. Imports `ids`, `model`, `position`, `engine`, `fast`, `notation`,
//! `compile`, `play`, `program`.

use super::held::{Held, program_of, quick_stand, tables_of, whole_stand, with_rules};
use super::step::{HeldBy, Turns};
use super::tell::{plain_step, tell_quick, tell_whole};
use super::{Arena, Midway, Node, Stand};
use crate::compile::full::Tables;
use crate::compile::{Compiled, Names};
use crate::engine::Engine as _;
use crate::fast::carry::Carrier as Quick;
use crate::fast::whole::Carrier as Whole;
use crate::fast::{Plan, won_or_lost};
use crate::ids::{KindId, LabelId, SideId, Square};
use crate::play::ask::end_of;
use crate::play::full::identity::identity as whole_identity;
use crate::play::full::judge::ended;
use crate::play::full::listing::Listing;
use crate::play::full::moment::{Depth, Moment, Rules};
use crate::play::full::world::{Place as At, World};
use crate::play::generate::generate;
use crate::play::identity::identity as quick_identity;
use crate::play::make::make;
use crate::play::state::State;
use crate::play::threat::royal_attacked;
use crate::position::{Outcome, Place, Position, Started, Turn};
use crate::program::Program;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// One thread's place in an arena.
#[derive(Debug)]
pub struct Seat<'a> {
    arena: &'a Arena,
    held: Vec<Held>,
    known: HashMap<Vec<Started>, u32>,
}

impl<'a> Seat<'a> {
    pub(super) fn new(arena: &'a Arena) -> Seat<'a> {
        Seat { arena, held: Vec::new(), known: HashMap::new() }
    }

    /// The arena.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The first position of the game.
    pub fn first(&mut self) -> Node {
        self.node(self.arena.setup())
    }

    /// A position, to be played from.
    pub fn node(&mut self, position: &Position) -> Node {
        if position.pending.is_some()
            && let Some(midway) = self.midway(position)
        {
            return Node { held: self.hold(position), stand: Stand::Midway(Box::new(midway)) };
        }
        let held = self.hold(position);
        let rules = &self.held[held as usize];
        let quick = rules.plan.as_deref().and_then(|plan| quick_stand(plan, position));
        let stand = quick.or_else(|| whole_stand(rules, position));
        Node { stand: stand.unwrap_or_else(|| Stand::Plain(Box::new(position.clone()))), held }
    }

    /// A turn that must go on with a move, by the tables of the rules that are in force by now.
    fn midway(&mut self, position: &Position) -> Option<Midway> {
        let found = self.arena.fast.as_ref()?.midway(position)?;
        let held = self.hold(&found.now);
        let (program, codes, _) = tables_of!(Small, &self.held[held as usize])?;
        let carrier = Whole { program, codes };
        let offer = program.places.iter().position(|place| *place == found.offer)?;
        Some(Midway {
            position: position.clone(),
            held,
            start: carrier.world(&found.start)?,
            now: carrier.world(&found.now)?,
            offer: u16::try_from(offer).ok()?,
        })
    }

    /// The rules by which such a turn goes on.
    fn by(&self, midway: &Midway) -> &Held {
        &self.held[midway.held as usize]
    }

    fn hold(&mut self, position: &Position) -> u32 {
        if let Some(held) = self.known.get(&position.events) {
            return *held;
        }
        let held = u32::try_from(self.held.len()).unwrap_or(u32::MAX);
        self.held.push(Held::new(self.arena, position));
        self.known.insert(position.events.clone(), held);
        held
    }

    /// Lists the legal turns of a position, or the options of the decision that it waits for.
    pub fn list(&self, node: &Node, turns: &mut Turns) {
        self.count(node, turns);
        let held = &self.held[node.held as usize];
        match &node.stand {
            _ if turns.held_by == HeldBy::Plain => {
                if let Some((position, listed)) = &turns.plain {
                    turns.steps.extend(listed.iter().map(|turn| plain_step(position, turn)));
                }
            }
            Stand::Tiny(state) => tell_quick(program_of!(Small, held), state, turns),
            Stand::Small(state) => tell_quick(program_of!(Small, held), state, turns),
            Stand::Middle(state) => tell_quick(program_of!(Middle, held), state, turns),
            Stand::Large(state) => tell_quick(program_of!(Large, held), state, turns),
            Stand::World(world) => {
                if let (Some((program, codes, _)), Some(listing)) = (tables_of!(Small, held), &turns.small) {
                    tell_whole(&Whole { program, codes }, world, listing, &mut turns.steps);
                }
            }
            Stand::Wide(world) => {
                if let (Some((program, codes, _)), Some(listing)) = (tables_of!(Large, held), &turns.wide) {
                    tell_whole(&Whole { program, codes }, world, listing, &mut turns.steps);
                }
            }
            Stand::Midway(midway) => {
                let tables = tables_of!(Small, self.by(midway));
                if let (Some((program, codes, _)), Some(listing)) = (tables, &turns.small) {
                    tell_whole(&Whole { program, codes }, &midway.now, listing, &mut turns.steps);
                }
            }
            Stand::Plain(_) => {}
        }
    }

    /// The same for who wants to know only how many there are, and to play one by its place in the list: what they are is
    /// not told.
    pub fn count(&self, node: &Node, turns: &mut Turns) {
        turns.steps.clear();
        turns.plain = None;
        turns.unknown = false;
        let held = &self.held[node.held as usize];
        let listed = match &node.stand {
            Stand::Tiny(state) => list_quick(program_of!(Small, held), state, turns),
            Stand::Small(state) => list_quick(program_of!(Small, held), state, turns),
            Stand::Middle(state) => list_quick(program_of!(Middle, held), state, turns),
            Stand::Large(state) => list_quick(program_of!(Large, held), state, turns),
            Stand::World(world) => tables_of!(Small, held).is_some_and(|(program, _, hall)| {
                turns.held_by = HeldBy::Small;
                turns.small.get_or_insert_default().list(&hall.rules(program), world)
            }),
            Stand::Wide(world) => tables_of!(Large, held).is_some_and(|(program, _, hall)| {
                turns.held_by = HeldBy::Wide;
                turns.wide.get_or_insert_default().list(&hall.rules(program), world)
            }),
            Stand::Midway(midway) => tables_of!(Small, self.by(midway)).is_some_and(|(program, _, hall)| {
                turns.held_by = HeldBy::Small;
                let worlds = (&midway.start, &midway.now);
                turns.small.get_or_insert_default().list_midway(&hall.rules(program), worlds, midway.offer)
            }),
            Stand::Plain(_) => false,
        };
        if !listed {
            self.list_plain(node, turns);
        }
    }

    fn list_plain(&self, node: &Node, turns: &mut Turns) {
        let position = self.position(node);
        let listed = self.arena.engine.turns(&position);
        turns.held_by = HeldBy::Plain;
        turns.unknown = listed.is_empty() && self.arena.engine.given_up(&position).is_some();
        turns.plain = Some((Box::new(position), listed));
    }

    /// Plays the turn of this place in the list, or makes the decision; false: the rules ask for more work than is
    /// allowed, and nothing is known of what comes of it.
    #[must_use]
    pub fn play(&mut self, node: &Node, turns: &Turns, index: usize, next: &mut Node) -> bool {
        if turns.plain.is_some() {
            return self.play_plain(node, turns, index, next);
        }
        let held = &self.held[node.held as usize];
        let played = match &node.stand {
            Stand::Tiny(state) => made(program_of!(Small, held), state, turns, index)
                .map(|made| next.stand = Stand::Tiny(made))
                .is_some(),
            Stand::Small(state) => made(program_of!(Small, held), state, turns, index)
                .map(|made| next.stand = Stand::Small(Box::new(made)))
                .is_some(),
            Stand::Middle(state) => made(program_of!(Middle, held), state, turns, index)
                .map(|made| next.stand = Stand::Middle(Box::new(made)))
                .is_some(),
            Stand::Large(state) => made(program_of!(Large, held), state, turns, index)
                .map(|made| next.stand = Stand::Large(Box::new(made)))
                .is_some(),
            Stand::World(world) => match (tables_of!(Small, held), &turns.small) {
                (Some((program, _, hall)), Some(listing)) => {
                    if !matches!(next.stand, Stand::World(_)) {
                        next.stand = Stand::World(world.clone());
                    }
                    let Stand::World(room) = &mut next.stand else { return false };
                    play_whole(&hall.rules(program), world, listing, index, room)
                }
                _ => false,
            },
            Stand::Wide(world) => match (tables_of!(Large, held), &turns.wide) {
                (Some((program, _, hall)), Some(listing)) => {
                    if !matches!(next.stand, Stand::Wide(_)) {
                        next.stand = Stand::Wide(world.clone());
                    }
                    let Stand::Wide(room) = &mut next.stand else { return false };
                    play_whole(&hall.rules(program), world, listing, index, room)
                }
                _ => false,
            },
            Stand::Midway(midway) => match (tables_of!(Small, self.by(midway)), &turns.small) {
                (Some((program, _, hall)), Some(listing)) => {
                    let mut made = Box::new(midway.now);
                    let played = play_whole(&hall.rules(program), &midway.now, listing, index, &mut made);
                    if played {
                        *next = Node { held: midway.held, stand: Stand::World(made) };
                        return true;
                    }
                    false
                }
                _ => false,
            },
            Stand::Plain(_) => false,
        };
        if played {
            next.held = node.held;
            return true;
        }
        self.play_plain(node, turns, index, next)
    }

    fn play_plain(&mut self, node: &Node, turns: &Turns, index: usize, next: &mut Node) -> bool {
        let turn = self.turn(node, turns, index);
        let played = match &turns.plain {
            Some((position, _)) => self.arena.engine.play(position, &turn),
            None => self.arena.engine.play(&self.position(node), &turn),
        };
        let Ok(position) = played else { return false };
        *next = self.node(&position);
        true
    }

    /// How the game has ended in a position that has stood so often, this time included; its turns must be listed.
    #[must_use]
    pub fn outcome(&self, node: &Node, turns: &Turns, repeats: u32) -> Option<Outcome> {
        if let Some((position, _)) = &turns.plain {
            return self.arena.engine.outcome(position, repeats);
        }
        // In the middle of a turn only who cannot go on has ended the game.
        if matches!(node.stand, Stand::Midway(_)) && turns.count() > 0 {
            return None;
        }
        let held = &self.held[node.held as usize];
        with_rules!(
            held,
            &node.stand,
            |state, program, _names| end_of(program, state, repeats, !turns.moves.is_empty()).map(|end| Outcome {
                winner: end.winner.map(SideId),
                by: end.label.map(LabelId),
                place: end.place,
            }),
            |world, tables, _codes, hall| {
                let can_move = turns.is_whole().then_some(true);
                let ended = ended(&hall.rules(tables), world, repeats, can_move);
                if hall.memory_gave_up() {
                    return self.arena.engine.outcome(&self.position(node), repeats);
                }
                ended.map(|ended| Outcome {
                    winner: ended.winner.map(SideId),
                    by: ended.label,
                    place: tables.places[usize::from(ended.place)],
                })
            },
            else self.arena.engine.outcome(&self.position(node), repeats)
        )
    }

    /// A number for a position whose turns are listed: the same for positions that count as repeated, another for others
    /// but for a chance of 1 in 2^64 a pair; that of a position that waits for a decision is never met again.
    #[must_use]
    pub fn identity(&self, node: &Node, turns: &Turns) -> u64 {
        if turns.plain.is_some() {
            return self.plain_identity(node);
        }
        let held = &self.held[node.held as usize];
        let events = held.events;
        with_rules!(
            held,
            &node.stand,
            |state, program, _names| quick_identity(program, state, held.quick, &turns.moves) ^ events,
            |world, tables, _codes, hall| match listing_of(turns, world) {
                Some(listing) =>
                    whole_identity(&hall.rules(tables), world, &hall.sameness, listing) ^ events,
                None => self.plain_identity(node),
            },
            else self.plain_identity(node)
        )
    }

    fn plain_identity(&self, node: &Node) -> u64 {
        let position = self.position(node);
        let mut hasher = DefaultHasher::new();
        let rules = crate::notation::Rules { engine: &*self.arena.engine, lexicon: &self.arena.lexicon };
        crate::notation::canonical::identity(rules, &position).hash(&mut hasher);
        if let Some(pending) = &position.pending {
            pending.declared.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The events in force in a position, in order of their start.
    #[must_use]
    pub fn in_force(&self, node: &Node) -> &[Started] {
        &self.held[node.held as usize].started
    }

    /// Whether a royal piece of a side is threatened.
    #[must_use]
    pub fn is_threatened(&self, node: &Node, side: SideId) -> bool {
        let held = &self.held[node.held as usize];
        with_rules!(
            held,
            &node.stand,
            |state, program, _names| royal_attacked(program, state, side.index()),
            |world, tables, _codes, hall| {
                let rules = hall.rules(tables);
                Moment::at_start(&rules, world, Depth::PLAY).royal_threatened(side.0)
            },
            else self.arena.engine.threatened(&self.position(node), side)
        )
    }

    /// Hands out the pieces: kind, owner, and square; none for those in hand. Those that are carried have the square of
    /// their carrier.
    pub fn pieces(&self, node: &Node, mut visit: impl FnMut(KindId, SideId, Option<Square>)) {
        let held = &self.held[node.held as usize];
        with_rules!(
            held,
            &node.stand,
            |state, program, names| {
                let carrier = Quick { program, names };
                for (code, squares) in state.kinds.iter().enumerate() {
                    let Some(kind) = names.kinds.get(code) else { break };
                    for square in *squares {
                        let side = SideId(u8::from(state.sides[1].has(square)));
                        visit(*kind, side, Some(carrier.square(square)));
                    }
                }
            },
            |world, tables, codes, _hall| {
                let carrier = Whole { program: tables, codes };
                for piece in world.present() | world.away {
                    let place = world.place(piece);
                    let square = match place {
                        At::Square(_) | At::On(_) => world.square_of(piece),
                        At::Hand(_) => None,
                        _ => continue,
                    };
                    let kind = codes.kinds[usize::from(world.kind(piece))];
                    visit(kind, SideId(world.owner(piece)), square.map(|square| carrier.square(square)));
                }
            },
            else {
                let position = self.position(node);
                for id in position.ids() {
                    let piece = position.piece(id);
                    match piece.place {
                        Place::Square(_) | Place::On(_) => {
                            visit(piece.kind, piece.owner, position.square_of(id));
                        }
                        Place::Hand(_) => visit(piece.kind, piece.owner, None),
                        Place::Held(_) | Place::Taken(_) | Place::Gone => {}
                    }
                }
            }
        );
    }

    /// Hands out the kind of each royal piece of a side; of none where only the plain evaluator holds the position.
    pub fn royals(&self, node: &Node, side: SideId, mut visit: impl FnMut(KindId)) {
        let held = &self.held[node.held as usize];
        with_rules!(
            held,
            &node.stand,
            |state, program, names| {
                let own = state.sides[side.index() & 1];
                for square in state.of(program.sides[side.index() & 1].royal) & own {
                    let code = state.at(square).map(|(code, _)| usize::from(code));
                    if let Some(kind) = code.and_then(|code| names.kinds.get(code)) {
                        visit(*kind);
                    }
                }
            },
            |world, tables, codes, hall| {
                let rules = hall.rules(tables);
                for piece in Moment::at_start(&rules, world, Depth::PLAY).royals(side.0) {
                    visit(codes.kinds[usize::from(world.kind(piece))]);
                }
            },
            else {}
        );
    }

    /// The position as a plain value.
    #[must_use]
    pub fn position(&self, node: &Node) -> Position {
        let held = &self.held[node.held as usize];
        with_rules!(
            held,
            &node.stand,
            |state, program, names| Quick { program, names }.position(state, &held.started),
            |world, tables, codes, _hall| Whole { program: tables, codes }.position(world, &held.started),
            else match &node.stand {
                Stand::Plain(position) => (**position).clone(),
                Stand::Midway(midway) => midway.position.clone(),
                _ => Position::empty(),
            }
        )
    }

    /// The turn of this place in the list, as its player declares it.
    #[must_use]
    pub fn turn(&self, node: &Node, turns: &Turns, index: usize) -> Turn {
        if let Some((_, listed)) = &turns.plain {
            return listed[index].clone();
        }
        let held = &self.held[node.held as usize];
        with_rules!(
            held,
            &node.stand,
            |state, program, names| Quick { program, names }.turn(state, turns.moves[index]),
            |world, tables, codes, hall| match listing_of(turns, world) {
                Some(listing) => {
                    let parts = listing.parts(&hall.rules(tables), world, &listing.entries[index]);
                    Whole { program: tables, codes }.turn(&parts)
                }
                None => Turn::default(),
            },
            else {
                let Stand::Midway(midway) = &node.stand else { return Turn::default() };
                let (Some((program, codes, hall)), Some(listing)) =
                    (tables_of!(Small, self.by(midway)), &turns.small)
                else {
                    return Turn::default();
                };
                let parts = listing.parts(&hall.rules(program), &midway.now, &listing.entries[index]);
                Whole { program, codes }.turn(&parts)
            }
        )
    }
}

impl Turns {
    /// Whether some turn is known to be whole.
    fn is_whole(&self) -> bool {
        match self.held_by {
            HeldBy::Small => self.small.as_ref().is_some_and(|listing| listing.whole),
            HeldBy::Wide => self.wide.as_ref().is_some_and(|listing| listing.whole),
            HeldBy::Moves | HeldBy::Plain => false,
        }
    }
}

/// The list that goes with a world of this size.
trait Lists<const N: usize, const K: usize> {
    fn of(turns: &Turns) -> Option<&Listing<N, K>>;
}

impl Lists<1, 16> for World<1, 16> {
    fn of(turns: &Turns) -> Option<&Listing<1, 16>> {
        turns.small.as_deref()
    }
}

impl Lists<4, 32> for World<4, 32> {
    fn of(turns: &Turns) -> Option<&Listing<4, 32>> {
        turns.wide.as_deref()
    }
}

fn listing_of<'t, const N: usize, const K: usize>(
    turns: &'t Turns,
    _: &World<N, K>,
) -> Option<&'t Listing<N, K>>
where
    World<N, K>: Lists<N, K>,
{
    World::<N, K>::of(turns)
}

fn list_quick<const N: usize, const K: usize>(
    behind: Option<(&Program<N>, &Names)>,
    state: &State<N, K>,
    turns: &mut Turns,
) -> bool {
    let Some((program, _)) = behind else { return false };
    turns.held_by = HeldBy::Moves;
    turns.moves.clear();
    if !won_or_lost(program, state) {
        generate(program, state, &mut turns.moves);
    }
    true
}

/// The state after the move of this place in the list.
fn made<const N: usize, const K: usize>(
    behind: Option<(&Program<N>, &Names)>,
    state: &State<N, K>,
    turns: &Turns,
    index: usize,
) -> Option<State<N, K>> {
    let ((program, _), step) = (behind?, turns.moves.get(index)?);
    Some(make(program, state, *step))
}

fn play_whole<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    listing: &Listing<N, K>,
    index: usize,
    next: &mut World<N, K>,
) -> bool {
    listing.entries.get(index).is_some_and(|entry| listing.play(rules, world, entry, next))
}
