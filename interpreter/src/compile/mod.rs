//! From rules in force to a program. What cannot be compiled is refused with the sentence that stands in the way; the
//! plain evaluator then goes on alone. Nothing is recognised by name: a slide is what is a slide, royal is what the
//! rules say is royal. Imports `ids`, `board`, `model`, `program`.

mod conditions;
mod fixed;
pub mod full;
mod laws;
mod movers;
mod relations;
mod rules;

use crate::board::SquareSet;
use crate::ids::{FactId, FileId, KindId, LabelId, SideId};
use crate::model::Library;
use crate::program::bits::Bits;
use crate::program::expr::Kinds;
use crate::program::geometry::Geometry;
use crate::program::{Code, MOST_KINDS, MOST_SPECIAL, Program, Side, Threats};
use full::origins::Read;
use movers::Movers;
use relations::Walks;
use rulemate_grammar::source::Place;
use rules::Rules;

/// Why rules are not compiled: what stands in the way, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// A few words: `a guard`.
    pub what: &'static str,
    /// The sentence, or a part of it.
    pub place: Place,
}

impl Refusal {
    fn new(what: &'static str, place: Place) -> Refusal {
        Refusal { what, place }
    }
}

/// A program for the smallest sets of squares that hold the board.
#[derive(Clone, Debug)]
pub enum Compiled {
    /// Up to 64 squares.
    Small(Box<Program<1>>),
    /// Up to 128 squares.
    Middle(Box<Program<2>>),
    /// Up to 256 squares.
    Large(Box<Program<4>>),
}

/// What the numbers of a program stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The kind of each code.
    pub kinds: Vec<KindId>,
    /// The fact of each number, and what it is when nobody has set it.
    pub numbers: Vec<(FactId, i32)>,
    /// The passing fact.
    pub passing: Option<FactId>,
    /// Where the laws stand, and how they were read.
    pub laws: Vec<(Place, Read)>,
}

/// Compiles the games of a library and these events, in order of their start.
///
/// # Errors
/// The first sentence that is not compiled.
pub fn compile(library: &Library, events: &[FileId]) -> Result<(Compiled, Names), Refusal> {
    let nowhere = library.files.last().map(|file| file.place).unwrap_or_default();
    let Some(size) = library.size else { return Err(Refusal::new("no board", nowhere)) };
    let files: Vec<FileId> =
        (0..library.games).map(FileId::from_index).chain(events.iter().copied()).collect();
    let kinds: Vec<KindId> = (0..library.kinds.len())
        .map(KindId::from_index)
        .filter(|kind| files.contains(&library.kinds[kind.index()].file))
        .collect();
    if let Some(beyond) = kinds.get(MOST_KINDS) {
        return Err(Refusal::new("more kinds than are counted", library.kinds[beyond.index()].place));
    }
    let rules = Rules { library, size, files, kinds };
    Ok(match usize::from(size.files) * usize::from(size.ranks) {
        0..=64 => {
            let (program, names) = Build::<1>::new(rules)?.program()?;
            (Compiled::Small(Box::new(program)), names)
        }
        65..=128 => {
            let (program, names) = Build::<2>::new(rules)?.program()?;
            (Compiled::Middle(Box::new(program)), names)
        }
        _ => {
            let (program, names) = Build::<4>::new(rules)?.program()?;
            (Compiled::Large(Box::new(program)), names)
        }
    })
}

/// A program being built.
struct Build<'l, const N: usize> {
    rules: Rules<'l>,
    geometry: Geometry<N>,
    walks: Walks<'l>,
    fresh: Kinds,
    numbers: Vec<(FactId, i32)>,
    /// Labels that are asked of moves.
    asked: Vec<LabelId>,
    /// Where laws stand, and how they were read.
    laws: Vec<(Place, Read)>,
}

impl<'l, const N: usize> Build<'l, N> {
    fn new(rules: Rules<'l>) -> Result<Self, Refusal> {
        let walks = Walks::of(&rules)?;
        let geometry = Geometry::new(rules.size.files, rules.size.ranks);
        Ok(Build {
            rules,
            geometry,
            walks,
            fresh: 0,
            numbers: Vec::new(),
            asked: Vec::new(),
            laws: Vec::new(),
        })
    }

