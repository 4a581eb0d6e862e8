//! What the files declare, gathered before any sentence is read: kinds, facts, meanings, settings, sides,
//! boards, labels. Imports `ids`, `board`, `model`, `names`, `typing`, `words`, `wording`.

use super::names::{LabelUse, Named};
use super::never::Given;
use super::types::Want;
use super::words::{DEFINABLE, is_built_in};
use super::{Resolver, wording};
use crate::board::Size;
use crate::codes;
use crate::ids::{FactId, FileId, KindId, LabelId, MeaningId, SettingId, SideId};
use crate::model::{Bearer, Fact, Kind, Lifetime, Meaning, Setting, SettingValue, Type};
use rulemate_grammar::ast::{self, Clause, How, Item, MoveVerb};
use rulemate_grammar::source::{Place, Span};

/// The sentence that declares a fact, in parts.
struct FactSaid<'a> {
    secret: bool,
    on: &'a ast::Name,
    of: Option<&'a ast::Name>,
    default: Option<&'a ast::Expr>,
    life: Option<&'a ast::Lifetime>,
}

impl<'a> Resolver<'a> {
    /// Gathers what a file declares.
    pub(super) fn declare(&mut self, sentences: &'a [ast::Sentence]) {
        for sentence in sentences {
            match &sentence.item {
                Item::Board { files, ranks } => self.declare_board(*files, *ranks, sentence.span),
                Item::Sides { first, second } => self.declare_sides(first, second),
                Item::Setting { name, value } => self.declare_setting(name, value),
                Item::Piece { name, sign, rule, .. } => {
                    self.declare_kind(name, sign);
                    if let Some(rule) = rule {
                        self.declare_move_label(&rule.verb);
                    }
                }
                Item::Fact { secret, name, on, of, default, life } => {
                    let (of, default, life) = (of.as_ref(), default.as_ref(), life.as_ref());
                    self.declare_fact(name, &FactSaid { secret: *secret, on, of, default, life });
                }
                Item::Means { name, of, how, body, .. } => {
                    self.declare_meaning(name, of.as_ref(), *how, body);
                }
                Item::Moves { rule, .. } => self.declare_move_label(&rule.verb),
                Item::Forbid { name: Some(name), .. } => {
                    self.declare_label(name, LabelUse::Law);
                }
                Item::Draw { by: Some(by), .. }
                | Item::Claim { by: Some(by), .. }
                | Item::End { by: Some(by), .. } => {
                    self.declare_label(by, LabelUse::End);
                }
                _ => {}
            }
        }
    }

    /// Declares a name, unless it is a built-in word or declared already where the file can see it.
    fn declare_name(&mut self, name: &ast::Name, named: Named) -> bool {
        let place = self.place(name.span);
        if is_built_in(&name.text) {
            self.tell_built_in(name);
            return false;
        }
        let before = self.names.find_exactly(self.scope.file, &name.text);
        if let Some((before, declared)) = before.filter(|(before, _)| !self.hides(name, *before, named)) {
            let message = format!("`{}` is {} already", name.text, before.sort());
            let help = match (before, named) {
                (Named::Meaning(_), Named::Meaning(_)) => {
                    format!("write `{} now means ...` to replace it, `also means` to add to it", name.text)
                }
                (Named::Kind(_), Named::Kind(_)) => {
                    format!("write `{} also moves ...` or `now moves` to change it", name.text)
                }
                _ => "take another name".to_owned(),
            };
            let diagnostic = codes::error(codes::DECLARED_TWICE, place, message)
                .also(declared, "declared here")
                .help(help);
            self.report(diagnostic);
            return false;
        }
        self.tell_plural(name);
        self.names.declare(self.scope.file, &name.text, named, place);
        true
    }

    /// Tells of a name that differs from another by a plural *s* alone: neither could be told from the other.
    fn tell_plural(&mut self, name: &ast::Name) {
        let singular = name.text.strip_suffix('s').map(str::to_owned);
        let plural = Some(format!("{}s", name.text));
        for other in [singular, plural].into_iter().flatten() {
            let Some((found, declared)) = self.names.find_exactly(self.scope.file, &other) else { continue };
            let (one, many) =
                if other.len() < name.text.len() { (&other, &name.text) } else { (&name.text, &other) };
            let message = format!("`{many}` is the plural of `{one}`, and would mean both");
            let diagnostic = codes::error(codes::PLURAL, self.place(name.span), message)
                .also(declared, format!("`{other}` is {} here", found.sort()))
                .help("take a name that differs by more than an `s`");
            self.report(diagnostic);
        }
    }

