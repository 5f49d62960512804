//! Complex numbers: every function against differences in the real and the imaginary part, state, arrays and views.

use retrograde::instructions::{conj, hadamard, neg, rot, swap};
use retrograde::{Complex, Dual, Real, reversible};
use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

type C64 = Complex<f64>;
type Complex64 = Complex<f64>;

/// The parts as methods, as the trait `ComplexFloat` has them.
trait Parts {
    fn re(self) -> f64;
    fn im(self) -> f64;
}

impl Parts for C64 {
    fn re(self) -> f64 {
        self.re
    }
    fn im(self) -> f64 {
        self.im
    }
}

/// Holds the adjoint of `y += f(z, w)` against differences, with seeds that are not one, and the value against
/// `num-complex`.
macro_rules! functions {
    ($($name:ident($z:ident, $w:ident) = $value:expr;)*) => { $(
        mod $name {
            use super::*;

            #[reversible]
            fn add<T: Real>(y: &mut Complex<T>, $z: Complex<T>, $w: &Complex<T>) {
                *y += $value;
            }

            fn plain($z: C64, $w: C64) -> C64 {
                let value: C64 = $value.into();
                value
            }

            fn run(v: &[f64]) -> C64 {
                let mut y = Complex::new(v[0], v[1]);
                add(&mut y, Complex::new(v[2], v[3]), &Complex::new(v[4], v[5]));
                y
            }

            #[test]
            fn is_what_it_says() {
                let mut rng = Rng::new(7);
                let seed = Complex::new(1.5, -0.75);
                for _ in 0..5 {
                    let v = rng.vector(6, 0.3, 1.7);
                    let (y0, z, w) = (Complex::new(v[0], v[1]), Complex::new(v[2], v[3]), Complex::new(v[4], v[5]));
                    let mut y = run(&v);
                    let expected = y0 + plain(z, w);
                    assert_all_close!([y.re, y.im], [expected.re, expected.im], 1e-12);
                    let differences = finite_difference::gradient(
                        |v| {
                            let y = run(v);
                            seed.re * y.re + seed.im * y.im
                        },
                        &v,
                    );
                    let zero = Complex::new(0.0, 0.0);
                    let (mut y_bar, mut z_bar, mut w_bar) = (seed, zero, zero);
                    add::adjoint(&mut y, &mut y_bar, z, &mut z_bar, &w, &mut w_bar);
                    assert_all_close!([y.re, y.im], v[..2], 1e-13);
                    let bars = [y_bar.re, y_bar.im, z_bar.re, z_bar.im, w_bar.re, w_bar.im];
                    assert_all_close!(bars, differences, 1e-8);
                }
            }
        }
    )* };
}
functions! {
    sum(z, w) = z + w - z * 2.0;
    product(z, w) = z * w;
    quotient(z, w) = z / w;
    mixed(z, w) = (2.0 * z - w / 3.0 + 1.5) * (1.0 - z) / (0.5 + w.norm());
    conjugate(z, w) = z.conj() * -w;
    unit(z, w) = z * Complex::i() + Complex::new(0.5, w.re);
    exponential(z, w) = (z * w).exp();
    logarithm(z, w) = z.ln() * w.ln();
    root(z, w) = (z + w).sqrt();
    square_root_of_a_negative(z, w) = (-z).sqrt() * w;
    power(z, w) = z.powc(w);
    real_power(z, w) = z.powf(1.7) + w.powf(-0.5);
    integer_power(z, w) = z.powi(5) + w.powi(-2);
    sine(z, w) = z.sin() + w.cos();
    hyperbolic(z, w) = z.sinh() * w.cosh();
    tangents(z, w) = z.tan() + w.tanh();
    norms(z, w) = Complex::new(z.norm() * w.norm_sqr(), z.arg() - w.arg());
    polar(z, w) = Complex::from_polar(z.norm(), w.re) + Complex::cis(z.im);
    inverse_of_sum(z, w) = (z + w).inv();
    scaled(z, w) = z.scale(w.im).unscale(w.re);
    lengths(z, w) = Complex::new(z.l1_norm(), (z * w).l1_norm());
    by_path(z, w) = Complex::new(Complex::norm(z), Complex::arg(z * w)) + Complex::exp(z);
    constants(z, w) = z * Complex::I + w / Complex::ONE - Complex::ZERO;
    parts(z, w) = Complex::new((z * w).re, w.im * z.im);
    parts_by_method(z, w) = Complex::new((z * w).re(), w.im() * z.im());
    by_path_of_a_borrowed_one(z, w) = Complex::conj(&w) * z + Complex::exp(z).scale(Complex::norm_sqr(&w));
}

