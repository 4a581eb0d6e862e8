//! Whether a piece can have set a fact on a square. Imports `ids`, `model`, `position`, `engine`, and the rest of
//! `notation`.
//!
//! The sentences say which kinds set the fact. If it lasts for one turn, it was set in the turn before; and if nothing
//! but the walk of its maker can have changed the position then, as far as that bears on what is legal, the maker is put
//! back and its turns are tried. Where the sentences leave more open than that, it can have.

use super::acting::{acting, any};
use super::passed::full_life;
use super::reads::Reads;
use crate::ids::{FactId, KindId, LabelId, PieceId, SideId, Square};
use crate::model::{
    Deed, Effect, EffectKind, Expr, File, Happens, Library, Lifetime, Mode, MoveRule, Moves, Node, Path,
    Travel, visit,
};
use crate::notation::Rules;
use crate::position::{Mark, Part, Place, Position};
use std::collections::BTreeSet;

/// Whether the piece can have set the fact on the square, as the mark says it did.
pub fn can_have_set(
    rules: Rules<'_>,
    position: &Position,
    (fact, square): (FactId, Square),
    mark: &Mark,
) -> bool {
    let Some(maker) = mark.maker else { return true };
    let kinds = rules.lexicon.bearers.makers(position.piece(maker).kind, fact);
    if kinds.is_empty() {
        return false;
    }
    let last = position.player.other();
    let once = Lifetime::Turns { number: 1, enemy: true };
    if rules.library().facts[fact.index()].life != once
        || mark.left != full_life(rules.library(), fact, last)
        || position.pending.is_some()
    {
        return true;
    }
    let quiet = Quiet { rules, files: acting(rules, position), kinds: &kinds, fact };
    let Some(walks) = quiet.walks() else { return true };
    let Some(now) = position.square_of(maker).filter(|at| position.at(*at) == Some(maker)) else {
        return false;
    };
    position.piece(maker).owner == last && quiet.led_there(position, (maker, now), square, &walks)
}

/// A turn in which a piece of some kinds has made one walk and set the fact, if nothing else came of it.
struct Quiet<'a> {
    rules: Rules<'a>,
    files: Vec<&'a File>,
    kinds: &'a BTreeSet<KindId>,
    fact: FactId,
}

