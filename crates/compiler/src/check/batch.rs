//! `#[reversible(batch)]`: the instances of a batch have numbers and arrays of a fixed length, so that eight of them fill vectors.

use crate::ir::*;
use crate::law::{Diagnostics, Extent, Law};
use crate::tokens;

/// Checks a function that is marked `#[reversible(batch)]`; `at` is the mark.
pub(crate) fn check(function: &Function, at: Extent, errors: &mut Diagnostics) {
    let name = &function.item.sig.ident;
    if let RealType::Concrete(real) = &function.real {
        if real != "f64" {
            let message = format!("`{name}` computes with `{real}`, and a batch with `f64`");
            let help = "make it generic, `fn f<T: Real>(…)`, with `T` in place of the type";
            errors.report(Law::Signature, at, message, help);
        }
    }
    let real = function.real.ident();
    for param in &function.item.sig.generics.params {
        match param {
            syn::GenericParam::Lifetime(_) => {}
            syn::GenericParam::Type(p) if p.ident == *real => {}
            syn::GenericParam::Type(p) => {
                let what = &p.ident;
                let message =
                    format!("a batch has no parameter `{what}`: its instances fill vectors of `f64`");
                errors.report(Law::Signature, what.span(), message, "write the type itself");
            }
            syn::GenericParam::Const(p) => rows(function, &p.ident, errors),
        }
    }
    for p in &function.params {
        let (v, extent) = (&function.vars[p.var], Extent::of(&p.written));
        let is_shared = v.ty.is_of_exact() && v.role == Role::Input;
        let fits = is_fixed(&v.ty) && matches!(v.role, Role::State | Role::Input);
        if !is_shared && !fits {
            errors.report(Law::Signature, extent, format!("`{}` {}", v.name, reason(v)), help(v));
        }
    }
    let states = || function.params.iter().map(|p| &function.vars[p.var]).filter(|v| v.role == Role::State);
    match function.output.map(|var| &function.vars[var]) {
        Some(output) if !is_fixed(&output.ty) => {
            let message = format!("the value of `{name}` is no number and no array of fixed length");
            let help = "return an `f64`, a `[f64; N]`, or add to a `&mut [f64; N]`";
            errors.report(Law::Signature, Extent::of(&function.item.sig.output), message, help);
        }
        None if !states().any(|v| v.active) && errors.0.is_empty() => {
            let message = format!("`{name}` has no output with a cotangent");
            errors.report(
                Law::Signature,
                at,
                message,
                "add the result to a `&mut f64`, or leave `batch` away",
            );
        }
        _ => {}
    }
}

/// Reports a constant on which the number of outputs depends: rustc knows no length that is computed from one.
fn rows(function: &Function, constant: &syn::Ident, errors: &mut Diagnostics) {
    let states = function.params.iter().map(|p| p.var).filter(|var| function.vars[*var].role == Role::State);
    for var in states.chain(function.output) {
        let v = &function.vars[var];
        if v.active && has_length(&v.ty, constant) {
            let message = format!(
                "the number of outputs depends on `{constant}`, and a Jacobian has a row for each of them"
            );
            let help = "write the length of an output itself; those of inputs may be parameters";
            return errors.report(Law::Signature, constant.span(), message, help);
        }
    }
}

/// True if a length in a type names a constant.
fn has_length(ty: &Type, constant: &syn::Ident) -> bool {
    match ty {
        Type::Array(item, length) => has_length(item, constant) || tokens::mentions(length, constant),
        Type::Real | Type::Exact(_) | Type::Slice(_) | Type::Vec(_) => false,
        Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}

/// True for a number, and for arrays of them whose lengths are in their types.
fn is_fixed(ty: &Type) -> bool {
    match ty {
        Type::Real => true,
        Type::Array(item, _) => is_fixed(item),
        Type::Exact(_) | Type::Slice(_) | Type::Vec(_) => false,
        Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}

fn reason(v: &Variable) -> &'static str {
    match (v.role, v.ty.leaf()) {
        (Role::Scratch, _) => "is scratch, and the instances of a batch have none",
        (Role::State, Type::Exact(_)) => {
            "is an integer that changes, and it is one for all instances of a batch"
        }
        (_, Type::Real | Type::Exact(_)) => {
            "has no fixed length, so that the instances of a batch do not fill vectors"
        }
        _ => "is no number and no array of numbers, so that the instances of a batch do not fill vectors",
    }
}

fn help(v: &Variable) -> &'static str {
    match (v.role, v.ty.leaf()) {
        (Role::Scratch, _) => "declare it in the function: `let mut z = [0.0; 8];`",
        (Role::State, Type::Exact(_)) => "return it, or leave `batch` away",
        (_, Type::Real | Type::Exact(_)) => "write `[f64; 3]` with the length in the type",
        _ => "pass its numbers, as `f64` or as an array `[f64; 3]`",
    }
}
