//! [`check_gradient`]: compares a gradient with finite differences of values, in a user's own tests.
//!
//! Differences are extrapolated by Ridders' method: central differences at halved steps, and of all extrapolations
//! the one whose neighbours agree best, which also estimates its error. Ten digits are usual for smooth functions.
//! Law: NaN agrees with nothing, so a test cannot pass with it.

mod copies;
mod emitted;
mod kinds;
#[cfg(feature = "tape")]
mod lift;
#[cfg(feature = "tape")]
mod matrix;
mod numbers;
mod programs;
mod resolution;
#[cfg(feature = "tape")]
mod second;

pub use copies::{Copied, input, plain_input, plain_state, scratch, state};
pub use kinds::{Each, Kind, Nothing, Number, Parts, Plain, Structure, Values};
#[cfg(feature = "tape")]
pub use lift::{Generic, Lift, Lifted, Next, Part, constant, lifted, lowered, paired};
#[cfg(feature = "tape")]
pub use matrix::{Misshapen, Rows, Shaped, direction, fitting, map};
pub use numbers::{Copyable, Numbers};
pub use programs::{changing, returning, sweeping};
pub use resolution::Measured;
#[cfg(feature = "tape")]
pub use second::{Twice, twice};

use crate::Irreversible;
use alloc::boxed::Box;
use core::cell::Cell;
use core::fmt;
use resolution::{DOUBLE, Resolution};

/// The number of steps; each halves the one before.
const STEPS: usize = 10;

/// The longest step as a fraction of the variable, and the size below which a variable counts as this size.
const LONGEST: f64 = 0.1;
const SMALLEST_SIZE: f64 = 0.1;

/// The longest of the other steps that decide where the first disagree, as a fraction of it: no power of one half.
const OTHERS: f64 = 0.7;

