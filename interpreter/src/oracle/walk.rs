//! Walks: how a path meets the board, leg by leg, on the position before the move. Imports `model`, `position`.

use super::force::{Asked, Ranked, Slot, origin_of};
use super::moment::{Frame, Info, Moment};
use super::question::{BEYOND, Cause, ENTERED};
use crate::board::{COMPASS, SquareSet, Vector, leaps, turned};
use crate::ids::{FileId, KindId, LabelId, PieceId, SideId, Square};
use crate::model::{Expr, Leg, Mode, Motion, MoveRule, Path, Steps, Verb};
use crate::position::Value;
use rulemate_grammar::source::Place as Origin;
use std::rc::Rc;

/// How deep a walk may borrow from walks that borrow.
const DEEPEST_BORROWED: usize = 3;

/// A walk so far.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trace {
    pub square: Square,
    /// The absolute heading of the last step or leap.
    pub heading: Option<Vector>,
    pub length: u16,
    /// Counted squares before the one it is on.
    pub trail: SquareSet,
    pub takes: Vec<PieceId>,
    /// The last step was counted on `square`.
    counted: bool,
    pub mode: Mode,
    pub own: Option<bool>,
    pub passing: bool,
    wraps: bool,
    /// It has ended over a piece that it does not take.
    pub onto: bool,
    detour: Option<Rc<Detour>>,
}

/// What few walks have.
#[derive(Clone, PartialEq, Debug, Default)]
struct Detour {
    /// Other headings used before.
    turned_from: Vec<Vector>,
    entered: SquareSet,
    /// The sentences by which it went on from elsewhere.
    through: Vec<Origin>,
    /// Sentences whose path was borrowed; their guards hold too.
    borrowed: Vec<usize>,
    /// Squares that a lenient walk has passed although it may not.
    barred: Vec<Square>,
    /// Steps that a lenient walk has made through a wall.
    walls: Vec<(Square, Square)>,
}

/// A walk of a piece, or of nobody.
pub(super) struct Walk<'m, 'a> {
    pub moment: &'m Moment<'a>,
    /// The walker; none: only the board is asked.
    pub walker: Option<PieceId>,
    pub origin: Square,
    pub label: Option<LabelId>,
    /// Of the relations only `see` is asked, and anything may be taken.
    pub only_sees: bool,
    /// It goes on where it may not, and notes where: for explaining.
    pub lenient: bool,
    pub frame: Frame,
    /// The file of the sentence: what is borrowed is as without its changes.
    pub file: Option<FileId>,
    /// Whether any rule for edges could reach the walker.
    edges: bool,
    /// Whether any wall or entrance could.
    doors: bool,
}

impl Trace {
    /// All absolute headings used.
    pub fn headings(&self) -> Vec<Vector> {
        let before = self.detour.iter().flat_map(|detour| detour.turned_from.iter().copied());
        before.chain(self.heading).collect()
    }

    /// Sentences whose path was borrowed; their guards hold too.
    pub fn borrowed(&self) -> &[usize] {
        self.detour.as_ref().map_or(&[], |detour| &detour.borrowed)
    }

    /// Squares that a lenient walk has passed although it may not.
    pub fn barred(&self) -> &[Square] {
        self.detour.as_ref().map_or(&[], |detour| &detour.barred)
    }

    /// Steps that a lenient walk has made through a wall.
    pub fn walls(&self) -> &[(Square, Square)] {
        self.detour.as_ref().map_or(&[], |detour| &detour.walls)
    }

    /// The sentences by which it went on from elsewhere.
    pub fn through(&self) -> &[Origin] {
        self.detour.as_ref().map_or(&[], |detour| &detour.through)
    }

    fn entered(&self) -> SquareSet {
        self.detour.as_ref().map_or(SquareSet::EMPTY, |detour| detour.entered)
    }

    fn detour(&mut self) -> &mut Detour {
        Rc::make_mut(self.detour.get_or_insert_default())
    }
}

/// Walks that have come to a joint of their path, each once: two that differ in nothing that may be asked of them
/// later are one, and what they have passed adds up.
#[derive(Default)]
struct Joint {
    walks: Vec<Trace>,
}

