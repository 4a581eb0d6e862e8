//! The board as text, in colour or plain, and what stands beside it. Imports the interpreter.
//!
//! Behind a piece, `+` says that it carries and `!` that it bears a fact; on a square, `^` says that it bears a
//! fact, `'` and `,` that a word of an event in force means it for the first or the second side, `"` for both.

use anstyle::{AnsiColor, Color, Effects, RgbColor, Style};
use rulemate_interpreter::board::SquareSet;
use rulemate_interpreter::game::View;
use rulemate_interpreter::ids::{SideId, Square};
use rulemate_interpreter::notation::{canonical, fen};
use rulemate_interpreter::position::{Place, Position};

/// What is shown beside the pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marked {
    /// Squares that a piece can go to: `*` where nothing stands, `x` before what stands there.
    pub targets: SquareSet,
    /// Squares of the last turn.
    pub last: SquareSet,
}

/// Draws the board as the first side sees it; the first side's signs as declared, the second's in small letters.
#[must_use]
pub fn draw(view: &View<'_>, marked: Marked, colour: bool) -> String {
    let (lexicon, position) = (view.game().rules().lexicon, view.so_far());
    let signs = Signs::of(view);
    let size = lexicon.size;
    let sign = |square: Square| {
        position.at(square).map(|id| {
            let piece = position.piece(id);
            (lexicon.sign(piece.kind, piece.owner), piece.owner)
        })
    };
    let widest = size.squares().filter_map(|square| sign(square).map(|(sign, _)| sign.chars().count())).max();
    let width = widest.unwrap_or(1).max(1);
    let mut text = String::new();
    for rank in (0..size.ranks).rev() {
        text.push_str(&format!("{:>3} ", rank + 1));
        for file in 0..size.files {
            let square = Square::at(file, rank);
            let target = marked.targets.has(square);
            let (shown, owner) = match sign(square) {
                Some((sign, owner)) => (sign, Some(owner)),
                None if target => ("*", None),
                None if colour => ("", None),
                None => (".", None),
            };
            let lead = if target && owner.is_some() { "x" } else { " " };
            let cell = format!("{lead}{shown:<width$}{}", signs.at(position, square));
            if colour {
                let style = style(square, owner, target, marked.last.has(square));
                text.push_str(&format!("{style}{cell}{style:#}"));
            } else {
                text.push_str(&cell);
            }
        }
        let row = text.trim_end_matches(' ').len();
        text.truncate(row);
        text.push('\n');
    }
    text.push_str("    ");
    for file in 0..size.files {
        text.push_str(&format!(" {:<width$} ", char::from(b'a' + file)));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The signs behind what stands on the squares.
struct Signs {
    facts: SquareSet,
    areas: [SquareSet; 2],
}

impl Signs {
    fn of(view: &View<'_>) -> Signs {
        let mut areas = [SquareSet::EMPTY; 2];
        for area in view.areas() {
            areas[area.side.index()] = areas[area.side.index()].or(area.squares);
        }
        // Facts that no rule can tell from none are not shown.
        let said = canonical::canonical(view.game().rules(), view.so_far());
        Signs { facts: said.squares.keys().map(|(_, square)| *square).collect(), areas }
    }

    fn at(&self, position: &Position, square: Square) -> char {
        if let Some(id) = position.at(square) {
            if position.pieces.iter().any(|piece| piece.place == Place::On(id)) {
                return '+';
            }
            if !position.piece(id).facts.is_empty() {
                return '!';
            }
        }
        if self.facts.has(square) {
            return '^';
        }
        match self.areas.map(|area| area.has(square)) {
            [true, true] => '"',
            [true, false] => '\'',
            [false, true] => ',',
            [false, false] => ' ',
        }
    }
}

/// What stands beside the board: the events in force, the squares that their words mean, and all else that the
/// position has.
#[must_use]
pub fn legend(view: &View<'_>) -> Vec<String> {
    let rules = view.game().rules();
    let library = rules.library();
    let position = view.so_far();
    let mut lines: Vec<String> = position
        .events
        .iter()
        .map(|started| {
            let file = &library.files[started.event.index()];
            format!("in force: \"{}\", started by {}", file.title, library.side_name(started.by))
        })
        .collect();
    for area in view.areas() {
        let squares: Vec<String> = area.squares.iter().map(|square| square.to_string()).collect();
        let (sign, name) = (if area.side.0 == 0 { '\'' } else { ',' }, library.side_name(area.side));
        let word = &library.meanings[area.meaning.index()].name;
        lines.push(format!("{sign} {word} of {name}: {}", squares.join(" ")));
    }
    let text = fen::write(rules, position);
    if let Some((_, suffix)) = text.split_once(" | ") {
        lines.extend(suffix.split("; ").filter(|clause| !clause.starts_with("events ")).map(str::to_string));
    }
    lines
}

fn style(square: Square, owner: Option<SideId>, target: bool, last: bool) -> Style {
    let light = (square.file() + square.rank()) % 2 == 1;
    let ground = match (target, last, light) {
        (true, _, true) => RgbColor(170, 190, 110),
        (true, _, false) => RgbColor(140, 165, 85),
        (false, true, true) => RgbColor(205, 190, 120),
        (false, true, false) => RgbColor(180, 160, 90),
        (false, false, true) => RgbColor(200, 180, 150),
        (false, false, false) => RgbColor(150, 115, 85),
    };
    let style = Style::new().bg_color(Some(Color::Rgb(ground)));
    match owner {
        Some(SideId(0)) => style.fg_color(Some(Color::Ansi(AnsiColor::BrightWhite))).effects(Effects::BOLD),
        _ => style.fg_color(Some(Color::Ansi(AnsiColor::Black))),
    }
}
