//! Field variables: the part of a structure that one path of field names selects.
//!
//! A program knows only those fields of a structure that it names. Each path of names is a variable of its own, a
//! *field variable*: `camera.focal` is one number, `particles[..].mass` as many as there are particles. So two fields
//! are two variables to every pass, and every analysis of arrays applies to field variables.
//!
//! Access to a whole structure is access to all of its field variables: a [`Place`](super::Place) lists them as its
//! parts. Law: of two variables in one structure, one is a part of the other, or they are disjoint.

use super::{Named, Passing, Place, Type, Var, Variable, Variables};
use crate::sorted::Map;
use syn::ext::IdentExt;

/// One step of a path into a structure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// `.name`, or `.0`
    Field(String),
    /// `[i]`: the next index of the place.
    Element,
}

impl Segment {
    /// Returns the step to a field.
    pub fn of(member: &syn::Member) -> Segment {
        Segment::Field(match member {
            syn::Member::Named(name) => name.unraw().to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        })
    }
}

/// A path into a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPath {
    /// The variable that holds the structure.
    pub root: Var,
    /// The path from there; it ends with a field.
    pub layout: Vec<Segment>,
}

impl FieldPath {
    /// Returns the number of indices of a place that belong to the path itself.
    pub fn elements(&self) -> usize {
        self.layout.iter().filter(|segment| **segment == Segment::Element).count()
    }
}

impl Variables {
    /// True if the program names fields.
    pub fn has_fields(&self) -> bool {
        !self.field_paths.is_empty()
    }

    /// Returns the path, if a variable is a field variable.
    pub fn field_path(&self, var: Var) -> Option<&FieldPath> {
        self.field_paths.get(&var)
    }

    /// Returns the variable that contains this one, or itself.
    pub fn root(&self, var: Var) -> Var {
        self.field_path(var).map_or(var, |field| field.root)
    }

    /// Returns the variables that contain field variables, by the field variables.
    pub fn roots(&self) -> Map<Var, Var> {
        self.field_paths.iter().map(|(var, field)| (*var, field.root)).collect()
    }

    /// Returns the path from the root, which is empty for a root.
    pub fn layout(&self, var: Var) -> &[Segment] {
        self.field_path(var).map_or(&[], |field| &field.layout)
    }

    /// Returns the field variable of this path, if the program uses it.
    pub fn find_field(&self, root: Var, layout: &[Segment]) -> Option<Var> {
        self.fields.get(&root)?.iter().copied().find(|field| self.layout(*field) == layout)
    }

    /// Adds a field variable, whose name is its path.
    pub fn add_field(&mut self, field: FieldPath, variable: Variable) -> Var {
        let mut name = self[field.root].name.clone();
        for segment in &field.layout {
            match segment {
                Segment::Field(field) => name.extend([".", field]),
                Segment::Element => name.push_str("[..]"),
            }
        }
        let var = self.next();
        self.fields.entry(field.root).or_default().push(var);
        self.field_paths.insert(var, field);
        self.push(Variable { name, ..variable })
    }

    /// Adds the parts of the numbers in a variable: a field variable for each.
    pub(super) fn add_parts(&mut self, var: Var) {
        let Some(number) = self[var].ty.number() else { return };
        let (root, of) = (self.root(var), self[var].clone());
        let mut above = self.layout(var).to_vec();
        let passed = above.iter().filter(|segment| **segment == Segment::Element).count();
        above.extend(std::iter::repeat_n(Segment::Element, of.ty.depth().saturating_sub(passed)));
        for part in number.parts() {
            let mut layout = above.clone();
            layout.push(Segment::Field((*part).to_string()));
            let part = Variable { ty: of.ty.with_reals(), passing: Passing::Value, ..of.clone() };
            let part = self.add_field(FieldPath { root, layout }, part);
            self.parts.insert(part);
        }
    }

    /// Returns the path from the root to a field of the structure at a place.
    pub fn layout_within(&self, place: &Place, field: Segment) -> Vec<Segment> {
        let mut layout = self.layout(place.base).to_vec();
        let elements = layout.iter().filter(|segment| **segment == Segment::Element).count();
        layout.extend(std::iter::repeat_n(Segment::Element, place.path.len().saturating_sub(elements)));
        layout.push(field);
        layout
    }

    /// Returns a field of the structure at a place, if the program uses it, or a part of the number there.
    pub fn within(&self, place: &Place, field: Segment) -> Option<Place> {
        let layout = self.layout_within(place, field);
        let base = self.find_field(self.root(place.base), &layout)?;
        Some(place.with_base(base))
    }

    /// Returns the places of the parts of a number; nothing if no number with parts is there.
    pub fn parts_at(&self, place: &Place) -> Option<Vec<Place>> {
        let Type::Structure(Named::Number(number)) = self.type_of(place) else { return None };
        number.parts().iter().map(|part| self.within(place, Segment::Field((*part).to_string()))).collect()
    }

    /// True for a field variable of a structure whose declaration the macro does not see: only rustc knows its type.
    pub fn is_foreign_field(&self, var: Var) -> bool {
        self.field_paths.contains_key(&var) && !self.is_part(var)
    }

    /// True for a part of a number.
    pub fn is_part(&self, var: Var) -> bool {
        self.parts.contains(&var)
    }

    /// Returns the field variables inside a variable.
    pub fn parts(&self, var: Var) -> Vec<Var> {
        let layout = self.layout(var);
        let inside = |field: &Var| {
            let of = self.layout(*field);
            of.len() > layout.len() && of.starts_with(layout)
        };
        self.fields.listed(&self.root(var)).iter().copied().filter(inside).collect()
    }

    /// True if two variables are the same, or one lies inside the other.
    pub fn are_related(&self, a: Var, b: Var) -> bool {
        let (p, q) = (self.layout(a), self.layout(b));
        a == b || (self.root(a) == self.root(b) && (p.starts_with(q) || q.starts_with(p)))
    }
}
