//! What keeps a piece from going, acting or castling as some sentence has it. Imports `model`, `position`.

use super::moment::{Frame, Info, Moment};
use super::walk::Walk;
use crate::board::SquareSet;
use crate::engine::Reason;
use crate::ids::{LabelId, PieceId, Square};
use crate::model::{Act, Castle, Motion, MoveRule, Moves, Node, Relation, Travel, Verb, visit};
use std::rc::Rc;

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
    pub fn no_way(&self, piece: PieceId, from: Square, to: Square) -> Vec<Reason> {
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

    /// Whether some sentence of a piece leads it to a square and nothing bars that.
    pub fn leads(&self, piece: PieceId, from: Square, to: Square) -> bool {
        let mut ways = Vec::new();
        self.ways_of(piece, &mut ways);
        ways.iter().any(|way| way.declared.origin == Some(from) && way.declared.target == Some(to))
    }

    /// Who does an act, in words.
    pub fn who_acts(&self, piece: Option<PieceId>) -> String {
        match piece {
            Some(piece) => format!("the {}", self.name(piece)),
            None => self.question.side_name(self.position.player).to_owned(),
        }
    }

    /// Why no sentence lets a piece, or the player's side, do an act of a label.
    pub fn no_act(&self, piece: Option<PieceId>, label: LabelId) -> Vec<Reason> {
        let player = self.position.player;
        let mut reasons: Vec<Reason> = Vec::new();
        for (index, each) in self.force.moves.iter().enumerate() {
            let rule = &each.rule;
            let has = match (&rule.subject, piece) {
                (Some(subject), Some(piece)) => {
                    self.has_piece(subject, piece, &mut Frame::new(player, rule.vars))
                }
                (None, None) => true,
                _ => false,
            };
            let MoveRule::Act(act) = &rule.rule else { continue };
            if has && rule.label == Some(label) {
                for reason in self.bars_act(piece, index, act) {
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                }
            }
        }
        reasons
    }

    /// What bars an act by one sentence.
    fn bars_act(&self, piece: Option<PieceId>, index: usize, act: &Act) -> Vec<Reason> {
        let rule = &self.force.moves[index].rule;
        let player = self.position.player;
        let label = rule.label.map_or("", |label| &self.force.library.labels[label.index()]);
        let who = self.who_acts(piece);
        let frame = match piece {
            Some(piece) => Frame::about(self, piece, rule.vars),
            None => Frame::new(player, rule.vars),
        };
        let square = piece.and_then(|piece| self.square_of(piece));
        if let (Some(zone), Some(at)) = (&act.from, square)
            && !self.has_square(zone, at, &mut frame.clone())
        {
            let text = format!("{who} may act by `{label}`, but not from {at}");
            return vec![Reason::from_rule(text, rule.place)];
        }
        let replaced = match piece {
            Some(piece) => self.replaced(piece, index),
            None => {
                let in_force = self.acts_in_force(player);
                let instead = in_force.iter().map(|each| &self.force.moves[*each].rule);
                let instead =
                    instead.filter(|other| other.label == rule.label && other.motion == Motion::Now);
                (!in_force.contains(&index)).then(|| instead.map(|other| other.place).next())
            }
        };
        let instead = |by| Reason {
            text: format!(
                "{who} no longer acts by `{label}` so: another rule stands in the place of this one"
            ),
            place: Some(rule.place),
            by,
        };
        if let Some(by) = replaced.filter(|_| rule.motion != Motion::Now) {
            return vec![instead(by)];
        }
        let info = Rc::new(Info { origin: square, ..Info::default() });
        let mut reasons = Vec::new();
        if let Some(piece) = piece.filter(|piece| !self.may_move(*piece, &[], rule.label, &info)) {
            let barred = self.withdrawals(Verb::Move, piece, rule.label, Some(&info), &|relation, frame| {
                self.heads(relation, &[], frame)
            });
            reasons.push(Reason {
                text: format!("{who} may not move, and so not act"),
                place: barred.first().map(|relation| relation.place),
                by: None,
            });
        }
        let mut best: Option<Vec<Reason>> = None;
        for each in self.each(rule, &mut frame.clone()) {
            let mut frame = frame.clone().with(&info);
            if let Some((var, value)) = each {
                frame.bind(var, value);
            }
            let unmet = rule
                .guards
                .iter()
                .filter(|guard| !self.guards(std::slice::from_ref(*guard), &mut frame.clone()));
            let unmet: Vec<Reason> = unmet
                .map(|guard| {
                    let text = match guard.unless {
                        true => format!("{who} does not act by `{label}` while this holds"),
                        false => format!("{who} acts by `{label}` only while this holds"),
                    };
                    Reason::from_rule(text, guard.condition.place)
                })
                .collect();
            if best.as_ref().is_none_or(|best| unmet.len() < best.len()) {
                best = Some(unmet);
            }
        }
        let none = || {
            let text = format!("{who} acts by `{label}` for each of a set, and now it is empty");
            vec![Reason::from_rule(text, rule.place)]
        };
        reasons.extend(best.unwrap_or_else(none));
        if reasons.is_empty() {
            reasons.extend(replaced.map(instead));
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
            let wall = self.wall(piece, (*before, *beyond), rule.label, || Rc::clone(&base));
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
        if !travel.stays && !self.may_stop(piece, target, rule.label, &info) {
            let barred = self.stops_barred(piece, target, rule.label, &info);
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
