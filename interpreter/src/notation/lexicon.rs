//! The words that texts of one library use: letters of sides, signs of kinds, names of facts, squares of
//! the setup. Computed once from the rules. Imports `ids`, `board`, `model`, `position`, `engine`, `reads`, `bearers`,
//! `placement`.

use crate::board::{Size, SquareSet, Vector, having_parts};
use crate::engine::nothing;
use crate::ids::{FactId, KindId, LabelId, SideId, Square};
use crate::model::{Bearer, Expr, Library, Motion, MoveRule, Node, SettingValue, Type, Verb};
use crate::notation::bearers::Bearers;
use crate::notation::placement;
use crate::notation::reads::{Reads, kinds_named};
use crate::position::{Position, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What texts need to know of a library. It holds no reference to it.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The board's size.
    pub size: Size,
    /// The letter of each side, or its whole name if both begin alike.
    pub sides: [String; 2],
    /// The kind that human notation writes without its sign: see `san`.
    pub unmarked: Option<KindId>,
    /// The fact of squares that the fourth field of a position fills.
    pub passed: Option<FactId>,
    /// The fact of the game that the fifth field fills.
    pub clock: Option<FactId>,
    /// Which facts pieces can bear, and what else no play brings about.
    pub(crate) bearers: Bearers,
    /// How many royal pieces each side has in the setup.
    pub royals: [usize; 2],
    /// The squares on which pieces of a kind and side stand in the setup.
    homes: BTreeMap<(KindId, SideId), SquareSet>,
    signs: Vec<[String; 2]>,
    files: Vec<Words>,
    games: usize,
}

/// What one file contributes.
#[derive(Clone, Debug, Default)]
struct Words {
    reads: Reads,
    /// Kinds that castle as the one that goes first, and as the partner.
    movers: Vec<KindId>,
    partners: Vec<KindId>,
    /// Facts of squares that `can take` names.
    taken_by: BTreeSet<FactId>,
    /// Kinds that are royal by this file; and whether that replaces what was royal before.
    royal: Vec<KindId>,
    royal_now: bool,
    changes_royal: bool,
    /// Laws that ask about threats, and laws that are suspended.
    dangers: Vec<Option<LabelId>>,
    suspended: Vec<LabelId>,
    /// Labels of moves that take from afar without moving.
    shots: Vec<LabelId>,
}

impl Lexicon {
    /// The words of a library.
    #[must_use]
    pub fn of(library: &Library) -> Lexicon {
        let size = library.size.unwrap_or(Size { files: 8, ranks: 8 });
        let signs = library
            .kinds
            .iter()
            .map(|kind| [kind.sign.clone(), kind.sign.to_lowercase()])
            .collect::<Vec<_>>();
        let with = library.setup.as_ref().map_or(&[][..], |setup| &setup.with[..]);
        let fact = |of: Type, bearer: Bearer| {
            with.iter().copied().find(|id| {
                library.facts.get(id.index()).is_some_and(|fact| fact.of == of && fact.bearer == bearer)
            })
        };
        let mut lexicon = Lexicon {
            size,
            sides: side_letters(&library.sides),
            unmarked: None,
            passed: fact(Type::Bool, Bearer::Squares),
            clock: fact(Type::Number, Bearer::Game),
            bearers: Bearers::of(library),
            royals: [0, 0],
            homes: BTreeMap::new(),
            signs,
            files: library.files.iter().map(|file| words_of(library, file)).collect(),
            games: library.games,
        };
        if let Some(setup) = &library.setup {
            let field = setup.fen.split_whitespace().next().unwrap_or("");
            // A setup that cannot be read has diagnostics of its own.
            let placed = placement::read(library, size, &(0..library.games).collect::<Vec<_>>(), field).0;
            for (square, kind, side) in placed {
                lexicon.homes.entry((kind, side)).or_default().insert(square);
                if lexicon.royal_kinds().iter().any(|royal| library.kind_is(kind, *royal)) {
                    lexicon.royals[side.index()] += 1;
                }
            }
        }
        lexicon.unmarked = unmarked(library, &lexicon.homes);
        lexicon
    }

    /// The side of this letter or name, case aside.
    #[must_use]
    pub fn side(&self, library: &Library, text: &str) -> Option<SideId> {
        [SideId(0), SideId(1)].into_iter().find(|side| {
            self.sides[side.index()].eq_ignore_ascii_case(text)
                || library.side_name(*side).eq_ignore_ascii_case(text)
        })
    }

