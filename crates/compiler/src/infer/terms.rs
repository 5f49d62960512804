//! Type terms: the partial knowledge of the type of one expression.
//!
//! A term refers to its parts by [`Ty`], an index into the [`Unifier`](super::unify::Unifier). Law: a term contains
//! only facts that follow from the text. An unknown type is [`Term::Unknown`], and its uses are stored in addition.

use crate::ir::Number;
use crate::sorted::Map;
use proc_macro2::TokenStream;
use std::rc::Rc;

/// A type: an index into the unifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ty(pub(super) usize);

/// A type, or a length, in the source; equal if its text is.
#[derive(Clone, Debug)]
pub struct Written {
    text: String,
    /// Its tokens.
    pub tokens: TokenStream,
}

impl Written {
    /// Returns the type of these tokens.
    pub fn new(tokens: TokenStream) -> Written {
        Written { text: tokens.to_string(), tokens }
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True for `f64` and `f32`.
    pub fn is_float(&self) -> bool {
        matches!(self.text.as_str(), "f64" | "f32")
    }
}

impl PartialEq for Written {
    fn eq(&self, other: &Written) -> bool {
        self.text == other.text
    }
}

/// The partial knowledge of a type.
#[derive(Clone, Debug, Default)]
pub enum Term {
    /// Nothing: only rustc knows it.
    #[default]
    Unknown,
    /// An integer literal, or a counter.
    Integer,
    /// A float literal: of the real type, or a float without a cotangent.
    Float,
    /// The real type of the function.
    Real,
    /// One of Rust's own types without a cotangent, by name if it is known: an integer, `bool`, or a float other than
    /// the real type.
    Exact(Option<Written>),
    /// A number with parts.
    Number(Number),
    /// An array, a slice or a vector, with items of one type.
    Sequence(Holder, Ty),
    /// A map: its key, its item, and its type in the source.
    Map(Ty, Ty, Rc<syn::Type>),
    /// A structure, a tuple, or a type with an unknown name: a type alias, an associated type, a type parameter.
    Row(Row),
    /// A reversible function as a value.
    Function,
}

impl Term {
    /// Returns one of Rust's own types.
    pub(super) fn named(name: &str) -> Term {
        let name = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
        Term::Exact(Some(Written::new(quote::quote!(#name))))
    }
}

/// The container of the items of a sequence.
#[derive(Clone, Debug, PartialEq)]
pub enum Holder {
    /// One of the others.
    Open,
    /// `[item; length]`
    Array(Written),
    /// `[item]`
    Slice,
    /// `Vec<item>`
    Vec,
}

/// The known fields of a structure.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The type in the source. All places with one written type share one row.
    pub path: Option<Written>,
    /// The type by which the crate knows the structure, which the function may not be able to write.
    pub known: Option<String>,
    /// The name by which a literal makes it, which may lack parameters.
    pub made: Option<Written>,
    /// The fields that are named somewhere, by name or number.
    pub fields: Map<String, Ty>,
    /// The type of an element: the name may be that of an array.
    pub item: Option<Ty>,
    /// The container that values of the name are made as.
    pub holder: Option<Holder>,
    /// True for a tuple with all its parts.
    pub is_tuple: bool,
}

/// The uses of values of a type that do not determine the type alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// An operand of arithmetic: a number.
    pub number: bool,
    /// An operand combined with a real: of the real type, or a float that is converted.
    pub real: bool,
    /// True if it is added to a literal, compared with one, or asked for a rule of the table: what structures with operators need not be.
    pub scalar: bool,
    /// An operand of a cast, or an argument of host code: exact, unless it is a number elsewhere.
    pub discrete: bool,
    /// An argument of a reversible function.
    pub handed: bool,
    /// A reversible method of it is called.
    pub receiver: bool,
    /// Its name mentions the real type, or is that of a structure of the crate: it is a structure.
    pub structure: bool,
    /// The function returns it: it is a structure, or another name for a number.
    pub returned: bool,
    /// True if it lies in a structure that names no real: what is a number there is a float without a cotangent.
    pub untracked: bool,
    /// The product or quotient of two structures: of their type, or a number.
    pub product: bool,
    /// Two uses contradict each other: rustc will say so.
    pub conflict: bool,
}

impl Uses {
    /// Both together.
    pub(super) fn and(self, other: Uses) -> Uses {
        Uses {
            number: self.number || other.number,
            real: self.real || other.real,
            scalar: self.scalar || other.scalar,
            discrete: self.discrete || other.discrete,
            handed: self.handed || other.handed,
            receiver: self.receiver || other.receiver,
            structure: self.structure || other.structure,
            returned: self.returned || other.returned,
            untracked: self.untracked || other.untracked,
            product: self.product || other.product,
            conflict: self.conflict || other.conflict,
        }
    }
}
