//! The table of number systems: numbers that are made of real parts, with the formulae of their operators and functions.
//!
//! ```text
//! Log = from_ln(ln) "logarithmic number" { operators { Mul = mul(self, other: Self) -> Self { … } } functions { … } }
//! ```
//!
//! An entry names the type, the constructor from its parts, and the parts. A formula is Rust over parts of a real type `T`: one
//! expression, after `let`s where several terms share a value. It is written once: the number types are these formulae as
//! methods, and a compiler writes them in place of the calls, so that every partial comes from the table of primitives. Law: a
//! formula is made of primitives, operators and functions of the same entry.

/// Passes the table of number systems to the macro named first, after any further tokens given. See
/// [`systems`](crate::systems).
#[macro_export]
macro_rules! with_number_systems {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => {
        $crate::with_number_systems! { @entries [$($callback)::+] [$($($context)*)?]
            /// `MaxPlus<T>`: the sum is the maximum.
            MaxPlus = max;
            /// `MinPlus<T>`: the sum is the minimum.
            MinPlus = min;
        }
    };
    (@entries [$($callback:tt)*] [$($context:tt)*] $($(#[$doc:meta])* $Tropical:ident = $best:ident;)*) => {
        $($callback)*! { $($context)*

/// `Complex<T>`: the formulae are those of the crate `num-complex`. The branch cut of `ln`, `sqrt` and the powers is the negative
/// real axis.
Complex = new(re, im) "complex number" {
    operators {
        Add = add(self, other: Self) -> Self { Self { re: self.re + other.re, im: self.im + other.im } }
        Sub = sub(self, other: Self) -> Self { Self { re: self.re - other.re, im: self.im - other.im } }
        Mul = mul(self, other: Self) -> Self {
            Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
        }
        Div = div(self, other: Self) -> Self {
            let norm_sqr = other.norm_sqr();
            Self {
                re: (self.re * other.re + self.im * other.im) / norm_sqr,
                im: (self.im * other.re - self.re * other.im) / norm_sqr,
            }
        }
        Neg = neg(self) -> Self { Self { re: -self.re, im: -self.im } }
    }
    functions {
        /// The real part.
        re(self) -> T { self.re }
        /// The imaginary part.
        im(self) -> T { self.im }
        /// The conjugate.
        conj(self) -> Self { Self { re: self.re, im: -self.im } }
        /// The absolute value.
        norm(self) -> T { self.re.hypot(self.im) }
        /// The square of the absolute value.
        norm_sqr(self) -> T { self.re * self.re + self.im * self.im }
        /// The sum of the absolute values of the parts.
        l1_norm(self) -> T { self.re.abs() + self.im.abs() }
        /// The angle.
        arg(self) -> T { self.im.atan2(self.re) }
        /// The exponential.
        exp(self) -> Self { Self::from_polar(self.re.exp(), self.im) }
        /// ln z = ln|z| + i arg z
        ln(self) -> Self { Self { re: self.norm().ln(), im: self.arg() } }
        /// The square root.
        sqrt(self) -> Self { Self::from_polar(self.norm().sqrt(), self.arg() / T::constant(2.0)) }
        /// z^w = exp(w ln z)
        powc(self, exponent: Self) -> Self { (exponent * self.ln()).exp() }
        /// The power with a real exponent.
        powf(self, exponent: T) -> Self { Self::from_polar(self.norm().powf(exponent), self.arg() * exponent) }
        /// The power with a whole exponent.
        powi(self, n: i32) -> Self { Self::from_polar(self.norm().powi(n), self.arg() * T::constant(n as f64)) }
        /// sin(x + iy) = sin x cosh y + i cos x sinh y
        sin(self) -> Self { Self { re: self.re.sin() * self.im.cosh(), im: self.re.cos() * self.im.sinh() } }
        /// cos(x + iy) = cos x cosh y - i sin x sinh y
        cos(self) -> Self { Self { re: self.re.cos() * self.im.cosh(), im: -(self.re.sin() * self.im.sinh()) } }
        /// The tangent.
        tan(self) -> Self { self.sin() / self.cos() }
        /// sinh(x + iy) = sinh x cos y + i cosh x sin y
        sinh(self) -> Self { Self { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() } }
        /// cosh(x + iy) = cosh x cos y + i sinh x sin y
        cosh(self) -> Self { Self { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() } }
        /// The hyperbolic tangent.
        tanh(self) -> Self { self.sinh() / self.cosh() }
        /// The reciprocal.
        inv(self) -> Self { Self::from(T::constant(1.0)) / self }
        /// The product with a real.
        scale(self, factor: T) -> Self { Self { re: self.re * factor, im: self.im * factor } }
        /// The quotient by a real.
        unscale(self, divisor: T) -> Self { Self { re: self.re / divisor, im: self.im / divisor } }
        /// A real.
        from(re: T) -> Self { Self { re, im: T::constant(0.0) } }
        /// r (cos θ + i sin θ)
        from_polar(radius: T, angle: T) -> Self { Self { re: radius * angle.cos(), im: radius * angle.sin() } }
        /// cos θ + i sin θ
        cis(angle: T) -> Self { Self::from_polar(T::constant(1.0), angle) }
        /// The imaginary unit.
        i() -> Self { Self { re: T::constant(0.0), im: T::constant(1.0) } }
    }
    constants {
        I() -> Self { Self::i() }
        ONE() -> Self { Self::from(T::constant(1.0)) }
        ZERO() -> Self { Self::from(T::constant(0.0)) }
    }
    aliases { abs = norm, recip = inv, powu = powi }
}

/// `Log<T>`: a positive number by its logarithm.
Log = from_ln(ln) "logarithmic number" {
    operators {
        Add = add(self, other: Self) -> Self { Self { ln: self.ln.logaddexp(other.ln) } }
        // ln(eᵃ - eᵇ) = a + ln(1 - e^(b - a)): not-a-number, or a panic in fixed point, where it would be negative.
        Sub = sub(self, other: Self) -> Self { Self { ln: self.ln + (-(other.ln - self.ln).exp()).ln_1p() } }
        Mul = mul(self, other: Self) -> Self { Self { ln: self.ln + other.ln } }
        Div = div(self, other: Self) -> Self { Self { ln: self.ln - other.ln } }
    }
    functions {
        /// Its logarithm.
        ln(self) -> T { self.ln }
        /// Its value, which may be too large for the real type although its logarithm is not.
        value(self) -> T { self.ln.exp() }
        /// The product of `n` such numbers.
        powi(self, n: i32) -> Self { self.powf(T::constant(n as f64)) }
        /// The power with a real exponent.
        powf(self, exponent: T) -> Self { Self { ln: self.ln * exponent } }
        /// The number whose square it is.
        sqrt(self) -> Self { self.powf(T::constant(0.5)) }
        /// The reciprocal: its product with the number is [`one`](Self::one).
        recip(self) -> Self { Self { ln: -self.ln } }
        /// The neutral element of products.
        one() -> Self { Self { ln: T::constant(0.0) } }
        /// The number of this value: not-a-number, or a panic in fixed point, where it is negative.
        from_value(x: T) -> Self { Self { ln: x.ln() } }
    }
    constants {}
    aliases { constant = from_value, from = from_value }
}

$(
$(#[$doc])*
$Tropical = from_value(value) "tropical number" {
    operators {
        Add = add(self, other: Self) -> Self { Self { value: self.value.$best(other.value) } }
        Mul = mul(self, other: Self) -> Self { Self { value: self.value + other.value } }
        Div = div(self, other: Self) -> Self { Self { value: self.value - other.value } }
    }
    functions {
        /// Its value. Nothing is lost.
        value(self) -> T { self.value }
        /// The product of `n` such numbers.
        powi(self, n: i32) -> Self { self.powf(T::constant(n as f64)) }
        /// The power with a real exponent.
        powf(self, exponent: T) -> Self { Self { value: self.value * exponent } }
        /// The number whose square it is.
        sqrt(self) -> Self { self.powf(T::constant(0.5)) }
        /// The reciprocal: its product with the number is [`one`](Self::one).
        recip(self) -> Self { Self { value: -self.value } }
        /// The neutral element of products.
        one() -> Self { Self { value: T::constant(0.0) } }
    }
    constants {}
    aliases { constant = from_value, from = from_value }
}
)*

    } };
}

/// The kind of an argument or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `T`: a real.
    Real,
    /// `Self`: a number of the system.
    Whole,
    /// `i32`: an exponent.
    Integer,
}

/// An operator or a function of a number system.
#[derive(Debug)]
pub struct Function {
    /// The name of the method.
    pub name: &'static str,
    /// The parameters: `self` first, if it is a method.
    pub params: &'static [(&'static str, Kind)],
    /// The kind of the value.
    pub returns: Kind,
    /// The formula: a block of Rust.
    pub formula: &'static str,
}

