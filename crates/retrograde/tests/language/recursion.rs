//! Recorded calls: recursion, and calls inside calls, are pulled back in a multiple of the time that they take.

use retrograde::Dual;
use retrograde::prelude::*;
use retrograde_testkit::finite_difference;
use std::cell::Cell;

std::thread_local! {
    static RUNS: Cell<usize> = const { Cell::new(0) };
}

/// How often the costly function has run in `run`.
fn runs<R>(run: impl FnOnce() -> R) -> (R, usize) {
    RUNS.set(0);
    let result = run();
    (result, RUNS.get())
}

/// The sine, which counts how often it is computed.
#[primitive(partials(x.cos()))]
fn costly(x: f64) -> f64 {
    RUNS.set(RUNS.get() + 1);
    x.sin()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs()))
}

/// Each level multiplies the value of the next one.
#[reversible(store)]
fn product(x: &[f64], n: usize) -> f64 {
    let mut out = 1.0;
    if n > 0 {
        let before = product(x, n - 1);
        let here = costly(before * x[n % x.len()]);
        out += 0.3 * here * before;
    }
    out
}

/// Does the same without `store`.
#[reversible]
fn again(x: &[f64], n: usize) -> f64 {
    let mut out = 1.0;
    if n > 0 {
        let before = again(x, n - 1);
        let here = costly(before * x[n % x.len()]);
        out += 0.3 * here * before;
    }
    out
}

const X: [f64; 3] = [0.7, -0.4, 1.3];

#[test]
fn recursion_that_returns_a_value_is_linear() {
    for n in [10, 20, 40] {
        let (value, primal) = runs(|| product(&X, n));
        let ((same, (gradient,)), once) = runs(|| product::gradient(&X, n));
        assert_eq!((value, primal), (same, n));
        assert!(once <= 3 * n, "{once} runs at depth {n}");
        let ((other, (expected,)), twice) = runs(|| again::gradient(&X, n));
        assert_eq!((other, &expected), (value, &gradient));
        assert!(twice > n * n / 3, "{twice} runs at depth {n}");
        assert!(close(&gradient, &finite_difference::gradient(&|x: &[f64]| product(x, n), &X)));
    }
}

#[test]
fn rows_of_seeds_go_through_once() {
    let mut rows = [[0.0; 2]; 3];
    let (value, count) = runs(|| product::pull([1.0, -2.0], &X, &mut rows, 12));
    let (same, (gradient,)) = product::gradient(&X, 12);
    assert!(value == same && count <= 36);
    assert!(rows.iter().zip(&gradient).all(|(row, g)| row[0] == *g && row[1] == -2.0 * g));
}

/// State that goes through a local of each level.
#[reversible]
fn through(y: &mut f64, x: &[f64], n: usize) {
    if n > 0 {
        let mut t = 0.5;
        t += x[0];
        #[store]
        through(&mut t, x, n - 1);
        t += costly(x[n % x.len()]);
        *y += t * t * 0.1;
    }
}

#[test]
fn recursion_through_locals_is_linear() {
    for n in [8, 16, 32] {
        let run = |x: &[f64]| {
            let mut y = 0.25;
            through(&mut y, x, n);
            3.0 * y
        };
        let (mut y, mut y_bar, mut x_bar) = (run(&X) / 3.0, 3.0, [0.0; 3]);
        let (_, count) = runs(|| through::adjoint(&mut y, &mut y_bar, &X, &mut x_bar, n));
        assert!(count <= 5 * n, "{count} runs at depth {n}");
        assert!((y - 0.25).abs() < 1e-12);
        assert!(close(&x_bar, &finite_difference::gradient(&run, &X)), "{x_bar:?}");
    }
}

/// Two functions that call one another, in loops and branches, with locals of all kinds.
#[reversible(store)]
fn even<T: Real>(x: &[T], n: usize, scale: T) -> T {
    let mut sum = 0.0;
    let mut count = 0;
    for i in 0..2 {
        let row = [x[i], x[i + 1] * scale];
        let k = (i + n) % x.len();
        if n > 0 && k != 1 {
            let part = odd(&row, x, n - 1);
            sum += part * x[k];
            count += 1;
        }
        let mut grown = vec![0.0; i + 1];
        grown[i] += row[0] * x[k];
        sum += grown[i].sin();
    }
    let kept = count as T;
    sum + kept * x[count] + x[0] * sum
}

#[reversible(store)]
fn odd<T: Real>(row: &[T], x: &[T], n: usize) -> T {
    let mut total = row[0] * row[1];
    let mut steps = 0;
    #[keep]
    while total < 4.0 && steps < 3 {
        total += 1.5 + row[0] * row[0];
        steps += 1;
    }
    if n > 0 {
        let v = even(x, n - 1, row[1]);
        total += v * v * 0.01 * (steps as T);
    }
    total.ln()
}

