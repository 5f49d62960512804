//! Traits whose methods take structures, parameters of a type that only traits tell, and numbers that functions return.

use super::agrees;

mod points {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct PointsP {
        x: f64,
        y: f64,
    }
    #[differentiable]
    trait PointsD: Differentiable {
        fn dist(&self, o: &PointsP) -> f64;
        fn twice(&self, o: &PointsP) -> f64 {
            2.0 * self.dist(o)
        }
    }
    #[differentiable]
    impl PointsD for PointsP {
        fn dist(&self, o: &PointsP) -> f64 {
            (self.x - o.x).powi(2) + (self.y - o.y).powi(2)
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = PointsP { x: x[0], y: x[1] };
        let b = PointsP { x: x[2], y: x[3] };
        a.dist(&b) + b.twice(&a)
    }
}

mod selves {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct SelvesP {
        x: f64,
        y: f64,
    }
    #[differentiable]
    trait SelvesD: Differentiable {
        fn dist(&self, o: &Self) -> f64;
    }
    #[differentiable]
    impl SelvesD for SelvesP {
        fn dist(&self, o: &Self) -> f64 {
            (self.x - o.x).powi(2) + (self.y - o.y).powi(2)
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = SelvesP { x: x[0], y: x[1] };
        let b = SelvesP { x: x[2], y: x[3] };
        a.dist(&b) * x[4]
    }
}

mod rays {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    struct RaysRay {
        o: [f64; 3],
        d: [f64; 3],
    }
    #[derive(Clone, Differentiable)]
    struct RaysHit {
        t: f64,
        k: f64,
    }
    #[differentiable]
    trait RaysShape: Differentiable {
        fn hit(&self, ray: &RaysRay) -> Option<f64>;
        fn shade(&self, ray: &RaysRay, hit: &RaysHit) -> f64;
        fn name(&self, ray: &RaysRay) -> f64 {
            ray.o[0] * self.shade(ray, &RaysHit { t: ray.d[1], k: 2.0 })
        }
    }
    #[derive(Clone, Differentiable)]
    struct RaysSphere {
        c: [f64; 3],
        r: f64,
    }
    #[derive(Clone, Differentiable)]
    struct RaysPlane {
        y: f64,
    }
    #[differentiable]
    impl RaysShape for RaysSphere {
        fn hit(&self, ray: &RaysRay) -> Option<f64> {
            let b = ray.o[0] * ray.d[0] - self.c[0];
            if b > 0.0 { Some(b * self.r) } else { None }
        }
        fn shade(&self, ray: &RaysRay, hit: &RaysHit) -> f64 {
            hit.t * hit.k * ray.d[2] + self.r
        }
    }
    #[differentiable]
    impl RaysShape for RaysPlane {
        fn hit(&self, _ray: &RaysRay) -> Option<f64> {
            Some(self.y)
        }
        fn shade(&self, _ray: &RaysRay, hit: &RaysHit) -> f64 {
            hit.k * self.y
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let ray = RaysRay { o: [x[0], x[1], x[2]], d: [x[3], x[4], x[5]] };
        let s = RaysSphere { c: [x[5], 0.0, x[0]], r: x[1] };
        let p = RaysPlane { y: x[2] };
        let mut t = 0.0;
        if let Some(h) = s.hit(&ray) {
            t += s.shade(&ray, &RaysHit { t: h, k: x[4] });
        }
        if let Some(h) = p.hit(&ray) {
            t *= p.shade(&ray, &RaysHit { t: h, k: x[4] });
        }
        t + s.name(&ray) + p.name(&ray)
    }
}

mod implied {
    use retrograde::prelude::*;
    #[differentiable]
    trait ImpliedSh: Differentiable
    where
        Self: Clone,
    {
        fn area(&self) -> f64;
        fn grown(&mut self, k: f64);
    }
    #[derive(Clone, Differentiable)]
    struct ImpliedSq {
        s: f64,
    }
    #[derive(Clone, Differentiable)]
    struct ImpliedRe {
        a: f64,
        b: f64,
    }
    #[differentiable]
    impl ImpliedSh for ImpliedSq {
        fn area(&self) -> f64 {
            self.s * self.s
        }
        fn grown(&mut self, k: f64) {
            self.s *= k;
        }
    }
    #[differentiable]
    impl ImpliedSh for ImpliedRe {
        fn area(&self) -> f64 {
            self.a * self.b
        }
        fn grown(&mut self, k: f64) {
            self.a += k;
        }
    }
    #[differentiable]
    fn ratio(s: &impl ImpliedSh, r: impl ImpliedSh) -> f64 {
        if s.area() > r.area() { s.area() / r.area() } else { r.area() }
    }
    #[differentiable]
    fn all(s: &[impl ImpliedSh], k: f64) -> f64 {
        s.iter().map(|v| v.area() * k).sum()
    }
    #[differentiable]
    fn grow(s: &mut impl ImpliedSh, k: f64) {
        s.grown(k);
        s.grown(2.0);
    }
    #[derive(Clone, Differentiable)]
    struct ImpliedSet {
        k: f64,
    }
    #[differentiable]
    impl ImpliedSet {
        fn times(&self, s: &impl ImpliedSh) -> f64 {
            self.k * s.area()
        }
        fn apply(&self, f: impl Fn(f64) -> f64, s: &impl ImpliedSh) -> f64 {
            f(s.area()) * self.k
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut a = ImpliedSq { s: x[0] };
        let b = ImpliedRe { a: x[1], b: x[2] };
        grow(&mut a, x[3]);
        let set = ImpliedSet { k: x[4] };
        ratio(&a, b.clone())
            + all(&[b.clone(), ImpliedRe { a: x[4], b: x[5] }], x[0])
            + set.times(&a)
            + set.apply(|v| v * x[1], &b)
    }
}

mod normals {
    use retrograde::prelude::*;
    use std::ops::*;
    #[derive(Clone, Copy, Differentiable)]
    struct NormalsV3 {
        x: f64,
        y: f64,
        z: f64,
    }
    #[differentiable]
    impl Add for NormalsV3 {
        type Output = NormalsV3;
        fn add(self, o: NormalsV3) -> NormalsV3 {
            NormalsV3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
        }
    }
    #[differentiable]
    impl Mul<f64> for NormalsV3 {
        type Output = NormalsV3;
        fn mul(self, k: f64) -> NormalsV3 {
            NormalsV3 { x: self.x * k, y: self.y * k, z: self.z * k }
        }
    }
    #[differentiable]
    impl NormalsV3 {
        fn new(x: f64, y: f64, z: f64) -> NormalsV3 {
            NormalsV3 { x, y, z }
        }
        fn len(self) -> f64 {
            (self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
        }
    }
    #[differentiable]
    fn g(p: NormalsV3, r: f64) -> f64 {
        p.len() - r
    }
    #[differentiable]
    fn normal(p: NormalsV3, r: f64, k: f64) -> NormalsV3 {
        let dx = g(p, k) - g(p, r);
        let e = 0.01;
        let dy = g(NormalsV3::new(p.x, p.y + e, p.z), r) - g(p, r);
        NormalsV3::new(dx, dy, 2.0)
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let n = normal(NormalsV3::new(x[0], x[1], x[2]), x[3], x[4]);
        n.x * n.y * x[5]
    }
}

mod simplex {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut simplex: Vec<([f64; 2], f64)> = vec![([x[0], x[1]], x[2]), ([x[3], x[4]], x[5])];
        let (ra, rb) = ([x[0] * 2.0, x[1]], x[3]);
        let (ea, eb) = ([x[5] * 2.0, x[1]], x[4]);
        simplex[0] = if rb < eb { (ra, rb) } else { (ea, eb) };
        simplex[0].0[0] * simplex[0].1 + simplex[1].0[1] * simplex[1].1
    }
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("points", points::f, &points::f::gradient(&x).1.0, &x);
        assert_eq!(points::f(&x), points::f::gradient(&x).0);
        agrees("selves", selves::f, &selves::f::gradient(&x).1.0, &x);
        assert_eq!(selves::f(&x), selves::f::gradient(&x).0);
        agrees("rays", rays::f, &rays::f::gradient(&x).1.0, &x);
        assert_eq!(rays::f(&x), rays::f::gradient(&x).0);
        agrees("implied", implied::f, &implied::f::gradient(&x).1.0, &x);
        assert_eq!(implied::f(&x), implied::f::gradient(&x).0);
        agrees("normals", normals::f, &normals::f::gradient(&x).1.0, &x);
        assert_eq!(normals::f(&x), normals::f::gradient(&x).0);
        agrees("simplex", simplex::f, &simplex::f::gradient(&x).1.0, &x);
        assert_eq!(simplex::f(&x), simplex::f::gradient(&x).0);
    }
}