    /// Whether a file may give a name of its own to what a game under it calls so: an event may, for words and facts.
    fn hides(&self, name: &ast::Name, before: Named, named: Named) -> bool {
        let word = |named| matches!(named, Named::Fact(_) | Named::Meaning(_) | Named::Setting(_));
        self.library.files[self.scope.file.index()].event
            && self.names.declared_in(self.scope.file, &name.text).is_none()
            && word(before)
            && word(named)
    }

    /// Tells of a name that is a built-in word, unless that was told where it was read.
    pub(super) fn tell_built_in(&mut self, name: &ast::Name) {
        if DEFINABLE.contains(&name.text.as_str()) {
            let message = format!("`{}` means something in every file", name.text);
            let diagnostic =
                codes::error(codes::BUILT_IN, self.place(name.span), message).help("take another name");
            self.report(diagnostic);
        }
    }

    fn declare_board(&mut self, files: ast::Number, ranks: ast::Number, span: Span) {
        // Other numbers are told of where they were read.
        let side = |number: ast::Number| u8::try_from(number.value).ok().filter(|n| (1..=16).contains(n));
        let (Some(files), Some(ranks)) = (side(files), side(ranks)) else { return };
        let size = Size { files, ranks };
        let file = self.scope.file;
        self.boards.retain(|(other, ..)| *other != file);
        self.boards.push((file, size, self.place(span)));
    }

    fn declare_sides(&mut self, first: &ast::Name, second: &ast::Name) {
        if first.text == second.text {
            return;
        }
        for (side, name) in [(SideId(0), first), (SideId(1), second)] {
            // A later game may name the sides anew, also by the same words.
            let renamed =
                matches!(self.names.find_exactly(self.scope.file, &name.text), Some((Named::Side(_), _)));
            if renamed {
                let place = self.place(name.span);
                self.names.declare(self.scope.file, &name.text, Named::Side(side), place);
            } else if !self.declare_name(name, Named::Side(side)) {
                continue;
            }
            self.library.sides[side.index()].clone_from(&name.text);
        }
    }

    fn declare_setting(&mut self, name: &ast::Name, value: &ast::Expr) {
        let value = match wording::single_word(value) {
            Some(("yes", _)) => Some(SettingValue::Switch(true)),
            Some(("no", _)) => Some(SettingValue::Switch(false)),
            _ => match &value.kind {
                ast::ExprKind::Phrase { words, modifiers } if modifiers.is_empty() => {
                    match words.as_slice() {
                        [group] => match group.as_slice() {
                            [ast::Atom { kind: ast::AtomKind::Number(number), .. }] => {
                                Some(SettingValue::Number(i32::try_from(*number).unwrap_or(i32::MAX)))
                            }
                            _ => None,
                        },
                        _ => None,
                    }
                }
                _ => None,
            },
        };
        let id = SettingId::from_index(self.library.settings.len());
        if self.declare_name(name, Named::Setting(id)) {
            let (file, place) = (self.scope.file, self.place(name.span));
            let value = value.unwrap_or(SettingValue::Switch(true));
            self.library.settings.push(Setting { name: name.text.clone(), value, file, place });
        }
    }

