//! Arrays and vectors in fields: copied out of structures, and made by calls where a structure is written out.

use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Belief<T> {
    mean: [T; 2],
    cov: [[T; 2]; 2],
}

#[reversible]
fn product<T: Real>(a: &[[T; 2]; 2], b: &[[T; 2]; 2]) -> [[T; 2]; 2] {
    let mut c = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[reversible]
fn mapped<T: Real>(a: &[[T; 2]; 2], x: &[T; 2]) -> [T; 2] {
    [a[0][0] * x[0] + a[0][1] * x[1], a[1][0] * x[0] + a[1][1] * x[1]]
}

/// Calls are fields as they are, and what changes is a copy.
#[reversible]
fn predicted<T: Real>(b: &Belief<T>, f: &[[T; 2]; 2]) -> Belief<T> {
    Belief { mean: mapped(f, &b.mean), cov: product(f, &b.cov) }
}

#[reversible]
fn corrected<T: Real>(b: &Belief<T>, noise: T, f: &[[T; 2]; 2]) -> Belief<T> {
    let mut cov = product(f, &b.cov);
    cov[0][0] += noise;
    let mut mean = b.mean;
    for i in 0..2 {
        mean[i] -= noise * f[i][0];
    }
    Belief { mean, cov }
}

#[reversible]
fn shifted<T: Real>(b: &Belief<T>, by: T) -> Belief<T> {
    let mean = mapped(&b.cov, &b.mean);
    let mut cov = b.cov.clone();
    cov[1][0] += by;
    Belief { mean, cov }
}

#[test]
fn arrays_of_fields_are_copied_as_what_they_are() {
    let b = Belief { mean: [0.3, -0.4], cov: [[1.0, 0.2], [0.1, 2.0]] };
    let f = [[1.0, 0.5], [0.25, 1.5]];
    assert_eq!(predicted::check(&b, &f), Ok(()));
    assert_eq!(corrected::check(&b, 0.7, &f), Ok(()));
    assert_eq!(shifted::check(&b, 0.7), Ok(()));
    let c = corrected(&b, 0.5, &f);
    assert_eq!((c.mean, c.cov[0][0]), ([-0.2, -0.525], 1.05 + 0.5));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Curve<T> {
    knots: Vec<T>,
    slopes: Vec<T>,
    label: String,
    marks: Vec<bool>,
}

#[reversible]
fn differences<T: Real>(x: &[T]) -> Vec<T> {
    let mut d = vec![0.0; x.len() - 1];
    for i in 0..d.len() {
        d[i] += x[i + 1] - x[i];
    }
    d
}

#[reversible]
impl<T: Real> Curve<T> {
    fn steepest(&self) -> T {
        let mut sum = 0.0;
        for slope in &self.slopes {
            sum += slope.powi(4);
        }
        sum.sqrt() + self.knots[0]
    }
}

/// The fields are only indexed, iterated over, or read by a method.
#[reversible]
fn through<T: Real>(x: &[T]) -> T {
    let slopes = differences(x);
    let curve = Curve { knots: x.to_vec(), slopes, label: String::new(), marks: vec![true; x.len()] };
    let other = Curve {
        knots: differences(x),
        slopes: differences(&curve.slopes),
        label: String::new(),
        marks: vec![false; 1],
    };
    curve.steepest() + other.steepest() * other.knots[1]
}

/// An array that is asked for its length alone may be of anything.
#[reversible]
fn per_mark<T: Real>(curve: &Curve<T>) -> T {
    curve.steepest() / curve.marks.len() as f64
}

#[reversible]
fn moved<T: Real>(curve: &Curve<T>, by: T) -> T {
    let mut knots = curve.knots.clone();
    let mut slopes = curve.slopes.to_vec();
    for i in 0..slopes.len() {
        knots[i] += by;
        slopes[i] += knots[i] * by;
    }
    let mut sum = 0.0;
    for (k, s) in knots.iter().zip(&slopes) {
        sum += *k * *s;
    }
    sum
}

#[test]
fn vectors_that_calls_return_are_fields() {
    let x = [0.3, 0.9, 0.4, 1.2];
    let d: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
    let steepest =
        |d: &[f64], first: f64| d.windows(2).map(|w| (w[1] - w[0]).powi(4)).sum::<f64>().sqrt() + first;
    let expected = steepest(&[0.0, d[0], d[0] + d[1], d[0] + d[1] + d[2]], x[0]) + steepest(&d, d[0]) * d[1];
    assert!((through(&x) - expected).abs() < 1e-14);
    assert_eq!(through::check(&x), Ok(()));
    let curve =
        Curve { knots: x.to_vec(), slopes: d, label: "a".to_string(), marks: vec![true, false, true] };
    assert_eq!(per_mark::check(&curve), Ok(()));
    assert_eq!(moved::check(&curve, 0.3), Ok(()));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Quat<T>(T, T);

#[reversible]
impl<T: Real> Quat<T> {
    fn times(&self, o: &Quat<T>) -> Quat<T> {
        Quat(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
}

/// A structure with unnamed fields is taken apart where it is returned.
#[reversible]
fn spun<T: Real>(q: &Quat<T>, n: usize) -> Quat<T> {
    let mut path = vec![Quat(0.0, 0.0); n + 1];
    path[0].0 += q.0;
    path[0].1 += q.1;
    for k in 0..n {
        let Quat(a, b) = path[k].times(q);
        path[k + 1].0 += a;
        path[k + 1].1 += b;
    }
    path[n]
}

#[test]
fn a_returned_structure_is_taken_apart_by_position() {
    let q = Quat(0.6, 0.7);
    assert_eq!(spun(&q, 2), q.times(&q).times(&q));
    assert_eq!(spun::check(&q, 2), Ok(()));
}

/// Rows that only an inner loop takes apart are arrays.
#[reversible]
fn table<T: Real>(x: &[T], n: usize) -> Vec<Vec<T>> {
    let mut rows = vec![vec![0.0; x.len()]; n];
    for i in 0..n {
        for j in 0..x.len() {
            rows[i][j] += x[j].powi(i as i32 + 1);
        }
    }
    rows
}

#[reversible]
fn misfit<T: Real>(x: &[T], target: &[Vec<f64>]) -> T {
    let rows = table(x, target.len());
    let mut sum = 0.0;
    for (row, want) in rows.iter().zip(target) {
        for (o, w) in row.iter().zip(want) {
            sum += (*o - *w).powi(2);
        }
    }
    sum
}

#[test]
fn loops_inside_of_one_another_tell_how_deep_a_call_is() {
    assert_eq!(misfit::check(&[0.4, 0.8], &[vec![0.1, 0.2], vec![0.3, 0.4], vec![0.5, 0.6]]), Ok(()));
    assert!((misfit(&[2.0], &[vec![1.0], vec![1.0]]) - 10.0).abs() < 1e-14);
}

/// An array that is written out is added to an array.
#[reversible]
fn path<T: Real>(x: T, n: usize) -> T {
    let mut at = vec![[0.0; 3]; n + 1];
    at[0] += [x, 1.0 - x, 0.5];
    for k in 0..n {
        let [a, b, c] = at[k];
        at[k + 1] += [a * b, b + x, c - 1.0];
        at[k + 1] -= [0.5; 3];
    }
    at[n][0] + at[n][1] * at[n][2]
}

#[test]
fn what_is_written_out_is_added_to_an_array() {
    let expected = (0.3 * 0.7 - 0.5) + (0.7 + 0.3 - 0.5) * (0.5 - 1.0 - 0.5);
    assert!((path(0.3, 1) - expected).abs() < 1e-14);
    assert_eq!(path::check(0.3, 3), Ok(()));
}
