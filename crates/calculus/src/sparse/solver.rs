//! [`Solver`]: sparse linear systems of one pattern, as a differentiable function of the entries and the right side.

use super::csr::Csr;
use super::lu::Lu;
use super::order::fewest_entries;
use super::pattern::Pattern;
use crate::arrays::{self, instructions};
use retrograde::Real;
use retrograde::rules::Whole;
use std::sync::Arc;

/// Systems `A x = b` whose matrices have one square pattern: the order in which their columns are eliminated is found once.
///
/// The factors are those of an LU decomposition with pivots, at floats. At numbers with derivatives a solution is refined, `x ← x + A⁻¹ (b − A x)`, which gains an
/// order with each step. Of a singular matrix it is infinite or not-a-number, and so are its derivatives.
///
/// ```
/// use retrograde::{Active, value_and_gradient};
/// use retrograde_calculus::sparse::{Pattern, Solver, solve};
///
/// // Springs in a row: the energy ½ fᵀ A⁻¹ f by the stiffness of each.
/// let n = 100;
/// let rows: Vec<Vec<usize>> = (0..n).map(|i: usize| (i.saturating_sub(1)..(i + 2).min(n)).collect()).collect();
/// let solver = Solver::prepare(Pattern::new(n, &rows));
/// let energy = |k: Vec<Active>| {
///     let entries: Vec<Active> = (0..n)
///         .flat_map(|i| {
///             let left = (i > 0).then(|| -k[i]);
///             let right = (i + 1 < n).then(|| -k[i + 1]);
///             [left, Some(k[i] + right.map_or(Active::constant_of(0.0), |r| -r)), right].into_iter().flatten()
///         })
///         .collect();
///     let load: Vec<Active> = (0..n).map(|i| Active::constant_of(if i + 1 == n { 1.0 } else { 0.0 })).collect();
///     solve(&entries, &load, &solver)[n - 1] * 0.5
/// };
/// // One after another they give way by the sum of 1 / k.
/// let (value, gradient) = value_and_gradient(energy, &vec![2.0; n])?;
/// assert!((value - 0.25 * n as f64).abs() < 1e-9 && gradient.iter().all(|g| (g + 0.125).abs() < 1e-9));
/// # Ok::<(), retrograde::tape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    pattern: Arc<Pattern>,
    order: Arc<[usize]>,
}

impl Solver {
    /// Finds the order in which columns are eliminated, so that the factors have few entries.
    ///
    /// # Panics
    ///
    /// If the pattern is not square.
    #[track_caller]
    pub fn prepare(pattern: impl Into<Arc<Pattern>>) -> Self {
        let pattern = pattern.into();
        assert!(
            pattern.rows() == pattern.columns(),
            "a system has as many equations as unknowns, and this pattern has {} rows and {} columns",
            pattern.rows(),
            pattern.columns()
        );
        let order = fewest_entries(&pattern).into();
        Solver { pattern, order }
    }

    /// The pattern of the matrices.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// Returns the number of entries of the factors of a matrix: what its solution costs.
    ///
    /// # Panics
    ///
    /// If there is not a number for each entry of the pattern.
    #[track_caller]
    pub fn fill(&self, entries: &[f64]) -> usize {
        self.decomposed(entries).entries()
    }

    /// Panics if a matrix or a right side has not the shape of the pattern.
    #[track_caller]
    fn fits(&self, entries: usize, b: usize) {
        let (all, n) = (self.pattern.entries(), self.pattern.rows());
        assert!(entries == all, "the pattern of this system has {all} entries, and the matrix {entries}");
        assert!(b == n, "this system has {n} equations, and the right side {b} numbers");
    }

    #[track_caller]
    fn decomposed<T: Real>(&self, entries: &[T]) -> Lu {
        let floats = entries.iter().map(|a| a.primal()).collect();
        Lu::new(&Csr::new(Arc::clone(&self.pattern), floats).transposed(), &self.order)
    }

    /// Calls a function with the place, the row and the column of each entry.
    fn each(&self, mut call: impl FnMut(usize, usize, usize)) {
        for i in 0..self.pattern.rows() {
            for k in self.pattern.starts()[i]..self.pattern.starts()[i + 1] {
                call(k, i, self.pattern.indices()[k]);
            }
        }
    }

    /// Refines what the factors give, until all derivatives of the number are there: `product` adds a product with the matrix.
    fn refined<T: Real>(
        b: &[T],
        solve: impl Fn(&[T]) -> Vec<T>,
        subtract: impl Fn(&[T], &mut [T]),
    ) -> Vec<T> {
        let mut x = solve(b);
        // One step more than derivatives need makes up for pivots that are not the largest.
        for _ in 0..=T::ORDER {
            let mut rest = b.to_vec();
            subtract(&x, &mut rest);
            x.iter_mut().zip(solve(&rest)).for_each(|(x, step)| *x += step);
        }
        x
    }

    fn solved<T: Real>(&self, lu: &Lu, a: &[T], b: &[T]) -> Vec<T> {
        let subtract = |x: &[T], rest: &mut [T]| self.each(|k, i, j| rest[i] -= a[k] * x[j]);
        Self::refined(b, |b| lu.solve(b), subtract)
    }

    fn solved_transposed<T: Real>(&self, lu: &Lu, a: &[T], b: &[T]) -> Vec<T> {
        let subtract = |x: &[T], rest: &mut [T]| self.each(|k, i, j| rest[j] -= a[k] * x[i]);
        Self::refined(b, |b| lu.solve_transposed(b), subtract)
    }
}

/// `x = A⁻¹ b`, with `b̅ = A⁻ᵀ x̅` and `A̅ = −b̅ xᵀ` on the pattern.
impl Whole for Solver {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let (a, b) = x.split_at(self.pattern.entries());
        y.copy_from_slice(&self.solved(&self.decomposed(a), a, b));
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (a, b) = x.split_at(self.pattern.entries());
        let lu = self.decomposed(a);
        let solution = self.solved(&lu, a, b);
        let bar = self.solved_transposed(&lu, a, y_bar);
        let (a_bar, b_bar) = x_bar.split_at_mut(a.len());
        self.each(|k, i, j| a_bar[k] -= bar[i] * solution[j]);
        b_bar.iter_mut().zip(&bar).for_each(|(to, bar)| *to += *bar);
    }
}

/// The solution `x` of `A x = b`, where `A` has these entries at the places of the solver's pattern.
///
/// # Panics
///
/// If there is not a number for each entry of the pattern, and for each of its rows.
#[retrograde::differentiable]
pub fn solve<T: Real>(entries: &[T], b: &[T], #[inactive] solver: &Solver) -> Vec<T> {
    let mut x = vec![T::constant(0.0); b.len()];
    add_solve(&mut x, entries, b, solver);
    x
}

instructions! {
    /// `y += A⁻¹ b`, an instruction for reversible functions; see [`solve()`].
    add_solve, take_solve, add_solve_adjoint, take_solve_adjoint[](entries entries_bar, b b_bar; #[inactive] solver [&Solver])
        [{
            solver.fits(entries.len(), b.len());
            b.len()
        }] => arrays::value(solver.clone(), &[entries, b], b.len()), |y_bar| arrays::pulled(solver, &[entries, b], y_bar);
}
