//! What several parts of the page are made of: numbers with their intervals, tables, words. Imports `markup`, `statistics`.

use crate::markup::escape;
use crate::statistics::{Mean, Share};

pub(super) fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

pub(super) fn within(share: Share) -> String {
    if share.is_unknown() {
        return "–".to_string();
    }
    format!(
        "{} <span class=\"soft\">({:.1}–{:.1})</span>",
        percent(share.value),
        100.0 * share.low,
        100.0 * share.high
    )
}

pub(super) fn beyond(share: Option<Share>) -> String {
    share.map_or_else(
        || "–".to_string(),
        |share| {
            format!(
                "{:+.1} <span class=\"soft\">({:+.1} to {:+.1})</span>",
                100.0 * share.value,
                100.0 * share.low,
                100.0 * share.high
            )
        },
    )
}

pub(super) fn mean(mean: Option<Mean>) -> String {
    mean.map_or_else(
        || "–".to_string(),
        |mean| format!("{:.1} <span class=\"soft\">± {:.1}</span>", mean.value, mean.within),
    )
}

/// Whether an interval leaves out a value: what it says is more than chance.
pub(super) fn leaves_out(share: Share, value: f64) -> bool {
    value < share.low || value > share.high
}

/// A table that can be scrolled sideways by whoever needs to, with the keyboard too.
pub(super) fn table(caption: &str, class: &str, head: &[&str], rows: &[String]) -> String {
    let heads: Vec<String> = head.iter().map(|each| format!("<th scope=\"col\">{each}</th>")).collect();
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table class=\"{class}\"><caption><span>{}</span></caption><thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table></div>\n",
        escape(caption),
        escape(caption),
        heads.join(""),
        rows.join("\n")
    )
}

pub(super) fn cut(text: &str) -> String {
    if text.chars().count() <= 160 {
        text.to_string()
    } else {
        text.chars().take(159).chain(['…']).collect()
    }
}

pub(super) fn noun(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
