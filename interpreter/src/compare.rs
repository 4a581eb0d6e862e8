//! Holds the compiled evaluator to the plain one, position by position. Imports `position`, `engine`, `notation`,
//! `perft`.
//!
//! A layer of the tree is compared at a time: so the first difference that is found is one of the nearest.

use crate::engine::{Engine, Reason};
use crate::notation::lexicon::Lexicon;
use crate::notation::{Rules, coordinate, fen};
use crate::perft::counts;
use crate::position::{Outcome, Part, Position, Turn};
use rulemate_grammar::source::Place;

/// How often a position has stood when its outcome is asked.
const REPEATS: [u32; 2] = [1, 3];

/// Two evaluators of one library.
#[derive(Clone, Copy)]
pub struct Both<'e> {
    /// The one that is tried.
    pub compiled: &'e dyn Engine,
    /// The one that is right.
    pub plain: &'e dyn Engine,
    /// The words of their library.
    pub lexicon: &'e Lexicon,
}

/// What has been found equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layer {
    /// The number of turns so deep, as [`perft`](crate::perft::perft) counts them.
    pub nodes: u64,
    /// The number of positions of which all was compared.
    pub positions: u64,
}

/// Why comparing has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The evaluators differ.
    Differs(Box<Difference>),
    /// The rules ask for more work than is allowed.
    GivenUp(Reason),
}

/// The first difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Where.
    pub position: Position,
    /// The same as text.
    pub text: String,
    /// The turns and decisions that lead there.
    pub line: Vec<String>,
    /// In what.
    pub what: What,
}

/// In what evaluators differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Each turn that only one of them has.
    Turns {
        /// Those that only the compiled evaluator has.
        compiled: Vec<Only>,
        /// Those that only the plain one has.
        plain: Vec<Only>,
    },
    /// What a turn leads to.
    Next {
        /// The turn.
        turn: String,
        /// By the compiled evaluator.
        compiled: Led,
        /// By the plain one.
        plain: Led,
    },
    /// How the game has ended.
    Outcome {
        /// How often the position has stood.
        repeats: u32,
        /// By the compiled evaluator.
        compiled: Option<Outcome>,
        /// By the plain one.
        plain: Option<Outcome>,
    },
}

/// Where a turn leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Led {
    /// To this position.
    To(String),
    /// Nowhere, though it is listed.
    Refused(Vec<Reason>),
    /// To another position than the other evaluator says, by what counts play on.
    Elsewhere,
}

/// A turn that only one evaluator has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// The turn.
    pub turn: Turn,
    /// In coordinate form.
    pub text: String,
    /// Why the other one refuses it, as far as it says.
    pub refused: Vec<Reason>,
    /// The sentences by which the one makes it, as far as it says.
    pub made: Vec<Place>,
}

/// Compares all positions that are one turn less deep, and all that their turns lead to.
///
/// # Errors
/// The first difference; or the rules ask for more work than is allowed.
pub fn layer(both: Both<'_>, position: &Position, depth: u32) -> Result<Layer, Stopped> {
    let mut walk = Walk { both, start: position, line: Vec::new(), found: Layer::default() };
    walk.below(position, depth, false)?;
    Ok(walk.found)
}

struct Walk<'e, 'p> {
    both: Both<'e>,
    start: &'p Position,
    line: Vec<Turn>,
    found: Layer,
}

impl Walk<'_, '_> {
    fn below(&mut self, position: &Position, depth: u32, counted: bool) -> Result<(), Stopped> {
        if depth == 0 {
            self.found.nodes += 1;
            return Ok(());
        }
        // What lies before the layer has been compared with the layers before it.
        let engine = self.both.compiled;
        let steps = if depth == 1 {
            self.compared(position)?
        } else {
            listed(engine, position)?.into_iter().map(|turn| (turn, None)).collect()
        };
        for (turn, after) in steps {
            let after = after.map_or_else(|| played(engine, position, &turn), Ok)?;
            let counts = counts(position, &after, counted);
            self.line.push(turn);
            self.below(&after, if counts { depth - 1 } else { depth }, counted || counts)?;
            self.line.pop();
        }
        Ok(())
    }

