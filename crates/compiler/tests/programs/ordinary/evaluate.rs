//! The value of a random ordinary function at any number: plain, dual, or one that a tape records.

use super::program::{Condition, Expr, Index, Program, Stmt, Target, With};
use super::vectors::Body;
use retrograde_tape::{Active, Real};
use std::cell::Cell;

/// A number at which a function is evaluated.
pub(crate) trait Number: Copy {
    /// The number alone, on which decisions depend.
    fn value(self) -> f64;
    fn constant(value: f64) -> Self;
    fn binary(op: char, a: Self, b: Self) -> Self;
    /// One of the functions of [`Expr::Function`].
    fn function(which: usize, x: Self) -> Self;
}

/// A value and its derivative in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dual {
    pub(crate) value: f64,
    pub(crate) tangent: f64,
}

/// How a statement ends.
pub(crate) enum Flow<N> {
    On,
    Break(usize),
    Continue(usize),
    Return(N),
}

/// The variables of a run.
pub(crate) struct Run<'a, N> {
    inputs: [N; 2],
    z: &'a [N],
    pub(crate) numbers: [N; 3],
    w: [N; 4],
    pub(crate) integers: [usize; 2],
    flag: bool,
    shape: Shape<N>,
    /// A vector and a structure, which not all functions have.
    pub(crate) v: Vec<N>,
    pub(crate) b: Body<N>,
    /// A digest of all decisions that numbers made.
    way: Cell<u64>,
    /// The largest magnitude of all numbers on the way; infinite where one is NaN.
    largest: Cell<f64>,
}

/// The enum.
#[derive(Clone, Copy)]
enum Shape<N> {
    Round(N),
    Block(N, N),
}

pub(crate) fn constant<N: Number>(value: f64) -> N {
    N::constant(value)
}

pub(crate) fn binary<N: Number>(op: char, a: N, b: N) -> N {
    N::binary(op, a, b)
}

impl<'a, N: Number> Run<'a, N> {
    /// The value of a function, and a digest of the decisions on the way.
    pub(crate) fn of(program: &Program, inputs: [N; 2], z: &'a [N]) -> (N, u64) {
        let (value, run) = Run::ran(program, inputs, z);
        (value, run.way.get())
    }

    /// The largest magnitude of all numbers on the way, those that are overwritten or have no cotangent included: rounding is relative
    /// to it. Infinite where one is NaN: the cotangent of what is overwritten is zero, and zero times infinity is NaN.
    pub(crate) fn largest(program: &Program, inputs: [N; 2], z: &'a [N]) -> f64 {
        Run::ran(program, inputs, z).1.largest.get()
    }

    fn ran(program: &Program, inputs: [N; 2], z: &'a [N]) -> (N, Run<'a, N>) {
        let [x, y] = inputs;
        let half = binary('*', x, constant(0.5));
        let mut run = Run {
            inputs,
            z,
            numbers: [x, y, constant(0.5)],
            w: [constant(0.25), half, y, constant(1.0)],
            integers: [1, 2],
            flag: x.value() < y.value(),
            shape: Shape::Round(binary('*', x, constant(0.75))),
            v: vec![half, y, constant(0.25)],
            b: Body { at: binary('*', y, constant(0.5)), v: [x, constant(0.75)] },
            way: Cell::new(0),
            largest: Cell::new(0.0),
        };
        run.saw(run.flag);
        let value = match run.block(&program.body) {
            Flow::Return(value) => value,
            Flow::On | Flow::Break(_) | Flow::Continue(_) => run.end(program),
        };
        (value, run)
    }

