//! Sentences of every sort. Imports `ids`, `model`, `program`.

use super::slots::Numbered;
use super::terms::{all_events, var};
use super::{Lower, paths};
use crate::compile::Refusal;
use crate::ids::FileId;
use crate::model::{self, EffectKind as Said, MoveRule, Reach};
use crate::program::full::rule::{
    Choose, Demand, Edge, Effect, EffectKind, End, Grant, Happens, Law, Moves, Promotion, Relation,
    Suspension, Trigger, Walks,
};
use crate::program::full::{Candidate, Slot};
use crate::vocabulary::Type;
use rulemate_grammar::source::Place;

/// All rules of movement, and what they are to kinds and sides.
pub(super) struct Movement<const N: usize> {
    pub(super) moves: Vec<Moves<N>>,
    /// The slots of each kind.
    pub(super) slots: Vec<Vec<Slot>>,
    /// These as without the changes that sets of borrowing files make.
    pub(super) slots_without: Vec<(u64, Vec<Vec<Slot>>)>,
    pub(super) borrowers: Vec<u16>,
    /// The acts of sides.
    pub(super) acts: Vec<u16>,
}

/// More files that borrow walks are not told apart.
const MOST_BORROWERS: usize = 64;

impl<const N: usize> Lower<'_, '_, N> {
    fn each_file<T: Clone>(&self, list: impl Fn(&model::File) -> &Vec<T>) -> Vec<(FileId, T)> {
        let of = |file: &FileId| {
            let file = *file;
            list(self.rules.file(file)).iter().cloned().map(move |rule| (file, rule))
        };
        self.rules.files.iter().flat_map(of).collect()
    }

    /// The number of a label, if there is one.
    fn named(&mut self, label: Option<crate::ids::LabelId>, place: Place) -> Result<Option<u8>, Refusal> {
        label.map(|label| self.label(label, place)).transpose()
    }

    pub(super) fn movement(&mut self) -> Result<Movement<N>, Refusal> {
        let said = self.each_file(|file| &file.moves);
        let mut moves = Vec::new();
        let mut acts = Vec::new();
        for (index, (file, rule)) in (0u16..).zip(&said) {
            if rule.subject.is_none() {
                acts.push(index);
            }
            moves.push(self.moves(*file, rule)?);
        }
        let numbered: Vec<Numbered<'_>> =
            (0u16..).zip(&said).map(|(index, (file, rule))| (index, *file, rule)).collect();
        let slots = |without: &[FileId]| -> Vec<Vec<Slot>> {
            self.codes.kinds.iter().map(|kind| self.slots(*kind, &numbered, without)).collect()
        };
        let borrowing =
            self.rules.files.iter().filter(|file| said.iter().any(|(of, rule)| of == *file && borrows(rule)));
        let borrowing: Vec<FileId> = borrowing.copied().collect();
        if let (true, Some((_, rule))) = (borrowing.len() > MOST_BORROWERS, said.first()) {
            return Err(Refusal::new("more files that borrow walks than can be told apart", rule.place));
        }
        // A set of files, for each of those that borrow alone, and with those from which it borrows in turn.
        let mut wanted: Vec<u64> = (0..borrowing.len()).map(|index| 1 << index).collect();
        let mut without: Vec<(u64, Vec<Vec<Slot>>)> = Vec::new();
        while let Some(set) = wanted.pop() {
            if without.iter().any(|(known, _)| *known == set) {
                continue;
            }
            let files: Vec<FileId> = (0..)
                .zip(&borrowing)
                .filter(|(index, _)| set >> index & 1 == 1)
                .map(|(_, file)| *file)
                .collect();
            let left = slots(&files);
            let lenders =
                left.iter().flatten().flat_map(|slot| slot.replacements.iter().flatten().chain(&slot.also));
            for (file, rule) in lenders.filter_map(|index| said.get(usize::from(*index))) {
                if borrows(rule) {
                    let index = borrowing.iter().position(|each| each == file);
                    wanted.extend(index.map(|index| set | 1 << index));
                }
            }
            without.push((set, left));
        }
        let borrowers = borrowing.iter().map(|file| file.0).collect();
        Ok(Movement { moves, slots: slots(&[]), slots_without: without, borrowers, acts })
    }

