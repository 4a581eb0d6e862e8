//! The whole language from the model to flat tables: nothing is left out, and little is proved. What no table holds (too
//! many kinds, names, facts) is refused. Imports `ids`, `board`, `model`, `program`, `vocabulary`.

mod board;
mod bounds;
mod facts;
pub mod origins;
mod paths;
mod plain;
mod reactions;
mod relations;
mod sentences;
mod slots;
mod takers;
mod terms;
mod wakers;

use super::Refusal;
use super::rules::Rules;
use crate::board::SquareSet;
use crate::ids::{FactId, FileId, KindId, LabelId};
use crate::model::level::Levels;
use crate::model::{Definition, Expr, Library, MoveRule, Node, Relation};
use crate::program::bits::Bits;
use crate::program::full::term::KindSet;
use crate::program::full::{Board, Full, MOST_IN_PLAY, MOST_NAMES, NONE, Takers, Traits, Word};
use crate::vocabulary::{Type, Verb};
use origins::{Findings, Origins};
use rulemate_grammar::source::Place;
use sentences::Movement;

/// How many labels, and kinds of the whole library, are told apart.
const MOST_TOLD: usize = 64;

/// How many kinds may be in play for small tables.
const FEW_KINDS: usize = 16;

/// Flat tables for the smallest sets that hold the board and the kinds.
#[derive(Clone, Debug)]
pub enum Tables {
    /// Up to 64 squares and 16 kinds in play.
    Small(Box<Full<1>>),
    /// Up to 256 squares and 32 kinds.
    Large(Box<Full<4>>),
}

/// What the numbers of flat tables stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Codes {
    /// The kind of each code.
    pub kinds: Vec<KindId>,
    /// How many of them are in play.
    pub in_play: usize,
    /// How many files of the library are games.
    pub games: usize,
    /// The label of each number.
    pub labels: Vec<LabelId>,
    /// Where the sentences stand.
    pub origins: Origins,
    /// What was found of them.
    pub findings: Findings,
}

impl Codes {
    /// The code of a kind.
    #[must_use]
    pub fn code(&self, kind: KindId) -> u8 {
        let index = self.kinds.iter().position(|each| *each == kind).unwrap_or(0);
        u8::try_from(index).unwrap_or(u8::MAX)
    }
}

/// Compiles the games of a library and these events, in order of their start.
///
/// # Errors
/// The first sentence that is not compiled.
pub fn compile_whole(library: &Library, events: &[FileId]) -> Result<(Tables, Codes), Refusal> {
    let nowhere = library.files.last().map(|file| file.place).unwrap_or_default();
    let Some(size) = library.size else { return Err(Refusal::new("no board", nowhere)) };
    let files: Vec<FileId> =
        (0..library.games).map(FileId::from_index).chain(events.iter().copied()).collect();
    let in_play = |kind: &KindId| files.contains(&library.kinds[kind.index()].file);
    let all = (0..library.kinds.len()).map(KindId::from_index);
    let (kinds, others): (Vec<KindId>, Vec<KindId>) = all.partition(in_play);
    if let Some(beyond) =
        kinds.get(MOST_IN_PLAY).or_else(|| others.get(MOST_TOLD - kinds.len().min(MOST_TOLD)))
    {
        return Err(Refusal::new("more kinds than are counted", library.kinds[beyond.index()].place));
    }
    let mut codes = Codes {
        in_play: kinds.len(),
        kinds: kinds.iter().chain(&others).copied().collect(),
        games: library.games,
        ..Codes::default()
    };
    let rules = Rules { library, size, files, kinds };
    codes.origins = Origins::of(&rules);
    if usize::from(size.files) * usize::from(size.ranks) > usize::from(NONE) {
        return Err(Refusal::new("a board of more squares than are counted", nowhere));
    }
    let small = usize::from(size.files) * usize::from(size.ranks) <= 64 && codes.in_play <= FEW_KINDS;
    let tables = if small {
        Tables::Small(Box::new(lowered::<1>(&rules, &mut codes)?))
    } else {
        Tables::Large(Box::new(lowered::<4>(&rules, &mut codes)?))
    };
    Ok((tables, codes))
}

fn lowered<const N: usize>(rules: &Rules<'_>, codes: &mut Codes) -> Result<Full<N>, Refusal> {
    let (mut full, labels) = Lower::<N>::new(rules, codes).full()?;
    codes.labels = labels;
    if let Some(demand) = full.demands.iter().position(|demand| wakers::asks_marks(&full, demand)) {
        let place = codes.origins.demands.get(demand).copied().unwrap_or(codes.origins.game);
        return Err(Refusal::new(
            "a demand that asks facts which pieces did not bear before the turn",
            place,
        ));
    }
    match plain::plain(&full, codes.in_play, &codes.origins) {
        Ok((plain, findings)) => (full.plain, codes.findings) = (Some(plain), findings),
        Err(refusal) => codes.findings.refused = Some(refusal),
    }
    Ok(full)
}

