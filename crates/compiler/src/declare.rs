//! What a user declares of a function beside its body: the inverse and the adjoint of an instruction, or an adjoint that
//! takes the place of the derived one. (Paper 000, listing 21; paper 001, section V.)
//!
//! Takes the attribute's tokens; returns a [`Declared`] or what is wrong with them.

use crate::ir::{Block, Checks, Function, Options, Role, Type};
use crate::law::{Diagnostics, Extent, Law};
use crate::lower::Scope;
use crate::{Stages, analysed_in, emit, finished};
use proc_macro2::TokenStream;
use quote::ToTokens;

/// What is declared rather than derived.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// The body of an instruction: host code.
    pub body: Option<syn::Block>,
    /// What undoes an instruction.
    pub inverse: Option<Inverse>,
    /// The adjoint, or the pullback of a function that returns a value.
    pub adjoint: Option<syn::ExprPath>,
    /// The function and its adjoint in one.
    pub sweep: Option<syn::ExprPath>,
}

/// What undoes an instruction.
#[derive(Clone, Debug)]
pub enum Inverse {
    /// The instruction itself.
    Itself,
    /// Another instruction, or a reversible function.
    Instruction(syn::ExprPath),
    /// A function of the host language, and its adjoint.
    Function(syn::ExprPath, syn::ExprPath),
}

impl Declared {
    /// Whether anything is declared that takes the place of what is derived.
    pub fn is_any(&self) -> bool {
        self.body.is_some() || self.adjoint.is_some()
    }
}

/// The attribute `#[instruction(…)]`: what stands in place of the function, or its errors and a stub.
pub fn instruction(attr: TokenStream, item: TokenStream) -> TokenStream {
    crate::facade::named(attr, |attr| instruction_in(attr, item))
}

/// The attribute, where the library is called by its own name.
fn instruction_in(attr: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(refused) = [&attr, &item]
        .into_iter()
        .find_map(|tokens| crate::limits::refused(tokens, crate::limits::Chains::Kept))
    {
        return refused;
    }
    let mut errors = Diagnostics::default();
    let written = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let help = "write `fn name<T: Real>(a: &mut T, …) { … }`";
            errors.report(Law::Signature, error.span(), "#[instruction] stands before a function", help);
            let (errors, other) = (errors.to_compile_errors(), syn::parse2::<syn::Item>(item).ok());
            return quote::quote!(#errors #other);
        }
    };
    let (stages, declared) = in_place(attr, &written, Scope::default(), &mut errors);
    match errors.0.is_empty() {
        true => emit::item(&stages, &declared),
        false => {
            let (errors, hollow) = (errors.to_compile_errors(), emit::hollow(&written, &stages));
            quote::quote!(#errors #hollow)
        }
    }
}

/// The stages of an instruction, all of them empty, and what is declared of it.
pub(crate) fn in_place(
    attr: TokenStream,
    written: &syn::ItemFn,
    scope: Scope,
    errors: &mut Diagnostics,
) -> (Stages, Declared) {
    let declared = parse(attr, written, errors);
    let mut empty = written.clone();
    empty.block.stmts.clear();
    let bare = syn::ItemFn {
        sig: syn::Signature { output: syn::ReturnType::Default, ..empty.sig.clone() },
        ..empty
    };
    let (function, broken) = analysed_in(bare, Options { checks: Checks::Never, recording: false }, scope);
    errors.0.extend(broken.0);
    shape(written, &function, &declared, errors);
    // The body is the host's: nothing is known of what it reads and adds to.
    let function = Function { body: Block::default(), ..function };
    let mut stages = finished(function);
    stages.only_added.clear();
    stages.sweep = None;
    (stages, declared)
}

/// What the options mean.
const INSTRUCTION: &str = "write `#[instruction(inverse = undo, adjoint = pull_back)]`, where `undo` is the instruction that \
                           undoes this one, or `#[instruction(self_inverse, adjoint = pull_back)]`";

