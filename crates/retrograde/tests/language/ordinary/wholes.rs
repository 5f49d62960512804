//! Structures that are moved as a whole, where the function itself reads exact parts of them only.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Item {
    id: usize,
    weight: f64,
}

#[differentiable]
fn item(x: f64) -> Item {
    Item { id: 3, weight: x * x }
}

#[differentiable]
fn weighed(item: &Item) -> f64 {
    item.weight * item.weight
}

#[differentiable]
fn copied(x: f64) -> f64 {
    let p = item(x);
    let q = p;
    if p.id > 2 { q.weight * 3.0 } else { q.weight }
}

#[differentiable]
fn handed_on(x: f64) -> f64 {
    let p = item(x);
    if p.id > 2 { weighed(&p) * 3.0 } else { weighed(&p) }
}

#[differentiable]
fn chosen(x: f64) -> f64 {
    let items = [item(x), item(2.0 * x)];
    let mut best = items[0];
    for i in 0..2 {
        if items[i].id > 2 {
            best = items[i];
        }
    }
    best.weight
}

#[differentiable]
fn returned(x: f64) -> Item {
    let p = item(x);
    let q = item(x.sin());
    if p.id > q.id { q } else { p }
}

#[differentiable]
fn twice_copied(x: f64) -> f64 {
    let p = item(x);
    let q = p;
    let r = q;
    let s = if p.id + q.id + r.id > 4 { r } else { p };
    s.weight
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut all: Vec<(usize, f64)> = Vec::new();
    for i in 0..x.len() {
        all.push((i, x[i] * x[i]));
    }
    let mut even: Vec<(usize, f64)> = Vec::new();
    for i in 0..all.len() {
        if all[i].0 % 2 == 0 {
            even.push(all[i]);
        }
    }
    let mut s = 0.0;
    for i in 0..even.len() {
        s += even[i].1;
    }
    s
}

#[differentiable]
fn parted(x: &[f64]) -> f64 {
    let v: Vec<(usize, f64)> = x.iter().enumerate().map(|(i, &a)| (i, a * a)).collect();
    let (low, high): (Vec<(usize, f64)>, Vec<(usize, f64)>) = v.into_iter().partition(|p| p.0 % 2 == 0);
    low.iter().map(|p| p.1).sum::<f64>() - 2.0 * high.iter().map(|p| p.1 * p.1).sum::<f64>()
}

#[differentiable]
fn last_odd(x: &[f64]) -> f64 {
    let v: Vec<(usize, f64)> = x.iter().enumerate().map(|(i, a)| (i, a * a)).collect();
    let mut best = (0, 0.0);
    for p in &v {
        if p.0 % 2 == 1 {
            best = *p;
        }
    }
    best.1
}

/// A strict function: a structure that it hands on.
#[reversible]
fn added(sum: &mut f64, x: f64) {
    let p = item(x);
    if p.id > 2 {
        *sum += weighed(&p);
    }
}

/// The items of a vector without a written type: an index and a number.
#[differentiable]
fn indexed(x: &[f64]) -> Vec<(usize, f64)> {
    let mut v = Vec::new();
    for i in 0..x.len() {
        v.push((i, x[i] * x[i]));
    }
    let mut best = 0;
    for i in 0..x.len() {
        if v[i].0 % 3 == 1 {
            best = i;
        }
    }
    v.swap(0, best);
    v
}

/// The items of a vector without a written type: an integer that may be negative.
#[differentiable]
fn negative(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for k in 0..3i32 {
        v.push((k - 2, x[0].powi(k + 1)));
    }
    v.iter().map(|p| p.0 as f64 * p.1).sum()
}

/// A structure that is built from itself, with an exact part of its own.
#[differentiable]
fn renewed(x: f64, w: f64) -> f64 {
    let mut p = Item { id: 3, weight: x * w };
    let mut s = p.weight;
    p = Item { id: (p.id + 1) % 5, ..p };
    s += p.weight * p.id as f64;
    s
}

#[differentiable]
impl Item {
    fn aged(self) -> Item {
        Item { id: self.id + 1, ..self }
    }
}

#[differentiable]
fn numbered(of: Item) -> Item {
    Item { id: 9, ..of }
}

#[differentiable]
fn itself(of: &Item) -> Item {
    *of
}

#[differentiable]
fn moved(of: Item) -> Item {
    let other = of;
    other
}

#[differentiable]
fn at(items: &[Item], i: usize) -> Item {
    items[i]
}

#[differentiable]
fn all(items: &[Item]) -> Vec<Item> {
    items.to_vec()
}

/// Structures that other functions take and return as a whole.
#[differentiable]
fn through(x: f64, w: f64) -> f64 {
    let p: Item = numbered(Item { id: 3, weight: x * w });
    let other: Item = itself(&p);
    let q: Item = moved(other.aged());
    let both: Vec<Item> = all(&[p, q]);
    let r: Item = at(&both, 1);
    r.weight * r.id as f64
}

/// Local arrays of another type than the function's numbers.
#[differentiable]
fn singles(x: f64) -> f64 {
    let weights: [f32; 2] = [0.1, 0.2];
    let bytes: [u8; 2] = [200, 100];
    let (p, q) = (0.1_f32, 0.2_f32);
    x * weights[0] as f64 + x * x * bytes[0].wrapping_add(bytes[1]) as f64 + (p * q) as f64
}

#[test]
fn local_arrays_have_the_type_that_is_written() {
    singles::check(1.3).unwrap();
    assert_eq!(singles::gradient(1.0).0, singles(1.0));
    assert_eq!(singles::gradient(1.0).1.0, 0.1_f32 as f64 + 88.0);
    assert_eq!(singles::gradient(0.0).0, (0.1_f32 * 0.2_f32) as f64);
}

#[test]
fn structures_keep_their_cotangents() {
    copied::check(1.3).unwrap();
    handed_on::check(1.3).unwrap();
    chosen::check(1.3).unwrap();
    returned::check(1.3).unwrap();
    twice_copied::check(1.3).unwrap();
    renewed::check(1.3, 0.7).unwrap();
    through::check(1.3, 0.7).unwrap();
    assert_eq!(copied::gradient(1.5).1.0, 9.0);
    let x = [1.0, 2.0, 3.0, 0.5];
    pushed::check(&x).unwrap();
    parted::check(&x).unwrap();
    last_odd::check(&x).unwrap();
    let mut sum = 0.5;
    added::check(&mut sum, 1.3).unwrap();
}

#[test]
fn the_parts_of_items_have_types_of_their_own() {
    let x = [1.0, 2.0, 3.0, 0.5];
    indexed::check(&x).unwrap();
    assert_eq!(indexed(&x)[0], (1, 4.0));
    negative::check(&[1.3]).unwrap();
    assert_eq!(negative::gradient(&[2.0]), (-8.0, (vec![-6.0],)));
}
