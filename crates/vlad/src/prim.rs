//! [`Prim`]: the built-in procedures of VLAD.
//!
//! Arithmetic has no list of its own: every entry of the [rule table](retrograde_rules::table) is a primitive of
//! VLAD, under its Scheme name if it has one, otherwise under the table's. The primitives declared here test,
//! transform, read and write.

use retrograde_rules::Primitive;

/// Declares the primitives that are not arithmetic, with their names.
macro_rules! primitives {
    ($($(#[$doc:meta])* $Variant:ident = $name:literal)*) => {
        /// A built-in procedure. Each takes one argument; those of two numbers take a pair.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Prim {
            /// Arithmetic: an entry of the rule table.
            Rule(Primitive),
            /// A function of the host, by its number among those registered.
            Host(u16),
            $( $(#[$doc])* $Variant, )*
        }

        impl Prim {
            /// All primitives that are not arithmetic.
            const OWN: &'static [Prim] = &[$(Prim::$Variant),*];

            const fn own_name(self) -> Option<&'static str> {
                match self {
                    Prim::Rule(_) | Prim::Host(_) => None,
                    $( Prim::$Variant => Some($name), )*
                }
            }
        }
    };
}

primitives! {
    /// True if two numbers are equal.
    Equal = "="
    /// True if the first number is less.
    Less = "<"
    /// True if the first number is greater.
    Greater = ">"
    /// True if the first number is not greater.
    AtMost = "<="
    /// True if the first number is not less.
    AtLeast = ">="
    /// True if a number is zero.
    IsZero = "zero?"
    /// True if a number is above zero.
    IsPositive = "positive?"
    /// True if a number is below zero.
    IsNegative = "negative?"
    /// True if a value is the untagged empty list.
    IsNull = "null?"
    /// True if a value is an untagged boolean.
    IsBoolean = "boolean?"
    /// True if a value is an untagged number.
    IsReal = "real?"
    /// True if a value is an untagged pair.
    IsPair = "pair?"
    /// True if a value can be applied, transformed or not.
    IsProcedure = "procedure?"
    /// True if the outermost tag is perturbation.
    IsPerturbation = "perturbation?"
    /// True if the outermost tag is forward.
    IsForward = "forward?"
    /// True if the outermost tag is sensitivity.
    IsSensitivity = "sensitivity?"
    /// True if the outermost tag is reverse.
    IsReverse = "reverse?"
    /// Chooses between two procedures; anything but `#f` chooses the first.
    IfProcedure = "if-procedure"
    /// Returns the number itself: hides a constant from a compiler.
    Real = "real"
    /// Returns the next number of the input.
    ReadReal = "read-real"
    /// Writes a number on a line and returns it.
    WriteReal = "write-real"
    /// Writes any value on a line and returns it.
    Write = "write"
    /// The zero of the same shape.
    Zero = "zero"
    /// Marks a value as a tangent.
    Perturb = "perturb"
    /// The inverse of `perturb`.
    Unperturb = "unperturb"
    /// The primal of a bundle.
    Primal = "primal"
    /// The tangent of a bundle.
    Tangent = "tangent"
    /// A primal with its tangent; functions are pushed forward.
    Bundle = "bundle"
    /// Marks a value as a cotangent.
    Sensitize = "sensitize"
    /// The inverse of `sensitize`.
    Unsensitize = "unsensitize"
    /// The sum of two values of the same shape.
    Plus = "plus"
    /// Reverse mode: maps a function to one that returns its value and a backpropagator.
    Reverse = "*j"
    /// The inverse of `*j`.
    Unreverse = "*j-inverse"
}

/// Primitives whose VLAD name differs from the table's. `atan` is the angle of a point, as in the reference
/// implementation.
const SCHEME_NAMES: &[(Primitive, &str)] = &[
    (Primitive::Add, "+"),
    (Primitive::Sub, "-"),
    (Primitive::Mul, "*"),
    (Primitive::Div, "/"),
    (Primitive::Atan2, "atan"),
    (Primitive::Atan, "arctan"),
    (Primitive::Ln, "log"),
    (Primitive::Powf, "expt"),
];

impl Prim {
    /// Returns all primitives of the language, without those that a host registers.
    pub fn all() -> impl Iterator<Item = Prim> {
        Primitive::ALL.iter().map(|p| Prim::Rule(*p)).chain(Prim::OWN.iter().copied())
    }

    /// Returns the name of the primitive in programs.
    pub fn name(self) -> &'static str {
        match self {
            Prim::Rule(rule) => {
                SCHEME_NAMES.iter().find(|(p, _)| *p == rule).map_or(rule.name(), |(_, name)| name)
            }
            _ => self.own_name().unwrap_or("host procedure"),
        }
    }

    /// Describes the operands for an error message; `None` if another message describes them.
    pub fn takes(self) -> Option<String> {
        let numbers = match self {
            Prim::Rule(rule) => rule.arity() + usize::from(rule.takes_exponent()),
            Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast => 2,
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative | Prim::Real | Prim::WriteReal => 1,
            _ => return None,
        };
        let count = ["no numbers", "one number", "two numbers", "three numbers"].get(numbers)?;
        let name = self.name();
        Some(match name {
            "+" | "*" => format!("`{name}` takes {count}; of three, ({name} a ({name} b c))"),
            "real" => "`real` takes one number, and so must the value of a function be one for it to have a gradient; a \
                       function with several values has a `jacobian`"
                .to_string(),
            "-" => format!("`-` takes {count}; the opposite of x is (- 0 x)"),
            _ => format!("`{name}` takes {count}"),
        })
    }

    /// Returns the number of operands of a primitive that only computes a value; `None` if it reads, writes, calls,
    /// or takes an exponent.
    pub fn operands(self) -> Option<usize> {
        match self {
            Prim::Rule(rule) => (!rule.takes_exponent() && rule.arity() <= 2).then(|| rule.arity()),
            Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast => Some(2),
            Prim::Bundle | Prim::Plus => Some(2),
            Prim::Host(_) | Prim::IfProcedure | Prim::ReadReal | Prim::WriteReal | Prim::Write => None,
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative | Prim::Real => Some(1),
            Prim::IsNull | Prim::IsBoolean | Prim::IsReal | Prim::IsPair | Prim::IsProcedure => Some(1),
            Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity | Prim::IsReverse => Some(1),
            Prim::Zero | Prim::Perturb | Prim::Unperturb | Prim::Primal | Prim::Tangent => Some(1),
            Prim::Sensitize | Prim::Unsensitize | Prim::Reverse | Prim::Unreverse => Some(1),
        }
    }

    /// True if the primitive only makes a decision: its value has no derivative.
    pub fn is_predicate(self) -> bool {
        match self {
            Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast => true,
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative => true,
            Prim::IsNull | Prim::IsBoolean | Prim::IsReal | Prim::IsPair | Prim::IsProcedure => true,
            Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity | Prim::IsReverse => true,
            Prim::Rule(_) | Prim::Host(_) | Prim::IfProcedure | Prim::Real => false,
            Prim::ReadReal | Prim::WriteReal | Prim::Write | Prim::Bundle | Prim::Plus => false,
            Prim::Zero | Prim::Perturb | Prim::Unperturb | Prim::Primal | Prim::Tangent => false,
            Prim::Sensitize | Prim::Unsensitize | Prim::Reverse | Prim::Unreverse => false,
        }
    }

    /// Returns the primitive with this name.
    pub fn by_name(name: &str) -> Option<Prim> {
        Prim::all().find(|p| p.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_the_reference_is_covered() {
        for prim in Prim::all() {
            assert_eq!(Prim::by_name(prim.name()), Some(prim));
        }
        let reference = "+ - * / atan sqrt exp log sin cos = < > <= >= zero? positive? negative? null? boolean? real? \
             pair? procedure? perturbation? forward? sensitivity? reverse? if-procedure real read-real write-real write \
             zero perturb unperturb primal tangent bundle sensitize unsensitize plus *j *j-inverse";
        assert_eq!(reference.split_whitespace().count(), 43);
        for name in reference.split_whitespace() {
            assert!(Prim::by_name(name).is_some(), "{name}");
        }
    }
}
