//! Prints calls in lanes: in one turn for all lanes, if the callee runs with vectors, and else in a turn for each lane.
//!
//! The callee says in a constant which of the two it is, and the library has for both what is handed over in a turn
//! (`retrograde::lanes::Calling`), so one text serves both. Exact arguments that differ between lanes need a turn for each.

use super::Printer;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// A call in the making.
pub struct Turns {
    /// The type that is handed over in a turn, `<Calls<…> as Calling<V>>`.
    pub mode: TokenStream,
    /// The number of the turn.
    pub turn: Ident,
    /// Runs before all turns.
    pub before: TokenStream,
    /// Runs first in a turn: bounds of what is lent, whose lengths cannot be read any more afterwards.
    pub bounds: TokenStream,
    /// Runs before the call of a turn.
    pub inside: TokenStream,
    /// The arguments.
    pub args: Vec<TokenStream>,
    /// Runs behind the call of a turn.
    pub given: TokenStream,
    /// Runs behind all turns.
    pub after: TokenStream,
    /// True if each lane has a turn, whatever the callee says.
    pub is_single: bool,
}

/// True for an expression that is a number, false for an exact one; nothing where only rustc knows.
pub fn is_number(e: &Expr, vars: &Variables) -> Option<bool> {
    match e {
        Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) => Some(true),
        Expr::Host(Host::Constant, _) => Some(true),
        Expr::Exact(..) | Expr::ToExact(..) | Expr::Length(_) => Some(false),
        Expr::Constant(Constant::Integer(_) | Constant::Truth(..)) => Some(false),
        Expr::Read(place) => match vars.type_of(place) {
            Type::Real => Some(true),
            Type::Exact(_) => Some(false),
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => None,
            Type::Structure(_) | Type::Unknown => None,
        },
        Expr::Choose(_, a, b) => is_number(a, vars).filter(|a| is_number(b, vars) == Some(*a)),
        Expr::Constant(_) | Expr::Call(..) | Expr::Host(..) | Expr::List(_) => None,
        Expr::Structure(..) | Expr::Fill { .. } => None,
    }
}

