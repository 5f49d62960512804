//! Calls as a person would write them, for programs that are printed for people.
//!
//! If two arguments lie in one array, emitted code copies, splits or shares it ([`super::arguments`]); a person who
//! reads the program knows the law of aliases and wants to see the callee and its arguments. Cotangents are numbers
//! and arrays here, and arguments without cotangents have none.

use super::steps::Emitter;
use crate::ir::print::applied;
use crate::ir::print::handed;
use crate::ir::step::*;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};

impl Emitter<'_> {
    /// True if the program is printed for people with its cotangents, which have the real type then.
    pub(super) fn is_by_hand(&self) -> bool {
        self.printer.readable && self.printer.real.is_some_and(|real| real.ident() == self.cotangent)
    }

    /// A call with its arguments, each followed by its cotangent if it has one.
    pub(super) fn called_by_hand<'a>(
        &self,
        callee: &Callee,
        program: Program,
        seed: Option<TokenStream>,
        args: impl Iterator<Item = (&'a Argument, Option<&'a ShadowArgument>)>,
        span: Span,
    ) -> TokenStream {
        // In a method, `self` is the first argument.
        let (first, last) = match callee.kind {
            CallKind::Function | CallKind::Value => (seed, None),
            CallKind::Method | CallKind::Associated => (None, seed),
        };
        let is_pull = first.is_some() || last.is_some();
        let mut all: Vec<TokenStream> = first.into_iter().collect();
        for (at, (arg, shadow)) in args.enumerate() {
            all.push(handed(callee, at, self.argument_by_hand(arg)));
            all.extend(shadow.and_then(ShadowArgument::place).map(|place| self.lent_by_hand(place)));
        }
        all.extend(last);
        let tape = callee.tape().map(|tape| self.lent_by_hand(&Place::whole(tape, callee.span)));
        let name = match (program, tape.is_some()) {
            (Program::Primal | Program::Record, true) => "record",
            (_, true) => "replay",
            _ if is_pull => "pull",
            (Program::Primal, false) => "",
            (Program::Inverse, false) => "inverse",
            (Program::Adjoint, false) => "adjoint",
            (Program::Sweep, false) => "sweep",
            (Program::InverseAdjoint, false) => "inverse_adjoint",
            (Program::Record, false) => "record",
            (Program::Replay, false) => "replay",
        };
        all.extend(tape);
        applied(callee, name, false, &all, span)
    }

    fn argument_by_hand(&self, arg: &Argument) -> TokenStream {
        match arg {
            Argument::Mutable(place) => self.lent_by_hand(place),
            Argument::Shared(place) if self.is_reference(place) => self.printer.place_path(place),
            Argument::Shared(_) | Argument::Value(_) => self.printer.argument(arg),
        }
    }

    fn lent_by_hand(&self, place: &Place) -> TokenStream {
        if self.is_reference(place) { self.printer.place_path(place) } else { self.printer.mutable(place) }
    }

    /// True if the name of a place is a reference already.
    fn is_reference(&self, place: &Place) -> bool {
        place.is_whole()
            && self.printer.vars.field_path(place.base).is_none()
            && self.printer.vars[place.base].passing != Passing::Value
    }
}
