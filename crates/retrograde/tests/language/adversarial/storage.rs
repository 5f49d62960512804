//! Storage that is allocated once: its length, its start and its shadow.

use crate::adversarial::harness::numbers;
use retrograde::{Real, reversible};

/// A length that is no number where the loop is empty.
#[reversible]
fn length_of_nothing<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut t = vec![0.0; n[0] - 1];
        for j in 0..n[0] - 1 {
            t[j] += x[i] * x[j];
        }
        s[i] += t[0] * t[n[0] - 2];
    }
    while (k[0] < n[0], k[0] > 0) {
        let mut t = vec![0.0; n[n[0]] + n[0] - 1];
        t[0] += x[k[0]] * x[0];
        s[0] += t[0] * t[0];
        k[0] += 1;
    }
}
keeps!(length_of_nothing_, length_of_nothing, s: numbers(9), k: [0], x: numbers(9), n: [0]);
keeps!(length_of_something, length_of_nothing, s: numbers(9), k: [0], x: numbers(9), n: [3, 0, 0, 4]);

/// An inner loop that is empty, inside one that is not.
#[reversible]
fn nothing_inside<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        for j in 0..n[1] {
            let mut t = vec![0.0; n[1] - 1];
            for l in 0..t.len() {
                t[l] += x[i] * x[j];
            }
            for l in 0..t.len() {
                *y += t[l] * t[l];
            }
        }
    }
    k[0] += 0;
}
keeps!(nothing_inside_, nothing_inside, s: numbers(1), k: [0], x: numbers(9), n: [3, 0]);
keeps!(something_inside, nothing_inside, s: numbers(1), k: [0], x: numbers(9), n: [3, 4]);

/// Lengths that change with the loop, in branches and in loops in loops.
#[reversible]
fn lengths<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut t = vec![0.0; i + 1];
        for j in 0..i + 1 {
            let mut u = vec![0.0; n[0]];
            if j % 2 == 0 {
                let mut v = vec![0.0; j];
                for l in 0..j {
                    v[l] += x[l] * x[j];
                    u[l] += v[l] * v[0];
                }
            }
            u[0] += x[j];
            t[j] += u[0] * u[n[0] - 1] + u[j / 2];
        }
        for j in 0..t.len() {
            s[i] += t[j] * t[0];
        }
    }
    k[0] += 0;
}
keeps!(lengths_, lengths, s: numbers(9), k: [0], x: numbers(9), n: [9]);

/// Arrays of arrays, refilled with what they start with.
#[reversible]
fn tables<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut t = vec![[1.5; 3]; n[0]];
        let mut u = vec![2.0; 3];
        for j in 0..3 {
            t[i][j] += x[j] * x[i];
            u[j] += t[0][j] * t[n[0] - 1][j];
        }
        s[i] += u[0] * u[1] * u[2];
    }
    k[0] += 0;
}
keeps!(tables_, tables, s: numbers(4), k: [0], x: numbers(4), n: [4]);

/// Storage that starts at a value, and storage in a function called in a loop.
#[reversible]
fn filled<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut t = [x[i] * x[0]; 9];
        let mut u = vec![x[i]; n[0]];
        for j in 0..n[0] {
            t[j] += u[j] * x[j];
            u[j] += x[0] * x[j];
        }
        for j in 1..n[0] {
            s[i] += t[j] * u[j - 1];
        }
    }
    k[0] += 0;
}
keeps!(filled_, filled, s: numbers(9), k: [0], x: numbers(9), n: [9]);
