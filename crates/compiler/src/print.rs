//! Any stage as readable Rust: what `retrograde expand` shows and what the tests of the passes compare.

use crate::Stages;
use crate::emit::{Emitter, Printer, signature};
use crate::ir::Checks;
use crate::simplify::access::mutated;
use crate::step::Procedure;
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// One of a function's programs as a Rust function. Where it is emitted, paths are longer and shadows of what is read are
/// generic; otherwise this is what runs.
pub fn procedure(stages: &Stages, procedure: &Procedure) -> TokenStream {
    let cotangent = syn::Ident::new("C", Span::call_site());
    let mutated = mutated(&procedure.steps, &procedure.vars);
    let printer =
        Printer { vars: &procedure.vars, real: Some(&stages.function.real), readable: true, fallible: false };
    let emitter =
        Emitter { printer, cotangent: &cotangent, checks: Checks::Never, mutated: &mutated, fallible: false };
    let (signature, steps) = (signature(stages, procedure), emitter.steps(&procedure.steps));
    let value = procedure.output.map(|(var, _)| printer.ident(var, Span::call_site()));
    quote!(#signature { #steps #value })
}

/// The names that [`stage`] understands, in the order in which stages are made.
pub const STAGES: &[&str] = &[
    "primal",
    "inverse-raw",
    "inverse",
    "adjoint-raw",
    "adjoint",
    "coadjoint-raw",
    "coadjoint",
    "sweep",
    "tokens",
];

/// A stage by name: `None` for an unknown name, or for a sweep that is not fused.
pub fn stage(stages: &Stages, name: &str) -> Option<TokenStream> {
    let found = match name {
        "primal" => &stages.primal,
        "inverse-raw" => &stages.inverse_raw,
        "inverse" => &stages.inverse,
        "adjoint-raw" => &stages.adjoint_raw,
        "adjoint" => &stages.adjoint,
        "coadjoint-raw" => &stages.coadjoint_raw,
        "coadjoint" => &stages.coadjoint,
        "sweep" => stages.sweep.as_ref()?,
        "tokens" => return Some(crate::emit::item(stages)),
        _ => return None,
    };
    Some(procedure(stages, found))
}
