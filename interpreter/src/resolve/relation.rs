//! `X can V Y`, `X cannot V Y`, and `X must V Y`. Imports `model`, `types`, `wording`.

use super::types::{DIRECTIONS, KINDS, PIECES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::model::visit;
use crate::model::{Bearer, Deed, Demand, Expr, Guard, Node, Relation, Type, Verb};
use rulemate_grammar::ast::{self, Modal, Object};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Span;

/// What a relation is about, besides its verb.
#[derive(Default)]
struct Objects {
    object: Option<Expr>,
    to: Option<Expr>,
    fact: Option<crate::ids::FactId>,
    from_to: bool,
}

/// The parts of the sentence.
pub(super) struct RelationSentence<'a> {
    pub(super) subject: &'a ast::Expr,
    pub(super) modal: Modal,
    pub(super) verb: &'a ast::Name,
    pub(super) object: Option<&'a Object>,
    pub(super) by: Option<&'a ast::Name>,
    pub(super) if_it_can: bool,
    pub(super) guards: &'a [ast::Guard],
}

impl Resolver<'_> {
    /// `X can V Y by L if C` and the like.
    pub(super) fn relation_sentence(&mut self, span: Span, said: &RelationSentence<'_>) {
        if said.modal == Modal::Must {
            self.demand(span, said);
            return;
        }
        let subject = self.value(said.subject, Want::Any);
        if matches!(subject.node, Node::Side(_)) && said.verb.text == "castle" {
            let text = wording::expr(said.subject);
            let message = format!("`{text}` is a side, and its pieces castle");
            let diagnostic = codes::error(codes::RELATION_VERB, self.place(span), message)
                .help(format!("write `{text} piece cannot move by castling`"));
            self.report(diagnostic);
            return;
        }
        let subject = self.fit(subject, PIECES, &|| wording::expr(said.subject));
        self.scope.it = Some(Type::Pieces);
        self.scope.of_move = true;
        self.scope.of_walk = true;
        let verb = self.relation_verb(said);
        let objects = verb.map(|verb| self.objects(verb, said)).unwrap_or_default();
        let label = self.label(said.by);
        self.asks_by(&subject, label, said.by, false);
        if verb == Some(Verb::Promote) {
            self.asks_promotion(&subject, objects.object.as_ref(), self.place(said.verb.span));
        }
        self.speak_of_kinds(Some(&subject));
        let guards = self.guards(said.guards);
        self.speak_of_kinds(None);
        let (Some(mut verb), false) = (verb, subject.is_broken()) else { return };
        if objects.from_to {
            verb = Verb::PassFrom;
        }
        let (vars, place) = (self.scope.vars, self.place(span));
        let Objects { object, to, fact, .. } = objects;
        let can = said.modal == Modal::Can;
        self.tell_idle(said, can, verb, &subject);
        if super::apart::goes(verb) {
            self.tell_enemy_goes(&subject, said.subject);
        }
        self.tell_unknown_take(verb, &guards);
        self.tell_unknown_move(verb, &guards);
        self.file().relations.push(Relation {
            verb,
            can,
            subject,
            object,
            to,
            fact,
            label,
            guards,
            vars,
            place,
        });
    }

    /// Warns of `can move D`: it gives no way to move.
    fn tell_idle(&mut self, said: &RelationSentence<'_>, can: bool, verb: Verb, subject: &Expr) {
        let (true, Verb::Move, Some(Object::Plain(directions))) = (can, verb, said.object) else { return };
        if matches!(subject.node, Node::CarriedBy(_) | Node::Both(_)) {
            return;
        }
        let (who, way) = (wording::expr(said.subject), wording::expr(directions));
        let message = format!("`can move {way}` gives no way to go: ways come from `moves`");
        self.report(
            Diagnostic::warning(codes::IDLE_RIGHT, self.place(directions.span), message)
                .help(format!("write `{who} also moves step {way}`")),
        );
    }

    /// Tells of words of a move that a guard of this relation does not know.
    fn tell_unknown_move(&mut self, verb: Verb, guards: &[Guard]) {
        let (word, walked) = match verb {
            Verb::See => ("see", false),
            Verb::Threaten => ("threaten", false),
            Verb::Pass | Verb::PassFrom => ("pass", true),
            _ => return,
        };
        let mut places = Vec::new();
        for guard in guards {
            visit::all(&guard.condition, &mut |part| {
                let name = match part.node {
                    Node::Target => "target",
                    Node::Origin if !walked => "origin",
                    Node::Trail if !walked => "trail",
                    Node::Heading if !walked => "heading",
                    Node::Length if !walked => "length",
                    _ => return,
                };
                places.push((part.place, name));
            });
        }
        for (place, name) in places {
            let message = format!("while it is asked what it can {word}, nobody knows the `{name}`");
            let help = match verb {
                Verb::See => "say it of what is seen: `piece cannot see enemy piece that is not near it`",
                Verb::Threaten => "`it` is known there, and a right: `cannot threaten by L`",
                _ => "say it of what is passed: `cannot pass enemy piece near own king`",
            };
            self.report(codes::error(codes::NOT_KNOWN_YET, place, message).help(help));
        }
    }

    /// Tells of `it takes` where the walk is not at its end yet.
    fn tell_unknown_take(&mut self, verb: Verb, guards: &[Guard]) {
        let word = match verb {
            Verb::See => "see",
            Verb::Pass | Verb::PassFrom => "pass",
            _ => return,
        };
        let mut places = Vec::new();
        for guard in guards {
            visit::all(&guard.condition, &mut |part| {
                if matches!(part.node, Node::Now(..)) {
                    places.push(part.place);
                }
            });
        }
        for place in places {
            let message = format!("while it is asked what it can {word}, nobody knows whether it will take");
            self.report(
                codes::error(codes::NOT_KNOWN_YET, place, message)
                    .help("ask it where the move ends: `cannot stop on S unless it takes`"),
            );
        }
    }

    fn relation_verb(&mut self, said: &RelationSentence<'_>) -> Option<Verb> {
        let word = said.verb.text.as_str();
        let can = if said.modal == Modal::Can { "can" } else { "cannot" };
        let text = wording::expr(said.subject);
        let help = match word {
            "see" => return Some(Verb::See),
            "take" => return Some(Verb::Take),
            "stop" => return Some(Verb::Stop),
            "pass" => return Some(Verb::Pass),
            "move" => return Some(Verb::Move),
            "promote" => return Some(Verb::Promote),
            "threaten" => return Some(Verb::Threaten),
            "castle" if can == "cannot" => format!("write `{text} cannot move by castling`"),
            "castle" => format!("write `{text} castles 2 squares with ...`"),
            "act" if can == "cannot" => format!("write `{text} cannot move`, or put a guard behind the act"),
            "act" => format!("write `{text} also acts by ... {{ }}`"),
            // Told of where it was read.
            _ => return None,
        };
        let message = format!("`{can} {word}` is nothing that a piece has a right to");
        let diagnostic = codes::error(codes::RELATION_VERB, self.place(said.verb.span), message).help(help);
        self.report(diagnostic);
        None
    }

    fn objects(&mut self, verb: Verb, said: &RelationSentence<'_>) -> Objects {
        let Some(object) = said.object else { return Objects::default() };
        let mut found = Objects::default();
        let word = said.verb.text.as_str();
        match (verb, object) {
            (Verb::Take, Object::Plain(taken)) => match self.fact_named(taken) {
                Some(fact)
                    if self.library.facts[fact.index()].bearer == Bearer::Squares
                        && self.library.facts[fact.index()].of == Type::Bool =>
                {
                    found.fact = Some(fact);
                }
                _ => found.object = Some(self.takable(taken)),
            },
            (Verb::See, Object::Plain(seen)) => found.object = Some(self.value(seen, PIECES)),
            (Verb::Pass, Object::Plain(passed)) => found.object = Some(self.value(passed, SQUARES)),
            (Verb::Pass, Object::FromTo(from, to)) => {
                found.from_to = true;
                found.object = Some(self.value(from, SQUARES));
                found.to = Some(self.value(to, SQUARES));
            }
            (Verb::Stop, Object::On(squares)) => found.object = Some(self.value(squares, SQUARES)),
            (Verb::Move, Object::Plain(directions)) => {
                found.object = Some(self.value(directions, DIRECTIONS))
            }
            (Verb::Promote, Object::To(kinds)) => found.object = Some(self.value(kinds, KINDS)),
            (_, object) => {
                let (span, said) = match object {
                    Object::Plain(object) => (object.span, wording::expr(object)),
                    Object::On(object) => (object.span, format!("on {}", wording::expr(object))),
                    Object::To(object) => (object.span, format!("to {}", wording::expr(object))),
                    Object::FromTo(from, to) => (
                        from.span.to(to.span),
                        format!("from {} to {}", wording::expr(from), wording::expr(to)),
                    ),
                };
                let help = match verb {
                    Verb::Move if matches!(object, Object::To(_)) => {
                        "write `stop on` for where it may end: `cannot stop on rank 8`"
                    }
                    Verb::See => "write `see` and pieces: `cannot see enemy piece`",
                    Verb::Take => "write `take` and pieces, or a fact on squares: `can take own piece`",
                    Verb::Stop => "write `stop on` and squares: `cannot stop on rank 8`",
                    Verb::Pass | Verb::PassFrom => "write `pass` and squares, or `pass from A to B`",
                    Verb::Move => "write `move` and directions, or nothing: `cannot move diagonal`",
                    Verb::Promote => "write `promote to` and kinds, or nothing",
                    Verb::Threaten => "write `threaten` alone; `by L` says by which moves",
                };
                let message = format!("`{said}` does not stand behind `{word}`");
                self.report(codes::error(codes::RELATION_OBJECT, self.place(span), message).help(help));
            }
        }
        found
    }

    /// Behind `take`: pieces.
    fn takable(&mut self, taken: &ast::Expr) -> Expr {
        let value = self.value(taken, Want::Any);
        if value.of == Type::Squares && !value.is_broken() {
            let text = wording::expr(taken);
            let message =
                format!("`{text}` is squares: what can be taken are pieces, or the makers of a fact");
            let diagnostic = codes::error(codes::RELATION_OBJECT, value.place, message)
                .help(format!("write `piece on {text}`, or name a yes-or-no fact on squares alone"));
            self.report(diagnostic);
            return self.broken(taken.span);
        }
        self.fit(value, PIECES, &|| wording::expr(taken))
    }

    fn demand(&mut self, span: Span, said: &RelationSentence<'_>) {
        let subject = self.value(said.subject, PIECES);
        self.scope.it = Some(Type::Pieces);
        self.scope.of_move = true;
        let deed = self.offered(said.verb, "must");
        let object = match said.object {
            None => None,
            Some(Object::Plain(object)) => Some(self.value(object, PIECES)),
            Some(Object::On(object) | Object::To(object) | Object::FromTo(object, _)) => {
                let message = format!("behind `must {}` stand pieces, not where it goes", said.verb.text);
                let diagnostic = codes::error(codes::RELATION_OBJECT, self.place(object.span), message)
                    .help("ask for the place in a guard: `must move if it can, if target is on rank 8`");
                self.report(diagnostic);
                None
            }
        };
        if let (Some(object), Some(Deed::Moves | Deed::Acts)) = (&object, deed) {
            let message = format!("`must {}` takes nobody", said.verb.text);
            let diagnostic = codes::error(codes::RELATION_OBJECT, object.place, message)
                .help("write `must take ...` for captures");
            self.report(diagnostic);
        }
        let label = self.label(said.by);
        self.asks_by(&subject, label, said.by, false);
        self.speak_of_kinds(Some(&subject));
        let guards = self.walked(|resolver| resolver.guards(said.guards));
        self.speak_of_kinds(None);
        let (Some(deed), false) = (deed, subject.is_broken()) else { return };
        self.tell_enemy_goes(&subject, said.subject);
        let (vars, place) = (self.scope.vars, self.place(span));
        let if_it_can = said.if_it_can;
        self.file().demands.push(Demand { subject, deed, object, label, if_it_can, guards, vars, place });
    }

    /// The deed of an offer or a demand.
    pub(super) fn offered(&mut self, verb: &ast::Name, modal: &str) -> Option<Deed> {
        match verb.text.as_str() {
            "move" => return Some(Deed::Moves),
            "take" => return Some(Deed::Takes),
            "act" => return Some(Deed::Acts),
            _ => {}
        }
        let help = match verb.text.as_str() {
            "castle" => "write `move by castling`",
            "see" | "stop" | "pass" | "threaten" | "promote" => "behind it stands `move`, `take` or `act`",
            // Told of where it was read.
            _ => return None,
        };
        let message = format!("`{modal} {}` is nothing that a piece can be asked for", verb.text);
        self.report(codes::error(codes::OFFER_VERB, self.place(verb.span), message).help(help));
        None
    }
}
