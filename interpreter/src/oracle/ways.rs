//! The moves that may begin or continue a turn: each way of each piece, and ways with the same declaration as one.
//! Imports `model`, `position`.

use super::force::{Ranked, Slot};
use super::moment::{Frame, Info, Moment, Sought};
use super::state::Offer;
use super::walk::{Trace, Walk};
use crate::board::{SquareSet, Vector};
use crate::ids::{LabelId, PieceId, SideId, Square, VarId};
use crate::model::{Castle, Deed, Expr, Guard, Motion, MoveRule, Moves, Node, Reach, Travel, Verb, visit};
use crate::position::{Chosen, Declared, Place, Value};
use rulemate_grammar::source::Place as Origin;
use std::cell::OnceCell;
use std::rc::Rc;

/// One way to move, or several that are declared alike.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// Who moves; none for an act of a side.
    pub piece: Option<PieceId>,
    /// The sentences that make it, as indices into `Force::moves`.
    pub rules: Vec<usize>,
    /// Other sentences that make it: those by which its walk went on from elsewhere.
    pub by: Vec<Origin>,
    pub declared: Declared,
    pub takes: Vec<PieceId>,
    pub trail: SquareSet,
    pub heading: Vector,
    pub length: u16,
    pub onto: bool,
    pub stays: bool,
    pub act: bool,
    pub each: Option<(VarId, Value)>,
    /// The partner, and where it goes.
    pub partner: Option<(PieceId, Square)>,
    /// The piece met at the landing.
    pub met: Option<PieceId>,
}

impl Way {
    /// What guards and effects know of it.
    pub fn info(&self) -> Rc<Info> {
        Rc::new(Info {
            origin: self.declared.origin,
            target: self.declared.target,
            met: self.met,
            heading: self.heading,
            length: self.length,
            trail: self.trail,
            castling: self.partner.is_some(),
            takes: self.takes.clone(),
            entered: None,
        })
    }
}