    fn moves(&mut self, file: FileId, rule: &model::Moves) -> Result<Moves<N>, Refusal> {
        Self::names(rule.vars, rule.place)?;
        let (walks, from) = match &rule.rule {
            MoveRule::Travel(travel) => (
                Walks::Travel {
                    mode: paths::mode(travel.mode),
                    path: self.path(&travel.path)?,
                    to: self.maybe(travel.to.as_ref())?,
                    stays: travel.stays,
                },
                &travel.from,
            ),
            MoveRule::Act(act) => (Walks::Act, &act.from),
            MoveRule::Castle(castle) => {
                let (squares, to) = match &castle.reach {
                    Reach::Squares(number) => (Some(*number), None),
                    Reach::To(squares) => (None, Some(self.term(squares)?)),
                };
                (Walks::Castle { squares, to, with: self.term(&castle.with)? }, &castle.from)
            }
        };
        let label = self.named(rule.label, rule.place)?.zip(rule.label);
        Ok(Moves {
            subject: self.maybe(rule.subject.as_ref())?,
            motion: rule.motion,
            label,
            rule: walks,
            from: self.maybe(from.as_ref())?,
            guards: self.guards(&rule.guards)?,
            each: match &rule.each {
                Some((name, set)) => Some((var(*name), self.term(set)?)),
                None => None,
            },
            block: self.effects(&rule.block)?,
            has_block: rule.has_block,
            level: self.levels.moves(rule),
            file: file.0,
        })
    }

    pub(super) fn promotions(&mut self) -> Result<Vec<Promotion<N>>, Refusal> {
        let said = self.each_file(|file| &file.promotions);
        said.iter()
            .map(|(file, rule)| {
                Self::names(rule.vars, rule.place)?;
                Ok(Promotion {
                    subject: self.term(&rule.subject)?,
                    kinds: self.kind_set(&rule.kinds),
                    motion: rule.motion,
                    on: self.term(&rule.on)?,
                    to: self.term(&rule.to)?,
                    guards: self.guards(&rule.guards)?,
                    level: self.levels.guards(&rule.guards),
                    file: file.0,
                })
            })
            .collect()
    }

    pub(super) fn edges(&mut self) -> Result<Vec<Edge<N>>, Refusal> {
        let said = self.each_file(|file| &file.edges);
        said.iter()
            .map(|(_, rule)| {
                Self::names(rule.vars, rule.place)?;
                Ok(Edge {
                    subject: self.term(&rule.subject)?,
                    wraps: rule.wraps,
                    directions: self.maybe(rule.directions.as_ref())?,
                    guards: self.guards(&rule.guards)?,
                })
            })
            .collect()
    }

    pub(super) fn relations(&mut self) -> Result<[Vec<Relation<N>>; 8], Refusal> {
        let mut relations: [Vec<Relation<N>>; 8] = Default::default();
        for (_, rule) in self.each_file(|file| &file.relations) {
            Self::names(rule.vars, rule.place)?;
            let lowered = Relation {
                can: rule.can,
                everybody: matches!(rule.subject.node, model::Node::AllPieces),
                subject: self.term(&rule.subject)?,
                object: self.maybe(rule.object.as_ref())?,
                to: self.maybe(rule.to.as_ref())?,
                fact: rule.fact.map(Self::fact),
                label: self.named(rule.label, rule.place)?,
                guards: self.guards(&rule.guards)?,
                level: self.levels.relation(&rule),
            };
            relations[rule.verb as usize].push(lowered);
        }
        Ok(relations)
    }

    pub(super) fn demands(&mut self) -> Result<Vec<Demand<N>>, Refusal> {
        let said = self.each_file(|file| &file.demands);
        said.iter()
            .map(|(_, rule)| {
                Self::names(rule.vars, rule.place)?;
                Ok(Demand {
                    subject: self.term(&rule.subject)?,
                    deed: rule.deed,
                    object: self.maybe(rule.object.as_ref())?,
                    label: self.named(rule.label, rule.place)?,
                    if_it_can: rule.if_it_can,
                    guards: self.guards(&rule.guards)?,
                })
            })
            .collect()
    }

    pub(super) fn laws(&mut self) -> Result<Vec<Law<N>>, Refusal> {
        let said = self.each_file(|file| &file.laws);
        said.iter()
            .map(|(_, rule)| {
                Self::names(rule.vars, rule.place)?;
                Ok(Law {
                    label: rule.label,
                    condition: self.term(&rule.condition)?,
                    level: self.levels.expr(&rule.condition),
                })
            })
            .collect()
    }

