//! Numbers with tangents: arithmetic on all levels at once.
//!
//! A number that went through `forward` is a block of 2ᵏ numbers, where k counts only the times that gave it a
//! nonzero tangent: constants stay single numbers, and a number that does not depend on an outer variable costs
//! nothing at its level.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use retrograde_rules::Primitive;
use retrograde_rules::symbolic::{self, Tree};

use super::retag::{Off, On, Retag};
use super::value::{Axes, Value, View};
use super::{Machine, Quick};
use crate::error::Result;
use crate::tags::Tags;
use crate::transform::rules;

/// The numbers of a tower; allocates only for three axes or more.
struct Numbers {
    few: [f64; 4],
    many: Vec<f64>,
    len: usize,
}

impl Numbers {
    #[inline(always)]
    fn zeros(len: usize) -> Self {
        let many = if len > 4 { vec![0.0; len] } else { Vec::new() };
        Numbers { few: [0.0; 4], many, len }
    }
}

impl Deref for Numbers {
    type Target = [f64];

    #[inline(always)]
    fn deref(&self) -> &[f64] {
        if self.len <= 4 { &self.few[..self.len] } else { &self.many }
    }
}

impl DerefMut for Numbers {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f64] {
        if self.len <= 4 { &mut self.few[..self.len] } else { &mut self.many }
    }
}

/// Converts an index with respect to some axes to an index with respect to more axes.
fn index_at(index: usize, own: Axes, all: Axes) -> usize {
    let (mut rest, mut found, mut place) = (index, 0, 1);
    for i in 0..16 {
        if all.0 >> i & 1 == 0 {
            continue;
        }
        if own.0 >> i & 1 == 1 {
            if rest & 1 == 1 {
                found |= place;
            }
            rest >>= 1;
        }
        place <<= 1;
    }
    found
}

/// Returns the tags of a number that have a tangent; `None` if the value is not a number.
#[inline(always)]
fn axes(value: Value) -> Option<Axes> {
    match value {
        Value::Real(..) => Some(Axes(0)),
        Value::Tower(_, axes, _) => Some(axes),
        _ => None,
    }
}

/// Arithmetic on blocks of numbers, with the partials of the rule table.
#[derive(Debug, Default)]
pub(super) struct Towers {
    partials: HashMap<Primitive, Arc<[Tree]>, Quick>,
    /// The number of scalar operations so far.
    operations: u64,
}

impl Towers {
    /// Returns the number of operations since the last call.
    fn counted(&mut self) -> u64 {
        std::mem::take(&mut self.operations)
    }

    fn partials(&mut self, rule: Primitive) -> Arc<[Tree]> {
        self.partials.entry(rule).or_insert_with(|| symbolic::partials(rule, 0).into()).clone()
    }

    /// Adds a product.
    fn add_product(&mut self, a: &[f64], b: &[f64], out: &mut [f64]) {
        if let ([a], [b], [out]) = (a, b, &mut *out) {
            self.operations += 2;
            *out += a * b;
            return;
        }
        let half = out.len() / 2;
        let ((a0, a1), (b0, b1), (out0, out1)) = (a.split_at(half), b.split_at(half), out.split_at_mut(half));
        self.add_product(a0, b0, out0);
        self.add_product(a1, b0, out1);
        self.add_product(a0, b1, out1);
    }

    fn quotient(&mut self, a: &[f64], b: &[f64], out: &mut [f64]) {
        if let ([a], [b], [out]) = (a, b, &mut *out) {
            self.operations += 1;
            *out = a / b;
            return;
        }
        let half = out.len() / 2;
        let ((a0, a1), (b0, b1), (out0, out1)) = (a.split_at(half), b.split_at(half), out.split_at_mut(half));
        self.quotient(a0, b0, out0);
        // y' = (a' - y b') / b
        let mut change = Numbers::zeros(half);
        self.add_product(out0, b1, &mut change);
        for (change, a) in change.iter_mut().zip(a1) {
            *change = a - *change;
        }
        self.operations += half as u64;
        self.quotient(&change, b0, out1);
    }

