//! The types that carry no cotangent: those of Rust's own by name, and others as they were written.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::cell::RefCell;
use std::rc::Rc;

macro_rules! integers {
    ($($Integer:ident = $name:literal: $host:ident;)*) => {
        /// The type of an integer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum IntegerType { $(#[doc = $name] $Integer,)* }

        impl IntegerType {
            /// The type of Rust's own that has this name.
            pub fn by_name(name: &str) -> Option<IntegerType> {
                match name { $($name => Some(IntegerType::$Integer),)* _ => None }
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(IntegerType::$Integer => $name,)* }
            }

            /// The least and the largest number; `u128` ends where `i128` does.
            pub fn bounds(self) -> (i128, i128) {
                match self {
                    $(IntegerType::$Integer => (
                        i128::try_from($host::MIN).unwrap_or(i128::MIN),
                        i128::try_from($host::MAX).unwrap_or(i128::MAX),
                    ),)*
                }
            }

            /// The number of bits.
            pub fn bits(self) -> u32 {
                match self { $(IntegerType::$Integer => $host::BITS,)* }
            }

            /// Returns what `as` makes of a number: the bits that fit.
            pub fn wrap(self, value: i128) -> i128 {
                match self { $(IntegerType::$Integer => i128::try_from(value as $host).unwrap_or(i128::MAX),)* }
            }
        }
    };
}

integers! {
    I8 = "i8": i8;
    I16 = "i16": i16;
    I32 = "i32": i32;
    I64 = "i64": i64;
    I128 = "i128": i128;
    Isize = "isize": isize;
    U8 = "u8": u8;
    U16 = "u16": u16;
    U32 = "u32": u32;
    U64 = "u64": u64;
    U128 = "u128": u128;
    Usize = "usize": usize;
}

/// The type of a float that is no real of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// `f64`
    Double,
    /// `f32`
    Single,
}

impl Float {
    /// The type of this name.
    pub fn by_name(name: &str) -> Option<Float> {
        match name {
            "f64" => Some(Float::Double),
            "f32" => Some(Float::Single),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Float::Double => "f64",
            Float::Single => "f32",
        }
    }
}

/// A type of Rust's own that is known by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `str`
    Str,
    /// `String`
    Text,
    /// An integer
    Integer(IntegerType),
    /// A float
    Float(Float),
    /// An enum of the same file that is `Copy` and whose variants hold nothing: rustc is asked for it where it is used
    Plain,
}

thread_local! {
    static PLAIN: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// True for the name of such an enum.
pub fn is_plain_enum(name: &(impl PartialEq<str> + ?Sized)) -> bool {
    PLAIN.with_borrow(|plain| plain.iter().any(|(of, _)| name == of.as_str()))
}

/// Runs a part of the compiler for which these names are those of such enums, each with that of a variant.
pub fn with_plain_enums<R>(names: Vec<(String, String)>, run: impl FnOnce() -> R) -> R {
    let outer = PLAIN.with(|plain| plain.replace(names));
    let result = run();
    PLAIN.with(|plain| plain.replace(outer));
    result
}

impl Scalar {
    /// `usize`
    pub const USIZE: Scalar = Scalar::Integer(IntegerType::Usize);

    /// The type of this name.
    pub fn by_name(name: &str) -> Option<Scalar> {
        match name {
            "bool" => Some(Scalar::Bool),
            "char" => Some(Scalar::Char),
            "str" => Some(Scalar::Str),
            "String" => Some(Scalar::Text),
            _ => IntegerType::by_name(name)
                .map(Scalar::Integer)
                .or_else(|| Float::by_name(name).map(Scalar::Float)),
        }
    }

    /// The type that is written.
    pub fn of(ty: &syn::Type) -> Option<Scalar> {
        match ty {
            syn::Type::Path(path) => {
                let name = path.path.get_ident()?;
                Scalar::by_name(&name.to_string()).or_else(|| is_plain_enum(name).then_some(Scalar::Plain))
            }
            syn::Type::Paren(inner) => Scalar::of(&inner.elem),
            syn::Type::Group(inner) => Scalar::of(&inner.elem),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Char => "char",
            Scalar::Str => "str",
            Scalar::Text => "String",
            Scalar::Integer(integer) => integer.name(),
            Scalar::Float(float) => float.name(),
            Scalar::Plain => "enum",
        }
    }

    /// True if it has no derivatives: floats have.
    pub fn is_discrete(self) -> bool {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::Str | Scalar::Text | Scalar::Integer(_) | Scalar::Plain => {
                true
            }
            Scalar::Float(_) => false,
        }
    }
}