    pub(super) fn suspensions(&mut self) -> Result<Vec<Suspension<N>>, Refusal> {
        let said = self.each_file(|file| &file.suspensions);
        said.iter()
            .map(|(_, rule)| {
                Self::names(rule.vars, rule.place)?;
                Ok(Suspension { label: rule.label, guards: self.guards(&rule.guards)? })
            })
            .collect()
    }

    /// Ends, those of the latest file first.
    pub(super) fn ends(&mut self) -> Result<Vec<End<N>>, Refusal> {
        let mut ends = Vec::new();
        for file in self.rules.files.clone().into_iter().rev() {
            for rule in &self.rules.file(file).ends {
                Self::names(rule.vars, rule.place)?;
                let who = match &rule.kind {
                    model::EndKind::Draw => None,
                    model::EndKind::Wins(who) => Some((self.term(who)?, true)),
                    model::EndKind::Loses(who) => Some((self.term(who)?, false)),
                };
                ends.push(End {
                    who,
                    label: rule.label,
                    guards: self.guards(&rule.guards)?,
                    place: self.place(rule.place),
                });
            }
        }
        Ok(ends)
    }

    pub(super) fn triggers(&mut self) -> Result<Vec<Trigger<N>>, Refusal> {
        let said = self.each_file(|file| &file.triggers);
        said.iter()
            .map(|(_, rule)| {
                Self::names(rule.vars, rule.place)?;
                let happens = match &rule.happens {
                    model::Happens::EventStarts => Happens::EventStarts,
                    model::Happens::Turn => Happens::Turn,
                    model::Happens::TurnEnds => Happens::TurnEnds,
                    model::Happens::Does { subject, deed, object, label } => Happens::Does {
                        subject: self.term(subject)?,
                        deed: *deed,
                        object: self.maybe(object.as_ref())?,
                        label: self.named(*label, rule.place)?,
                    },
                };
                Ok(Trigger {
                    time: rule.time,
                    happens,
                    guards: self.guards(&rule.guards)?,
                    effects: self.effects(&rule.effects)?,
                    level: self.levels.trigger(rule),
                })
            })
            .collect()
    }

    /// The events of the deck that nothing in force bars.
    pub(super) fn deck(&mut self) -> Result<Vec<Candidate<N>>, Refusal> {
        let library = self.library();
        let in_force: Vec<&model::File> =
            self.rules.files.iter().map(|file| self.rules.file(*file)).collect();
        let mut deck = Vec::new();
        for (bit, (index, file)) in (0u8..).zip(library.files.iter().enumerate().skip(library.games)) {
            let of = |name: &str, types: &[(String, Place)]| {
                types.iter().any(|(each, _)| each.eq_ignore_ascii_case(name))
            };
            let bars = |other: &&&model::File| {
                file.types.iter().chain(&file.not_with).any(|(name, _)| of(name, &other.types))
                    || other.not_with.iter().any(|(name, _)| of(name, &file.types))
            };
            if self.rules.files.contains(&FileId::from_index(index))
                || in_force.iter().filter(|file| file.event).any(|other| bars(&other))
            {
                continue;
            }
            // Words of the event itself are not among those in force.
            let more = |(need, after): &(model::Expr, bool)| {
                let mut own = *after;
                model::visit::all(need, &mut |part| {
                    if let model::Node::Meaning(word, _) = &part.node {
                        own |= library.meanings[word.index()].file.index() == index;
                    }
                });
                own
            };
            let now = file.needs.iter().filter(|need| !more(need));
            let needs = now.map(|(need, _)| self.term(need)).collect::<Result<_, _>>()?;
            let needs_more = file.needs.iter().any(more);
            deck.push(Candidate { event: bit, needs, needs_more });
        }
        Ok(deck)
    }

    fn effects(&mut self, effects: &[model::Effect]) -> Result<Vec<Effect<N>>, Refusal> {
        effects
            .iter()
            .map(|effect| Ok(Effect { kind: self.effect(effect)?, place: self.place(effect.place) }))
            .collect()
    }

