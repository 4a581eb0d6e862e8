//! All figures as CSV: one line a figure, with its setting, its name, and its interval where it has one. Imports `report`.

use super::{Report, Spread};
use crate::statistics::Share;

/// The figures as CSV, with a heading.
///
/// # Errors
/// Those of the writer; none in memory.
pub fn csv(report: &Report) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["number", "setting", "figure", "of", "value", "low", "high"])?;
    for told in &report.contests {
        let number = told.number.to_string();
        let mut line = |figure: &str, of: &str, value: String, ends: Option<(f64, f64)>| {
            let end = |end: Option<f64>| end.map_or_else(String::new, |end| format!("{end:.6}"));
            writer.write_record([
                &number,
                &told.name,
                figure,
                of,
                &value,
                &end(ends.map(|ends| ends.0)),
                &end(ends.map(|ends| ends.1)),
            ])
        };
        let share = |share: Share| {
            let value = if share.is_unknown() { String::new() } else { format!("{:.6}", share.value) };
            (value, Some((share.low, share.high)))
        };
        line("games", "", told.games.to_string(), None)?;
        let names =
            [format!("{} wins", report.sides[0]), format!("{} wins", report.sides[1]), "drawn".to_string()];
        for (name, count) in names.iter().zip(told.results) {
            line("results", name, count.to_string(), None)?;
        }
        line("capped", "", told.capped.to_string(), None)?;
        line("given up", "", told.unknown.to_string(), None)?;
        line("judged", "", told.judged.to_string(), None)?;
        line("nothing started", "", told.unstarted.to_string(), None)?;
        let shares = [
            ("score", report.sides[0].as_str(), Some(told.score)),
            ("score beyond base", report.sides[0].as_str(), told.score_beyond_base),
            ("decided", "", Some(told.decided)),
            ("drawn", "", Some(told.drawn)),
            ("score of who starts first", "", told.first_starter),
            ("score of the first player", report.players[0].as_str(), told.first_player),
            (
                "score of the first player beyond base",
                report.players[0].as_str(),
                told.first_player_beyond_base,
            ),
        ];
        for (figure, of, value) in shares {
            if let Some(value) = value {
                let (value, ends) = share(value);
                line(figure, of, value, ends)?;
            }
        }
        for (end, times) in &told.ends {
            line("end", end, times.to_string(), None)?;
        }
        let spreads: [(&str, &Spread); 4] = [
            ("turns a game", &told.length),
            ("turns to choose from", &told.choices),
            ("captures", &told.captures),
            ("checks", &told.checks),
        ];
        for (figure, spread) in spreads {
            if let Some(mean) = spread.mean {
                let ends = Some((mean.value - mean.within, mean.value + mean.within));
                line(figure, "mean", format!("{:.6}", mean.value), ends)?;
                line(figure, "standard deviation", format!("{:.6}", mean.deviation), None)?;
            }
            for (name, value) in ["5 %", "median", "95 %"].iter().zip(spread.quantiles) {
                if let Some(value) = value {
                    line(figure, name, value.to_string(), None)?;
                }
            }
        }
        for (ply, value) in (1..).zip(&told.choices_by_ply) {
            line("turns to choose from at ply", &format!("{ply}"), format!("{value:.6}"), None)?;
        }
        for started in &told.starts {
            for (side, (count, score)) in report.sides.iter().zip(started.by.iter().zip(started.by_side)) {
                let of = format!("{} by {side}", started.event);
                line("started", &of, count.to_string(), None)?;
                let (value, ends) = share(score);
                line("score of its starter", &of, value, ends)?;
            }
            let (value, ends) = share(started.score);
            line("score of its starter", &started.event, value, ends)?;
            if let Some(mean) = started.turn.mean {
                line("started on turn", &started.event, format!("{:.6}", mean.value), None)?;
            }
        }
        for worths in &told.worth {
            for worth in &worths.kinds {
                let of = format!("{} under {}", worth.kind, worths.under);
                let (value, ends) = share(worth.worth);
                line("worth by mobility", &of, value, ends)?;
                if let Some(beyond) = worth.beyond_base {
                    let (value, ends) = share(beyond);
                    line("worth by mobility beyond base", &of, value, ends)?;
                }
            }
        }
        for fired in &told.sentences {
            line("sentence asked", &fired.place, fired.positions.to_string(), None)?;
            line("sentence changed turns", &fired.place, fired.changed_turns.to_string(), None)?;
            line("sentence changed outcomes", &fired.place, fired.changed_outcomes.to_string(), None)?;
            line("sentence bore on play", &fired.place, fired.bore_on_play.to_string(), None)?;
            let (value, ends) = share(fired.fired);
            line("sentence fired", &fired.place, value, ends)?;
        }
    }
    for worth in report.worth_in_base.iter().flat_map(|worths| &worths.kinds) {
        let Share { value, low, high } = worth.worth;
        let [value, low, high] = [value, low, high].map(|each| format!("{each:.6}"));
        writer.write_record(["", "base game", "worth by mobility", &worth.kind, &value, &low, &high])?;
    }
    for (kind, worth) in &report.values {
        writer.write_record(["", "", "worth", kind, &format!("{worth:.2}"), "", ""])?;
    }
    writer.flush()?;
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
