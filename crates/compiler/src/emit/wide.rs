//! Emits the rounds of a kernel that run two blocks of lanes at once, before those of one block: the same body, with the vectors `W` of both.
//!
//! Law: a sum has the lanes of one block, to which the first block is added, and then the second one. So its bits are those of one block after the other.

use super::lanes::{buffer, vector};
use super::steps::Emitter;
use super::tiles::{each_window, many};
use crate::ir::print::{self, Printer, Tiled};
use crate::ir::step::Lanes;
use crate::ir::*;
use crate::simplify::access::Nodes;
use crate::sorted::Set;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

impl Emitter<'_> {
    /// Prints the head of the method that runs a kernel: with the vectors of one block, or of two.
    pub(super) fn method(&self, lanes: &Lanes, output: &TokenStream) -> TokenStream {
        let (v, w) = (vector(), wide_vector());
        let one = quote! {
            #[inline(always)]
            fn run<#v: ::retrograde::__private::lanes::Vector<Scalar = _Element>>(self,) -> #output
        };
        if !lanes.wide {
            return one;
        }
        quote! {
            #one {
                ::retrograde::__private::lanes::Kernel::run_wide::<#v, #v>(self)
            }
            #[inline(always)]
            fn run_wide<
                #v: ::retrograde::__private::lanes::Vector<Scalar = _Element>,
                #w: ::retrograde::__private::lanes::Vector<Scalar = _Element>
                    + ::retrograde::__private::lanes::Wide<#v>,
            >(self) -> #output
        }
    }

    /// Prints the rounds of two blocks, which have storage of their own, where there is room. The emitter is that of one block, whose storage is there.
    pub(super) fn wide(&self, lanes: &Lanes, may_be_many: bool) -> TokenStream {
        let (real, vars) = (RealType::Generic(wide_vector()), self.printer.vars);
        let Some(differing) = self.printer.lanes else { return TokenStream::new() };
        let sums = || lanes.sums.iter().map(|sum| sum.local);
        let (mut windows, mut narrower) = (Vec::new(), sums().collect::<Set<Var>>());
        each_window(&lanes.body, &mut windows);
        // A window may look into another one, which stands before it.
        for (window, of) in windows {
            if narrower.contains(&of) {
                narrower.insert(window);
            }
        }
        let differing = print::Lanes { tiled: Tiled::Wide, narrower: Some(&narrower), ..differing };
        let printer = Printer { lanes: Some(differing), ..Printer::of_programs(vars, &real) };
        let wide = Emitter { printer, cotangent: real.ident(), ..*self };
        let (v, w, head, rounds) = (vector(), real.ident(), wide.steps(&lanes.head), wide.rounds(lanes));
        let made = Nodes::of(&lanes.head, vars).all.into_iter().filter(|node| node.parent.is_none());
        let made = made.filter_map(|node| node.declares);
        let made = made.filter(|var| vars[*var].ty.depth() > 0).map(|var| self.name(var));
        let sums = sums().map(|sum| buffer(self.name(sum)));
        let few = may_be_many.then(many).map(|many| quote!(!#many &&));
        quote! {
            if #few ::retrograde::__private::lanes::have_room::<#v, #w>(
                _range.len(), 0 #(+ #made.len())*, 0 #(+ #sums.len())*
            ) {
                #head
                #rounds
            }
        }
    }

    /// Returns a sum that has fewer lanes than the body.
    pub(super) fn narrower(&self, place: &Place) -> Option<Narrower> {
        let lanes = self
            .printer
            .lanes
            .filter(|lanes| lanes.narrower.is_some_and(|sums| sums.contains(&place.base)))?;
        let vectors = self.printer.real.map(RealType::ident)?.clone();
        Some(Narrower { place: self.printer.place(place), vectors, on: lanes.on() })
    }
}

/// The type of the vectors of two blocks.
fn wide_vector() -> Ident {
    Ident::new("W", Span::mixed_site())
}

/// A sum to which more lanes add than it has. Lanes that are off add minus zero, which changes no number.
pub(super) struct Narrower {
    place: TokenStream,
    vectors: Ident,
    on: Option<Ident>,
}

impl Narrower {
    pub(super) fn added(&self, amount: &TokenStream) -> TokenStream {
        let Narrower { place, vectors, .. } = self;
        let amount = self.or_else(amount, -0.0);
        quote!(#vectors::add_to(#amount, &mut #place);)
    }

    pub(super) fn added_product(&self, seed: &TokenStream, factor: &TokenStream) -> TokenStream {
        let Narrower { place, vectors, .. } = self;
        let (seed, factor) = (self.or_else(seed, -0.0), self.or_else(factor, 1.0));
        quote!(#vectors::add_product_to(#seed, #factor, &mut #place);)
    }

    /// Returns a number, with another one in the lanes that are off.
    fn or_else(&self, number: &TokenStream, off: f64) -> TokenStream {
        let Narrower { vectors, on, .. } = self;
        match on {
            Some(on) => quote!(#vectors::select(#on, #number, #vectors::constant(#off))),
            None => number.clone(),
        }
    }
}