impl<'a> Quiet<'a> {
    fn library(&self) -> &'a Library {
        self.rules.library()
    }

    /// The rules of movement by whose walks the fact can have been set; none if the turn may have changed more.
    fn walks(&self) -> Option<Vec<(&'a Moves, &'a Travel)>> {
        let mut labels = BTreeSet::new();
        for file in &self.files {
            let in_blocks = |rule: &Moves| sets(&rule.block, self.fact);
            if file.moves.iter().any(in_blocks) {
                return None;
            }
            for trigger in file.triggers.iter().filter(|trigger| sets(&trigger.effects, self.fact)) {
                match &trigger.happens {
                    Happens::Does { deed: Deed::Moves, label: Some(label), .. } => labels.insert(*label),
                    _ => return None,
                };
            }
        }
        let walks = self.of_labels(&labels)?;
        let read = self.read();
        let in_blocks = walks.iter().all(|(rule, _)| self.all_idle(&rule.block, &read));
        let mut triggers = self.files.iter().flat_map(|file| &file.triggers);
        let quiet = in_blocks
            && triggers.all(|trigger| {
                !self.may_happen(&trigger.happens, &labels) || self.all_idle(&trigger.effects, &read)
            });
        let lasting = read.iter().all(|fact| self.library().facts[fact.index()].life == Lifetime::Always);
        (quiet && lasting).then_some(walks)
    }

    /// The rules of these labels for these kinds; none if some take, or go as others do.
    fn of_labels(&self, labels: &BTreeSet<LabelId>) -> Option<Vec<(&'a Moves, &'a Travel)>> {
        let mut walks = Vec::new();
        for rule in self.files.iter().flat_map(|file| &file.moves) {
            if !rule.label.is_some_and(|label| labels.contains(&label)) || !self.concerns(&rule.kinds) {
                continue;
            }
            match &rule.rule {
                MoveRule::Travel(travel) if only_goes(travel.mode, &travel.path) => {
                    walks.push((rule, travel))
                }
                _ => return None,
            }
        }
        Some(walks)
    }

    /// Whether one of these kinds (all, if none is named) is, or is a special sort of, what can have set the fact.
    fn concerns(&self, named: &[KindId]) -> bool {
        let is = |kind: &KindId| named.iter().any(|each| self.library().kind_is(*kind, *each));
        named.is_empty() || self.kinds.iter().any(is)
    }

    /// The facts of which the rules for what is legal read.
    fn read(&self) -> BTreeSet<FactId> {
        let mut read = BTreeSet::new();
        let mut look = |expr: &Expr| read.extend(Reads::of_expr(expr).facts);
        for file in &self.files {
            // Triggers, acts, ends, claims and what a start needs say nothing of where a piece may go.
            let kept = File {
                triggers: Vec::new(),
                ends: Vec::new(),
                claims: Vec::new(),
                needs: Vec::new(),
                moves: file
                    .moves
                    .iter()
                    .filter(|rule| !matches!(rule.rule, MoveRule::Act(_)))
                    .cloned()
                    .collect(),
                ..(*file).clone()
            };
            visit::file(&kept, &mut look);
        }
        read
    }

    /// Whether something can have happened in a turn of one such walk, or in its wake.
    fn may_happen(&self, happens: &Happens, labels: &BTreeSet<LabelId>) -> bool {
        let Happens::Does { subject, deed, label, .. } = happens else { return true };
        let concerns = || match &subject.node {
            Node::Kinds(kinds) => self.concerns(kinds),
            Node::OfKind(kinds) => match &kinds.node {
                Node::Kinds(kinds) => self.concerns(kinds),
                _ => true,
            },
            _ => true,
        };
        match deed {
            Deed::Moves => label.is_none_or(|label| labels.contains(&label)) && concerns(),
            Deed::Arrives => concerns(),
            Deed::Promotes | Deed::IsDisplaced => true,
            // Such walks take nothing, and whoever makes one neither acts nor castles.
            Deed::Takes | Deed::IsTaken | Deed::Acts | Deed::Castles => false,
        }
    }

    /// Whether effects change nothing that bears on what is legal.
    fn all_idle(&self, effects: &[Effect], read: &BTreeSet<FactId>) -> bool {
        let mut idle = true;
        visit::each_effect(effects, &mut |effect| {
            idle &= match &effect.kind {
                EffectKind::ForEachSide(..) | EffectKind::ForEach(..) | EffectKind::If(..) => true,
                EffectKind::Draw | EffectKind::Wins(_) | EffectKind::Loses(_) => true,
                EffectKind::Set(fact, ..) | EffectKind::SetGame(fact, _) => {
                    *fact == self.fact || !read.contains(fact)
                }
                _ => false,
            };
        });
        idle
    }

    /// Whether the maker, put back to some square, has a turn that leaves the mark and leads where it stands now.
    fn led_there(
        &self,
        position: &Position,
        (maker, now): (PieceId, Square),
        square: Square,
        walks: &[(&Moves, &Travel)],
    ) -> bool {
        let begins = self.begins(walks, position.piece(maker).owner);
        let may_begin =
            |at: &Square| position.at(*at).is_none() && begins.as_ref().is_none_or(|all| all.contains(at));
        let size = self.rules.lexicon.size;
        let squares =
            (0..size.ranks).flat_map(|rank| (0..size.files).map(move |file| Square::at(file, rank)));
        let from: Vec<Square> = squares.filter(may_begin).collect();
        // Whether it had moved before is asked only where some rule asks it.
        let fresh: &[bool] = if self.rules.lexicon.reads_fresh(position) { &[true, false] } else { &[true] };
        // An event that was put in force from outside may have started since.
        (0..=position.events.len()).rev().any(|events| {
            let mut earlier = position.clone();
            earlier.events.truncate(events);
            earlier.over = None;
            earlier.barred.clear();
            earlier.player = position.player.other();
            earlier.squares.retain(|(fact, _), _| *fact != self.fact);
            from.iter().any(|before| {
                self.kinds.iter().any(|kind| {
                    let mut earlier = earlier.clone();
                    earlier.put(maker, Place::Square(*before));
                    earlier.pieces[maker.index()].kind = *kind;
                    fresh.iter().any(|fresh| {
                        earlier.pieces[maker.index()].fresh = *fresh;
                        self.leads(&earlier, *before, square, (now, position.piece(maker).kind))
                    })
                })
            })
        })
    }

    fn leads(
        &self,
        earlier: &Position,
        before: Square,
        square: Square,
        (now, kind): (Square, KindId),
    ) -> bool {
        self.rules.engine.turns(earlier).iter().any(|turn| {
            let Some(Part::Move(declared)) = turn.parts.first() else { return false };
            if declared.origin != Some(before) || declared.target != Some(now) || !declared.takes.is_empty() {
                return false;
            }
            self.rules.engine.play(earlier, turn).is_ok_and(|after| {
                let mark = after.squares.get(&(self.fact, square));
                mark.and_then(|mark| mark.maker)
                    .is_some_and(|maker| after.at(now) == Some(maker) && after.piece(maker).kind == kind)
            })
        })
    }

    /// The squares from which these walks begin, if all say so by ranks or squares alone.
    fn begins(&self, walks: &[(&Moves, &Travel)], side: SideId) -> Option<BTreeSet<Square>> {
        let size = self.rules.lexicon.size;
        let mut all = BTreeSet::new();
        for (_, travel) in walks {
            let from = travel.from.as_ref()?;
            match &from.node {
                Node::Squares(squares) => all.extend(squares.iter()),
                Node::Ranks(first, last) => {
                    for rank in *first..=*last {
                        let rank = if side == SideId(0) { rank } else { size.ranks.checked_sub(rank + 1)? };
                        all.extend((0..size.files).map(|file| Square::at(file, rank)));
                    }
                }
                _ => return None,
            }
        }
        Some(all)
    }
}

/// Whether some effect sets the fact.
fn sets(effects: &[Effect], fact: FactId) -> bool {
    any(effects, &|effect| matches!(effect, EffectKind::Set(set, ..) if *set == fact))
}

/// Whether a walk takes nothing, on its way either.
fn only_goes(mode: Mode, path: &Path) -> bool {
    let legs = |path: &Path| only_goes(Mode { quiet: true, capture: false }, path);
    !mode.capture
        && match path {
            Path::Either(paths) | Path::Then(paths) => paths.iter().all(legs),
            Path::Repeat(path, ..) => legs(path),
            Path::Only { path, .. } => legs(path),
            Path::Leg(leg) => leg.taking.is_none() && leg.onto.is_none(),
            Path::Like(_) | Path::Onto(..) => false,
        }
}
