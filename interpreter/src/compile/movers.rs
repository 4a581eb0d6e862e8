//! Moves over the board, recognised by what their paths are: a step or leap (a table), a slide (rays), a run over
//! empty squares. Imports `ids`, `board`, `model`, `program`, `rules`.

use super::rules::{begins, unguarded};
use super::{Build, Refusal};
use crate::board::{Vector, leaps};
use crate::ids::{KindId, LabelId, SideId};
use crate::model::{self, Expr, Leg, MoveRule, Moves, Node, Path, Steps};
use crate::program::bits::Bits;
use crate::program::expr::Condition;
use crate::program::geometry::Geometry;
use crate::program::{Castle, CastleWay, Kind, Landings, MOST_SPECIAL, Mode, Ride, Run, Shape, Table};
use rulemate_grammar::source::Place;

/// The longest run that is laid out square by square.
const LONGEST_RUN: u16 = 15;

/// One leg of a path as a side sees it: vectors on the board, so many at least and at most.
struct Stretch {
    vectors: Vec<Vector>,
    least: u16,
    most: Option<u16>,
    mode: Mode,
}

/// Moves of a kind that are being collected.
pub(super) struct Movers<const N: usize> {
    pub kind: Kind<N>,
    pub castles: Vec<Castle<N>>,
}

