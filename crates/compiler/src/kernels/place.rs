//! Places: numbers, and views of consecutive numbers.

use super::ctype::CType;
use super::{Form, Writer, Written, refuse};
use crate::ir::*;
use crate::law::Extent;

/// Returns the lengths of an array, from the outside in: only the outermost may be unknown.
pub(super) fn dims(ty: &Type, at: impl Into<Extent>) -> Written<Vec<Option<u64>>> {
    let (at, mut dims, mut level) = (at.into(), Vec::new(), ty);
    loop {
        let length = match level {
            Type::Array(_, length) => length.as_usize().map(|n| n as u64),
            Type::Slice(_) | Type::Vec(_) => None,
            Type::Map(..) | Type::Structure(_) | Type::Unknown => {
                return refuse(
                    at,
                    "a kernel has numbers and arrays of them alone",
                    "pass the numbers that it needs",
                );
            }
            Type::Real | Type::Exact(_) => return Ok(dims),
        };
        if length.is_none() && !dims.is_empty() {
            let help =
                "lay the numbers out in one slice, `x[i * d + j]`, or in arrays whose length is a number";
            return refuse(at, "the rows of this array have no length that its type tells", help);
        }
        dims.push(length);
        level = level.item();
    }
}

/// Returns the product of lengths from a level on.
pub(super) fn below(dims: &[Option<u64>], level: usize) -> u64 {
    dims.iter().skip(level).flatten().product()
}

impl Writer<'_> {
    fn form(&mut self, place: &Place) -> Written<Form> {
        self.mentioned.insert(place.base);
        match self.forms.get(&place.base) {
            Some(form) => Ok(form.clone()),
            None => {
                let v = &self.vars[place.base];
                refuse(
                    *place.span,
                    format!("`{}` has no counterpart in a kernel", v.name),
                    "compute it in the function",
                )
            }
        }
    }

    /// The lengths of the array that a variable is.
    pub(super) fn dims_of(&self, var: Var) -> Written<Vec<Option<u64>>> {
        dims(&self.vars[var].ty, self.vars[var].span)
    }

    /// Prints a number.
    pub(super) fn number(&mut self, place: &Place) -> Written<String> {
        match self.form(place)? {
            Form::Value(name) => Ok(name),
            Form::Pointer(name) => Ok(format!("(*{name})")),
            Form::Frame(word) => {
                let ty = self.types.get(&place.base).copied().unwrap_or(CType::Real).name();
                Ok(format!("(*(P_{ty})(F + {word}))"))
            }
            Form::View(name) => {
                let offset = self.offset(place, &name)?;
                Ok(format!("{name}.p[({offset}) * {name}.s]"))
            }
        }
    }

    /// Prints the number of the first leaf at a place, and checks the indices.
    fn offset(&mut self, place: &Place, name: &str) -> Written<String> {
        let dims = self.dims_of(place.base)?;
        let mut terms = Vec::new();
        for (level, projection) in place.path.iter().enumerate() {
            let size = below(&dims, level + 1);
            let bound = self.bound(name, &dims, level);
            let index = match projection {
                Projection::Index(i) => {
                    let i = self.expr(i)?;
                    let site = self.outside(place);
                    format!("rg_index(c, {i}, {bound}, {site})")
                }
                Projection::Range(a, b) => {
                    let (a, b) = (self.expr(a)?, self.expr(b)?);
                    let site = self.outside(place);
                    format!("rg_start(c, {a}, {b}, {bound}, {site})")
                }
            };
            terms.push(if size == 1 { index } else { format!("{index} * {size}") });
        }
        Ok(if terms.is_empty() { "0".into() } else { terms.join(" + ") })
    }

    fn bound(&self, name: &str, dims: &[Option<u64>], level: usize) -> String {
        match (level, below(dims, 1)) {
            (0, 1) => format!("{name}.n"),
            (0, size) => format!("({name}.n / {size})"),
            _ => dims[level].unwrap_or(0).to_string(),
        }
    }

    fn outside(&mut self, place: &Place) -> String {
        let text = crate::ir::print::text::place(place, self.vars);
        self.site(format!("an index of `{text}` is outside of the array"))
    }

    /// Prints the number of elements at a place.
    pub(super) fn length(&mut self, place: &Place) -> Written<String> {
        let Form::View(name) = self.form(place)? else {
            return refuse(*place.span, "this is a number, and has no length", "leave `len()` away");
        };
        let dims = self.dims_of(place.base)?;
        Ok(match place.path.last() {
            Some(Projection::Range(a, b)) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                format!("({b} - {a})")
            }
            _ => self.bound(&name, &dims, place.path.len()),
        })
    }

    /// Prints the number of leaves at a place.
    pub(super) fn leaves(&mut self, place: &Place) -> Written<String> {
        let dims = self.dims_of(place.base)?;
        let (length, size) = (self.length(place)?, below(&dims, place.path.len().max(1)));
        let inner = match place.path.last() {
            Some(Projection::Range(..)) => size,
            _ => below(&dims, place.path.len() + 1),
        };
        Ok(if inner == 1 { length } else { format!("({length}) * {inner}") })
    }

    /// Prints a view of the numbers at a place.
    pub(super) fn view(&mut self, place: &Place) -> Written<String> {
        let Form::View(name) = self.form(place)? else {
            return refuse(*place.span, "this is a number, and no array", "pass a slice");
        };
        if place.is_whole() {
            return Ok(name);
        }
        let (offset, leaves) = (self.offset(place, &name)?, self.leaves(place)?);
        let ty = self.types.get(&place.base).copied().unwrap_or(CType::Real).name();
        Ok(format!("rg_part_{ty}({name}, {offset}, {leaves})"))
    }

    /// True if a place is an array.
    pub(super) fn is_array(&self, place: &Place) -> bool {
        self.vars.type_of(place).depth() > 0
    }
}
