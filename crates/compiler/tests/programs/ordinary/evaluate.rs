//! The value of a random ordinary function, with derivatives by dual numbers.

use super::program::{Condition, Dual, Expr, Index, Program, Stmt, Target};

/// How a statement ends.
enum Flow {
    On,
    Break(usize),
    Continue(usize),
    Return(Dual),
}

/// The variables of a run.
pub(crate) struct Run<'a> {
    inputs: [Dual; 2],
    z: &'a [Dual],
    numbers: [Dual; 3],
    w: [Dual; 4],
    integers: [usize; 2],
    flag: bool,
    shape: Shape,
}

/// The enum.
#[derive(Clone, Copy)]
enum Shape {
    Round(Dual),
    Block(Dual, Dual),
}

fn constant(value: f64) -> Dual {
    Dual { value, tangent: 0.0 }
}

impl Run<'_> {
    /// The value of a function, with its derivative along the tangents of the arguments.
    pub(crate) fn of(program: &Program, inputs: [Dual; 2], z: &[Dual]) -> Dual {
        let [x, y] = inputs;
        let half = binary('*', x, constant(0.5));
        let mut run = Run {
            inputs,
            z,
            numbers: [x, y, constant(0.5)],
            w: [constant(0.25), half, y, constant(1.0)],
            integers: [1, 2],
            flag: x.value < y.value,
            shape: Shape::Round(binary('*', x, constant(0.75))),
        };
        if let Flow::Return(value) = run.block(&program.body) {
            return value;
        }
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
        binary('+', sum, held)
    }

    fn block(&mut self, stmts: &[Stmt]) -> Flow {
        for stmt in stmts {
            match self.stmt(stmt) {
                Flow::On => {}
                left => return left,
            }
        }
        Flow::On
    }

    fn stmt(&mut self, stmt: &Stmt) -> Flow {
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
                let called = |this: &Self, t: Dual| match t.value < 0.0 {
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
                if t.value > 0.0 {
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
                let value = turn(&mut self.numbers[*n], k);
                let value = binary('+', value, binary('*', constant(0.1), self.numbers[*n]));
                *self.place(place) = value;
            }
            Stmt::Shape(true, a, _) => self.shape = Shape::Round(self.expr(a)),
            Stmt::Shape(false, a, b) => self.shape = Shape::Block(self.expr(a), self.expr(b)),
            Stmt::Cased(then, otherwise) => match self.shape {
                Shape::Round(t) if t.value > 0.25 => {
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

    fn place(&mut self, place: &Target) -> &mut Dual {
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
            Index::Cast(n) => (self.numbers[*n].value.abs() * 3.0) as usize % 4,
        }
    }

    fn expr(&self, e: &Expr) -> Dual {
        match e {
            Expr::Literal(value) => constant(*value),
            Expr::Parameter(n) => self.inputs[*n],
            Expr::Read(Target::Number(n)) => self.numbers[*n],
            Expr::Read(Target::Element(at)) => self.w[self.index(at)],
            Expr::Input(at) => self.z[self.index(at)],
            Expr::Count(n) => constant(self.integers[*n] as f64),
            Expr::Binary(op, a, b) => binary(*op, self.expr(a), self.expr(b)),
            Expr::Function(which, e) => function(*which, self.expr(e)),
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
            Condition::Less(a, b) => self.expr(a).value < self.expr(b).value,
            Condition::Counted(n, below) => self.integers[*n] < *below,
            Condition::Flag => self.flag,
            Condition::Not(inner) => !self.holds(inner),
            Condition::Or(a, b) => self.holds(a) || self.holds(b),
            Condition::Any(e) => self.z.iter().any(|t| t.value > self.expr(e).value),
            Condition::And(a, b) => self.holds(a) && self.holds(b),
        }
    }
}

/// The value of the function of that name.
fn turn(u: &mut Dual, k: Dual) -> Dual {
    let mut s = k;
    for n in 0..3 {
        if u.value > 1.0 {
            *u = binary('*', *u, constant(0.25));
            return binary('*', s, constant(0.5));
        }
        *u = binary('+', binary('*', *u, constant(0.75)), binary('*', constant(0.1), k));
        s = binary('+', s, binary('*', *u, constant(f64::from(n))));
    }
    s
}

/// The way out of a loop, seen from outside of it.
fn outwards(left: Flow) -> Flow {
    match left {
        Flow::Break(around) => Flow::Break(around - 1),
        Flow::Continue(around) => Flow::Continue(around - 1),
        other => other,
    }
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
