//! Complex numbers together with the rest of the language: loops over slices, element-wise updates, structures, stacks,
//! other real types, inactive places.

use retrograde::prelude::*;
use retrograde::{Complex, Differentiable, Dual, Fixed43, Log};
use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

fn complex(v: &[f64]) -> Vec<Complex<f64>> {
    v.chunks(2).map(|part| Complex::new(part[0], part[1])).collect()
}

fn flat(z: &[Complex<f64>]) -> Vec<f64> {
    z.iter().flat_map(|z| [z.re, z.im]).collect()
}

#[reversible]
fn add_scaled<T: Real>(z: &mut [Complex<T>], w: &[Complex<T>], c: Complex<T>) {
    for (z, w) in z.iter_mut().zip(w) {
        *z += *w * c;
    }
}

/// Loops over elements, updates of whole arrays, ranges, scratch, a step on another array.
#[reversible]
fn loops<T: Real>(
    z: &mut [Complex<T>],
    w: &[Complex<T>; 4],
    c: Complex<T>,
    #[scratch] work: &mut [Complex<T>],
    #[inactive] shift: Complex<T>,
) {
    for (i, w) in w.iter().enumerate() {
        z[i] += *w * c + shift;
    }
    each!(z += w);
    add_scaled(&mut z[1..3], &w[2..4], c);
    for i in 0..4 {
        work[i] += w[i].exp() * c;
    }
    for i in 0..4 {
        z[3 - i] -= work[i].conj() * work[i];
        z[i].im += work[i].re;
    }
}

fn run_loops(v: &[f64]) -> Vec<f64> {
    let all = complex(v);
    let mut z = all[..4].to_vec();
    let w = [all[4], all[5], all[6], all[7]];
    let mut work = [Complex::new(0.0, 0.0); 4];
    loops(&mut z, &w, all[8], &mut work, Complex::new(0.5, -0.25));
    flat(&z)
}

#[test]
fn loops_and_slices() {
    let mut rng = Rng::new(21);
    let (start, seeds) = (rng.vector(18, -0.6, 0.6), rng.vector(8, -1.0, 1.0));
    let differences =
        finite_difference::gradient(|v| run_loops(v).iter().zip(&seeds).map(|(a, b)| a * b).sum(), &start);
    let all = complex(&start);
    let mut z = complex(&run_loops(&start));
    let w = [all[4], all[5], all[6], all[7]];
    let zero = Complex::new(0.0, 0.0);
    let (mut work, mut work_bar) = ([zero; 4], [zero; 4]);
    let (mut z_bar, mut w_bar, mut c_bar) = (complex(&seeds), [zero; 4], zero);
    let shift = Complex::new(0.5, -0.25);
    loops::adjoint(&mut z, &mut z_bar, &w, &mut w_bar, all[8], &mut c_bar, &mut work, &mut work_bar, shift);
    assert_all_close!(flat(&z), start[..8], 1e-13);
    assert_all_close!([flat(&z_bar), flat(&w_bar), flat(&[c_bar])].concat(), differences);
}

/// A mode of an oscillation.
#[derive(Clone, Differentiable)]
struct Mode<T> {
    amplitude: Complex<T>,
    rate: T,
}

/// Numbers with parts inside a structure, by their fields.
#[reversible]
fn swing<T: Real>(out: &mut Complex<T>, mode: &Mode<T>, t: T) {
    let phase = Complex::cis(mode.rate * t);
    out.re += mode.amplitude.re * phase.re - mode.amplitude.im * phase.im;
    out.im += mode.amplitude.re * phase.im + mode.amplitude.im * phase.re;
}

#[test]
fn fields_of_structures() {
    let of = |v: &[f64]| {
        let mut out = Complex::new(0.0, 0.0);
        swing(&mut out, &Mode { amplitude: Complex::new(v[0], v[1]), rate: v[2] }, v[3]);
        1.5 * out.re - 0.5 * out.im
    };
    let start = [0.4, 0.7, 1.3, 0.9];
    let mode = Mode { amplitude: Complex::new(start[0], start[1]), rate: start[2] };
    let mut out = Complex::new(0.0, 0.0);
    swing(&mut out, &mode, start[3]);
    let (mut mode_bar, mut t_bar) = (mode.shadow::<f64>(), 0.0);
    swing::adjoint(&mut out, &mut Complex::new(1.5, -0.5), &mode, &mut mode_bar, start[3], &mut t_bar);
    let found = [mode_bar.amplitude.re, mode_bar.amplitude.im, mode_bar.rate, t_bar];
    assert_all_close!(found, finite_difference::gradient(of, &start));
}

