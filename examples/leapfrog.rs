//! Planets by the leapfrog method, which is reversible by itself: gradients through any number of steps in constant
//! memory.
//!
//! Appendix F of the papers discusses rounding in such a program, with two forms of the acceleration. Listing 25
//! computes the distance of two bodies into an ancilla. Listing 26 computes it in the place of one of them and
//! uncomputes it again, and the rounding errors left there accumulate over the steps. Here the first form uses a
//! plain local, which the function drops and only the reverse pass recomputes, so that the reversible program is the
//! ordinary one, bit for bit. In fixed point both forms are undone exactly.

use retrograde::Fixed43;
use retrograde::prelude::*;

/// Adds the acceleration of a body at `a` by a mass at `b` to a velocity: `strength` is the mass times the time step.
#[reversible]
fn pull<T: Real>(v: &mut [T; 3], a: &[T; 3], b: &[T; 3], strength: T) {
    let mut way = [0.0; 3];
    each!(way += b - a);
    let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
    each!(v += strength / (square * square.sqrt()) * way);
}

/// Does the same as [`pull`], but computes the distance in the place of `b`.
#[reversible]
fn pull_in_place<T: Real>(v: &mut [T; 3], a: &[T; 3], b: &mut [T; 3], strength: T) {
    'way: {
        each!(b -= a);
    }
    let square = b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
    each!(v += strength / (square * square.sqrt()) * b);
    undo!('way);
}

/// Steps of a time `h`. Positions are those at whole steps, velocities those halfway between.
#[reversible]
fn leapfrog<T: Real>(x: &mut [[T; 3]], v: &mut [[T; 3]], masses: &[T], h: T, steps: usize) {
    for _ in 0..steps {
        for i in 0..x.len() {
            for j in 0..x.len() {
                if i != j {
                    pull(&mut v[i], &x[i], &x[j], h * masses[j]);
                }
            }
        }
        each!(x += h * v);
    }
}

/// Does the same as [`leapfrog`], with the other form of the acceleration.
#[reversible]
fn leapfrog_in_place<T: Real>(x: &mut [[T; 3]], v: &mut [[T; 3]], masses: &[T], h: T, steps: usize) {
    for _ in 0..steps {
        for i in 0..x.len() {
            for j in 0..x.len() {
                if i != j {
                    pull_in_place(&mut v[i], &x[i], &mut x[j], h * masses[j]);
                }
            }
        }
        each!(x += h * v);
    }
}

/// Either of the two functions.
type Program<T> = fn(&mut [[T; 3]], &mut [[T; 3]], &[T], T, usize);

/// The sun, the earth and Jupiter: positions in astronomical units, velocities in units per year, and masses such
/// that the gravitational constant is one.
fn planets<T: Real>() -> ([[T; 3]; 3], [[T; 3]; 3], [T; 3]) {
    let real = T::constant;
    let places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 5.2, 0.1]].map(|x| x.map(real));
    let speeds = [[0.0, 0.0, 0.0], [0.0, 6.29, 0.0], [-2.75, 0.0, 0.0]].map(|v| v.map(real));
    (places, speeds, [39.478, 1.186e-4, 3.77e-2].map(real))
}

/// Returns the error of the earth's position in single precision, against double precision, after steps of a
/// hundredth of a year.
fn off(single: Program<f32>, steps: usize) -> f64 {
    let (mut x, mut v, masses) = planets();
    single(&mut x, &mut v, &masses, 0.01, steps);
    let (mut exact, mut v, masses) = planets::<f64>();
    leapfrog(&mut exact, &mut v, &masses, 0.01, steps);
    (0..3).map(|k| (f64::from(x[1][k]) - exact[1][k]).powi(2)).sum::<f64>().sqrt()
}

