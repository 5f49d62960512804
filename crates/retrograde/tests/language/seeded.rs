//! `f::gradient_with`: owned cotangents of functions that return more than one number, from a cotangent of the value.

use retrograde::prelude::*;
use retrograde::{Log, MaxPlus, check_gradient};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pose<T> {
    place: [T; 2],
    turn: T,
    steps: usize,
}

#[reversible]
fn moved<T: Real>(pose: &Pose<T>, by: &[T], angle: T) -> Pose<T> {
    let turn = pose.turn + angle;
    Pose {
        place: [pose.place[0] + by[0] * turn.cos(), pose.place[1] + by[1] * turn.sin()],
        turn: turn * by[0],
        steps: pose.steps + 1,
    }
}

#[reversible]
fn polar<T: Real>(x: T, y: T) -> (T, T) {
    ((x * x + y * y).sqrt(), y.atan2(x))
}

#[reversible]
fn powers(x: f64, n: usize) -> [f64; 3] {
    [x, x.powi(n as i32), x.exp()]
}

const AT: [f64; 6] = [0.4, -0.7, 0.9, 1.3, 0.6, 0.5];

fn pose(x: &[f64]) -> Pose<f64> {
    Pose { place: [x[0], x[1]], turn: x[2], steps: 3 }
}

#[test]
fn structures() {
    let value = |x: &[f64]| {
        let after = moved(&pose(x), &x[3..5], x[5]);
        1.5 * after.place[0] - 0.4 * after.place[1] + 0.7 * after.turn
    };
    let mut seed = pose(&AT).shadow();
    (seed.place, seed.turn) = ([1.5, -0.4], 0.7);
    let (after, (bar, by_bar, angle_bar)) = moved::gradient_with(seed, &pose(&AT), &AT[3..5], AT[5]);
    assert_eq!(after, moved(&pose(&AT), &AT[3..5], AT[5]));
    let gradient = [&bar.place[..], &[bar.turn], &by_bar, &[angle_bar]].concat();
    assert_eq!(check_gradient(value, &AT, &gradient), Ok(()));
}

#[test]
fn tuples_and_arrays() {
    let value = |x: &[f64]| {
        let (r, phi) = polar(x[0], x[1]);
        2.5 * r - 1.5 * phi
    };
    let (_, (x_bar, y_bar)) = polar::gradient_with((2.5, -1.5), 0.7, -0.4);
    assert_eq!(check_gradient(value, &[0.7, -0.4], &[x_bar, y_bar]), Ok(()));

    let value = |x: &[f64]| powers(x[0], 3).iter().zip([0.5, -2.0, 3.0]).map(|(y, s)| y * s).sum();
    let (all, (x_bar,)) = powers::gradient_with([0.5, -2.0, 3.0], 0.8, 3);
    assert_eq!(all, powers(0.8, 3));
    assert_eq!(check_gradient(value, &[0.8], &[x_bar]), Ok(()));
}

#[reversible]
fn evidence<T: Real>(p: &[Log<T>], k: T) -> Log<T> {
    p[0] * p[1] + p[2] * Log::from_value(k)
}

#[reversible]
fn best(x: &[MaxPlus<f64>]) -> MaxPlus<f64> {
    x[0] * x[1] + x[2]
}

/// Of a number that is stored as its logarithm, the gradient is that of the logarithm.
#[test]
fn logarithms_are_one_number() {
    let value = |x: &[f64]| evidence(&[0, 1, 2].map(|i| Log::from_ln(x[i])), x[3]).ln;
    let at = [0.3, -0.8, 400.0, 0.6];
    let (found, (bars, k_bar)) = evidence::gradient(&[0, 1, 2].map(|i| Log::from_ln(at[i])), at[3]);
    assert_eq!(found.ln, value(&at));
    let gradient = [bars[0].ln, bars[1].ln, bars[2].ln, k_bar];
    assert_eq!(check_gradient(value, &at, &gradient), Ok(()));

    let x = [1.0, 2.0, -4.0].map(|value| MaxPlus { value });
    let (length, (bars,)) = best::gradient(&x);
    assert_eq!((length.value, bars.iter().map(|b| b.value).collect()), (3.0, vec![1.0, 1.0, 0.0]));
}

