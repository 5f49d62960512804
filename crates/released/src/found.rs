//! Functions whose loops have no mark: in a release they run in lanes where they carry cotangents.

use retrograde::prelude::*;

#[reversible]
fn fit(y: &mut f64, a: &[f64; 3], x: &[f64], t: &[f64]) {
    for i in 0..x.len() {
        let r = a[0] * (a[1] * x[i]).exp() + a[2] - t[i];
        *y += r * r;
    }
}

/// An inner loop, and as many sums as there are weights.
#[reversible]
fn kernels(y: &mut [f64], c: &[f64], w: &[f64], x: &[f64]) {
    for i in 0..x.len() {
        for j in 0..c.len() {
            let d = x[i] - c[j];
            y[i] += w[j] * (-(d * d)).exp();
        }
    }
}

/// All pairs: as many sums as iterations.
#[reversible]
fn pairs(e: &mut f64, x: &[f64], q: &[f64], eps: f64) {
    for i in 0..x.len() {
        for j in 0..q.len() {
            let d = x[i] - q[j];
            *e += 1.0 / (d * d + eps).sqrt();
        }
    }
}

/// Indices that are no `usize`, from bounds of other types and from none.
#[reversible]
fn counted(y: &mut f64, a: f64, n: i32) {
    for i in 0..100 {
        *y += (a * (i - 50) as f64).sin() / (1.0 + a * a);
    }
    for i in 1..n {
        *y += (a * i as f64).cos();
    }
    for i in -50..50 {
        *y += (a + i as f64 * a).exp();
    }
    for i in 0..100u32 {
        *y += (a + i as f64 * a).exp();
    }
    for i in 0..100 {
        *y += (a * (i - n) as f64).sin();
    }
}

/// Such loops with a mark: they stay scalar.
#[reversible]
fn marked(y: &mut f64, a: f64, x: &[f64], n: u32) {
    #[parallel]
    for i in 0..n {
        *y += (a * x[i as usize]).sin();
    }
    #[parallel]
    for i in 0..100 {
        *y += (a * (i - 50) as f64).sin();
    }
    #[parallel]
    for i in 0..x.len() {
        *y += x[i].sin() * x[x.len() - 1];
    }
}

#[differentiable]
fn numbered(a: f64, n: i64) -> f64 {
    let mut s = (0..100).map(|i| (a * (i - 50) as f64).cos()).sum::<f64>();
    for i in (1..n).rev() {
        let mut z = a * (n - i) as f64;
        z = z.tanh();
        s += z;
    }
    for i in 0..100 {
        let k = 2 * i - 99;
        s += (a * k as f64).atan();
    }
    s
}

/// A long array of which one number is read: its sums are more than the iterations, so the loop runs as it is.
#[reversible]
fn long(e: &mut f64, x: &[f64], state: &[f64]) {
    for i in 0..x.len() {
        *e += (x[i] * state[1]).exp();
    }
}

/// Reads elements that an index names, and neighbours.
#[reversible]
fn gathered(y: &mut f64, w: &[f64], x: &[f64], order: &[usize]) {
    for i in 0..order.len() {
        *y += w[order[i]].sin() / (1.0 + x[i] * x[i + 1]);
    }
}

/// A loop in another one.
#[reversible]
fn stepped(y: &mut [f64], x: &[f64], h: f64) {
    for k in 0..3 {
        for i in 0..x.len() {
            y[i] += h * (x[i] * k as f64).tanh();
        }
    }
}

#[reversible]
fn single(y: &mut f32, a: f32, x: &[f32]) {
    for i in 0..x.len() {
        *y += (a * x[i]).ln_1p();
    }
}

/// A number decides in it: the sum itself is taken in the order of the text.
#[reversible]
fn decided(y: &mut f64, x: &[f64], edge: f64) {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i].cos();
    }
    if edge > 1.0 {
        *y += s * s * edge;
    }
    for i in 0..x.len() {
        s -= x[i].cos();
    }
}

#[differentiable]
fn mean(a: &[f64; 3], x: &[f64], t: &[f64]) -> f64 {
    let mut s = 0.0;
    for (x, t) in x.iter().zip(t) {
        let r = a[0] * (a[1] * x).exp() + a[2] - t;
        s += r * r;
    }
    (1.0 + s / (1 + x.len()) as f64).sqrt()
}

