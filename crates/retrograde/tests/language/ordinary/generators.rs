//! Generators of random integers, whose numbers weigh and decide.

use retrograde::prelude::*;

#[differentiable]
fn xorshift(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut h: u32 = 1;
    for v in x {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        s += v * v * (h % 1000) as f64;
        if h % 3 == 0 {
            s *= 0.5;
        }
    }
    s
}

#[differentiable]
fn xorshift128(x: &[f64]) -> f64 {
    let mut state: [u32; 4] = [123456789, 362436069, 521288629, 88675123];
    let mut s = 0.0;
    for v in x {
        let t = state[0] ^ (state[0] << 11);
        state[0] = state[1];
        state[1] = state[2];
        state[2] = state[3];
        state[3] ^= (state[3] >> 19) ^ t ^ (t >> 8);
        s = 0.5 * s + v.sin() * (state[3] % 100) as f64;
    }
    s
}

#[differentiable]
fn once(x: f64) -> f64 {
    let mut h: u32 = 5;
    let mut s = 0.0;
    s += x * h as f64;
    h ^= h >> 1;
    s *= h as f64 * x;
    s
}

#[test]
fn the_reverse_pass_has_the_same_numbers() {
    let x = [0.5, 0.7, 0.9, 1.1, -0.3];
    xorshift::check(&x).unwrap();
    xorshift128::check(&x).unwrap();
    assert_eq!(once::gradient(1.5), (78.75, (105.0,)));
}
