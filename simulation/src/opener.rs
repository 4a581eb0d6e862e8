//! A player who starts his event when he is told to, and leaves all else to another. Imports `player`, `plan`, `rules`,
//! `settings`.

use crate::plan::Acts;
use crate::player::{Look, Player};
use crate::rules::Rules;
use crate::settings::{LAST_RANDOM_TURN, When};
use rulemate_interpreter::arena::Turns;
use rulemate_interpreter::ids::LabelId;
use rulemate_interpreter::position::{Chosen, Part};
use std::collections::HashMap;

/// How often another player is asked again who wants to start an event before he may.
const ASKED: usize = 3;

/// A player with the order of when to start.
pub struct Opener<'p> {
    rules: &'p Rules,
    inner: Box<dyn Player>,
    acts: Option<Acts>,
    /// The turns of this player so far.
    turns: u32,
    due: Option<u32>,
    /// Which acts are followed by the draw of an event.
    starts: HashMap<LabelId, bool>,
    options: Turns,
}

impl<'p> Opener<'p> {
    /// A player who as yet has no orders.
    #[must_use]
    pub fn new(rules: &'p Rules, inner: Box<dyn Player>) -> Opener<'p> {
        Opener {
            rules,
            inner,
            acts: None,
            turns: 0,
            due: None,
            starts: HashMap::new(),
            options: Turns::new(),
        }
    }

    /// What holds for the next game.
    pub fn order(&mut self, acts: Option<Acts>) {
        self.acts = acts.filter(|acts| acts.when != When::Choice);
    }

    /// The turn that starts an event, if one does.
    fn act(&mut self, look: &mut Look<'_, '_>) -> Option<usize> {
        let may = |index: &usize| {
            let step = look.turns.steps()[*index];
            step.from.is_none() && step.to.is_none() && step.kind.is_none()
        };
        let acts: Vec<usize> = (0..look.turns.steps().len()).filter(may).collect();
        for index in acts {
            let turn = look.seat.turn(look.node, look.turns, index);
            let [Part::Move(act)] = &turn.parts[..] else { continue };
            let Some(label) = act.label else { continue };
            let known = self.starts.get(&label).copied();
            let starts = known.unwrap_or_else(|| {
                let mut next = look.node.clone();
                let played = look.seat.play(look.node, look.turns, index, &mut next);
                if !played || next.who().is_some() {
                    return false;
                }
                look.seat.list(&next, &mut self.options);
                let first =
                    (!self.options.steps().is_empty()).then(|| look.seat.turn(&next, &self.options, 0));
                first.is_some_and(|turn| matches!(turn.parts[..], [Part::Choice(Some(Chosen::Event(_)))]))
            });
            self.starts.insert(label, starts);
            if starts {
                return Some(index);
            }
        }
        None
    }

    /// Whether the event that is meant for this side may start.
    fn may_start(&self, look: &Look<'_, '_>, acts: Acts) -> bool {
        let Some(event) = acts.drawn[look.side.index()] else { return true };
        let position = look.seat.position(look.node);
        self.rules.engine().why_no_start(&position, event).is_empty()
    }
}

impl Player for Opener<'_> {
    fn choose(&mut self, look: &mut Look<'_, '_>) -> usize {
        let Some(acts) = self.acts.filter(|_| !look.node.waits()) else { return self.inner.choose(look) };
        self.turns += 1;
        let Some(act) = self.act(look) else { return self.inner.choose(look) };
        let due = match acts.when {
            When::Once | When::Choice => 1,
            When::Turn(turn) => turn,
            When::Random => match self.due {
                Some(due) => due,
                None => {
                    let drawn = look.dice.below(LAST_RANDOM_TURN as usize);
                    *self.due.insert(u32::try_from(drawn).unwrap_or(0) + 1)
                }
            },
        };
        if self.turns >= due && self.may_start(look, acts) {
            // The turn goes on behind the draw, and is the same.
            self.turns -= 1;
            return act;
        }
        let count = look.turns.steps().len();
        for _ in 0..ASKED {
            let index = self.inner.choose(look);
            if index != act || count == 1 {
                return index;
            }
        }
        let other = look.dice.below(count - 1);
        if other >= act { other + 1 } else { other }
    }

    fn lists(&self) -> bool {
        self.acts.is_some() || self.inner.lists()
    }

    fn begin_game(&mut self) {
        (self.turns, self.due) = (0, None);
        self.inner.begin_game();
    }
}
