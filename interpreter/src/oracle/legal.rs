//! Which turns are legal: laws, then demands; and playing them, decision by decision. Imports `model`, `position`.

use super::moment::{Depth, Frame, Moment};
use super::question::{KEPT, PLAYED, Question};
use super::state::{Ask, Script, State, Stop};
use super::turn::{Broken, Found};
use crate::engine::{Midway, Reason};
use crate::model::{Demand, EndKind};
use crate::position::{Chosen, Declared, Mark, Outcome, Part, Pending, Position, Turn};
use std::ops::ControlFlow;

/// A turn, or the part of one up to somebody else's decision.
pub(super) struct Candidate<'o> {
    pub state: State<'o>,
    /// Whose decision splits it.
    pub split: Option<Ask>,
}

impl<'o> State<'o> {
    /// The legal turns that go on from here, as they stand when they are judged.
    pub fn legal_states(&self) -> Vec<State<'o>> {
        let mut candidates = Vec::new();
        let _ = self.explore(&|_, _| true, &mut |found| keep(found, &mut candidates));
        // They are looked at and forgotten.
        self.question.restore(KEPT, candidates.len());
        self.demanded(candidates)
            .into_iter()
            .filter(|each| each.split.is_none())
            .map(|each| each.state)
            .collect()
    }

    /// Leaves those turns that do what is demanded, if any does.
    pub fn demanded(&self, candidates: Vec<Candidate<'o>>) -> Vec<Candidate<'o>> {
        let demands: Vec<&Demand> =
            self.force.demands.iter().map(|each| &each.rule).filter(|each| each.if_it_can).collect();
        if demands.is_empty() {
            return candidates;
        }
        // What comes of a split turn is not known yet: it makes nothing bind, and is judged once it is whole.
        let meets: Vec<Option<Vec<bool>>> = candidates
            .iter()
            .map(|each| match each.split {
                None => Some(demands.iter().map(|demand| each.state.meets(demand)).collect()),
                Some(_) => None,
            })
            .collect();
        let known = || meets.iter().flatten();
        let binds: Vec<bool> = (0..demands.len()).map(|index| known().any(|met| met[index])).collect();
        let all = |met: &Vec<bool>| met.iter().zip(&binds).all(|(met, binds)| *met || !binds);
        let some = |met: &Vec<bool>| met.iter().zip(&binds).any(|(met, binds)| *met && *binds);
        if !binds.contains(&true) {
            return candidates;
        }
        let possible = known().any(all);
        candidates
            .into_iter()
            .zip(&meets)
            .filter(|(each, met)| {
                let met = met.as_ref();
                met.is_none_or(|met| if possible { all(met) } else { some(met) }) || each.state.takes_royal()
            })
            .map(|(each, _)| each)
            .collect()
    }
}

fn keep<'o>(found: Found<'_, 'o>, candidates: &mut Vec<Candidate<'o>>) -> ControlFlow<()> {
    let (state, split) = match found {
        Found::Whole(state) if state.breaks_law() => return ControlFlow::Continue(()),
        Found::Whole(state) => (state, None),
        Found::Split(state, ask) => (state, Some(ask)),
    };
    if !state.question.spend(KEPT) {
        return ControlFlow::Break(());
    }
    candidates.push(Candidate { state: state.clone(), split });
    ControlFlow::Continue(())
}

/// Where a declared turn has come to.
pub(super) enum Reached<'o> {
    /// A move with the decisions made so far; it may ask for more, or be done.
    Moving {
        before: Box<State<'o>>,
        way: Box<super::ways::Way>,
        offer: Option<super::state::Offer>,
        choices: Vec<Option<Chosen>>,
    },
    /// Nothing has been declared.
    Nothing(Box<State<'o>>),
}