impl Joint {
    fn add(&mut self, walk: &Walk<'_, '_>, trace: Trace) {
        if !walk.moment.question.spend(1 + u32::try_from(self.walks.len() / 4).unwrap_or(u32::MAX)) {
            return;
        }
        match self.walks.iter_mut().find(|known| walk.alike(known, &trace)) {
            Some(known) => {
                known.trail = known.trail.or(trace.trail);
                known.length = known.length.min(trace.length);
            }
            None => self.walks.push(trace),
        }
    }
}

type Then<'t> = &'t mut dyn FnMut(&Walk<'_, '_>, Trace);

impl<'m, 'a> Walk<'m, 'a> {
    pub fn new(
        moment: &'m Moment<'a>,
        walker: Option<PieceId>,
        origin: Square,
        label: Option<LabelId>,
        frame: Frame,
    ) -> Self {
        let edges = !moment.force.edges.is_empty();
        let doors = !moment.force.relations(Verb::PassFrom).is_empty();
        Walk {
            moment,
            walker,
            origin,
            label,
            only_sees: false,
            lenient: false,
            frame,
            file: None,
            edges,
            doors,
        }
    }

    fn view(&self) -> SideId {
        self.frame.view
    }

    /// Follows a path to each of its ends.
    pub fn run(&self, path: &Path, mode: Mode, then: Then<'_>) {
        let trace = Trace {
            square: self.origin,
            heading: None,
            length: 0,
            trail: SquareSet::EMPTY,
            takes: Vec::new(),
            counted: false,
            mode,
            own: None,
            passing: false,
            wraps: false,
            onto: false,
            detour: None,
        };
        self.go(path, trace, Part { last: true, ends: true, onto: None, lent: None }, then);
    }

    fn go(&self, path: &Path, mut trace: Trace, part: Part<'_>, then: Then<'_>) {
        match path {
            Path::Either(all) => {
                for each in all {
                    self.go(each, trace.clone(), part, then);
                }
            }
            Path::Then(all) => self.sequence(all, trace, part, then),
            Path::Repeat(path, least, most) => {
                self.repeat(path, (*least, *most), trace, part, then);
            }
            Path::Onto(..) if part.is_lent_end() => {}
            Path::Onto(path, set) => self.go(path, trace, Part { onto: Some(set), ..part }, then),
            Path::Leg(leg) => self.leg(leg, trace, part, then),
            Path::Only { mode, fresh, own, passing, wraps, path } => {
                if *fresh && self.walker.is_some_and(|walker| !self.moment.piece(walker).fresh) {
                    return;
                }
                trace.mode = both(trace.mode, *mode);
                trace.own = trace.own.or(*own);
                trace.passing |= passing;
                trace.wraps |= wraps;
                self.go(path, trace, part, then);
            }
            Path::Like(kinds) => self.like(kinds, &trace, part, then),
        }
    }

    fn sequence(&self, all: &[Path], trace: Trace, part: Part<'_>, then: Then<'_>) {
        let [before @ .., end] = all else { return then(self, trace) };
        let mut walks = vec![trace];
        for path in before {
            let mut joint = Joint::default();
            for trace in walks {
                self.go(path, trace, part.inner(), &mut |walk, trace| joint.add(walk, trace));
            }
            walks = joint.walks;
        }
        for trace in walks {
            self.go(end, trace, part, then);
        }
    }

    /// Follows a path several times over; the walks that have done it as often go on side by side. Where no number
    /// bounds it, a walk that comes to where a shorter one has been ends there.
    fn repeat(
        &self,
        path: &Path,
        (least, most): (u16, Option<u16>),
        trace: Trace,
        part: Part<'_>,
        then: Then<'_>,
    ) {
        let mut walks = vec![trace];
        let mut been: Vec<Trace> = Vec::new();
        let mut time: u16 = 1;
        let question = self.moment.question;
        // No walk that comes to no square twice with one heading is longer. Where lengths are asked for, others are.
        let squares = question.rectangle().len().saturating_mul(COMPASS.len());
        let longest = u16::try_from(squares).unwrap_or(u16::MAX).max(least);
        while !walks.is_empty()
            && !question.is_given_up()
            && time <= longest
            && most.is_none_or(|most| time <= most)
        {
            let mut joint = Joint::default();
            for trace in walks {
                if time >= least {
                    self.go(path, trace.clone(), part, then);
                }
                if most.is_none_or(|most| time < most) {
                    self.go(path, trace, part.inner(), &mut |walk, trace| joint.add(walk, trace));
                }
            }
            walks = joint.walks;
            if most.is_none() && time >= least {
                let look = 1 + u32::try_from(been.len() / 4).unwrap_or(u32::MAX);
                walks.retain(|trace| {
                    question.spend(look) && !been.iter().any(|other| self.alike(other, trace))
                });
                been.extend(walks.iter().cloned());
            }
            time = time.saturating_add(1);
        }
    }