/// The Schroedinger equation of one particle on a line, by leapfrog: real and imaginary part in turn.
#[reversible]
fn evolve<T: Real>(psi: &mut [Complex<T>], potential: &[T], dt: T, steps: usize) {
    for _s in 0..steps {
        for i in 1..psi.len() - 1 {
            psi[i].re +=
                dt * (potential[i] * psi[i].im - 0.5 * (psi[i - 1].im - 2.0 * psi[i].im + psi[i + 1].im));
        }
        for i in 1..psi.len() - 1 {
            psi[i].im -=
                dt * (potential[i] * psi[i].re - 0.5 * (psi[i - 1].re - 2.0 * psi[i].re + psi[i + 1].re));
        }
    }
}

#[test]
fn complex_state_over_fixed_point_comes_back_bit_for_bit() {
    let fixed = Fixed43::constant;
    let n = 24;
    let start: Vec<Complex<Fixed43>> =
        (0..n).map(|i| Complex::new(fixed((0.3 * i as f64).sin()), fixed((0.2 * i as f64).cos()))).collect();
    let potential: Vec<Fixed43> = (0..n).map(|i| fixed(0.01 * (i * i) as f64)).collect();
    let mut psi = start.clone();
    evolve(&mut psi, &potential, fixed(0.05), 2000);
    assert_ne!(psi, start);
    let mut psi_bar = vec![Complex { re: fixed(0.0), im: fixed(0.0) }; n];
    psi_bar[3].re = fixed(1.0);
    let (mut potential_bar, mut dt_bar) = (vec![fixed(0.0); n], fixed(0.0));
    evolve::adjoint(&mut psi, &mut psi_bar, &potential, &mut potential_bar, fixed(0.05), &mut dt_bar, 2000);
    assert_eq!(psi, start);
    assert_ne!(dt_bar, fixed(0.0));
}

#[reversible]
fn modulus_of_power<T: Real>(out: &mut T, z: Complex<T>, n: i32) {
    let w = z.powi(n) + z.ln();
    *out += w.norm();
}

#[test]
fn second_derivatives() {
    let of = |re: f64| {
        let mut out = 0.0;
        modulus_of_power(&mut out, Complex::new(re, 0.7), 3);
        out
    };
    let z = Complex::new(Dual::variable(1.2), Dual::constant(0.7));
    let (value, (z_bar,)) = modulus_of_power::gradient(z, 3);
    assert_close!(value.value, of(1.2));
    assert_close!(value.tangent, z_bar.re.value);
    let second = finite_difference::second_difference(|x| of(x[0]), &[1.2], &[1.0], &[1.0]);
    assert_close!(z_bar.re.tangent, second, 1e-6);
}

/// Two systems beside one another, and conversions among them.
#[reversible]
fn gain<T: Real>(total: &mut Log<T>, out: &mut Complex<T>, z: &[Complex<T>]) {
    for i in 0..z.len() {
        *total *= Log::from_value(z[i].norm());
        *out += z[i] * total.ln();
    }
    if z[0] != z[1] {
        *total /= Log::from_value(z[0].norm_sqr());
    }
}

#[test]
fn systems_beside_one_another() {
    let of = |v: &[f64]| {
        let (mut total, mut out) = (Log::from_ln(v[0]), Complex::new(v[1], v[2]));
        gain(&mut total, &mut out, &complex(&v[3..]));
        1.5 * total.ln - 0.5 * out.re + 2.0 * out.im
    };
    let start = Rng::new(22).vector(9, 0.3, 1.5);
    let (mut total, mut out) = (Log::from_ln(start[0]), Complex::new(start[1], start[2]));
    let z = complex(&start[3..]);
    gain(&mut total, &mut out, &z);
    let (mut total_bar, mut out_bar) = (Log::from_ln(1.5), Complex::new(-0.5, 2.0));
    let mut z_bar = vec![Complex::new(0.0, 0.0); 3];
    gain::adjoint(&mut total, &mut total_bar, &mut out, &mut out_bar, &z, &mut z_bar);
    assert_all_close!([total.ln, out.re, out.im], start[..3], 1e-13);
    let found = [vec![total_bar.ln, out_bar.re, out_bar.im], flat(&z_bar)].concat();
    assert_all_close!(found, finite_difference::gradient(of, &start));
}

