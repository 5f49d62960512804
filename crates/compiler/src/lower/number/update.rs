//! Updates of numbers with parts: one update for each part that changes.
//!
//! Law: what is added to one part does not see what was added to another before. So the value reads nothing of the place that
//! it changes, and where only the run can tell, the run is asked.

use super::is;
use crate::analysis::region::{Overlap, overlap};
use crate::ir::print::index_tokens;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::lower::Lowering;
use crate::sorted::Set;
use proc_macro2::Span;
use quote::quote;
use std::collections::HashSet;
use syn::spanned::Spanned;

impl Lowering {
    /// `*z += e` and `*y *= e` for such a number: an update of each part.
    pub(in crate::lower) fn number_update(
        &mut self,
        number: Number,
        place: Place,
        b: &syn::ExprBinary,
        (group, sign): (Group, Sign),
        conjugated: bool,
    ) -> Option<Stmt> {
        let span = b.span();
        let inverts = match number {
            Number::Complex => group == Group::Sum,
            Number::Log | Number::MaxPlus | Number::MinPlus => group == Group::Product,
        };
        if !inverts {
            self.no_group_of(number, b);
            return None;
        }
        let bound = self.pending.len();
        let lowered = |lowering: &mut Lowering| {
            let value = lowering.real_value(&b.right);
            match lowering.as_number(value, number, &b.right) {
                value @ Expr::Call(..) => lowering.parts(value, number),
                Expr::Structure(_, parts) => parts,
                other => vec![other],
            }
        };
        let mut parts = lowered(self);
        // What is bound to a name may not read what this statement changes, though it be another element.
        let base = place.base;
        let reads = |stmt: &Stmt| matches!(stmt, Stmt::Bind(b) if b.value.reads_any(|p| p.base == base));
        if self.pending[bound..].iter().any(reads) {
            self.pending.truncate(bound);
            parts = self.inlined(true, lowered);
        }
        let reads_target = parts
            .iter()
            .any(|part| part.reads_any(|read| matches!(overlap(&place, read, &self.vars), Overlap::Certain)));
        if reads_target {
            let name = self.vars[place.base].name.clone();
            return self.errors.refuse(
                Law::ReadsTarget,
                Extent::of(&b.right),
                format!("the right-hand side reads `{name}`, which this update changes: the inverse does not have its old value"),
                format!("build the new value in a fresh place, `let fresh = …;`, and leave `{name}` as it is"),
            );
        }
        self.no_crossing(&place, &parts, span);
        let places = self.vars.parts_at(&place).into_iter().flatten();
        for (i, (place, value)) in places.zip(parts).enumerate().filter(|(_, (_, value))| !is(value, 0.0)) {
            let sign = if conjugated && i == 1 { sign.flipped() } else { sign };
            self.pending.push(Stmt::Update(Update {
                place,
                group: Group::Sum,
                sign,
                value,
                written: None,
                span,
            }));
        }
        None
    }

    /// A part that reads another part of what may be the same element would read it half updated. What reads its own part
    /// is checked anyway; for the rest the run asserts that the elements differ.
    fn no_crossing(&mut self, place: &Place, parts: &[Expr], span: Span) {
        let (mut own, mut other) = (HashSet::new(), Vec::new());
        let places = self.vars.parts_at(place).unwrap_or_default();
        for (i, value) in parts.iter().enumerate() {
            value.reads(&mut |read| {
                if let Overlap::Unless(condition) = overlap(place, read, &self.vars) {
                    let mut looks = Looks::default();
                    looks.note(&condition);
                    if places.get(i).is_some_and(|part| part.base == read.base) {
                        own.insert(condition);
                    } else if other.iter().all(|(known, _)| *known != condition) {
                        other.push((condition, looks));
                    }
                }
            });
        }
        let name = &self.vars[place.base].name;
        let message = format!("irreversible: two places of `{name}` in this statement are the same element");
        for (condition, looks) in other.into_iter().filter(|(condition, _)| !own.contains(condition)) {
            let condition = index_tokens(&condition, &self.vars);
            let tokens = quote!({
                ::core::debug_assert!(#condition, #message);
            });
            let safe = self.aside(tokens, Set::new(), looks, span);
            self.pending.push(Stmt::Safe(Safe { only_checks: true, ..safe }));
        }
    }

    fn no_group_of(&mut self, number: Number, b: &syn::ExprBinary) {
        let (text, ty) = (shown(b), format!("{}<{}>", number.name(), self.real.ident()));
        if matches!(b.op, syn::BinOp::BitXorAssign(_)) {
            let message = format!("`{text}`: the type `{ty}` has no bits to toggle");
            let help = if number == Number::Complex { "use `+=` or `-=`" } else { "use `*=` or `/=`" };
            return self.errors.report(Law::MixedTypes, Extent::of(b), message, help);
        }
        let (why, help) = match number {
            Number::Complex => (
                "it rounds, and at zero the old number is lost",
                "bind a fresh variable, `let scaled = z * w;`, or turn it by an angle: `rot(&mut z.re, &mut z.im, angle)`",
            ),
            Number::Log => (
                "the sum of two positive numbers does not determine either of them",
                "multiply: `y *= e`, or bind a fresh variable: `let sum = a + b;`",
            ),
            Number::MaxPlus | Number::MinPlus => (
                "the better of two numbers does not determine the other",
                "multiply: `y *= e`, or bind a fresh variable: `let best = a + b;`",
            ),
        };
        let message = format!("`{text}` has no inverse at type `{ty}`: {why}");
        self.errors.report(Law::Overwrites, Extent::of(b), message, help);
    }
}
