//! Holds the rules of Pawns Chess to the second opinion of the shared `pawns`: the same counts, the same turns. Deeper
//! with `RULEMATE_DEEP=1`.

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::Square;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::perft::perft;
use rulemate_interpreter::position::{Part, Position, Turn};
use rulemate_tests::dice::Dice;
use rulemate_tests::pawns::Kind::{Berserker, BerserkerKnight, Hero, Queen, Rook, Spy};
use rulemate_tests::pawns::{self, Cell, State};
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
        let Some(position) = read(game, &state) else { continue };
        if let Ok(count) = state.count(depth) {
            return (state, count, position);
        }
    }
}

/// The position for the program; none if play cannot have come there.
fn read(game: &Prepared, state: &State) -> Option<Position> {
    let text = state.text();
    (!state.is_impossible()).then(|| fen::read(game.rules(), SourceId(0), &text).expect(&text))
}

/// Where the first move of each turn begins and ends, in order.
type Squares = Vec<(Cell, Option<Cell>)>;

fn of_model(state: &State) -> Squares {
    let mut all: Squares = state.turns().iter().map(|turn| turn.squares).collect();
    all.sort();
    all
}

fn squares(turn: &Turn) -> Option<(Cell, Option<Cell>)> {
    let cell = |square: Square| Cell(square.file() as i8, square.rank() as i8);
    match turn.parts.first() {
        Some(Part::Move(first)) => Some((first.origin.map(cell)?, first.target.map(cell))),
        _ => None,
    }
}

fn of_program(game: &Prepared, position: &Position) -> Squares {
    let turns = game.engine.turns(position);
    let mut all: Squares = turns.iter().filter_map(squares).collect();
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

/// Of two Healers only that one heals beside which the piece was taken.
#[test]
fn the_same_turns_with_two_healers() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("two healers");
    let mut compared = 0;
    while compared < amount(40, 1000) {
        let (state, _, position) = random(&game, &mut dice, 1);
        let text = state.text();
        let player = if text.contains(" w ") { "(Pe)" } else { "(pe)" };
        if text.matches(player).count() == 2 && text.contains("nurse") {
            assert_eq!(of_program(&game, &position), of_model(&state), "program, model: {text}");
            compared += 1;
        }
    }
}

/// Kings in check, and Heroes of both sides: where one may become King, and where it may not.
#[test]
fn the_same_turns_with_heroes_about_to_be_kings() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("crowns");
    let mut compared = 0;
    while compared < amount(60, 2000) {
        let state = State::random_of(&mut dice, &[Hero], &[Hero, Hero, Rook, Rook]);
        if let Some(position) = read(&game, &state).filter(|_| state.is_check()) {
            assert_eq!(of_program(&game, &position), of_model(&state), "program, model: {}", state.text());
            compared += 1;
        }
    }
}

/// Where a displaced Spy may go, with Berserkers of its side about.
#[test]
fn the_same_squares_for_displaced_spies() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("displaced");
    let mut decisions = 0;
    while decisions < amount(150, 5000) {
        let spies = [Spy, Spy, Berserker, Berserker, BerserkerKnight, BerserkerKnight];
        let state = State::random_of(&mut dice, &[Queen], &spies);
        let Some(position) = read(&game, &state) else { continue };
        let ways = |turn: &pawns::Turn| Some((turn.squares, turn.ways().transpose()?));
        let mut model = Vec::new();
        for (squares, ways) in state.turns().iter().filter_map(ways) {
            model.push((squares, ways.expect("spies of one side alone")));
        }
        let hidden = game.engine.hidden(&position, position.player);
        let hides = |turn: &Turn| {
            let Some(Part::Move(first)) = turn.parts.first() else { return false };
            first.target.and_then(|target| position.at(target)).is_some_and(|found| hidden.contains(&found))
        };
        let mut program = Vec::new();
        for turn in game.engine.turns(&position).iter().filter(|turn| hides(turn)) {
            let after = game.engine.play(&position, turn).expect("a legal turn");
            let ways = if after.pending.is_some() { game.engine.turns(&after).len() } else { 1 };
            program.push((squares(turn).expect("a move of a piece"), ways));
        }
        model.sort();
        program.sort();
        assert_eq!(program, model, "program, model: {}", state.text());
        decisions += model.len();
    }
}

/// Behind the first turn there is more to remember: wounds, rests, declared Heroes, discovered Spies.
#[test]
fn the_same_counts_two_turns_on() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("pawns two turns on");
    for _ in 0..amount(6, 150) {
        let (state, count, position) = random(&game, &mut dice, 2);
        assert_eq!(perft(&*game.engine, &position, 2), Ok(count), "program, model: {}", state.text());
    }
}

/// What rests works again on the turn behind the next: that takes three turns to see. Only in the deep run.
#[test]
fn the_same_counts_three_turns_on() {
    let game = prepared("pawns-chess");
    let mut dice = Dice::named("pawns three turns on");
    let mut compared = 0;
    while compared < amount(0, 40) {
        let (state, first, position) = random(&game, &mut dice, 1);
        if first > 16 {
            continue;
        }
        if let Ok(count) = state.count(3) {
            assert_eq!(perft(&*game.engine, &position, 3), Ok(count), "program, model: {}", state.text());
            compared += 1;
        }
    }
}
