//! Starting an event by name, or leaving it to chance. Imports `ids`, `position`, `engine`, `notation`.

use super::{Game, Refused};
use crate::engine::Reason;
use crate::ids::FileId;
use crate::model::File;
use crate::position::{Chosen, Part, Turn};
use rulemate_grammar::suggest::suggest;

/// How many events are named at most as what may have been meant.
const NAMED: usize = 6;

/// The event that a text like `start E` names; empty for `start` alone, none for any other text.
pub(super) fn wanted(text: &str) -> Option<&str> {
    let rest = behind_start(text.trim())?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// What stands behind the word `start`, which may be written large: `Start 45`.
#[must_use]
pub fn behind_start(text: &str) -> Option<&str> {
    let (word, rest) = text.split_at_checked(5)?;
    word.eq_ignore_ascii_case("start").then_some(rest)
}

/// `45:w` as `45` and `w`; a title may stand in quotes.
pub(super) fn name_and_side(text: &str) -> (&str, &str) {
    if let Some((title, rest)) = text.strip_prefix('"').and_then(|text| text.split_once('"')) {
        return (title, rest.trim().strip_prefix(':').unwrap_or(rest.trim()));
    }
    text.split_once(':').unwrap_or((text, ""))
}

/// How many events there are.
fn known_deck(game: &Game) -> usize {
    game.library().files.iter().filter(|file| file.event).count()
}

/// How an event is called for short: by its number, if it has one.
fn called(file: &File) -> String {
    file.number.map_or_else(|| file.name.clone(), |number| number.to_string())
}

impl Game {
    /// Does the act of a side behind which chance draws an event, and draws this event; without a name, it does
    /// the act alone. `start E:S` says besides whose turn it must be.
    pub(super) fn start_event(&mut self, said: &str, name: &str) -> Result<(), Refused> {
        let (name, side) = name_and_side(name);
        if name.is_empty() {
            return match self.starts().into_iter().next() {
                Some((act, _)) => self.play(&act),
                None => Err(self.no_start(said, None)),
            };
        }
        let Some(event) = self.library().event(name) else {
            let known = self.library().files.iter().filter(|file| file.event).map(|file| file.name.as_str());
            let mut meant: Vec<String> =
                suggest(name, known).map(|meant| format!("start {meant}")).into_iter().collect();
            if meant.is_empty() {
                let may = self.deck().into_iter().filter(|(_, why)| why.is_empty());
                let names = may.map(|(event, _)| called(&self.library().files[event.index()]));
                meant = names.map(|name| format!("start {name}")).take(NAMED).collect();
            }
            let hint = match known_deck(self) {
                0 => "this game has no events".to_string(),
                _ => format!("the deck has no event `{name}`"),
            };
            return Err(Refused::Unknown { said: said.to_string(), candidates: meant, hint: Some(hint) });
        };
        if !side.is_empty() {
            let by = self.lexicon.side(self.library(), side);
            if by.is_none() || by != self.who() {
                let text = match by {
                    Some(by) => format!("it is not the turn of {}", self.library().side_name(by)),
                    None => format!("`{side}` is no side"),
                };
                return Err(Refused::Illegal { said: said.to_string(), reasons: vec![Reason::plain(text)] });
            }
        }
        for (act, options) in self.starts() {
            let drawn = |option: &&Turn| option.parts[..] == [Part::Choice(Some(Chosen::Event(event)))];
            if let Some(option) = options.iter().find(drawn) {
                self.play(&act)?;
                return self.play(option);
            }
        }
        Err(self.no_start(said, Some(event)))
    }

    /// The acts of the player behind which chance draws an event, each with what can be drawn.
    #[must_use]
    pub fn starts(&self) -> Vec<(Turn, Vec<Turn>)> {
        let acts = self
            .turns()
            .iter()
            .filter(|turn| matches!(&turn.parts[..], [Part::Move(declared)] if declared.origin.is_none()));
        let mut starts = Vec::new();
        for act in acts {
            let Ok(after) = self.engine.play(self.position(), act) else { continue };
            if after.pending.as_ref().is_none_or(|pending| pending.who.is_some()) {
                continue;
            }
            let mut options = self.engine.turns(&after);
            options.retain(|option| matches!(option.parts[..], [Part::Choice(Some(Chosen::Event(_)))]));
            if !options.is_empty() {
                starts.push((act.clone(), options));
            }
        }
        starts
    }

    /// The events of the deck, each with what keeps the player from starting it now.
    #[must_use]
    pub fn deck(&self) -> Vec<(FileId, Vec<Reason>)> {
        let library = self.library();
        let events = (library.games..library.files.len()).map(FileId::from_index);
        events.map(|event| (event, self.engine.why_no_start(self.position(), event))).collect()
    }

    fn no_start(&self, said: &str, event: Option<FileId>) -> Refused {
        let mut deck = self.deck();
        let mut reasons: Vec<Reason> = match event {
            Some(event) => {
                deck.into_iter().filter(|(each, _)| *each == event).flat_map(|(_, why)| why).collect()
            }
            None => {
                // What keeps all from starting is said once; else what keeps each.
                let all = deck.first().map_or_else(Vec::new, |(_, why)| why.clone());
                let all: Vec<Reason> = all
                    .into_iter()
                    .filter(|reason| deck.iter().all(|(_, why)| why.contains(reason)))
                    .collect();
                if !all.is_empty() {
                    deck.clear();
                }
                let titled = |(event, why): (FileId, Vec<Reason>)| {
                    let title = &self.library().files[event.index()].title;
                    let named =
                        |reason: Reason| Reason { text: format!("`{title}`: {}", reason.text), ..reason };
                    why.into_iter().map(named).collect::<Vec<_>>()
                };
                all.into_iter().chain(deck.into_iter().flat_map(titled)).collect()
            }
        };
        if let Some(outcome) = self.outcome() {
            return Refused::Over(outcome);
        }
        if reasons.is_empty() {
            reasons.push(Reason::plain(if self.deck().is_empty() {
                "this game has no events"
            } else {
                "no turn of the player starts an event now"
            }));
        }
        Refused::Illegal { said: said.to_string(), reasons }
    }
}
