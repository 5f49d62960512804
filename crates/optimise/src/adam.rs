//! Steps down a gradient whose lengths follow from the gradients before.

use std::fmt;

/// Adam (Kingma and Ba, 2014): descent by running means of gradients and of their squares.
///
/// It needs nothing but gradients, which may be noisy. Where they are exact and there are few parameters,
/// [`LevenbergMarquardt`](crate::LevenbergMarquardt) or Newton's method takes far fewer steps.
///
/// ```
/// use retrograde_optimise::Adam;
///
/// // The least value of (x - 3)² + 10 y².
/// let mut at = [0.0, 1.0];
/// let mut adam = Adam::new(0.05);
/// for _ in 0..2000 {
///     let gradient = [2.0 * (at[0] - 3.0), 20.0 * at[1]];
///     adam.step(&mut at, &gradient)?;
/// }
/// assert!((at[0] - 3.0).abs() < 1e-6 && at[1].abs() < 1e-6);
/// # Ok::<(), retrograde_optimise::NotFinite>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adam {
    rate: f64,
    decays: [f64; 2],
    steps: i32,
    /// The running means of the gradients and of their squares; empty before the first step.
    means: Vec<[f64; 2]>,
}

impl Adam {
    /// A descent by steps of about this length in each parameter, with the decays 0.9 and 0.999.
    pub const fn new(rate: f64) -> Adam {
        Adam { rate, decays: [0.9, 0.999], steps: 0, means: Vec::new() }
    }

    /// Replaces the decays of the mean of the gradients, and of the mean of their squares; both are at least 0 and less than 1.
    #[must_use]
    pub fn decays(self, gradients: f64, squares: f64) -> Adam {
        Adam { decays: [gradients, squares], ..self }
    }

    /// Replaces the rate, as a schedule does.
    pub fn set_rate(&mut self, rate: f64) {
        self.rate = rate;
    }

    /// Moves the parameters by a step against a gradient.
    ///
    /// # Errors
    ///
    /// A number of the gradient is infinite or NaN; nothing has changed.
    ///
    /// # Panics
    ///
    /// There are not as many parameters as numbers in the gradient, or as at the first step.
    pub fn step(&mut self, parameters: &mut [f64], gradient: &[f64]) -> Result<(), NotFinite> {
        assert_eq!(parameters.len(), gradient.len(), "the gradient has a number for each parameter");
        if let Some(at) = gradient.iter().position(|g| !g.is_finite()) {
            return Err(NotFinite { at });
        }
        if self.steps == 0 {
            self.means = vec![[0.0; 2]; parameters.len()];
        }
        assert_eq!(parameters.len(), self.means.len(), "the number of parameters is that of the first step");
        self.steps = self.steps.saturating_add(1);
        // The means start at zero; divided by these, they are those of the gradients so far.
        let [weight, weight_of_squares] = self.decays.map(|decay| 1.0 - decay.powi(self.steps));
        let [keep, keep_of_squares] = self.decays;
        for ((x, g), [mean, square]) in parameters.iter_mut().zip(gradient).zip(&mut self.means) {
            *mean = keep * *mean + (1.0 - keep) * g;
            *square = keep_of_squares * *square + (1.0 - keep_of_squares) * g * g;
            *x -= self.rate * (*mean / weight) / ((*square / weight_of_squares).sqrt() + 1e-8);
        }
        Ok(())
    }
}

/// A number of a gradient is infinite or NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite {
    /// The place of the first such number.
    pub at: usize,
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "number {} of the gradient is not finite; a smaller rate, or another start, may help",
            self.at
        )
    }
}

impl std::error::Error for NotFinite {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_has_the_length_of_the_rate_in_each_direction() {
        let mut x = [1.0, 2.0, 3.0];
        Adam::new(0.1).step(&mut x, &[1e-3, -50.0, 0.0]).expect("a finite gradient");
        assert!((x[0] - 0.9).abs() < 1e-5 && (x[1] - 2.1).abs() < 1e-9 && x[2] == 3.0, "{x:?}");
    }

    #[test]
    fn a_gradient_that_is_not_finite_changes_nothing() {
        let (mut adam, mut x) = (Adam::new(0.1), [1.0, 2.0]);
        adam.step(&mut x, &[1.0, 1.0]).expect("a finite gradient");
        let (before, mut again) = (x, adam.clone());
        assert_eq!(adam.step(&mut x, &[1.0, f64::NAN]), Err(NotFinite { at: 1 }));
        assert_eq!(x, before);
        adam.step(&mut x, &[1.0, 2.0]).expect("a finite gradient");
        let mut y = before;
        again.step(&mut y, &[1.0, 2.0]).expect("a finite gradient");
        assert_eq!(x, y);
    }

    #[test]
    #[should_panic(expected = "a number for each parameter")]
    fn lengths_differ() {
        let _ = Adam::new(0.1).step(&mut [0.0], &[]);
    }
}
