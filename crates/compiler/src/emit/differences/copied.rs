//! How an argument is copied for a check: its numbers moved, its cotangents made, both handed over.

use super::super::params::Param;
use super::super::types::{stripped, substituted, vector};
use super::walk::{Walk, Way};
use crate::ir::Role;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Type, parse_quote};

/// One argument.
pub(super) struct Copied {
    /// The copy, what it is after a run, and its cotangent.
    pub(super) copy: Ident,
    pub(super) after: Ident,
    bar: Ident,
    /// What the body calls it by.
    pub(super) name: Ident,
    /// Its type as it is checked.
    pub(super) ty: Type,
    /// The type that is copied, as it was written.
    owned: Type,
    structure: bool,
    /// An array by another name, which may be that of a slice.
    is_named_array: bool,
    pub(super) real: bool,
    pub(super) role: Role,
    /// A slice or vector: its cotangents are handed over as a slice.
    long: bool,
}

/// Where copies come from.
#[derive(Clone, Copy)]
pub(super) enum From<'a> {
    /// The arguments themselves.
    Given,
    /// The arguments with other numbers.
    Before(&'a Ident),
    /// What a run has left, with other numbers.
    After(&'a Ident),
}

/// What a cotangent has the shape of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The copy as it is.
    Now,
    /// What a run leaves: it may have grown.
    After,
}

