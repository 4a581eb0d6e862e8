//! One setting by itself: how its games end, who starts events, what sentences do, games that surprise. Imports `report`,
//! `figures`, `markup`, `statistics`.

use super::MOST_OPEN;
use super::parts::{cut, mean, noun, table, within};
use crate::figures::Surprise;
use crate::markup::escape;
use crate::report::{Fired, Report, Shown, Spread, Started, Told, plot};
use crate::statistics::share;

pub(super) fn contest(report: &Report, told: &Told, base: Option<&Told>) -> String {
    let id = format!("c{}", told.number);
    let open = if report.contests.len() <= MOST_OPEN { " open" } else { "" };
    let mut html = format!(
        "<section aria-labelledby=\"{id}\"><details{open}><summary><h2 id=\"{id}\">{}</h2></summary>\n<p>{}. {}.</p>",
        escape(&told.name),
        noun(told.games, "game"),
        if told.score.is_unknown() {
            "None has a result".to_string()
        } else {
            format!("{} scores {}", escape(&report.sides[0]), within(told.score))
        },
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
            let share = share(*times, told.games);
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
            "sentences",
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
        Surprise::Unlikely => "Least probable result",
        Surprise::Upset => "Upset",
        Surprise::Shortest => "Shortest",
        Surprise::Longest => "Longest",
        Surprise::Widest => "Most to choose from",
    }
}
