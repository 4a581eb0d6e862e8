//! Which triggers bear on what is legal, and which facts plain moves may set. Imports `program`, `vocabulary`, `plain`.

use super::plain::{Finder, kinds_of};
use crate::program::full::plain::Waker;
use crate::program::full::rule::{Demand, Effect, EffectKind, Happens};
use crate::program::full::term::{KindSet, Node, Term};
use crate::program::full::{Full, Store, Waiting};
use crate::vocabulary::{Bearer, Deed, Time, Type};

impl<const N: usize> Finder<'_, N> {
    /// The triggers that bear on what is legal, and those that follow a turn; and the facts that plain moves may set, the
    /// second list for those that take, the third for those that take one of these royal pieces.
    pub(super) fn wakers(&self, laws: &[u16], royal: KindSet, hides: &[Term<N>]) -> Woken {
        let full = self.full;
        let asked: Vec<(u16, Vec<u8>)> =
            laws.iter().map(|law| (*law, facts_in(full, &full.laws[usize::from(*law)].condition))).collect();
        let mut promoting = Vec::new();
        for rule in &full.promotions {
            rule.guards.iter().for_each(|guard| promoting.extend(facts_in(full, &guard.condition)));
        }
        // What is not seen may be walked over.
        hides.iter().for_each(|term| promoting.extend(facts_in(full, term)));
        let mut woken = Woken::default();
        for (index, rule) in (0u16..).zip(&full.triggers) {
            let all = KindSet::MAX;
            if rule.time == Time::After {
                if rule.happens == Happens::Turn {
                    woken.wakers.push(Waker {
                        trigger: index,
                        deed: None,
                        kinds: all,
                        taken: all,
                        laws: Vec::new(),
                        sets: Vec::new(),
                        does: false,
                        undoes_nothing: true,
                        unless_castling: false,
                        by_royals: false,
                    });
                }
                continue;
            }
            let (deed, kinds, taken) = match &rule.happens {
                Happens::EventStarts => continue,
                Happens::Turn if rule.time == Time::Before => continue,
                Happens::Turn | Happens::TurnEnds => (None, all, all),
                Happens::Does { subject, deed, object, .. } => {
                    let of = |term: &Term<N>| if term.of == Type::Pieces { self.kinds_of(term) } else { all };
                    // Only behind `takes` does it say whom: behind `arrives` it is where.
                    let whom = object.as_ref().filter(|_| *deed == Deed::Takes);
                    (Some(*deed), of(subject), whom.map_or(all, of))
                }
            };
            let mut sets = Vec::new();
            let does = !only_sets(&rule.effects, &mut sets);
            let asking = asked.iter().filter(|(_, facts)| facts.iter().any(|fact| sets.contains(fact)));
            let asking: Vec<u16> = asking.map(|(law, _)| *law).collect();
            let does = does || sets.iter().any(|fact| promoting.contains(fact));
            let taking = matches!(deed, Some(Deed::IsTaken | Deed::Takes));
            let bears = does || !asking.is_empty();
            for (way, set) in woken.set.iter_mut().take(2).enumerate() {
                if way == 1 || !taking {
                    set.extend(&sets);
                    if !bears {
                        woken.set_besides[way].extend(&sets);
                    }
                }
            }
            let by_royals = match deed {
                Some(Deed::IsTaken) => kinds & royal != 0,
                Some(Deed::Takes) => taken & royal != 0,
                _ => true,
            };
            if by_royals {
                woken.set[2].extend(&sets);
            }
            if bears {
                let of_taken = deed == Some(Deed::IsTaken);
                let mut harmless = Harmless { full, royal, of_taken, free: Vec::new() };
                let undoes_nothing =
                    asking.is_empty() && rule.time == Time::When && harmless.all(&rule.effects, false);
                let unless_castling =
                    rule.guards.iter().any(|guard| guard.unless && guard.condition.node == Node::Castling);
                woken.wakers.push(Waker {
                    trigger: index,
                    deed,
                    kinds,
                    taken,
                    laws: asking,
                    sets,
                    does,
                    undoes_nothing,
                    unless_castling,
                    by_royals,
                });
            }
        }
        woken
    }
}

