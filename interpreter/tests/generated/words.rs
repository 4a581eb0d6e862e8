//! Phrases at random: sets, numbers, conditions. Imports `tape`.

use crate::tape::Tape;

/// What a game has that its sentences speak of.
#[derive(Clone, Debug)]
pub struct Ground {
    pub files: usize,
    pub ranks: usize,
    pub kinds: &'static [&'static str],
    /// Rights that the game names.
    pub labels: &'static [&'static str],
    /// The sort of piece that most sentences about going ahead are about.
    pub foot: &'static str,
}

/// What a name stands for that a phrase has bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Piece,
    Square,
    Kind,
    Direction,
}

/// Makes phrases of one sentence.
pub struct Maker<'t> {
    pub tape: Tape<'t>,
    pub ground: &'t Ground,
    /// A piece is spoken of.
    pub it: bool,
    /// So is a move.
    pub moving: bool,
    /// Threats may be asked.
    pub threats: bool,
    /// So may answers, which cost most.
    pub answers: bool,
    /// Nothing is said that keeps the compiled rules from knowing turns without trying them: no demands, nothing that is
    /// not seen, no other board and royal pieces.
    pub sober: bool,
    /// Words that the file defines itself may be used.
    pub defined: bool,
    /// The names that are bound here.
    pub bound: Vec<(String, Sort)>,
    /// How many phrases this one stands in.
    depth: usize,
}

