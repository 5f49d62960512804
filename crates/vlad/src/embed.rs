//! VLAD from Rust: functions of a program, called and differentiated with slices and nested values.

use retrograde_numbers::Dual;
use retrograde_rules::operator::Operator;

use crate::deep::deep;
use crate::error::{Error, ErrorKind, Result};
use crate::host::{Closures, Generic, Host, HostFunction, Plain};
use crate::machine::Machine;
use crate::machine::value::{Value, View};
use crate::session::{Inner, Session};
use crate::tags::Tags;

/// Plain data: the arguments and results of VLAD functions.
#[derive(Clone, Debug, PartialEq)]
pub enum Nested {
    /// A number.
    Real(f64),
    /// A boolean.
    Boolean(bool),
    /// `(list a b …)`, or the empty list.
    List(Vec<Nested>),
    /// `(cons* a b … end)`: pairs nested to the right that do not end in the empty list.
    Pairs(Vec<Nested>, Box<Nested>),
}

/// A type that can be passed to a function of a program. Its gradient has the same shape.
pub trait Argument {
    /// The gradient's type.
    type Gradient;
    /// Converts the argument to data.
    fn nested(&self) -> Nested;
    /// Converts data to a gradient; `None` if it does not have the argument's shape.
    fn gradient(nested: Nested) -> Option<Self::Gradient>;
}

impl Argument for f64 {
    type Gradient = f64;
    fn nested(&self) -> Nested {
        Nested::Real(*self)
    }
    fn gradient(nested: Nested) -> Option<f64> {
        match nested {
            Nested::Real(x) => Some(x),
            Nested::Boolean(_) | Nested::List(_) | Nested::Pairs(..) => None,
        }
    }
}

impl Argument for [f64] {
    type Gradient = Vec<f64>;
    fn nested(&self) -> Nested {
        Nested::List(self.iter().copied().map(Nested::Real).collect())
    }
    fn gradient(nested: Nested) -> Option<Vec<f64>> {
        match nested {
            Nested::List(items) => items.into_iter().map(f64::gradient).collect(),
            Nested::Real(_) | Nested::Boolean(_) | Nested::Pairs(..) => None,
        }
    }
}

impl<const N: usize> Argument for [f64; N] {
    type Gradient = [f64; N];
    fn nested(&self) -> Nested {
        self.as_slice().nested()
    }
    fn gradient(nested: Nested) -> Option<[f64; N]> {
        <[f64]>::gradient(nested)?.try_into().ok()
    }
}

impl Argument for Vec<f64> {
    type Gradient = Vec<f64>;
    fn nested(&self) -> Nested {
        self.as_slice().nested()
    }
    fn gradient(nested: Nested) -> Option<Vec<f64>> {
        <[f64]>::gradient(nested)
    }
}

impl Argument for Nested {
    type Gradient = Nested;
    fn nested(&self) -> Nested {
        self.clone()
    }
    fn gradient(nested: Nested) -> Option<Nested> {
        Some(nested)
    }
}

/// Two parameters.
impl<A: Argument, B: Argument> Argument for (A, B) {
    type Gradient = (A::Gradient, B::Gradient);
    fn nested(&self) -> Nested {
        // A list as the second element continues the pair.
        match self.1.nested() {
            Nested::List(mut items) => {
                items.insert(0, self.0.nested());
                Nested::List(items)
            }
            Nested::Pairs(mut items, end) => {
                items.insert(0, self.0.nested());
                Nested::Pairs(items, end)
            }
            end @ (Nested::Real(_) | Nested::Boolean(_)) => {
                Nested::Pairs(vec![self.0.nested()], Box::new(end))
            }
        }
    }
    fn gradient(nested: Nested) -> Option<Self::Gradient> {
        let (head, tail) = match nested {
            Nested::List(mut items) if !items.is_empty() => (items.remove(0), Nested::List(items)),
            Nested::Pairs(mut items, end) if !items.is_empty() => {
                let head = items.remove(0);
                (head, if items.is_empty() { *end } else { Nested::Pairs(items, end) })
            }
            _ => return None,
        };
        Some((A::gradient(head)?, B::gradient(tail)?))
    }
}

/// A function that a program defines.
#[derive(Clone)]
pub struct Function {
    session: Session,
    /// The procedure's index among the machine's roots.
    held: usize,
    name: String,
}

