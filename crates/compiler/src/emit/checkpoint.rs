//! Emits checkpoints: copies of what a function or a loop changes, and the programs of a checkpointed function.
//!
//! A caller's record of a checkpointed function holds what the function changes, as it was before, and the numbers that are passed
//! alone. `__replay` puts them back, records the run on the same tape, and goes back through it. Law: it takes from the tape what
//! `__record` has put there.

use super::item::Item;
use super::recorded::manner;
use super::steps::Emitter;
use super::sums::parts_of;
use crate::ir::*;
use crate::ordinary::layout::Layout;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

impl Item<'_> {
    /// True if callers record the arguments of the function, and not its run.
    pub(super) fn is_checkpointed(&self) -> bool {
        self.has_body && self.declared.is_some_and(|declared| declared.checkpointed)
    }

    /// The bodies of `__record` and `__replay` of a checkpointed function, made of those that record its run.
    pub(super) fn checkpointed(
        &self,
        tape: &Ident,
        record: TokenStream,
        replay: TokenStream,
    ) -> (TokenStream, TokenStream) {
        let (function, t) = (&self.stages.function, &self.t);
        let reals = quote!(::retrograde::__private::Reals);
        let (mut saved, mut restored) = (Vec::new(), Vec::new());
        for (p, of) in self.params.iter().zip(function.taken()) {
            let (name, v) = (&p.name, &function.vars[of.var]);
            let is_number = p.role == Role::Input && matches!(v.ty, Type::Real);
            if p.role == Role::State {
                saved.push(save(tape, &quote!(*#name), &v.ty));
                restored.push(restore(tape, &quote!(*#name), &v.ty));
            } else if is_number && v.passing == Passing::Value {
                saved.push(quote!(#tape.keep::<#reals, _>(&#name);));
                restored.push(quote!(let #name: #t = #tape.take::<#reals, _>();));
            } else if is_number {
                saved.push(quote!(#tape.keep::<#reals, _>(&*#name);));
                restored.push(quote!(let #name: &#t = &#tape.take::<#reals, #t>();));
            }
        }
        restored.reverse();
        let value = self.run_again();
        (quote!(#(#saved)* #value), quote!(#(#restored)* let _ = { #record }; #replay))
    }

    /// Runs the function itself; its value is in parts where the programs have it so.
    fn run_again(&self) -> TokenStream {
        let (said, again, t) = (self.said(false), self.again(false), &self.t);
        if self.declared.is_some_and(|declared| declared.beside) {
            let run = self.at("__value");
            return quote!(#run #said (#again););
        }
        let run = self.at("");
        match self.written_output() {
            Some(syn::ReturnType::Type(_, ty)) => {
                parts_of(&Layout::of(ty), ty, &quote!(#run #said (#again)), t)
            }
            Some(syn::ReturnType::Default) | None => quote!(#run #said (#again)),
        }
    }
}

impl Emitter<'_> {
    /// Emits the step that copies the state of a loop to the tape, or puts it back.
    pub(super) fn copied(&self, callee: &Callee, args: &[Argument]) -> TokenStream {
        let (Some(tape), Some(place)) =
            (args.first().and_then(Argument::place), args.get(1).and_then(Argument::place))
        else {
            return TokenStream::new();
        };
        let (name, of) = (self.name(place.base), &self.printer.vars[place.base]);
        if self.printer.readable {
            let place = self.printer.place_path(place);
            return if callee.is_save() { quote!(record(#place);) } else { quote!(#place = recorded();) };
        }
        let tape = self.name(tape.base);
        let lent = of.passing == Passing::Mutable && matches!(of.role, Role::State | Role::Scratch);
        let mut ty = self.printer.vars.type_of(place);
        // A program that only puts it back may have nothing that tells its type.
        if matches!(ty, Type::Exact(Exact::Unknown | Exact::Discrete))
            && self.printer.vars.is_usize(place.base)
        {
            ty = Type::Exact(Scalar::USIZE.into());
        }
        let copy = |of: &TokenStream| match callee.is_save() {
            true => save(&tape, of, &ty),
            false => restore(&tape, of, &ty),
        };
        let whole = self.printer.place_path(&Place::whole(place.base, *place.span));
        match &place.path[..] {
            // Its bounds may ask for its length.
            [Projection::Range(start, end)] => {
                let rows = Ident::new("rows", Span::mixed_site());
                let (start, end, copied) =
                    (self.printer.expr(start), self.printer.expr(end), copy(&quote!(#whole[#rows])));
                quote!({ let #rows = #start..#end; #copied })
            }
            _ if self.printer.vars.field_path(place.base).is_some() => copy(&whole),
            _ if lent => copy(&quote!(*#name)),
            _ => copy(&quote!(#name)),
        }
    }
}

/// Copies a place to a tape.
pub(super) fn save(tape: &Ident, place: &TokenStream, ty: &Type) -> TokenStream {
    match ty {
        Type::Slice(item) if is_recorded(item) => {
            let manner = manner(item);
            quote!(#tape.keep_all::<#manner, _>(&(#place)[..]);)
        }
        ty if is_recorded(ty) => {
            let manner = manner(ty);
            quote!(#tape.keep::<#manner, _>(&#place);)
        }
        _ => quote!(#tape.keep_whole(::retrograde::__private::Snapshot::snapshot(&#place));),
    }
}

/// Puts a copy back.
pub(super) fn restore(tape: &Ident, place: &TokenStream, ty: &Type) -> TokenStream {
    match ty {
        Type::Slice(item) if is_recorded(item) => {
            let manner = manner(item);
            quote!(#tape.take_all::<#manner, _>(&mut (#place)[..]);)
        }
        ty if is_recorded(ty) => {
            let manner = manner(ty);
            quote!(#tape.put_back::<#manner, _>(&mut #place);)
        }
        Type::Slice(_) => quote!(#tape.put_back_each(&mut (#place)[..]);),
        _ => quote!(#tape.put_back_whole(&mut #place);),
    }
}

/// True for numbers, exact values of the language, and arrays and vectors of them, which a record holds in its vectors.
pub(super) fn is_recorded(ty: &Type) -> bool {
    match ty {
        Type::Real | Type::Structure(Named::Number(_)) => true,
        Type::Exact(ty) => {
            let scalar = ty.scalar();
            scalar.is_some_and(|scalar| !matches!(scalar, Scalar::Str | Scalar::Text | Scalar::Plain))
        }
        Type::Array(item, _) | Type::Vec(item) | Type::Slice(item) => is_recorded(item),
        Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}
