//! Functions of the host program, and their derivatives.
//!
//! Let h map numbers x to numbers y. Two families of primitives, each linear in all operands except x,
//!
//! ```text
//! value    k    Dᵏ h(x)[d₁, …, dₖ]              k = 0: the value, k = 1: a tangent
//! adjoint  k    Dᵏ⁺¹ ⟨s, h⟩(x)[d₁, …, dₖ, ·]    k = 0: the cotangent of x, for the cotangent s of the value
//! ```
//!
//! suffice for the derivatives of h in any mix of modes (`transform::host`): derivatives are symmetric, so a
//! direction of one mode is a cotangent of the other. Member k is computed by h and its own adjoint at numbers that
//! carry k tangents. A function of `f64` only has k = 0, and value 1, which is computed from its adjoint.

use retrograde_numbers::Dual;
use retrograde_rules::Real;
use retrograde_rules::operator::Operator;

use crate::prim::Prim;

/// The number of orders of derivatives: a function of the host is differentiated fewer times.
pub(crate) const ORDERS: u16 = 8;

/// The meaning of a host primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// `(value-k x d1 … dk)`
    Value(u16),
    /// `(adjoint-k x s d1 … dk)`
    Adjoint(u16),
}

impl Role {
    /// Returns the primitive of this role for the function with this number; `None` if the order is too high.
    pub(crate) fn of(self, host: u16) -> Option<Prim> {
        let (order, odd) = match self {
            Role::Value(k) => (k, 0),
            Role::Adjoint(k) => (k, 1),
        };
        (order < ORDERS).then(|| host.checked_mul(2 * ORDERS)?.checked_add(2 * order + odd))?.map(Prim::Host)
    }

    /// Returns the function's number and the role of a primitive.
    pub(crate) fn decoded(number: u16) -> (usize, Role) {
        let (host, role) = (number / (2 * ORDERS), number % (2 * ORDERS));
        (usize::from(host), if role % 2 == 0 { Role::Value(role / 2) } else { Role::Adjoint(role / 2) })
    }
}

/// A function of the host, as it was registered.
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) function: Box<dyn HostFunction>,
}

impl Host {
    /// Returns the name of a primitive in messages.
    pub(crate) fn name_of(&self, role: Role) -> String {
        match role {
            Role::Value(0) => self.name.clone(),
            Role::Value(k) => format!("{}-value-{k}", self.name),
            Role::Adjoint(k) => format!("{}-adjoint-{k}", self.name),
        }
    }
}

/// The implementation of a host function. Slices have the lengths for which the function asked.
pub(crate) trait HostFunction: Send {
    /// Returns the number of outputs for a number of inputs, or the reason why that number is not accepted.
    fn outputs(&self, inputs: usize) -> Result<usize, String>;
    /// Returns the highest k that the function's own programs support, in both families.
    fn most(&self) -> usize;
    /// Computes `y ← Dᵏ h(x)[along…]`, with k at most [`most`](Self::most).
    fn value(&self, x: &[f64], along: &[Vec<f64>], y: &mut [f64]);
    /// Computes `bar ← Dᵏ⁺¹ ⟨s, h⟩(x)[along…, ·]`, with k at most [`most`](Self::most).
    fn adjoint(&self, x: &[f64], s: &[f64], along: &[Vec<f64>], bar: &mut [f64]);
}

/// A function with one output, given as its value and its adjoint.
pub(crate) struct Closures<V, A>(pub(crate) V, pub(crate) A);

impl<V, A> HostFunction for Closures<V, A>
where
    V: Fn(&[f64]) -> f64 + Send,
    A: Fn(&[f64], f64, &mut [f64]) + Send,
{
    fn outputs(&self, _: usize) -> Result<usize, String> {
        Ok(1)
    }
    fn most(&self) -> usize {
        0
    }
    fn value(&self, x: &[f64], _: &[Vec<f64>], y: &mut [f64]) {
        y[0] = (self.0)(x);
    }
    fn adjoint(&self, x: &[f64], s: &[f64], _: &[Vec<f64>], bar: &mut [f64]) {
        bar.fill(0.0);
        (self.1)(x, s[0], bar);
    }
}

/// An operator at `f64`.
pub(crate) struct Plain<O>(pub(crate) O);

