//! The item with the least or the largest key: `min_by_key`, `max_by_key`.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
struct Item {
    id: usize,
    w: f64,
}
#[differentiable]
fn last_of_odd(x: &[f64]) -> f64 {
    let v: Vec<(usize, f64)> = x.iter().enumerate().map(|(i, a)| (i, a * a)).collect();
    let best = v.iter().max_by_key(|p| p.0 % 2).unwrap();
    best.1
}
#[differentiable]
fn nearest(x: &[f64], k: &[i32]) -> f64 {
    let i = (0..x.len()).min_by_key(|&i| (k[i] - 5).abs()).unwrap();
    x[i] * x[i]
}
#[differentiable]
fn with_index(x: &[f64], k: &[i32]) -> f64 {
    let (i, v) = x.iter().enumerate().max_by_key(|(i, _)| k[*i]).unwrap();
    v * v * i as f64
}
#[differentiable]
fn by_statements(x: &[Item]) -> f64 {
    x.iter()
        .max_by_key(|p| {
            let r = p.id % 3;
            r * 2
        })
        .map_or(0.0, |p| p.w * p.w)
}

#[test]
fn the_item_with_a_key() {
    let (x, k) = ([1.0, 0.7, 0.4, 1.9, 0.2], [3, 6, 4, 9, 9]);
    let items: Vec<Item> = x.iter().enumerate().map(|(i, &w)| Item { id: (i * 2) % 5, w }).collect();
    last_of_odd::check(&x).unwrap();
    nearest::check(&x, &k).unwrap();
    with_index::check(&x, &k).unwrap();
    by_statements::check(&items).unwrap();
    assert_eq!(last_of_odd::gradient(&x).0, last_of_odd(&x));
    assert_eq!(nearest::gradient(&x, &k).0, nearest(&x, &k));
    assert_eq!(with_index::gradient(&x, &k).0, with_index(&x, &k));
    assert_eq!(by_statements::gradient(&items).0, by_statements(&items));
}
