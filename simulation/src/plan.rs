//! What is to be played: the contests that settings mean, each with the positions that its games begin from. Imports
//! `rules`, `settings`.

use crate::rules::Rules;
use crate::settings::{Events, Settings, Starter, When};
use rulemate_grammar::suggest::suggest;
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::position::{Position, Started};

/// All that is to be played.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// What is played, the base game first.
    pub contests: Vec<Contest>,
    /// What may not be played, and why.
    pub left_out: Vec<LeftOut>,
}

/// Games under the same rules.
#[derive(Clone, Debug)]
pub struct Contest {
    /// How it is called.
    pub name: String,
    /// Its events; those that are drawn are not known before.
    pub events: Vec<FileId>,
    /// It is the game without events.
    pub base: bool,
    /// How events start that are not in force from the beginning.
    pub acts: Option<Acts>,
    /// Where its games begin, one after the other.
    pub begins: Vec<Begin>,
}

/// How events start by an act of their player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acts {
    /// On which turn.
    pub when: When,
    /// What each side draws; none: what the dice say.
    pub drawn: [Option<FileId>; 2],
}

/// Where a game begins.
#[derive(Clone, Debug)]
pub struct Begin {
    /// With the events that are in force from the beginning.
    pub position: Position,
    /// How its events start, where that depends on who starts them.
    pub drawn: Option<[Option<FileId>; 2]>,
    /// It is the game's first position but for events.
    pub usual: bool,
}

/// What may not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// How it would be called.
    pub name: String,
    /// Its events.
    pub events: Vec<FileId>,
    /// Why not.
    pub why: String,
}

/// Why there is no plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplanned {
    /// There is no such event: what was said, and what may have been meant.
    NoEvent(String, Option<String>),
    /// The game has no deck.
    NoDeck,
    /// No turn of this game starts an event.
    NoAct,
    /// An event may not start there: its title, its starter, the position, and why.
    MayNotStart(String, String, String, String),
    /// A starting position is over already: its text, and how.
    Over(String, String),
    /// Of all that could be played nothing may be.
    Nothing(String),
}

const BOTH: [SideId; 2] = [SideId(0), SideId(1)];

impl Plan {
    /// The plan that settings mean, from these starting positions; none: the game's first.
    ///
    /// # Errors
    /// What cannot be played, before anything is.
    pub fn new(rules: &Rules, settings: &Settings, starts: &[Position]) -> Result<Plan, Unplanned> {
        let usual = [rules.prepared.setup.clone()];
        let starts = if starts.is_empty() { &usual[..] } else { starts };
        let planner = Planner { rules, settings, starts };
        planner.no_ended()?;
        let mut plan = Plan::default();
        if settings.base || settings.events == Events::None {
            plan.contests.push(planner.base());
        }
        match &settings.events {
            Events::None => {}
            Events::Drawn => plan.contests.push(planner.drawn()?),
            Events::These(named) => {
                let events = named.iter().map(|(name, side)| Ok((planner.event(name)?, *side)));
                let events = events.collect::<Result<Vec<_>, Unplanned>>()?;
                plan.contests.push(planner.fixed(&events)?);
            }
            Events::Each => {
                let events: Vec<FileId> = rules.events().collect();
                planner.all(events.iter().map(|event| vec![*event]), &mut plan)?;
            }
            Events::Pairs => {
                let events: Vec<FileId> = rules.events().collect();
                let pairs = events.iter().enumerate();
                let pairs =
                    pairs.flat_map(|(at, one)| events[at + 1..].iter().map(move |two| vec![*one, *two]));
                planner.all(pairs, &mut plan)?;
            }
        }
        Ok(plan)
    }

    /// The events that may come into play in it.
    #[must_use]
    pub fn events(&self, rules: &Rules) -> Vec<FileId> {
        if self.contests.iter().any(|contest| contest.acts.is_some_and(|acts| acts.drawn == [None, None])) {
            return rules.events().collect();
        }
        let mut events: Vec<FileId> =
            self.contests.iter().flat_map(|contest| contest.events.clone()).collect();
        events.sort_by_key(|event| event.index());
        events.dedup();
        events
    }
}

