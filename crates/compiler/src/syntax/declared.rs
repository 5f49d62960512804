//! Declared derivatives and inverses of a function: the inverse and the adjoint of an instruction, or an adjoint that
//! replaces the derived one. (Paper 000, listing 21; paper 001, section V.)
//!
//! Takes the attribute's tokens; returns a [`Declared`] or the errors in them.

use crate::ir::{Checks, Options};
use crate::law::{Diagnostics, Extent, Law};
use proc_macro2::TokenStream;

/// The parts of a function that are declared rather than derived.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// The body of an instruction: ordinary Rust.
    pub body: Option<syn::Block>,
    /// The value of an ordinary function as it is written, where its programs have it in parts.
    pub output: Option<syn::ReturnType>,
    /// The signature of an ordinary function as it is written, where its programs take other parameters.
    pub signature: Option<syn::Signature>,
    /// True if the programs of an ordinary function have its value as their last argument.
    pub beside: bool,
    /// True if the callers of an ordinary function record its arguments, and not its run.
    pub checkpointed: bool,
    /// The inverse of an instruction.
    pub inverse: Option<Inverse>,
    /// The adjoint, or the pullback of a function that returns a value.
    pub adjoint: Option<syn::ExprPath>,
    /// The derivatives in directions of a primitive in ordinary Rust, which numbers cannot be carried through.
    pub directions: Option<Directions>,
    /// A program that runs the function and its adjoint together.
    pub sweep: Option<syn::ExprPath>,
    /// The word `batch`: there are programs that run many instances together.
    pub batch: Option<Extent>,
    /// The word `kernels`: the function has a text for the compilers of devices.
    pub kernels: Option<Extent>,
}

/// The origin of derivatives in directions.
#[derive(Clone, Debug)]
pub enum Directions {
    /// A rule of the user's.
    Rule(syn::ExprPath),
    /// The pullback, once for each number of the value.
    Pullback,
}

/// The inverse of an instruction.
#[derive(Clone, Debug)]
pub enum Inverse {
    /// The instruction itself.
    Itself,
    /// Another instruction, or a reversible function.
    Instruction(syn::ExprPath),
    /// A function in ordinary Rust, and its adjoint.
    Function(syn::ExprPath, syn::ExprPath),
}

impl Declared {
    /// True if a declaration replaces the derived code.
    pub fn is_any(&self) -> bool {
        self.body.is_some() || self.adjoint.is_some()
    }

    /// Reports the words `batch` and `kernels` before anything but a free function.
    pub(crate) fn refuse_batch(&mut self, errors: &mut Diagnostics) {
        let help = "write a function beside it, which takes the numbers that it needs, and mark that";
        if let Some(batch) = self.batch.take() {
            errors.report(Law::OutsideLanguage, batch, "methods and operators have no batch", help);
        }
        if let Some(kernels) = self.kernels.take() {
            errors.report(Law::OutsideLanguage, kernels, "methods and operators have no kernels", help);
        }
    }
}

/// Help for the options of `#[instruction]`.
const INSTRUCTION: &str = "write `#[instruction(inverse = undo, adjoint = pull_back)]`, where `undo` is the instruction that \
                           undoes this one, or `#[instruction(self_inverse, adjoint = pull_back)]`";

pub(crate) fn instruction(attr: TokenStream, written: &syn::ItemFn, errors: &mut Diagnostics) -> Declared {
    let (mut itself, mut inverse, mut inverse_adjoint) = (None, None, None);
    let mut declared = Declared { body: Some((*written.block).clone()), ..Declared::default() };
    let parser = syn::meta::parser(|meta| {
        match &meta.path {
            path if path.is_ident("self_inverse") => itself = Some(Extent::of(path)),
            path if path.is_ident("inverse") => inverse = Some(meta.value()?.parse::<syn::ExprPath>()?),
            path if path.is_ident("inverse_adjoint") => {
                inverse_adjoint = Some(meta.value()?.parse::<syn::ExprPath>()?);
            }
            path if path.is_ident("adjoint") => declared.adjoint = Some(meta.value()?.parse()?),
            path if path.is_ident("sweep") => declared.sweep = Some(meta.value()?.parse()?),
            _ => return Err(meta.error("this option is unknown")),
        }
        Ok(())
    });
    if let Err(error) = syn::parse::Parser::parse2(parser, attr) {
        errors.report(Law::OutsideLanguage, error.span(), error.to_string(), INSTRUCTION);
        return declared;
    }
    declared.inverse = match (itself, inverse, inverse_adjoint) {
        (Some(_), None, None) => Some(Inverse::Itself),
        (None, Some(inverse), None) => Some(Inverse::Instruction(inverse)),
        (None, Some(inverse), Some(adjoint)) => Some(Inverse::Function(inverse, adjoint)),
        (None, None, _) => {
            let message = format!("there is no inverse declared for `{}`", written.sig.ident);
            errors.refuse(Law::OutsideLanguage, written.sig.ident.span(), message, INSTRUCTION)
        }
        (Some(at), ..) => {
            let help = "remove one of the two";
            errors.refuse(
                Law::OutsideLanguage,
                at,
                "an instruction that undoes itself has no other inverse",
                help,
            )
        }
    };
    declared
}