    /// The turns of a position, of which both say the same, and where they lead.
    fn compared(&mut self, position: &Position) -> Result<Vec<(Turn, Option<Position>)>, Stopped> {
        let Both { compiled, plain, .. } = self.both;
        let turns = sorted(listed(plain, position)?);
        let others = sorted(listed(compiled, position)?);
        if turns != others {
            let only = |mine: &[Turn], its: &[Turn], (one, other): (&dyn Engine, &dyn Engine)| {
                let texts = coordinate::write_all(self.rules(), position, mine);
                let said = mine.iter().zip(texts).enumerate();
                // What is listed twice by one alone is a difference too.
                let apart = said.filter(|(at, (turn, _))| {
                    let before = mine[..*at].iter().filter(|each| each == turn).count();
                    its.iter().filter(|each| each == turn).count() <= before
                });
                apart.map(|(_, (turn, text))| alone(position, (turn, text), one, other)).collect::<Vec<_>>()
            };
            let what = What::Turns {
                compiled: only(&others, &turns, (compiled, plain)),
                plain: only(&turns, &others, (plain, compiled)),
            };
            return Err(self.differs(position, what));
        }
        if position.pending.is_none() {
            for repeats in REPEATS {
                let both = [compiled, plain].map(|engine| engine.outcome(position, repeats));
                let [compiled, plain] = both;
                if compiled != plain {
                    return Err(self.differs(position, What::Outcome { repeats, compiled, plain }));
                }
            }
        }
        let mut steps = Vec::new();
        for turn in &turns {
            steps.push((turn.clone(), Some(self.led_alike(position, &turns, turn)?)));
        }
        self.found.positions += 1;
        Ok(steps)
    }

    /// Where a turn leads by both.
    fn led_alike(&self, position: &Position, turns: &[Turn], turn: &Turn) -> Result<Position, Stopped> {
        let Both { compiled, plain, .. } = self.both;
        let (by_compiled, by_plain) = (compiled.play(position, turn), plain.play(position, turn));
        let led = |next: &Result<Position, Vec<Reason>>| match next {
            Ok(next) => Led::To(fen::write(self.rules(), next)),
            Err(reasons) => Led::Refused(reasons.clone()),
        };
        // Equal values have equal texts; others may.
        let same = by_compiled == by_plain || led(&by_compiled) == led(&by_plain);
        let compiled = match by_plain {
            Ok(next) if same && compiled.plays_alike(position, turn, &next) != Some(false) => {
                return Ok(next);
            }
            Ok(_) if same => Led::Elsewhere,
            _ => led(&by_compiled),
        };
        let plain = led(&plain.play(position, turn));
        let turn = coordinate::write(self.rules(), position, turns, turn);
        Err(self.differs(position, What::Next { turn, compiled, plain }))
    }

    fn rules(&self) -> Rules<'_> {
        Rules { engine: self.both.plain, lexicon: self.both.lexicon }
    }

    fn differs(&self, position: &Position, what: What) -> Stopped {
        let mut line = Vec::new();
        let mut at = self.start.clone();
        for turn in &self.line {
            let turns = self.both.plain.turns(&at);
            line.push(coordinate::write(self.rules(), &at, &turns, turn));
            let Ok(next) = self.both.plain.play(&at, turn) else { break };
            at = next;
        }
        let text = fen::write(self.rules(), position);
        Stopped::Differs(Box::new(Difference { position: position.clone(), text, line, what }))
    }
}

fn alone(position: &Position, (turn, text): (&Turn, String), one: &dyn Engine, other: &dyn Engine) -> Only {
    let mut refused = other.play(position, turn).err().unwrap_or_default();
    if refused.is_empty()
        && let Some(Part::Move(declared)) = turn.parts.first()
    {
        let explained = match (declared.origin, declared.target, declared.label) {
            (Some(from), Some(to), _) => other.explain(position, from, to),
            (at, _, Some(label)) => other.explain_act(position, at, label),
            _ => Default::default(),
        };
        refused = explained.refused;
    }
    Only { turn: turn.clone(), text, refused, made: one.made(position, turn) }
}

fn sorted(mut turns: Vec<Turn>) -> Vec<Turn> {
    turns.sort_unstable();
    turns
}

fn listed(engine: &dyn Engine, position: &Position) -> Result<Vec<Turn>, Stopped> {
    let turns = engine.turns(position);
    match engine.given_up(position).filter(|_| turns.is_empty()) {
        Some(reason) => Err(Stopped::GivenUp(reason)),
        None => Ok(turns),
    }
}

fn played(engine: &dyn Engine, position: &Position, turn: &Turn) -> Result<Position, Stopped> {
    engine.play(position, turn).map_err(|reasons| {
        let reason = reasons.into_iter().next();
        Stopped::GivenUp(reason.unwrap_or_else(|| Reason::plain("a turn that is listed is refused")))
    })
}
