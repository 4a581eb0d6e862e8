//! What the strings of the text mean, as explicit vectors worked out by hand. Imports `betza` and `source`.

mod random;
mod walker;
mod wrong;

use super::{Bend, Betza, Castle, End, Heading, Leg, Move, Vector, Walk, Way, parse};
use crate::source::{Place, SourceId, Span};
use std::collections::BTreeSet;
use walker::{reach, squares};

/// Where the string begins in the tests.
const AT: Place = Place { source: SourceId(3), span: Span { start: 100, end: 100 } };

const BOTH: End = End { quiet: true, capture: true, own: false, passant: false, over: false };
const QUIET: End = End { capture: false, ..BOTH };
const TAKE: End = End { quiet: false, ..BOTH };

const ORTHOGONAL: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: &[(i8, i8)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn read(text: &str) -> Betza {
    match parse(text, AT) {
        Ok(betza) => betza,
        Err(mistakes) => panic!("{text}: {mistakes:#?}"),
    }
}

fn walks(text: &str) -> Vec<Walk> {
    let walk = |one| match one {
        Move::Walk(walk) => walk,
        Move::Castle(_) => panic!("{text} castles"),
    };
    read(text).moves.into_iter().map(walk).collect()
}

fn set(vectors: &[Vector]) -> BTreeSet<(i8, i8)> {
    let all: BTreeSet<_> = vectors.iter().map(|vector| (vector.right, vector.forward)).collect();
    assert_eq!(all.len(), vectors.len(), "a vector stands twice in {vectors:?}");
    all
}

fn first(walk: &Walk) -> BTreeSet<(i8, i8)> {
    set(walk.legs[0].first_steps(None))
}

fn hand(vectors: &[(i8, i8)]) -> BTreeSet<(i8, i8)> {
    vectors.iter().copied().collect()
}

/// Vectors, range and end of a walk of one leg.
type Expected<'v> = (&'v [(i8, i8)], Option<u8>, End);

/// Asserts that a string is walks of one straight leg, of these vectors, ranges and ends.
fn simple(text: &str, expected: &[Expected<'_>]) {
    let walks = walks(text);
    assert_eq!(walks.len(), expected.len(), "{text}");
    for (walk, (vectors, most, end)) in walks.iter().zip(expected) {
        let [leg] = walk.legs.as_slice() else { panic!("{text} has further legs") };
        assert_eq!(first(walk), hand(vectors), "{text}");
        assert_eq!((leg.most, leg.end, leg.bend), (*most, *end, Bend::Straight), "{text}");
    }
}

/// Asserts where the first steps of a string of one walk go.
fn goes(text: &str, vectors: &[(i8, i8)]) {
    let walks = walks(text);
    assert_eq!(walks.len(), 1, "{text}");
    assert_eq!(first(&walks[0]), hand(vectors), "{text}");
}

#[test]
fn atoms_and_ranges() {
    simple("W", &[(ORTHOGONAL, Some(1), BOTH)]);
    simple("F", &[(DIAGONAL, Some(1), BOTH)]);
    simple("N", &[(KNIGHT, Some(1), BOTH)]);
    let king = [ORTHOGONAL, DIAGONAL].concat();
    simple("K", &[(&king, Some(1), BOTH)]);
    for queen in ["Q", "Q0", "K0", "KK"] {
        simple(queen, &[(&king, None, BOTH)]);
    }
    simple("Q2", &[(&king, Some(2), BOTH)]);
    for rook in ["R", "W0", "WW", "R0"] {
        simple(rook, &[(ORTHOGONAL, None, BOTH)]);
    }
    simple("B3", &[(DIAGONAL, Some(3), BOTH)]);
    simple("R4", &[(ORTHOGONAL, Some(4), BOTH)]);
    simple("W15", &[(ORTHOGONAL, Some(15), BOTH)]);
    simple("NN", &[(KNIGHT, None, BOTH)]);
    simple("N2", &[(KNIGHT, Some(2), BOTH)]);
    simple("AA", &[(&[(2, 2), (2, -2), (-2, -2), (-2, 2)], None, BOTH)]);
    simple("G", &[(&[(3, 3), (3, -3), (-3, -3), (-3, 3)], Some(1), BOTH)]);
    simple(
        "HFD",
        &[
            (&[(0, 3), (3, 0), (0, -3), (-3, 0)], Some(1), BOTH),
            (DIAGONAL, Some(1), BOTH),
            (&[(0, 2), (2, 0), (0, -2), (-2, 0)], Some(1), BOTH),
        ],
    );
    for (one, other) in [("L", "C"), ("J", "Z")] {
        assert_eq!(first(&walks(one)[0]), first(&walks(other)[0]));
    }
    goes("L", &[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)]);
    goes("Z", &[(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)]);
}

