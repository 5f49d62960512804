//! The engines: this library's tape, and other crates for comparison.
//!
//! Each is used as its documentation suggests, and reuses between calls what it can.

use std::cell::{Cell, RefCell};
use std::hint::black_box;

use retrograde::tape::{Active, Structure, jacobian, value_and_gradient, vjp};

use super::programs::{Inputs, Number, Program};

impl Number for f64 {
    fn tanh(self) -> Self {
        self.tanh()
    }
}

impl Number for Active {
    fn tanh(self) -> Self {
        retrograde::Real::tanh(self)
    }
}

/// Runs the plain program.
pub(super) fn primal<const M: usize, P: Program<M>>(program: &P, x: &P::X) {
    black_box(program.plain(black_box(x).as_ref()));
}

/// Computes all rows of the Jacobian, with or without fused rules.
pub(super) fn retrograde<const M: usize, P>(program: &P, x: &P::X, fused: bool)
where
    P: Program<M>,
    P::X: Structure<f64, With<f64> = P::X>,
    <P::X as Structure<f64>>::With<Active>: AsRef<[Active]>,
{
    let run = |x: <P::X as Structure<f64>>::With<Active>| {
        if fused { program.fused(x.as_ref()) } else { program.plain(x.as_ref()) }
    };
    let done = match M {
        1 => value_and_gradient(|x| run(x)[0], black_box(x)).map(|out| drop(black_box(out))),
        _ => jacobian(run, black_box(x)).map(|out| drop(black_box(out))),
    };
    done.expect("the program fits on the tape");
}

/// Returns the bytes of the tape and of a sweep's cotangents.
pub(super) fn retrograde_bytes<const M: usize, P>(program: &P, x: &P::X, fused: bool) -> u64
where
    P: Program<M>,
    P::X: Structure<f64, With<f64> = P::X>,
    <P::X as Structure<f64>>::With<Active>: AsRef<[Active]>,
{
    let bytes = Cell::new(0);
    let run = |x: <P::X as Structure<f64>>::With<Active>| {
        if fused { program.fused(x.as_ref()) } else { program.plain(x.as_ref()) }
    };
    if let Ok((_, pullback)) = vjp(run, x) {
        bytes.set(pullback.bytes() as u64);
    }
    bytes.get()
}

impl Number for ::reverse::Var<'_> {
    fn tanh(self) -> Self {
        ::reverse::Var::tanh(&self)
    }
}

impl Number for ::echidna::Reverse<f64> {
    fn tanh(self) -> Self {
        num_traits::Float::tanh(self)
    }
}

impl Number for ::aad::Variable<'_, f64> {
    fn tanh(self) -> Self {
        ::aad::Variable::<'_, f64>::tanh(self)
    }
}

impl Number for ::num_dual::Dual64 {
    fn tanh(self) -> Self {
        ::num_dual::DualNum::tanh(&self)
    }
}

/// Runs the crate `num-dual`: forwards, once for each input.
pub(super) fn num_dual<const M: usize, P: Program<M>>(program: &P, x: &P::X) {
    for input in 0..x.as_ref().len() {
        let mut at = 0;
        let x = black_box(x).each(|x| {
            let tangent = if at == input { 1.0 } else { 0.0 };
            at += 1;
            ::num_dual::Dual64::new(x, tangent)
        });
        black_box(program.plain(x.as_ref()));
    }
}

/// Runs the crate `reverse`, on a tape that is cleared and reused.
pub(super) fn reverse<const M: usize, P: Program<M>>(program: &P, x: &P::X, tape: &::reverse::Tape) {
    tape.clear();
    let x = black_box(x).each(|x| tape.add_var(x));
    for y in program.plain(x.as_ref()) {
        let gradient = y.grad();
        black_box(&gradient[..x.as_ref().len()]);
    }
}

/// Runs the crate `echidna` like its function `grad`, on a tape that is cleared and reused.
pub(super) fn echidna<const M: usize, P: Program<M>>(
    program: &P,
    x: &P::X,
    tape: &RefCell<::echidna::tape::Tape<f64>>,
) {
    let n = x.as_ref().len();
    let tape = &mut *tape.borrow_mut();
    tape.clear();
    let x = black_box(x).each(|x| {
        let (index, value) = tape.new_variable(x);
        ::echidna::Reverse::from_tape(value, index)
    });
    let y = {
        let _recording = ::echidna::tape::TapeGuard::new(tape);
        program.plain(x.as_ref())
    };
    for y in y {
        let gradient = tape.reverse(y.index());
        black_box(&gradient[..n]);
    }
}

/// Runs the crate `aad`.
pub(super) fn aad<const M: usize, P: Program<M>>(program: &P, x: &P::X) {
    let tape = ::aad::Tape::with_capacity(x.as_ref().len() + program.operations());
    let x = black_box(x).each(|x| tape.create_variable(x));
    for y in program.plain(x.as_ref()) {
        let gradients = y.compute_gradients().expect("the result depends on the inputs");
        for x in x.as_ref() {
            black_box(gradients.get_gradient(x).expect("the input is on the tape"));
        }
    }
}
