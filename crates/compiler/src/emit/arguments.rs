//! Emits arguments of calls so that Rust's borrow rules allow two of them in one array or structure.
//!
//! - Numbers that a call reads and changes are copied in and out, so that `swap(&mut a[i], &mut a[j])` works.
//! - If a call changes one part of an array and uses others, the array is split ([`crate::analysis::lend`]).
//! - Arrays that are read through two arguments share their shadow through cells; structures, and arrays of which a
//!   part is changed as well, get a new shadow, which is added to the right one after the call.
//!
//! Law: each cotangent is added to the right place, even if two arguments are the same place at run time.

use super::call::Pieces;
use super::steps::Emitter;
use crate::analysis::lend::{Loan, element, groups, in_variant, loan};
use crate::ir::step::*;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

impl Emitter<'_> {
    /// True if Rust cannot borrow two places at once.
    fn crowd(&self, a: &Place, b: &Place) -> bool {
        let vars = self.printer.vars;
        loan(a, b, vars) != Loan::Apart || self.in_one_vector(a, b) || in_variant(a, b, vars)
    }

    /// True if two places are fields of elements of one array: an element of a vector is borrowed by a method, which borrows the
    /// whole vector, although the fields differ.
    fn in_one_vector(&self, a: &Place, b: &Place) -> bool {
        let vars = self.printer.vars;
        let elements = |place: &Place| vars.field_path(place.base).map_or(0, FieldPath::elements);
        let is_slice = |place: &Place| {
            vars[place.base].ty.depth() == 1
                && matches!(vars[vars.root(place.base)].ty, Type::Slice(_) | Type::Array(..))
        };
        vars.root(a.base) == vars.root(b.base)
            && elements(a) > 0
            && elements(b) > 0
            && !(is_slice(a) && is_slice(b))
    }

    /// Splits arrays of which a call takes several parts; returns the part for each argument that was split off.
    fn split(
        &self,
        places: &[Option<&Place>],
        name: &str,
        is_changed: impl Fn(usize) -> bool,
        pieces: &mut Pieces,
    ) -> Vec<Option<TokenStream>> {
        let p = &self.printer;
        let conflict = |i: usize, j: usize| is_changed(i) || is_changed(j);
        let mut parts = vec![None; places.len()];
        // The law of aliases has rejected what cannot be split.
        for (number, group) in groups(places, p.vars, conflict).unwrap_or_default().into_iter().enumerate() {
            let array = p.start_of(group.first(), group.depth());
            let bounds = format_ident!("{name}_ranges_{number}", span = Span::mixed_site());
            let (mut changed, mut read) = ((vec![], vec![]), (vec![], vec![]));
            for (&i, (a, b)) in group.members.iter().zip(group.ranges(p.vars)) {
                let name = format_ident!("{name}_{i}", span = Span::mixed_site());
                parts[i] = places[i].map(|place| p.rest_of(place, group.depth(), quote!(#name)));
                let (names, ranges) = if is_changed(i) { &mut changed } else { &mut read };
                let (a, b) = (p.expr(&a), p.expr(&b));
                names.push(name);
                ranges.push(quote!(#a..#b));
            }
            let ((changed, changed_ranges), (read, read_ranges)) = (changed, read);
            pieces.splits.extend(quote! {
                let #bounds = ([#(#changed_ranges),*], [#(#read_ranges),*]);
                let ([#(#changed),*], [#(#read),*]) =
                    ::retrograde::__private::apart(&mut #array[..], #bounds.0, #bounds.1);
            });
        }
        parts
    }

    /// Borrows an element of a vector once where a call takes several of its fields, and writes the part for each argument.
    fn elements(
        &self,
        places: &[Option<&Place>],
        name: &str,
        is_changed: impl Fn(usize) -> bool,
        parts: &mut [Option<TokenStream>],
        pieces: &mut Pieces,
    ) {
        let p = &self.printer;
        let all = || places.iter().enumerate().filter_map(|(i, place)| Some((i, (*place)?)));
        let apart = |i: usize, place: &Place| {
            all().all(|(j, other)| i == j || loan(place, other, p.vars) == Loan::Apart)
        };
        for (i, first) in all() {
            if parts[i].is_some() || !apart(i, first) {
                continue;
            }
            let fields = all().filter(|(j, other)| {
                *j > i && parts[*j].is_none() && apart(*j, other) && self.in_one_vector(first, other)
            });
            let fields = fields.filter_map(|(j, other)| Some((j, other, element(first, other, p.vars)?)));
            let fields: Vec<_> = fields.collect();
            let Some(&(_, _, depth)) = fields.first() else { continue };
            let is_one = fields.iter().all(|(.., other)| *other == depth);
            if !is_one || !(is_changed(i) || fields.iter().any(|(j, ..)| is_changed(*j))) {
                continue;
            }
            let borrowed = format_ident!("{name}_of_{i}", span = Span::mixed_site());
            let of = p.start_of(first, depth);
            pieces.splits.extend(quote!(let #borrowed = &mut #of;));
            let rest = |place| Some(p.steps_of(place, quote!(#borrowed), depth, usize::MAX));
            parts[i] = rest(first);
            fields.into_iter().for_each(|(j, place, _)| parts[j] = rest(place));
        }
    }

    /// Returns the parts for primal arguments.
    pub(super) fn primal_parts(&self, args: &[&Argument], pieces: &mut Pieces) -> Vec<Option<TokenStream>> {
        let places: Vec<Option<&Place>> = args
            .iter()
            .map(|arg| match arg {
                Argument::Mutable(place) | Argument::Shared(place) if !self.printer.vars.is_single(place) => {
                    Some(place)
                }
                Argument::Mutable(_) | Argument::Shared(_) | Argument::Value(_) => None,
            })
            .collect();
        let is_changed = |i: usize| matches!(args[i], Argument::Mutable(_));
        let mut parts = self.split(&places, "part", is_changed, pieces);
        self.elements(&places, "part", is_changed, &mut parts, pieces);
        parts
    }

    pub(super) fn primal_argument(
        &self,
        args: &[&Argument],
        i: usize,
        part: Option<TokenStream>,
        pieces: &mut Pieces,
    ) {
        let p = &self.printer;
        let others = || args.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| *other);
        let touched_elsewhere = |place: &Place| {
            others().any(|other| {
                let mut found = false;
                other.reads(&mut |read| found |= self.crowd(read, place));
                found
            })
        };
        let changed_elsewhere = |place: &Place| {
            others().any(|other| {
                matches!(other, Argument::Mutable(changed) if !changed.is_whole() && self.crowd(changed, place))
            })
        };
        let copy = format_ident!("copy_{i}", span = Span::mixed_site());
        match (args[i], part) {
            (Argument::Mutable(_), Some(part)) => pieces.args.push(quote!(&mut #part)),
            (Argument::Shared(_), Some(part)) => pieces.args.push(quote!(&#part)),
            (Argument::Mutable(place), None)
                if self.printer.vars.is_single(place) && !place.is_whole() && touched_elsewhere(place) =>
            {
                let tokens = p.place(place);
                pieces.before.extend(quote!(let mut #copy = #tokens;));
                pieces.args.push(quote!(&mut #copy));
                pieces.after.extend(quote!(#tokens = #copy;));
            }
            (Argument::Shared(place), None)
                if self.printer.vars.is_single(place) && changed_elsewhere(place) =>
            {
                let tokens = p.place(place);
                pieces.before.extend(quote!(let #copy = #tokens;));
                pieces.args.push(quote!(&#copy));
            }
            (Argument::Value(e), _) if e.reads_any(changed_elsewhere) => {
                let tokens = p.expr(e);
                pieces.before.extend(quote!(let #copy = #tokens;));
                pieces.args.push(quote!(#copy));
            }
            (other, _) => pieces.args.push(p.argument(other)),
        }
    }

    /// Returns the parts for the shadows of changed arguments.
    pub(super) fn shadow_parts(
        &self,
        args: &[(Argument, ShadowArgument)],
        pieces: &mut Pieces,
    ) -> Vec<Option<TokenStream>> {
        let places: Vec<Option<&Place>> = args
            .iter()
            .map(|(arg, shadow)| match arg {
                Argument::Mutable(_) => shadow.place().filter(|place| !self.printer.vars.is_single(place)),
                Argument::Shared(_) | Argument::Value(_) => None,
            })
            .collect();
        let mut parts = self.split(&places, "bar_part", |_| true, pieces);
        let lent = args.iter().map(|(_, shadow)| shadow.place().filter(|p| !self.printer.vars.is_single(p)));
        self.elements(&lent.collect::<Vec<_>>(), "bar_part", |_| true, &mut parts, pieces);
        parts
    }

    pub(super) fn shadow_argument(
        &self,
        args: &[(Argument, ShadowArgument)],
        i: usize,
        part: Option<TokenStream>,
        pieces: &mut Pieces,
    ) {
        let (arg, shadow) = &args[i];
        let Some(place) = shadow.place() else {
            return pieces.args.push(quote!(::retrograde::__private::Discard));
        };
        let is_changed = matches!(arg, Argument::Mutable(_));
        if let Some(part) = part {
            return pieces.args.push(quote!(&mut #part));
        }
        let others = args.iter().enumerate().filter(|(j, _)| *j != i);
        let crowding: Vec<_> = others
            .filter_map(|(_, (arg, shadow))| Some((arg, shadow.place()?)))
            .filter(|(_, other)| self.crowd(other, place))
            .collect();
        let copy = format_ident!("bar_{i}", span = Span::mixed_site());
        if self.of_field(place).is_some() && !is_changed && !crowding.is_empty() {
            return self.fresh(arg, place, &copy, pieces);
        }
        if self.printer.vars.is_single(place) && !crowding.is_empty() {
            let (first, after) = if is_changed {
                let tokens = self.printer.place(place);
                (tokens.clone(), quote!(#tokens = #copy;))
            } else {
                (self.zero_of(&self.printer.vars.type_of(place)), self.add_copy(place, &copy))
            };
            pieces.before.extend(quote!(let mut #copy = #first;));
            pieces.args.push(quote!(&mut #copy));
            pieces.after.extend(after);
            return;
        }
        // Numbers are copied, so only larger values conflict.
        let crowding: Vec<_> =
            crowding.into_iter().filter(|(_, other)| !self.printer.vars.is_single(other)).collect();
        if is_changed {
            return pieces.args.push(self.printer.mutable(place));
        }
        if crowding.is_empty() {
            return pieces.args.push(self.borrowed(place));
        }
        let plain = |place: &Place| self.printer.vars[place.base].ty.is_real() && self.is_plain(place);
        let read = |arg: &Argument| !matches!(arg, Argument::Mutable(_));
        if plain(place) && crowding.iter().all(|(arg, other)| read(arg) && plain(other)) {
            self.shared(args, i, place, pieces)
        } else {
            self.fresh(arg, place, &copy, pieces)
        }
    }

    /// True if a place lies in a plain variable, whose shadow can be a slice of cells.
    fn is_plain(&self, place: &Place) -> bool {
        self.printer.vars.field_path(place.base).is_none() && !self.printer.vars[place.base].ty.is_map()
    }

    /// Makes the shadow of an array that is read through several arguments: cells.
    fn shared(&self, args: &[(Argument, ShadowArgument)], i: usize, place: &Place, pieces: &mut Pieces) {
        let copy = format_ident!("bar_{i}", span = Span::mixed_site());
        let cells = format_ident!("cells_{}", place.base.0, span = Span::mixed_site());
        let first = args[..i].iter().all(|(_, shadow)| {
            shadow.place().is_none_or(|other| other.base != place.base || self.printer.vars.is_single(other))
        });
        if first {
            let whole = self.printer.ident(place.base, *place.span);
            pieces.before.extend(match self.printer.vars[place.base].role {
                Role::InputShadow => quote!(let #cells = #whole.shared();),
                _ => quote!(let #cells = ::retrograde::__private::cells(&mut #whole[..]);),
            });
        }
        pieces.before.extend(quote!(let mut #copy = #cells;));
        pieces.args.push(self.part_of(quote!(#copy), place));
    }

    /// Makes a new shadow for an argument that is read, which is added to the right one after the call.
    fn fresh(&self, arg: &Argument, place: &Place, copy: &syn::Ident, pieces: &mut Pieces) {
        let Some(primal) = arg.place() else { return pieces.args.push(self.borrowed(place)) };
        if let Type::Map(item, written) = self.printer.vars.type_of(place) {
            return self.fresh_map(primal, place, (&item, &written), copy, pieces);
        }
        let (mut of, mut into, c) = (self.printer.place(primal), self.printer.place(place), self.cotangent);
        let ranged = matches!(place.path.last(), Some(Projection::Range(..)));
        let deep = ranged || self.printer.vars.type_of(place).depth() > 0;
        if deep && !ranged {
            (of, into) = (quote!((#of)[..]), quote!((#into)[..]));
        }
        let is_generic = matches!(self.printer.real, Some(RealType::Generic(_)));
        if !deep && is_generic && self.printer.vars.is_foreign_field(place.base) {
            // A constant float in a field has no cotangent, which its shadow shows.
            of = quote!(*{
                #[allow(unused_imports)]
                use ::retrograde::__private::fields::{KeepsNone as _, Keeps as _};
                (&::retrograde::__private::fields::Goal::of(&#into)).source(&#of)
            });
        }
        let probe = self.probe(&of);
        pieces.before.extend(quote! {
            let mut #copy = { #probe (&&&&&probe).fresh(#c::zero()) };
        });
        pieces.args.push(if deep { quote!(&mut #copy[..]) } else { quote!(&mut #copy) });
        pieces.after.extend(quote! {
            { #probe (&&&&&probe).give(&mut #into, &#copy, &|a: #c, b: #c| a.plus(b)); }
        });
    }

    fn add_copy(&self, place: &Place, copy: &syn::Ident) -> TokenStream {
        let Type::Structure(Named::Number(number)) = self.printer.vars.type_of(place) else {
            return self.add_part(place, quote!(#copy));
        };
        let places = self.printer.vars.parts_at(place).into_iter().flatten();
        let parts = places.zip(number.parts()).map(|(place, part)| {
            let name = syn::Ident::new(part, copy.span());
            self.add_part(&place, quote!(#copy.#name))
        });
        parts.collect()
    }

    fn add_part(&self, place: &Place, copy: TokenStream) -> TokenStream {
        let p = &self.printer;
        // The type of a field determines whether it has a cotangent.
        if p.vars.field_path(place.base).is_some() {
            let field = p.place_path(place);
            return quote!(#field.accumulate(#copy););
        }
        let tokens = p.place(place);
        if p.vars[place.base].role == Role::InputShadow {
            return self.add_to_input(place, copy);
        }
        let old = self.receiver(place);
        quote!(#tokens = #old.plus(#copy);)
    }

    /// Returns a shadow for a callee that only adds to it.
    fn borrowed(&self, place: &Place) -> TokenStream {
        let p = &self.printer;
        if p.vars.field_path(place.base).is_some() {
            let tokens = p.place_path(place);
            return quote!(&mut #tokens);
        }
        if p.vars[place.base].role == Role::InputShadow {
            let name = p.ident(place.base, *place.span);
            return self.part_of(quote!(#name), place);
        }
        // An array of structures is not a slice: both have shadows of their own.
        let ty = p.vars.type_of(place);
        if matches!(ty, Type::Array(..)) && ty.leaf().is_structure() {
            return p.mutable(place);
        }
        let tokens = p.place(place);
        if self.printer.vars.is_single(place)
            || self.printer.vars[place.base].ty.is_structure()
                && self.printer.vars.type_of(place).depth() == 0
            || matches!(place.path.last(), Some(Projection::Range(..)))
            || self.printer.vars.type_of(place).is_map()
        {
            return quote!(&mut #tokens);
        }
        if place.is_whole() && p.vars[place.base].passing != Passing::Value {
            quote!(&mut (#tokens)[..])
        } else {
            quote!(&mut #tokens[..])
        }
    }

    fn part_of(&self, whole: TokenStream, place: &Place) -> TokenStream {
        if place.is_whole() {
            // rustc reports missing traits of a shadow at the argument.
            let at = Span::call_site().located_at(*place.span);
            return quote_spanned!(at=> #whole.again());
        }
        place.path.iter().fold(whole, |tokens, projection| match projection {
            Projection::Index(i) => {
                let i = self.printer.expr(i);
                quote!(#tokens.item(#i))
            }
            Projection::Range(a, b) => {
                let (a, b) = (self.printer.expr(a), self.printer.expr(b));
                quote!(#tokens.part(#a..#b))
            }
        })
    }
}
