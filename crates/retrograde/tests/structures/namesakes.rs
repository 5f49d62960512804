//! Locals of one name in different scopes: what one is used for tells nothing of another.

use retrograde::prelude::*;

/// A planar arm: the lengths of its segments.
#[derive(Differentiable, Clone, Debug)]
struct Arm<T> {
    lengths: Vec<T>,
}

/// Where the arm ends.
#[reversible]
fn tip<T: Real>(arm: &Arm<T>, angles: &[T]) -> [T; 2] {
    let mut x = T::zero();
    let mut y = T::zero();
    let mut angle = T::zero();
    for i in 0..angles.len() {
        angle += angles[i];
        x += arm.lengths[i] * angle.cos();
        y += arm.lengths[i] * angle.sin();
    }
    [x, y]
}

/// The square of a distance.
#[reversible]
fn gap<T: Real>(a: &[T], b: &[f64; 2]) -> T {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

#[reversible]
fn cost<T: Real>(y: &mut T, arm: &Arm<T>, path: &[T], targets: &[[f64; 2]], steps: usize) {
    for i in 0..targets.len() {
        let r = tip(arm, &path[i * steps..(i + 1) * steps]);
        *y += r[0] * 0.0 + r[1] * 0.0;
        let r = gap(&r, &targets[i]);
        *y += r;
    }
    for i in 1..targets.len() {
        let r = gap(&path[(i - 1) * steps..i * steps], &[0.0, 0.0]);
        *y += r * 0.01;
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Pair<T> {
    left: T,
    right: T,
}

#[reversible]
fn swapped<T: Real>(p: &Pair<T>) -> Pair<T> {
    Pair { left: p.right, right: p.left * p.left }
}

#[reversible]
fn difference<T: Real>(p: &Pair<T>) -> T {
    p.left - p.right
}

#[reversible]
fn shadowed<T: Real>(y: &mut T, p: &Pair<T>) {
    let p = swapped(p);
    let r = difference(&p);
    for _ in 0..2 {
        let r = swapped(&p);
        let p = difference(&r);
        *y += p * r.left;
    }
    *y += r;
}

#[reversible]
fn grid<T: Real>(x: &[T]) -> Vec<Vec<T>> {
    let mut rows = vec![vec![T::zero(); x.len()]; 2];
    for i in 0..x.len() {
        rows[0][i] += x[i];
        rows[1][i] += x[i] * x[i];
    }
    rows
}

#[reversible]
fn squares<T: Real>(x: &[T]) -> Vec<T> {
    let mut y = vec![T::zero(); x.len()];
    for i in 0..x.len() {
        y[i] += x[i] * x[i];
    }
    y
}

/// The elements of loops have the same names, too.
#[reversible]
fn loops<T: Real>(x: &[T]) -> T {
    let rows = grid(x);
    let flat = squares(x);
    let mut sum = 0.0;
    for v in &rows {
        for w in v {
            sum += *w * *w;
        }
    }
    for v in &flat {
        sum += v.sin();
    }
    sum
}

#[test]
fn elements_of_one_name_lie_in_arrays_of_any_depth() {
    assert_eq!(loops::check(&[0.3, -0.7]), Ok(()));
}

#[test]
fn a_call_that_returns_an_array_and_one_that_returns_a_number_may_bind_one_name() {
    let arm = Arm { lengths: vec![1.0, 0.7, 0.4] };
    let path = [0.1, 0.4, -0.2, 0.3, 0.5, 0.2];
    let targets = [[1.0, 0.5], [0.5, 1.2]];
    cost::check(&mut 0.3, &arm, &path, &targets, 3).unwrap();
    let mut y = 0.0;
    cost(&mut y, &arm, &path, &targets, 3);
    let expected: f64 = (0..2).map(|i| gap(&tip(&arm, &path[3 * i..3 * i + 3]), &targets[i])).sum();
    assert!((y - expected - 0.01 * gap(&path[..3], &[0.0, 0.0])).abs() < 1e-12);
}

#[test]
fn structures_and_numbers_shadow_one_another() {
    shadowed::check(&mut 0.2, &Pair { left: 0.7, right: -0.3 }).unwrap();
}

#[derive(Differentiable, Clone, Debug)]
struct Center<T> {
    at: [T; 2],
}

#[reversible]
fn turned<T: Real>(x: &[T; 2]) -> [T; 2] {
    [-x[1], x[0] * x[0]]
}

#[reversible]
fn first<T: Real>(x: &[T; 2]) -> T {
    x[0].sin()
}

#[reversible]
fn size<T: Real>(c: &Center<T>) -> T {
    c.at[0] * c.at[1]
}

/// A namesake that is only handed on, into a structure that is written out.
#[reversible]
fn held<T: Real>(x: &[T; 2]) -> T {
    let mut sum = 0.0;
    for _ in 0..2 {
        let m = turned(x);
        let c = Center { at: m };
        sum += size(&c);
    }
    let m = first(x);
    sum + m * 0.5
}

#[test]
fn a_namesake_that_is_handed_on_becomes_a_field() {
    assert_eq!(held::check(&[0.3, -0.7]), Ok(()));
}
