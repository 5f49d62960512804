//! Calls whose value nobody takes, what ordinary Rust is asked in conditions, and checkpointed loops over items.

use super::agrees;

mod dropped {
    use retrograde::prelude::*;
    #[differentiable]
    fn ad(s: &mut f64, t: f64) -> bool {
        *s *= t;
        *s > 1.0
    }
    #[differentiable]
    fn op(s: &mut f64, t: f64) -> Option<usize> {
        *s *= t;
        if *s > 1.0 { Some(2) } else { None }
    }
    #[differentiable]
    fn tu(s: &mut f64, t: f64) -> (usize, bool) {
        *s += t * t;
        (1, *s > 2.0)
    }
    #[differentiable]
    fn nu(s: &mut f64, t: f64) -> f64 {
        *s += t * t;
        *s * 2.0
    }
    #[differentiable]
    fn no(s: &mut f64) {
        *s *= 1.5;
    }
    #[derive(Clone, Differentiable)]
    struct DroppedP {
        a: f64,
        v: Vec<f64>,
    }
    #[differentiable]
    impl DroppedP {
        fn new(a: f64) -> Self {
            DroppedP { a, v: vec![] }
        }
        fn st(&mut self, t: f64) -> bool {
            self.a *= t;
            self.a > 1.0
        }
        fn ix(&mut self) -> usize {
            self.a += 1.0;
            self.v.push(self.a);
            self.v.len()
        }
    }
    #[derive(Clone, Differentiable)]
    struct DroppedW {
        p: DroppedP,
        all: Vec<DroppedP>,
    }
    #[differentiable]
    impl DroppedW {
        fn go(&mut self, k: f64) -> usize {
            self.p.st(k);
            self.all[0].ix();
            for q in self.all.iter_mut() {
                q.st(k);
            }
            3
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        ad(&mut s, x[1]);
        let _ = ad(&mut s, x[2]);
        let _c = ad(&mut s, x[3]);
        op(&mut s, x[4]);
        tu(&mut s, x[5]);
        nu(&mut s, x[1]);
        no(&mut s);
        let mut p = DroppedP::new(x[0]);
        p.st(x[3]);
        let _ = p.st(x[4]);
        p.ix();
        let _n = p.ix();
        let mut w = DroppedW { p: p.clone(), all: vec![DroppedP::new(x[1]), p.clone()] };
        w.go(x[2]);
        s * x[3] * p.a + p.v[0] + w.p.a * w.all[0].v[0] * w.all[1].a
    }
}

mod asked {
    use retrograde::prelude::*;
    macro_rules! big {
        ($a:expr, $b:expr) => {
            $a > $b
        };
    }
    macro_rules! some {
        ($v:expr) => {
            $v.iter().any(|t| *t > 1.0)
        };
    }
    #[derive(Clone, Copy, Differentiable)]
    pub struct AskedP {
        pub a: f64,
        pub b: f64,
    }
    impl AskedP {
        pub fn ct(&self) -> bool {
            self.a > 1.0
        }
        pub fn by(self, k: f64) -> usize {
            if self.b > k { 2 } else { 1 }
        }
        pub fn near(&self, o: &AskedP) -> bool {
            (self.a - o.a).abs() < 1.0
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut p = AskedP { a: x[0], b: x[1] };
        let mut q = p;
        let mut v = x.to_vec();
        let mut s = x[2];
        for k in x {
            p.a *= k;
            q.b += p.a;
            v[0] += p.a;
            s += *k;
            if p.ct() && !q.near(&p) {
                s *= x[p.by(0.5)];
            }
            if big!(s, p.a) {
                s *= 0.5;
            }
            if some!(v) && v.contains(&1.0) == false {
                v[1] *= 0.9;
            }
            if v.first() > v.last() {
                s += v[2];
            }
            if v.iter().all(|t| *t > 0.1) && v.len() > 2 && v[..2].iter().any(|t| *t > 0.1) {
                s += v[3];
            }
            if (1.0..2.0).contains(&s) {
                s += 0.1 * q.b;
            }
        }
        s * p.a + q.b * v[0] + v[1]
    }
}

mod checkpointed {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct CheckpointedP {
        pub a: f64,
        pub b: f64,
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        let v: Vec<CheckpointedP> =
            vec![CheckpointedP { a: x[1], b: x[2] }, CheckpointedP { a: x[3], b: x[4] }];
        let w: Vec<(f64, f64)> = vec![(x[1], x[2]), (x[3], x[0])];
        #[checkpoint]
        for i in 0..3 {
            for r in v.iter() {
                s += r.a * x[i];
            }
        }
        #[checkpoint]
        for _ in 0..4 {
            s = s * v.iter().map(|r| r.a).sum::<f64>() * 0.3;
            for j in 0..w.len() {
                s = s * w[j].0;
            }
        }
        s
    }
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("dropped", dropped::f, &dropped::f::gradient(&x).1.0, &x);
        assert_eq!(dropped::f(&x), dropped::f::gradient(&x).0);
        agrees("asked", asked::f, &asked::f::gradient(&x).1.0, &x);
        assert_eq!(asked::f(&x), asked::f::gradient(&x).0);
        agrees("checkpointed", checkpointed::f, &checkpointed::f::gradient(&x).1.0, &x);
        assert_eq!(checkpointed::f(&x), checkpointed::f::gradient(&x).0);
    }
}
