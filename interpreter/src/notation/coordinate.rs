//! Turns for programs: total, unambiguous, without spaces. Imports `ids`, `model`, `position`, and the rest of
//! `notation`.
//!
//! ```text
//! turn   = part { part }
//! part   = [ ";" ] move | choice                        ";" before each move but the first
//! move   = [ "^" ] SQUARE SQUARE [ "/" SQUARE ] { "x" SQUARE } [ "~" LABEL ] [ "*" value ]
//!        | [ "^" ] [ SQUARE ] { "x" SQUARE } "@" LABEL [ "*" value ]
//! choice = "=" SIGN | "," value                         a kind, as of a promotion; anything else
//! value  = SQUARE | [ SIGN ] "@" [ SQUARE ] | "=" SIGN | direction { "+" direction } | SIDE
//!        | ("+" | "-") NUMBER | EVENT | "-"             "-": nothing is chosen
//! ```
//!
//! A move is its origin and destination: `e2e4`. A kind of one letter stands directly behind it: `e7e8q`;
//! longer signs stand in brackets: `e7e8=(nb)`. Castling is the mover's origin and destination, `e1g1`, unless
//! another legal turn reads so or the mover stays: then its origin and the partner's square, `f1h1`. An act is
//! `e8@promotion`, that of a side `@opening`; `^` stands before a piece that rides on the one at its origin.
//! What is taken (`xd5`), labels, values of `for each`, the partner, and what piece is chosen where its square
//! (`c1` for `P@c1`) would do, are written only where legal turns of the position could not be told apart
//! without.

use crate::ids::{KindId, LabelId, SideId};
use crate::notation::Rules;
use crate::notation::lexicon::square;
use crate::position::{Chosen, Declared, Part, Position, Turn};
use std::collections::HashMap;

/// What of a turn is written beyond what always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Detail {
    pub label: bool,
    pub takes: bool,
    pub each: bool,
    pub partner: bool,
    pub values: bool,
    /// That the mover is carried: always written in coordinate form.
    pub ride: bool,
}

impl Detail {
    pub(crate) const ALL: Detail =
        Detail { label: true, takes: true, each: true, partner: true, values: true, ride: true };

    /// In the order in which they are tried: each alone, then more and more of them.
    pub(crate) fn ladder() -> Vec<Detail> {
        let none = Detail::default();
        let mut rungs = vec![
            none,
            Detail { ride: true, ..none },
            Detail { label: true, ..none },
            Detail { takes: true, ..none },
            Detail { each: true, ..none },
            Detail { partner: true, ..none },
            Detail { values: true, ..none },
        ];
        let two = Detail { label: true, takes: true, ..none };
        rungs.push(two);
        rungs.push(Detail { each: true, ..two });
        rungs.push(Detail { each: true, values: true, ..two });
        rungs.push(Detail::ALL);
        rungs
    }
}

/// The text of a turn among the legal turns of its position.
#[must_use]
pub fn write(rules: Rules<'_>, position: &Position, turns: &[Turn], turn: &Turn) -> String {
    match turns.iter().position(|other| other == turn) {
        Some(at) => write_all(rules, position, turns).swap_remove(at),
        None => write_full(rules, position, &turn.parts),
    }
}

/// The texts of all legal turns of a position, in their order; no two are equal.
#[must_use]
pub fn write_all(rules: Rules<'_>, _position: &Position, turns: &[Turn]) -> Vec<String> {
    let writer = Writer { rules };
    let mut by_partner = vec![false; turns.len()];
    let plain: Vec<String> =
        turns.iter().map(|turn| writer.turn(&turn.parts, Detail::default(), false)).collect();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for text in &plain {
        *seen.entry(text).or_default() += 1;
    }
    for (at, turn) in turns.iter().enumerate() {
        let castles =
            turn.parts.iter().any(|part| matches!(part, Part::Move(Declared { partner: Some(_), .. })));
        let stays = turn.parts.iter().any(|part| match part {
            Part::Move(declared) => declared.partner.is_some() && declared.origin == declared.target,
            _ => false,
        });
        by_partner[at] = castles && (stays || seen.get(plain[at].as_str()).is_some_and(|count| *count > 1));
    }
    tell_apart(turns.len(), |at, detail| writer.turn(&turns[at].parts, detail, by_partner[at]))
}