impl<const N: usize> Build<'_, N> {
    /// Collects what a kind of a side does.
    pub fn movers(&mut self, kind: KindId, side: SideId) -> Result<Movers<N>, Refusal> {
        let code = self.code(kind);
        let mut movers = Movers { kind: Kind::still(code, self.geometry.squares), castles: Vec::new() };
        for right in self.rules.rights(kind)? {
            if self.withdrawn(kind, right.label)? {
                continue;
            }
            // Where no replacement before it begins, a group counts.
            let mut open = self.geometry.all;
            let count = right.replacing.len();
            for (index, group) in right.replacing.iter().enumerate() {
                let mut begun = Bits::EMPTY;
                for rule in group {
                    let from = self.begins(rule, side)?;
                    begun |= from;
                    self.sentence(rule, kind, side, from & open, &mut movers)?;
                }
                if index + 1 < count {
                    open = open.without(begun);
                }
            }
            for rule in right.also {
                let from = self.begins(rule, side)?;
                self.sentence(rule, kind, side, from, &mut movers)?;
            }
        }
        // Those that are told apart are numbered, and come first.
        movers.kind.runs.sort_by_key(|run| !run.is_apart());
        if movers.kind.runs.iter().filter(|run| run.is_apart()).count() > MOST_SPECIAL {
            return Err(Refusal::new("more runs than are counted", self.library().kinds[kind.index()].place));
        }
        movers.kind.shape = shape_of(&movers.kind);
        Ok(movers)
    }

    fn begins(&self, rule: &Moves, side: SideId) -> Result<Bits<N>, Refusal> {
        let Some(from) = begins(rule) else { return Ok(self.geometry.all) };
        let set = self.rules.squares(from, side);
        set.map(|set| self.bits(set))
            .ok_or_else(|| Refusal::new("a beginning that depends on the position", from.place))
    }

    fn sentence(
        &mut self,
        rule: &Moves,
        kind: KindId,
        side: SideId,
        from: Bits<N>,
        movers: &mut Movers<N>,
    ) -> Result<(), Refusal> {
        if !rule.subject.as_ref().is_none_or(|subject| self.plain_subject(subject)) {
            return Err(Refusal::new("moves of some pieces of a kind only", rule.place));
        }
        unguarded(&rule.guards, rule.place)?;
        if rule.has_block || !rule.block.is_empty() || rule.each.is_some() {
            return Err(Refusal::new("a move that does something besides", rule.place));
        }
        match &rule.rule {
            MoveRule::Travel(travel) if travel.stays => Err(Refusal::new("a move that stays", rule.place)),
            MoveRule::Travel(travel) => {
                let to = match &travel.to {
                    None => self.geometry.all,
                    Some(to) => self.bits(
                        self.rules
                            .squares(to, side)
                            .ok_or_else(|| Refusal::new("an end that depends on the position", to.place))?,
                    ),
                };
                let mode = Mode { quiet: travel.mode.quiet, take: travel.mode.capture };
                let mut stretches = Vec::new();
                self.stretches(&travel.path, mode, side, rule.place, &mut stretches)?;
                for stretch in stretches {
                    self.lay(&stretch, kind, side, rule, (from, to), movers)?;
                }
                Ok(())
            }
            MoveRule::Act(_) => Err(Refusal::new("an act", rule.place)),
            MoveRule::Castle(castle) => self.castle(castle, rule, kind, side, from, movers),
        }
    }

    /// Whether a subject is all pieces, or all of certain kinds.
    pub fn plain_subject(&self, subject: &Expr) -> bool {
        match &subject.node {
            Node::AllPieces => true,
            Node::OfKind(kinds) => matches!(kinds.node, Node::Kinds(_)),
            _ => false,
        }
    }

    fn stretches(
        &self,
        path: &Path,
        mode: Mode,
        side: SideId,
        place: Place,
        out: &mut Vec<Stretch>,
    ) -> Result<(), Refusal> {
        match path {
            Path::Either(all) => all.iter().try_for_each(|each| self.stretches(each, mode, side, place, out)),
            Path::Leg(leg) => {
                out.push(self.stretch(leg, mode, side, place)?);
                Ok(())
            }
            Path::Only { mode: only, fresh: false, own: None, passing: false, wraps: false, path } => {
                let mode = Mode { quiet: mode.quiet && only.quiet, take: mode.take && only.capture };
                self.stretches(path, mode, side, place, out)
            }
            Path::Then(_) | Path::Repeat(..) => Err(Refusal::new("a path of several legs", place)),
            Path::Onto(..) => Err(Refusal::new("a path that ends onto a piece", place)),
            Path::Like(_) => Err(Refusal::new("a borrowed path", place)),
            Path::Only { .. } => Err(Refusal::new("a path for some only", place)),
        }
    }

    fn stretch(&self, leg: &Leg, mode: Mode, side: SideId, place: Place) -> Result<Stretch, Refusal> {
        if leg.over.is_some() || leg.onto.is_some() || leg.taking.is_some() || leg.empty {
            return Err(Refusal::new("a leg that asks what it passes", place));
        }
        let directions = |expr: &Expr| {
            self.rules
                .directions(expr, side)
                .ok_or_else(|| Refusal::new("a direction that depends on the position", expr.place))
        };
        let seen: Vec<Vector> = match &leg.steps {
            Steps::In(expr) => directions(expr)?,
            Steps::Vectors(list) => list.clone(),
            Steps::Leap(m, n, None) => leaps(*m, *n),
            Steps::Leap(m, n, Some(expr)) => {
                let directions = directions(expr)?;
                let part = |each: &Vector| directions.iter().any(|direction| each.has_part_in(*direction));
                leaps(*m, *n).into_iter().filter(part).collect()
            }
            Steps::Outward(list) => list.clone(),
            _ => return Err(Refusal::new("a leg that turns", place)),
        };
        let moving = seen.into_iter().filter(|each| *each != Vector::default());
        let vectors = moving.map(|each| each.seen_by(side)).collect();
        Ok(Stretch { vectors, least: leg.least, most: leg.most, mode })
    }

    /// Puts a leg into the tables of its kind.
    fn lay(
        &mut self,
        stretch: &Stretch,
        kind: KindId,
        side: SideId,
        rule: &Moves,
        (from, to): (Bits<N>, Bits<N>),
        movers: &mut Movers<N>,
    ) -> Result<(), Refusal> {
        let marks = self.marks(kind, rule.label);
        let apart = marks || self.asked_of(rule.label);
        let whole = from == self.geometry.all && to == self.geometry.all;
        if from.is_empty() || to.is_empty() || !stretch.mode.quiet && !stretch.mode.take {
            return Ok(());
        }
        if self.may_pass_take(stretch.mode) {
            self.passing(stretch, kind, side, (from, to), movers)?;
        }
        let most = match stretch.most {
            None if stretch.least == 1 && !apart && whole => {
                self.ride(stretch, movers);
                return Ok(());
            }
            None => u16::from(self.geometry.files.max(self.geometry.ranks)),
            Some(most) => most.min(u16::from(self.geometry.files.max(self.geometry.ranks))),
        };
        if most > LONGEST_RUN {
            return Err(Refusal::new("a slide that is too long to be laid out", rule.place));
        }
        for vector in &stretch.vectors {
            for length in stretch.least..=most {
                if length == 1 && !apart {
                    for at in from {
                        if let Some(goal) = self.geometry.step(at, (vector.right, vector.up)) {
                            let steps = &mut movers.kind.landings[at as usize];
                            let set = match (stretch.mode.quiet, stretch.mode.take) {
                                (true, true) => &mut steps.both,
                                (true, false) => &mut steps.quiet,
                                _ => &mut steps.take,
                            };
                            *set |= Bits::of(goal) & to;
                        }
                    }
                } else {
                    let run = run_of(&self.geometry, *vector, length, (from, to));
                    movers.kind.runs.push(Run {
                        mode: stretch.mode,
                        marks,
                        label: rule.label.filter(|_| apart).map(|label| label.0),
                        ..run
                    });
                }
            }
        }
        Ok(())
    }

    fn ride(&mut self, stretch: &Stretch, movers: &mut Movers<N>) {
        let mut vectors = stretch.vectors.clone();
        let mut has_all = |all: [(i8, i8); 4]| {
            let all = all.map(|(right, up)| Vector::new(right, up));
            let has = all.iter().all(|each| vectors.contains(each));
            if has {
                vectors.retain(|each| !all.contains(each));
            }
            has
        };
        let orthogonal = has_all(crate::program::lines::ORTHOGONAL);
        let diagonal = has_all(crate::program::lines::DIAGONAL);
        let rays = vectors.iter().map(|each| self.geometry.ray_along((each.right, each.up))).collect();
        movers.kind.rides.push(Ride { mode: stretch.mode, orthogonal, diagonal, rays });
    }

    /// The squares on which a kind takes the maker of the passing fact by such a leg.
    fn passing(
        &mut self,
        stretch: &Stretch,
        kind: KindId,
        side: SideId,
        (from, to): (Bits<N>, Bits<N>),
        movers: &mut Movers<N>,
    ) -> Result<(), Refusal> {
        let place = self.library().kinds[kind.index()].place;
        for vector in &stretch.vectors {
            if !self.takes_maker(kind, side, vector.reduced().seen_by(side))? {
                continue;
            }
            if stretch.mode.quiet {
                return Err(Refusal::new("taking in passing by a move that need not take", place));
            }
            if stretch.least != 1 || stretch.most != Some(1) {
                return Err(Refusal::new("taking in passing at the end of a slide", place));
            }
            movers.kind.passes = true;
            for at in from {
                if let Some(goal) = self.geometry.step(at, (vector.right, vector.up)) {
                    movers.kind.landings[at as usize].passing |= Bits::of(goal) & to;
                }
            }
        }
        Ok(())
    }

    fn castle(
        &mut self,
        castle: &model::Castle,
        rule: &Moves,
        kind: KindId,
        side: SideId,
        from: Bits<N>,
        movers: &mut Movers<N>,
    ) -> Result<(), Refusal> {
        let Some(label) = rule.label else {
            return Err(Refusal::new("a castling without a label", rule.place));
        };
        let Some(with) = self.kinds_of_pieces(&castle.with) else {
            return Err(Refusal::new("a partner that depends on the position", castle.with.place));
        };
        if castle.from.is_some() {
            return Err(Refusal::new("a castling from some squares only", rule.place));
        }
        let mut with = with;
        for partner in self.rules.kinds.clone() {
            let bit = 1 << self.code(partner);
            if with & bit == 0 {
                continue;
            }
            if self.withdrawn(partner, rule.label)? {
                with &= !bit;
            } else if self.castle_barred(partner, label, side)? != Condition::Fixed(false) {
                return Err(Refusal::new("a castling that is barred to the partner", rule.place));
            }
        }
        let squares = self.geometry.squares;
        let mut ways: Vec<Option<CastleWay<N>>> = vec![None; squares * 16];
        for origin in from {
            for file in 0..self.geometry.files {
                let partner = origin - origin % self.geometry.files + file;
                if partner != origin {
                    let way = self.castle_way(castle, side, origin, partner)?;
                    ways[origin as usize * 16 + file as usize] = way;
                }
            }
        }
        let barred = self.castle_barred(kind, label, side)?;
        movers.castles.push(Castle {
            code: movers.kind.code,
            with,
            ways: ways.into(),
            barred,
            label: label.0,
        });
        self.fresh |= 1 << movers.kind.code | with;
        Ok(())
    }

    fn castle_way(
        &self,
        castle: &model::Castle,
        side: SideId,
        origin: u8,
        partner: u8,
    ) -> Result<Option<CastleWay<N>>, Refusal> {
        let geometry = &self.geometry;
        let toward: i8 = if partner < origin { -1 } else { 1 };
        let goal = match &castle.reach {
            model::Reach::Squares(number) => i8::try_from(*number)
                .ok()
                .and_then(|number| geometry.step(origin, (toward.checked_mul(number)?, 0))),
            model::Reach::To(set) => {
                let place = set.place;
                let set = self
                    .rules
                    .squares(set, side)
                    .ok_or_else(|| Refusal::new("a goal that depends on the position", place))?;
                let rank = origin / geometry.files;
                let on_rank =
                    self.bits(set) & (0..geometry.files).map(|file| rank * geometry.files + file).collect();
                let goal = if toward < 0 { on_rank.first() } else { on_rank.last() };
                (!on_rank.is_empty()).then_some(goal)
            }
        };
        let Some(goal) = goal else { return Ok(None) };
        Ok(CastleWay::between(geometry, (origin, goal), partner))
    }
}

