//! Players: they play what is legal by any rules, the same from the same seed; the stronger beat the weaker; and what
//! is hidden from one is not shown to it. More with `RULEMATE_DEEP=1`.
#![allow(clippy::panic)]

use rulemate::session::Session;
use rulemate_interpreter::arena::{Arena, Turns};
use rulemate_interpreter::ids::{FactId, SideId, Square};
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::position::{Position, Value};
use rulemate_simulation::contest::{Board, End};
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{AlphaBeta, Imagination, Limits, Look, Make, Player, Stood};
use rulemate_simulation::value::{Learning, Values, Worth};
use rulemate_tests::amount;
use rulemate_tests::players::{open, open_with, start};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

const WHITE: SideId = SideId(0);
const BLACK: SideId = SideId(1);

/// The score of the first of two players over some games with changing sides, of the number of games.
fn score(session: &Session, makes: [Make; 2], games: usize, plies: u32) -> f64 {
    let arena = Arena::new(&session.prepared);
    let start = start(session);
    let values = Arc::new(Values::estimated_from(&arena, &start));
    let mut board = Board::new(arena.seat());
    let mut score = 0.0;
    for index in 0..games {
        let mut dice = Dice::of(11, index as u64);
        let (mut one, mut other) = (makes[0].make(&values), makes[1].make(&values));
        let first = index % 2 == 0;
        let players: [&mut dyn Player; 2] =
            if first { [&mut *one, &mut *other] } else { [&mut *other, &mut *one] };
        let end = board.play(&start, players, &mut dice, plies, &mut |_| {});
        score += match end {
            End::Ruled(outcome) => match outcome.winner {
                Some(side) => f64::from(u8::from((side == WHITE) == first)),
                None => 0.5,
            },
            _ => 0.5,
        };
    }
    score
}

#[test]
fn greedy_beats_random() {
    let games = amount(12, 200);
    let won = score(&open("chess", &[]), [Make::Greedy, Make::Random], games, 200);
    assert!(won > 0.7 * games as f64, "{won} of {games}");
}

#[test]
fn looking_ahead_beats_greedy() {
    let games = amount(10, 100);
    let makes = [Make::AlphaBeta(Limits::depth(2)), Make::Greedy];
    let won = score(&open("chess", &[]), makes, games, 200);
    assert!(won > 0.8 * games as f64, "{won} of {games}");
}

#[test]
fn looking_ahead_beats_greedy_in_event_chess() {
    let games = amount(4, 60);
    let makes = [Make::AlphaBeta(Limits::depth(2)), Make::Greedy];
    let deck = ["36", "45", "48"].map(str::to_owned);
    let won = score(&open_with("event-chess", &[], Some(&deck), None), makes, games, 160);
    assert!(won >= 0.7 * games as f64, "{won} of {games}");
}

#[test]
fn tree_search_beats_random() {
    let games = amount(4, 60);
    let makes = [Make::MonteCarlo(Limits::nodes(600)), Make::Random];
    let won = score(&open("chess", &[]), makes, games, 160);
    assert!(won > 0.7 * games as f64, "{won} of {games}");
}

const ALL: [Make; 5] = [
    Make::Random,
    Make::Greedy,
    Make::AlphaBeta(Limits { depth: Some(2), nodes: None, time: None }),
    Make::AlphaBeta(Limits { depth: None, nodes: Some(300), time: None }),
    Make::MonteCarlo(Limits { depth: None, nodes: Some(200), time: None }),
];

/// What a player may hold of any rules: that all kinds are worth the same.
fn flat(arena: &Arena) -> Arc<Values> {
    let kinds = vec![Worth { worth: 100.0, ..Worth::default() }; arena.library().kinds.len()];
    Arc::new(Values { kinds, scale: 200.0, ..Values::default() })
}

/// What was played, and where that led to.
fn record(arena: &Arena, start: &Position, make: &Make, values: &Arc<Values>, plies: u32) -> Vec<usize> {
    let mut board = Board::new(arena.seat());
    let (mut one, mut other) = (make.make(values), make.make(values));
    let mut played = Vec::new();
    let mut dice = Dice::new(3);
    board.play(start, [&mut *one, &mut *other], &mut dice, plies, &mut |ply| {
        assert!(ply.index < ply.turns.steps().len());
        played.push(ply.index);
    });
    played
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let all = [("chess", vec![]), ("event-chess", vec!["36".to_owned()]), ("pawns-chess", vec![])];
    for (game, events) in all.into_iter().take(amount(2, 3)) {
        let session = open_with(game, &events, Some(&events), None);
        let arena = Arena::new(&session.prepared);
        let start = start(&session);
        let values = flat(&arena);
        for make in ALL {
            let plies = if make == Make::Random { 60 } else { amount(4, 12) as u32 };
            let one = record(&arena, &start, &make, &values, plies);
            let other = record(&arena, &start, &make, &values, plies);
            assert_eq!(one, other, "{game}: {}", make.name());
        }
    }
}

