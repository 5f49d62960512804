//! Any stage as readable Rust: what `retrograde expand` shows and what the tests of the passes compare.

use crate::Stages;
use crate::emit::{Emitter, Printer, signature};
use crate::ir::Checks;
use crate::simplify::access::mutated;
use crate::step::{Procedure, Step};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// One of a function's programs as a Rust function. Where it is emitted, paths are longer and shadows of what is read are
/// generic; otherwise this is what runs.
pub fn procedure(stages: &Stages, procedure: &Procedure) -> TokenStream {
    let steps = printed(stages, procedure, |emitter| emitter.steps(&procedure.steps));
    let printer = Printer { vars: &procedure.vars, real: None, readable: true, fallible: false };
    let value = procedure.output.map(|(var, _)| printer.ident(var, Span::call_site()));
    let signature = signature(stages, procedure);
    quote!(#signature { #steps #value })
}

/// What a printer for people makes of a program.
fn printed<R>(stages: &Stages, procedure: &Procedure, print: impl FnOnce(&Emitter<'_>) -> R) -> R {
    let cotangent = syn::Ident::new("C", Span::call_site());
    let mutated = mutated(&procedure.steps, &procedure.vars);
    let printer =
        Printer { vars: &procedure.vars, real: Some(&stages.function.real), readable: true, fallible: false };
    let emitter =
        Emitter { printer, cotangent: &cotangent, checks: Checks::Never, mutated: &mutated, fallible: false };
    print(&emitter)
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
    match name {
        "tokens" => Some(crate::emit::item(stages, &crate::declare::Declared::default())),
        _ => program(stages, name).map(|found| procedure(stages, found)),
    }
}

/// A program by the name of its stage.
pub fn program<'s>(stages: &'s Stages, name: &str) -> Option<&'s Procedure> {
    Some(match name {
        "primal" => &stages.primal,
        "inverse-raw" => &stages.inverse_raw,
        "inverse" => &stages.inverse,
        "adjoint-raw" => &stages.adjoint_raw,
        "adjoint" => &stages.adjoint,
        "coadjoint-raw" => &stages.coadjoint_raw,
        "coadjoint" => &stages.coadjoint,
        "sweep" => stages.sweep.as_ref()?,
        _ => return None,
    })
}

/// One step on one line; one with blocks inside by its head.
pub fn line(stages: &Stages, procedure: &Procedure, step: &Step) -> String {
    let step = step.clone().with_bodies(&mut |_| Vec::new());
    let written = Procedure { vars: procedure.vars.as_written(), ..procedure.clone() };
    let tokens = printed(stages, &written, |emitter| emitter.steps(std::slice::from_ref(&step)));
    let text = crate::text::tokens(&tokens);
    let text = text.replace("::retrograde::__private::", "");
    let head = text.strip_suffix("{  }").unwrap_or(&text).trim_end();
    head.strip_suffix(';').unwrap_or(head).to_string()
}
