//! Operators of structures whose bodies are ordinary Rust, and updates that assign the structure as a whole.

use super::agrees;

mod all {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Copy, Differentiable)]
    struct AllV {
        x: f64,
        y: f64,
    }
    #[differentiable]
    impl Add for AllV {
        type Output = AllV;
        fn add(self, o: AllV) -> AllV {
            AllV { x: self.x + o.x, y: self.y + o.y }
        }
    }
    #[differentiable]
    impl Sub for AllV {
        type Output = AllV;
        fn sub(self, o: AllV) -> AllV {
            let mut r = self;
            r.x -= o.x;
            r.y -= o.y;
            r
        }
    }
    #[differentiable]
    impl Mul<f64> for AllV {
        type Output = AllV;
        fn mul(self, k: f64) -> AllV {
            let mut r = self;
            r.x *= k;
            r.y *= k;
            r
        }
    }
    #[differentiable]
    impl Div<f64> for AllV {
        type Output = AllV;
        fn div(self, k: f64) -> AllV {
            let i = 1.0 / k;
            self * i
        }
    }
    #[differentiable]
    impl AddAssign for AllV {
        fn add_assign(&mut self, o: AllV) {
            self.x += o.x;
            self.y += o.y;
        }
    }
    #[differentiable]
    impl SubAssign for AllV {
        fn sub_assign(&mut self, o: AllV) {
            self.x -= o.x;
            self.y -= o.y;
        }
    }
    #[differentiable]
    impl MulAssign<f64> for AllV {
        fn mul_assign(&mut self, k: f64) {
            self.x *= k;
            self.y *= k;
        }
    }
    #[differentiable]
    impl DivAssign<f64> for AllV {
        fn div_assign(&mut self, k: f64) {
            self.x /= k;
            self.y /= k;
        }
    }
    #[differentiable]
    impl Mul for AllV {
        type Output = f64;
        fn mul(self, o: AllV) -> f64 {
            self.x * o.x + self.y * o.y
        }
    }
    #[differentiable]
    impl Neg for AllV {
        type Output = AllV;
        fn neg(self) -> AllV {
            let mut r = self;
            r.x = -r.x;
            r.y = -r.y;
            r
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut a = AllV { x: x[0], y: x[1] };
        let b = AllV { x: x[2], y: x[3] };
        a *= x[4];
        a += b * x[5];
        a -= b / x[0];
        a /= x[2];
        for k in x {
            a = a * *k - b;
        }
        let d: f64 = a * b;
        d * d + (-a).x
    }
}

mod matrices {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Differentiable)]
    struct MatricesMatrix {
        rows: usize,
        cols: usize,
        data: Vec<f64>,
    }
    #[differentiable]
    impl MatricesMatrix {
        fn zeros(rows: usize, cols: usize) -> MatricesMatrix {
            MatricesMatrix { rows, cols, data: vec![0.0; rows * cols] }
        }
        fn at(&self, i: usize, j: usize) -> f64 {
            self.data[i * self.cols + j]
        }
        fn transpose(&self) -> MatricesMatrix {
            let mut t = MatricesMatrix::zeros(self.cols, self.rows);
            for i in 0..self.rows {
                for j in 0..self.cols {
                    t.data[j * self.rows + i] = self.data[i * self.cols + j];
                }
            }
            t
        }
    }
    #[differentiable]
    impl Mul for &MatricesMatrix {
        type Output = MatricesMatrix;
        fn mul(self, o: &MatricesMatrix) -> MatricesMatrix {
            let mut r = MatricesMatrix::zeros(self.rows, o.cols);
            for i in 0..self.rows {
                for j in 0..o.cols {
                    let mut s = 0.0;
                    for k in 0..self.cols {
                        s += self.at(i, k) * o.at(k, j);
                    }
                    r.data[i * o.cols + j] = s;
                }
            }
            r
        }
    }
    #[differentiable]
    impl Add for &MatricesMatrix {
        type Output = MatricesMatrix;
        fn add(self, o: &MatricesMatrix) -> MatricesMatrix {
            MatricesMatrix {
                rows: self.rows,
                cols: self.cols,
                data: self.data.iter().zip(&o.data).map(|(a, b)| a + b).collect(),
            }
        }
    }
    #[differentiable]
    impl Mul<f64> for &MatricesMatrix {
        type Output = MatricesMatrix;
        fn mul(self, k: f64) -> MatricesMatrix {
            let mut r = self.clone();
            for v in r.data.iter_mut() {
                *v *= k;
            }
            r
        }
    }
    #[differentiable]
    impl AddAssign<&MatricesMatrix> for MatricesMatrix {
        fn add_assign(&mut self, o: &MatricesMatrix) {
            for (a, b) in self.data.iter_mut().zip(&o.data) {
                *a += b;
            }
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = MatricesMatrix { rows: 2, cols: 3, data: x.to_vec() };
        let b = a.transpose();
        let mut c = &a * &b;
        c += &(&c.clone() * 0.5);
        let d = &(&c + &(&c * &c)) * x[0];
        d.at(0, 1) * d.at(1, 1) + d.at(1, 0)
    }
}

