//! Variants that `use` takes out of their enums, in the file and in a function.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Differentiable)]
enum Element {
    Resistor { a: usize, ohms: f64 },
    Source(f64),
    Wire,
}
use Element::*;
#[derive(Clone, Copy, PartialEq)]
enum Pace {
    Fast,
    Slow,
}
#[derive(Clone, Copy, Differentiable)]
enum Deed {
    Add(f64),
    Neg,
    Mul(f64),
}
#[differentiable]
fn element_cost(parts: &[Element], mode: Pace) -> f64 {
    use Pace::{Fast, Slow};
    let mut t = 0.0;
    for part in parts {
        match part {
            Resistor { a, ohms } => t += *a as f64 / ohms,
            Source(v) => t += v * v,
            Wire => t *= 1.1,
        }
    }
    match mode {
        Fast => t,
        Slow => t * t,
    }
}
#[differentiable]
fn deeds(ops: &[Deed], x: f64) -> f64 {
    use Deed::*;
    let mut y = x;
    for op in ops {
        y = match *op {
            Add(v) => y + v,
            Neg => -y,
            Mul(v) => y * v,
        };
        if matches!(op, Mul(_)) {
            y += 1.0;
        }
    }
    y
}
#[differentiable]
fn circuit(x: &[f64]) -> f64 {
    let parts = vec![Resistor { a: 2, ohms: x[0] }, Source(x[1]), Wire, Element::Source(x[2])];
    let k = if x[0] > 1.0 { Pace::Fast } else { Pace::Slow };
    element_cost(&parts, k) + deeds(&[Deed::Add(x[3]), Deed::Neg, Deed::Mul(x[4])], x[5])
}

#[test]
fn imported_variants_are_those_of_their_enums() {
    for at in [[1.2, 2.3, 0.8, 6.0, 3.4, 1.7], [0.4, 0.9, 1.3, 0.7, 2.1, 0.6]] {
        let (value, (x_bar,)) = circuit::gradient(&at);
        assert_eq!(value, circuit(&at));
        for (a, b) in x_bar.iter().zip(finite_difference::gradient(circuit, &at)) {
            assert!((a - b).abs() < 1e-5 * (1.0 + b.abs()), "{a} {b}");
        }
    }
}
