//! What rule files mean: names resolved, types known, every sentence a value. Imports `ids`, `board`, `vocabulary`.
//!
//! A [`Library`] holds a game, the games under it, and the events that may come into force, all in one
//! space of ids. Which of them hold at a moment is not said here.

pub(crate) mod area;
mod expr;
pub mod level;
mod rule;
pub(crate) mod visit;

pub use crate::vocabulary::{
    Arithmetic, Bearer, Compare, Deed, Kinship, Lifetime, Lines, Motion, Quantifier, Time, Type, Verb,
};
pub use expr::{Expr, Node};
pub use rule::{
    Act, Castle, Choose, Claim, Definition, Demand, Edge, Effect, EffectKind, End, EndKind, Grant, Guard,
    Happens, Law, Leg, Mode, MoveRule, Moves, Path, Promotion, Reach, Relation, Steps, Suspension, Travel,
    Trigger,
};

use crate::board::Size;
use crate::ids::{FactId, FileId, KindId, MeaningId, SettingId, SideId};
use rulemate_grammar::source::Place;

/// How many words may stand one upon the other: what a word means is said by words, these by others again.
pub const DEEPEST_WORD: u16 = 64;

/// A game and all that may come into force in it.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The files: first the games from the ground up (the prelude first), then events in the order of the deck.
    pub files: Vec<File>,
    /// How many of `files` are games: these are always in force.
    pub games: usize,
    /// The kinds that all files declare.
    pub kinds: Vec<Kind>,
    /// The facts that all files declare.
    pub facts: Vec<Fact>,
    /// The defined words.
    pub meanings: Vec<Meaning>,
    /// The built-in word `royal`, a set of pieces that is empty until a game says otherwise.
    pub royal: MeaningId,
    /// The built-in word `board`, all squares within the size until a rule says otherwise.
    pub board: MeaningId,
    /// Names of moves, laws and ends, each once, as written.
    pub labels: Vec<String>,
    /// The settings with their values in force.
    pub settings: Vec<Setting>,
    /// The board.
    pub size: Option<Size>,
    /// The names of both sides in order of play.
    pub sides: [String; 2],
    /// The first position.
    pub setup: Option<Setup>,
    /// The folder of the deck, as written in the game.
    pub deck: Option<(String, Place)>,
}

/// The first position of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its text.
    pub fen: String,
    /// Where the text stands.
    pub place: Place,
    /// The facts that its fourth and fifth field fill.
    pub with: Vec<FactId>,
}

/// One rule file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The short name: the file's name without ending.
    pub name: String,
    /// The name shown to people.
    pub title: String,
    /// Where the heading stands.
    pub place: Place,
    /// Whether it is an event.
    pub event: bool,
    /// Its number in the deck.
    pub number: Option<u32>,
    /// Its types: two events of one type never hold together.
    pub types: Vec<(String, Place)>,
    /// The types that it bars.
    pub not_with: Vec<(String, Place)>,
    /// Conditions for its start, and whether they are asked of the position as it would be.
    pub needs: Vec<(Expr, bool)>,
    /// Its rules of movement.
    pub moves: Vec<Moves>,
    /// Its promotions.
    pub promotions: Vec<Promotion>,
    /// Its rules for edges.
    pub edges: Vec<Edge>,
    /// Its `can` and `cannot`.
    pub relations: Vec<Relation>,
    /// Its `must`.
    pub demands: Vec<Demand>,
    /// Its definitions and changes of definitions.
    pub definitions: Vec<Definition>,
    /// Its `forbid`.
    pub laws: Vec<Law>,
    /// Its `allow`.
    pub suspensions: Vec<Suspension>,
    /// Its wins, losses and draws, in order.
    pub ends: Vec<End>,
    /// Its claims.
    pub claims: Vec<Claim>,
    /// Its triggers, in order.
    pub triggers: Vec<Trigger>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its letter, or letters, as the first side's pieces bear it.
    pub sign: String,
    /// The kind that it is.
    pub is: Option<KindId>,
    /// The file that declares it.
    pub file: FileId,
    /// Where.
    pub place: Place,
}

/// A fact, or mark.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub bearer: Bearer,
    /// Its type; `Bool` for yes or no.
    pub of: Type,
    /// What it is when nobody has set it; none: no, 0 or the empty set.
    pub default: Option<Expr>,
    /// How long it lasts.
    pub life: Lifetime,
    /// Known to its side only.
    pub secret: bool,
    /// The file that declares it.
    pub file: FileId,
    /// Where.
    pub place: Place,
}

/// A defined word.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The word.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// The type of its parameter.
    pub parameter: Option<Type>,
    /// The file that declares it.
    pub file: FileId,
    /// Where.
    pub place: Place,
}

/// A switch of the game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Yes or no, or a number.
    pub value: SettingValue,
    /// The file that declares it.
    pub file: FileId,
    /// Where.
    pub place: Place,
}

/// What a setting is set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingValue {
    /// Yes or no.
    Switch(bool),
    /// A number.
    Number(i32),
}

impl Library {
    /// Whether `kind` is `ancestor`, by itself or by what it is declared to be.
    #[must_use]
    pub fn kind_is(&self, kind: KindId, ancestor: KindId) -> bool {
        self.lineage(kind).any(|each| each == ancestor)
    }

    /// The kind, the kind that it is, and so on upward.
    pub fn lineage(&self, kind: KindId) -> impl Iterator<Item = KindId> + '_ {
        std::iter::successors(Some(kind), |each| self.kinds[each.index()].is)
    }

    /// The name of a side.
    #[must_use]
    pub fn side_name(&self, side: SideId) -> &str {
        &self.sides[side.index()]
    }

    /// A setting's value.
    #[must_use]
    pub fn setting(&self, setting: SettingId) -> SettingValue {
        self.settings[setting.index()].value
    }

    /// The event of this number, short name or title, case aside.
    #[must_use]
    pub fn event(&self, name: &str) -> Option<FileId> {
        let number = name.parse::<u32>().ok();
        let found = self.files.iter().position(|file| {
            file.event
                && (file.name.eq_ignore_ascii_case(name)
                    || file.title.eq_ignore_ascii_case(name)
                    || (number.is_some() && file.number == number))
        });
        found.map(FileId::from_index)
    }
}
