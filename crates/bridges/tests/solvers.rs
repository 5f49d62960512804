//! Problems for solvers of other crates: their derivatives against differences and by hand, and solutions that are known.

use argmin::core::{CostFunction, Executor, Gradient, Hessian, Jacobian, Operator as _, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use retrograde::Active;
use retrograde::engine::{Differences, Engine, Forward, Tape};
use retrograde::prelude::*;
use retrograde_bridges::argmin::Problem;
use retrograde_bridges::{Error, LeastSquares};
use retrograde_testkit::{assert_all_close, finite_difference};

#[reversible]
fn rosenbrock<T: Real>(x: &[T]) -> T {
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += (1.0 - x[i - 1]).powi(2) + 100.0 * (x[i] - x[i - 1].powi(2)).powi(2);
    }
    sum
}

/// Powell's singular function as residuals.
#[reversible]
fn powell<T: Real>(out: &mut [T; 4], x: &[T; 4]) {
    out[0] += x[0] + 10.0 * x[1];
    out[1] += 5.0.sqrt() * (x[2] - x[3]);
    out[2] += (x[1] - 2.0 * x[2]).powi(2);
    out[3] += 10.0.sqrt() * (x[0] - x[3]).powi(2);
}

/// A function at `f64`: first derivatives only.
#[reversible]
fn bowl(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - i as f64).powi(4) + x[i].powi(2);
    }
    sum
}

#[test]
fn derivatives_for_argmin() {
    let (problem, x) = (Problem::<_>::new(rosenbrock {}), vec![-1.2, 0.7, 0.3]);
    let plain = |x: &[f64]| rosenbrock(x);
    assert_eq!(problem.cost(&x).unwrap(), plain(&x));
    assert_all_close!(problem.gradient(&x).unwrap(), finite_difference::gradient(plain, &x), 1e-8);
    let by_hand = argmin_testfunctions::rosenbrock_hessian(&x);
    assert_all_close!(problem.hessian(&x).unwrap().concat(), by_hand.concat(), 1e-12);

    let x = vec![3.0, -1.0, 0.5, 1.0];
    let expected = finite_difference::jacobian(
        |x| {
            let mut out = [0.0; 4];
            powell(&mut out, x.try_into().unwrap());
            out.to_vec()
        },
        &x,
    );
    for problem in [Problem::<_>::new(powell {}), Problem::forward(powell {})] {
        assert_eq!(problem.apply(&x).unwrap()[0], -7.0);
        assert_all_close!(problem.jacobian(&x).unwrap().concat(), expected.concat(), 1e-8);
    }
    // A closure with data, by each engine.
    fn closure(engine: impl Engine, precision: f64) {
        let data = [1.0, 4.0, 9.0];
        let problem = Problem::<_>::closure(engine, |x| {
            data.iter().map(|&d| (x[0] * Real::constant(d) - x[1]).sin()).collect::<Vec<_>>()
        });
        let x = vec![0.3, 0.8];
        let rows: Vec<f64> =
            data.iter().flat_map(|d| [(d * 0.3 - 0.8).cos() * d, -(d * 0.3 - 0.8).cos()]).collect();
        assert_eq!(problem.apply(&x).unwrap(), data.map(|d| (0.3 * d - 0.8).sin()));
        assert_all_close!(problem.jacobian(&x).unwrap().concat(), rows, precision);
    }
    closure(Tape, 1e-15);
    closure(Forward, 1e-15);
    closure(Differences::default(), 1e-9);
}

#[test]
fn argmin_solves() {
    let solver: LBFGS<_, Vec<f64>, Vec<f64>, f64> = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let run = Executor::new(Problem::new(rosenbrock {}), solver);
    let result = run.configure(|state| state.param(vec![-1.2; 10]).max_iters(300)).run().unwrap();
    assert_all_close!(result.state().get_best_param().unwrap(), [1.0; 10], 1e-6);

    // With the Hessian.
    let solver = TrustRegion::new(Steihaug::new().with_max_iters(20));
    let run = Executor::new(Problem::new(rosenbrock {}), solver);
    let result = run.configure(|state| state.param(vec![-1.2, 1.0, 0.5]).max_iters(100)).run().unwrap();
    assert_all_close!(result.state().get_best_param().unwrap(), [1.0; 3], 1e-6);

    // A function at `f64`, and a closure.
    let solver: LBFGS<_, Vec<f64>, Vec<f64>, f64> = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let result = Executor::new(Problem::new(bowl {}), solver.clone())
        .configure(|state| state.param(vec![3.0; 4]).max_iters(100))
        .run()
        .unwrap();
    let by_closure = Problem::closure(Tape, |x: &[Active]| {
        x.iter().zip(0..).map(|(x, i)| (*x - f64::from(i)).powi(4) + *x * *x).sum::<Active>()
    });
    let again = Executor::new(by_closure, solver)
        .configure(|state| state.param(vec![3.0; 4]).max_iters(100))
        .run()
        .unwrap();
    assert_all_close!(
        result.state().get_best_param().unwrap(),
        again.state().get_best_param().unwrap(),
        1e-6
    );
    let at = result.state().get_best_param().unwrap();
    assert_all_close!(Problem::<_>::new(bowl {}).gradient(at).unwrap(), [0.0; 4], 1e-4);
}

