//! Methods that change a structure in place, as statements and as views: a quaternion's conjugate, a turn by an angle.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};
use std::ops::{AddAssign, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Quaternion<T> {
    w: T,
    v: [T; 3],
}

#[reversible]
impl<T: Real> AddAssign for Quaternion<T> {
    fn add_assign(&mut self, other: Self) {
        self.w += other.w;
        each!(self.v += other.v);
    }
}

#[reversible]
impl<T: Real> Mul<T> for Quaternion<T> {
    type Output = Self;
    fn mul(self, by: T) -> Self {
        Quaternion { w: self.w * by, v: [self.v[0] * by, self.v[1] * by, self.v[2] * by] }
    }
}

#[reversible]
impl<T: Real> Quaternion<T> {
    fn conj(&mut self) {
        each!(neg(&mut self.v));
    }

    /// Turns the first two components.
    fn turn(&mut self, angle: T) {
        rot(&mut self.w, &mut self.v[0], angle);
    }

    fn scaled(&self, by: T) -> Quaternion<T> {
        Quaternion { w: self.w * by, v: [self.v[0] * by, self.v[1] * by, self.v[2] * by] }
    }
}

#[reversible]
fn shift<T: Real>(q: &mut Quaternion<T>, by: T) {
    q.w += by * by;
    q.v[1] += by.sin() * q.w;
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body<T> {
    pose: Quaternion<T>,
    mass: T,
}

#[reversible]
fn plain<T: Real>(q: &mut Quaternion<T>, e: &Quaternion<T>, angle: T) {
    q.conj();
    *q += *e;
    q.conj();
    q.turn(angle);
    q.turn_inverse(angle * 0.5);
}

#[reversible]
fn through<T: Real>(q: &mut Quaternion<T>, e: &Quaternion<T>, angle: T) {
    q.conj() += *e;
    q.turn(angle) -= *e * 0.5;
    shift(&mut q.conj(), angle);
    shift(&mut q.turn(angle), 0.5);
    -q.conj() += *e;
    q.conj().turn(angle) += *e * angle;
    q.turn_inverse(angle) += *e;
}

#[reversible]
impl<T: Real> Body<T> {
    fn push(&self, q: &mut Quaternion<T>) {
        q.w += self.mass * self.pose.w.sin();
    }
}

#[reversible]
fn inside<T: Real>(bodies: &mut [Body<T>; 2], e: &Quaternion<T>, angle: T) {
    for i in 0..2 {
        bodies[i].pose.conj() += *e;
        let at: &mut Quaternion<T> = &mut bodies[i].pose;
        at.turn(angle) += *e;
        shift(&mut bodies[i].pose.conj(), bodies[i].mass);
    }
    let (first, second) = bodies.split_at_mut(1);
    second[0].push(&mut first[0].pose.turn(angle));
}

type Bar = <Quaternion<f64> as Differentiable>::Shadow<f64>;

const Q: Quaternion<f64> = Quaternion { w: 0.9, v: [0.1, -0.3, 0.2] };
const E: Quaternion<f64> = Quaternion { w: -0.4, v: [0.6, 0.2, 0.5] };

#[test]
fn statements() {
    assert_eq!(plain::check(&mut { Q }, &E, 0.7), Ok(()));
}

#[test]
fn views() {
    assert_eq!(through::check(&mut { Q }, &E, 0.7), Ok(()));
    let mut bodies = [Body { pose: Q, mass: 1.5 }, Body { pose: E, mass: -0.5 }];
    assert_eq!(inside::check(&mut bodies, &E, 0.7), Ok(()));
}

#[reversible]
fn conjugated<T: Real>(q: &mut Quaternion<T>, e: &Quaternion<T>) {
    q.conj() += *e;
}

#[test]
fn an_update_through_the_conjugate_adds_the_conjugate() {
    let mut q = Q;
    conjugated(&mut q, &E);
    assert_all_close!([q.w, q.v[0], q.v[1], q.v[2]], [0.5, 0.1 - 0.6, -0.3 - 0.2, 0.2 - 0.5]);
    conjugated::inverse(&mut q, &E);
    assert_all_close!([q.w, q.v[0], q.v[1], q.v[2]], [0.9, 0.1, -0.3, 0.2]);
}

fn flat(run: impl Fn(&mut Quaternion<f64>, &Quaternion<f64>, f64), x: &[f64]) -> [f64; 4] {
    let mut q = Quaternion { w: x[0], v: [x[1], x[2], x[3]] };
    run(&mut q, &Quaternion { w: x[4], v: [x[5], x[6], x[7]] }, x[8]);
    [q.w, q.v[0], q.v[1], q.v[2]]
}

#[test]
fn cotangents_go_through() {
    let seeds = [1.5, -0.5, 2.0, 0.25];
    let start = [0.9, 0.1, -0.3, 0.2, -0.4, 0.6, 0.2, 0.5, 0.7];
    let loss = |x: &[f64]| flat(through, x).iter().zip(seeds).map(|(a, b)| a * b).sum();
    let differences = finite_difference::gradient(loss, &start);
    let (mut q, mut q_bar) = (Q, Bar { w: seeds[0], v: [seeds[1], seeds[2], seeds[3]] });
    through(&mut q, &E, 0.7);
    let (mut e_bar, mut angle_bar) = (Bar { w: 0.0, v: [0.0; 3] }, 0.0);
    through::adjoint(&mut q, &mut q_bar, &E, &mut e_bar, 0.7, &mut angle_bar);
    assert_all_close!([q.w, q.v[0], q.v[1], q.v[2]], start[..4], 1e-14);
    let found =
        [q_bar.w, q_bar.v[0], q_bar.v[1], q_bar.v[2], e_bar.w, e_bar.v[0], e_bar.v[1], e_bar.v[2], angle_bar];
    assert_all_close!(found, differences);
}

#[reversible]
fn of_values<T: Real>(y: &mut T, q: &Quaternion<T>, by: T) {
    let s = q.scaled(by);
    *y += s.w * s.v[1];
}

#[test]
fn methods_with_values_are_no_views() {
    assert_eq!(of_values::check(&mut 0.5, &Q, 0.7), Ok(()));
}
