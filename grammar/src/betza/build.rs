//! From units to moves: each leg with its heading, range, bend, way and end. Raises letters that stand in the
//! wrong leg or find nothing to act on. Imports `source`, `codes`, `scan`, `units`, `modifiers`, `directions`,
//! `castle`, `tree`.

use super::MOST_LEGS;
use super::castle::castle;
use super::codes::{CASTLING, Findings, IDLE, TOO_LONG, WRONG_LEG};
use super::directions::{absolute, nearest, relative, targets};
use super::modifiers::{Said, contradiction, sort};
use super::scan::{Atom, Letter};
use super::tree::{Bend, End, Heading, Leg, Move, Turn, Vector, Walk, Way};
use super::units::{Joint, Unit};
use crate::source::Span;

/// The moves that all units mean.
pub(super) fn moves(units: &[Unit], found: &mut Findings<'_>) -> Vec<Move> {
    let mut all = Vec::new();
    for unit in units {
        match unit {
            Unit::Single(said) if said.atom.letter == 'O' => all.extend(castle(said, found)),
            Unit::Single(said) => {
                let legs: Vec<Draft<'_>> = said
                    .modifiers
                    .split(|modifier| modifier.letter == 'a')
                    .map(|modifiers| Draft { modifiers, atom: said.atom, bracketed: false })
                    .collect();
                if short_enough(legs.len(), said.span(), found) {
                    walks(&legs, said.span(), found, &mut all);
                }
            }
            Unit::Bracket { span, first, rest } => {
                let legs: Vec<Draft<'_>> = std::iter::once(first)
                    .chain(rest.iter().map(|(_, leg)| leg))
                    .map(|leg| Draft { modifiers: &leg.modifiers, atom: leg.atom, bracketed: true })
                    .collect();
                if !(fits_bracket(&legs, found) && short_enough(legs.len(), *span, found)) {
                    continue;
                }
                for (done, (joint, _)) in rest.iter().enumerate() {
                    if *joint == Joint::May {
                        walks(legs.get(..=done).unwrap_or(&[]), *span, found, &mut all);
                    }
                }
                walks(&legs, *span, found, &mut all);
            }
        }
    }
    all
}

/// One leg as it was read.
#[derive(Clone, Copy)]
struct Draft<'u> {
    modifiers: &'u [Letter],
    atom: Atom,
    bracketed: bool,
}

