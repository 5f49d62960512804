//! The second hook of the transformer: transforms a primitive.
//!
//! D[op] takes dual numbers, applies op to their primal numbers, and computes the second component of the result from
//! op's partials (paper 003, figure 6, last line):
//!
//! ```text
//! forward            ∂₁op·t₁ + … + ∂ₙop·tₙ                          a tangent
//! D1 … dropped       λz. d₁ (z·∂₁op) + … + dₙ (z·∂ₙop)              a backpropagator; + and calls are the stage's own
//! defunctionalised…  [(∂₁op, d₁), …, (∂ₙop, dₙ)]                    a list of contributions
//! ```
//!
//! Values and partials come from the rule table, the partials as expressions.

use super::dictionary::Dictionary;
use super::extra::Extra;
use super::stage::Stage;
use super::syntax::{
    bind, call, cons, expr, extra, fresh, function, lambda, pattern, patterns, prim, real, var,
};
use crate::core::{Const, Expr, ExprKind, Lambda, Names, VarId};
use crate::prim::Prim;
use retrograde_rules::symbolic::{Tree, partials};
use retrograde_rules::{Primitive, symbolic};

/// The context in which a stage transforms primitives.
pub(crate) struct Lifting<'a> {
    pub(crate) stage: Stage,
    pub(crate) dictionary: &'a Dictionary,
    pub(crate) names: &'a mut Names,
}

impl Lifting<'_> {
    /// Returns the transformed primitive, a procedure.
    pub(crate) fn primitive(&mut self, p: Prim) -> Lambda {
        match p {
            Prim::Rule(rule) => self.rule(rule),
            Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast => {
                self.plain(&["a", "b"], |args| prim(p, args.into_iter().map(value).collect()))
            }
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative => {
                self.plain(&["a"], |args| prim(p, args.into_iter().map(value).collect()))
            }
            Prim::IsReal => self.plain(&["a"], |args| extra(Extra::IsDual, args)),
            Prim::Real => self.plain(&["a"], |mut args| args.remove(0)),
            Prim::IfProcedure => self.plain(&["c", "f", "g"], |mut args| {
                let (otherwise, then) = (args.remove(2), args.remove(1));
                expr(ExprKind::If(Box::new(args.remove(0)), Box::new(then), Box::new(otherwise)))
            }),
            // Predicates on shapes stay as they are. The rest is not in the source language.
            Prim::IsNull | Prim::IsBoolean | Prim::IsPair | Prim::IsProcedure => {
                self.plain(&["a"], |args| prim(p, args))
            }
            Prim::Host(_) | Prim::ReadReal | Prim::WriteReal | Prim::Write => {
                self.plain(&["a"], |args| prim(p, args))
            }
            Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity | Prim::IsReverse => {
                self.plain(&["a"], |args| prim(p, args))
            }
            Prim::Zero | Prim::Plus | Prim::Perturb | Prim::Unperturb | Prim::Primal | Prim::Tangent => {
                self.plain(&["a"], |args| prim(p, args))
            }
            Prim::Bundle | Prim::Sensitize | Prim::Unsensitize | Prim::Reverse | Prim::Unreverse => {
                self.plain(&["a"], |args| prim(p, args))
            }
        }
    }

    /// Transforms a primitive that returns no number: its result is not a dual number.
    fn plain(&mut self, params: &[&str], body: impl FnOnce(Vec<Expr>) -> Expr) -> Lambda {
        let state = self.stage.state().map(|name| fresh(self.names, name));
        let args: Vec<VarId> = params.iter().map(|name| fresh(self.names, name)).collect();
        let result = body(args.iter().map(|a| var(*a)).collect());
        let result = match state {
            None => result,
            Some(state) => cons(vec![var(state), result]),
        };
        lambda(state.into_iter().chain(args).map(pattern).collect(), result)
    }

    fn rule(&mut self, rule: Primitive) -> Lambda {
        let state = self.stage.state().map(|name| fresh(self.names, name));
        let letters = ["a", "b", "c"];
        let arity = rule.arity();
        let args: Vec<VarId> = (0..arity).map(|k| fresh(self.names, letters[k])).collect();
        let x: Vec<VarId> = (1..=arity).map(|k| fresh(self.names, &format!("x{k}"))).collect();
        let d: Vec<VarId> = (1..=arity).map(|k| fresh(self.names, &format!("d{k}"))).collect();
        let mut bindings = Vec::new();
        for k in 0..arity {
            let parts = patterns(vec![pattern(x[k]), pattern(d[k])]);
            bindings.push((parts, extra(Extra::Parts, vec![var(args[k])])));
        }
        let trees = partials(rule, 0);
        let applied = prim(Prim::Rule(rule), x.iter().map(|x| var(*x)).collect());
        // If a partial reads the result, the result gets a name.
        let result = if !trees.iter().any(symbolic::Tree::uses_result) {
            applied
        } else {
            let y = fresh(self.names, "y");
            bindings.push((pattern(y), applied));
            var(y)
        };
        let partials: Vec<Partial> = trees.iter().map(|tree| Partial { tree, x: &x, y: &result }).collect();
        let beside = self.beside(&partials, &d);
        let number = match (state, self.dictionary.find("number")) {
            (Some(state), Some(number)) => call(var(number), vec![var(state), result.clone(), beside]),
            _ => extra(Extra::Dual, vec![result.clone(), beside]),
        };
        lambda(state.into_iter().chain(args).map(pattern).collect(), bind(bindings, number))
    }

    /// Returns the second component of the result of a primitive.
    fn beside(&mut self, partials: &[Partial<'_>], d: &[VarId]) -> Expr {
        match self.stage {
            Stage::Forward => {
                let terms = partials.iter().zip(d).map(|(p, d)| p.times(var(*d)));
                sum(terms, |a, b| prim(Prim::Rule(Primitive::Add), vec![a, b]))
            }
            Stage::D1 | Stage::D2 | Stage::D3 | Stage::Sparse | Stage::D4 | Stage::Dropped => {
                let z = fresh(self.names, "z");
                let terms = partials.iter().zip(d).map(|(p, d)| {
                    let z = p.times(var(z));
                    match self.dictionary.find("call") {
                        Some(stage) => call(var(stage), vec![var(*d), z]),
                        None => call(var(*d), vec![z]),
                    }
                });
                let body = sum(terms, |a, b| match self.dictionary.find("both") {
                    Some(both) => call(var(both), vec![a, b]),
                    None => prim(Prim::Plus, vec![a, b]),
                });
                extra(Extra::Linear, vec![function(lambda(vec![pattern(z)], body))])
            }
            Stage::Defunctionalised | Stage::Taped => {
                let items = partials.iter().zip(d).map(|(p, d)| cons(vec![p.expression(), var(*d)]));
                cons(items.chain([expr(ExprKind::Const(Const::Nil))]).collect())
            }
        }
    }
}

