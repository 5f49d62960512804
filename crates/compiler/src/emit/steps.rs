//! Emits steps as Rust statements, one by one.

use super::loans::Loans;
use super::params::level;
use super::structure::{self, Names};
use crate::check::Decided;
use crate::ir::print::{Printer, constructed, is_cloned};
use crate::ir::step::*;
use crate::ir::*;
use crate::simplify::access::is_structure;
use crate::sorted::{Map, Set};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Prints the steps of one procedure.
#[derive(Clone, Copy)]
pub struct Emitter<'a> {
    /// Prints expressions.
    pub printer: Printer<'a>,
    /// The name of the cotangent type.
    pub cotangent: &'a syn::Ident,
    /// The generics of the function, of which lanes need the constants.
    pub generics: &'a syn::Generics,
    /// The builds in which checks run.
    pub checks: Checks,
    /// The variables that are declared `mut`.
    pub mutated: &'a Set<Var>,
    /// True if the program returns the errors of checks, also those of callees.
    pub fallible: bool,
    /// True if locals that are held constant are bound without derivatives.
    pub stops: bool,
    /// The checks of the types of fields, in one of the programs.
    pub asked: Option<&'a Map<Var, Span>>,
    /// The checks of the storage passed to methods, in one of the programs.
    pub loans: Option<&'a Loans>,
    /// The places on which methods and functions as values must not decide, in one program of all.
    pub decided: Option<&'a Decided>,
}

