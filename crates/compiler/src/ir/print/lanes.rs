//! Prints what differs between lanes: truths as masks, and exact values lane by lane.
//!
//! A mask says which lanes are on. Lanes that are off compute with whatever numbers they have, and select away the results; an
//! index is only evaluated in lanes that are on.

use super::Printer;
use crate::ir::*;
use crate::sorted::Set;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// The way in which the lanes of a body differ.
#[derive(Clone, Copy)]
pub struct Lanes<'a> {
    /// The iteration of the first lane.
    pub index: Var,
    /// The truths of the body, which are masks.
    pub truths: &'a Set<Var>,
    /// The sums in which each lane chooses its element.
    pub scattered: &'a Set<Var>,
    /// The sums that are taken in tiles.
    pub tiled: Tiled<'a>,
    /// The sums, and the windows into them, to which more lanes add than they have.
    pub narrower: Option<&'a Set<Var>>,
    /// The number of masks around.
    pub depth: usize,
}

/// The sums that innermost loops visit in parts, with the windows into them, and how they are stored.
#[derive(Clone, Copy)]
pub enum Tiled<'a> {
    /// With lanes or without, which is decided where a loop begins.
    Open(&'a Set<Var>),
    /// Without.
    Narrow(&'a Set<Var>),
    /// With lanes.
    Wide,
}

impl Lanes<'_> {
    /// Returns the mask of the lanes that are on, if some may be off.
    pub fn on(self) -> Option<Ident> {
        (self.depth > 0).then(|| format_ident!("_on_{}", self.depth, span = Span::mixed_site()))
    }
}

impl<'a> Printer<'a> {
    /// Returns the printer under one more mask, and the name of that mask.
    pub fn under_mask(&self) -> (Printer<'a>, Ident) {
        let lanes = self.lanes.map(|lanes| Lanes { depth: lanes.depth + 1, ..lanes });
        let on = lanes.and_then(Lanes::on).unwrap_or_else(|| Ident::new("_on", Span::mixed_site()));
        (Printer { lanes, ..*self }, on)
    }

