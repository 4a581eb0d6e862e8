//! Both evaluators of rules made at random, held to each other. Imports `rules`.

use crate::rules::Made;
use rulemate_grammar::source::SourceId;
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::model::Library;
use rulemate_interpreter::notation::{canonical, coordinate, fen};
use rulemate_interpreter::perft::perft;
use rulemate_interpreter::play::perft::Counting;
use rulemate_interpreter::position::{Position, Started, Turn};
use std::sync::Arc;

/// From each position so many games, so many turns long.
const GAMES: usize = 2;
const PLIES: usize = 6;
/// Positions with more turns are not counted a ply deeper, and not played from.
const MANY: usize = 12;
const TOO_MANY: usize = 80;

/// What has been compared.
#[derive(Default, Debug)]
pub struct Seen {
    /// Positions whose turns the tables told.
    pub by_tables: usize,
    /// Positions that they did not hold.
    pub given_up: usize,
    /// Positions whose turns a program told.
    pub by_program: usize,
    /// Next positions.
    pub played: usize,
    /// Rules of which there are no tables.
    pub not_compiled: usize,
}

/// A game by both evaluators.
pub struct Both {
    plain: Prepared,
    fast: Fast,
    starts: Vec<Started>,
    /// Positions to play from.
    from: Vec<Position>,
}

