//! Maps and sets: what is asked of them, and keys of several kinds.

use super::agrees;

mod inserted_vectors {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: HashMap<usize, Vec<f64>> = HashMap::new();
        m.insert(1, vec![x[3]]);
        m.insert(2, vec![x[4], x[0]]);
        for i in 0..3 {
            m.insert(i + 3, vec![x[3]]);
            m.insert(i, vec![x[i], x[2]]);
        }
        m[&1][0] * m[&2][1]
    }
}

mod removed_structures {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[derive(Clone, Copy, Default, Differentiable)]
    pub struct RemovedStructuresP {
        a: f64,
        b: f64,
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: HashMap<usize, RemovedStructuresP> = HashMap::new();
        let mut t = x[5];
        m.insert(1, RemovedStructuresP { a: x[0], b: x[1] });
        m.insert(2, RemovedStructuresP { a: x[2], b: x[1] });
        if let Some(v) = m.remove(&1) {
            t += v.a * v.b;
        }
        if let Some(v) = m.remove(&1) {
            t += v.a * 100.0;
        }
        let w = m.remove(&2).unwrap();
        t * w.a + m.len() as f64
    }
}

mod removed_vectors {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: HashMap<usize, Vec<f64>> = HashMap::new();
        let mut t = x[5];
        m.insert(1, vec![x[0]]);
        m.insert(2, vec![x[1], x[2]]);
        if let Some(v) = m.remove(&1) {
            t += v[0] * v[0];
        }
        match m.remove(&2) {
            Some(w) => t * w[0] * w[1],
            None => 0.0,
        }
    }
}

mod computed_keys {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: HashMap<usize, (f64, f64)> = HashMap::new();
        let mut t = 0.0;
        for i in 0..3 {
            m.insert(i, (x[3], x[4]));
            if let Some(v) = m.get(&((i + 1) % 3)) {
                t += v.0 * v.1;
            }
        }
        t
    }
}

mod keys_by_name {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let names = ["a", "b"];
        let mut m: HashMap<&str, f64> = HashMap::new();
        for (i, k) in names.iter().enumerate() {
            m.insert(k, x[i] * x[i]);
        }
        let mut s = 0.0;
        for i in 0..2 {
            let k = names[i];
            if m.contains_key(k) {
                s += m[k] * x[3];
            }
        }
        let q = "b";
        s * m[q]
    }
}

mod owned_keys {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let names = ["a", "b"];
        let mut t = x[0];
        let mut m: BTreeMap<String, (f64, usize)> = BTreeMap::new();
        for (k, v) in m.iter() {
            t += k.len() as f64 * v.0;
        }
        let key = names[1].to_string();
        let q = m.entry(key.clone()).or_insert((x[2], 1usize));
        q.0 *= x[1];
        for (k, v) in m.iter() {
            t += k.len() as f64 * v.0;
        }
        t
    }
}

mod pairs_as_keys {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut t = x[0];
        let mut m: BTreeMap<(i32, i32), (f64, usize)> = BTreeMap::new();
        m.insert((0, 1), (x[1], 1));
        for v in m.values_mut() {
            v.0 += x[3];
        }
        for v in m.values() {
            t += v.0;
        }
        t
    }
}

mod texts_in_lists {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let words = vec!["ab", "cd", "ab"];
        let mut m: HashMap<&str, usize> = HashMap::new();
        let mut s = 0.0;
        for (i, w) in words.iter().enumerate() {
            let n = m.entry(w).or_insert(0);
            *n += 1;
            s += x[i] * *n as f64 * x[0];
        }
        s
    }
}

mod modified {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: HashMap<usize, f64> = HashMap::new();
        for i in 0..5 {
            m.entry(i % 2).and_modify(|v| *v += x[i] * x[0]).or_insert(x[i]);
        }
        m.extend([(5, x[0] * x[1]), (0, x[3])]);
        m[&0] * m[&1] * m[&5]
    }
}

mod sorted_keys {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: HashMap<usize, f64> = HashMap::new();
        for i in 0..5 {
            m.insert(i, x[i]);
        }
        let mut keys: Vec<usize> = m.keys().copied().collect();
        keys.sort();
        let mut s = 0.0;
        for k in &keys {
            s = s * x[0] + m[k] * m[k];
        }
        s
    }
}

mod changed_values {
    use retrograde::prelude::*;
    use std::collections::BTreeMap;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: BTreeMap<usize, f64> = BTreeMap::new();
        for i in 0..5 {
            m.insert(i, x[i]);
        }
        for (k, v) in &mut m {
            *v *= x[0] * *k as f64;
        }
        for v in m.values_mut() {
            *v += x[1];
        }
        for (_, v) in m.iter_mut() {
            *v = *v * *v;
        }
        m[&1] * m[&3]
    }
}