/// The logarithm as in the paper: into the real and the imaginary part, by an ancilla.
#[reversible]
fn accumulate_ln<T: Real>(y: &mut Complex<T>, x: Complex<T>) {
    let mut n = 0.0;
    n += x.norm();
    y.re += n.ln();
    y.im += x.arg();
}

/// Locals, ancillae, arrays, swaps, views, rotations, branches, calls and calls that return.
#[reversible]
fn everything<T: Real>(z: &mut [Complex<T>], total: &mut Complex<T>, w: &[Complex<T>], c: Complex<T>) {
    let mut sum = Complex::new(0.0, 0.0);
    for i in 0..w.len() {
        sum += w[i] * w[i].conj() + c;
    }
    for i in 0..w.len() {
        z[i] += w[i] * sum.re;
    }
    let turned = sum * c.exp();
    swap(&mut z[0], &mut z[1]);
    rot(&mut z[1].re, &mut z[1].im, 0.3);
    z[0] += z[1].exp() * turned;
    z[1].conj() -= w[0] / c;
    -z[2].im += c.re;
    accumulate_ln(&mut z[2], w[1]);
    accumulate_ln(&mut z[2].conj(), turned);
    sum_up(&mut *total, &z, turned * w[2], c);
    if c.re > 0.0 {
        *total -= Complex { re: c.im, im: turned.norm() };
    }
}

#[reversible]
fn sum_up<T: Real>(total: &mut Complex<T>, z: &[Complex<T>], turned: Complex<T>, c: Complex<T>) {
    let mut scratch = vec![Complex::new(0.0, 0.0); 2];
    for i in 0..z.len() {
        scratch[i % 2] += z[i] * turned;
    }
    let square: Complex<T> = squared(scratch[1], c.im);
    let other: Complex<T> = squared(c, 1.0);
    let mut changed: Complex<T> = squared(scratch[0], c.re);
    changed.im += other.re * c.im;
    *total += square + other * changed;
    *total += squared(scratch[0] - c, 0.5);
}

#[reversible]
fn squared<T: Real>(z: Complex<T>, scale: T) -> Complex<T> {
    z * z * scale
}

fn complex(v: &[f64]) -> Vec<C64> {
    v.chunks(2).map(|part| Complex::new(part[0], part[1])).collect()
}

fn flat(z: &[C64]) -> Vec<f64> {
    z.iter().flat_map(|z| [z.re, z.im]).collect()
}

fn run(v: &[f64]) -> Vec<f64> {
    let all = complex(v);
    let (mut z, mut total) = (all[..3].to_vec(), all[3]);
    everything(&mut z, &mut total, &all[4..7], all[7]);
    z.push(total);
    flat(&z)
}

