//! The program that the laws are checked on, and that `invert` turns around.
//!
//! A [`Function`] is what `lower` makes of the tokens: variables in an arena, expressions whose real
//! arithmetic names entries of the rule table, and statements of which every one has an inverse.
//! What runs is not this but [`step`], to which `schedule` translates it.
//!
//! Law kept here: no constructor loses a span, so every later message can point at the user's text.

mod carries;
mod constant;
mod exact;
mod expr;
mod field_path;
pub mod invert;
mod map;
mod method;
mod number;
pub mod print;
pub mod reach;
mod scalar;
pub mod step;
mod stmt;
mod unseen;
mod variable;
pub mod visit;

pub use carries::*;
pub use constant::*;
pub use exact::*;
pub use expr::*;
pub use field_path::*;
pub use map::*;
pub use method::*;
pub use number::Number;
pub use retrograde_rules::Primitive;
pub use scalar::*;
pub use stmt::*;
pub use unseen::*;
pub use variable::*;

use proc_macro2::TokenStream;

/// A parameter in order of the signature.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The variable.
    pub var: Var,
    /// Its type as written, without attributes.
    pub written: syn::Type,
    /// Whether it holds floats that carry no cotangent here, without a mark that says so: a caller must not expect one.
    pub keeps_floats: bool,
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

/// A written type, and the number type that it is another name for.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The name, where it is written first.
    pub written: syn::Type,
    /// The real type, or `f64` beside a type parameter that the name does not mention.
    pub of: syn::Ident,
}

/// A whole reversible function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Attributes (documentation among them), visibility and signature as written, cleaned of our markers.
    pub item: syn::ItemFn,
    /// Constants, functions and imports that stand in the body: all programs see them.
    pub items: TokenStream,
    /// The real type, `f64` where the signature shows none.
    pub real: RealType,
    /// Other names that the function has for its real type.
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
    /// Whether its types are known to hold no references: none is a parameter but the real one.
    pub lasting: bool,
}

/// What the attribute's arguments said.
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
    /// When run-time checks run.
    pub checks: Checks,
    /// Whether calls are recorded for the way back: `#[reversible(store)]`.
    pub recording: bool,
    /// Whether the function is an ordinary one: what it destroys is recorded, and so are its locals and decisions.
    pub ordinary: bool,
}

/// Where a function stands, and so where its programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalleeKind {
    /// For itself: its programs are associated functions of `struct f {}`.
    Free,
    /// In an inherent `impl`: its programs are methods beside it, `f_inverse` and the like, for there is no other type.
    Method,
    /// In the `impl` of a trait: likewise, as visible as the trait.
    OfTrait,
    /// In the trait itself.
    InTrait,
}
