//! The rules in force: the sentences of the games and of the events that have started, in order, and the
//! level of each. Imports `model`.

use crate::ids::{FileId, KindId, LabelId, MeaningId};
use crate::model::level::Levels;
use crate::model::{
    Claim, Definition, Demand, Edge, Effect, EffectKind, End, Expr, Happens, Law, Library, Motion, MoveRule,
    Moves, Node, Promotion, Relation, Suspension, Time, Trigger, Type, Verb, visit,
};
use std::sync::Arc;

use super::constant::Constants;

/// A sentence in force, the file that it stands in, and its level.
#[derive(Clone, Debug)]
pub(super) struct Ranked<T> {
    pub file: FileId,
    pub level: u8,
    pub rule: T,
}

/// All sentences in force, by sort.
#[derive(Debug)]
pub(super) struct Force {
    pub library: Arc<Library>,
    pub moves: Vec<Ranked<Moves>>,
    pub promotions: Vec<Ranked<Promotion>>,
    pub edges: Vec<Ranked<Edge>>,
    relations: [Vec<Ranked<Relation>>; 8],
    pub demands: Vec<Ranked<Demand>>,
    /// By meaning.
    definitions: Vec<Vec<Ranked<Definition>>>,
    pub laws: Vec<Ranked<Law>>,
    pub suspensions: Vec<Ranked<Suspension>>,
    /// Latest file first.
    pub ends: Vec<Ranked<End>>,
    pub claims: Vec<Ranked<Claim>>,
    pub triggers: Vec<Ranked<Trigger>>,
    /// Pieces may be taken otherwise than by the captures that a move's walk lists.
    pub takes_otherwise: bool,
    /// The board is the whole rectangle.
    pub whole_board: bool,
    /// Every piece sees every piece.
    pub all_seen: bool,
    /// Somebody may be taken by a fact on a square.
    pub taken_by_fact: bool,
    /// Some sentence lets pieces go on from elsewhere that come to a square, whether or not a piece stands there.
    pub doors_on_squares: bool,
    /// By kind: the sentences of each of its slots.
    slots: Vec<Vec<Slot>>,
    /// What walks by a label are asked of their past; the first entry is for walks without one that is listed.
    asked: Vec<(Option<LabelId>, Asked)>,
}

/// What sentences in force ask of the past of a walk while it is under way, or where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Asked {
    pub trail: bool,
    pub length: bool,
    /// Headings before the last, because one may be barred.
    pub headings: bool,
}

impl Asked {
    fn expr(&mut self, expr: &Expr) {
        visit::all(expr, &mut |part| match &part.node {
            Node::Trail => self.trail = true,
            Node::Length => self.length = true,
            _ => {}
        });
    }

    fn relation(&mut self, rule: &Relation) {
        rule.object.iter().chain(&rule.to).for_each(|each| self.expr(each));
        visit::guards(&rule.guards, &mut |each| self.expr(each));
        self.headings |= rule.verb == Verb::Move && rule.object.is_some() && !rule.can;
    }
}

