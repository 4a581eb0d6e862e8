//! Facts and their values, from text and to text. Imports `ids`, `board`, `model`, `position`.

use super::parse::{FactText, Word};
use crate::board::{COMPASS, SquareSet, Vector};
use crate::ids::{FactId, KindId, PieceId, SideId, Square};
use crate::model::{Bearer, Library, Lifetime, Type};
use crate::notation::lexicon::{constant_default, square};
use crate::notation::{Rules, codes, fen::Text, passed};
use crate::position::{Left, Mark, Place, Position, Value};
use rulemate_grammar::diagnostic::Diagnostic;

/// The names of the directions of the compass, as a side sees them.
pub const DIRECTIONS: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// Who bears a fact.
#[derive(Clone, Copy)]
pub enum Of {
    Piece(PieceId),
    Square,
    Side(SideId),
    Game,
}

impl Of {
    pub fn bearer(self) -> Bearer {
        match self {
            Of::Piece(_) => Bearer::Pieces,
            Of::Square => Bearer::Squares,
            Of::Side(_) => Bearer::Sides,
            Of::Game => Bearer::Game,
        }
    }

    /// In whose view its `own` and `enemy` turns are.
    fn side(self, position: &Position) -> SideId {
        match self {
            Of::Piece(id) => position.piece(id).owner,
            Of::Side(side) => side,
            Of::Square | Of::Game => position.player.other(),
        }
    }
}

/// The name of a direction.
pub fn direction_name(vector: Vector) -> String {
    match COMPASS.iter().position(|each| *each == vector) {
        Some(at) => DIRECTIONS[at].to_string(),
        None => format!("{}:{}", vector.right, vector.up),
    }
}

/// The direction of a name.
pub fn direction(text: &str) -> Option<Vector> {
    if let Some(at) = DIRECTIONS.iter().position(|name| *name == text) {
        return Some(COMPASS[at]);
    }
    let (right, up) = text.split_once(':')?;
    Some(Vector::new(right.parse().ok()?, up.parse().ok()?))
}

/// The facts of this name and bearer: those of files in force, or of the file that is named before a dot.
pub fn facts_named(rules: Rules<'_>, position: &Position, name: &str, bearer: Bearer) -> Vec<FactId> {
    let library = rules.library();
    let in_force = rules.lexicon.in_force(position);
    let of_bearer = |id: &FactId| library.facts[id.index()].bearer == bearer;
    let all = (0..library.facts.len()).map(FactId::from_index).filter(of_bearer);
    match name.split_once('.') {
        Some((file, name)) => all
            .filter(|id| {
                let fact = &library.facts[id.index()];
                fact.name == name && library.files[fact.file.index()].name == file
            })
            .collect(),
        None => all
            .filter(|id| {
                let fact = &library.facts[id.index()];
                fact.name == name && in_force.contains(&fact.file.index())
            })
            .collect(),
    }
}

/// The shortest name that means this fact.
pub fn fact_name(rules: Rules<'_>, position: &Position, id: FactId) -> String {
    let library = rules.library();
    let fact = &library.facts[id.index()];
    if facts_named(rules, position, &fact.name, fact.bearer) == [id] {
        fact.name.clone()
    } else {
        format!("{}.{}", library.files[fact.file.index()].name, fact.name)
    }
}

/// A piece's place as a `REF`, in a position in canonical form.
pub fn reference(rules: Rules<'_>, position: &Position, id: PieceId) -> String {
    let place = position.piece(id).place;
    let nth = || position.ids().filter(|other| *other <= id && position.piece(*other).place == place).count();
    match place {
        Place::Square(square) => square.to_string(),
        Place::On(carrier) => format!("{}.{}", reference(rules, position, carrier), nth()),
        Place::Hand(side) => format!("hand:{}.{}", rules.lexicon.sides[side.index()], nth()),
        Place::Held(square) => format!("held:{square}.{}", nth()),
        Place::Taken(square) => format!("taken:{square}.{}", nth()),
        Place::Gone => "nothing".to_string(),
    }
}

/// The piece that a `REF` means.
pub fn referred(rules: Rules<'_>, position: &Position, text: &str) -> Option<PieceId> {
    let mut steps = text.split('.');
    let first = steps.next()?;
    let nth = |place: Place, text: Option<&str>| {
        let wanted = text?.parse::<usize>().ok()?.checked_sub(1)?;
        position.ids().filter(|id| position.piece(*id).place == place).nth(wanted)
    };
    let mut id = match first.split_once(':') {
        None => position.at(square(first)?)?,
        Some(("hand", side)) => nth(Place::Hand(rules.lexicon.side(rules.library(), side)?), steps.next())?,
        Some(("held", at)) => nth(Place::Held(square(at)?), steps.next())?,
        Some(("taken", at)) => nth(Place::Taken(square(at)?), steps.next())?,
        Some(_) => return None,
    };
    for step in steps {
        id = nth(Place::On(id), Some(step))?;
    }
    Some(id)
}