    fn end(&self, program: &Program) -> N {
        let run = self;
        let value = run.expr(&program.value);
        let [p, q, r] = run.numbers;
        let mut sum = binary('+', value, binary('*', constant(0.3), p));
        sum = binary('+', sum, binary('*', q, constant(0.2)));
        sum = binary('-', sum, binary('*', r, constant(0.1)));
        sum = binary('+', sum, binary('*', run.w[0], run.w[1]));
        sum = binary('+', sum, run.w[2]);
        sum = binary('-', sum, run.w[3]);
        let held = match run.shape {
            Shape::Round(t) => binary('*', t, constant(0.4)),
            Shape::Block(a, b) => binary('*', a, b),
        };
        let value = binary('+', sum, held);
        if program.with == With::Vectors { run.with_held(value) } else { value }
    }

    /// Notes a decision, and returns it.
    pub(crate) fn saw<D: Copy + Into<u64>>(&self, decision: D) -> D {
        self.way.set((self.way.get() ^ decision.into()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23));
        decision
    }

    pub(crate) fn block(&mut self, stmts: &[Stmt]) -> Flow<N> {
        for stmt in stmts {
            match self.stmt(stmt) {
                Flow::On => {}
                left => return left,
            }
        }
        Flow::On
    }

    fn stmt(&mut self, stmt: &Stmt) -> Flow<N> {
        match stmt {
            Stmt::Assign(place, value) => {
                let value = self.expr(value);
                *self.place(place) = value;
            }
            Stmt::Compound(place, op, value) => {
                let value = self.expr(value);
                let place = self.place(place);
                *place = binary(*op, *place, value);
            }
            Stmt::Integer(n, how) => {
                let [i, j] = self.integers;
                let n = &mut self.integers[*n];
                *n = match how {
                    0 => *n + 1,
                    1 => *n / 2,
                    2 => i + j,
                    _ => (*n + 3) % 7,
                };
            }
            Stmt::SetFlag(value) => self.flag = self.holds(value),
            Stmt::Exchange(a, b) => {
                let (first, second) = (*self.place(a), *self.place(b));
                *self.place(a) = second;
                *self.place(b) = first;
            }
            Stmt::Both(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                (self.numbers[0], self.numbers[1]) = (a, b);
            }
            Stmt::Local(place, a, b) => {
                let t = self.expr(a);
                let u = binary('*', t, t);
                let value = binary('+', t, binary('*', u, self.expr(b)));
                *self.place(place) = value;
            }
            Stmt::Shadow(value) => {
                let at = (self.integers[0] + 1) % 4;
                // The name `i` is bound first.
                self.integers[0] += 1;
                let p = self.expr(value);
                self.integers[0] -= 1;
                self.w[at] = binary('*', p, p);
            }
            Stmt::Closure(place, k, a, b) => {
                let called = |this: &Self, t: N| match this.saw(t.value() < 0.0) {
                    true => binary('*', t, constant(0.5)),
                    false => binary('*', t, this.expr(k)),
                };
                let first = called(self, self.expr(a));
                let second = called(self, called(self, self.expr(b)));
                *self.place(place) = binary('+', first, second);
            }
            Stmt::Opened(test, value, then, otherwise) => {
                if !self.holds(test) {
                    return self.block(otherwise);
                }
                let t = self.expr(value);
                if self.saw(t.value() > 0.0) {
                    self.numbers[0] = binary('+', self.numbers[0], binary('*', t, constant(0.5)));
                    return self.block(then);
                }
                self.numbers[1] = binary('*', t, t);
            }
            Stmt::Stack(place, a, b, test) => {
                let mut stack = vec![self.expr(a), self.expr(b), self.numbers[1]];
                while let Some(t) = stack.pop() {
                    let half = binary('*', t, constant(0.5));
                    let place = self.place(place);
                    *place = binary('+', *place, half);
                    if self.holds(test) {
                        break;
                    }
                }
            }
            Stmt::Once(body) => match self.block(body) {
                Flow::On | Flow::Break(0) => {}
                left => return outwards(left),
            },
            Stmt::If(test, then, otherwise) => {
                return if self.holds(test) { self.block(then) } else { self.block(otherwise) };
            }
            Stmt::Match(on, arms) => {
                let arm = match self.integers[*on] {
                    0 => 0,
                    1 | 2 => 1,
                    n if n > 5 => 2,
                    _ => 3,
                };
                return self.block(&arms[arm]);
            }
            Stmt::For(count, _, body) => {
                for _ in 0..*count {
                    match self.block(body) {
                        Flow::On | Flow::Continue(0) => {}
                        Flow::Break(0) => break,
                        left => return outwards(left),
                    }
                }
            }
            Stmt::Repeat(test, most, _, body) => {
                let mut fuel = 0;
                while fuel < *most && test.as_ref().is_none_or(|test| self.holds(test)) {
                    fuel += 1;
                    match self.block(body) {
                        Flow::On | Flow::Continue(0) => {}
                        Flow::Break(0) => break,
                        left => return outwards(left),
                    }
                }
            }
            Stmt::Turn(place, n, k) => {
                let k = self.expr(k);
                let mut u = self.numbers[*n];
                let value = self.turn(&mut u, k);
                self.numbers[*n] = u;
                let value = binary('+', value, binary('*', constant(0.1), self.numbers[*n]));
                *self.place(place) = value;
            }
            Stmt::Held(held) => return self.held(held),
            Stmt::Shape(true, a, _) => self.shape = Shape::Round(self.expr(a)),
            Stmt::Shape(false, a, b) => self.shape = Shape::Block(self.expr(a), self.expr(b)),
            Stmt::Cased(then, otherwise) => match self.shape {
                Shape::Round(t) if self.saw(t.value() > 0.25) => {
                    self.numbers[0] = binary('+', self.numbers[0], binary('*', t, constant(0.5)));
                    return self.block(then);
                }
                Shape::Round(t) => self.numbers[1] = binary('*', t, t),
                Shape::Block(a, b) => {
                    self.numbers[2] = binary('*', a, b);
                    return self.block(otherwise);
                }
            },
            Stmt::Break(around) => return Flow::Break(*around),
            Stmt::Continue(around) => return Flow::Continue(*around),
            Stmt::Return(value) => return Flow::Return(self.expr(value)),
        }
        Flow::On
    }

