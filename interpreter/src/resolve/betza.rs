//! Betza strings become paths: each leg by what must stand at its end and on its way. Imports `board`, `model`.
//!
//! A leg that depends on the heading of the leg before it is written out for each heading, so that a path never
//! asks where it came from.

use super::Resolver;
use super::path::one_or_either;
use crate::board::Vector;
use crate::codes;
use crate::model::{Castle, Expr, Leg, Mode, Node, Path, Reach, Steps, Type};
use rulemate_grammar::ast;
use rulemate_grammar::betza::{self, Bend, End, Heading, Move, Walk, Way};
use rulemate_grammar::source::{Place, Span};

/// More ways than this are not written out.
const MOST_WAYS: usize = 1024;

/// The legs that are left, and what they need to know.
struct Rest<'a> {
    legs: &'a [betza::Leg],
    before: Option<betza::Vector>,
    last: End,
}

/// One way of a leg, and the heading that it ends in, if the next leg needs to know.
struct Written {
    legs: Vec<Path>,
    heading: Option<betza::Vector>,
}

/// Too many ways, or a heading that cannot be known.
struct TooMany;

impl Resolver<'_> {
    /// The path of a Betza string inside a longer path: its castlings are told of.
    pub(super) fn betza(&mut self, text: &ast::Text) -> Path {
        let (path, castles) = self.betza_with_castles(text);
        if let Some(castle) = castles.first() {
            let diagnostic = codes::error(
                codes::CASTLING_IN_PATH,
                castle.with.place,
                "`O` castles, which is no leg of a path and has no times",
            )
            .help("write the string alone behind `moves`, or `castles 2 squares with ...` as a sentence");
            self.report(diagnostic);
        }
        path
    }

    /// The path of a Betza string, and its castlings.
    pub(super) fn betza_with_castles(&mut self, text: &ast::Text) -> (Path, Vec<Castle>) {
        let start = text.span.start as usize + 1;
        let inner = Span::new(start, start + text.text.len());
        let read = match betza::parse(&text.text, self.place(inner)) {
            Ok(read) => read,
            Err(diagnostics) => {
                diagnostics.into_iter().for_each(|diagnostic| self.report(diagnostic));
                return (Path::Either(Vec::new()), Vec::new());
            }
        };
        let (mut paths, mut castles) = (Vec::new(), Vec::new());
        for each in &read.moves {
            match each {
                Move::Castle(castle) => castles.push(self.betza_castle(castle)),
                Move::Walk(walk) => match self.betza_walk(walk) {
                    Ok(path) => paths.push(path),
                    Err(TooMany) => {
                        let message = "this string has too many bends and ways to be written out";
                        let diagnostic = codes::error(codes::TOO_MANY_WAYS, walk.place, message)
                            .help("write it as several strings, or with `step`, `slide` and `then`");
                        self.report(diagnostic);
                    }
                },
            }
        }
        (one_or_either(paths), castles)
    }

    /// Castling with the piece at the edge on that side, which has not moved either.
    fn betza_castle(&self, castle: &betza::Castle) -> Castle {
        let make = |of, node| Expr { of, node, place: castle.place };
        let squares = || Box::new(make(Type::Squares, Node::AllSquares));
        // The squares at which no step that way ends lie at the other edge.
        let edge = |inward: Vector| {
            let inward = make(Type::Directions, Node::Directions(vec![inward]));
            let step = Path::Leg(plain_leg(Steps::In(inward), 1, Some(1)));
            let reached = make(Type::Squares, Node::Met(Box::new(step), squares()));
            make(Type::Squares, Node::Except(squares(), vec![reached]))
        };
        let mut edges = Vec::new();
        if castle.left {
            edges.push(edge(Vector::new(1, 0)));
        }
        if castle.right {
            edges.push(edge(Vector::new(-1, 0)));
        }
        let edges = if edges.len() == 1 { edges.remove(0) } else { make(Type::Squares, Node::Either(edges)) };
        let standing = make(Type::Pieces, Node::StandingOn(Box::new(edges)));
        let with = make(Type::Pieces, Node::Both(vec![make(Type::Pieces, Node::Fresh), standing]));
        Castle { reach: Reach::Squares(castle.squares), with, from: None }
    }

    fn betza_walk(&self, walk: &Walk) -> Result<Path, TooMany> {
        let last = walk.legs.last().map(|leg| leg.end).unwrap_or_default();
        let rest = Rest { legs: &walk.legs, before: None, last };
        let mut budget = MOST_WAYS;
        let ways = self.write_legs(&rest, walk.place, &mut budget)?;
        let path = one_or_either(ways);
        let mut ends = Vec::new();
        let usual = End { passant: false, ..last };
        if last.quiet || last.capture || last.own {
            ends.push((usual, false));
        }
        if last.passant {
            ends.push((End { passant: true, ..End::default() }, true));
        }
        // What is taken on the way may be of one's own side although the end is not.
        let own_on_the_way = walk.legs.iter().rev().skip(1).any(|leg| leg.end.own);
        let paths = ends
            .into_iter()
            .map(|(end, passing)| {
                let mode = Mode { quiet: end.quiet, capture: end.capture || end.own || passing };
                let own = match (end.own, end.capture) {
                    (true, false) => Some(false),
                    (true, true) => Some(true),
                    (false, _) => own_on_the_way.then_some(true),
                };
                if mode == Mode::BOTH && own.is_none() && !passing && !walk.fresh && !walk.wraps {
                    return path.clone();
                }
                let (fresh, wraps, path) = (walk.fresh, walk.wraps, Box::new(path.clone()));
                Path::Only { mode, fresh, own, passing, wraps, path }
            })
            .collect();
        Ok(one_or_either(paths))
    }

    /// The ways of all legs that are left.
    fn write_legs(&self, rest: &Rest<'_>, place: Place, budget: &mut usize) -> Result<Vec<Path>, TooMany> {
        let Some((leg, after)) = rest.legs.split_first() else { return Ok(Vec::new()) };
        let heading_matters = matches!(after.first(), Some(betza::Leg { heading: Heading::After(_), .. }));
        let mut all = Vec::new();
        for way in self.write_leg(leg, rest.before, after.is_empty(), heading_matters, place)? {
            if after.is_empty() {
                *budget = budget.checked_sub(1).ok_or(TooMany)?;
                all.push(one_or_then(way.legs));
                continue;
            }
            let next = Rest { legs: after, before: way.heading, last: rest.last };
            let ways = self.write_legs(&next, place, budget)?;
            let mut legs = way.legs;
            match one_or_either(ways) {
                Path::Then(more) => legs.extend(more),
                path => legs.push(path),
            }
            all.push(one_or_then(legs));
        }
        Ok(all)
    }

    /// The ways of one leg.
    fn write_leg(
        &self,
        leg: &betza::Leg,
        before: Option<betza::Vector>,
        last: bool,
        heading_matters: bool,
        place: Place,
    ) -> Result<Vec<Written>, TooMany> {
        let vectors = leg.first_steps(before).to_vec();
        let mut written = Vec::new();
        for end in ends(leg.end, last) {
            if leg.bend != Bend::Straight {
                if heading_matters {
                    return Err(TooMany);
                }
                for steps in bent(leg.bend, &vectors) {
                    let made = self.ended(plain_leg(steps, 1, most(leg)), end, place);
                    written.push(Written { legs: vec![made], heading: None });
                }
                continue;
            }
            if leg.way == Way::Free && !heading_matters {
                let steps = Steps::Vectors(vectors.iter().map(|vector| vector_of(*vector)).collect());
                let made = self.ended(plain_leg(steps, 1, most(leg)), end, place);
                written.push(Written { legs: vec![made], heading: None });
                continue;
            }
            for vector in &vectors {
                for legs in self.write_way(leg, *vector, end, place) {
                    written.push(Written { legs, heading: Some(*vector) });
                }
            }
        }
        Ok(written)
    }

    /// The ways of one leg along one vector.
    fn write_way(
        &self,
        leg: &betza::Leg,
        vector: betza::Vector,
        end: Ending,
        place: Place,
    ) -> Vec<Vec<Path>> {
        let steps = || Steps::Vectors(vec![vector_of(vector)]);
        let most = most(leg);
        let onto = || Some(self.all_pieces(place));
        match leg.way {
            Way::Free => vec![vec![self.ended(plain_leg(steps(), 1, most), end, place)]],
            Way::Lame | Way::Jump => self.write_between(leg, vector, end, place),
            Way::HopOne | Way::HopMany => {
                let over = matches!(leg.way, Way::HopMany).then(|| Expr {
                    of: Type::Squares,
                    node: Node::AllSquares,
                    place,
                });
                let hurdles: Vec<(u16, Option<u16>, Option<u16>)> = match most {
                    None => vec![(1, None, None)],
                    Some(most) => (1..most).map(|at| (at, Some(at), Some(most - at))).collect(),
                };
                hurdles
                    .into_iter()
                    .map(|(least, at, left)| {
                        let hurdle = Leg { onto: onto(), ..plain_leg(steps(), least, at) };
                        let land = Leg { over: over.clone(), ..plain_leg(steps(), 1, left) };
                        vec![Path::Leg(hurdle), self.ended(land, end, place)]
                    })
                    .collect()
            }
            Way::HopBehind => {
                let hurdle = Leg { onto: onto(), ..plain_leg(steps(), 1, most.map(|most| most - 1)) };
                let land = plain_leg(steps(), 1, Some(1));
                vec![vec![Path::Leg(hurdle), self.ended(land, end, place)]]
            }
        }
    }

    /// A leap that asks for the squares between: it goes over them one by one.
    fn write_between(
        &self,
        leg: &betza::Leg,
        vector: betza::Vector,
        end: Ending,
        place: Place,
    ) -> Vec<Vec<Path>> {
        let mut at = (0, 0);
        let mut parts = Vec::new();
        for square in vector.between().into_iter().chain([vector]) {
            parts.push(Vector::new(square.right - at.0, square.forward - at.1));
            at = (square.right, square.forward);
        }
        let Some((landing, between)) = parts.split_last() else { return Vec::new() };
        let single = |part: &Vector| plain_leg(Steps::Vectors(vec![*part]), 1, Some(1));
        let empty = |part: &Vector| Path::Leg(Leg { empty: true, ..single(part) });
        let onto = |part: &Vector| Path::Leg(Leg { onto: Some(self.all_pieces(place)), ..single(part) });
        // The squares between, in each way that the leap allows.
        let mut ways: Vec<Vec<Path>> = Vec::new();
        if leg.way == Way::Lame {
            ways.push(between.iter().map(empty).collect());
        } else {
            // The first piece between is at `hurdle`; behind it anything may stand.
            for hurdle in 0..between.len() {
                ways.push(
                    between
                        .iter()
                        .enumerate()
                        .map(|(index, part)| match index.cmp(&hurdle) {
                            std::cmp::Ordering::Less => empty(part),
                            std::cmp::Ordering::Equal => onto(part),
                            std::cmp::Ordering::Greater => Path::Either(vec![empty(part), onto(part)]),
                        })
                        .collect(),
                );
            }
        }
        let most = most(leg);
        ways.into_iter()
            .map(|way| {
                let mut legs = way.clone();
                legs.push(self.ended(single(landing), end, place));
                if most == Some(1) {
                    return legs;
                }
                // Leaps before the last one end on empty squares.
                let mut again = way;
                again.push(empty(landing));
                let riding = Path::Repeat(Box::new(Path::Then(again)), 1, most.map(|most| most - 1));
                let mut ridden = vec![riding];
                ridden.extend(legs.iter().cloned());
                vec![Path::Either(vec![Path::Then(legs), Path::Then(ridden)])]
            })
            .collect()
    }

    /// A leg with what must stand at its end.
    fn ended(&self, leg: Leg, end: Ending, place: Place) -> Path {
        let pieces = || self.all_pieces(place);
        Path::Leg(match end {
            Ending::Move => leg,
            Ending::Empty => Leg { empty: true, ..leg },
            Ending::Taking => Leg { taking: Some(pieces()), ..leg },
            Ending::Onto => Leg { onto: Some(pieces()), ..leg },
        })
    }

    fn all_pieces(&self, place: Place) -> Expr {
        Expr { of: Type::Pieces, node: Node::AllPieces, place }
    }
}

