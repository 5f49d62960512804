//! The description of a function that runs on devices, `#[reversible(kernels)]` or `#[differentiable(kernels)]`: its text in the C family, and what a library has to
//! know to start it. The crate `retrograde-kernels` compiles and runs it.

/// A function that can run on a device.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its path.
    pub name: &'static str,
    /// The type of its real numbers: `"f64"` or `"f32"`.
    pub real: &'static str,
    /// True if it returns a number.
    pub returns: bool,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Its programs.
    pub programs: &'static [Program],
    /// The functions that it calls, by the number that the text uses.
    pub callees: &'static [&'static Function],
    /// The constants of Rust in the text, by number.
    pub constants: &'static [fn() -> Constant],
    /// Sentences about the places that may fail, by number.
    pub sites: &'static [&'static str],
}

/// A parameter of such a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The type of its numbers in the text: `"real"`, `"u64"`, `"u8"` for truth values, ….
    pub leaf: &'static str,
    /// None for a number, the number of elements of an array, zero for a slice.
    pub count: Option<u64>,
    /// The number of numbers in an element of a slice.
    pub inner: u64,
    /// True if the function changes it.
    pub changes: bool,
    /// True if it has a cotangent.
    pub active: bool,
}

/// A program of such a function.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// `"run"`, `"inverse"`, `"adjoint"`, `"sweep"`, `"inverse_adjoint"`, `"record"`, `"replay"`
    pub name: &'static str,
    /// The text of the function that one thread calls.
    pub function: &'static str,
    /// The program as launches.
    pub entry: Option<Entry>,
}

/// A program as launches: loops in threads, and steps between them that one thread runs.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The text of the kernels.
    pub text: &'static str,
    /// The number of loops.
    pub loops: usize,
    /// The number of words for what lives between launches.
    pub words: usize,
}

/// The value of a constant of Rust.
#[derive(Clone, Copy, Debug)]
pub enum Constant {
    /// A float.
    Float(f64),
    /// An integer or a truth value.
    Integer(i128),
}

macro_rules! constants {
    ($($Kind:ident: $($ty:ty)*;)*) => {
        $($(impl From<$ty> for Constant {
            fn from(value: $ty) -> Constant {
                Constant::$Kind(value.into())
            }
        })*)*
    };
}
constants! {
    Float: f64 f32;
    Integer: i8 i16 i32 i64 u8 u16 u32 u64 bool;
}

impl From<usize> for Constant {
    fn from(value: usize) -> Constant {
        Constant::Integer(value as i128)
    }
}

impl From<isize> for Constant {
    fn from(value: isize) -> Constant {
        Constant::Integer(value as i128)
    }
}

/// A device, on which functions run.
pub trait Target {
    /// A function on the device.
    type Of<'d>
    where
        Self: 'd;

    /// Returns a function on the device.
    fn of(&self, function: &'static Function) -> Self::Of<'_>;
}

/// The answer of a function without text to a caller that asks for it.
#[doc(hidden)]
pub trait Unmarked {
    /// Asked for by the text of a caller.
    const __KERNELS: Function = panic!(
        "a function that is called in a kernel has no text for devices: mark it `#[reversible(kernels)]` or `#[differentiable(kernels)]`"
    );
}

impl<T> Unmarked for T {}

/// The text of an instruction: each of its programs is a macro of C, so that it takes places of any type.
const fn instruction(name: &'static str, programs: &'static [Program]) -> Function {
    Function {
        name,
        real: "f64",
        returns: false,
        parameters: &[],
        programs,
        callees: &[],
        constants: &[],
        sites: &[],
    }
}

const fn program(name: &'static str, function: &'static str) -> Program {
    Program { name, function, entry: None }
}

macro_rules! programs {
    ($f:ident = ($($a:literal),*) $run:literal, $inverse:literal, ($($b:literal),*) $adjoint:literal, $back:literal) => {
        impl crate::instructions::$f {
            #[doc(hidden)]
            pub const __KERNELS: Function = instruction(concat!("retrograde::instructions::", stringify!($f)), &[
                program("run", concat!("#define @{self.run}(c" $(, ", ", $a)*, ") ", $run, "\n#define @{self.run}_room(c" $(, ", ", $a)*, ") 0\n")),
                program("inverse", concat!("#define @{self.inverse}(c" $(, ", ", $a)*, ") ", $inverse, "\n#define @{self.inverse}_room(c" $(, ", ", $a)*, ") 0\n")),
                program("adjoint", concat!("#define @{self.adjoint}(c" $(, ", ", $b)*, ") ", $adjoint, "\n#define @{self.adjoint}_room(c" $(, ", ", $b)*, ") 0\n")),
                program("inverse_adjoint", concat!("#define @{self.inverse_adjoint}(c" $(, ", ", $b)*, ") ", $back, "\n#define @{self.inverse_adjoint}_room(c" $(, ", ", $b)*, ") 0\n")),
            ]);
        }
    };
}

programs!(swap = ("a", "b") "rg_swap(a, b)", "rg_swap(a, b)",
    ("a", "ab", "b", "bb") "do { rg_swap(a, b); rg_swap(ab, bb); } while (0)", "do { rg_swap(a, b); rg_swap(ab, bb); } while (0)");
programs!(neg = ("a") "(*(a) = -*(a))", "(*(a) = -*(a))",
    ("a", "ab") "do { *(a) = -*(a); *(ab) = -*(ab); } while (0)", "do { *(a) = -*(a); *(ab) = -*(ab); } while (0)");
programs!(inc = ("a") "(++*(a))", "(--*(a))", ("a", "ab") "(--*(a))", "(++*(a))");
programs!(dec = ("a") "(--*(a))", "(++*(a))", ("a", "ab") "(++*(a))", "(--*(a))");
programs!(rot = ("a", "b", "w") "rg_rot(a, b, w)", "rg_rot(a, b, -(w))",
    ("a", "ab", "b", "bb", "w", "wb") "rg_rot_adjoint(a, ab, b, bb, w, wb, 1)",
    "rg_rot_adjoint(a, ab, b, bb, -(w), wb, -1)");
programs!(irot = ("a", "b", "w") "rg_rot(a, b, -(w))", "rg_rot(a, b, w)",
    ("a", "ab", "b", "bb", "w", "wb") "rg_rot_adjoint(a, ab, b, bb, -(w), wb, -1)",
    "rg_rot_adjoint(a, ab, b, bb, w, wb, 1)");