#[test]
fn players_play_by_any_rules() {
    let games = ["berolina", "capablanca", "knightmate", "los-alamos", "pawns-chess"];
    let mut all: Vec<(&str, Vec<String>)> = games.iter().map(|game| (*game, vec![])).collect();
    let events = ["9", "36", "45", "48"];
    all.extend(events.iter().map(|event| ("event-chess", vec![(*event).to_owned()])));
    for (game, events) in all {
        let session = open_with(game, &events, Some(&events), None);
        let arena = Arena::new(&session.prepared);
        let start = start(&session);
        let values = flat(&arena);
        for make in ALL {
            let plies = if make == Make::Random { 80 } else { amount(2, 12) as u32 };
            assert!(!record(&arena, &start, &make, &values, plies).is_empty(), "{game} {events:?}");
        }
    }
}

#[test]
fn a_limit_of_nodes_is_kept() {
    let session = open("chess", &[]);
    let arena = Arena::new(&session.prepared);
    let values = Arc::new(Values::estimated(&arena));
    for nodes in [1, 50, 3000] {
        let mut player = AlphaBeta::new(Arc::clone(&values), Limits::nodes(nodes));
        let mut seat = arena.seat();
        let (node, mut turns) = (seat.first(), Turns::new());
        seat.list(&node, &mut turns);
        let (stood, mut dice) = (Stood::default(), Dice::new(1));
        let mut look =
            Look { seat: &mut seat, node: &node, turns: &turns, stood: &stood, dice: &mut dice, side: WHITE };
        let found = player.think(&mut look);
        assert!(found.nodes <= nodes + 1, "{} of {nodes}", found.nodes);
    }
}

/// By hand: on an average board a queen has more turns than a rook, that more than a bishop, and a pawn the fewest.
#[test]
fn mobility_says_what_pieces_are_worth() {
    let session = open("chess", &[]);
    let arena = Arena::new(&session.prepared);
    let values = Values::estimated(&arena);
    let named = values.named(arena.library());
    let worth = |name: &str| named.pieces[name].worth.unwrap_or_else(|| panic!("{name} has no worth"));
    assert_eq!(named.pieces["king"].worth, None);
    assert!((worth("pawn") - 100.0).abs() < 0.1, "{named:?}");
    let order = ["queen", "rook", "bishop", "pawn"];
    assert!(order.is_sorted_by(|more, less| worth(more) > worth(less)), "{named:?}");
    assert!(named.pieces["pawn"].advance > 0.0 && named.pieces["queen"].advance == 0.0, "{named:?}");
    assert!(named.pieces["knight"].centre > 0.0, "{named:?}");
    let back = Values::default().with_named(&named, arena.library());
    assert_eq!(back.map(|values| values.named(arena.library())), Ok(named));
}

#[test]
fn what_is_learned_does_not_depend_on_threads() {
    let session = open("los-alamos", &[]);
    let arena = Arena::new(&session.prepared);
    let learn = |threads: usize| {
        let threads = NonZeroUsize::new(threads).expect("not 0");
        let learning = Learning { games: 24, seed: 5, threads, depth: 1 };
        Values::learned(&arena, arena.setup(), &learning)
    };
    let (one, three) = (learn(1), learn(3));
    assert_eq!(one, three);
    assert!(one.kinds.iter().any(|kind| kind.error.is_some_and(|error| error > 0.0)), "{one:?}");
}

fn pit(position: &Position, side: SideId) -> BTreeSet<Square> {
    let marks = position.sides.iter().filter(|((_, of), _)| *of == side);
    marks
        .filter_map(|(_, mark)| match &mark.value {
            Value::Squares(set) => Some(set.iter().collect::<Vec<_>>()),
            _ => None,
        })
        .flatten()
        .collect()
}

fn pits(text: &str) -> (Arena, Position) {
    let deck = ["9".to_owned()];
    let session = open_with("event-chess", &[], Some(&deck), Some(text));
    (Arena::new(&session.prepared), start(&session))
}

const PITS: &str =
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | events pit-traps:w; side w (opened, pit=f6); side b (opened, pit=g1)";

/// A player knows its own pit. Of the other's it knows that it lies on an empty square.
#[test]
fn secrets_of_the_other_side_are_imagined() {
    let (arena, position) = pits(PITS);
    let imagination = Imagination::new(arena.library());
    let mut dice = Dice::new(9);
    let mut seen = BTreeSet::new();
    for _ in 0..400 {
        let imagined = imagination.imagine(&arena, &position, WHITE, &mut dice).expect("something is hidden");
        assert_eq!(pit(&imagined, WHITE), pit(&position, WHITE));
        let drawn = pit(&imagined, BLACK);
        assert_eq!(drawn.len(), 1);
        assert!(drawn.iter().all(|square| position.at(*square).is_none()));
        seen.extend(drawn);
        assert_eq!(Position { sides: position.sides.clone(), ..imagined }, position);
    }
    // By hand: 64 squares less 2 kings are empty; of each, none drawn in 400 has a chance below 1 in 600.
    assert!(seen.len() > 55, "{seen:?}");
}

