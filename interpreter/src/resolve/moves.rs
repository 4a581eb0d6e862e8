//! Sentences of movement: `moves`, `takes`, `acts`, `castles`, `promotes`, `bounces`, `wraps`. Imports `ids`,
//! `model`, `names`, `scope`, `types`, `wording`.

use super::names::{LabelUse, Named};
use super::scope::Moment;
use super::types::{KINDS, PIECES, SQUARES, Want};
use super::{Resolver, wording};
use crate::codes;
use crate::ids::{KindId, LabelId, VarId};
use crate::model::{
    Act, Castle, Edge, Effect, Expr, Guard, Mode, Motion, MoveRule, Moves, Node, Path, Promotion, Reach,
    Travel, Type,
};
use rulemate_grammar::ast::{self, Clause, How, MoveVerb};
use rulemate_grammar::source::{Place, Span};

/// Whom a sentence of movement is about.
struct Subject {
    /// None: a side.
    pieces: Option<Expr>,
    kinds: Vec<KindId>,
    motion: Motion,
}

/// What stands behind a path or an act.
#[derive(Default)]
struct Clauses {
    from: Option<Expr>,
    to: Option<Expr>,
    by: Option<LabelId>,
    by_said: bool,
    without_taking: bool,
    without_moving: bool,
    each: Option<(VarId, Expr)>,
    guards: Vec<Guard>,
}

