//! `f::jvp`, `f::jacobian`, `f::hessian`, `f::hessian_vector_product`: against differences, and against the tape of the same text.

use retrograde::engine::{Differences, Engine};
use retrograde::prelude::*;
use retrograde::tape::Active;
use retrograde::{Dual, hessian, hessian_vector_product, jacobian};

/// Numbers, arrays, slices, discrete and inactive arguments, constants; an array as value.
#[reversible]
fn mixed<T: Real>(
    a: T,
    b: &[T; 2],
    x: &[T],
    points: &[[T; 2]],
    at: &[usize],
    #[inactive] w: &[T],
    scale: f64,
    flip: bool,
) -> [T; 3] {
    let mut first = 0.0;
    let mut second = 0.0;
    for i in 0..at.len() {
        first += (a * x[at[i]]).sin() * points[i][0] * w[i];
        second += (b[0] * points[i][1]).exp() * scale;
    }
    if flip {
        second -= b[1] * x[0] * x[1];
    }
    [first, second, first * second]
}

fn mixed_plain<T: Real>((a, b, x, points): (T, [T; 2], Vec<T>, Vec<[T; 2]>)) -> [T; 3] {
    let w = [0.5, -1.5, 2.0];
    let (mut first, mut second) = (T::constant(0.0), T::constant(0.0));
    for (i, at) in [1, 0, 1].into_iter().enumerate() {
        first += (a * x[at]).sin() * points[i][0] * T::constant(w[i]);
        second += (b[0] * points[i][1]).exp() * T::constant(3.0);
    }
    second -= b[1] * x[0] * x[1];
    [first, second, first * second]
}

type Point = (f64, [f64; 2], Vec<f64>, Vec<[f64; 2]>);

fn point() -> Point {
    (0.7, [0.3, -1.2], vec![0.4, 1.1], vec![[1.0, 0.2], [0.5, -0.6], [-0.8, 0.9]])
}

fn direction() -> Point {
    (1.5, [-0.25, 2.0], vec![0.75, -3.0], vec![[0.1, 0.2], [0.3, -0.4], [0.5, 1.25]])
}

const AT: [usize; 3] = [1, 0, 1];
const W: [f64; 3] = [0.5, -1.5, 2.0];

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0), "{a} is not {b}");
}

#[test]
fn a_direction_goes_through_all_kinds_of_arguments() {
    let ((a, b, x, p), (da, db, dx, dp)) = (point(), direction());
    let (value, slope) = mixed::jvp((a, &b, &x, &p, &AT, &W, 3.0, true), (da, db, &dx, &dp));
    let (by_differences, expected) =
        Differences::default().jvp(mixed_plain::<f64>, &point(), &direction()).unwrap();
    let (by_tape, exact) =
        retrograde::engine::Tape.jvp(mixed_plain::<Active>, &point(), &direction()).unwrap();
    assert_eq!(value, by_differences);
    assert_eq!(value, by_tape);
    for i in 0..3 {
        close(slope[i], expected[i], 1e-8);
        close(slope[i], exact[i], 1e-13);
    }
}

#[test]
fn a_jacobian_is_that_of_the_tape_and_of_differences() {
    let (a, b, x, p) = point();
    let found = mixed::jacobian((a, &b, &x, &p, &AT, &W, 3.0, true));
    let expected = jacobian(|(a, b, x, p)| mixed_plain::<Active>((a, b, x, p)), &point()).unwrap();
    let rough = Differences::default().jacobian(mixed_plain::<f64>, &point()).unwrap();
    assert_eq!(found.value, expected.value);
    let matrices = [found.matrix::<f64>(), expected.matrix(), rough.matrix()];
    for i in 0..3 {
        for j in 0..matrices[0][i].len() {
            close(matrices[0][i][j], matrices[1][i][j], 1e-13);
            close(matrices[0][i][j], matrices[2][i][j], 1e-8);
        }
    }
    // The same, into slices; inactive arguments have no columns.
    let n = matrices[0][0].len();
    assert_eq!(n, 11);
    let (mut by_rows, mut by_columns) = (vec![0.0; 3 * n], vec![0.0; 3 * n]);
    assert_eq!(mixed::jacobian_by_rows((a, &b, &x, &p, &AT, &W, 3.0, true), &mut by_rows), found.value);
    mixed::jacobian_by_columns((a, &b, &x, &p, &AT, &W, 3.0, true), &mut by_columns);
    for i in 0..3 {
        for j in 0..n {
            assert_eq!(by_rows[i * n + j], matrices[0][i][j]);
            assert_eq!(by_columns[j * 3 + i], matrices[0][i][j]);
        }
    }
}

