//! Games of orthodox chess against an engine that speaks UCI:
//! `cargo run --release -p rulemate-tests --example uci -- ENGINE NODES GAMES SEED [VALUES]`, each player being given
//! so many nodes a turn. Each opening of a few random turns is played twice, with changed sides.
#![allow(clippy::panic)]

use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::position::Part;
use rulemate_simulation::contest::End;
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{Limits, Look, Make};
use rulemate_simulation::value::{Named, Values};
use rulemate_tests::players::{open, start};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;

/// Random turns at the beginning of a game.
const OPENING: usize = 6;

/// A turn as UCI writes it: kinds that promote are written by a letter, and castling as in Chess960, by the partner's
/// square.
fn written(look: &Look<'_, '_>, index: usize) -> String {
    let step = look.turns.steps()[index];
    let library = look.seat.arena().library();
    let becomes = step.becomes.map_or("", |kind| match library.kinds[kind.index()].name.as_str() {
        "knight" => "n",
        other => &other[..1],
    });
    let turn = look.seat.turn(look.node, look.turns, index);
    let partner = turn.parts.iter().find_map(|part| match part {
        Part::Move(declared) => declared.partner,
        Part::Choice(_) => None,
    });
    let (Some(from), Some(to)) = (step.from, partner.or(step.to)) else { return String::new() };
    format!("{from}{to}{becomes}")
}

struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn new(path: &str) -> Engine {
        let mut child =
            Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("an engine");
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        let mut engine = Engine { child, to, from };
        engine.say("uci");
        engine.wait("uciok");
        engine.say("setoption name UCI_Chess960 value true");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("the engine listens");
    }

    fn wait(&mut self, word: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.from.read_line(&mut line).expect("the engine speaks") > 0, "it has gone");
            if line.starts_with(word) {
                return line.trim().to_owned();
            }
        }
    }
}

/// What both players share: the turns of the game so far.
type Line = Rc<RefCell<Vec<String>>>;

/// Begins with random turns, and then asks somebody else.
struct Opened<'p> {
    inner: &'p mut dyn FnMut(&mut Look<'_, '_>) -> usize,
    line: Line,
    opening: Dice,
}

// The players of one game are asked one after the other, in one thread.
impl Opened<'_> {
    fn ask(&mut self, look: &mut Look<'_, '_>) -> usize {
        let count = self.line.borrow().len();
        let index = if count < OPENING {
            for _ in 0..count {
                self.opening.below(1000);
            }
            self.opening.below(look.turns.steps().len())
        } else {
            (self.inner)(look)
        };
        self.line.borrow_mut().push(written(look, index));
        index
    }
}

fn main() {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let [path, nodes, games, seed, ..] = &said[..] else {
        println!("ENGINE NODES GAMES SEED [VALUES]");
        return;
    };
    let (nodes, games): (u64, u64) = (nodes.parse().expect("a number"), games.parse().expect("a number"));
    let seed: u64 = seed.parse().expect("a number");
    let session = open("chess", &[]);
    let arena = Arena::new(&session.prepared);
    let start = start(&session);
    let mut values = Values::estimated_from(&arena, &start);
    if let Some(path) = said.get(4) {
        let text = std::fs::read_to_string(path).expect("a file of values");
        let named: Named = serde_yaml::from_str(&text).expect("values");
        values = values.with_named(&named, arena.library()).expect("known kinds");
    }
    let values = Arc::new(values);
    let mut engine = Engine::new(path);
    let (mut won, mut drawn, mut lost, mut capped) = (0u32, 0u32, 0u32, 0u32);
    for index in 0..games {
        engine.say("ucinewgame");
        let line = Line::default();
        let mut mine = Make::AlphaBeta(Limits::nodes(nodes)).make(&values);
        let mut ours = |look: &mut Look<'_, '_>| mine.choose(look);
        let mut theirs = |look: &mut Look<'_, '_>| {
            let moves = line.borrow().join(" ");
            engine.say(&format!("position startpos moves {moves}"));
            engine.say(&format!("go nodes {nodes}"));
            let best = engine.wait("bestmove");
            let wanted = best.split_whitespace().nth(1).expect("a move");
            let found = (0..look.turns.steps().len()).find(|index| written(look, *index) == wanted);
            found.unwrap_or_else(|| panic!("{wanted} is not listed after {moves}"))
        };
        let opening = Dice::of(seed, index / 2);
        let swapped = index % 2 == 1;
        let mut one = Opened { inner: &mut ours, line: line.clone(), opening: opening.clone() };
        let mut other = Opened { inner: &mut theirs, line: line.clone(), opening };
        let mut dice = Dice::of(seed, index);
        let end = game(&arena, &start, swapped, &mut dice, &mut |look, mine| {
            if mine { one.ask(look) } else { other.ask(look) }
        });
        match &end {
            End::Ruled(outcome) => match outcome.winner {
                None => drawn += 1,
                Some(side) if (side.0 == 1) == swapped => won += 1,
                Some(_) => lost += 1,
            },
            _ => capped += 1,
        }
    }
    engine.say("quit");
    let _ = engine.child.wait();
    println!("{nodes} nodes a turn: {won} won, {drawn} drawn, {lost} lost, {capped} capped, of {games}");
}

/// One game; `asks` is told whether the turn is that of the project's own player.
fn game(
    arena: &Arena,
    start: &rulemate_interpreter::position::Position,
    swapped: bool,
    dice: &mut Dice,
    asks: &mut dyn FnMut(&mut Look<'_, '_>, bool) -> usize,
) -> End {
    let mut seat = arena.seat();
    let mut turns = rulemate_interpreter::arena::Turns::new();
    let mut stood = rulemate_simulation::player::Stood::default();
    let mut node = seat.node(start);
    let mut next = node.clone();
    for _ in 0..400 {
        seat.list(&node, &mut turns);
        let repeats = stood.note(seat.identity(&node, &turns));
        if let Some(outcome) = seat.outcome(&node, &turns, repeats) {
            return End::Ruled(outcome);
        }
        let side = node.player();
        let (own, mine) = ((side.0 == 1) == swapped, &mut *asks);
        let mut look =
            Look { seat: &mut seat, node: &node, turns: &turns, stood: &stood, dice: &mut *dice, side };
        let index = mine(&mut look, own);
        if !seat.play(&node, &turns, index, &mut next) {
            return End::Unknown;
        }
        std::mem::swap(&mut node, &mut next);
    }
    End::Capped
}
