//! The levels of law: 0 asks nothing about threats, 1 asks about threats, 2 asks about answers. A threat is found
//! by turns of level 0, so what makes the moves themselves cannot ask about threats, or it would ask itself. Guards,
//! `cannot`, laws and triggers may: a threat counts guards as met, `cannot` as unsaid, such laws as kept, and runs
//! no such triggers. Raises R0610. Imports `ids`, `model`, `codes`, `visit`.

use crate::codes;
use crate::model::level::Levels;
use crate::model::visit;
use crate::model::{Expr, Library};
use rulemate_grammar::diagnostic::Diagnostic;

/// Tells of moves, promotions, edges, rights and pieces' kinds that ask about threats outside their guards.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let levels = Levels::of(library);
    for file in &library.files {
        let mut ask = |expr: &Expr, what: &str, help: &str| {
            if let Some((place, level)) = levels.culprit(expr) {
                let about = if level == 1 { "threats" } else { "answers" };
                let message = format!("{what} cannot hang on {about}: those are found by the moves");
                told.push(codes::error(codes::LEVEL, place, message).help(help.to_owned()));
            }
        };
        for moves in &file.moves {
            visit::moves(moves, &mut |expr| {
                ask(expr, "a move", "ask it in a guard behind the move: `... if it is threatened`");
            });
        }
        for promotion in &file.promotions {
            for expr in [&promotion.subject, &promotion.on, &promotion.to] {
                ask(expr, "a promotion", "ask it in a guard: `promotes on ... to ... if ...`");
            }
        }
        for edge in &file.edges {
            for expr in std::iter::once(&edge.subject).chain(&edge.directions) {
                ask(expr, "an edge", "ask it in a guard: `bounces if ...`");
            }
        }
        for relation in file.relations.iter().filter(|relation| relation.can) {
            let parts = std::iter::once(&relation.subject).chain(&relation.object).chain(&relation.to);
            for expr in parts {
                ask(expr, "a right", "ask it in a guard: `can ... if ...`, or say it by `cannot`");
            }
        }
    }
}
