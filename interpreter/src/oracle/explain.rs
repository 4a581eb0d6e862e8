//! Why a move is legal, or everything that refuses it. Imports `model`, `position`, `engine`.

use super::legal::{Reached, stopped};
use super::question::Question;
use super::state::{Offer, Script, State, Stop};
use super::turn::{Found, branch};
use super::ways::Way;
use crate::engine::{Explained, Explanation, Reason};
use crate::ids::{LabelId, PieceId, SideId, Square};
use crate::model::{Effect, EffectKind, Law, MoveRule, Moves};
use crate::position::{Chosen, Declared, Part, Position, Turn};
use std::ops::ControlFlow;

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
        let state = match self.to_be_explained(position, leads) {
            Ok(state) => state,
            Err(reasons) => return reasons,
        };
        let piece = match self.own_piece(&state, from) {
            Ok(piece) => piece,
            Err(reason) => return vec![reason],
        };
        let goes = |way: &Way| way.declared.origin == Some(from) && way.declared.target == Some(to);
        let mut reasons = self.refused_ways(position, &state, &goes);
        if reasons.is_empty() {
            reasons = state.no_offer();
        }
        let moment = state.moment();
        if reasons.is_empty() {
            reasons = moment.no_way(piece, from, to);
        }
        if reasons.is_empty() && moment.leads(piece, from, to) {
            reasons = state.other_offers();
        }
        if reasons.is_empty() && !moment.board().has(to) {
            let text = format!("{to} is not on the board");
            reasons.push(Reason { text, place: moment.left_out(to).map(|rule| rule.place), by: None });
        }
        *leads = !reasons.is_empty();
        if reasons.is_empty() {
            reasons.push(Reason::plain(format!("the {} on {from} does not go to {to}", moment.name(piece))));
        }
        reasons
    }

    /// What makes an act of a piece, or of the side, legal, or all that refuses it; nothing of what no rule knows.
    pub(super) fn explain_act(&self, position: &Position, at: Option<Square>, label: LabelId) -> Explanation {
        let mut explanation = Explanation::default();
        let is_act = |rule: &Moves| {
            matches!(rule.rule, MoveRule::Act(_))
                && rule.label == Some(label)
                && rule.subject.is_some() == at.is_some()
        };
        let force = self.force(position);
        if !force.library.files.iter().any(|file| file.moves.iter().any(is_act)) {
            return explanation;
        }
        let acts = |declared: &Declared| {
            declared.target.is_none()
                && declared.partner.is_none()
                && declared.origin == at
                && declared.label == Some(label)
        };
        for (turn, state, _) in self.list(position) {
            if matches!(turn.parts.first(), Some(Part::Move(declared)) if acts(declared)) {
                explanation.legal.push(Explained { turn, places: state.made });
            }
        }
        explanation.leads = true;
        if explanation.legal.is_empty() {
            explanation.refused = self.refuse_act(position, at, label, &acts);
        }
        explanation
    }

    fn refuse_act(
        &self,
        position: &Position,
        at: Option<Square>,
        label: LabelId,
        acts: &dyn Fn(&Declared) -> bool,
    ) -> Vec<Reason> {
        if let Some(square) = at.filter(|square| !self.size().has(*square)) {
            return vec![Reason::plain(format!("{square} is not on the board"))];
        }
        let state = match self.to_be_explained(position, &mut false) {
            Ok(state) => state,
            Err(reasons) => return reasons,
        };
        let piece = match at.map(|square| self.own_piece(&state, square)).transpose() {
            Ok(piece) => piece,
            Err(reason) => return vec![reason],
        };
        let mut reasons = self.refused_ways(position, &state, &|way| acts(&way.declared));
        if reasons.is_empty() {
            reasons = state.no_offer();
        }
        let moment = state.moment();
        if reasons.is_empty() {
            reasons = moment.no_act(piece, label);
        }
        if reasons.is_empty() {
            reasons = state.other_offers();
        }
        if reasons.is_empty() {
            let who = moment.who_acts(piece);
            let name = &state.force.library.labels[label.index()];
            reasons.push(Reason::plain(format!("no rule in force lets {who} act by `{name}`")));
        }
        reasons
    }

    /// The turn as it stands, to say why something cannot go on from there; else why nothing can.
    fn to_be_explained(&self, position: &Position, leads: &mut bool) -> Result<State<'_>, Vec<Reason>> {
        if let Some(over) = &position.over {
            return Err(vec![Reason::from_rule("the game is over", over.place)]);
        }
        if let Some(state) = self.under_way(position) {
            return Ok(state);
        }
        let mut stuck = self.stuck(position);
        *leads = !stuck.is_empty();
        if stuck.is_empty() {
            let goes_on = self.decisions(position).is_some() || !self.list(position).is_empty();
            stuck.push(Reason::plain(match goes_on {
                true => "a decision is waited for first",
                false => "nothing legal can follow what has been declared",
            }));
        }
        Err(stuck)
    }

    /// The player's piece on a square, or that there is none.
    fn own_piece(&self, state: &State<'_>, at: Square) -> Result<PieceId, Reason> {
        let (moment, player) = (state.moment(), state.player());
        let Some(piece) = state.position.at(at) else {
            return Err(Reason::plain(format!("nothing stands on {at}")));
        };
        let owner = state.position.piece(piece).owner;
        if owner == player {
            return Ok(piece);
        }
        let side = |side: SideId| self.side_name(side).to_owned();
        Err(Reason::plain(format!(
            "the {} belongs to {}, and it is the turn of {}",
            moment.name(piece),
            side(owner),
            side(player)
        )))
    }

    /// What refuses the moves that are meant: of whole turns that are only judged illegal, or do not do what is
    /// demanded; and what stops the others.
    fn refused_ways(
        &self,
        position: &Position,
        state: &State<'_>,
        meant: &dyn Fn(&Way) -> bool,
    ) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        for (way, offer) in state.next_moves().iter().filter(|(way, _)| meant(way)) {
            let mut tell = |reason: Reason| {
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            };
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
            let mut next = state.clone();
            if reasons.is_empty() && next.perform(way, offer.as_ref(), &mut Script::new(&[])).is_ok() {
                let must = next.offers.iter().filter(|offer| offer.grant.must);
                reasons.extend(
                    must.map(|offer| Reason::from_rule("no move that must follow it is legal", offer.place)),
                );
            }
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
        match self.reach(&base, &pending.declared) {
            Ok(Reached::Moving { before, way, offer, choices }) => {
                before.stops(&way, offer.as_ref(), &choices)
            }
            _ => Vec::new(),
        }
    }
}

