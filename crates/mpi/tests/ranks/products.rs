//! Each transfer against its transpose, by the dot-product test over the numbers of all ranks; and undone.

use crate::{numbers, on_ranks, total};
use retrograde::{Dual, reversible};
use retrograde_mpi::*;

fn first(_: usize) -> usize {
    0
}

fn last(size: usize) -> usize {
    size - 1
}

/// Makes a test of one instruction: the parts of `x` and `y` (0 for one, 1 for one for each rank), and its arguments, of the number of ranks.
macro_rules! transfers {
    ($($test:ident: $add:ident($($n:ident = $rank:expr),*), $x:expr, $y:expr;)*) => { $(
        #[test]
        fn $test() {
            on_ranks(&[1, 2, 3, 4], |ranks| {
                #[reversible]
                fn scaled(y: &mut [f64], x: &[f64], $($n: usize,)* #[inactive] ranks: &Ranks) {
                    let mut sines = vec![0.0; x.len()];
                    for i in 0..x.len() {
                        sines[i] += x[i].sin();
                    }
                    $add(y, &sines, $($n,)* ranks);
                }
                $(let $n = $rank(ranks.size());)*
                let length = |parts: usize| 6 * ranks.size().pow(parts as u32);
                let (x, start) = (numbers(length($x), 1, ranks), numbers(length($y), 2, ranks));
                let (x_dot, y_seed) = (numbers(length($x), 3, ranks), numbers(length($y), 4, ranks));

                let (mut y, mut y_bar, mut x_bar) = (start.clone(), y_seed.clone(), vec![0.0; x.len()]);
                scaled(&mut y, &x, $($n,)* ranks);
                let after = y.clone();
                scaled::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, $($n,)* ranks);
                let largest = y.iter().zip(&start).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
                assert!(largest < 1e-14, "the adjoint leaves {largest}");
                y.copy_from_slice(&after);
                scaled::inverse(&mut y, &x, $($n,)* ranks);
                assert!(y.iter().zip(&start).all(|(a, b)| (a - b).abs() < 1e-14));

                // ⟨y_seed, J x_dot⟩ over all ranks, by dual numbers that are sent as they are.
                let dual = |v: &[f64], d: &[f64]| -> Vec<Dual<f64>> {
                    v.iter().zip(d).map(|(value, tangent)| Dual { value: *value, tangent: *tangent }).collect()
                };
                let sines: Vec<Dual<f64>> = dual(&x, &x_dot).iter().map(|x| x.sin()).collect();
                let mut y_dual = dual(&start, &vec![0.0; start.len()]);
                $add(&mut y_dual, &sines, $($n,)* ranks);
                let forward: f64 = y_dual.iter().zip(&y_seed).map(|(y, seed)| y.tangent * seed).sum();
                let backward: f64 = x_bar.iter().zip(&x_dot).map(|(bar, dot)| bar * dot).sum();
                let (forward, backward) = (total(forward, ranks), total(backward, ranks));
                assert!((forward - backward).abs() < 1e-12 * (1.0 + forward.abs()), "{forward} and {backward}");
                assert!(forward.abs() > 1e-3, "a test that tests nothing");
            });
        }
    )* };
}

transfers! {
    broadcasts: add_broadcast(root = last), 0, 0;
    reductions: add_reduce(root = first), 0, 0;
    sums: add_all_reduce(), 0, 0;
    scattered: add_scatter(root = first), 1, 0;
    gathered: add_gather(root = last), 0, 1;
    gathered_everywhere: add_all_gather(), 0, 1;
    shares_of_sums: add_reduce_scatter(), 1, 0;
    sent_on: add_sent(from = first, to = last), 0, 0;
}