/// Prints whether a callee runs with vectors.
pub fn runs_together(callee: &Callee) -> TokenStream {
    let path = &callee.path;
    quote!(#path::__decides(::retrograde::__private::loans::Decides::START).runs_together())
}

/// The name of the vectors of an array that is the same in all lanes.
pub fn in_all(name: &Ident) -> Ident {
    format_ident!("{name}_in_all", span = Span::mixed_site())
}

impl Printer<'_> {
    /// Starts a call with these arguments.
    pub fn turns<'a>(&self, callee: &Callee, args: impl Iterator<Item = &'a Argument>) -> Turns {
        let mut is_single = false;
        for arg in args {
            is_single |= match arg {
                Argument::Value(e) => is_number(e, self.vars) == Some(false) && self.differs(e),
                Argument::Mutable(place) | Argument::Shared(place) => {
                    let is_read = self.vars[place.base].role == Role::Uniform && self.vars.is_single(place);
                    !is_read && self.has_own_index(place)
                }
            };
        }
        let (v, together) = (self.real.map(RealType::ident), runs_together(callee));
        let together = if is_single { quote!(false) } else { together };
        Turns {
            mode: quote! {
                <::retrograde::__private::lanes::Calls<{ #together }> as ::retrograde::__private::lanes::Calling<#v>>
            },
            turn: Ident::new("turn", Span::mixed_site()),
            before: TokenStream::new(),
            bounds: TokenStream::new(),
            inside: TokenStream::new(),
            args: Vec::new(),
            given: TokenStream::new(),
            after: TokenStream::new(),
            is_single,
        }
    }

    /// The mask of a call: `Some(on)`, or nothing if all lanes are on.
    fn mask_of_turns(&self) -> TokenStream {
        match self.lanes.and_then(super::Lanes::on) {
            Some(on) => quote!(::core::option::Option::Some(#on)),
            None => quote!(::core::option::Option::None),
        }
    }

    /// Adds an argument.
    pub fn argument_of_turn(&self, arg: &Argument, turns: &mut Turns) {
        let (name, mode) =
            (format_ident!("arg_{}", turns.args.len(), span = Span::mixed_site()), turns.mode.clone());
        let turn = &turns.turn;
        let v = self.real.map(RealType::ident);
        let scalar = Printer { lanes: self.lanes.filter(|_| !turns.is_single), ..*self };
        let number = |e: &Expr| {
            let e = self.expr(e);
            (quote!(let #name: #v = #e;), quote!(let #name = #mode::of(#name, #turn);))
        };
        match arg {
            Argument::Value(e) if is_number(e, self.vars) == Some(true) => {
                let (before, inside) = number(e);
                turns.before.extend(before);
                turns.inside.extend(inside);
                turns.args.push(quote!(#name));
            }
            Argument::Shared(place) if matches!(self.vars.type_of(place), Type::Real) => {
                let (before, inside) = number(&Expr::Read(place.clone()));
                turns.before.extend(before);
                turns.inside.extend(inside);
                turns.args.push(quote!(&#name));
            }
            Argument::Shared(place) if self.vars[place.base].role == Role::Uniform => {
                let local = self.ident(place.base, *place.span);
                let all = in_all(&local);
                let range = place.path.last().map(|projection| match projection {
                    Projection::Index(i) => scalar.expr(i),
                    Projection::Range(a, b) => {
                        let (a, b) = (scalar.expr(a), scalar.expr(b));
                        quote!(#a..#b)
                    }
                });
                let part = range.map(|range| quote!([#range]));
                let numbers = quote!(&#mode::shared(&#local[..], &#all[..]) #part);
                turns.args.push(match (&self.vars[place.base].ty, place.is_whole()) {
                    (Type::Array(_, length), true) => {
                        quote!(::retrograde::__private::lanes::as_array::<_, { #length }>(#numbers))
                    }
                    _ => numbers,
                });
            }
            Argument::Shared(place) if matches!(self.vars.type_of(place).leaf(), Type::Real) => {
                let tokens = self.place(place);
                match self.vars.type_of(place) {
                    Type::Array(..) => {
                        turns.inside.extend(quote!(let #name = #mode::array(&#tokens, #turn);));
                        turns.args.push(quote!(&#name));
                    }
                    _ => {
                        let tokens = self.place_path(place);
                        turns.inside.extend(quote!(let #name = #mode::read(&#tokens[..], #turn);));
                        turns.args.push(quote!(&#name[..]));
                    }
                }
            }
            Argument::Mutable(place) => self.changed_in_turn(place, turns),
            Argument::Value(_) | Argument::Shared(_) => turns.args.push(scalar.argument(arg)),
        }
    }

    /// Adds a number, or numbers, that the call changes: of the function, or cotangents.
    pub fn changed_in_turn(&self, place: &Place, turns: &mut Turns) {
        let name = format_ident!("arg_{}", turns.args.len(), span = Span::mixed_site());
        let (mode, turn, on) = (&turns.mode, &turns.turn, self.mask_of_turns());
        let tokens = self.place(place);
        match self.vars.type_of(place) {
            Type::Array(..) => {
                turns.inside.extend(quote!(let mut #name = #mode::array(&#tokens, #turn);));
                turns.args.push(quote!(&mut #name));
                turns.given.extend(quote!(#mode::put_array(&mut #tokens, #turn, #on, #name);));
            }
            Type::Slice(_) | Type::Vec(_) => self.lent_in_turn(place, turns),
            Type::Real | Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => {
                turns.inside.extend(quote!(let mut #name = #mode::of(#tokens, #turn);));
                turns.args.push(quote!(&mut #name));
                turns.given.extend(quote!(#mode::put(&mut #tokens, #turn, #on, #name);));
            }
        }
    }

    /// Adds a slice that the call changes, or adds cotangents to.
    pub fn lent_in_turn(&self, place: &Place, turns: &mut Turns) {
        let name = format_ident!("arg_{}", turns.args.len(), span = Span::mixed_site());
        let (mode, turn, on) = (&turns.mode, &turns.turn, self.mask_of_turns());
        let (mut bounds, mut place) = (TokenStream::new(), place.clone());
        let scalar = Printer { lanes: self.lanes.filter(|_| !turns.is_single), ..*self };
        if let Some(Projection::Range(a, b)) = place.path.last_mut() {
            let named = [format_ident!("{name}_from"), format_ident!("{name}_to")];
            for (bound, name) in [a, b].into_iter().zip(named) {
                let value = scalar.expr(bound);
                bounds.extend(quote!(let #name = #value;));
                *bound = Expr::Constant(Constant::named(name));
            }
        }
        // What is behind a reference is indexed without `*`.
        let tokens = self.place_path(&place);
        turns.bounds.extend(bounds);
        turns.inside.extend(quote!(let mut #name = #mode::lent(&mut #tokens[..], #turn, #on);));
        turns.args.push(quote!(&mut #name[..]));
        turns.given.extend(quote!(#mode::give(#name);));
    }

    /// Prints all turns of a call; `call` is that of one turn. With a value, this is an expression.
    pub fn all_turns(&self, turns: Turns, call: &TokenStream, has_value: bool) -> TokenStream {
        let on = self.mask_of_turns();
        let Turns { mode, turn, before, bounds, inside, given, after, is_single, .. } = turns;
        let v = self.real.map(RealType::ident);
        let [values, value] = ["values", "value"].map(|name| Ident::new(name, Span::mixed_site()));
        let index = self.lanes.filter(|_| is_single).map(|lanes| {
            let index = self.ident(lanes.index, self.vars[lanes.index].span);
            quote!(let #index = #index + #turn;)
        });
        let (first, call, put, last) = if has_value {
            (
                quote!(let mut #values = #v::constant(0.0);),
                quote!(let #value = #call;),
                quote!(#mode::put(&mut #values, #turn, ::core::option::Option::None, #value);),
                quote!(#values),
            )
        } else {
            (TokenStream::new(), quote!(#call;), TokenStream::new(), TokenStream::new())
        };
        quote!({
            #before
            #first
            for #turn in 0..#mode::TURNS {
                if #mode::is_off(#on, #turn) { continue; }
                #index
                #bounds
                #inside
                #call
                #put
                #given
            }
            #after
            #last
        })
    }

    /// Prints a call without cotangents that returns a number for each lane.
    pub fn called_in_lanes(&self, callee: &Callee, args: &[Argument]) -> TokenStream {
        let mut turns = self.turns(callee, args.iter());
        args.iter().for_each(|arg| self.argument_of_turn(arg, &mut turns));
        let call = super::applied(callee, "", false, &turns.args, *callee.span);
        self.all_turns(turns, &call, true)
    }
}
