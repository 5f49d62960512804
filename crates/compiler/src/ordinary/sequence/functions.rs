//! Calls of parameters that are functions, and functions that are handed on.
//!
//! `f(t, y)` is bound to a local of the type of its value, and a number is given as an array of one; a function that is handed on by its
//! name is handed on with its programs, `&name {}`.

use super::Sequence;
use crate::ordinary::functions::{Given, is_number};
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

impl Sequence<'_> {
    /// The function that an expression names, if it is a parameter.
    fn given(&self, e: &Expr) -> Option<(&syn::Ident, &Given)> {
        match e {
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                self.functions.iter().find(|(own, _)| own == name).map(|(own, given)| (own, given))
            }
            Expr::Paren(inner) => self.given(&inner.expr),
            Expr::Group(inner) => self.given(&inner.expr),
            Expr::Reference(lent) => self.given(&lent.expr),
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => self.given(expr),
            Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
                self.given(&call.receiver)
            }
            _ => None,
        }
    }

    /// The value of a call of a parameter that is a function, in a local.
    pub(super) fn call_given(&mut self, call: syn::ExprCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = call.span();
        let (name, given) = self.given(&call.func).map(|(name, given)| (name.clone(), given.clone()))?;
        let mut args: Vec<Expr> = call.args.into_iter().collect();
        if !self.operands(args.iter_mut().collect(), out) {
            return None;
        }
        for (arg, ty) in args.iter_mut().zip(&given.inputs) {
            if is_number(ty, &self.real) {
                let number = self.fresh.name("given", arg.span());
                let real = &self.real;
                out.push(parse_quote_spanned!(span=> let #number: [#real; 1] = [#arg];));
                *arg = parse_quote_spanned!(span=> &#number);
            }
        }
        let (value, ty) = (self.fresh.name("value", span), &given.value);
        out.push(parse_quote_spanned!(span=> let #value: #ty = #name(#(#args),*);));
        if matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_none_or(|name| *name != self.real))
        {
            self.vectors.insert(value.to_string());
        }
        Some(parse_quote_spanned!(span=> #value))
    }

    /// Lowers the arguments of a call of a named function; false if one of them never has a value.
    pub(super) fn arguments(&mut self, call: &mut syn::ExprCall, out: &mut Vec<Stmt>) -> bool {
        call.args.iter_mut().all(|argument| self.handed(argument))
            && self.operands(call.args.iter_mut().collect(), out)
    }

    /// True for a parameter that is a function, also behind `&mut`.
    pub(super) fn is_given(&self, e: &Expr) -> bool {
        self.given(e).is_some()
    }

    /// Writes an argument that is a function as programs take it; false if it has no programs.
    fn handed(&mut self, argument: &mut Expr) -> bool {
        let span = argument.span();
        if let Some((name, _)) = self.given(argument) {
            *argument = parse_quote_spanned!(span=> #name);
            return true;
        }
        let mut inner = &*argument;
        while let Expr::Reference(lent) = inner {
            inner = &lent.expr;
        }
        match inner {
            Expr::Closure(_) => {
                self.refuse_closure(inner, "this closure");
                false
            }
            Expr::Path(path) => {
                let local = path.path.get_ident().map(ToString::to_string);
                if let Some(name) = local.as_ref().filter(|name| self.closures.contains_key(*name)) {
                    self.refuse_closure(inner, &format!("`{name}`"));
                    return false;
                }
                let is_local =
                    local.is_some_and(|name| self.bound.contains(&name) || self.fresh.is_made(&name));
                if path.qself.is_none() && !is_local && names_function(&path.path) {
                    *argument = parse_quote_spanned!(span=> &#path {});
                }
                true
            }
            _ => true,
        }
    }

    fn refuse_closure(&mut self, at: &Expr, what: &str) {
        let message = format!("the derivative of {what} is not known to the function that it is handed to");
        let help = "write it as a function marked #[differentiable] with what it captures as arguments, or call it here";
        self.refuse(at, message, help);
    }
}

/// True for a path whose last name is that of a function of a module.
fn names_function(path: &syn::Path) -> bool {
    let starts_small = |segment: &syn::PathSegment| segment.ident.to_string().starts_with(char::is_lowercase);
    let float = |segment: &syn::PathSegment| segment.ident == "f64" || segment.ident == "f32";
    let plain = path.segments.iter().all(|segment| segment.arguments.is_none());
    plain && path.segments.iter().all(starts_small) && !path.segments.iter().any(float)
}