/// The first rung of the ladder on which those texts differ that were equal on the ground.
pub(crate) fn tell_apart(count: usize, text: impl Fn(usize, Detail) -> String) -> Vec<String> {
    let mut texts: Vec<String> = (0..count).map(|at| text(at, Detail::default())).collect();
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, text) in texts.iter().enumerate() {
        groups.entry(text.clone()).or_default().push(at);
    }
    for group in groups.into_values().filter(|group| group.len() > 1) {
        for detail in Detail::ladder() {
            let tried: Vec<String> = group.iter().map(|at| text(*at, detail)).collect();
            let mut sorted = tried.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() == group.len() || detail == Detail::ALL {
                for (at, tried) in group.iter().zip(tried) {
                    texts[*at] = tried;
                }
                break;
            }
        }
    }
    texts
}

/// The whole of what was declared, readable without knowing which turns are legal.
#[must_use]
pub fn write_full(rules: Rules<'_>, _position: &Position, parts: &[Part]) -> String {
    if parts.is_empty() {
        return ".".to_string();
    }
    Writer { rules }.turn(parts, Detail::ALL, false)
}

/// The turns of those that are legal which the text can mean: one, if it is written as [`write_all`] does or
/// fuller; none, if it says nothing or nothing legal.
#[must_use]
pub fn read<'t>(rules: Rules<'_>, position: &Position, turns: &'t [Turn], text: &str) -> Vec<&'t Turn> {
    let text = text.trim();
    let texts = write_all(rules, position, turns);
    if let Some(at) = texts.iter().position(|each| each == text) {
        return vec![&turns[at]];
    }
    let writer = Writer { rules };
    turns.iter().filter(|turn| writer.reads(&turn.parts, text, true)).collect()
}

/// The turns that the text means if choices are left out where nothing else can be chosen.
#[must_use]
pub fn shortened<'t>(rules: Rules<'_>, turns: &'t [Turn], text: &str) -> Vec<&'t Turn> {
    let (writer, text) = (Writer { rules }, text.trim());
    let says = |turn: &Turn, forced: &[bool]| {
        let mut ways = vec![Vec::new()];
        for (part, forced) in turn.parts.iter().zip(forced) {
            let without = if *forced && ways.len() < SHORTENED { ways.clone() } else { Vec::new() };
            ways.iter_mut().for_each(|way| way.push(part.clone()));
            ways.extend(without);
        }
        ways.iter().any(|way| !way.is_empty() && writer.reads(way, text, true))
    };
    let found = turns.iter().zip(forced(turns)).filter(|(turn, forced)| says(turn, forced));
    found.map(|(turn, _)| turn).collect()
}

/// How many ways to leave out choices are read at most.
const SHORTENED: usize = 64;

/// For each part of each turn, whether it is a choice where nothing else can follow, kinds aside.
pub(crate) fn forced(turns: &[Turn]) -> Vec<Vec<bool>> {
    let mut next: HashMap<&[Part], (Option<&Part>, bool)> = HashMap::new();
    for turn in turns {
        for at in 0..=turn.parts.len() {
            let part = turn.parts.get(at);
            let (known, several) = next.entry(&turn.parts[..at]).or_insert((part, false));
            *several |= *known != part;
        }
    }
    let is_forced = |turn: &Turn, at: usize| {
        matches!(&turn.parts[at], Part::Choice(chosen) if !matches!(chosen, Some(Chosen::Kind(_))))
            && next.get(&turn.parts[..at]).is_some_and(|(_, several)| !several)
    };
    turns.iter().map(|turn| (0..turn.parts.len()).map(|at| is_forced(turn, at)).collect()).collect()
}

