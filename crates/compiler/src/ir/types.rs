//! Types, as far as tokens show them.

use super::{Constant, Exact, Expr, Number, Scalar};
use proc_macro2::Span;
use std::rc::Rc;

/// A type, as far as tokens show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The one real type of the function: `f64`, `f32` or a generic `T: Real`.
    Real,
    /// An integer, a bool or another type without cotangent
    Exact(Exact),
    /// `[item; len]`
    Array(Box<Type>, Constant),
    /// `[item]` behind a reference
    Slice(Box<Type>),
    /// `Vec<item>`
    Vec(Box<Type>),
    /// `HashMap<key, item>` or `BTreeMap<key, item>`, with the type in the source: a key is an index.
    Map(Box<Type>, Rc<syn::Type>),
    /// A structure, or another value that is passed as a whole and defines its own shadow.
    Structure(Named),
    /// A number, an array or a structure: only rustc knows. It is passed like a structure.
    Unknown,
}

/// The name of a structure, as far as tokens show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// The type of a field or of a value, which rustc infers.
    Unknown,
    /// A type in the source.
    Written(Rc<syn::Type>),
    /// A number with several real parts, of the table.
    Number(Number),
}

impl From<Number> for Type {
    fn from(number: Number) -> Type {
        Type::Structure(Named::Number(number))
    }
}

impl Type {
    /// Returns the type of an element, or the type itself if it has none.
    pub fn item(&self) -> &Type {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) | Type::Map(item, _) => item,
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => self,
        }
    }

    /// Returns arrays and maps like those of the first `depth` levels, with other items: arrays as slices.
    pub fn shaped(&self, depth: usize, item: Type) -> Type {
        if depth == 0 {
            return item;
        }
        let inner = Box::new(self.item().shaped(depth - 1, item));
        match self {
            Type::Map(_, written) => Type::Map(inner, written.clone()),
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) => Type::Slice(inner),
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => Type::Slice(inner),
        }
    }

    /// Returns the kind of number with parts under all levels of indexing.
    pub fn number(&self) -> Option<Number> {
        match self.leaf() {
            Type::Structure(Named::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns the type under all levels of indexing.
    pub fn leaf(&self) -> &Type {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) | Type::Map(item, _) => item.leaf(),
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => self,
        }
    }

    /// True for reals and arrays of them.
    pub fn is_real(&self) -> bool {
        matches!(self.leaf(), Type::Real)
    }

    /// True for reals, numbers that are made of reals, and arrays of them.
    pub fn of_reals(&self) -> bool {
        matches!(self.leaf(), Type::Real | Type::Structure(Named::Number(_)))
    }

    /// True for an exact value, and for arrays and slices of such values.
    pub fn is_of_exact(&self) -> bool {
        match self {
            Type::Array(item, _) | Type::Slice(item) => item.is_of_exact(),
            Type::Exact(_) => true,
            Type::Real | Type::Vec(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
        }
    }

    /// Returns the same arrays of reals.
    pub(super) fn with_reals(&self) -> Type {
        self.with_leaf(Type::Real)
    }

    /// Returns the same arrays with another type under all levels of indexing.
    pub fn with_leaf(&self, leaf: Type) -> Type {
        match self {
            Type::Array(item, length) => Type::Array(Box::new(item.with_leaf(leaf)), length.clone()),
            Type::Slice(item) => Type::Slice(Box::new(item.with_leaf(leaf))),
            Type::Vec(item) => Type::Vec(Box::new(item.with_leaf(leaf))),
            Type::Map(item, written) => Type::Map(Box::new(item.with_leaf(leaf)), written.clone()),
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => leaf,
        }
    }

    /// Returns the default initial value of an array or number; `length` is that of arrays whose type has none.
    pub fn zero(&self, length: Option<Expr>, span: Span) -> Expr {
        match self {
            Type::Array(item, len) => {
                let length = length.unwrap_or_else(|| Expr::Constant(len.clone()));
                Expr::Fill { value: Box::new(item.zero(None, span)), length: Box::new(length), heap: false }
            }
            Type::Slice(item) | Type::Vec(item) => {
                let length = length.unwrap_or_else(|| Expr::integer(0));
                Expr::Fill { value: Box::new(item.zero(None, span)), length: Box::new(length), heap: true }
            }
            Type::Map(_, written) => super::empty_map(written),
            Type::Exact(ty) if ty.scalar() == Some(Scalar::Bool) => Expr::truth(false),
            Type::Exact(ty) if ty.scalar() == Some(Scalar::Text) => Expr::Constant(Constant::of(
                &syn::parse_quote_spanned!(span=> ::retrograde::__private::owned_text("")),
            )),
            Type::Exact(ty) if ty.scalar() == Some(Scalar::Str) => {
                Expr::Constant(Constant::of(&syn::parse_quote_spanned!(span=> "")))
            }
            Type::Exact(Exact::Written(ty)) if ty.variant().is_some() => {
                let variant = ty.variant().map(|path| Constant::Path(Rc::new(path)));
                variant.map_or_else(|| Expr::integer(0), Expr::Constant)
            }
            Type::Exact(Exact::Written(ty)) => Expr::ToExact(Box::new(Expr::integer(0)), ty.clone()),
            Type::Exact(Exact::Unknown | Exact::Discrete) => Expr::integer(0),
            Type::Structure(Named::Number(number)) => {
                Expr::number(*number, vec![Expr::real(0.0, span); number.parts().len()])
            }
            Type::Real => Expr::real(0.0, span),
            // Only scratch starts at zero, and its signature shows that it consists of numbers.
            Type::Structure(_) | Type::Unknown => Expr::integer(0),
        }
    }

    /// True if the rows of an array have different lengths, which are known at run time only.
    pub fn is_ragged(&self) -> bool {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => {
                matches!(**item, Type::Slice(_) | Type::Vec(_)) || item.is_ragged()
            }
            Type::Real | Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
        }
    }

    /// True if elements are accessed by keys.
    pub fn is_map(&self) -> bool {
        matches!(self, Type::Map(..))
    }

    /// True if the shadow is passed as a whole: its type defines its shape, and it is passed behind `&mut` however
    /// the primal is passed.
    pub fn is_closed(&self) -> bool {
        self.is_structure() || self.is_map()
    }

    /// True if values of this type have lengths that the type does not determine.
    pub fn has_lengths(&self) -> bool {
        match self {
            Type::Vec(_) | Type::Slice(_) => true,
            Type::Array(item, _) => item.has_lengths(),
            Type::Real | Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
        }
    }

    /// True if values of this type are structures.
    pub fn is_structure(&self) -> bool {
        self.leaf().is_whole()
    }

    /// True for a structure itself, and for a type that may be one.
    pub fn is_whole(&self) -> bool {
        matches!(self, Type::Structure(_) | Type::Unknown)
    }

    /// True for a structure whose declaration the macro does not see, and for a type that may be one.
    pub fn is_foreign(&self) -> bool {
        matches!(self, Type::Structure(Named::Unknown | Named::Written(_)) | Type::Unknown)
    }

    /// True if values of this type are such structures.
    pub fn of_foreign(&self) -> bool {
        self.leaf().is_foreign()
    }

    /// Returns the number of indices of a leaf; the parts of a number do not count.
    pub fn depth(&self) -> usize {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) | Type::Map(item, _) => {
                1 + item.depth()
            }
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => 0,
        }
    }
}
