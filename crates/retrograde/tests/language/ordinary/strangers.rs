//! Functions as people write them: what was refused in them once.

use super::agrees;
use retrograde::{Differentiable, differentiable};

/// A constant that stands in a closure which is called more than once: the lightness of colours.
#[differentiable]
fn lightness(x: f64, y: f64, z: f64) -> f64 {
    let f = |t: f64| {
        const DELTA: f64 = 6.0 / 29.0;
        const CUBE: f64 = DELTA * DELTA * DELTA;
        if t > CUBE { t.cbrt() } else { t / (3.0 * DELTA * DELTA) + 4.0 / 29.0 }
    };
    500.0 * (f(x) - f(y)) * f(z)
}

/// Constants of blocks that are values share their name, and the outer one is hidden.
#[differentiable]
fn hidden(x: f64, n: usize) -> f64 {
    const K: f64 = 2.0;
    const LIMIT: usize = 1;
    let inner = {
        const K: f64 = 3.0;
        const LIMIT: usize = 2;
        let other = {
            const K: f64 = 5.0;
            #[differentiable]
            fn by(x: f64) -> f64 {
                K * x
            }
            by(x) - K
        };
        match n {
            LIMIT => K * x * other,
            _ => K * x + other,
        }
    };
    match n {
        LIMIT => K * inner * x,
        _ => K + inner * x,
    }
}

#[test]
fn constants_in_closures() {
    for at in [[0.5, 0.001, 0.3], [0.002, 0.9, 0.004]] {
        let (value, (x, y, z)) = lightness::gradient(at[0], at[1], at[2]);
        assert_eq!(value, lightness(at[0], at[1], at[2]));
        agrees("lightness", |x| lightness(x[0], x[1], x[2]), &[x, y, z], &at);
    }
    for n in 0..3 {
        let (value, (x,)) = hidden::gradient(0.7, n);
        assert_eq!(value, hidden(0.7, n));
        agrees("hidden", |x| hidden(x[0], n), &[x], &[0.7]);
        let mut x_bar = 0.5;
        assert_eq!(hidden::pull(-1.5, 0.7, &mut x_bar, n), value);
        agrees("hidden", |x| -1.5 * hidden(x[0], n), &[x_bar - 0.5], &[0.7]);
    }
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Lag {
    rate: f64,
    held: f64,
}

#[differentiable]
impl Lag {
    fn new(rate: f64) -> Self {
        Lag { rate, held: 0.0 }
    }

    fn halved(rate: f64) -> Self {
        Lag { rate: 0.5 * rate, held: 0.0 }
    }

    fn feed(&mut self, x: f64) {
        self.held += self.rate * (x - self.held);
    }

    fn step(&mut self, x: f64) -> f64 {
        self.held += self.rate * (x - self.held);
        self.held * self.held
    }

    fn level(&self) -> f64 {
        self.held * self.rate
    }
}

/// Methods of a variable that a constructor builds.
#[differentiable]
fn fed(x: f64, rate: f64) -> f64 {
    let mut lag = Lag::new(rate);
    for k in 0..4 {
        lag.feed(x * k as f64);
    }
    lag.level()
}

/// Functions of the type of a variable change it, whatever the function is called that builds it.
#[differentiable]
fn stepped(x: f64, rate: f64) -> f64 {
    let mut lag = Lag::halved(rate);
    let mut sum = 0.0;
    for k in 0..4 {
        sum += Lag::step(&mut lag, x * k as f64);
    }
    sum + lag.held * lag.level()
}

#[test]
fn structures_that_functions_build() {
    for at in [[0.7, 0.3], [-1.2, 0.9]] {
        for (name, f, gradient) in [
            ("fed", fed as fn(f64, f64) -> f64, fed::gradient(at[0], at[1])),
            ("stepped", stepped, stepped::gradient(at[0], at[1])),
        ] {
            let (value, (x, by)) = gradient;
            assert_eq!(value, f(at[0], at[1]), "{name}");
            agrees(name, |x| f(x[0], x[1]), &[x, by], &at);
        }
        let (mut x, mut rate) = (0.5, -2.0);
        stepped::pull(-1.5, at[0], &mut x, at[1], &mut rate);
        agrees("stepped", |x| -1.5 * stepped(x[0], x[1]), &[x - 0.5, rate + 2.0], &at);
    }
}

const TABLE: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];

