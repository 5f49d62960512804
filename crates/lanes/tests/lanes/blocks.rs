//! Sums over blocks.

use retrograde_lanes::{BlockSum, for_blocks};
use std::sync::Mutex;

/// Numbers whose sum depends on the order.
fn term(i: usize) -> f64 {
    (i as f64 * 0.7).sin() * 10_f64.powi((i % 7) as i32)
}

fn sums(n: usize, block: usize) -> Option<(f64, Vec<f64>)> {
    for_blocks(n, block, |range| {
        let mut shadow = vec![0.0; 3];
        let mut sum = 0.0;
        for i in range {
            sum += term(i);
            shadow[i % 3] += term(i);
        }
        (sum, shadow)
    })
}

#[test]
fn threads_do_not_change_a_bit() {
    for (n, block) in [(1, 1), (5, 2), (1000, 7), (10_000, 64), (12_345, 1000), (64, 64)] {
        let alone = sums(n, block).unwrap();
        for threads in [1, 2, 4, 16] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (sum, shadow) = pool.install(|| sums(n, block)).unwrap();
            assert_eq!(sum.to_bits(), alone.0.to_bits(), "{threads} threads");
            assert!(
                shadow.iter().zip(&alone.1).all(|(a, b)| a.to_bits() == b.to_bits()),
                "{threads} threads"
            );
        }
    }
}

/// The tree by hand: five blocks are (0 + 1) + 2, and 3 + 4.
#[test]
fn the_order_is_the_documented_one() {
    struct Text(String);
    impl BlockSum for Text {
        fn absorb(&mut self, later: Text) {
            self.0 = format!("({} {})", self.0, later.0);
        }
    }
    let text = for_blocks(10, 2, |range| Text(format!("{}-{}", range.start, range.end))).unwrap().0;
    assert_eq!(text, "(((0-2 2-4) 4-6) (6-8 8-10))");
}

#[test]
fn every_iteration_runs_once() {
    let seen = Mutex::new(vec![0; 103]);
    for_blocks(103, 10, |range| {
        for i in range {
            seen.lock().unwrap()[i] += 1;
        }
    });
    assert_eq!(*seen.lock().unwrap(), vec![1; 103]);
}

#[test]
fn no_iterations_have_no_sum() {
    assert!(sums(0, 8).is_none());
}

#[test]
#[should_panic(expected = "at least one iteration")]
fn an_empty_block_is_refused() {
    sums(10, 0);
}

/// A batch of more instances than a block has, and a rest: the same bits on any number of threads.
#[test]
fn a_batch_is_the_same_on_any_number_of_threads() {
    use retrograde::batch::by;
    use retrograde_problems::ba;
    let n = 10_003;
    let number = |i: usize, seed: f64| (seed + 12.9898 * i as f64).sin();
    let cameras: Vec<[f64; 9]> = (0..13)
        .map(|i| {
            let mut camera: [f64; 9] = std::array::from_fn(|j| 0.1 * number(9 * i + j, 0.25));
            (camera[5], camera[6]) = (-12.0, 400.0);
            camera
        })
        .collect();
    let points: Vec<[f64; 3]> = (0..57).map(|i| std::array::from_fn(|j| number(3 * i + j, 0.5))).collect();
    let pixels = vec![[1.0, -2.0]; n];
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut residuals = vec![[0.0; 2]; n];
        let (mut by_camera, mut by_point) = (vec![[[0.0; 2]; 9]; n], vec![[[0.0; 2]; 3]; n]);
        pool.install(|| {
            ba::reproject::batch_jacobian(
                &mut residuals,
                by(&cameras, |i: usize| i % 13),
                &mut by_camera,
                by(&points, |i: usize| i * 7 % 57),
                &mut by_point,
                &pixels,
            );
        });
        let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        [
            bits(residuals.as_flattened()),
            bits(by_camera.as_flattened().as_flattened()),
            bits(by_point.as_flattened().as_flattened()),
        ]
    };
    let one = run(1);
    for threads in [2, 4, 16] {
        assert!(run(threads) == one, "{threads} threads");
    }
}
