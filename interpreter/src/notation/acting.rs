//! The files whose sentences can have led to a position, and what their sentences do. Imports `model`, `position`,
//! `lexicon`.
//!
//! Events that can end count although they are not in force: they leave behind what they did. What a setup says needs no
//! sentence: play begins with it.

use crate::model::{Effect, EffectKind, File, Happens, Library, Node, Time, Trigger, visit};
use crate::notation::Rules;
use crate::position::Position;

/// The files in force, and those of events that can have ended.
pub fn acting<'r>(rules: Rules<'r>, position: &Position) -> Vec<&'r File> {
    let in_force = rules.lexicon.in_force(position);
    let files = rules.library().files.iter().enumerate();
    files.filter(|(at, file)| in_force.contains(at) || ends(file)).map(|(_, file)| file).collect()
}

/// Whether a file can end what it began.
pub fn ends(file: &File) -> bool {
    does(file, &|effect| matches!(effect, EffectKind::EventEnds))
}

/// Whether some sentence of a file has such an effect.
pub fn does(file: &File, wanted: &dyn Fn(&EffectKind) -> bool) -> bool {
    file.moves.iter().any(|rule| any(&rule.block, wanted))
        || file.triggers.iter().any(|rule| any(&rule.effects, wanted))
}

/// Whether some effect, or one inside it, is such.
pub fn any(effects: &[Effect], wanted: &dyn Fn(&EffectKind) -> bool) -> bool {
    let mut found = false;
    visit::each_effect(effects, &mut |effect| found |= wanted(&effect.kind));
    found
}

/// Whether some sentence takes a turn back that stands already.
pub fn takes_back(file: &File) -> bool {
    let after = |rule: &&Trigger| rule.time == Time::After;
    file.triggers
        .iter()
        .filter(after)
        .any(|rule| any(&rule.effects, &|effect| matches!(effect, EffectKind::Forbid(_))))
}

/// Whether some effect ends a game: so that a side wins, or as a draw, to which rules come too that set each other off
/// without end once a turn stands.
pub fn ends_games(file: &File, won: bool) -> bool {
    let follows = |rule: &Trigger| rule.time == Time::After || rule.happens == Happens::Turn;
    match won {
        true => does(file, &|effect| matches!(effect, EffectKind::Wins(_) | EffectKind::Loses(_))),
        false => {
            does(file, &|effect| matches!(effect, EffectKind::Draw)) || file.triggers.iter().any(follows)
        }
    }
}

/// Whether some sentence speaks of what is in hands.
pub fn asks_hands(file: &File) -> bool {
    let mut found = false;
    visit::file(file, &mut |expr| {
        visit::all(expr, &mut |part| found |= matches!(part.node, Node::Hand(_)));
    });
    found
}

/// Whether the setup has a clause that begins so.
pub fn set_up(library: &Library, head: &str) -> bool {
    let suffix = library.setup.as_ref().and_then(|setup| setup.fen.split_once('|'));
    suffix.is_some_and(|(_, suffix)| suffix.split(';').any(|clause| clause.trim_start().starts_with(head)))
}