/// What must stand where a leg ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The last leg: what the mode says.
    Move,
    Empty,
    Taking,
    Onto,
}

fn ends(end: End, last: bool) -> Vec<Ending> {
    if last {
        return vec![Ending::Move];
    }
    let mut all = Vec::new();
    if end.quiet {
        all.push(Ending::Empty);
    }
    if end.capture || end.own {
        all.push(Ending::Taking);
    }
    if end.over {
        all.push(Ending::Onto);
    }
    all
}

fn most(leg: &betza::Leg) -> Option<u16> {
    leg.most.map(u16::from)
}

fn vector_of(vector: betza::Vector) -> Vector {
    Vector::new(vector.right, vector.forward)
}

fn plain_leg(steps: Steps, least: u16, most: Option<u16>) -> Leg {
    Leg { steps, least, most, over: None, onto: None, taking: None, empty: false }
}

/// One leg, or several one after the other.
fn one_or_then(mut paths: Vec<Path>) -> Path {
    match paths.len() {
        1 => paths.remove(0),
        _ => Path::Then(paths),
    }
}

/// The steps of a bent ride: for each ring of vectors those with which it may begin.
fn bent(bend: Bend, first: &[betza::Vector]) -> Vec<Steps> {
    let (Bend::Crooked(eighths) | Bend::Circular(eighths)) = bend else { return Vec::new() };
    let mut rings: Vec<(Vec<betza::Vector>, Vec<betza::Vector>)> = Vec::new();
    for vector in first {
        match rings.iter_mut().find(|(ring, _)| ring.contains(vector)) {
            Some((_, begun)) => begun.push(*vector),
            None => {
                let ring = (0..8 / eighths.clamp(1, 4)).map(|turn| vector.turned(turn * eighths)).collect();
                rings.push((ring, vec![*vector]));
            }
        }
    }
    let all = |vectors: Vec<betza::Vector>| vectors.into_iter().map(vector_of).collect();
    rings
        .into_iter()
        .map(|(ring, begun)| match bend {
            Bend::Circular(_) => Steps::Circular(all(ring), all(begun)),
            Bend::Crooked(_) | Bend::Straight => Steps::Crooked(all(ring), all(begun)),
        })
        .collect()
}
