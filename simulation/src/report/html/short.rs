//! What the games say, in some sentences. Imports `report`, `markup`.

use super::MOST_OPEN;
use super::parts::{beyond, cut, leaves_out, noun, percent};
use crate::markup::escape;
use crate::report::{ENOUGH, Report, Told};

/// The findings in sentences.
pub(super) fn short(report: &Report) -> String {
    let mut facts: Vec<String> = Vec::new();
    let side = escape(&report.sides[0]);
    let shown = report.contests.iter().filter(|told| told.games > 0);
    for told in shown.clone().take(if report.contests.len() > MOST_OPEN { 1 } else { MOST_OPEN }) {
        let name = escape(&told.name);
        let sure = if leaves_out(told.score, 0.5) { "" } else { ", which may be chance" };
        let scores = if told.score.is_unknown() {
            "no game has a result".to_string()
        } else {
            format!("{side} scores {}{sure}", percent(told.score.value))
        };
        facts.push(format!(
            "<b>{name}</b>: {scores}; {} of the games are won by somebody; a game has {} turns on average.",
            percent(told.decided.value),
            told.length.mean.map_or(0.0, |mean| mean.value).round()
        ));
        if report.finished && told.precision_reached == Some(false) {
            facts.push(format!(
                "<b>{name}</b>: the precision that was asked for was not reached in {}.",
                noun(told.games, "game")
            ));
        }
        if let Some(beyond) = told.score_beyond_base.filter(|beyond| leaves_out(*beyond, 0.0)) {
            let more = if beyond.value > 0.0 { "more" } else { "less" };
            facts.push(format!(
                "<b>{name}</b>: that is {:.1} percentage points {more} for {side} than in the base game.",
                100.0 * beyond.value.abs()
            ));
        }
        if let Some(first) = told.first_starter.filter(|first| leaves_out(*first, 0.5)) {
            facts.push(format!("<b>{name}</b>: who starts first scores {}.", percent(first.value)));
        }
        if let (Some(skill), Some(beyond)) = (told.first_player, told.first_player_beyond_base) {
            let says = match leaves_out(beyond, 0.0) {
                true if beyond.value < 0.0 => "less than in the base game: the event drowns some skill",
                true => "more than in the base game: skill counts for more",
                false => "no different from the base game as far as these games tell",
            };
            facts.push(format!(
                "<b>{name}</b>: {} scores {} against {}, {says}.",
                escape(&report.players[0]),
                percent(skill.value),
                escape(&report.players[1])
            ));
        }
        if told.capped > 0 {
            facts.push(format!(
                "<b>{name}</b>: {} were not over after {} plies; they count as games without a result, not as drawn.",
                noun(told.capped, "game"),
                report.cap
            ));
        }
    }
    if report.contests.len() > MOST_OPEN {
        let mut far: Vec<&Told> = shown
            .filter(|told| told.score_beyond_base.is_some_and(|beyond| leaves_out(beyond, 0.0)))
            .collect();
        far.sort_by(|a, b| {
            let value = |told: &Told| told.score_beyond_base.map_or(0.0, |beyond| beyond.value.abs());
            value(b).total_cmp(&value(a))
        });
        for told in far.iter().take(5) {
            facts.push(format!(
                "<a href=\"#c{}\">{}</a> moves {side}'s score by {}.",
                told.number,
                escape(&told.name),
                beyond(told.score_beyond_base)
            ));
        }
    }
    let never = report.never_fired();
    for (fired, positions) in never.iter().take(12) {
        facts.push(format!(
            "Never made a difference in {}: <code>{}</code> ({} of {}).",
            noun(*positions, "position"),
            escape(&cut(&fired.text)),
            escape(&fired.place),
            escape(&fired.event)
        ));
    }
    if never.len() > 12 {
        facts.push(format!(
            "{} more sentences never made a difference; they stand in the tables.",
            never.len() - 12
        ));
    }
    let hardly = report.hardly_asked();
    if hardly > 0 {
        facts.push(format!(
            "Of {} it cannot be said whether they matter: they were looked at in fewer than {} positions. A larger <code>sample</code> looks at more.",
            noun(hardly as u64, "sentence"),
            ENOUGH
        ));
    }
    if report.contests.iter().any(|told| !told.sentences.is_empty()) && never.is_empty() && hardly == 0 {
        facts.push("Every sentence that was looked at made a difference somewhere.".to_string());
    }
    format!(
        "<section aria-labelledby=\"short\"><h2 id=\"short\">In short</h2><ul class=\"facts\"><li>{}</ul></section>\n",
        facts.join("</li>\n<li>") + "</li>"
    )
}
