//! Intervals and means from counts. Imports nothing of this crate.
//!
//! All figures are worked out from whole numbers at the end, so they do not depend on the order in which games were
//! played. Quantiles of the normal distribution come from the crate `statrs`.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::BTreeMap;

/// How sure intervals are: 95 %.
pub const LEVEL: f64 = 0.95;

/// The number of standard deviations of the normal distribution between which so much lies.
#[must_use]
pub fn deviations(level: f64) -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, level.clamp(0.0, 0.999_999)))
}

/// A share with the interval in which it lies for all that is known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Default)]
pub struct Share {
    /// From 0 to 1.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Share {
    /// Whether nothing is known of it: its interval is all that a share can be.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.low <= 0.0 && self.high >= 1.0
    }

    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The interval of a share of `value` in `count` trials by E. B. Wilson's score method (*Journal of the American
/// Statistical Association* 22, 1927): `(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)`. Nothing is known of none.
#[must_use]
pub fn wilson(value: f64, count: f64) -> Share {
    if count <= 0.0 {
        return Share { value: 0.5, low: 0.0, high: 1.0 };
    }
    let z = deviations(LEVEL);
    let squared = z * z / count;
    let middle = value + squared / 2.0;
    let half = z * (value * (1.0 - value) / count + squared / (4.0 * count)).max(0.0).sqrt();
    let end = |sum: f64| (sum / (1.0 + squared)).clamp(0.0, 1.0);
    Share { value, low: end(middle - half).min(value), high: end(middle + half).max(value) }
}

/// How many of how many.
#[must_use]
pub fn share(part: u64, whole: u64) -> Share {
    wilson(ratio(part, whole), float(whole))
}

/// As soon as so many games have been won or lost, drawn games count as what they are: certain.
const DECIDED: u64 = 5;

/// The score of games won, lost and drawn, a draw counting one half.
///
/// A game's score has a variance of at most `p(1-p)`, that of a game without draws; draws make it smaller. So Wilson's
/// interval is taken for `n·p(1-p)/v` games in place of `n`, where `v` is the variance found; with fewer than five
/// decided games, for `n`, which is too wide and never too narrow.
#[must_use]
pub fn score([won, lost, drawn]: [u64; 3]) -> Share {
    let count = won + lost + drawn;
    let value = ratio(2 * won + drawn, 2 * count);
    let squares = ratio(4 * won + drawn, 4 * count);
    let variance = squares - value * value;
    let most = value * (1.0 - value);
    let counts = if won + lost >= DECIDED && variance > 0.0 { most / variance } else { 1.0 };
    wilson(value, float(count) * counts.max(1.0))
}

/// The difference of two shares that were found apart, with the interval of R. G. Newcombe (*Statistics in Medicine*
/// 17, 1998, method 10): its ends are `d - √((p-l)² + (U-q)²)` and `d + √((u-p)² + (q-L)²)`.
#[must_use]
pub fn difference(of: Share, from: Share) -> Share {
    let value = of.value - from.value;
    let down = (of.value - of.low).hypot(from.high - from.value);
    let up = (of.high - of.value).hypot(from.value - from.low);
    Share { value, low: value - down, high: value + up }
}

/// How many games a score needs, at worst, to be known to half such an interval.
#[must_use]
pub fn games_for(half_width: f64) -> f64 {
    let z = deviations(LEVEL);
    (z * z / (4.0 * half_width * half_width) - z * z).max(1.0).ceil()
}

/// How often each whole number came up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(pub BTreeMap<u32, u64>);

impl Histogram {
    /// Notes a number.
    pub fn note(&mut self, number: u32) {
        *self.0.entry(number).or_insert(0) += 1;
    }

    /// Notes a number so many times.
    pub fn note_times(&mut self, number: u32, times: u64) {
        *self.0.entry(number).or_insert(0) += times;
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Histogram) {
        for (number, times) in &other.0 {
            *self.0.entry(*number).or_insert(0) += times;
        }
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Their sum.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.0.iter().map(|(number, times)| u64::from(*number) * times).sum()
    }

    /// The number below or at which such a part of them lies: 0.5 for the median.
    #[must_use]
    pub fn quantile(&self, part: f64) -> Option<u32> {
        let wanted = part * float(self.count());
        let mut below = 0;
        for (number, times) in &self.0 {
            below += times;
            if float(below) >= wanted {
                return Some(*number);
            }
        }
        None
    }

    /// Their mean, with the interval `m ± z s/√n` of the normal distribution; none without numbers.
    #[must_use]
    pub fn mean(&self) -> Option<Mean> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let value = ratio(self.sum(), count);
        let squares: f64 =
            self.0.iter().map(|(number, times)| (f64::from(*number) - value).powi(2) * float(*times)).sum();
        let deviation = if count > 1 { (squares / float(count - 1)).sqrt() } else { 0.0 };
        Some(Mean { value, within: deviations(LEVEL) * deviation / float(count).sqrt(), deviation })
    }
}

/// A mean.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half its interval.
    pub within: f64,
    /// The standard deviation of what it is of.
    pub deviation: f64,
}

/// A part of a whole; one half of nothing.
#[must_use]
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.5 } else { float(part) / float(whole) }
}

/// A count as a number; exact up to 2^53.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 5e-5, "{got}, and not {wanted}");
    }

    #[test]
    fn intervals_are_those_of_the_books() {
        near(deviations(0.95), 1.959_964);
        // Five of ten, none of ten, and 15 of 148, which Newcombe works out.
        let half = share(5, 10);
        near(half.low, 0.236_59);
        near(half.high, 0.763_41);
        let none = share(0, 10);
        near(none.low, 0.0);
        near(none.high, 0.277_53);
        let few = share(15, 148);
        near(few.low, 0.062_4);
        near(few.high, 0.160_5);
    }

    #[test]
    fn the_difference_is_that_of_newcombes_example() {
        // 56 of 70 against 48 of 80.
        let found = difference(share(56, 70), share(48, 80));
        near(found.value, 0.2);
        near(found.low, 0.052_4);
        near(found.high, 0.333_9);
    }

    #[test]
    fn draws_make_a_score_surer_and_never_certain() {
        let decided = score([50, 50, 0]);
        near(decided.low, share(50, 100).low);
        let drawn = score([10, 10, 80]);
        assert!(drawn.half_width() < decided.half_width() / 2.0);
        // All drawn: nothing says how often they would not be.
        near(score([0, 0, 100]).half_width(), decided.half_width());
        assert_eq!(score([0, 0, 0]), Share { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn histograms_have_means_and_medians() {
        let mut numbers = Histogram::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| numbers.note(number));
        let mean = numbers.mean().unwrap();
        near(mean.value, 5.0);
        near(mean.deviation, (32.0f64 / 7.0).sqrt());
        assert_eq!(numbers.quantile(0.5), Some(4));
        assert_eq!(numbers.quantile(1.0), Some(9));
        assert_eq!(Histogram::default().mean(), None);
    }

    #[test]
    fn precision_needs_so_many_games() {
        // At a score of one half, `z²/4h²` less what Wilson gains.
        let count = games_for(0.01);
        assert!(share(4801, 9602).half_width() < 0.01);
        assert!((9590.0..9610.0).contains(&count), "{count}");
    }
}
