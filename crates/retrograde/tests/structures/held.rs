//! Fields that are stacks, and skipped fields that are structures.

use crate::harness::{close, holds};
use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Machine<T> {
    x: T,
    at: [T; 2],
    log: Vec<T>,
    rows: Vec<[T; 2]>,
    trace: Vec<usize>,
    n: usize,
}

/// Stacks of numbers, of arrays and of integers, all of them fields; a local that is such a structure.
#[reversible]
fn run<T: Real>(m: &mut Machine<T>, h: T) {
    push!(m.log, m.x);
    m.x += m.at[0] * h;
    push!(m.rows, m.at);
    m.at[1] += m.x.sin();
    push!(m.trace, m.n);
    m.n += m.log.len();
    for i in 0..m.log.len() {
        m.at[0] += m.log[i] * h;
    }
    push!(m.log, m.at[0]);
    m.at[1] += m.log[m.log.len() - 1] * m.x;
    pop!(m.log, m.at[0]);
    m.at[0] += m.at[1] * h;
}

#[reversible]
fn runs<T: Real>(all: &mut [Machine<T>], out: &mut T) {
    for i in 0..all.len() {
        run(&mut all[i], 0.5);
        push!(all[i].log, all[i].x);
        *out += all[i].log[0] * all[i].rows[0][1];
    }
}

fn machine(x: &[f64]) -> Machine<f64> {
    Machine { x: x[0], at: [x[1], x[2]], log: vec![x[3]], rows: vec![[x[4], x[5]]], trace: vec![4], n: 2 }
}

type Bar = <Machine<f64> as Differentiable>::Shadow<f64>;

fn numbers(m: &Machine<f64>) -> Vec<f64> {
    let mut all = vec![m.x, m.at[0], m.at[1]];
    all.extend(&m.log);
    all.extend(m.rows.iter().flatten());
    all
}

fn bar_numbers(m: &mut Bar) -> Vec<&mut f64> {
    let mut all = vec![&mut m.x];
    all.extend(&mut m.at);
    all.extend(&mut m.log);
    all.extend(m.rows.iter_mut().flatten());
    all
}

#[test]
fn stacks_in_structures() {
    let start = [0.3, 0.7, -0.4, 1.1, 0.2, 0.9];
    let after = |x: &[f64]| {
        let (mut all, mut out) = ([machine(x)], 0.5);
        runs(&mut all, &mut out);
        (all, out)
    };
    let seeds = |n: usize| (0..n).map(|i| 0.7 - 0.3 * i as f64).collect::<Vec<f64>>();
    let weighed = |x: &[f64]| {
        let (all, out) = after(x);
        let all = numbers(&all[0]);
        out * 1.5 + all.iter().zip(seeds(all.len())).map(|(a, s)| a * s).sum::<f64>()
    };
    let wanted: Vec<f64> = (0..start.len())
        .map(|i| {
            let moved = |h: f64| {
                let mut x = start;
                x[i] += h;
                weighed(&x)
            };
            (moved(1e-5) - moved(-1e-5)) / 2e-5
        })
        .collect();
    let (mut all, mut out) = after(&start);
    assert_eq!((all[0].trace.clone(), all[0].n), (vec![4, 2], 2));
    let mut bars = [all[0].shadow()];
    let count = bar_numbers(&mut bars[0]).len();
    bar_numbers(&mut bars[0]).into_iter().zip(seeds(count)).for_each(|(b, s)| *b = s);
    runs::adjoint(&mut all, &mut bars, &mut out, &mut 1.5);
    assert_eq!((&all[0].trace, all[0].n, all[0].rows.len()), (&vec![4], 2, 1));
    close(&numbers(&all[0]), &numbers(&machine(&start)));
    let found: Vec<f64> = bar_numbers(&mut bars[0]).iter().map(|b| **b).collect();
    close(&found, &wanted);
}

/// A stack in a structure that the function makes itself.
#[derive(Clone, Debug, Differentiable)]
struct Tape<T> {
    log: Vec<T>,
    sum: T,
}

#[reversible]
fn taped<T: Real>(out: &mut T, x: &[T]) {
    let mut tape = Tape { log: Vec::new(), sum: 0.0 };
    for i in 0..x.len() {
        let mut t = x[i] * x[0];
        t += tape.sum;
        tape.sum += x[i].cos();
        *out += t * tape.sum;
    }
    let mut held = x[0];
    push!(tape.log, held);
    *out += tape.log[0] * tape.sum;
}

#[test]
fn stacks_in_locals() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| taped(&mut out[0], x),
        |out, x| taped::inverse(&mut out[0], x),
        |out, out_bar, x, x_bar| taped::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Grid<T> {
    h: T,
    origin: [T; 2],
}

/// The grid carries no cotangent, which only this declaration says.
#[derive(Clone, Debug, Differentiable)]
struct Field<T> {
    #[differentiable(skip)]
    grid: Grid<T>,
    values: [T; 2],
}

#[reversible]
fn area<T: Real>(grid: &Grid<T>, by: T) -> T {
    grid.h * grid.h * by
}

#[reversible]
fn integral<T: Real>(out: &mut T, field: &Field<T>, x: T) {
    #[inactive]
    let grid = &field.grid;
    for i in 0..2 {
        *out += field.values[i] * grid.h * (x - grid.origin[i]);
    }
    *out += area(grid, x) + area(&field.grid, field.values[0]);
}

#[test]
fn skipped_structures_are_read_field_by_field() {
    let field = |x: &[f64]| Field { grid: Grid { h: 0.5, origin: [0.1, 0.2] }, values: [x[0], x[1]] };
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| integral(&mut out[0], &field(x), x[2]),
        |out, x| integral::inverse(&mut out[0], &field(x), x[2]),
        |out, out_bar, x, x_bar| {
            let field = field(x);
            let mut bar = field.shadow();
            integral::adjoint(&mut out[0], &mut out_bar[0], &field, &mut bar, x[2], &mut x_bar[2]);
            x_bar.iter_mut().zip(bar.values).for_each(|(x, b)| *x += b);
        },
    );
}