pub(super) fn empty_table<const N: usize>(geometry: &Geometry<N>) -> Table<N> {
    vec![Bits::EMPTY; geometry.squares].into()
}

/// A run of one vector, so long.
fn run_of<const N: usize>(
    geometry: &Geometry<N>,
    vector: Vector,
    length: u16,
    (from, to): (Bits<N>, Bits<N>),
) -> Run<N> {
    let mut ways = vec![(Bits::EMPTY, Bits::EMPTY); geometry.squares];
    for at in from {
        let mut passed = Bits::EMPTY;
        let mut square = at;
        let mut arrived = None;
        for step in 1..=length {
            let Some(next) = geometry.step(square, (vector.right, vector.up)) else { break };
            square = next;
            if step == length {
                arrived = Some(next);
            } else {
                passed |= Bits::of(next);
            }
        }
        if let Some(goal) = arrived.filter(|goal| to.has(*goal)) {
            ways[at as usize] = (passed, Bits::of(goal));
        }
    }
    Run { mode: Mode { quiet: true, take: true }, ways: ways.into(), marks: false, label: None }
}

/// The label, if any move of the position's rules bears it.
pub(super) fn label_of(label: Option<LabelId>) -> Option<u16> {
    label.map(|label| label.0)
}

/// What the moves of a kind are in the whole.
pub(super) fn shape_of<const N: usize>(kind: &Kind<N>) -> Shape {
    let every = |wanted: fn(&Landings<N>) -> bool| kind.landings.iter().all(wanted);
    if !kind.runs.is_empty() || kind.passes {
        return Shape::Mixed;
    }
    match kind.rides.as_slice() {
        [] if every(|steps| steps.quiet.is_empty() && steps.take.is_empty()) => Shape::Leaper,
        [ride] if every(|steps| *steps == Landings::default()) => {
            let both = ride.mode == Mode { quiet: true, take: true };
            if both && ride.rays.is_empty() {
                Shape::Slider { orthogonal: ride.orthogonal, diagonal: ride.diagonal }
            } else {
                Shape::Mixed
            }
        }
        _ => Shape::Mixed,
    }
}
