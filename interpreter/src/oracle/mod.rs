//! The plain evaluator: walks the typed rules in the most obvious way. Clear rather than fast; what it says is right.
//! Imports `model`, `position`, `engine`; never `program` or `play`.

mod constant;
mod define;
mod effect;
mod eval;
mod explain;
mod force;
mod hidden;
mod legal;
mod level;
mod moment;
mod relation;
mod setup;
mod starting;
mod state;
mod threat;
mod turn;
mod value;
mod walk;
mod ways;

use crate::board::{Size, SquareSet};
use crate::engine::{Area, Claimable, Engine, Explanation, Reason};
use crate::ids::{FileId, MeaningId, PieceId, SideId, Square};
use crate::model::{Library, Type};
use crate::position::{Outcome, Part, Position, Started, Turn, Value};
use force::Force;
use moment::{Depth, Frame, Moment};
use rulemate_grammar::source::Place;
use state::State;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The plain evaluator of one library.
#[derive(Debug)]
pub struct Oracle {
    library: Arc<Library>,
    size: Size,
    rectangle: SquareSet,
    first: OnceLock<Position>,
    /// The rules in force, by the events that have started.
    forces: Mutex<HashMap<Vec<FileId>, Arc<Force>>>,
}

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
            forces: Mutex::default(),
        }
    }

    /// Tells it the first position of the game, which `setup X` asks. Only the first call counts.
    pub fn set_first_position(&self, position: Position) {
        let _ = self.first.set(position);
    }

    fn first_position(&self) -> &Position {
        self.first.get_or_init(Position::empty)
    }

    fn size(&self) -> Size {
        self.size
    }

    fn rectangle(&self) -> SquareSet {
        self.rectangle
    }

    fn force(&self, position: &Position) -> Arc<Force> {
        let events: Vec<FileId> = position.events.iter().map(|each| each.event).collect();
        let mut forces = self.forces.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            forces.entry(events.clone()).or_insert_with(|| Arc::new(Force::new(&self.library, &events))),
        )
    }

    /// The event or game whose source a place lies in.
    fn file_of(&self, place: Place) -> Option<FileId> {
        self.library.files.iter().position(|file| file.place.source == place.source).map(FileId::from_index)
    }
}

impl Engine for Oracle {
    fn library(&self) -> &Library {
        &self.library
    }

    fn turns(&self, position: &Position) -> Vec<Turn> {
        if let Some(options) = self.decisions(position) {
            return options.into_iter().map(|chosen| Turn { parts: vec![Part::Choice(chosen)] }).collect();
        }
        let mut turns: Vec<Turn> = self.list(position).into_iter().map(|(turn, ..)| turn).collect();
        // Pieces are listed in an order of their own; turns in one that the position alone gives.
        turns.sort_unstable();
        let over = !turns.is_empty()
            && position.pending.is_none()
            && self.outcome(position, 1).is_some_and(|outcome| outcome.winner.is_some());
        if over { Vec::new() } else { turns }
    }

    fn is_legal(&self, position: &Position, turn: &Turn) -> bool {
        self.play_turn(position, turn).is_ok()
    }

    fn play(&self, position: &Position, turn: &Turn) -> Result<Position, Vec<Reason>> {
        self.play_turn(position, turn)
    }

    fn threatened(&self, position: &Position, side: SideId) -> bool {
        let force = self.force(position);
        !Moment::at_start(self, &force, position, Depth::PLAY).royal_threats(side).is_empty()
    }

    fn threats(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        let force = self.force(position);
        let threats = Moment::at_start(self, &force, position, Depth::PLAY).royal_threats(side);
        value::sorted(threats.into_iter().filter_map(|threat| threat.taker).collect())
    }

    fn outcome(&self, position: &Position, repeats: u32) -> Option<Outcome> {
        if position.over.is_some() {
            return position.over.clone();
        }
        if position
            .pending
            .as_ref()
            .is_some_and(|pending| pending.stands || self.decisions(position).is_some())
        {
            return None;
        }
        let force = self.force(position);
        Moment { repeats, ..Moment::at_start(self, &force, position, Depth::PLAY) }.end()
    }

