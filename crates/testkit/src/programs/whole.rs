//! Loops over arrays, updates of whole arrays, and statements that the program undoes or clears up after itself.

use super::place::{Avoid, Element, Form, choose};
use super::resolve::Resolver;
use super::scope::{Class, Id, Ids, Info, Integer, Shape};
use super::sketch::{Pick, Statement, Value};
use super::statement::{integer, real};

impl Resolver<'_> {
    /// Arrays that pass a filter, with their lengths.
    fn arrays(&self, accepts: impl Fn(Id, &Info) -> bool) -> Vec<(Id, usize)> {
        let found = self.scopes.visible().filter_map(|(id, info)| match info.shape {
            Shape::Array { length, .. } if accepts(id, info) => Some((id, length)),
            _ => None,
        });
        found.collect()
    }

    /// A loop over the elements of one array, which it changes, and perhaps those of another, which it reads.
    pub(super) fn visit(
        &mut self,
        target: Pick,
        source: Pick,
        form: u8,
        minus: bool,
        value: &Value,
        body: &[Statement],
    ) -> Option<()> {
        let changeable = |id: Id, info: &Info| info.is_changeable() && !self.scopes.is_guarded(id);
        let (to, length) = choose(target, self.arrays(changeable))?;
        let (from, other) = choose(source, self.arrays(|id, _| self.scopes.base(id) != to))
            .map_or((None, length), |(id, length)| (Some(id), length));
        let ys = self.scopes.infos[to].name.clone();
        let xs = from.map(|id| self.scopes.infos[id].name.clone());
        let (v, u, i) = (self.scopes.fresh("e"), self.scopes.fresh("q"), self.scopes.fresh("j"));
        let (mut lent, mut copied, mut counted) = (false, false, false);
        let mut element = format!("*{v}");
        let head = match (form % 7, xs) {
            (1, Some(xs)) => {
                lent = true;
                format!("for ({v}, {u}) in {ys}.iter_mut().zip({xs}.iter()) {{")
            }
            (2, Some(xs)) => {
                (copied, counted) = (true, true);
                format!("for ({i}, ({v}, &{u})) in {ys}.iter_mut().zip({xs}.iter()).enumerate() {{")
            }
            (3, Some(xs)) => {
                copied = true;
                format!("for (&{u}, {v}) in {xs}.iter().rev().zip({ys}.iter_mut()) {{")
            }
            (4, _) => {
                counted = true;
                format!("for ({i}, {v}) in {ys}.iter_mut().enumerate().rev() {{")
            }
            (5, _) => {
                element = format!("{v}[0]");
                format!("for {v} in {ys}.chunks_mut(2) {{")
            }
            (6, Some(xs)) => {
                lent = true;
                format!("for ({u}, {v}) in {xs}.iter().skip(1).step_by(2).zip({ys}.iter_mut().rev()) {{")
            }
            _ => format!("for {v} in {ys}.iter_mut() {{"),
        };
        let sources: Ids =
            from.filter(|_| lent || copied).map(|id| self.scopes.base(id)).into_iter().collect();
        // How often it runs is asked of the arrays, which have to be there.
        let is_built = |id: &Id| self.scopes.infos[*id].is_built();
        let measured: Ids = sources.iter().copied().chain([to]).filter(is_built).collect();
        let visible = self.scopes.hide(&Ids::from([to]));
        let before = self.scopes.clone();
        let mut changed = false;
        let inner = self.apart(|this| {
            this.repeated(measured, sources.clone(), |this| {
                if let (Some(&base), true) = (sources.first(), lent || copied) {
                    let exact = this.scopes.infos[base].exact;
                    this.scopes.add(Info {
                        reference: lent,
                        ..real(&u, Class::View { base }, Shape::Scalar, exact)
                    });
                }
                if counted {
                    let last = length.min(if copied { other } else { length }) as i64 - 1;
                    let index = integer(&i, Class::Index, Integer::Usize);
                    this.scopes.add(Info { interval: Some((0, last)), ..index });
                }
                let value = this.value(value, &this.avoiding(to, Form::Whole));
                changed = this.scopes.change(&[to], &value.reads);
                this.line(format!("{element} {}= {};", if minus { '-' } else { '+' }, value.text));
                this.statements(body);
            });
        });
        if !changed {
            self.scopes = before;
            self.scopes.show(visible);
            return None;
        }
        self.scopes.show(visible);
        self.lines([vec![head], inner, vec!["}".into()]].concat());
        Some(())
    }

    /// `each!(y += a * s - b)`
    pub(super) fn each(
        &mut self,
        target: Pick,
        minus: bool,
        first: Pick,
        second: Pick,
        scalar: (Pick, Pick),
    ) -> Option<()> {
        let (to, length) = choose(target, self.arrays(|_, info| info.is_changeable()))?;
        let fits = |id: Id, info: &Info| {
            matches!(info.shape, Shape::Array { length: other, .. } if other == length)
                && self.scopes.base(id) != to
        };
        let mut reads = Ids::new();
        let mut operand = |pick: Pick| match choose(pick, self.arrays(fits)) {
            Some((id, _)) => {
                reads.insert(self.scopes.base(id));
                let name = &self.scopes.infos[id].name;
                // If nothing else indexes a field, only this shows that it is an array.
                if name.contains('.') { format!("{name}[..]") } else { name.clone() }
            }
            None => "0.75".into(),
        };
        let (a, b) = (operand(first), operand(second));
        let scalar = self.scopes.pick_element(scalar, &self.avoiding(to, Form::Whole), |_| true);
        let s = scalar.as_ref().map_or("0.5".into(), |s| s.text.clone());
        reads.extend(scalar.into_iter().flat_map(|s| s.reads));
        if !self.scopes.change(&[to], &reads) {
            return None;
        }
        let (y, sign) = (&self.scopes.infos[to].name, if minus { '-' } else { '+' });
        self.line(format!("each!({y} {sign}= {a} * {s} - {b} * 0.5);"));
        Some(())
    }

    /// `undo! { … }` around statements of reals: integers might leave their type, or break a postcondition, backwards.
    pub(super) fn undone(&mut self, body: &[Statement]) -> Option<()> {
        let body: Vec<Statement> = body.iter().filter_map(of_reals).collect();
        self.nested("undo! {".into(), "}", |this| {
            this.scopes.enter(Ids::new(), Ids::new());
            this.statements(&body);
            this.scopes.leave();
        })
    }

    /// An ancilla that the program clears and frees itself.
    pub(super) fn freed(&mut self, value: &Value, uses: &[Statement]) -> Option<()> {
        let value = self.value(value, &Avoid::default());
        let name = self.scopes.fresh("h");
        let id = self.scopes.declare(real(&name, Class::Ancilla, Shape::Scalar, false), &value.reads)?;
        self.line(format!("let mut {name} = 0.0;"));
        self.line(format!("{name} += {};", value.text));
        let mut steady = value.reads.clone();
        steady.insert(id);
        self.guarding(steady, |this| this.statements(uses));
        self.line(format!("{name} -= {};", value.text));
        self.line(format!("free!({name} = 0.0);"));
        self.scopes.hide(&Ids::from([id]));
        Some(())
    }

    /// `swap` of two ranges of arrays.
    pub(super) fn exchange(&mut self, length: u8, first: Pick, second: Pick) -> Option<()> {
        let length = usize::from(length % 3) + 1;
        let arrays = self.arrays(|id, info| info.is_changeable() && !self.scopes.is_guarded(id));
        let mut parts = Vec::new();
        for (id, have) in arrays.into_iter().filter(|(_, have)| *have >= length) {
            parts.extend(self.ranges(id, length, have, true));
        }
        let one = choose(first, parts.clone())?;
        parts.retain(|part| part.base != one.base || part.form.is_apart(&one.form));
        let other = choose(second, parts)?;
        let writes: Ids = Ids::from([one.base, other.base]);
        let reads = one.reads.union(&other.reads).filter(|id| !writes.contains(id)).copied().collect();
        if !self.scopes.change(&writes.into_iter().collect::<Vec<_>>(), &reads) {
            return None;
        }
        self.line(format!("swap({}, {});", one.text, other.text));
        Some(())
    }

    /// An array whose storage is used otherwise while its value is on a stack.
    fn stacked_array(&mut self, pick: Pick, value: &Value, uses: &[Statement]) -> Option<()> {
        let fixed = |id: Id, info: &Info| {
            matches!(info.shape, Shape::Array { storage: super::scope::Storage::Fixed, .. })
                && info.is_changeable()
                && info.class != Class::Scratch
                && !self.scopes.is_guarded(id)
        };
        let (id, length) = choose(pick, self.arrays(fixed))?;
        let value = self.value(value, &self.avoiding(id, Form::Whole));
        if !self.scopes.change(&[id], &value.reads) {
            return None;
        }
        let (text, stack) = (self.scopes.infos[id].name.clone(), self.scopes.fresh("stack"));
        let mut all = value.reads.clone();
        all.insert(id);
        self.line(format!("let mut {stack}: Vec<[f64; {length}]> = Vec::new();"));
        self.line(format!("push!({stack}, {text});"));
        self.line(format!("{text}[0] += {};", value.text));
        self.guarding(all, |this| this.statements(uses));
        self.line(format!("{text}[0] -= {};", value.text));
        self.line(format!("pop!({stack}, {text});"));
        self.line(format!("free!({stack});"));
        Some(())
    }

    /// A place that is used otherwise while its value is on a stack.
    pub(super) fn stacked(&mut self, place: (Pick, Pick), value: &Value, uses: &[Statement]) -> Option<()> {
        if place.0 % 3 == 2 && self.stacked_array(place.1, value, uses).is_some() {
            return Some(());
        }
        let changeable = Info::is_changeable;
        let Element { text, base, reads, .. } =
            self.scopes.pick_element(place, &Avoid::default(), changeable)?;
        let value = self.value(value, &self.avoiding(base, Form::Whole));
        let mut all: Ids = value.reads.union(&reads).copied().collect();
        all.remove(&base);
        if !self.scopes.change(&[base], &all) {
            return None;
        }
        all.insert(base);
        let stack = self.scopes.fresh("stack");
        self.line(format!("let mut {stack}: Vec<f64> = Vec::new();"));
        self.line(format!("push!({stack}, {text});"));
        self.line(format!("{text} += {};", value.text));
        self.guarding(all, |this| this.statements(uses));
        self.line(format!("{text} -= {};", value.text));
        self.line(format!("pop!({stack}, {text});"));
        self.line(format!("free!({stack});"));
        Some(())
    }

    /// Runs with some names kept from changing.
    pub(super) fn guarding(&mut self, ids: Ids, write: impl FnOnce(&mut Self)) {
        let guarded = self.scopes.guarded();
        self.scopes.guard(ids);
        write(self);
        self.scopes.set_guarded(guarded);
    }
}