impl<'o> Question<'o> {
    /// The turns that go on from what has been declared, with what has been declared left out.
    pub(super) fn list(&self, position: &Position) -> Vec<(Turn, State<'_>, Option<Ask>)> {
        let set_up = position.pending.as_ref().is_some_and(|pending| !pending.starting.is_empty());
        if position.over.is_some() || set_up {
            return Vec::new();
        }
        let (base, declared, stands) = unpack(position);
        if stands {
            return Vec::new();
        }
        let Ok(reached) = self.reach(&base, declared) else { return Vec::new() };
        let mut candidates = Vec::new();
        let begin = match &reached {
            Reached::Nothing(state) => {
                let _ = state.explore(&|_, _| true, &mut |found| keep(found, &mut candidates));
                state
            }
            Reached::Moving { before, way, offer, choices } => {
                let _ =
                    before.resume(way, offer.as_ref(), choices, &mut |found| keep(found, &mut candidates));
                before
            }
        };
        begin
            .demanded(candidates)
            .into_iter()
            .map(|each| (Turn { parts: each.state.parts[declared.len()..].to_vec() }, each.state, each.split))
            .collect()
    }

    /// The options of the decision that a position waits for, if it is not one of the player's own turn.
    pub(super) fn decisions(&self, position: &Position) -> Option<Vec<Option<Chosen>>> {
        let mut options = self.asked(position)?;
        options.retain(|option| self.may_be_decided(position, option));
        Some(options)
    }

    /// The same, those with them that what follows refuses.
    fn asked(&self, position: &Position) -> Option<Vec<Option<Chosen>>> {
        let pending = position.pending.as_ref()?;
        if let Some(options) = self.setup_options(position) {
            return Some(options);
        }
        let (base, declared, stands) = unpack(position);
        let ask = match self.advance(&base, declared, stands) {
            Advanced::Waits(ask) => ask,
            _ => return None,
        };
        if !pending.stands && ask.who == Some(base.player) {
            return None;
        }
        let mut options: Vec<Option<Chosen>> = ask.options.iter().cloned().map(Some).collect();
        if ask.may {
            options.push(None);
        }
        Some(options)
    }

    /// Whether what follows from an option does not refuse it.
    fn may_be_decided(&self, position: &Position, option: &Option<Chosen>) -> bool {
        if position.pending.as_ref().is_some_and(|pending| !pending.starting.is_empty()) {
            return true;
        }
        let (base, declared, stands) = unpack(position);
        let mut parts = declared.to_vec();
        parts.push(Part::Choice(option.clone()));
        !matches!(self.advance(&base, &parts, stands), Advanced::Refused(_))
    }

