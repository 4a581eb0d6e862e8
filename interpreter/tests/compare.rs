//! Comparing two evaluators: equal ones are found equal, and what a faulty one does is found and told.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};
use rulemate_grammar::source::{Place, SourceId, Sources};
use rulemate_interpreter::board::SquareSet;
use rulemate_interpreter::compare::{Both, Difference, Layer, Led, Stopped, What, layer};
use rulemate_interpreter::engine::{Area, Claimable, Engine, Explanation, Reason};
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::ids::{FileId, LabelId, PieceId, SideId, Square};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::perft::perft;
use rulemate_interpreter::position::{Declared, Outcome, Part, Position, Started, Turn};
use std::sync::Arc;

struct Game {
    sources: Sources,
    library: Library,
    plain: Prepared,
}

impl Game {
    fn of(name: &str) -> Game {
        let base = games(name);
        let base: Vec<(&str, &str)> =
            base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let files = Files::new(&base, &[]);
        let (library, told) = files.resolve();
        assert!(told.is_empty(), "{told:?}");
        let plain = Prepared::by(library.clone(), Evaluator::Plain).unwrap();
        Game { sources: files.sources, library, plain }
    }

    fn compiled(&self) -> Fast {
        let fast = Fast::new(Arc::new(self.library.clone()));
        fast.set_first_position(self.plain.setup.clone());
        fast
    }

    fn at(&self, text: &str) -> Position {
        fen::read(self.plain.rules(), SourceId(0), text).unwrap()
    }

    fn layer(&self, compiled: &dyn Engine, position: &Position, depth: u32) -> Result<Layer, Stopped> {
        let both = Both { compiled, plain: &*self.plain.engine, lexicon: &self.plain.lexicon };
        layer(both, position, depth)
    }

    /// The first difference, found by going a ply deeper each time.
    fn difference(&self, fault: Fault, position: &Position) -> Difference {
        let faulty = Faulty { engine: self.compiled(), fault };
        for depth in 1..4 {
            match self.layer(&faulty, position, depth) {
                Ok(_) => {}
                Err(Stopped::Differs(difference)) => return *difference,
                Err(stopped) => panic!("{stopped:?}"),
            }
        }
        panic!("no difference")
    }

    fn sentences(&self, places: &[Place]) -> Vec<&str> {
        places.iter().map(|place| self.sources.get(place.source).slice(place.span)).collect()
    }
}

/// What an evaluator does wrong.
enum Fault {
    /// It leaves out the turns from a square to a square.
    Omits(Square, Square),
    /// It has a turn that there is not, where a piece stands on the square that it begins on.
    Adds(Square, Square),
    /// A turn from a square to a square does not end.
    Stays(Square, Square),
    /// It says that the game has ended where it stands for the third time.
    Ends,
    /// It counts other turns than it plays.
    Counts,
}

/// An evaluator that does something wrong.
struct Faulty {
    engine: Fast,
    fault: Fault,
}

fn is_from_to(turn: &Turn, from: Square, to: Square) -> bool {
    matches!(turn.parts.as_slice(), [Part::Move(Declared { origin, target, .. })]
        if *origin == Some(from) && *target == Some(to))
}

fn declared(from: Square, to: Square) -> Turn {
    let declared = Declared {
        origin: Some(from),
        target: Some(to),
        takes: Vec::new(),
        partner: None,
        label: None,
        each: None,
        carried: false,
    };
    Turn { parts: vec![Part::Move(declared)] }
}

impl Engine for Faulty {
    fn library(&self) -> &Library {
        self.engine.library()
    }

    fn turns(&self, position: &Position) -> Vec<Turn> {
        let mut turns = self.engine.turns(position);
        match self.fault {
            Fault::Omits(from, to) => turns.retain(|turn| !is_from_to(turn, from, to)),
            Fault::Adds(from, to) if position.at(from).is_some() => turns.push(declared(from, to)),
            _ => {}
        }
        turns
    }

    fn is_legal(&self, position: &Position, turn: &Turn) -> bool {
        self.turns(position).contains(turn)
    }

