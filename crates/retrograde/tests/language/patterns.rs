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

#[reversible]
fn three(x: f64) -> (f64, f64, f64) {
    (x, x * x, x.sin())
}

/// Parts after `..` are counted from the end, where the type tells how many there are.
#[reversible]
fn ends(y: &mut f64, t: &(f64, usize, f64, f64), a: &[f64; 4], p: &Piece, all: &[(f64, f64, f64)]) {
    let (first, .., last) = t;
    *y += first * last;
    let (.., third, _) = *t;
    *y += third.cos();
    let [a, .., b, c] = a;
    *y += a * b * c;
    let (q, .., r): (f64, f64, f64) = three(p.b);
    *y += q * r;
    for (u, .., v) in all {
        *y -= u * v * v;
    }
}

#[test]
fn parts_after_a_rest_are_counted_from_the_end() {
    let start = [0.3, 0.7, -0.4, 0.9, 1.1, 0.2, -0.8, 0.6, 0.5, 1.3, 0.4, -0.9, 0.25, 1.5];
    let piece = |b| Piece { kind: Kind::Solid, b };
    let make = |x: &[f64]| {
        let all = [(x[8], x[9], x[10]), (x[11], x[12], x[13])];
        ((x[0], 3, x[1], x[2]), [x[3], x[4], x[5], x[6]], piece(x[7]), all)
    };
    let run = |x: &[f64]| {
        let ((t, a, p, all), mut y) = (make(x), 0.1);
        ends(&mut y, &t, &a, &p, &all);
        vec![y]
    };
    let x = &start;
    let expected = 0.1 + x[0] * x[2] + x[1].cos() + x[3] * x[5] * x[6] + x[7] * x[7].sin()
        - x[8] * x[10] * x[10]
        - x[11] * x[13] * x[13];
    assert_all_close!(&run(x), &[expected], 1e-14);
    let (t, a, p, all) = make(x);
    let (_, (t, a, p, all)) = ends::gradient(&t, &a, &p, &all);
    let all = all.iter().flat_map(|t| [t.0, t.1, t.2]).collect::<Vec<_>>();
    let found = [&[t.0, t.2, t.3][..], &a, &[p.b], &all].concat();
    assert_all_close!(&found, &differences(x, &[1.0], run), 1e-7);
}
