//! A position as a picture: squares, signs of pieces, marks, and moves that are spoken of. Imports `markup`.

use crate::markup::escape;
use rulemate_interpreter::board::Size;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::ids::Square;
use rulemate_interpreter::position::{Mark, Place, Position, Value};
use std::fmt::Write;

/// What a picture of a position shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// Files and ranks.
    pub size: (u8, u8),
    /// The squares that are on the board.
    pub squares: Vec<Square>,
    /// The pieces on it.
    pub pieces: Vec<Piece>,
    /// Squares that words of events in force, or facts, mean.
    pub areas: Vec<Tinted>,
    /// Moves that are spoken of.
    pub ways: Vec<Way>,
    /// Kinds with their squares by side, for those who listen: `king e1`.
    pub words: [String; 2],
    /// The names of the sides, and who is to move.
    pub sides: [String; 2],
    /// Whose turn it is.
    pub player: usize,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where.
    pub square: Square,
    /// Its sign.
    pub sign: String,
    /// Whose it is.
    pub side: usize,
    /// The signs of what it carries, and whose that is.
    pub load: Vec<(String, usize)>,
    /// It bears a fact.
    pub marked: bool,
}

/// Squares that a word or a fact means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tinted {
    /// The word or the fact.
    pub name: String,
    /// Whose it is; none of either side: two.
    pub side: usize,
    /// The squares.
    pub squares: Vec<Square>,
}

/// What is said of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Said {
    /// It has been made, or is made next.
    Made,
    /// It is legal.
    Legal,
    /// It is illegal.
    Illegal,
}

/// A move that is spoken of: from where, and to where; none where it goes nowhere, or comes from nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    /// What is said of it.
    pub said: Said,
    /// Where it begins.
    pub from: Option<Square>,
    /// Where it ends.
    pub to: Option<Square>,
}

/// The side of a square.
const SIDE: u32 = 40;

/// The room for the names of files and ranks.
const EDGE: u32 = 18;

/// How a picture looks that stands alone, on a light page and on a dark one.
const STYLE: &str = "\
.light{fill:#efe6d4}.dark{fill:#c5ab85}\
.side0{fill:#fdfdfb;stroke:#222;stroke-width:1.5}.side1{fill:#24282c;stroke:#000;stroke-width:1.5}\
text{font:600 18px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-anchor:middle}\
.sign0{fill:#16191c}.sign1{fill:#fff}text.small{font-size:12px}text.load{font-size:10px}\
text.edge{fill:#7d8590;font-size:11px;font-weight:400}\
.mark{fill:#c8322b;stroke:#fff}\
.area0{fill:#2f6f9f;fill-opacity:.42}.area1{fill:#a3272c;fill-opacity:.34}.area2{fill:#6b4fa0;fill-opacity:.4}\
.way{fill:none;stroke-width:3;stroke-opacity:.75}.end{stroke-width:4}\
.legal{stroke:#14652d}.legal.end{fill:#14652d}.illegal{stroke:#b3201a}.illegal.way{stroke-dasharray:7 4}\
.made{stroke:#1f4f8f}.made.end{fill:#1f4f8f}.ring.end{fill:none}";

impl Picture {
    /// Of a position, as far as a turn under way has come.
    #[must_use]
    pub fn of(rules: &Prepared, position: &Position) -> Picture {
        let (library, lexicon) = (rules.engine.library(), &rules.lexicon);
        let Size { files, ranks } = lexicon.size;
        let position = &rules.engine.so_far(position);
        let squares = rules.engine.board(position).iter().collect();
        let mut pieces = Vec::new();
        let mut words: [Vec<(Square, String)>; 2] = [Vec::new(), Vec::new()];
        for id in position.ids() {
            let piece = position.piece(id);
            let Place::Square(square) = piece.place else { continue };
            let side = piece.owner.index();
            let load = position.pieces.iter().filter(|other| other.place == Place::On(id));
            let carried: Vec<&str> =
                load.clone().map(|other| library.kinds[other.kind.index()].name.as_str()).collect();
            let carries = if carried.is_empty() {
                String::new()
            } else {
                format!(" carrying {}", carried.join(" and "))
            };
            let kind = &library.kinds[piece.kind.index()].name;
            words[side].push((square, format!("{kind} {square}{carries}")));
            pieces.push(Piece {
                square,
                sign: lexicon.sign(piece.kind, piece.owner).to_string(),
                side,
                load: load
                    .map(|other| (lexicon.sign(other.kind, other.owner).to_string(), other.owner.index()))
                    .collect(),
                marked: !piece.facts.is_empty(),
            });
        }
        pieces.sort_by_key(|piece| piece.square.index());
        let in_words = |mut words: Vec<(Square, String)>| {
            words.sort_by_key(|(square, _)| (square.file(), square.rank()));
            words.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(", ")
        };
        Picture {
            size: (files, ranks),
            squares,
            pieces,
            areas: areas(rules, position),
            ways: Vec::new(),
            words: words.map(in_words),
            sides: library.sides.clone(),
            player: position.player.index(),
        }
    }