/// Five rows and two columns: computed by columns where the function is there at dual numbers, and by rows where it is not.
#[differentiable(generic)]
fn tall(a: f64, b: f64) -> [f64; 5] {
    [a * b, a.sin(), b.exp(), a / b, a * a * b]
}

#[differentiable]
fn tall_written(a: f64, b: f64) -> [f64; 5] {
    [a * b, a.sin(), b.exp(), a / b, a * a * b]
}

#[test]
fn rows_and_columns_agree() {
    let (found, other) = (tall::jacobian((0.5, 2.0)), tall_written::jacobian((0.5, 2.0)));
    assert_eq!(found.value, other.value);
    for i in 0..5 {
        close(found.rows[i].0, other.rows[i].0, 1e-15);
        close(found.rows[i].1, other.rows[i].1, 1e-15);
    }
    close(found.rows[3].1, -0.125, 1e-15);
}

/// State: what is changed is a part of the value.
#[reversible]
fn step<T: Real>(angle: &mut T, speeds: &mut [T], friction: T) {
    speeds[0] -= friction * angle.sin();
    *angle += speeds[0] * speeds[1];
}

#[test]
fn state_is_read_and_returned() {
    let speeds = [0.2, 0.7];
    let ((angle, after), (angle_dot, after_dot)) = step::jvp((&0.5, &speeds, 0.1), (2.0, &[1.0, -1.0], 3.0));
    let (mut run, mut runs) = (0.5, speeds);
    step(&mut run, &mut runs, 0.1);
    assert_eq!((angle, &after[..]), (run, &runs[..]));
    let plain = |(angle, speeds, friction): (f64, Vec<f64>, f64)| {
        let first = speeds[0] - friction * angle.sin();
        (angle + first * speeds[1], vec![first, speeds[1]])
    };
    let (_, expected) = Differences::default()
        .jvp(plain, &(0.5, speeds.to_vec(), 0.1), &(2.0, vec![1.0, -1.0], 3.0))
        .unwrap();
    close(angle_dot, expected.0, 1e-9);
    close(after_dot[0], expected.1[0], 1e-9);
    close(after_dot[1], expected.1[1], 1e-9);
    let rows = step::jacobian((&0.5, &speeds, 0.1)).matrix::<f64>();
    for i in 0..3 {
        let along: f64 = rows[i].iter().zip([2.0, 1.0, -1.0, 3.0]).map(|(j, d)| j * d).sum();
        close(along, [angle_dot, after_dot[0], after_dot[1]][i], 1e-14);
    }
}

/// A place that is only added to is a result.
#[reversible(generic)]
fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}

/// An ordinary function with state.
#[differentiable(generic)]
fn decay(x: &mut [f64], rate: f64) {
    for i in 0..x.len() {
        x[i] = x[i] * (-rate).exp() / (1.0 + x[i]);
    }
}

#[test]
fn results_are_added_to_and_ordinary_state_is_assigned() {
    let (found, (_, (gradient,))) = (norm::jacobian(&[3.0, 4.0]), norm::gradient(&[3.0, 4.0]));
    assert_eq!((found.value, &found.rows[0]), (5.0, &gradient));
    let (value, slope) = norm::jvp(&[3.0, 4.0], &[5.0, -10.0]);
    assert_eq!(value, 5.0);
    close(slope, -5.0, 1e-15);
    let (value, slope) = decay::jvp((&[1.0, 3.0], 0.0), (&[1.0, 2.0], 0.0));
    assert_eq!((value, slope), (vec![0.5, 0.75], vec![0.25, 0.125]));
    assert_eq!(decay::jacobian((&[1.0, 3.0], 0.0)).rows[1], (vec![0.0, 0.0625], -0.75));
}

/// Loops, assignments, early exits, and a call.
#[differentiable(generic)]
fn inner(x: f64, y: f64) -> f64 {
    let mut t = x;
    for _ in 0..3 {
        t = t * y.sin() + x / (1.0 + t * t);
    }
    t
}

#[differentiable(generic)]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum: f64 = k * 0.5;
    for i in 1..x.len() {
        if x[i] > 10.0 {
            return sum;
        }
        sum = sum + inner(x[i], x[i - 1] * k);
    }
    sum
}

fn energy_plain<T: Real>((x, k): (Vec<T>, T)) -> T {
    let mut sum = k * T::constant(0.5);
    for i in 1..x.len() {
        let (x, y) = (x[i], x[i - 1] * k);
        let mut t = x;
        for _ in 0..3 {
            t = t * y.sin() + x / (T::constant(1.0) + t * t);
        }
        sum += t;
    }
    sum
}

