//! Which laws and triggers may bear on plain moves here, and where. Imports `program`, `sleep`, `plain`.

use super::plain::Look;
use super::sleep::{Asleep, Still};
use crate::program::bits::Bits;
use crate::program::full::plain::Waker;
use crate::vocabulary::Deed;
use smallvec::SmallVec;

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// What may be relied on while a plain move is made, facts of these being set.
    fn still<'s>(&self, set: &'s [u8], taking: bool) -> Still<'s> {
        Still { set, taking, mover: self.me, calm: self.plain.calm, depth: 0 }
    }

    /// What sleeps in this position.
    pub(super) fn asleep(&self) -> Asleep {
        let mut asleep = Asleep::default();
        for (way, taking) in [(0, false), (1, true)] {
            // Who does nothing sets nothing.
            let most = self.still(&self.plain.set[way], taking);
            let mut set = self.plain.set_besides[way].clone();
            for waker in self.plain.wakers.iter().filter(|waker| !waker.sets.is_empty()) {
                if !self.does_nothing(waker, most, false) {
                    set.extend(&waker.sets);
                }
            }
            let still = self.still(&set, taking);
            asleep.laws[way] = self.laws_sleep(still);
            for (index, waker) in self.plain.wakers.iter().enumerate() {
                asleep.awake[way] |= u64::from(!self.sleeps(waker, still)) << (index & 63);
                asleep.idle[way] |= u64::from(self.does_nothing(waker, still, false)) << (index & 63);
            }
        }
        asleep.stands = self.taking_it_stands();
        let program = self.moment.program();
        let now = Still { set: &[], taking: false, mover: self.me, calm: false, depth: 0 };
        asleep.acts = program.acts.iter().all(|act| {
            let guards = &program.moves[usize::from(*act)].guards;
            guards
                .iter()
                .any(|guard| self.moment.surely(&guard.condition, now, self.me) == Some(guard.unless))
        });
        asleep
    }

    /// Of the wakers that do not sleep: the squares at which alone they do something.
    pub(super) fn zones(&self) -> SmallVec<[(u8, [Bits<N>; 2]); 2]> {
        let mut zones = SmallVec::new();
        let awake = self.awake[0] | self.awake[1];
        if awake == 0 {
            return zones;
        }
        for (index, waker) in (0u8..64).zip(&self.plain.wakers) {
            let comes = matches!(waker.deed, Some(Deed::Moves | Deed::Arrives)) && waker.laws.is_empty();
            if awake >> index & 1 == 0 || !comes {
                continue;
            }
            let effects = &self.moment.program().triggers[usize::from(waker.trigger)].effects;
            let [quiet, taking] = [0, 1].map(|way| {
                let still = self.still(&self.plain.set[way], way == 1);
                self.moment.squares_that_wake(effects, still, self.me)
            });
            let all = self.moment.program().board.all;
            if quiet.is_some() || taking.is_some() {
                zones.push((index, [quiet.unwrap_or(all), taking.unwrap_or(all)]));
            }
        }
        zones
    }

    /// Whether all laws that plain moves could break surely do not forbid any.
    pub(super) fn laws_sleep(&self, still: Still<'_>) -> bool {
        let laws = &self.moment.program().laws;
        self.plain
            .laws
            .iter()
            .all(|law| self.moment.surely(&laws[usize::from(*law)].condition, still, self.me) == Some(false))
    }

    /// Whether a trigger surely does nothing that bears on what is legal.
    pub(super) fn sleeps(&self, waker: &Waker, still: Still<'_>) -> bool {
        let sleeping = |law: &u16| {
            let law = &self.moment.program().laws[usize::from(*law)];
            self.moment.surely(&law.condition, still, self.me) == Some(false)
        };
        let laws_sleep = waker.laws.iter().all(sleeping);
        laws_sleep && !waker.does || self.does_nothing(waker, still, laws_sleep)
    }

    /// Whether a trigger surely does not run; or, where what it sets bears on nothing, does no more than to set it.
    pub(super) fn does_nothing(&self, waker: &Waker, still: Still<'_>, sets_freely: bool) -> bool {
        let rule = &self.moment.program().triggers[usize::from(waker.trigger)];
        let each_view = |holds: &dyn Fn(u8) -> bool| holds(0) && holds(1);
        rule.guards.iter().any(|guard| {
            each_view(&|view| self.moment.surely(&guard.condition, still, view) == Some(guard.unless))
        }) || each_view(&|view| self.moment.surely_do_nothing(&rule.effects, still, view, !sets_freely))
    }

    /// Whether surely no law of level 0 forbids the enemy to take the royal piece, and no trigger takes that back.
    pub(super) fn taking_it_stands(&self) -> bool {
        let (program, enemy) = (self.moment.program(), 1 - self.me);
        let still = Still { set: &self.plain.set[2], taking: true, mover: enemy, calm: false, depth: 0 };
        let laws = self.plain.laws.iter().map(|law| &program.laws[usize::from(*law)]);
        laws.filter(|law| law.level == 0)
            .all(|law| self.moment.surely(&law.condition, still, enemy) == Some(false))
            && self.plain.wakers.iter().all(|waker| {
                let level = program.triggers[usize::from(waker.trigger)].level;
                let bears = waker.does && waker.by_royals && level == 0 && !waker.undoes_nothing;
                !bears || self.does_nothing(waker, still, true)
            })
    }

    /// The targets at which some trigger wakes that bears on what is legal.
    pub(super) fn woken(&self, code: u8, targets: Bits<N>, takes: Bits<N>) -> Bits<N> {
        if self.awake == [0; 2] {
            return Bits::EMPTY;
        }
        let mut woken = Bits::EMPTY;
        for (index, waker) in self.plain.wakers.iter().enumerate() {
            let [quiet, taking] = self.awake.map(|awake| awake >> (index & 63) & 1 == 1);
            if !quiet && !taking {
                continue;
            }
            match waker.deed {
                Some(Deed::Moves | Deed::Arrives) if waker.kinds >> code & 1 == 1 => {
                    let zone = self.zones.iter().find(|(waker, _)| usize::from(*waker) == index);
                    let [by_quiet, by_taking] = zone.map_or([targets; 2], |(_, zones)| *zones);
                    if quiet {
                        woken |= targets.without(takes) & by_quiet;
                    }
                    if taking {
                        woken |= takes & by_taking;
                    }
                }
                Some(Deed::Takes) if waker.kinds >> code & 1 == 1 && taking => {
                    woken |= takes & self.of(waker.taken);
                }
                Some(Deed::IsTaken) if taking => woken |= takes & self.of(waker.kinds),
                Some(Deed::Promotes) if waker.kinds >> code & 1 == 1 => {
                    woken |= targets & self.side.kinds[usize::from(code)].walks.zone;
                }
                _ => {}
            }
        }
        woken
    }

    pub(super) fn of(&self, kinds: u64) -> Bits<N> {
        #[allow(clippy::cast_possible_truncation)]
        self.world.flat.of(kinds as u32 & u32::MAX >> (32 - K.min(32)))
    }
}
