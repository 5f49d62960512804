//! Real expressions on safe domains: the value is finite and smooth almost everywhere, whatever it reads.

use super::place::{Avoid, Element, choose};
use super::resolve::Resolver;
use super::scope::{Class, Id, Ids, Info, Integer, Shape};
use super::sketch::{Pick, Value};

/// The precedence class of an expression's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tightness {
    /// An operator between two operands.
    Loose,
    /// A prefix.
    Prefix,
    /// A name, a literal, a call.
    Atom,
}

/// An expression as text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) tight: Tightness,
    pub(super) reads: Ids,
    /// True if it has the same value bit for bit in the reverse pass.
    pub(super) exact: bool,
}

const CONSTANTS: [&str; 8] = ["1.0", "0.5", "2.0", "0.75", "0.125", "1.5", "0.3", "0.1"];

impl Text {
    fn constant(n: u8) -> Text {
        let text = CONSTANTS[usize::from(n) % CONSTANTS.len()].to_string();
        Text { text, tight: Tightness::Atom, reads: Ids::new(), exact: true }
    }

    /// Returns the text, with a type if it is a bare literal.
    pub(super) fn typed(&self) -> String {
        // A call has the type of its result.
        let bare = self.reads.is_empty() && !self.text.contains(char::is_alphabetic);
        if bare { format!("{} as f64", self.as_operand()) } else { self.text.clone() }
    }

    /// Returns an expression that is at least one and has a type.
    pub(super) fn squared(&self) -> String {
        let e = self.typed();
        format!("({e}) * ({e}) + 1.0")
    }

    fn as_operand(&self) -> String {
        if self.tight == Tightness::Loose { format!("({})", self.text) } else { self.text.clone() }
    }

    fn as_receiver(&self) -> String {
        if self.tight == Tightness::Atom { self.text.clone() } else { format!("({})", self.text) }
    }

    fn with(self, text: String, tight: Tightness) -> Text {
        Text { text, tight, ..self }
    }
}

impl Resolver<'_> {
    /// Draws an expression that does not read the places to avoid; a constant if there is nothing to read.
    pub(super) fn value(&self, value: &Value, avoid: &Avoid) -> Text {
        match value {
            Value::Read(place, index) => match self.read(*place, *index, avoid) {
                Some(element) => {
                    let prefix = element.text.starts_with('*');
                    let tight = if prefix { Tightness::Prefix } else { Tightness::Atom };
                    Text { text: element.text, tight, reads: element.reads, exact: element.exact }
                }
                None => Text::constant(place.to_le_bytes()[0]),
            },
            Value::Constant(n) => Text::constant(*n),
            Value::Cast(pick) => {
                let is_integer = |(_, info): &(Id, &Info)| matches!(info.shape, Shape::Integer(_));
                let integers = self.scopes.visible().filter(is_integer).map(|(id, _)| id);
                match choose(
                    *pick,
                    integers.filter(|id| avoid.allows(*id, &super::place::Form::Whole)).collect(),
                ) {
                    Some(id) => {
                        // State counters may grow, and a large factor would spoil the finite differences of the
                        // tests.
                        let text = self.scopes.text(id);
                        let modulus = match (&self.scopes.infos[id].shape, self.scopes.infos[id].interval) {
                            (_, Some(_)) => format!("({text} as f64)"),
                            (Shape::Integer(Integer::Usize), None) => format!("(({text} % 5) as f64)"),
                            (_, None) => format!("(({text} % 4) as f64)"),
                        };
                        let exact = self.scopes.infos[id].exact;
                        Text { text: modulus, tight: Tightness::Atom, reads: Ids::from([id]), exact }
                    }
                    None => Text::constant(pick.to_le_bytes()[0]),
                }
            }
            Value::Unary(op, x) => unary(*op, self.value(x, avoid)),
            Value::Binary(op, x, y) => binary(*op, self.value(x, avoid), self.value(y, avoid)),
            Value::Call(pick, picks, values) => match self.call_value(*pick, picks, values, avoid) {
                Some(text) => text,
                None => values.first().map_or(Text::constant(1), |x| self.value(x, avoid)),
            },
        }
    }
}

