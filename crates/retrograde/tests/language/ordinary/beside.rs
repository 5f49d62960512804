//! Functions that return a value and change arguments as well, and functions whose values hold no numbers.

use super::agrees;
use retrograde::{Derivatives, Differentiable, Dual, Real, Record, differentiable};

#[differentiable]
fn step(x: &mut [f64], dt: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        x[i] = x[i] * (1.0 - dt);
        e += x[i] * x[i];
    }
    e
}

#[differentiable]
fn run(x: f64, dt: f64) -> f64 {
    let mut v = [x, 2.0 * x];
    let mut total = 0.0;
    for _ in 0..3 {
        total += step(&mut v, dt);
    }
    total + v[0]
}

#[differentiable]
fn bump(x: &mut f64, by: f64) -> Option<f64> {
    if by < 0.0 {
        return None;
    }
    *x *= by;
    Some(*x * by)
}

#[differentiable]
fn bumped(x: f64, y: f64) -> Option<f64> {
    let mut t = x;
    let a = bump(&mut t, y)?;
    Some(a * t)
}

#[differentiable]
fn converges(x: &mut f64, new: f64) -> bool {
    let done = (*x - new).abs() < 1e-3;
    *x = new;
    done
}

#[differentiable]
fn fixed(a: f64) -> f64 {
    let mut x = 1.0;
    for _ in 0..100 {
        let next = 0.5 * (x + a / x);
        if converges(&mut x, next) {
            break;
        }
    }
    x
}

#[differentiable]
fn fill(out: &mut [f64], x: f64) -> Result<(), String> {
    if x < 0.0 {
        return Err("negative".into());
    }
    for i in 0..out.len() {
        out[i] = x * (i as f64 + 1.0);
    }
    Ok(())
}

#[differentiable]
fn merge(a: &[f64], h: &mut [f64]) -> usize {
    let mut n = 0;
    for x in a {
        if *x > 0.1 {
            h[n] = 2.0 * *x;
            n += 1;
        }
    }
    n
}

#[differentiable]
fn filled(x: f64) -> Result<f64, String> {
    let mut v = [0.0; 3];
    fill(&mut v, x * x)?;
    let n = merge(&v, &mut [0.0; 3]);
    Ok(v[0] * v[2] + n as f64)
}

#[differentiable]
fn merged(a: &[f64]) -> f64 {
    let mut h = [0.0; 4];
    let n = merge(a, &mut h);
    let mut g = [0.0; 4];
    let m = merge(&h[..n], &mut g);
    let mut s = 0.0;
    for i in 0..m {
        s += g[i] * h[i] * a[0];
    }
    s
}

#[differentiable]
fn recursive(x: f64, depth: usize, evals: &mut usize) -> f64 {
    *evals += 1;
    if depth == 0 {
        return x * x;
    }
    recursive(0.5 * x, depth - 1, evals) + recursive(0.3 * x, depth - 1, evals)
}

#[differentiable]
fn vector(x: &mut [f64], k: f64) -> Vec<f64> {
    let r: Vec<f64> = x.iter().map(|v| v * k).collect();
    x[0] = r[1];
    r
}

#[differentiable]
fn pairs(x: &mut f64, k: f64) -> (f64, i32) {
    *x = x.sin();
    if *x < k {
        return (*x, 1);
    }
    (*x * k, 2)
}

#[differentiable]
fn combined(x: f64) -> f64 {
    let mut v = [x, 2.0 * x];
    let r: Vec<f64> = vector(&mut v, x);
    let (p, i) = pairs(&mut v[1], 0.3);
    let mut evals = 0;
    let q = recursive(x, 2, &mut evals);
    r[0] * r[1] + v[0] + p * i as f64 + q * evals as f64
}

#[differentiable]
fn count(xs: &[f64]) -> usize {
    let mut n = 0;
    for x in xs {
        if *x > 0.0 {
            n += 1;
        }
    }
    n
}

#[differentiable]
fn positive(x: f64) -> bool {
    x > 0.0
}

