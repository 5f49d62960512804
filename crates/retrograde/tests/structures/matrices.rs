//! Jacobians of functions whose arguments or values are no plain lists of numbers: each is compared with differences.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};

#[derive(Clone, Debug, Differentiable, PartialEq)]
struct Spring<T> {
    stiffness: T,
    rest: T,
}

#[reversible]
fn energy<T: Real>(spring: &Spring<T>, x: T) -> T {
    spring.stiffness * (x - spring.rest) * (x - spring.rest)
}

#[differentiable]
fn forces(x: &[f64], springs: &[Spring<f64>]) -> Vec<f64> {
    let mut all = Vec::new();
    for i in 0..springs.len() {
        all.push(springs[i].stiffness * (x[i + 1] - x[i] - springs[i].rest).tanh());
    }
    all
}

#[differentiable]
fn weighed(x: &Vec<f64>, w: f64) -> Vec<f64> {
    x.iter().map(|x| w * x * x).collect()
}

#[reversible]
fn single(x: f32, y: f32) -> f32 {
    x * y.sin()
}

/// State is a structure, and the time is no variable.
#[reversible]
fn pull<T: Real>(spring: &mut Spring<T>, x: &[T], #[inactive] h: f64) {
    spring.rest += h * x[0] * spring.stiffness;
    spring.stiffness += x[1] * x[1];
}

#[reversible]
fn waves<T: Real, const N: usize>(y: &mut [T; N], x: T) {
    for i in 0..N {
        y[i] += (x + i as f64).sin() * x;
    }
}

#[reversible]
impl Spring<f64> {
    fn force(&self, x: f64) -> f64 {
        self.stiffness * (x - self.rest).sin()
    }
}

#[test]
fn a_structure_has_its_shadow_in_a_row() {
    let spring = Spring { stiffness: 2.0, rest: 0.5 };
    let j = energy::jacobian((&spring, 3.0));
    assert_eq!(j.value, 12.5);
    let [(by_spring, by_x)] = &j.rows[..] else { panic!("one row") };
    assert_eq!((by_spring.stiffness, by_spring.rest, *by_x), (6.25, -10.0, 10.0));
}

#[test]
fn a_run_tells_the_length_of_a_vector() {
    let x = [0.1, 0.7, 1.9];
    let springs = [Spring { stiffness: 2.0, rest: 0.5 }, Spring { stiffness: 1.5, rest: 0.8 }];
    let j = forces::jacobian((&x[..], &springs[..]));
    assert_eq!(j.value, forces(&x, &springs));
    for (i, (by_x, by_springs)) in j.rows.iter().enumerate() {
        let of_x = |at: &[f64]| forces(at, &springs)[i];
        assert_all_close!(by_x, finite_difference::gradient(of_x, &x), 1e-9);
        let of_springs = |p: &[f64]| {
            let springs: Vec<_> = p.chunks(2).map(|p| Spring { stiffness: p[0], rest: p[1] }).collect();
            forces(&x, &springs)[i]
        };
        let flat: Vec<f64> = by_springs.iter().flat_map(|s| [s.stiffness, s.rest]).collect();
        assert_all_close!(flat, finite_difference::gradient(of_springs, &[2.0, 0.5, 1.5, 0.8]), 1e-9);
    }
}

#[test]
fn vectors_and_single_precision() {
    let j = weighed::jacobian((&vec![1.0, 3.0], 2.0));
    assert_eq!((j.value, j.rows), (vec![2.0, 18.0], vec![(vec![4.0, 0.0], 1.0), (vec![0.0, 12.0], 9.0)]));
    let j = single::jacobian((2.0, 0.0));
    assert_eq!((j.value, j.rows), (0.0, vec![(0.0, 2.0)]));
}

#[test]
fn state_is_a_part_of_the_value_and_does_not_change() {
    let spring = Spring { stiffness: 2.0, rest: 0.5 };
    let j = pull::jacobian((&spring, &[3.0, 4.0], 0.1));
    assert_eq!(spring.rest, 0.5);
    assert_eq!(j.value, Spring { stiffness: 18.0, rest: 0.5 + 0.1 * 3.0 * 2.0 });
    let rows: Vec<_> = j.rows.iter().map(|(s, x)| (s.stiffness, s.rest, x.clone())).collect();
    let (h, by_stiffness) = (0.1 * 2.0, 0.1 * 3.0);
    assert_eq!(rows, [(1.0, 0.0, vec![0.0, 8.0]), (by_stiffness, 1.0, vec![h, 0.0])]);
    let j = waves::jacobian((&[0.0; 3], 1.0));
    assert_eq!(j.rows[0].0, [1.0, 0.0, 0.0]);
    let by_x = |i: i32| (1.0 + f64::from(i)).cos() + (1.0 + f64::from(i)).sin();
    assert_all_close!(j.rows.iter().map(|r| r.1).collect::<Vec<_>>(), [by_x(0), by_x(1), by_x(2)], 1e-14);
}

#[test]
fn a_method_takes_its_arguments_one_after_another() {
    let j = Spring { stiffness: 2.0, rest: 0.5 }.force_jacobian(0.5);
    let (of_self, by_x) = &j.rows[0];
    assert_eq!((j.value, of_self.stiffness, of_self.rest, *by_x), (0.0, 0.0, -2.0, 2.0));
}
