//! [`Linearisation`]: residuals and Jacobian of all observations. [`Unknowns`] here are those of one side and the other by
//! what becomes of them: eliminated (`E` each), kept (`K` each), own (`P` each).

use super::memory::bytes_of;
use super::problem::{Derivatives, Observations};

/// The unknowns, borrowed: the side that is eliminated, the side that is kept, the observations' own.
pub(super) struct Sides<'a, const E: usize, const K: usize, const P: usize> {
    pub(super) eliminated: &'a mut [[f64; E]],
    pub(super) kept: &'a mut [[f64; K]],
    pub(super) own: &'a mut [[f64; P]],
}

impl<const E: usize, const K: usize, const P: usize> Sides<'_, E, K, P> {
    /// Returns all numbers, always in the same order.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        let sides = self.eliminated.iter_mut().flatten().chain(self.kept.iter_mut().flatten());
        sides.chain(self.own.iter_mut().flatten())
    }

    /// Writes the residuals of all observations and of all own unknowns.
    pub(super) fn residuals<const R: usize, O: Observations<E, K, R, P>>(
        &self,
        observations: &O,
        residuals: &mut [[f64; R]],
        priors: &mut [[f64; P]],
    ) {
        observations.residuals(self.eliminated, self.kept, self.own, residuals);
        for (i, prior) in priors.iter_mut().enumerate() {
            *prior = observations.prior(i, &self.own[i]);
        }
    }

    /// Writes residuals and Jacobian.
    pub(super) fn linearise<const R: usize, O: Observations<E, K, R, P>>(
        &self,
        observations: &O,
        at: &mut Linearisation<E, K, R, P>,
    ) {
        let Linearisation { residuals, eliminated, kept, own, .. } = at;
        let out = Derivatives { residuals, first: eliminated, second: kept, own };
        observations.linearise_all(self.eliminated, self.kept, self.own, out);
        for (i, (prior, slope)) in at.priors.iter_mut().zip(&mut at.prior_blocks).enumerate() {
            (*prior, *slope) = observations.linearise_prior(i, &self.own[i]);
        }
    }
}

/// Residuals and Jacobian of all observations, column by column.
pub(super) struct Linearisation<const E: usize, const K: usize, const R: usize, const P: usize> {
    pub(super) residuals: Vec<[f64; R]>,
    /// Columns of the entity that is eliminated.
    pub(super) eliminated: Vec<[[f64; R]; E]>,
    /// Columns of the entity that is kept.
    pub(super) kept: Vec<[[f64; R]; K]>,
    /// Columns of the observation's own unknowns.
    pub(super) own: Vec<[[f64; R]; P]>,
    /// Residuals of own unknowns; empty where there are none.
    pub(super) priors: Vec<[f64; P]>,
    pub(super) prior_blocks: Vec<[[f64; P]; P]>,
}

impl<const E: usize, const K: usize, const R: usize, const P: usize> Linearisation<E, K, R, P> {
    /// Returns how many bytes it takes; nothing where they overflow.
    pub(super) fn bytes(observations: usize) -> Option<usize> {
        bytes_of::<([f64; R], [[f64; R]; E], [[f64; R]; K], [[f64; R]; P], [f64; P], [[f64; P]; P])>(
            observations,
        )
    }

    /// Returns room for so many observations.
    pub(super) fn new(observations: usize) -> Self {
        let own = if P == 0 { 0 } else { observations };
        Self {
            residuals: vec![[0.0; R]; observations],
            eliminated: vec![[[0.0; R]; E]; observations],
            kept: vec![[[0.0; R]; K]; observations],
            own: vec![[[0.0; R]; P]; observations],
            priors: vec![[0.0; P]; own],
            prior_blocks: vec![[[0.0; P]; P]; own],
        }
    }

    /// Returns the first observation with a residual or derivative that is not finite.
    pub(super) fn fault(&self) -> Option<usize> {
        let sum = |columns: &[[f64; R]]| columns.iter().flatten().map(|x| x * 0.0).sum::<f64>();
        let by_block = |i: usize| sum(&self.eliminated[i]) + sum(&self.kept[i]) + sum(&self.own[i]);
        let is_bad = |i: &usize| {
            let own = self.priors.get(*i).zip(self.prior_blocks.get(*i)).map_or(0.0, |(prior, slopes)| {
                prior.iter().chain(slopes.iter().flatten()).map(|x| x * 0.0).sum::<f64>()
            });
            // A sum of zeros unless one of the numbers is infinite or none.
            sum(&self.residuals[*i..=*i]) + by_block(*i) + own != 0.0
        };
        (0..self.residuals.len()).find(is_bad)
    }
}

/// Returns `½ Σ |r|² + ½ Σ |prior|²`.
pub(super) fn cost<const R: usize, const P: usize>(residuals: &[[f64; R]], priors: &[[f64; P]]) -> f64 {
    0.5 * (square_sum(residuals) + square_sum(priors))
}

fn square_sum<const R: usize>(residuals: &[[f64; R]]) -> f64 {
    residuals.iter().map(|r| dot(r, r)).sum()
}

/// Returns the inner product of two short arrays.
#[inline(always)]
pub(super) fn dot<const R: usize>(a: &[f64; R], b: &[f64; R]) -> f64 {
    let mut sum = -0.0;
    for r in 0..R {
        sum += a[r] * b[r];
    }
    sum
}

/// Adds the columns' multiples to `to`: a product of a block with a step.
#[inline(always)]
pub(super) fn add_product<const R: usize, const N: usize>(
    to: &mut [f64; R],
    columns: &[[f64; R]; N],
    step: &[f64; N],
) {
    for (column, step) in columns.iter().zip(step) {
        for r in 0..R {
            to[r] += column[r] * step;
        }
    }
}
