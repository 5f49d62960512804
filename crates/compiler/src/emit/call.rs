//! Emits calls, with the statements around them that Rust's borrow rules require.
//!
//! The arguments themselves are emitted in [`super::arguments`].

use super::steps::Emitter;
use crate::ir::print::Printer;
use crate::ir::print::applied;
use crate::ir::print::handed;
use crate::ir::step::*;
use crate::ir::*;
use crate::sorted::Set;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// The statements before and after a call, and its arguments.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) before: TokenStream,
    /// The next statements, which split arrays: the arrays cannot be read until the call is over.
    pub(super) splits: TokenStream,
    pub(super) args: Vec<TokenStream>,
    pub(super) after: TokenStream,
}

impl Pieces {
    /// Writes the last argument, the one at this place of the callee's, as it is handed over.
    fn hand(&mut self, callee: &Callee, at: usize) {
        let argument = self.args.pop();
        self.args.extend(argument.map(|argument| handed(callee, at, argument)));
    }
}

/// Returns a program of a function that is an argument: a method of its trait.
fn method_of_value(
    callee: &Callee,
    program: Program,
    fallible: bool,
    args: &[TokenStream],
    span: Span,
) -> TokenStream {
    let name = match program {
        Program::Primal if fallible => "try_call",
        Program::Inverse if fallible => "try_inverse",
        Program::Primal => "call",
        Program::Inverse => "uncall",
        Program::Adjoint => "__adjoint",
        Program::Sweep => "__sweep",
        // A function that is an argument records nothing: `lower` records no calls of it.
        Program::Record => "call",
        Program::Replay => "__adjoint",
        Program::InverseAdjoint => "__inverse_adjoint",
    };
    let (method, path) = (proc_macro2::Ident::new(name, Span::call_site()), &callee.path);
    let returned = (fallible && matches!(program, Program::Primal | Program::Inverse)).then(|| quote!(?));
    quote_spanned!(span=> ::retrograde::__private::Reversible::#method(#path, #(#args),*) #returned;)
}

impl Emitter<'_> {
    pub(super) fn call(
        &self,
        callee: &Callee,
        program: Program,
        args: &[Argument],
        span: Span,
    ) -> TokenStream {
        if callee.is_stack() {
            return self.stacked(program, args, span);
        }
        if callee.is_entry() {
            return self.entry(args, span);
        }
        if callee.is_save() || callee.is_restore() {
            return self.copied(callee, args);
        }
        if self.is_by_hand() && callee.kind != CallKind::Value {
            let args = args.iter().map(|arg| (arg, None));
            let call = self.called_by_hand(callee, program, None, args, span);
            return quote!(#call;);
        }
        let mut measured = self.measured(args.iter());
        let args: Vec<Argument> = args.iter().map(|a| measured.argument(a)).collect();
        let mut pieces = Pieces { before: measured.before, ..Pieces::default() };
        let all: Vec<&Argument> = args.iter().collect();
        let parts = self.primal_parts(&all, &mut pieces);
        for i in 0..args.len() {
            self.primal_argument(&all, i, parts[i].clone(), &mut pieces);
            pieces.hand(callee, i);
        }
        if let (Some(loans), Some(receiver)) = (self.loans, pieces.args.first()) {
            let asked = loans.of_method(callee, &args, receiver, self.printer.vars);
            pieces.splits.extend(asked);
        }
        self.fits(callee, &all, span, &mut pieces);
        self.as_state(callee, args.iter(), 1, &mut pieces);
        let program = if self.tape(callee, &mut pieces) { Program::Record } else { program };
        let changes = args.iter().any(|arg| matches!(arg, Argument::Mutable(_)));
        let is_primal = program == Program::Primal && !self.fallible;
        if changes || !is_primal || callee.kind == CallKind::Value {
            return self.assembled(callee, program, pieces, span);
        }
        // Where nothing is lent to be changed, a value may have been forgotten.
        let Pieces { before, splits, args, after } = pieces;
        let call = applied(callee, "", false, &args, span);
        quote_spanned!(span=> { #before #splits ::retrograde::__private::is_statement(#call); #after })
    }

    /// Returns the zero that `push!` leaves: of the type of the value, or of its cotangent.
    fn stacked(&self, program: Program, args: &[Argument], span: Span) -> TokenStream {
        let [Argument::Mutable(stack), Argument::Mutable(place)] = args else { return TokenStream::new() };
        let p = &self.printer;
        if self.is_by_hand() {
            let name = if program == Program::Primal { quote!(push) } else { quote!(pop) };
            let (stack, place) = (p.place_path(stack), p.place_path(place));
            return quote!(#name!(#stack, #place););
        }
        let (to, from) = (p.mutable(stack), p.mutable(place));
        match program {
            Program::Primal => {
                let ty = p.vars.type_of(place);
                let primal = p.vars.primal_of(place);
                let zero_of = |ty: &Type| match (p.vars[place.base].role, &primal) {
                    (Role::Shadow, Some(primal)) if ty.is_foreign() => {
                        self.zeros_of_structure(&p.place(primal), ty, span)
                    }
                    (Role::Shadow, _) => self.zero_of(ty),
                    _ if ty.of_foreign() => quote!(::core::default::Default::default()),
                    _ => p.expr(&ty.zero(None, span)),
                };
                // Only rustc knows whether a field is an array or a vector.
                if let Type::Slice(item) = &ty {
                    let (of, zero) = (p.place(place), zero_of(item));
                    return quote_spanned! {span=> {
                        let zero = ::retrograde::__private::Emptied::emptied(&#of, #zero);
                        ::retrograde::__private::push(#to, #from, zero);
                    }};
                }
                // A structure without a default leaves a copy, and so does a variant.
                let is_unknown = ty.is_foreign() || matches!(ty, Type::Exact(Exact::Unknown));
                if is_unknown && p.vars[place.base].role != Role::Shadow {
                    let of = p.place(place);
                    return quote_spanned! {span=> {
                        use ::retrograde::__private::{ByClone as _, ByDefault as _};
                        let zero = (&::retrograde::__private::Blank(&#of)).blank();
                        ::retrograde::__private::push(#to, #from, zero);
                    }};
                }
                let zero = zero_of(&ty);
                quote_spanned!(span=> ::retrograde::__private::push(#to, #from, #zero);)
            }
            // Cotangents move as their primals do, so the adjoint only contains these two.
            Program::Inverse
            | Program::Adjoint
            | Program::Sweep
            | Program::InverseAdjoint
            | Program::Record
            | Program::Replay => {
                quote_spanned!(span=> ::retrograde::__private::pop(#to, #from);)
            }
        }
    }

    pub(super) fn call_adjoint(
        &self,
        callee: &Callee,
        program: Program,
        seed: Option<&Cotangent>,
        args: &[(Argument, ShadowArgument)],
        span: Span,
    ) -> TokenStream {
        if self.is_by_hand() && callee.kind != CallKind::Value {
            let (is_pull, seed) = (seed.is_some(), seed.map(|seed| self.signed(seed)));
            let args = args.iter().map(|(arg, shadow)| (arg, Some(shadow)));
            let call = self.called_by_hand(callee, program, seed, args, span);
            return if is_pull { call } else { quote!(#call;) };
        }
        let mut measured = self.measured(args.iter().map(|(a, _)| a));
        let args: Vec<_> = args.iter().map(|(a, s)| (measured.argument(a), measured.shadow(s))).collect();
        let args = &args[..];
        let mut pieces = Pieces { before: measured.before, ..Pieces::default() };
        let primals: Vec<&Argument> = args.iter().map(|(a, _)| a).collect();
        let seeded = seed.map(|seed| self.signed(seed));
        // In a method, `self` is the first argument, so the seed is the last.
        let (first, last) = match callee.kind {
            CallKind::Function | CallKind::Value => (seeded, None),
            CallKind::Method | CallKind::Associated => (None, seeded),
        };
        pieces.args.extend(first);
        let parts = self.primal_parts(&primals, &mut pieces);
        let shadow_parts = self.shadow_parts(args, &mut pieces);
        for i in 0..args.len() {
            self.primal_argument(&primals, i, parts[i].clone(), &mut pieces);
            pieces.hand(callee, i);
            self.shadow_argument(args, i, shadow_parts[i].clone(), &mut pieces);
        }
        if seed.is_none() {
            self.fits(callee, &primals, span, &mut pieces);
        }
        self.as_state(callee, args.iter().map(|(a, _)| a), 2, &mut pieces);
        pieces.args.extend(last);
        let (program, pull) =
            if self.tape(callee, &mut pieces) { (Program::Replay, "__replay") } else { (program, "__pull") };
        match seed {
            Some(_) => {
                let Pieces { before, splits, args, after } = pieces;
                let call = applied(callee, pull, true, &args, span);
                if before.is_empty() && splits.is_empty() && after.is_empty() {
                    call
                } else {
                    quote!({ #before #splits let value = #call; #after value })
                }
            }
            None => self.assembled(callee, program, pieces, span),
        }
    }

    /// Adds the tape as the last argument of a call that records or replays.
    fn tape(&self, callee: &Callee, pieces: &mut Pieces) -> bool {
        let tape = callee.tape().map(|tape| self.printer.mutable(&Place::whole(tape, callee.span)));
        pieces.args.extend(tape.iter().cloned());
        tape.is_some()
    }

    /// Lengths of arrays that are borrowed mutably are read before the call.
    fn measured<'c>(&'c self, args: impl Iterator<Item = &'c Argument>) -> Measured<'c> {
        let lent = args.filter_map(|arg| match arg {
            Argument::Mutable(place) => Some(self.printer.vars.root(place.base)),
            Argument::Shared(_) | Argument::Value(_) => None,
        });
        Measured {
            printer: &self.printer,
            lent: lent.collect(),
            before: TokenStream::new(),
            known: Vec::new(),
        }
    }

    /// Checks that the number of arguments is the number that a function as an argument takes, if both are known.
    fn fits(&self, callee: &Callee, args: &[&Argument], span: Span, pieces: &mut Pieces) {
        let (CallKind::Value, Some(real)) = (callee.kind, self.printer.real) else { return };
        let (function, real) = (&callee.path, real.ident());
        let length = |arg: &Argument| match arg {
            Argument::Mutable(place) if self.printer.vars.is_single(place) => Some(quote!(1)),
            Argument::Mutable(place) | Argument::Shared(place) => match self.printer.vars.type_of(place) {
                Type::Array(item, length) if matches!(*item, Type::Real) => Some(quote!({ #length })),
                _ => None,
            },
            Argument::Value(_) => None,
        };
        // rustc rejects an array length that is computed from a parameter.
        let is_plain = |length: &TokenStream| match syn::parse2::<syn::Expr>(length.clone()) {
            Ok(syn::Expr::Lit(_)) => true,
            Ok(syn::Expr::Block(block)) => match &block.block.stmts[..] {
                [syn::Stmt::Expr(syn::Expr::Lit(_), None)] => true,
                [syn::Stmt::Expr(syn::Expr::Path(path), None)] => path.path.get_ident().is_some(),
                _ => false,
            },
            _ => false,
        };
        if let Some(state) = args.first().and_then(|state| length(state)).filter(is_plain) {
            pieces.splits.extend(
                quote_spanned!(span=> ::retrograde::__private::takes_state::<#state, #real, _>(#function);),
            );
        }
        let inputs = args.get(1).map_or(Some(quote!(0)), |inputs| length(inputs));
        if let Some(inputs) = inputs.filter(is_plain) {
            pieces.splits.extend(
                quote_spanned!(span=> ::retrograde::__private::takes_inputs::<#inputs, #real, _>(#function);),
            );
        }
    }

    /// A function as an argument takes its state as a slice: a number becomes a slice of length one.
    fn as_state<'c>(
        &self,
        callee: &Callee,
        mut args: impl Iterator<Item = &'c Argument>,
        count: usize,
        pieces: &mut Pieces,
    ) {
        let (CallKind::Value, Some(Argument::Mutable(place))) = (callee.kind, args.next()) else { return };
        if self.printer.vars.is_single(place) {
            for arg in pieces.args.iter_mut().take(count) {
                *arg = quote!(::core::slice::from_mut(#arg));
            }
        }
        if args.next().is_none() {
            pieces.args.push(quote!(&[]));
            pieces.args.extend((count == 2).then(|| quote!(::retrograde::__private::Discard)));
        }
    }

    fn assembled(&self, callee: &Callee, program: Program, pieces: Pieces, span: Span) -> TokenStream {
        let Pieces { before, splits, args, after } = pieces;
        let enclosed = |call: TokenStream| {
            if before.is_empty() && splits.is_empty() && after.is_empty() {
                call
            } else {
                quote!({ #before #splits #call #after })
            }
        };
        if callee.kind == CallKind::Value {
            return enclosed(method_of_value(callee, program, self.fallible, &args, span));
        }
        if let (true, Program::Primal, Some((place, rest))) = (callee.beside, program, args.split_last()) {
            let call = applied(callee, "", false, rest, span);
            return enclosed(quote!(::retrograde::__private::put(#call, #place);));
        }
        let beside = callee.beside && matches!(callee.kind, CallKind::Method | CallKind::Associated);
        let (name, carries) = match program {
            Program::Primal if self.fallible => ("try_call", false),
            Program::Inverse if self.fallible => ("try_inverse", false),
            Program::Primal => ("", false),
            Program::Inverse => ("inverse", false),
            Program::Record if beside => ("__record_beside", false),
            Program::Replay if beside => ("__replay_beside", true),
            Program::Record => ("__record", false),
            Program::Replay => ("__replay", true),
            Program::Adjoint => ("__adjoint", true),
            Program::Sweep => ("__sweep", true),
            Program::InverseAdjoint => ("__inverse_adjoint", true),
        };
        let call = applied(callee, name, carries, &args, span);
        let call = if name.starts_with("try_") { quote!(#call?;) } else { quote!(#call;) };
        enclosed(call)
    }
}

/// Lengths of arrays that a call changes, read before the call.
struct Measured<'c> {
    printer: &'c Printer<'c>,
    lent: Set<Var>,
    before: TokenStream,
    known: Vec<Expr>,
}

impl Measured<'_> {
    fn argument(&mut self, arg: &Argument) -> Argument {
        arg.map(&mut |e| self.asked(e))
    }

    fn shadow(&mut self, shadow: &ShadowArgument) -> ShadowArgument {
        match shadow {
            ShadowArgument::Discard => ShadowArgument::Discard,
            ShadowArgument::Exclusive(place) => {
                ShadowArgument::Exclusive(place.map_indices(&mut |e| self.asked(e)))
            }
            ShadowArgument::Cells(place) => ShadowArgument::Cells(place.map_indices(&mut |e| self.asked(e))),
        }
    }

    fn asked(&mut self, e: &Expr) -> Expr {
        e.replaced(&mut |part| match part {
            Expr::Length(place) if self.lent.contains(&self.printer.vars.root(place.base)) => {
                let number = self.known.iter().position(|known| known == part).unwrap_or(self.known.len());
                let name = format_ident!("length_{number}", span = Span::mixed_site());
                if number == self.known.len() {
                    let length = self.printer.expr(part);
                    self.known.push(part.clone());
                    self.before.extend(quote!(let #name = #length;));
                }
                Some(Expr::Constant(Constant::named(name)))
            }
            _ => None,
        })
    }
}
