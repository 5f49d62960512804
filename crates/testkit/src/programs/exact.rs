//! Conditions, counters and other exact expressions.
//!
//! Law: a condition reads integers, bools and reals that never change, so that it has the same value in both
//! directions. Reals are compared with numbers that no argument nearly equals.

use super::place::{Avoid, choose};
use super::resolve::Resolver;
use super::scope::{Class, Id, Ids, Info, Integer, Shape};
use super::sketch::{Condition, Pick};

/// Arguments are multiples of 1/8, shifted by this much.
pub(super) const SHIFT: f64 = 0.03;

/// A condition as text, and the names that it reads.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) text: String,
    pub(super) reads: Ids,
}

/// Returns a number that is far from every argument.
pub(super) fn threshold(eighths: i8) -> f64 {
    f64::from(eighths) * 0.125 - 0.02
}

impl Resolver<'_> {
    /// Integers that may decide something.
    fn integers(&self) -> Vec<Id> {
        let wild = self.scopes.is_wild();
        let is_integer = |info: &Info| matches!(info.shape, Shape::Integer(_)) && (info.exact || wild);
        self.scopes.visible().filter(|(_, info)| is_integer(info)).map(|(id, _)| id).collect()
    }

    /// A condition, if there is something to decide on.
    pub(super) fn condition(&self, condition: &Condition) -> Option<Decision> {
        match condition {
            Condition::Exact { left, form, right } => self.comparison(*left, *form, *right),
            Condition::Real { place, above, threshold: eighths } => {
                let wild = self.scopes.is_wild();
                let place = self.scopes.pick_element(*place, &Avoid::default(), |info| info.exact || wild)?;
                let sign = if *above { '>' } else { '<' };
                let text = format!("{} {sign} {:?}", place.text, threshold(*eighths));
                Some(Decision { text, reads: place.reads })
            }
            Condition::Both(a, b) => self.joined("&&", a, b),
            Condition::Either(a, b) => self.joined("||", a, b),
            Condition::Not(a) => {
                let a = self.condition(a)?;
                Some(Decision { text: format!("!({})", a.text), reads: a.reads })
            }
        }
    }

    fn joined(&self, operator: &str, a: &Condition, b: &Condition) -> Option<Decision> {
        match (self.condition(a), self.condition(b)) {
            (Some(a), Some(b)) => {
                let text = format!("({}) {operator} ({})", a.text, b.text);
                Some(Decision { text, reads: a.reads.union(&b.reads).copied().collect() })
            }
            (a, b) => a.or(b),
        }
    }

    fn comparison(&self, left: Pick, form: u8, right: Pick) -> Option<Decision> {
        let wild = self.scopes.is_wild();
        let comparable = |(_, info): &(Id, &Info)| {
            matches!(info.shape, Shape::Integer(_) | Shape::Bool) && (info.exact || wild)
        };
        let a = choose(left, self.scopes.visible().filter(comparable).map(|(id, _)| id).collect())?;
        let text = self.scopes.text(a);
        if self.scopes.infos[a].shape == Shape::Bool {
            return Some(Decision { text, reads: Ids::from([a]) });
        }
        let same = |id: &Id| *id != a && self.scopes.infos[*id].shape == self.scopes.infos[a].shape;
        let other = choose(right, self.integers().into_iter().filter(same).collect());
        let constant = right % 4;
        let (text, b) = match (form % 7, other) {
            (0, _) => (format!("{text} % 2 == 0"), None),
            (1, _) => (format!("{text} < {}", constant + 1), None),
            (2, _) => (format!("{text} >= {constant}"), None),
            (3, _) => (format!("{text} == {constant}"), None),
            (4, Some(b)) => (format!("{text} < {}", self.scopes.text(b)), Some(b)),
            (5, Some(b)) => (format!("{text} + 1 < {}", self.scopes.text(b)), Some(b)),
            (_, Some(b)) => (format!("{text} != {}", self.scopes.text(b)), Some(b)),
            (_, None) => (format!("{text} != {constant}"), None),
        };
        Some(Decision { text, reads: b.into_iter().chain([a]).collect() })
    }

    /// An integer that may change here.
    pub(super) fn counter(&self, pick: Pick, accepts: impl Fn(&Info) -> bool) -> Option<Id> {
        let guarded = |id: &Id| self.scopes.is_guarded(*id);
        let accepted = |id: &Id| {
            let info = &self.scopes.infos[*id];
            info.is_changeable() && accepts(info)
        };
        let integers = self.scopes.visible().filter(|(_, info)| matches!(info.shape, Shape::Integer(_)));
        choose(pick, integers.map(|(id, _)| id).filter(accepted).filter(|id| !guarded(id)).collect())
    }

    /// `k += …`
    pub(super) fn count(&mut self, target: Pick, minus: bool, by: Pick, with: Pick) -> Option<()> {
        let id = self.counter(target, |_| true)?;
        let info = &self.scopes.infos[id];
        let (ty, known) = (info.shape.clone(), info.known);
        let amount = i64::from(by % 3) + 1;
        let other = choose(with, self.integers().into_iter().filter(|other| *other != id).collect());
        // Half of the changes are by a constant, the others by a small integer.
        let other = other.filter(|_| by % 2 == 1);
        let (text, reads, amount) = match other {
            None => (amount.to_string(), Ids::new(), Some(amount)),
            Some(other) => {
                let source = &self.scopes.infos[other];
                let text = self.scopes.text(other);
                let small = if source.interval.is_some() { text } else { format!("{text} % 3") };
                let text = match (&ty, &source.shape) {
                    (Shape::Integer(Integer::Usize), Shape::Integer(Integer::I64)) => return None,
                    (Shape::Integer(Integer::I64), Shape::Integer(Integer::Usize)) => {
                        format!("({small}) as i64")
                    }
                    _ => small,
                };
                (text, Ids::from([other]), None)
            }
        };
        let unsigned = ty == Shape::Integer(Integer::Usize);
        let covered = matches!((known, amount), (Some(have), Some(take)) if have >= take);
        let minus = minus && (!unsigned || covered);
        let toggles = by % 5 == 4;
        if !self.scopes.change(&[id], &reads) {
            return None;
        }
        self.scopes.infos[id].known = match (known, amount) {
            (Some(known), Some(amount)) if toggles => Some(known ^ amount),
            (Some(known), Some(amount)) => Some(if minus { known - amount } else { known + amount }),
            _ => None,
        };
        let sign = match (toggles, minus) {
            (true, _) => '^',
            (false, true) => '-',
            (false, false) => '+',
        };
        self.line(format!("{} {sign}= {text};", self.scopes.text(id)));
        Some(())
    }

    /// Draws `let m = k + 1;`
    pub(super) fn bind_exact(&mut self, of: Pick, form: u8) -> Option<()> {
        let id = choose(of, self.integers())?;
        let info = &self.scopes.infos[id];
        let (shape, interval) = (info.shape.clone(), info.interval);
        let text = self.scopes.text(id);
        let unsigned = shape == Shape::Integer(Integer::Usize);
        let (value, shape, interval) = match form % 4 {
            0 => (format!("{text} + 1"), shape, interval.map(|(a, b)| (a + 1, b + 1))),
            1 => (format!("{text} % 3"), shape, unsigned.then_some((0, 2))),
            2 => (format!("{text} * 2"), shape, interval.map(|(a, b)| (a * 2, b * 2))),
            _ => (format!("{text} % 2 == 0"), Shape::Bool, None),
        };
        let name = self.scopes.fresh("m");
        let info = Info {
            name: name.clone(),
            shape,
            class: Class::Binding,
            reference: false,
            exact: true,
            known: None,
            interval,
        };
        self.scopes.declare(info, &Ids::from([id]))?;
        self.line(format!("let {name} = {value};"));
        Some(())
    }

    /// Draws `let mut m = 0usize;`
    pub(super) fn declare_counter(&mut self) -> Option<()> {
        let name = self.scopes.fresh("c");
        let info = Info {
            name: name.clone(),
            shape: Shape::Integer(Integer::Usize),
            class: Class::Ancilla,
            reference: false,
            exact: true,
            known: Some(0),
            interval: None,
        };
        self.scopes.declare(info, &Ids::new())?;
        self.line(format!("let mut {name} = 0usize;"));
        Some(())
    }

    /// Draws `let j: usize = argmax(x);`
    pub(super) fn best(&mut self, of: Pick) -> Option<()> {
        let arrays = self.scopes.visible().filter(|(_, info)| {
            info.exact && info.reference && matches!(&info.shape, Shape::Array { length, .. } if *length > 0)
        });
        let id = choose(of, arrays.map(|(id, _)| id).collect())?;
        let Shape::Array { length, .. } = self.scopes.infos[id].shape else { return None };
        let name = self.scopes.fresh("j");
        let info = Info {
            name: name.clone(),
            shape: Shape::Integer(Integer::Usize),
            class: Class::Binding,
            reference: false,
            exact: true,
            known: None,
            interval: Some((0, length as i64 - 1)),
        };
        let base = self.scopes.base(id);
        self.scopes.declare(info, &Ids::from([base]))?;
        let array = self.scopes.infos[id].name.clone();
        self.line(format!("let {name}: usize = argmax({array});"));
        Some(())
    }
}
