//! The instances of a batch: one by one, and in lanes.

use super::programs::{Bar, Batch};
use super::{Kind, count, flat, flat_items, hidden, shaped, source};
use crate::emit::lanes::vector;
use crate::ir::RealType;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

impl Batch<'_> {
    /// Emits one instance, by the programs that every function has.
    pub(super) fn alone(&self) -> TokenStream {
        let f64 = quote!(::core::primitive::f64);
        let (item, kind) = (self.item, self.kind);
        let local = |bar: &Ident| format_ident!("{}_alone", bar, span = Span::mixed_site());
        let (rows, each) = self.shared_rows().unzip();
        let mut row = quote!(0);
        let mut before = TokenStream::new();
        let (mut args, mut after) = (TokenStream::new(), TokenStream::new());
        for part in self.parts {
            let (name, bar, own) = (&part.name, &part.bar, local(&part.bar));
            if part.param.is_some() {
                args.extend(match (part.source, part.is_exact(), part.by_value) {
                    (Some(_), _, true) => quote!(*#name.given(_first + _at),),
                    (Some(_), _, false) => quote!(#name.given(_first + _at),),
                    (None, true, _) => quote!(#name,),
                    (None, false, _) => quote!(&mut #name[_at],),
                });
            }
            if kind == Kind::Run || !part.active {
                continue;
            }
            let zero = if part.is_output() { quote!(0.0) } else { quote!(-0.0) };
            let zeros = shaped(&part.ty, &self.over(&zero));
            match self.bar(part) {
                Bar::Read => before.extend(quote!(let #own = #bar[_at];)),
                Bar::Changed => {}
                Bar::None | Bar::Set | Bar::Columns | Bar::Added => {
                    before.extend(quote!(let mut #own = #zeros;));
                }
            }
            if part.is_output() && kind.seeds_each() {
                let outputs = flat(quote!(#own), part.ty.depth(), true);
                before.extend(quote!(::retrograde::__private::batch::seed(#outputs, #row);));
                let count = count(&part.ty);
                row = quote!(#row + #count);
            }
            args.extend(match (self.bar(part), part.param) {
                (Bar::Changed, _) => quote!(&mut #bar[_at],),
                (_, None) => quote!(#own,),
                (Bar::None | Bar::Read | Bar::Set | Bar::Columns | Bar::Added, Some(_)) => quote!(&mut #own,),
            });
            match self.bar(part) {
                Bar::Set => after.extend(quote!(#bar[_at] = #own;)),
                Bar::Columns => {
                    let first = self.columns(Some(part)).unwrap_or(quote!(0));
                    let of_columns = flat(quote!(#own), part.ty.depth(), false);
                    after.extend(quote! {
                        ::retrograde::__private::batch::turned(#of_columns, &mut #rows[_at * #each..][..#each], #first);
                    });
                }
                Bar::Added => after.extend(quote!(#bar.added(_first + _at, &#own);)),
                Bar::None | Bar::Read | Bar::Changed => {}
            }
        }
        let value = self.parts.iter().find(|part| part.param.is_none()).map(|part| &part.name);
        let name = match (kind, value) {
            (Kind::Run, _) => "",
            (Kind::Jacobian | Kind::Rows | Kind::Sweep, Some(_)) => "pull",
            (Kind::Jacobian | Kind::Rows | Kind::Sweep, None) => "sweep",
        };
        let c = (kind != Kind::Run).then(|| self.over(&f64));
        let said = match &item.stages.function.real {
            RealType::Concrete(_) if self.constants().1.is_empty() => quote!(),
            RealType::Concrete(_) | RealType::Generic(_) => {
                let params = &item.stages.function.item.sig.generics.params;
                let own = params.iter().filter_map(|param| match param {
                    syn::GenericParam::Lifetime(_) => None,
                    syn::GenericParam::Type(_) => Some(f64.clone()),
                    syn::GenericParam::Const(p) => Some(p.ident.to_token_stream()),
                });
                quote!(::<#(#own,)* #c>)
            }
        };
        let (run, value) = (item.at(name), value.map(|value| quote!(#value[_at] =)));
        quote! {
            #[allow(unused_imports)]
            use ::retrograde::__private::batch::Given as _;
            #before
            #value #run #said (#args);
            #after
        }
    }

    /// Emits the instances that run together, and returns how many these are.
    pub(super) fn in_lanes(&self) -> TokenStream {
        let f64 = quote!(::core::primitive::f64);
        let usize = quote!(::core::primitive::usize);
        let (mut fields, mut values) = (TokenStream::new(), TokenStream::new());
        let mut names = TokenStream::new();
        for part in self.parts {
            let (name, bar, ty) = (&part.name, &part.bar, shaped(&part.ty, &f64));
            match (part.source, part.param) {
                (Some(number), _) => {
                    let (given, _) = source(number);
                    fields.extend(quote!(#name: &'batch #given,));
                    values.extend(quote!(#name: &#name,));
                }
                (None, Some(p)) if part.is_exact() => {
                    let ty = match &p.written {
                        syn::Type::Reference(lent) => {
                            let of = &lent.elem;
                            quote!(&'batch #of)
                        }
                        ty => quote!(#ty),
                    };
                    fields.extend(quote!(#name: #ty,));
                    values.extend(quote!(#name,));
                }
                _ => {
                    fields.extend(quote!(#name: &'batch mut [#ty],));
                    values.extend(quote!(#name: &mut #name[..],));
                }
            }
            names.extend(quote!(#name,));
            let cotangent = shaped(&part.ty, &self.over(&f64));
            match self.bar(part) {
                Bar::None | Bar::Columns => continue,
                Bar::Read => {
                    fields.extend(quote!(#bar: &'batch [#cotangent],));
                    values.extend(quote!(#bar: &#bar[..],));
                }
                Bar::Changed | Bar::Set => {
                    fields.extend(quote!(#bar: &'batch mut [#cotangent],));
                    values.extend(quote!(#bar: &mut #bar[..],));
                }
                Bar::Added => {
                    fields.extend(quote!(#bar: ::retrograde::__private::batch::Room<'batch, #cotangent>,));
                    values.extend(quote!(#bar: #bar.lent(),));
                    names.extend(quote!(mut));
                }
            }
            names.extend(quote!(#bar,));
        }
        if let Some((rows, _)) = self.shared_rows() {
            fields.extend(quote!(#rows: &'batch mut [#f64],));
            values.extend(quote!(#rows: &mut #rows[..],));
            names.extend(quote!(#rows,));
        }
        let given = || self.parts.iter().filter_map(|part| part.source).map(source);
        let (lifetimes, types): (Vec<_>, Vec<_>) = given().map(|(ty, lifetime)| (lifetime, ty)).unzip();
        let (sources, v) = (self.sources(), vector());
        let (constants, said) = self.constants();
        let run = self.kernel();
        let no_checks = self.item.checks_in_debug().then(|| quote!(&&!::core::cfg!(debug_assertions)));
        quote!(::retrograde::__private::in_lanes!(0, <#f64, #f64> of [f64], {
            if _count >= 8 && ::retrograde::__private::lanes::may_run() #no_checks {
                #[allow(non_camel_case_types)]
                struct Instances<'batch, #(#lifetimes,)* #(#types,)* #(#constants),*> {
                    _given: ::core::marker::PhantomData<(&'batch (), #(&#lifetimes (),)*)>,
                    _first: #usize,
                    _count: #usize,
                    #fields
                }
                #[allow(non_camel_case_types)]
                impl<'batch, #sources #(#constants),*> ::retrograde::__private::lanes::Kernel
                    for Instances<'batch, #(#lifetimes,)* #(#types,)* #(#said),*>
                {
                    type Scalar = #f64;
                    type Output = #usize;
                    #[inline(always)]
                    fn run<#v: ::retrograde::__private::lanes::Vector<Scalar = #f64>>(self) -> #usize {
                        #[allow(unused_imports)]
                        use ::retrograde::__private::batch::Given as _;
                        #[allow(unused_imports)]
                        use ::retrograde::__private::traits::*;
                        let Instances { _given: _, _first, _count, #names } = self;
                        #run
                    }
                }
                ::retrograde::__private::lanes::run::<8, _>(
                    Instances::<#(#types,)* #(#said),*> { _given: ::core::marker::PhantomData, _first, _count, #values },
                )
            } else {
                0
            }
        }))
    }

    /// Emits the loop over the instances that run together.
    fn kernel(&self) -> TokenStream {
        let (kind, v, lane) = (self.kind, vector(), hidden("lane"));
        let inside = |name: &Ident| format_ident!("{}_lanes", name, span = Span::mixed_site());
        let mut row = quote!(0);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let (mut args, mut bars) = (TokenStream::new(), TokenStream::new());
        let mut plain = TokenStream::new();
        // The rows of an instance, whose columns arguments set before they are stored.
        let (shared, turned) = (self.shared_rows(), hidden("turned"));
        if let Some((_, each)) = &shared {
            before.extend(quote!(let mut #turned = [#v::constant(0.0); #each];));
        }
        for part in self.parts {
            let (name, bar, depth) = (&part.name, &part.bar, part.ty.depth());
            let (own, own_bar) = (inside(name), inside(bar));
            let (count, zero) = (count(&part.ty), shaped(&part.ty, &quote!(#v::constant(0.0))));
            if part.is_exact() {
                args.extend(quote!(#name,));
                plain.extend(quote!(#name,));
                continue;
            }
            let from = match part.source {
                Some(_) => quote!(*#name.given(_first + _at + #lane)),
                None => quote!(#name[_at + #lane]),
            };
            let (from, to) = (flat(from, depth, false), flat(quote!(#own), depth, true));
            if part.param.is_some() {
                before.extend(quote!(let mut #own = #zero; #v::read_rows(#to, |#lane| #from);));
                let arg = match (part.source, part.by_value) {
                    (Some(_), true) => quote!(#own,),
                    (Some(_), false) => quote!(&#own,),
                    (None, _) => quote!(&mut #own,),
                };
                args.extend(arg.clone());
                plain.extend(arg);
            }
            if part.is_output() {
                let (from, to) = (flat(quote!(#own), depth, false), flat_items(quote!(#name), depth, true));
                after.extend(quote!(#v::write_rows(#from, #to, |#lane| (_at + #lane) * #count);));
            }
            if kind == Kind::Run || !part.active {
                continue;
            }
            let (depth, count_of_bar) = (self.depth_of_bar(part), self.count_of_bar(part));
            let zero = if part.is_output() { quote!(0.0) } else { quote!(-0.0) };
            let zero = shaped(&part.ty, &self.over(&quote!(#v::constant(#zero))));
            before.extend(quote!(let mut #own_bar = #zero;));
            let to = flat(quote!(#own_bar), depth, true);
            match (kind, self.bar(part)) {
                (Kind::Sweep, Bar::Read | Bar::Changed) => {
                    let from = flat(quote!(#bar[_at + #lane]), depth, false);
                    before.extend(quote!(#v::read_rows(#to, |#lane| #from);));
                }
                (Kind::Jacobian | Kind::Rows, _) if part.is_output() => {
                    let outputs = flat(quote!(#own_bar), part.ty.depth(), true);
                    before.extend(quote!(::retrograde::__private::batch::seed(#outputs, #row);));
                    row = quote!(#row + #count);
                }
                _ => {}
            }
            let from = flat(quote!(#own_bar), depth, false);
            match self.bar(part) {
                Bar::None | Bar::Read => {}
                Bar::Columns => {
                    let first = self.columns(Some(part)).unwrap_or(quote!(0));
                    let of_columns = flat(quote!(#own_bar), part.ty.depth(), false);
                    after.extend(quote!(::retrograde::__private::batch::turned(#of_columns, &mut #turned[..], #first);));
                }
                Bar::Changed | Bar::Set => {
                    let to = flat_items(quote!(#bar), depth, true);
                    after
                        .extend(quote!(#v::write_rows(#from, #to, |#lane| (_at + #lane) * (#count_of_bar));));
                }
                Bar::Added => {
                    let (sums, zero) = (hidden("sums"), shaped(&part.ty, &quote!(0.0)));
                    let to = flat_items(quote!((&mut #sums[..])), depth, true);
                    after.extend(quote! {
                        let mut #sums = [#zero; 16];
                        #v::write_rows(#from, #to, |#lane| #lane * #count);
                        for #lane in 0..#v::LANES {
                            #bar.added(_first + _at + #lane, &#sums[#lane]);
                        }
                    });
                }
            }
            match part.param {
                Some(_) => args.extend(quote!(&mut #own_bar,)),
                None => bars.extend(quote!(#own_bar,)),
            }
        }
        if let Some((rows, each)) = &shared {
            after.extend(quote!(#v::write_rows(&#turned[..], #rows, |#lane| (_at + #lane) * #each);));
        }
        // What is stored is more than a cache holds: the processor would wait for the lines of one block after the other.
        let set = self.parts.iter().filter(|part| self.bar(part) == Bar::Set);
        let expected = set.map(|part| (part.bar.clone(), quote!(1))).chain(shared).map(|(bar, each)| {
            quote! {
                ::retrograde::__private::lanes::prefetch_for_writing(
                    #bar,
                    (_at + 2 * #v::LANES) * #each,
                    #v::LANES * #each,
                );
            }
        });
        let name = &self.item.stages.function.item.sig.ident;
        let c = self.over(&quote!(#v));
        let value = self.parts.iter().find(|part| part.param.is_none()).map(|part| {
            let own = inside(&part.name);
            quote!(let #own =)
        });
        let (_, said) = self.constants();
        let run = quote!(#name::__run_in_lanes::<#v, #(#said),*>(#plain););
        let back = quote!(#name::__back_in_lanes::<#v, #c, #(#said),*>(#bars #args););
        let call = match (kind, self.is_fused()) {
            (Kind::Run, _) => quote!(#value #run),
            (Kind::Jacobian | Kind::Rows | Kind::Sweep, true) => quote!(#value #back),
            (Kind::Jacobian | Kind::Rows | Kind::Sweep, false) => quote!(#run #back #run),
        };
        quote! {
            let mut _at = 0;
            while _at + #v::LANES <= _count {
                #(#expected)*
                #before
                #call
                #after
                _at += #v::LANES;
            }
            _at
        }
    }
}
