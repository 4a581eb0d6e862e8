//! Headings, and each sentence to the room that reads it. Imports `ids`, `model`, `names`, `scope`.

use super::Resolver;
use super::laws::MeansSentence;
use super::names::Named;
use super::relation::RelationSentence;
use crate::codes;
use crate::model::{File, Setup};
use rulemate_grammar::ast::{self, Item};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Span};

impl Resolver<'_> {
    /// The heading of a file: its name, its number, its types.
    pub(super) fn heading(&mut self, sentences: &[ast::Sentence]) {
        let event = self.library.files[self.scope.file.index()].event;
        let mut heading: Option<Span> = None;
        let mut number: Option<Span> = None;
        for sentence in sentences {
            match &sentence.item {
                Item::Game { name, .. } | Item::Event { name } => {
                    let is_event = matches!(sentence.item, Item::Event { .. });
                    if let Some(before) = heading {
                        let diagnostic = codes::error(
                            codes::HEADING_TWICE,
                            self.place(sentence.span),
                            "a file has one heading",
                        )
                        .also(self.place(before), "the first heading")
                        .help("each game and each event is a file of its own");
                        self.report(diagnostic);
                        continue;
                    }
                    heading = Some(sentence.span);
                    if let Some(first) = sentences.first().filter(|first| first.span != sentence.span) {
                        let diagnostic = codes::error(
                            codes::HEADING_LATE,
                            self.place(sentence.span),
                            "the heading is the first line of a file",
                        )
                        .also(self.place(first.span), "this stands before it")
                        .help("put it first; only comments may stand before it");
                        self.report(diagnostic);
                    }
                    if is_event != event {
                        let (message, help) = if event {
                            (
                                "this file is read as an event, and calls itself a game",
                                "write `event \"...\"`",
                            )
                        } else {
                            (
                                "this file is read as a game, and calls itself an event",
                                "an event goes into the deck of a game; write `game \"...\"` for a game",
                            )
                        };
                        let place = self.place(sentence.span);
                        self.report(codes::error(codes::WRONG_FILE, place, message).help(help));
                    }
                    let place = self.place(sentence.span);
                    let file = self.file();
                    file.title.clone_from(&name.text);
                    file.place = place;
                }
                Item::Number(value) => {
                    self.only_in(true, "number", sentence.span);
                    if let Some(before) = number {
                        let diagnostic = codes::error(
                            codes::SAID_TWICE,
                            self.place(value.span),
                            "an event has one number",
                        )
                        .also(self.place(before), "the first number")
                        .help("leave one of both out");
                        self.report(diagnostic);
                    }
                    number = Some(value.span);
                    self.file().number = Some(value.value);
                }
                Item::Type(text) => {
                    self.only_in(true, "type", sentence.span);
                    let place = self.place(text.span);
                    self.tell_type_twice(text, "is of the type", |file| &file.types);
                    self.file().types.push((text.text.clone(), place));
                }
                Item::NotWith(text) => {
                    self.only_in(true, "not with", sentence.span);
                    let place = self.place(text.span);
                    self.tell_type_twice(text, "is not with", |file| &file.not_with);
                    self.file().not_with.push((text.text.clone(), place));
                }
                _ => {}
            }
        }
        self.tell_not_with_itself();
        if !event {
            self.tell_said_twice(sentences);
        }
        if heading.is_none() {
            let span = sentences.first().map(|sentence| sentence.span).unwrap_or_default();
            let place = self.place(span);
            let help = if event {
                "begin with `event \"...\"`"
            } else {
                "begin with `event \"...\"`, or with `game \"...\"` for a game"
            };
            let diagnostic =
                codes::error(codes::NO_HEADING, place, "the first line does not say what this file is")
                    .help(help);
            self.report(diagnostic);
        }
    }

    /// Tells of what a file says once of the whole game, and here says again.
    fn tell_said_twice(&mut self, sentences: &[ast::Sentence]) {
        let mut said: Vec<(&str, Span)> = Vec::new();
        for sentence in sentences {
            let word = match sentence.item {
                Item::Board { .. } => "board",
                Item::Sides { .. } => "sides",
                Item::Setup { .. } => "setup",
                Item::Deck(_) => "deck",
                _ => continue,
            };
            if let Some((_, before)) = said.iter().find(|(other, _)| *other == word) {
                let message = format!("this file says already what its `{word}` is");
                let diagnostic = codes::error(codes::SAID_TWICE, self.place(sentence.span), message)
                    .also(self.place(*before), "here")
                    .help("leave one of both out");
                self.report(diagnostic);
            } else {
                said.push((word, sentence.span));
            }
        }
    }

    /// Tells of a type that a list of the file has already.
    fn tell_type_twice(
        &mut self,
        text: &ast::Text,
        how: &str,
        list: impl Fn(&File) -> &Vec<(String, Place)>,
    ) {
        let before = list(self.file()).iter().find(|(name, _)| name.eq_ignore_ascii_case(&text.text));
        if let Some((_, before)) = before {
            let before = *before;
            let message = format!("it is said already that this event {how} \"{}\"", text.text);
            let diagnostic = codes::error(codes::SAID_TWICE, self.place(text.span), message)
                .also(before, "here")
                .help("leave one of both out");
            self.report(diagnostic);
        }
    }

    /// Warns of `not with` the event's own type: no two of one type are ever in force together.
    fn tell_not_with_itself(&mut self) {
        let file = self.file();
        let same = |(name, place): &(String, Place)| {
            let of = file.types.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))?;
            Some((name.clone(), *place, of.1))
        };
        let found: Vec<_> = file.not_with.iter().filter_map(same).collect();
        for (name, place, of) in found {
            let message = format!("two events of the type \"{name}\" are never together anyway");
            let diagnostic = Diagnostic::warning(codes::SAID_TWICE, place, message)
                .also(of, "its type is said here")
                .help("leave `not with` out");
            self.report(diagnostic);
        }
    }

    /// Tells of a sentence that stands in an event though it belongs to a game, or the other way round.
    fn only_in(&mut self, event: bool, word: &str, span: Span) -> bool {
        if self.library.files[self.scope.file.index()].event == event {
            return true;
        }
        let (message, help) = if event {
            (format!("`{word}` belongs to an event, and this is a game"), "leave it out")
        } else {
            (
                format!("`{word}` belongs to a game, and this is an event"),
                "an event changes a running game: its board by `... is not on board`, its pieces by `when event starts { }`",
            )
        };
        let diagnostic = codes::error(codes::WRONG_FILE, self.place(span), message).help(help);
        self.report(diagnostic);
        false
    }

    /// Warns of a sentence that the file says already, word for word. What a file can say once at all is told of by
    /// what it declares.
    fn tell_again(&mut self, sentence: &ast::Sentence) {
        let Some(before) = sentence.again else { return };
        let help = match &sentence.item {
            Item::Trigger { .. } => "leave one of both out; what is to happen twice, say twice in one block",
            Item::Needs { .. }
            | Item::Moves { .. }
            | Item::Relation { .. }
            | Item::Sort { .. }
            | Item::Forbid { .. }
            | Item::Allow { .. }
            | Item::Draw { .. }
            | Item::Claim { .. }
            | Item::End { .. }
            | Item::Means { how: ast::How::Also | ast::How::Now, .. } => "leave one of both out",
            Item::Game { .. }
            | Item::Event { .. }
            | Item::Number(_)
            | Item::Type(_)
            | Item::NotWith(_)
            | Item::Deck(_)
            | Item::Board { .. }
            | Item::Sides { .. }
            | Item::Setup { .. }
            | Item::Piece { .. }
            | Item::Fact { .. }
            | Item::Setting { .. }
            | Item::Means { how: ast::How::Plain, .. } => return,
        };
        let message = "this sentence stands in the file already, word for word";
        let diagnostic = Diagnostic::warning(codes::SAID_TWICE, self.place(sentence.span), message)
            .also(self.place(before), "here")
            .help(help);
        self.report(diagnostic);
    }

    /// Reads one sentence.
    pub(super) fn sentence(&mut self, sentence: &ast::Sentence) {
        let span = sentence.span;
        self.tell_again(sentence);
        match &sentence.item {
            Item::Game { .. } | Item::Event { .. } | Item::Number(_) | Item::Type(_) | Item::NotWith(_) => {}
            Item::Needs { condition, after } => {
                if self.only_in(true, "needs", span) {
                    let condition = self.condition(condition);
                    self.file().needs.push((condition, *after));
                }
            }
            Item::Deck(text) => {
                if self.only_in(false, "deck", span) {
                    let place = self.place(text.span);
                    self.library.deck = Some((text.text.clone(), place));
                }
            }
            Item::Board { .. } => {
                self.only_in(false, "board", span);
            }
            Item::Sides { .. } => {
                self.only_in(false, "sides", span);
            }
            Item::Setup { fen, with } => {
                if self.only_in(false, "setup", span) {
                    if self.library.sides.iter().any(String::is_empty) {
                        let message = "a setup needs sides: it says by a letter whose turn it is";
                        let diagnostic = codes::error(codes::NO_BOARD, self.place(fen.span), message)
                            .help("write `sides white and black` before it, or extend a game that has sides");
                        self.report(diagnostic);
                    }
                    self.check_setup(fen);
                    self.tell_royals(fen);
                    let with = self.setup_facts(with);
                    let place = self.place(fen.span);
                    self.library.setup = Some(Setup { fen: fen.text.clone(), place, with });
                }
            }
            Item::Piece { name, rule, .. } => {
                if let (Some(rule), Some((Named::Kind(kind), _))) =
                    (rule, self.names.declared_in(self.scope.file, &name.text))
                {
                    self.own_moves(span, kind, name.span, rule);
                }
            }
            Item::Fact { .. } | Item::Setting { .. } => {}
            Item::Means { name, of, how, body, guards } => {
                let said = MeansSentence { name, of: of.as_ref(), how: *how, body, guards };
                self.means(span, &said);
            }
            Item::Moves { subject, how, rule } => self.moves_sentence(span, subject, *how, rule),
            Item::Relation { subject, modal, verb, object, by, if_it_can, guards } => {
                let (object, by) = (object.as_ref(), by.as_ref());
                let (modal, if_it_can) = (*modal, *if_it_can);
                self.relation_sentence(
                    span,
                    &RelationSentence { subject, modal, verb, object, by, if_it_can, guards },
                );
            }
            Item::Sort { subject, not, name, guards, .. } => self.sort(span, subject, *not, name, guards),
            Item::Forbid { name, condition } => self.forbid(span, name.as_ref(), condition),
            Item::Allow { name, guards } => self.allow(span, name, guards),
            Item::Draw { by, guards } => self.end(span, None, by.as_ref(), guards),
            Item::Claim { subject, by, guards } => self.claim(span, subject, by.as_ref(), guards),
            Item::End { subject, wins, by, guards } => {
                self.end(span, Some((subject, *wins)), by.as_ref(), guards);
            }
            Item::Trigger { time, happening, guards, body } => {
                self.trigger(span, *time, happening, guards, body);
            }
        }
    }
}
