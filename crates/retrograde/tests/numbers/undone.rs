//! Fixed point: what is undone is what was, to the last bit.

use retrograde::{Fixed, Fixed43, Real, reversible};
use retrograde_testkit::{Rng, assert_close};

/// A kick of a planar oscillator with friction: products, quotients, roots and functions.
#[reversible]
fn kick<T: Real>(p: &mut [T; 2], q: &mut [T; 2], strength: T) {
    let radius = (q[0] * q[0] + q[1] * q[1] + 1.0).sqrt();
    for i in 0..2 {
        p[i] -= strength * q[i] / radius;
    }
    for i in 0..2 {
        q[i] += 0.1 * p[i].tanh();
    }
    p[0] += 0.01 * p[1].sin();
}

#[reversible]
fn orbit<T: Real>(p: &mut [T; 2], q: &mut [T; 2], strength: T, n: usize) {
    for _i in 0..n {
        kick(&mut *p, &mut *q, strength);
    }
}

/// A concrete fixed-point type in a signature.
#[reversible]
fn concrete(y: &mut Fixed43, x: &[Fixed43]) {
    for i in 0..x.len() {
        *y += 0.5 * x[i] * x[i];
    }
}

#[test]
fn a_million_random_updates_come_back() {
    let mut rng = Rng::new(1);
    let start: Vec<Fixed43> = (0..8).map(|_| Fixed::from_bits(rng.bits() as i64)).collect();
    let mut y = start.clone();
    let update = |y: &mut [Fixed43], rng: &mut Rng| {
        let (i, j) = (rng.below(8), rng.below(8));
        let factor = Fixed43::constant(rng.uniform(-0.9, 0.9));
        (i, if i == j { Fixed::from_bits(rng.bits() as i64) } else { factor * y[j] })
    };
    let mut done = Vec::with_capacity(1_000_000);
    for _ in 0..1_000_000 {
        let (i, by) = update(&mut y, &mut rng);
        y[i] += by;
        done.push((i, by));
    }
    assert_ne!(y, start);
    for (i, by) in done.into_iter().rev() {
        y[i] -= by;
    }
    assert_eq!(y, start);
}

#[test]
fn a_million_steps_of_a_program_come_back() {
    // Five updates a step.
    let steps = 200_000;
    let start = ([0.3, -0.2], [1.0, 0.7]);
    let fixed = |v: [f64; 2]| v.map(Fixed43::constant);
    let (mut p, mut q, strength) = (fixed(start.0), fixed(start.1), Fixed43::constant(0.2));
    orbit(&mut p, &mut q, strength, steps);
    assert_ne!((p, q), (fixed(start.0), fixed(start.1)));
    orbit::inverse(&mut p, &mut q, strength, steps);
    assert_eq!((p, q), (fixed(start.0), fixed(start.1)));

    // Floats do not.
    let (mut p, mut q) = start;
    orbit(&mut p, &mut q, 0.2, 2000);
    orbit::inverse(&mut p, &mut q, 0.2, 2000);
    assert_ne!((p, q), start);
}

#[test]
fn adjoints_restore_to_the_bit_and_are_those_of_floats() {
    let fixed = |v: [f64; 2]| v.map(Fixed43::constant);
    let (p0, q0, strength) = ([0.3, -0.2], [1.0, 0.7], 0.2);
    let (mut p, mut q) = (fixed(p0), fixed(q0));
    orbit(&mut p, &mut q, Fixed::constant(strength), 50);
    let (mut p_bar, mut q_bar, mut s_bar) = (fixed([1.5, 0.0]), fixed([-0.5, 1.0]), Fixed43::ZERO);
    orbit::adjoint(&mut p, &mut p_bar, &mut q, &mut q_bar, Fixed::constant(strength), &mut s_bar, 50);
    assert_eq!((p, q), (fixed(p0), fixed(q0)));

    let (mut p, mut q) = (p0, q0);
    orbit(&mut p, &mut q, strength, 50);
    let (mut fp_bar, mut fq_bar, mut fs_bar) = ([1.5, 0.0], [-0.5, 1.0], 0.0);
    orbit::adjoint(&mut p, &mut fp_bar, &mut q, &mut fq_bar, strength, &mut fs_bar, 50);
    for i in 0..2 {
        assert_close!(p_bar[i].to_f64(), fp_bar[i], 1e-9);
        assert_close!(q_bar[i].to_f64(), fq_bar[i], 1e-9);
    }
    assert_close!(s_bar.to_f64(), fs_bar, 1e-9);
}

#[test]
fn a_signature_may_say_fixed_point() {
    let x = [1.5, -2.0].map(Fixed43::constant);
    let (value, (x_bar,)) = concrete::gradient(&x);
    assert_eq!((value.to_f64(), x_bar), (3.125, x.to_vec()));
}