/// Elements that are assigned, and locals that are overwritten: the iterations keep their record for themselves.
#[differentiable]
fn layers(a: &[f64; 3], x: &[f64], t: &[f64]) -> f64 {
    let mut h = vec![0.0; x.len()];
    for i in 0..x.len() {
        h[i] = (a[0] * x[i] + a[1]).tanh();
    }
    let mut s = 0.0;
    for i in 0..x.len() {
        let mut z = a[2] * h[i];
        z = z.exp() + 0.5;
        z = z.ln() * x[i];
        s += (z - t[i]).powi(2);
    }
    s * h.iter().sum::<f64>()
}

/// The chains of iterators are such loops.
#[differentiable]
fn chained(a: &[f64; 3], x: &[f64], t: &[f64]) -> f64 {
    let scale = x.iter().map(|x| (a[0] * x).exp()).sum::<f64>();
    x.iter().zip(t).map(|(x, t)| (x * a[1] / (1.0 + scale) - t).atan().powi(2)).sum::<f64>() * a[2]
}

/// Changes its argument.
#[differentiable]
fn activated(h: &mut [f64], bias: f64) {
    for h in h.iter_mut() {
        *h = (*h + bias).tanh() * *h;
    }
}

#[differentiable]
fn summed<T: Real>(x: &[T], k: T) -> T {
    let mut s = k;
    for x in x {
        s += (*x * k).sin() / (T::constant(2.0) + *x);
    }
    s * s
}

/// Iterations take different sides, by numbers with the bits of the text.
#[reversible]
fn cut(e: &mut f64, far: &mut f64, x: &[f64], q: &[f64], edge: f64) {
    for i in 0..x.len() {
        for j in 0..q.len() {
            let r = x[i] - q[j] + 2.5;
            if r < edge {
                let s = 1.0 / (r * r);
                *e += s * s * (s - 1.0);
            } else if i != j {
                *far += (-r).exp();
            }
        }
    }
}

/// Decides by an elementary function in the loop, and by the sum of another loop behind it.
#[reversible]
fn turned(y: &mut f64, x: &[f64], a: f64) {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += (a * x[i]).exp();
    }
    for i in 0..x.len() {
        if (a * x[i]).exp() > 1.0 {
            *y += x[i] / a;
        }
        #[keep]
        if x[i] > s {
            *y -= x[i].sin() * a;
        }
    }
    for i in 0..x.len() {
        s -= (a * x[i]).exp();
    }
}

/// Decisions that the iterations keep for themselves: what they read is overwritten.
#[differentiable]
fn bent(a: &[f64; 3], x: &[f64], t: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let mut r = t[i] - a[0] / (1.0 + a[1] * x[i] * x[i]);
        if r < 0.0 {
            r = -r;
        }
        if r > 2.0 {
            continue;
        }
        let weight = if x[i] > a[2] { x[i].exp() } else { 1.0 + a[2] };
        match i % 3 {
            0 => r *= 0.5,
            1 if r > 0.1 => r = (r * x[i] * x[i]).sqrt(),
            _ => {}
        }
        s += if r < 0.5 { weight * r * r } else { weight * (r - 0.25) };
    }
    s
}

/// Counts, takes maxima and elements that are overwritten under conditions.
#[differentiable]
fn clipped(y: &mut [f64], x: &[f64], a: f64) -> f64 {
    let mut above = 0;
    for i in 0..x.len() {
        if y[i] > a {
            y[i] = a + (y[i] - a).tanh();
            above += 1;
        }
        y[i] += x[i].max(0.1).ln() * (1.0 + above as f64);
    }
    for i in 0..x.len() {
        if x[i] > 0.25 {
            y[i] = y[i] / x[i];
        }
    }
    let top = y.iter().map(|y| (1.0 + y.max(0.0)).sqrt()).sum::<f64>();
    if top > 3.0 { top * a } else { a - top }
}

/// Loops push and collect, one element in each iteration.
#[differentiable]
fn collected(x: &[f64], w: &[f64], a: f64) -> f64 {
    let e: Vec<f64> = x.iter().map(|x| (a * x).exp()).collect();
    let s: f64 = e.iter().sum();
    let mut p = vec![];
    for i in 0..e.len() {
        let mut q = e[i] / (1.0 + s);
        if x[i] < 0.0 {
            q = q.sqrt();
        }
        p.push(q);
    }
    let last: Vec<f64> = (0..x.len()).map(|i| x[i].cos() * p[p.len() - 1]).collect();
    let d: Vec<f64> = p.windows(2).map(|p| (p[1] - p[0]).atan()).collect();
    p.iter().zip(w).map(|(p, w)| p * w).sum::<f64>() * d.iter().chain(&last).sum::<f64>()
}