impl Session {
    /// Returns the function that the program defines under this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn function(&self, name: &str) -> Result<Function> {
        let global = self.defined(name)?;
        let machine = &mut self.lock().machine;
        let value = machine.global(global)?;
        machine.held.push(value);
        Ok(Function { session: self.clone(), held: machine.held.len() - 1, name: name.to_string() })
    }

    /// Registers a Rust function under a name: its value at the numbers of its argument, and its adjoint, which is
    /// given the cotangent of the value and *adds* to the cotangents of those numbers.
    ///
    /// Register a function before you add the text that uses it.
    ///
    /// ```
    /// use retrograde_vlad::{NoFiles, Session};
    ///
    /// let session = Session::new();
    /// session.register("norm2", |x| x.iter().map(|x| x * x).sum(), |x, seed, bar| {
    ///     x.iter().zip(bar).for_each(|(x, bar)| *bar += 2.0 * x * seed);
    /// })?;
    /// session.add("<text>", "(define (loss x) (exp (norm2 x)))", &mut NoFiles)?;
    /// let (y, g) = session.function("loss")?.value_and_gradient(&[0.0, 0.5])?;
    /// assert_eq!((y, g), (0.25f64.exp(), [0.0, 0.25f64.exp()]));
    /// # Ok::<(), retrograde_vlad::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is none, or the language has it, and if there are too many, about four thousand.
    pub fn register(
        &self,
        name: &str,
        value: impl Fn(&[f64]) -> f64 + Send + 'static,
        adjoint: impl Fn(&[f64], f64, &mut [f64]) + Send + 'static,
    ) -> Result<()> {
        self.register_host(name, Box::new(Closures(value, adjoint)))
    }

    /// Registers a reversible function or a user's primitive under its own name. It can be differentiated once, by
    /// its own adjoint. It takes the numbers of its argument in order, and returns one number, or a list if it has
    /// several outputs. Otherwise like [`register`](Self::register).
    ///
    /// # Errors
    ///
    /// If the name is none, or the language has it, and if there are too many, about four thousand.
    pub fn register_operator(&self, operator: impl Operator + Send + 'static) -> Result<()> {
        let name = operator.name().to_string();
        self.register_host(&name, Box::new(Plain(operator)))
    }

    /// Registers a function that is generic over its numbers, otherwise like
    /// [`register_operator`](Self::register_operator). It can be differentiated up to four times, in any mix of
    /// modes, by its own adjoint at nested dual numbers.
    ///
    /// ```
    /// use retrograde::prelude::*;
    /// use retrograde_vlad::Session;
    ///
    /// #[reversible]
    /// fn energy<T: Real>(x: T, y: T) -> T {
    ///     x * x * y.sin()
    /// }
    ///
    /// let session = Session::new();
    /// session.register_generic(energy {})?;
    /// let hessian = session.evaluate("((hessian (lambda ((list x y)) (energy x y))) (list 3 0))")?;
    /// assert_eq!(hessian, "((0 6) (6 0))");
    /// # Ok::<(), retrograde_vlad::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is none, or the language has it, and if there are too many, about four thousand.
    pub fn register_generic<O>(&self, operator: O) -> Result<()>
    where
        O: Operator<f64> + Operator<Dual<f64>> + Operator<Dual<Dual<f64>>> + Operator<Dual<Dual<Dual<f64>>>>,
        O: Send + 'static,
    {
        let name = Operator::<f64>::name(&operator).to_string();
        self.register_host(&name, Box::new(Generic(operator)))
    }

    fn register_host(&self, name: &str, function: Box<dyn HostFunction>) -> Result<()> {
        let inner = &mut *self.lock();
        if let Some(reason) = inner.program.unfit_for_host(name) {
            return Err(Error::new(ErrorKind::Syntax, reason));
        }
        match inner.machine.register(Host { name: name.to_string(), function }) {
            Some(prim) => {
                inner.program.name_host(name, prim);
                Ok(())
            }
            None => Err(Error::new(ErrorKind::Limit, "too many functions are registered")),
        }
    }
}

impl Function {
    /// Returns the value at an argument. A tuple passes several parameters.
    ///
    /// # Errors
    ///
    /// If the program fails, or if its value is not plain data.
    pub fn call<A: Argument + ?Sized>(&self, x: &A) -> Result<Nested> {
        let Inner { machine, .. } = &mut *self.session.lock();
        let x = machine.import(&x.nested());
        let y = machine.call(machine.held[self.held], x)?;
        machine.export(y)
    }

    /// Returns the value at an argument, which must be a number.
    ///
    /// # Errors
    ///
    /// If the program fails, or if its value is not a number.
    pub fn value<A: Argument + ?Sized>(&self, x: &A) -> Result<f64> {
        let y = self.call(x)?;
        f64::gradient(y).ok_or_else(|| self.no_number())
    }

