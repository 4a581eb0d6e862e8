//! Events that are put in force from outside a turn: each starts as if its side had started it where the position
//! stands, and what it sets up may wait for decisions. Imports `position`, `engine`, `model`.

use super::legal::stopped;
use super::moment::Depth;
use super::question::Question;
use super::state::{Ask, Script, State, Stop, compact};
use crate::engine::Reason;
use crate::model::Time;
use crate::position::{Chosen, Left, Mark, Part, Pending, Place, Position, Started};

type Done = Result<(), Stop>;

/// How far starts have come.
enum SetUp {
    /// All have started.
    Done(Position),
    /// The first of those that are left asks for a decision.
    Waits {
        /// The position before its start.
        base: Position,
        left: Vec<Started>,
        /// What has been decided for it.
        decided: Vec<Option<Chosen>>,
        ask: Ask,
        so_far: Box<Position>,
    },
    Refused(Vec<Reason>),
}

impl<'o> Question<'o> {
    /// The position with these events started, one after the other; where one asks for a decision, waiting for it.
    pub(super) fn start_all(&self, position: &Position, starts: &[Started]) -> Result<Position, Vec<Reason>> {
        let base = Position { pending: None, ..position.clone() };
        self.set_up(base, starts, Vec::new()).into_position()
    }

    /// The options of the decision that a start waits for; none if the position waits for no such.
    pub(super) fn setup_options(&self, position: &Position) -> Option<Vec<Option<Chosen>>> {
        let pending = position.pending.as_ref().filter(|pending| !pending.starting.is_empty())?;
        let decided = decided(pending);
        let SetUp::Waits { ask, decided, .. } = self.go_on(position, pending, decided) else {
            return Some(Vec::new());
        };
        let mut options: Vec<Option<Chosen>> = ask.options.into_iter().map(Some).collect();
        if ask.may {
            options.push(None);
        }
        options.retain(|option| {
            let mut decided = decided.clone();
            decided.push(option.clone());
            !matches!(self.go_on(position, pending, decided), SetUp::Refused(_))
        });
        Some(options)
    }

    /// Makes a decision that a start waits for; none if the position waits for no such.
    pub(super) fn set_up_by(
        &self,
        position: &Position,
        parts: &[Part],
    ) -> Option<Result<Position, Vec<Reason>>> {
        let pending = position.pending.as_ref().filter(|pending| !pending.starting.is_empty())?;
        let [Part::Choice(chosen)] = parts else {
            return Some(Err(vec![Reason::plain("a decision is waited for")]));
        };
        if !self.setup_options(position).is_some_and(|options| options.contains(chosen)) {
            return Some(Err(vec![Reason::plain("it is not among the options")]));
        }
        let mut decided = decided(pending);
        decided.push(chosen.clone());
        Some(self.go_on(position, pending, decided).into_position())
    }

    /// What a start has done so far; none if the position waits for none.
    pub(super) fn set_up_so_far(&self, position: &Position) -> Option<Position> {
        let pending = position.pending.as_ref().filter(|pending| !pending.starting.is_empty())?;
        Some(match self.go_on(position, pending, decided(pending)) {
            SetUp::Done(position) => position,
            SetUp::Waits { so_far, .. } => *so_far,
            SetUp::Refused(_) => Position { pending: None, ..position.clone() },
        })
    }

    fn go_on(&self, position: &Position, pending: &Pending, decided: Vec<Option<Chosen>>) -> SetUp {
        self.set_up(Position { pending: None, ..position.clone() }, &pending.starting, decided)
    }

    fn set_up(&self, mut base: Position, starts: &[Started], mut decided: Vec<Option<Chosen>>) -> SetUp {
        for (at, started) in starts.iter().enumerate() {
            // An event that another one has started meanwhile is in force already.
            if base.events.iter().any(|other| other.event == started.event) {
                continue;
            }
            let asked = Position { player: started.by, ..base.clone() };
            let mut state = State::begin(self, self.force(&asked), &asked, Depth::PLAY);
            let done = state.start_from_outside(*started, &mut Script::new(&decided));
            let mut position = Position { player: base.player, ..state.position };
            match done {
                Ok(()) => {
                    if started.by != base.player {
                        close_turn(&mut position, &base);
                    }
                    compact(&mut position, &state.force.library);
                    base = position;
                }
                Err(Stop::Ask(ask) | Stop::Split(ask)) => {
                    let left = starts[at..].to_vec();
                    return SetUp::Waits { base, left, decided, ask, so_far: Box::new(position) };
                }
                Err(stop) => return SetUp::Refused(vec![stopped(&stop)]),
            }
            decided.clear();
        }
        SetUp::Done(base)
    }
}

impl SetUp {
    fn into_position(self) -> Result<Position, Vec<Reason>> {
        match self {
            SetUp::Done(position) => Ok(position),
            SetUp::Waits { mut base, left, decided, ask, .. } => {
                let declared = decided.into_iter().map(Part::Choice).collect();
                base.pending =
                    Some(Box::new(Pending { declared, who: ask.who, stands: false, starting: left }));
                Ok(base)
            }
            SetUp::Refused(reasons) => Err(reasons),
        }
    }
}

fn decided(pending: &Pending) -> Vec<Option<Chosen>> {
    let choices = pending.declared.iter().filter_map(|part| match part {
        Part::Choice(chosen) => Some(chosen.clone()),
        Part::Move(_) => None,
    });
    choices.collect()
}

impl State<'_> {
    /// Starts an event, and lets the rules answer what it has done: first as in a turn, then as behind one.
    fn start_from_outside(&mut self, started: Started, script: &mut Script<'_>) -> Done {
        self.start_event(started.event, started.by, script)?;
        self.answer(&[Time::When], script)?;
        self.leave_board();
        self.after = true;
        self.once.clear();
        self.answered = 0;
        let known = self.log.len();
        while self.answered < self.log.len() {
            let times: &[Time] =
                if self.answered < known { &[Time::After] } else { &[Time::When, Time::After] };
            self.answer_next(times, script)?;
        }
        for piece in self.position.ids() {
            if matches!(self.position.piece(piece).place, Place::Held(_)) {
                self.take(piece, None);
            }
        }
        self.answer(&[Time::When, Time::After], script)?;
        self.leave_board();
        Ok(())
    }
}

/// Ends the turn of a side that is not to move, and started something in it: what it has set counts from the next one
/// on, and what was for that turn alone is over.
fn close_turn(position: &mut Position, before: &Position) {
    let lasts = |mark: &mut Mark, known: bool| {
        if let Left::Turns { new, .. } = &mut mark.left {
            *new = false;
        }
        known || mark.left != Left::ThisTurn
    };
    for (index, piece) in position.pieces.iter_mut().enumerate() {
        let known = |fact| {
            before.pieces.get(index).is_some_and(|was| was.facts.iter().any(|(each, _)| *each == fact))
        };
        piece.facts.retain_mut(|(fact, mark)| lasts(mark, known(*fact)));
    }
    position.squares.retain(|key, mark| lasts(mark, before.squares.contains_key(key)));
    position.sides.retain(|key, mark| lasts(mark, before.sides.contains_key(key)));
    position.game.retain(|key, mark| lasts(mark, before.game.contains_key(key)));
}
