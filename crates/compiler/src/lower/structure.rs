//! Structures that a function makes itself: written out, copied from a place, or returned by a function.
//!
//! Takes the value of a `let` (or of the function) and returns an expression that makes the structure, with a field variable for
//! each field that is written out. Law: what a `let` of this kind declares is looked up by the same name in
//! [`super::fields`], which has seen how its fields are used.

use super::Lowering;
use super::fields::{Way, is_vector, source_of_copy};
use super::iterate::{length, number};
use super::number::stand_in_of;
use super::place::extend;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::boxed::in_box;
use crate::syntax::position::Node;
use crate::syntax::read::{is_opening, is_written_out};
use crate::tokens::mentions;
use std::rc::Rc;
use syn::spanned::Spanned;

/// A structure that is made.
pub(super) struct Made {
    pub(super) value: Expr,
    pub(super) ty: Type,
    /// The place where uses of its fields were noted.
    pub(super) way: Way,
}

impl Lowering {
    /// The structure that an expression makes; nothing where it makes none. `way` is where uses of its fields were noted.
    pub(super) fn made(&mut self, e: &syn::Expr, written: Option<&syn::Type>, way: Way) -> Option<Made> {
        let ty = written.map(|ty| self.structure_type(ty));
        let is_structure = ty.as_ref().is_some_and(Type::is_structure);
        if is_written_out(e) || self.lists_structures(e) {
            let value = self.written_out(e, &way);
            let value = written.map_or(value.clone(), |ty| self.lifted_as(value, ty));
            let ty = match ty {
                Some(ty) if is_structure => ty,
                _ => self.infer(&value),
            };
            return Some(Made { value, ty, way });
        }
        if let Some(made) = self.copied(e) {
            return Some(made);
        }
        if let Some(made) = self.copies(e, &way) {
            return Some(made);
        }
        let told = match &ty {
            // A structure whose numbers nobody asks for may come from the host.
            Some(ty) => {
                is_structure
                    && (self.names_real(ty)
                        || self.fields.are_active(&way.0)
                        || self.fields.holds_named_structures(&way.0))
            }
            None => self.fields.are_named(&way.0) || self.fields.is_named_structure(&way.0),
        };
        match e {
            syn::Expr::If(branch) if (told && written.is_some()) || self.is_structure_by_uses(e) => {
                let value = self.choice_of_structures(branch, &way);
                Some(Made { value, ty: inferred(ty.unwrap_or(Type::Structure(Named::Unknown))), way })
            }
            e if told => self.returned(e, ty, way),
            _ => None,
        }
    }

    /// True for an expression that type inference has found to be a structure.
    pub(super) fn is_structure_by_uses(&self, e: &syn::Expr) -> bool {
        self.typed(e).is_some_and(|ty| self.fields.types.types.is_structure(ty))
    }

    /// True for an array of structures that are named or computed.
    fn lists_structures(&self, e: &syn::Expr) -> bool {
        let is_structure = |item: &syn::Expr| self.is_structure_by_uses(item) || self.lists_structures(item);
        matches!(e, syn::Expr::Array(array) if array.elems.first().is_some_and(is_structure))
    }

    /// The structure that a call returns, or that a constant is; nothing where there is neither.
    pub(super) fn returned(&mut self, e: &syn::Expr, ty: Option<Type>, way: Way) -> Option<Made> {
        let is_named = self.language.is_ordinary() && super::local::is_constant(e);
        if !matches!(e, syn::Expr::Call(_) | syn::Expr::MethodCall(_)) && !is_named {
            return None;
        }
        let value = self.real_value(e);
        let ty = inferred(ty.unwrap_or(Type::Structure(Named::Unknown)));
        let known = match &value {
            Expr::Call(..) => true,
            Expr::Constant(_) | Expr::Host(Host::Element(_), _) => is_named,
            Expr::Host(Host::Function(path), _) => is_opening(path),
            _ => false,
        };
        known.then_some(Made { value, ty, way })
    }

    /// `*p`, `p.clone()`, `xs.to_vec()`, or a part of what is only read.
    fn copied(&mut self, e: &syn::Expr) -> Option<Made> {
        let (source, explicit) = source_of_copy(e);
        let place = self.quiet_place(source)?;
        let ty = self.type_of(&place);
        let held = matches!(source, syn::Expr::Path(_)) && self.vars[place.base].passing == Passing::Mutable;
        let becomes_vector = is_vector(e) || (explicit && matches!(ty, Type::Slice(_)));
        if !ty.of_foreign() || (matches!(ty, Type::Slice(_)) && !explicit) || (held && !explicit) {
            return None;
        }
        let way = self.way_to(&place);
        let (place, ty) = match ty {
            Type::Array(item, _) if becomes_vector => {
                let whole = Projection::Range(number(0), length(&place));
                (extend(place, whole), Type::Vec(item))
            }
            Type::Slice(item) | Type::Vec(item) if becomes_vector => (place, Type::Vec(item)),
            ty => (place, ty),
        };
        Some(Made { value: Expr::Read(place), ty: inferred(ty), way })
    }

