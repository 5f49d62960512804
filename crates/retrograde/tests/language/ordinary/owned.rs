//! Values that a function takes and returns whole: vectors and structures by value, and arrays under names.

use retrograde::{Differentiable, differentiable};

/// A vector is taken, changed and returned.
#[differentiable]
fn scaled(mut a: Vec<f64>, k: f64) -> Vec<f64> {
    for x in a.iter_mut() {
        *x *= k;
    }
    a.push(k * k);
    a
}

#[differentiable]
fn total(a: Vec<f64>) -> f64 {
    a.iter().map(|x| x * x).sum()
}

#[differentiable]
fn weighted(rows: Vec<Vec<f64>>, w: &[f64]) -> f64 {
    rows.iter().zip(w).map(|(row, w)| w * row.iter().sum::<f64>()).sum()
}

/// It is handed over by its name, as a copy, and as it is made.
#[differentiable]
fn handed(x: f64, n: usize) -> f64 {
    let v: Vec<f64> = (0..n).map(|i| x * i as f64).collect();
    let w = scaled(v.clone(), x);
    let mut u: Vec<f64> = scaled(w, 2.0 * x);
    for _ in 0..2 {
        u = scaled(u, 0.5);
    }
    total(u) + total(v) + total(vec![x, x * x]) + weighted(vec![vec![x, 1.0], vec![2.0 * x]], &[x, 3.0])
}

#[test]
fn vectors_by_value() {
    assert_eq!(scaled::check(vec![1.0, 2.0], 0.3), Ok(()));
    assert_eq!(total::check(vec![1.0, 2.0]), Ok(()));
    assert_eq!(handed::check(0.3, 3), Ok(()));
    assert_eq!(total::gradient(vec![1.0, 2.0]), (5.0, (vec![2.0, 4.0],)));
}

/// A structure that owns a vector.
#[derive(Clone, Debug, Differentiable)]
struct Net {
    w: Vec<f64>,
    k: f64,
}

#[differentiable]
fn loss(net: Net, x: f64) -> f64 {
    net.w.iter().map(|w| (w * x).sin()).sum::<f64>() * net.k
}

#[differentiable]
fn grown(mut net: Net, by: f64) -> Net {
    for w in net.w.iter_mut() {
        *w *= by;
    }
    net.k += by;
    net
}

#[differentiable]
fn through(x: f64) -> f64 {
    let net = Net { w: vec![x, 2.0 * x], k: x };
    let more = grown(net.clone(), x);
    loss(more, x) * loss(net, 2.0 * x)
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn product(p: Pair) -> f64 {
    p.a * p.b
}

/// A copy has the cotangent of its original.
#[differentiable]
#[allow(clippy::clone_on_copy)]
fn copies(p: &Pair, q: Pair, all: &[Pair]) -> f64 {
    let r = Pair { a: p.a * q.b, b: q.a };
    product(p.clone())
        + product(q.clone()) * product(*p)
        + product(r.clone())
        + all.iter().map(|p| product(p.clone())).sum::<f64>()
        + product(all[0].clone())
}

#[test]
fn structures_by_value() {
    assert_eq!(loss::check(Net { w: vec![0.3, 0.4], k: 2.0 }, 0.7), Ok(()));
    assert_eq!(through::check(0.3), Ok(()));
    let (p, q) = (Pair { a: 0.3, b: 0.4 }, Pair { a: 1.3, b: 0.7 });
    assert_eq!(copies::check(&p, q, &[p, q]), Ok(()));
}

type Vec3 = [f64; 3];
type Mat3 = [Vec3; 3];
type Mat2 = [[f64; 2]; 2];
type Rows = Vec<Vec<f64>>;

#[differentiable]
fn dot(a: &Vec3, b: &Vec3) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiable]
fn normalized(a: Vec3) -> Vec3 {
    let length = dot(&a, &a).sqrt();
    a.map(|x| x / length)
}

#[differentiable]
fn applied(m: &Mat3, x: &Vec3) -> Vec3 {
    let mut y = [0.0; 3];
    for (y, row) in y.iter_mut().zip(m) {
        *y = dot(row, x);
    }
    y
}

#[differentiable]
fn transposed(a: &Mat2) -> Mat2 {
    [[a[0][0], a[1][0]], [a[0][1], a[1][1]]]
}

