//! Places that are handed to ordinary Rust, which tells something exact of them: methods, functions and macros.
//!
//! Law: ordinary Rust changes nothing that the program undoes. Rustc refuses a method or a macro that would.

use super::Printer;
use crate::ir::{Argument, Expr, Invoked, Place, Role, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// Macros of Rust that only read.
const READS: [&str; 13] = [
    "matches",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "format",
    "println",
    "print",
    "eprintln",
    "eprint",
    "vec",
];

impl Printer<'_> {
    /// Prints an argument of a function in ordinary Rust, which takes a field unconverted.
    pub(crate) fn host_argument(&self, arg: &Argument) -> TokenStream {
        match arg {
            Argument::Value(Expr::Read(place)) if self.may_be_of_host(place) => self.place(place),
            other => self.argument(other),
        }
    }

    /// Prints an argument of a macro of ordinary Rust. What changes elsewhere is a copy, or lent.
    pub(super) fn macro_argument(&self, of: &Invoked, arg: &Argument) -> TokenStream {
        let tokens = self.host_argument(arg);
        let is_known =
            of.path.segments.last().is_some_and(|last| READS.iter().any(|name| last.ident == name));
        match arg {
            Argument::Value(Expr::Read(place)) if !is_known && self.may_change(place) => {
                match self.vars.type_of(place) {
                    Type::Real | Type::Exact(_) => quote!({ #tokens }),
                    _ => quote!((&#tokens)),
                }
            }
            _ => tokens,
        }
    }

    /// True for a place of more than one number that changes: a method of ordinary Rust must not change it as well.
    pub(super) fn is_protected(&self, place: &Place) -> bool {
        self.may_change(place) && !matches!(self.vars.type_of(place), Type::Real | Type::Exact(_))
    }

    fn may_change(&self, place: &Place) -> bool {
        let variable = &self.vars[place.base];
        !self.readable && !variable.detached && matches!(variable.role, Role::State | Role::Ancilla)
    }
}
