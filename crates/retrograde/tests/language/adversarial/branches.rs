//! Branches: values that are kept, conditions that are told afterwards.

use crate::adversarial::harness::numbers;
use retrograde::{Real, reversible};

/// The lead takes the outer branch, and so does the way back, which takes the inner one twice itself.
#[reversible]
fn kept_three_deep<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = 0.0;
    if n[0] > 1 {
        let mut u = 0.0;
        if n[0] > 2 {
            let v = x[0].exp();
            u += v * x[1];
        }
        t += u * x[2];
        if n[0] > 2 {
            let w = x[1].exp();
            t += w * x[2].sqrt();
        } else if n[0] > 1 {
            t += x[3].exp();
        }
    }
    s[0] += t * t;
    k[0] += 0;
}
keeps!(kept_three_deep_taken, kept_three_deep, s: numbers(2), k: [0], x: numbers(4), n: [3]);
keeps!(kept_three_deep_half, kept_three_deep, s: numbers(2), k: [0], x: numbers(4), n: [2]);
keeps!(kept_three_deep_not, kept_three_deep, s: numbers(2), k: [0], x: numbers(4), n: [0]);

#[reversible]
fn kept_four_deep<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = 0.0;
    if n[0] > 1 {
        let mut u = 0.0;
        if n[0] > 2 {
            let mut v = 0.0;
            if n[0] > 3 {
                let e = x[0].exp();
                v += e * x[1] * e.sqrt();
            }
            u += v * x[2].exp();
        } else {
            let e = x[3].exp();
            u += e * e.sqrt();
        }
        t += u * x[3].ln();
    }
    s[0] += t * t;
    k[0] += 0;
}
keeps!(kept_four_deep_taken, kept_four_deep, s: numbers(2), k: [0], x: numbers(4), n: [4]);
keeps!(kept_four_deep_three, kept_four_deep, s: numbers(2), k: [0], x: numbers(4), n: [3]);
keeps!(kept_four_deep_two, kept_four_deep, s: numbers(2), k: [0], x: numbers(4), n: [2]);

/// The operands of the condition change between two runs of the branch.
#[reversible]
fn condition_moves<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut t = 0.0;
        if (k[0] % 2 == 0, k[0] % 2 == 1) {
            let e = x[i].exp();
            t += e * x[i];
            k[0] += 1;
        } else {
            let e = x[i].sin();
            t += e * x[0];
            k[0] += 1;
        }
        s[i] += t * s[i + 1];
    }
}
keeps!(condition_moves_, condition_moves, s: numbers(6), k: [0], x: numbers(5), n: [5]);

/// An expression that occurs before and after a change of its operands.
#[reversible]
fn operand_moves<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    if n[0] > 0 {
        s[1] += s[0].exp() * x[0];
        s[0] += x[1].exp();
        s[1] += s[0].exp() * x[0];
    } else if n[1] > 0 {
        s[0] += x[1].exp();
    } else {
        s[1] += s[0].exp();
    }
    s[2] += s[0].exp() * x[0];
    s[0] += s[3].exp() * x[1];
    s[2] += s[0].exp() * x[2];
    k[0] += 0;
}
keeps!(operand_moves_first, operand_moves, s: numbers(4), k: [0], x: numbers(3), n: [1, 0]);
keeps!(operand_moves_second, operand_moves, s: numbers(4), k: [0], x: numbers(3), n: [0, 1]);
keeps!(operand_moves_third, operand_moves, s: numbers(4), k: [0], x: numbers(3), n: [0, 0]);

/// A branch that occurs twice, with the count changed in between and back.
#[reversible]
fn twice_the_same<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut c = 0;
    c += n[0];
    if c > 0 {
        let e = x[c].exp();
        s[0] += e * x[0] * e.ln();
    }
    c += 1;
    if c > 0 {
        let e = x[c].exp();
        s[0] += e * x[0] * e.ln();
    }
    k[0] += c;
}
keeps!(twice_the_same_, twice_the_same, s: numbers(1), k: [0], x: numbers(5), n: [1]);

/// Branches on integer state in loops whose state others change.
#[reversible]
fn branch_reads_count<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        if k[1] % 2 == 0 {
            let e = (x[i] * s[0]).sin();
            *y += e * e;
        }
        k[1] += i;
        s[0] += x[i] * 0.1;
    }
    k[0] += 1;
}
keeps!(branch_reads_count_, branch_reads_count, s: numbers(2), k: [0, 0], x: numbers(9), n: [9]);

/// A loop inside the first branch, and a branch in it.
#[reversible]
fn loop_in_branch<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = 0.0;
    if n[0] > 0 {
        for i in 0..n[0] {
            let e = (x[i] + t * 0.0).exp();
            s[0] += e;
        }
        for i in 0..n[0] {
            if i % 2 == 0 {
                let e = x[i].exp();
                t += e * e.sqrt();
            }
        }
    }
    s[1] += t * t;
    k[0] += 0;
}
keeps!(loop_in_branch_, loop_in_branch, s: numbers(2), k: [0], x: numbers(9), n: [9]);

/// Choices inside expressions.
#[reversible]
fn chosen<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let a = if x[i] > x[0] { x[i].exp() } else { x[0].sqrt() };
        let b = if i % 3 == 0 {
            a * a
        } else if i % 3 == 1 {
            a.ln()
        } else {
            x[i]
        };
        s[i] += a * b * if b > a { x[1] } else { b };
    }
    k[0] += 0;
}
keeps!(chosen_, chosen, s: numbers(9), k: [0], x: numbers(9), n: [9]);
