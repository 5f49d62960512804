//! `f::jacobian(…)` of functions that the trait `Derivatives` does not know: of structures, vectors, `f32`, and of methods.
//!
//! It stands on the list of a check: the arguments are copied, and each row is a run of the pullback. A hidden function puts the map
//! together, and what users call only asks the map. Law: there is one `jacobian`,
//! either this or that of the trait; both take the arguments as a tuple, and state as it is read. What else the trait has is beside it
//! (`second`).

use super::copied::Copied;
use super::kind::Reals;
use super::{Value, Words};
use crate::emit::item::Item;
use crate::emit::types::replaced;
use crate::ir::{CalleeKind, RealType};
use crate::syntax::quiet;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Ident, Type};

/// The words that the check of a function and its Jacobian share.
pub(super) struct Listing<'a> {
    pub(super) reals: Reals<'a>,
    /// The generic arguments of the function, and of a program with cotangents.
    pub(super) said: [TokenStream; 2],
    pub(super) words: Words,
    /// Generic parameters, the names of those that are not lifetimes, and predicates.
    pub(super) params: TokenStream,
    pub(super) own: TokenStream,
    pub(super) predicates: TokenStream,
}

/// A function as a map: the head of what is emitted, a row of its Jacobian, and the type of what it returns or leaves.
pub(super) struct Map<'a> {
    pub(super) head: &'a TokenStream,
    pub(super) row: (&'a TokenStream, &'a TokenStream),
    pub(super) value: Option<&'a Value>,
    pub(super) value_type: &'a TokenStream,
    /// Its programs at its own number, by which rows are made.
    pub(super) by_rows: &'a TokenStream,
    /// The arguments, as one of the emitted functions hands them to another.
    pub(super) given: &'a TokenStream,
}

impl Map<'_> {
    /// The program that pulls cotangents back: `sweep` where arguments are changed.
    pub(super) fn pullback(value: Option<&Value>, arguments: &[Copied]) -> &'static str {
        let changes = value.is_none() || arguments.iter().any(|c| c.role_is_state());
        if changes { "sweep" } else { "pull" }
    }

    /// The kind of the value.
    pub(super) fn kind(value: Option<&Value>, reals: Reals<'_>) -> TokenStream {
        value.map_or_else(|| quote!(::retrograde::__private::check::Nothing), |value| value.kind(reals))
    }
}

impl Item<'_> {
    /// The Jacobian; `value` is what the function returns. Nothing where the trait has it, or where the
    /// text of a type does not tell how its parts are held.
    pub(super) fn matrix(
        &self,
        arguments: &[Copied],
        of: &Listing<'_>,
        value: Option<&Value>,
    ) -> TokenStream {
        self.possible_matrix(arguments, of, value).unwrap_or_default()
    }

    fn possible_matrix(
        &self,
        arguments: &[Copied],
        of: &Listing<'_>,
        value: Option<&Value>,
    ) -> Option<TokenStream> {
        let name = self.program("jacobian");
        let beside = self.declared.is_some_and(|declared| declared.beside);
        let is_own = match self.place {
            CalleeKind::Free => beside || !self.has_derivatives(),
            CalleeKind::Method | CalleeKind::InTrait => true,
            CalleeKind::OfTrait => false,
        };
        let has_parts = self.written_output().is_some() && !(beside && value.is_some());
        if !is_own || has_parts || !self.carries || !self.offers.is_free(&name) {
            return None;
        }
        let parts = || arguments.iter().filter(|c| c.is_part());
        let rows = parts().map(|c| Some(c.types(of.reals.to)?.1)).collect::<Option<Vec<_>>>()?;
        let row_type = tuple(&rows);
        let row = tuple(&parts().map(|c| &c.bar).collect::<Vec<_>>());
        let Listing { words, params, predicates, said: [said, said_with], .. } = of;
        let Words { copies, bars, passed, shown, .. } = words;
        let types =
            arguments.iter().filter(|c| c.is_changed()).map(|c| Some(c.types(of.reals.to)?.0.clone()));
        let own_type = value.map(|value| replaced(&value.ty, of.reals.real, of.reals.to).into_token_stream());
        let types = own_type.into_iter().map(Some).chain(types).collect::<Option<Vec<_>>>()?;
        let (run, back) = (self.at(""), self.program(Map::pullback(value, arguments)));
        let [held, seed] = ["held", "seed"].map(|name| Ident::new(name, Span::mixed_site()));
        let changed = arguments.iter().filter(|c| c.is_changed()).map(|c| c.copy.to_token_stream());
        let left = tuple(&value.map(|_| quote!(#held)).into_iter().chain(changed).collect::<Vec<_>>());
        let (kind, handed) = (Map::kind(value, of.reals), self.carried(value, &seed, shown));
        let by_rows = quote! {
            [#kind] [#run #said] [Self::#back #said_with] #held #seed #copies #bars [#passed] [#handed] [#left]
        };
        let value_type = tuple(&types);
        let ((args, given), vis, switches) =
            (self.taken_as_map(arguments), self.visibility(), self.switches());
        let quiet = (self.place != CalleeKind::Free).then(quiet);
        let head = quote!({ [#switches #quiet] [#vis] [#params] [#predicates] [#args] });
        let map = Map {
            head: &head,
            row: (&row, &row_type),
            value,
            value_type: &value_type,
            by_rows: &by_rows,
            given: &given,
        };
        Some(self.second(arguments, of, &map))
    }

    /// The arguments of the pullback, and the cotangent of the value where it has one.
    pub(super) fn carried(&self, value: Option<&Value>, seed: &Ident, shown: &TokenStream) -> TokenStream {
        let seed = value.filter(|value| value.carries).map(|_| quote!(#seed,));
        self.with(quote!(#seed), shown.clone())
    }

    /// True if the trait `Derivatives` has the Jacobian of a free function: at `f64`, over a list of numbers and arrays.
    fn has_derivatives(&self) -> bool {
        let at_double = match &self.stages.function.real {
            RealType::Generic(_) => true,
            RealType::Concrete(real) => real == "f64",
        };
        at_double && !self.described(&TokenStream::new()).is_empty()
    }

    /// The arguments of a map, all of which are read: one, or a tuple; of a method one after another. They come with their names,
    /// by which they are handed on.
    fn taken_as_map(&self, arguments: &[Copied]) -> (TokenStream, TokenStream) {
        let read = |ty: &Type| match ty {
            Type::Reference(r) => Type::Reference(syn::TypeReference { mutability: None, ..r.clone() }),
            ty => ty.clone(),
        };
        let all: Vec<(&Ident, Type)> = arguments.iter().map(|c| (&c.name, read(&c.ty))).collect();
        let names: Vec<&Ident> = all.iter().map(|(name, _)| *name).collect();
        if self.place == CalleeKind::Free {
            let names = tuple(&names);
            let types = tuple(&all.iter().map(|(_, ty)| ty).collect::<Vec<_>>());
            return (quote!(#names: #types), names);
        }
        let list = all.iter().map(|(name, ty)| match ty {
            Type::Reference(r) if *name == "self" => {
                let (and, lifetime) = (&r.and_token, &r.lifetime);
                quote!(#and #lifetime self)
            }
            ty => quote!(#name: #ty),
        });
        (quote!(#(#list),*), quote!(#(#names),*))
    }
}

/// Returns a tuple; one part stands for itself.
pub(super) fn tuple(parts: &[impl quote::ToTokens]) -> TokenStream {
    match parts {
        [part] => quote!(#part),
        parts => quote!((#(#parts),*)),
    }
}
