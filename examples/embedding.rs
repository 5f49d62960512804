//! A graph in space: the positions of the Petersen graph's vertices for which all linked pairs are equally far apart,
//! and all others too, but farther.
//!
//! The papers' graph embedding problem (000, appendix D.2; 002, section 4.3). The loss is zero if the distances in
//! each set are all equal and those of the second set are larger. Adam needs thousands of gradients. The Hessian comes from the gradient, too: at dual
//! numbers, the gradient of a generic function has a column of the Hessian as its tangents. With it Newton's method
//! needs a few dozen steps and is more precise. In five dimensions the loss vanishes, and the second
//! distance is √2 times the first; in fewer dimensions it does not vanish.

use retrograde::library::sum;
use retrograde::{Dual, Real, reversible};
use retrograde_optimise::Adam;

#[reversible]
fn distance<T: Real, const K: usize>(a: &[T; K], b: &[T; K]) -> T {
    let mut square = 0.0;
    for (a, b) in a.iter().zip(b) {
        square += (a - b).powi(2);
    }
    square.sqrt()
}

/// The mean and the variance of the distances.
#[reversible]
fn moments<T: Real, const K: usize>(x: &[[T; K]], pairs: &[[usize; 2]]) -> (T, T) {
    let mut distances = vec![0.0; pairs.len()];
    for (d, pair) in distances.iter_mut().zip(pairs) {
        *d += distance(&x[pair[0]], &x[pair[1]]);
    }
    let mean = sum(&distances) / pairs.len() as T;
    let mut squares = 0.0;
    for d in &distances {
        squares += (d - mean).powi(2);
    }
    (mean, squares / pairs.len() as T)
}

#[reversible]
pub(crate) fn loss<T: Real, const K: usize>(x: &[[T; K]], linked: &[[usize; 2]], apart: &[[usize; 2]]) -> T {
    let (near, near_spread): (T, T) = moments(x, linked);
    let (far, far_spread): (T, T) = moments(x, apart);
    near_spread + far_spread + (near - far + 0.1).max(0.0).exp() - 1.0
}

/// The pairs that the graph links, and the others: a ring, a star, and five spokes between them.
pub(crate) fn petersen() -> (Vec<[usize; 2]>, Vec<[usize; 2]>) {
    let linked: Vec<[usize; 2]> =
        (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]]).collect();
    let pairs = (0..10).flat_map(|i| (0..i).map(move |j| [i, j]));
    let apart = pairs.filter(|&[i, j]| !linked.contains(&[i, j]) && !linked.contains(&[j, i]));
    let apart = apart.collect();
    (linked, apart)
}

/// The number of vertices that do not move; without them all would meet in one place.
const FIXED: usize = 2;

/// Returns the gradient with respect to the free vertices, and the Hessian: one sweep for each direction.
pub(crate) fn derivatives<const K: usize>(
    x: &[[f64; K]],
    linked: &[[usize; 2]],
    apart: &[[usize; 2]],
) -> (f64, Vec<f64>, Vec<Vec<f64>>) {
    let along = |direction: usize| {
        let mut duals: Vec<[Dual<f64>; K]> = x.iter().map(|x| x.map(Dual::constant_of)).collect();
        duals[FIXED + direction / K][direction % K].tangent = 1.0;
        let (value, (gradient,)) = loss::gradient(&duals, linked, apart);
        (value.value, gradient[FIXED..].concat())
    };
    let columns: Vec<_> = (0..(x.len() - FIXED) * K).map(along).collect();
    let gradient = columns[0].1.iter().map(|d| d.value).collect();
    let hessian = columns.iter().map(|(_, column)| column.iter().map(|d| d.tangent).collect()).collect();
    (columns[0].0, gradient, hessian)
}

