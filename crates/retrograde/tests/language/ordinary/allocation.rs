//! A record that has been used allocates nothing.

#![allow(unsafe_code)]

use retrograde::{Record, differentiable};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: it was allocated by `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often something is allocated.
fn allocations(run: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

#[differentiable]
fn iterated(a: f64, x: f64) -> f64 {
    let mut x = x;
    for i in 0..100 {
        let old = x;
        x = (x + a / x) * 0.5;
        if (x - old).abs() < 1e-12 && i > 50 {
            break;
        }
    }
    x
}

#[differentiable]
fn weighed(w: &[f64], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s = (s + w[i] * x[i]).tanh();
        s *= 1.0 + iterated(2.0 + w[i] * w[i], 1.0);
    }
    s
}

#[differentiable]
fn step(x: &mut [f64], v: &mut [f64], count: &mut usize, dt: f64) {
    for i in 0..x.len() {
        x[i] += dt * v[i];
        v[i] = 0.99 * (v[i] - dt * x[i].sin());
        *count += 1;
    }
}

#[differentiable]
fn checkpointed(a: f64, x: f64, n: usize) -> f64 {
    let mut x = x;
    let mut v = 0.0;
    #[checkpoint]
    for i in 0..n {
        v = 0.9 * v - (a * x).sin();
        x = if v > 0.0 { x + 0.1 * v } else { x * (1.0 - 0.001 * i as f64) + 0.1 * v };
    }
    x * v
}

#[test]
fn a_warm_record_of_checkpoints_allocates_nothing() {
    let mut record = Record::new();
    let cold = allocations(|| _ = checkpointed::gradient_in(&mut record, 0.7, 1.2, 500));
    let warm = allocations(|| _ = checkpointed::gradient_in(&mut record, 0.8, 1.1, 500));
    assert!(cold > 0, "the record must grow");
    assert_eq!(warm, 0);
    assert_eq!(checkpointed::check(0.7, 1.2, 20), Ok(()));
}

#[test]
fn a_warm_record_allocates_nothing() {
    let mut record = Record::new();
    let cold = allocations(|| _ = iterated::gradient_in(&mut record, 2.0, 1.0));
    let warm = allocations(|| _ = iterated::gradient_in(&mut record, 3.0, 1.0));
    assert!(cold > 0, "the record must grow");
    assert_eq!(warm, 0);

    let (w, x) = ([0.5, -0.25, 1.0], [1.0, 2.0, 3.0]);
    let (mut w_bar, mut x_bar) = ([0.0; 3], [0.0; 3]);
    let mut pulled =
        || allocations(|| _ = weighed::pull_in(&mut record, 1.0, &w, &mut w_bar, &x, &mut x_bar));
    assert!(pulled() > 0);
    assert_eq!(pulled(), 0);

    let (mut x, mut v, mut count) = ([0.5, 1.0], [0.25, -0.5], 0);
    let (mut x_bar, mut v_bar, mut dt) = ([1.0, 0.5], [0.25, 2.0], 0.0);
    let mut swept = || {
        allocations(|| {
            step::sweep_in(&mut record, &mut x, &mut x_bar, &mut v, &mut v_bar, &mut count, 0.1, &mut dt);
        })
    };
    swept();
    assert_eq!(swept(), 0);
    assert_eq!(count, 4);
}
