//! Structures: as arguments, locals and values; their fields are places like any other.
//!
//! A structure in scope has a name for the whole and one for each field, `p.at.x`, so that every statement that draws
//! a place may draw a field. Law: a statement that reads or changes the whole does so with all of its fields.

use super::place::{Avoid, Form, choose};
use super::resolve::{Resolver, Returns};
use super::scope::{Class, Id, Ids, Info, Integer, Scopes, Shape, Storage};
use super::sketch::{Pick, Value};
use super::{Datum, statement::real};

/// The structures that programs use; a test that compiles a program with rustc must declare them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// `(f64, f64)`
    Pair,
    /// `struct Vec2<T> { x: T, y: T }`
    Vec2,
    /// `struct Body<T> { at: Vec2<T>, w: [T; 3], m: T, k: i64 }`
    Body,
    /// A complex number, whose components are places like fields.
    Complex,
}

impl Record {
    pub(super) fn by_number(n: u8) -> Record {
        [Record::Vec2, Record::Pair, Record::Body][usize::from(n) % 3]
    }

    pub(super) fn any(n: u8) -> Record {
        if n % 4 == 3 { Record::Complex } else { Record::by_number(n / 4) }
    }

    /// Returns its type.
    pub(super) fn name(self) -> &'static str {
        match self {
            Record::Pair => "(f64, f64)",
            Record::Vec2 => "Vec2<f64>",
            Record::Body => "Body<f64>",
            Record::Complex => "Complex<f64>",
        }
    }

    fn fields(self) -> Vec<(&'static str, Shape)> {
        let weights = Shape::Array { length: 3, storage: Storage::Fixed };
        match self {
            Record::Pair => vec![("0", Shape::Scalar), ("1", Shape::Scalar)],
            Record::Vec2 => vec![("x", Shape::Scalar), ("y", Shape::Scalar)],
            Record::Complex => vec![("re", Shape::Scalar), ("im", Shape::Scalar)],
            Record::Body => vec![
                ("at", Shape::Record(Record::Vec2)),
                ("w", weights),
                ("m", Shape::Scalar),
                ("k", Shape::Integer(Integer::I64)),
            ],
        }
    }

    /// Returns an argument with these numbers.
    pub(super) fn datum(self, numbers: &mut impl Iterator<Item = f64>) -> Datum {
        let fields = self.fields().into_iter().map(|(name, shape)| {
            let value = match shape {
                Shape::Record(inner) => return (name.to_string(), inner.datum(numbers)),
                Shape::Array { length, .. } => {
                    Datum::Reals((0..length).map(|_| numbers.next().unwrap_or(0.5)).collect())
                }
                Shape::Integer(_) => Datum::Integer(2),
                Shape::Scalar | Shape::Grid { .. } | Shape::Bool | Shape::Log => {
                    Datum::Real(numbers.next().unwrap_or(0.5))
                }
            };
            (name.to_string(), value)
        });
        Datum::Record(fields.collect())
    }

    /// Writes a structure literal with these values.
    fn written(self, values: &mut impl Iterator<Item = String>) -> String {
        let fields: Vec<String> = self
            .fields()
            .into_iter()
            .map(|(name, shape)| {
                let value = match shape {
                    Shape::Record(inner) => inner.written(values),
                    Shape::Array { length, .. } => {
                        let items: Vec<String> = values.take(length).collect();
                        format!("[{}]", items.join(", "))
                    }
                    Shape::Integer(_) => "1".into(),
                    Shape::Scalar | Shape::Grid { .. } | Shape::Bool | Shape::Log => {
                        values.next().unwrap_or("0.5".into())
                    }
                };
                if matches!(self, Record::Pair | Record::Complex) {
                    value
                } else {
                    format!("{name}: {value}")
                }
            })
            .collect();
        let fields = fields.join(", ");
        match self {
            Record::Pair => format!("({fields})"),
            Record::Vec2 => format!("Vec2 {{ {fields} }}"),
            Record::Body => format!("Body {{ {fields} }}"),
            Record::Complex => format!("Complex::new({fields})"),
        }
    }

    /// Returns the number of reals in it.
    fn numbers(self) -> usize {
        match self {
            Record::Pair | Record::Vec2 | Record::Complex => 2,
            Record::Body => 6,
        }
    }
}

/// A structure that can be passed.
pub(super) struct Whole {
    pub(super) text: String,
    pub(super) leaves: Ids,
}

impl Scopes {
    /// Adds a structure with all its fields; those of a parameter come from outside, those of a local from `reads`.
    pub(super) fn add_record(&mut self, info: Info, record: Record, reads: Option<&Ids>) -> Option<Id> {
        let before = self.clone();
        let whole = self.add_param(info.clone());
        let mut leaves = Ids::new();
        for (field, shape) in record.fields() {
            let name = format!("{}.{field}", info.name);
            let is_integer = matches!(shape, Shape::Integer(_));
            let field = Info {
                exact: info.exact && !is_integer,
                ..Info { name, shape: shape.clone(), reference: false, ..info.clone() }
            };
            match (shape, reads) {
                (Shape::Record(inner), _) => {
                    let inner = self.add_record(field, inner, reads);
                    let Some(inner) = inner else {
                        *self = before;
                        return None;
                    };
                    leaves.extend(self.leaves(inner));
                }
                (_, None) => {
                    leaves.insert(self.add_param(field));
                }
                (_, Some(reads)) => match self.declare(field, reads) {
                    Some(id) => {
                        leaves.insert(id);
                    }
                    None => {
                        *self = before;
                        return None;
                    }
                },
            }
        }
        self.set_leaves(whole, leaves);
        Some(whole)
    }
}

