//! One game between two players. Imports `dice`, `player`.
//!
//! A player is shown no more than its side may know: where something is hidden from it, it sees a position that it must
//! hold for possible, and what it plays there is played if it is legal in truth.

use crate::dice::Dice;
use crate::player::{Imagination, Look, Player, Stood};
use rulemate_interpreter::arena::{Node, Seat, Turns};
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::position::{Outcome, Position};

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Ruled(Outcome),
    /// It was not over after as many plies as are allowed: it says nothing of who would have won.
    Capped,
    /// One side has been ahead for so long that it is taken to have won.
    Judged(SideId),
    /// The rules ask for more work than is allowed: nothing is known of how it would go on.
    Unknown,
}

/// What is told of a ply while a game is played.
#[derive(Debug)]
pub struct Played<'p, 'a> {
    /// Where it was played.
    pub seat: &'p Seat<'a>,
    /// The position before it.
    pub before: &'p Node,
    /// Its legal turns, or options; only counted where neither the player nor whoever looks on wants more.
    pub turns: &'p Turns,
    /// Which was played.
    pub index: usize,
    /// Who decided; none: chance.
    pub who: Option<SideId>,
    /// The position after it.
    pub after: &'p Node,
}

/// What looks on while a game is played.
pub trait Watch<'a> {
    /// Before a turn: who is taken to have won here, though the rules let the game go on.
    fn judged(&mut self, _seat: &Seat<'a>, _node: &Node) -> Option<SideId> {
        None
    }

    /// What chance draws, if it is not left to the dice.
    fn drawn(&mut self, _seat: &Seat<'a>, _node: &Node, _turns: &Turns) -> Option<usize> {
        None
    }

    /// Whether it looks at what the turns are, and not only at how many there are and which was played.
    fn lists(&self) -> bool {
        false
    }

    /// A ply has been played.
    fn played(&mut self, played: &Played<'_, 'a>);
}

/// Is told each ply, and does nothing else.
struct Visit<'v, 'a>(&'v mut dyn FnMut(&Played<'_, 'a>));

impl<'a> Watch<'a> for Visit<'_, 'a> {
    fn lists(&self) -> bool {
        true
    }

    fn played(&mut self, played: &Played<'_, 'a>) {
        (self.0)(played);
    }
}

/// What a game is played with, kept from game to game.
#[derive(Debug)]
pub struct Board<'a> {
    seat: Seat<'a>,
    turns: Turns,
    stood: Stood,
    imagination: Imagination,
}

/// How often a player imagines a position anew whose turn there is not legal in truth.
const IMAGININGS: u32 = 4;

impl<'a> Board<'a> {
    /// A board in an arena.
    #[must_use]
    pub fn new(seat: Seat<'a>) -> Board<'a> {
        let imagination = Imagination::new(seat.arena().library());
        Board { seat, turns: Turns::new(), stood: Stood::default(), imagination }
    }

    /// Its place in the arena.
    pub fn seat(&mut self) -> &mut Seat<'a> {
        &mut self.seat
    }

    /// Plays a game from a position to its end, at most so many plies. Chance and both players draw from the same dice,
    /// in the order of play.
    pub fn play(
        &mut self,
        start: &Position,
        players: [&mut dyn Player; 2],
        dice: &mut Dice,
        most_plies: u32,
        visit: &mut dyn FnMut(&Played<'_, 'a>),
    ) -> End {
        self.play_watched(start, players, dice, most_plies, &mut Visit(visit))
    }

    /// The same, with somebody who may end the game or say what chance draws.
    pub fn play_watched(
        &mut self,
        start: &Position,
        players: [&mut dyn Player; 2],
        dice: &mut Dice,
        most_plies: u32,
        watch: &mut dyn Watch<'a>,
    ) -> End {
        let [first, second] = players;
        first.begin_game();
        second.begin_game();
        self.stood.clear();
        let mut node = self.seat.node(start);
        let mut next = node.clone();
        let mut plies = 0;
        let lists = [first.lists() || watch.lists(), second.lists() || watch.lists()];
        loop {
            let who = node.who();
            // What turns are is told only to whoever looks: that they are counted is enough to play one.
            match who {
                Some(side) if lists[usize::from(side.0 != 0)] => self.seat.list(&node, &mut self.turns),
                _ if watch.lists() => self.seat.list(&node, &mut self.turns),
                _ => self.seat.count(&node, &mut self.turns),
            }
            if !node.waits() {
                let repeats = self.stood.note(self.seat.identity(&node, &self.turns));
                if let Some(outcome) = self.seat.outcome(&node, &self.turns, repeats) {
                    return End::Ruled(outcome);
                }
                if let Some(winner) = watch.judged(&self.seat, &node) {
                    return End::Judged(winner);
                }
            }
            let count = self.turns.count();
            if self.turns.are_unknown() || count == 0 {
                return End::Unknown;
            }
            if plies >= most_plies {
                return End::Capped;
            }
            let index = match who {
                None => match watch.drawn(&self.seat, &node, &self.turns) {
                    Some(index) if index < count => index,
                    _ => dice.below(count),
                },
                Some(side) => {
                    let player: &mut dyn Player = if side.0 == 0 { &mut *first } else { &mut *second };
                    self.ask(&node, side, player, dice)
                }
            };
            if !self.seat.play(&node, &self.turns, index, &mut next) {
                return End::Unknown;
            }
            let (seat, turns) = (&self.seat, &self.turns);
            watch.played(&Played { seat, before: &node, turns, index, who, after: &next });
            std::mem::swap(&mut node, &mut next);
            plies += 1;
        }
    }

    /// Whether anything can be hidden by the rules in force.
    fn may_hide(&self, node: &Node) -> bool {
        let events = self.seat.in_force(node).iter().map(|each| each.event);
        self.imagination.is_needed(self.seat.arena().library(), events)
    }

    /// Which of the listed turns a player plays.
    fn ask(&mut self, node: &Node, side: SideId, player: &mut dyn Player, dice: &mut Dice) -> usize {
        if !node.waits() && self.may_hide(node) {
            let position = self.seat.position(node);
            let mut hides = false;
            for _ in 0..IMAGININGS {
                let imagined = self.imagination.imagine(self.seat.arena(), &position, side, dice);
                let Some(imagined) = imagined else { break };
                hides = true;
                let imagined = self.seat.node(&imagined);
                let mut turns = Turns::new();
                self.seat.list(&imagined, &mut turns);
                if turns.steps().is_empty() {
                    continue;
                }
                let (seat, stood) = (&mut self.seat, &self.stood);
                let mut look = Look { seat, node: &imagined, turns: &turns, stood, dice: &mut *dice, side };
                let chosen = player.choose(&mut look);
                let chosen = self.seat.turn(&imagined, &turns, chosen);
                let mut listed = 0..self.turns.count();
                if let Some(index) = listed.find(|index| self.seat.turn(node, &self.turns, *index) == chosen)
                {
                    return index;
                }
            }
            // The player itself must not be asked by the truth.
            if hides {
                return dice.below(self.turns.count());
            }
        }
        let (seat, turns, stood) = (&mut self.seat, &self.turns, &self.stood);
        let mut look = Look { seat, node, turns, stood, dice: &mut *dice, side };
        player.choose(&mut look)
    }
}