impl Copied {
    /// How an argument is copied, and what must hold of its type; `None` where it cannot be.
    pub(super) fn of(
        i: usize,
        p: &Param,
        walk: Walk,
        bounds: &mut Vec<syn::WherePredicate>,
    ) -> Option<Copied> {
        let ty = substituted(&p.written, walk.real, walk.to);
        let (inner, is_lent) = stripped(&p.written);
        let named = |number: usize, what: &str| format_ident!("{what}_{number}", span = Span::mixed_site());
        let copied = Copied {
            copy: named(i, "copy"),
            after: named(i, "after"),
            bar: named(i, "bar"),
            name: p.name.clone(),
            real: p.real,
            role: p.role,
            long: p.real && matches!(&inner, Type::Slice(_))
                || p.real && (p.depth > 0 || p.structure) && vector(&inner).is_some(),
            structure: p.structure,
            is_named_array: p.is_named_array,
            owned: owned(&inner),
            ty,
        };
        match copied.stays() {
            // By value it is handed over more than once.
            true if !is_lent => {
                let ty = &copied.ty;
                bounds.push(parse_quote!(for<'check> #ty: ::core::clone::Clone));
                (!matches!(ty, Type::ImplTrait(_))).then_some(copied)
            }
            true => Some(copied),
            false if copied.is_named_array => {
                let at = substituted(&inner, walk.real, walk.to);
                let copies = quote!(::retrograde::__private::Owned + ::retrograde::__private::Numbers);
                bounds.push(parse_quote!(for<'check> #at: #copies));
                Some(copied)
            }
            false => walk.bounds(&inner, bounds).map(|()| copied),
        }
    }

    fn is_mutable(&self) -> bool {
        matches!(&self.ty, Type::Reference(r) if r.mutability.is_some())
    }

    /// Whether it is handed on as it came.
    pub(super) fn stays(&self) -> bool {
        !self.real && self.role == Role::Input
    }

    /// Whether its numbers are among those that are compared: what scratch holds means nothing.
    fn counts(&self) -> bool {
        self.real && self.role != Role::Scratch
    }

    /// Whether what the function leaves there is needed to go back.
    pub(super) fn is_kept(&self) -> bool {
        self.role == Role::State
    }

    /// What the argument is without its reference.
    fn value(&self) -> TokenStream {
        let name = &self.name;
        if matches!(self.ty, Type::Reference(_)) { quote!(*#name) } else { quote!(#name) }
    }

    /// The argument in a call.
    pub(super) fn passed(&self) -> TokenStream {
        let (copy, name) = (&self.copy, &self.name);
        match &self.ty {
            Type::Reference(_) if self.stays() => quote!(#name),
            _ if self.stays() => quote!(::core::clone::Clone::clone(&#name)),
            Type::Reference(_) if self.is_mutable() => quote!(&mut #copy),
            Type::Reference(_) => quote!(&#copy),
            _ => quote!(::core::clone::Clone::clone(&#copy)),
        }
    }

    /// Its cotangent in a call.
    fn lent(&self) -> TokenStream {
        let bar = &self.bar;
        match self.long
            && !(self.is_mutable() && matches!(&self.ty, Type::Reference(r) if vector(&r.elem).is_some()))
        {
            true => quote!(&mut #bar[..]),
            false => quote!(&mut #bar),
        }
    }

    /// Goes through the numbers at a place.
    fn numbers(&self, place: &TokenStream, walk: Walk, way: Way) -> TokenStream {
        match (self.counts(), self.structure) {
            (false, _) => TokenStream::new(),
            (true, true) => walk.through(&self.owned, place, way),
            (true, false) => way.number(place),
        }
    }
}

/// A slice as it is owned.
fn owned(ty: &Type) -> Type {
    match ty {
        Type::Slice(slice) => {
            let item = &slice.elem;
            parse_quote!(::retrograde::__private::Vec<#item>)
        }
        other => other.clone(),
    }
}

/// The arguments of a function, and the types of numbers that they are made of.
pub(super) struct Arguments<'a> {
    pub(super) all: Vec<Copied>,
    pub(super) walk: Walk<'a>,
}

impl Arguments<'_> {
    fn copied(&self) -> impl Iterator<Item = &Copied> {
        self.all.iter().filter(|c| !c.stays())
    }

    /// Copies of all arguments. Exact state comes from before the function or from after it, and what a structure holds beside
    /// its numbers does so too.
    pub(super) fn copies(&self, from: From) -> TokenStream {
        let list = self.copied().map(|c| {
            let (copy, value, after) = (&c.copy, c.value(), &c.after);
            let start = match from {
                From::After(_) if c.is_kept() => quote!(::core::clone::Clone::clone(&#after)),
                From::Given | From::Before(_) | From::After(_) if c.is_named_array => {
                    quote!(::retrograde::__private::Owned::owned(&#value))
                }
                From::Given | From::Before(_) | From::After(_) => {
                    quote!(::retrograde::__private::ToOwned::to_owned(&#value))
                }
            };
            let load = match from {
                From::Given => TokenStream::new(),
                From::Before(at) | From::After(at) => c.numbers(&quote!(#copy), self.walk, Way::Load(at)),
            };
            quote!(let mut #copy = #start; #load)
        });
        let rest = match from {
            From::Given => TokenStream::new(),
            From::Before(at) | From::After(at) => quote!(let mut #at = #at;),
        };
        quote!(#rest #(#list)*)
    }

    /// The copies once more, to be put in their place later.
    pub(super) fn cloned(&self) -> TokenStream {
        let list = self.copied().map(|c| {
            let copy = &c.copy;
            quote!(::core::clone::Clone::clone(&#copy),)
        });
        quote!((#(#list)*))
    }

    /// The pattern of all copies.
    pub(super) fn pattern(&self) -> TokenStream {
        let list = self.copied().map(|c| &c.copy);
        quote!((#(mut #list,)*))
    }

    /// The numbers of the copies, or their cotangents.
    pub(super) fn stored(&self, bars: bool) -> TokenStream {
        let numbers = Ident::new("numbers", Span::mixed_site());
        let list = self.all.iter().map(|c| match (bars, &c.bar, &c.copy) {
            (true, bar, _) => c.numbers(&quote!(#bar), self.walk, Way::Show(&numbers)),
            (false, _, copy) => c.numbers(&quote!(#copy), self.walk, Way::Append(&numbers)),
        });
        quote!({ let mut #numbers = ::retrograde::__private::Vec::<f64>::new(); #(#list)* #numbers })
    }

    /// The numbers of the arguments.
    pub(super) fn point(&self) -> TokenStream {
        let numbers = Ident::new("numbers", Span::mixed_site());
        let list = self.all.iter().map(|c| {
            let value = c.value();
            c.numbers(&quote!((#value)), self.walk, Way::Append(&numbers))
        });
        quote!({ let mut #numbers = ::retrograde::__private::Vec::<f64>::new(); #(#list)* #numbers })
    }

    /// What of the copies has to come back to the bit.
    pub(super) fn words(&self) -> TokenStream {
        let list = self.copied().filter(|c| c.role != Role::Scratch).map(|c| {
            let copy = &c.copy;
            quote!(::retrograde::__private::Numbers::exact(&#copy, &mut words);)
        });
        quote!({ let mut words = ::retrograde::__private::Vec::<u64>::new(); #(#list)* words })
    }

    /// Cotangents of the copies' shapes, filled.
    pub(super) fn bars(&self, bars: &Ident, shape: Shape) -> TokenStream {
        let list = self.all.iter().filter(|c| c.real).map(|c| {
            let bar = &c.bar;
            let of = if shape == Shape::After && c.is_kept() { &c.after } else { &c.copy };
            let fill = c.numbers(&quote!(#bar), self.walk, Way::Take(bars));
            match c.structure {
                true => {
                    let (ty, start) = self.walk.shadow(&c.owned, &quote!(#of));
                    quote!(let mut #bar: #ty = #start; #fill)
                }
                false => quote!(let mut #bar = ::core::clone::Clone::clone(&#of); #fill),
            }
        });
        quote!(let mut #bars = #bars; #(#list)*)
    }

    /// All arguments as they are handed over.
    pub(super) fn passed(&self) -> TokenStream {
        let list = self.all.iter().map(Copied::passed);
        quote!(#(#list),*)
    }

    /// The same with their cotangents; a hidden program takes something beside each.
    pub(super) fn beside(&self, hidden: bool) -> TokenStream {
        let list = self.all.iter().map(|c| {
            let (primal, bar) = (c.passed(), c.lent());
            match (c.real, hidden) {
                (true, _) => quote!(#primal, #bar,),
                (false, true) => quote!(#primal, ::retrograde::__private::Discard,),
                (false, false) => quote!(#primal,),
            }
        });
        quote!(#(#list)*)
    }
}
