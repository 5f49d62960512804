//! Reversible functions and primitives as operators over flat slices, held to differences.

use retrograde::operator::Inputs;
use retrograde::prelude::*;
use retrograde::{Dual, Operator};

#[primitive(partials(x.cos() * w, y / w))]
fn wave<T: Real>(x: T, w: T) -> T {
    x.sin() * w
}

#[primitive(partials(2.0 * x))]
fn plain_square(x: f64) -> f64 {
    x * x
}

#[reversible]
fn mixed<T: Real>(a: T, b: &[T; 2], x: &[T], m: [[T; 2]; 2], c: &T) -> T {
    let mut s = a * b[0] + b[1] * *c;
    for i in 0..x.len() {
        s += wave(x[i], a) * m[0][1] * m[1][0];
    }
    s.exp() + m[0][0] * m[1][1]
}

#[reversible]
fn pair(x: f64, y: f64) -> [f64; 2] {
    [x * y, x.sin() + y]
}

#[reversible]
fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}

#[reversible]
fn kick<T: Real>(position: &mut T, velocity: &mut T, k: T) {
    *velocity -= k * *position;
    *position += 0.1 * *velocity;
}

#[reversible]
fn smooth<T: Real>(k: T, y: &mut [T], shift: &[T; 2]) {
    for i in 1..y.len() {
        y[i] += k * y[i - 1] + shift[0] * shift[1];
    }
}

/// The pullback against differences, with a seed that is no unit vector.
fn hold(operator: &dyn Operator, x: &[f64]) {
    assert!(operator.inputs().admits(x.len()));
    let outputs = operator.outputs(x.len());
    let seed: Vec<f64> = (0..outputs).map(|i| 1.5 - 0.4 * i as f64).collect();
    let weighed = |x: &[f64]| {
        let mut y = vec![f64::NAN; outputs];
        operator.value(x, &mut y);
        y.iter().zip(&seed).map(|(y, s)| y * s).sum::<f64>()
    };
    let mut gradient = vec![7.0; x.len()];
    operator.pull(x, &seed, &mut gradient);
    for g in &mut gradient {
        *g -= 7.0;
    }
    assert_eq!(retrograde::check_gradient(weighed, x, &gradient), Ok(()), "{}", operator.name());
}

#[test]
fn pullbacks_are_those_of_differences() {
    hold(&wave {}, &[0.7, -1.3]);
    hold(&plain_square {}, &[0.7]);
    hold(&mixed {}, &[0.3, 0.2, -0.4, 0.5, 0.6, 0.7, 1.1, -0.2, 0.4, 0.9, 0.8]);
    hold(&mixed {}, &[0.3, 0.2, -0.4, 1.1, -0.2, 0.4, 0.9, 0.8]);
    hold(&pair {}, &[0.3, 0.2]);
    hold(&norm {}, &[0.3, 0.2, -1.0]);
    hold(&kick {}, &[0.3, 0.2, -1.0]);
    hold(&smooth {}, &[0.3, 0.2, -1.0, 0.4, 1.5, 2.0]);
}

#[test]
fn shapes_are_told() {
    let objects: [(&dyn Operator, Inputs, usize); 4] = [
        (&wave {}, Inputs::Exactly(2), 1),
        (&mixed {}, Inputs::AtLeast(8), 1),
        (&kick {}, Inputs::Exactly(3), 2),
        (&smooth {}, Inputs::AtLeast(3), 4),
    ];
    for (object, inputs, outputs) in objects {
        assert_eq!((object.inputs(), object.outputs(7)), (inputs, outputs), "{}", object.name());
    }
    let mut state = [0.0; 2];
    Operator::value(&kick {}, &[1.0, 2.0, 0.5], &mut state);
    assert_eq!(state, [1.15, 1.5]);
}

#[test]
#[should_panic(expected = "`kick` takes 3 numbers, and 2 are given")]
fn wrong_lengths_are_told() {
    Operator::value(&kick {}, &[1.0, 2.0], &mut [0.0; 2]);
}

#[test]
fn generic_functions_differentiate_once_more() {
    let dual = |value: f64, tangent: f64| Dual { value, tangent };
    let object: &dyn Operator<Dual<f64>> = &wave {};
    let x = [dual(0.7, 1.0), dual(-1.3, 0.0)];
    let mut x_bar = [dual(0.0, 0.0); 2];
    object.pull(&x, &[dual(1.0, 0.0)], &mut x_bar);
    // ∂²/∂x² = -w sin x, ∂²/∂x∂w = cos x
    assert!((x_bar[0].tangent - 1.3 * 0.7_f64.sin()).abs() < 1e-15);
    assert!((x_bar[1].tangent - 0.7_f64.cos()).abs() < 1e-15);
}