    pub(super) fn reach(&self, base: &Position, declared: &[Part]) -> Result<Reached<'_>, Vec<Reason>> {
        let mut state = State::begin(self, self.force(base), base, Depth::PLAY);
        let mut rest = declared;
        while let [Part::Move(wanted), tail @ ..] = rest {
            let choices: Vec<Option<Chosen>> = tail
                .iter()
                .map_while(|part| match part {
                    Part::Choice(chosen) => Some(chosen.clone()),
                    Part::Move(_) => None,
                })
                .collect();
            rest = &tail[choices.len()..];
            let Some((way, offer)) =
                state.next_moves_like(Some(wanted)).into_iter().find(|(way, _)| way.declared == *wanted)
            else {
                return Err(vec![unknown(wanted)]);
            };
            if rest.is_empty() {
                return Ok(Reached::Moving { before: Box::new(state), way: Box::new(way), offer, choices });
            }
            match state.perform(&way, offer.as_ref(), &mut Script::new(&choices)) {
                Ok(()) => {
                    state.parts.push(Part::Move(wanted.clone()));
                    state.parts.extend(choices.into_iter().map(Part::Choice));
                }
                Err(stop) => return Err(vec![stopped(&stop)]),
            }
        }
        if rest.is_empty() {
            Ok(Reached::Nothing(Box::new(state)))
        } else {
            Err(vec![Reason::plain("no move comes before this choice")])
        }
    }

    /// The turn as it stands for its player, with what has been declared done; none if somebody's decision comes
    /// first, or the turn stands already.
    pub(super) fn under_way(&self, position: &Position) -> Option<State<'_>> {
        let (base, declared, stands) = unpack(position);
        if stands || self.decisions(position).is_some() {
            return None;
        }
        match self.reach(&base, declared).ok()? {
            Reached::Nothing(state) => Some(*state),
            Reached::Moving { before, way, offer, choices } => {
                let mut state = *before;
                state.perform(&way, offer.as_ref(), &mut Script::new(&choices)).ok()?;
                Some(state)
            }
        }
    }

    /// How the game ends in the middle of a turn: if nothing legal can follow, its player cannot move.
    pub(super) fn end_in_the_middle(&self, position: &Position, repeats: u32) -> Option<Outcome> {
        let stands = position.pending.as_ref().is_some_and(|pending| pending.stands);
        if stands || self.decisions(position).is_some() || !self.list(position).is_empty() {
            return None;
        }
        let so_far = Position { pending: None, ..self.done_so_far(position) };
        let force = self.force(&so_far);
        Moment { repeats, stuck: true, ..Moment::at_start(self, &force, &so_far, Depth::PLAY) }.end()
    }

    /// The position with what has been declared done, up to what is to be decided next.
    pub(super) fn done_so_far(&self, position: &Position) -> Position {
        if let Some(position) = self.set_up_so_far(position) {
            return position;
        }
        let (base, declared, stands) = unpack(position);
        let Ok(Reached::Moving { before, way, offer, choices }) = self.reach(&base, declared) else {
            return base;
        };
        let (mut state, mut script) = (*before, Script::new(&choices));
        // Where it stops, somebody has to decide: what has been done until then stands.
        let moved = state.perform(&way, offer.as_ref(), &mut script);
        if moved.is_ok() && stands && state.turn_ends(&mut script).is_ok() {
            let _ = state.settle(&mut script);
        }
        state.position
    }

    /// Where a turn stands that must go on with a move, and in which nothing has happened to any piece.
    pub(super) fn midway(&self, position: &Position) -> Option<Midway> {
        let pending = position.pending.as_ref()?;
        if pending.stands || !pending.starting.is_empty() || position.over.is_some() {
            return None;
        }
        let (start, declared, stands) = unpack(position);
        let Advanced::Open(state, false) = self.advance(&start, declared, stands) else { return None };
        let [offer] = state.offers.as_slice() else { return None };
        let untouched = state.log.is_empty() && state.links == 0 && state.taken_up.is_empty();
        let as_offered = offer.grant.must && !offer.grant.if_it_can && offer.frame.view == state.player();
        let goes_on = untouched && as_offered && state.position.over.is_none() && state.moves == 1;
        goes_on.then_some(Midway { start, offer: offer.place, now: state.position })
    }

    /// Plays what has been declared as far as it goes.
    fn advance(&self, base: &Position, declared: &[Part], stands: bool) -> Advanced<'_> {
        let (before, way, offer, choices) = match self.reach(base, declared) {
            Ok(Reached::Moving { before, way, offer, choices }) => (before, way, offer, choices),
            Ok(Reached::Nothing(_)) => {
                return Advanced::Refused(vec![Reason::plain("nothing is played")]);
            }
            Err(reasons) => return Advanced::Refused(reasons),
        };
        let mut state = (*before).clone();
        let mut script = Script::new(&choices);
        if let Err(stop) = state.perform(&way, offer.as_ref(), &mut script) {
            return waits(stop);
        }
        let idle = way.act && state.offers.is_empty() && state.position == before.position;
        if idle {
            return Advanced::Refused(vec![Reason::plain("it changes nothing")]);
        }
        let must = state.offers.iter().any(|offer| offer.grant.must && !offer.grant.if_it_can);
        let open = !state.offers.is_empty();
        state.parts = declared.to_vec();
        if must && !stands {
            return Advanced::Open(state, false);
        }
        let before_end = state.clone();
        let used = script.used;
        if let Err(stop) = state.turn_ends(&mut script) {
            return waits(stop);
        }
        if open && !stands && used == choices.len() {
            return Advanced::Open(before_end, true);
        }
        let judged = state.clone();
        if !stands {
            return Advanced::Judged(judged, choices.len() - script.used);
        }
        // What follows from the turn has decisions of its own.
        let own = declared.len() - (choices.len() - script.used);
        match state.settle(&mut script) {
            Ok(()) => Advanced::Done(Box::new(state.position)),
            Err(Stop::TakenBack(_)) => {
                Advanced::Done(Box::new(taken_back(base, &state.position, &declared[..own])))
            }
            Err(stop) => waits(stop),
        }
    }

    /// Plays a turn, or makes a decision.
    pub(super) fn play_turn(&self, position: &Position, turn: &Turn) -> Result<Position, Vec<Reason>> {
        if position.over.is_some() {
            return Err(vec![Reason::plain("the game is over")]);
        }
        if let Some(done) = self.set_up_by(position, &turn.parts) {
            return done;
        }
        let (base, declared, stands) = unpack(position);
        if stands {
            let options = self.asked(position).unwrap_or_default();
            let [Part::Choice(chosen)] = turn.parts.as_slice() else {
                return Err(vec![Reason::plain("a decision is waited for")]);
            };
            if !options.contains(chosen) || !self.may_be_decided(position, chosen) {
                return Err(vec![Reason::plain("it is not among the options")]);
            }
            let mut parts = declared.to_vec();
            parts.push(Part::Choice(chosen.clone()));
            return self.finish(&base, parts);
        }
        if let Some(options) = self.asked(position) {
            let [Part::Choice(chosen)] = turn.parts.as_slice() else {
                return Err(vec![Reason::plain("a decision is waited for")]);
            };
            if !options.contains(chosen) || !self.may_be_decided(position, chosen) {
                return Err(vec![Reason::plain("it is not among the options")]);
            }
            let mut parts = declared.to_vec();
            parts.push(Part::Choice(chosen.clone()));
            return match self.advance(&base, &parts, false) {
                Advanced::Waits(ask) => Ok(pend(base, parts, ask.who, false)),
                Advanced::Open(..) => {
                    let player = base.player;
                    Ok(pend(base, parts, Some(player), false))
                }
                Advanced::Judged(state, _) if !state.breaks_law() => self.finish(&base, parts),
                Advanced::Judged(..) => {
                    let player = base.player;
                    Ok(pend(base, parts, Some(player), false))
                }
                Advanced::Refused(reasons) => Err(reasons),
                Advanced::Done(position) => Ok(*position),
            };
        }
        let mut parts = declared.to_vec();
        parts.extend(turn.parts.iter().cloned());
        let demands = self.force(&base).demands.iter().any(|each| each.rule.if_it_can);
        match self.advance(&base, &parts, false) {
            Advanced::Refused(reasons) => Err(reasons),
            Advanced::Waits(ask) if ask.who == Some(base.player) => {
                Err(vec![Reason::plain("a choice is still to be made")])
            }
            Advanced::Waits(ask) => Ok(pend(base, parts, ask.who, false)),
            Advanced::Open(state, false) => Err(state.must_follow(false)),
            Advanced::Done(position) => Ok(*position),
            Advanced::Open(state, true) => {
                let listed = self.list(position).into_iter().any(|(each, ..)| each == *turn);
                if listed {
                    return self.finish(&base, parts);
                }
                let mut ended = state.clone();
                match ended.turn_ends(&mut Script::new(&[])) {
                    Ok(()) => {
                        let reasons = self.reasons(&ended, position, turn);
                        Err(if reasons.is_empty() { state.must_follow(true) } else { reasons })
                    }
                    Err(stop) => Err(vec![stopped(&stop)]),
                }
            }
            Advanced::Judged(..) if base.barred.iter().any(|barred| barred.parts == parts) => {
                Err(vec![Reason::plain("it has been taken back")])
            }
            Advanced::Judged(_, left) if left > 0 => {
                Err(vec![Reason::plain("nothing is to be chosen there")])
            }
            Advanced::Judged(state, _) => {
                let reasons = self.reasons(&state, position, turn);
                if !reasons.is_empty()
                    || demands && !self.list(position).into_iter().any(|(each, ..)| each == *turn)
                {
                    return Err(reasons);
                }
                self.finish(&base, parts)
            }
        }
    }

    fn finish(&self, base: &Position, parts: Vec<Part>) -> Result<Position, Vec<Reason>> {
        match self.advance(base, &parts, true) {
            Advanced::Done(position) => Ok(*position),
            Advanced::Waits(ask) => Ok(pend(base.clone(), parts, ask.who, true)),
            Advanced::Refused(reasons) => Err(reasons),
            Advanced::Open(..) | Advanced::Judged(..) => Err(Vec::new()),
        }
    }

    /// What refuses a turn that has been played to its end.
    pub(super) fn reasons(&self, state: &State<'_>, position: &Position, turn: &Turn) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        for broken in state.broken_laws(2) {
            match broken {
                Broken::Law(law) => reasons.extend(state.law_reasons(law)),
                Broken::Demand(demand) => {
                    reasons.push(Reason::from_rule("it does not do what must be done", demand.place));
                }
            }
        }
        if reasons.is_empty() {
            let demands = state
                .force
                .demands
                .iter()
                .map(|each| &each.rule)
                .filter(|each| each.if_it_can && !state.meets(each));
            let unmet: Vec<&Demand> = demands.collect();
            if !unmet.is_empty() && !self.list(position).into_iter().any(|(each, ..)| each == *turn) {
                reasons.extend(
                    unmet.into_iter().map(|each| {
                        Reason::from_rule("it does not do what must be done if it can", each.place)
                    }),
                );
            }
        }
        reasons
    }
}

