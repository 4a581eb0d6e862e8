//! Where the sentences stand that flat tables number, and what was found of them. Imports `ids`, `compile`.

use super::super::Refusal;
use super::super::rules::Rules;
use crate::ids::SideId;
use crate::program::Code;
use crate::vocabulary::Verb;
use rulemate_grammar::source::Place;

/// Where the sentences stand, by their numbers in the tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origins {
    /// Rules of movement.
    pub moves: Vec<Place>,
    /// Promotions.
    pub promotions: Vec<Place>,
    /// `can` and `cannot`, by verb.
    pub relations: [Vec<Place>; 8],
    /// `must`.
    pub demands: Vec<Place>,
    /// Edges.
    pub edges: Vec<Place>,
    /// `forbid`.
    pub laws: Vec<Place>,
    /// What happens when something happens.
    pub triggers: Vec<Place>,
    /// What changes the board, or the game.
    pub board: Place,
    /// The word for royal pieces.
    pub royal: Place,
    /// The last game.
    pub game: Place,
}

impl Origins {
    pub(super) fn of(rules: &Rules<'_>) -> Origins {
        let library = rules.library;
        let relations = rules.all(|file| &file.relations);
        let mut by_verb: [Vec<Place>; 8] = Default::default();
        for rule in relations {
            by_verb[rule.verb as usize].push(rule.place);
        }
        let game = rules.files.iter().rev().find(|file| file.index() < library.games);
        let game = game.map(|file| rules.file(*file).place).unwrap_or_default();
        let boards = rules.all(|file| &file.definitions);
        let board = boards.iter().find(|rule| rule.meaning == library.board).map(|rule| rule.place);
        Origins {
            moves: rules.all(|file| &file.moves).iter().map(|rule| rule.place).collect(),
            promotions: rules.all(|file| &file.promotions).iter().map(|rule| rule.place).collect(),
            relations: by_verb,
            demands: rules.all(|file| &file.demands).iter().map(|rule| rule.place).collect(),
            edges: rules.all(|file| &file.edges).iter().map(|rule| rule.place).collect(),
            laws: rules.all(|file| &file.laws).iter().map(|rule| rule.place).collect(),
            triggers: rules.all(|file| &file.triggers).iter().map(|rule| rule.place).collect(),
            board: board.unwrap_or(game),
            royal: library.meanings[library.royal.index()].place,
            game,
        }
    }

    /// Where a relation of the walk stands.
    pub(super) fn relation(&self, verb: Verb, index: usize) -> Place {
        self.relations[verb as usize].get(index).copied().unwrap_or(self.game)
    }
}

/// What was found of sentences, by whoever looked for what need not be tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Why everything is tried, if it is.
    pub refused: Option<Refusal>,
    /// What is tried of kinds.
    pub tried: Vec<Tried>,
    /// Sentences that stop walks.
    pub blocks: Vec<Place>,
    /// Sentences that let walks go on elsewhere.
    pub doors: Vec<Place>,
    /// Sentences that let makers of facts be taken.
    pub passing: Vec<Place>,
    /// How laws were read, by their numbers.
    pub laws: Vec<Read>,
}

/// Something that pieces of a kind do, or are kept from, by which it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tried {
    /// The kind.
    pub code: Code,
    /// Whose pieces.
    pub side: SideId,
    /// The sentence.
    pub place: Place,
    /// What is in it: `a guard`.
    pub what: &'static str,
    /// With it all is tried that the kind does.
    pub wholly: bool,
}

/// How a law was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// It is suspended.
    Suspended,
    /// No own royal piece may be left threatened.
    OfRoyals,
    /// No plain move breaks it.
    Unbroken,
    /// It is asked of each turn.
    Asked,
}
