//! Emits `f::gradient`, which returns the value and owned cotangents, for uses in which a sweep is too verbose.

use super::item::Item;
use super::params::Param;
use super::programs::Extras;
use super::structure::Names;
use super::types::{stripped, vector, zeros_like};
use crate::ir::CalleeKind;
use crate::ir::print::constructed;
use crate::ir::step::{Ahead, Procedure, Row, RowTouch, Step};
use crate::ir::visit::each;
use crate::ir::visit::each_expression;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Item<'_> {
    /// Declares owned cotangents, and returns the arguments and the results made from them.
    pub(super) fn owned_bars(
        &self,
        skip: Option<usize>,
    ) -> (TokenStream, TokenStream, Vec<TokenStream>, Vec<TokenStream>) {
        let t = &self.t;
        let zero = quote!(<#t as ::retrograde::__private::Real>::constant(0.0));
        let (mut declare, mut pass, mut types, mut values) =
            (TokenStream::new(), TokenStream::new(), vec![], vec![]);
        for (i, p) in self.params.iter().enumerate() {
            let (name, bar) = (&p.name, &p.bar);
            let mutable = matches!(&p.written, syn::Type::Reference(r) if r.mutability.is_some());
            if Some(i) == skip {
                let (value, value_bar) = (self.own("value"), self.own("value_bar"));
                pass.extend(quote!(&mut #value, &mut #value_bar,));
                continue;
            }
            let primal = match mutable {
                true => quote!(&mut *#name),
                // The error of a `Result` is that of the function itself, which runs once more.
                false if self.written_output().is_some() => p.given_again(),
                false => quote!(#name),
            };
            if !p.real {
                pass.extend(quote!(#primal, ::retrograde::__private::Discard,));
                continue;
            }
            let (inner, _) = stripped(&p.written);
            if p.structure {
                let real = self.stages.function.real.ident();
                let owned = Names { real: t, cotangent: real, by_type: p.by_type };
                let place = if matches!(p.written, syn::Type::Reference(_)) {
                    quote!((*#name))
                } else {
                    quote!(#name)
                };
                let start = owned.zero(&inner, &place, &zero);
                let (ty, lent) = match owned.items(&p.written) {
                    Some(item) => (quote!(::retrograde::__private::Vec<#item>), quote!(&mut #bar[..])),
                    None => (owned.shadow(&inner).to_token_stream(), quote!(&mut #bar)),
                };
                declare.extend(quote!(let mut #bar: #ty = #start;));
                pass.extend(quote!(#primal, #lent,));
                types.push(ty);
                values.push(quote!(#bar));
                continue;
            }
            let start = if p.is_named_array {
                let depth = p.depth;
                let lent = matches!(p.written, syn::Type::Reference(_));
                let of = if lent { quote!(&*#name) } else { quote!(&#name) };
                quote!(::retrograde::__private::ZerosLike::<_, #depth>::zeros_like(#of, #zero))
            } else {
                zeros_like(&inner, &quote!(#name), &zero)
            };
            let (ty, start) = match &inner {
                named if p.is_named_array => {
                    let depth = p.depth;
                    (quote!(<#named as ::retrograde::__private::ZerosLike<#t, #depth>>::Zeros), start)
                }
                syn::Type::Slice(s) => {
                    let item = &s.elem;
                    (quote!(::retrograde::__private::Vec<#item>), start)
                }
                other => (quote!(#other), start),
            };
            declare.extend(quote!(let mut #bar: #ty = #start;));
            pass.extend(
                if matches!(inner, syn::Type::Slice(_))
                    || (p.depth > 0 && !mutable && vector(&inner).is_some())
                {
                    quote!(#primal, &mut #bar[..],)
                } else {
                    quote!(#primal, &mut #bar,)
                },
            );
            if p.role != Role::Scratch {
                types.push(ty);
                values.push(quote!(#bar));
            }
        }
        (declare, pass, types, values)
    }

    pub(super) fn gradient_function(
        &self,
        args: TokenStream,
        value: TokenStream,
        types: &[TokenStream],
        body: TokenStream,
    ) -> TokenStream {
        let doc = "The value and the cotangents of all active arguments, owned.";
        self.owned_function(doc, "gradient", args, &value, types, body)
    }

    fn owned_function(
        &self,
        doc: &str,
        name: &str,
        args: TokenStream,
        value: &TokenStream,
        types: &[TokenStream],
        body: TokenStream,
    ) -> TokenStream {
        let generics = &self.stages.function.item.sig.generics;
        let returned = quote!(-> (#value, (#(#types,)*)));
        let function = self.function(doc, name, generics, args, returned, body);
        quote!(::retrograde::__private::when_alloc! { #function })
    }

    /// Emits `gradient` for a function whose value is one number, otherwise `gradient_with`, which takes the
    /// cotangent of the value.
    pub(super) fn returning_gradient(&self, value: &syn::Type, kind: &Type) -> TokenStream {
        let (t, result, seed) = (&self.t, self.own("result"), self.own("seed"));
        let one = quote!(<#t as ::retrograde::__private::Real>::constant(1.0));
        let pulled = |seed: TokenStream| {
            let (declare, pass, types, values) = self.owned_bars(None);
            let said = self.said_with(self.carries.then(|| quote!(#t)));
            let pass = self.with(quote!(#seed,), pass);
            let run = match self.ahead() {
                Some((program, scaled)) => {
                    let (ahead, factor) = (self.at("__ahead"), self.own("factor"));
                    let scaled = scaled.iter().map(|p| scaled_by(p, program, &factor));
                    quote!(let (#result, #factor) = #ahead #said (#pass); #(#scaled)*)
                }
                None => {
                    let pull = self.at("__pull");
                    quote!(let #result = #pull #said (#pass);)
                }
            };
            let body = quote!(#declare #run (#result, (#(#values,)*)));
            (body, types)
        };
        let (plain, returned) = (self.plain(), quote!(#value));
        match kind {
            Type::Real | Type::Exact(_) => {
                let on_record = self
                    .stages
                    .function
                    .options
                    .language
                    .is_ordinary()
                    .then(|| self.gradient_on_record(&one, &returned));
                let (body, types) = pulled(one);
                let gradient = self.gradient_function(plain, returned, &types, body);
                let ahead = self.ahead().map(|(ahead, _)| self.ahead_function(ahead, value));
                quote!(#ahead #gradient #on_record)
            }
            // Stored as one number, whose gradient this is.
            Type::Structure(Named::Number(number)) if number.parts().len() == 1 => {
                let (body, types) = pulled(constructed(*number, &[one]));
                self.gradient_function(plain, returned, &types, body)
            }
            Type::Structure(_)
            | Type::Unknown
            | Type::Array(..)
            | Type::Slice(_)
            | Type::Vec(_)
            | Type::Map(..) => {
                let ty = if kind.of_foreign() {
                    let real = self.stages.function.real.ident();
                    Names { real: t, cotangent: real, by_type: false }.shadow(value)
                } else {
                    value.clone()
                };
                let (body, types) = pulled(quote!(#seed));
                let doc = "The value and the cotangents of all active arguments, owned, where `seed` is the cotangent of the value.";
                let taken = self.with(quote!(#seed: #ty,), plain.clone());
                let with = self.owned_function(doc, "gradient_with", taken, &returned, &types, body);
                let of = Extras::value(self.at_structure(quote!(-> (#returned, (#(#types,)*)))));
                let refused = self.without_gradient("one_number", &of);
                quote!(#with #refused)
            }
        }
    }

    /// Returns the pullback for fresh cotangents, if there is one, and the parameters whose cotangents the caller multiplies.
    fn ahead(&self) -> Option<(&Ahead, Vec<&Param>)> {
        let ahead = self.pullback()?.ahead.as_deref()?;
        let derived = self.declared.is_none_or(|d| d.adjoint.is_none() && d.body.is_none());
        let placed = matches!(self.place, CalleeKind::Free | CalleeKind::Method);
        let is_scaled =
            |p: &&Param| ahead.scaled.iter().any(|bar| p.bar == ahead.procedure.vars[*bar].name.as_str());
        let scaled: Vec<&Param> = self.params.iter().filter(is_scaled).collect();
        let numbers =
            scaled.iter().all(|p| p.real && !p.structure && !p.is_named_array && p.role == Role::Input);
        let offered = derived && placed && !self.hollow && numbers && scaled.len() == ahead.scaled.len();
        offered.then_some((ahead, scaled))
    }

    fn ahead_function(&self, ahead: &Ahead, value: &syn::Type) -> TokenStream {
        let (c, procedure) = (&self.c, &ahead.procedure);
        let seed = procedure.output.and_then(|(_, bar)| bar).map(|bar| {
            let v = &procedure.vars[bar];
            let bar = identifier(&v.name, v.span);
            quote!(#bar: #c,)
        });
        let args = self.with(quote!(#seed), self.shadowed());
        let body = self.body_with(procedure, Some(ahead.factor));
        self.function("", "__ahead", &self.generics(), args, quote!(-> (#value, #c)), body)
    }

    /// Emits a `gradient` whose call is an error, because it is bounded by a trait that no type implements.
    fn without_gradient(&self, kind: &str, of: &Extras) -> TokenStream {
        self.listed(&self.entry(kind, "gradient", of, quote!(::core::unimplemented!())))
    }

    /// Emits `gradient` if the first `&mut` number is changed and not read: it starts at zero and is the value. This
    /// cannot be known for calls, nor for the methods of a trait. Otherwise emits a `gradient` with an error that
    /// gives the reason.
    pub(super) fn state_gradient(&self) -> TokenStream {
        let stages = self.stages;
        if !self.offers.is_free(&self.program("gradient")) || !self.carries {
            return TokenStream::new();
        }
        let first =
            self.params.iter().position(|p| p.role == Role::State && p.real && p.depth == 0 && !p.structure);
        let is_output = |i: &usize| match self.place {
            CalleeKind::Free | CalleeKind::Method => {
                let is_derived = self.declared.is_none_or(|d| d.body.is_none());
                is_derived && is_only_changed(&stages.function, stages.function.params[*i].var)
            }
            CalleeKind::OfTrait | CalleeKind::InTrait => true,
        };
        let Some(first) = first.filter(is_output) else {
            return self.without_gradient("only_changed", &Extras::value(quote!(-> ((), ()))));
        };
        let t = &self.t;
        let (declare, pass, types, values) = self.owned_bars(Some(first));
        let (plain, said) = (self.said(false), self.said_with(self.carries.then(|| quote!(#t))));
        let list = self.params.iter().enumerate().filter(|(i, _)| *i != first).map(|(_, p)| {
            let (name, ty) = (&p.name, &p.written);
            quote!(#name: #ty,)
        });
        let args = quote!(#(#list)*);
        let (value, value_bar, result) = (self.own("value"), self.own("value_bar"), self.own("result"));
        let [run, sweep, adjoint] = ["", "__sweep", "__adjoint"].map(|program| self.at(program));
        // A provided method of a trait must work with other bodies.
        let sweeps = stages.sweep.is_some() && matches!(self.place, CalleeKind::Free | CalleeKind::Method);
        let run = if sweeps {
            quote!(#declare #sweep #said (#pass); let #result = #value;)
        } else {
            let primal = self.params.iter().enumerate().map(|(i, p)| {
                let name = &p.name;
                let mutable = matches!(&p.written, syn::Type::Reference(r) if r.mutability.is_some());
                match (i == first, mutable) {
                    (true, _) => quote!(&mut #value),
                    (false, true) => quote!(&mut *#name),
                    (false, false) => quote!(#name),
                }
            });
            // A vector has its cotangents after it has grown.
            quote!(#run #plain (#(#primal),*); let #result = #value; #declare #adjoint #said (#pass);)
        };
        let body = quote! {
            let mut #value = <#t as ::retrograde::__private::Real>::constant(0.0);
            let mut #value_bar = <#t as ::retrograde::__private::Real>::constant(1.0);
            #run
            (#result, (#(#values,)*))
        };
        self.gradient_function(args, quote!(#t), &types, body)
    }
}

/// Returns the product of each number of an owned cotangent with another, in blocks where the loop that has set them runs in blocks.
fn scaled_by(p: &Param, ahead: &Ahead, factor: &syn::Ident) -> TokenStream {
    let (bar, Procedure { steps, vars, .. }) = (&p.bar, &ahead.procedure);
    let is_row = |row: &Row| row.touch != RowTouch::Read && p.bar == vars[row.of].name.as_str();
    let in_blocks = |step: &Step| matches!(step, Step::Lanes(lanes) if vars.is_in_blocks(lanes.index) && lanes.rows.iter().any(is_row));
    match p.depth {
        0 => quote!(#bar *= #factor;),
        1 if steps.iter().any(in_blocks) => {
            quote!(::retrograde::__private::multiply_in_blocks(&mut #bar[..], #factor);)
        }
        depth => {
            let inner = (1..depth).map(|_| quote!(.flatten()));
            quote!(#bar.iter_mut() #(#inner)* .for_each(|number| *number *= #factor);)
        }
    }
}

/// True if no expression and no condition reads a number; updates and calls may change it.
fn is_only_changed(function: &Function, var: Var) -> bool {
    let mut is_read = false;
    each(&function.body, &mut |stmt| {
        if let Stmt::Call(call) = stmt {
            let is_moved = call.callee.is_stack() || call.callee.is_entry();
            is_read |= call.args.iter().any(|arg| match arg {
                Argument::Mutable(place) => is_moved && place.base == var,
                Argument::Shared(place) => place.base == var,
                Argument::Value(_) => false,
            });
        }
    });
    each_expression(&function.body, &mut |e| {
        e.reads(&mut |place| is_read |= place.base == var);
        e.clone()
    });
    !is_read
}