    fn declare_kind(&mut self, name: &ast::Name, sign: &ast::Text) {
        let id = KindId::from_index(self.library.kinds.len());
        if !self.declare_name(name, Named::Kind(id)) {
            return;
        }
        let (file, place) = (self.scope.file, self.place(name.span));
        let sign_place = self.place(sign.span);
        let well = !sign.text.is_empty()
            && sign.text.len() <= 8
            && sign.text.starts_with(|first: char| first.is_ascii_uppercase())
            && sign.text.chars().all(|letter| letter.is_ascii_alphabetic());
        if !well {
            let message = format!("`{}` cannot be the sign of a piece", sign.text);
            let diagnostic = codes::error(codes::SIGN, sign_place, message)
                .help("write one to eight letters, the first a capital: `\"K\"`, `\"Ph\"`");
            self.report(diagnostic);
        }
        let seen: Vec<usize> = self.names.seen_from(file).collect();
        let alike = self.alike.entry(sign.text.to_ascii_lowercase()).or_default();
        let other =
            alike.iter().find(|index| seen.contains(&self.library.kinds[**index].file.index())).copied();
        alike.push(id.index());
        if let Some(index) = other {
            let other = &self.library.kinds[index];
            let message = format!("`{}` has the sign `{}` already", other.name, other.sign);
            let there = self.signs.get(index).copied().unwrap_or(other.place);
            let diagnostic = codes::error(codes::SIGN_TWICE, sign_place, message)
                .also(there, "here")
                .help("take other letters; several are written in parentheses in a position: `(Ph)`");
            self.report(diagnostic);
        }
        self.signs.push(sign_place);
        self.library.kinds.push(Kind {
            name: name.text.clone(),
            sign: sign.text.clone(),
            is: None,
            file,
            place,
        });
    }

    fn declare_fact(&mut self, name: &ast::Name, said: &FactSaid<'a>) {
        let bearer = match said.on.text.as_str() {
            "pieces" | "piece" => Some(Bearer::Pieces),
            "squares" | "square" => Some(Bearer::Squares),
            "sides" | "side" | "player" | "players" => Some(Bearer::Sides),
            "game" => Some(Bearer::Game),
            // Told of where it was read.
            _ => None,
        };
        let of = said.of.and_then(|of| self.fact_type(of));
        let life = self.lifetime(said.life);
        let id = FactId::from_index(self.library.facts.len());
        if !self.declare_name(name, Named::Fact(id)) {
            return;
        }
        let (file, place) = (self.scope.file, self.place(name.span));
        self.library.facts.push(Fact {
            name: name.text.clone(),
            bearer: bearer.unwrap_or(Bearer::Pieces),
            of: of.unwrap_or(Type::Bool),
            default: None,
            life,
            secret: said.secret,
            file,
            place,
        });
        if let Some(default) = said.default {
            // Without a type word the default tells the type; a number most often.
            if said.of.is_none() && is_number(default) {
                self.library.facts[id.index()].of = Type::Number;
            }
            self.defaults.push((id, file, default));
        }
    }

    fn fact_type(&mut self, of: &ast::Name) -> Option<Type> {
        Some(match of.text.as_str() {
            "number" => Type::Number,
            "square" | "squares" => Type::Squares,
            "piece" | "pieces" => Type::Pieces,
            "kind" | "kinds" => Type::Kinds,
            "direction" | "directions" => Type::Directions,
            "side" | "sides" => Type::Sides,
            "event" | "events" => Type::Events,
            // Told of where it was read.
            _ => return None,
        })
    }

    fn lifetime(&mut self, life: Option<&ast::Lifetime>) -> Lifetime {
        match life {
            None => Lifetime::Always,
            Some(ast::Lifetime::ThisTurn(_)) => Lifetime::ThisTurn,
            Some(ast::Lifetime::Turns { number, whose }) => {
                let enemy = whose.text == "enemy";
                let number = u16::try_from(number.value.max(1)).unwrap_or(u16::MAX);
                Lifetime::Turns { number, enemy }
            }
        }
    }

    fn declare_meaning(
        &mut self,
        name: &ast::Name,
        of: Option<&'a ast::Name>,
        how: How,
        body: &'a ast::Expr,
    ) {
        let file = self.scope.file;
        let built_in = match name.text.as_str() {
            "royal" => Some(self.library.royal),
            "board" => Some(self.library.board),
            _ => None,
        };
        if let (Some(meaning), How::Plain) = (built_in, how) {
            if !self.typing.define(meaning, file, body) {
                let place = self.place(name.span);
                let before = self.library.meanings[meaning.index()].place;
                let diagnostic = codes::error(
                    codes::DECLARED_TWICE,
                    place,
                    format!("`{}` is a meaning already", name.text),
                )
                .also(before, "declared here")
                .help(format!("write `{} now means ...` to replace it", name.text));
                self.report(diagnostic);
            }
            let place = self.place(name.span);
            let entry = &mut self.library.meanings[meaning.index()];
            (entry.file, entry.place) = (file, place);
            return;
        }
        if how != How::Plain || built_in.is_some() {
            return;
        }
        let id = MeaningId::from_index(self.library.meanings.len());
        if self.declare_name(name, Named::Meaning(id)) {
            let place = self.place(name.span);
            self.library.meanings.push(Meaning {
                name: name.text.clone(),
                of: Type::Bool,
                parameter: None,
                file,
                place,
            });
            self.typing.add(file, body, of);
        }
    }