/// Each iteration adds to its neighbours, and several times to its own.
#[differentiable]
fn diffused(x: &[f64], k: f64) -> f64 {
    let n = x.len();
    let mut u = x.to_vec();
    for _ in 0..3 {
        let mut next = u.clone();
        for i in 1..n.max(2) - 1 {
            let a = k / (1.0 + u[i] * u[i]);
            next[i] = u[i] + a * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        u = next;
    }
    u.iter().map(|u| u * u * u.cos()).sum()
}

/// The kind of an item, which is no number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Exp,
    Root,
    Lin,
}

/// Another one, which is not copied.
#[derive(PartialEq, Debug)]
pub(crate) enum Mode {
    Exp,
    Root,
}

/// Says which element an iteration reads.
pub(crate) trait Pick {
    fn pick(&self, i: usize) -> usize;
}

struct Shifted(usize, usize);

impl Pick for Shifted {
    fn pick(&self, i: usize) -> usize {
        (i + self.0) % self.1.max(1)
    }
}

/// Each iteration decides by its own kind, and keeps what it decided.
#[differentiable]
fn by_kind(x: &[f64], kinds: &[Kind], a: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        let mut v = a * x[i];
        v = match kinds[i] {
            Kind::Exp => v.exp(),
            Kind::Root => (1.0 + v * v).sqrt(),
            Kind::Lin => v,
        };
        let kind = kinds[i];
        match kind {
            Kind::Exp if x[i] > 0.25 => e += v * v,
            Kind::Root | Kind::Exp => e += v,
            Kind::Lin => {}
        }
    }
    for (i, kind) in kinds.iter().enumerate() {
        match kind {
            Kind::Lin => e += x[i].exp(),
            Kind::Root => e -= x[i].cos() * a,
            Kind::Exp => {}
        }
    }
    e + x
        .iter()
        .zip(kinds)
        .map(|(v, kind)| match kind {
            Kind::Exp => v.exp(),
            Kind::Root => (1.0 + v * v).ln(),
            Kind::Lin => *v,
        })
        .sum::<f64>()
}

#[differentiable(generic)]
fn of_kinds(x: &[f64], kinds: &[Kind], a: f64) -> f64 {
    let mut e = 0.0;
    for kind in kinds {
        match kind {
            Kind::Exp => e += (a * 0.1).exp(),
            Kind::Root => e += (1.0 + a * a).sqrt(),
            Kind::Lin => {}
        }
    }
    for i in 0..x.len() {
        match kinds[i] {
            Kind::Exp => e += x[i].exp(),
            Kind::Root => e += (a * x[i]).sin(),
            Kind::Lin => {}
        }
    }
    e
}

/// All iterations decide by one value, which is behind a reference, or is not copied.
#[differentiable]
fn by_one(x: &[f64], kind: &Kind, mode: &Mode, name: &str, last: Kind) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        match kind {
            Kind::Exp => e += x[i].exp(),
            Kind::Root => e += (2.0 + x[i]).sqrt(),
            Kind::Lin => {}
        }
        if *mode == Mode::Exp && last != Kind::Lin {
            e += (x[i] * 0.5).exp();
        }
        if name == "exp" {
            e -= (x[i] * 0.25).exp();
        }
    }
    for x in x {
        e += match name {
            "exp" => x.exp(),
            "root" => (1.0 + x * x).sqrt(),
            _ => *x,
        };
    }
    e
}

/// Texts in an array, behind references and owned.
#[differentiable]
fn named(x: &[f64], names: &[&str], owned: &[String]) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        if names[i] == "exp" {
            e += x[i].exp();
        }
    }
    for i in 0..x.len() {
        if owned[i] == "cos" {
            e += x[i].cos();
        }
    }
    for (x, name) in x.iter().zip(names) {
        if *name == "root" {
            e += (1.0 + x * x).sqrt();
        }
    }
    e
}

#[reversible]
fn renamed(e: &mut f64, x: &[f64], names: &[&str]) {
    for i in 0..x.len() {
        if names[i] == "exp" {
            *e += x[i].exp();
        }
    }
}

/// The types are those of the caller.
#[differentiable]
fn picked<P: Pick, F: Fn(usize) -> usize, K: Copy + PartialEq>(
    x: &[f64],
    #[inactive] pick: &P,
    #[inactive] at: &F,
    #[inactive] kinds: &[K],
    #[inactive] one: K,
) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        e += x[pick.pick(i)].exp() * x[at(i)].cos();
    }
    for i in 0..x.len() {
        if kinds[i] == one {
            e += x[i].exp();
        }
    }
    e
}