    /// Prints a mask, with the lanes off that are off outside.
    pub fn within(&self, mask: TokenStream) -> TokenStream {
        match self.lanes.and_then(Lanes::on) {
            Some(outer) => quote!(#outer & #mask),
            None => mask,
        }
    }

    /// True if the value of an expression differs between lanes.
    pub fn differs(&self, e: &Expr) -> bool {
        let Some(lanes) = self.lanes else { return false };
        e.reads_any(|place| place.base == lanes.index || self.is_in_lanes(place.base, lanes))
    }

    /// True if a variable has a value in each lane, as numbers and truths have.
    fn is_in_lanes(&self, var: Var, lanes: Lanes<'_>) -> bool {
        let is_number = self.vars[var].ty.is_real() && self.vars[var].role != Role::Uniform;
        is_number || lanes.truths.contains(&var)
    }

    /// True if each lane reaches another place.
    pub fn has_own_index(&self, place: &Place) -> bool {
        let mut differs = false;
        place.each_index(&mut |index| differs |= self.differs(index));
        differs
    }

    /// Prints a real number that each lane computes for itself, from its own iteration.
    pub fn lane_by_lane(&self, number: &TokenStream) -> TokenStream {
        let (Some(lanes), Some(real)) = (self.lanes, self.real) else { return number.clone() };
        let (v, lane) = (real.ident(), Ident::new("lane_number", Span::mixed_site()));
        let index = self.ident(lanes.index, self.vars[lanes.index].span);
        let number = quote!({ let #index = #index + #lane; #number });
        let number = match lanes.on() {
            Some(on) => quote!(if ::retrograde::__private::lanes::is_on(#on, #lane) #number else { 0.0 }),
            None => number,
        };
        quote!(#v::from_fn(|#lane| #number))
    }

    /// Prints a condition as a mask.
    pub fn mask(&self, e: &Expr) -> TokenStream {
        let (Some(lanes), Some(real)) = (self.lanes, self.real) else { return self.expr(e) };
        let v = real.ident();
        if !self.differs(e) {
            let e = self.expr(e);
            return quote!(::retrograde::__private::lanes::same::<#v>(#e));
        }
        if !e.reads_any(|place| self.vars[place.base].ty.is_real() || lanes.truths.contains(&place.base)) {
            let scalar = Printer { lanes: None, ..*self }.expr(e);
            let each = self.lane_by_lane(&quote!(if #scalar { 1.0 } else { 0.0 }));
            return quote!(#v::differs(#each, #v::constant(0.0)));
        }
        let (further, on) = self.under_mask();
        match e {
            Expr::Exact(Operator::And, args) => {
                let (a, b) = (self.within(self.mask(&args[0])), further.mask(&args[1]));
                quote!({ let #on = #a; #on & #b })
            }
            Expr::Exact(Operator::Or, args) => {
                let (a, b) = (self.mask(&args[0]), further.mask(&args[1]));
                let first = Ident::new("first", Span::mixed_site());
                let rest = self.within(quote!(!#first));
                quote!({ let #first = #a; let #on = #rest; #first | #b })
            }
            Expr::Exact(Operator::Not, args) => {
                let a = self.mask(&args[0]);
                quote!((!#a))
            }
            Expr::Exact(op @ (Operator::Eq | Operator::Ne), args)
                if args.iter().any(|arg| self.is_truth(arg)) =>
            {
                let (left, right) = (self.mask(&args[0]), self.mask(&args[1]));
                let [a, b] = ["a", "b"].map(|name| Ident::new(name, Span::mixed_site()));
                let same = quote!(((#a & #b) | (!#a & !#b)));
                let same = if *op == Operator::Eq { same } else { quote!(!#same) };
                quote!({ let (#a, #b) = (#left, #right); #same })
            }
            Expr::Exact(op, args) if args.len() == 2 => {
                let (a, b) = (self.expr(&args[0]), self.expr(&args[1]));
                match op {
                    Operator::Lt => quote!(#v::less(#a, #b)),
                    Operator::Le => quote!(#v::at_most(#a, #b)),
                    Operator::Gt => quote!(#v::less(#b, #a)),
                    Operator::Ge => quote!(#v::at_most(#b, #a)),
                    Operator::Eq => quote!(#v::equals(#a, #b)),
                    // `rewrite` lets nothing else pass.
                    _ => quote!(#v::differs(#a, #b)),
                }
            }
            Expr::Choose(condition, a, b) => {
                let (condition, chosen) = (self.mask(condition), Ident::new("chosen", Span::mixed_site()));
                let (then, otherwise) = (self.within(quote!(#chosen)), self.within(quote!(!#chosen)));
                let (a, b) = (further.mask(a), further.mask(b));
                quote!({
                    let #chosen = #condition;
                    (#chosen & { let #on = #then; #a }) | (!#chosen & { let #on = #otherwise; #b })
                })
            }
            other => self.expr(other),
        }
    }

    /// True if a variable has a truth for each lane.
    pub fn is_truth_in_lanes(&self, var: Var) -> bool {
        self.lanes.is_some_and(|lanes| lanes.truths.contains(&var))
    }

    fn is_truth(&self, e: &Expr) -> bool {
        is_truth(e, &|var| self.is_truth_in_lanes(var))
    }

    /// Prints the choice between two numbers: both are computed, each in the lanes that choose it.
    pub fn chosen_in_lanes(&self, condition: &Expr, a: &Expr, b: &Expr) -> TokenStream {
        let v = self.real.map(RealType::ident);
        let (mask, (further, on)) = (self.mask(condition), self.under_mask());
        let chosen = Ident::new("chosen", Span::mixed_site());
        let (then, otherwise) = (self.within(quote!(#chosen)), self.within(quote!(!#chosen)));
        let (a, b) = (further.expr(a), further.expr(b));
        quote!({
            let #chosen = #mask;
            #v::select(#chosen, { let #on = #then; #a }, { let #on = #otherwise; #b })
        })
    }
}

/// True if an expression is a truth, where `known` says which variables are.
pub fn is_truth(e: &Expr, known: &impl Fn(Var) -> bool) -> bool {
    match e {
        Expr::Exact(Operator::Not, args) => args.iter().all(|arg| is_truth(arg, known)),
        Expr::Exact(op, _) => op.is_truth(),
        Expr::Read(place) => place.is_whole() && known(place.base),
        Expr::Constant(constant) => matches!(constant, Constant::Truth(..)),
        Expr::Choose(_, a, b) => is_truth(a, known) && is_truth(b, known),
        Expr::Real(..) | Expr::Length(_) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) => false,
        Expr::Host(host, _) => matches!(host, Host::Macro(of) if of.pattern.is_some()),
        Expr::ToExact(..) | Expr::Call(..) | Expr::List(_) => false,
        Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}
