//! A callee decides on what it only reads, and the caller changes that afterwards.

use retrograde::prelude::*;

#[reversible]
fn add_if(y: &mut f64, x: f64, level: &f64) {
    if *level > 0.3 {
        *y += x;
    }
}

#[reversible]
fn add_if_value(y: &mut f64, x: f64, level: f64) {
    let high = 2.0 * level;
    if high > 0.6 {
        *y += x;
    }
}

#[reversible]
fn add_all(y: &mut f64, x: f64, levels: &[f64]) {
    for i in 0..levels.len() {
        add_if(y, x, &levels[i]);
    }
}

#[reversible]
fn step_at(level: f64) -> f64 {
    let mut s = 0.0;
    if level > 0.3 {
        s += 1.0;
    }
    s
}

#[reversible]
fn reference(y: &mut f64, level: &mut f64, x: f64) {
    add_if(y, x, level);
    *level += 0.1;
}

#[reversible]
fn value(y: &mut f64, level: &mut f64, x: f64) {
    add_if_value(y, x, *level);
    *level += 0.1;
}

#[reversible]
fn computed(y: &mut f64, level: &mut f64, x: f64) {
    let above = *level - x;
    add_if_value(y, x, above);
    *level += 0.1;
}

#[reversible]
fn deeper(y: &mut f64, levels: &mut [f64], x: f64) {
    add_all(y, x, levels);
    levels[0] += 0.1;
}

#[reversible]
fn in_an_expression(y: &mut f64, level: &mut f64) {
    *y += step_at(*level);
    *level += 0.1;
}

#[reversible]
fn local(y: &mut f64, x: f64) {
    let mut level = 0.0;
    level += x;
    add_if(y, x, &level);
    level += 0.1;
    *y += level;
}

#[reversible]
fn in_a_loop(y: &mut f64, level: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        add_if(y, x[i], level);
        *level += x[i];
    }
}

#[reversible]
fn undone(y: &mut f64, level: &mut f64, x: f64) {
    add_if::inverse(y, x, level);
    *level += 0.1;
}

#[reversible]
fn best_so_far(best: &mut [f64], x: &[f64]) {
    for i in 0..x.len() {
        if x[i] < best[i] {
            best[i + 1] += x[i];
        } else {
            best[i + 1] += best[i];
        }
    }
}

#[reversible]
fn state(best: &mut [f64], x: &[f64]) {
    best_so_far(best, x);
    best[0] += 0.1;
}

#[instruction(inverse = take_if, adjoint = add_by_hand_adjoint)]
fn add_by_hand(y: &mut f64, level: f64) {
    if level > 0.3 {
        *y += 1.0;
    }
}

#[instruction(inverse = add_by_hand, adjoint = take_if_adjoint)]
fn take_if(y: &mut f64, level: f64) {
    if level > 0.3 {
        *y -= 1.0;
    }
}

fn add_by_hand_adjoint<C>(y: &mut f64, _: &mut C, level: f64, _: &mut C) {
    take_if(y, level);
}

fn take_if_adjoint<C>(y: &mut f64, _: &mut C, level: f64, _: &mut C) {
    add_by_hand(y, level);
}

#[reversible]
fn by_hand(y: &mut f64, level: &mut f64) {
    add_by_hand(y, *level);
    *level += 0.1;
}

fn main() {}
