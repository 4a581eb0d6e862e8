//! Pieces said twice: the data of `tests/data/betza.yaml`, rules of both kinds, random positions.
//! Imports the interpreter.

use crate::dice::Dice;
use crate::root;
use crate::shelf::Shipped;
use rulemate_interpreter::board::Size;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::{KindId, SideId, Square};
use rulemate_interpreter::notation::{coordinate, fen};
use rulemate_interpreter::position::{Piece, Place, Position};
use rulemate_interpreter::shelf::{RuleText, load};
use serde::Deserialize;

/// A Betza string, and sentences that give the same moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The string.
    pub betza: String,
    /// The first without its subject, behind the piece's declaration; so the others, as sentences of their own.
    pub sentences: Vec<String>,
    /// What it is.
    pub note: String,
}

/// All entries.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
#[allow(clippy::panic)]
pub fn entries() -> Vec<Entry> {
    let path = root().join("tests/data/betza.yaml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rules of a game with one piece that has moves, and one that has none.
fn rules(size: Size, moves: &str) -> String {
    let row = size.files.to_string();
    let rows = vec![row; usize::from(size.ranks)].join("/");
    format!(
        "game \"Two Pieces\"\nboard {} by {}\nsides white and black\nsetup \"{rows} w - - 0 1\"\n\
         piece stone \"S\"\n{moves}\n",
        size.files, size.ranks
    )
}

impl Entry {
    /// The game in which the crab is said by its string.
    ///
    /// # Errors
    /// What is wrong with the string.
    pub fn by_string(&self, size: Size) -> Result<Prepared, String> {
        prepare(&rules(size, &format!("piece crab \"C\" moves \"{}\"", self.betza)))
    }

    /// The game in which it is said by sentences.
    ///
    /// # Errors
    /// What is wrong with the sentences.
    pub fn by_words(&self, size: Size) -> Result<Prepared, String> {
        let mut text = String::from("piece crab \"C\" ");
        text.push_str(&self.sentences.join("\ncrab "));
        prepare(&rules(size, &text))
    }
}

fn prepare(text: &str) -> Result<Prepared, String> {
    let name = "two-pieces".to_owned();
    let shelf = Shipped {
        extra: Some(RuleText { name: name.clone(), shown: name.clone(), bytes: text.as_bytes().to_vec() }),
    };
    let loaded = load(&shelf, &name, &[]);
    if !loaded.is_sound() {
        return Err(format!(
            "{text}\n{}",
            rulemate_grammar::render::plain(&loaded.diagnostics, &loaded.sources)
        ));
    }
    Prepared::new(loaded.library).map_err(|wrong| format!("{text}\n{wrong:?}"))
}

/// A board with some crabs and stones of both sides, fresh or not. The one of `kinds` that moves is the first.
#[must_use]
pub fn random_position(dice: &mut Dice, size: Size, [crab, stone]: [KindId; 2]) -> Position {
    let mut position = Position::empty();
    let squares: Vec<Square> = size.squares().collect();
    let crowd = 2 + dice.below(squares.len() / 3);
    for number in 0..crowd {
        let Some(square) = dice.pick(&squares) else { continue };
        if position.at(*square).is_some() {
            continue;
        }
        position.add(Piece {
            owner: SideId(u8::from(dice.once_in(2))),
            kind: if number < 2 { crab } else { stone },
            place: Place::Square(*square),
            fresh: dice.once_in(2),
            facts: Vec::new(),
        });
    }
    position
}

/// The kinds of a game of [`Entry`].
///
/// # Panics
/// If it has other kinds.
#[must_use]
pub fn kinds(game: &Prepared) -> [KindId; 2] {
    let kinds = &game.engine.library().kinds;
    ["crab", "stone"].map(|name| {
        let at = kinds.iter().position(|kind| kind.name == name);
        KindId::from_index(at.unwrap_or_else(|| unreachable!("a kind {name}")))
    })
}

/// Every turn of a position as text, and the position after it, in order.
///
/// # Panics
/// If a turn is listed and refused.
#[must_use]
#[allow(clippy::panic)]
pub fn turns(game: &Prepared, position: &Position) -> Vec<(String, Position)> {
    let turns = game.engine.turns(position);
    let texts = coordinate::write_all(game.rules(), position, &turns);
    let mut all: Vec<(String, Position)> = turns
        .iter()
        .zip(texts)
        .map(|(turn, text)| match game.engine.play(position, turn) {
            Ok(after) => (text, after),
            Err(reasons) => panic!("{text} is refused: {reasons:?}"),
        })
        .collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

/// Whether turns of two games are the same, and lead to the same positions.
#[must_use]
pub fn same(
    (one, ours): (&Prepared, &[(String, Position)]),
    (other, theirs): (&Prepared, &[(String, Position)]),
) -> bool {
    // Positions that differ may still mean the same; their texts tell.
    let after = |here: &Position, there: &Position| {
        here == there || fen::write(one.rules(), here) == fen::write(other.rules(), there)
    };
    ours.len() == theirs.len()
        && ours.iter().zip(theirs).all(|(here, there)| here.0 == there.0 && after(&here.1, &there.1))
}
