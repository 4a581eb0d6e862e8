//! How fast compiled rules are, beside engines written by hand: ratios of medians, in one run, each count asserted.
//! `cargo bench -p rulemate-tests --bench speed [-- NAME...] [--quick]`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

use cozy_chess::Board;
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::play::perft::Counting;
use rulemate_interpreter::position::{Position, Started};
use rulemate_simulation::contest::Board as GameBoard;
use rulemate_simulation::dice::Dice;
use rulemate_simulation::player::{Random, Stood};
use rulemate_simulation::playout::Playout;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often each figure is taken.
const TIMES: usize = 5;

struct Task {
    game: &'static str,
    name: &'static str,
    /// None: the first position.
    position: Option<&'static str>,
    /// How deep, and how many nodes that are.
    counts: (u32, u64),
    /// The same for a quick run.
    quick: (u32, u64),
    /// Its name at the peer that knows variants, if it does.
    variant: Option<&'static str>,
    orthodox: bool,
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const TASKS: &[Task] = &[
    Task {
        game: "chess",
        name: "start",
        position: None,
        counts: (6, 119_060_324),
        quick: (5, 4_865_609),
        variant: Some("chess"),
        orthodox: true,
    },
    Task {
        game: "chess",
        name: "kiwipete",
        position: Some(KIWIPETE),
        counts: (5, 193_690_690),
        quick: (4, 4_085_603),
        variant: Some("chess"),
        orthodox: true,
    },
    Task {
        game: "berolina",
        name: "berolina",
        position: None,
        counts: (5, 29_119_802),
        quick: (4, 882_717),
        variant: None,
        orthodox: false,
    },
    Task {
        game: "knightmate",
        name: "knightmate",
        position: None,
        counts: (5, 3_249_033),
        quick: (4, 139_774),
        variant: Some("knightmate"),
        orthodox: false,
    },
    Task {
        game: "capablanca",
        name: "capablanca",
        position: None,
        counts: (5, 28_741_319),
        quick: (4, 805_128),
        variant: Some("capablanca"),
        orthodox: false,
    },
];

/// Events in force over the second position, and how many turns there are four plies deep, and what part of the speed of orthodox chess is aimed at.
const EVENTS: &[(&str, &str, u64, f64)] = &[
    ("force-fields", "force-fields:w", 4_064_262, 0.5),
    ("portals", "portals:w", 4_450_293, 0.25),
    ("ambulance", "ambulance:w", 4_134_854, 0.25),
    ("portals, force-fields", "portals:w, force-fields:b", 4_428_133, 0.15),
    ("portals, ambulance", "portals:w, ambulance:b", 4_502_006, 0.15),
    ("ambulance, force-fields", "ambulance:w, force-fields:b", 4_112_351, 0.15),
];

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

fn timed(nodes: u64, count: impl FnOnce() -> u64) -> Duration {
    let begin = Instant::now();
    let counted = count();
    let time = begin.elapsed();
    assert_eq!(counted, nodes);
    time
}

fn cozy(board: &Board, depth: u32, counting: Counting, list: &mut Vec<cozy_chess::Move>) -> u64 {
    let mut sum = 0;
    match (depth, counting) {
        (0, _) => return 1,
        (1, Counting::Sets) => {
            board.generate_moves(|moves| {
                sum += moves.len() as u64;
                false
            });
            return sum;
        }
        (1, Counting::Lists) => {
            list.clear();
            board.generate_moves(|moves| {
                list.extend(moves);
                false
            });
            return black_box(&*list).len() as u64;
        }
        _ => {}
    }
    board.generate_moves(|moves| {
        for step in moves {
            let mut next = board.clone();
            next.play_unchecked(step);
            sum += cozy(&next, depth - 1, counting, list);
        }
        false
    });
    sum
}

/// Debian's `fairy-stockfish`, if it is installed; it lists the last ply.
fn fairy(task: &Task, (depth, known): (u32, u64)) -> Option<Duration> {
    let variant = task.variant?;
    let mut child = Command::new("/usr/games/fairy-stockfish")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let mut lines = BufReader::new(child.stdout.take()?).lines();
    let mut until = |wanted: &str| lines.by_ref().map_while(Result::ok).find(|line| line.starts_with(wanted));
    let position = task.position.map_or_else(|| "startpos".to_owned(), |text| format!("fen {text}"));
    writeln!(input, "setoption name UCI_Variant value {variant}\nposition {position}\nisready").ok()?;
    until("readyok")?;
    let begin = Instant::now();
    writeln!(input, "go perft {depth}").ok()?;
    let nodes = until("Nodes searched")?;
    let time = begin.elapsed();
    let _ = writeln!(input, "quit");
    let _ = child.wait();
    assert!(nodes.ends_with(&format!(" {known}")), "{nodes}");
    Some(time)
}

fn main() {
    let quick = std::env::args().any(|each| each == "--quick");
    let times = if quick { 1 } else { TIMES };
    let wanted: Vec<String> = std::env::args().skip(1).filter(|each| !each.starts_with('-')).collect();
    for task in TASKS.iter().filter(|task| wanted.is_empty() || wanted.iter().any(|each| each == task.name)) {
        let (fast, position) = prepared(task);
        let (depth, nodes) = if quick { task.quick } else { task.counts };
        let mut taken: [Vec<Duration>; 7] = Default::default();
        let board: Option<Board> =
            task.orthodox.then(|| task.position.map_or_else(Board::default, |text| text.parse().unwrap()));
        // Taken in turns, so that what else the machine does falls on all alike.
        for _ in 0..times {
            for (index, counting) in
                [Counting::Sets, Counting::Lists, Counting::Leaves].into_iter().enumerate()
            {
                taken[index].push(timed(nodes, || fast.perft_counting(&position, depth, counting).unwrap()));
                if let Some(board) = &board {
                    let mut list = Vec::with_capacity(256);
                    taken[3 + index].push(timed(nodes, || cozy(board, depth, counting, &mut list)));
                }
            }
            taken[6].extend(fairy(task, (depth, nodes)));
        }
        let rate = |time: f64| nodes as f64 / time / 1e6;
        println!("{}, {depth} plies, {nodes} nodes", task.name);
        let [sets, lists, leaves, cozy_sets, cozy_lists, cozy_leaves, fairy] = taken;
        for (name, ours, peer, peers) in [
            ("sets", &sets, "cozy-chess sets", &cozy_sets),
            ("lists", &lists, "cozy-chess lists", &cozy_lists),
            ("lists", &lists, "fairy-stockfish lists", &fairy),
            ("leaves", &leaves, "cozy-chess leaves", &cozy_leaves),
        ] {
            let ours = median(ours.clone());
            if peers.is_empty() {
                println!("  {name:<8}{:8.1} million/s", rate(ours));
            } else {
                let peers = median(peers.clone());
                println!(
                    "  {name:<8}{:8.1} million/s   {:.2} of {peer} ({:.1})",
                    rate(ours),
                    peers / ours,
                    rate(peers)
                );
            }
        }
    }
    with_events(times, &wanted);
    playouts(times, &wanted, if quick { 50 } else { 2_000 });
    each_event(&wanted, if quick { 2 } else { 20 });
}

/// Random games with each event of the deck in force from the start, the right to start one used up.
fn each_event(wanted: &[String], games: u64) {
    if !wanted.is_empty() && !wanted.iter().any(|each| each == "each-event") {
        return;
    }
    let game = rulemate_tests::prepared("event-chess");
    let arena = Arena::new(&game);
    let mut playout = Playout::new(arena.seat());
    let library = game.engine.library();
    println!("random games of event-chess with one event in force, {games} times");
    for index in library.games..library.files.len() {
        let started = Started { event: FileId::from_index(index), by: SideId(0) };
        let mut position = game.engine.having_started(&game.setup, SideId(0));
        position = game.engine.having_started(&position, SideId(1));
        position = game.engine.started(&position, &[started]).unwrap();
        let start = playout.seat().node(&position);
        let begin = Instant::now();
        let plies = (0..games).map(|index| playout.play(&start, &mut Dice::of(1, index), 500).1).sum::<u32>();
        let time = begin.elapsed().as_secs_f64();
        println!(
            "  {:<32}{:8.3} million plies/s {:8.0} games/s",
            library.files[index].title,
            f64::from(plies) / time / 1e6,
            games as f64 / time
        );
    }
}

/// A random game of orthodox chess by the peer, by the ends of `chess.rules`; how many plies it had.
fn cozy_playout(dice: &mut Dice, list: &mut Vec<cozy_chess::Move>, stood: &mut Stood) -> u32 {
    let mut board = Board::default();
    stood.clear();
    let (mut plies, mut clock) = (0, 0);
    loop {
        list.clear();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        let repeats = stood.note(board.hash());
        if list.is_empty() || repeats >= 5 || clock >= 150 || cozy_insufficient(&board) {
            return plies;
        }
        board.play_unchecked(list[dice.below(list.len())]);
        goes_on(&mut clock, &board);
        plies += 1;
    }
}

/// The peer's own clock stops at 100: this one goes on.
fn goes_on(clock: &mut u32, board: &Board) {
    *clock = if board.halfmove_clock() == 0 { 0 } else { *clock + 1 };
}

fn cozy_insufficient(board: &Board) -> bool {
    use cozy_chess::Piece::{Bishop, King, Knight};
    let (bishops, knights) = (board.pieces(Bishop), board.pieces(Knight));
    let all = board.occupied();
    let dark = cozy_chess::BitBoard::DARK_SQUARES;
    let minor = all == bishops | knights | board.pieces(King) && (bishops | knights).len() < 2;
    let one_colour = bishops.is_subset(dark) || bishops.is_disjoint(dark);
    minor || all == bishops | board.pieces(King) && one_colour
}

/// Random games to the game's own end, beside the peer, which plays by the same rules; and of other games.
fn playouts(times: usize, wanted: &[String], games: u64) {
    if !wanted.is_empty() && !wanted.iter().any(|each| each == "playouts") {
        return;
    }
    if !wanted.iter().any(|each| each.contains("-chess")) {
        playouts_of_chess(times, games);
    }
    let others = ["berolina", "knightmate", "capablanca", "event-chess", "pawns-chess"];
    let only = others.iter().any(|name| wanted.iter().any(|each| each == name));
    for name in others {
        if only && !wanted.iter().any(|each| each == name) {
            continue;
        }
        let games = if name.ends_with("ns-chess") { 2 } else { games / 20 };
        let arena = Arena::new(&rulemate_tests::prepared(name));
        let begin = Instant::now();
        let plies = playout(&arena, games, 1);
        let time = begin.elapsed().as_secs_f64();
        println!("random games of {name}, {games} times");
        println!(
            "  plies   {:8.2} million/s   {:.0} games/s",
            plies as f64 / time / 1e6,
            games as f64 / time
        );
    }
}

fn playouts_of_chess(times: usize, games: u64) {
    same_games(20);
    let chess = Arena::new(&rulemate_tests::prepared("chess"));
    let (mut ours, mut peers) = (Vec::new(), Vec::new());
    let (mut list, mut stood) = (Vec::with_capacity(256), Stood::default());
    for turn in 0..times as u64 {
        let begin = Instant::now();
        let plies = playout(&chess, games, turn);
        ours.push(begin.elapsed() / u32::try_from(plies / 1_000).unwrap().max(1));
        let (begin, mut plies, mut dice) = (Instant::now(), 0, Dice::of(1, turn));
        for _ in 0..games {
            plies += u64::from(cozy_playout(&mut dice, &mut list, &mut stood));
        }
        peers.push(begin.elapsed() / u32::try_from(plies / 1_000).unwrap().max(1));
    }
    let (ours, peers) = (median(ours), median(peers));
    println!("random games of chess, {games} times");
    println!(
        "  plies   {:8.2} million/s   {:.2} of cozy-chess ({:.2}); the aim is 0.6",
        1e-3 / ours,
        peers / ours,
        1e-3 / peers
    );
}

fn playout(arena: &Arena, games: u64, seed: u64) -> u64 {
    let mut playout = Playout::new(arena.seat());
    let start = playout.seat().first();
    (0..games).map(|index| u64::from(playout.play(&start, &mut Dice::of(seed, index), 10_000).1)).sum()
}

/// The same games by both: as many legal turns in each position, and the same end.
fn same_games(games: u64) {
    let arena = Arena::new(&rulemate_tests::prepared("chess"));
    let mut board = GameBoard::new(arena.seat());
    for index in 0..games {
        let (mut peer, mut stood) = (Board::default(), Stood::default());
        let mut dice = Dice::of(7, index);
        let square = |square: rulemate_interpreter::ids::Square| {
            let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
            cozy_chess::Square::new(cozy_chess::File::index(file), cozy_chess::Rank::index(rank))
        };
        let _ = stood.note(peer.hash());
        let (mut repeats, mut clock) = (1, 0);
        let end = board.play(arena.setup(), [&mut Random, &mut Random], &mut dice, 10_000, &mut |played| {
            let mut list: Vec<cozy_chess::Move> = Vec::new();
            peer.generate_moves(|moves| {
                list.extend(moves);
                false
            });
            assert_eq!(list.len(), played.turns.steps().len());
            assert!(repeats < 5 && clock < 150 && !cozy_insufficient(&peer));
            let step = played.turns.steps()[played.index];
            let (from, to) = (square(step.from.unwrap()), square(step.to.unwrap()));
            // The peer writes castling as the king taking the rook.
            let castles = peer.piece_on(from) == Some(cozy_chess::Piece::King)
                && (from.file() as i8 - to.file() as i8).abs() == 2;
            let to = match (castles, (to.file() as i8) > from.file() as i8) {
                (true, true) => cozy_chess::Square::new(cozy_chess::File::H, from.rank()),
                (true, false) => cozy_chess::Square::new(cozy_chess::File::A, from.rank()),
                _ => to,
            };
            let fits: Vec<&cozy_chess::Move> =
                list.iter().filter(|each| each.from == from && each.to == to).collect();
            let name = step.becomes.map(|kind| arena.library().kinds[kind.index()].name.clone());
            let chosen = fits.iter().find(|each| {
                let promotes = each.promotion.map(|piece| format!("{piece:?}").to_lowercase());
                name.is_none() || promotes == name
            });
            peer.play(**chosen.unwrap());
            goes_on(&mut clock, &peer);
            repeats = stood.note(peer.hash());
        });
        let stuck = !peer.generate_moves(|_| true);
        let over = stuck || repeats >= 5 || clock >= 150 || cozy_insufficient(&peer);
        assert!(over, "{end:?} {peer}");
    }
}

/// How fast Event Chess is with events in force, beside orthodox chess by the same program.
fn with_events(times: usize, wanted: &[String]) {
    let source = rulemate_grammar::source::SourceId(0);
    let chess = rulemate_tests::prepared("chess");
    let orthodox = Fast::new(Arc::new(chess.engine.library().clone()));
    let there = rulemate_interpreter::notation::fen::read(chess.rules(), source, KIWIPETE).unwrap();
    let game = rulemate_tests::prepared("event-chess");
    let fast = Fast::new(Arc::new(game.engine.library().clone()));
    fast.set_first_position(game.setup.clone());
    for (name, events, nodes, aim) in EVENTS {
        if !wanted.is_empty() && !wanted.iter().any(|each| each == "events" || each == name) {
            continue;
        }
        let text = format!("{KIWIPETE} | events {events}; side w (opened); side b (opened)");
        let position = rulemate_interpreter::notation::fen::read(game.rules(), source, &text).unwrap();
        let (mut ours, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..times {
            ours.push(timed(*nodes, || fast.perft_by_tables(&position, 4).unwrap()));
            let lists = || orthodox.perft_counting(&there, 4, Counting::Lists).unwrap();
            plain.push(timed(4_085_603, lists));
        }
        let rate = *nodes as f64 / median(ours) / 1e6;
        let own = 4_085_603.0 / median(plain) / 1e6;
        println!("event-chess with {name}, 4 plies, {nodes} nodes");
        println!(
            "  tables  {rate:8.1} million/s   {:.2} of orthodox chess by lists ({own:.1}); the aim is {aim}",
            rate / own
        );
    }
}

fn prepared(task: &Task) -> (Fast, Position) {
    let prepared = rulemate_tests::prepared(task.game);
    let fast = Fast::new(Arc::new(prepared.engine.library().clone()));
    let position = task.position.map_or_else(
        || prepared.setup.clone(),
        |text| {
            let source = rulemate_grammar::source::SourceId(0);
            rulemate_interpreter::notation::fen::read(prepared.rules(), source, text).unwrap()
        },
    );
    (fast, position)
}
