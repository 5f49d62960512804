//! Numbers with real components: logarithmic numbers, which are multiplied, and complex numbers.
//!
//! Other statements see a logarithmic number as the real `g.ln()`, which only the statements here change. A complex
//! number is a structure of two fields that can also be passed, updated and read as a whole.

use super::place::{Avoid, Form, choose};
use super::record::Record;
use super::resolve::Resolver;
use super::scope::{Class, Id, Ids, Info, Shape};
use super::sketch::{Pick, Statement, Value};
use super::statement::real;

impl Resolver<'_> {
    /// Draws `let mut g = Log::from_value(a * a + 1.0); …; g *= Log::from_value(b * b + 1.0); y += g.ln();`
    pub(super) fn logarithm(
        &mut self,
        first: &Value,
        second: &Value,
        minus: bool,
        target: (Pick, Pick),
        uses: &[Statement],
    ) -> Option<()> {
        let first = self.value(first, &Avoid::default());
        let name = self.scopes.fresh("g");
        let info = real(&format!("{name}.ln()"), Class::Binding, Shape::Scalar, false);
        let id = self.scopes.declare(info, &first.reads)?;
        self.line(format!("let mut {name} = Log::from_value({});", first.squared()));
        self.statements(uses);
        let second = self.value(second, &self.avoiding(id, Form::Whole));
        if self.scopes.change(&[id], &second.reads) {
            let sign = if minus { '/' } else { '*' };
            self.line(format!("{name} {sign}= Log::from_value({});", second.squared()));
        }
        let state = |info: &Info| info.class == Class::State;
        let y = self.scopes.pick_element(target, &Avoid::default(), state)?;
        let reads: Ids = y.reads.iter().filter(|read| **read != y.base).copied().chain([id]).collect();
        if self.scopes.change(&[y.base], &reads) {
            let value = if minus { "ln()" } else { "value().recip()" };
            self.line(format!("{} += {name}.{value};", y.text));
        }
        Some(())
    }

    /// Returns a complex number in scope.
    fn complex(&self, pick: Pick, accepts: impl Fn(Id, &Info) -> bool) -> Option<(Id, String)> {
        let fits = |(id, info): (Id, &Info)| {
            let fits = info.shape == Shape::Record(Record::Complex) && accepts(id, info);
            fits.then(|| (id, if info.reference { format!("(*{})", info.name) } else { info.name.clone() }))
        };
        choose(pick, self.scopes.visible().filter_map(fits).collect())
    }

    /// Draws `z += a * b.conj();`, or adds a real part of a complex number to a real.
    pub(super) fn turn(
        &mut self,
        target: Pick,
        minus: bool,
        factors: (Pick, Pick),
        form: u8,
        value: &Value,
    ) -> Option<()> {
        let sign = if minus { '-' } else { '+' };
        if form % 4 == 3 {
            let (id, z) = self.complex(factors.0, |_, _| true)?;
            let leaves = self.scopes.leaves(id);
            let avoid = Avoid {
                places: leaves.iter().map(|leaf| (*leaf, Form::Whole)).collect(),
                wild: self.scopes.is_wild(),
            };
            let y = self.scopes.pick_element((target, target), &avoid, Info::is_changeable)?;
            let others = y.reads.iter().filter(|read| **read != y.base).copied();
            let reads: Ids = others.chain(leaves).collect();
            if !self.scopes.change(&[y.base], &reads) {
                return None;
            }
            let value = ["norm_sqr()", "arg()", "sin().re", "conj().im"][usize::from(form) / 4 % 4];
            self.line(format!("{} {sign}= {z}.{value};", y.text));
            return Some(());
        }
        let changeable = |id: Id, info: &Info| {
            info.is_changeable() && !self.scopes.leaves(id).iter().any(|leaf| self.scopes.is_guarded(*leaf))
        };
        let (to, z) = self.complex(target, changeable)?;
        let leaves = self.scopes.leaves(to);
        let mut avoid = Avoid { places: Vec::new(), wild: self.scopes.is_wild() };
        avoid.places.extend(leaves.iter().map(|leaf| (*leaf, Form::Whole)));
        let value = self.value(value, &avoid);
        let mut reads = value.reads.clone();
        let mut factor = |pick: Pick| match self.complex(pick, |id, _| id != to) {
            Some((id, text)) => {
                reads.extend(self.scopes.leaves(id));
                text
            }
            None => format!("Complex::new({}, 0.5)", value.typed()),
        };
        let (a, b) = (factor(factors.0), factor(factors.1));
        let e = value.typed();
        let text = match form / 4 % 6 {
            0 => format!("{a} * {b}"),
            1 => format!("{a}.conj() * ({e})"),
            2 => format!("{a}.sin()"),
            3 => format!("{a} / ({b}.norm_sqr() + 1.0)"),
            4 => format!("Complex::new({e}, {e}) - {a}"),
            _ => format!("({a} * {b}).exp()"),
        };
        if !self.scopes.change(&leaves.into_iter().collect::<Vec<_>>(), &reads) {
            return None;
        }
        let view = [("", ""), ("", ".conj()"), ("-", "")][usize::from(form) % 4];
        self.line(format!("{}{z}{} {sign}= {text};", view.0, view.1));
        Some(())
    }
}
