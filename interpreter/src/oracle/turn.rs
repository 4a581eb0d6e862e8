//! Turns: a move, then whatever further moves are offered or demanded, and the decisions in between; each is tried.
//! Imports `model`, `position`.

use super::moment::{Depth, Frame, Moment};
use super::question::{Cause, PLAYED};
use super::state::{Ask, Offer, Script, State, Stop};
use super::ways::Way;
use crate::ids::{KindId, LabelId, PieceId};
use crate::model::{Deed, Demand, Happens, Law, Motion, Promotion, Time};
use crate::position::{Chosen, Declared, Outcome, Part, Place};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

type Done = Result<(), Stop>;

/// What the search for turns hands out.
pub(super) enum Found<'s, 'o> {
    /// A whole turn, not yet judged; `when turn ends` has run.
    Whole(&'s State<'o>),
    /// A turn that a decision of somebody else splits.
    Split(&'s State<'o>, Ask),
}

/// What a turn breaks.
pub(super) enum Broken<'s> {
    Law(&'s Law),
    /// Something must be done, and it does not do it.
    Demand(&'s Demand),
}

/// Which ways are followed, asked where the turn has come to.
pub(super) type Wanted<'w> = &'w dyn Fn(&Moment<'_>, &Way) -> bool;

pub(super) type Visit<'v, 'o> = &'v mut dyn FnMut(Found<'_, 'o>) -> ControlFlow<()>;

impl<'o> State<'o> {
    /// Does a move: takes, arrives, runs its blocks and the rules that it wakes, promotes.
    pub fn perform(&mut self, way: &Way, offer: Option<&Offer>, script: &mut Script<'_>) -> Done {
        let force = Arc::clone(&self.force);
        self.moves += 1;
        self.offers.clear();
        self.once.clear();
        self.info = way.info();
        let mut labels: Vec<LabelId> =
            way.rules.iter().filter_map(|rule| force.moves[*rule].rule.label).collect();
        labels.dedup();
        self.labels = labels.into();
        self.answered = self.log.len();
        self.made.extend(way.rules.iter().map(|rule| force.moves[*rule].rule.place));
        self.made.extend(&way.by);
        if let Some(offer) = offer {
            match self.taken_up.iter_mut().find(|(place, _)| *place == offer.place) {
                Some((_, used)) => *used += 1,
                None => self.taken_up.push((offer.place, 1)),
            }
        }
        let info = Rc::clone(&self.info);
        if let Some(piece) = way.piece {
            self.travel(piece, way, script)?;
        }
        for rule in &way.rules {
            let rule = &force.moves[*rule].rule;
            let mut frame = match way.piece {
                Some(piece) => Frame::about(&self.moment(), piece, rule.vars),
                None => Frame::new(self.player(), rule.vars),
            }
            .with(&info);
            if let Some((var, value)) = &way.each {
                frame.bind(*var, value.clone());
            }
            self.effects(&rule.block, &mut frame, script, false)?;
        }
        if let Some(offer) = offer {
            let mut frame = offer.frame.clone().with(&info);
            self.effects(&offer.grant.block, &mut frame, script, false)?;
        }
        if way.onto {
            self.settle_over(way);
        }
        self.answer(&[Time::When], script)?;
        let movers = way.piece.into_iter().filter(|_| !way.stays && !way.act);
        for piece in movers.chain(way.partner.map(|(partner, _)| partner)) {
            if self.position.is_present(piece) {
                self.promote(piece, script)?;
            }
        }
        self.answer(&[Time::When], script)?;
        self.leave_board();
        if way.piece.is_some() {
            self.links += 1;
        }
        Ok(())
    }

    fn travel(&mut self, piece: PieceId, way: &Way, script: &mut Script<'_>) -> Done {
        let victims = self.victims(way, script)?;
        // A rule before the taking may have taken the mover off the board: it does not come back by its move.
        let gone = matches!(self.position.piece(piece).place, Place::Gone | Place::Hand(_) | Place::Taken(_));
        if way.act {
            self.happens(Deed::Acts, piece, None);
        } else if !way.stays && !gone {
            self.happens(Deed::Moves, piece, None);
            if let Some((partner, _)) = way.partner {
                self.happens(Deed::Moves, partner, None);
                self.happens(Deed::Castles, piece, None);
            }
        }
        for victim in victims {
            self.take(victim, Some(piece));
        }
        let Some(target) = way.declared.target.filter(|_| !way.stays && !gone) else { return Ok(()) };
        match way.partner {
            Some((partner, goal)) => {
                self.position.put(piece, Place::Gone);
                self.position.put(partner, Place::Gone);
                self.arrive(piece, target);
                self.arrive(partner, goal);
            }
            None if way.onto => {
                if let Some(carrier) = self.position.at(target).filter(|carrier| *carrier != piece) {
                    self.position.put(piece, Place::On(carrier));
                    self.position.pieces[piece.index()].fresh = false;
                } else {
                    self.arrive(piece, target);
                }
            }
            None => self.arrive(piece, target),
        }
        Ok(())
    }

    /// What is taken once the rules have run that act before a piece is taken.
    fn victims(&mut self, way: &Way, script: &mut Script<'_>) -> Result<Vec<PieceId>, Stop> {
        let force = Arc::clone(&self.force);
        let mut victims = Vec::new();
        for listed in way.takes.clone() {
            let square = self.position.square_of(listed);
            let level = self.depth.level;
            for each in
                force.triggers.iter().filter(|each| each.rule.time == Time::Before && each.level <= level)
            {
                let Happens::Does { subject, deed: Deed::IsTaken, label, .. } = &each.rule.happens else {
                    continue;
                };
                let mut frame = Frame::new(self.position.player, each.rule.vars);
                if label.is_some_and(|label| !self.labels.contains(&label))
                    || !self.moment().has_piece(subject, listed, &mut frame)
                {
                    continue;
                }
                let mut frame =
                    Frame::about(&self.moment(), listed, each.rule.vars).with(&Rc::clone(&self.info));
                if self.moment().guards(&each.rule.guards, &mut frame) {
                    self.effects(&each.rule.effects, &mut frame, script, false)?;
                }
            }
            let landing = square.is_some() && square == way.declared.target && !way.stays;
            if landing {
                victims.extend(
                    square
                        .and_then(|square| self.position.at(square))
                        .filter(|found| Some(*found) != way.piece),
                );
            } else if self.position.square_of(listed) == square && self.position.is_present(listed) {
                victims.push(listed);
            }
        }
        Ok(victims)
    }

    /// A mover that has gone over a piece stands on the square if the piece has left it; else it is carried.
    fn settle_over(&mut self, way: &Way) {
        let (Some(piece), Some(target)) = (way.piece, way.declared.target) else { return };
        let Place::On(carrier) = self.position.piece(piece).place else { return };
        if self.position.piece(carrier).place != Place::Square(target) {
            self.arrive(piece, target);
        }
    }

    /// Lets a piece that stands in a zone of its promotions become one of the kinds, by its owner's choice.
    pub fn promote(&mut self, piece: PieceId, script: &mut Script<'_>) -> Done {
        let kinds = self.promotions(piece);
        if kinds.is_empty() {
            return Ok(());
        }
        let who = self.position.piece(piece).owner;
        // Also where it can become one thing only: the turn then says what.
        let kind = match script.next() {
            Some(Some(Chosen::Kind(kind))) if kinds.contains(kind) => *kind,
            Some(_) => return Err(Stop::Dead),
            None => {
                let options = kinds.into_iter().map(Chosen::Kind).collect();
                return Err(self.ask(Ask { who: Some(who), options, may: false }));
            }
        };
        let was = self.position.piece(piece).clone();
        self.position.pieces[piece.index()].kind = kind;
        let now = self.position.piece(piece).clone();
        self.happens_as(Deed::Promotes, piece, was, Some((piece, now)));
        Ok(())
    }

    /// What a piece may become where it stands.
    fn promotions(&self, piece: PieceId) -> Vec<KindId> {
        let moment = self.moment();
        let Some(square) = moment.square_of(piece) else { return Vec::new() };
        let holds = |rule: &Promotion, level: u8| {
            let mut frame = Frame::about(&moment, piece, rule.vars).with(&self.info);
            moment.has_piece(&rule.subject, piece, &mut Frame::new(self.position.player, rule.vars))
                && (level > self.depth.level || moment.guards(&rule.guards, &mut frame))
        };
        let mut chosen: Vec<&Promotion> = Vec::new();
        let all = &self.force.promotions;
        'lineage: for ancestor in self.force.library.lineage(self.position.piece(piece).kind) {
            let of = |each: &&super::force::Ranked<Promotion>, motion: Motion| {
                each.rule.motion == motion && each.rule.kinds.contains(&ancestor)
            };
            let now: Vec<_> =
                all.iter().filter(|each| of(each, Motion::Now) && holds(&each.rule, each.level)).collect();
            if let Some(last) = now.last() {
                chosen.extend(now.iter().filter(|each| each.file == last.file).map(|each| &each.rule));
                break 'lineage;
            }
            let base: Vec<_> = all.iter().filter(|each| of(each, Motion::Base)).collect();
            if !base.is_empty() {
                chosen
                    .extend(base.iter().filter(|each| holds(&each.rule, each.level)).map(|each| &each.rule));
                break 'lineage;
            }
        }
        chosen.extend(
            all.iter()
                .filter(|each| each.rule.motion == Motion::Also && holds(&each.rule, each.level))
                .map(|each| &each.rule),
        );
        let mut kinds = Vec::new();
        for rule in chosen {
            let mut frame = Frame::about(&moment, piece, rule.vars).with(&self.info);
            if moment.has_square(&rule.on, square, &mut frame) {
                for kind in self.exact_kinds(&rule.to, &mut frame) {
                    if !kinds.contains(&kind) && moment.may_promote(piece, kind) {
                        kinds.push(kind);
                    }
                }
            }
        }
        kinds
    }

    /// The moves with which the turn may begin or go on, each with the offer that it takes up.
    pub fn next_moves(&self) -> Vec<(Way, Option<Offer>)> {
        self.next_moves_like(None)
    }

    /// The same; if a declaration is given, at least those that are declared like that.
    pub fn next_moves_like(&self, wanted: Option<&Declared>) -> Vec<(Way, Option<Offer>)> {
        let moment = self.moment();
        if self.moves == 0 {
            return moment.ways_like(self.player(), wanted).into_iter().map(|way| (way, None)).collect();
        }
        let must = self.offers.iter().any(|offer| offer.grant.must);
        let mut result: Vec<(Way, Option<Offer>)> = Vec::new();
        for offer in self.offers.iter().filter(|offer| !must || offer.grant.must) {
            for way in moment.ways_by_offer(offer) {
                let known =
                    result.iter().any(|(each, _)| each.declared == way.declared && each.piece == way.piece);
                if !known {
                    result.push((way, Some(offer.clone())));
                }
            }
        }
        result
    }

    /// Goes through all turns that go on from here.
    pub fn explore(&self, wanted: Wanted<'_>, visit: Visit<'_, 'o>) -> ControlFlow<()> {
        for (way, offer) in self.next_moves() {
            if wanted(&self.moment(), &way) {
                self.explore_move(&way, offer.as_ref(), wanted, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through all turns that go on with this move.
    pub fn explore_move(
        &self,
        way: &Way,
        offer: Option<&Offer>,
        wanted: Wanted<'_>,
        visit: Visit<'_, 'o>,
    ) -> ControlFlow<()> {
        let mut scripts: Vec<Vec<Option<Chosen>>> = vec![Vec::new()];
        // The longer a turn, the more there is to keep apart of each that goes on from it.
        let cost = PLAYED.saturating_add(u32::try_from(self.log.len()).unwrap_or(u32::MAX).saturating_mul(2));
        while let Some(choices) = scripts.pop() {
            if !self.question.spend(cost) {
                return ControlFlow::Break(());
            }
            if let Some(offer) = offer {
                self.question.costs(Cause::Turns, offer.place, cost);
            }
            let mut next = self.clone();
            let done = next.perform(way, offer, &mut Script::new(&choices));
            next.parts.push(Part::Move(way.declared.clone()));
            next.parts.extend(choices.iter().cloned().map(Part::Choice));
            match done {
                Ok(()) => {
                    let idle = way.act && next.offers.is_empty() && next.position == self.position;
                    if !idle {
                        next.go_on(wanted, visit)?;
                    }
                }
                Err(Stop::Ask(ask)) => branch(&mut scripts, &choices, &ask),
                Err(Stop::Split(ask)) => visit(Found::Split(&next, ask))?,
                Err(Stop::Forbidden(_) | Stop::TakenBack(_) | Stop::Dead | Stop::Endless(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// After a move: what is offered, and the end of the turn if it may end here.
    pub fn go_on(&self, wanted: Wanted<'_>, visit: Visit<'_, 'o>) -> ControlFlow<()> {
        let must: Vec<&Offer> = self.offers.iter().filter(|offer| offer.grant.must).collect();
        let mut went_on = false;
        if !self.offers.is_empty() {
            self.explore(wanted, &mut |found| {
                went_on = true;
                visit(found)
            })?;
        }
        let may_end = match must.as_slice() {
            [] => true,
            offers if offers.iter().all(|offer| offer.grant.if_it_can) => !self.can_go_on(),
            _ => false,
        };
        if may_end { self.end(visit) } else { ControlFlow::Continue(()) }
    }

    /// Whether some legal turn goes on by an offer; in a threat, some turn at all.
    fn can_go_on(&self) -> bool {
        let found = self.explore(&|_, _| true, &mut |found| match found {
            Found::Whole(state) if state.depth.level > 0 && !state.breaks_law() => ControlFlow::Break(()),
            Found::Whole(state) if state.depth.level == 0 && state.broken_laws(0).is_empty() => {
                ControlFlow::Break(())
            }
            Found::Whole(_) => ControlFlow::Continue(()),
            Found::Split(..) => ControlFlow::Break(()),
        });
        found.is_break()
    }

    /// Whether this turn has been taken back where it began.
    pub fn is_barred(&self) -> bool {
        self.start.barred.iter().any(|barred| barred.parts == self.parts)
    }

    /// Ends the turn: `when turn ends`, with its decisions.
    pub fn end(&self, visit: Visit<'_, 'o>) -> ControlFlow<()> {
        let mut scripts: Vec<Vec<Option<Chosen>>> = vec![Vec::new()];
        while let Some(choices) = scripts.pop() {
            if !self.question.spend(PLAYED) {
                return ControlFlow::Break(());
            }
            let mut next = self.clone();
            let done = next.turn_ends(&mut Script::new(&choices));
            next.parts.extend(choices.iter().cloned().map(Part::Choice));
            match done {
                Ok(()) if next.is_barred() => {}
                Ok(()) => visit(Found::Whole(&next))?,
                Err(Stop::Ask(ask)) => branch(&mut scripts, &choices, &ask),
                Err(Stop::Split(ask)) => visit(Found::Split(&next, ask))?,
                Err(Stop::Forbidden(_) | Stop::TakenBack(_) | Stop::Dead | Stop::Endless(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Runs what happens when the turn ends, before it is judged.
    pub fn turn_ends(&mut self, script: &mut Script<'_>) -> Done {
        self.offers.clear();
        self.once.clear();
        self.answered = self.log.len();
        self.moment_rules(Time::When, &Happens::TurnEnds, script)?;
        self.answer(&[Time::When], script)
    }

    /// Runs what follows once the turn has been judged and stands, and hands the turn to the other side. The turn
    /// stands, so rules that set each other off without end cannot refuse it: they draw the game.
    pub fn settle(&mut self, script: &mut Script<'_>) -> Done {
        match self.follow(script) {
            Err(Stop::Endless(place)) => {
                let player = self.player();
                self.position.player = player.other();
                self.position.over = Some(Outcome { winner: None, by: None, place });
                super::state::compact(&mut self.position, &self.force.library);
                Ok(())
            }
            done => done,
        }
    }

    fn follow(&mut self, script: &mut Script<'_>) -> Done {
        self.after = true;
        self.once.clear();
        let player = self.player();
        self.answered = 0;
        // What the turn has done so far wakes `after` rules only; what they do wakes `when` rules too.
        let known = self.log.len();
        while self.answered < self.log.len() {
            let times: &[Time] =
                if self.answered < known { &[Time::After] } else { &[Time::When, Time::After] };
            self.answer_next(times, script)?;
        }
        self.moment_rules(Time::After, &Happens::Turn, script)?;
        self.answer(&[Time::When, Time::After], script)?;
        for piece in self.position.ids() {
            if matches!(self.position.piece(piece).place, Place::Held(_)) {
                self.take(piece, None);
            }
        }
        self.answer(&[Time::When, Time::After], script)?;
        State::expire(&mut self.position, player);
        self.leave_board();
        self.position.player = player.other();
        self.position.barred.clear();
        if player.0 == 1 {
            self.position.number = self.position.number.saturating_add(1);
        }
        self.log.clear();
        self.answered = 0;
        self.start = Rc::new(self.position.clone());
        self.moment_rules(Time::Before, &Happens::Turn, script)?;
        self.answer(&[Time::When, Time::After], script)?;
        // The other side, or what its rules have set, may have another board.
        self.leave_board();
        super::state::compact(&mut self.position, &self.force.library);
        Ok(())
    }

    /// The laws that the finished turn breaks, of this level or below.
    pub fn broken_laws(&self, level: u8) -> Vec<Broken<'_>> {
        let mut moment = self.moment();
        moment.depth.closing = true;
        let player = self.player();
        let mut broken = Vec::new();
        for each in &self.force.laws {
            if each.level > level {
                continue;
            }
            let mut frame = Frame::new(player, each.rule.vars).with(&self.info);
            if moment.test(&each.rule.condition, &mut frame) && !moment.allowed(each.rule.label) {
                broken.push(Broken::Law(&each.rule));
            }
        }
        for each in self.force.demands.iter().filter(|each| !each.rule.if_it_can) {
            // A turn that takes a royal piece of the enemy meets every demand.
            if !self.meets(&each.rule) && !self.takes_royal() {
                broken.push(Broken::Demand(&each.rule));
            }
        }
        broken
    }

    /// Whether the finished turn breaks a law of the levels that count here.
    pub fn breaks_law(&self) -> bool {
        let level = if self.depth.answers == 0 { self.depth.level.min(1) } else { self.depth.level };
        !self.broken_laws(level).is_empty()
    }

    /// Whether the turn does what a demand asks.
    pub fn meets(&self, demand: &Demand) -> bool {
        let moment = self.moment();
        let at_start = Moment { position: &self.start, log: &self.log, ..moment };
        self.log.iter().any(|each| {
            each.deed == demand.deed && demand.label.is_none_or(|label| each.labels.contains(&label)) && {
                let moment = at_start.as_was(each.who, &each.was);
                let mut frame = Frame::new(self.player(), demand.vars);
                frame.it = Some(each.who);
                let earlier = Moment { links: each.link.saturating_sub(1), ..moment };
                moment.has_piece(&demand.subject, each.who, &mut frame)
                    && demand.object.as_ref().is_none_or(|object| {
                        each.other.as_ref().is_some_and(|(other, was)| {
                            at_start.as_was(*other, was).has_piece(object, *other, &mut frame)
                        })
                    })
                    && earlier.guards(&demand.guards, &mut frame)
            }
        })
    }

    /// Whether the turn takes a royal piece of the enemy: that meets every demand.
    pub fn takes_royal(&self) -> bool {
        let enemy = self.player().other();
        let at_start = Moment::at_start(self.question, &self.force, &self.start, Depth::PLAY);
        let royals = at_start.royals(enemy);
        self.log.iter().any(|each| each.deed == Deed::IsTaken && royals.contains(&each.who))
    }
}

impl Moment<'_> {
    /// Whether a law or an end of this name is suspended.
    pub fn allowed(&self, label: Option<LabelId>) -> bool {
        let Some(label) = label else { return false };
        self.force.suspensions.iter().any(|each| {
            each.rule.label == label && {
                let mut frame = Frame::new(self.start.player, each.rule.vars);
                self.guards(&each.rule.guards, &mut frame)
            }
        })
    }
}

pub(super) fn branch(scripts: &mut Vec<Vec<Option<Chosen>>>, choices: &[Option<Chosen>], ask: &Ask) {
    let with = |chosen: Option<Chosen>| {
        let mut script = choices.to_vec();
        script.push(chosen);
        script
    };
    // The stack is emptied from its end, so the last option goes in first.
    if ask.may {
        scripts.push(with(None));
    }
    scripts.extend(ask.options.iter().rev().cloned().map(|chosen| with(Some(chosen))));
}
