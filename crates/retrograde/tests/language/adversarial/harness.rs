//! The properties that every program must have.

/// The laws of a program at a point: what it did is undone by the inverse and by the adjoint, its cotangents are those
/// that tangents ask for, sweeps leave the state after the program, and several cotangents or duals change nothing.
macro_rules! keeps {
    ($name:ident, $program:ident, s: $s:expr, k: $k:expr, x: $x:expr, n: $n:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn itself() {
                laws!($program, s: $s, k: $k, x: $x, n: $n);
            }

            /// Done, and undone by hand after what depends on it: the adjoint of the inverse as well.
            #[reversible]
            fn around<T: Real>(
                s: &mut [T],
                y: &mut T,
                z: &mut T,
                k: &mut [usize],
                x: &[T],
                n: &[usize],
            ) {
                $program(s, y, z, k, x, n);
                *z += *y * x[0];
                s[0] += *y * x[1];
                $program::inverse(s, y, z, k, x, n);
            }

            #[test]
            fn and_back() {
                laws!(around, s: $s, k: $k, x: $x, n: $n);
            }
        }
    };
}

macro_rules! laws {
    ($program:ident, s: $s:expr, k: $k:expr, x: $x:expr, n: $n:expr) => {{
        use crate::adversarial::harness::split;
        use retrograde::Dual;
        use retrograde_testkit::{Rng, close};
        let (mut s, k, x, n): (Vec<f64>, Vec<usize>, Vec<f64>, Vec<usize>) =
            ($s.to_vec(), $k.to_vec(), $x.to_vec(), $n.to_vec());
        s.extend([0.4, 0.9]);
        let same = |what: &str, a: &[f64], b: &[f64], tolerance: f64| {
            assert!(
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b, tolerance)),
                "{what}: {a:?} is not {b:?}"
            );
        };
        let mut rng = Rng::new(7);
        let seed = rng.vector(s.len(), -1.0, 1.0);
        let before = rng.vector(x.len(), -1.0, 1.0);

        let (mut t, mut j) = (s.clone(), k.clone());
        let (a, y, z) = split(&mut t);
        $program(a, y, z, &mut j, &x, &n);
        let (after, after_k) = (t.clone(), j.clone());
        let (a, y, z) = split(&mut t);
        $program::inverse(a, y, z, &mut j, &x, &n);
        same("inverse", &t, &s, 1e-9);
        assert_eq!(j, k, "inverse of integers");

        // The adjoint and the sweep.
        let (mut t, mut j) = (after.clone(), after_k.clone());
        let (mut t_bar, mut x_bar) = (seed.clone(), before.clone());
        let ((a, y, z), (a_bar, y_bar, z_bar)) = (split(&mut t), split(&mut t_bar));
        $program::adjoint(a, a_bar, y, y_bar, z, z_bar, &mut j, &x, &mut x_bar, &n);
        same("adjoint's state", &t, &s, 1e-9);
        assert_eq!(j, k, "adjoint's integers");
        let (mut t, mut j) = (s.clone(), k.clone());
        let (mut swept_t_bar, mut swept_x_bar) = (seed.clone(), before.clone());
        let ((a, y, z), (a_bar, y_bar, z_bar)) = (split(&mut t), split(&mut swept_t_bar));
        $program::sweep(a, a_bar, y, y_bar, z, z_bar, &mut j, &x, &mut swept_x_bar, &n);
        same("sweep's state", &t, &after, 1e-9);
        assert_eq!(j, after_k, "sweep's integers");
        same("sweep's cotangents of state", &swept_t_bar, &t_bar, 1e-9);
        same("sweep's cotangents of inputs", &swept_x_bar, &x_bar, 1e-9);
        let x_bar: Vec<f64> = x_bar.iter().zip(&before).map(|(a, b)| a - b).collect();

        // Tangents of the program at duals, and differences of the program itself.
        for _ in 0..4 {
            let (ds, dx) = (rng.vector(s.len(), -1.0, 1.0), rng.vector(x.len(), -1.0, 1.0));
            let dual = |a: &[f64], d: &[f64]| -> Vec<Dual<f64>> {
                a.iter().zip(d).map(|(a, d)| Dual::new(*a, *d)).collect()
            };
            let (mut t, mut j) = (dual(&s, &ds), k.clone());
            let (a, y, z) = split(&mut t);
            $program(a, y, z, &mut j, &dual(&x, &dx), &n);
            let forward: f64 = t.iter().zip(&seed).map(|(t, bar)| t.tangent * bar).sum();
            let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
            let reverse = dot(&t_bar, &ds) + dot(&x_bar, &dx);
            assert!(close(forward, reverse, 1e-9), "tangents say {forward}, cotangents {reverse}");
            let shifted = |h: f64| {
                let add =
                    |a: &[f64], d: &[f64]| -> Vec<f64> { a.iter().zip(d).map(|(a, d)| a + h * d).collect() };
                let (mut t, mut j) = (add(&s, &ds), k.clone());
                let (a, y, z) = split(&mut t);
                $program(a, y, z, &mut j, &add(&x, &dx), &n);
                dot(&t, &seed)
            };
            let difference = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            assert!(close(difference, reverse, 1e-5), "differences say {difference}, cotangents {reverse}");

            // The adjoint at duals: its tangents are differences of its cotangents.
            let zeros = |n: usize| vec![0.0; n];
            let cotangents = |h: f64| {
                let add =
                    |a: &[f64], d: &[f64]| -> Vec<f64> { a.iter().zip(d).map(|(a, d)| a + h * d).collect() };
                let (mut t, mut j) = (add(&s, &ds), k.clone());
                let (mut t_bar, mut x_bar) = (seed.clone(), zeros(x.len()));
                let ((a, y, z), (a_bar, y_bar, z_bar)) = (split(&mut t), split(&mut t_bar));
                $program::sweep(a, a_bar, y, y_bar, z, z_bar, &mut j, &add(&x, &dx), &mut x_bar, &n);
                [t_bar, x_bar].concat()
            };
            let slopes: Vec<f64> =
                cotangents(1e-5).iter().zip(cotangents(-1e-5)).map(|(a, b)| (a - b) / 2e-5).collect();
            let (mut t, mut j) = (dual(&s, &ds), k.clone());
            let (mut t_bar, mut x_bar) =
                (dual(&seed, &zeros(s.len())), dual(&zeros(x.len()), &zeros(x.len())));
            let ((a, y, z), (a_bar, y_bar, z_bar)) = (split(&mut t), split(&mut t_bar));
            $program::sweep(a, a_bar, y, y_bar, z, z_bar, &mut j, &dual(&x, &dx), &mut x_bar, &n);
            let tangents: Vec<f64> = t_bar.iter().chain(&x_bar).map(|bar| bar.tangent).collect();
            same("second derivatives", &tangents, &slopes, 1e-4);
        }

        // Two cotangents at once.
        let (mut t, mut j) = (after.clone(), after_k.clone());
        let mut two_t: Vec<[f64; 2]> = seed.iter().map(|bar| [*bar, -2.0 * bar]).collect();
        let mut two_x = vec![[0.0; 2]; x.len()];
        let ((a, y, z), (a_bar, y_bar, z_bar)) = (split(&mut t), split(&mut two_t));
        $program::adjoint(a, a_bar, y, y_bar, z, z_bar, &mut j, &x, &mut two_x, &n);
        let rows = |bars: &[f64]| -> Vec<f64> { bars.iter().flat_map(|bar| [*bar, -2.0 * bar]).collect() };
        same("two cotangents of state", &two_t.concat(), &rows(&t_bar), 1e-9);
        same("two cotangents of inputs", &two_x.concat(), &rows(&x_bar), 1e-9);
    }};
}

/// Numbers without a pattern that a mistake could hide behind.
pub(crate) fn numbers(n: usize) -> Vec<f64> {
    retrograde_testkit::Rng::new(n as u64 + 3).vector(n, 0.3, 1.2)
}

/// The state as its array and two scalars.
pub(crate) fn split<T>(state: &mut [T]) -> (&mut [T], &mut T, &mut T) {
    match state {
        [array @ .., y, z] => (array, y, z),
        _ => unreachable!("the harness adds two scalars"),
    }
}