    /// The sign of a kind as a side's pieces bear it: as declared for the first, in lower case for the second.
    #[must_use]
    pub fn sign(&self, kind: KindId, side: SideId) -> &str {
        &self.signs[kind.index()][side.index()]
    }

    /// The files in force in a position: the games and the events that have started.
    #[must_use]
    pub fn in_force(&self, position: &Position) -> Vec<usize> {
        (0..self.games).chain(position.events.iter().map(|started| started.event.index())).collect()
    }

    /// The squares of the setup on which pieces of this kind and side stand.
    #[must_use]
    pub fn home(&self, kind: KindId, side: SideId) -> SquareSet {
        self.homes.get(&(kind, side)).copied().unwrap_or_default()
    }

    /// Whether pieces of this kind castle, as the one that goes first or as the partner, by rules in force.
    #[must_use]
    pub fn castles(&self, library: &Library, position: &Position, kind: KindId) -> bool {
        self.words(position).any(|words| {
            words.movers.iter().chain(&words.partners).any(|castling| library.kind_is(kind, *castling))
        })
    }

    /// Whether a rule in force asks if a piece is fresh, apart from castling.
    #[must_use]
    pub fn reads_fresh(&self, position: &Position) -> bool {
        self.words(position).any(|words| words.reads.fresh)
    }

    /// Whether the fact does nothing but make pieces takeable in passing, by the rules in force.
    #[must_use]
    pub fn only_taken_by(&self, position: &Position, fact: FactId) -> bool {
        self.words(position).any(|words| words.taken_by.contains(&fact))
            && !self.words(position).any(|words| words.reads.facts.contains(&fact))
    }

    /// Whether a law in force forbids to leave one's royal piece threatened, and nothing suspends it.
    #[must_use]
    pub fn forbids_danger(&self, position: &Position) -> bool {
        let suspended = |label: &Option<LabelId>| {
            label.is_some_and(|label| self.words(position).any(|words| words.suspended.contains(&label)))
        };
        self.words(position).any(|words| words.dangers.iter().any(|label| !suspended(label)))
    }

    /// Whether moves of this label take from afar and stay, by rules in force.
    #[must_use]
    pub fn is_shot(&self, position: &Position, label: LabelId) -> bool {
        self.words(position).any(|words| words.shots.contains(&label))
    }

    /// The kinds that are royal by the games alone, as far as their definitions name kinds.
    #[must_use]
    pub fn royal_kinds(&self) -> Vec<KindId> {
        let mut royal = Vec::new();
        for words in &self.files[..self.games.min(self.files.len())] {
            if words.royal_now {
                royal.clear();
            }
            royal.extend(&words.royal);
        }
        royal
    }

    /// Whether an event in force changes what is royal.
    #[must_use]
    pub fn changes_royal(&self, position: &Position) -> bool {
        self.words(position).skip(self.games).any(|words| words.changes_royal)
    }

    fn words(&self, position: &Position) -> impl Iterator<Item = &Words> {
        let events = position.events.iter().map(|started| started.event.index());
        (0..self.games).chain(events).filter_map(|file| self.files.get(file))
    }
}

/// The kind that human notation writes without its sign: of the kinds that promote, the one of which the
/// setup has most pieces, those of kinds that are it counted too; the first declared among equals.
fn unmarked(library: &Library, homes: &BTreeMap<(KindId, SideId), SquareSet>) -> Option<KindId> {
    let promoting: BTreeSet<KindId> = library.files[..library.games.min(library.files.len())]
        .iter()
        .flat_map(|file| file.promotions.iter().flat_map(|promotion| promotion.kinds.iter().copied()))
        .collect();
    let count = |kind: KindId| -> usize {
        let of_it = homes.iter().filter(|((each, _), _)| library.kind_is(*each, kind));
        of_it.map(|(_, squares)| squares.len()).sum()
    };
    promoting.into_iter().max_by_key(|kind| (count(*kind), std::cmp::Reverse(*kind)))
}

/// `w` and `b`; the whole names where both begin with the same letter.
fn side_letters(names: &[String; 2]) -> [String; 2] {
    let first = |name: &str| name.chars().next().map(|letter| letter.to_lowercase().to_string());
    match (first(&names[0]), first(&names[1])) {
        (Some(a), Some(b)) if a != b => [a, b],
        _ => names.clone(),
    }
}

