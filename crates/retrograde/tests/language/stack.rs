//! Stacks: `push!` and `pop!` of numbers, arrays and integers, in parameters and locals, with the cotangents beside them.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};

/// Overwrites `x` with its logistic image again and again; what it was goes to the stack.
#[reversible]
fn logistic<T: Real>(x: &mut T, history: &mut Vec<T>, rate: T, steps: usize) {
    for _ in 0..steps {
        push!(history, *x);
        let last = history.len() - 1;
        *x += rate * history[last] * (1.0 - history[last]);
    }
}

fn plain(x: f64, rate: f64, steps: usize) -> (f64, Vec<f64>) {
    let mut history = vec![7.0];
    let mut x = x;
    for _ in 0..steps {
        history.push(x);
        x = rate * x * (1.0 - x);
    }
    (x, history)
}

#[test]
fn overwriting_by_way_of_a_stack() {
    let (mut x, mut history) = (0.3, vec![7.0]);
    logistic(&mut x, &mut history, 3.1, 5);
    assert_eq!((x, history.clone()), plain(0.3, 3.1, 5));

    // Cotangents of the post-state: of the last value, and of the whole history.
    let (mut x_bar, mut history_bar, mut rate_bar) = (1.5, vec![0.1, 0.2, -0.3, 0.4, 0.5, -0.6], 0.0);
    let seeds = history_bar.clone();
    logistic::adjoint(&mut x, &mut x_bar, &mut history, &mut history_bar, 3.1, &mut rate_bar, 5);
    assert_eq!((x, &history[..], &history_bar[..]), (0.3, &[7.0][..], &[0.1][..]));
    let value = |p: &[f64]| {
        let (x, history) = plain(p[0], p[1], 5);
        1.5 * x + history.iter().zip(&seeds).map(|(a, b)| a * b).sum::<f64>()
    };
    assert_all_close!(&[x_bar, rate_bar], &finite_difference::gradient(&value, &[0.3, 3.1]), 1e-6);

    logistic(&mut x, &mut history, 3.1, 4);
    logistic::inverse(&mut x, &mut history, 3.1, 4);
    assert_eq!((x, history), (0.3, vec![7.0]));
}

/// Rows go to a stack and come back in the opposite order; integers go with them.
#[reversible]
fn reordered(rows: &mut [[f64; 2]], marks: &mut [usize], x: &[f64]) {
    let mut stack: Vec<[f64; 2]> = Vec::new();
    let mut numbers: Vec<usize> = vec![];
    for (row, mark) in rows.iter_mut().zip(marks.iter_mut()) {
        for (v, u) in row.iter_mut().zip(x) {
            *v += u * u;
        }
        push!(stack, row);
        push!(numbers, mark);
    }
    for (row, mark) in rows.iter_mut().zip(marks.iter_mut()) {
        pop!(stack, row);
        pop!(numbers, mark);
        row[0] += row[1] * x[0];
    }
    free!(stack = Vec::new());
    free!(numbers);
}

#[test]
fn rows_and_integers_on_local_stacks() {
    let start = [[0.5, -0.5], [1.0, 2.0], [0.1, 0.3]];
    let x = [0.7, -1.2];
    let run = |p: &[f64]| {
        let mut rows = [[p[0], p[1]], [p[2], p[3]], [p[4], p[5]]];
        let mut marks = [1, 2, 3];
        reordered(&mut rows, &mut marks, &p[6..]);
        (rows, marks)
    };
    let all = [&start.concat()[..], &x].concat();
    let (mut rows, mut marks) = run(&all);
    assert_eq!(marks, [3, 2, 1]);
    assert_eq!(rows[0][1], 0.3 + 1.44);
    let mut rows_bar = [[1.0, 2.0], [-1.0, 0.5], [0.25, 3.0]];
    let seeds = rows_bar.concat();
    let mut x_bar = [0.0; 2];
    reordered::adjoint(&mut rows, &mut rows_bar, &mut marks, &x, &mut x_bar);
    assert_all_close!(&rows.concat(), &start.concat(), 1e-14);
    assert_eq!(marks, [1, 2, 3]);
    let value = |p: &[f64]| run(p).0.concat().iter().zip(&seeds).map(|(a, b)| a * b).sum();
    assert_all_close!(
        &[rows_bar.concat(), x_bar.to_vec()].concat(),
        &finite_difference::gradient(&value, &all),
        1e-7
    );
}