#[test]
fn directions_of_four_targets() {
    goes("fW", &[(0, 1)]);
    goes("fbW", &[(0, 1), (0, -1)]);
    goes("vW", &[(0, 1), (0, -1)]);
    goes("sD", &[(2, 0), (-2, 0)]);
    goes("fsW", &[(0, 1), (1, 0), (-1, 0)]);
    goes("lfW", &[(0, 1), (-1, 0)]);
    goes("rH", &[(3, 0)]);
    goes("fF", &[(1, 1), (-1, 1)]);
    goes("lF", &[(-1, 1), (-1, -1)]);
    goes("flF", &[(-1, 1)]);
    goes("brA", &[(2, -2)]);
    goes("flbrF", &[(-1, 1), (1, -1)]);
    goes("fsF", &[(1, 1), (-1, 1)]);
    goes("vlG", &[(-3, 3), (-3, -3)]);
    goes("lbrF", &[(-1, 1), (-1, -1), (1, -1)]);
    goes("fK", &[(0, 1), (1, 1), (-1, 1)]);
    goes("flK", &[(0, 1), (-1, 0), (-1, 1)]);
    goes("fbmcF", DIAGONAL);
}

#[test]
fn directions_of_eight_targets() {
    for forward in ["fN", "ffN", "flfrN"] {
        goes(forward, &[(1, 2), (-1, 2)]);
    }
    goes("fsN", &[(2, 1), (-2, 1)]);
    goes("fhN", &[(1, 2), (-1, 2), (2, 1), (-2, 1)]);
    goes("flN", &[(-1, 2)]);
    goes("frN", &[(1, 2)]);
    goes("blN", &[(-1, -2)]);
    goes("lfN", &[(-2, 1)]);
    goes("lbN", &[(-2, -1)]);
    goes("rfN", &[(2, 1)]);
    goes("rbN", &[(2, -1)]);
    goes("bN", &[(1, -2), (-1, -2)]);
    goes("bsN", &[(2, -1), (-2, -1)]);
    goes("llN", &[(-2, 1), (-2, -1)]);
    goes("lvN", &[(-1, 2), (-1, -2)]);
    goes("rhN", &[(2, 1), (2, -1), (1, 2), (1, -2)]);
    goes("vN", &[(1, 2), (-1, 2), (1, -2), (-1, -2)]);
    goes("sN", &[(2, 1), (2, -1), (-2, 1), (-2, -1)]);
    goes("vsN", &[(2, 1), (2, -1), (-2, 1), (-2, -1)]);
    goes("svN", &[(1, 2), (-1, 2), (1, -2), (-1, -2)]);
    goes("ffbsN", &[(1, 2), (-1, 2), (2, -1), (-2, -1)]);
    goes("fbL", &[(1, 3), (-1, 3), (1, -3), (-1, -3)]);
    goes("rrJ", &[(3, 2), (3, -2)]);
    goes("lvJ", &[(-2, 3), (-2, -3)]);
}

