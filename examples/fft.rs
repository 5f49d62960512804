//! The fast Fourier transform, in place: no second array, neither for the signal nor for its cotangents.
//!
//! It consists of three reversible steps: exchange elements (bit reversal), rotate the second of two numbers in the
//! plane, and take the sum and the difference of both. So the inverse transform is the inverse program, and the
//! adjoint is derived, too: it is the inverse transform without its factor 1/n, which is not written down anywhere
//! here.

use retrograde::prelude::*;
use retrograde::{Complex, instruction};
use std::f64::consts::PI;

/// `(a, b) ← (a + b, a - b)`
#[instruction(inverse = halves, adjoint = butterfly_adjoint, inverse_adjoint = halves_adjoint)]
fn butterfly<T: Real>(a: &mut T, b: &mut T) {
    (*a, *b) = (*a + *b, *a - *b);
}

fn halves<T: Real>(a: &mut T, b: &mut T) {
    let half = T::constant(0.5);
    (*a, *b) = ((*a + *b) * half, (*a - *b) * half);
}

// The matrix is symmetric.
fn butterfly_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
    halves(a, b);
    (*a_bar, *b_bar) = (a_bar.plus(*b_bar), a_bar.minus(*b_bar));
}

fn halves_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
    butterfly(a, b);
    let half = T::constant(0.5);
    (*a_bar, *b_bar) = (a_bar.plus(*b_bar).scaled(half), a_bar.minus(*b_bar).scaled(half));
}

/// Returns the index with its bits in reverse order.
fn reversed(i: usize, bits: u32) -> usize {
    i.reverse_bits().checked_shr(usize::BITS - bits).unwrap_or(0)
}

/// Replaces `z` by its transform, `z[k] ← Σ z[j] exp(-2πi jk/n)`; the length is a power of two.
#[reversible]
fn fft<T: Real>(z: &mut [Complex<T>]) {
    assert!(z.len().is_power_of_two());
    let bits: u32 = z.len().trailing_zeros();
    for i in 0..z.len() {
        let j: usize = reversed(i, bits);
        if i < j {
            swap(&mut z[i], &mut z[j]);
        }
    }
    for stage in 0..bits {
        let half: usize = 1 << stage;
        for block in 0..z.len() / (2 * half) {
            for k in 0..half {
                let i: usize = 2 * half * block + k;
                let angle = -PI * k as T / half as T;
                rot(&mut z[i + half].re, &mut z[i + half].im, angle);
                butterfly(&mut z[i].re, &mut z[i + half].re);
                butterfly(&mut z[i].im, &mut z[i + half].im);
            }
        }
    }
}

/// Adds the energy of the transform between two frequencies.
#[reversible]
fn band<T: Real>(energy: &mut T, signal: &[T], low: usize, high: usize) {
    let mut z = vec![Complex::new(0.0, 0.0); signal.len()];
    for i in 0..signal.len() {
        z[i].re += signal[i];
    }
    fft(&mut z);
    for k in low..high {
        *energy += z[k].norm_sqr();
    }
}

fn main() {
    let mut z: Vec<Complex<f64>> =
        (0..8).map(|i| Complex::new((std::f64::consts::TAU * i as f64 / 8.0).cos(), 0.0)).collect();
    fft(&mut z);
    println!("fft:          {}", shown(&z));
    fft::inverse(&mut z);
    println!("fft::inverse: {}", shown(&z));

    let signal = [1.0, 0.5, -0.25, 0.0, 0.75, -1.0, 0.5, 0.25];
    let (energy, (signal_bar,)) = band::gradient(&signal, 1, 4);
    println!("energy in the band: {energy:.4}");
    println!("its gradient:       {signal_bar:.4?}");
}

fn shown(z: &[Complex<f64>]) -> String {
    z.iter().map(|z| format!("{:6.2}{:+.2}i", rounded(z.re), rounded(z.im))).collect()
}

/// Rounds to two places; a negative zero becomes positive.
fn rounded(x: f64) -> f64 {
    (100.0 * x).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    fn signal(n: usize, seed: u64) -> Vec<Complex<f64>> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| Complex::new(rng.normal(), rng.normal())).collect()
    }

    fn flat(z: &[Complex<f64>]) -> Vec<f64> {
        z.iter().flat_map(|z| [z.re, z.im]).collect()
    }

    /// Computes the sum directly; `sign` is that of the exponent.
    fn transform(z: &[Complex<f64>], sign: f64) -> Vec<Complex<f64>> {
        let n = z.len();
        let factor =
            |j: usize, k: usize| Complex::cis(sign * std::f64::consts::TAU * ((j * k) % n) as f64 / n as f64);
        (0..n).map(|k| (0..n).map(|j| z[j] * factor(j, k)).sum()).collect()
    }

    #[test]
    fn it_is_the_transform_and_back() {
        for n in [1, 2, 4, 8, 64, 256] {
            let start = signal(n, 1);
            let mut z = start.clone();
            fft(&mut z);
            assert_all_close!(flat(&z), flat(&transform(&start, -1.0)), 1e-11);
            fft::inverse(&mut z);
            assert_all_close!(flat(&z), flat(&start), 1e-13);
        }
    }

    #[test]
    fn its_adjoint_is_the_inverse_transform_without_the_factor() {
        for n in [1, 2, 8, 32] {
            let (start, seed) = (signal(n, 1), signal(n, 2));
            let mut z = start.clone();
            fft(&mut z);
            let mut z_bar = seed.clone();
            fft::adjoint(&mut z, &mut z_bar);
            assert_all_close!(flat(&z), flat(&start), 1e-13);
            assert_all_close!(flat(&z_bar), flat(&transform(&seed, 1.0)), 1e-12);
        }
    }

    #[test]
    fn the_gradient_of_a_band_is_what_differences_say() {
        let signal = Rng::new(5).vector(16, -1.0, 1.0);
        let energy = |x: &[f64]| {
            let mut energy = 0.0;
            band(&mut energy, x, 2, 7);
            energy
        };
        let (value, (signal_bar,)) = band::gradient(&signal, 2, 7);
        assert_close!(value, energy(&signal));
        assert_all_close!(signal_bar, finite_difference::gradient(energy, &signal));
    }

    #[test]
    #[should_panic]
    fn other_lengths_are_refused() {
        fft(&mut signal(6, 1));
    }
}
