//! Effects. Imports `program`, `vocabulary`, `moment`, `turn`, `world`.

use super::moment::{Frame, Info};
use super::turn::{Ask, MOST_EFFECTS, Offer, Script, Stop, Turn};
use super::ways::Pick;
use super::world::{FOR_GOOD, Mark, Over, Place};
use crate::program::bits::Bits;
use crate::program::full::rule::{Choose, Effect, EffectKind};
use crate::program::full::term::{Node, Term, Val};
use crate::program::full::{NONE, Store};
use crate::vocabulary::{Bearer, Lifetime, Type};
use smallvec::SmallVec;

type Done = Result<(), Stop>;

/// As how many effects a new piece counts.
const NEW_PIECE: u32 = 9;

impl<'r, const N: usize, const K: usize> Turn<'r, N, K> {
    #[allow(clippy::too_many_lines)]
    pub(super) fn effect(
        &mut self,
        effect: &'r Effect<N>,
        frame: &mut Frame<N>,
        script: &mut Script<'_>,
        nested: bool,
    ) -> Done {
        self.effects_run += 1;
        if self.effects_run > MOST_EFFECTS {
            return Err(Stop::Endless(effect.place));
        }
        match &effect.kind {
            EffectKind::ForEachSide(guards, body) => {
                let first = self.world.player();
                for side in [first, 1 - first] {
                    let view = std::mem::replace(&mut frame.view, side);
                    let holds = self.moment().guards(guards, frame);
                    let done = if holds { self.effects(body, frame, script, nested) } else { Ok(()) };
                    frame.view = view;
                    done?;
                }
            }
            EffectKind::ForEach(var, set, guards, body) => {
                let mut members: SmallVec<[Val<N>; 8]> = SmallVec::new();
                let moment = self.moment();
                let set = moment.eval(set, frame);
                moment.members(set, &mut |member| {
                    members.push(member);
                    true
                });
                for member in members {
                    frame.bind(*var, member);
                    if self.moment().guards(guards, frame) {
                        self.effects(body, frame, script, nested)?;
                    }
                }
            }
            EffectKind::If(condition, then, otherwise) => {
                let body = if self.moment().test(condition, frame) { then } else { otherwise };
                self.effects(body, frame, script, nested)?;
            }
            EffectKind::Forbid(condition) => {
                if self.moment().test(condition, frame) {
                    // Behind the turn, and outside a choice of its own, it is the turn that is undone.
                    return Err(if self.after && !nested { Stop::TakenBack } else { Stop::Forbidden });
                }
            }
            EffectKind::Choose(choose) => self.choose(choose, frame, script, nested)?,
            EffectKind::PutOnto(what, new, onto) => self.put_onto(what, *new, onto, frame),
            EffectKind::PutInHand(what, side) => {
                let moment = self.moment();
                let what = moment.pieces(what, frame);
                if let Some(side) = first_side(moment.sides(side, frame)) {
                    for piece in what {
                        self.world.put(piece, Place::Hand(side));
                        self.world.set_owner(piece, side);
                        self.world.fresh = self.world.fresh.without(Bits::of(piece));
                        self.world.clear_facts(self.rules.program, piece);
                    }
                }
            }
            EffectKind::Take(what) => {
                let by = frame.it;
                for piece in self.moment().pieces(what, frame) {
                    self.take(piece, (by != NONE && by != piece).then_some(by));
                }
            }
            EffectKind::Remove(what) => {
                for piece in self.moment().pieces(what, frame) {
                    let riders =
                        self.world.carried.filter(|each| self.world.place(*each) == Place::On(piece));
                    for each in riders.collect::<Bits<N>>().chain([piece]) {
                        self.world.put(each, Place::Gone);
                        self.world.clear_facts(self.rules.program, each);
                    }
                }
            }
            EffectKind::Swap(a, b) => {
                let moment = self.moment();
                let (mut a, mut b) = (moment.pieces(a, frame), moment.pieces(b, frame));
                if let (Some(a), Some(b)) = (a.pop(), b.pop()) {
                    let (at_a, at_b) = (self.world.place(a), self.world.place(b));
                    self.world.put(a, Place::Gone);
                    self.world.put(b, Place::Gone);
                    self.stand(a, at_b);
                    self.stand(b, at_a);
                }
            }
            EffectKind::Push(what, away, whence) => self.push(what, *away, whence, frame),
            EffectKind::Reveal(fact, of) => {
                let of = self.moment().eval(of, frame);
                for mark in self.world.marks_mut().iter_mut().filter(|mark| mark.fact == *fact) {
                    mark.revealed |= match of {
                        Val::Sides(sides) => sides >> mark.bearer & 1 == 1,
                        Val::Pieces(set) | Val::Squares(set) => set.has(mark.bearer),
                        _ => true,
                    };
                }
            }
            EffectKind::Promote(what) => {
                for piece in self.moment().pieces(what, frame) {
                    self.promote(piece, script)?;
                }
            }
            EffectKind::SetGame(fact, value) => {
                let value = self.moment().eval(value, frame);
                self.set(*fact, Val::Bool(true), value, frame);
            }
            EffectKind::Set(fact, of, value) => {
                let moment = self.moment();
                let (of, value) = (moment.eval(of, frame), moment.eval(value, frame));
                self.set(*fact, of, value, frame);
            }
            EffectKind::Become(what, kind) => {
                let what = self.moment().pieces(what, frame);
                if let Some(kind) = self.exact_kinds(kind, frame).first().copied() {
                    for piece in what {
                        self.world.set_kind(piece, kind);
                    }
                }
            }
            EffectKind::ChangeSide(what, side) => {
                let moment = self.moment();
                let what = moment.pieces(what, frame);
                if let Some(side) = first_side(moment.sides(side, frame)) {
                    for piece in what {
                        self.world.set_owner(piece, side);
                    }
                }
            }
            // With that other rules are in force.
            EffectKind::Starts(_) | EffectKind::EventEnds => self.rules.give_up(),
            EffectKind::Wins(side, wins) => {
                let sides = self.moment().sides(side, frame);
                if let Some(side) = first_side(sides) {
                    self.over(Some(if *wins { side } else { 1 - side }), effect.place);
                }
            }
            EffectKind::Draw => self.over(None, effect.place),
            EffectKind::Grant(grant) => {
                let used = self
                    .taken_up
                    .iter()
                    .find(|(place, _)| *place == effect.place)
                    .map_or(0, |(_, used)| *used);
                if grant.times.is_none_or(|times| used < times) {
                    self.offers.push(Offer { grant, frame: *frame, place: effect.place });
                }
            }
        }
        Ok(())
    }

