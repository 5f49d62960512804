//! Whole programs of people who do not know the library: what of them was refused once.

use super::agrees;

mod hits {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    struct HitsHit {
        t: f64,
        n: f64,
    }
    #[differentiable]
    fn hit(a: f64, b: f64) -> Option<HitsHit> {
        if a < 0.0 {
            return None;
        }
        Some(HitsHit { t: a * b, n: b })
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        match hit(x[0], x[1]) {
            Some(h) => h.t + h.n * h.n,
            None => 0.0,
        }
    }
}

mod taken_out {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct TakenOutPoly {
        cs: Vec<f64>,
    }
    #[differentiable]
    impl TakenOutPoly {
        fn eval(&self, t: f64) -> f64 {
            let mut s = 0.0;
            for c in &self.cs {
                s = s * t + c;
            }
            s
        }
    }
    #[differentiable]
    fn solve(a: f64, b: f64) -> Option<Vec<f64>> {
        if a == 0.0 {
            return None;
        }
        Some(vec![b / a, a])
    }
    #[differentiable]
    fn poly(a: f64, b: f64) -> Result<TakenOutPoly, String> {
        if a == 0.0 {
            return Err("no".to_string());
        }
        Ok(TakenOutPoly { cs: vec![b / a, a] })
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let u = match solve(x[0], x[1]) {
            Some(u) => u,
            None => return 0.0,
        };
        let Some(v) = solve(x[1], x[2]) else { return 1.0 };
        let p = match poly(x[3], x[4]) {
            Ok(s) => s,
            Err(_) => return 0.0,
        };
        let w = if let Some(w) = solve(x[1], x[5]) { w } else { return 2.0 };
        u[0] * u[1] + u[0].exp() + v[0] * v[1] + p.eval(x[2]) + w[1] * w[0]
    }
}

mod filled_by_name {
    use retrograde::prelude::*;
    const FILLED_BY_NAME_FAR: f64 = 1e3;
    #[differentiable]
    fn bigger(a: f64, b: f64) -> f64 {
        if a > b { a } else { b }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        const FILLED_BY_NAME_NEG: f64 = -1e3;
        const FILLED_BY_NAME_W: [f64; 2] = [1.0, 2.0];
        let mut a = vec![vec![FILLED_BY_NAME_NEG; 3]; 2];
        a[0][0] = x[0];
        a[1][1] = bigger(a[0][0] * x[1], a[0][1]);
        let mut b = [FILLED_BY_NAME_FAR; 2];
        b[1] = x[2];
        a[1][1] + b[1] * FILLED_BY_NAME_W[1]
    }
}

mod variants_in_tuples {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    enum VariantsInTuplesPolicy {
        Lock { s: f64 },
        Vacc { rate: f64 },
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let plan = vec![
            (5, VariantsInTuplesPolicy::Lock { s: x[0] }),
            (12, VariantsInTuplesPolicy::Vacc { rate: x[1] }),
        ];
        let mut t = 0.0;
        for (day, p) in plan.iter() {
            t += *day as f64
                * match p {
                    VariantsInTuplesPolicy::Lock { s } => s * s,
                    VariantsInTuplesPolicy::Vacc { rate } => *rate,
                };
        }
        t
    }
}

