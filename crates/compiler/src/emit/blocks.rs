//! Emits what a kernel needs for its iterations to run in blocks, on threads (`#[parallel(threads)]`) and on ranks (`#[parallel(ranks)]`): its division into the iterations
//! before some number, and the others; and what ranks hand to one another.
//!
//! Law: a block has the elements of its iterations, split off as slices, and sums of its own. So threads share only what is read, which rustc
//! confirms.

use super::lanes::{Content, Field, array_of};
use super::steps::Emitter;
use crate::ir::step::{Lanes, Row, RowTouch};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

impl Emitter<'_> {
    /// True if blocks of the loop have parts of the array of a row.
    pub(super) fn is_split(&self, row: &Row, lanes: &Lanes) -> bool {
        row.touch != RowTouch::Read && self.printer.vars.is_in_blocks(lanes.index)
    }

    /// Returns the field for the place where the part of an array begins that a block has.
    pub(super) fn base(&self, row: &Row) -> Field {
        let name = base_of(self.name(row.local));
        Field { name, ty: quote!(::core::primitive::usize), value: quote!(0), content: Content::Base }
    }

    /// Prints an index of an array as one of the part that a block has.
    pub(super) fn in_part(&self, index: TokenStream, row: &Row, lanes: &Lanes) -> TokenStream {
        if !self.is_split(row, lanes) {
            return index;
        }
        let base = base_of(self.name(row.local));
        quote!(::core::primitive::usize::wrapping_sub(#index, #base))
    }

    /// Emits the traits of a kernel with some fields. The emitter is that of the kernel.
    pub(super) fn in_blocks(&self, lanes: &Lanes, fields: &[Field]) -> TokenStream {
        let divisible = self.divisible(lanes, fields);
        let shareable = self.printer.vars.is_on_ranks(lanes.index).then(|| self.shareable(fields));
        quote!(#divisible #shareable)
    }

    /// Emits what ranks hand to one another: own elements and sums.
    fn shareable(&self, fields: &[Field]) -> TokenStream {
        let (constants, said) = self.constants();
        let of = |content: Content| fields.iter().filter(move |field| field.content == content);
        let lent = fields.iter().map(|Field { name, content, .. }| match content {
            Content::Shared | Content::Base => quote!(#name: self.#name),
            Content::Own => quote!(#name: &mut *self.#name),
            Content::Sum => quote!(#name: self.#name.clone()),
        });
        let sums = of(Content::Sum).map(|field| &field.name);
        let own: Vec<&Ident> = of(Content::Own).map(|field| &field.name).collect();
        let read = of(Content::Shared).map(|field| &field.name).chain(own.iter().copied());
        quote! {
            impl<'lanes, #(#constants),*> ::retrograde::__private::lanes::Shareable for Iterations<'lanes, #(#said),*> {
                type Lent<'lent> = Iterations<'lent, #(#said),*> where Self: 'lent;
                fn lent(&mut self) -> Iterations<'_, #(#said),*> {
                    Iterations { _data: ::core::marker::PhantomData, _range: self._range.start..self._range.end, #(#lent,)* }
                }
                fn nothing(&self) -> <Self as ::retrograde::__private::lanes::Kernel>::Output {
                    (
                        ::retrograde::__private::lanes::Reached(self._range.end),
                        [#(::retrograde::__private::vec![-0.0; self.#sums.len()]),*],
                    )
                }
                #[allow(unused_variables)]
                fn own(&mut self, visit: &mut dyn ::core::ops::FnMut(&mut [::core::primitive::f64])) {
                    #(::retrograde::__private::lanes::Numbers::numbers(&mut *self.#own, visit);)*
                }
                #[allow(unused_variables)]
                fn glimpse(&self, digest: &mut ::retrograde::__private::lanes::Digest) {
                    #(::retrograde::__private::lanes::Glimpse::glimpse(&self.#read, digest);)*
                }
            }
        }
    }

    /// Emits the division of a kernel with some fields.
    fn divisible(&self, lanes: &Lanes, fields: &[Field]) -> TokenStream {
        let p = &self.printer;
        let index = self.name(lanes.index);
        let names: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
        let (constants, said) = self.constants();
        let later = fields.iter().map(|field| match (&field.name, field.content) {
            (name, Content::Shared) => quote!(#name),
            (name, Content::Own | Content::Base) => later_of(name).into_token_stream(),
            (name, Content::Sum) => {
                quote!(::retrograde::__private::vec![-0.0; #name.len()])
            }
        });
        let seen = fields.iter().filter_map(|field| match (&field.name, field.content) {
            (name, Content::Shared | Content::Base) => Some(quote!(#name,)),
            (name, Content::Own) => Some(quote!(ref #name,)),
            (_, Content::Sum) => None,
        });
        let sums = fields.iter().filter(|field| field.content == Content::Sum).map(|field| &field.name);
        let whole = lanes.rows.iter().map(|row| {
            let (array, stride) = (self.array(row, lanes), p.expr(&row.stride));
            let start = self.in_part(self.wrapping(&row.start), row, lanes);
            let length = row.length.as_ref().map_or(quote!(1), |length| p.expr(length));
            quote!(&& ::retrograde::__private::lanes::fit(_range.len(), #array.len(), #start, #stride, #length))
        });
        let split = self.rows_split(lanes).map(|row| {
            let (array, base) = (array_of(self.name(row.local)), base_of(self.name(row.local)));
            let (later, start) = (later_of(&array), self.wrapping(&row.start));
            let (base_later, at) = (later_of(&base), self.in_part(start.clone(), row, lanes));
            quote! {
                let (#array, #later) = #array.split_at_mut(#at);
                let #base_later = #start;
            }
        });
        quote! {
            impl<'lanes, #(#constants),*> ::retrograde::__private::lanes::Divisible for Iterations<'lanes, #(#said),*> {
                fn iterations(&self) -> ::core::ops::Range<::core::primitive::usize> {
                    self._range.start..self._range.end
                }
                #[allow(unused_variables)]
                fn is_divisible(&self) -> ::core::primitive::bool {
                    let Iterations { ref _range, #(#seen)* .. } = *self;
                    let #index = _range.start;
                    true #(#whole)*
                }
                fn sums(&self) -> ::core::primitive::usize {
                    0 #(+ self.#sums.len())*
                }
                #[allow(unused_variables)]
                fn divided(self, _at: ::core::primitive::usize) -> (Self, Self) {
                    let Iterations { _data, _range, #(#names,)* } = self;
                    let #index = _at;
                    #(#split)*
                    let later = Self { _data, _range: _at.._range.end, #(#names: #later,)* };
                    (Self { _data, _range: _range.start.._at, #(#names,)* }, later)
                }
            }
        }
    }

    fn rows_split<'l>(&'l self, lanes: &'l Lanes) -> impl Iterator<Item = &'l Row> {
        lanes.rows.iter().filter(|row| self.is_split(row, lanes))
    }
}

/// The name of what the later block has.
fn later_of(name: &Ident) -> Ident {
    format_ident!("{}_later", name)
}

/// The name of the place where a part of an array begins.
fn base_of(local: Ident) -> Ident {
    format_ident!("{}_base", local)
}