#[test]
fn what_is_revealed_is_not_imagined() {
    let revealed = PITS.replace("g1)", "g1 revealed)");
    let (arena, position) = pits(&revealed);
    let imagination = Imagination::new(arena.library());
    assert_eq!(imagination.imagine(&arena, &position, WHITE, &mut Dice::new(1)), None);
    let (arena, position) = (Arena::clone(&arena), position);
    let other =
        imagination.imagine(&arena, &position, BLACK, &mut Dice::new(1)).expect("the first side's is hidden");
    assert_eq!(pit(&other, BLACK), pit(&position, BLACK));
}

/// What is secret is drawn anew whatever it is: a number, a direction, a side, who bears it, whether it is so at all.
#[test]
fn secrets_of_every_type_are_imagined() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sealed.rules");
    let rules = r#"event "Sealed"
secret fact stake on sides = 1
secret fact course on sides is direction
secret fact ally on sides is side
secret fact sworn on sides
secret fact disguise on pieces is kind
secret fact chosen on pieces
when event starts, for each side, side chooses d from forward, left, forward left { own course becomes d }
when event starts, for each side, side chooses p from own rook { p becomes chosen }
when event starts, for each side, side chooses p from own knight {
    side chooses k from bishop, queen { disguise of p becomes k }
}
when event starts, for each side, side may choose p from own king {
    own stake becomes 4
    own ally becomes enemy side
    own side becomes sworn
}
"#;
    std::fs::write(&path, rules).expect("a folder for tests");
    let deck = [path.to_string_lossy().into_owned()];
    let text = "r3k2r/1n2n3/8/8/8/8/8/R3K2R w - - 0 1 | events sealed:w; piece a1 (chosen); piece a8 (chosen); \
                piece b7 (disguise=bishop); side w (course=left); side b (ally=w, course=forward, stake=4, sworn)";
    let session = open_with("event-chess", &[], Some(&deck), Some(text));
    let arena = Arena::new(&session.prepared);
    let position = start(&session);
    let fact = |name: &str| {
        let of = |fact: &rulemate_interpreter::model::Fact| fact.name == name;
        FactId::from_index(arena.library().facts.iter().position(of).expect("a fact of this name"))
    };
    let of_side = |position: &Position, name: &str, side: SideId| {
        position.sides.get(&(fact(name), side)).map(|mark| mark.value.clone())
    };
    let bearers = |position: &Position, name: &str, side: SideId| -> Vec<(Option<Square>, Value)> {
        let ids = position.ids().filter(|id| position.piece(*id).owner == side);
        let marks =
            ids.flat_map(|id| position.piece(id).facts.iter().map(move |(fact, mark)| (id, *fact, mark)));
        let marks = marks.filter(|(_, known, _)| *known == fact(name));
        marks.map(|(id, _, mark)| (position.square_of(id), mark.value.clone())).collect()
    };
    let imagination = Imagination::new(arena.library());
    let mut dice = Dice::new(3);
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for _ in 0..400 {
        let imagined = imagination.imagine(&arena, &position, WHITE, &mut dice).expect("something is hidden");
        for name in ["stake", "course", "ally", "sworn"] {
            assert_eq!(
                of_side(&imagined, name, WHITE),
                of_side(&position, name, WHITE),
                "{name} is one's own"
            );
            seen.entry(name).or_default().insert(format!("{:?}", of_side(&imagined, name, BLACK)));
        }
        for name in ["disguise", "chosen"] {
            assert_eq!(
                bearers(&imagined, name, WHITE),
                bearers(&position, name, WHITE),
                "{name} is one's own"
            );
            let borne = bearers(&imagined, name, BLACK);
            assert_eq!(borne.len(), 1, "{name}");
            seen.entry(name).or_default().insert(format!("{borne:?}"));
        }
    }
    // By hand: 1 (as nobody has set it) or 4; three directions; either side; sworn or not; two knights, each as one of
    // two kinds; two rooks.
    let counts: Vec<(&str, usize)> = seen.iter().map(|(name, values)| (*name, values.len())).collect();
    let wanted = [("ally", 2), ("chosen", 2), ("course", 3), ("disguise", 4), ("stake", 2), ("sworn", 2)];
    assert_eq!(counts, wanted, "{seen:#?}");
}

/// The king that steps into the pit on e2 has lost. A player that knew it would never go there; one that does not goes
/// to each of its five squares now and then.
#[test]
fn a_player_does_not_know_where_a_secret_pit_lies() {
    let text = PITS.replace("g1)", "e2)");
    let (arena, position) = pits(&text);
    let values = Arc::new(Values::estimated_from(&arena, &position));
    let mut fell = 0;
    for seed in 0..40 {
        let mut board = Board::new(arena.seat());
        let make = Make::AlphaBeta(Limits::depth(1));
        let (mut one, mut other) = (make.make(&values), make.make(&values));
        let end = board.play(&position, [&mut *one, &mut *other], &mut Dice::new(seed), 1, &mut |_| {});
        fell += usize::from(matches!(end, End::Ruled(outcome) if outcome.winner == Some(BLACK)));
    }
    assert!(
        fell > 0,
        "{}",
        fen::write(
            rulemate_interpreter::notation::Rules { engine: arena.engine(), lexicon: arena.lexicon() },
            &position
        )
    );
}