mod hashed {
    use retrograde::prelude::*;
    use std::collections::{HashMap, HashSet};
    #[differentiable]
    fn merge(m: &mut HashMap<String, f64>, o: &HashMap<String, f64>, k: f64) {
        for (n, v) in o {
            *m.entry(n.clone()).or_insert(0.0) += v * k;
        }
        for v in m.values_mut() {
            *v *= k;
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut a: HashMap<String, f64> = HashMap::new();
        let mut b: HashMap<String, f64> = HashMap::new();
        for i in 0..6 {
            a.insert(format!("n{}", i % 4), x[i]);
            b.insert(format!("n{}", i), x[i] * x[0]);
        }
        merge(&mut a, &b, x[1]);
        let mut s = 0.0;
        for (_, v) in &a {
            s += v * v;
        }
        let mut seen = HashSet::new();
        for i in 0..5usize {
            seen.insert(i % 3);
        }
        for k in &seen {
            s += x[*k] * s;
        }
        let best = a.values().fold(0.0f64, |p, q| p.max(*q));
        s * best
    }
}

mod searched {
    use retrograde::prelude::*;
    use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let adj = vec![vec![1, 2], vec![3], vec![3, 4], vec![5], vec![5], vec![]];
        let mut dist = vec![f64::INFINITY; 6];
        dist[0] = x[0];
        let mut seen: HashSet<usize> = HashSet::new();
        let mut q = VecDeque::new();
        q.push_back(0);
        seen.insert(0);
        while let Some(u) = q.pop_front() {
            for &v in &adj[u] {
                let d = dist[u] + x[v] * x[u];
                if d < dist[v] {
                    dist[v] = d;
                }
                if !seen.contains(&v) {
                    seen.insert(v);
                    q.push_back(v);
                }
            }
        }
        let mut names: HashMap<String, f64> = HashMap::new();
        names.insert("a".into(), dist[3]);
        names.insert(String::from("b"), dist[4]);
        let order: BTreeSet<usize> = seen.iter().copied().collect();
        let mut s = 0.0;
        for k in &order {
            s += dist[*k] * (*k as f64 + 1.0);
        }
        s * names["a"] + names["b"] * names.get("c").copied().unwrap_or(x[5])
    }
}

mod counted_keys {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[derive(Clone, Copy, Default, Differentiable)]
    pub struct CountedKeysP {
        a: f64,
        b: f64,
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let ids = [0usize, 1, 0, 2];
        let mut m = HashMap::new();
        m.insert(0usize, CountedKeysP { a: x[0], b: x[4] });
        let mut w = 0usize;
        while w < 4 {
            for _ in 0..5 {
                let k: usize = ids[w];
                if let Some(q) = m.get_mut(&k) {
                    q.a += x[1] * q.b;
                }
            }
            w += 1;
        }
        m[&0].a * m[&0].b
    }
}

mod computed_twice {
    use retrograde::prelude::*;
    use std::collections::HashMap;
    #[derive(Clone, Copy, Default, Differentiable)]
    pub struct ComputedTwiceP {
        a: f64,
        b: f64,
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let ids = [0usize, 1, 0, 2];
        let mut m = HashMap::new();
        m.insert(0usize, ComputedTwiceP { a: x[0], b: x[4] });
        let mut w = 0usize;
        while w < 4 {
            let k: usize = ids[w];
            for _ in 0..5 {
                let k2: usize = w * 2;
                if let Some(q) = m.get_mut(&k) {
                    q.a += x[1] * q.b;
                }
                if let Some(q) = m.get_mut(&k2) {
                    q.b *= x[2];
                }
            }
            w += 1;
        }
        m[&0].a * m[&0].b
    }
}

mod in_order {
    use retrograde::prelude::*;
    use std::collections::{BTreeMap, HashMap};
    #[derive(Clone, Default, Differentiable)]
    pub struct InOrderP {
        a: f64,
        b: f64,
    }
    #[differentiable]
    fn next(s: &mut f64) -> f64 {
        *s *= 1.5;
        *s
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut m: BTreeMap<usize, InOrderP> = BTreeMap::new();
        let mut n: HashMap<usize, f64> = HashMap::new();
        let mut s = x[0];
        for i in 0..5 {
            m.entry(i % 3).or_default().a += m.len() as f64 * x[i];
            m.entry(i % 2).or_insert(InOrderP { a: next(&mut s), b: x[1] }).b *= x[2];
            *n.entry(i % 2).or_insert(next(&mut s)) += x[3];
            m.entry(i).or_default().b = m.len() as f64 + x[4];
        }
        let mut t = s;
        for (k, p) in &m {
            t += p.a * p.b * (*k + 1) as f64;
        }
        t + n[&0] * n[&1]
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn more_of_maps_and_sets_is_taken() {
    agrees("inserted_vectors", inserted_vectors::f, &inserted_vectors::f::gradient(&AT).1.0, &AT);
    agrees("removed_structures", removed_structures::f, &removed_structures::f::gradient(&AT).1.0, &AT);
    agrees("removed_vectors", removed_vectors::f, &removed_vectors::f::gradient(&AT).1.0, &AT);
    agrees("computed_keys", computed_keys::f, &computed_keys::f::gradient(&AT).1.0, &AT);
    agrees("keys_by_name", keys_by_name::f, &keys_by_name::f::gradient(&AT).1.0, &AT);
    agrees("owned_keys", owned_keys::f, &owned_keys::f::gradient(&AT).1.0, &AT);
    agrees("pairs_as_keys", pairs_as_keys::f, &pairs_as_keys::f::gradient(&AT).1.0, &AT);
    agrees("texts_in_lists", texts_in_lists::f, &texts_in_lists::f::gradient(&AT).1.0, &AT);
    agrees("modified", modified::f, &modified::f::gradient(&AT).1.0, &AT);
    agrees("sorted_keys", sorted_keys::f, &sorted_keys::f::gradient(&AT).1.0, &AT);
    agrees("changed_values", changed_values::f, &changed_values::f::gradient(&AT).1.0, &AT);
    agrees("hashed", hashed::f, &hashed::f::gradient(&AT).1.0, &AT);
    agrees("searched", searched::f, &searched::f::gradient(&AT).1.0, &AT);
    agrees("counted_keys", counted_keys::f, &counted_keys::f::gradient(&AT).1.0, &AT);
    agrees("computed_twice", computed_twice::f, &computed_twice::f::gradient(&AT).1.0, &AT);
    agrees("in_order", in_order::f, &in_order::f::gradient(&AT).1.0, &AT);
}