fn value(a: Expr) -> Expr {
    extra(Extra::Value, vec![a])
}

/// Adds terms from left to right.
fn sum(mut terms: impl Iterator<Item = Expr>, plus: impl Fn(Expr, Expr) -> Expr) -> Expr {
    // Every primitive of the table has an argument.
    let first = terms.next().unwrap_or_else(|| real(0.0));
    terms.fold(first, plus)
}

/// A partial of a primitive at named arguments and result.
struct Partial<'a> {
    tree: &'a Tree,
    x: &'a [VarId],
    y: &'a Expr,
}

impl Partial<'_> {
    fn expression(&self) -> Expr {
        self.expand(self.tree)
    }

    fn expand(&self, tree: &Tree) -> Expr {
        match tree {
            Tree::Argument(k) => var(self.x[*k]),
            Tree::Result => self.y.clone(),
            Tree::Constant(c) => real(*c),
            Tree::Apply(rule, operands) => {
                prim(Prim::Rule(*rule), operands.iter().map(|o| self.expand(o)).collect())
            }
            Tree::Powi(base, n) => {
                prim(Prim::Rule(Primitive::Powi), vec![self.expand(base), real(f64::from(*n))])
            }
        }
    }

    /// Multiplies a cotangent or tangent by the partial; a partial of 1 is omitted.
    fn times(&self, z: Expr) -> Expr {
        match self.tree {
            Tree::Constant(c) if *c == 1.0 => z,
            tree => prim(Prim::Rule(Primitive::Mul), vec![z, self.expand(tree)]),
        }
    }
}