    /// Evaluates a rule on numbers with the same axes.
    fn apply(&mut self, rule: Primitive, x: &[&[f64]], out: &mut [f64]) {
        match (rule, x) {
            (Primitive::Add, [a, b]) => {
                self.operations += out.len() as u64;
                (0..out.len()).for_each(|i| out[i] = a[i] + b[i]);
            }
            (Primitive::Sub, [a, b]) => {
                self.operations += out.len() as u64;
                (0..out.len()).for_each(|i| out[i] = a[i] - b[i]);
            }
            (Primitive::Mul, [a, b]) => {
                out.fill(0.0);
                self.add_product(a, b, out);
                // A sum that starts at zero would lose the sign of a negative zero.
                out[0] = a[0] * b[0];
            }
            (Primitive::Div, [a, b]) => self.quotient(a, b, out),
            _ => self.by_partials(rule, x, out),
        }
    }

    fn by_partials(&mut self, rule: Primitive, x: &[&[f64]], out: &mut [f64]) {
        if out.len() == 1 {
            let mut at = [0.0; 3];
            at.iter_mut().zip(x).for_each(|(at, x)| *at = x[0]);
            self.operations += 1;
            out[0] = rule.value(&at[..x.len()], 0);
            return;
        }
        let half = out.len() / 2;
        let mut primals: [&[f64]; 3] = [&[]; 3];
        primals.iter_mut().zip(x).for_each(|(primal, x)| *primal = &x[..half]);
        let (y, tangent) = out.split_at_mut(half);
        self.apply(rule, &primals[..x.len()], y);
        tangent.fill(0.0);
        for (partial, x) in self.partials(rule).iter().zip(x) {
            let partial = self.evaluate(partial, &primals, y);
            self.add_product(&partial, &x[half..], tangent);
        }
    }

    /// Evaluates an expression of the rule table at arguments and result.
    fn evaluate(&mut self, tree: &Tree, x: &[&[f64]], y: &[f64]) -> Numbers {
        let mut out = Numbers::zeros(y.len());
        match tree {
            Tree::Argument(i) => out.copy_from_slice(x[*i]),
            Tree::Result => out.copy_from_slice(y),
            Tree::Constant(c) => out[0] = *c,
            Tree::Apply(rule, operands) => {
                let operands: Vec<Numbers> = operands.iter().map(|o| self.evaluate(o, x, y)).collect();
                let operands: Vec<&[f64]> = operands.iter().map(Deref::deref).collect();
                self.apply(*rule, &operands, &mut out);
            }
            Tree::Powi(base, n) => {
                let base = self.evaluate(base, x, y);
                self.power(&base, *n, &mut out);
            }
        }
        out
    }

    /// Computes an integer power.
    fn power(&mut self, x: &[f64], n: i32, out: &mut [f64]) {
        if let ([x], [out]) = (x, &mut *out) {
            self.operations += 1;
            *out = x.powi(n);
            return;
        }
        let half = out.len() / 2;
        let ((x0, x1), (out0, out1)) = (x.split_at(half), out.split_at_mut(half));
        self.power(x0, n, out0);
        let mut slope = Numbers::zeros(half);
        if n != 0 {
            self.power(x0, n - 1, &mut slope);
            slope.iter_mut().for_each(|s| *s *= f64::from(n));
        }
        out1.fill(0.0);
        self.add_product(&slope, x1, out1);
    }
}

impl Machine {
    /// Returns the numbers of a value with respect to these axes, which include its own.
    #[inline]
    fn numbers_at(&self, value: Value, all: Axes) -> Numbers {
        let mut numbers = Numbers::zeros(all.size());
        match value {
            Value::Real(_, x) => numbers[0] = x,
            Value::Tower(_, own, at) if own == all => {
                (0..own.size()).for_each(|i| numbers[i] = self.heap.number(at, i));
            }
            Value::Tower(_, own, at) => {
                for i in 0..own.size() {
                    numbers[index_at(i, own, all)] = self.heap.number(at, i);
                }
            }
            _ => unreachable!("only numbers have numbers"),
        }
        numbers
    }

