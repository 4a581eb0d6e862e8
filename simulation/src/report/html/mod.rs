//! The report as one page of HTML: nothing is fetched, nothing runs. Imports `report`, `markup`.

mod compared;
mod parts;
mod setting;
mod short;

use super::Report;
use super::style::STYLE;
use crate::markup::escape;
use compared::{compared, pairs, worth};
use setting::contest;
use short::short;

/// Up to so many settings each is open; of more, each waits to be opened.
const MOST_OPEN: usize = 4;

/// The page. `asked` are the settings as text, to be shown at its end.
#[must_use]
pub fn page(report: &Report, asked: &str) -> String {
    let title = format!("{}: {} games", report.game, report.games);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head><body>\n\
         <a class=\"skip\" href=\"#main\">To the figures</a>\n<header><h1>{0}</h1>\n<p class=\"soft\">{1}</p></header>\n\
         <main id=\"main\" tabindex=\"-1\">\n",
        escape(&title),
        escape(&head(report)),
    );
    html.push_str(&short(report));
    html.push_str(&compared(report));
    if let Some(matrix) = &report.matrix {
        html.push_str(&pairs(report, matrix));
    }
    let base = report.contests.iter().find(|told| told.base && told.games > 0);
    for told in &report.contests {
        html.push_str(&contest(report, told, base.filter(|base| base.number != told.number)));
    }
    html.push_str(&worth(report));
    html.push_str(&method(report, asked));
    html.push_str("</main>\n<footer><p class=\"soft\">Made by <code>rulemate simulate</code>.</p></footer></body></html>\n");
    html
}

fn head(report: &Report) -> String {
    let [one, two] = &report.players;
    let players = if one == two {
        format!("Both sides played by: {one}")
    } else if report.swap {
        format!("Played by: {one}, against {two}; they change sides every other game")
    } else {
        format!("{} played by: {one}; {}: {two}", report.sides[0], report.sides[1])
    };
    let finished = if report.finished { "" } else { " Not all games that were asked for have been played." };
    let clock = if report.repeatable {
        ""
    } else {
        " A player with a limit of time took part: these games cannot be made again."
    };
    format!("{players}. Seed {}.{finished}{clock}", report.seed)
}

fn method(report: &Report, asked: &str) -> String {
    let again = if report.repeatable {
        "The same settings and the same seed give the same games:"
    } else {
        "A player went by the clock, so the same settings will not give the same games:"
    };
    format!(
        "<section aria-labelledby=\"method\"><h2 id=\"method\">How this was found</h2>\
         <p>Scores count a draw as one half. Intervals hold with 95 % certainty: of shares and scores by Wilson's method, with the variance that was found where games are drawn; of differences by Newcombe's; of means by the normal distribution. With many settings some intervals miss by chance: about one of twenty.</p>\
         <p>A game is stopped after {} plies and then has no result. A turn with the start of an event before it counts as one. A side is behind by what its pieces are held to be worth.</p>\
         <p>{again}</p><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Settings\"><pre style=\"margin:.7rem\"><code>{}</code></pre></div></section>\n",
        report.cap,
        escape(asked)
    )
}