#[differentiable]
fn uses_count(xs: &[f64]) -> f64 {
    let n = count(xs);
    let mut s = 0.0;
    for i in 0..n {
        s += xs[i] * (i as f64 + 1.0);
    }
    if positive(s) { s * s } else { s }
}

#[differentiable]
fn check(xs: &[f64]) -> Result<(), String> {
    if xs.is_empty() {
        return Err("empty".to_string());
    }
    Ok(())
}

#[differentiable]
fn mean(xs: &[f64]) -> Result<f64, String> {
    check(xs)?;
    Ok(xs.iter().sum::<f64>() / xs.len() as f64)
}

#[differentiable]
fn kind(xs: &[f64]) -> Option<usize> {
    if xs.len() > 1 { Some(1) } else { None }
}

#[differentiable]
fn uses_kind(xs: &[f64]) -> f64 {
    let k = kind(xs).unwrap_or(0);
    xs[k] * xs[0]
}

#[test]
fn a_value_beside_a_change() {
    assert_eq!(step::check(&mut [0.3, 0.4, -0.1], 0.1), Ok(()));
    assert_eq!(recursive::check(0.3, 3, &mut 0), Ok(()));
    assert_eq!(vector::check(&mut [0.3, 0.4], 0.7), Ok(()));
    assert_eq!(pairs::check(&mut 0.3, 0.7), Ok(()));
    assert_eq!(pairs::check(&mut 0.3, 0.1), Ok(()));
    assert_eq!(bump::check(&mut 0.3, 0.1), Ok(()));
    assert_eq!(bump::check(&mut 0.3, -0.1), Ok(()));
    assert_eq!(fill::check(&mut [0.3, 0.1], 0.2), Ok(()));
}

#[test]
fn the_sweep_takes_the_cotangent_of_the_value_first() {
    let at = [0.3, 0.4, -0.1, 0.7];
    let seeds = [2.0, 0.5, -0.25, 3.0];
    let f = |x: &[f64]| {
        let mut after = [x[0], x[1], x[2]];
        let value = step(&mut after, x[3]);
        seeds[0] * value + (0..3).map(|i| seeds[i + 1] * after[i]).sum::<f64>()
    };
    let mut record = Record::new();
    for _ in 0..2 {
        let (mut x, mut x_bar, mut dt_bar) = ([0.3, 0.4, -0.1], [0.5, -0.25, 3.0], 0.0);
        let value = step::sweep_in(&mut record, 2.0, &mut x, &mut x_bar, 0.7, &mut dt_bar);
        let mut after = [0.3, 0.4, -0.1];
        assert_eq!((value, x), (step(&mut after, 0.7), after));
        agrees("step", f, &[x_bar[0], x_bar[1], x_bar[2], dt_bar], &at);
    }
}

#[test]
fn what_fails_says_so_and_has_changed_what_it_changes() {
    let (mut out, mut out_bar, mut x_bar) = ([0.0; 2], [1.0; 2], 0.0);
    assert_eq!(fill::sweep(&mut out, &mut out_bar, -1.0, &mut x_bar), Err("negative".to_string()));
    assert_eq!((out_bar, x_bar), ([1.0; 2], 0.0));
    assert_eq!(fill::sweep(&mut out, &mut out_bar, 2.0, &mut x_bar), Ok(()));
    assert_eq!((out, out_bar, x_bar), ([2.0, 4.0], [0.0; 2], 3.0));
    let (mut x, mut bar, mut by_bar) = (0.5, 2.0, 0.0);
    assert_eq!(bump::sweep(3.0, &mut x, &mut bar, 2.0, &mut by_bar), Some(2.0));
    assert_eq!((x, bar, by_bar), (1.0, 2.0 * 2.0 + 3.0 * 4.0, 2.0 * 0.5 + 3.0 * 2.0 * 0.5 * 2.0));
}

#[test]
fn they_are_called_in_expressions() {
    for x in [0.3, 0.9] {
        assert_eq!(run::check(x, 0.1), Ok(()));
        assert_eq!(bumped::check(x, 0.1), Ok(()));
        assert_eq!(bumped::check(x, -0.1), Ok(()));
        assert_eq!(fixed::check(3.0 + x), Ok(()));
        assert_eq!(filled::check(x), Ok(()));
        assert_eq!(combined::check(x), Ok(()));
    }
    assert_eq!(bumped::gradient(0.3, -0.1), None);
    assert_eq!(merged::check(&[0.3, -0.4, 0.7]), Ok(()));
}

