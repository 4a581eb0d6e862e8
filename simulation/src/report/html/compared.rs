//! The settings side by side: their figures, the matrix of pairs, what pieces are worth. Imports `report`, `markup`.

use super::parts::{beyond, leaves_out, mean, noun, percent, table, within};
use crate::markup::escape;
use crate::report::worth::Worths;
use crate::report::{Matrix, Report, plot};

pub(super) fn compared(report: &Report) -> String {
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

pub(super) fn pairs(report: &Report, matrix: &Matrix) -> String {
    let mut rows = Vec::new();
    for (row, event) in matrix.events.iter().enumerate() {
        let cells = (0..matrix.events.len()).map(|column| {
            let Some(cell) = matrix.cells.get(&row).and_then(|cells| cells.get(&column)) else {
                return "<td class=\"soft\" aria-label=\"not played\">·</td>".to_string();
            };
            if cell.score.is_unknown() {
                return format!("<td><a href=\"#c{}\" aria-label=\"no result\">–</a></td>", cell.number);
            }
            let value = cell.score.value;
            let (colour, strength) =
                if value >= 0.5 { ("var(--first)", value - 0.5) } else { ("var(--second)", 0.5 - value) };
            let name = &report.contests[cell.number - 1].name;
            format!(
                "<td style=\"background:color-mix(in srgb,{colour} {:.0}%,transparent)\"><a href=\"#c{}\" title=\"{}: {:.1} to {:.1} %, {:.0} % decided, {:.0} turns\">{}</a></td>",
                (strength * 160.0).min(80.0),
                cell.number,
                escape(name),
                100.0 * cell.score.low,
                100.0 * cell.score.high,
                100.0 * cell.decided,
                cell.length,
                if leaves_out(cell.score, 0.5) {
                    format!("<b>{:.0}</b>", 100.0 * value)
                } else {
                    format!("{:.0}", 100.0 * value)
                }
            )
        });
        let cells: String = cells.collect();
        rows.push(format!("<tr><th scope=\"row\" class=\"text\">{}</th>{cells}</tr>", escape(event)));
    }
    let names: Vec<String> = matrix.events.iter().map(|event| escape(event)).collect();
    let mut head = vec!["Event"];
    head.extend(names.iter().map(String::as_str));
    format!(
        "<section aria-labelledby=\"pairs\"><h2 id=\"pairs\">All pairs</h2><p>How much, in percent, the side scores that starts the event of the row, while the other starts that of the column. In bold: more than chance. A dot: not played; a dash: no game has a result.</p>{}</section>\n",
        table("Score of the event in the row against the event in the column", "matrix", &head, &rows)
    )
}

pub(super) fn worth(report: &Report) -> String {
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
        "<section aria-labelledby=\"worth\"><h2 id=\"worth\">What pieces are worth</h2>{}<h3>What players held them to be worth</h3>{}</section>\n",
        worths(report),
        table("In units: the weakest kind is worth about one", "", &["Kind", "Worth"], &rows)
    )
}

/// What pieces are worth in each setting, as one table.
fn worths(report: &Report) -> String {
    let Some(base) = &report.worth_in_base else { return String::new() };
    let all: Vec<(Option<usize>, &Worths)> = std::iter::once((None, base))
        .chain(
            report.contests.iter().flat_map(|told| told.worth.iter().map(|worth| (Some(told.number), worth))),
        )
        .collect();
    let mut kinds: Vec<&str> = Vec::new();
    for kind in all.iter().flat_map(|(_, worths)| &worths.kinds) {
        if !kinds.contains(&kind.kind.as_str()) {
            kinds.push(&kind.kind);
        }
    }
    let cell = |worths: &Worths, kind: &str| {
        let Some(worth) = worths.kinds.iter().find(|worth| worth.kind == kind) else {
            return "<td class=\"soft\">–</td>".to_string();
        };
        let within = worth.worth.half_width();
        let differs = worth.beyond_base.filter(|beyond| leaves_out(*beyond, 0.0));
        let beyond = differs.map_or_else(String::new, |beyond| format!(" <b>({:+.1})</b>", beyond.value));
        format!("<td>{:.1} <span class=\"soft\">± {within:.1}</span>{beyond}</td>", worth.worth.value)
    };
    let row = |(number, worths): &(Option<usize>, &Worths)| {
        let name = match number {
            Some(number) => format!("<a href=\"#c{number}\">{}</a>", escape(&worths.under)),
            None => escape(&worths.under),
        };
        let cells: String = kinds.iter().map(|kind| cell(worths, kind)).collect();
        format!("<tr><th scope=\"row\" class=\"text\">{name}</th>{cells}</tr>")
    };
    let rows: Vec<String> = all.iter().map(row).collect();
    let names: Vec<String> = kinds.iter().map(|kind| escape(kind)).collect();
    let mut head = vec!["Rules"];
    head.extend(names.iter().map(String::as_str));
    format!(
        "<p>Estimated from how many turns a piece of the kind has in positions of random games by these rules, in units of the weakest kind of the base game. In bold: how much more than in the base game, where that is more than chance. What a piece does besides moving is not seen; <code>rulemate tune</code> learns from games what it is worth.</p>{}",
        table("What pieces are worth by the rules of each setting", "", &head, &rows)
    )
}
