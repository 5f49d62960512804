//! The cost of long programs, counted in allocations: twice the size costs about twice as much.

use retrograde_vlad::ladder::{Data, Function, Limits, Stage, transform};
use retrograde_vlad::{NoFiles, Session, fmt};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// Counts bytes: what copies its whole input again and again allocates seldom, and much.
struct Counting;

// SAFETY: all is handed on to `System`, which keeps the contract.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // While a thread ends there is nothing left to count with.
        _ = ALLOCATED.try_with(|n| n.set(n.get() + layout.size() as u64));
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

/// Asserts that of three sizes, each twice the one before, the greater step costs about twice the smaller one. Quadratic
/// growth makes it four times as much.
fn grows_linearly(what: &str, run: impl Fn(usize)) {
    let [a, b, c] = [1000, 2000, 4000].map(|n| {
        ALLOCATED.set(0);
        run(n);
        ALLOCATED.get() as f64
    });
    // Tables double their size now and then.
    assert!(c - b < 3.0 * (b - a), "{what}: {a} {b} {c}");
}

fn session(text: &str) -> Session {
    let session = Session::new();
    session.add("<program>", text, &mut NoFiles).expect("a program");
    session.run(|_| {}).expect("runs");
    session
}

#[test]
fn formatting_a_list() {
    grows_linearly("fmt", |n| {
        fmt::format(&format!("(list {})", "1 ".repeat(n))).expect("a list");
    });
}

#[test]
fn many_bindings() {
    grows_linearly("let*", |n| {
        session(&format!("(let* ((y 1) {}) y)", "(y (+ y 1)) ".repeat(n)));
    });
}

#[test]
fn many_definitions() {
    grows_linearly("definitions", |n| {
        let text: Vec<String> = (0..n).map(|i| format!("(define (f{i} x) (+ x {i}))")).collect();
        session(&text.join("\n"));
    });
}

#[test]
fn listings() {
    grows_linearly("listing", |n| {
        let session = session(&format!("(define (f x) (let* ((y x) {}) y))", "(y (* y x)) ".repeat(n)));
        session.listing("f", &[]).expect("a listing");
    });
}

#[test]
fn stages_of_the_ladder() {
    grows_linearly("ladder", |n| {
        let text = format!("(define (f x) (let* ((y x) {}) y))", "(y (* y x)) ".repeat(n / 5));
        let function = Function::read(&text, "f").expect("a function");
        assert!(transform(&function, Stage::ALL[0]).to_string().contains("lambda"));
    });
}

/// Procedures in procedures, each of which captures a variable of the outermost one.
#[test]
fn procedures_in_procedures_of_the_ladder() {
    grows_linearly("ladder", |n| {
        let n = n / 10;
        let text = format!("(define (f x) {}x{})", "((lambda (y) (+ x ".repeat(n), ")) x)".repeat(n));
        let function = Function::read(&text, "f").expect("a function");
        function.value(&Data::real(1.5), Limits::default()).expect("a value");
    });
}