    fn declare_move_label(&mut self, verb: &MoveVerb) {
        let (MoveVerb::Travel { clauses, .. }
        | MoveVerb::Acts { clauses }
        | MoveVerb::Castles { clauses, .. }) = verb
        else {
            return;
        };
        for clause in clauses {
            if let Clause::By(name) = clause {
                let label = self.declare_label(name, LabelUse::Move);
                let given = Given { file: self.scope.file, label, place: self.place(name.span) };
                self.given.push(given);
            }
        }
    }

    /// Makes a label known in the file that speaks.
    pub(super) fn declare_label(&mut self, name: &ast::Name, used: LabelUse) -> LabelId {
        let labels = &mut self.library.labels;
        self.names.declare_label(self.scope.file, &name.text, used, || {
            labels.push(name.text.clone());
            LabelId::from_index(labels.len() - 1)
        })
    }

    /// The kinds that kinds are, without circles.
    pub(super) fn link_kinds(&mut self, file: FileId, sentences: &[ast::Sentence]) {
        for sentence in sentences {
            let Item::Piece { name, is: Some(is), .. } = &sentence.item else { continue };
            let Some((Named::Kind(kind), place)) = self.names.declared_in(file, &name.text) else { continue };
            if place != self.place(name.span) {
                continue;
            }
            let Some(parent) = self.kind_named(is) else { continue };
            if self.library.lineage(parent).any(|each| each == kind) {
                let message = format!("`{}` would be itself", name.text);
                let there = self.library.kinds[parent.index()].place;
                let diagnostic = codes::error(codes::KIND_CIRCLE, self.place(is.span), message)
                    .also(there, format!("`{}` is it already", is.text))
                    .help("a kind can be only what does not come from it; take one `is` out");
                self.report(diagnostic);
                continue;
            }
            self.library.kinds[kind.index()].is = Some(parent);
        }
    }

    /// The values of facts that nobody has set.
    pub(super) fn read_defaults(&mut self) {
        for (fact, file, default) in std::mem::take(&mut self.defaults) {
            self.scope = super::scope::Scope::of(file);
            let of = self.library.facts[fact.index()].of;
            let told = self.diagnostics.len();
            let value = match of {
                Type::Bool => self.condition(default),
                _ => self.value(default, Want::Any),
            };
            if value.is_broken() {
                // Why is told already.
                debug_assert!(self.diagnostics.len() > told);
                continue;
            }
            match self.try_fit(value, Want::One(of)) {
                Ok(value) => self.library.facts[fact.index()].default = Some(value),
                Err((value, _)) => self.tell_default(fact, value.place, value.of, default),
            }
        }
    }

    fn tell_default(&mut self, fact: FactId, place: Place, found: Type, default: &ast::Expr) {
        let entry = &self.library.facts[fact.index()];
        let message = format!(
            "`{}` is {}, but `{}` is {}",
            wording::expr(default),
            wording::type_words(found),
            entry.name,
            wording::type_words(entry.of)
        );
        let diagnostic = codes::error(codes::DEFAULT, place, message)
            .also(entry.place, "declared here")
            .help("say the type: `fact facing on pieces is direction = forward`");
        self.report(diagnostic);
    }
}

/// Whether a default is a number by its form.
fn is_number(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Sum(..) => true,
        ast::ExprKind::Phrase { words, .. } => words.first().is_some_and(|group| {
            matches!(
                group.as_slice(),
                [ast::Atom { kind: ast::AtomKind::Number(_) | ast::AtomKind::Count(_), .. }]
            )
        }),
        ast::ExprKind::Test { quantifier: None, subject, predicate: None, .. } => is_number(subject),
        _ => false,
    }
}