#[test]
fn pawns_generals_and_lances() {
    let pawn = walks("fmWfcFifmnD");
    simple(
        "fmWfcFifmnD",
        &[(&[(0, 1)], Some(1), QUIET), (&[(1, 1), (-1, 1)], Some(1), TAKE), (&[(0, 2)], Some(1), QUIET)],
    );
    assert_eq!(pawn.iter().map(|walk| walk.fresh).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(pawn[2].legs[0].way, Way::Lame);
    assert_eq!(pawn[2].place.span, Span::new(106, 111));
    let (ahead, corners) = ([(0, 1)].as_slice(), [(1, 1), (-1, 1)].as_slice());
    simple(
        "fmFfcWifmnA",
        &[(corners, Some(1), QUIET), (ahead, Some(1), TAKE), (&[(2, 2), (-2, 2)], Some(1), QUIET)],
    );
    simple("WfF", &[(ORTHOGONAL, Some(1), BOTH), (corners, Some(1), BOTH)]);
    simple("FfW", &[(DIAGONAL, Some(1), BOTH), (ahead, Some(1), BOTH)]);
    simple("fR", &[(ahead, None, BOTH)]);
    simple("mcK", &[(&[ORTHOGONAL, DIAGONAL].concat(), Some(1), BOTH)]);
    simple("fceF", &[(corners, Some(1), End { passant: true, ..TAKE })]);
    simple("dN", &[(KNIGHT, Some(1), End { quiet: false, capture: false, own: true, ..BOTH })]);
    simple("mcdN", &[(KNIGHT, Some(1), End { own: true, ..BOTH })]);
    assert!(walks("oR")[0].wraps);
}

#[test]
fn lame_and_jumping_leaps() {
    let between = |right, forward| {
        let squares = Vector::new(right, forward).between();
        squares.iter().map(|vector| (vector.right, vector.forward)).collect::<Vec<_>>()
    };
    assert_eq!(between(0, 1), []);
    assert_eq!(between(1, -1), []);
    assert_eq!(between(1, 2), [(0, 1)]);
    assert_eq!(between(-2, -1), [(-1, 0)]);
    assert_eq!(between(2, -2), [(1, -1)]);
    assert_eq!(between(0, -3), [(0, -1), (0, -2)]);
    assert_eq!(between(1, 3), [(0, 1), (0, 2)]);
    assert_eq!(between(3, 2), [(1, 0), (2, 1)]);
    assert_eq!(between(-3, 3), [(-1, 1), (-2, 2)]);
    // The horse: a piece ahead takes both forward leaps; one on the corner takes none.
    let blocked: BTreeSet<_> = KNIGHT.iter().copied().filter(|(_, forward)| *forward != 2).collect();
    assert_eq!(reach("nN", "x 0 1"), blocked);
    assert_eq!(reach("nN", "x 1 1"), hand(KNIGHT));
    assert_eq!(reach("jN", "x 0 1"), hand(&[(1, 2), (-1, 2)]));
    assert_eq!(reach("nA", "o 1 1"), hand(&[(2, -2), (-2, -2), (-2, 2)]));
    assert_eq!(reach("fnNN", "o 1 3"), hand(&[(1, 2), (-1, 2), (-2, 4), (-3, 6)]));
}

#[test]
fn hoppers() {
    let [quiet, hop] = walks("mRcpR").try_into().expect("two walks");
    assert_eq!((quiet.legs[0].way, quiet.legs[0].end), (Way::Free, QUIET));
    assert_eq!((hop.legs[0].way, hop.legs[0].end, hop.legs[0].most), (Way::HopOne, TAKE, None));
    let pieces = "x 0 2, x 0 5, x 0 6";
    assert_eq!(reach("fcpR", pieces), hand(&[(0, 5)]));
    assert_eq!(reach("fpR", pieces), hand(&[(0, 3), (0, 4), (0, 5)]));
    assert_eq!(reach("fppR", pieces), hand(&[(0, 3), (0, 4), (0, 5), (0, 6), (0, 7)]));
    assert_eq!(reach("fgQ", "o 0 2, x 2 2"), hand(&[(0, 3), (3, 3)]));
    assert_eq!(reach("fpR3", pieces), hand(&[(0, 3)]));
    assert_eq!(reach("ffpNN", "o 1 2"), hand(&[(2, 4), (3, 6)]));
}

#[test]
fn crooked_and_circular() {
    let crooked = walks("zB");
    assert_eq!((crooked[0].legs[0].bend, crooked[0].legs[0].most), (Bend::Crooked(2), None));
    assert_eq!(first(&crooked[0]), hand(DIAGONAL));
    let zigzag = hand(&[(1, 1), (0, 2), (2, 0), (1, 3), (3, 1)]);
    assert_eq!(reach("frzF3", ""), zigzag);
    let rose = walks("qN");
    assert_eq!((rose[0].legs[0].bend, rose[0].legs[0].most), (Bend::Circular(1), None));
    let right = [(1, 2), (3, 3), (5, 2), (6, 0), (5, -2), (3, -3), (1, -2), (0, 0)];
    let left = [(1, 2), (0, 4), (-2, 5), (-4, 4), (-5, 2), (-4, 0), (-2, -1), (0, 0)];
    assert_eq!(reach("frqN8", ""), hand(&[right, left].concat()));
    assert_eq!(walks("zNN")[0].legs[0].bend, Bend::Crooked(1));
    assert_eq!(walks("qW4")[0].legs[0].most, Some(4));
    assert_eq!(Bend::Straight.hands(), [0]);
    assert_eq!(Vector::new(0, 0).turned(3), Vector::new(0, 0));
}

#[test]
fn chains() {
    let [horse] = walks("mafsW").try_into().expect("one walk");
    assert_eq!((horse.legs[0].end, horse.legs[1].end), (QUIET, BOTH));
    assert_eq!(set(horse.legs[1].first_steps(Some(Vector::new(1, 0)))), hand(&[(1, 1), (1, -1)]));
    assert_eq!(reach("mafsW", ""), hand(KNIGHT));
    for pieces in ["x 0 1", "o 1 0, x 1 1, x 1 2", "o 1 2"] {
        assert_eq!(reach("mafsW", pieces), reach("nN", pieces));
    }
    let [lion] = walks("caK").try_into().expect("one walk");
    assert_eq!((lion.legs[0].end, lion.legs[1].end), (TAKE, BOTH));
    assert_eq!(set(lion.legs[1].first_steps(Some(Vector::new(1, 1)))).len(), 8);
    assert_eq!(reach("caK", "x 0 1").len(), 8);
    assert_eq!(reach("cabK", "x 0 1, o 1 0"), hand(&[(0, 0)]));
    assert_eq!(reach("fpafW", "x 0 1"), hand(&[(0, 2)]));
    assert_eq!(reach("fpafR", "x 0 2"), reach("fpR", "x 0 2"));
    assert_eq!(reach("fdafW", "o 0 1, x 0 2"), hand(&[(0, 2)]));
    // A hook mover turns by a right angle; three legs go on from the last.
    assert_eq!(reach("fmasW2", "x 0 2"), hand(&[(1, 1), (2, 1), (-1, 1), (-2, 1)]));
    assert_eq!(reach("flafafrF", ""), hand(&[(-2, 3)]));
    assert_eq!(reach("frafrN", ""), hand(&[(3, 3)]));
    assert_eq!(reach("fabrD", ""), hand(&[(2, 0)]));
    assert!(walks("ioafW")[0].fresh && walks("ioafW")[0].wraps);
    assert_eq!(reach("aW", "").len(), 9);
}

#[test]
fn brackets() {
    let [on] = walks("[F-R]").try_into().expect("one walk");
    assert_eq!(on.legs.iter().map(|leg| leg.most).collect::<Vec<_>>(), [Some(1), None]);
    assert_eq!((on.legs[0].end, on.legs[1].end), (QUIET, BOTH));
    assert_eq!(set(on.legs[1].first_steps(Some(Vector::new(-1, 1)))), hand(&[(-1, 0), (0, 1)]));
    let [stop, go] = walks("[F?R]").try_into().expect("two walks");
    assert_eq!((stop.legs.len(), stop.legs[0].end), (1, BOTH));
    assert_eq!(go.legs, on.legs);
    assert_eq!(reach("[frF?R2]", ""), hand(&[(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]));
    assert_eq!(reach("[frF?R2]", "x 1 1"), hand(&[(1, 1)]));
    assert_eq!(reach("[fcF-cR]", "x 1 1, x 1 4"), hand(&[(1, 4)]));
    assert_eq!(reach("[fW-F]", ""), hand(&[(1, 2), (-1, 2)]));
    assert_eq!(reach("[frN-B2]", ""), hand(&[(2, 3), (3, 4)]));
    assert_eq!(reach("[fW-sW]", ""), hand(&[(1, 1), (-1, 1)]));
    assert_eq!(reach("[frF-flW]", ""), hand(&[(1, 2)]));
    assert_eq!(reach("[fW-K]", ""), hand(&[(0, 2), (1, 2), (-1, 2)]));
    assert_eq!(reach("[fW?fW?fW]", "x 0 3"), hand(&[(0, 1), (0, 2), (0, 3)]));
    assert_eq!(walks("[F?R]")[1].place.span, Span::new(100, 105));
    assert!(walks("[iF?R]").iter().all(|walk| walk.fresh));
}

#[test]
fn ski_sliders() {
    for ski in ["jR", "[D?R]"] {
        assert_eq!(reach(ski, "x 0 1, x 0 4, x 1 0"), {
            let mut far = hand(&[(0, 2), (0, 3), (0, 4)]);
            far.extend((2..=7).flat_map(|n| [(n, 0), (0, -n), (-n, 0)]));
            far
        });
    }
    assert_eq!(reach("fjQ3", ""), hand(&[(0, 2), (0, 3), (2, 2), (3, 3), (-2, 2), (-3, 3)]));
    assert_eq!(reach("fjcW2", "x 0 2"), hand(&[(0, 2)]));
    assert_eq!(walks("jW2").len(), 1);
}

#[test]
fn castling() {
    let castle = |text: &str| match read(text).moves.as_slice() {
        [.., Move::Castle(castle)] => *castle,
        moves => panic!("{text}: {moves:?}"),
    };
    let place = |start, end| Place { span: Span::new(start, end), ..AT };
    assert_eq!(castle("KisO2"), Castle { squares: 2, left: true, right: true, place: place(101, 105) });
    assert_eq!(read("KisO2").moves.len(), 2);
    assert_eq!(castle("irO3"), Castle { squares: 3, left: false, right: true, place: place(100, 104) });
    assert!(castle("O2").left && castle("O2").right);
}

#[test]
fn every_heading_has_its_turns() {
    for text in ["qNafrN", "zBafsB", "caQ", "mafsmafsR", "[N-R-B?N]", "[zB-R]", "jQ"] {
        for walk in walks(text) {
            let mut before: Vec<Option<Vector>> = vec![None];
            for Leg { heading, bend, .. } in &walk.legs {
                if let Heading::After(turns) = heading {
                    let from: BTreeSet<_> = turns.iter().map(|turn| Some(turn.from)).collect();
                    assert!(before.iter().all(|vector| from.contains(vector)), "{text}");
                }
                let firsts: Vec<Vector> = match heading {
                    Heading::Any(vectors) => vectors.clone(),
                    Heading::After(turns) => turns.iter().flat_map(|turn| turn.to.clone()).collect(),
                };
                before = firsts
                    .iter()
                    .flat_map(|first| bend.hands().into_iter().map(move |hand| (*first, hand)))
                    .flat_map(|(first, hand)| {
                        (1..16).scan(first, move |step, done| {
                            let last = *step;
                            *step = bend.next(last, done, hand);
                            Some(Some(last))
                        })
                    })
                    .collect();
            }
        }
    }
    assert_eq!(squares("x 1 2, o -3 4").len(), 2);
}
