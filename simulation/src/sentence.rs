//! Sentences of events one by one: whether each of them ever makes a difference. Imports `referee`, `rules`.
//!
//! In a position of a game the rules in force are held to the same rules without one sentence: it *changes the turns*
//! if other turns are legal without it, and it *changes what comes of them* if a turn that is legal by both leads to
//! another position or another end. A sentence that does neither in any position of the sample did not fire there.

use crate::referee::Moment;
use crate::rules::Rules;
use rulemate_grammar::source::{Place, Sources};
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::FileId;
use rulemate_interpreter::model::{File, Library, Motion};
use rulemate_interpreter::position::{Chosen, Part, Position, Started, Turn};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A sentence of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The event.
    pub event: FileId,
    /// Where it stands.
    pub place: Place,
    /// Where, as people read it: `events/portals.rules:7`.
    pub cite: String,
    /// As written, in one line.
    pub text: String,
}

/// All sentences of a library's events that can be left out, and the rules without each, as far as they have been needed.
pub struct Sentences {
    /// In the order of events and places.
    pub all: Vec<Sentence>,
    without: Mutex<HashMap<usize, Arc<Prepared>>>,
}

/// Of so many sentences the rules without them are kept; of more they are made again.
const KEPT: usize = 96;

impl Sentences {
    /// The sentences of these events.
    #[must_use]
    pub fn of(rules: &Rules, sources: &Sources, events: &[FileId]) -> Sentences {
        let library = rules.library();
        let mut all = Vec::new();
        for event in events {
            let mut places = places(library, &library.files[event.index()]);
            places.sort_by_key(|place| (place.source, place.span.start, place.span.end));
            places.dedup();
            all.extend(places.into_iter().map(|place| {
                Sentence {
                    event: *event,
                    place,
                    cite: sources.cite(place),
                    text: sources
                        .get(place.source)
                        .slice(place.span)
                        .split_whitespace()
                        .collect::<Vec<_>>()
                        .join(" "),
                }
            }));
        }
        Sentences { all, without: Mutex::default() }
    }

    /// The rules without a sentence; none if nothing can be played by them.
    fn without(&self, rules: &Rules, index: usize) -> Option<Arc<Prepared>> {
        let known = self.without.lock().unwrap_or_else(PoisonError::into_inner).get(&index).cloned();
        if known.is_some() {
            return known;
        }
        let mut library = rules.library().clone();
        let sentence = &self.all[index];
        leave_out(&mut library.files[sentence.event.index()], sentence.place);
        let made = Arc::new(Prepared::new(library).ok()?);
        let mut without = self.without.lock().unwrap_or_else(PoisonError::into_inner);
        if without.len() < KEPT {
            without.insert(index, Arc::clone(&made));
        }
        Some(made)
    }
}

/// Where the sentences of a file stand that can be left out. What declares something is none: others need it. Nor is a
/// claim, which no player of a simulation makes.
fn places(library: &Library, file: &File) -> Vec<Place> {
    let own = |definition: &&rulemate_interpreter::model::Definition| {
        let of = library.meanings.get(definition.meaning.index());
        definition.motion == Motion::Base
            && !definition.except
            && of.is_some_and(|of| of.place.source == definition.place.source)
    };
    let mut places: Vec<Place> = Vec::new();
    places.extend(file.moves.iter().map(|each| each.place));
    places.extend(file.promotions.iter().map(|each| each.place));
    places.extend(file.edges.iter().map(|each| each.place));
    places.extend(file.relations.iter().map(|each| each.place));
    places.extend(file.demands.iter().map(|each| each.place));
    places.extend(file.definitions.iter().filter(|each| !own(each)).map(|each| each.place));
    places.extend(file.laws.iter().map(|each| each.place));
    places.extend(file.suspensions.iter().map(|each| each.place));
    places.extend(file.ends.iter().map(|each| each.place));
    places.extend(file.triggers.iter().map(|each| each.place));
    places
}

fn leave_out(file: &mut File, place: Place) {
    file.moves.retain(|each| each.place != place);
    file.promotions.retain(|each| each.place != place);
    file.edges.retain(|each| each.place != place);
    file.relations.retain(|each| each.place != place);
    file.demands.retain(|each| each.place != place);
    file.definitions.retain(|each| each.place != place);
    file.laws.retain(|each| each.place != place);
    file.suspensions.retain(|each| each.place != place);
    file.ends.retain(|each| each.place != place);
    file.triggers.retain(|each| each.place != place);
}