/// The triggers that bear on what is legal, and those that follow a turn; and which facts plain moves may set.
#[derive(Default)]
pub(super) struct Woken {
    pub(super) wakers: Vec<Waker>,
    pub(super) set: [Vec<u8>; 3],
    pub(super) set_besides: [Vec<u8>; 2],
}

/// Lists the triggers by what they wait for.
pub(super) fn wait<const N: usize>(full: &mut Full<N>) {
    let mut waiting: [Vec<Waiting>; 8] = Default::default();
    for (index, rule) in (0u16..).zip(&full.triggers) {
        let time = rule.time;
        match &rule.happens {
            Happens::Does { subject, deed, object, .. } => {
                let of = |term: &Term<N>| kinds_of(full, term, 0);
                let about = |term: &Term<N>| if term.of == Type::Pieces { of(term) } else { KindSet::MAX };
                let others = object.as_ref().map_or(KindSet::MAX, about);
                let trigger = Waiting { trigger: index, kinds: about(subject), others };
                waiting[*deed as usize].push(trigger);
                full.traits.before_taking |= time == Time::Before && *deed == Deed::IsTaken;
                full.traits.follows |= time == Time::After;
            }
            Happens::Turn => {
                full.traits.begins |= time == Time::Before;
                full.traits.follows |= time == Time::After;
            }
            Happens::EventStarts | Happens::TurnEnds => {}
        }
    }
    full.waiting = waiting;
}

