//! Calls of parameters that are functions, and functions that are handed on.
//!
//! `f(t, y)` is bound to a local of the type of its value, and a number is given as an array of one; a function that is handed on by its
//! name is handed on with its programs, `&name {}`.

use super::Sequence;
use super::captured::{Captured, Kept, Uncaught};
use crate::ordinary::functions::{Taken, is_array, is_number};
use crate::syntax::named::is_capital;
use crate::syntax::read::{name_of, typed, unlent};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

impl Sequence<'_> {
    /// The function that an expression names, if it is a parameter.
    fn given(&self, e: &Expr) -> Option<&Taken> {
        match e {
            Expr::Path(path) => self.functions.iter().find(|of| path.path.is_ident(&of.name)),
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
        let Taken { name, given, captured } = self.given(&call.func)?.clone();
        let mut args: Vec<Expr> = call.args.into_iter().collect();
        self.operands(args.iter_mut().collect(), out)?;
        for (arg, ty) in args.iter_mut().zip(&given.inputs) {
            if is_number(ty, &self.real) {
                let number = self.fresh.name("given", arg.span());
                let real = &self.real;
                out.push(parse_quote_spanned!(span=> let #number: [#real; 1] = [#arg];));
                *arg = parse_quote_spanned!(span=> &#number);
            } else if let syn::Type::Array(_) = ty {
                let array = self.fresh.name("given", arg.span());
                out.push(parse_quote_spanned!(span=> let #array: #ty = #arg;));
                *arg = parse_quote_spanned!(span=> &#array);
            }
        }
        args.push(parse_quote_spanned!(span=> #captured));
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
        for at in 0..call.args.len() {
            if self.changing.contains(&super::changing::of_argument(call, &call.args[at])) {
                let (span, name) = (call.args[at].span(), &call.args[at]);
                call.args[at] = parse_quote_spanned!(span=> &mut *#name);
            }
        }
        call.args.iter_mut().all(|argument| self.handed(argument, out))
            && self.in_order(call.args.iter_mut().collect(), Self::argument, out).is_some()
            && {
                self.apart_from_states(call, out);
                true
            }
    }

    /// Binds arguments that read what another argument lends to be changed: `find(p, p[i])`.
    fn apart_from_states(&mut self, call: &mut syn::ExprCall, out: &mut Vec<Stmt>) {
        let lent: Vec<String> = call
            .args
            .iter()
            .filter(|argument| super::beside::is_lent_mutably(argument) || self.is_state(argument))
            .filter_map(|argument| crate::ordinary::assign::base(unlent(argument)))
            .collect();
        for argument in &mut call.args {
            let is_value = !matches!(argument, Expr::Reference(_) | Expr::Path(_) | Expr::Lit(_));
            if is_value && lent.iter().any(|name| crate::tokens::has(&*argument, &[name])) {
                let value = std::mem::replace(argument, Expr::PLACEHOLDER);
                *argument = self.named(value, "at", out);
            }
        }
    }

    /// True for a parameter that is a function, also behind `&mut`.
    pub(super) fn is_given(&self, e: &Expr) -> bool {
        self.given(e).is_some()
    }

    /// True for a closure that is lent.
    pub(super) fn is_closure(&self, e: &Expr) -> bool {
        let e = unlent(e);
        matches!(e, Expr::Closure(_)) || name_of(e).is_some_and(|name| self.closures.contains_key(&name))
    }

    /// Writes an argument that is a function as programs take it; false if it has no programs.
    pub(super) fn handed(&mut self, argument: &mut Expr, out: &mut Vec<Stmt>) -> bool {
        let span = argument.span();
        if let Some(Taken { name, captured, .. }) = self.given(argument) {
            *argument = parse_quote_spanned!(span=> ::retrograde::__private::capturing(#name, #captured));
            return true;
        }
        match unlent(argument) {
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

    /// Writes a closure as a marked function, which has programs, and what it captures; false if that cannot be said in numbers.
    fn handed_closure(
        &mut self,
        closure: &syn::ExprClosure,
        argument: &mut Expr,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let (span, real) = (argument.span(), self.real.clone());
        let function = self.fresh.name("lifted", closure.or1_token.span());
        let captured = match self.captured(closure) {
            Ok(captured) => captured,
            Err(Uncaught::Changed(name)) => {
                let message = format!("this closure changes `{name}`, which it captures");
                let help = "count and collect outside of the function that calls it, or let that function return what changes";
                self.refuse(closure, message, help);
                return false;
            }
            Err(Uncaught::NoNumbers(name, kept)) => {
                let (message, help) = not_captured(&name, kept);
                self.refuse(closure, message, &help);
                return false;
            }
        };
        let item = self.as_function(closure, &function, &captured);
        let Some(item) = item else {
            let message = "the derivative of this closure is not known to the function that it is handed to";
            let help = format!(
                "write it as a function of numbers and slices that is marked `#[differentiable]`, `fn f(x: {real}) -> {real}`, and hand its name on"
            );
            self.refuse(closure, message, &help);
            return false;
        };
        out.push(item);
        if !self.statements(captured.collected, out) {
            return false;
        }
        *argument = match captured.numbers {
            None => parse_quote_spanned!(span=> &#function {}),
            Some(numbers) => {
                parse_quote_spanned!(span=> ::retrograde::__private::capturing(&#function {}, #numbers))
            }
        };
        true
    }

    /// The marked function that computes what a closure computes; nothing where its types are not known.
    fn as_function(
        &mut self,
        closure: &syn::ExprClosure,
        name: &syn::Ident,
        captured: &Captured,
    ) -> Option<Stmt> {
        let real = self.real.clone();
        let mut arrays: Vec<Stmt> = Vec::new();
        let inputs = closure.inputs.iter().map(|input| match input {
            Pat::Ident(own) if super::captured::is_array(&own.ident, &closure.body) => {
                Some(parse_quote!(#input: &[#real]))
            }
            Pat::Ident(_) => Some(parse_quote!(#input: #real)),
            Pat::Wild(_) => {
                let unused = self.fresh.name("unused", input.span());
                Some(parse_quote!(#unused: #real))
            }
            Pat::Type(syn::PatType { pat, ty, .. }) if matches!(**pat, Pat::Wild(_)) => {
                let unused = self.fresh.name("unused", input.span());
                Some(parse_quote!(#unused: #ty))
            }
            // An array is given as a slice, and copied where it is taken by value.
            Pat::Type(syn::PatType { pat, ty, .. }) if is_array(ty, &real) => {
                let Pat::Ident(own) = &**pat else { return None };
                let (own, span) = (&own.ident, input.span());
                if !matches!(**ty, syn::Type::Array(_)) {
                    return Some(parse_quote!(#own: &[#real]));
                }
                let slice = self.fresh.name(&format!("{}_given", own.unraw()), span);
                arrays.push(
                    parse_quote_spanned!(span=> let #pat: #ty = ::core::array::from_fn(|i| #slice[i]);),
                );
                Some(parse_quote!(#slice: &[#real]))
            }
            Pat::Type(typed) if matches!(&*typed.pat, Pat::Ident(_)) => Some(parse_quote!(#typed)),
            _ => None,
        });
        let mut inputs: Vec<syn::FnArg> = inputs.collect::<Option<_>>()?;
        let (body, span) = (&captured.body, closure.or1_token.span());
        if captured.numbers.is_some() {
            let name = &captured.name;
            inputs.push(parse_quote_spanned!(span=> #name: &[#real]));
        }
        let value: syn::Type = match &closure.output {
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
            syn::ReturnType::Default => value_of(&closure.body, &real),
        };
        let own = self.generics.type_params().filter(|param| param.ident == real);
        let of_real = |predicate: &&syn::WherePredicate| matches!(predicate, syn::WherePredicate::Type(of) if of.bounded_ty == parse_quote!(#real));
        let clauses = crate::syntax::paths::clauses(&self.generics).filter(of_real);
        Some(parse_quote_spanned!(span=>
            // The path is that of the library under another name.
            #[::retrograde::differentiable(crate = ::retrograde)]
            fn #name<#(#own),*>(#(#inputs),*) -> #value where #(#clauses),* { #(#arrays)* #body }
        ))
    }
}

/// The message about what a closure captures and cannot hand on, and the help.
fn not_captured(name: &str, kept: Kept) -> (String, String) {
    match kept {
        Kept::Unknown => (
            format!("this closure captures `{name}`, of which nothing tells how it consists of numbers"),
            format!(
                "name the numbers that it needs before it, `let k = {name}.k;`, or let the function that it is handed to take `{name}`"
            ),
        ),
        Kept::Function => (
            format!(
                "this closure captures `{name}`, a function, and only numbers are handed on with a closure"
            ),
            format!("let the function that it is handed to take `{name}` as well"),
        ),
        Kept::Large => (
            format!(
                "this closure captures `{name}`, an integer, which the numbers that are handed on with a closure do not hold"
            ),
            format!(
                "name what it needs of it before it, `let k = {name} as f64;`, or a smaller integer, `let k = {name} as u32;`"
            ),
        ),
    }
}

/// The type of the value of a closure that is handed on: numbers, as many as its text tells.
fn value_of(body: &Expr, real: &syn::Ident) -> syn::Type {
    match super::statements::first_value(body) {
        Expr::Array(list) => {
            let length = list.elems.len();
            parse_quote!([#real; #length])
        }
        Expr::Tuple(parts) => {
            let parts = parts.elems.iter().map(|_| real);
            parse_quote!((#(#parts),*))
        }
        _ if returns_vector(body) => parse_quote!(Vec<#real>),
        _ => parse_quote!(#real),
    }
}

/// True for an expression whose text tells that its value is a vector.
fn returns_vector(e: &Expr) -> bool {
    match super::statements::first_value(e) {
        Expr::Path(path) => {
            let Expr::Block(block) = e else { return false };
            block.block.stmts.iter().any(|stmt| match stmt {
                Stmt::Local(local) => {
                    let (pat, ty) = typed(&local.pat);
                    let is_named = matches!(pat, Pat::Ident(name) if path.path.is_ident(&name.ident));
                    let is_vec = ty.is_some_and(|ty| ty.to_token_stream().to_string().starts_with("Vec"));
                    is_named && (is_vec || local.init.as_ref().is_some_and(|init| makes_vector(&init.expr)))
                }
                _ => false,
            })
        }
        value => makes_vector(&value),
    }
}

/// True for an expression that makes a vector.
fn makes_vector(e: &Expr) -> bool {
    match e {
        Expr::Call(call) => call.func.to_token_stream().to_string().starts_with("Vec ::"),
        other => {
            matches!(super::places::start_like(other), Expr::Call(made) if made.func.to_token_stream().to_string().starts_with("Vec"))
        }
    }
}

/// True for a path whose last name is that of a function of a module.
fn names_function(path: &syn::Path) -> bool {
    let starts_small = |segment: &syn::PathSegment| !is_capital(&segment.ident.to_string());
    let float = |segment: &syn::PathSegment| segment.ident == "f64" || segment.ident == "f32";
    let plain = path.segments.iter().all(|segment| segment.arguments.is_none());
    plain && path.segments.iter().all(starts_small) && !path.segments.iter().any(float)
}
