//! Solutions of ordinary differential equations as differentiable functions: leapfrog, Runge and Kutta's method, Dormand and Prince's.
//!
//! ```
//! use retrograde::{Active, Real, value_and_gradient};
//! use retrograde_calculus::integrate::{Field, Integrator};
//!
//! /// Decay at a rate.
//! #[derive(Clone)]
//! struct Decay;
//!
//! impl Field for Decay {
//!     fn rate<T: Real>(&self, _: f64, x: &[T], p: &[T]) -> Vec<T> {
//!         vec![-p[0] * x[0]]
//!     }
//! }
//!
//! let solver = Integrator::dormand_prince(Decay, 1e-10);
//! // At the times 1 and 2, from 1 at time 0.
//! let sum = |p: Active| {
//!     let x = solver.run(&[0.0, 1.0, 2.0], &[Active::constant_of(1.0)], &[p]).unwrap();
//!     x[0] + x[1]
//! };
//! let (value, slope) = value_and_gradient(sum, &0.7)?;
//! assert!((value - ((-0.7_f64).exp() + (-1.4_f64).exp())).abs() < 1e-9);
//! assert!((slope + (-0.7_f64).exp() + 2.0 * (-1.4_f64).exp()).abs() < 1e-9);
//! # Ok::<(), retrograde::tape::Error>(())
//! ```
//!
//! Law: the derivative is that of the steps that ran, exact up to rounding, and not an approximation of the adjoint equation. The lengths of adaptive
//! steps are chosen at floats, and are constants for the derivative.
//! (Hairer, Nørsett and Wanner, "Solving ordinary differential equations I", II.4 to II.6; Shampine, "Some practical Runge-Kutta formulas", 1986.)

mod grid;
mod method;
mod rule;

use crate::Error;
use crate::arrays::{self, instructions};
use crate::schedule::Schedule;
use grid::Grid;
use method::Method;
use retrograde::{Cotangent, Real};
use rule::Trajectory;
use std::fmt;

/// A differential equation `ẋ = f(t, x, p)`.
pub trait Field: Clone + Send + Sync + 'static {
    /// Returns `f(t, x, p)`: as many numbers as `x` has.
    ///
    /// For [`Integrator::leapfrog`] the first half of `x` are places and the second half velocities, or momenta; the rate of one half depends on
    /// the other alone.
    fn rate<T: Real>(&self, t: f64, x: &[T], p: &[T]) -> Vec<T>;
}

/// A field with the method that integrates it, and the schedule by which its adjoint keeps states.
#[derive(Clone, Debug)]
pub struct Integrator<F> {
    field: F,
    method: Method,
    steps: Steps,
    schedule: Schedule,
}

/// The lengths of the steps.
#[derive(Clone, Copy, Debug)]
enum Steps {
    Equal(usize),
    Tolerance(f64),
}

/// The reason why a field could not be integrated.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failed {
    /// The schedule is not possible for so many steps.
    Schedule(Error),
    /// There are fewer than two times, they do not go in one direction, or one is infinite.
    Times,
    /// No steps are asked for, or a tolerance that is not positive.
    Steps,
    /// The field has another number of rates than the state numbers, or leapfrog an odd number.
    Count {
        /// The number of rates.
        rates: usize,
        /// The number of numbers in the state.
        state: usize,
    },
    /// The steps would have to be shorter than rounding allows: the solution ends, or the equation is stiff.
    TooShort {
        /// The time that was reached.
        time: f64,
    },
    /// Ten million steps were tried, and the end is not near.
    TooMany {
        /// The time that was reached.
        time: f64,
    },
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Schedule(error) => write!(f, "the adjoint of these steps cannot be scheduled: {error}"),
            Failed::Times => f.write_str(
                "the times of a solution are its start and at least one more, all finite and in one direction",
            ),
            Failed::Steps => f.write_str("an integration takes one step or more, or a positive tolerance"),
            Failed::Count { rates, state } => write!(
                f,
                "the field returns {rates} rates for a state of {state} numbers: return one for each, and for leapfrog an even number"
            ),
            Failed::TooMany { time } => write!(
                f,
                "after ten million steps the time {time} is reached: end there and go on from it, or allow a larger tolerance"
            ),
            Failed::TooShort { time } => write!(
                f,
                "at the time {time} the steps become too short: the solution grows without bound there, or the equation is stiff; \
                 end before it, or allow a larger tolerance"
            ),
        }
    }
}

impl std::error::Error for Failed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Failed::Schedule(error) => Some(error),
            Failed::Times
            | Failed::Steps
            | Failed::Count { .. }
            | Failed::TooShort { .. }
            | Failed::TooMany { .. } => None,
        }
    }
}

impl<F: Field> Integrator<F> {
    /// Störmer and Verlet's method, of order two: for places and velocities, whose energy it keeps near over any number of steps of equal length.
    pub fn leapfrog(field: F, steps: usize) -> Self {
        Integrator {
            field,
            method: Method::Leapfrog,
            steps: Steps::Equal(steps),
            schedule: Schedule::StoreAll,
        }
    }

