//! Why a move is legal, or everything that refuses it. Imports `model`, `position`, `engine`.

use super::legal::stopped;
use super::moment::{Depth, Frame, Info, Moment};
use super::question::Question;
use super::state::{Offer, Script, State, Stop};
use super::turn::{Found, branch};
use super::walk::Walk;
use super::ways::Way;
use crate::board::SquareSet;
use crate::engine::{Explained, Explanation, Reason};
use crate::ids::{PieceId, SideId, Square};
use crate::model::{Castle, Law, MoveRule, Moves, Node, Relation, Travel, Verb, visit};
use crate::position::{Chosen, Part, Position, Turn};
use std::ops::ControlFlow;
use std::rc::Rc;

impl<'o> Question<'o> {
    /// What makes going from a square to a square legal, or all that refuses it.
    pub(super) fn explain_move(&self, position: &Position, from: Square, to: Square) -> Explanation {
        let mut explanation = Explanation::default();
        for (turn, state, _) in self.list(position) {
            if matches!(turn.parts.first(), Some(Part::Move(declared)) if declared.origin == Some(from) && declared.target == Some(to))
            {
                explanation.legal.push(Explained { turn, places: state.made });
            }
        }
        if explanation.legal.is_empty() {
            explanation.refused = self.refuse(position, from, to, &mut explanation.leads);
        } else {
            explanation.leads = true;
        }
        explanation
    }

    fn refuse(&self, position: &Position, from: Square, to: Square, leads: &mut bool) -> Vec<Reason> {
        let size = self.size();
        for square in [from, to] {
            if !size.has(square) {
                return vec![Reason::plain(format!("{square} is not on the board"))];
            }
        }
        if let Some(over) = &position.over {
            return vec![Reason::from_rule("the game is over", over.place)];
        }
        let Some(state) = self.under_way(position) else {
            let mut stuck = self.stuck(position);
            *leads = !stuck.is_empty();
            if stuck.is_empty() {
                let goes_on = self.decisions(position).is_some() || !self.list(position).is_empty();
                stuck.push(Reason::plain(match goes_on {
                    true => "a decision is waited for first",
                    false => "nothing legal can follow what has been declared",
                }));
            }
            return stuck;
        };
        let moment = state.moment();
        let Some(piece) = state.position.at(from) else {
            return vec![Reason::plain(format!("nothing stands on {from}"))];
        };
        let owner = state.position.piece(piece).owner;
        if owner != position.player {
            let side = |side: SideId| self.side_name(side).to_owned();
            return vec![Reason::plain(format!(
                "the {} belongs to {}, and it is the turn of {}",
                moment.name(piece),
                side(owner),
                side(position.player)
            ))];
        }
        let mut reasons: Vec<Reason> = Vec::new();
        let mut tell = |reason: Reason| {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        };
        let goes = |way: &Way| way.declared.origin == Some(from) && way.declared.target == Some(to);
        // Whole turns that are only judged illegal, or do not do what is demanded; and what stops the others.
        for (way, offer) in state.next_moves().iter().filter(|(way, _)| goes(way)) {
            let begins = |turn: &Turn| turn.parts.first() == Some(&Part::Move(way.declared.clone()));
            if state.start.barred.iter().any(begins) {
                tell(Reason::plain(
                    "it has been taken back, and may not be tried again before another turn stands",
                ));
            }
            let mut judged = Vec::new();
            let _ = state.explore_move(way, offer.as_ref(), &|_, _| true, &mut |found| {
                if let Found::Whole(done) = found {
                    judged.push(done.clone());
                }
                ControlFlow::Continue(())
            });
            for done in &judged {
                let turn = Turn { parts: done.parts.clone() };
                self.reasons(done, position, &turn).into_iter().for_each(&mut tell);
            }
            state.stops(way, offer.as_ref(), &[]).into_iter().for_each(&mut tell);
        }
        if reasons.is_empty() {
            reasons = moment.no_way(piece, from, to);
        }
        *leads = !reasons.is_empty();
        if reasons.is_empty() {
            reasons.push(Reason::plain(format!("the {} on {from} does not go to {to}", moment.name(piece))));
        }
        reasons
    }
}

