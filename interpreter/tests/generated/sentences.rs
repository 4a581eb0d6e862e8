//! Sentences at random. Imports `words`, `paths`, `effects`.

use crate::words::Maker;

impl Maker<'_> {
    /// Whom a sentence is about.
    fn subject(&mut self) -> String {
        match self.tape.below(16) {
            0..7 => self.kind(),
            7..10 => "piece".to_owned(),
            10 => format!("{} {}", self.tape.one(&["white", "black"]), self.kind()),
            11 => format!("tired {}", self.tape.one(&["piece", self.ground.foot])),
            12 => format!("{} or {}", self.kind(), self.kind()),
            13 => format!("{} on {}", self.kind(), self.rank()),
            14 => "royal".to_owned(),
            _ => format!("piece except {}", self.kind()),
        }
    }

    fn how(&mut self) -> &'static str {
        self.tape.one(&["also", "also", "now"])
    }

    /// A sentence; some stand only in files of events.
    pub fn sentence(&mut self, event: bool) -> String {
        match self.tape.below(47) {
            23..27 if self.sober => self.trigger(event),
            0..9 => {
                let kind = match self.tape.below(8) {
                    0..7 => self.kind(),
                    _ => format!("{} {}", self.tape.one(&["white", "black"]), self.kind()),
                };
                format!("{kind} {} {}", self.how(), self.travel())
            }
            9..11 => self.act(),
            11 => self.castling(),
            12 => self.promotion(),
            13 => {
                let toward = self.tape.one(&["", " sideways", " forward or backward"]);
                format!("{} {}{toward}{}", self.kind(), self.tape.one(&["bounces", "wraps"]), self.guard(10))
            }
            14..23 => self.relation(),
            23 | 24 => self.demand(),
            25 | 26 => self.sort(),
            27 => {
                let how = self.how();
                match self.tape.below(3) {
                    0 => format!("friend {how} means {}", self.pieces()),
                    1 => format!("zone {how} means {}", self.squares()),
                    _ => format!("busy {how} means {}", self.condition()),
                }
            }
            28..32 => {
                // On large boards too much would have to be looked at.
                self.answers = self.ground.files * self.ground.ranks < 40;
                if self.tape.below(2) == 0 { self.law() } else { self.end() }
            }
            32 => {
                let load = self.kind();
                match self.tape.below(3) {
                    0 => format!(
                        "{} also moves step any onto own {load} unless some piece is on target",
                        self.kind()
                    ),
                    1 => format!("{} on {load} can move", self.kind()),
                    _ => format!("{load} also moves step any if some {} is on it", self.kind()),
                }
            }
            _ => self.trigger(event),
        }
    }

    fn act(&mut self) -> String {
        let label = self.tape.one(&["trick", "feat", "trick"]);
        if self.tape.below(3) == 2 {
            let guard = self.guard(30);
            return format!(
                "player {} acts by {label}{guard} {}",
                self.how(),
                self.about(false, false, |it| it.block())
            );
        }
        let kind = self.kind();
        self.about(true, true, |it| {
            let place = if it.tape.seldom(20) { format!(" from {}", it.rank()) } else { String::new() };
            format!("{kind} {} acts by {label}{place}{} {}", it.how(), it.guard(25), it.block())
        })
    }

    fn castling(&mut self) -> String {
        let royal = self.ground.kinds[0];
        let partner = self.kind();
        match self.tape.below(3) {
            0 | 1 => {
                format!("{royal} {} castles {} squares with {partner}", self.how(), self.tape.below(2) + 1)
            }
            _ => {
                format!("{royal} {} castles to file b or file c with {partner}{}", self.how(), self.guard(20))
            }
        }
    }

    fn promotion(&mut self) -> String {
        let foot = if self.tape.below(3) < 2 { self.ground.foot.to_owned() } else { self.kind() };
        let zone = if self.tape.below(2) == 0 { format!("rank {}", self.ground.ranks) } else { self.rank() };
        let to = self.kinds();
        format!(
            "{foot} {} promotes on {zone} to {to}{}",
            self.how(),
            self.about(true, false, |it| it.guard(20))
        )
    }

    /// What pieces can and cannot.
    fn relation(&mut self) -> String {
        let subject = self.subject();
        let can = self.tape.one(&["cannot", "can", "cannot"]);
        let (verb, moving) = self.about(true, false, |it| match it.tape.below(16) {
            0 | 1 => (format!("{can} pass {}", it.few_pieces()), true),
            2 | 3 => (format!("{can} take {}", it.few_pieces()), true),
            4 => (format!("cannot pass {}", it.few_squares()), true),
            5 | 6 => (format!("cannot stop on {}", it.few_squares()), true),
            7 => (
                format!(
                    "cannot move{}",
                    it.tape.one(&["", " backward", " diagonal", " sideways", " own barred"])
                ),
                true,
            ),
            8 => (format!("cannot move by {}", it.label()), true),
            9 => {
                let walls = format!("cannot pass from {} to {}", it.few_squares(), it.few_squares());
                let doors = format!("can pass from {} to {}", it.square(), it.few_squares());
                (if it.tape.below(2) == 0 { walls } else { doors }, true)
            }
            10 => (
                format!("{can} pass from own {} to another own {}", it.ground.kinds[1], it.ground.kinds[1]),
                true,
            ),
            11 if !it.sober => (format!("cannot see {}", it.few_pieces()), false),
            12 => (format!("cannot threaten{}", it.tape.one(&["", " by trick"])), false),
            13 => (format!("cannot promote{}", it.tape.one(&["", " to "])), false),
            14 => ("can take wet".to_owned(), true),
            _ => (format!("cannot take {} by {}", it.few_pieces(), it.label()), true),
        });
        let verb = if verb.ends_with(" to ") { format!("{verb}{}", self.kind()) } else { verb };
        let guard = self.about(true, moving, |it| it.guard(35));
        format!("{subject} {verb}{guard}")
    }

    fn demand(&mut self) -> String {
        let subject = self.subject();
        let verb = match self.tape.below(5) {
            0 | 1 => "take".to_owned(),
            2 => format!("take {}", self.about(true, false, |it| it.few_pieces())),
            3 => "move".to_owned(),
            _ => format!("move by {}", self.label()),
        };
        let able = self.tape.one(&[" if it can", " if it can", ""]);
        format!("{subject} must {verb}{able}{}", self.about(true, true, |it| it.guard(15)))
    }

    fn sort(&mut self) -> String {
        let not = self.tape.one(&["", " not"]);
        match self.tape.below(6) {
            0 | 1 => {
                let squares = match self.tape.below(4) {
                    0 => format!("{} or {}", self.square(), self.square()),
                    1 => "wet".to_owned(),
                    2 => format!("empty near {}", self.few_pieces()),
                    _ => self.square(),
                };
                format!("{squares} is not on board{}", self.guard(25))
            }
            2 => format!("{} is{not} royal{}", self.kind(), self.guard(20)),
            3 => format!("tired piece is{not} royal"),
            4 => format!("{} is{not} zone", self.square()),
            _ => format!("{} is{not} friend", self.kind()),
        }
    }

    fn law(&mut self) -> String {
        match self.tape.below(4) {
            0 | 1 => format!("forbid custom if {}", self.condition()),
            2 => format!("forbid if {}", self.condition()),
            _ => format!(
                "allow {}{}",
                self.tape.one(&["danger", "suicide", "mate", "stalemate"]),
                self.guard(40)
            ),
        }
    }

    fn end(&mut self) -> String {
        match self.tape.below(6) {
            0 => format!("side wins by feat if {}", self.condition()),
            1 => format!("side loses by poverty if {}", self.condition()),
            2 => format!("draw by rest if {}", self.condition()),
            3 => format!("side may draw by rest if {}", self.condition()),
            4 => format!("player loses by poverty if {}", self.condition()),
            _ => "draw by rest if repeats >= 3".to_owned(),
        }
    }

    fn trigger(&mut self, event: bool) -> String {
        let before = self.threats;
        self.threats &= self.tape.below(3) == 0;
        let made = if event && self.tape.seldom(15) {
            match self.tape.below(3) {
                0 | 1 => format!("when event starts{}", self.about(false, false, |it| it.body())),
                _ => format!("after turn{}, event ends", self.about(false, false, |it| it.guard(100))),
            }
        } else {
            match self.tape.below(14) {
                0 => self.answer("when turn ends", false),
                1 => self.answer("after turn", false),
                2 => self.answer("before turn", false),
                3 => {
                    let what = format!("before {} is taken", self.few_pieces());
                    self.answer(&what, true)
                }
                _ => self.happening(),
            }
        };
        self.threats = before;
        made
    }

    fn answer(&mut self, what: &str, it: bool) -> String {
        self.about(it, false, |it| format!("{what}{}{}", it.guard(35), it.body()))
    }

    fn happening(&mut self) -> String {
        let time = self.tape.one(&["when", "when", "when", "after"]);
        let whose = self.tape.one(&["", "", "", "own ", "enemy ", "white "]);
        let who = match self.tape.below(5) {
            0 | 1 => format!("{whose}piece"),
            2 => format!("{whose}{} or {}", self.kind(), self.kind()),
            _ => format!("{whose}{}", self.kind()),
        };
        let by = match self.tape.below(5) {
            4 => format!(" by {}", self.label()),
            _ => String::new(),
        };
        let what = match self.tape.below(16) {
            0..4 => format!("moves{by}"),
            4..7 => format!("takes {}{by}", self.about(true, false, |it| it.few_pieces())),
            7 | 8 => "is taken".to_owned(),
            9 | 10 => "arrives".to_owned(),
            11 => format!("arrives on {}", self.about(true, false, |it| it.few_squares())),
            12 => format!("acts{by}"),
            13 => format!("promotes{}", self.tape.one(&["", " to runner", ""])),
            14 => "castles".to_owned(),
            _ => "is displaced".to_owned(),
        };
        let what = what.replace("runner", self.ground.kinds[1]);
        let time = if what == "is displaced" { "after" } else { time };
        self.about(true, true, |it| format!("{time} {who} {what}{}{}", it.guard(35), it.body()))
    }
}
