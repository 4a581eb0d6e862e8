//! Holds the rules of Pawns Chess to the second opinion of the shared `pawns`: the same counts, the same turns.

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::Square;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::perft::perft;
use rulemate_interpreter::position::{Part, Position};
use rulemate_tests::dice::Dice;
use rulemate_tests::pawns::{Cell, State};
use rulemate_tests::{amount, prepared};

#[test]
fn the_model_counts_from_the_start() {
    let start = State::start();
    assert_eq!([1, 2, 3].map(|depth| start.count(depth)), [Ok(32), Ok(1024), Ok(32_960)]);
}

#[test]
fn the_model_begins_where_the_game_begins() {
    let game = prepared("pawns-chess");
    let start = fen::read(game.rules(), SourceId(0), &State::start().text()).expect("a position");
    assert_eq!(fen::write(game.rules(), &start), fen::write(game.rules(), &game.setup));
}

/// A random position in which the model knows all turns so deep, with their number, and the same for the program.
fn random(game: &Prepared, dice: &mut Dice, depth: u32) -> (State, u64, Position) {
    loop {
        let state = State::random(dice);
        if let (Ok(false), Ok(count)) = (state.is_impossible(), state.count(depth)) {
            let text = state.text();
            let position = fen::read(game.rules(), SourceId(0), &text);
            return (state, count, position.expect(&text));
        }
    }
}

/// Where the first move of each turn begins and ends, in order.
type Squares = Vec<(Cell, Option<Cell>)>;

fn of_model(state: &State) -> Squares {
    let turns = state.turns().expect("within the model");
    let mut all: Squares = turns.iter().map(|turn| turn.squares).collect();
    all.sort();
    all
}

fn of_program(game: &Prepared, position: &Position) -> Squares {
    let cell = |square: Square| Cell(square.file() as i8, square.rank() as i8);
    let turns = game.engine.turns(position);
    let mut all: Squares = turns
        .iter()
        .filter_map(|turn| match turn.parts.first() {
            Some(Part::Move(first)) => Some((first.origin.map(cell)?, first.target.map(cell))),
            _ => None,
        })
        .collect();
    assert_eq!(all.len(), turns.len(), "each turn begins with a move of a piece");
    all.sort();
    all
}

#[test]
fn the_same_turns_in_random_positions() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("pawns");
    for _ in 0..amount(400, 5000) {
        let (state, _, position) = random(&game, &mut dice, 1);
        assert_eq!(of_program(&game, &position), of_model(&state), "program, model: {}", state.text());
    }
}

/// Behind the first turn there is something to remember: wounds, rests, declared Heroes, discovered Spies.
#[test]
fn the_same_counts_two_turns_on() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("pawns two turns on");
    for _ in 0..amount(6, 150) {
        let (state, count, position) = random(&game, &mut dice, 2);
        assert_eq!(perft(&*game.engine, &position, 2), Ok(count), "program, model: {}", state.text());
    }
}
