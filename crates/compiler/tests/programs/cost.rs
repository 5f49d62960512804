//! The cost of recursion: each level that computes a local by a call of the next level computes it again in the
//! reverse pass, unless the call is recorded.

use crate::harness::{Compiled, Form};
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::{Cell, Value};
use retrograde_testkit::programs::{Function, Program};

/// Work of the primal and of the adjoint at a depth of `n` calls.
fn work(source: &str, recording: bool, n: i128) -> (u64, u64) {
    let function = Function { name: "f".into(), source: source.into(), params: Vec::new(), returns: false };
    let program = Program { functions: vec![function] };
    let compiled = if recording { Compiled::recording(&program) } else { Compiled::new(&program) };
    let compiled = compiled.expect("a program of the language");
    let cells: Vec<Cell> = [Value::Real(0.5), Value::Real(0.3), Value::integer(n)].map(Cell::from).to_vec();
    let primal = compiled.run(Which::Primal, Form::Simplified, cells, None).expect("runs");
    let adjoint = compiled.run(Which::Adjoint, Form::Simplified, primal.cells, None).expect("runs");
    (primal.work, adjoint.work)
}

/// State that a recursion leads through is undone in place: the adjoint is linear as the primal is.
#[test]
fn recursion_on_state_is_linear() {
    let source =
        "fn f(y: &mut f64, x: f64, n: usize) { if n > 0 { f(y, x, n - 1); *y += (x * x + 1.0).ln(); } }";
    let (primal, adjoint) = work(source, false, 8);
    let (twice, adjoint_twice) = work(source, false, 16);
    assert!(twice <= 2 * primal + 10 && adjoint_twice <= 2 * adjoint + 20, "{adjoint} and {adjoint_twice}");
}

/// A local that a recursion builds is computed again at each level: `n` levels cost of the order of `n²`, no more.
#[test]
fn recursion_in_locals_is_quadratic() {
    let source = "fn f(y: &mut f64, x: f64, n: usize) {
        if n > 0 {
            let mut t = 0.0;
            f(&mut t, x, n - 1);
            *y += (t * x + 1.0).sin();
        }
    }";
    for n in [8, 16, 32] {
        let (primal, adjoint) = work(source, false, n);
        let levels = n as u64;
        assert!(adjoint <= levels * primal + 100, "{n} levels: {adjoint} against {primal}");
        assert!(
            4 * adjoint >= levels * primal,
            "{n} levels cost less than documented: {adjoint} against {primal}"
        );
    }
}

/// Where the call is recorded, each level is gone through once there and once back.
#[test]
fn recorded_recursion_is_linear() {
    let sources = [
        "fn f(y: &mut f64, x: f64, n: usize) {
            if n > 0 {
                let mut t = 0.0;
                f(&mut t, x, n - 1);
                *y += (t * x + 1.0).sin();
            }
        }",
        // What the call changes was used before it, so that it is undone and not only forgotten.
        "fn f(y: &mut f64, x: f64, n: usize) {
            for i in 0..2 {
                if n > i {
                    let mut t = 0.3;
                    t += x.sin();
                    *y += t * t;
                    f(&mut t, x, n - 1 - i);
                    *y += (t * x + 1.0).sin();
                }
            }
        }",
    ];
    for source in sources {
        for n in [4, 8, 16] {
            let (primal, adjoint) = work(source, true, n);
            assert!(adjoint <= 5 * primal + 100, "{n} levels: {adjoint} against {primal}");
        }
    }
}
