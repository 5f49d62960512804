//! Prints any stage as readable Rust, for `retrograde expand` and for the tests of the passes.

use crate::naming::named;
use crate::plain::plain;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::quote;
use retrograde_compiler::emit::{Circumstances, Emitter, Offers, signature};
use retrograde_compiler::ir::CalleeKind;
pub use retrograde_compiler::ir::print::cleaned;
use retrograde_compiler::ir::print::{Printer, beside};
use retrograde_compiler::ir::step::{Procedure, Program, Step};
use retrograde_compiler::ir::{Checks, RealType};
use retrograde_compiler::simplify::access::mutated;
use retrograde_compiler::simplify::in_the_large;
use retrograde_compiler::stages::Stages;

/// Prints one of a function's programs as a Rust function. The emitted code has longer paths, and the shadows of
/// inputs are generic there; otherwise it is the same.
pub fn procedure(stages: &Stages, procedure: &Procedure) -> TokenStream {
    let steps = printed(stages, procedure, |emitter| emitter.steps(&procedure.steps));
    let printer = Printer {
        vars: &procedure.vars,
        real: None,
        readable: true,
        fallible: false,
        copies: false,
        lanes: None,
    };
    let value = procedure.output.map(|(var, _)| printer.ident(var, Span::call_site()));
    let signature = signature(stages, procedure);
    quote!(#signature { #steps #value })
}

/// Applies a printer for people to a program.
fn printed<R>(stages: &Stages, procedure: &Procedure, print: impl FnOnce(&Emitter<'_>) -> R) -> R {
    let cotangent = syn::Ident::new("C", Span::call_site());
    printed_with(&cotangent, &stages.function.real, procedure, print)
}

fn printed_with<R>(
    cotangent: &syn::Ident,
    real: &RealType,
    procedure: &Procedure,
    print: impl FnOnce(&Emitter<'_>) -> R,
) -> R {
    let mutated = mutated(&procedure.steps, &procedure.vars);
    let printer = Printer {
        vars: &procedure.vars,
        real: Some(real),
        readable: true,
        fallible: false,
        copies: false,
        lanes: None,
    };
    let emitter = Emitter {
        printer,
        cotangent,
        generics: &syn::Generics::default(),
        checks: Checks::Never,
        mutated: &mutated,
        fallible: false,
        stops: false,
        asked: None,
        loans: None,
        decided: None,
    };
    print(&emitter)
}

/// The names that [`stage`] accepts, in the order in which stages are made.
pub const STAGES: &[&str] = &[
    "primal",
    "inverse-raw",
    "inverse",
    "adjoint-raw",
    "adjoint",
    "inverse-adjoint-raw",
    "inverse-adjoint",
    "sweep",
    "record",
    "replay",
    "tokens",
];

/// Returns a stage by name, as one would write it by hand; `tokens` is the emitted code. `None` for an unknown name,
/// or for a sweep that is not fused.
pub fn stage(stages: &Stages, name: &str) -> Option<TokenStream> {
    match name {
        "tokens" => Some(match stages.kind {
            CalleeKind::Free => retrograde_compiler::emit::item(
                stages,
                &retrograde_compiler::syntax::declared::Declared::default(),
                None,
            ),
            CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => {
                let circumstances =
                    Circumstances { hollow: false, has_body: true, offers: Offers::default(), block: None };
                retrograde_compiler::emit::method(
                    stages,
                    &retrograde_compiler::syntax::declared::Declared::default(),
                    circumstances,
                )
            }
        }),
        _ => program(stages, name).map(|found| by_hand(stages, &found)),
    }
}

/// Returns a program by the name of its stage, for people: cotangents are numbers, and innermost loops are not yet
/// optimised.
pub fn program(stages: &Stages, name: &str) -> Option<Procedure> {
    let program = plain(match name {
        "primal" => stages.primal.clone(),
        "inverse-raw" => stages.inverse_raw().clone(),
        "inverse" => in_the_large(stages.inverse_raw().clone()),
        "adjoint-raw" => stages.adjoint_raw().clone(),
        "adjoint" => in_the_large(stages.adjoint_raw().clone()),
        "inverse-adjoint-raw" => stages.inverse_adjoint_raw().clone(),
        "inverse-adjoint" => in_the_large(stages.inverse_adjoint_raw().clone()),
        "sweep" => in_the_large(retrograde_compiler::stages::sweep_raw(stages)?),
        "record" => stages.recording.as_ref()?.record.clone(),
        "replay" => stages.recording.as_ref()?.replay.clone(),
        _ => return None,
    });
    let printed = body(stages, &program);
    Some(named(program, &printed))
}

/// Prints the statements of a program for people.
fn body(stages: &Stages, procedure: &Procedure) -> TokenStream {
    let real = written(&stages.function.real);
    printed_with(real.ident(), &real, procedure, |emitter| emitter.steps(&procedure.steps))
}

/// Prints a program from [`program`] as a Rust function.
fn by_hand(stages: &Stages, procedure: &Procedure) -> TokenStream {
    let (real, vars) = (written(&stages.function.real), &procedure.vars);
    let steps = body(stages, procedure);
    let value = procedure
        .output
        .map(|(var, _)| retrograde_compiler::ir::identifier(&vars[var].name, Span::call_site()));
    let signature = with_cotangents(signature(stages, procedure), "C", real.ident());
    let own = stages.function.item.sig.ident.to_string();
    let program = match (procedure.program, procedure.output) {
        (Program::Adjoint, Some(_)) => "pull".to_string(),
        (Program::InverseAdjoint, _) => "inverse_adjoint".to_string(),
        (program, _) => format!("{program:?}").to_lowercase(),
    };
    let name = match (procedure.program, stages.kind) {
        (Program::Primal, _) => own,
        (_, CalleeKind::Free) => program,
        (_, CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait) => beside(&own, &program),
    };
    let generics = &stages.function.item.sig.generics;
    let (params, clause) = (generics.params.iter(), &generics.where_clause);
    let params = if generics.params.is_empty() { TokenStream::new() } else { quote!(<#(#params),*>) };
    let name = syn::Ident::new(&name, Span::call_site());
    // The signature is `fn name(…) -> …`.
    let rest = signature.into_iter().skip(2);
    quote!(fn #name #params #(#rest)* #clause { #steps #value })
}

/// Returns the real type as one whose constants are written without `T::constant`.
fn written(real: &RealType) -> RealType {
    RealType::Concrete(real.ident().clone())
}

/// Replaces one name in types by another.
fn with_cotangents(tokens: TokenStream, from: &str, to: &syn::Ident) -> TokenStream {
    let replaced = |token| match token {
        TokenTree::Ident(ident) if ident == from => TokenTree::Ident(to.clone()),
        TokenTree::Group(group) => {
            let mut replaced = Group::new(group.delimiter(), with_cotangents(group.stream(), from, to));
            replaced.set_span(group.span());
            TokenTree::Group(replaced)
        }
        other => other,
    };
    tokens.into_iter().map(replaced).collect()
}

/// Prints one step on one line; one with blocks inside by its head.
pub fn line(stages: &Stages, procedure: &Procedure, step: &Step) -> String {
    let step = step.clone().with_bodies(&mut |_| Vec::new());
    let named = Procedure { vars: procedure.vars.as_written(), ..procedure.clone() };
    let real = written(&stages.function.real);
    let tokens =
        printed_with(real.ident(), &real, &named, |emitter| emitter.steps(std::slice::from_ref(&step)));
    let text = cleaned(&retrograde_compiler::ir::print::text::tokens(&tokens));
    let head = text.strip_suffix("{  }").unwrap_or(&text).trim_end();
    head.strip_suffix(';').unwrap_or(head).to_string()
}
