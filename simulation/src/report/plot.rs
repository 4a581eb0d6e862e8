//! Plots as SVG, each with a title and what it shows in words. Imports `markup`, `statistics`.

use crate::markup::escape;
use crate::statistics::{Histogram, Share, float};

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 34.0;
const TOP: f64 = 24.0;
/// Half of the last number below an axis is wide as this.
const RIGHT: f64 = WIDTH - 16.0;
/// Steps of an axis at most.
const STEPS: f64 = 5.0;

fn open(id: &str, title: &str, said: &str) -> String {
    format!(
        "<svg class=\"plot\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\
         <title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>",
        escape(title),
        escape(said)
    )
}

/// A round number not below this: 1, 2 or 5 times a power of ten.
fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|each| each * power).find(|each| *each >= value).unwrap_or(value)
}

/// The round steps in which an axis is counted, and how many of them reach as far as this.
fn steps(most: f64) -> (f64, f64) {
    let step = round_up(most / STEPS);
    (step, (most / step).ceil().max(1.0))
}

/// The end of an axis that reaches as far as this and ends at a step.
fn end(most: f64) -> f64 {
    let (step, count) = steps(most);
    step * count
}

/// The numbers at which an axis is marked.
fn ticks(most: f64) -> impl Iterator<Item = f64> {
    let (step, count) = steps(most);
    (0..=20u32)
        .map(f64::from)
        .take_while(move |at| *at <= count)
        .map(move |at| at * step)
        .filter(move |at| *at <= most + 1e-9)
}

fn axes(svg: &mut String, (most_x, most_y): (f64, f64), (label_x, label_y): (&str, &str)) {
    let (right, base) = (RIGHT, HEIGHT - BOTTOM);
    for tick in ticks(most_y) {
        let y = base - tick / most_y * (base - TOP);
        svg.push_str(&format!(
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"tick end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 5.0,
            y + 4.0,
            number(tick)
        ));
    }
    for tick in ticks(most_x) {
        let x = LEFT + tick / most_x * (right - LEFT);
        svg.push_str(&format!(
            "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            base + 15.0,
            number(tick)
        ));
    }
    svg.push_str(&format!(
        "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text><text class=\"tick start\" x=\"2\" y=\"{:.1}\">{}</text>",
        f64::midpoint(LEFT, right),
        HEIGHT - 4.0,
        escape(label_x),
        TOP - 11.0,
        escape(label_y)
    ));
}

