//! Calls of host functions: takes the numbers out of values, and puts results back into their shape.
//!
//! A host function takes the numbers of its argument in order, whatever the argument's shape; its cotangent has that
//! shape again. Its result is one number or a list of numbers.

use super::Machine;
use super::value::Value;
use super::views::fault;
use crate::error::{Error, Result};
use crate::host::{Host, Role};
use crate::prim::Prim;
use crate::tags::Tags;

impl Machine {
    /// Registers a function. Returns its primitive, or `None` if there are too many.
    pub(crate) fn register(&mut self, host: Host) -> Option<Prim> {
        let number = u16::try_from(self.hosts.len()).ok()?;
        // Either all its primitives have numbers, or none has.
        Role::Adjoint(crate::host::ORDERS - 1).of(number)?;
        self.hosts.push(host);
        Role::Value(0).of(number)
    }

    /// Calls a host function.
    pub(super) fn host(&mut self, number: u16, argument: Value) -> Result<Value> {
        let (i, role) = Role::decoded(number);
        let (k, follow) = match role {
            Role::Value(k) => (usize::from(k), usize::from(k)),
            Role::Adjoint(k) => (usize::from(k), usize::from(k) + 1),
        };
        let (mut point, mut rest) = (argument, argument);
        let mut others = Vec::with_capacity(follow);
        for place in 0..follow {
            let (head, tail) = self.pair_of(rest)?;
            if place == 0 {
                point = head;
            } else {
                others.push(head);
            }
            rest = tail;
        }
        if follow > 0 {
            others.push(rest);
        }
        let x = self.numbers(point, number)?;
        let outputs = self.hosts[i].function.outputs(x.len());
        let outputs = outputs.map_err(|reason| {
            let error = fault(format!("Argument to {} is invalid", self.hosts[i].name));
            self.blame(error.hint(reason), &[point])
        })?;
        let mut taken = Vec::with_capacity(follow);
        for other in others {
            taken.push(self.numbers(other, number)?);
        }
        self.operations += 1;
        match role {
            Role::Value(_) => {
                let y = self.host_value(i, k, outputs, &x, &taken)?;
                match y.as_slice() {
                    [y] => Ok(Value::real(*y)),
                    many => Ok(many
                        .iter()
                        .rev()
                        .fold(Value::NIL, |tail, y| self.heap.pair(Tags::NONE, Value::real(*y), tail))),
                }
            }
            Role::Adjoint(_) => {
                let mut bar = vec![0.0; x.len()];
                let (s, along) = taken.split_first().expect("it takes a cotangent");
                self.host_adjoint(i, &x, s, along, &mut bar)?;
                self.shaped(point, &bar)
            }
        }
    }

    /// Returns the derivative of the value along k directions.
    fn host_value(
        &self,
        i: usize,
        k: usize,
        outputs: usize,
        x: &[f64],
        along: &[Vec<f64>],
    ) -> Result<Vec<f64>> {
        let function = &*self.hosts[i].function;
        let mut y = vec![0.0; outputs];
        if k <= function.most() {
            function.value(x, along, &mut y);
            return Ok(y);
        }
        // The derivative along the last direction can also be computed from the adjoint of each output.
        let (last, before) = along.split_last().expect("orders above the most are above zero");
        let mut bar = vec![0.0; x.len()];
        for (j, y) in y.iter_mut().enumerate() {
            let unit: Vec<f64> = (0..outputs).map(|i| if i == j { 1.0 } else { 0.0 }).collect();
            self.host_adjoint(i, x, &unit, before, &mut bar)?;
            *y = bar.iter().zip(last).map(|(b, d)| b * d).sum();
        }
        Ok(y)
    }

    fn host_adjoint(
        &self,
        i: usize,
        x: &[f64],
        s: &[f64],
        along: &[Vec<f64>],
        bar: &mut [f64],
    ) -> Result<()> {
        let host = &self.hosts[i];
        if along.len() <= host.function.most() {
            host.function.adjoint(x, s, along, bar);
            return Ok(());
        }
        // A function that is linear in a direction is zero if the direction is zero.
        if along.iter().map(Vec::as_slice).chain([s]).any(|d| d.iter().all(|d| *d == 0.0)) {
            bar.fill(0.0);
            return Ok(());
        }
        Err(too_often(host))
    }

    /// Returns the numbers of a value, in order.
    fn numbers(&mut self, value: Value, number: u16) -> Result<Vec<f64>> {
        let mut found = Vec::new();
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            match self.force(value)? {
                Value::Real(Tags::NONE, x) => found.push(x),
                Value::Nil(Tags::NONE) | Value::Boolean(Tags::NONE, _) => {}
                Value::Pair(Tags::NONE, retag, at) => {
                    let (head, tail) = self.parts(retag, at)?;
                    work.extend([tail, head]);
                }
                other => {
                    let name = &self.hosts[Role::decoded(number).0].name;
                    let error = fault(format!("Argument to {name} is invalid"));
                    return Err(self.blame(
                        error.hint("a function of the host takes numbers, and pairs of them"),
                        &[other],
                    ));
                }
            }
        }
        Ok(found)
    }

    /// Returns a value of the shape of another, with these numbers in order.
    fn shaped(&mut self, like: Value, numbers: &[f64]) -> Result<Value> {
        enum Task {
            Copy(Value),
            Pair,
        }
        let mut numbers = numbers.iter();
        let (mut work, mut done) = (vec![Task::Copy(like)], Vec::new());
        while let Some(task) = work.pop() {
            match task {
                Task::Copy(value) => match self.force(value)? {
                    Value::Real(tags, _) => {
                        done.push(Value::Real(tags, numbers.next().copied().unwrap_or(0.0)))
                    }
                    Value::Pair(_, retag, at) => {
                        let (head, tail) = self.parts(retag, at)?;
                        work.push(Task::Pair);
                        work.push(Task::Copy(tail));
                        work.push(Task::Copy(head));
                    }
                    other => done.push(other),
                },
                Task::Pair => {
                    let (tail, head) = (done.pop().unwrap_or(Value::NIL), done.pop().unwrap_or(Value::NIL));
                    done.push(self.heap.pair(Tags::NONE, head, tail));
                }
            }
        }
        Ok(done.pop().unwrap_or(Value::NIL))
    }
}

fn too_often(host: &Host) -> Error {
    let times = match host.function.most() {
        0 => "only once".to_string(),
        most => format!("{} times at most", most + 1),
    };
    fault(format!("{} is a function of the host that can be differentiated {times}", host.name))
        .hint("functions generic over their numbers, given to `Session::register_generic`, can be differentiated again")
}