    /// Returns the value and the gradient, in reverse mode, for at most a constant factor times the work of the value
    /// alone.
    ///
    /// # Errors
    ///
    /// If the program fails, or if its value is not a number.
    pub fn value_and_gradient<A: Argument + ?Sized>(&self, x: &A) -> Result<(f64, A::Gradient)> {
        let Inner { machine, .. } = &mut *self.session.lock();
        let held = machine.held.len();
        let done = self.reverse(machine, &x.nested());
        machine.held.truncate(held);
        let (y, g) = done?;
        let g =
            A::gradient(g).ok_or_else(|| Error::new(ErrorKind::Runtime, "the gradient has another shape"))?;
        Ok((y, g))
    }

    fn reverse(&self, machine: &mut Machine, x: &Nested) -> Result<(f64, Nested)> {
        let x = machine.import(x);
        let x = machine.view(View::Reverse, x)?;
        let f = machine.view(View::Reverse, machine.held[self.held])?;
        let pair = machine.call(f, x)?;
        let (y, back) = machine.pair_of(pair)?;
        let y = machine.view(View::Unreverse, y)?;
        let Value::Real(Tags::NONE, y) = machine.force(y)? else { return Err(self.no_number()) };
        let seed = machine.view(View::Sensitize, Value::real(1.0))?;
        let answer = machine.call(back, seed)?;
        let answer = machine.view(View::Unsensitize, answer)?;
        let (_, g) = machine.pair_of(answer)?;
        Ok((y, machine.export(g)?))
    }

    /// Returns the value and its derivative along a tangent of the argument's shape, in forward mode.
    ///
    /// # Errors
    ///
    /// If the program fails, or if its value is not plain data.
    pub fn pushforward<A: Argument + ?Sized>(&self, x: &A, tangent: &A) -> Result<(Nested, Nested)> {
        let Inner { machine, .. } = &mut *self.session.lock();
        let (x, t) = (machine.import(&x.nested()), machine.import(&tangent.nested()));
        let t = machine.view(View::Perturb, t)?;
        let x = machine.bundle(x, t)?;
        let f = machine.held[self.held];
        let zero = machine.view(View::Zero, f)?;
        let zero = machine.view(View::Perturb, zero)?;
        let f = machine.bundle(f, zero)?;
        let y = machine.call(f, x)?;
        let (primal, tangent) = (machine.view(View::Primal, y)?, machine.view(View::Tangent, y)?);
        let tangent = machine.view(View::Unperturb, tangent)?;
        Ok((machine.export(primal)?, machine.export(tangent)?))
    }

    /// Passes the machine and the procedure to `work`.
    pub(crate) fn with_machine<R>(&self, work: impl FnOnce(&mut Machine, Value) -> R) -> R {
        let Inner { machine, .. } = &mut *self.session.lock();
        let procedure = machine.held[self.held];
        work(machine, procedure)
    }

    fn no_number(&self) -> Error {
        Error::new(ErrorKind::Runtime, format!("the value of {} is not a number", self.name))
    }
}

impl Machine {
    /// Converts data to a value. Lists may have any length and any depth.
    fn import(&mut self, data: &Nested) -> Value {
        deep(|| match data {
            Nested::Real(x) => Value::real(*x),
            Nested::Boolean(b) => Value::boolean(*b),
            Nested::List(items) => self.import_pairs(items, Value::NIL),
            Nested::Pairs(items, end) => {
                let end = self.import(end);
                self.import_pairs(items, end)
            }
        })
    }

    fn import_pairs(&mut self, items: &[Nested], end: Value) -> Value {
        items.iter().rev().fold(end, |tail, item| {
            let head = self.import(item);
            self.heap.pair(Tags::NONE, head, tail)
        })
    }

    pub(crate) fn pair_of(&mut self, value: Value) -> Result<(Value, Value)> {
        match self.force(value)? {
            Value::Pair(_, retag, at) => self.parts(retag, at),
            _ => Err(Error::new(ErrorKind::Runtime, "a procedure in reverse mode gave no pair")),
        }
    }

    /// Converts a value to data.
    fn export(&mut self, value: Value) -> Result<Nested> {
        deep(|| {
            let mut items = Vec::new();
            let mut rest = value;
            let end = loop {
                match self.force(rest)? {
                    Value::Pair(Tags::NONE, retag, at) => {
                        let (head, tail) = self.parts(retag, at)?;
                        rest = tail;
                        items.push(self.export(head)?);
                    }
                    Value::Nil(Tags::NONE) => return Ok(Nested::List(items)),
                    Value::Real(Tags::NONE, x) => break Nested::Real(x),
                    Value::Boolean(Tags::NONE, b) => break Nested::Boolean(b),
                    other => {
                        let error = Error::new(ErrorKind::Runtime, "the value is not plain data");
                        return Err(self.blame(error, &[other]));
                    }
                }
            };
            Ok(if items.is_empty() { end } else { Nested::Pairs(items, Box::new(end)) })
        })
    }
}
