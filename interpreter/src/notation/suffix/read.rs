//! From clauses to a position. Imports `ids`, `model`, `position`, and the rest of `notation`.

use super::parse::{Clause, FactText, PieceText, Word, parse, split};
use super::value::{Of, board_square, read_fact};
use crate::ids::{FileId, LabelId, PieceId};
use crate::model::{File, Library};
use crate::notation::fen::{Text, suggesting};
use crate::notation::{Rules, acting, codes, coordinate, placement};
use crate::position::{Outcome, Pending, Piece, Place, Position, Started, Turn};
use rulemate_grammar::diagnostic::Diagnostic;
use std::ops::Range;

/// A piece that a clause has put, the number of the clause, and its sign there.
pub(super) type Put<'t> = (PieceId, usize, Word<'t>);

/// The suffix of one text, read step by step as the position comes about.
pub struct Suffix<'t> {
    pub(super) text: Text<'t>,
    pub(super) clauses: Vec<Clause<'t>>,
    /// Pieces that clauses have put, with their facts still to be read.
    pub(super) put: Vec<(PieceId, usize)>,
    /// Clauses of events that could not be read.
    lost_events: bool,
}

impl<'t> Suffix<'t> {
    /// The clauses from a byte on.
    pub fn new(text: Text<'t>, start: Option<usize>, diagnostics: &mut Vec<Diagnostic>) -> Suffix<'t> {
        let clauses = start.map_or_else(Vec::new, |start| parse(text, start, diagnostics));
        let said = start.map_or_else(Vec::new, |start| split(&text.text[start..]));
        let said = said.iter().filter(|part| part.trim_start().starts_with("events")).count();
        let read = clauses.iter().filter(|clause| matches!(clause, Clause::Events(_))).count();
        Suffix { text, clauses, put: Vec::new(), lost_events: said > read }
    }

    /// Whether all clauses of events could be read.
    pub fn knows_events(&self) -> bool {
        !self.lost_events
    }

    /// The events in force.
    pub fn events(&self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        for clause in &self.clauses {
            let Clause::Events(starts) = clause else { continue };
            for (name, side) in starts {
                match started(
                    rules,
                    self.text,
                    (name.text, name.range()),
                    (side.text, side.range()),
                    &position.events,
                ) {
                    Ok(started) => position.events.push(started),
                    Err(diagnostic) => diagnostics.push(*diagnostic),
                }
            }
        }
    }

    /// The pieces off the board and on others.
    pub fn pieces(&mut self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        let mut put = Vec::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            let Clause::Pieces(head, at, pieces) = clause else { continue };
            let place = match head.text {
                "hand" => rules.lexicon.side(rules.library(), at.text).map(Place::Hand),
                "on" => board_square(rules, *at).and_then(|square| position.at(square)).map(Place::On),
                "held" => board_square(rules, *at).map(Place::Held),
                _ => board_square(rules, *at).map(Place::Taken),
            };
            let Some(place) = place else {
                let message = match head.text {
                    "hand" => format!("`{}` is no side", at.text),
                    "on" => format!("nothing stands on `{}` that could carry", at.text),
                    _ => format!("the board has no square `{}`", at.text),
                };
                diagnostics.push(self.text.error(codes::PIECE, at.range(), message));
                continue;
            };
            if matches!(place, Place::Held(_)) && !rules.lexicon.bearers.before_turns {
                let message =
                    "nothing is displaced where a turn begins: by then it has been put somewhere, or taken";
                let help =
                    "write the position before the turn, and the turn: `turn ... stands and ... decides`";
                let range = head.at..at.range().end;
                diagnostics.push(self.text.error(codes::PIECE, range, message).help(help));
            }
            for piece in pieces {
                self.add(rules, position, place, piece, index, &mut put, diagnostics);
            }
        }
        self.put = put.iter().map(|(id, clause, _)| (*id, *clause)).collect();
        self.carried(rules, position, &put, diagnostics);
    }

