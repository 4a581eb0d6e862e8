//! Walks: how a path meets the board, leg by leg, on the position before the move. Imports `program`, `vocabulary`,
//! `moment`.

use super::moment::{Frame, Info, Moment, Taken};
use crate::program::bits::Bits;
use crate::program::full::path::{Leg, Mode, Path, Steps};
use crate::program::full::rule::{Moves, Walks};
use crate::program::full::term::{Term, Val};
use crate::program::full::{Asked, NONE, Slot};
use crate::vocabulary::{Motion, Verb};

/// How deep a walk may borrow from walks that borrow.
const DEEPEST_BORROWED: u8 = 3;

/// From how many sentences a walk may borrow; one that borrows from more is left to the plain evaluator.
const MOST_BORROWED: usize = 8;

/// A walk so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trace<const N: usize> {
    /// Where it is.
    pub square: u8,
    /// The vector of its last step, absolute.
    pub heading: u8,
    /// It has ended over a piece that it does not take.
    pub onto: bool,
    /// It takes only in passing.
    pub passing: bool,
    /// Whose pieces a path of its own says that it takes.
    pub own: Option<bool>,
    /// What is left of quiet and capture.
    pub mode: Mode,
    /// The last step was counted on `square`.
    counted: bool,
    wraps: bool,
    /// Number of steps.
    pub length: u16,
    /// Counted squares before the one it is on.
    pub trail: Bits<N>,
    /// What it takes on the way.
    pub takes: Taken,
    /// Headings before the last, a bit for each.
    turned_from: u64,
    entered: Bits<N>,
    /// Sentences whose path was borrowed.
    borrowed: [u16; MOST_BORROWED],
    borrows: u8,
}

impl<const N: usize> Trace<N> {
    /// All headings used, a bit for each.
    pub fn headings(&self) -> u64 {
        if self.heading == NONE { self.turned_from } else { self.turned_from | 1 << self.heading }
    }

    /// Sentences whose path was borrowed; their guards hold too.
    pub fn borrowed(&self) -> &[u16] {
        &self.borrowed[..usize::from(self.borrows)]
    }
}

/// A walk of a piece, or of nobody.
pub struct Walk<'m, 'a, const N: usize, const K: usize> {
    /// The moment.
    pub moment: &'m Moment<'a, N, K>,
    /// The walker; none: only the board is asked.
    pub walker: Option<u8>,
    /// Where it begins.
    pub origin: u8,
    /// Its label.
    pub label: Option<u8>,
    /// Of the relations only `see` is asked, and anything may be taken.
    pub only_sees: bool,
    /// What its sentence speaks of.
    pub frame: Frame<N>,
    /// The file of the sentence: what is borrowed is as without its changes.
    pub file: Option<u16>,
    edges: bool,
    doors: bool,
}

type Then<'t, const N: usize, const K: usize> = &'t mut dyn FnMut(&Walk<'_, '_, N, K>, Trace<N>);

/// Walks that have come to a joint of their path, each once.
struct Joint<const N: usize> {
    walks: Vec<Trace<N>>,
}

impl<const N: usize> Joint<N> {
    fn add<const K: usize>(&mut self, walk: &Walk<'_, '_, N, K>, trace: Trace<N>) {
        if !walk.moment.rules.spend(1) {
            return;
        }
        match self.walks.iter_mut().find(|known| walk.alike(known, &trace)) {
            Some(known) => {
                known.trail |= trace.trail;
                known.length = known.length.min(trace.length);
            }
            None => self.walks.push(trace),
        }
    }
}

impl<'m, 'a, const N: usize, const K: usize> Walk<'m, 'a, N, K> {
    /// A walk that begins here.
    pub fn new(
        moment: &'m Moment<'a, N, K>,
        walker: Option<u8>,
        origin: u8,
        label: Option<u8>,
        frame: Frame<N>,
    ) -> Self {
        let program = moment.program();
        let edges = !program.edges.is_empty();
        let doors = !program.relations[Verb::PassFrom as usize].is_empty();
        Walk { moment, walker, origin, label, only_sees: false, frame, file: None, edges, doors }
    }