impl Emitter<'_> {
    /// Emits a list of steps.
    pub fn steps(&self, steps: &[Step]) -> TokenStream {
        let mut out = self.room(steps);
        let mut at = 0;
        while at < steps.len() {
            if let Some(rest) = self.either(&steps[at..]) {
                out.extend(rest);
                return out;
            }
            let batch = self.together(&steps[at..]).or_else(|| self.first_value(&steps[at..]));
            let (printed, count) = batch.unwrap_or_else(|| (self.step(&steps[at]), 1));
            out.extend(printed);
            at += count;
        }
        out.extend(self.flushed(steps));
        out
    }

    pub(super) fn step(&self, step: &Step) -> TokenStream {
        let fallible = self.fallible && self.is_active(step);
        let asked = self.asked_after(step);
        let printed = Emitter { printer: Printer { fallible, ..self.printer }, ..*self }.printed(step);
        quote!(#printed #asked)
    }

    fn printed(&self, step: &Step) -> TokenStream {
        let p = &self.printer;
        match step {
            Step::Let { var, value } if p.is_truth_in_lanes(*var) => {
                let (name, mask) = (self.name(*var), p.mask(value));
                quote!(let #name = #mask;)
            }
            Step::Let { var, value } => {
                let (name, value) = (self.name(*var), self.constant(*var, p.owned(value)));
                let (ty, opened) = (self.written_type(*var), self.opened_local(*var));
                let keyword =
                    opened.as_ref().filter(|_| p.vars[*var].ty.is_map()).and_then(|_| self.keyword(*var));
                quote!(let #keyword #name #ty = #value; #opened)
            }
            Step::Declare { var, .. } if p.is_truth_in_lanes(*var) => {
                let name = self.name(*var);
                quote!(let mut #name = ::retrograde::__private::Vec::new();)
            }
            Step::Declare { var, value } => match (p.vars[*var].role, value) {
                (Role::Scratch, Expr::Fill { .. }) => {
                    let (name, variable) = (self.name(*var), &p.vars[*var]);
                    let zero = |item: &Type| p.expr(&item.zero(None, variable.span));
                    filled(&quote!(#name), &variable.ty, &zero)
                }
                _ => {
                    // The stack of a kernel holds the numbers of all lanes.
                    let of_lanes =
                        matches!(value, Expr::Fill { value, .. } if matches!(**value, Expr::Real(..)));
                    let ty = if of_lanes { TokenStream::new() } else { self.written_type(*var) };
                    let (name, value) = (self.name(*var), self.constant(*var, p.owned(value)));
                    let (keyword, opened) = (self.keyword(*var), self.opened_local(*var));
                    quote!(let #keyword #name #ty = #value; #opened)
                }
            },
            Step::DeclareZero { shadow, primal } => self.zero(*shadow, *primal),
            Step::Set { var, value } => {
                let (name, value) = (self.name(*var), p.expr(value));
                let masked = self.assigned_in_lanes(&Place::whole(*var, p.vars[*var].span), &value);
                masked.unwrap_or_else(|| quote!(#name = #value;))
            }
            Step::Refill { place, value, .. } if !place.is_whole() => {
                let number = value
                    .as_ref()
                    .map_or_else(|| self.zero_of(&p.vars.type_of(place)), |value| p.expr(value));
                let target = p.place(place);
                self.assigned_in_lanes(place, &number).unwrap_or_else(|| quote!(#target = #number;))
            }
            Step::Refill { place, value, primal } => {
                let var = &place.base;
                let (name, of) = (self.name(*var), primal.map(|primal| self.name(primal)));
                if let (Some(of), None, true) = (&of, value, p.vars[*var].ty.is_ragged()) {
                    let zeros = self.zeros_like(&p.vars[*var].ty, &quote!(#of));
                    return quote!(#name = #zeros;);
                }
                let (value, length) = match value {
                    Some(Expr::Fill { value, length, .. }) => (p.expr(value), p.expr(length)),
                    Some(other) => (p.expr(other), quote!(#name.len())),
                    None => (self.zero_of(p.vars[*var].ty.item()), quote!(#of.len())),
                };
                match (p.readable, &p.vars[*var].ty) {
                    // A callee may have changed its length.
                    (false, Type::Vec(_)) => {
                        quote!(::retrograde::__private::refill(&mut #name, #value, #length);)
                    }
                    _ => quote!(#name.fill(#value);),
                }
            }
            Step::Update(u) => self.update(u),
            Step::Call { callee, program, args, span } if p.lanes.is_some() => {
                self.call_in_lanes(callee, *program, args, *span)
            }
            Step::CallAdjoint { callee, program, args, span } if p.lanes.is_some() => {
                let call = self.adjoint_in_lanes(callee, *program, None, args, *span);
                quote!(#call;)
            }
            Step::Call { callee, program, args, span } => self.call(callee, *program, args, *span),
            Step::CallAdjoint { callee, program, args, span } => {
                self.call_adjoint(callee, *program, None, args, *span)
            }
            Step::Pull { value, callee, seed, args, span } => {
                let call = match p.lanes {
                    Some(_) => self.adjoint_in_lanes(callee, Program::Adjoint, Some(seed), args, *span),
                    None => self.call_adjoint(callee, Program::Adjoint, Some(seed), args, *span),
                };
                match value {
                    Some(var) => {
                        let name = self.name(*var);
                        quote!(let #name = #call;)
                    }
                    None => quote!(#call;),
                }
            }
            Step::Seed { var, value } => {
                let (name, c, value) = (self.name(*var), self.cotangent, self.signed(value));
                let keyword = self.keyword(*var);
                quote!(let #keyword #name: #c = #value;)
            }
            Step::Accumulate { place, value } => self.accumulate(place, value),
            Step::Window { var, of, start, length, mutable } => {
                self.window(*var, of, start, length, *mutable)
            }
            Step::For { index, range, body, span } => {
                if let Some(printed) = self.recorded_at_once(step) {
                    return printed;
                }
                let (name, range, body) = (self.name(*index), self.range(range), self.steps(body));
                quote_spanned!(*span=> for #name in #range { #body })
            }
            Step::If { condition, then, otherwise } if p.differs(condition) => {
                self.branch_in_lanes(condition, then, otherwise)
            }
            Step::If { condition, then, otherwise } => {
                let (c, then) = (p.expr(condition), self.steps(then));
                match &otherwise[..] {
                    [] => quote!(if #c { #then }),
                    [nested @ Step::If { .. }] => {
                        let nested = self.step(nested);
                        quote!(if #c { #then } else #nested)
                    }
                    _ => {
                        let otherwise = self.steps(otherwise);
                        quote!(if #c { #then } else { #otherwise })
                    }
                }
            }
            Step::While { condition, body } if p.differs(condition) => self.loop_in_lanes(condition, body),
            Step::While { condition, body } => {
                let (c, body) = (p.expr(condition), self.steps(body));
                quote!(while #c { #body })
            }
            Step::Push { stack, number } if p.vars[*stack].role == Role::Tape => self.keep(*stack, *number),
            Step::Pop { stack, number, like } if p.vars[*stack].role == Role::Tape => {
                self.take(*stack, *number, like.as_ref())
            }
            Step::Push { stack, number } => {
                let (stack, number) = (self.name(*stack), self.name(*number));
                quote!(#stack.push(#number);)
            }
            Step::Pop { stack, number, like: _ } => {
                let is_mask = p.is_truth_in_lanes(*number);
                let ty = if is_mask { TokenStream::new() } else { self.written_type(*number) };
                let keyword = self.keyword(*number);
                let (stack, number) = (self.name(*stack), self.name(*number));
                quote!(let #keyword #number #ty = #stack.pop().expect("there is nothing left on this stack");)
            }
            Step::Block(body) => {
                let body = self.steps(body);
                quote!({ #body })
            }
            Step::Lanes(lanes) => self.lanes(lanes),
            Step::Check(check) => self.check(check),
            Step::Safe(safe) => self.host(safe),
        }
    }

    /// Emits the zero of an element and what is added to it at once. Minus zero is left out, and the zero of a cotangent. A sum with another zero is one expression if it reads another element: LLVM
    /// does not keep it in a register across the store of the zero.
    fn first_value(&self, steps: &[Step]) -> Option<(TokenStream, usize)> {
        let [Step::Refill { place, value: zero, .. }, step, ..] = steps else { return None };
        let p = &self.printer;
        let has_masks = p.lanes.is_some_and(|lanes| lanes.on().is_some());
        if place.is_whole() || self.fallible || has_masks {
            return None;
        }
        let (target, asked) = (p.place(place), self.asked_after(step));
        let set = match step {
            Step::Accumulate { place: added, value } if added == place && zero.is_none() => {
                let is_number = p.vars[place.base].role == Role::Shadow
                    && p.vars.field_path(place.base).is_none()
                    && !is_structure(place, p.vars)
                    && !is_structure(&value.seed, p.vars);
                let value = is_number.then(|| self.signed(value))?;
                quote!(#target = #value;)
            }
            Step::Update(u) if u.place == *place && u.group == Group::Sum && self.is_real(place) => {
                let is_free =
                    matches!(zero, Some(Expr::Real(Real(zero), _)) if zero.to_bits() == (-0.0_f64).to_bits());
                let reads = u.value.reads_any(|read| read.base == place.base);
                if !is_free && !reads {
                    return None;
                }
                let zero =
                    zero.as_ref().map_or_else(|| self.zero_of(&p.vars.type_of(place)), |zero| p.expr(zero));
                let negated = || Expr::Apply(Primitive::Neg, vec![u.value.clone()]);
                let value =
                    p.expr(&if is_free && u.sign == Sign::Minus { negated() } else { u.value.clone() });
                match u.sign {
                    _ if is_free => quote_spanned!(u.span=> #target = #value;),
                    Sign::Plus => quote_spanned!(u.span=> #target = #zero + (#value);),
                    Sign::Minus => quote_spanned!(u.span=> #target = #zero - (#value);),
                }
            }
            _ => return None,
        };
        Some((quote!(#set #asked), 2))
    }

    fn update(&self, u: &Update) -> TokenStream {
        if let Some(update) = self.update_in_lanes(u) {
            return update;
        }
        let p = &self.printer;
        // The length of an array cannot be read either once it is the target.
        let mut asked = TokenStream::new();
        let measures = |i: &Expr| {
            let mut found = false;
            i.lengths(&mut |place| found |= place.base == u.place.base);
            found && matches!(p.vars[u.place.base].ty, Type::Vec(_))
        };
        let target = u.place.map_indices(&mut |i| {
            if !p.readable && (crate::ir::reach::is_held(i) || measures(i)) {
                let at = quote::format_ident!(
                    "at_{}",
                    asked.clone().into_iter().count(),
                    span = Span::mixed_site()
                );
                let i = p.expr(i);
                asked.extend(quote!(let #at = #i;));
                Expr::Constant(Constant::named(at))
            } else {
                i.clone()
            }
        });
        let u = &Update { place: if asked.is_empty() { u.place.clone() } else { target }, ..u.clone() };
        let real = self.is_real(&u.place);
        let (place, value) = (p.place(&u.place), p.expr(&u.value));
        let overloaded = !p.readable && (!real || matches!(p.real, Some(RealType::Generic(_))));
        // Rust borrows the target of an overloaded `+=` before it evaluates the value.
        let (before, value) =
            if overloaded && u.value.reads_any(|read| p.vars.root(read.base) == p.vars.root(u.place.base)) {
                let change = syn::Ident::new("change", Span::mixed_site());
                (quote!(let #change = #value;), quote!(#change))
            } else {
                (TokenStream::new(), value)
            };
        let step = match (u.group, u.sign) {
            _ if !real && !p.readable => self.exact_update(u, value),
            (Group::Sum, Sign::Plus) => quote_spanned!(u.span=> #place += #value;),
            (Group::Sum, Sign::Minus) => quote_spanned!(u.span=> #place -= #value;),
            (Group::Product, Sign::Plus) => quote_spanned!(u.span=> #place *= #value;),
            (Group::Product, Sign::Minus) => quote_spanned!(u.span=> #place /= #value;),
            (Group::Xor, _) => quote_spanned!(u.span=> #place ^= #value;),
        };
        if before.is_empty() && asked.is_empty() { step } else { quote!({ #before #asked #step }) }
    }

    /// Emits an update of a type that only rustc knows: it must have an inverse.
    fn exact_update(&self, u: &Update, value: TokenStream) -> TokenStream {
        let place = self.printer.mutable(&u.place);
        let method = match (u.group, u.sign) {
            (Group::Sum, Sign::Plus) => quote_spanned!(u.span=> InvertibleAdd::increase),
            (Group::Sum, Sign::Minus) => quote_spanned!(u.span=> InvertibleAdd::decrease),
            (Group::Product, Sign::Plus) => quote_spanned!(u.span=> InvertibleMul::multiply),
            (Group::Product, Sign::Minus) => quote_spanned!(u.span=> InvertibleMul::divide),
            (Group::Xor, _) => quote_spanned!(u.span=> InvertibleXor::toggle),
        };
        quote_spanned!(u.span=> ::retrograde::__private::#method(#place, #value);)
    }

    /// True if a place is a real number.
    pub(super) fn is_real(&self, place: &Place) -> bool {
        let ty = &self.printer.vars[place.base].ty;
        ty.is_real() && ty.depth() == place.path.len()
    }

    /// True if a step computes a value with a cotangent: its callees must be differentiable then.
    fn is_active(&self, step: &Step) -> bool {
        if let Step::Let { var, .. } | Step::Declare { var, .. } = step {
            let var = &self.printer.vars[*var];
            return var.active || var.role == Role::Output;
        }
        matches!(step, Step::Update(u) if self.printer.vars[u.place.base].active)
    }

    /// Returns `mut` if the variable changes later, or is wrapped as a map.
    pub(super) fn keyword(&self, var: Var) -> Option<TokenStream> {
        let is_opened = self.printer.vars[var].ty.is_map() && !self.printer.readable;
        (is_opened || self.mutated.contains(&var)).then(|| quote!(mut))
    }

    pub(super) fn name(&self, var: Var) -> syn::Ident {
        self.printer.ident(var, self.printer.vars[var].span)
    }

    /// Returns the statements after the declaration of a local: a map is wrapped, the types of fields are checked.
    pub(super) fn opened_local(&self, var: Var) -> Option<TokenStream> {
        let opened = self.printer.vars[var].ty.is_map().then(|| self.opened(var));
        let questions = self.asked.filter(|_| self.printer.vars[var].ty.of_foreign());
        opened.or_else(|| Some(self.printer.asked(var, questions?)).filter(|asked| !asked.is_empty()))
    }

    /// True for a count whose type another statement tells: the reverse pass may not have that one.
    pub(super) fn is_told_count(&self, var: Var) -> bool {
        let is_open = matches!(self.printer.vars[var].ty, Type::Exact(Exact::Discrete));
        is_open && self.printer.vars.is_usize(var) && !self.printer.readable
    }

    /// Returns the written type of an exact local; the types of arrays are inferred.
    pub(super) fn written_type(&self, var: Var) -> TokenStream {
        // In a program for people, the types of reals are omitted.
        if self.is_by_hand() && matches!(self.printer.vars[var].ty, Type::Real) {
            return TokenStream::new();
        }
        match (&self.printer.vars[var].ty, self.printer.real) {
            (Type::Exact(Exact::Written(ty)), _) => quote!(: #ty),
            _ if self.is_told_count(var) => quote!(: usize),
            (Type::Structure(Named::Written(ty)), _) => quote!(: #ty),
            (ty @ (Type::Vec(_) | Type::Array(..)), _) => {
                spelled(ty).map_or_else(TokenStream::new, |ty| quote!(: #ty))
            }
            (Type::Map(_, written), _) => quote!(: #written),
            (Type::Structure(Named::Number(number)), Some(real)) => {
                let (name, t) = (syn::Ident::new(number.name(), Span::call_site()), real.ident());
                quote!(: ::retrograde::__private::#name<#t>)
            }
            (Type::Real, Some(real)) => {
                let t = real.ident();
                quote!(: #t)
            }
            _ => TokenStream::new(),
        }
    }

    pub(super) fn zero_of(&self, ty: &Type) -> TokenStream {
        let c = self.cotangent;
        if self.is_by_hand() && !ty.of_foreign() && !ty.is_map() {
            return self.printer.expr(&ty.zero(None, Span::call_site()));
        }
        match ty {
            Type::Array(item, len) => {
                let item = self.zero_of(item);
                quote!([#item; #len])
            }
            Type::Structure(Named::Number(number)) => {
                constructed(*number, &vec![quote!(#c::zero()); number.parts().len()])
            }
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => quote!(#c::zero()),
            Type::Vec(_) => quote!(::retrograde::__private::Vec::new()),
            Type::Slice(_) | Type::Map(..) => quote!(#c::zero()),
        }
    }

    /// Returns zeros in the shape of an array.
    fn zeros_like(&self, ty: &Type, of: &TokenStream) -> TokenStream {
        match ty {
            Type::Array(item, len) if ty.is_ragged() => {
                let item = self.zeros_like(item, &quote!(rows[i]));
                quote!({ let rows = &#of; ::core::array::from_fn::<_, { #len }, _>(|i| #item) })
            }
            Type::Vec(item) | Type::Slice(item) if ty.is_ragged() => {
                let item = self.zeros_like(item, &quote!(row));
                quote!(#of.iter().map(|row| #item).collect::<::retrograde::__private::Vec<_>>())
            }
            Type::Vec(item) | Type::Slice(item) => {
                let item = self.zero_of(item);
                quote!(::retrograde::__private::vec![#item; #of.len()])
            }
            Type::Real | Type::Exact(_) | Type::Array(..) | Type::Map(..) => self.zero_of(ty),
            Type::Structure(_) | Type::Unknown => self.zero_of(ty),
        }
    }

    fn zero(&self, shadow: Var, primal: Var) -> TokenStream {
        let (name, of) = (self.name(shadow), self.name(primal));
        let ty = &self.printer.vars[shadow].ty;
        if ty.of_foreign() {
            return self.zero_structure(&name, &of, ty);
        }
        match (ty, self.printer.vars[primal].role) {
            (_, Role::Scratch) => filled(&quote!(#name), ty, &|item| self.zero_of(item)),
            (Type::Map(_, written), _) => self.zero_map(shadow, primal, written),
            // The type of the result of a call determines how its shadow is stored.
            (Type::Slice(_), Role::Binding | Role::Ancilla) => {
                let (c, depth) = (self.cotangent, ty.depth());
                quote!(let mut #name = ::retrograde::__private::ZerosLike::<#c, #depth>::zeros_like(&#of, #c::zero());)
            }
            (Type::Vec(_) | Type::Slice(_) | Type::Array(..) | Type::Structure(Named::Number(_)), _) => {
                let zeros = self.zeros_like(ty, &quote!(#of));
                quote!(let mut #name = #zeros;)
            }
            (Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown, _) => {
                let c = self.cotangent;
                quote!(let mut #name = #c::zero();)
            }
        }
    }

    /// Declares the shadow of a structure, from the structure.
    fn zero_structure(&self, name: &syn::Ident, of: &syn::Ident, ty: &Type) -> TokenStream {
        let zero = self.zeros_of_structure(&quote!(#of), ty, of.span());
        quote!(let mut #name = #zero;)
    }

    /// Returns the zeros of the cotangents of a structure.
    pub(super) fn zeros_of_structure(&self, of: &TokenStream, ty: &Type, span: Span) -> TokenStream {
        if self.printer.readable {
            return quote!(#of.shadow());
        }
        let c = self.cotangent;
        let real = self.printer.real.map_or(quote!(_), |real| real.ident().to_token_stream());
        Names { real: &real, cotangent: c, by_type: false }.zero_at(ty, of, &quote!(#c::zero()), span)
    }

    /// Declares `probe`, which makes the shadow of the value at a place.
    pub(super) fn probe(&self, place: &TokenStream) -> TokenStream {
        let real = self.printer.real.map(|real| real.ident().to_token_stream());
        structure::probe(place, real.as_ref())
    }

    /// Adds a structure to another by the implementation of its type.
    fn absorb(&self, place: &Place, value: &Cotangent) -> TokenStream {
        let p = &self.printer;
        let (into, from, c) = (p.place(place), p.place(&value.seed), self.cotangent);
        let Some(primal) = p.vars.primal_of(place).filter(|_| !p.readable) else {
            return quote!(#into += #from;);
        };
        let (mut into, mut of) = (into, p.place(&primal));
        // The shadow of a vector that is only read is a slice.
        let ranged = matches!(place.path.last(), Some(Projection::Range(..)));
        if !ranged && matches!(p.vars.type_of(&primal), Type::Vec(_) | Type::Slice(_)) {
            (into, of) = (quote!((#into)[..]), quote!((#of)[..]));
        }
        let probe = self.probe(&of);
        quote!({ #probe (&&&&&probe).give(&mut #into, &#from, &|a: #c, b: #c| a.plus(b)); })
    }

    /// Returns `seed · factor` without its sign.
    pub(super) fn unsigned(&self, c: &Cotangent) -> TokenStream {
        match &c.factor {
            None if is_cloned(&self.printer.vars.type_of(&c.seed)) => {
                let seed = self.printer.place(&c.seed);
                match (self.printer.readable, self.printer.vars.type_of(&c.seed) == Type::Unknown) {
                    (true, true) => seed,
                    (true, false) => quote!(#seed.clone()),
                    (false, _) => quote!(::core::clone::Clone::clone(&#seed)),
                }
            }
            None => match self.held(&c.seed) {
                Some(held) => held,
                None => self.printer.value(&c.seed),
            },
            Some(factor) => {
                let (seed, factor) = (self.printer.receiver(&c.seed), self.printer.expr(factor));
                quote!(#seed.scaled(#factor))
            }
        }
    }

    /// Returns a place before a `.`: methods dereference automatically.
    pub(super) fn receiver(&self, place: &Place) -> TokenStream {
        self.printer.place_path(place)
    }

    /// `± seed · factor`
    pub(super) fn signed(&self, c: &Cotangent) -> TokenStream {
        match (c.sign, &c.factor) {
            (Sign::Plus, _) => self.unsigned(c),
            (Sign::Minus, None) => {
                let seed = self.printer.receiver(&c.seed);
                quote!(#seed.negated())
            }
            // One negation of the factor instead of one for each row of the cotangent.
            (Sign::Minus, Some(factor)) => {
                let factor = Some(Expr::Apply(Primitive::Neg, vec![factor.clone()]));
                self.unsigned(&Cotangent { factor, ..c.clone() })
            }
        }
    }

    fn accumulate(&self, place: &Place, value: &Cotangent) -> TokenStream {
        if let Some(added) = self.accumulate_in_lanes(place, value) {
            return added;
        }
        let p = &self.printer;
        if is_structure(place, p.vars) || is_structure(&value.seed, p.vars) {
            return self.absorb(place, value);
        }
        // The type of a field determines whether it has a cotangent.
        if p.vars.field_path(place.base).is_some() {
            let same = p.vars.root(place.base) == p.vars.root(value.seed.base);
            let (place, value) = (p.place_path(place), self.signed(value));
            // An element of a vector is borrowed before the added value is read.
            if same {
                return quote!({ let added = #value; #place.accumulate(added); });
            }
            return quote!(#place.accumulate(#value););
        }
        if p.vars[place.base].role == Role::InputShadow {
            return self.add_to_input(place, self.signed(value));
        }
        let (target, sum) = (p.place(place), self.sum(place, value));
        quote!(#target = #sum;)
    }

    /// Returns `place ± seed · factor`: one operation, since numbers in lanes have an instruction for it.
    pub(super) fn sum(&self, place: &Place, value: &Cotangent) -> TokenStream {
        let old = self.receiver(place);
        match (&value.factor, value.sign) {
            (Some(factor), sign) => {
                let (seed, factor) = (self.printer.value(&value.seed), self.printer.expr(factor));
                match sign {
                    Sign::Plus => quote!(#old.plus_scaled(#seed, #factor)),
                    Sign::Minus => quote!(#old.minus_scaled(#seed, #factor)),
                }
            }
            (None, sign) => {
                let amount = self.unsigned(value);
                match sign {
                    Sign::Plus => quote!(#old.plus(#amount)),
                    Sign::Minus => quote!(#old.minus(#amount)),
                }
            }
        }
    }

    /// Adds to the shadow of an input, whose elements have as many indices as it has levels.
    pub(super) fn add_to_input(&self, place: &Place, value: TokenStream) -> TokenStream {
        let p = &self.printer;
        let name = p.ident(place.base, *place.span);
        let indices = place.path.iter().map(|projection| match projection {
            Projection::Index(i) | Projection::Range(i, _) => p.expr(i),
        });
        // `()`, `i`, `(i, j)`, `(i, (j, k))` and so on.
        let at = indices.rev().reduce(|below, i| quote!((#i, #below))).unwrap_or_else(|| quote!(()));
        quote!(#name.add(#at, #value);)
    }

    fn window(&self, var: Var, of: &Place, start: &Expr, length: &Expr, mutable: bool) -> TokenStream {
        let p = &self.printer;
        let mut measured = false;
        for bound in [start, length] {
            bound.lengths(&mut |place| measured |= place.base == of.base);
        }
        let bounds = [start, length];
        let (name, start, length) = (self.name(var), p.expr(start), p.expr(length));
        let base = p.place_path(of);
        let text = base.to_string().replace(' ', "");
        match (p.vars[of.base].role, mutable) {
            // Borrowed under a new name, so that it outlives the statement.
            (Role::InputShadow, _) if p.vars.field_path(of.base).is_some() => {
                let (t, c) = (p.real.map(RealType::ident), self.cotangent);
                let level = level(p.vars.type_of(of).depth());
                quote! {
                    let mut #name = &mut #base;
                    let mut #name = ::retrograde::__private::range_of::<#t, #c, #level, _>(
                        &mut #name, ::retrograde::__private::span(#start, #length)
                    );
                }
            }
            (Role::InputShadow, _) => {
                let whole = p.ident(of.base, *of.span);
                let rows = of.path.iter().filter_map(|projection| match projection {
                    Projection::Index(i) => Some(p.expr(i)),
                    Projection::Range(..) => None,
                });
                let mut from = quote!(#whole);
                let mut rows: TokenStream = rows
                    .map(|row| {
                        let step = quote!(let mut #name = #from.item(#row););
                        from = quote!(#name);
                        step
                    })
                    .collect();
                rows.extend(
                    quote!(let mut #name = #from.part(::retrograde::__private::span(#start, #length));),
                );
                rows
            }
            // The length is read before the array is borrowed.
            (_, true) if measured => {
                let s = syn::Ident::new("start", Span::mixed_site());
                let n = syn::Ident::new("length", Span::mixed_site());
                quote!(let #name = match (#start, #length) {
                    (#s, #n) => ::retrograde::__private::window_mut(&mut #base[..], #s, #n, #text),
                };)
            }
            (_, true) => {
                let window =
                    quote!(::retrograde::__private::window_mut(&mut #base[..], #start, #length, #text));
                self.narrow(var, of, bounds, &text).unwrap_or_else(|| quote!(let #name = #window;))
            }
            (_, false) => {
                quote!(let #name = ::retrograde::__private::window(&#base[..], #start, #length, #text);)
            }
        }
    }

    pub(super) fn range(&self, range: &Range) -> TokenStream {
        let p = &self.printer;
        let (a, b) = (p.expr(&range.start), p.expr(&range.end));
        let inclusive = range.inclusive;
        let all = match (&range.step, inclusive, range.falling) {
            (None, false, false) => quote!(#a..#b),
            (None, true, false) => quote!(#a..=#b),
            (None, false, true) => quote!((#a..#b).rev()),
            (None, true, true) => quote!((#a..=#b).rev()),
            (Some(step), _, falling) => {
                let (step, from_end) = (p.expr(step), range.from_end);
                let strided = quote!(::retrograde::__private::strided(#a, #b, #step, #inclusive, #from_end));
                // Counted from the end, the indices already fall.
                if falling != range.from_end { quote!(#strided.rev()) } else { strided }
            }
        };
        match &range.nth {
            None => all,
            Some(number) => {
                let number = p.expr(number);
                let all = if range.falling || range.step.is_some() { all } else { quote!((#all)) };
                quote!(::core::iter::Iterator::nth(&mut #all, #number).into_iter())
            }
        }
    }
}

/// Fills an array; rows of different lengths are filled one by one.
fn filled(array: &TokenStream, ty: &Type, value: &impl Fn(&Type) -> TokenStream) -> TokenStream {
    if ty.is_ragged() {
        let row = filled(&quote!(row), ty.item(), value);
        return quote!(for row in #array.iter_mut() { #row });
    }
    let value = value(ty.item());
    quote!(#array.fill(#value);)
}

/// The written type of arrays and vectors of exact values and of structures: `[f32; 3]`, `Vec<(usize, f64)>`.
fn spelled(ty: &Type) -> Option<TokenStream> {
    match ty {
        Type::Exact(Exact::Written(ty)) => Some(quote!(#ty)),
        Type::Structure(Named::Written(ty)) => Some(quote!(#ty)),
        Type::Array(item, length) => spelled(item).map(|item| quote!([#item; #length])),
        Type::Vec(item) => spelled(item).map(|item| quote!(::retrograde::__private::Vec<#item>)),
        Type::Exact(_) | Type::Real | Type::Slice(_) | Type::Map(..) => None,
        Type::Structure(_) | Type::Unknown => None,
    }
}
