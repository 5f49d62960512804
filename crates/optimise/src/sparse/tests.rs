//! The solver against the normal equations of all unknowns at once, at several sizes of blocks.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::elimination::Elimination;
use super::linearisation::{Linearisation, Sides, cost};
use super::problem::Exchanged;
use super::*;

/// A number between -1 and 1 that looks random.
fn noise(i: usize) -> f64 {
    (i as f64 * 12.9898).sin() * 43758.5453 % 1.0
}

/// Residuals with coefficients that look random; `bend` makes them nonlinear.
#[derive(Clone)]
struct Drawn {
    pairs: Vec<(usize, usize)>,
    bend: f64,
}

impl Drawn {
    /// The derivative of residual `r` of observation `i` by its unknown `j`, where it is linear.
    fn slope(i: usize, r: usize, j: usize) -> f64 {
        noise(1 + 97 * i + 31 * r + 7 * j) + if (i + r + j) % 3 == 0 { 1.0 } else { 0.0 }
    }
}

impl<const A: usize, const B: usize, const R: usize, const P: usize> Observations<A, B, R, P> for Drawn {
    fn count(&self) -> usize {
        self.pairs.len()
    }

    fn pair(&self, i: usize) -> (usize, usize) {
        self.pairs[i]
    }

    fn residual(&self, i: usize, first: &[f64; A], second: &[f64; B], own: &[f64; P]) -> [f64; R] {
        let all = first.iter().chain(second).chain(own);
        std::array::from_fn(|r| {
            let sum: f64 = all.clone().enumerate().map(|(j, x)| Self::slope(i, r, j) * x).sum();
            sum + self.bend * sum.sin() - noise(5 * i + r)
        })
    }

    fn linearise(
        &self,
        i: usize,
        first: &[f64; A],
        second: &[f64; B],
        own: &[f64; P],
        block: &mut Block<A, B, R, P>,
    ) -> [f64; R] {
        let all = first.iter().chain(second).chain(own);
        let columns = block.first.iter_mut().chain(&mut block.second).chain(&mut block.own);
        for (j, column) in columns.enumerate() {
            for (r, entry) in column.iter_mut().enumerate() {
                let sum: f64 = all.clone().enumerate().map(|(j, x)| Self::slope(i, r, j) * x).sum();
                *entry = Self::slope(i, r, j) * (1.0 + self.bend * sum.cos());
            }
        }
        self.residual(i, first, second, own)
    }

    fn prior(&self, i: usize, own: &[f64; P]) -> [f64; P] {
        std::array::from_fn(|r| own[r] + 0.5 * own[(r + 1) % P] - noise(i))
    }

    fn linearise_prior(&self, i: usize, own: &[f64; P]) -> ([f64; P], [[f64; P]; P]) {
        let mut slopes = [[0.0; P]; P];
        for r in 0..P {
            slopes[r][r] += 1.0;
            slopes[(r + 1) % P][r] += 0.5;
        }
        (Observations::<A, B, R, P>::prior(self, i, own), slopes)
    }
}

/// Solves `(JᵀJ + λ D) δ = -Jᵀr` of all unknowns at once, by Gaussian elimination.
fn dense_step<const E: usize, const K: usize, const R: usize, const P: usize>(
    pairs: &[[u32; 2]],
    (eliminated, kept): (usize, usize),
    at: &Linearisation<E, K, R, P>,
    damping: f64,
) -> Vec<f64> {
    let (after_e, after_k) = (E * eliminated, E * eliminated + K * kept);
    let n = after_k + P * pairs.len();
    let mut matrix = vec![vec![0.0; n + 1]; n];
    let mut add_row = |row: &[(usize, f64)], residual: f64| {
        for &(i, a) in row {
            matrix[i][n] -= a * residual;
            row.iter().for_each(|&(j, b)| matrix[i][j] += a * b);
        }
    };
    for (i, &[e, k]) in pairs.iter().enumerate() {
        let own = |j: usize| after_k + P * i + j;
        for r in 0..R {
            let first = (0..E).map(|j| (E * e as usize + j, at.eliminated[i][j][r]));
            let second = (0..K).map(|j| (after_e + K * k as usize + j, at.kept[i][j][r]));
            let row: Vec<_> = first.chain(second).chain((0..P).map(|j| (own(j), at.own[i][j][r]))).collect();
            add_row(&row, at.residuals[i][r]);
        }
        for r in 0..P {
            let row: Vec<_> = (0..P).map(|j| (own(j), at.prior_blocks[i][j][r])).collect();
            add_row(&row, at.priors[i][r]);
        }
    }
    for i in 0..n {
        matrix[i][i] = if matrix[i][i] == 0.0 { 1.0 } else { matrix[i][i] * (1.0 + damping) };
    }
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| matrix[*a][i].abs().total_cmp(&matrix[*b][i].abs())).expect("a row");
        matrix.swap(i, pivot);
        let (done, rest) = matrix.split_at_mut(i + 1);
        for row in rest {
            let factor = row[i] / done[i][i];
            (i..=n).for_each(|j| row[j] -= factor * done[i][j]);
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * x[j]).sum();
        x[i] = (matrix[i][n] - known) / matrix[i][i];
    }
    x
}

