//! [`Bounds`]: where parameters may be, and which of them a bound holds.

/// Lower and upper bounds, one pair a parameter; none at all where all are free.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds(pub(super) Vec<(f64, f64)>);

impl Bounds {
    /// True if there is no bound at all.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Moves parameters to the nearest place inside.
    pub(super) fn clamp(&self, parameters: &mut [f64]) {
        for (x, (low, high)) in parameters.iter_mut().zip(&self.0) {
            *x = x.max(*low).min(*high);
        }
    }

    /// True if all parameters are inside.
    pub(super) fn contain(&self, parameters: &[f64]) -> bool {
        parameters.iter().zip(&self.0).all(|(x, (low, high))| (low..=high).contains(&x))
    }

    /// Tells for each parameter if it stands on a bound that the descent would push it through (Bertsekas 1982).
    pub(super) fn held(&self, parameters: &[f64], gradient: &[f64]) -> Vec<bool> {
        let mut held = vec![false; parameters.len()];
        for (j, (low, high)) in self.0.iter().enumerate() {
            let (x, slope) = (parameters[j], gradient[j]);
            held[j] = low == high || (x <= *low && slope > 0.0) || (x >= *high && slope < 0.0);
        }
        held
    }
}
