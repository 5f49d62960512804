//! Methods that name numbers of `self` only in the arms of a match, in closures, in chains and in loops: `self` has cotangents.

use retrograde::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Linear,
    Constant,
}
#[derive(Clone, Differentiable)]
struct InArms {
    rate: f64,
    #[inactive]
    kind: Kind,
}
#[differentiable]
impl InArms {
    fn of(&self, v: f64) -> f64 {
        match self.kind {
            Kind::Linear => self.rate * v,
            Kind::Constant => v,
        }
    }
}
#[derive(Clone, Differentiable)]
struct AsValue {
    rate: f64,
    n: usize,
}
#[differentiable]
impl AsValue {
    fn of(&self, v: f64) -> f64 {
        let k = match self.n {
            0 => 2.0,
            _ => self.rate,
        };
        k * v
    }
}
#[derive(Clone, Differentiable)]
struct InAClosure {
    rate: f64,
}
#[differentiable]
impl InAClosure {
    fn of(&self, v: f64) -> f64 {
        let scaled = |t: f64| self.rate * t;
        scaled(v)
    }
}
#[derive(Clone, Differentiable)]
struct InAChain {
    rate: f64,
    n: usize,
}
#[differentiable]
impl InAChain {
    fn of(&self, v: f64) -> f64 {
        (0..self.n).map(|i| self.rate * i as f64 * v).sum()
    }
}
#[derive(Clone, Differentiable)]
struct InALoop {
    rate: f64,
    n: usize,
}
#[differentiable]
impl InALoop {
    fn of(&self, v: f64) -> Result<f64, String> {
        if self.n > 3 {
            return Err("too many".into());
        }
        let r = loop {
            break self.rate * v;
        };
        Ok(r)
    }
}
#[derive(Clone, Copy, Differentiable)]
enum Method {
    Plain,
    Momentum { beta: f64 },
}
#[derive(Clone, Differentiable)]
struct Optimizer {
    rate: f64,
    method: Method,
    moments: Vec<f64>,
}
#[differentiable]
impl Optimizer {
    fn step(&mut self, p: &mut [f64], g: &[f64]) {
        for i in 0..p.len() {
            match self.method {
                Method::Plain => p[i] -= self.rate * g[i],
                Method::Momentum { beta } => {
                    self.moments[i] = beta * self.moments[i] + g[i];
                    p[i] -= self.rate * self.moments[i];
                }
            }
        }
    }
}
#[differentiable]
fn all(x: &[f64]) -> f64 {
    let in_arms = InArms { rate: x[0], kind: Kind::Linear };
    let other = InArms { rate: x[0], kind: Kind::Constant };
    let as_value = AsValue { rate: x[1], n: 1 };
    let in_a_closure = InAClosure { rate: x[2] };
    let in_a_chain = InAChain { rate: x[3], n: 3 };
    let in_a_loop = InALoop { rate: x[4], n: 1 };
    let mut sum = in_arms.of(x[1]) + other.of(x[2]) + as_value.of(x[3]) + in_a_closure.of(x[4]);
    sum += in_a_chain.of(x[5]) + in_a_loop.of(x[0]).unwrap_or(0.0);
    for beta in [0.0, 0.5] {
        let method = if beta > 0.2 { Method::Momentum { beta: beta * x[1] } } else { Method::Plain };
        let mut optimizer = Optimizer { rate: x[0], method, moments: vec![0.1; 2] };
        let mut p = [x[2], x[3]];
        optimizer.step(&mut p, &x[4..]);
        optimizer.step(&mut p, &x[1..]);
        sum += p[0] * p[1];
    }
    sum
}

#[test]
fn numbers_of_self_have_cotangents_wherever_they_are_named() {
    let x = [0.3, 0.7, -0.5, 0.9, 0.4, 0.2];
    super::agrees("all", all, &all::gradient(&x).1.0, &x);
    assert_eq!(in_arms_alone(), 2.0);
}

fn in_arms_alone() -> f64 {
    let own = InArms { rate: 3.0, kind: Kind::Linear };
    let (_, (cotangent, _)) = own.of_gradient(2.0);
    cotangent.rate
}
