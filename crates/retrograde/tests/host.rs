//! What host code takes out of numbers and carries none of their cotangents: as far as it is lawful, it is right.
#![allow(missing_docs)]

use retrograde::prelude::*;

#[reversible]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible]
fn exact(y: &mut f64, x: &[f64], z: f64) {
    let n = x.iter().count();
    square(y, x[0] * n as f64);
    let k: usize = x.iter().count();
    *y += x[1] * (k * x.iter().count()) as f64 + (z as i64) as f64 * z;
    *y += f64::from(z) * f64::powi(x[1], -2) + f64::max(x[0], z);
    if x.iter().copied().last().unwrap() > z {
        *y += z;
    }
}

#[reversible]
fn of_a_table<T: Real>(y: &mut T, x: &[T], #[inactive] table: &[f64]) {
    *y += table.iter().copied().last().unwrap() * x[1];
    let first = table.iter().copied().next().unwrap();
    *y += first * x[0];
    let twice = first * 2.0;
    *y += x[1] * twice;
}

#[test]
fn counts_and_what_is_inactive_leave_derivatives_as_they_are() {
    assert_eq!(exact::check(&mut 0.7, &[1.1, 0.7, 1.9], 1.3), Ok(()));
    assert_eq!(exact::check(&mut 0.7, &[1.1, 0.7, 0.9], 1.3), Ok(()));
    assert_eq!(of_a_table::check(&mut 0.7, &[1.1, 0.7], &[0.4, 2.0, 1.5]), Ok(()));
    let mut y = 0.0;
    of_a_table(&mut y, &[2.0, 3.0], &[0.5, 4.0]);
    assert_eq!(y, 4.0 * 3.0 + 0.5 * 2.0 + 3.0 * 1.0);
}

/// The writer wants the value alone.
#[reversible]
fn meant(y: &mut f64, x: &[f64]) {
    #[inactive]
    let last = x.iter().copied().last().unwrap();
    *y += last * x[0];
    square(y, last * x[0]);
}

#[test]
fn what_is_meant_to_carry_none_carries_none() {
    let (mut y, mut bar) = (0.0, [0.0; 2]);
    meant::sweep(&mut y, &mut 2.0, &[3.0, 0.5], &mut bar);
    assert_eq!((y, bar), (1.5 + 2.25, [2.0 * (0.5 + 2.0 * 1.5 * 0.5), 0.0]));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Layer {
    weight: f64,
    seen: usize,
}

#[reversible]
impl Layer {
    pub fn grow(&mut self, x: f64) {
        safe! {
            assert!(self.is_grown() || self.weight < 1.0, "{self:?} {}", self.seen);
        }
        self.weight += x * x;
        self.seen += 1;
    }

    #[irreversible]
    pub fn is_grown(&self) -> bool {
        self.weight >= 1.0
    }
}

#[reversible]
fn watched(y: &mut f64, z: &mut [f64], layer: &mut Layer, x: f64) {
    *y += x * x;
    safe! {
        let largest = z.iter().copied().fold(f64::MIN, f64::max);
        for value in z.iter() {
            if *value == largest { break; }
        }
        assert!(*y + largest > x && y.is_finite(), "{y} {z:?} {}", layer.weight);
    }
    assert_eq!(z.len(), 2);
    debug_assert!(layer.seen == 3, "{layer:?}");
    z[0] += *y * layer.weight;
}

#[test]
fn host_statements_see_what_they_do_not_change() {
    let layer = Layer { weight: 0.4, seen: 3 };
    assert_eq!(watched::check(&mut 0.7, &mut [0.3, 0.9], &mut layer.clone(), 0.6), Ok(()));
    let mut grown = layer.clone();
    grown.grow(2.0);
    assert_eq!(grown, Layer { weight: 4.4, seen: 4 });
    grown.grow_inverse(2.0);
    assert!(grown.seen == 3 && (grown.weight - 0.4).abs() < 1e-12);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Mesh {
    width: f64,
    cells: usize,
    weight: f32,
    counts: Vec<u8>,
}

#[reversible]
fn cast(y: &mut f64, mesh: &Mesh) {
    let cells = mesh.cells;
    *y += mesh.width * (cells * mesh.cells + 1) as f64;
    *y += mesh.cells as f64 * mesh.width.sin() + mesh.counts[1] as f64 * mesh.width;
    #[inactive]
    let weight = &mesh.weight;
    *y += *weight as f64 * mesh.width;
}

#[test]
fn integers_among_fields_are_cast_and_what_is_inactive_as_well() {
    let mesh = Mesh { width: 0.7, cells: 3, weight: 0.5, counts: vec![1, 4] };
    let (mut y, mut bar) = (0.0, mesh.shadow());
    cast::sweep(&mut y, &mut 2.0, &mesh, &mut bar);
    assert_eq!(y, 0.7 * 10.0 + (3.0 * 0.7_f64.sin() + 4.0 * 0.7) + 0.5 * 0.7);
    assert!((bar.width - 2.0 * (10.0 + 3.0 * 0.7_f64.cos() + 4.0 + 0.5)).abs() < 1e-12);
    assert_eq!(bar.weight, 0.0);
}
