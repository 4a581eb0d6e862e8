//! Laws, ends, promotions, and what happens to numbers when a turn ends. Imports `ids`, `model`, `program`, `fixed`.

use super::fixed::{Fixed, View};
use super::full::origins::Read;
use super::rules::unguarded;
use super::{Build, Refusal};
use crate::ids::{KindId, LabelId, SideId};
use crate::model::{self, EndKind, Expr, Happens, Motion, Promotion, Time};
use crate::program::bits::Bits;
use crate::program::expr::{Compare, Condition, Kinds, Number, Set};
use crate::program::{Effect, End, Kind, Laws, Side};
use rulemate_grammar::source::Place;

impl<const N: usize> Default for Laws<N> {
    fn default() -> Self {
        Laws { danger: false, forbidden: Vec::new() }
    }
}

impl<const N: usize> Build<'_, N> {
    /// Refuses sorts of sentences that no program carries yet.
    pub fn refuse_the_rest(&mut self) -> Result<(), Refusal> {
        for file in &self.rules.files {
            let file = self.rules.file(*file);
            if let Some(rule) = file.edges.first() {
                return Err(Refusal::new("edges", rule.place));
            }
            if let Some(rule) = file.demands.first() {
                return Err(Refusal::new("a demand", rule.place));
            }
            if let Some(rule) = file.moves.iter().find(|rule| rule.subject.is_none()) {
                return Err(Refusal::new("an act of a side", rule.place));
            }
            let board = |rule: &&model::Definition| rule.meaning == self.library().board;
            if let Some(rule) = file.definitions.iter().find(board) {
                return Err(Refusal::new("a board that is not whole", rule.place));
            }
        }
        self.refuse_other_bars()
    }

    fn suspended(&self, label: Option<LabelId>) -> Result<bool, Refusal> {
        for rule in self.rules.all(|file| &file.suspensions) {
            if Some(rule.label) == label {
                unguarded(&rule.guards, rule.place)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The royal kinds.
    pub fn royal(&self) -> Result<Kinds, Refusal> {
        let library = self.library();
        let royal = library.royal;
        let place = library.meanings[royal.index()].place;
        let refused = || Refusal::new("royal pieces that are not all of some kinds", place);
        self.kinds_of_word(royal).ok_or_else(refused)
    }

    /// What a side's turns must not do.
    pub fn laws(&mut self, side: SideId, sides: &[Side<N>]) -> Result<Laws<N>, Refusal> {
        let royal = sides[side.index()].royal;
        let mut laws = Laws::default();
        let view = View { player: Some(side), ..View::of(side) };
        for law in self.rules.all(|file| &file.laws) {
            if self.suspended(law.label)? {
                self.read(law.place, Read::Suspended);
                continue;
            }
            let condition = self.condition(&law.condition, &view)?;
            if is_danger(&condition, side.0, royal) {
                laws.danger = true;
                self.read(law.place, Read::OfRoyals);
            } else if self.never(&condition, side, sides) {
                self.read(law.place, Read::Unbroken);
            } else {
                if condition.is_of_the_board() {
                    return Err(Refusal::new("a law that bears on what threatens", law.place));
                }
                laws.forbidden.push(condition);
                self.read(law.place, Read::Asked);
            }
        }
        let marking = |kind: &&Kind<N>| royal >> kind.code & 1 == 1 && kind.runs.iter().any(|run| run.marks);
        if laws.danger
            && let Some(kind) = sides[side.index()].kinds.iter().find(marking)
        {
            let place = self.library().kinds[self.rules.kinds[kind.code as usize].index()].place;
            return Err(Refusal::new("royal pieces that are taken in passing", place));
        }
        Ok(laws)
    }

    /// Notes how a law was read; of one that the sides have read otherwise, both.
    fn read(&mut self, place: Place, read: Read) {
        if !self.laws.contains(&(place, read)) {
            self.laws.push((place, read));
        }
    }

    /// Whether a condition can be shown never to hold after a turn of this side: that it has fewer pieces of some
    /// kinds than before, where it takes none of its own and none of these becomes another kind.
    fn never(&self, condition: &Condition<N>, side: SideId, sides: &[Side<N>]) -> bool {
        if let Condition::All(all) = condition {
            return all.iter().any(|each| self.never(each, side, sides));
        }
        let Condition::Compared(Compare::Less, Number::Count(now), Number::Before(before)) = condition else {
            return false;
        };
        let Some(kinds) = own_kinds(now, side.0) else { return false };
        let same = matches!(&**before, Number::Count(before) if before == now);
        let kept = sides[side.index()]
            .kinds
            .iter()
            .all(|kind| kinds >> kind.code & 1 == 0 || kind.zone.is_empty() || kind.becomes.is_empty());
        same && kept
    }

    /// Where a kind becomes another, and which.
    pub fn promotion(&self, kind: KindId, side: SideId, into: &mut Kind<N>) -> Result<(), Refusal> {
        let all = self
            .rules
            .files
            .iter()
            .flat_map(|file| self.rules.file(*file).promotions.iter().map(move |rule| (*file, rule)));
        let all: Vec<(crate::ids::FileId, &Promotion)> = all.collect();
        let mut chosen: Vec<&Promotion> = Vec::new();
        for ancestor in self.library().lineage(kind) {
            let of = |motion: Motion| {
                let named = move |rule: &Promotion| rule.motion == motion && rule.kinds.contains(&ancestor);
                all.iter().filter(move |(_, rule)| named(rule)).collect::<Vec<_>>()
            };
            let (now, base) = (of(Motion::Now), of(Motion::Base));
            if let Some((last, rule)) = now.last() {
                unguarded(&rule.guards, rule.place)?;
                chosen.extend(now.iter().filter(|(file, _)| file == last).map(|(_, rule)| *rule));
                break;
            }
            if !base.is_empty() {
                chosen.extend(base.iter().map(|(_, rule)| *rule));
                break;
            }
        }
        let also = all.iter().filter(|(_, rule)| rule.motion == Motion::Also);
        for (_, rule) in also {
            let Some(kinds) = self.kinds_of_pieces(&rule.subject) else {
                return Err(Refusal::new("a promotion of some pieces of a kind", rule.place));
            };
            if kinds >> self.code(kind) & 1 == 1 {
                chosen.push(rule);
            }
        }
        for rule in chosen {
            unguarded(&rule.guards, rule.place)?;
            if !self.plain_subject(&rule.subject) {
                return Err(Refusal::new("a promotion of some pieces of a kind", rule.place));
            }
            let (Some(zone), Some(kinds)) =
                (self.rules.squares(&rule.on, side), self.rules.exact_kinds(&rule.to, side))
            else {
                return Err(Refusal::new("a promotion that depends on the position", rule.place));
            };
            let zone = self.bits(zone);
            if !into.zone.is_empty() && into.zone != zone {
                return Err(Refusal::new("promotions in several zones", rule.place));
            }
            into.zone = zone;
            for kind in kinds {
                let code = self.code(kind);
                if !into.becomes.contains(&code) {
                    into.becomes.push(code);
                }
            }
        }
        if into.becomes.is_empty() {
            into.zone = Bits::EMPTY;
        }
        Ok(())
    }

    /// What happens to numbers when a turn of a side ends.
    pub fn turn_ends(&mut self, side: SideId) -> Result<Vec<Effect<N>>, Refusal> {
        let view = View { player: Some(side), ..View::of(side) };
        let mut effects = Vec::new();
        for rule in self.rules.all(|file| &file.triggers) {
            if rule.happens != Happens::TurnEnds {
                continue;
            }
            if rule.time != Time::When {
                return Err(Refusal::new("a rule for the end of the turn", rule.place));
            }
            let body = self.effects(&rule.effects, &view)?;
            match self.guards(&rule.guards, &view)? {
                Condition::Fixed(true) => effects.extend(body),
                Condition::Fixed(false) => {}
                guard => effects.push(Effect::If(guard, body, Vec::new())),
            }
        }
        Ok(effects)
    }

    fn effects(&mut self, list: &[model::Effect], view: &View) -> Result<Vec<Effect<N>>, Refusal> {
        let mut effects = Vec::new();
        for effect in list {
            effects.push(match &effect.kind {
                model::EffectKind::SetGame(fact, value) => {
                    Effect::Set(self.number_of(*fact, value)?, self.number(value, view)?)
                }
                model::EffectKind::If(condition, then, otherwise) => counted(Effect::If(
                    self.condition(condition, view)?,
                    self.effects(then, view)?,
                    self.effects(otherwise, view)?,
                )),
                _ => return Err(Refusal::new("an effect", effect.place)),
            });
        }
        Ok(effects)
    }

    /// How the game ends when it is this side's turn, in the order in which it is asked.
    pub fn ends(&mut self, player: SideId) -> Result<Vec<End<N>>, Refusal> {
        let files: Vec<_> = self.rules.files.iter().rev().copied().collect();
        let mut ends = Vec::new();
        for file in files {
            for rule in &self.rules.file(file).ends {
                if self.suspended(rule.label)? {
                    continue;
                }
                let named = |who: &Expr| -> Result<Vec<SideId>, Refusal> {
                    let view = View { player: Some(player), ..View::of(player) };
                    match self.rules.fixed(who, &view) {
                        Some(Fixed::Sides(sides)) => Ok([player.other(), player]
                            .into_iter()
                            .filter(|side| sides.contains(side))
                            .collect()),
                        _ => Err(Refusal::new("an end for some side", rule.place)),
                    }
                };
                let sides = match &rule.kind {
                    EndKind::Draw => vec![player],
                    EndKind::Wins(who) | EndKind::Loses(who) => named(who)?,
                };
                for side in sides {
                    let view = View { player: Some(player), ..View::of(side) };
                    let condition = self.guards(&rule.guards, &view)?;
                    let winner = match &rule.kind {
                        EndKind::Draw => None,
                        EndKind::Wins(_) => Some(side.0),
                        EndKind::Loses(_) => Some(side.other().0),
                    };
                    if condition != Condition::Fixed(false) {
                        let label = super::movers::label_of(rule.label);
                        ends.push(End { winner, label, condition, place: rule.place });
                    }
                }
            }
        }
        Ok(ends)
    }
}

/// Whether some end is a win or a loss although the player, whose turn it is, may have turns.
pub(super) fn ends_with_turns<const N: usize>(ends: &[End<N>], player: u8) -> bool {
    let stuck = |condition: &Condition<N>| {
        let cannot = Condition::CanMove(player).negated();
        match condition {
            Condition::All(all) => all.contains(&cannot),
            other => *other == cannot,
        }
    };
    ends.iter().any(|end| end.winner.is_some() && !stuck(&end.condition))
}

/// `some own royal is threatened`
fn is_danger<const N: usize>(condition: &Condition<N>, side: u8, royal: Kinds) -> bool {
    matches!(condition, Condition::Threatened(of, set)
        if *of == side && own_kinds(set, side) == Some(royal))
}

/// The kinds of a set that is all of a side's pieces of some kinds.
fn own_kinds<const N: usize>(set: &Set<N>, side: u8) -> Option<Kinds> {
    match set {
        Set::And(all) => match &**all {
            [Set::Kinds(kinds), Set::Side(of)] | [Set::Side(of), Set::Kinds(kinds)] if *of == side => {
                Some(*kinds)
            }
            _ => None,
        },
        _ => None,
    }
}

/// `if some such piece moves or some piece is taken { n becomes A } else { n becomes n + B }`, told as one thing.
fn counted<const N: usize>(effect: Effect<N>) -> Effect<N> {
    let as_count = || {
        let Effect::If(condition, then, otherwise) = &effect else { return None };
        let ([Effect::Set(number, Number::Fixed(anew))], [Effect::Set(same, Number::Add(sum))]) =
            (then.as_slice(), otherwise.as_slice())
        else {
            return None;
        };
        let [Number::Fact(fact), Number::Fixed(by)] = &**sum else { return None };
        let (mut moved, mut taken) = (0, false);
        let mut ask = |condition: &Condition<N>| match condition {
            Condition::Moved(kinds, None) => moved |= kinds,
            Condition::Taken => taken = true,
            _ => moved = Kinds::MAX,
        };
        match condition {
            Condition::Any(all) => all.iter().for_each(ask),
            other => ask(other),
        }
        let plain = fact == number && same == number && moved != Kinds::MAX;
        plain.then_some(Effect::Count { number: *number, moved, taken, anew: *anew, by: *by })
    };
    as_count().unwrap_or(effect)
}
