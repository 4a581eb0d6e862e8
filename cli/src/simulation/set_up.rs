//! From settings to what is played. Imports `format`, `meant`, `read`, `starts`, `session`, the interpreter and the
//! simulation.

use super::format::Written;
use super::meant::settings;
use super::read::Settled;
use super::starts::starts;
use crate::codes::SIMULATION;
use crate::input;
use crate::session::{self, Request, Trouble};
use crate::shelf::Folders;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, SourceId, Sources};
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::position::Position;
use rulemate_interpreter::shelf::LeftOut;
use rulemate_simulation::plan::{Plan, Unplanned};
use rulemate_simulation::rules::Rules;
use rulemate_simulation::run::{Job, Shard};
use rulemate_simulation::sentence::Sentences;
use rulemate_simulation::settings::{Events, Settings};
use rulemate_simulation::stored::digest;
use rulemate_simulation::value::{Named, Values};
use std::collections::HashMap;
use std::path::Path;

/// All that a run needs.
pub struct SetUp {
    /// The texts.
    pub sources: Sources,
    /// Broken events that the deck does without.
    pub left_out: Vec<LeftOut>,
    /// The rules.
    pub rules: Rules,
    /// How it is played.
    pub settings: Settings,
    /// What is played.
    pub plan: Plan,
    /// The sentences that are tried.
    pub sentences: Sentences,
    /// A digest of all that the games depend on.
    pub digest: String,
    /// Which part of the games.
    pub shard: Shard,
}

impl SetUp {
    /// What is played, as threads want it.
    #[must_use]
    pub fn job(&self) -> Job<'_> {
        Job {
            rules: &self.rules,
            plan: &self.plan,
            settings: &self.settings,
            sentences: &self.sentences,
            shard: self.shard,
        }
    }
}

/// Makes ready what settings ask for; paths count from `folder`.
///
/// # Errors
/// All that keeps it from being played.
pub fn set_up(
    shelf: &Folders,
    folder: &Path,
    settled: &Settled,
    sources: Sources,
    shard: Shard,
) -> Result<SetUp, Trouble> {
    let written = &settled.written;
    let shelf = shelf.at(folder);
    let (mut settings, mut wrong) = settings(settled);
    if !settled.mistakes.is_empty() {
        // What the other keys ask for cannot be told.
        wrong.splice(0..0, settled.mistakes.iter().cloned());
        return Err(Trouble { sources, diagnostics: wrong });
    }
    let sensible = wrong.is_empty();
    let named = match &mut settings.events {
        Events::These(named) => {
            let names = named.iter().map(|(name, _)| name.clone()).collect();
            // Once it is read, what was named by its path goes by its name.
            named.iter_mut().for_each(|(name, _)| *name = session::stem(name));
            names
        }
        _ => Vec::new(),
    };
    let request = Request {
        game: written.game.clone(),
        events: named,
        deck: written.deck.clone().map(|deck| deck.0),
        settings: written.set.iter().map(|(name, value)| format!("{name}={}", value.0)).collect(),
        // Events are put in force by the plan, and so not here.
        position: Some(String::new()),
        evaluator: Evaluator::Compiled,
        ..Request::default()
    };
    let told =
        |wrong: Vec<Diagnostic>, trouble: Trouble| with(wrong, &sources, at_key(trouble, settled, &sources));
    let session = match session::prepare(&shelf, &request) {
        Ok(session) => session,
        Err(trouble) => return Err(told(wrong, trouble)),
    };
    let (prepared, mut texts) = (session.prepared, session.sources);
    // What is wrong with a text has its place there; that there is none, in the settings.
    let (mut starting, mut diagnostics) = (None, Vec::new());
    match starts(&mut texts, &prepared, folder, settled) {
        Ok(starts) => starting = Some(starts),
        Err(found) => {
            let (here, there) = found.into_iter().partition(|each: &Diagnostic| each.code == SIMULATION);
            wrong.extend::<Vec<_>>(here);
            diagnostics = there;
        }
    }
    let values = values(&prepared, folder, settled).map_err(|diagnostic| wrong.push(*diagnostic));
    let (Some(starts), Ok(values), true) = (starting, values, sensible) else {
        return Err(told(wrong, Trouble { sources: texts, diagnostics }));
    };
    let rules = Rules::new(prepared, values);
    let plan = Plan::new(&rules, &settings, &starts).map_err(|unplanned| {
        let sources = sources.clone();
        Trouble { sources, diagnostics: vec![not_planned(&unplanned, settled)] }
    })?;
    let sentences = Sentences::of(&rules, &texts, &plan.events(&rules));
    let digest = digest_of(written, &rules, &texts, &starts);
    Ok(SetUp { sources: texts, left_out: session.left_out, rules, settings, plan, sentences, digest, shard })
}

