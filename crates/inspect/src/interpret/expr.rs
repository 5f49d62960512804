//! Expressions: reals by the rule table, exact values by checked arithmetic.

use super::fault::{Fault, Kind};
use super::frame::{Frame, Location};
use super::value::{Integer, Value, Width};
use super::{Machine, constant, host, memory};
use quote::ToTokens;
use retrograde_compiler::ir::{
    Constant, Element, Expr, Host, Operator, Place, Primitive, Projection, Segment,
};
use syn::spanned::Spanned;

impl<'p> Machine<'p> {
    pub(super) fn evaluate(&mut self, frame: &mut Frame<'p>, expr: &'p Expr) -> Result<Value, Fault> {
        match expr {
            Expr::Real(value, _) => Ok(self.held(value.0)),
            Expr::Constant(constant) => {
                let key = std::ptr::from_ref(constant) as usize;
                if let Some(known) = self.constants.get(&key) {
                    return Ok(known.clone());
                }
                let value = constant::evaluate(constant, self)?;
                self.constants.insert(key, value.clone());
                Ok(value)
            }
            Expr::Read(place) => {
                let location = self.locate(frame, place)?;
                frame.read(&location).map_err(|fault| fault.at(*place.span))
            }
            Expr::Length(place) => {
                let location = self.locate(frame, place)?;
                let length = frame.length(&location).map_err(|fault| fault.at(*place.span))?;
                Ok(usize_value(length))
            }
            Expr::Apply(primitive, args) => {
                let mut values = [0.0; 3];
                if args.len() != primitive.arity() {
                    return Err(Fault::new(
                        Kind::Type,
                        format!("`{primitive}` has {} arguments", args.len()),
                    ));
                }
                for (value, arg) in values.iter_mut().zip(args) {
                    *value = self.evaluate(frame, arg)?.real()?;
                }
                self.charge(1)?;
                Ok(self.held(primitive.value(&values, 0)))
            }
            Expr::Powi(base, exponent) => {
                let base = self.evaluate(frame, base)?.real()?;
                let exponent = self.evaluate(frame, exponent)?.exact()?.value;
                let exponent = i32::try_from(exponent)
                    .map_err(|_| Fault::new(Kind::Arithmetic, format!("{exponent} is outside `i32`")))?;
                self.charge(1)?;
                Ok(self.held(Primitive::Powi.value(&[base], exponent)))
            }
            Expr::Exact(operator, args) => self.operate(frame, *operator, args),
            Expr::ToReal(inner) => match self.evaluate(frame, inner)? {
                Value::Integer(n) => Ok(self.held(n.value as f64)),
                other => other.real().map(|x| self.held(x)),
            },
            Expr::ToExact(inner, ty) => {
                let name = ty.to_token_stream().to_string();
                let value = self.evaluate(frame, inner)?;
                cast(value, name.rsplit(':').next().unwrap_or_default().trim())
            }
            Expr::Call(callee, args) => {
                let output = self.call_value(frame, callee, args)?;
                output.ok_or_else(|| Fault::new(Kind::Type, "a call without a value").at(*callee.span))
            }
            Expr::Host(head, args) => {
                let values: Result<Vec<_>, _> =
                    args.iter().map(|arg| self.argument_value(frame, arg)).collect();
                let values = values?;
                self.room_for(&values)?;
                self.host(head, &values)
            }
            Expr::Choose(condition, then, otherwise) => {
                if self.evaluate(frame, condition)?.truth()? {
                    self.evaluate(frame, then)
                } else {
                    self.evaluate(frame, otherwise)
                }
            }
            Expr::List(items) => {
                let items: Result<Vec<_>, _> = items.iter().map(|item| self.evaluate(frame, item)).collect();
                items.map(Value::Array)
            }
            Expr::Structure(shape, fields) => {
                let values: Result<Vec<_>, _> = fields.iter().map(|e| self.evaluate(frame, e)).collect();
                let names = shape.segments().map(|segment| match segment {
                    Segment::Field(name) => name,
                    Segment::Element => String::new(),
                });
                Ok(Value::Record(names.zip(values?).collect()))
            }
            Expr::Fill { value, length, .. } => {
                let value = self.evaluate(frame, value)?;
                let length = self.index(frame, length)?;
                self.filled(value, length)
            }
        }
    }