impl Resolver<'_> {
    /// Every other time returns a local, if there is one: a local that is never read tests nothing.
    fn read(&self, place: Pick, index: Pick, avoid: &Avoid) -> Option<Element> {
        let is_local = |info: &Info| info.is_local() || info.class == Class::Binding;
        let local = (place % 2 == 1).then(|| self.scopes.pick_element((place / 2, index), avoid, is_local));
        local.flatten().or_else(|| self.scopes.pick_element((place / 2, index), avoid, |_| true))
    }
}

fn unary(op: u8, x: Text) -> Text {
    // `0.5.sin()` has no type yet, and nothing to differentiate.
    if x.reads.is_empty() {
        return x;
    }
    let (e, o) = (x.as_receiver(), x.as_operand());
    let positive = format!("({o} * {o} + 1.0)");
    let (text, tight) = match op % 20 {
        0 => (format!("{e}.sin()"), Tightness::Atom),
        1 => (format!("{e}.cos()"), Tightness::Atom),
        2 => (format!("{e}.tanh()"), Tightness::Atom),
        3 => (format!("-{o}"), Tightness::Prefix),
        4 => (format!("{e}.powi(2)"), Tightness::Atom),
        5 => (format!("{positive}.ln()"), Tightness::Atom),
        6 => (format!("{positive}.sqrt()"), Tightness::Atom),
        7 => (format!("{e}.tanh().exp()"), Tightness::Atom),
        8 => (format!("1.0 / {positive}"), Tightness::Loose),
        9 => (format!("{e}.atan()"), Tightness::Atom),
        10 => (format!("{e}.powi(3)"), Tightness::Atom),
        11 => (format!("{e}.abs()"), Tightness::Atom),
        12 => (format!("{e}.logistic()"), Tightness::Atom),
        13 => (format!("{e}.softplus()"), Tightness::Atom),
        14 => (format!("{e}.sin().sinh()"), Tightness::Atom),
        15 => (format!("{e}.asinh()"), Tightness::Atom),
        16 => (format!("(0.5 * {e}.sin()).asin()"), Tightness::Atom),
        17 => (format!("{positive}.recip()"), Tightness::Atom),
        18 => (format!("({o} * {o}).ln_1p()"), Tightness::Atom),
        _ => (format!("{positive}.cbrt()"), Tightness::Atom),
    };
    let tight = if text.starts_with('*') { Tightness::Prefix } else { tight };
    x.with(text, tight)
}

fn binary(op: u8, x: Text, y: Text) -> Text {
    let (a, b) = (x.as_operand(), y.as_operand());
    let (from, positive) = (x.as_receiver(), format!("({b} * {b} + 1.0)"));
    // A method of a bare literal has no type yet.
    let op = if x.reads.is_empty() { op % 4 } else { op % 12 };
    let (text, tight) = match op {
        0 | 10 => (format!("{a} + {b}"), Tightness::Loose),
        1 => (format!("{a} - {b}"), Tightness::Loose),
        2 | 11 => (format!("{a} * {b}"), Tightness::Loose),
        3 => (format!("{a} / {positive}"), Tightness::Loose),
        4 => (format!("{from}.max({})", y.text), Tightness::Atom),
        5 => (format!("{from}.min({})", y.text), Tightness::Atom),
        6 => (format!("{from}.atan2({positive})"), Tightness::Atom),
        7 => (format!("{from}.mul_add({}, 0.5)", y.text), Tightness::Atom),
        8 if !y.reads.is_empty() => {
            (format!("({a} * {a} + 1.0).powf({}.tanh())", y.as_receiver()), Tightness::Atom)
        }
        _ => (format!("{from}.hypot({positive})"), Tightness::Atom),
    };
    let reads = x.reads.union(&y.reads).copied().collect();
    Text { text, tight, reads, exact: x.exact && y.exact }
}
