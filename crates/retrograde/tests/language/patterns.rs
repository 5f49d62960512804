//! Patterns that take tuples, structures and fixed arrays apart, in `let` and in the heads of loops.

use retrograde::Differentiable;
use retrograde::prelude::*;
use retrograde_testkit::assert_all_close;
use retrograde_testkit::finite_difference::differences;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    m: f64,
    p: [f64; 2],
    n: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Solid,
    Gas,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Piece {
    #[differentiable(skip)]
    kind: Kind,
    b: f64,
}

#[reversible]
fn pairs(y: &mut f64, t: &[(f64, f64)]) {
    for (a, b) in t {
        *y += a * b;
    }
    for &(a, b) in t {
        *y += a.sin() * b;
    }
    for (i, (a, _)) in t.iter().enumerate() {
        *y += a * t[i].1;
    }
}

/// State is taken apart, beside other arrays.
#[reversible]
fn moved(t: &mut [(f64, [f64; 2])], w: &[f64]) {
    for ((a, b), w) in t.iter_mut().zip(w) {
        *a += b[0] * *w;
        b[1] += a.sin();
    }
}

#[reversible]
fn bodies(y: &mut f64, all: &mut [Body], g: f64) {
    for Body { m, p, .. } in all.iter_mut() {
        p[0] += *m * g;
        *y += p[0] * p[1];
    }
    // Copies of what changes stay what they were.
    for i in 0..all.len() {
        let Body { p: [u, v], .. } = all[i];
        *y += u * v;
    }
}

#[reversible]
fn elements(y: &mut f64, w: &Body, q: &[f64; 2]) {
    let Body { m, p: [u, v], .. } = w;
    let [r, s] = *q;
    *y += m * u * v * r * s.exp();
}

#[reversible]
fn solids(y: &mut f64, pieces: &[Piece]) {
    for piece in pieces {
        if piece.kind == Kind::Solid {
            *y += piece.b * piece.b;
        } else {
            *y -= piece.b.sin();
        }
    }
}

#[test]
fn elements_of_arrays_are_taken_apart() {
    let body = Body { m: 0.8, p: [0.3, 0.9], n: 2 };
    assert_eq!(bodies::check(&mut 0.4, &mut [body, Body { m: 1.3, p: [-0.2, 0.6], n: body.n }], 0.7), Ok(()));
    assert_eq!(elements::check(&mut 0.4, &body, &[0.6, 1.1]), Ok(()));
}

#[test]
fn tuples_are_taken_apart() {
    let tuples = |x: &[f64]| x.chunks(2).map(|t| (t[0], t[1])).collect::<Vec<_>>();
    let flat = |t: &[(f64, f64)]| t.iter().flat_map(|t| [t.0, t.1]).collect::<Vec<_>>();
    let x = [0.3, 0.7, 1.1, -0.4, 0.9, 0.2];
    let run = |x: &[f64]| {
        let mut y = 0.4;
        pairs(&mut y, &tuples(x));
        vec![y]
    };
    let (mut y, mut bar) = (run(&x)[0], tuples(&[0.0; 6]));
    pairs::adjoint(&mut y, &mut -1.5, &tuples(&x), &mut bar);
    assert_all_close!(&[y], &[0.4], 1e-8);
    assert_all_close!(&flat(&bar), &differences(&x, &[-1.5], run), 1e-8);

    let parts = |x: &[f64]| [(x[0], [x[1], x[2]]), (x[3], [x[4], x[5]])];
    let flat = |t: &[(f64, [f64; 2])]| t.iter().flat_map(|t| [t.0, t.1[0], t.1[1]]).collect::<Vec<_>>();
    let (x, seeds) = ([0.3, 0.7, 0.1, 0.9, 0.4, -0.6, 0.8, 1.2], [0.7, -1.3, 0.4, 2.1, -0.6, 1.7]);
    let run = |x: &[f64]| {
        let mut t = parts(x);
        moved(&mut t, &x[6..]);
        t
    };
    let (mut t, mut bar, mut w_bar) = (run(&x), parts(&seeds), [0.0; 2]);
    moved::adjoint(&mut t, &mut bar, &x[6..], &mut w_bar);
    assert_all_close!(&flat(&t), &x[..6], 1e-8);
    assert_all_close!(&[&flat(&bar)[..], &w_bar].concat(), &differences(&x, &seeds, |x| flat(&run(x))), 1e-8);
}

#[test]
fn a_variant_decides() {
    let pieces = [Piece { kind: Kind::Solid, b: 0.7 }, Piece { kind: Kind::Gas, b: 1.2 }];
    let mut y = 0.0;
    solids(&mut y, &pieces);
    let mut bar: Vec<_> = pieces.iter().map(|piece| piece.shadow()).collect();
    solids::adjoint(&mut y, &mut 1.5, &pieces, &mut bar);
    assert!(y.abs() < 1e-15);
    assert!((bar[0].b - 1.5 * 1.4).abs() < 1e-15 && (bar[1].b + 1.5 * 1.2_f64.cos()).abs() < 1e-15);
}
