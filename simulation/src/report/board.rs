//! A position as a picture: squares, signs of pieces, marks. Imports `report::html`'s `escape`, `rules`.

use super::html::escape;
use crate::rules::Rules;
use rulemate_interpreter::board::Size;
use rulemate_interpreter::ids::Square;
use rulemate_interpreter::position::{Place, Position};

/// What a picture of a position shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// Files and ranks.
    pub size: (u8, u8),
    /// The squares that are on the board.
    pub squares: Vec<Square>,
    /// Square, sign, side, and whether it carries another or bears a fact.
    pub pieces: Vec<(Square, String, usize, bool)>,
    /// Kinds with their signs, for those who listen: `Ke1`.
    pub words: [String; 2],
    /// The names of the sides, and who is to move.
    pub sides: [String; 2],
    /// Whose turn it is.
    pub player: usize,
}

impl Picture {
    /// Of a position.
    #[must_use]
    pub fn of(rules: &Rules, position: &Position) -> Picture {
        let (library, lexicon) = (rules.library(), &rules.prepared.lexicon);
        let Size { files, ranks } = lexicon.size;
        let squares = rules.engine().board(position).iter().collect();
        let mut pieces = Vec::new();
        let mut words: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        for id in position.ids() {
            let piece = position.piece(id);
            let Place::Square(square) = piece.place else { continue };
            let loaded = position.pieces.iter().any(|other| other.place == Place::On(id));
            let side = piece.owner.index();
            let sign = lexicon.sign(piece.kind, piece.owner).to_string();
            let kind = &library.kinds[piece.kind.index()];
            words[side].push(format!("{} {}", kind.name, named(square)));
            pieces.push((square, sign, side, loaded || !piece.facts.is_empty()));
        }
        pieces.sort_by_key(|(square, ..)| square.index());
        Picture {
            size: (files, ranks),
            squares,
            pieces,
            words: words.map(|words| words.join(", ")),
            sides: library.sides.clone(),
            player: position.player.index(),
        }
    }

    /// As SVG. Colours come from the style of the page, and go without it.
    #[must_use]
    pub fn svg(&self, id: &str) -> String {
        const SIDE: u32 = 40;
        const EDGE: u32 = 18;
        let (files, ranks) = (u32::from(self.size.0), u32::from(self.size.1));
        let (width, height) = (files * SIDE + EDGE, ranks * SIDE + EDGE);
        let x = |square: Square| EDGE + u32::from(square.file()) * SIDE;
        let y = |square: Square| (ranks - 1 - u32::from(square.rank()).min(ranks - 1)) * SIDE;
        let [first, second] = &self.sides;
        let [of_first, of_second] = &self.words;
        let mut svg = format!(
            "<svg class=\"board\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" viewBox=\"0 0 {width} {height}\">\
             <title id=\"{id}-t\">Position, {} to move</title>\
             <desc id=\"{id}-d\">{}: {}. {}: {}.</desc>",
            escape(&self.sides[self.player]),
            escape(first),
            escape(of_first),
            escape(second),
            escape(of_second),
        );
        for square in &self.squares {
            let shade = if (square.file() + square.rank()) % 2 == 0 { "dark" } else { "light" };
            svg.push_str(&format!(
                "<rect class=\"{shade}\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
                x(*square),
                y(*square)
            ));
        }
        for (square, sign, side, marked) in &self.pieces {
            let (x, y) = (x(*square) + SIDE / 2, y(*square) + SIDE / 2);
            let small = if sign.chars().count() > 1 { " small" } else { "" };
            svg.push_str(&format!(
                "<circle class=\"side{side}\" cx=\"{x}\" cy=\"{y}\" r=\"16\"/>\
                 <text class=\"sign{side}{small}\" x=\"{x}\" y=\"{}\">{}</text>",
                y + 6,
                escape(&sign.to_uppercase())
            ));
            if *marked {
                svg.push_str(&format!(
                    "<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
                    x + 13,
                    y - 13
                ));
            }
        }
        for file in 0..files {
            let (x, y) = (EDGE + file * SIDE + SIDE / 2, ranks * SIDE + 14);
            let letter = char::from(b'a' + u8::try_from(file).unwrap_or(0));
            svg.push_str(&format!("<text class=\"edge\" x=\"{x}\" y=\"{y}\">{letter}</text>"));
        }
        for rank in 0..ranks {
            let y = (ranks - 1 - rank) * SIDE + SIDE / 2 + 4;
            svg.push_str(&format!("<text class=\"edge\" x=\"9\" y=\"{y}\">{}</text>", rank + 1));
        }
        svg.push_str("</svg>");
        svg
    }
}

fn named(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1)
}
