//! Emits `f::__record` and `f::__replay`: the function and its adjoint as recorded calls run them (see
//! [`crate::reverse::record`]).
//!
//! Every function has both, since its callers cannot see its body. If it contains no recorded calls, the first is the
//! function, and the second its adjoint.

use super::item::Item;
use super::programs::Extras;
use super::steps::Emitter;
use super::types::substituted;
use crate::ir::step::Step;
use crate::ir::*;
use crate::simplify::access::{Nodes, is_usize};
use crate::simplify::commute::commutes_around;
use crate::simplify::inner::is_arithmetic;
use crate::syntax::plain_enums;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Ident;

impl Item<'_> {
    /// The entries of both.
    pub(super) fn recorded_programs(&self) -> TokenStream {
        // Without cotangents there is no reverse pass for which a call could be recorded.
        if !self.carries {
            return TokenStream::new();
        }
        let function = &self.stages.function;
        let sig = &function.item.sig;
        let derived = function.options.language.is_ordinary() || self.declared.is_none_or(|d| !d.is_any());
        let recording = self.stages.recording.as_ref().filter(|_| derived);
        let name = match recording {
            Some(recording) => recording.record.tape.map(|tape| recording.record.vars[tape].name.clone()),
            None => None,
        };
        let tape = name.map_or_else(|| self.own("trail"), |name| identifier(&name, Span::call_site()));
        let t = &self.t;
        let taped = quote!(#tape: &mut ::retrograde::__private::Trail<#t>);
        let value = match &sig.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        let bar = self.stages.adjoint.output.and_then(|(_, bar)| bar);
        let bar = bar.map(|bar| &self.stages.adjoint.vars[bar]).map(|bar| identifier(&bar.name, bar.span));
        let seed = value.zip(bar.as_ref()).map(|(value, bar)| {
            let ty_is_structure = function.output.is_some_and(|var| function.vars[var].ty.of_foreign());
            let ty = if ty_is_structure {
                self.structure_names().shadow(value)
            } else {
                substituted(value, function.real.ident(), &self.c)
            };
            // The shadow of an enum is read through a method that may change it.
            let mutable = (self.has_body && ty_is_structure).then(|| quote!(mut));
            (quote!(#mutable #bar: #ty,), quote!(#bar,))
        });
        let (taken, handed) = seed.unwrap_or_default();
        let (record, replay) = match recording {
            Some(recording) => (self.body(&recording.record), self.body(&recording.replay)),
            None => {
                let (run, back) =
                    (self.at(""), self.at(if value.is_some() { "__pull" } else { "__adjoint" }));
                let (plain, said, names) = (self.said(false), self.said(true), self.names());
                let passed = self.with(handed, self.passed());
                (quote!(#run #plain (#names)), self.at_structure(quote!(#back #said (#passed);)))
            }
        };
        let is_checkpointed = recording.is_some() && self.is_checkpointed();
        let (record, replay) =
            if is_checkpointed { self.checkpointed(&tape, record, replay) } else { (record, replay) };
        let recorded = Extras { behind: taped.clone(), ..Extras::value(sig.output.to_token_stream()) };
        let mut replayed = self.seeded(taken, TokenStream::new());
        replayed.behind.extend(taped);
        let record = self.entry("record", self.recorder(), &recorded, record);
        let replay = self.entry("replay", self.replayer(), &replayed, replay);
        quote!(#record #replay)
    }

    /// The name of the program that records. That of a method whose value goes to a place has another one, since callers do not know
    /// which methods are such.
    pub(super) fn recorder(&self) -> &'static str {
        if self.is_method_beside() { "__record_beside" } else { "__record" }
    }

    /// The name of the program that replays.
    pub(super) fn replayer(&self) -> &'static str {
        if self.is_method_beside() { "__replay_beside" } else { "__replay" }
    }

    /// True for a method that has a value and changes arguments as well.
    pub(super) fn is_method_beside(&self) -> bool {
        self.place != CalleeKind::Free && self.declared.is_some_and(|declared| declared.beside)
    }

    /// Returns the arguments of one shadowed program from another.
    pub(super) fn passed(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (p.given_again(), &p.bar);
            quote!(#name, #bar,)
        });
        quote!(#(#list)*)
    }
}

/// The kind of place that a recorded number takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Real,
    Word,
    Bit,
}

/// Returns the place that a value of a type takes; none for what is no number.
fn room_of(ty: &Type) -> Option<Room> {
    match ty {
        Type::Real => Some(Room::Real),
        Type::Exact(ty) => match ty.scalar()? {
            Scalar::Bool => Some(Room::Bit),
            Scalar::Integer(IntegerType::I128 | IntegerType::U128) => None,
            Scalar::Str | Scalar::Text | Scalar::Plain => None,
            Scalar::Char | Scalar::Integer(_) | Scalar::Float(_) => Some(Room::Word),
        },
        Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => None,
        Type::Structure(_) | Type::Unknown => None,
    }
}

impl Emitter<'_> {
    /// Returns what a number takes that a step pushes on a tape or pops, with the tape; none for what is no number.
    fn taking(&self, step: &Step) -> Option<(Var, Var, Room)> {
        let (stack, number) = if let Step::Push { stack, number } = step {
            (*stack, *number)
        } else if let Step::Pop { stack, number, like: None } = step {
            (*stack, *number)
        } else {
            return None;
        };
        let (vars, ty) = (&self.printer.vars, &self.printer.vars[number].ty);
        if self.printer.readable || vars[stack].role != Role::Tape || vars[number].role == Role::Scratch {
            return None;
        }
        Some((stack, number, room_of(ty)?))
    }

    /// Emits the request for the room of what steps push at their end (see `record::stack` of the library).
    pub(super) fn room(&self, steps: &[Step]) -> TokenStream {
        let pushed: Vec<_> = steps
            .iter()
            .filter(|step| matches!(step, Step::Push { .. }))
            .filter_map(|step| self.taking(step))
            .collect();
        let Some((tape, ..)) = pushed.first() else { return TokenStream::new() };
        let [reals, words, bits] = [Room::Real, Room::Word, Room::Bit]
            .map(|room| pushed.iter().filter(|(.., taken)| *taken == room).count());
        let tape = self.name(*tape);
        quote!(#tape.room(#reals, #words, #bits);)
    }

    /// Emits the first of some steps together with those after it, where all push numbers on a tape, or pop them; returns their count.
    pub(super) fn together(&self, steps: &[Step]) -> Option<(TokenStream, usize)> {
        let (tape, ..) = self.taking(steps.first()?)?;
        let pushes = matches!(steps[0], Step::Push { .. });
        let alike = |step: &&Step| matches!(step, Step::Push { .. }) == pushes;
        let taken: Vec<_> = steps.iter().take_while(alike).map_while(|step| self.taking(step)).collect();
        let tape = self.name(tape);
        let mut out = TokenStream::new();
        let mut reals = Vec::new();
        for ((_, number, room), step) in taken.iter().zip(steps) {
            let name = self.name(*number);
            match room {
                Room::Real if pushes => reals.push(quote!(#name)),
                Room::Real => {
                    let keyword = self.keyword(*number);
                    reals.push(quote!(#keyword #name));
                }
                Room::Word | Room::Bit if pushes => out.extend(quote!(#tape.put_exact(#name);)),
                Room::Word | Room::Bit => out.extend(self.step(step)),
            }
        }
        if pushes && !reals.is_empty() {
            out.extend(quote!(#tape.put([#(#reals),*]);));
        } else if !reals.is_empty() {
            let (count, ty) = (reals.len(), self.kept_type(&Type::Real));
            // What is pushed last is popped first.
            reals.reverse();
            out.extend(quote!(let [#(#reals),*]: [#ty; #count] = #tape.taken();));
        }
        Some((out, taken.len()))
    }

    /// Emits an innermost loop that pushes numbers on a tape in each iteration, or pops them, with all of their places at once: then it has windows alone, and vectorises.
    /// A loop that falls rises instead where its iterations commute: LLVM vectorises few that fall.
    pub(super) fn recorded_at_once(&self, step: &Step) -> Option<TokenStream> {
        let Step::For { index, range, body, span: _ } = step else { return None };
        let index = *index;
        let is_plain =
            range.step.is_none() && range.nth.is_none() && !range.inclusive && range.start.is_zero();
        let taken: Vec<_> = body.iter().filter_map(|step| Some((step, self.taking(step)?))).collect();
        let (&(first, (tape, ..)), p) = (taken.first()?, &self.printer);
        let pushes = matches!(first, Step::Push { .. });
        let is_one = |(step, (stack, _, room)): &(&Step, (Var, Var, Room))| {
            matches!(step, Step::Push { .. }) == pushes && *stack == tape && *room == Room::Real
        };
        let is_arithmetic = body.iter().all(|step| is_arithmetic(step, p.vars));
        if !is_plain
            || !is_arithmetic
            || !taken.iter().all(is_one)
            || !is_usize(index, range, &Nodes::of(body, p.vars), p.vars)
        {
            return None;
        }
        // A record that was made rising is taken from its first place on.
        let rises = !pushes && range.falling && commutes_around(step, tape, p.vars);
        let range = &Range { falling: range.falling && !rises, ..range.clone() };
        let (name, tape, count) = (self.name(index), self.name(tape), taken.len());
        let kept = Ident::new("kept", Span::mixed_site());
        let mut at = 0;
        let inner: TokenStream = body
            .iter()
            .map(|step| {
                let Some((_, number, _)) = self.taking(step) else { return self.step(step) };
                let number_name = self.name(number);
                at += 1;
                if pushes {
                    let place = at - 1;
                    return quote!(#kept[#place] = #number_name;);
                }
                // What is pushed last is popped first.
                let (place, keyword, ty) = (count - at, self.keyword(number), self.kept_type(&Type::Real));
                quote!(let #keyword #number_name: #ty = #kept[#place];)
            })
            .collect();
        let (range, end) = (self.range(range), p.expr(&range.end));
        let places = if pushes {
            quote!(#tape.extended::<#count>(#end))
        } else if rises {
            quote!(#tape.shrunk::<#count>(#end))
        } else {
            quote!(#tape.shrunk::<#count>(#end).rev())
        };
        Some(quote!(for (#name, #kept) in ::core::iter::zip(#range, #places) { #inner }))
    }

    /// Emits the push of a local on the tape.
    pub(super) fn keep(&self, tape: Var, local: Var) -> TokenStream {
        let (manner, lent) = (self.manner(local), self.name(local));
        if self.printer.readable {
            return quote!(record(#lent););
        }
        let tape = self.name(tape);
        let of = &self.printer.vars[local];
        match of.role {
            Role::Scratch => quote!(#tape.keep_all::<#manner, _>(&#lent[..]);),
            // A map is read through its wrapper.
            _ if of.ty.is_map() => quote!(#tape.keep_whole(::core::clone::Clone::clone(&*#lent));),
            _ if of.ty.of_foreign() => quote!(#tape.keep_whole(#lent);),
            _ => match plain(&of.ty) {
                Some(Plain::One(_)) => quote!(#tape.keep::<#manner, _>(&(#lent as i64));),
                Some(Plain::Many) => quote!(#tape.keep_whole(#lent);),
                None => quote!(#tape.keep::<#manner, _>(&#lent);),
            },
        }
    }

    /// Emits the pop of a local from the tape. If its type is not written, an expression of the same type, which is
    /// not evaluated, determines it.
    pub(super) fn take(&self, tape: Var, local: Var, like: Option<&Expr>) -> TokenStream {
        let (manner, keyword, name) = (self.manner(local), self.keyword(local), self.name(local));
        if self.printer.readable {
            return quote!(let #keyword #name = recorded(););
        }
        let tape = self.name(tape);
        if self.printer.vars[local].role == Role::Scratch {
            return quote!(#tape.take_all::<#manner, _>(&mut #name[..]););
        }
        let ty = &self.printer.vars[local].ty;
        let taken = match plain(ty) {
            Some(Plain::One(variants)) => quote!(#tape.take_variant([#((#variants as i64, #variants)),*])),
            Some(Plain::Many) => quote!(#tape.take_whole()),
            None if ty.of_foreign() || ty.is_map() => quote!(#tape.take_whole()),
            None => quote!(#tape.take::<#manner, _>()),
        };
        match like {
            Some(like) => {
                let like = self.printer.owned(like);
                let ty = self.is_told_count(local).then(|| quote!(: usize));
                quote!(let #keyword #name #ty = if false { #like } else { #taken };)
            }
            None => {
                let (ty, opened) = (self.kept_type(ty), self.opened_local(local));
                quote!(let #keyword #name: #ty = #taken; #opened)
            }
        }
    }

    /// Returns how a local, or an element of borrowed storage, is stored.
    fn manner(&self, local: Var) -> TokenStream {
        let local = &self.printer.vars[local];
        manner(if local.role == Role::Scratch { local.ty.item() } else { &local.ty })
    }

    fn kept_type(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Real => self.printer.real.map_or_else(|| quote!(_), |real| real.ident().to_token_stream()),
            Type::Structure(Named::Number(number)) => {
                let name = Ident::new(number.name(), Span::call_site());
                let real = self.kept_type(&Type::Real);
                quote!(::retrograde::__private::#name<#real>)
            }
            Type::Exact(Exact::Written(ty)) => quote!(#ty),
            Type::Array(item, length) => {
                let item = self.kept_type(item);
                quote!([#item; #length])
            }
            Type::Vec(item) | Type::Slice(item) => {
                let item = self.kept_type(item);
                quote!(::retrograde::__private::Vec<#item>)
            }
            Type::Structure(Named::Written(ty)) => quote!(#ty),
            Type::Map(_, written) => quote!(#written),
            Type::Exact(Exact::Unknown | Exact::Discrete)
            | Type::Structure(Named::Unknown)
            | Type::Unknown => quote!(_),
        }
    }
}

/// Values of an enum whose variants hold nothing.
enum Plain {
    /// One, with the variants.
    One(Vec<syn::Path>),
    /// Arrays and vectors of them.
    Many,
}

/// Returns what a type has of such values.
fn plain(ty: &Type) -> Option<Plain> {
    let Type::Exact(Exact::Written(of)) = ty.leaf() else { return None };
    if of.scalar() != Some(Scalar::Plain) {
        return None;
    }
    if ty.depth() > 0 {
        return Some(Plain::Many);
    }
    let syn::Type::Path(path) = of.written() else { return None };
    let name = path.path.get_ident()?;
    let variants = plain_enums::unmarked_variants(name)?;
    Some(Plain::One(variants.iter().map(|variant| syn::parse_quote!(#name::#variant)).collect()))
}

/// The marker by which a value of a type is recorded.
pub(super) fn manner(ty: &Type) -> TokenStream {
    match ty {
        Type::Real | Type::Structure(Named::Number(_)) => quote!(::retrograde::__private::Reals),
        Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => {
            quote!(::retrograde::__private::Exacts)
        }
        Type::Array(item, _) | Type::Vec(item) | Type::Slice(item) => {
            let item = manner(item);
            quote!(::retrograde::__private::EachOf<#item>)
        }
    }
}
