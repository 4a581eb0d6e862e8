//! How positions keep facts. Imports `model`, `program`, `vocabulary`.

use super::Lower;
use crate::compile::Refusal;
use crate::ids::FactId;
use crate::model::{Library, Node};
use crate::program::full::{Fact, MOST_COUNTS, MOST_PLANES, Store};
use crate::vocabulary::{Bearer, Lifetime, Type};

impl<const N: usize> Lower<'_, '_, N> {
    /// All facts of the library; those of files that are not in force are never set.
    pub(super) fn facts(&mut self) -> Result<Vec<Fact<N>>, Refusal> {
        let library: &Library = self.library();
        let (mut planes, mut counts) = (0, 0);
        let takes = self.rules.all(|file| &file.relations);
        let mut facts = Vec::new();
        for (index, fact) in library.facts.iter().enumerate() {
            let in_force = self.rules.files.contains(&fact.file);
            let made = takes.iter().any(|rule| rule.fact == Some(FactId::from_index(index)));
            let ages = match fact.life {
                Lifetime::Always | Lifetime::ThisTurn => 1,
                Lifetime::Turns { number, .. } => usize::from(number) * 2 + 1,
            };
            let mut store = Store::Mark;
            let plain = in_force && !fact.secret;
            let narrow = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
            match (fact.bearer, fact.of) {
                (Bearer::Pieces | Bearer::Squares, Type::Bool)
                    if plain && !made && fact.default.is_none() && planes + ages <= MOST_PLANES =>
                {
                    store = Store::Sets { first: narrow(planes), count: narrow(ages) };
                    planes += ages;
                }
                (Bearer::Game | Bearer::Sides, Type::Bool | Type::Number)
                    if plain
                        && fact.life == Lifetime::Always
                        && fact
                            .default
                            .as_ref()
                            .is_none_or(|default| matches!(default.node, Node::Number(_))) =>
                {
                    let wide = if fact.bearer == Bearer::Sides { 2 } else { 1 };
                    if counts + wide <= MOST_COUNTS {
                        store = Store::Count(narrow(counts));
                        counts += wide;
                    }
                }
                _ => {}
            }
            let default = if in_force { fact.default.as_ref() } else { None };
            let default = default.map(|default| self.term(default)).transpose()?;
            facts.push(Fact { bearer: fact.bearer, of: fact.of, default, life: fact.life, store });
        }
        Ok(facts)
    }
}
