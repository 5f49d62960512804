//! The factorisation against products with known solutions.

use proptest::prelude::*;

use super::*;

/// A positive definite matrix on a random pattern of blocks: entry by entry, and its pattern.
fn matrix<const K: usize>(blocks: usize, edges: &[(usize, usize)]) -> (Vec<Vec<f64>>, Vec<Vec<u32>>) {
    let n = blocks * K;
    let mut pattern: Vec<Vec<u32>> = (0..blocks).map(|j| vec![j as u32]).collect();
    let mut full = vec![vec![0.0; n]; n];
    for &(a, b) in edges {
        let (i, j) = (a.max(b) % blocks, a.min(b) % blocks);
        let (i, j) = (i.max(j), i.min(j));
        if i != j && !pattern[j].contains(&(i as u32)) {
            pattern[j].push(i as u32);
            for r in 0..K {
                for c in 0..K {
                    let value = ((7 * i + 3 * j + 5 * r + 11 * c) as f64).sin();
                    (full[i * K + r][j * K + c], full[j * K + c][i * K + r]) = (value, value);
                }
            }
        }
    }
    for r in 0..n {
        for c in 0..r {
            if r / K == c / K {
                let value = ((r + 2 * c) as f64).cos();
                (full[r][c], full[c][r]) = (value, value);
            }
        }
    }
    for r in 0..n {
        full[r][r] = 1.0 + full[r].iter().map(|x: &f64| x.abs()).sum::<f64>();
    }
    pattern.iter_mut().for_each(|rows| rows.sort_unstable());
    (full, pattern)
}

/// Fills the lower triangle through [`Matrix::columns`], factors and solves; returns the largest error.
fn error<const K: usize>(full: &[Vec<f64>], pattern: &[Vec<u32>], mut matrix: Matrix<K>) -> f64 {
    for (j, rows) in pattern.iter().enumerate() {
        for &i in rows {
            for (i, j) in [(i as usize, j), (j, i as usize)] {
                if let Some(columns) = matrix.columns(i, j) {
                    for (c, column) in columns.enumerate() {
                        for r in 0..K {
                            // What stands above the diagonal must not be read.
                            let above = i == j && r < c;
                            column[r] = if above { f64::NAN } else { full[i * K + r][j * K + c] };
                        }
                    }
                }
            }
        }
    }
    let x: Vec<f64> = (0..full.len()).map(|i| (i as f64 * 0.7).sin()).collect();
    let mut right: Vec<f64> = full.iter().map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum()).collect();
    assert!(matrix.factor());
    matrix.solve(&mut right);
    right.iter().zip(&x).map(|(got, want)| (got - want).abs()).fold(0.0, f64::max)
}

fn check<const K: usize>(blocks: usize, edges: &[(usize, usize)]) {
    let (full, pattern) = matrix::<K>(blocks, edges);
    let size = full.iter().flatten().fold(1.0f64, |a, b| a.max(b.abs()));
    for matrix in [Matrix::<K>::dense(blocks), Matrix::<K>::sparse(&pattern)] {
        let error = error(&full, &pattern, matrix.expect("small"));
        assert!(error < 1e-13 * size, "{blocks} {K} {error}");
    }
}

proptest! {
    #[test]
    fn any_pattern_is_solved(
        blocks in 1usize..40, edges in prop::collection::vec((0usize..40, 0usize..40), 0..120),
    ) {
        check::<1>(blocks, &edges);
        check::<3>(blocks, &edges);
        check::<9>(blocks, &edges);
    }
}

/// Wider than one panel, and more panels than two.
#[test]
fn several_panels_are_solved() {
    let chain: Vec<_> = (0..99).map(|i| (i, i + 1)).collect();
    let all: Vec<_> = (0..50).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    check::<9>(50, &all);
    check::<3>(100, &chain);
    check::<200>(2, &[(0, 1)]);
}

#[test]
fn what_is_not_positive_definite_is_refused() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut matrix = Matrix::<1>::dense(3).expect("small");
        for (i, value) in [1.0, value, 1.0].into_iter().enumerate() {
            matrix.columns(i, i).expect("the diagonal").for_each(|column| column[0] = value);
        }
        assert!(!matrix.factor(), "{value}");
    }
}

#[test]
fn what_memory_cannot_hold_is_refused() {
    assert!(Matrix::<9>::dense(100_000).is_none());
    assert!(Matrix::<9>::dense(usize::MAX / 4).is_none());
}
