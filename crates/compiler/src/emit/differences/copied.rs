//! The way in which an argument is listed for a check, and how its copy and its cotangent are handed to a program.

use super::super::params::Param;
use super::super::types::{replaced, stripped, vector};
use super::kind::Reals;
use crate::ir::Role;
use crate::ir::print::constant::{checked, shape as shape_of};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Path, Type, parse_quote};

/// One argument.
pub(super) struct Copied {
    /// The copy, and its cotangent: both are lent to what calls the programs.
    pub(super) copy: Ident,
    pub(super) bar: Ident,
    /// Its name in the body.
    pub(super) name: Ident,
    /// Its type as it is checked.
    pub(super) ty: Type,
    /// The kind of its numbers; none for plain ones.
    kind: Option<TokenStream>,
    /// The type as one that may be a constant.
    shape: Option<TokenStream>,
    real: bool,
    role: Role,
    /// A single number, which is copied without a word.
    is_number: bool,
    /// A slice or vector: programs that are generic in the shadow are handed a slice of its cotangents.
    is_long: bool,
    /// The type of the copy; none where its text does not tell.
    owned: Option<TokenStream>,
}

impl Copied {
    /// The way in which an argument of this type is copied, and what must hold of the type; `None` where it cannot be.
    pub(super) fn of(
        i: usize,
        p: &Param,
        written: &Type,
        reals: Reals,
        bounds: &mut Vec<syn::WherePredicate>,
    ) -> Option<Copied> {
        let ty = replaced(written, reals.real, reals.to);
        let (inner, is_lent) = stripped(written);
        let grows = matches!(written, Type::Reference(r) if r.mutability.is_some());
        let named = |what: &str| format_ident!("{what}_{i}", span = Span::mixed_site());
        let shape = p.by_type.then(|| checked(&inner));
        let copied = Copied {
            copy: named("copy"),
            bar: named("bar"),
            name: p.name.clone(),
            kind: match (p.real, p.structure) {
                (true, true) if p.by_type => {
                    let shape = shape_of(&inner, Span::call_site());
                    Some(quote!(#shape::Kind))
                }
                (true, true) => Some(reals.kind(&inner)),
                (true, false) => None,
                (false, _) => Some(quote!(::retrograde::__private::check::Nothing)),
            },
            shape,
            real: p.real,
            role: p.role,
            is_long: matches!(&inner, Type::Slice(_)) || vector(&inner).is_some() && !grows,
            owned: (!p.by_type && !p.is_named_array).then(|| owned(replaced(&inner, reals.real, reals.to))),
            is_number: matches!(written, Type::Path(path) if path.path.is_ident(reals.real)),
            ty,
        };
        if copied.stays() && is_lent {
            Some(copied)
        } else if copied.stays() {
            // By value it is handed over more than once.
            let ty = &copied.ty;
            bounds.push(parse_quote!(for<'check> #ty: ::core::clone::Clone));
            (!matches!(ty, Type::ImplTrait(_))).then_some(copied)
        } else if p.by_type {
            bounds.push(parse_quote!(for<'check> #inner: ::core::clone::Clone));
            Some(copied)
        } else if p.is_named_array {
            // An array by another name may be a slice, which has no copies of its own type.
            let at = replaced(&inner, reals.real, reals.to);
            let copies = quote!(::core::clone::Clone + ::retrograde::__private::check::Numbers);
            bounds.push(parse_quote!(for<'check> #at: ::retrograde::__private::ToOwned<Owned: #copies>));
            Some(copied)
        } else {
            reals.bounds(&inner, p.structure, bounds).map(|()| copied)
        }
    }

    /// True if it is handed on as it came.
    pub(super) fn stays(&self) -> bool {
        !self.real && self.role == Role::Input
    }

    /// True if it has a part in a row of a Jacobian.
    pub(super) fn is_part(&self) -> bool {
        self.real && self.role != Role::Scratch
    }

    /// True if the function changes it.
    pub(super) fn is_changed(&self) -> bool {
        self.is_part() && self.role == Role::State
    }

    /// True for state, with a cotangent or without.
    pub(super) fn role_is_state(&self) -> bool {
        self.role == Role::State
    }

    /// The type of the copy, and that of its cotangents; `None` where its text does not tell.
    pub(super) fn types(&self, real: &Path) -> Option<(&TokenStream, TokenStream)> {
        let owned = self.owned.as_ref()?;
        let plain = quote!(::retrograde::__private::check::Plain);
        let kind = self.kind.as_ref().unwrap_or(&plain);
        Some((owned, quote!(<#kind as ::retrograde::__private::check::Kind<#owned, #real>>::Bar)))
    }

    /// The argument, lent.
    pub(super) fn lent(&self) -> TokenStream {
        let name = &self.name;
        if matches!(self.ty, Type::Reference(_)) { quote!(&*#name) } else { quote!(&#name) }
    }

    /// The argument as an entry of the list.
    pub(super) fn listed(&self) -> TokenStream {
        let value = self.lent();
        let copy = self.shape.as_ref().map(|shape| quote!(&#shape::copied(#value)));
        self.entry(&copy.unwrap_or(value))
    }

    /// An entry of a list that holds another value of the kind.
    pub(super) fn entry(&self, value: &TokenStream) -> TokenStream {
        let kind = &self.kind;
        match (kind, self.role) {
            (None, Role::State) => quote!([plain_state(#value)]),
            (None, _) if self.role != Role::Scratch => quote!([plain_input(#value)]),
            (kind, role) => {
                let passed = match role {
                    Role::State => quote!(state),
                    Role::Scratch => quote!(scratch),
                    _ => quote!(input),
                };
                let plain = quote!(::retrograde::__private::check::Plain);
                let kind = kind.as_ref().unwrap_or(&plain);
                quote!([#passed::<#kind, _>(#value)])
            }
        }
    }

    /// The argument in a call.
    pub(super) fn passed(&self) -> TokenStream {
        let (copy, name) = (&self.copy, &self.name);
        if let Some(shape) = &self.shape {
            let value = quote!(#shape::value(#copy));
            let is_lent = matches!(self.ty, Type::Reference(_));
            return if is_lent { value } else { quote!(::core::clone::Clone::clone(#value)) };
        }
        match (&self.ty, self.stays()) {
            (Type::Reference(_), true) => quote!(#name),
            (_, true) => quote!(::core::clone::Clone::clone(&#name)),
            (Type::Reference(_), false) => quote!(#copy),
            (_, false) if self.is_number => quote!(*#copy),
            (_, false) => quote!(::core::clone::Clone::clone(#copy)),
        }
    }

    /// The argument and its cotangent in a call; a hidden program takes something beside each argument.
    pub(super) fn beside(&self, hidden: bool) -> TokenStream {
        let (passed, bar) = (self.passed(), &self.bar);
        match (self.real, hidden) {
            (true, true) if self.is_long => quote!(#passed, &mut #bar[..],),
            (true, _) => quote!(#passed, #bar,),
            (false, true) => quote!(#passed, ::retrograde::__private::Discard,),
            (false, false) => quote!(#passed,),
        }
    }
}

/// Returns a type as one that owns what it holds.
pub(super) fn owned(ty: Type) -> TokenStream {
    match ty {
        Type::Slice(slice) => {
            let item = slice.elem;
            quote!(::retrograde::__private::Vec<#item>)
        }
        ty => quote!(#ty),
    }
}
