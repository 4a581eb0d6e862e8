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
        let said = |text: &str| self.next.iter().find(|next| next.is_said(text));
        let chosen = said(text).or_else(|| self.by_square(text)).or_else(|| self.by_number(text));
        let Some(chosen) = chosen.or_else(|| self.behind_what_is_said(text).and_then(said)).cloned() else {
            return match game.find(text) {
                Ok(turn) if self.turns.contains(&turn) => Answer::Whole(turn),
                _ => Answer::No(self),
            };
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

    /// The option of this number in the list of kinds.
    fn by_number(&self, text: &str) -> Option<&Next> {
        let at = text.trim_end_matches('.').parse::<usize>().ok()?.checked_sub(1)?;
        self.next.get(at).filter(|_| self.asks_for_kinds())
    }

    fn asks_for_kinds(&self) -> bool {
        self.next.iter().all(|next| matches!(next.part, Some(Part::Choice(Some(Chosen::Kind(_))))))
    }

    /// The rest of a text that says once more what has been said: `e8=Q` where `e8` has been.
    fn behind_what_is_said<'x>(&self, text: &'x str) -> Option<&'x str> {
        let (head, rest) = text.split_at_checked(self.said.len())?;
        let rest = rest.trim_start_matches([',', ' ']);
        (head.eq_ignore_ascii_case(&self.said) && !rest.is_empty()).then_some(rest)
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

    /// The options, one behind the other; of many a line for so many.
    pub fn options(&self) -> String {
        let number =
            if self.asks_for_kinds() { format!(" (or 1 to {})", self.next.len()) } else { String::new() };
        format!("{}{}{number}", self.what(), listed(&self.next))
    }

    fn what(&self) -> &'static str {
        what(&self.next, "which further move")
    }
}

/// What is asked for by these options.
pub fn what(next: &[Next], a_move: &'static str) -> &'static str {
    let options = next.iter().filter_map(|next| match &next.part {
        Some(Part::Choice(Some(chosen))) => Some(match chosen {
            Chosen::Piece(..) => "which piece",
            Chosen::Square(_) => "which square",
            Chosen::Kind(_) => "which kind",
            Chosen::Directions(_) => "which direction",
            Chosen::Side(_) => "which side",
            Chosen::Number(_) => "which number",
            Chosen::Event(_) => "which event",
        }),
        Some(Part::Move(_)) => Some(a_move),
        Some(Part::Choice(None)) | None => None,
    });
    let mut options: Vec<&str> = options.collect();
    options.dedup();
    match options[..] {
        [one] => one,
        _ => "what",
    }
}

/// So many options stand in one line.
const FEW: usize = 12;

/// Lines of many options are no wider than this.
const WIDTH: usize = 96;

/// Options behind what they are options of: a few in the same line; of many so many in each line below, squares for
/// one thing without its sign.
pub fn listed(next: &[Next]) -> String {
    let (none, some): (Vec<&Next>, Vec<&Next>) =
        next.iter().partition(|next| matches!(next.part, None | Some(Part::Choice(None))));
    let none = if none.is_empty() { "" } else { ", or - for none" };
    let texts: Vec<&str> = some.iter().map(|next| next.text.as_str()).collect();
    if texts.len() <= FEW {
        return format!(": {}{none}", texts.join(", "));
    }
    let (mut head, mut words) = (String::new(), texts.clone());
    let apart: Option<Vec<(&str, &str)>> = texts.iter().map(|text| text.split_once('@')).collect();
    if let Some(apart) =
        apart.filter(|all| all.iter().all(|(sign, at)| *sign == all[0].0 && square(at).is_some()))
    {
        head = if apart[0].0.is_empty() { String::new() } else { format!(" for {}", apart[0].0) };
        words = apart.iter().map(|(_, at)| *at).collect();
    }
    let mut text = format!("{head}, one of {}{none}:", words.len());
    let mut width = WIDTH;
    for word in words {
        if width + 1 + word.len() > WIDTH {
            text.push_str("\n     ");
            width = "     ".len();
        }
        text.push(' ');
        text.push_str(word);
        width += 1 + word.len();
    }
    text
}
