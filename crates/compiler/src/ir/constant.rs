//! Constants: numbers, named constants, and expressions that are copied from the source.

use super::{At, IntegerType, Unseen};
use proc_macro2::{Literal, Span, TokenStream};
use quote::ToTokens;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A real number; two are equal if all their bits are.
#[derive(Clone, Copy, Debug)]
pub struct Real(pub f64);

impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// A constant of exact type, or one whose type only rustc knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer.
    Integer(Integer),
    /// `true` or `false`
    Truth(bool, At),
    /// A text, a character, a byte, or a float that is not real.
    Literal(syn::Lit),
    /// A constant by its name.
    Path(Rc<syn::ExprPath>),
    /// An expression copied from the source: the length `N + 1` of a type, `cfg!(…)`.
    Written(Box<syn::Expr>),
}

/// An integer literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    /// The number.
    pub value: u128,
    /// The type of its suffix.
    pub ty: Option<IntegerType>,
    /// The literal in the source, if there is one.
    literal: Unseen<Option<Literal>>,
}

impl Constant {
    /// Returns an integer whose type follows from its context.
    pub fn integer(value: usize) -> Constant {
        Constant::Integer(Integer { value: value as u128, ty: None, literal: Unseen(None) })
    }

    /// Returns an integer without a type as one of a type.
    pub fn told(&self, ty: IntegerType) -> Option<Constant> {
        match self {
            Constant::Integer(Integer { value, ty: None, .. }) => {
                Some(Constant::Integer(Integer { value: *value, ty: Some(ty), literal: Unseen(None) }))
            }
            _ => None,
        }
    }

    /// Returns an integer of a type.
    pub fn typed(value: usize, ty: IntegerType) -> Constant {
        Constant::Integer(Integer { value: value as u128, ty: Some(ty), literal: Unseen(None) })
    }

    /// Returns a float literal.
    pub fn float(value: f64, span: Span) -> Constant {
        Constant::Literal(syn::Lit::Float(syn::LitFloat::new(&format!("{value:?}"), span)))
    }

    /// Returns a boolean.
    pub fn truth(value: bool) -> Constant {
        Constant::Truth(value, Unseen(Span::call_site()))
    }

    /// Returns a constant by its name in emitted code.
    pub fn named(name: syn::Ident) -> Constant {
        Constant::Path(Rc::new(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() }))
    }

    /// Returns the constant of a literal.
    pub fn literal(literal: &syn::Lit) -> Constant {
        match literal {
            syn::Lit::Bool(truth) => Constant::Truth(truth.value, Unseen(truth.span)),
            syn::Lit::Int(int) => {
                let ty = IntegerType::by_name(int.suffix());
                match int.base10_parse() {
                    Ok(value) if ty.is_some() || int.suffix().is_empty() => {
                        Constant::Integer(Integer { value, ty, literal: Unseen(Some(int.token())) })
                    }
                    _ => Constant::Literal(literal.clone()),
                }
            }
            other => Constant::Literal(other.clone()),
        }
    }

    /// Returns the constant of an expression.
    pub fn of(e: &syn::Expr) -> Constant {
        match e {
            syn::Expr::Lit(lit) if lit.attrs.is_empty() => Constant::literal(&lit.lit),
            syn::Expr::Path(path) => Constant::Path(Rc::new(path.clone())),
            other => Constant::Written(Box::new(other.clone())),
        }
    }

    /// Returns the number, if it can count elements.
    pub fn as_usize(&self) -> Option<usize> {
        match self {
            Constant::Integer(integer) => usize::try_from(integer.value).ok(),
            Constant::Truth(..) | Constant::Literal(_) | Constant::Path(_) | Constant::Written(_) => None,
        }
    }

    /// True for the number zero without a type.
    pub fn is_zero(&self) -> bool {
        matches!(self, Constant::Integer(Integer { value: 0, ty: None, .. }))
    }

    /// True if it is one token or a path, and needs no parentheses as an operand.
    pub fn is_atom(&self) -> bool {
        match self {
            Constant::Integer(_) | Constant::Truth(..) | Constant::Literal(_) | Constant::Path(_) => true,
            Constant::Written(e) => matches!(**e, syn::Expr::Paren(_) | syn::Expr::Block(_)),
        }
    }
}

impl ToTokens for Constant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Constant::Integer(integer) => integer.to_tokens(tokens),
            Constant::Truth(value, at) => syn::LitBool::new(*value, at.0).to_tokens(tokens),
            Constant::Literal(literal) => literal.to_tokens(tokens),
            Constant::Path(path) => path.to_tokens(tokens),
            Constant::Written(e) => e.to_tokens(tokens),
        }
    }
}

impl ToTokens for Integer {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match (&self.literal.0, self.ty) {
            (Some(literal), _) => literal.to_tokens(tokens),
            (None, None) => Literal::u128_unsuffixed(self.value).to_tokens(tokens),
            (None, Some(ty)) => {
                let text = format!("{}{}", self.value, ty.name());
                let literal = text.parse().unwrap_or_else(|_| Literal::u128_unsuffixed(self.value));
                literal.to_tokens(tokens);
            }
        }
    }
}
