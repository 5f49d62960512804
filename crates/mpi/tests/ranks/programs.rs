//! Programs of several ranks, against the same program on one.

use crate::descent;
use crate::field::{Grid, gradient, travel};
use crate::scene::Scene;
use crate::{numbers, on_ranks, total};
use retrograde::prelude::*;
use retrograde_mpi::{Ranks, add_halo, add_sent, all_gather, all_reduce};

/// The gradient through halos is that of a single process; here with shares of rows that differ in length.
#[test]
fn waves() {
    on_ranks(&[1, 2, 3, 4], |ranks| {
        let grid = Grid { rows: 23, columns: 17, steps: 40, dt: 0.4 };
        let (heard, c2_bar) = gradient(grid, ranks);
        let (heard_alone, c2_bar_alone) = gradient(grid, &Ranks::alone());
        assert!((heard / heard_alone - 1.0).abs() < 1e-12, "{heard} {heard_alone}");
        let share = ranks.share(grid.rows);
        let own = &c2_bar_alone[share.start * grid.columns..share.end * grid.columns];
        let scale = c2_bar_alone.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
        let off = own.iter().zip(&c2_bar).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(scale > 1e-3 && off < 1e-13 * scale, "{off} of {scale}");
    });
}

/// The adjoint of the halo by the dot-product test over all ranks, with shares that are shorter than two halves of it, too.
#[test]
fn halos() {
    on_ranks(&[1, 2, 3, 4], |ranks| {
        for (length, width) in [(3, 2), (3, 3), (7, 1), (0, 0)] {
            let length = length + ranks.rank() * usize::from(width > 0);
            let (x, y_bar) = (numbers(length, 1, ranks), numbers(2 * width, 2, ranks));
            let mut y = vec![0.0; 2 * width];
            add_halo(&mut y, &x, ranks);
            let forward = total(y.iter().zip(&y_bar).map(|(y, bar)| y * bar).sum(), ranks);
            let (mut bar, mut x_bar) = (y_bar.clone(), vec![0.0; length]);
            retrograde_mpi::add_halo_adjoint(&mut y, &mut bar, &x, &mut x_bar[..], ranks);
            assert!(y.iter().all(|y| *y == 0.0));
            let backward = total(x.iter().zip(&x_bar).map(|(x, bar)| x * bar).sum(), ranks);
            assert!((forward - backward).abs() < 1e-14, "{forward} {backward}");
            assert!(width == 0 || ranks.size() == 1 || forward != 0.0);
        }
    });
}

/// A program of many steps runs back to where it began.
#[test]
fn waves_undone() {
    on_ranks(&[3], |ranks| {
        let (columns, n) = (5, 5 * ranks.share(13).len());
        let (start, rates) = (numbers(n, 1, ranks), numbers(n, 2, ranks));
        let (mut u, mut v, c2) = (start.clone(), rates.clone(), vec![0.7; n]);
        travel(&mut u, &mut v, &c2, columns, 0.3, 50, ranks);
        assert!(u.iter().zip(&start).any(|(a, b)| (a - b).abs() > 0.1));
        travel::inverse(&mut u, &mut v, &c2, columns, 0.3, 50, ranks);
        assert!(u.iter().zip(&start).all(|(a, b)| (a - b).abs() < 1e-11));
        assert!(v.iter().zip(&rates).all(|(a, b)| (a - b).abs() < 1e-11));
    });
}

/// Bundle adjustment with observations spread over ranks goes the way of a single process.
#[test]
fn bundle() {
    on_ranks(&[1, 2, 4], |ranks| {
        let scene = Scene::ring(5, 41);
        let mut part = scene.part(ranks.share(scene.points.len()));
        let (costs, alone) = (
            descent::descend(&mut part, 12, ranks),
            descent::descend(&mut scene.clone(), 12, &Ranks::alone()),
        );
        for (cost, alone) in costs.iter().zip(&alone) {
            assert!((cost / alone - 1.0).abs() < 1e-6, "{costs:?}\n{alone:?}");
        }
        // Noise of half a pixel is left.
        assert!(alone[0] > 1e2 * alone[12] && alone[12] < 0.1 * scene.seen.len() as f64, "{alone:?}");
    });
}

/// A softmax over the numbers of all ranks, as an ordinary function.
#[differentiable]
fn largest_softly(x: &[f64], #[inactive] ranks: &Ranks) -> f64 {
    let sizes = all_gather(&[x[0]], ranks);
    let mut total = 0.0;
    for size in &sizes {
        total += size.exp();
    }
    let mut squares = 0.0;
    for x in x.iter() {
        squares += x * x;
    }
    let share = 1.0 / ranks.size() as f64;
    total.ln() + share * all_reduce(&[squares], ranks)[0]
}

/// The gradient of an ordinary function that is the same on all ranks, so that its cotangent is one on the first rank alone.
#[test]
fn ordinary() {
    on_ranks(&[1, 2, 3], |ranks| {
        let (x, direction) = (numbers(3, 1, ranks), numbers(3, 2, ranks));
        let seed = if ranks.rank() == 0 { 1.0 } else { 0.0 };
        let mut x_bar = vec![0.0; 3];
        largest_softly::pull(seed, &x, &mut x_bar, ranks);
        let at = |h: f64| {
            let moved: Vec<f64> = x.iter().zip(&direction).map(|(x, d)| x + h * d).collect();
            largest_softly(&moved, ranks)
        };
        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
        let backward = total(x_bar.iter().zip(&direction).map(|(bar, d)| bar * d).sum(), ranks);
        assert!((slope - backward).abs() < 1e-8, "{slope} {backward}");
    });
}

/// A ring: the number of ranks and the neighbours are computed in the function.
#[reversible]
fn handed_on(y: &mut [f64], x: &[f64], #[inactive] ranks: &Ranks) {
    let last = ranks.size() - 1;
    add_sent(y, x, 0, last, ranks);
    add_sent(y, x, ranks.size() - 1, 0, ranks);
}

/// Integers that methods of an inactive argument return are integers.
#[test]
fn a_ring() {
    on_ranks(&[2, 3], |ranks| {
        let x = numbers(2, 1, ranks);
        let (mut y, mut y_bar, mut x_bar) = (vec![0.0; 2], vec![1.0, 2.0], vec![0.0; 2]);
        handed_on::sweep(&mut y, &mut y_bar, &x, &mut x_bar, ranks);
        let is_end = ranks.rank() == 0 || ranks.rank() == ranks.size() - 1;
        assert_eq!(x_bar, if is_end { [1.0, 2.0] } else { [0.0; 2] });
        assert_eq!(y == [0.0; 2], !is_end);
    });
}
