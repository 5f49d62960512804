//! The attributes of `std::autodiff`: names, order of shadows, what is added to, and seeds.

use retrograde::Differentiable;
use retrograde::autodiff::{autodiff_forward, autodiff_reverse};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12 * b.abs().max(1.0)
}

#[autodiff_reverse(d_rosenbrock, Active, Active, Active)]
#[autodiff_forward(rosenbrock_along, Dual, Dual, Dual)]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let mut sum = (1.0 - x).powi(2);
    sum += 100.0 * (y - x * x).powi(2);
    sum
}

#[test]
fn numbers_by_value_are_active() {
    let (value, dx, dy) = d_rosenbrock(1.5, 2.0, 0.5);
    assert!(
        near(value, 0.25 + 100.0 * 0.0625)
            && near(dx, 0.5 * (1.0 + 400.0 * 1.5 * 0.25))
            && near(dy, 0.5 * 200.0 * -0.25)
    );
    let (again, along) = rosenbrock_along(1.5, -2.0, 2.0, 3.0);
    assert!(near(again, value) && near(along, -2.0 * 2.0 * dx + 3.0 * 2.0 * dy));
}

#[autodiff_reverse(d_weighted, Duplicated, Const, Duplicated, ActiveOnly)]
pub fn weighted(x: &[f64], n: usize, scale: &f64) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        if x[i] < 0.0 {
            break;
        }
        total = total * 0.5 + scale * x[i] * x[i];
    }
    total
}

#[test]
fn shadows_are_added_to() {
    let (mut dx, mut dscale) = ([7.0, 0.0, 0.0], 1.0);
    d_weighted(&[1.0, 2.0, -1.0], &mut dx, 3, &3.0, &mut dscale, 2.0);
    assert_eq!((dx, dscale), ([7.0 + 2.0 * 3.0, 2.0 * 12.0, 0.0], 1.0 + 2.0 * 4.5));
}

#[autodiff_reverse(d_step, Duplicated, Duplicated, Active)]
fn step(x: &mut [f64], v: &mut [f64; 2], dt: f64) {
    for i in 0..x.len() {
        v[i] = 0.9 * v[i] - dt * x[i];
        x[i] += dt * v[i];
    }
}

#[test]
fn what_is_changed_has_its_cotangents_changed() {
    let run = |x0: f64, v1: f64, dt: f64| {
        let (mut x, mut v) = ([x0, 0.5], [0.2, v1]);
        step(&mut x, &mut v, dt);
        2.0 * x[0] - x[1] + 3.0 * v[1] * v[1]
    };
    let (mut x, mut v) = ([1.0, 0.5], [0.2, -0.4]);
    let (mut after_x, mut after_v) = (x, v);
    step(&mut after_x, &mut after_v, 0.1);
    let (mut dx, mut dv) = ([2.0, -1.0], [0.0, 6.0 * after_v[1]]);
    let dt = d_step(&mut x, &mut dx, &mut v, &mut dv, 0.1);
    assert_eq!((x, v), (after_x, after_v));
    let slope = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
    assert!((dx[0] - slope(&|h| run(1.0 + h, -0.4, 0.1))).abs() < 1e-8);
    assert!((dv[1] - slope(&|h| run(1.0, -0.4 + h, 0.1))).abs() < 1e-8);
    assert!((dt - slope(&|h| run(1.0, -0.4, 0.1 + h))).abs() < 1e-8);
}

#[derive(Clone, Differentiable)]
pub struct Spring {
    pub stiffness: f64,
    pub rest: f64,
    pub turns: u32,
}

#[autodiff_reverse(d_energy, Duplicated, Duplicated, Active)]
#[autodiff_forward(energy_along, Dual, Dual, DualOnly)]
fn energy(spring: &Spring, ends: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for e in ends {
        let mut stretch = e[1] - e[0];
        stretch -= spring.rest;
        sum += 0.5 * spring.stiffness * stretch * stretch;
    }
    sum
}

#[test]
fn structures_have_their_shadow() {
    let spring = Spring { stiffness: 2.0, rest: 0.5, turns: 3 };
    let ends = [[0.0, 1.0], [0.5, 2.0]];
    let (mut d_spring, mut d_ends) = (spring.shadow::<f64>(), [[0.0; 2]; 2]);
    let value = d_energy(&spring, &mut d_spring, &ends, &mut d_ends, 1.0);
    assert_eq!((value, d_spring.stiffness, d_spring.rest), (1.25, 0.625, -3.0));
    assert_eq!(d_ends, [[-1.0, 1.0], [-2.0, 2.0]]);
    let mut direction = spring.shadow::<f64>();
    (direction.stiffness, direction.rest) = (2.0, -1.0);
    assert_eq!(
        energy_along(&spring, &direction, &ends, &[[0.0, 1.0], [1.0, 0.0]]),
        2.0 * 0.625 + 3.0 + 1.0 - 2.0
    );
}

#[retrograde::differentiable]
#[autodiff_reverse(d_single, Active, Active)]
fn single(x: f32) -> f32 {
    let mut y = x;
    y *= x.sin();
    y
}

#[test]
fn single_precision() {
    let (value, slope) = d_single(2.0, 1.0);
    assert_eq!(single::gradient(2.0), (value, (slope,)));
    assert!(
        (value - 2.0 * 2.0_f32.sin()).abs() < 1e-6
            && (slope - (2.0_f32.sin() + 2.0 * 2.0_f32.cos())).abs() < 1e-6
    );
}
