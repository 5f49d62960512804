//! The attributes `#[reversible]`, `#[differentiable]` and the others, and the derive `Differentiable`, which call
//! `retrograde-compiler`.
//!
//! This crate decides nothing, so that everything can be tested without a procedural macro.

use proc_macro::TokenStream;
use retrograde_compiler::Structures;
#[cfg(files)]
use std::collections::BTreeMap;
#[cfg(files)]
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
#[cfg(files)]
use std::time::SystemTime;

/// The structures that have been derived so far: rustc expands an item before those behind it.
static STRUCTURES: LazyLock<Mutex<Structures>> = LazyLock::new(Mutex::default);

/// Notes an item, and returns what is known in its file.
fn noted(item: &proc_macro2::TokenStream) -> Structures {
    let mut known = STRUCTURES.lock().unwrap_or_else(PoisonError::into_inner);
    known.go_on_in(file());
    if let Some(text) = text() {
        known.read(&text);
    }
    known.note(item);
    known.clone()
}

/// The file of the item, where rustc tells it.
#[cfg(files)]
#[expect(clippy::incompatible_msrv, reason = "only where rustc has it")]
fn file() -> String {
    proc_macro::Span::call_site().file()
}

#[cfg(not(files))]
fn file() -> String {
    String::new()
}

/// The text of the file of the item, where rustc tells its path, and unless it has been read.
#[cfg(files)]
#[expect(clippy::incompatible_msrv, reason = "only where rustc has it")]
fn text() -> Option<String> {
    static READ: Mutex<BTreeMap<PathBuf, SystemTime>> = Mutex::new(BTreeMap::new());
    let path = proc_macro::Span::call_site().local_file()?;
    let changed = std::fs::metadata(&path).ok()?.modified().ok()?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if read.get(&path) == Some(&changed) {
        return None;
    }
    let text = std::fs::read_to_string(&path).ok()?;
    read.insert(path, changed);
    Some(text)
}

#[cfg(not(files))]
fn text() -> Option<String> {
    None
}

/// Runs an attribute, which may ask for the structures before its item.
fn among(
    attr: TokenStream,
    item: TokenStream,
    run: fn(proc_macro2::TokenStream, proc_macro2::TokenStream) -> proc_macro2::TokenStream,
) -> TokenStream {
    let (attr, item) = (attr.into(), item.into());
    noted(&item).around(|| run(attr, item)).into()
}

/// Makes a function reversible: emits its inverse, its adjoint, its sweep and its gradient.
#[proc_macro_attribute]
pub fn reversible(attr: TokenStream, item: TokenStream) -> TokenStream {
    among(attr, item, retrograde_compiler::reversible)
}

/// Differentiates an ordinary function: what it destroys is recorded for the reverse pass.
#[proc_macro_attribute]
pub fn differentiable(attr: TokenStream, item: TokenStream) -> TokenStream {
    among(attr, item, retrograde_compiler::differentiable)
}

/// The attribute of `std::autodiff` for reverse mode.
#[proc_macro_attribute]
pub fn autodiff_reverse(attr: TokenStream, item: TokenStream) -> TokenStream {
    retrograde_compiler::autodiff(retrograde_compiler::Mode::Reverse, attr.into(), item.into()).into()
}

/// The attribute of `std::autodiff` for forward mode.
#[proc_macro_attribute]
pub fn autodiff_forward(attr: TokenStream, item: TokenStream) -> TokenStream {
    retrograde_compiler::autodiff(retrograde_compiler::Mode::Forward, attr.into(), item.into()).into()
}

/// Makes a function an instruction: a bijection in place, with the inverse and the adjoint that are declared.
#[proc_macro_attribute]
pub fn instruction(attr: TokenStream, item: TokenStream) -> TokenStream {
    retrograde_compiler::instruction(attr.into(), item.into()).into()
}

/// Makes a function a primitive, by the given partials.
#[proc_macro_attribute]
pub fn primitive(attr: TokenStream, item: TokenStream) -> TokenStream {
    retrograde_compiler::primitive::primitive(attr.into(), item.into()).into()
}

/// Derives the shadow of a type with respect to which derivatives are taken.
#[proc_macro_derive(Differentiable, attributes(differentiable, inactive))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    let item = item.into();
    noted(&item).around(|| retrograde_compiler::derive::differentiable(item)).into()
}
