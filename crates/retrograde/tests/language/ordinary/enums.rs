//! Enums: variants without numbers, with integers, with numbers; as arguments, in slices, as locals and as values.

use super::agrees;
use retrograde::{Differentiable, Real, differentiable};

#[derive(Clone, Copy, Differentiable)]
enum Ellipsoid {
    Wgs84,
    Grs80,
}

/// Nothing is derived for it: it may be matched on, as it carries nothing.
#[derive(Clone, Copy)]
enum Mode {
    Fast,
    Exact,
}

#[differentiable]
fn radii(e: Ellipsoid, x: f64) -> f64 {
    let (a, b) = match e {
        Ellipsoid::Wgs84 => (2.0, 1.5),
        Ellipsoid::Grs80 => (3.0, 1.0),
    };
    a * x + b * x * x
}

#[differentiable]
fn caller(x: f64, e: Ellipsoid) -> f64 {
    radii(e, x) * x
}
#[differentiable]
fn count(xs: &[f64]) -> usize {
    let mut n = 0;
    for x in xs {
        if *x > 0.0 {
            n += 1;
        }
    }
    n
}

#[differentiable]
fn by_mode(m: Mode, x: f64) -> f64 {
    let mut y = x;
    if matches!(m, Mode::Exact) || x > 3.0 {
        y *= x;
    }
    match m {
        Mode::Fast if y < 1.0 => y * y,
        Mode::Fast | Mode::Exact => 3.0 * y,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Sides(usize, f64),
    Nothing,
}

#[differentiable]
fn area(s: &Shape) -> f64 {
    match s {
        Shape::Circle(r) => 3.0 * r * r,
        Shape::Rect { w, h: height } if *w > 0.0 => w * height,
        Shape::Rect { w, h } => w + h,
        Shape::Sides(n, a) => *n as f64 * a * a,
        Shape::Nothing => 0.0,
    }
}

#[differentiable]
fn total(shapes: &[Shape], k: f64) -> f64 {
    let mut s = 0.0;
    for shape in shapes {
        s += k * area(shape);
        if let Shape::Circle(r) = shape {
            s *= *r;
        }
    }
    s
}

#[differentiable]
fn grown(s: Shape, k: f64) -> f64 {
    let big = match s {
        Shape::Circle(r) => r * k,
        _ => k,
    };
    big * area(&s)
}

#[differentiable]
fn local(x: f64, y: f64) -> f64 {
    let s = Shape::Rect { w: x, h: y * x };
    let c = Shape::Circle(x * y);
    area(&s) * area(&c)
}

#[differentiable]
fn changing(x: f64, y: f64) -> f64 {
    let mut s = Shape::Circle(x);
    if y > 0.0 {
        s = Shape::Rect { w: x * y, h: y };
    }
    area(&s) * x
}

#[differentiable]
fn made(x: f64) -> Shape {
    Shape::Rect { w: x * x, h: 2.0 * x }
}

#[differentiable]
fn uses_made(x: f64) -> f64 {
    let s = made(x);
    match s {
        Shape::Rect { w, h } => w * h + area(&s),
        _ => x,
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point<T> {
    x: T,
    y: T,
}

#[derive(Clone, Debug, Differentiable)]
enum Tree<T> {
    Leaf(T),
    Node(Vec<T>, [T; 2]),
    Named { at: Point<T>, n: i32 },
}

#[differentiable]
fn value<T: Real>(t: &Tree<T>, k: T) -> T {
    match t {
        Tree::Leaf(x) => *x * k,
        Tree::Node(xs, [a, b]) => {
            let mut s = *a * *b;
            for x in xs {
                s += *x * *x;
            }
            s + xs[0]
        }
        Tree::Named { at, n } if *n > 1 => at.x * at.y,
        Tree::Named { at: Point { x, .. }, .. } => *x,
    }
}

const SHAPES: [Shape; 5] = [
    Shape::Circle(0.7),
    Shape::Rect { w: 0.3, h: 2.0 },
    Shape::Rect { w: -0.3, h: 2.0 },
    Shape::Sides(3, 0.4),
    Shape::Nothing,
];

#[test]
fn variants_decide() {
    for x in [0.7, 2.0, 4.0] {
        for m in [Mode::Fast, Mode::Exact] {
            let (y, (slope,)) = by_mode::gradient(m, x);
            assert_eq!(y, by_mode(m, x));
            agrees("by_mode", |x| by_mode(m, x[0]), &[slope], &[x]);
        }
        for e in [Ellipsoid::Wgs84, Ellipsoid::Grs80] {
            assert_eq!(radii::check(e, x), Ok(()));
            assert_eq!(caller::check(x, e), Ok(()));
        }
    }
}

#[test]
fn what_variants_hold_has_cotangents() {
    for s in SHAPES {
        assert_eq!(area::check(&s), Ok(()), "{s:?}");
        assert_eq!(grown::check(s, 0.3), Ok(()), "{s:?}");
    }
    assert_eq!(total::check(&SHAPES, 0.7), Ok(()));
    let (value, (bars, k_bar)) = total::gradient(&SHAPES, 0.7);
    assert_eq!(value, total(&SHAPES, 0.7));
    let at = [0.7, 0.3, 2.0, -0.3, 2.0, 0.4, 0.7];
    let shapes = |x: &[f64]| {
        let (one, two) = (Shape::Rect { w: x[1], h: x[2] }, Shape::Rect { w: x[3], h: x[4] });
        [Shape::Circle(x[0]), one, two, Shape::Sides(3, x[5]), Shape::Nothing]
    };
    let mut found: Vec<f64> = Vec::new();
    for bar in &bars {
        match bar {
            ShapeShadow::Circle(r) | ShapeShadow::Sides(_, r) => found.push(*r),
            ShapeShadow::Rect { w, h } => found.extend([*w, *h]),
            ShapeShadow::Nothing => {}
        }
    }
    found.push(k_bar);
    agrees("total", |x| total(&shapes(x), x[6]), &found, &at);
}

#[test]
fn cotangents_are_added_to_the_shadow_of_the_same_variant() {
    let mut bar = ShapeShadow::Rect { w: 1.0, h: -2.0 };
    let value = area::pull(10.0, &Shape::Rect { w: 0.5, h: 4.0 }, &mut bar);
    assert_eq!((value, bar), (2.0, ShapeShadow::Rect { w: 41.0, h: 3.0 }));
}

#[test]
fn locals_change_their_variant() {
    for (x, y) in [(0.3, 0.4), (0.3, -0.4)] {
        assert_eq!(local::check(x, y), Ok(()));
        assert_eq!(changing::check(x, y), Ok(()));
        assert_eq!(uses_made::check(x), Ok(()));
    }
    let seed = ShapeShadow::Rect { w: 3.0, h: -0.5 };
    let mut bar = 1.0;
    assert_eq!(made::pull(seed, 2.0, &mut bar), made(2.0));
    assert_eq!(bar, 1.0 + 3.0 * 4.0 - 1.0);
}

#[test]
fn variants_hold_structures_and_vectors() {
    let at = Point { x: 0.3, y: 0.9 };
    let trees = [
        Tree::Leaf(0.3),
        Tree::Node(vec![0.3, 0.4], [0.7, 0.1]),
        Tree::Named { at, n: 3 },
        Tree::Named { at, n: 0 },
    ];
    for t in trees {
        assert_eq!(value::check(&t, 0.7), Ok(()), "{t:?}");
    }
}

/// Variants with the names of those of `Option`.
#[derive(Clone, Copy, Differentiable)]
enum Payoff {
    Call { strike: f64 },
    Some(f64),
    None,
}

#[differentiable]
fn paid(s: f64, of: Payoff) -> f64 {
    match of {
        Payoff::Call { strike } => (s - strike).max(0.0),
        Payoff::Some(k) => s * k * k,
        Payoff::None => 0.0,
    }
}

/// A copy of an enum in a tuple is handed over by its value.
#[differentiable]
fn portfolio(s: f64, all: &[(f64, Payoff)]) -> f64 {
    all.iter().map(|(w, of)| w * paid(s, *of)).sum()
}

#[test]
fn variants_of_others_may_be_called_none() {
    for of in [Payoff::Call { strike: 1.0 }, Payoff::Some(0.3), Payoff::None] {
        assert_eq!(paid::check(1.2, of), Ok(()));
    }
    let all = [(2.0, Payoff::Call { strike: 1.0 }), (3.0, Payoff::None), (-0.5, Payoff::Some(0.7))];
    let (value, (by_s, by_all)) = portfolio::gradient(1.2, &all);
    assert_eq!(value, portfolio(1.2, &all));
    assert!((by_s - (2.0 - 0.5 * 0.49)).abs() < 1e-12);
    assert!((by_all[2].0 - 1.2 * 0.49).abs() < 1e-12);
}

/// Variants of one letter, as the value of a function.
#[derive(Clone, Copy)]
enum Phase {
    A,
    B,
}

#[differentiable]
fn phase(t: f64) -> Phase {
    if t < 1.0 { Phase::A } else { Phase::B }
}

#[differentiable]
fn density(t: f64) -> f64 {
    match phase(t) {
        Phase::A => t,
        Phase::B => t * t,
    }
}

#[test]
fn variants_of_one_letter() {
    assert_eq!((density::check(0.5), density::check(1.5)), (Ok(()), Ok(())));
}

/// An array of variants is visited.
#[differentiable]
fn all_modes(x: f64) -> f64 {
    let mut s = 0.3;
    for mode in [Mode::Fast, Mode::Exact, Mode::Fast] {
        s = if matches!(mode, Mode::Exact) { s * x } else { s + x };
    }
    s
}

#[test]
fn arrays_of_variants() {
    assert_eq!(all_modes::check(0.7), Ok(()));
}