    /// `vec![*p; n]`: many copies of a structure.
    fn copies(&mut self, e: &syn::Expr, way: &Way) -> Option<Made> {
        let (value, length, heap) = super::fields::copies(e)?;
        let Made { value, ty, .. } = self.copied(&value)?;
        let length = self.exact_value(&length);
        let ty =
            if heap { Type::Vec(Box::new(ty)) } else { Type::Array(Box::new(ty), self.as_length(&length)) };
        let value = Expr::Fill { value: Box::new(value), length: Box::new(length), heap };
        Some(Made { value, ty, way: way.clone() })
    }

    /// `xs.clone()`, `xs.to_vec()` or `xs.to_owned()` of an array of numbers.
    pub(super) fn copied_array(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        if !is_in(&name, Methods::Copies) || !call.args.is_empty() {
            return None;
        }
        let place = self.quiet_place(&call.receiver)?;
        let ty = self.type_of(&place);
        if ty.depth() == 0 || !ty.of_reals() || ty.is_map() {
            return None;
        }
        // A vector is asked for, so the elements are copied out of the array.
        let whole = Projection::Range(number(0), length(&place));
        Some(Expr::Read(match (&ty, name.as_str()) {
            (Type::Array(..) | Type::Slice(_), "to_vec") => extend(place, whole),
            _ => place,
        }))
    }

    /// The place where uses of the fields at a place were noted.
    pub(super) fn way_to(&self, place: &Place) -> Way {
        let (name, mut layout) = self.noted(self.vars.root(place.base));
        layout.extend(self.vars.layout(place.base).iter().cloned());
        let elements = self.vars.layout(place.base).iter().filter(|s| **s == Segment::Element).count();
        // A part of an array is an array still.
        let indices = place.path.iter().filter(|p| matches!(p, Projection::Index(_))).count();
        layout.extend(std::iter::repeat_n(Segment::Element, indices.saturating_sub(elements)));
        (name, layout)
    }

    /// The place where uses of the fields of a variable were noted.
    pub(super) fn noted(&self, root: Var) -> Way {
        self.ways.get(&root).cloned().unwrap_or_else(|| (self.vars[root].name.clone(), Vec::new()))
    }

    /// A structure written out, or an array of such.
    fn written_out(&mut self, e: &syn::Expr, way: &Way) -> Expr {
        match e {
            syn::Expr::Paren(p) => self.written_out(&p.expr, way),
            syn::Expr::Group(g) => self.written_out(&g.expr, way),
            syn::Expr::Struct(s) => {
                if let Some(rest) = &s.rest {
                    let message = format!("`..{}` hides which fields are copied", shown(rest));
                    self.outside(Extent::of(rest), message, "write every field out, or copy the whole first");
                }
                let fields: Vec<(syn::Member, &syn::Expr)> =
                    s.fields.iter().map(|field| (field.member.clone(), &field.expr)).collect();
                let is_boxed = |(at, field): (usize, &syn::FieldValue)| in_box(field).then_some(at);
                let boxed = s.fields.iter().enumerate().filter_map(is_boxed).collect();
                self.of_fields(Some(s.path.clone()), fields, boxed, way)
            }
            syn::Expr::Call(call) => {
                let path = match &*call.func {
                    syn::Expr::Path(path) => Some(path.path.clone()),
                    _ => None,
                };
                self.of_fields(path, numbered(call.args.iter()), Vec::new(), way)
            }
            syn::Expr::Tuple(tuple) => self.of_fields(None, numbered(tuple.elems.iter()), Vec::new(), way),
            syn::Expr::Array(array) => {
                let way = inside(way, Segment::Element);
                Expr::List(array.elems.iter().map(|item| self.part_of(item, &way)).collect())
            }
            syn::Expr::Repeat(repeat) => {
                let length = self.exact_value(&repeat.len);
                let value = self.written_out(&repeat.expr, &inside(way, Segment::Element));
                Expr::Fill { value: Box::new(value), length: Box::new(length), heap: false }
            }
            syn::Expr::Macro(m) => {
                let Some((value, length)) = crate::syntax::read::filled(&m.mac) else {
                    return self.vec_macro(&m.mac, false);
                };
                self.inside(&m.mac, [&value, &length].map(Node::Value), |this| {
                    let count = this.exact_value(&length);
                    let value = this.written_out(&value, &inside(way, Segment::Element));
                    Expr::Fill { value: Box::new(value), length: Box::new(count), heap: true }
                })
            }
            other => self.field_value(other, way),
        }
    }