#[test]
fn values_without_numbers_decide() {
    assert_eq!(uses_count::check(&[0.3, 0.4, -0.1]), Ok(()));
    assert_eq!(uses_count::check(&[-0.3, -0.4, 0.1]), Ok(()));
    assert_eq!(mean::check(&[3.1, 0.2]), Ok(()));
    assert_eq!(mean::gradient(&[]), Err("empty".to_string()));
    assert_eq!(uses_kind::check(&[0.3, 0.4]), Ok(()));
    assert_eq!(uses_kind::check(&[0.3]), Ok(()));
}

#[test]
fn records_of_a_value_beside_a_change() {
    let (mut x, before) = ([0.5, -0.25], [0.5, -0.25]);
    let (value, mut record) = step::record(&mut x, 0.1);
    let mut after = before;
    assert_eq!((value, x), (step(&mut after, 0.1), after));
    let (mut x_bar, mut dt_bar) = ([2.0, -1.0], 0.0);
    step::replay(&mut record, 3.0, &mut x, &mut x_bar, 0.1, &mut dt_bar);
    assert_eq!(x, before);
    assert!(record.is_empty());
    let f = |v: &[f64]| {
        let mut x = [v[0], v[1]];
        3.0 * step(&mut x, v[2]) + 2.0 * x[0] - x[1]
    };
    agrees("replayed", f, &[x_bar[0], x_bar[1], dt_bar], &[0.5, -0.25, 0.1]);

    // The post-state has no cotangents.
    let f = |v: &[f64]| step(&mut [v[0], v[1]], v[2]);
    let mut x = before;
    let (value, (x_bar, dt_bar)) = step::gradient(&mut x, 0.1);
    assert_eq!((value, x), (f(&[0.5, -0.25, 0.1]), after));
    agrees("gradient", f, &[x_bar[0], x_bar[1], dt_bar], &[0.5, -0.25, 0.1]);
    let mut record = Record::new();
    for _ in 0..2 {
        let mut x = before;
        assert_eq!(step::gradient_in(&mut record, &mut x, 0.1), (value, (x_bar.clone(), dt_bar)));
        assert_eq!((x, record.is_empty()), (after, true));
    }
}

#[test]
fn an_option_beside_a_change_has_a_gradient() {
    let mut x = 2.0;
    let (value, (x_bar, by)) = bump::gradient(&mut x, 3.0).unwrap();
    assert_eq!((value, x, x_bar, by), (18.0, 6.0, 9.0, 12.0));
    assert_eq!(bump::gradient(&mut x, -3.0), None);
    assert_eq!(x, 6.0);
    let (value, mut record) = bump::record(&mut x, 0.5);
    assert_eq!((value, x), (Some(1.5), 3.0));
    let (mut x_bar, mut by_bar) = (1.0, 0.0);
    bump::replay(&mut record, 1.0, &mut x, &mut x_bar, 0.5, &mut by_bar);
    assert_eq!((x, x_bar, by_bar), (6.0, 0.75, 12.0));
    let (value, mut record) = bump::record(&mut x, -0.5);
    assert_eq!(value, None);
    let (mut x_bar, mut by_bar) = (1.0, 0.0);
    bump::replay(&mut record, 1.0, &mut x, &mut x_bar, -0.5, &mut by_bar);
    assert_eq!((x, x_bar, by_bar, record.is_empty()), (6.0, 1.0, 0.0, true));
    assert!(!converges::record(&mut x, 3.0).0);
}

#[derive(Debug, PartialEq)]
struct Full(usize);

/// A vector that grows, and an error.
#[differentiable]
fn collected(all: &mut Vec<f64>, x: f64) -> Result<f64, Full> {
    all.push(x * x);
    if all.len() > 3 {
        return Err(Full(all.len()));
    }
    let mut s = 0.0;
    for a in all.iter() {
        s = s * x + a;
    }
    Ok(s)
}