struct Planner<'p> {
    rules: &'p Rules,
    settings: &'p Settings,
    starts: &'p [Position],
}

impl Planner<'_> {
    fn no_ended(&self) -> Result<(), Unplanned> {
        let ended = |start: &&Position| self.rules.engine().outcome(start, 1).is_some();
        match self.starts.iter().find(ended) {
            Some(start) => {
                let how = self.rules.engine().outcome(start, 1);
                let how = how.map_or_else(String::new, |how| self.rules.outcome_text(&how));
                Err(Unplanned::Over(fen::write(self.rules.prepared.rules(), start), how))
            }
            None => Ok(()),
        }
    }

    fn begin(&self, position: Position, start: &Position) -> Begin {
        Begin { position, drawn: None, usual: *start == self.rules.prepared.setup }
    }

    fn base(&self) -> Contest {
        let begin = |start: &Position| self.begin(self.rules.having_started(start.clone(), &BOTH), start);
        Contest {
            name: "without events".to_string(),
            events: Vec::new(),
            base: true,
            acts: None,
            begins: self.starts.iter().map(begin).collect(),
        }
    }

    /// Whether an act of the game starts events.
    fn has_act(&self) -> bool {
        let start = &self.rules.prepared.setup;
        BOTH.iter().any(|side| self.rules.having_started(start.clone(), &[*side]) != *start)
    }

    fn drawn(&self) -> Result<Contest, Unplanned> {
        if self.rules.events().next().is_none() {
            return Err(Unplanned::NoDeck);
        }
        if !self.has_act() {
            return Err(Unplanned::NoAct);
        }
        let others = match self.settings.starter {
            Starter::Both => Vec::new(),
            Starter::Side(side) => vec![SideId::from_index(1 - side)],
        };
        let begin = |start: &Position| self.begin(self.rules.having_started(start.clone(), &others), start);
        Ok(Contest {
            name: "drawn from the deck".to_string(),
            events: Vec::new(),
            base: false,
            acts: Some(Acts { when: self.settings.when, drawn: [None, None] }),
            begins: self.starts.iter().map(begin).collect(),
        })
    }

    fn event(&self, name: &str) -> Result<FileId, Unplanned> {
        let library = self.rules.library();
        library.event(name).ok_or_else(|| {
            let known = self.rules.events().map(|event| library.files[event.index()].name.as_str());
            Unplanned::NoEvent(name.to_string(), suggest(name, known).map(str::to_string))
        })
    }

    /// Every set of events that may be played; what keeps the others is noted.
    fn all(&self, sets: impl Iterator<Item = Vec<FileId>>, plan: &mut Plan) -> Result<(), Unplanned> {
        let before = plan.contests.len();
        for set in sets {
            let sided: Vec<(FileId, Option<usize>)> = set.iter().map(|event| (*event, None)).collect();
            match self.fixed(&sided) {
                Ok(contest) => plan.contests.push(contest),
                Err(Unplanned::MayNotStart(_, _, _, why)) => {
                    plan.left_out.push(LeftOut { name: self.name(&set), events: set, why });
                }
                Err(other) => return Err(other),
            }
        }
        match (plan.contests.len() > before, plan.left_out.first()) {
            (true, _) => Ok(()),
            (false, Some(first)) => Err(Unplanned::Nothing(format!("`{}`: {}", first.name, first.why))),
            (false, None) => Err(Unplanned::NoDeck),
        }
    }

    fn name(&self, events: &[FileId]) -> String {
        events.iter().map(|event| self.rules.title(*event)).collect::<Vec<_>>().join(" + ")
    }

    /// These events, started by whom it is said, else by whom the settings say: the first by the starter, the next by
    /// the other side, and so on.
    fn fixed(&self, events: &[(FileId, Option<usize>)]) -> Result<Contest, Unplanned> {
        let firsts: &[usize] = match self.settings.starter {
            Starter::Side(side) => &[side][..],
            Starter::Both if events.iter().all(|(_, side)| side.is_some()) => &[0],
            Starter::Both => &[0, 1],
        };
        let by_act = match self.settings.when {
            When::Once => false,
            _ if !self.has_act() => return Err(Unplanned::NoAct),
            _ => true,
        };
        let mut begins = Vec::new();
        for start in self.starts {
            for first in firsts {
                let by = |at: usize, side: Option<usize>| side.unwrap_or((first + at) % 2);
                let starts = events.iter().enumerate().map(|(at, (event, side))| Started {
                    event: *event,
                    by: SideId::from_index(by(at, *side)),
                });
                let starts: Vec<Started> = starts.collect();
                begins.push(if by_act {
                    self.to_be_started(start, &starts)
                } else {
                    self.begin(self.started(start, &starts)?, start)
                });
            }
        }
        let files: Vec<FileId> = events.iter().map(|(event, _)| *event).collect();
        let acts = Acts { when: self.settings.when, drawn: [None, None] };
        let first_drawn = begins.first().and_then(|begin| begin.drawn).unwrap_or_default();
        Ok(Contest {
            name: self.name(&files),
            events: files,
            base: false,
            acts: by_act.then_some(Acts { drawn: first_drawn, ..acts }),
            begins,
        })
    }

    /// The position from which each side will draw its event.
    fn to_be_started(&self, start: &Position, starts: &[Started]) -> Begin {
        let event = |side: &SideId| starts.iter().find(|each| each.by == *side).map(|each| each.event);
        let others: Vec<SideId> = BOTH.into_iter().filter(|side| event(side).is_none()).collect();
        let position = self.rules.having_started(start.clone(), &others);
        Begin { drawn: Some([event(&BOTH[0]), event(&BOTH[1])]), ..self.begin(position, start) }
    }

    /// The position with events put in force; each must be allowed to start.
    fn started(&self, start: &Position, starts: &[Started]) -> Result<Position, Unplanned> {
        let engine = self.rules.engine();
        let may_not = |started: &Started, position: &Position, why: Vec<String>| {
            let side = self.rules.library().side_name(started.by).to_string();
            let text = fen::write(self.rules.prepared.rules(), position);
            Unplanned::MayNotStart(self.rules.title(started.event).to_string(), side, text, why.join("; "))
        };
        let told = |reasons: Vec<rulemate_interpreter::engine::Reason>| {
            reasons.into_iter().map(|reason| reason.text).collect::<Vec<String>>()
        };
        let (acts, mut position) = (self.has_act(), start.clone());
        for started in starts {
            // A side that waits for its turn is asked as if it had it; what is decided at a start comes later.
            let asked = Position { player: started.by, pending: None, ..position.clone() };
            let mut why = engine.why_no_start(&asked, started.event);
            if !acts {
                // That no player starts events here is no reason: they are put in force from outside. No sentence says so.
                why.retain(|reason| reason.place.is_some());
            }
            if !why.is_empty() {
                return Err(may_not(started, start, told(why)));
            }
            if position.pending.is_none() {
                position = engine
                    .started(&position, &[*started])
                    .map_err(|reasons| may_not(started, start, told(reasons)))?;
            }
        }
        let ready = self.rules.having_started(start.clone(), &BOTH);
        let whole =
            engine.started(&ready, starts).map_err(|reasons| may_not(&starts[0], start, told(reasons)))?;
        match engine.outcome(&whole, 1) {
            Some(outcome) if whole.pending.is_none() => Err(may_not(
                &starts[0],
                start,
                vec![format!("the game is over at once: {}", self.rules.outcome_text(&outcome))],
            )),
            _ => Ok(whole),
        }
    }
}
