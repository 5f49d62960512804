//! Functions by engineers who know the page alone: tables of constants, filters that change, rests of slices, iterators by hand, trees.

use retrograde::{Differentiable, differentiable};

const ANTOINE: [(f64, f64, f64); 3] = [(8.0, 1730.0, 233.0), (7.9, 1650.0, 226.0), (8.1, 1582.0, 239.0)];

struct Gas {
    a: f64,
    b: f64,
}

const GASES: [Gas; 2] = [Gas { a: 1.0, b: 2.0 }, Gas { a: 3.0, b: 0.5 }];

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Biquad {
    b0: f64,
    b1: f64,
    z: f64,
}

#[differentiable]
impl Biquad {
    fn low_pass(f: f64) -> Biquad {
        Biquad { b0: f, b1: 1.0 - f, z: 0.0 }
    }
    fn new(b0: f64, b1: f64) -> Self {
        Biquad { b0, b1, z: 0.0 }
    }
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b0 * x + self.z;
        self.z = self.b1 * x * y.sin();
        y
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain {
    low: Biquad,
    high: Biquad,
}

#[differentiable]
impl Chain {
    /// Nothing but the call changes the receiver.
    fn process(&mut self, x: f64) -> f64 {
        let y = self.low.process(x);
        y * y
    }
}

#[differentiable]
fn bubble(x: &[f64], t: f64) -> f64 {
    let mut p = 0.0;
    for (xi, (a, b, c)) in x.iter().zip(ANTOINE.iter()) {
        p += xi * 10f64.powf(a - b / (t + c));
    }
    p
}

#[differentiable]
fn bubble_chain(x: &[f64], t: f64) -> f64 {
    x.iter().zip(ANTOINE.iter()).map(|(xi, (a, b, c))| xi * (a - b / (t + c)).exp()).sum()
}

#[differentiable]
fn element_named(x: f64, i: usize) -> f64 {
    let k = ANTOINE[i];
    k.0 * x + k.1 * x * x / k.2
}

#[differentiable]
fn element_structure(x: f64, i: usize) -> f64 {
    let k = &GASES[i];
    k.a * x + k.b * x * x
}

#[differentiable]
fn structures_loop(x: f64) -> f64 {
    let mut s = 0.0;
    for g in GASES.iter() {
        s += g.a * x.powf(g.b);
    }
    s
}

#[differentiable]
fn structures_zip(x: &[f64]) -> f64 {
    x.iter().zip(GASES.iter()).map(|(x, g)| g.a * x.powf(g.b)).sum()
}

#[differentiable]
fn cascade(f: f64, x: f64) -> f64 {
    let mut stages = [Biquad::low_pass(f), Biquad::low_pass(0.5 * f)];
    let mut y = x;
    for s in stages.iter_mut() {
        y = Biquad::process(s, y);
    }
    y
}

#[differentiable]
fn cascade_vec(f: f64, x: f64) -> f64 {
    let mut stages = vec![Biquad::low_pass(f), Biquad::new(f, 0.3)];
    let mut y = x;
    for s in &mut stages {
        y = Biquad::process(s, y);
    }
    for s in stages.iter_mut() {
        y = Biquad::process(&mut *s, y);
    }
    y
}

#[differentiable]
fn cascade_methods(f: f64, x: f64) -> f64 {
    let mut stages = vec![Biquad::low_pass(f), Biquad::new(f, 0.3)];
    let mut y = x;
    for s in stages.iter_mut() {
        y = s.process(y);
    }
    y
}

#[differentiable]
fn one_filter(f: f64, x: &[f64]) -> f64 {
    let mut filter = Biquad::new(f, 0.3);
    let mut energy = 0.0;
    for &x in x {
        let y = filter.process(x);
        energy += y * y;
    }
    energy
}

#[differentiable]
fn one_filter_collected(f: f64, x: &[f64]) -> f64 {
    let mut filter = Biquad::low_pass(f);
    let y: Vec<f64> = x.iter().map(|&x| filter.process(x)).collect();
    y.iter().map(|y| y * y).sum()
}

#[differentiable]
fn lent_filter(filter: &mut Biquad, x: &[f64]) -> f64 {
    x.iter().map(|&x| filter.process(x)).sum()
}

#[differentiable]
fn chain(f: f64, x: &[f64]) -> f64 {
    let mut chain = Chain { low: Biquad::low_pass(f), high: Biquad::low_pass(0.5 * f) };
    let mut s = 0.0;
    for &x in x {
        s += chain.process(x) * x;
    }
    s
}

#[differentiable]
fn options_of_pairs(x: f64, a: Option<usize>, b: Option<usize>) -> f64 {
    let (near, far) = if x < 0.5 { (a, b) } else { (b, a) };
    let mut s = x;
    if let Some(n) = near {
        s = s * x + n as f64;
    }
    if let Some(n) = far {
        s = s * x * n as f64;
    }
    s
}

#[differentiable]
fn slice_match(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [a] => a * a,
        [a, b] => a * b,
        [a, b, rest @ ..] => a * b + rest.iter().map(|r| r * r).sum::<f64>(),
    }
}

