//! Logistic regression by Newton's method, with a normal prior, and errors that know that the positions of one game
//! have one result (Huber, 1967; White, 1980; by game: Liang and Zeger, 1986). Imports no room of this crate but
//! `games` beside it.

use super::games::Seen;

/// What is held of a weight before anything is seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Prior {
    /// Where it is.
    pub at: f64,
    /// How far off it may well be.
    pub within: f64,
}

/// Weights and their standard errors.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    pub weights: Vec<f64>,
    pub errors: Vec<f64>,
}

/// Steps of Newton's method at most.
const STEPS: u32 = 25;
/// How often a step is halved that makes things worse: far off, the curve misleads.
const HALVINGS: u32 = 30;

/// A symmetric matrix in full.
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// The lower triangle whose product with itself turned round this is (Cholesky); it must be positive definite, as a
    /// sum of squares and a positive diagonal is.
    fn triangle(&self) -> Matrix {
        let mut lower = Matrix::new(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let sum: f64 = (0..column).map(|k| lower.get(row, k) * lower.get(column, k)).sum();
                let rest = self.get(row, column) - sum;
                *lower.at(row, column) =
                    if row == column { rest.max(1e-12).sqrt() } else { rest / lower.get(column, column) };
            }
        }
        lower
    }

    /// Solves for this being the lower triangle of a matrix.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut found = right.to_vec();
        for row in 0..self.size {
            let sum: f64 = (0..row).map(|k| self.get(row, k) * found[k]).sum();
            found[row] = (found[row] - sum) / self.get(row, row);
        }
        for row in (0..self.size).rev() {
            let sum: f64 = (row + 1..self.size).map(|k| self.get(k, row) * found[k]).sum();
            found[row] = (found[row] - sum) / self.get(row, row);
        }
        found
    }
}

fn expected(row: &[(u16, f32)], weights: &[f64]) -> f64 {
    let sum: f64 = row.iter().map(|(at, value)| weights[usize::from(*at)] * f64::from(*value)).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The most likely weights.
pub(super) fn fit(prior: &[Prior], seen: &[Seen]) -> Found {
    let size = prior.len();
    let mut weights: Vec<f64> = prior.iter().map(|prior| prior.at).collect();
    let mut worst = loss(prior, seen, &weights);
    for _ in 0..STEPS {
        let (gradient, curve) = slope(prior, seen, &weights);
        let step = curve.triangle().solve(&gradient);
        let mut part = 1.0;
        let better = (0..HALVINGS).find_map(|_| {
            let tried: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight + part * step).collect();
            part /= 2.0;
            let found = loss(prior, seen, &tried);
            (found < worst).then_some((tried, found))
        });
        let Some((tried, found)) = better else { break };
        let gained = worst - found;
        (weights, worst) = (tried, found);
        if gained < 1e-7 * worst.abs() {
            break;
        }
    }
    let (_, curve) = slope(prior, seen, &weights);
    let lower = curve.triangle();
    let mut spread = vec![0.0; size];
    for game in seen {
        let mut sum = vec![0.0; size];
        for row in &game.rows {
            let off = game.result - expected(row, &weights);
            for (at, value) in row {
                sum[usize::from(*at)] += off * f64::from(*value);
            }
        }
        for (spread, moved) in spread.iter_mut().zip(lower.solve(&sum)) {
            *spread += moved * moved;
        }
    }
    Found { weights, errors: spread.into_iter().map(f64::sqrt).collect() }
}

/// How unlikely weights are, by what was held and what was seen: the negative logarithm, but for a constant.
pub(super) fn loss(prior: &[Prior], seen: &[Seen], weights: &[f64]) -> f64 {
    let off = |(prior, weight): (&Prior, &f64)| ((prior.at - weight) / prior.within).powi(2) / 2.0;
    let held: f64 = prior.iter().zip(weights).map(off).sum();
    let mut sum = 0.0;
    for game in seen {
        for row in &game.rows {
            let expected = expected(row, weights).clamp(1e-12, 1.0 - 1e-12);
            sum -= game.result * expected.ln() + (1.0 - game.result) * (1.0 - expected).ln();
        }
    }
    held + sum
}

/// How the likelihood grows with the weights, and how that growth falls off.
fn slope(prior: &[Prior], seen: &[Seen], weights: &[f64]) -> (Vec<f64>, Matrix) {
    let mut gradient: Vec<f64> = prior
        .iter()
        .zip(weights)
        .map(|(prior, weight)| (prior.at - weight) / (prior.within * prior.within))
        .collect();
    let mut curve = Matrix::new(prior.len());
    for (index, prior) in prior.iter().enumerate() {
        *curve.at(index, index) = 1.0 / (prior.within * prior.within);
    }
    for game in seen {
        for row in &game.rows {
            let expected = expected(row, weights);
            let (off, bend) = (game.result - expected, expected * (1.0 - expected));
            for (at, value) in row {
                gradient[usize::from(*at)] += off * f64::from(*value);
                for (other, by) in row {
                    *curve.at(usize::from(*at), usize::from(*other)) +=
                        bend * f64::from(*value) * f64::from(*by);
                }
            }
        }
    }
    (gradient, curve)
}

#[cfg(test)]
mod tests {
    use super::{Prior, fit};
    use crate::dice::Dice;
    use crate::value::learn::games::Seen;

    /// Games of one position whose results are drawn by known weights give those weights back, within their errors.
    #[test]
    fn known_weights_come_back() {
        let truth = [0.8, -0.3];
        let mut dice = Dice::new(7);
        let mut seen = Vec::new();
        for _ in 0..4000 {
            let row: Vec<(u16, f32)> =
                (0..2u16).map(|at| (at, if dice.below(2) == 0 { 1.0 } else { -1.0 })).collect();
            let sum: f64 = row.iter().map(|(at, value)| truth[usize::from(*at)] * f64::from(*value)).sum();
            let won = dice.fraction() < 1.0 / (1.0 + (-sum).exp());
            seen.push(Seen { rows: vec![row], result: f64::from(u8::from(won)), differs: vec![] });
        }
        let found = fit(&[Prior { at: 0.0, within: 3.0 }; 2], &seen);
        for (index, truth) in truth.iter().enumerate() {
            let (weight, error) = (found.weights[index], found.errors[index]);
            assert!((weight - truth).abs() < 4.0 * error, "{weight} ± {error}, truth {truth}");
            // By hand: a column of signs over 4000 games with odds near even has an error of about 1 in 30.
            assert!((0.02..0.06).contains(&error), "{error}");
        }
    }

    /// Where nothing is seen, what was held before is kept, and no error is claimed.
    #[test]
    fn nothing_seen_changes_nothing() {
        let found = fit(&[Prior { at: 1.5, within: 1.0 }], &[]);
        assert_eq!((found.weights, found.errors), (vec![1.5], vec![0.0]));
    }
}