fn words_of(library: &Library, file: &crate::model::File) -> Words {
    let mut words = Words { reads: Reads::of_file(file), ..Words::default() };
    for moves in &file.moves {
        match &moves.rule {
            MoveRule::Castle(castle) => {
                words.movers.extend(&moves.kinds);
                words.partners.extend(kinds_named(&castle.with));
            }
            MoveRule::Travel(travel) if travel.stays => words.shots.extend(moves.label),
            MoveRule::Travel(_) | MoveRule::Act(_) => {}
        }
    }
    for relation in &file.relations {
        if relation.verb == Verb::Take && relation.can {
            words.taken_by.extend(relation.fact);
        }
    }
    for definition in file.definitions.iter().filter(|definition| definition.meaning == library.royal) {
        let named = kinds_named(&definition.body);
        words.royal_now |= definition.motion == Motion::Now;
        words.changes_royal = true;
        if definition.except {
            words.royal.retain(|kind| !named.contains(kind));
        } else {
            words.royal.extend(named);
        }
    }
    for law in &file.laws {
        if Reads::of_expr(&law.condition).threatened {
            words.dangers.push(law.label);
        }
    }
    words.suspended = file.suspensions.iter().map(|suspension| suspension.label).collect();
    words
}

/// What a fact says when nobody has set it, if that does not depend on the position.
#[must_use]
pub fn constant_default(library: &Library, fact: FactId) -> Option<Value> {
    let fact = &library.facts[fact.index()];
    match &fact.default {
        None => Some(nothing(fact.of)),
        Some(default) => constant(library, default),
    }
}

/// The value of an expression that says the same in every position and to every side.
fn constant(library: &Library, expr: &Expr) -> Option<Value> {
    match &expr.node {
        Node::Bool(value) => Some(Value::Bool(*value)),
        Node::Number(value) => Some(Value::Number(*value)),
        Node::Squares(squares) => Some(Value::Squares(*squares)),
        Node::Kinds(kinds) => Some(Value::Kinds(kinds.clone())),
        Node::Side(side) => Some(Value::Sides(vec![*side])),
        Node::Setting(setting) => Some(match library.setting(*setting) {
            SettingValue::Switch(value) => Value::Bool(value),
            SettingValue::Number(value) => Value::Number(value),
        }),
        Node::Meaning(meaning, None) => {
            let mut all = library.files.iter().flat_map(|file| &file.definitions);
            let mut said = all.by_ref().filter(|each| each.meaning == *meaning);
            let only = said.next().filter(|each| each.guards.is_empty() && !each.except)?;
            said.next().is_none().then(|| constant(library, &only.body)).flatten()
        }
        Node::Either(sets) if expr.of == Type::Directions => {
            let mut all = Vec::new();
            for set in sets {
                let Some(Value::Directions(list)) = constant(library, set) else { return None };
                all.extend(list);
            }
            Some(Value::Directions(sorted(all)))
        }
        // Directions are kept as their reader sees them.
        Node::Directions(list) => Some(Value::Directions(sorted(list.clone()))),
        Node::Parts(parts) => {
            let directions = |(part, any): &(Expr, bool)| match constant(library, part)? {
                Value::Directions(list) => Some((list, *any)),
                _ => None,
            };
            let parts: Vec<(Vec<Vector>, bool)> = parts.iter().map(directions).collect::<Option<_>>()?;
            Some(Value::Directions(sorted(having_parts(&parts))))
        }
        _ => None,
    }
}

fn sorted(mut list: Vec<Vector>) -> Vec<Vector> {
    list.sort_unstable();
    list.dedup();
    list
}

/// The square of a text like `e4`, whether or not the board has it.
#[must_use]
pub fn square(text: &str) -> Option<Square> {
    let mut letters = text.chars();
    let file = letters.next().filter(|letter| ('a'..='p').contains(letter))?;
    let digits = letters.as_str();
    if digits.is_empty() || digits.len() > 2 || digits.starts_with('0') {
        return None;
    }
    let rank = digits.parse::<u8>().ok().filter(|rank| (1..=16).contains(rank))?;
    Some(Square::at(file as u8 - b'a', rank - 1))
}
