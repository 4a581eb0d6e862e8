//! Paths at random, and the sentences and clauses about them. Imports `words`.

use crate::words::{Maker, Sort};

/// Strings of Betza notation.
const BETZA: &[&str] = &[
    "W", "F", "N", "R2", "mWcF", "fmWfcF", "nN", "mRcpR", "pR", "gQ", "B3", "NN", "zB", "qN", "mafsW", "caK",
    "cabK", "[F?R]", "[W-B]", "fRbB", "vWsF", "jD", "nA", "dK", "imW", "oR", "WfF", "ffNbsN", "mFcWdN",
    "ppB", "afsW", "mNcK",
];

impl Maker<'_> {
    /// Directions.
    pub fn directions(&mut self) -> String {
        match self.tape.below(22) {
            0..3 => "any".to_owned(),
            3 | 4 => "orthogonal".to_owned(),
            5 | 6 => "diagonal".to_owned(),
            7 | 8 => "forward".to_owned(),
            9 => "forward diagonal".to_owned(),
            10 => "sideways".to_owned(),
            11 => "backward left".to_owned(),
            12 => "forward or sideways".to_owned(),
            13 => "forward or backward diagonal".to_owned(),
            14 => "backward".to_owned(),
            15 if self.it => format!("toward {}", self.few_squares()),
            16 if self.it => format!("away from {}", self.few_squares()),
            17 if self.it => "way of it".to_owned(),
            18 => "own barred".to_owned(),
            19 => match self.a_bound(Sort::Direction) {
                Some(name) => name,
                None => "right".to_owned(),
            },
            _ => "any".to_owned(),
        }
    }

    fn leap(&mut self) -> String {
        let (short, long) = self.tape.one(&[(1, 2), (0, 2), (2, 2), (1, 3), (1, 1), (0, 3), (0, 1)]);
        let toward = self.tape.one(&[
            "",
            "",
            "",
            " forward",
            " sideways",
            " toward own royal",
            " away from way of it",
        ]);
        let toward = if self.it || toward.len() < 10 { toward } else { "" };
        format!("leap {short} {long}{toward}")
    }

    /// A path of one leg that asks for nothing about a move.
    pub fn simple_path(&mut self) -> String {
        self.about(false, false, |it| match it.tape.below(8) {
            0..3 => format!("step {}", it.directions()),
            3 | 4 => format!("slide {}", it.directions()),
            5 => it.leap(),
            6 => format!("step {} {} times", it.directions(), it.tape.one(&["2", "any"])),
            _ => format!("(step {} or {})", it.directions(), it.leap()),
        })
    }

    /// One leg; `onward` and the like only where one has been gone.
    fn leg(&mut self, first: bool) -> String {
        let gait = self.deeper(|it| match it.way(6, 14) {
            0 | 1 => format!("step {}", it.way_on(first)),
            2 | 3 => format!("slide {}", it.way_on(first)),
            4 | 5 => it.leap(),
            6 | 7 => format!("step {} {} times", it.way_on(first), it.tape.one(&["2", "any", "3"])),
            8 => format!("like {}", it.kind()),
            9 => match it.a_bound(Sort::Piece) {
                Some(name) => format!("like kind of {name}"),
                None => format!("like {}", it.kind()),
            },
            10 => format!("\"{}\"", it.tape.one(BETZA)),
            11 => format!("({})", it.path()),
            12 => format!("({}) {} times", it.path(), it.tape.one(&["2", "any"])),
            _ => format!("{} any times", it.leap()),
        });
        let ends = match self.tape.below(24) {
            20 => format!(" over {}", self.few_pieces()),
            21 => format!(" onto {}", self.few_pieces()),
            22 => format!(" taking {}", self.few_pieces()),
            23 => format!(" over {}", self.few_squares()),
            _ => String::new(),
        };
        // What is gone as a whole has legs of its own, and says only onto what it ends.
        let whole = gait.starts_with(['"', '(']) || gait.starts_with("like");
        if whole && !ends.starts_with(" onto") { gait } else { format!("{gait}{ends}") }
    }

    fn way_on(&mut self, first: bool) -> String {
        if !first && self.tape.below(3) > 0 { "onward".to_owned() } else { self.directions() }
    }

    /// A path.
    pub fn path(&mut self) -> String {
        self.deeper(|it| match it.way(5, 9) {
            0..5 => it.leg(true),
            5 | 6 => format!("{} or {}", it.leg(true), it.leg(true)),
            7 => format!("{} then {}", it.leg(true), it.leg(false)),
            _ => {
                let hop = format!(
                    "slide {} onto {}",
                    it.directions(),
                    it.tape.one(&["piece", "own piece", "enemy piece"])
                );
                format!("{hop} then {}", it.leg(false))
            }
        })
    }

    /// A guard, or none.
    pub fn guard(&mut self, percent: usize) -> String {
        if !self.tape.seldom(percent) {
            return String::new();
        }
        let word = self.tape.one(&["if", "unless"]);
        format!(" {word} {}", self.condition())
    }

    /// What follows the subject in a sentence about moves.
    pub fn travel(&mut self) -> String {
        self.about(true, true, |it| {
            let each = it.tape.seldom(6);
            if each {
                let set = it.about(true, false, |it| it.few_pieces());
                return it.with_name(Sort::Piece, |it, name| {
                    let path = it.path();
                    let tail = it.clauses(false);
                    format!("moves {path}{tail} for each {name} in {set}")
                });
            }
            let takes = it.tape.below(5) == 4;
            let path = it.path();
            let tail = it.clauses(takes);
            format!("{} {path}{tail}", if takes { "takes" } else { "moves" })
        })
    }

    fn clauses(&mut self, takes: bool) -> String {
        let mut tail = String::new();
        if self.tape.seldom(15) {
            tail += &format!(" from {}", self.about(true, false, |it| it.few_squares()));
        }
        if self.tape.seldom(15) {
            tail += &format!(" to {}", self.few_squares());
        }
        tail += match self.tape.below(8) {
            0..5 => "",
            5 | 6 if !takes => " without taking",
            7 => " without moving",
            _ => "",
        };
        if self.tape.seldom(20) {
            tail += " by trick";
        }
        tail += &self.guard(18);
        if self.tape.seldom(18) {
            tail += &format!(" {}", self.block());
        }
        tail
    }
}
