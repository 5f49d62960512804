//! The complex logarithm in three forms: `y += ln |x| + i arg x`.
//!
//! First as in the paper's listing 5, where the modulus of `x` is computed into an ancilla and uncomputed again; then
//! with a routine that is undone, listing 6; then as one expression. All three have the same adjoint, derived from
//! the real and the imaginary part: the cotangent of a complex number is the pair of derivatives with respect to its
//! two parts.

use retrograde::{Complex, Real, reversible};

/// Uncomputes the ancilla `n` by hand.
#[reversible]
fn add_ln_by_hand<T: Real>(y: &mut Complex<T>, x: Complex<T>) {
    let mut n = 0.0;
    n += x.norm();

    y.re += n.ln();
    y.im += x.arg();

    n -= x.norm();
}

/// Computes `n` in a routine with a label, and undoes the routine by its label.
#[reversible]
fn add_ln_by_routine<T: Real>(y: &mut Complex<T>, x: Complex<T>) {
    let mut n = 0.0;
    'length: {
        n += x.norm();
    }
    y.re += n.ln();
    y.im += x.arg();
    undo!('length);
}

/// Leaves the uncomputation to the compiler.
#[reversible]
pub(crate) fn add_ln<T: Real>(y: &mut Complex<T>, x: Complex<T>) {
    *y += x.ln();
}

fn main() {
    let x = Complex::new(1.0, 1.2);
    let forms = [
        ("by hand", add_ln_by_hand as fn(&mut Complex<f64>, Complex<f64>)),
        ("by routine", add_ln_by_routine),
        ("by itself", add_ln),
    ];
    for (name, form) in forms {
        let mut y = Complex::new(0.1, 0.2);
        form(&mut y, x);
        println!("{name:>10}: y = {y:.6}");
    }

    // The paper differentiates the real part: the seed is 1 + 0i.
    let mut y = Complex::new(0.1, 0.2);
    add_ln(&mut y, x);
    let (mut y_bar, mut x_bar) = (Complex::new(1.0, 0.0), Complex::new(0.0, 0.0));
    add_ln::adjoint(&mut y, &mut y_bar, x, &mut x_bar);
    println!("   adjoint: y = {y:.6}, x_bar = {x_bar:.6}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, finite_difference};

    type Form = fn(&mut Complex<f64>, Complex<f64>);
    type Adjoint = fn(&mut Complex<f64>, &mut Complex<f64>, Complex<f64>, &mut Complex<f64>);

    const FORMS: [(Form, Form, Adjoint); 3] = [
        (add_ln_by_hand, add_ln_by_hand::inverse, add_ln_by_hand::adjoint),
        (add_ln_by_routine, add_ln_by_routine::inverse, add_ln_by_routine::adjoint),
        (add_ln, add_ln::inverse, add_ln::adjoint),
    ];

    #[test]
    fn all_forms_are_the_logarithm_and_are_undone() {
        for (form, inverse, _) in FORMS {
            let (start, x) = (Complex::new(0.1, 0.2), Complex::new(-1.0, 1.2));
            let mut y = start;
            form(&mut y, x);
            let expected = start + x.ln();
            assert_all_close!([y.re, y.im], [expected.re, expected.im], 1e-14);
            inverse(&mut y, x);
            assert_all_close!([y.re, y.im], [0.1, 0.2], 1e-15);
        }
    }

    #[test]
    fn all_adjoints_are_what_differences_say() {
        let mut rng = Rng::new(2);
        let (x, seed) = (rng.vector(2, 0.5, 2.0), rng.vector(2, -1.0, 1.0));
        for (form, _, adjoint) in FORMS {
            let of = |v: &[f64]| {
                let mut y = Complex::new(0.1, 0.2);
                form(&mut y, Complex::new(v[0], v[1]));
                y
            };
            let differences = finite_difference::gradient(|v| seed[0] * of(v).re + seed[1] * of(v).im, &x);
            let mut y = of(&x);
            let (mut y_bar, mut x_bar) = (Complex::new(seed[0], seed[1]), Complex::new(0.0, 0.0));
            adjoint(&mut y, &mut y_bar, Complex::new(x[0], x[1]), &mut x_bar);
            assert_all_close!([y.re, y.im], [0.1, 0.2], 1e-15);
            assert_all_close!([x_bar.re, x_bar.im], differences);
        }
    }
}