    fn library(&self) -> &'l Library {
        self.rules.library
    }

    /// The code of a kind in play.
    fn code(&self, kind: KindId) -> Code {
        let index = self.rules.kinds.iter().position(|each| *each == kind).unwrap_or(0);
        #[allow(clippy::cast_possible_truncation)]
        Code::from(index as u8)
    }

    /// A set of squares by the program's numbers.
    fn bits(&self, set: SquareSet) -> Bits<N> {
        set.iter()
            .filter(|square| self.rules.size.has(*square))
            .map(|square| square.rank() * self.rules.size.files + square.file())
            .collect()
    }

    fn program(mut self) -> Result<(Program<N>, Names), Refusal> {
        self.refuse_the_rest()?;
        let mut turn_ends = [Vec::new(), Vec::new()];
        for side in [SideId(0), SideId(1)] {
            turn_ends[side.index()] = self.turn_ends(side)?;
        }
        let royal = self.royal()?;
        let mut sides = Vec::new();
        let mut ends = Vec::new();
        for side in [SideId(0), SideId(1)] {
            let mut kinds = Vec::new();
            let mut castles = Vec::new();
            for kind in self.rules.kinds.clone() {
                let Movers { kind: mut found, castles: with } = self.movers(kind, side)?;
                self.promotion(kind, side, &mut found)?;
                let is_royal = |code: Code| royal >> code & 1 == 1;
                found.crowns = found.becomes.iter().any(|code| is_royal(*code) != is_royal(found.code));
                castles.extend(with);
                kinds.push(found);
            }
            let threats = threats(&mut self.geometry, &kinds);
            sides.push(Side { kinds, castles, threats, royal, laws: Default::default() });
        }
        prune(&mut sides);
        for side in [SideId(0), SideId(1)] {
            let laws = self.laws(side, &sides)?;
            sides[side.index()].laws = laws;
            ends.push(self.ends(side)?);
        }
        self.check(&sides)?;
        let [Some(first), Some(second)] = [sides.first().cloned(), sides.get(1).cloned()] else {
            return Err(Refusal::new("no sides", Place::default()));
        };
        let both = [std::mem::take(&mut ends[0]), std::mem::take(&mut ends[1])];
        let ends_with_turns =
            [0u8, 1].into_iter().any(|side| laws::ends_with_turns(&both[side as usize], side));
        let names = Names {
            kinds: self.rules.kinds.clone(),
            numbers: self.numbers.clone(),
            passing: self.walks.passing_fact,
            laws: self.laws.clone(),
        };
        let program = Program {
            geometry: self.geometry,
            kinds: self.rules.kinds.len(),
            sides: [first, second],
            fresh: self.fresh,
            turn_ends,
            ends: both,
            ends_with_turns,
        };
        Ok((program, names))
    }

    /// Refuses programs in which two moves could be declared alike without being one.
    fn check(&self, sides: &[Side<N>]) -> Result<(), Refusal> {
        for side in sides {
            if side.castles.len() > MOST_SPECIAL {
                return Err(Refusal::new("more castlings than are counted", Place::default()));
            }
            for kind in &side.kinds {
                let place = self.library().kinds[self.rules.kinds[kind.code as usize].index()].place;
                for (index, run) in kind.runs.iter().enumerate() {
                    if !run.is_apart() {
                        continue;
                    }
                    for (at, (_, target)) in (0u8..=255).zip(&run.ways) {
                        let steps = &kind.landings[at as usize];
                        let mut others = steps.both | steps.quiet | steps.take;
                        for ride in &kind.rides {
                            others |= self.ride_over_all(ride, at);
                        }
                        for (other, run) in kind.runs.iter().enumerate() {
                            if other != index {
                                others |= run.ways[at as usize].1;
                            }
                        }
                        if target.meets(others) {
                            return Err(Refusal::new("two moves to one square", place));
                        }
                    }
                }
                for castle in &side.castles {
                    for way in castle.ways.iter().flatten() {
                        let first = castle.code == kind.code && kind.zone.has(way.goal);
                        let partner = castle.with >> kind.code & 1 == 1 && kind.zone.has(way.partner_goal);
                        if first || partner {
                            return Err(Refusal::new("castling into a promotion", place));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn ride_over_all(&self, ride: &crate::program::Ride, at: u8) -> Bits<N> {
        let mut all = Bits::EMPTY;
        if ride.orthogonal {
            all |= self.geometry.orthogonal(at, Bits::EMPTY);
        }
        if ride.diagonal {
            all |= self.geometry.diagonal(at, Bits::EMPTY);
        }
        ride.rays.iter().fold(all, |all, ray| all | self.geometry.along(*ray, at))
    }
}

/// How a side takes, told from the square of what is taken.
fn threats<const N: usize>(geometry: &mut Geometry<N>, kinds: &[crate::program::Kind<N>]) -> Threats<N> {
    let mut threats = Threats::default();
    for kind in kinds {
        let mut from = movers::empty_table(geometry);
        for (at, steps) in (0u8..=255).zip(&kind.landings) {
            for target in steps.both | steps.take {
                from[target as usize] |= Bits::of(at);
            }
        }
        if from.iter().any(|set| !set.is_empty()) {
            threats.leaps.push((kind.code, from));
        }
        for ride in kind.rides.iter().filter(|ride| ride.mode.take) {
            threats.orthogonal |= Kinds::from(ride.orthogonal) << kind.code;
            threats.diagonal |= Kinds::from(ride.diagonal) << kind.code;
            for ray in &ride.rays {
                let back = geometry.reverse(*ray);
                match threats.rays.iter_mut().find(|(_, known)| *known == back) {
                    Some((kinds, _)) => *kinds |= 1 << kind.code,
                    None => threats.rays.push((1 << kind.code, back)),
                }
            }
        }
        for run in kind.runs.iter().filter(|run| run.mode.take) {
            let mut from = movers::empty_table(geometry);
            let mut trail = movers::empty_table(geometry);
            for (at, (passed, target)) in (0u8..=255).zip(&run.ways) {
                for target in *target {
                    from[target as usize] = Bits::of(at);
                    trail[target as usize] = *passed;
                }
            }
            threats.runs.push((kind.code, from, trail));
        }
    }
    threats
}

/// Leaves of each table of taking in passing the squares that moves of the other side can mark.
fn prune<const N: usize>(sides: &mut [Side<N>]) {
    let marked: Vec<Bits<N>> = sides
        .iter()
        .map(|side| {
            let runs = side.kinds.iter().flat_map(|kind| &kind.runs).filter(|run| run.marks);
            runs.flat_map(|run| run.ways.iter()).fold(Bits::EMPTY, |all, (trail, _)| all | *trail)
        })
        .collect();
    for (side, by) in sides.iter_mut().zip(marked.iter().rev()) {
        for steps in side.kinds.iter_mut().flat_map(|kind| &mut kind.landings) {
            steps.passing &= *by;
        }
    }
}
