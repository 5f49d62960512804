//! A step of each method, at any number, and the states within it.

use super::Field;
use retrograde::Real;

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Leapfrog,
    Classical,
    DormandPrince,
}

/// The stages of Dormand and Prince's method: the time of each, and the weights of those before it. The last stage is the rate at the end.
const TIMES: [f64; 7] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0];
const STAGES: [&[f64]; 7] = [
    &[],
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];

/// The weights of the error: those of the order five less those of the order four.
pub(super) const ERROR: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];

/// The weights of the stages at a part of a step: coefficients of its powers. (Shampine.)
const WITHIN: [[f64; 4]; 7] = [
    [1.0, -8048581381.0 / 2820520608.0, 8663915743.0 / 2820520608.0, -12715105075.0 / 11282082432.0],
    [0.0; 4],
    [0.0, 131558114200.0 / 32700410799.0, -68118460800.0 / 10900136933.0, 87487479700.0 / 32700410799.0],
    [0.0, -1754552775.0 / 470086768.0, 14199869525.0 / 1410260304.0, -10690763975.0 / 1880347072.0],
    [0.0, 127303824393.0 / 49829197408.0, -318862633887.0 / 49829197408.0, 701980252875.0 / 199316789632.0],
    [0.0, -282668133.0 / 205662961.0, 2019193451.0 / 616988883.0, -1453857185.0 / 822651844.0],
    [0.0, 40617522.0 / 29380423.0, -110615467.0 / 29380423.0, 69997945.0 / 29380423.0],
];

/// Returns `x + h Σ wᵢ kᵢ`.
fn moved<T: Real>(x: &[T], h: f64, weights: &[f64], rates: &[Vec<T>]) -> Vec<T> {
    let mut y = x.to_vec();
    for (weight, rate) in weights.iter().zip(rates).filter(|(weight, _)| **weight != 0.0) {
        let by = T::constant(h * weight);
        y.iter_mut().zip(rate).for_each(|(y, rate)| *y += by * *rate);
    }
    y
}

/// Returns the rates of the stages of Dormand and Prince's method, and the state at the end.
pub(super) fn stages<T: Real>(field: &impl Field, t: f64, h: f64, x: &[T], p: &[T]) -> (Vec<Vec<T>>, Vec<T>) {
    let mut rates: Vec<Vec<T>> = Vec::with_capacity(7);
    let mut at = x.to_vec();
    for (time, weights) in TIMES.iter().zip(STAGES) {
        at = moved(x, h, weights, &rates);
        rates.push(field.rate(t + time * h, &at, p));
    }
    (rates, at)
}

impl Method {
    /// Returns the state after a step of length `h` from `x` at the time `t`, and then the states at the given parts of the step.
    pub(super) fn advance<T: Real>(
        self,
        field: &impl Field,
        (t, h): (f64, f64),
        x: &[T],
        p: &[T],
        parts: &[f64],
    ) -> Vec<T> {
        match self {
            Method::DormandPrince => {
                let (rates, mut all) = stages(field, t, h, x, p);
                for part in parts {
                    let weights = WITHIN.map(|row| row.iter().rev().fold(0.0, |sum, c| (sum + c) * part));
                    all.extend(moved(x, h, &weights, &rates));
                }
                all
            }
            Method::Classical => {
                let first = field.rate(t, x, p);
                let rates = [first];
                let second = field.rate(t + 0.5 * h, &moved(x, h, &[0.5], &rates), p);
                let third = field.rate(t + 0.5 * h, &moved(x, h, &[0.5], std::slice::from_ref(&second)), p);
                let fourth = field.rate(t + h, &moved(x, h, &[1.0], std::slice::from_ref(&third)), p);
                let [first] = rates;
                let rates = [first, second, third, fourth];
                let after = moved(x, h, &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0], &rates);
                between(field, (t, h), x, after, p, parts)
            }
            Method::Leapfrog => {
                let half = x.len() / 2;
                let mut after = x.to_vec();
                let mut push = |range: std::ops::Range<usize>, t: f64, h: f64| {
                    let rates = field.rate(t, &after, p);
                    range.for_each(|i| after[i] += T::constant(h) * rates[i]);
                };
                push(half..x.len(), t, 0.5 * h);
                push(0..half, t + 0.5 * h, h);
                push(half..x.len(), t + h, 0.5 * h);
                between(field, (t, h), x, after, p, parts)
            }
        }
    }
}

/// Appends states within a step, on the cubic that has the states and the rates of both ends.
fn between<T: Real>(
    field: &impl Field,
    (t, h): (f64, f64),
    x: &[T],
    after: Vec<T>,
    p: &[T],
    parts: &[f64],
) -> Vec<T> {
    let mut all = after.clone();
    if parts.is_empty() {
        return all;
    }
    let (before_rate, after_rate) = (field.rate(t, x, p), field.rate(t + h, &after, p));
    for s in parts {
        let weights = [
            (1.0 + 2.0 * s) * (1.0 - s).powi(2),
            s * s * (3.0 - 2.0 * s),
            h * s * (1.0 - s).powi(2),
            h * s * s * (s - 1.0),
        ]
        .map(T::constant);
        let state = |i: usize| {
            weights[0] * x[i]
                + weights[1] * after[i]
                + weights[2] * before_rate[i]
                + weights[3] * after_rate[i]
        };
        all.extend((0..x.len()).map(state));
    }
    all
}
