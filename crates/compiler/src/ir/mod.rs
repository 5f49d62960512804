//! The program on which the laws are checked, and which `invert` inverts.
//!
//! A [`Function`] is the result of `lower`: variables in an arena, expressions whose real operations are entries of
//! the rule table, and statements that all have inverses. This program is not run; `schedule` translates it to
//! [`step`] for that.
//!
//! Law: no constructor loses a span, so every later message can show the user's text.

mod carries;
mod constant;
mod exact;
mod expr;
mod field_path;
pub mod invert;
mod kind;
mod map;
mod method;
mod number;
pub mod payload;
pub mod print;
pub mod reach;
mod scalar;
pub mod step;
mod stmt;
mod types;
mod unseen;
mod variable;
pub mod visit;

pub use carries::*;
pub use constant::*;
pub use exact::*;
pub use expr::*;
pub use field_path::*;
pub use kind::Kind;
pub use map::*;
pub use method::*;
pub use number::Number;
pub use retrograde_rules::Primitive;
pub use scalar::*;
pub use stmt::*;
pub use types::*;
pub use unseen::*;
pub use variable::*;

use crate::law::Language;
use proc_macro2::TokenStream;

/// A parameter in order of the signature.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The variable.
    pub var: Var,
    /// Its type as written, without attributes.
    pub written: syn::Type,
    /// True if it contains floats that have no cotangent here although no attribute says so: a caller must not expect
    /// one.
    pub keeps_floats: bool,
    /// The parameter whose captured numbers these are: programs take both as one.
    pub captured_by: Option<Var>,
}

/// The real type of a function.
#[derive(Clone, Debug)]
pub enum RealType {
    /// `f64` or `f32`
    Concrete(syn::Ident),
    /// A generic `T: Real`
    Generic(syn::Ident),
}

impl RealType {
    /// Its name.
    pub fn ident(&self) -> &syn::Ident {
        match self {
            RealType::Concrete(ident) | RealType::Generic(ident) => ident,
        }
    }
}

/// A written type, and the type that it is another name for.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The name, where it is written first.
    pub written: syn::Type,
    /// The real type, or `f64` beside a type parameter that the name does not mention; an array or a vector.
    pub of: syn::Type,
}

/// A whole reversible function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Attributes (documentation among them), visibility and signature as written, cleaned of our markers.
    pub item: syn::ItemFn,
    /// Constants, functions and imports in the body, which are visible in all programs.
    pub items: TokenStream,
    /// The real type; `f64` if the signature contains none.
    pub real: RealType,
    /// Other names that the function has for its real type, and for arrays.
    pub aliases: Vec<Alias>,
    /// All variables.
    pub vars: Variables,
    /// The parameters.
    pub params: Vec<Parameter>,
    /// The variable that holds the returned value; its `Bind` is the last statement.
    pub output: Option<Var>,
    /// The statements.
    pub body: Block,
    /// Options of the attribute.
    pub options: Options,
    /// True if its types contain no references: no type parameter but the real type.
    pub lasting: bool,
}

impl Function {
    /// The parameters that programs take: what a function captures comes with the function.
    pub fn taken(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.captured_by.is_none())
    }
}

/// The option `check` of the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// In debug builds.
    Debug,
    /// `check = "always"`
    Always,
    /// `check = "never"`
    Never,
}

/// `#[reversible(check = "…")]`
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The builds in which run-time checks run.
    pub checks: Checks,
    /// True if calls are recorded for the reverse pass: `#[reversible(store)]`.
    pub recording: bool,
    /// The language of the function: what an ordinary one destroys is recorded, and so are its locals and decisions.
    pub language: Language,
}

impl Options {
    /// Those of a reversible function without options.
    pub const REVERSIBLE: Options =
        Options { checks: Checks::Debug, recording: false, language: Language::Reversible };
    /// Those of an ordinary function: it decides and asserts for itself, and all its calls are recorded.
    pub const ORDINARY: Options =
        Options { checks: Checks::Never, recording: true, language: Language::Ordinary };
}

/// The place of a function, which determines the places of its programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalleeKind {
    /// A free function: its programs are associated functions of `struct f {}`.
    Free,
    /// In an inherent `impl`: its programs are methods next to it, such as `f_inverse`, since a type cannot be
    /// declared there.
    Method,
    /// In the `impl` of a trait: likewise, with the visibility of the trait.
    OfTrait,
    /// In the trait itself.
    InTrait,
}
