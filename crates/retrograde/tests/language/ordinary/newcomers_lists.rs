//! More programs of newcomers: remainders, chosen copies, builders by value, lists in lists, options in fields, union and find, searches.

use super::agrees;

mod remainders {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = (x[1] * 3.0) % 2.0 + (-x[0]).rem_euclid(0.8);
        a * x[2] + (x[5] * 3.0) % 2.0 + (-x[2]).rem_euclid(0.8) + (x[3] * 7.0).fract()
    }
}

mod built {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct BuiltI {
        w: [f64; 2],
        b: f64,
    }
    #[derive(Clone, Default, Differentiable)]
    struct BuiltO {
        items: Vec<BuiltI>,
        k: f64,
    }
    #[differentiable]
    impl BuiltO {
        fn with(mut self, i: BuiltI) -> Self {
            self.items.push(i);
            self
        }
        fn scaled(mut self, k: f64) -> Self {
            self.k += k;
            self
        }
        fn total(&self) -> f64 {
            let mut s = self.k;
            for i in &self.items {
                s += i.w[0] * i.w[1] * i.b;
            }
            s
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let o = BuiltO::default()
            .with(BuiltI { w: [x[0], 0.5], b: x[1] })
            .with(BuiltI { w: [x[2], x[3]], b: 1.0 })
            .scaled(x[4]);
        o.total()
    }
}

mod chosen_copies {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = vec![x[0], 1.0];
        let b = vec![x[1], 2.0];
        let mut t = 0.0;
        for k in 0..2 {
            let s = if k == 0 { a.clone() } else { b.clone() };
            t += s[0] * s[1] * x[k];
            let mut u = match k {
                0 => x.to_vec(),
                _ => vec![0.5; 3],
            };
            u.push(x[2]);
            t += u[3];
        }
        t
    }
}

mod joined {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let g: Vec<Vec<f64>> = vec![vec![x[0], x[1] * x[1]], vec![x[2]]];
        let flat = g.concat();
        let w: Vec<f64> = g.concat();
        let mut s = 0.0;
        for (i, v) in flat.iter().enumerate() {
            s += v * v * i as f64;
        }
        s + w[0] * w[2] + g.concat().iter().sum::<f64>()
    }
}

mod in_chunks {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut flat = x.to_vec();
        for c in flat.chunks_mut(2) {
            let s: f64 = c.iter().sum();
            c[1] = s * s;
        }
        for (k, c) in flat.chunks_mut(3).enumerate() {
            c[0] += k as f64 * x[1];
            let s = c[0] + c[1];
            c[2] *= s;
        }
        flat.iter().map(|v| v * v).sum()
    }
}