pub(crate) struct Writer<'a> {
    pub rules: Rules<'a>,
}

impl Writer<'_> {
    fn turn(&self, parts: &[Part], detail: Detail, by_partner: bool) -> String {
        let mut text = String::new();
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Move(declared) => {
                    if at > 0 {
                        text.push(';');
                    }
                    self.declared(&mut text, declared, detail, by_partner);
                }
                Part::Choice(Some(Chosen::Kind(kind))) => {
                    let sign = self.rules.lexicon.sign(*kind, SideId(1));
                    let short = sign.chars().count() == 1;
                    let bare = short
                        && sign != "x"
                        && !detail.values
                        && text.ends_with(|c: char| c.is_ascii_digit());
                    let after_move = at > 0 && matches!(parts[at - 1], Part::Move(_));
                    if !(bare && after_move) {
                        text.push('=');
                    }
                    text.push_str(&bracketed(sign));
                }
                Part::Choice(chosen) => {
                    if at > 0 || detail == Detail::ALL {
                        text.push(',');
                    }
                    text.push_str(&self.value(chosen.as_ref(), detail.values));
                }
            }
        }
        text
    }

    fn declared(&self, text: &mut String, declared: &Declared, detail: Detail, by_partner: bool) {
        let mut push = |part: &str| text.push_str(part);
        if declared.carried {
            push("^");
        }
        if let Some(origin) = declared.origin {
            push(&origin.to_string());
        }
        match (declared.target, declared.partner) {
            (_, Some(partner)) if by_partner && !detail.partner => push(&partner.to_string()),
            (Some(target), partner) => {
                push(&target.to_string());
                if let Some(partner) = partner.filter(|_| detail.partner) {
                    push(&format!("/{partner}"));
                }
            }
            (None, _) => {}
        }
        if detail.takes {
            declared.takes.iter().for_each(|square| push(&format!("x{square}")));
        }
        let label = declared.label.map_or("", |label| self.label(label));
        if declared.target.is_none() && declared.partner.is_none() {
            push(&format!("@{label}"));
        } else if detail.label && declared.label.is_some() {
            push(&format!("~{label}"));
        }
        if detail.each
            && let Some(each) = &declared.each
        {
            push(&format!("*{}", self.value(Some(each), detail.values)));
        }
    }

    fn label(&self, label: LabelId) -> &str {
        self.rules.library().labels.get(label.index()).map_or("", String::as_str)
    }

    /// What was chosen; `full`: with the kind of a piece that its square would tell.
    pub(crate) fn value(&self, chosen: Option<&Chosen>, full: bool) -> String {
        let (library, lexicon) = (self.rules.library(), self.rules.lexicon);
        match chosen {
            None => "-".to_string(),
            Some(Chosen::Square(square)) => square.to_string(),
            Some(Chosen::Piece(at, kind, owner)) => {
                let sign = bracketed(lexicon.sign(*kind, *owner));
                match at {
                    Some(square) if full => format!("{sign}@{square}"),
                    Some(square) => square.to_string(),
                    None => format!("{sign}@"),
                }
            }
            Some(Chosen::Kind(kind)) => format!("={}", bracketed(lexicon.sign(*kind, SideId(1)))),
            Some(Chosen::Directions(all)) => {
                let names: Vec<String> =
                    all.iter().map(|each| super::suffix::direction_name(*each)).collect();
                names.join("+")
            }
            Some(Chosen::Side(side)) => lexicon.sides[side.index()].clone(),
            Some(Chosen::Number(number)) => format!("{number:+}"),
            Some(Chosen::Event(event)) => {
                let file = &library.files[event.index()];
                file.number.map_or_else(|| file.name.clone(), |number| number.to_string())
            }
        }
    }

    /// Whether the text says these parts, in this form or a fuller one.
    fn reads(&self, parts: &[Part], text: &str, first: bool) -> bool {
        let Some((part, rest)) = parts.split_first() else { return text.is_empty() };
        match part {
            Part::Choice(Some(Chosen::Kind(kind))) => {
                let text = text.strip_prefix(',').unwrap_or(text);
                let text = text.strip_prefix('=').unwrap_or(text);
                let sign = self.rules.lexicon.sign(*kind, SideId(1));
                [format!("({sign})"), sign.to_string()].iter().any(|sign| {
                    strip_ignoring_case(text, sign).is_some_and(|text| self.reads(rest, text, false))
                })
            }
            Part::Choice(chosen) => {
                let Some(text) = text.strip_prefix(',').or(first.then_some(text)) else { return false };
                let mut forms = vec![self.value(chosen.as_ref(), true), self.value(chosen.as_ref(), false)];
                if let Some(Chosen::Event(event)) = chosen {
                    forms.push(self.rules.library().files[event.index()].name.clone());
                }
                forms.iter().any(|form| {
                    text.strip_prefix(form.as_str()).is_some_and(|text| self.reads(rest, text, false))
                })
            }
            Part::Move(declared) => {
                let Some(text) = text.strip_prefix(';').or(first.then_some(text)) else { return false };
                let text = match text.strip_prefix('^') {
                    Some(_) if !declared.carried => return false,
                    stripped => stripped.unwrap_or(text),
                };
                self.bodies(declared, text).into_iter().any(|text| self.tail(declared, text, rest))
            }
        }
    }

    /// What can stand behind the squares of a move, for each way of writing them.
    fn bodies<'t>(&self, declared: &Declared, text: &'t str) -> Vec<&'t str> {
        let origin = declared.origin.map_or_else(String::new, |origin| origin.to_string());
        let Some(text) = text.strip_prefix(origin.as_str()) else { return Vec::new() };
        if declared.target.is_none() && declared.partner.is_none() {
            return vec![text];
        }
        let text = text.strip_prefix('-').unwrap_or(text);
        [declared.target, declared.partner]
            .into_iter()
            .flatten()
            .filter_map(|square| text.strip_prefix(square.to_string().as_str()))
            .collect()
    }

    fn tail(&self, declared: &Declared, text: &str, rest: &[Part]) -> bool {
        let mut text = text;
        while let Some(square) =
            text.strip_prefix('x').and_then(|text| declared.takes.iter().find(|each| starts(text, each)))
        {
            text = &text[1 + square.to_string().len()..];
        }
        if let (Some(partner), Some(after)) = (declared.partner, text.strip_prefix('/')) {
            let Some(after) = after.strip_prefix(partner.to_string().as_str()) else { return false };
            text = after;
        }
        let act = declared.target.is_none() && declared.partner.is_none();
        let label = declared.label.map_or("", |label| self.label(label));
        match text.strip_prefix(if act { '@' } else { '~' }).map(|text| text.strip_prefix(label)) {
            Some(Some(after)) => text = after,
            Some(None) => return false,
            None if act => return false,
            None => {}
        }
        if let (Some(each), Some(after)) = (&declared.each, text.strip_prefix('*')) {
            let after = [true, false]
                .iter()
                .find_map(|full| after.strip_prefix(self.value(Some(each), *full).as_str()));
            let Some(after) = after else { return false };
            text = after;
        }
        self.reads(rest, text, false)
    }
}

