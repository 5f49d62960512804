//! Maps whose types are not written, maps of lists and structures, and sets.

use super::agrees;

mod untyped {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m = HashMap::new();
        for i in 0..4 {
            *m.entry(i % 2).or_insert(0.0) += x[i] * x[i];
        }
        m[&0] * m[&1]
    }
}

mod named {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut names = HashMap::new();
        names.insert("total", 2usize);
        names.insert("part", 1usize);
        let k = names["total"];
        x[k] * x[names["part"]]
    }
}

mod ordered {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m = BTreeMap::new();
        m.insert(3, x[0]);
        m.insert(1, x[1] * x[0]);
        let mut s = 0.0;
        for (k, v) in &m {
            s += v * v * (*k as f64);
        }
        s
    }
}

mod removed {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: BTreeMap<i32, f64> = BTreeMap::new();
        m.insert(1, x[0]);
        m.insert(2, x[1] * x[0]);
        m.insert(3, x[2]);
        let removed = m.remove(&1).unwrap_or(0.0);
        m.remove(&3);
        let s: f64 = m.values().sum();
        s * removed + m.len() as f64
    }
}

mod owned_texts {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut env: HashMap<String, f64> = HashMap::new();
        env.insert("a".to_string(), x[0]);
        env.insert("b".to_string(), x[1] * x[0]);
        env["a"] * env["b"]
    }
}

mod of_a_list {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let m = HashMap::from([("a", x[0]), ("b", x[1])]);
        m["a"] * m["b"] * m["b"]
    }
}

mod of_a_chain {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let m: BTreeMap<usize, f64> = x.iter().enumerate().map(|(i, v)| (i, v * v)).collect();
        m[&0] * m[&1]
    }
}

mod seen {
    use retrograde::prelude::*;
    use std::collections::HashSet;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut seen = HashSet::new();
        let mut s = 0.0;
        for i in 0..6 {
            let k = (i * i) % 4;
            if seen.insert(k) {
                s += x[i] * x[i];
            }
        }
        s * seen.len() as f64
    }
}

mod skipped {
    use retrograde::prelude::*;
    use std::collections::BTreeSet;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let skip: BTreeSet<usize> = [1, 3].into_iter().collect();
        let mut s = 0.0;
        for i in 0..6 {
            if skip.contains(&i) {
                continue;
            }
            s += x[i] * x[i];
        }
        s
    }
}

mod pairs {
    use retrograde::prelude::*;
    use std::collections::HashSet;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut seen = HashSet::new();
        let mut s = 0.0;
        for i in 0..4 {
            for j in 0..4 {
                let p = (i.min(j), i.max(j));
                if i != j && seen.insert(p) {
                    s += x[i] * x[j];
                }
            }
        }
        s * seen.len() as f64
    }
}

mod counted {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let words = ["a", "b", "a", "c", "b", "a"];
        let mut count = HashMap::new();
        for w in words {
            *count.entry(w).or_insert(0) += 1;
        }
        let mut w = HashMap::new();
        for (i, k) in words.iter().enumerate() {
            *w.entry(*k).or_insert(0.0) += x[i] * count[k] as f64;
        }
        w["a"] * w["b"] * w["c"]
    }
}

mod groups {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for i in 0..6 {
            groups.entry(i % 3).or_default().push(x[i]);
        }
        let mut s = 0.0;
        for (_, g) in &groups {
            let mut p = 1.0;
            for v in g {
                p *= v;
            }
            s += p;
        }
        s
    }
}

mod places {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for i in 0..6 {
            groups.entry(i % 3).or_insert_with(Vec::new).push(i);
        }
        let mut s = 0.0;
        for g in groups.values() {
            let mut p = 1.0;
            for v in g {
                p *= x[*v];
            }
            s += p;
        }
        s
    }
}

mod players {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[derive(Clone, Copy, Default, Differentiable)]
    pub struct PlayersPl {
        mu: f64,
        n: usize,
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: BTreeMap<usize, PlayersPl> = BTreeMap::new();
        m.insert(1, PlayersPl { mu: x[0], n: 0 });
        m.insert(4, PlayersPl { mu: x[1] * x[2], n: 2 });
        let mut s = 0.0;
        for (k, p) in &m {
            s += p.mu * p.mu * (*k + p.n) as f64;
        }
        s * m[&1].mu
    }
}