/// How many ways to choose are tried at most to say what stops them.
const TRIED: usize = 4096;

/// How many reasons of that kind are told at most.
const TOLD: usize = 4;

impl Question<'_> {
    /// What stops a turn under way, if its player has choices left and each is stopped.
    fn stuck(&self, position: &Position) -> Vec<Reason> {
        let Some(pending) = &position.pending else { return Vec::new() };
        if pending.stands || !pending.starting.is_empty() || self.decisions(position).is_some() {
            return Vec::new();
        }
        let base = Position { pending: None, ..position.clone() };
        let mut state = State::begin(self, self.force(&base), &base, Depth::PLAY);
        let mut rest = &pending.declared[..];
        while let [Part::Move(wanted), tail @ ..] = rest {
            let choices: Vec<Option<Chosen>> = tail
                .iter()
                .map_while(|part| match part {
                    Part::Choice(chosen) => Some(chosen.clone()),
                    Part::Move(_) => None,
                })
                .collect();
            rest = &tail[choices.len()..];
            let next = state.next_moves().into_iter().find(|(way, _)| way.declared == *wanted);
            let Some((way, offer)) = next else { return Vec::new() };
            if rest.is_empty() {
                return state.stops(&way, offer.as_ref(), &choices);
            }
            if state.perform(&way, offer.as_ref(), &mut Script::new(&choices)).is_err() {
                return Vec::new();
            }
        }
        Vec::new()
    }
}

impl State<'_> {
    /// What stops a move, whatever is chosen behind the choices that have been made.
    fn stops(&self, way: &Way, offer: Option<&Offer>, choices: &[Option<Chosen>]) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        let mut scripts = vec![choices.to_vec()];
        for _ in 0..TRIED {
            let Some(script) = scripts.pop() else { break };
            match self.clone().perform(way, offer, &mut Script::new(&script)) {
                Err(Stop::Ask(ask)) => branch(&mut scripts, &script, &ask),
                Err(stop @ (Stop::Forbidden(_) | Stop::TakenBack(_) | Stop::Endless(_))) => {
                    let reason = stopped(&stop);
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                    if reasons.len() >= TOLD {
                        break;
                    }
                }
                _ => {}
            }
        }
        reasons
    }

    /// What a broken law says of the turn.
    pub(super) fn law_reasons(&self, law: &Law) -> Vec<Reason> {
        let mut moment = self.moment();
        moment.depth.closing = true;
        let asks_threats = self.force.laws.iter().any(|each| each.rule.place == law.place && each.level == 1);
        let mut reasons = Vec::new();
        if asks_threats {
            for threat in moment.royal_threats(self.player()) {
                let Some(square) = moment.square_of(threat.taken) else { continue };
                let taken = format!("leaves the {} on {square}", moment.name(threat.taken));
                let text = match threat.taker.and_then(|taker| Some((taker, moment.square_of(taker)?))) {
                    Some((taker, at)) => format!("{taken} open to the {} on {at}", moment.name(taker)),
                    None => format!("{taken} open"),
                };
                reasons.push(Reason { text, place: Some(law.place), by: threat.made.last().copied() });
            }
        }
        if reasons.is_empty() {
            let text = match law.label {
                Some(label) => format!("it is forbidden as `{}`", self.force.library.labels[label.index()]),
                None => "it is forbidden".to_owned(),
            };
            reasons.push(Reason::from_rule(text, law.place));
        }
        reasons
    }
}