fn starts(text: &str, square: &crate::ids::Square) -> bool {
    text.strip_prefix(square.to_string().as_str())
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn strip_ignoring_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// A sign, in brackets if it has more than one letter.
pub(crate) fn bracketed(sign: &str) -> String {
    if sign.chars().count() == 1 { sign.to_string() } else { format!("({sign})") }
}

/// What [`write_full`] wrote; none if the text says nothing. Whether it is legal is not asked.
#[must_use]
pub fn read_full(rules: Rules<'_>, position: &Position, text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    if text == "." {
        return Some(parts);
    }
    let mut reader = Reader { rules, files: rules.lexicon.in_force(position), text };
    while !reader.text.is_empty() {
        let part = if reader.eat(",") || reader.text.starts_with('=') {
            Part::Choice(reader.value()?)
        } else {
            reader.eat(";");
            Part::Move(reader.declared()?)
        };
        parts.push(part);
    }
    Some(parts)
}

struct Reader<'a> {
    rules: Rules<'a>,
    files: Vec<usize>,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, wanted: &str) -> bool {
        let rest = self.text.strip_prefix(wanted);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn take_until(&mut self, stops: &[char]) -> &'a str {
        let end = self.text.find(stops).unwrap_or(self.text.len());
        let (head, rest) = self.text.split_at(end);
        self.text = rest;
        head
    }

    fn square(&mut self) -> Option<crate::ids::Square> {
        let digits = self.text.get(1..)?.bytes().take_while(u8::is_ascii_digit).take(2).count();
        let found = square(self.text.get(..1 + digits)?).filter(|at| self.rules.lexicon.size.has(*at))?;
        self.text = &self.text[1 + digits..];
        Some(found)
    }

    fn declared(&mut self) -> Option<Declared> {
        let carried = self.eat("^");
        let origin = self.square();
        let target = if origin.is_some() { self.square() } else { None };
        let mut partner = None;
        if self.eat("/") {
            partner = Some(self.square()?);
        }
        let mut takes = Vec::new();
        while self.eat("x") {
            takes.push(self.square()?);
        }
        let mut label = None;
        if self.eat("@") || self.eat("~") {
            let name = self.take_until(&['*', ',', ';', '=']);
            if !name.is_empty() {
                let at = self.rules.library().labels.iter().position(|each| each == name)?;
                label = Some(LabelId::from_index(at));
            }
        } else if target.is_none() {
            return None;
        }
        let each = if self.eat("*") { Some(self.value()??) } else { None };
        Some(Declared { origin, target, takes, partner, label, each, carried })
    }

    /// None if it cannot be read; nothing inside if nothing was chosen.
    fn value(&mut self) -> Option<Option<Chosen>> {
        if self.eat("=") {
            return Some(Some(Chosen::Kind(self.sign()?.0)));
        }
        let text = self.take_until(&[',', ';', '=']);
        if text == "-" {
            return Some(None);
        }
        let (library, lexicon) = (self.rules.library(), self.rules.lexicon);
        let chosen = if let Some((sign, at)) = text.split_once('@') {
            let sign = sign.trim_start_matches('(').trim_end_matches(')');
            let (kind, owner) = super::placement::find_sign(library, &self.files, sign).ok()?;
            let at = if at.is_empty() { None } else { Some(square(at)?) };
            Chosen::Piece(at, kind, owner)
        } else if let Some(square) = square(text) {
            Chosen::Square(square)
        } else if text.starts_with(['+', '-']) && text.parse::<i32>().is_ok() {
            Chosen::Number(text.parse().ok()?)
        } else if let Some(side) = lexicon.sides.iter().position(|side| side == text) {
            Chosen::Side(SideId::from_index(side))
        } else if let Some(all) = text.split('+').map(super::suffix::direction).collect::<Option<Vec<_>>>() {
            Chosen::Directions(all)
        } else {
            Chosen::Event(library.event(text)?)
        };
        Some(Some(chosen))
    }

    fn sign(&mut self) -> Option<(KindId, SideId)> {
        let sign = if self.eat("(") {
            let sign = self.take_until(&[')']);
            self.eat(")");
            sign
        } else {
            self.take_until(&[',', ';', '='])
        };
        super::placement::find_sign(self.rules.library(), &self.files, sign).ok()
    }
}
