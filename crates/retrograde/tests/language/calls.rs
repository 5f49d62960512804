//! Calls inside calls: what a function returns is lent, taken apart, or asked for something at once.

use retrograde::prelude::*;

#[reversible]
fn cross<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[reversible]
fn dot3<T: Real>(a: &[T; 3], b: &[T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Takes the array by value.
#[reversible]
fn scaled<T: Real>(a: [T; 3], s: T) -> [T; 3] {
    [s * a[0], s * a[1], s * a[2]]
}

#[reversible]
fn summed<T: Real>(a: [T; 3]) -> T {
    a[0] + 2.0 * a[1] * a[2]
}

#[reversible]
fn square<T: Real>(x: T) -> T {
    x * x
}

#[reversible]
fn root<T: Real>(x: &T) -> T {
    x.sqrt()
}

#[reversible]
fn matmul<T: Real>(a: &[[T; 2]; 2], b: &[[T; 2]; 2]) -> [[T; 2]; 2] {
    let mut c = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[reversible]
fn trace<T: Real>(a: &[[T; 2]; 2]) -> T {
    a[0][0] + a[1][1]
}

#[reversible]
fn doubled<T: Real>(x: &[T]) -> Vec<T> {
    let mut y = vec![0.0; x.len()];
    for (y, x) in y.iter_mut().zip(x) {
        *y += 2.0 * *x;
    }
    y
}

#[reversible]
fn sum_of_squares<T: Real>(x: &[T]) -> T {
    let mut sum = 0.0;
    for x in x {
        sum += *x * *x;
    }
    sum
}

const A: [f64; 3] = [0.3, -0.7, 1.1];
const B: [f64; 3] = [0.9, 0.4, -0.2];
const C: [f64; 3] = [-0.5, 0.8, 0.6];

#[reversible]
fn volume<T: Real>(a: &[T; 3], b: &[T; 3], c: &[T; 3]) -> T {
    dot3(&cross(a, b), c)
}

#[reversible]
fn volume_of_name<T: Real>(a: &[T; 3], b: &[T; 3], c: &[T; 3]) -> T {
    let n = cross(a, b);
    dot3(&n, c)
}

#[reversible]
fn twice_crossed(y: &mut f64, a: &mut [f64; 3], b: &[f64; 3], c: &[f64; 3]) {
    *y += dot3(&cross(&cross(a, b), c), b) * dot3(&cross(b, c), &*a);
    // What the values were built from changes afterwards.
    a[0] += cross(b, c)[1];
    *y -= cross(&*a, c)[2] * cross(&*a, b)[0];
}

#[test]
fn arrays_are_lent_at_once() {
    volume::check(&A, &B, &C).unwrap();
    volume_of_name::check(&A, &B, &C).unwrap();
    twice_crossed::check(&mut 0.3, &mut A.clone(), &B, &C).unwrap();
    assert_eq!(volume::gradient(&A, &B, &C), volume_of_name::gradient(&A, &B, &C));
}

#[reversible]
fn by_value<T: Real>(a: [T; 3], s: T) -> T {
    let once = scaled(a, s);
    let again = scaled(once, s);
    summed(again) + summed(scaled(scaled(a, s), square(s)))
}

#[reversible]
fn by_value_of_f64(a: [f64; 3], s: f64) -> f64 {
    let once = scaled(a, s);
    summed(once) * summed(scaled(scaled(a, s), square(square(s))))
}

#[test]
fn arrays_are_handed_over_at_once() {
    by_value::check(A, 0.7).unwrap();
    by_value_of_f64::check(A, 0.7).unwrap();
}

#[reversible]
fn numbers<T: Real>(x: T) -> T {
    let s = square(x);
    let r = square(s);
    let t = square(r);
    root(&r) + root(&square(x)) * root(&t) + square(square(s))
}

#[test]
fn numbers_are_handed_over_as_well() {
    numbers::check(0.8).unwrap();
    let (value, (x_bar,)) = numbers::gradient(0.8_f64);
    let x = 0.8_f64;
    assert!((value - (x.powi(2) + x.powi(5) + x.powi(8))).abs() < 1e-12);
    assert!((x_bar - (2.0 * x + 5.0 * x.powi(4) + 8.0 * x.powi(7))).abs() < 1e-12);
}

#[reversible]
fn matrices<T: Real>(a: &[[T; 2]; 2], b: &[[T; 2]; 2]) -> T {
    let ab = matmul(a, b);
    let aba = matmul(&ab, a);
    trace(&aba) + matmul(a, b)[1][0] * trace(&matmul(&matmul(b, b), a))
}

#[test]
fn arrays_of_arrays_are_lent_at_once() {
    matrices::check(&[[0.2, 0.5], [-0.4, 0.9]], &[[0.7, 0.1], [0.3, -0.6]]).unwrap();
}

#[reversible]
fn vectors<T: Real>(x: &[T]) -> T {
    let y = doubled(x);
    let z = doubled(&y);
    sum_of_squares(&z) + sum_of_squares(&doubled(&doubled(x))) * doubled(x)[1]
}

#[test]
fn vectors_are_lent_at_once() {
    vectors::check(&[0.3, 0.5, -0.2]).unwrap();
    let (value, _) = vectors::gradient(&[0.3, 0.5, -0.2]);
    assert!((value - (16.0 * 0.38 + 16.0 * 0.38 * 1.0)).abs() < 1e-12);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[reversible]
impl<T: Real> Vec3<T> {
    fn dot(&self, other: &Vec3<T>) -> T {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    fn minus(&self, other: &Vec3<T>) -> Vec3<T> {
        Vec3 { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
    fn times(&self, s: T) -> Vec3<T> {
        Vec3 { x: self.x * s, y: self.y * s, z: self.z * s }
    }
    fn normalized(&self) -> Vec3<T> {
        self.times(1.0 / self.dot(self).sqrt())
    }
}

#[reversible]
fn shading<T: Real>(eye: &Vec3<T>, center: &Vec3<T>, light: &Vec3<T>) -> T {
    let n = eye.minus(center).normalized();
    let l = light.minus(center);
    n.dot(&l.normalized()).max(0.1) + eye.minus(&center.times(2.0)).x * eye.times(0.5).minus(light).z
}

#[reversible]
fn shading_of_f64(eye: &Vec3<f64>, center: &Vec3<f64>, light: &Vec3<f64>, lit: bool) -> f64 {
    let n = eye.minus(center).normalized();
    if lit { n.dot(&light.minus(center).normalized()) } else { 0.5 * eye.minus(light).dot(center) }
}

#[test]
fn methods_are_chained() {
    let [eye, center, light] = [A, B, C].map(|[x, y, z]| Vec3 { x, y, z });
    shading::check(&eye, &center, &light).unwrap();
    for lit in [false, true] {
        shading_of_f64::check(&eye, &center, &light, lit).unwrap();
    }
}

#[reversible]
fn branches<T: Real>(a: &[T; 3], b: &[T; 3], c: &[T; 3], k: usize) -> T {
    let height = if k == 0 {
        let n = cross(a, b);
        let length = dot3(&n, &n).sqrt();
        dot3(&n, c) / length
    } else if k == 1 {
        dot3(&cross(b, c), a)
    } else {
        let mut sum = 0.0;
        for i in 0..3 {
            sum += cross(a, b)[i] * c[i] * c[i];
        }
        sum
    };
    height * square(height) + if k > 1 { square(square(a[0])) } else { 0.5 }
}

#[test]
fn branches_with_a_value_have_statements_before_it() {
    for k in 0..3 {
        branches::check(&A, &B, &C, k).unwrap();
    }
    assert_eq!(branches(&A, &B, &C, 1), {
        let v = volume(&B, &C, &A);
        v * v * v + 0.5
    });
}

#[reversible]
fn polar<T: Real>(x: T, y: T) -> (T, T) {
    ((x * x + y * y).sqrt(), y.atan2(x))
}

#[reversible]
fn area<T: Real>(p: &(T, T)) -> T {
    0.5 * p.0 * p.0 * p.1
}

#[reversible]
fn sector<T: Real>(x: T, y: T) -> T {
    let p = polar(x, y);
    area(&p) + area(&polar(y, x)) * polar(x, y).1
}

#[test]
fn tuples_are_lent_at_once() {
    sector::check(0.4, 0.9).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Layer<T> {
    weights: Vec<Vec<T>>,
    bias: Vec<T>,
}

#[reversible]
fn forward<T: Real>(layer: &Layer<T>, x: &[T]) -> Vec<T> {
    let mut y = vec![0.0; layer.bias.len()];
    for i in 0..y.len() {
        for j in 0..x.len() {
            y[i] += layer.weights[i][j] * x[j];
        }
        y[i] += layer.bias[i];
    }
    y
}

#[reversible]
fn activated<T: Real>(x: &[T]) -> Vec<T> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] += x[i].tanh();
    }
    y
}

/// A network as one would write it down.
#[reversible]
fn network<T: Real>(loss: &mut T, layers: &[Layer<T>], x: &[T], target: &[f64]) {
    let y = forward(&layers[1], &activated(&forward(&layers[0], x)));
    for (y, t) in y.iter().zip(target) {
        *loss += (*y - *t).powi(2);
    }
}

#[test]
fn layers_are_composed() {
    let row = |k: f64| vec![0.3 * k, -0.2, 0.5 / k];
    let first = Layer { weights: vec![row(1.0), row(2.0)], bias: vec![0.1, -0.3] };
    let second = Layer { weights: vec![vec![0.7, -0.4]], bias: vec![0.2] };
    network::check(&mut 0.5, &[first, second], &[0.9, 0.1, -0.6], &[0.25]).unwrap();
}

/// The value of a call in a loop, of which the way back keeps numbers.
#[reversible]
fn kept(y: &mut f64, x: &[f64]) {
    #[store]
    for x in x {
        let s = square(*x);
        let r = square(s);
        *y += root(&r);
    }
}

#[test]
fn what_is_stored_is_a_number() {
    kept::check(&mut 0.2, &[0.5, 1.5]).unwrap();
}

#[reversible]
fn seen<T: Real>(y: &mut T, a: &[T; 3], b: &[T; 3]) {
    let n = cross(a, b);
    let part = &n[1..];
    *y += n[0] * part[0] + sum_of_squares(part);
    'twice: {
        let m = cross(&n, a);
        *y += dot3(&m, &cross(&n, &m));
    }
    undo!('twice);
}

#[test]
fn what_is_indexed_may_be_lent_too() {
    seen::check(&mut 0.1, &A, &B).unwrap();
}

#[reversible]
fn turned<T: Real>(x: &[T; 2], by: T) -> [T; 2] {
    [x[0] - by * x[1], x[1] + by * x[0]]
}

/// Adds returned arrays as a whole; nothing else tells that they are arrays.
#[reversible]
fn orbit<T: Real>(end: &mut [T; 2], start: &[T; 2], by: T, steps: usize) {
    let mut xs = vec![[T::zero(); 2]; steps + 1];
    xs[0] += *start;
    for k in 0..steps {
        let next = turned(&xs[k], by);
        xs[k + 1] += next;
    }
    let last = turned(&xs[steps], by);
    *end -= last;
    *end += xs[steps];
}

#[test]
fn what_is_added_as_a_whole_is_an_array() {
    orbit::check(&mut [0.1, 0.2], &[0.7, -0.4], 0.3, 3).unwrap();
}

#[reversible]
fn made_and_asked<T: Real>(x: T, y: T) -> T {
    let p = Vec3 { x, y, z: T::one() }.normalized();
    p.x * Vec3 { x: y, y: x, z: x * y }.dot(&p)
}

#[test]
fn what_is_written_out_is_asked_at_once() {
    made_and_asked::check(0.4, 0.9).unwrap();
}

#[reversible]
fn rotated<T: Real>(x: T, y: T, by: &[T; 2]) -> T {
    let (s, c) = by[0].sin_cos();
    let (sine, cosine) = (by[1] * 0.5 + x).sin_cos();
    (c * x - s * y) * sine + cosine
}

#[test]
fn sine_and_cosine_come_together() {
    rotated::check(0.3, 0.7, &[0.4, -0.9]).unwrap();
    let by = [0.4_f64, -0.9];
    let angle = by[1] * 0.5 + 0.3;
    let expected = (by[0].cos() * 0.3 - by[0].sin() * 0.7) * angle.sin() + angle.cos();
    assert_eq!(rotated(0.3, 0.7, &by), expected);
}

/// Methods of structures that complex numbers, maps and slices have too.
mod shared_names {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Arrow<T> {
        x: T,
        y: T,
    }

    #[reversible]
    impl<T: Real> Arrow<T> {
        fn minus(&self, o: &Arrow<T>) -> Arrow<T> {
            Arrow { x: self.x - o.x, y: self.y - o.y }
        }
        fn scale(&self, by: T) -> Arrow<T> {
            Arrow { x: self.x * by, y: self.y * by }
        }
        fn norm(&self) -> T {
            self.x.hypot(self.y)
        }
        fn get(&self, i: usize) -> T {
            if i == 0 { self.x } else { self.y }
        }
    }

    #[reversible]
    fn chained<T: Real>(a: &Arrow<T>, b: &Arrow<T>) -> T {
        let d = b.minus(a);
        a.minus(b).norm() + d.norm() * d.get(1) + b.minus(a).scale(a.x).norm()
    }

    #[test]
    fn methods_of_structures_are_called_as_they_are_named() {
        let (a, b) = (Arrow { x: 0.3, y: 0.8 }, Arrow { x: -1.2, y: 0.4 });
        let d = 1.5_f64.hypot(0.4);
        assert!((chained(&a, &b) - (d - 0.4 * d + 0.3 * d)).abs() < 1e-14);
        assert_eq!(chained::check(&a, &b), Ok(()));
    }
}

#[reversible]
fn add_square(y: &mut f64, x: f64) {
    *y += x * x;
}

/// Only calls change the first `&mut` number, which then is the value as it is where `+=` does.
#[reversible]
fn by_calls(y: &mut f64, z: &mut f64, x: f64) {
    add_square(&mut *y, x);
    add_square::inverse(&mut *y, x.sin());
    *z += x;
    if x > 0.0 {
        rot(&mut *y, &mut *z, x);
    }
}

#[test]
fn gradients_of_what_calls_change() {
    let value = |x: &[f64]| {
        let (mut y, mut z) = (0.0, x[0]);
        by_calls(&mut y, &mut z, x[1]);
        y
    };
    let mut z = 0.8;
    let (found, (z_bar, x_bar)) = by_calls::gradient(&mut z, 0.6);
    assert_eq!(found, value(&[0.8, 0.6]));
    assert!((z - 0.8_f64).abs() < 1e-15);
    assert_eq!(retrograde::check_gradient(value, &[0.8, 0.6], &[z_bar, x_bar]), Ok(()));
}