/// What was found of a sentence: in how many positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Asked {
    /// It was asked.
    pub positions: u64,
    /// Other turns are legal without it.
    pub turns: u64,
    /// Some turn that is legal without it too leads elsewhere.
    pub outcomes: u64,
    /// The turn that was played is not legal without it, or leads elsewhere.
    pub played: u64,
    /// One or the other: it made a difference.
    pub fired: u64,
}

impl Asked {
    /// Adds another's counts.
    pub fn add(&mut self, other: Asked) {
        self.positions += other.positions;
        self.turns += other.turns;
        self.outcomes += other.outcomes;
        self.played += other.played;
        self.fired += other.fired;
    }
}

/// Of a position no more turns are followed than this.
const MOST_FOLLOWED: usize = 48;

/// Asks about sentences.
pub struct Asker<'p> {
    rules: &'p Rules,
    sentences: &'p Sentences,
}

/// What the whole rules make of a position.
struct Whole<'m> {
    moment: &'m Moment,
    turns: Vec<Turn>,
    /// What comes of the first of them.
    after: Vec<Option<(Position, bool)>>,
    played: Option<Position>,
}

impl<'p> Asker<'p> {
    /// About these.
    #[must_use]
    pub fn new(rules: &'p Rules, sentences: &'p Sentences) -> Asker<'p> {
        Asker { rules, sentences }
    }

    /// What each sentence of the events in force does in these positions, and to how these events were put in force where
    /// the game began.
    #[must_use]
    pub fn ask(&self, moments: &[Moment], starts: &[Started]) -> Vec<(usize, Asked)> {
        let rules = &self.rules.prepared;
        let whole: Vec<Whole<'_>> = moments.iter().map(|moment| self.whole(moment)).collect();
        let mut found = Vec::new();
        for (index, sentence) in self.sentences.all.iter().enumerate() {
            let asked: Vec<&Whole<'_>> =
                whole.iter().filter(|whole| holds(whole.moment, sentence.event)).collect();
            let sets_up = starts.iter().any(|each| each.event == sentence.event);
            if asked.is_empty() && !sets_up {
                continue;
            }
            let Some(without) = self.sentences.without(self.rules, index) else { continue };
            let mut sum = Asked::default();
            asked.iter().for_each(|whole| sum.add(compare(whole, &without)));
            if sets_up {
                let bare = rules.engine.having_started(&rules.setup, starts[0].by);
                let made = |by: &Prepared| by.engine.started(&bare, starts).ok();
                if made(rules) != made(&without) {
                    sum.add(Asked { outcomes: 1, played: 1, fired: 1, ..Asked::default() });
                }
                sum.positions += 1;
            }
            found.push((index, sum));
        }
        found
    }

    fn whole<'m>(&self, moment: &'m Moment) -> Whole<'m> {
        let engine = &self.rules.prepared.engine;
        let turns = engine.turns(&moment.position);
        let after =
            turns.iter().take(MOST_FOLLOWED).map(|turn| leads(&self.rules.prepared, &moment.position, turn));
        Whole {
            moment,
            after: after.collect(),
            played: engine.play(&moment.position, &moment.turn).ok(),
            turns,
        }
    }
}

/// The position that a turn leads to, and whether the game is over there.
fn leads(rules: &Prepared, position: &Position, turn: &Turn) -> Option<(Position, bool)> {
    let after = rules.engine.play(position, turn).ok()?;
    let over = after.pending.is_none() && rules.engine.outcome(&after, 1).is_some();
    Some((after, over))
}

/// Whether an event is in force in a position, or starts there.
fn holds(moment: &Moment, event: FileId) -> bool {
    let starts = [Part::Choice(Some(Chosen::Event(event)))];
    moment.position.events.iter().any(|Started { event: each, .. }| *each == event)
        || moment.turn.parts == starts
}

fn compare(whole: &Whole<'_>, without: &Prepared) -> Asked {
    let position = &whole.moment.position;
    let turns = without.engine.turns(position);
    let legal: std::collections::HashSet<&Turn> = turns.iter().collect();
    let changes = turns.len() != whole.turns.len() || !whole.turns.iter().all(|turn| legal.contains(turn));
    let played_is_legal = legal.contains(&whole.moment.turn);
    let played = !played_is_legal || without.engine.play(position, &whole.moment.turn).ok() != whole.played;
    let leads_elsewhere = played && played_is_legal
        || whole
            .turns
            .iter()
            .zip(&whole.after)
            .any(|(turn, after)| legal.contains(turn) && leads(without, position, turn) != *after);
    Asked {
        positions: 1,
        turns: u64::from(changes),
        outcomes: u64::from(leads_elsewhere),
        played: u64::from(played),
        fired: u64::from(changes || leads_elsewhere),
    }
}
