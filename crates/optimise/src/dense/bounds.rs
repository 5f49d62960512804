//! [`Bounds`]: intervals for the parameters, and the parameters that are fixed at a bound.

/// Lower and upper bounds, one pair per parameter; empty if all are free.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds(pub(super) Vec<(f64, f64)>);

impl Bounds {
    /// True if there is no bound at all.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Moves parameters to the nearest point inside.
    pub(super) fn clamp(&self, parameters: &mut [f64]) {
        for (x, (low, high)) in parameters.iter_mut().zip(&self.0) {
            *x = x.max(*low).min(*high);
        }
    }

    /// True if all parameters are inside.
    pub(super) fn contain(&self, parameters: &[f64]) -> bool {
        parameters.iter().zip(&self.0).all(|(x, (low, high))| (low..=high).contains(&x))
    }

    /// Returns for each parameter true if it is on a bound through which the descent would push it (Bertsekas 1982).
    pub(super) fn held(&self, parameters: &[f64], gradient: &[f64]) -> Vec<bool> {
        let mut held = vec![false; parameters.len()];
        for (j, (low, high)) in self.0.iter().enumerate() {
            let (x, slope) = (parameters[j], gradient[j]);
            held[j] = low == high || (x <= *low && slope > 0.0) || (x >= *high && slope < 0.0);
        }
        held
    }
}
