//! The report as one page of HTML: nothing is fetched, nothing runs. Imports `report`, `statistics`.

use super::style::STYLE;
use super::{Fired, Matrix, Report, Shown, Spread, Started, Told, plot};
use crate::figures::Surprise;
use crate::statistics::{Mean, Share};

/// A text as HTML has it, in elements and in attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

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
    format!("{players}. Seed {}.{finished}", report.seed)
}

fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

fn within(share: Share) -> String {
    format!(
        "{} <span class=\"soft\">({:.1}–{:.1})</span>",
        percent(share.value),
        100.0 * share.low,
        100.0 * share.high
    )
}

fn beyond(share: Option<Share>) -> String {
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

fn mean(mean: Option<Mean>) -> String {
    mean.map_or_else(
        || "–".to_string(),
        |mean| format!("{:.1} <span class=\"soft\">± {:.1}</span>", mean.value, mean.within),
    )
}

/// Whether an interval leaves out a value: what it says is more than chance.
fn leaves_out(share: Share, value: f64) -> bool {
    value < share.low || value > share.high
}

/// The findings in sentences.
fn short(report: &Report) -> String {
    let mut facts: Vec<String> = Vec::new();
    let side = escape(&report.sides[0]);
    let shown = report.contests.iter().filter(|told| told.games > 0);
    for told in shown.clone().take(if report.contests.len() > MOST_OPEN { 1 } else { MOST_OPEN }) {
        let name = escape(&told.name);
        let sure = if leaves_out(told.score, 0.5) { "" } else { ", which may be chance" };
        facts.push(format!(
            "<b>{name}</b>: {side} scores {}{sure}; {} of the games are won by somebody; a game has {} turns on average.",
            percent(told.score.value),
            percent(told.decided.value),
            told.length.mean.map_or(0.0, |mean| mean.value).round()
        ));
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
            super::ENOUGH
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

/// A table that can be scrolled sideways by whoever needs to, with the keyboard too.
fn table(caption: &str, class: &str, head: &[&str], rows: &[String]) -> String {
    let heads: Vec<String> = head.iter().map(|each| format!("<th scope=\"col\">{each}</th>")).collect();
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table class=\"{class}\"><caption>{}</caption><thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table></div>\n",
        escape(caption),
        escape(caption),
        heads.join(""),
        rows.join("\n")
    )
}

fn compared(report: &Report) -> String {
    let two = report.players[0] != report.players[1];
    let score = format!("Score of {}", escape(&report.sides[0]));
    let mut head = vec![
        "Setting",
        "Games",
        &score,
        "<span class=\"soft\">0 – 100 %</span>",
        "Beyond base",
        "Decided",
        "Drawn",
        "Turns a game",
        "To choose from",
        "Captures",
        "Checks",
        "Who starts first",
    ];
    if two {
        head.extend(["First player", "Beyond base"]);
    }
    let rows: Vec<String> = report
        .contests
        .iter()
        .map(|told| {
            let skill = if two {
                let first = told.first_player.map_or_else(|| "–".to_string(), within);
                format!("<td>{first}</td><td>{}</td>", beyond(told.first_player_beyond_base))
            } else {
                String::new()
            };
            format!(
                "<tr><th scope=\"row\" class=\"text\"><a href=\"#c{}\">{}</a></th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>{skill}</tr>",
                told.number,
                escape(&told.name),
                told.games,
                within(told.score),
                plot::interval(told.score),
                beyond(told.score_beyond_base),
                percent(told.decided.value),
                percent(told.drawn.value),
                mean(told.length.mean),
                mean(told.choices.mean),
                mean(told.captures.mean),
                mean(told.checks.mean),
                told.first_starter.map_or_else(|| "–".to_string(), within),
            )
        })
        .collect();
    let mut html = format!(
        "<section aria-labelledby=\"compared\"><h2 id=\"compared\">Settings compared</h2>{}",
        table("Each setting beside the base game; intervals hold with 95 % certainty", "", &head, &rows)
    );
    if !report.left_out.is_empty() {
        let rows: Vec<String> = report
            .left_out
            .iter()
            .map(|(name, why)| {
                format!(
                    "<tr><th scope=\"row\" class=\"text\">{}</th><td class=\"text\">{}</td></tr>",
                    escape(name),
                    escape(why)
                )
            })
            .collect();
        html.push_str(&format!(
            "<details><summary>{} could not be played</summary>{}</details>",
            noun(report.left_out.len() as u64, "setting"),
            table("What could not be played, and why", "", &["Setting", "Why"], &rows)
        ));
    }
    html + "</section>\n"
}

fn pairs(report: &Report, matrix: &Matrix) -> String {
    let mut rows = Vec::new();
    for (row, event) in matrix.events.iter().enumerate() {
        let cells = (0..matrix.events.len()).map(|column| {
            let Some(cell) = matrix.cells.get(&row).and_then(|cells| cells.get(&column)) else {
                return "<td class=\"soft\">·</td>".to_string();
            };
            let value = cell.score.value;
            let (colour, strength) =
                if value >= 0.5 { ("var(--first)", value - 0.5) } else { ("var(--second)", 0.5 - value) };
            let name = &report.contests[cell.number - 1].name;
            format!(
                "<td style=\"background:color-mix(in srgb,{colour} {:.0}%,transparent)\"><a href=\"#c{}\" title=\"{}: {:.1} to {:.1} %, {:.0} % decided, {:.0} turns\">{:.0}</a></td>",
                (strength * 160.0).min(80.0),
                cell.number,
                escape(name),
                100.0 * cell.score.low,
                100.0 * cell.score.high,
                100.0 * cell.decided,
                cell.length,
                100.0 * value
            )
        });
        let cells: String = cells.collect();
        rows.push(format!("<tr><th scope=\"row\" class=\"text\">{}</th>{cells}</tr>", escape(event)));
    }
    let names: Vec<String> = matrix.events.iter().map(|event| escape(event)).collect();
    let mut head = vec!["Event"];
    head.extend(names.iter().map(String::as_str));
    format!(
        "<section aria-labelledby=\"pairs\"><h2 id=\"pairs\">All pairs</h2><p>How much, in percent, the side scores that starts the event of the row, while the other starts that of the column. A dot: not played.</p>{}</section>\n",
        table("Score of the event in the row against the event in the column", "matrix", &head, &rows)
    )
}

fn contest(report: &Report, told: &Told, base: Option<&Told>) -> String {
    let id = format!("c{}", told.number);
    let open = if report.contests.len() <= MOST_OPEN { " open" } else { "" };
    let mut html = format!(
        "<section aria-labelledby=\"{id}\"><details{open}><summary><h2 id=\"{id}\">{}</h2></summary>\n<p>{}. {} scores {}.</p>",
        escape(&told.name),
        noun(told.games, "game"),
        escape(&report.sides[0]),
        within(told.score),
    );
    let without = told.capped + told.unknown;
    html.push_str(&plot::results(&format!("{id}r"), &report.sides, told.results, without));
    html.push_str(&format!(
        "<ul class=\"key\"><li><i style=\"background:var(--first)\"></i>{} wins: {}</li><li><i style=\"background:var(--none)\"></i>drawn: {}</li><li><i style=\"background:var(--second)\"></i>{} wins: {}</li><li><i style=\"background:var(--open)\"></i>without a result: {without}</li></ul>",
        escape(&report.sides[0]),
        told.results[0],
        told.results[2],
        escape(&report.sides[1]),
        told.results[1],
    ));
    let rows: Vec<String> = told
        .ends
        .iter()
        .map(|(end, times)| {
            let share = crate::statistics::share(*times, told.games);
            format!(
                "<tr><th scope=\"row\" class=\"text\">{}</th><td>{times}</td><td>{}</td></tr>",
                escape(end),
                within(share)
            )
        })
        .collect();
    html.push_str("<h3>How games end, and how long they are</h3><div class=\"grid2\">");
    html.push_str(&table("Ends", "", &["End", "Games", "Share"], &rows));
    let rows: Vec<String> = [
        ("Turns a game", &told.length, base.map(|base| &base.length)),
        ("Turns to choose from", &told.choices, base.map(|base| &base.choices)),
        ("Captures a game", &told.captures, base.map(|base| &base.captures)),
        ("Checks a game", &told.checks, base.map(|base| &base.checks)),
    ]
    .into_iter()
    .map(|(name, spread, base)| row_of(name, spread, base))
    .collect();
    html.push_str(&table("Averages", "", &["", "Mean", "5 %", "Median", "95 %", "Base game"], &rows));
    html.push_str("</div><div class=\"grid2\">");
    html.push_str(&plot::histogram(&format!("{id}l"), "Length of games", "turns", &told.length.counts));
    let mut lines: Vec<(&str, &[f64])> = vec![(&told.name, &told.choices_by_ply)];
    lines.extend(base.map(|base| (base.name.as_str(), &base.choices_by_ply[..])));
    html.push_str(&plot::lines(&format!("{id}c"), "Turns to choose from, by ply", ("ply", "turns"), &lines));
    html.push_str("</div>");
    html.push_str(&starts(report, told));
    html.push_str(&sentences(told));
    html.push_str(&notable(&id, told));
    html + "</details></section>\n"
}

fn row_of(name: &str, spread: &Spread, base: Option<&Spread>) -> String {
    let value = |value: Option<u32>| value.map_or_else(|| "–".to_string(), |value| value.to_string());
    let [low, median, high] = spread.quantiles;
    format!(
        "<tr><th scope=\"row\" class=\"text\">{name}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        mean(spread.mean),
        value(low),
        value(median),
        value(high),
        base.map_or_else(|| "–".to_string(), |base| mean(base.mean))
    )
}

fn starts(report: &Report, told: &Told) -> String {
    if told.starts.is_empty() {
        return String::new();
    }
    let row = |started: &Started| {
        let [first, second] = started.by;
        format!(
            "<tr><th scope=\"row\" class=\"text\">{}</th><td>{first}</td><td>{second}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&started.event),
            match started.turn.mean {
                Some(mean) if mean.value > 0.0 => format!("{:.1}", mean.value),
                _ => "before the first".to_string(),
            },
            within(started.score),
            within(started.by_side[0]),
            within(started.by_side[1]),
        )
    };
    let rows: Vec<String> = told.starts.iter().map(row).collect();
    let [first, second] = [escape(&report.sides[0]), escape(&report.sides[1])];
    let unstarted = match told.unstarted {
        0 => String::new(),
        count => format!("<p>In {} no event was started.</p>", noun(count, "game")),
    };
    format!(
        "<h3>Who starts, and who gains from it</h3>{unstarted}{}",
        table(
            "Events that were started; the score is that of who did",
            "",
            &[
                "Event",
                &format!("By {first}"),
                &format!("By {second}"),
                "Turn (mean)",
                "Score of its starter",
                &format!("as {first}"),
                &format!("as {second}"),
            ],
            &rows
        )
    )
}

fn sentences(told: &Told) -> String {
    if told.sentences.is_empty() {
        return String::new();
    }
    let row = |fired: &Fired| {
        format!(
            "<tr{}><th scope=\"row\" class=\"text\"><code>{}</code><br><span class=\"soft\">{}</span></th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            if fired.never { " class=\"never\"" } else { "" },
            escape(&cut(&fired.text)),
            escape(&fired.place),
            fired.positions,
            fired.changed_turns,
            fired.changed_outcomes,
            fired.bore_on_play,
            if fired.never { "never".to_string() } else { within(fired.fired) },
        )
    };
    let rows: Vec<String> = told.sentences.iter().map(row).collect();
    format!(
        "<h3>What each sentence does</h3><p>In a sample of positions each sentence was left out, and what is legal, and what comes of it, compared.</p>{}",
        table(
            "Sentences of the events, by positions in which they made a difference",
            "",
            &[
                "Sentence",
                "Positions",
                "Other turns legal",
                "Turns lead elsewhere",
                "Bore on the turn played",
                "Made a difference"
            ],
            &rows
        )
    )
}

fn notable(id: &str, told: &Told) -> String {
    if told.notable.is_empty() {
        return String::new();
    }
    let card = |(at, shown): (usize, &Shown)| {
        let list = |moves: &[String]| moves.iter().map(|text| escape(text)).collect::<Vec<_>>().join(" ");
        format!(
            "<article class=\"card\"><h4>{}: game {}</h4><p>{}; {}.</p>{}<p><code>{}</code></p><details><summary>Moves</summary><p class=\"soft\">Up to here: <code>{}</code></p><p class=\"soft\">From here on: <code>{}</code></p></details></article>",
            surprise(shown.surprise),
            escape(&shown.game),
            escape(&shown.why),
            escape(&shown.end),
            shown.picture.svg(&format!("{id}n{at}")),
            escape(&shown.position),
            list(&shown.moves[0]),
            list(&shown.moves[1]),
        )
    };
    let cards: String = told.notable.iter().enumerate().map(card).collect();
    format!("<h3>Games that surprise</h3><div class=\"grid2\">{cards}</div>")
}

fn surprise(surprise: Surprise) -> &'static str {
    match surprise {
        Surprise::Comeback => "Comeback",
        Surprise::Upset => "Upset",
        Surprise::Shortest => "Shortest",
        Surprise::Longest => "Longest",
        Surprise::Widest => "Most to choose from",
    }
}