    fn over(&mut self, winner: Option<u8>, place: u16) {
        if self.world.over.is_none() {
            self.world.over = Some(Over { winner, place });
        }
    }

    fn stand(&mut self, piece: u8, place: Place) {
        match place {
            Place::Square(square) => self.arrive(piece, square),
            other => self.world.put(piece, other),
        }
    }

    /// The kinds that a term names, themselves alone.
    pub(super) fn exact_kinds(&self, term: &Term<N>, frame: &mut Frame<N>) -> SmallVec<[u8; 4]> {
        match self.moment().eval(term, frame) {
            Val::Kinds(kinds) => {
                let all = self.rules.program.kinds.iter();
                all.copied().filter(|code| kinds >> code & 1 == 1).collect()
            }
            Val::Pieces(set) => set.map(|each| self.world.kind(each)).collect(),
            _ => SmallVec::new(),
        }
    }

    fn put_onto(&mut self, what: &Term<N>, new: bool, onto: &Term<N>, frame: &mut Frame<N>) {
        let onto = self.moment().eval(onto, frame);
        let mut put: SmallVec<[u8; 4]> = SmallVec::new();
        if new {
            // A kind that is put is a new piece of the view's side.
            for kind in self.exact_kinds(what, frame) {
                self.effects_run += NEW_PIECE;
                let piece = self.world.add(kind, frame.view);
                put.push(piece);
            }
        } else {
            put.extend(self.moment().pieces(what, frame));
        }
        if self.world.overflow {
            return;
        }
        for piece in put {
            match onto {
                Val::Squares(mut set) => {
                    if let Some(square) = set.pop() {
                        self.arrive(piece, square);
                    }
                }
                Val::Pieces(mut set) => {
                    if let Some(carrier) = set.pop().filter(|carrier| !self.rides(*carrier, piece)) {
                        self.world.put(piece, Place::On(carrier));
                        self.world.fresh = self.world.fresh.without(Bits::of(piece));
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a piece is another, or is carried by it, however many stand between.
    fn rides(&self, piece: u8, carrier: u8) -> bool {
        let below = |each: &u8| match self.world.place(*each) {
            Place::On(carrier) => Some(carrier),
            _ => None,
        };
        std::iter::successors(Some(piece), below).any(|each| each == carrier)
    }

    fn push(&mut self, what: &Term<N>, away: bool, whence: &Term<N>, frame: &mut Frame<N>) {
        let moment = self.moment();
        let pieces = moment.pieces(what, frame);
        let aims = moment.eval(whence, frame);
        let board = moment.board();
        let tables = &self.rules.program.board;
        let direction = |square: u8| -> Option<u8> {
            let vector = match aims {
                Val::Directions(0) => None,
                Val::Directions(set) => {
                    let first = u8::try_from(set.trailing_zeros()).ok()?;
                    Some(tables.seen_by(first, frame.view))
                }
                Val::Squares(set) => moment.direction_to(square, set),
                Val::Pieces(set) => moment.direction_to(square, self.world.squares_of(set)),
                _ => None,
            }?;
            Some(if away { tables.vectors[usize::from(vector)].back } else { vector })
        };
        // What a wall may ask of it: it goes one step.
        let step = |origin: u8, target: u8, heading: u8| Info {
            origin,
            target,
            heading,
            length: 1,
            ..Info::NOTHING
        };
        let mut plan: SmallVec<[(u8, u8); 8]> = SmallVec::new();
        for piece in pieces {
            if let Place::Square(from) = self.world.place(piece)
                && let Some(heading) = direction(from)
                && let Some(to) = tables.step(from, heading)
                && board.has(to)
                && !moment.wall(piece, (from, to), None, &step(from, to, heading))
            {
                plan.push((piece, to));
            }
        }
        // Those in front go first: as long as some of them has an empty square before it.
        while let Some(next) = plan.iter().position(|(_, to)| self.world.at(*to).is_none()) {
            let (piece, to) = plan.remove(next);
            self.arrive(piece, to);
        }
    }

    /// Sets, or ends, a fact of everything in a set.
    fn set(&mut self, fact: u8, of: Val<N>, value: Val<N>, frame: &Frame<N>) {
        let declared = &self.rules.program.facts[usize::from(fact)];
        // To be no, or none, is what an unset fact says; for good, so is the number that it has at first.
        let for_good = declared.life == Lifetime::Always;
        let ends = match &declared.default {
            None => value == Val::nothing(declared.of) && (declared.of != Type::Number || for_good),
            Some(default) => {
                for_good
                    && matches!(default.node, Node::Fixed(at_first @ Val::Number(_)) if value == at_first)
            }
        };
        // Only of a fact of squares anybody asks who has set it.
        let maker = if declared.bearer == Bearer::Squares { frame.it } else { NONE };
        let bearers = match (declared.bearer, of) {
            (Bearer::Pieces, Val::Pieces(set)) | (Bearer::Squares, Val::Squares(set)) => set,
            (Bearer::Squares, Val::Pieces(set)) => self.world.squares_of(set),
            (Bearer::Sides, Val::Sides(sides)) => (0..2).filter(|side| sides >> side & 1 == 1).collect(),
            (Bearer::Game, _) => Bits::of(0),
            _ => return,
        };
        for bearer in bearers {
            let owner = if declared.bearer == Bearer::Pieces { self.world.owner(bearer) } else { frame.view };
            let left = left(declared.life, owner, self.player());
            match declared.store {
                Store::Sets { first, count } => {
                    if ends {
                        self.world.bear_no_more(bearer, (first, count));
                    } else {
                        self.world.bear(bearer, (first, count), left);
                    }
                }
                Store::Count(index) => {
                    let index = usize::from(index)
                        + if declared.bearer == Bearer::Sides { usize::from(bearer & 1) } else { 0 };
                    self.world.counts[index] = match value {
                        Val::Number(number) => number,
                        Val::Bool(yes) => i32::from(yes),
                        _ => 0,
                    };
                }
                Store::Mark => {
                    let mark = Mark { fact, bearer, maker, left, revealed: false, value };
                    self.world.set_mark(fact, bearer, (!ends).then_some(mark));
                }
            }
        }
    }

    fn choose(
        &mut self,
        choose: &'r Choose<N>,
        frame: &mut Frame<N>,
        script: &mut Script<'_>,
        nested: bool,
    ) -> Done {
        let who = match &choose.who {
            None => None,
            Some(who) => match first_side(self.moment().sides(who, frame)) {
                Some(side) => Some(side),
                None => return Ok(()),
            },
        };
        let seen_by = who.unwrap_or(frame.view);
        let view = std::mem::replace(&mut frame.view, seen_by);
        let done = self.choose_as(choose, who, frame, script, nested);
        frame.view = view;
        done
    }

    /// What can be chosen, as it is written down, with its value.
    fn options(&self, choose: &Choose<N>, frame: &mut Frame<N>) -> SmallVec<[(Pick, Val<N>); 8]> {
        let mut all: SmallVec<[(Pick, Val<N>); 8]> = SmallVec::new();
        let moment = self.moment();
        for option in &choose.options {
            let value = moment.eval(option, frame);
            let mut add = |value: Val<N>| {
                if !matches!(value, Val::Directions(0))
                    && let Some(pick) = moment.written(value)
                    && all.iter().all(|(each, _)| *each != pick)
                {
                    all.push((pick, value));
                }
                true
            };
            if choose.whole {
                add(value);
            } else {
                moment.members(value, &mut add);
            }
        }
        all
    }

    fn choose_as(
        &mut self,
        choose: &'r Choose<N>,
        who: Option<u8>,
        frame: &mut Frame<N>,
        script: &mut Script<'_>,
        nested: bool,
    ) -> Done {
        if !self.moment().guards(&choose.guards, frame) {
            return Ok(());
        }
        // Where a turn is only asked about, nothing behind a decision of chance counts.
        if who.is_none() && self.asked_about() {
            return Err(Stop::Dead);
        }
        let mut options = self.options(choose, frame);
        // What is undone as soon as it is chosen is no option of a decision of its own.
        let apart = self.after || who != Some(self.player());
        if apart && choose.forbids {
            options.retain(|(_, value)| {
                let (mut tried, mut frame) = (self.clone(), *frame);
                frame.bind(choose.var, *value);
                let done = tried.effects(&choose.body, &mut frame, &mut Script::new(&[]), true);
                self.rules.spend(10) && !matches!(done, Err(Stop::Forbidden | Stop::Dead))
            });
        }
        if options.is_empty() {
            return if nested && !choose.may { Err(Stop::Dead) } else { Ok(()) };
        }
        // What the player himself chooses in his turn is a part of it, even where he has no other choice.
        let own = who == Some(self.player()) && !self.after && self.moves > 0 && !self.asked_about();
        let value = if options.len() == 1 && !choose.may && who.is_some() && !own {
            Some(options[0].1)
        } else {
            match script.next_choice() {
                Some(None) if choose.may => None,
                Some(Some(chosen)) => match options.iter().find(|(each, _)| each == chosen) {
                    Some((_, value)) => Some(*value),
                    None => return Err(Stop::Dead),
                },
                Some(None) => return Err(Stop::Dead),
                None => {
                    let options = options.into_iter().map(|(pick, _)| pick).collect();
                    return Err(self.ask(Ask { who, options, may: choose.may }));
                }
            }
        };
        match value {
            Some(value) => {
                frame.bind(choose.var, value);
                self.effects(&choose.body, frame, script, true)
            }
            None => Ok(()),
        }
    }
}

/// How many ends of turns a mark outlives that is set now, in the turn of the player; for good: [`FOR_GOOD`].
pub(super) fn left(life: Lifetime, owner: u8, player: u8) -> u8 {
    match life {
        Lifetime::Always => FOR_GOOD,
        Lifetime::ThisTurn => 0,
        Lifetime::Turns { number, enemy } => {
            let side = owner ^ u8::from(enemy);
            let turns = u8::try_from(number).unwrap_or(100).min(100);
            if side == player { 2 * turns } else { 2 * turns - 1 }
        }
    }
}

/// The first side of a set.
fn first_side(sides: u8) -> Option<u8> {
    match sides & 3 {
        0 => None,
        2 => Some(1),
        _ => Some(0),
    }
}
