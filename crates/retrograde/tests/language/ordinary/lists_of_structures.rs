//! Vectors of structures and options of structures as parameters, lists that a function of the file returns.

use super::agrees;

mod grown {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct GrownP {
        pub x: f64,
        pub v: f64,
    }
    #[differentiable]
    pub fn shuffle(ps: &mut Vec<GrownP>, k: f64) {
        ps.swap(0, 2);
        ps.push(GrownP { x: k, v: 1.0 });
        let last = ps.len() - 1;
        ps[last].v += ps[0].x * k;
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut ps: Vec<GrownP> = Vec::new();
        for i in 0..3 {
            ps.push(GrownP { x: x[i], v: x[i + 3] });
        }
        shuffle(&mut ps, x[1] * x[2]);
        let mut s = 0.0;
        for p in &ps {
            s += p.x * p.v * p.v;
        }
        s
    }
}

mod emptied {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct EmptiedP {
        pub x: f64,
        pub v: f64,
    }
    #[differentiable]
    pub fn sort(ps: &mut Vec<EmptiedP>) {
        for i in 0..ps.len() {
            for j in (i + 1)..ps.len() {
                if ps[j].x < ps[i].x {
                    ps.swap(i, j);
                }
            }
        }
    }
    #[differentiable]
    pub fn take(ps: &mut Vec<EmptiedP>) -> f64 {
        let mut s = 0.0;
        while let Some(p) = ps.pop() {
            s = s * p.v + p.x;
        }
        s
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut ps =
            vec![EmptiedP { x: x[0], v: x[3] }, EmptiedP { x: x[1], v: x[4] }, EmptiedP { x: x[2], v: x[5] }];
        sort(&mut ps);
        take(&mut ps)
    }
}

mod popped {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct PoppedP {
        pub x: f64,
        pub v: f64,
    }
    #[differentiable]
    pub fn g(ps: &mut Vec<PoppedP>) -> f64 {
        let p = ps.pop().unwrap();
        p.x * p.v
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut ps =
            vec![PoppedP { x: x[0], v: x[3] }, PoppedP { x: x[1], v: x[4] }, PoppedP { x: x[2], v: x[5] }];
        g(&mut ps) * ps[0].x * ps[1].v
    }
}

mod turned {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct TurnedP {
        pub x: f64,
        pub v: f64,
    }
    #[differentiable]
    pub fn g(ps: &mut Vec<TurnedP>) {
        ps.swap(0, 2);
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut ps =
            vec![TurnedP { x: x[0], v: x[3] }, TurnedP { x: x[1], v: x[4] }, TurnedP { x: x[2], v: x[5] }];
        g(&mut ps);
        ps[0].x * ps[1].v
    }
}

mod chosen {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct ChosenP {
        pub x: f64,
        pub v: f64,
    }
    #[differentiable]
    pub fn g(p: Option<ChosenP>, d: f64) -> f64 {
        p.map_or(d, |p| p.x * p.v)
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        g(Some(ChosenP { x: x[0], v: x[1] }), x[2]) + g(None, x[3]) * x[4]
    }
}

mod opened {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    pub struct OpenedP {
        pub x: f64,
        pub v: f64,
    }
    #[derive(Clone, Differentiable)]
    pub struct OpenedQ {
        pub w: Vec<f64>,
        pub p: OpenedP,
    }
    #[differentiable]
    pub fn g2(p: Option<OpenedP>, d: f64) -> f64 {
        match p {
            Some(p) if p.x > 0.5 => p.x * p.v,
            Some(q) => q.v,
            None => d,
        }
    }
    #[differentiable]
    pub fn g3(p: Option<OpenedQ>, d: f64) -> f64 {
        let mut s = d;
        if let Some(q) = p {
            for w in &q.w {
                s += w * q.p.x;
            }
        }
        s
    }
    #[differentiable]
    pub fn g4(p: Option<OpenedP>) -> f64 {
        p.unwrap().x
    }
    #[differentiable]
    pub fn g5(p: Option<OpenedP>) -> Option<f64> {
        let q = p?;
        Some(q.x * q.v)
    }
    #[differentiable]
    pub fn g6(a: Option<OpenedP>, b: Option<OpenedP>) -> OpenedP {
        let mut best = OpenedP { x: 0.0, v: 1.0 };
        if let Some(q) = a {
            if q.x > best.x {
                best = q;
            }
        }
        if let Some(q) = b {
            if q.x > best.x {
                best = q;
            }
        }
        best
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let p = OpenedP { x: x[0], v: x[1] };
        let a = g2(Some(p), x[2]) + g2(None, x[3] * x[4]);
        let b = g3(Some(OpenedQ { w: vec![x[2], x[3]], p: p }), x[5]);
        let c = g4(Some(OpenedP { x: x[5] * x[1], v: 1.0 }));
        let d = g5(Some(p)).unwrap_or(1.0);
        let e = g6(Some(p), Some(OpenedP { x: x[1] * x[2], v: x[3] }));
        a * b + c * d + e.x * e.v
    }
}

mod assembled {
    use retrograde::prelude::*;
    #[differentiable]
    fn assemble(x: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = x.len() / 2;
        let mut a = vec![0.0; n];
        let mut b = vec![0.0; n];
        for i in 0..n {
            a[i] = x[i] * x[i + n];
            b[i] = x[i].sin();
        }
        (a, b)
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let (mut a, b) = assemble(x);
        for i in 1..a.len() {
            a[i] -= b[i - 1] * a[i - 1];
        }
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * b[i];
        }
        s
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn lists_and_options_of_structures_are_parameters() {
    agrees("grown", grown::f, &grown::f::gradient(&AT).1.0, &AT);
    agrees("emptied", emptied::f, &emptied::f::gradient(&AT).1.0, &AT);
    agrees("popped", popped::f, &popped::f::gradient(&AT).1.0, &AT);
    agrees("turned", turned::f, &turned::f::gradient(&AT).1.0, &AT);
    agrees("chosen", chosen::f, &chosen::f::gradient(&AT).1.0, &AT);
    agrees("opened", opened::f, &opened::f::gradient(&AT).1.0, &AT);
    agrees("assembled", assembled::f, &assembled::f::gradient(&AT).1.0, &AT);
}
