//! Statements: each is added if it is valid at its position, otherwise omitted.

use super::exact::threshold;
use super::place::{Avoid, Form, choose};
use super::resolve::Resolver;
use super::scope::{Class, Id, Ids, Info, Integer, Shape, Storage};
use super::sketch::{Condition, Pick, Statement, Value};

impl Resolver<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            // A statement without a valid interpretation is omitted.
            let _ = self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) -> Option<()> {
        match statement {
            Statement::Update { local, target, minus, value } => self.update(*local, *target, *minus, value),
            Statement::Bind(value) => {
                let value = self.value(value, &Avoid::default());
                let name = self.scopes.fresh("t");
                let is_inactive = |id: &Id| {
                    let info = &self.scopes.infos[*id];
                    info.class == Class::Inactive || matches!(info.shape, Shape::Integer(_))
                };
                // Marking a value without cotangent changes nothing.
                let inactive = !value.reads.is_empty() && value.reads.iter().all(is_inactive);
                self.scopes.declare(real(&name, Class::Binding, Shape::Scalar, value.exact), &value.reads)?;
                let marker = if inactive { "#[inactive] " } else { "" };
                // A stored value has to exist before the reverse pass, so the compiler may have to reject it.
                let stored = self.scopes.is_wild() && self.scopes.infos.len() % 3 == 0;
                let marker = if stored { format!("#[store] {marker}") } else { marker.to_string() };
                self.line(format!("{marker}let {name} = {};", value.text));
                Some(())
            }
            Statement::Choose(condition, a, b) => {
                let condition = self.condition(condition)?;
                let (a, b) = (self.value(a, &Avoid::default()), self.value(b, &Avoid::default()));
                let mut reads = condition.reads;
                reads.extend(a.reads.into_iter().chain(b.reads));
                let name = self.scopes.fresh("t");
                self.scopes.declare(real(&name, Class::Binding, Shape::Scalar, false), &reads)?;
                self.line(format!(
                    "let {name} = if {} {{ {} }} else {{ {} }};",
                    condition.text, a.text, b.text
                ));
                Some(())
            }
            Statement::Ancilla { shape, length, start } => self.ancilla(*shape, *length, start),
            Statement::Count { target, minus, by, with } => self.count(*target, *minus, *by, *with),
            Statement::BindExact { of, form } => self.bind_exact(*of, *form),
            Statement::Counter => self.declare_counter(),
            Statement::Best(of) => self.best(*of),
            Statement::Instruction { which, a, b, angle } => self.instruction(*which, *a, *b, angle),
            Statement::Call { local, callee, uncall, picks, values } => {
                self.call(*local, *callee, *uncall, picks, values)
            }
            Statement::View { of, start, length } => self.view(*of, *start, *length),
            Statement::For(range, body) => {
                let range = self.range(range)?;
                let name = self.scopes.fresh("i");
                self.nested(format!("for {name} in {} {{", range.text), "}", |this| {
                    let control = range.reads.union(&range.measures).copied().collect();
                    this.repeated(control, range.reads, |this| {
                        this.scopes.add(Info {
                            interval: Some(range.interval),
                            ..integer(&name, Class::Index, Integer::Usize)
                        });
                        this.statements(body);
                    });
                })
            }
            Statement::If { condition, then, elseif, otherwise, mark } => {
                let mark = if self.scopes.is_wild() { *mark % 5 } else { 0 };
                self.branch(condition, then, elseif.as_ref(), otherwise, mark)
            }
            Statement::Approach { local, eighths, value, body } => {
                self.approach(*local, *eighths, value, body)
            }
            Statement::IfPost { counter, form, then, otherwise } => {
                self.if_post(*counter, *form, then, otherwise)
            }
            Statement::While { counter, trips, down, early, stop, body } => {
                self.while_loop(*counter, *trips, *down, *early, *stop, body)
            }
            Statement::Routine { body, uses } => self.routine(body, uses),
            Statement::Visit { target, source, form, minus, value, body } => {
                self.visit(*target, *source, *form, *minus, value, body)
            }
            Statement::Each { target, minus, first, second, scalar } => {
                self.each(*target, *minus, *first, *second, *scalar)
            }
            Statement::Exchange { length, first, second } => self.exchange(*length, *first, *second),
            Statement::Record { form, of, values } => self.record(*form, *of, values),
            Statement::Take { callee, picks, values, form } => self.take(*callee, picks, values, *form),
            Statement::Undone(body) => self.undone(body),
            Statement::Freed { value, uses } => self.freed(value, uses),
            Statement::Stacked { place, value, uses } => self.stacked(*place, value, uses),
            Statement::Logarithm { first, second, minus, target, uses } => {
                self.logarithm(first, second, *minus, *target, uses)
            }
            Statement::Turn { target, minus, factors, form, value } => {
                self.turn(*target, *minus, *factors, *form, value)
            }
            Statement::Mapped { value, other, by_hand, uses } => self.mapped(value, other, *by_hand, uses),
            Statement::Block(body) => self.nested("{".into(), "}", |this| {
                this.scopes.enter(Ids::new(), Ids::new());
                this.statements(body);
                this.scopes.leave();
            }),
        }
    }

    fn update(&mut self, local: bool, target: (Pick, Pick), minus: bool, value: &Value) -> Option<()> {
        let everything = Avoid::default();
        let is_target = |info: &Info| info.is_changeable();
        // Some targets are seen through a view.
        let negated = target.1 % 9 == 8;
        let target = if local {
            self.scopes.pick_element(target, &everything, Info::is_local)
        } else {
            self.scopes.pick_element(target, &everything, |info| info.class == Class::State)
        }
        .or_else(|| self.scopes.pick_element(target, &everything, is_target))?;
        let value = self.value(value, &self.avoiding(target.base, target.form.clone()));
        let mut reads = value.reads;
        reads.extend(target.reads.iter().filter(|id| **id != target.base));
        if !self.scopes.change(&[target.base], &reads) {
            return None;
        }
        let sign = if minus { '-' } else { '+' };
        let view = if negated { "-" } else { "" };
        self.line(format!("{view}{} {sign}= {};", target.text, value.text));
        Some(())
    }

    fn ancilla(&mut self, shape: u8, length: u8, start: &Value) -> Option<()> {
        let sizes: Vec<(String, i64, Option<Id>)> = (1..5).map(|n: i64| (n.to_string(), n, None)).collect();
        let certain = self.scopes.visible().filter_map(|(id, info)| match (&info.shape, info.interval) {
            (Shape::Integer(Integer::Usize), Some((low, high))) if low == high && (1..6).contains(&low) => {
                Some((self.scopes.text(id), low, Some(id)))
            }
            _ => None,
        });
        let runtime = sizes.iter().cloned().chain(certain).collect();
        let literal = usize::from(length) % 4 + 1;
        let (value, shape, reads) = match shape % 6 {
            0 | 1 => ("0.0".to_string(), Shape::Scalar, Ids::new()),
            2 => {
                let start = self.value(start, &Avoid::default());
                (start.text, Shape::Scalar, start.reads)
            }
            3 | 4 => {
                let shape = Shape::Array { length: literal, storage: Storage::Fixed };
                (format!("[0.0; {literal}]"), shape, Ids::new())
            }
            _ => {
                let (text, length, read) = choose(length.into(), runtime)?;
                let shape = Shape::Array { length: usize::try_from(length).ok()?, storage: Storage::Vec };
                (format!("vec![0.0; {text}]"), shape, read.into_iter().collect())
            }
        };
        let stem = if shape == Shape::Scalar { "s" } else { "a" };
        let name = self.scopes.fresh(stem);
        self.scopes.declare(real(&name, Class::Ancilla, shape, false), &reads)?;
        self.line(format!("let mut {name} = {value};"));
        Some(())
    }

    fn instruction(&mut self, which: u8, a: (Pick, Pick), b: (Pick, Pick), angle: &Value) -> Option<()> {
        if which % 6 == 5 {
            let id = self.counter(a.0, |_| true)?;
            let info = &self.scopes.infos[id];
            let unsigned = info.shape == Shape::Integer(Integer::Usize);
            let down = which % 4 == 3 && (!unsigned || info.known.is_some_and(|k| k > 0));
            let known = info.known.map(|k| if down { k - 1 } else { k + 1 });
            let place = if info.reference { info.name.clone() } else { format!("&mut {}", info.name) };
            if !self.scopes.change(&[id], &Ids::new()) {
                return None;
            }
            self.scopes.infos[id].known = known;
            self.line(format!("{}({place});", if down { "dec" } else { "inc" }));
            return Some(());
        }
        let first = self.scopes.pick_element(a, &Avoid::default(), Info::is_changeable)?;
        let borrow = |text: &str, reference: bool| {
            if reference { text.trim_start_matches('*').to_string() } else { format!("&mut {text}") }
        };
        let one = borrow(&first.text, first.reference);
        let mut avoid = self.avoiding(first.base, first.form.clone());
        let mut reads = first.reads.clone();
        let mut writes = vec![first.base];
        let text = if which % 6 == 0 {
            format!("neg({one});")
        } else {
            let second = self.scopes.pick_element(b, &avoid, Info::is_changeable)?;
            let two = borrow(&second.text, second.reference);
            avoid.places.push((second.base, second.form));
            reads.extend(second.reads);
            if second.base != first.base {
                writes.push(second.base);
            }
            match which % 6 {
                1 | 2 => format!("swap({one}, {two});"),
                turn => {
                    // The angle avoids both places altogether, since it is passed together with them.
                    for place in &mut avoid.places {
                        place.1 = Form::Whole;
                    }
                    let angle = self.value(angle, &avoid);
                    reads.extend(angle.reads);
                    format!("{}({one}, {two}, {});", if turn == 3 { "rot" } else { "irot" }, angle.text)
                }
            }
        };
        if !self.scopes.change(&writes, &reads) {
            return None;
        }
        self.line(text);
        Some(())
    }

    fn branch(
        &mut self,
        condition: &Condition,
        then: &[Statement],
        elseif: Option<&(Condition, Vec<Statement>)>,
        otherwise: &[Statement],
        mark: u8,
    ) -> Option<()> {
        let first = self.condition(condition)?;
        let second = elseif.and_then(|(condition, body)| Some((self.condition(condition)?, body)));
        let log = |(_, info): &(Id, &Info)| info.shape == Shape::Log;
        let logs = self.scopes.visible().filter(log).map(|(id, info)| (id, info.name.clone()));
        let logged = choose(0, logs.collect()).filter(|_| mark == 4);
        let mut lines = Vec::new();
        let mut arm = |this: &mut Self, head: String, reads: &Ids, body: &[Statement]| {
            let inner = this.apart(|this| {
                this.alternative(reads, |this| {
                    // A kept decision may be changed by the block that it decides.
                    if mark == 1 || logged.is_some() {
                        this.scopes.set_guarded(Ids::new());
                    }
                    this.statements(body);
                });
            });
            let empty = inner.is_empty();
            lines.push(head);
            lines.extend(inner);
            empty
        };
        let mut empty = arm(self, format!("if {} {{", first.text), &first.reads, then);
        let mut reads = first.reads;
        if let Some((second, body)) = second {
            reads.extend(second.reads);
            empty &= arm(self, format!("}} else if {} {{", second.text), &reads, body);
        }
        if !otherwise.is_empty() {
            empty &= arm(self, "} else {".into(), &reads, otherwise);
        }
        if empty {
            return None;
        }
        if let Some((id, _)) = &logged {
            self.scopes.change(&[*id], &Ids::new());
        }
        lines.push("}".into());
        match mark {
            1 => self.line("#[keep]".into()),
            4 => {
                if let Some((_, log)) = &logged {
                    self.line(format!("#[keep({log})]"));
                }
            }
            2 => self.line("#[rounded]".into()),
            _ => {}
        }
        self.lines(lines);
        Some(())
    }

    /// Draws a loop with an unknown number of iterations that terminates: its local grows in each iteration.
    fn approach(&mut self, local: Pick, eighths: u8, value: &Value, body: &[Statement]) -> Option<()> {
        let is_scalar = |(_, info): &(Id, &Info)| info.class == Class::Ancilla && info.shape == Shape::Scalar;
        let scalars = self.scopes.visible().filter(is_scalar).map(|(id, _)| id);
        let guarded = |id: &Id| self.scopes.is_guarded(*id);
        let id = choose(local, scalars.filter(|id| !guarded(id)).collect())?;
        if !self.scopes.is_wild() {
            return None;
        }
        let name = self.scopes.infos[id].name.clone();
        let limit = threshold((eighths % 16) as i8);
        let reads = Ids::from([id]);
        let before = self.scopes.clone();
        let mut moved = false;
        let inner = self.apart(|this| {
            this.repeated(reads.clone(), reads, |this| {
                this.statements(body);
                let step = this.value(value, &this.avoiding(id, Form::Whole));
                this.scopes.set_guarded(Ids::new());
                moved = this.scopes.change(&[id], &step.reads);
                this.line(format!("{name} += 0.3 + 0.2 * ({}).tanh();", step.typed()));
            });
        });
        if !moved {
            self.scopes = before;
            return None;
        }
        self.lines(
            [vec!["#[keep]".into(), format!("while {name} < {limit:?} {{")], inner, vec!["}".into()]]
                .concat(),
        );
        Some(())
    }

    /// Draws `if (k % 2 == 0, k % 2 != 0)` and `if (k > 1, k > 3)`, where the branches change `k` themselves.
    fn if_post(
        &mut self,
        counter: Pick,
        form: u8,
        then: &[Statement],
        otherwise: &[Statement],
    ) -> Option<()> {
        let id = self.counter(counter, |info| info.exact)?;
        let (text, bound, by) = (self.scopes.text(id), form % 3, form / 3 % 2 + 1);
        let parity = form % 2 == 0;
        let head = if parity {
            format!("if ({text} % 2 == 0, {text} % 2 != 0) {{")
        } else {
            format!("if ({text} > {bound}, {text} > {}) {{", bound + by)
        };
        let reads = Ids::from([id]);
        let arm = |this: &mut Self, moves: Option<u8>, body: &[Statement]| {
            this.apart(|this| {
                this.alternative(&reads, |this| {
                    this.statements(body);
                    if let Some(by) = moves {
                        this.scopes.set_guarded(Ids::new());
                        if this.scopes.change(&[id], &Ids::new()) {
                            this.line(format!("{text} += {by};"));
                        }
                    }
                });
            })
        };
        let before = self.scopes.clone();
        let a = arm(self, Some(if parity { 1 } else { by }), then);
        let b = arm(self, parity.then_some(1), otherwise);
        // Without its change of `k`, a branch would violate the postcondition.
        let moved = |lines: &[String]| {
            lines.last().is_some_and(|l| l.trim_start().starts_with(&format!("{text} +=")))
        };
        if !moved(&a) || (parity && !moved(&b)) {
            self.scopes = before;
            return None;
        }
        self.scopes.infos[id].known = None;
        self.lines([vec![head], a, vec!["} else {".into()], b, vec!["}".into()]].concat());
        Some(())
    }

    /// Draws `while (k < 5, k > 2)` for a counter that is 2, or the same downwards.
    fn while_loop(
        &mut self,
        counter: Pick,
        trips: u8,
        down: bool,
        early: bool,
        stop: Option<(Pick, i8)>,
        body: &[Statement],
    ) -> Option<()> {
        let id = self.counter(counter, |info| info.exact && info.known.is_some())?;
        let start = self.scopes.infos[id].known?;
        let unsigned = self.scopes.infos[id].shape == Shape::Integer(Integer::Usize);
        let trips = i64::from(trips);
        let down = down && (!unsigned || start >= trips);
        let end = if down { start - trips } else { start + trips };
        let text = self.scopes.text(id);
        let mut reads = Ids::from([id]);
        let (go, gone) = if down { ('>', '<') } else { ('<', '>') };
        let mut pre = format!("{text} {go} {end}");
        let mut stops = false;
        if let (Some((array, eighths)), false, true) = (stop, down, unsigned) {
            let long_enough = |(_, info): &(Id, &Info)| {
                info.exact && matches!(info.shape, Shape::Array { length, .. } if length as i64 >= end)
            };
            let arrays = self.scopes.visible().filter(long_enough).map(|(id, _)| id).collect();
            if let Some(array) = choose(array, arrays) {
                let name = &self.scopes.infos[array].name;
                pre = format!("{pre} && {name}[{text}] > {:?}", threshold(eighths));
                reads.insert(self.scopes.base(array));
                stops = true;
            }
        }
        let step = format!("{text} {}= 1;", if down { '-' } else { '+' });
        let (low, high) = (start.min(end), start.max(end));
        // The body sees the counter before or after its step.
        let seen = match (early, down) {
            (true, false) | (false, true) => (low + 1, high),
            (true, true) | (false, false) => (low, high - 1),
        };
        let before = self.scopes.clone();
        let mut moved = false;
        let inner = self.apart(|this| {
            this.repeated(reads.clone(), reads, |this| {
                let interval = this.scopes.infos[id].interval.replace(seen);
                if early {
                    this.line(step.clone());
                }
                this.statements(body);
                if !early {
                    this.line(step);
                }
                this.scopes.infos[id].interval = interval;
                this.scopes.set_guarded(Ids::new());
                moved = this.scopes.change(&[id], &Ids::new());
            });
        });
        if !moved {
            self.scopes = before;
            return None;
        }
        self.scopes.infos[id].known = (!stops).then_some(end);
        self.lines(
            [vec![format!("while ({pre}, {text} {gone} {start}) {{")], inner, vec!["}".into()]].concat(),
        );
        Some(())
    }

    /// Draws a routine, statements that do not change its inputs, and its undoing.
    fn routine(&mut self, body: &[Statement], uses: &[Statement]) -> Option<()> {
        let known = self.scopes.known();
        let label = self.scopes.fresh("r");
        let (mut changed, mut read) = (Ids::new(), Ids::new());
        let inner = self.apart(|this| {
            this.scopes.enter(Ids::new(), Ids::new());
            this.statements(body);
            changed = this.scopes.changed();
            read = this.scopes.read();
            this.scopes.leave();
        });
        if inner.is_empty() {
            self.statements(uses);
            return None;
        }
        self.lines([vec![format!("'{label}: {{")], inner, vec!["}".into()]].concat());
        let guarded = self.scopes.guarded();
        self.scopes.guard(changed.union(&read).copied().collect());
        self.statements(uses);
        self.scopes.set_guarded(guarded);
        for &id in &changed {
            self.scopes.infos[id].known = known.get(id).copied().flatten();
        }
        self.line(format!("undo!('{label});"));
        Some(())
    }
}

pub(super) fn real(name: &str, class: Class, shape: Shape, exact: bool) -> Info {
    Info { name: name.into(), shape, class, reference: false, exact, known: None, interval: None }
}

pub(super) fn integer(name: &str, class: Class, ty: Integer) -> Info {
    Info {
        name: name.into(),
        shape: Shape::Integer(ty),
        class,
        reference: false,
        exact: true,
        known: None,
        interval: None,
    }
}