    /// Applies a rule to one number or two that lose the tags `off`, which have `forward` at the same positions as
    /// `tags`, the tags of the result; `None` if an operand is not a number.
    #[inline]
    pub(super) fn tower(
        &mut self,
        rule: Primitive,
        x: &[Value],
        off: [Tags; 2],
        tags: Tags,
    ) -> Option<Value> {
        if rules::arity(rule) != x.len() || rule.takes_exponent() || x.len() > 2 {
            return None;
        }
        let mut all = 0;
        let mut primals = [0.0; 3];
        for ((value, primal), off) in x.iter().zip(&mut primals).zip(off) {
            match *value {
                Value::Real(t, x) if t == off => *primal = x,
                Value::Tower(t, Axes(own), at) if t == off && t.len() == tags.len() => {
                    all |= own;
                    *primal = self.heap.number(at, 0);
                }
                _ => return None,
            }
        }
        let n = x.len();
        match Axes(all).size() {
            1 => {
                self.operations += 1;
                Some(Value::Real(tags, rule.value(&primals[..n], 0)))
            }
            2 => {
                let tangent = |value: Value| match value {
                    Value::Tower(_, _, at) => self.heap.number(at, 1),
                    _ => 0.0,
                };
                let mut e = [0.0; 3];
                e.iter_mut().zip(x).for_each(|(e, x)| *e = tangent(*x));
                let (y, t) = with_tangent(rule, &primals[..n], &e);
                self.operations += 3 * n as u64;
                Some(self.heap.tower(tags, Axes(all), &[y, t]))
            }
            size => {
                let all = Axes(all);
                let mut out = Numbers::zeros(size);
                match x {
                    [a] => {
                        let a = self.numbers_at(*a, all);
                        self.towers.apply(rule, &[&a], &mut out);
                    }
                    [a, b] => {
                        let (a, b) = (self.numbers_at(*a, all), self.numbers_at(*b, all));
                        self.towers.apply(rule, &[&a, &b], &mut out);
                    }
                    _ => unreachable!("a rule takes one number or two"),
                }
                self.operations += self.towers.counted();
                Some(self.heap.tower(tags, all, &out))
            }
        }
    }

    /// Adds two numbers with the same tags.
    pub(super) fn sum(&mut self, a: Value, b: Value) -> Option<Value> {
        let (tags, all) = (a.tags(), Axes(axes(a)?.0 | axes(b)?.0));
        let (mut a, b) = (self.numbers_at(a, all), self.numbers_at(b, all));
        a.iter_mut().zip(b.iter()).for_each(|(a, b)| *a += b);
        self.operations += all.size() as u64;
        Some(self.heap.tower(tags, all, &a))
    }

    /// Applies a change to a number with tangents.
    pub(super) fn retag_tower(&mut self, value: Value, retag: Retag, tags: Tags) -> Value {
        let Value::Tower(old, own, at) = value else { unreachable!("a tower was given") };
        let change = self.retags.change(retag);
        if change.zero {
            return Value::Real(tags, 0.0);
        }
        let (outer, below) = (change.off.len() as u32, old.len() - change.off.len() as u32);
        let is_own = |i: u32| own.0 >> i & 1 == 1;
        // The axes of which one half is chosen, and those that are added again.
        let (mut chosen, mut index, mut kept) = (0u16, 0usize, Vec::new());
        for (i, off) in (0..outer).map(|i| old.len() - 1 - i).zip(&change.off) {
            match off {
                Off::Tag(_) => {}
                Off::Kept => kept.push(is_own(i)),
                Off::Primal if is_own(i) => chosen |= 1 << i,
                Off::Tangent if is_own(i) => {
                    chosen |= 1 << i;
                    index |= 1 << (own.0 & ((1 << i) - 1)).count_ones();
                }
                Off::Primal => {}
                // This `forward` was lifted: its tangent is zero.
                Off::Tangent => return Value::Real(tags, 0.0),
            }
        }
        let mut axes = own.0 & ((1 << below) - 1);
        let mut kept = kept.into_iter();
        for (i, on) in (0..change.on.len() as u32).map(|i| tags.len() - 1 - i).zip(&change.on) {
            if *on == On::Kept && kept.next() == Some(true) {
                axes |= 1 << i;
            }
        }
        if chosen == 0 {
            return Value::Tower(tags, Axes(axes), at);
        }
        let rest = Axes(own.0 & !chosen);
        let mut numbers = Numbers::zeros(rest.size());
        for i in 0..rest.size() {
            numbers[i] = self.heap.number(at, index | index_at(i, rest, own));
        }
        self.heap.tower(tags, Axes(axes), &numbers)
    }

