//! Calls as a person writes them: what is printed for people takes places as they are.
//!
//! Where two arguments lie in one array, what is emitted copies, splits or shares ([`super::arguments`]); a reader knows that
//! from the law of aliases and wants to see what is called with what. Cotangents are numbers and arrays here , as a person writes them,
//! and what takes none is not there.

use super::steps::Emitter;
use crate::ir::print::applied;
use crate::ir::step::*;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};

impl Emitter<'_> {
    /// Whether what is printed is for people, cotangents and all: they are of the real type then.
    pub(super) fn is_by_hand(&self) -> bool {
        self.printer.readable && self.printer.real.is_some_and(|real| real.ident() == self.cotangent)
    }

    /// A call with its arguments, each followed by its cotangent where it has one.
    pub(super) fn called_by_hand<'a>(
        &self,
        callee: &Callee,
        program: Program,
        seed: Option<TokenStream>,
        args: impl Iterator<Item = (&'a Argument, Option<&'a ShadowArgument>)>,
        span: Span,
    ) -> TokenStream {
        // Among the arguments of a method `self` stands first.
        let (first, last) = match callee.kind {
            CallKind::Function | CallKind::Value => (seed, None),
            CallKind::Method | CallKind::Associated => (None, seed),
        };
        let is_pull = first.is_some() || last.is_some();
        let mut all: Vec<TokenStream> = first.into_iter().collect();
        for (arg, shadow) in args {
            all.push(self.argument_by_hand(arg));
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
            (Program::Coadjoint, false) => "coadjoint",
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
        match self.is_reference(place) {
            true => self.printer.place_path(place),
            false => self.printer.mutable(place),
        }
    }

    /// Whether a name alone is a reference already.
    fn is_reference(&self, place: &Place) -> bool {
        place.is_whole()
            && self.printer.vars.field_path(place.base).is_none()
            && self.printer.vars[place.base].passing != Passing::Value
    }
}
