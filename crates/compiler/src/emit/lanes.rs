//! Emits lanes: a structure with what the iterations access outside, and a method that runs them with any vector type, which the
//! library calls with the best that the machine has.
//!
//! The kernel works on `f64`, or on `f32`. A program that is generic over its number, or its cotangent, runs in lanes where both are one
//! of these, and as a loop elsewhere.

use super::params::level;
use super::steps::Emitter;
use super::tiles::{many, tiled, with_windows};
use crate::ir::print::{Printer, Tiled, in_all, runs_together};
use crate::ir::step::{self, Capture, Lanes, Row, RowTouch, Step};
use crate::ir::*;
use crate::simplify::access::mutated;
use crate::simplify::{computes, rows};
use crate::sorted::Map;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// A field of the kernel.
pub(super) struct Field {
    pub(super) name: Ident,
    pub(super) ty: TokenStream,
    pub(super) value: TokenStream,
    pub(super) content: Content,
}

/// The content of a field of the kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// A value, or a slice that is read: it is copied.
    Shared,
    /// Elements that belong to iterations.
    Own,
    /// The place where such elements begin in their array.
    Base,
    /// A sum over iterations.
    Sum,
}

impl Emitter<'_> {
    pub(super) fn lanes(&self, lanes: &Lanes) -> TokenStream {
        let first = self.name(lanes.first);
        let (start, end) = (self.printer.expr(&lanes.start), self.printer.expr(&lanes.end));
        let Some(real) = self.printer.real else { return quote!(let #first = #start;) };
        let t = real.ident();
        let outside = lanes.captures.iter().chain(&lanes.sums).map(|c| c.of);
        let carries = outside.chain(lanes.rows.iter().map(|row| row.of)).any(|var| self.is_shadow(var));
        // A program without cotangents has no type for them.
        let c = if carries { self.cotangent } else { t };
        let fields = self.fields(lanes);
        let names: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
        let types = fields.iter().map(|field| &field.ty);
        let values = fields.iter().map(|field| &field.value);
        let buffers = lanes.sums.iter().map(|sum| {
            let (buffer, length) = (buffer(self.name(sum.local)), self.count_of(sum.of));
            quote!(let mut #buffer = ::retrograde::__private::vec![-0.0; #length];)
        });
        let buffers = buffers.chain(self.lent(lanes).map(|row| {
            let (array, kept) = (array_of(self.name(row.local)), buffer(self.name(row.local)));
            let (length, shadow) = (self.count_of(row.of), self.whole(row.of));
            quote! {
                let mut #kept = ::retrograde::__private::Vec::new();
                let #array =
                    ::retrograde::__private::lanes::lent::<#t, #c, _Element, _, _>(&mut #shadow, &mut #kept, #length);
            }
        }));
        let sums = lanes.sums.iter().map(|sum| buffer(self.name(sum.local)));
        let added = lanes.sums.iter().map(|sum| self.added(sum.of, &buffer(self.name(sum.local))));
        let added =
            added.chain(self.lent(lanes).map(|row| self.added(row.of, &buffer(self.name(row.local)))));
        let (run, divisible) = self.kernel(lanes, &fields);
        let (count, how) = (
            lanes.sums.len(),
            match divisible {
                Some(_) if self.printer.vars.is_on_ranks(lanes.index) => quote!(run_shared),
                Some(_) => quote!(run_in_blocks),
                None => quote!(run),
            },
        );
        let output = quote!((::retrograde::__private::lanes::Reached, ::retrograde::__private::lanes::Sums<_Element, #count>));
        let (worth, elements) = (self.worth(lanes, t, c), lanes.elements(real));
        // Debug builds run a loop without a mark as it is: it takes long to compile.
        let chosen = if self.is_marked(lanes) { quote!(in_lanes) } else { quote!(found_in_lanes) };
        // The function itself runs its marked loops in lanes if it is reversible.
        let is_of_function = self.is_marked(lanes) && !self.printer.copies;
        let may_run = if is_of_function { quote!(may_run) } else { quote!(may_reorder) };
        let reached = Ident::new("first", Span::mixed_site());
        let (constants, said) = self.constants();
        let method = self.method(lanes, &output);
        let aligned = has_windows(&lanes.body).then(|| {
            quote!(
                const ALIGNED: ::core::primitive::bool = false;
            )
        });
        quote! {
            let #first = ::retrograde::__private::#chosen!(#start, <#t, #c> of [#(#elements)*], {
                const LANES: ::core::primitive::usize = <_Element as ::retrograde::__private::lanes::Element>::LANES;
                // A kernel makes its storage before it knows whether it has a block.
                if #start + LANES <= #end #worth && ::retrograde::__private::lanes::#may_run() {
                    #(#buffers)*
                    struct Iterations<'lanes, #(#constants),*> {
                        _data: ::core::marker::PhantomData<&'lanes ()>,
                        _range: ::core::ops::Range<::core::primitive::usize>,
                        #(#names: #types,)*
                    }
                    impl<'lanes, #(#constants),*> ::retrograde::__private::lanes::Kernel for Iterations<'lanes, #(#said),*> {
                        type Scalar = _Element;
                        type Output = #output;
                        #aligned
                        #method {
                            #[allow(unused_imports)]
                            use ::retrograde::__private::traits::*;
                            let Iterations { _data: _, _range, #(#names,)* } = self;
                            #run
                        }
                    }
                    #divisible
                    let (::retrograde::__private::lanes::Reached(#reached), [#(#sums),*]) = ::retrograde::__private::lanes::#how::<LANES, _>(
                        Iterations::<#(#said),*> { _data: ::core::marker::PhantomData, _range: #start..#end, #(#names: #values,)* },
                    );
                    #(#added)*
                    #reached
                } else {
                    #start
                }
            });
        }
    }

    /// True for lanes that the user has asked for.
    fn is_marked(&self, lanes: &Lanes) -> bool {
        self.printer.vars.is_parallel(lanes.index)
    }

    /// The condition that lanes are worth their while. Where the body does little but call, some callee must run in lanes; a loop
    /// without a mark must have many iterations, and not more sums.
    fn worth(&self, lanes: &Lanes, t: &Ident, c: &Ident) -> TokenStream {
        if !self.is_marked(lanes) {
            let (start, end) = (self.printer.expr(&lanes.start), self.printer.expr(&lanes.end));
            let sums = lanes.sums.iter().map(|sum| self.count_of(sum.of));
            let kept = self.lent(lanes).map(|row| {
                let (length, shadow) = (self.count_of(row.of), self.whole(row.of));
                quote!(::retrograde::__private::lanes::kept::<#t, #c, _, _>(&mut #shadow, #length))
            });
            let has_rounds = has_loops(&lanes.body);
            return quote!(&& ::retrograde::__private::lanes::gain::<_Element>(
                #end - #start, #has_rounds, 0 #(+ #sums)*, 0 #(+ #kept)*
            ));
        }
        let (mut callees, mut works) = (Vec::new(), false);
        step::each_call(&lanes.body, &mut |callee, _| callees.push(runs_together(callee)));
        step::each_expression(&lanes.body, &mut |e| works |= computes(e));
        let is_plain = callees.is_empty() || works || has_loops(&lanes.body);
        if is_plain { TokenStream::new() } else { quote!(&& const { #(#callees)||* }) }
    }

    pub(super) fn is_shadow(&self, var: Var) -> bool {
        matches!(self.printer.vars[var].role, Role::Shadow | Role::InputShadow)
    }

    /// Returns the constants of the function as parameters and as arguments of an item in it, which cannot name those around it.
    pub(super) fn constants(&self) -> (Vec<TokenStream>, Vec<&Ident>) {
        constants(self.generics)
    }

    /// Prints a variable.
    fn whole(&self, var: Var) -> TokenStream {
        self.printer.place_path(&Place::whole(var, self.printer.vars[var].span))
    }

    /// True if the elements of a row may be added up in storage of their own: the shadow of an input need not have a slice.
    fn is_lent(&self, row: &Row) -> bool {
        self.printer.vars[row.of].role == Role::InputShadow
    }

    fn lent<'l>(&'l self, lanes: &'l Lanes) -> impl Iterator<Item = &'l Row> {
        lanes.rows.iter().filter(|row| self.is_lent(row))
    }

    fn fields(&self, lanes: &Lanes) -> Vec<Field> {
        let captured = lanes.captures.iter().map(|c| self.captured(c));
        let lengths = lanes.lengths.iter().map(|c| Field {
            name: self.name(c.local),
            ty: quote!(::core::primitive::usize),
            value: self.length_of(c.of),
            content: Content::Shared,
        });
        let captured = lengths.chain(captured);
        let sums = lanes.sums.iter().map(|sum| {
            let name = buffer(self.name(sum.local));
            let ty = quote!(::retrograde::__private::Vec<_Element>);
            Field { value: quote!(#name), name, ty, content: Content::Sum }
        });
        let rows = lanes.rows.iter().filter(|row| row.touch != RowTouch::Read).map(|row| {
            let name = array_of(self.name(row.local));
            let ty = quote!(&'lanes mut [_Element]);
            let value = if self.is_lent(row) {
                quote!(&mut #name[..])
            } else {
                let whole = self.side_by_side(row.of, quote!(as_flattened_mut));
                let numbers = self.numbers(row.of, "numbers_mut", "cotangents_mut");
                quote!(#numbers(&mut #whole[..]))
            };
            Field { name, ty, value, content: Content::Own }
        });
        let bases = lanes.rows.iter().filter(|row| self.is_split(row, lanes)).map(|row| self.base(row));
        captured.chain(sums).chain(rows).chain(bases).collect()
    }

    /// Returns the path of a function of the library that takes numbers, or cotangents, as `f64`.
    fn numbers(&self, var: Var, of_numbers: &str, of_cotangents: &str) -> TokenStream {
        let is_shadow = self.is_shadow(var);
        let (t, c) = (self.printer.real.map(RealType::ident), self.cotangent);
        let name = format_ident!("{}", if is_shadow { of_cotangents } else { of_numbers });
        let said = if is_shadow { quote!(#t, #c) } else { quote!(#t) };
        quote!(::retrograde::__private::lanes::#name::<#said, _Element>)
    }

    fn captured(&self, capture: &Capture) -> Field {
        let p = &self.printer;
        let (name, v) = (self.name(capture.local), &p.vars[capture.of]);
        let whole = Place::whole(capture.of, v.span);
        let (path, value) = (self.side_by_side(capture.of, quote!(as_flattened)), p.place(&whole));
        let (ty, value) = match (v.ty.leaf(), v.ty.depth()) {
            (Type::Exact(ty), 0) if is_lent(ty) => {
                let ty = exact_type(ty);
                (quote!(&'lanes #ty), quote!(&#value))
            }
            (Type::Exact(ty), 0) => (exact_type(ty), value),
            (Type::Exact(ty), _) => {
                let ty = exact_type(ty);
                (quote!(&'lanes [#ty]), quote!(&#path[..]))
            }
            (_, 0) => {
                let number = self.numbers(capture.of, "number", "cotangent");
                (quote!(_Element), quote!(#number(#value)))
            }
            _ => {
                let numbers = self.numbers(capture.of, "numbers", "cotangents");
                (quote!(&'lanes [_Element]), quote!(#numbers(&#path[..])))
            }
        };
        Field { name, ty, value, content: Content::Shared }
    }

    /// Prints a variable, with the numbers of its arrays side by side.
    fn side_by_side(&self, var: Var, flattened: TokenStream) -> TokenStream {
        let (path, rows) = (self.whole(var), rows(&self.printer.vars[var].ty));
        let each = rows.iter().flatten().map(|_| quote!([..].#flattened()));
        quote!(#path #(#each)*)
    }

    /// Returns the number of numbers of a variable, or of the primal of a shadow.
    fn count_of(&self, var: Var) -> TokenStream {
        let (length, rows) = (self.length_of(var), self.lengths_of_rows(var));
        quote!(#length #(* #rows)*)
    }

    fn lengths_of_rows(&self, var: Var) -> Vec<TokenStream> {
        let rows = rows(&self.printer.vars[var].ty).unwrap_or_default();
        rows.into_iter().map(|length| self.printer.expr(&Expr::Constant(length.clone()))).collect()
    }

    /// Returns the length of a variable, or of the primal of a shadow.
    fn length_of(&self, var: Var) -> TokenStream {
        let p = &self.printer;
        if p.vars[var].ty.depth() == 0 {
            return quote!(1);
        }
        let place = Place::whole(var, p.vars[var].span);
        let measured = match p.vars[var].role {
            Role::InputShadow => p.vars.primal_of(&place).unwrap_or(place),
            _ => place,
        };
        let path = p.place_path(&measured);
        quote!(#path.len())
    }

    /// Adds what the lanes have added up to its place.
    fn added(&self, of: Var, buffer: &Ident) -> TokenStream {
        let p = &self.printer;
        let v = &p.vars[of];
        let place = Place::whole(of, v.span);
        let number = self.numbers(of, "as_number", "as_cotangent");
        let (path, whole) = (p.place_path(&place), p.place(&place));
        let (flat, flat_mut) =
            (self.side_by_side(of, quote!(as_flattened)), self.side_by_side(of, quote!(as_flattened_mut)));
        let at = |i: TokenStream| match (v.ty.depth(), v.role) {
            (0, Role::InputShadow) => quote!(#path.add((), #number(#buffer[#i]));),
            (_, Role::InputShadow) => {
                let index = nested_index(&i, &self.lengths_of_rows(of));
                quote!(#path.add(#index, #number(#buffer[#i]));)
            }
            (0, Role::Shadow) => quote!(#whole = #path.plus(#number(#buffer[#i]));),
            (_, Role::Shadow) => quote!(#flat_mut[#i] = #flat[#i].plus(#number(#buffer[#i]));),
            (0, _) => quote!(#whole += #number(#buffer[#i]);),
            _ => quote!(#flat_mut[#i] += #number(#buffer[#i]);),
        };
        // The type of a field determines whether it has cotangents.
        let is_field = p.vars.field_path(of).is_some();
        if v.ty.depth() == 0 {
            return if is_field { quote!(#path.accumulate(#number(#buffer[0]));) } else { at(quote!(0)) };
        }
        let i = Ident::new("i", Span::mixed_site());
        if is_field {
            let (t, c) = (p.real.map(RealType::ident), self.cotangent);
            let (field, level) = (Ident::new("field", Span::mixed_site()), level(1));
            return quote!({
                let mut #field = &mut #path;
                let #field = &mut ::retrograde::__private::range_of::<#t, #c, #level, _>(
                    &mut #field, ::retrograde::__private::span(0, #buffer.len())
                );
                for #i in 0..#buffer.len() { #field.add(#i, #number(#buffer[#i])); }
            });
        }
        let add = at(quote!(#i));
        quote!(for #i in 0..#buffer.len() { #add })
    }

    /// Emits the body of the method that runs the iterations with vectors `V`, and the division into blocks of a loop on threads.
    fn kernel(&self, lanes: &Lanes, fields: &[Field]) -> (TokenStream, Option<TokenStream>) {
        let mut vars = self.printer.vars.clone();
        vars[lanes.index].passing = Passing::Value;
        for capture in &lanes.captures {
            let is_lent = match &vars[capture.local].ty {
                Type::Exact(ty) => is_lent(ty),
                ty => ty.depth() > 0,
            };
            if is_lent {
                vars[capture.local].passing = Passing::Shared;
            }
        }
        let real = RealType::Generic(vector());
        let v = real.ident();
        let steps = [&lanes.head[..], &lanes.body[..]].concat();
        let mut changing = mutated(&steps, &vars);
        changing.extend(lanes.sums.iter().map(|sum| sum.local));
        changing.extend(lanes.rows.iter().map(|row| row.local));
        let of_sums = lanes.sums.iter().map(|sum| sum.local);
        let tiled = tiled(&steps, &of_sums.filter(|local| !lanes.scattered.contains(local)).collect(), &vars);
        let scattered = with_windows(&steps, &lanes.scattered);
        let differing = crate::ir::print::Lanes {
            index: lanes.index,
            truths: &lanes.truths,
            scattered: &scattered,
            tiled: Tiled::Open(&tiled),
            narrower: None,
            depth: 0,
        };
        let inside = Emitter {
            printer: Printer { lanes: Some(differing), ..Printer::of_programs(&vars, &real) },
            cotangent: real.ident(),
            mutated: &changing,
            fallible: false,
            asked: None,
            loans: None,
            decided: None,
            ..*self
        };
        let p = &inside.printer;
        let index = inside.name(lanes.index);
        let in_lanes = || lanes.sums.iter().filter(|sum| !lanes.scattered.contains(&sum.local));
        let many = many();
        let counts: Vec<TokenStream> = in_lanes()
            .filter(|sum| tiled.contains(&sum.local))
            .map(|sum| buffer(inside.name(sum.local)))
            .map(|buffer| quote!(+ #buffer.len()))
            .collect();
        let decided = (!counts.is_empty())
            .then(|| quote!(let #many = ::retrograde::__private::lanes::are_many(0 #(#counts)*);));
        let sums = in_lanes().map(|sum| {
            let (name, buffer) = (inside.name(sum.local), buffer(inside.name(sum.local)));
            match vars[sum.of].ty.depth() {
                0 => quote!(let mut #name = #v::constant(-0.0);),
                _ if tiled.contains(&sum.local) => {
                    let length = quote!(if #many { 0 } else { #buffer.len() });
                    quote!(let mut #name = ::retrograde::__private::vec![#v::constant(-0.0); #length];)
                }
                _ => {
                    quote!(let mut #name = ::retrograde::__private::vec![#v::constant(-0.0); #buffer.len()];)
                }
            }
        });
        let reduced = in_lanes().map(|sum| {
            let (name, buffer) = (inside.name(sum.local), buffer(inside.name(sum.local)));
            match vars[sum.of].ty.depth() {
                0 => quote!(#buffer[0] = #name.sum();),
                _ => quote!(::retrograde::__private::lanes::reduce(&#name, &mut #buffer);),
            }
        });
        let buffers: Vec<Ident> = lanes.sums.iter().map(|sum| buffer(inside.name(sum.local))).collect();
        let scattered = lanes.sums.iter().filter(|sum| lanes.scattered.contains(&sum.local)).map(|sum| {
            let (name, buffer) = (inside.name(sum.local), buffer(inside.name(sum.local)));
            quote!(let #name = &mut #buffer[..];)
        });
        let declared = lanes.rows.iter().filter_map(|row| {
            let (name, length) = (inside.name(row.local), p.expr(row.length.as_ref()?));
            Some(quote!(let mut #name = ::retrograde::__private::vec![#v::constant(-0.0); #length];))
        });
        let (head, rounds) = (inside.steps(&lanes.head), inside.rounds(lanes));
        let wide = lanes.wide.then(|| inside.wide(lanes, decided.is_some()));
        let in_all = inside.vectors_for_calls(lanes);
        let run = quote! {
            #(let mut #buffers = #buffers;)*
            #(#scattered)*
            #head
            #in_all
            #decided
            #(#sums)*
            #(#declared)*
            let mut #index = _range.start;
            #wide
            #rounds
            #(#reduced)*
            (::retrograde::__private::lanes::Reached(#index), [#(#buffers),*])
        };
        let is_in_blocks = vars.is_in_blocks(lanes.index);
        (run, is_in_blocks.then(|| inside.in_blocks(lanes, fields)))
    }

    /// Prints the rounds of all blocks that are left.
    pub(super) fn rounds(&self, lanes: &Lanes) -> TokenStream {
        let fits = lanes.rows.iter().map(|row| self.has_all(row, lanes));
        let loaded = lanes.rows.iter().map(|row| self.loaded(row, lanes));
        let stored = lanes.rows.iter().filter_map(|row| self.stored(row, lanes));
        let (index, v, body) = (self.name(lanes.index), self.vectors(), self.steps(&lanes.body));
        quote! {
            while #index + #v::LANES <= _range.end #(&& #fits)* {
                #(#loaded)*
                #body
                #(#stored)*
                #index += #v::LANES;
            }
        }
    }

    /// The type of the numbers.
    fn vectors(&self) -> Ident {
        self.printer.real.map_or_else(vector, |real| real.ident().clone())
    }

    /// Declares the vectors of arrays that are the same in all lanes, where calls read these.
    fn vectors_for_calls(&self, lanes: &Lanes) -> TokenStream {
        let mut read: Map<Var, Vec<TokenStream>> = Map::new();
        step::each_call(&lanes.body, &mut |callee, args| {
            for place in args.iter().filter_map(|arg| arg.place()) {
                let v = &self.printer.vars[place.base];
                if v.role == Role::Uniform && v.ty.depth() > 0 && !self.printer.vars.is_single(place) {
                    read.entry(place.base).or_default().push(runs_together(callee));
                }
            }
        });
        let v = vector();
        let declared = read.into_iter().map(|(var, together)| {
            let name = self.name(var);
            let all = in_all(&name);
            quote!(let #all = ::retrograde::__private::lanes::in_all::<#v>(&#name[..], const { #(#together)||* });)
        });
        declared.collect()
    }

    /// The array of a row, by its name inside.
    pub(super) fn array(&self, row: &Row, lanes: &Lanes) -> TokenStream {
        let name = match row.touch {
            RowTouch::Read => lanes.captures.iter().find(|c| c.of == row.of).map(|c| self.name(c.local)),
            RowTouch::Add | RowTouch::AddFirst | RowTouch::Change => None,
        };
        let name = name.unwrap_or_else(|| array_of(self.name(row.local)));
        quote!(#name)
    }

    /// The condition that the elements of all lanes are there: else the loop behind the lanes runs the iterations, and fails as it does.
    fn has_all(&self, row: &Row, lanes: &Lanes) -> TokenStream {
        let p = &self.printer;
        let (array, stride) = (self.array(row, lanes), p.expr(&row.stride));
        let start = self.in_part(self.wrapping(&row.start), row, lanes);
        let length = row.length.as_ref().map_or(quote!(1), |length| p.expr(length));
        let v = self.vectors();
        quote!(::retrograde::__private::lanes::fits::<#v>(#array.len(), #start, #stride, #length))
    }

    /// Prints an index that may be below zero: as a number that is beyond every array.
    pub(super) fn wrapping(&self, e: &Expr) -> TokenStream {
        let Expr::Exact(op @ (Operator::Add | Operator::Sub | Operator::Mul), args) = e else {
            return self.printer.expr(e);
        };
        let method = match op {
            Operator::Add => quote!(wrapping_add),
            Operator::Sub => quote!(wrapping_sub),
            _ => quote!(wrapping_mul),
        };
        let (a, b) = (self.wrapping(&args[0]), self.wrapping(&args[1]));
        quote!(::core::primitive::usize::#method(#a, #b))
    }

    fn loaded(&self, row: &Row, lanes: &Lanes) -> TokenStream {
        let p = &self.printer;
        let (array, name) = (self.array(row, lanes), self.name(row.local));
        let (start, stride, v) =
            (self.in_part(p.expr(&row.start), row, lanes), p.expr(&row.stride), self.vectors());
        match (row.touch, &row.length) {
            (RowTouch::Add, None) => quote!(let mut #name = #v::constant(-0.0);),
            (RowTouch::Add, Some(_)) => quote!(#name.fill(#v::constant(-0.0));),
            (RowTouch::AddFirst, None) => quote!(let mut #name = #v::constant(0.0);),
            (RowTouch::AddFirst, Some(_)) => quote!(#name.fill(#v::constant(0.0));),
            (RowTouch::Read, None) => quote!(let #name = #v::gather(&#array[..], #start, #stride);),
            (RowTouch::Change, None) => quote!(let mut #name = #v::gather(&#array[..], #start, #stride);),
            (RowTouch::Read | RowTouch::Change, Some(_)) => {
                quote!(::retrograde::__private::lanes::load(&mut #name, &#array[..], #start, #stride);)
            }
        }
    }

    fn stored(&self, row: &Row, lanes: &Lanes) -> Option<TokenStream> {
        let p = &self.printer;
        let (array, name) = (self.array(row, lanes), self.name(row.local));
        let (start, stride, v) =
            (self.in_part(p.expr(&row.start), row, lanes), p.expr(&row.stride), self.vectors());
        Some(match (row.touch, &row.length) {
            (RowTouch::Read, _) => return None,
            (RowTouch::Change | RowTouch::AddFirst, None) => {
                quote!(#name.scatter(&mut #array[..], #start, #stride);)
            }
            (RowTouch::Add, None) => quote! {
                (#v::gather(&#array[..], #start, #stride) + #name).scatter(&mut #array[..], #start, #stride);
            },
            (RowTouch::Change | RowTouch::AddFirst, Some(_)) => {
                quote!(::retrograde::__private::lanes::store(&#name, &mut #array[..], #start, #stride);)
            }
            (RowTouch::Add, Some(_)) => {
                quote!(::retrograde::__private::lanes::add(&#name, &mut #array[..], #start, #stride);)
            }
        })
    }
}

/// Returns the constants among generics as parameters and as arguments.
pub(super) fn constants(generics: &syn::Generics) -> (Vec<TokenStream>, Vec<&Ident>) {
    let params = generics.const_params().map(|syn::ConstParam { ident, ty, .. }| quote!(const #ident: #ty));
    (params.collect(), generics.const_params().map(|p| &p.ident).collect())
}

/// Returns the index of a number in arrays of arrays, `(i, (j, k))`, by its number among those that lie side by side.
fn nested_index(i: &TokenStream, rows: &[TokenStream]) -> TokenStream {
    match rows.split_last() {
        None => i.clone(),
        Some((last, outer)) => {
            let (above, below) = (quote!((#i / #last)), quote!(#i % #last));
            // Indices nest to the right.
            fn with(outer: TokenStream, rows: &[TokenStream], below: TokenStream) -> TokenStream {
                match rows.split_last() {
                    None => quote!((#outer, #below)),
                    Some((last, rest)) => {
                        with(quote!((#outer / #last)), rest, quote!((#outer % #last, #below)))
                    }
                }
            }
            with(above, outer, below)
        }
    }
}

/// True if there is a counted loop in steps.
fn has_loops(steps: &[Step]) -> bool {
    any(steps, &|step| matches!(step, Step::For { .. }))
}

/// True if innermost loops in steps run through arrays.
fn has_windows(steps: &[Step]) -> bool {
    any(steps, &|step| matches!(step, Step::Window { .. }))
}

fn any(steps: &[Step], is_one: &impl Fn(&Step) -> bool) -> bool {
    steps.iter().any(|step| is_one(step) || step::nested(step).into_iter().any(|inner| any(inner, is_one)))
}

/// The type of the vectors: no name of the user's hides it.
pub(super) fn vector() -> Ident {
    Ident::new("_Vector", Span::mixed_site())
}

/// The name of the sum of all lanes.
pub(super) fn buffer(local: Ident) -> Ident {
    format_ident!("{}_sum", local)
}

/// The name of the array of a row.
pub(super) fn array_of(local: Ident) -> Ident {
    format_ident!("{}_of", local)
}

/// True for an exact value that is captured by reference, since it may be none that is copied.
fn is_lent(ty: &Exact) -> bool {
    match ty {
        Exact::Unknown | Exact::Discrete => false,
        Exact::Written(ty) => matches!(ty.scalar(), None | Some(Scalar::Str | Scalar::Text)),
    }
}

/// An integer without a written type is an index, or counts.
fn exact_type(ty: &Exact) -> TokenStream {
    match ty {
        Exact::Written(ty) => quote!(#ty),
        Exact::Unknown | Exact::Discrete => quote!(::core::primitive::usize),
    }
}