    pub(crate) fn place(&mut self, place: &Target) -> &mut N {
        match place {
            Target::Number(n) => &mut self.numbers[*n],
            Target::Element(at) => {
                let at = self.index(at);
                &mut self.w[at]
            }
        }
    }

    fn index(&self, at: &Index) -> usize {
        match at {
            Index::Literal(n) => *n,
            Index::Of(2) => (self.integers[0] + self.integers[1]) % 4,
            Index::Of(n) => self.integers[*n] % 4,
            Index::Cast(n) => self.saw((self.numbers[*n].value().abs() * 3.0) as u64) as usize % 4,
        }
    }

    pub(crate) fn expr(&self, e: &Expr) -> N {
        let value = self.computed(e);
        let magnitude = value.value().abs();
        let magnitude = if magnitude.is_nan() { f64::INFINITY } else { magnitude };
        self.largest.set(self.largest.get().max(magnitude));
        value
    }

    fn computed(&self, e: &Expr) -> N {
        match e {
            Expr::Literal(value) => constant(*value),
            Expr::Parameter(n) => self.inputs[*n],
            Expr::Read(Target::Number(n)) => self.numbers[*n],
            Expr::Read(Target::Element(at)) => self.w[self.index(at)],
            Expr::Input(at) => self.z[self.index(at)],
            Expr::Count(n) => constant(self.integers[*n] as f64),
            Expr::Binary(op, a, b) => binary(*op, self.expr(a), self.expr(b)),
            Expr::Function(which, e) => N::function(*which, self.expr(e)),
            Expr::Sum(e) => {
                self.z.iter().fold(constant(0.0), |sum, t| binary('+', sum, binary('*', *t, self.expr(e))))
            }
            Expr::Held(test, a, b) => {
                if !self.holds(test) {
                    return self.expr(b);
                }
                let t = self.expr(a);
                binary('*', t, t)
            }
            Expr::Choice(test, a, b) => self.expr(if self.holds(test) { a } else { b }),
        }
    }

