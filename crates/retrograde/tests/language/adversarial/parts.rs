//! Parts of local storage: lent, exchanged, grown by a callee.

use crate::adversarial::harness::numbers;
use retrograde::prelude::*;

/// Squares of products, by way of storage that the caller lends.
#[reversible]
fn squares<T: Real>(out: &mut T, x: &[T], #[scratch] w: &mut [T]) {
    for i in 0..w.len() {
        w[i] += x[i] * x[0];
    }
    for i in 0..w.len() {
        *out += w[i] * w[i];
    }
}

/// A local vector is lent as scratch, twice, whole and in part, to calls that change a local.
#[reversible]
fn local_scratch<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut w = vec![0.0; x.len() - i];
        let mut t = x[i];
        squares(&mut t, x, &mut w);
        squares(&mut t, &x[1..], &mut w[0..2]);
        *y += t * x[i];
    }
    k[0] += n[0];
}
keeps!(local_scratch_, local_scratch, s: numbers(1), k: [0], x: numbers(5), n: [3]);

/// A callee that makes a vector longer by what it has been given.
#[reversible]
fn grown<T: Real>(v: &mut Vec<T>, x: &[T], n: usize) {
    for i in 0..n {
        let mut t = 0.0;
        push!(v, t);
        free!(t = 0.0);
        v[i + 2] += x[i] + v[i] * x[0];
    }
}

/// A vector that starts with elements and is grown by a callee, in loops in loops.
#[reversible]
fn grown_in_a_loop<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        for j in 0..2 {
            let mut v = vec![0.0; 2];
            v[0] += x[j] * x[i];
            grown(&mut v, x, i + j);
            for l in 0..v.len() {
                s[l] += v[l] * v[0];
            }
        }
    }
    k[0] += n[0];
}
keeps!(grown_in_a_loop_, grown_in_a_loop, s: numbers(6), k: [0], x: numbers(5), n: [3]);

/// Rows of local arrays and elements of local vectors are exchanged and moved.
#[reversible]
fn exchanged<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut rows = [[0.0; 2]; 3];
        let mut v = vec![0.0; 3];
        for j in 0..3 {
            rows[j][0] += x[j] * x[i];
            rows[j][1] += x[j];
            v[j] += x[i] * x[j] + x[j];
        }
        swap(&mut rows[0], &mut rows[i + 1]);
        swap(&mut rows[1][0], &mut v[i]);
        let mut w = v;
        swap(&mut w[0], &mut w[2]);
        let mut stack = vec![0.0; 1];
        push!(stack, w[i]);
        stack[1] += rows[2][0] * x[1];
        pop!(stack, w[i]);
        *y += rows[0][1] * w[i] + rows[1][0] * w[2] + stack[0];
        *z += w[0] * rows[i][0];
    }
    k[0] += n[0];
}
keeps!(exchanged_, exchanged, s: numbers(1), k: [0], x: numbers(5), n: [2]);