    fn play(&self, position: &Position, turn: &Turn) -> Result<Position, Vec<Reason>> {
        match self.fault {
            Fault::Stays(from, to) if is_from_to(turn, from, to) => Ok(position.clone()),
            Fault::Omits(from, to) if is_from_to(turn, from, to) => {
                Err(vec![Reason::plain("it does not know it")])
            }
            _ => self.engine.play(position, turn),
        }
    }

    fn plays_alike(&self, position: &Position, turn: &Turn, next: &Position) -> Option<bool> {
        match self.fault {
            Fault::Counts => Some(false),
            _ => Engine::plays_alike(&self.engine, position, turn, next),
        }
    }

    fn board(&self, position: &Position) -> SquareSet {
        self.engine.board(position)
    }

    fn threatened(&self, position: &Position, side: SideId) -> bool {
        self.engine.threatened(position, side)
    }

    fn threats(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        self.engine.threats(position, side)
    }

    fn outcome(&self, position: &Position, repeats: u32) -> Option<Outcome> {
        match self.fault {
            Fault::Ends if repeats == 3 => {
                Some(Outcome { winner: Some(SideId(1)), by: None, place: Place::default() })
            }
            _ => self.engine.outcome(position, repeats),
        }
    }

    fn claims(&self, position: &Position, repeats: u32) -> Vec<Claimable> {
        self.engine.claims(position, repeats)
    }

    fn castling_pairs(&self, position: &Position) -> Vec<(PieceId, PieceId)> {
        self.engine.castling_pairs(position)
    }

    fn live_passed(&self, position: &Position) -> Vec<Square> {
        self.engine.live_passed(position)
    }

    fn having_started(&self, position: &Position, by: SideId) -> Position {
        self.engine.having_started(position, by)
    }

    fn started(&self, position: &Position, starts: &[Started]) -> Result<Position, Vec<Reason>> {
        self.engine.started(position, starts)
    }

    fn why_no_start(&self, position: &Position, event: FileId) -> Vec<Reason> {
        self.engine.why_no_start(position, event)
    }

    fn so_far(&self, position: &Position) -> Position {
        self.engine.so_far(position)
    }

    fn hidden(&self, position: &Position, side: SideId) -> Vec<PieceId> {
        self.engine.hidden(position, side)
    }

    fn areas(&self, position: &Position) -> Vec<Area> {
        self.engine.areas(position)
    }

    fn made(&self, position: &Position, turn: &Turn) -> Vec<Place> {
        self.engine.made(position, turn)
    }

    fn explain(&self, position: &Position, from: Square, to: Square) -> Explanation {
        self.engine.explain(position, from, to)
    }

    fn explain_act(&self, position: &Position, at: Option<Square>, label: LabelId) -> Explanation {
        self.engine.explain_act(position, at, label)
    }

    fn given_up(&self, position: &Position) -> Option<Reason> {
        self.engine.given_up(position)
    }
}

/// A square by its file and rank, from 0.
fn square(file: u8, rank: u8) -> Square {
    Square::at(file, rank)
}

/// Two kings and a white knight, which stands in the corner: 2 turns of it and 5 of its king, then 5 of the other.
const CORNER: &str = "7k/8/8/8/8/8/8/N3K3 w - - 0 1";

#[test]
fn equal_evaluators_are_found_equal() {
    let chess = Game::of("chess");
    let compiled = chess.compiled();
    let start = &chess.plain.setup;
    assert_eq!(chess.layer(&compiled, start, 0), Ok(Layer { nodes: 1, positions: 0 }));
    assert_eq!(chess.layer(&compiled, start, 1), Ok(Layer { nodes: 20, positions: 1 }));
    assert_eq!(chess.layer(&compiled, start, 2), Ok(Layer { nodes: 400, positions: 20 }));
    // The king in the other corner has 3 turns, whatever was done before.
    let corner = chess.at(CORNER);
    assert_eq!(chess.layer(&compiled, &corner, 1), Ok(Layer { nodes: 7, positions: 1 }));
    assert_eq!(chess.layer(&compiled, &corner, 2), Ok(Layer { nodes: 21, positions: 7 }));
}