mod arena {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct ArenaArena {
        parent: Vec<Option<usize>>,
        v: Vec<f64>,
        o: Vec<Option<f64>>,
    }
    #[differentiable]
    impl ArenaArena {
        fn new() -> ArenaArena {
            ArenaArena { parent: Vec::new(), v: vec![], o: Vec::new() }
        }
        fn add(&mut self, v: f64, p: Option<usize>) -> usize {
            self.parent.push(p);
            self.v.push(v);
            self.o.push(Some(v * 2.0));
            self.v.len() - 1
        }
        fn up(&self, i: usize) -> f64 {
            match self.parent[i] {
                Some(p) => self.v[i] * self.up(p),
                None => self.v[i],
            }
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut a = ArenaArena::new();
        let r = a.add(x[0], None);
        let c = a.add(x[1], Some(r));
        let d = a.add(x[2], Some(c));
        a.up(d)
    }
}

mod union_find {
    use retrograde::prelude::*;
    #[differentiable]
    fn find(p: &mut Vec<usize>, i: usize) -> usize {
        if p[i] != i {
            let r = find(p, p[i]);
            p[i] = r;
        }
        p[i]
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut p: Vec<usize> = (0..6).collect();
        let mut s = 0.0;
        for (i, j) in [(0, 1), (2, 3), (1, 3), (0, 2)] {
            let (a, b) = (find(&mut p, i), find(&mut p, j));
            if a != b {
                p[a] = b;
                s += x[i] * x[j];
            }
        }
        s
    }
}

mod by_value {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct ByValueM {
        a: f64,
        n: usize,
    }
    #[derive(Clone, Differentiable)]
    struct ByValueB {
        a: Option<f64>,
        n: usize,
    }
    #[differentiable]
    impl ByValueB {
        fn build(self) -> Result<ByValueM, String> {
            if self.n > 9 {
                return Err("big".to_string());
            }
            Ok(ByValueM { a: self.a.ok_or("no a".to_string())?, n: self.n })
        }
    }
    #[differentiable]
    fn build(v: Vec<f64>) -> Result<f64, String> {
        if v.is_empty() {
            return Err("empty".into());
        }
        Ok(v[0] * v[1])
    }
    #[differentiable]
    fn built(mut v: Vec<f64>, k: f64) -> Result<f64, String> {
        v[0] *= k;
        if v.is_empty() {
            return Err("empty".into());
        }
        Ok(v[0] * v[1])
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let m = ByValueB { a: Some(x[2]), n: 3 }.build().unwrap();
        build(x.to_vec()).unwrap() * x[1] + built(x.to_vec(), x[3]).unwrap() + m.a * m.a
    }
}

mod clamped_searches {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct ClampedSearchesS {
        xs: Vec<f64>,
        cs: Vec<f64>,
    }
    #[differentiable]
    impl ClampedSearchesS {
        fn eval(&self, t: f64) -> f64 {
            let i = match self.xs.binary_search_by(|v| v.partial_cmp(&t).unwrap()) {
                Ok(i) => i.min(self.cs.len() - 1),
                Err(i) => i.saturating_sub(1).min(self.cs.len() - 1),
            };
            self.cs[i] * (t - self.xs[i])
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let s = ClampedSearchesS { xs: vec![0.1, 0.5, 0.9, 1.5], cs: x.to_vec() };
        let k = {
            let a = x[2] * x[3];
            let b = a * a;
            if b > 0.1 { b + a } else { a }
        };
        s.eval(x[0]) + s.eval(x[1] * 0.5) * k
    }
}

mod guarded_texts {
    use retrograde::prelude::*;
    #[differentiable]
    fn g(name: &str, v: f64) -> f64 {
        match name {
            "alpha" => v * 2.0,
            n if n.starts_with('b') => v * v,
            _ => 0.0,
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let names = ["alpha", "beta", "gamma"];
        let mut s = 0.0;
        for (name, v) in names.iter().zip(x) {
            s += g(name, *v);
            s += match *name {
                "alpha" => v * 2.0,
                n if n.starts_with('b') => v * v,
                _ => 0.0,
            };
        }
        s
    }
}

mod edges {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    struct EdgesT {
        n: usize,
        w: Vec<f64>,
    }
    #[differentiable]
    impl EdgesT {
        fn edges(&self) -> Vec<(usize, usize, f64)> {
            let mut out = Vec::new();
            for i in 0..self.n - 1 {
                out.push((i, i + 1, self.w[i] * 2.0));
            }
            out
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let t = EdgesT { n: 4, w: x.to_vec() };
        let mut s = 0.0;
        for (a, b, w) in t.edges() {
            s += w * x[a] * x[b];
        }
        let es = t.edges();
        for &(a, b, w) in &es {
            s += w * x[a + 1] * x[b];
        }
        for e in t.edges().iter() {
            s += e.2;
        }
        s
    }
}

mod texts_by_value {
    use retrograde::prelude::*;
    #[differentiable]
    fn run(name: String, v: f64) -> f64 {
        if name == "sq" { v * v } else { v }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        run("sq".to_string(), x[0]) + run(String::from("no"), x[1])
    }
}

mod bowls {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[derive(Clone, Copy, Differentiable)]
    enum BowlsStep {
        Add(usize, f64),
        Set(usize, f64),
        Heat(f64),
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let steps = [
            BowlsStep::Add(0, x[0]),
            BowlsStep::Add(1, x[1]),
            BowlsStep::Set(2, x[2]),
            BowlsStep::Heat(x[3]),
            BowlsStep::Add(0, x[4]),
        ];
        let mut bowls: BTreeMap<usize, f64> = BTreeMap::new();
        let mut t = x[5];
        for step in &steps {
            match step {
                BowlsStep::Add(slot, amount) => *bowls.entry(*slot).or_insert(0.0) += amount * t,
                BowlsStep::Set(k, v) => {
                    bowls.insert(*k, *v);
                }
                BowlsStep::Heat(by) => t *= by,
            }
        }
        let mut s = 0.0;
        for (k, g) in &bowls {
            s += g * (1.0 + *k as f64);
        }
        s * t
    }
}

mod named_parts {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct NamedPartsPart {
        name: &'static str,
        speed: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct NamedPartsGauge {
        parts: Vec<NamedPartsPart>,
        level: f64,
    }
    const NAMED_PARTS_SPEEDS: [(&str, f64); 3] = [("O1", 0.2434), ("M2", 0.5059), ("M4", 1.0117)];
    #[differentiable]
    impl NamedPartsGauge {
        fn new(level: f64) -> Self {
            NamedPartsGauge { parts: Vec::new(), level }
        }
        fn with(&mut self, name: &'static str, a: f64) -> &mut Self {
            let speed = a * a;
            self.parts.push(NamedPartsPart { name, speed });
            self
        }
        fn height(&self, hour: f64) -> f64 {
            self.parts.iter().fold(self.level, |h, c| h + (c.speed * hour).cos())
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut gauge = NamedPartsGauge::new(x[0]);
        for (k, (name, speed)) in NAMED_PARTS_SPEEDS.iter().enumerate() {
            gauge.with(name, speed * x[k]);
        }
        gauge.height(0.5)
    }
}

mod eliminated {
    use retrograde::prelude::*;
    #[differentiable]
    fn solve(a: &mut Vec<Vec<f64>>, b: &mut Vec<f64>) -> Option<Vec<f64>> {
        let n = b.len();
        for k in 0..n {
            if a[k][k].abs() < 1e-12 {
                return None;
            }
            for i in k + 1..n {
                let f = a[i][k] / a[k][k];
                for j in k..n {
                    a[i][j] -= f * a[k][j];
                }
                b[i] -= f * b[k];
            }
        }
        let mut x = vec![0.0; n];
        for k in (0..n).rev() {
            let s: f64 = (k + 1..n).map(|j| a[k][j] * x[j]).sum();
            x[k] = (b[k] - s) / a[k][k];
        }
        Some(x)
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut a = vec![vec![3.0 + x[0], x[1]], vec![x[2], 2.0 + x[3]]];
        let mut b = vec![x[4], x[5]];
        let Some(c) = solve(&mut a, &mut b) else { return 0.0 };
        let mut m = vec![vec![2.0, x[0]], vec![0.5, 3.0]];
        let mut k = c.clone();
        let d = match solve(&mut m, &mut k) {
            Some(d) => d,
            None => return 1.0,
        };
        c[0] * c[1] + d[0] * x[1] + d[1] + b[1]
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn programs_with_lists_are_taken() {
    agrees("remainders", remainders::f, &remainders::f::gradient(&AT).1.0, &AT);
    agrees("built", built::f, &built::f::gradient(&AT).1.0, &AT);
    agrees("chosen_copies", chosen_copies::f, &chosen_copies::f::gradient(&AT).1.0, &AT);
    agrees("joined", joined::f, &joined::f::gradient(&AT).1.0, &AT);
    agrees("in_chunks", in_chunks::f, &in_chunks::f::gradient(&AT).1.0, &AT);
    agrees("arena", arena::f, &arena::f::gradient(&AT).1.0, &AT);
    agrees("union_find", union_find::f, &union_find::f::gradient(&AT).1.0, &AT);
    agrees("by_value", by_value::f, &by_value::f::gradient(&AT).1.0, &AT);
    agrees("clamped_searches", clamped_searches::f, &clamped_searches::f::gradient(&AT).1.0, &AT);
    agrees("guarded_texts", guarded_texts::f, &guarded_texts::f::gradient(&AT).1.0, &AT);
    agrees("edges", edges::f, &edges::f::gradient(&AT).1.0, &AT);
    agrees("texts_by_value", texts_by_value::f, &texts_by_value::f::gradient(&AT).1.0, &AT);
    agrees("bowls", bowls::f, &bowls::f::gradient(&AT).1.0, &AT);
    agrees("named_parts", named_parts::f, &named_parts::f::gradient(&AT).1.0, &AT);
    agrees("eliminated", eliminated::f, &eliminated::f::gradient(&AT).1.0, &AT);
}
