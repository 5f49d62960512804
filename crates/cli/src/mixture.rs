//! A Gaussian mixture problem in memory, and synthetic problems: points drawn from a mixture, and a perturbed guess
//! as start.

use retrograde_problems::gmm::{constant, factor_len};

use crate::random::SplitMix64;

/// A mixture problem: parameters, data and prior.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mixture {
    /// Dimensions.
    pub(crate) d: usize,
    /// Components.
    pub(crate) k: usize,
    /// Points.
    pub(crate) n: usize,
    /// `k` log-weights, `k d` means and `k d (d + 1) / 2` factors, one after the other.
    pub(crate) parameters: Vec<f64>,
    /// `n d` numbers.
    pub(crate) points: Vec<f64>,
    /// The prior's scale.
    pub(crate) gamma: f64,
    /// The prior's degrees of freedom, less `d + 1`.
    pub(crate) m: usize,
}

impl Mixture {
    /// Splits a vector like `parameters` into log-weights, means and factors.
    pub(crate) fn split<'a>(&self, parameters: &'a [f64]) -> (&'a [f64], &'a [f64], &'a [f64]) {
        let (weights, rest) = parameters.split_at(self.k);
        let (means, factors) = rest.split_at(self.k * self.d);
        (weights, means, factors)
    }

    /// Splits a mutable vector in the same way.
    pub(crate) fn split_mut<'a>(
        &self,
        parameters: &'a mut [f64],
    ) -> (&'a mut [f64], &'a mut [f64], &'a mut [f64]) {
        let (weights, rest) = parameters.split_at_mut(self.k);
        let (means, factors) = rest.split_at_mut(self.k * self.d);
        (weights, means, factors)
    }

    /// Returns the part of the log-posterior that does not depend on the parameters.
    pub(crate) fn constant(&self) -> f64 {
        constant(self.d, self.k, self.n, self.gamma, self.m)
    }
}

/// The sizes and the seed of a synthetic problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    /// Dimensions.
    pub(crate) d: usize,
    /// Components.
    pub(crate) k: usize,
    /// Points.
    pub(crate) n: usize,
    /// The seed.
    pub(crate) seed: u64,
}

impl Recipe {
    /// Returns the number of numbers in the problem; `None` on overflow.
    pub(crate) fn numbers(&self) -> Option<usize> {
        let factor = self.d.checked_add(1)?.checked_mul(self.d)? / 2;
        let component = factor.checked_add(self.d)?.checked_add(1)?;
        component.checked_mul(self.k)?.checked_add(self.n.checked_mul(self.d)?)
    }
}

/// Generates the problem. The centres of the components are some deviations apart, and each has its own shape.
pub(crate) fn generate(recipe: &Recipe) -> Mixture {
    let &Recipe { d, k, n, seed } = recipe;
    let mut random = SplitMix64::new(seed);
    let means: Vec<f64> = (0..k * d).map(|_| random.between(-3.0, 3.0)).collect();
    let deviations: Vec<f64> = (0..k * d).map(|_| random.between(0.5, 1.5)).collect();
    let mut points = Vec::with_capacity(n * d);
    for _ in 0..n {
        let component = random.below(k);
        for i in component * d..(component + 1) * d {
            points.push(means[i] + deviations[i] * random.normal());
        }
    }
    let mut parameters = Vec::with_capacity(k * (1 + d + factor_len(d)));
    parameters.extend((0..k).map(|_| 0.1 * random.normal()));
    parameters.extend(means.iter().map(|mean| mean + 0.2 * random.normal()));
    for component in deviations.chunks_exact(d) {
        // Logarithms of the diagonal of the inverse root of the covariance, then the entries below it.
        parameters.extend(component.iter().map(|deviation| -deviation.ln() + 0.1 * random.normal()));
        parameters.extend((d..factor_len(d)).map(|_| 0.1 * random.normal()));
    }
    Mixture { d, k, n, parameters, points, gamma: 1.0, m: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::gmm::{add_gradient, objective};

    #[test]
    fn a_seed_fixes_the_mixture() {
        let recipe = Recipe { d: 3, k: 2, n: 7, seed: 5 };
        let mixture = generate(&recipe);
        assert_eq!(mixture, generate(&recipe));
        assert_ne!(mixture, generate(&Recipe { seed: 6, ..recipe }));
        assert_eq!(Some(mixture.parameters.len() + mixture.points.len()), recipe.numbers());
        assert_eq!(Recipe { d: usize::MAX, ..recipe }.numbers(), None);
    }

    #[test]
    fn the_points_are_likely_and_the_gradient_is_that_of_the_value() {
        let mixture = generate(&Recipe { d: 2, k: 3, n: 400, seed: 1 });
        let value = objective(&mixture);
        let mut elsewhere = mixture.clone();
        elsewhere.points.iter_mut().for_each(|x| *x += 20.0);
        assert!(value > objective(&elsewhere) + 1e3, "{value}");
        let mut gradient = vec![0.0; mixture.parameters.len()];
        add_gradient(&mixture, value, &mut gradient);
        for (i, slope) in gradient.iter().enumerate() {
            let at = |step: f64| {
                let mut moved = mixture.clone();
                moved.parameters[i] += step;
                objective(&moved)
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((slope - difference).abs() < 1e-4 * slope.abs().max(1.0), "{i}: {slope} {difference}");
        }
    }
}
