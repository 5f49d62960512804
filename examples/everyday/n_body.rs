//! Planets under their own gravity, by velocity Verlet: the energy after a while.

use retrograde::differentiable;

#[differentiable]
fn accelerations(x: &[[f64; 3]], mass: &[f64], a: &mut [[f64; 3]]) {
    for i in 0..x.len() {
        a[i] = [0.0; 3];
    }
    for i in 0..x.len() {
        for j in (i + 1)..x.len() {
            let d = [x[j][0] - x[i][0], x[j][1] - x[i][1], x[j][2] - x[i][2]];
            let r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3;
            let inv = 1.0 / (r2 * r2.sqrt());
            for k in 0..3 {
                a[i][k] += mass[j] * d[k] * inv;
                a[j][k] -= mass[i] * d[k] * inv;
            }
        }
    }
}

/// The total energy after some steps of a time `dt`.
#[differentiable]
pub(crate) fn energy(x0: &[[f64; 3]], v0: &[[f64; 3]], mass: &[f64], dt: f64, steps: usize) -> f64 {
    let mut x = x0.to_vec();
    let mut v = v0.to_vec();
    let mut a = vec![[0.0; 3]; x.len()];
    accelerations(&x, mass, &mut a);
    for _ in 0..steps {
        for i in 0..x.len() {
            for k in 0..3 {
                v[i][k] += 0.5 * dt * a[i][k];
                x[i][k] += dt * v[i][k];
            }
        }
        accelerations(&x, mass, &mut a);
        for i in 0..x.len() {
            for k in 0..3 {
                v[i][k] += 0.5 * dt * a[i][k];
            }
        }
    }
    let mut total = 0.0;
    for i in 0..x.len() {
        total += 0.5 * mass[i] * (v[i][0].powi(2) + v[i][1].powi(2) + v[i][2].powi(2));
        for j in 0..i {
            let d = [x[j][0] - x[i][0], x[j][1] - x[i][1], x[j][2] - x[i][2]];
            total -= mass[i] * mass[j] / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
        }
    }
    total
}

/// A sun and its planets.
pub(crate) fn planets(n: usize) -> (Vec<[f64; 3]>, Vec<[f64; 3]>, Vec<f64>) {
    let place = |i: usize| [i as f64 * (i as f64).cos(), i as f64 * (i as f64).sin(), 0.1 * i as f64];
    let speed = |i: usize| {
        let size = if i == 0 { 0.0 } else { 1.0 / (i as f64).sqrt() };
        [-size * (i as f64).sin(), size * (i as f64).cos(), 0.01]
    };
    (
        (0..n).map(place).collect(),
        (0..n).map(speed).collect(),
        (0..n).map(|i| if i == 0 { 1.0 } else { 1e-2 }).collect(),
    )
}

#[test]
fn the_gradient_agrees_with_differences() {
    let (x, v, mass) = planets(4);
    assert_eq!(energy::check(&x, &v, &mass, 0.05, 20), Ok(()));
}