mod quaternions {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Copy, PartialEq, Differentiable)]
    struct QuaternionsQuat {
        w: f64,
        v: [f64; 3],
    }
    #[differentiable]
    impl Neg for QuaternionsQuat {
        type Output = QuaternionsQuat;
        fn neg(self) -> QuaternionsQuat {
            QuaternionsQuat { w: -self.w, v: self.v.map(|c| -c) }
        }
    }
    #[differentiable]
    impl Mul for QuaternionsQuat {
        type Output = QuaternionsQuat;
        fn mul(self, o: QuaternionsQuat) -> QuaternionsQuat {
            let (a, b) = (self.v, o.v);
            let dot: f64 = a.iter().zip(b.iter()).map(|(x, y)| x * y).sum();
            let mut v = [0.0; 3];
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                v[i] = self.w * b[i] + o.w * a[i] + a[j] * b[k] - a[k] * b[j];
            }
            QuaternionsQuat { w: self.w * o.w - dot, v }
        }
    }
    #[differentiable]
    impl Div<f64> for QuaternionsQuat {
        type Output = QuaternionsQuat;
        fn div(self, k: f64) -> QuaternionsQuat {
            if k == 0.0 {
                return self;
            }
            QuaternionsQuat { w: self.w / k, v: [self.v[0] / k, self.v[1] / k, self.v[2] / k] }
        }
    }
    #[differentiable]
    fn norm(q: &QuaternionsQuat) -> f64 {
        (q.w * q.w + q.v.iter().map(|c| c * c).sum::<f64>()).sqrt()
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let q = QuaternionsQuat { w: x[0], v: [x[1], x[2], x[3]] };
        let r = QuaternionsQuat { w: x[3], v: [x[4], x[5], x[0]] };
        let p = q * r;
        let u = p / norm(&p);
        let w = -(u * r * q);
        w.w * w.v[0] + w.v[1] * w.v[2]
    }
}

