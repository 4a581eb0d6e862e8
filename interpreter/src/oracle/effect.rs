//! Effects. Imports `model`, `position`.

use super::moment::{Frame, Info};
use super::question::{Cause, PLAYED};
use super::starting::starts;
use super::state::{Ask, DEEPEST_START, MOST_EFFECTS, NEW_PIECE, Offer, Script, State, Stop};
use super::value::members;
use crate::board::Vector;
use crate::ids::{FactId, FileId, KindId, PieceId, SideId, Square};
use crate::model::{Choose, Effect, EffectKind, Expr, Happens, Node, Type};
use crate::position::{Chosen, Outcome, Piece, Place, Started, Value};
use rulemate_grammar::source::Place as Origin;
use std::rc::Rc;

type Done = Result<(), Stop>;

/// Whether effects can forbid what they follow from.
fn forbids(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match &effect.kind {
        EffectKind::Forbid(_) => true,
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => forbids(body),
        EffectKind::If(_, then, otherwise) => forbids(then) || forbids(otherwise),
        EffectKind::Choose(choose) => forbids(&choose.body),
        _ => false,
    })
}

impl State<'_> {
    /// Runs effects in order.
    pub fn effects(
        &mut self,
        effects: &[Effect],
        frame: &mut Frame,
        script: &mut Script<'_>,
        nested: bool,
    ) -> Done {
        effects.iter().try_for_each(|effect| self.effect(effect, frame, script, nested))
    }

    #[allow(clippy::too_many_lines)]
    fn effect(&mut self, effect: &Effect, frame: &mut Frame, script: &mut Script<'_>, nested: bool) -> Done {
        self.effects_run += 1;
        if self.effects_run > MOST_EFFECTS {
            return Err(Stop::Endless(effect.place));
        }
        match &effect.kind {
            EffectKind::ForEachSide(guards, body) => {
                let first = self.position.player;
                for side in [first, first.other()] {
                    let view = std::mem::replace(&mut frame.view, side);
                    let holds = self.moment().guards(guards, frame);
                    let done = if holds { self.effects(body, frame, script, nested) } else { Ok(()) };
                    frame.view = view;
                    done?;
                }
            }
            EffectKind::ForEach(var, set, guards, body) => {
                for member in members(self.moment().eval(set, frame)) {
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
                    let undoes_turn = self.after && !nested;
                    let stop = if undoes_turn { Stop::TakenBack } else { Stop::Forbidden };
                    return Err(stop(effect.place));
                }
            }
            EffectKind::Choose(choose) => self.choose(choose, effect.place, frame, script, nested)?,
            EffectKind::PutOnto(what, onto) => self.put_onto(what, onto, frame),
            EffectKind::PutInHand(what, side) => {
                let moment = self.moment();
                let what = moment.pieces(what, frame);
                if let Some(side) = moment.sides(side, frame).first().copied() {
                    for piece in what {
                        self.position.put(piece, Place::Hand(side));
                        let piece = &mut self.position.pieces[piece.index()];
                        (piece.owner, piece.fresh) = (side, false);
                        piece.facts.clear();
                    }
                }
            }
            EffectKind::Take(what) => {
                let by = frame.it;
                for piece in self.moment().pieces(what, frame) {
                    self.take(piece, by.filter(|by| *by != piece));
                }
            }
            EffectKind::Remove(what) => {
                for piece in self.moment().pieces(what, frame) {
                    let riders: Vec<PieceId> = self
                        .position
                        .ids()
                        .filter(|each| self.position.piece(*each).place == Place::On(piece))
                        .collect();
                    for each in riders.into_iter().chain([piece]) {
                        self.position.put(each, Place::Gone);
                        self.position.pieces[each.index()].facts.clear();
                    }
                }
            }
            EffectKind::Swap(a, b) => {
                let moment = self.moment();
                let (a, b) = (moment.pieces(a, frame), moment.pieces(b, frame));
                if let (Some(a), Some(b)) = (a.first().copied(), b.first().copied()) {
                    let (at_a, at_b) = (self.position.piece(a).place, self.position.piece(b).place);
                    self.position.put(a, Place::Gone);
                    self.position.put(b, Place::Gone);
                    self.stand(a, at_b);
                    self.stand(b, at_a);
                }
            }
            EffectKind::Push(what, away, whence) => self.push(what, *away, whence, frame),
            EffectKind::Reveal(fact, of) => {
                let of = self.moment().eval(of, frame);
                self.reveal(*fact, &of);
            }
            EffectKind::Promote(what) => {
                for piece in self.moment().pieces(what, frame) {
                    self.promote(piece, script)?;
                }
            }
            EffectKind::SetGame(fact, value) => {
                let value = self.moment().eval(value, frame);
                self.set(*fact, &Value::Bool(true), value, frame);
            }
            EffectKind::Set(fact, of, value) => {
                let moment = self.moment();
                let (of, value) = (moment.eval(of, frame), moment.eval(value, frame));
                self.set(*fact, &of, value, frame);
            }
            EffectKind::Become(what, kind) => {
                let moment = self.moment();
                let what = moment.pieces(what, frame);
                if let Some(kind) = self.exact_kinds(kind, frame).first().copied() {
                    for piece in what {
                        self.position.pieces[piece.index()].kind = kind;
                    }
                }
            }
            EffectKind::ChangeSide(what, side) => {
                let moment = self.moment();
                let what = moment.pieces(what, frame);
                if let Some(side) = moment.sides(side, frame).first().copied() {
                    for piece in what {
                        self.position.pieces[piece.index()].owner = side;
                    }
                }
            }
            EffectKind::Starts(events) => {
                if let Value::Events(events) = self.moment().eval(events, frame) {
                    for event in events {
                        // What is in force cannot start again.
                        if self.position.events.iter().any(|each| each.event == event) {
                            continue;
                        }
                        if self.starting >= DEEPEST_START {
                            return Err(Stop::Endless(effect.place));
                        }
                        self.starting += 1;
                        self.start_event(event, frame.view, script)?;
                        self.starting -= 1;
                    }
                }
            }
            EffectKind::EventEnds => {
                let file = self.question.file_of(effect.place);
                if let Some(file) = file {
                    self.event_ends(file);
                }
            }
            EffectKind::Wins(side) | EffectKind::Loses(side) => {
                let sides = self.moment().sides(side, frame);
                let wins = matches!(effect.kind, EffectKind::Wins(_));
                if let Some(side) = sides.first().copied() {
                    let winner = if wins { side } else { side.other() };
                    self.over(Some(winner), effect);
                }
            }
            EffectKind::Draw => self.over(None, effect),
            EffectKind::Grant(grant) => {
                let bound = |state: &Self| {
                    let used = state
                        .taken_up
                        .iter()
                        .find(|(place, _)| *place == effect.place)
                        .map_or(0, |(_, used)| *used);
                    grant.times.is_none_or(|times| used < times)
                };
                if bound(self) {
                    self.offers.push(Offer {
                        grant: Rc::new(grant.clone()),
                        frame: frame.clone(),
                        place: effect.place,
                    });
                }
            }
        }
        Ok(())
    }

    fn over(&mut self, winner: Option<SideId>, effect: &Effect) {
        if self.position.over.is_none() {
            self.position.over = Some(Outcome { winner, by: None, place: effect.place });
        }
    }

    fn stand(&mut self, piece: PieceId, place: Place) {
        match place {
            Place::Square(square) => self.arrive(piece, square),
            other => self.position.put(piece, other),
        }
    }

    /// The kinds that an expression names, themselves alone.
    pub fn exact_kinds(&self, expr: &Expr, frame: &mut Frame) -> Vec<KindId> {
        match self.moment().eval(expr, frame) {
            Value::Kinds(kinds) => kinds,
            Value::Pieces(list) => list.into_iter().map(|each| self.position.piece(each).kind).collect(),
            _ => Vec::new(),
        }
    }

    fn put_onto(&mut self, what: &Expr, onto: &Expr, frame: &mut Frame) {
        let onto_value = self.moment().eval(onto, frame);
        let mut new = Vec::new();
        if what.of == Type::Kinds || matches!(what.node, Node::OwnedBy(ref of, _) if of.of == Type::Kinds) {
            // A kind that is put is a new piece of the view's side.
            for kind in self.exact_kinds(what, frame) {
                let piece =
                    Piece { owner: frame.view, kind, place: Place::Gone, fresh: false, facts: Vec::new() };
                // Each counts as several effects, so that their bound keeps the pieces few too.
                self.effects_run += NEW_PIECE;
                // When the turn began there was none.
                let none = Piece { place: Place::Gone, ..piece.clone() };
                Rc::make_mut(&mut self.start).pieces.push(none);
                new.push(self.position.add(piece));
            }
        } else {
            new = self.moment().pieces(what, frame);
        }
        for piece in new {
            match &onto_value {
                Value::Squares(set) => {
                    if let Some(square) = set.iter().next() {
                        self.arrive(piece, square);
                    }
                }
                Value::Pieces(list) => {
                    if let Some(carrier) =
                        list.first().copied().filter(|carrier| !self.rides(*carrier, piece))
                    {
                        self.position.put(piece, Place::On(carrier));
                        self.position.pieces[piece.index()].fresh = false;
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a piece is another, or is carried by it, however many stand between.
    fn rides(&self, piece: PieceId, carrier: PieceId) -> bool {
        let below = |each: &PieceId| match self.position.piece(*each).place {
            Place::On(carrier) => Some(carrier),
            _ => None,
        };
        std::iter::successors(Some(piece), below).any(|each| each == carrier)
    }

    fn push(&mut self, what: &Expr, away: bool, whence: &Expr, frame: &mut Frame) {
        let moment = self.moment();
        let mut waiting = moment.pieces(what, frame);
        let aims = moment.eval(whence, frame);
        let size = self.question.size();
        let board = moment.board();
        let direction = |square: Square| -> Option<Vector> {
            let vector = match &aims {
                Value::Directions(list) => list.first().map(|each| each.seen_by(frame.view)),
                Value::Squares(set) => super::walk::direction_to(square, *set),
                Value::Pieces(list) => {
                    let set = list.iter().filter_map(|each| self.position.square_of(*each)).collect();
                    super::walk::direction_to(square, set)
                }
                _ => None,
            }?;
            Some(if away { vector.back() } else { vector })
        };
        // What a wall may ask of it: it goes one step.
        let step = |from: Square, to: Square, heading: Vector| {
            Rc::new(Info { origin: Some(from), target: Some(to), heading, length: 1, ..Info::default() })
        };
        let mut plan: Vec<(PieceId, Square, Square)> = Vec::new();
        for piece in &waiting {
            if let Place::Square(from) = self.position.piece(*piece).place
                && let Some(heading) = direction(from)
                && let Some(to) = size.step(from, heading).filter(|to| board.has(*to))
                && moment.wall(*piece, (from, to), None, || step(from, to, heading)).is_none()
            {
                plan.push((*piece, from, to));
            }
        }
        waiting.clear();
        // Those in front go first: as long as some of them has an empty square before it.
        while let Some(next) = plan.iter().position(|(_, _, to)| self.position.at(*to).is_none()) {
            let (piece, _, to) = plan.remove(next);
            self.arrive(piece, to);
        }
    }

    fn reveal(&mut self, fact: FactId, of: &Value) {
        match of {
            Value::Sides(sides) => {
                for side in sides {
                    if let Some(mark) = self.position.sides.get_mut(&(fact, *side)) {
                        mark.revealed = true;
                    }
                }
            }
            Value::Pieces(list) => {
                for piece in list {
                    let facts = &mut self.position.pieces[piece.index()].facts;
                    facts
                        .iter_mut()
                        .filter(|(each, _)| *each == fact)
                        .for_each(|(_, mark)| mark.revealed = true);
                }
            }
            Value::Squares(set) => {
                for square in set.iter() {
                    if let Some(mark) = self.position.squares.get_mut(&(fact, square)) {
                        mark.revealed = true;
                    }
                }
            }
            _ => {
                if let Some(mark) = self.position.game.get_mut(&fact) {
                    mark.revealed = true;
                }
            }
        }
    }

    /// What can be chosen, as it is written down, with its value.
    pub fn options(&self, choose: &Choose, frame: &mut Frame) -> Vec<(Chosen, Value)> {
        let mut all: Vec<(Chosen, Value)> = Vec::new();
        for option in &choose.options {
            let value = self.moment().eval(option, frame);
            let values = if choose.whole { vec![value] } else { members(value) };
            for value in values {
                if let Some(chosen) = self.chosen(&value)
                    && all.iter().all(|(each, _)| *each != chosen)
                {
                    all.push((chosen, value));
                }
            }
        }
        all
    }

    fn chosen(&self, value: &Value) -> Option<Chosen> {
        Some(match value {
            Value::Bool(_) => return None,
            Value::Number(number) => Chosen::Number(*number),
            Value::Pieces(list) => {
                let piece = *list.first()?;
                let Piece { kind, owner, .. } = *self.position.piece(piece);
                Chosen::Piece(self.position.square_of(piece), kind, owner)
            }
            Value::Squares(set) => Chosen::Square(set.iter().next()?),
            Value::Kinds(list) => Chosen::Kind(*list.first()?),
            Value::Directions(list) if list.is_empty() => return None,
            Value::Directions(list) => Chosen::Directions(list.clone()),
            Value::Sides(list) => Chosen::Side(*list.first()?),
            Value::Events(list) => Chosen::Event(*list.first()?),
        })
    }

    fn choose(
        &mut self,
        choose: &Choose,
        by: Origin,
        frame: &mut Frame,
        script: &mut Script<'_>,
        nested: bool,
    ) -> Done {
        let who = match &choose.who {
            None => None,
            Some(who) => match self.moment().sides(who, frame).first() {
                Some(side) => Some(*side),
                None => return Ok(()),
            },
        };
        let seen_by = who.unwrap_or(frame.view);
        let view = std::mem::replace(&mut frame.view, seen_by);
        let done = self.choose_as(choose, by, who, frame, script, nested);
        frame.view = view;
        done
    }

    fn choose_as(
        &mut self,
        choose: &Choose,
        by: Origin,
        who: Option<SideId>,
        frame: &mut Frame,
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
        if apart && forbids(&choose.body) {
            options.retain(|(_, value)| {
                let (mut tried, mut frame) = (self.clone(), frame.clone());
                frame.bind(choose.var, value.clone());
                let done = tried.effects(&choose.body, &mut frame, &mut Script::new(&[]), true);
                self.question.spend(PLAYED) && !matches!(done, Err(Stop::Forbidden(_) | Stop::Dead))
            });
        }
        if options.is_empty() {
            return if nested && !choose.may { Err(Stop::Dead) } else { Ok(()) };
        }
        // What the player himself chooses in his turn is a part of it, even where he has no other choice.
        let own = who == Some(self.player()) && !self.after && self.moves > 0 && !self.asked_about();
        let value = if options.len() == 1 && !choose.may && who.is_some() && !own {
            Some(options[0].1.clone())
        } else {
            let answer = script.next();
            if let Some(place) = choose.options.first().map(|each| each.place).filter(|_| answer.is_some()) {
                self.question.costs(Cause::Turns, place, PLAYED);
            }
            if matches!(answer, Some(Some(_))) && !self.after {
                self.made.push(by);
            }
            match answer {
                Some(None) if choose.may => None,
                Some(Some(chosen)) => match options.iter().find(|(each, _)| each == chosen) {
                    Some((_, value)) => Some(value.clone()),
                    None => return Err(Stop::Dead),
                },
                Some(None) => return Err(Stop::Dead),
                None => {
                    let ask = Ask {
                        who,
                        options: options.into_iter().map(|(chosen, _)| chosen).collect(),
                        may: choose.may,
                    };
                    return Err(self.ask(ask));
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

    /// A decision stops what runs: as part of the turn, or splitting it. In a turn that is only asked about, the
    /// other side's decisions count as any, and chance does not count.
    pub fn ask(&self, ask: Ask) -> Stop {
        let asked_about = self.asked_about();
        match ask.who {
            None if asked_about => Stop::Dead,
            None => Stop::Split(ask),
            Some(who) if who == self.player() && !self.after || asked_about => Stop::Ask(ask),
            Some(_) => Stop::Split(ask),
        }
    }

    /// Whether the turn is not played or listed, but only asked about by a condition.
    fn asked_about(&self) -> bool {
        self.depth.level < 2 || self.depth.answers < super::moment::Depth::PLAY.answers
    }

    /// Starts an event: its own setup and choices come first, then its sentences are in force.
    pub fn start_event(&mut self, event: FileId, by: SideId, script: &mut Script<'_>) -> Done {
        self.position.events.push(Started { event, by });
        let library = std::sync::Arc::clone(&self.force.library);
        for rule in &library.files[event.index()].triggers {
            if rule.happens == Happens::EventStarts {
                let mut frame = Frame::new(self.position.player, rule.vars);
                if self.moment().guards(&rule.guards, &mut frame) {
                    self.effects(&rule.effects, &mut frame, script, false)?;
                }
            }
        }
        self.force = self.question.force(&self.position);
        self.leave_board();
        Ok(())
    }

    /// Ends an event: its sentences are no longer in force, its facts are forgotten, pieces of its kinds are gone.
    fn event_ends(&mut self, event: FileId) {
        let library = std::sync::Arc::clone(&self.force.library);
        self.position.events.retain(|each| each.event != event);
        let stays = |fact: FactId| library.facts[fact.index()].file != event;
        for piece in &mut self.position.pieces {
            piece.facts.retain(|(fact, _)| stays(*fact));
        }
        self.position.squares.retain(|(fact, _), _| stays(*fact));
        self.position.sides.retain(|(fact, _), _| stays(*fact));
        self.position.game.retain(|fact, _| stays(*fact));
        for piece in self.position.ids() {
            let there = self.position.piece(piece);
            if library.kinds[there.kind.index()].file != event {
                continue;
            }
            let square = self.position.square_of(piece);
            self.position.put(piece, Place::Gone);
            // What it carried stands where it stood.
            let rider = self.position.ids().find(|each| self.position.piece(*each).place == Place::On(piece));
            if let (Some(rider), Some(square)) = (rider, square) {
                self.stand(rider, Place::Square(square));
            }
        }
        self.force = self.question.force(&self.position);
    }

    /// Does what acts of the player that start events do besides: no decision, no start, no offer.
    pub fn cost_of_starting(&mut self) {
        let force = std::sync::Arc::clone(&self.force);
        for index in self.moment().acts_in_force(self.player()) {
            let rule = &force.moves[index].rule;
            if !starts(&rule.block) {
                continue;
            }
            let mut frame = Frame::new(self.player(), rule.vars);
            for effect in &rule.block {
                let decides = matches!(
                    effect.kind,
                    EffectKind::Choose(_) | EffectKind::Grant(_) | EffectKind::Starts(_)
                );
                if !decides && !starts(std::slice::from_ref(effect)) {
                    // Nothing that asks for a decision is left: it cannot stop.
                    let _ = self.effect(effect, &mut frame, &mut Script::new(&[]), false);
                }
            }
        }
    }

    /// Removes what stands on squares that are no longer there.
    pub fn leave_board(&mut self) {
        if self.force.whole_board {
            return;
        }
        let board = self.moment().board();
        for piece in self.position.ids() {
            if matches!(self.position.piece(piece).place, Place::Square(at) if !board.has(at)) {
                self.position.put(piece, Place::Gone);
            }
        }
    }
}
