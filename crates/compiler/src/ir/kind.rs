//! The kind of a value: real, exact, or a constant whose type its neighbours tell.
//!
//! Takes an expression and the types of the variables in it. Law: a kind says only what rustc would find, too; a type that only rustc
//! knows is [`Kind::Unknown`].

use super::{
    Constant, Exact, Expr, Float, Host, Named, Number, Operator, Place, Scalar, Type, Variables, keeps_type,
};

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of the real type
    Real,
    /// A number with parts
    Number(Number),
    /// A float without a cotangent
    Float(Float),
    /// A truth value
    Truth,
    /// An integer, or another value without derivatives; an array of such values
    Discrete,
    /// An integer constant whose type its neighbours tell
    Integer,
    /// Another constant whose type its neighbours tell
    Constant,
    /// Exact, of a type that only rustc knows
    Unknown,
}

impl Kind {
    /// Returns the kind of a value.
    pub fn of(e: &Expr, vars: &Variables) -> Kind {
        match e {
            Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => {
                Kind::Real
            }
            Expr::Constant(constant) => of_constant(constant),
            Expr::Read(place) => at(place, vars),
            Expr::Length(_) => Kind::Discrete,
            Expr::ToExact(_, ty) => of_scalar(ty.scalar()),
            Expr::Exact(op, args) => {
                let all = || Kind::of_all(args.iter().map(|arg| Kind::of(arg, vars)));
                if op.is_arithmetic() {
                    all()
                } else if op.is_truth() || (*op == Operator::Not && all() == Kind::Truth) {
                    Kind::Truth
                } else {
                    Kind::Discrete
                }
            }
            Expr::Choose(_, a, b) => match Kind::of(a, vars).and(Kind::of(b, vars)) {
                // It is not taken apart.
                Kind::Number(_) => Kind::Unknown,
                kind => kind,
            },
            Expr::Host(host, args) => match (host, &args[..]) {
                (Host::Constant, _) => Kind::Real,
                (Host::HasKey, _) => Kind::Truth,
                (Host::Macro(of), _) if of.pattern.is_some() => Kind::Truth,
                (Host::Method(method), [super::Argument::Value(receiver), ..])
                    if keeps_type(&method.name()) && Kind::of(receiver, vars).float().is_some() =>
                {
                    Kind::of(receiver, vars)
                }
                (Host::Function(path), _) => of_function(&path.path).map_or(Kind::Unknown, Kind::Float),
                (host, _) if host.is_exact() => Kind::Discrete,
                _ => Kind::Unknown,
            },
            Expr::Structure(shape, _) => shape.number().map_or(Kind::Unknown, Kind::Number),
            Expr::List(items) => Kind::of_all(items.iter().map(|item| Kind::of(item, vars))).of_elements(),
            Expr::Fill { value, length, .. } => match Kind::of(value, vars).of_elements() {
                // An empty array does not show the type of its elements.
                kind if kind.is_discrete() && length.is_zero() => Kind::Unknown,
                kind => kind,
            },
        }
    }

    /// True for a constant whose type its neighbours tell.
    pub fn is_constant(self) -> bool {
        matches!(self, Kind::Integer | Kind::Constant)
    }

    /// True for an integer, a truth value and other values without derivatives.
    pub fn is_discrete(self) -> bool {
        matches!(self, Kind::Truth | Kind::Discrete | Kind::Integer)
    }

    /// The number with parts that it is.
    pub fn number(self) -> Option<Number> {
        match self {
            Kind::Number(number) => Some(number),
            Kind::Real | Kind::Float(_) | Kind::Truth | Kind::Discrete => None,
            Kind::Integer | Kind::Constant | Kind::Unknown => None,
        }
    }

    /// The float without a cotangent that it is.
    pub fn float(self) -> Option<Float> {
        match self {
            Kind::Float(float) => Some(float),
            Kind::Real | Kind::Number(_) | Kind::Truth | Kind::Discrete => None,
            Kind::Integer | Kind::Constant | Kind::Unknown => None,
        }
    }

    /// The kind of two values of one type: a constant is of the type of the other, and what stands beside an integer is one.
    fn and(self, other: Kind) -> Kind {
        match (self, other) {
            (one, other) if one == other => one,
            (Kind::Integer, Kind::Constant) | (Kind::Constant, Kind::Integer) => Kind::Constant,
            (Kind::Integer | Kind::Discrete | Kind::Truth, Kind::Unknown | Kind::Discrete | Kind::Truth)
            | (Kind::Unknown | Kind::Discrete | Kind::Truth, Kind::Integer | Kind::Discrete | Kind::Truth) => {
                Kind::Discrete
            }
            (Kind::Integer | Kind::Constant, kind) | (kind, Kind::Integer | Kind::Constant) => kind,
            (
                Kind::Real | Kind::Number(_) | Kind::Float(_) | Kind::Truth | Kind::Discrete | Kind::Unknown,
                _,
            ) => Kind::Unknown,
        }
    }

    fn of_all(kinds: impl Iterator<Item = Kind>) -> Kind {
        kinds.reduce(Kind::and).unwrap_or(Kind::Unknown)
    }

    /// The kind of an array of such elements.
    fn of_elements(self) -> Kind {
        match self {
            Kind::Number(_) | Kind::Float(_) | Kind::Unknown => Kind::Unknown,
            Kind::Truth | Kind::Discrete => Kind::Discrete,
            Kind::Real | Kind::Integer | Kind::Constant => self,
        }
    }
}

/// The kind of the value at a place.
fn at(place: &Place, vars: &Variables) -> Kind {
    match vars.type_of(place) {
        Type::Real => Kind::Real,
        Type::Structure(Named::Number(number)) => Kind::Number(number),
        Type::Exact(Exact::Written(ty)) => of_scalar(ty.scalar()),
        ty => match ty.leaf() {
            Type::Exact(Exact::Written(ty)) => of_scalar(ty.scalar()).of_elements(),
            Type::Exact(Exact::Discrete) => Kind::Discrete,
            Type::Real | Type::Exact(Exact::Unknown) | Type::Structure(_) | Type::Unknown => Kind::Unknown,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => Kind::Unknown,
        },
    }
}

fn of_scalar(scalar: Option<Scalar>) -> Kind {
    match scalar {
        Some(Scalar::Float(float)) => Kind::Float(float),
        Some(Scalar::Bool) => Kind::Truth,
        Some(Scalar::Char | Scalar::Str | Scalar::Text | Scalar::Integer(_) | Scalar::Plain) => {
            Kind::Discrete
        }
        None => Kind::Unknown,
    }
}

fn of_constant(constant: &Constant) -> Kind {
    match constant {
        Constant::Truth(..) => Kind::Truth,
        Constant::Integer(_) | Constant::Literal(syn::Lit::Int(_) | syn::Lit::Byte(_)) => Kind::Integer,
        Constant::Literal(_) | Constant::Path(_) | Constant::Written(_) => Kind::Constant,
    }
}

/// The type of `f64::max(a, b)`, by the name of the function.
fn of_function(path: &syn::Path) -> Option<Float> {
    let (of, name) = (path.segments.first()?, path.segments.last()?);
    let is_known = path.segments.len() == 2 && keeps_type(&name.ident.to_string());
    if is_known { Float::by_name(&of.ident.to_string()) } else { None }
}
