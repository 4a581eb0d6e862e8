//! The plain evaluator: walks the typed rules in the most obvious way. Clear rather than fast; what it says is right.
//! Imports `model`, `position`, `engine`; never `program` or `play`.

mod bars;
mod constant;
mod define;
mod effect;
mod eval;
mod explain;
mod force;
mod hidden;
mod legal;
mod moment;
mod question;
mod relation;
mod setup;
mod starting;
mod state;
mod threat;
mod trigger;
mod turn;
mod value;
mod walk;
mod ways;

use crate::board::{Size, SquareSet};
use crate::engine::{Area, Claimable, Engine, Explanation, Midway, Reason};
use crate::ids::{FileId, LabelId, MeaningId, PieceId, SideId, Square};
use crate::model::{Library, Type};
use crate::position::{Outcome, Part, Position, Started, Turn, Value};
use force::Force;
use moment::{Depth, Frame, Moment};
use question::Question;
use rulemate_grammar::source::Place;
use state::State;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The plain evaluator of one library.
#[derive(Debug)]
pub struct Oracle {
    library: Arc<Library>,
    size: Size,
    rectangle: SquareSet,
    first: OnceLock<Position>,
    /// How much work a question may cost.
    most_work: u32,
    /// The rules in force, by the events that have started.
    forces: Mutex<HashMap<Vec<FileId>, Arc<Force>>>,
    /// The positions about which a question was given up last, and why.
    given_up: Mutex<VecDeque<(Position, Reason)>>,
    /// The events that a side could start in positions that were asked about last.
    startable: Mutex<VecDeque<Startable>>,
}

/// What a side could start in a position.
type Startable = (Position, SideId, Vec<FileId>);

/// How many positions are remembered about which a question was given up.
const GIVEN_UP_KEPT: usize = 16;

/// Of how many positions it is remembered what could start in them.
const STARTABLE_KEPT: usize = 16;

impl Oracle {
    /// An evaluator of this library; without a board it has no squares.
    #[must_use]
    pub fn new(library: Arc<Library>) -> Oracle {
        let size = library.size.unwrap_or(Size { files: 0, ranks: 0 });
        Oracle {
            size,
            rectangle: size.squares().collect(),
            library,
            first: OnceLock::new(),
            most_work: question::MOST_WORK,
            forces: Mutex::default(),
            given_up: Mutex::default(),
            startable: Mutex::default(),
        }
    }

    /// The same, but that a question is given up once it has cost so much work: so many steps of walks. Usual are fifty
    /// million.
    #[must_use]
    pub fn within(self, work: u32) -> Oracle {
        Oracle { most_work: work, ..self }
    }

    /// Tells it the first position of the game, which `setup X` asks. Only the first call counts.
    pub fn set_first_position(&self, position: Position) {
        let _ = self.first.set(position);
    }

    /// The first position of the game, which `setup X` asks.
    pub fn first_position(&self) -> &Position {
        self.first.get_or_init(Position::empty)
    }

    fn found_startable(&self, position: &Position, side: SideId) -> Option<Vec<FileId>> {
        let known = self.startable.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|(about, by, _)| *by == side && about == position);
        found.map(|(.., events)| events.clone())
    }

    fn note_startable(&self, position: &Position, side: SideId, events: &[FileId]) {
        let mut known = self.startable.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(STARTABLE_KEPT - 1);
        known.push_front((position.clone(), side, events.to_vec()));
    }

    fn force(&self, position: &Position) -> Arc<Force> {
        let events: Vec<FileId> = position.events.iter().map(|each| each.event).collect();
        let mut forces = self.forces.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            forces.entry(events.clone()).or_insert_with(|| Arc::new(Force::new(&self.library, &events))),
        )
    }

    /// The answer to a question about a position; none if it is given up.
    fn answer<T>(&self, position: &Position, ask: impl FnOnce(&Question<'_>) -> T) -> Option<T> {
        let question = Question::new(self);
        let answer = ask(&question);
        let Some(reason) = question.given_up() else { return Some(answer) };
        let mut given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up.retain(|(about, _)| about != position);
        given_up.truncate(GIVEN_UP_KEPT - 1);
        given_up.push_front((position.clone(), reason));
        None
    }

    fn royal_threats(&self, position: &Position, side: SideId) -> Vec<threat::Capture> {
        let threats = self.answer(position, |question| {
            let force = self.force(position);
            Moment::at_start(question, &force, position, Depth::PLAY).royal_threats(side)
        });
        threats.unwrap_or_default()
    }
}

