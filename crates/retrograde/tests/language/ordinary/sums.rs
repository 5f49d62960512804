//! `Option`, `Result`, `?`, patterns, sorting, closures: each is held against differences, and what is missing stays missing.

use retrograde::differentiable;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x < 0.0 {
        return None;
    }
    Some(x.sqrt())
}
#[differentiable]
fn both(a: f64, b: f64) -> Option<f64> {
    let r = root(a)? + root(b)?;
    Some(r * r)
}
#[derive(Clone, Debug, PartialEq)]
enum Failure {
    Negative,
    NoConvergence(usize),
}
#[differentiable]
fn newton(a: f64) -> Result<f64, Failure> {
    if a < 0.0 {
        return Err(Failure::Negative);
    }
    let mut x = a;
    for _ in 0..50 {
        let old = x;
        x = 0.5 * (x + a / x);
        if (x - old).abs() < 1e-14 {
            return Ok(x);
        }
    }
    Err(Failure::NoConvergence(50))
}
#[differentiable]
fn uses(a: f64) -> f64 {
    match newton(a) {
        Ok(r) if r > 2.0 => r * r * r,
        Ok(r) => r,
        Err(_) => 3.0 * a,
    }
}
#[differentiable]
fn best(xs: &[f64], y: f64) -> Option<f64> {
    let mut best: Option<f64> = None;
    for &x in xs {
        let d = (x - y) * (x - y);
        match best {
            Some(b) if b <= d => {}
            _ => best = Some(d),
        }
    }
    best
}
#[differentiable]
fn first_last(xs: &[f64]) -> f64 {
    let Some(f) = xs.first() else { return 0.0 };
    let l = xs.last().unwrap();
    let m = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let p = xs.iter().position(|x| *x > 1.0).unwrap_or(0);
    let b = xs.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    f * l + m * xs[p] + b * b
}
#[differentiable]
fn sorted(xs: &[f64]) -> f64 {
    let mut v = xs.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = v.len();
    let median = if n % 2 == 0 { 0.5 * (v[n / 2 - 1] + v[n / 2]) } else { v[n / 2] };
    v.insert(0, median * 2.0);
    let r = v.remove(1);
    v.truncate(3);
    v.extend(xs.iter().map(|x| x * x));
    let mut s = 0.0;
    for (i, x) in v.iter().enumerate() {
        s += (i as f64 + 1.0) * x;
    }
    s + r
}
#[differentiable]
fn stack(x: f64) -> f64 {
    let mut st = vec![x, 2.0 * x];
    let mut s = 0.0;
    while let Some(t) = st.pop() {
        s += t * t;
        if t > 0.5 && st.len() < 4 {
            st.push(t * 0.3);
            st.push(t * 0.4);
        }
    }
    s
}
#[differentiable]
fn closures(x: f64) -> f64 {
    let mut k = x;
    let g = move |t: f64| t * k;
    k = 2.0 * k;
    let h = |t: f64| {
        if t > 1.0 {
            return t;
        }
        t * t
    };
    let k = k + 1.0;
    g(x) + k + h(x)
}
#[differentiable]
fn pair(x: f64) -> Option<(f64, f64)> {
    if x > 0.0 { Some((x.ln(), x * x)) } else { None }
}
#[differentiable]
fn use_pair(x: f64) -> f64 {
    if let Some((a, b)) = pair(x) {
        a * b
    } else if let (Some((c, _)), true) = (pair(-x), x < -1.0) {
        c
    } else {
        x
    }
}

/// Chains where they are evaluated only sometimes, and operands that change what stands before them.
#[differentiable]
fn order_of_evaluation(xs: &[f64], x: f64) -> f64 {
    let mut v = xs.to_vec();
    let mut s = 0.0;
    if x < 0.0 || xs.iter().any(|y| *y > 3.0) {
        s += x * x;
    } else if xs.iter().map(|y| y * y).sum::<f64>() > 2.0 {
        s += 3.0 * x;
    }
    let n = v.len() as f64 * v.pop().unwrap_or(x);
    s + n + v.iter().sum::<f64>() * x
}