    /// Whether nothing that is in force could let the second walk do what the first may not.
    fn alike(&self, a: &Trace, b: &Trace) -> bool {
        if (a.square, a.heading) != (b.square, b.heading) {
            return false;
        }
        if self.lenient {
            return a == b;
        }
        let empty = Detour::default();
        let (there, here) = (a.detour.as_deref().unwrap_or(&empty), b.detour.as_deref().unwrap_or(&empty));
        let asked = if self.only_sees { Asked::default() } else { self.moment.force.asked(self.label) };
        (a.counted, a.mode, a.own, a.passing, a.wraps) == (b.counted, b.mode, b.own, b.passing, b.wraps)
            && a.takes == b.takes
            && there.entered == here.entered
            && there.borrowed == here.borrowed
            && (!asked.length || a.length == b.length)
            && (!asked.trail || a.trail == b.trail)
            // More headings can only bar it more.
            && (!asked.headings || there.turned_from.iter().all(|each| here.turned_from.contains(each)))
    }

    /// The walks that pieces of these kinds have in all their slots. None of the files that lend them, or borrow, is
    /// asked for what it changes itself.
    fn like(&self, kinds: &Expr, trace: &Trace, part: Part<'_>, then: Then<'_>) {
        let force = self.moment.force;
        let Value::Kinds(kinds) = self.moment.eval(kinds, &mut self.frame.clone()) else { return };
        let lent = std::iter::successors(part.lent, |lent| lent.outer).map(|lent| lent.file);
        let without: Vec<FileId> = self.file.into_iter().chain(lent).collect();
        if without.len() > DEEPEST_BORROWED + usize::from(self.file.is_some()) {
            return;
        }
        for kind in kinds {
            for label in force.labels(kind) {
                for index in self.lent_rules(kind, &force.slot(kind, label, &without)) {
                    let Ranked { file, rule, .. } = &force.moves[index];
                    let MoveRule::Travel(travel) = &rule.rule else { continue };
                    if travel.stays || !self.moment.question.spend(1) {
                        continue;
                    }
                    let mut trace = trace.clone();
                    trace.mode = both(trace.mode, travel.mode);
                    let borrowed = &mut trace.detour().borrowed;
                    if !borrowed.contains(&index) {
                        borrowed.push(index);
                    }
                    let lent = Lent { file: *file, outer: part.lent };
                    self.go(&travel.path, trace, Part { ends: true, lent: Some(&lent), ..part }, then);
                }
            }
        }
    }

    /// The sentences of a slot by which a piece of this kind would go from here. Whether they are about the walker is
    /// asked if it is one itself.
    fn lent_rules(&self, kind: KindId, slot: &Slot) -> Vec<usize> {
        let moment = self.moment;
        let force = moment.force;
        let one = self.walker.filter(|walker| force.kind_in(moment.piece(*walker).kind, &[kind]));
        let holds = |index: &usize| {
            let rule = &force.moves[*index].rule;
            let mut frame = Frame::new(moment.position.player, rule.vars);
            let about = one.is_none_or(|one| {
                rule.subject.as_ref().is_some_and(|subject| moment.has_piece(subject, one, &mut frame))
            });
            about && self.begins(origin_of(rule))
        };
        let replaces = |index: &usize| {
            let Ranked { level, rule, .. } = &force.moves[*index];
            holds(index)
                && (rule.motion != Motion::Now
                    || *level > moment.depth.level
                    || self.walker.is_none_or(|walker| {
                        moment.standing_guards(rule, &mut Frame::about(moment, walker, rule.vars))
                    }))
        };
        let here = |group: &Vec<usize>| group.iter().copied().filter(replaces).collect::<Vec<_>>();
        let mut rules =
            slot.replacements.iter().map(here).find(|rules| !rules.is_empty()).unwrap_or_default();
        rules.extend(slot.also.iter().copied().filter(holds));
        rules
    }

    fn begins(&self, from: Option<&Expr>) -> bool {
        from.is_none_or(|from| self.moment.has_square(from, self.origin, &mut self.frame.clone()))
    }