    /// Follows a path to each of its ends.
    pub fn run(&self, path: &Path<N>, mode: Mode, then: Then<'_, N, K>) {
        let trace = Trace {
            square: self.origin,
            heading: NONE,
            onto: false,
            passing: false,
            own: None,
            mode,
            counted: false,
            wraps: false,
            length: 0,
            trail: Bits::EMPTY,
            takes: Taken::default(),
            turned_from: 0,
            entered: Bits::EMPTY,
            borrowed: [0; MOST_BORROWED],
            borrows: 0,
        };
        self.go(path, trace, Part { last: true, ends: true, onto: None, without: 0, depth: 0 }, then);
    }

    fn go(&self, path: &Path<N>, mut trace: Trace<N>, part: Part<'_, N>, then: Then<'_, N, K>) {
        match path {
            Path::Either(all) => {
                for each in all {
                    self.go(each, trace, part, then);
                }
            }
            Path::Then(all) => self.sequence(all, trace, part, then),
            Path::Repeat(path, least, most) => self.repeat(path, (*least, *most), trace, part, then),
            Path::Onto(..) if part.is_lent_end() => {}
            Path::Onto(path, set) => self.go(path, trace, Part { onto: Some(set), ..part }, then),
            Path::Leg(leg) => self.leg(leg, trace, part, then),
            Path::Only { mode, fresh, own, passing, wraps, path } => {
                if *fresh && self.walker.is_some_and(|walker| !self.moment.is_fresh(walker)) {
                    return;
                }
                trace.mode = trace.mode.and(*mode);
                trace.own = trace.own.or(*own);
                trace.passing |= passing;
                trace.wraps |= wraps;
                self.go(path, trace, part, then);
            }
            Path::Like(kinds) => self.like(kinds, &trace, part, then),
        }
    }

    fn sequence(&self, all: &[Path<N>], trace: Trace<N>, part: Part<'_, N>, then: Then<'_, N, K>) {
        let [before @ .., end] = all else { return then(self, trace) };
        let mut walks = vec![trace];
        for path in before {
            let mut joint = Joint { walks: Vec::new() };
            for trace in walks {
                self.go(path, trace, part.inner(), &mut |walk, trace| joint.add(walk, trace));
            }
            walks = joint.walks;
        }
        for trace in walks {
            self.go(end, trace, part, then);
        }
    }

    /// Follows a path several times over. Where no number bounds it, a walk that comes to where a shorter one has been
    /// ends there.
    fn repeat(
        &self,
        path: &Path<N>,
        (least, most): (u16, Option<u16>),
        trace: Trace<N>,
        part: Part<'_, N>,
        then: Then<'_, N, K>,
    ) {
        let mut walks = vec![trace];
        let mut been: Vec<Trace<N>> = Vec::new();
        let mut time: u16 = 1;
        let rules = self.moment.rules;
        let squares = self.moment.program().board.all.len().saturating_mul(8);
        let longest = u16::try_from(squares).unwrap_or(u16::MAX).max(least);
        while !walks.is_empty()
            && !rules.is_given_up()
            && time <= longest
            && most.is_none_or(|most| time <= most)
        {
            let mut joint = Joint { walks: Vec::new() };
            for trace in walks {
                if time >= least {
                    self.go(path, trace, part, then);
                }
                if most.is_none_or(|most| time < most) {
                    self.go(path, trace, part.inner(), &mut |walk, trace| joint.add(walk, trace));
                }
            }
            walks = joint.walks;
            if most.is_none() && time >= least {
                walks.retain(|trace| rules.spend(1) && !been.iter().any(|other| self.alike(other, trace)));
                been.extend(walks.iter().copied());
            }
            time = time.saturating_add(1);
        }
    }

    fn asked(&self) -> Asked {
        if self.only_sees {
            return Asked::default();
        }
        let asked = &self.moment.program().asked;
        let index = self.label.map_or(asked.len() - 1, usize::from);
        asked.get(index).or(asked.last()).copied().unwrap_or_default()
    }

