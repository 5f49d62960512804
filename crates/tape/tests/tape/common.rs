//! One program at duals and on the tape.
#![allow(dead_code)]

use retrograde_tape::{Active, Dual, jacobian, vjp};

/// Holds two numbers to twelve digits; what is not finite has to be alike.
#[track_caller]
pub(crate) fn close(found: f64, expected: f64, what: &str) {
    let alike = found == expected || (found.is_nan() && expected.is_nan());
    let near = (found - expected).abs() <= 1e-12 * expected.abs().max(1e-3).max(found.abs());
    assert!(alike || near, "{what}: {found:e} instead of {expected:e}");
}

/// Holds the pullback and the Jacobian to forward duals.
#[track_caller]
pub(crate) fn agrees(
    x: &[f64],
    forward: impl Fn(&[Dual<f64>]) -> Vec<Dual<f64>>,
    reverse: impl Fn(&[Active]) -> Vec<Active>,
) {
    let columns: Vec<Vec<Dual<f64>>> = (0..x.len())
        .map(|i| {
            let seeded = x.iter().enumerate().map(|(j, &x)| Dual::new(x, f64::from(u8::from(i == j))));
            forward(&seeded.collect::<Vec<_>>())
        })
        .collect();
    let (y, pullback) = vjp(|x: Vec<Active>| reverse(&x), &x.to_vec()).unwrap();
    let j = jacobian(|x: Vec<Active>| reverse(&x), &x.to_vec()).unwrap();
    for row in 0..y.len() {
        for (column, expected) in columns.iter().enumerate() {
            assert!(
                y[row].to_bits() == expected[row].value.to_bits() || y[row].is_nan(),
                "value {row}: {} instead of {}",
                y[row],
                expected[row].value
            );
            close(
                j.rows[row][column],
                expected[row].tangent,
                &format!("row {row}, column {column} at {x:?}"),
            );
        }
    }
    // Seeds other than one, all at once, and a second time.
    let seed: Vec<f64> = (0..y.len()).map(|i| 1.7 - 0.9 * i as f64).collect();
    for _ in 0..2 {
        let x_bar = pullback.call(&seed).unwrap();
        for (column, found) in columns.iter().zip(&x_bar) {
            let terms: Vec<f64> = column.iter().zip(&seed).map(|(y, seed)| y.tangent * seed).collect();
            let scale = terms.iter().fold(1e-3, |all: f64, term| all.max(term.abs()));
            let expected: f64 = terms.iter().sum();
            let near = (found - expected).abs() <= 1e-11 * scale;
            assert!(near || (found.is_nan() && expected.is_nan()), "{found} instead of {expected} at {x:?}");
        }
    }
}

/// Writes the program twice, once for each number type; `real` makes its constants.
macro_rules! check {
    ($x:expr, |$arg:ident| $body:expr) => {
        $crate::common::agrees(
            &$x[..],
            |$arg: &[retrograde_tape::Dual<f64>]| -> Vec<retrograde_tape::Dual<f64>> {
                #[allow(dead_code)]
                fn real(c: f64) -> retrograde_tape::Dual<f64> {
                    retrograde_tape::Real::constant(c)
                }
                $body
            },
            |$arg: &[retrograde_tape::Active]| -> Vec<retrograde_tape::Active> {
                #[allow(dead_code)]
                fn real(c: f64) -> retrograde_tape::Active {
                    retrograde_tape::Real::constant(c)
                }
                $body
            },
        )
    };
}
pub(crate) use check;
