//! Assertions: ordinary Rust, in which float literals next to reals are numbers of the function's real type.
//!
//! Takes the macro as it was written, returns it with `T::constant(0.0)` in place of `0.0` if that is compared or
//! combined with a `T`. Law: expressions that tokens do not show to be a `T`, such as the value of a method of
//! ordinary Rust, do not change.

use super::iterate::equal;
use super::{Lowering, Meaning};
use crate::analysis::region::Polynomial;
use crate::ir::reach::length;
use crate::ir::{Named, Primitive, RealType, Type};
use crate::syntax::visit_mut::VisitMut;
use crate::tokens::mentions;
use quote::ToTokens;
use syn::punctuated::Punctuated;

type Arguments = Punctuated<syn::Expr, syn::Token![,]>;

impl Lowering {
    /// Returns an assertion with its literals converted, in a function that is generic over its real type.
    pub(super) fn assertion(&self, mac: &syn::Macro) -> syn::Macro {
        let mut lifted = mac.clone();
        let RealType::Generic(real) = self.real.clone() else { return lifted };
        let Ok(mut arguments) = mac.parse_body_with(Arguments::parse_terminated) else { return lifted };
        let mut lift = Lift { lowering: self, real };
        arguments.iter_mut().for_each(|argument| lift.visit_expr_mut(argument));
        // `assert_eq!(x, 0.0)` compares its first two arguments.
        if mac.path.segments.last().is_some_and(|name| !name.ident.to_string().ends_with("assert")) {
            let mut pair = arguments.iter_mut();
            if let (Some(left), Some(right)) = (pair.next(), pair.next()) {
                lift.pair(left, right);
            }
        }
        lifted.tokens = arguments.to_token_stream();
        lifted
    }

    /// True for `assert!(a.len() == b.len(), …)` of arrays and parts whose lengths are equal for all values.
    pub(super) fn is_proven(&mut self, mac: &syn::Macro) -> bool {
        let Ok(arguments) = mac.parse_body_with(Arguments::parse_terminated) else { return false };
        let Some(syn::Expr::Binary(same)) = arguments.first() else { return false };
        let mut length_of = |e: &syn::Expr| match e {
            syn::Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                self.quiet_place(&call.receiver).map(|place| length(&place))
            }
            _ => None,
        };
        let (Some(a), Some(b)) = (length_of(&same.left), length_of(&same.right)) else { return false };
        let is_zero = || Polynomial::of(&a, &self.vars).plus(&Polynomial::of(&b, &self.vars), -1).is_zero();
        matches!(same.op, syn::BinOp::Eq(_)) && (equal(&a, &b, &self.vars) || is_zero())
    }
}

struct Lift<'a> {
    lowering: &'a Lowering,
    real: syn::Ident,
}

impl Lift<'_> {
    /// Converts a literal that is compared or combined with a real.
    fn pair(&self, left: &mut syn::Expr, right: &mut syn::Expr) {
        if self.is_real(left) {
            self.lifted(right);
        } else if self.is_real(right) {
            self.lifted(left);
        }
    }

    fn lifted(&self, e: &mut syn::Expr) {
        match e {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(float), .. }) if float.suffix().is_empty() => {
                let real = &self.real;
                *e = syn::parse_quote!(#real::constant(#float));
            }
            syn::Expr::Unary(u) => self.lifted(&mut u.expr),
            syn::Expr::Paren(p) => self.lifted(&mut p.expr),
            _ => {}
        }
    }

    /// True if a place has the real type: a number of an array, a part of a complex number, or a field that is
    /// compared with a float, in a structure that is generic over the real type.
    fn is_place(&self, e: &syn::Expr, indices: usize, field: bool) -> bool {
        match e {
            syn::Expr::Path(_) => {
                let ty = match self.lowering.meaning(e) {
                    Some(Meaning::Variable(var)) => self.lowering.vars[*var].ty.clone(),
                    Some(Meaning::View(place, _)) => self.lowering.type_of(place),
                    Some(Meaning::Absent(..)) | None => return false,
                };
                match ty.leaf() {
                    Type::Real => !field && ty.depth() == indices,
                    Type::Structure(Named::Number(_)) => field,
                    Type::Structure(Named::Written(ty)) => field && mentions(ty, &self.real),
                    Type::Structure(Named::Unknown) | Type::Unknown | Type::Exact(_) => false,
                    Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
                }
            }
            syn::Expr::Index(index) => self.is_place(&index.expr, indices + 1, field),
            syn::Expr::Field(within) => self.is_place(&within.base, 0, true),
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                self.is_place(&u.expr, indices, field)
            }
            syn::Expr::Paren(p) => self.is_place(&p.expr, indices, field),
            _ => false,
        }
    }

    /// True if tokens show that a value has the real type.
    fn is_real(&self, e: &syn::Expr) -> bool {
        match e {
            syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => self.is_place(e, 0, false),
            syn::Expr::Unary(u) => self.is_real(&u.expr),
            syn::Expr::Paren(p) => self.is_real(&p.expr),
            syn::Expr::Reference(r) => self.is_real(&r.expr),
            syn::Expr::Binary(b) => is_arithmetic(&b.op) && (self.is_real(&b.left) || self.is_real(&b.right)),
            syn::Expr::MethodCall(call) => {
                Primitive::by_name(&call.method.to_string()).is_some() && self.is_real(&call.receiver)
            }
            syn::Expr::Call(call) => {
                let constant = format!("{} :: constant", self.real);
                call.func.to_token_stream().to_string() == constant
            }
            _ => false,
        }
    }
}

impl VisitMut for Lift<'_> {
    fn visit_expr_binary_mut(&mut self, e: &mut syn::ExprBinary) {
        // The operands are visited first, since their types determine that of the result.
        crate::syntax::visit_mut::visit_expr_binary_mut(self, e);
        if is_arithmetic(&e.op) || is_comparison(&e.op) {
            self.pair(&mut e.left, &mut e.right);
        }
    }

    fn visit_expr_method_call_mut(&mut self, e: &mut syn::ExprMethodCall) {
        crate::syntax::visit_mut::visit_expr_method_call_mut(self, e);
        if Primitive::by_name(&e.method.to_string()).is_some() && self.is_real(&e.receiver) {
            e.args.iter_mut().for_each(|argument| self.lifted(argument));
        }
    }
}

fn is_arithmetic(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_))
}

fn is_comparison(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(op, Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_))
}