    /// Host code: of the standard library, or of the file around the function.
    fn host(&mut self, head: &Host, values: &[Value]) -> Result<Value, Fault> {
        let (at, value) = match head {
            Host::Function(path) => {
                let text = path.to_token_stream().to_string();
                let plain = self.plain(&text, values);
                let value = match plain {
                    Ok(None) => self.call_by_path(&text, values),
                    known => known,
                };
                (Some(path.span()), value)
            }
            Host::Element(of) => (Some(of.path.span()), self.element(of, values).map(Some)),
            Host::Method(method) => (Some(method.span()), Ok(None)),
            Host::Macro(of) => (Some(of.path.span()), Ok(None)),
            Host::Constant | Host::Tuple | Host::HasKey | Host::Keys | Host::KeysNow | Host::Within(_) => {
                (None, Ok(None))
            }
            Host::Lent | Host::Field(_) => (None, Ok(None)),
        };
        let value = value.and_then(|value| value.map_or_else(|| host::evaluate(head, values), Ok));
        value.map_err(|fault| at.into_iter().fold(fault, Fault::at))
    }

    /// `PATH[i][j].field`
    fn element(&mut self, of: &Element, indices: &[Value]) -> Result<Value, Fault> {
        let mut value = constant::evaluate(&Constant::Path(std::rc::Rc::new(of.path.clone())), self)?;
        let path = of.path.to_token_stream();
        for at in 0..=indices.len() {
            for (_, field) in of.fields.iter().filter(|(before, _)| *before == at) {
                value = part(value, field)
                    .ok_or_else(|| Fault::new(Kind::Type, format!("`{path}` has no such field")))?;
            }
            let Some(index) = indices.get(at) else { break };
            let at = index.clone().exact()?.value;
            let Value::Array(mut items) = value else {
                return Err(Fault::new(Kind::Type, format!("`{path}` has no elements")));
            };
            value = match usize::try_from(at).ok().filter(|at| *at < items.len()) {
                Some(at) => items.swap_remove(at),
                None => {
                    let message = format!("index {at} of `{path}`, which has {} elements", items.len());
                    return Err(Fault::new(Kind::Bounds, message));
                }
            };
        }
        Ok(value)
    }

    /// Room for what the standard library makes of values: at most a pair for each element.
    pub(super) fn room_for(&self, values: &[Value]) -> Result<(), Fault> {
        let bytes = values.iter().map(memory::bytes).fold(0, u64::saturating_add);
        self.memory.admit(bytes.saturating_mul(4))
    }

    /// A value so many times, as far as there is room for it.
    pub(super) fn filled(&mut self, value: Value, length: usize) -> Result<Value, Fault> {
        let bytes = memory::of_many(&value, length);
        self.memory.admit(bytes).map_err(|fault| Fault {
            message: format!("{length} elements are more than can be held here: {}", fault.message),
            ..fault
        })?;
        self.charge(length as u64)?;
        Ok(Value::Array(vec![value; length]))
    }

    /// Room for so many integers.
    pub(super) fn room_to_count(&mut self, length: usize) -> Result<(), Fault> {
        self.charge(length as u64)?;
        self.memory.admit(memory::of_many(&Value::Bool(false), length))
    }

    /// An index, bound or length: an integer that is not negative.
    pub(super) fn index(&mut self, frame: &mut Frame<'p>, expr: &'p Expr) -> Result<usize, Fault> {
        let n = self.evaluate(frame, expr)?.exact()?;
        usize::try_from(n.value)
            .map_err(|_| Fault::new(Kind::Bounds, format!("{} is used as an index", n.value)))
    }

    /// The place where a place lies, with its indices evaluated and checked.
    pub(super) fn locate(&mut self, frame: &mut Frame<'p>, place: &'p Place) -> Result<Location, Fault> {
        let vars = &frame.procedure().vars;
        let mut location = frame.whole(vars.root(place.base)).map_err(|fault| fault.at(*place.span))?;
        let mut rest = place.path.iter();
        for segment in vars.layout(place.base) {
            match segment {
                Segment::Field(name) => {
                    let field = frame.field(&location, name).map_err(|fault| fault.at(*place.span))?;
                    location.indices.push(field);
                }
                Segment::Element => match rest.next() {
                    Some(projection) => self.step_into(frame, place, projection, &mut location)?,
                    None => {
                        let message = format!("`{}` is many places, not one", frame.name(place.base));
                        return Err(Fault::new(Kind::Type, message).at(*place.span));
                    }
                },
            }
        }
        for projection in rest {
            self.step_into(frame, place, projection, &mut location)?;
        }
        Ok(location)
    }

