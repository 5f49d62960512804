//! `#[primitive(jvp = f)]` and `#[primitive(pull = f)]`: a function in ordinary Rust with a rule that the user writes.
//!
//! Takes a function and the name of its rule. A rule for directions has each argument followed by its tangent and returns the value and its
//! tangent; a pullback has the cotangent of the value first and each argument followed by its cotangent. Returns the function and the
//! programs that `#[reversible]` emits for a function that returns a value; a pullback that is not declared runs the rule for directions
//! along each number of the arguments. Law: the rule is linear in the tangents or cotangents, which nobody can check here; `f::check`
//! compares it with differences.

use crate::emit;
use crate::ir::{Checks, Function, Options, RealType, Role, Type};
use crate::law::{Diagnostics, Extent, Law};
use crate::lower::Scope;
use crate::stages::{analysed_in, finished};
use crate::syntax::declared::{Declared, Directions};
use crate::syntax::literals;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

/// A rule of a function, by its name.
pub(crate) enum Rule {
    /// `jvp = f`
    Directions(syn::ExprPath),
    /// `pull = f`
    Pull(syn::ExprPath),
}

/// The rule that an attribute names: nothing where it has other options.
pub(crate) fn named(attr: &TokenStream) -> Option<syn::Result<Rule>> {
    let option = attr.clone().into_iter().next()?.to_string();
    let is_pull = option == "pull";
    (is_pull || option == "jvp").then(|| {
        let mut rule = None;
        let parser = syn::meta::parser(|meta| {
            if !meta.path.is_ident(&option) || rule.is_some() {
                return Err(meta.error(format!("`{option} = f` is the only option of such a primitive")));
            }
            rule = Some(meta.value()?.parse::<syn::ExprPath>()?);
            Ok(())
        });
        syn::parse::Parser::parse2(parser, attr.clone())?;
        let rule = rule.map(|name| if is_pull { Rule::Pull(name) } else { Rule::Directions(name) });
        let missing = || format!("write `#[primitive({option} = f)]`");
        rule.ok_or_else(|| syn::Error::new(proc_macro2::Span::call_site(), missing()))
    })
}

/// Returns the items that replace the function, or its errors and a hollow one.
pub(crate) fn item(rule: Rule, written: &syn::ItemFn) -> TokenStream {
    let mut errors = Diagnostics::default();
    let options = Options { checks: Checks::Never, ..Options::REVERSIBLE };
    let mut empty = written.clone();
    empty.block.stmts.clear();
    // Without a value the signature alone is judged: the body is ordinary Rust.
    let plain = syn::Signature { output: syn::ReturnType::Default, ..empty.sig.clone() };
    let (_, broken) = analysed_in(syn::ItemFn { sig: plain, ..empty.clone() }, options, Scope::default());
    errors.0.extend(broken.0);
    let (lowered, _) = analysed_in(empty, options, Scope::default());
    match rule {
        Rule::Directions(_) => shape(written, &lowered.function, &mut errors),
        Rule::Pull(_) => returns_alone(written, &lowered.function, &mut errors),
    }
    let mut stages = finished(lowered.without_body());
    stages.sweep = None;
    if !errors.0.is_empty() {
        let hollow = emit::hollow(written, &stages, emit::Offered::default());
        let errors = errors.to_compile_errors();
        return quote!(#errors #hollow);
    }
    let body = match &stages.function.real {
        RealType::Generic(real) => literals::block((*written.block).clone(), real),
        RealType::Concrete(_) => (*written.block).clone(),
    };
    let (adjoint, directions) = match rule {
        Rule::Directions(rule) => (parse_quote!(Self::__by_directions), Directions::Rule(rule)),
        Rule::Pull(rule) => (rule, Directions::Pullback),
    };
    let directions = Some(directions);
    let declared = Declared { body: Some(body), adjoint: Some(adjoint), directions, ..Declared::default() };
    emit::item(&stages, &declared, None)
}

/// True for `&[T]`, and not for a name of such a type.
fn is_slice(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(lent) if matches!(*lent.elem, syn::Type::Slice(_)))
}

/// Checks that a function with a pullback returns a value and changes nothing.
fn returns_alone(written: &syn::ItemFn, function: &Function, errors: &mut Diagnostics) {
    let name = &written.sig.ident;
    if function.output.is_none() {
        let message = format!("`{name}` has a pullback, and returns nothing");
        let help = "return a value; a function that changes its state is a `#[reversible(adjoint = f)]`";
        errors.report(Law::Signature, Extent::of(name), message, help);
    }
    for p in &function.params {
        let v = &function.vars[p.var];
        if v.role != Role::Input {
            let message = format!("`{}` is changed, and a pullback is that of a value", v.name);
            errors.report(Law::Signature, Extent::of(&p.written), message, "return what it becomes");
        }
    }
}

/// Checks what a rule for directions can be of.
fn shape(written: &syn::ItemFn, function: &Function, errors: &mut Diagnostics) {
    let name = &written.sig.ident;
    let mut report =
        |at: Extent, message: String, help: &str| errors.report(Law::Signature, at, message, help);
    let is_packed = function.output.is_some_and(|var| emit::is_packed(&function.vars[var].ty));
    if !is_packed {
        let at = match &written.sig.output {
            syn::ReturnType::Type(_, ty) => Extent::of(ty),
            syn::ReturnType::Default => Extent::of(name),
        };
        let message =
            format!("`{name}` has a rule for directions, and returns neither a number nor an array of them");
        report(
            at,
            message,
            "return a number or an array, `[T; 3]`; a function of structures is a `#[reversible(pull = f)]`",
        );
    }
    for p in &function.params {
        let v = &function.vars[p.var];
        let is_of_numbers = match &v.ty {
            Type::Exact(_) => !p.keeps_floats,
            Type::Slice(item) => v.active && emit::is_packed(item) && is_slice(&p.written),
            ty => v.active && emit::is_packed(ty),
        };
        if v.role != Role::Input {
            let message = format!("`{}` is changed, and a rule for directions is that of a value", v.name);
            report(Extent::of(&p.written), message, "return what it becomes");
        } else if !is_of_numbers {
            let message = format!("a rule for directions knows no tangent of `{}`", v.name);
            report(
                Extent::of(&p.written),
                message,
                "take numbers, arrays and slices of them, integers and truth values",
            );
        }
    }
    if let RealType::Generic(real) = &function.real {
        if !emit::is_any_real(&written.sig.generics, real) {
            let message = format!(
                "the rule of `{name}` runs at every number, and the number is bounded by more than `Real`"
            );
            report(
                Extent::of(&written.sig.generics),
                message,
                "write `T: Real` alone; `Real` has all functions of the table",
            );
        }
    }
}
