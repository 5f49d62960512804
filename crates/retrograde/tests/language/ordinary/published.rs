//! Shapes of statements that published numerical code has.

use retrograde::differentiable;

fn find(n: usize) -> Option<usize> {
    if n > 3 { Some(n - 1) } else { None }
}
fn scale(n: usize) -> Option<f64> {
    if n > 3 { Some(n as f64) } else { None }
}
#[differentiable]
fn host(x: f64, n: usize) -> f64 {
    let mut s = x;
    if let Some(m) = find(n) {
        for _ in 0..m {
            s *= x;
        }
    }
    match scale(n) {
        Some(f) => s *= f,
        None => s += 1.0,
    }
    if let Some(m) = n.checked_sub(2) {
        if m > 1 {
            s += x * m as f64;
        }
    }
    s
}
#[differentiable]
fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 {
        return (x, 0);
    }
    let mut k = 0;
    let mut y = x;
    while y > 1.0 {
        y *= 0.5;
        k += 1;
    }
    (y, k)
}
#[differentiable]
fn uses(x: f64) -> f64 {
    let (y, k) = frexp(x);
    y * k as f64
}
#[derive(Debug, PartialEq)]
enum E {
    A(&'static str),
}
#[differentiable]
fn vec3(x: f64) -> Result<Vec<f64>, E> {
    if x < 0.0 {
        return Err(E::A("negative"));
    }
    let mut v = vec![x, x * x];
    v.push(x.sqrt());
    Ok(v)
}
#[differentiable]
fn three(x: f64) -> Result<(f64, f64, f64), i32> {
    let v = vec3(x).map_err(|_| -1)?;
    if v.len() != 3 {
        return Err(-2);
    }
    Ok((v[0], v[1] * v[2], v[2]))
}
#[differentiable]
fn swap2(x: f64, y: f64, q: u32) -> f64 {
    let (mut sx, mut cx) = (x.sin(), x.cos());
    (sx, cx) = match q & 3 {
        0 => (sx, cx),
        1 => (cx, -sx),
        2 => (-sx, -cx),
        3 => (-cx, sx),
        _ => unreachable!(),
    };
    let (mut a, mut b) = (x, y);
    let k = if b.abs() > a.abs() {
        std::mem::swap(&mut a, &mut b);
        2
    } else {
        0
    };
    let (u, v) = if a > 1.0 { (a * b, b) } else { (a, a + b) };
    let (p, r): (f64, f64);
    p = u * 2.0;
    r = v * u;
    sx * u + cx * v + p * r + k as f64 * a
}
#[differentiable]
fn e1(x: f64) -> f64 {
    if x < 1.0 {
        let mut s = 0.0;
        let mut t = 1.0;
        let mut k = 1;
        loop {
            t *= -x / k as f64;
            s += t / k as f64;
            if t.abs() < 1e-12 {
                break;
            }
            k += 1;
        }
        -s - x.ln()
    } else {
        let mut i = 1;
        let mut b = x + 1.0;
        loop {
            if i > 5 {
                break b;
            }
            b += 1.0 / (x + i as f64);
            i += 1;
        }
    }
}
#[differentiable]
fn tail_loop(mut x: f64) -> f64 {
    loop {
        if x < 0.1 {
            return x * x;
        }
        x *= 0.5;
        if x > 7.0 {
            x -= 1.0;
        }
    }
}

#[test]
fn published_shapes_have_their_derivatives() {
    for n in [5, 3, 1] {
        assert_eq!(host::check(1.3, n), Ok(()), "host {n}");
    }
    for x in [5.3, 0.3, 1.7] {
        assert_eq!(uses::check(x), Ok(()), "uses {x}");
        assert_eq!(vec3::check(x), Ok(()), "vec3 {x}");
        assert_eq!(three::check(x), Ok(()), "three {x}");
        assert_eq!(e1::check(x), Ok(()), "e1 {x}");
        assert_eq!(tail_loop::check(10.0 * x), Ok(()), "tail_loop {x}");
        for q in 0..4 {
            assert_eq!(swap2::check(x, 0.7, q), Ok(()), "swap2 {x} {q}");
        }
    }
    assert_eq!(vec3::gradient_with(vec![], -1.0).0, Err(E::A("negative")));
    assert_eq!(three::gradient_with((1.0, 1.0, 1.0), -1.0).0, Err(-1));
}