    fn of_fields(
        &mut self,
        path: Option<syn::Path>,
        fields: Vec<(syn::Member, &syn::Expr)>,
        boxed: Vec<usize>,
        way: &Way,
    ) -> Expr {
        let is_tuple = path.is_none();
        let values = fields.iter().map(|(member, value)| {
            let way = inside(way, Segment::of(member));
            let value = self.part_of(value, &way);
            if is_tuple { self.told(value, &way) } else { value }
        });
        let values = values.collect();
        let values = self.fields_alike(path.is_some(), values);
        Expr::Structure(
            Shape {
                of: path.map_or(Constructor::Tuple, Constructor::Named),
                fields: fields.into_iter().map(|(member, _)| member).collect(),
                boxed,
            },
            values,
        )
    }

    /// The value of a field or an item.
    /// An integer without a type as one of the type that its other uses tell: the record takes the tuple back by its first value.
    fn told(&self, value: Expr, (root, path): &Way) -> Expr {
        let ty = match self.fields.type_of(root, path) {
            Type::Exact(Exact::Written(ty)) => ty.scalar(),
            _ => None,
        };
        match (&value, ty) {
            (Expr::Constant(constant), Some(Scalar::Integer(ty))) => {
                constant.told(ty).map_or(value, Expr::Constant)
            }
            _ => value,
        }
    }

    fn part_of(&mut self, e: &syn::Expr, way: &Way) -> Expr {
        let is_written_out = is_written_out(e) || self.lists_structures(e);
        if is_written_out { self.written_out(e, way) } else { self.field_value(e, way) }
    }

    /// The value of one field: a copy of a structure, an exact value or a real one.
    fn field_value(&mut self, e: &syn::Expr, way: &Way) -> Expr {
        if let Some(made) = self.copied(e) {
            return made.value;
        }
        let noted = self.fields.type_of(&way.0, &way.1);
        if let Some(empty) = self.empty_vec(e, &noted) {
            return empty;
        }
        match noted.leaf() {
            Type::Exact(_) => self.exact_value(e),
            _ => {
                let value = self.real_value(e);
                // What a function returns has a name before it becomes a field, unless it is a number for sure.
                if matches!(value, Expr::Call(..)) && !self.fields.is_computed_with(way) {
                    let ty =
                        if noted.depth() > 0 { noted } else { inferred(Type::Structure(Named::Unknown)) };
                    let made = self.value_named("made", e.span(), ty, value);
                    self.ways.insert(made.base, way.clone());
                    return Expr::Read(made);
                }
                match self.kind(&value) {
                    Kind::Number(number) => {
                        let value = self.as_number(value, number, e);
                        if self.kind(&value).number().is_some() {
                            value
                        } else {
                            stand_in_of(number, e.span())
                        }
                    }
                    _ => value,
                }
            }
        }
    }

    /// Declares a structure, with a field variable for each field that is written out.
    pub(super) fn declare_structure(&mut self, name: &syn::Ident, made: Made, role: Role) -> (Var, Expr) {
        let Made { value, ty, way } = made;
        let var = self.declare_written(name, ty, role);
        self.structure_declared(var, &value, way);
        (var, value)
    }

    /// Does the same for an existing variable.
    pub(super) fn structure_declared(&mut self, var: Var, value: &Expr, way: Way) {
        self.ways.insert(var, way);
        self.fields_of(var, value, &Place::whole(var, self.vars[var].span));
    }