    #[allow(clippy::too_many_arguments)]
    fn add(
        &self,
        rules: Rules<'_>,
        position: &mut Position,
        place: Place,
        piece: &PieceText<'t>,
        clause: usize,
        put: &mut Vec<Put<'t>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let files = rules.lexicon.in_force(position);
        match placement::find_sign(rules.library(), &files, piece.sign.text) {
            Ok((kind, owner)) => {
                if let Place::Hand(side) = place
                    && side != owner
                {
                    let name = rules.library().side_name(side);
                    let message = format!("what is in the hand of {name} belongs to {name}");
                    let help = format!("write `{}`", rules.lexicon.sign(kind, side));
                    diagnostics.push(self.text.error(codes::PIECE, piece.sign.range(), message).help(help));
                }
                if matches!(place, Place::Hand(_)) && !rules.lexicon.bearers.loads.may_be_held(&files, kind) {
                    let name = &rules.library().kinds[kind.index()].name;
                    let message =
                        format!("no rule in force puts a {name} into a hand, or asks for what is there");
                    let help = "leave it out, or list the event whose rules do";
                    diagnostics.push(self.text.error(codes::PIECE, piece.sign.range(), message).help(help));
                }
                let id = position.add(Piece { owner, kind, place, fresh: false, facts: Vec::new() });
                put.push((id, clause, piece.sign));
                for carried in &piece.carries {
                    self.add(rules, position, Place::On(id), carried, clause, put, diagnostics);
                }
            }
            Err(_) => {
                diagnostics.push(crate::notation::fen::unknown_sign(
                    rules,
                    position,
                    self.text,
                    piece.sign.range(),
                    piece.sign.text,
                ));
            }
        }
    }

    /// Which pieces are fresh or not, against what the fields say.
    pub fn fresh(&self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        for clause in &self.clauses {
            let Clause::Fresh(fresh, squares) = clause else { continue };
            for word in squares {
                match board_square(rules, *word).and_then(|square| position.at(square)) {
                    Some(id) => position.pieces[id.index()].fresh = *fresh,
                    None => diagnostics.push(self.text.error(
                        codes::PIECE,
                        word.range(),
                        format!("nothing stands on `{}`", word.text),
                    )),
                }
            }
        }
    }

    /// All facts. Pieces must have been put.
    pub fn facts(&self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        for (index, clause) in self.clauses.iter().enumerate() {
            match clause {
                Clause::Pieces(_, _, pieces) => {
                    let ids = self.put.iter().filter(|(_, clause)| *clause == index).map(|(id, _)| *id);
                    let mut texts = Vec::new();
                    pieces.iter().for_each(|piece| in_order(piece, &mut texts));
                    // Where a sign was unknown the two do not match, and there is an error already.
                    for (id, piece) in ids.zip(texts) {
                        self.bear(rules, position, Of::Piece(id), None, &piece.facts, diagnostics);
                    }
                }
                Clause::Facts(head, bearer, facts) => {
                    let of = match (head.text, bearer) {
                        ("piece", Some(word)) => {
                            board_square(rules, *word).and_then(|at| position.at(at)).map(Of::Piece)
                        }
                        ("square", Some(word)) => board_square(rules, *word).map(|_| Of::Square),
                        ("side", Some(word)) => rules.lexicon.side(rules.library(), word.text).map(Of::Side),
                        _ => Some(Of::Game),
                    };
                    if let Some(of) = of {
                        self.bear(rules, position, of, *bearer, facts, diagnostics);
                    } else if let Some(word) = bearer {
                        let message = match head.text {
                            "piece" => format!("nothing stands on `{}`", word.text),
                            "square" => format!("the board has no square `{}`", word.text),
                            _ => format!("`{}` is no side", word.text),
                        };
                        diagnostics.push(self.text.error(codes::PIECE, word.range(), message));
                    }
                }
                Clause::Events(_)
                | Clause::Fresh(..)
                | Clause::Barred(_)
                | Clause::Turn(..)
                | Clause::Starting(..)
                | Clause::Over(..) => {}
            }
        }
    }