#[differentiable]
fn inverse(a: &Mat2) -> Option<Mat2> {
    let det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    if det.abs() < 1e-12 {
        return None;
    }
    Some([[a[1][1] / det, -a[0][1] / det], [-a[1][0] / det, a[0][0] / det]])
}

#[differentiable]
fn doubled(rows: &Rows) -> Rows {
    let mut out = vec![vec![0.0; 2]; rows.len()];
    for i in 0..rows.len() {
        for j in 0..2 {
            out[i][j] = 2.0 * rows[i][j] * rows[i][j];
        }
    }
    out
}

#[differentiable]
fn named(m: &Mat3, a: Vec3, b: &Mat2) -> Option<f64> {
    let mut axis = *m;
    axis[0][1] *= a[0];
    let n = normalized(cross(applied(&axis, &a), m[1]));
    let twice = doubled(&vec![vec![n[0], n[1]], vec![n[2], a[2]]]);
    let c = transposed(&inverse(b)?);
    Some(n[0] * c[0][1] + n[1] * c[1][0] + n[2] * c[1][1] + twice[1][0])
}

#[test]
fn names_of_arrays() {
    let m = [[0.3, 0.7, -0.4], [0.2, 1.1, 0.6], [-0.5, 0.1, 0.9]];
    assert_eq!(dot::check(&m[0], &m[1]), Ok(()));
    assert_eq!(cross::check(m[0], m[1]), Ok(()));
    assert_eq!(transposed::check(&[[1.0, 2.0], [3.0, 4.0]]), Ok(()));
    assert_eq!(doubled::check(&vec![vec![0.3, 0.4]]), Ok(()));
    assert_eq!(named::check(&m, [0.5, -0.2, 0.8], &[[1.0, 0.2], [0.3, 0.9]]), Ok(()));
    assert_eq!(named(&m, m[0], &[[1.0, 2.0], [0.5, 1.0]]), None);
}

#[differentiable]
fn halved(x: f64) -> f64 {
    0.5 * x * x
}

/// Copies that a pattern makes are handed on as numbers.
#[differentiable]
fn patterns(pairs: &[(f64, f64)], x: &[f64]) -> f64 {
    let both: f64 = pairs.iter().map(|&(a, b)| halved(a) * b).sum();
    let zipped: f64 = x.iter().zip(pairs).map(|(&x, &(a, _))| halved(x) * halved(a)).sum();
    let made: Vec<f64> = doubled_all(x).into_iter().map(halved).collect();
    let kept: f64 = made.into_iter().map(|v| halved(v)).sum();
    both * zipped + kept + x.iter().fold(0.0, |sum, &x| sum + halved(x))
}

#[differentiable]
fn doubled_all(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| 2.0 * x).collect()
}

/// A field that is an array or a vector, copied and changed: rustc alone knows which.
#[differentiable]
fn smoothed(nets: &[Net], points: &[Point]) -> f64 {
    let mut w = nets[nets.len() - 1].w.clone();
    let mut at = points[points.len() - 1].at;
    for i in 0..2 {
        at[0] = points[i].at[0] * at[1];
        w[0] = nets[0].w[1] * w[1] * at[0];
    }
    at[0] * at[1] + w[0] * w[1]
}

#[derive(Clone, Debug, Differentiable)]
struct Point {
    at: [f64; 2],
}

/// An index of the block tells which row is copied.
#[differentiable]
fn before(keys: &[(f64, [f64; 2])], i: usize) -> f64 {
    let at = |j: isize| keys[j.clamp(0, keys.len() as isize - 1) as usize].1;
    let (p, q) = (at(i as isize - 1), at(i as isize));
    p[0] * q[1]
}

#[test]
fn what_patterns_copy() {
    assert_eq!(patterns::check(&[(0.3, 0.7), (1.1, -0.4)], &[0.5, 0.9]), Ok(()));
    let net = Net { w: vec![0.3, 0.4], k: 2.0 };
    let points = [Point { at: [0.5, 0.6] }, Point { at: [1.1, 0.7] }];
    assert_eq!(smoothed::check(&[net.clone(), net], &points), Ok(()));
    assert_eq!(before::check(&[(0.0, [0.3, 0.4]), (1.0, [0.6, 0.8])], 1), Ok(()));
}

/// A side that sticks or slips: nothing is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contact {
    Open,
    Slips,
}