/// Solves `(a + shift) s = -b` by Cholesky factorisation; `None` if the matrix is not positive definite.
fn solved(a: &[Vec<f64>], shift: f64, b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = a[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            l[i][j] = if i == j { (rest + shift).sqrt() } else { rest / l[j][j] };
        }
        if !(l[i][i] > 1e-10) {
            return None;
        }
    }
    let mut s: Vec<f64> = b.iter().map(|b| -b).collect();
    for i in 0..n {
        s[i] = (s[i] - (0..i).map(|k| l[i][k] * s[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..n).rev() {
        s[i] = (s[i] - (i + 1..n).map(|k| l[k][i] * s[k]).sum::<f64>()) / l[i][i];
    }
    Some(s)
}

/// The number of steps, each with one Hessian.
const STEPS: usize = 30;

/// Returns random positions.
fn start<const K: usize>(seed: u64) -> Vec<[f64; K]> {
    let mut random = seed;
    let mut number = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    (0..10).map(|_| std::array::from_fn(|_| number())).collect()
}

/// Descends by Adam with the paper's rate; the positions, and the loss at the end.
fn descend<const K: usize>(seed: u64, steps: usize) -> (Vec<[f64; K]>, f64) {
    let (linked, apart) = petersen();
    let (mut x, mut adam) = (start::<K>(seed), Adam::new(0.01));
    for _ in 0..steps {
        let (_, (gradient,)) = loss::gradient(&x, &linked, &apart);
        let free = x[FIXED..].as_flattened_mut();
        adam.step(free, gradient[FIXED..].as_flattened()).expect("vertices that do not meet");
    }
    let end = loss(&x, &linked, &apart);
    (x, end)
}

/// Newton's method with a shift of the Hessian that shrinks while steps succeed; the positions, and the loss before each step.
fn embed<const K: usize>(seed: u64) -> (Vec<[f64; K]>, Vec<f64>) {
    let (linked, apart) = petersen();
    let (mut x, mut shift, mut losses) = (start::<K>(seed), 1e-2, vec![]);
    for _ in 0..STEPS {
        let (value, gradient, hessian) = derivatives(&x, &linked, &apart);
        losses.push(value);
        for _ in 0..40 {
            let step = solved(&hessian, shift, &gradient);
            let moved = step.map(|step| {
                let mut moved = x.clone();
                moved[FIXED..].iter_mut().flatten().zip(step).for_each(|(x, s)| *x += s);
                moved
            });
            if let Some(better) = moved.filter(|x| loss(x, &linked, &apart) < value) {
                (x, shift) = (better, shift / 8.0);
                break;
            }
            shift *= 4.0;
        }
    }
    (x, losses)
}

/// The best of some starts, and its loss.
fn best<const K: usize>(starts: u64) -> (Vec<[f64; K]>, Vec<f64>) {
    let end = |found: &(Vec<[f64; K]>, Vec<f64>)| *found.1.last().expect("some steps");
    (1..=starts).map(embed).min_by(|a, b| end(a).total_cmp(&end(b))).expect("a start")
}

fn report<const K: usize>() {
    let (linked, apart) = petersen();
    let (x, losses) = best::<K>(3);
    let (near, far) = (moments(&x, &linked).0, moments(&x, &apart).0);
    let at = |step: usize| losses[step.min(losses.len() - 1)];
    println!(
        "{K} dimensions: {:8.1e} {:8.1e} {:8.1e} {:8.1e}   distances {near:.6} {far:.6}, (far / near)² = {:.6}",
        at(0),
        at(10),
        at(20),
        at(STEPS),
        (far / near).powi(2)
    );
}

fn main() {
    println!("the loss before steps 0, 10, 20 and at the end");
    report::<2>();
    report::<3>();
    report::<4>();
    report::<5>();
    println!("by Adam in 5 dimensions, the loss after steps");
    for steps in [0, 500, 1000, 2000] {
        let ends = (1..=3).map(|seed| descend::<5>(seed, steps).1);
        println!("{steps:6}: {:8.1e}", ends.fold(f64::INFINITY, f64::min));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    fn positions(v: &[f64]) -> Vec<[f64; 3]> {
        v.chunks(3).map(|x| [x[0], x[1], x[2]]).collect()
    }

    #[test]
    fn it_is_petersens_graph() {
        let (linked, apart) = petersen();
        assert_eq!((linked.len(), apart.len()), (15, 30));
        for vertex in 0..10 {
            assert_eq!(linked.iter().filter(|pair| pair.contains(&vertex)).count(), 3);
        }
    }

    #[test]
    fn the_gradient_is_what_differences_say() {
        let (linked, apart) = petersen();
        let v = Rng::new(6).vector(30, -1.0, 1.0);
        let (value, (gradient,)) = loss::gradient(&positions(&v), &linked, &apart);
        assert_close!(value, loss(&positions(&v), &linked, &apart), 1e-14);
        let differences = finite_difference::gradient(|v| loss(&positions(v), &linked, &apart), &v);
        assert_all_close!(gradient.concat(), differences, 1e-8);
    }

    #[test]
    fn the_hessian_is_what_differences_of_the_gradient_say() {
        let (linked, apart) = petersen();
        let v = Rng::new(7).vector(30, -1.0, 1.0);
        let (_, _, hessian) = derivatives(&positions(&v), &linked, &apart);
        for (row, line) in hessian.iter().enumerate() {
            let slope = |v: &[f64]| loss::gradient(&positions(v), &linked, &apart).1.0.concat()[6 + row];
            assert_all_close!(line, finite_difference::gradient(slope, &v)[6..].to_vec(), 1e-7);
        }
    }

    #[test]
    fn it_takes_five_dimensions() {
        let (x, losses) = best::<5>(3);
        assert!(losses[0] > 1e-2 && losses[STEPS - 1] < 1e-20, "{losses:?}");
        let (linked, apart) = petersen();
        assert_close!(moments(&x, &apart).0 / moments(&x, &linked).0, 2.0_f64.sqrt(), 1e-9);
        assert!((1..=3).any(|seed| descend::<5>(seed, 2000).1 < 1e-12));
        assert!(*best::<4>(2).1.last().expect("some steps") > 1e-3);
    }
}