fn check_step<const E: usize, const K: usize, const R: usize, const P: usize>(
    observations: &impl Observations<E, K, R, P>,
    (eliminated, kept): (usize, usize),
) {
    let count = observations.count();
    let pairs: Vec<[u32; 2]> =
        (0..count).map(|i| observations.pair(i)).map(|(e, k)| [e as u32, k as u32]).collect();
    let mut own = vec![[0.3; P]; count];
    let (mut e, mut k) = (vec![[0.1; E]; eliminated], vec![[-0.2; K]; kept]);
    let sides = Sides { eliminated: &mut e, kept: &mut k, own: &mut own };
    let mut at = Linearisation::<E, K, R, P>::new(count);
    sides.linearise(observations, &mut at);
    let mut elimination = Elimination::new(pairs.clone(), eliminated, kept).expect("small");
    elimination.linearised(&at, 0.0);
    for damping in [0.05, 2.0] {
        assert!(elimination.solve(&at, damping));
        let expected = dense_step(&pairs, (eliminated, kept), &at, damping);
        let size = expected.iter().fold(1.0f64, |a, b| a.max(b.abs()));
        assert_eq!(elimination.step.iter().count(), expected.len());
        for (got, want) in elimination.step.iter().zip(&expected) {
            assert!((got - want).abs() < 1e-9 * size, "{got} {want}");
        }
    }
}

fn either_way<const A: usize, const B: usize, const R: usize, const P: usize>(
    drawn: &Drawn,
    (first, second): (usize, usize),
) {
    check_step::<A, B, R, P>(drawn, (first, second));
    check_step::<B, A, R, P>(&Exchanged(drawn), (second, first));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Entities that nothing observes, and pairs that are observed twice, are among these.
    #[test]
    fn steps_are_those_of_the_normal_equations(
        first in 1usize..7, second in 1usize..9, picks in prop::collection::vec((0usize..99, 0usize..99), 1..30),
    ) {
        let pairs = picks.into_iter().map(|(a, b)| (a % first, b % second)).collect();
        let drawn = Drawn { pairs, bend: 0.3 };
        either_way::<2, 3, 1, 0>(&drawn, (first, second));
        either_way::<4, 1, 3, 1>(&drawn, (first, second));
        either_way::<1, 2, 2, 2>(&drawn, (first, second));
        either_way::<1, 1, 1, 3>(&drawn, (first, second));
    }
}

/// Every pair of three and eight entities once, which determines all of them.
fn full(bend: f64) -> Drawn {
    Drawn { pairs: (0..24).map(|i| (i / 8, i % 8)).collect(), bend }
}

fn start<const A: usize, const B: usize, const P: usize>() -> Unknowns<A, B, P> {
    Unknowns { first: vec![[0.0; A]; 3], second: vec![[0.0; B]; 8], own: vec![[0.0; P]; 24] }
}