/// Tables being made.
struct Lower<'r, 'l, const N: usize> {
    rules: &'r Rules<'l>,
    codes: &'r Codes,
    levels: Levels,
    board: Board<N>,
    labels: Vec<LabelId>,
    places: Vec<Place>,
    whole_board: bool,
}

impl<'r, 'l, const N: usize> Lower<'r, 'l, N> {
    fn new(rules: &'r Rules<'l>, codes: &'r Codes) -> Self {
        let definitions = rules.all(|file| &file.definitions);
        let whole_board = definitions.iter().all(|rule| rule.meaning != rules.library.board);
        Lower {
            levels: Levels::by(rules.library, &definitions),
            board: board::of(rules),
            rules,
            codes,
            labels: Vec::new(),
            places: Vec::new(),
            whole_board,
        }
    }

    fn library(&self) -> &'l Library {
        self.rules.library
    }

    /// A set of squares by the program's numbers.
    fn bits(&self, set: SquareSet) -> Bits<N> {
        set.iter()
            .filter(|square| self.rules.size.has(*square))
            .map(|square| square.rank() * self.rules.size.files + square.file())
            .collect()
    }

    /// A set of kinds, themselves alone.
    fn kind_set(&self, kinds: &[KindId]) -> KindSet {
        kinds.iter().fold(0, |set, kind| set | 1 << self.codes.code(*kind))
    }

    /// A label by the program's number.
    fn label(&mut self, label: LabelId, place: Place) -> Result<u8, Refusal> {
        let known = self.labels.iter().position(|each| *each == label);
        let index = known.unwrap_or_else(|| {
            self.labels.push(label);
            self.labels.len() - 1
        });
        if index >= MOST_TOLD {
            return Err(Refusal::new("more labels than are told apart", place));
        }
        u8::try_from(index).map_err(|_| Refusal::new("more labels than are told apart", place))
    }

    fn fact(fact: FactId) -> u8 {
        u8::try_from(fact.index()).unwrap_or(u8::MAX)
    }

    /// The number of a place where a sentence stands.
    fn place(&mut self, place: Place) -> u16 {
        let known = self.places.iter().position(|each| *each == place);
        let index = known.unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    fn names(vars: u16, place: Place) -> Result<(), Refusal> {
        if usize::from(vars) > MOST_NAMES {
            return Err(Refusal::new("more names than a sentence may bind", place));
        }
        Ok(())
    }

    fn full(mut self) -> Result<(Full<N>, Vec<LabelId>), Refusal> {
        let library = self.library();
        let nowhere = library.files.first().map(|file| file.place).unwrap_or_default();
        if library.facts.len() >= usize::from(u8::MAX) {
            return Err(Refusal::new("more facts than are counted", nowhere));
        }
        if self.board.vectors.len() > MOST_TOLD {
            return Err(Refusal::new("more steps and leaps than are told apart", nowhere));
        }
        let facts = self.facts()?;
        let Movement { moves, slots, slots_without, borrowers, acts } = self.movement()?;
        let promotions = self.promotions()?;
        let edges = self.edges()?;
        let relations = self.relations()?;
        let demands = self.demands()?;
        let laws = self.laws()?;
        let suspensions = self.suspensions()?;
        let ends = self.ends()?;
        let triggers = self.triggers()?;
        let words = self.words()?;
        let deck = self.deck()?;
        let royal =
            self.term(&Expr { of: Type::Pieces, node: Node::Meaning(library.royal, None), place: nowhere })?;
        let traits = self.traits();
        let asked = self.asked();
        let lineage = self.codes.kinds.iter().map(|kind| {
            let line: Vec<KindId> = library.lineage(*kind).collect();
            self.kind_set(&line)
        });
        let lineage = lineage.collect();
        let lines = self.codes.kinds.iter();
        let lines = lines.map(|kind| library.lineage(*kind).map(|each| self.codes.code(each)).collect());
        let lines = lines.collect();
        let mut kinds: Vec<u8> = (0u8..).take(self.codes.kinds.len()).collect();
        kinds.sort_by_key(|code| self.codes.kinds[usize::from(*code)]);
        let mut full = Full {
            geometry: crate::program::geometry::Geometry::new(self.board.files, self.board.ranks),
            board: self.board.clone(),
            lineage,
            lines,
            kinds,
            facts,
            words,
            royal,
            board_word: library.board.0,
            moves,
            slots,
            slots_without,
            borrowers,
            acts,
            zones: zones(&promotions),
            promotions,
            edges,
            relations,
            demands,
            laws,
            suspensions,
            ends,
            triggers,
            waiting: Default::default(),
            places: std::mem::take(&mut self.places),
            deck,
            traits,
            asked,
            closed: Vec::new(),
            takers: Takers::default(),
            plain: None,
        };
        relations::usual(&mut full);
        wakers::wait(&mut full);
        full.takers = takers::takers(&full);
        full.traits.takes_otherwise = full.takers.moves.contains(&true) || !full.takers.triggers.is_empty();
        Ok((full, self.labels))
    }

    fn words(&mut self) -> Result<Vec<Word<N>>, Refusal> {
        let library = self.library();
        let mut words: Vec<Word<N>> =
            library.meanings.iter().map(|word| Word { of: word.of, rules: Vec::new() }).collect();
        for file in self.rules.files.clone() {
            for rule in &self.rules.file(file).definitions {
                let lowered = self.definition(rule, file)?;
                words[rule.meaning.index()].rules.push(lowered);
            }
        }
        Ok(words)
    }

    fn definition(
        &mut self,
        rule: &Definition,
        file: FileId,
    ) -> Result<crate::program::full::rule::Definition<N>, Refusal> {
        Self::names(rule.vars, rule.place)?;
        Ok(crate::program::full::rule::Definition {
            parameter: rule.parameter.map(terms::var),
            motion: rule.motion,
            except: rule.except,
            body: self.term(&rule.body)?,
            guards: self.guards(&rule.guards)?,
            file: file.0,
        })
    }

    fn traits(&self) -> Traits {
        let relations = self.rules.all(|file| &file.relations);
        let of = |verb: Verb| relations.iter().filter(move |rule| rule.verb == verb);
        let on_squares = |rule: &Relation| match &rule.object {
            Some(Expr { node: Node::SquaresOf(of), .. }) => of.of != Type::Pieces,
            Some(object) => object.of != Type::Pieces,
            None => true,
        };
        Traits {
            whole_board: self.whole_board,
            all_seen: of(Verb::See).all(|rule| rule.can),
            taken_by_fact: of(Verb::Take).any(|rule| rule.fact.is_some()),
            doors_on_squares: of(Verb::PassFrom).any(|rule| rule.can && on_squares(rule)),
            demands_if_possible: self.rules.all(|file| &file.demands).iter().any(|rule| rule.if_it_can),
            ..Traits::default()
        }
    }

    fn asked(&self) -> Vec<crate::program::full::Asked> {
        let mut by_paths = crate::program::full::Asked::default();
        let moves = self.rules.all(|file| &file.moves);
        for rule in moves.iter().filter(|rule| matches!(rule.rule, MoveRule::Travel(_))) {
            crate::model::visit::moves(rule, &mut |expr| asks(&mut by_paths, expr));
            crate::model::visit::guards(&rule.guards, &mut |expr| asks(&mut by_paths, expr));
        }
        let relations = self.rules.all(|file| &file.relations);
        let of = |label: Option<LabelId>| {
            let mut asked = by_paths;
            for rule in relations.iter().filter(|rule| rule.label.is_none() || rule.label == label) {
                rule.object.iter().chain(&rule.to).for_each(|each| asks(&mut asked, each));
                crate::model::visit::guards(&rule.guards, &mut |each| asks(&mut asked, each));
                asked.headings |= rule.verb == Verb::Move && rule.object.is_some() && !rule.can;
            }
            asked
        };
        self.labels.iter().map(|label| of(Some(*label))).chain([of(None)]).collect()
    }
}

/// The squares of each side on which pieces promote, if they are always the same.
fn zones<const N: usize>(promotions: &[crate::program::full::rule::Promotion<N>]) -> Option<[Bits<N>; 2]> {
    promotions.iter().try_fold([Bits::EMPTY; 2], |[first, second], rule| match &rule.on.node {
        crate::program::full::term::Node::Zone(squares) => Some([first | squares[0], second | squares[1]]),
        _ => None,
    })
}

fn asks(asked: &mut crate::program::full::Asked, expr: &Expr) {
    crate::model::visit::all(expr, &mut |part| match &part.node {
        Node::Trail => asked.trail = true,
        Node::Length => asked.length = true,
        _ => {}
    });
}
