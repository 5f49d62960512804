//! Calls of parameters that are functions, and functions that are handed on.
//!
//! `f(t, y)` is bound to a local of the type of its value, and a number is given as an array of one; a function that is handed on by its
//! name is handed on with its programs, `&name {}`.

use super::Sequence;
use crate::ordinary::functions::{Given, is_number};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

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
        call.args.iter_mut().all(|argument| self.handed(argument, out))
            && self.operands(call.args.iter_mut().collect(), out)
    }

    /// True for a parameter that is a function, also behind `&mut`.
    pub(super) fn is_given(&self, e: &Expr) -> bool {
        self.given(e).is_some()
    }

    /// Writes an argument that is a function as programs take it; false if it has no programs.
    fn handed(&mut self, argument: &mut Expr, out: &mut Vec<Stmt>) -> bool {
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
            Expr::Closure(closure) => {
                let closure = closure.clone();
                self.handed_closure(&closure, argument, out)
            }
            Expr::Path(path) => {
                let local = path.path.get_ident().map(ToString::to_string);
                let closure = local.as_ref().and_then(|name| self.closures.get(name)).cloned();
                if let Some(closure) = closure {
                    return self.handed_closure(&closure, argument, out);
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

    /// Writes a closure that captures nothing as a marked function, which has programs; false if it captures something.
    fn handed_closure(
        &mut self,
        closure: &syn::ExprClosure,
        argument: &mut Expr,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let captured = self.captured(closure);
        let function = self.fresh.name("lifted", closure.or1_token.span());
        if captured.is_empty() {
            if let Some(item) = self.as_function(closure, &function) {
                let span = argument.span();
                out.push(item);
                *argument = parse_quote_spanned!(span=> &#function {});
                return true;
            }
        }
        let real = &self.real;
        let (message, help) = match captured.as_slice() {
            [] => (
                "the derivative of this closure is not known to the function that it is handed to".to_string(),
                "write it as a function of numbers and slices that is marked `#[differentiable]`, and hand its name on".to_string(),
            ),
            names => (
                format!("this closure captures `{}`, to which the function that it is handed to adds no cotangent", names.join("`, `")),
                format!(
                    "let that function take what is captured, `f: impl Fn({real}, &[{real}]) -> {real}, p: &[{real}]`, and hand on a marked function of both, with `&[{}]`",
                    names.join(", ")
                ),
            ),
        };
        self.refuse(closure, message, &help);
        false
    }

    /// The locals that a closure captures.
    fn captured(&self, closure: &syn::ExprClosure) -> Vec<String> {
        struct Bound(BTreeSet<String>);
        impl<'ast> Visit<'ast> for Bound {
            fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
                self.0.insert(name.ident.to_string());
                syn::visit::visit_pat_ident(self, name);
            }
        }
        let mut own = Bound(BTreeSet::new());
        own.visit_expr_closure(closure);
        let mut named = BTreeSet::new();
        crate::resolve::identifiers(closure.body.to_token_stream(), &mut named);
        let is_ours =
            |name: &String| (self.bound.contains(name) || self.fresh.is_made(name)) && !own.0.contains(name);
        named.into_iter().filter(is_ours).collect()
    }

    /// The marked function that computes what a closure computes; nothing where its types are not known.
    fn as_function(&self, closure: &syn::ExprClosure, name: &syn::Ident) -> Option<Stmt> {
        let real = &self.real;
        if *real != "f64" && *real != "f32" {
            return None;
        }
        let inputs = closure.inputs.iter().map(|input| match input {
            Pat::Ident(_) => Some(parse_quote!(#input: #real)),
            Pat::Type(typed) if matches!(&*typed.pat, Pat::Ident(_)) => Some(parse_quote!(#typed)),
            _ => None,
        });
        let inputs: Vec<syn::FnArg> = inputs.collect::<Option<_>>()?;
        let (body, span) = (&closure.body, closure.or1_token.span());
        let value: syn::Type = match &closure.output {
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
            syn::ReturnType::Default => {
                match super::places::start_like(&super::statements::first_value(body)) {
                    Expr::Call(made) if made.func.to_token_stream().to_string().starts_with("Vec") => {
                        parse_quote!(Vec<#real>)
                    }
                    _ => parse_quote!(#real),
                }
            }
        };
        Some(
            parse_quote_spanned!(span=> #[::retrograde::differentiable] fn #name(#(#inputs),*) -> #value { #body }),
        )
    }
}

/// True for a path whose last name is that of a function of a module.
fn names_function(path: &syn::Path) -> bool {
    let starts_small = |segment: &syn::PathSegment| segment.ident.to_string().starts_with(char::is_lowercase);
    let float = |segment: &syn::PathSegment| segment.ident == "f64" || segment.ident == "f32";
    let plain = path.segments.iter().all(|segment| segment.arguments.is_none());
    plain && path.segments.iter().all(starts_small) && !path.segments.iter().any(float)
}