#[test]
fn second_derivatives_are_those_of_the_tape_and_of_differences() {
    let x = [0.3, 0.8, -0.4, 1.2];
    let along = ([1.0, -2.0, 0.5, 3.0], 0.75);
    let found = energy::hessian_vector_product((&x, 1.3), (&along.0, along.1));
    let plain = |(x, k): (Vec<Active<Dual<f64>>>, Active<Dual<f64>>)| energy_plain((x, k));
    let expected = hessian_vector_product(plain, &(x.to_vec(), 1.3), &(along.0.to_vec(), along.1)).unwrap();
    close(found.value, expected.value, 1e-14);
    close(found.slope, expected.slope, 1e-13);
    let (_, (gradient, by_k)) = energy::gradient(&x, 1.3);
    assert_eq!(found.gradient.1, by_k);
    // Differences of the gradient.
    let moved = |h: f64| {
        let x: Vec<f64> = x.iter().zip(along.0).map(|(x, d)| x + h * d).collect();
        energy::gradient(&x, 1.3 + h * along.1).1
    };
    let (there, back) = (moved(1e-5), moved(-1e-5));
    for i in 0..4 {
        assert_eq!(found.gradient.0[i], gradient[i]);
        close(found.product.0[i], expected.product.0[i], 1e-12);
        close(found.product.0[i], (there.0[i] - back.0[i]) / 2e-5, 1e-7);
    }
    close(found.product.1, (there.1 - back.1) / 2e-5, 1e-7);

    let (rows, by_tape) = (energy::hessian((&x, 1.3)), hessian(plain, &(x.to_vec(), 1.3)).unwrap());
    assert_eq!(rows.len(), 5);
    for i in 0..5 {
        let (row, other) = (&rows[i], &by_tape[i]);
        (0..4).for_each(|j| close(row.0[j], other.0[j], 1e-12));
        close(row.1, other.1, 1e-12);
        // Symmetric.
        (0..4).for_each(|j| close(row.0[j], if i < 4 { rows[j].0[i] } else { rows[j].1 }, 1e-12));
    }
    assert_eq!(norm::hessian(&[3.0, 4.0])[0].len(), 2);
    close(norm::hessian(&[3.0, 4.0])[0][0], 16.0 / 125.0, 1e-14);
}

#[test]
#[should_panic(expected = "its direction")]
fn a_direction_has_the_length_of_its_argument() {
    norm::jvp(&[1.0, 2.0], &[1.0]);
}

#[test]
#[should_panic(expected = "a Hessian is that of one number, and `tall` has 5")]
fn a_hessian_is_that_of_one_number() {
    tall::hessian((1.0, 2.0));
}

#[test]
#[should_panic(expected = "a Jacobian of 1 by 2 numbers does not fit a slice of 3")]
fn a_matrix_has_its_size() {
    norm::jacobian_by_rows(&[1.0, 2.0], &mut [0.0; 3]);
}

/// Several values as a tuple: numbers, arrays, tuples of them.
#[reversible]
fn parts<T: Real>(x: &[T], k: T) -> (T, [T; 2], (T, T)) {
    (x[0] * k, [x[1].sin() * k, x[0] * x[1]], (k.exp(), x[1] / k))
}

#[differentiable(generic)]
fn parts_ordinary(x: &[f64], k: f64) -> (f64, [f64; 2], (f64, f64)) {
    let mut first = x[0];
    first = first * k;
    (first, [x[1].sin() * k, x[0] * x[1]], (k.exp(), x[1] / k))
}

#[test]
fn a_tuple_has_a_row_for_each_number() {
    let (x, k) = ([0.7, -1.3], 1.9);
    let flat = |(a, [b, c], (d, e)): (f64, [f64; 2], (f64, f64))| [a, b, c, d, e];
    let plain = |p: Vec<f64>| flat(parts(&p[..2], p[2])).to_vec();
    let expected = Differences::default().jacobian(plain, &vec![x[0], x[1], k]).expect("a matrix");
    for j in [parts::jacobian((&x, k)), parts_ordinary::jacobian((&x, k))] {
        assert_eq!(flat(j.value), flat(parts(&x, k)));
        for (row, expected) in j.rows.iter().zip(&expected.rows) {
            [row.0[0], row.0[1], row.1].iter().zip(expected).for_each(|(a, b)| close(*a, *b, 1e-8));
        }
        assert_eq!(j.rows.len(), 5);
    }
    let direction = ([0.3, 0.8], -0.6);
    let along = |row: &Vec<f64>| 0.3 * row[0] + 0.8 * row[1] - 0.6 * row[2];
    let pushed = [
        parts::jvp((&x, k), (&direction.0, direction.1)).1,
        parts_ordinary::jvp((&x, k), (&direction.0, direction.1)).1,
    ];
    for tangent in pushed {
        flat(tangent).iter().zip(&expected.rows).for_each(|(a, row)| close(*a, along(row), 1e-8));
    }
    // A seed has the shape of the value.
    let (mut x_bar, mut k_bar) = ([0.0; 2], 0.0);
    let seed = (1.1, [-0.4, 0.9], (0.2, 1.7));
    parts::pull(seed, &x, &mut x_bar, k, &mut k_bar);
    for (column, found) in [x_bar[0], x_bar[1], k_bar].into_iter().enumerate() {
        let sum = flat(seed).iter().zip(&expected.rows).map(|(seed, row)| seed * row[column]).sum::<f64>();
        close(found, sum, 1e-8);
    }
}