/// A type that carries no cotangent, as far as tokens show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// Only rustc knows it: it may be a float.
    Unknown,
    /// One without derivatives, whose name does not show: that of an integer literal, an index, a length
    Discrete,
    /// A type in the source.
    Written(ExactType),
}

impl Exact {
    /// The type in the source.
    pub fn written(&self) -> Option<&ExactType> {
        match self {
            Exact::Written(ty) => Some(ty),
            Exact::Unknown | Exact::Discrete => None,
        }
    }

    /// The type of Rust's own that it is, where its name tells.
    pub fn scalar(&self) -> Option<Scalar> {
        self.written()?.scalar()
    }

    /// True for a type that has no derivatives.
    pub fn is_discrete(&self) -> bool {
        match self {
            Exact::Unknown => false,
            Exact::Discrete => true,
            Exact::Written(ty) => ty.is_discrete(),
        }
    }
}

impl<T: Into<ExactType>> From<T> for Exact {
    fn from(ty: T) -> Exact {
        Exact::Written(ty.into())
    }
}

/// A type that carries no cotangent, as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExactType {
    written: Rc<syn::Type>,
    scalar: Option<Scalar>,
}

impl ExactType {
    /// The type that is written.
    pub fn of(written: &syn::Type) -> ExactType {
        ExactType { scalar: Scalar::of(written), written: Rc::new(written.clone()) }
    }

    /// The type behind a reference, with it: a text has no size of its own.
    pub fn lent(written: &syn::TypeReference) -> ExactType {
        ExactType { scalar: Scalar::of(&written.elem), written: Rc::new(written.clone().into()) }
    }

    /// The type as it was written.
    pub fn written(&self) -> &syn::Type {
        &self.written
    }

    /// The type of Rust's own that it is, where its name tells.
    pub fn scalar(&self) -> Option<Scalar> {
        self.scalar
    }

    /// Its name, or the text that was written.
    pub fn name(&self) -> String {
        match self.scalar {
            Some(Scalar::Plain) | None => self.to_token_stream().to_string(),
            Some(scalar) => scalar.name().to_string(),
        }
    }

    /// A variant of the enum that it is, from which places start.
    pub fn variant(&self) -> Option<syn::ExprPath> {
        let syn::Type::Path(path) = &*self.written else { return None };
        let (of, name) = (&path.path, path.path.get_ident().filter(|_| self.scalar == Some(Scalar::Plain))?);
        let variant = PLAIN.with_borrow(|plain| {
            let (_, variant) = plain.iter().find(|(of, _)| name == of.as_str())?;
            syn::parse_str::<syn::Ident>(variant).ok()
        })?;
        Some(syn::parse_quote!(#of::#variant))
    }

    /// The float that it is.
    pub fn float(&self) -> Option<Float> {
        match self.scalar {
            Some(Scalar::Float(float)) => Some(float),
            Some(Scalar::Bool | Scalar::Char | Scalar::Str | Scalar::Text | Scalar::Integer(_)) => None,
            Some(Scalar::Plain) | None => None,
        }
    }

    /// True for the types that Rust itself has for exact values.
    pub fn is_own(&self) -> bool {
        self.scalar.is_some_and(|scalar| !matches!(scalar, Scalar::Text | Scalar::Plain))
    }

    /// True for the types of Rust's own that have no derivatives.
    pub fn is_discrete(&self) -> bool {
        self.scalar.is_some_and(Scalar::is_discrete)
    }
}

impl From<Scalar> for ExactType {
    fn from(scalar: Scalar) -> ExactType {
        let name = syn::Ident::new(scalar.name(), proc_macro2::Span::call_site());
        let written = syn::Type::Path(syn::TypePath { qself: None, path: name.into() });
        ExactType { written: Rc::new(written), scalar: Some(scalar) }
    }
}

impl From<Float> for ExactType {
    fn from(float: Float) -> ExactType {
        Scalar::Float(float).into()
    }
}

impl ToTokens for ExactType {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.written.to_tokens(tokens);
    }
}