mod kept_apart {
    use retrograde::prelude::*;
    use std::collections::{BTreeMap, HashMap};
    #[derive(Clone, Differentiable)]
    pub struct KeptApartTx {
        amount: f64,
        tags: Vec<usize>,
    }
    #[differentiable]
    fn worth(v: &[f64]) -> f64 {
        let mut s = 0.0;
        for a in v {
            s += a * a;
        }
        s
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut by: BTreeMap<usize, Vec<KeptApartTx>> = BTreeMap::new();
        for i in 0..6 {
            by.entry(i % 2).or_default().push(KeptApartTx { amount: x[i], tags: vec![i] });
        }
        let mut total = 0.0;
        for (k, list) in &by {
            for t in list {
                total += t.amount * t.amount * (*k + t.tags[0]) as f64;
            }
        }
        if let Some(list) = by.get(&1) {
            total *= list[0].amount;
        }
        if let Some(list) = by.get(&9) {
            total *= list[0].amount;
        }
        if let Some(list) = by.get_mut(&0) {
            list[0].amount *= 2.0;
        }
        for list in by.values_mut() {
            list[1].amount += x[0];
        }
        let mut pairs: HashMap<&str, (f64, usize)> = HashMap::new();
        pairs.insert("a", (x[0], 1));
        pairs.insert("b", (x[1], 2));
        pairs.insert("a", (x[2] * x[1], 3));
        let mut hist: HashMap<String, Vec<f64>> = HashMap::new();
        for (i, n) in ["p", "q", "p", "r"].iter().enumerate() {
            let h = hist.entry(n.to_string()).or_insert_with(Vec::new);
            h.push(x[i]);
            if h.len() > 1 {
                h[0] *= x[4];
            }
        }
        total
            + by[&0][0].amount * by[&1][1].amount
            + pairs["a"].0 * pairs["b"].0 * pairs["a"].1 as f64
            + worth(&hist["p"]) * hist.len() as f64
    }
}

mod visited {
    use retrograde::prelude::*;
    use std::collections::{BTreeMap, BTreeSet, HashSet};
    #[differentiable]
    fn mex(v: &[usize]) -> usize {
        let set: HashSet<usize> = v.iter().copied().collect();
        let mut k = 0;
        while set.contains(&k) {
            k += 1;
        }
        k
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut frontier = BTreeSet::from([0usize]);
        let mut done: BTreeSet<usize> = BTreeSet::new();
        let next = [vec![1, 2], vec![3], vec![3], vec![4, 5], vec![], vec![0]];
        let mut cost = vec![0.0; 6];
        while !frontier.is_empty() {
            let u = *frontier.iter().next().unwrap();
            frontier.remove(&u);
            if !done.insert(u) {
                continue;
            }
            for &v in &next[u] {
                if done.contains(&v) {
                    continue;
                }
                let c = cost[u] + x[u] * x[v];
                if cost[v] == 0.0 || c < cost[v] {
                    cost[v] = c;
                }
                frontier.insert(v);
            }
        }
        let mut pred: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for u in 0..6 {
            for &v in &next[u] {
                pred.entry(v).or_insert_with(Vec::new).push(u);
            }
        }
        let mut s = 0.0;
        for (v, us) in &pred {
            let m = us.iter().map(|&u| cost[u]).fold(0.0, |a: f64, b| a + b);
            s += m * x[*v];
        }
        s + cost[5] * cost[4] + {
            let l = [0, 1, 3];
            x[mex(&l)]
        } * done.len() as f64
    }
}

mod asked {
    use retrograde::prelude::*;
    use std::collections::HashSet;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut seen: HashSet<usize> = HashSet::new();
        let mut s = 0.0;
        for i in 0..5 {
            if i % 2 == 0 && seen.insert(i % 3) {
                s += x[i];
            }
            let old = seen.remove(&1);
            if old {
                s *= x[1];
            }
            let new = seen.insert(1);
            if !new {
                s += 100.0;
            }
            if !seen.insert(i) {
                s *= 1.5;
            }
        }
        s * s
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn maps_and_sets_are_taken() {
    agrees("untyped", untyped::f, &untyped::f::gradient(&AT).1.0, &AT);
    agrees("named", named::f, &named::f::gradient(&AT).1.0, &AT);
    agrees("ordered", ordered::f, &ordered::f::gradient(&AT).1.0, &AT);
    agrees("removed", removed::f, &removed::f::gradient(&AT).1.0, &AT);
    agrees("owned_texts", owned_texts::f, &owned_texts::f::gradient(&AT).1.0, &AT);
    agrees("of_a_list", of_a_list::f, &of_a_list::f::gradient(&AT).1.0, &AT);
    agrees("of_a_chain", of_a_chain::f, &of_a_chain::f::gradient(&AT).1.0, &AT);
    agrees("seen", seen::f, &seen::f::gradient(&AT).1.0, &AT);
    agrees("skipped", skipped::f, &skipped::f::gradient(&AT).1.0, &AT);
    agrees("pairs", pairs::f, &pairs::f::gradient(&AT).1.0, &AT);
    agrees("counted", counted::f, &counted::f::gradient(&AT).1.0, &AT);
    agrees("groups", groups::f, &groups::f::gradient(&AT).1.0, &AT);
    agrees("places", places::f, &places::f::gradient(&AT).1.0, &AT);
    agrees("players", players::f, &players::f::gradient(&AT).1.0, &AT);
    agrees("kept_apart", kept_apart::f, &kept_apart::f::gradient(&AT).1.0, &AT);
    agrees("visited", visited::f, &visited::f::gradient(&AT).1.0, &AT);
    agrees("asked", asked::f, &asked::f::gradient(&AT).1.0, &AT);
}
