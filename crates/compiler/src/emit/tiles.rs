//! Sums of many numbers in lanes, which are stored without lanes.
//!
//! A sum has a number for each lane, and an array of them is as many times as large as what it is the sum of. Where the second cache does not hold it, an innermost loop
//! takes a few of its sums in a *tile*, and adds their lanes up before they are stored. The length of the array decides that when the program runs; the loop is the same.
//! Law: such a sum is accessed by tiles alone, so that its array with lanes is empty.

use super::lanes::buffer;
use super::steps::Emitter;
use crate::ir::step::{Step, nested};
use crate::ir::*;
use crate::simplify::access::Nodes;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use syn::Ident;

/// Returns the sums among `sums` that innermost loops visit in parts, and the windows into them.
pub(super) fn tiled(steps: &[Step], sums: &BTreeSet<Var>, vars: &Variables) -> BTreeSet<Var> {
    let mut windows = Vec::new();
    each_window(steps, &mut windows);
    let nodes = Nodes::of(steps, vars);
    let count = |var: Var| {
        nodes.all.iter().flat_map(|node| &node.accesses).filter(|access| access.place.base == var).count()
    };
    let into = |var: Var| windows.iter().filter(move |(_, of)| *of == var).map(|(window, _)| *window);
    let by_windows = |var: Var| into(var).count() > 0 && into(var).count() == count(var);
    let whole = sums.iter().copied().filter(|sum| by_windows(*sum) && into(*sum).all(by_windows));
    whole.flat_map(|sum| into(sum).chain([sum])).collect()
}

fn each_window(steps: &[Step], windows: &mut Vec<(Var, Var)>) {
    for step in steps {
        if let Step::Window { var, of, mutable: true, .. } = step {
            windows.push((*var, of.base));
        }
        nested(step).into_iter().for_each(|inner| each_window(inner, windows));
    }
}

/// The name of the part of the sums without lanes that a window stands for.
fn narrow(window: &Ident) -> Ident {
    format_ident!("{}_narrow", window, span = Span::mixed_site())
}

/// The name of the tile that a window is.
fn tile(window: &Ident) -> Ident {
    format_ident!("{}_tile", window, span = Span::mixed_site())
}

impl Emitter<'_> {
    fn is_tiled(&self, var: Var) -> bool {
        self.printer.lanes.is_some_and(|lanes| lanes.tiled.contains(&var))
    }

    /// Binds a window into sums: with lanes, or without where there are many.
    pub(super) fn window_into_sums(
        &self,
        var: Var,
        of: &Place,
        bounds: [&Expr; 2],
        text: &str,
    ) -> Option<TokenStream> {
        if !self.is_tiled(var) {
            return None;
        }
        let (name, narrow, base, buffer) =
            (self.name(var), narrow(&self.name(var)), self.name(of.base), buffer(self.name(of.base)));
        let [start, length] = bounds.map(|bound| self.printer.expr(bound));
        Some(quote!(let (#name, mut #narrow) = ::retrograde::__private::lanes::window_into_sums(
            &mut #base[..], &mut #buffer[..], #start, #length, #text,
        );))
    }

    /// Takes a tile in the place of a part of sums, where there are many.
    pub(super) fn tile(
        &self,
        var: Var,
        of: &Place,
        length: &Expr,
        window: &TokenStream,
    ) -> Option<TokenStream> {
        if !self.is_tiled(of.base) {
            return None;
        }
        let (name, narrow, c) = (self.name(var), narrow(&self.name(of.base)), self.cotangent);
        let tile = tile(&name);
        let (most, part) = match length {
            Expr::Constant(_) => (self.printer.expr(length), quote!(..)),
            length => {
                let length = self.printer.expr(length);
                (quote!(::retrograde::__private::lanes::LONG), quote!(..#length))
            }
        };
        Some(quote! {
            let mut #tile = [#c::constant(-0.0); #most];
            let #name = if #narrow.is_some() { &mut #tile[#part] } else { #window };
        })
    }

    /// Adds the lanes of the tiles of a list of steps to the sums.
    pub(super) fn flushed(&self, steps: &[Step]) -> TokenStream {
        let flushed = steps.iter().filter_map(|step| match step {
            Step::Window { var, of, start, length, mutable: true }
                if self.is_tiled(of.base) && !self.is_tiled(*var) =>
            {
                let (tile, narrow) = (tile(&self.name(*var)), narrow(&self.name(of.base)));
                let [start, length] = [start, length].map(|bound| self.printer.expr(bound));
                let sums = Ident::new("sums", Span::mixed_site());
                Some(quote!(if let Some(#sums) = &mut #narrow {
                    ::retrograde::__private::lanes::add_sums(#tile, #sums, #start, #length);
                }))
            }
            _ => None,
        });
        flushed.collect()
    }
}
