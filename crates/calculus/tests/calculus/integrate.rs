//! Differential equations: orders against known solutions, derivatives against differences of the same steps, every way in.

use retrograde::prelude::*;
use retrograde::{Active, Dual, hessian_vector_product, jvp, value_and_gradient};
use retrograde_calculus::Schedule;
use retrograde_calculus::integrate::*;
use retrograde_testkit::{assert_all_close, assert_close};

/// An oscillator of a frequency, pushed at another.
#[derive(Clone, Debug)]
struct Oscillator;

impl Field for Oscillator {
    fn rate<T: Real>(&self, t: f64, x: &[T], p: &[T]) -> Vec<T> {
        vec![x[1], -p[0] * p[0] * x[0] + p[1] * T::constant(t.cos())]
    }
}

/// Its solution from (1, 0) at time 0 (Newton's laws and the push `b cos t`).
fn known(t: f64, [w, b]: [f64; 2]) -> f64 {
    let forced = b / (w * w - 1.0);
    (1.0 - forced) * (w * t).cos() + forced * t.cos()
}

/// The equation of van der Pol.
#[derive(Clone, Debug)]
struct VanDerPol;

impl Field for VanDerPol {
    fn rate<T: Real>(&self, _: f64, x: &[T], p: &[T]) -> Vec<T> {
        vec![x[1], p[0] * (T::one() - x[0] * x[0]) * x[1] - x[0]]
    }
}

const TIMES: [f64; 4] = [0.0, 0.77, 1.3, 2.0];
const POINT: [f64; 2] = [1.3, 0.4];

#[test]
fn methods_have_their_orders() {
    let error = |solver: &Integrator<Oscillator>, t: f64| {
        let x = solver.run(&[0.0, t, 2.0], &[1.0, 0.0], &POINT).unwrap();
        ((x[0] - known(t, POINT)).abs(), (x[2] - known(2.0, POINT)).abs())
    };
    let order = |of: fn(Oscillator, usize) -> Integrator<Oscillator>| {
        let (coarse, fine) = (error(&of(Oscillator, 20), 0.777), error(&of(Oscillator, 40), 0.777));
        ((coarse.0 / fine.0).log2(), (coarse.1 / fine.1).log2())
    };
    let (within, end) = order(Integrator::leapfrog);
    assert!((within - 2.0).abs() < 0.5 && (end - 2.0).abs() < 0.2, "{within} {end}");
    let (_, end) = order(Integrator::rk4);
    assert!((end - 4.0).abs() < 0.3, "{end}");
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let (within, end) = error(&Integrator::dormand_prince(Oscillator, tolerance), 0.777);
        assert!(end < 30.0 * tolerance && within < 100.0 * tolerance, "{tolerance}: {within} {end}");
    }
    // Backwards in time, to the start.
    let solver = Integrator::dormand_prince(Oscillator, 1e-11);
    let there = solver.run(&[0.0, 2.0], &[1.0, 0.0], &POINT).unwrap();
    assert_all_close!(solver.run(&[2.0, 0.0], &there, &POINT).unwrap(), [1.0, 0.0], 1e-9, "there and back");
}

#[test]
fn a_state_within_a_step_has_the_order_of_the_interpolant() {
    // One step of Dormand and Prince's method, whose interpolant has an error of order five.
    let error = |h: f64| {
        let solver = Integrator::dormand_prince(Oscillator, 1e3);
        let x = solver.run(&[0.0, 0.37 * h, h], &[1.0, 0.0], &POINT).unwrap();
        assert_eq!(solver.steps(&[0.0, 0.37 * h, h], &[1.0, 0.0], &POINT).unwrap(), 1);
        (x[0] - known(0.37 * h, POINT)).abs()
    };
    // The first step is short: it is chosen from the rate.
    let order = (error(4e-3) / error(2e-3)).log2();
    assert!(order > 4.0 || error(4e-3) < 1e-15, "{order}");
}

fn weighted<T: Real>(y: &[T]) -> T {
    y.iter()
        .enumerate()
        .map(|(i, y)| *y * T::constant(0.3 + (i as f64).sin()) + *y * *y * T::constant(0.2))
        .sum()
}

fn run<T: Real, F: Field>(solver: &Integrator<F>, x: &[T]) -> T {
    weighted(&solver.run(&TIMES, &x[..2], &x[2..]).unwrap())
}

/// Holds all derivatives against differences. Those of adaptive steps, which change with the argument, agree within the error of the solution.
fn check<F: Field>(solver: &Integrator<F>, x: &[f64], bound: f64) {
    let x = x.to_vec();
    let v: Vec<f64> = (0..x.len()).map(|i| (1.0 + i as f64).cos()).collect();
    let along = |h: f64| x.iter().zip(&v).map(|(x, v)| x + h * v).collect::<Vec<f64>>();
    let gradient = |x: &Vec<f64>| value_and_gradient(|x: Vec<Active>| run(solver, &x), x).unwrap().1;
    let exact = gradient(&x);
    let slope: f64 = exact.iter().zip(&v).map(|(g, v)| g * v).sum();
    let h = 1e-4;
    let first = |h: f64| (run(solver, &along(h)) - run(solver, &along(-h))) / (2.0 * h);
    assert_close!(slope, (4.0 * first(h) - first(2.0 * h)) / 3.0, bound, "gradient");
    assert_close!(jvp(|x: Vec<Dual<f64>>| run(solver, &x), &x, &v).unwrap().1, slope, 1e-12, "dual numbers");
    let second = hessian_vector_product(|x: Vec<Active<Dual<f64>>>| run(solver, &x), &x, &v).unwrap();
    let (above, below) = (gradient(&along(h)), gradient(&along(-h)));
    let differences: Vec<f64> = above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * h)).collect();
    assert_all_close!(second.gradient, exact, 1e-12, "gradient over dual numbers");
    assert_all_close!(second.product, differences, 1e3 * bound, "second");
    // Every schedule gives the same bits.
    let few = solver.clone().with_schedule(Schedule::Treeverse { checkpoints: 3 });
    assert_eq!(value_and_gradient(|x: Vec<Active>| run(&few, &x), &x).unwrap().1, exact);
}