/// A stack that a local keeps, filled by a callee and emptied by its uncall.
#[reversible]
fn lent(y: &mut f64, x: f64) {
    let mut history: Vec<f64> = Vec::new();
    let mut t = x * x;
    logistic(&mut t, &mut history, 2.5, 3);
    *y += t.sin() + history[1] * history[2];
    logistic::inverse(&mut t, &mut history, 2.5, 3);
    free!(history = vec![]);
}

/// Leaves it to the compiler: the reverse pass recomputes the final contents of the stack.
#[reversible]
fn kept(y: &mut f64, x: f64) {
    let mut history: Vec<f64> = Vec::new();
    let mut t = x * x;
    logistic(&mut t, &mut history, 2.5, 3);
    *y += t.sin() + history[1] * history[2];
}

#[test]
fn stacks_that_callees_fill() {
    let value = |p: &[f64]| {
        let mut y = 0.0;
        lent(&mut y, p[0]);
        y
    };
    let (y, (x_bar,)) = lent::gradient(0.6);
    let (again, (also,)) = kept::gradient(0.6);
    assert_eq!(y, again);
    let expected = finite_difference::gradient(&value, &[0.6]);
    assert_all_close!(&[x_bar, also], &[expected[0], expected[0]], 1e-7);
    let mut y = 0.25;
    kept(&mut y, 0.6);
    kept::inverse(&mut y, 0.6);
    assert!((y - 0.25).abs() < 1e-14);
}

/// The uncall of what pushes pops, also where it is differentiated.
#[reversible]
fn back(x: &mut f64, history: &mut Vec<f64>, rate: f64) {
    logistic::inverse(&mut *x, &mut *history, rate, 2);
    *x += rate * rate;
}

#[test]
fn popping_is_differentiated() {
    let (mut x, mut history) = plain(0.3, 3.1, 3);
    let before = (x, history.clone());
    back(&mut x, &mut history, 3.1);
    assert_eq!(history.len(), 2);
    let (mut x_bar, mut history_bar, mut rate_bar) = (2.0, vec![1.0, -1.0], 0.0);
    back::adjoint(&mut x, &mut x_bar, &mut history, &mut history_bar, 3.1, &mut rate_bar);
    assert_all_close!(&[x], &[before.0], 1e-12);
    assert_all_close!(&history, &before.1, 1e-12);
    // The state in the end is what lay second on the stack, plus rate², and what lies below is untouched.
    assert_all_close!(&history_bar, &[1.0, -1.0, 2.0, history_bar[3]], 1e-12);
}

#[reversible]
fn taken(x: &mut f64, stack: &mut Vec<f64>) {
    pop!(stack, *x);
}

#[test]
#[should_panic(expected = "there is nothing left on this stack")]
fn an_empty_stack_gives_nothing() {
    taken(&mut 0.0, &mut vec![]);
}

#[test]
#[cfg(debug_assertions)]
fn an_empty_stack_is_an_error_that_can_be_had() {
    let error = taken::try_call(&mut 0.0, &mut vec![]).expect_err("it is empty");
    assert_eq!((error.statement(), error.line()), ("pop!(stack, *x)", line!() - 13));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "this place is not zero when a value comes from a stack")]
fn what_is_popped_comes_to_where_zero_is() {
    taken(&mut 1.0, &mut vec![2.0]);
}

/// Vectors change whole.
#[reversible]
fn exchanged(a: &mut Vec<f64>, b: &mut Vec<f64>, x: f64) {
    a[0] += x * b[0];
    swap(&mut *a, &mut *b);
}

#[test]
fn vectors_are_swapped_with_their_cotangents() {
    let (mut a, mut b) = (vec![1.0, 2.0], vec![3.0]);
    exchanged(&mut a, &mut b, 0.5);
    assert_eq!((a.len(), b[0]), (1, 2.5));
    let (mut a_bar, mut b_bar, mut x_bar) = (vec![1.0], vec![2.0, 4.0], 0.0);
    exchanged::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar, 0.5, &mut x_bar);
    assert_eq!((a, b), (vec![1.0, 2.0], vec![3.0]));
    assert_eq!((a_bar, b_bar, x_bar), (vec![2.0, 4.0], vec![2.0], 6.0));
}