/// A value beside the state.
#[differentiable(generic)]
fn spring(x: &mut [f64], v: &mut f64, k: f64) -> f64 {
    for x in x.iter_mut() {
        *v -= k * x.sin();
        *x += 0.5 * *v * *x;
    }
    k * x[0] * x[1] + *v * *v
}

/// Of several numbers, and written at one number.
#[differentiable]
fn scaled(x: &mut f64, k: f64) -> (f64, [f64; 2]) {
    *x *= k;
    (*x, [k * k, *x * *x])
}

#[test]
fn a_value_beside_state_comes_before_what_is_changed() {
    let (x, v, k) = ([0.3, 0.8], 0.5, 1.5);
    let plain = |(x, v, k): (Vec<f64>, f64, f64)| {
        let (mut x, mut v) = (x, v);
        let y = spring(&mut x, &mut v, k);
        (y, (x, v))
    };
    let (at, along) = ((x.to_vec(), v, k), (vec![1.0, -2.0], 0.25, 3.0));
    let (_, expected) = Differences::default().jvp(plain, &at, &along).unwrap();
    let (value, slope) = spring::jvp((&x, &v, k), (&[1.0, -2.0], 0.25, 3.0));
    assert_eq!((value.0, (value.1, value.2)), plain(at.clone()));
    close(slope.0, expected.0, 1e-8);
    close(slope.1[1], expected.1.0[1], 1e-8);
    close(slope.2, expected.1.1, 1e-8);
    let rows = spring::jacobian((&x, &v, k)).matrix::<f64>();
    for (row, slope) in rows.iter().zip([slope.0, slope.1[0], slope.1[1], slope.2]) {
        close(row.iter().zip([1.0, -2.0, 0.25, 3.0]).map(|(j, d)| j * d).sum(), slope, 1e-13);
    }
    // The value alone counts.
    let second = spring::hessian_vector_product((&x, &v, k), (&[1.0, -2.0], 0.25, 3.0));
    let (y, gradient) = spring::gradient(&mut x.clone(), &mut v.clone(), k);
    assert_eq!((second.value, &second.gradient), (y, &gradient));
    let hessian = spring::hessian((&x, &v, k));
    let along: f64 = [1.0, -2.0, 0.25, 3.0].iter().zip(&hessian).map(|(d, row)| d * row.2).sum();
    close(second.product.2, along, 1e-12);
    let h = 1e-5;
    let by_k = |k| spring::gradient(&mut x.clone(), &mut v.clone(), k).1.2;
    close(hessian[3].2, (by_k(k + h) - by_k(k - h)) / (2.0 * h), 1e-7);
}

#[test]
fn a_tuple_beside_state_has_a_row_for_each_number() {
    let j = scaled::jacobian((&3.0, 2.0));
    assert_eq!(j.value, ((6.0, [4.0, 36.0]), 6.0));
    assert_eq!(j.rows, [(2.0, 3.0), (0.0, 4.0), (24.0, 36.0), (2.0, 3.0)]);
    assert_eq!(scaled::jvp((&3.0, 2.0), (1.0, 10.0)).1, ((32.0, [40.0, 384.0]), 32.0));
    let mut matrix = [0.0; 8];
    scaled::jacobian_by_columns((&3.0, 2.0), &mut matrix);
    assert_eq!(matrix, [2.0, 0.0, 24.0, 2.0, 3.0, 4.0, 36.0, 3.0]);
}

#[differentiable]
trait Force: Differentiable {
    fn force(&self, x: f64) -> f64;

    fn twice(&self, x: f64) -> f64 {
        2.0 * self.force(x)
    }
}

#[derive(Clone, Differentiable)]
struct Hook {
    k: f64,
}

#[differentiable]
impl Force for Hook {
    fn force(&self, x: f64) -> f64 {
        -self.k * x * x
    }
}

#[test]
fn a_method_of_a_trait_has_a_jacobian() {
    let hook = Hook { k: 3.0 };
    let j = hook.twice_jacobian(2.0);
    assert_eq!((j.value, j.rows[0].0.k, j.rows[0].1), (-24.0, -8.0, -24.0));
    assert_eq!(hook.force_jvp(2.0, (&Hook { k: 1.0 }, 0.5)), (-12.0, -10.0));
}
