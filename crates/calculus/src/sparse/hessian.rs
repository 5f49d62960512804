//! [`Hessian`]: a sparse Hessian, prepared once and evaluated many times.

use super::coloured::Coloured;
use super::colouring::stars;
use super::csr::Csr;
use super::jacobian::entries;
use super::pattern::Pattern;
use retrograde::tape::Error;
use retrograde::{Active, Dual, Operator, value_and_gradient};
use std::convert::Infallible;
use std::sync::Arc;

/// A sparse Hessian with coloured columns: a colour is a product with a direction, forward over reverse.
#[derive(Clone, Debug)]
pub struct Hessian(Coloured);

/// A value with its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    /// The value.
    pub value: f64,
    /// The gradient.
    pub gradient: Vec<f64>,
    /// The Hessian.
    pub hessian: Csr,
}

impl Hessian {
    /// Colours the columns of a symmetric pattern, such as [`hessian_pattern`](super::hessian_pattern) returns.
    ///
    /// ```
    /// use retrograde_calculus::sparse::{Hessian, Pattern};
    ///
    /// // An arrow: any number of unknowns that meet in the last one.
    /// let n = 1000;
    /// let mut rows: Vec<Vec<usize>> = (0..n - 1).map(|i| vec![i, n - 1]).collect();
    /// rows.push((0..n).collect());
    /// assert_eq!(Hessian::prepare(Pattern::new(n, &rows)).colours(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If the pattern is not symmetric.
    #[track_caller]
    pub fn prepare(pattern: Pattern) -> Self {
        assert!(
            pattern.is_symmetric(),
            "a Hessian is symmetric, and this pattern is not: `hessian_pattern` returns those that are"
        );
        let (colour, count) = stars(&pattern);
        let mut sources = vec![Vec::new(); count];
        // The number of neighbours of each colour in the row at hand.
        let mut alone = vec![0_u32; count];
        let n = pattern.rows();
        let mut transposed: Vec<usize> = vec![0; pattern.entries()];
        let mut next = pattern.starts().to_vec();
        for (_, k, j) in entries(&pattern) {
            transposed[next[j]] = k;
            next[j] += 1;
        }
        // Where an entry is alone in its sum, it is read there; both it and its mirror image.
        let mut known = vec![false; pattern.entries()];
        for i in 0..n {
            let range = pattern.starts()[i]..pattern.starts()[i + 1];
            pattern.row(i).iter().for_each(|j| alone[colour[*j] as usize] += 1);
            for k in range {
                let j = pattern.indices()[k];
                if alone[colour[j] as usize] == 1 && !known[k] {
                    // Of a symmetric pattern the mirror image of entry `k` is entry `transposed[k]`.
                    for place in [k, transposed[k]] {
                        if !std::mem::replace(&mut known[place], true) {
                            sources[colour[j] as usize].push((i, place));
                        }
                    }
                }
            }
            pattern.row(i).iter().for_each(|j| alone[colour[*j] as usize] = 0);
        }
        debug_assert!(known.iter().all(|known| *known), "a star colouring tells every entry");
        Hessian(Coloured::new(pattern, colour, sources))
    }

    /// The pattern of each matrix.
    pub fn pattern(&self) -> &Arc<Pattern> {
        self.0.pattern()
    }

    /// The number of colours, which is that of the directions for a matrix.
    pub fn colours(&self) -> usize {
        self.0.colours()
    }

    /// Returns the value of a function at `x`, its gradient and its Hessian, by a tape over dual numbers.
    ///
    /// # Errors
    ///
    /// Those of [`vjp`](retrograde::vjp).
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns.
    #[track_caller]
    pub fn evaluate(
        &self,
        f: impl Fn(&[Active<Dual<f64>>]) -> Active<Dual<f64>>,
        x: &[f64],
    ) -> Result<Second, Error> {
        self.gathered(x, |duals| value_and_gradient(|x: Vec<Active<Dual<f64>>>| f(&x), duals))
    }

    /// Returns the value, the gradient and the Hessian of a marked function, as `f {}`, or of another operator with one result.
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns, or the function not one result.
    #[track_caller]
    pub fn evaluate_operator(&self, f: &impl Operator<Dual<f64>>, x: &[f64]) -> Second {
        let results = f.outputs(x.len());
        assert!(results == 1, "a Hessian is that of one number, and `{}` has {results} results", f.name());
        let Ok(second) = self.gathered(x, |duals| {
            let mut y = [Dual::constant_of(0.0)];
            f.value(duals, &mut y);
            let mut gradient = vec![Dual::constant_of(0.0); duals.len()];
            f.pull(duals, &[Dual::constant_of(1.0)], &mut gradient);
            Ok::<_, Infallible>((y[0], gradient))
        });
        second
    }

    #[track_caller]
    fn gathered<E>(
        &self,
        x: &[f64],
        gradient: impl FnMut(&Vec<Dual<f64>>) -> Result<(Dual<f64>, Vec<Dual<f64>>), E>,
    ) -> Result<Second, E> {
        let ((y, moved), hessian) = self.0.pushed(x, gradient, |(_, moved), i| moved[i].tangent)?;
        Ok(Second { value: y.value, gradient: moved.iter().map(|g| g.value).collect(), hessian })
    }
}