    fn fields_of(&mut self, root: Var, value: &Expr, at: &Place) {
        match value {
            Expr::Structure(shape, _) if shape.number().is_some() => {}
            Expr::Structure(shape, fields) => {
                for (member, field) in shape.fields.iter().zip(fields) {
                    let layout = self.vars.layout_within(at, Segment::of(member));
                    let levels = layout.iter().filter(|segment| **segment == Segment::Element).count();
                    // A named constant, `f64::MAX`, is of the type of its field.
                    let of = match self.kind(field) {
                        Kind::Constant if self.is_real_field(root, &layout) => Type::Real,
                        // A vector without elements does not show the type of those that it will have.
                        _ if is_empty(field) => self.field_by_uses(root, &layout),
                        _ => self.infer(field),
                    };
                    let ty = (0..levels).fold(of, |item, _| Type::Slice(Box::new(item)));
                    let of = self.vars[root].clone();
                    let variable = Variable { span: member.span(), ty, passing: Passing::Value, ..of };
                    let base = match self.vars.find_field(root, &layout) {
                        Some(known) => known,
                        None => self.vars.add_field(FieldPath { root, layout }, variable),
                    };
                    self.fields_of(root, field, &at.with_base(base));
                }
            }
            Expr::List(items) => {
                let mut at = at.clone();
                at.path.push(Projection::Index(Expr::integer(0)));
                items.iter().for_each(|item| self.fields_of(root, item, &at));
            }
            Expr::Fill { value, .. } => {
                let mut at = at.clone();
                at.path.push(Projection::Index(Expr::integer(0)));
                self.fields_of(root, value, &at);
            }
            Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) | Expr::Apply(..) => {}
            Expr::Powi(..) | Expr::Exact(..) | Expr::ToReal(_) | Expr::ToExact(..) | Expr::Call(..) => {}
            Expr::Choose(_, a, b) => [a, b].into_iter().for_each(|side| self.fields_of(root, side, at)),
            Expr::Host(..) => {}
        }
    }

    /// True for a field of a variable that is a number by its uses.
    fn is_real_field(&self, root: Var, layout: &[Segment]) -> bool {
        self.ways.contains_key(&root) && self.field_by_uses(root, layout).leaf().is_real()
    }

    /// The type of a field of a variable by its uses.
    fn field_by_uses(&self, root: Var, layout: &[Segment]) -> Type {
        let (of, way) = self.noted(root);
        let whole: Vec<Segment> = way.iter().chain(layout).cloned().collect();
        self.fields.type_of(&of, &whole)
    }

    /// The type of a structure written out: of a tuple, whose parts rustc knows, and of a name that it infers.
    pub(super) fn shape_type(&self, shape: &Shape, fields: &[Expr]) -> Type {
        match shape.of {
            Constructor::Tuple => {}
            Constructor::Named(_) => return Type::Structure(Named::Unknown),
            Constructor::Number(number) => return number.into(),
        }
        let parts = fields.iter().map(|field| match self.infer(field) {
            Type::Structure(Named::Written(written)) => Rc::unwrap_or_clone(written),
            _ => syn::parse_quote!(_),
        });
        Type::Structure(Named::Written(Rc::new(syn::parse_quote!((#(#parts,)*)))))
    }

    /// Returns the type that tokens show; an unknown name may be that of a structure.
    pub(super) fn structure_type(&self, ty: &syn::Type) -> Type {
        self.possible_structure(ty, &self.generics)
    }

    /// Reports tuples of a generic function whose types nothing tells.
    pub(super) fn unknown_tuples(&mut self) {
        let RealType::Generic(real) = self.real.clone() else { return };
        let first = [Segment::Field("0".to_string())];
        let unknown: Vec<(String, proc_macro2::Span)> = self
            .vars
            .iter()
            .filter(|(var, _)| !self.no_tuples.contains(var))
            .filter(|(var, v)| v.ty == Type::Unknown && self.vars.find_field(*var, &first).is_some())
            .filter(|(var, _)| self.vars.is_in_local_structure(*var))
            .map(|(var, v)| (self.vars.written_name(var).to_string(), v.span))
            .collect();
        for (name, span) in unknown {
            let message = format!("the parts of `{name}` are unknown here");
            let help = format!(
                "write its type, `let {name}: ({real}, {real}) = …;`, or take it apart: `let (a, b) = …;`"
            );
            self.errors.report(Law::UnknownType, span, message, help);
        }
    }

    fn names_real(&self, ty: &Type) -> bool {
        matches!(ty.leaf(), Type::Structure(Named::Written(ty)) if mentions(ty, self.real.ident()))
    }
}

/// True for a vector without elements.
fn is_empty(e: &Expr) -> bool {
    matches!(e, Expr::Fill { length, heap: true, .. } if length.is_zero())
}

/// The type of what may turn out to be no structure: rustc infers it.
fn inferred(ty: Type) -> Type {
    match ty {
        Type::Structure(Named::Unknown) => Type::Unknown,
        Type::Array(item, length) => Type::Array(Box::new(inferred(*item)), length),
        Type::Vec(item) => Type::Vec(Box::new(inferred(*item))),
        other => other,
    }
}

fn inside((root, layout): &Way, segment: Segment) -> Way {
    let mut layout = layout.clone();
    layout.push(segment);
    (root.clone(), layout)
}

fn numbered<'a>(parts: impl Iterator<Item = &'a syn::Expr>) -> Vec<(syn::Member, &'a syn::Expr)> {
    let member = |(i, part): (usize, &'a syn::Expr)| {
        (syn::Member::Unnamed(syn::Index { index: i as u32, span: part.span() }), part)
    };
    parts.enumerate().map(member).collect()
}
