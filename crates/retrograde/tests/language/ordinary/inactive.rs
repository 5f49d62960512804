//! `#[inactive]` before a `let`: the value is held constant, whatever it is computed by.

use retrograde::{differentiable, reversible};

fn unmarked(x: f64) -> f64 {
    x.powi(3)
}

#[differentiable]
fn numbers(x: f64) -> f64 {
    #[inactive]
    let y = x * x;
    #[inactive]
    let z = unmarked(x);
    #[inactive]
    let (a, mut b) = (x + 1.0, 2.0 * x);
    b += 1.0;
    #[inactive]
    let chosen = if x > 1.0 { x } else { -x };
    (y + z + a + b + chosen) * x
}

fn next(x: f64) -> f64 {
    f64::from_bits(x.to_bits() + 1) - x
}

#[differentiable]
fn bits(x: f64) -> f64 {
    #[inactive]
    let change = next(x);
    let y = x + change;
    y * y
}

#[differentiable]
fn vectors(x: &[f64]) -> f64 {
    #[inactive]
    let squares = x.iter().map(|v| v * v).collect::<Vec<_>>();
    #[inactive]
    let copy: Vec<f64> = x.to_vec();
    #[inactive]
    let pair = [x[0], x[1] * x[1]];
    let mut sum = pair[0] * pair[1] * x[1];
    for ((v, s), c) in x.iter().zip(&squares).zip(&copy) {
        sum += v * s + v * c;
    }
    sum
}

#[differentiable]
fn detached_in_a_loop(x: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    let mut y = x;
    for _ in 0..n {
        #[inactive]
        let scale = y.abs().sqrt();
        y = y * 0.5 + x / (1.0 + scale);
        sum += y;
    }
    sum
}

#[test]
fn it_is_held_constant() {
    let x = 1.5_f64;
    let held = x * x + x.powi(3) + (x + 1.0) + (2.0 * x + 1.0) + x;
    assert_eq!(numbers(x), held * x);
    assert_eq!(numbers::gradient(x), (held * x, (held,)));
    let above = 2.5_f64.next_up();
    assert_eq!(bits::gradient(2.5), (above * above, (2.0 * above,)));
    let (_, (by_x,)) = vectors::gradient(&[2.0, 3.0]);
    assert_eq!(by_x, [4.0 + 2.0, 9.0 + 3.0 + 2.0 * 9.0]);
}

#[test]
fn it_is_held_constant_in_each_round() {
    let (x, n) = (0.8_f64, 4);
    let (_, (slope,)) = detached_in_a_loop::gradient(x, n);
    let (mut y, mut y_dot, mut sum_dot) = (x, 1.0, 0.0);
    for _ in 0..n {
        let scale = y.abs().sqrt();
        (y, y_dot) = (y * 0.5 + x / (1.0 + scale), y_dot * 0.5 + 1.0 / (1.0 + scale));
        sum_dot += y_dot;
    }
    assert!((slope - sum_dot).abs() < 1e-12);
}

/// A structure that is a constant, with methods that return an integer and a number.
struct Grid {
    rows: usize,
    step: f64,
}

impl Grid {
    fn rows(&self) -> usize {
        self.rows
    }

    fn step(&self) -> f64 {
        self.step
    }
}

#[differentiable]
fn row_of(x: &[f64], #[inactive] grid: &Grid) -> f64 {
    let columns = x.len() / grid.rows();
    let mut sum = 0.0;
    for j in 0..columns {
        sum += x[(grid.rows() - 1) * columns + j] * grid.step() * 2.0;
    }
    sum
}

#[reversible]
fn last_row(y: &mut f64, x: &[f64], columns: usize, #[inactive] grid: &Grid) {
    let first = (grid.rows() - 1) * columns;
    for j in 0..columns {
        *y += x[first + j] * (2.0 * grid.step());
    }
}

/// Such an integer was taken for a number, and a literal beside it was made one.
#[test]
fn integers_of_a_constant_structure() {
    let (grid, x) = (Grid { rows: 2, step: 0.5 }, [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(row_of::gradient(&x, &grid), (7.0, ([0.0, 0.0, 1.0, 1.0].to_vec(),)));
    let (mut y, mut x_bar) = (0.0, [0.0; 4]);
    last_row::sweep(&mut y, &mut 1.0, &x, &mut x_bar, 2, &grid);
    assert_eq!((y, x_bar), (7.0, [0.0, 0.0, 1.0, 1.0]));
}
