//! Turns as people write them: leniently read. Imports `position`, `coordinate`, `san`.
//!
//! Signs of check, marks of praise, `e.p.` and spaces mean nothing; `x` may stand or lack, and so may the
//! origin and its parts; castling may be written with zeros; a kind chosen may follow as `=Q`, `Q` or `(Q)`;
//! the kind without sign may take by files alone (`exd`, `ed`); letters may be of the wrong case where
//! nothing else is meant so. Directions that a rule has one word for may be called so.

use crate::board::{COMPASS, Vector};
use crate::ids::SideId;
use crate::notation::Rules;
use crate::notation::coordinate::{Detail, Writer, forced};
use crate::notation::san::{self, Told, bodies, castling, is_said_by_next, is_shot, sign, tail, tell_all};
use crate::position::{Chosen, Declared, Part, Position, Turn};

/// The turns of those that are legal which the text can mean.
#[must_use]
pub fn read<'t>(rules: Rules<'_>, position: &Position, turns: &'t [Turn], text: &str) -> Vec<&'t Turn> {
    let plain = strip(text);
    let written = bodies(rules, position, turns);
    if let Some(at) = written.iter().position(|body| *body == plain) {
        return vec![&turns[at]];
    }
    said_by(rules, position, turns, &plain, &[])
}

/// The turns that the text means if choices are left out where nothing else can be chosen.
#[must_use]
pub fn shortened<'t>(rules: Rules<'_>, position: &Position, turns: &'t [Turn], text: &str) -> Vec<&'t Turn> {
    said_by(rules, position, turns, &strip(text), &forced(turns))
}