#[differentiable]
fn filtered(x: f64, limit: Option<usize>) -> f64 {
    let y = Some(x).filter(|y| *y > 0.0).map(|y| y.sqrt()).unwrap_or_else(|| x * x);
    let n = limit.unwrap_or(3);
    let mut s = 0.0;
    for i in 0..n {
        let Some(t) = root(y - i as f64) else { break };
        s += t * y;
    }
    match limit {
        Some(m) if m > 1 => s * 2.0,
        _ => s,
    }
}

#[test]
fn values_in_parts_have_their_derivatives() {
    for x in [4.0, 0.7, -2.0, -0.4] {
        assert_eq!(root::check(x), Ok(()), "root {x}");
        assert_eq!(both::check(x, 9.0), Ok(()), "both {x}");
        assert_eq!(newton::check(x), Ok(()), "newton {x}");
        assert_eq!(uses::check(x), Ok(()), "uses {x}");
        assert_eq!(stack::check(x), Ok(()), "stack {x}");
        assert_eq!(closures::check(x), Ok(()), "closures {x}");
        assert_eq!(pair::check(x), Ok(()), "pair {x}");
        assert_eq!(use_pair::check(x), Ok(()), "use_pair {x}");
        assert_eq!(filtered::check(x, None), Ok(()), "filtered {x}");
        assert_eq!(filtered::check(x, Some(2)), Ok(()), "filtered {x}");
    }
    for xs in [&[0.5, 2.5, 4.0, 0.25][..], &[1.5, 1.2], &[0.3], &[0.4, 0.1, 0.2]] {
        assert_eq!(best::check(xs, 2.2), Ok(()), "best {xs:?}");
        assert_eq!(first_last::check(xs), Ok(()), "first_last {xs:?}");
        assert_eq!(sorted::check(xs), Ok(()), "sorted {xs:?}");
        assert_eq!(order_of_evaluation::check(xs, 0.3), Ok(()), "order_of_evaluation {xs:?}");
    }
    assert_eq!(first_last::gradient(&[]), (0.0, (vec![],)));
}

#[test]
fn what_is_missing_stays_missing() {
    assert_eq!(root::gradient(4.0), Some((2.0, (0.25,))));
    assert_eq!(root::gradient(-4.0), None);
    assert_eq!(both::gradient(4.0, -9.0), None);
    assert_eq!(newton::gradient(-4.0), Err(Failure::Negative));
    assert_eq!(newton::gradient(f64::NAN), Err(Failure::NoConvergence(50)));
    assert_eq!(best::gradient(&[], 1.0), None);
    assert_eq!(pair::gradient_with((1.0, 10.0), 2.0), (Some((2.0_f64.ln(), 4.0)), (40.5,)));
    let mut bar = 1.0;
    assert_eq!(root::pull(10.0, 4.0, &mut bar), Some(2.0));
    assert_eq!(bar, 3.5);
}

#[test]
fn a_closure_means_what_it_meant() {
    assert_eq!(closures(2.0), 11.0);
    assert_eq!(closures::gradient(2.0), (11.0, (7.0,)));
}

/// A pair with an index, which nothing but its use tells.
#[differentiable]
fn crossing(y: &[f64], level: f64) -> Option<f64> {
    let found = 'search: {
        for (i, w) in y.windows(2).enumerate() {
            let &[a, b] = w else { continue };
            if (a - level) * (b - level) < 0.0 {
                break 'search Some((i, a, b));
            }
        }
        None
    };
    let (i, a, b) = found?;
    Some(i as f64 + (level - a) / (b - a))
}

#[test]
fn pairs_that_may_be_missing() {
    assert_eq!(crossing::check(&[0.1, 0.4, 0.9, 0.7], 0.6), Ok(()));
    assert_eq!(crossing::gradient(&[0.1], 0.6), None);
}
