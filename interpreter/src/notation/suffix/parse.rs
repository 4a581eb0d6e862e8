//! From the suffix's text to clauses, knowing nothing of any library. Imports `grammar`'s `source` and
//! `diagnostic`.

use crate::notation::codes;
use crate::notation::fen::Text;
use rulemate_grammar::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// A word and the byte of the whole text that it begins at.
#[derive(Clone, Copy, Debug)]
pub struct Word<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl Word<'_> {
    pub fn range(self) -> std::ops::Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// One clause.
#[derive(Debug)]
pub enum Clause<'t> {
    Events(Vec<(Word<'t>, Word<'t>)>),
    /// `on`, `hand`, `held` or `taken`; the square or side; the pieces.
    Pieces(Word<'t>, Word<'t>, Vec<PieceText<'t>>),
    /// `piece`, `square`, `side` or `game`; the bearer; the facts.
    Facts(Word<'t>, Option<Word<'t>>, Vec<FactText<'t>>),
    /// `fresh` or `moved`.
    Fresh(bool, Vec<Word<'t>>),
    /// What was declared; whether it stands; who decides.
    Turn(Word<'t>, bool, Word<'t>),
    /// Turns that were taken back.
    Barred(Vec<Word<'t>>),
    /// Events being put in force, each with its starter; what was chosen for the first; who decides.
    Starting(Vec<(Word<'t>, Word<'t>)>, Option<Word<'t>>, Word<'t>),
    /// Who has won, none for a draw; the word that says so; by what.
    Over(Option<Word<'t>>, Word<'t>, Option<Word<'t>>),
}

/// A piece with what it carries.
#[derive(Debug)]
pub struct PieceText<'t> {
    pub sign: Word<'t>,
    pub carries: Vec<PieceText<'t>>,
    pub facts: Vec<FactText<'t>>,
}

/// A fact.
#[derive(Debug)]
pub struct FactText<'t> {
    pub name: Word<'t>,
    pub value: Option<(Word<'t>, Vec<Word<'t>>)>,
    pub by: Option<Word<'t>>,
    pub life: Vec<Word<'t>>,
    pub revealed: bool,
}

/// How deep pieces may carry pieces in a text.
const DEEPEST: usize = 16;

/// Reads all clauses; what cannot be read is told and left out.
pub fn parse<'t>(text: Text<'t>, start: usize, diagnostics: &mut Vec<Diagnostic>) -> Vec<Clause<'t>> {
    let mut clauses = Vec::new();
    let mut at = start;
    for part in split(&text.text[start..]) {
        let lead = part.len() - part.trim_start().len();
        let mut scan = Scan { text, at: at + lead, end: at + part.trim_end().len().max(lead) };
        match scan.clause() {
            Ok(clause) => clauses.push(clause),
            Err(diagnostic) => diagnostics.push(*diagnostic),
        }
        at += part.len() + 1;
    }
    tell_twice(text, &clauses, diagnostics);
    clauses
}

/// Tells of what is said twice where once is enough.
fn tell_twice(text: Text<'_>, clauses: &[Clause<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let mut fresh = BTreeSet::new();
    let mut heads = BTreeSet::new();
    for clause in clauses {
        let (head, at) = match clause {
            Clause::Fresh(_, squares) => {
                for square in squares.iter().filter(|square| !fresh.insert(square.text)) {
                    let message = format!("`{}` is said twice to be fresh or moved", square.text);
                    let diagnostic = text.error(codes::SUFFIX, square.range(), message);
                    diagnostics.push(diagnostic.help("say it once, `fresh` or `moved`"));
                }
                continue;
            }
            Clause::Turn(said, ..) => ("decides", said.range()),
            Clause::Starting(_, _, who) => ("decides", who.range()),
            Clause::Barred(turns) => ("barred", turns.first().map_or(0..0, |turn| turn.range())),
            Clause::Over(_, at, _) => ("over", at.range()),
            Clause::Events(_) | Clause::Pieces(..) | Clause::Facts(..) => continue,
        };
        if !heads.insert(head) {
            let diagnostic =
                text.error(codes::SUFFIX, at, format!("a position has one clause with `{head}`"));
            diagnostics.push(diagnostic.help("keep one of them"));
        }
    }
}

/// At semicolons that a space or the end follows; those within a turn are followed by neither.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(';') {
        if text[at + 1..].chars().next().is_none_or(|next| next.is_whitespace() || next == ';') {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

type Read<T> = Result<T, Box<Diagnostic>>;

struct Scan<'t> {
    text: Text<'t>,
    at: usize,
    end: usize,
}