fn contact(gap: f64) -> Contact {
    if gap > 0.0 { Contact::Open } else { Contact::Slips }
}

/// Its values are variants without parts: nothing is pulled back.
#[differentiable]
fn marked(gap: f64, limit: f64) -> Contact {
    if gap > limit {
        return Contact::Open;
    }
    match gap {
        g if g > 0.0 => Contact::Open,
        _ => Contact::Slips,
    }
}

#[differentiable]
fn halved_index(x: f64, v: &[f64]) -> f64 {
    let t = halved(x);
    let at = t as usize;
    v[at] * halved(t)
}

#[differentiable]
fn decided(x: f64, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..6 {
        let gap = x * i as f64 - 1.0;
        sum += match marked(gap, k) {
            Contact::Open => gap,
            Contact::Slips => k * gap * gap,
        };
        let state = marked(-gap, k);
        if state == Contact::Open {
            sum *= 1.1 * x;
        }
        if matches!(contact(gap), Contact::Slips) {
            sum += x;
        }
        if let Contact::Slips = marked(gap, 2.0) {
            sum += x * k;
        }
    }
    sum
}

#[differentiable]
fn pushed(x: f64, k: f64) -> f64 {
    let mut force = 0.0;
    for i in 0..4 {
        #[inactive]
        let state = contact(x * i as f64 - 1.0);
        force += match state {
            Contact::Open => k * x,
            Contact::Slips => x * x,
        };
    }
    force
}

/// A filter that changes what it is lent, and itself.
#[derive(Clone, Debug, Differentiable)]
struct Follower {
    rate: f64,
    held: f64,
}

#[differentiable]
impl Follower {
    fn run(&mut self, block: &mut [f64]) {
        for x in block.iter_mut() {
            self.held += self.rate * (*x - self.held);
            *x = self.held;
        }
    }
}

#[differentiable]
fn followed(rate: f64, signal: &[f64]) -> f64 {
    let mut follower = Follower { rate, held: 0.0 };
    let mut block = signal.to_vec();
    follower.run(&mut block);
    block.iter().map(|x| x * x).sum()
}

/// Places for the parts of a value start by their written types.
#[differentiable]
fn chosen(a: Vec3, b: Vec3, near: bool) -> f64 {
    let (l, power): (Vec3, f64) = match near {
        true => (normalized(a), 2.0 * b[0]),
        false => (cross(b, a), a[1]),
    };
    dot(&l, &[b[1], b[2], a[0]]) * power
}

#[test]
fn states_and_parts() {
    assert_eq!(pushed::check(0.6, 1.3), Ok(()));
    assert_eq!(decided::check(0.3, 0.7), Ok(()));
    assert_eq!(halved_index::check(1.7, &[0.3, 0.7, 0.2]), Ok(()));
    assert_eq!(followed::check(0.3, &[1.0, 0.5, -0.3]), Ok(()));
    for near in [true, false] {
        assert_eq!(chosen::check([0.3, 0.7, -0.2], [0.5, 0.1, 0.9], near), Ok(()));
    }
}

/// A method that takes its receiver apart by patterns alone.
#[derive(Clone, Debug, Differentiable)]
enum Load {
    Point { at: f64, force: f64 },
    Moment { at: f64, value: f64 },
    Repeated(usize),
}

#[differentiable]
impl Load {
    fn moment(&self, x: f64) -> f64 {
        match self {
            Load::Point { at, force } if x > *at => force * (x - at),
            Load::Moment { at, value } if x > *at => *value * at,
            Load::Repeated(n) => *n as f64 * x,
            _ => 0.0,
        }
    }
}

#[differentiable]
fn bent(loads: &[Load], x: f64) -> f64 {
    loads.iter().map(|load| load.moment(x)).sum()
}

#[test]
fn receivers_that_are_enums() {
    let loads =
        [Load::Point { at: 0.35, force: 2.0 }, Load::Moment { at: 0.57, value: 0.4 }, Load::Repeated(2)];
    assert_eq!(bent::check(&loads, 1.0), Ok(()));
    let (value, (own, by_x)) = loads[0].moment_gradient(1.0);
    assert!((value - 1.3).abs() < 1e-12 && (by_x - 2.0).abs() < 1e-12);
    assert!(matches!(own, LoadShadow::Point { force, .. } if (force - 0.65).abs() < 1e-12));
}
