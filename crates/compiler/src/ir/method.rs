//! Methods that the compiler knows by their names: one table, by what is known of them.
//!
//! Law: a name stands in each group to which it belongs, and nowhere else in the compiler is a list of such names.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use retrograde_rules::Primitive;
use syn::ext::IdentExt;

/// What is known of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// Tells how many elements there are.
    Counts,
    /// Returns an exact value, whatever it is asked of: a count or an answer.
    Exact,
    /// Returns a number of the receiver's type, and is no rule of the table.
    KeepsType,
    /// Returns a copy of the receiver.
    Copies,
    /// Is one of arrays, maps and options, and of logarithmic and tropical numbers.
    OfRust,
    /// Is one of numbers, and no rule of the table.
    OfNumbers,
    /// Is one of iterators, and of nothing else that Rust has.
    OfIterators,
    /// Makes an iterator.
    Iterates,
    /// Takes all elements of an iterator at once.
    Collects,
    /// Changes what it is called on.
    Changes,
}

const TABLE: [(Methods, &str); 10] = [
    (Methods::Counts, "len is_empty"),
    (Methods::Exact, "len count capacity contains contains_key starts_with ends_with eq ne lt le gt ge"),
    (
        Methods::KeepsType,
        "powi floor ceil round trunc fract clamp rem_euclid div_euclid copysign to_radians to_degrees \
         clone",
    ),
    (Methods::Copies, "clone to_vec to_owned"),
    (
        Methods::OfRust,
        "len clone to_vec to_owned as_slice unwrap expect iter iter_mut into_iter copied cloned values \
         keys",
    ),
    (Methods::OfNumbers, "powi signum min max abs clamp value"),
    (
        Methods::OfIterators,
        "map filter zip rev enumerate chain skip take fold sum product collect count next step_by",
    ),
    (Methods::Iterates, "iter iter_mut into_iter values keys windows"),
    (Methods::Collects, "fold reduce sum product for_each scan map filter max_by min_by"),
    (
        Methods::Changes,
        "append as_mut as_mut_slice chunks_exact_mut chunks_mut clear clone_from clone_from_slice \
         copy_from_slice copy_within dedup drain extend extend_from_slice fill fill_with first_mut \
         get_mut insert iter_mut last_mut pop push remove resize retain reverse rotate_left rotate_right \
         set sort sort_by sort_unstable sort_unstable_by split_at_mut split_off swap swap_remove \
         swap_with_slice truncate",
    ),
];

/// True if a method of this name is in a group.
pub fn is_in(name: &str, group: Methods) -> bool {
    TABLE.iter().any(|(of, names)| *of == group && names.split(' ').any(|known| known == name))
}

/// True if a method or associated function of a float returns one of its type.
pub fn keeps_type(name: &str) -> bool {
    Primitive::by_name(name).is_some() || is_in(name, Methods::KeepsType)
}

/// A method of the host, called by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    name: syn::Ident,
    said: Option<syn::AngleBracketedGenericArguments>,
}

impl Method {
    /// The method of a name, with the generic arguments that are written.
    pub fn new(name: &syn::Ident, said: &Option<syn::AngleBracketedGenericArguments>) -> Method {
        Method { name: name.clone(), said: said.clone() }
    }

    /// `len`, which asks a vector that grows and shrinks.
    pub fn len() -> Method {
        Method { name: syn::Ident::new("len", Span::call_site()), said: None }
    }

    /// True if it asks for the number of elements.
    pub fn is_len(&self) -> bool {
        self.name == "len"
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Where it was written.
    pub fn span(&self) -> Span {
        self.name.span()
    }

    /// True if the value is exact whatever it is asked of.
    pub fn is_exact(&self) -> bool {
        let name = self.name();
        name.starts_with("is_") || is_in(&name, Methods::Exact)
    }
}

impl ToTokens for Method {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.name.to_tokens(tokens);
        self.said.to_tokens(tokens);
    }
}