impl Resolver<'_> {
    /// Returns a structure of a kind that can be passed.
    pub(super) fn whole(&self, pick: Pick, record: Record, avoid: &Avoid, mutable: bool) -> Option<Whole> {
        let taken = |id: &Id| avoid.names(*id) || (mutable && self.scopes.is_guarded(*id));
        let fits = |(id, info): (Id, &Info)| {
            let leaves = self.scopes.leaves(id);
            let accepted = info.shape == Shape::Record(record)
                && (!mutable || info.is_changeable())
                && !leaves.iter().any(taken);
            accepted.then(|| Whole { text: self.borrowed(id, mutable), leaves })
        };
        choose(pick, self.scopes.visible().filter_map(fits).collect())
    }

    /// Draws `let mut p = Vec2 { x: …, y: … };` or `let mut p = q.clone();`
    pub(super) fn record(&mut self, form: u8, of: Pick, values: &[Value]) -> Option<()> {
        let record = Record::any(form / 8);
        let source = match form % 4 {
            3 => {
                let fits = |(id, info): (Id, &Info)| {
                    let visible = info.shape == Shape::Record(record);
                    visible.then(|| (format!("{}.clone()", info.name), self.scopes.leaves(id)))
                };
                choose(of, self.scopes.visible().filter_map(fits).collect())
            }
            _ => None,
        };
        let mut ty = String::new();
        let (text, reads) = match source {
            Some(source) => {
                // If no field is used, only this type shows that it is a structure.
                ty = format!(": {}", record.name());
                source
            }
            None => {
                let none = Avoid::default();
                let texts: Vec<_> = (0..record.numbers())
                    .map(|i| values.get(i % values.len().max(1)).map(|value| self.value(value, &none)))
                    .collect::<Option<_>>()?;
                let reads = texts.iter().flat_map(|text| text.reads.iter().copied()).collect();
                (record.written(&mut texts.into_iter().map(|text| text.text)), reads)
            }
        };
        let mutable = form / 4 % 2 == 0;
        let name = self.scopes.fresh("o");
        let class = if mutable { Class::Ancilla } else { Class::Binding };
        self.scopes.add_record(real(&name, class, Shape::Record(record), false), record, Some(&reads))?;
        self.line(format!("let {}{name}{ty} = {text};", if mutable { "mut " } else { "" }));
        Some(())
    }

    /// Draws the value of a function that returns a structure.
    pub(super) fn record_tail(&self, record: Record, of: Pick, values: &[Value]) -> Option<String> {
        let own = |(_, info): &(Id, &Info)| {
            info.shape == Shape::Record(record) && !info.reference && !info.name.contains('.')
        };
        let names: Vec<String> =
            self.scopes.visible().filter(own).map(|(_, info)| info.name.clone()).collect();
        if let (Some(name), true) = (choose(of, names), of % 3 > 0) {
            return Some(name);
        }
        let none = Avoid::default();
        let texts: Option<Vec<String>> = (0..record.numbers())
            .map(|i| values.get(i % values.len().max(1)).map(|value| self.value(value, &none).text))
            .collect();
        Some(record.written(&mut texts?.into_iter()))
    }

    /// Draws `let (a, b) = f(…);` or `let q: Vec2<f64> = f(…);`
    pub(super) fn take(&mut self, pick: Pick, picks: &[Pick], values: &[Value], form: u8) -> Option<()> {
        let returning = |f: &&super::resolve::Signature| matches!(f.returns, Returns::Record(_));
        let callee = choose(pick, self.helpers.iter().filter(returning).collect())?;
        let Returns::Record(record) = callee.returns else { return None };
        let (call, reads) = self.record_call(callee, picks, values)?;
        if record == Record::Pair && form % 2 == 0 {
            let (a, b) = (self.scopes.fresh("t"), self.scopes.fresh("t"));
            let before = self.scopes.clone();
            let class = if form % 4 == 0 { Class::Ancilla } else { Class::Binding };
            let first = self.scopes.declare(real(&a, class, Shape::Scalar, false), &reads);
            let second = self.scopes.declare(real(&b, Class::Binding, Shape::Scalar, false), &reads);
            if first.and(second).is_none() {
                self.scopes = before;
                return None;
            }
            let mutable = if class == Class::Ancilla { "mut " } else { "" };
            self.line(format!("let ({mutable}{a}, {b}) = {call};"));
            return Some(());
        }
        let name = self.scopes.fresh("o");
        let mutable = form % 3 == 0;
        let class = if mutable { Class::Ancilla } else { Class::Binding };
        self.scopes.add_record(real(&name, class, Shape::Record(record), false), record, Some(&reads))?;
        let mutable = if mutable { "mut " } else { "" };
        self.line(format!("let {mutable}{name}: {} = {call};", record.name()));
        Some(())
    }

    /// Records the fields of a structure that is changed as a whole, for the other arguments.
    pub(super) fn avoided(&self, whole: &Whole, avoid: &mut Avoid) {
        avoid.places.extend(whole.leaves.iter().map(|leaf| (*leaf, Form::Whole)));
    }
}