#[test]
fn the_end_is_a_minimum_and_costs_never_rise() {
    for side in [Side::First, Side::Second] {
        let mut unknowns = start::<2, 1, 1>();
        let solver = Bipartite::new().eliminate(side).cost_tolerance(0.0);
        let solution = solver.solve::<2, 1, 2, 1>(&full(0.2), &mut unknowns).expect("solvable");
        assert!(solution.history.windows(2).all(|pair| pair[1].cost <= pair[0].cost));
        assert!(solution.cost() < solution.initial_cost() && solution.iterations() > 0);
        assert!(solution.history[solution.iterations()].gradient < 1e-6, "{solution:?}");
    }
}

/// Both sides may be shifted against one another: the matrix is singular, and the residuals vanish.
struct Differences;

impl Observations<1, 1, 1> for Differences {
    fn count(&self) -> usize {
        24
    }

    fn pair(&self, i: usize) -> (usize, usize) {
        (i / 8, i % 8)
    }

    fn residual(&self, i: usize, a: &[f64; 1], b: &[f64; 1], _: &[f64; 0]) -> [f64; 1] {
        [1e-9 * (a[0] - b[0] - noise(i / 8) + noise(100 + i % 8))]
    }

    fn linearise(
        &self,
        i: usize,
        a: &[f64; 1],
        b: &[f64; 1],
        own: &[f64; 0],
        block: &mut Block<1, 1, 1>,
    ) -> [f64; 1] {
        (block.first[0][0], block.second[0][0]) = (1e-9, -1e-9);
        self.residual(i, a, b, own)
    }
}

#[test]
fn loss_of_rank_and_small_units_are_no_hindrance() {
    let mut unknowns = start::<1, 1, 0>();
    unknowns.first.push([7.0]);
    unknowns.own.clear();
    let solution = Bipartite::new().solve(&Differences, &mut unknowns).expect("solvable");
    assert!(solution.cost() < 1e-12 * solution.initial_cost(), "{solution:?}");
    // What nothing observes stays put.
    assert_eq!(unknowns.first[3], [7.0]);
}

#[test]
fn observers_see_residuals_and_may_interrupt() {
    let mut unknowns = start::<2, 1, 0>();
    let mut costs = Vec::new();
    let mut observe = |event: Event<'_, 2>| {
        if let Event::Iteration { state, residuals } = event {
            assert!((cost::<2, 0>(residuals, &[]) - state.cost).abs() <= 1e-12 * state.cost);
            costs.push(state.cost);
        }
        if costs.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let solver = Bipartite::new().cost_tolerance(0.0);
    let solution = solver.solve_observed(&full(0.5), &mut unknowns, &mut observe).expect("solvable");
    assert_eq!((solution.stop, solution.iterations()), (Stop::Interrupted, 1));
    assert_eq!(costs, [solution.initial_cost(), solution.cost()]);
}

#[test]
fn faults_are_errors_with_their_place() {
    let error = |drawn: &Drawn, mut unknowns: Unknowns<2, 1, 1>| {
        let before = unknowns.clone();
        let error = Bipartite::new().solve::<2, 1, 2, 1>(drawn, &mut unknowns).expect_err("faulty");
        assert!(unknowns.first.len() == before.first.len() && unknowns.second == before.second);
        error
    };
    let none = Drawn { pairs: Vec::new(), bend: 0.0 };
    assert_eq!(error(&none, start()), Error::NoResiduals);
    let mut far = full(0.0);
    far.pairs[5] = (1, 8);
    let index = Error::Index { observation: 5, side: Side::Second, index: 8, entities: 8 };
    assert_eq!(error(&far, start()), index);
    assert_eq!(index.to_string(), "observation 5 is of entity 8 of the second side, which has 8 entities");
    let own = Unknowns { own: Vec::new(), ..start() };
    assert_eq!(error(&full(0.0), own), Error::OwnCount { given: 0, observations: 24 });
    let mut unknowns = start();
    unknowns.first[1][0] = f64::NAN;
    assert_eq!(error(&full(0.0), unknowns), Error::Observation(8));
    let mut unknowns = start();
    unknowns.first[0] = [1e200; 2];
    assert_eq!(error(&full(0.0), unknowns), Error::Overflow);
    let empty = Bipartite::new().solve::<0, 1, 1, 0>(&full(0.0), &mut start());
    assert_eq!(empty.expect_err("no unknowns"), Error::NoUnknowns(Side::First));
}