    /// The position in words: what stands where, and who is to move.
    #[must_use]
    pub fn in_words(&self) -> String {
        let [first, second] = &self.sides;
        let none = |words: &str| if words.is_empty() { "nothing".to_string() } else { words.to_string() };
        let [of_first, of_second] = &self.words;
        let mut text =
            format!("{}: {}. {}: {}.", capital(first), none(of_first), capital(second), none(of_second));
        for area in &self.areas {
            let whose = self.sides.get(area.side).map_or_else(String::new, |side| format!(" of {side}"));
            let _ = write!(text, " {}{whose}: {}.", capital(&area.name), listed(&area.squares));
        }
        let _ = write!(text, " {} to move.", capital(&self.sides[self.player]));
        text
    }

    /// As SVG within a page. Colours come from the style of the page, and go without it.
    #[must_use]
    pub fn svg(&self, id: &str) -> String {
        let (width, height) = self.extent();
        format!(
            "<svg class=\"board\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" viewBox=\"0 0 {width} {height}\">\
             <title id=\"{id}-t\">Position, {} to move</title><desc id=\"{id}-d\">{}</desc>{}</svg>",
            escape(&self.sides[self.player]),
            escape(&self.in_words()),
            self.inside()
        )
    }

    fn extent(&self) -> (u32, u32) {
        (u32::from(self.size.0) * SIDE + EDGE, u32::from(self.size.1) * SIDE + EDGE)
    }

    fn corner(&self, square: Square) -> (u32, u32) {
        let ranks = u32::from(self.size.1);
        let down = ranks.saturating_sub(1 + u32::from(square.rank()));
        (EDGE + u32::from(square.file()) * SIDE, down * SIDE)
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2))
    }

    fn inside(&self) -> String {
        let mut svg = String::new();
        let mut tile = |square: Square, class: &str| {
            let (x, y) = self.corner(square);
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            );
        };
        for square in &self.squares {
            tile(*square, if (square.file() + square.rank()) % 2 == 0 { "dark" } else { "light" });
        }
        for area in &self.areas {
            area.squares.iter().for_each(|square| tile(*square, &format!("area{}", area.side)));
        }
        self.ways.iter().for_each(|way| self.line(&mut svg, *way));
        self.pieces.iter().for_each(|piece| self.piece(&mut svg, piece));
        self.ways.iter().for_each(|way| self.end(&mut svg, *way));
        let (files, ranks) = (u32::from(self.size.0), u32::from(self.size.1));
        for file in 0..files {
            let (x, y) = (EDGE + file * SIDE + SIDE / 2, ranks * SIDE + 14);
            let letter = char::from(b'a' + u8::try_from(file).unwrap_or(0));
            let _ = write!(svg, "<text class=\"edge\" x=\"{x}\" y=\"{y}\">{letter}</text>");
        }
        for rank in 0..ranks {
            let y = (ranks - 1 - rank) * SIDE + SIDE / 2 + 4;
            let _ = write!(svg, "<text class=\"edge\" x=\"9\" y=\"{y}\">{}</text>", rank + 1);
        }
        svg
    }

    fn piece(&self, svg: &mut String, piece: &Piece) {
        let Piece { square, sign, side, load, marked } = piece;
        let (x, y) = self.corner(*square);
        let (x, y) = (x + SIDE / 2, y + SIDE / 2);
        let small = if sign.chars().count() > 1 { " small" } else { "" };
        let _ = writeln!(
            svg,
            "<circle class=\"side{side}\" cx=\"{x}\" cy=\"{y}\" r=\"16\"/>\
             <text class=\"sign{side}{small}\" x=\"{x}\" y=\"{}\">{}</text>",
            y + 6,
            escape(&sign.to_uppercase())
        );
        for (at, (sign, side)) in load.iter().enumerate() {
            let x = x + 13 - 14 * u32::try_from(at.min(2)).unwrap_or(0);
            let _ = writeln!(
                svg,
                "<circle class=\"side{side}\" cx=\"{x}\" cy=\"{}\" r=\"7.5\"/>\
                 <text class=\"sign{side} load\" x=\"{x}\" y=\"{}\">{}</text>",
                y - 12,
                y - 8,
                escape(&sign.to_uppercase())
            );
        }
        if *marked {
            let _ = writeln!(svg, "<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"4\"/>", x + 13, y + 13);
        }
    }

    /// The line along which a move goes.
    fn line(&self, svg: &mut String, way: Way) {
        let (Some(from), Some(to)) = (way.from, way.to) else { return };
        let ((x, y), (to_x, to_y)) = (self.middle(from), self.middle(to));
        let length = (to_x - x).hypot(to_y - y).max(1.0);
        let short = |rest: f64| ((to_x - x) * rest / length, (to_y - y) * rest / length);
        let ((off_x, off_y), (end_x, end_y)) =
            (short(16.0), short(if way.said == Said::Made { 14.0 } else { 0.0 }));
        let _ = writeln!(
            svg,
            "<line class=\"way {}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            class(way.said),
            x + off_x,
            y + off_y,
            to_x - end_x,
            to_y - end_y
        );
    }

    /// What stands at its end: a spot or a ring where it is legal, a cross where not, a head where it is made.
    fn end(&self, svg: &mut String, way: Way) {
        let name = class(way.said);
        let ring = |svg: &mut String, square: Square| {
            let (x, y) = self.middle(square);
            let _ = writeln!(svg, "<circle class=\"end ring {name}\" cx=\"{x}\" cy=\"{y}\" r=\"17\"/>");
        };
        match (way.from, way.to) {
            (Some(from), None) => ring(svg, from),
            (from, Some(to)) => {
                let (x, y) = self.middle(to);
                let held = self.pieces.iter().any(|piece| piece.square == to);
                let _ = match (way.said, from) {
                    (Said::Illegal, _) => {
                        let (left, right, top, low) = (x - 8.0, x + 8.0, y - 8.0, y + 8.0);
                        writeln!(
                            svg,
                            "<path class=\"end {name}\" d=\"M{left} {top}L{right} {low}M{left} {low}L{right} {top}\"/>"
                        )
                    }
                    (Said::Made, Some(from)) => {
                        let (from_x, from_y) = self.middle(from);
                        let turn = (y - from_y).atan2(x - from_x).to_degrees();
                        writeln!(
                            svg,
                            "<path class=\"end {name}\" transform=\"translate({x} {y}) rotate({turn:.0})\" d=\"M-2 0L-14 -6L-14 6Z\"/>"
                        )
                    }
                    _ if held => {
                        ring(svg, to);
                        Ok(())
                    }
                    _ => writeln!(svg, "<circle class=\"end {name}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"),
                };
            }
            (None, None) => {}
        }
    }
}

