//! [`Source`]: a function of several numbers with its Jacobian, whatever the derivatives come from.

use crate::Error;
use retrograde::engine::Engine;
use retrograde::tape::Structure;
use retrograde::{Dual, Operator, Real};
use std::fmt;
use std::marker::PhantomData;

/// A function of the numbers of a slice. [`Reversible`], [`Closure`] and [`Functions`] implement it.
pub trait Source {
    /// Returns the values.
    ///
    /// # Errors
    ///
    /// [`Error::Arguments`] if the function does not take as many arguments.
    fn values(&self, x: &[f64]) -> Result<Vec<f64>, Error>;

    /// Returns the rows of the Jacobian: the gradient of each value.
    ///
    /// # Errors
    ///
    /// Those of [`values`](Self::values), and [`Error::Tape`] if the record of a closure fails.
    fn jacobian(&self, x: &[f64]) -> Result<Vec<Vec<f64>>, Error>;

    /// Returns the value of a function that has one.
    ///
    /// # Errors
    ///
    /// Those of [`values`](Self::values), and [`Error::Results`] if the function has another number of values.
    fn cost(&self, x: &[f64]) -> Result<f64, Error> {
        only(self.values(x)?)
    }

    /// Returns the gradient of a function that has one value.
    ///
    /// # Errors
    ///
    /// Those of [`jacobian`](Self::jacobian), and [`Error::Results`] if the function has another number of values.
    fn gradient(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        only(self.jacobian(x)?)
    }
}

/// Returns the only item.
fn only<V>(items: Vec<V>) -> Result<V, Error> {
    let found = items.len();
    match <[V; 1]>::try_from(items) {
        Ok([item]) => Ok(item),
        Err(_) => Err(Error::Results { found }),
    }
}

/// A reversible function `f {}`, a primitive or another [`Operator`].
#[derive(Clone, Copy)]
pub struct Reversible<O> {
    pub(crate) function: O,
    jacobian: fn(&O, &[f64], usize) -> Vec<Vec<f64>>,
}

impl<O: Operator> Reversible<O> {
    /// Takes a pull for each value.
    pub fn by_rows(function: O) -> Self {
        Reversible { function, jacobian: rows }
    }

    /// Takes a run on dual numbers for each argument.
    pub fn by_columns(function: O) -> Self
    where
        O: Operator<Dual<f64>>,
    {
        Reversible { function, jacobian: columns }
    }
}

impl<O> fmt::Debug for Reversible<O>
where
    O: Operator,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.function.name())
    }
}

/// Returns the number of values for these arguments.
pub(crate) fn count<T, O: Operator<T>>(f: &O, x: &[T]) -> Result<usize, Error> {
    if f.inputs().admits(x.len()) {
        Ok(f.outputs(x.len()))
    } else {
        let (function, takes) = (f.name().to_owned(), f.inputs().to_string());
        Err(Error::Arguments { function, takes, found: x.len() })
    }
}

fn rows<O: Operator>(f: &O, x: &[f64], m: usize) -> Vec<Vec<f64>> {
    let mut y_bar = vec![0.0; m];
    let row = |i: usize| {
        let mut x_bar = vec![0.0; x.len()];
        y_bar[i] = 1.0;
        f.pull(x, &y_bar, &mut x_bar);
        y_bar[i] = 0.0;
        x_bar
    };
    (0..m).map(row).collect()
}

fn columns<O: Operator<Dual<f64>>>(f: &O, x: &[f64], m: usize) -> Vec<Vec<f64>> {
    let mut duals: Vec<Dual<f64>> = x.iter().map(|&x| Dual::from(x)).collect();
    let mut y = vec![Dual::from(0.0); m];
    let mut rows = vec![vec![0.0; x.len()]; m];
    for j in 0..x.len() {
        duals[j].tangent = 1.0;
        f.value(&duals, &mut y);
        duals[j].tangent = 0.0;
        rows.iter_mut().zip(&y).for_each(|(row, y)| row[j] = y.tangent);
    }
    rows
}

/// Returns the rows of the Hessian of a function that has one value, from gradients at dual numbers.
#[cfg(feature = "argmin")]
pub(crate) fn hessian<O: Operator<Dual<f64>>>(f: &O, x: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
    let mut duals: Vec<Dual<f64>> = x.iter().map(|&x| Dual::from(x)).collect();
    match count(f, &duals)? {
        1 => {}
        found => return Err(Error::Results { found }),
    }
    let row = |i: usize| {
        let mut x_bar = vec![Dual::from(0.0); x.len()];
        duals[i].tangent = 1.0;
        f.pull(&duals, &[Dual::from(1.0)], &mut x_bar);
        duals[i].tangent = 0.0;
        x_bar.into_iter().map(|bar| bar.tangent).collect()
    };
    Ok((0..x.len()).map(row).collect())
}

impl<O: Operator> Source for Reversible<O> {
    fn values(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        let mut y = vec![0.0; count(&self.function, x)?];
        self.function.value(x, &mut y);
        Ok(y)
    }

    fn jacobian(&self, x: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
        Ok((self.jacobian)(&self.function, x, count(&self.function, x)?))
    }
}

/// A closure on the numbers of an [`Engine`], which may capture data; its value `Y` is a number, an array or a vector.
#[derive(Clone, Copy)]
pub struct Closure<E, F, Y> {
    engine: E,
    function: F,
    value: PhantomData<fn() -> Y>,
}

impl<E: Engine, F: Fn(&[E::Number]) -> Y, Y: Structure<E::Number>> Closure<E, F, Y> {
    /// Makes a function of a closure and the engine that differentiates it.
    pub fn new(engine: E, function: F) -> Self {
        Closure { engine, function, value: PhantomData }
    }
}

impl<E: fmt::Debug, F, Y> fmt::Debug for Closure<E, F, Y> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a closure by {:?}", self.engine)
    }
}

impl<E: Engine, F: Fn(&[E::Number]) -> Y, Y: Structure<E::Number>> Source for Closure<E, F, Y> {
    fn values(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        // Constants are not recorded.
        let constants: Vec<E::Number> = x.iter().map(|&x| E::Number::constant(x)).collect();
        let mut y = Vec::new();
        (self.function)(&constants).visit(&mut |number| y.push(number.primal()))?;
        Ok(y)
    }

    fn jacobian(&self, x: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
        Ok(self.engine.jacobian(|x: Vec<E::Number>| (self.function)(&x), x)?.rows)
    }
}

/// Two functions, of the values and of the rows of the Jacobian. They may capture data, and call the programs of a marked function,
/// `f(p, &data)` and `f::jacobian((p, &data)).rows`.
#[derive(Clone, Copy)]
pub struct Functions<V, J> {
    values: V,
    jacobian: J,
}

impl<V: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Vec<Vec<f64>>> Functions<V, J> {
    /// Makes a function of its values and its Jacobian, whose row for each value has a number for each argument.
    pub fn new(values: V, jacobian: J) -> Self {
        Functions { values, jacobian }
    }
}

impl<V, J> fmt::Debug for Functions<V, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two functions")
    }
}

impl<V: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Vec<Vec<f64>>> Source for Functions<V, J> {
    fn values(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        Ok((self.values)(x))
    }

    fn jacobian(&self, x: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
        let rows = (self.jacobian)(x);
        match rows.iter().position(|row| row.len() != x.len()) {
            None => Ok(rows),
            Some(row) => Err(Error::Row { row, found: rows[row].len(), parameters: x.len() }),
        }
    }
}