/// A derivative or a program that is wrong.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The length of the gradient is not the number of variables.
    Length {
        /// The number of variables.
        variables: usize,
        /// The number of derivatives.
        derivatives: usize,
    },
    /// A program does not restore a number.
    State {
        /// The program.
        program: &'static str,
        /// The number of the value among all numbers of the arguments.
        number: usize,
        /// Its value before.
        expected: f64,
        /// Its value afterwards.
        found: f64,
    },
    /// A program does not restore an exact value: an integer, a length, or a number in fixed point.
    Exact {
        /// The program.
        program: &'static str,
        /// The number of the value among all exact values of the arguments.
        word: usize,
        /// Its bits before.
        expected: u64,
        /// Its bits afterwards.
        found: u64,
    },
    /// A program changes the number of numbers.
    Shape {
        /// The program.
        program: &'static str,
        /// The number before.
        expected: usize,
        /// The number afterwards.
        found: usize,
    },
    /// A check of the program itself rejects the arguments.
    Irreversible {
        /// The program.
        program: &'static str,
        /// The error.
        error: Box<Irreversible>,
    },
    /// A derivative that a program computes is wrong.
    Program {
        /// The program.
        program: &'static str,
        /// The error.
        mismatch: Box<Mismatch>,
    },
    /// A derivative differs from finite differences.
    Derivative {
        /// The variable with the largest difference.
        variable: usize,
        /// Its value.
        at: f64,
        /// The derivative in the gradient.
        derivative: f64,
        /// The finite difference, infinite or NaN if the function is not finite.
        difference: f64,
        /// Its estimated error.
        error: f64,
        /// The number of derivatives that are wrong.
        wrong: usize,
        /// The number of variables.
        variables: usize,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Mismatch::Length { variables, derivatives } => {
                write!(
                    f,
                    "the function has {variables} variables, but the gradient {derivatives} derivatives"
                )
            }
            Mismatch::State { program, number, expected, found } => {
                write!(
                    f,
                    "{program} leaves {found:?} in number {number} of the arguments, where {expected:?} belongs"
                )
            }
            Mismatch::Exact { program, word, expected, found } => write!(
                f,
                "{program} leaves {found:#x} in word {word} of the arguments (integers, lengths, keys and the bits of \
                 fixed-point numbers), where {expected:#x} belongs"
            ),
            Mismatch::Shape { program, expected, found } => {
                write!(f, "{program} leaves {found} numbers, where there were {expected}")
            }
            Mismatch::Irreversible { program, ref error } => write!(f, "{program} cannot run here: {error}"),
            Mismatch::Program { program, ref mismatch } => write!(f, "{program} is wrong: {mismatch}"),
            Mismatch::Derivative { variable, at, derivative, difference, error, wrong, variables } => {
                write!(f, "the derivative by x[{variable}] at {at:?} is {derivative:?} by the gradient, ")?;
                if difference.is_finite() {
                    write!(f, "but {difference:?} ± {error:.1e} by differences of values")?;
                } else {
                    write!(f, "but the function is not finite around that point")?;
                }
                write!(f, "; {wrong} of {variables} derivatives do not agree")?;
                let ratio = derivative / difference;
                for (factor, words) in [(-1.0, "the sign differs"), (2.0, "it is twice"), (0.5, "it is half")]
                {
                    if (ratio - factor).abs() <= DOUBLE.tolerance {
                        write!(f, " ({words})")?;
                    }
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for Mismatch {}

/// Compares a gradient of `f` at `x` with finite differences of its values.
///
/// It passes if both agree to six digits or to the resolution of the differences. The point must not lie at a kink,
/// and the function must be finite around it.
///
/// ```
/// use retrograde::check_gradient;
///
/// let f = |x: &[f64]| x[0] * x[1];
/// assert_eq!(check_gradient(f, &[2.0, 3.0], &[3.0, 2.0]), Ok(()));
///
/// let wrong = check_gradient(f, &[2.0, 3.0], &[3.0, 4.0]).unwrap_err();
/// assert!(wrong.to_string().starts_with("the derivative by x[1] at 3.0 is 4.0 by the gradient"));
/// ```
pub fn check_gradient(f: impl Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) -> Result<(), Mismatch> {
    let measured = |x: &[f64]| {
        let value = f(x);
        Some(Value { value, grain: f64::EPSILON * value.abs() })
    };
    compared(measured, x, gradient, &DOUBLE)
}

/// A value, and its rounding error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    value: f64,
    grain: f64,
}

/// Compares a gradient with finite differences. If `f` has no value on either side of a variable at any step, the
/// variable cannot be varied, and nothing is compared.
fn compared(
    f: impl Fn(&[f64]) -> Option<Value>,
    x: &[f64],
    gradient: &[f64],
    of: &Resolution,
) -> Result<(), Mismatch> {
    if x.len() != gradient.len() {
        return Err(Mismatch::Length { variables: x.len(), derivatives: gradient.len() });
    }
    let mut moved = alloc::vec::Vec::from(x);
    let (mut worst, mut furthest, mut wrong) = (None, 0.0, 0);
    for (i, (&at, &derivative)) in x.iter().zip(gradient).enumerate() {
        let longest = LONGEST * at.abs().max(SMALLEST_SIZE);
        let grain = Cell::new(0.0_f64);
        let mut slope = |longest: f64| {
            derivative_along(longest, |step| {
                let to = (of.nearest)(at + step);
                moved[i] = to;
                let value = f(&moved);
                moved[i] = at;
                grain.set(value.map_or(grain.get(), |value| grain.get().max(value.grain)));
                Some(Moved { by: to - at, value: value? })
            })
        };
        // Values are rounded, so finite differences cannot distinguish a derivative below this from zero.
        let resolution = || 4.0 * grain.get() / longest + of.slack;
        let Some(mut found) = slope(longest) else { continue };
        if found.excess(derivative, of.tolerance, resolution()).is_some() {
            found = found.beside(slope(OTHERS * longest));
        }
        let Some(excess) = found.excess(derivative, of.tolerance, resolution()) else { continue };
        let Slope { difference, error } = found;
        wrong += 1;
        if worst.is_none() || excess > furthest {
            (worst, furthest) = (Some((i, at, derivative, difference, error)), excess);
        }
    }
    match worst {
        None => Ok(()),
        Some((variable, at, derivative, difference, error)) => {
            let variables = x.len();
            Err(Mismatch::Derivative { variable, at, derivative, difference, error, wrong, variables })
        }
    }
}

/// A value next to the point, and its actual distance: numbers of a coarse type are rounded.
struct Moved {
    by: f64,
    value: Value,
}

/// A finite difference and its error.
struct Slope {
    difference: f64,
    error: f64,
}

impl Slope {
    /// Returns by how much a derivative is further from the difference than it may be; nothing if it is not.
    fn excess(&self, derivative: f64, tolerance: f64, resolution: f64) -> Option<f64> {
        let apart = (derivative - self.difference).abs();
        let allowed =
            tolerance * derivative.abs().max(self.difference.abs()) + 10.0 * self.error + resolution;
        // Written so that NaN on either side does not agree.
        if self.difference.is_finite() && apart <= allowed {
            return None;
        }
        Some(if apart.is_nan() { f64::INFINITY } else { apart / allowed })
    }

    /// Returns the difference with the error that one of other steps shows: those of a value with many roundings may agree by chance.
    fn beside(self, other: Option<Slope>) -> Slope {
        let Some(other) = other.filter(|other| other.difference.is_finite()) else { return self };
        let apart = (self.difference - other.difference).abs();
        Slope { error: self.error.max(other.error).max(apart), ..self }
    }
}

/// Returns the derivative of `f` at zero and an estimate of its error, by Neville's tableau over steps that are
/// halved; nothing if `f` has no value at any step.
fn derivative_along(longest: f64, mut f: impl FnMut(f64) -> Option<Moved>) -> Option<Slope> {
    let mut best = Slope { difference: f64::NAN, error: f64::INFINITY };
    let mut previous = [0.0; STEPS];
    let mut filled = 0;
    let mut step = longest;
    let mut any = false;
    for _ in 0..STEPS {
        let (right, left) = (f(step), f(-step));
        step /= 2.0;
        any |= right.is_some() || left.is_some();
        let (Some(right), Some(left)) = (right, left) else {
            filled = 0;
            continue;
        };
        let apart = right.by - left.by;
        let quotient = (right.value.value - left.value.value) / apart;
        if !quotient.is_finite() {
            filled = 0;
            continue;
        }
        // Quotients of rounded values may agree by chance, but their error is at least that of the values.
        let rounding = right.value.grain.max(left.value.grain) / apart;
        let mut row = [quotient; STEPS];
        let mut factor = 4.0;
        for j in 0..filled {
            let (left, above) = (row[j], previous[j]);
            let value = left + (left - above) / (factor - 1.0);
            let error = (value - left).abs().max((value - above).abs()).max(rounding);
            if error <= best.error {
                best = Slope { difference: value, error };
            }
            row[j + 1] = value;
            factor *= 4.0;
        }
        (previous, filled) = (row, filled + 1);
    }
    any.then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Real;
    use alloc::string::ToString;

    #[test]
    fn right_gradients_pass() {
        let f = |x: &[f64]| Real::sin(x[0]) * Real::exp(x[1]) + 1e3 * x[2];
        let (x, e) = ([0.7, 2.0, -40.0], Real::exp(2.0));
        let gradient = [Real::cos(0.7) * e, Real::sin(0.7) * e, 1e3];
        assert_eq!(check_gradient(f, &x, &gradient), Ok(()));
        assert_eq!(check_gradient(|_| 1.0, &[], &[]), Ok(()));
    }

    #[test]
    fn derivatives_below_rounding_pass() {
        let logistic = |x: &[f64]| x[0].logistic();
        assert_eq!(check_gradient(logistic, &[50.0], &[Real::exp(-50.0)]), Ok(()));
    }

    /// A sum of 40,000 terms has more rounding errors than one term: at one of these points the steps agree by chance.
    #[test]
    fn long_sums_pass() {
        let terms: alloc::vec::Vec<f64> = (0..40_000).map(|i| Real::sin(0.37 * f64::from(i))).collect();
        let root = |x: f64, t: f64| Real::sqrt((x - t) * (x - t) + 0.3);
        let f = |x: &[f64]| terms.iter().map(|t| 1.0 / root(x[0], *t)).sum::<f64>();
        for k in 1767..1771 {
            let x = Real::sin(0.11 * f64::from(k) + 0.2) * 0.2;
            let slope = terms.iter().map(|t| (t - x) / Real::powi(root(x, *t), 3)).sum();
            assert_eq!(check_gradient(f, &[x], &[slope]), Ok(()), "{k}");
        }
    }

    #[test]
    fn the_worst_derivative_is_told() {
        let f = |x: &[f64]| x[0] * x[0] + x[1] * x[1] + x[2];
        let message = check_gradient(f, &[1.0, 5.0, 0.0], &[2.1, 20.0, 1.0]).unwrap_err().to_string();
        assert!(
            message.starts_with("the derivative by x[1] at 5.0 is 20.0 by the gradient, but "),
            "{message}"
        );
        assert!(message.ends_with("; 2 of 3 derivatives do not agree (it is twice)"), "{message}");
    }

    #[test]
    fn not_a_number_never_passes() {
        let wrong = |f: fn(&[f64]) -> f64, x: f64, gradient: f64| {
            check_gradient(f, &[x], &[gradient]).unwrap_err().to_string()
        };
        assert!(
            wrong(|x| x[0], 1.0, f64::NAN)
                .starts_with("the derivative by x[0] at 1.0 is NaN by the gradient, but ")
        );
        assert!(wrong(|x| Real::ln(x[0]), -1.0, -1.0).contains("not finite around that point"));
        assert!(wrong(|_| f64::NAN, 1.0, f64::NAN).contains("not finite around that point"));
    }

    #[test]
    fn a_gradient_has_one_derivative_per_variable() {
        let message = check_gradient(|_| 0.0, &[1.0, 2.0], &[0.0]).unwrap_err().to_string();
        assert_eq!(message, "the function has 2 variables, but the gradient 1 derivatives");
    }
}
