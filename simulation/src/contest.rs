//! One game between two players. Imports `dice`, `player`.
//!
//! A player is shown no more than its side may know: where something is hidden from it, it sees a position that it must
//! hold for possible, and what it plays there is played if it is legal in truth.

use crate::dice::Dice;
use crate::player::{Look, Player, Stood, can_hide, imagine};
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
    /// Its legal turns, or options.
    pub turns: &'p Turns,
    /// Which was played.
    pub index: usize,
    /// Who decided; none: chance.
    pub who: Option<SideId>,
    /// The position after it.
    pub after: &'p Node,
}

/// What a game is played with, kept from game to game.
#[derive(Debug)]
pub struct Board<'a> {
    seat: Seat<'a>,
    turns: Turns,
    stood: Stood,
    can_hide: bool,
}

/// How often a player imagines a position anew whose turn there is not legal in truth.
const IMAGININGS: u32 = 4;

impl<'a> Board<'a> {
    /// A board in an arena.
    #[must_use]
    pub fn new(seat: Seat<'a>) -> Board<'a> {
        let can_hide = can_hide(seat.arena().library());
        Board { seat, turns: Turns::new(), stood: Stood::default(), can_hide }
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
        let [first, second] = players;
        first.begin_game();
        second.begin_game();
        self.stood.clear();
        let mut node = self.seat.node(start);
        let mut next = node.clone();
        let mut plies = 0;
        loop {
            self.seat.list(&node, &mut self.turns);
            if !node.waits() {
                let repeats = self.stood.note(self.seat.identity(&node, &self.turns));
                if let Some(outcome) = self.seat.outcome(&node, &self.turns, repeats) {
                    return End::Ruled(outcome);
                }
            }
            let count = self.turns.steps().len();
            if self.turns.are_unknown() || count == 0 {
                return End::Unknown;
            }
            if plies >= most_plies {
                return End::Capped;
            }
            let who = node.who();
            let index = match who {
                None => dice.below(count),
                Some(side) => {
                    let player: &mut dyn Player = if side.0 == 0 { &mut *first } else { &mut *second };
                    self.ask(&node, side, player, dice)
                }
            };
            if !self.seat.play(&node, &self.turns, index, &mut next) {
                return End::Unknown;
            }
            let (seat, turns) = (&self.seat, &self.turns);
            visit(&Played { seat, before: &node, turns, index, who, after: &next });
            std::mem::swap(&mut node, &mut next);
            plies += 1;
        }
    }

    /// Which of the listed turns a player plays.
    fn ask(&mut self, node: &Node, side: SideId, player: &mut dyn Player, dice: &mut Dice) -> usize {
        if self.can_hide && !node.waits() {
            let position = self.seat.position(node);
            let mut hides = false;
            for _ in 0..IMAGININGS {
                let Some(imagined) = imagine(self.seat.arena(), &position, side, dice) else { break };
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
                let mut listed = 0..self.turns.steps().len();
                if let Some(index) = listed.find(|index| self.seat.turn(node, &self.turns, *index) == chosen)
                {
                    return index;
                }
            }
            // The player itself must not be asked by the truth.
            if hides {
                return dice.below(self.turns.steps().len());
            }
        }
        let (seat, turns, stood) = (&mut self.seat, &self.turns, &self.stood);
        let mut look = Look { seat, node, turns, stood, dice: &mut *dice, side };
        player.choose(&mut look)
    }
}