/// Exact values that are converted, the same for all iterations.
#[differentiable]
fn scaled(x: &[f64], #[inactive] scale: f32, #[inactive] shift: f64, on: bool, letters: &[char]) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        if on {
            e += (x[i] * shift).exp() * scale as f64;
        }
        e += match letters[i] {
            'a'..='f' => x[i].sin(),
            _ => x[i].cos(),
        };
    }
    e
}

fn small() -> u8 {
    2
}

/// Integers around the loop whose type nothing shows: an `i32` and a `u8`. Some values would fail where there is no iteration.
#[differentiable]
fn valued(x: &[f64], a: f64) -> f64 {
    let few = small();
    let m = 5;
    let mut e = 0.0;
    for j in 0..m {
        let n = if j == 0 { 0 } else { x.len() };
        for i in 0..n {
            e += (a * x[i] * (j - 7) as f64).exp() * (few as f64 + (12 / j) as f64);
            e += (a * x[i] * j as f64).sin().powi(j);
            if j > 2 {
                e += (a * x[i]).cos() * few as f64;
            }
        }
    }
    e
}

/// Returns values and derivatives of the functions that decide by what is no number, at `n` points.
fn deciding(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut all = Vec::new();
    let kinds: Vec<Kind> = (0..n).map(|i| [Kind::Exp, Kind::Root, Kind::Lin][i * i % 7 % 3]).collect();
    for (value, (x_bar, a_bar)) in [by_kind::gradient(x, &kinds, 0.7), of_kinds::gradient(x, &kinds, 0.7)] {
        all.extend([vec![value, a_bar], x_bar].concat());
    }
    for (kind, mode, name) in
        [(Kind::Exp, Mode::Root, "exp"), (Kind::Root, Mode::Exp, "root"), (Kind::Lin, Mode::Exp, "none")]
    {
        let (value, (x_bar,)) = by_one::gradient(x, &kind, &mode, name, kind);
        all.extend([vec![value], x_bar].concat());
    }
    let names: Vec<&str> = (0..n).map(|i| ["exp", "root", "none"][i * i % 5 % 3]).collect();
    let owned: Vec<String> = (0..n).map(|i| ["cos", "sin"][i % 2].into()).collect();
    let (value, (x_bar,)) = named::gradient(x, &names, &owned);
    all.extend([vec![value], x_bar].concat());
    let (value, (x_bar,)) = renamed::gradient(x, &names);
    all.extend([vec![value], x_bar].concat());
    let (value, (x_bar,)) = picked::gradient(x, &Shifted(3, n), &|i| n - 1 - i, &kinds, Kind::Root);
    all.extend([vec![value], x_bar].concat());
    let letters: Vec<char> = (0..n).map(|i| ['a', 'k', 'f'][i % 3]).collect();
    let (value, (x_bar,)) = scaled::gradient(x, 1.5, 0.4, true, &letters);
    all.extend([vec![value], x_bar].concat());
    all
}

