//! Which pairs of events a run plays, of which there are too many to be played each time: some that are drawn by the
//! date; with `RULEMATE_DEEP=1` all; with `RULEMATE_PAIRS=3/16` every sixteenth from the third on, so that all can be
//! played in pieces, and with `RULEMATE_PAIRS=ONE+OTHER` these two. All that is not drawn is played at length and in both
//! orders, and what has become of it is told on standard error as it goes. The tests of the interpreter read this file
//! too, so it imports nothing.

use std::any::Any;
use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};

/// The names of two events, in the order in which they start.
pub type Pair = [String; 2];

/// Which of all pairs are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lot {
    /// Some, by the date.
    Drawn,
    /// All.
    All,
    /// Every so many-th, from one of the first on, which are counted from 1.
    Piece(usize, usize),
    /// One that is named.
    Named(Pair),
}

/// What was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games.
    pub games: usize,
    /// Positions at which something was asked.
    pub positions: usize,
}

/// Days since 1970: what is drawn, of which there is too much to be tried each time, changes with them.
#[must_use]
pub fn day() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400)
}

/// A number from 0 to below `faces`.
pub fn drawn(random: &mut u64, faces: usize) -> usize {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*random >> 33).unwrap_or(0) % faces.max(1)
}

impl Lot {
    /// What this run was asked for.
    ///
    /// # Panics
    /// If `RULEMATE_PAIRS` names no lot.
    #[must_use]
    #[allow(clippy::panic)]
    pub fn asked() -> Lot {
        let set = |name: &str| std::env::var(name).ok().filter(|value| value != "0");
        match (set("RULEMATE_PAIRS"), set("RULEMATE_DEEP")) {
            (None, None) => Lot::Drawn,
            (None, Some(_)) => Lot::All,
            (Some(text), _) => match Lot::read(&text) {
                Some(lot) => lot,
                None => panic!("RULEMATE_PAIRS is a piece as `3/16` or a pair as `ONE+OTHER`, not `{text}`"),
            },
        }
    }

    fn read(text: &str) -> Option<Lot> {
        if let Some((one, other)) = text.split_once('+') {
            return Some(Lot::Named([one.to_owned(), other.to_owned()]));
        }
        let (number, of) = text.split_once('/')?;
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then_some(Lot::Piece(number, of))
    }

    /// The first number for pairs that are drawn, the second for all others.
    #[must_use]
    pub fn amount(&self, drawn: usize, far: usize) -> usize {
        if *self == Lot::Drawn { drawn } else { far }
    }

    /// The pairs of this lot, each order a pair of its own; so many if they are drawn.
    fn of(&self, all: &[Pair], count: usize) -> Vec<Pair> {
        let turned = |[one, other]: &Pair| [other.clone(), one.clone()];
        let chosen: Vec<&Pair> = match self {
            Lot::Drawn => {
                let (mut random, mut left) = (day(), all.to_vec());
                let draw = |_| {
                    let pair = left.swap_remove(drawn(&mut random, left.len()));
                    if drawn(&mut random, 2) == 0 { pair } else { turned(&pair) }
                };
                return (0..count.min(all.len())).map(draw).collect();
            }
            Lot::All => all.iter().collect(),
            Lot::Piece(number, of) => all.iter().skip(number - 1).step_by(*of).collect(),
            Lot::Named(named) => all.iter().filter(|pair| *pair == named || turned(pair) == *named).collect(),
        };
        chosen.into_iter().flat_map(|pair| [pair.clone(), turned(pair)]).collect()
    }
}

/// Plays the pairs that this run was asked for, so many if they are drawn. A pair that fails does not keep the others
/// from being played.
///
/// # Panics
/// If a pair fails, with what each has said.
#[allow(clippy::panic)]
pub fn play(what: &str, all: &[Pair], count: usize, play: impl Fn(&Pair, &Lot) -> Played) {
    let lot = Lot::asked();
    let pairs = lot.of(all, count);
    assert!(!pairs.is_empty(), "{lot:?} holds none of {} pairs", all.len());
    let tell = |text: &str| {
        if lot != Lot::Drawn {
            // Not by `eprintln`, which tests keep to themselves.
            let _ = writeln!(std::io::stderr(), "{what}: {text}");
        }
    };
    let (mut sum, mut times, mut failed) = (Played::default(), Vec::new(), String::new());
    let (began, mut told) = (Instant::now(), Instant::now());
    for (index, pair) in pairs.iter().enumerate() {
        let start = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| play(pair, &lot))) {
            Ok(played) => {
                sum.games += played.games;
                sum.positions += played.positions;
            }
            Err(said) => {
                let _ = writeln!(failed, "{}: {}", pair.join("+"), text_of(&*said));
                tell(&format!("{} FAILED", pair.join("+")));
            }
        }
        times.push((start.elapsed(), pair));
        if told.elapsed() > Duration::from_secs(15) {
            told = Instant::now();
            tell(&format!("{} of {} at {:.0?}", index + 1, pairs.len(), began.elapsed()));
        }
    }
    times.sort_by(|one, other| other.cmp(one));
    let slowest: Vec<String> =
        times.iter().take(5).map(|(time, pair)| format!("{} {time:.1?}", pair.join("+"))).collect();
    let took = began.elapsed();
    let (orders, games, positions) = (pairs.len(), sum.games, sum.positions);
    tell(&format!(
        "{lot:?} of {}: {orders} orders, {games} games, {positions} positions in {took:.0?}",
        all.len()
    ));
    tell(&format!("slowest {}", slowest.join(", ")));
    assert!(failed.is_empty(), "{what}, {lot:?}, day {} since 1970:\n{failed}", day());
}

fn text_of(said: &(dyn Any + Send)) -> &str {
    let owned = said.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| said.downcast_ref::<&str>().copied()).unwrap_or("it panics")
}