    /// Goes one projection further into a place.
    fn step_into(
        &mut self,
        frame: &mut Frame<'p>,
        place: &'p Place,
        projection: &'p Projection,
        location: &mut Location,
    ) -> Result<(), Fault> {
        if let (Projection::Index(key), true) = (projection, frame.is_map(location)) {
            let key = self.evaluate(frame, key)?;
            let Some(Ok(at)) = frame.entry(location, &key)? else {
                let message = format!("`{}` has no key {key} here", frame.name(place.base));
                return Err(Fault::new(Kind::Bounds, message).at(*place.span));
            };
            location.indices.push(at);
            return Ok(());
        }
        let length = frame.length(location).map_err(|fault| fault.at(*place.span))?;
        let start = location.range.take().map_or(0, |(start, _)| start);
        match projection {
            Projection::Index(i) => match self.index(frame, i).map_err(|fault| fault.at(*place.span))? {
                i if i < length => location.indices.push(start + i),
                i => return Err(self.bounds(frame, place, format!("index {i}"), length)),
            },
            Projection::Range(a, b) => {
                let a = self.index(frame, a).map_err(|fault| fault.at(*place.span))?;
                let b = self.index(frame, b).map_err(|fault| fault.at(*place.span))?;
                if a > b || b > length {
                    return Err(self.bounds(frame, place, format!("range {a}..{b}"), length));
                }
                location.range = Some((start + a, start + b));
            }
        }
        Ok(())
    }

    fn operate(
        &mut self,
        frame: &mut Frame<'p>,
        operator: Operator,
        args: &'p [Expr],
    ) -> Result<Value, Fault> {
        self.charge(1)?;
        match (operator, args) {
            (Operator::And, [a, b]) => {
                if self.evaluate(frame, a)?.truth()? {
                    self.evaluate(frame, b)?.truth().map(Value::Bool)
                } else {
                    Ok(Value::Bool(false))
                }
            }
            (Operator::Or, [a, b]) => {
                if self.evaluate(frame, a)?.truth()? {
                    Ok(Value::Bool(true))
                } else {
                    self.evaluate(frame, b)?.truth().map(Value::Bool)
                }
            }
            (_, [a]) => unary(operator, self.evaluate(frame, a)?),
            (_, [a, b]) => {
                let a = self.evaluate(frame, a)?;
                let b = self.evaluate(frame, b)?;
                binary(operator, a, b)
            }
            (_, other) => Err(Fault::new(Kind::Type, format!("{operator:?} has {} operands", other.len()))),
        }
    }
}

/// A length or index.
pub(super) fn usize_value(n: usize) -> Value {
    Value::Integer(Integer { value: n as i128, width: Some(Width::Usize) })
}

pub(super) fn unary(operator: Operator, a: Value) -> Result<Value, Fault> {
    match (operator, a) {
        (Operator::Not, Value::Bool(a)) => Ok(Value::Bool(!a)),
        (Operator::Not, Value::Integer(a)) => {
            let value = a.width.map_or(!a.value, |width| width.wrap(!a.value));
            Ok(Value::Integer(Integer { value, ..a }))
        }
        (Operator::Neg, Value::Real(a)) => Ok(Value::Real(-a)),
        (Operator::Neg, Value::Integer(a)) => integer(0_i128.checked_sub(a.value), a.width),
        (_, a) => Err(Fault::new(Kind::Type, format!("{operator:?} of {a}"))),
    }
}

fn integer(value: Option<i128>, width: Option<Width>) -> Result<Value, Fault> {
    let value = value.ok_or_else(|| Fault::new(Kind::Arithmetic, "integer overflow or division by zero"))?;
    Integer::untyped(value).into_width(width).map(Value::Integer)
}

