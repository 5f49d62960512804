//! Emits steps in lanes of which some may be off: branches and loops whose conditions differ between lanes, changes under a
//! mask, and sums in which each lane chooses its element.
//!
//! A branch runs if it is taken in some lane, and a loop until no lane goes on. A change computes the new number in all lanes, and
//! keeps the old one in those that are off: what they compute, NaN or infinite, reaches nothing.

use super::steps::Emitter;
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

impl<'a> Emitter<'a> {
    /// Returns the emitter under one more mask, and the name of the mask.
    fn under_mask(&self) -> (Emitter<'a>, Ident) {
        let (printer, on) = self.printer.under_mask();
        (Emitter { printer, ..*self }, on)
    }

    /// `if c { … } else { … }` where lanes take different sides.
    pub(super) fn branch_in_lanes(&self, condition: &Expr, then: &[Step], otherwise: &[Step]) -> TokenStream {
        let (inside, on) = self.under_mask();
        let depth = self.printer.lanes.map_or(0, |lanes| lanes.depth);
        let taken = format_ident!("taken_{}", depth, span = Span::mixed_site());
        let mask = self.printer.mask(condition);
        let side = |mask: TokenStream, steps: &[Step]| {
            if steps.is_empty() {
                return TokenStream::new();
            }
            let (mask, steps) = (self.printer.within(mask), inside.steps(steps));
            quote! {
                let #on = #mask;
                if ::retrograde::__private::lanes::any(#on) { #steps }
            }
        };
        let (then, otherwise) = (side(quote!(#taken), then), side(quote!(!#taken), otherwise));
        quote!({ let #taken = #mask; #then #otherwise })
    }

    /// `while c { … }` where lanes stop one after the other.
    pub(super) fn loop_in_lanes(&self, condition: &Expr, body: &[Step]) -> TokenStream {
        let (inside, on) = self.under_mask();
        let all = self.printer.within(self.printer.mask(&Expr::truth(true)));
        let (mask, body) = (inside.printer.mask(condition), inside.steps(body));
        quote!({
            let mut #on = #all;
            loop {
                #on = #on & #mask;
                if !::retrograde::__private::lanes::any(#on) { break; }
                #body
            }
        })
    }

    /// Assigns to a place in the lanes that are on; nothing if all are.
    pub(super) fn assigned_in_lanes(&self, place: &Place, value: &TokenStream) -> Option<TokenStream> {
        let on = self.printer.lanes?.on()?;
        let (v, c, old) = (self.printer.real?.ident(), self.cotangent, self.printer.place(place));
        // A cotangent may have several numbers in each lane.
        let chosen = if self.is_shadow(place.base) && c != v {
            quote!(<#c as ::retrograde::__private::lanes::Chosen<#v>>::chosen(#on, #value, #old))
        } else {
            quote!(#v::select(#on, #value, #old))
        };
        Some(quote!(#old = #chosen;))
    }

    /// `place += e` and the like in the lanes that are on.
    pub(super) fn update_in_lanes(&self, u: &Update) -> Option<TokenStream> {
        self.printer.lanes?;
        let value = self.printer.expr(&u.value);
        if self.is_scattered(u.place.base) {
            return Some(self.scattered(&u.place, u.sign, &value));
        }
        if !self.is_real(&u.place) {
            return None;
        }
        if let (Some(sum), Group::Sum) = (self.narrower(&u.place), u.group) {
            let value = if u.sign == Sign::Plus { value } else { quote!(-(#value)) };
            return Some(sum.added(&value));
        }
        let place = self.printer.place(&u.place);
        let op = match (u.group, u.sign) {
            (Group::Sum, Sign::Plus) => quote!(+),
            (Group::Sum, Sign::Minus) => quote!(-),
            (Group::Product, Sign::Plus) => quote!(*),
            (Group::Product, Sign::Minus) => quote!(/),
            (Group::Xor, _) => return None,
        };
        self.assigned_in_lanes(&u.place, &quote!(#place #op (#value)))
    }

    /// `place += ± seed · factor` in the lanes that are on.
    pub(super) fn accumulate_in_lanes(&self, place: &Place, value: &Cotangent) -> Option<TokenStream> {
        self.printer.lanes?;
        if self.is_scattered(place.base) {
            return Some(self.scattered(place, value.sign, &self.unsigned(value)));
        }
        if let Some(sum) = self.narrower(place) {
            let Some(factor) = &value.factor else { return Some(sum.added(&self.signed(value))) };
            let (seed, factor) = (self.printer.value(&value.seed), self.printer.expr(factor));
            let seed = if value.sign == Sign::Plus { seed } else { quote!(-(#seed)) };
            return Some(sum.added_product(&seed, &factor));
        }
        self.assigned_in_lanes(place, &self.sum(place, value))
    }

    /// Adds a cotangent to a place in the lanes that are on.
    pub(super) fn added_in_lanes(&self, place: &Place, amount: &TokenStream) -> TokenStream {
        if self.is_scattered(place.base) {
            return self.scattered(place, Sign::Plus, amount);
        }
        if let Some(sum) = self.narrower(place) {
            return sum.added(amount);
        }
        let (old, target) = (self.receiver(place), self.printer.place(place));
        let sum = quote!(#old.plus(#amount));
        self.assigned_in_lanes(place, &sum).unwrap_or_else(|| quote!(#target = #sum;))
    }

    fn is_scattered(&self, var: Var) -> bool {
        self.printer.lanes.is_some_and(|lanes| lanes.scattered.contains(&var))
    }

    /// Adds the numbers of the lanes that are on to elements, one after the other: several lanes may choose the same one.
    fn scattered(&self, place: &Place, sign: Sign, amount: &TokenStream) -> TokenStream {
        let p = crate::ir::print::Printer { lanes: None, ..self.printer };
        let Some(lanes) = self.printer.lanes else { return TokenStream::new() };
        let v = self.printer.real.map(RealType::ident);
        let [amounts, lane] = ["amounts", "lane_number"].map(|name| Ident::new(name, Span::mixed_site()));
        let index = self.name(lanes.index);
        let op = if sign == Sign::Plus { quote!(+=) } else { quote!(-=) };
        let place = p.place(place);
        let on = lanes.on().map(|on| quote!(if ::retrograde::__private::lanes::is_on(#on, #lane)));
        quote!({
            let #amounts = ::retrograde::__private::lanes::apart::<#v>(#amount);
            for #lane in 0..#v::LANES {
                #on { let #index = #index + #lane; #place #op #amounts[#lane]; }
            }
        })
    }
}