#[test]
fn state_arrays_and_calls() {
    let mut rng = Rng::new(11);
    let start = rng.vector(16, 0.1, 0.6);
    let seeds = rng.vector(8, -1.0, 1.0);
    let differences =
        finite_difference::gradient(|v| run(v).iter().zip(&seeds).map(|(a, b)| a * b).sum(), &start);

    let all = complex(&start);
    let (mut z, mut total) = (all[..3].to_vec(), all[3]);
    everything(&mut z, &mut total, &all[4..7], all[7]);
    let bars = complex(&seeds);
    let zero = Complex::new(0.0, 0.0);
    let (mut z_bar, mut total_bar) = (bars[..3].to_vec(), bars[3]);
    let (mut w_bar, mut c_bar) = (vec![zero; 3], zero);
    everything::adjoint(
        &mut z,
        &mut z_bar,
        &mut total,
        &mut total_bar,
        &all[4..7],
        &mut w_bar,
        all[7],
        &mut c_bar,
    );
    z.push(total);
    assert_all_close!(flat(&z), start[..8], 1e-11);
    let found = [z_bar, vec![total_bar], w_bar, vec![c_bar]].concat();
    assert_all_close!(flat(&found), differences, 1e-8);
}

#[test]
fn it_is_undone() {
    let start = Rng::new(12).vector(16, 0.1, 0.6);
    let all = complex(&start);
    let (mut z, mut total) = (all[..3].to_vec(), all[3]);
    everything(&mut z, &mut total, &all[4..7], all[7]);
    everything::inverse(&mut z, &mut total, &all[4..7], all[7]);
    z.push(total);
    assert_all_close!(flat(&z), start[..8], 1e-11);
}

/// One array twice.
#[reversible]
fn dot<T: Real>(out: &mut Complex<T>, a: &[Complex<T>], b: &[Complex<T>]) {
    for i in 0..a.len() {
        *out += a[i].conj() * b[i];
    }
}

#[reversible]
fn squared_length<T: Real>(out: &mut T, a: &[Complex<T>]) {
    let mut d = Complex::new(0.0, 0.0);
    dot(&mut d, &a, &a);
    *out += d.re;
}

#[test]
fn one_array_through_two_arguments() {
    let a = complex(&[1.0, 2.0, -0.5, 3.0]);
    let (value, (a_bar,)) = squared_length::gradient(&a);
    assert_close!(value, 14.25);
    assert_all_close!(flat(&a_bar), [2.0, 4.0, -1.0, 6.0]);
}

/// Two rows of a Jacobian at once, and a concrete type.
#[reversible]
fn concrete(y: &mut Complex64, z: &[Complex64; 2]) {
    *y += z[0] * z[1];
}

#[test]
fn rows_at_once() {
    let z = [Complex::new(1.0, 2.0), Complex::new(3.0, -1.0)];
    let mut y = Complex::new(0.0, 0.0);
    concrete(&mut y, &z);
    let mut y_bar = Complex::new([1.0, 0.0], [0.0, 1.0]);
    let zero = Complex { re: [0.0; 2], im: [0.0; 2] };
    let mut z_bar = [zero; 2];
    concrete::adjoint(&mut y, &mut y_bar, &z, &mut z_bar);
    assert_eq!((z_bar[0].re, z_bar[0].im), ([3.0, -1.0], [1.0, 3.0]));
}

/// A test as a user would write it.
#[test]
fn checks() {
    let [a, b, c] = [C64::new(0.7, -0.3), C64::new(0.4, 0.9), C64::new(-1.1, 0.2)];
    assert_eq!(squared::check(a, 0.7), Ok(()));
    assert_eq!(sum_up::check(&mut { a }, &[b, c, a], c, b), Ok(()));
    assert_eq!(everything::check(&mut [a, b, c], &mut { b }, &[c, a, b], a), Ok(()));
}

/// Instructions change complex numbers part by part, in place.
#[reversible]
fn reflected<T: Real>(z: &mut [Complex<T>; 2], w: &mut Complex<T>, s: T) {
    *w += z[0] * s;
    neg(&mut z[0]);
    hadamard(&mut z[0], &mut *w);
    conj(&mut z[1]);
    each!(neg(&mut z));
    z[1] += *w * s;
    rot(&mut z[1].re, &mut w.im, s);
}