/// Parts of a constant.
#[differentiable]
fn parts_of_a_table(x: f64) -> f64 {
    let a: f64 = TABLE[1..].iter().enumerate().map(|(i, w)| w * x.powi(i as i32)).sum();
    let b: f64 = TABLE[..3].iter().rev().fold(0.0, |s, w| s * x + w);
    let mut c = 0.0;
    for (i, w) in TABLE[1..=3].iter().enumerate().skip(1) {
        c += w * x * i as f64;
    }
    for w in &TABLE[2..4] {
        c += w * x;
    }
    a * b + c * x
}

/// The length of a spanning tree: the index of the nearest point is in an `Option` that nobody wrote a type for.
#[differentiable]
fn spanning(points: &[(f64, f64)]) -> f64 {
    let n = points.len();
    let mut used = vec![false; n];
    let mut best = vec![f64::INFINITY; n];
    best[0] = 0.0;
    let mut total = 0.0;
    for _ in 0..n {
        let mut at = None;
        for i in 0..n {
            if !used[i] && at.map_or(true, |j: usize| best[i] < best[j]) {
                at = Some(i);
            }
        }
        let i = match at {
            Some(i) => i,
            None => break,
        };
        used[i] = true;
        total += best[i];
        for j in 0..n {
            let (dx, dy) = (points[i].0 - points[j].0, points[i].1 - points[j].1);
            let d = (dx * dx + dy * dy + 1e-9).sqrt();
            if !used[j] && d < best[j] {
                best[j] = d;
            }
        }
    }
    total
}

#[test]
fn tables_and_trees() {
    assert_eq!(parts_of_a_table::check(0.7), Ok(()));
    assert_eq!(spanning::check(&[(0.0, 0.1), (1.0, 0.3), (0.4, 0.9), (0.8, 0.8)]), Ok(()));
}

/// How long customers of some servers wait: the parts of a tuple are taken out of their references by the pattern of a `let`.
#[differentiable]
fn mean_wait(arrivals: &[f64], services: &[f64], servers: usize) -> f64 {
    let mut free: Vec<f64> = vec![0.0; servers];
    let mut total = 0.0;
    for (&t, &s) in arrivals.iter().zip(services) {
        let (k, &earliest) = free.iter().enumerate().min_by(|a, b| a.1.partial_cmp(b.1).unwrap()).unwrap();
        let start = t.max(earliest);
        total += start - t;
        free[k] = start + s;
    }
    total / arrivals.len() as f64
}

#[test]
fn queues() {
    assert_eq!(mean_wait::check(&[0.1, 0.5, 0.6, 1.0, 1.3], &[1.0, 0.7, 0.9, 0.4, 0.8], 2), Ok(()));
}

/// The least of a linear program by its tableau: the column that enters is found in a range, and goes through a loop that is recorded.
#[differentiable]
fn simplex(a: &[Vec<f64>], b: &[f64], c: &[f64]) -> Option<f64> {
    let (m, n) = (b.len(), c.len());
    let mut t = vec![vec![0.0; n + m + 1]; m + 1];
    for i in 0..m {
        t[i][..n].copy_from_slice(&a[i]);
        t[i][n + i] = 1.0;
        t[i][n + m] = b[i];
    }
    for j in 0..n {
        t[m][j] = -c[j];
    }
    for _ in 0..50 {
        let Some(col) = (0..n + m).find(|&j| t[m][j] < -1e-9) else {
            return Some(t[m][n + m]);
        };
        let mut row = None;
        let mut best = f64::INFINITY;
        for i in 0..m {
            if t[i][col] > 1e-9 {
                let ratio = t[i][n + m] / t[i][col];
                if ratio < best {
                    best = ratio;
                    row = Some(i);
                }
            }
        }
        let row = row?;
        let pivot = t[row][col];
        t[row].iter_mut().for_each(|x| *x /= pivot);
        let pivot_row = t[row].clone();
        for (i, line) in t.iter_mut().enumerate() {
            if i == row {
                continue;
            }
            let f = line[col];
            for (x, p) in line.iter_mut().zip(&pivot_row) {
                *x -= f * p;
            }
        }
    }
    None
}

