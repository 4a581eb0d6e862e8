//! The whole language as flat tables and the plain evaluator say the same: turns, next positions, ends; for every
//! shipped game, with each event, with pairs and groups of events that are drawn by the day, and for every example.
//! With `RULEMATE_DEEP=1` with each two that may hold together; some of them by `RULEMATE_PAIRS`.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[path = "../../tests/src/lots.rs"]
#[allow(dead_code)]
mod lots;

use common::{Files, games, text};
use lots::{Pair, Played, day, drawn};
use rulemate_grammar::diagnostic::Severity;
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::check::pair;
use rulemate_interpreter::codes::NEVER_TOGETHER;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::notation::{coordinate, fen};
use rulemate_interpreter::position::{Position, Started};
use std::sync::Arc;

/// A game by both evaluators.
struct Both {
    name: String,
    plain: Prepared,
    fast: Fast,
    start: Position,
    /// How often the tables did not hold what came up.
    given_up: usize,
    asked: usize,
    random: u64,
}

/// The first number of games in a default run, the second in a deep one (`RULEMATE_DEEP=1`).
fn amount(shallow: usize, far: usize) -> usize {
    if deep() { far } else { shallow }
}

fn deep() -> bool {
    std::env::var_os("RULEMATE_DEEP").is_some_and(|value| value != "0")
}

/// The rule files of a folder.
fn files(folder: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut names: Vec<String> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".rules").map(str::to_owned))
        .collect();
    names.sort();
    names
}

impl Both {
    /// A game with these events in force, started by the sides in turn.
    fn of(game: &str, events: &[&str]) -> Both {
        let base = games(game);
        let base: Vec<(&str, &str)> =
            base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let texts: Vec<(&str, String)> =
            events.iter().map(|name| (*name, text(&format!("rules/events/{name}.rules")))).collect();
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let read = Files::new(&base, &texts);
        assert!(read.told.is_empty(), "{game} {events:?} {:#?}", read.told);
        Both::by(format!("{game} {events:?}"), &read, events.len())
    }

    /// An example: a game, or an event on top of Event Chess.
    fn example(name: &str) -> Both {
        let own = text(&format!("examples/{name}.rules"));
        let event = own.starts_with("event");
        let below = if event {
            "event-chess".to_owned()
        } else {
            let (_, rest) = own.lines().next().unwrap().split_once(" extends \"").unwrap_or(("", "\""));
            rest.split('"').next().unwrap().to_owned()
        };
        let base = if below.is_empty() { Vec::new() } else { games(&below) };
        let mut base: Vec<(&str, &str)> =
            base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let mut events = Vec::new();
        if event {
            events.push((name, own.as_str()))
        } else {
            base.push((name, own.as_str()))
        }
        let read = Files::new(&base, &events);
        assert!(read.told.is_empty(), "{name} {:#?}", read.told);
        Both::by(name.to_owned(), &read, events.len())
    }

    fn by(name: String, read: &Files, events: usize) -> Both {
        let (library, told) = read.resolve();
        assert!(told.is_empty(), "{name}: {told:#?}");
        let first_event = library.games;
        let plain = Prepared::by(library.clone(), Evaluator::Plain).unwrap();
        let fast = Fast::new(Arc::new(library));
        fast.set_first_position(plain.setup.clone());
        let starts: Vec<Started> = (0..events)
            .map(|index| Started {
                event: FileId::from_index(first_event + index),
                by: SideId(u8::from(index % 2 == 1)),
            })
            .collect();
        let mut start = plain.setup.clone();
        if !starts.is_empty() {
            start = plain.engine.started(&start, &starts).unwrap();
        }
        Both { name, plain, fast, start, given_up: 0, asked: 0, random: 1 }
    }

    fn dice(&mut self, faces: usize) -> usize {
        drawn(&mut self.random, faces)
    }

