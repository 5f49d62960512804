//! Maps, queues, vectors of structures, texts that are matched, `drain`, and `sin_cos` of a generic number.

use super::agrees;
use retrograde::{Differentiable, Dual, Real, differentiable};
use std::collections::{BTreeMap, HashMap, VecDeque};

#[differentiable]
fn both<T: Real>(x: T) -> T {
    let (s, c) = x.sin_cos();
    s * c * c
}

#[test]
fn a_generic_number_has_its_sine_and_cosine() {
    let (value, (slope,)) = both::gradient(Dual::new(0.7, 1.0));
    assert_eq!(value.value, both(0.7));
    agrees("both", |x| both(x[0]), &[slope.value], &[0.7]);
    agrees("its slope", |x| both::gradient(x[0]).1.0, &[slope.tangent], &[0.7]);
}

/// Two names for one arm, and a name that binds the text.
#[differentiable]
fn activation(kind: &str, x: f64) -> Result<f64, String> {
    Ok(match kind {
        "tanh" => x.tanh(),
        "softplus" | "smooth" => x.exp().ln_1p(),
        "relu" if x < 0.0 => 0.0,
        "relu" => x,
        other => return Err(format!("`{other}` is unknown")),
    })
}

#[differentiable]
fn layers(kind: &str, x: f64, n: usize) -> f64 {
    let name = kind.to_string();
    let mut y = x;
    for i in 0..n {
        y += match name.as_str() {
            "sin" => y.sin(),
            _ => 0.1 * x * i as f64,
        };
    }
    y
}

#[test]
fn a_text_is_matched() {
    for kind in ["tanh", "softplus", "smooth", "relu"] {
        for x in [0.8, -0.6] {
            let (value, (slope,)) = activation::gradient(kind, x).unwrap();
            assert_eq!(Ok(value), activation(kind, x));
            agrees(kind, |x| activation(kind, x[0]).unwrap(), &[slope], &[x]);
        }
    }
    assert_eq!(activation::gradient("step", 0.8), Err("`step` is unknown".to_string()));
    for kind in ["sin", "other"] {
        let (value, (slope,)) = layers::gradient(kind, 0.4, 3);
        assert_eq!(value, layers(kind, 0.4, 3));
        agrees(kind, |x| layers(kind, x[0], 3), &[slope], &[0.4]);
    }
}

/// The moving sum of a window.
#[differentiable]
fn windowed(x: &[f64], width: usize) -> f64 {
    let mut window: VecDeque<f64> = VecDeque::with_capacity(width);
    let (mut sum, mut total) = (0.0, 0.0);
    for &x in x {
        window.push_back(x * x);
        sum += x * x;
        if window.len() > width {
            let old = window.pop_front().unwrap();
            sum -= old;
        }
        total += sum.sin() * window[0];
    }
    while let Some(left) = window.pop_front() {
        total += left * left;
    }
    total
}

#[differentiable]
fn from_both_ends(x: &[f64]) -> f64 {
    let mut queue = VecDeque::new();
    for &x in x {
        queue.push_front(x * x);
        if queue.len() == 3 {
            queue.pop_back();
            queue.pop_front();
        }
    }
    let mut total = 0.0;
    for y in queue.iter() {
        total += y.sin();
    }
    if let Some(y) = queue.back() {
        total *= y;
    }
    match queue.front() {
        Some(y) => total + y * x[0],
        None => total,
    }
}

#[test]
fn a_queue_has_two_ends() {
    let x = [0.7, 0.3, -0.4, 1.2, 0.9];
    for width in 1..5 {
        let (value, (bar,)) = windowed::gradient(&x, width);
        assert_eq!(value, windowed(&x, width));
        agrees("windowed", |x| windowed(x, width), &bar, &x);
    }
    for n in 1..=5 {
        let (value, (bar,)) = from_both_ends::gradient(&x[..n]);
        assert_eq!(value, from_both_ends(&x[..n]));
        agrees("from_both_ends", from_both_ends, &bar, &x[..n]);
    }
}

