//! Structures that a condition chooses: `if c { *z } else { *w + *z }`.
//!
//! Takes a branch, returns a choice between the values of its sides, through which the reverse pass goes on the side that was taken. Law: before the
//! condition is decided nothing is computed but sums and multiples by constants, whose derivatives are finite.

use super::Lowering;
use super::branch::sides;
use super::fields::Way;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::Extent;
use syn::spanned::Spanned;

impl Lowering {
    /// Lowers a branch whose value is a structure.
    pub(super) fn choice_of_structures(&mut self, branch: &syn::ExprIf, way: &Way) -> Expr {
        let Some(((first, then), (second, otherwise))) = sides(branch) else {
            let help = "write both sides: `if c { a } else { b }`";
            return self.outside(Extent::of(branch), "a branch with a value has both sides", help);
        };
        // An ordinary function records what it decides by itself.
        if let Some(mark) = branch.attrs.first().filter(|_| !self.language.is_ordinary()) {
            let help = "keep the decision by a number: `#[keep] if c { n += 1; }`, and choose by that";
            return self.outside(Extent::of(mark), "the decision between two structures is not kept", help);
        }
        let condition = self.exact_value(&branch.cond);
        let (a, b) = (self.side_of_choice(first, then, way), self.side_of_choice(second, otherwise, way));
        Expr::Choose(Box::new(condition), Box::new(a), Box::new(b))
    }

    /// Lowers one side: what it needs is computed before the branch.
    fn side_of_choice(&mut self, stmts: &[syn::Stmt], value: &syn::Expr, way: &Way) -> Expr {
        if let syn::Expr::If(branch) = value {
            if stmts.is_empty() {
                return self.choice_of_structures(branch, way);
            }
        }
        let errors = self.errors.0.len();
        let (before, made) = self.side(stmts, |this| {
            let made =
                this.made(value, None, way.clone()).or_else(|| this.returned(value, None, way.clone()));
            made.map(|made| this.with_operands(made.value))
        });
        if self.errors.0.len() > errors {
            return super::expr::stand_in(value.span());
        }
        let computed = before.iter().find_map(|stmt| match stmt {
            Stmt::Bind(b) if is_linear(&b.value) => None,
            Stmt::Bind(b) => Some(crate::ir::print::text::expression(&b.value, &self.vars)),
            _ => Some(shown(value)),
        });
        let Some(made) = made else {
            let help = "choose between structures on both sides: places, calls, or structures written out";
            return self.outside(Extent::of(value), format!("`{}` is not a structure", shown(value)), help);
        };
        if let Some(computed) = computed {
            let message = format!("`{computed}` would be computed on either side of the condition");
            let help = "bind it before the branch, `let part = …;`, if it has a derivative there, or choose its numbers: `let k = if c { … } else { … };`";
            return self.outside(Extent::of(value), message, help);
        }
        self.pending.extend(before);
        made
    }

    /// Gives names to the numbers that the calls in a value take: their cotangents need places.
    fn with_operands(&mut self, e: Expr) -> Expr {
        match e {
            Expr::Call(callee, args) => {
                let args = args.into_iter().map(|arg| match arg {
                    Argument::Value(value) if !visit::is_leaf(&value) && self.kind(&value) == Kind::Real => {
                        Argument::Value(Expr::Read(self.value_named("lent", *callee.span, Type::Real, value)))
                    }
                    other => other,
                });
                let args = args.collect();
                Expr::Call(callee, args)
            }
            other => other.map(&mut |part| self.with_operands(part.clone())),
        }
    }
}

/// True for sums and multiples by constants: their derivatives are constants.
fn is_linear(e: &Expr) -> bool {
    match e {
        Expr::Apply(Primitive::Add | Primitive::Sub | Primitive::Neg, args) => args.iter().all(is_linear),
        Expr::Apply(Primitive::Mul, args) => {
            args.iter().all(is_linear) && args.iter().any(|arg| matches!(arg, Expr::Real(..)))
        }
        Expr::Apply(Primitive::Div, args) => {
            args.first().is_some_and(is_linear) && matches!(args.last(), Some(Expr::Real(..)))
        }
        Expr::List(items) | Expr::Structure(_, items) => items.iter().all(is_linear),
        e => visit::is_leaf(e),
    }
}