fn worth(report: &Report) -> String {
    if report.values.is_empty() {
        return String::new();
    }
    let mut values = report.values.clone();
    values.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let rows: Vec<String> = values
        .iter()
        .map(|(kind, worth)| {
            format!("<tr><th scope=\"row\" class=\"text\">{}</th><td>{worth:.2}</td></tr>", escape(kind))
        })
        .collect();
    format!(
        "<section aria-labelledby=\"worth\"><h2 id=\"worth\">What pieces are held to be worth</h2>{}</section>\n",
        table("In units: the weakest kind is worth about one", "", &["Kind", "Worth"], &rows)
    )
}

fn method(report: &Report, asked: &str) -> String {
    format!(
        "<section aria-labelledby=\"method\"><h2 id=\"method\">How this was found</h2>\
         <p>Scores count a draw as one half. Intervals hold with 95 % certainty: of shares and scores by Wilson's method, with the variance that was found where games are drawn; of differences by Newcombe's; of means by the normal distribution. With many settings some intervals miss by chance: about one of twenty.</p>\
         <p>A game is stopped after {} plies and then has no result. A turn with the start of an event before it counts as one. A side is behind by what its pieces are held to be worth.</p>\
         <p>The same settings and the same seed give the same games:</p><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Settings\"><pre style=\"margin:.7rem\"><code>{}</code></pre></div></section>\n",
        report.cap,
        escape(asked)
    )
}

fn cut(text: &str) -> String {
    if text.chars().count() <= 160 {
        text.to_string()
    } else {
        text.chars().take(159).chain(['…']).collect()
    }
}

fn noun(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_is_never_markup() {
        assert_eq!(escape("<b a=\"'\">&"), "&lt;b a=&quot;&#39;&quot;&gt;&amp;");
    }
}