/// A histogram by keys; a key that is not there counts as another number.
#[differentiable]
fn histogram(x: &[f64], keys: &[usize]) -> f64 {
    let mut sums: HashMap<usize, f64> = HashMap::new();
    for i in 0..x.len() {
        *sums.entry(keys[i]).or_insert(0.0) += x[i] * x[i];
    }
    let mut total = 0.0;
    for key in 0..3 {
        if let Some(sum) = sums.get(&key) {
            total += sum * sum;
        }
    }
    total + sums.get(&7).copied().unwrap_or(0.5) * x[0]
}

#[differentiable]
fn products(x: &[f64], keys: &[usize]) -> f64 {
    let mut map: BTreeMap<usize, f64> = BTreeMap::new();
    for i in 0..x.len() {
        let slot = map.entry(keys[i]).or_insert(1.0);
        *slot *= x[i];
    }
    map.insert(1, x[1] * x[0]);
    map.insert(9, x[0]);
    let mut total = 0.0;
    for (key, value) in &map {
        total += value * value * *key as f64;
    }
    total + map.values().sum::<f64>().sin() + map.values().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn of_argument(map: &BTreeMap<u32, f64>, x: f64) -> f64 {
    let mut total = 0.0;
    for (_, v) in map {
        total += v * v;
    }
    for v in map.values() {
        total += v * x;
    }
    total * map.values().sum::<f64>()
}

#[test]
fn entries_of_maps_are_places() {
    let (x, keys) = ([0.7, 0.3, -0.4, 1.2], [0, 1, 0, 2]);
    let (value, (bar, ..)) = histogram::gradient(&x, &keys);
    assert_eq!(value, histogram(&x, &keys));
    agrees("histogram", |x| histogram(x, &keys), &bar, &x);
    let (value, (bar, ..)) = products::gradient(&x, &keys);
    assert_eq!(value, products(&x, &keys));
    agrees("products", |x| products(x, &keys), &bar, &x);

    let map: BTreeMap<u32, f64> = [(1, 0.5), (3, 0.7)].into();
    let (value, (map_bar, x_bar)) = of_argument::gradient(&map, 0.3);
    assert_eq!(value, of_argument(&map, 0.3));
    let at = |x: &[f64]| of_argument(&[(1, x[0]), (3, x[1])].into(), x[2]);
    agrees("of_argument", at, &[map_bar[&1], map_bar[&3], x_bar], &[0.5, 0.7, 0.3]);
}

#[differentiable]
fn drained(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    for y in v.drain(..) {
        total += y * y;
    }
    v.push(total.sin());
    total *= v[0] + v.len() as f64;
    total += v.drain(..).map(|y| y * y).sum::<f64>();
    total * (1.0 + v.len() as f64)
}

#[test]
fn a_vector_is_drained() {
    let x = [0.7, 0.3, -0.4, 1.2];
    let (value, (bar,)) = drained::gradient(&x);
    assert_eq!(value, drained(&x));
    agrees("drained", drained, &bar, &x);
}

/// Parts are taken out of the middle, the front and the end, by ranges of every form, and dropped or moved to another vector.
#[differentiable]
fn drained_in_parts(x: &[f64], lead: usize) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    for (i, y) in v.drain(lead..lead + 2).enumerate() {
        total += y * y * (1.0 + i as f64);
    }
    let taken: Vec<f64> = v.drain(..=1).map(|y| y.sin()).collect();
    v.push(total * taken[0]);
    total *= taken[1];
    total += v.drain(v.len() - 2..).sum::<f64>();
    v.drain(..lead);
    v.iter().map(|y| y * y * y).sum::<f64>() + total * v.len() as f64
}