    fn effect(&mut self, effect: &model::Effect) -> Result<EffectKind<N>, Refusal> {
        Ok(match &effect.kind {
            Said::ForEachSide(guards, body) => {
                EffectKind::ForEachSide(self.guards(guards)?, self.effects(body)?)
            }
            Said::ForEach(name, set, guards, body) => {
                EffectKind::ForEach(var(*name), self.term(set)?, self.guards(guards)?, self.effects(body)?)
            }
            Said::If(condition, then, otherwise) => {
                EffectKind::If(self.term(condition)?, self.effects(then)?, self.effects(otherwise)?)
            }
            Said::Forbid(condition) => EffectKind::Forbid(self.term(condition)?),
            Said::Choose(choose) => EffectKind::Choose(Box::new(self.choose(choose)?)),
            Said::PutOnto(what, onto) => {
                let new = what.of == Type::Kinds
                    || matches!(&what.node, model::Node::OwnedBy(of, _) if of.of == Type::Kinds);
                EffectKind::PutOnto(self.term(what)?, new, self.term(onto)?)
            }
            Said::PutInHand(what, side) => EffectKind::PutInHand(self.term(what)?, self.term(side)?),
            Said::Take(what) => EffectKind::Take(self.term(what)?),
            Said::Remove(what) => EffectKind::Remove(self.term(what)?),
            Said::Swap(a, b) => EffectKind::Swap(self.term(a)?, self.term(b)?),
            Said::Push(what, away, whence) => EffectKind::Push(self.term(what)?, *away, self.term(whence)?),
            Said::Reveal(fact, of) => EffectKind::Reveal(Self::fact(*fact), self.term(of)?),
            Said::Promote(what) => EffectKind::Promote(self.term(what)?),
            Said::SetGame(fact, value) => EffectKind::SetGame(Self::fact(*fact), self.term(value)?),
            Said::Set(fact, of, value) => {
                EffectKind::Set(Self::fact(*fact), self.term(of)?, self.term(value)?)
            }
            Said::Become(what, kind) => EffectKind::Become(self.term(what)?, self.term(kind)?),
            Said::ChangeSide(what, side) => EffectKind::ChangeSide(self.term(what)?, self.term(side)?),
            Said::Starts(events) => EffectKind::Starts(self.term(events)?),
            Said::EventEnds => EffectKind::EventEnds,
            Said::Wins(side) => EffectKind::Wins(self.term(side)?, true),
            Said::Loses(side) => EffectKind::Wins(self.term(side)?, false),
            Said::Draw => EffectKind::Draw,
            Said::Grant(grant) => EffectKind::Grant(Box::new(self.grant(grant, effect.place)?)),
        })
    }

    fn choose(&mut self, choose: &model::Choose) -> Result<Choose<N>, Refusal> {
        Ok(Choose {
            who: self.maybe(choose.who.as_ref())?,
            may: choose.may,
            var: var(choose.var),
            options: match choose.options.as_slice() {
                // What chance draws is drawn elsewhere.
                [one] if choose.who.is_none() && one.node == model::Node::AllEvents => vec![all_events()],
                options => self.list(options)?,
            },
            whole: choose.whole,
            guards: self.guards(&choose.guards)?,
            body: self.effects(&choose.body)?,
            forbids: forbids(&choose.body),
        })
    }

    fn grant(&mut self, grant: &model::Grant, place: Place) -> Result<Grant<N>, Refusal> {
        Ok(Grant {
            subject: self.term(&grant.subject)?,
            must: grant.must,
            deed: grant.deed,
            object: self.maybe(grant.object.as_ref())?,
            label: self.named(grant.label, place)?,
            without_taking: grant.without_taking,
            times: grant.times,
            if_it_can: grant.if_it_can,
            guards: self.guards(&grant.guards)?,
            block: self.effects(&grant.block)?,
        })
    }
}

/// Whether a rule of movement borrows walks of other pieces.
fn borrows(rule: &model::Moves) -> bool {
    fn in_path(path: &model::Path) -> bool {
        match path {
            model::Path::Either(all) | model::Path::Then(all) => all.iter().any(in_path),
            model::Path::Repeat(inner, ..)
            | model::Path::Onto(inner, _)
            | model::Path::Only { path: inner, .. } => in_path(inner),
            model::Path::Leg(_) => false,
            model::Path::Like(_) => true,
        }
    }
    matches!(&rule.rule, MoveRule::Travel(travel) if in_path(&travel.path))
}

/// Whether effects can forbid what they follow from.
fn forbids(effects: &[model::Effect]) -> bool {
    effects.iter().any(|effect| match &effect.kind {
        Said::Forbid(_) => true,
        Said::ForEachSide(_, body) | Said::ForEach(_, _, _, body) => forbids(body),
        Said::If(_, then, otherwise) => forbids(then) || forbids(otherwise),
        Said::Choose(choose) => forbids(&choose.body),
        _ => false,
    })
}
