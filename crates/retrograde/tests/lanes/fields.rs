//! Loops with `#[parallel]` that read fields of a structure: they run in lanes, and the cotangents of the fields are sums over iterations. Each function stands beside the same text without
//! the mark.

use crate::parallel::{close, numbers};
use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Model<T> {
    weights: Vec<T>,
    bias: T,
    centre: [T; 3],
    scale: f64,
}

fn model() -> Model<f64> {
    Model { weights: vec![0.5, -0.25, 2.0], bias: 0.3, centre: [0.1, -0.2, 0.7], scale: 1.5 }
}

/// A function of a model and rows of three numbers, and a method, with the mark and without it.
macro_rules! alike {
    ($lanes:ident, $scalar:ident ($($mark:tt)*)) => {
        #[reversible(check = "never")]
        fn $lanes(sum: &mut f64, model: &Model<f64>, y: &mut [f64], x: &[f64]) {
            $($mark)*
            for p in 0..y.len() {
                let mut r = model.bias;
                for i in 0..3 {
                    r += model.weights[i] * (x[p * 3 + i] - model.centre[i]);
                }
                if r > 0.0 {
                    *sum += (r * model.bias).exp() * model.scale;
                }
                y[p] += r * model.weights[1];
            }
        }

        #[reversible(check = "never")]
        impl Model<f64> {
            fn $scalar(&self, sum: &mut f64, x: &[f64], n: usize) {
                $($mark)*
                for p in 0..n {
                    let mut r = self.bias;
                    for i in 0..3 {
                        r += self.weights[i] * x[p * 3 + i];
                    }
                    *sum += r * r * self.scale;
                }
            }
        }
    };
}
alike! { in_lanes, method_in_lanes(#[parallel]) }
alike! { one_by_one, method_one_by_one() }

fn all(shadow: &ModelShadow<f64>) -> Vec<f64> {
    let mut all = shadow.weights.clone();
    all.extend(shadow.centre);
    all.push(shadow.bias);
    all
}

#[test]
fn fields_are_read_and_added_to() {
    let model = model();
    for n in [0, 1, 7, 8, 19, 40] {
        let (x, y) = (numbers(3 * n, 1), numbers(n, 2));
        let run = |f: fn(&mut f64, &Model<f64>, &mut [f64], &[f64])| {
            let (mut sum, mut y) = (0.5, y.clone());
            f(&mut sum, &model, &mut y, &x);
            [&[sum], &y[..]].concat()
        };
        close(&run(in_lanes), &run(one_by_one));
        close(&run(in_lanes::inverse), &run(one_by_one::inverse));
        macro_rules! pulled {
            ($f:ident) => {{
                let (mut sum, mut y, mut sum_bar, mut y_bar) = (0.5, y.clone(), 1.25, numbers(n, 3));
                let (mut model_bar, mut x_bar) = (model.shadow(), vec![0.0; x.len()]);
                $f::adjoint(
                    &mut sum,
                    &mut sum_bar,
                    &model,
                    &mut model_bar,
                    &mut y,
                    &mut y_bar,
                    &x,
                    &mut x_bar,
                );
                [&[sum], &y[..], &x_bar, &all(&model_bar)].concat()
            }};
        }
        close(&pulled!(in_lanes), &pulled!(one_by_one));
    }
}

#[test]
fn fields_of_self_are_read_and_added_to() {
    let model = model();
    for n in [0, 1, 7, 8, 19, 40] {
        let x = numbers(3 * n, 1);
        macro_rules! pulled {
            ($f:ident, $adjoint:ident) => {{
                let (mut sum, mut sum_bar) = (0.5, 1.25);
                let (mut model_bar, mut x_bar) = (model.shadow(), vec![0.0; x.len()]);
                model.$f(&mut sum, &x, n);
                model.$adjoint(&mut model_bar, &mut sum, &mut sum_bar, &x, &mut x_bar, n);
                [&[sum], &x_bar[..], &all(&model_bar)].concat()
            }};
        }
        close(
            &pulled!(method_in_lanes, method_in_lanes_adjoint),
            &pulled!(method_one_by_one, method_one_by_one_adjoint),
        );
    }
}