    fn leg(&self, leg: &Leg, trace: Trace, part: Part<'_>, then: Then<'_>) {
        for (vector, bend) in self.vectors(&leg.steps, &trace) {
            let mut trace = trace.clone();
            if trace.counted {
                trace.trail.insert(trace.square);
            }
            let gait = Gait { vector, leaps: leg.steps.are_leaps() };
            self.stride(leg, gait, bend, 0, trace, part, &mut Vec::new(), then);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn stride(
        &self,
        leg: &Leg,
        gait: Gait,
        bend: Bend<'_>,
        done: u16,
        trace: Trace,
        part: Part<'_>,
        points: &mut Vec<(Square, Vector, SquareSet)>,
        then: Then<'_>,
    ) {
        let mut through = Vec::new();
        let plain = self.advance(&trace, gait, &mut through);
        for trace in through.into_iter().chain(plain) {
            let heading = trace.heading.unwrap_or(gait.vector);
            // A straight walk over a board without doors and bending edges never comes back.
            let point = (trace.square, heading, trace.entered());
            if points.contains(&point) {
                continue;
            }
            if done + 1 >= leg.least {
                self.end(leg, &trace, part, then);
            }
            if leg.most.is_some_and(|most| done + 1 >= most) {
                continue;
            }
            let mut trace = trace;
            if !self.passes(leg, &trace) {
                if !self.lenient {
                    continue;
                }
                let square = trace.square;
                trace.detour().barred.push(square);
            }
            let may_return = self.edges || self.doors || trace.wraps || !matches!(bend, Bend::Straight);
            if may_return {
                points.push(point);
            }
            let (vector, bend) = bend.next(heading);
            trace.trail.insert(trace.square);
            self.stride(leg, Gait { vector, ..gait }, bend, done + 1, trace, part, points, then);
            if may_return {
                points.pop();
            }
        }
    }

    /// Ends a leg where it is, if it may.
    fn end(&self, leg: &Leg, trace: &Trace, part: Part<'_>, then: Then<'_>) {
        let found = self.found(trace.square);
        let last = part.last;
        let mut frame = self.frame.clone();
        if leg.onto.is_some() && part.is_lent_end() {
            return;
        }
        if let Some(onto) = leg.onto.as_ref().or(part.onto) {
            let Some(found) = found else { return };
            // Who takes the piece where it ends does not end onto it.
            if leg.taking.is_none()
                && self.moment.has_piece(onto, found, &mut frame)
                && !trace.takes.contains(&found)
            {
                let mut trace = trace.clone();
                trace.onto = last;
                then(self, trace);
            }
        } else if let Some(taking) = &leg.taking {
            let Some(found) = found else { return };
            let taken = !trace.takes.contains(&found)
                && self.moment.has_piece(taking, found, &mut frame)
                && (self.only_sees
                    || self.walker.is_none_or(|walker| {
                        self.moment.may_take(walker, found, self.label, &self.info(trace))
                    }));
            if taken && (!last || trace.mode.capture) {
                let mut trace = trace.clone();
                if !last {
                    trace.takes.push(found);
                }
                then(self, trace);
            }
        } else if last {
            then(self, trace.clone());
        } else if leg.empty {
            if found.is_none() && self.passes(leg, trace) {
                then(self, trace.clone());
            }
        } else if self.passes(leg, trace) {
            then(self, trace.clone());
        }
    }

    /// The piece that the walker finds on a square.
    pub fn found(&self, square: Square) -> Option<PieceId> {
        match self.walker {
            Some(walker) => self.moment.seen(square, walker),
            None => self.moment.position.at(square),
        }
    }

    /// Whether it may go on beyond the square that it is on.
    fn passes(&self, leg: &Leg, trace: &Trace) -> bool {
        let found = self.found(trace.square);
        let free = found.is_none_or(|found| trace.takes.contains(&found))
            || leg
                .over
                .as_ref()
                .is_some_and(|over| self.moment.has_square(over, trace.square, &mut self.frame.clone()));
        match self.walker {
            Some(walker) if !self.only_sees => {
                self.moment.may_pass(walker, trace.square, free, self.label, || self.info(trace))
            }
            _ => free,
        }
    }

    /// What is known of the walk while it is under way.
    pub fn info(&self, trace: &Trace) -> Rc<Info> {
        Rc::new(Info {
            origin: Some(self.origin),
            target: Some(trace.square),
            met: None,
            heading: trace.heading.unwrap_or_default(),
            length: trace.length,
            trail: trace.trail,
            castling: false,
            takes: trace.takes.clone(),
            entered: None,
        })
    }

    /// One step or leap, with all that edges and walls make of it; and, in `through`, the ways on from elsewhere.
    fn advance(&self, trace: &Trace, gait: Gait, through: &mut Vec<Trace>) -> Option<Trace> {
        if !self.moment.question.spend(1) {
            return None;
        }
        let vector = gait.vector;
        let steps = !gait.leaps && vector.right.abs() <= 1 && vector.up.abs() <= 1;
        let mut heading = vector;
        let square = match self.inside(trace.square, vector) {
            Some(square) => square,
            None => match self.around(trace, vector) {
                Some((square, turned)) => {
                    heading = turned;
                    square
                }
                None => return None,
            },
        };
        let mut next = trace.clone();
        if let Some(before) = next.heading.replace(heading).filter(|before| *before != heading) {
            let turned_from = &mut next.detour().turned_from;
            if !turned_from.contains(&before) {
                turned_from.push(before);
            }
        }
        next.square = square;
        next.length = trace.length + 1;
        next.counted = true;
        let Some(walker) = self.walker.filter(|_| self.doors && !self.only_sees) else {
            return Some(next);
        };
        if steps
            && self.moment.wall(walker, (trace.square, square), self.label, || self.info(&next)).is_some()
        {
            if !self.lenient {
                return None;
            }
            next.detour().walls.push((trace.square, square));
        }
        // Doors that are pieces are there where a piece is seen.
        let door = self.moment.force.doors_on_squares && self.moment.position.at(square).is_none()
            || self.found(square).is_some();
        if square != self.origin && door {
            for (exit, place) in self.moment.exits(walker, square, self.label, &self.info(&next)) {
                if exit == self.origin || trace.entered().has(square) || !self.moment.question.spend(ENTERED)
                {
                    continue;
                }
                self.moment.question.costs(Cause::Walks, place, ENTERED);
                let mut entering = trace.clone();
                entering.detour().entered.insert(square);
                entering.detour().through.push(place);
                entering.square = exit;
                let plain = self.advance(&entering, Gait { vector: heading, ..gait }, through);
                through.extend(plain);
            }
        }
        Some(next)
    }

    /// The next square, if it is on the board.
    fn inside(&self, from: Square, vector: Vector) -> Option<Square> {
        let square = self.moment.question.size().step(from, vector)?;
        (self.moment.force.whole_board || self.moment.board().has(square)).then_some(square)
    }

    /// Beyond an edge: the square by bouncing or wrapping, and the heading from there on.
    fn around(&self, trace: &Trace, vector: Vector) -> Option<(Square, Vector)> {
        let size = self.moment.question.size();
        let (mut bounces, mut wraps): (Vec<Vector>, Vec<Vector>) = (Vec::new(), Vec::new());
        if trace.wraps {
            wraps.extend([Vector::new(1, 0), Vector::new(-1, 0)]);
        }
        if let Some(walker) = self.walker.filter(|_| self.edges && !self.only_sees) {
            for each in self.moment.force.edges.iter().filter(|_| self.moment.question.spend(BEYOND)) {
                let rule = &each.rule;
                let mut frame = Frame::about(self.moment, walker, rule.vars);
                if !self.moment.has_piece(
                    &rule.subject,
                    walker,
                    &mut Frame::new(self.moment.position.player, rule.vars),
                ) || !self.moment.guards(&rule.guards, &mut frame)
                {
                    continue;
                }
                let directions = match &rule.directions {
                    None => COMPASS.to_vec(),
                    Some(directions) => match self.moment.eval(directions, &mut frame) {
                        Value::Directions(list) => {
                            list.into_iter().map(|each| each.seen_by(frame.view)).collect()
                        }
                        _ => Vec::new(),
                    },
                };
                if rule.wraps { wraps.extend(directions) } else { bounces.extend(directions) }
            }
        }
        // Which edges stand in the way: the one along the files, the one along the ranks, or, in a corner, both.
        let sideways = Vector::new(vector.right.signum(), 0);
        let upward = Vector::new(0, vector.up.signum());
        let out = |part: Vector| part != Vector::default() && self.inside(trace.square, part).is_none();
        let (mut across, mut along) = (
            vector.right != 0 && out(Vector::new(vector.right, 0)),
            vector.up != 0 && out(Vector::new(0, vector.up)),
        );
        if !across && !along {
            (across, along) = (vector.right != 0, vector.up != 0);
        }
        let met: Vec<Vector> =
            [(across, sideways), (along, upward)].iter().filter(|each| each.0).map(|each| each.1).collect();
        if met.iter().all(|edge| bounces.contains(edge)) {
            let turned = Vector::new(
                if across { -vector.right } else { vector.right },
                if along { -vector.up } else { vector.up },
            );
            if let Some(square) = self.inside(trace.square, turned) {
                return Some((square, turned));
            }
        }
        if met.iter().all(|edge| wraps.contains(edge)) {
            let wrap = |at: u8, by: i8, size: u8| -> Option<u8> {
                u8::try_from((i16::from(at) + i16::from(by)).rem_euclid(i16::from(size))).ok()
            };
            let file = wrap(trace.square.file(), vector.right, size.files)?;
            let rank = wrap(trace.square.rank(), vector.up, size.ranks)?;
            let square = Square::at(file, rank);
            return (self.moment.force.whole_board || self.moment.board().has(square))
                .then_some((square, vector));
        }
        None
    }

    /// The absolute vectors with which a leg may begin, and how it bends.
    fn vectors<'s>(&self, steps: &'s Steps, trace: &Trace) -> Vec<(Vector, Bend<'s>)> {
        let view = self.view();
        let heading = trace.heading;
        let absolute = |list: &[Vector]| -> Vec<(Vector, Bend<'s>)> {
            list.iter().map(|each| (each.seen_by(view), Bend::Straight)).collect()
        };
        let directions = |expr: &Expr| -> Vec<Vector> {
            let mut frame = self.frame.clone();
            if heading.is_some() {
                frame.info = Some(self.info(trace));
            }
            match self.moment.eval(expr, &mut frame) {
                Value::Directions(list) => list,
                _ => Vec::new(),
            }
        };
        match steps {
            Steps::In(expr) => absolute(&directions(expr)),
            Steps::Vectors(list) => absolute(list),
            Steps::Leap(m, n, None) => absolute(&leaps(*m, *n)),
            Steps::Leap(m, n, Some(expr)) => {
                let directions = directions(expr);
                let part = |each: &Vector| directions.iter().any(|direction| each.has_part_in(*direction));
                absolute(&leaps(*m, *n).into_iter().filter(part).collect::<Vec<_>>())
            }
            Steps::Toward(leap, expr) => absolute(&self.toward(*leap, expr, trace, false)),
            Steps::Away(leap, expr) => absolute(&self.toward(*leap, expr, trace, true)),
            Steps::Turned(list, turns) => {
                let Some(heading) = heading else { return absolute(list) };
                let mut result = Vec::new();
                for turn in turns {
                    if let Some(vector) = turned(list, heading.seen_by(view), *turn) {
                        result.push(vector);
                    }
                }
                absolute(&result)
            }
            Steps::Outward(list) => {
                let Some(heading) = heading else { return absolute(list) };
                let heading = heading.seen_by(view);
                absolute(&list.iter().copied().filter(|each| each.is_near(heading)).collect::<Vec<_>>())
            }
            Steps::Crooked(orbit, starts) => {
                let mut result = Vec::new();
                for start in starts {
                    for way in [1, -1] {
                        result.push((start.seen_by(view), Bend::Alternate { orbit, view, way }));
                    }
                }
                result
            }
            Steps::Circular(orbit, starts) => {
                let mut result = Vec::new();
                for start in starts {
                    for way in [1, -1] {
                        result.push((start.seen_by(view), Bend::Same { orbit, view, way }));
                    }
                }
                result
            }
        }
    }

    /// Vectors toward or away from a square, or along a direction, as the owner sees them.
    fn toward(&self, leap: Option<(u8, u8)>, expr: &Expr, trace: &Trace, away: bool) -> Vec<Vector> {
        let view = self.view();
        let mut frame = self.frame.clone();
        if trace.heading.is_some() {
            frame.info = Some(self.info(trace));
        }
        let aims: Vec<Vector> = match self.moment.eval(expr, &mut frame) {
            Value::Directions(list) => list,
            Value::Squares(set) => {
                direction_to(trace.square, set).map(|each| each.seen_by(view)).into_iter().collect()
            }
            Value::Pieces(list) => {
                let set = list.iter().filter_map(|each| self.moment.square_of(*each)).collect();
                direction_to(trace.square, set).map(|each| each.seen_by(view)).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let mut result = Vec::new();
        for aim in aims {
            let aim = if away { aim.back() } else { aim };
            match leap {
                None => result.push(aim),
                Some((m, n)) => {
                    let all = leaps(m, n);
                    let best = all.iter().map(|each| each.dot(aim)).max().unwrap_or(0);
                    result.extend(all.into_iter().filter(|each| each.dot(aim) == best));
                }
            }
        }
        result
    }
}

/// What a part of a path is to the whole.
#[derive(Clone, Copy)]
struct Part<'p> {
    /// The move ends with it.
    last: bool,
    /// The sentence in which it stands ends with it.
    ends: bool,
    /// It ends onto a piece of this set.
    onto: Option<&'p Expr>,
    /// It stands in sentences of other kinds, whose walks are borrowed.
    lent: Option<&'p Lent<'p>>,
}

impl Part<'_> {
    /// A part of it behind which it goes on.
    fn inner(self) -> Self {
        Part { last: false, ends: false, onto: None, ..self }
    }

    /// Whether a sentence ends with it whose walk is borrowed. What comes of ending onto a piece is said in its block,
    /// which is not borrowed, and so such an end is none.
    fn is_lent_end(self) -> bool {
        self.ends && self.lent.is_some()
    }
}

/// The file of a sentence that lends its walk, and those that borrowed before.
struct Lent<'p> {
    file: FileId,
    outer: Option<&'p Lent<'p>>,
}