#[test]
fn instructions_change_complex_numbers_part_by_part() {
    let start = ([Complex::new(0.4, -1.2), Complex::new(2.0, 0.3)], Complex::new(-0.7, 1.6));
    let (mut z, mut w) = start;
    reflected(&mut z, &mut w, 0.8);
    reflected::inverse(&mut z, &mut w, 0.8);
    let flat = |z: [Complex<f64>; 2], w: Complex<f64>| [z[0].re, z[0].im, z[1].re, z[1].im, w.re, w.im];
    assert_all_close!(flat(z, w), flat(start.0, start.1), 1e-14);
    let (mut z, mut w) = start;
    assert_eq!(reflected::check(&mut z, &mut w, 0.8), Ok(()));

    // By hand, without a program around them.
    let (mut a, mut b) = (
        Complex::new(Dual::new(1.0, 0.5), Dual::new(2.0, 1.5)),
        Complex::new(Dual::constant(3.0), Dual::constant(-4.0)),
    );
    hadamard(&mut a, &mut b);
    neg(&mut a);
    let half = 0.5_f64.sqrt();
    assert_all_close!([a.re.value, a.im.tangent, b.re.value], [-4.0 * half, -1.5 * half, -2.0 * half], 1e-15);
    let (mut z, mut z_bar) = (Complex::new(1.0, 2.0), Complex::new([3.0, 1.0], [-4.0, 0.5]));
    neg::adjoint(&mut z, &mut z_bar);
    assert_eq!((z, z_bar), (Complex::new(-1.0, -2.0), Complex::new([-3.0, -1.0], [4.0, -0.5])));
}

/// Parts of a local, beside fields and elements whose types nothing tells.
#[derive(Clone, Debug, PartialEq, retrograde::Differentiable)]
struct Coil<T> {
    at: [T; 2],
    mass: T,
}

#[reversible]
fn parted<T: Real>(y: &mut T, coil: &Coil<T>, x: T) {
    let z = Complex::new(coil.at[0], coil.mass * x);
    let mut w = z * z.conj();
    w += z * coil.at[0];
    w.im -= z.norm_sqr();
    w += coil.at[1];
    let mut v = Complex::new(x, coil.at[1]);
    v += coil.mass;
    v.re -= w.re * coil.at[1];
    *y += (w.re + w.im * v.re) * v.im;
}

#[test]
fn parts_of_locals_beside_fields() {
    let coil = Coil { at: [0.4, -0.7], mass: 1.3 };
    assert_eq!(parted::check(&mut 0.3, &coil, 0.6), Ok(()));
    let mut y = 0.0;
    parted(&mut y, &coil, 0.6);
    let z = C64::new(0.4, 1.3 * 0.6);
    let w = z * z.conj() + z * 0.4 - C64::new(0.0, z.norm_sqr()) + C64::new(-0.7, 0.0);
    let v = C64::new(0.6 + 1.3 + w.re * 0.7, -0.7);
    assert_close!(y, (w.re + w.im * v.re) * v.im);
}

/// The advice of the messages about complex numbers: products in fresh names, turns, parts, and values made of parts.
#[reversible]
fn advised<T: Real>(y: &mut Complex<T>, z: &mut Complex<T>, w: Complex<T>, r: T, angle: T) {
    let scaled = *z * w;
    *y += scaled;
    rot(&mut z.re, &mut z.im, angle);
    *y += Complex::from_polar(r, angle) + Complex::cis(angle);
    *y -= Complex::new(r, angle) * w.re;
    let sum = w.norm() + w.re;
    z.im += sum * r;
    let fresh = *y * w;
    *z += fresh;
}

#[test]
fn advice_on_complex_numbers_compiles_and_is_right() {
    let [y, z, w] = [C64::new(0.3, -0.2), C64::new(1.1, 0.4), C64::new(-0.6, 0.9)];
    assert_eq!(advised::check(&mut { y }, &mut { z }, w, 1.3, 0.7), Ok(()));
}
