//! Any stage as readable Rust: what `retrograde expand` shows and what the tests of the passes compare.

use crate::emit::{Emitter, Printer};
use crate::ir::{Checks, Function};
use crate::simplify::access::mutated;
use crate::step::Procedure;
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// A procedure's steps as the body of a Rust function of the same name.
pub fn procedure(function: &Function, procedure: &Procedure) -> TokenStream {
    let cotangent = syn::Ident::new("C", Span::call_site());
    let mutated = mutated(&procedure.steps, &procedure.vars);
    let emitter = Emitter {
        printer: Printer { vars: &procedure.vars, real: Some(&function.real), readable: true },
        cotangent: &cotangent,
        checks: Checks::Never,
        mutated: &mutated,
    };
    let steps = emitter.steps(&procedure.steps);
    let value = procedure.output.map(|(var, _)| Printer { ..emitter.printer }.ident(var, Span::call_site()));
    let name = &function.item.sig.ident;
    quote!(fn #name() { #steps #value })
}