    fn claims(&self, position: &Position, repeats: u32) -> Vec<Claimable> {
        let force = self.force(position);
        let moment = Moment { repeats, ..Moment::at_start(self, &force, position, Depth::PLAY) };
        let mut claims = Vec::new();
        for each in &force.claims {
            let rule = &each.rule;
            for side in moment.sides(&rule.who, &mut Frame::new(position.player, rule.vars)) {
                let mut frame = Frame::new(side, rule.vars);
                if moment.guards(&rule.guards, &mut frame) && !moment.allowed(rule.label) {
                    claims.push(Claimable { side, by: rule.label, place: rule.place });
                }
            }
        }
        claims
    }

    fn castling_pairs(&self, position: &Position) -> Vec<(PieceId, PieceId)> {
        let force = self.force(position);
        Moment::at_start(self, &force, position, Depth::PLAY).castling_pairs()
    }

    fn live_passed(&self, position: &Position) -> Vec<Square> {
        let marks = position.squares.iter().filter(|(_, mark)| mark.maker.is_some());
        let squares: Vec<Square> = marks.map(|((_, square), _)| *square).collect();
        if squares.is_empty() {
            return squares;
        }
        let turns = self.list(position);
        let live = |square: &Square| {
            turns.iter().any(|(turn, ..)| {
                turn.parts.iter().any(|part| match part {
                    Part::Move(declared) => {
                        let makers = position
                            .squares
                            .iter()
                            .filter(|((_, at), _)| at == square)
                            .filter_map(|(_, mark)| mark.maker);
                        let mut stood = makers.filter_map(|maker| position.square_of(maker));
                        declared.target == Some(*square) && stood.any(|at| declared.takes.contains(&at))
                    }
                    Part::Choice(_) => false,
                })
            })
        };
        squares.into_iter().filter(live).collect()
    }

    fn having_started(&self, position: &Position, by: SideId) -> Position {
        let asked = Position { player: by, pending: None, ..position.clone() };
        let mut state = State::begin(self, self.force(&asked), &asked, Depth::PLAY);
        state.cost_of_starting();
        Position { player: position.player, pending: position.pending.clone(), ..state.position }
    }

    fn started(&self, position: &Position, starts: &[Started]) -> Result<Position, Vec<Reason>> {
        self.start_all(position, starts)
    }

    fn why_no_start(&self, position: &Position, event: FileId) -> Vec<Reason> {
        Oracle::why_no_start(self, position, event)
    }

    fn so_far(&self, position: &Position) -> Position {
        Position { pending: position.pending.clone(), ..self.done_so_far(position) }
    }

    fn hidden(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        self.hidden_pieces(position, side)
    }

    fn areas(&self, position: &Position) -> Vec<Area> {
        let position = self.done_so_far(position);
        let force = self.force(&position);
        let moment = Moment::at_start(self, &force, &position, Depth::PLAY);
        let events: Vec<FileId> = position.events.iter().map(|each| each.event).collect();
        let mut areas = Vec::new();
        for (index, word) in self.library.meanings.iter().enumerate() {
            if word.of != Type::Squares || word.parameter.is_some() || !events.contains(&word.file) {
                continue;
            }
            let meaning = MeaningId::from_index(index);
            for side in [SideId(0), SideId(1)] {
                match moment.meaning(meaning, None, &mut Frame::new(side, 0)) {
                    Value::Squares(squares) if !squares.is_empty() => {
                        areas.push(Area { meaning, side, squares });
                    }
                    _ => {}
                }
            }
        }
        areas
    }

    fn made(&self, position: &Position, turn: &Turn) -> Vec<Place> {
        let found = self.list(position).into_iter().find(|(each, ..)| each == turn);
        found.map_or_else(Vec::new, |(_, state, _)| state.made)
    }

    fn explain(&self, position: &Position, from: Square, to: Square) -> Explanation {
        self.explain_move(position, from, to)
    }
}
