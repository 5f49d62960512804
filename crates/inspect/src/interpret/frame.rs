//! The variables of one call, by scope.
//!
//! Law: a variable can be read from its declaration to the end of the block that declares it, as in the Rust text
//! that `emit` prints; only what that text declares as `mut` or borrows as `&mut` can be written.

use super::fault::{Fault, Kind};
use super::host::variant::is_variant;
use super::memory::{self, Memory};
use super::value::{Value, Width};
use retrograde_compiler::ir::step::Procedure;
use retrograde_compiler::ir::{Named, Type, Var};
use retrograde_compiler::sorted::Set;
use std::rc::Rc;

/// The state of a variable at some moment of a run.
#[derive(Clone, Debug)]
enum Slot {
    /// Not declared, or out of scope.
    Empty,
    /// A value of its own. Copies of a frame share it until one of them changes it.
    Held { value: Rc<Value>, mutable: bool },
    /// A view of another variable's elements.
    View(Location),
}

/// The location of a place: a variable that holds a value, indices into it, and a range if the place is a slice.
#[derive(Clone, Debug)]
pub(super) struct Location {
    pub(super) var: Var,
    pub(super) indices: Vec<usize>,
    pub(super) range: Option<(usize, usize)>,
    pub(super) writable: bool,
}

impl Location {
    /// Returns the same indices and range in another variable.
    pub(super) fn of(&self, var: Var) -> Location {
        Location { var, writable: true, ..self.clone() }
    }

    /// True if some element lies in both.
    pub(super) fn overlaps(&self, other: &Location) -> bool {
        let common = self.indices.len().min(other.indices.len());
        if self.var != other.var || self.indices[..common] != other.indices[..common] {
            return false;
        }
        let inside =
            |range: Option<(usize, usize)>, deeper: &Location| match (range, deeper.indices.get(common)) {
                (Some((a, b)), Some(&i)) => a <= i && i < b,
                _ => true,
            };
        match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) if self.indices.len() == other.indices.len() => a < d && c < b,
            (mine, theirs) => inside(mine, other) && inside(theirs, self),
        }
    }
}

/// The variables of one call.
#[derive(Clone, Debug)]
pub struct Frame<'p> {
    procedure: &'p Procedure,
    widths: Rc<[Option<Width>]>,
    memory: Memory,
    slots: Vec<Slot>,
    /// The slots before the declarations of the open scopes, innermost last.
    trail: Vec<(Var, Slot)>,
}

impl<'p> Frame<'p> {
    pub(super) fn new(procedure: &'p Procedure, widths: Rc<[Option<Width>]>, memory: Memory) -> Frame<'p> {
        let slots = procedure.vars.iter().map(|_| Slot::Empty).collect();
        Frame { procedure, widths, memory, slots, trail: Vec::new() }
    }

    /// Returns the procedure that runs.
    pub fn procedure(&self) -> &'p Procedure {
        self.procedure
    }

