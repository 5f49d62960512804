//! The primitives of the target calculus: dual numbers, backpropagators, identifiers, maps and arrays.
//!
//! Law: an array is used linearly. Each use returns a new name for it; using an old name is an error.

use std::rc::Rc;

use super::map::Map;
use super::value::{Array, Pair};
use super::{Fault, Machine, Value, fault};
use crate::error::Error;
use crate::ladder::extra::Extra;
use retrograde_rules::Real;

type Made<T> = Result<Value<T>, Error>;

impl<T: Real> Machine<'_, T> {
    /// Replaces the topmost values by the result of the primitive.
    pub(super) fn extra(&mut self, extra: Extra) -> Fault {
        let result = match extra {
            Extra::Dual => {
                let (beside, value) = (self.pop(), self.pop());
                Value::Dual(Rc::new(Pair { head: value, tail: beside }))
            }
            Extra::IsDual => Value::Boolean(matches!(self.pop(), Value::Dual(_))),
            Extra::Parts => Value::Pair(self.dual(extra)?),
            Extra::Value => self.dual(extra)?.head.clone(),
            Extra::Linear => {
                let value = self.pop();
                self.serial += 1;
                Value::Linear(self.serial - 1, Self::marked(value))
            }
            Extra::OneHot => {
                let value = self.pop();
                Value::OneHot(Self::marked(value))
            }
            Extra::First => Value::Index(0),
            Extra::Next => Value::Index(self.index(extra)? + 1),
            Extra::Previous => Value::Index(self.index(extra)?.saturating_sub(1)),
            Extra::IsFirst => Value::Boolean(self.index(extra)? == 0),
            Extra::MapEmpty => Value::Map(Map::empty()),
            Extra::IsMapEmpty => Value::Boolean(self.map(extra)?.is_empty()),
            Extra::MapHas => {
                let (key, map) = (self.index(extra)?, self.map(extra)?);
                Value::Boolean(map.get(key, &mut self.counts.map).is_some())
            }
            Extra::MapGet => {
                let (key, map) = (self.index(extra)?, self.map(extra)?);
                map.get(key, &mut self.counts.map).cloned().unwrap_or_default()
            }
            Extra::MapPut => {
                let value = self.pop();
                let (key, map) = (self.index(extra)?, self.map(extra)?);
                Value::Map(map.put(key, value, &mut self.counts.map))
            }
            Extra::MapRemove => {
                let (key, map) = (self.index(extra)?, self.map(extra)?);
                Value::Map(map.remove(key, &mut self.counts.map))
            }
            Extra::MapTop => {
                let map = self.map(extra)?;
                map.top(&mut self.counts.map).map_or(Value::Nil, Value::Index)
            }
            Extra::MapUnion => {
                let (b, a) = (self.map(extra)?, self.map(extra)?);
                self.union(a, &b)?
            }
            Extra::MapAdd => {
                let value = self.pop();
                let (key, map) = (self.index(extra)?, self.map(extra)?);
                let before = self.counts.map;
                let sum = match map.get(key, &mut self.counts.map) {
                    None => value,
                    Some(old) => sum(extra, old, &value)?,
                };
                let map = map.put(key, sum, &mut self.counts.map);
                // Map nodes visited here count as work of the collector, and only as that.
                self.counts.collector += self.counts.map - before;
                self.counts.map = before;
                Value::Map(map)
            }
            Extra::MapAt => {
                let (key, map) = (self.index(extra)?, self.map(extra)?);
                let before = self.counts.map;
                let found = map.get(key, &mut self.counts.map).cloned();
                self.counts.collector += self.counts.map - before;
                self.counts.map = before;
                found.unwrap_or(Value::Real(T::constant(0.0)))
            }
            Extra::Array => {
                let value = self.pop();
                let length = self.index(extra)? as usize;
                self.counts.array += length as u64;
                if self.counts.cost() > self.limits.cost {
                    let message = format!("the run costs more than {} steps", self.limits.cost);
                    return Err(Error::new(crate::error::ErrorKind::Limit, message));
                }
                Self::new_array(vec![value; length])
            }
            Extra::ArrayGet => {
                let index = self.index(extra)? as usize;
                let (array, renamed) = self.array(extra)?;
                self.counts.array += 1;
                let item = array.items.borrow().get(index).cloned();
                Value::pair(item.ok_or_else(|| outside(extra, index))?, renamed)
            }
            Extra::ArraySet => {
                let value = self.pop();
                let index = self.index(extra)? as usize;
                let (array, renamed) = self.array(extra)?;
                self.counts.array += 1;
                *array.items.borrow_mut().get_mut(index).ok_or_else(|| outside(extra, index))? = value;
                renamed
            }
            Extra::ArrayAdd => {
                let value = self.pop();
                let index = self.index(extra)? as usize;
                let (array, renamed) = self.array(extra)?;
                self.counts.collector += 1;
                let mut items = array.items.borrow_mut();
                let item = items.get_mut(index).ok_or_else(|| outside(extra, index))?;
                *item = sum(extra, item, &value)?;
                drop(items);
                renamed
            }
            Extra::ArrayPush => {
                let value = self.pop();
                let (array, renamed) = self.array(extra)?;
                self.counts.array += 1;
                let mut items = array.items.borrow_mut();
                items.push(value);
                let index = items.len() as u32 - 1;
                drop(items);
                Value::pair(Value::Index(index), renamed)
            }
            Extra::Freeze => {
                let (array, _) = self.array(extra)?;
                Value::Frozen(Rc::new(array.items.take()))
            }
            Extra::At => {
                let index = self.index(extra)? as usize;
                let items = self.frozen(extra)?;
                self.counts.array += 1;
                items.get(index).cloned().ok_or_else(|| outside(extra, index))?
            }
            Extra::Size => Value::Index(self.frozen(extra)?.len() as u32),
            Extra::Visit => {
                let value = self.pop();
                let index = self.index(extra)?;
                self.counts.call(index);
                value
            }
        };
        self.stack.push(result);
        Ok(())
    }

    /// Merges two maps of staged calls; if both have an entry, the arguments are added.
    fn union(&mut self, a: Map<T>, b: &Map<T>) -> Made<T> {
        // Sums commute, so the smaller map is merged into the larger one.
        let (mut all, shorter) = if a.height() < b.height() { (b.clone(), a) } else { (a, b.clone()) };
        for (key, value) in shorter.entries() {
            self.counts.map += 1;
            let merged = match (all.get(key, &mut self.counts.map), &value) {
                (Some(Value::Pair(old)), Value::Pair(new)) => {
                    Value::pair(old.head.clone(), sum(Extra::MapUnion, &old.tail, &new.tail)?)
                }
                (_, _) => value,
            };
            all = all.put(key, merged, &mut self.counts.map);
        }
        Ok(Value::Map(all))
    }

    fn dual(&mut self, extra: Extra) -> Result<Rc<Pair<T>>, Error> {
        match self.pop() {
            Value::Dual(pair) => Ok(pair),
            other => Err(invalid(extra, &other)),
        }
    }

    fn index(&mut self, extra: Extra) -> Result<u32, Error> {
        match self.pop() {
            Value::Index(index) => Ok(index),
            other => Err(invalid(extra, &other)),
        }
    }

    fn map(&mut self, extra: Extra) -> Result<Map<T>, Error> {
        match self.pop() {
            Value::Map(map) => Ok(map),
            other => Err(invalid(extra, &other)),
        }
    }

    /// Returns the array of a valid name, and its next name.
    fn array(&mut self, extra: Extra) -> Result<(Rc<Array<T>>, Value<T>), Error> {
        match self.pop() {
            Value::Array(name, array) if array.name.get() == name => {
                let next = name.wrapping_add(1);
                array.name.set(next);
                Ok((Rc::clone(&array), Value::Array(next, array)))
            }
            Value::Array(..) => {
                Err(fault::<T>(&format!("the array given to {} was used before", extra.name()), &[])
                    .hint("arrays are linear: every use makes a new name for the array and ends the old one"))
            }
            other => Err(invalid(extra, &other)),
        }
    }

    fn frozen(&mut self, extra: Extra) -> Result<Rc<Vec<Value<T>>>, Error> {
        match self.pop() {
            Value::Frozen(items) => Ok(items),
            other => Err(invalid(extra, &other)),
        }
    }
}

fn sum<T: Real>(extra: Extra, a: &Value<T>, b: &Value<T>) -> Made<T> {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => Ok(Value::Real(*a + *b)),
        (Value::Real(_), other) | (other, _) => Err(invalid(extra, other)),
    }
}

fn invalid<T: Real>(extra: Extra, value: &Value<T>) -> Error {
    // A user's program that adds a value other than a number fails here: its primitives are built from these.
    fault(&format!("Argument to {} is invalid", extra.name()), &[value])
}

fn outside(extra: Extra, index: usize) -> Error {
    fault::<f64>(&format!("{} of element {index}, which the array does not have", extra.name()), &[])
}