/// The result of an operator on two values of the same type; comparisons also take reals.
pub(super) fn binary(operator: Operator, a: Value, b: Value) -> Result<Value, Fault> {
    use std::cmp::Ordering;
    let compared = |order: Option<Ordering>, equal: bool| match operator {
        Operator::Eq => Some(equal),
        Operator::Ne => Some(!equal),
        Operator::Lt => Some(order == Some(Ordering::Less)),
        Operator::Le => Some(matches!(order, Some(Ordering::Less | Ordering::Equal))),
        Operator::Gt => Some(order == Some(Ordering::Greater)),
        Operator::Ge => Some(matches!(order, Some(Ordering::Greater | Ordering::Equal))),
        _ => None,
    };
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => match operator {
            Operator::Add => Ok(Value::Real(a + b)),
            Operator::Sub => Ok(Value::Real(a - b)),
            Operator::Mul => Ok(Value::Real(a * b)),
            Operator::Div => Ok(Value::Real(a / b)),
            Operator::Rem => Ok(Value::Real(a % b)),
            _ => compared(a.partial_cmp(&b), a == b)
                .map(Value::Bool)
                .ok_or_else(|| Fault::new(Kind::Type, format!("{operator:?} of reals"))),
        },
        (Value::Bool(a), Value::Bool(b)) => match operator {
            Operator::BitAnd => Ok(Value::Bool(a & b)),
            Operator::BitOr => Ok(Value::Bool(a | b)),
            Operator::BitXor => Ok(Value::Bool(a ^ b)),
            _ => compared(Some(a.cmp(&b)), a == b)
                .map(Value::Bool)
                .ok_or_else(|| Fault::new(Kind::Type, format!("{operator:?} of bools"))),
        },
        (Value::Integer(a), Value::Integer(b)) => {
            if matches!(operator, Operator::Shl | Operator::Shr) {
                return shift(operator, a, b);
            }
            let width = match (a.width, b.width) {
                (Some(a), Some(b)) if a != b => {
                    let message = format!("{operator:?} of `{}` and `{}`", a.name(), b.name());
                    return Err(Fault::new(Kind::Type, message));
                }
                (a, b) => a.or(b),
            };
            // A literal takes the type of its neighbour, so it must be a number of that type.
            let (a, b) = (a.into_width(width)?.value, b.into_width(width)?.value);
            let value = match operator {
                Operator::Add => a.checked_add(b),
                Operator::Sub => a.checked_sub(b),
                Operator::Mul => a.checked_mul(b),
                Operator::Div => a.checked_div(b),
                Operator::Rem => a.checked_rem(b),
                Operator::BitAnd => Some(a & b),
                Operator::BitOr => Some(a | b),
                Operator::BitXor => Some(a ^ b),
                _ => {
                    return compared(Some(a.cmp(&b)), a == b)
                        .map(Value::Bool)
                        .ok_or_else(|| Fault::new(Kind::Type, format!("{operator:?} of integers")));
                }
            };
            integer(value, width)
        }
        (Value::Array(a), Value::Array(b)) if matches!(operator, Operator::Eq | Operator::Ne) => {
            let mut same = a.len() == b.len();
            for (a, b) in a.into_iter().zip(b) {
                same = same && binary(Operator::Eq, a, b)?.truth()?;
            }
            Ok(Value::Bool(same == (operator == Operator::Eq)))
        }
        (a, b) => Err(Fault::new(Kind::Type, format!("{operator:?} of {a} and {b}"))),
    }
}

/// A shift drops the bits that leave the type; the distance may be of another type.
fn shift(operator: Operator, a: Integer, by: Integer) -> Result<Value, Fault> {
    let bits = a.width.map_or(127, Width::bits);
    let too_far = || Fault::new(Kind::Arithmetic, format!("a shift by {} of {bits} bits", by.value));
    let by = u32::try_from(by.value).ok().filter(|&by| by < bits).ok_or_else(too_far)?;
    let value = match operator {
        Operator::Shl => {
            let shifted = a.value.wrapping_shl(by);
            a.width.map_or(shifted, |width| width.wrap(shifted))
        }
        _ => a.value.wrapping_shr(by),
    };
    integer(Some(value), a.width)
}

/// `value as name`.
pub(super) fn cast(value: Value, name: &str) -> Result<Value, Fault> {
    let Some(width) = Width::by_name(name) else {
        return match (name, value) {
            ("f64" | "f32", Value::Integer(n)) => Ok(Value::Real(n.value as f64)),
            ("f64" | "f32", Value::Real(x)) => Ok(Value::Real(x)),
            ("bool", Value::Bool(b)) => Ok(Value::Bool(b)),
            (_, value) => Err(Fault::new(Kind::Unknown, format!("{value} as `{name}`"))),
        };
    };
    let (least, largest) = width.bounds();
    let value = match value {
        Value::Integer(n) => width.wrap(n.value),
        Value::Bool(b) => i128::from(b),
        Value::Real(x) => (x as i128).clamp(least, largest),
        Value::Array(_) | Value::Record(_) | Value::Map(_) => {
            return Err(Fault::new(Kind::Type, format!("an array or structure as `{name}`")));
        }
    };
    Ok(Value::Integer(Integer { value, width: Some(width) }))
}

/// A field of a structure, or a part of a tuple, which is an array here.
pub(super) fn part(value: Value, field: &syn::Member) -> Option<Value> {
    match (value, field) {
        (Value::Record(fields), _) => {
            let name = field.to_token_stream().to_string();
            fields.into_iter().find(|(of, _)| *of == name).map(|(_, value)| value)
        }
        (Value::Array(mut items), syn::Member::Unnamed(at)) => {
            let at = at.index as usize;
            (at < items.len()).then(|| items.swap_remove(at))
        }
        _ => None,
    }
}