/// Returns values and derivatives of all functions at `n` points, by the float that they compute with.
pub fn derivatives(n: usize) -> (Vec<f64>, Vec<f32>) {
    let wave = |f: f64| move |i: usize| (f * i as f64).sin();
    let (x, t): (Vec<f64>, Vec<f64>) = ((0..=n).map(wave(0.37)).collect(), (0..n).map(wave(0.11)).collect());
    let (c, w): (Vec<f64>, Vec<f64>) = ((0..40).map(wave(0.7)).collect(), (0..40).map(wave(0.3)).collect());
    let order: Vec<usize> = (0..n).map(|i| i * 7 % 40).collect();
    let (front, a) = (&x[..n], [0.3, 0.7, 0.2]);
    let mut all = Vec::new();

    let (value, (a_bar, x_bar, t_bar)) = fit::gradient(&a, front, &t);
    all.extend([vec![value], a_bar.to_vec(), x_bar, t_bar].concat());

    let (mut y, mut y_bar) = (vec![0.25; n], t.clone());
    let (mut c_bar, mut w_bar, mut x_bar) = (vec![0.5; 40], vec![0.0; 40], vec![-1.0; n]);
    kernels(&mut y, &c, &w, front);
    kernels::adjoint(&mut y, &mut y_bar, &c, &mut c_bar, &w, &mut w_bar, front, &mut x_bar);
    all.extend([y, y_bar, c_bar, w_bar, x_bar].concat());

    let (value, (x_bar, q_bar, eps_bar)) = pairs::gradient(front, &t, 0.3);
    all.extend([vec![value], x_bar, q_bar, vec![eps_bar]].concat());

    let (value, (a_bar,)) = counted::gradient(0.03, n as i32);
    all.extend([value, a_bar]);
    let (value, (a_bar, x_bar)) = marked::gradient(0.03, front, n as u32);
    all.extend([vec![value, a_bar], x_bar].concat());
    let (value, (a_bar,)) = numbered::gradient(0.03, n as i64);
    all.extend([value, a_bar]);

    let (value, (x_bar, state_bar)) = long::gradient(front, &[0.4; 120]);
    all.extend([vec![value], x_bar, state_bar].concat());

    let (value, (w_bar, x_bar)) = gathered::gradient(&w, &x, &order);
    all.extend([vec![value], w_bar, x_bar].concat());

    let (mut y, mut y_bar, mut x_bar, mut h_bar) = (vec![0.25; n], t.clone(), vec![0.0; n], 0.0);
    stepped::sweep(&mut y, &mut y_bar, front, &mut x_bar, 0.4, &mut h_bar);
    all.extend([y, y_bar, x_bar, vec![h_bar]].concat());

    let singles: Vec<f32> = front.iter().map(|x| x.abs() as f32).collect();
    let (value, (a_bar, x_bar)) = single::gradient(0.5, &singles);
    let singles = [vec![value, a_bar], x_bar].concat();

    let (value, (x_bar, edge_bar)) = decided::gradient(front, 1.25);
    all.extend([vec![value], x_bar, vec![edge_bar]].concat());

    for (value, (a_bar, x_bar, t_bar)) in
        [mean::gradient(&a, front, &t), layers::gradient(&a, front, &t), chained::gradient(&a, front, &t)]
    {
        all.extend([vec![value], a_bar.to_vec(), x_bar, t_bar].concat());
    }

    let (mut h, mut h_bar, mut bias_bar) = (front.to_vec(), t.clone(), 0.0);
    activated::sweep(&mut h, &mut h_bar, 0.3, &mut bias_bar);
    all.extend([h, h_bar, vec![bias_bar]].concat());

    let (mut e, mut far, mut e_bar, mut far_bar) = (0.5, -1.0, 1.5, 0.5);
    let (mut x_bar, mut q_bar, mut edge_bar) = (vec![0.0; n], vec![0.5; 40], 0.0);
    cut::sweep(
        &mut e,
        &mut e_bar,
        &mut far,
        &mut far_bar,
        front,
        &mut x_bar,
        &c,
        &mut q_bar,
        2.2,
        &mut edge_bar,
    );
    all.extend([vec![e, far, e_bar, far_bar, edge_bar], x_bar, q_bar].concat());
    cut(&mut e, &mut far, front, &c, 2.2);
    let mut x_bar = vec![0.25; n];
    let mut q_bar = vec![0.0; 40];
    cut::adjoint(
        &mut e,
        &mut e_bar,
        &mut far,
        &mut far_bar,
        front,
        &mut x_bar,
        &c,
        &mut q_bar,
        2.2,
        &mut edge_bar,
    );
    all.extend([vec![e, far, e_bar, far_bar, edge_bar], x_bar, q_bar].concat());

    let (value, (x_bar, a_bar)) = turned::gradient(front, 0.75);
    all.extend([vec![value, a_bar], x_bar].concat());

    let (value, (a_bar, x_bar, t_bar)) = bent::gradient(&a, front, &t);
    all.extend([vec![value], a_bar.to_vec(), x_bar, t_bar].concat());

    let (mut y, mut y_bar, mut x_bar, mut a_bar) = (t.clone(), front.to_vec(), vec![0.0; n], 0.0);
    let value = clipped::sweep(1.5, &mut y, &mut y_bar, front, &mut x_bar, 0.2, &mut a_bar);
    all.extend([vec![value, a_bar], y, y_bar, x_bar].concat());

    let (value, (x_bar, w_bar, a_bar)) = collected::gradient(front, &t, 0.4);
    all.extend([vec![value, a_bar], x_bar, w_bar].concat());
    let (value, (x_bar, k_bar)) = diffused::gradient(front, 0.2);
    all.extend([vec![value, k_bar], x_bar].concat());

    let (value, (x_bar, k_bar)) = summed::gradient(front, 0.4);
    all.extend([vec![value], x_bar, vec![k_bar]].concat());
    let (value, (x_bar, a_bar)) = valued::gradient(front, 0.1);
    all.extend([vec![value, a_bar], x_bar].concat());
    all.extend(deciding(front));
    (all, singles)
}