#[test]
fn an_error_beside_a_change() {
    let mut all = vec![0.5];
    let (value, (all_bar, x_bar)) = collected::gradient(&mut all, 0.7).unwrap();
    assert_eq!((value, &all[..]), (0.5 * 0.7 + 0.7 * 0.7, &[0.5, 0.7 * 0.7][..]));
    let f = |v: &[f64]| collected(&mut vec![v[0]], v[1]).unwrap();
    agrees("collected", f, &[all_bar[0], x_bar], &[0.5, 0.7]);
    assert_eq!(all_bar.len(), 1);
    let mut record = Record::new();
    let mut full = vec![0.1, 0.2, 0.3];
    assert_eq!(collected::gradient_in(&mut record, &mut full, 0.7), Err(Full(4)));
    assert_eq!(full.len(), 4);
    let mut all = vec![0.5];
    assert_eq!(collected::gradient_in(&mut record, &mut all, 0.7).unwrap(), (value, (all_bar, x_bar)));
}

/// Two numbers beside a change.
#[differentiable]
fn turned(x: &mut f64, by: f64) -> (f64, f64) {
    let old = *x;
    *x = *x * by.cos();
    (old * by.sin(), *x * *x)
}

#[test]
fn several_numbers_beside_a_change() {
    let mut x = 2.0;
    let (value, (x_bar, by_bar)) = turned::gradient_with((1.0, 0.5), &mut x, 0.3);
    let f = |v: &[f64]| {
        let (a, b) = turned(&mut { v[0] }, v[1]);
        a + 0.5 * b
    };
    assert_eq!((value, x), (turned(&mut 2.0, 0.3), 2.0 * 0.3_f64.cos()));
    agrees("turned", f, &[x_bar, by_bar], &[2.0, 0.3]);
}

struct Walker;

#[differentiable]
impl Walker {
    fn walked(&self, x: &mut f64, by: f64) -> f64 {
        *x *= by;
        *x + by
    }
}

#[test]
fn a_method_with_a_value_beside_a_change() {
    let mut x = 2.0;
    assert_eq!(Walker.walked_gradient(&mut x, 3.0), (9.0, (3.0, 3.0)));
    let (value, mut record) = Walker.walked_record(&mut x, 0.5);
    assert_eq!((value, x), (3.5, 3.0));
    let (mut x_bar, mut by_bar) = (1.0, 0.0);
    Walker.walked_replay(&mut x, &mut x_bar, 0.5, &mut by_bar, &mut record, 1.0);
    assert_eq!((x, x_bar, by_bar), (6.0, 1.0, 13.0));
}

/// Returns a vector, and changes its receiver.
#[derive(Clone, Differentiable)]
struct Echo {
    gain: f64,
    held: f64,
}

#[differentiable]
impl Echo {
    fn block(&mut self, xs: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        for &x in xs {
            self.held = self.gain * x + 0.5 * self.held;
            out.push(self.held);
        }
        out
    }
}

/// Returns an array.
#[differentiable]
fn scaled_squares(xs: &mut [f64], k: f64) -> [f64; 3] {
    let mut squares = [0.0; 3];
    for i in 0..3 {
        xs[i] *= k;
        squares[i] = xs[i] * xs[i];
    }
    squares
}

/// Nobody writes the types of what they return: they are read before the call is seen again on the way back.
#[differentiable]
fn untyped(xs: &[f64], gain: f64) -> f64 {
    let mut echo = Echo { gain, held: 0.0 };
    let out = Echo::block(&mut echo, xs);
    let mut energy = echo.held;
    for y in &out {
        energy += y * y;
    }
    let mut last = [gain, 0.5, 0.7];
    let twice = gain * gain;
    let squares = scaled_squares(&mut last, twice);
    for y in squares.iter() {
        energy += y * last[0];
    }
    for _ in 0..2 {
        let again = scaled_squares(&mut last, gain);
        energy += again[1] * again[2];
    }
    energy
}

#[test]
fn values_without_a_type() {
    assert_eq!(untyped::check(&[0.3, 2.0, 0.5], 1.1), Ok(()));
}