impl Engine for Oracle {
    fn library(&self) -> &Library {
        &self.library
    }

    fn board(&self, position: &Position) -> SquareSet {
        let board = self.answer(position, |question| {
            Moment::at_start(question, &self.force(position), position, Depth::PLAY).board()
        });
        board.unwrap_or(self.rectangle)
    }

    fn turns(&self, position: &Position) -> Vec<Turn> {
        let listed = self.answer(position, |question| {
            if let Some(options) = question.decisions(position) {
                let turn = |chosen| Turn { parts: vec![Part::Choice(chosen)] };
                return (options.into_iter().map(turn).collect(), true);
            }
            let mut turns: Vec<Turn> = question.list(position).into_iter().map(|(turn, ..)| turn).collect();
            // Pieces are listed in an order of their own; turns in one that the position alone gives.
            turns.sort_unstable();
            (turns, false)
        });
        let (turns, decision) = listed.unwrap_or_default();
        let over = !decision
            && !turns.is_empty()
            && position.pending.is_none()
            && self.outcome(position, 1).is_some_and(|outcome| outcome.winner.is_some());
        if over { Vec::new() } else { turns }
    }

    fn is_legal(&self, position: &Position, turn: &Turn) -> bool {
        self.play(position, turn).is_ok()
    }

    fn play(&self, position: &Position, turn: &Turn) -> Result<Position, Vec<Reason>> {
        self.answer(position, |question| question.play_turn(position, turn))
            .unwrap_or_else(|| Err(self.given_up(position).into_iter().collect()))
    }

    fn threatened(&self, position: &Position, side: SideId) -> bool {
        !self.royal_threats(position, side).is_empty()
    }

    fn threats(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        value::sorted(
            self.royal_threats(position, side).into_iter().filter_map(|threat| threat.taker).collect(),
        )
    }

    fn outcome(&self, position: &Position, repeats: u32) -> Option<Outcome> {
        if position.over.is_some() {
            return position.over.clone();
        }
        let ended = self.answer(position, |question| {
            if position.pending.is_some() {
                return question.end_in_the_middle(position, repeats);
            }
            let force = self.force(position);
            Moment { repeats, ..Moment::at_start(question, &force, position, Depth::PLAY) }.end()
        });
        ended.flatten()
    }

    fn claims(&self, position: &Position, repeats: u32) -> Vec<Claimable> {
        let claims = self.answer(position, |question| {
            let force = self.force(position);
            let moment = Moment { repeats, ..Moment::at_start(question, &force, position, Depth::PLAY) };
            moment.claims()
        });
        claims.unwrap_or_default()
    }

    fn castling_pairs(&self, position: &Position) -> Vec<(PieceId, PieceId)> {
        let pairs = self.answer(position, |question| {
            let force = self.force(position);
            Moment::at_start(question, &force, position, Depth::PLAY).castling_pairs()
        });
        pairs.unwrap_or_default()
    }

    fn live_passed(&self, position: &Position) -> Vec<Square> {
        let marks = position.squares.iter().filter(|(_, mark)| mark.maker.is_some());
        let mut squares: Vec<Square> = marks.map(|((_, square), _)| *square).collect();
        if squares.is_empty() {
            return squares;
        }
        let live = self.answer(position, |question| {
            let turns = question.list(position);
            squares.retain(|square| turns.iter().any(|(turn, ..)| takes_maker(position, turn, *square)));
            squares
        });
        live.unwrap_or_default()
    }

    fn having_started(&self, position: &Position, by: SideId) -> Position {
        let asked = Position { player: by, pending: None, ..position.clone() };
        let started = self.answer(position, |question| {
            let mut state = State::begin(question, self.force(&asked), &asked, Depth::PLAY);
            state.cost_of_starting();
            Position { player: position.player, pending: position.pending.clone(), ..state.position }
        });
        started.unwrap_or_else(|| position.clone())
    }

