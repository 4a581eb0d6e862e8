//! Effects at random. Imports `words`, `paths`.

use crate::words::{Maker, Sort};

impl Maker<'_> {
    /// One or two effects in brackets.
    pub fn block(&mut self) -> String {
        let first = self.effect();
        match self.tape.below(4) {
            3 => format!("{{ {first}; {} }}", self.effect()),
            _ => format!("{{ {first} }}"),
        }
    }

    /// What is done: a comma and one effect, or several in brackets.
    pub fn body(&mut self) -> String {
        match self.tape.below(3) {
            0 | 1 => match self.effect() {
                // Its `else` would seem to belong to the sentence.
                effect if effect.starts_with("if ") => format!(" {{ {effect} }}"),
                effect => format!(", {effect}"),
            },
            _ => format!(" {}", self.block()),
        }
    }

    /// Pieces to do something to.
    fn some_pieces(&mut self) -> String {
        match self.one_piece() {
            Some(one) if self.tape.below(3) < 2 => one,
            _ => self.pieces(),
        }
    }

    /// Another than the one that is spoken of.
    fn other_piece(&mut self) -> String {
        match self.a_bound(Sort::Piece) {
            Some(name) => name,
            None => (if self.moving { "target" } else { "pal of it" }).to_owned(),
        }
    }

    /// One square, or a few where one is meant.
    fn one_square(&mut self) -> String {
        match self.a_bound(Sort::Square) {
            Some(name) if self.tape.below(4) < 3 => name,
            _ if self.moving && self.tape.below(3) == 0 => "origin".to_owned(),
            _ if self.it && self.tape.below(4) == 0 => "spot of it".to_owned(),
            _ => self.square(),
        }
    }

    /// One effect.
    pub fn effect(&mut self) -> String {
        self.deeper(|it| match it.way(22, 38) {
            0..10 => it.becomes(),
            10 | 11 => format!("remove {}", it.some_pieces()),
            12 | 13 => format!("take {}", it.some_pieces()),
            14..16 => match it.one_piece() {
                Some(one) => format!("put {one} onto {}", it.one_square()),
                None => format!("put {} onto {}", it.kind(), it.one_square()),
            },
            16 => format!("put {} onto {}", it.kind(), it.one_square()),
            17 => format!("put {} in {} hand", it.some_pieces(), it.tape.one(&["own", "enemy"])),
            18 | 19 => {
                let way = it.tape.one(&["away from", "toward"]);
                format!("push {} {way} {}", it.some_pieces(), it.few_squares())
            }
            20 => match it.one_piece() {
                Some(one) => format!("swap {one} and {}", it.other_piece()),
                None => "swap own royal and enemy royal".to_owned(),
            },
            21 => match it.one_piece() {
                Some(one) => format!("promote {one}"),
                None => format!("promote own {}", it.ground.foot),
            },
            22 | 23 => it.choice(),
            24 | 25 => it.grant(),
            26 => format!("if {} {}", it.condition(), it.block()),
            27 => format!("if {} {} else {}", it.condition(), it.block(), it.block()),
            28 | 29 => {
                let set = it.any_pieces();
                it.with_name(Sort::Piece, |it, name| format!("for each {name} in {set} {}", it.block()))
            }
            30 => {
                let set = it.squares();
                it.with_name(Sort::Square, |it, name| format!("for each {name} in {set} {}", it.block()))
            }
            31 => format!("for each side {}", it.about(false, false, |it| it.block())),
            32 => format!("forbid if {}", it.condition()),
            33 => {
                let who = it.tape.one(&["own side", "enemy side", "player"]);
                format!("{who} {}", it.tape.one(&["wins", "loses"]))
            }
            34 => "draw".to_owned(),
            35 => "reveal own mine".to_owned(),
            36 => match it.one_piece() {
                Some(one) => format!("put {one} onto {}", it.few_pieces()),
                None => it.becomes(),
            },
            _ => it.becomes(),
        })
    }

    fn becomes(&mut self) -> String {
        match self.tape.below(26) {
            0..3 => format!("{} becomes {}tired", self.some_pieces(), self.tape.one(&["", "", "not "])),
            3 | 4 if self.it => "score of it becomes score of it + 1".to_owned(),
            5 if self.it => format!("score of it becomes {}", self.number()),
            6 | 7 => format!("own runs becomes {}", self.tape.one(&["own runs - 1", "enemy runs", "3"])),
            8 => "tally becomes tally + 1".to_owned(),
            9 => format!("tally becomes {}", self.number()),
            10 => format!("own side becomes {}angry", self.tape.one(&["", "not "])),
            11 => "enemy side becomes angry".to_owned(),
            12 => format!("storm becomes {}", self.tape.one(&["yes", "no"])),
            13 | 14 => format!("{} becomes {}", self.some_pieces(), self.kind()),
            15 => format!("{} becomes enemy", self.some_pieces()),
            16 | 17 => format!("{} becomes wet", self.few_squares()),
            18 => format!("{} becomes not wet", self.few_squares()),
            19 if self.it => {
                format!("pal of it becomes {}", self.tape.one(&["it", "own royal", "own piece near it"]))
            }
            20 if self.it => format!("way of it becomes {}", self.directions()),
            21 if self.it => format!("spot of it becomes {}", self.one_square()),
            22 => format!("own home becomes {}", self.one_square()),
            23 => format!("latest becomes {}", if self.it { "kind of it".to_owned() } else { self.kind() }),
            24 => format!("trace becomes {}", self.few_squares()),
            _ => format!("own barred becomes {}", self.tape.one(&["forward", "diagonal", "sideways"])),
        }
    }

    fn choice(&mut self) -> String {
        let who = match self.tape.below(10) {
            0..3 => "choose",
            3..5 => "may choose",
            5 => "enemy side chooses",
            6 => "own side may choose",
            7 => "own side chooses",
            8 => "chance chooses",
            _ => "enemy side may choose",
        };
        let (sort, from) = match self.tape.below(8) {
            0..3 => (Sort::Square, self.squares()),
            3..5 => (Sort::Piece, self.pieces()),
            5 => (Sort::Kind, self.kinds()),
            6 => (Sort::Direction, "forward, backward, sideways".to_owned()),
            _ => (Sort::Piece, "own hand".to_owned()),
        };
        self.with_name(sort, |it, name| {
            let body = match sort {
                Sort::Square => match it.tape.below(5) {
                    0 | 1 => format!("{{ put {} onto {name} }}", it.one_piece().unwrap_or_else(|| it.kind())),
                    2 => format!("{{ {name} becomes wet }}"),
                    3 => format!("{{ own mine becomes {name} }}"),
                    _ => it.block(),
                },
                Sort::Kind => match it.tape.below(3) {
                    0 => format!("{{ put {name} onto {} }}", it.square()),
                    1 => format!("{{ latest becomes {name} }}"),
                    _ => it.block(),
                },
                Sort::Direction if it.it => format!("{{ way of it becomes {name} }}"),
                Sort::Direction => format!("{{ own barred becomes {name} }}"),
                Sort::Piece => match it.tape.below(4) {
                    0 => format!("{{ {name} becomes tired }}"),
                    1 => {
                        let set = it.squares();
                        format!("{{ choose y from {set} {{ put {name} onto y }} }}")
                    }
                    _ => it.block(),
                },
            };
            format!("{who} {name} from {from} {body}")
        })
    }

    /// A further move in the same turn.
    fn grant(&mut self) -> String {
        let who = match self.tape.below(5) {
            0..4 if self.it => "it".to_owned(),
            4 => "player".to_owned(),
            _ => format!("own {}", self.kind()),
        };
        let must = self.tape.one(&["may", "may", "must"]);
        let verb = match self.tape.below(6) {
            0..3 => "move".to_owned(),
            3 => "take".to_owned(),
            4 => format!("take {}", self.few_pieces()),
            _ => "act".to_owned(),
        };
        let mut tail = String::new();
        if self.tape.seldom(15) {
            tail += &format!(" by {}", self.label());
        }
        if verb == "move" && self.tape.seldom(30) {
            tail += " without taking";
        }
        tail += if self.tape.seldom(8) { " 2 times" } else { " once" };
        if must == "must" && self.tape.seldom(60) {
            tail += " if it can";
        }
        let (it, moving) = (true, true);
        tail += &self.about(it, moving, |it| it.guard(12));
        if self.tape.seldom(10) {
            tail += &format!(" {}", self.about(it, moving, |it| it.block()));
        }
        format!("{who} {must} {verb}{tail}")
    }
}