#[test]
fn mutual_recursion() {
    for n in 0..6 {
        let run = |x: &[f64]| even(&x[..3], n, x[3]);
        let at = [0.7, 0.4, 1.3, 0.9];
        let mut bars = [0.0; 3];
        let mut scale_bar = 0.0;
        let value = even::pull(2.0, &at[..3], &mut bars, n, at[3], &mut scale_bar);
        assert_eq!(value, run(&at));
        let found = [bars[0] / 2.0, bars[1] / 2.0, bars[2] / 2.0, scale_bar / 2.0];
        let expected = finite_difference::gradient(&run, &at);
        assert!(close(&found, &expected), "{n}: {found:?} {expected:?}");
    }
}

/// Functions that call one another in a row.
mod nested {
    use super::*;

    #[reversible(store)]
    pub fn first(x: f64) -> f64 {
        let t = costly(x);
        t * x
    }
    #[reversible(store)]
    pub fn second(x: f64) -> f64 {
        let t = first(x + 0.1);
        t * x + first(x) * t
    }
    #[reversible(store)]
    pub fn third(x: f64) -> f64 {
        (x * second(x * second(x).cos())).cos()
    }
    #[reversible(store)]
    pub fn fourth(x: f64) -> f64 {
        let t = third(x);
        t * t + third(t) * t
    }
    #[reversible(store)]
    pub fn fifth(x: f64) -> f64 {
        fourth(x) * x + fourth(1.0 / x) * x
    }
}

#[test]
fn calls_inside_calls_run_once() {
    let (value, primal) = runs(|| nested::fifth(0.8));
    let ((same, (gradient,)), back) = runs(|| nested::fifth::gradient(0.8));
    assert_eq!((value, primal), (same, 16));
    assert!(back <= 3 * primal, "{back} runs against {primal}");
    let expected = finite_difference::gradient(&|x: &[f64]| nested::fifth(x[0]), &[0.8]);
    assert!(close(&[gradient], &expected), "{gradient} {expected:?}");
}

/// Scratch that the caller lends, a state, a routine that is undone, and an uncall.
#[reversible(store)]
fn lent<T: Real>(y: &mut T, x: &[T], #[scratch] s: &mut [T], n: usize) {
    'up: {
        s[0] += x[0] * x[1];
        let level = s[0].sin();
        s[1] += level * x[1];
    }
    let seen = s[1] * s[1];
    undo!('up);
    s[1] += seen;
    if n > 0 {
        let mut rest = vec![0.0; 2];
        let mut t = 0.0;
        lent(&mut t, x, &mut rest, n - 1);
        *y += t * s[1];
    } else {
        *y += s[1] * x[1];
    }
}

#[test]
fn scratch_and_routines() {
    for n in 0..4 {
        let run = |x: &[f64]| {
            let mut y = 0.5;
            lent(&mut y, x, &mut [0.0; 2], n);
            y * 2.0
        };
        let at = [0.9, 1.2];
        let (mut y, mut y_bar, mut x_bar) = (run(&at) / 2.0, 2.0, [0.0; 2]);
        lent::adjoint(&mut y, &mut y_bar, &at, &mut x_bar, &mut [0.0; 2], &mut [0.0; 2], n);
        assert!((y - 0.5).abs() < 1e-13);
        let expected = finite_difference::gradient(&run, &at);
        assert!(close(&x_bar, &expected), "{n}: {x_bar:?} {expected:?}");
    }
}

/// A method that calls itself, and a generic recursion at dual numbers: the second derivative.
#[derive(Differentiable)]
struct Layers<T> {
    weights: Vec<T>,
}

#[reversible(store)]
impl<T: Real> Layers<T> {
    fn value(&self, x: T, n: usize) -> T {
        let mut out = x;
        if n > 0 {
            let before = self.value(x, n - 1);
            out += before * self.weights[n - 1] + before.sin();
        }
        out
    }
}

#[test]
fn methods_and_second_derivatives() {
    let layers = Layers { weights: vec![0.3, -0.8, 0.5] };
    let run = |p: &[f64]| Layers { weights: p[1..].to_vec() }.value(p[0], 3);
    let at = [0.4, 0.3, -0.8, 0.5];
    let expected = finite_difference::gradient(&run, &at);
    let mut bars = layers.shadow();
    let mut x_bar = 0.0;
    let value = layers.value_pull(&mut bars, 0.4, &mut x_bar, 3, 1.0);
    assert_eq!(value, run(&at));
    let mut found = vec![x_bar];
    found.extend(&bars.weights);
    assert!(close(&found, &expected), "{found:?} {expected:?}");

    let slope = |x: &[f64]| even::gradient(x, 3, 0.9).1.0[0];
    let x = [0.7, 0.4, 1.3];
    let dual: Vec<Dual<f64>> = x.iter().enumerate().map(|(i, &x)| Dual::new(x, f64::from(i == 0))).collect();
    let second = even::gradient(&dual, 3, Dual::new(0.9, 0.0)).1.0[0];
    let differences = finite_difference::gradient(&slope, &x);
    assert!(close(&[second.tangent], &[differences[0]]), "{second:?} {differences:?}");
}