#[test]
fn decisions_that_split_turns_are_followed() {
    let game = Game::of("pawns-chess");
    let compiled = game.compiled();
    // The rook can go to where a hidden piece of the other side stands, which then chooses one of 8 squares for it.
    let start = game.at("4k3/8/8/3(ps)4/8/8/8/3RK3 w - - 0 1");
    for depth in 1..=2 {
        let nodes = perft(&*game.plain.engine, &start, depth).unwrap();
        let found = game.layer(&compiled, &start, depth).unwrap();
        assert_eq!(found.nodes, nodes);
        if depth == 2 {
            let turns = perft(&*game.plain.engine, &start, 1).unwrap();
            // The position that waits is compared, and the 8 behind it.
            assert_eq!(found.positions, turns + 8);
        }
    }
}

#[test]
fn a_turn_that_is_left_out_is_told_with_what_makes_it() {
    let chess = Game::of("chess");
    let fault = Fault::Omits(square(1, 7), square(2, 5));
    let found = chess.difference(fault, &chess.plain.setup);
    // The first of White's turns, in the order of squares, is that of the knight on b1.
    assert_eq!(found.line, ["b1a3"]);
    assert_eq!(found.text, "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq - 1 1");
    let What::Turns { compiled, plain } = found.what else { panic!("{found:?}") };
    assert!(compiled.is_empty());
    let [only] = plain.as_slice() else { panic!("{plain:?}") };
    assert_eq!(only.text, "b8c6");
    assert_eq!(chess.sentences(&only.made), ["piece knight \"N\" moves leap 1 2"]);
    assert_eq!(only.refused, [Reason::plain("it does not know it")]);
}

#[test]
fn a_turn_that_there_is_not_is_told_with_what_refuses_it() {
    let chess = Game::of("chess");
    // The rook stands between its king and the other rook.
    let start = chess.at("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
    let found = chess.difference(Fault::Adds(square(4, 1), square(3, 1)), &start);
    assert!(found.line.is_empty());
    let What::Turns { compiled, plain } = found.what else { panic!("{found:?}") };
    assert!(plain.is_empty());
    let [only] = compiled.as_slice() else { panic!("{compiled:?}") };
    assert_eq!(only.text, "e2d2");
    assert!(only.made.is_empty());
    let [reason] = only.refused.as_slice() else { panic!("{only:?}") };
    assert_eq!(reason.text, "leaves the king on e1 open to the rook on e8");
    let law: Vec<Place> = reason.place.into_iter().collect();
    assert_eq!(chess.sentences(&law), ["forbid danger if some own royal is threatened"]);
}

#[test]
fn another_next_position_is_told() {
    let chess = Game::of("chess");
    let corner = chess.at(CORNER);
    let found = chess.difference(Fault::Stays(square(0, 0), square(1, 2)), &corner);
    let What::Next { turn, compiled, plain } = found.what else { panic!("{found:?}") };
    assert_eq!(turn, "a1b3");
    assert_eq!(compiled, Led::To(CORNER.to_owned()));
    assert_eq!(plain, Led::To("7k/8/8/8/8/1N6/8/4K3 b - - 1 1".to_owned()));
    let found = chess.difference(Fault::Counts, &corner);
    let What::Next { compiled, .. } = found.what else { panic!("{found:?}") };
    assert_eq!(compiled, Led::Elsewhere);
}

#[test]
fn another_end_is_told() {
    let chess = Game::of("chess");
    let found = chess.difference(Fault::Ends, &chess.at("7k/8/8/8/8/8/P7/4K3 w - - 0 1"));
    let What::Outcome { repeats, compiled, plain } = found.what else { panic!("{found:?}") };
    assert_eq!((repeats, plain), (3, None));
    assert_eq!(compiled.unwrap().winner, Some(SideId(1)));
}