    /// Whether nothing that is in force could let the second walk do what the first may not.
    fn alike(&self, a: &Trace<N>, b: &Trace<N>) -> bool {
        if (a.square, a.heading) != (b.square, b.heading) {
            return false;
        }
        let asked = self.asked();
        (a.counted, a.mode, a.own, a.passing, a.wraps) == (b.counted, b.mode, b.own, b.passing, b.wraps)
            && a.takes == b.takes
            && a.entered == b.entered
            && a.borrowed() == b.borrowed()
            && (!asked.length || a.length == b.length)
            && (!asked.trail || a.trail == b.trail)
            // More headings can only bar it more.
            && (!asked.headings || a.turned_from & !b.turned_from == 0)
    }

    /// The walks that pieces of these kinds have in all their slots. None of the files that lend them, or borrow, is
    /// asked for what it changes itself.
    fn like(&self, kinds: &Term<N>, trace: &Trace<N>, part: Part<'_, N>, then: Then<'_, N, K>) {
        if part.depth > DEEPEST_BORROWED {
            return;
        }
        let program = self.moment.program();
        let kinds = self.moment.kinds(kinds, &mut self.frame.clone());
        let without = part.without | self.file.map_or(0, |file| program.borrower(file));
        for code in program.kinds.iter().filter(|code| kinds >> **code & 1 == 1) {
            for slot in program.slots_without(*code, without) {
                self.lent_rules(*code, slot, &mut |index| {
                    let rule = &program.moves[usize::from(index)];
                    let Walks::Travel { mode, path, stays: false, .. } = &rule.rule else { return };
                    if !self.moment.rules.spend(1) {
                        return;
                    }
                    let mut trace = *trace;
                    trace.mode = trace.mode.and(*mode);
                    if !trace.borrowed().contains(&index) {
                        let Some(free) = trace.borrowed.get_mut(usize::from(trace.borrows)) else {
                            self.moment.rules.give_up();
                            return;
                        };
                        *free = index;
                        trace.borrows += 1;
                    }
                    let without = part.without | program.borrower(rule.file);
                    let part = Part { ends: true, without, depth: part.depth + 1, ..part };
                    self.go(path, trace, part, then);
                });
            }
        }
    }

    /// The sentences of a slot by which a piece of this kind would go from here. Whether they are about the walker is
    /// asked if it is one itself.
    fn lent_rules(&self, code: u8, slot: &Slot, visit: &mut dyn FnMut(u16)) {
        let moment = self.moment;
        let program = moment.program();
        let one = self.walker.filter(|walker| program.line(moment.kind(*walker)).any(|each| each == code));
        let holds = |rule: &Moves<N>| {
            let mut frame = Frame::new(moment.world.player());
            let about = one.is_none_or(|one| {
                rule.subject.as_ref().is_some_and(|subject| moment.has_piece(subject, one, &mut frame))
            });
            about && self.begins(rule.from.as_ref())
        };
        let replaces = |rule: &Moves<N>| {
            holds(rule)
                && (rule.motion != Motion::Now
                    || rule.level > moment.depth.level
                    || self
                        .walker
                        .is_none_or(|walker| moment.standing_guards(rule, &mut moment.about(walker))))
        };
        for group in &slot.replacements {
            let mut any = false;
            for index in group.iter().filter(|index| replaces(&program.moves[usize::from(**index)])) {
                any = true;
                visit(*index);
            }
            if any {
                break;
            }
        }
        for index in slot.also.iter().filter(|index| holds(&program.moves[usize::from(**index)])) {
            visit(*index);
        }
    }

    fn begins(&self, from: Option<&Term<N>>) -> bool {
        from.is_none_or(|from| self.moment.has_square(from, self.origin, &mut self.frame.clone()))
    }