    fn started(&self, position: &Position, starts: &[Started]) -> Result<Position, Vec<Reason>> {
        self.answer(position, |question| question.start_all(position, starts))
            .unwrap_or_else(|| Err(self.given_up(position).into_iter().collect()))
    }

    fn why_no_start(&self, position: &Position, event: FileId) -> Vec<Reason> {
        self.answer(position, |question| question.why_no_start(position, event))
            .unwrap_or_else(|| self.given_up(position).into_iter().collect())
    }

    fn midway(&self, position: &Position) -> Option<Midway> {
        self.answer(position, |question| question.midway(position)).flatten()
    }

    fn so_far(&self, position: &Position) -> Position {
        let done = self.answer(position, |question| question.done_so_far(position));
        done.map_or_else(|| position.clone(), |done| Position { pending: position.pending.clone(), ..done })
    }

    fn hidden(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        self.answer(position, |question| question.hidden_pieces(position, side)).unwrap_or_default()
    }

    fn areas(&self, position: &Position) -> Vec<Area> {
        let areas = self.answer(position, |question| {
            let position = question.done_so_far(position);
            let force = self.force(&position);
            Moment::at_start(question, &force, &position, Depth::PLAY).areas()
        });
        areas.unwrap_or_default()
    }

    fn made(&self, position: &Position, turn: &Turn) -> Vec<Place> {
        let made = self.answer(position, |question| {
            let found = question.list(position).into_iter().find(|(each, ..)| each == turn);
            found.map_or_else(Vec::new, |(_, state, _)| state.made)
        });
        made.unwrap_or_default()
    }

    fn explain(&self, position: &Position, from: Square, to: Square) -> Explanation {
        self.answer(position, |question| question.explain_move(position, from, to)).unwrap_or_else(|| {
            Explanation { refused: self.given_up(position).into_iter().collect(), ..Explanation::default() }
        })
    }

    fn explain_act(&self, position: &Position, at: Option<Square>, label: LabelId) -> Explanation {
        self.answer(position, |question| question.explain_act(position, at, label)).unwrap_or_else(|| {
            Explanation { refused: self.given_up(position).into_iter().collect(), ..Explanation::default() }
        })
    }

    fn given_up(&self, position: &Position) -> Option<Reason> {
        let given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up.iter().find(|(about, _)| about == position).map(|(_, reason)| reason.clone())
    }
}

impl Moment<'_> {
    /// What may be claimed now, and by whom.
    fn claims(&self) -> Vec<Claimable> {
        let mut claims = Vec::new();
        for each in &self.force.claims {
            let rule = &each.rule;
            for side in self.sides(&rule.who, &mut Frame::new(self.position.player, rule.vars)) {
                let mut frame = Frame::new(side, rule.vars);
                if self.guards(&rule.guards, &mut frame) && !self.allowed(rule.label) {
                    claims.push(Claimable { side, by: rule.label, place: rule.place });
                }
            }
        }
        claims
    }

    /// What words defined by the events in force mean, for each side.
    fn areas(&self) -> Vec<Area> {
        let events: Vec<FileId> = self.position.events.iter().map(|each| each.event).collect();
        let mut areas = Vec::new();
        for (index, word) in self.force.library.meanings.iter().enumerate() {
            if word.of != Type::Squares || word.parameter.is_some() || !events.contains(&word.file) {
                continue;
            }
            let meaning = MeaningId::from_index(index);
            for side in [SideId(0), SideId(1)] {
                match self.meaning(meaning, None, &mut Frame::new(side, 0)) {
                    Value::Squares(squares) if !squares.is_empty() => {
                        areas.push(Area { meaning, side, squares });
                    }
                    _ => {}
                }
            }
        }
        areas
    }
}

/// Whether a turn takes, on a square with a fact, the piece that made it.
fn takes_maker(position: &Position, turn: &Turn, square: Square) -> bool {
    turn.parts.iter().any(|part| match part {
        Part::Move(declared) => {
            let marks = position.squares.iter().filter(|((_, at), _)| *at == square);
            let mut stood =
                marks.filter_map(|(_, mark)| mark.maker).filter_map(|maker| position.square_of(maker));
            declared.target == Some(square) && stood.any(|at| declared.takes.contains(&at))
        }
        Part::Choice(_) => false,
    })
}
