//! The end of a turn: what happens then, what it breaks, and what follows once it stands. Imports `program`,
//! `vocabulary`, `moment`, `turn`, `world`.

use super::moment::{Depth, Frame, Moment};
use super::turn::{Script, Stop, Turn};
use super::world::{Over, Place};
use crate::program::full::rule::{Demand, Happens, Law};
use crate::vocabulary::{Deed, Time};

type Done = Result<(), Stop>;

impl<const N: usize, const K: usize> Turn<'_, N, K> {
    /// Runs what happens when the turn ends, before it is judged.
    pub fn turn_ends(&mut self, script: &mut Script<'_>) -> Done {
        self.offers.clear();
        self.once.clear();
        self.answered = self.log.len();
        self.moment_rules(Time::When, &Happens::TurnEnds, script)?;
        self.answer(&[Time::When], script)
    }

    /// Runs what follows once the turn has been judged and stands, and hands the turn to the other side. The turn
    /// stands, so rules that set each other off without end cannot refuse it: they draw the game.
    pub fn settle(&mut self, script: &mut Script<'_>) -> Done {
        match self.follow(script) {
            Err(Stop::Endless(place)) => {
                self.world.flat.player = 1 - self.player;
                self.world.over = Some(Over { winner: None, place });
                self.world.compact(self.rules.program);
                Ok(())
            }
            done => done,
        }
    }

    fn follow(&mut self, script: &mut Script<'_>) -> Done {
        let program = self.rules.program;
        self.after = true;
        self.once.clear();
        self.answered = 0;
        // What the turn has done so far wakes `after` rules only; what they do wakes `when` rules too.
        let known = self.log.len();
        if !program.traits.follows {
            self.answered = known;
        }
        while self.answered < self.log.len() {
            let times: &[Time] =
                if self.answered < known { &[Time::After] } else { &[Time::When, Time::After] };
            self.answer_next(times, script)?;
        }
        self.moment_rules(Time::After, &Happens::Turn, script)?;
        self.answer(&[Time::When, Time::After], script)?;
        for piece in self.world.away {
            if matches!(self.world.place(piece), Place::Held(_)) {
                self.take(piece, None);
            }
        }
        self.answer(&[Time::When, Time::After], script)?;
        self.world.expire(program);
        self.leave_board();
        self.world.flat.player = 1 - self.player;
        if self.player == 1 {
            self.world.flat.number = self.world.flat.number.saturating_add(1);
        }
        self.log.clear();
        self.answered = 0;
        if program.traits.begins {
            self.player = 1 - self.player;
            self.renewed = Some(Box::new(self.world));
            self.moment_rules(Time::Before, &Happens::Turn, script)?;
            self.answer(&[Time::When, Time::After], script)?;
        }
        // The other side, or what its rules have set, may have another board.
        self.leave_board();
        self.world.compact(program);
        Ok(())
    }

    /// Whether the finished turn breaks a law of this level or below, or a demand.
    pub fn breaks(&self, level: u8) -> bool {
        let program = self.rules.program;
        let mut moment = self.moment();
        moment.depth.closing = true;
        let breaks = |law: &Law<N>| {
            law.level <= level
                && moment.test(&law.condition, &mut Frame::new(self.player).with(self.info))
                && !moment.allowed(law.label)
        };
        // What costs least is asked first.
        let mut laws =
            (0..=level).flat_map(|level| program.laws.iter().filter(move |law| law.level == level));
        laws.any(breaks)
            || program.demands.iter().any(|demand| {
                // A turn that takes a royal piece of the enemy meets every demand.
                !demand.if_it_can && !self.meets(demand) && !self.takes_royal()
            })
    }

    /// Whether the finished turn breaks a law of the levels that count here.
    pub fn breaks_law(&self) -> bool {
        let level = if self.depth.answers == 0 { self.depth.level.min(1) } else { self.depth.level };
        self.breaks(level)
    }

    /// Whether the turn does what a demand asks.
    pub fn meets(&self, demand: &Demand<N>) -> bool {
        let at_start = Moment { closed: None, can_move: None, world: self.start(), ..self.moment() };
        self.log.iter().any(|each| {
            each.deed == demand.deed && demand.label.is_none_or(|label| each.labels >> label & 1 == 1) && {
                let moment = Moment { was: Some((each.who, each.was)), ..at_start };
                let mut frame = Frame { it: each.who, ..Frame::new(self.player) };
                let earlier = Moment { links: each.link.saturating_sub(1), ..moment };
                moment.has_piece(&demand.subject, each.who, &mut frame)
                    && demand.object.as_ref().is_none_or(|object| {
                        each.other.is_some_and(|(other, was)| {
                            Moment { was: Some((other, was)), ..at_start }
                                .has_piece(object, other, &mut frame)
                        })
                    })
                    && earlier.guards(&demand.guards, &mut frame)
            }
        })
    }

    /// Whether the turn takes a royal piece of the enemy.
    pub fn takes_royal(&self) -> bool {
        let at_start = Moment::at_start(self.rules, self.start(), Depth::PLAY);
        let royals = at_start.royals(1 - self.player);
        self.log.iter().any(|each| each.deed == Deed::IsTaken && royals.has(each.who))
    }
}