/// The turns that a text says; `forced` are the parts that can be left out.
fn said_by<'t>(
    rules: Rules<'_>,
    position: &Position,
    turns: &'t [Turn],
    plain: &str,
    forced: &[Vec<bool>],
) -> Vec<&'t Turn> {
    let said: Vec<&str> = plain.split([',', ';']).map(str::trim).collect();
    let told = tell_all(rules, position, turns);
    let forms: Vec<Vec<Forms>> = turns
        .iter()
        .enumerate()
        .map(|(at, turn)| {
            let forced = forced.get(at).map_or(&[][..], |forced| forced);
            turn_forms(rules, &told[at], position, &turn.parts, forced)
        })
        .collect();
    for same in SAME {
        let found: Vec<&Turn> = turns
            .iter()
            .zip(&forms)
            .filter(|(_, forms)| says(&said, forms, same))
            .map(|(turn, _)| turn)
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

const SAME: [fn(&str, &str) -> bool; 2] = [str::eq, same_but_for_case];

/// Case aside; but a capital before a letter is a sign, and never the file of a move without one: `Bxc3`, `Bb3`.
pub(crate) fn same_but_for_case(way: &str, said: &str) -> bool {
    let capital = |text: &str| text.starts_with(|first: char| first.is_ascii_uppercase());
    let sign = capital(said) && said[1..].starts_with(|next: char| next.is_ascii_alphabetic());
    way.eq_ignore_ascii_case(said) && (!sign || capital(way))
}

/// The turns that begin with what the text says, each with the number of its parts that are said so; at least
/// one more follows.
#[must_use]
pub fn begun<'t>(
    rules: Rules<'_>,
    position: &Position,
    turns: &'t [Turn],
    text: &str,
) -> Vec<(&'t Turn, usize)> {
    let plain = strip(text);
    let said: Vec<&str> = plain.split([',', ';']).map(str::trim).collect();
    let told = tell_all(rules, position, turns);
    let longer = || turns.iter().zip(&told).filter(|(turn, _)| turn.parts.len() > 1);
    for same in SAME {
        let mut found = Vec::new();
        for (turn, told) in longer() {
            let says = |count: &usize| {
                says(&said, &turn_forms(rules, told, position, &turn.parts[..*count], &[]), same)
            };
            found.extend((1..turn.parts.len()).find(says).map(|count| (turn, count)));
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// One way in which turns that begin alike go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// The next part; none where the turn ends.
    pub part: Option<Part>,
    /// How it is written.
    pub text: String,
    /// All that is read as it.
    ways: Vec<String>,
}

impl Next {
    /// Whether a text means this.
    #[must_use]
    pub fn is_said(&self, text: &str) -> bool {
        let plain = strip(text);
        SAME.iter().any(|same| self.ways.iter().any(|way| same(way, &plain) || same(way, text.trim())))
    }
}

/// How turns whose first parts, so many, are the same go on: each way once.
#[must_use]
pub fn next(rules: Rules<'_>, position: &Position, turns: &[Turn], said: usize) -> Vec<Next> {
    let mut all: Vec<Next> = Vec::new();
    let told = tell_all(rules, position, turns);
    for (at, turn) in turns.iter().enumerate() {
        let part = turn.parts.get(said);
        if all.iter().any(|next| next.part.as_ref() == part) {
            continue;
        }
        let (text, mut ways) = match part {
            None => ("-".to_string(), vec!["none".to_string()]),
            Some(Part::Move(declared)) => {
                let text = san::movement_of(rules, position, turns, &told, at, said, declared);
                let forms = move_forms(rules, position, declared, told[at][said], false);
                (text, forms.ways)
            }
            Some(Part::Choice(Some(Chosen::Kind(kind)))) => {
                let sign = rules.lexicon.sign(*kind, SideId(0)).to_string();
                let name = rules.library().kinds[kind.index()].name.clone();
                (format!("={sign}"), vec![sign, name])
            }
            Some(Part::Choice(chosen)) => {
                let text = san::choice(rules, chosen.as_ref(), told[at][said], false);
                (text, choice_forms(rules, chosen.as_ref(), told[at][said], true).ways)
            }
        };
        ways.push(text.clone());
        all.push(Next { part: part.cloned(), text, ways });
    }
    all
}

/// Without spaces at its ends, signs of check and praise, and `e.p.`.
#[must_use]
pub fn strip(text: &str) -> String {
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_end_matches(['+', '#', '!', '?', ' ', '†', '‡']);
        for end in ["e.p.", "e.p", " ep", "mate"] {
            text = text.strip_suffix(end).unwrap_or(text).trim_end();
        }
        // Behind a square it can be no part of a label.
        let behind_a_rank = |text: &&str| text.ends_with(|letter: char| letter.is_ascii_digit());
        text = text.strip_suffix("ep").filter(behind_a_rank).unwrap_or(text);
        if text == before {
            return text.to_string();
        }
    }
}

/// The ways in which one component of a turn can be written, and whether it can be left out.
struct Forms {
    ways: Vec<String>,
    optional: bool,
}

impl From<Vec<String>> for Forms {
    fn from(ways: Vec<String>) -> Forms {
        Forms { ways, optional: false }
    }
}

fn says(said: &[&str], forms: &[Forms], same: fn(&str, &str) -> bool) -> bool {
    let Some((first, rest)) = forms.split_first() else { return said.is_empty() };
    if first.optional && says(said, rest, same) {
        return true;
    }
    let Some((word, others)) = said.split_first() else { return false };
    first.ways.iter().any(|way| same(way, word)) && says(others, rest, same)
}

fn turn_forms(
    rules: Rules<'_>,
    told: &[Told],
    position: &Position,
    parts: &[Part],
    forced: &[bool],
) -> Vec<Forms> {
    let mut forms: Vec<Forms> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match part {
            Part::Move(declared) => {
                let promotes = matches!(parts.get(index + 1), Some(Part::Choice(Some(Chosen::Kind(_)))));
                let mut each = move_forms(rules, position, declared, told[index], promotes);
                // Of an act of a side, what it puts says enough: `N@e6`.
                let puts = told.iter().skip(1).any(|told| told.put.is_some());
                each.optional = index == 0 && declared.origin.is_none() && declared.target.is_none() && puts;
                forms.push(each);
            }
            Part::Choice(Some(Chosen::Kind(kind))) => {
                let sign = rules.lexicon.sign(*kind, SideId(0));
                let ways = [
                    format!("={sign}"),
                    sign.to_string(),
                    format!("({sign})"),
                    format!("=({sign})"),
                    format!("/{sign}"),
                ];
                let optional = is_said_by_next(parts, told, index);
                match forms.last_mut() {
                    Some(last) if index > 0 && matches!(parts[index - 1], Part::Move(_)) => {
                        let heads = if optional { last.ways.clone() } else { Vec::new() };
                        last.ways = last
                            .ways
                            .iter()
                            .flat_map(|head| ways.iter().map(move |way| format!("{head}{way}")))
                            .chain(heads)
                            .collect();
                    }
                    _ => forms.push(Forms { ways: ways.to_vec(), optional }),
                }
            }
            Part::Choice(chosen) => {
                let mut each = choice_forms(rules, chosen.as_ref(), told[index], index > 0);
                each.optional |= forced.get(index).is_some_and(|forced| *forced);
                each.optional |= is_said_by_next(parts, told, index);
                forms.push(each);
            }
        }
    }
    forms
}

/// A choice; one that was declined need not be said behind a move.
fn choice_forms(rules: Rules<'_>, chosen: Option<&Chosen>, told: Told, behind: bool) -> Forms {
    let writer = Writer { rules };
    let mut ways = vec![writer.value(chosen, true), writer.value(chosen, false)];
    match chosen {
        None => ways.push("none".to_string()),
        Some(Chosen::Square(square)) => {
            ways.push(format!("@{square}"));
            if let Some((kind, owner)) = told.put {
                ways.push(format!("{}@{square}", rules.lexicon.sign(kind, SideId(0))));
                ways.push(format!("{}@{square}", rules.lexicon.sign(kind, owner)));
            }
        }
        Some(Chosen::Piece(at, kind, owner)) => {
            let (plain, own) = (rules.lexicon.sign(*kind, SideId(0)), rules.lexicon.sign(*kind, *owner));
            for sign in [plain, own] {
                ways.push(sign.to_string());
                ways.extend(at.is_none().then(|| format!("{sign}@")));
                if let Some(square) = at {
                    ways.extend([
                        format!("{sign}({square})"),
                        format!("{sign}@{square}"),
                        format!("{sign}{square}"),
                    ]);
                }
            }
        }
        Some(Chosen::Event(event)) => {
            let file = &rules.library().files[event.index()];
            ways.extend([file.name.clone(), file.title.clone()]);
        }
        Some(Chosen::Side(side)) => ways.push(rules.library().side_name(*side).to_string()),
        Some(Chosen::Number(number)) => ways.push(number.to_string()),
        Some(Chosen::Directions(all)) => ways.extend(directions_word(all)),
        Some(Chosen::Kind(_)) => {}
    }
    Forms { ways, optional: behind && chosen.is_none() }
}