#[cfg(feature = "complex")]
mod complex {
    use super::*;
    use retrograde::Complex;

    #[reversible]
    fn turned<T: Real>(z: Complex<T>, w: &[Complex<T>]) -> Complex<T> {
        z * w[0] + w[1].exp()
    }

    #[test]
    fn both_parts_have_a_seed() {
        let value = |x: &[f64]| {
            let y = turned(Complex::new(x[0], x[1]), &[Complex::new(x[2], x[3]), Complex::new(x[4], x[5])]);
            1.5 * y.re - 0.4 * y.im
        };
        let [z, w, v] = [0, 2, 4].map(|i| Complex::new(AT[i], AT[i + 1]));
        let (_, (z_bar, w_bar)) = turned::gradient_with(Complex::new(1.5, -0.4), z, &[w, v]);
        let bars = [z_bar, w_bar[0], w_bar[1]];
        let gradient: Vec<f64> = bars.iter().flat_map(|bar| [bar.re, bar.im]).collect();
        assert_eq!(check_gradient(value, &AT, &gradient), Ok(()));
    }
}

/// Methods take the seed last, as `pull` does; what a trait provides is the same for all who implement it.
#[reversible]
trait Lens: Differentiable {
    fn image(&self, x: f64) -> (f64, f64);
    fn add(&self, total: &mut f64, x: f64, other: &mut [f64]);
}

#[derive(Clone, Differentiable)]
struct Thin {
    focus: f64,
}

#[reversible]
impl Lens for Thin {
    fn image(&self, x: f64) -> (f64, f64) {
        (self.focus * x, (x - self.focus).sin())
    }

    fn add(&self, total: &mut f64, x: f64, other: &mut [f64]) {
        *total += self.focus * x * other[0];
        other[1] += x;
    }
}

#[reversible]
impl Thin {
    fn spread(&self, x: f64) -> [f64; 2] {
        [self.focus / x, self.focus * x]
    }
}

fn generic<L: Lens>(lens: &L) -> (L::Shadow<f64>, f64) {
    lens.image_gradient_with(0.6, (2.0, -0.5)).1
}

#[test]
fn methods() {
    let lens = Thin { focus: 1.5 };
    let (bar, x_bar) = generic(&lens);
    let value = |x: &[f64]| {
        let (a, b) = Thin { focus: x[0] }.image(x[1]);
        2.0 * a - 0.5 * b
    };
    assert_eq!(check_gradient(value, &[1.5, 0.6], &[bar.focus, x_bar]), Ok(()));

    let (_, (bar, x_bar)) = lens.spread_gradient_with(0.6, [0.7, 1.3]);
    let value = |x: &[f64]| {
        let [a, b] = Thin { focus: x[0] }.spread(x[1]);
        0.7 * a + 1.3 * b
    };
    assert_eq!(check_gradient(value, &[1.5, 0.6], &[bar.focus, x_bar]), Ok(()));

    let mut other = [0.4, 2.0];
    let (total, (bar, x_bar, other_bar)) = lens.add_gradient(0.6, &mut other);
    assert_eq!((total, other[0]), (1.5 * 0.6 * 0.4, 0.4));
    let value = |x: &[f64]| {
        let (mut total, mut other) = (0.0, [x[2], 2.0]);
        Thin { focus: x[0] }.add(&mut total, x[1], &mut other);
        total
    };
    assert_eq!(check_gradient(value, &[1.5, 0.6, 0.4], &[bar.focus, x_bar, other_bar[0]]), Ok(()));
    assert_eq!(lens.image_check(0.6), Ok(()));
    assert_eq!(lens.spread_check(0.6), Ok(()));
    assert_eq!(lens.add_check(&mut 0.3, 0.6, &mut other), Ok(()));
}
