//! A move entered step by step: first the move, then each of its choices. Imports the interpreter.

use rulemate_interpreter::game::Game;
use rulemate_interpreter::notation::lexicon::square;
use rulemate_interpreter::notation::san_read::Next;
use rulemate_interpreter::position::{Chosen, Part, Turn};

/// Turns that begin alike, and how far they have been said.
#[derive(Debug)]
pub struct Steps {
    turns: Vec<Turn>,
    parts: usize,
    said: String,
    next: Vec<Next>,
}

/// What became of what was typed.
#[derive(Debug)]
pub enum Answer {
    /// A choice is to be made next.
    Asks(Steps),
    /// It is none of the options.
    No(Steps),
    /// The turn is complete.
    Whole(Turn),
    /// It begins no turn with choices.
    Other,
}

impl Steps {
    /// Begins with a move, if turns of several parts begin with it and it is one move.
    pub fn begin(game: &Game, text: &str) -> Answer {
        let begun = game.begun(text);
        let Some((first, parts)) = begun.first() else { return Answer::Other };
        let head = &first.parts[..*parts];
        if begun.iter().any(|(turn, count)| count != parts || turn.parts[..*count] != *head) {
            return Answer::Other;
        }
        let alike = |turn: &&Turn| turn.parts.len() >= *parts && turn.parts[..*parts] == *head;
        let turns: Vec<Turn> = game.turns().iter().filter(alike).cloned().collect();
        Steps { turns, parts: *parts, said: text.trim().to_string(), next: Vec::new() }.go_on(game)
    }

    /// Takes an answer to what is asked.
    pub fn answer(mut self, game: &Game, text: &str) -> Answer {
        let said = self.next.iter().find(|next| next.is_said(text));
        let Some(chosen) = said.or_else(|| self.by_square(text)).cloned() else {
            return Answer::No(self);
        };
        let part = chosen.part.clone();
        self.turns.retain(|turn| turn.parts.get(self.parts) == part.as_ref());
        if part.is_none() {
            return self.turns.pop().map_or(Answer::Other, Answer::Whole);
        }
        self.said = format!("{}, {}", self.said, chosen.text);
        self.parts += 1;
        self.go_on(game)
    }

    /// The only option that is about a square, if the text is no more than that.
    fn by_square(&self, text: &str) -> Option<&Next> {
        let wanted = square(text.strip_prefix('x').unwrap_or(text))?;
        let about = |next: &&Next| match &next.part {
            Some(Part::Move(declared)) => declared.target == Some(wanted),
            Some(Part::Choice(Some(Chosen::Piece(at, ..)))) => *at == Some(wanted),
            _ => false,
        };
        let mut all = self.next.iter().filter(about);
        all.next().filter(|_| all.next().is_none())
    }

    /// Passes over what can only go on in one way.
    fn go_on(mut self, game: &Game) -> Answer {
        loop {
            if let [turn] = &self.turns[..] {
                return Answer::Whole(turn.clone());
            }
            self.next = game.next(&self.turns, self.parts);
            match &self.next[..] {
                [] => return Answer::Other,
                [only] if only.part.is_some() => self.parts += 1,
                _ => return Answer::Asks(self),
            }
        }
    }

    /// What has been said so far.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// The question: `Rd1, which square?`.
    pub fn asks(&self) -> String {
        format!("{}, {}?", self.said, self.what())
    }

    /// The options, one behind the other.
    pub fn options(&self) -> String {
        let (none, some): (Vec<&Next>, Vec<&Next>) =
            self.next.iter().partition(|next| matches!(next.part, None | Some(Part::Choice(None))));
        let texts: Vec<&str> = some.iter().map(|next| next.text.as_str()).collect();
        let none = if none.is_empty() { "" } else { ", or - for none" };
        format!("{}: {}{none}", self.what(), texts.join(", "))
    }

    fn what(&self) -> &'static str {
        let options = self.next.iter().filter_map(|next| match &next.part {
            Some(Part::Choice(Some(chosen))) => Some(match chosen {
                Chosen::Piece(..) => "which piece",
                Chosen::Square(_) => "which square",
                Chosen::Kind(_) => "which kind",
                Chosen::Directions(_) => "which direction",
                Chosen::Side(_) => "which side",
                Chosen::Number(_) => "which number",
                Chosen::Event(_) => "which event",
            }),
            Some(Part::Move(_)) => Some("which further move"),
            Some(Part::Choice(None)) | None => None,
        });
        let mut options: Vec<&str> = options.collect();
        options.dedup();
        match options[..] {
            [one] => one,
            _ => "what",
        }
    }
}