impl<O: Operator + Send> HostFunction for Plain<O> {
    fn outputs(&self, inputs: usize) -> Result<usize, String> {
        outputs(&self.0, inputs)
    }
    fn most(&self) -> usize {
        0
    }
    fn value(&self, x: &[f64], along: &[Vec<f64>], y: &mut [f64]) {
        value::<f64>(&self.0, x, along, y);
    }
    fn adjoint(&self, x: &[f64], s: &[f64], along: &[Vec<f64>], bar: &mut [f64]) {
        adjoint::<f64>(&self.0, x, s, along, bar);
    }
}

type Dual2 = Dual<Dual<f64>>;
type Dual3 = Dual<Dual2>;

/// An operator that is generic over its numbers.
pub(crate) struct Generic<O>(pub(crate) O);

impl<O> HostFunction for Generic<O>
where
    O: Operator<f64> + Operator<Dual<f64>> + Operator<Dual2> + Operator<Dual3> + Send,
{
    fn outputs(&self, inputs: usize) -> Result<usize, String> {
        outputs::<f64>(&self.0, inputs)
    }
    fn most(&self) -> usize {
        3
    }
    fn value(&self, x: &[f64], along: &[Vec<f64>], y: &mut [f64]) {
        match along.len() {
            0 => value::<f64>(&self.0, x, along, y),
            1 => value::<Dual<f64>>(&self.0, x, along, y),
            2 => value::<Dual2>(&self.0, x, along, y),
            _ => value::<Dual3>(&self.0, x, along, y),
        }
    }
    fn adjoint(&self, x: &[f64], s: &[f64], along: &[Vec<f64>], bar: &mut [f64]) {
        match along.len() {
            0 => adjoint::<f64>(&self.0, x, s, along, bar),
            1 => adjoint::<Dual<f64>>(&self.0, x, s, along, bar),
            2 => adjoint::<Dual2>(&self.0, x, s, along, bar),
            _ => adjoint::<Dual3>(&self.0, x, s, along, bar),
        }
    }
}

/// Numbers with one nested tangent per direction.
trait Nested: Real {
    /// Builds the number with these tangents, the first innermost.
    fn nest(x: f64, tangents: &mut dyn Iterator<Item = f64>) -> Self;
    /// Returns the coefficient that is of first order in every direction.
    fn top(self) -> f64;
}

impl Nested for f64 {
    fn nest(x: f64, _: &mut dyn Iterator<Item = f64>) -> f64 {
        x
    }
    fn top(self) -> f64 {
        self
    }
}

impl<T: Nested> Nested for Dual<T> {
    fn nest(x: f64, tangents: &mut dyn Iterator<Item = f64>) -> Self {
        let value = T::nest(x, tangents);
        Dual { value, tangent: T::constant(tangents.next().unwrap_or(0.0)) }
    }
    fn top(self) -> f64 {
        self.tangent.top()
    }
}

fn outputs<T>(operator: &impl Operator<T>, inputs: usize) -> Result<usize, String> {
    if operator.inputs().admits(inputs) {
        Ok(operator.outputs(inputs))
    } else {
        Err(format!("it takes {}, and was given {inputs}", operator.inputs()))
    }
}

fn nested<T: Nested>(x: &[f64], along: &[Vec<f64>]) -> Vec<T> {
    x.iter().enumerate().map(|(i, x)| T::nest(*x, &mut along.iter().map(|d| d[i]))).collect()
}

fn value<T: Nested>(operator: &impl Operator<T>, x: &[f64], along: &[Vec<f64>], y: &mut [f64]) {
    let mut values = vec![T::constant(0.0); y.len()];
    operator.value(&nested(x, along), &mut values);
    y.iter_mut().zip(values).for_each(|(y, value)| *y = value.top());
}

fn adjoint<T: Nested>(
    operator: &impl Operator<T>,
    x: &[f64],
    s: &[f64],
    along: &[Vec<f64>],
    bar: &mut [f64],
) {
    let seeds: Vec<T> = s.iter().map(|s| T::constant(*s)).collect();
    let mut bars = vec![T::constant(0.0); x.len()];
    operator.pull(&nested(x, along), &seeds, &mut bars);
    bar.iter_mut().zip(bars).for_each(|(bar, value)| *bar = value.top());
}