/// Every component reads another number; a run checks that they differ.
#[reversible]
fn quarter_turn<T: Real>(z: &mut [Complex<T>], i: usize, j: usize) {
    z[i] += Complex::i() * z[j];
}

#[test]
#[should_panic]
#[cfg(debug_assertions)]
fn a_number_is_not_updated_by_itself() {
    quarter_turn(&mut complex(&[1.0, 2.0]), 0, 0);
}

/// A branch with a value.
#[reversible]
fn chosen<T: Real>(out: &mut Complex<T>, z: Complex<T>, w: Complex<T>, first: bool) {
    let picked = if first { z * z } else { Complex::new(w.im, 2.0) };
    *out += picked * w;
}

#[test]
fn branches_have_complex_values() {
    let (z, w) = (Complex::new(0.5, 1.5), Complex::new(2.0, -1.0));
    for first in [true, false] {
        let of = |v: &[f64]| {
            let mut out = Complex::new(0.0, 0.0);
            let all = complex(v);
            chosen(&mut out, all[0], all[1], first);
            1.5 * out.re - 0.5 * out.im
        };
        let mut out = Complex::new(0.0, 0.0);
        chosen(&mut out, z, w, first);
        let (mut z_bar, mut w_bar) = (Complex::new(0.0, 0.0), Complex::new(0.0, 0.0));
        let mut out_bar = Complex::new(1.5, -0.5);
        chosen::adjoint(&mut out, &mut out_bar, z, &mut z_bar, w, &mut w_bar, first);
        assert_all_close!(flat(&[out]), [0.0, 0.0], 1e-15);
        assert_all_close!(flat(&[z_bar, w_bar]), finite_difference::gradient(of, &flat(&[z, w])));
    }
}

/// Ancillae that the program brings back itself, and stacks.
#[reversible]
fn freed<T: Real>(
    out: &mut Complex<T>,
    trail: &mut Vec<Complex<T>>,
    step: &mut Complex<T>,
    scale: &mut Log<T>,
    z: Complex<T>,
) {
    let mut n = Complex::new(0.0, 0.0);
    n += z * z;
    let mut l = Log::one();
    l *= Log::from_value(z.norm());
    *out += n * l.ln();
    *scale *= l;
    n -= z * z;
    l /= Log::from_value(z.norm());
    free!(n);
    free!(l = Log::one());
    *step += z.exp();
    push!(trail, *step);
    *step += z;
}

#[test]
fn what_is_brought_back_is_freed_and_what_is_kept_is_pushed() {
    let z = Complex::new(0.5, 1.5);
    let (mut out, mut trail, mut scale) = (Complex::new(1.0, 2.0), vec![z], Log::from_ln(0.3));
    let mut step = Complex::new(0.25, 0.5);
    freed(&mut out, &mut trail, &mut step, &mut scale, z);
    assert_eq!((trail.len(), step), (2, z));
    let of = |v: &[f64]| {
        let (mut out, mut trail, mut scale) = (Complex::new(1.0, 2.0), vec![], Log::from_ln(0.3));
        let mut step = Complex::new(0.25, 0.5);
        freed(&mut out, &mut trail, &mut step, &mut scale, Complex::new(v[0], v[1]));
        1.5 * out.re - 0.5 * out.im + 2.0 * scale.ln + 0.7 * trail[0].re - 0.3 * trail[0].im + step.re
    };
    let zero = Complex::new(0.0, 0.0);
    let (mut out_bar, mut scale_bar) = (Complex::new(1.5, -0.5), Log::from_ln(2.0));
    let (mut trail_bar, mut z_bar) = (vec![zero, Complex::new(0.7, -0.3)], zero);
    let mut step_bar = Complex::new(1.0, 0.0);
    freed::adjoint(
        &mut out,
        &mut out_bar,
        &mut trail,
        &mut trail_bar,
        &mut step,
        &mut step_bar,
        &mut scale,
        &mut scale_bar,
        z,
        &mut z_bar,
    );
    assert_all_close!(flat(&[step, step_bar]), [0.25, 0.5, 0.7, -0.3], 1e-14);
    assert_eq!((trail.len(), trail_bar.len()), (1, 1));
    assert_all_close!([out.re, out.im, scale.ln], [1.0, 2.0, 0.3], 1e-14);
    assert_all_close!(flat(&[z_bar]), finite_difference::gradient(of, &flat(&[z])));
}
