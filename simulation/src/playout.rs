//! Random games that nobody looks at. Imports `contest`, `dice`, `player`.

use crate::contest::End;
use crate::dice::Dice;
use crate::player::Stood;
use rulemate_interpreter::arena::{Node, Seat, Turns};

/// What random games are played with, kept from game to game.
#[derive(Debug)]
pub struct Playout<'a> {
    seat: Seat<'a>,
    turns: Turns,
    stood: Stood,
    nodes: [Node; 2],
}

impl<'a> Playout<'a> {
    /// A place for random games.
    #[must_use]
    pub fn new(mut seat: Seat<'a>) -> Playout<'a> {
        let first = seat.first();
        Playout { seat, turns: Turns::new(), stood: Stood::default(), nodes: [first.clone(), first] }
    }

    /// Its place in the arena.
    pub fn seat(&mut self) -> &mut Seat<'a> {
        &mut self.seat
    }

    /// Plays from a position to the game's own end, any legal turn as likely as any other, at most so many plies: how the
    /// game ended, and after how many plies.
    pub fn play(&mut self, start: &Node, dice: &mut Dice, most_plies: u32) -> (End, u32) {
        let Playout { seat, turns, stood, nodes: [node, next] } = self;
        node.clone_from(start);
        stood.clear();
        let mut plies = 0;
        loop {
            seat.count(node, turns);
            if !node.waits() {
                let repeats = stood.note(seat.identity(node, turns));
                if let Some(outcome) = seat.outcome(node, turns, repeats) {
                    return (End::Ruled(outcome), plies);
                }
            }
            let count = turns.count();
            if count == 0 || turns.are_unknown() {
                return (End::Unknown, plies);
            }
            if plies >= most_plies {
                return (End::Capped, plies);
            }
            if !seat.play(node, turns, dice.below(count), next) {
                return (End::Unknown, plies);
            }
            std::mem::swap(node, next);
            plies += 1;
        }
    }
}