/// Structures among the locals are kept as they are, those that a call returns too.
#[derive(Clone, Debug, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

#[reversible(store)]
fn pair(x: f64, n: usize) -> Pair<f64> {
    let s = halves(x, n);
    Pair { a: s * x, b: costly(x) }
}

#[reversible(store)]
fn halves(x: f64, n: usize) -> f64 {
    let mut out = x;
    if n > 0 {
        let p = pair(x, n - 1);
        out += 0.5 * p.a * p.b;
    }
    out
}

#[test]
fn structures_are_kept() {
    for n in [3, 10, 20, 40] {
        let run = |x: &[f64]| halves(x[0], n);
        let ((value, (gradient,)), count) = runs(|| halves::gradient(0.7, n));
        assert_eq!(value, run(&[0.7]));
        assert!(count <= 3 * n, "{count} runs at depth {n}");
        assert!(close(&[gradient], &finite_difference::gradient(&run, &[0.7])));
    }
}

/// A structure that is made and changed, vectors of them, tuples, and a generic number.
#[reversible(store)]
fn climb<T: Real>(x: &[T], n: usize) -> (T, Pair<T>) {
    let mut here = Pair { a: x[0], b: 0.0 };
    let mut row = vec![Pair { a: 0.0, b: 1.0 }; 2];
    for i in 0..2 {
        let turn = (x[i] * here.a, i);
        here.b += turn.0.sin();
        row[i].a += here.b * x[1];
        row[i].b += turn.0 * (turn.1 as T);
    }
    let mut sum = here.a * row[1].b;
    if n > 0 {
        let below: (T, Pair<T>) = climb(x, n - 1);
        let scaled = Pair { a: below.0 * x[1], b: below.1.b };
        sum += 0.3 * scaled.a * scaled.b + 0.1 * weigh(&scaled, x[0]);
    }
    (sum, Pair { a: sum * row[0].a, b: here.b.cos() })
}

#[reversible(store)]
fn weigh<T: Real>(pair: &Pair<T>, x: T) -> T {
    let twin = Pair { a: pair.b * x, b: pair.a };
    twin.a.sin() * twin.b
}

#[test]
fn structures_of_all_kinds() {
    for n in 0..5 {
        let run = |x: &[f64]| {
            let (sum, pair) = climb(x, n);
            2.0 * sum - 0.5 * pair.a + 0.7 * pair.b
        };
        let at = [0.7, -0.4];
        let seed = (2.0, PairShadow { a: -0.5, b: 0.7 });
        let (_, (gradient,)) = climb::gradient_with(seed, &at, n);
        assert!(close(&gradient, &finite_difference::gradient(&run, &at)), "{n}: {gradient:?}");
        assert_eq!(climb::check(&at, n), Ok(()));
    }
}

/// A map that each level fills, and hands on.
#[reversible(store)]
fn counted(y: &mut f64, x: &[f64], n: usize) {
    if n > 0 {
        let mut map: std::collections::BTreeMap<usize, f64> = std::collections::BTreeMap::new();
        insert!(map, n, 0.0);
        map[&n] += costly(x[0] + x[n % 2]);
        insert!(map, n + 1, 0.0);
        map[&(n + 1)] += x[1] * map[&n];
        let mut below = 0.0;
        counted(&mut below, x, n - 1);
        *y += 0.5 * below * map[&n] + map[&(n + 1)] * x[0];
    } else {
        *y += x[0] * x[1];
    }
}

#[test]
fn maps_are_kept() {
    for n in [2, 8, 16, 32] {
        let run = |x: &[f64]| {
            let mut y = 0.25;
            counted(&mut y, x, n);
            3.0 * y
        };
        let at = [0.7, 1.3];
        let (mut y, mut y_bar, mut x_bar) = (run(&at) / 3.0, 3.0, [0.0; 2]);
        let (_, count) = runs(|| counted::adjoint(&mut y, &mut y_bar, &at, &mut x_bar, n));
        assert!(count <= 3 * n, "{count} runs at depth {n}");
        assert!((y - 0.25).abs() < 1e-12);
        assert!(close(&x_bar, &finite_difference::gradient(&run, &at)), "{x_bar:?}");
    }
}

/// A type that may contain references is called without recording.
#[reversible(store)]
fn of_any<V: Named>(x: f64, tag: &V, n: usize) -> f64 {
    let pair = Pair { a: x * x, b: x };
    let mut out = pair.a * pair.b;
    if n > 0 {
        out += 0.5 * of_any(pair.b, tag, n - 1);
    }
    out
}

trait Named {}

impl Named for &str {}

#[test]
fn other_types_are_built_again() {
    let text = String::from("here");
    let (_, (gradient,)) = of_any::gradient(0.7, &text.as_str(), 2);
    let run = |x: &[f64]| of_any(x[0], &text.as_str(), 2);
    assert!(close(&[gradient], &finite_difference::gradient(&run, &[0.7])));
}