    fn leg(&self, leg: &Leg<N>, trace: Trace<N>, part: Part<'_, N>, then: Then<'_, N, K>) {
        self.vectors(&leg.steps, &trace, &mut |vector, bend| {
            let mut trace = trace;
            if trace.counted {
                trace.trail |= Bits::of(trace.square);
            }
            self.stride(leg, vector, bend, 0, trace, part, &mut Vec::new(), then);
        });
    }

    #[allow(clippy::too_many_arguments)]
    fn stride(
        &self,
        leg: &Leg<N>,
        vector: u8,
        bend: Bend<'_>,
        done: u16,
        trace: Trace<N>,
        part: Part<'_, N>,
        points: &mut Vec<(u8, u8, Bits<N>)>,
        then: Then<'_, N, K>,
    ) {
        let mut through = Vec::new();
        let plain = self.advance(&trace, vector, leg.leaps, &mut through);
        for trace in through.into_iter().chain(plain) {
            let heading = if trace.heading == NONE { vector } else { trace.heading };
            // A straight walk over a board without doors and bending edges never comes back.
            let point = (trace.square, heading, trace.entered);
            if points.contains(&point) {
                continue;
            }
            if done + 1 >= leg.least {
                self.end(leg, &trace, part, then);
            }
            if leg.most.is_some_and(|most| done + 1 >= most) || !self.passes(leg, &trace) {
                continue;
            }
            let mut trace = trace;
            let may_return = self.edges || self.doors || trace.wraps || !matches!(bend, Bend::Straight);
            if may_return {
                points.push(point);
            }
            let (vector, bend) = self.bent(bend, heading);
            trace.trail |= Bits::of(trace.square);
            self.stride(leg, vector, bend, done + 1, trace, part, points, then);
            if may_return {
                points.pop();
            }
        }
    }

    /// Ends a leg where it is, if it may.
    fn end(&self, leg: &Leg<N>, trace: &Trace<N>, part: Part<'_, N>, then: Then<'_, N, K>) {
        let last = part.last;
        if leg.onto.is_some() && part.is_lent_end() {
            return;
        }
        if let Some(onto) = leg.onto.as_ref().or(part.onto) {
            let Some(found) = self.found(trace.square) else { return };
            // Who takes the piece where it ends does not end onto it.
            if leg.taking.is_none()
                && self.moment.has_piece(onto, found, &mut self.frame.clone())
                && !trace.takes.has(found)
            {
                then(self, Trace { onto: last, ..*trace });
            }
        } else if let Some(taking) = &leg.taking {
            let Some(found) = self.found(trace.square) else { return };
            let taken = !trace.takes.has(found)
                && self.moment.has_piece(taking, found, &mut self.frame.clone())
                && (self.only_sees
                    || self.walker.is_none_or(|walker| {
                        self.moment.may_take(walker, found, self.label, &self.info(trace))
                    }));
            if taken && (!last || trace.mode.capture) {
                let mut trace = *trace;
                if !last && !trace.takes.push(found) {
                    self.moment.rules.give_up();
                }
                then(self, trace);
            }
        } else if last || (!leg.empty || self.found(trace.square).is_none()) && self.passes(leg, trace) {
            then(self, *trace);
        }
    }

    /// The piece that the walker finds on a square.
    #[inline]
    pub fn found(&self, square: u8) -> Option<u8> {
        match self.walker {
            Some(walker) => self.moment.seen(square, walker),
            None => self.moment.world.at(square),
        }
    }