    /// Compares all that both say of a position, and what they make of one of its turns.
    fn compare(&mut self, position: &Position) -> Option<Position> {
        let at = |both: &Both| format!("{}: {}", both.name, fen::write(both.plain.rules(), position));
        let plain = self.plain.engine.turns(position);
        // What the plain evaluator does not get to the end of is not compared.
        if self.plain.engine.given_up(position).is_some() {
            return None;
        }
        if position.pending.is_none() {
            self.asked += 1;
            match self.fast.turns_by_tables(position) {
                None => self.given_up += 1,
                Some(fast) if fast != plain => {
                    let write = |turns: &[_]| coordinate::write_all(self.plain.rules(), position, turns);
                    let (plain, fast) = (write(&plain), write(&fast));
                    let only = |one: &[String], other: &[String]| {
                        one.iter().filter(|each| !other.contains(each)).cloned().collect::<Vec<_>>()
                    };
                    panic!(
                        "{}\nplain only {:?}\nfast only {:?}",
                        at(self),
                        only(&plain, &fast),
                        only(&fast, &plain)
                    );
                }
                Some(_) => {}
            }
            assert_ne!(self.fast.makes_alike(position), Some(false), "{}", at(self));
            for repeats in [1, 3] {
                if let Some(fast) = self.fast.outcome_by_tables(position, repeats) {
                    assert_eq!(self.plain.engine.outcome(position, repeats), fast, "{}", at(self));
                }
            }
        }
        let chosen = self.dice(plain.len());
        let turn = plain.get(chosen)?;
        let next = match self.plain.engine.play(position, turn) {
            Err(_) if self.plain.engine.given_up(position).is_some() => return None,
            played => played.unwrap(),
        };
        if position.pending.is_none()
            && next.pending.is_none()
            && next.events == position.events
            && let Some(alike) = self.fast.plays_alike(position, turn, &next)
        {
            assert!(
                alike,
                "after {:?} in {}: {}",
                coordinate::write_all(self.plain.rules(), position, std::slice::from_ref(turn)),
                at(self),
                fen::write(self.plain.rules(), &next)
            );
        }
        Some(next)
    }

    /// Plays games at random, comparing at every ply.
    fn play(mut self, games: usize, plies: usize) -> Played {
        if let Err(refusal) = self.fast.plan(&self.start).whole() {
            panic!("{} is not compiled: {refusal:?}", self.name);
        }
        let mut positions = 0;
        for game in 0..games {
            self.random = game as u64 + 1;
            let mut position = self.start.clone();
            for _ in 0..plies {
                if self.plain.engine.outcome(&position, 1).is_some() {
                    break;
                }
                positions += 1;
                let Some(next) = self.compare(&position) else { break };
                position = next;
            }
        }
        let seldom = self.given_up * 10 <= self.asked;
        assert!(seldom, "{}: given up {} times of {}", self.name, self.given_up, self.asked);
        Played { games, positions }
    }
}

#[test]
fn shipped_games_are_the_same_by_both() {
    for name in files("rules").iter().filter(|name| *name != "event-chess") {
        Both::of(name, &[]).play(amount(2, 20), 80);
    }
}

/// The events of the deck, and which two may hold together by what the library reads of their types and sentences.
struct Deck {
    names: Vec<String>,
    pairs: Vec<(usize, usize)>,
}

impl Deck {
    fn read() -> Deck {
        let names = files("rules/events");
        let texts: Vec<String> =
            names.iter().map(|name| text(&format!("rules/events/{name}.rules"))).collect();
        let events: Vec<(&str, &str)> =
            names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let base = games("event-chess");
        let base: Vec<(&str, &str)> =
            base.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (library, told) = Files::new(&base, &events).resolve();
        assert!(told.is_empty(), "{told:#?}");
        let file = |index: usize| FileId::from_index(library.games + index);
        // Where both replace one thing they may, and the later prevails.
        let hold = |one: usize, other: usize| {
            let told = pair(&library, file(one), file(other));
            told.iter().all(|each| each.severity != Severity::Error && each.code != NEVER_TOGETHER)
        };
        let pairs: Vec<(usize, usize)> = (0..names.len())
            .flat_map(|one| (one + 1..names.len()).map(move |other| (one, other)))
            .filter(|(one, other)| hold(*one, *other))
            .collect();
        Deck { names, pairs }
    }

    fn pairs(&self) -> Vec<Pair> {
        let name = |index: usize| self.names[index].clone();
        self.pairs.iter().map(|(one, other)| [name(*one), name(*other)]).collect()
    }

    /// So many events that may hold together, drawn.
    fn draw_group(&self, random: &mut u64, count: usize) -> Vec<&str> {
        let (mut left, mut group): (Vec<usize>, Vec<usize>) = ((0..self.names.len()).collect(), Vec::new());
        while group.len() < count && !left.is_empty() {
            let event = left.swap_remove(drawn(random, left.len()));
            if group.iter().all(|other| self.pairs.contains(&(event.min(*other), event.max(*other)))) {
                group.push(event);
            }
        }
        group.into_iter().map(|index| self.names[index].as_str()).collect()
    }
}

/// What a test draws by the day; shown only if the test fails.
fn told(drawn: &[Vec<&str>]) {
    println!("drawn on day {} since 1970: {drawn:?}", day());
}

