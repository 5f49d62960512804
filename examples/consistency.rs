//! Learning by consistency: finds a parameter by running a program forwards and backwards, without a derivative.
//!
//! Section IV of the paper on instruction level differentiation. Run the program forwards, overwrite its output with
//! the desired result, run the inverse from there, restore the known inputs, and repeat. The inverse then changes the
//! parameter. Both programs compute `exp(y + x) - exp(x)`, and look for the `y` that makes it 1. The first still
//! contains the values of its inputs at the end, so its inverse returns the old `y` whatever the output is: it does
//! not learn. The second has uncomputed `x` by arithmetic, from the output, so that a wrong output changes `x` and
//! `y`.

use retrograde::{Real, reversible};

/// Adds `exp(y + x) - exp(x)` to `out`, and `x` to `y`.
#[reversible]
fn remembering<T: Real>(out: &mut T, x: &mut T, y: &mut T) {
    *y += *x;
    *out -= x.exp();
    *out += y.exp();
}

/// Does the same if `out` is 0 at the start, and leaves `x` at 0.
#[reversible]
fn forgetting<T: Real>(out: &mut T, x: &mut T, y: &mut T) {
    *y += *x;
    *out -= x.exp();
    *x -= (-*out).ln();
    *out += y.exp();
}

/// A program with an output, an input and a parameter, or its inverse.
type Program = fn(&mut f64, &mut f64, &mut f64);

/// Returns the output of each of 200 rounds, and the parameter after them, which starts at 1.6.
fn train(forwards: Program, backwards: Program) -> (Vec<f64>, f64) {
    let mut y = 1.6;
    let outputs = (0..200).map(|_| {
        let (mut out, mut x) = (0.0, 0.3);
        forwards(&mut out, &mut x, &mut y);
        let seen = std::mem::replace(&mut out, 1.0);
        backwards(&mut out, &mut x, &mut y);
        seen
    });
    (outputs.collect(), y)
}

fn main() {
    let (outputs, y) = train(remembering, remembering::inverse);
    println!("remembering: {:.6} … {:.6}, y = {y:.6}", outputs[0], outputs[199]);
    let (outputs, y) = train(forgetting, forgetting::inverse);
    println!("forgetting:  {:.6} … {:.6}, y = {y:.6}", outputs[0], outputs[199]);
    for round in [0, 1, 2, 5, 10, 20, 50] {
        println!("  after {round:2} rounds the output is {:.12}", outputs[round]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

    fn function(x: f64, y: f64) -> f64 {
        (y + x).exp() - x.exp()
    }

    #[test]
    fn both_compute_the_function_and_are_undone() {
        for (program, inverse) in
            [(remembering as Program, remembering::inverse as Program), (forgetting, forgetting::inverse)]
        {
            let (mut out, mut x, mut y) = (0.0, 0.3, 1.6);
            program(&mut out, &mut x, &mut y);
            assert_close!(out, function(0.3, 1.6), 1e-14);
            inverse(&mut out, &mut x, &mut y);
            assert_all_close!([out, x, y], [0.0, 0.3, 1.6], 1e-14);
        }
    }

    #[test]
    fn what_remembers_does_not_learn() {
        let (outputs, y) = train(remembering, remembering::inverse);
        assert_close!(y, 1.6, 1e-12);
        assert!(outputs.iter().all(|out| (out - function(0.3, 1.6)).abs() < 1e-9));
    }

    #[test]
    fn what_forgets_learns_to_the_last_digit() {
        let (outputs, y) = train(forgetting, forgetting::inverse);
        assert!((outputs[0] - 1.0).abs() > 1.0, "it starts far away");
        assert_close!(outputs[199], 1.0, 1e-14);
        assert_close!(y, (1.0 + 0.3_f64.exp()).ln() - 0.3, 1e-14);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let seeds = [1.5, -2.0, 0.5];
        let differences = finite_difference::gradient(
            |v| {
                let (mut out, mut x, mut y) = (v[0], v[1], v[2]);
                forgetting(&mut out, &mut x, &mut y);
                seeds[0] * out + seeds[1] * x + seeds[2] * y
            },
            &[-0.1, 0.3, 1.6],
        );
        let (mut out, mut x, mut y) = (-0.1, 0.3, 1.6);
        forgetting(&mut out, &mut x, &mut y);
        let [mut out_bar, mut x_bar, mut y_bar] = seeds;
        forgetting::adjoint(&mut out, &mut out_bar, &mut x, &mut x_bar, &mut y, &mut y_bar);
        assert_all_close!([out, x, y], [-0.1, 0.3, 1.6], 1e-14);
        assert_all_close!([out_bar, x_bar, y_bar], differences);
    }
}