/// Help for the options of `#[reversible]`.
const REVERSIBLE: &str = "write `#[reversible]`, `#[reversible(check = \"debug\")]` with `\"always\"` or \
                          `\"never\"` if checks always or never run, `#[reversible(store)]` if the reverse pass \
                          stores the results of the functions called here, `#[reversible(batch)]` for programs that run \
                          many instances at once, `#[reversible(kernels)]` for programs that run on a GPU, `#[reversible(generic)]` for every number in place of `f64`, \
                          `#[reversible(adjoint = f)]` with an \
                          adjoint of your own, or `#[reversible(crate = path)]` if the crate has another name";

/// `#[reversible(store, batch, kernels, check = "debug" | "always" | "never", adjoint = f, pull = f, sweep = f)]`
pub(crate) fn reversible(attr: TokenStream, returns: bool, errors: &mut Diagnostics) -> (Options, Declared) {
    let (mut checks, mut recording, mut declared) = (Checks::Debug, false, Declared::default());
    let parser = syn::meta::parser(|meta| {
        match &meta.path {
            path if path.is_ident("check") => {
                let value: syn::LitStr = meta.value()?.parse()?;
                checks = match value.value().as_str() {
                    "debug" => Checks::Debug,
                    "always" => Checks::Always,
                    "never" => Checks::Never,
                    _ => return Err(syn::Error::new(value.span(), "this value of `check` is unknown")),
                };
            }
            path if path.is_ident("store") => recording = true,
            path if path.is_ident("batch") => declared.batch = Some(Extent::of(path)),
            path if path.is_ident("kernels") => declared.kernels = Some(Extent::of(path)),
            path if path.is_ident("adjoint") && returns => {
                return Err(meta.error("a function that returns a value has a pullback: `pull = …`"));
            }
            path if path.is_ident("pull") && !returns => {
                return Err(meta.error("a function that changes its state has an adjoint: `adjoint = …`"));
            }
            path if path.is_ident("adjoint") || path.is_ident("pull") => {
                declared.adjoint = Some(meta.value()?.parse()?);
            }
            path if path.is_ident("sweep") && !returns => declared.sweep = Some(meta.value()?.parse()?),
            _ => return Err(meta.error("this option is unknown")),
        }
        Ok(())
    });
    if let Err(error) = syn::parse::Parser::parse2(parser, attr) {
        errors.report(Law::OutsideLanguage, error.span(), error.to_string(), REVERSIBLE);
    }
    if let (Some(sweep), None) = (&declared.sweep, &declared.adjoint) {
        let help = "declare the adjoint too: the two must agree";
        errors.report(Law::OutsideLanguage, Extent::of(sweep), "a sweep goes with an adjoint", help);
    }
    if let (Some(batch), Some(_)) = (declared.batch, &declared.adjoint) {
        let message =
            "a batch runs the adjoint that is derived from the function, and not one that is declared";
        errors.report(Law::OutsideLanguage, batch, message, "leave `batch` or the adjoint away");
    }
    if let (Some(kernels), Some(_)) = (declared.kernels, &declared.adjoint) {
        let message =
            "a kernel runs the adjoint that is derived from the function, and not one that is declared";
        errors.report(Law::OutsideLanguage, kernels, message, "leave `kernels` or the adjoint away");
    }
    (Options { checks, recording, ..Options::REVERSIBLE }, declared)
}
