//! The largest and the smallest of many numbers: the place of the loop that keeps one until another is greater.

use retrograde_lanes::{Width, largest, smallest};
use retrograde_testkit::Rng;

fn compare<const N: usize, F: Width<N>>(x: &[F]) {
    let place = |start: f64, is_better: fn(&F, &F) -> bool| {
        let fold = x.iter().enumerate().fold((None, F::constant(start)), |(at, kept), (i, x)| {
            if is_better(x, &kept) { (Some(i), *x) } else { (at, kept) }
        });
        fold.0
    };
    assert_eq!(largest::<N, F>(x), place(f64::NEG_INFINITY, F::gt), "{} numbers", x.len());
    assert_eq!(smallest::<N, F>(x), place(f64::INFINITY, F::lt), "{} numbers", x.len());
}

#[test]
fn extremes_are_those_of_a_loop() {
    let mut rng = Rng::new(1);
    let special = [f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY];
    for n in [0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 200, 1000, 300_000] {
        for (share, scale) in [(0.0, 1.0), (0.3, 1.0), (1.0, 1.0), (0.2, 0.0)] {
            let x: Vec<f64> = (0..n)
                .map(|_| match rng.uniform(0.0, 1.0) < share {
                    // No infinities beside zeros, or zeros would never be the result.
                    true => special[rng.uniform(0.0, if scale == 0.0 { 3.0 } else { 5.0 }) as usize],
                    false => scale * rng.uniform(-1.0, 1.0),
                })
                .collect();
            let narrow: Vec<f32> = x.iter().map(|x| *x as f32).collect();
            compare::<8, f64>(&x);
            compare::<4, f64>(&x);
            compare::<16, f32>(&narrow);
        }
    }
}
