//! Parameters that move on as a whole, of which the function names exact parts only: they have cotangents.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct P {
    x: f64,
    n: usize,
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct W {
    p: P,
    k: usize,
}
#[differentiable]
fn chosen(p: P, q: &P, w: f64) -> f64 {
    let s = if q.n > 3 { *q } else { p };
    s.x * p.x * w
}
#[differentiable]
fn in_a_list(q: &P, w: f64) -> f64 {
    let a = [*q, P { x: w, n: q.n }];
    a[0].x * a[1].x
}
#[differentiable]
fn repeated(q: &P, w: f64) -> f64 {
    let a = [*q; 3];
    a[0].x * w + q.n as f64
}
#[differentiable]
fn repeated_on_the_heap(q: &P, w: f64) -> f64 {
    let a = vec![*q; 2];
    a[0].x * w + q.n as f64
}
#[differentiable]
fn pushed(q: &P, w: f64) -> f64 {
    let mut a = Vec::new();
    a.push(*q);
    a.push(P { x: w, n: q.n });
    a[0].x * a[1].x
}
#[differentiable]
fn in_a_structure(q: &P, w: f64) -> f64 {
    let h = W { p: *q, k: q.n };
    h.p.x * w * h.k as f64
}
#[differentiable]
fn moved_into_a_structure(q: P, w: f64) -> f64 {
    let h = W { p: q, k: q.n };
    h.p.x * w * h.k as f64
}
#[differentiable]
fn total(a: &[P]) -> f64 {
    let mut s = 0.0;
    for p in a {
        s += p.x * p.x;
    }
    s
}
#[differentiable]
fn handed_on(q: &P, w: f64) -> f64 {
    total(&[*q, *q]) * w * q.n as f64
}
#[differentiable]
fn returned(q: &P) -> (P, usize) {
    (*q, q.n)
}
#[differentiable]
fn nested(q: &P, w: f64) -> f64 {
    let t = ((*q, 1), q.n);
    t.0.0.x * w * t.1 as f64
}
#[differentiable]
fn best(q: &[P], w: f64) -> f64 {
    let mut best = q[0];
    for p in q {
        if p.n > best.n {
            best = *p;
        }
    }
    best.x * w
}
#[differentiable]
fn asked(q: &P, w: f64) -> f64 {
    if q.n > 2 { w } else { w * w }
}
#[differentiable]
fn counted(q: &P, w: f64) -> f64 {
    let n = q.n;
    let m = n + 1;
    w * m as f64
}
#[differentiable]
fn vector_of(q: P, w: f64) -> f64 {
    let v = vec![q; 2];
    total(&v) * w * q.n as f64
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Outer {
    a: P,
    b: P,
    k: usize,
}
#[differentiable]
fn part_chosen(o: &Outer, v: f64) -> f64 {
    let s = if o.k > 1 { o.a } else { o.b };
    s.x * v
}
#[differentiable]
fn parts_listed(o: &Outer, v: f64) -> f64 {
    let t = [o.a, o.b];
    t[o.k % 2].x * v
}
#[differentiable]
fn parts_counted(o: &Outer, v: f64) -> f64 {
    let n = o.k;
    let m = o.a.n;
    v * (n + m) as f64
}

#[differentiable]
fn one_of_two(q: &[P], v: f64) -> f64 {
    let s = if q[0].n > 1 { q[1] } else { q[0] };
    s.x * v
}
#[differentiable]
fn filtered(q: &[P], v: f64) -> f64 {
    let a: Vec<P> = q.iter().filter(|p| p.n > 1).copied().collect();
    a[0].x * v
}
#[differentiable]
fn by_a_pattern(q: &[P], v: f64) -> f64 {
    if let [a, b, ..] = q {
        let s = if a.n > b.n { *a } else { *b };
        s.x * v
    } else {
        v
    }
}
#[differentiable]
fn pushed_elements(q: &[P], v: f64) -> f64 {
    let mut a = Vec::new();
    for p in q {
        if p.n > 1 {
            a.push(*p);
        }
    }
    a[0].x * v
}
#[differentiable]
fn state_copied(q: &mut P, v: f64) -> f64 {
    q.n += 1;
    let s = if q.n > 1 { *q } else { P { x: v, n: 0 } };
    s.x * v
}
#[differentiable]
fn state_of_a_caller(x: f64, w: f64) -> f64 {
    let mut q = P { x: w, n: 2 };
    let a = state_copied(&mut q, x);
    a + q.x * q.n as f64
}
#[differentiable]
fn listed(q: &[P], v: f64) -> f64 {
    let t = [q[1], q[0]];
    t[q[0].n % 2].x * v
}
#[differentiable]
fn listed_part(q: &[P], v: f64) -> f64 {
    let r = &q[1..];
    let t = [r[0], r[1]];
    t[q[0].n % 2].x * v
}
#[differentiable]
fn repeated_element(q: &[P], k: usize, v: f64) -> f64 {
    if let Some(p) = q.get(k) {
        let t = [*p; 2];
        t[1].x * v * p.n as f64
    } else {
        v
    }
}
#[reversible]
fn strict_choice(p: &P, q: &P) -> f64 {
    let s = if q.n > p.n { *q } else { *p };
    s.x * 2.0
}
#[reversible]
fn strict_structure(p: &P) -> W {
    W { p: *p, k: p.n }
}
#[reversible]
fn strict_pair(p: &P) -> (P, usize) {
    (*p, p.n)
}
#[differentiable]
fn of_strict_ones(x: f64) -> f64 {
    let p = P { x, n: 3 };
    let w: W = strict_structure(&p);
    let (t, k): (P, usize) = strict_pair(&p);
    w.p.x * t.x * k as f64
}
#[differentiable]
impl P {
    fn list(&self) -> f64 {
        let k = self.n;
        let a = [*self, P { x: 1.0, n: k }];
        a[k % 2].x
    }
}
#[differentiable]
fn method_of(x: f64) -> f64 {
    let p = P { x, n: 2 };
    p.list() * x
}
#[test]
fn a_parameter_that_moves_on_has_a_cotangent() {
    let q = P { x: 1.3, n: 5 };
    let p = P { x: 0.4, n: 2 };
    let bar = |b: &PShadow<f64>| b.x;
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    let (_, (pb, qb, _)) = chosen::gradient(p, &q, 0.7);
    close(bar(&qb), p.x * 0.7);
    close(bar(&pb), q.x * 0.7);
    close(bar(&in_a_list::gradient(&q, 0.7).1.0), 0.7);
    close(bar(&repeated::gradient(&q, 0.7).1.0), 0.7);
    close(bar(&repeated_on_the_heap::gradient(&q, 0.7).1.0), 0.7);
    close(bar(&pushed::gradient(&q, 0.7).1.0), 0.7);
    close(bar(&in_a_structure::gradient(&q, 0.7).1.0), 3.5);
    close(bar(&moved_into_a_structure::gradient(q, 0.7).1.0), 3.5);
    close(bar(&handed_on::gradient(&q, 0.7).1.0), 4.0 * 1.3 * 3.5);
    close(bar(&nested::gradient(&q, 0.7).1.0), 3.5);
    close(bar(&best::gradient(&[p, q], 0.7).1.0[1]), 0.7);
    close(bar(&vector_of::gradient(q, 0.7).1.0), 4.0 * 1.3 * 3.5);
    returned::check(&q).unwrap();
    chosen::check(p, &q, 0.7).unwrap();
    in_a_structure::check(&q, 0.7).unwrap();
    handed_on::check(&q, 0.7).unwrap();
    best::check(&[p, q], 0.7).unwrap();
    assert_eq!(asked::gradient(&q, 0.7).1, (1.0,));
    assert_eq!(counted::gradient(&q, 0.7).1, (6.0,));
    let o = Outer { a: q, b: p, k: 2 };
    close(bar(&part_chosen::gradient(&o, 0.7).1.0.a), 0.7);
    close(bar(&parts_listed::gradient(&o, 0.7).1.0.a), 0.7);
    let all = [p, q, P { x: 3.0, n: 1 }];
    close(bar(&one_of_two::gradient(&all, 0.7).1.0[1]), 0.7);
    close(bar(&filtered::gradient(&all, 0.7).1.0[0]), 0.7);
    close(bar(&by_a_pattern::gradient(&all, 0.7).1.0[1]), 0.7);
    close(bar(&pushed_elements::gradient(&all, 0.7).1.0[0]), 0.7);
    close(bar(&listed::gradient(&all, 0.7).1.0[1]), 0.7);
    close(bar(&listed_part::gradient(&all, 0.7).1.0[1]), 0.7);
    close(bar(&repeated_element::gradient(&all, 1, 0.7).1.0[1]), 3.5);
    strict_choice::check(&p, &q).unwrap();
    assert_eq!(strict_choice::gradient(&p, &q).1.1.x, 2.0);
    state_of_a_caller::check(1.1, 0.7).unwrap();
    of_strict_ones::check(1.1).unwrap();
    method_of::check(1.1).unwrap();
    assert_eq!(parts_counted::gradient(&o, 0.7).1, (7.0,));
}
