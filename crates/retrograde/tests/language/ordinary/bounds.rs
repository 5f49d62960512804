//! Loops that decide, whose bounds change behind them: the reverse pass takes as many decisions off the record as the function has put there.

use retrograde::prelude::*;

#[differentiable]
fn bound_assigned(x: &[f64], w: f64) -> f64 {
    let mut s = w;
    let mut m = 3;
    let mut c = 0;
    if s > 0.5 {
        s = s * s;
    }
    for j in 0..m {
        if x[j] > s {
            c += 1;
        }
    }
    m = 1;
    s = s * (c + 1) as f64;
    s
}
#[differentiable]
fn grown_behind(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut b = 0;
    for j in 0..q.len() {
        if q[j] < q[b] {
            b = j;
        }
    }
    let s = q[b] * w;
    q.push(2.0);
    s + q[q.len() - 1] * w
}
#[differentiable]
fn grown_in_rounds(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = 0.0;
    for i in 0..4 {
        let mut b = 0;
        for v in &q {
            if *v < 0.5 {
                b += 1;
            }
        }
        s += b as f64 * w;
        if i < 2 {
            q.push(s * 0.1 + 1.0);
        }
    }
    s
}
#[differentiable]
fn shrunk_in_rounds(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = w;
    for _ in 0..2 {
        let mut c = 0;
        for v in &q {
            if *v > 0.5 {
                c += 1;
            }
        }
        if s > 0.5 {
            s = s * w;
        } else {
            s = s + 0.3;
        }
        s *= c as f64;
        q.remove(0);
    }
    s
}
#[differentiable]
fn selected(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = w;
    while q.len() > 1 {
        let mut b = 0;
        for j in 0..q.len() {
            if q[j] < q[b] {
                b = j;
            }
        }
        let e = q[b];
        q.remove(0);
        s = s * 0.7 + e * e;
        if s > 0.5 {
            s = s * w;
        }
    }
    s
}
#[differentiable]
fn rest_of_a_slice(x: &[f64], w: f64) -> f64 {
    let mut s = w;
    let mut rest = x;
    while rest.len() > 1 {
        let mut c = 0;
        for v in rest {
            if *v > 0.3 {
                c += 1;
            }
        }
        s = s * w + c as f64 * w;
        rest = &rest[1..];
    }
    s
}
#[differentiable]
fn bound_falls(x: &[f64], w: f64) -> f64 {
    let mut s = w;
    let mut m = x.len();
    let mut it = 0;
    while m > 0 && it < 9 {
        it += 1;
        let mut c = 0;
        for j in 0..m {
            if x[j] > s {
                c += 1;
            }
        }
        if c % 2 == 0 {
            m -= 1;
            s = s * w;
        } else {
            s = s.sin() + 0.1;
        }
    }
    s
}
#[differentiable]
fn both_bounds(x: &[f64], w: f64) -> f64 {
    let mut s = w;
    let mut lo = 0;
    let mut hi = x.len();
    let mut it = 0;
    while lo < hi && it < 6 {
        it += 1;
        let mut c = 0;
        for j in lo..hi {
            if x[j] > s * 0.1 {
                c += 1;
            }
        }
        if c % 2 == 0 {
            lo += 1;
            s = s * w;
        } else {
            hi -= 1;
            s = s.sin() + c as f64 * w;
        }
    }
    s
}
#[differentiable]
fn counted(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = w;
    let c = q.iter().filter(|v| **v > 0.2).count();
    s *= c as f64;
    q.push(w);
    s + q[q.len() - 1] * s
}
#[differentiable]
fn any_of_them(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = w;
    if q.iter().any(|v| *v > 0.9) {
        s *= 2.0;
    }
    q.push(w);
    s * q[q.len() - 1]
}
#[differentiable]
fn position_of_one(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = w;
    if let Some(p) = q.iter().position(|v| *v > 0.6) {
        s *= p as f64 + 1.0;
    }
    q.insert(0, w);
    s * q[0] + q[1]
}
#[differentiable]
fn selection(x: &[f64], w: f64) -> f64 {
    let mut q = x.to_vec();
    let mut s = w;
    while q.len() > 1 {
        let mut b = 0;
        for j in 1..q.len() {
            if q[j] < q[b] {
                b = j;
            }
        }
        let e = q.remove(b);
        if e > 0.5 {
            s = s * e;
        } else {
            s = s + e * w;
        }
    }
    s
}
#[differentiable]
fn indices(x: &[f64], w: f64) -> f64 {
    let mut k: Vec<usize> = vec![0, 1];
    let mut s = w;
    for _ in 0..2 {
        let mut c = 0;
        for j in &k {
            if x[*j] > 0.5 {
                c += j + 1;
            }
        }
        s = s * c as f64 + w;
        k.push(2);
    }
    s
}
#[differentiable]
fn fewer_each_round(x: &[f64], w: f64) -> f64 {
    let mut s = w;
    let mut m = 3;
    for it in 0..3 {
        let mut c = 0;
        for j in 0..m {
            if x[j] > s {
                c += 1;
            }
        }
        if s > 0.7 {
            s = s * w;
        } else {
            s = s.sin();
        }
        m -= 1;
        s = s * (c + 1) as f64 * 0.4;
    }
    s
}

#[test]
fn decisions_of_loops_whose_bounds_change() {
    let x = [0.9, 0.4, 0.7];
    let y = [-0.84061, -0.75103, 2.06306, 0.27912, 2.36003, 0.02695];
    bound_assigned::check(&[-0.84, -0.75, 2.06], 1.57).unwrap();
    grown_behind::check(&[0.5, 0.2], 1.1).unwrap();
    grown_in_rounds::check(&[0.1, 0.7], 1.3).unwrap();
    shrunk_in_rounds::check(&x, 1.1).unwrap();
    selected::check(&x, 1.1).unwrap();
    rest_of_a_slice::check(&x, 1.1).unwrap();
    bound_falls::check(&y, 1.1).unwrap();
    both_bounds::check(&y, 1.57).unwrap();
    counted::check(&x, 1.1).unwrap();
    any_of_them::check(&x, 1.1).unwrap();
    position_of_one::check(&x, 1.1).unwrap();
    selection::check(&x, 0.7).unwrap();
    selection::check(&y, 1.1).unwrap();
    indices::check(&x, 1.1).unwrap();
    fewer_each_round::check(&y, 0.9).unwrap();
}

/// The condition tells the type of a count, and the reverse pass of a checkpointed loop does not evaluate it.
#[differentiable]
fn counted_in_rounds(x: &[f64], w: f64) -> f64 {
    let mut h: usize = 5;
    let mut s = w;
    let mut n = 0;
    #[checkpoint]
    while n < x.len() {
        h += 1;
        n += 1;
        s = s * x[h % 3];
    }
    s
}

#[test]
fn a_count_is_put_back() {
    counted_in_rounds::check(&[0.5, 0.7, 0.9], 1.0).unwrap();
}