mod lists_of_methods {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct ListsOfMethodsL {
        h: [f64; 2],
        w: f64,
    }
    #[differentiable]
    impl ListsOfMethodsL {
        fn step(&mut self, x: f64) -> [f64; 2] {
            self.h = [self.h[1] * self.w, x];
            self.h
        }
        fn run(&mut self, seq: &[f64]) -> Vec<[f64; 2]> {
            seq.iter().map(|&x| self.step(x)).collect()
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut l = ListsOfMethodsL { h: [0.0; 2], w: x[0] };
        let states = l.run(&[1.0, x[1], 3.0]);
        let mut t = 0.0;
        for (k, h) in states.iter().enumerate() {
            t += h[0] * h[1] * k as f64;
        }
        t
    }
}

mod constant_makers {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    struct ConstantMakersZ {
        re: f64,
        im: f64,
    }
    #[differentiable]
    impl ConstantMakersZ {
        pub const fn new(re: f64, im: f64) -> Self {
            ConstantMakersZ { re, im }
        }
        const CONSTANT_MAKERS_ONE: ConstantMakersZ = ConstantMakersZ::new(1.0, 0.0);
        fn abs2(&self) -> f64 {
            self.re * self.re + self.im * self.im
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let z = ConstantMakersZ::new(x[0], x[1]);
        let o = ConstantMakersZ::CONSTANT_MAKERS_ONE;
        z.abs2() * ConstantMakersZ::CONSTANT_MAKERS_ONE.re
            + o.re * x[2]
            + ConstantMakersZ::CONSTANT_MAKERS_ONE.abs2() * x[3]
    }
}

mod adjacent {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct AdjacentG {
        adj: Vec<Vec<(usize, f64)>>,
    }
    #[differentiable]
    impl AdjacentG {
        fn new(n: usize) -> AdjacentG {
            AdjacentG { adj: vec![Vec::new(); n] }
        }
        fn edge(&mut self, a: usize, b: usize, w: f64) {
            self.adj[a].push((b, w));
            self.adj[b].push((a, w * 2.0));
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut g = AdjacentG::new(3);
        g.edge(0, 1, x[0]);
        g.edge(1, 2, x[1] * x[2]);
        let mut s = 0.0;
        for (i, l) in g.adj.iter().enumerate() {
            for (j, w) in l {
                s += w * x[i] * x[*j];
            }
        }
        s
    }
}

mod rows_that_grow {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct RowsThatGrowG {
        rows: Vec<Vec<f64>>,
        deep: Vec<Vec<Vec<f64>>>,
    }
    #[differentiable]
    impl RowsThatGrowG {
        fn new(n: usize) -> RowsThatGrowG {
            RowsThatGrowG { rows: vec![vec![]; n], deep: vec![vec![vec![1.0]; 2]; 2] }
        }
        fn add(&mut self, i: usize, v: f64) {
            self.rows[i].push(v * v);
            self.deep[i % 2][0].push(v + 1.0);
            if self.rows[i].len() > 2 {
                let p = self.rows[i].pop().unwrap();
                self.rows[0].push(p * 2.0);
            }
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut g = RowsThatGrowG::new(4);
        for (i, v) in x.iter().enumerate() {
            g.add(i % 4, *v);
            g.add((i + 1) % 4, v * 0.5);
        }
        g.rows[1].push(x[3]);
        let mut s: f64 = 0.0;
        for r in &g.rows {
            for v in r {
                s += v * s.sin() + v;
            }
        }
        for a in &g.deep {
            for b in a {
                s += b.iter().map(|v| v * v).sum::<f64>();
            }
        }
        s
    }
}

mod layers {
    use retrograde::prelude::*;
    #[derive(Clone, Default, Differentiable)]
    struct LayersT {
        shape: [usize; 2],
        data: Vec<f64>,
    }
    #[differentiable]
    impl LayersT {
        fn zeros(shape: [usize; 2]) -> LayersT {
            LayersT { shape, data: vec![0.0; shape[0] * shape[1]] }
        }
    }
    #[derive(Differentiable)]
    enum LayersL {
        Conv(f64),
        Pool(usize),
        Scale(f64),
    }
    #[differentiable]
    fn apply(layer: &LayersL, t: LayersT) -> LayersT {
        match layer {
            LayersL::Conv(k) => {
                let [h, w] = t.shape;
                let mut out = LayersT::zeros([h, w]);
                for y in 0..h {
                    for x in 0..w {
                        out.data[y * w + x] = k * t.data[y * w + x];
                    }
                }
                out
            }
            LayersL::Pool(n) => {
                let [h, w] = t.shape;
                let mut out = LayersT::zeros([h / n, w]);
                for y in 0..h / n {
                    for x in 0..w {
                        out.data[y * w + x] = t.data[y * n * w + x] * 2.0;
                    }
                }
                out
            }
            LayersL::Scale(s) => LayersT { shape: t.shape, data: t.data.iter().map(|v| v * s).collect() },
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut t = LayersT { shape: [2, 1], data: x.to_vec() };
        for l in &[LayersL::Conv(2.0), LayersL::Scale(x[0]), LayersL::Pool(2)] {
            t = apply(l, t);
        }
        t.data[0] * t.data[0]
    }
}

mod priced {
    use retrograde::prelude::*;
    #[differentiable]
    pub trait PricedPricer {
        fn price(&self, s: f64) -> f64;
        fn twice(&self, s: f64) -> f64 {
            2.0 * self.price(s)
        }
    }
    #[derive(Differentiable)]
    struct PricedCall {
        k: f64,
        name: &'static str,
    }
    #[derive(Clone, Differentiable)]
    struct PricedKf {
        x: [f64; 2],
        p: f64,
    }
    #[differentiable]
    impl PricedPricer for PricedCall {
        fn price(&self, s: f64) -> f64 {
            (s - self.k).exp()
        }
    }
    #[differentiable]
    impl PricedKf {
        fn step(&mut self, z: f64) {
            self.x[0] += self.p * (z - self.x[0]);
            self.x[1] *= self.p;
            self.p *= 0.9;
        }
        fn out(&self) -> f64 {
            self.x[0] * self.x[1]
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let c = PricedCall { k: x[0], name: "call" };
        let mut k = PricedKf { x: [x[1], x[2]], p: x[3] };
        for z in x {
            k.step(*z);
        }
        c.twice(x[1]) * k.out()
    }
}

mod compared {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct ComparedG {
        goal: (i32, i32),
        r: f64,
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let g = ComparedG { goal: (1, 1), r: x[0] };
        let mut t = 0.0;
        for i in 0..3 {
            for j in 0..3 {
                let (a, b) = (i - 1, j);
                if (a, b) == g.goal {
                    t += g.r * g.r;
                } else {
                    t += x[1] * j as f64;
                }
                if (a, b) != (0, 1) && (a + 1, b) == (1, 2) {
                    t *= x[2];
                }
            }
        }
        t
    }
}

mod lent_options {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct LentOptionsT {
        v: f64,
    }
    #[differentiable]
    fn apply(k: &Option<usize>, t: &LentOptionsT) -> LentOptionsT {
        match k {
            Some(n) => LentOptionsT { v: t.v * *n as f64 },
            None => LentOptionsT { v: t.v * t.v },
        }
    }
    #[differentiable]
    fn q(k: &Option<f64>, t: f64) -> f64 {
        match k {
            Some(n) => n * t,
            None => t,
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let t = LentOptionsT { v: x[0] };
        let a = Some(3);
        let o = if x[1] > 0.5 { Some(x[1]) } else { None };
        apply(&None, &t).v + apply(&Some(2), &t).v + apply(&a, &t).v * q(&o, x[2]) + q(&Some(x[0]), x[3])
    }
}

mod flattened {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct FlattenedN {
        v: f64,
        children: [Option<usize>; 2],
    }
    #[differentiable]
    fn total(nodes: &[FlattenedN], i: usize) -> f64 {
        let n = &nodes[i];
        n.v * n.v + n.children.iter().flatten().map(|&c| total(nodes, c)).sum::<f64>()
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let nodes = vec![
            FlattenedN { v: x[0], children: [Some(1), None] },
            FlattenedN { v: x[1] * x[0], children: [None, None] },
        ];
        total(&nodes, 0)
    }
}

mod flattened_heads {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct FlattenedHeadsN {
        v: f64,
        children: [Option<usize>; 2],
    }
    #[differentiable]
    fn total(nodes: &[FlattenedHeadsN], i: usize) -> f64 {
        let n = &nodes[i];
        let mut s = n.v * n.v;
        for c in n.children.iter().flatten() {
            s += total(nodes, *c);
        }
        for c in &n.children {
            if let Some(c) = c {
                s += nodes[*c].v;
            }
        }
        s
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let nodes = vec![
            FlattenedHeadsN { v: x[0], children: [Some(1), None] },
            FlattenedHeadsN { v: x[1] * x[0], children: [None, None] },
        ];
        total(&nodes, 0)
    }
}

mod lent_structures {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    struct LentStructuresQ {
        a: f64,
        b: f64,
    }
    #[differentiable]
    fn opt(q: &Option<LentStructuresQ>, x: f64) -> f64 {
        match q {
            Some(q) => q.a * x + q.b,
            None => x,
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let q = if x[0] > 0.6 { Some(LentStructuresQ { a: x[0], b: x[1] * x[2] }) } else { None };
        opt(&q, x[3]) + opt(&None, x[4]) + opt(&Some(LentStructuresQ { a: 1.0, b: x[5] }), 2.0)
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn programs_of_newcomers_are_taken() {
    agrees("hits", hits::f, &hits::f::gradient(&AT).1.0, &AT);
    agrees("taken_out", taken_out::f, &taken_out::f::gradient(&AT).1.0, &AT);
    agrees("filled_by_name", filled_by_name::f, &filled_by_name::f::gradient(&AT).1.0, &AT);
    agrees("variants_in_tuples", variants_in_tuples::f, &variants_in_tuples::f::gradient(&AT).1.0, &AT);
    agrees("lists_of_methods", lists_of_methods::f, &lists_of_methods::f::gradient(&AT).1.0, &AT);
    agrees("constant_makers", constant_makers::f, &constant_makers::f::gradient(&AT).1.0, &AT);
    agrees("adjacent", adjacent::f, &adjacent::f::gradient(&AT).1.0, &AT);
    agrees("rows_that_grow", rows_that_grow::f, &rows_that_grow::f::gradient(&AT).1.0, &AT);
    agrees("layers", layers::f, &layers::f::gradient(&AT).1.0, &AT);
    agrees("priced", priced::f, &priced::f::gradient(&AT).1.0, &AT);
    agrees("compared", compared::f, &compared::f::gradient(&AT).1.0, &AT);
    agrees("lent_options", lent_options::f, &lent_options::f::gradient(&AT).1.0, &AT);
    agrees("flattened", flattened::f, &flattened::f::gradient(&AT).1.0, &AT);
    agrees("flattened_heads", flattened_heads::f, &flattened_heads::f::gradient(&AT).1.0, &AT);
    agrees("lent_structures", lent_structures::f, &lent_structures::f::gradient(&AT).1.0, &AT);
}
