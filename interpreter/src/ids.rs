//! Numbers that stand for things. Imports nothing.

/// Makes a number that stands for one sort of thing.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
        pub struct $name(pub $inner);

        impl $name {
            /// As an index.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// From an index, which the checks at the door keep within range.
            #[must_use]
            #[allow(clippy::cast_possible_truncation)]
            pub fn from_index(index: usize) -> $name {
                $name(index as $inner)
            }
        }
    };
}

id!(
    /// A rule file: index into `Library::files`.
    FileId(u16)
);
id!(
    /// A kind of piece: index into `Library::kinds`.
    KindId(u16)
);
id!(
    /// A fact: index into `Library::facts`.
    FactId(u16)
);
id!(
    /// A defined word: index into `Library::meanings`.
    MeaningId(u16)
);
id!(
    /// A label of moves, a law's or an end's name: index into `Library::labels`.
    LabelId(u16)
);
id!(
    /// A setting: index into `Library::settings`.
    SettingId(u16)
);
id!(
    /// A name bound in a sentence (`for each n`, `choose x`, `k with`), counted within the sentence.
    VarId(u16)
);
id!(
    /// A side in order of play: 0 begins, and looks up the board.
    SideId(u8)
);
id!(
    /// A piece of a position: index into `Position::pieces`.
    PieceId(u16)
);
id!(
    /// A square: file + 16 × rank, both from 0, whatever the size of the board.
    Square(u8)
);

impl SideId {
    /// The other side.
    #[must_use]
    pub fn other(self) -> SideId {
        SideId(1 - self.0)
    }
}

impl Square {
    /// The square of this file and rank, both from 0 to 15.
    #[must_use]
    pub fn at(file: u8, rank: u8) -> Square {
        Square(rank * 16 + file)
    }

    /// From 0.
    #[must_use]
    pub fn file(self) -> u8 {
        self.0 & 15
    }

    /// From 0.
    #[must_use]
    pub fn rank(self) -> u8 {
        self.0 >> 4
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}