    /// Computes `(bundle a b)` of numbers beneath `depth` `forward` tags; `tags` are those of the result.
    pub(super) fn bundle_numbers(&mut self, a: Value, b: Value, depth: u32, tags: Tags) -> Result<Value> {
        // The position of the new axis, and the axes of both operands in the result.
        let new = tags.len() - 1 - depth;
        if let Value::Real(_, t) = b {
            if t.to_bits() == 0 {
                // A zero tangent is not stored.
                return self.retagged_by(View::Bundle, depth, a);
            }
            if let Value::Real(_, x) = a {
                return Ok(self.heap.tower(tags, Axes(1 << new), &[x, t]));
            }
        }
        let widened = |own: Axes| Axes(own.0 & ((1 << new) - 1) | (own.0 >> new << new) << 1);
        let own_a = axes(a).map_or(Axes(0), widened);
        let own_b = axes(b).unwrap_or(Axes(0));
        let all = Axes(own_a.0 | own_b.0);
        let primal = self.numbers_at(as_if(a, own_a), all);
        let tangent = self.numbers_at(as_if(b, own_b), all);
        let inner = 1 << (all.0 & ((1 << new) - 1)).count_ones();
        let mut numbers = Numbers::zeros(2 * all.size());
        for (i, both) in numbers.chunks_exact_mut(2 * inner).enumerate() {
            both[..inner].copy_from_slice(&primal[i * inner..(i + 1) * inner]);
            both[inner..].copy_from_slice(&tangent[i * inner..(i + 1) * inner]);
        }
        Ok(self.heap.tower(tags, Axes(all.0 | 1 << new), &numbers))
    }

    /// True if all numbers of a tower are zero.
    pub(super) fn is_zero_tower(&self, value: Value) -> bool {
        match value {
            Value::Tower(_, axes, at) => (0..axes.size()).all(|i| self.heap.number(at, i) == 0.0),
            _ => false,
        }
    }

    /// Returns the number beneath exactly these tags.
    #[inline(always)]
    pub(super) fn innermost(&self, value: Value, tags: Tags) -> Option<f64> {
        match value {
            Value::Real(t, x) if t == tags => Some(x),
            Value::Tower(t, _, at) if t == tags => Some(self.heap.number(at, 0)),
            _ => None,
        }
    }
}

/// Replaces the axes of a tower by as many others.
fn as_if(value: Value, axes: Axes) -> Value {
    match value {
        Value::Tower(tags, _, at) => Value::Tower(tags, axes, at),
        _ => value,
    }
}

/// Returns the value of a rule and its derivative along `e`.
#[inline(always)]
fn with_tangent(rule: Primitive, x: &[f64], e: &[f64; 3]) -> (f64, f64) {
    match (rule, x) {
        (Primitive::Add, [a, b]) => (a + b, e[0] + e[1]),
        (Primitive::Sub, [a, b]) => (a - b, e[0] - e[1]),
        (Primitive::Mul, [a, b]) => (a * b, b * e[0] + a * e[1]),
        _ => {
            let y = rule.value(x, 0);
            let d = rule.partials(x, y, 0);
            let mut t = d[0] * e[0];
            for i in 1..x.len() {
                t += d[i] * e[i];
            }
            (y, t)
        }
    }
}
