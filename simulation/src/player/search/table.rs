//! What is remembered of positions that were searched. Imports no room of this crate.

/// What a score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Bound {
    /// Nothing is remembered.
    #[default]
    Nothing,
    /// It is that.
    Exact,
    /// It is at least that.
    Least,
    /// It is at most that.
    Most,
}

/// What is remembered of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry {
    pub identity: u64,
    pub score: i32,
    /// The key of the best turn.
    pub best: u32,
    pub depth: i8,
    pub bound: Bound,
}

/// A fixed number of places: a later position takes the place of an earlier one.
#[derive(Clone, Debug, Default)]
pub(super) struct Table(Vec<Entry>);

impl Table {
    /// Room for so many positions, a power of two; all forgotten.
    pub fn clear(&mut self, places: usize) {
        self.0.clear();
        self.0.resize(places.next_power_of_two(), Entry::default());
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, identity: u64) -> usize {
        #[allow(clippy::cast_possible_truncation)]
        let low = identity as usize;
        low & (self.0.len() - 1)
    }

    pub fn get(&self, identity: u64) -> Option<Entry> {
        let entry = self.0[self.place(identity)];
        (entry.identity == identity && entry.bound != Bound::Nothing).then_some(entry)
    }

    /// Remembers; what was found by a deeper search of the same position is kept, unless this is exact.
    pub fn put(&mut self, entry: Entry) {
        let place = self.place(entry.identity);
        let old = self.0[place];
        if old.identity == entry.identity && old.depth > entry.depth && entry.bound != Bound::Exact {
            return;
        }
        self.0[place] = entry;
    }
}