/// Events that are always played at more length, each and each two.
const WELL_TRIED: [&str; 3] = ["ambulance", "force-fields", "portals"];

#[test]
fn events_are_the_same_by_both() {
    for event in files("rules/events") {
        let tried = WELL_TRIED.contains(&event.as_str());
        let (games, plies) = if tried { (2, 60) } else { (1, 16) };
        Both::of("event-chess", &[&event]).play(amount(games, 20), amount(plies, 60));
    }
    for (index, event) in WELL_TRIED.iter().enumerate() {
        for other in &WELL_TRIED[index + 1..] {
            Both::of("event-chess", &[event, other]).play(amount(2, 20), 60);
        }
    }
}

#[test]
fn pairs_of_events_are_the_same_by_both() {
    lots::play("tables", &Deck::read().pairs(), 12, |pair, lot| {
        let events: Vec<&str> = pair.iter().map(String::as_str).collect();
        Both::of("event-chess", &events).play(lot.amount(1, 2), lot.amount(16, 50))
    });
}

/// All at once make more turns than the plain evaluator lists.
#[test]
fn many_events_at_once_are_the_same_by_both() {
    let deck = Deck::read();
    let mut random = day();
    let groups: Vec<Vec<&str>> = (0..amount(3, 60)).map(|_| deck.draw_group(&mut random, 6)).collect();
    told(&groups);
    for events in &groups {
        Both::of("event-chess", events).play(amount(1, 4), amount(12, 60));
    }
}

#[test]
fn events_in_another_game_are_the_same_by_both() {
    let deck = Deck::read();
    let mut random = day();
    let mut rest: Vec<&str> = deck.names.iter().map(String::as_str).collect();
    rest.retain(|event| !WELL_TRIED.contains(event));
    let some: Vec<&str> =
        (0..amount(10, rest.len())).map(|_| rest.swap_remove(drawn(&mut random, rest.len()))).collect();
    told(std::slice::from_ref(&some));
    for event in some {
        Both::of("pawns-chess", &[event]).play(amount(1, 10), amount(4, 30));
    }
    for event in WELL_TRIED {
        Both::of("pawns-chess", &[event]).play(amount(1, 10), 30);
    }
}

/// The positions of the scenario files in a folder, each once.
fn positions(folder: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios").join(folder);
    let mut found: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(path).unwrap() {
        let Ok(text) = std::fs::read_to_string(entry.unwrap().path()) else { continue };
        let said =
            text.lines().filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("position: "));
        found.extend(said.map(|position| position.trim().trim_matches(['"', '\'']).to_owned()));
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn scenarios_are_the_same_by_both() {
    let deck = Deck::read();
    let all: Vec<&str> = deck.names.iter().map(String::as_str).collect();
    let mut random = day();
    for game in ["event-chess", "pawns-chess"] {
        let mut both = Both::of(game, &all);
        let mut compared = 0;
        for text in positions(game) {
            // A third of them, another one each day.
            if !deep() && drawn(&mut random, 3) > 0 {
                continue;
            }
            let mut texts = vec![text.clone()];
            if !text.contains('|') {
                // Under each event, or under one that is drawn by the day.
                let with = |events: &str| format!("{text} | events {events}");
                let one = drawn(&mut random, all.len());
                let events = if deep() { &all[..] } else { &all[one..=one] };
                texts.extend(events.iter().map(|event| with(&format!("{event}:w"))));
            }
            for text in texts {
                // Some are wrong, and are there to be refused.
                let read = fen::read(both.plain.rules(), SourceId(0), &text);
                let Ok(mut position) = read else { continue };
                for _ in 0..amount(1, 12) {
                    compared += 1;
                    let Some(next) = both.compare(&position) else { break };
                    position = next;
                }
            }
        }
        assert!(compared > 100, "{game}: {compared} positions");
        assert!(both.given_up * 10 <= both.asked, "{game}: given up {} of {}", both.given_up, both.asked);
    }
}

#[test]
fn examples_are_the_same_by_both() {
    let mut refused = Vec::new();
    for name in files("examples") {
        let both = Both::example(&name);
        match both.fast.plan(&both.start).whole() {
            Err(refusal) => refused.push(format!("{name}: {}", refusal.what)),
            Ok(_) => {
                both.play(amount(2, 20), 40);
            }
        }
    }
    // It starts each event that could start, which only the rules of each can tell.
    assert_eq!(refused, ["relay: events that are told one by one"]);
}
