//! Letters for direction, from names to vectors: seen from the owner's side for the first leg, from the
//! heading for further legs. Raises directions that do not exist and those that add nothing.
//! Imports `source`, `codes`, `scan`, `tree`.

use super::codes::{Findings, NO_DIRECTION, TWICE};
use super::scan::{Atom, Letter};
use super::tree::Vector;
use crate::source::Span;

/// One name of a direction: one letter, or two.
#[derive(Clone, Copy, Debug)]
struct Name {
    first: char,
    second: Option<char>,
    span: Span,
}

/// Which names there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Names {
    /// W, D, H: one letter each, in any order.
    Orthogonal,
    /// F, A, G and further legs: one letter, or one for forward and back with one for the sides behind it.
    Diagonal,
    /// N, L, J: one letter, or any pair that halves it further.
    Oblique,
}

/// The vectors of a first leg, without those of no letter. All of the atom's if there are no letters.
pub(super) fn absolute(atom: &Atom, runs: &[Vec<Letter>], found: &mut Findings<'_>) -> Vec<Vector> {
    let mut vectors = Vec::new();
    for leap in atom.leaps() {
        let targets = targets(*leap);
        if runs.is_empty() {
            vectors.extend(targets);
            continue;
        }
        let names = match leap {
            Vector { right: 0, .. } => Names::Orthogonal,
            Vector { right, forward } if right == forward => Names::Diagonal,
            _ => Names::Oblique,
        };
        let whose = format!("`{}`", atom.letter);
        vectors.extend(gather(runs, names, &whose, found, |name| match names {
            Names::Oblique => oblique(*leap, name),
            Names::Orthogonal | Names::Diagonal => {
                let eighths = eighths(name)?;
                Some(
                    eighths.iter().flat_map(|eighth| nearest(&targets, Vector::new(0, 1), *eighth)).collect(),
                )
            }
        }));
    }
    vectors
}

/// The eighths of a turn that the letters of a further leg name; none if there are no letters.
pub(super) fn relative(runs: &[Vec<Letter>], found: &mut Findings<'_>) -> Vec<i8> {
    gather(runs, Names::Diagonal, "a further leg", found, |name| eighths(name).map(<[i8]>::to_vec))
}

/// All vectors of an atom, clockwise.
pub(super) fn targets(leap: Vector) -> Vec<Vector> {
    let every = if leap.right == 0 || leap.right == leap.forward { 2 } else { 1 };
    (0..8).step_by(every).map(|eighths| leap.turned(eighths)).collect()
}

/// Those of the vectors, all of one length, that point nearest to `eighths` to the right of `heading`.
pub(super) fn nearest(vectors: &[Vector], heading: Vector, eighths: i8) -> Vec<Vector> {
    let (mut right, mut forward) = (i32::from(heading.right), i32::from(heading.forward));
    for _ in 0..eighths.rem_euclid(8) {
        (right, forward) = (right + forward, forward - right);
    }
    let along = |vector: &Vector| i32::from(vector.right) * right + i32::from(vector.forward) * forward;
    let most = vectors.iter().map(along).max();
    vectors.iter().copied().filter(|vector| Some(along(vector)) == most).collect()
}

/// Reads all names of the runs and puts together what `meaning` gives for each.
fn gather<T: PartialEq>(
    runs: &[Vec<Letter>],
    names: Names,
    whose: &str,
    found: &mut Findings<'_>,
    meaning: impl Fn(Name) -> Option<Vec<T>>,
) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for name in runs.iter().flat_map(|run| split(run, names)) {
        let said = found.slice(name.span);
        let Some(meant) = meaning(name) else {
            found.report(
                NO_DIRECTION,
                name.span,
                format!("{whose} has no direction `{said}`"),
                help(names, name),
            );
            continue;
        };
        let before = all.len();
        for one in meant {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        if all.len() == before {
            let message = format!("`{said}` adds no direction that is not said already");
            found.report(TWICE, name.span, message, "leave it out");
        }
    }
    all
}

