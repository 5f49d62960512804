//! Maps of structures: the fields of their values are read and updated, and their values are lent.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};
use std::collections::{BTreeMap, HashMap};
use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body<T> {
    at: T,
    speed: T,
    charge: [T; 2],
}

#[reversible]
impl<T: Real> AddAssign for Body<T> {
    fn add_assign(&mut self, other: Self) {
        self.at += other.at;
        self.speed += other.speed;
    }
}

#[reversible]
impl<T: Real> Body<T> {
    fn energy(&self) -> T {
        self.speed * self.speed * self.charge[0] + self.at.sin()
    }

    fn kick(&mut self, by: T) {
        self.speed += by * self.charge[1];
    }
}

type Bar = <Body<f64> as Differentiable>::Shadow<f64>;

#[reversible]
fn weighed<T: Real>(y: &mut T, bodies: &BTreeMap<u32, Body<T>>, keys: &[u32], by: T) {
    for i in 0..keys.len() {
        *y += bodies[&keys[i]].at * bodies[&keys[i]].speed.sin() * by;
        *y += bodies[&keys[i]].energy();
        let b = bodies[&keys[i]];
        *y += b.at * b.charge[1];
    }
}

#[reversible]
fn moved<T: Real>(bodies: &mut HashMap<u32, Body<T>>, e: &Body<T>, a: u32, b: u32, h: T) {
    bodies[&a].at += bodies[&a].speed * h;
    bodies[&b].speed -= bodies[&a].at.sin() * bodies[&a].charge[1];
    bodies[&a].kick(h);
    bodies[&b].charge[0] += bodies[&a].charge[1] * bodies[&a].speed;
    bodies[&b] += *e;
    neg(&mut bodies[&b].at);
}

fn bodies(x: &[f64]) -> [Body<f64>; 2] {
    [0, 4].map(|i| Body { at: x[i], speed: x[i + 1], charge: [x[i + 2], x[i + 3]] })
}

fn flat<'a>(all: impl IntoIterator<Item = &'a Body<f64>>) -> Vec<f64> {
    all.into_iter().flat_map(|b| [b.at, b.speed, b.charge[0], b.charge[1]]).collect()
}

fn flat_bar<'a>(all: impl IntoIterator<Item = &'a Bar>) -> Vec<f64> {
    all.into_iter().flat_map(|b| [b.at, b.speed, b.charge[0], b.charge[1]]).collect()
}

const E: Body<f64> = Body { at: 0.3, speed: -0.6, charge: [0.0; 2] };

const START: [f64; 9] = [0.4, -0.3, 0.9, 0.5, -0.8, 0.2, 0.6, 1.1, 0.7];

#[test]
fn fields_of_values_are_read() {
    let keys = [7, 3, 7];
    let run = |x: &[f64]| {
        let [p, q] = bodies(x);
        let mut y = 0.5;
        weighed(&mut y, &BTreeMap::from([(3, p), (7, q)]), &keys, x[8]);
        y
    };
    let [p, q] = bodies(&START);
    let map = BTreeMap::from([(3, p), (7, q)]);
    let zero = || Bar { at: 0.0, speed: 0.0, charge: [0.0; 2] };
    let (mut y, mut y_bar, mut by_bar) = (run(&START), 1.5, 0.0);
    let mut bar = BTreeMap::from([(3, zero()), (7, zero())]);
    weighed::adjoint(&mut y, &mut y_bar, &map, &mut bar, &keys, START[8], &mut by_bar);
    assert!((y - 0.5).abs() < 1e-14);
    let expected = finite_difference::gradient(|x| 1.5 * run(x), &START);
    assert_all_close!([flat_bar(bar.values()), vec![by_bar]].concat(), expected, 1e-7);
}

#[test]
fn fields_of_values_are_updated() {
    let run = |x: &[f64]| {
        let [p, q] = bodies(x);
        let mut map = HashMap::from([(3, p), (7, q)]);
        moved(&mut map, &E, 3, 7, x[8]);
        map
    };
    let seeds = [1.5, -0.5, 2.0, 0.25, 0.75, -1.0, 0.3, -0.2];
    let [p, q] =
        [0, 4].map(|i| Bar { at: seeds[i], speed: seeds[i + 1], charge: [seeds[i + 2], seeds[i + 3]] });
    let mut e_bar = Bar { at: 0.0, speed: 0.0, charge: [0.0; 2] };
    let (mut map, mut bar, mut h_bar) = (run(&START), HashMap::from([(3, p), (7, q)]), 0.0);
    moved::adjoint(&mut map, &mut bar, &E, &mut e_bar, 3, 7, START[8], &mut h_bar);
    assert_all_close!(flat([&map[&3], &map[&7]]), START[..8], 1e-14);
    let loss = |x: &[f64]| {
        let map = run(x);
        flat([&map[&3], &map[&7]]).iter().zip(seeds).map(|(a, b)| a * b).sum()
    };
    let expected = finite_difference::gradient(loss, &START);
    // `neg` follows what is added to the place, and nothing what is added to the speed.
    assert_all_close!([e_bar.at, e_bar.speed], [-seeds[4], seeds[5]]);
    assert_all_close!([flat_bar([&bar[&3], &bar[&7]]), vec![h_bar]].concat(), expected, 1e-7);
}