mod sums {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Copy, Differentiable)]
    struct SumsV {
        x: f64,
        y: f64,
    }
    #[differentiable]
    impl Add for SumsV {
        type Output = SumsV;
        fn add(self, o: SumsV) -> SumsV {
            SumsV { x: self.x + o.x, y: self.y + o.y }
        }
    }
    #[differentiable]
    impl Sub for SumsV {
        type Output = SumsV;
        fn sub(self, o: SumsV) -> SumsV {
            SumsV { x: self.x - o.x, y: self.y - o.y }
        }
    }
    #[differentiable]
    impl Mul<f64> for SumsV {
        type Output = SumsV;
        fn mul(self, k: f64) -> SumsV {
            SumsV { x: self.x * k, y: self.y * k }
        }
    }
    #[differentiable]
    impl AddAssign for SumsV {
        fn add_assign(&mut self, o: SumsV) {
            *self = *self + o;
        }
    }
    #[differentiable]
    impl SubAssign for SumsV {
        fn sub_assign(&mut self, o: SumsV) {
            *self = *self - o;
        }
    }
    #[differentiable]
    impl MulAssign<f64> for SumsV {
        fn mul_assign(&mut self, k: f64) {
            *self = *self * k;
        }
    }
    #[derive(Clone, Differentiable)]
    struct SumsBody {
        p: SumsV,
        v: SumsV,
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut a = SumsV { x: x[0], y: x[1] };
        let b = SumsV { x: x[2], y: x[3] };
        let mut w = vec![SumsBody { p: a, v: b }, SumsBody { p: b, v: a }];
        a *= x[4];
        let old = a;
        a += b;
        a += old * 0.3;
        for k in x {
            a += b * *k;
            a -= old;
        }
        for body in w.iter_mut() {
            body.p += body.v * x[5];
            body.v -= a;
        }
        let mut t = SumsV { x: 0.0, y: 0.0 };
        for body in &w {
            t += body.p;
            t += body.v * 0.1;
        }
        a.x * a.y + t.x * t.y
    }
}

mod worlds {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Copy, Differentiable)]
    struct WorldsV {
        x: f64,
        y: f64,
    }
    #[differentiable]
    impl Add for WorldsV {
        type Output = WorldsV;
        fn add(self, o: WorldsV) -> WorldsV {
            WorldsV { x: self.x + o.x, y: self.y + o.y }
        }
    }
    #[differentiable]
    impl Mul<f64> for WorldsV {
        type Output = WorldsV;
        fn mul(self, k: f64) -> WorldsV {
            WorldsV { x: self.x * k, y: self.y * k }
        }
    }
    #[differentiable]
    impl AddAssign for WorldsV {
        fn add_assign(&mut self, o: WorldsV) {
            *self = *self + o;
        }
    }
    #[derive(Clone, Differentiable)]
    struct WorldsBody {
        p: WorldsV,
        v: WorldsV,
    }
    #[derive(Clone, Differentiable)]
    struct WorldsWorld {
        bodies: Vec<WorldsBody>,
        g: WorldsV,
    }
    #[differentiable]
    impl WorldsWorld {
        fn step(&mut self, dt: f64) {
            let g = self.g;
            for b in &mut self.bodies {
                b.v += g * dt;
                b.p += b.v * dt;
            }
            for i in 0..self.bodies.len() {
                let v = self.bodies[i].v;
                self.bodies[i].p += v * dt;
            }
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = WorldsV { x: x[0], y: x[1] };
        let b = WorldsV { x: x[2], y: x[3] };
        let mut w = WorldsWorld {
            bodies: vec![WorldsBody { p: a, v: b }, WorldsBody { p: b, v: a }],
            g: WorldsV { x: x[4], y: x[5] },
        };
        w.step(0.1);
        w.step(x[0]);
        w.bodies[0].p.x * w.bodies[1].p.y + w.bodies[1].v.x
    }
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("all", all::f, &all::f::gradient(&x).1.0, &x);
        assert_eq!(all::f(&x), all::f::gradient(&x).0);
        agrees("matrices", matrices::f, &matrices::f::gradient(&x).1.0, &x);
        assert_eq!(matrices::f(&x), matrices::f::gradient(&x).0);
        agrees("quaternions", quaternions::f, &quaternions::f::gradient(&x).1.0, &x);
        assert_eq!(quaternions::f(&x), quaternions::f::gradient(&x).0);
        agrees("sums", sums::f, &sums::f::gradient(&x).1.0, &x);
        assert_eq!(sums::f(&x), sums::f::gradient(&x).0);
        agrees("worlds", worlds::f, &worlds::f::gradient(&x).1.0, &x);
        assert_eq!(worlds::f(&x), worlds::f::gradient(&x).0);
    }
}