/// One step or leap, absolute.
#[derive(Clone, Copy)]
struct Gait {
    vector: Vector,
    /// It is called a leap, also where it goes no farther than a step.
    leaps: bool,
}

/// How the steps of one leg bend.
#[derive(Clone, Copy)]
enum Bend<'s> {
    Straight,
    Alternate { orbit: &'s [Vector], view: SideId, way: i8 },
    Same { orbit: &'s [Vector], view: SideId, way: i8 },
}

impl<'s> Bend<'s> {
    fn next(self, heading: Vector) -> (Vector, Bend<'s>) {
        let turn = |orbit: &[Vector], view: SideId, way: i8| {
            let at = orbit.iter().position(|each| each.seen_by(view) == heading).unwrap_or(0);
            let size = orbit.len();
            let next = if way > 0 { (at + 1) % size } else { (at + size - 1) % size };
            orbit.get(next).map_or(heading, |each| each.seen_by(view))
        };
        match self {
            Bend::Straight => (heading, self),
            Bend::Alternate { orbit, view, way } => {
                (turn(orbit, view, way), Bend::Alternate { orbit, view, way: -way })
            }
            Bend::Same { orbit, view, way } => (turn(orbit, view, way), self),
        }
    }
}

fn both(a: Mode, b: Mode) -> Mode {
    Mode { quiet: a.quiet && b.quiet, capture: a.capture && b.capture }
}

/// The one of eight directions in which the nearest of these squares lies.
pub(super) fn direction_to(from: Square, set: SquareSet) -> Option<Vector> {
    let nearest = set.iter().min_by_key(|each| {
        let (files, ranks) = (each.file().abs_diff(from.file()), each.rank().abs_diff(from.rank()));
        (files.max(ranks), files + ranks)
    })?;
    let sign = |a: u8, b: u8| match a.cmp(&b) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    };
    let vector = Vector::new(sign(nearest.file(), from.file()), sign(nearest.rank(), from.rank()));
    (vector != Vector::default()).then_some(vector)
}

impl Moment<'_> {
    /// Where a path ends that begins on these squares or pieces, taking anything.
    pub fn met(&self, path: &Path, from: &Value, frame: &Frame) -> SquareSet {
        let mut result = SquareSet::EMPTY;
        let mut one = |walker: Option<PieceId>, square: Square, view: SideId| {
            let mut frame = Frame { view, ..frame.clone() };
            frame.info = None;
            let mut walk = Walk::new(self, walker, square, None, frame);
            walk.only_sees = true;
            walk.run(path, Mode::BOTH, &mut |_, trace| result.insert(trace.square));
        };
        match from {
            Value::Pieces(list) => {
                for piece in list {
                    if let Some(square) = self.square_of(*piece) {
                        one(Some(*piece), square, self.piece(*piece).owner);
                    }
                }
            }
            Value::Squares(set) => set.iter().for_each(|square| one(None, square, frame.view)),
            _ => {}
        }
        result
    }
}
