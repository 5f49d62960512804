//! Texts that are read letter by letter, and an index that functions hand on.

use retrograde::{Real, differentiable};

/// An operand: the number of the variable. The name of a parameter is lent on as it is, and the conditions read what a call changes.
#[differentiable]
fn operand(text: &[u8], at: &mut usize, v: &[f64]) -> f64 {
    let mut n = 0;
    while *at < text.len() && text[*at].is_ascii_digit() {
        n = n * 10 + (text[*at] - b'0') as usize;
        *at += 1;
    }
    v[n % v.len()]
}

#[differentiable]
fn term(text: &[u8], at: &mut usize, v: &[f64]) -> f64 {
    let mut s = operand(text, at, v);
    while *at < text.len() && (text[*at] == b'*' || text[*at] == b'/') {
        let times = text[*at] == b'*';
        *at += 1;
        let x = operand(text, at, v);
        if times {
            s *= x;
        } else {
            s /= x;
        }
    }
    s
}

#[differentiable]
fn total(text: &[u8], at: &mut usize, v: &[f64]) -> f64 {
    let mut s = term(text, at, v);
    loop {
        if *at >= text.len() {
            break;
        }
        if text[*at] == b'+' {
            *at += 1;
            s += term(text, at, v);
        } else if text[*at] == b'-' {
            *at += 1;
            s -= term(text, at, v);
        } else {
            return s;
        }
    }
    s
}

#[differentiable]
fn computed(text: &str, v: &[f64]) -> f64 {
    let bytes = text.as_bytes();
    let mut at = 0;
    let s = total(bytes, &mut at, v);
    s * at as f64 + bytes.len() as f64 * v[0]
}

#[differentiable]
fn letters(text: &str, v: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, c) in text.chars().enumerate() {
        match c {
            '0'..='9' => s += v[c.to_digit(10).unwrap() as usize % v.len()] * i as f64,
            '+' | '-' => {
                if i > 3 {
                    break;
                }
                s *= 0.5 * v[0];
            }
            _ => continue,
        }
    }
    let sum: f64 = text.bytes().rev().map(|b| v[b as usize % v.len()]).sum();
    s + sum + text.chars().filter(|c| c.is_alphabetic()).count() as f64 * v[0]
}

#[differentiable]
fn counted(words: &[&str], x: f64) -> f64 {
    let mut s = 0.0;
    for word in words {
        for b in word.bytes() {
            if b == b'a' {
                s = s * x + x;
            }
        }
        s += x * word.len() as f64;
    }
    s
}

/// A name that is lent on may be read alone.
#[differentiable]
fn peek(at: &f64, v: &[f64]) -> f64 {
    v[0] * *at
}

#[differentiable]
fn damp(y: &mut [f64], k: f64) -> Option<f64> {
    let mut energy = 0.0;
    for v in y.iter_mut() {
        *v *= k;
        energy += *v * *v;
    }
    if energy > 9.0 { None } else { Some(energy) }
}

#[differentiable]
fn handed(at: &mut f64, y: &mut [f64], v: &[f64]) -> Option<f64> {
    let s = peek(at, v);
    *at *= s;
    let energy = damp(y, *at)?;
    Some(s * *at + peek(at, v) * energy + damp(y, 0.5).unwrap_or(1.0))
}

#[differentiable]
fn after(v: &[f64]) -> f64 {
    let (mut at, mut y) = (v[0], v.to_vec());
    match handed(&mut at, &mut y, v) {
        Some(s) => s + at * y[1],
        None => at * v[1],
    }
}

/// Storage that is lent, and functions, are no state.
#[differentiable]
fn scaled<T: Real>(y: &mut [T], k: T, at: &mut T, #[scratch] room: &mut [T]) -> T {
    let mut energy = T::constant(0.0);
    for (i, v) in y.iter_mut().enumerate() {
        *v *= k;
        room[i] = *v;
        energy += *v * room[i];
    }
    *at += energy;
    energy * *at
}

#[differentiable]
fn scaled_twice<T: Real>(at: &mut T, y: &mut [T], #[scratch] room: &mut [T]) -> T {
    let k = *at;
    let a = scaled(y, k, at, room);
    let b = scaled(y, a, at, room);
    a * b
}

#[differentiable]
fn of_scaled(v: &[f64]) -> f64 {
    let (mut at, mut y, mut room) = (v[0], v.to_vec(), vec![0.0; v.len()]);
    scaled_twice(&mut at, &mut y, &mut room) + at * y[1]
}

#[differentiable]
fn called(f: &mut impl FnMut(f64) -> f64, y: &mut f64) -> f64 {
    let a = f(*y);
    *y += a;
    f(a)
}

#[differentiable]
fn called_twice(f: &mut impl FnMut(f64) -> f64, y: &mut f64) -> f64 {
    called(f, y) + called(f, y)
}

#[differentiable]
fn of_called(w: f64) -> f64 {
    let mut y = w;
    let a = called_twice(&mut |x| x * w, &mut y);
    a * y
}

const V: [f64; 4] = [0.5, 0.7, 1.1, 0.3];

#[test]
fn texts_are_read() {
    assert_eq!(computed("0*1+2/3*0-1", &V), (0.5 * 0.7 + 1.1 / 0.3 * 0.5 - 0.7) * 11.0 + 11.0 * 0.5);
    assert_eq!(computed::check("0*1+2/3*0-1", &V), Ok(()));
    for text in ["1+2+3a", "", "x1-2"] {
        assert_eq!(letters::check(text, &V), Ok(()), "{text}");
    }
    assert_eq!(counted::check(&["abc", "aab"], 0.3), Ok(()));
}

#[test]
fn names_are_lent_on() {
    assert_eq!(after::check(&V), Ok(()));
    assert_eq!(after::check(&[3.0, 0.7]), Ok(()));
    assert_eq!(of_scaled::check(&V), Ok(()));
    assert_eq!(of_called::check(0.7), Ok(()));
}