fn class(said: Said) -> &'static str {
    match said {
        Said::Made => "made",
        Said::Legal => "legal",
        Said::Illegal => "illegal",
    }
}

/// The squares that words of events in force mean, and those that facts of sides and of the game name.
fn areas(rules: &Prepared, position: &Position) -> Vec<Tinted> {
    let library = rules.engine.library();
    let mut areas: Vec<Tinted> = rules
        .engine
        .areas(position)
        .into_iter()
        .map(|area| Tinted {
            name: library.meanings[area.meaning.index()].name.clone(),
            side: area.side.index(),
            squares: area.squares.iter().collect(),
        })
        .collect();
    let of_sides = position.sides.iter().map(|((fact, side), mark)| (*fact, side.index(), mark));
    let of_game = position.game.iter().map(|(fact, mark)| (*fact, 2, mark));
    for (fact, side, Mark { value, .. }) in of_sides.chain(of_game) {
        if let Value::Squares(squares) = value {
            let name = library.facts[fact.index()].name.clone();
            areas.push(Tinted { name, side, squares: squares.iter().collect() });
        }
    }
    areas.retain(|area| !area.squares.is_empty());
    areas
}

/// Pictures side by side, as a file of their own.
#[must_use]
pub fn file(pictures: &[Picture]) -> String {
    const GAP: u32 = 24;
    let extents: Vec<(u32, u32)> = pictures.iter().map(Picture::extent).collect();
    let gaps = GAP * u32::try_from(pictures.len().saturating_sub(1)).unwrap_or(0);
    let width = extents.iter().map(|(width, _)| width).sum::<u32>() + gaps;
    let height = extents.iter().map(|(_, height)| *height).max().unwrap_or(0);
    let words: Vec<String> = pictures.iter().map(Picture::in_words).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
        escape(&words.join(" Then: "))
    );
    let mut left = 0;
    for (picture, (width, _)) in pictures.iter().zip(&extents) {
        let _ = writeln!(svg, "<g transform=\"translate({left} 0)\">\n{}</g>", picture.inside());
        left += width + GAP;
    }
    svg.push_str("</svg>\n");
    svg
}

/// Squares one after the other.
fn listed(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