/// A statement without those in it that change integers.
fn of_reals(statement: &Statement) -> Option<Statement> {
    let all = |body: &[Statement]| body.iter().filter_map(of_reals).collect::<Vec<_>>();
    Some(match statement {
        Statement::Update { .. } | Statement::Bind(_) | Statement::Choose(..) | Statement::Ancilla { .. } => {
            statement.clone()
        }
        Statement::Each { .. } | Statement::View { .. } | Statement::Exchange { .. } => statement.clone(),
        Statement::Record { .. } | Statement::Take { .. } | Statement::Turn { .. } => statement.clone(),
        Statement::Instruction { which, .. } if which % 6 != 5 => statement.clone(),
        Statement::For(range, body) => Statement::For(range.clone(), all(body)),
        Statement::If { condition, then, otherwise, .. } => Statement::If {
            condition: condition.clone(),
            then: all(then),
            elseif: None,
            otherwise: all(otherwise),
            mark: 0,
        },
        Statement::Routine { body, uses } => Statement::Routine { body: all(body), uses: all(uses) },
        Statement::Block(body) => Statement::Block(all(body)),
        Statement::Undone(body) => Statement::Undone(all(body)),
        Statement::Visit { target, source, form, minus, value, body } => Statement::Visit {
            target: *target,
            source: *source,
            form: *form,
            minus: *minus,
            value: value.clone(),
            body: all(body),
        },
        Statement::Freed { value, uses } => Statement::Freed { value: value.clone(), uses: all(uses) },
        Statement::Stacked { place, value, uses } => {
            Statement::Stacked { place: *place, value: value.clone(), uses: all(uses) }
        }
        Statement::Logarithm { first, second, minus, target, uses } => Statement::Logarithm {
            first: first.clone(),
            second: second.clone(),
            minus: *minus,
            target: *target,
            uses: all(uses),
        },
        Statement::Mapped { value, other, by_hand, uses } => Statement::Mapped {
            value: value.clone(),
            other: other.clone(),
            by_hand: *by_hand,
            uses: all(uses),
        },
        Statement::Instruction { .. } | Statement::Call { .. } | Statement::Count { .. } => return None,
        Statement::BindExact { .. } | Statement::Counter | Statement::Best(_) => return None,
        Statement::IfPost { .. } | Statement::While { .. } | Statement::Approach { .. } => return None,
    })
}
