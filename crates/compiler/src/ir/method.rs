//! Methods that the compiler knows by their names, in one table.
//!
//! Law: a name is listed in each of its groups, and no other part of the compiler has a list of such names.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use retrograde_rules::Primitive;
use syn::ext::IdentExt;

/// The properties of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// Returns the number of elements.
    Counts,
    /// Returns an exact value for every receiver: a count or a boolean.
    Exact,
    /// Returns a number of the receiver's type, and is not a rule of the table.
    KeepsType,
    /// Returns a copy of the receiver.
    Copies,
    /// A method of arrays, maps and options, and of logarithmic and tropical numbers.
    OfRust,
    /// A method of numbers that is not a rule of the table.
    OfNumbers,
    /// A method of iterators only.
    OfIterators,
    /// Makes an iterator.
    Iterates,
    /// Takes all elements of an iterator at once.
    Collects,
    /// Changes its receiver.
    Changes,
    /// In an ordinary function: changes a vector or an array.
    ChangesVector,
    /// In an ordinary function: a vector has it, and no array.
    Grows,
    /// In an ordinary function: an array of numbers has it, and no number.
    OfItems,
    /// In an ordinary function: makes a chain of iterators of what is none.
    Starts,
    /// In an ordinary function: a part of a chain that a loop visits as it is.
    Heads,
    /// In an ordinary function: a step of a chain that takes a closure, or joins chains.
    Steps,
    /// In an ordinary function: may stand behind a joint of chains.
    BehindJoint,
    /// In an ordinary function: ends a chain with a value.
    Ends,
    /// In an ordinary function: takes some items of an iterator, and leaves it with the others.
    Leaves,
    /// In an ordinary function: only an `Option` or a `Result` has it.
    OfSums,
    /// In an ordinary function: makes an `Option` or a `Result` of a chain.
    MakesSum,
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
    (
        Methods::Collects,
        "fold reduce sum product for_each scan map filter max_by min_by max_by_key min_by_key",
    ),
    (
        Methods::Changes,
        "append as_mut as_mut_slice chunks_exact_mut chunks_mut clear clone_from clone_from_slice \
         copy_from_slice copy_within dedup drain extend extend_from_slice fill fill_with first_mut \
         get_mut insert iter_mut last_mut pop push remove resize retain reverse rotate_left rotate_right \
         set sort sort_by sort_unstable sort_unstable_by split_at_mut split_off swap swap_remove \
         swap_with_slice truncate",
    ),
];

/// The methods by which ordinary functions are rewritten; all of them may be methods of the user's as well.
const ORDINARY: [(Methods, &str); 11] = [
    (
        Methods::ChangesVector,
        "push pop swap reverse fill copy_from_slice clone_from_slice insert remove swap_remove truncate clear \
         resize extend extend_from_slice append sort sort_by sort_unstable sort_unstable_by sort_by_key \
         sort_unstable_by_key dedup retain rotate_left rotate_right",
    ),
    (Methods::Grows, "push truncate resize extend_from_slice insert retain dedup"),
    (
        Methods::OfItems,
        "iter len to_vec windows chunks first last is_empty into_iter get contains as_slice split_at",
    ),
    (Methods::Starts, "iter iter_mut into_iter chunks chunks_exact windows keys drain"),
    (
        Methods::Heads,
        "iter iter_mut into_iter zip skip take step_by chunks chunks_exact windows rev enumerate copied cloned \
         chain cycle chars bytes",
    ),
    (Methods::Steps, "map filter filter_map take_while map_while skip_while inspect scan flat_map flatten"),
    (Methods::BehindJoint, "map filter filter_map inspect copied cloned"),
    (
        Methods::Ends,
        "sum product count fold any all collect partition unzip position find min_by max_by min_by_key max_by_key reduce last for_each",
    ),
    (Methods::Leaves, "any all find find_map position rposition nth try_fold by_ref"),
    (
        Methods::OfSums,
        "is_some is_none is_ok is_err unwrap_or unwrap_or_else unwrap_or_default unwrap expect ok_or \
         ok_or_else is_some_and is_none_or map_err and_then or_else map_or map_or_else",
    ),
    (
        Methods::MakesSum,
        "pop first last get position find min_by max_by min_by_key max_by_key reduce checked_sub checked_add checked_mul \
         checked_div",
    ),
];

/// True if a method of this name is in a group.
pub fn is_in(name: &str, group: Methods) -> bool {
    let mut all = TABLE.iter().chain(&ORDINARY);
    all.any(|(of, names)| *of == group && names.split(' ').any(|known| known == name))
}

/// True if a method is in a group.
pub fn is_of(method: &syn::Ident, group: Methods) -> bool {
    is_in(&method.to_string(), group)
}

/// True if a method of this name is in some group, or a rule of the table.
pub fn is_known(name: &str) -> bool {
    let listed = TABLE.iter().any(|(_, names)| names.split(' ').any(|known| known == name));
    listed || Primitive::by_name(name).is_some()
}

/// True if a method or associated function of a float returns one of its type.
pub fn keeps_type(name: &str) -> bool {
    Primitive::by_name(name).is_some() || is_in(name, Methods::KeepsType)
}

/// A method of ordinary Rust, called by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    name: syn::Ident,
    said: Option<syn::AngleBracketedGenericArguments>,
}

impl Method {
    /// Returns the method of a name, with its written generic arguments.
    pub fn new(name: &syn::Ident, said: &Option<syn::AngleBracketedGenericArguments>) -> Method {
        Method { name: name.clone(), said: said.clone() }
    }

    /// Returns `len`, for a vector that grows and shrinks.
    pub fn len() -> Method {
        Method { name: syn::Ident::new("len", Span::call_site()), said: None }
    }

    /// True if it returns the number of elements.
    pub fn is_len(&self) -> bool {
        self.name == "len"
    }

    /// Returns its name.
    pub fn name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Returns its written generic arguments.
    pub fn said(&self) -> Option<&syn::AngleBracketedGenericArguments> {
        self.said.as_ref()
    }

    /// Returns its place in the text.
    pub fn span(&self) -> Span {
        self.name.span()
    }

    /// True for a method of Rust's own types that changes no receiver.
    pub fn only_reads(&self) -> bool {
        is_in(&self.name(), Methods::Exact) || is_in(&self.name(), Methods::Counts)
    }

    /// True if its value is exact for every receiver.
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
