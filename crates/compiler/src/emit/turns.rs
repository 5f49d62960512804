//! Emits calls in lanes as statements: of programs without cotangents, and of those with them.

use super::steps::Emitter;
use crate::ir::print::{Turns, applied};
use crate::ir::step::{Cotangent, Program, ShadowArgument};
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// Emits a call that changes its arguments.
    pub(super) fn call_in_lanes(
        &self,
        callee: &Callee,
        program: Program,
        args: &[Argument],
        span: Span,
    ) -> TokenStream {
        let mut turns = self.printer.turns(callee, args.iter());
        args.iter().for_each(|arg| self.printer.argument_of_turn(arg, &mut turns));
        let call = applied(callee, program_name(program), false, &turns.args, span);
        self.printer.all_turns(turns, &call, false)
    }

    /// Emits a call that propagates cotangents; with a seed it is an expression.
    pub(super) fn adjoint_in_lanes(
        &self,
        callee: &Callee,
        program: Program,
        seed: Option<&Cotangent>,
        args: &[(Argument, ShadowArgument)],
        span: Span,
    ) -> TokenStream {
        let mut turns = self.printer.turns(callee, args.iter().map(|(arg, _)| arg));
        if let Some(seed) = seed {
            let (seed, c, name) = (self.signed(seed), self.cotangent, own("seed"));
            let (mode, turn) = (&turns.mode, &turns.turn);
            turns.before.extend(quote!(let #name: #c = #seed;));
            turns.inside.extend(quote!(let #name = #mode::of(#name, #turn);));
            turns.args.push(quote!(#name));
        }
        for (arg, shadow) in args {
            self.printer.argument_of_turn(arg, &mut turns);
            self.shadow_of_turn(arg, shadow, &mut turns);
        }
        let name = if seed.is_some() { "__pull" } else { program_name(program) };
        let call = applied(callee, name, true, &turns.args, span);
        self.printer.all_turns(turns, &call, seed.is_some())
    }

    fn shadow_of_turn(&self, arg: &Argument, shadow: &ShadowArgument, turns: &mut Turns) {
        let Some(place) = shadow.place() else {
            return turns.args.push(quote!(::retrograde::__private::Discard));
        };
        if matches!(arg, Argument::Mutable(_)) {
            return self.printer.changed_in_turn(place, turns);
        }
        if !self.printer.vars.is_single(place) {
            return self.printer.lent_in_turn(place, turns);
        }
        let (c, name) =
            (self.cotangent, format_ident!("bar_{}", turns.args.len(), span = Span::mixed_site()));
        let (mode, turn, of_turn) = (&turns.mode, &turns.turn, own("bar_of_turn"));
        let of_turn = format_ident!("{of_turn}_{}", turns.args.len(), span = Span::mixed_site());
        turns.before.extend(quote!(let mut #name = #c::zero();));
        turns.inside.extend(quote!(let mut #of_turn = #mode::of(#name, #turn);));
        turns.given.extend(quote!(#mode::put(&mut #name, #turn, ::core::option::Option::None, #of_turn);));
        turns.args.push(quote!(&mut #of_turn));
        turns.after.extend(self.added_in_lanes(place, &quote!(#name)));
    }
}

fn own(name: &str) -> syn::Ident {
    syn::Ident::new(name, Span::mixed_site())
}

/// The name of a program of a function that changes its state.
fn program_name(program: Program) -> &'static str {
    match program {
        Program::Primal => "",
        Program::Inverse => "inverse",
        Program::Adjoint => "__adjoint",
        Program::Sweep => "__sweep",
        Program::InverseAdjoint => "__inverse_adjoint",
        // `rewrite` lets no recorded call pass.
        Program::Record => "__record",
        Program::Replay => "__replay",
    }
}
