//! Which sentences of movement a kind has by each label, and what replaces what. Imports `ids`, `model`, `program`,
//! `vocabulary`.

use super::Lower;
use crate::compile::rules::begins;
use crate::ids::{FileId, KindId, LabelId};
use crate::model::Moves;
use crate::program::full::Slot;
use crate::vocabulary::Motion;

/// A sentence of movement in force, its file, and its number.
pub(super) type Numbered<'l> = (u16, FileId, &'l Moves);

impl<const N: usize> Lower<'_, '_, N> {
    /// The slots of a kind; those as without the changes that some files make.
    pub(super) fn slots(&self, kind: KindId, moves: &[Numbered<'_>], without: &[FileId]) -> Vec<Slot> {
        let library = self.library();
        let line: Vec<KindId> = library.lineage(kind).collect();
        let reaches = |rule: &Moves| {
            rule.subject.is_some()
                && (rule.kinds.is_empty() || line.iter().any(|each| rule.kinds.contains(each)))
        };
        let mut labels: Vec<Option<LabelId>> = Vec::new();
        for (_, _, rule) in moves.iter().filter(|(_, _, rule)| reaches(rule)) {
            if !labels.contains(&rule.label) {
                labels.push(rule.label);
            }
        }
        let left: Vec<Numbered<'_>> = moves
            .iter()
            .filter(|(_, file, rule)| !without.contains(file) || rule.motion == Motion::Base)
            .copied()
            .collect();
        labels.into_iter().map(|label| slot(&line, label, &left, &reaches)).collect()
    }
}

fn slot(
    line: &[KindId],
    label: Option<LabelId>,
    moves: &[Numbered<'_>],
    reaches: &dyn Fn(&Moves) -> bool,
) -> Slot {
    let here = || moves.iter().filter(move |(_, _, rule)| rule.label == label);
    let also = here().filter(|(_, _, rule)| rule.motion == Motion::Also && reaches(rule));
    let mut slot = Slot { replacements: Vec::new(), also: also.map(|(index, ..)| *index).collect() };
    for ancestor in line {
        let own = || here().filter(move |(_, _, rule)| rule.kinds.contains(ancestor));
        // The groups of one file each, the latest first.
        let mut groups: Vec<(FileId, Vec<u16>)> = Vec::new();
        for (index, file, _) in own().filter(|(_, _, rule)| rule.motion == Motion::Now) {
            match groups.last_mut() {
                Some((last, group)) if last == file => group.push(*index),
                _ => groups.push((*file, vec![*index])),
            }
        }
        let always = |index: &u16| {
            let rule = moves.iter().find(|(each, ..)| each == index).map(|(_, _, rule)| *rule);
            rule.is_some_and(|rule| rule.guards.is_empty() && begins(rule).is_none())
        };
        let base: Vec<u16> =
            own().filter(|(_, _, rule)| rule.motion == Motion::Base).map(|(index, ..)| *index).collect();
        let any = !groups.is_empty() || !base.is_empty();
        slot.replacements.extend(groups.into_iter().rev().map(|(_, group)| group));
        if !any {
            continue;
        }
        let closed = !base.is_empty() || slot.replacements.iter().any(|group| group.iter().any(always));
        if !base.is_empty() {
            slot.replacements.push(base);
        }
        if closed {
            break;
        }
    }
    slot
}