#[differentiable]
fn let_else(x: &[f64]) -> f64 {
    let Some(first) = x.first() else { return 0.0 };
    let [a, b, rest @ ..] = x else { return *first };
    let s: f64 = rest.iter().sum();
    a * b + s * s * first
}

#[differentiable]
fn stack_pop_pairs(x: f64) -> f64 {
    let mut stack = vec![(x, 0)];
    let mut s = 0.0;
    while let Some((y, depth)) = stack.pop() {
        s += y * y;
        if depth < 3 {
            stack.push((0.5 * y, depth + 1));
            stack.push((0.3 * y * y, depth + 1));
        }
    }
    s
}

#[differentiable]
fn by_hand(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let first = it.next().unwrap();
    let mut s = first * first;
    for v in it {
        s = s * 0.5 + v * first;
    }
    s
}

#[differentiable]
fn by_hand_while(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        s = s * 0.5 + v * v;
    }
    s
}

#[differentiable]
fn drained(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut sum = it.len() as f64;
    while let Some(v) = it.next() {
        sum += v * v;
    }
    // Nothing is left, however often it is asked for.
    sum + it.len() as f64
}

#[differentiable]
fn peeked(x: &[f64]) -> f64 {
    let mut it = x.iter().peekable();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        if let Some(n) = it.peek() {
            s += v * **n;
        }
    }
    s
}