    fn bear(
        &self,
        rules: Rules<'_>,
        position: &mut Position,
        of: Of,
        bearer: Option<Word<'_>>,
        facts: &[FactText<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for said in facts {
            let (fact, mark) = match read_fact(rules, self.text, position, of, said) {
                Ok(read) => read,
                Err(wrong) => {
                    diagnostics.extend(wrong);
                    continue;
                }
            };
            let square = bearer.and_then(|word| board_square(rules, word));
            let before = match (of, square) {
                (Of::Piece(id), _) => {
                    let facts = &mut position.pieces[id.index()].facts;
                    let before = facts.iter().any(|(other, _)| *other == fact);
                    facts.push((fact, mark));
                    before
                }
                (Of::Square, Some(square)) => position.squares.insert((fact, square), mark).is_some(),
                (Of::Side(side), _) => position.sides.insert((fact, side), mark).is_some(),
                (Of::Game | Of::Square, _) => position.game.insert(fact, mark).is_some(),
            };
            if before {
                diagnostics.push(self.text.error(
                    codes::FACT,
                    said.name.range(),
                    format!("`{}` is said twice", said.name.text),
                ));
            }
        }
    }

    fn no_wait(
        &self,
        rules: Rules<'_>,
        turn: Word<'_>,
        who: Word<'_>,
        right: Option<&Pending>,
    ) -> Diagnostic {
        let Some(right) = right else {
            let message = format!("no turn that waits for a decision begins by `{}`", turn.text);
            let help = "leave the clause out, or write what was declared before somebody else has to decide";
            return self.text.error(codes::DECISION, turn.range(), message).help(help);
        };
        let name = right.who.map_or("chance", |side| rules.lexicon.sides[side.index()].as_str());
        let stands = if right.stands { " stands" } else { "" };
        let message = format!("behind `{}` it is another decision that is waited for", turn.text);
        let help = format!("write `turn {}{stands} and {name} decides`", turn.text);
        self.text.error(codes::DECISION, turn.at..who.range().end, message).help(help)
    }

    /// Why a start cannot wait for a decision as it is said to; none if it can.
    fn no_start(
        &self,
        rules: Rules<'_>,
        position: &Position,
        clause: &Clause<'_>,
        said: &Pending,
    ) -> Option<Diagnostic> {
        let Clause::Starting(starts, choices, who) = clause else { return None };
        let right = starts_and_waits(rules, position, said);
        if right.as_ref() == Ok(&Some(said.clone())) {
            return None;
        }
        let at = starts.first().map_or_else(|| who.range(), |(name, _)| name.at..who.range().end);
        let names = |starts: &[(Word<'_>, Word<'_>)]| {
            let names = starts.iter().map(|(name, side)| format!("{}:{}", name.text, side.text));
            names.collect::<Vec<_>>().join(", ")
        };
        let (range, message, help) = match right {
            Err(Some(at)) => {
                let said = choices.map_or("", |choices| choices.text);
                let message = format!("choice {} of `{said}` is not among the options", at + 1);
                let range = choices.map_or_else(|| who.range(), Word::range);
                (range, message, "write what was chosen, in order, for the first of these events".to_string())
            }
            Err(None) => {
                let help = "leave the clause out: no such start comes to a decision".to_string();
                (at, "what these events set up cannot be done here".to_string(), help)
            }
            Ok(None) => {
                let message = "nothing is to be decided where these events start".to_string();
                (at, message, format!("write `events {}`, and what they set up", names(starts)))
            }
            Ok(Some(right)) if right.starting == said.starting && right.declared == said.declared => {
                let name = right.who.map_or("chance", |side| rules.lexicon.sides[side.index()].as_str());
                (
                    who.range(),
                    "another decision is waited for here".to_string(),
                    format!("write `{name} decides`"),
                )
            }
            Ok(Some(right)) => {
                let done = said.starting.len() - right.starting.len().min(said.starting.len());
                let (done, left) = starts.split_at(done.min(starts.len()));
                let help = format!(
                    "write `events {}` for what is done, then `starting {} ...`",
                    names(done),
                    names(left)
                );
                (at, "not all of these events wait for a decision".to_string(), help)
            }
        };
        Some(self.text.error(codes::DECISION, range, message).help(help))
    }

    /// How an effect has ended the game.
    pub fn over(&self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        let library = rules.library();
        let mut before = false;
        for clause in &self.clauses {
            let Clause::Over(winner, at, by) = clause else { continue };
            let may_end = |file: &&File| acting::ends_games(file, winner.is_some());
            if !before && !acting::acting(rules, position).iter().any(may_end) {
                let message = "no effect of the rules in force ends a game so";
                let help = "leave it out: the game is over where the position itself says so, as in mate";
                diagnostics.push(self.text.error(codes::SUFFIX, at.range(), message).help(help));
            }
            before = true;
            let side = winner.map(|word| rules.lexicon.side(library, word.text).ok_or(word));
            let label = by.map(|word| {
                library
                    .labels
                    .iter()
                    .position(|label| label == word.text)
                    .map(LabelId::from_index)
                    .ok_or(word)
            });
            match (side.transpose(), label.transpose()) {
                (Ok(winner), Ok(by)) => {
                    position.over = Some(Outcome { winner, by, place: Default::default() });
                }
                (Err(word), _) => {
                    let message = format!("`{}` is no side", word.text);
                    diagnostics.push(self.text.error(codes::SUFFIX, word.range(), message));
                }
                (_, Err(word)) => {
                    let message = format!("no rule ends a game by `{}`", word.text);
                    diagnostics.push(self.text.error(codes::SUFFIX, word.range(), message));
                }
            }
        }
    }

    /// The decision that the position waits for. The position must be complete but for this.
    pub fn turn(&self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        self.barred(rules, position, diagnostics);
        for clause in &self.clauses {
            let (turn, stands, who) = match clause {
                Clause::Turn(turn, stands, who) => (Some(*turn), *stands, who),
                Clause::Starting(_, choices, who) => (*choices, false, who),
                _ => continue,
            };
            let side = match who.text {
                "chance" => Some(None),
                name => rules.lexicon.side(rules.library(), name).map(Some),
            };
            let Some(side) = side else {
                let message = format!("`{}` is neither a side nor `chance`", who.text);
                diagnostics.push(self.text.error(codes::DECISION, who.range(), message));
                continue;
            };
            let mut starting = Vec::new();
            if let Clause::Starting(starts, ..) = clause {
                let mut before = position.events.clone();
                for (name, by) in starts {
                    let (name, by) = ((name.text, name.range()), (by.text, by.range()));
                    match started(rules, self.text, name, by, &before) {
                        Ok(started) => before.push(started),
                        Err(diagnostic) => diagnostics.push(*diagnostic),
                    }
                }
                starting = before.split_off(position.events.len());
                if starting.len() < starts.len() {
                    continue;
                }
            }
            let Some(turn) = turn else {
                let pending = Pending { declared: Vec::new(), who: side, stands, starting };
                match self.no_start(rules, position, clause, &pending) {
                    Some(diagnostic) => diagnostics.push(diagnostic),
                    None => position.pending = Some(Box::new(pending)),
                }
                continue;
            };
            // Choices alone stand behind no move, and so without the comma.
            let comma = starting.is_empty() || turn.text.starts_with('=');
            let declared = match comma {
                true => coordinate::read_full(rules, position, turn.text),
                false => coordinate::read_full(rules, position, &format!(",{}", turn.text)),
            };
            match declared {
                Some(declared) => {
                    let pending = Pending { declared, who: side, stands, starting };
                    // Of an event that is being put in force the choices come before all turns.
                    if !pending.starting.is_empty() {
                        if let Some(diagnostic) = self.no_start(rules, position, clause, &pending) {
                            diagnostics.push(diagnostic);
                            continue;
                        }
                    } else {
                        let right = waits(rules, position, &pending);
                        if right.as_ref() != Some(&pending) {
                            diagnostics.push(self.no_wait(rules, turn, *who, right.as_ref()));
                            continue;
                        }
                    }
                    position.pending = Some(Box::new(pending));
                }
                None => diagnostics.push(
                    self.text
                        .error(codes::DECISION, turn.range(), format!("`{}` is no part of a turn", turn.text))
                        .help("write the coordinate form in full: what moves, takes and choices there were"),
                ),
            }
        }
    }

    /// Turns that were taken back: but for that they would be legal.
    fn barred(&self, rules: Rules<'_>, position: &mut Position, diagnostics: &mut Vec<Diagnostic>) {
        let mut barred = Vec::new();
        for clause in &self.clauses {
            let Clause::Barred(turns) = clause else { continue };
            let in_force = rules.lexicon.in_force(position);
            if !in_force.iter().any(|at| acting::takes_back(&rules.library().files[*at]))
                && let Some(first) = turns.first()
            {
                let message = "no rule in force takes a turn back";
                let diagnostic = self.text.error(codes::DECISION, first.range(), message);
                diagnostics.push(diagnostic.help("leave the clause out"));
                continue;
            }
            let legal = rules.engine.turns(position);
            for word in turns {
                let parts = coordinate::read_full(rules, position, word.text);
                match legal.iter().find(|turn| parts.as_ref() == Some(&turn.parts)) {
                    Some(turn) if !barred.contains(turn) => barred.push(turn.clone()),
                    found => {
                        let why = if found.is_some() {
                            "is barred already"
                        } else {
                            "is no turn that could be legal here"
                        };
                        let message = format!("`{}` {why}", word.text);
                        diagnostics.push(self.text.error(codes::DECISION, word.range(), message));
                    }
                }
            }
        }
        barred.sort_unstable();
        position.barred = barred;
    }
}

/// What a turn waits for once this much of it has been declared, if it can come to that.
fn waits(rules: Rules<'_>, before: &Position, wanted: &Pending) -> Option<Pending> {
    let mut at = before.clone();
    if wanted.declared.is_empty() {
        // A decision before the turn: whether it is asked shows in its options.
        at.pending = Some(Box::new(wanted.clone()));
        return (!rules.engine.turns(&at).is_empty()).then(|| wanted.clone());
    }
    loop {
        let done = at.pending.as_ref().map_or(0, |pending| pending.declared.len());
        let rest = wanted.declared.get(done..).unwrap_or_default();
        if let Some(pending) = at.pending.as_ref().filter(|_| rest.is_empty()) {
            return Some(pending.as_ref().clone());
        }
        let turns = rules.engine.turns(&at);
        let next = turns.iter().filter(|turn| rest.starts_with(&turn.parts));
        let longest = next.max_by_key(|turn| turn.parts.len())?;
        let after = rules.engine.play(&at, longest).ok()?;
        let went = after.pending.as_ref().map_or(0, |pending| pending.declared.len());
        if went <= done {
            return None;
        }
        at = after;
    }
}

/// What a start waits for once this much of it has been chosen; or which choice cannot be made, none if it cannot even
/// begin.
fn starts_and_waits(
    rules: Rules<'_>,
    before: &Position,
    wanted: &Pending,
) -> Result<Option<Pending>, Option<usize>> {
    let mut at = rules.engine.started(before, &wanted.starting).map_err(|_| None)?;
    for (index, part) in wanted.declared.iter().enumerate() {
        let choice = Turn { parts: vec![part.clone()] };
        at = rules.engine.play(&at, &choice).map_err(|_| Some(index))?;
    }
    Ok(at.pending.map(|pending| *pending))
}

fn in_order<'p, 't>(piece: &'p PieceText<'t>, into: &mut Vec<&'p PieceText<'t>>) {
    into.push(piece);
    piece.carries.iter().for_each(|carried| in_order(carried, into));
}

/// An event by name and its starter by letter, as `portals` and `w`, each with its bytes in the text, after
/// the events that are in force already.
///
/// # Errors
/// There is no such event or side, or it cannot be in force beside the others.
pub fn started(
    rules: Rules<'_>,
    text: Text<'_>,
    (name, at): (&str, Range<usize>),
    (side, side_at): (&str, Range<usize>),
    before: &[Started],
) -> Result<Started, Box<Diagnostic>> {
    let library = rules.library();
    let Some(event) = library.event(name) else {
        let known = library.files.iter().filter(|file| file.event).map(|file| file.name.as_str());
        let diagnostic = text.error(codes::EVENT, at, format!("the deck has no event `{name}`"));
        return Err(Box::new(suggesting(diagnostic, name, known)));
    };
    let Some(by) = rules.lexicon.side(library, side) else {
        let [first, second] = &rules.lexicon.sides;
        let diagnostic = text
            .error(codes::EVENT, side_at, format!("`{side}` is no side"))
            .help(format!("write `{first}` or `{second}`: who has started it"));
        return Err(Box::new(diagnostic));
    };
    for other in before {
        if let Some(reason) = clash(library, other.event, event) {
            let diagnostic = text.error(codes::EVENT, at, reason).help("leave one of both out");
            return Err(Box::new(diagnostic));
        }
    }
    Ok(Started { event, by })
}

/// Why two events are never in force together.
fn clash(library: &Library, first: FileId, second: FileId) -> Option<String> {
    let (a, b) = (&library.files[first.index()], &library.files[second.index()]);
    if first == second {
        return Some(format!("`{}` is in force already", a.name));
    }
    let has = |file: &File, name: &str| {
        file.types.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(name, _)| name.clone())
    };
    if let Some(name) = a.types.iter().find_map(|(name, _)| has(b, name)) {
        return Some(format!("`{}` and `{}` are both of the type \"{name}\"", a.name, b.name));
    }
    for (bars, barred) in [(a, b), (b, a)] {
        if let Some(name) = bars.not_with.iter().find_map(|(name, _)| has(barred, name)) {
            return Some(format!("`{}` is not with \"{name}\", the type of `{}`", bars.name, barred.name));
        }
    }
    None
}