/// The words of a rule that mean just these directions together, joined by a hyphen.
fn directions_word(all: &[Vector]) -> Option<String> {
    let orthogonal = |each: &Vector| each.right == 0 || each.up == 0;
    let of = |wanted: &dyn Fn(&Vector) -> bool| {
        let count = COMPASS.iter().filter(|each| wanted(each)).count();
        all.len() == count && all.iter().all(wanted)
    };
    let word = if of(&|each| each.up == 0) {
        "sideways"
    } else if of(&|each| !orthogonal(each) && each.up > 0) {
        "forward-diagonal"
    } else if of(&|each| !orthogonal(each) && each.up < 0) {
        "backward-diagonal"
    } else if of(&orthogonal) {
        "orthogonal"
    } else if of(&|each| !orthogonal(each)) {
        "diagonal"
    } else if of(&|_| true) {
        "any"
    } else {
        return None;
    };
    Some(word.to_string())
}

fn move_forms(
    rules: Rules<'_>,
    position: &Position,
    declared: &Declared,
    told: Told,
    promotes: bool,
) -> Forms {
    let mut ways = Vec::new();
    if let Some(castling) = castling(declared) {
        ways.push(castling.to_string());
        ways.push(castling.replace('O', "0"));
        ways.push(castling.replace('-', ""));
        ways.push(castling.replace('-', "").replace('O', "0"));
    } else if let Some(target) = declared.target {
        travel_forms(rules, position, declared, told, &target.to_string(), &mut ways);
    } else {
        let label = declared.label.map_or("", |label| rules.library().labels[label.index()].as_str());
        let sign = told.kind.map_or("", |kind| rules.lexicon.sign(kind, SideId(0)));
        match declared.origin {
            None => ways.extend([label.to_string(), format!("@{label}")]),
            Some(origin) => {
                ways.extend([format!("{sign}{origin}@{label}"), format!("{origin}@{label}")]);
                if promotes {
                    ways.extend([format!("{sign}{origin}"), origin.to_string()]);
                }
            }
        }
    }
    let tails: Vec<String> = [
        Detail { label: true, ..Detail::default() },
        Detail { takes: true, ..Detail::default() },
        Detail { each: true, ..Detail::default() },
        Detail { partner: true, ..Detail::default() },
        Detail { label: true, takes: true, ..Detail::default() },
        Detail::ALL,
    ]
    .into_iter()
    .map(|detail| tail(rules, declared, detail))
    .filter(|tail| !tail.is_empty())
    .collect();
    let fuller: Vec<String> =
        tails.iter().flat_map(|tail| ways.iter().map(move |way| format!("{way}{tail}"))).collect();
    ways.extend(fuller);
    ways.into()
}

fn travel_forms(
    rules: Rules<'_>,
    position: &Position,
    declared: &Declared,
    told: Told,
    target: &str,
    ways: &mut Vec<String>,
) {
    let bare = sign(rules, told.kind);
    let own = told.kind.map_or("", |kind| rules.lexicon.sign(kind, SideId(0)));
    let origin = declared.origin.map_or_else(String::new, |origin| origin.to_string());
    let (file, rank) = origin.split_at(origin.len().min(1));
    let shot = is_shot(rules, position, declared);
    let between: &[&str] = if shot { &["x@", "@"] } else { &["", "x", "-", ":"] };
    let rides: &[&str] = if declared.carried { &["", "^"] } else { &[""] };
    for (between, ride) in between.iter().flat_map(|between| rides.iter().map(move |ride| (between, ride))) {
        // `d5` is no capture: it would hide that nothing may simply go there.
        let tells = |from: &&&str| {
            !(bare.is_empty() && between.is_empty() && from.is_empty() && !declared.takes.is_empty())
        };
        for from in ["", file, rank, &origin].iter().filter(tells) {
            ways.push(format!("{ride}{bare}{from}{between}{target}"));
            if own != bare {
                ways.push(format!("{ride}{own}{from}{between}{target}"));
            }
        }
        ways.push(format!("{ride}{origin}{between}{target}"));
    }
    if bare.is_empty() && !declared.takes.is_empty() {
        for between in ["", "x", ":"] {
            ways.push(format!("{file}{between}{}", &target[..1]));
        }
    }
}
