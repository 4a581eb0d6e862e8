//! The sentences in force, as the compiler reads them. Imports `ids`, `board`, `model`.

use super::Refusal;
use crate::board::Size;
use crate::ids::{FileId, KindId, LabelId, MeaningId};
use crate::model::{Definition, Expr, File, Guard, Library, Motion, Moves};
use rulemate_grammar::source::Place;

/// The rules in force.
pub(super) struct Rules<'l> {
    pub library: &'l Library,
    pub size: Size,
    /// The games from the ground up, then the events in order of their start.
    pub files: Vec<FileId>,
    /// What the events of the position add to the kinds.
    pub kinds: Vec<KindId>,
}

/// What a kind does by one label: each sentence, and whether it replaces another one.
pub(super) struct Right<'l> {
    pub label: Option<LabelId>,
    /// Groups of which on each square the first counts of which some sentence begins there; the last is the original.
    pub replacing: Vec<Vec<&'l Moves>>,
    /// What is added.
    pub also: Vec<&'l Moves>,
}

impl<'l> Rules<'l> {
    pub fn file(&self, file: FileId) -> &'l File {
        &self.library.files[file.index()]
    }

    /// All sentences of a sort, in order.
    pub fn all<T>(&self, list: impl Fn(&'l File) -> &'l Vec<T>) -> Vec<&'l T> {
        self.files.iter().flat_map(|file| list(self.file(*file))).collect()
    }

    /// What a word is made of, if that never changes: each body, and whether it takes away.
    pub fn bodies(&self, meaning: MeaningId) -> Option<Vec<(&'l Expr, bool)>> {
        let of = |file: &FileId| {
            let file = *file;
            self.file(file).definitions.iter().map(move |rule| (file, rule))
        };
        let all: Vec<(FileId, &Definition)> =
            self.files.iter().flat_map(of).filter(|(_, rule)| rule.meaning == meaning).collect();
        if all.iter().any(|(_, rule)| !rule.guards.is_empty() || rule.parameter.is_some()) {
            return None;
        }
        let latest = all.iter().rev().find(|(_, rule)| rule.motion == Motion::Now).map(|(file, _)| *file);
        let is_ground = |(file, rule): &&(FileId, &Definition)| match latest {
            Some(latest) => rule.motion == Motion::Now && *file == latest,
            None => rule.motion == Motion::Base && !rule.except,
        };
        let ground = all.iter().filter(is_ground);
        let also = all.iter().filter(|(_, rule)| rule.motion == Motion::Also && !rule.except);
        let except = all.iter().filter(|(_, rule)| rule.except);
        let mut bodies: Vec<(&Expr, bool)> =
            ground.chain(also).map(|(_, rule)| (&rule.body, false)).collect();
        bodies.extend(except.map(|(_, rule)| (&rule.body, true)));
        Some(bodies)
    }

    /// The kind and all that are it, of those in play.
    pub fn family(&self, kind: KindId) -> impl Iterator<Item = KindId> + '_ {
        self.kinds.iter().copied().filter(move |each| self.library.kind_is(*each, kind))
    }

    /// What a kind does, label by label.
    pub fn rights(&self, kind: KindId) -> Result<Vec<Right<'l>>, Refusal> {
        let moves: Vec<(FileId, &'l Moves)> = self
            .files
            .iter()
            .flat_map(|file| self.file(*file).moves.iter().map(|rule| (*file, rule)))
            .collect();
        let reaches = |rule: &Moves| {
            rule.subject.is_some()
                && (rule.kinds.is_empty()
                    || self.library.lineage(kind).any(|each| rule.kinds.contains(&each)))
        };
        let mut labels: Vec<Option<LabelId>> = Vec::new();
        for (_, rule) in moves.iter().filter(|(_, rule)| reaches(rule)) {
            if !labels.contains(&rule.label) {
                labels.push(rule.label);
            }
        }
        let of = |label: Option<LabelId>| -> Result<Right<'l>, Refusal> {
            let here: Vec<(FileId, &'l Moves)> =
                moves.iter().copied().filter(|(_, rule)| rule.label == label && reaches(rule)).collect();
            let also: Vec<&Moves> =
                here.iter().filter(|(_, rule)| rule.motion == Motion::Also).map(|(_, rule)| *rule).collect();
            let mut replacing: Vec<Vec<&Moves>> = Vec::new();
            let mut original = false;
            for ancestor in self.library.lineage(kind) {
                let mut groups: Vec<(FileId, Vec<&Moves>)> = Vec::new();
                let mut base = Vec::new();
                for (file, rule) in here.iter().filter(|(_, rule)| rule.kinds.contains(&ancestor)) {
                    match rule.motion {
                        Motion::Base => base.push(*rule),
                        Motion::Now => match groups.last_mut() {
                            Some((last, group)) if last == file => group.push(*rule),
                            _ => groups.push((*file, vec![*rule])),
                        },
                        Motion::Also => {}
                    }
                }
                if let Some(guarded) =
                    groups.iter().flat_map(|(_, group)| group).find(|rule| !rule.guards.is_empty())
                {
                    return Err(Refusal::new("a replacement that does not always hold", guarded.place));
                }
                let closes = groups.iter().any(|(_, group)| group.iter().any(|rule| begins(rule).is_none()));
                replacing.extend(groups.into_iter().rev().map(|(_, group)| group));
                if !base.is_empty() {
                    replacing.push(base);
                    original = true;
                }
                if original || closes {
                    break;
                }
            }
            Ok(Right { label, replacing, also })
        };
        labels.into_iter().map(of).collect()
    }
}

/// The squares that a move may begin on, if the sentence says so.
pub(super) fn begins(rule: &Moves) -> Option<&Expr> {
    use crate::model::MoveRule;
    match &rule.rule {
        MoveRule::Travel(travel) => travel.from.as_ref(),
        MoveRule::Act(act) => act.from.as_ref(),
        MoveRule::Castle(castle) => castle.from.as_ref(),
    }
}

/// Refuses guards.
pub(super) fn unguarded(guards: &[Guard], place: Place) -> Result<(), Refusal> {
    if guards.is_empty() { Ok(()) } else { Err(Refusal::new("a guard", place)) }
}
