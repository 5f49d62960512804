//! [`Coloured`]: the runs that give the entries of a sparse matrix, one for each colour.
//!
//! Law: a run is told which columns, or rows, it is for, by a one for each of them; each entry is a number of one run.

use super::csr::Csr;
use super::pattern::Pattern;
use retrograde::Dual;
use std::sync::Arc;

/// For each colour the entries that its run gives: the number of the run, and the place among the values.
pub(super) type Sources = Vec<Vec<(usize, usize)>>;

/// A pattern with coloured columns, or rows.
#[derive(Clone, Debug)]
pub(super) struct Coloured {
    pattern: Arc<Pattern>,
    colour: Vec<u32>,
    sources: Sources,
}

impl Coloured {
    pub(super) fn new(pattern: Pattern, colour: Vec<u32>, sources: Sources) -> Self {
        Coloured { pattern: Arc::new(pattern), colour, sources }
    }

    pub(super) fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// The number of colours.
    pub(super) fn colours(&self) -> usize {
        self.sources.len()
    }

    /// Runs once for each colour, and takes the entries from what `number` says of a run; returns what the first run gave, if there was one.
    fn gathered<R, E>(
        &self,
        mut run: impl FnMut(&[f64]) -> Result<R, E>,
        number: impl Fn(&R, usize) -> f64,
    ) -> Result<(Option<R>, Csr), E> {
        let mut values = vec![0.0; self.pattern.entries()];
        let mut first = None;
        for (colour, sources) in self.sources.iter().enumerate() {
            let direction: Vec<f64> =
                self.colour.iter().map(|own| f64::from(u8::from(*own == colour as u32))).collect();
            let given = run(&direction)?;
            sources.iter().for_each(|&(i, k)| values[k] = number(&given, i));
            first.get_or_insert(given);
        }
        Ok((first, Csr::new(Arc::clone(&self.pattern), values)))
    }

    /// Runs at dual numbers, whose tangents are directions. Returns one of the runs: its values are those of all.
    pub(super) fn pushed<R, E>(
        &self,
        x: &[f64],
        mut run: impl FnMut(&Vec<Dual<f64>>) -> Result<R, E>,
        number: impl Fn(&R, usize) -> f64,
    ) -> Result<(R, Csr), E> {
        fits(x.len(), self.pattern.columns(), "columns", "the argument");
        let mut duals: Vec<Dual<f64>> = x.iter().map(|x| Dual::constant_of(*x)).collect();
        let along = |direction: &[f64]| {
            duals.iter_mut().zip(direction).for_each(|(x, tangent)| x.tangent = *tangent);
            run(&duals)
        };
        match self.gathered(along, number)? {
            (Some(first), matrix) => Ok((first, matrix)),
            (None, matrix) => Ok((run(&x.iter().map(|x| Dual::constant_of(*x)).collect())?, matrix)),
        }
    }

    /// Pulls seeds back.
    pub(super) fn swept<E>(&self, mut pull: impl FnMut(&Vec<f64>) -> Result<Vec<f64>, E>) -> Result<Csr, E> {
        let (_, matrix) = self.gathered(|seed| pull(&seed.to_vec()), |x_bar, j| x_bar[j])?;
        Ok(matrix)
    }
}

/// Panics if a function has not the shape of the pattern.
#[track_caller]
pub(super) fn fits(count: usize, pattern: usize, of: &str, what: &str) {
    assert!(
        count == pattern,
        "the pattern has {pattern} {of}, and {what} has {count} number{}: prepare the matrix with the pattern of this function",
        if count == 1 { "" } else { "s" }
    );
}