/// A fact in brackets, or several.
pub fn write_facts<'m>(
    rules: Rules<'_>,
    position: &Position,
    of: Of,
    marks: impl IntoIterator<Item = (FactId, &'m Mark)>,
) -> String {
    let items: Vec<String> =
        marks.into_iter().map(|(fact, mark)| write_fact(rules, position, of, fact, mark)).collect();
    format!("({})", items.join(", "))
}

fn write_fact(rules: Rules<'_>, position: &Position, of: Of, fact: FactId, mark: &Mark) -> String {
    let library = rules.library();
    let mut text = fact_name(rules, position, fact);
    if mark.value != Value::Bool(true) {
        let atoms = write_value(rules, position, &mark.value);
        text.push('=');
        match &atoms[..] {
            [one] => text.push_str(one),
            _ => text.push_str(&format!("({})", atoms.join(" "))),
        }
    }
    if let Some(maker) = mark.maker {
        text.push_str(&format!(" by {}", reference(rules, position, maker)));
    }
    let full = passed::full_life(library, fact, of.side(position));
    match mark.left {
        left if left == full => {}
        Left::Always => text.push_str(" for good"),
        Left::ThisTurn => text.push_str(" for this turn"),
        Left::Turns { side, turns, .. } => {
            let word = if turns == 1 { "turn" } else { "turns" };
            text.push_str(&format!(" for {turns} {} {word}", rules.lexicon.sides[side.index()]));
        }
    }
    if mark.revealed {
        text.push_str(" revealed");
    }
    text
}

fn write_value(rules: Rules<'_>, position: &Position, value: &Value) -> Vec<String> {
    let library = rules.library();
    match value {
        Value::Bool(value) => vec![if *value { "yes" } else { "no" }.to_string()],
        Value::Number(number) => vec![number.to_string()],
        Value::Pieces(pieces) => pieces.iter().map(|id| reference(rules, position, *id)).collect(),
        Value::Squares(squares) => squares.iter().map(|square| square.to_string()).collect(),
        Value::Kinds(kinds) => kinds.iter().map(|kind| kind_name(library, *kind)).collect(),
        Value::Directions(vectors) => vectors.iter().map(|vector| direction_name(*vector)).collect(),
        Value::Sides(sides) => sides.iter().map(|side| rules.lexicon.sides[side.index()].clone()).collect(),
        Value::Events(events) => {
            events.iter().map(|event| library.files[event.index()].name.clone()).collect()
        }
    }
}

/// A kind's name, with its file before it where several kinds have the name.
fn kind_name(library: &Library, kind: KindId) -> String {
    let name = &library.kinds[kind.index()].name;
    if library.kinds.iter().filter(|other| other.name == *name).count() == 1 {
        return name.clone();
    }
    format!("{}.{name}", library.files[library.kinds[kind.index()].file.index()].name)
}