fn number(value: f64) -> String {
    if value.fract().abs() < 0.005 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// How often each number came up, in at most 40 columns.
#[must_use]
pub fn histogram(id: &str, title: &str, label: &str, counts: &Histogram) -> String {
    let most = counts.0.keys().next_back().copied().unwrap_or(0);
    let width = (most / 40 + 1).max(1);
    let columns = most / width + 1;
    let mut sums = vec![0u64; columns as usize];
    for (number, times) in &counts.0 {
        sums[(number / width) as usize] += times;
    }
    let count = counts.count();
    let most_share = sums.iter().map(|sum| 100.0 * float(*sum) / float(count.max(1))).fold(0.0, f64::max);
    let top = end(most_share);
    let said = format!(
        "Of {count}: half at or below {}, a twentieth at or below {}, a twentieth above {}.",
        counts.quantile(0.5).unwrap_or(0),
        counts.quantile(0.05).unwrap_or(0),
        counts.quantile(0.95).unwrap_or(0)
    );
    let mut svg = open(id, title, &said);
    let last = f64::from(columns * width);
    axes(&mut svg, (last, top), (label, "% of games"));
    let (right, base) = (RIGHT, HEIGHT - BOTTOM);
    let each = (right - LEFT) / f64::from(columns);
    for (at, sum) in (0u32..).zip(&sums).filter(|(_, sum)| **sum > 0) {
        let share = 100.0 * float(*sum) / float(count.max(1));
        let height = share / top * (base - TOP);
        svg.push_str(&format!(
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
             <title>{} to {}: {share:.1} %</title></rect>",
            LEFT + f64::from(at) * each + 0.5,
            base - height,
            (each - 1.0).max(0.5),
            at * width,
            (at + 1) * width - 1,
        ));
    }
    svg.push_str("</svg>");
    svg
}

/// One or two rows of numbers as lines: the second is that of the base game.
#[must_use]
pub fn lines(id: &str, title: &str, (label_x, label_y): (&str, &str), rows: &[(&str, &[f64])]) -> String {
    let most = rows.iter().flat_map(|(_, row)| row.iter().copied()).fold(1.0, f64::max);
    let length = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(1).max(2);
    let top = end(most);
    let said: Vec<String> = rows
        .iter()
        .filter(|(_, row)| !row.is_empty())
        .map(|(name, row)| {
            let mean = row.iter().sum::<f64>() / float(row.len() as u64);
            let most = row.iter().copied().fold(0.0, f64::max);
            format!("{name}: {:.1} at first, at most {most:.1}, {mean:.1} on average.", row[0])
        })
        .collect();
    let mut svg = open(id, title, &said.join(" "));
    #[allow(clippy::cast_precision_loss)]
    let last = (length - 1) as f64;
    axes(&mut svg, (last, top), (label_x, label_y));
    let (right, base) = (RIGHT, HEIGHT - BOTTOM);
    for (at, (name, row)) in rows.iter().enumerate() {
        #[allow(clippy::cast_precision_loss)]
        let points = row.iter().enumerate().map(|(x, y)| {
            format!("{:.1},{:.1}", LEFT + x as f64 / last * (right - LEFT), base - y / top * (base - TOP))
        });
        let points: Vec<String> = points.collect();
        svg.push_str(&format!("<polyline class=\"line{at}\" points=\"{}\"/>", points.join(" ")));
        let x = LEFT + 30.0 + 190.0 * f64::from(u32::try_from(at).unwrap_or(0));
        svg.push_str(&format!(
            "<line class=\"line{at}\" x1=\"{x}\" x2=\"{}\" y1=\"{1}\" y2=\"{1}\"/>\
             <text class=\"tick start\" x=\"{2}\" y=\"{3}\">{4}</text>",
            x + 18.0,
            TOP - 14.0,
            x + 23.0,
            TOP - 10.0,
            escape(&shortened(name))
        ));
    }
    svg.push_str("</svg>");
    svg
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 24 { name.to_string() } else { name.chars().take(23).chain(['…']).collect() }
}

/// Won, drawn and lost as one bar.
#[must_use]
pub fn results(id: &str, sides: &[String; 2], results: [u64; 3], others: u64) -> String {
    let all = (results.iter().sum::<u64>() + others).max(1);
    let part = |count: u64| 100.0 * float(count) / float(all);
    let [won, lost, drawn] = results;
    let parts = [
        ("first", format!("{} wins", sides[0]), won),
        ("none", "drawn".to_string(), drawn),
        ("second", format!("{} wins", sides[1]), lost),
        ("open", "without a result".to_string(), others),
    ];
    let said: Vec<String> =
        parts.iter().map(|(_, name, count)| format!("{name}: {count} ({:.1} %)", part(*count))).collect();
    let mut svg = format!(
        "<svg class=\"results\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" viewBox=\"0 0 640 26\" \
         preserveAspectRatio=\"none\"><title id=\"{id}-t\">Results</title><desc id=\"{id}-d\">{}</desc>",
        escape(&said.join(", "))
    );
    let mut x = 0.0;
    for (class, name, count) in &parts {
        let width = 6.4 * part(*count);
        if width > 0.0 {
            svg.push_str(&format!(
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"0\" width=\"{width:.1}\" height=\"26\"><title>{}: {count}</title></rect>",
                escape(name)
            ));
        }
        x += width;
    }
    svg.push_str("</svg>");
    svg
}

/// An interval of a score on a scale from 0 to 100 %, with the half marked. The table beside it says the numbers.
#[must_use]
pub fn interval(share: Share) -> String {
    let at = |value: f64| 4.0 + value.clamp(0.0, 1.0) * 112.0;
    if share.is_unknown() {
        return String::new();
    }
    format!(
        "<svg class=\"interval\" aria-hidden=\"true\" viewBox=\"0 0 120 16\"><line class=\"grid\" x1=\"4\" x2=\"116\" \
         y1=\"8\" y2=\"8\"/><line class=\"grid\" x1=\"60\" x2=\"60\" y1=\"1\" y2=\"15\"/><line class=\"range\" x1=\"{:.1}\" \
         x2=\"{:.1}\" y1=\"8\" y2=\"8\"/><circle class=\"point\" cx=\"{:.1}\" cy=\"8\" r=\"4\"/></svg>",
        at(share.low),
        at(share.high),
        at(share.value)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_at_round_numbers() {
        for (value, wanted) in
            [(0.7, 0.8), (1.0, 1.0), (3.0, 3.0), (12.0, 15.0), (51.0, 60.0), (100.0, 100.0)]
        {
            assert!((end(value) - wanted).abs() < 1e-9, "{value}");
        }
    }

    #[test]
    fn axes_are_marked_at_round_numbers_up_to_their_end() {
        assert_eq!(ticks(259.0).collect::<Vec<_>>(), [0.0, 100.0, 200.0]);
        assert_eq!(ticks(50.0).collect::<Vec<_>>(), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(ticks(1.0).count(), 6);
    }
}
