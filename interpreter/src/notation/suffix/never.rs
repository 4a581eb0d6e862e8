//! What a suffix says that no play can have brought about: loads, takings and passings. Imports `ids`, `model`,
//! `position`, and the rest of `notation`.

use super::parse::Clause;
use super::read::{Put, Suffix};
use super::value::{board_square, facts_named};
use crate::ids::{FactId, PieceId};
use crate::model::Bearer;
use crate::notation::loads::Barred;
use crate::notation::{Rules, canonical, codes, makers};
use crate::position::{Mark, Place, Position};
use rulemate_grammar::diagnostic::Diagnostic;

impl<'t> Suffix<'t> {
    /// Tells of pieces that no rule in force can have put where they are carried.
    pub(super) fn carried(
        &self,
        rules: Rules<'_>,
        position: &Position,
        put: &[Put<'t>],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let (bearers, files) = (&rules.lexicon.bearers, rules.lexicon.in_force(position));
        let name = |id: PieceId| &rules.library().kinds[position.piece(id).kind.index()].name;
        let mut told = Vec::new();
        for (id, _, sign) in put {
            let Place::On(carrier) = position.piece(*id).place else { continue };
            let why = bearers.loads.barred(&files, position, *id, bearers.change_sides);
            // Of all that one piece cannot carry the first is told.
            let Some(why) = why.filter(|why| !told.contains(&(carrier, *why))) else { continue };
            if !matches!(why, Barred::Carried) {
                told.push((carrier, why));
            }
            let (above, below) = (name(*id), name(carrier));
            let (message, help) = match why {
                Barred::Carrying => (
                    "no rule in force lets a piece carry another".to_string(),
                    "leave it out, or list the event whose rules do",
                ),
                Barred::Carrier => (
                    format!("no rule in force puts anything onto a {below}"),
                    "leave it out, or list the event whose rules do",
                ),
                Barred::Carried => (
                    format!("no rule in force puts a {above} onto a {below}"),
                    "leave it out, or list the event whose rules do",
                ),
                Barred::Side => {
                    let of = |id: PieceId| rules.library().side_name(position.piece(id).owner);
                    let (above, below) = (of(*id), of(carrier));
                    let message = format!("no rule in force puts a piece of {above} onto one of {below}");
                    (message, "a sign in lower case is a piece of the second side")
                }
                Barred::Most(most) => (
                    format!("by the rules in force a {below} carries no more than {most}"),
                    "leave out what is too much",
                ),
            };
            diagnostics.push(self.text.error(codes::PIECE, sign.range(), message).help(help));
        }
    }

    /// Tells of what would be left out in silence: pieces that are gone and that nothing could speak of, and facts of
    /// squares by which nothing can be taken. Where facts could not be read, only of what is said without one.
    pub fn forgotten(
        &self,
        rules: Rules<'_>,
        position: &Position,
        known: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for (index, clause) in self.clauses.iter().enumerate() {
            let Clause::Pieces(head, at, pieces) = clause else { continue };
            let put =
                self.put.iter().filter(|(_, clause)| *clause == index).map(|(id, _)| position.piece(*id));
            let bare = |facts: &[(FactId, Mark)]| {
                facts.iter().all(|(fact, mark)| !canonical::says(rules.library(), *fact, mark))
            };
            let mut gone = put.filter(|piece| matches!(piece.place, Place::Taken(_)));
            let forgets = match known {
                true => gone.any(|piece| bare(&piece.facts)),
                false => pieces.iter().any(|piece| piece.facts.is_empty()),
            };
            if head.text == "taken" && forgets {
                let message = "what is taken and bears no fact that lasts is forgotten";
                let help = "give it its fact in brackets, or leave it out";
                let range = head.at..at.range().end;
                diagnostics.push(self.text.error(codes::PIECE, range, message).help(help));
            }
        }
        if known {
            self.passed_in_vain(rules, position, diagnostics);
            self.set_by_nobody(rules, position, diagnostics);
        }
    }

    /// Tells of facts of squares that the piece which is said to have set them cannot have set.
    fn set_by_nobody(&self, rules: Rules<'_>, position: &Position, diagnostics: &mut Vec<Diagnostic>) {
        for clause in &self.clauses {
            let Clause::Facts(_, Some(bearer), facts) = clause else { continue };
            let Some(square) = board_square(rules, *bearer) else { continue };
            for said in facts {
                let [fact] = facts_named(rules, position, said.name.text, Bearer::Squares)[..] else {
                    continue;
                };
                let (Some(mark), Some(by)) = (position.squares.get(&(fact, square)), said.by) else {
                    continue;
                };
                // What has expired, or lets nobody be taken, is told of already.
                let told = diagnostics
                    .iter()
                    .flat_map(|each| &each.labels)
                    .any(|label| label.place.span.start as usize == said.name.at);
                if told || makers::can_have_set(rules, position, (fact, square), mark) {
                    continue;
                }
                let kind = mark.maker.map(|maker| position.piece(maker).kind);
                let kind = kind.map_or("", |kind| rules.library().kinds[kind.index()].name.as_str());
                let message =
                    format!("the {kind} `{}` cannot have set `{}` on {square}", by.text, said.name.text);
                let help = "say which piece did, or leave the fact out";
                diagnostics.push(self.text.error(codes::FACT, by.range(), message).help(help));
            }
        }
    }

    /// Tells of facts that do nothing but make pieces takeable in passing, where no legal turn takes by them.
    fn passed_in_vain(&self, rules: Rules<'_>, position: &Position, diagnostics: &mut Vec<Diagnostic>) {
        let library = rules.library();
        let mut live = None;
        for clause in &self.clauses {
            let Clause::Facts(_, Some(bearer), facts) = clause else { continue };
            let Some(square) = board_square(rules, *bearer) else { continue };
            for said in facts {
                let [fact] = facts_named(rules, position, said.name.text, Bearer::Squares)[..] else {
                    continue;
                };
                let Some(mark) = position.squares.get(&(fact, square)) else { continue };
                let mut live =
                    || live.get_or_insert_with(|| rules.engine.live_passed(position)).contains(&square);
                if !rules.lexicon.only_taken_by(position, fact)
                    || !canonical::says(library, fact, mark)
                    || live()
                {
                    continue;
                }
                let name = said.name.text;
                let (message, help) = match mark.maker.map(|maker| position.piece(maker).owner) {
                    None => {
                        let help = format!("say who passed it: `{name} by e4`");
                        (format!("whom can be taken by `{name}` is not said"), help)
                    }
                    Some(owner) if owner == position.player => {
                        let player = library.side_name(owner);
                        let message = format!(
                            "it is {player}'s turn, and `{name}` would let a piece of {player} be taken"
                        );
                        (message, "it has expired: leave it out".to_string())
                    }
                    Some(_) => {
                        let message =
                            format!("no legal turn takes on {square} by `{name}`, and it says nothing else");
                        (message, "leave it out".to_string())
                    }
                };
                diagnostics.push(self.text.error(codes::FACT, said.name.range(), message).help(help));
            }
        }
    }
}