impl Force {
    /// Collects what holds: the games of the library, and these events in order of their start.
    pub fn new(library: &Arc<Library>, events: &[FileId]) -> Force {
        let files: Vec<FileId> =
            (0..library.games).map(FileId::from_index).chain(events.iter().copied()).collect();
        let mut definitions: Vec<Vec<Ranked<Definition>>> = vec![Vec::new(); library.meanings.len()];
        for &file in &files {
            for rule in &library.files[file.index()].definitions {
                definitions[rule.meaning.index()].push(Ranked { file, level: 0, rule: rule.clone() });
            }
        }
        // What an event needs is asked before it starts, and in its own words.
        for file in (library.games..library.files.len()).map(FileId::from_index) {
            let own = |rule: &&Definition| library.meanings[rule.meaning.index()].file == file;
            if !files.contains(&file) && !library.files[file.index()].needs.is_empty() {
                for rule in library.files[file.index()].definitions.iter().filter(own) {
                    definitions[rule.meaning.index()].push(Ranked { file, level: 0, rule: rule.clone() });
                }
            }
        }
        let in_force: Vec<&Definition> = definitions.iter().flatten().map(|each| &each.rule).collect();
        let levels = Levels::by(library, &in_force);
        for each in definitions.iter_mut().flatten() {
            each.level = levels.definition(&each.rule);
        }
        let mut force = Force {
            library: Arc::clone(library),
            moves: collect(library, &files, |file| &file.moves, |rule| levels.moves(rule)),
            promotions: collect(library, &files, |file| &file.promotions, |rule| levels.guards(&rule.guards)),
            edges: collect(library, &files, |file| &file.edges, |rule| levels.guards(&rule.guards)),
            relations: Default::default(),
            demands: collect(library, &files, |file| &file.demands, |rule| levels.guards(&rule.guards)),
            laws: collect(library, &files, |file| &file.laws, |rule| levels.expr(&rule.condition)),
            suspensions: collect(
                library,
                &files,
                |file| &file.suspensions,
                |rule| levels.guards(&rule.guards),
            ),
            ends: Vec::new(),
            claims: collect(library, &files, |file| &file.claims, |rule| levels.guards(&rule.guards)),
            triggers: collect(library, &files, |file| &file.triggers, |rule| levels.trigger(rule)),
            definitions,
            takes_otherwise: false,
            whole_board: true,
            all_seen: true,
            taken_by_fact: false,
            doors_on_squares: false,
            slots: Vec::new(),
            asked: Vec::new(),
        };
        let constants = Constants::new(library, &force.definitions);
        for each in &mut force.moves {
            if let MoveRule::Travel(travel) = &mut each.rule.rule {
                constants.fold_path(&mut travel.path);
            }
        }
        let mut reversed = files.clone();
        reversed.reverse();
        force.ends = collect(library, &reversed, |file| &file.ends, |rule| levels.guards(&rule.guards));
        for each in collect(library, &files, |file| &file.relations, |rule| levels.relation(rule)) {
            force.relations[each.rule.verb as usize].push(each);
        }
        force.whole_board = force.definitions[library.board.index()].is_empty();
        force.all_seen = force.relations(Verb::See).iter().all(|each| each.rule.can);
        let on_squares = |rule: &Relation| match &rule.object {
            Some(Expr { node: Node::SquaresOf(of), .. }) => of.of != Type::Pieces,
            Some(object) => object.of != Type::Pieces,
            None => true,
        };
        force.doors_on_squares =
            force.relations(Verb::PassFrom).iter().any(|each| each.rule.can && on_squares(&each.rule));
        force.taken_by_fact = force.relations(Verb::Take).iter().any(|each| each.rule.fact.is_some());
        let before =
            |rule: &Trigger| rule.time == Time::Before && matches!(rule.happens, Happens::Does { .. });
        force.takes_otherwise = force.moves.iter().any(|each| take(&each.rule.block))
            || force
                .triggers
                .iter()
                .any(|each| before(&each.rule) || each.rule.time == Time::When && take(&each.rule.effects));
        for kind in (0..library.kinds.len()).map(KindId::from_index) {
            let slots = force.labels(kind).iter().map(|label| force.slot(kind, *label, &[])).collect();
            force.slots.push(slots);
        }
        force.asked = force.all_asked();
        force
    }

    fn all_asked(&self) -> Vec<(Option<LabelId>, Asked)> {
        let mut by_paths = Asked::default();
        for each in self.moves.iter().filter(|each| matches!(each.rule.rule, MoveRule::Travel(_))) {
            visit::moves(&each.rule, &mut |expr| by_paths.expr(expr));
            visit::guards(&each.rule.guards, &mut |expr| by_paths.expr(expr));
        }
        let relations = || self.relations.iter().flatten().map(|each| &each.rule);
        let mut labels = vec![None];
        for label in relations().map(|rule| rule.label).filter(Option::is_some) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let of = |label: Option<LabelId>| {
            let mut asked = by_paths;
            relations()
                .filter(|rule| rule.label.is_none() || rule.label == label)
                .for_each(|rule| asked.relation(rule));
            (label, asked)
        };
        labels.into_iter().map(of).collect()
    }

    /// What walks by a label are asked of their past.
    pub fn asked(&self, label: Option<LabelId>) -> Asked {
        let of = |wanted: Option<LabelId>| self.asked.iter().find(|(each, _)| *each == wanted);
        of(label).or_else(|| of(None)).map_or_else(Asked::default, |(_, asked)| *asked)
    }

    /// The slots of a kind.
    pub fn known_slots(&self, kind: KindId) -> &[Slot] {
        &self.slots[kind.index()]
    }

    /// The relations of a verb, in file order.
    pub fn relations(&self, verb: Verb) -> &[Ranked<Relation>] {
        &self.relations[verb as usize]
    }

    /// Whether no sentence takes anything away from this relation.
    pub fn never_withdrawn(&self, verb: Verb) -> bool {
        self.relations(verb).iter().all(|each| each.rule.can)
    }

    /// The definitions of a word, in file order.
    pub fn definitions(&self, meaning: MeaningId) -> &[Ranked<Definition>] {
        &self.definitions[meaning.index()]
    }

    /// Whether `kind` is one of these, by itself or by what it is.
    pub fn kind_in(&self, kind: KindId, kinds: &[KindId]) -> bool {
        self.library.lineage(kind).any(|each| kinds.contains(&each))
    }