#[test]
fn parts_of_a_vector_are_drained() {
    let x = [0.7, 0.3, -0.4, 1.2, 0.9, -1.1, 0.5, 0.8];
    for lead in [0, 1] {
        let (value, (bar,)) = drained_in_parts::gradient(&x, lead);
        assert_eq!(value.to_bits(), plain_drained_in_parts(&x, lead).to_bits());
        assert_eq!(value.to_bits(), drained_in_parts(&x, lead).to_bits());
        agrees("drained in parts", |x| drained_in_parts(x, lead), &bar, &x);
        let mut scaled = [0.0; 8];
        assert_eq!(drained_in_parts::pull(-2.5, &x, &mut scaled, lead), value);
        agrees("drained with a seed", |x| -2.5 * drained_in_parts(x, lead), &scaled, &x);
    }
}

/// A copy of the text without the attribute.
fn plain_drained_in_parts(x: &[f64], lead: usize) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    for (i, y) in v.drain(lead..lead + 2).enumerate() {
        total += y * y * (1.0 + i as f64);
    }
    let taken: Vec<f64> = v.drain(..=1).map(|y| y.sin()).collect();
    v.push(total * taken[0]);
    total *= taken[1];
    total += v.drain(v.len() - 2..).sum::<f64>();
    v.drain(..lead);
    v.iter().map(|y| y * y * y).sum::<f64>() + total * v.len() as f64
}

/// It has no default.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn point(x: f64, y: f64) -> Point {
    Point { x: x * y, y: x.sin() }
}

#[differentiable]
fn pushed(x: f64, n: usize) -> Vec<Point> {
    let mut path: Vec<Point> = Vec::new();
    for i in 0..n {
        let p = Point { x: x * i as f64, y: x };
        path.push(p);
    }
    path
}

#[differentiable]
fn collected(x: f64, n: usize) -> Vec<Point> {
    (0..n).map(|i| Point { x: x * i as f64, y: x.sin() }).collect()
}

#[differentiable]
fn along(x: f64, n: usize) -> f64 {
    let path: Vec<Point> = collected(x, n);
    let mut total = 0.0;
    for p in &path {
        total += p.x * p.y;
    }
    let other: Vec<Point> = pushed(x * x, n);
    total * other[1].x + other[0].y
}

#[differentiable]
fn called(x: f64, n: usize) -> f64 {
    let path: Vec<Point> = (0..n).map(|i| point(x, i as f64)).collect();
    let same: Vec<Point> = vec![point(x, 2.0); n];
    let mut total = 0.0;
    for (p, q) in path.iter().zip(&same) {
        total += p.x * p.y * q.x + q.y;
    }
    total
}

/// The vector gets its type from what is pushed, a local that changes.
#[differentiable]
fn swinging(x: f64, n: usize) -> Vec<Point> {
    let mut p = Point { x, y: 0.0 };
    let mut path = Vec::new();
    for _ in 0..n {
        p.y -= 0.1 * x * p.x.sin();
        p.x += 0.1 * p.y;
        path.push(p);
    }
    path
}

#[differentiable]
fn swung(x: f64, n: usize) -> f64 {
    let path: Vec<Point> = swinging(x, n);
    path.iter().map(|p| p.x * p.x + 0.5 * p.y).sum()
}

#[test]
fn vectors_of_structures_are_values() {
    for (name, f, gradient) in [
        ("along", along as fn(f64, usize) -> f64, along::gradient as fn(f64, usize) -> (f64, (f64,))),
        ("called", called, called::gradient),
        ("swung", swung, swung::gradient),
    ] {
        let (value, (slope,)) = gradient(0.7, 3);
        assert_eq!(value, f(0.7, 3));
        agrees(name, |x| f(x[0], 3), &[slope], &[0.7]);
    }
    let bar = |x, y| PointShadow { x, y };
    let seed = vec![bar(2.0, -0.5), bar(0.3, 4.0), bar(-1.5, 0.25)];
    let (value, mut record) = pushed::record(0.7, 3);
    assert_eq!(value, pushed(0.7, 3));
    let mut x_bar = 0.125;
    pushed::replay(&mut record, seed, 0.7, &mut x_bar, 3);
    let expected = 0.125 + (0.3 - 1.5 * 2.0) + (-0.5 + 4.0 + 0.25);
    assert!((x_bar - expected).abs() < 1e-12, "{x_bar}, {expected}");
}
