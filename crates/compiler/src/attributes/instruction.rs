//! `#[instruction]`: an in-place bijection whose inverse and adjoint the user writes. (Paper 000, listing 21.)

use super::beside;
use crate::emit;
use crate::ir::print::shown;
use crate::ir::{Checks, Function, Options, Role, Type};
use crate::law::{Diagnostics, Extent, Law};
use crate::lower::Scope;
use crate::stages::{Stages, analysed_in, finished};
use crate::syntax::declared::{self, Declared};
use crate::syntax::{facade, limits};
use proc_macro2::TokenStream;
use quote::ToTokens;

/// The attribute `#[instruction(…)]`: returns the code that replaces the function, or its errors and a stub.
pub fn instruction(attr: TokenStream, item: TokenStream) -> TokenStream {
    facade::named(attr, |attr| instruction_in(attr, item))
}

/// Expands the attribute, with the library under its own name.
fn instruction_in(attr: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(refused) =
        [&attr, &item].into_iter().find_map(|tokens| limits::refused(tokens, limits::Chains::Kept))
    {
        return refused;
    }
    let mut errors = Diagnostics::default();
    let written = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let help = "write `fn name<T: Real>(a: &mut T, …) { … }`";
            errors.report(Law::Signature, error.span(), "#[instruction] belongs before a function", help);
            return beside(&errors, syn::parse2::<syn::Item>(item).ok());
        }
    };
    let (stages, declared) = in_place(attr, &written, Scope::default(), &mut errors);
    if errors.0.is_empty() {
        emit::item(&stages, &declared, None)
    } else {
        beside(&errors, emit::hollow(&written, &stages, emit::Offered::default()))
    }
}

/// Returns the stages of an instruction, which are all empty, and its declarations.
pub fn in_place(
    attr: TokenStream,
    written: &syn::ItemFn,
    scope: Scope,
    errors: &mut Diagnostics,
) -> (Stages, Declared) {
    let declared = declared::instruction(attr, written, errors);
    let mut empty = written.clone();
    empty.block.stmts.clear();
    let bare = syn::ItemFn {
        sig: syn::Signature { output: syn::ReturnType::Default, ..empty.sig.clone() },
        ..empty
    };
    let (lowered, broken) =
        analysed_in(bare, Options { checks: Checks::Never, ..Options::REVERSIBLE }, scope);
    errors.0.extend(broken.0);
    shape(written, &lowered.function, &declared, errors);
    // The body is ordinary Rust: nothing is known of the places that it reads and adds to.
    let mut stages = finished(lowered.without_body());
    stages.only_added.clear();
    stages.sweep = None;
    (stages, declared)
}

/// Checks the rules for an instruction that a reversible function need not obey.
fn shape(written: &syn::ItemFn, function: &Function, declared: &Declared, errors: &mut Diagnostics) {
    if let syn::ReturnType::Type(_, ty) = &written.sig.output {
        let help = "return nothing; a pure function with known partials is a `#[primitive]`";
        errors.report(
            Law::Signature,
            Extent::of(ty),
            "an instruction changes its places and returns nothing",
            help,
        );
    }
    let roles = || function.params.iter().map(|p| (&function.vars[p.var], p));
    if !roles().any(|(v, _)| v.role == Role::State) {
        let help =
            "take what it changes as `a: &mut T`; a pure function with known partials is a `#[primitive]`";
        let message = format!("`{}` changes nothing", written.sig.ident);
        errors.report(Law::Signature, written.sig.ident.span(), message, help);
    }
    if let Some((v, _)) = roles().find(|(v, _)| v.role == Role::Scratch) {
        let help = "make what it needs in its body";
        errors.report(Law::Signature, v.span, "an instruction takes no scratch", help);
    }
    let active: Vec<&str> = roles().filter(|(v, _)| v.active).map(|(v, _)| v.name.as_str()).collect();
    if let (Some(name), None, Some(_)) = (active.first(), &declared.adjoint, &declared.inverse) {
        let (f, bars) = (&written.sig.ident, arguments(function));
        errors.report(
            Law::Signature,
            f.span(),
            format!("`{name}` carries a cotangent, but `{f}` declares no adjoint"),
            format!(
                "add `adjoint = {f}_adjoint` to the attribute, and write `fn {f}_adjoint<…, C: Cotangent<{}>>({bars})`: from \
                 the state and the cotangents after `{f}` to those before it",
                function.real.ident()
            ),
        );
    }
}

/// Lists the parameters that the user must give to an adjoint.
fn arguments(function: &Function) -> String {
    let list = function.params.iter().map(|p| {
        let (v, ty) = (&function.vars[p.var], shown(&p.written));
        match (v.active, v.role, v.ty.depth()) {
            (false, ..) => format!("{}: {ty}", v.name),
            (true, Role::Input, 1) if !matches!(v.ty, Type::Array(..)) => {
                format!("{0}: {ty}, {0}_bar: impl Shadow<{1}, C>", v.name, function.real.ident())
            }
            (true, ..) => {
                let bar = emit::cotangent_of(&p.written, function.real.ident());
                format!("{0}: {ty}, {0}_bar: {1}", v.name, shown(&bar.to_token_stream()))
            }
        }
    });
    list.collect::<Vec<_>>().join(", ")
}