    /// The classical method of Runge and Kutta, of order four, in steps of equal length.
    pub fn rk4(field: F, steps: usize) -> Self {
        Integrator {
            field,
            method: Method::Classical,
            steps: Steps::Equal(steps),
            schedule: Schedule::StoreAll,
        }
    }

    /// Dormand and Prince's method, of order five, whose steps are as long as the tolerance allows: the error of a step is
    /// at most that, relative to `1 + |x|`. States between steps come from its interpolant of order four.
    pub fn dormand_prince(field: F, tolerance: f64) -> Self {
        Integrator {
            field,
            method: Method::DormandPrince,
            steps: Steps::Tolerance(tolerance),
            schedule: Schedule::StoreAll,
        }
    }

    /// Keeps states by another schedule than all of them: see [`plan`](crate::plan).
    pub fn with_schedule(self, schedule: Schedule) -> Self {
        Integrator { schedule, ..self }
    }

    /// Returns the states at `times[1]`, `times[2]`, …, one after another, from the state `x` at `times[0]`, with the parameters `p`.
    ///
    /// Steps of equal length go from the first time to the last; states between them are interpolated by a cubic with the rates on both
    /// sides.
    ///
    /// # Errors
    ///
    /// Those of [`Failed`].
    pub fn run<T: Real>(&self, times: &[f64], x: &[T], p: &[T]) -> Result<Vec<T>, Failed> {
        let trajectory = self.trajectory(times, x, p)?;
        Ok(arrays::value(trajectory, &[x, p], x.len() * (times.len() - 1)))
    }

    /// Returns the number of steps that [`run`](Self::run) takes.
    ///
    /// # Errors
    ///
    /// Those of [`Failed`].
    pub fn steps(&self, times: &[f64], x: &[f64], p: &[f64]) -> Result<usize, Failed> {
        Ok(self.grid(times, x, p)?.steps())
    }

    fn grid(&self, times: &[f64], x: &[f64], p: &[f64]) -> Result<Grid, Failed> {
        let forwards = times.windows(2).all(|w| w[0] < w[1]);
        let backwards = times.windows(2).all(|w| w[0] > w[1]);
        let is_finite = times.iter().all(|time| time.is_finite());
        if times.len() < 2 || !is_finite || !(forwards || backwards) {
            return Err(Failed::Times);
        }
        let rates = self.field.rate(times[0], x, p).len();
        if rates != x.len() || (self.method == Method::Leapfrog && rates % 2 != 0) {
            return Err(Failed::Count { rates, state: x.len() });
        }
        match self.steps {
            Steps::Equal(steps) if steps > 0 => Ok(Grid::equal(times, steps)),
            Steps::Tolerance(tolerance) if tolerance > 0.0 => {
                Grid::adaptive(&self.field, times, x, p, tolerance)
            }
            Steps::Equal(_) | Steps::Tolerance(_) => Err(Failed::Steps),
        }
    }

    fn trajectory<T: Real>(&self, times: &[f64], x: &[T], p: &[T]) -> Result<Trajectory<F>, Failed> {
        let floats = |x: &[T]| x.iter().map(|x| x.primal()).collect::<Vec<f64>>();
        let grid = self.grid(times, &floats(x), &floats(p))?;
        self.schedule.counts(grid.steps()).map_err(Failed::Schedule)?;
        Ok(Trajectory {
            field: self.field.clone(),
            method: self.method,
            grid,
            state: x.len(),
            schedule: self.schedule,
        })
    }

    fn found<T: Real>(&self, times: &[f64], x: &[T], p: &[T], count: usize) -> Vec<T> {
        self.run(times, x, p).unwrap_or_else(|_| vec![T::constant(f64::NAN); count])
    }

    /// Returns the cotangents of the state and of the parameters, in one vector.
    fn pulled<T: Real, C: Cotangent<T>>(&self, times: &[f64], x: &[T], p: &[T], y_bar: &[C]) -> Vec<C> {
        match self.trajectory(times, x, p) {
            Ok(trajectory) => arrays::pulled(&trajectory, &[x, p], y_bar),
            Err(_) => vec![C::of_rows(|_| T::constant(f64::NAN)); x.len() + p.len()],
        }
    }
}

instructions! {
    /// `y += x(times)`, what [`Integrator::run`] returns: an instruction for reversible and ordinary functions.
    ///
    /// Where that is an error, `y` becomes not-a-number.
    add_trajectory, take_trajectory, add_trajectory_adjoint, take_trajectory_adjoint[F: Field](x x_bar, p p_bar; #[inactive] solver [&Integrator<F>]; #[inactive] times [&[f64]])
        [x.len() * times.len().saturating_sub(1)] =>
            solver.found(times, x, p, x.len() * times.len().saturating_sub(1)), |y_bar| solver.pulled(times, x, p, y_bar);
}
