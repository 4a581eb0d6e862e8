//! Whether a text has the form of a turn or a decision, legal or not. Imports `ids`, `position`, `coordinate`,
//! `lexicon`, `san_read`, `suffix`.
//!
//! A text that names no known sign, label, square or event is a slip of the pen and no illegal move.

use super::coordinate::read_full;
use super::lexicon::square;
use super::san_read::strip;
use super::{Rules, suffix};
use crate::ids::SideId;
use crate::position::Position;

/// Whether it has, in coordinate or human form.
#[must_use]
pub fn reads(rules: Rules<'_>, position: &Position, text: &str) -> bool {
    let text = text.trim();
    let form = Form { rules };
    let declared = read_full(rules, position, text).is_some_and(|parts| !parts.is_empty());
    let decides = position.pending.is_some();
    if declared && (decides || !text.starts_with(['=', ','])) {
        return true;
    }
    let plain = strip(text);
    let mut parts = plain.split([',', ';']).map(str::trim);
    let first = parts.next().unwrap_or_default();
    (form.is_move(first) || decides && form.is_choice(first))
        && parts.all(|part| form.is_move(part) || form.is_choice(part))
}

struct Form<'a> {
    rules: Rules<'a>,
}

/// What may be left of a text behind a component of it, for each way of reading that.
type Rests<'t> = Vec<&'t str>;

impl Form<'_> {
    fn is_move(&self, text: &str) -> bool {
        let castling = text.to_ascii_uppercase().replace('0', "O").replace('-', "");
        if castling == "OO" || castling == "OOO" {
            return true;
        }
        let lead = maybe(text, |text| word(text, &["^"]));
        let lead = then(lead, |text| maybe(text, |text| self.sign(text)));
        let mut rests = then(lead.clone(), |text| maybe(text, |text| self.square(text)));
        rests = then(rests, |text| maybe(text, |text| word(text, &["@"])));
        rests = then(rests, |text| self.label(text));
        let from = then(then(lead, |text| maybe(text, file)), |text| maybe(text, rank));
        let from = then(from, |text| maybe(text, |text| word(text, &["x@", "@", "x", "-", ":"])));
        rests.extend(then(from, |text| self.square(text)));
        if self.rules.lexicon.unmarked.is_some() {
            let takes = then(file(text), |text| maybe(text, |text| word(text, &["x", ":"])));
            rests.extend(then(takes, file));
        }
        let rests = then(rests, |text| maybe(text, |text| self.chosen_kind(text)));
        rests.into_iter().any(|rest| self.is_tail(rest))
    }

    /// What tells moves apart that are otherwise written alike, in any order and number.
    fn is_tail(&self, text: &str) -> bool {
        let goes_on = |text| {
            let mut rests = then(word(text, &["x", "/"]), |text| self.square(text));
            rests.extend(then(word(text, &["~"]), |text| self.label(text)));
            rests.into_iter().any(|rest| self.is_tail(rest))
        };
        text.is_empty() || text.strip_prefix('*').is_some_and(|each| self.is_choice(each)) || goes_on(text)
    }

    fn is_choice(&self, text: &str) -> bool {
        let (library, lexicon) = (self.rules.library(), self.rules.lexicon);
        let value = text.trim_start_matches('=');
        let piece = |text| {
            let behind = then(self.sign(text), |text| maybe(text, |text| word(text, &["@", "("])));
            let behind = then(behind, |text| maybe(text, |text| self.square(text)));
            then(behind, |text| maybe(text, |text| word(text, &[")"])))
        };
        let whole = |rests: Rests<'_>| rests.iter().any(|rest| rest.is_empty());
        matches!(text, "-" | "none")
            || whole(self.square(text.trim_start_matches('@')))
            || whole(self.chosen_kind(text))
            || whole(piece(value))
            || text.parse::<i32>().is_ok()
            || lexicon.side(library, text).is_some()
            || library.event(text).is_some()
            || text.split('+').all(|each| suffix::direction(each).is_some())
    }

    /// `=Q`, `Q`, `(Q)`, `=(Q)` or `/Q`.
    fn chosen_kind<'t>(&self, text: &'t str) -> Rests<'t> {
        let bracketed = then(word(text, &["=(", "("]), |text| self.sign(text));
        let mut rests = then(bracketed, |text| word(text, &[")"]));
        rests.extend(then(maybe(text, |text| word(text, &["=", "/"])), |text| self.sign(text)));
        rests
    }

    fn sign<'t>(&self, text: &'t str) -> Rests<'t> {
        let kinds = (0..self.rules.library().kinds.len()).map(crate::ids::KindId::from_index);
        let signs = kinds.map(|kind| self.rules.lexicon.sign(kind, SideId(0)));
        signs.filter_map(|sign| behind(text, sign)).collect()
    }

    fn label<'t>(&self, text: &'t str) -> Rests<'t> {
        self.rules.library().labels.iter().filter_map(|label| behind(text, label)).collect()
    }

    fn square<'t>(&self, text: &'t str) -> Rests<'t> {
        let ends = [3, 2].into_iter().filter(|end| {
            let at = text.get(..*end).and_then(square);
            at.is_some_and(|at| self.rules.lexicon.size.has(at))
        });
        ends.map(|end| &text[end..]).collect()
    }
}

fn file(text: &str) -> Rests<'_> {
    let rest = text.strip_prefix(|letter: char| ('a'..='p').contains(&letter));
    rest.into_iter().collect()
}

fn rank(text: &str) -> Rests<'_> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=digits.min(2)).map(|end| &text[end..]).collect()
}

fn word<'t>(text: &'t str, words: &[&str]) -> Rests<'t> {
    words.iter().filter_map(|word| text.strip_prefix(word)).collect()
}

/// What is left of a text behind this beginning of it, case aside.
fn behind<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let head = text.get(..start.len()).filter(|_| !start.is_empty())?;
    head.eq_ignore_ascii_case(start).then(|| &text[start.len()..])
}

/// With a component, or without it.
fn maybe<'t>(text: &'t str, component: impl Fn(&'t str) -> Rests<'t>) -> Rests<'t> {
    let mut rests = component(text);
    rests.push(text);
    rests
}

fn then<'t>(rests: Rests<'t>, component: impl Fn(&'t str) -> Rests<'t>) -> Rests<'t> {
    let mut all: Rests<'t> = rests.into_iter().flat_map(component).collect();
    all.sort_unstable();
    all.dedup();
    all
}