/// What is wrong with the rules is told where it stands; what the request itself asks for, at its key in the settings.
fn at_key(mut trouble: Trouble, settled: &Settled, sources: &Sources) -> Trouble {
    let keys = [
        ("command line", "game"),
        ("--set", "set"),
        ("deck", "deck"),
        ("events", "events"),
        ("--events", "events"),
    ];
    let mut moved = Moved { from: sources, added: HashMap::new() };
    for diagnostic in &mut trouble.diagnostics {
        for label in &mut diagnostic.labels {
            let name = trouble.sources.get(label.place.source).name.clone();
            if let Some((_, key)) = keys.iter().find(|(known, _)| *known == name) {
                label.place = moved.place(settled.place(key), &mut trouble.sources);
            }
        }
    }
    trouble
}

/// Takes sources over from others, each once.
struct Moved<'s> {
    from: &'s Sources,
    added: HashMap<SourceId, SourceId>,
}

impl Moved<'_> {
    fn place(&mut self, place: Place, to: &mut Sources) -> Place {
        let id =
            self.added.entry(place.source).or_insert_with(|| to.add(self.from.get(place.source).clone()));
        Place { source: *id, span: place.span }
    }
}

/// What is wrong with the settings, which stand in these sources, before all else that is.
fn with(mut wrong: Vec<Diagnostic>, sources: &Sources, mut trouble: Trouble) -> Trouble {
    let mut moved = Moved { from: sources, added: HashMap::new() };
    for label in wrong.iter_mut().flat_map(|diagnostic| &mut diagnostic.labels) {
        label.place = moved.place(label.place, &mut trouble.sources);
    }
    wrong.append(&mut trouble.diagnostics);
    Trouble { diagnostics: wrong, ..trouble }
}

/// What pieces are held to be worth.
fn values(prepared: &Prepared, folder: &Path, settled: &Settled) -> Result<Values, Box<Diagnostic>> {
    let estimated = || Values::estimated(&Arena::new(prepared));
    let name = settled.written.values.as_str();
    if name == "estimated" {
        return Ok(estimated());
    }
    let wrong = |message: String| {
        let help =
            "write `estimated`, or name a file that `rulemate tune --output` has written for this game";
        Box::new(settled.wrong("values", message, help))
    };
    let bytes = input::file(&folder.join(name))
        .map_err(|error| wrong(format!("cannot read `{name}`: {}", input::why(&error))))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let named: Named = serde_yaml::from_str(&text)
        .map_err(|error| wrong(format!("`{name}` holds no values of pieces: {error}")))?;
    estimated().with_named(&named, prepared.engine.library()).map_err(|unknown| {
        wrong(format!("`{name}` names kinds that this game has not: {}", unknown.join(", ")))
    })
}

fn not_planned(unplanned: &Unplanned, settled: &Settled) -> Diagnostic {
    match unplanned {
        Unplanned::NoEvent(name, meant) => {
            let help = meant.as_ref().map_or_else(
                || "write the number, the title or the file's name of an event of the deck".to_string(),
                |meant| format!("did you mean `{meant}`?"),
            );
            settled.wrong("events", format!("there is no event `{name}`"), help)
        }
        Unplanned::NoDeck => settled.wrong(
            "events",
            "this game has no deck to take events from",
            "name events, or write `events: none`",
        ),
        Unplanned::NoAct => {
            let help = "write `start: at once` with a list of events, `each` or `pairs`; or choose a game whose players start events";
            settled.wrong("start", "by the rules of this game no player starts events", help)
        }
        Unplanned::MayNotStart(event, side, position, why) => {
            let help = format!("give another position, or leave the event out; the position is {position}");
            settled.wrong("events", format!("`{event}` may not be started by {side} here: {why}"), help)
        }
        Unplanned::Over(position, how) => settled.wrong(
            "positions",
            format!("in `{position}` the game is over: {how}"),
            "leave this position out",
        ),
        Unplanned::Nothing(first) => settled.wrong(
            "events",
            format!("none of these events may be played here; {first}"),
            "give another position",
        ),
    }
}

/// A digest of all that the games depend on: where the settings only say how they are played or where they are written,
/// it is the same.
fn digest_of(written: &Written, rules: &Rules, sources: &Sources, starts: &[Position]) -> String {
    let same = Written {
        threads: 0,
        output: super::format::Output { folder: None, ..written.output.clone() },
        ..written.clone()
    };
    let mut parts: Vec<Vec<u8>> =
        vec![env!("CARGO_PKG_VERSION").into(), serde_json::to_vec(&same).unwrap_or_default()];
    for file in &rules.library().files {
        parts.push(sources.get(file.place.source).text.clone().into_bytes());
    }
    parts.extend(starts.iter().map(|start| fen::write(rules.prepared.rules(), start).into_bytes()));
    parts.push(format!("{:?}", rules.values).into_bytes());
    // Each part with its length, so that none can pass for another.
    let framed: Vec<Vec<u8>> =
        parts.into_iter().map(|part| [part.len().to_string().as_bytes(), b":", &part].concat()).collect();
    digest(&framed.iter().map(Vec::as_slice).collect::<Vec<_>>())
}