    /// Returns all variables in scope with their values, views resolved.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Value)> {
        let vars = &self.procedure.vars;
        vars.iter().filter(|(var, _)| vars.field_path(*var).is_none()).filter_map(|(var, variable)| {
            let location = self.whole(var).ok()?;
            Some((variable.name.as_str(), self.read(&location).ok()?))
        })
    }

    /// Returns the value of a variable in scope.
    pub fn value(&self, var: Var) -> Result<Value, Fault> {
        self.read(&self.whole(var)?)
    }

    /// Returns the value of a variable that is not a view, without copying it.
    pub(super) fn shared(&self, var: Var) -> Option<Rc<Value>> {
        match &self.slots[var.0 as usize] {
            Slot::Held { value, .. } => Some(Rc::clone(value)),
            Slot::Empty | Slot::View(_) => None,
        }
    }

    /// Returns zero in the shape of a variable.
    pub(super) fn zero(&self, var: Var) -> Result<Value, Fault> {
        let location = self.whole(var)?;
        if location.range.is_some() {
            return self.read(&location)?.zero();
        }
        let value = self.root(&location)?;
        self.memory.admit(memory::bytes(value))?;
        value.zero()
    }

    /// True if a variable is unchanged since an earlier copy of this frame; NaN may be unchanged.
    pub(super) fn is_as_in(&self, earlier: &Frame<'p>, var: Var) -> bool {
        match (&self.slots[var.0 as usize], &earlier.slots[var.0 as usize]) {
            (Slot::Held { value: now, .. }, Slot::Held { value: then, .. }) => {
                Rc::ptr_eq(now, then) || now.is_same(then)
            }
            _ => self
                .value(var)
                .ok()
                .zip(earlier.value(var).ok())
                .is_some_and(|(now, then)| now.is_same(&then)),
        }
    }

    /// True if a variable is declared.
    pub(super) fn has(&self, var: Var) -> bool {
        !matches!(self.slots[var.0 as usize], Slot::Empty)
    }

    pub(super) fn name(&self, var: Var) -> &'p str {
        &self.procedure.vars[var].name
    }

    pub(super) fn declare(&mut self, var: Var, value: Value, mutable: bool) -> Result<(), Fault> {
        let value = value.fit(&self.procedure.vars[var].ty, self.widths[var.0 as usize])?;
        self.replace(var, Slot::Held { value: Rc::new(value), mutable });
        Ok(())
    }

    /// Limits the memory from now on.
    pub(super) fn limit(&mut self, memory: Memory) {
        self.memory = memory;
    }

    pub(super) fn declare_view(&mut self, var: Var, location: Location) {
        self.replace(var, Slot::View(location));
    }

    fn replace(&mut self, var: Var, slot: Slot) {
        let before = std::mem::replace(&mut self.slots[var.0 as usize], slot);
        self.trail.push((var, before));
    }

    /// Ends the life of a variable before its scope ends.
    pub(super) fn forget(&mut self, var: Var) {
        self.slots[var.0 as usize] = Slot::Empty;
    }

    /// Keeps the variables that were declared outside of all open scopes.
    pub(super) fn settle(&mut self) {
        self.trail.clear();
    }

    /// Opens a scope, which [`Frame::leave`] closes.
    pub(super) fn enter(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((var, slot)) = self.trail.pop() {
                self.slots[var.0 as usize] = slot;
            }
        }
    }

    /// Closes a scope but keeps some of its variables.
    pub(super) fn leave_but(&mut self, mark: usize, staying: &Set<Var>) {
        for (var, slot) in self.trail.drain(mark..).rev() {
            if !staying.contains(&var) {
                self.slots[var.0 as usize] = slot;
            }
        }
    }

    /// Returns the location of a variable.
    pub(super) fn whole(&self, var: Var) -> Result<Location, Fault> {
        match &self.slots[var.0 as usize] {
            Slot::Held { mutable, .. } => {
                Ok(Location { var, indices: Vec::new(), range: None, writable: *mutable })
            }
            Slot::View(location) => Ok(location.clone()),
            Slot::Empty => {
                Err(Fault::new(Kind::Undefined, format!("`{}` is not declared here", self.name(var))))
            }
        }
    }

    /// Returns the value or array at a location; for a slice, the array that contains it.
    fn root(&self, location: &Location) -> Result<&Value, Fault> {
        let mut value = match &self.slots[location.var.0 as usize] {
            Slot::Held { value, .. } => &**value,
            Slot::Empty | Slot::View(_) => return Err(self.stale(location)),
        };
        for &i in &location.indices {
            value = match value {
                Value::Array(items) => items.get(i).ok_or_else(|| self.outside(location, i, items.len()))?,
                Value::Record(fields) => {
                    let field = fields.get(i).ok_or_else(|| self.outside(location, i, fields.len()))?;
                    &field.1
                }
                Value::Map(entries) => {
                    let entry = entries.get(i).ok_or_else(|| self.outside(location, i, entries.len()))?;
                    &entry.1
                }
                other => return Err(self.scalar(location, other)),
            };
        }
        Ok(value)
    }

    fn root_mut(&mut self, location: &Location) -> Result<&mut Value, Fault> {
        if !location.writable {
            let name = self.name(location.var);
            return Err(Fault::new(Kind::Immutable, format!("`{name}` is only read")));
        }
        self.root(location)?;
        let Slot::Held { value, .. } = &mut self.slots[location.var.0 as usize] else {
            return Err(Fault::new(Kind::Undefined, "a view of a place that is gone"));
        };
        if Rc::strong_count(value) > 1 {
            self.memory.admit(memory::bytes(value))?;
        }
        let mut value = Rc::make_mut(value);
        for &i in &location.indices {
            value = match value {
                Value::Array(items) => &mut items[i],
                Value::Record(fields) => &mut fields[i].1,
                Value::Map(entries) => &mut entries[i].1,
                other => return Err(Fault::new(Kind::Type, format!("{other} has no elements"))),
            };
        }
        Ok(value)
    }

    /// Returns the position of a field in the structure at a location.
    pub(super) fn field(&self, location: &Location, name: &str) -> Result<usize, Fault> {
        let at = match self.root(location)? {
            Value::Record(fields) => fields.iter().position(|(field, _)| field == name),
            // A tuple may be given as a list.
            Value::Array(parts) => name.parse::<usize>().ok().filter(|at| *at < parts.len()),
            Value::Real(_) | Value::Integer(_) | Value::Bool(_) | Value::Map(_) => None,
        };
        at.ok_or_else(|| {
            let message = format!("`{}` has no field `{name}` here", self.name(location.var));
            Fault::new(Kind::Type, message)
        })
    }

    /// Returns the position of a key in the map at a location, or nothing if there is no map.
    pub(super) fn entry(
        &self,
        location: &Location,
        key: &Value,
    ) -> Result<Option<Result<usize, usize>>, Fault> {
        Ok(self.root(location)?.entry(key))
    }

    /// True if a location is a map.
    pub(super) fn is_map(&self, location: &Location) -> bool {
        matches!(self.root(location), Ok(Value::Map(_)))
    }

    /// Returns the number of elements.
    pub(super) fn length(&self, location: &Location) -> Result<usize, Fault> {
        match (location.range, self.root(location)?) {
            (Some((a, b)), _) => Ok(b - a),
            (None, Value::Array(items)) => Ok(items.len()),
            (None, other) => Err(self.scalar(location, other)),
        }
    }

    pub(super) fn read(&self, location: &Location) -> Result<Value, Fault> {
        match (location.range, self.root(location)?) {
            (None, value) => {
                self.memory.admit(memory::bytes(value))?;
                Ok(value.clone())
            }
            (Some((a, b)), Value::Array(items)) => match items.get(a..b) {
                Some(part) => {
                    self.memory.admit(part.iter().map(memory::bytes).sum())?;
                    Ok(Value::Array(part.to_vec()))
                }
                None => Err(self.outside(location, b, items.len())),
            },
            (Some(_), other) => Err(self.scalar(location, other)),
        }
    }

    /// Changes the value at a location that is not a slice.
    pub(super) fn change(
        &mut self,
        location: &Location,
        change: impl FnOnce(&mut Value) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if location.range.is_some() {
            let name = self.name(location.var);
            return Err(Fault::new(Kind::Type, format!("a slice of `{name}` is changed as a whole")));
        }
        change(self.root_mut(location)?)
    }

    /// Stores a value of the declared type and of the same shape as before.
    pub(super) fn write(&mut self, location: &Location, value: Value) -> Result<(), Fault> {
        let value = value.fit(self.type_of(location), self.widths[location.var.0 as usize])?;
        let range = location.range;
        // A callee may have pushed to a vector or popped from it.
        let grows = matches!(self.type_of(location), Type::Vec(_) | Type::Map(..));
        match (range, self.root_mut(location)?, value) {
            (None, slot, value) if grows || same_shape(slot, &value) => {
                *slot = value;
                Ok(())
            }
            (Some((a, b)), Value::Array(items), Value::Array(new))
                if new.len() == b - a && b <= items.len() =>
            {
                items[a..b].clone_from_slice(&new);
                Ok(())
            }
            (_, slot, value) => Err(Fault::new(
                Kind::Type,
                format!("{value} has another shape than {slot}, which it replaces"),
            )),
        }
    }

    /// Returns the width of an integer at this location.
    pub(super) fn width(&self, location: &Location) -> Option<Width> {
        self.widths[location.var.0 as usize]
    }

    fn type_of(&self, location: &Location) -> &'p Type {
        let ty = &self.procedure.vars[location.var].ty;
        location.indices.iter().fold(ty, |ty, _| match ty {
            Type::Structure(Named::Number(_)) => &Type::Real,
            ty => ty.item(),
        })
    }

    fn outside(&self, location: &Location, index: usize, length: usize) -> Fault {
        let name = self.name(location.var);
        Fault::new(Kind::Bounds, format!("index {index} into `{name}` which has {length} elements"))
    }

    fn scalar(&self, location: &Location, value: &Value) -> Fault {
        let name = self.name(location.var);
        Fault::new(
            Kind::Type,
            format!("`{name}` is indexed once more than it is deep: {value} has no elements"),
        )
    }

    fn stale(&self, location: &Location) -> Fault {
        let name = self.name(location.var);
        Fault::new(Kind::Undefined, format!("`{name}` is viewed but not declared here"))
    }
}

/// True if two values have the same nesting and lengths; a variant of an enum may replace another.
fn same_shape(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_shape(a, b))
        }
        (Value::Record(a), Value::Record(b)) if is_variant(a) && is_variant(b) => true,
        (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((n, a), (m, b))| n == m && same_shape(a, b))
        }
        (Value::Array(_) | Value::Record(_) | Value::Map(_), _) => false,
        (_, Value::Array(_) | Value::Record(_) | Value::Map(_)) => false,
        _ => true,
    }
}
