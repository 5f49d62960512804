//! Programs around structures with operators in ordinary Rust: a sheet of springs in the wind, and polynomials.

use super::agrees;

mod sheet {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct SheetVec3 {
        x: f64,
        y: f64,
        z: f64,
    }
    #[differentiable]
    impl SheetVec3 {
        fn new(x: f64, y: f64, z: f64) -> Self {
            SheetVec3 { x, y, z }
        }
        fn zero() -> Self {
            SheetVec3::new(0.0, 0.0, 0.0)
        }
        fn dot(self, o: SheetVec3) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
        fn norm(self) -> f64 {
            self.dot(self).sqrt()
        }
        fn normalized(self) -> SheetVec3 {
            let n = self.norm();
            if n < 1e-12 {
                return self;
            }
            self / n
        }
    }
    #[differentiable]
    impl Add for SheetVec3 {
        type Output = SheetVec3;
        fn add(self, o: SheetVec3) -> SheetVec3 {
            SheetVec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
        }
    }
    #[differentiable]
    impl Sub for SheetVec3 {
        type Output = SheetVec3;
        fn sub(self, o: SheetVec3) -> SheetVec3 {
            let mut r = self;
            r.x -= o.x;
            r.y -= o.y;
            r.z -= o.z;
            r
        }
    }
    #[differentiable]
    impl Mul<f64> for SheetVec3 {
        type Output = SheetVec3;
        fn mul(mut self, k: f64) -> SheetVec3 {
            self.x *= k;
            self.y *= k;
            self.z *= k;
            self
        }
    }
    #[differentiable]
    impl Div<f64> for SheetVec3 {
        type Output = SheetVec3;
        fn div(self, k: f64) -> SheetVec3 {
            self * (1.0 / k)
        }
    }
    #[differentiable]
    impl Neg for SheetVec3 {
        type Output = SheetVec3;
        fn neg(self) -> SheetVec3 {
            self * -1.0
        }
    }
    #[differentiable]
    impl AddAssign for SheetVec3 {
        fn add_assign(&mut self, o: SheetVec3) {
            *self = *self + o;
        }
    }
    #[differentiable]
    impl SubAssign for SheetVec3 {
        fn sub_assign(&mut self, o: SheetVec3) {
            *self = *self - o;
        }
    }
    #[differentiable]
    impl MulAssign<f64> for SheetVec3 {
        fn mul_assign(&mut self, k: f64) {
            *self = *self * k;
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    struct SheetNode {
        pos: SheetVec3,
        vel: SheetVec3,
        mass: f64,
        #[inactive]
        fixed: bool,
    }
    #[derive(Clone, Copy, Differentiable)]
    struct SheetSpring {
        #[inactive]
        a: usize,
        #[inactive]
        b: usize,
        rest: f64,
        k: f64,
    }
    #[derive(Clone, Differentiable)]
    struct SheetCloth {
        nodes: Vec<SheetNode>,
        springs: Vec<SheetSpring>,
        damping: f64,
    }

    #[differentiable]
    trait SheetField: Differentiable {
        fn at(&self, node: &SheetNode) -> SheetVec3;
    }
    #[derive(Clone, Differentiable)]
    struct SheetGravity {
        g: SheetVec3,
    }
    #[derive(Clone, Differentiable)]
    struct SheetWind {
        v: SheetVec3,
        c: f64,
    }
    #[differentiable]
    impl SheetField for SheetGravity {
        fn at(&self, node: &SheetNode) -> SheetVec3 {
            self.g * node.mass
        }
    }
    #[differentiable]
    impl SheetField for SheetWind {
        fn at(&self, node: &SheetNode) -> SheetVec3 {
            let rel = self.v - node.vel;
            rel * (self.c * rel.norm())
        }
    }

    #[differentiable]
    impl SheetCloth {
        fn add(&mut self, pos: SheetVec3, mass: f64, fixed: bool) -> usize {
            self.nodes.push(SheetNode { pos, vel: SheetVec3::zero(), mass, fixed });
            self.nodes.len() - 1
        }
        fn connect(&mut self, a: usize, b: usize, k: f64) {
            let rest = (self.nodes[a].pos - self.nodes[b].pos).norm();
            self.springs.push(SheetSpring { a, b, rest, k });
        }
        fn step(&mut self, field: &impl SheetField, wind: &impl SheetField, dt: f64) {
            let mut force = vec![SheetVec3::zero(); self.nodes.len()];
            for (f, n) in force.iter_mut().zip(&self.nodes) {
                *f += field.at(n);
                *f += wind.at(n);
                *f -= n.vel * self.damping;
            }
            for s in &self.springs {
                let d = self.nodes[s.b].pos - self.nodes[s.a].pos;
                let stretch = d.norm() - s.rest;
                if stretch.abs() < 1e-9 {
                    continue;
                }
                let pull = d.normalized() * (s.k * stretch);
                force[s.a] += pull;
                force[s.b] -= pull;
            }
            for (i, n) in self.nodes.iter_mut().enumerate() {
                if n.fixed {
                    continue;
                }
                n.vel += force[i] * (dt / n.mass);
                n.pos += n.vel * dt;
            }
        }
        fn energy(&self) -> f64 {
            self.nodes.iter().map(|n| 0.5 * n.mass * n.vel.dot(n.vel)).sum()
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut cloth = SheetCloth { nodes: Vec::new(), springs: Vec::new(), damping: 0.1 * x[5] };
        let a = cloth.add(SheetVec3::new(0.0, 0.0, 0.0), 1.0, true);
        let b = cloth.add(SheetVec3::new(1.0, 0.1 * x[0], 0.0), x[1], false);
        let c = cloth.add(SheetVec3::new(1.0, -1.0, 0.2), x[2], false);
        cloth.connect(a, b, 10.0 * x[3]);
        cloth.connect(b, c, 8.0);
        cloth.connect(a, c, 5.0 * x[4]);
        let gravity = SheetGravity { g: SheetVec3::new(0.0, -9.8 * x[0], 0.0) };
        let wind = SheetWind { v: SheetVec3::new(x[4], 0.0, 1.0), c: 0.2 };
        for _ in 0..20 {
            cloth.step(&gravity, &wind, 0.02);
        }
        cloth.energy() + cloth.nodes[c].pos.dot(cloth.nodes[b].pos)
    }
}

mod curve {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Differentiable)]
    struct CurvePoly {
        c: Vec<f64>,
    }
    #[differentiable]
    impl CurvePoly {
        fn new(c: Vec<f64>) -> Self {
            CurvePoly { c }
        }
        fn eval(&self, x: f64) -> f64 {
            self.c.iter().rev().fold(0.0, |acc, c| acc * x + c)
        }
        fn derivative(&self) -> CurvePoly {
            CurvePoly::new(self.c.iter().enumerate().skip(1).map(|(i, c)| i as f64 * c).collect())
        }
    }
    #[differentiable]
    impl Mul<f64> for CurvePoly {
        type Output = CurvePoly;
        fn mul(mut self, mut k: f64) -> CurvePoly {
            k *= 2.0;
            for c in self.c.iter_mut() {
                *c *= k;
            }
            self
        }
    }
    #[differentiable]
    impl Add for CurvePoly {
        type Output = CurvePoly;
        fn add(self, other: CurvePoly) -> CurvePoly {
            let n = self.c.len().max(other.c.len());
            let mut c = vec![0.0; n];
            for (i, v) in self.c.iter().enumerate() {
                c[i] += v;
            }
            for (i, v) in other.c.iter().enumerate() {
                c[i] += v;
            }
            CurvePoly { c }
        }
    }
    #[differentiable]
    impl Mul<&CurvePoly> for &CurvePoly {
        type Output = CurvePoly;
        fn mul(self, other: &CurvePoly) -> CurvePoly {
            let mut c = vec![0.0; self.c.len() + other.c.len() - 1];
            for (i, a) in self.c.iter().enumerate() {
                for (j, b) in other.c.iter().enumerate() {
                    c[i + j] += a * b;
                }
            }
            CurvePoly { c }
        }
    }
    #[differentiable]
    impl Neg for CurvePoly {
        type Output = CurvePoly;
        fn neg(mut self) -> CurvePoly {
            for c in &mut self.c {
                *c = -*c;
            }
            self
        }
    }
    #[differentiable]
    fn newton(p: &CurvePoly, start: f64) -> f64 {
        let d = p.derivative();
        let mut x = start;
        for _ in 0..3 {
            let s = d.eval(x);
            if s.abs() < 1e-9 {
                break;
            }
            x -= 0.1 * p.eval(x) / s;
        }
        x
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let p = CurvePoly::new(x.to_vec());
        let q = CurvePoly::new(vec![x[1], 1.0, x[2]]);
        let r = &p * &q;
        let s = p.clone() * 0.5 + q.clone();
        let t = -(r.clone() + s);
        t.eval(0.4) + newton(&r, x[3]) * q.eval(0.3)
    }
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("sheet", sheet::f, &sheet::f::gradient(&x).1.0, &x);
        assert_eq!(sheet::f(&x), sheet::f::gradient(&x).0);
        agrees("curve", curve::f, &curve::f::gradient(&x).1.0, &x);
        assert_eq!(curve::f(&x), curve::f::gradient(&x).0);
    }
}
