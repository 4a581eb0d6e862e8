//! Values under the names of kinds, to be written to files and read from them. Imports `value`.

use super::{Values, Worth};
use indexmap::IndexMap;
use rulemate_interpreter::model::Library;
use serde::{Deserialize, Serialize};

/// Values with the names of kinds instead of their numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// By the name of the kind, in the order of the rules.
    pub pieces: IndexMap<String, NamedWorth>,
    /// To have one legal turn more than the other side had.
    #[serde(default)]
    pub mobility: f64,
    /// To be the one whose turn it is.
    #[serde(default)]
    pub turn: f64,
    /// By how many hundredths of the unit the odds of winning grow e-fold.
    #[serde(default = "usual_scale")]
    pub scale: f64,
}

/// What one kind is worth.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedWorth {
    /// On average of all squares; of royal kinds, none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// How much more on its last rank than on its first.
    #[serde(default)]
    pub advance: f64,
    /// How much more in the middle of the board than at its rim.
    #[serde(default)]
    pub centre: f64,
    /// The standard error of its worth, if it was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// In how many of the games that it was learned from one side had more of it than the other for a while.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub games: u32,
}

fn usual_scale() -> f64 {
    200.0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_nothing(number: &u32) -> bool {
    *number == 0
}

impl Values {
    /// The same under names; numbers rounded to tenths.
    #[must_use]
    pub fn named(&self, library: &Library) -> Named {
        let tenth = |value: f64| (value * 10.0).round() / 10.0;
        let pieces = library.kinds.iter().zip(&self.kinds).map(|(kind, worth)| {
            let named = NamedWorth {
                worth: (!worth.royal).then(|| tenth(worth.worth)),
                advance: tenth(worth.advance),
                centre: tenth(worth.centre),
                error: worth.error.map(tenth),
                games: worth.games,
            };
            (kind.name.clone(), named)
        });
        Named {
            pieces: pieces.collect(),
            mobility: (self.mobility * 1000.0).round() / 1000.0,
            turn: tenth(self.turn),
            scale: tenth(self.scale),
        }
    }

    /// Values from names; kinds that are not named keep what they are worth here.
    ///
    /// # Errors
    /// The names that no kind of the rules bears.
    pub fn with_named(mut self, named: &Named, library: &Library) -> Result<Values, Vec<String>> {
        let unknown: Vec<String> = named
            .pieces
            .keys()
            .filter(|name| !library.kinds.iter().any(|kind| kind.name == **name))
            .cloned()
            .collect();
        if !unknown.is_empty() {
            return Err(unknown);
        }
        self.kinds.resize(library.kinds.len(), Worth::default());
        for (kind, worth) in library.kinds.iter().zip(&mut self.kinds) {
            let Some(named) = named.pieces.get(&kind.name) else { continue };
            *worth = Worth {
                worth: named.worth.unwrap_or(0.0),
                advance: named.advance,
                centre: named.centre,
                royal: named.worth.is_none(),
                error: named.error,
                games: named.games,
            };
        }
        (self.mobility, self.turn, self.scale) = (named.mobility, named.turn, named.scale);
        Ok(self)
    }
}