#[test]
fn derivatives_are_those_of_the_steps() {
    let x = [1.0, 0.2, 1.3, 0.4];
    check(&Integrator::leapfrog(Oscillator, 17), &x, 1e-9);
    check(&Integrator::rk4(Oscillator, 17), &x, 1e-9);
    check(&Integrator::rk4(VanDerPol, 30), &[1.0, 0.2, 2.0], 1e-9);
    check(&Integrator::dormand_prince(VanDerPol, 1e-12), &[1.0, 0.2, 2.0], 1e-8);
    check(&Integrator::dormand_prince(Oscillator, 1e-12), &x, 1e-8);
}

#[test]
fn the_derivative_of_a_known_solution_is_known() {
    let solver = Integrator::dormand_prince(Oscillator, 1e-12);
    let place = |p: [Active; 2]| {
        let x = [Active::constant_of(1.0), Active::constant_of(0.0)];
        solver.run(&[0.0, 2.0], &x, &p).unwrap()[0]
    };
    let (value, gradient) = value_and_gradient(place, &POINT).unwrap();
    assert_close!(value, known(2.0, POINT), 1e-11, "value");
    let h = 1e-4;
    for j in 0..2 {
        let moved = |h: f64| {
            let mut p = POINT;
            p[j] += h;
            known(2.0, p)
        };
        let difference = |h: f64| (moved(h) - moved(-h)) / (2.0 * h);
        assert_close!(gradient[j], (4.0 * difference(h) - difference(2.0 * h)) / 3.0, 1e-10, "slope");
    }
}

const SPAN: [f64; 3] = [0.0, 0.5, 1.0];

/// A loss of a trajectory, in a reversible function.
#[reversible]
fn reversible_way<T: Real>(x: &[T], p: &[T], #[inactive] solver: &Integrator<VanDerPol>) -> T {
    let mut y = vec![0.0; 4];
    add_trajectory(&mut y, x, p, solver, &SPAN);
    y[0] * y[3] + y[1].sin() + y[2]
}

#[test]
fn a_reversible_function_gives_the_same() {
    let solver = Integrator::rk4(VanDerPol, 10);
    let (x, p) = ([1.0, 0.2], [2.0]);
    let (value, (x_bar, p_bar)) = reversible_way::gradient(&x, &p, &solver);
    let f = |x: Vec<Active>| {
        let y = solver.run(&SPAN, &x[..2], &x[2..]).unwrap();
        y[0] * y[3] + y[1].sin() + y[2]
    };
    let (again, gradient) = value_and_gradient(f, &vec![1.0, 0.2, 2.0]).unwrap();
    assert_close!(value, again, 1e-15, "value");
    assert_all_close!([x_bar, p_bar].concat(), gradient, 1e-13, "gradient");
}

/// A solution that ends: ẋ = x².
#[derive(Clone, Debug)]
struct Explosion;

impl Field for Explosion {
    fn rate<T: Real>(&self, _: f64, x: &[T], _: &[T]) -> Vec<T> {
        vec![x[0] * x[0]]
    }
}

#[test]
fn what_cannot_be_integrated_is_an_error() {
    let solver = Integrator::dormand_prince(Explosion, 1e-8);
    let error = solver.run(&[0.0, 2.0], &[1.0], &[]).unwrap_err();
    assert!(matches!(error, Failed::TooShort { time } if (time - 1.0).abs() < 1e-3), "{error}");
    let finer = Integrator::dormand_prince(Explosion, 1e-300);
    assert!(matches!(finer.run(&[0.0, 0.5], &[1.0], &[]), Err(Failed::TooShort { .. })));
    for end in [f64::INFINITY, f64::NAN] {
        assert!(matches!(solver.run(&[0.0, end], &[1.0], &[]), Err(Failed::Times)));
        assert!(matches!(Integrator::rk4(Explosion, 3).run(&[0.0, end], &[1.0], &[]), Err(Failed::Times)));
    }
    assert!(matches!(solver.run(&[0.0], &[1.0], &[]), Err(Failed::Times)));
    assert!(matches!(solver.run(&[0.0, 1.0, 0.5], &[1.0], &[]), Err(Failed::Times)));
    assert!(matches!(Integrator::rk4(Explosion, 0).run(&[0.0, 0.5], &[1.0], &[]), Err(Failed::Steps)));
    assert!(matches!(
        Integrator::leapfrog(Explosion, 3).run(&[0.0, 0.5], &[1.0], &[]),
        Err(Failed::Count { .. })
    ));
    let none = Integrator::rk4(Explosion, 3).with_schedule(Schedule::Treeverse { checkpoints: 0 });
    assert!(matches!(none.run(&[0.0, 0.5], &[1.0], &[]), Err(Failed::Schedule(_))));
}