impl Moment<'_> {
    /// The name of a piece's kind.
    pub fn name(&self, piece: PieceId) -> &str {
        &self.force.library.kinds[self.piece(piece).kind.index()].name
    }

    /// Pairs that could castle with each other, fresh or not.
    pub fn castling_pairs(&self) -> Vec<(PieceId, PieceId)> {
        let mut pairs = Vec::new();
        for (each, castle) in self.force.castlings() {
            let Some(subject) = &each.rule.subject else { continue };
            for piece in self.present() {
                if !self.has_piece(subject, piece, &mut Frame::new(self.piece(piece).owner, each.rule.vars)) {
                    continue;
                }
                for (partner, _) in self.partners(piece, &each.rule, castle) {
                    if !pairs.contains(&(piece, partner)) {
                        pairs.push((piece, partner));
                    }
                }
            }
        }
        pairs
    }

    /// Those with whom a piece could castle by a sentence, fresh or not, and where it would go.
    fn partners(&self, piece: PieceId, rule: &Moves, castle: &Castle) -> Vec<(PieceId, Square)> {
        let mut frame = Frame::about(self, piece, rule.vars);
        frame.info = Some(Rc::new(Info { castling: true, ..Info::default() }));
        // A withdrawn castling is no castling.
        let whole = |relation: &Relation| relation.object.is_none() && relation.guards.is_empty();
        if !self.withdrawals(Verb::Move, piece, rule.label, None, &|relation, _| whole(relation)).is_empty() {
            return Vec::new();
        }
        let mut partners = Vec::new();
        for partner in self.pieces(&castle.with, &mut frame) {
            let (Some(from), Some(to)) = (self.square_of(piece), self.square_of(partner)) else { continue };
            let fits = partner != piece
                && self.piece(partner).owner == self.piece(piece).owner
                && from.rank() == to.rank();
            if let Some((goal, _)) = self.castling_goals(castle, from, to, &frame).filter(|_| fits) {
                partners.push((partner, goal));
            }
        }
        partners
    }

    /// Why no sentence of a piece leads it to a square.
    fn no_way(&self, piece: PieceId, from: Square, to: Square) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (index, each) in self.force.moves.iter().enumerate() {
            let rule = &each.rule;
            let Some(subject) = &rule.subject else { continue };
            if !self.has_piece(subject, piece, &mut Frame::new(self.position.player, rule.vars)) {
                continue;
            }
            let found = match &rule.rule {
                MoveRule::Travel(travel) => self.no_travel(piece, from, to, index, travel),
                MoveRule::Castle(castle) => self.no_castling(piece, to, index, castle),
                MoveRule::Act(_) => Vec::new(),
            };
            for reason in found {
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
        }
        reasons
    }

    fn no_travel(
        &self,
        piece: PieceId,
        from: Square,
        to: Square,
        index: usize,
        travel: &Travel,
    ) -> Vec<Reason> {
        let rule = &self.force.moves[index].rule;
        let frame = Frame::about(self, piece, rule.vars);
        let mut walk = Walk::new(self, Some(piece), from, rule.label, frame.clone());
        walk.file = Some(self.force.moves[index].file);
        walk.lenient = true;
        let mut best: Option<Vec<Reason>> = None;
        walk.run(&travel.path, travel.mode, &mut |walk, trace| {
            if trace.square == to {
                let reasons = self.bars(walk, &trace, piece, index, travel);
                if best.as_ref().is_none_or(|best| reasons.len() < best.len()) {
                    best = Some(reasons);
                }
            }
        });
        let Some(mut reasons) = best else { return Vec::new() };
        let name = self.name(piece);
        if !travel.from.as_ref().is_none_or(|start| self.has_square(start, from, &mut frame.clone())) {
            reasons.push(Reason::from_rule(format!("the {name} may go so, but not from {from}"), rule.place));
        } else if let Some(by) = self.replaced(piece, index) {
            let text = format!("the {name} no longer moves so: another rule stands in the place of this one");
            reasons = vec![Reason { text, place: Some(rule.place), by }];
        }
        reasons
    }

    /// Whether a sentence of a piece is replaced where it stands, and by which.
    fn replaced(&self, piece: PieceId, index: usize) -> Option<Option<rulemate_grammar::source::Place>> {
        let slots = self.force.known_slots(self.piece(piece).kind);
        let in_slot =
            |slot: &&super::force::Slot| slot.replacements.iter().flatten().any(|each| *each == index);
        let slot = slots.iter().find(in_slot)?;
        let rules = self.slot_rules(piece, slot);
        let instead = rules.first().map(|rule| self.force.moves[*rule].rule.place);
        (!rules.contains(&index) && self.holds_here(piece, index)).then_some(instead)
    }

    /// What bars a walk that would end where it is.
    fn bars(
        &self,
        walk: &Walk<'_, '_>,
        trace: &super::walk::Trace,
        piece: PieceId,
        index: usize,
        travel: &Travel,
    ) -> Vec<Reason> {
        let rule = &self.force.moves[index].rule;
        let name = self.name(piece);
        let target = trace.square;
        let mut reasons = Vec::new();
        let base = walk.info(trace);
        for square in trace.barred() {
            match walk.found(*square) {
                Some(found) => reasons
                    .push(Reason::plain(format!("the {} on {square} stands in the way", self.name(found)))),
                None => {
                    let barred =
                        self.withdrawals(Verb::Pass, piece, rule.label, Some(&base), &|relation, frame| {
                            relation
                                .object
                                .as_ref()
                                .is_none_or(|object| self.has_square(object, *square, frame))
                        });
                    let text = format!("the {name} may not pass {square}");
                    match barred.first() {
                        Some(relation) => reasons.push(Reason::from_rule(text, relation.place)),
                        None => reasons.push(Reason::plain(text)),
                    }
                }
            }
        }
        for (before, beyond) in trace.walls() {
            let wall = self.wall(piece, *before, *beyond, || Rc::clone(&base));
            reasons.push(Reason {
                text: format!("the {name} may not go from {before} to {beyond}"),
                place: wall.map(|wall| wall.place),
                by: None,
            });
        }
        let met = walk.found(target);
        let mut takes = trace.takes.clone();
        match met.filter(|_| !trace.onto) {
            Some(met) if !trace.mode.capture => {
                reasons.push(Reason::from_rule(
                    format!("the {name} does not take so, and {target} is occupied"),
                    rule.place,
                ));
                takes.push(met);
            }
            Some(met) if !self.may_take(piece, met, rule.label, &base) => {
                let own = self.piece(met).owner == self.piece(piece).owner;
                let barred =
                    self.withdrawals(Verb::Take, piece, rule.label, Some(&base), &|relation, frame| {
                        relation.fact.is_none()
                            && relation
                                .object
                                .as_ref()
                                .is_none_or(|object| self.has_piece(object, met, frame))
                    });
                let text = if own {
                    format!("{target} is occupied by a {} of its own side", self.name(met))
                } else {
                    format!("the {name} may not take the {} on {target}", self.name(met))
                };
                reasons.push(Reason { text, place: barred.first().map(|relation| relation.place), by: None });
                takes.push(met);
            }
            Some(met) => takes.push(met),
            None if !trace.mode.quiet && !trace.onto => {
                reasons.push(Reason::from_rule(
                    format!("the {name} goes so only to take, and there is nothing to take on {target}"),
                    rule.place,
                ));
            }
            None => {}
        }
        let info = Rc::new(Info { takes, met, ..(*base).clone() });
        if !travel.stays && !trace.onto && !self.may_stop(piece, target, rule.label, &info) {
            let barred = self.withdrawals(Verb::Stop, piece, rule.label, Some(&info), &|relation, frame| {
                relation.object.as_ref().is_none_or(|object| self.has_square(object, target, frame))
            });
            reasons.push(Reason {
                text: format!("the {name} may not stop on {target}"),
                place: barred.first().map(|relation| relation.place),
                by: None,
            });
        }
        if !self.may_move(piece, &trace.headings(), rule.label, &info) {
            let barred = self.withdrawals(Verb::Move, piece, rule.label, Some(&info), &|relation, frame| {
                self.heads(relation, &trace.headings(), frame)
            });
            reasons.push(Reason {
                text: format!("the {name} may not move so"),
                place: barred.first().map(|relation| relation.place),
                by: None,
            });
        }
        for guard in &rule.guards {
            if !self.guards(std::slice::from_ref(guard), &mut walk.frame.clone().with(&info)) {
                reasons.push(Reason::from_rule(
                    format!("the {name} goes so only under a condition that is not met"),
                    guard.condition.place,
                ));
            }
        }
        reasons
    }

    /// Who threatens the piece on which of these squares, where the sentence that refuses its way asks after threats.
    fn threats_on(&self, piece: PieceId, by: &Relation, way: SquareSet) -> Vec<String> {
        let mut asks = false;
        visit::guards(&by.guards, &mut |condition| {
            visit::all(condition, &mut |part| asks |= matches!(part.node, Node::Threatened { .. }));
        });
        let mut told = Vec::new();
        for square in way.iter().filter(|_| asks) {
            let there = self.standing(piece, square);
            let moment = Moment { position: &there, ..*self };
            let mut takers: Vec<PieceId> = Vec::new();
            moment.captures(self.piece(piece).owner.other(), Some(&[piece]), true, &mut |capture| {
                takers.extend(capture.taker.filter(|taker| !takers.contains(taker)));
                false
            });
            takers.retain(|taker| !self.hidden_from(*taker, self.piece(piece).owner));
            for taker in takers {
                if let Some(at) = self.square_of(taker) {
                    told.push(format!("the {} on {at} threatens {square}", self.name(taker)));
                }
            }
        }
        told
    }

    fn no_castling(&self, piece: PieceId, to: Square, index: usize, castle: &Castle) -> Vec<Reason> {
        let rule = &self.force.moves[index].rule;
        let mut reasons = Vec::new();
        let Some(from) = self.square_of(piece) else { return reasons };
        for (partner, goal) in self.partners(piece, rule, castle) {
            let Some(at) = self.square_of(partner) else { continue };
            // Either its goal is named, or its partner's square.
            if goal != to && at != to || goal == from {
                continue;
            }
            for each in [piece, partner] {
                if !self.piece(each).fresh {
                    reasons.push(Reason::from_rule(
                        format!(
                            "it could only castle to {goal}, and the {} has moved or may no longer castle",
                            self.name(each)
                        ),
                        rule.place,
                    ));
                }
            }
            let (low, high) =
                (from.file().min(at.file()).min(goal.file()), from.file().max(at.file()).max(goal.file()));
            for file in low..=high {
                let square = Square::at(file, from.rank());
                if let Some(found) = self.seen(square, piece).filter(|found| *found != partner) {
                    reasons.push(Reason::from_rule(
                        format!(
                            "it could only castle to {goal}, and the {} on {square} stands in the way",
                            self.name(found)
                        ),
                        rule.place,
                    ));
                }
            }
            let trail: SquareSet = (from.file().min(goal.file()) + 1..from.file().max(goal.file()))
                .map(|file| Square::at(file, from.rank()))
                .collect();
            let way = trail.or(std::iter::once(from).collect());
            let info = Rc::new(Info {
                origin: Some(from),
                target: Some(goal),
                castling: true,
                trail,
                ..Info::default()
            });
            for relation in self.withdrawals(Verb::Move, piece, rule.label, Some(&info), &|relation, _| {
                relation.object.is_none()
            }) {
                let threats = self.threats_on(piece, relation, way);
                let why = if threats.is_empty() { vec!["may not castle now".to_owned()] } else { threats };
                for why in why {
                    let text = format!("it could only castle to {goal}, and {why}");
                    reasons.push(Reason::from_rule(text, relation.place));
                }
            }
            for relation in
                self.withdrawals(Verb::Pass, partner, rule.label, Some(&info), &|relation, frame| {
                    let way = (at.file().min(goal.file()) + 1..at.file().max(goal.file()))
                        .map(|file| Square::at(file, from.rank()));
                    way.into_iter().any(|square| {
                        relation.object.as_ref().is_none_or(|object| self.has_square(object, square, frame))
                    })
                })
            {
                reasons.push(Reason::from_rule(
                    format!("it could only castle to {goal}, and the way there may not be passed"),
                    relation.place,
                ));
            }
        }
        reasons
    }
}
