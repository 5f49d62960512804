//! [`Prim`]: the procedures that VLAD has built in.
//!
//! Arithmetic is no list of its own: every entry of the [table of rules](retrograde_rules::table) is a primitive of VLAD,
//! under the name that Scheme gives it or else under the table's. What remains here tests, transforms, reads and writes.

use retrograde_rules::Primitive;

/// Declares the primitives that are not arithmetic, with their names and what they ask of their argument.
macro_rules! primitives {
    ($($(#[$doc:meta])* $Variant:ident = $name:literal)*) => {
        /// A built-in procedure. Each takes one argument; those of two numbers take a pair.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Prim {
            /// Arithmetic: an entry of the table of rules.
            Rule(Primitive),
            /// A function of the host, by its number among those registered.
            Host(u16),
            $( $(#[$doc])* $Variant, )*
        }

        impl Prim {
            /// All that are not arithmetic.
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
    /// Whether two numbers are equal.
    Equal = "="
    /// Whether the first number is less.
    Less = "<"
    /// Whether the first number is greater.
    Greater = ">"
    /// Whether the first number is not greater.
    AtMost = "<="
    /// Whether the first number is not less.
    AtLeast = ">="
    /// Whether a number is zero.
    IsZero = "zero?"
    /// Whether a number is above zero.
    IsPositive = "positive?"
    /// Whether a number is below zero.
    IsNegative = "negative?"
    /// Whether a value is the empty list, untagged.
    IsNull = "null?"
    /// Whether a value is a boolean, untagged.
    IsBoolean = "boolean?"
    /// Whether a value is a number, untagged.
    IsReal = "real?"
    /// Whether a value is a pair, untagged.
    IsPair = "pair?"
    /// Whether a value can be applied, transformed or not.
    IsProcedure = "procedure?"
    /// Whether the outermost tag is perturbation.
    IsPerturbation = "perturbation?"
    /// Whether the outermost tag is forward.
    IsForward = "forward?"
    /// Whether the outermost tag is sensitivity.
    IsSensitivity = "sensitivity?"
    /// Whether the outermost tag is reverse.
    IsReverse = "reverse?"
    /// Chooses between two procedures; anything but `#f` chooses the first.
    IfProcedure = "if-procedure"
    /// The number itself: hides a constant from a compiler.
    Real = "real"
    /// The next number of the input.
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

/// Entries of the table whose VLAD name is not the table's. `atan` is the angle of a point, as the reference has it.
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
    /// All primitives of the language; not those that a host registers.
    pub fn all() -> impl Iterator<Item = Prim> {
        Primitive::ALL.iter().map(|p| Prim::Rule(*p)).chain(Prim::OWN.iter().copied())
    }

    /// The name under which a program finds it.
    pub fn name(self) -> &'static str {
        match self {
            Prim::Rule(rule) => {
                SCHEME_NAMES.iter().find(|(p, _)| *p == rule).map_or(rule.name(), |(_, name)| name)
            }
            _ => self.own_name().unwrap_or("host procedure"),
        }
    }

    /// What it takes, for people who gave it something else; none where that is said elsewhere.
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

    /// How many values it takes, if it does nothing but compute a value from those; none of what reads, writes, calls, or
    /// takes an exponent.
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

    /// Whether it only decides something: its value has no derivative.
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

    /// The primitive with this name.
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