#[test]
fn linear_programs() {
    let (rows, limits) = ([vec![1.0, 1.1], vec![2.0, 0.5], vec![0.3, 1.7]], [4.0, 5.0, 4.5]);
    assert_eq!(simplex::check(&rows, &limits, &[3.0, 2.0]), Ok(()));
}

const KNOTS: [(f64, f64); 4] = [(0.0, 1.0), (1.0, 3.0), (2.5, 2.0), (4.0, 5.0)];
const LENT: &[(f64, f64)] = &[(0.0, 1.0), (1.0, 3.0)];
const WEIGHTS: [(usize, f64); 2] = [(1, 0.5), (0, 0.25)];

struct Ellipsoid {
    a: f64,
    f: f64,
}

const EARTH: Ellipsoid = Ellipsoid { a: 6378.137, f: 1.0 / 298.257 };

/// Parts of constants, by their indices.
#[differentiable]
fn between_knots(x: f64) -> f64 {
    for i in 1..KNOTS.len() {
        if x < KNOTS[i].0 {
            let t = (x - KNOTS[i - 1].0) / (KNOTS[i].0 - KNOTS[i - 1].0);
            return KNOTS[i - 1].1 + t * (KNOTS[i].1 - KNOTS[i - 1].1);
        }
    }
    x
}

/// Constants of tuples by patterns, in loops that are left.
#[differentiable]
fn between_windows(x: f64) -> f64 {
    for w in KNOTS.windows(2) {
        let ((a, va), (b, vb)) = (w[0], w[1]);
        if x <= b {
            return va + (vb - va) * (x - a) / (b - a);
        }
    }
    x
}

/// Patterns in loops, closures and `let`, and names.
#[differentiable]
fn around_knots(x: f64, i: usize) -> f64 {
    let (a, b) = KNOTS[i];
    let ((c, d), &(e, f)) = (KNOTS[i + 1], &KNOTS[0]);
    let mut sum = a * x + b * x * x + c * x.sin() + d * e + f;
    for (a, b) in KNOTS {
        sum += b * (x - a).powi(2);
    }
    for (i, (a, b)) in KNOTS.iter().enumerate() {
        sum += i as f64 * b * (x - a).powi(2);
    }
    for (i, k) in KNOTS.iter().enumerate().skip(1) {
        if k.0 > x {
            return sum;
        }
        sum += k.0 * x.sin() * i as f64;
    }
    sum + KNOTS.iter().map(|k| k.0 * (x * k.1).cos()).sum::<f64>()
        + LENT.iter().map(|&(a, b)| b * (x - a).sin()).sum::<f64>()
}

/// Constants with indices in them.
#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &(at, weight) in &WEIGHTS {
        sum += weight * x[at] * x[at];
    }
    sum
}

/// The radius of curvature of the earth.
#[differentiable]
fn curvature(latitude: f64) -> f64 {
    let e2 = EARTH.f * (2.0 - EARTH.f);
    EARTH.a / (1.0 - e2 * latitude.sin().powi(2)).sqrt()
}

#[test]
fn constants_of_tuples() {
    assert_eq!(between_knots::check(1.7), Ok(()));
    assert_eq!(between_windows::check(1.7), Ok(()));
    assert_eq!(between_knots(1.7), between_windows(1.7));
    for x in [1.7, 5.0] {
        assert_eq!(around_knots::check(x, 1), Ok(()));
    }
    assert_eq!(weighted::check(&[1.7, 0.3]), Ok(()));
    assert_eq!(curvature::check(0.7), Ok(()));
}