impl<'t> Maker<'t> {
    pub fn new(cells: &'t [u16], ground: &'t Ground) -> Maker<'t> {
        Maker {
            tape: Tape::new(cells),
            ground,
            it: false,
            moving: false,
            threats: true,
            answers: false,
            sober: false,
            defined: true,
            bound: Vec::new(),
            depth: 0,
        }
    }

    /// Makes something one deeper.
    pub fn deeper<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    /// A number of alternatives, of which only the first so many are open to phrases that stand deep in others.
    pub fn way(&mut self, simple: usize, all: usize) -> usize {
        let end = if self.depth > 2 { simple } else { all };
        self.tape.below(end)
    }

    /// Makes something where a name is bound.
    pub fn with_name<T>(&mut self, sort: Sort, make: impl FnOnce(&mut Self, &str) -> T) -> T {
        // No square is called so.
        let name = format!("{}{}", ["u", "v", "w", "x"][sort as usize], self.bound.len() + 1);
        self.bound.push((name.clone(), sort));
        let made = make(self, &name);
        self.bound.pop();
        made
    }

    /// Makes something where a piece is spoken of, and perhaps a move.
    pub fn about<T>(&mut self, it: bool, moving: bool, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.it, self.moving);
        (self.it, self.moving) = (it, moving);
        let made = make(self);
        (self.it, self.moving) = before;
        made
    }

    pub fn a_bound(&mut self, sort: Sort) -> Option<String> {
        let names: Vec<String> =
            self.bound.iter().filter(|(_, of)| *of == sort).map(|(name, _)| name.clone()).collect();
        (!names.is_empty()).then(|| names[self.tape.below(names.len())].clone())
    }

    pub fn kind(&mut self) -> String {
        self.tape.one(self.ground.kinds).to_owned()
    }

    pub fn label(&mut self) -> String {
        match self.tape.below(5) {
            0..3 => self.tape.one(self.ground.labels).to_owned(),
            _ => "trick".to_owned(),
        }
    }

    pub fn rank(&mut self) -> String {
        let first = self.tape.below(self.ground.ranks) + 1;
        match self.tape.below(3) {
            0 | 1 => format!("rank {first}"),
            _ if first < self.ground.ranks => {
                let last = first + 1 + self.tape.below(self.ground.ranks - first);
                format!("rank {first} to {last}")
            }
            _ => format!("rank {first}"),
        }
    }

    fn letter(&mut self) -> char {
        char::from(b'a' + u8::try_from(self.tape.below(self.ground.files)).unwrap())
    }

    pub fn square(&mut self) -> String {
        let file = self.letter();
        format!("{file}{}", self.tape.below(self.ground.ranks) + 1)
    }

    /// One piece, if there is a word for one.
    pub fn one_piece(&mut self) -> Option<String> {
        if let Some(name) = self.a_bound(Sort::Piece)
            && (!self.it || self.tape.below(2) == 0)
        {
            return Some(name);
        }
        self.it.then(|| "it".to_owned())
    }

    fn side_word(&mut self) -> &'static str {
        let words: &[&str] =
            if self.it { &["own ", "enemy ", "", "another own "] } else { &["own ", "enemy ", ""] };
        self.tape.one(words)
    }

    /// Pieces, in few words that no bracket needs to hold together.
    pub fn few_pieces(&mut self) -> String {
        if let Some(one) = self.one_piece()
            && self.tape.below(2) == 0
        {
            return one;
        }
        let whose = self.side_word();
        match self.tape.below(12) {
            0..5 => format!("{whose}{}", self.kind()),
            5 | 6 => format!("{whose}piece"),
            7 => format!("{whose}royal"),
            8 if self.defined => format!("{whose}friend"),
            9 => format!("{whose}tired piece"),
            10 => format!("taken {whose}{}", self.kind()),
            _ => "piece".to_owned(),
        }
    }

    /// Pieces that may be several.
    pub fn several_pieces(&mut self) -> String {
        let few = self.few_pieces();
        if few.ends_with("piece") || self.ground.kinds.iter().any(|kind| few.ends_with(kind)) {
            return few;
        }
        format!("{}piece", self.side_word())
    }

    /// Pieces, in whatever words.
    pub fn pieces(&mut self) -> String {
        let few = self.few_pieces();
        self.narrowed(few)
    }

    /// The same, never one that has a name.
    pub fn any_pieces(&mut self) -> String {
        let few = self.several_pieces();
        self.narrowed(few)
    }

    fn narrowed(&mut self, few: String) -> String {
        self.deeper(|it| match it.way(5, 19) {
            0..5 => few,
            5 | 6 => format!("{few} on {}", it.few_squares()),
            7 | 8 => format!("{few} near {}", it.few_squares()),
            9 => format!("{few} within {} of {}", it.tape.below(2) + 1, it.few_squares()),
            10 => format!("{few} that is {}", it.one_quality()),
            11 => format!("{few} met by {} from {}", it.simple_path(), it.few_squares()),
            12 => format!("{few} except {}", it.kind()),
            13 => it.with_name(Sort::Piece, |it, name| format!("{few} {name} with {}", it.condition())),
            14 => format!("{few} or {}", it.few_pieces()),
            15 => format!("{few} on {}", it.few_pieces()),
            16 => format!("{few} that threatens {}", it.few_pieces()),
            17 if it.it => format!("{few} or pal of it"),
            _ => format!("({few} before turn)"),
        })
    }

    /// Squares, in few words.
    pub fn few_squares(&mut self) -> String {
        if let Some(name) = self.a_bound(Sort::Square)
            && self.tape.below(2) == 0
        {
            return name;
        }
        match self.tape.below(if self.moving { 15 } else { 12 }) {
            0 | 1 => self.square(),
            2..4 => self.rank(),
            4 => format!("file {}", self.letter()),
            5 | 6 => self.few_pieces(),
            7 => "wet".to_owned(),
            8 if self.defined => self.tape.one(&["zone", "own zone", "enemy zone"]).to_owned(),
            9 => "own home".to_owned(),
            10 => format!("({})", self.deeper(|it| it.squares())),
            11 => "empty".to_owned(),
            12 => "origin".to_owned(),
            13 => "trail".to_owned(),
            14 => "target".to_owned(),
            _ => "board".to_owned(),
        }
    }

    /// Squares, in whatever words.
    pub fn squares(&mut self) -> String {
        self.deeper(|it| match it.way(4, 18) {
            0 => it.rank(),
            1 => it.square(),
            2 => format!("empty near {}", it.few_pieces()),
            3 => "empty".to_owned(),
            4 => format!("{} or {}", it.square(), it.square()),
            5 => format!("empty on {}", it.rank()),
            6 => format!("empty within {} of {}", it.tape.below(2) + 1, it.few_pieces()),
            7 => format!("square met by {} from {}", it.simple_path(), it.few_pieces()),
            8 => format!("empty met by {} from {}", it.simple_path(), it.few_pieces()),
            9 => it.with_name(Sort::Square, |it, name| {
                let inner = match it.tape.below(3) {
                    0 => format!("(file of {name} + rank of {name}) % 2 = 0"),
                    1 => format!("rank of {name} > {}", it.tape.below(3) + 1),
                    _ => it.condition(),
                };
                format!("square {name} with {inner}")
            }),
            10 => format!("square of {}", it.few_pieces()),
            11 => format!("square of setup {}", it.kind()),
            12 => {
                format!("file {} to {}", 'a', char::from(b'a' + u8::try_from(it.ground.files - 1).unwrap()))
            }
            13 => format!("{} except {}", it.rank(), it.square()),
            14 => format!("square near {} except {}", it.few_pieces(), it.square()),
            15 => "trace".to_owned(),
            16 => "spot of it".to_owned(),
            _ => it.few_squares(),
        })
    }

    /// Kinds.
    pub fn kinds(&mut self) -> String {
        match self.tape.below(8) {
            0..3 => self.kind(),
            3 | 4 => format!("{} or {}", self.kind(), self.kind()),
            5 if self.it => "kind of it".to_owned(),
            6 => self.with_name(Sort::Kind, |it, name| {
                format!("kind {name} with number of own {name} < {}", it.tape.below(3) + 1)
            }),
            _ => "latest".to_owned(),
        }
    }

    /// A number.
    pub fn number(&mut self) -> String {
        self.deeper(|it| match it.way(3, 14) {
            0 => (it.tape.below(4)).to_string(),
            1 => "tally".to_owned(),
            2 => "own runs".to_owned(),
            3 | 4 => format!("number of {}", it.few_pieces()),
            5 if it.moving => "length".to_owned(),
            6 if it.it => "rank of it".to_owned(),
            7 if it.it => "file of it".to_owned(),
            8 if it.it => "score of it".to_owned(),
            9 => format!("{} {} {}", it.number(), it.tape.one(&["+", "-"]), it.number()),
            10 => format!("{} * {}", it.number(), it.tape.below(3) + 1),
            11 => format!("{} % {}", it.number(), it.tape.below(2) + 2),
            12 => format!("number of {}", it.few_squares()),
            _ => "enemy runs".to_owned(),
        })
    }

    /// What may stand behind `is` of one piece or of several, one by one.
    pub fn one_quality(&mut self) -> String {
        let not = self.tape.one(&["", "", "", "not "]);
        let what = match self.tape.below(if self.threats { 14 } else { 12 }) {
            0..3 => self.kind(),
            3 => "tired".to_owned(),
            4 | 5 => format!("on {}", self.few_squares()),
            6 => format!("near {}", self.few_squares()),
            7 => format!("within {} of {}", self.tape.below(2) + 1, self.few_squares()),
            8 => "fresh".to_owned(),
            9 => "royal".to_owned(),
            10 => "taken".to_owned(),
            11 => format!("met by {} from {}", self.simple_path(), self.few_pieces()),
            12 => "threatened".to_owned(),
            _ => format!("threatened by {}", self.few_pieces()),
        };
        format!("{not}{what}")
    }

    fn compare(&mut self) -> &'static str {
        self.tape.one(&["=", "<", ">", "<=", ">=", "!="])
    }

    /// What happens to pieces in a turn.
    fn deed(&mut self) -> String {
        match self.tape.below(10) {
            0 | 1 => "moves".to_owned(),
            2 => format!("takes {}", self.few_pieces()),
            3 => "arrives".to_owned(),
            4 => "acts".to_owned(),
            5 => "castles".to_owned(),
            6 => "promotes".to_owned(),
            7 => format!("moves by {}", self.label()),
            8 => format!("is taken by {}", self.few_pieces()),
            _ => "is taken".to_owned(),
        }
    }

    /// A condition.
    pub fn condition(&mut self) -> String {
        self.deeper(|it| match it.way(8, 14) {
            0..8 => it.simple_condition(),
            8 => format!("{} and {}", it.simple_condition(), it.condition()),
            9 => format!("({}) or ({})", it.condition(), it.condition()),
            10 => format!("not ({})", it.condition()),
            11 => format!("({}) before turn", it.simple_condition()),
            _ if it.threats => it.threat(),
            _ => it.simple_condition(),
        })
    }

    /// A condition that asks what the enemy could do.
    fn threat(&mut self) -> String {
        match self.tape.below(if self.answers { 24 } else { 13 }) {
            0..2 => format!("some {} is threatened", self.several_pieces()),
            2 => format!("some own royal is threatened by {}", self.few_pieces()),
            3 => format!("some own royal is threatened without {}", self.few_pieces()),
            4 => format!("some {} threatens {}", self.several_pieces(), self.few_pieces()),
            5 => format!("some {} could take {}", self.several_pieces(), self.few_pieces()),
            6 => {
                let (takers, taken) = (self.several_pieces(), self.few_pieces());
                format!("some {takers} could take {taken} by {}", self.label())
            }
            7..13 => (if self.it { "it is threatened" } else { "some own royal is threatened" }).to_owned(),
            13..15 => format!("enemy side {} move", self.tape.one(&["can", "cannot"])),
            _ => {
                let can = self.tape.one(&["can", "cannot"]);
                format!("enemy side {can} ({})", self.about(false, false, |it| it.simple_condition()))
            }
        }
    }

    fn simple_condition(&mut self) -> String {
        if self.moving && self.tape.below(4) == 3 {
            return match self.tape.below(9) {
                0 => format!("length {} {}", self.compare(), self.tape.below(3) + 1),
                1 => {
                    format!("heading is {}", self.tape.one(&["forward", "diagonal", "sideways", "backward"]))
                }
                2 => "continuing".to_owned(),
                3 => "castling".to_owned(),
                4 => format!("some trail is {}", self.tape.one(&["wet", "on rank 3", "near own piece"])),
                5 => format!("some {} is on target", self.several_pieces()),
                6 => format!("origin is on {}", self.rank()),
                7 => format!("it takes {}", self.few_pieces()),
                _ => "it takes".to_owned(),
            };
        }
        if let Some(name) = self.a_bound(Sort::Kind)
            && self.tape.below(3) == 0
        {
            return format!("number of own {name} < {}", self.tape.below(3) + 1);
        }
        if let Some(name) = self.a_bound(Sort::Square)
            && self.tape.below(3) == 0
        {
            return format!("{name} is on {}", self.rank());
        }
        if let Some(one) = self.one_piece()
            && self.tape.below(2) == 0
        {
            return format!("{one} is {}", self.one_quality());
        }
        match self.tape.below(24) {
            0 | 1 => format!("some {}", self.any_pieces()),
            2 | 3 => format!("no {}", self.any_pieces()),
            4 => format!("some {} is {}", self.several_pieces(), self.one_quality()),
            5 => format!("each {} is {}", self.several_pieces(), self.one_quality()),
            6 => format!("no {} is {}", self.several_pieces(), self.one_quality()),
            7..10 => format!("{} {} {}", self.number(), self.compare(), self.number()),
            10 => format!("own side has {} {}", self.tape.below(3) + 1, self.kind()),
            11 => format!("each side has {} {}", self.tape.below(2) + 1, self.kind()),
            12 => format!("enemy side has no {}", self.kind()),
            13 => {
                format!("{} side is {}angry", self.tape.one(&["own", "enemy"]), self.tape.one(&["", "not "]))
            }
            14 => "storm".to_owned(),
            15 if self.defined => "busy".to_owned(),
            16 => "quick".to_owned(),
            17..20 => format!("some {} {}", self.several_pieces(), self.deed()),
            20 => format!("no {} {}", self.several_pieces(), self.deed()),
            21 => (if self.tape.below(2) == 0 { "own hand" } else { "own mine is secret" }).to_owned(),
            22 => format!("{} is {}", self.number(), self.number()),
            _ => format!(
                "some {} is {}",
                self.few_squares(),
                self.tape.one(&["wet", "near own piece", "on board"])
            ),
        }
    }
}
