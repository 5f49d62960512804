//! Methods that are asked with references, constructors with counts, closures that change what they capture, and patterns with `..`.

use super::agrees;

mod nearest {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    struct NearestP {
        x: f64,
        y: f64,
    }
    #[differentiable]
    impl NearestP {
        fn d(&self, o: &NearestP) -> f64 {
            (self.x - o.x).powi(2) + (self.y - o.y).powi(2)
        }
    }
    #[differentiable]
    fn h(s: &[NearestP], q: &NearestP) -> f64 {
        let mut best = 100.0;
        for p in s {
            if p.d(q) < best {
                best = p.d(q);
            }
        }
        let mut t = 0.0;
        for i in 0..s.len() {
            for j in 0..i {
                if s[i].d(&s[j]) < 1.5 {
                    t += s[i].d(&s[j]);
                }
            }
        }
        best + t
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let v = vec![NearestP { x: x[0], y: x[1] }, NearestP { x: x[2], y: x[3] }];
        h(&v, &NearestP { x: x[4], y: x[5] })
    }
}

mod tensors {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct TensorsT {
        shape: Vec<usize>,
        data: Vec<f64>,
    }
    #[differentiable]
    impl TensorsT {
        fn offset(&self, idx: &[usize]) -> usize {
            let mut o = 0;
            for (k, i) in idx.iter().enumerate() {
                o = o * self.shape[k] + i;
            }
            o
        }
        fn at(&self, idx: &[usize]) -> f64 {
            self.data[self.offset(idx)]
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let t = TensorsT { shape: vec![2, 3], data: x.to_vec() };
        t.at(&[1, 2]) * t.at(&[0, 1])
    }
}

mod generic {
    use retrograde::prelude::*;
    #[differentiable]
    fn g<T: Real>(v: T) -> T {
        v * v - v
    }
    #[differentiable]
    fn h<T: Real>(v: T) -> T {
        if g(v) > v { g(v) } else { g(v) * v }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        h(x[0]) + h(x[1] * 3.0)
    }
}

mod counts {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct CountsM {
        n: usize,
        data: Vec<f64>,
    }
    #[differentiable]
    impl CountsM {
        fn new(n: usize, data: Vec<f64>) -> CountsM {
            CountsM { n, data }
        }
        fn identity(n: usize) -> CountsM {
            let mut data = vec![0.0; n * n];
            for i in 0..n {
                data[i * n + i] = 1.0;
            }
            CountsM::new(n, data)
        }
        fn tr(&self) -> f64 {
            let mut t = 0.0;
            for i in 0..self.n {
                t += self.data[i * self.n + i];
            }
            t
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m = CountsM::identity(3);
        m.data[4] = x[0] * x[1];
        m.tr() * x[2]
    }
}

mod rings {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct RingsRing<const N: usize> {
        data: [f64; N],
        at: usize,
    }
    #[differentiable]
    impl<const N: usize> RingsRing<N> {
        fn new() -> Self {
            RingsRing { data: [0.0; N], at: 0 }
        }
        fn push(&mut self, v: f64) {
            self.data[self.at] = v;
            self.at = (self.at + 1) % N;
        }
        fn mean(&self) -> f64 {
            self.data.iter().sum::<f64>() / N as f64
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut ring = RingsRing::<4>::new();
        for v in x {
            ring.push(v * v);
        }
        ring.mean() * x[0]
    }
}

mod nodes {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct NodesMesh {
        x: Vec<f64>,
        pinned: Vec<bool>,
    }
    #[differentiable]
    impl NodesMesh {
        fn add_node(&mut self, x: f64, y: f64, pinned: bool) -> usize {
            self.x.push(x * y);
            self.pinned.push(pinned);
            self.x.len() - 1
        }
    }
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut mesh = NodesMesh { x: vec![], pinned: vec![] };
        let a = mesh.add_node(x[0], x[1], true);
        let b = mesh.add_node(x[2], x[3], false);
        mesh.x[a] * mesh.x[b] + x[b]
    }
}

mod skipped {
    use retrograde::prelude::*;
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        let k: f64 = x
            .iter()
            .skip_while(|t| {
                s *= **t;
                s < 1.0
            })
            .sum();
        let mut n = 0;
        let q = x
            .iter()
            .map(|v| v * v)
            .skip_while(|t| {
                n += 1;
                *t < 1.0
            })
            .count();
        s * k + x[n % 3] * q as f64
    }
}

mod rests {
    use retrograde::prelude::*;
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let (mut a, b, mut c) = (x[0], x[1], x[2]);
        (a, ..) = (b, b * a);
        (.., c) = (a, b, c * a);
        [a, ..] = [a * c, x[2], x[3]];
        [.., c] = [a, b * c];
        a * b * c
    }
}

mod cycles {
    use retrograde::prelude::*;
    /// The value.
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        let k: f64 = x
            .iter()
            .cycle()
            .skip(2)
            .step_by(3)
            .take(5)
            .map(|t| {
                s *= t;
                s
            })
            .sum();
        s * k
    }
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("nearest", nearest::f, &nearest::f::gradient(&x).1.0, &x);
        assert_eq!(nearest::f(&x), nearest::f::gradient(&x).0);
        agrees("tensors", tensors::f, &tensors::f::gradient(&x).1.0, &x);
        assert_eq!(tensors::f(&x), tensors::f::gradient(&x).0);
        agrees("generic", generic::f, &generic::f::gradient(&x).1.0, &x);
        assert_eq!(generic::f(&x), generic::f::gradient(&x).0);
        agrees("counts", counts::f, &counts::f::gradient(&x).1.0, &x);
        assert_eq!(counts::f(&x), counts::f::gradient(&x).0);
        agrees("rings", rings::f, &rings::f::gradient(&x).1.0, &x);
        assert_eq!(rings::f(&x), rings::f::gradient(&x).0);
        agrees("nodes", nodes::f, &nodes::f::gradient(&x).1.0, &x);
        assert_eq!(nodes::f(&x), nodes::f::gradient(&x).0);
        agrees("skipped", skipped::f, &skipped::f::gradient(&x).1.0, &x);
        assert_eq!(skipped::f(&x), skipped::f::gradient(&x).0);
        agrees("rests", rests::f, &rests::f::gradient(&x).1.0, &x);
        assert_eq!(rests::f(&x), rests::f::gradient(&x).0);
        agrees("cycles", cycles::f, &cycles::f::gradient(&x).1.0, &x);
        assert_eq!(cycles::f(&x), cycles::f::gradient(&x).0);
    }
}
