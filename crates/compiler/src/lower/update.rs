//! Lowers updates: `+=`, `-=`, `*=`, `/=`, `^=`.
//!
//! A real place is updated by addition with the rules of the table. An exact place is updated by every operator for
//! which its type has an inverse; rustc checks this through the traits `InvertibleAdd`, `InvertibleMul` and
//! `InvertibleXor` that the emitted code names.

use super::Lowering;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::Set;
use crate::syntax::paths::bounds_of;
use crate::syntax::view::View;
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Lowering {
    pub(super) fn update(
        &mut self,
        b: &syn::ExprBinary,
        group: Group,
        sign: Sign,
        span: Span,
    ) -> Option<Stmt> {
        let (target, views) = self.viewed(&b.left);
        if super::view::goes_through_calls(&views) {
            return self.update_through(b, group, sign, span);
        }
        let place = self.place(target)?;
        let place = self.element(place);
        let (sign, conjugated) = self.seen_through(&views, &place, group, sign)?;
        if let Type::Structure(Named::Number(number)) = self.type_of(&place) {
            return self.number_update(number, place, b, (group, sign), conjugated);
        }
        let real = matches!(self.type_of(&place), Type::Real);
        if real && group != Group::Sum {
            self.no_group_of_reals(b);
            return None;
        }
        if self.type_of(&place).depth() > 0 {
            if let (Group::Sum, Some(value)) = (group, self.returned_array(&place, &b.right)) {
                return self.elements_updated(&place, (&value, &shown(&b.right)), sign, span);
            }
            if self.is_array_of(&place, &b.right) {
                let copy = syn::Expr::Binary(b.clone());
                let syn::Expr::Binary(all) = &copy else { return None };
                return self.copy(&b.right, &all.right, |this| this.for_each(&[&copy], span));
            }
            let y = shown(&b.left);
            let message = format!("`{y}` is an array, and a whole array cannot be updated at once");
            let help = format!("update each of its elements: `each!({})`", shown(b));
            return self.refused(Extent::of(&b.left), message, help);
        }
        if self.is_unbounded(&place) {
            return None;
        }
        let types = &self.fields.types;
        let is_integer = types.is_wrapped(&b.left) || types.is_wrapped(&b.right);
        let is_signed = views.iter().all(|view| matches!(view, View::Negated(_)));
        if self.type_of(&place).is_foreign() && is_signed && !is_integer {
            return self.structure_update(place, b, (group, sign), span);
        }
        let before = self.errors.0.len();
        let value = if real { self.real_value(&b.right) } else { self.exact_value(&b.right) };
        let value = match (real, self.kind(&value)) {
            (true, _) => self.as_real(value, &b.right),
            // The replacement of a reported value shows nothing about the type.
            (false, _) if self.errors.0.len() > before => return None,
            (false, Kind::Real | Kind::Number(_)) => {
                self.real_into_exact(&place, b);
                return None;
            }
            (false, _) => value,
        };
        Some(Stmt::Update(Update { place, group, sign, value, written: None, span }))
    }

    /// An update of a structure as a whole is a call of its `AddAssign`.
    fn structure_update(
        &mut self,
        place: Place,
        b: &syn::ExprBinary,
        (group, sign): (Group, Sign),
        span: Span,
    ) -> Option<Stmt> {
        let is_tuple = matches!(self.type_of(&place), Type::Structure(Named::Written(ty)) if matches!(*ty, syn::Type::Tuple(_)));
        let name = match group {
            Group::Sum if !is_tuple => "AddAssign",
            Group::Product if !is_tuple => "MulAssign",
            Group::Sum | Group::Product | Group::Xor => {
                let (y, op) = (shown(&b.left), shown(&b.op));
                let message = format!("nothing tells how the `{op}` of `{y}` is undone");
                let help = format!("update its fields: `{}.0 += …`", y.trim_start_matches('*'));
                return self.refused(Extent::of(b), message, help);
            }
        };
        let by = match self.quiet_place(&b.right) {
            Some(by) => Argument::Shared(self.element(by)),
            None => Argument::Shared(self.lent(&b.right)),
        };
        let path = crate::infer::operator(name, true, b.op.span());
        let callee = self.callee(&syn::parse_quote!(#path));
        let direction = if sign == Sign::Plus { Direction::Call } else { Direction::Uncall };
        Some(Stmt::Call(Call { callee, direction, args: vec![Argument::Mutable(place), by], span }))
    }

    /// Reports a place whose type is a parameter without bounds, once for each parameter.
    fn is_unbounded(&mut self, place: &Place) -> bool {
        let Type::Exact(Exact::Written(ty)) = self.type_of(place) else { return false };
        let Some(parameter) = unbounded(&self.generics, ty.written()).cloned() else { return false };
        if self.unbounded.insert(parameter.to_string()) {
            let message = format!(
                "`{}` is of type `{parameter}`, which is not known to be a number",
                self.vars[place.base].name
            );
            let help = format!("write `{parameter}: Real`, with `use retrograde::Real;`");
            self.errors.report(Law::UnknownType, parameter.span(), message, help);
        }
        true
    }

    /// Reports a real value that is added to a place that is not known to be real.
    pub(super) fn real_into_exact(&mut self, place: &Place, b: &syn::ExprBinary) {
        let (real, y) = (self.real.ident().to_string(), shown(&b.left));
        if let Some((message, help)) = self.unknown(&Expr::Read(place.clone()), &real) {
            return self.errors.report(Law::UnknownType, Extent::of(&b.left), message, help);
        }
        let v = &self.vars[place.base];
        let (ty, help) = match (&v.ty, v.role) {
            (Type::Exact(Exact::Unknown | Exact::Discrete), Role::Ancilla) => {
                let ty = place.path.iter().fold(real, |item, _| format!("[{item}; …]"));
                let help = match place.is_whole() {
                    true => format!("let it start at a real value: `let mut {} = 0.0;`", v.name),
                    false => format!("write its type: `let mut {}: {ty} = …;`", v.name),
                };
                (String::new(), help)
            }
            (ty, _) => match ty.leaf() {
                Type::Exact(Exact::Written(ty)) => {
                    let ty = shown(ty);
                    let help = format!(
                        "cast the value: `({}) as {ty}`, or declare `{}` with reals",
                        shown(&b.right),
                        v.name
                    );
                    (format!(", of type `{ty}`,"), help)
                }
                _ => (String::new(), format!("declare `{}` with reals", v.name)),
            },
        };
        let message = format!("`{y}`{ty} is exact, and the value added to it is real");
        self.errors.report(Law::MixedTypes, Extent::of(b), message, help);
    }

    /// Reports `*=`, `/=` and others for reals, which are only updated by addition.
    fn no_group_of_reals(&mut self, b: &syn::ExprBinary) {
        let (y, text, real) = (shown(&b.left), shown(b), self.real.ident().to_string());
        let (op, why) = match b.op {
            syn::BinOp::MulAssign(_) => ('*', "it rounds, and at zero the old"),
            syn::BinOp::DivAssign(_) => ('/', "it rounds, and at zero the old"),
            _ => {
                let message =
                    format!("`{text}`: `{}` is of type `{real}`, which has no bits to toggle", named(&y));
                return self.errors.report(Law::MixedTypes, Extent::of(b), message, "use `+=` or `-=`");
            }
        };
        let x = match &*b.right {
            syn::Expr::Binary(_) | syn::Expr::Cast(_) => format!("({})", shown(&b.right)),
            other => shown(other),
        };
        self.errors.report(
            Law::Overwrites,
            Extent::of(b),
            format!("`{text}` has no exact inverse at type `{real}`: {why} `{}` is lost", named(&y)),
            match self.carried(&b.left) {
                Some(all) => format!(
                    "give each iteration an element of its own, `let mut {all} = vec![0.0; n + 1];`: `{all}[k + 1] += {all}[k] {op} {x};`, \
                     or hold a positive number as a `Log<{real}>`"
                ),
                None => format!(
                    "bind a fresh variable, `let scaled = {y} {op} {x};`, or hold a positive number as a `Log<{real}>`"
                ),
            },
        );
    }
}

/// Returns a place without the `*` before it.
pub(super) fn named(place: &str) -> &str {
    place.strip_prefix('*').unwrap_or(place)
}

/// Returns the type parameter that a type is, if it has no bounds.
pub(super) fn unbounded<'a>(generics: &'a syn::Generics, ty: &syn::Type) -> Option<&'a syn::Ident> {
    let syn::Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?;
    let parameter = generics.type_params().find(|param| param.ident == *name)?;
    bounds_of(generics, &parameter.ident).next().is_none().then_some(&parameter.ident)
}

/// The type parameters without bounds.
pub(super) fn unbounded_names(generics: &syn::Generics) -> Set<String> {
    let names = generics.type_params().map(|p| &p.ident);
    let open = names.filter(|name| unbounded(generics, &syn::parse_quote!(#name)).is_some());
    open.map(ToString::to_string).collect()
}
