//! Host code that reads numbers without their cotangents: where it is accepted, it is correct.
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

fn total(a: [f64; 3]) -> f64 {
    a.iter().sum()
}

fn mean(a: &[f64]) -> f64 {
    a.iter().sum::<f64>() / a.len() as f64
}

fn norm<T: Real>(a: &[T]) -> T {
    a.iter().fold(T::constant(0.0), |sum, value| sum + *value * *value).sqrt()
}

trait Look {
    fn look(&self) -> usize;
    fn taken(self) -> usize;
}

impl Look for [f64; 3] {
    fn look(&self) -> usize {
        self.len()
    }
    fn taken(self) -> usize {
        self.len()
    }
}

/// Reads locals of every kind, by value and by name.
#[reversible]
fn looked(y: &mut f64, x: f64, by_value: [f64; 3]) {
    let mut t = 0.0;
    let mut n = 0usize;
    let mut flag = false;
    let mut a = [0.0; 3];
    let mut rows = [[0.0; 3]; 2];
    let mut v = vec![0.0; 2];
    let mut layer = Layer { weight: 0.0, seen: 0 };
    let mut pair = (0.0, 1usize);
    let mut counts = vec![0usize; 2];
    t += x;
    n += 2;
    flag ^= true;
    a[0] += x;
    rows[1][2] += x;
    v[1] += x * x;
    layer.weight += t;
    layer.seen += 1;
    pair.0 += x;
    counts[0] += n;
    let row = &rows[1];
    safe! {
        assert!(t + 1.0 == x + 1.0 && t.is_finite() && t.max(x) == t && -t < 0.0);
        assert!(f64::abs(t) == t.abs() && [t, x] == [x, t] && (t, n) == (x, 2));
        let text = format!("{t} {t:?} {n} {flag} {a:?} {rows:?} {v:?} {layer:?} {pair:?} {counts:?}");
        assert!(text.contains("true"));
        assert!(n == 2 && n.pow(2) == 4 && flag && !(!flag) && (0..n).len() == 2);
        assert!(a[0] > 0.0 && a[n] == 0.0 && a.len() == 3 && !a.is_empty());
        assert_eq!(a, [x, 0.0, 0.0]);
        assert!(a == [x, 0.0, 0.0] && a != by_value && rows[1] != a);
        assert!(total(a) == x && mean(&a) > 0.0 && mean(&a[1..]) == 0.0 && mean(&v) > 0.0);
        assert!(a.look() == 3 && a.taken() == 3 && norm(&a) == x && norm(&v[..]) > 0.0);
        let copy = a;
        let [first, ..] = a;
        let largest = a.iter().copied().fold(f64::MIN, f64::max);
        assert!(copy[0] == first && largest == first && a.map(|value| value * 2.0)[0] == 2.0 * x);
        for value in a {
            assert!(value >= 0.0);
        }
        for value in &v {
            assert!(*value >= 0.0);
        }
        let sum: f64 = v.iter().zip(&a).map(|(p, q)| p * q).sum();
        let mut sorted = v.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sum == 0.0 && sorted == v && v == [0.0, x * x] && v.first() == Some(&0.0));
        assert!(rows[1][2] == x && rows.iter().all(|row| row.len() == 3) && row[2] == x);
        let Layer { weight, seen } = &layer;
        assert!(*weight == layer.weight && *seen == 1 && !layer.is_grown() && layer.clone() == layer);
        assert!(pair.0 == x && pair == (x, 1) && counts == [2, 0] && counts[0] == n);
        let later = || a[0] + v[1] + t;
        assert!(later() > 0.0);
        let k = 3;
        let mut own = [0.0; 3];
        own[0] += t;
        assert!(k == 3 && own == a);
    }
    assert_eq!(a, [x, 0.0, 0.0]);
    debug_assert!(total(a) > 0.0, "{a:?} {}", v[0]);
    assert_eq!(layer, Layer { weight: x, seen: 1 });
    for k in 0..v.len() {
        assert!(k < v.len() && v[k] <= v[1]);
        *y += v[k] * row[2] * layer.weight * by_value[k];
    }
    *y += a[0] * t * pair.0;
}

