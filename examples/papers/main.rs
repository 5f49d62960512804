//! The tables of times of papers 000 and 002, for the programs beside this one.
//!
//! Each row has the shortest of some runs, of the function, of its inverse, and of what differentiates it. `docs/papers.md` compares them with
//! those of the papers. Law: the programs are those of the other examples, and nothing here computes a derivative of its own.

#[path = "../bessel.rs"]
#[allow(dead_code)]
mod bessel;
#[path = "../complex_log.rs"]
#[allow(dead_code)]
mod complex_log;
#[path = "../embedding.rs"]
#[allow(dead_code)]
mod embedding;
#[path = "../sparse_dot.rs"]
#[allow(dead_code)]
mod sparse_dot;
#[path = "../sparse_mul.rs"]
#[allow(dead_code)]
mod sparse_mul;

use embedding::loss;
use retrograde::Complex;
use sparse_dot::Sparse;
use std::hint::black_box;
use std::time::Instant;

/// Returns the shortest time of some batches of calls, for one call, in seconds.
fn shortest<R>(calls: usize, mut run: impl FnMut() -> R) -> f64 {
    let batch = |_| {
        let start = Instant::now();
        (0..calls).for_each(|_| _ = black_box(run()));
        start.elapsed().as_secs_f64() / calls as f64
    };
    (0..7).map(batch).fold(f64::INFINITY, f64::min)
}

fn row(name: &str, times: &[f64]) {
    print!("{name:<34}");
    times.iter().for_each(|time| print!(" {time:>10.3e}"));
    println!();
}

/// A random square matrix with this share of entries.
fn sparse(size: usize, density: f64, seed: u64) -> Sparse {
    let mut random = seed;
    let mut number = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut m = Sparse { columns: vec![0], rows: vec![], values: vec![] };
    for _ in 0..size {
        for i in 0..size {
            if number() < density {
                m.rows.push(i);
                m.values.push(number() - 0.5);
            }
        }
        m.columns.push(m.rows.len());
    }
    m
}

/// 000, table 2: sparse matrices.
fn matrices(size: usize, calls: usize) {
    let (a, b) = (sparse(size, 0.05, 1), sparse(size, 0.05, 2));
    let (mut a_bar, mut b_bar) = (vec![0.0; a.values.len()], vec![0.0; b.values.len()]);
    let mut sum = 0.0;
    let forwards = shortest(calls, || {
        sparse_dot::sparse_dot(&mut sum, &a.columns, &a.rows, &a.values, &b.columns, &b.rows, &b.values);
    });
    let mut bar = 1.0;
    let backwards = shortest(calls, || {
        sparse_dot::sparse_dot::adjoint(
            &mut sum, &mut bar, &a.columns, &a.rows, &a.values, &mut a_bar, &b.columns, &b.rows, &b.values,
            &mut b_bar,
        );
    });
    row("000 table 2, dot: O, B", &[forwards, backwards]);

    // The paper's numbers are complex; one column of them is two of real numbers.
    let x: Vec<[f64; 2]> = (0..size).map(|i| [(i as f64).sin(), (i as f64).cos()]).collect();
    let (mut c, mut c_bar, mut x_bar, mut scale_bar) =
        (vec![[0.0; 2]; size], vec![[1.0; 2]; size], vec![[0.0; 2]; size], 0.0);
    let forwards =
        shortest(calls, || sparse_mul::sparse_mul(&mut c, &a.columns, &a.rows, &a.values, &x, 0.5));
    let backwards = shortest(calls, || {
        sparse_mul::sparse_mul::adjoint(
            &mut c,
            &mut c_bar,
            &a.columns,
            &a.rows,
            &a.values,
            &mut a_bar,
            &x,
            &mut x_bar,
            0.5,
            &mut scale_bar,
        );
    });
    row("000 table 2, mul: O, B", &[forwards, backwards]);
}

/// 000, table 3: the function, the gradient and the Hessian of the graph embedding.
fn graph<const K: usize>(calls: usize) -> [f64; 3] {
    let (linked, apart) = embedding::petersen();
    let x: Vec<[f64; K]> =
        (0..10).map(|i| std::array::from_fn(|k| (1.0 + 3.7 * i as f64 + 2.3 * k as f64).sin())).collect();
    [
        shortest(calls, || loss(black_box(&x), &linked, &apart)),
        shortest(calls, || loss::gradient(black_box(&x), &linked, &apart)),
        shortest(calls.div_ceil(20), || embedding::derivatives(black_box(&x), &linked, &apart)),
    ]
}

fn measure(size: usize, calls: usize) {
    println!(
        "seconds of one call: the objective (O), the backward pass (B), the gradient (G), the Hessian (H)"
    );
    matrices(size, calls.div_ceil(100));
    let times =
        [graph::<2>(calls), graph::<4>(calls), graph::<6>(calls), graph::<8>(calls), graph::<10>(calls)];
    row("000 table 3, k =", &[2.0, 4.0, 6.0, 8.0, 10.0]);
    for (i, name) in ["O", "G", "H, of the 8 k free numbers"].into_iter().enumerate() {
        row(name, &times.map(|times| times[i]));
    }

    let z = black_box(1.0);
    let function = shortest(calls, || {
        let mut out = 0.0;
        bessel::bessel(&mut out, 2, black_box(z));
        out
    });
    let gradient = shortest(calls, || bessel::bessel::gradient(2, black_box(z)));
    row("002, Bessel function J_2(1): O, G", &[function, gradient]);

    let x = black_box(Complex::new(1.0, 1.2));
    let function = shortest(calls, || {
        let mut y = Complex::new(0.0, 0.0);
        complex_log::add_ln(&mut y, black_box(x));
        y
    });
    let backwards = shortest(calls, || {
        let (mut y, mut y_bar) = (Complex::new(0.1, 0.2), Complex::new(1.0, 0.0));
        let mut x_bar = Complex::new(0.0, 0.0);
        complex_log::add_ln::adjoint(&mut y, &mut y_bar, black_box(x), &mut x_bar);
        x_bar
    });
    row("000 listing 20, complex log: O, B", &[function, backwards]);
}

fn main() {
    measure(1000, 2000);
}

#[test]
fn everything_runs() {
    measure(10, 1);
}