    fn holds(&self, test: &Condition) -> bool {
        match test {
            Condition::Less(a, b) => self.saw(self.expr(a).value() < self.expr(b).value()),
            Condition::Counted(n, below) => self.integers[*n] < *below,
            Condition::Flag => self.flag,
            Condition::Not(inner) => !self.holds(inner),
            Condition::Or(a, b) => self.holds(a) || self.holds(b),
            Condition::Any(e) => self.z.iter().any(|t| self.saw(t.value() > self.expr(e).value())),
            Condition::And(a, b) => self.holds(a) && self.holds(b),
        }
    }

    /// The value of the function of that name.
    fn turn(&self, u: &mut N, k: N) -> N {
        let mut s = k;
        for n in 0..3 {
            if self.saw(u.value() > 1.0) {
                *u = binary('*', *u, constant(0.25));
                return binary('*', s, constant(0.5));
            }
            *u = binary('+', binary('*', *u, constant(0.75)), binary('*', constant(0.1), k));
            s = binary('+', s, binary('*', *u, constant(f64::from(n))));
        }
        s
    }
}

/// The way out of a loop, seen from outside of it.
fn outwards<N>(left: Flow<N>) -> Flow<N> {
    match left {
        Flow::Break(around) => Flow::Break(around - 1),
        Flow::Continue(around) => Flow::Continue(around - 1),
        other => other,
    }
}

impl Number for Dual {
    fn value(self) -> f64 {
        self.value
    }

    fn constant(value: f64) -> Dual {
        Dual { value, tangent: 0.0 }
    }

    fn binary(op: char, a: Dual, b: Dual) -> Dual {
        match op {
            '+' => Dual { value: a.value + b.value, tangent: a.tangent + b.tangent },
            '-' => Dual { value: a.value - b.value, tangent: a.tangent - b.tangent },
            _ => Dual { value: a.value * b.value, tangent: a.tangent * b.value + a.value * b.tangent },
        }
    }

    fn function(which: usize, e: Dual) -> Dual {
        let chain = |value: f64, partial: f64| Dual { value, tangent: partial * e.tangent };
        match which {
            0 => chain(e.value.sin(), e.value.cos()),
            1 => chain(e.value.tanh(), 1.0 - e.value.tanh().powi(2)),
            2 => {
                let below = 1.0 + e.value.powi(2);
                chain(1.0 / below, -2.0 * e.value / (below * below))
            }
            3 => {
                let inner = e.value.tanh();
                chain(inner.exp(), inner.exp() * (1.0 - inner * inner))
            }
            _ => {
                let value = (1.5 + e.value.sin()).sqrt();
                chain(value, e.value.cos() / (2.0 * value))
            }
        }
    }
}

/// Plain numbers, and those of a tape.
macro_rules! reals {
    ($($number:ty: |$x:ident| $value:expr;)*) => {
        $(impl Number for $number {
            fn value(self) -> f64 {
                let $x = self;
                $value
            }

            fn constant(value: f64) -> Self {
                Real::constant(value)
            }

            fn binary(op: char, a: Self, b: Self) -> Self {
                match op {
                    '+' => a + b,
                    '-' => a - b,
                    _ => a * b,
                }
            }

            fn function(which: usize, x: Self) -> Self {
                let constant = <Self as Real>::constant;
                match which {
                    0 => Real::sin(x),
                    1 => Real::tanh(x),
                    2 => constant(1.0) / (constant(1.0) + Real::powi(x, 2)),
                    3 => Real::exp(Real::tanh(x)),
                    _ => Real::sqrt(constant(1.5) + Real::sin(x)),
                }
            }
        })*
    };
}

reals! {
    f64: |x| x;
    Active<f64>: |x| Active::value(x);
}