    /// Whether it may go on beyond the square that it is on.
    fn passes(&self, leg: &Leg<N>, trace: &Trace<N>) -> bool {
        let found = self.found(trace.square);
        let free = found.is_none_or(|found| trace.takes.has(found))
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
    pub fn info(&self, trace: &Trace<N>) -> Info<N> {
        Info {
            origin: self.origin,
            target: trace.square,
            heading: trace.heading,
            length: trace.length,
            trail: trace.trail,
            takes: trace.takes,
            ..Info::NOTHING
        }
    }

    /// One step or leap, with all that edges and walls make of it; and, in `through`, the ways on from elsewhere.
    fn advance(
        &self,
        trace: &Trace<N>,
        vector: u8,
        leaps: bool,
        through: &mut Vec<Trace<N>>,
    ) -> Option<Trace<N>> {
        if !self.moment.rules.spend(1) {
            return None;
        }
        let mut heading = vector;
        let square = match self.inside(trace.square, vector) {
            Some(square) => square,
            None => {
                let (square, turned) = self.around(trace, vector)?;
                heading = turned;
                square
            }
        };
        let mut next = *trace;
        if next.heading != NONE && next.heading != heading {
            next.turned_from |= 1 << next.heading;
        }
        next.heading = heading;
        next.square = square;
        next.length = trace.length + 1;
        next.counted = true;
        let Some(walker) = self.walker.filter(|_| self.doors && !self.only_sees) else {
            return Some(next);
        };
        let steps = !leaps && self.moment.program().board.vectors[usize::from(vector)].unit;
        if steps && self.moment.wall(walker, (trace.square, square), self.label, &self.info(&next)) {
            return None;
        }
        // Doors that are pieces are there where a piece is seen.
        let door = self.moment.program().traits.doors_on_squares && self.moment.world.at(square).is_none()
            || self.found(square).is_some();
        if square != self.origin && door {
            for exit in self.moment.exits(walker, square, self.label, &self.info(&next)) {
                if exit == self.origin || trace.entered.has(square) || !self.moment.rules.spend(4) {
                    continue;
                }
                let mut entering = *trace;
                entering.entered |= Bits::of(square);
                entering.square = exit;
                let plain = self.advance(&entering, heading, leaps, through);
                through.extend(plain);
            }
        }
        Some(next)
    }

    /// The next square, if it is on the board.
    #[inline]
    fn inside(&self, from: u8, vector: u8) -> Option<u8> {
        let program = self.moment.program();
        let square = program.board.step(from, vector)?;
        (program.traits.whole_board || self.moment.board().has(square)).then_some(square)
    }

    /// Beyond an edge: the square by bouncing or wrapping, and the heading from there on.
    fn around(&self, trace: &Trace<N>, vector: u8) -> Option<(u8, u8)> {
        if !trace.wraps && (!self.edges || self.walker.is_none() || self.only_sees) {
            return None;
        }
        let program = self.moment.program();
        let board = &program.board;
        let compass = |right: i8, up: i8| board.vector(right, up).unwrap_or(NONE);
        let (mut bounces, mut wraps): (u64, u64) = (0, 0);
        if trace.wraps {
            wraps |= 1 << compass(1, 0) | 1 << compass(-1, 0);
        }
        if let Some(walker) = self.walker.filter(|_| self.edges && !self.only_sees) {
            for rule in &program.edges {
                let mut frame = self.moment.about(walker);
                if !self.moment.rules.spend(2)
                    || !self.moment.has_piece(
                        &rule.subject,
                        walker,
                        &mut Frame::new(self.moment.world.player()),
                    )
                    || !self.moment.guards(&rule.guards, &mut frame)
                {
                    continue;
                }
                let directions = match &rule.directions {
                    None => u64::MAX,
                    Some(directions) => match self.moment.eval(directions, &mut frame) {
                        Val::Directions(set) => (0u8..64)
                            .zip(&board.vectors)
                            .filter(|(index, _)| set >> index & 1 == 1)
                            .fold(0, |all, (index, _)| all | 1 << board.seen_by(index, frame.view)),
                        _ => 0,
                    },
                };
                if rule.wraps { wraps |= directions } else { bounces |= directions }
            }
        }
        // Which edges stand in the way: the one along the files, the one along the ranks, or, in a corner, both.
        let (right, up) = {
            let vector = &board.vectors[usize::from(vector)];
            (vector.right, vector.up)
        };
        let from = trace.square;
        let at = |right: i8, up: i8| {
            let file = i16::from(board.file(from)) + i16::from(right);
            let rank = i16::from(board.rank(from)) + i16::from(up);
            board.square(file, rank)
        };
        let on_board = |square: &u8| program.traits.whole_board || self.moment.board().has(*square);
        let out = |right: i8, up: i8| at(right, up).filter(on_board).is_none();
        let (mut across, mut along) = (right != 0 && out(right, 0), up != 0 && out(0, up));
        if !across && !along {
            (across, along) = (right != 0, up != 0);
        }
        let meets = |set: u64| {
            (!across || set >> compass(right.signum(), 0) & 1 == 1)
                && (!along || set >> compass(0, up.signum()) & 1 == 1)
        };
        if meets(bounces) {
            let turned = (if across { -right } else { right }, if along { -up } else { up });
            if let Some(square) = at(turned.0, turned.1).filter(on_board) {
                return Some((square, compass(turned.0, turned.1)));
            }
        }
        if meets(wraps) {
            let wrap = |at: u8, by: i8, size: u8| (i16::from(at) + i16::from(by)).rem_euclid(i16::from(size));
            let file = wrap(board.file(from), right, board.files);
            let rank = wrap(board.rank(from), up, board.ranks);
            return board.square(file, rank).filter(on_board).map(|square| (square, vector));
        }
        None
    }

    /// The absolute vectors with which a leg may begin, and how it bends.
    fn vectors<'s>(&self, steps: &'s Steps<N>, trace: &Trace<N>, then: &mut dyn FnMut(u8, Bend<'s>)) {
        let board = &self.moment.program().board;
        let view = self.frame.view;
        let mut absolute = |list: &[u8]| {
            list.iter().for_each(|each| then(board.seen_by(*each, view), Bend::Straight));
        };
        match steps {
            Steps::Fixed(list) => absolute(list),
            Steps::In(term) => {
                let set = self.directions(term, trace);
                (0u8..64).filter(|each| set >> each & 1 == 1).for_each(|each| absolute(&[each]));
            }
            Steps::Leap(all, term) => {
                let set = self.directions(term, trace);
                for leap in all {
                    let vector = &board.vectors[usize::from(*leap)];
                    let part = |other: &crate::program::full::Vector| {
                        (other.right == 0 || vector.right.signum() == other.right.signum())
                            && (other.up == 0 || vector.up.signum() == other.up.signum())
                    };
                    if (0u8..64).zip(&board.vectors).any(|(index, each)| set >> index & 1 == 1 && part(each))
                    {
                        absolute(&[*leap]);
                    }
                }
            }
            Steps::Toward(leaps, term, away) => {
                for aim in self.aims(term, trace) {
                    let aim = if *away { board.vectors[usize::from(aim)].back } else { aim };
                    match leaps {
                        None => absolute(&[aim]),
                        Some(all) => {
                            let aim = &board.vectors[usize::from(aim)];
                            let dot = |leap: &u8| board.vectors[usize::from(*leap)].dot(aim);
                            let best = all.iter().map(dot).max().unwrap_or(0);
                            all.iter().filter(|leap| dot(leap) == best).for_each(|leap| absolute(&[*leap]));
                        }
                    }
                }
            }
            Steps::After(by_heading, begin) => {
                if trace.heading == NONE {
                    absolute(begin);
                } else {
                    absolute(&by_heading[usize::from(board.seen_by(trace.heading, view))]);
                }
            }
            Steps::Orbit(orbit, starts, same) => {
                for start in starts {
                    for way in [1, -1] {
                        let bend = Bend::Orbit { orbit, way, same: *same };
                        then(board.seen_by(*start, view), bend);
                    }
                }
            }
        }
    }

    fn frame_under_way(&self, trace: &Trace<N>) -> Frame<N> {
        let mut frame = self.frame;
        if trace.heading != NONE {
            frame.info = Some(self.info(trace));
        }
        frame
    }

    fn directions(&self, term: &Term<N>, trace: &Trace<N>) -> u64 {
        match self.moment.eval(term, &mut self.frame_under_way(trace)) {
            Val::Directions(set) => set,
            _ => 0,
        }
    }

    /// Directions toward something, as the owner sees them.
    fn aims(&self, term: &Term<N>, trace: &Trace<N>) -> Vec<u8> {
        let moment = self.moment;
        let board = &moment.program().board;
        let set = match moment.eval(term, &mut self.frame_under_way(trace)) {
            Val::Directions(set) => return (0u8..64).filter(|each| set >> each & 1 == 1).collect(),
            Val::Squares(set) => set,
            Val::Pieces(set) => moment.squares_of(set),
            _ => Bits::EMPTY,
        };
        let toward = moment.direction_to(trace.square, set);
        toward.map(|vector| board.seen_by(vector, self.frame.view)).into_iter().collect()
    }

    /// The vector of the next step, and how it bends on.
    fn bent<'s>(&self, bend: Bend<'s>, heading: u8) -> (u8, Bend<'s>) {
        match bend {
            Bend::Straight => (heading, bend),
            Bend::Orbit { orbit, way, same } => {
                let board = &self.moment.program().board;
                let view = self.frame.view;
                let at = orbit.iter().position(|each| board.seen_by(*each, view) == heading).unwrap_or(0);
                let size = orbit.len();
                let next = if way > 0 { (at + 1) % size } else { (at + size - 1) % size };
                let vector = orbit.get(next).map_or(heading, |each| board.seen_by(*each, view));
                (vector, Bend::Orbit { orbit, way: if same { way } else { -way }, same })
            }
        }
    }
}

