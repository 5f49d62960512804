//! Plain functions and constants of the same file, as far as they are simple, which the ordinary Rust of a reversible
//! function calls.
//!
//! Takes their syntax and values, returns values. Law: a function that runs means what it means for rustc;
//! unsupported syntax is a fault with its place and a suggestion, never a guess.

mod declared;
mod items;
mod run;
#[cfg(test)]
mod tests;

pub use items::Items;

use super::fault::{Fault, Kind};
use super::value::{Value, Width};
use super::{Machine, constant};
use quote::ToTokens;
use run::{Run, Stop};

impl<'p> Machine<'p> {
    /// The value of a plain function of the file; nothing where there is none of the name.
    pub(super) fn plain(&mut self, path: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let name = path.rsplit("::").next().unwrap_or_default().trim();
        let Some(function) = self.module.items().and_then(|items| items.functions.get(name)) else {
            return Ok(None);
        };
        self.in_place(function, &mut args.to_vec()).map(Some)
    }

    /// The value of a constant of the file, or of one that was brought in; nothing where there is none of the name.
    pub(super) fn item(&mut self, name: &str) -> Result<Option<Value>, Fault> {
        let Some(items) = self.module.items() else { return Ok(None) };
        if let Some((ty, value)) = items.constants.get(name) {
            if self.depth >= super::DEEPEST {
                let message = format!("`{name}` is defined by itself, or deeper than can be looked up");
                return Err(Fault::new(Kind::Recursion, message));
            }
            self.depth += 1;
            let mut run = Run::new(self, name);
            let value = run.expr(value).map_err(|stop| stop.fault(name));
            self.depth -= 1;
            return typed(value?, ty).map(Some);
        }
        Ok(items.imports.get(name).and_then(|path| constant::of_path(path)))
    }
}

/// A value as one of a type: integers learn of what type they are.
pub(super) fn typed(value: Value, ty: &syn::Type) -> Result<Value, Fault> {
    match (ty, value) {
        (syn::Type::Reference(r), value) => typed(value, &r.elem),
        (syn::Type::Paren(inner), value) => typed(value, &inner.elem),
        (syn::Type::Group(inner), value) => typed(value, &inner.elem),
        (
            syn::Type::Array(syn::TypeArray { elem, .. }) | syn::Type::Slice(syn::TypeSlice { elem, .. }),
            Value::Array(items),
        ) => items.into_iter().map(|item| typed(item, elem)).collect::<Result<_, _>>().map(Value::Array),
        (syn::Type::Tuple(parts), Value::Array(items)) if parts.elems.len() == items.len() => {
            let parts = items.into_iter().zip(&parts.elems).map(|(item, ty)| typed(item, ty));
            parts.collect::<Result<_, _>>().map(Value::Array)
        }
        (syn::Type::Path(path), Value::Integer(n)) => {
            let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            n.into_width(Width::by_name(&name)).map(Value::Integer)
        }
        (syn::Type::Path(path), Value::Array(items)) => {
            // `Vec<usize>`, `Option<usize>`
            let inner = path.path.segments.last().and_then(|last| match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                    Some(syn::GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
                    _ => None,
                },
                _ => None,
            });
            match inner {
                Some(ty) => {
                    items.into_iter().map(|item| typed(item, ty)).collect::<Result<_, _>>().map(Value::Array)
                }
                None => Ok(Value::Array(items)),
            }
        }
        (_, value) => Ok(value),
    }
}

/// Syntax on one line, short enough for a message.
fn shown(syntax: &impl ToTokens) -> String {
    retrograde_compiler::ir::print::shown(syntax)
}