    /// The sentences of movement that a kind has in one slot: groups of replacements, latest first, each to be
    /// used if the guards of one of its sentences hold; the last group is the original. And the additions. Of these
    /// files only the originals count.
    pub fn slot(&self, kind: KindId, label: Option<LabelId>, without: &[FileId]) -> Slot {
        let mut slot = Slot::default();
        for ancestor in self.library.lineage(kind) {
            for (index, each) in self.moves.iter().enumerate() {
                let Moves { kinds, motion, label: own, subject, .. } = &each.rule;
                let named =
                    kinds.contains(&ancestor) || kinds.is_empty() && ancestor == kind && subject.is_some();
                if !named || *own != label || without.contains(&each.file) && *motion != Motion::Base {
                    continue;
                }
                match motion {
                    Motion::Also => {
                        if !slot.also.contains(&index) {
                            slot.also.push(index);
                        }
                    }
                    Motion::Now | Motion::Base => {}
                }
            }
            if slot.closed {
                continue;
            }
            let mut groups: Vec<(FileId, Vec<usize>)> = Vec::new();
            let mut base: Vec<usize> = Vec::new();
            for (index, each) in self.moves.iter().enumerate() {
                let rule = &each.rule;
                if !rule.kinds.contains(&ancestor)
                    || rule.label != label
                    || without.contains(&each.file) && rule.motion != Motion::Base
                {
                    continue;
                }
                match rule.motion {
                    Motion::Base => base.push(index),
                    Motion::Now => match groups.last_mut() {
                        Some((file, group)) if *file == each.file => group.push(index),
                        _ => groups.push((each.file, vec![index])),
                    },
                    Motion::Also => {}
                }
            }
            let own = !groups.is_empty() || !base.is_empty();
            slot.replacements.extend(groups.into_iter().rev().map(|(_, group)| group));
            if own {
                slot.closed = !base.is_empty() || self.always_replaced(&slot);
                if !base.is_empty() {
                    slot.replacements.push(base);
                }
            }
        }
        slot.also.sort_unstable();
        slot
    }

    fn always_replaced(&self, slot: &Slot) -> bool {
        slot.replacements.iter().any(|group| {
            group.iter().any(|&index| {
                self.moves[index].rule.guards.is_empty() && origin_of(&self.moves[index].rule).is_none()
            })
        })
    }

    /// The labels of the slots that any sentence in force gives to a kind or one that it is.
    pub fn labels(&self, kind: KindId) -> Vec<Option<LabelId>> {
        let mut labels = Vec::new();
        for each in &self.moves {
            let rule = &each.rule;
            let reaches =
                rule.subject.is_some() && (rule.kinds.is_empty() || self.kind_in(kind, &rule.kinds));
            if reaches && !labels.contains(&rule.label) {
                labels.push(rule.label);
            }
        }
        labels
    }

    /// All acts of sides, whether they are in force or replaced.
    pub fn side_acts(&self) -> impl Iterator<Item = usize> + '_ {
        self.moves.iter().enumerate().filter(|(_, each)| each.rule.subject.is_none()).map(|(index, _)| index)
    }

    /// Kinds that some castling in force names, as the one that goes first or as its partner.
    pub fn castlings(&self) -> impl Iterator<Item = (&Ranked<Moves>, &crate::model::Castle)> {
        self.moves.iter().filter_map(|each| match &each.rule.rule {
            MoveRule::Castle(castle) => Some((each, castle)),
            MoveRule::Travel(_) | MoveRule::Act(_) => None,
        })
    }
}

/// The sentences of one slot of a kind, as indices into `Force::moves`.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    /// Latest first.
    pub replacements: Vec<Vec<usize>>,
    pub also: Vec<usize>,
    closed: bool,
}

/// The squares that a move may begin on, if the sentence says so.
pub(super) fn origin_of(rule: &Moves) -> Option<&Expr> {
    match &rule.rule {
        MoveRule::Travel(travel) => travel.from.as_ref(),
        MoveRule::Act(act) => act.from.as_ref(),
        MoveRule::Castle(castle) => castle.from.as_ref(),
    }
}

fn collect<T: Clone>(
    library: &Library,
    files: &[FileId],
    list: impl Fn(&crate::model::File) -> &Vec<T>,
    level: impl Fn(&T) -> u8,
) -> Vec<Ranked<T>> {
    let of = |file: &FileId| {
        let file = *file;
        list(&library.files[file.index()]).iter().map(move |rule| (file, rule))
    };
    files
        .iter()
        .flat_map(of)
        .map(|(file, rule)| Ranked { file, level: level(rule), rule: rule.clone() })
        .collect()
}

/// Whether effects may take a piece, now or by a further move, in a turn that is only asked about. There
/// chance does not count, so nothing behind its decision does.
fn take(effects: &[Effect]) -> bool {
    let chance =
        |effect: &&Effect| matches!(&effect.kind, EffectKind::Choose(choose) if choose.who.is_none());
    effects.iter().take_while(|effect| !chance(effect)).any(|effect| match &effect.kind {
        EffectKind::Take(_) | EffectKind::Grant(_) | EffectKind::Starts(_) => true,
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => take(body),
        EffectKind::If(_, then, otherwise) => take(then) || take(otherwise),
        EffectKind::Choose(choose) => take(&choose.body),
        _ => false,
    })
}
