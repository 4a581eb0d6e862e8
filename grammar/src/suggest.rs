//! What a word that is not known was probably meant to be. Imports nothing.

/// Words that people use, and what they may mean.
const SYNONYMS: &str = include_str!("synonyms.txt");

/// The word among the candidates that was probably meant: the same in other case, then a known other word for
/// it, then one of few letters' difference. Among equals, the first.
pub fn suggest<'a, C>(word: &str, candidates: C) -> Option<&'a str>
where
    C: IntoIterator<Item = &'a str>,
{
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let lower = word.to_ascii_lowercase();
    other_case(&lower, &candidates)
        .or_else(|| alias(&lower, &candidates))
        .or_else(|| nearest(&lower, &candidates))
}

fn other_case<'a>(lower: &str, candidates: &[&'a str]) -> Option<&'a str> {
    candidates.iter().copied().find(|candidate| candidate.eq_ignore_ascii_case(lower))
}

fn alias<'a>(lower: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let singular = lower.strip_suffix('s').unwrap_or(lower);
    SYNONYMS
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(wrong, _)| *wrong == lower || *wrong == singular)
        .flat_map(|(_, meant)| meant.split(' '))
        .find_map(|meant| candidates.iter().copied().find(|candidate| *candidate == meant))
}

fn nearest<'a>(lower: &str, candidates: &[&'a str]) -> Option<&'a str> {
    /// Longer words are names that nobody mistypes into another.
    const LONGEST: usize = 60;
    let length = lower.chars().count();
    let most = match length {
        0..=2 => 0,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    if most == 0 || length > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(lower.len()) > most || candidate.len() < 2 {
            continue;
        }
        let distance = edit_distance(lower, candidate);
        if distance <= most && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many letters must be put, taken away, changed, or swapped with the next, to make one word the other.
#[must_use]
pub fn edit_distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut here = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let change = last[column] + usize::from(letter != other);
            let mut least = change.min(last[column + 1] + 1).min(here[column] + 1);
            if row > 0 && column > 0 && *letter == to[column - 1] && from[row - 1] == *other {
                least = least.min(before[column - 1] + 1);
            }
            here.push(least);
        }
        before = std::mem::replace(&mut last, here);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, suggest};

    #[test]
    fn the_ladder_goes_from_case_over_other_words_to_few_letters() {
        let known = ["knight", "rook", "forward", "near", "empty"];
        assert_eq!(suggest("Rook", known), Some("rook"));
        assert_eq!(suggest("horse", known), Some("knight"));
        assert_eq!(suggest("horses", known), Some("knight"));
        assert_eq!(suggest("horse", ["rook"]), None);
        assert_eq!(suggest("north", known), Some("forward"));
        assert_eq!(suggest("kinght", known), Some("knight"));
        assert_eq!(suggest("roook", known), Some("rook"));
        assert_eq!(suggest("x", known), None);
        assert_eq!(suggest("wizard", known), None);
    }

    #[test]
    fn swapped_letters_count_once() {
        assert_eq!(edit_distance("slide", "sldie"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("step", "stop"), 1);
    }
}