/// The real type is a parameter.
#[reversible]
fn looked_at<T: Real>(y: &mut T, x: &[T; 2]) {
    let mut t = 0.0;
    let mut a = [0.0; 2];
    let mut v = x.to_vec();
    t += x[0];
    a[1] += t * x[1];
    v[0] += t;
    safe! {
        assert!(t == x[0] && t + t > t && norm(&a) == a[1] && a[0] == T::constant(0.0));
        assert!(v.len() == 2 && v[1] == x[1] && [t, x[1]] == *x && a == [T::constant(0.0), a[1]]);
        println!("{t:?} {a:?} {v:?}");
    }
    *y += a[1] * v[0];
}

#[test]
fn host_statements_take_locals_as_what_they_are() {
    assert_eq!(looked::check(&mut 0.7, 0.6, [0.4, 0.3, 1.0]), Ok(()));
    let mut y = 0.0;
    looked(&mut y, 0.5, [1.0, 2.0, 3.0]);
    assert_eq!(y, 0.25 * 0.5 * 0.5 * 2.0 + 0.125);
    looked::inverse(&mut y, 0.5, [1.0, 2.0, 3.0]);
    assert_eq!(y, 0.0);
    assert_eq!(looked_at::check(&mut 0.7, &[0.6, 0.9]), Ok(()));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Rod<T> {
    length: T,
    /// Floats of the host's beside the numbers.
    weight: f32,
    grid: Vec<f64>,
    joints: usize,
    kinds: Vec<u8>,
    #[differentiable(skip)]
    scale: T,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Of<T, U> {
    value: T,
    of: U,
}

/// Of no structure's fields, and so without a shadow.
pub struct Settings {
    step: f64,
    rounds: usize,
}

fn twice(n: usize) -> f64 {
    2.0 * n as f64
}

/// Which fields carry none tells the structure, in functions of either kind.
#[reversible]
fn casts<T: Real>(y: &mut T, rods: &[Rod<T>], x: T, settings: &Settings) {
    for rod in rods {
        *y += rod.length * (rod.weight as T) * (rod.joints as T) + (rod.grid[1] as T) * rod.length.sin();
        *y += rod.length * (rod.kinds[0] as T) * T::constant(rod.grid[0]);
    }
    for _ in 0..settings.rounds {
        *y += x.cos() * (settings.step as T);
    }
}

/// An integer in a number's place has a place in the shadow, and no cotangent.
#[reversible]
fn casts_of_integers<T: Real>(y: &mut T, pair: &Of<T, u8>) {
    let copy = *pair;
    *y += copy.value * (copy.of as T) * pair.value * (pair.of as T);
}

#[reversible]
fn casts_of_state(y: &mut f64, rod: &mut Rod<f64>, pair: &(f64, usize), x: f64) {
    let (weight, joints) = (rod.weight, rod.joints);
    *y += x * weight as f64 * joints as f64 + pair.0 * pair.1 as f64;
    rod.length += x * rod.kinds[1] as f64;
    rod.joints += 1;
    let scale: usize = rod.joints;
    let mut made = Of { value: x, of: 3u8 };
    made.of += 1;
    *y += made.value * made.of as f64 * scale as f64;
    let doubled: usize = twice(scale) as usize;
    *y += x * doubled as f64;
}

/// A float of the host's carries none, and who hands over what would says so.
#[reversible]
fn scaled<T: Real>(y: &mut T, x: T, by: f64, table: &[f64]) {
    *y += x * by * table[1];
}

#[reversible]
fn hands_floats_on<T: Real>(y: &mut T, rod: &Rod<T>, by: f64) {
    scaled(y, rod.length, by, &rod.grid);
}

#[reversible]
fn hands_values_on(y: &mut f64, x: f64, z: f64, #[inactive] table: &[f64]) {
    #[inactive]
    let by = z;
    scaled(y, x, by, table);
    scaled(y, z, table[0], table);
}

fn rod() -> Rod<f64> {
    Rod { length: 0.7, weight: 0.5, grid: vec![1.5, 2.5], joints: 2, kinds: vec![3, 4], scale: 1.0 }
}

#[test]
fn fields_that_carry_none_are_cast() {
    let settings = Settings { step: 0.25, rounds: 3 };
    assert_eq!(casts::check(&mut 0.7, &[rod(), rod()], 0.6, &settings), Ok(()));
    let (mut y, mut bars, mut bar) = (0.0, [rod().shadow()], 0.0);
    casts::sweep(&mut y, &mut 2.0, &[rod()], &mut bars, 0.6, &mut bar, &settings);
    let wanted = 2.0 * (0.5 * 2.0 + 2.5 * 0.7_f64.cos() + 3.0 * 1.5);
    assert!((bars[0].length - wanted).abs() < 1e-12 && (bar + 1.5 * 0.6_f64.sin()).abs() < 1e-12);
    let (mut y, mut bar) = (0.0, OfShadow { value: 0.0, of: 0.0 });
    casts_of_integers::sweep(&mut y, &mut 2.0, &Of { value: 0.6, of: 3 }, &mut bar);
    assert!((bar.value - 4.0 * 0.6 * 9.0).abs() < 1e-12 && bar.of == 0.0);
    assert_eq!(casts_of_state::check(&mut 0.7, &mut rod(), &(0.4, 2), 1.3), Ok(()));
}

#[test]
fn floats_of_the_host_are_handed_on() {
    assert_eq!(hands_floats_on::check(&mut 0.7, &rod(), 0.4), Ok(()));
    let (mut y, mut bars) = (0.0, (0.0, 0.0));
    hands_values_on::sweep(&mut y, &mut 3.0, 0.7, &mut bars.0, 0.5, &mut bars.1, &[2.0, 4.0]);
    assert_eq!((y, bars), (0.7 * 0.5 * 4.0 + 0.5 * 2.0 * 4.0, (3.0 * 0.5 * 4.0, 3.0 * 2.0 * 4.0)));
}

/// Which of the intervals between the knots a number lies in.
fn span(t: f64, knots: &[f64]) -> usize {
    knots.iter().rposition(|knot| t >= *knot).unwrap_or(0).min(knots.len() - 2)
}

struct Bins {
    width: usize,
}

impl Bins {
    fn of(&self, i: usize) -> usize {
        i / self.width
    }
}

/// Bounds, indices and conditions have exact types, even if these are not written.
#[reversible]
fn interpolated<T: Real>(t: f64, knots: &[f64], values: &[T]) -> T {
    let k = span(t, knots);
    let bins = positions(k, values.len());
    let mut sum = 0.0;
    for i in 0..bins {
        sum += 0.25 * values[i] * values[i];
    }
    sum + values[k] + (values[k + 1] - values[k]) * ((t - knots[k]) / (knots[k + 1] - knots[k]))
}

fn positions(k: usize, n: usize) -> usize {
    k.min(n)
}

#[reversible]
fn histogram(y: &mut [f64], x: &[f64], #[inactive] bins: &Bins) {
    for i in 0..x.len() {
        let bin = bins.of(i);
        y[bin] += x[i] * x[i];
        let last = is_last(bin, y.len());
        if last {
            y[bin] += x[i];
        }
    }
}

fn is_last(bin: usize, n: usize) -> bool {
    bin + 1 == n
}

#[test]
fn what_indexes_is_of_the_host() {
    let (knots, values) = ([0.0, 0.5, 1.5, 2.0], [0.3, -0.7, 1.1, 0.4]);
    for t in [0.2, 0.9, 1.7, 3.0] {
        interpolated::check(t, &knots, &values).unwrap();
    }
    histogram::check(&mut [0.1, 0.2], &[0.5, -0.3, 0.7, 0.9], &Bins { width: 2 }).unwrap();
}