/// The fact of a text, and what it says.
///
/// # Errors
/// All that is wrong with it.
pub fn read_fact(
    rules: Rules<'_>,
    text: Text<'_>,
    position: &Position,
    of: Of,
    said: &FactText<'_>,
) -> Result<(FactId, Mark), Vec<Diagnostic>> {
    let library = rules.library();
    let fact = find_fact(rules, text, position, of.bearer(), said.name)?;
    let mut wrong = Vec::new();
    let value = match &said.value {
        None if library.facts[fact.index()].of == Type::Bool => Value::Bool(true),
        None => {
            let message = format!("`{}` is more than yes or no", said.name.text);
            let help = format!("write what it is: `{}=...`", said.name.text);
            wrong.push(text.error(codes::FACT, said.name.range(), message).help(help));
            Value::Bool(true)
        }
        Some((whole, atoms)) => match read_value(rules, position, library.facts[fact.index()].of, atoms) {
            Ok(value) => value,
            Err(atom) => {
                let at = atom.map_or(whole.range(), Word::range);
                let wanted = type_words(library.facts[fact.index()].of);
                let message = format!("`{}` is not {wanted}", &text.text[at.clone()]);
                wrong.push(text.error(codes::FACT, at, message));
                Value::Bool(true)
            }
        },
    };
    if rules.lexicon.clock == Some(fact) && matches!(value, Value::Number(number) if number < 0) {
        let message = format!("`{}` counts from 0 on", said.name.text);
        let help = "leave it out, and write the number in the fifth field";
        wrong.push(text.error(codes::FACT, said.name.range(), message).help(help));
    }
    let mut maker = None;
    if let Some(by) = said.by
        && of.bearer() != Bearer::Squares
    {
        let message = format!("of {} it is not known who set `{}`", whose_words(of.bearer()), said.name.text);
        wrong.push(text.error(codes::FACT, by.range(), message).help("leave `by` and what follows it out"));
    } else if let Some(by) = said.by {
        maker = referred(rules, position, by.text);
        if maker.is_none() {
            wrong.push(text.error(codes::PIECE, by.range(), format!("there is no piece at `{}`", by.text)));
        }
    }
    let left = read_life(rules, text, position, of, fact, &said.life).unwrap_or_else(|diagnostic| {
        wrong.push(*diagnostic);
        Left::Always
    });
    if said.revealed && !library.facts[fact.index()].secret {
        wrong.push(text.error(
            codes::FACT,
            said.name.range(),
            format!("`{}` is no secret, so it cannot be revealed", said.name.text),
        ));
    }
    if let Of::Piece(id) = of {
        let kind = position.piece(id).kind;
        let unset = constant_default(library, fact).is_some_and(|default| default == value);
        if !unset && !rules.lexicon.bearers.can_bear(kind, fact) {
            let (name, kind) = (said.name.text, &library.kinds[kind.index()].name);
            let message = format!("no rule sets `{name}` on the {kind}, nor on what becomes one");
            wrong.push(text.error(codes::FACT, said.name.range(), message).help("leave it out"));
        } else if !unset && wrong.is_empty() && has_expired(rules, position, fact, left) {
            let name = said.name.text;
            let message =
                format!("`{name}` has expired: the last turn cannot have set it, and it ended with that");
            let help = "leave it out, or let the other side be to move";
            wrong.push(text.error(codes::FACT, said.name.range(), message).help(help));
        }
    }
    if wrong.is_empty() {
        Ok((fact, Mark { value, maker, left, revealed: said.revealed }))
    } else {
        Err(wrong)
    }
}

/// Whether a fact of a piece that has all of its turns before it must have been set in the last turn, as one of these has
/// gone by since the turn before, and is set in turns of the other side alone.
fn has_expired(rules: Rules<'_>, position: &Position, fact: FactId, left: Left) -> bool {
    let Lifetime::Turns { number, .. } = rules.library().facts[fact.index()].life else { return false };
    let Left::Turns { side, turns, enemy, .. } = left else { return false };
    let bearers = &rules.lexicon.bearers;
    turns == number && side != position.player && !bearers.change_sides && !bearers.can_be_set(fact, !enemy)
}

fn find_fact(
    rules: Rules<'_>,
    text: Text<'_>,
    position: &Position,
    bearer: Bearer,
    name: Word<'_>,
) -> Result<FactId, Vec<Diagnostic>> {
    let library = rules.library();
    let whose = whose_words(bearer);
    match facts_named(rules, position, name.text, bearer)[..] {
        [one] => Ok(one),
        [] => {
            let message = format!("no rule in force knows a fact `{}` of {whose}", name.text);
            let others = [Bearer::Pieces, Bearer::Squares, Bearer::Sides, Bearer::Game];
            if let Some(other) =
                others.into_iter().find(|other| !facts_named(rules, position, name.text, *other).is_empty())
            {
                let help = format!("it is a fact of {}", whose_words(other));
                return Err(vec![text.error(codes::FACT, name.range(), message).help(help)]);
            }
            let in_force = rules.lexicon.in_force(position);
            let known = library
                .facts
                .iter()
                .filter(|fact| fact.bearer == bearer && in_force.contains(&fact.file.index()))
                .map(|fact| fact.name.as_str());
            let diagnostic = text.error(codes::FACT, name.range(), message);
            Err(vec![crate::notation::fen::suggesting(diagnostic, name.text, known)])
        }
        ref several => {
            let names: Vec<String> = several
                .iter()
                .map(|id| {
                    let fact = &library.facts[id.index()];
                    format!("`{}.{}`", library.files[fact.file.index()].name, fact.name)
                })
                .collect();
            Err(vec![
                text.error(codes::FACT, name.range(), format!("`{}` can be several facts", name.text))
                    .help(format!("say which: {}", names.join(" or "))),
            ])
        }
    }
}

