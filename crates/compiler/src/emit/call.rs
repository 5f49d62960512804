//! Calls: what Rust's borrow rules ask for beyond the list of arguments.
//!
//! Elements of one array that a call reads and changes are copied in and out, so that `swap(&mut a[i], &mut a[j])`
//! is what it says. Arrays that are read through two arguments share their shadow through cells.

use super::expr::Printer;
use super::steps::Emitter;
use crate::ir::*;
use crate::step::*;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeSet;

/// What stands before, in and after a call.
#[derive(Default)]
struct Pieces {
    before: TokenStream,
    args: Vec<TokenStream>,
    after: TokenStream,
}

/// The generic arguments that were written, `::<T, 3>`, and one to infer for the cotangent of programs that carry some.
pub(super) fn said(callee: &Callee, carrying: bool) -> TokenStream {
    let generics = &callee.generics;
    match (generics.is_empty(), carrying) {
        (true, _) => TokenStream::new(),
        (false, false) => quote!(::<#(#generics),*>),
        (false, true) => quote!(::<#(#generics,)* _>),
    }
}

/// A program of an argument that is a function: a method of its trait.
fn method_of_value(callee: &Callee, program: Program, args: &[TokenStream], span: Span) -> TokenStream {
    let name = match program {
        Program::Primal => "call",
        Program::Inverse => "uncall",
        Program::Adjoint => "__adjoint",
        Program::Sweep => "__sweep",
        Program::Coadjoint => "__coadjoint",
    };
    let (method, path) = (proc_macro2::Ident::new(name, Span::call_site()), &callee.path);
    quote_spanned!(span=> ::retrograde::__private::Reversible::#method(#path, #(#args),*);)
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
        let mut measured = self.measured(args.iter());
        let args: Vec<Argument> = args.iter().map(|a| measured.argument(a)).collect();
        let mut pieces = Pieces { before: measured.before, ..Pieces::default() };
        let all: Vec<&Argument> = args.iter().collect();
        for i in 0..args.len() {
            self.primal_argument(&all, i, &mut pieces);
        }
        self.as_state(callee, args.iter(), 1, &mut pieces);
        self.assembled(callee, program, pieces, span)
    }

    /// What goes to a stack leaves zero behind: of its type, or of the cotangent's.
    fn stacked(&self, program: Program, args: &[Argument], span: Span) -> TokenStream {
        let [Argument::Mutable(stack), Argument::Mutable(place)] = args else { return TokenStream::new() };
        let p = &self.printer;
        let (to, from) = (p.mutable(stack), p.mutable(place));
        match program {
            Program::Primal => {
                let ty = p.vars.type_of(place);
                let zero = match p.vars[place.base].role {
                    Role::Shadow => self.zero_of(&ty),
                    _ => p.expr(&ty.zero(None, span)),
                };
                quote_spanned!(span=> ::retrograde::__private::push(#to, #from, #zero);)
            }
            // Cotangents move as their primals do, so `adjoint` asks for these two only.
            Program::Inverse | Program::Adjoint | Program::Sweep | Program::Coadjoint => {
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
        let mut measured = self.measured(args.iter().map(|(a, _)| a));
        let args: Vec<_> = args.iter().map(|(a, s)| (measured.argument(a), measured.shadow(s))).collect();
        let args = &args[..];
        let mut pieces = Pieces { before: measured.before, ..Pieces::default() };
        let primals: Vec<&Argument> = args.iter().map(|(a, _)| a).collect();
        let seeded = seed.map(|seed| self.signed(seed));
        pieces.args.extend(seeded);
        for (i, (arg, shadow)) in args.iter().enumerate() {
            self.primal_argument(&primals, i, &mut pieces);
            self.shadow_argument(arg, shadow, args, i, &mut pieces);
        }
        self.as_state(callee, args.iter().map(|(a, _)| a), 2, &mut pieces);
        match seed {
            Some(_) => {
                let path = &callee.path;
                let Pieces { before, args, after } = pieces;
                let generics = said(callee, true);
                let call = quote_spanned!(span=> #path::__pull #generics (#(#args),*));
                match before.is_empty() && after.is_empty() {
                    true => call,
                    false => quote!({ #before let value = #call; #after value }),
                }
            }
            None => self.assembled(callee, program, pieces, span),
        }
    }

    /// What is lent for a change cannot be asked for its length while the arguments are made.
    fn measured<'c>(&'c self, args: impl Iterator<Item = &'c Argument>) -> Measured<'c> {
        let lent = args.filter_map(|arg| match arg {
            Argument::Mutable(place) => Some(place.base),
            Argument::Shared(_) | Argument::Value(_) => None,
        });
        Measured {
            printer: &self.printer,
            lent: lent.collect(),
            before: TokenStream::new(),
            known: Vec::new(),
        }
    }

    /// A function as a value takes its state as a slice: a number is one of length one.
    fn as_state<'c>(
        &self,
        callee: &Callee,
        mut args: impl Iterator<Item = &'c Argument>,
        count: usize,
        pieces: &mut Pieces,
    ) {
        let (Style::Value, Some(Argument::Mutable(place))) = (callee.style, args.next()) else { return };
        if self.is_scalar(place) {
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
        let Pieces { before, args, after } = pieces;
        if callee.style == Style::Value {
            let call = method_of_value(callee, program, &args, span);
            return if before.is_empty() && after.is_empty() {
                call
            } else {
                quote!({ #before #call #after })
            };
        }
        let path = &callee.path;
        let (plain, carrying) = (said(callee, false), said(callee, true));
        let call = match program {
            Program::Primal if self.fallible => quote_spanned!(span=> #path::try_call #plain (#(#args),*)?;),
            Program::Inverse if self.fallible => {
                quote_spanned!(span=> #path::try_inverse #plain (#(#args),*)?;)
            }
            Program::Primal => quote_spanned!(span=> #path #plain (#(#args),*);),
            Program::Inverse => quote_spanned!(span=> #path::inverse #plain (#(#args),*);),
            Program::Adjoint => quote_spanned!(span=> #path::__adjoint #carrying (#(#args),*);),
            Program::Sweep => quote_spanned!(span=> #path::__sweep #carrying (#(#args),*);),
            Program::Coadjoint => quote_spanned!(span=> #path::__coadjoint #carrying (#(#args),*);),
        };
        if before.is_empty() && after.is_empty() { call } else { quote!({ #before #call #after }) }
    }

    /// Whether the place behind an argument is a single real or exact value.
    fn is_scalar(&self, place: &Place) -> bool {
        let indexed = place.path.iter().filter(|p| matches!(p, Projection::Index(_))).count();
        let ranged = place.path.iter().any(|p| matches!(p, Projection::Range(..)));
        !ranged && self.printer.vars[place.base].ty.depth() <= indexed
    }

    fn primal_argument(&self, args: &[&Argument], i: usize, pieces: &mut Pieces) {
        let p = &self.printer;
        let touches = |arg: &Argument, base: Var| {
            let mut found = false;
            arg.reads(&mut |place| found |= place.base == base);
            found
        };
        let changed_elsewhere = |base: Var| {
            args.iter().enumerate().any(|(j, other)| {
                j != i && matches!(other, Argument::Mutable(place) if place.base == base && !place.is_whole())
            })
        };
        let copy = format_ident!("copy_{i}", span = Span::mixed_site());
        match args[i] {
            Argument::Mutable(place) if self.is_scalar(place) && !place.is_whole() => {
                let crowded = args.iter().enumerate().any(|(j, other)| j != i && touches(other, place.base));
                if !crowded {
                    pieces.args.push(p.mutable(place));
                    return;
                }
                let tokens = p.place(place);
                pieces.before.extend(quote!(let mut #copy = #tokens;));
                pieces.args.push(quote!(&mut #copy));
                pieces.after.extend(quote!(#tokens = #copy;));
            }
            Argument::Shared(place) if self.is_scalar(place) && changed_elsewhere(place.base) => {
                let tokens = p.place(place);
                pieces.before.extend(quote!(let #copy = #tokens;));
                pieces.args.push(quote!(&#copy));
            }
            Argument::Value(e) if e.reads_any(|place| changed_elsewhere(place.base)) => {
                let tokens = p.expr(e);
                pieces.before.extend(quote!(let #copy = #tokens;));
                pieces.args.push(quote!(#copy));
            }
            other => pieces.args.push(p.argument(other)),
        }
    }

    fn shadow_argument(
        &self,
        arg: &Argument,
        shadow: &ShadowArgument,
        args: &[(Argument, ShadowArgument)],
        i: usize,
        pieces: &mut Pieces,
    ) {
        let copy = format_ident!("bar_{i}", span = Span::mixed_site());
        match shadow {
            ShadowArgument::Discard => pieces.args.push(quote!(::retrograde::__private::Discard)),
            ShadowArgument::Exclusive(place) => match arg {
                Argument::Mutable(_) => pieces.args.push(self.printer.mutable(place)),
                Argument::Shared(_) | Argument::Value(_) => pieces.args.push(self.borrowed(place)),
            },
            ShadowArgument::Cells(place) if self.is_scalar(place) => match arg {
                Argument::Mutable(_) => {
                    let tokens = self.printer.place(place);
                    pieces.before.extend(quote!(let mut #copy = #tokens;));
                    pieces.args.push(quote!(&mut #copy));
                    pieces.after.extend(quote!(#tokens = #copy;));
                }
                Argument::Shared(_) | Argument::Value(_) => {
                    let zero = self.zero_of(&self.printer.vars.type_of(place));
                    pieces.before.extend(quote!(let mut #copy = #zero;));
                    pieces.args.push(quote!(&mut #copy));
                    pieces.after.extend(self.add_copy(place, &copy));
                }
            },
            ShadowArgument::Cells(place) => {
                // Scalars of the same base are copies, so the arrays among the arguments can have the cells.
                let arrays = args.iter().filter(|(_, s)| match s {
                    ShadowArgument::Cells(other) => other.base == place.base && !self.is_scalar(other),
                    ShadowArgument::Exclusive(_) | ShadowArgument::Discard => false,
                });
                match (arg, arrays.count()) {
                    (Argument::Mutable(_), _) => pieces.args.push(self.printer.mutable(place)),
                    (_, 1) => pieces.args.push(self.borrowed(place)),
                    _ => {
                        let cells = format_ident!("cells_{}", place.base.0, span = Span::mixed_site());
                        let first = args[..i].iter().all(|(_, s)| match s {
                            ShadowArgument::Cells(other) => other.base != place.base || self.is_scalar(other),
                            ShadowArgument::Exclusive(_) | ShadowArgument::Discard => true,
                        });
                        if first {
                            let whole = self.printer.ident(place.base, place.span);
                            pieces.before.extend(match self.printer.vars[place.base].role {
                                Role::InputShadow => quote!(let #cells = #whole.shared();),
                                _ => quote!(let #cells = ::retrograde::__private::cells(&mut #whole[..]);),
                            });
                        }
                        pieces.before.extend(quote!(let mut #copy = #cells;));
                        pieces.args.push(self.part_of(quote!(#copy), place));
                    }
                }
            }
        }
    }

    fn add_copy(&self, place: &Place, copy: &syn::Ident) -> TokenStream {
        let Type::Number(number) = self.printer.vars.type_of(place) else {
            return self.add_part(place, quote!(#copy));
        };
        let parts = number.parts().iter().enumerate().map(|(i, part)| {
            let (name, mut place) = (syn::Ident::new(part, copy.span()), place.clone());
            place.path.push(Projection::part(i));
            self.add_part(&place, quote!(#copy.#name))
        });
        parts.collect()
    }

    fn add_part(&self, place: &Place, copy: TokenStream) -> TokenStream {
        let p = &self.printer;
        let tokens = p.place(place);
        if p.vars[place.base].role == Role::InputShadow {
            let name = p.ident(place.base, place.span);
            let indices = place.path.iter().map(|projection| match projection {
                Projection::Index(i) | Projection::Range(i, _) => p.expr(i),
            });
            return match place.path.len() {
                2 => quote!(#name.add_at(#(#indices,)* #copy);),
                _ => quote!(#name.add(#(#indices,)* #copy);),
            };
        }
        let old = self.receiver(place);
        quote!(#tokens = #old.plus(#copy);)
    }

    /// A shadow lent to a callee that only adds to it.
    fn borrowed(&self, place: &Place) -> TokenStream {
        let p = &self.printer;
        if p.vars.column(place.base).is_some() {
            let tokens = p.place_path(place);
            return quote!(&mut #tokens);
        }
        if p.vars[place.base].role == Role::InputShadow {
            let name = p.ident(place.base, place.span);
            return self.part_of(quote!(#name), place);
        }
        let tokens = p.place(place);
        if self.is_scalar(place) || matches!(place.path.last(), Some(Projection::Range(..))) {
            return quote!(&mut #tokens);
        }
        match place.is_whole() && p.vars[place.base].passing != Passing::Value {
            true => quote!(&mut (#tokens)[..]),
            false => quote!(&mut #tokens[..]),
        }
    }

    fn part_of(&self, whole: TokenStream, place: &Place) -> TokenStream {
        if place.is_whole() {
            return quote!(#whole.again());
        }
        place.path.iter().fold(whole, |tokens, projection| match projection {
            Projection::Index(i) => {
                let i = self.printer.expr(i);
                quote!(#tokens.item(#i))
            }
            Projection::Range(a, b) => {
                let (a, b) = (self.printer.expr(a), self.printer.expr(b));
                quote!(#tokens.part(#a..#b))
            }
        })
    }
}

/// Lengths of arrays that a call changes, asked for beforehand.
struct Measured<'c> {
    printer: &'c Printer<'c>,
    lent: BTreeSet<Var>,
    before: TokenStream,
    known: Vec<String>,
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
            Expr::Length(place) if self.lent.contains(&place.base) => {
                let length = self.printer.expr(part);
                let text = length.to_string();
                let number = self.known.iter().position(|known| *known == text).unwrap_or(self.known.len());
                let name = format_ident!("length_{number}", span = Span::mixed_site());
                if number == self.known.len() {
                    self.known.push(text);
                    self.before.extend(quote!(let #name = #length;));
                }
                Some(Expr::Constant(quote!(#name)))
            }
            _ => None,
        })
    }
}
