//! What the files declare, by file, and how a word finds what it names: its own file first, then the games
//! under it from the top down. Imports `ids`.

use crate::ids::{FactId, FileId, KindId, LabelId, MeaningId, SettingId, SideId};
use indexmap::IndexMap;
use rulemate_grammar::source::Place;

/// What a word names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Kind(KindId),
    Fact(FactId),
    Meaning(MeaningId),
    Setting(SettingId),
    Side(SideId),
}

impl Named {
    /// What it is, in the language's own words.
    pub(super) fn sort(self) -> &'static str {
        match self {
            Named::Kind(_) => "a kind",
            Named::Fact(_) => "a fact",
            Named::Meaning(_) => "a meaning",
            Named::Setting(_) => "a setting",
            Named::Side(_) => "a side",
        }
    }
}

/// What bears a label. A label may name several moves, a law and an end at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabelUse {
    Move,
    Law,
    End,
}

#[derive(Clone, Debug, Default)]
struct Label {
    id: LabelId,
    moves: bool,
    law: bool,
    end: bool,
}

impl Label {
    fn is(&self, wanted: LabelUse) -> bool {
        match wanted {
            LabelUse::Move => self.moves,
            LabelUse::Law => self.law,
            LabelUse::End => self.end,
        }
    }
}

/// The names of all files.
#[derive(Debug, Default)]
pub(super) struct Names {
    games: usize,
    files: Vec<IndexMap<String, (Named, Place)>>,
    labels: Vec<IndexMap<String, Label>>,
}

impl Names {
    /// Room for so many games and files.
    pub(super) fn new(games: usize, files: usize) -> Names {
        Names {
            games,
            files: (0..files).map(|_| IndexMap::new()).collect(),
            labels: (0..files).map(|_| IndexMap::new()).collect(),
        }
    }

    /// The files whose names a file sees: itself, then the games under it from the top down.
    pub(super) fn seen_from(&self, file: FileId) -> impl Iterator<Item = usize> + use<> {
        let below = if file.index() < self.games { file.index() } else { self.games };
        std::iter::once(file.index()).chain((0..below).rev())
    }

    /// Gives a name a meaning in a file.
    pub(super) fn declare(&mut self, file: FileId, name: &str, named: Named, place: Place) {
        self.files[file.index()].insert(name.to_owned(), (named, place));
    }

    /// What a file declares by exactly this name.
    pub(super) fn declared_in(&self, file: FileId, name: &str) -> Option<(Named, Place)> {
        self.files[file.index()].get(name).copied()
    }

    /// What a word names where this file speaks; a plural *s* is looked through.
    pub(super) fn find(&self, file: FileId, word: &str) -> Option<(Named, Place)> {
        self.find_exactly(file, word)
            .or_else(|| word.strip_suffix('s').and_then(|singular| self.find_exactly(file, singular)))
    }

    /// What exactly this word names where this file speaks.
    pub(super) fn find_exactly(&self, file: FileId, word: &str) -> Option<(Named, Place)> {
        self.seen_from(file).find_map(|seen| self.files[seen].get(word).copied())
    }

    /// A file that this one does not see and that declares the word.
    pub(super) fn elsewhere(&self, file: FileId, word: &str) -> Option<(FileId, Place)> {
        let seen: Vec<usize> = self.seen_from(file).collect();
        (0..self.files.len()).filter(|other| !seen.contains(other)).find_map(|other| {
            self.files[other].get(word).map(|(_, place)| (FileId::from_index(other), *place))
        })
    }

    /// The names that a file sees and that pass the filter, as many as are looked at for a suggestion.
    pub(super) fn known(&self, file: FileId, pass: impl Fn(Named) -> bool) -> Vec<&str> {
        self.seen_from(file)
            .flat_map(|seen| self.files[seen].iter())
            .filter(|(_, (named, _))| pass(*named))
            .map(|(name, _)| name.as_str())
            .take(super::MOST_CANDIDATES)
            .collect()
    }

    /// The label of this name in a file, made by `make` if neither it nor a game under it has one.
    pub(super) fn declare_label(
        &mut self,
        file: FileId,
        name: &str,
        used: LabelUse,
        make: impl FnOnce() -> LabelId,
    ) -> LabelId {
        let id = self.seen_from(file).find_map(|seen| self.labels[seen].get(name).map(|label| label.id));
        let label = self.labels[file.index()]
            .entry(name.to_owned())
            .or_insert_with(|| Label { id: id.unwrap_or_else(make), ..Label::default() });
        match used {
            LabelUse::Move => label.moves = true,
            LabelUse::Law => label.law = true,
            LabelUse::End => label.end = true,
        }
        label.id
    }

    /// The label that a word names where this file speaks.
    pub(super) fn find_label(&self, file: FileId, name: &str, wanted: &[LabelUse]) -> Option<LabelId> {
        self.seen_from(file)
            .filter_map(|seen| self.labels[seen].get(name))
            .find(|label| wanted.iter().any(|used| label.is(*used)))
            .map(|label| label.id)
    }

    /// The labels that a file sees and that are used so, as many as are looked at for a suggestion.
    pub(super) fn known_labels(&self, file: FileId, wanted: &[LabelUse]) -> Vec<&str> {
        self.seen_from(file)
            .flat_map(|seen| self.labels[seen].iter())
            .filter(|(_, label)| wanted.iter().any(|used| label.is(*used)))
            .map(|(name, _)| name.as_str())
            .take(super::MOST_CANDIDATES)
            .collect()
    }
}