/// Energy of a spring after a step, for every number, by a bound and by the word.
#[differentiable]
fn energy<T: Real>(x: &mut T, v: &mut T, k: T) -> T {
    *v -= k * *x;
    *x += T::constant(0.5) * *v;
    k * *x * *x + *v * *v
}

#[differentiable(generic)]
fn energy_too(x: &mut f64, v: &mut f64, k: f64) -> f64 {
    *v -= k * *x;
    *x += 0.5 * *v;
    k * *x * *x + *v * *v
}

#[differentiable(generic)]
fn root(x: f64, y: f64) -> Option<f64> {
    if x < 0.0 {
        return None;
    }
    let twice = 2.0 * x.sqrt() + y;
    Some(twice * 3.0)
}

#[differentiable(generic)]
fn shares(x: &[f64], of: f64) -> Result<(f64, f64), String> {
    let first = x.first().copied().ok_or("nothing is shared".to_string())?;
    if of == 0.0 {
        return Err("nobody shares".into());
    }
    Ok((first / of, 2.0 * of))
}

#[test]
fn values_of_every_number() {
    assert_eq!(energy::check(&mut 1.0, &mut 2.0, 0.3), Ok(()));
    assert_eq!(energy_too::check(&mut 1.0, &mut 2.0, 0.3), Ok(()));
    assert_eq!(root::check(2.0, 3.0), Ok(()));
    assert_eq!(root(-1.0, 3.0), None);
    assert_eq!(shares::check(&[2.0, 1.0], 3.0), Ok(()));
    assert_eq!(shares(&[2.0], 0.0), Err("nobody shares".to_string()));
    let along = |at: f64| Dual::new(at, 1.0);
    let (mut x, mut v) = (along(1.0), Dual::from(2.0));
    let slope = energy(&mut x, &mut v, Dual::from(0.3)).tangent;
    let (mut x, mut v, mut x_bar, mut v_bar, mut k_bar) = (1.0, 2.0, 0.0, 0.0, 0.0);
    energy_too::sweep(1.0, &mut x, &mut x_bar, &mut v, &mut v_bar, 0.3, &mut k_bar);
    assert!((slope - x_bar).abs() < 1e-14);
}

/// A tape has each operation of such a function.
#[cfg(feature = "tape")]
#[test]
fn a_tape_records_what_it_does() {
    let f = |[x, v, k]: [retrograde::Active; 3]| {
        let (mut x, mut v) = (x, v);
        let e = energy(&mut x, &mut v, k);
        (e, x, v)
    };
    let (_, pullback) = retrograde::vjp(f, &[1.0, 2.0, 0.3]).unwrap();
    let by_tape = pullback.call(&(1.0, 0.5, 0.25)).unwrap();
    let (mut x, mut v, mut x_bar, mut v_bar, mut k_bar) = (1.0, 2.0, 0.5, 0.25, 0.0);
    energy::sweep(1.0, &mut x, &mut x_bar, &mut v, &mut v_bar, 0.3, &mut k_bar);
    for (ours, theirs) in [x_bar, v_bar, k_bar].iter().zip(by_tape) {
        assert!((ours - theirs).abs() < 1e-13, "{ours} {theirs}");
    }
}

/// Literals are numbers of the function's own, also beside floats that have no derivatives.
#[differentiable]
fn waved<T: Real>(x: T, n: usize) -> T {
    let step = 0.1;
    let mut y = 0.5 * x;
    for i in 0..n {
        y = 2.0 * y / (1.0 + y * y) + T::constant(step * i as f64);
    }
    1.0 - y
}

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
struct Gain<T> {
    by: T,
}

#[differentiable]
impl<T: Real> Gain<T> {
    fn applied(&self, x: T) -> T {
        let half = 0.5 * x;
        2.0 * self.by * half * half
    }
}

#[test]
fn literals_of_every_number() {
    assert_eq!(waved::check(0.7, 4), Ok(()));
    assert_eq!(waved(Dual::new(0.7, 1.0), 4).tangent, waved::jvp((0.7, 4), 1.0).1);
    assert_eq!(Gain { by: 1.5 }.applied_check(0.7), Ok(()));
}