impl Function {
    /// True for a method.
    pub fn has_receiver(&self) -> bool {
        self.params.first().is_some_and(|(name, _)| *name == "self")
    }
}

macro_rules! kind {
    () => {
        Kind::Whole
    };
    (Self) => {
        Kind::Whole
    };
    (T) => {
        Kind::Real
    };
    (i32) => {
        Kind::Integer
    };
}

macro_rules! functions {
    ($($name:ident($($param:ident $(: $ty:tt)?),*) -> $returns:tt $formula:tt)*) => {
        &[$(Function {
            name: stringify!($name),
            params: &[$((stringify!($param), kind!($($ty)?))),*],
            returns: kind!($returns),
            formula: stringify!($formula),
        }),*]
    };
}

macro_rules! define_systems {
    ($(
        $(#[$doc:meta])*
        $System:ident = $made:ident($($part:ident),+) $noun:literal {
            operators { $($Trait:ident = $operator:ident $params:tt -> $returns:tt $formula:tt)* }
            functions { $($(#[$function_doc:meta])* $function:ident $function_params:tt -> $value:tt $function_formula:tt)* }
            constants { $($constants:tt)* }
            aliases { $($alias:ident = $of:ident),* }
        }
    )*) => {
        /// A number system: an entry of the [table](crate::systems).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Number { $($(#[$doc])* $System,)* }

        impl Number {
            /// All number systems, in the order of the table.
            pub const ALL: &'static [Number] = &[$(Self::$System),*];

            /// The name of the type.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$System => stringify!($System),)* }
            }

            /// The name in messages.
            pub const fn noun(self) -> &'static str {
                match self { $(Self::$System => $noun,)* }
            }

            /// The fields that hold the parts.
            pub const fn parts(self) -> &'static [&'static str] {
                match self { $(Self::$System => &[$(stringify!($part)),+],)* }
            }

            /// The name of the function that takes the parts.
            pub const fn constructor(self) -> &'static str {
                match self { $(Self::$System => stringify!($made),)* }
            }

            /// The operators, by the names of their methods.
            pub fn operators(self) -> &'static [Function] {
                match self { $(Self::$System => functions!($($operator $params -> $returns $formula)*),)* }
            }

            /// The functions.
            pub fn functions(self) -> &'static [Function] {
                match self { $(Self::$System => functions!($($function $function_params -> $value $function_formula)*),)* }
            }

            /// The constants, as functions without parameters.
            pub fn constants(self) -> &'static [Function] {
                match self { $(Self::$System => functions!($($constants)*),)* }
            }

            /// The name in the table of a function that has several.
            fn known(self, name: &str) -> &str {
                match self { $(Self::$System => match name { $(stringify!($alias) => stringify!($of),)* name => name },)* }
            }
        }
    };
}
with_number_systems!(define_systems);

impl Number {
    /// The number system whose type has this name.
    pub fn by_name(name: &str) -> Option<Number> {
        let name = if matches!(name, "Complex64" | "Complex32") { "Complex" } else { name };
        Self::ALL.iter().copied().find(|number| number.name() == name)
    }

    /// The operator with this method.
    pub fn operator(self, name: &str) -> Option<&'static Function> {
        self.operators().iter().find(|function| function.name == name)
    }

    /// The constant of this name.
    pub fn constant(self, name: &str) -> Option<&'static Function> {
        self.constants().iter().find(|function| function.name == name)
    }

    /// The function of this name, or of which it is another name.
    pub fn function(self, name: &str) -> Option<&'static Function> {
        let name = self.known(name);
        self.functions().iter().find(|function| function.name == name)
    }

    /// True if a name is that of the constructor from the parts, or another name of it.
    pub fn is_constructor(self, name: &str) -> bool {
        self.known(name) == self.constructor()
    }
}