/// The value, or the word that is none.
fn read_value<'t>(
    rules: Rules<'_>,
    position: &Position,
    of: Type,
    atoms: &[Word<'t>],
) -> Result<Value, Option<Word<'t>>> {
    let library = rules.library();
    fn all<'t, T: Ord>(
        atoms: &[Word<'t>],
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, Option<Word<'t>>> {
        let mut values = Vec::new();
        for atom in atoms {
            values.push(read(atom.text).ok_or(Some(*atom))?);
        }
        Ok(values)
    }
    fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
        values.sort();
        values.dedup();
        values
    }
    Ok(match of {
        Type::Bool => match atoms {
            [Word { text: "yes", .. }] => Value::Bool(true),
            [Word { text: "no", .. }] => Value::Bool(false),
            _ => return Err(None),
        },
        Type::Number => match atoms {
            [one] => Value::Number(one.text.parse().map_err(|_| Some(*one))?),
            _ => return Err(None),
        },
        Type::Pieces => Value::Pieces(sorted(all(atoms, |text| referred(rules, position, text))?)),
        Type::Squares => {
            let on_board = |text: &str| square(text).filter(|at| rules.lexicon.size.has(*at));
            Value::Squares(all(atoms, on_board)?.into_iter().collect::<SquareSet>())
        }
        Type::Kinds => {
            let named = |text: &str| {
                (0..library.kinds.len())
                    .map(KindId::from_index)
                    .find(|kind| kind_name(library, *kind) == text)
            };
            Value::Kinds(sorted(all(atoms, named)?))
        }
        Type::Directions => Value::Directions(sorted(all(atoms, direction)?)),
        Type::Sides => Value::Sides(sorted(all(atoms, |text| rules.lexicon.side(library, text))?)),
        Type::Events => Value::Events(sorted(all(atoms, |text| library.event(text))?)),
    })
}

fn whose_words(bearer: Bearer) -> &'static str {
    match bearer {
        Bearer::Pieces => "pieces",
        Bearer::Squares => "squares",
        Bearer::Sides => "sides",
        Bearer::Game => "the game",
    }
}

fn type_words(of: Type) -> &'static str {
    match of {
        Type::Bool => "`yes` or `no`",
        Type::Number => "a number from -2147483648 to 2147483647",
        Type::Pieces => "the place of a piece",
        Type::Squares => "a square of the board",
        Type::Kinds => "a kind of piece",
        Type::Directions => "a direction like `forward-left`",
        Type::Sides => "a side",
        Type::Events => "an event",
    }
}

fn read_life(
    rules: Rules<'_>,
    text: Text<'_>,
    position: &Position,
    of: Of,
    fact: FactId,
    words: &[Word<'_>],
) -> Result<Left, Box<Diagnostic>> {
    let library = rules.library();
    let full = passed::full_life(library, fact, of.side(position));
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Ok(full) };
    let range = first.at..last.range().end;
    let error = |message: String| Box::new(text.error(codes::FACT, range.clone(), message));
    let said: Vec<&str> = words.iter().map(|word| word.text).collect();
    let left = match said[..] {
        ["good"] if library.facts[fact.index()].life == Lifetime::Always => return Ok(Left::Always),
        ["this", "turn"] if library.facts[fact.index()].life == Lifetime::ThisTurn => {
            return Ok(Left::ThisTurn);
        }
        ["good"] | ["this", "turn"] => {
            let name = &library.facts[fact.index()].name;
            let lasts = match library.facts[fact.index()].life {
                Lifetime::Always => "for good",
                Lifetime::ThisTurn => "until the turn is over",
                Lifetime::Turns { .. } => "for a number of turns",
            };
            return Err(error(format!("`{name}` lasts {lasts}")));
        }
        [turns, side, "turn" | "turns"] => {
            let turns = turns.parse::<u16>().ok();
            turns.zip(rules.lexicon.side(library, side))
        }
        _ => None,
    };
    let Some((turns, side)) = left else {
        let example = format!("`for 1 {} turn`", rules.lexicon.sides[0]);
        return Err(Box::new(error("this is no lifetime".to_string()).help(format!("write {example}"))));
    };
    let Lifetime::Turns { number, enemy } = library.facts[fact.index()].life else {
        let name = &library.facts[fact.index()].name;
        return Err(error(format!("`{name}` does not last for a number of turns")));
    };
    if turns == 0 {
        return Err(error("this has expired".to_string()));
    }
    if turns > number {
        let name = &library.facts[fact.index()].name;
        return Err(error(format!("`{name}` lasts for {number} turns at most")));
    }
    // Whose turns count was found when it was set, by the owner then.
    if let (Of::Piece(_), Left::Turns { side: right, .. }) = (of, full)
        && side != right
        && !rules.lexicon.bearers.change_sides
    {
        let name = &library.facts[fact.index()].name;
        let letters = &rules.lexicon.sides;
        let diagnostic = error(format!("`{name}` lasts for turns of {} here", library.side_name(right)));
        let word = if turns == 1 { "turn" } else { "turns" };
        return Err(Box::new(
            diagnostic.help(format!("write `for {turns} {} {word}`", letters[right.index()])),
        ));
    }
    Ok(Left::Turns { side, turns, enemy, new: false })
}

/// The square of a word, if the board has it.
pub fn board_square(rules: Rules<'_>, word: Word<'_>) -> Option<Square> {
    square(word.text).filter(|at| rules.lexicon.size.has(*at))
}