impl<'t> Scan<'t> {
    fn clause(&mut self) -> Read<Clause<'t>> {
        let head = self.word();
        match head.text {
            "events" => self.events(),
            "on" | "hand" | "held" | "taken" => {
                let place = self.word();
                let pieces = self.list(|scan| scan.piece(0))?;
                self.done(Clause::Pieces(head, place, pieces))
            }
            "piece" | "square" | "side" => {
                let bearer = self.word();
                let facts = self.facts()?;
                self.done(Clause::Facts(head, Some(bearer), facts))
            }
            "game" => {
                let facts = self.facts()?;
                self.done(Clause::Facts(head, None, facts))
            }
            "fresh" | "moved" => {
                let mut squares = Vec::new();
                while !self.is_done() {
                    let word = self.word();
                    if word.text.is_empty() {
                        return Err(self.wrong("is no square"));
                    }
                    squares.push(word);
                }
                if squares.is_empty() {
                    return Err(self.wrong("stands where a square must stand"));
                }
                Ok(Clause::Fresh(head.text == "fresh", squares))
            }
            "turn" => {
                self.spaces();
                let start = self.at;
                let rest = &self.text.text[start..self.end];
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                self.at += length;
                let turn = Word { text: &rest[..length], at: start };
                let mut and = self.word();
                let stands = and.text == "stands";
                if stands {
                    and = self.word();
                }
                let who = self.word();
                let decides = self.word();
                if and.text != "and" || decides.text != "decides" {
                    return Err(Box::new(
                        self.text
                            .error(codes::SUFFIX, head.at..self.end, "the decision is not said in full")
                            .help("write `turn MOVE and b decides`, or `turn MOVE and chance decides`"),
                    ));
                }
                self.done(Clause::Turn(turn, stands, who))
            }
            "barred" => {
                let mut turns = vec![self.word()];
                while !self.is_done() {
                    if self.word().text != "and" {
                        return Err(self.wrong("stands where `and` and another turn must stand"));
                    }
                    turns.push(self.word());
                }
                self.done(Clause::Barred(turns))
            }
            "starting" => self.starting(head),
            "over" => {
                let side = self.word();
                let winner = if side.text == "draw" { None } else { Some(side) };
                if winner.is_some() && self.word().text != "wins" {
                    self.at = side.at;
                    return Err(self.wrong("does not say who has won"));
                }
                let by = if self.is_done() { None } else { Some(self.word()) };
                let name = match by.map(|by| by.text) {
                    Some("by") => Some(self.word()),
                    None => None,
                    Some(_) => {
                        self.at = by.map_or(self.at, |by| by.at);
                        return Err(self.wrong("stands where `by` and a name must stand"));
                    }
                };
                self.done(Clause::Over(winner, side, name))
            }
            _ => {
                let range = if head.text.is_empty() { self.at..self.end } else { head.range() };
                let said = &self.text.text[range.clone()];
                let known = [
                    "events", "on", "hand", "held", "taken", "piece", "square", "side", "game", "fresh",
                    "moved", "turn", "starting", "barred", "over",
                ];
                let message = match said.trim() {
                    "" => "a clause must stand here".to_string(),
                    said => format!("`{said}` begins nothing that a position has"),
                };
                Err(Box::new(
                    self.text
                        .error(codes::SUFFIX, range, message)
                        .help(format!("a clause begins with one of: {}", known.join(", "))),
                ))
            }
        }
    }

    /// `29:w, 45:b with forward,left and w decides`.
    fn starting(&mut self, head: Word<'t>) -> Read<Clause<'t>> {
        self.spaces();
        let (start, end) = (self.at, self.end);
        let rest = &self.text.text[start..end];
        let said = rest.strip_suffix("decides").map(str::trim_end);
        let Some((said, who)) = said.and_then(|said| said.rsplit_once(" and ")) else {
            return Err(Box::new(
                self.text
                    .error(codes::SUFFIX, head.at..end, "the decision is not said in full")
                    .help("write `starting EVENT:w with CHOICES and b decides`"),
            ));
        };
        let who = Word { text: who, at: start + said.len() + " and ".len() };
        // A title may have such a word, but a colon stands behind it then.
        let with = said.rsplit_once(" with ").filter(|(_, choices)| !choices.contains(':'));
        let choices =
            with.map(|(starts, choices)| Word { text: choices, at: start + starts.len() + " with ".len() });
        self.end = start + with.map_or(said, |(starts, _)| starts).len();
        let Clause::Events(starts) = self.events()? else { return Err(self.wrong("is no event")) };
        Ok(Clause::Starting(starts, choices, who))
    }

    fn events(&mut self) -> Read<Clause<'t>> {
        let mut starts = Vec::new();
        loop {
            self.spaces();
            let start = self.at;
            let rest = &self.text.text[start..self.end];
            let length = rest.find(',').unwrap_or(rest.len());
            let said = rest[..length].trim_end();
            let Some((name, side)) = said.rsplit_once(':') else {
                return Err(Box::new(
                    self.text
                        .error(
                            codes::SUFFIX,
                            start..start + said.len(),
                            match said {
                                "" => "an event must stand here".to_string(),
                                _ => format!("`{said}` does not say who started it"),
                            },
                        )
                        .help(
                            "write the event, a colon and the side: `events 7:w`, or its name for the number",
                        ),
                ));
            };
            starts.push((Word { text: name, at: start }, Word { text: side, at: start + name.len() + 1 }));
            self.at += length;
            if !self.eat(',') {
                return self.done(Clause::Events(starts));
            }
        }
    }

    fn piece(&mut self, depth: usize) -> Read<PieceText<'t>> {
        self.spaces();
        let start = self.at;
        let rest = &self.text.text[start..self.end];
        let length = rest.find(|c: char| c.is_whitespace() || "[](),".contains(c)).unwrap_or(rest.len());
        let sign = Word { text: &rest[..length], at: start };
        if sign.text.is_empty() || depth > DEEPEST {
            return Err(self.wrong("is no sign of a piece"));
        }
        self.at += length;
        let mut carries = Vec::new();
        if self.eat('[') {
            carries = self.list(|scan| scan.piece(depth + 1))?;
            if !self.eat(']') {
                return Err(self.wrong("stands where `]` must close what the piece carries"));
            }
        }
        self.spaces();
        let facts = if self.peek() == Some('(') { self.facts()? } else { Vec::new() };
        Ok(PieceText { sign, carries, facts })
    }

    fn facts(&mut self) -> Read<Vec<FactText<'t>>> {
        if !self.eat('(') {
            return Err(self.wrong("stands where `(` must open the facts"));
        }
        let facts = self.list(Scan::fact)?;
        if !self.eat(')') {
            return Err(self.wrong("stands where `)` must close the facts"));
        }
        Ok(facts)
    }

    fn fact(&mut self) -> Read<FactText<'t>> {
        let name = self.word();
        if name.text.is_empty() {
            return Err(self.wrong("is no name of a fact"));
        }
        let mut fact = FactText { name, value: None, by: None, life: Vec::new(), revealed: false };
        if self.eat('=') {
            let start = self.at;
            let mut atoms = Vec::new();
            if self.eat('(') {
                while !self.eat(')') {
                    let atom = self.word();
                    if atom.text.is_empty() {
                        return Err(self.wrong("stands where `)` must close the value"));
                    }
                    atoms.push(atom);
                }
            } else {
                let atom = self.word();
                if atom.text.is_empty() {
                    return Err(self.wrong("is no value"));
                }
                atoms.push(atom);
            }
            fact.value = Some((Word { text: &self.text.text[start..self.at], at: start }, atoms));
        }
        loop {
            let word = self.word();
            match word.text {
                "" => return Ok(fact),
                "by" if fact.by.is_none() => fact.by = Some(self.word()),
                "for" if fact.life.is_empty() => {
                    fact.life.push(self.word());
                    while !matches!(
                        fact.life.last().map(|word| word.text),
                        Some("turn" | "turns" | "good" | "")
                    ) {
                        fact.life.push(self.word());
                    }
                }
                "revealed" => fact.revealed = true,
                _ => {
                    self.at = word.at;
                    return Err(self.wrong("cannot stand behind a fact"));
                }
            }
        }
    }

    /// Things apart by commas, at least one.
    fn list<T>(&mut self, mut one: impl FnMut(&mut Scan<'t>) -> Read<T>) -> Read<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.eat(',') {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// The next word, without the signs that set words apart; may be empty.
    fn word(&mut self) -> Word<'t> {
        self.spaces();
        let start = self.at;
        let rest = &self.text.text[start..self.end];
        let length = rest.find(|c: char| c.is_whitespace() || "()[],=".contains(c)).unwrap_or(rest.len());
        self.at += length;
        Word { text: &rest[..length], at: start }
    }

    fn spaces(&mut self) {
        let rest = &self.text.text[self.at..self.end];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text.text[self.at..self.end].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.spaces();
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn is_done(&mut self) -> bool {
        self.spaces();
        self.at >= self.end
    }

    fn done(&mut self, clause: Clause<'t>) -> Read<Clause<'t>> {
        if self.is_done() { Ok(clause) } else { Err(self.wrong("is too much here")) }
    }

    /// The rest from here on is not what must stand here.
    fn wrong(&self, how: &str) -> Box<Diagnostic> {
        let rest = self.text.text[self.at..self.end].trim_end();
        let said = if rest.is_empty() { "the end".to_string() } else { format!("`{rest}`") };
        Box::new(
            self.text
                .error(codes::SUFFIX, self.at..self.at + rest.len(), format!("{said} {how}"))
                .help("`docs/position-text.md` says how a position is written"),
        )
    }
}