#[differentiable]
fn shortest(edges: &[(usize, usize, f64)], n: usize, from: usize, to: usize) -> Option<f64> {
    let mut dist: Vec<Option<f64>> = vec![None; n];
    dist[from] = Some(0.0);
    for _ in 0..n {
        let mut changed = false;
        for &(a, b, w) in edges {
            if let Some(d) = dist[a] {
                let candidate = d + w;
                if dist[b].map_or(true, |old| candidate < old) {
                    dist[b] = Some(candidate);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    dist[to]
}

#[differentiable]
fn viterbi(cost: &[Vec<f64>], switch: f64) -> (f64, Vec<usize>) {
    let states = cost[0].len();
    let mut score = cost[0].clone();
    let mut back: Vec<Vec<usize>> = Vec::new();
    for row in cost.iter().skip(1) {
        let mut next = Vec::with_capacity(states);
        let mut pointers = Vec::with_capacity(states);
        for j in 0..states {
            let (mut best, mut arg) = (f64::INFINITY, 0);
            for (i, &s) in score.iter().enumerate() {
                let candidate = s + if i == j { 0.0 } else { switch };
                if candidate < best {
                    best = candidate;
                    arg = i;
                }
            }
            next.push(best + row[j]);
            pointers.push(arg);
        }
        score = next;
        back.push(pointers);
    }
    let (mut at, &best) = score.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    let mut path = vec![at];
    for pointers in back.iter().rev() {
        at = pointers[at];
        path.push(at);
    }
    path.reverse();
    (best, path)
}

#[differentiable]
fn gauss_seidel(a: &[Vec<f64>], b: &[f64], tol: f64, max_iter: usize) -> Result<Vec<f64>, String> {
    let n = b.len();
    let mut x = vec![0.0; n];
    for _ in 0..max_iter {
        let mut change = 0.0_f64;
        for i in 0..n {
            let sigma: f64 =
                a[i].iter().zip(x.iter()).enumerate().filter(|(j, _)| *j != i).map(|(_, (a, x))| a * x).sum();
            let new = (b[i] - sigma) / a[i][i];
            change = change.max((new - x[i]).abs());
            x[i] = new;
        }
        if change < tol {
            return Ok(x);
        }
    }
    Err(format!("no convergence after {max_iter} iterations"))
}

#[differentiable]
fn solved(d: f64, c: f64) -> f64 {
    let a = vec![vec![d, -1.0, 0.0], vec![c, d, -1.0], vec![0.0, -1.0, d]];
    match gauss_seidel(&a, &[1.0, 2.0, 3.0], 1e-13, 200) {
        Ok(x) => x[0] * x[1] + x[2],
        Err(_) => f64::NAN,
    }
}

#[derive(Clone, Debug, Differentiable)]
enum Term {
    X,
    Constant(f64),
    Sum(Vec<Term>),
    Neg(Box<Term>),
    Times(Box<Term>, Box<Term>),
    Poly(Vec<f64>),
    Pow(Box<Term>, i32),
}

#[differentiable]
fn term(t: &Term, x: f64) -> f64 {
    match t {
        Term::X => x,
        Term::Constant(c) => *c,
        Term::Sum(all) => all.iter().map(|t| term(t, x)).sum(),
        Term::Neg(t) => -term(t, x),
        Term::Times(a, b) => term(a, x) * term(b, x),
        Term::Poly(c) => c.iter().rev().fold(0.0, |s, c| s * x + c),
        Term::Pow(t, n) => term(t, x).powi(*n),
    }
}

#[differentiable]
fn term_if(t: &Term, x: f64) -> f64 {
    if let Term::Neg(t) = t {
        return -term(t, x);
    }
    let mut s = 0.0;
    if let Term::Sum(all) = t {
        for t in all {
            s += term(t, x);
        }
    }
    s
}

/// Functions in a function need no mark.
#[differentiable]
fn nested(x: f64) -> f64 {
    const K: f64 = 2.0;
    fn inner(y: f64) -> f64 {
        y * y.sin() * helper(y, index(3))
    }
    fn helper(y: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s = s * y + i as f64;
        }
        s
    }
    fn index(n: usize) -> usize {
        n + 1
    }
    inner(x) + inner(K * x) + helper(x, index(2))
}

const X: [f64; 4] = [0.3, 0.5, 0.2, 0.7];

#[test]
fn tables() {
    assert_eq!(bubble::check(&X[..3], 90.0), Ok(()));
    assert_eq!(
        bubble(&X[..2], 90.0),
        X[..2].iter().zip(ANTOINE).map(|(x, (a, b, c))| x * 10f64.powf(a - b / (90.0 + c))).sum::<f64>()
    );
    assert_eq!(bubble_chain::check(&X[..3], 90.0), Ok(()));
    assert_eq!(element_named::check(0.3, 1), Ok(()));
    assert_eq!(element_structure::check(0.3, 1), Ok(()));
    assert_eq!(structures_loop::check(0.3), Ok(()));
    assert_eq!(structures_zip::check(&X), Ok(()));
}

#[test]
fn filters() {
    assert_eq!(cascade::check(0.3, 0.5), Ok(()));
    assert_eq!(cascade_vec::check(0.3, 0.5), Ok(()));
    assert_eq!(cascade_methods::check(0.3, 0.5), Ok(()));
    assert_eq!(one_filter::check(0.3, &X), Ok(()));
    assert_eq!(one_filter_collected::check(0.3, &X), Ok(()));
    assert_eq!(lent_filter::check(&mut Biquad::new(0.3, 0.2), &X), Ok(()));
    assert_eq!(chain::check(0.3, &X), Ok(()));
}

#[test]
fn slices_and_iterators() {
    for n in 0..=4 {
        assert_eq!(slice_match::check(&X[..n]), Ok(()), "{n}");
        assert_eq!(let_else::check(&X[..n]), Ok(()), "{n}");
        assert_eq!(by_hand_while::check(&X[..n]), Ok(()), "{n}");
        assert_eq!(peeked::check(&X[..n]), Ok(()), "{n}");
        assert_eq!(drained::check(&X[..n]), Ok(()), "{n}");
    }
    assert_eq!(by_hand::check(&X), Ok(()));
}

#[test]
fn options_and_stacks() {
    assert_eq!(options_of_pairs::check(0.3, Some(2), Some(3)), Ok(()));
    assert_eq!(options_of_pairs::check(0.7, Some(2), None), Ok(()));
    assert_eq!(stack_pop_pairs::check(0.7), Ok(()));
    assert_eq!(shortest::check(&[(0, 1, 0.3), (1, 2, 0.4), (0, 2, 0.9)], 3, 0, 2), Ok(()));
    assert_eq!(shortest::gradient(&[(0, 1, 0.3)], 3, 0, 2), None);
    let costs = vec![vec![0.3, 0.5], vec![0.7, 0.2], vec![0.1, 0.4]];
    assert_eq!(viterbi(&costs, 0.15).1, [0, 1, 0]);
    assert_eq!(viterbi::check(&costs, 0.15), Ok(()));
    assert_eq!(solved::check(4.0, -0.9), Ok(()));
}

#[test]
fn trees() {
    fn b(t: Term) -> Box<Term> {
        Box::new(t)
    }
    let poly = Term::Poly(vec![0.1, 0.5, 0.3]);
    let t = Term::Sum(vec![Term::X, Term::Pow(b(poly.clone()), 2), Term::Neg(b(Term::Constant(0.4)))]);
    let t = Term::Sum(vec![Term::Times(b(t), b(poly)), Term::X]);
    assert_eq!(term::check(&t, 0.7), Ok(()));
    assert_eq!(term_if::check(&t, 0.7), Ok(()));
    assert_eq!(term_if::check(&Term::Neg(b(t)), 0.7), Ok(()));
}

#[test]
fn functions_in_functions() {
    assert_eq!(nested::check(0.3), Ok(()));
}

/// The rest of an iterator, and a chain that has a name.
#[differentiable]
fn rest_of_items(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    for v in it.by_ref() {
        s += v * v;
        if s > 0.1 {
            break;
        }
    }
    for v in it {
        s = s * v + 1.0;
    }
    let squares = x.iter().map(|x| x * x);
    let t: f64 = squares.clone().sum();
    let u = squares.zip(x).map(|(a, b)| a * b).sum::<f64>();
    s + t * u
}

#[test]
fn iterators_that_are_left() {
    assert_eq!(rest_of_items::check(&X), Ok(()));
}

struct Gauss;

#[differentiable]
impl Gauss {
    fn density(x: f64) -> f64 {
        (-0.5 * x * x).exp()
    }
    fn score(x: f64) -> f64 {
        -x * x
    }
}

/// Functions of a type that return numbers.
#[differentiable]
fn lists_of_numbers(x: f64) -> f64 {
    let all = vec![Gauss::density(x), Gauss::score(2.0 * x)];
    let mut more = vec![Gauss::density(x), Gauss::score(x)];
    more.push(x);
    all.iter().zip(&more).map(|(a, b)| a * b).sum::<f64>() * more[2]
}

#[test]
fn lists_of_what_functions_return() {
    assert_eq!(lists_of_numbers::check(0.3), Ok(()));
}