/// What a part of a path is to the whole.
#[derive(Clone, Copy)]
struct Part<'p, const N: usize> {
    /// The move ends with it.
    last: bool,
    /// The sentence in which it stands ends with it.
    ends: bool,
    /// It ends onto a piece of this set.
    onto: Option<&'p Term<N>>,
    /// Files that have lent or borrowed what it is part of.
    without: u64,
    /// How many walks have been borrowed, one in another.
    depth: u8,
}

impl<const N: usize> Part<'_, N> {
    /// A part of it behind which it goes on.
    fn inner(self) -> Self {
        Part { last: false, ends: false, onto: None, ..self }
    }

    /// Whether a sentence ends with it whose walk is borrowed. What comes of ending onto a piece is said in its block,
    /// which is not borrowed, and so such an end is none.
    fn is_lent_end(self) -> bool {
        self.ends && self.depth > 0
    }
}

/// How the steps of one leg bend.
#[derive(Clone, Copy)]
enum Bend<'s> {
    Straight,
    Orbit { orbit: &'s [u8], way: i8, same: bool },
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// The one of eight directions in which the nearest of these squares lies.
    pub fn direction_to(&self, from: u8, set: Bits<N>) -> Option<u8> {
        let board = &self.program().board;
        let (file, rank) = (board.file(from), board.rank(from));
        let nearest = set.min_by_key(|each| {
            let (files, ranks) = (board.file(*each).abs_diff(file), board.rank(*each).abs_diff(rank));
            (files.max(ranks), u16::from(files) + u16::from(ranks))
        })?;
        let sign = |to: u8, from: u8| match to.cmp(&from) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        };
        let (right, up) = (sign(board.file(nearest), file), sign(board.rank(nearest), rank));
        if (right, up) == (0, 0) { None } else { board.vector(right, up) }
    }

    /// Where a path ends that begins on these squares or pieces, taking anything.
    pub fn met(&self, path: &Path<N>, from: Val<N>, frame: &Frame<N>) -> Bits<N> {
        let mut result = Bits::EMPTY;
        let mut one = |walker: Option<u8>, square: u8, view: u8| {
            let frame = Frame { view, info: None, ..*frame };
            let mut walk = Walk::new(self, walker, square, None, frame);
            walk.only_sees = true;
            walk.run(path, Mode { quiet: true, capture: true }, &mut |_, trace| {
                result |= Bits::of(trace.square);
            });
        };
        match from {
            Val::Pieces(set) => {
                for piece in set {
                    if let Some(square) = self.square_of(piece) {
                        one(Some(piece), square, self.owner(piece));
                    }
                }
            }
            Val::Squares(set) => set.for_each(|square| one(None, square, frame.view)),
            _ => {}
        }
        result
    }
}