fn main() {
    println!("how far the earth is off in single precision, with a local and in place:");
    for steps in [100, 1000, 10000] {
        println!(
            "  after {steps:5} steps: {:.1e} {:.1e}",
            off(leapfrog, steps),
            off(leapfrog_in_place, steps)
        );
    }

    // A thousand steps, and back from the end with the cotangent of the earth's distance from the sun's initial
    // position.
    let (mut x, mut v, masses) = planets::<f64>();
    leapfrog(&mut x, &mut v, &masses, 0.01, 1000);
    let distance = x[1].iter().map(|x| x * x).sum::<f64>().sqrt();
    let (mut x_bar, mut v_bar, mut masses_bar, mut h_bar) = ([[0.0; 3]; 3], [[0.0; 3]; 3], [0.0; 3], 0.0);
    x_bar[1] = x[1].map(|x| x / distance);
    leapfrog::adjoint(
        &mut x,
        &mut x_bar,
        &mut v,
        &mut v_bar,
        &masses,
        &mut masses_bar,
        0.01,
        &mut h_bar,
        1000,
    );
    println!("distance after ten years:   {distance:.6}");
    println!("by the speed at the start:  {:.4?}", v_bar[1]);
    println!("by Jupiter's mass:          {:.4}", masses_bar[2]);

    let (mut x, mut v, masses) = planets::<Fixed43>();
    leapfrog_in_place(&mut x, &mut v, &masses, Fixed43::constant(0.01), 1000);
    leapfrog_in_place::inverse(&mut x, &mut v, &masses, Fixed43::constant(0.01), 1000);
    println!(
        "fixed point, there and back: {}",
        if (x, v, masses) == planets() { "every bit" } else { "not the same" }
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, finite_difference};

    /// Runs the loops of [`leapfrog`] in plain Rust.
    fn plain<T: Real>(x: &mut [[T; 3]], v: &mut [[T; 3]], masses: &[T], h: T, steps: usize) {
        for _ in 0..steps {
            for i in 0..x.len() {
                for j in (0..x.len()).filter(|j| *j != i) {
                    let way: [T; 3] = std::array::from_fn(|k| T::zero() + (x[j][k] - x[i][k]));
                    let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
                    (0..3).for_each(|k| v[i][k] += h * masses[j] / (square * square.sqrt()) * way[k]);
                }
            }
            (0..x.len()).for_each(|i| (0..3).for_each(|k| x[i][k] += h * v[i][k]));
        }
    }

    #[test]
    fn the_reversible_program_is_the_ordinary_one_bit_for_bit() {
        let (mut x, mut v, masses) = planets::<f32>();
        leapfrog(&mut x, &mut v, &masses, 0.01, 500);
        let (mut y, mut w, _) = planets::<f32>();
        plain(&mut y, &mut w, &masses, 0.01, 500);
        assert_eq!((x, v), (y, w));
    }

    #[test]
    fn what_is_computed_in_place_leaves_more_rounding() {
        assert!(off(leapfrog_in_place, 1000) > 2.0 * off(leapfrog, 1000));
    }

    #[test]
    fn fixed_point_comes_back_to_the_bit() {
        let h = Fixed43::constant(0.01);
        let programs: [[Program<Fixed43>; 2]; 2] =
            [[leapfrog, leapfrog::inverse], [leapfrog_in_place, leapfrog_in_place::inverse]];
        for [there, back] in programs {
            let (mut x, mut v, masses) = planets();
            there(&mut x, &mut v, &masses, h, 200);
            assert_ne!((x, v, masses), planets());
            back(&mut x, &mut v, &masses, h, 200);
            assert_eq!((x, v, masses), planets());
        }
    }

    #[test]
    fn adjoints_are_what_differences_say() {
        let (x, v, masses) = planets::<f64>();
        let seeds = |n: usize| (0..n).map(|i| 0.7 - 0.2 * i as f64).collect::<Vec<_>>();
        let flat = |x: &[[f64; 3]], v: &[[f64; 3]]| [x.concat(), v.concat()].concat();
        let start = [flat(&x, &v), masses.to_vec(), vec![0.01]].concat();
        let three =
            |n: &[f64]| -> [[f64; 3]; 3] { std::array::from_fn(|i| std::array::from_fn(|k| n[3 * i + k])) };
        let value = |n: &[f64]| {
            let (mut x, mut v) = (three(&n[..9]), three(&n[9..18]));
            leapfrog(&mut x, &mut v, &n[18..21], n[21], 20);
            flat(&x, &v).iter().zip(seeds(18)).map(|(x, seed)| x * seed).sum::<f64>()
        };
        let differences = finite_difference::gradient(value, &start);
        let (mut x, mut v) = (x, v);
        leapfrog(&mut x, &mut v, &masses, 0.01, 20);
        let (mut x_bar, mut v_bar) = (three(&seeds(18)[..9]), three(&seeds(18)[9..]));
        let (mut masses_bar, mut h_bar) = ([0.0; 3], 0.0);
        leapfrog::adjoint(
            &mut x,
            &mut x_bar,
            &mut v,
            &mut v_bar,
            &masses,
            &mut masses_bar,
            0.01,
            &mut h_bar,
            20,
        );
        assert_all_close!(flat(&x, &v), start[..18].to_vec(), 1e-12);
        assert_all_close!(
            [flat(&x_bar, &v_bar), masses_bar.to_vec(), vec![h_bar]].concat(),
            differences,
            1e-6
        );
    }

    #[test]
    fn both_forms_have_one_adjoint() {
        let (x, v, masses) = planets::<f64>();
        let end = |adjoint: bool| {
            let (mut x, mut v, mut x_bar, mut v_bar) = (x, v, [[0.5; 3]; 3], [[-0.25; 3]; 3]);
            let (mut masses_bar, mut h_bar) = ([0.0; 3], 0.0);
            let (x, v, a, b, c, d) = (&mut x, &mut v, &mut x_bar, &mut v_bar, &mut masses_bar, &mut h_bar);
            if adjoint {
                leapfrog::adjoint(x, a, v, b, &masses, c, 0.01, d, 20)
            } else {
                leapfrog_in_place::adjoint(x, a, v, b, &masses, c, 0.01, d, 20)
            }
            [a.concat(), b.concat(), c.to_vec()].concat()
        };
        assert_all_close!(end(true), end(false), 1e-9);
    }
}