impl Moment<'_> {
    /// All ways in which a side may begin its turn.
    pub fn ways(&self, side: SideId) -> Vec<Way> {
        self.ways_like(side, None)
    }

    /// The same; if a declaration is given, at least those that are declared like that.
    pub fn ways_like(&self, side: SideId, wanted: Option<&Declared>) -> Vec<Way> {
        let mut ways = Vec::new();
        for piece in self.present() {
            let there = wanted.is_none_or(|wanted| wanted.origin == self.square_of(piece));
            if there && self.piece(piece).owner == side {
                self.ways_of(piece, &mut ways);
            }
        }
        if matches!(self.sought, Sought::All) && wanted.is_none_or(|wanted| wanted.origin.is_none()) {
            let first = ways.len();
            self.side_acts(side, &mut ways);
            join(&mut ways, first);
        }
        ways
    }

    /// The acts of a side that are in force for it: of each label the latest replacement that holds, or else the
    /// original, and all additions.
    pub fn acts_in_force(&self, side: SideId) -> Vec<usize> {
        let of = |index: usize| &self.force.moves[index];
        let replaces = |index: &usize| of(*index).rule.motion == Motion::Now && self.stands(*index, side);
        let replacing: Vec<usize> = self.force.side_acts().filter(replaces).collect();
        let in_force = |index: &usize| {
            let Ranked { rule, .. } = of(*index);
            let latest = replacing.iter().rev().find(|each| of(**each).rule.label == rule.label);
            match rule.motion {
                Motion::Also => true,
                Motion::Base => latest.is_none(),
                Motion::Now => {
                    replacing.contains(index) && latest.is_some_and(|each| of(*each).file == of(*index).file)
                }
            }
        };
        self.force.side_acts().filter(in_force).collect()
    }

    /// Whether the guards of a side's act hold, but for those that ask about the move itself.
    fn stands(&self, index: usize, side: SideId) -> bool {
        let Ranked { rule, level, .. } = &self.force.moves[index];
        *level > self.depth.level || self.standing_guards(rule, &mut Frame::new(side, rule.vars))
    }

    /// Whether the guards hold that ask where a piece stands, and not about its move.
    pub fn standing_guards(&self, rule: &Moves, frame: &mut Frame) -> bool {
        let standing = |guard: &&Guard| !asks_about_move(&guard.condition);
        rule.guards.iter().filter(standing).all(|guard| self.guards(std::slice::from_ref(guard), frame))
    }

    /// The acts of a side.
    pub fn side_acts(&self, side: SideId, ways: &mut Vec<Way>) {
        for index in self.acts_in_force(side) {
            let Ranked { level, rule, .. } = &self.force.moves[index];
            let mut frame = Frame::new(side, rule.vars);
            for each in self.each(rule, &mut frame) {
                if let Some((var, value)) = &each {
                    frame.bind(*var, value.clone());
                }
                if *level > self.depth.level || self.guards(&rule.guards, &mut frame) {
                    let declared = Declared {
                        each: each.as_ref().and_then(|(_, value)| self.written(value)),
                        ..self.blank(rule, None)
                    };
                    ways.push(Way { declared, act: true, ..blank_way(None, index, each) });
                }
            }
        }
    }

    /// All ways of a piece, those of the same declaration joined.
    pub fn ways_of(&self, piece: PieceId, ways: &mut Vec<Way>) {
        let kind = self.piece(piece).kind;
        let first = ways.len();
        for slot in self.force.known_slots(kind) {
            for index in self.slot_rules(piece, slot) {
                self.ways_by(piece, index, ways);
            }
        }
        join(ways, first);
    }

    /// The sentences of a piece's slot that are in force where it stands.
    pub fn slot_rules(&self, piece: PieceId, slot: &Slot) -> Vec<usize> {
        let mut rules = Vec::new();
        for (depth, group) in slot.replacements.iter().enumerate() {
            let original = depth + 1 == slot.replacements.len();
            let here: Vec<usize> =
                group.iter().copied().filter(|index| self.replaces_here(piece, *index)).collect();
            if !here.is_empty() || original {
                rules = here;
                break;
            }
        }
        rules.extend(slot.also.iter().copied().filter(|index| self.holds_here(piece, *index)));
        rules
    }

    /// Whether a sentence is about this piece and may begin on its square.
    pub fn holds_here(&self, piece: PieceId, index: usize) -> bool {
        let rule = &self.force.moves[index].rule;
        let Some(subject) = &rule.subject else { return false };
        if !self.has_piece(subject, piece, &mut Frame::new(self.position.player, rule.vars)) {
            return false;
        }
        let Some(from) = super::force::origin_of(rule) else { return true };
        let Some(square) = self.square_of(piece) else { return false };
        self.has_square(from, square, &mut Frame::about(self, piece, rule.vars))
    }

    /// The same of a replacement, whose guards must hold, but for those that ask about the move itself.
    fn replaces_here(&self, piece: PieceId, index: usize) -> bool {
        let Ranked { rule, level, .. } = &self.force.moves[index];
        if !self.holds_here(piece, index) {
            return false;
        }
        rule.motion != Motion::Now
            || *level > self.depth.level
            || self.standing_guards(rule, &mut Frame::about(self, piece, rule.vars))
    }

    /// The ways of a piece by one sentence.
    pub fn ways_by(&self, piece: PieceId, index: usize, ways: &mut Vec<Way>) {
        let Some(origin) = self.square_of(piece) else { return };
        let rule = &self.force.moves[index].rule;
        if !matches!((self.sought, &rule.rule), (Sought::All, _) | (_, MoveRule::Travel(_))) {
            return;
        }
        self.question.walk(rule.place, || self.ways_of_sentence(piece, origin, index, ways));
    }

    fn ways_of_sentence(&self, piece: PieceId, origin: Square, index: usize, ways: &mut Vec<Way>) {
        let rule = &self.force.moves[index].rule;
        let mut frame = Frame::about(self, piece, rule.vars);
        for each in self.each(rule, &mut frame) {
            if let Some((var, value)) = &each {
                frame.bind(*var, value.clone());
            }
            match &rule.rule {
                MoveRule::Travel(travel) => self.travel(piece, origin, index, travel, &each, &frame, ways),
                MoveRule::Act(_) => {
                    let way = Way {
                        declared: self.declare(rule, piece, origin, &each),
                        act: true,
                        ..blank_way(Some(piece), index, each.clone())
                    };
                    let info = way.info();
                    if self.rule_allows(index, &info, &frame) && self.may_move(piece, &[], rule.label, &info)
                    {
                        ways.push(way);
                    }
                }
                MoveRule::Castle(castle) => self.castle(piece, origin, index, castle, &frame, ways),
            }
        }
    }

    fn rule_allows(&self, index: usize, info: &Rc<Info>, frame: &Frame) -> bool {
        let Ranked { level, rule, .. } = &self.force.moves[index];
        *level > self.depth.level
            || rule.guards.is_empty()
            || self.guards(&rule.guards, &mut frame.clone().with(info))
    }

    /// The members of the set that a sentence goes through, or none once.
    pub fn each(&self, rule: &Moves, frame: &mut Frame) -> Vec<Option<(VarId, Value)>> {
        match &rule.each {
            None => vec![None],
            Some((var, set)) => super::value::members(self.eval(set, frame))
                .into_iter()
                .map(|value| Some((*var, value)))
                .collect(),
        }
    }

    fn blank(&self, rule: &Moves, origin: Option<Square>) -> Declared {
        let apart = rule.has_block || !matches!(&rule.rule, MoveRule::Travel(travel) if !travel.stays);
        Declared {
            origin,
            target: None,
            takes: Vec::new(),
            partner: None,
            label: rule.label.filter(|_| apart),
            each: None,
            carried: false,
        }
    }

    fn declare(
        &self,
        rule: &Moves,
        piece: PieceId,
        origin: Square,
        each: &Option<(VarId, Value)>,
    ) -> Declared {
        Declared {
            each: each.as_ref().and_then(|(_, value)| self.written(value)),
            carried: matches!(self.piece(piece).place, Place::On(_)),
            ..self.blank(rule, Some(origin))
        }
    }

    fn written(&self, value: &Value) -> Option<Chosen> {
        Some(match value {
            Value::Pieces(list) => {
                let piece = *list.first()?;
                Chosen::Piece(self.square_of(piece), self.piece(piece).kind, self.piece(piece).owner)
            }
            Value::Squares(set) => Chosen::Square(set.iter().next()?),
            Value::Kinds(list) => Chosen::Kind(*list.first()?),
            Value::Directions(list) => Chosen::Directions(list.clone()),
            Value::Sides(list) => Chosen::Side(*list.first()?),
            Value::Events(list) => Chosen::Event(*list.first()?),
            Value::Number(number) => Chosen::Number(*number),
            Value::Bool(_) => return None,
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn travel(
        &self,
        piece: PieceId,
        origin: Square,
        index: usize,
        travel: &Travel,
        each: &Option<(VarId, Value)>,
        frame: &Frame,
        ways: &mut Vec<Way>,
    ) {
        let label = self.force.moves[index].rule.label;
        let mut walk = Walk::new(self, Some(piece), origin, label, frame.clone());
        walk.file = Some(self.force.moves[index].file);
        walk.run(&travel.path, travel.mode, &mut |walk, trace| {
            self.land(walk, &trace, index, travel, each, ways)
        });
    }

    /// Whether, and how, a walk may end where it is.
    fn land(
        &self,
        walk: &Walk<'_, '_>,
        trace: &Trace,
        index: usize,
        travel: &Travel,
        each: &Option<(VarId, Value)>,
        ways: &mut Vec<Way>,
    ) {
        let Some(piece) = walk.walker else { return };
        let Ranked { rule, .. } = &self.force.moves[index];
        let target = trace.square;
        if target == walk.origin && !travel.stays || !self.question.spend(1) {
            return;
        }
        let met = walk.found(target);
        let mut takes = trace.takes.clone();
        let info = OnceCell::new();
        let info = || info.get_or_init(|| walk.info(trace));
        // Whether something is taken at the landing, and not only on the way.
        let mut marked = false;
        if trace.onto {
            if !trace.mode.quiet {
                return;
            }
        } else {
            if let Some(found) = met.filter(|found| !takes.contains(found)) {
                let own = self.piece(found).owner == walk.frame.view;
                // A path of its own may say whose pieces it takes; else the relation does.
                let may = match trace.own {
                    Some(_) if own => true,
                    Some(false) => false,
                    _ => self.may_take(piece, found, rule.label, info()),
                };
                if !trace.mode.capture || trace.passing || !may {
                    return;
                }
                takes.push(found);
                marked = true;
            }
            if trace.mode.capture && self.force.taken_by_fact {
                for maker in self.makers(piece, target, rule.label, &info) {
                    if !takes.contains(&maker) {
                        takes.push(maker);
                        marked = true;
                    }
                }
            }
            let allowed = if marked { trace.mode.capture } else { trace.mode.quiet };
            if !allowed {
                return;
            }
        }
        if !self.seeks(&takes) {
            return;
        }
        let info = Rc::new(Info { takes: takes.clone(), met, ..(**info()).clone() });
        if !travel.stays && !self.may_stop(piece, target, rule.label, &info) {
            return;
        }
        if !self.may_move(piece, &trace.headings(), rule.label, &info)
            || !self.rule_allows(index, &info, &walk.frame)
        {
            return;
        }
        if travel
            .to
            .as_ref()
            .is_some_and(|to| !self.has_square(to, target, &mut walk.frame.clone().with(&info)))
        {
            return;
        }
        for borrowed in trace.borrowed() {
            let rule = &self.force.moves[*borrowed].rule;
            let frame = Frame::about(self, piece, rule.vars);
            let to = match &rule.rule {
                MoveRule::Travel(travel) => travel.to.as_ref(),
                MoveRule::Act(_) | MoveRule::Castle(_) => None,
            };
            if !self.rule_allows(*borrowed, &info, &frame)
                || to.is_some_and(|to| !self.has_square(to, target, &mut frame.clone().with(&info)))
            {
                return;
            }
        }
        let mut squares: Vec<Square> = takes.iter().filter_map(|each| self.square_of(*each)).collect();
        squares.sort_unstable();
        let declared =
            Declared { target: Some(target), takes: squares, ..self.declare(rule, piece, walk.origin, each) };
        ways.push(Way {
            declared,
            takes,
            trail: trace.trail,
            heading: info.heading,
            length: trace.length,
            onto: trace.onto,
            stays: travel.stays,
            met,
            by: trace.through().to_vec(),
            ..blank_way(Some(piece), index, each.clone())
        });
    }

    /// The makers of facts on a square that the walker may take there.
    fn makers<'i>(
        &self,
        piece: PieceId,
        square: Square,
        label: Option<LabelId>,
        info: &dyn Fn() -> &'i Rc<Info>,
    ) -> Vec<PieceId> {
        let mut makers = Vec::new();
        let facts = self.force.relations(Verb::Take).iter().filter_map(|each| each.rule.fact);
        for fact in facts {
            let Some(mark) = self.position.squares.get(&(fact, square)) else { continue };
            let Some(maker) =
                mark.maker.filter(|maker| mark.value == Value::Bool(true) && self.is_present(*maker))
            else {
                continue;
            };
            let free = maker != piece && self.sees(piece, maker);
            if free
                && self.may_take_by(piece, fact, label, info())
                && self.may_take(piece, maker, label, info())
                && !makers.contains(&maker)
            {
                makers.push(maker);
            }
        }
        makers
    }

    fn castle(
        &self,
        piece: PieceId,
        origin: Square,
        index: usize,
        castle: &Castle,
        frame: &Frame,
        ways: &mut Vec<Way>,
    ) {
        if !self.piece(piece).fresh || !matches!(self.piece(piece).place, Place::Square(_)) {
            return;
        }
        for partner in self.pieces(&castle.with, &mut frame.clone()) {
            let there = self.piece(partner);
            let apart = partner != piece && there.fresh && there.owner == frame.view;
            let Place::Square(from) = there.place else { continue };
            if apart && from.rank() == origin.rank() {
                self.castle_with(piece, origin, partner, from, index, castle, frame, ways);
            }
        }
    }

    /// The goals of both in a castling, if the board has them.
    pub fn castling_goals(
        &self,
        castle: &Castle,
        origin: Square,
        from: Square,
        frame: &Frame,
    ) -> Option<(Square, Square)> {
        let toward: i8 = if from.file() < origin.file() { -1 } else { 1 };
        let size = self.question.size();
        let goal = match &castle.reach {
            Reach::Squares(number) => {
                size.step(origin, Vector::new(toward.checked_mul(i8::try_from(*number).ok()?)?, 0))?
            }
            Reach::To(squares) => {
                let on_rank = self
                    .squares(squares, &mut frame.clone())
                    .iter()
                    .filter(|each| each.rank() == origin.rank());
                if toward < 0 {
                    on_rank.min_by_key(|each| each.file())?
                } else {
                    on_rank.max_by_key(|each| each.file())?
                }
            }
        };
        let partner_goal = size.step(goal, Vector::new(-toward, 0))?;
        Some((goal, partner_goal))
    }

    #[allow(clippy::too_many_arguments)]
    fn castle_with(
        &self,
        piece: PieceId,
        origin: Square,
        partner: PieceId,
        from: Square,
        index: usize,
        castle: &Castle,
        frame: &Frame,
        ways: &mut Vec<Way>,
    ) {
        let rule = &self.force.moves[index].rule;
        let Some((goal, partner_goal)) = self.castling_goals(castle, origin, from, frame) else { return };
        let board = self.board();
        let trail = between(origin, goal);
        let info = Rc::new(Info {
            origin: Some(origin),
            target: Some(goal),
            met: None,
            heading: Vector::new(if goal.file() < origin.file() { -1 } else { 1 }, 0),
            length: u16::from(goal.file().abs_diff(origin.file())),
            trail,
            castling: true,
            takes: Vec::new(),
            entered: None,
        });
        for (walker, other, from, to) in
            [(piece, partner, origin, goal), (partner, piece, from, partner_goal)]
        {
            let found = |square: Square| self.seen(square, walker).filter(|found| *found != other);
            if !board.has(to) || found(to).is_some() {
                return;
            }
            let partner_info = Rc::new(Info { origin: Some(from), target: Some(to), ..(*info).clone() });
            let mut last = from;
            for square in between(from, to).iter() {
                if !board.has(square)
                    || !self.may_pass(walker, square, found(square).is_none(), rule.label, || {
                        Rc::clone(&partner_info)
                    })
                {
                    return;
                }
            }
            for square in path(from, to) {
                if self.wall(walker, (last, square), rule.label, || Rc::clone(&partner_info)).is_some() {
                    return;
                }
                last = square;
            }
            let asked = if walker == piece { &info } else { &partner_info };
            if !self.may_move(walker, &[], rule.label, asked) {
                return;
            }
        }
        if !self.rule_allows(index, &info, frame) {
            return;
        }
        let declared =
            Declared { target: Some(goal), partner: Some(from), ..self.declare(rule, piece, origin, &None) };
        ways.push(Way {
            declared,
            trail,
            heading: info.heading,
            length: info.length,
            partner: Some((partner, partner_goal)),
            ..blank_way(Some(piece), index, None)
        });
    }

    /// The ways that take up an offer.
    pub fn ways_by_offer(&self, offer: &Offer) -> Vec<Way> {
        let grant = &offer.grant;
        let mut frame = offer.frame.clone();
        let mut ways = Vec::new();
        if let Value::Sides(sides) = self.eval(&grant.subject, &mut frame) {
            if sides.contains(&self.position.player) {
                ways = self.ways(self.position.player);
            }
        } else {
            for piece in self.pieces(&grant.subject, &mut frame) {
                if self.is_present(piece) && self.piece(piece).owner == self.position.player {
                    self.ways_of(piece, &mut ways);
                }
            }
            ways.retain(|way| match grant.deed {
                Deed::Moves => !way.stays && !way.act,
                Deed::Acts => way.act,
                Deed::Castles => way.partner.is_some(),
                _ => !way.takes.is_empty(),
            });
        }
        ways.retain(|way| {
            let labelled = grant.label.is_none_or(|label| {
                way.rules.iter().any(|rule| self.force.moves[*rule].rule.label == Some(label))
            });
            let info = way.info();
            let mut frame = frame.clone().with(&info);
            labelled
                && (!grant.without_taking || way.takes.is_empty())
                && grant.object.as_ref().is_none_or(|object| {
                    way.takes.iter().any(|taken| self.has_piece(object, *taken, &mut frame))
                })
                && self.guards(&grant.guards, &mut frame)
        });
        ways
    }
}

/// Whether a condition is about the move that is being made, and not only about where the piece stands.
fn asks_about_move(condition: &Expr) -> bool {
    let mut asks = false;
    visit::all(condition, &mut |part| {
        asks |= matches!(
            part.node,
            Node::Origin
                | Node::Target
                | Node::Trail
                | Node::Heading
                | Node::Length
                | Node::Castling
                | Node::Now(..)
        );
    });
    asks
}

fn blank_way(piece: Option<PieceId>, index: usize, each: Option<(VarId, Value)>) -> Way {
    Way {
        piece,
        rules: vec![index],
        by: Vec::new(),
        declared: Declared {
            origin: None,
            target: None,
            takes: Vec::new(),
            partner: None,
            label: None,
            each: None,
            carried: false,
        },
        takes: Vec::new(),
        trail: SquareSet::EMPTY,
        heading: Vector::default(),
        length: 0,
        onto: false,
        stays: false,
        act: false,
        each,
        partner: None,
        met: None,
    }
}

/// Ways with the same declaration become one; what they leave behind adds up.
pub(super) fn join(ways: &mut Vec<Way>, first: usize) {
    for way in ways.split_off(first) {
        let same = ways[first..]
            .iter_mut()
            .find(|kept| kept.declared == way.declared && kept.onto == way.onto && kept.piece == way.piece);
        match same {
            Some(kept) => {
                kept.trail = kept.trail.or(way.trail);
                for rule in way.rules {
                    if !kept.rules.contains(&rule) {
                        kept.rules.push(rule);
                    }
                }
            }
            None => ways.push(way),
        }
    }
}

/// The squares strictly between two of one rank.
fn between(a: Square, b: Square) -> SquareSet {
    let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
    (low + 1..high).map(|file| Square::at(file, a.rank())).collect()
}

/// The squares from one to another of one rank, the first left out.
fn path(from: Square, to: Square) -> Vec<Square> {
    let rank = from.rank();
    if from.file() < to.file() {
        (from.file() + 1..=to.file()).map(|file| Square::at(file, rank)).collect()
    } else {
        (to.file()..from.file()).rev().map(|file| Square::at(file, rank)).collect()
    }
}
