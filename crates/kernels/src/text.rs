//! The text of a program, without a device to run it.

use crate::backend::Kind;
use crate::device::{Sums, prelude};
use crate::error::{Error, Result};
use crate::source::Source;
use retrograde::kernels::{Function, Target};

/// A language in which programs are printed: `f::on(&Text::cuda()).program("sweep")`.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    kind: Kind,
}

impl Text {
    /// CUDA C.
    pub fn cuda() -> Text {
        Text { kind: Kind::Cuda }
    }

    /// OpenCL C.
    pub fn opencl() -> Text {
        Text { kind: Kind::OpenCl }
    }

    /// C.
    pub fn c() -> Text {
        Text { kind: Kind::Host }
    }
}

/// A function in a language.
#[derive(Clone, Copy, Debug)]
pub struct InText {
    kind: Kind,
    function: &'static Function,
}

impl Target for Text {
    type Of<'d> = InText;

    fn of(&self, function: &'static Function) -> InText {
        InText { kind: self.kind, function }
    }
}

impl InText {
    /// Returns the whole text of a program: what it uses, what it calls, and its kernels.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if there is no such program.
    pub fn program(&self, program: &str) -> Result<String> {
        let mut source = Source::new();
        let found = self.function.programs.iter().find(|p| p.name == program);
        let Some(found) = found else {
            return Err(Error::Program {
                function: self.function.name.into(),
                program: program.into(),
                hint: "",
            });
        };
        match found.entry {
            Some(entry) => source.add_entry(self.function, entry.text)?,
            None => source.add(self.function, program)?,
        }
        Ok(prelude(self.kind, self.function.real, Sums::Atomic) + &source.text)
    }

    /// Compiles a program for an architecture such as `"compute_90"`, and returns the PTX. This needs NVRTC, and no GPU.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] if the library is missing, [`Error::Compiler`] if it refuses the text.
    #[cfg(feature = "cuda")]
    pub fn ptx(&self, program: &str, architecture: &str) -> Result<String> {
        let text = self.program(program)?;
        let image = crate::cuda::compiled("NVRTC", architecture, self.function.name, &text)?;
        Ok(String::from_utf8_lossy(&image).into_owned())
    }
}