/// Raises what may stand outside brackets only.
fn fits_bracket(legs: &[Draft<'_>], found: &mut Findings<'_>) -> bool {
    let mut fits = true;
    for leg in legs {
        if leg.atom.letter == 'O' {
            let message = "castling is no leg of a bracket".to_owned();
            found.report(CASTLING, leg.atom.span, message, "write `O` outside: it is a move of its own");
            fits = false;
        }
        for again in leg.modifiers.iter().filter(|modifier| modifier.letter == 'a') {
            let message = "`a` cannot stand in a bracket".to_owned();
            found.report(WRONG_LEG, again.span, message, "in a bracket `-` begins the next leg: `[W-W]`");
            fits = false;
        }
    }
    fits
}

/// Raises a move of too many legs.
fn short_enough(legs: usize, span: Span, found: &mut Findings<'_>) -> bool {
    let fits = legs <= MOST_LEGS;
    if !fits {
        let message = format!("a move of {legs} legs is too long");
        found.report(TOO_LONG, span, message, &format!("the most is {MOST_LEGS} legs"));
    }
    fits
}

/// Adds the walk of these legs; a ski slider is two walks.
fn walks(legs: &[Draft<'_>], span: Span, found: &mut Findings<'_>, all: &mut Vec<Move>) {
    let mut walk = Walk { fresh: false, wraps: false, legs: Vec::new(), place: found.place(span) };
    let mut before = Vec::new();
    for (at, draft) in legs.iter().enumerate() {
        let last = at + 1 == legs.len();
        let said = sort(draft.modifiers, last, found);
        if at == 0 {
            walk.fresh = said.has('i');
            walk.wraps = said.has('o');
        } else {
            for letter in ['i', 'o'] {
                misplaced(&said, letter, "holds for the whole move", "write it before the first leg", found);
            }
        }
        let vectors = if at == 0 { absolute(&draft.atom, &said.runs, found) } else { Vec::new() };
        let (bend, most) = bend_and_range(&draft.atom, &said, found);
        let way = way(&draft.atom, &said, most, last, found);
        let end = end(&said, last, found);
        if let Some(jump) = said.get('j').filter(|_| draft.atom.is_step()) {
            if ski_fits(jump, &said, most, legs.len(), found) {
                ski(&vectors, most, end, &walk, all);
            }
            return;
        }
        let heading = if at == 0 {
            Heading::Any(vectors)
        } else {
            heading(draft, &relative(&said.runs, found), &before)
        };
        before = last_steps(&heading, bend);
        walk.legs.push(Leg { heading, most, bend, way, end });
    }
    all.push(Move::Walk(walk));
}

/// The heading of a further leg, from the eighths that were said (none: no letters).
fn heading(draft: &Draft<'_>, eighths: &[i8], before: &[Vector]) -> Heading {
    let leaps = draft.atom.leaps();
    if eighths.is_empty() && !draft.bracketed {
        return Heading::Any(leaps.iter().flat_map(|leap| targets(*leap)).collect());
    }
    let eighths = if eighths.is_empty() { &[0] } else { eighths };
    let turn = |from: &Vector| {
        let mut to = Vec::new();
        for eighth in eighths {
            let named: Vec<Vector> = if draft.bracketed {
                leaps.iter().flat_map(|leap| nearest(&targets(*leap), *from, *eighth)).collect()
            } else {
                vec![from.turned(*eighth)]
            };
            named.into_iter().for_each(|vector| add_new(&mut to, vector));
        }
        Turn { from: *from, to }
    };
    Heading::After(before.iter().map(turn).collect())
}

/// All vectors that the last step of a leg can have.
fn last_steps(heading: &Heading, bend: Bend) -> Vec<Vector> {
    let first: Vec<Vector> = match heading {
        Heading::Any(vectors) => vectors.clone(),
        Heading::After(turns) => turns.iter().flat_map(|turn| turn.to.iter().copied()).collect(),
    };
    let (eighths, bends) = match bend {
        Bend::Straight => (0, 0..=0),
        Bend::Crooked(eighths) => (eighths, -1..=1),
        Bend::Circular(eighths) => (eighths, 0..=7),
    };
    let mut all = Vec::new();
    for vector in first {
        bends.clone().for_each(|times: i8| add_new(&mut all, vector.turned(times * eighths)));
    }
    all
}

fn add_new(all: &mut Vec<Vector>, vector: Vector) {
    if !all.contains(&vector) {
        all.push(vector);
    }
}

/// How a leg bends, and its greatest number of steps. What bends rides without limit if no number stands there.
fn bend_and_range(atom: &Atom, said: &Said, found: &mut Findings<'_>) -> (Bend, Option<u8>) {
    let four = atom.leaps().first().is_none_or(|leap| leap.right == 0 || leap.right == leap.forward);
    let eighths = if four { 2 } else { 1 };
    let (bend, letter) = match (said.get('z'), said.get('q')) {
        (Some(letter), _) => (Bend::Crooked(eighths), letter),
        (None, Some(letter)) => (Bend::Circular(eighths), letter),
        (None, None) => return (Bend::Straight, atom.most()),
    };
    if atom.number == Some(1) {
        let message = format!("`{}` turns between steps, and here is only one step", letter.letter);
        found.report(IDLE, letter.span, message, "leave out the number: it rides without limit");
    }
    (bend, if atom.number.is_some() { atom.most() } else { None })
}

/// What lies on the way of a leg.
fn way(atom: &Atom, said: &Said, most: Option<u8>, last: bool, found: &mut Findings<'_>) -> Way {
    if !last {
        misplaced(said, 'g', "says where a move lands", "in a leg that goes on write `p`", found);
        if let (Some(first), Some(second)) = (said.get('p'), said.many) {
            let message = "`pp` stands in a leg that goes on".to_owned();
            let help = "there `p` ends on a piece and goes on; write a leg for each piece";
            found.report(WRONG_LEG, first.span.to(second.span), message, help);
        }
    }
    if let Some(lame) = said.get('n') {
        if atom.is_step() {
            let message = format!("`n` finds no square between the steps of `{}`", atom.letter);
            found.report(IDLE, lame.span, message, "leave it out: steps and slides never jump");
        }
        return Way::Lame;
    }
    if said.has('j') {
        return Way::Jump;
    }
    let Some(hop) = said.get('p').or(said.get('g')).filter(|_| last) else {
        return Way::Free;
    };
    if most == Some(1) {
        let message = format!("`{}` hops on the way, and `{}` makes one step only", hop.letter, atom.letter);
        let help = "hop with a slider or rider: `pR`, `gQ`, `pNN`, `pW2`";
        found.report(IDLE, hop.span, message, help);
    }
    match (hop.letter, said.many) {
        ('g', _) => Way::HopBehind,
        (_, Some(_)) => Way::HopMany,
        (_, None) => Way::HopOne,
    }
}

/// What may stand at the end of a leg.
fn end(said: &Said, last: bool, found: &mut Findings<'_>) -> End {
    let mut end = End {
        quiet: said.has('m'),
        capture: said.has('c'),
        own: said.has('d'),
        passant: last && said.has('e'),
        over: !last && said.has('p'),
    };
    if !last {
        misplaced(said, 'e', "ends a move", "write it in the last leg", found);
    }
    if !(end.quiet || end.capture || end.own || end.passant || end.over) {
        end.quiet = true;
        end.capture = last;
    }
    end
}

/// Raises a letter that was said in a leg where it cannot be.
fn misplaced(said: &Said, letter: char, reason: &str, help: &str, found: &mut Findings<'_>) {
    if let Some(there) = said.get(letter) {
        let message = format!("`{letter}` {reason}, so it cannot stand in this leg");
        found.report(WRONG_LEG, there.span, message, help);
    }
}

/// Raises what a ski slider cannot be.
fn ski_fits(jump: Letter, said: &Said, most: Option<u8>, legs: usize, found: &mut Findings<'_>) -> bool {
    if let Some(bend) = said.get('z').or(said.get('q')) {
        contradiction(jump, bend, "a slider with `j` leaves out its first square and goes straight", found);
    } else if legs > 1 {
        let message = "a slider leaves out its first square only in a move of one leg".to_owned();
        found.report(WRONG_LEG, jump.span, message, "write the jump as a leg of its own: `[D-R]`, `[A-B]`");
    } else if most == Some(1) {
        let message = "`j` finds no square to jump over in a single step".to_owned();
        found.report(IDLE, jump.span, message, "jump with a leap or a slider: `jD`, `jR`");
    } else {
        return true;
    }
    false
}

/// A slider that leaves out its first square: a leap of two, and behind it the slide.
fn ski(vectors: &[Vector], most: Option<u8>, end: End, walk: &Walk, all: &mut Vec<Move>) {
    let twice = |vector: &Vector| Vector::new(vector.right * 2, vector.forward * 2);
    let leap = |end| Leg {
        heading: Heading::Any(vectors.iter().map(twice).collect()),
        most: Some(1),
        bend: Bend::Straight,
        way: Way::Free,
        end,
    };
    all.push(Move::Walk(Walk { legs: vec![leap(end)], ..walk.clone() }));
    let rest = most.map(|most| most.saturating_sub(2));
    if rest == Some(0) {
        return;
    }
    let turns = vectors.iter().map(|vector| Turn { from: twice(vector), to: vec![*vector] }).collect();
    let slide = Leg { heading: Heading::After(turns), most: rest, bend: Bend::Straight, way: Way::Free, end };
    let first = leap(End { quiet: true, ..End::default() });
    all.push(Move::Walk(Walk { legs: vec![first, slide], ..walk.clone() }));
}