/// What to write instead of a direction that there is not.
fn help(names: Names, name: Name) -> &'static str {
    match (names, name.first, name.second) {
        (Names::Diagonal, 'l' | 'r' | 's', Some('f' | 'b' | 'v')) => {
            "on diagonals and in further legs forward or back comes first: `fl`, `fr`, `bl`, `br`"
        }
        (Names::Orthogonal, ..) => "it has f, b, l, r, v (f and b), s (l and r)",
        (Names::Diagonal, ..) => {
            "it has f, b, l, r, v, s and fl, fr, bl, br; doubled letters and `h` are for N, L, J"
        }
        (Names::Oblique, ..) => "`h` stands behind f, b, l or r: `fh` is the forward half",
    }
}

/// The names in letters that stand side by side, from the left, the longest first.
fn split(run: &[Letter], names: Names) -> Vec<Name> {
    let mut all = Vec::new();
    let mut rest = run;
    while let [first, more @ ..] = rest {
        let second = more.first().filter(|second| pairs(names, first.letter, second.letter, more.get(1)));
        let span = second.map_or(first.span, |second| first.span.to(second.span));
        all.push(Name { first: first.letter, second: second.map(|second| second.letter), span });
        rest = if second.is_some() { more.get(1..).unwrap_or(&[]) } else { more };
    }
    all
}

/// Whether two letters are one name. Names that do not exist are pairs too, to be refused as such.
fn pairs(names: Names, first: char, second: char, third: Option<&Letter>) -> bool {
    let upright = |letter| matches!(letter, 'f' | 'b' | 'v');
    let sideways = |letter| matches!(letter, 'l' | 'r' | 's');
    if first == 'h' {
        return false;
    }
    if first == second || second == 'h' {
        return true;
    }
    match names {
        Names::Orthogonal => false,
        Names::Oblique => upright(first) != upright(second),
        Names::Diagonal if upright(first) => sideways(second),
        // `lf` is no name, but in `lfr` an `l` and an `fr` stand side by side.
        Names::Diagonal => upright(second) && !third.is_some_and(|third| sideways(third.letter)),
    }
}

/// The bearings of a name for atoms with four targets and for further legs, in eighths to the right.
fn eighths(name: Name) -> Option<&'static [i8]> {
    Some(match (name.first, name.second) {
        ('f', None) => &[0],
        ('r', None) => &[2],
        ('b', None) => &[4],
        ('l', None) => &[6],
        ('v', None) => &[0, 4],
        ('s', None) => &[2, 6],
        ('f', Some('r')) => &[1],
        ('b', Some('r')) => &[3],
        ('b', Some('l')) => &[5],
        ('f', Some('l')) => &[7],
        ('f', Some('s')) => &[1, 7],
        ('b', Some('s')) => &[3, 5],
        ('v', Some('r')) => &[1, 3],
        ('v', Some('l')) => &[5, 7],
        ('v', Some('s')) => &[1, 3, 5, 7],
        _ => return None,
    })
}

/// The vectors of a name for an atom with eight targets.
fn oblique(leap: Vector, name: Name) -> Option<Vec<Vector>> {
    let (short, long) = (leap.right, leap.forward);
    let halves = match name.first {
        'v' => ['f', 'b'].as_slice(),
        's' => &['l', 'r'],
        'f' => &['f'],
        'b' => &['b'],
        'l' => &['l'],
        'r' => &['r'],
        _ => return None,
    };
    let mut vectors = Vec::new();
    for half in halves {
        // The furthest two of this half, and the other two of it.
        let (far, flat) = match half {
            'f' => ([(-short, long), (short, long)], [(-long, short), (long, short)]),
            'b' => ([(-short, -long), (short, -long)], [(-long, -short), (long, -short)]),
            'l' => ([(-long, -short), (-long, short)], [(-short, -long), (-short, long)]),
            _ => ([(long, -short), (long, short)], [(short, -long), (short, long)]),
        };
        match name.second {
            None => vectors.extend(far),
            Some('h') => vectors.extend(far.into_iter().chain(flat)),
            Some(second) if second == name.first => vectors.extend(far),
            Some('s' | 'v') => vectors.extend(flat),
            // In all four tables the first of the two lies to the left, or back.
            Some('l' | 'b') => vectors.push(far[0]),
            Some(_) => vectors.push(far[1]),
        }
    }
    Some(vectors.into_iter().map(|(right, forward)| Vector { right, forward }).collect())
}