/// The numbers that laws, wakers and acts ask which may sleep: of the game and of sides.
pub(super) fn numbers_asked<const N: usize>(full: &Full<N>, laws: &[u16], wakers: &[Waker]) -> Vec<u8> {
    let mut facts = Vec::new();
    let mut words = Vec::new();
    let mut ask = |term: &Term<N>| collect(full, term, &mut facts, &mut words);
    for law in laws {
        ask(&full.laws[usize::from(*law)].condition);
    }
    for waker in wakers {
        let rule = &full.triggers[usize::from(waker.trigger)];
        rule.guards.iter().for_each(|guard| ask(&guard.condition));
        rule.effects.iter().for_each(|effect| effect.terms(&mut ask));
    }
    for act in &full.acts {
        full.moves[usize::from(*act)].guards.iter().for_each(|guard| ask(&guard.condition));
    }
    let mut numbers = Vec::new();
    for fact in facts {
        let declared = &full.facts[usize::from(fact)];
        if let Store::Count(index) = declared.store {
            numbers.push(index);
            if declared.bearer == Bearer::Sides {
                numbers.push(index + 1);
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Whether a demand asks facts of pieces that are kept in a list: what a piece bore when it did something in the turn is
/// remembered of sets only.
pub(super) fn asks_marks<const N: usize>(full: &Full<N>, demand: &Demand<N>) -> bool {
    let guards = demand.guards.iter().map(|guard| &guard.condition);
    [&demand.subject].into_iter().chain(&demand.object).chain(guards).any(|term| {
        facts_in(full, term).into_iter().any(|fact| {
            let declared = &full.facts[usize::from(fact)];
            declared.bearer == Bearer::Pieces && declared.store == Store::Mark
        })
    })
}

/// Whether a condition, or a word in it, asks who could be taken.
pub(super) fn asks_danger<const N: usize>(full: &Full<N>, term: &Term<N>, words: &mut Vec<u16>) -> bool {
    let mut asks = matches!(term.node, Node::Threatened(_) | Node::CouldTake(..));
    if let Node::Meaning(word, _) = &term.node
        && !words.contains(word)
    {
        words.push(*word);
        for rule in &full.words[usize::from(*word)].rules {
            let guards = rule.guards.iter().map(|guard| &guard.condition);
            asks |= guards.chain([&rule.body]).any(|part| asks_danger(full, part, words));
        }
    }
    term.parts(&mut |part| asks = asks || asks_danger(full, part, words));
    asks
}

/// The facts that a condition asks.
fn facts_in<const N: usize>(full: &Full<N>, term: &Term<N>) -> Vec<u8> {
    let mut facts = Vec::new();
    let mut words = Vec::new();
    collect(full, term, &mut facts, &mut words);
    facts
}

fn collect<const N: usize>(full: &Full<N>, term: &Term<N>, facts: &mut Vec<u8>, words: &mut Vec<u16>) {
    match &term.node {
        Node::GameFact(fact) | Node::FactOf(fact, _) | Node::Bearing(fact) | Node::Secret(fact, _) => {
            facts.push(*fact);
        }
        Node::Meaning(word, _) if !words.contains(word) => {
            words.push(*word);
            for rule in &full.words[usize::from(*word)].rules {
                collect(full, &rule.body, facts, words);
                rule.guards.iter().for_each(|guard| collect(full, &guard.condition, facts, words));
            }
        }
        _ => {}
    }
    term.parts(&mut |part| collect(full, part, facts, words));
}

/// Whether effects only set facts; and which.
pub(super) fn only_sets<const N: usize>(effects: &[Effect<N>], sets: &mut Vec<u8>) -> bool {
    let mut only = true;
    for effect in effects {
        only &= match &effect.kind {
            EffectKind::SetGame(fact, _) | EffectKind::Set(fact, ..) => {
                sets.push(*fact);
                true
            }
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => only_sets(body, sets),
            EffectKind::If(_, then, otherwise) => only_sets(then, sets) & only_sets(otherwise, sets),
            EffectKind::Choose(choose) => {
                only_sets(&choose.body, sets);
                false
            }
            EffectKind::Grant(grant) => {
                only_sets(&grant.block, sets);
                false
            }
            _ => false,
        };
    }
    only
}

/// Whether effects can take no turn back: they forbid nothing, demand no choice that may have no options, end no game,
/// offer no further move, and take no royal piece off the board.
struct Harmless<'f, const N: usize> {
    full: &'f Full<N>,
    royal: KindSet,
    /// They are about what has been taken.
    of_taken: bool,
    /// Chosen squares on which nothing stands.
    free: Vec<u8>,
}

impl<const N: usize> Harmless<'_, N> {
    fn all(&mut self, effects: &[Effect<N>], nested: bool) -> bool {
        effects.iter().all(|effect| match &effect.kind {
            EffectKind::SetGame(..) | EffectKind::Set(..) | EffectKind::Reveal(..) => true,
            // What stands where something is put is displaced; what is put onto a piece is carried.
            EffectKind::PutOnto(_, _, place) => place.of == Type::Pieces || self.fills(place),
            EffectKind::PutInHand(set, _) => {
                self.of_taken && set.node == Node::It || kinds_of(self.full, set, 0) & self.royal == 0
            }
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => {
                let free = std::mem::take(&mut self.free);
                let harmless = self.all(body, nested);
                self.free = free;
                harmless
            }
            EffectKind::If(_, then, otherwise) => self.all(then, nested) && self.all(otherwise, nested),
            EffectKind::Choose(choose) => {
                if choose.options.iter().all(is_empty_squares) && !choose.whole {
                    self.free.push(choose.var);
                }
                choose.who.is_some() && (choose.may || !nested) && self.all(&choose.body, true)
            }
            _ => false,
        })
    }

    /// Whether it is a chosen square on which nothing stands; from now on something does.
    fn fills(&mut self, place: &Term<N>) -> bool {
        let Node::Var(var) = place.node else { return false };
        let was_free = self.free.contains(&var);
        self.free.retain(|each| *each != var);
        was_free
    }
}

/// Whether on none of these squares anything stands.
fn is_empty_squares<const N: usize>(term: &Term<N>) -> bool {
    match &term.node {
        Node::Empty => true,
        Node::Both(all) => all.iter().any(is_empty_squares),
        Node::Except(base, _) | Node::Those(base, ..) | Node::SeenBy(_, base) => is_empty_squares(base),
        _ => false,
    }
}