fn parse(attr: TokenStream, written: &syn::ItemFn, errors: &mut Diagnostics) -> Declared {
    let (mut itself, mut inverse, mut inverse_adjoint) = (None, None, None);
    let mut declared = Declared { body: Some((*written.block).clone()), ..Declared::default() };
    let parser = syn::meta::parser(|meta| {
        match &meta.path {
            path if path.is_ident("self_inverse") => itself = Some(Extent::of(path)),
            path if path.is_ident("inverse") => inverse = Some(meta.value()?.parse::<syn::ExprPath>()?),
            path if path.is_ident("inverse_adjoint") => {
                inverse_adjoint = Some(meta.value()?.parse::<syn::ExprPath>()?);
            }
            path if path.is_ident("adjoint") => declared.adjoint = Some(meta.value()?.parse()?),
            path if path.is_ident("sweep") => declared.sweep = Some(meta.value()?.parse()?),
            _ => return Err(meta.error("this option is unknown")),
        }
        Ok(())
    });
    if let Err(error) = syn::parse::Parser::parse2(parser, attr) {
        errors.report(Law::OutsideLanguage, error.span(), error.to_string(), INSTRUCTION);
        return declared;
    }
    declared.inverse = match (itself, inverse, inverse_adjoint) {
        (Some(_), None, None) => Some(Inverse::Itself),
        (None, Some(inverse), None) => Some(Inverse::Instruction(inverse)),
        (None, Some(inverse), Some(adjoint)) => Some(Inverse::Function(inverse, adjoint)),
        (None, None, _) => {
            let message = format!("nothing tells what undoes `{}`", written.sig.ident);
            errors.report(Law::OutsideLanguage, written.sig.ident.span(), message, INSTRUCTION);
            None
        }
        (Some(at), ..) => {
            let help = "leave one of the two away";
            errors.report(
                Law::OutsideLanguage,
                at,
                "an instruction that undoes itself has no other inverse",
                help,
            );
            None
        }
    };
    declared
}

/// What an instruction must be beyond what any reversible function must.
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
            format!("`{name}` carries a cotangent, and nothing tells what `{f}` does to it"),
            format!(
                "add `adjoint = {f}_adjoint` to the attribute, and write `fn {f}_adjoint<…, C: Cotangent<{}>>({bars})`: from \
                 the state and the cotangents after `{f}` to those before it",
                function.real.ident()
            ),
        );
    }
}

/// The parameters of an adjoint, as its writer has to write them.
fn arguments(function: &Function) -> String {
    let list = function.params.iter().map(|p| {
        let (v, ty) = (&function.vars[p.var], crate::lower::shown(&p.written));
        match (v.active, v.role, v.ty.depth()) {
            (false, ..) => format!("{}: {ty}", v.name),
            (true, Role::Input, 1) if !matches!(v.ty, Type::Array(..)) => {
                format!("{0}: {ty}, {0}_bar: impl Shadow<{1}, C>", v.name, function.real.ident())
            }
            (true, ..) => {
                let bar = emit::cotangent_of(&p.written, function.real.ident());
                format!("{0}: {ty}, {0}_bar: {1}", v.name, crate::lower::shown(&bar.to_token_stream()))
            }
        }
    });
    list.collect::<Vec<_>>().join(", ")
}

/// What may stand behind the attribute's name.
const REVERSIBLE: &str = "write `#[reversible]`, `#[reversible(check = \"debug\")]` with `\"always\"` or `\"never\"` where checks \
                          run always or never, `#[reversible(store)]` where the way back stores what the functions called here compute, \
                          `#[reversible(adjoint = f)]` with an adjoint of your own, or `#[reversible(crate = path)]` \
                          where Retrograde has another name";

/// `#[reversible(store, check = "debug" | "always" | "never", adjoint = f, pull = f, sweep = f)]`
pub(crate) fn reversible(attr: TokenStream, returns: bool, errors: &mut Diagnostics) -> (Options, Declared) {
    let (mut checks, mut recording, mut declared) = (Checks::Debug, false, Declared::default());
    let parser = syn::meta::parser(|meta| {
        match &meta.path {
            path if path.is_ident("check") => {
                let value: syn::LitStr = meta.value()?.parse()?;
                checks = match value.value().as_str() {
                    "debug" => Checks::Debug,
                    "always" => Checks::Always,
                    "never" => Checks::Never,
                    _ => return Err(syn::Error::new(value.span(), "this value of `check` is unknown")),
                };
            }
            path if path.is_ident("store") => recording = true,
            path if path.is_ident("adjoint") && returns => {
                return Err(meta.error("a function that returns a value has a pullback: `pull = …`"));
            }
            path if path.is_ident("pull") && !returns => {
                return Err(meta.error("a function that changes its state has an adjoint: `adjoint = …`"));
            }
            path if path.is_ident("adjoint") || path.is_ident("pull") => {
                declared.adjoint = Some(meta.value()?.parse()?);
            }
            path if path.is_ident("sweep") && !returns => declared.sweep = Some(meta.value()?.parse()?),
            _ => return Err(meta.error("this option is unknown")),
        }
        Ok(())
    });
    if let Err(error) = syn::parse::Parser::parse2(parser, attr) {
        errors.report(Law::OutsideLanguage, error.span(), error.to_string(), REVERSIBLE);
    }
    if let (Some(sweep), None) = (&declared.sweep, &declared.adjoint) {
        let help = "declare the adjoint too: the two must agree";
        errors.report(Law::OutsideLanguage, Extent::of(sweep), "a sweep goes with an adjoint", help);
    }
    (Options { checks, recording }, declared)
}