impl State<'_> {
    /// What stops a move, whatever is chosen behind the choices that have been made.
    fn stops(&self, way: &Way, offer: Option<&Offer>, choices: &[Option<Chosen>]) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        let mut scripts = vec![choices.to_vec()];
        let mut idle = None;
        for _ in 0..TRIED {
            let Some(script) = scripts.pop() else { break };
            let mut next = self.clone();
            match next.perform(way, offer, &mut Script::new(&script)) {
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
                Ok(()) if way.act && next.offers.is_empty() && next.position == self.position => {
                    idle.get_or_insert("it changes nothing");
                }
                Err(Stop::Dead) if way.act => {
                    idle.get_or_insert("it asks for a choice, and there is nothing to choose");
                }
                _ => {}
            }
        }
        if let (true, Some(text), Some(rule)) = (reasons.is_empty(), idle, way.rules.first()) {
            reasons.push(Reason::from_rule(text, self.force.moves[*rule].rule.place));
        }
        reasons
    }

    /// Behind a first move, that nothing offers a further one, with the sentences that could.
    fn no_offer(&self) -> Vec<Reason> {
        if self.moves == 0 || !self.offers.is_empty() {
            return Vec::new();
        }
        let mut places = Vec::new();
        for each in &self.force.moves {
            grants(&each.rule.block, &mut places);
        }
        for each in &self.force.triggers {
            grants(&each.rule.effects, &mut places);
        }
        if places.is_empty() {
            return vec![Reason::plain("no rule in force lets a further move follow in a turn")];
        }
        let told = places.into_iter().take(TOLD);
        told.map(|place| Reason::from_rule("no further move is offered here", place)).collect()
    }

    /// Behind a first move, that what is offered is something else.
    fn other_offers(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for offer in self.offers.iter().filter(|_| self.moves > 0).take(TOLD) {
            let reason = Reason::from_rule("it is none of the further moves that are offered", offer.place);
            if !reasons.contains(&reason) {
                reasons.push(reason);
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

/// The sentences among effects, and within them, that offer a further move.
fn grants(effects: &[Effect], places: &mut Vec<rulemate_grammar::source::Place>) {
    for effect in effects {
        match &effect.kind {
            EffectKind::Grant(_) => places.push(effect.place),
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => grants(body, places),
            EffectKind::If(_, then, otherwise) => {
                grants(then, places);
                grants(otherwise, places);
            }
            EffectKind::Choose(choose) => grants(&choose.body, places),
            _ => {}
        }
    }
}