impl<'o> State<'o> {
    /// That a further move is demanded, by each sentence that does; `if_it_can`: also where it need not be possible.
    fn must_follow(&self, if_it_can: bool) -> Vec<Reason> {
        let must = |offer: &&super::state::Offer| offer.grant.must && (if_it_can || !offer.grant.if_it_can);
        let mut reasons = Vec::new();
        for offer in self.offers.iter().filter(must) {
            let reason = Reason::from_rule("a further move must be made", offer.place);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// Goes through the turns that go on from a move with some of its decisions made.
    fn resume(
        &self,
        way: &super::ways::Way,
        offer: Option<&super::state::Offer>,
        choices: &[Option<Chosen>],
        visit: super::turn::Visit<'_, 'o>,
    ) -> ControlFlow<()> {
        let mut scripts: Vec<Vec<Option<Chosen>>> = vec![choices.to_vec()];
        while let Some(choices) = scripts.pop() {
            if !self.question.spend(PLAYED) {
                return ControlFlow::Break(());
            }
            let mut next = self.clone();
            let mut script = Script::new(&choices);
            let done = next.perform(way, offer, &mut script);
            let used = script.used;
            next.parts.push(Part::Move(way.declared.clone()));
            next.parts.extend(choices[..used].iter().cloned().map(Part::Choice));
            match done {
                Ok(()) if used < choices.len() => {
                    // The rest was decided as the turn ended.
                    let mut ended = next.clone();
                    let rest = &choices[used..];
                    match ended.turn_ends(&mut Script::new(rest)) {
                        Ok(()) => {
                            ended.parts.extend(rest.iter().cloned().map(Part::Choice));
                            if !ended.is_barred() {
                                visit(Found::Whole(&ended))?;
                            }
                        }
                        Err(Stop::Ask(ask)) => super::turn::branch(&mut scripts, &choices, &ask),
                        Err(Stop::Split(ask)) => {
                            ended.parts.extend(rest.iter().cloned().map(Part::Choice));
                            visit(Found::Split(&ended, ask))?;
                        }
                        Err(Stop::Forbidden(_) | Stop::TakenBack(_) | Stop::Dead | Stop::Endless(_)) => {}
                    }
                }
                Ok(()) => next.go_on(&|_, _| true, visit)?,
                Err(Stop::Ask(ask)) => super::turn::branch(&mut scripts, &choices, &ask),
                Err(Stop::Split(ask)) => visit(Found::Split(&next, ask))?,
                Err(Stop::Forbidden(_) | Stop::TakenBack(_) | Stop::Dead | Stop::Endless(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }
}

enum Advanced<'o> {
    /// A decision is to be made.
    Waits(Ask),
    /// Further moves are offered; whether the turn may end here.
    Open(State<'o>, bool),
    /// The turn has ended and is to be judged; so many decisions are left over.
    Judged(State<'o>, usize),
    Done(Box<Position>),
    Refused(Vec<Reason>),
}

/// The position before a turn that is taken back: what has been revealed stays so, and the turn is barred.
fn taken_back(base: &Position, after: &Position, turn: &[Part]) -> Position {
    let mut position = base.clone();
    let revealed = |mark: &mut Mark, other: Option<&Mark>| {
        mark.revealed |= other.is_some_and(|other| other.revealed && other.value == mark.value);
    };
    for (piece, other) in position.pieces.iter_mut().zip(&after.pieces) {
        for (fact, mark) in &mut piece.facts {
            revealed(mark, other.facts.iter().find(|(each, _)| each == fact).map(|(_, mark)| mark));
        }
    }
    position.squares.iter_mut().for_each(|(key, mark)| revealed(mark, after.squares.get(key)));
    position.sides.iter_mut().for_each(|(key, mark)| revealed(mark, after.sides.get(key)));
    position.game.iter_mut().for_each(|(key, mark)| revealed(mark, after.game.get(key)));
    position.barred.push(Turn { parts: turn.to_vec() });
    position.barred.sort_unstable();
    position
}

fn waits<'o>(stop: Stop) -> Advanced<'o> {
    match stop {
        Stop::Ask(ask) | Stop::Split(ask) => Advanced::Waits(ask),
        other => Advanced::Refused(vec![stopped(&other)]),
    }
}

pub(super) fn stopped(stop: &Stop) -> Reason {
    match stop {
        Stop::Forbidden(place) | Stop::TakenBack(place) => Reason::from_rule("it is forbidden here", *place),
        Stop::Ask(_) | Stop::Split(_) => Reason::plain("a choice is still to be made"),
        Stop::Dead => Reason::plain("it is not among the options"),
        Stop::Endless(place) => {
            Reason::from_rule("rules set each other off without end, and this one ran last", *place)
        }
    }
}

fn unknown(wanted: &Declared) -> Reason {
    let text = match (wanted.origin, wanted.target) {
        (Some(from), Some(to)) => format!("nothing goes from {from} to {to}"),
        (Some(from), None) => format!("the piece on {from} has no such act"),
        _ => "there is no such move".to_owned(),
    };
    Reason::plain(text)
}

fn unpack(position: &Position) -> (Position, &[Part], bool) {
    let mut base = position.clone();
    base.pending = None;
    match &position.pending {
        Some(pending) => (base, &pending.declared, pending.stands),
        None => (base, &[], false),
    }
}

fn pend(mut base: Position, declared: Vec<Part>, who: Option<crate::ids::SideId>, stands: bool) -> Position {
    base.pending = Some(Box::new(Pending { declared, who, stands, starting: Vec::new() }));
    base
}

impl Moment<'_> {
    /// How the game has ended here, and by which sentence.
    pub fn end(&self) -> Option<Outcome> {
        let player = self.position.player;
        for each in &self.force.ends {
            let rule = &each.rule;
            let sides = match &rule.kind {
                EndKind::Draw => vec![player],
                EndKind::Wins(who) | EndKind::Loses(who) => {
                    let named = self.sides(who, &mut Frame::new(player, rule.vars));
                    [player.other(), player].into_iter().filter(|side| named.contains(side)).collect()
                }
            };
            for side in sides {
                let mut frame = Frame::new(side, rule.vars);
                if self.guards(&rule.guards, &mut frame) && !self.allowed(rule.label) {
                    let winner = match &rule.kind {
                        EndKind::Draw => None,
                        EndKind::Wins(_) => Some(side),
                        EndKind::Loses(_) => Some(side.other()),
                    };
                    return Some(Outcome { winner, by: rule.label, place: rule.place });
                }
            }
        }
        None
    }
}