impl Resolver<'_> {
    /// `K also moves PATH` and the like.
    pub(super) fn moves_sentence(&mut self, span: Span, subject: &ast::Expr, how: How, rule: &ast::MoveRule) {
        let Some(subject) = self.move_subject(subject, how, rule) else {
            // The rest is read for its own mistakes.
            self.scope.it = Some(Type::Pieces);
            let kinds = Subject { pieces: None, kinds: Vec::new(), motion: Motion::Base };
            self.move_rule(span, kinds, rule, false);
            return;
        };
        self.move_rule(span, subject, rule, true);
    }

    /// `piece K "L" moves PATH`
    pub(super) fn own_moves(&mut self, span: Span, kind: KindId, name: Span, rule: &ast::MoveRule) {
        let kinds = self.make(Type::Kinds, Node::Kinds(vec![kind]), name);
        let pieces = self.make(Type::Pieces, Node::OfKind(Box::new(kinds)), name);
        let subject = Subject { pieces: Some(pieces), kinds: vec![kind], motion: Motion::Base };
        self.move_rule(span, subject, rule, true);
    }

    fn move_subject(&mut self, subject: &ast::Expr, how: How, rule: &ast::MoveRule) -> Option<Subject> {
        let acts = matches!(rule.verb, MoveVerb::Acts { .. });
        let value = self.value(subject, Want::Any);
        if value.is_broken() {
            return None;
        }
        let motion = match how {
            How::Plain => Motion::Base,
            How::Also => Motion::Also,
            How::Now => Motion::Now,
        };
        if value.of == Type::Sides {
            if !acts {
                let message =
                    format!("`{}` is a side, and a side has no moves of its own", wording::expr(subject));
                let diagnostic = codes::error(codes::SUBJECT, value.place, message)
                    .help("name the pieces: `own piece`; or write `player acts by ...`");
                self.report(diagnostic);
                return None;
            }
            if !matches!(value.node, Node::Player | Node::AllSides) {
                let diagnostic =
                    codes::error(codes::SUBJECT, value.place, "an act of a side belongs to both sides")
                        .help("write `player acts by ...`, with a guard if only one side has it");
                self.report(diagnostic);
                return None;
            }
            return Some(Subject { pieces: None, kinds: Vec::new(), motion });
        }
        let pieces = self.fit(value, PIECES, &|| wording::expr(subject));
        if pieces.is_broken() {
            return None;
        }
        let kinds = self.named_kinds(&pieces).unwrap_or_default();
        self.tell_enemy_goes(&pieces, subject);
        if how == How::Plain {
            self.check_declared_here(&kinds, subject, rule);
        }
        Some(Subject { pieces: Some(pieces), kinds, motion })
    }

    /// In a file that did not declare the kind, `also` or `now` must stand.
    fn check_declared_here(&mut self, kinds: &[KindId], subject: &ast::Expr, rule: &ast::MoveRule) {
        let file = self.scope.file;
        if !kinds.is_empty() && kinds.iter().all(|kind| self.library.kinds[kind.index()].file == file) {
            return;
        }
        if file.index() == 0 {
            return;
        }
        let text = wording::expr(subject);
        let verb = verb_word(&rule.verb);
        let (what, plain) = match &rule.verb {
            MoveVerb::Edge { .. } => return,
            MoveVerb::Promotes { .. } => ("promotions", "promotes"),
            _ => ("moves", verb),
        };
        let message = format!("does this add to the {what} of `{text}` or replace them?");
        let mut diagnostic = codes::error(codes::ALSO_OR_NOW, self.place(subject.span), message)
            .help(format!("write `{text} also {plain} ...` to add, `{text} now {plain} ...` to replace"));
        let foreign =
            kinds.iter().map(|kind| &self.library.kinds[kind.index()]).find(|kind| kind.file != file);
        if let Some(kind) = foreign {
            diagnostic = diagnostic.also(kind.place, format!("`{}` is declared in another file", kind.name));
        }
        self.report(diagnostic);
    }

    fn move_rule(&mut self, span: Span, subject: Subject, rule: &ast::MoveRule, sound: bool) {
        let place = self.place(span);
        self.scope.it = match (&subject.pieces, sound) {
            (None, true) => None,
            _ => Some(Type::Pieces),
        };
        self.scope.of_move = true;
        self.speak_of_kinds(subject.pieces.as_ref().filter(|_| sound));
        let (label, made, clauses) = match &rule.verb {
            MoveVerb::Travel { takes, path, clauses } => {
                let clauses = self.clauses(clauses);
                let (path, castles) =
                    match path {
                        // A Betza string alone may castle as well.
                        ast::Path::Leg(ast::Leg {
                            gait: ast::Gait::Betza(text), times: None, hows, ..
                        }) if hows.is_empty() => self.betza_with_castles(text),
                        path => (self.walked(|resolver| resolver.whole_path(path)), Vec::new()),
                    };
                if !castles.is_empty() && sound {
                    self.castlings(&subject, castles, &clauses, place);
                    if matches!(&path, Path::Either(none) if none.is_empty()) {
                        return;
                    }
                }
                let mut mode = Mode::BOTH;
                if *takes {
                    mode.quiet = false;
                }
                if clauses.without_taking {
                    mode.capture = false;
                }
                if clauses.without_moving {
                    mode.quiet = false;
                }
                let (from, to) = (clauses.from.clone(), clauses.to.clone());
                let travel = Travel { mode, path, from, to, stays: clauses.without_moving };
                let label = clauses.by.or_else(|| {
                    let shot =
                        || self.names.find_label(crate::ids::FileId(0), super::SHOT, &[LabelUse::Move]);
                    travel.stays.then(shot).flatten()
                });
                (label, MoveRule::Travel(travel), clauses)
            }
            MoveVerb::Acts { clauses: said } => {
                let clauses = self.clauses(said);
                if !clauses.by_said {
                    let diagnostic =
                        codes::error(codes::UNLABELLED_ACT, self.place(rule.span), "an act needs a name")
                            .help("write `acts by resting { ... }`, with a name of your own");
                    self.report(diagnostic);
                }
                // Of a block in which nothing can be read, that is told.
                if rule.block.is_none() {
                    let diagnostic =
                        codes::error(codes::EMPTY_ACT, self.place(rule.span), "this act does nothing")
                            .help("say in braces what is done: `acts by ... { ... }`");
                    self.report(diagnostic);
                }
                (clauses.by, MoveRule::Act(Act { from: clauses.from.clone() }), clauses)
            }
            MoveVerb::Castles { reach, with, clauses } => {
                let clauses = self.clauses(clauses);
                let with = self.value(with, PIECES);
                let reach = match reach {
                    ast::Reach::Squares(number) => {
                        Reach::Squares(u8::try_from(number.value.clamp(1, 15)).unwrap_or(1))
                    }
                    ast::Reach::To(squares) => Reach::To(self.value(squares, SQUARES)),
                };
                let label = clauses.by.or_else(|| {
                    self.names.find_label(crate::ids::FileId(0), super::CASTLING, &[LabelUse::Move])
                });
                let castle = Castle { reach, with, from: clauses.from.clone() };
                (label, MoveRule::Castle(castle), clauses)
            }
            MoveVerb::Promotes { on, to, guards } => {
                self.promotion(span, subject, on, to, guards, sound);
                return;
            }
            MoveVerb::Edge { wraps, directions, guards } => {
                let directions = match directions {
                    None => None,
                    Some(directions) => {
                        self.tell_onward_edge(directions);
                        let plain = self.plain_directions(directions);
                        if plain.is_none() {
                            let diagnostic = codes::error(
                                codes::EDGE_DIRECTIONS,
                                self.place(rule.span),
                                "an edge lies in a direction, not toward a square",
                            )
                            .help("write `bounces sideways`, `wraps forward or backward`, or no direction for all edges");
                            self.report(diagnostic);
                        }
                        plain
                    }
                };
                self.scope.of_walk = true;
                let guards = self.guards(guards);
                let vars = self.scope.vars;
                if let (Some(pieces), true) = (subject.pieces, sound) {
                    let edge = Edge { subject: pieces, wraps: *wraps, directions, guards, vars, place };
                    self.file().edges.push(edge);
                }
                return;
            }
        };
        self.speak_of_kinds(None);
        let block = self.block(rule.block.as_deref(), Moment::Move);
        if !sound {
            return;
        }
        let moves = Moves {
            subject: subject.pieces,
            kinds: subject.kinds,
            motion: subject.motion,
            label,
            rule: made,
            guards: clauses.guards,
            each: clauses.each,
            block,
            has_block: rule.block.is_some(),
            vars: self.scope.vars,
            place,
        };
        self.file().moves.push(moves);
    }

    /// Tells of an edge that is said to lie where a piece has been going.
    fn tell_onward_edge(&mut self, directions: &[ast::Direction]) {
        for direction in directions {
            let ast::Direction::Words(words) = direction else { continue };
            if let Some(span) = wording::onward(words) {
                let message = "an edge lies in a direction of the board, and `onward` is that of a path";
                let diagnostic = codes::error(codes::EDGE_DIRECTIONS, self.place(span), message).help(
                    "write `wraps sideways`, `bounces forward or backward`, or no direction for all edges",
                );
                self.report(diagnostic);
            }
        }
    }

    /// The castlings of a Betza string: sentences of their own.
    fn castlings(&mut self, subject: &Subject, castles: Vec<Castle>, clauses: &Clauses, place: Place) {
        let label = self.names.find_label(crate::ids::FileId(0), super::CASTLING, &[LabelUse::Move]);
        for castle in castles {
            let moves = Moves {
                subject: subject.pieces.clone(),
                kinds: subject.kinds.clone(),
                motion: subject.motion,
                label,
                rule: MoveRule::Castle(castle),
                guards: clauses.guards.clone(),
                each: None,
                block: Vec::new(),
                has_block: false,
                vars: self.scope.vars,
                place,
            };
            self.file().moves.push(moves);
        }
    }

    /// Reads something that is asked of a walk before the move is made.
    pub(super) fn walked<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.scope.of_walk, self.scope.of_move);
        (self.scope.of_walk, self.scope.of_move) = (true, true);
        let result = read(self);
        (self.scope.of_walk, self.scope.of_move) = outer;
        result
    }

    /// The effects of a block.
    pub(super) fn block(&mut self, block: Option<&[ast::Effect]>, moment: Moment) -> Vec<Effect> {
        let outer = std::mem::replace(&mut self.scope.moment, moment);
        let effects = self.effects(block.unwrap_or(&[]));
        self.scope.moment = outer;
        effects
    }

    fn promotion(
        &mut self,
        span: Span,
        subject: Subject,
        on: &ast::Expr,
        to: &ast::Expr,
        guards: &[ast::Guard],
        sound: bool,
    ) {
        self.scope.of_walk = false;
        let on = self.value(on, SQUARES);
        let to = self.value(to, KINDS);
        let guards = self.guards(guards);
        let (vars, place) = (self.scope.vars, self.place(span));
        if let (Some(pieces), true) = (subject.pieces, sound) {
            let motion = subject.motion;
            let promotion =
                Promotion { subject: pieces, kinds: subject.kinds, motion, on, to, guards, vars, place };
            self.file().promotions.push(promotion);
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) -> Clauses {
        let mut found = Clauses::default();
        let mut seen: Vec<(&str, Span)> = Vec::new();
        // Names bound by `for each` are known in all other clauses, wherever they stand, and in the path.
        for clause in clauses {
            if let Clause::ForEach(name, set) = clause {
                self.once(&mut seen, "for each", name.span);
                let set = self.value(set, Want::Any);
                if !set.is_broken() && matches!(set.of, Type::Bool | Type::Number) {
                    let message = format!("this is {}, and has no members", wording::type_words(set.of));
                    self.report(codes::error(codes::WRONG_TYPE, set.place, message));
                }
                let var = self.bind(name, set.of);
                found.each = Some((var, set));
            }
        }
        for clause in clauses {
            match clause {
                Clause::ForEach(..) => {}
                Clause::From(squares) => {
                    found.from = Some(self.value(squares, SQUARES));
                }
                Clause::To(squares) => {
                    found.to = Some(self.value(squares, SQUARES));
                }
                Clause::By(name) => {
                    found.by = self.names.find_label(self.scope.file, &name.text, &[LabelUse::Move]);
                    found.by_said = true;
                }
                Clause::Without(word) => Self::without(word, &mut found),
                Clause::Guard(guard) => {
                    let condition = self.walked(|resolver| resolver.condition(&guard.condition));
                    found.guards.push(Guard { unless: guard.unless, condition });
                }
            }
        }
        found
    }

    fn without(word: &ast::Name, found: &mut Clauses) {
        let flag = match word.text.as_str() {
            "taking" => &mut found.without_taking,
            "moving" => &mut found.without_moving,
            // Told of where it was read.
            _ => return,
        };
        *flag = true;
    }

    fn once<'b>(&mut self, seen: &mut Vec<(&'b str, Span)>, clause: &'b str, span: Span) {
        if let Some((_, before)) = seen.iter().find(|(other, _)| *other == clause) {
            let place = self.place(*before);
            let diagnostic =
                codes::error(codes::TWICE, self.place(span), format!("`{clause}` is said twice of one move"))
                    .also(place, "first here")
                    .help("join both by `or`, or write two sentences");
            self.report(diagnostic);
        }
        seen.push((clause, span));
    }

    /// The kind that a word names, told of if it names none.
    pub(super) fn kind_named(&mut self, name: &ast::Name) -> Option<KindId> {
        if let Some((Named::Kind(kind), _)) = self.names.find(self.scope.file, &name.text) {
            return Some(kind);
        }
        let kinds = self.names.known(self.scope.file, |named| matches!(named, Named::Kind(_)));
        let help = match super::suggested(self.tired(), &name.text, kinds) {
            Some(guess) => format!("did you mean `{guess}`?"),
            None => format!("declare it: `piece {} \"...\"`", name.text),
        };
        let message = format!("no kind of piece is called `{}`", name.text);
        self.report(codes::error(codes::UNKNOWN_KIND, self.place(name.span), message).help(help));
        None
    }
}

fn verb_word(verb: &MoveVerb) -> &'static str {
    match verb {
        MoveVerb::Travel { takes: false, .. } => "moves",
        MoveVerb::Travel { takes: true, .. } => "takes",
        MoveVerb::Acts { .. } => "acts",
        MoveVerb::Castles { .. } => "castles",
        MoveVerb::Promotes { .. } => "promotes",
        MoveVerb::Edge { wraps: false, .. } => "bounces",
        MoveVerb::Edge { wraps: true, .. } => "wraps",
    }
}