#[test]
fn a_function_that_does_not_fit() {
    let error = Problem::<_>::new(powell {}).cost(&vec![1.0; 3]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`powell` takes 4 numbers, and there are 3 parameters: start from as many as it takes"
    );
    let error = Problem::<_>::new(powell {}).gradient(&vec![1.0; 4]).unwrap_err();
    assert!(error.to_string().starts_with("a cost is one number, and this function has 4"), "{error}");
    assert!(matches!(
        LeastSquares::new(powell {}, &[1.0; 5]).unwrap_err(),
        Error::Arguments { found: 5, .. }
    ));
    let error = Problem::<_>::new(powell {}).hessian(&vec![1.0; 4]).unwrap_err();
    assert!(error.to_string().starts_with("a cost is one number"), "{error}");
}

/// A decay with noise that has no pattern, and the best parameters by the solver of another crate.
fn decay<T: Real>(p: &[T], times: &[f64], data: &[f64]) -> Vec<T> {
    let model = |t: f64| p[0] * (-p[1] * T::constant(t)).exp() + p[2];
    times.iter().zip(data).map(|(t, d)| model(*t) - T::constant(*d)).collect()
}

#[test]
fn least_squares() {
    let times: Vec<f64> = (0..40).map(|i| f64::from(i) * 0.2).collect();
    let data: Vec<f64> =
        times.iter().map(|t| 3.0 * (-0.7 * t).exp() + 0.5 + 0.01 * (t * 37.0).sin()).collect();
    let start = [1.0, 1.0, 0.0];
    let solve = |mut p: [f64; 3]| {
        // Gauss's steps by the normal equations, as a check.
        for _ in 0..50 {
            let j = finite_difference::jacobian(|p| decay(p, &times, &data), &p);
            let r = decay(&p, &times, &data);
            let normal = nalgebra::Matrix3::from_fn(|a, b| j.iter().map(|row| row[a] * row[b]).sum::<f64>());
            let right =
                nalgebra::Vector3::from_fn(|a, _| j.iter().zip(&r).map(|(row, r)| row[a] * r).sum::<f64>());
            let step = normal.cholesky().unwrap().solve(&right);
            (0..3).for_each(|i| p[i] -= step[i]);
        }
        p
    };
    let expected = solve([2.5, 0.8, 0.4]);

    let problem = LeastSquares::closure(Forward, |p| decay(p, &times, &data), &start).unwrap();
    let (solved, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful(), "{report:?}");
    assert_all_close!(solved.parameters(), expected, 1e-6);

    let problem = LeastSquares::closure(Tape, |p| decay(p, &times, &data), &start).unwrap();
    let fit = retrograde_optimise::LevenbergMarquardt::new().solve(&problem, &start).unwrap();
    assert_all_close!(&fit.parameters, expected, 1e-6);

    // Reversible functions, by rows and by columns.
    for problem in [
        LeastSquares::new(powell {}, &[3.0, -1.0, 0.0, 1.0]),
        LeastSquares::forward(powell {}, &[3.0, -1.0, 0.0, 1.0]),
    ] {
        let problem = problem.unwrap();
        let j = problem.jacobian().unwrap();
        assert_eq!((j[(0, 1)], j[(2, 1)], j[(3, 0)]), (10.0, -2.0, 10.0_f64.sqrt() * 4.0));
        let (solved, _) = LevenbergMarquardt::new().minimize(problem);
        assert!(solved.parameters().iter().all(|x| x.abs() < 1e-3), "{:?}", solved.parameters());
    }
}

/// A decay with data that have no derivatives.
#[differentiable]
fn fading(p: &[f64], #[inactive] data: &[(f64, f64)]) -> Vec<f64> {
    data.iter().map(|(t, y)| p[0] * (-p[1] * t).exp() - y).collect()
}

#[differentiable]
fn misfit(p: &[f64], #[inactive] data: &[(f64, f64)]) -> f64 {
    fading(p, data).iter().map(|r| r * r).sum()
}

#[test]
fn functions_of_parameters_and_data() {
    let data: Vec<(f64, f64)> =
        (0..20).map(|i| 0.2 * f64::from(i)).map(|t| (t, 3.0 * (-0.5 * t).exp())).collect();
    let start = [1.0, 1.0];
    let rows = |p: &[f64]| fading::jacobian((p, &data[..])).rows;
    let problem = LeastSquares::functions(|p| fading(p, &data), rows, &start).unwrap();
    let fit = retrograde_optimise::LevenbergMarquardt::new().solve(&problem, &start).unwrap();
    assert_all_close!(fit.parameters, [3.0, 0.5], 1e-8);
    let (solved, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful());
    assert_all_close!(solved.parameters(), [3.0, 0.5], 1e-8);

    let gradient = |p: &[f64]| vec![misfit::gradient(p, &data).1.0];
    let problem = Problem::functions(|p: &[f64]| vec![misfit(p, &data)], gradient);
    let solver: LBFGS<_, Vec<f64>, Vec<f64>, f64> = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let result =
        Executor::new(problem, solver).configure(|s| s.param(start.to_vec()).max_iters(100)).run().unwrap();
    assert_all_close!(result.state().get_best_param().unwrap(), [3.0, 0.5], 1e-5);

    // A row of another length is an error, and no panic in a solver.
    let problem = Problem::<_>::functions(|_: &[f64]| vec![0.0], |_: &[f64]| vec![vec![1.0]]);
    let error = problem.gradient(&start.to_vec()).unwrap_err();
    assert_eq!(error.downcast_ref(), Some(&Error::Row { row: 0, found: 1, parameters: 2 }));
    assert!(error.to_string().contains("row 0 of the Jacobian has 1 entries"), "{error}");
}
