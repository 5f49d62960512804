//! Functions that are generic over their number type run in lanes as they are: primals, inverses and adjoints.

use retrograde::prelude::*;
use retrograde::rules::{Real, Rule};
use retrograde::{Dual, dual};
use retrograde_lanes::{Kernel, Vector, run};

/// A pendulum with a string, some steps of it; the branch is on an integer, which is uniform.
#[reversible]
fn swing<T: Real>(angle: &mut T, speed: &mut T, stiffness: T, steps: usize) {
    for i in 0..steps {
        *speed -= 0.1 * angle.sin() + stiffness * (*angle * *angle).ln_1p();
        if i % 3 == 0 {
            *angle += 0.1 * speed.tanh();
        } else {
            *angle += 0.1 * *speed;
        }
    }
}

#[reversible]
fn soft<T: Real>(x: &[T]) -> T {
    let mut total = T::constant(0.0);
    for i in 0..x.len() {
        total += x[i].exp() * x[i].powi(2);
    }
    total.ln().max(T::constant(-3.0))
}

/// The values and cotangents of `swing` in lanes, of each lane one after another.
struct Swings<'a>(&'a [[f64; 3]]);

impl Kernel for Swings<'_> {
    type Scalar = f64;
    type Output = Vec<[f64; 5]>;
    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) -> Vec<[f64; 5]> {
        let mut out = Vec::new();
        for block in self.0.chunks_exact(V::LANES) {
            let start = [V::from_fn(|l| block[l][0]), V::from_fn(|l| block[l][1])];
            let stiffness = V::from_fn(|l| block[l][2]);
            let [mut angle, mut speed] = start;
            swing(&mut angle, &mut speed, stiffness, 10);
            let end = [angle, speed];
            let (mut angle_bar, mut speed_bar, mut stiffness_bar) =
                (V::constant(0.7), V::constant(-0.3), V::constant(0.0));
            swing::adjoint(
                &mut angle,
                &mut angle_bar,
                &mut speed,
                &mut speed_bar,
                stiffness,
                &mut stiffness_bar,
                10,
            );
            for l in 0..V::LANES {
                assert!((angle.lane(l) - start[0].lane(l)).abs() < 1e-12);
                assert!((speed.lane(l) - start[1].lane(l)).abs() < 1e-12);
                out.push([end[0], end[1], angle_bar, speed_bar, stiffness_bar].map(|x| x.lane(l)));
            }
        }
        out
    }
}

#[test]
fn an_adjoint_runs_in_lanes() {
    let states: Vec<[f64; 3]> =
        (0..16).map(|i| [0.1 * f64::from(i), 0.5 - 0.05 * f64::from(i), 0.02]).collect();
    let wide = run::<8, _>(Swings(&states));
    assert_eq!(wide.len(), states.len());
    for (&[a, s, k], lanes) in states.iter().zip(wide) {
        let (mut angle, mut speed) = (a, s);
        swing(&mut angle, &mut speed, k, 10);
        let mut alone = [angle, speed, 0.7, -0.3, 0.0];
        let [_, _, angle_bar, speed_bar, k_bar] = &mut alone;
        swing::adjoint(&mut angle, angle_bar, &mut speed, speed_bar, k, k_bar, 10);
        for (x, y) in lanes.iter().zip(alone) {
            assert!((x - y).abs() < 1e-12, "{lanes:?} and {alone:?}");
        }
    }
}

struct Soft<'a>(&'a [f64]);

impl Kernel for Soft<'_> {
    type Scalar = f64;
    type Output = (f64, Vec<f64>, f64);
    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) -> (f64, Vec<f64>, f64) {
        let x: Vec<V> = self.0.iter().map(|&x| V::splat(x)).collect();
        let (y, (x_bar,)) = soft::gradient(&x);
        // Dual numbers over lanes, too.
        let slope = dual::derivative(|t| soft(&[t, Dual::constant_of(V::constant(0.5))]), V::constant(0.25));
        (y.primal(), x_bar.iter().map(|x| x.primal()).collect(), slope.primal())
    }
}

/// The condition within `max` is chosen lane by lane; values that are equal in all lanes come back by `primal`.
#[test]
fn gradients_and_dual_numbers_over_lanes() {
    let x = [0.3, -0.4, 1.1];
    let (y, x_bar, slope) = run::<4, _>(Soft(&x));
    let (expected, (expected_bar,)) = soft::gradient(&x);
    assert!((y - expected).abs() < 1e-14);
    assert!(x_bar.iter().zip(&expected_bar).all(|(a, b)| (a - b).abs() < 1e-14));
    let alone = dual::derivative(|t| soft(&[t, Dual::constant_of(0.5)]), 0.25);
    assert!((slope - alone).abs() < 1e-14);
}

/// A rule of a user runs in lanes by its formula.
#[test]
fn a_rule_of_a_user_runs_in_lanes() {
    struct Cube;
    impl Rule<1, ()> for Cube {
        fn value<T: Real>([x]: [T; 1], (): ()) -> T {
            x * x * x
        }
        fn partials<T: Real>([x]: [T; 1], _: T, (): ()) -> [T; 1] {
            [T::constant(3.0) * x * x]
        }
    }
    struct Apply;
    impl Kernel for Apply {
        type Scalar = f64;
        type Output = f64;
        #[inline(always)]
        fn run<V: Vector<Scalar = f64>>(self) -> f64 {
            V::apply::<Cube, (), 1>([V::from_fn(|l| l as f64)], ()).sum()
        }
    }
    assert_eq!(run::<4, _>(Apply), 36.0);
}
