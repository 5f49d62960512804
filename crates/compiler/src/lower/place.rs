//! Lowers places: names, indices and views, each a path into a variable.

use super::expr::stand_in;
use super::{Lowering, Meaning};
use crate::ir::print::shown;
use crate::ir::reach::reached;
pub(super) use crate::ir::reach::{difference, extend, sum};
use crate::ir::*;
use crate::law::Extent;
use syn::spanned::Spanned;

impl Lowering {
    /// Lowers a place, or reports an error.
    pub(super) fn place(&mut self, e: &syn::Expr) -> Option<Place> {
        match self.quiet_place(e) {
            Some(place) => Some(place),
            None => {
                let of_map = self.instead_of_entry(e);
                match root(e) {
                    syn::Expr::Field(field) => self.no_field(field),
                    _ => self.outside(
                        Extent::of(e),
                        format!("`{}` is not a place of this function", shown(e)),
                        of_map.unwrap_or_else(|| {
                            "name a parameter or a local variable, indexed as needed".to_string()
                        }),
                    ),
                };
                None
            }
        }
    }

    pub(super) fn quiet_place(&mut self, e: &syn::Expr) -> Option<Place> {
        let span = e.span();
        match e {
            syn::Expr::Path(p) => match self.resolved(p.path.get_ident()?)? {
                Meaning::Variable(var) => Some(Place::whole(var, span)),
                Meaning::View(place, _) => Some(Place { span: Unseen(span), ..place }),
                Meaning::Absent(..) => None,
            },
            syn::Expr::Paren(p) => self.quiet_place(&p.expr),
            syn::Expr::Group(g) => self.quiet_place(&g.expr),
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.quiet_place(&u.expr),
            syn::Expr::Index(index) => {
                let place = self.quiet_place(&index.expr)?;
                if self.type_of(&place).is_map() {
                    let key = self.key(&index.expr, &index.index);
                    return Some(extend(place, Projection::Index(key)));
                }
                if super::map::asks_by_key(&index.index) {
                    return Some(self.no_map(&place, &index.expr, &index.index));
                }
                let projection = match &*index.index {
                    syn::Expr::Range(range) => match self.range_projection(&place, range) {
                        Some(projection) => projection,
                        None => return Some(place),
                    },
                    i => Projection::Index(self.whole(i)),
                };
                let of = self.vars[place.base].name.clone();
                Some(reached(Place { span: Unseen(span), ..place }, projection, &of))
            }
            syn::Expr::Field(field) => {
                let array = self.quiet_place(&field.base)?;
                let within = self.type_of(&array).depth() > 0;
                let place = self.element(array);
                // The elements of `each!` are those of the outer array, so an array in a field is not one of them.
                self.field(place, &field.member).filter(|field| !within || self.type_of(field).depth() == 0)
            }
            _ => None,
        }
    }

    /// Returns a field of the structure at a place, or a part of the number there; nothing if it is neither.
    pub(super) fn field(&mut self, place: Place, member: &syn::Member) -> Option<Place> {
        if !self.type_of(&place).is_foreign() {
            return self.vars.within(&place, Segment::of(member));
        }
        let root = self.vars.root(place.base);
        let layout = self.vars.layout_within(&place, Segment::of(member));
        let base = match self.vars.find_field(root, &layout) {
            Some(field) => field,
            None => {
                let of = &self.vars[root];
                let (name, mut way) = self.noted(root);
                way.extend(layout.iter().cloned());
                let field = self.fields.type_of(&name, &way);
                let detached = of.detached
                    || self.detached.iter().any(|(of, within)| *of == root && layout.starts_with(within));
                let carries = !matches!(field.leaf(), Type::Exact(_)) && !detached;
                let ty = self.vars[place.base].ty.shaped(place.path.len(), field);
                let variable = Variable {
                    span: member.span(),
                    ty,
                    passing: Passing::Value,
                    active: of.active && carries,
                    detached,
                    ..of.clone()
                };
                self.vars.add_field(FieldPath { root, layout }, variable)
            }
        };
        Some(Place { base, ..place })
    }

    /// Reports why a field is not a place.
    fn no_field(&mut self, field: &syn::ExprField) -> Expr {
        let (text, base) = (shown(field), shown(&field.base));
        // That a method cannot be marked was reported at the signature.
        if base == "self" || self.is_refused(&field.base) {
            return stand_in(field.span());
        }
        let (message, help) = match self.quiet_place(&field.base) {
            Some(place) if self.type_of(&place).depth() > 0 => (
                format!("`{base}` is an array: its elements have the fields, not the array"),
                format!("read the field of one element: `{base}[i].{}`", shown(&field.member)),
            ),
            Some(place) if self.vars.root(place.base) == place.base && self.is_local(place.base) => (
                format!("`{text}` is a field of a local that is not a structure"),
                format!("construct it from its fields, or write its type: `let {base}: Vec3<T> = …;`"),
            ),
            _ => (
                format!("`{text}` is a field of a value that is not known to be a structure"),
                "take the structure as a parameter: `camera: &Camera`".to_string(),
            ),
        };
        self.outside(Extent::of(field), message, help)
    }

    fn is_local(&self, var: Var) -> bool {
        matches!(self.vars[var].role, Role::Binding | Role::Ancilla)
    }

    /// `[..]` is the whole place and adds no projection.
    pub(super) fn range_projection(&mut self, place: &Place, range: &syn::ExprRange) -> Option<Projection> {
        if range.start.is_none() && range.end.is_none() {
            return None;
        }
        let start = range.start.as_ref().map_or(Expr::integer(0), |s| self.whole(s));
        let end = match &range.end {
            Some(end) => {
                let end = self.whole(end);
                match range.limits {
                    syn::RangeLimits::HalfOpen(_) => end,
                    syn::RangeLimits::Closed(_) => sum(end, Expr::integer(1)),
                }
            }
            None => match place.path.last() {
                Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
                _ => Expr::Length(place.clone()),
            },
        };
        Some(Projection::Range(start, end))
    }
}

/// Returns the expression that is indexed.
pub(super) fn root(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Index(index) => root(&index.expr),
        syn::Expr::Unary(unary) => root(&unary.expr),
        syn::Expr::Paren(paren) => root(&paren.expr),
        other => other,
    }
}