impl Both {
    /// The rules of some files; the code of what is wrong with their first position.
    pub fn of(library: Library, made: &Made) -> Result<Both, &'static str> {
        let first_event = library.games;
        let plain = Prepared::by(library.clone(), Evaluator::Plain)
            .map_err(|told| told.first().map_or("", |each| each.code))?;
        let fast = Fast::new(Arc::new(library));
        fast.set_first_position(plain.setup.clone());
        let start = |index: usize| Started {
            event: FileId::from_index(first_event + index),
            by: SideId(u8::from(index % 2 == 1)),
        };
        let starts = (0..made.events.len()).map(start).collect();
        let mut both = Both { plain, fast, starts, from: Vec::new() };
        let read =
            made.positions.iter().filter_map(|text| fen::read(both.plain.rules(), SourceId(0), text).ok());
        let first = std::iter::once(both.plain.setup.clone()).filter(|_| made.below.is_none());
        let from = first.chain(read).filter_map(|position| match both.starts.as_slice() {
            [] => Some(position),
            starts => both.plain.engine.started(&position, starts).ok(),
        });
        both.from = from.collect();
        if both.from.is_empty() { Err("no position") } else { Ok(both) }
    }

    /// How many turns there are at first, by the plain evaluator.
    pub fn first_turns(&self) -> usize {
        self.plain.engine.turns(&self.from[0]).len()
    }

    /// Plays games at random, comparing at every ply.
    pub fn play(&self, seen: &mut Seen) -> Result<(), String> {
        if self.fast.plan(&self.from[0]).whole().is_err() {
            seen.not_compiled += 1;
        }
        for (index, from) in self.from.iter().enumerate() {
            for game in 0..GAMES {
                let mut random = (index * GAMES + game) as u64 + 1;
                let mut position = from.clone();
                for ply in 0..PLIES {
                    let Some(next) = self.compare(&position, &mut random, ply == 0 && game == 0, seen)?
                    else {
                        break;
                    };
                    position = next;
                }
            }
        }
        Ok(())
    }

    fn told(&self, position: &Position) -> String {
        format!(
            "{} / {}",
            fen::write(self.plain.rules(), position),
            canonical::identity(self.plain.rules(), position)
        )
    }

    /// Compares all that both say of a position, and what they make of one of its turns.
    fn compare(
        &self,
        position: &Position,
        random: &mut u64,
        first: bool,
        seen: &mut Seen,
    ) -> Result<Option<Position>, String> {
        let at = |what: &str| format!("{what}\nin {}", fen::write(self.plain.rules(), position));
        let engine = &*self.plain.engine;
        let turns = engine.turns(position);
        if engine.given_up(position).is_some() {
            return Ok(None);
        }
        let by_program = self.fast.plan(position).quick.is_ok();
        if position.pending.is_none() {
            if by_program {
                seen.by_program += 1;
                self.same_turns(position, &turns, &self.fast.turns(position), "program")?;
            }
            match self.fast.turns_by_tables(position) {
                None => seen.given_up += 1,
                Some(fast) => {
                    seen.by_tables += 1;
                    self.same_turns(position, &turns, &fast, "tables")?;
                }
            }
            for repeats in [1, 3] {
                let plain = engine.outcome(position, repeats);
                if engine.given_up(position).is_some() {
                    return Ok(None);
                }
                let others = [
                    self.fast.outcome_by_tables(position, repeats),
                    by_program.then(|| self.fast.outcome(position, repeats)),
                ];
                if let Some(fast) = others.into_iter().flatten().find(|fast| *fast != plain) {
                    return Err(at(&format!("outcome (repeats {repeats}): plain {plain:?}, fast {fast:?}")));
                }
            }
            if first {
                self.same_counts(position, if turns.len() < MANY { 2 } else { 1 })?;
            }
        }
        if turns.len() > TOO_MANY {
            return Ok(None);
        }
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(turn) = turns.get(usize::try_from(*random >> 33).unwrap() % turns.len().max(1)) else {
            return Ok(None);
        };
        let written = || {
            format!("{:?}", coordinate::write_all(self.plain.rules(), position, std::slice::from_ref(turn)))
        };
        let next = match engine.play(position, turn) {
            Ok(next) => next,
            Err(_) if engine.given_up(position).is_some() => return Ok(None),
            Err(reasons) => {
                return Err(at(&format!("plain lists {} and refuses it: {reasons:?}", written())));
            }
        };
        seen.played += 1;
        if by_program {
            let fast = self
                .fast
                .play(position, turn)
                .map_err(|reasons| at(&format!("fast refuses {}: {reasons:?}", written())))?;
            let (plain, fast) = (self.told(&next), self.told(&fast));
            if plain != fast {
                return Err(at(&format!("after {}:\nplain {plain}\nprogram {fast}", written())));
            }
        }
        if Engine::plays_alike(&self.fast, position, turn, &next) == Some(false) {
            return Err(at(&format!(
                "after {} tables play otherwise than plain: {}",
                written(),
                self.told(&next)
            )));
        }
        if engine.outcome(&next, 1).is_some() {
            // The end is compared, and nothing behind it.
            let plain = engine.outcome(&next, 1);
            let fast = self.fast.outcome(&next, 1);
            if plain != fast && engine.given_up(&next).is_none() {
                return Err(format!("outcome: plain {plain:?}, fast {fast:?}\nin {}", self.told(&next)));
            }
            return Ok(None);
        }
        Ok(Some(next))
    }

    fn same_turns(
        &self,
        position: &Position,
        plain: &[Turn],
        fast: &[Turn],
        who: &str,
    ) -> Result<(), String> {
        if plain == fast {
            return Ok(());
        }
        let write = |turns: &[Turn]| coordinate::write_all(self.plain.rules(), position, turns);
        let only = |one: &[Turn], other: &[Turn]| {
            let mine: Vec<Turn> = one.iter().filter(|each| !other.contains(each)).cloned().collect();
            write(&mine)
        };
        Err(format!(
            "plain only {:?}\n{who} only {:?}\n(plain has {}, {who} {})\nin {}",
            only(plain, fast),
            only(fast, plain),
            plain.len(),
            fast.len(),
            fen::write(self.plain.rules(), position)
        ))
    }

    /// Counts that leave the last turns unplayed are those of turns played one by one.
    fn same_counts(&self, position: &Position, depth: u32) -> Result<(), String> {
        for depth in 1..=depth {
            let Ok(plain) = perft(&*self.plain.engine, position, depth) else { return Ok(()) };
            let by_program = [Counting::Sets, Counting::Lists, Counting::Leaves].map(|counting| {
                (format!("{counting:?}"), self.fast.perft_counting(position, depth, counting))
            });
            let by_tables = [("tables".to_owned(), self.fast.perft_by_tables(position, depth))];
            for (who, fast) in by_program.into_iter().chain(by_tables) {
                if fast.is_some_and(|fast| fast != plain) {
                    let turns = self.plain.engine.turns(position);
                    let behind = turns.iter().filter_map(|turn| {
                        let next = self.plain.engine.play(position, turn).ok()?;
                        let (plain, fast) = (
                            perft(&*self.plain.engine, &next, depth - 1).ok()?,
                            self.fast.perft_by_tables(&next, depth - 1)?,
                        );
                        Some(format!("{plain}, {fast} behind {}", self.told(&next)))
                    });
                    return Err(format!(
                        "{depth} deep: plain counts {plain}, {who} {fast:?}\nin {}\n{:#?}",
                        fen::write(self.plain.rules(), position),
                        behind.collect::<Vec<_>>()
                    ));
                }
            }
        }
        Ok(())
    }
}
