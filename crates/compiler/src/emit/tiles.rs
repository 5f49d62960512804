//! Sums of many numbers in lanes, which are stored without lanes.
//!
//! A sum has a number for each lane, and an array of them is as many times as large as what it is the sum of. Where the second cache does not hold it, an innermost loop
//! takes a few of its sums in a *tile*, and adds their lanes up before they are stored. The number of such sums of a kernel decides that when the program runs, and the loop is printed twice.
//! Law: such a sum is accessed by tiles alone, so that its array with lanes is empty.

use super::lanes::buffer;
use super::steps::Emitter;
use crate::ir::print::{Lanes, Printer, Tiled};
use crate::ir::step::{Step, nested};
use crate::ir::*;
use crate::simplify::access::Nodes;
use crate::sorted::Set;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

/// Returns the sums among `sums` that innermost loops visit in parts, and the windows into them.
pub(super) fn tiled(steps: &[Step], sums: &Set<Var>, vars: &Variables) -> Set<Var> {
    let mut windows = Vec::new();
    each_window(steps, &mut windows);
    let nodes = Nodes::of(steps, vars);
    let count = |var: Var| nodes.accesses().filter(|access| access.place.base == var).count();
    let into = |var: Var| windows.iter().filter(move |(_, of)| *of == var).map(|(window, _)| *window);
    let by_windows = |var: Var| into(var).count() > 0 && into(var).count() == count(var);
    let whole = sums.iter().copied().filter(|sum| by_windows(*sum) && into(*sum).all(by_windows));
    whole.flat_map(|sum| into(sum).chain([sum])).collect()
}

/// Lists the windows through which steps change arrays, with the arrays.
pub(super) fn each_window(steps: &[Step], windows: &mut Vec<(Var, Var)>) {
    for step in steps {
        if let Step::Window { var, of, mutable: true, .. } = step {
            windows.push((*var, of.base));
        }
        nested(step).into_iter().for_each(|inner| each_window(inner, windows));
    }
}

/// Adds the windows into arrays to them.
pub(super) fn with_windows(steps: &[Step], arrays: &Set<Var>) -> Set<Var> {
    let (mut windows, mut all) = (Vec::new(), arrays.clone());
    each_window(steps, &mut windows);
    // A window into a window stands behind it.
    for (window, of) in windows {
        if all.contains(&of) {
            all.insert(window);
        }
    }
    all
}

/// The truth that decides for all loops of a kernel.
pub(super) fn many() -> Ident {
    Ident::new("_many", Span::mixed_site())
}

impl Emitter<'_> {
    fn tiled(&self) -> Option<Tiled<'_>> {
        self.printer.lanes.map(|lanes| lanes.tiled)
    }

    /// Prints steps from a window into sums on twice, for many of them and for few.
    pub(super) fn either(&self, steps: &[Step]) -> Option<TokenStream> {
        let (Step::Window { var, .. }, Some(Tiled::Open(tiled))) = (steps.first()?, self.tiled()) else {
            return None;
        };
        if !tiled.contains(var) {
            return None;
        }
        let printed = |tiled| {
            let lanes = self.printer.lanes.map(|lanes| Lanes { tiled, ..lanes });
            Emitter { printer: Printer { lanes, ..self.printer }, ..*self }.steps(steps)
        };
        let (narrow, wide, many) = (printed(Tiled::Narrow(tiled)), printed(Tiled::Wide), many());
        Some(quote!(if #many { #narrow } else { #wide }))
    }

    /// Binds a window into many sums, which have no lanes, or a tile of it.
    pub(super) fn narrow(&self, var: Var, of: &Place, bounds: [&Expr; 2], text: &str) -> Option<TokenStream> {
        let Some(Tiled::Narrow(tiled)) = self.tiled() else { return None };
        let (name, c, [start, length]) =
            (self.name(var), self.cotangent, bounds.map(|bound| self.printer.expr(bound)));
        if tiled.contains(&var) {
            let buffer = buffer(self.name(of.base));
            return Some(quote!(
                let #name = ::retrograde::__private::window_mut(&mut #buffer[..], #start, #length, #text);
            ));
        }
        let most = match bounds[1] {
            Expr::Constant(_) => length,
            _ => quote!(::retrograde::__private::lanes::TILE),
        };
        tiled.contains(&of.base).then(|| quote!(let mut #name = [#c::constant(-0.0); #most];))
    }

    /// Adds the lanes of the tiles of a list of steps to the sums.
    pub(super) fn flushed(&self, steps: &[Step]) -> TokenStream {
        let Some(Tiled::Narrow(tiled)) = self.tiled() else { return TokenStream::new() };
        let flushed = steps.iter().filter_map(|step| match step {
            Step::Window { var, of, start, length, mutable: true }
                if tiled.contains(&of.base) && !tiled.contains(var) =>
            {
                let (tile, sums) = (self.name(*var), self.name(of.base));
                let [start, length] = [start, length].map(|bound| self.printer.expr(bound));
                Some(quote!(::retrograde::__private::lanes::add_sums(#tile, #sums, #start, #length);))
            }
            _ => None,
        });
        flushed.collect()
    }
}
